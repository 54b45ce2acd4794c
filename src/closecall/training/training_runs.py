"""The trainings from which the values of the strong bots come: in all about an hour on two cores.

A course has a name, and its values come with the program under that name. It is done in a folder of its own,
and depends on its length and its seed alone: done again, it finds the same values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from closecall.core.errors import BadOptions
from closecall.training.progress import Tell, Told, begun


@dataclass(frozen=True, slots=True)
class Course:
    """One training."""

    name: str
    length: int
    """In games; for thresholds in generations of players."""
    seed: int
    begins_with: str | None = None
    """The course whose values this one begins with."""
    can_begin: bool = True
    """Whether it can begin with any values at all."""
    is_shipped: bool = True
    """Whether its values come with the program."""


HELD_OUT = 1 << 40
"""From here on seeds are for measuring: no course is played with them."""
COURSES = {
    "mark": (
        Course("blue", 450_000, 2),
        Course("black", 150_000, 1, begins_with="blue"),
        Course("any", 50_000, 1, begins_with="blue"),
    ),
    "qwixx": (
        Course("first2", 800_000, 1, is_shipped=False),
        Course("net2", 800_000, 2, begins_with="first2"),
        Course("net3", 400_000, 1, begins_with="first2"),
        Course("net4", 250_000, 1, begins_with="net3"),
        Course("net5", 150_000, 1, begins_with="net4"),
        # As much work as there is in net2 and in what it begins with: a game takes a little longer.
        Course("response", 1_360_000, 1, begins_with="net2", is_shipped=False),
    ),
    "enough": (Course("thresholds", 60, 1, can_begin=False),),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to be learnt; what is None is as the course has it."""

    game: str
    folder: Path
    only: str | None = None
    """One course; None for all whose values come with the program, and those that they begin with."""
    seed: int | None = None
    length: int | None = None
    start: Path | None = None
    """Other values to begin with."""


def courses_of(asked: Asked) -> list[Course]:
    """What is to be done, in this order; BadOptions if there is no such course, or none that begins so."""
    courses = COURSES[asked.game]
    if asked.only is None:
        begun_with = {course.begins_with for course in courses if course.is_shipped}
        return [course for course in courses if course.is_shipped or course.name in begun_with]
    found = [course for course in courses if course.name == asked.only]
    if not found:
        names = ", ".join(course.name for course in courses)
        raise BadOptions("train_only", name=asked.only, names=names)
    if asked.start is not None and not found[0].can_begin:
        raise BadOptions("train_no_start", course=asked.only)
    return found


def learn(asked: Asked, tell: Tell) -> None:
    """Learn, or go on where it was stopped; each course leaves its values in a folder of its own."""
    for course in courses_of(asked):
        seed = course.seed if asked.seed is None else asked.seed
        lesson = Lesson(
            course.name,
            asked.folder / course.name,
            seed,
            asked.length or course.length,
            _known(asked, course),
        )
        _TEACHERS[asked.game](lesson, tell)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A course as it is done this time."""

    name: str
    folder: Path
    seed: int
    length: int
    known: Path | None
    """Values to begin with."""


def _known(asked: Asked, course: Course) -> Path | None:
    """What a course begins with: what was asked for, or was just learnt, or comes with the program."""
    if asked.start is not None or course.begins_with is None:
        return asked.start
    learnt = asked.folder / course.begins_with / "values.npz"
    if learnt.exists():
        return learnt
    shipped = Path(str(resources.files("closecall.bots"))) / asked.game / "values"
    if not (shipped / f"{course.begins_with}.npz").exists():
        raise BadOptions("train_order", name=course.name, first=course.begins_with)
    return shipped / f"{course.begins_with}.npz"


def _teach_mark(lesson: Lesson, tell: Tell) -> None:
    from closecall.training.mark import BLOCK, plan_for, train  # noqa: PLC0415  # Loads Numba.

    plan = plan_for(lesson.name, lesson.seed, lesson.length, lesson.known)
    tell(begun(lesson.name, lesson.length, plan.games, BLOCK))
    train(plan, lesson.folder, tell)


def _teach_qwixx(lesson: Lesson, tell: Tell) -> None:
    from closecall.training.qwixx import BATCH, best_response, steps_of, train  # noqa: PLC0415  # Loads Numba.

    tell(begun(lesson.name, lesson.length, steps_of(lesson.length) * BATCH, BATCH))
    if lesson.name == "response":
        assert lesson.known is not None
        best_response(lesson.known, lesson.length, lesson.seed, lesson.folder, tell)
    else:
        seats = int(lesson.name[-1])  # A course for a table is named after it.
        train(seats, lesson.length, lesson.seed, lesson.folder, tell, known=lesson.known)


def _teach_enough(lesson: Lesson, tell: Tell) -> None:
    from closecall.training.enough import train  # noqa: PLC0415  # Loads Numba.

    tell(Told("train.course_enough", {"course": lesson.name, "generations": lesson.length}))
    train(lesson.length, lesson.seed, lesson.folder, tell)


_TEACHERS: dict[str, Callable[[Lesson, Tell], None]] = {
    "mark": _teach_mark,
    "qwixx": _teach_qwixx,
    "enough": _teach_enough,
}
