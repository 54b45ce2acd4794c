"""What fate gives in Close Enough: a lot, a target, a card, a token (E2, E3, E9)."""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from closecall.core.errors import IllegalOutcome
from closecall.core.rules import Seat, Source, all_seats
from closecall.games.enough.kit import Target, Token
from closecall.games.enough.rounds import after_drawn_token, free_targets, new_round
from closecall.games.enough.state import (
    DealFaceUp,
    DrawCard,
    DrawScorekeeper,
    DrawTarget,
    DrawToken,
    ReplaceFaceUp,
    State,
    Turn,
    after,
    with_player,
    without,
)
from closecall.games.enough.turns import after_drawn_card, after_new_face_up


@dataclass(frozen=True, slots=True)
class Lot:
    """The lot has fallen on this seat: it keeps the score and starts (E2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawnTarget:
    """The target that a player has taken unseen."""

    target: Target


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """The deck's top card."""

    card: int


@dataclass(frozen=True, slots=True)
class DrawnToken:
    """The token from the box."""

    token: Token


Outcome = Lot | DrawnTarget | DrawnCard | DrawnToken

CARD_PHASES = (DealFaceUp, DrawCard, ReplaceFaceUp)
FATE_PHASES = (DrawScorekeeper, DrawTarget, DrawToken, *CARD_PHASES)


def draw(state: State, source: Source) -> Outcome:
    """One of the pieces that can come, each equally likely."""
    pieces = _pieces(state)
    return _outcome(state, pieces[source.below(len(pieces))])


def odds(state: State) -> Iterator[tuple[Outcome, Fraction]]:
    """Equal pieces count together."""
    pieces = _pieces(state)
    for piece, count in Counter(pieces).items():
        yield _outcome(state, piece), Fraction(count, len(pieces))


def _pieces(state: State) -> tuple[Hashable, ...]:
    """What lies ready: seats, free targets, the deck or the box."""
    match state.phase:
        case DrawScorekeeper():
            return all_seats(len(state.players))
        case DrawTarget():
            return free_targets(state)
        case DrawToken():
            return state.box
        case _:
            return state.deck


def _is_possible(state: State, outcome: Outcome) -> bool:
    match outcome:
        case Lot(piece):
            return isinstance(state.phase, DrawScorekeeper) and piece in _pieces(state)
        case DrawnTarget(piece):
            return isinstance(state.phase, DrawTarget) and piece in _pieces(state)
        case DrawnToken(piece):
            return isinstance(state.phase, DrawToken) and piece in state.box
        case DrawnCard(piece):
            return isinstance(state.phase, CARD_PHASES) and piece in state.deck


def _outcome(state: State, piece: Hashable) -> Outcome:
    match piece:
        case Target():
            return DrawnTarget(piece)
        case Token():
            return DrawnToken(piece)
        case int():
            return Lot(Seat(piece)) if isinstance(state.phase, DrawScorekeeper) else DrawnCard(piece)
        case _:
            raise AssertionError(piece)


def after_chance(state: State, outcome: Outcome) -> State:
    """The state after a piece has come; IllegalOutcome if this one cannot."""
    if not _is_possible(state, outcome):
        raise IllegalOutcome("enough_outcome")
    match outcome:
        case Lot(seat):
            return new_round(state, seat)
        case DrawnTarget(target):
            return _after_target(state, target)
        case DrawnCard(card):
            return _after_card(state, card)
        case DrawnToken(token):
            return after_drawn_token(state, token)


def _after_target(state: State, target: Target) -> State:
    """Targets are taken clockwise from First!, then everyone gets a face-up card (E2)."""
    assert isinstance(state.phase, DrawTarget)
    seat = state.phase.seat
    following = after(state, seat)
    phase = DealFaceUp(following) if following == state.first else DrawTarget(following)
    return with_player(state, seat, replace(state.players[seat], target=target), phase=phase)


def _after_card(state: State, card: int) -> State:
    match state.phase:
        case DealFaceUp(seat):
            following = after(state, seat)
            phase = Turn(following) if following == state.first else DealFaceUp(following)
            return replace(_with_face_up(state, seat, card), phase=phase)
        case ReplaceFaceUp(owner, taker):
            return after_new_face_up(_with_face_up(state, owner, card), owner, taker)
        case DrawCard(seat):
            return after_drawn_card(state, seat, card)
        case _:
            raise AssertionError(state.phase)


def _with_face_up(state: State, seat: Seat, card: int) -> State:
    player = replace(state.players[seat], face_up=card)
    return with_player(state, seat, player, deck=without(state.deck, card))
