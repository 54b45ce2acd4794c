"""How well a net of Qwixx plays: its share of the wins beside others, in all orders of seats."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.net import Net, new_desk
from closecall.bots.qwixx.net_two import new_duel
from closecall.games.qwixx.kernel import new_state
from closecall.training.qwixx_play import GREEDY, NET, OTHER, Lesson, Series, new_positions, play_series
from closecall.training.qwixx_response import new_against, play_responses

# Dice for measuring are never those of a training.
CURVE_SEED = 1 << 40
RESULT_SEED = 1 << 41


@dataclass(frozen=True, slots=True)
class Measured:
    """A share of the wins, and how sure it is; the fair share is one part of as many as there are seats."""

    share: float
    standard_error: float


def _measured(shares: NDArray[np.float64]) -> Measured:
    """From a line for each table, with its share in every order of seats: these belong together."""
    by_table = shares.mean(axis=1)
    return Measured(float(by_table.mean()), float(by_table.std(ddof=1) / len(by_table) ** 0.5))


def _measure(net: Net, others: list[int], other: Net, seed: int, tables: int) -> Measured:
    """The share of a net that sits in every seat once, beside the others."""
    seats = len(others) + 1
    desk, rival, duel = new_desk(net), new_desk(other), new_duel()
    shares, results = np.zeros((tables, seats)), np.zeros((tables, seats))
    for seat in range(seats):
        policies = np.array([*others[:seat], NET, *others[seat:]])
        play_series(desk, rival, duel, Series(new_state(seats), seed, 0, policies), results)
        shares[:, seat] = results[:, seat]
    return _measured(shares)


def beside_greedy(net: Net, seats: int, seed: int, tables: int) -> Measured:
    """The share of the wins beside greedy bots."""
    return _measure(net, [GREEDY] * (seats - 1), net, seed, tables)


def beside_net(net: Net, other: Net, seats: int, seed: int, tables: int) -> Measured:
    """The share of the wins with another net in all other seats."""
    return _measure(net, [OTHER] * (seats - 1), other, seed, tables)


def response_to(net: Net, frozen: Net, seed: int, tables: int) -> Measured:
    """The share of the wins of a net that has learnt to respond to a frozen one."""
    lesson = Lesson(seed, 0, 2, explore=0.0, fade=0.0, leads=0.0)
    against, start, seen = new_against(net, frozen), new_state(2), new_positions(2, 2)
    shares = np.zeros((tables, 2))
    for table in range(tables):
        play_responses(against, start, lesson._replace(first_game=2 * table), seen, shares[table])
    return _measured(shares)
