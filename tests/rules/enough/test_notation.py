"""How moves are written; the words come from E3 to E8 and E13."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from closecall.core.errors import BadNotation, excerpt
from closecall.core.rules import Seat
from closecall.games import enough
from closecall.games.enough import Ability, Move, Token
from closecall.games.enough.moves import (
    BackOut,
    Call,
    Change,
    Draw,
    Drop,
    Fold,
    Keep,
    Pass,
    PlayLock,
    PlaySilence,
    Show,
    Stay,
    Swap,
    Take,
    TakePile,
    Total,
    Use,
    parse_token,
)
from rules.enough.table import A, B, C, E

DL, SH, SD = Token(Ability.DOUBLE, Ability.LOCK), Token(Ability.SUBTRACT, Ability.SILENCE), parse_token("sd")
IN = Token(Ability.IGNORE, Ability.NUDGE)

WRITTEN: list[tuple[str, Move]] = [
    ("deck", Draw()),
    ("take B", Take(B)),
    ("take B 7", Swap(B, 7)),
    ("take E 0", Swap(E, 0)),
    ("pile 7", TakePile(7)),
    ("drop 999", Drop(999)),
    ("call", Call()),
    ("stay", Stay()),
    ("fold", Fold()),
    ("pass", Pass()),
    ("lock dl", PlayLock(DL)),
    ("silence sh C", PlaySilence(SH, C)),
    ("out sd", BackOut(SD)),
    ("show", Show()),
    ("keep", Keep()),
    ("total", Total()),
    ("total sd:d@7", Total((Use(SD, Change.DOUBLE, 7),))),
    ("total in:n+@up sd:s@7", Total((Use(IN, Change.NUDGE_UP, None), Use(SD, Change.SUBTRACT, 7)))),
    ("total in:i@3 in:n-@20", Total((Use(IN, Change.IGNORE, 3), Use(IN, Change.NUDGE_DOWN, 20)))),
]


@pytest.mark.parametrize(("text", "move"), WRITTEN)
def test_every_kind_of_move(text: str, move: Move) -> None:
    """E4: each move has one way to be written, and is read back as itself."""
    assert enough.parse_move(text) == move
    assert enough.format_move(move) == text


def test_all_kinds_are_tried() -> None:
    """E4: none of the fifteen kinds is missing above."""
    kinds = {kind.__name__ for kind in Move.__args__}
    assert {type(move).__name__ for _, move in WRITTEN} == kinds
    assert len(kinds) == 15


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  DECK ", "deck"),
        ("Take b", "take B"),
        ("take\tb   7", "take B 7"),
        ("take B 007", "take B 7"),
        ("LOCK LD", "lock dl"),
        ("silence hs c", "silence sh C"),
        ("out ds", "out sd"),
        ("total ni:N+@UP", "total in:n+@up"),
        ("total sd:s@20 in:i@3", "total in:i@3 sd:s@20"),
        ("total sd:s@7 in:i@up", "total in:i@up sd:s@7"),
        ("total sd:s@7 in:i@7", "total sd:s@7 in:i@7"),
        ("total in:i@7 sd:s@7", "total sd:s@7 in:i@7"),
    ],
)
def test_spaces_capitals_and_order_do_not_matter(text: str, canonical: str) -> None:
    """E8: what people type is read kindly, and written in one way."""
    assert enough.format_move(enough.parse_move(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "draw",
        "decks",
        "deck 7",
        "take",
        "take 7",
        "take F",
        "take B 7 8",
        "take B -7",
        "take B 1000",
        "take AB",
        "pile",
        "pile x",
        "drop",
        "drop 7.0",
        "call it",
        "lock",
        "lock s",
        "lock sdl",
        "lock xy",
        "silence sh",
        "silence C",
        "silence sh F",
        "out",
        "out C",
        "total 7",
        "total sd@7",
        "total sd:d",
        "total sd:n@7",
        "total sd:x@7",
        "total sd:d@",
        "total sd:d@down",
        "total sd:d@7,in:i@up",
        "totalsd:d@7",
        "total sd:d@7 total",
        "pass pass",
        "?",
        "deck" + " " * 400 + "call",
        "total" + " sd:d@7" * 100,
        "deck" * 1000,
    ],
)
def test_what_is_no_move(text: str) -> None:
    """E4: it is refused with the text as it was written, shortened if need be."""
    with pytest.raises(BadNotation) as caught:
        enough.parse_move(text)
    assert caught.value.code == "enough_notation"
    assert caught.value.facts == {"text": excerpt(text.strip())}


@pytest.mark.parametrize("text", ["lock ll", "silence hh A", "out ss", "total dd:d@7"])
def test_a_token_has_two_different_abilities(text: str) -> None:
    """E7: the same letter twice is no token."""
    with pytest.raises(BadNotation) as caught:
        enough.parse_move(text)
    assert caught.value.code == "enough_token_notation"


@given(st.text(alphabet="abcdefhiklnoprstuyABC0123456789 :@+-", max_size=30))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    """E4: and a move that was read is written so that it is read again."""
    try:
        move = enough.parse_move(text)
    except BadNotation:
        return
    assert enough.parse_move(enough.format_move(move)) == move


seats = st.sampled_from([Seat(n) for n in range(5)])
tokens = st.sampled_from(enough.shipped_kit("standard").tokens)
cards = st.integers(0, 999)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Take, seats),
    st.builds(Swap, seats, cards),
    st.builds(TakePile, cards),
    st.builds(Drop, cards),
    st.builds(PlayLock, tokens),
    st.builds(PlaySilence, tokens, seats),
    st.builds(BackOut, tokens),
)


@given(moves)
def test_notation_round_trips(move: Move) -> None:
    """E4: every seat, card and token can be written and read."""
    assert enough.parse_move(enough.format_move(move)) == move


def test_seats_are_letters() -> None:
    """E3: A is the first seat."""
    assert enough.parse_move("take A") == Take(A)
