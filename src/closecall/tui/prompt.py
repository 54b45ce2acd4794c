"""Everything a person is asked at a terminal: moves, last looks, commands, and handing over the device."""

from collections.abc import Callable
from typing import Any

from closecall.core.errors import GameError
from closecall.core.record import Player
from closecall.core.rules import Seat
from closecall.core.seen import Seen
from closecall.games import rules_text
from closecall.messages import Catalogue
from closecall.tui.screen import Console, Style, format_markdown, wrapped
from closecall.tui.show import Display, seat_of, show_of


class Leave(Exception):
    """The people at the terminal stop playing; the game is saved."""


COMMANDS = ("help", "moves", "sheet", "rules", "undo", "save", "quit")
_SHORT = {"?": "help", "u": "undo", "q": "quit", "exit": "quit"}


def command_of(say: Catalogue, text: str) -> tuple[str, str] | None:
    """The command at the start of a line and the rest of the line; None if the line is a move.

    People type commands in English or in their own language.

    >>> from closecall.messages import catalogue
    >>> command_of(catalogue("en"), "sheet b")
    ('sheet', 'b')
    """
    word, _, rest = text.strip().partition(" ")
    word = word.lower()
    name = _SHORT.get(word, word)
    if name not in COMMANDS:
        own = {say(f"command.{command}").lower(): command for command in COMMANDS}
        if word not in own:
            return None
        name = own[word]
    return name, rest.strip()


def command_help(say: Catalogue) -> list[str]:
    """Every command and what it does."""
    words = {command: say(f"command.{command}") for command in COMMANDS}
    width = max(len(word) for word in words.values())
    return [f"  {words[command]:{width}}  {say(f'help.{command}')}" for command in COMMANDS]


class Prompt:
    """Shows what one viewer sees, and reads what they type until it is a move."""

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

    def display(self) -> Display:
        """How to show things now; the window may have changed its size."""
        return Display(self._say, self._players, self._console.style())

    def draw(self, seen: Seen[Any, Any], news: list[str]) -> None:
        """Draw the table before a decision; plain text leaves out long sheets."""
        display, show, view = self.display(), self._show, seen.view
        below: list[str] = []
        if not display.style.is_plain or not show.HAS_DICE:
            below += show.table(display, view)
        below += show.situation(display, view)
        if seen.menu is not None:
            below += show.offer(display, view, seen.menu)
        self._console.clear()
        self._console.show(display.paint(show.headline(display, view), "strong"))
        self._console.show(
            *_fitted_news(news, display.style, room=display.style.height - len(below) - 2), *below
        )

    def move(self, seen: Seen[Any, Any], default: Any = None, *, name: str | None = None) -> Any:
        """A move from the viewer's menu; Enter alone is the default, if there is one.

        Where several people look at the same screen, `name` says who is asked.
        """
        assert seen.menu is not None
        while True:
            text = self._console.ask(self._question(seen, default, name))
            if not text and default is not None:
                return default
            if not text:
                self._redraw(seen)
                continue
            if self._is_command(text, seen, default):
                continue
            try:
                return self._show.complete(self.display(), seen.view, seen.menu, text)
            except GameError as error:
                self._console.show(error.sentence(self._say, self.display().by_letter()))

    def _question(self, seen: Seen[Any, Any], default: Any, name: str | None) -> str:
        say, display = self._say, self.display()
        question = self._show.question(display, seen.view)
        if default is not None:
            choice = self._show.choice(display, seen.view, default)
            # The colon moves behind the default.
            question = question.rstrip().removesuffix(":").rstrip()
            question = say("play.enter_means", question=question, choice=choice)
        return question if name is None else say("play.asked", name=name, question=question)

    def _redraw(self, seen: Seen[Any, Any]) -> None:
        """Draw the table again after help and refusals; plain text just continues."""
        if not self._console.style().is_plain:
            self.draw(seen, [])

    def is_sure(self, seen: Seen[Any, Any], move: Any, go_on: str) -> bool:
        """Show a sealed choice with its effect; False if it is taken back."""
        say = self._say
        self._console.show(say("play.sealed", choice=self._show.choice(self.display(), seen.view, move)))
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
        """The text typed in after real dice were rolled or a lot was drawn."""
        while True:
            text = self._console.ask(self._show.outcome_question(self.display(), seen.view))
            if text and not self._is_command(text, seen):
                return text

    def _is_command(self, text: str, seen: Seen[Any, Any], default: Any = None) -> bool:
        """Carry out a command; False if the text is not a command."""
        found = command_of(self._say, text)
        if found is None:
            return False
        name, rest = found
        if name == "quit":
            raise Leave
        if name == "help":
            self._console.show(*self._show.notation(self.display()), *self._command_help(default))
        else:
            self._console.show(*self._answer(name, rest, seen))
        return True

    def _command_help(self, default: Any) -> list[str]:
        say = self._say
        enter = [say("help.enter")] if default is None else []  # The question says what the default is.
        return [say("help.commands"), *command_help(say), *enter]

    def _answer(self, name: str, rest: str, seen: Seen[Any, Any]) -> list[str]:
        say, display, show = self._say, self.display(), self._show
        match name:
            case "moves":
                return [] if seen.menu is None else show.every_move(display, seen.view, seen.menu)
            case "sheet":
                return self._sheet(rest, seen)
            case "rules":
                return format_markdown(rules_text(self._game, say.language), display.style)
            case "save":
                return [self._save()]
            case _:
                return [say("play.nothing_to_undo")]

    def _sheet(self, whose: str, seen: Seen[Any, Any]) -> list[str]:
        say, display, show = self._say, self.display(), self._show
        if not whose:
            return [*show.whole_table(display, seen.view), *show.situation(display, seen.view)]
        seat = seat_of(display, whose)
        if seat is None:
            return [say("play.no_such_player", text=whose[:40])]
        return show.sheet(display, seen.view, seat)


def _fitted_news(news: list[str], style: Style, room: int) -> list[str]:
    """The news, a line each, or as one paragraph if the screen is too small."""
    lines = [part for line in news for part in wrapped(line, style.width, hang="  ")]
    if style.is_plain or len(lines) <= room:
        return lines
    return wrapped(" · ".join(news), style.width)


class HotSeat:
    """Several people at one device: who holds it, and how it changes hands without revealing anything."""

    def __init__(self, console: Console, say: Catalogue, *, is_shared: bool) -> None:
        self._console = console
        self._say = say
        self.is_shared = is_shared
        self.holder: Seat | None = None

    def next_of(self, people: list[Seat], seats: int) -> Seat:
        """Who is asked first: the holder or the next one clockwise, so that the device rarely moves."""
        first = self.holder or 0
        return min(people, key=lambda seat: (seat - first) % seats)

    def hand_to(self, seat: Seat, name: str, unread: list[str]) -> None:
        """Hand the device over, after the holder has read the last news; the screen is wiped in between."""
        say = self._say
        if not self.is_shared or seat == self.holder:
            return
        if unread:
            self._console.show(*unread)
            self._wait_for_enter(say("play.enter_after_news", name=name))
        self._console.wipe()
        self._console.show(say("play.pass_device", name=name))
        self._wait_for_enter(say("play.have_device", name=name))
        self.holder = seat

    def _wait_for_enter(self, prompt: str) -> None:
        """Wait for Enter alone, so that nobody sees by mistake what is not meant for them."""
        while text := self._console.ask(prompt):
            command = command_of(self._say, text)
            if command is not None and command[0] == "quit":
                raise Leave
