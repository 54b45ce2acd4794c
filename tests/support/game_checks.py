"""Properties of every game: at each point of a match, and of a finished match.

A point check takes the match and the moves met so far; a game check takes the finished match. Each raises an
AssertionError and changes nothing. `check_game` runs all of them on random games of any registered game.
"""

import json
import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, TypeVar

import closecall
from closecall.core import codec
from closecall.core.errors import BadMove, BadNotation, IllegalMove, NotYourDecision, StaleDecision
from closecall.core.fate import RandomSource
from closecall.core.match import Commit
from closecall.core.record import AnyMatch, Record, encode_record
from closecall.core.rules import Chance, Over, Seat, Viewer, all_seats
from closecall.core.seen import decode_seen, encode_seen
from closecall.messages import LANGUAGES, catalogue
from support.conservation import check_table
from support.matches import check_sentences, refusal
from support.random_games import (
    Table,
    deciding,
    midway_match,
    random_match,
    record,
    table_name,
    viewers,
    walk,
)

T = TypeVar("T")
PointCheck = Callable[[AnyMatch, Sequence[Any], Random], None]
GameCheck = Callable[[AnyMatch, Random], None]


def check_game(slug: str, seats: int, games: int, seed: int) -> None:
    """Run all point checks and game checks on random games of a registered game."""
    for n in range(games):
        rng, check_rng = Random(f"{slug}/{seats}/{seed}/{n}"), Random(f"{slug}/{seats}/{seed}/{n}/look")
        match = play_on(random_match((slug, seats), rng), rng, check_rng, 1.0, POINT_CHECKS)
        for check in GAME_CHECKS:
            check(match, check_rng)


def play_and_check(
    table: Table, n: int, points: float, at: Sequence[PointCheck], after: Sequence[GameCheck]
) -> None:
    """Play the nth random game of a table, check about this many of its points, then the finished game."""
    rng = Random(f"{table_name(table)}/{n}")
    check_rng = Random(f"{table_name(table)}/{n}/look")
    # Only a game from its very beginning has a record, but few tokens are won in one.
    first = random_match(table, rng) if after else midway_match(table, rng)
    match = play_on(first, rng, check_rng, points / TYPICAL_POINTS.get(table[0], 100), at)
    for check in after:
        check(match, check_rng)


def play_on(
    first: AnyMatch, rng: Random, check_rng: Random, share: float, checks: Sequence[PointCheck]
) -> AnyMatch:
    """Play to the end, with checks at this share of the points."""
    met: dict[Any, None] = {}
    match = first
    for match in walk(first, rng):
        chance = check_rng.random()
        if chance >= share * 3:
            continue
        waiting = deciding(match)
        # Joint decisions are rare in some games, so they are checked more often.
        if chance < share * (3 if len(waiting) > 1 else 1):
            met.update((entry.move, None) for entry in match.log if isinstance(entry, Commit))
            for _, menu in waiting:
                met.update(dict.fromkeys(menu))
            for check in checks:
                check(match, list(met), check_rng)
    return match


TYPICAL_POINTS = {"mark": 300, "qwixx": 450, "enough": 400}
"""Roughly how many inputs a game has, counting joint ones three times, to spread the checks over it."""


def sample(items: Sequence[T], most: int, rng: Random) -> list[T]:
    """A random sample of at most this many items."""
    return rng.sample(items, min(most, len(items)))


# Point checks.


def menus_are_exact(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """A menu lists each legal move once and knows its size; every move on it is accepted."""
    rules = match.rules
    for seat, menu in deciding(match):
        moves = list(menu)
        assert moves, "an empty menu"
        assert len(menu) == len(moves)
        assert len(set(moves)) == len(moves)
        notations = [rules.format_move(move) for move in moves]
        assert len(set(notations)) == len(moves), "two moves share a notation"
        for move, notation in zip(moves, notations, strict=True):
            assert move in menu
            assert rules.parse_move(notation) == move
        for move in sample(moves, 12, rng):
            _check_accepted(match, seat, move)


def outlines_lead_to_every_move(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """The outline is the whole menu, or every other move is one of its moves with parts added one by one."""
    for _, menu in deciding(match):
        outline, moves = menu.outline(), list(menu)
        if outline.is_whole:
            assert list(outline.moves) == moves
            continue
        reached, newest = set(outline.moves), outline.moves
        assert reached < set(moves)
        while newest:
            newest = tuple({longer for move in newest for longer in menu.extending(move)} - reached)
            reached.update(newest)
        assert reached == set(moves)


def _check_accepted(match: AnyMatch, seat: Seat, move: Any) -> None:
    after = match.commit(seat, move, point=match.point)
    assert after.log == (*match.log, Commit(seat, move))
    is_last = len(deciding(match)) == 1
    assert after.point == match.point + is_last
    if not is_last:
        assert after.sealed == {**match.sealed, seat: move}
        assert after.state is match.state
        assert after.commit(seat, move, point=match.point) is after


def other_moves_are_refused(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """Moves that are not on the menu are refused with a reason in every language, and change nothing."""
    before = repr((match.state, match.sealed))
    for seat, menu in sample(deciding(match), 1, rng):
        for move in sample(met, 8, rng):
            _check_refused(match, seat, menu, move)
        for notation in _mistyped(match.rules.format_move(rng.choice(list(menu))), rng):
            try:
                move = match.rules.parse_move(notation)
            except BadNotation as error:
                check_sentences(error)
                continue
            canonical = match.rules.format_move(move)
            assert match.rules.parse_move(canonical) == move
            _check_refused(match, seat, menu, move)
    assert repr((match.state, match.sealed)) == before


def _check_refused(match: AnyMatch, seat: Seat, menu: Any, move: Any) -> None:
    is_listed = move in list(menu)
    assert (move in menu) == is_listed
    if not is_listed:
        refusal(IllegalMove, match.commit, seat, move, point=match.point)


def other_values_are_refused(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """A value that is not a move of the game is refused as such, even the notation of a legal move."""
    for seat, menu in sample(deciding(match), 1, rng):
        move = rng.choice(list(menu))
        values = (match.rules.format_move(move), None, type(move), (move,), seat, Commit(seat, move))
        refusal(BadMove, match.commit, seat, rng.choice(values), point=match.point)


def _mistyped(notation: str, rng: Random) -> list[str]:
    """Notations with a typing error: a character lost, doubled, changed or swapped."""
    at = rng.randrange(len(notation))
    other = rng.choice("abcdeghiklnrsty0123456789+-@: ")
    return [
        notation[:at] + notation[at + 1 :],
        notation[:at] + notation[at] + notation[at:],
        notation[:at] + other + notation[at + 1 :],
        notation[:at] + notation[at : at + 2][::-1] + notation[at + 2 :],
    ]


def wrong_turns_are_refused(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """A seat with nothing to decide, a choice for another point, and fate out of turn are refused."""
    move = rng.choice(met) if met else None
    menus = getattr(match.pending, "menus", {})
    for seat in sample([*all_seats(match.seats), Seat(-1), Seat(match.seats), Seat(99)], 3, rng):
        if seat not in menus:
            refusal(NotYourDecision, match.commit, seat, move, point=match.point)
        if seat not in match.sealed:
            refusal(NotYourDecision, match.take_back, seat, point=match.point)
        for point in (match.point - 1, match.point + 1):
            refusal(StaleDecision, match.commit, seat, move, point=point)
            refusal(StaleDecision, match.take_back, seat, point=point)
    if not isinstance(match.pending, Chance):
        refusal(NotYourDecision, match.fate, None)


def seen_round_trips(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """The bytes sent to a viewer can be decoded, and encode to the same bytes again."""
    viewer = rng.choice(viewers(match))
    seen = match.seen_by(viewer)
    sent = json.dumps(encode_seen(match.rules, seen))
    back = decode_seen(match.rules, codec.parse_json(sent))
    assert back.view == seen.view
    assert (back.viewer, back.point, back.sealed) == (viewer, match.point, seen.sealed)
    assert (back.waiting, back.over) == (seen.waiting, seen.over)
    assert list(back.menu or ()) == list(seen.menu or ())
    assert json.dumps(encode_seen(match.rules, back)) == sent


def effects_round_trip(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """The effect of every legal move can be computed from the view alone, encoded and decoded."""
    for seat, menu in sample(deciding(match), 1, rng):
        view = match.rules.view(match.state, seat)
        moves = list(menu)
        for move in sample(moves, 12, rng):
            effect = match.rules.effect(view, move)
            sent = json.dumps(codec.encode(match.rules.EFFECT, effect))
            assert codec.decode(match.rules.EFFECT, codec.parse_json(sent), "effect") == effect


def odds_are_complete(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """Where fate acts, the odds add up to 1 and list each outcome once; a drawn outcome is among them."""
    if not isinstance(match.pending, Chance):
        return
    odds = match.rules.odds(match.state)
    listed = list(islice(odds, 200))
    for many, share in ((200, 0.05), (6**5 + 1, 0.1)):  # Long lists at only a few points.
        if len(listed) == many and rng.random() > share:
            return
        listed += islice(odds, 6**5 + 1 - 200) if many == 200 else odds
    chances = Counter(chance for _, chance in listed)
    assert sum(chance * count for chance, count in chances.items()) == 1
    assert min(chances) > 0
    outcomes = {outcome for outcome, _ in listed}
    assert len(outcomes) == len(listed)
    assert match.rules.draw(match.state, RandomSource(rng)) in outcomes
    for outcome, _ in sample(listed, 3, rng):
        assert match.fate(outcome).point == match.point + 1
        sent = json.dumps(codec.encode(match.rules.OUTCOME, outcome))
        assert codec.decode(match.rules.OUTCOME, codec.parse_json(sent), "fate") == outcome


def order_is_irrelevant(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """The same choices in another order, some after a choice that was taken back, give the same state."""
    choices = {seat: rng.choice(list(menu)) for seat, menu in deciding(match)}
    if len(choices) < 2:
        return
    one = _committed(match, choices, list(choices), rng, take_backs=0.0)
    other = _committed(match, choices, rng.sample(list(choices), len(choices)), rng, take_backs=0.3)
    assert (one.point, one.state) == (match.point + 1, other.state)
    assert (one.point, one.sealed) == (other.point, other.sealed)
    for viewer in viewers(match):
        assert one.seen_by(viewer).view == other.seen_by(viewer).view


def _committed(
    match: AnyMatch, choices: dict[Seat, Any], order: list[Seat], rng: Random, take_backs: float
) -> AnyMatch:
    """The match after these choices in this order, some of them after another one was taken back."""
    point, menus = match.point, dict(deciding(match))
    for seat in order:
        if rng.random() < take_backs and seat != order[-1]:
            other = rng.choice(list(menus[seat]))
            match = match.commit(seat, other, point=point).take_back(seat, point=point)
        match = match.commit(seat, choices[seat], point=point)
    return match


def sent(match: AnyMatch, viewer: Viewer) -> bytes:
    """The bytes that are sent to a viewer."""
    return json.dumps(encode_seen(match.rules, match.seen_by(viewer))).encode()


def redealt(match: AnyMatch, viewer: Viewer, rng: Random) -> AnyMatch:
    """The same match after redealing everything that this viewer does not see."""
    state = match.rules.redeal(match.state, viewer, RandomSource(rng))
    return replace(match, state=state, pending=match.rules.pending(state))


def hidden_parts_are_not_seen(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """Redealing what a viewer does not know does not change the bytes that the viewer is sent."""
    for viewer in sample(viewers(match), 2, rng):
        other = redealt(match, viewer, rng)
        assert other.rules.view(other.state, viewer) == match.rules.view(match.state, viewer)
        assert sent(other, viewer) == sent(match, viewer)


def sealed_choices_are_not_seen(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """The move that a seat seals, or seals again, does not change the bytes that the others are sent."""
    waiting = [(seat, moves) for seat, menu in deciding(match) if len(moves := list(menu)) > 1]
    if len(deciding(match)) < 2 or not waiting:
        return
    seat, moves = rng.choice(waiting)
    one, other = rng.sample(moves, 2)
    first = match.commit(seat, one, point=match.point)
    second = match.commit(seat, other, point=match.point)
    back = first.take_back(seat, point=match.point)
    again = back.commit(seat, other, point=match.point)
    for viewer in sample(viewers(match), 3, rng):
        if viewer != seat:
            assert sent(first, viewer) == sent(second, viewer) == sent(again, viewer)
            assert sent(back, viewer) == sent(match, viewer)
    assert first.seen_by(seat).sealed == one
    assert second.seen_by(seat).sealed == again.seen_by(seat).sealed == other


COPIED_SHARE = 0.05
"""The share of points at which a match is copied."""


def copies_are_equal(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """A pickled or copied match equals the original, and continues the same."""
    if rng.random() > COPIED_SHARE:  # Copying takes time proportional to the log.
        return
    for other in (pickle.loads(pickle.dumps(match)), deepcopy(match)):
        assert (other, other.pending, repr(other)) == (match, match.pending, repr(match))
        for seat, menu in sample(deciding(match), 1, rng):
            move = rng.choice(list(menu))
            assert other.commit(seat, move, point=match.point) == match.commit(seat, move, point=match.point)


def pieces_are_conserved(match: AnyMatch, met: Sequence[Any], rng: Random) -> None:
    """Cards, tokens, crosses and points agree with an independent count."""
    check_table(match)


POINT_CHECKS = (
    pieces_are_conserved,
    menus_are_exact,
    outlines_lead_to_every_move,
    other_moves_are_refused,
    other_values_are_refused,
    wrong_turns_are_refused,
    copies_are_equal,
    seen_round_trips,
    effects_round_trip,
    odds_are_complete,
    order_is_irrelevant,
    hidden_parts_are_not_seen,
    sealed_choices_are_not_seen,
)


# Game checks.


def result_is_valid(match: AnyMatch, rng: Random) -> None:
    """Every seat has a score, the winners have the highest, and the reason has a text in every language."""
    over = match.pending
    assert isinstance(over, Over)
    assert len(over.scores) == match.seats
    assert over.winners
    assert set(over.winners) <= set(all_seats(match.seats))
    assert len(set(over.winners)) == len(over.winners)
    assert {over.scores[winner] for winner in over.winners} == {max(over.scores)}
    for language in LANGUAGES:
        assert catalogue(language)(over.reason)


def record_replays(match: AnyMatch, rng: Random) -> None:
    """The record of a match, read from bytes, replays to the same match and encodes to the same bytes."""
    whole: Record = record(match)
    data = encode_record(match.rules, whole)
    loaded, replayed = closecall.load(data)
    assert (loaded, replayed) == (whole, match)
    assert encode_record(match.rules, loaded) == data


GAME_CHECKS = (result_is_valid, record_replays)
