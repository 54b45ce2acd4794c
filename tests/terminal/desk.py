"""A desk to play at in tests: the lines to type are given, and everything shown is kept."""

from collections.abc import Iterable
from random import Random
from typing import Any

from closecall.bots import find_bot
from closecall.core.fate import commitment
from closecall.core.match import Match
from closecall.core.record import AnyMatch, Player, Record
from closecall.core.rules import Decision, Seat
from closecall.games import rules_of
from closecall.messages import catalogue
from closecall.tui.screen import Style, fitted
from closecall.tui.session import Session, Setup
from closecall.tui.show import Display, show_of

WIPED = "\f"
"""Stands where everything before was taken out of sight."""
SEED = bytes(range(32))


class Desk:
    """A console whose lines are given; it raises EOFError when there are no more, as a pipe does."""

    def __init__(self, lines: Iterable[str] = (), *, plain: bool = True, colour: bool = False) -> None:
        self._lines = iter(lines)
        self._plain = plain
        self._colour = colour
        self.shown: list[str] = []
        self.is_interactive = False

    @property
    def text(self) -> str:
        """Everything that was shown and typed."""
        return "".join(self.shown)

    def style(self) -> Style:
        """Eighty columns."""
        return Style(self._plain, self._colour)

    def show(self, *lines: str) -> None:
        """Keep what is shown."""
        self.shown += [f"{part}\n" for line in lines for part in fitted(line, 80)]

    def ask(self, prompt: str) -> str:
        """The next given line."""
        self.shown.append(prompt)
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        self.shown.append(f"{line}\n")
        return line.strip()

    def clear(self) -> None:
        """A fresh screen changes nothing here."""

    def wipe(self) -> None:
        """Remember that everything went out of sight."""
        self.shown.append(WIPED)


class Typist(Desk):
    """Persons who type random legal moves, and Enter where they are asked to go on."""

    session: Session

    def __init__(
        self, rng: Random, *, language: str = "en", plain: bool = True, colour: bool = False
    ) -> None:
        super().__init__(plain=plain, colour=colour)
        self._rng = rng
        self._say = catalogue(language)
        self.typed: list[str] = []

    def ask(self, prompt: str) -> str:
        """A random move of the person who is asked, or Enter."""
        seat = self.session.holder
        is_move = seat is not None and prompt == self._question(seat)
        line = self._move(seat) if is_move and seat is not None else ""
        self.shown.append(f"{prompt}{line}\n")
        self.typed.append(line)
        return line

    def _question(self, seat: Seat) -> str:
        seen, record = self.session.match.seen_by(seat), self.session.record
        if seen.menu is None:
            return ""
        return show_of(record.game).question(Display(self._say, record.players, self.style()), seen.view)

    def _move(self, seat: Seat) -> str:
        pending = self.session.match.pending
        assert isinstance(pending, Decision)
        moves = list(pending.menus[seat])
        return self.session.match.rules.format_move(self._rng.choice(moves))


class Drawer:
    """A game file in memory."""

    def __init__(self) -> None:
        self.record: Record | None = None
        self.kept_logs: list[int] = []

    def save(self, record: Record) -> str | None:
        """Always succeeds."""
        self.record = record
        self.kept_logs.append(len(record.log))
        return None

    def location(self) -> str:
        """Where the game is."""
        return "in the drawer"


def setting(game: str, seats: str, *, confirm: bool = True, seed: bytes | None = SEED) -> Setup:
    """Persons by name, `random` for bots."""
    names = seats.split(",")
    players = tuple(
        Player(f"Random {n}", "random") if name == "random" else Player(name) for n, name in enumerate(names)
    )
    bot = find_bot("random", game)
    assert bot is not None
    bots = {Seat(n): bot for n, player in enumerate(players) if player.bot}
    return Setup(players, bots, None if seed is None else commitment(seed), seed, confirm)


def session_at(
    desk: Desk,
    game: str,
    seats: str,
    *,
    match: AnyMatch | None = None,
    options: Any = None,
    language: str = "en",
    keeper: Drawer | None = None,
    **how: Any,
) -> Session:
    """A session at this desk."""
    chosen = setting(game, seats, **how)
    begun = match or Match.start(rules_of(game), len(chosen.players), options)
    session = Session(begun, chosen, desk, catalogue(language), keeper or Drawer())
    if isinstance(desk, Typist):
        desk.session = session
    return session


def played(game: str, seats: str, lines: Iterable[str], **how: Any) -> tuple[Desk, Session]:
    """A session that has run with these lines."""
    desk = Desk(lines, plain=how.pop("plain", True))
    session = session_at(desk, game, seats, **how)
    session.run()
    return desk, session
