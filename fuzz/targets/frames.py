"""Frames of the socket protocol and what they do to a match: BadFrame or another GameError, or a next match.

The first byte chooses the game and the moment; the rest are frames, one in each line. The target `sockets`
sends frames to a whole server, which is much slower.
"""

from functools import cache

from closecall.core.errors import GameError, NotYourDecision, StaleDecision
from closecall.core.fate import SEED_BYTES, with_fate
from closecall.core.match import Commit, Match
from closecall.core.rules import Seat, all_seats, letter
from closecall.games import rules_of, slugs
from closecall.server.rooms.live_match import (
    LiveMatch,
    after_commit,
    after_take_back,
    entry_count,
    has_entry,
    resume_match,
)
from closecall.server.sockets import protocol
from closecall.server.sockets.protocol import FromClient, SeenFrame, decode_frame, encode_frame, seat_of
from fuzz.checks import check_refusal, play_on

WORDS = (
    '{"t":"commit","id":1,"point":0,"nth":0,"move":"yellow","seat":0}', '{"t":"ping","id":1}',
    '"seat":0', '{"t":"take_back","id":1,"point":0,"nth":1,"seat":1}',
    '{"t":"look","id":1,"point":0,"seat":0}', '{"t":"look","id":1,"point":0,"move":"total"}', '"seat":1',
    '{"t":"why","id":1,"point":0,"move":"r7","seat":0}', '{"t":"say","id":1,"phrase":"wow"}',
    '"seat":null', '"point":', '"nth":', '"move":"', '"b2+g"', '"pass"', '"deck"', '"drop 7"',
    '"total in:n+@up"', '"lock sl"', "\n", "null", "-1", "2147483647", "2147483648", "1.0", "1e3",
    '"\\ud800"',
)  # fmt: skip
SEED = bytes(SEED_BYTES)
MOMENTS = (0, 3, 12, 40)
"""The lengths of the logs at which frames arrive."""
MOST_FRAMES = 12


@cache
def live_match(number: int) -> LiveMatch:
    """One of our games at one of the moments, with the fewest players, but at least two."""
    game, moment = number % len(slugs()), number // len(slugs()) % len(MOMENTS)
    rules = rules_of(slugs()[game])
    start = Match.start(rules, max(2, rules.SEATS[0]))
    log = with_fate(play_on(start, bytes([number]), MOMENTS[moment]), SEED).log
    return resume_match(rules, start.seats, start.options, SEED, log)


def test_one_input(data: bytes) -> None:
    """Frames of a person who has all seats of a table."""
    number, lines = (data[0] if data else 0), data[1:].split(b"\n")
    live = live_match(number % (len(slugs()) * len(MOMENTS)))
    for line in lines[:MOST_FRAMES]:
        try:
            frame = decode_frame(line[: protocol.MOST_BYTES])
            after = after_frame(live, frame)
        except GameError as error:
            check_refusal(error)
            continue
        if after is not live:
            live = after
            for viewer in (*all_seats(live.match.seats), None):
                seen = protocol.seen_value(live.match.rules, live.match.seen_by(viewer))
                nth = entry_count(live, viewer)
                assert encode_frame(SeenFrame(len(live.match.log), nth, None, seen))


def after_frame(live: LiveMatch, frame: FromClient) -> LiveMatch:
    """The match after a frame, as a room would do it."""
    rules = live.match.rules
    seat = seat_of(getattr(frame, "seat", None), all_seats(live.match.seats))
    match frame:
        case protocol.Commit(point=point, nth=nth, move=notation):
            move = rules.parse_move(notation)
            after = after_commit(live, seat, move, point=point, nth=nth)
            assert has_entry(after, Commit(seat, move), point=point, nth=nth)
            assert after_commit(after, seat, move, point=point, nth=nth) is after
            return after
        case protocol.TakeBack(point=point, nth=nth):
            return after_take_back(live, seat, point=point, nth=nth)
        case protocol.Look(point=point) | protocol.Why(point=point):
            answer_question(live, seat, point, frame)
        case protocol.Say() | protocol.Ping():
            pass
    return live


def answer_question(live: LiveMatch, seat: Seat, point: int, frame: protocol.Look | protocol.Why) -> None:
    """What the moves of a menu do, or why another move is not one of them."""
    rules, seen = live.match.rules, live.match.seen_by(seat)
    if point != live.match.point:
        raise StaleDecision("stale", point=point, now=live.match.point)
    if seen.menu is None:
        raise NotYourDecision("not_your_decision", seat=letter(seat))
    moves = seen.menu.outline().moves
    if frame.move is not None:
        move = rules.parse_move(frame.move)
        if move not in seen.menu:
            raise rules.why_not(seen.view, move)
        moves = (move, *seen.menu.extending(move))
        assert all(other in seen.menu for other in moves)
    effects = tuple(rules.effect(seen.view, move) for move in moves)
    assert encode_frame(protocol.Effects(frame.id, point, tuple(map(rules.format_move, moves)), effects))
