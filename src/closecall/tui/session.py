"""A game at one terminal: the match, its seats, and the loop that asks them in turn.

The session owns the match; a person is shown nothing but what that person's view holds.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any, Protocol

from closecall.atomic_files import deferred_interrupt
from closecall.bots import AnyBot
from closecall.core.errors import GameError
from closecall.core.fate import SeededSource, mixed
from closecall.core.match import Commit
from closecall.core.record import AnyMatch, Player, Record, record_of, steps
from closecall.core.rules import Chance, Decision, Over, Seat, Viewer, all_seats
from closecall.core.seen import Seen
from closecall.daily import Daily
from closecall.messages import Catalogue
from closecall.tui.prompt import HotSeat, Leave, Prompt
from closecall.tui.screen import Console
from closecall.tui.show import show_of


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything about a game that does not change while it is played."""

    players: tuple[Player, ...]
    bots: Mapping[Seat, AnyBot]
    commitment: str | None
    seed: bytes | None
    """None if people roll real dice."""
    confirm: bool = True
    """Whether people may look at a choice and take it back before it counts."""
    words: tuple[str, ...] = ()
    """What the players have added to the seed."""
    daily: Daily | None = None
    """The day whose dice are played."""
    rules_version: int | None = None
    """The version of the rules that a saved game follows; None for the newest."""

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(Seat(n) for n, _ in enumerate(self.players) if n not in self.bots)


class GameFile(Protocol):
    """Where a game is saved while it is played."""

    def save(self, record: Record) -> str | None:
        """Save the record; a sentence if that failed."""

    def location(self) -> str:
        """A sentence that says where the game is."""


class Session:
    """One game, from here to its end or until the people leave."""

    def __init__(
        self, match: AnyMatch, setup: Setup, console: Console, say: Catalogue, file: GameFile
    ) -> None:
        self.match = match
        self.trouble: str | None = None
        """Why the game could not be saved the last time, if it could not."""
        self._setup = setup
        self._console = console
        self._say = say
        self._file = file
        self._show = show_of(match.rules.SLUG)
        self._prompt = Prompt(match.rules.SLUG, setup.players, console, say, self._save)
        self._hot_seat = HotSeat(console, say, is_shared=len(setup.people) > 1)
        self._viewers: tuple[Viewer, ...] = setup.people or (None,)
        self._inbox: dict[Viewer, list[str]] = {viewer: [] for viewer in self._viewers}
        self._open_news: list[str] = []
        """What a spectator has seen since a person last chose in secret, for a screen that everyone reads."""
        self._open_at = -1
        """The last point at which there was such a screen."""
        self._sure_at = -1
        """The last point at which the only person confirmed a choice."""

    @property
    def holder(self) -> Seat | None:
        """The person who holds the device."""
        return self._hot_seat.holder

    @property
    def record(self) -> Record:
        """The game as far as it has come."""
        setup = self._setup
        record = record_of(self.match, setup.players, setup.commitment, setup.seed, setup.words)
        version = setup.rules_version or record.rules_version
        return replace(record, rules_version=version, daily=setup.daily)

    def run(self) -> Over | None:
        """Play on; how the game ended, or None if the people left."""
        try:
            self._begin()
            while not isinstance(self.match.pending, Over):
                self._step(self.match.pending)
            self._end(self.match.pending)
            return self.match.pending
        except (Leave, EOFError):
            return None
        finally:
            with deferred_interrupt():
                self._autosave()

    # Saving

    def _autosave(self) -> None:
        say, trouble = self._say, self._file.save(self.record)
        if trouble and trouble != self.trouble:
            self._console.show(trouble, say("play.goes_on_unsaved"))
        self.trouble = trouble

    def _save(self) -> str:
        self.trouble = self._file.save(self.record)
        return self.trouble or self._file.location()

    # Beginning

    def _begin(self) -> None:
        self._autosave()
        if self.match.log:
            self._recall()
        for unread in (*self._inbox.values(), self._open_news):
            unread[:0] = self._greeting()
        self._tell_spectators()

    def _greeting(self) -> list[str]:
        say, setup = self._say, self._setup
        if self.match.log:
            return [say("play.resumed")]
        if setup.commitment is None:
            return [say("play.real_dice")]
        return [say("play.commitment"), f"  {setup.commitment}"]

    def _recall(self) -> None:
        """Tell everyone again what happened since their last choice."""
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
        people = [seat for seat in open_seats if seat not in self._setup.bots]
        if people:
            self._person(self._hot_seat.next_of(people, self.match.seats), pending.default)
        elif (seat := self._unsure_person()) is not None:
            self._reconsider(seat)
        else:
            self._bot(open_seats[0])

    def _chance(self) -> None:
        match, seed = self.match, self._setup.seed
        if seed is not None:
            source = SeededSource(mixed(seed, self._setup.words), match.point)
            self._advance(match.fate(match.rules.draw(match.state, source)))
            return
        seen = match.seen_by(None)
        try:
            typed = self._prompt.outcome(seen)
            self._advance(match.fate(self._show.outcome(self._prompt.display(), seen.view, typed)))
        except GameError as error:
            self._console.show(error.sentence(self._say))

    def _bot(self, seat: Seat) -> None:
        match = self.match
        rng = _bot_rng(self._setup.seed, match.point, seat)
        move = self._setup.bots[seat].choose(match.seen_by(seat), rng)
        self._advance(match.commit(seat, move, point=match.point))

    def _advance(self, after: AnyMatch) -> None:
        before, self.match = self.match, after
        self._autosave()
        self._collect_news(before, after)
        self._tell_spectators()

    def _collect_news(self, before: AnyMatch, after: AnyMatch) -> None:
        if before.point == after.point:
            return
        display, show = self._prompt.display(), self._show
        has_rolled = isinstance(before.pending, Chance) and isinstance(after.pending, Decision)
        for viewer in self._viewers:
            old, new = before.seen_by(viewer).view, after.seen_by(viewer).view
            self._inbox[viewer] += show.news(display, old, new)
            if viewer is None and has_rolled and show.HAS_DICE:
                self._inbox[viewer] += show.situation(display, new)
        if self._hot_seat.is_shared:
            if self._is_secret(before.pending):
                self._open_news.clear()
            self._open_news += show.news(display, before.seen_by(None).view, after.seen_by(None).view)

    def _is_secret(self, pending: Chance | Decision[Any] | Over) -> bool:
        """Whether people choose, each at a screen of their own."""
        return (
            isinstance(pending, Decision)
            and pending.default is None
            and not set(self._setup.people).isdisjoint(pending.menus)
        )

    def _tell_spectators(self) -> None:
        if self._inbox.get(None):
            self._console.show(*self._unread(None))

    def _unread(self, viewer: Viewer) -> list[str]:
        lines, self._inbox[viewer] = self._inbox[viewer], []
        return lines

    # A person decides

    def _person(self, seat: Seat, default: Any) -> None:
        seen = self.match.seen_by(seat)
        assert seen.menu is not None
        if len(seen.menu) == 1:
            self._play_forced(seat, seen)
            return
        if default is not None:
            self._ask_with_default(seat, seen, default)
            return
        self._hand_to(seat)
        self._prompt.draw(seen, self._unread(seat))
        while not self._has_chosen(seat, seen):
            pass

    def _play_forced(self, seat: Seat, seen: Seen[Any, Any]) -> None:
        """Make and announce the only legal move."""
        assert seen.menu is not None
        move = next(iter(seen.menu))
        say, display = self._say, self._prompt.display()
        forced = say("play.forced", choice=self._show.choice(display, seen.view, move))
        self._inbox[seat] += [*self._show.situation(display, seen.view), forced]
        self._advance(self.match.commit(seat, move, point=self.match.point))

    def _ask_with_default(self, seat: Seat, seen: Seen[Any, Any], default: Any) -> None:
        """Ask for a choice that could be left out: it counts at once, and the device stays where it is."""
        name = None
        if self._hot_seat.is_shared:
            name = self._prompt.display().name(seat)
            seen = replace(self.match.seen_by(None), menu=seen.menu)
            self._draw_for_everyone(seen)
        else:
            self._prompt.draw(seen, self._unread(seat))
        move = self._prompt.move(seen, default, name=name)
        self._sure_at = self.match.point
        self._advance(self.match.commit(seat, move, point=self.match.point))

    def _draw_for_everyone(self, seen: Seen[Any, Any]) -> None:
        """Show once what all may see; from now on nobody holds the device."""
        if self._open_at == self.match.point:
            return
        self._open_at = self.match.point
        if self._show.HAS_SECRETS and self._hot_seat.holder is not None:
            self._console.wipe()
        self._hot_seat.holder = None
        for unread in self._inbox.values():
            unread.clear()
        news, self._open_news = self._open_news, []
        self._prompt.draw(seen, [self._say("play.for_everyone"), *news])

    def _hand_to(self, seat: Seat) -> None:
        """Hand the device over; where something is secret, the screen is wiped in between."""
        holder = self._hot_seat.holder
        if self._show.HAS_SECRETS or holder in self.match.sealed:
            unread = self._unread(holder) if holder is not None and holder != seat else []
            self._hot_seat.hand_to(seat, self._prompt.display().name(seat), unread)
        self._hot_seat.holder = seat

    def _has_chosen(self, seat: Seat, seen: Seen[Any, Any]) -> bool:
        """Ask for a move and for its confirmation; it is sealed in between if others still choose."""
        move = self._prompt.move(seen)
        after = self.match.commit(seat, move, point=self.match.point)
        if not self._setup.confirm:
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
        if self._prompt.is_sure(seen, move, self._go_on()):
            self._sure_at = self.match.point
            return True
        if seat in self.match.sealed:
            self._advance(self.match.take_back(seat, point=self.match.point))
        return False

    def _go_on(self) -> str:
        """What Enter will do: hand the device over, or reveal the choices."""
        say = self._say
        others = [seat for seat in self.match.seen_by(None).waiting if seat not in self._setup.bots]
        waiting = [seat for seat in others if seat != self._hot_seat.holder]
        if not waiting:
            return say("play.enter_goes_on")
        following = self._hot_seat.next_of(waiting, self.match.seats)
        return say("play.enter_hands_over", name=self._prompt.display().name(following))

    def _unsure_person(self) -> Seat | None:
        """The only person, if after resuming they may still take back a sealed choice."""
        people, setup = self._setup.people, self._setup
        if len(people) != 1 or not setup.confirm or self._sure_at == self.match.point:
            return None
        return people[0] if people[0] in self.match.sealed else None

    def _reconsider(self, seat: Seat) -> None:
        seen = self.match.seen_by(seat)
        self._prompt.draw(seen, self._unread(seat))
        self._is_sure(seat, seen, seen.sealed)

    # The end

    def _end(self, over: Over) -> None:
        say, display = self._say, self._prompt.display()
        seats = all_seats(self.match.seats)
        view = self._show.open_view([self.match.seen_by(seat).view for seat in seats])
        self._console.clear()
        self._console.show(display.paint(self._show.headline(display, view), "strong"))
        reader = self._hot_seat.holder if self._hot_seat.holder in self._inbox else self._viewers[0]
        self._console.show(*self._unread(reader), *self._show.table(display, view), "")
        self._console.show(self._show.reason(display, view, over))
        for n, score in enumerate(over.scores):
            points = self._show.points(display, score)
            self._console.show(say("play.final", player=display.title(Seat(n)), points=points))
        self._console.show(*self._result(over), *self._show.ending(display, view, over), *self._proof())

    def _result(self, over: Over) -> list[str]:
        say, display = self._say, self._prompt.display()
        if len(over.scores) == 1:
            return []
        if len(over.winners) == 1:
            return [display.paint(say("play.winner", name=display.name(over.winners[0])), "bold")]
        return [display.paint(say("play.winners", names=display.names(over.winners)), "bold")]

    def _proof(self) -> list[str]:
        say, setup = self._say, self._setup
        if setup.seed is None or setup.commitment is None:
            return []
        return [
            say("play.seed_revealed"),
            f"  {setup.seed.hex()}",
            say("play.commitment_was"),
            f"  {setup.commitment}",
        ]


def _bot_rng(seed: bytes | None, point: int, seat: Seat) -> Random:
    """A bot's random numbers: the same after resuming, so that leaving does not change its move."""
    if seed is None:
        return Random()
    return Random(hmac.digest(seed, f"closecall/bot/{point}/{seat}".encode(), "sha256"))
