"""Chance in Close Enough: a lot, a target, a card, a token (E2, E3, E9)."""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from closecall.core.errors import IllegalOutcome
from closecall.core.rules import Seat, Source, all_seats
from closecall.games.enough.kit import Target, Token
from closecall.games.enough.rounds import after_drawn_token, free_targets, is_free, new_round
from closecall.games.enough.state import (
    DealFaceUp,
    DrawCard,
    DrawScorekeeper,
    DrawTarget,
    DrawToken,
    Player,
    ReplaceFaceUp,
    State,
    Turn,
    at_phase,
    next_seat,
    with_player,
    without,
)
from closecall.games.enough.turns import after_drawn_card, after_new_face_up, with_face_up


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

CARD_PHASES = (DrawCard, ReplaceFaceUp, DealFaceUp)
FATE_PHASES = frozenset((*CARD_PHASES, DrawTarget, DrawToken, DrawScorekeeper))


def draw(state: State, source: Source) -> Outcome:
    """One of the available pieces, each equally likely."""
    pieces = _pieces(state)
    return _outcome(state, pieces[source.below(len(pieces))])


def odds(state: State) -> Iterator[tuple[Outcome, Fraction]]:
    """Every available piece with its probability; equal pieces are counted together."""
    pieces = _pieces(state)
    for piece, count in Counter(pieces).items():
        yield _outcome(state, piece), Fraction(count, len(pieces))


def _pieces(state: State) -> tuple[Hashable, ...]:
    """The available pieces: seats, free targets, the deck or the box."""
    match state.phase:
        case DrawScorekeeper():
            return all_seats(len(state.players))
        case DrawTarget():
            return free_targets(state)
        case DrawToken():
            return state.box
        case _:
            return state.deck


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
    """The state after a piece has been drawn; IllegalOutcome if it is not available."""
    phase = state.phase
    match outcome:
        case DrawnCard(card) if isinstance(phase, CARD_PHASES) and card in state.deck:
            return _after_card(state, phase, card)
        case DrawnTarget(target) if isinstance(phase, DrawTarget) and is_free(state, target):
            return _after_target(state, phase.seat, target)
        case DrawnToken(token) if isinstance(phase, DrawToken) and token in state.box:
            return after_drawn_token(state, token)
        case Lot(seat) if isinstance(phase, DrawScorekeeper) and seat in all_seats(len(state.players)):
            return new_round(state, seat)
        case _:
            raise IllegalOutcome("enough_outcome")


def _after_target(state: State, seat: Seat, target: Target) -> State:
    """Targets are taken clockwise from First!, then everyone gets a face-up card (E2)."""
    following = next_seat(state, seat)
    phase = DealFaceUp(following) if following == state.first else DrawTarget(following)
    player = state.players[seat]
    # A player has nothing else in this round yet.
    aiming = Player(stars=player.stars, tokens=player.tokens, target=target)
    return at_phase(state, phase, with_player(state.players, seat, aiming))


def _after_card(state: State, phase: DrawCard | ReplaceFaceUp | DealFaceUp, card: int) -> State:
    match phase:
        case DrawCard(seat):
            return after_drawn_card(state, seat, card)
        case ReplaceFaceUp(owner, taker):
            players = with_player(state.players, owner, with_face_up(state.players[owner], card))
            return after_new_face_up(state, owner, taker, players, without(state.deck, card))
        case DealFaceUp(seat):
            following = next_seat(state, seat)
            then = Turn(following) if following == state.first else DealFaceUp(following)
            players = with_player(state.players, seat, with_face_up(state.players[seat], card))
            return at_phase(state, then, players, without(state.deck, card))
