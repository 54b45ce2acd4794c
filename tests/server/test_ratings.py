"""Ratings: winners rise, losers fall, and in the long run the ratings show who is strong."""

import subprocess
import sys
from itertools import permutations, product
from random import Random

import pytest

from closecall.server.rooms.results import initial_rating, new_ratings
from closecall.store.rows import RatingRow, ResultRow


def result(person: str | None, score: int, *, won: bool | None = None, bot: str | None = None) -> ResultRow:
    """A person's result; by default 70 points win."""
    has_won = score >= 70 if won is None else won
    return ResultRow("t", 0, person, bot, person or "", "mark", score, has_won, ended_at=0)


def after(*results: ResultRow, **ratings: RatingRow) -> dict[str, RatingRow]:
    """The new ratings by person."""
    return {row.person_id: row for row in new_ratings("mark", results, ratings)}


FRESH = initial_rating("x", "mark")


def test_a_duel() -> None:
    """The winner rises as far as the loser falls, and both are better known than before."""
    new = after(result("ann", 70), result("ben", 64))
    assert new["ann"].mu > FRESH.mu > new["ben"].mu
    assert new["ann"].mu + new["ben"].mu == pytest.approx(2 * FRESH.mu)
    assert new["ann"].sigma == pytest.approx(new["ben"].sigma)
    assert 0 < new["ann"].sigma < FRESH.sigma
    assert {(row.game, row.games) for row in new.values()} == {("mark", 1)}
    assert (FRESH.mu, round(FRESH.sigma, 3), FRESH.games) == (25, 8.333, 0)


def test_earlier_ratings_count() -> None:
    """A surprise changes more than an expected result; games are counted on."""
    strong = RatingRow("ann", "mark", 35, 2, 40)
    weak = RatingRow("ben", "mark", 15, 2, 9)
    expected = after(result("ann", 70), result("ben", 64), ann=strong, ben=weak)
    surprise = after(result("ann", 64), result("ben", 70), ann=strong, ben=weak)
    assert 0 < expected["ann"].mu - 35 < 0.1
    assert surprise["ann"].mu - 35 < -0.3
    assert (expected["ann"].games, expected["ben"].games) == (41, 10)


def test_ties() -> None:
    """Equals stay equal; a tie brings the strong and the weak together."""
    new = after(result("ann", 70), result("ben", 70))
    assert new["ann"].mu == pytest.approx(FRESH.mu)
    assert new["ben"].mu == pytest.approx(FRESH.mu)
    strong = RatingRow("ann", "mark", 30, 4, 5)
    new = after(result("ann", 70), result("ben", 70), ann=strong)
    assert new["ann"].mu < 30
    assert new["ben"].mu > FRESH.mu
    new = after(result("ann", 70), result("ben", 50), result("eve", 50))
    assert new["ben"].mu == pytest.approx(new["eve"].mu)
    assert new["ann"].mu > FRESH.mu > new["ben"].mu


def test_a_better_place_never_brings_less() -> None:
    """Equal players who share a rank are above all later ones, by sums that cancel out."""
    for scores in product((10, 20, 30, 70), repeat=5):
        if max(scores) == 70:
            rows = new_ratings("mark", [result(str(n), score) for n, score in enumerate(scores)], {})
            gains = [row.mu for row in rows]
            for (score, gain), (other, less) in permutations(zip(scores, gains, strict=True), 2):
                assert gain == pytest.approx(less) if score == other else (gain > less) == (score > other)
            assert sum(gains) == pytest.approx(5 * FRESH.mu)


def test_a_broken_tie() -> None:
    """Winners rank above players with as many points, or even more."""
    for score in (50, 60):
        new = after(result("ann", 50, won=True), result("ben", score, won=False))
        assert new["ann"].mu > new["ben"].mu


def test_the_order_of_the_seats_is_nothing() -> None:
    """To the last bit, in whatever order five players sat; more points are a better place."""
    results = [result(person, score) for person, score in zip("abcde", (70, 55, 55, 31, -4), strict=True)]
    ratings = {"c": RatingRow("c", "mark", 28.5, 3.25, 7)}
    first = new_ratings("mark", results, ratings)
    assert all(new_ratings("mark", order, ratings) == first for order in permutations(results))
    a, b, c, d, e = first
    assert a.mu > b.mu > d.mu > e.mu
    assert c.games == 8


def test_bots_and_names_are_left_out() -> None:
    """They do not affect people's ratings, whatever their rank; and one person alone is not rated."""
    people = (result("ann", 70), result("ben", 64))
    others = (result(None, 90, bot="greedy"), result(None, 66), result(None, 1, bot="random"))
    assert new_ratings("mark", (others[0], people[0], others[1], people[1], others[2]), {}) == new_ratings(
        "mark", people, {}
    )
    assert new_ratings("mark", (people[0], *others), {}) == ()
    assert new_ratings("mark", others, {}) == ()
    assert new_ratings("mark", (), {}) == ()


def test_everybody_below_a_winning_bot() -> None:
    """If a bot won, the people are ranked by their points."""
    new = after(result(None, 90, won=True, bot="greedy"), result("ann", 60), result("ben", 50))
    assert new["ann"].mu > FRESH.mu > new["ben"].mu


def test_a_league() -> None:
    """Twelve people of known strength play at tables of two to five: the ratings find their order."""
    rng = Random(11)
    strengths = {f"p{n:02}": 4.0 * n for n in range(12)}
    ratings: dict[str, RatingRow] = {}
    for _ in range(1500):
        sitting = rng.sample(sorted(strengths), rng.randint(2, 5))
        scores = {person: round(strengths[person] + rng.gauss(0, 8)) for person in sitting}
        best = max(scores.values())
        results = [result(person, score, won=score == best) for person, score in scores.items()]
        ratings |= {row.person_id: row for row in new_ratings("mark", results, ratings)}
    found = sorted(ratings, key=lambda person: ratings[person].mu)
    assert found == sorted(strengths)
    assert sum(row.games for row in ratings.values()) > 4000
    assert all(0 < row.sigma < FRESH.sigma / 3 for row in ratings.values())


def test_openskill_is_loaded_late() -> None:
    """Importing the module does not load openskill."""
    program = (
        "import sys, closecall.server.rooms.results as results\n"
        "assert not any(name.startswith('openskill') for name in sys.modules)\n"
        "results.initial_rating('x', 'mark')\n"
        "assert any(name.startswith('openskill') for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
