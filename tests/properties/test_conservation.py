"""Conservation: pieces and points at every step of each game, counted independently and naively."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from closecall.core.match import Fate
from closecall.core.record import AnyMatch
from closecall.core.rules import Over
from closecall.games.enough import state as enough
from support.conservation import check_mark_sheet, check_pieces, check_qwixx_sheet, mark_points, qwixx_points
from support.random_games import TABLES, Table, midway_match, table_name, walk

QUICK_GAMES = 3
LONG_GAMES = 18
CHUNK = 15

few_and_many_games = pytest.mark.parametrize(
    "games",
    [
        range(QUICK_GAMES),
        *(
            pytest.param(range(start, start + CHUNK), marks=pytest.mark.long)
            for start in range(QUICK_GAMES, LONG_GAMES, CHUNK)
        ),
    ],
    ids=lambda games: f"{games.start}-{games.stop}",
)


def tables_of(slug: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("table", [table for table in TABLES if table[0] == slug], ids=table_name)


def games_of(table: Table, games: range) -> Iterator[list[AnyMatch]]:
    """Random games, each as a list of all its matches."""
    for n in games:
        rng = Random(f"pieces/{table_name(table)}/{n}")
        yield list(walk(midway_match(table, rng), rng))


# Close to the Mark!


@tables_of("mark")
@few_and_many_games
def test_mark(table: Table, games: range) -> None:
    """Every round each sheet gains one number and keeps all others; its points are counted again."""
    for moments in games_of(table, games):
        for before, after in pairwise(moments):
            finished_round = after.state.round - before.state.round
            assert finished_round in (0, 1)
            for old, new in zip(before.state.sheets, after.state.sheets, strict=True):
                gained = [(was, now) for was, now in zip(old, new, strict=True) if was != now]
                assert len(gained) == finished_round
                assert all(was == 0 and 2 <= now <= 12 for was, now in gained)
        for match in (moments[len(moments) // 2], moments[-1]):
            for sheet in match.seen_by(None).view.sheets:
                check_mark_sheet(sheet)
        over = moments[-1].pending
        assert isinstance(over, Over)
        ranks = [(sum(mark_points(sheet)), mark_points(sheet)[0]) for sheet in moments[-1].state.sheets]
        assert over.scores == tuple(total for total, _ in ranks)
        assert over.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


# Qwixx


def check_qwixx_step(before: AnyMatch, after: AnyMatch) -> None:
    """At most one more cross per sheet and input; misthrows only for an active player without a cross."""
    old, new = before.seen_by(None).view, after.seen_by(None).view
    entry = after.log[-1]
    if isinstance(entry, Fate):
        dice = getattr(entry.outcome, "coloured", None)
        if dice is not None:
            empty = len(old.results) > 0 and old.game == len(old.results)  # a new game begins with all dice
            closed = [] if empty else [row for row in range(4) if any(s.rows[row].locked for s in old.sheets)]
            assert [row for row in range(4) if dice[row] is None] == closed
        return
    for seat, (was, now) in enumerate(zip(old.sheets, new.sheets, strict=True)):
        gained = [set(b.crossed) - set(a.crossed) for a, b in zip(was.rows, now.rows, strict=True)]
        assert all(set(a.crossed) <= set(b.crossed) for a, b in zip(was.rows, now.rows, strict=True))
        assert sum(map(len, gained)) <= 1
        if now.misthrows != was.misthrows:
            assert (seat, old.action, old.has_crossed, sum(map(len, gained))) == (old.active, 2, False, 0)
            assert now.misthrows == was.misthrows + 1


@tables_of("qwixx")
@few_and_many_games
def test_qwixx(table: Table, games: range) -> None:
    """Crosses only grow, left to right; closed dice are never rolled; points are counted again."""
    for moments in games_of(table, games):
        for before, after in pairwise(moments):
            if after.point > before.point:
                check_qwixx_step(before, after)
        for match in moments[::7]:
            for sheet in match.seen_by(None).view.sheets:
                check_qwixx_sheet(sheet)
        last = moments[-1]
        view = last.seen_by(None).view
        assert isinstance(last.pending, Over)
        assert len(view.results) == view.games >= last.options.games
        assert view.games == last.options.games or last.options.one_more
        assert view.results[-1].scores == tuple(map(qwixx_points, view.sheets))
        totals = tuple(sum(result.scores[seat] for result in view.results) for seat in range(last.seats))
        assert last.pending.scores == view.totals == totals
        locked = [row for row in range(4) if any(sheet.rows[row].locked for sheet in view.sheets)]
        assert len(locked) >= 2 or max(sheet.misthrows for sheet in view.sheets) == 4


# Close Enough


def check_enough_deck(state: enough.State) -> None:
    """E16: with all lots full, deck and pile are all cards but three for each player."""
    quiet = (enough.Turn, enough.Declare, enough.BackingOut, enough.Totalling)
    if isinstance(state.phase, quiet) and state.turns >= 2 * len(state.players):
        assert all(len(player.hand) == 2 for player in state.players)
        assert len(state.deck) + len(state.discard) == len(state.kit.cards) - 3 * len(state.players)


def check_enough_round(end: enough.RoundEnd) -> None:
    """E9 to E14: the stars of a round follow from what had to be shown, and nothing else had to be."""
    stayed = [s for s in end.standings if s.stance is enough.Stance.STAYED]
    for each in end.standings:
        is_exact = each.shown is not None and each.shown.distance == 0
        assert each.exact == (is_exact and each.stance is not enough.Stance.FOLDED)
        if each.shown is not None:
            assert each.shown.distance == abs(each.shown.total - each.shown.target.number)
            assert each.shown.target in end.targets
    if end.caller is None:
        assert [(each.change, each.shown) for each in end.standings] == [(0, None)] * len(end.standings)
        return
    caller = end.standings[end.caller]
    closer = [
        s
        for s in stayed
        if s.shown and caller.shown and s.shown.distance < caller.shown.distance and not s.shown.by_choice
    ]
    assert end.won == (not closer and not end.backed_out)
    for each in end.standings:
        before = each.stars - each.change
        change = expected_change(end, each, closer, caller)
        if change is not None:
            assert each.stars == max(0, before + change) + each.exact
        is_needed = each.exact or each in closer or (each is caller and stayed and not end.backed_out)
        assert (each.shown is not None and not each.shown.by_choice) == bool(is_needed)


def expected_change(
    end: enough.RoundEnd, each: enough.Standing, closer: list[enough.Standing], caller: enough.Standing
) -> int | None:
    """What the round brings to a player before the floor and the bonus; None if only the caller knows it."""
    if end.backed_out:
        return -1 if each is caller else 1
    if each is caller:
        if not end.won:
            return -len(closer)
        return None if each.shown is None else each.shown.target.stars
    if each.stance is enough.Stance.FOLDED:
        return 0
    return -1 if end.won else 1 if each in closer else 0


@tables_of("enough")
@few_and_many_games
def test_enough(table: Table, games: range) -> None:
    """Cards, tokens, targets and stars at every step of whole games."""
    for moments in games_of(table, games):
        rounds: list[enough.RoundEnd] = []
        for match in moments:
            check_pieces(match.state)
            check_enough_deck(match.state)
            if match.state.last is not None and match.state.last not in rounds[-1:]:
                rounds.append(match.state.last)
        for end in rounds:
            check_enough_round(end)
        assert {end.round for end in rounds} == set(range(1, moments[-1].state.round + 1))
        over = moments[-1].pending
        assert isinstance(over, Over)
        assert over.scores == tuple(player.stars for player in moments[-1].state.players)
        assert max(over.scores) >= 8 or over.reason == "over.no_call"
        for before, after in pairwise(moments):
            if after.state.round == before.state.round and after.state.last == before.state.last:
                same = [(p.stars, p.target or q.target) for p, q in zip(*both(before, after), strict=True)]
                assert same == [(q.stars, q.target) for q in after.state.players]


def both(before: AnyMatch, after: AnyMatch) -> tuple[Any, Any]:
    return before.state.players, after.state.players
