"""Close Enough as rules; the clauses E1 to E18 are in RULES.md.

A round deals targets and face-up cards (chance.py), goes through turns (turns.py, with the menus of
menus.py), and is totalled and scored (rounds.py, with the arithmetic of scoring.py).
"""

from collections.abc import Mapping
from typing import cast

from closecall.core.errors import BadOptions
from closecall.core.rules import CHANCE, Chance, Decision, Over, Seat, best, letter
from closecall.games.enough.chance import FATE_PHASES
from closecall.games.enough.kit import check_kit
from closecall.games.enough.menus import (
    SHOW_MENU,
    back_out_menu,
    can_change_total,
    declare_menu,
    drop_menu,
    end_of_turn_menu,
    new_face_up_menu,
    total_menu,
    turn_menu,
)
from closecall.games.enough.moves import KEEP, Move, Total
from closecall.games.enough.rounds import after_showing, after_totals, contenders, may_show, new_round
from closecall.games.enough.state import (
    BackingOut,
    Declare,
    DrawScorekeeper,
    Ended,
    EndOfTurn,
    GiveUp,
    NewFaceUp,
    Options,
    Player,
    Showing,
    State,
    Totalling,
    Turn,
)
from closecall.games.enough.turns import after_move

SEATS = range(3, 6)


def setup(seats: int, options: Options) -> State:
    """The table before the scorekeeper is drawn, or before round 1 if the table has picked one (E1, E2)."""
    check_kit(options.kit, seats)
    scorekeeper = options.scorekeeper
    if scorekeeper is not None and scorekeeper not in range(seats):
        raise BadOptions("enough_scorekeeper", letter=letter(scorekeeper))
    state = State(
        kit=options.kit,
        advanced=options.advanced,
        showing=options.showing,
        players=(Player(),) * seats,
        phase=DrawScorekeeper(),
        round=0,
        first=None,
        resting=(),
        deck=options.kit.cards,
        discard=(),
        box=options.kit.tokens,
        turns=0,
        caller=None,
        backed_out=False,
        redeals=0,
        last=None,
    )
    return state if scorekeeper is None else new_round(state, scorekeeper)


def pending(state: State) -> Chance | Decision[Move] | Over:
    """Who acts in this phase."""
    phase = state.phase
    if type(phase) in FATE_PHASES:
        return CHANCE
    match phase:
        case Turn(seat):
            return Decision({seat: turn_menu(state, seat)})
        case GiveUp(seat):
            return Decision({seat: drop_menu(state, seat)})
        case NewFaceUp(owner):
            return Decision({owner: new_face_up_menu(state, owner)})
        case EndOfTurn(seat):
            return Decision({seat: end_of_turn_menu(state, seat)})
        case Declare(seat):
            return Decision({seat: declare_menu(state, seat)})
        case _:
            return _pending_after_turns(state)


def _pending_after_turns(state: State) -> Decision[Move] | Over:
    match state.phase:
        case BackingOut():
            assert state.caller is not None
            return Decision({state.caller: back_out_menu(state.players[state.caller])})
        case Totalling():
            # Only players who hold a totalling token have something to decide; held tokens are public (E7).
            deciding = [seat for seat in contenders(state) if can_change_total(state.players[seat])]
            return Decision({seat: total_menu(state.players[seat]) for seat in deciding})
        case Showing():
            return Decision(dict.fromkeys(may_show(state), SHOW_MENU), KEEP, is_brief=True)
        case Ended(reason):
            stars = tuple(player.stars for player in state.players)
            return Over(reason, stars, best(stars))  # E15: a tie makes Half-Champions
        case _:
            raise AssertionError(state.phase)


def after_choices(state: State, choices: Mapping[Seat, Move]) -> State:
    """Totals (E8) and shown cards (E14) are resolved together; all other moves are one player's."""
    if isinstance(state.phase, Totalling):
        return after_totals(state, cast(Mapping[Seat, Total], choices))
    if isinstance(state.phase, Showing):
        return after_showing(state, choices)
    ((seat, move),) = choices.items()
    return after_move(state, seat, move)
