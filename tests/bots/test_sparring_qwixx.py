"""The sparring partners of Qwixx play as described, and alike in the arena and at a table."""

from dataclasses import astuple, replace
from random import Random
from typing import Any

import numpy as np
import pytest

from closecall.bots.qwixx import arena, greedy, sparring
from closecall.bots.qwixx.evaluator_weights import Tuning, evaluator_weights
from closecall.bots.qwixx.greedy_kernel import EXPECTED
from closecall.bots.qwixx.levels import find, readable_state
from closecall.bots.qwixx.policies import RANDOM
from closecall.bots.qwixx.sparring import players_named
from closecall.bots.qwixx.sparring_moves import evaluation
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Over, Seat
from closecall.games import qwixx
from closecall.games.qwixx import Cross, Options, Roll, rules
from closecall.games.qwixx.state import COLOURS, Lot, Result, State, closed_rows, reason_to_end
from closecall.kernels.counter_rng import begin
from closecall.kernels.qwixx import kernel
from kernels.reference_rng import Numbers
from kernels.replay import begun
from rules.qwixx.table import A, B, played, rolled, sheet, table
from support.matches import over


def fate(state: State, numbers: Numbers) -> Lot | Roll:
    """Fate as the arena draws it: all six dice, without those that have left the game."""
    if state.active is None:
        return Lot(Seat(numbers.below(len(state.sheets))))
    one, other, *coloured = numbers.dice(6)
    closed = () if reason_to_end(state.sheets) else closed_rows(state.sheets)
    dice = zip(COLOURS, coloured, strict=True)
    red, yellow, green, blue = (None if colour in closed else die for colour, die in dice)
    return Roll((one, other), (red, yellow, green, blue))


def engine_game(match: AnyMatch, names: tuple[str, ...], numbers: Numbers) -> AnyMatch:
    """A match of the readable engine between sparring partners, with the dice of the arena."""
    rng = Random(1)
    while not isinstance(match.pending, Over):
        if isinstance(match.pending, Chance):
            match = match.fate(fate(match.state, numbers))
            continue
        for seat in match.pending.menus:
            move = find(names[seat]).choose(match.seen_by(seat), rng)
            match = match.commit(seat, move, point=match.point)
    return match


@pytest.mark.parametrize(
    ("names", "games"),
    [
        (("solo",), 3),
        (("evaluator",), 1),
        (("evaluator", "solo"), 2),
        (("skipper", "rusher"), 1),
        (("expectimax", "greedy"), 1),
        (("scorer", "weigher"), 1),
        (("weigher", "evaluator"), 2),
        (("rusher", "evaluator", "solo", "greedy"), 1),
        (("evaluator", "skipper", "expectimax", "evaluator", "solo"), 1),
    ],
)
def test_the_arena_plays_games_of_the_engine(names: tuple[str, ...], games: int) -> None:
    """With the same dice they make the same, legal moves."""
    start = kernel.new_state(len(names), Options(games))
    results = arena.play_match(11, 5, 3, start, players_named(names))
    for n in range(3):
        match = engine_game(Match.start(qwixx, len(names), Options(games)), names, Numbers(11, 5 + n))
        ended = over(match)
        assert tuple(results.scores[n]) == ended.scores
        assert tuple(results.won[n].nonzero()[0]) == ended.winners
        assert results.turns[n] == sum(isinstance(getattr(e, "outcome", None), Roll) for e in match.log)


@pytest.mark.parametrize("seats", range(1, 6))
def test_random_players_play_as_in_the_kernel(seats: int) -> None:
    """The same dice fall, and each player draws the same random numbers."""
    for games in (1, 3):
        start = kernel.new_state(seats, Options(games))
        wanted = kernel.new_results(200, seats)
        kernel.play(3, 0, start, wanted)
        results = arena.play_match(3, 0, 200, start, players_named(("random",) * seats))
        assert (results.scores == wanted.scores).all()
        assert (results.won == wanted.won).all()
        assert (results.turns == wanted.turns).all()
        assert (results.misthrows == wanted.misthrows).all()
        assert (results.locks == wanted.locks).all()


def test_a_match_goes_on_from_any_state() -> None:
    """From a view, which shows everything; the start is not modified."""
    rng = Random(4)
    for entries in (1, 2, 30, 60, 90):
        match = begun(Match.start(qwixx, 3, Options(games=2)), entries, rng)
        start = kernel.state_of(readable_state(match.seen_by(Seat(0)).view))
        assert start.tobytes() == kernel.state_of(match.state).tobytes()
        names = ("rusher", "evaluator", "solo")
        results = arena.play_match(8, 0, 2, start, players_named(names))
        assert start.tobytes() == kernel.state_of(match.state).tobytes()
        assert tuple(results.scores[1]) == over(engine_game(match, names, Numbers(8, 1))).scores


def test_results_are_for_the_seats_there_are() -> None:
    """Compiled code would write outside an array."""
    with pytest.raises(ValueError, match="another number of seats"):
        arena.play_tables(1, 0, kernel.new_state(3), players_named(("rusher",) * 3), kernel.new_results(1, 2))


def test_random_play_chooses_every_move() -> None:
    """All moves of a menu and no others."""
    match = rolled(table(sheet(), sheet()), "w3 w4 r1 y2 g5 b6")
    state, chances = kernel.state_of(match.state), np.zeros(2, np.uint64)
    begin(chances, 1, 1)
    mask = np.zeros(kernel.MOVES, np.bool_)
    kernel.menu_mask(state, 1, mask)
    chosen = {arena.decide(RANDOM, state, 1, chances, arena.NO_WEIGHTS) for _ in range(200)}
    assert chosen == set(mask.nonzero()[0])


# How each of them plays.


def skipped(match: AnyMatch, seat: Seat, move: Any) -> int:
    """How many numbers a move skips."""
    return len(qwixx.effect(match.seen_by(seat).view, move).skipped)


@pytest.mark.parametrize("name", ["skipper", "rusher"])
def test_rules_of_thumb(name: str) -> None:
    """The skipper never skips more than two; the rusher takes every lock and avoids misthrows."""
    rng, crosses, locks = Random(name), 0, 0
    partner = find(name)
    for n in range(12):
        match: AnyMatch = Match.start(qwixx, 2)
        numbers = Numbers(21, n)
        while not isinstance(match.pending, Over):
            if isinstance(match.pending, Chance):
                match = match.fate(fate(match.state, numbers))
                continue
            for seat, menu in match.pending.menus.items():
                move = partner.choose(match.seen_by(seat), rng)
                can_lock = any(isinstance(each, Cross) and each.number == each.colour.last for each in menu)
                if isinstance(move, Cross):
                    crosses += 1
                    locks += move.number == move.colour.last
                    assert name == "rusher" or skipped(match, seat, move) <= 2
                elif name == "rusher":
                    assert not can_lock
                    is_last = match.state.action == 2 and not match.state.has_crossed
                    assert not is_last or len(menu) == 1
                else:
                    assert all(skipped(match, seat, each) > 2 for each in list(menu)[:-1])
                match = match.commit(seat, move, point=match.point)
    assert crosses > 100
    assert locks > 0 or name == "skipper"


@pytest.mark.parametrize("name", ["evaluator", "weigher"])
def test_only_the_leader_ends_a_game(name: str) -> None:
    """The second lock ends the game: the leader takes it, others do not."""
    end = "w6 w6 r1 g1 b6"
    others = sheet("R  2  3  4  5  6  7  8  9 10 11 12  L\nY  x  x  x  x  x  -  -  -  -  -  x  x")
    own = "R  x  x  x  x  x  x  x  x  x 11 12  L\nY  -  -  -  -  -  -  -  -  -  -  -  -"
    assert choice(name, rolled(table(sheet(own), others), end)) == "r12"
    rich = sheet(
        """
        Y  x  x  x  x  x  x  x  x  x  -  x  x
        G  x  x  x  x  x  x  x  x  x  3  2  L
        """
    )
    poor = "R  x  x  x  x  x  7  8  9 10 11 12  L\nY  -  -  -  -  -  -  -  -  -  -  -  -"
    assert choice(name, rolled(table(sheet(poor), rich), end)) != "r12"


@pytest.mark.parametrize("name", ["evaluator", "weigher"])
@pytest.mark.parametrize(("played", "wanted"), [(1, True), (4, False)])
def test_earlier_games_count_in_the_last_one(name: str, played: int, wanted: bool) -> None:
    """Q11: a player far behind in a match ends the second game of five, but not the last one."""
    others = sheet("Y  x  x  x  x  x  -  -  -  -  -  x  x")
    own = sheet(
        """
        R  x  x  x  x  x  x  x  x  x  x 12  L
        Y  -  -  -  -  -  -  -  -  -  -  -  -
        """
    )
    state = rolled(table(own, others), "w6 w6 r1 g1 b6").state
    even, behind = Result("over.two_rows_closed", (60, 60)), Result("over.two_rows_closed", (20, 150))
    state = replace(state, games=5, results=(*[even] * (played - 1), behind))
    match: AnyMatch = Match(qwixx, 2, Options(5), state, 0, {}, (), rules.pending(state))
    assert (choice(name, match) == "r12") is wanted


def test_the_weigher_locks_first() -> None:
    """It takes the first lock of a game at any cost."""
    match = rolled(table(sheet("R  x  x  x  x  x  7  8  9 10 11 12  L"), sheet()), "w6 w6 r1 y1 g1 b6")
    assert choice("weigher", match) == "r12"


@pytest.mark.parametrize("seats", [1, 3])
def test_the_weigher_adds_up_four_things(seats: int) -> None:
    """Computed slowly: next numbers, misthrows, squares of crosses, skipped numbers."""
    rng, looked = Random(seats), 0
    for n in range(30):
        match = begun(Match.start(qwixx, seats), 2 + 2 * n, rng)
        if isinstance(match.pending, Over):
            continue
        state, closed = kernel.state_of(match.state), closed_rows(match.state.sheets)
        for seat, own in enumerate(match.state.sheets):
            chances = squares = skips = 0
            for colour, row in zip(COLOURS, own.rows, strict=True):
                crosses, numbers = len(row.crossed) + row.locked, colour.numbers
                squares += crosses**2
                if colour not in closed:
                    next_at = max([numbers.index(number) + 1 for number in row.crossed], default=0)
                    skips += next_at - crosses
                    if next_at < len(numbers):
                        chances += (6 - abs(numbers[next_at] - 7)) * (crosses + 1)
            wanted = 0.560 * chances / 36 - 0.826 * own.misthrows + 0.021 * squares - 0.063 * skips
            assert evaluation(state, seat, sparring.WEIGHED) == pytest.approx(wanted, abs=1e-5)
            looked += chances > 0
    assert looked > 8


def choice(name: str, match: Match[Any, qwixx.Move, Any, qwixx.View, Any], seat: Seat = A) -> str:
    """The move of a partner."""
    return qwixx.format_move(find(name).choose(match.seen_by(seat), Random(1)))


def test_looking_ahead_skips_less() -> None:
    """With an empty sheet and a white 7, a player who is not active passes."""
    match = rolled(table(sheet(), sheet()), "w3 w4 r1 y1 g1 b1")
    assert choice("expectimax", match, B) == "pass"
    assert choice("solo", match, B) == "pass"
    # The scorer looks no further than its next own turn.
    assert choice("scorer", match, B) == "r7"
    assert choice("expectimax", played(match, "A pass, B pass")) != "pass"


@pytest.mark.parametrize(("seats", "least"), [(2, 0.57), (4, 0.28)])
def test_the_evaluator_is_the_strongest_rule(seats: int, least: float) -> None:
    """Against greedy bots it wins more than its share; see benchmarks/sparring_qwixx.py."""
    share = 0.0
    for own in range(seats):
        names = tuple("evaluator" if seat == own else "greedy" for seat in range(seats))
        results = arena.play_match(1, 0, 500, kernel.new_state(seats), players_named(names))
        share += (results.won[:, own] / results.won.sum(axis=1)).mean() / seats
    assert share > least


def test_the_evaluator_can_expect_what_the_greedy_bot_expects() -> None:
    """Its tables are made as the greedy bot's are."""
    chances = (*astuple(greedy.IN_COMPANY), 1.0, greedy.MISTHROW, 1.0, 1.0)
    weights = np.array(evaluator_weights(Tuning(*chances)), np.float32)
    assert np.allclose(weights[:144].reshape(12, 12), EXPECTED[1], atol=1e-5)
    assert np.allclose(weights[144:288], weights[:144])
