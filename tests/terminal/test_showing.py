"""Close Enough at the end of a round: who is asked to show their cards, where, and how it is told (E14)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from closecall.core.fate import RandomSource
from closecall.core.match import Commit, Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Seat
from closecall.games import enough, rules_of
from closecall.games.enough.moves import KEEP, SHOW, Move
from closecall.messages import LANGUAGES, catalogue
from closecall.tui.replayer import Replayer
from rules.enough.table import do, position
from terminal.scripted_console import WIPED, MemoryFile, RandomTypist, ScriptedConsole, session_at

A, B, C = Seat(0), Seat(1), Seat(2)
QUESTION = "Show your cards? show / keep [Enter = keep]: "
# Ben has nothing to prove with 31 for 48.
ROUND = """
    A 0*  target 30  lot [5] 7 20  called
    B 0*  target 48  lot [4] 8 19  stayed
    C 0*  target 34  lot [6] 9 18
    """


def last_turn() -> AnyMatch:
    """Ann has called and Ben has stayed in; Cem decides."""
    return position(ROUND, turn="C")


def asked() -> AnyMatch:
    """Ann has won and shown 32 for 30; Ben, and Cem who has folded, decide whether to show."""
    return replace(do(last_turn(), "C: fold", "=> sd"), log=(), point=0)


def answered(*lines: str, seats: str = "Ann,Ben,Cem", **how: Any) -> tuple[ScriptedConsole, AnyMatch]:
    """What is shown at a table that asks its players, when these lines are typed."""
    console = ScriptedConsole(lines, plain=how.pop("plain", True))
    session = session_at(console, "enough", seats, match=how.pop("match", None) or asked(), **how)
    session.run()
    return console, session.match


def choices(match: AnyMatch) -> dict[Seat, Move]:
    """Who has decided what about their cards."""
    return {
        entry.seat: entry.move
        for entry in match.log
        if isinstance(entry, Commit) and entry.move in (SHOW, KEEP)
    }


# One person


def test_a_person_is_asked_below_the_summary() -> None:
    """The summary comes first, then the own cards, then the question; the choice counts at once."""
    console = ScriptedConsole(["fold", "", "show"])
    session = session_at(console, "enough", "random,random,Cem", match=last_turn())
    session.run()
    text = console.text
    summary, own = text.index("Round 1: Random 0 called and won."), text.rindex("Your target: 34")
    assert summary < own < text.index(QUESTION)
    assert text.count(QUESTION) == 1
    assert "Sealed: show" not in text
    assert choices(session.match)[C] == SHOW


@pytest.mark.parametrize(
    ("language", "show", "keep"),
    [
        ("en", ["show", "SHOW", "s", "1"], ["", "keep", "k", "2"]),
        ("de", ["zeigen", "Z", "show", "1"], ["", "behalten", "b", "keep", "2"]),
        ("fr", ["montrer", "m", "show", "1"], ["", "garder", "g", "keep", "2"]),
        ("it", ["mostra", "m", "show", "1"], ["", "tieni", "t", "keep", "2"]),
    ],
)
def test_ways_to_answer(language: str, show: list[str], keep: list[str]) -> None:
    """A number, a word or its beginning, in English or in the own language; Enter keeps."""
    for texts, move in ((show, SHOW), (keep, KEEP)):
        for text in texts:
            _, match = answered(text, seats="random,random,Cem", language=language)
            assert choices(match)[C] == move, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_says_what_enter_means(language: str) -> None:
    """In every language; the help does not say that Enter draws the table."""
    say = catalogue(language)
    console, _ = answered("?", seats="random,random,Cem", language=language)
    assert f"= {say('enough.move.keep')}]" in console.text
    assert say("help.enter") not in console.text


def test_mistakes_are_answered() -> None:
    """Another move and no move at all; then the question is asked again."""
    console, match = answered("deck", "hello", "undo", "moves", seats="random,random,Cem")
    assert "The round is over: show your cards, or keep them hidden." in console.text
    assert "“hello” is not a move." in console.text
    assert "[show]" in console.text
    assert console.text.count(QUESTION) == 5
    assert C not in choices(match)


# Several people at one device


def test_everyone_is_asked_by_name_on_one_screen() -> None:
    """The screen of the last player is wiped once; then nobody hands the device over to answer."""
    console = ScriptedConsole(["", "fold", "", "show", "", ""])
    session = session_at(console, "enough", "Ann,Ben,Cem", match=last_turn())
    session.run()
    _, for_cem, for_everyone, _ = console.text.split(WIPED)
    assert "Your target: 34" in for_cem
    lines = for_everyone.splitlines()
    assert lines[:3] == [
        "Close Enough – round 1",
        "Everyone may look at the screen now.",
        "Round 1: Ann called and won.",
    ]
    assert lines[-2:] == [f"Cem: {QUESTION}show", f"Ben: {QUESTION}"]
    assert "Your" not in for_everyone
    assert choices(session.match) == {B: KEEP, C: SHOW}


def test_the_next_secret_is_handed_over() -> None:
    """After a screen for everyone nobody holds the device, not even the person who held it before."""
    console, match = answered("", "fold", "", "", "", match=last_turn(), confirm=False)
    *_, after = console.text.split(WIPED)
    assert match.seen_by(None).waiting == (C,), "the caller's right-hand neighbour"
    assert after.startswith("The next choice is secret. Pass the device to Cem.")
    assert "Your target: " in after
    assert console.text.count("Round 1: Ann called and won.") == 1, "what everyone has read is not told again"


@pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "drawn"])
def test_the_screen_for_everyone_has_no_secrets(is_plain: bool) -> None:
    """Whatever the hidden cards are, and whatever is asked for, the screen is the same."""
    lines = ["?", "moves", "sheet", "sheet a", "sheet b", "sheet c", "deck", "undo", "save", "quit"]
    match, shown, states = asked(), set(), set()
    for n in range(20):
        state = match.rules.redeal(match.state, None, RandomSource(Random(n)))
        states.add(state)
        other = replace(match, state=state, pending=match.rules.pending(state))
        shown.add(answered(*lines, match=other, plain=is_plain)[0].text)
    assert len(states) > 5
    assert len(shown) == 1


def test_the_answers_go_on_after_resuming() -> None:
    """One person has answered before the program ended: the other sees the summary and is asked."""
    match = random_showing(Random(3))
    first, *others = match.seen_by(None).waiting
    match = match.commit(first, SHOW, point=match.point)
    console, _ = answered(match=match)
    names = ("Ann", "Ben", "Cem")
    assert "The game continues where it left off." in console.text
    assert f"Round {match.state.round}: " in console.text
    assert console.text.endswith(f"{names[others[0]]}: {QUESTION}")


def random_showing(rng: Random) -> AnyMatch:
    """A match of random players with its past, when several of them are asked to show."""
    while True:
        match: AnyMatch = Match.start(enough, 3)
        while not (isinstance(match.pending, Decision) and match.pending.default is not None):
            if isinstance(match.pending, Chance):
                match = match.fate(enough.draw(match.state, RandomSource(rng)))
            elif isinstance(match.pending, Decision):
                for seat, menu in match.pending.menus.items():
                    match = match.commit(seat, rng.choice(list(menu)), point=match.point)
        if len(match.pending.menus) > 1:
            return match


# What is told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Cem – shows [6] 9 18 = 33: 1 away from the target 34"),
        ("de", "Cem – zeigt [6] 9 18 = 33: 1 neben dem Ziel 34"),
        ("fr", "Cem – montre [6] 9 18 = 33\u00a0: à 1 de la cible 34"),
        ("it", "Cem – mostra [6] 9 18 = 33: a 1 dal bersaglio 34"),
    ],
)
def test_shown_cards_are_told_to_everyone(language: str, told: str) -> None:
    """Each of them reads it at the beginning of the next round; what was kept is not told."""
    console, _ = answered("", "show", *["", "1", ""] * 3, language=language, confirm=False)
    screens = [screen for screen in console.text.split(WIPED) if told in screen]
    assert len(screens) == 3
    assert not any("Ben – " in line and "19" in line for line in console.text.splitlines())


def test_a_total_with_tokens_is_told() -> None:
    """A stayer who was not close enough shows the tokens, too."""
    match = position(
        """
        A 0*  target 30  lot [5] 7 20  called
        B 0*  target 48  lot [4] 8 19  stayed  tokens dl
        C 0*  target 34  lot [6] 9 18
        """,
        turn="C",
    )
    lines = ["", "fold", "", "", "total dl:d@19", "show", "", "", ""]
    console, _ = answered(*lines, match=match, confirm=False)
    assert "Ben – shows [4] 8 19, double 19 (dl) = 50: 2 away from the target 48" in console.text


def test_an_exact_hit_of_a_folded_hand_is_told() -> None:
    """Whoever folded on the target regrets it aloud."""
    match = position(ROUND.replace("lot [6] 9 18", "lot [6] 9 19"), turn="C")
    console, _ = answered("", "fold", "", "show", "", "", match=match)
    assert "Cem – shows [6] 9 19 = 34: exactly on the target 34" in console.text


@pytest.mark.parametrize("is_over", [True, False], ids=["over", "unfinished"])
def test_replays_tell_what_was_shown(is_over: bool) -> None:
    """Once for each card shown by choice, from a spectator's eyes, too."""
    file = MemoryFile()
    session_at(RandomTypist(Random(5)), "enough", "Ann,Ben,Cem", file=file).run()
    record = file.record
    assert record is not None
    if not is_over:
        last = max(
            n for n, entry in enumerate(record.log) if isinstance(entry, Commit) and entry.move == SHOW
        )
        record = replace(record, log=record.log[: last + 20])
    shows = sum(isinstance(entry, Commit) and entry.move == SHOW for entry in record.log)
    console = ScriptedConsole()
    Replayer(rules_of("enough"), record, console, catalogue("en")).run(0, by_steps=False)
    assert ("only what a spectator may see" in console.text) != is_over
    assert console.text.count(" – shows ") == shows > 0
