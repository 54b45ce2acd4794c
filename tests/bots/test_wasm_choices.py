"""WebAssembly chooses what native code chooses, in wasmtime and in Node, at every kind of table."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bots.node_runtime import NodeRuntime
from closecall.bots import LEVELS, find_bot
from closecall.bots.native_runtime import NativeRuntime
from closecall.bots.runtime import Runtime
from closecall.bots.wasm import runtime as wasm
from closecall.bots.wasm.runtime import MODULE_FILE, WasmRuntime
from closecall.core.fate import RandomSource
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Seat
from closecall.games import rules_of
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


def decisions(table: Table, rng: Random) -> Iterator[tuple[AnyMatch, Seat]]:
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
    given: Any = decisions(table, rng)
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
        is_own = rng.random() < 0.8
        move = rules_of(slug).parse_move(chosen["native"]) if is_own else rng.choice(list(seen.menu))
        match, seat = given.send(move)


def test_solo_sheets_have_the_same_values(runtimes: dict[str, Runtime]) -> None:
    """The last levels of the table of solo Qwixx, to the last bit."""
    from closecall.bots.qwixx.solo_file import LEVELS as SHEET_LEVELS
    from closecall.bots.qwixx.solo_file import MISTHROWS, SHEETS

    tables = {}
    for name in ("native", "wasmtime"):
        runtime = runtimes[name]
        values = runtime.reserve("d", MISTHROWS * SHEETS)
        for level in range(SHEET_LEVELS - 1, SHEET_LEVELS - 16, -1):
            runtime.call_int("qwixx_solve_level", values, MISTHROWS - 1, level)
        tables[name] = runtime.read(values)
        runtime.release(values)
    assert any(tables["native"])
    assert tables["native"] == tables["wasmtime"]
