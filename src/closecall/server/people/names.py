"""Texts that people write and others read: names, and the words that players add to the seed.

>>> parse_name("  Ann \\n Lee ")
'Ann Lee'
>>> parse_name("Ann" + chr(0x202E))  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
closecall.server.people.names.BadName: ...
"""

from collections.abc import Iterable
from itertools import chain, count
from unicodedata import category, normalize

from closecall.core.errors import GameError
from closecall.core.record import LONGEST_WORDS

LONGEST_NAME = 24

_JOINERS = "\u200c\u200d"
"""Persian and many emoji need them; other invisible characters of this kind reorder or hide text."""
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters, marks and a symbol that are blank."""
_SELECTORS = "\ufe0e\ufe0f"
"""They choose between the forms of a sign, such as an emoji, and are nothing by themselves."""
_MOST_MARKS = 4
"""How many marks may follow a letter: no language stacks more, and more would cover the lines around them."""
_GARBLING = ("Cc", "Cf", "Co", "Cs")
"""Categories: control, format (including direction marks), private use, and surrogates."""


class BadName(GameError):
    """A name or words that cannot be stored or shown."""


def parse_name(text: str) -> str:
    """A normalised name of 1 to 24 characters, at least one of them visible."""
    name = tidy(text)
    if not is_plain(name):
        raise BadName("name_characters")
    if not any(category(char)[0] in "LNPS" or category(char) == "Cn" for char in name):
        # An unassigned character (Cn) may be an emoji that is newer than this Python.
        raise BadName("name_empty")
    if len(name) > LONGEST_NAME:
        raise BadName("name_long", most=LONGEST_NAME)
    return name


def parse_words(text: str) -> str:
    """A player's normalised words for the seed, at most 80 characters; they may be empty."""
    words = tidy(text)
    if not is_plain(words):
        raise BadName("words_characters")
    if len(words) > LONGEST_WORDS:
        raise BadName("words_long", most=LONGEST_WORDS)
    return words


def tidy(text: str) -> str:
    """The composed form (NFC), stripped, with every run of whitespace replaced by one space."""
    return " ".join(normalize("NFC", text).split())


def is_plain(text: str) -> bool:
    """Whether a text can be shown without disturbing the text around it.

    >>> is_plain("Zoë"), is_plain("Z" + 5 * chr(0x308)), is_plain("Ann" + chr(0x200D))
    (True, False, False)
    """
    marks, before = 0, ""
    for char in text:
        kind = category(char)
        marks = marks + 1 if kind[0] == "M" else 0
        is_joiner = char in _JOINERS and category(before or " ") not in ("Zs", "Cf")
        if char in _BLANKS or marks > _MOST_MARKS or (kind in _GARBLING and not is_joiner):
            return False
        before = char
    return not before or before not in _JOINERS


def look_of(name: str) -> str:
    """What a name looks like at a glance: two people at one table must not look the same.

    >>> look_of("Ann") == look_of("ANN") == look_of("A" + chr(0x200D) + "nn") == look_of("Ａnn")
    True
    """
    visible = "".join(char for char in name if char not in _JOINERS and char not in _SELECTORS)
    return tidy(normalize("NFKC", visible).casefold())


def distinct_name(name: str, others: Iterable[str]) -> str:
    """The name, numbered if somebody else has one that looks the same.

    >>> distinct_name("Ann", ["Ben", "ann", "Ann 2"])
    'Ann 3'
    """
    taken = {look_of(other) for other in others}
    names = chain([name], (f"{name[: LONGEST_NAME - 2].rstrip()} {n}" for n in count(2)))
    return next(each for each in names if look_of(each) not in taken)
