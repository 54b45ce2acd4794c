"""A person's side of a decision: the screen before it, the prompt, the commands, the last look."""

from collections.abc import Callable
from typing import Any

from closecall.core.errors import GameError
from closecall.core.record import Player
from closecall.core.rules import all_seats
from closecall.core.seen import Seen
from closecall.games import rules_text
from closecall.messages import Catalogue
from closecall.tui.commands import Leave, command_help, command_of
from closecall.tui.rulebook import formatted
from closecall.tui.screen import Console, Style, arranged, wrapped
from closecall.tui.show import Look, seat_of, show_of


class Asker:
    """Shows what one viewer sees and reads what they type, until it means something."""

    def __init__(
        self,
        game: str,
        players: tuple[Player, ...],
        console: Console,
        say: Catalogue,
        save: Callable[[], str],
    ) -> None:
        self._game = game
        self._players = players
        self._console = console
        self._say = say
        self._save = save
        self._show = show_of(game)

    def look(self) -> Look:
        """How things are shown at this moment."""
        return Look(self._say, self._players, self._console.style())

    def draw(self, seen: Seen[Any, Any], news: list[str]) -> None:
        """The table before a decision: all of it on a screen; plain text leaves out long sheets."""
        look, show, view = self.look(), self._show, seen.view
        below: list[str] = []
        if not look.style.is_plain or not show.HAS_DICE:
            below += show.table(look, view)
        below += show.situation(look, view)
        if seen.menu is not None:
            below += show.offer(look, view, seen.menu)
        self._console.clear()
        self._console.show(look.paint(show.headline(look, view), "strong"))
        self._console.show(*_told(news, look.style, room=look.style.height - len(below) - 2), *below)

    def move(self, seen: Seen[Any, Any]) -> Any:
        """A move from the viewer's menu."""
        assert seen.menu is not None
        while True:
            text = self._console.ask(self._show.question(self.look(), seen.view))
            if not text:
                self._redraw(seen)
                continue
            if self._is_command(text, seen):
                continue
            try:
                return self._show.complete(self.look(), seen.view, seen.menu, text)
            except GameError as error:
                self._console.show(error.sentence(self._say, self.look().by_letter()))

    def _redraw(self, seen: Seen[Any, Any]) -> None:
        """Enter alone brings the table back after help and refusals; plain text only goes on."""
        if not self._console.style().is_plain:
            self.draw(seen, [])

    def is_sure(self, seen: Seen[Any, Any], move: Any, go_on: str) -> bool:
        """Show a sealed choice with its effect: does it stand, or is it taken back?"""
        say = self._say
        self._console.show(say("play.sealed", choice=self._show.choice(self.look(), seen.view, move)))
        while True:
            text = self._console.ask(go_on)
            command = command_of(say, text)
            if not text:
                return True
            if command and command[0] == "undo":
                self._console.show(say("play.taken_back"))
                return False
            if command is None or not self._is_command(text, seen):
                self._console.show(say("play.enter_or_undo"))

    def outcome(self, seen: Seen[Any, Any]) -> str:
        """What was typed in after real dice were rolled or a lot was drawn; not yet understood."""
        while True:
            text = self._console.ask(self._show.outcome_question(self.look(), seen.view))
            if text and not self._is_command(text, seen):
                return text

    def _is_command(self, text: str, seen: Seen[Any, Any]) -> bool:
        """Do what a command asks for; False if the text is none."""
        found = command_of(self._say, text)
        if found is None:
            return False
        name, rest = found
        if name == "quit":
            raise Leave
        self._console.show(*self._answer(name, rest, seen))
        return True

    def _answer(self, name: str, rest: str, seen: Seen[Any, Any]) -> list[str]:
        say, look, show = self._say, self.look(), self._show
        match name:
            case "help":
                return [*show.notation(look), say("help.commands"), *command_help(say), say("help.enter")]
            case "moves":
                return [] if seen.menu is None else show.every_move(look, seen.view, seen.menu)
            case "sheet":
                return self._sheet(rest, seen)
            case "rules":
                return formatted(rules_text(self._game, say.language), look.style)
            case "save":
                return [self._save()]
            case _:
                return [say("play.nothing_to_undo")]

    def _sheet(self, whose: str, seen: Seen[Any, Any]) -> list[str]:
        say, look, show = self._say, self.look(), self._show
        if not whose:
            return self._whole_table(seen)
        seat = seat_of(look, whose)
        if seat is None:
            return [say("play.no_such_player", text=whose[:40])]
        return show.sheet(look, seen.view, seat)

    def _whole_table(self, seen: Seen[Any, Any]) -> list[str]:
        """Every sheet, whether the screen has room for them or not."""
        look, show, view = self.look(), self._show, seen.view
        seats = all_seats(len(self._players))
        table = show.table(look, view)
        if show.HAS_DICE and not look.style.is_plain:
            table = arranged([show.sheet(look, view, seat) for seat in seats], look.style.width)
        return [*table, *show.situation(look, view)]


def _told(news: list[str], style: Style, room: int) -> list[str]:
    """The news, a line each, or as one paragraph where a screen has too little room for them."""
    lines = [part for line in news for part in wrapped(line, style.width, hang="  ")]
    if style.is_plain or len(lines) <= room:
        return lines
    return wrapped(" · ".join(news), style.width)
