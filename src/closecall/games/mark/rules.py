"""Close to the Mark! (Knapp daneben!) as rules; the clauses M1 to M11 are in RULES.md.

>>> from random import Random
>>> from closecall.games.mark.layout import Colour
>>> from closecall.core.fate import RandomSource
>>> state = setup(1, Options())
>>> state = after_choices(state, {Seat(0): Choose(Colour.YELLOW)})
>>> draw(state, RandomSource(Random(7)))
Roll(dice=(3, 2, 4, 6, 1))
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product

from closecall.core.errors import BadOptions, IllegalOutcome
from closecall.core.immutable import replace
from closecall.core.rules import CHANCE, Chance, Decision, Listed, Menu, Over, Seat, Source, all_seats, letter
from closecall.games.mark.layout import COLOURS, colours_of
from closecall.games.mark.moves import Choose, EntryMenu, Move
from closecall.games.mark.scoring import score
from closecall.games.mark.state import (
    EMPTY_SHEET,
    ROUNDS,
    Lot,
    Options,
    Outcome,
    Roll,
    State,
    next_to_choose,
)
from closecall.games.mark.view import written

SEATS = range(1, 6)

OLDEST = 150


def setup(seats: int, options: Options) -> State:
    """An empty sheet for everyone (M1, M3)."""
    options.layout.check()
    may_start = _may_start(seats, options)
    return State(
        layout=options.layout,
        may_start=may_start,
        starter=may_start[0] if len(may_start) == 1 else None,
        colours=(None,) * seats,
        round=0,
        roll=None,
        sheets=(EMPTY_SHEET,) * seats,
    )


def _may_start(seats: int, options: Options) -> tuple[Seat, ...]:
    """The second-youngest; the lot decides between equals, and if fewer than two ages are given (M3)."""
    ages = (None,) * seats if options.ages is None else options.ages
    if len(ages) != seats:
        raise BadOptions("mark_ages_count", ages=len(ages), seats=seats)
    given = sorted(age for age in ages if age is not None)
    if not all(0 <= age <= OLDEST for age in given):
        raise BadOptions("mark_ages_range", oldest=OLDEST)
    if options.may_start is not None:
        if not options.may_start or options.may_start not in combinations(
            all_seats(seats), len(options.may_start)
        ):
            raise BadOptions("mark_may_start")
        return options.may_start
    if len(given) < 2:
        return all_seats(seats)
    return tuple(seat for seat in all_seats(seats) if ages[seat] == given[1])


def conceal_ages(options: Options, ages: tuple[int | None, ...]) -> Options:
    """The options with who may start according to these ages, but without anybody's age.

    >>> conceal_ages(Options(), (40, 9, None, 38)).may_start
    (3,)
    """
    may_start = _may_start(len(ages), Options(ages=ages))
    return replace(options, ages=(None,) * len(ages), may_start=may_start)


def pending(state: State) -> Chance | Decision[Move] | Over:
    """First the lot, then the colours (M3), then 25 rounds of a roll and everybody's entry (M4, M7)."""
    if state.starter is None:
        return CHANCE
    chooser = next_to_choose(state)
    if chooser is not None:
        free = tuple(Choose(colour) for colour in COLOURS if colour not in state.colours)
        menu: Menu[Move] = Listed(free)
        return Decision({chooser: menu})
    if state.round == ROUNDS:
        return _over(state)
    if state.roll is None:
        return CHANCE
    circles = colours_of(state.layout)
    sheets = zip(state.sheets, state.colours, strict=True)
    return Decision(
        {Seat(n): EntryMenu(numbers, circles, own) for n, (numbers, own) in enumerate(sheets) if own}
    )


def _over(state: State) -> Over:
    """Most points win; a tie goes to more points from lines; still tied, to all of them (M10)."""
    scores = [score(numbers) for numbers in state.sheets]
    ranks = [(each.total, each.from_lines) for each in scores]
    winners = tuple(Seat(n) for n, rank in enumerate(ranks) if rank == max(ranks))
    return Over("over.sheets_full", tuple(each.total for each in scores), winners)


def draw(state: State, source: Source) -> Outcome:
    """The lot for the starter (M3), or a roll of all five dice (M4)."""
    if state.starter is None:
        return Lot(state.may_start[source.below(len(state.may_start))])
    black, blue, green, yellow, red = (source.below(6) + 1 for _ in COLOURS)
    return Roll((black, blue, green, yellow, red))


def odds(state: State) -> Iterator[tuple[Outcome, Fraction]]:
    """All outcomes are equally likely."""
    if state.starter is None:
        yield from ((Lot(seat), Fraction(1, len(state.may_start))) for seat in state.may_start)
        return
    for black, blue, green, yellow, red in product(range(1, 7), repeat=5):
        yield Roll((black, blue, green, yellow, red)), Fraction(1, 6**5)


def after_chance(state: State, outcome: Outcome) -> State:
    """The lot has fallen, or the dice were rolled."""
    if isinstance(outcome, Lot):
        if state.starter is not None:
            raise IllegalOutcome("no_lot_due")
        if outcome.seat not in state.may_start:
            raise IllegalOutcome("lot_not_possible", letter=letter(outcome.seat))
        return replace(state, starter=outcome.seat)
    if state.starter is None:
        raise IllegalOutcome("lot_first")
    if min(outcome.dice) < 1 or max(outcome.dice) > 6:
        raise IllegalOutcome("bad_dice")
    return replace(state, roll=outcome)


def after_choices(state: State, choices: Mapping[Seat, Move]) -> State:
    """A colour is taken, or everybody's entry is written at the same time (M4)."""
    sheets, colours = list(state.sheets), list(state.colours)
    for seat, move in choices.items():
        if isinstance(move, Choose):
            colours[seat] = move.colour
            return replace(state, colours=tuple(colours))
        own = colours[seat]
        assert own is not None
        assert state.roll is not None
        number = state.roll.dice[own.order] + state.roll.dice[move.die.order]
        sheets[seat] = written(sheets[seat], move.circle, number)
    return replace(state, round=state.round + 1, roll=None, sheets=tuple(sheets))
