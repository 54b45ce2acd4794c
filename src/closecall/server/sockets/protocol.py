"""The frames of the socket protocol, described for its users in docs/protocol.md.

A client names the seat only if it has several. Its person comes from the session, never from a frame.

>>> decode_frame('{"t":"commit","id":7,"point":12,"nth":0,"move":"r7"}')
Commit(id=7, point=12, nth=0, move='r7', seat=None)
"""

from typing import Annotated, Any

import msgspec

from closecall.core.errors import GameError
from closecall.core.rules import AnyRules, Outline, Seat
from closecall.core.seen import Seen, written_outline

MOST_BYTES = 4096
"""The longest frame that a client may send."""

PHRASES = ("hello", "good_luck", "well_played", "thanks", "oops", "wow", "your_turn", "one_moment", "again")
"""What can be said at a table; the texts are `phrase.<name>`."""

_LARGEST = 2**31 - 1
Count = Annotated[int, msgspec.Meta(ge=0, le=_LARGEST)]
Notation = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Phrase = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class BadFrame(GameError):
    """A client sent something that is not a frame of the protocol."""


class _FromClient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    id: Count
    """Chosen by the client, and repeated in the answer."""


class Commit(_FromClient, frozen=True, tag="commit"):
    """Seal a choice: the nth entry (from 0) of this seat at this point."""

    point: Count
    nth: Count
    move: Notation
    seat: Count | None = None


class TakeBack(_FromClient, frozen=True, tag="take_back"):
    """Take the sealed choice back: the nth entry of this seat at this point."""

    point: Count
    nth: Count
    seat: Count | None = None


class Say(_FromClient, frozen=True, tag="say"):
    """Say one of the PHRASES to everybody at the table."""

    phrase: Phrase
    seat: Count | None = None


class Look(_FromClient, frozen=True, tag="look"):
    """Ask what each listed move of one's menu would do or, with a move, that one and those that extend it."""

    point: Count
    move: Notation | None = None
    seat: Count | None = None


class Why(_FromClient, frozen=True, tag="why"):
    """Ask why a move is not on one's menu, without choosing it."""

    point: Count
    move: Notation
    seat: Count | None = None


class Ping(_FromClient, frozen=True, tag="ping"):
    """Ask whether the server is there, and for its time."""


FromClient = Commit | TakeBack | Look | Why | Say | Ping


class _FromServer(msgspec.Struct, frozen=True, tag_field="t"):
    pass


class TableFrame(_FromServer, frozen=True, tag="table"):
    """The table as this person may see it; sent at first, and when it changes."""

    now: int
    """The server's time in ms, to show deadlines correctly."""
    here: tuple[bool, ...]
    """For each seat, whether its person is connected (bots always are)."""
    stand_in_from: tuple[int | None, ...]
    """For each seat, when others may let a bot play there because its person is gone, in ms; None if the
    person is connected or a bot plays already."""
    watching: int
    table: Any


class SeenFrame(_FromServer, frozen=True, tag="seen"):
    """The match as one viewer sees it: for each of one's seats, or for a spectator."""

    n: int
    """The length of the log: a frame with a smaller n is older."""
    nth: int
    """The number of one's own entries at this point: the nth of the next one."""
    deadline: int | None
    """When this viewer's choice is made without them, in ms; None without a limit. A spectator sees the
    clock."""
    seen: Any


class WaitingFrame(_FromServer, frozen=True, tag="waiting"):
    """Somebody has chosen or taken a choice back; nothing else has changed."""

    n: int
    point: int
    waiting: tuple[int, ...]


class Ack(_FromServer, frozen=True, tag="ack"):
    """The request with this id is done, and on disk."""

    id: int


class Effects(_FromServer, frozen=True, tag="effects"):
    """The answer to a look: moves, and what each of them does."""

    id: int
    point: int
    moves: tuple[str, ...]
    effects: tuple[Any, ...]


class Refused(_FromServer, frozen=True, tag="refused"):
    """The request with this id was refused: why, as a code and as a sentence."""

    id: int | None
    code: str
    sentence: str


class Said(_FromServer, frozen=True, tag="said"):
    """Somebody at the table says one of the PHRASES."""

    seat: int
    phrase: str


class Pong(_FromServer, frozen=True, tag="pong"):
    """The answer to a ping."""

    id: int
    now: int


class Bye(_FromServer, frozen=True, tag="bye"):
    """The server closes the socket: why, as a code and as a sentence; reconnect at once if `again`."""

    code: str
    sentence: str
    again: bool


FromServer = TableFrame | SeenFrame | WaitingFrame | Ack | Effects | Refused | Said | Pong | Bye

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def decode_frame(text: str | bytes) -> FromClient:
    """Decode what a client sent; BadFrame if it is not a frame."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        # The parser's message may quote the frame; the client only needs to know the protocol.
        raise BadFrame("bad_frame") from None


def encode_frame(frame: FromServer) -> str:
    """A frame as it is sent."""
    return _encoder.encode(frame).decode()


def seen_value(rules: AnyRules, seen: Seen[Any, Any], outline: Outline[str] | None = None) -> dict[str, Any]:
    """Like `core.seen.encode_seen`, but leaving most of it to the fast encoder; a test compares the two.

    The outline of the menu can be given if it is known already.
    """
    if seen.menu is None:
        outline = None
    elif outline is None:
        outline = written_outline(rules, seen.menu)
    return {
        "viewer": seen.viewer,
        "point": seen.point,
        "menu": None if outline is None else outline.moves,
        "has_more_moves": outline is not None and not outline.is_whole,
        "sealed": None if seen.sealed is None else rules.format_move(seen.sealed),
        "waiting": seen.waiting,
        "over": seen.over,
        "view": seen.view,
    }


def seat_of(asked: int | None, own: tuple[Seat, ...]) -> Seat:
    """Which of one's own seats a frame is about; BadFrame if it is ambiguous or not one's own."""
    if asked is None and len(own) == 1:
        return own[0]
    if asked is None or asked not in own:
        raise BadFrame("not_your_seat" if own else "no_seat")
    return Seat(asked)
