"""Strength and speed of the bots of Close to the Mark!, playing alone on held-out dice.

Parts:
- `levels`: every level on the default layout with the colour the expert chooses: mean points with standard
  error, their deviation, and how often a game reached 100 points (the best grade);
- `colours`: the expert with every colour;
- `layouts`: the expert on random layouts that no net was trained for;
- `time`: CPU time of a move in the middle of a game, from view to move.

All levels have the same dice, so differences between them are more certain than the errors suggest.
"""

import numpy as np
from benchmarks.strength.tables import Part, Table, with_error
from benchmarks.strength.timing import COLUMNS, move_times, time_row
from numpy.typing import NDArray

from closecall.bots import LEVELS
from closecall.bots.mark.arena import play_tables, seated
from closecall.bots.mark.beginner import COMPANY, SAME, SIMILAR
from closecall.bots.mark.choice import CANDIDATES, MARGIN, OVERLOOKED
from closecall.bots.mark.net_values import expected_points
from closecall.games.mark.layout import Colour
from closecall.kernels.mark.kernel import COLOURS, LAYOUT, STARTER, new_results, new_state

HELD_OUT = 20_181_016
"""The values we ship were not trained with it. The trainers do not reserve it: train yours with another."""
LAYOUTS = 40
MIDDLE = range(8, 18)
"""Rounds in the middle of a game."""

Points = NDArray[np.int16]


def default_layout() -> tuple[int, ...]:
    """The colours of the circles, by their numbers."""
    return tuple(new_state(1)[LAYOUT : LAYOUT + 25].tolist())


def best_colour(layout: tuple[int, ...]) -> int:
    """The colour that the expert chooses."""
    return max(range(5), key=lambda own: expected_points(layout, own))


def played(level: str, layout: tuple[int, ...], own: int, games: int, seed: int) -> Points:
    """The points of many games."""
    state = new_state(1)
    state[LAYOUT : LAYOUT + 25] = layout
    state[STARTER], state[COLOURS] = 0, own
    results = new_results(games, 1)
    play_tables(seed, 0, state, seated((level,), state), results)
    return results.scores[:, 0]


def _cells(points: Points) -> tuple[str, ...]:
    mean, error = float(points.mean()), float(points.std() / len(points) ** 0.5)
    great = float((points >= 100).mean())
    return (
        f"{len(points):,}",
        with_error(mean, error),
        f"{points.std():.2f}",
        with_error(great, (great * (1 - great) / len(points)) ** 0.5, 4),
    )


def levels(games: int, seed: int) -> Table:
    """Every level on the default layout."""
    layout = default_layout()
    own = best_colour(layout)
    rows = [(level, *_cells(played(level, layout, own, games, seed))) for level in LEVELS]
    columns = ("level", "games", "points", "deviation", "100 or more")
    return Table("Alone, default layout", columns, tuple(rows), f"The colour is {_name(own)}; seed {seed}.")


def colours(games: int, seed: int) -> Table:
    """The expert with every colour of the default layout."""
    layout = default_layout()
    rows = [(_name(own), *_cells(played("expert", layout, own, games, seed))) for own in range(5)]
    columns = ("colour", "games", "points", "deviation", "100 or more")
    return Table("The expert with every colour", columns, tuple(rows))


def layouts(games: int, seed: int) -> Table:
    """The expert on random layouts, this many games on each."""
    rng, found = np.random.default_rng(seed), []
    for _ in range(LAYOUTS):
        layout = tuple(rng.permutation(np.arange(25) % 5).tolist())
        found.append(played("expert", layout, best_colour(layout), games, seed))
    means = np.array([points.mean() for points in found])
    # Games on one layout are alike: the error is that of the mean over layouts.
    mean = with_error(float(means.mean()), float(means.std(ddof=1) / LAYOUTS**0.5))
    row = (f"{LAYOUTS}", f"{sum(map(len, found)):,}", mean, f"{means.min():.2f}")
    columns = ("layouts", "games", "points", "worst layout")
    return Table("The expert on random layouts, untrained", columns, (row,))


def times(moves: int, seed: int) -> Table:
    """CPU time of a move for every level, through the whole bot."""
    rows = [
        time_row(
            level,
            move_times(level, "mark", 1, seed, moves=moves, is_middle=lambda view: view.round in MIDDLE),
        )
        for level in LEVELS
    ]
    return Table("Time of a move in the middle of a game", ("level", *COLUMNS), tuple(rows))


def _name(own: int) -> str:
    return list(Colour)[own].name.lower()


SETTINGS = (OVERLOOKED.tolist(), float(MARGIN), CANDIDATES)
"""Constants that decide how the levels play, besides their values."""
WEAK_SETTINGS = (SIMILAR, COMPANY, SAME)
"""Those of easy and medium."""
PARTS = {
    "levels": Part(levels, 20_000, WEAK_SETTINGS),
    "colours": Part(colours, 5000),
    "layouts": Part(layouts, 200),
    "time": Part(times, 2000),
}
