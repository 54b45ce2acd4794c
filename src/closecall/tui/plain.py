"""Any game at a terminal, without a module of its own: the fields of the view, and a numbered menu."""

import json
from collections.abc import Sequence
from typing import Any

from closecall.core import codec
from closecall.core.errors import BadNotation
from closecall.core.rules import AnyRules, Menu, Over, Seat
from closecall.tui.screen import in_columns
from closecall.tui.show import Display, points_words


class PlainShow:
    """A game as plain text; see `closecall.tui.show.Show`."""

    HAS_SECRETS = True
    """Perhaps; so the device is handed over as if there were some."""
    HAS_DICE = False
    """Outcomes cannot be typed in."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules = rules

    def headline(self, display: Display, view: Any) -> str:
        """The name of the game."""
        return display.say(f"game.{self._rules.SLUG}")

    def table(self, display: Display, view: Any) -> list[str]:
        """The fields of the view, a line each."""
        return [f"{name}: {text}" for name, text in self._fields(view).items()]

    def whole_table(self, display: Display, view: Any) -> list[str]:
        """The same: every field is on the table."""
        return self.table(display, view)

    def sheet(self, display: Display, view: Any, seat: Seat) -> list[str]:
        """The whole table: which part of it belongs to a seat is not known."""
        return self.table(display, view)

    def situation(self, display: Display, view: Any) -> list[str]:
        """Nothing: the table shows it."""
        return []

    def news(self, display: Display, before: Any, after: Any) -> list[str]:
        """The fields that have changed."""
        old = self._fields(before)
        return [f"{name}: {text}" for name, text in self._fields(after).items() if old.get(name) != text]

    def offer(self, display: Display, view: Any, menu: Menu[Any]) -> list[str]:
        """The moves in their notation, numbered."""
        texts = [f"{n}) {self._rules.format_move(move)}" for n, move in enumerate(menu, 1)]
        return [f" {line}" for line in in_columns(texts, display.style.width - 1)]

    def every_move(self, display: Display, view: Any, menu: Menu[Any]) -> list[str]:
        """The same: nothing more is known about a move."""
        return self.offer(display, view, menu)

    def question(self, display: Display, view: Any) -> str:
        """What to play."""
        return display.say("plain.ask")

    def complete(self, display: Display, view: Any, menu: Menu[Any], text: str) -> Any:
        """A move by its notation or by its number; a notation that looks like a number comes first."""
        numbered = {str(n): move for n, move in enumerate(menu, 1)}
        try:
            move = self._rules.parse_move(text)
        except BadNotation:
            if text not in numbered:
                raise
            return numbered[text]
        if move in menu:
            return move
        if text in numbered:
            return numbered[text]
        raise self._rules.why_not(view, move)

    def choice(self, display: Display, view: Any, move: Any) -> str:
        """The notation of a move."""
        return self._rules.format_move(move)

    def points(self, display: Display, n: int) -> str:
        """Points."""
        return points_words(display, n)

    def reason(self, display: Display, view: Any, over: Over) -> str:
        """As the rules give it."""
        return display.say(over.reason)

    def ending(self, display: Display, view: Any, over: Over) -> list[str]:
        """Nothing besides scores and winners."""
        return []

    def notation(self, display: Display) -> list[str]:
        """Moves are typed as they are listed."""
        return [display.say("plain.notation")]

    def outcome_question(self, display: Display, view: Any) -> str:
        """Outcomes are not typed in."""
        raise AssertionError("no real dice")

    def outcome(self, display: Display, view: Any, text: str) -> Any:
        """Outcomes are not typed in."""
        raise AssertionError("no real dice")

    def open_view(self, views: Sequence[Any]) -> Any:
        """The view of the first seat: how views combine is not known."""
        return views[0]

    def _fields(self, view: Any) -> dict[str, str]:
        encoded = codec.encode(self._rules.VIEW, view)
        return {name: json.dumps(value, ensure_ascii=False) for name, value in encoded.items()}
