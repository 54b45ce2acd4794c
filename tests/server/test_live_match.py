"""A running match: every entry takes effect once, however often and late its message arrives."""

from random import Random
from typing import Any

import pytest

from closecall.core.errors import AlreadyChosen, GameError, NotYourDecision, StaleDecision
from closecall.core.match import Commit, Fate, TakeBack
from closecall.core.record import MOST_ENTRIES
from closecall.core.rules import Decision, Over, Seat
from closecall.games import rules_of
from closecall.games.mark.state import ROUNDS
from closecall.games.qwixx.state import COLOURS, MOST_GAMES, MOST_MISTHROWS
from closecall.server.rooms.live_match import (
    LONGEST_LOG,
    MOST_TAKE_BACKS,
    LiveMatch,
    after_commit,
    after_take_back,
    entry_count,
    resume_match,
    start_match,
)
from support.matches import refusal
from support.random_games import TABLES, Table, table_name

SEED = bytes(range(32))


def started(table: Table) -> LiveMatch:
    """A match of the usual kind at this table."""
    slug, seats = table
    rules = rules_of(slug)
    return start_match(rules, seats, rules.OPTIONS(), SEED)


def walk(live: LiveMatch, rng: Random) -> Any:
    """Every moment of a random game with some take-backs, and the message that led to the next."""
    while isinstance(live.match.pending, Decision):
        point = live.match.point
        seat = rng.choice([seat for seat in live.match.pending.menus if seat not in live.match.sealed])
        message: tuple[Any, ...] = (seat, rng.choice(list(live.match.pending.menus[seat])))
        if live.match.sealed and rng.random() < 0.2:
            message = (rng.choice(list(live.match.sealed)),)
        after = sent(live, message, point, entry_count(live, message[0]))
        yield live, message, point, entry_count(live, message[0]), after
        live = after
    assert isinstance(live.match.pending, Over)


def sent(live: LiveMatch, message: tuple[Any, ...], point: int, nth: int) -> LiveMatch:
    """A commit, or a take-back if it has no move."""
    if len(message) == 2:
        return after_commit(live, *message, point=point, nth=nth)
    return after_take_back(live, message[0], point=point, nth=nth)


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_each_message_has_its_effect_once(table: Table) -> None:
    """Sent again at once or later in the game, it changes nothing and is not refused."""
    rng = Random(table_name(table))
    past: list[tuple[tuple[Any, ...], int, int]] = []
    for before, message, point, nth, after in walk(started(table), rng):
        assert after.match.log[len(before.match.log)] == entry_of(message)
        past.append((message, point, nth))
        for old in (past[-1], *rng.sample(past, min(3, len(past)))):
            assert sent(after, *old) is after


def entry_of(message: tuple[Any, ...]) -> Commit[Any] | TakeBack:
    """The entries as texts."""
    return Commit(*message) if len(message) == 2 else TakeBack(*message)


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_points_and_entries_follow_from_the_log(table: Table) -> None:
    """A match that is loaded is the one that was live, at every moment."""
    live = started(table)
    rules, seats = live.match.rules, live.match.seats
    for n, (before, *_, after) in enumerate(walk(live, Random(table_name(table)))):
        assert len(after.starts) == after.match.point + 1
        if n % 40 == 0:
            assert resume_match(rules, seats, live.match.options, SEED, before.match.log) == before


def test_numbers_of_entries() -> None:
    """A choice, taken back, and another: entries 0, 1 and 2 of that seat at that point."""
    live = started(("qwixx", 3))
    assert isinstance(live.match.pending, Decision)
    point, seat, other = live.match.point, Seat(0), Seat(1)
    one, two = list(live.match.pending.menus[seat])[:2]
    assert entry_count(live, seat) == 0
    live = after_commit(live, seat, one, point=point, nth=0)
    assert (entry_count(live, seat), entry_count(live, other), entry_count(live, None)) == (1, 0, 0)
    live = after_take_back(live, seat, point=point, nth=1)
    # The first commit arrives again, late: it must not seal the choice again.
    assert after_commit(live, seat, one, point=point, nth=0) is live
    assert live.match.sealed == {}
    live = after_commit(live, seat, two, point=point, nth=2)
    assert live.match.sealed == {seat: two}
    assert after_take_back(live, seat, point=point, nth=1) is live


def test_out_of_turn() -> None:
    """Another entry of the same number, one too early, or for another point is refused."""
    live = started(("qwixx", 2))
    assert isinstance(live.match.pending, Decision)
    point, seat = live.match.point, Seat(0)
    one, two = list(live.match.pending.menus[seat])[:2]
    assert refusal(StaleDecision, after_commit, live, seat, one, point=point, nth=1).code == "stale_choice"
    live = after_commit(live, seat, one, point=point, nth=0)
    assert refusal(StaleDecision, after_commit, live, seat, two, point=point, nth=0).code == "stale_choice"
    assert refusal(StaleDecision, after_take_back, live, seat, point=point, nth=0).code == "stale_choice"
    for other in (-1, point - 1, point + 1, 10**9):
        assert refusal(StaleDecision, after_commit, live, seat, one, point=other, nth=0).code == "stale"


def test_take_backs_have_an_end() -> None:
    """A seat cannot make the log grow without limit; others may still take back, and known entries stay
    known."""
    live = started(("qwixx", 3))
    assert isinstance(live.match.pending, Decision)
    point, seat, other = live.match.point, Seat(0), Seat(1)
    move = next(iter(live.match.pending.menus[seat]))
    for nth in range(0, 2 * MOST_TAKE_BACKS, 2):
        live = after_commit(live, seat, move, point=point, nth=nth)
        live = after_take_back(live, seat, point=point, nth=nth + 1)
    last = 2 * MOST_TAKE_BACKS
    assert (
        refusal(NotYourDecision, after_take_back, live, seat, point=point, nth=last).code
        == "nothing_to_take_back"
    )
    live = after_commit(live, seat, move, point=point, nth=last)
    spent = refusal(AlreadyChosen, after_take_back, live, seat, point=point, nth=last + 1)
    assert spent.code == "take_backs_spent"
    assert "200 choices" in str(spent)
    assert after_take_back(live, seat, point=point, nth=last - 1) is live
    live = after_commit(live, other, move, point=point, nth=0)
    live = after_take_back(live, other, point=point, nth=1)
    assert live.match.sealed == {seat: move}


def test_no_game_with_dice_is_too_long_for_a_record() -> None:
    """With all that five seats may take back; a turn of Qwixx has a cross or is a misthrow (Q6, Q9)."""
    taken_back_and_chosen_again = 2 * MOST_TAKE_BACKS * 5
    turns = 5 * (sum(len(colour.numbers) for colour in COLOURS) + MOST_MISTHROWS - 1) + 1
    longest_qwixx = MOST_GAMES * (1 + turns * (1 + 5 + 1))
    longest_mark = 1 + 5 + ROUNDS * (1 + 5)
    assert max(longest_qwixx, longest_mark) + taken_back_and_chosen_again < LONGEST_LOG < MOST_ENTRIES


def test_fate_acts_at_once() -> None:
    """After the last choice the dice are rolled, and their points begin where the log says."""
    live = started(("qwixx", 1))
    rolled = [n for n, entry in enumerate(live.match.log) if isinstance(entry, Fate)]
    assert rolled == [0]
    assert live.starts == (0, 1)


def test_the_seed_is_not_shown() -> None:
    """Neither where a match is logged nor in an error."""
    live = started(("mark", 2))
    assert SEED.hex() not in repr(live)
    assert repr(SEED) not in repr(live)
    with pytest.raises(GameError) as caught:
        after_commit(live, Seat(1), live.match.rules.parse_move("red"), point=0, nth=0)
    assert SEED.hex() not in repr(caught.value)
