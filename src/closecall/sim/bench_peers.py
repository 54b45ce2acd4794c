"""The speed of other libraries: random games of those that are installed, to compare with ours.

They play other games, so games per second say little; decisions per second are fairer. A decision is one
choice of one player, forced ones included; chance makes none.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from typing import Any
from warnings import catch_warnings, simplefilter

from closecall.sim.bench import ROUNDS, SECONDS, Figures, ratio_json

Play = Callable[[int, Random], int]
"""Plays some games, and returns their number of decisions."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A library and one of its games."""

    library: str
    package: str
    """Its name in the package index."""
    game: str
    prepare: Callable[[], Play]


@dataclass(frozen=True, slots=True)
class PeerLine:
    """Games and decisions per CPU-second, or why there are none."""

    peer: Peer
    version: str = ""
    games: Figures | None = None
    decisions: Figures | None = None
    trouble: str = ""
    """The error of an installed library; empty if it is not installed."""

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        found: dict[str, Any] = {
            "library": self.peer.library,
            "game": self.peer.game,
            "version": self.version,
        }
        if self.games is None or self.decisions is None:
            return {**found, "trouble": self.trouble or "not installed"}
        return {
            **found,
            "games_per_cpu_second": ratio_json(self.games),
            "decisions_per_cpu_second": ratio_json(self.decisions),
        }


def measure_peers(
    rounds: int = ROUNDS, seconds: float = SECONDS, peers: Sequence[Peer] | None = None
) -> Iterator[PeerLine]:
    """Measure every peer. One that is not installed or fails gives a line that says so."""
    for peer in PEERS if peers is None else peers:
        try:
            found = version(peer.package)
        except PackageNotFoundError:
            yield PeerLine(peer)
            continue
        try:
            with catch_warnings():
                simplefilter("ignore")  # Meant for the authors of the library.
                line = _measure(peer, found, rounds, seconds)
        except Exception as error:  # Another library may raise anything.
            line = PeerLine(peer, found, trouble=f"{type(error).__name__}: {error}".splitlines()[0][:200])
        yield line


def _measure(peer: Peer, found: str, rounds: int, seconds: float) -> PeerLine:
    play, rng = peer.prepare(), Random(1)
    play(1, rng)
    count, used = 1, _timed(play, 1, rng)[0]
    while used < seconds / 10:
        count *= 4
        used = _timed(play, count, rng)[0]
    count = max(1, int(count * seconds / used))
    games, decisions = [], []
    for _ in range(rounds):
        used, made = _timed(play, count, rng)
        games.append(count / used)
        decisions.append(made / used)
    return PeerLine(peer, found, Figures(tuple(games)), Figures(tuple(decisions)))


def _timed(play: Play, games: int, rng: Random) -> tuple[float, int]:
    start = time.process_time()
    decisions = play(games, rng)
    return max(time.process_time() - start, 1e-6), decisions


# Each library as its documentation says, without anything that random games do not need.


def _open_spiel(name: str) -> Play:
    """OpenSpiel from Python: a state, its legal actions, and chance by its outcomes."""
    game = import_module("pyspiel").load_game(name)

    def play(games: int, rng: Random) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, odds)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return play


def _open_spiel_bots(name: str) -> Play:
    """OpenSpiel inside its C++: its bots count no decisions, so their mean is measured before."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    start, counted, decisions = time.process_time(), 0, 0
    while counted < 20 or time.process_time() - start < 0.5:
        decisions += _open_spiel(name)(1, Random(counted))
        counted += 1
    per_game = decisions / counted

    def play(games: int, rng: Random) -> int:
        for _ in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, rng.randrange(2**31))
        return round(games * per_game)

    return play


def _petting_zoo(module: str) -> Play:
    """PettingZoo: agents in turn, and a mask of legal actions."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    env = import_module(f"pettingzoo.classic.{module}").env()

    def play(games: int, rng: Random) -> int:
        decisions = 0
        for _ in range(games):
            env.reset(seed=rng.randrange(2**31))
            for _agent in env.agent_iter():
                seen, _, is_over, is_cut, _ = env.last()
                if is_over or is_cut:
                    env.step(None)
                else:
                    env.step(rng.choice(seen["action_mask"].nonzero()[0]))
                    decisions += 1
        return decisions

    return play


def _gymnasium(name: str) -> Play:
    """Gymnasium: one player and an environment."""
    env = import_module("gymnasium").make(name, disable_env_checker=True)
    actions = int(env.action_space.n)

    def play(games: int, rng: Random) -> int:
        decisions = 0
        for _ in range(games):
            env.reset()
            is_over = False
            while not is_over:
                _, _, is_done, is_cut, _ = env.step(rng.randrange(actions))
                is_over = is_done or is_cut
                decisions += 1
        return decisions

    return play


def _rlcard(name: str) -> Play:
    """RLCard: a state with its legal actions, step by step."""
    env = import_module("rlcard").make(name)

    def play(games: int, rng: Random) -> int:
        decisions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                decisions += 1
        return decisions

    return play


def _peer(library: str, package: str, game: str, prepare: Callable[[str], Play], name: str) -> Peer:
    return Peer(library, package, game, lambda: prepare(name))


PEERS = (
    _peer("OpenSpiel", "open_spiel", "yacht", _open_spiel, "yacht"),
    _peer("OpenSpiel, C++", "open_spiel", "yacht", _open_spiel_bots, "yacht"),
    _peer("OpenSpiel", "open_spiel", "pig", _open_spiel, "pig"),
    _peer("OpenSpiel, C++", "open_spiel", "pig", _open_spiel_bots, "pig"),
    _peer("OpenSpiel", "open_spiel", "leduc_poker", _open_spiel, "leduc_poker"),
    _peer("OpenSpiel, C++", "open_spiel", "leduc_poker", _open_spiel_bots, "leduc_poker"),
    _peer("RLCard", "rlcard", "leduc-holdem", _rlcard, "leduc-holdem"),
    _peer("PettingZoo", "pettingzoo", "tictactoe_v3", _petting_zoo, "tictactoe_v3"),
    _peer("Gymnasium", "gymnasium", "Blackjack-v1", _gymnasium, "Blackjack-v1"),
)
