"""Replay games of the readable engine through a kernel, comparing menus and states at every point."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from closecall.bots import AnyBot, compiled_play, find_bot
from closecall.core.fate import RandomSource
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Over, Seat
from kernels.reference_rng import Numbers, TableNumbers

Taste = Callable[[AnyMatch, Seat, Sequence[Any], Random], Any]
"""Chooses from a seat's menu."""

BOTS = ("random", "greedy")
"""By the numbers that stand for them in tests."""


class Kernel(Protocol):
    """What the replay needs of a kernel; a module satisfies it."""

    MOVES: int
    to_index: Callable[..., int]

    def state_of(self, state: Any) -> NDArray[Any]: ...
    def outcome_of(self, outcome: Any) -> NDArray[Any]: ...
    def deciding(self, state: Any) -> list[Seat]: ...
    def menu_mask(self, state: Any, seat: int, mask: NDArray[np.bool_]) -> int: ...
    def apply_fate(self, state: Any, outcome: NDArray[Any]) -> None: ...
    def apply_choices(self, state: Any, choices: NDArray[Any]) -> None: ...
    def is_over(self, state: Any) -> bool: ...
    def scores(self, state: Any, totals: NDArray[Any]) -> None: ...
    def winners(self, state: Any, won: NDArray[np.bool_]) -> None: ...


def any_move(_match: AnyMatch, _seat: Seat, menu: Sequence[Any], rng: Random) -> Any:
    """Every move is equally likely."""
    return menu[int(rng.random() * len(menu))]


class Replay:
    """One game, played by the engine and the kernel side by side."""

    def __init__(self, kernel: Kernel, match: AnyMatch, rng: Random, taste: Taste = any_move) -> None:
        self.kernel, self.match, self._rng, self._taste = kernel, match, rng, taste
        self._source = RandomSource(rng)
        self._mask = np.zeros(kernel.MOVES, np.bool_)
        self.state = kernel.state_of(match.state)

    def play(self) -> AnyMatch:
        """Play to the end, comparing at every point."""
        while not isinstance(self.match.pending, Over):
            assert not self.kernel.is_over(self.state)
            if isinstance(self.match.pending, Chance):
                self._chance()
            else:
                self._decide(self.match.pending)
            wanted = self.kernel.state_of(self.match.state)
            assert self.state.tobytes() == wanted.tobytes(), (self.state, wanted)
        self._end(self.match.pending)
        return self.match

    def index_of(self, _seat: Seat, move: Any) -> int:
        """The number of a move; a game whose numbers depend on the state overrides this."""
        return self.kernel.to_index(move)

    def _chance(self) -> None:
        assert self.kernel.deciding(self.state) == []
        assert self.kernel.menu_mask(self.state, 0, self._mask) == 0
        outcome = self.match.rules.draw(self.match.state, self._source)
        self.match = self.match.fate(outcome)
        self.kernel.apply_fate(self.state, self.kernel.outcome_of(outcome))

    def _decide(self, decision: Decision[Any]) -> None:
        choices, point = [-1] * 5, self.match.point
        assert self.kernel.deciding(self.state) == list(decision.menus)
        for seat in range(self.match.seats):
            menu = list(decision.menus.get(Seat(seat), ()))
            count = self.kernel.menu_mask(self.state, seat, self._mask)
            indices = [self.index_of(Seat(seat), move) for move in menu]
            assert self._mask.nonzero()[0].tolist() == indices, (
                seat
            )  # In the order of the readable menu, too.
            assert count == len(indices)
            if menu:
                move = self._taste(self.match, Seat(seat), menu, self._rng)
                choices[seat] = self.index_of(Seat(seat), move)
                self.match = self.match.commit(Seat(seat), move, point=point)
        self.kernel.apply_choices(self.state, np.array(choices))

    def _end(self, over: Over) -> None:
        assert self.kernel.is_over(self.state)
        assert self.kernel.deciding(self.state) == []
        for seat in range(self.match.seats):
            assert self.kernel.menu_mask(self.state, seat, self._mask) == 0
        totals, won = np.zeros(5, np.int64), np.zeros(5, np.bool_)
        self.kernel.scores(self.state, totals)
        self.kernel.winners(self.state, won)
        assert tuple(totals[: self.match.seats]) == over.scores
        assert tuple(won.nonzero()[0]) == over.winners


def compiled_tables(
    slug: str, policies: Sequence[int], tables: tuple[int, int], start: Any, results: Any
) -> None:
    """Play tables of these bots by compiled code; `tables` are the seed and the number of the first one."""
    play = compiled_play(slug, tuple(BOTS[policy] for policy in policies))
    assert play is not None
    play(*tables, start, results)


def engine_game(
    match: AnyMatch, numbers: TableNumbers, policies: Sequence[int], fate: Callable[[Any, Numbers], Any]
) -> AnyMatch:
    """Play a game of the engine with the random numbers of a compiled table and the same bots."""
    bots: list[AnyBot] = []
    for policy in policies:
        bot = find_bot(BOTS[policy], match.rules.SLUG)
        assert bot is not None
        bots.append(bot)
    while not isinstance(match.pending, Over):
        if isinstance(match.pending, Chance):
            match = match.fate(fate(match.state, numbers.fate))
            continue
        for seat in match.pending.menus:
            move = bots[seat].choose(match.seen_by(seat), numbers.own[seat].as_random())
            match = match.commit(seat, move, point=match.point)
    return match


def begun(match: AnyMatch, entries: int, rng: Random) -> AnyMatch:
    """A match after at least this many random entries, with no choice sealed."""
    source = RandomSource(rng)
    while len(match.log) < entries and not isinstance(match.pending, Over):
        if isinstance(match.pending, Chance):
            match = match.fate(match.rules.draw(match.state, source))
            continue
        for seat, menu in match.pending.menus.items():
            match = match.commit(seat, rng.choice(list(menu)), point=match.point)
    return match
