"""What each viewer sees of a game of Close Enough: a view lists what is shown, nothing is stripped.

Everyone sees face-up cards, stars, tokens, the discard pile and which cards were openly taken into a hand.
Only you see your target and your hand. What was mucked is not in the state at all once the next round has
begun (E14), and the deck has no order that could leak.
"""

from dataclasses import dataclass

from closecall.core.immutable import replace
from closecall.core.rules import Listed, Menu, Outline, Seat, Source, Viewer, all_seats
from closecall.games.enough.kit import Kit, Target, Token
from closecall.games.enough.menus import total_menu, tunings
from closecall.games.enough.moves import (
    Draw,
    Drop,
    Keep,
    Move,
    Show,
    Stay,
    Swap,
    Take,
    TakePile,
    Total,
    Use,
    format_move,
    in_order,
)
from closecall.games.enough.rounds import contenders, free_targets, shown_lot
from closecall.games.enough.scoring import distance, total
from closecall.games.enough.state import (
    BackingOut,
    DrawScorekeeper,
    DrawToken,
    Ended,
    GiveUp,
    NewFaceUp,
    Phase,
    Player,
    ReplaceFaceUp,
    RoundEnd,
    Showing,
    Stance,
    State,
    T,
    Totalling,
    with_card,
    without,
)


@dataclass(frozen=True, slots=True)
class LotView:
    """The total of a lot and its distance from your target; both are None for the lots of others."""

    total: int | None
    distance: int | None


UNKNOWN = LotView(None, None)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a move does, as far as you can know."""

    total: int | None
    """The total of your lot after it."""
    distance: int | None
    """Its distance from your target."""
    then: tuple[str, ...] = ()
    """The menu that you have right after it: staying in leads to fine-tuning (E6)."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player as the viewer sees them."""

    stars: int
    tokens: tuple[Token, ...]
    used: tuple[Token, ...]
    face_up: int | None
    locked: bool
    lock_token: bool
    silenced: bool
    stance: Stance
    hand_size: int
    known: tuple[int, ...]
    """Cards of the hand that everyone saw being taken."""
    hand: tuple[int, ...] | None
    """Your own hand."""
    target: Target | None
    """Your own target."""
    uses: tuple[Use, ...]
    """The tokens that you committed to your own lot (E8)."""
    lot: LotView
    """Your own lot, with these tokens."""


@dataclass(frozen=True, slots=True)
class View:
    """The table as a viewer sees it."""

    viewer: Viewer
    kit: Kit
    advanced: bool
    showing: bool
    """Whether players may show what they need not (E14)."""
    phase: str
    """The name of the phase, such as `Turn` or `Declare`."""
    acting: Seat | None
    """Whose turn it is, even while another player responds to it."""
    round: int
    turns: int
    first: Seat | None
    caller: Seat | None
    backed_out: bool
    redeals: int
    resting: tuple[Target, ...]
    deck_size: int
    discard: tuple[int, ...]
    """The discard pile, top card last."""
    box_size: int
    players: tuple[PlayerView, ...]
    drawn: int | None
    """The card you have just drawn from the deck."""
    last: RoundEnd | None


def view(state: State, viewer: Viewer) -> View:
    """Everything this viewer may know."""
    phase = state.phase
    drawn = phase.drawn if isinstance(phase, GiveUp) and phase.seat == viewer else None
    return View(
        viewer=viewer,
        kit=state.kit,
        advanced=state.advanced,
        showing=state.showing,
        phase=type(phase).__name__,
        acting=_acting(state, phase),
        round=state.round,
        turns=state.turns,
        first=state.first,
        caller=state.caller,
        backed_out=state.backed_out,
        redeals=state.redeals,
        resting=state.resting,
        deck_size=len(state.deck),
        discard=state.discard,
        box_size=len(state.box),
        players=tuple(_player(player, is_own=viewer == seat) for seat, player in enumerate(state.players)),
        drawn=drawn,
        last=state.last,
    )


def _acting(state: State, phase: Phase) -> Seat | None:
    match phase:
        case ReplaceFaceUp(_, taker) | NewFaceUp(_, taker):
            return taker
        case BackingOut() | DrawToken():
            return state.caller
        case DrawScorekeeper() | Totalling() | Showing() | Ended():
            return None
        case _:
            return phase.seat


def _player(player: Player, *, is_own: bool) -> PlayerView:
    return PlayerView(
        stars=player.stars,
        tokens=player.tokens,
        used=player.used,
        face_up=player.face_up,
        locked=player.is_locked,
        lock_token=player.lock_token,
        silenced=player.silenced,
        stance=player.stance,
        hand_size=len(player.hand),
        known=player.known,
        hand=player.hand if is_own else None,
        target=player.target if is_own else None,
        uses=player.uses if is_own else (),
        lot=_lot(player.face_up, player.hand, player.target, player.uses) if is_own else UNKNOWN,
    )


def effect(seen: View, move: Move) -> Effect:
    """What the viewer's lot would be after a move, and what they could do next."""
    own = own_player(seen)
    assert own.hand is not None
    hand, uses, then = own.hand, tuple[Use, ...](), tuple[str, ...]()
    match move:
        case Draw():  # the card is not known yet
            return Effect(None, None)
        case Show() | Keep():
            return Effect(own.lot.total, own.lot.distance)
        case Stay():
            then = tuple(map(format_move, tunings(hand, _takeable(seen), has_pile=bool(seen.discard))))
        case Take(owner):
            hand = with_card(hand, _face_up(seen, owner))
        case Swap(owner, give):
            hand = with_card(without(hand, give), _face_up(seen, owner))
        case TakePile(give):
            hand = with_card(without(hand, give), seen.discard[-1])
        case Drop(card):
            hand = without(hand, card)
        case Total():
            uses = move.uses
        case _:
            pass
    lot = _lot(own.face_up, hand, own.target, uses)
    return Effect(lot.total, lot.distance, then)


def _takeable(seen: View) -> tuple[Seat, ...]:
    """Whose face-up card the viewer could take (E4)."""
    return tuple(
        seat for seat in all_seats(len(seen.players)) if seat != seen.viewer and not seen.players[seat].locked
    )


def _lot(
    face_up: int | None, hand: tuple[int, ...], target: Target | None, uses: tuple[Use, ...] = ()
) -> LotView:
    if face_up is None or len(hand) != 2 or target is None:
        return UNKNOWN
    reached = total(face_up, hand, uses)
    return LotView(reached, distance(reached, target))


def own_player(seen: View) -> PlayerView:
    """The viewer's own player."""
    assert seen.viewer is not None
    return seen.players[seen.viewer]


def whole_menu(seen: View, outline: Outline[Move]) -> Menu[Move]:
    """The viewer's menu: only the ways to total can be too many to be listed (E8)."""
    own = None if outline.is_whole or seen.viewer not in all_seats(len(seen.players)) else own_player(seen)
    if own is None or own.hand is None or len(own.hand) != 2:
        return Listed(outline.moves)
    return total_menu(Player(tokens=own.tokens, hand=own.hand, lock_token=own.lock_token))


def _face_up(seen: View, owner: Seat) -> int:
    card = seen.players[owner].face_up
    assert card is not None
    return card


def redeal(state: State, viewer: Viewer, source: Source) -> State:
    """Redeal what this viewer does not see: the targets of others and the unseen cards in their hands."""
    if not _is_scored(state):
        return _redealt(state, viewer, source)
    for _ in range(_TRIES):
        other = _redealt(state, viewer, source)
        if _could_muck(other):
            return other
    return state  # The result leaves hardly any other deal.


_TRIES = 100


def _redealt(state: State, viewer: Viewer, source: Source) -> State:
    others = [
        seat for seat in all_seats(len(state.players)) if seat != viewer and not _has_shown(state, seat)
    ]
    players = list(state.players)
    hidden = {seat: _unseen_cards(players[seat]) for seat in others}
    pool = _shuffled([*state.deck, *(card for cards in hidden.values() for card in cards)], source)
    held = [seat for seat in others if players[seat].target is not None]
    # Once a round is scored, everyone knows which targets were in it (E15).
    free = () if _is_scored(state) else free_targets(state)
    targets = _shuffled([*free, *_targets(players, held)], source)
    for seat in others:
        cards = [pool.pop() for _ in hidden[seat]]
        hand = tuple(sorted((*players[seat].known, *cards)))
        players[seat] = replace(players[seat], hand=hand, uses=_moved_uses(players[seat], hand))
    for seat in held:
        players[seat] = replace(players[seat], target=targets.pop())
    phase = _redrawn(state.phase, viewer, players)
    return replace(state, players=tuple(players), deck=tuple(sorted(pool)), phase=phase)


def _moved_uses(player: Player, hand: tuple[int, ...]) -> tuple[Use, ...]:
    """The committed tokens on the cards of another hand: the lower card, the higher one, the face-up card."""
    cards: dict[int | None, list[int | None]] = {None: [None]}
    for old, new in zip(player.hand, hand, strict=True):
        cards.setdefault(old, []).append(new)
    return in_order([Use(use.token, use.change, cards[use.card].pop(0)) for use in player.uses]).uses


def _could_muck(state: State) -> bool:
    """Whether everybody who mucked had nothing to prove (E14), as the result of the round implies."""
    if state.caller is None:  # E18: nobody had to prove anything.
        return True
    assert state.last is not None
    lots = {seat: shown_lot(state.players[seat], by_choice=False) for seat in contenders(state)}
    mucked = [lot for seat, lot in lots.items() if state.last.standings[seat].shown is None]
    if any(lot.distance == 0 for lot in mucked):
        return False
    has_closer = any(lot.distance < lots[state.caller].distance for lot in mucked)
    return state.backed_out or not has_closer


def _is_scored(state: State) -> bool:
    return isinstance(state.phase, DrawToken | Showing | Ended)


def _has_shown(state: State, seat: Seat) -> bool:
    """Whether a player has just shown how close they came (E14)."""
    return _is_scored(state) and state.last is not None and state.last.standings[seat].shown is not None


def _unseen_cards(player: Player) -> tuple[int, ...]:
    cards = player.hand
    for card in player.known:
        cards = without(cards, card)
    return cards


def _targets(players: list[Player], seats: list[Seat]) -> list[Target]:
    return [target for seat in seats if (target := players[seat].target) is not None]


def _redrawn(phase: Phase, viewer: Viewer, players: list[Player]) -> Phase:
    """Another player's drawn card is one of their unseen cards, no matter which."""
    if isinstance(phase, GiveUp) and phase.seat != viewer:
        return GiveUp(phase.seat, _unseen_cards(players[phase.seat])[0])
    return phase


def _shuffled(pieces: list[T], source: Source) -> list[T]:
    for last in range(len(pieces) - 1, 0, -1):
        other = source.below(last + 1)
        pieces[last], pieces[other] = pieces[other], pieces[last]
    return pieces
