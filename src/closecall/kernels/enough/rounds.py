"""Start and end of rounds: the counterpart of `rounds.py` and `scoring.py` (E2, E8 to E15, E18)."""

from closecall.games.enough.state import STARS_TO_WIN
from closecall.kernels.enough.array_layout import (
    BACKED_OUT,
    BOX,
    BOX_SIZE,
    CALLED,
    CALLER,
    CARDS,
    COPIES,
    DECK,
    DECK_SIZE,
    DISTANCE,
    DRAW_TARGET,
    DRAWN,
    FIRST,
    FREE,
    HELD,
    KINDS,
    LAST_CALLER,
    LAST_ROUND,
    LAST_WON,
    LOCK_TOKEN,
    MAY_SHOW,
    PHASE,
    PILE,
    PILE_SIZE,
    REDEALS,
    RESTING,
    ROUND,
    SEAT,
    SEATS,
    SHOWN,
    STANCE,
    STARS,
    STAYED,
    TAKER,
    TARGET,
    TARGET_STARS,
    TOKEN_KINDS,
    TOKENS,
    TURNS,
    USED,
    USES,
)
from closecall.kernels.enough.menus import holds
from closecall.kernels.enough.table_access import (
    CAN_TOTAL,
    USE_TOKEN,
    Table,
    distance_of,
    insert,
    is_contending,
    player_at,
)
from closecall.kernels.jit import compiled


@compiled
def to_phase(state: Table, phase: int, seat: int) -> None:
    """Set what happens next, and who acts."""
    state[PHASE], state[SEAT] = phase, seat
    state[TAKER], state[DRAWN] = -1, -1


@compiled
def new_round(state: Table) -> None:
    """Shuffle all cards, and let targets be drawn clockwise from First! (E2)."""
    for n in range(5):
        if state[RESTING + n] >= 0:
            state[FREE + state[RESTING + n]] += 1
            state[RESTING + n] = -1
    for seat in range(state[SEATS]):
        if state[player_at(seat) + TARGET] >= 0:
            insert(state, RESTING, state[player_at(seat) + TARGET])
        _clear_player(state, seat)
    for kind in range(state[KINDS]):
        state[DECK + kind] = state[COPIES + kind]
    for at in range(PILE, PILE + state[PILE_SIZE]):
        state[at] = -1
    state[DECK_SIZE], state[PILE_SIZE] = state[CARDS], 0
    state[ROUND] += 1
    state[TURNS], state[CALLER], state[BACKED_OUT] = 0, -1, 0
    to_phase(state, DRAW_TARGET, state[FIRST])


@compiled
def _clear_player(state: Table, seat: int) -> None:
    """Clear everything of a player but stars, tokens, and whether the cards of the last round were shown."""
    player = player_at(seat)
    for at in range(player + TARGET, player + SHOWN):
        # Target, cards and hand: none. Lock token, silence and stance: 0.
        state[at] = -1 if at < player + LOCK_TOKEN else 0
    for kind in range(TOKEN_KINDS):
        state[player + USED + kind] = 0


@compiled
def spend(state: Table, seat: int, kind: int) -> None:
    """Move a token from a player to the table, where it stays until the round ends (E15)."""
    player = player_at(seat)
    state[player + TOKENS + kind] -= 1
    state[player + HELD] -= 1
    state[player + USED + kind] += 1


@compiled
def return_tokens(state: Table) -> None:
    """Return all used tokens to the box before any is drawn (E15)."""
    for seat in range(state[SEATS]):
        used = player_at(seat) + USED
        for kind in range(TOKEN_KINDS):
            state[BOX + kind] += state[used + kind]
            state[BOX_SIZE] += state[used + kind]


@compiled
def is_anybody_to_total(state: Table) -> bool:
    """Whether a caller or stayer holds a token that helps (E8)."""
    is_found = False
    for seat in range(state[SEATS]):
        is_found |= is_contending(state, seat) and holds(state, seat, CAN_TOTAL)
    return is_found


@compiled
def commit(state: Table, seat: int, uses: int) -> None:
    """Spend a player's tokens and compute the distance (E8)."""
    state[player_at(seat) + DISTANCE] = distance_of(state, seat, uses)
    while uses:
        if uses % USES:
            spend(state, seat, USE_TOKEN[uses % USES])
        uses //= USES


@compiled
def score_round(state: Table) -> None:
    """After all commitments: change everybody's stars, and return used tokens to the box (E8 to E15)."""
    for seat in range(state[SEATS]):
        if is_contending(state, seat) and state[player_at(seat) + DISTANCE] < 0:
            state[player_at(seat) + DISTANCE] = distance_of(state, seat, 0)
    return_tokens(state)
    has_won = _score(state)
    state[LAST_ROUND], state[LAST_CALLER], state[LAST_WON] = state[ROUND], state[CALLER], has_won


@compiled
def _score(state: Table) -> bool:
    """Change everybody's stars after a called round, and return whether the caller won (E9 to E13)."""
    caller_distance, stayers, closer = state[player_at(state[CALLER]) + DISTANCE], 0, 0
    for seat in range(state[SEATS]):
        if state[player_at(seat) + STANCE] == STAYED:
            stayers += 1
            closer += state[player_at(seat) + DISTANCE] < caller_distance
    for seat in range(state[SEATS]):
        player = player_at(seat)
        is_closer = state[player + STANCE] == STAYED and state[player + DISTANCE] < caller_distance
        is_exact = state[player + DISTANCE] == 0
        # E12: outcome, then the floor at 0, then the bonus.
        state[player + STARS] = max(0, state[player + STARS] + _change(state, seat, closer, is_closer))
        state[player + STARS] += is_exact
        # E14: everyone else may muck.
        has_to_prove = is_closer or (state[player + STANCE] == CALLED and stayers > 0)
        state[player + SHOWN] = is_exact or (has_to_prove and not state[BACKED_OUT])
        state[player + DISTANCE] = -1
    return closer == 0 and not state[BACKED_OUT]


@compiled
def _change(state: Table, seat: int, closer: int, is_closer: bool) -> int:
    """The stars that a player wins or loses, given how many are closer than the caller."""
    player = player_at(seat)
    stance = state[player + STANCE]
    if state[BACKED_OUT]:  # E13
        return -1 if stance == CALLED else 1
    if closer == 0:  # E9
        if stance == CALLED:
            return int(state[TARGET_STARS + state[player + TARGET]])
        return -1 if stance == STAYED else 0
    if stance == CALLED:  # E10
        return -closer
    return 1 if is_closer else 0


@compiled
def has_champion(state: Table) -> bool:
    """Whether somebody has eight stars (E15)."""
    is_found = False
    for seat in range(state[SEATS]):
        is_found |= state[player_at(seat) + STARS] >= STARS_TO_WIN
    return is_found


@compiled
def may_anybody_show(state: Table) -> bool:
    """Whether the players are asked, and somebody did not have to show their cards (E14)."""
    is_found = False
    for seat in range(state[SEATS]):
        is_found |= state[player_at(seat) + SHOWN] == 0
    return is_found and bool(state[MAY_SHOW])


@compiled
def end_uncalled(state: Table) -> None:
    """End a round without a call, and without scoring (E18)."""
    return_tokens(state)
    for seat in range(state[SEATS]):
        state[player_at(seat) + SHOWN] = 0
    state[LAST_ROUND], state[LAST_CALLER], state[LAST_WON] = state[ROUND], -1, 0
    state[REDEALS] += 1
