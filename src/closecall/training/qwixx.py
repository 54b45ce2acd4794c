"""How the values of the strong Qwixx bot are found: a net plays against itself and learns from it.

Every game has its own numbers, drawn from the seed and the number of the game, and all that is learnt is kept
now and then, and after Ctrl-C. So a training that was stopped goes on where it was, and ends with the same
values as one that was not.

In the folder of a training are

| file | what it holds |
|---|---|
| `course.json` | what was asked for |
| `kept.npz` | what has been learnt up to some game |
| `curve.jsonl` | now and then, how well the net plays |
| `values.npz` | at the end, the values as the bot reads them |
| `result.json` | at the end, how well they play, with dice that were never used before |
"""

import json
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from closecall.atomic_files import atomic_replacement, deferred_interrupt
from closecall.bots.qwixx.arena import PLAYERS
from closecall.bots.qwixx.net import ROWS, WIDTH, Net, new_desk
from closecall.bots.qwixx.net_two import new_duel
from closecall.bots.qwixx.net_values import (
    Parts,
    net_of,
    read_parts,
    read_values,
    seats_of,
    values_file,
    write_values,
)
from closecall.bots.qwixx.sparring import weights_of
from closecall.core.errors import BadOptions
from closecall.kernels.qwixx import new_state
from closecall.messages import Word
from closecall.training.checkpoints import (
    add_line,
    beginning_with,
    check_same,
    cut_curve,
    held,
    mark_of,
    read_arrays,
    undamaged,
    write_arrays,
    write_text,
)
from closecall.training.progress import Fact, Rounded, Tell, Told
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

RATE = 0.002
BATCH = 32
CURVE_TABLES, RESULT_TABLES = 1000, 10_000


@dataclass(frozen=True, slots=True)
class Course:
    """What a training is to do."""

    seats: int
    games: int
    seed: int
    batch: int = BATCH
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
    """To whom a response is learnt: a partner's mark, or that of a net's values."""


class Student(Protocol):
    """Who plays and learns from it."""

    learner: Learner
    whom: Word
    """With whom it is measured."""

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

    whom = Word("train.beside_greedy")

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

    whom = Word("train.against_frozen")

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
    parts = None if known is None else _known_parts(known, seats)
    # Who knows a table of so many already learns in smaller steps.
    rate = RATE / 2 if parts is not None and seats_of(parts.rest) == seats else RATE
    course = Course(
        seats,
        games,
        seed,
        rate=rate,
        # One table alone would not tell how sure it is.
        curve_tables=max(2, min(CURVE_TABLES, games)),
        result_tables=max(2, min(RESULT_TABLES, games)),
        known=None if known is None else mark_of(known),
    )
    return follow(course, SelfTaught(course, parts), folder, tell)


def _known_parts(known: Path, seats: int) -> Parts:
    """Values to begin with: for as many seats, or fewer."""
    with beginning_with(known, "qwixx"):
        parts = read_parts(known)
        assert parts.mine.shape == parts.theirs.shape == (ROWS, 2 * WIDTH)
        found = seats_of(parts.rest)
    if found > seats:
        raise BadOptions("train_start_seats", file=str(known), found=found, seats=seats)
    return parts


def best_response(  # noqa: PLR0913  # The last has a usual value.
    against: str | Path, games: int, seed: int, folder: Path, tell: Tell, *, known: Path | None = None
) -> Path:
    """Learn to win from a player of the arena or a net for two seats; where the values are.

    Beside them stands how much was won. It begins with what a net knows: that one, or the expert's.
    """
    if isinstance(against, Path):
        frozen, met = frozen_net(net_of(_known_parts(against, 2))), mark_of(against)
    elif against in PLAYERS:
        frozen, met = frozen_player(against), partner_mark(against)
    else:
        raise ValueError(f"nobody is called {against}; there are {', '.join(PLAYERS)}")
    start = known or (against if isinstance(against, Path) else None)
    with values_file(2) if start is None else nullcontext(start) as path:
        parts, begun_with = _known_parts(path, 2), mark_of(path)
    course = Course(2, games, seed, rate=0.001, leads=0.0, known=begun_with, against=met)
    return follow(course, Responder(course, frozen, parts), folder, tell)


def partner_mark(name: str) -> str:
    """What tells a player of the arena from others, and from itself with other weights."""
    return f"{name}-{sha256(weights_of(name, 2).tobytes()).hexdigest()[:16]}"


@dataclass(slots=True)
class Done:
    """How far a course is."""

    steps: int = 0
    errors: list[float] = field(default_factory=list)
    """Of each step since the last line of the curve, the mean square."""
    seconds: float = 0.0


def steps_of(games: int, batch: int = BATCH) -> int:
    """How many batches there are in so many games; a course has at least one."""
    return max(1, games // batch)


def follow(course: Course, student: Student, folder: Path, tell: Tell) -> Path:
    """Do what a course says, from where it was stopped; where the values are."""
    with held(folder):
        _check_course(course, folder)
        done = _resumed(course, student.learner, folder)
        try:
            _study_on(course, student, done, folder, tell)
        except KeyboardInterrupt:
            with deferred_interrupt():
                _keep(folder, student.learner, done)
            raise
        _keep(folder, student.learner, done)
        return _conclude(course, student, folder, tell)


def _study_on(course: Course, student: Student, done: Done, folder: Path, tell: Tell) -> None:
    """Learn up to the end of a course."""
    steps, started = steps_of(course.games, course.batch), perf_counter() - done.seconds
    stops = {steps * n // course.stops for n in range(1, course.stops + 1)}
    while True:
        if done.errors and done.steps in stops:
            # Measuring takes a while; a line that was not written then is written by whoever goes on.
            _keep(folder, student.learner, done)
            _note(course, student, done, folder, tell)
        if done.steps >= steps:
            return
        _study(course, student, done)
        done.seconds = perf_counter() - started


def _note(course: Course, student: Student, done: Done, folder: Path, tell: Tell) -> None:
    """A line of the learning curve: how well the net plays now."""
    measured = student.measure(student.learner.net, CURVE_SEED, course.curve_tables)
    games = done.steps * course.batch
    line = {
        "games": games,
        "error": round(float(np.mean(done.errors)), 6),
        "share": round(measured.share, 4),
        "standard_error": round(measured.standard_error, 4),
        "seconds": round(done.seconds, 1),
    }
    add_line(folder, line)
    done.errors.clear()
    of = steps_of(course.games, course.batch) * course.batch
    counts: dict[str, Fact] = {"games": games, "of": of, "seconds": Rounded(done.seconds, 0)}
    tell(Told("train.curve_qwixx", counts | _won(course, student, measured)))


def _won(course: Course, student: Student, measured: Measured) -> dict[str, Fact]:
    """How well it plays, in percent."""
    return {
        "share": Rounded(100 * measured.share, 1),
        "standard_error": Rounded(100 * measured.standard_error, 1),
        "fair": Rounded(100 / course.seats, 1),
        "whom": student.whom,
    }


def _study(course: Course, student: Student, done: Done) -> None:
    """Play some games and learn from them."""
    step = done.steps
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
    count = student.play(lesson)
    with deferred_interrupt():
        done.errors.append(student.learn(count, rate, step + 1))
        done.steps += 1


def _conclude(course: Course, student: Student, folder: Path, tell: Tell) -> Path:
    """Write the values, and how well they play as the bot will read them."""
    path = folder / "values.npz"
    with atomic_replacement(path) as fresh:
        write_values(fresh, parts_of(student.learner.weights, course.seats))
    results = student.results(read_values(path), course.result_tables)
    result: dict[str, Any] = {name: asdict(measured) for name, measured in results.items()}
    result["bytes"] = path.stat().st_size
    write_text(folder / "result.json", json.dumps(result, indent=2) + "\n")
    tell(Told("train.result_qwixx", _won(course, student, results["measured"])))
    return path


def _check_course(course: Course, folder: Path) -> None:
    """A folder belongs to one course."""
    path = folder / "course.json"
    asked = {name: value for name, value in asdict(course).items() if value is not None}
    if path.exists():
        content = path.read_bytes()
        with undamaged(path):
            check_same(folder, json.loads(content), asked)
    else:
        write_text(path, json.dumps(asked, indent=2) + "\n")


def _resumed(course: Course, learner: Learner, folder: Path) -> Done:
    """Take up what had been learnt; the curve is cut off there."""
    done, path = Done(), folder / "kept.npz"
    if path.exists():
        kept = read_arrays(path)
        with undamaged(path):
            for name in ("weights", "means", "squares"):
                getattr(learner, name)[:] = kept[name]
            # Once neither errors nor seconds were kept.
            errors, seconds = kept.get("errors", np.zeros(0)), kept.get("seconds", np.zeros(()))
            done = Done(int(kept["steps"]), errors.tolist(), float(seconds))
        merge(learner.weights, learner.net)
    cut_curve(folder, "games", (done.steps - len(done.errors)) * course.batch)
    return done


def _keep(folder: Path, learner: Learner, done: Done) -> None:
    """Keep what has been learnt."""
    arrays = {name: np.array(value) for name, value in asdict(done).items()}
    arrays |= {name: getattr(learner, name) for name in ("weights", "means", "squares")}
    write_arrays(folder / "kept.npz", arrays)
