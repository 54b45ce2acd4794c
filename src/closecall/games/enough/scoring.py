"""The arithmetic of Close Enough: totals, distances, and who scores what (E8 to E13)."""

from collections.abc import Mapping
from dataclasses import dataclass

from closecall.core.rules import Seat
from closecall.games.enough.kit import Target
from closecall.games.enough.moves import Change, Use


def changed(card: int, change: Change) -> int:
    """A card's value under a token (E7).

    >>> [changed(7, change) for change in Change]
    [-7, 14, 0, 8, 6]
    """
    match change:
        case Change.SUBTRACT:
            return -card
        case Change.DOUBLE:
            return 2 * card
        case Change.IGNORE:
            return 0
        case Change.NUDGE_UP:
            return card + 1
        case Change.NUDGE_DOWN:
            return card - 1


def total(face_up: int, hand: tuple[int, ...], uses: tuple[Use, ...] = ()) -> int:
    """The sum of a lot after tokens, which may be negative (E8).

    >>> total(5, (7, 20))
    32
    """
    difference = 0
    for use in uses:
        card = face_up if use.card is None else use.card
        difference += changed(card, use.change) - card
    return face_up + sum(hand) + difference


def distance(reached: int, target: Target) -> int:
    """How far a total is from a target, over or under (E8)."""
    return abs(reached - target.number)


@dataclass(frozen=True, slots=True)
class Contest:
    """A called round, totalled: who called, and how far the caller and each stayer are from their targets."""

    caller: Seat
    distances: Mapping[Seat, int]
    """Of the caller and the stayers; players who folded are left out."""
    worth: int
    """The stars of the caller's target."""
    backed_out: bool

    @property
    def stayers(self) -> tuple[Seat, ...]:
        """The players who stayed in."""
        return tuple(seat for seat in self.distances if seat != self.caller)

    @property
    def closer(self) -> tuple[Seat, ...]:
        """The stayers who are strictly closer than the caller (E10); the caller wins ties."""
        return tuple(seat for seat in self.stayers if self.distances[seat] < self.distances[self.caller])

    @property
    def caller_won(self) -> bool:
        """Whether the caller won: nobody who stayed in is closer, and there was no backing out (E9)."""
        return not self.closer and not self.backed_out

    @property
    def exact(self) -> tuple[Seat, ...]:
        """The players who hit their target exactly and score the bonus (E11)."""
        return tuple(seat for seat, far in self.distances.items() if far == 0)

    def must_show(self, seat: Seat) -> bool:
        """Whether a player must prove how close they came; everyone else mucks (E14)."""
        if seat not in self.distances:
            return False
        if self.distances[seat] == 0:
            return True
        if self.backed_out:
            return False
        return bool(self.stayers) if seat == self.caller else seat in self.closer


def stars_after(stars: tuple[int, ...], contest: Contest) -> tuple[int, ...]:
    """Everybody's stars after a called round: outcome, then the floor at 0, then the bonus (E12)."""
    changes = _backed_out(stars, contest) if contest.backed_out else _totalled(contest)
    exact = contest.exact
    return tuple(
        max(0, before + changes.get(Seat(seat), 0)) + (Seat(seat) in exact)
        for seat, before in enumerate(stars)
    )


def _backed_out(stars: tuple[int, ...], contest: Contest) -> dict[Seat, int]:
    """The caller loses 1, everybody else gains 1, folded or not (E13)."""
    return {Seat(seat): -1 if seat == contest.caller else 1 for seat in range(len(stars))}


def _totalled(contest: Contest) -> dict[Seat, int]:
    if contest.caller_won:  # E9
        return {contest.caller: contest.worth} | dict.fromkeys(contest.stayers, -1)
    return {contest.caller: -len(contest.closer)} | dict.fromkeys(contest.closer, 1)  # E10
