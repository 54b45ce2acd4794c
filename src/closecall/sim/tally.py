"""How often there was which number: whole numbers only, so that sums are the same in whatever order.

Everything that is reported follows from these counts. They stay small however many games there are.
"""

from collections import Counter
from dataclasses import dataclass, field

ALL = -1
"""Stands for the whole table, where else there is the number of a bot."""

Histogram = dict[int, int]
"""How often there was each number."""


@dataclass(slots=True)
class Tally:
    """The counts of some games by what was counted and for which bot.

    `score` is the points, and `winners` with how many a bot has won, itself included, or 0 if it has not.

    >>> one = Tally(1, {("score", 0): {70: 1}})
    >>> one.add(Tally(2, {("score", 0): {64: 1, 70: 1}}))
    >>> one
    Tally(games=3, histograms={('score', 0): {70: 2, 64: 1}})
    """

    games: int = 0
    histograms: dict[tuple[str, int], Histogram] = field(default_factory=dict)

    def total(self, name: str, bot: int) -> int:
        """The sum of what was counted for a bot; 0 of what was not counted."""
        return sum([number * times for number, times in self.histograms.get((name, bot), {}).items()])

    def add(self, other: "Tally") -> None:
        """Count these games too."""
        self.games += other.games
        for key, histogram in other.histograms.items():
            self.histograms[key] = dict(Counter(self.histograms.get(key, {})) + Counter(histogram))
