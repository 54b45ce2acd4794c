"""What a move on a turn leads to (E3 to E7)."""

from closecall.core.frozen import replace
from closecall.core.rules import Seat
from closecall.games.enough.kit import Token
from closecall.games.enough.menus import extras, locks
from closecall.games.enough.moves import (
    BackOut,
    Call,
    Draw,
    Drop,
    Fold,
    Move,
    Pass,
    PlayLock,
    PlaySilence,
    Stay,
    Swap,
    Take,
    TakePile,
    Total,
)
from closecall.games.enough.rounds import after_final_turns, redealt, to_totalling
from closecall.games.enough.state import (
    TURNS_WITHOUT_CALL,
    BackingOut,
    Declare,
    DrawCard,
    EndOfTurn,
    GiveUp,
    NewFaceUp,
    ReplaceFaceUp,
    Stance,
    State,
    Turn,
    after,
    with_card,
    with_player,
    without,
)


def after_move(state: State, seat: Seat, move: Move) -> State:
    """The state after one player's move."""
    match move:
        case Draw() | Take() | Swap() | TakePile() | Drop():
            return _after_card_move(state, seat, move)
        case Call() | Stay() | Fold():
            return _after_word(state, seat, move)
        case PlayLock(token):
            return _after_token(with_player(_spent(state, seat, token), seat, lock_token=True), seat)
        case PlaySilence(token, whom):
            return _after_token(with_player(_spent(state, seat, token), whom, silenced=True), seat)
        case BackOut(token):
            return to_totalling(replace(_spent(state, seat, token), backed_out=True))
        case Pass():
            return _after_pass(state, seat)
        case Total():
            raise AssertionError("totals are committed together")


def _after_card_move(state: State, seat: Seat, move: Draw | Take | Swap | TakePile | Drop) -> State:
    match move:
        case Draw():
            return with_ready_deck(replace(state, phase=DrawCard(seat)))
        case Take(owner):
            taken = _taken_from(state, seat, owner)
            return with_ready_deck(replace(taken, phase=ReplaceFaceUp(owner, seat)))
        case Swap(owner, give):
            return _after_swap(state, seat, owner, give)
        case TakePile(give):
            return _after_pile(state, seat, give)
        case Drop(card):
            return end_turn(_discarded(state, seat, card), seat)


def _after_word(state: State, seat: Seat, move: Call | Stay | Fold) -> State:
    match move:
        case Call():
            called = with_player(state, seat, stance=Stance.CALLED)
            return end_turn(replace(called, caller=seat, redeals=0), seat)
        case Stay():
            return replace(with_player(state, seat, stance=Stance.STAYED), phase=Turn(seat))
        case Fold():
            return end_turn(with_player(state, seat, stance=Stance.FOLDED), seat)


def with_ready_deck(state: State) -> State:
    """When a card is needed and the deck is empty, the pile but its top card is shuffled into it (E16)."""
    if state.deck:
        return state
    assert len(state.discard) > 1, "a card can always be had (E16)"
    return replace(state, deck=tuple(sorted(state.discard[:-1])), discard=state.discard[-1:])


def after_drawn_card(state: State, seat: Seat, card: int) -> State:
    """A card has come from the deck: filling ends the turn (E3), fine-tuning asks for a discard (E4)."""
    player = state.players[seat]
    was_full = player.is_full
    state = with_player(state, seat, hand=with_card(player.hand, card))
    if was_full:
        return replace(state, phase=GiveUp(seat, card))
    return end_filling(state, seat)


def after_new_face_up(state: State, owner: Seat, taker: Seat) -> State:
    """The owner may lock the new card at once (E7); then the taker's turn goes on to its end."""
    if locks(state.players[owner]):
        return replace(state, phase=NewFaceUp(owner, taker))
    return _after_window(state, taker)


def end_filling(state: State, seat: Seat) -> State:
    """A card has come while filling: Lock and Silence may follow on it (E7)."""
    if extras(state, seat):
        return replace(state, phase=EndOfTurn(seat))
    return end_turn(state, seat)


def end_turn(state: State, seat: Seat) -> State:
    """The turn passes to the left: for a final turn if someone has called (E6)."""
    state = replace(state, turns=state.turns + 1)
    following = after(state, seat)
    if state.caller is None:
        if state.turns == TURNS_WITHOUT_CALL * len(state.players):
            return redealt(state)  # E18
        return replace(state, phase=Turn(following))
    if following == state.caller:
        return after_final_turns(state)
    return replace(state, phase=Declare(following))


def _taken_from(state: State, seat: Seat, owner: Seat) -> State:
    """The owner's face-up card goes into the taker's hand, and everyone has seen it."""
    card = state.players[owner].face_up
    assert card is not None
    return with_player(_received(state, seat, card), owner, face_up=None)


def _received(state: State, seat: Seat, card: int) -> State:
    player = state.players[seat]
    return with_player(state, seat, hand=with_card(player.hand, card), known=with_card(player.known, card))


def _given(state: State, seat: Seat, card: int) -> State:
    player = state.players[seat]
    known = without(player.known, card) if card in player.known else player.known
    return with_player(state, seat, hand=without(player.hand, card), known=known)


def _discarded(state: State, seat: Seat, card: int) -> State:
    return replace(_given(state, seat, card), discard=(*state.discard, card))


def _after_swap(state: State, seat: Seat, owner: Seat, give: int) -> State:
    """A different card of the hand takes the place of the card taken (E4)."""
    swapped = _taken_from(_given(state, seat, give), seat, owner)
    return after_new_face_up(with_player(swapped, owner, face_up=give), owner, seat)


def _after_pile(state: State, seat: Seat, give: int) -> State:
    """The pile's top card is taken and a different card discarded (E4)."""
    top = state.discard[-1]
    lifted = replace(state, discard=state.discard[:-1])
    return end_turn(_received(_discarded(lifted, seat, give), seat, top), seat)


def _spent(state: State, seat: Seat, token: Token) -> State:
    player = state.players[seat]
    return with_player(state, seat, tokens=without(player.tokens, token), used=(*player.used, token))


def _after_token(state: State, seat: Seat) -> State:
    """A token is a free extra: the moment stays, unless it was only there for the token."""
    match state.phase:
        case NewFaceUp(_, taker):
            return _after_window(state, taker)
        case EndOfTurn():
            return end_filling(state, seat)
        case _:
            return state


def _after_pass(state: State, seat: Seat) -> State:
    match state.phase:
        case NewFaceUp(_, taker):
            return _after_window(state, taker)
        case BackingOut():
            return to_totalling(state)
        case _:
            return end_turn(state, seat)


def _after_window(state: State, taker: Seat) -> State:
    """The owner has locked the new card or not; everyone's first two turns are for filling (E3)."""
    if state.turns < 2 * len(state.players):
        return end_filling(state, taker)
    return end_turn(state, taker)
