"""Learning Close to the Mark! by playing it: from nothing, or on from values that are already good.

A block of games is played with the net as it is; then the net is corrected towards what its sheets were
worth. Everything depends on the plan alone, so a course that was killed goes on from its last checkpoint as
if nothing had happened; whoever stops it with Ctrl-C loses no block.

A course leaves in its folder: `checkpoint.npz`, `curve.jsonl` with a line now and then, at last `values.npz`
and in `result.json` how well they play.
"""

import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.atomic_files import atomic_replacement, deferred_interrupt
from closecall.bots.mark.net_eval import Net, made_ready, spread_out
from closecall.bots.mark.net_mirror import KINDS, partners
from closecall.bots.mark.net_sheet import BOXES, RANKS, Pattern, pattern_of
from closecall.bots.mark.net_values import Values, for_pattern, kinds_of, read_values, write_values
from closecall.games.mark.layout import Colour
from closecall.kernels.mark import LAYOUT, new_state
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
from closecall.training.mark_descent import (
    FORGET_MEAN,
    FORGET_SQUARE,
    Lesson,
    Moments,
    Pace,
    add_gradients,
    new_net,
    step,
)
from closecall.training.mark_games import Habits, play_block
from closecall.training.progress import Rounded, Tell, Told
from closecall.training.training_runs import HELD_OUT

BLOCK = 100
"""So many games are played before the net is corrected."""
BATCH = 256
"""So many sheets are looked at for one correction."""
TIMES = 2
"""So often each sheet is looked at."""
PATTERNS = 10
"""So many patterns are played in a block, where any may come."""
PARTS = ("net", "means", "squares")
"""What is kept of a course, beside a few counts."""
JUDGED = 4000
"""Games for the last judgement; of a short course fewer."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be learned, and how long; two courses with the same plan are the same."""

    seed: int
    games: int
    pattern: tuple[int, ...] | None = None
    """Learn one pattern; None for a net that knows any."""
    judge: int = JUDGED
    """Games for it."""
    rate: float = 2e-3
    share: float = 0.8
    """How much later sheets of a game count for earlier ones, in the beginning; none in the end."""
    wander: float = 0.01
    """The chance of a random entry, except towards the end."""
    start: str | None = None
    """A file of values to go on from."""
    block: int = BLOCK
    every: int = 100
    """Blocks from one checkpoint to the next, and from one line of the curve to the next."""


@dataclass(slots=True)
class Course:
    """A course under way."""

    net: Net
    means: Net
    squares: Net
    games: int = 0
    steps: int = 0
    seconds: float = 0.0
    points: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    """Means of each block since the last line of the curve: of the points, and of the squared errors."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The mean of the points, and how sure it is; one block alone does not tell that."""

    points: float
    standard_error: float | None


def default_pattern(own: int) -> tuple[int, ...]:
    """The pattern of the default layout for the player of a colour."""
    return tuple(pattern_of(new_state(1)[LAYOUT : LAYOUT + 25], own).tolist())


def plan_for(name: str, seed: int, games: int, start: Path | None) -> Plan:
    """The plan of a course: for a colour of the default layout, or for `any`."""
    pattern = None if name == "any" else default_pattern(list(Colour).index(Colour[name.upper()]))
    whole = -(-games // BLOCK) * BLOCK
    plan = Plan(seed, games=whole, pattern=pattern, judge=max(4 * BLOCK, min(JUDGED, whole)))
    if start is None:
        return plan
    # Who knows much already learns in smaller steps, and trusts what it knows.
    return replace(plan, start=str(start), rate=1e-3, share=0.5)


def train(plan: Plan, folder: Path, tell: Tell) -> Values:
    """Learn by a plan, or go on where a stopped course was; the values, which are also in the folder."""
    net, told = _first_net(plan), _told(plan)
    with held(folder):
        course = _resumed(plan, told, folder) or Course(net, _zeros(net), _zeros(net))
        try:
            _follow(plan, course, folder, tell, told)
        except KeyboardInterrupt:
            with deferred_interrupt():
                _keep(told, folder, course)
            raise
        _keep(told, folder, course)
        return _conclude(plan, course, folder, tell)


def _follow(plan: Plan, course: Course, folder: Path, tell: Tell, told: Mapping[str, Any]) -> None:
    """Play and learn up to the end of a course."""
    slopes = _zeros(course.net)
    while True:
        is_last = course.games >= plan.games
        if course.points and (is_last or course.games % (plan.every * plan.block) == 0):
            _note(plan, course, folder, tell)
            _keep(told, folder, course)
        if is_last:
            return
        _learn(plan, course, slopes, course.games / plan.games)


def _conclude(plan: Plan, course: Course, folder: Path, tell: Tell) -> Values:
    """Write the values, and how well they play."""
    found = judged(course.net, plan.pattern, plan.judge)
    values = Values(course.net, np.array(plan.pattern or (), np.int8), found.points)
    path = folder / "values.npz"
    with atomic_replacement(path) as fresh:
        write_values(fresh, values)
    result = {"games": plan.judge, **asdict(found), "bytes": path.stat().st_size}
    write_text(folder / "result.json", json.dumps(result, indent=2) + "\n")
    facts = {"points": Rounded(found.points, 2), "standard_error": Rounded(found.standard_error, 2)}
    tell(Told("train.result_mark", {"games": plan.judge, **facts}))
    return values


def _first_net(plan: Plan) -> Net:
    """A net to begin with: that for any pattern is cut to one, that for one is repeated for each kind."""
    if plan.start is None:
        return new_net(plan.seed, 0 if plan.pattern else KINDS)
    with beginning_with(Path(plan.start), "mark"):
        net = read_values(Path(plan.start)).net
    if plan.pattern:
        return for_pattern(net, np.array(plan.pattern, np.int8))
    return net if net.boxes.ndim == 4 else net._replace(boxes=np.repeat(net.boxes[:, None], KINDS, axis=1))


def _zeros(net: Net) -> Net:
    return Net(*[np.zeros_like(array) for array in net])


# One block.


def _learn(plan: Plan, course: Course, slopes: Net, done: float) -> None:
    """Play a block and correct the net."""
    started, rng = time.process_time(), np.random.default_rng([plan.seed, 2, course.games])
    patterns = _patterns(plan, rng)
    share, wander = plan.share * (1 - done), plan.wander if done < 0.7 else 0.0
    lesson, points = play(course.net, patterns, plan.block, Habits(plan.seed, course.games, share, wander))
    rate = plan.rate * max(0.002, 0.5 * (1 + math.cos(math.pi * done)))
    with deferred_interrupt():
        squares = 0.0
        for _ in range(TIMES):
            order = rng.permutation(len(lesson.targets))
            for first in range(0, len(order), BATCH):
                batch = order[first : first + BATCH]
                squares += add_gradients(_flat(course.net), lesson, batch, _flat(slopes))
                course.steps += 1
                _correct(course, slopes, rate, len(batch))
        course.points.append(points)
        course.errors.append(squares / (TIMES * len(lesson.targets)))
        course.games += plan.block
        course.seconds += time.process_time() - started


def _patterns(plan: Plan, rng: np.random.Generator) -> list[Pattern]:
    """The pattern of the plan, or some that may come on any sheet: five circles of each colour."""
    if plan.pattern:
        return [np.array(plan.pattern, np.int8)]
    return [pattern_of(rng.permutation(np.arange(25, dtype=np.int8) % 5), 0) for _ in range(PATTERNS)]


def play(net: Net, patterns: list[Pattern], games: int, habits: Habits) -> tuple[Lesson, float]:
    """Play so many games, each pattern equally often; what they teach, and the mean of the points."""
    kinds = net.boxes.shape[1] if net.boxes.ndim == 4 else 1
    each = max(1, games // len(patterns))
    sheets = np.empty((25 * each * len(patterns), 25), np.int8)
    targets = np.empty(len(sheets), np.float32)
    ready, points, tables = made_ready(for_pattern(net, patterns[0])), 0.0, []
    for n, pattern in enumerate(patterns):
        if n:
            ready = ready._replace(net=for_pattern(net, pattern))
            spread_out(ready.net, ready.spread)
        part = slice(25 * each * n, 25 * each * (n + 1))
        first = habits._replace(first_game=habits.first_game + each * n)
        points += play_block(ready, pattern, first, sheets[part], targets[part])
        tables.append(kinds * np.arange(BOXES) + (kinds_of(pattern) if kinds > 1 else 0))
    return Lesson(sheets, targets, np.array(patterns), np.array(tables)), points / len(patterns)


def _flat(net: Net) -> Net:
    """The same net with its tables one after the other."""
    return net._replace(boxes=net.boxes.reshape(-1, RANKS * RANKS, net.boxes.shape[-1]))


def _correct(course: Course, slopes: Net, rate: float, count: int) -> None:
    pace = Pace(rate, 1 - FORGET_MEAN**course.steps, 1 - FORGET_SQUARE**course.steps, 1 / count)
    kinds = course.net.boxes.shape[1] if course.net.boxes.ndim == 4 else 0
    for values, slope, mean, square, places in zip(
        course.net, slopes, course.means, course.squares, partners(kinds), strict=True
    ):
        step(
            values.reshape(-1), slope.reshape(-1), Moments(mean.reshape(-1), square.reshape(-1)), places, pace
        )


def judged(net: Net, pattern: tuple[int, ...] | None, games: int) -> Judged:
    """The points on dice that no course has seen, at the net's first glance."""
    plan = Plan(seed=HELD_OUT, games=games, pattern=pattern, block=min(games, BLOCK))
    means = []
    for first in range(0, games, plan.block):
        patterns = _patterns(plan, np.random.default_rng([HELD_OUT, first]))
        means.append(play(net, patterns, plan.block, Habits(HELD_OUT, first, 0.0, 0.0))[1])
    return _judged(means)


def _judged(means: Sequence[float]) -> Judged:
    """From the means of blocks."""
    error = float(np.std(means, ddof=1)) / len(means) ** 0.5 if len(means) > 1 else None
    return Judged(float(np.mean(means)), error)


# What is kept in the folder.


def _keep(told: Mapping[str, Any], folder: Path, course: Course) -> None:
    """Write a checkpoint."""
    arrays: dict[str, NDArray[Any]] = {}
    for name in PARTS:
        for part, array in zip(Net._fields, getattr(course, name), strict=True):
            arrays[f"{name}.{part}"] = array
    arrays["counts"] = np.array([course.games, course.steps, course.seconds])
    arrays["since"] = np.array([course.points, course.errors])
    write_arrays(folder / "checkpoint.npz", {"plan": np.array(json.dumps(told)), **arrays})


def _told(plan: Plan) -> dict[str, Any]:
    """What makes a course what it is: the values that it begins with, but not where they lie."""
    start = None if plan.start is None else mark_of(Path(plan.start))
    told: dict[str, Any] = json.loads(json.dumps(asdict(plan) | {"start": start}))
    return told


def _resumed(plan: Plan, told: Mapping[str, Any], folder: Path) -> Course | None:
    """The course as it was when last kept, if it was; the curve is cut off there."""
    path = folder / "checkpoint.npz"
    if not path.exists():
        cut_curve(folder, "games", 0)
        return None
    arrays = read_arrays(path)
    with undamaged(path):
        check_same(folder, json.loads(str(arrays["plan"])), told)
        net, means, squares = (Net(*[arrays[f"{name}.{part}"] for part in Net._fields]) for name in PARTS)
        games, steps, seconds = arrays["counts"].tolist()
        # Checkpoints were once written with lines of the curve only.
        points, errors = arrays.get("since", np.zeros((2, 0))).tolist()
    cut_curve(folder, "games", int(games) - plan.block * len(points))
    return Course(net, means, squares, int(games), int(steps), seconds, points, errors)


def _note(plan: Plan, course: Course, folder: Path, tell: Tell) -> None:
    """A line of the learning curve: what was played since the last one."""
    found, off = _judged(course.points), float(np.sqrt(np.mean(course.errors)))
    error = found.standard_error
    line = {
        "games": course.games,
        "seconds": round(course.seconds, 1),
        "points": round(found.points, 3),
        "standard_error": error if error is None else round(error, 3),
        "error": round(off, 4),
    }
    with deferred_interrupt():
        add_line(folder, line)
        course.points.clear()
        course.errors.clear()
    facts = {
        "points": Rounded(found.points, 2),
        "standard_error": Rounded(error, 2),
        "off": Rounded(off, 2),
        "seconds": Rounded(course.seconds, 0),
    }
    tell(Told("train.curve_mark", {"games": course.games, "of": plan.games, **facts}))
