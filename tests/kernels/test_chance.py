"""The kernels' random numbers are fair, and depend on seed, table and draw alone."""

import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from closecall.core.match import Match
from closecall.games import enough, mark, qwixx
from closecall.kernels.counter_rng import begin, below
from closecall.kernels.enough import array_layout, turns
from closecall.kernels.enough import kernel as enough_kernel
from closecall.kernels.mark import game_loop as mark_playing
from closecall.kernels.mark import kernel as mark_kernel
from closecall.kernels.qwixx import game_loop as qwixx_playing
from closecall.kernels.qwixx import kernel as qwixx_kernel
from kernels.reference_rng import Numbers, chi_square, same_distribution
from kernels.replay import begun
from support.matches import over

KERNELS: dict[str, Any] = {"mark": mark_kernel, "qwixx": qwixx_kernel, "enough": enough_kernel}
RULES: dict[str, Any] = {"mark": mark, "qwixx": qwixx, "enough": enough}
ENDLESS = 100_000
LEAST_CHANCE = 1e-4
"""Seeds are fixed, so a test that passes once always passes."""


def test_only_who_needs_a_kernel_loads_the_compiler() -> None:
    """The program, the rules, the bots and the server start without it."""
    program = (
        "import sys, closecall.cli.main, closecall.server.app, closecall.bots, closecall.games as games\n"
        "for slug in games.slugs(): games.rules_of(slug), closecall.bots.find_bot('greedy', slug)\n"
        "print(*{'numba', 'llvmlite', 'numpy'} & set(sys.modules))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert ran.stdout.split() == []


@pytest.mark.parametrize("n", [1, 2, 6, 40, 6**5, 6**6, 3 * 2**30, 2**32 - 1])
def test_numbers_follow_from_seed_table_and_draw(n: int) -> None:
    """The same as in plain Python, also where many words are rejected."""
    chances = np.zeros(2, np.uint64)
    for seed, table in ((0, 0), (2**63 - 1, 10**12), (5, 3)):
        begin(chances, seed, table)
        numbers = Numbers(seed, table)
        assert [below(chances, n) for _ in range(100)] == [numbers.below(n) for _ in range(100)]
        assert chances[1] == numbers.drawn


def mark_rolls(seed: int, tables: int, rolls: int) -> list[list[int]]:
    """The first rolls of some tables."""
    state, chances, found = mark_kernel.new_state(1), np.zeros(2, np.uint64), []
    for table in range(tables):
        begin(chances, seed, table)
        for _ in range(rolls):
            mark_playing.roll(state, chances)
            found.append(state[mark_kernel.DICE : mark_kernel.COLOURS].tolist())
    return found


def qwixx_rolls(seed: int, tables: int, rolls: int) -> list[list[int]]:
    """The first rolls of some tables, the white dice first."""
    state, chances, found = qwixx_kernel.new_state(1), np.zeros(2, np.uint64), []
    free: NDArray[np.int64] = np.zeros(5, np.int64)
    for table in range(tables):
        begin(chances, seed, table)
        for _ in range(rolls):
            qwixx_playing._chance_acts(state, chances, free)
            found.append(state[qwixx_kernel.WHITE : qwixx_kernel.SHEETS].tolist())
    return found


@pytest.mark.parametrize(("tables", "rolls"), [(1, 6000), (6000, 1), (300, 20)])
@pytest.mark.parametrize("roll", [mark_rolls, qwixx_rolls], ids=["mark", "qwixx"])
def test_dice_are_fair(roll: Any, tables: int, rolls: int) -> None:
    """Each die, each two dice of a roll, and a die in two rolls that follow each other."""
    found = roll(7, tables, rolls)
    dice = len(found[0])
    for one in range(dice):
        faces = Counter(each[one] for each in found)
        assert faces.keys() == set(range(1, 7))
        assert chi_square(faces.values(), [len(found) / 6] * 6) > LEAST_CHANCE
        following = Counter(
            zip([each[one] for each in found], [each[one] for each in found[1:]], strict=False)
        )
        assert chi_square(following.values(), [(len(found) - 1) / 36] * 36) > LEAST_CHANCE
        for other in range(one):
            pairs = Counter((each[one], each[other]) for each in found)
            assert chi_square(pairs.values(), [len(found) / 36] * 36) > LEAST_CHANCE


def enough_deals(seed: int, tables: int) -> list[list[int]]:
    """Who starts, and the targets and face-up cards of three players as they take them, at some tables."""
    chances, found = np.zeros(2, np.uint64), []
    for table in range(tables):
        state, deal = enough_kernel.new_state(3), []
        begin(chances, seed, table)
        while enough_kernel.pending(state) != array_layout.TURN:
            deal.append(turns.drawn_piece(state, chances))
            turns.go_on(state, turns.after_chance(state, deal[-1]))
        found.append(deal)
    return found


def test_cards_are_fair() -> None:
    """Each lot, target and card of Close Enough, and each two of them that are dealt together (E2)."""
    deals = enough_deals(7, 6000)
    assert {len(deal) for deal in deals} == {7}
    many = len(deals)
    starters = Counter(deal[0] for deal in deals)
    assert chi_square(starters.values(), [many / 3] * 3) > LEAST_CHANCE
    for one in range(3):
        targets, cards = (Counter(deal[at + one] for deal in deals) for at in (1, 4))
        assert targets.keys() == set(range(18))
        assert cards.keys() == set(range(20))
        assert chi_square(targets.values(), [many / 18] * 18) > LEAST_CHANCE
        assert chi_square(cards.values(), [many / 20] * 20) > LEAST_CHANCE
        for other in range(one):
            # Three cards of each number; every target is there once.
            pairs = Counter((deal[4 + one], deal[4 + other]) for deal in deals)
            both = [(low, high) for low in range(20) for high in range(20)]
            expected = [many * 3 * (2 if low == high else 3) / (60 * 59) for low, high in both]
            assert chi_square([pairs[pair] for pair in both], expected) > LEAST_CHANCE
            together = Counter((deal[1 + one], deal[1 + other]) for deal in deals)
            apart = [(low, high) for low in range(18) for high in range(18) if low != high]
            assert together.keys() <= set(apart)
            expected = [many / len(apart)] * len(apart)
            assert chi_square([together[pair] for pair in apart], expected) > LEAST_CHANCE


@pytest.mark.parametrize("slug", KERNELS)
def test_results_do_not_depend_on_the_batch(slug: str) -> None:
    """Table k is the same game in any batch."""
    kernel = KERNELS[slug]
    start = kernel.new_state(3)
    whole, part = kernel.new_results(40, 3), kernel.new_results(15, 3)
    kernel.play(3, 100, start, whole)
    kernel.play(3, 120, start, part)
    for of_whole, of_part in zip(whole, part, strict=True):
        assert (of_whole[20:35] == of_part).all()
    games = {b"".join(each[n].tobytes() for each in whole) for n in range(40)}
    assert len(games) > 30


@pytest.mark.parametrize("slug", KERNELS)
def test_results_must_fit_the_table(slug: str) -> None:
    """Compiled code would write outside their arrays."""
    kernel = KERNELS[slug]
    for columns in (2, 4):
        with pytest.raises(ValueError, match="another number of seats"):
            kernel.play(1, 0, kernel.new_state(3), kernel.new_results(1, columns))


def engine_scores(slug: str, seats: int, games: int) -> list[int]:
    """The scores of the first seat in random games of the readable engine, with chance of its own."""
    rng = Random(f"{slug}/{seats}")
    matches = [begun(Match.start(RULES[slug], seats), ENDLESS, rng) for _ in range(games)]
    return [over(match).scores[0] for match in matches]


GAMES = {"mark": 600, "qwixx": 600, "enough": 300}
"""How many seats play with the readable engine."""


@pytest.mark.parametrize(
    ("slug", "seats"),
    [
        *[(slug, seats) for slug in ("mark", "qwixx") for seats in (1, 2, 4)],
        ("enough", 3),
        pytest.param("enough", 5, marks=pytest.mark.long),
    ],
)
def test_scores_are_distributed_like_those_of_the_engine(slug: str, seats: int) -> None:
    """Random games of both."""
    kernel = KERNELS[slug]
    results = kernel.new_results(20_000 if slug != "enough" else 5_000, seats)
    kernel.play(2024, 0, kernel.new_state(seats), results)
    ours = engine_scores(slug, seats, GAMES[slug] // seats)
    assert same_distribution(ours, results.scores[:, 0].tolist()) > LEAST_CHANCE
