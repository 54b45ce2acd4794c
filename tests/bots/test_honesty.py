"""No bot knows more than its seat sees, and none has randomness but the numbers it is given.

What others hold or have already chosen may be anything else: as long as a seat sees the same, it chooses the
same. And the same seed gives the same games, in every process and with any number of workers.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import product
from random import Random

import numpy as np
import pytest

from closecall.bots import LEVELS, NAMES, AnyBot, find_bot
from closecall.bots.enough.greedy_kernel import greedy_move
from closecall.bots.enough.level_values import scale_of
from closecall.bots.enough.levels import LevelBot
from closecall.bots.enough.search import search_move
from closecall.bots.enough.search_effort import EXPERT
from closecall.bots.enough.threshold import threshold_move
from closecall.bots.enough.trained_values import level_row, new_expert
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Over, Seat
from closecall.core.seen import Seen
from closecall.games import rules_of, slugs
from closecall.games.enough.moves import Move
from closecall.games.enough.view import View, redeal
from closecall.kernels.counter_rng import Chances, begin
from closecall.kernels.enough import kernel
from closecall.kernels.enough.array_layout import SEATS
from closecall.sim import simulate
from support.random_games import midway_match, walk

QUICK = EXPERT._replace(playouts=40, burn_in=10, exchanges=4)
PHASES = {"Turn", "GiveUp", "Declare", "NewFaceUp", "EndOfTurn", "BackingOut", "Totalling", "Showing"}
SEATS_OF = {"mark": (2, 5), "qwixx": (2, 4), "enough": (3, 4, 5)}


class QuickExpert:
    """The expert of Close Enough with less effort."""

    @staticmethod
    def choose(seen: Seen[Move, View], rng: Random) -> Move:
        """Its move."""
        return LevelBot("expert", QUICK).choose(seen, rng)


def bot_of(name: str, game: str) -> AnyBot:
    """A bot that is known to exist."""
    if (name, game) == ("expert", "enough"):
        return QuickExpert
    bot = find_bot(name, game)
    assert bot is not None, (name, game)
    return bot


def moments(game: str, games: int, *, every: int) -> Iterator[tuple[AnyMatch, Seat]]:
    """Decisions of random games, with all options and several numbers of seats."""
    for n in range(games):
        rng, seats = Random(f"honest {game} {n}"), SEATS_OF[game][n % len(SEATS_OF[game])]
        for step, match in enumerate(walk(midway_match((game, seats), rng), rng)):
            if isinstance(match.pending, Decision) and (step + n) % every == 0:
                for seat in match.pending.menus:
                    if seat not in match.sealed:
                        yield match, seat


def varied(games: int) -> Iterator[tuple[AnyMatch, Seat]]:
    """Decisions of Close Enough: up to five of each phase, with and without backing out."""
    met = Counter[tuple[str, bool]]()
    for match, seat in moments("enough", games, every=3):
        kind = (match.seen_by(seat).view.phase, match.state.advanced)
        met[kind] += 1
        if met[kind] <= 5:
            yield match, seat
    assert set(met) == {*product(PHASES, (False, True))} - {("BackingOut", False)}


def test_hidden_cards_change_no_choice() -> None:
    """In every phase, with and without backing out, all bots of Close Enough."""
    changed = set()
    for n, (match, seat) in enumerate(varied(24)):
        other = replace(match, state=redeal(match.state, seat, RandomSource(Random(n))))
        if other.state != match.state:
            changed.add(match.seen_by(seat).view.phase)
        for name in NAMES:
            bot = bot_of(name, "enough")
            one, same = (bot.choose(true.seen_by(seat), Random(n)) for true in (match, other))
            assert one == same, (name, match.seen_by(seat).view)
    assert changed == PHASES


def test_hidden_cards_change_no_choice_of_compiled_players() -> None:
    """The same for players that are given the whole table, as in simulations."""
    changed, moves = set(), np.zeros(kernel.MOVES, np.int64)
    for n, (match, seat) in enumerate(varied(24)):
        true = kernel.state_of(match.state)
        other = kernel.state_of(redeal(match.state, seat, RandomSource(Random(n))))
        seats, scale = int(true[SEATS]), scale_of(match.state.kit.cards)
        if not np.array_equal(true, other):
            changed.add(match.seen_by(seat).view.phase)
        for level in ("easy", "medium", "hard"):
            row = level_row(level, seats, scale)
            one, same = (threshold_move(table, seat, numbers(n), row, moves) for table in (true, other))
            assert one == same, (level, match.seen_by(seat).view)
        searcher = new_expert(seats, scale, QUICK)
        one, same = (search_move(table, seat, numbers(n), searcher) for table in (true, other))
        assert one == same, match.seen_by(seat).view
        count = kernel.list_moves(true, seat, moves)
        menu = moves[:count].copy()
        one, same = (greedy_move(table, seat, numbers(n), menu.copy(), count) for table in (true, other))
        assert one == same, match.seen_by(seat).view
    assert changed == PHASES


def numbers(seed: int) -> Chances:
    """Random numbers for a compiled player."""
    chances = np.zeros(2, np.uint64)
    begin(chances, seed, 0)
    return chances


@pytest.mark.parametrize("game", slugs())
def test_sealed_choices_of_others_change_no_choice(game: str) -> None:
    """Whatever the others have already committed, in any order."""
    met, bots = 0, {name: bot_of(name, game) for name in NAMES}
    for n, (match, seat) in enumerate(moments(game, 12, every=1 if game == "enough" else 11)):
        assert isinstance(match.pending, Decision)
        others = [other for other in match.pending.menus if other != seat and other not in match.sealed]
        if not others:
            continue
        first, second = _sealed(match, others, Random(2 * n)), _sealed(match, others, Random(2 * n + 1))
        met += first.sealed != second.sealed
        for name, bot in bots.items():
            one = bot.choose(first.seen_by(seat), Random(n))
            bot.choose(match.seen_by(others[0]), Random(n + 1))
            assert bot.choose(second.seen_by(seat), Random(n)) == one, (name, match.seen_by(seat).view)
        if met == 20:
            break
    assert met >= 10


def _sealed(match: AnyMatch, seats: list[Seat], rng: Random) -> AnyMatch:
    """The match after random choices of these seats."""
    assert isinstance(match.pending, Decision)
    for seat in seats:
        match = match.commit(seat, rng.choice(list(match.pending.menus[seat])), point=match.point)
    return match


def played(game: str) -> str:
    """A fingerprint of a game between all levels."""
    rules, levels = rules_of(game), LEVELS[: rules_of(game).SEATS[-1]]
    match: AnyMatch = Match.start(rules, len(levels))
    source, rng, told = RandomSource(Random("fate")), Random("bots"), sha256()
    while not isinstance(match.pending, Over):
        if isinstance(match.pending, Chance):
            match = match.fate(rules.draw(match.state, source))
            continue
        point = match.point
        for seat, menu in match.pending.menus.items():
            bot = find_bot(levels[seat], game)
            assert bot is not None
            move = bot.choose(match.seen_by(seat), rng)
            assert move in menu
            told.update(rules.format_move(move).encode())
            match = match.commit(seat, move, point=point)
    return told.hexdigest()


@pytest.mark.long
def test_two_processes_play_the_same_games() -> None:
    """Other hash seeds and memory addresses make no difference."""
    code = f"from bots.test_honesty import played; print([played(game) for game in {slugs()!r}])"
    told = [
        subprocess.run(
            [
                sys.executable,
                "-c",
                f"import sys; sys.path[:0] = {sys.path!r}; {code}",
            ],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(set(told[0].split("'")[1::2])) == len(slugs())


@pytest.mark.long
@pytest.mark.parametrize("game", slugs())
def test_workers_change_no_game_of_strong_bots(game: str) -> None:
    """The same seed gives the same scores with one process or two."""
    alone, together = (simulate(game, LEVELS, 6, seed=8, rotate=True, workers=n) for n in (1, 2))
    assert together.tally == alone.tally
    assert (together.scores == alone.scores).all()
    other = simulate(game, LEVELS, 6, seed=9, rotate=True)
    assert (other.scores != alone.scores).any()
