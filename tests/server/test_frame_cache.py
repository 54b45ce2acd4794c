"""Frames are built once for a moment, however many need them, and never from a whole long menu."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from closecall.core.record import AnyMatch
from closecall.core.rules import Seat
from closecall.core.seen import encode_seen
from closecall.games import enough, qwixx
from closecall.games.enough.menus import LONGEST_OUTLINE, TotalMenu
from closecall.games.enough.moves import Total
from closecall.server.rooms.frame_cache import FrameCache
from closecall.server.rooms.live_match import (
    LiveMatch,
    after_commit,
    after_take_back,
    start_match,
    waiting_seats,
)
from server.room_fixtures import choose, enter, new_room, person, run_ready_tasks, server_on
from support.long_menus import LISTED_WAYS, MOST_COPIES, totalling_match

pytestmark = pytest.mark.anyio
A, B = Seat(0), Seat(1)


class CountingRules:
    """The rules of a game, which count the calls of each function."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules
        self.calls: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._rules, name)
        if not callable(value) or isinstance(value, type):
            return value

        def counted(*args: Any) -> Any:
            self.calls[name] += 1
            return value(*args)

        return counted


def counted(match: AnyMatch) -> tuple[LiveMatch, Counter[str]]:
    """A running match, and the calls of its rules from now on."""
    rules = CountingRules(match.rules)
    live = LiveMatch(replace(match, rules=rules), bytes(32), (0,))
    return live, rules.calls


@pytest.mark.parametrize("copies", [1, 3, MOST_COPIES])
def test_a_long_menu_is_never_listed(copies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tokens a player holds, a frame and a look write and judge the same few moves."""
    longest: list[int] = []
    placing = TotalMenu._placing

    def spied(menu: TotalMenu, most: int) -> Iterator[Total]:
        moves = placing(menu, most)
        longest.append(0)
        for move in moves:
            longest[-1] += 1
            yield move

    monkeypatch.setattr(TotalMenu, "_placing", spied)
    live, calls = counted(totalling_match(copies))
    frames = FrameCache()
    sent = json.loads(frames.seen_frame(live, A, None))["seen"]
    assert (len(sent["menu"]), sent["has_more_moves"]) == (LISTED_WAYS, True)
    assert calls["format_move"] == LISTED_WAYS
    assert len(frames.effects(live, A, live.match.seen_by(A))) == calls["effect"] == LISTED_WAYS
    assert max(longest) <= LONGEST_OUTLINE + 1


def test_a_moment_is_built_once() -> None:
    """For every viewer the same text, until the deadline or the match changes."""
    live, calls = counted(totalling_match())
    frames = FrameCache()
    texts = {viewer: frames.seen_frame(live, viewer, 5) for viewer in (A, B, None)}
    assert calls["view"] == 3
    for viewer, text in texts.items():
        assert frames.seen_frame(live, viewer, 5) is text
        assert json.loads(text)["seen"]["viewer"] == viewer
    assert calls["view"] == 3
    assert json.loads(frames.seen_frame(live, A, 6))["deadline"] == 6
    assert frames.seen_frame(live, None, 5) is texts[None]
    seen = live.match.seen_by(A)
    assert frames.effects(live, A, seen) is frames.effects(live, A, seen)
    assert frames.outline(live, A, seen) is frames.outline(live, A, seen)


def test_a_choice_taken_back_needs_no_new_list() -> None:
    """The menu of a seat stays the same until the point is over; the rest is news."""
    live, calls = counted(totalling_match())
    frames = FrameCache()
    before = json.loads(frames.seen_frame(live, A, None))
    effects = frames.effects(live, A, live.match.seen_by(A))
    sealed = after_commit(live, A, Total(), point=0, nth=0)
    assert json.loads(frames.seen_frame(sealed, A, None))["seen"]["menu"] is None
    again = after_take_back(sealed, A, point=0, nth=1)
    written = calls["format_move"]
    after = json.loads(frames.seen_frame(again, A, None))
    assert after == {**before, "n": 2, "nth": 2}
    assert calls["format_move"] == written
    assert frames.effects(again, A, again.match.seen_by(A)) is effects
    assert json.loads(frames.seen_frame(live, A, None)) == before


def test_the_next_point_has_other_menus() -> None:
    """Nothing of a finished decision is kept."""
    live, _ = counted(totalling_match(seats=3))
    frames = FrameCache()
    frames.effects(live, A, live.match.seen_by(A))
    for seat in (A, B, Seat(2)):
        live = after_commit(live, seat, Total(), point=0, nth=0)
    for viewer in (A, B, Seat(2), None):
        sent = json.loads(frames.seen_frame(live, viewer, None))["seen"]
        assert sent == json.loads(json.dumps(encode_seen(enough, live.match.seen_by(viewer))))
    assert not frames._effects


def test_effects_of_the_next_point() -> None:
    """Whoever asks first after a step gets those of the new menu."""
    live = start_match(qwixx, 2, qwixx.Options(), bytes(32))
    frames = FrameCache()
    before = frames.effects(live, A, live.match.seen_by(A))
    for seat in waiting_seats(live):
        live = after_commit(live, seat, qwixx.parse_move("pass"), point=live.match.point, nth=0)
    seat = waiting_seats(live)[0]
    seen = live.match.seen_by(seat)
    assert seen.menu is not None
    frames.effects(live, A, seen)
    assert frames.effects(live, A, seen) is not before
    assert frames.effects(live, A, seen) == tuple(qwixx.effect(seen.view, move) for move in seen.menu)


async def test_viewers_share_their_frames(tmp_path: Path) -> None:
    """Spectators, and several devices of one person, get the very same text; nobody gets another's."""
    async with server_on(tmp_path) as server:
        ann, ben = await person(server, "Ann"), await person(server, "Ben")
        room = await new_room(server, "qwixx", ann, ben)
        viewers = [await enter(room, who) for who in (ann, ann, ben, None, None)]
        await run_ready_tasks()
        texts = [next(text for text in viewer.texts if '"t":"seen"' in text) for viewer in viewers]
        assert texts[0] is texts[1]
        assert texts[3] is texts[4]
        assert len(set(texts)) == 3
        assert [json.loads(text)["seen"]["viewer"] for text in texts] == [0, 0, 1, None, None]
        await choose(room, 0)
        late = await enter(room, ann)
        await run_ready_tasks()
        assert late.heard("seen")[-1] == viewers[0].heard("seen")[-1]
        assert late.heard("seen")[-1]["seen"]["sealed"] is not None


async def test_an_empty_room_keeps_no_frames(tmp_path: Path) -> None:
    """Tables wait in memory for their people, but nothing to send does."""
    async with server_on(tmp_path) as server:
        ann = await person(server, "Ann")
        room = await new_room(server, "qwixx", ann)
        listeners = [await enter(room, ann), await enter(room)]
        room.leave(listeners[0].socket)
        assert room._frames._frames
        room.leave(listeners[1].socket)
        assert not room._frames._frames
