"""Players of the arena that have no net, as bots: sparring partners, and the levels below the best."""

from dataclasses import dataclass
from random import Random

from closecall.bots.qwixx import playing
from closecall.bots.qwixx.arena import PLAYERS, decide_simply
from closecall.bots.qwixx.sparring import new_chances, weights_of
from closecall.bots.qwixx.state_from_view import state_seen
from closecall.core.seen import Seen
from closecall.games.qwixx.moves import Move
from closecall.games.qwixx.view import View
from closecall.kernels.qwixx import to_move


@dataclass(frozen=True, slots=True)
class Partner:
    """A player of the arena, by its name there."""

    name: str

    compiled_play = staticmethod(playing.compiled_play)

    def choose(self, seen: Seen[Move, View], rng: Random) -> Move:
        """What it would choose in the arena."""
        assert seen.viewer is not None
        state, weights = state_seen(seen.view), weights_of(self.name, len(seen.view.sheets))
        policy = PLAYERS.index(self.name)
        return to_move(decide_simply(policy, state, seen.viewer, new_chances(rng), weights))
