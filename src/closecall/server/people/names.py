"""What people write that others read: their names, and the words that they add to the dice.

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
"""Persian and many emoji need them; all other invisible characters of their kind turn or hide text."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a sign that nobody can see."""
_GARBLING = ("Cc", "Cf", "Co", "Cs")
"""Control and format characters (those that turn the direction among them), private ones, and half ones."""


class BadName(GameError):
    """A name or words that cannot be kept or shown."""


def parse_name(text: str) -> str:
    """A name as it is kept: tidied, 1 to 24 characters, at least one of them to be seen."""
    name = tidy(text)
    if not is_plain(name):
        raise BadName("name_characters")
    if not any(category(char)[0] in "LNPS" or category(char) == "Cn" for char in name):
        # An unassigned character (Cn) may be an emoji that is younger than this Python.
        raise BadName("name_empty")
    if len(name) > LONGEST_NAME:
        raise BadName("name_long", most=LONGEST_NAME)
    return name


def parse_words(text: str) -> str:
    """A player's own words for the dice as they are kept, at most 80 characters; there may be none."""
    words = tidy(text)
    if not is_plain(words):
        raise BadName("words_characters")
    if len(words) > LONGEST_WORDS:
        raise BadName("words_long", most=LONGEST_WORDS)
    return words


def tidy(text: str) -> str:
    """The composed form (NFC), without spaces around it, and with single ones inside, also for new lines."""
    return " ".join(normalize("NFC", text).split())


def is_plain(text: str) -> bool:
    """Whether all of a text can be shown, and nothing around it is disturbed."""
    return not any(char in _BLANKS or (category(char) in _GARBLING and char not in _JOINERS) for char in text)
