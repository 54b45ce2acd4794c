"""closecall: Close to the Mark!, Qwixx and Close Enough, as a rules engine.

Set up a match, give it outcomes and moves, and look at it as a seat:

>>> import closecall
>>> match = closecall.new_match("mark", seats=1)
>>> match = match.commit(Seat(0), match.rules.parse_move("yellow"), point=0)
>>> match = closecall.with_fate(match, seed=bytes(32))
>>> seen = match.seen_by(Seat(0))
>>> seen.view.dice, len(seen.menu or ())
((1, 3, 3, 4, 2), 40)

Save it as a record, and replay it:

>>> record = closecall.record_of(match, (Player("Ann"),))
>>> data = closecall.encode_record(match.rules, record)
>>> closecall.load(data) == (record, match)
True
"""

from typing import Any

from closecall.core.fate import commitment, mixed, verify, with_fate
from closecall.core.match import Match
from closecall.core.record import AnyMatch, Player, Record, decode_record, encode_record, record_of, replay
from closecall.core.rules import Seat
from closecall.games import find_rules, rules_of

__all__ = [
    "AnyMatch", "Match", "Player", "Record", "Seat", "commitment", "decode_record", "encode_record",
    "find_rules", "load", "mixed", "new_match", "record_of", "replay", "rules_of", "verify", "with_fate",
]  # fmt: skip

__version__ = "0.1.0"


def new_match(game: str, seats: int, options: Any = None) -> AnyMatch:
    """Set up a match of `mark`, `qwixx`, `enough` or a registered game; BadOptions says why it cannot be."""
    return Match.start(rules_of(game), seats, options)


def load(data: bytes) -> tuple[Record, AnyMatch]:
    """Read a record and replay it; BadRecord says where it is wrong."""
    record = decode_record(find_rules, data)
    return record, replay(rules_of(record.game), record)
