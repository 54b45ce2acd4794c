"""What a move on a turn leads to (E3 to E7)."""

from dataclasses import replace
from typing import Any

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
    Player,
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
            player = replace(spent(state.players[seat], token), lock_token=True)
            return _after_token(with_player(state, seat, player), seat)
        case PlaySilence(token, whom):
            state = with_player(state, whom, replace(state.players[whom], silenced=True))
            return _after_token(with_player(state, seat, spent(state.players[seat], token)), seat)
        case BackOut(token):
            player = spent(state.players[seat], token)
            return to_totalling(with_player(state, seat, player, backed_out=True))
        case Pass():
            return _after_pass(state, seat)
        case Total():
            raise AssertionError("totals are committed together")


def _after_card_move(state: State, seat: Seat, move: Draw | Take | Swap | TakePile | Drop) -> State:
    player = state.players[seat]
    match move:
        case Draw():
            return replace(with_ready_deck(state), phase=DrawCard(seat))
        case Take(owner):
            taker, bare = _taken(player, state.players[owner])
            state = with_player(with_player(state, seat, taker), owner, bare)
            return replace(with_ready_deck(state), phase=ReplaceFaceUp(owner, seat))
        case Swap(owner, give):  # E4: a different card of the hand takes the place of the card taken
            taker, bare = _taken(_gave(player, give), state.players[owner])
            state = with_player(with_player(state, seat, taker), owner, replace(bare, face_up=give))
            return after_new_face_up(state, owner, seat)
        case TakePile(give):  # E4: the pile's top card is taken and a different card discarded
            taker = _took(_gave(player, give), state.discard[-1])
            return end_turn(state, seat, taker, discard=(*state.discard[:-1], give))
        case Drop(card):
            return end_turn(state, seat, _gave(player, card), discard=(*state.discard, card))


def _after_word(state: State, seat: Seat, move: Call | Stay | Fold) -> State:
    player = state.players[seat]
    match move:
        case Call():
            caller = replace(player, stance=Stance.CALLED)
            return end_turn(replace(state, caller=seat, redeals=0), seat, caller)
        case Stay():
            stayer = replace(player, stance=Stance.STAYED)
            return with_player(state, seat, stayer, phase=Turn(seat))
        case Fold():
            return end_turn(state, seat, replace(player, stance=Stance.FOLDED))


def with_ready_deck(state: State) -> State:
    """When a card is needed and the deck is empty, the pile but its top card is shuffled into it (E16)."""
    if state.deck:
        return state
    assert len(state.discard) > 1, "a card can always be had (E16)"
    return replace(state, deck=tuple(sorted(state.discard[:-1])), discard=state.discard[-1:])


def after_drawn_card(state: State, seat: Seat, card: int) -> State:
    """A card has come from the deck: filling ends the turn (E3), fine-tuning asks for a discard (E4)."""
    player = state.players[seat]
    deck = without(state.deck, card)
    drawn = replace(player, hand=with_card(player.hand, card))
    if player.is_full:
        return with_player(state, seat, drawn, deck=deck, phase=GiveUp(seat, card))
    return end_filling(with_player(state, seat, drawn, deck=deck), seat)


def after_new_face_up(state: State, owner: Seat, taker: Seat) -> State:
    """The owner may lock the new card at once (E7); then the taker's turn goes on to its end."""
    if locks(state.players[owner]):
        return replace(state, phase=NewFaceUp(owner, taker))
    return _after_window(state, taker)


def end_filling(state: State, seat: Seat) -> State:
    """A card has come while filling: Lock and Silence may follow on it (E7)."""
    if extras(state, seat):
        return replace(state, phase=EndOfTurn(seat))
    return end_turn(state, seat, state.players[seat])


def end_turn(state: State, seat: Seat, player: Player, **fields: Any) -> State:
    """The turn passes to the left: for a final turn if someone has called (E6)."""
    turns, following = state.turns + 1, after(state, seat)
    if state.caller is None:
        state = with_player(state, seat, player, turns=turns, phase=Turn(following), **fields)
        is_too_long = turns == TURNS_WITHOUT_CALL * len(state.players)
        return redealt(state) if is_too_long else state  # E18
    state = with_player(state, seat, player, turns=turns, phase=Declare(following), **fields)
    return after_final_turns(state) if following == state.caller else state


def _taken(taker: Player, owner: Player) -> tuple[Player, Player]:
    """The owner's face-up card goes into the taker's hand."""
    assert owner.face_up is not None
    return _took(taker, owner.face_up), replace(owner, face_up=None)


def _took(player: Player, card: int) -> Player:
    """A card comes into a hand, and everyone has seen it."""
    return replace(player, hand=with_card(player.hand, card), known=with_card(player.known, card))


def _gave(player: Player, card: int) -> Player:
    known = without(player.known, card) if card in player.known else player.known
    return replace(player, hand=without(player.hand, card), known=known)


def spent(player: Player, token: Token) -> Player:
    """A player who has used a token; it lies on the table until the round ends (E15)."""
    return replace(player, tokens=without(player.tokens, token), used=(*player.used, token))


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
            return end_turn(state, seat, state.players[seat])


def _after_window(state: State, taker: Seat) -> State:
    """The owner has locked the new card or not; everyone's first two turns are for filling (E3)."""
    if state.turns < 2 * len(state.players):
        return end_filling(state, taker)
    return end_turn(state, taker, state.players[taker])
