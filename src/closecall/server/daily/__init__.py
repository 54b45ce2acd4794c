"""Daily games: the dice of each day, when they are revealed, and what the strongest bot makes of them."""

from closecall.server.daily.days import DailyGames, Day
from closecall.server.daily.points import points_by_round

__all__ = ["DailyGames", "Day", "points_by_round"]
