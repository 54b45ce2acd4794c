"""French sets its signs apart, with a space at which no line may break; and some names begin with a vowel."""

import re
from pathlib import Path

import pytest

from support.source import PACKAGE

BREAKABLE = re.compile(r" [:;?!»]|« ")
"""An ordinary space where a no-break space is needed."""
ELIDED = re.compile(r"\b(?:de|que|le|la|se|ne|me|te) \{(?:name|owner|other|names)\}")
"""Words that lose their vowel before a name such as Alice."""
AREAS = [*sorted(PACKAGE.glob("messages/fr/*.json")), *sorted(PACKAGE.glob("games/*/messages/fr/*.json"))]
OF_THE_PAGE = [
    area for area in AREAS if area.stem in ("home", "learn", "page", "statistics", "board", "lessons")
]


def area_name(area: Path) -> str:
    """How a file of messages is called in the names of tests."""
    return str(area.relative_to(PACKAGE))


@pytest.mark.parametrize("area", AREAS, ids=area_name)
def test_signs_stay_with_their_words(area: Path) -> None:
    """A line never begins with a colon, nor ends with an opening quotation mark."""
    lines = area.read_text("utf-8").splitlines()
    flaws = [line.strip() for line in lines if BREAKABLE.search(line.partition('": ')[2])]
    assert flaws == []


def test_all_signs_are_looked_for() -> None:
    """The pattern finds every mistake and accepts correct texts."""
    wrong = ["Bien !", "Prêt ?", "un ; deux", "un : deux", "« oui\u00a0»", "«\u00a0oui »"]
    right = ["Bien\u00a0!", "bot: x", "First!", "«\u00a0oui\u00a0»", "12:30"]
    assert all(BREAKABLE.search(text) for text in wrong)
    assert not any(BREAKABLE.search(text) for text in right)


@pytest.mark.parametrize("area", OF_THE_PAGE, ids=area_name)
def test_names_may_begin_with_a_vowel(area: Path) -> None:
    """On the page, no name follows a word that some names would shorten to an apostrophe."""
    lines = area.read_text("utf-8").splitlines()
    assert [line.strip() for line in lines if ELIDED.search(line)] == []
