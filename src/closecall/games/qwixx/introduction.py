"""Qwixx in seven lessons: the learner against one other player."""

from closecall.core.rules import Seat
from closecall.games import qwixx
from closecall.games.introduction import LEARNER, Lesson, Script

OTHER = Seat(1)


def lessons() -> tuple[Lesson, ...]:
    """The white sum, being active, the coloured sum, rows that go down, a misthrow, a lock, and the end."""
    script = Script(qwixx, 2)
    script.fate(qwixx.Lot(OTHER), qwixx.Roll((1, 2), (5, 3, 2, 6)))
    script.play(OTHER, "y3")
    script.ask("white", "r3")

    script.play(OTHER, "y5")
    script.fate(qwixx.Roll((1, 3), (4, 5, 6, 6)))
    script.play(OTHER, "pass")
    script.ask("active", "r4")
    script.ask("coloured", "r5")

    script.fate(qwixx.Roll((5, 6), (1, 2, 5, 3)))
    script.play(OTHER, "g11")
    script.ask("down", "g11")

    script.play(OTHER, "g10")
    script.fate(qwixx.Roll((5, 5), (6, 6, 1, 1)))
    script.play(OTHER, "pass")
    script.play(LEARNER, "pass")
    script.ask("misthrow", "pass")

    _two_more_red_crosses(script)
    script.fate(qwixx.Roll((6, 6), (3, 4, 2, 5)))
    script.play(OTHER, "pass")
    script.ask("lock", "r12")

    total = script.match.seen_by(LEARNER).view.sheets[LEARNER].score.total
    script.tell("end", total=total)
    return tuple(script.lessons)


def _two_more_red_crosses(script: Script) -> None:
    """The other player's turn and the learner's next one: the red 7 and 8."""
    script.fate(qwixx.Roll((3, 4), (2, 3, 4, 5)))
    script.play(OTHER, "y7")
    script.play(LEARNER, "r7")
    script.play(OTHER, "pass")
    script.fate(qwixx.Roll((4, 4), (1, 1, 6, 6)))
    script.play(OTHER, "y8")
    script.play(LEARNER, "r8", "pass")
