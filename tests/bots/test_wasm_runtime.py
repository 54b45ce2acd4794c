"""The runtime of the module: its memory, its cache of machine code, and what goes wrong."""

import threading
from array import array
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest
import wasmtime

from closecall import new_match, with_fate
from closecall.bots import find_bot, runtime
from closecall.bots.mark.levels import MOST_PLAYERS
from closecall.bots.mark.net_layout import SPREAD
from closecall.bots.native_runtime import NativeRuntime
from closecall.bots.wasm import runtime as wasm
from closecall.bots.wasm.runtime import InMemory, WasmRuntime
from closecall.core.rules import Decision, Seat
from closecall.kernels import cache_dirs
from support.random_games import OPTIONS

EXPERT: Any = find_bot("expert", "qwixx")


def choice(of: runtime.Runtime, seed: int = 1) -> str:
    """The expert's first move at a table of two."""
    match = with_fate(new_match("qwixx", seats=2), seed=bytes([seed] * 32))
    return str(match.rules.format_move(EXPERT.choose_with(of, match.seen_by(Seat(0)), Random(seed))))


# Memory.


def test_what_is_stored_can_be_read() -> None:
    """Arrays of every type, beside each other, before and after a call."""
    module = WasmRuntime()
    given = [array(typecode, [1, 2, 3]) for typecode in "bhqfd"]
    stored = [module.store(numbers) for numbers in given]
    choice(module)
    assert [module.read(each) for each in stored] == given
    assert [len(each) for each in stored] == [3] * 5


def test_reserved_memory_is_empty() -> None:
    """Whatever calls or others have left there."""
    module = WasmRuntime()
    choice(module)
    assert not any(module.read(module.reserve("d", 100_000)))
    used = module.store(array("d", [7.0] * 1000))
    module.release(used)
    assert not any(module.read(module.reserve("d", 1000)))


def test_released_memory_is_used_again() -> None:
    """By the next array of the same size, and by no other."""
    module = WasmRuntime()
    first = module.store(array("d", [1.0] * 1000))
    module.release(first)
    assert module.store(array("d", [2.0] * 10)).address != first.address
    assert module.store(array("d", [3.0] * 1000)).address == first.address
    assert module.store(array("d", [4.0] * 1000)).address != first.address


def test_memory_grows() -> None:
    """There is room for a call after everything that is stored."""
    module = WasmRuntime()
    before = choice(module)
    many = [module.store(array("d", [float(n)] * (1 << 18))) for n in range(40)]  # 80 MB.
    assert [module.read(each)[-1] for each in many] == [float(n) for n in range(40)]
    assert choice(module) == before


def test_memory_of_players_is_bounded() -> None:
    """Of many layouts of Close to the Mark!, only the last few players are held."""
    module, sizes = WasmRuntime(), []
    bot: Any = find_bot("hard", "mark")
    for number in range(24):
        options = OPTIONS["mark"](1, Random(number))
        match = new_match("mark", seats=1, options=options)
        match = match.commit(Seat(0), match.rules.parse_move("green"), point=match.point)
        seen = with_fate(match, seed=bytes(32)).seen_by(Seat(0))
        assert seen.menu is not None
        assert bot.choose_with(module, seen, Random(1)) in seen.menu
        sizes.append(module._memory.data_len(module._store))
    assert sizes[0] < sizes[-1] < sizes[0] + MOST_PLAYERS * 8_000_000
    assert len(set(sizes)) == MOST_PLAYERS


# Threads and errors.


def test_threads_take_turns() -> None:
    """Each gets its own answers."""
    module = WasmRuntime()
    expected = [choice(module, seed) for seed in range(8)]
    found: dict[int, list[str]] = {}

    def play(number: int) -> None:
        found[number] = [choice(module, seed) for _ in range(5) for seed in range(8)]

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(found.values()) == [expected * 5] * 4


def test_a_trap_is_an_error_and_no_more() -> None:
    """The next call works as before."""
    module = WasmRuntime()
    before = choice(module)
    outside = InMemory(1 << 31, SPREAD, "f")
    with pytest.raises(wasmtime.Trap):
        module.call_int("mark_prepare", outside, outside)
    assert choice(module) == before


# The cache of machine code.


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setattr(cache_dirs, "cache_root", lambda: tmp_path)
    return tmp_path


def compiled_file(cache: Path) -> Path:
    """The only file in the cache."""
    (path,) = cache.glob("*/*")
    return path


def test_machine_code_is_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second process does not compile."""
    expected = choice(WasmRuntime())
    before = compiled_file(cache).read_bytes()
    monkeypatch.setattr(wasmtime.Module, "__init__", None)
    assert choice(WasmRuntime()) == expected
    assert compiled_file(cache).read_bytes() == before


@pytest.mark.parametrize("damage", [b"", b"nonsense", None], ids=["empty", "nonsense", "one bit"])
def test_a_damaged_file_is_replaced(damage: bytes | None, cache: Path) -> None:
    """It is never executed."""
    expected = choice(WasmRuntime())
    path = compiled_file(cache)
    good = path.read_bytes()
    path.write_bytes(bytes([*good[:-9], good[-9] ^ 1, *good[-8:]]) if damage is None else damage)
    assert choice(WasmRuntime()) == expected
    assert path.read_bytes() == good


def test_a_cache_that_cannot_be_written(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module is compiled every time."""
    (cache / "file").write_bytes(b"")
    monkeypatch.setattr(cache_dirs, "cache_root", lambda: cache / "file")
    assert choice(WasmRuntime()) == choice(NativeRuntime())


# Which runtime.


@pytest.mark.parametrize(
    ("missing", "expected"),
    [((), WasmRuntime), (("wasmtime",), NativeRuntime), (("wasmtime", "numba"), type(None))],
    ids=["wasmtime", "numba", "neither"],
)
def test_the_runtime_is_what_is_installed(
    missing: tuple[str, ...], expected: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WebAssembly first, then Numba; without either there is none."""
    monkeypatch.setattr(runtime, "find_spec", lambda name: None if name in missing else find_spec(name))
    assert isinstance(runtime.find_runtime.__wrapped__(), expected)


def test_a_machine_without_a_build_of_wasmtime(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be installed there, but not be imported: Numba plays."""
    monkeypatch.setattr(wasm, "wasmtime", None)
    assert isinstance(runtime.find_runtime.__wrapped__(), NativeRuntime)


@pytest.mark.parametrize("game", ["mark", "qwixx", "enough"])
def test_without_a_runtime_the_greedy_bot_plays(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For every level, so that games can go on."""
    from importlib import import_module

    levels = import_module(f"closecall.bots.{game}.levels")
    monkeypatch.setattr(levels, "find_runtime", lambda: None)
    match = with_fate(new_match(game, seats=3), seed=bytes(32))
    assert isinstance(match.pending, Decision)
    seat = next(iter(match.pending.menus))
    seen, greedy, expert = match.seen_by(seat), find_bot("greedy", game), find_bot("expert", game)
    assert greedy is not None
    assert expert is not None
    assert expert.choose(seen, Random(1)) == greedy.choose(seen, Random(1))
