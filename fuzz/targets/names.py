"""Names and words that people write: BadName, or a text that stays the same when it is read again."""

from closecall.core.record import LONGEST_WORDS, can_be_words
from closecall.server.people.names import LONGEST_NAME, BadName, is_plain, parse_name, parse_words
from fuzz.checks import check_refusal, text_of

WORDS = (
    "Ann", "Zoë", "e\u0301", "\u200d", "\u200c", "\u202e", "\u3164", "\ufe0f", "\u034f", "\u0338",
    "\u2003", "\u0000", "\ud83c", "\U0001f3b2", "\U000e0041", "\ue000", "\uac00", "\u1100\u1161",
    "\u0958", "\ufdfa", "\u0344", "\u2126",
)  # fmt: skip


def test_one_input(data: bytes) -> None:
    """A text as a name and as words."""
    text = text_of(data)
    try:
        name = parse_name(text)
    except BadName as error:
        check_refusal(error)
    else:
        assert parse_name(name) == name
        assert 1 <= len(name) <= LONGEST_NAME
        assert is_plain(name)
        assert name.encode()
    try:
        words = parse_words(text)
    except BadName as error:
        check_refusal(error)
    else:
        assert parse_words(words) == words
        assert len(words) <= LONGEST_WORDS
        assert can_be_words(words)
