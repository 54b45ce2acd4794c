"""A sensible bot for Qwixx: it weighs the points of a cross against the numbers that it skips.

A row is worth its expected points: each free number is crossed with a chance that grows with the ways two
dice make it. The active player considers both actions together, so a pass in action 1 can be best.

Asked for one more game, it always wants to play.
"""

from dataclasses import dataclass
from functools import cache
from random import Random

from closecall.core.seen import Seen
from closecall.games.qwixx.moves import MORE, Cross, Move, menu_of
from closecall.games.qwixx.scoring import POINTS, score
from closecall.games.qwixx.state import (
    CLOSED_ROWS_AT_END,
    COLOURS,
    CROSSES_BEFORE_LAST,
    MOST_MISTHROWS,
    Colour,
    Roll,
    Row,
    Sheet,
    crossed,
)
from closecall.games.qwixx.view import View


@dataclass(frozen=True, slots=True)
class CrossingChances:
    """The chance that a free number will be crossed: a base, and more for each way two dice make it."""

    chance: float
    chance_per_way: float
    chance_of_lock: float
    """The chance of the last number, in a row with five crosses."""


# Found by playing many games: alone patience pays, against others the first to lock wins.
ALONE = CrossingChances(chance=0.2, chance_per_way=0.12, chance_of_lock=0.8)
IN_COMPANY = CrossingChances(chance=0.1, chance_per_way=0.1, chance_of_lock=0.25)

MISTHROW = 9.0
"""The cost of a misthrow: its points, and that the end comes nearer."""


def choose(seen: Seen[Move, View], rng: Random) -> Move:
    """The move with the most expected points, both actions taken together."""
    view = seen.view
    if view.is_asking:
        return MORE
    assert seen.menu is not None
    assert view.viewer is not None
    assert view.dice is not None
    own = view.sheets[view.viewer]
    red, yellow, green, blue = (Row(row.crossed, row.locked) for row in own.rows)
    sheet = Sheet((red, yellow, green, blue), own.misthrows)
    turn = _Turn(view.dice, ALONE if len(view.sheets) == 1 else IN_COMPANY)
    if view.action == 1 and view.viewer == view.active:
        worth = {move: turn.after_both(sheet, move) for move in seen.menu}
    else:
        pass_costs = view.action == 2 and not view.has_crossed
        worth = {move: turn.after_last(sheet, move, pass_costs) for move in seen.menu}
    return max(worth, key=worth.__getitem__)


@dataclass(frozen=True, slots=True)
class _Turn:
    """The worth of sheets after this roll."""

    roll: Roll
    chances: CrossingChances

    def after_both(self, sheet: Sheet, first: Move) -> float:
        """After this action 1 and the best action 2."""
        if isinstance(first, Cross):
            sheet = crossed(sheet, first.colour, first.number)
            if self._ends(sheet):
                return score(sheet).total
        pass_costs = not isinstance(first, Cross)
        return max(self.after_last(sheet, second, pass_costs) for second in menu_of(sheet, self.roll, 2))

    def after_last(self, sheet: Sheet, move: Move, pass_costs: bool) -> float:
        """After the last move of a turn, where a pass may be a misthrow."""
        if isinstance(move, Cross):
            sheet = crossed(sheet, move.colour, move.number)
            return score(sheet).total if self._ends(sheet) else self._worth(sheet)
        if pass_costs and sheet.misthrows + 1 == MOST_MISTHROWS:
            return score(Sheet(sheet.rows, MOST_MISTHROWS)).total
        return self._worth(sheet) - (MISTHROW if pass_costs else 0)

    def _ends(self, sheet: Sheet) -> bool:
        """Whether enough rows are closed to end the game."""
        rows = zip(sheet.rows, self.roll.coloured, strict=True)
        return sum(row.locked or die is None for row, die in rows) >= CLOSED_ROWS_AT_END

    def _worth(self, sheet: Sheet) -> float:
        """The points that a sheet has or can expect."""
        # Not sum(), which compensates from Python 3.12 on: the compiled bot has to find the same number.
        total = 0.0
        for colour, row, die in zip(COLOURS, sheet.rows, self.roll.coloured, strict=True):
            total += self._row(colour, row, die is not None)
        return total + score(sheet).from_misthrows

    def _row(self, colour: Colour, row: Row, is_open: bool) -> float:
        if row.locked or not is_open:
            return POINTS[len(row.crossed) + row.locked]
        free = abs(colour.last - row.crossed[-1]) if row.crossed else len(colour.numbers)
        return expected_points(self.chances, len(row.crossed), free)


@cache
def expected_points(chances: CrossingChances, crosses: int, free: int) -> float:
    """The expected points of a row, if each of its free numbers is crossed with its chance."""
    if free == 0:
        return POINTS[crosses]
    if free == 1:
        chance = min(1.0, chances.chance_of_lock) if crosses >= CROSSES_BEFORE_LAST else 0.0
        return chance * POINTS[min(crosses + 2, 12)] + (1 - chance) * POINTS[crosses]
    ways = 6 - abs(free - 6)  # All rows are alike: with 6 numbers free, the next one is the 7.
    chance = min(1.0, chances.chance + chances.chance_per_way * ways)
    come = expected_points(chances, crosses + 1, free - 1)
    return chance * come + (1 - chance) * expected_points(chances, crosses, free - 1)
