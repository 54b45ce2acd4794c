"""Close to the Mark! in seven lessons, alone and with yellow."""

from typing import Any

from closecall.core.fate import SeededSource
from closecall.core.match import Match
from closecall.core.rules import Chance, Over
from closecall.games import mark
from closecall.games.introduction import LEARNER, Lesson, Script


def lessons() -> tuple[Lesson, ...]:
    """A colour, a sum, crosses, lines, extreme numbers, a free choice, and the end."""
    script = Script(mark, 1)
    script.ask("colour", "yellow")

    script.fate(_roll(black=5, blue=6, green=1, yellow=4, red=2))
    script.ask("sum", "c2+r")

    _enter(script, _roll(black=6, blue=3, green=2, yellow=1, red=5), "b1+b")
    _enter(script, _roll(black=1, blue=4, green=5, yellow=3, red=6), "a2+g")
    _enter(script, _roll(black=5, blue=2, green=6, yellow=4, red=1), "b3+k")
    script.fate(_roll(black=3, blue=6, green=1, yellow=4, red=5))
    script.ask("cross", "b2+g")

    script.fate(_roll(black=4, blue=1, green=6, yellow=3, red=2))
    script.ask("line", "d2+k")

    script.fate(_roll(black=2, blue=4, green=3, yellow=6, red=6))
    script.ask("extreme", lambda effect: effect.number == 12)

    script.fate(_roll(black=6, blue=5, green=2, yellow=3, red=5))
    script.ask("free", lambda effect: True)

    _play_to_the_end(script)
    score = script.match.seen_by(LEARNER).view.sheets[LEARNER].score
    script.tell("end", lines=score.from_lines, extremes=score.from_extremes, total=score.total)
    return tuple(script.lessons)


def _roll(*, black: int, blue: int, green: int, yellow: int, red: int) -> mark.Roll:
    return mark.Roll((black, blue, green, yellow, red))


def _enter(script: Script, roll: mark.Roll, move: str) -> None:
    script.fate(roll)
    script.play(LEARNER, move)


def _play_to_the_end(script: Script) -> None:
    """Play the remaining rounds, always with the move that scores most at once."""
    while not isinstance(script.match.pending, Over):
        match: Match[Any, Any, Any, Any, Any] = script.match
        if isinstance(match.pending, Chance):
            script.fate(mark.draw(match.state, SeededSource(bytes(32), match.point)))
            continue
        seen = match.seen_by(LEARNER)
        assert seen.menu is not None
        best = max(seen.menu, key=lambda move: _points(mark.effect(seen.view, move)))
        script.play(LEARNER, mark.format_move(best))


def _points(effect: mark.Effect) -> int:
    return effect.from_lines + effect.from_extremes
