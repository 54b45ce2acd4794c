"""M11: alone, the points are a grade."""

import pytest

from closecall.core.match import Match
from closecall.core.rules import Chance
from closecall.games import mark
from closecall.games.mark.scoring import grade
from closecall.messages import LANGUAGES, catalogue
from support.mark import A, dice, entered
from support.matches import over

BORDERS = [
    (0, 0),
    (40, 0),
    (41, 41),
    (50, 41),
    (51, 51),
    (60, 51),
    (61, 61),
    (70, 61),
    (71, 71),
    (80, 71),
    (81, 81),
    (99, 81),
    (100, 100),
    (176, 100),
]


@pytest.mark.parametrize(("total", "least"), BORDERS)
def test_the_borders_of_the_grades(total: int, least: int) -> None:
    """M11: 0–40, 41–50, 51–60, 61–70, 71–80, 81–99, 100 and more."""
    assert grade(total) == least


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_grade_has_a_title(language: str) -> None:
    """M11: seven grades, each with a title of its own, in four languages."""
    say = catalogue(language)
    titles = [say(f"mark.title.{least}") for least in sorted({least for _, least in BORDERS})]
    assert len(set(titles)) == 7


def test_the_same_rules_alone() -> None:
    """M11: one player plays 25 rounds of the same game, always rolling, and wins it."""
    match = Match.start(mark, 1).commit(A, mark.parse_move("red"), point=0)
    while isinstance(match.pending, Chance):
        match = match.fate(dice("K1 B2 G3 Y4 R6"))
        seen = match.seen_by(A)
        assert seen.menu is not None
        assert seen.view.roller == A
        match = entered(match, mark.format_move(next(iter(seen.menu))))
    assert match.state.round == 25
    assert over(match).winners == (A,)
    assert over(match).scores == (match.seen_by(A).view.sheets[A].score.total,)
