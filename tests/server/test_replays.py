"""Replays: shared, kept, bounded, and one reader after the other."""

import asyncio
import threading
from random import Random

import pytest

from closecall.core.fate import with_fate
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Decision, Seat
from closecall.games import rules_of, slugs
from closecall.server.replays import EVERY, Passage, Positions, Replays, replayed
from closecall.server.tables import Table, after_close, after_game_over, after_start
from server.room_fixtures import ME, SEED, local, run_ready_tasks, table_for

pytestmark = pytest.mark.anyio


class Desk:
    """Computes answers in threads, and waits to be told to begin."""

    def __init__(self) -> None:
        self.begin = threading.Event()
        self.computed: list[str] = []

    def compute(self, answer: str) -> bytes:
        """An answer; the order in which they are computed is recorded."""
        assert self.begin.wait(60)
        self.computed.append(answer)
        if answer == "broken":
            raise LookupError(answer)
        return answer.encode()

    def ask(self, replays: Replays, reader: str, answer: str) -> "asyncio.Future[bytes]":
        """A reader asks for something."""
        return asyncio.ensure_future(replays.answer(reader, (answer, ""), lambda: self.compute(answer)))


async def test_thirty_readers_keep_nobody_waiting() -> None:
    """Whatever somebody has asked for thirty times, another reader comes second."""
    replays, desk = Replays(), Desk()
    asked = [desk.ask(replays, "noisy", f"noisy {n}") for n in range(30)]
    await run_ready_tasks()
    asked.append(desk.ask(replays, "quiet", "quiet"))
    await run_ready_tasks()
    desk.begin.set()
    await asyncio.gather(*asked)
    assert len(desk.computed) == 31
    # One has begun already, and one more of the same reader may have been chosen.
    assert desk.computed.index("quiet") <= 2, desk.computed


async def test_readers_of_the_same_steps_share_one_computation() -> None:
    """Also if the first of them leaves while the others wait."""
    replays, desk = Replays(), Desk()
    asked = [desk.ask(replays, f"reader {n}", "same") for n in range(30)]
    await run_ready_tasks()
    asked.pop(0).cancel()
    desk.begin.set()
    assert set(await asyncio.gather(*asked)) == {b"same"}
    assert await desk.ask(replays, "later", "same") == b"same"
    assert desk.computed == ["same"]


async def test_a_failure_is_told_and_not_kept() -> None:
    """Those behind it are served."""
    replays, desk = Replays(), Desk()
    desk.begin.set()
    broken, fine = desk.ask(replays, "ann", "broken"), desk.ask(replays, "ann", "fine")
    with pytest.raises(LookupError):
        await broken
    assert await fine == b"fine"
    with pytest.raises(LookupError):
        await desk.ask(replays, "ann", "broken")
    assert desk.computed == ["broken", "fine", "broken"]


async def test_kept_answers_are_bounded_by_their_size() -> None:
    """The one that was read longest ago makes room; one that is too large is not kept at all."""
    replays, desk = Replays(most_bytes=10), Desk()
    desk.begin.set()
    for answer in ("aaaa", "bbbb", "aaaa", "cccc"):
        await desk.ask(replays, "ann", answer)
    assert replays.kept_bytes == 8
    assert desk.computed == ["aaaa", "bbbb", "cccc"]
    await desk.ask(replays, "ann", "aaaa")
    await desk.ask(replays, "ann", "bbbb")
    assert desk.computed == ["aaaa", "bbbb", "cccc", "bbbb"]
    await desk.ask(replays, "ann", "x" * 11)
    assert replays.kept_bytes == 0


def _played(game: str) -> tuple[Table, AnyMatch]:
    """A game of two people that is over for the table, played at random for some time."""
    rng = Random(game)
    table = after_start(table_for(ME, local("Kim"), local("Lou"), game=game), 1)
    match = with_fate(Match.start(rules_of(game), 3), bytes.fromhex(SEED))
    while isinstance(match.pending, Decision) and len(match.log) < 5 * EVERY:
        seat = rng.choice([seat for seat in match.pending.menus if seat not in match.sealed])
        match = match.commit(seat, rng.choice(list(match.pending.menus[seat])), point=match.point)
        match = with_fate(match, bytes.fromhex(SEED))
    return table, match


@pytest.mark.parametrize("game", slugs())
def test_any_passage_is_the_same_as_in_the_whole(game: str) -> None:
    """However much of the game was read before; with the last step there are no more."""
    started, match = _played(game)
    length, positions, rng = len(match.log), Positions(), Random(1)
    for table in (after_game_over(started, 2), after_close(started, 2)):
        whole = replayed(table, match, Passage(Seat(1), 0, length + 1))
        assert [step.n for step in whole] == list(range(length + 1))
        for _ in range(20):
            first, most = rng.randrange(length + 10), rng.randrange(1, EVERY)
            passage = Passage(Seat(1), first, most)
            assert replayed(table, match, passage, positions) == whole[first : first + most]
    assert len(positions) <= length // EVERY + 1


def test_a_reader_does_not_start_from_the_beginning() -> None:
    """The positions that are kept are near every step that was read."""
    table, match = _played("mark")
    positions = Positions()
    replayed(table, match, Passage(None, len(match.log), 1), positions)
    for n in range(len(match.log) + 1):
        found = positions.before(table.id, n)
        assert found is not None
        assert found[0] == n - n % EVERY
        assert found[1].log == (), "copying the log at every step would cost more than the steps"


def test_kept_positions_are_bounded() -> None:
    """The game that was read longest ago makes room."""
    _, match = _played("mark")
    positions = Positions(most=3)
    for table_id, n in (("a", 0), ("b", 0), ("a", 50), ("c", 0)):
        positions.keep(table_id, n, match)
    assert len(positions) == 3
    assert [positions.before(table_id, 100) is None for table_id in "abc"] == [False, True, False]
