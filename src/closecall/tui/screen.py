"""The screen and the keyboard: everything people read or type goes through one small interface.

A screen may use colours and move the cursor, or be plain lines of text, for pipes and screen readers.
"""

import io
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, TextIO

NARROWEST = 40
_PLAIN_WIDTH = 80
_BLANKS_TO_HIDE = 60

_WIDE_BLANKS = "\u00a0\u202f"  # French writes them before a colon.
_FIRST_COMBINING = "\u0300"  # Every printable character before it takes one column.
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_HOME = "\x1b[H\x1b[2J"
_FORGET_SCROLLED = "\x1b[3J"

_SGR = {
    "black": "97;100",  # Grey: a black field would not be seen on a black screen.
    "blue": "97;44",
    "green": "30;42",
    "yellow": "30;43",
    "red": "97;41",
    "white": "30;47",
    "bold": "1",
    "dim": "2",
    "strong": "1;7",
}


@dataclass(frozen=True, slots=True)
class Style:
    """What the screen can show: its size, and whether text is plain or may be coloured."""

    is_plain: bool
    has_colour: bool
    width: int = 80
    height: int = 24

    def paint(self, text: str, *names: str) -> str:
        """The text in these colours and weights; it must make sense without them.

        >>> Style(is_plain=False, has_colour=True).paint("4B", "blue")
        '\\x1b[97;44m4B\\x1b[0m'
        """
        if not self.has_colour or not text:
            return text
        return f"\x1b[{';'.join(_SGR[name] for name in names)}m{text}\x1b[0m"


def printable(text: str) -> str:
    """Text from elsewhere, without anything that could move the cursor or change colours.

    >>> printable("Ann\x1b[2J")
    'Ann?[2J'
    """
    return "".join(sign if sign.isprintable() or sign in _WIDE_BLANKS else "?" for sign in text)


def display_width(text: str) -> int:
    """How many columns a text takes on the screen, without colours: Chinese takes two a sign, an accent none.

    >>> display_width("Ann"), display_width("李小龍"), display_width("Zoe\u0308")
    (3, 6, 3)
    """
    shown = _ESCAPE.sub("", text)
    if not shown or max(shown) < _FIRST_COMBINING:
        return len(shown)
    from wcwidth import wcswidth  # noqa: PLC0415  # Slow to import, and seldom needed.

    width = wcswidth(shown)
    return width if width >= 0 else len(shown)  # Negative for control characters.


def padded(text: str, width: int) -> str:
    """A text filled up with spaces to a display width."""
    return text + " " * (width - display_width(text))


def right_aligned(text: str, width: int) -> str:
    """A text after as many spaces as make up a display width."""
    return " " * (width - display_width(text)) + text


def centred(text: str, width: int) -> str:
    """A text in the middle of a display width."""
    return padded(" " * ((width - display_width(text)) // 2) + text, width)


def clipped(text: str, width: int) -> str:
    """As much of a text as fits a display width."""
    while display_width(text) > width:
        text = text[:-1]
    return text


def side_by_side(blocks: Iterable[list[str]], gap: int = 3) -> list[str]:
    """Blocks of lines next to each other.

    >>> side_by_side([["ab", "c"], ["d"]], gap=1)
    ['ab d', 'c']
    """
    lines: list[str] = []
    at = 0
    for block in blocks:
        for n, line in enumerate(block):
            if n == len(lines):
                lines.append("")
            lines[n] = padded(lines[n], at) + line
        at = max([display_width(line) for line in lines], default=0) + gap
    return lines


def arranged(blocks: list[list[str]], width: int, gap: int = 3) -> list[str]:
    """Blocks of the same size in rows, as many side by side as fit."""
    block = max(display_width(line) for lines in blocks for line in lines)
    count = max(1, (width + gap) // (block + gap))
    rows = [side_by_side(blocks[at : at + count], gap) for at in range(0, len(blocks), count)]
    return [line for row in rows for line in row]


def wrapped(text: str, width: int, hang: str = "") -> list[str]:
    """A long sentence as lines; all but the first begin with `hang`.

    >>> wrapped("one two three", 9, hang="  ")
    ['one two', '  three']
    """
    wrap: Callable[..., list[str]] = textwrap.wrap
    if display_width(text) != len(text):
        from wcwidth import wrap  # noqa: PLC0415  # Slow to import, and seldom needed.
    # A long path is not broken, so that it can be copied.
    return wrap(text, width, subsequent_indent=hang, break_on_hyphens=False, break_long_words=False) or [""]


def fitted(line: str, width: int) -> list[str]:
    """A line as it is shown: a sentence too long for the screen is wrapped.

    Coloured drawings and indented lines, which are commands to copy, are not.
    """
    is_sentence = "\x1b" not in line and not line.startswith("  ")
    return wrapped(line, width) if is_sentence and display_width(line) > width else [line.rstrip()]


def in_columns(texts: list[str], width: int, gap: int = 3) -> list[str]:
    """Short texts in as many columns as fit, read from left to right."""
    if not texts:
        return []
    cell = max(display_width(text) for text in texts) + gap
    count = max(1, (width + gap) // cell)
    rows = [texts[at : at + count] for at in range(0, len(texts), count)]
    return ["".join(padded(text, cell) for text in row).rstrip() for row in rows]


class Console(Protocol):
    """Where a game is shown and typed in."""

    @property
    def is_interactive(self) -> bool:
        """Whether a person reads and types right now."""

    def style(self) -> Style:
        """The style now; the window may have changed its size."""

    def show(self, *lines: str) -> None:
        """Show lines below what is there."""

    def ask(self, prompt: str) -> str:
        """Show a prompt and read a line; EOFError when there are no more."""

    def ask_unseen(self, prompt: str) -> str:
        """Ask for a line that does not appear on the screen; EOFError when there are no more."""

    def clear(self) -> None:
        """Begin a fresh screen, where that is possible."""

    def wipe(self) -> None:
        """Hide everything shown so far from the next person at the same device."""


class Terminal:
    """A console on real streams."""

    def __init__(self, *, plain: bool, colour: bool, reads: TextIO, writes: TextIO) -> None:
        self._plain = plain
        self._colour = colour and not plain
        self._reads = reads
        self._writes = writes
        self._echoes = not reads.isatty()

    @property
    def is_interactive(self) -> bool:
        """Whether a person reads and types right now."""
        return self._reads.isatty() and self._writes.isatty()

    def style(self) -> Style:
        """The style now."""
        if not self._writes.isatty():
            return Style(self._plain, self._colour)
        columns, lines = shutil.get_terminal_size()
        return Style(self._plain, self._colour, max(columns, NARROWEST), lines)

    def show(self, *lines: str) -> None:
        """Show lines, wrapping long sentences."""
        width = self.style().width
        for line in lines:
            for part in fitted(line, width):
                self._writes.write(part + "\n")
        self._writes.flush()

    def ask(self, prompt: str) -> str:
        """Show a prompt and read a line; one from a pipe is echoed."""
        self._writes.write(prompt)
        self._writes.flush()
        line = self._reads.readline()
        if not line:
            self._writes.write("\n")
            raise EOFError
        typed = printable(line.strip())
        if self._echoes:
            self._writes.write(typed + "\n")
        return typed

    def ask_unseen(self, prompt: str) -> str:
        """Ask for a line without echo, as for a password; one from a pipe is not echoed either."""
        if self._reads.isatty():
            from getpass import getpass  # noqa: PLC0415  # Seldom needed.

            return printable(getpass(prompt, self._writes).strip())
        self._writes.write(prompt + "\n")
        line = self._reads.readline()
        if not line:
            raise EOFError
        return printable(line.strip())

    def clear(self) -> None:
        """Begin a fresh screen; plain text just goes on."""
        if not self._plain:
            self._writes.write(_HOME)

    def wipe(self) -> None:
        """Clear the screen and the scrollback; plain text is pushed out of sight."""
        if self._plain:
            self._writes.write("\n" * _BLANKS_TO_HIDE + "-" * _PLAIN_WIDTH + "\n")
        else:
            self._writes.write(_FORGET_SCROLLED + _HOME)


def standard_terminal(*, plain: bool, environ: Mapping[str, str] = os.environ) -> Terminal:
    """The terminal that this program was started in."""
    # A stream that the shell has closed is None.
    reads, writes = sys.stdin or io.StringIO(), sys.stdout or io.StringIO()
    if isinstance(reads, io.TextIOWrapper):
        reads.reconfigure(errors="replace")  # A strange byte must not end a game.
    plain = plain or environ.get("TERM") == "dumb" or not writes.isatty()
    if os.name == "nt" and not plain:
        os.system("")  # Makes the Windows console understand ANSI sequences.
    return Terminal(plain=plain, colour=not environ.get("NO_COLOR"), reads=reads, writes=writes)


# Markdown, for the rules.

_HEADING = re.compile(r"#+\s+(.*)")
_ITEM = re.compile(r"(\s*(?:[-*]|\d+\.)\s+)(.*)")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_LIGHT = re.compile(r"`([^`]+)`|(?<![*\w])\*([^*\s][^*]*)\*(?!\*)")


def format_markdown(text: str, style: Style) -> list[str]:
    """Markdown as lines that fit the screen; headings and strong words are bold, tables stay as they are.

    >>> plain = Style(is_plain=True, has_colour=False)
    >>> format_markdown("# The end\\n\\nAfter **25** rounds *(ours)*.", plain)
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
            lines += [_strong(line, style) for line in _wrap_paragraph(paragraph, style.width, hang)]
    return lines


def _paragraphs(text: str) -> list[str]:
    """The lines of the source, joined as Markdown joins them."""
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


def _wrap_paragraph(paragraph: str, width: int, hang: str) -> list[str]:
    # A strong phrase stays on one line, or its marks would not be found.
    glued = _STRONG.sub(lambda found: found[0].replace(" ", _GLUE), paragraph)
    return [line.replace(_GLUE, " ") for line in wrapped(glued, width, hang)]


def _strong(line: str, style: Style) -> str:
    return _STRONG.sub(lambda found: style.paint(found[1], "bold"), line)
