"""The levels of Close Enough: legal, honest, reproducible, each better than the next."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from closecall.bots import compiled_play
from closecall.bots.enough.arena import play_tables, players_named
from closecall.bots.enough.belief import SHAPE, Belief, bucket_of, deal, gather, improve
from closecall.bots.enough.level_values import STAYERS, THRESHOLD_LEVELS, read_values, scale_of
from closecall.bots.enough.levels import LevelBot
from closecall.bots.enough.lots import list_best_totals
from closecall.bots.enough.search import drop_hopeless, search_move, win_chance
from closecall.bots.enough.search_effort import EXPERT
from closecall.bots.enough.threshold import expected_distance, threshold_move
from closecall.bots.enough.threshold_names import NAMES
from closecall.bots.enough.trained_values import expert_with, level_row, new_expert
from closecall.core.errors import BadOptions
from closecall.core.fate import RandomSource
from closecall.core.record import AnyMatch
from closecall.core.rules import Decision, Seat
from closecall.games.enough.state import Options
from closecall.games.enough.view import redeal
from closecall.kernels.counter_rng import begin
from closecall.kernels.enough import kernel
from closecall.kernels.enough.array_layout import (
    DECK,
    DECK_SIZE,
    DECLARE,
    ENDED,
    FACE_UP,
    FREE,
    HAND,
    HELD,
    KINDS,
    KNOWN,
    PHASE,
    SEATS,
    STARS,
    TARGET,
    TARGET_KINDS,
    TOTALLING,
    TURN,
)
from closecall.kernels.enough.array_layout import TOTAL as FIRST_TOTAL
from closecall.kernels.enough.table_access import distance_of, is_full, player_at
from closecall.training.enough_evolution import START, TrainingPlan, tune
from closecall.training.enough_trainer import make_values, train
from closecall.training.progress import Report
from support.random_games import midway_match, walk

THRESHOLD_BOTS = {name: LevelBot(name) for name in THRESHOLD_LEVELS}
QUICK = EXPERT._replace(playouts=60, burn_in=10, exchanges=4)
HELD_OUT = 1 << 41


def positions(games: int, *, every: int = 7) -> Iterator[tuple[AnyMatch, Seat]]:
    """Decisions of random games: any kit, both variants, all numbers of seats."""
    for n in range(games):
        rng = Random(f"strong enough {n}")
        for step, match in enumerate(walk(midway_match(("enough", 3 + n % 3), rng), rng)):
            if isinstance(match.pending, Decision) and (step + n) % every == 0:
                for seat in match.pending.menus:
                    if seat not in match.sealed:
                        yield match, seat


def numbers(seed: int) -> NDArray[np.uint64]:
    """Random numbers for a compiled player."""
    chances = np.zeros(2, np.uint64)
    begin(chances, seed, 0)
    return chances


def test_all_levels_choose_from_their_menus() -> None:
    """In all phases, with any kit and variant."""
    phases = set()
    for n, (match, seat) in enumerate(positions(12, every=5)):
        seen = match.seen_by(seat)
        phases.add(seen.view.phase)
        assert seen.menu is not None
        for name, bot in THRESHOLD_BOTS.items():
            assert bot.choose(seen, Random(n)) in seen.menu, (name, seen.view)
        if n % 3 == 0:
            assert LevelBot("expert", QUICK).choose(seen, Random(n)) in seen.menu, seen.view
    usual = {"Turn", "GiveUp", "Declare", "NewFaceUp", "EndOfTurn", "BackingOut", "Totalling"}
    assert phases == {*usual, "Showing"}


def test_thresholds_look_at_nothing_hidden() -> None:
    """The expected distance treats all unseen cards alike, in the deck or in other hands."""
    room, compared = np.zeros(16, np.int64), 0
    for n, (match, seat) in enumerate(positions(9, every=5)):
        state = match.state
        tables = [kernel.state_of(state), kernel.state_of(redeal(state, seat, RandomSource(Random(n))))]
        row = level_row("easy", int(tables[0][SEATS]), scale_of(state.kit.cards))
        one, other = (threshold_move(table, seat, numbers(n), row, room) for table in tables)
        assert one == other
        if tables[0][PHASE] in (TURN, DECLARE) and is_full(tables[0], seat):
            distances = [expected_distance(table, seat, row) for table in tables]
            assert distances[0] == pytest.approx(distances[1])
            compared += not np.array_equal(tables[0], tables[1])
    assert compared > 30


def test_a_view_gives_the_same_move_as_the_table() -> None:
    """`choose` makes the same move from a view as the arena from the whole table."""
    for n, (match, seat) in enumerate(positions(6, every=29)):
        seen, key = match.seen_by(seat), Random(n).getrandbits(62)
        table = kernel.state_of(match.state)
        searcher = new_expert(int(table[SEATS]), scale_of(match.state.kit.cards), QUICK)
        move = search_move(table, seat, numbers(key), searcher)
        assert LevelBot("expert", QUICK).choose(seen, Random(n)) == kernel.to_move(
            move, kernel.hand_of(table, seat)
        )


def test_the_same_seed_is_the_same_game() -> None:
    """Another seed gives another game."""
    bots, start = ("expert", "hard", "medium", "easy"), kernel.new_state(4)
    one, same, other = (kernel.new_results(3, 4) for _ in range(3))
    for results, seed in ((one, 5), (same, 5), (other, 6)):
        play_tables(seed, 0, start, players_named(bots, start, QUICK), results)
    assert np.array_equal(one.scores, same.scores)
    assert not np.array_equal(one.scores, other.scores)
    later = kernel.new_results(1, 4)
    play_tables(5, 2, start, players_named(bots, start, QUICK), later)
    assert np.array_equal(one.scores[2:], later.scores)


def test_compiled_play_is_offered_to_simulations() -> None:
    """For tables of compiled bots only."""
    assert compiled_play("enough", ("hard", "outside", "easy")) is None
    play, results = compiled_play("enough", ("hard", "greedy", "random")), kernel.new_results(60, 3)
    assert play is not None
    play(1, 0, kernel.new_state(3), results)
    assert results.won[:, 0].sum() > results.won[:, 2].sum()


def test_deals_fit_the_view() -> None:
    """A chain of deals keeps all cards and targets, and everything the viewer knows."""
    for n, (match, seat) in enumerate(positions(6, every=31)):
        table = kernel.state_of(match.state)
        guess, hidden, seats = table.copy(), np.zeros((5, 3), np.int64), int(table[SEATS])
        gather(guess, seat, hidden)
        deal(guess, seat, numbers(n), hidden)
        odds = np.random.default_rng(n).uniform(0.1, 3.0, SHAPE)
        improve(guess, seat, numbers(n + 1), Belief(odds, hidden, 1.0), 20)
        kinds, targets = int(table[KINDS]), int(table[TARGET_KINDS])
        assert np.array_equal(_all_cards(guess, seats, kinds), _all_cards(table, seats, kinds))
        assert np.array_equal(_all_targets(guess, seats, targets), _all_targets(table, seats, targets))
        assert (guess[DECK : DECK + kinds] >= 0).all()
        assert guess[DECK : DECK + kinds].sum() == guess[DECK_SIZE] == table[DECK_SIZE]
        own = slice(player_at(seat), player_at(seat) + HELD)
        assert np.array_equal(guess[own], table[own])
        for other in range(seats):
            hand = guess[player_at(other) + HAND : player_at(other) + HAND + 3].tolist()
            assert [card for card in hand if card >= 0] == sorted(card for card in hand if card >= 0)
            known = table[player_at(other) + KNOWN : player_at(other) + KNOWN + 2].tolist()
            for card in known:
                assert card < 0 or hand.count(card) >= known.count(card)


def _all_cards(table: kernel.Table, seats: int, kinds: int) -> NDArray[np.int64]:
    counts = table[DECK : DECK + kinds].copy()
    for seat in range(seats):
        for card in table[player_at(seat) + FACE_UP : player_at(seat) + HAND + 3]:
            if card >= 0:
                counts[card] += 1
    return counts


def _all_targets(table: kernel.Table, seats: int, targets: int) -> NDArray[np.int64]:
    counts = table[FREE : FREE + targets].copy()
    for seat in range(seats):
        if table[player_at(seat) + TARGET] >= 0:
            counts[table[player_at(seat) + TARGET]] += 1
    return counts


def test_likely_lots_come_as_often_as_their_odds_say() -> None:
    """A lot with three times the odds comes three times as often as by chance."""
    match, seat = next(
        (match, seat)
        for match, seat in positions(30, every=1)
        if match.state.phase.__class__.__name__ == "Turn"
        and match.state.turns >= 2 * len(match.state.players)
        and all(len(player.known) == 0 for player in match.state.players)
        and len(set(match.state.kit.cards)) > 5
    )
    table = kernel.state_of(match.state)
    other = (seat + 1) % int(table[SEATS])
    rates = []
    for near in (1.0, 3.0):
        odds = np.ones(SHAPE)
        odds[..., :3] = near
        rates.append(_nearness(table, seat, other, odds))
    chance, likely = rates
    assert 0.02 < chance < 0.9
    assert likely / (1 - likely) == pytest.approx(3 * chance / (1 - chance), rel=0.25)


def _nearness(table: kernel.Table, seat: int, other: int, odds: NDArray[np.float64]) -> float:
    """How often an opponent is near in a chain of deals."""
    guess, hidden, chances, near = table.copy(), np.zeros((5, 3), np.int64), numbers(3), 0
    gather(guess, seat, hidden)
    deal(guess, seat, chances, hidden)
    player = player_at(other)
    for _ in range(4000):
        improve(guess, seat, chances, Belief(odds, hidden, 1.0), 4)
        one, two = int(guess[player + HAND]), int(guess[player + HAND + 1])
        near += bucket_of(guess, other, (int(guess[player + TARGET]), one, two), 1.0) < 3
    return near / 4000


def test_the_best_totals_are_the_best_of_the_menu() -> None:
    """For each number of tokens there is no closer total on the menu."""
    moves, room, met = np.zeros(kernel.MOVES, np.int64), np.zeros(16, np.int64), 0
    for match, seat in positions(40, every=1):
        table = kernel.state_of(match.state)
        if table[PHASE] != TOTALLING:
            continue
        met += 1
        uses = moves[: kernel.list_moves(table, seat, moves)] - FIRST_TOTAL
        spent = [(use % 26 > 0) + (use // 26 % 26 > 0) + (use // 676 > 0) for use in uses.tolist()]
        far = [distance_of(table, seat, int(use)) for use in uses.tolist()]
        closest = [min(d for d, s in zip(far, spent, strict=True) if s <= most) for most in range(4)]
        count = list_best_totals(table, seat, room)
        assert sorted(set(closest), reverse=True) == [int(distance) for distance in room[4 : 4 + count]]
        assert all(room[n] - FIRST_TOTAL in uses for n in range(count))
    assert met > 5


def test_a_won_game_is_worth_everything() -> None:
    """Half of it if two have won; before the end all chances add up to 1."""
    state, worths = kernel.new_state(3), new_expert(3).worths
    state[PHASE] = TURN
    assert sum(win_chance(state, seat, worths) for seat in range(3)) == pytest.approx(1.0)
    state[player_at(0) + STARS] = 5
    assert win_chance(state, 0, worths) > 1 / 3 > win_chance(state, 1, worths)
    state[player_at(1) + STARS] = state[player_at(2) + STARS] = 8
    state[PHASE] = ENDED
    assert [win_chance(state, seat, worths) for seat in range(3)] == [0.0, 0.5, 0.5]


def share(bots: tuple[str, ...], games: int, *, advanced: bool = False, playouts: int = 100) -> float:
    """Times the fair share that the first of these bots wins."""
    results = kernel.new_results(games, len(bots))
    start = kernel.new_state(len(bots), Options(advanced=advanced))
    effort = EXPERT._replace(playouts=playouts)
    play_tables(HELD_OUT, 0, start, players_named(bots, start, effort, is_rotating=True), results)
    won = results.won / results.won.sum(axis=1, keepdims=True)
    return float(won[:, 0].mean()) * len(bots)


def test_each_level_is_better_than_the_next() -> None:
    """With wide margins: the real figures are in docs/strength.md."""
    assert share(("hard", "medium", "medium", "medium"), 2000) > 1.15
    assert share(("medium", "easy", "easy", "easy"), 2000) > 1.3
    assert share(("easy", "random", "random"), 1000) > 1.5


@pytest.mark.long
def test_the_expert_is_better_than_the_hard_bot() -> None:
    """With and without backing out; docs/strength.md has the figures."""
    for seats, advanced, least in ((3, False, 1.1), (5, True, 1.2)):
        bots = ("expert", *("hard",) * (seats - 1))
        assert share(bots, 90, advanced=advanced, playouts=150) > least


def test_a_killed_run_continues(tmp_path: Path) -> None:
    """Tuning depends on its plan only, and a folder belongs to one plan."""
    plan, told = TrainingPlan(seed=3, generations=6, seats=3, games=3), list[Report]()
    whole = tune(plan, tmp_path / "whole", told.append)
    assert len(told) == len((tmp_path / "whole" / "curve.jsonl").read_text().splitlines()) == 2
    kept = json.loads((tmp_path / "whole" / "checkpoint.json").read_text())
    (tmp_path / "killed").mkdir()
    killed = json.dumps(kept | {"history": kept["history"][:4]})
    (tmp_path / "killed" / "checkpoint.json").write_text(killed)
    assert tune(plan, tmp_path / "killed", told.append) == whole
    assert whole != START
    with pytest.raises(BadOptions):
        tune(replace(plan, seed=4), tmp_path / "whole", told.append)


def test_values_are_made_from_tuned_thresholds(tmp_path: Path) -> None:
    """As the shipped values were made: callers are likely to be close."""
    tune(TrainingPlan(seed=3, generations=4, seats=4, games=2), tmp_path / "4", lambda _: None)
    make_values({4: tmp_path / "4"}, tmp_path / "values", seed=1, games=300)
    kept = json.loads((tmp_path / "values" / "thresholds.json").read_text())
    assert set(kept["tuned"]["4"]) == set(NAMES)
    assert len(kept["models"]["4"]) == 4
    with np.load(tmp_path / "values" / "knowledge.npz") as arrays:
        odds, worths = arrays["odds4"], arrays["worths4"]
    assert odds.shape == SHAPE
    assert odds[7, 0, 0, 0] > 2
    assert odds[7, 0, 0, 10] < 0.5
    assert worths[7] > worths[4] > worths[0] == 0


def test_the_same_seed_finds_the_same_values(tmp_path: Path) -> None:
    """One command writes the same bytes again, also after an interruption."""
    told = list[Report]()
    train(1, 3, tmp_path / "one", told.append, seats=(3,))
    evaluated = json.loads((tmp_path / "one" / "evaluation.jsonl").read_text())
    assert told[-1].facts["seats"] == evaluated["seats"] == 3
    tune(TrainingPlan(seed=3, generations=1, seats=3), tmp_path / "other" / "3", lambda _: None)
    train(1, 3, tmp_path / "other", told.append, seats=(3,))
    for name in ("thresholds.json", "knowledge.npz", "evaluation.jsonl"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes(), name
    values = read_values(tmp_path / "one")
    assert set(values.thresholds["tuned"]) == {"3"}
    assert expert_with(values, 3).playout.models.shape[0] == 1 + 4 + STAYERS


def test_hopeless_moves_are_dropped() -> None:
    """A losing move is dropped early; the best one never."""
    searcher = new_expert(3)
    searcher.sums[:3], searcher.squares[:3, :3] = (40.0, 39.0, 5.0), 4.0
    assert drop_hopeless(searcher, 3) == 2
    assert searcher.sums[:3].tolist() == [40.0, 39.0, -1.0]
    searcher.squares[1, 0] = 0.01
    assert drop_hopeless(searcher, 3) == 1
    assert searcher.sums[:3].tolist() == [40.0, -1.0, -1.0]
