"""The levels of Close to the Mark!: exact where they claim to be, legal, ordered by strength."""

from array import array
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from closecall.bots import find_bot
from closecall.bots.mark import levels
from closecall.bots.mark.arena import play_tables, seated
from closecall.bots.mark.choice import EXPERT, ColourPlayer, choose_entry, new_scratch
from closecall.bots.mark.lookahead import DEEPEST, Endgame, best_by_die, mean_best, mean_to_end, new_sorting
from closecall.bots.mark.net import Net, PreparedNet, evaluate_entries, new_net_scratch, sheet_value
from closecall.bots.mark.net_file import KINDS, MIRRORED, Weights, all_files, turned_weights
from closecall.bots.mark.net_values import (
    Values,
    expected_points,
    player_for,
    read_values,
    shapes,
    write_values,
)
from closecall.bots.mark.pattern import RANKS, pattern_of, symmetries, turned_pattern
from closecall.bots.mark.sheet import Floats, Ranks, count_crosses, gain
from closecall.core.errors import BadOptions
from closecall.core.match import Match
from closecall.core.rules import Seat
from closecall.games import mark
from closecall.games.mark.layout import COLOURS, Colour, Layout, colours_of, default_layout
from closecall.games.mark.moves import EntryMenu
from closecall.games.mark.scoring import score
from closecall.games.mark.state import Options, Roll
from closecall.kernels.mark import kernel
from closecall.training.mark_gradient import add_gradients, new_net
from closecall.training.mark_self_play import SelfPlay
from closecall.training.mark_trainer import TrainingPlan, default_pattern, play_batch, train
from closecall.training.progress import Report
from closecall.training.training_runs import HELD_OUT
from support.mark import A, B, MarkMatch
from support.random_games import OPTIONS

LEVELS: dict[int, Any] = {n: find_bot(name, "mark") for n, name in enumerate(levels.LEVELS)}
CUSTOM = Layout("custom", ("KKKKK", "BBBBB", "GGGGG", "YYYYY", "RRRRR"))
DICE = list(product(range(1, 7), repeat=5))


def orders(layout: Layout) -> tuple[int, ...]:
    """The colour of every circle by its number."""
    return tuple(colour.order for colour in colours_of(layout))


def random_sheet(rng: Random, empty: int) -> Ranks:
    """A random sheet with this many empty circles and similar numbers."""
    sheet = np.array([max(1, min(11, round(rng.gauss(6, 3)))) for _ in range(25)], np.int8)
    sheet[rng.sample(range(25), empty)] = 0
    return sheet


def numbers_of(sheet: Ranks) -> tuple[int, ...]:
    """The numbers of ranks, as the rules have them."""
    return tuple(int(rank) + 1 if rank else 0 for rank in sheet)


def one_net(player: ColourPlayer) -> PreparedNet:
    """The first net of a player."""
    return PreparedNet(Net(*[array[0] for array in player.nets.net]), player.nets.spread[0])


def values_of(prepared: PreparedNet, player: ColourPlayer, sheet: Ranks) -> Floats:
    """The value of every entry."""
    scratch = new_net_scratch()
    evaluate_entries(prepared, player.pattern, sheet, scratch)
    return scratch.entry_values.copy()


def matches(seats: int, layout: Layout, rng: Random) -> Iterator[MarkMatch]:
    """The states of a random game after each roll."""
    match: MarkMatch = Match.start(mark, seats, Options(layout=layout))
    if seats > 1:
        match = match.fate(mark.Lot(match.state.may_start[0]))
    for colour in rng.sample(COLOURS, seats):
        chooser = next(iter(match.pending.menus))  # type: ignore[union-attr]
        match = match.commit(chooser, mark.Choose(colour), point=match.point)
    for _ in range(25):
        match = match.fate(Roll(tuple(rng.randint(1, 6) for _ in range(5))))  # type: ignore[arg-type]
        yield match
        menus, point = match.pending.menus, match.point  # type: ignore[union-attr]
        for seat, menu in menus.items():
            match = match.commit(seat, rng.choice(list(menu)), point=point)


# The sheet.


def test_gains_add_up_to_the_score() -> None:
    """M6, M8, M9: the points of all entries of a game are the score of the full sheet."""
    rng, crosses = Random(1), np.zeros(10, np.int64)
    for _ in range(40):
        full, total = random_sheet(rng, 0), 0
        sheet = np.zeros(25, np.int8)
        for circle in rng.sample(range(25), 25):
            count_crosses(sheet, crosses)
            total += gain(sheet, crosses, circle, full[circle])
            sheet[circle] = full[circle]
        assert total == score(numbers_of(full)).total


def test_the_default_layout_is_two_games() -> None:
    """Turned and with other names, four of the five colours are the same game."""
    layout = orders(default_layout())
    games = {frozenset(pattern_of([layout[n] for n in way], own) for way in symmetries()) for own in range(5)}
    assert len(games) == 2
    assert {len(values.pattern) for values in all_files()} == {0, 25}
    assert all(any(default_pattern(own) in game for game in games) for own in range(5))


# The net.


@pytest.mark.parametrize("own", [0, 1, 3])
def test_entries_have_the_values_of_their_sheets(own: int) -> None:
    """Evaluating all entries at once equals evaluating each resulting sheet and adding its points."""
    player, rng, scratch = player_for(orders(default_layout()), own), Random(own), new_net_scratch()
    prepared, crosses = one_net(player), np.zeros(10, np.int64)
    for empty in (25, 13, 4, 2, 1):
        sheet = random_sheet(rng, empty)
        entry_values = values_of(prepared, player, sheet)
        count_crosses(sheet, crosses)
        for circle in np.flatnonzero(sheet == 0).tolist():
            for rank in range(1, RANKS):
                now = gain(sheet, crosses, circle, rank)
                sheet[circle] = rank
                later = sheet_value(prepared.net, player.pattern, sheet, scratch)
                sheet[circle] = 0
                assert entry_values[circle, rank] == pytest.approx(now + later, abs=2e-3)


def test_mirrored_numbers_are_worth_the_same() -> None:
    """Replacing v by 14 − v changes no value of a net."""
    rng, scratch = Random(2), new_net_scratch()
    for own in range(5):
        player = player_for(orders(default_layout()), own)
        for empty in (20, 10, 3):
            sheet = random_sheet(rng, empty)
            mirrored = np.array(MIRRORED, np.int8)[sheet]
            net = one_net(player).net
            first, second = (sheet_value(net, player.pattern, one, scratch) for one in (sheet, mirrored))
            assert first == pytest.approx(second, abs=2e-3)
            assert first != pytest.approx(
                sheet_value(net, player.pattern, np.roll(sheet, 1), scratch), abs=2e-3
            )


def test_a_turned_net_says_the_same_of_a_turned_sheet() -> None:
    """For every symmetry and pattern."""
    rng, scratch = Random(3), new_net_scratch()
    net = new_net(3, 0)
    net.units[:] = np.linspace(-0.3, 0.3, len(net.units))
    net.colours[:] = np.linspace(-1, 1, net.colours.size).reshape(net.colours.shape)
    weights = Weights(*[array("f", numbers.reshape(-1).tolist()) for numbers in net])
    for way in symmetries():
        pattern, sheet = pattern_of([n % 5 for n in rng.sample(range(25), 25)], 0), random_sheet(rng, 9)
        turned = np.array(turned_pattern(pattern, way), np.int8)
        expected = sheet_value(net, turned, sheet[list(way)], scratch)
        found = [np.array(flat, np.float32) for flat in turned_weights(weights, way, pattern)]
        same = Net(*[flat.reshape(shape) for flat, shape in zip(found, shapes(0), strict=True)])
        assert sheet_value(same, np.array(pattern, np.int8), sheet, scratch) == pytest.approx(
            expected, abs=2e-3
        )


def test_values_are_small_and_come_back(tmp_path: Path) -> None:
    """Values survive a file up to rounding; all files together are below two megabytes."""
    for kinds in (0, KINDS):
        pattern = np.array(() if kinds else default_pattern(0), np.int8)
        net = new_net(5, kinds)
        write_values(tmp_path / "values.npz", Values(net, pattern, 91.5))
        back = read_values(tmp_path / "values.npz")
        assert (back.mean, back.pattern.tolist()) == (91.5, pattern.tolist())
        for was, now in zip(net, back.net, strict=True):
            assert was.shape == now.shape
            assert np.abs(was - now).max() <= 0.006
    folder = Path(levels.__file__).parent / "values"
    assert sum(file.stat().st_size for file in folder.iterdir()) <= 2_000_000


# Exact expectations.


@pytest.mark.parametrize(("empty", "layout"), [(9, default_layout()), (3, default_layout()), (5, CUSTOM)])
def test_the_mean_of_the_best_is_that_of_all_rolls(empty: int, layout: Layout) -> None:
    """M5: compared with all 7,776 rolls and the menus of the rules."""
    own, sheet = Colour.GREEN, random_sheet(Random(empty), empty)
    player = player_for(orders(layout), own.order)
    entry_values, best = values_of(one_net(player), player, sheet), np.empty((5, RANKS), np.float32)
    best_by_die(player.pattern, sheet, entry_values, best)
    menu = [
        (entry.circle, entry.die.order) for entry in EntryMenu(numbers_of(sheet), colours_of(layout), own)
    ]
    rolls = np.array(DICE)
    worths = [entry_values[circle, rolls[:, own.order] + rolls[:, die] - 1] for circle, die in menu]
    assert mean_best(best, new_sorting()) == pytest.approx(np.max(worths, axis=0).mean(), abs=1e-4)


@cache
def mean_by_the_rules(numbers: tuple[int, ...], layout: Layout, own: Colour) -> float:
    """The mean of the final total, by the readable rules over every roll."""
    if 0 not in numbers:
        return score(numbers).total
    rolls, worths = np.array(DICE), []
    for entry in EntryMenu(numbers, colours_of(layout), own):
        by_number = np.zeros(13)
        for number in range(2, 13):
            after = (*numbers[: entry.circle], number, *numbers[entry.circle + 1 :])
            by_number[number] = mean_by_the_rules(after, layout, own)
        worths.append(by_number[rolls[:, own.order] + rolls[:, entry.die.order]])
    return float(np.max(worths, axis=0).mean())


@pytest.mark.parametrize("layout", [default_layout(), CUSTOM])
@pytest.mark.parametrize("case", range(4))
def test_the_end_is_exact(case: int, layout: Layout) -> None:
    """The last two rounds, compared with the readable rules over all rolls and entries."""
    rng, own = Random(case), COLOURS[case]
    sheet = random_sheet(rng, 2)
    if case == 0:  # One circle of the own colour, one of another.
        ours = [n for n in range(25) if colours_of(layout)[n] is own]
        sheet[sheet == 0] = 6
        sheet[[ours[2], (ours[2] + 5) % 25]] = 0
    player = player_for(orders(layout), own.order)
    crosses = np.zeros(10, np.int64)
    count_crosses(sheet, crosses)
    room, best = np.empty((DEEPEST + 1, 25, RANKS), np.float32), np.empty((5, RANKS), np.float32)
    end = Endgame(player.pattern, sheet, crosses, room, best, new_sorting())
    expected = mean_by_the_rules(numbers_of(sheet), layout, own) - score(numbers_of(sheet)).total
    assert mean_to_end(end, 2) == pytest.approx(expected, abs=1e-4)


# The players.


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_legal_and_deterministic(level: int) -> None:
    """On any layout, alone or not: a legal move, and always the same for the same view."""
    rng = Random(level)
    for seats in (1, 3):
        layout = OPTIONS["mark"](seats, rng).layout
        for match in matches(seats, layout, rng):
            seat = Seat(rng.randrange(seats))
            seen = match.seen_by(seat)
            move = LEVELS[level].choose(seen, Random(1))
            assert seen.menu is not None
            assert move in seen.menu
            assert move == LEVELS[level].choose(match.seen_by(seat), Random(2))


@pytest.mark.parametrize("level", LEVELS)
def test_the_compiled_choice_is_the_one_for_a_view(level: int) -> None:
    """A table of the kernel and a view of the same state give the same entry."""
    for match in matches(2, default_layout(), Random(7)):
        state, mask = kernel.state_of(match.state), np.zeros(kernel.MOVES, np.bool_)
        for seat in (A, B):
            colour = match.state.colours[seat]
            assert colour is not None
            player = player_for(orders(match.state.layout), colour.order)
            entry = choose_entry(state, seat, player, level, new_scratch())
            kernel.menu_mask(state, seat, mask)
            assert mask[entry]
            assert kernel.to_move(entry) == LEVELS[level].choose(match.seen_by(seat), Random(1))


def test_the_best_free_colour_is_chosen() -> None:
    """M3: the free colour with the most expected points."""
    for layout in (default_layout(), CUSTOM):
        match: MarkMatch = Match.start(mark, 2, Options(layout=layout)).fate(mark.Lot(A))
        first = LEVELS[EXPERT].choose(match.seen_by(A), Random(1))
        expected = {colour: expected_points(orders(layout), colour.order) for colour in COLOURS}
        assert isinstance(first, mark.Choose)
        assert expected[first.colour] == max(expected.values())
        match = match.commit(A, first, point=match.point)
        second = LEVELS[EXPERT].choose(match.seen_by(B), Random(1))
        assert isinstance(second, mark.Choose)
        assert expected[second.colour] == max(
            points for colour, points in expected.items() if colour is not first.colour
        )


def points_of(level: str, games: int, layout: Layout, own: int) -> float:
    """The mean points of a level alone, on held-out dice."""
    start, results = kernel.new_state(1, Options(layout=layout)), kernel.new_results(games, 1)
    start[kernel.STARTER], start[kernel.COLOURS] = 0, own
    play_tables(HELD_OUT + 1, 0, start, seated((level,), start), results)
    return float(results.scores.mean())


def test_levels_are_ordered() -> None:
    """Each level is clearly better than the one before it, on the same dice."""
    means = [points_of(level, 150, default_layout(), 1) for level in ("easy", "medium", "hard", "expert")]
    assert 60 < means[0] < means[1] - 8 < means[2] - 12 < means[3] - 13


def test_the_expert_knows_layouts_it_has_not_seen() -> None:
    """On a layout in stripes, which no net was made for."""
    assert points_of("expert", 60, CUSTOM, 2) > 84


# Training.


def test_gradients_are_those_of_the_error() -> None:
    """Compared with small changes of the weights."""
    net, pattern = new_net(1, 0), np.array(default_pattern(0), np.int8)
    lesson, _ = play_batch(net, [pattern], 1, SelfPlay(1, 0, 0.5, 0.2))
    lesson.targets[:] = (
        3.0 * np.arange(25, 0, -1) + np.arange(25) % 4
    )  # Small errors have more exact squares.
    order, slopes = np.arange(25), Net(*[np.zeros_like(weights) for weights in net])
    add_gradients(net, lesson, order, slopes)
    unused = Net(*[np.zeros_like(weights) for weights in net])
    for name, weights, slope in zip(Net._fields, net, slopes, strict=True):
        place = np.unravel_index(np.argmax(np.abs(slope)), slope.shape)
        before, change = weights[place], np.float32(4e-3)
        halves = []
        for at in (before + change, before - change):
            weights[place] = at
            halves.append(add_gradients(net, lesson, order, unused) / 2 / 64)
        weights[place] = before
        scale = 1 / 8 if name == "base" else 1
        assert (halves[0] - halves[1]) / (2 * change) == pytest.approx(slope[place] * scale, rel=0.05)


class Killed(Exception):
    """The run is interrupted."""


@pytest.mark.parametrize("pattern", [default_pattern(1), None])
def test_a_killed_run_continues(pattern: tuple[int, ...] | None, tmp_path: Path) -> None:
    """Killed between two checkpoints, a run ends with the same values and curve."""
    plan = TrainingPlan(seed=4, games=24, pattern=pattern, block=4, every=2, judge=4)
    whole = train(plan, tmp_path / "whole", lambda _: None)
    told = []

    def tell(line: Report) -> None:
        told.append(line)
        if len(told) == 2:
            raise Killed

    with pytest.raises(Killed):
        train(plan, tmp_path / "killed", tell)
    resumed = train(plan, tmp_path / "killed", lambda _: None)
    for one, other in zip(whole.net, resumed.net, strict=True):
        np.testing.assert_array_equal(one, other)
    games = [
        [line.split(",")[0] for line in (tmp_path / name / "curve.jsonl").read_text().splitlines()]
        for name in ("whole", "killed")
    ]
    assert games[0] == games[1]
    assert len(games[0]) == 3
    with pytest.raises(BadOptions):
        train(TrainingPlan(seed=5, games=24, pattern=pattern), tmp_path / "killed", lambda _: None)


@pytest.mark.long
def test_some_minutes_of_learning_beat_counting_points(tmp_path: Path) -> None:
    """From scratch, two thousand games are enough to beat `easy`, which scores 73."""
    values = train(
        TrainingPlan(seed=1, games=2000, pattern=default_pattern(1), judge=500), tmp_path, lambda _: None
    )
    assert values.mean > 76
