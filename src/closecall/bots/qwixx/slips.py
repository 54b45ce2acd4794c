"""Levels of Qwixx below the best: minds that look less far, and now and then fall back to a simpler one.

| level | how it thinks | and now and then |
|---|---|---|
| hard | compares what its sheet can hope for with the best of the others | – |
| medium | the same | crosses what skips least, as one does in a hurry |
| easy | crosses what skips least, never more than two numbers | works on the row that has come furthest |
"""

from dataclasses import dataclass
from random import Random

from closecall.bots.qwixx.sparring import Partner
from closecall.core.seen import Seen
from closecall.games.qwixx.moves import Move
from closecall.games.qwixx.view import View


@dataclass(frozen=True, slots=True)
class Slipping:
    """A mind that is not always awake."""

    mind: Partner
    simpler: Partner
    slips: float
    """How often the simpler mind decides."""

    def choose(self, seen: Seen[Move, View], rng: Random) -> Move:
        """The move of whichever mind is at work."""
        return (self.simpler if rng.random() < self.slips else self.mind).choose(seen, rng)


HARD = Partner("evaluator")
MEDIUM = Slipping(Partner("evaluator"), Partner("skipper"), slips=0.35)
EASY = Slipping(Partner("skipper"), Partner("rusher"), slips=0.35)
