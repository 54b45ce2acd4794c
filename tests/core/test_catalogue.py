"""The catalogue: plural forms, words inside sentences, and the languages there are."""

import pytest

from closecall.messages import LANGUAGES, Catalogue, Message, Word, catalogue, placeholders

MESSAGES: dict[str, Message] = {
    "points": {"one": "{n} point", "other": "{n} points"},
    "takes": "{who} takes {card}.",
    "card.seven": "the seven",
    "nested": "{colour}!",
    "colour.deep": "deep {shade}",
    "plain": "No facts.",
}


@pytest.mark.parametrize("n", [-2, -1, 0, 1, 2, 21, 101])
def test_plural_forms(n: int) -> None:
    """English, German and Italian: one for 1 and −1; French for 0 as well."""
    for language in LANGUAGES:
        one = abs(n) == 1 or (language == "fr" and n == 0)
        assert Catalogue(language, MESSAGES)("points", n=n) == (f"{n} point" if one else f"{n} points")


def test_french_zero_is_singular() -> None:
    """0 point, but 0 points elsewhere."""
    assert Catalogue("fr", MESSAGES)("points", n=0) == "0 point"
    assert Catalogue("en", MESSAGES)("points", n=0) == "0 points"


def test_facts_are_filled_in() -> None:
    """Numbers and texts as they are, words translated."""
    say = Catalogue("en", MESSAGES)
    assert say("takes", who="Ann", card=7) == "Ann takes 7."
    assert say("takes", who="Ann", card=Word("card.seven")) == "Ann takes the seven."
    assert say("takes", who="card.seven", card="{who}") == "card.seven takes {who}."
    assert say("plain", key=1, self=2) == "No facts."


def test_missing_messages_and_facts() -> None:
    """A missing message, a missing fact and a missing number are mistakes of the program."""
    say = Catalogue("en", MESSAGES)
    for key, facts in (
        ("none", {}),
        ("takes", {"who": "Ann"}),
        ("points", {}),
        ("takes", {"who": Word("none")}),
    ):
        with pytest.raises(KeyError):
            say(key, **facts)


def test_contains() -> None:
    """One can ask whether a message exists."""
    say = catalogue("en")
    assert "error.no_chance" in say
    assert "error.nothing_like_this" not in say


def test_the_languages() -> None:
    """Four languages, each read once, and no other."""
    assert LANGUAGES == ("en", "de", "fr", "it")
    for language in LANGUAGES:
        assert catalogue(language) is catalogue(language)
        assert catalogue(language).language == language
    assert len({catalogue(language)("error.no_chance") for language in LANGUAGES}) == 4
    with pytest.raises(KeyError):
        catalogue("eo")


def test_placeholders() -> None:
    """The names of all forms of a message."""
    assert placeholders("a {b} {c}") == {"b", "c"}
    assert placeholders({"one": "{n} {x}", "other": "{n}"}) == {"n", "x"}
    assert placeholders("none") == set()
