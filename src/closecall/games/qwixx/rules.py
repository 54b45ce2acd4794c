"""Qwixx as rules; the clauses Q1 to Q11 are in RULES.md.

>>> from random import Random
>>> from closecall.core.fate import RandomSource
>>> draw(setup(1, Options()), RandomSource(Random(7)))
Roll(white=(3, 2), coloured=(4, 6, 1, 1))
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from closecall.core.errors import BadOptions, IllegalOutcome
from closecall.core.immutable import replace
from closecall.core.rules import CHANCE, Chance, Decision, Over, Seat, Source, all_seats, best, letter
from closecall.games.qwixx.moves import MORE_MENU, STOP, Cross, More, Move, menu_from, offers
from closecall.games.qwixx.scoring import score
from closecall.games.qwixx.state import (
    COLOURS,
    EMPTY_SHEET,
    MOST_GAMES,
    Colour,
    Die,
    Lot,
    Options,
    Outcome,
    Result,
    Roll,
    Sheet,
    State,
    closed_rows,
    crossed,
    is_asking,
    misthrower,
    reason_to_end,
)
from closecall.games.qwixx.view import colour_word

SEATS = range(1, 6)


def setup(seats: int, options: Options) -> State:
    """An empty sheet for everyone (Q1); alone you are always the active player."""
    if not 1 <= options.games <= MOST_GAMES:
        raise BadOptions("qwixx_games", games=options.games, most=MOST_GAMES)
    return State(
        games=options.games,
        one_more=options.one_more,
        results=(),
        active=_first(seats),
        action=None,
        roll=None,
        has_crossed=False,
        sheets=(EMPTY_SHEET,) * seats,
    )


def _first(seats: int) -> Seat | None:
    """Lots decide the first active player of each game, unless there is only one (Q3, Q11)."""
    return Seat(0) if seats == 1 else None


def pending(state: State) -> Chance | Decision[Move] | Over:
    """The lot, then turns of a roll, action 1 of everybody and action 2 of the active player (Q3)."""
    roll, action = state.roll, state.action
    if roll is None or action is None:
        if is_asking(state):
            return Decision(dict.fromkeys(all_seats(len(state.sheets)), MORE_MENU), STOP)
        return _over(state) if len(state.results) == state.games else CHANCE
    offered = offers(roll, action)
    if action == 1:
        return Decision({Seat(n): menu_from(sheet, offered) for n, sheet in enumerate(state.sheets)})
    assert state.active is not None
    return Decision({state.active: menu_from(state.sheets[state.active], offered)})


def _over(state: State) -> Over:
    """The most points over all games win (Q10, Q11); the reason is that of the last game."""
    scores = tuple(map(sum, zip(*[result.scores for result in state.results], strict=True)))
    return Over(state.results[-1].reason, scores, best(scores))


def draw(state: State, source: Source) -> Outcome:
    """The lot, or a roll of all dice still in the game (Q3)."""
    state = _begun(state)
    if state.active is None:
        return Lot(Seat(source.below(len(state.sheets))))
    one, other = source.below(6) + 1, source.below(6) + 1
    closed = closed_rows(state.sheets)
    red, yellow, green, blue = [None if colour in closed else source.below(6) + 1 for colour in COLOURS]
    return Roll((one, other), (red, yellow, green, blue))


def odds(state: State) -> Iterator[tuple[Outcome, Fraction]]:
    """All outcomes are equally likely."""
    state = _begun(state)
    if state.active is None:
        yield from ((Lot(seat), Fraction(1, len(state.sheets))) for seat in all_seats(len(state.sheets)))
        return
    closed = closed_rows(state.sheets)
    pips = range(1, 7)
    faces: list[tuple[Die, ...]] = [(None,) if colour in closed else tuple(pips) for colour in COLOURS]
    chance = Fraction(1, 6 ** (6 - len(closed)))
    for one, other, (red, yellow, green, blue) in product(pips, pips, product(*faces)):
        yield Roll((one, other), (red, yellow, green, blue)), chance


def after_chance(state: State, outcome: Outcome) -> State:
    """The lot has fallen, or the dice were rolled."""
    state = _begun(state)
    if isinstance(outcome, Lot):
        if state.active is not None:
            raise IllegalOutcome("no_lot_due")
        if outcome.seat not in range(len(state.sheets)):
            raise IllegalOutcome("lot_not_possible", letter=letter(outcome.seat))
        return replace(state, active=outcome.seat)
    if state.active is None:
        raise IllegalOutcome("lot_first")
    _check(outcome, closed_rows(state.sheets))
    return replace(state, action=1, roll=outcome, has_crossed=False)


def _begun(state: State) -> State:
    """The next game of the match, on empty sheets, once the one on the table is over (Q11)."""
    if reason_to_end(state.sheets) is None:
        return state
    return replace(state, sheets=(EMPTY_SHEET,) * len(state.sheets))


def _check(roll: Roll, closed: tuple[Colour, ...]) -> None:
    """Refuse a roll that is not of exactly the dice still in the game (Q3, Q7)."""
    pips = [*roll.white, *[die for die in roll.coloured if die is not None]]
    if min(pips) < 1 or max(pips) > 6:
        raise IllegalOutcome("bad_dice")
    for colour, die in zip(COLOURS, roll.coloured, strict=True):
        if die is None and colour not in closed:
            raise IllegalOutcome("qwixx_die_missing", colour=colour_word(colour))
        if die is not None and colour in closed:
            raise IllegalOutcome("qwixx_die_left", colour=colour_word(colour))


def after_choices(state: State, choices: Mapping[Seat, Move]) -> State:
    """Everybody's crosses in action 1 at the same time (Q4), or the active player's in action 2 (Q5)."""
    if is_asking(state):
        return _after_asking(state, choices)
    assert state.active is not None
    has_crossed = state.has_crossed or isinstance(choices[state.active], Cross)
    sheets = list(state.sheets)
    for seat, move in choices.items():
        if isinstance(move, Cross):
            sheets[seat] = crossed(sheets[seat], move.colour, move.number)
    if state.action == 1:
        return _after_first_action(state, tuple(sheets), has_crossed)
    if not has_crossed:  # Q6
        sheet = sheets[state.active]
        sheets[state.active] = Sheet(sheet.rows, sheet.misthrows + 1)
    return _after_turn(state, tuple(sheets))


def _after_asking(state: State, choices: Mapping[Seat, Move]) -> State:
    """One more game if everybody wants it, otherwise the match is over (Q11)."""
    if all(isinstance(move, More) for move in choices.values()):
        return replace(state, games=state.games + 1)
    return replace(state, one_more=False)


def _after_first_action(state: State, sheets: tuple[Sheet, ...], has_crossed: bool) -> State:
    """Rows close now: their dice are gone for action 2 (Q8), unless the game ends without one (Q9)."""
    if reason_to_end(sheets) is not None:
        return _after_turn(state, sheets)
    assert state.roll is not None
    roll = _without_dice(state.roll, closed_rows(sheets))
    return replace(state, action=2, roll=roll, has_crossed=has_crossed, sheets=sheets)


def _without_dice(roll: Roll, closed: tuple[Colour, ...]) -> Roll:
    """The roll without the dice of closed rows (Q8)."""
    if not closed:
        return roll
    pairs = zip(COLOURS, roll.coloured, strict=True)
    red, yellow, green, blue = [None if colour in closed else die for colour, die in pairs]
    return Roll(roll.white, (red, yellow, green, blue))


def _after_turn(state: State, sheets: tuple[Sheet, ...]) -> State:
    """The next player clockwise is active (Q3), unless the game has ended (Q9)."""
    assert state.active is not None
    active: Seat | None = Seat((state.active + 1) % len(sheets))
    results, reason = state.results, reason_to_end(sheets)
    if reason is not None:
        scores = tuple([score(sheet).total for sheet in sheets])
        results = (*results, Result(reason, scores, misthrower(sheets)))
        active = _first(len(sheets))
    return State(
        games=state.games,
        one_more=state.one_more,
        results=results,
        active=active,
        action=None,
        roll=None,
        has_crossed=False,
        sheets=sheets,
    )
