"""Each game in a minute and a half: a few situations, played by the real rules from given dice and cards.

A lesson is what a client shows: the match through the learner's eyes, a sentence about it (the key of a
message), and the moves that are asked for, each with what it leads to. The client knows no rules.
"""

from closecall.server.introductions import enough, mark, qwixx
from closecall.server.introductions.script import LEARNER, Introduction, Lesson, Reply, Scene

_SCENES = {"mark": mark.scenes, "qwixx": qwixx.scenes, "enough": enough.scenes}
_KEPT: dict[str, tuple[Scene, ...]] = {}


def scenes_of(game: str) -> tuple[Scene, ...]:
    """The scenes of a game's introduction, played once."""
    if game not in _KEPT:
        _KEPT[game] = _SCENES[game]()
    return _KEPT[game]


def introduction(game: str) -> Introduction:
    """The introduction as it is sent."""
    scenes = scenes_of(game)
    return Introduction(game, tuple(scene.lesson for scene in scenes))


__all__ = ["LEARNER", "Introduction", "Lesson", "Reply", "Scene", "introduction", "scenes_of"]
