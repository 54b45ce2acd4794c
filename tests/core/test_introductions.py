"""Introductions: every situation is legal, every move possible, every text present and true."""

import re
from typing import Any

import pytest

from closecall.core.match import Commit, Fate, Match, TakeBack
from closecall.core.record import AnyMatch
from closecall.games import game_of, slugs
from closecall.games.enough.kit import Target
from closecall.games.introduction import LEARNER, Lesson, lessons_of
from closecall.messages import LANGUAGES, catalogue, placeholders

LESSONS = [
    pytest.param(lesson, id=lesson.text.removeprefix("learn.lesson."))
    for game in slugs()
    for lesson in lessons_of(game_of(game))
]


@pytest.mark.parametrize("game", slugs())
def test_how_long_an_introduction_is(game: str) -> None:
    """Six to nine lessons: most of them to be played, the last one to be read; never the same twice."""
    lessons = lessons_of(game_of(game))
    assert 6 <= len(lessons) <= 9
    assert all(lesson.replies for lesson in lessons[:-1])
    assert not lessons[-1].replies
    texts = [lesson.text for lesson in lessons]
    assert len(set(texts)) == len(texts)
    assert lessons_of(game_of(game)) is lessons


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_situation_is_legal(lesson: Lesson) -> None:
    """Replayed entry by entry, the rules accept everything and reach the same situation."""
    match: AnyMatch = Match.start(lesson.match.rules, lesson.match.seats)
    for entry in lesson.match.log:
        match entry:
            case Fate(outcome):
                match = match.fate(outcome)
            case Commit(seat, move):
                match = match.commit(seat, move, point=match.point)
            case TakeBack():
                raise AssertionError
    assert match == lesson.match


@pytest.mark.parametrize("lesson", LESSONS)
def test_moves_to_try_are_on_the_menu(lesson: Lesson) -> None:
    """Each move to try leads to its reply; the effects match the menu."""
    match = lesson.match
    menu = menu_of(lesson)
    assert len(lesson.effects) == len(menu)
    assert bool(menu) == bool(lesson.replies)
    for move, reached in lesson.replies:
        assert move in menu
        after = match.commit(LEARNER, match.rules.parse_move(move), point=match.point)
        assert reached.point >= after.point > match.point


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_text_is_there(lesson: Lesson, language: str) -> None:
    """With exactly the facts that it needs, and short enough to be read while playing."""
    say = catalogue(language)
    assert (lesson.hint is None) == (lesson.praise is None) == (not lesson.replies)
    for key in filter(None, (lesson.text, lesson.hint, lesson.praise)):
        text = say(key, **lesson.facts)
        assert 10 < len(text) <= 290
        needed = placeholders(say.messages[key])
        assert needed == (set(lesson.facts) if key == lesson.text else set())


@pytest.mark.parametrize("game", slugs())
def test_no_text_without_a_lesson(game: str) -> None:
    """Every message belongs to a lesson."""
    used = {key for lesson in lessons_of(game_of(game)) for key in (lesson.text, lesson.hint, lesson.praise)}
    written = {key for key in catalogue("en").messages if key.startswith(f"learn.lesson.{game}.")}
    assert written == used - {None}


# The texts are true.


def find_lesson(game: str, name: str) -> Lesson:
    """A lesson by its name."""
    return next(
        lesson for lesson in lessons_of(game_of(game)) if lesson.text == f"learn.lesson.{game}.{name}"
    )


def menu_of(lesson: Lesson) -> list[str]:
    """The learner's moves, in notation."""
    return [lesson.match.rules.format_move(move) for move in lesson.match.seen_by(LEARNER).menu or ()]


def effect_of(lesson: Lesson) -> Any:
    """The effect of the move to try."""
    return lesson.effects[menu_of(lesson).index(lesson.replies[0][0])]


def view_after(lesson: Lesson, reply: int = 0) -> Any:
    """What the learner sees after a move to try."""
    return lesson.replies[reply][1].seen_by(LEARNER).view


def numbers(key: str) -> list[int]:
    """The numbers in an English text."""
    return [int(number) for number in re.findall(r"\d+", str(catalogue("en").messages[key]))]


def test_the_texts_of_mark_are_true() -> None:
    """Sums, crosses and points are those that the rules compute."""
    assert effect_of(find_lesson("mark", "sum")).number == 6
    cross = effect_of(find_lesson("mark", "cross"))
    assert (cross.number, len(cross.crosses)) == (5, 2)
    line = find_lesson("mark", "line")
    row = line.match.rules.view(line.match.state, LEARNER).sheets[0].score.lines[1]
    assert (row, view_after(line).sheets[0].score.lines[1]) == (1, 3)
    for name, points in (("extreme", 4), ("sum", 0)):
        assert effect_of(find_lesson("mark", name)).from_extremes == points
    free = find_lesson("mark", "free")
    assert [move for move, _ in free.replies] == menu_of(free)
    end = find_lesson("mark", "end")
    assert end.facts["lines"] + end.facts["extremes"] == end.facts["total"]
    assert end.match.seen_by(LEARNER).over is not None


def test_the_texts_of_qwixx_are_true() -> None:
    """Skipped numbers, the cost of a misthrow, and the points of a lock."""
    assert effect_of(find_lesson("qwixx", "white")).skipped == (2,)
    assert effect_of(find_lesson("qwixx", "active")).skipped == ()
    assert view_after(find_lesson("qwixx", "coloured")).sheets[0].rows[0].points == 6
    down = find_lesson("qwixx", "down")
    skipped = {move: effect.skipped for move, effect in zip(menu_of(down), down.effects, strict=True)}
    assert skipped["g11"] == (12,)
    assert skipped["r11"] == (6, 7, 8, 9, 10)
    misthrow = find_lesson("qwixx", "misthrow")
    assert (effect_of(misthrow).misthrow, effect_of(misthrow).points) == (True, -5)
    assert all(len(effect.skipped) >= 4 for effect in misthrow.effects if not effect.misthrow)
    lock = view_after(find_lesson("qwixx", "lock"))
    assert (lock.sheets[0].rows[0].points, lock.dice.coloured[0]) == (28, None)
    assert find_lesson("qwixx", "end").facts["total"] == lock.sheets[0].score.total


def test_the_texts_of_enough_are_true() -> None:
    """Targets, totals, distances and stars."""
    assert find_lesson("enough", "take").match.state.players[0].target == Target(38, 2)
    filled = view_after(find_lesson("enough", "deck")).players[0]
    assert (filled.face_up, filled.hand) == (9, (11, 14))
    tuned = effect_of(find_lesson("enough", "tune"))
    assert (tuned.total, tuned.distance) == (39, 1)
    called = view_after(find_lesson("enough", "call"))
    assert [player.stars for player in called.players] == [2, 0, 0]
    assert [str(token) for token in called.players[0].tokens] == ["dn"]
    assert called.last.won
    right = find_lesson("enough", "call").match.state.players[2]
    assert right.target is not None
    assert right.face_up + sum(right.hand) - right.target.number == 2
    stay = effect_of(find_lesson("enough", "stay"))
    assert (stay.total, stay.distance) == (27, 1)
    token = find_lesson("enough", "token")
    assert len(token.replies) == 3
    for reply in range(3):
        view = view_after(token, reply)
        assert view.last.standings[0].change == 2
        assert view.players[0].stars == find_lesson("enough", "end").facts["n"]


def test_numbers_of_the_texts_can_be_read() -> None:
    """The checks above would not notice a text that speaks of other numbers."""
    assert numbers("learn.lesson.enough.tune_praise") == [9, 14, 16, 39, 1]
    assert numbers("learn.lesson.qwixx.lock_praise") == [7, 28]
    assert numbers("learn.lesson.mark.line") == [1, 3, 6, 10, 1, 2, 3, 4, 7, 6, 3, 4]
    for key, text in catalogue("en").messages.items():
        if key.startswith("learn.lesson.") and isinstance(text, str):
            for language in LANGUAGES:
                said = str(catalogue(language).messages[key])
                found = sorted(int(number) for number in re.findall(r"\d+", said))
                assert found == sorted(numbers(key)), (key, language)
