"""Random games of every registered game, for tests that apply to all of them."""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from closecall import games
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch, Player, Record, record_of
from closecall.core.rules import Chance, Decision, Menu, Over, Seat, Viewer, all_seats
from closecall.games.enough.kit import ABILITIES, Kit, Target, Token, shipped_kit, sorted_kit
from closecall.games.enough.state import Options as EnoughOptions
from closecall.games.mark.layout import Layout
from closecall.games.mark.state import Options as MarkOptions
from closecall.games.qwixx.state import Options as QwixxOptions

Table = tuple[str, int]

TABLES: tuple[Table, ...] = tuple(
    (slug, seats) for slug in games.slugs() for seats in games.rules_of(slug).SEATS
)
"""Every game with every number of seats."""

MOST_ENTRIES = 20_000
"""Far more than any random game has: one this long will never end."""


def table_name(table: Table) -> str:
    """The name of a table in the names of tests and files: `mark_2`."""
    return f"{table[0]}_{table[1]}"


def random_match(table: Table, rng: Random) -> AnyMatch:
    """A match at this table with random options, or with the default ones if the game has no entry below."""
    slug, seats = table
    options = OPTIONS[slug](seats, rng) if slug in OPTIONS else None
    return Match.start(games.rules_of(slug), seats, options)


def midway_match(table: Table, rng: Random) -> AnyMatch:
    """A match whose players already hold tokens, if its game has any: few are won in a random game."""
    match = random_match(table, rng)
    if table[0] != "enough":
        return match
    seats = rng.choices(range(match.seats), k=len(match.state.box))
    players = tuple(
        replace(player, tokens=tuple(t for t, to in zip(match.state.box, seats, strict=True) if to == seat))
        for seat, player in enumerate(match.state.players)
    )
    state = replace(match.state, players=players, box=())
    return replace(match, state=state, pending=match.rules.pending(state))


def walk(match: AnyMatch, rng: Random) -> Iterator[AnyMatch]:
    """Every match on the way to the end: random moves in random order, some of them taken back first."""
    source = RandomSource(rng)
    style = Style(rng)
    yield match
    while not isinstance(match.pending, Over):
        assert len(match.log) < MOST_ENTRIES, "this game does not end"
        if isinstance(match.pending, Chance):
            match = match.fate(match.rules.draw(match.state, source))
            yield match
        else:
            match = yield from _decided(match, rng, style)


def _decided(match: AnyMatch, rng: Random, style: "Style") -> Generator[AnyMatch, None, AnyMatch]:
    assert isinstance(match.pending, Decision)
    menus, point = match.pending.menus, match.point
    for seat in rng.sample(list(menus), len(menus)):
        match = match.commit(seat, style.choose(menus[seat]), point=point)
        yield match
        if match.point == point and rng.random() < 0.1:
            match = match.take_back(seat, point=point)
            yield match
            match = match.commit(seat, style.choose(menus[seat]), point=point)
            yield match
    return match


class Style:
    """A random playing style for a whole game: a weight for each kind of move (a call, a fold, a pass)."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._weights: dict[type, float] = {}

    def choose(self, menu: Menu[Any]) -> Any:
        """A random kind of move by weight, then any move of that kind."""
        moves = list(menu)
        kinds: dict[type, list[Any]] = {type(moves[0]): moves}
        if len(set(map(type, moves))) > 1:
            kinds = {}
            for move in moves:
                kinds.setdefault(type(move), []).append(move)
        for kind in kinds:
            if kind not in self._weights:
                self._weights[kind] = 0.1 + self._rng.random()
        (kind,) = self._rng.choices(list(kinds), [self._weights[kind] for kind in kinds])
        return kinds[kind][int(self._rng.random() * len(kinds[kind]))]


def finished_match(table: Table, rng: Random) -> AnyMatch:
    """A random match, played to its end."""
    return deque(walk(random_match(table, rng), rng), maxlen=1).pop()


def record(match: AnyMatch) -> Record:
    """The record of a match between people and bots with difficult names."""
    names = ("Ann", "Zoë “the roller”", "\U0001f3b2", "", "O’Hara\n\\")
    players = tuple(Player(names[seat], "greedy" if seat % 2 else None) for seat in range(match.seats))
    return record_of(match, players)


def viewers(match: AnyMatch) -> tuple[Viewer, ...]:
    """Every seat, and a spectator."""
    return (*all_seats(match.seats), None)


def deciding(match: AnyMatch) -> list[tuple[Seat, Any]]:
    """The seats that have not chosen yet, with their menus."""
    if not isinstance(match.pending, Decision):
        return []
    return [(seat, menu) for seat, menu in match.pending.menus.items() if seat not in match.sealed]


def _mark_options(seats: int, rng: Random) -> MarkOptions:
    letters = "".join(rng.sample("KBGYR" * 5, 25))
    layout = Layout("random", tuple(letters[at : at + 5] for at in range(0, 25, 5)))
    ages = tuple(rng.choice((None, 0, 8, 9, 35, 150)) for _ in range(seats))
    may_start = tuple(sorted(rng.sample(all_seats(seats), rng.randint(1, seats))))
    return MarkOptions(
        rng.choice((None, layout)), rng.choice((None, ages)), rng.choice((None, None, may_start))
    )


def _qwixx_options(seats: int, rng: Random) -> QwixxOptions:
    return QwixxOptions(games=rng.choice((1,) * 28 + (2, 3, 4, 5)), one_more=rng.random() < 0.3)


def _enough_options(seats: int, rng: Random) -> EnoughOptions:
    kit = shipped_kit(rng.choice(("standard", "classic")))
    small = _smallest_kit(seats, rng)
    scorekeeper = rng.choice((None, *all_seats(seats)))
    # Old games are played on without showing.
    return EnoughOptions(
        rng.choice((kit, small, small, small)), rng.random() < 0.5, scorekeeper, showing=rng.random() < 0.8
    )


def _smallest_kit(seats: int, rng: Random) -> Kit:
    """As few pieces as E1 allows: the deck and the box keep running out, and games are short."""
    cards = tuple(rng.randrange(1, 13) for _ in range(3 * seats + 2))
    targets = tuple(Target(number, rng.randrange(3, 8)) for number in rng.sample(range(3, 37), 2 * seats))
    tokens = tuple(Token(*rng.sample(ABILITIES, 2)) for _ in range(rng.randrange(1, 4)))
    return sorted_kit("smallest", cards, targets, tokens)


OPTIONS: dict[str, Callable[[int, Random], Any]] = {
    "mark": _mark_options,
    "qwixx": _qwixx_options,
    "enough": _enough_options,
}
"""Random options, for the games that have them."""
