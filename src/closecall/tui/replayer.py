"""A record replayed step by step: everything if the game is over, otherwise what a spectator may see."""

from typing import Any

from closecall.core.record import AnyMatch, Record, replay, steps
from closecall.core.rules import AnyRules, Over, Seat, all_seats
from closecall.messages import Catalogue
from closecall.tui.screen import Console, wrapped
from closecall.tui.show import Display, show_of


class Replayer:
    """Shows the moments of one record, each with what led to it."""

    def __init__(self, rules: AnyRules, record: Record, console: Console, say: Catalogue) -> None:
        self._show = show_of(rules.SLUG)
        self._record = record
        self._console = console
        self._say = say
        last = replay(rules, record)
        self._is_over = isinstance(last.pending, Over)
        self._moments = _moments(rules, record, last)

    def __len__(self) -> int:
        return len(self._moments)

    def run(self, first: int, *, by_steps: bool) -> None:
        """Show from this step on, counted from 0: all at once, or one for each Enter."""
        say = self._say
        if not self._is_over:
            self._console.show(say("replay.unfinished"))
        if by_steps:
            self._run_by_steps(first)
            return
        for n in range(first, len(self)):
            self._console.show(*self._frame(n, with_table=n == len(self) - 1))
        self._console.show(*self._closing())

    def _run_by_steps(self, first: int) -> None:
        say, n = self._say, first
        while True:
            is_plain = self._console.style().is_plain
            self._console.clear()
            self._console.show(*self._frame(n, with_table=not is_plain or n == len(self) - 1))
            is_last = n == len(self) - 1
            if is_last:
                self._console.show(*self._closing())
            answer = self._console.ask(say("replay.ask_last") if is_last else say("replay.ask")).lower()
            if answer in ("q", "quit", say("command.quit").lower()) or (is_last and not answer):
                return
            if answer in ("b", say("replay.back").lower()):
                n = max(0, n - 1)
            elif not answer:
                n += 1

    def _display(self) -> Display:
        return Display(self._say, self._record.players, self._console.style())

    def _view(self, moment: AnyMatch) -> Any:
        """Once the game is over everything is open (E14)."""
        if not self._is_over:
            return moment.seen_by(None).view
        return self._show.open_view([moment.seen_by(seat).view for seat in all_seats(moment.seats)])

    def _frame(self, n: int, *, with_table: bool) -> list[str]:
        say, display, show, moment = self._say, self._display(), self._show, self._moments[n]
        view = self._view(moment)
        step = say("replay.step", n=n, last=len(self) - 1, headline=show.headline(display, view))
        lines = [display.paint(step, "strong")]
        if n > 0:
            for line in show.news(display, self._view(self._moments[n - 1]), view):
                lines += wrapped(line, display.style.width, hang="  ")
        if with_table:
            lines += show.table(display, view)
        return lines + (show.situation(display, view) if with_table or show.HAS_DICE else [])

    def _closing(self) -> list[str]:
        say, display, over = self._say, self._display(), self._moments[-1].pending
        if not isinstance(over, Over):
            return [say("replay.not_over")]
        scores = [
            say("play.final", player=display.title(Seat(n)), points=self._show.points(display, score))
            for n, score in enumerate(over.scores)
        ]
        return [self._show.reason(display, self._view(self._moments[-1]), over), *scores]


def _moments(rules: AnyRules, record: Record, last: AnyMatch) -> list[AnyMatch]:
    """The match each time it moved on; sealing a choice or taking it back does not count."""
    moments: list[AnyMatch] = []
    for match, _ in steps(rules, record):
        if not moments or match.point != moments[-1].point:
            moments.append(match)
    if not moments or last.point != moments[-1].point:
        moments.append(last)
    return moments
