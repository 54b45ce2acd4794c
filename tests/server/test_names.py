"""Names and words: tidied, short, and nothing in them that hides, turns or breaks a text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from closecall.core.record import can_be_words
from closecall.server.people.names import (
    LONGEST_NAME,
    BadName,
    distinct_name,
    look_of,
    parse_name,
    parse_words,
)
from closecall.store.rows import check_text


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann  ", "Ann"),
        ("Ann \t\n Lee", "Ann Lee"),
        ("Ann\u00a0Lee\u3000Wu", "Ann Lee Wu"),
        ("Zoe\u0308", "Zo\u00eb"),  # composed
        ("José", "José"),
        ("<b>Ann</b>", "<b>Ann</b>"),  # pages show it as text
        ("علی\u200cرضا", "علی\u200cرضا"),  # a joiner inside a Persian name
        ("👩\u200d🚀", "👩\u200d🚀"),  # and inside an emoji
        ("7", "7"),
        ("!", "!"),
        ("\U000323b0", "\U000323b0"),  # not assigned yet: it may be younger than this Python
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("  " + "e\u0301" * LONGEST_NAME, "é" * LONGEST_NAME),  # counted when composed
    ],
)
def test_valid_names(written: str, kept: str) -> None:
    """Whitespace is normalised, letters are composed, and everything else stays as written."""
    assert parse_name(written) == kept


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "name_empty"),
        (" \n\u3000 ", "name_empty"),
        ("\u200d\u200d", "name_characters"),  # joiners that join nothing
        ("Ann\u200d", "name_characters"),
        ("A\u200d\u200dnn", "name_characters"),
        ("Ann \u200cLee", "name_characters"),
        ("An\u034fn", "name_characters"),
        ("A" + "\u0300\u0301\u0302\u0303\u0304\u0305", "name_characters"),  # a tower of marks
        ("\u0301\u0301", "name_empty"),
        ("x" * (LONGEST_NAME + 1), "name_long"),
        ("An\0n", "name_characters"),
        ("An\x1b[31mn", "name_characters"),
        ("An\x7fn", "name_characters"),
        ("Ann\u202egnp", "name_characters"),  # turned around
        ("Ann\u2066x", "name_characters"),
        ("Ann\u200f", "name_characters"),
        ("Ann\u061c", "name_characters"),
        ("Ann\u200b", "name_characters"),  # invisible, and yet a different name
        ("Ann\ufeff", "name_characters"),
        ("Ann\u00ad", "name_characters"),
        ("\u3164", "name_characters"),  # a letter that is blank
        ("\u2800", "name_characters"),
        ("Ann\ue000", "name_characters"),
        ("Ann\ud83d", "name_characters"),  # half a character
    ],
)
def test_names_that_are_refused(written: str, code: str) -> None:
    """With a code that says which rule it breaks."""
    with pytest.raises(BadName) as refused:
        parse_name(written)
    assert refused.value.code == code


@given(st.text(max_size=60))
def test_a_parsed_name_is_stable(text: str) -> None:
    """It is a fixed point, short, composed, printable where it must be, and the store takes it."""
    try:
        name = parse_name(text)
    except BadName as error:
        assert error.code in ("name_empty", "name_long", "name_characters")  # noqa: PT017  # both ways are fine
        return
    assert parse_name(name) == name == unicodedata.normalize("NFC", name)
    assert 1 <= len(name) <= LONGEST_NAME
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cs", "Co", "Zl", "Zp"}
    assert not {unicodedata.bidirectional(char) for char in name} & {
        "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"
    }  # fmt: skip
    assert name == name.strip()
    check_text(name)


def test_words_may_be_missing() -> None:
    """Nobody has to add any."""
    assert parse_words("") == parse_words("  ") == ""


def test_words_are_tidied_and_limited() -> None:
    """At most 80 characters, and none that cannot be shown."""
    assert parse_words("  my lucky\nseven ") == "my lucky seven"
    assert parse_words("w" * 80) == "w" * 80
    with pytest.raises(BadName, match="at most 80"):
        parse_words("w" * 81)
    with pytest.raises(BadName) as refused:
        parse_words("a\u202eb")
    assert refused.value.code == "words_characters"


@given(st.text(max_size=120))
def test_words_fit_into_a_record(text: str) -> None:
    """A record accepts the words that a table stores."""
    try:
        words = parse_words(text)
    except BadName as error:
        assert error.code in ("words_long", "words_characters")  # noqa: PT017  # both ways are fine
        return
    assert can_be_words(words)
    assert parse_words(words) == words
    check_text(words)


@given(st.text(max_size=30), st.lists(st.text(max_size=30), max_size=5))
def test_distinct_names(name: str, others: list[str]) -> None:
    """Whoever comes later gets a number, in a name of at most the same length as any other."""
    made = distinct_name(name[:LONGEST_NAME], others)
    assert look_of(made) not in {look_of(other) for other in others}
    assert len(made) <= LONGEST_NAME
