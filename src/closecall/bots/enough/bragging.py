"""Showing cards that need not be shown (E14): weaker levels like to brag with a lot that came close.

Nothing is won or lost by it, since all cards are shuffled before the next round. Strong levels keep theirs.
"""

from random import Random

from closecall.games.enough.moves import KEEP, SHOW, Move
from closecall.games.enough.scoring import distance, total
from closecall.games.enough.view import View, own_player

BRAG_SCALE = 1000
BRAGS = {"medium": 300, "easy": 700}
"""How often, in thousandths, a level shows a lot that is exactly on its target; one that is off by 1 half as
often, by 2 a third as often, and so on. The other levels never do."""


def brag_or_keep(view: View, brag: int, rng: Random) -> Move:
    """Show or keep the cards, as an owner decides who brags this often; 0 draws no random number."""
    if not brag:
        return KEEP
    own = own_player(view)
    assert own.face_up is not None
    assert own.hand is not None
    assert own.target is not None
    # Before tokens, which the kernel's state does not keep.
    off = distance(total(own.face_up, own.hand), own.target)
    return SHOW if rng.randrange(BRAG_SCALE) * (1 + off) < brag else KEEP
