"""Whether bots of Close Enough show what they need not (E14), and views in which they are asked."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from closecall.bots import NAMES, find_bot
from closecall.bots.enough.bragging import BRAG_SCALE, BRAGS, brag_or_keep
from closecall.bots.enough.greedy_kernel import greedy_move
from closecall.bots.enough.search import search_move
from closecall.bots.enough.threshold import threshold_move
from closecall.bots.enough.trained_values import level_row, new_expert
from closecall.bots.view_check import is_possible
from closecall.core.record import AnyMatch
from closecall.core.rules import Seat
from closecall.core.seen import Seen, decode_seen, encode_seen
from closecall.games.enough.kit import shipped_kit
from closecall.games.enough.moves import KEEP, SHOW
from closecall.games.enough.state import Options, Showing
from closecall.kernels.counter_rng import begin
from closecall.kernels.enough import array_layout, kernel
from closecall.sim import simulate
from kernels.reference_rng import Numbers
from support.random_games import deciding, midway_match, walk

KEEPERS = ("expert", "hard", "greedy")


def asked(games: int) -> Iterator[tuple[AnyMatch, Seat]]:
    """Players who are asked whether they show, in random games."""
    for n in range(games):
        rng = Random(f"showing {n}")
        for match in walk(midway_match(("enough", 3 + n % 3), rng), rng):
            if isinstance(match.state.phase, Showing):
                for seat, _ in deciding(match):
                    yield match, seat


def chosen(name: str, seen: Seen[Any, Any], rng: Random) -> Any:
    """The move of a bot."""
    bot = find_bot(name, "enough")
    assert bot is not None
    return bot.choose(seen, rng)


def test_strong_bots_keep_their_cards() -> None:
    """Always, and without drawing a number, so that their games are what they were."""
    chances, moves, met = np.zeros(2, np.uint64), np.zeros(kernel.MOVES, np.int64), 0
    for n, (match, seat) in enumerate(asked(12)):
        for name in KEEPERS:
            rng = Random(n)
            assert chosen(name, match.seen_by(seat), rng) == KEEP
            assert rng.getstate() == Random(n).getstate()
        table = kernel.state_of(match.state)
        begin(chances, n, 0)
        assert search_move(table, seat, chances, new_expert(match.seats)) == array_layout.KEEP
        assert (
            threshold_move(table, seat, chances, level_row("hard", match.seats), moves) == array_layout.KEEP
        )
        count = kernel.list_moves(table, seat, moves)
        assert greedy_move(table, seat, chances, moves, count) == array_layout.KEEP
        assert chances[1] == 0
        met += 1
    assert met > 30


def test_weaker_levels_brag_with_close_lots() -> None:
    """As often as they should at each distance: the easy level more than the medium one."""
    shown, tries = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for n, (match, seat) in enumerate(asked(20)):
        seen = match.seen_by(seat)
        own = match.state.players[seat]
        far = abs(own.face_up + sum(own.hand) - own.target.number)  # before tokens
        for name in BRAGS:
            rng = Random(f"{name} {n}")
            tries[name, far] += 100
            shown[name, far] += [chosen(name, seen, rng) for _ in range(100)].count(SHOW)
    assert BRAGS["easy"] > BRAGS["medium"]
    for (name, far), many in tries.items():
        expected = BRAGS[name] / BRAG_SCALE / (1 + far)
        error = (expected * (1 - expected) / many) ** 0.5
        assert abs(shown[name, far] / many - expected) < 4 * error, (name, far)
    assert {far for _, far in tries} >= {*range(6)}


def test_compiled_players_brag_as_readable_ones() -> None:
    """The same choice with the same numbers, which are no other decision's."""
    chances, moves, met = np.zeros(2, np.uint64), np.zeros(kernel.MOVES, np.int64), Counter[Any]()
    for n, (match, seat) in enumerate(asked(20)):
        table, view = kernel.state_of(match.state), match.seen_by(seat).view
        begin(chances, n, 0)
        key = int(chances[0])
        for name, brag in BRAGS.items():
            move = threshold_move(table, seat, chances, level_row(name, match.seats), moves)
            numbers = Numbers(key, 5 * view.round + seat)
            assert kernel.to_move(move, ()) == brag_or_keep(view, brag, numbers.as_random())
            met[kernel.to_move(move, ())] += 1
        assert chances[1] == 0
    assert min(met[SHOW], met[KEEP]) > 10


@pytest.mark.parametrize("bots", [("expert", "hard", "greedy"), ("hard", "medium", "easy", "greedy")])
def test_showing_changes_no_game(bots: tuple[str, ...]) -> None:
    """The same seeds give the same games, whether players may show their cards or not."""
    asked, unasked = (
        simulate("enough", bots, 20, 5, options=Options(advanced=True, showing=showing), rotate=True)
        for showing in (True, False)
    )
    assert asked.is_compiled
    assert np.array_equal(asked.scores, unasked.scores)
    assert np.array_equal(asked.lengths, unasked.lengths)


def test_strong_bots_play_the_same_readable_games() -> None:
    """The same in the readable engine."""
    asked, unasked = (
        simulate("enough", ["greedy"] * 3, 4, 5, options=Options(showing=showing), readable=True)
        for showing in (True, False)
    )
    assert np.array_equal(asked.scores, unasked.scores)


def test_answers_need_no_compiled_code() -> None:
    """A table with people never waits for Numba only to hear that a bot keeps its cards."""
    program = (
        "import sys\n"
        "from random import Random\n"
        "from closecall.bots import NAMES, find_bot\n"
        "from closecall.core.rules import Decision\n"
        "from closecall import new_match, with_fate\n"
        "match, rng = with_fate(new_match('enough', seats=3), seed=bytes(32)), Random(1)\n"
        "while match.seen_by(0).view.phase != 'Showing':\n"
        "    for seat, menu in match.pending.menus.items():\n"
        "        match = match.commit(seat, rng.choice(list(menu)), point=match.point)\n"
        "    match = with_fate(match, seed=bytes(32))\n"
        "for name in NAMES:\n"
        "    for seat in match.pending.menus:\n"
        "        print(find_bot(name, 'enough').choose(match.seen_by(seat), rng))\n"
        "assert 'numba' not in sys.modules\n"
    )
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert len(told.splitlines()) >= len(NAMES)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where a JSON value has a number or nothing: its container, and its place there."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if inner is None or type(inner) is int:
            yield value, key
        elif isinstance(inner, dict | list):
            yield from places(inner)


def could_be(rules: Any, seen: dict[str, Any]) -> bool:
    """Whether a view in JSON is read, and is that of a table."""
    try:
        return is_possible("enough", decode_seen(rules, seen, is_lenient=True))
    except Exception:  # Not even a view.
        return False


def test_impossible_scored_rounds_are_refused() -> None:
    """With any other number in it."""
    for match, seat in [*asked(8)][::7]:
        seen = encode_seen(match.rules, match.seen_by(seat))
        assert could_be(match.rules, seen)
        for container, key in [*places(seen["view"])]:
            number = container[key]
            for odd in (-(10**9), 10**9):
                container[key] = odd
                assert not could_be(match.rules, seen), (container, key)
            container[key] = number


def test_scores_that_do_not_follow_are_refused() -> None:
    """Stars from nowhere, a proof that is missing, a caller who is said to have won or lost."""
    for match, seat in [*asked(12)][::5]:
        last = match.state.last
        for n, standing in enumerate(last.standings):
            better = replace(standing, change=standing.change + 20)
            muck = replace(standing, shown=None) if standing.shown else better
            for wrong in (better, muck):
                standings = (*last.standings[:n], wrong, *last.standings[n + 1 :])
                view = replace(match.seen_by(seat).view, last=replace(last, standings=standings))
                assert not is_possible("enough", replace(match.seen_by(seat), view=view))
        view = replace(match.seen_by(seat).view, last=replace(last, won=not last.won))
        assert not is_possible("enough", replace(match.seen_by(seat), view=view))


def test_shown_cards_are_in_later_views() -> None:
    """A view with cards that somebody chose to show is possible, and a bot can search from it."""
    met = 0
    for n in range(8):
        rng = Random(f"shown {n}")
        for match in walk(midway_match(("enough", 3), rng), rng):
            last = match.state.last
            if last and any(each.shown and each.shown.by_choice for each in last.standings):
                for seat, _ in deciding(match)[:1]:
                    assert is_possible("enough", match.seen_by(seat))
                    met += 1
    assert met > 10


def test_random_bots_show_at_random() -> None:
    """Compiled and readable, they draw this decision like any other."""
    kit = shipped_kit("classic")
    for readable in (False, True):
        asked, unasked = (
            simulate("enough", ["random"] * 3, 4, 5, options=Options(kit, showing=showing), readable=readable)
            for showing in (True, False)
        )
        assert not np.array_equal(asked.scores, unasked.scores)
