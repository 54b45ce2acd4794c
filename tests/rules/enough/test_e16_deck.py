"""E16: when a card is needed and the deck is empty, the pile but its top is shuffled into it."""

from fractions import Fraction

import pytest

from closecall.core.errors import IllegalOutcome
from closecall.games import enough
from closecall.games.enough import DrawnCard
from rules.enough.table import EnoughMatch, dealt, do, kit_of, lot, menu, moment, position, seen

FULL = """
    A 0*  target 30  lot [10] 3 7
    B 0*  target 32  lot [11] 4 8
    C 0*  target 34  lot [12] 5 9
    """


def odds(match: EnoughMatch) -> dict[int, Fraction]:
    found = enough.odds(match.state)
    return {outcome.card: chance for outcome, chance in found if isinstance(outcome, DrawnCard)}


def test_drawing_from_an_empty_deck() -> None:
    """E16: all but the top card are shuffled; the top card stays and is still the top."""
    match = position(FULL, deck="", pile="1 2 2 20")
    assert "deck" in menu(match, "A")
    match = do(match, "A: deck")
    assert match.state.discard == (20,)
    assert odds(match) == {1: Fraction(1, 3), 2: Fraction(2, 3)}
    with pytest.raises(IllegalOutcome):
        do(match, "=> 20")
    match = do(match, "=> 2")
    assert match.state.deck == (1, 2)
    match = do(match, "A: drop 7")
    assert match.state.discard == (20, 7)
    assert lot(match, "A") == "[10] 2 3"


def test_only_when_a_card_is_needed() -> None:
    """E16: an empty deck stays empty while players take from the pile or from each other."""
    match = position(FULL, deck="", pile="1 2")
    match = do(match, "A: pile 3", "B: take A 4")
    assert (match.state.deck, match.state.discard) == ((), (1, 3))
    assert seen(match, None).deck_size == 0


def test_the_last_card_of_the_deck() -> None:
    """E16: it is drawn as usual; the pile is shuffled when the next card is needed."""
    match = do(position(FULL, deck="6", pile="1 2"), "A: deck => 6")
    assert (match.state.deck, match.state.discard) == ((), (1, 2))
    match = do(match, "A: drop 6")
    assert (match.state.deck, match.state.discard) == ((), (1, 2, 6))
    match = do(match, "B: deck")
    assert (match.state.deck, match.state.discard) == ((1, 2), (6,))


def test_the_shuffled_pile_is_seen_by_all() -> None:
    """E16: everyone sees how many cards are in the deck, and the one card that is left of the pile."""
    match = do(position(FULL, deck="", pile="1 2 3 20"), "A: deck")
    for name in ("A", "B", "C", None):
        assert (seen(match, name).deck_size, seen(match, name).discard) == (3, (20,))


def test_replacing_a_face_up_card_from_an_empty_deck() -> None:
    """E16: should the deck be empty while filling, the pile serves in the same way."""
    filling = """
        A 0*  target 30  lot [10] 3
        B 0*  target 32  lot [11] 4
        C 0*  target 34  lot [12] 5
        """
    match = do(position(filling, deck="", pile="1 2 20"), "A: take B")
    assert moment(match) == "ReplaceFaceUp B"
    assert odds(match) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    match = do(match, "=> 1")
    assert (lot(match, "A"), lot(match, "B")) == ("[10] 3 11", "[1] 4")
    assert (match.state.deck, match.state.discard) == ((2,), (20,))


def test_on_a_final_turn() -> None:
    """E16: a stayer may draw from an empty deck, too."""
    match = do(position(FULL, deck="", pile="1 2 20"), "A: call", "B: stay", "B: deck => 2", "B: drop 8")
    assert (lot(match, "B"), match.state.deck, match.state.discard) == ("[11] 2 4", (1,), (20, 8))


SMALLEST = kit_of("1-11", "30(1*) 31(1*) 32(1*) 33(1*) 34(1*) 35(1*)")


def test_the_smallest_kit_never_runs_dry() -> None:
    """E16: eleven cards for three players: deck and pile together are always two between turns."""
    match = dealt("30 31 32", "1 2 3", kit=SMALLEST)
    for name, card in zip("ABCABC", range(4, 10), strict=True):
        match = do(match, f"{name}: deck => {card}")
    assert (match.state.deck, match.state.discard) == ((10, 11), ())
    script = [
        # the moves of a turn, then deck and pile after it
        (("A: deck => 10", "A: drop 4"), (11,), (4,)),
        (("B: deck => 11", "B: drop 11"), (), (4, 11)),
        (("C: deck => 4", "C: drop 6"), (), (11, 6)),
        (("A: pile 7",), (), (11, 7)),
        (("B: take A 5",), (), (11, 7)),
        (("C: deck => 11", "C: drop 11"), (), (7, 11)),
        (("A: deck => 7", "A: drop 7"), (), (11, 7)),
    ]
    for lines, deck, pile in script:
        match = do(match, *lines)
        assert (match.state.deck, match.state.discard) == (deck, pile)
        assert len(deck) + len(pile) == 11 - 9
        assert "deck" in menu(match, moment(match)[-1])


@pytest.mark.parametrize(("seats", "least"), [(3, 11), (4, 14), (5, 17)])
def test_deck_and_pile_are_constant(seats: int, least: int) -> None:
    """E16: cards − 3 × players at every turn of fine-tuning, for the smallest kit of each table."""
    targets = [f"{number}(1*)" for number in range(30, 30 + 2 * seats)]
    kit = kit_of(f"1-{least}", " ".join(targets))
    numbers = " ".join(str(number) for number in range(30, 30 + seats))
    match = dealt(numbers, " ".join(map(str, range(1, seats + 1))), seats=seats, kit=kit)
    for turn in range(12 * seats):
        name = moment(match)[-1]
        if turn < 2 * seats:
            match = do(match, f"{name}: deck => {match.state.deck[0]}")
            continue
        assert len(match.state.deck) + len(match.state.discard) == 2
        match = do(match, f"{name}: deck")
        match = do(match, f"=> {match.state.deck[-1]}")
        assert len(match.state.deck) + len(match.state.discard) == 1
        match = do(match, f"{name}: {menu(match, name)[turn % 3]}")
