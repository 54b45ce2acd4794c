"""The rules of a game on a terminal."""

import re

from closecall.tui.screen import Style, wrapped

_HEADING = re.compile(r"#+\s+(.*)")
_ITEM = re.compile(r"(\s*(?:[-*]|\d+\.)\s+)(.*)")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_LIGHT = re.compile(r"`([^`]+)`|(?<![*\w])\*([^*\s][^*]*)\*(?!\*)")


def formatted(text: str, style: Style) -> list[str]:
    """Markdown as lines that fit the screen: headings and strong words bold, tables as they are.

    >>> formatted("# The end\\n\\nAfter **25** rounds *(ours)*.", Style(is_plain=True, has_colour=False))
    ['The end', '', 'After 25 rounds (ours).']
    """
    lines = []
    for paragraph in _paragraphs(_LIGHT.sub(lambda found: found[1] or found[2], text)):
        heading, item = _HEADING.fullmatch(paragraph), _ITEM.fullmatch(paragraph)
        if heading:
            lines.append(style.paint(_STRONG.sub(r"\1", heading[1]), "bold"))
        elif paragraph.startswith("|"):
            lines.append(paragraph)
        else:
            hang = " " * len(item[1]) if item else ""
            lines += [_strong(line, style) for line in _wrapped(paragraph, style.width, hang)]
    return lines


def _paragraphs(text: str) -> list[str]:
    """The lines of the source joined where Markdown joins them."""
    found: list[str] = []
    is_open = False
    for line in text.splitlines():
        starts = not line.strip() or _HEADING.match(line) or _ITEM.match(line) or line.startswith("|")
        if is_open and not starts:
            found[-1] += " " + line.strip()
        else:
            found.append(line.rstrip())
        is_open = bool(line.strip()) and not _HEADING.match(line) and not line.startswith("|")
    return found


_GLUE = "\x1f"


def _wrapped(paragraph: str, width: int, hang: str) -> list[str]:
    # Strong words must not be broken over two lines, or their marks would not be found.
    glued = _STRONG.sub(lambda found: found[0].replace(" ", _GLUE), paragraph)
    return [line.replace(_GLUE, " ") for line in wrapped(glued, width, hang)]


def _strong(line: str, style: Style) -> str:
    return _STRONG.sub(lambda found: style.paint(found[1], "bold"), line)
