"""Effects of chance and moves: the counterpart of `chance.py` and `turns.py` (E2 to E8, E14, E16)."""

from typing import Any

from numpy.typing import NDArray

from closecall.games.enough.state import REDEALS_IN_A_ROW, TURNS_WITHOUT_CALL
from closecall.kernels.counter_rng import Chances, below
from closecall.kernels.enough.array_layout import (
    ADVANCED,
    BACK_OUT,
    BACKED_OUT,
    BACKING_OUT,
    BOX,
    BOX_SIZE,
    CALL,
    CALLED,
    CALLER,
    DEAL_FACE_UP,
    DECK,
    DECK_SIZE,
    DECLARE,
    DRAW,
    DRAW_CARD,
    DRAW_SCOREKEEPER,
    DRAW_TARGET,
    DRAW_TOKEN,
    DRAWN,
    DROP,
    END_OF_TURN,
    ENDED,
    FACE_UP,
    FIRST,
    FOLD,
    FOLDED,
    FREE,
    GIVE_UP,
    HAND,
    HELD,
    KINDS,
    KNOWN,
    LAST_WON,
    LOCK_TOKEN,
    NEW_FACE_UP,
    PASS,
    PHASE,
    PILE,
    PILE_SIZE,
    PLAY_LOCK,
    PLAY_SILENCE,
    REASON,
    REDEALS,
    REPLACE_FACE_UP,
    SEAT,
    SEATS,
    SHOW,
    SHOWING,
    SHOWN,
    SILENCED,
    STANCE,
    STAY,
    STAYED,
    SWAP,
    TAKE,
    TAKE_PILE,
    TAKER,
    TARGET,
    TARGET_KINDS,
    TARGET_NUMBERS,
    TARGET_STARS,
    TOKENS,
    TOTAL,
    TOTALLING,
    TURN,
    TURNS,
    VALUES,
)
from closecall.kernels.enough.menus import decides, has_extras, has_locks
from closecall.kernels.enough.rounds import (
    commit,
    end_uncalled,
    has_champion,
    is_anybody_to_total,
    may_anybody_show,
    new_round,
    score_round,
    spend,
    to_phase,
)
from closecall.kernels.enough.table_access import (
    IS_JOINT,
    Table,
    insert,
    is_full,
    next_seat,
    player_at,
    remove_at,
)
from closecall.kernels.jit import compiled

# Chance.


@compiled
def apply_fate(state: Table, outcome: NDArray[Any]) -> None:
    """Apply a draw: a seat, a target (its number and stars), a card (its value) or a token (its kind)."""
    phase, piece = state[PHASE], int(outcome[0])
    if phase == DRAW_TARGET:
        for kind in range(state[TARGET_KINDS]):
            if state[TARGET_NUMBERS + kind] == outcome[0] and state[TARGET_STARS + kind] == outcome[1]:
                piece = kind
    elif phase not in (DRAW_SCOREKEEPER, DRAW_TOKEN):
        for kind in range(state[KINDS]):
            if state[VALUES + kind] == outcome[0]:
                piece = kind
    go_on(state, after_chance(state, piece))


@compiled
def drawn_piece(state: Table, chances: Chances) -> int:
    """Draw one of the possible pieces with equal probability: a seat, or a kind of target, token or card."""
    phase = state[PHASE]
    if phase == DRAW_SCOREKEEPER:
        return below(chances, state[SEATS])
    if phase == DRAW_TARGET:
        count = 0
        for at in range(FREE, FREE + state[TARGET_KINDS]):
            count += state[at]
        return _kind_of(state, FREE, below(chances, count))
    if phase == DRAW_TOKEN:
        return _kind_of(state, BOX, below(chances, state[BOX_SIZE]))
    return _kind_of(state, DECK, below(chances, state[DECK_SIZE]))


@compiled
def _kind_of(state: Table, first: int, n: int) -> int:
    """The kind of the nth piece, from 0, given the counts of all kinds."""
    at = first
    while n >= state[at]:
        n -= state[at]
        at += 1
    return at - first


@compiled
def after_chance(state: Table, piece: int) -> int:
    """Apply a drawn piece and return what follows."""
    phase, seat = state[PHASE], state[SEAT]
    following = next_seat(state, seat)
    if phase == DRAW_SCOREKEEPER:
        state[FIRST] = piece
        return NEW_ROUND
    if phase == DRAW_TARGET:
        state[FREE + piece] -= 1
        state[player_at(seat) + TARGET] = piece
        to_phase(state, DEAL_FACE_UP if following == state[FIRST] else DRAW_TARGET, following)
        return WAITING
    if phase == DRAW_TOKEN:
        _win_token(state, piece)
        return ROUND_OVER
    state[DECK + piece] -= 1
    state[DECK_SIZE] -= 1
    if phase == DRAW_CARD:
        return _after_drawn_card(state, seat, piece)
    state[player_at(seat) + FACE_UP] = piece
    if phase == REPLACE_FACE_UP:
        return NEW_CARD
    to_phase(state, TURN if following == state[FIRST] else DEAL_FACE_UP, following)
    return WAITING


@compiled
def _after_drawn_card(state: Table, seat: int, card: int) -> int:
    """Filling ends the turn (E3), fine-tuning asks for a discard (E4)."""
    has_to_drop = is_full(state, seat)
    insert(state, player_at(seat) + HAND, card)
    if not has_to_drop:
        return FILLED
    to_phase(state, GIVE_UP, seat)
    state[DRAWN] = card
    return WAITING


@compiled
def _win_token(state: Table, kind: int) -> None:
    """The caller takes a random token for a later round (E9)."""
    caller = player_at(state[CALLER])
    state[BOX + kind] -= 1
    state[BOX_SIZE] -= 1
    state[caller + TOKENS + kind] += 1
    state[caller + HELD] += 1


# Moves.


@compiled
def apply_choices(state: Table, choices: NDArray[Any]) -> None:
    """Totals (E8) and shown cards (E14) are resolved together; all other moves are one player's."""
    if IS_JOINT[state[PHASE]]:
        go_on(state, after_joint_choices(state, choices))
    else:
        go_on(state, after_move(state, state[SEAT], choices[state[SEAT]]))


@compiled
def after_joint_choices(state: Table, choices: NDArray[Any]) -> int:
    """Apply the moves of all who decide simultaneously, and return what follows."""
    is_totalling = state[PHASE] == TOTALLING
    for seat in range(state[SEATS]):
        if not decides(state, seat):
            continue
        if is_totalling:
            commit(state, seat, choices[seat] - TOTAL)
        else:
            state[player_at(seat) + SHOWN] = choices[seat] == SHOW
    return ALL_TOTALLED if is_totalling else ALL_SHOWN


@compiled
def after_move(state: Table, seat: int, move: int) -> int:
    """Apply one player's move and return what follows."""
    if move < CALL:
        return _after_card_move(state, seat, move)
    player = player_at(seat)
    if move == CALL:
        state[CALLER], state[REDEALS], state[player + STANCE] = seat, 0, CALLED
        return TURN_OVER
    if move == STAY:
        state[player + STANCE] = STAYED
        to_phase(state, TURN, seat)
        return WAITING
    if move == FOLD:
        state[player + STANCE] = FOLDED
        return TURN_OVER
    if move == PASS:
        return CLOSED_WINDOW
    return _after_token(state, seat, move)


@compiled
def _after_token(state: Table, seat: int, move: int) -> int:
    """Play a token, which is free: the phase stays, unless it was only for tokens."""
    if move < PLAY_SILENCE:
        kind = move - PLAY_LOCK
        state[player_at(seat) + LOCK_TOKEN] = 1
    elif move < BACK_OUT:
        kind = (move - PLAY_SILENCE) // 5
        state[player_at((move - PLAY_SILENCE) % 5) + SILENCED] = 1
    else:
        kind = move - BACK_OUT
        state[BACKED_OUT] = 1
    spend(state, seat, kind)
    if state[PHASE] == END_OF_TURN:
        return FILLED
    return CLOSED_WINDOW if state[PHASE] in (NEW_FACE_UP, BACKING_OUT) else WAITING


@compiled
def _after_card_move(state: Table, seat: int, move: int) -> int:
    """Take, swap or discard cards (E3, E4)."""
    if move == DRAW:
        _ready_deck(state)
        to_phase(state, DRAW_CARD, seat)
        return WAITING
    if move < TAKE_PILE:
        owner = move - TAKE
        _take(state, seat, state[player_at(owner) + FACE_UP])
        state[player_at(owner) + FACE_UP] = -1
        _ready_deck(state)
        to_phase(state, REPLACE_FACE_UP, owner)
        state[TAKER] = seat
        return WAITING
    if move >= DROP:
        state[PILE + state[PILE_SIZE]] = _give(state, seat, move - DROP)
        state[PILE_SIZE] += 1
        return TURN_OVER
    # E4: take a card and put a different one from the hand in its place.
    if move < SWAP:
        place, given, then = PILE + state[PILE_SIZE] - 1, move - TAKE_PILE, TURN_OVER
    else:
        owner = (move - SWAP) // 2
        place, given, then = player_at(owner) + FACE_UP, (move - SWAP) % 2, NEW_CARD
        state[SEAT], state[TAKER] = owner, seat
    card = _give(state, seat, given)
    _take(state, seat, state[place])
    state[place] = card
    return then


@compiled
def _take(state: Table, seat: int, card: int) -> None:
    """Put a card that everyone has seen into a hand."""
    insert(state, player_at(seat) + HAND, card)
    insert(state, player_at(seat) + KNOWN, card)


@compiled
def _give(state: Table, seat: int, place: int) -> int:
    """Remove the card at an index of the hand and return it."""
    hand, known = player_at(seat) + HAND, player_at(seat) + KNOWN
    card: int = state[hand + place]
    remove_at(state, hand + place, hand + 2)
    for at in range(known, known + 2):
        if state[at] == card:
            remove_at(state, at, known + 1)
            break
    return card


@compiled
def _ready_deck(state: Table) -> None:
    """If the deck is empty, shuffle the pile except its top card into it (E16)."""
    if state[DECK_SIZE]:
        return
    top = PILE + state[PILE_SIZE] - 1
    for at in range(PILE, top):
        state[DECK + state[at]] += 1
    state[DECK_SIZE], state[PILE_SIZE] = state[PILE_SIZE] - 1, 1
    state[PILE] = state[top]
    for at in range(PILE + 1, top + 1):
        state[at] = -1


# What follows without a decision, in the order in which it can happen. Each function is called from one place
# only: the compiler would inline it at every call.

(
    NEW_CARD,
    CLOSED_WINDOW,
    FILLED,
    TURN_OVER,
    FINAL_TURNS_OVER,
    TO_TOTALLING,
    ALL_TOTALLED,
    ROUND_OVER,
    ALL_SHOWN,
    UNCALLED,
    NEW_ROUND,
    WAITING,
) = range(12)


@compiled
def go_on(state: Table, then: int) -> None:
    """Go on until chance acts or somebody decides."""
    if then < FINAL_TURNS_OVER:
        then = _end_turn(state, state[SEAT] if state[TAKER] < 0 else state[TAKER], then)
    if then < ROUND_OVER:
        then = _end_call(state, then)
    if then == ROUND_OVER:
        if has_champion(state):
            state[REASON] = 1
            to_phase(state, ENDED, -1)
            return
        if may_anybody_show(state):
            to_phase(state, SHOWING, -1)
            return
        then = ALL_SHOWN
    if then == ALL_SHOWN:
        # E2: First! goes to the player right of the caller.
        state[FIRST] = (state[CALLER] if state[CALLER] else state[SEATS]) - 1
        then = NEW_ROUND
    if then == UNCALLED:
        end_uncalled(state)
        if state[REDEALS] == REDEALS_IN_A_ROW:
            state[REASON] = 2
            to_phase(state, ENDED, -1)
            return
        then = NEW_ROUND
    if then == NEW_ROUND:
        new_round(state)


@compiled
def _end_turn(state: Table, seat: int, then: int) -> int:
    """Go on with a seat's turn, and end it if nobody can do anything more."""
    if then == NEW_CARD:
        if has_locks(state, state[SEAT]):  # E7: the owner may lock the new card at once
            state[PHASE] = NEW_FACE_UP
            return WAITING
        then = CLOSED_WINDOW
    if then == CLOSED_WINDOW:
        if state[PHASE] == BACKING_OUT:
            return TO_TOTALLING
        # E3: everyone's first two turns are for filling, on which Lock and Silence may follow (E7).
        is_filling = state[PHASE] != END_OF_TURN and state[TURNS] < 2 * state[SEATS]
        then = FILLED if is_filling else TURN_OVER
    if then == FILLED and has_extras(state, seat):
        to_phase(state, END_OF_TURN, seat)
        return WAITING
    # The turn passes to the left: for a final turn if someone has called (E6).
    following = next_seat(state, seat)
    state[TURNS] += 1
    to_phase(state, TURN if state[CALLER] < 0 else DECLARE, following)
    if state[TURNS] == TURNS_WITHOUT_CALL * state[SEATS] and state[CALLER] < 0:
        return UNCALLED  # E18
    return FINAL_TURNS_OVER if following == state[CALLER] else WAITING


@compiled
def _end_call(state: Table, then: int) -> int:
    """After all final turns: backing out, totalling, the score and a token (E8 to E13)."""
    caller = state[CALLER]
    if then == FINAL_TURNS_OVER and state[ADVANCED] and state[player_at(caller) + HELD]:
        to_phase(state, BACKING_OUT, caller)
        return WAITING
    if then < ALL_TOTALLED and is_anybody_to_total(state):
        to_phase(state, TOTALLING, -1)
        return WAITING
    score_round(state)
    if state[LAST_WON] and state[BOX_SIZE]:
        to_phase(state, DRAW_TOKEN, -1)
        return WAITING
    return ROUND_OVER
