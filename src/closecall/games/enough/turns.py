"""The state after a move on a turn (E3 to E7)."""

from closecall.core.immutable import replace
from closecall.core.rules import Seat
from closecall.games.enough.kit import Token
from closecall.games.enough.menus import extras, locks
from closecall.games.enough.moves import (
    BackOut,
    Call,
    Draw,
    Drop,
    Fold,
    Keep,
    Move,
    Pass,
    PlayLock,
    PlaySilence,
    Show,
    Stay,
    Swap,
    Take,
    TakePile,
    Total,
)
from closecall.games.enough.rounds import after_final_turns, after_no_call, to_totalling
from closecall.games.enough.state import (
    TURNS_WITHOUT_CALL,
    BackingOut,
    Cards,
    Declare,
    DrawCard,
    EndOfTurn,
    GiveUp,
    NewFaceUp,
    Player,
    Players,
    ReplaceFaceUp,
    Stance,
    State,
    Turn,
    at_next_turn,
    at_phase,
    next_seat,
    with_card,
    with_lot,
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
            players = _with_spent(state.players, seat, token)
            players = with_player(players, seat, replace(players[seat], lock_token=True))
            return _after_token(replace(state, players=players), seat)
        case PlaySilence(token, whom):
            players = _with_spent(state.players, seat, token)
            players = with_player(players, whom, replace(players[whom], silenced=True))
            return _after_token(replace(state, players=players), seat)
        case BackOut(token):
            players = _with_spent(state.players, seat, token)
            return to_totalling(replace(state, players=players, backed_out=True))
        case Pass():
            return _after_pass(state, seat)
        case Total() | Show() | Keep():
            raise AssertionError("these are resolved together")


def _after_card_move(state: State, seat: Seat, move: Draw | Take | Swap | TakePile | Drop) -> State:
    player, players = state.players[seat], state.players
    match move:
        case Draw():
            return at_phase(with_ready_deck(state), DrawCard(seat), players)
        case Take(owner):
            players = with_player(players, seat, _took(player, _face_up(players[owner])))
            players = with_player(players, owner, with_face_up(players[owner], None))
            return at_phase(with_ready_deck(state), ReplaceFaceUp(owner, seat), players)
        case Swap(owner, give):  # E4: a different card of the hand takes the place of the card taken
            players = with_player(players, seat, _took(_gave(player, give), _face_up(players[owner])))
            players = with_player(players, owner, with_face_up(players[owner], give))
            return after_new_face_up(state, owner, seat, players)
        case TakePile(give):  # E4: the pile's top card is taken and a different card discarded
            players = with_player(players, seat, _took(_gave(player, give), state.discard[-1]))
            return end_turn(state, seat, players, discard=(*state.discard[:-1], give))
        case Drop(card):
            players = with_player(players, seat, _gave(player, card))
            return end_turn(state, seat, players, discard=(*state.discard, card))


def _after_word(state: State, seat: Seat, move: Call | Stay | Fold) -> State:
    match move:
        case Call():
            players = _with_stance(state.players, seat, Stance.CALLED)
            return end_turn(replace(state, caller=seat, redeals=0), seat, players)
        case Stay():
            return at_phase(state, Turn(seat), _with_stance(state.players, seat, Stance.STAYED))
        case Fold():
            return end_turn(state, seat, _with_stance(state.players, seat, Stance.FOLDED))


def with_ready_deck(state: State) -> State:
    """If the deck is empty when a card is needed, the pile without its top card becomes the deck (E16)."""
    if state.deck:
        return state
    assert len(state.discard) > 1, "there is always a card to draw (E16)"
    return replace(state, deck=tuple(sorted(state.discard[:-1])), discard=state.discard[-1:])


def after_drawn_card(state: State, seat: Seat, card: int) -> State:
    """A card has come from the deck: filling ends the turn (E3), fine-tuning asks for a discard (E4)."""
    player = state.players[seat]
    deck = without(state.deck, card)
    drawn = with_lot(player, player.face_up, with_card(player.hand, card), player.known)
    players = with_player(state.players, seat, drawn)
    if player.is_full:
        return at_phase(state, GiveUp(seat, card), players, deck)
    return end_filling(state, seat, players, deck)


def after_new_face_up(
    state: State, owner: Seat, taker: Seat, players: Players, deck: Cards | None = None
) -> State:
    """The owner may lock the new card at once (E7); then the taker's turn goes on to its end."""
    if locks(players[owner]):
        return at_phase(state, NewFaceUp(owner, taker), players, deck)
    return _after_lock_offer(state, taker, players, deck)


def end_filling(state: State, seat: Seat, players: Players, deck: Cards | None = None) -> State:
    """A card has come while filling: Lock and Silence may follow on it (E7)."""
    if extras(state, seat):  # no card changes which tokens can be played
        return at_phase(state, EndOfTurn(seat), players, deck)
    return end_turn(state, seat, players, deck)


def end_turn(
    state: State, seat: Seat, players: Players, deck: Cards | None = None, discard: Cards | None = None
) -> State:
    """The turn passes to the left: for a final turn if someone has called (E6)."""
    following = next_seat(state, seat)
    if state.caller is None:
        state = at_next_turn(state, Turn(following), players, deck, discard)
        is_too_long = state.turns == TURNS_WITHOUT_CALL * len(players)
        return after_no_call(state) if is_too_long else state  # E18
    state = at_next_turn(state, Declare(following), players, deck, discard)
    return after_final_turns(state) if following == state.caller else state


def with_face_up(player: Player, card: int | None) -> Player:
    """The player with another face-up card, or briefly none."""
    return with_lot(player, card, player.hand, player.known)


def _face_up(owner: Player) -> int:
    assert owner.face_up is not None
    return owner.face_up


def _took(player: Player, card: int) -> Player:
    """A card that everyone has seen joins the hand."""
    return with_lot(player, player.face_up, with_card(player.hand, card), with_card(player.known, card))


def _gave(player: Player, card: int) -> Player:
    known = without(player.known, card) if card in player.known else player.known
    return with_lot(player, player.face_up, without(player.hand, card), known)


def _with_stance(players: Players, seat: Seat, stance: Stance) -> Players:
    return with_player(players, seat, replace(players[seat], stance=stance))


def _with_spent(players: Players, seat: Seat, token: Token) -> Players:
    """One player has used a token; it lies on the table until the round ends (E15)."""
    player = players[seat]
    spent = replace(player, tokens=without(player.tokens, token), used=(*player.used, token))
    return with_player(players, seat, spent)


def _after_token(state: State, seat: Seat) -> State:
    """A token is a free extra: the phase stays, unless it existed only for the token."""
    match state.phase:
        case NewFaceUp(_, taker):
            return _after_lock_offer(state, taker, state.players)
        case EndOfTurn():
            return end_filling(state, seat, state.players)
        case _:
            return state


def _after_pass(state: State, seat: Seat) -> State:
    match state.phase:
        case NewFaceUp(_, taker):
            return _after_lock_offer(state, taker, state.players)
        case BackingOut():
            return to_totalling(state)
        case _:
            return end_turn(state, seat, state.players)


def _after_lock_offer(state: State, taker: Seat, players: Players, deck: Cards | None = None) -> State:
    """The owner has locked the new card or not; everyone's first two turns are for filling (E3)."""
    if state.turns < 2 * len(players):
        return end_filling(state, taker, players, deck)
    return end_turn(state, taker, players, deck)
