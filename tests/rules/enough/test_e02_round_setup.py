"""E2: First!, targets, and one face-up card each."""

from fractions import Fraction

import pytest

from closecall.core.errors import BadOptions, GameError, IllegalOutcome, NotYourDecision
from closecall.core.match import Match
from closecall.core.rules import Chance, Seat
from closecall.games import enough
from closecall.games.enough import (
    DrawnCard,
    DrawnTarget,
    DrawnToken,
    Lot,
    Options,
    Outcome,
    shipped_kit,
)
from rules.enough.table import (
    A,
    B,
    C,
    D,
    E,
    EnoughMatch,
    deal,
    dealt,
    do,
    held,
    kit_of,
    menu,
    moment,
    outcome_of,
    player,
    position,
    seat_of,
    seen,
    stars,
    targets_of,
    tokens_of,
)


def start(seats: int = 3) -> EnoughMatch:
    return Match.start(enough, seats, Options())


def odds(match: EnoughMatch) -> dict[Outcome, Fraction]:
    assert isinstance(match.pending, Chance)
    return dict(enough.odds(match.state))


def numbers(match: EnoughMatch) -> list[int]:
    """The targets that can be taken now."""
    return sorted(outcome.target.number for outcome in odds(match) if isinstance(outcome, DrawnTarget))


def impossible(match: EnoughMatch, outcome: Outcome) -> GameError:
    with pytest.raises(IllegalOutcome) as caught:
        match.fate(outcome)
    return caught.value


ALL = list(range(14, 49, 2))

LAST_TO_FOLD = {"A": "C", "B": "A", "C": "B"}


def round_over(caller: str = "A", number: int = 1) -> EnoughMatch:
    """A match at the start of its next round: all have folded, and the caller has drawn a token."""
    last = LAST_TO_FOLD[caller]
    stance = dict.fromkeys("ABC", "folded") | {caller: "called", last: "playing"}
    match = position(
        f"""
        A 2*  target 30  lot [10] 11 12  {stance["A"]}
        B 3*  target 32  lot [1] 2 3  tokens lh  {stance["B"]}
        C 4*  target 34  lot [4] 5 6  {stance["C"]}
        """,
        turn=last,
        pile="7 8 9",
        round=number,
    )
    return do(match, f"{last}: fold", "=> in", "all: keep")


@pytest.mark.parametrize(("seats", "names"), [(3, "ABC"), (4, "ABCD"), (5, "ABCDE")])
def test_the_lot_decides_the_scorekeeper(seats: int, names: str) -> None:
    """E2: everyone has the same chance; the chosen player holds First! and starts."""
    match = start(seats)
    assert (match.state.caller, match.state.backed_out, match.state.redeals) == (None, False, 0)
    assert odds(match) == {Lot(seat_of(name)): Fraction(1, seats) for name in names}
    for name in names:
        assert match.fate(Lot(seat_of(name))).state.first == seat_of(name)
        assert moment(match.fate(Lot(seat_of(name)))) == f"DrawTarget {name}"


@pytest.mark.parametrize(("seats", "names"), [(3, "ABC"), (4, "ABCD"), (5, "ABCDE")])
def test_the_table_picks_the_scorekeeper(seats: int, names: str) -> None:
    """E2: then nothing is drawn by lot, and round 1 starts with that player."""
    for name in names:
        match: EnoughMatch = Match.start(enough, seats, Options(scorekeeper=seat_of(name)))
        assert match.state.first == seat_of(name)
        assert (match.state.round, moment(match)) == (1, f"DrawTarget {name}")
        assert impossible(match, Lot(A)).code == "enough_outcome"


def test_the_scorekeeper_sits_at_the_table() -> None:
    """E2: there is no seat D among three."""
    for seat in (D, Seat(-1)):
        with pytest.raises(BadOptions) as caught:
            Match.start(enough, 3, Options(scorekeeper=seat))
        assert caught.value.code == "enough_scorekeeper"


def test_everyone_gets_a_target_and_then_a_card_clockwise_from_first() -> None:
    """E2: with First! at C the order is C, D, E, A, B, and C has the first turn."""
    match = do(start(5), "=> C")
    order = []
    for piece in (14, 16, 18, 20, 22, 1, 2, 3, 4, 5):
        order.append((moment(match), seen(match, None).acting))
        match = do(match, f"=> {piece}")
    seats = [("C", C), ("D", D), ("E", E), ("A", A), ("B", B)]
    targets = [(f"DrawTarget {name}", seat) for name, seat in seats]
    assert order == targets + [(f"DealFaceUp {name}", seat) for name, seat in seats]
    assert moment(match) == "Turn C"
    assert [player(match, name).target for name in "CDEAB"] == list(targets_of("14 16 18 20 22"))
    assert [player(match, name).face_up for name in "CDEAB"] == [1, 2, 3, 4, 5]


def test_each_target_can_be_taken_once() -> None:
    """E2: in the first round all eighteen lie ready, and each one taken is gone."""
    match = do(start(), "=> A")
    assert odds(match) == {DrawnTarget(target): Fraction(1, 18) for target in match.state.kit.targets}
    match = do(match, "=> 30")
    assert numbers(match) == [number for number in ALL if number != 30]
    match = do(match, "=> 14")
    assert odds(match).keys() == {
        DrawnTarget(target) for target in match.state.kit.targets if target.number not in (30, 14)
    }
    assert set(odds(match).values()) == {Fraction(1, 16)}


def test_a_target_is_secret() -> None:
    """E2: only its holder sees it."""
    match = dealt("30 14 48")
    assert [own.target for own in seen(match, "A").players] == [*targets_of("30"), None, None]
    assert [own.target for own in seen(match, "C").players] == [None, None, *targets_of("48")]
    assert [own.target for own in seen(match, None).players] == [None, None, None]


def test_face_up_cards_come_from_all_cards() -> None:
    """E2: each card of the kit is equally likely, and what lies on the table is out of the deck."""
    match = do(start(), "=> A 30 14 48")
    assert odds(match) == {DrawnCard(card): Fraction(3, 60) for card in range(1, 21)}
    match = do(match, "=> 7 7")
    assert odds(match)[DrawnCard(7)] == Fraction(1, 58)
    assert odds(match)[DrawnCard(8)] == Fraction(3, 58)
    match = do(match, "=> 7")
    assert [player(match, name).face_up for name in "ABC"] == [7, 7, 7]
    assert match.state.deck == tuple(sorted([*range(1, 7), *range(8, 21)] * 3))
    assert match.state.discard == ()


@pytest.mark.parametrize(("caller", "first"), [("A", "C"), ("B", "A"), ("C", "B")])
def test_first_goes_to_the_right_of_the_last_caller(caller: str, first: str) -> None:
    """E2: the player to the right sits before the caller in the order of turns."""
    match = round_over(caller)
    assert match.state.first == seat_of(first)
    assert moment(match) == f"DrawTarget {first}"
    assert moment(deal(match, "14 16 18", "1 2 3")) == f"Turn {first}"


def test_targets_of_the_last_round_rest_for_one_round() -> None:
    """E2: they cannot be taken in the next round, and lie ready again in the one after it."""
    match = round_over(number=4)
    assert match.state.round == 5
    assert numbers(match) == [number for number in ALL if number not in (30, 32, 34)]
    for number in (30, 32, 34):
        assert impossible(match, outcome_of(match, str(number))).code == "enough_outcome"
    match = deal(match, "14 16 18", "1 2 3")
    match = do(
        match,
        *("C: deck => 20", "A: deck => 20", "B: deck => 20", "B: pass"),
        *("C: deck => 19", "A: deck => 19", "B: deck => 19", "B: pass"),
        *("C: call", "A: fold", "B: fold", "=> dn", "all: keep"),
    )
    assert (match.state.round, moment(match)) == (6, "DrawTarget B")
    assert numbers(match) == [number for number in ALL if number not in (14, 16, 18)]


def test_with_two_targets_per_player_every_target_is_used_every_other_round() -> None:
    """E2: the smallest kit leaves exactly the others."""
    kit = kit_of("1-20x3", "20(1*) 22(1*) 24(1*) 30(1*) 32(1*) 34(1*)")
    match = position(
        """
        A 0*  target 30  lot [10] 10 10  called
        B 0*  target 32  lot [1] 2 3  folded
        C 0*  target 34  lot [4] 5 6
        """,
        turn="C",
        kit=kit,
    )
    match = do(match, "C: fold", "=> sd", "all: keep")
    assert numbers(match) == [20, 22, 24]
    assert numbers(do(match, "=> 22 20")) == [24]


def test_of_two_equal_targets_one_may_rest() -> None:
    """E2: the other one can still be taken."""
    kit = kit_of("1-20x3", "30(1*) 30(1*) 31(1*) 32(1*) 33(1*) 34(1*) 35(1*)")
    match = position(
        """
        A 0*  target 30  lot [10] 10 10  called
        B 0*  target 31  lot [1] 2 3  folded
        C 0*  target 32  lot [4] 5 6
        """,
        turn="C",
        kit=kit,
    )
    match = do(match, "C: fold", "=> sd", "all: keep")
    assert numbers(match) == [30, 33, 34, 35]
    assert numbers(do(match, "=> 30")) == [33, 34, 35]


def test_all_cards_are_shuffled_for_a_new_round() -> None:
    """E2: hands, face-up cards and the pile go back: the deck is whole again."""
    match = round_over()
    assert match.state.deck == shipped_kit("standard").cards
    assert match.state.discard == ()
    for name in "ABC":
        assert (player(match, name).hand, player(match, name).known) == ((), ())
        assert player(match, name).face_up is None
        assert player(match, name).target is None


def test_stars_and_unused_tokens_are_kept() -> None:
    """E2: a new round begins with what everyone has won."""
    match = round_over("B")
    assert stars(match) == (2, 3 + 1, 4)
    assert (held(match, "A"), held(match, "B"), held(match, "C")) == ("", "in lh", "")


def test_locks_and_silence_are_for_one_round() -> None:
    """E2: in a new round everyone can call again and every card can be taken."""
    match = position(
        """
        A 0*  target 30  lot [7] 8 9
        B 0*  target 32  lot [1] 2 3  called
        C 0*  target 34  lot [4] 5 6  used ih  silenced  folded
        D 0*  target 36  lot [10]L 10 10  used nl  silenced  folded
        """,
        turn="A",
    )
    match = deal(do(match, "A: fold", "=> sd", "all: keep"), "14 16 18 20", "1 2 3 4")
    for name in "ABCD":
        own = player(match, name)
        assert (own.lock_token, own.is_locked, own.silenced, own.used) == (False, False, False, ())
        assert own.stance.value == "playing"
    assert menu(match, "A") == ["deck", "take B", "take C", "take D"]
    assert (match.state.turns, match.state.caller) == (0, None)


def test_fate_gives_only_what_is_there() -> None:
    """E2: another kind of piece, or one that is not there, is refused."""
    lot, target = Lot(A), DrawnTarget(*targets_of("30"))
    card, token = DrawnCard(7), DrawnToken(*tokens_of("sd"))
    match = start()
    for outcome in (target, card, token, Lot(D)):
        assert impossible(match, outcome).code == "enough_outcome"
    match = do(match, "=> A")
    for outcome in (lot, card, token):
        assert impossible(match, outcome).code == "enough_outcome"
    match = do(match, "=> 30")
    assert impossible(match, target).code == "enough_outcome"
    match = do(match, "=> 14 16")
    for outcome in (lot, target, token, DrawnCard(0), DrawnCard(21)):
        assert impossible(match, outcome).code == "enough_outcome"


def test_a_fourth_seven_cannot_come() -> None:
    """E2: there are three of each card."""
    match = dealt(face_up="7 7 7")
    match = do(match, "A: deck")
    assert impossible(match, DrawnCard(7)).code == "enough_outcome"
    assert do(match, "=> 8").state.players[A].hand == (8,)


def test_fate_waits_for_its_turn() -> None:
    """E2: nothing is drawn while a player decides, and nobody decides while something is drawn."""
    match = dealt()
    with pytest.raises(NotYourDecision) as caught:
        match.fate(DrawnCard(7))
    assert caught.value.code == "no_chance"
    with pytest.raises(NotYourDecision) as caught:
        do(start(), "A: deck")
    assert caught.value.code == "not_your_decision"


def test_a_target_with_wrong_stars_does_not_exist() -> None:
    """E2: 30 is worth 1★ in this kit, so a 30 worth 3★ cannot be drawn."""
    match = do(start(), "=> A")
    kit = kit_of("1-20x3", "30(3*)")
    assert impossible(match, DrawnTarget(*kit.targets)).code == "enough_outcome"


class Scripted:
    """A source that gives this number once, and remembers out of how many."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.asked: list[int] = []

    def below(self, n: int, /) -> int:
        self.asked.append(n)
        return self.number


def drawn(match: EnoughMatch, number: int) -> tuple[Outcome, list[int]]:
    source = Scripted(number)
    return enough.draw(match.state, source), source.asked


def test_one_fair_number_draws_one_piece() -> None:
    """E2: each seat, free target and card is one of the numbers, so all are equally likely."""
    match = start()
    assert [drawn(match, n) for n in range(3)] == [(Lot(seat), [3]) for seat in (A, B, C)]
    match = do(match, "=> A 30")
    free = [target for target in match.state.kit.targets if target.number != 30]
    assert [drawn(match, n) for n in range(17)] == [(DrawnTarget(target), [17]) for target in free]
    match = do(match, "=> 14 16 7 7")
    cards = sorted([*range(1, 7), *range(8, 21)] * 3 + [7])
    assert [drawn(match, n) for n in range(58)] == [(DrawnCard(card), [58]) for card in cards]


def test_one_fair_number_draws_one_token() -> None:
    """E9: each token in the box is one of the numbers."""
    match = position(
        """
        A 0*  target 30  lot [10] 11 12  called
        B 0*  target 32  lot [1] 2 3  folded
        C 0*  target 34  lot [4] 5 6
        """,
        turn="C",
        box="sd in in",
    )
    match = do(match, "C: fold")
    assert [drawn(match, n) for n in range(3)] == [
        (DrawnToken(token), [3]) for token in tokens_of("sd in in")
    ]
