"""A match: one game at one table, as a fold of its log.

The log of inputs is the source of truth: what fate gave (`Fate`), what seats chose (`Commit`) and took back
(`TakeBack`). A `Match` is frozen: an input returns a new match, or raises a GameError and changes nothing.

>>> from closecall.games import mark
>>> match = Match.start(mark, seats=1)
>>> match = match.commit(Seat(0), mark.parse_move("yellow"), point=match.point)
>>> match = match.fate(mark.Roll((1, 2, 1, 4, 6)))
>>> seen = match.seen_by(Seat(0))
>>> mark.parse_move("b2+g") in seen.menu, len(seen.menu)
(True, 40)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, cast

from closecall.core.codec import exact_check, has_exact_types, is_move
from closecall.core.errors import (
    AlreadyChosen,
    BadMove,
    BadOptions,
    GameError,
    IllegalMove,
    IllegalOutcome,
    NotYourDecision,
    StaleDecision,
    short_repr,
)
from closecall.core.immutable import Frozen
from closecall.core.rules import (
    AnyRules,
    Chance,
    Decision,
    M,
    Menu,
    O,
    Over,
    P,
    Rules,
    S,
    Seat,
    V,
    Viewer,
    letter,
)
from closecall.core.seen import Seen
from closecall.messages import Word


@dataclass(frozen=True, slots=True)
class Fate(Generic[O]):
    """Fate has acted: dice were rolled, a card was drawn."""

    outcome: O


@dataclass(frozen=True, slots=True)
class Commit(Generic[M]):
    """A seat has sealed its choice."""

    seat: Seat
    move: M


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A seat has taken its sealed choice back."""

    seat: Seat


Entry = Fate[O] | Commit[M] | TakeBack

_NOTHING_SEALED: Frozen[Seat, Any] = Frozen()


@dataclass(frozen=True, slots=True)
class Match(Generic[S, M, O, V, P]):
    """A match at one moment."""

    # Fields that follow from the log are compared, but need not be hashed.
    rules: Rules[S, M, O, V, P] = field(hash=False)
    seats: int
    options: P
    state: S = field(hash=False)
    point: int = field(hash=False)
    """Numbers the chances and decisions, so that another seat's commit never makes yours stale."""
    sealed: Mapping[Seat, M] = field(hash=False)
    log: tuple[Entry[O, M], ...]
    pending: Chance | Decision[M] | Over = field(compare=False, repr=False)

    @classmethod
    def start(
        cls, rules: Rules[S, M, O, V, P], seats: int, options: P | None = None
    ) -> "Match[S, M, O, V, P]":
        """Set up a match, with the game's default options unless others are given."""
        chosen = rules.OPTIONS() if options is None else options
        check_options(rules, chosen)
        if type(seats) is not int or seats not in rules.SEATS:  # 2.0 is in the range, too.
            least, most, game = rules.SEATS[0], rules.SEATS[-1], Word(f"game.{rules.SLUG}")
            given = seats if type(seats) is int else short_repr(seats)
            raise BadOptions("wrong_seats", game=game, least=least, most=most, seats=given)
        state = rules.setup(seats, chosen)
        return cls(rules, seats, chosen, state, 0, _NOTHING_SEALED, (), rules.pending(state))

    def fate(self, outcome: O) -> "Match[S, M, O, V, P]":
        """Fate acts: give the roll or the card."""
        if not isinstance(self.pending, Chance):
            raise NotYourDecision("no_chance")
        if not exact_check(self.rules.OUTCOME)(outcome):
            raise IllegalOutcome("no_outcome", value=short_repr(outcome))
        return self._after(self.rules.after_chance(self.state, outcome), Fate(outcome))

    def commit(self, seat: Seat, move: M, *, point: int) -> "Match[S, M, O, V, P]":
        """Seal a seat's choice; the last deciding seat's commit resolves all of them together.

        Repeating a commit changes nothing, so a client may safely resend it.
        """
        menu = self._menu(seat, point)
        chosen = self.sealed.get(seat)
        if chosen is not None:
            if chosen == move:
                return self
            raise AlreadyChosen("already_chosen", seat=letter(seat))
        if not has_exact_types(move) or move not in menu:
            raise self._why_not(seat, move)
        sealed = {**self.sealed, seat: move}
        entry = Commit(seat, move)
        if len(sealed) == len(cast("Decision[M]", self.pending).menus):
            return self._after(self.rules.after_choices(self.state, sealed), entry)
        return self._with(Frozen(sealed), entry)

    def take_back(self, seat: Seat, *, point: int) -> "Match[S, M, O, V, P]":
        """Unseal a seat's choice; possible until the last seat has chosen."""
        self._menu(seat, point)
        if seat not in self.sealed:
            raise NotYourDecision("nothing_to_take_back", seat=letter(seat))
        sealed = {other: move for other, move in self.sealed.items() if other != seat}
        return self._with(Frozen(sealed), TakeBack(seat))

    def seen_by(self, viewer: Viewer) -> Seen[M, V]:
        """Everything this viewer may see of the match; GameError if there is no such seat."""
        if viewer is not None and (type(viewer) is not int or not 0 <= viewer < self.seats):
            raise GameError("no_such_seat", value=short_repr(viewer))
        menus = self.pending.menus if isinstance(self.pending, Decision) else {}
        is_open = viewer is not None and viewer in menus and viewer not in self.sealed
        return Seen(
            viewer=viewer,
            point=self.point,
            view=self.rules.view(self.state, viewer),
            menu=menus[viewer] if is_open and viewer is not None else None,
            sealed=None if viewer is None else self.sealed.get(viewer),
            waiting=tuple([seat for seat in menus if seat not in self.sealed]),
            over=self.pending if isinstance(self.pending, Over) else None,
        )

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        # A module cannot be pickled or copied, but it can be imported again by name.
        parts = {field.name: getattr(self, field.name) for field in fields(self)}
        rules = parts.pop("rules")
        return _rebuilt, (type(self), rules.__name__ if isinstance(rules, ModuleType) else rules, parts)

    def _why_not(self, seat: Seat, move: M) -> BadMove | IllegalMove:
        if is_move(self.rules, move):
            return self.rules.why_not(self.rules.view(self.state, seat), move)
        value, game = short_repr(move), Word(f"game.{self.rules.SLUG}")
        return BadMove("unread_move" if isinstance(move, str) else "no_move", value=value, game=game)

    def _menu(self, seat: Seat, point: int) -> Menu[M]:
        if point != self.point:
            raise StaleDecision("stale", point=point, now=self.point)
        # True equals seat B, but would be written to the record as true.
        if type(seat) is not int:
            raise NotYourDecision("not_your_decision", seat=short_repr(seat))
        if not isinstance(self.pending, Decision) or seat not in self.pending.menus:
            raise NotYourDecision("not_your_decision", seat=letter(seat))
        return self.pending.menus[seat]

    def _after(self, state: S, entry: Entry[O, M]) -> "Match[S, M, O, V, P]":
        log, pending = self.log + (entry,), self.rules.pending(state)  # noqa: RUF005  # twice as fast as (*log, entry)
        return Match(
            self.rules, self.seats, self.options, state, self.point + 1, _NOTHING_SEALED, log, pending
        )

    def _with(self, sealed: Mapping[Seat, M], entry: Entry[O, M]) -> "Match[S, M, O, V, P]":
        log = self.log + (entry,)  # noqa: RUF005  # as above
        return Match(self.rules, self.seats, self.options, self.state, self.point, sealed, log, self.pending)


def check_options(rules: AnyRules, options: object) -> None:
    """BadOptions unless these are options of the game whose parts have exactly their types."""
    kind: Any = rules.OPTIONS
    if not exact_check(kind)(options):
        raise BadOptions("no_options", game=Word(f"game.{rules.SLUG}"), value=short_repr(options))


def _rebuilt(kind: type[Any], rules: Any, parts: Mapping[str, Any]) -> Any:
    return kind(rules=import_module(rules) if isinstance(rules, str) else rules, **parts)
