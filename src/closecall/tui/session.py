"""A game at one terminal: the match, its seats, and the loop that asks them in turn.

The session owns the match; what it shows to a person comes from that person's view alone.
"""

import hmac
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, Protocol

from closecall.bots import AnyBot
from closecall.core.errors import GameError
from closecall.core.fate import SeededSource, mixed
from closecall.core.match import Commit
from closecall.core.record import AnyMatch, Player, Record, record_of, steps
from closecall.core.rules import Chance, Decision, Over, Seat, Viewer, all_seats
from closecall.core.seen import Seen
from closecall.messages import Catalogue
from closecall.tui.asker import Asker
from closecall.tui.commands import Leave
from closecall.tui.hotseat import Device
from closecall.tui.screen import Console
from closecall.tui.show import show_of


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same during a game."""

    players: tuple[Player, ...]
    bots: Mapping[Seat, AnyBot]
    commitment: str | None
    seed: bytes | None
    """None if people roll real dice."""
    confirm: bool = True
    """Whether a choice can be looked at and taken back before it counts."""
    words: tuple[str, ...] = ()
    """What the players have added to the seed."""

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of persons."""
        return tuple(Seat(n) for n, _ in enumerate(self.players) if n not in self.bots)


class Keeper(Protocol):
    """Where a game is kept while it is played."""

    def keep(self, record: Record) -> str | None:
        """Write the record down; a sentence if that failed."""

    def kept(self) -> str:
        """A sentence that says where the game is kept."""


class Session:
    """One game, from here to its end or until the people leave."""

    def __init__(
        self, match: AnyMatch, setting: Setting, console: Console, say: Catalogue, keeper: Keeper
    ) -> None:
        self.match = match
        self.trouble: str | None = None
        """Why the game cannot be kept at the moment, if it cannot."""
        self._setting = setting
        self._console = console
        self._say = say
        self._keeper = keeper
        self._show = show_of(match.rules.SLUG)
        self._asker = Asker(match.rules.SLUG, setting.players, console, say, self._save)
        self._device = Device(console, say, is_shared=len(setting.people) > 1)
        self._viewers: tuple[Viewer, ...] = setting.people or (None,)
        self._inbox: dict[Viewer, list[str]] = {viewer: [] for viewer in self._viewers}
        self._sure_at = -1
        """The last point at which the only person has let a choice stand."""

    @property
    def holder(self) -> Seat | None:
        """The person who has the device now."""
        return self._device.holder

    @property
    def record(self) -> Record:
        """The game as far as it has come."""
        setting = self._setting
        return record_of(self.match, setting.players, setting.commitment, setting.seed, setting.words)

    def run(self) -> Over | None:
        """Play on; how the game ended, or None if the people have left it."""
        try:
            self._begin()
            while not isinstance(self.match.pending, Over):
                self._step(self.match.pending)
            self._end(self.match.pending)
            return self.match.pending
        except (Leave, EOFError):
            return None
        finally:
            with _uninterrupted():
                self._keep()

    # Keeping

    def _keep(self) -> None:
        say, trouble = self._say, self._keeper.keep(self.record)
        if trouble and trouble != self.trouble:
            self._console.show(trouble, say("play.goes_on_unsaved"))
        self.trouble = trouble

    def _save(self) -> str:
        self.trouble = self._keeper.keep(self.record)
        return self.trouble or self._keeper.kept()

    # Beginning

    def _begin(self) -> None:
        self._keep()
        if self.match.log:
            self._recall()
        for viewer in self._viewers:
            self._inbox[viewer][:0] = self._greeting()
        self._tell_spectators()

    def _greeting(self) -> list[str]:
        say, setting = self._say, self._setting
        if self.match.log:
            return [say("play.resumed")]
        if setting.commitment is None:
            return [say("play.real_dice")]
        return [say("play.commitment"), f"  {setting.commitment}"]

    def _recall(self) -> None:
        """Tell everyone again what has happened since their last choice."""
        moments = [before for before, _ in steps(self.match.rules, self.record)]
        for before, after in pairwise([*moments, self.match]):
            entry = after.log[-1]
            if isinstance(entry, Commit) and entry.seat in self._inbox:
                self._inbox[entry.seat].clear()
            self._collect_news(before, after)
        if None in self._inbox:
            self._inbox[None].clear()

    # Going on

    def _step(self, pending: Chance | Decision[Any]) -> None:
        if isinstance(pending, Chance):
            self._chance()
            return
        open_seats = [seat for seat in pending.menus if seat not in self.match.sealed]
        people = [seat for seat in open_seats if seat not in self._setting.bots]
        if people:
            self._person(self._device.next_of(people, self.match.seats))
        elif (seat := self._unsure_person()) is not None:
            self._reconsider(seat)
        else:
            self._bot(open_seats[0])

    def _chance(self) -> None:
        match, seed = self.match, self._setting.seed
        if seed is not None:
            source = SeededSource(mixed(seed, self._setting.words), match.point)
            self._advance(match.fate(match.rules.draw(match.state, source)))
            return
        seen = match.seen_by(None)
        try:
            typed = self._asker.outcome(seen)
            self._advance(match.fate(self._show.outcome(self._asker.look(), seen.view, typed)))
        except GameError as error:
            self._console.show(error.sentence(self._say))

    def _bot(self, seat: Seat) -> None:
        match = self.match
        rng = _bot_rng(self._setting.seed, match.point, seat)
        move = self._setting.bots[seat].choose(match.seen_by(seat), rng)
        self._advance(match.commit(seat, move, point=match.point))

    def _advance(self, after: AnyMatch) -> None:
        before, self.match = self.match, after
        self._keep()
        self._collect_news(before, after)
        self._tell_spectators()

    def _collect_news(self, before: AnyMatch, after: AnyMatch) -> None:
        if before.point == after.point:
            return
        look, show = self._asker.look(), self._show
        has_rolled = isinstance(before.pending, Chance) and isinstance(after.pending, Decision)
        for viewer in self._viewers:
            old, new = before.seen_by(viewer).view, after.seen_by(viewer).view
            self._inbox[viewer] += show.news(look, old, new)
            if viewer is None and has_rolled and show.HAS_DICE:
                self._inbox[viewer] += show.situation(look, new)

    def _tell_spectators(self) -> None:
        if self._inbox.get(None):
            self._console.show(*self._unread(None))

    def _unread(self, viewer: Viewer) -> list[str]:
        lines, self._inbox[viewer] = self._inbox[viewer], []
        return lines

    # A person decides

    def _person(self, seat: Seat) -> None:
        seen = self.match.seen_by(seat)
        assert seen.menu is not None
        if len(seen.menu) == 1:
            self._play_forced(seat, seen)
            return
        self._hand_to(seat)
        self._asker.draw(seen, self._unread(seat))
        while not self._has_chosen(seat, seen):
            pass

    def _play_forced(self, seat: Seat, seen: Seen[Any, Any]) -> None:
        """A single legal move needs no question, but an announcement."""
        assert seen.menu is not None
        move = next(iter(seen.menu))
        say, look = self._say, self._asker.look()
        forced = say("play.forced", choice=self._show.choice(look, seen.view, move))
        self._inbox[seat] += [*self._show.situation(look, seen.view), forced]
        self._advance(self.match.commit(seat, move, point=self.match.point))

    def _hand_to(self, seat: Seat) -> None:
        """Nobody's secret stays on the screen; where nothing is secret, the device just goes round."""
        holder = self._device.holder
        if self._show.HAS_SECRETS or holder in self.match.sealed:
            unread = self._unread(holder) if holder is not None and holder != seat else []
            self._device.hand_to(seat, self._asker.look().name(seat), unread)
        self._device.holder = seat

    def _has_chosen(self, seat: Seat, seen: Seen[Any, Any]) -> bool:
        """Ask for a move and let it stand or not; as long as others still choose, it is sealed meanwhile."""
        move = self._asker.move(seen)
        after = self.match.commit(seat, move, point=self.match.point)
        if not self._setting.confirm:
            self._advance(after)
            return True
        is_last = after.point != self.match.point
        if not is_last:
            self._advance(after)
        if not self._is_sure(seat, seen, move):
            return False
        if is_last:
            self._advance(after)
        return True

    def _is_sure(self, seat: Seat, seen: Seen[Any, Any], move: Any) -> bool:
        if self._asker.is_sure(seen, move, self._go_on()):
            self._sure_at = self.match.point
            return True
        if seat in self.match.sealed:
            self._advance(self.match.take_back(seat, point=self.match.point))
        return False

    def _go_on(self) -> str:
        """What Enter will do: hand over, or show what everybody has chosen."""
        say = self._say
        others = [seat for seat in self.match.seen_by(None).waiting if seat not in self._setting.bots]
        waiting = [seat for seat in others if seat != self._device.holder]
        if not waiting:
            return say("play.enter_goes_on")
        following = self._device.next_of(waiting, self.match.seats)
        return say("play.enter_hands_over", name=self._asker.look().name(following))

    def _unsure_person(self) -> Seat | None:
        """After resuming, the only person may still take back the choice they had sealed."""
        people, setting = self._setting.people, self._setting
        if len(people) != 1 or not setting.confirm or self._sure_at == self.match.point:
            return None
        return people[0] if people[0] in self.match.sealed else None

    def _reconsider(self, seat: Seat) -> None:
        seen = self.match.seen_by(seat)
        self._asker.draw(seen, self._unread(seat))
        self._is_sure(seat, seen, seen.sealed)

    # The end

    def _end(self, over: Over) -> None:
        say, look = self._say, self._asker.look()
        seats = all_seats(self.match.seats)
        view = self._show.open_view([self.match.seen_by(seat).view for seat in seats])
        self._console.clear()
        self._console.show(look.paint(self._show.headline(look, view), "strong"))
        reader = self._device.holder if self._device.holder in self._inbox else self._viewers[0]
        self._console.show(*self._unread(reader), *self._show.table(look, view), "", say(over.reason))
        for n, score in enumerate(over.scores):
            points = self._show.points(look, score)
            self._console.show(say("play.final", player=look.title(Seat(n)), points=points))
        self._console.show(*self._result(over), *self._show.ending(look, view, over), *self._proof())

    def _result(self, over: Over) -> list[str]:
        say, look = self._say, self._asker.look()
        if len(over.scores) == 1:
            return []
        if len(over.winners) == 1:
            return [look.paint(say("play.winner", name=look.name(over.winners[0])), "bold")]
        return [look.paint(say("play.winners", names=look.names(over.winners)), "bold")]

    def _proof(self) -> list[str]:
        say, setting = self._say, self._setting
        if setting.seed is None or setting.commitment is None:
            return []
        return [
            say("play.seed_revealed"),
            f"  {setting.seed.hex()}",
            say("play.commitment_was"),
            f"  {setting.commitment}",
        ]


def _bot_rng(seed: bytes | None, point: int, seat: Seat) -> Random:
    """A bot's own chance: the same again after resuming, so leaving does not change its mind."""
    if seed is None:
        return Random()
    return Random(hmac.digest(seed, f"closecall/bot/{point}/{seat}".encode(), "sha256"))


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits while the game is written down for the last time."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
