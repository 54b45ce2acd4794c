"""Texts that people write and others read: names, and the words that players add to the seed.

>>> parse_name("  Ann \\n Lee ")
'Ann Lee'
>>> parse_name("Ann" + chr(0x202E))  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
closecall.server.people.names.BadName: ...
"""

from unicodedata import category, normalize

from closecall.core.errors import GameError
from closecall.core.record import LONGEST_WORDS

LONGEST_NAME = 24

_JOINERS = "\u200c\u200d"
"""Persian and many emoji need them; other invisible characters of this kind reorder or hide text."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a symbol that are blank."""
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
    """Whether a text can be shown without disturbing the text around it."""
    return not any(char in _BLANKS or (category(char) in _GARBLING and char not in _JOINERS) for char in text)
