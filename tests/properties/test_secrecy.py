"""Secrecy: nothing hidden is in what a viewer is sent, nor in how it changes when others act."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Seat, Viewer
from closecall.games import enough
from closecall.games.enough import state as phases
from closecall.games.enough.moves import Draw, Drop
from support.conservation import check_pieces
from support.game_checks import hidden_parts_are_not_seen, redealt, sealed_choices_are_not_seen, sent
from support.random_games import TABLES, Table, deciding, midway_match, table_name, viewers, walk

GAMES = 22

every_table = pytest.mark.parametrize("table", TABLES, ids=table_name)
enough_tables = pytest.mark.parametrize("table", [t for t in TABLES if t[0] == "enough"], ids=table_name)


def moments(table: Table, games: range, share: float) -> Iterator[tuple[AnyMatch, Random]]:
    """A share of the points of random games."""
    for n in games:
        rng, look = Random(f"secrets/{table_name(table)}/{n}"), Random(n)
        for match in walk(midway_match(table, rng), rng):
            if look.random() < share:
                yield match, look


@every_table
def test_hidden_parts_are_not_seen(table: Table) -> None:
    """At many points of a few games; at a few points of many games in the long part."""
    for match, rng in moments(table, range(2), 0.05):
        hidden_parts_are_not_seen(match, [], rng)


@every_table
def test_sealed_choices_are_not_seen(table: Table) -> None:
    """At many points of a few games; at a few points of many games in the long part."""
    for match, rng in moments(table, range(2), 0.15 if table[0] != "enough" else 1.0):
        sealed_choices_are_not_seen(match, [], rng)


def test_sealed_choices_are_looked_at() -> None:
    """The test above is not empty: in every game there are joint decisions with a choice."""
    for table in TABLES:
        if table[1] > 1:
            assert any(
                len(deciding(match)) > 1 and all(len(menu) > 1 for _, menu in deciding(match))
                for match, _ in moments(table, range(GAMES), 1.0)
            ), table_name(table)


# Only Close Enough has lasting hidden information.


def hidden_from(match: AnyMatch, viewer: Viewer) -> list[tuple[enough.Target | None, tuple[int, ...]]]:
    """What the other players hold and this viewer cannot see."""
    others = [player for seat, player in enumerate(match.state.players) if seat != viewer]
    return [(player.target, player.hand) for player in others]


@enough_tables
def test_redealing_changes_what_is_hidden(table: Table) -> None:
    """Where others hold hidden cards or targets, these are mostly other ones after a redeal."""
    counted: Counter[bool] = Counter()
    for match, rng in moments(table, range(6), 0.1):
        for viewer in viewers(match):
            hidden = hidden_from(match, viewer)
            if all(target and len(hand) == 2 for target, hand in hidden):
                counted[hidden_from(redealt(match, viewer, rng), viewer) != hidden] += 1
    assert counted.total() > 100
    assert counted[True] > 0.75 * counted.total()


@enough_tables
def test_redealing_keeps_what_is_known(table: Table) -> None:
    """All pieces are still there; the viewer's own and openly taken cards are where they were."""
    for match, rng in moments(table, range(3), 0.1):
        for viewer in viewers(match):
            other = redealt(match, viewer, rng)
            check_pieces(other.state)
            if viewer is not None:
                assert other.state.players[viewer] == match.state.players[viewer]
            for before, after in zip(match.state.players, other.state.players, strict=True):
                assert (before.known, len(before.hand)) == (after.known, len(after.hand))
                assert (before.target is None) == (after.target is None)


@enough_tables
def test_a_redealt_game_goes_on(table: Table) -> None:
    """A redealt game can be played to its end, as a search does."""
    for match, rng in moments(table, range(2), 0.02):
        if match.sealed:
            continue  # What others have sealed belongs to their own hands.
        *_, last = walk(redealt(match, rng.choice(viewers(match)), rng), rng)
        assert last.seen_by(None).over is not None


@enough_tables
def test_a_hidden_draw_is_not_seen(table: Table) -> None:
    """Whichever card or target another player draws, the others are sent the same."""
    looked = 0
    for match, rng in moments(table, range(6), 0.1):
        phase = match.state.phase
        if isinstance(phase, phases.DrawTarget | phases.DrawCard):
            outcomes = [outcome for outcome, _ in match.rules.odds(match.state)]
            after = [match.fate(outcome) for outcome in rng.sample(outcomes, min(6, len(outcomes)))]
            for viewer in viewers(match):
                if viewer != phase.seat:
                    looked += 1
                    assert len({sent(other, viewer) for other in after}) == 1
    assert looked > 20


@enough_tables
def test_the_same_public_move_reveals_the_same(table: Table) -> None:
    """Two hands that a viewer cannot tell apart are still alike after the same move of their owner.

    A round's end shows things (E14, E15), so moves that end one are left out.
    """
    looked: Counter[str] = Counter()
    for match, rng in moments(table, range(4), 0.2):
        for seat, menu in deciding(match):
            viewer = rng.choice([viewer for viewer in viewers(match) if viewer != seat])
            other = redealt(match, viewer, rng)
            both = [move for move in menu if move in dict(deciding(other))[Seat(seat)]]
            if not both or isinstance(match.state.phase, phases.Totalling):
                continue
            move = rng.choice(both)
            one_after = match.commit(seat, move, point=match.point)
            other_after = other.commit(seat, move, point=match.point)
            if one_after.state.last == match.state.last:
                looked[type(move).__name__] += 1
                assert sent(one_after, viewer) == sent(other_after, viewer)
    assert looked[Draw.__name__]
    assert looked[Drop.__name__]


@enough_tables
def test_only_your_own_hand_and_target(table: Table) -> None:
    """A view holds the hand, the target and the drawn card of its viewer, and nobody else's."""
    for match, _ in moments(table, range(2), 0.1):
        for viewer in viewers(match):
            view = match.seen_by(viewer).view
            for seat, player in enumerate(view.players):
                if seat == viewer:
                    assert (player.hand, player.target) == (
                        match.state.players[seat].hand,
                        match.state.players[seat].target,
                    )
                else:
                    assert (player.hand, player.target) == (None, None)
            if view.drawn is not None:
                assert isinstance(match.state.phase, phases.GiveUp)
                assert (match.state.phase.seat, match.state.phase.drawn) == (viewer, view.drawn)
            if isinstance(match.pending, Chance) or viewer is None:
                assert match.seen_by(viewer).menu is None
