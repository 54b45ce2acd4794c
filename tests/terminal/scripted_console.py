"""A console for tests: it types given lines or random moves, and records everything shown."""

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
"""Marks where the console was wiped."""
SEED = bytes(range(32))


class ScriptedConsole:
    """Types given lines; raises EOFError after the last, as a pipe does."""

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
        """Record what is shown."""
        self.shown += [f"{part}\n" for line in lines for part in fitted(line, 80)]

    def ask(self, prompt: str) -> str:
        """The next given line."""
        self.shown.append(prompt)
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        self.shown.append(f"{line}\n")
        return line.strip()

    def ask_unseen(self, prompt: str) -> str:
        """The next given line, which is not recorded."""
        self.shown.append(f"{prompt}\n")
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        return line.strip()

    def clear(self) -> None:
        """Does nothing."""

    def wipe(self) -> None:
        """Record that the console was wiped."""
        self.shown.append(WIPED)


class RandomTypist(ScriptedConsole):
    """Types random legal moves or Enter for a default, and Enter at every other prompt."""

    session: Session

    def __init__(
        self, rng: Random, *, language: str = "en", plain: bool = True, colour: bool = False
    ) -> None:
        super().__init__(plain=plain, colour=colour)
        self._rng = rng
        self._say = catalogue(language)
        self.typed: list[str] = []

    def ask(self, prompt: str) -> str:
        """A random legal move, or Enter."""
        pending, seat = self.session.match.pending, self.session.holder
        if isinstance(pending, Decision) and pending.default is not None:
            moves = next(iter(pending.menus.values()))
            line = self._rng.choice(["", *map(self.session.match.rules.format_move, moves)])
        else:
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


class MemoryFile:
    """A game file in memory."""

    def __init__(self) -> None:
        self.record: Record | None = None
        self.saved_lengths: list[int] = []

    def save(self, record: Record) -> str | None:
        """Always succeeds."""
        self.record = record
        self.saved_lengths.append(len(record.log))
        return None

    def location(self) -> str:
        """Where the game is."""
        return "in memory"


def setup(game: str, seats: str, *, confirm: bool = True, seed: bytes | None = SEED) -> Setup:
    """People by name, `random` for bots."""
    names = seats.split(",")
    players = tuple(
        Player(f"Random {n}", "random") if name == "random" else Player(name) for n, name in enumerate(names)
    )
    bot = find_bot("random", game)
    assert bot is not None
    bots = {Seat(n): bot for n, player in enumerate(players) if player.bot}
    return Setup(players, bots, None if seed is None else commitment(seed), seed, confirm)


def session_at(
    console: ScriptedConsole,
    game: str,
    seats: str,
    *,
    match: AnyMatch | None = None,
    options: Any = None,
    language: str = "en",
    file: MemoryFile | None = None,
    **how: Any,
) -> Session:
    """A session at this console."""
    chosen = setup(game, seats, **how)
    begun = match or Match.start(rules_of(game), len(chosen.players), options)
    session = Session(begun, chosen, console, catalogue(language), file or MemoryFile())
    if isinstance(console, RandomTypist):
        console.session = session
    return session


def played(game: str, seats: str, lines: Iterable[str], **how: Any) -> tuple[ScriptedConsole, Session]:
    """A session that has run with these lines."""
    console = ScriptedConsole(lines, plain=how.pop("plain", True))
    session = session_at(console, game, seats, **how)
    session.run()
    return console, session
