"""E7: what tokens are, and the four abilities for totalling."""

import pytest

from closecall.games import enough
from closecall.games.enough import Ability
from rules.enough.table import (
    EnoughMatch,
    dealt,
    do,
    held,
    kit_of,
    menu,
    moment,
    player,
    position,
    refused,
    seen,
    standing,
    stars,
)

TARGETS = "30(1*) 31(1*) 32(1*) 33(1*) 34(1*) 35(1*)"


def totalling(caller: str, tokens: str, *, used: str = "-", stayer: str = "[1] 1 1") -> EnoughMatch:
    """A has called with this lot and these tokens, B has stayed, C folds: A totals for 30."""
    match = position(
        f"""
        A 0*  target 30  lot {caller}  tokens {tokens}  used {used}  called
        B 0*  target 32  lot {stayer}  stayed
        C 0*  target 34  lot [2] 2 2
        """,
        turn="C",
    )
    return do(match, "C: fold")


def reached(match: EnoughMatch, name: str = "A") -> int:
    """The total that a player had to show."""
    shown = standing(match, name).shown
    assert shown is not None
    return shown.total


@pytest.mark.parametrize(
    ("token", "use", "total"),
    [
        ("sd", "sd:s@up", 7 + 20 - 5),
        ("sd", "sd:s@7", 5 + 20 - 7),
        ("sd", "sd:s@20", 5 + 7 - 20),
        ("sd", "sd:d@up", 10 + 7 + 20),
        ("sd", "sd:d@7", 5 + 14 + 20),
        ("sd", "sd:d@20", 5 + 7 + 40),
        ("in", "in:i@up", 7 + 20),
        ("in", "in:i@7", 5 + 20),
        ("in", "in:i@20", 5 + 7),
        ("in", "in:n+@up", 6 + 7 + 20),
        ("in", "in:n-@up", 4 + 7 + 20),
        ("in", "in:n+@7", 5 + 8 + 20),
        ("in", "in:n-@7", 5 + 6 + 20),
        ("in", "in:n+@20", 5 + 7 + 21),
        ("in", "in:n-@20", 5 + 7 + 19),
        ("sl", "sl:s@up", 7 + 20 - 5),
        ("dh", "dh:d@7", 5 + 14 + 20),
        ("il", "il:i@20", 5 + 7),
        ("nh", "nh:n-@up", 4 + 7 + 20),
    ],
)
def test_one_token_changes_one_card(token: str, use: str, total: int) -> None:
    """E7: subtract, double, ignore, or nudge by one, the face-up card or a card of the hand."""
    match = totalling("[5] 7 20", token)
    preview = enough.effect(seen(match, "A"), enough.parse_move(f"total {use}"))
    assert (preview.total, preview.distance) == (total, abs(total - 30))
    assert reached(do(match, f"A: total {use}")) == total


def test_without_a_token_cards_count_as_they_are() -> None:
    """E7: tokens may be kept."""
    match = do(totalling("[5] 7 20", "sd in"), "A: total")
    assert reached(match) == 32
    assert held(match, "A") == "sd in"


def test_a_token_is_used_for_one_of_its_two_abilities() -> None:
    """E7: the other one is gone with it."""
    match = totalling("[5] 7 20", "sd")
    assert refused(match, "A: total sd:s@up sd:d@7").code == "enough_no_token"
    match = do(match, "A: total sd:d@7")
    assert held(match, "A") == ""


def test_an_ability_that_the_token_does_not_show() -> None:
    """E7: each token can do what it shows and nothing else."""
    match = totalling("[5] 7 20", "sd il")
    for use, change in (("sd:i@7", "i"), ("sd:n+@7", "n+"), ("sd:n-@7", "n-")):
        error = refused(match, f"A: total {use}")
        assert (error.code, error.facts) == ("enough_no_change", {"token": "sd", "change": change})
    assert refused(match, "A: total il:d@7").code == "enough_no_change"


def test_a_token_that_one_does_not_hold() -> None:
    """E7: neither one in the box nor one of another player can be used."""
    error = refused(totalling("[5] 7 20", "sd"), "A: total in:i@7")
    assert error.code == "enough_no_token"
    assert error.facts == {"one": "ability.ignore", "other": "ability.nudge"}


def test_three_tokens_on_three_cards() -> None:
    """E7: one per card, all at once."""
    match = totalling("[5] 7 20", "sd si in")
    match = do(match, "A: total in:n+@up sd:d@7 si:s@20")
    assert reached(match) == 6 + 14 - 20
    assert held(match, "A") == ""


def test_at_most_one_token_per_card() -> None:
    """E7: a second token on the same card is refused, whichever card it is."""
    match = totalling("[5] 7 20", "sd si in")
    for card in ("up", "7", "20"):
        error = refused(match, f"A: total sd:d@{card} in:n+@{card}")
        assert error.code == "enough_one_per_card"


def test_two_equal_cards_take_two_tokens() -> None:
    """E7: they are two cards; a third token finds no card of this value."""
    match = totalling("[5] 7 7", "sd si in")
    assert refused(match, "A: total sd:d@7 si:i@7 in:n+@7").code == "enough_one_per_card"
    assert reached(do(match, "A: total sd:d@7 in:n+@7")) == 5 + 14 + 8


def test_the_face_up_card_and_an_equal_card_of_the_hand() -> None:
    """E7: `up` and the value are different cards, even if both show a 7."""
    match = do(totalling("[7] 7 20", "sd in"), "A: total sd:s@up in:n+@7")
    assert reached(match) == -7 + 8 + 20


def test_only_cards_of_the_own_lot() -> None:
    """E7: B's cards are not mine to change."""
    match = totalling("[5] 7 20", "sd", stayer="[1] 3 9")
    error = refused(match, "A: total sd:d@9")
    assert (error.code, error.facts) == ("enough_not_in_hand", {"card": 9, "hand": "7, 20"})


def test_a_lock_token_is_the_token_of_the_face_up_card() -> None:
    """E7: no other token can lie on it; the hand is free."""
    match = totalling("[5]L 7 20", "sd", used="nl")
    assert sorted(menu(match, "A")) == sorted(
        ["total", "total sd:s@7", "total sd:d@7", "total sd:s@20", "total sd:d@20"]
    )
    assert refused(match, "A: total sd:d@up").code == "enough_lock_on_card"
    assert reached(do(match, "A: total sd:d@7")) == 5 + 14 + 20


def test_a_lock_by_calling_is_no_token() -> None:
    """E7: the caller's face-up card can carry one."""
    assert reached(do(totalling("[5] 7 20", "sd"), "A: total sd:d@up")) == 10 + 7 + 20


def test_a_lock_by_staying_is_no_token() -> None:
    """E7: a stayer's face-up card can carry one, too."""
    match = position(
        """
        A 0*  target 30  lot [1] 1 1  called
        B 0*  target 32  lot [5] 7 20  tokens in  stayed
        C 0*  target 34  lot [2] 2 2
        """,
        turn="C",
    )
    match = do(match, "C: fold", "B: total in:i@up")
    assert reached(match, "B") == 27


def test_two_equal_tokens() -> None:
    """E7: a kit may hold a token twice, and a player both of them."""
    kit = kit_of("1-20x3", TARGETS, "sd sd")
    match = position(
        """
        A 0*  target 30  lot [5] 7 20  tokens sd sd  called
        B 0*  target 32  lot [1] 1 1  stayed
        C 0*  target 34  lot [2] 2 2
        """,
        turn="C",
        kit=kit,
    )
    match = do(match, "C: fold")
    assert refused(match, "A: total sd:d@up sd:d@7 sd:s@20").code == "enough_no_token"
    once = do(match, "A: total sd:s@20")
    assert (reached(once), held(once, "A")) == (-8, "sd")
    twice = do(match, "A: total sd:d@up sd:s@7")
    assert (reached(twice), held(twice, "A")) == (10 - 7 + 20, "")


def test_held_tokens_are_public() -> None:
    """E7: everyone sees who holds what, and what was played this round."""
    match = position(
        """
        A 0*  target 30  lot [10] 3 7  tokens sd nl
        B 0*  target 32  lot [11] 4 8  tokens ih
        C 0*  target 34  lot [12] 5 9
        """
    )
    match = do(match, "A: lock nl")
    for name in ("A", "B", "C", None):
        view = seen(match, name)
        assert [list(map(str, own.tokens)) for own in view.players] == [["sd"], ["ih"], []]
        assert [list(map(str, own.used)) for own in view.players] == [["nl"], [], []]
        assert view.box_size == 12


def test_nobody_starts_with_a_token() -> None:
    """E7: tokens are won by calling."""
    match = dealt()
    assert [player(match, name).tokens for name in "ABC"] == [(), (), ()]
    assert len(match.state.box) == 15


def test_a_used_token_is_not_used_again() -> None:
    """E7: one use; a Lock played in the round is not there for totalling."""
    match = position(
        """
        A 0*  target 30  lot [10] 3 7  tokens nl
        B 0*  target 32  lot [11] 4 8
        C 0*  target 34  lot [12] 5 9
        """
    )
    match = do(match, "A: lock nl", "A: call", "B: fold", "C: fold")
    assert moment(match) == "DrawToken"  # nobody was asked for tokens
    assert stars(match) == (1, 0, 0)


def test_the_letters_of_the_abilities() -> None:
    """E7: six abilities, each with a letter of its own."""
    assert {ability.value: ability.letter for ability in Ability} == {
        "subtract": "s",
        "double": "d",
        "ignore": "i",
        "nudge": "n",
        "lock": "l",
        "silence": "h",
    }
