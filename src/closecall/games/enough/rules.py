"""Close Enough as rules; the clauses E1 to E18 are in RULES.md.

A round deals targets and face-up cards (chance.py), goes through turns (turns.py, with the menus of
menus.py), and is totalled and scored (rounds.py, with the arithmetic of scoring.py).
"""

from collections.abc import Mapping
from typing import cast

from closecall.core.rules import CHANCE, Chance, Decision, Over, Seat, best
from closecall.games.enough.chance import FATE_PHASES
from closecall.games.enough.kit import check_kit
from closecall.games.enough.menus import (
    back_out_menu,
    can_change_total,
    declare_menu,
    drop_menu,
    end_of_turn_menu,
    new_face_up_menu,
    total_menu,
    turn_menu,
)
from closecall.games.enough.moves import Move, Total
from closecall.games.enough.rounds import after_totals, contenders
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
    State,
    Totalling,
    Turn,
)
from closecall.games.enough.turns import after_move

SEATS = range(3, 6)


def setup(seats: int, options: Options) -> State:
    """The table before the scorekeeper is drawn (E1, E2)."""
    check_kit(options.kit, seats)
    return State(
        kit=options.kit,
        advanced=options.advanced,
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
        case BackingOut():
            assert state.caller is not None
            return Decision({state.caller: back_out_menu(state.players[state.caller])})
        case Totalling():
            return _totalling(state)
        case Ended(reason):
            stars = tuple(player.stars for player in state.players)
            return Over(reason, stars, best(stars))  # E15: a tie makes Half-Champions
        case _:
            raise AssertionError(phase)


def _totalling(state: State) -> Decision[Move]:
    """Only players who hold a totalling token have something to decide; held tokens are public (E7)."""
    deciding = [seat for seat in contenders(state) if can_change_total(state.players[seat])]
    return Decision({seat: total_menu(state.players[seat]) for seat in deciding})


def after_choices(state: State, choices: Mapping[Seat, Move]) -> State:
    """Totals are resolved together (E8); all other moves are one player's."""
    if isinstance(state.phase, Totalling):
        return after_totals(state, cast(Mapping[Seat, Total], choices))
    ((seat, move),) = choices.items()
    return after_move(state, seat, move)
