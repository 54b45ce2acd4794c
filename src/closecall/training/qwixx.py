"""How the values of the strong Qwixx bot are found: a net plays against itself and learns from it.

Every game has its own numbers, drawn from the seed and the number of the game, and all that is learnt is kept
now and then. So a training that was stopped goes on where it was, and ends with the same values as one that
was not.

In the folder of a training are

| file | what it holds |
|---|---|
| `course.json` | what was asked for |
| `kept.npz` | what has been learnt up to some game |
| `curve.jsonl` | for each time that something was kept, how well the net plays |
| `values.npz` | at the end, the values as the bot reads them |
| `result.json` | at the end, how well they play, with dice that were never used before |
"""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from closecall.bots.qwixx.arena import PLAYERS
from closecall.bots.qwixx.net import Net, new_desk
from closecall.bots.qwixx.net_two import new_duel
from closecall.bots.qwixx.net_values import Parts, parts_for, read_parts, read_values, seats_of, write_values
from closecall.games.qwixx.kernel import new_state
from closecall.training.qwixx_frozen import Frozen, frozen_net, frozen_player
from closecall.training.qwixx_learning import Learner, begin_with, learn, merge, new_learner, parts_of
from closecall.training.qwixx_measuring import (
    CURVE_SEED,
    RESULT_SEED,
    Measured,
    beside_greedy,
    beside_net,
    response_to,
)
from closecall.training.qwixx_play import Lesson, new_positions, self_play
from closecall.training.qwixx_response import new_against, play_responses

Tell = Callable[[Mapping[str, Any]], None]
"""Told of every line of the curve, and of the result."""


RATE = 0.002
CURVE_TABLES, RESULT_TABLES = 1000, 10_000


@dataclass(frozen=True, slots=True)
class Course:
    """What a training is to do."""

    seats: int
    games: int
    seed: int
    batch: int = 32
    """Games between two steps of learning."""
    rate: float = RATE
    """How far the first steps go; the last one goes nowhere."""
    explore: float = 0.05
    """How often a seat tries anything in the first game; in the last never."""
    fade: float = 0.8
    leads: float = 0.05
    """See `Lesson`."""
    stops: int = 50
    """How often what has been learnt is kept and measured."""
    curve_tables: int = CURVE_TABLES
    result_tables: int = RESULT_TABLES
    """With how many dice a net is measured, each in all orders of seats."""
    known: str | None = None
    """The mark of the values it begins with."""
    against: str | None = None
    """To whom a response is learnt: its name, or the mark of its values."""


class Student(Protocol):
    """Who plays and learns from it."""

    learner: Learner

    def play(self, lesson: Lesson) -> int:
        """Play some games; how many positions there are to learn from."""

    def learn(self, count: int, rate: float, step: int) -> float:
        """Learn from them; the mean square of the errors."""

    def measure(self, net: Net, seed: int, tables: int) -> Measured:
        """How well a net plays."""

    def results(self, net: Net, tables: int) -> dict[str, Measured]:
        """What is told at the end of the values that were written."""


class SelfTaught:
    """Learns from games against itself, and is measured beside greedy bots."""

    def __init__(self, course: Course, known: Parts | None = None) -> None:
        self.seats, self.learner = course.seats, new_learner(course.seats, course.seed)
        if known is not None:
            begin_with(self.learner, course.seats, known)
        self.desk, self.duel, self.start = new_desk(self.learner.net), new_duel(), new_state(course.seats)
        self.seen = new_positions(course.seats, course.batch)

    def play(self, lesson: Lesson) -> int:
        """All seats trust the same net."""
        return self_play(self.desk, self.duel, self.start, lesson, self.seen)

    def learn(self, count: int, rate: float, step: int) -> float:
        """One step for all games."""
        return learn(self.learner, self.seen, count, rate, step)

    def measure(self, net: Net, seed: int, tables: int) -> Measured:
        """Beside greedy bots."""
        return beside_greedy(net, self.seats, seed, tables)

    def results(self, net: Net, tables: int) -> dict[str, Measured]:
        """The same with dice that were never used before; and that being made small costs nothing."""
        return {
            "measured": self.measure(net, RESULT_SEED, tables),
            "beside_what_was_learnt": beside_net(net, self.learner.net, self.seats, RESULT_SEED, tables),
        }


class Responder:
    """Learns from games against a frozen player at a table of two, beginning with what a net knows."""

    def __init__(self, course: Course, frozen: Frozen, known: Parts) -> None:
        self.frozen, self.learner = frozen, new_learner(2, course.seed)
        # Against itself a net has only the view of who rolls; the other one's begins like it.
        begin_with(self.learner, 2, known)
        self.against, self.start = new_against(self.learner.net, frozen), new_state(2)
        self.seen, self.shares = new_positions(2, course.batch), np.zeros(course.batch)

    def play(self, lesson: Lesson) -> int:
        """In half of the games in the first seat."""
        return play_responses(self.against, self.start, lesson, self.seen, self.shares)

    def learn(self, count: int, rate: float, step: int) -> float:
        """One step for all games."""
        return learn(self.learner, self.seen, count, rate, step)

    def measure(self, net: Net, seed: int, tables: int) -> Measured:
        """Against the frozen player; one half means that nothing has been won from it."""
        return response_to(net, self.frozen, seed, tables)

    def results(self, net: Net, tables: int) -> dict[str, Measured]:
        """The same with dice that were never used before, also as it was before it was made small."""
        return {
            "measured": self.measure(net, RESULT_SEED, tables),
            "as_it_was_learnt": self.measure(self.learner.net, RESULT_SEED, tables),
        }


def train(  # noqa: PLR0913  # The last has a usual value.
    seats: int, games: int, seed: int, folder: Path, tell: Tell, *, known: Path | None = None
) -> Path:
    """Learn to play with so many seats, best from the values for one seat less; where the values are."""
    parts = None if known is None else read_parts(known)
    # Who knows a table of so many already learns in smaller steps.
    rate = RATE / 2 if parts is not None and seats_of(parts.rest) == seats else RATE
    course = Course(
        seats,
        games,
        seed,
        rate=rate,
        curve_tables=min(CURVE_TABLES, games),
        result_tables=min(RESULT_TABLES, games),
        known=None if known is None else _mark_of(known),
    )
    return follow(course, SelfTaught(course, parts), folder, tell)


def _mark_of(values: Path) -> str:
    """What tells values from others."""
    return sha256(values.read_bytes()).hexdigest()[:16]


def best_response(  # noqa: PLR0913  # The last has a usual value.
    against: str | Path, games: int, seed: int, folder: Path, tell: Tell, *, known: Path | None = None
) -> Path:
    """Learn to win from a player of the arena or a net for two seats; where the values are.

    Beside them stands how much was won. It begins with what a net knows: that one, or the expert's.
    """
    if isinstance(against, Path):
        frozen, name = frozen_net(read_values(against)), _mark_of(against)
    elif against in PLAYERS:
        frozen, name = frozen_player(against), against
    else:
        raise ValueError(f"nobody is called {against}; there are {', '.join(PLAYERS)}")
    start = known or (against if isinstance(against, Path) else None)
    course = Course(2, games, seed, rate=0.001, leads=0.0, against=name)
    return follow(
        course, Responder(course, frozen, parts_for(2) if start is None else read_parts(start)), folder, tell
    )


def games_in(seats: int, minutes: float) -> int:
    """How many games a training of so many minutes has, by a short trial on this machine."""
    course = Course(seats, 1 << 20, 0)
    student = SelfTaught(course)
    _study(course, student, 0)
    started, steps = perf_counter(), 20
    for step in range(1, steps + 1):
        _study(course, student, step)
    return max(1, int(minutes * 60 / (perf_counter() - started) * steps)) * course.batch


def follow(course: Course, student: Student, folder: Path, tell: Tell) -> Path:
    """Do what a course says, from where it was stopped; where the values are."""
    folder.mkdir(parents=True, exist_ok=True)
    _check_course(course, folder / "course.json")
    done = _resume(course, student.learner, folder)
    steps = course.games // course.batch
    stops = {steps * n // course.stops for n in range(1, course.stops + 1)}
    started, errors = perf_counter(), []
    for step in range(done, steps):
        errors.append(_study(course, student, step))
        if step + 1 in stops:
            _keep(folder / "kept.npz", student.learner, step + 1)
            measured = student.measure(student.learner.net, CURVE_SEED, course.curve_tables)
            line = {
                "games": (step + 1) * course.batch,
                "error": round(float(np.mean(errors)), 6),
                "share": round(measured.share, 4),
                "standard_error": round(measured.standard_error, 4),
                "seconds": round(perf_counter() - started, 1),
            }
            errors.clear()
            _add_line(folder / "curve.jsonl", line)
            tell(line)
    return _conclude(course, student, folder, tell)


def _study(course: Course, student: Student, step: int) -> float:
    """Play some games and learn from them; the mean square of the errors."""
    left = 1 - step * course.batch / course.games
    lesson = Lesson(
        seed=course.seed,
        first_game=step * course.batch,
        games=course.batch,
        explore=course.explore * left,
        fade=course.fade,
        leads=course.leads,
    )
    # The first steps are shorter, since Adam knows little of the gradients yet.
    rate = course.rate * left * min(1.0, (step + 1) / 100)
    return student.learn(student.play(lesson), rate, step + 1)


def _conclude(course: Course, student: Student, folder: Path, tell: Tell) -> Path:
    """Write the values, and how well they play as the bot will read them."""
    path = folder / "values.npz"
    write_values(path, parts_of(student.learner.weights, course.seats))
    results = student.results(read_values(path), course.result_tables)
    result: dict[str, Any] = {name: asdict(measured) for name, measured in results.items()}
    result["bytes"] = path.stat().st_size
    _write(folder / "result.json", json.dumps(result, indent=2) + "\n")
    tell(result)
    return path


def _check_course(course: Course, path: Path) -> None:
    """A folder belongs to one course."""
    told = {name: value for name, value in asdict(course).items() if value is not None}
    asked = json.dumps(told, indent=2) + "\n"
    if path.exists() and path.read_text("utf-8") != asked:
        raise ValueError(f"{path.parent} holds another training: {path.read_text('utf-8')}")
    _write(path, asked)


def _resume(course: Course, learner: Learner, folder: Path) -> int:
    """Take up what had been learnt; after how many steps. The curve is cut off there."""
    done = 0
    if (folder / "kept.npz").exists():
        with np.load(folder / "kept.npz") as kept:
            done = int(kept["steps"])
            for name in ("weights", "means", "squares"):
                getattr(learner, name)[:] = kept[name]
        merge(learner.weights, learner.net)
    curve = folder / "curve.jsonl"
    if curve.exists():
        lines = curve.read_text("utf-8").splitlines()
        known = [line for line in lines if json.loads(line)["games"] <= done * course.batch]
        _write(curve, "".join(line + "\n" for line in known))
    return done


def _keep(path: Path, learner: Learner, steps: int) -> None:
    """Keep what has been learnt; whoever stops us meanwhile leaves the older file whole."""
    fresh = path.with_suffix(".new.npz")
    np.savez(fresh, steps=steps, weights=learner.weights, means=learner.means, squares=learner.squares)
    os.replace(fresh, path)


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    fresh = path.with_suffix(path.suffix + ".new")
    fresh.write_text(text, "utf-8")
    os.replace(fresh, path)


def _add_line(path: Path, line: Mapping[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as curve:
        curve.write(json.dumps(line) + "\n")
