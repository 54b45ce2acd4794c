"""The state of a game of Close Enough: the table, the players, and what happens next."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from closecall.core.immutable import replace
from closecall.core.rules import Seat
from closecall.games.enough.kit import Kit, Target, Token, shipped_kit, token_order
from closecall.games.enough.moves import Use

STARS_TO_WIN = 8  # E15
TURNS_WITHOUT_CALL = 40  # E18: per player
REDEALS_IN_A_ROW = 3  # E18

T = TypeVar("T")
Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """How to play."""

    kit: Kit
    """E1."""
    advanced: bool
    """Whether a caller may back out (E13)."""
    scorekeeper: Seat | None
    """Who keeps the score and starts, if the table has picked somebody (E2)."""
    showing: bool
    """Whether players may show what they need not (E14); version 1 of the rules did not ask them."""

    def __init__(
        self,
        kit: Kit | None = None,
        advanced: bool = False,
        scorekeeper: Seat | None = None,
        showing: bool = True,
    ) -> None:
        object.__setattr__(self, "kit", kit or shipped_kit("standard"))
        object.__setattr__(self, "advanced", advanced)
        object.__setattr__(self, "scorekeeper", scorekeeper)
        object.__setattr__(self, "showing", showing)


class Stance(Enum):
    """Where a player stands in the round."""

    PLAYING = "playing"
    CALLED = "called"
    STAYED = "stayed"
    FOLDED = "folded"


CONTENDING = (Stance.CALLED, Stance.STAYED)


@dataclass(frozen=True, slots=True)
class Player:
    """One player: stars and tokens for the game, the rest for the round."""

    stars: int = 0
    tokens: tuple[Token, ...] = ()
    """Held and unused."""
    used: tuple[Token, ...] = ()
    """Spent this round; they go back to the box when it ends (E15)."""
    target: Target | None = None
    face_up: int | None = None
    hand: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    """The part of the hand that everyone saw being taken."""
    lock_token: bool = False
    """Whether a token lies on the face-up card and locks it (E7)."""
    silenced: bool = False
    stance: Stance = Stance.PLAYING
    uses: tuple[Use, ...] = ()
    """The tokens committed while totalling (E8), which are secret unless the lot is shown (E14)."""

    @property
    def is_locked(self) -> bool:
        """Whether the face-up card cannot be taken: by a token (E7), by calling (E5) or staying (E6)."""
        return self.lock_token or self.stance in CONTENDING

    @property
    def is_full(self) -> bool:
        """Whether the lot is full: a face-up card and a hand of two (E3)."""
        return len(self.hand) >= 2


Players = tuple[Player, ...]


# Phases: moments at which fate acts or seats decide.


@dataclass(frozen=True, slots=True)
class DrawScorekeeper:
    """The lot decides who keeps the score and starts (E2)."""


@dataclass(frozen=True, slots=True)
class DrawTarget:
    """This player takes an unseen target (E2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealFaceUp:
    """This player gets the first face-up card (E2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """This player fills (E3), fine-tunes (E4) or calls (E5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawCard:
    """This player takes the deck's top card (E3, E4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GiveUp:
    """This player drew from the deck with a full lot and must discard a card (E4)."""

    seat: Seat
    drawn: int


@dataclass(frozen=True, slots=True)
class ReplaceFaceUp:
    """The owner's face-up card was taken while filling and is replaced from the deck (E3)."""

    owner: Seat
    taker: Seat


@dataclass(frozen=True, slots=True)
class NewFaceUp:
    """The owner has just received a new face-up card on another's turn and may lock it (E7)."""

    owner: Seat
    taker: Seat


@dataclass(frozen=True, slots=True)
class EndOfTurn:
    """This player has filled and may still play Lock or Silence before the turn passes (E7)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declare:
    """This player's final turn begins: stay in or fold (E6)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BackingOut:
    """The caller may back out (E13)."""


@dataclass(frozen=True, slots=True)
class Totalling:
    """Caller and stayers commit their totalling tokens (E8)."""


@dataclass(frozen=True, slots=True)
class DrawToken:
    """The caller, having won, takes a random token from the box (E9)."""


@dataclass(frozen=True, slots=True)
class Showing:
    """Whoever need not show their cards decides whether to (E14)."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over: by eight stars (E15), or because nobody called (E18)."""

    reason: str


Phase = (
    DrawScorekeeper
    | DrawTarget
    | DealFaceUp
    | Turn
    | DrawCard
    | GiveUp
    | ReplaceFaceUp
    | NewFaceUp
    | EndOfTurn
    | Declare
    | BackingOut
    | Totalling
    | DrawToken
    | Showing
    | Ended
)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a player showed at the end of a round (E14)."""

    hand: tuple[int, ...]
    target: Target
    uses: tuple[Use, ...]
    total: int
    distance: int
    by_choice: bool
    """Whether the player need not have shown it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a round ended for one player."""

    stance: Stance
    face_up: int
    used: tuple[Token, ...]
    stars: int
    """Stars after the round."""
    change: int
    exact: bool
    """Whether the exact bonus was scored (E11)."""
    shown: Shown | None
    """None if the player mucked (E14)."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The public end of a round."""

    round: int
    caller: Seat | None
    """None if nobody called (E18)."""
    won: bool
    """Whether the caller won (E9)."""
    backed_out: bool
    targets: tuple[Target, ...]
    """The targets of the round, which are public; who held which is not (E15)."""
    standings: tuple[Standing, ...]
    token: Token | None
    """The token that the caller won."""


@dataclass(frozen=True, slots=True)
class State:
    """A game between two inputs."""

    kit: Kit
    advanced: bool
    showing: bool
    players: tuple[Player, ...]
    phase: Phase
    round: int
    first: Seat | None
    """Who holds First! (E2)."""
    resting: tuple[Target, ...]
    """Last round's targets: nobody can hold one this round (E2)."""
    deck: tuple[int, ...]
    """The cards in the deck, without an order: each card is drawn when it is needed."""
    discard: tuple[int, ...]
    """The discard pile, top card last."""
    box: tuple[Token, ...]
    turns: int
    """Turns taken in this round."""
    caller: Seat | None
    backed_out: bool
    redeals: int
    """Rounds in a row that ended without a call (E18)."""
    last: RoundEnd | None


def without(pieces: tuple[T, ...], piece: T) -> tuple[T, ...]:
    """The pieces without one of them."""
    place = pieces.index(piece)
    return pieces[:place] + pieces[place + 1 :]


def with_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards, sorted, with one more."""
    return tuple(sorted((*cards, card)))


def with_tokens(tokens: tuple[Token, ...], more: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens, in order, with some more."""
    return tuple(sorted(tokens + more, key=token_order))


def with_player(players: Players, seat: Seat, player: Player) -> Players:
    """The players with one of them changed."""
    return (*players[:seat], player, *players[seat + 1 :])


def with_lot(player: Player, face_up: int | None, hand: Cards, known: Cards) -> Player:
    """The player with another lot."""
    return replace(player, face_up=face_up, hand=hand, known=known)


def at_phase(state: State, phase: Phase, players: Players, deck: Cards | None = None) -> State:
    """The state in another phase of the same turn; without a new deck, the deck stays."""
    return replace(state, phase=phase, players=players, deck=state.deck if deck is None else deck)


def at_next_turn(
    state: State, phase: Phase, players: Players, deck: Cards | None, discard: Cards | None
) -> State:
    """The state after one more turn; without a new deck or pile, they stay."""
    return replace(
        state,
        phase=phase,
        players=players,
        deck=state.deck if deck is None else deck,
        discard=state.discard if discard is None else discard,
        turns=state.turns + 1,
    )


def next_seat(state: State, seat: Seat) -> Seat:
    """The seat to the left, whose turn is next."""
    return Seat((seat + 1) % len(state.players))
