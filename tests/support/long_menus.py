"""Close Enough with so many tokens that a player has thousands of ways to total."""

from dataclasses import replace
from itertools import combinations

from closecall.core.record import AnyMatch
from closecall.core.rules import Seat
from closecall.games import enough
from closecall.games.enough.kit import ABILITIES, Kit, Token, shipped_kit, sorted_kit
from closecall.games.enough.state import Options, Stance, Totalling
from support.matches import match_at

ALL_KINDS = tuple(Token(*pair) for pair in combinations(ABILITIES, 2))
MOST_COPIES = 13
"""As many as a kit can have of every kind."""
LISTED_WAYS = 1 + 3 * 25
"""No token, or one of 25 changes on one of three cards."""


def token_kit(copies: int) -> Kit:
    """The standard kit, but with this many tokens of every kind."""
    kit = shipped_kit("standard")
    return sorted_kit("tokens", kit.cards, kit.targets, ALL_KINDS * copies)


def totalling_match(copies: int = 1, seats: int = 3) -> AnyMatch:
    """A match in which A has called, and everybody totals with this many tokens of every kind.

    C has locked the face-up card with another token, so that only two cards can carry one.
    """
    options = Options(token_kit(MOST_COPIES), scorekeeper=Seat(0))
    state = enough.setup(seats, options)
    players = tuple(
        replace(
            player,
            tokens=token_kit(copies).tokens,
            face_up=5,
            hand=(seat + 1, 20 - seat),
            lock_token=seat == 2,
            target=options.kit.targets[seat],
            stance=Stance.STAYED if seat else Stance.CALLED,
        )
        for seat, player in enumerate(state.players)
    )
    total = replace(state, players=players, phase=Totalling(), caller=Seat(0), box=())
    return match_at(enough, total, options, seats)
