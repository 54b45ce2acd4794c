"""WebAssembly chooses what native code chooses, in wasmtime and in Node, at every kind of table."""

from array import array
from collections.abc import Generator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bots.node_runtime import NodeRuntime
from closecall.bots import LEVELS, find_bot
from closecall.bots.enough import levels as enough_levels
from closecall.bots.enough.level_values import scale_of
from closecall.bots.enough.search_effort import EXPERT
from closecall.bots.enough.search_moves import CANDIDATES
from closecall.bots.mark import levels as mark_levels
from closecall.bots.native_runtime import NativeRuntime
from closecall.bots.qwixx import levels as qwixx_levels
from closecall.bots.qwixx.solo_file import LEVELS as SHEET_LEVELS
from closecall.bots.qwixx.solo_file import MISTHROWS
from closecall.bots.qwixx.solo_file import SHEETS as SHEETS_OF_QWIXX
from closecall.bots.runtime import Runtime
from closecall.bots.wasm import runtime as wasm
from closecall.bots.wasm.runtime import MODULE_FILE, WasmRuntime
from closecall.core.fate import RandomSource
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Seat
from closecall.games import rules_of
from closecall.games.mark.layout import colours_of
from closecall.games.mark.view import own_sheet
from closecall.kernels.enough.state_conversion import encode_state as encode_enough
from closecall.kernels.enough.view_conversion import readable_state
from closecall.kernels.mark.array_layout import SHEETS
from closecall.kernels.mark.state_conversion import encode_state as encode_mark
from closecall.kernels.mark.state_conversion import to_index
from closecall.kernels.qwixx.state_conversion import encode_state as encode_qwixx
from support.random_games import TABLES, Table, midway_match, random_match, table_name

DECISIONS = 5_000
"""For each game, spread over its numbers of seats."""
MOST_IN_A_GAME = 120
"""Then another game begins, with other options."""


@pytest.fixture(scope="module")
def runtimes() -> Iterator[dict[str, Runtime]]:
    """Native code first; the others have to agree."""
    node = NodeRuntime(Path(wasm.__file__).with_name(MODULE_FILE))
    yield {"native": NativeRuntime(), "wasmtime": WasmRuntime(), "node": node}
    node.close()


def decisions(table: Table, rng: Random) -> Generator[tuple[AnyMatch, Seat], Any, None]:
    """Decisions of random games; whoever asks sends the move."""
    game = 0
    while True:
        match = (midway_match if game % 2 else random_match)(table, rng)
        game += 1
        for _ in range(MOST_IN_A_GAME):
            while isinstance(match.pending, Chance):
                match = match.fate(match.rules.draw(match.state, RandomSource(rng)))
            if not isinstance(match.pending, Decision):
                break
            seat = rng.choice([seat for seat in match.pending.menus if seat not in match.sealed])
            move = yield match, seat
            match = match.commit(seat, move, point=match.point)


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_the_same_choices(table: Table, runtimes: dict[str, Runtime]) -> None:
    """Levels take turns; they play on by their own choices, or sometimes by any move."""
    slug = table[0]
    rng, tables = Random(table_name(table)), sum(other == slug for other, _ in TABLES)
    given = decisions(table, rng)
    match, seat = next(given)
    for number in range(-(-DECISIONS // tables)):
        level = LEVELS[number % len(LEVELS)]
        bot: Any = find_bot(level, slug)
        seen, key = match.seen_by(seat), rng.getrandbits(60)
        chosen = {
            name: rules_of(slug).format_move(bot.choose_with(runtime, seen, Random(key)))
            for name, runtime in runtimes.items()
        }
        assert len(set(chosen.values())) == 1, (
            f"{level} chooses {chosen} for seat {seat} of {match.log} with {match.options}, key {key}"
        )
        assert seen.menu is not None
        is_own = rng.random() < 0.8
        move = rules_of(slug).parse_move(chosen["native"]) if is_own else rng.choice(list(seen.menu))
        match, seat = given.send(move)


def test_solo_sheets_have_the_same_values(runtimes: dict[str, Runtime]) -> None:
    """The last levels of the table of solo Qwixx, to the last bit."""
    tables = {}
    for name in ("native", "wasmtime"):
        runtime = runtimes[name]
        values = runtime.reserve("d", MISTHROWS * SHEETS_OF_QWIXX)
        for level in range(SHEET_LEVELS - 1, SHEET_LEVELS - 16, -1):
            runtime.call_int("qwixx_solve_level", values, MISTHROWS - 1, level)
        tables[name] = runtime.read(values)
        runtime.release(values)
    assert any(tables["native"])
    assert tables["native"] == tables["wasmtime"]


# Values, for everybody who wants to know what the expert thinks.


def at_every_decision(slug: str, seats: int, games: int) -> Iterator[tuple[AnyMatch, Seat]]:
    """Decisions of random games, until there are this many."""
    given = decisions((slug, seats), Random(seats))
    match, seat = next(given)
    for _ in range(games):
        yield match, seat
        menu = match.seen_by(seat).menu
        assert menu is not None
        match, seat = given.send(Random(match.point).choice(list(menu)))


def test_values_of_mark(runtimes: dict[str, Runtime]) -> None:
    """Of every entry, and before a roll. In the last rounds the expert takes the most valuable entry."""
    bot: Any = find_bot("expert", "mark")
    for match, seat in at_every_decision("mark", 2, 90):
        seen = match.seen_by(seat)
        if seen.view.choosing is not None:
            continue
        own, layout = own_sheet(seen.view), tuple(colour.order for colour in colours_of(seen.view.layout))
        assert own.colour is not None
        assert seen.menu is not None
        ranks = array("b", [max(0, number - 1) for number in own.numbers])
        found = {}
        for name, runtime in runtimes.items():
            weights, spread, pattern, dice = mark_levels._players(runtime).find(layout, own.colour.order)
            values = runtime.reserve("d", 125)
            state = mark_state(encode_mark(match.state), seat)
            runtime.call_int("mark_value_entries", state, 0, weights, spread, pattern, dice, values)
            before = runtime.call("mark_expect", weights, spread, pattern, ranks)
            found[name] = runtime.read(values), before
        assert found["native"] == found["wasmtime"] == found["node"]
        values, before = found["native"]
        possible = {index for index in range(125) if values[index] > -1e8}
        assert possible == {to_index(move) for move in seen.menu}
        assert 0 < before < 200
        if own.numbers.count(0) <= 4:
            chosen = to_index(bot.choose(seen, Random(1)))
            assert values[chosen] == max(values[index] for index in possible)


def mark_state(state: "array[int]", seat: Seat) -> "array[int]":
    """The same table with the sheet of this seat as the first."""
    sheet = state[SHEETS + 25 * seat : SHEETS + 25 * seat + 25]
    state[SHEETS : SHEETS + 25] = sheet
    return state


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_values_of_qwixx(seats: int, runtimes: dict[str, Runtime]) -> None:
    """Chances to win are chances; those of two seats add up to 1."""
    for match, _ in at_every_decision("qwixx", seats, 60):
        state = encode_qwixx(match.state)
        if match.state.results:
            continue  # A game has just ended.
        found = {}
        for name, runtime in runtimes.items():
            net = qwixx_levels._weights(runtime, "expert", seats)
            found[name] = [runtime.call("qwixx_win_chance", state, seat, net) for seat in range(seats)]
        assert found["native"] == found["wasmtime"] == found["node"]
        assert all(0 < chance < 1 for chance in found["native"])
        assert seats > 2 or sum(found["native"]) == pytest.approx(1)


def test_values_of_solo_sheets(runtimes: dict[str, Runtime]) -> None:
    """The entry of a sheet in a table in which every entry is its own number."""
    table = array("f", range(MISTHROWS * SHEETS_OF_QWIXX))
    stored = {name: runtimes[name].store(table) for name in ("native", "wasmtime")}
    seen = set()
    for match, seat in at_every_decision("qwixx", 1, 60):
        state = encode_qwixx(match.state)
        found = {
            name: runtimes[name].call("qwixx_points_to_come", state, seat, held)
            for name, held in stored.items()
        }
        assert found["native"] == found["wasmtime"]
        seen.add(found["native"])
    assert len(seen) > 20


def test_values_of_enough(runtimes: dict[str, Runtime]) -> None:
    """The chance to win with each move that the expert considers."""
    effort = array("q", EXPERT._replace(playouts=40))
    for match, seat in at_every_decision("enough", 3, 40):
        seen = match.seen_by(seat)
        if seen.view.phase == "Showing":
            continue
        state = encode_enough(readable_state(seen.view))
        found = {}
        for name, runtime in runtimes.items():
            known = enough_levels._knowledge(runtime, 3, scale_of(seen.view.kit.cards))
            moves, values = runtime.reserve("q", CANDIDATES), runtime.reserve("d", CANDIDATES)
            count = runtime.call_int("enough_value_moves", state, seat, 7, *known, effort, moves, values)
            found[name] = runtime.read(moves)[:count], runtime.read(values)[:count]
        assert found["native"] == found["wasmtime"] == found["node"]
        assert len(found["native"][0]) >= 1
        assert all(0 <= chance <= 1 for chance in found["native"][1])
