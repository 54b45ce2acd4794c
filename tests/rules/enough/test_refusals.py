"""Every refusal of a move, each in the situation that it is for."""

import re
from inspect import getsource

import pytest

from closecall.core.errors import IllegalMove
from closecall.games.enough import refusals
from closecall.messages import LANGUAGES, catalogue
from rules.enough.table import do, position, refused

FILLING = """
    A 0*  target 30  lot [10] 3
    B 0*  target 32  lot [11]L 4  used dl
    C 0*  target 34  lot [12] 5
    """
FULL = """
    A 0*  target 30  lot [10] 3 7  tokens sd nl sh
    B 0*  target 32  lot [11] 4 8  tokens in ih
    C 0*  target 34  lot [12] 5 9  tokens dl
    """
SILENCED = FULL.replace("3 7", "3 7  silenced")
TWO_SILENCED = SILENCED.replace("4 8", "4 8  silenced")
LOCKED = FULL.replace("[10]", "[10]L")

ROUND_OVER = ("A: call", "B: fold", "C: fold", "A: total", "=> lh")

# What has happened, in what position, before which move, and the code of its refusal.
CASES: list[tuple[str, str, tuple[str, ...], str, str]] = [
    ("E3", FILLING, (), "A: take A", "own_card"),
    ("E3", FILLING, (), "A: take D", "no_seat"),
    ("E3", FILLING, (), "A: take B", "locked"),
    ("E3", FILLING, (), "A: take C 3", "give_filling"),
    ("E3", FILLING, (), "A: pile 3", "pile_filling"),
    ("E5", FILLING, (), "A: call", "call_filling"),
    ("E4", FULL, (), "A: take B", "give_needed"),
    ("E4", FULL, (), "A: take B 5", "not_in_hand"),
    ("E4", FULL, (), "A: pile 3", "no_pile"),
    ("E4", FULL, (), "A: drop 3", "nothing_drawn"),
    ("E4", FULL, (), "A: pass", "no_pass"),
    ("E4", FULL, ("A: deck => 1",), "A: call", "now_drop"),
    ("E4", FULL, ("A: deck => 1",), "A: drop 2", "not_in_hand"),
    ("E5", SILENCED, (), "A: call", "silenced"),
    ("E5", FULL, ("A: call", "B: stay"), "B: call", "called"),
    ("E6", FULL, (), "A: stay", "not_final"),
    ("E6", FULL, (), "A: fold", "not_final"),
    ("E6", FULL, ("A: call",), "B: deck", "now_declare"),
    ("E7", FULL, (), "A: lock sd", "no_ability"),
    ("E7", FULL, (), "A: lock dl", "no_token"),
    ("E7", LOCKED, (), "A: lock nl", "lock_twice"),
    ("E7", FULL, ("A: deck => 1", "A: drop 1", "B: call", "C: stay"), "C: lock dl", "lock_needless"),
    ("E7", FULL, ("A: take C 3",), "C: deck", "now_lock"),
    ("E7", FULL, (), "A: silence sh A", "silence_self"),
    ("E7", FULL, (), "A: silence sh E", "no_seat"),
    ("E7", SILENCED, ("A: deck => 1", "A: drop 1"), "B: silence ih A", "silence_twice"),
    ("E7", TWO_SILENCED, (), "A: silence sh C", "silence_last"),
    ("E7", FULL, ("A: call",), "B: silence ih C", "silence_late"),
    ("E7", FILLING.replace("3\n", "3  tokens nl\n"), ("A: deck => 1",), "A: deck", "now_end"),
    ("E8", FULL, (), "A: total", "total_later"),
    ("E8", FULL, ("A: call", "B: fold", "C: fold"), "A: deck", "now_total"),
    ("E8", FULL, ("A: call", "B: fold", "C: fold"), "A: total sd:n+@3", "no_change"),
    ("E8", FULL, ("A: call", "B: fold", "C: fold"), "A: total in:i@3", "no_token"),
    ("E8", FULL, ("A: call", "B: fold", "C: fold"), "A: total sd:d@3 nl:n+@3", "one_per_card"),
    ("E8", FULL, ("A: call", "B: fold", "C: fold"), "A: total sd:d@10", "not_in_hand"),
    ("E8", LOCKED, ("A: call", "B: fold", "C: fold"), "A: total sd:d@up", "lock_on_card"),
    ("E13", FULL, ("A: call", "B: fold", "C: fold"), "A: out sd", "not_advanced"),
    ("E14", FULL, (), "A: show", "show_later"),
    ("E14", FULL, (), "A: keep", "show_later"),
    ("E14", FULL, ROUND_OVER, "C: deck", "now_show"),
    ("E14", FULL, ROUND_OVER, "C: lock dl", "now_show"),
    ("E14", FULL, ROUND_OVER, "C: pass", "now_show"),
    ("E14", FULL, ROUND_OVER, "C: total", "now_show"),
]
ADVANCED: list[tuple[str, str, tuple[str, ...], str, str]] = [
    ("E13", FULL, (), "A: out sd", "back_out_later"),
    ("E13", FULL, ("A: call", "B: fold", "C: fold"), "A: deck", "now_back_out"),
    ("E13", FULL, ("A: call", "B: fold", "C: fold"), "A: out in", "no_token"),
]


def check(case: tuple[str, str, tuple[str, ...], str, str], *, advanced: bool) -> None:
    _, drawing, lines, move, code = case
    error = refused(do(position(drawing, advanced=advanced), *lines), move)
    assert type(error) is IllegalMove
    assert error.code == f"enough_{code}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[4]}")
def test_refused(case: tuple[str, str, tuple[str, ...], str, str]) -> None:
    """E4: each illegal move is refused for its own reason."""
    check(case, advanced=False)


@pytest.mark.parametrize("case", ADVANCED, ids=lambda case: f"{case[0]} {case[4]}")
def test_refused_in_the_advanced_variant(case: tuple[str, str, tuple[str, ...], str, str]) -> None:
    """E13: backing out has its own refusals."""
    check(case, advanced=True)


def test_every_refusal_is_tried() -> None:
    """E4: no code of the rules is missing above; the order of a total is tried with E8."""
    source = getsource(refusals)
    codes = set(re.findall(r'"enough_(\w+)"', source)) - {"now_"}
    codes |= {f"now_{moment}" for moment in re.findall(r'": "(\w+)",', source)}
    tried = {case[4] for case in CASES + ADVANCED}
    assert codes - tried == {"total_order"}
    assert tried <= codes


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_sentence(language: str) -> None:
    """E4: in every language."""
    say = catalogue(language)
    missing = [case[4] for case in CASES + ADVANCED if f"error.enough_{case[4]}" not in say]
    assert missing == []
