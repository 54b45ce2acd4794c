"""The levels of Qwixx play in the arena as they do at a table."""

from random import Random

import numpy as np
import pytest

from bots.test_sparring_qwixx import fate
from closecall.bots import LEVELS, compiled_play, find_bot
from closecall.bots.qwixx import arena
from closecall.bots.qwixx.policies import PLAYERS
from closecall.bots.qwixx.sparring import new_chances, weights_for
from closecall.core.match import Commit, Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Seat
from closecall.games import qwixx
from closecall.games.qwixx import Cross, Options, Roll
from closecall.kernels.counter_rng import Chances, begin_player, below
from closecall.kernels.qwixx import kernel
from kernels.reference_rng import Numbers
from support.matches import over


def arena_move(name: str, match: AnyMatch, seat: Seat, chances: Chances) -> qwixx.Move:
    """The move of a player of the arena at a table of the engine."""
    if match.seen_by(seat).view.is_asking:
        return (qwixx.MORE, qwixx.STOP)[below(chances, 2)] if name == "random" else qwixx.MORE
    weights = weights_for(name, match.seats)
    state = kernel.state_of(match.state)
    return kernel.to_move(arena.decide(PLAYERS.index(name), state, seat, chances, weights))


def rolled(match: AnyMatch, numbers: Numbers) -> AnyMatch:
    """The match at its next decision, or at its end."""
    while isinstance(match.pending, Chance):
        match = match.fate(fate(match.state, numbers))
    return match


@pytest.mark.parametrize("seats", range(1, 6))
def test_the_arena_chooses_what_the_bots_choose(seats: int) -> None:
    """With the same random numbers, at every decision of some matches."""
    decisions, numbers, rng = 0, Numbers(31, seats), Random(seats)
    match = rolled(Match.start(qwixx, seats, Options(games=2)), numbers)
    while isinstance(match.pending, Decision):
        point = match.point
        for seat in match.pending.menus:
            seen, number = match.seen_by(seat), rng.getrandbits(62)
            chosen = []
            for level in LEVELS:
                bot = find_bot(level, "qwixx")
                assert bot is not None
                chosen.append(bot.choose(seen, Random(number)))
                assert chosen[-1] == arena_move(level, match, seat, new_chances(Random(number))), level
                decisions += 1
            match = match.commit(seat, rng.choice(chosen), point=point)
        match = rolled(match, numbers)
    assert decisions > 100 + 50 * seats


def engine_match(names: tuple[str, ...], options: Options, seed: int, table: int) -> AnyMatch:
    """A table of the arena played by the engine: shared dice, and random numbers for every seat."""
    numbers = Numbers(seed, table)
    own = np.zeros((5, 2), np.uint64)
    for seat in range(len(names)):
        begin_player(own[seat], seed, table, seat)
    match = rolled(Match.start(qwixx, len(names), options), numbers)
    while isinstance(match.pending, Decision):
        point = match.point
        for seat in match.pending.menus:
            match = match.commit(seat, arena_move(names[seat], match, seat, own[seat]), point=point)
        match = rolled(match, numbers)
    return match


@pytest.mark.parametrize(
    ("names", "options"),
    [
        (("expert",), Options(2)),
        (("expert",), Options(3, one_more=True)),
        (("medium", "expert"), Options()),
        (("medium", "expert"), Options(4, one_more=True)),
        (("random", "expert"), Options(one_more=True)),
        (("expert", "easy", "hard"), Options(2)),
        (("random", "medium", "easy", "expert", "greedy"), Options()),
    ],
)
def test_whole_tables_of_levels(names: tuple[str, ...], options: Options) -> None:
    """Points, winners, rolls, misthrows and locks equal those of the engine, over all games of a match."""
    results = kernel.new_results(2, len(names))
    play = compiled_play("qwixx", names)
    assert play is not None
    play(13, 4, kernel.new_state(len(names), options), results)
    for n in range(2):
        match = engine_match(names, options, 13, 4 + n)
        ended, seats = over(match), range(len(names))
        assert len(match.state.results) == 5 or not options.one_more or "random" in names
        assert tuple(results.scores[n]) == ended.scores
        assert tuple(results.won[n].nonzero()[0]) == ended.winners
        assert results.turns[n] == sum(isinstance(getattr(e, "outcome", None), Roll) for e in match.log)
        crossed = [(e.seat, e.move) for e in match.log if isinstance(e, Commit) and isinstance(e.move, Cross)]
        locks = [
            sum(seat == who and move.number == move.colour.last for who, move in crossed) for seat in seats
        ]
        assert results.locks[n].tolist() == locks
        if len(match.state.results) == 1:
            assert results.misthrows[n].tolist() == [sheet.misthrows for sheet in match.state.sheets]
