"""Descriptors: what they name exists, and their statistics count what happened."""

from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from closecall.core.record import AnyMatch
from closecall.games import enough, game_of, mark, qwixx, rules_text, slugs
from closecall.games.descriptor import Game, GameCounts
from closecall.messages import LANGUAGES, catalogue
from support.random_games import TABLES, random_match, table_name, walk

each_game = pytest.mark.parametrize("game", [game_of(slug) for slug in slugs()], ids=slugs())


@each_game
def test_modules_and_texts_exist(game: Game) -> None:
    """In all four languages."""
    assert game.slug == game.rules.SLUG
    assert game.bot_names[-1] == "random", "every game has the weakest bot"
    for module in (game.bots, game.kernel, game.terminal, game.introduction, game.training):
        assert module is not None
        assert find_spec(module) is not None, module
    for language in LANGUAGES:
        say = catalogue(language)
        assert len(rules_text(game.slug, language)) > 1000
        for option in game.options:
            assert say(f"option.{game.slug}.{option.name}.about")
        for name in game.statistics.counts:
            assert say(f"count.{name}")


@each_game
def test_seats_exist(game: Game) -> None:
    """The usual players can sit down, and so can those of leagues and benchmarks."""
    you, *others = game.usual_seats.split(",")
    assert (you, set(others)) == ("you", {"bot"})
    numbers = (1 + len(others), game.league_seats, *game.benchmark_seats)
    assert set(numbers) <= set(game.rules.SEATS)
    assert {game.rules.SEATS[0], game.rules.SEATS[-1]} <= set(game.benchmark_seats)
    if game.benchmark_reference is not None:
        assert game.benchmark_reference in game.benchmark_seats


def test_qwixx_can_be_solved() -> None:
    """Its module of perfect solo play exists; the other games have none."""
    solvers = {slug: game_of(slug).solver for slug in slugs()}
    module = solvers.pop("qwixx")
    assert module is not None
    assert find_spec(module) is not None
    assert set(solvers.values()) == {None}


@each_game
def test_options_are_fields(game: Game) -> None:
    """Every option is a field of the rules' options; others exist only for old records or privacy."""
    names, fields = [option.name for option in game.options], list(game.rules.OPTIONS.__dataclass_fields__)
    assert fields[: len(names)] == names
    assert set(fields[len(names) :]) == UNOFFERED.get(game.slug, set())


UNOFFERED = {"mark": {"may_start"}, "enough": {"showing"}}


def last_states(match: AnyMatch, rng: Random) -> tuple[GameCounts, list[Any]]:
    """What the descriptor counts in a random game, and the states on its way."""
    game = game_of(match.rules.SLUG)
    counted = GameCounts(0, {name: [0] * match.seats for name in game.statistics.counts})
    states = [match.state]
    for after in walk(match, rng):
        if after.state is not states[-1]:
            game.statistics.update(counted, states[-1], after.state)
            states.append(after.state)
    return counted, states


def count_mark(states: list[mark.State]) -> tuple[int, dict[str, list[int]]]:
    """From the full sheets, pair by pair."""
    sheets = states[-1].sheets
    pairs = [(n, n + 1) for n in range(25) if n % 5 < 4] + [(n, n + 5) for n in range(20)]
    crosses = [sum(abs(sheet[one] - sheet[other]) == 1 for one, other in pairs) for sheet in sheets]
    extremes = [sum({2: 2, 12: 2, 3: 1, 4: 1, 10: 1, 11: 1}.get(n, 0) for n in sheet) for sheet in sheets]
    return 25, {"crosses": crosses, "extreme_crosses": extremes}


def count_qwixx(states: list[qwixx.State]) -> tuple[int, dict[str, list[int]]]:
    """Rolls, and the sheets whenever a result is written."""
    steps = list(pairwise(states))
    rolls = sum(after.roll is not None and before.roll is None for before, after in steps)
    ended = [after for before, after in steps if len(after.results) > len(before.results)]
    seats = range(len(states[-1].sheets))
    misthrows = [sum(state.sheets[seat].misthrows for state in ended) for seat in seats]
    locks = [sum(row.locked for state in ended for row in state.sheets[seat].rows) for seat in seats]
    return rolls, {"misthrows": misthrows, "locks": locks}


def count_enough(states: list[enough.State]) -> tuple[int, dict[str, list[int]]]:
    """The last word on every round."""
    rounds = {state.last.round: state.last for state in states if state.last is not None}
    seats = range(len(states[-1].players))
    calls = [sum(ended.caller == seat for ended in rounds.values()) for seat in seats]
    won = [sum(ended.caller == seat and ended.won for ended in rounds.values()) for seat in seats]
    return len(rounds), {"calls": calls, "calls_won": won}


COUNTERS: dict[str, Callable[[list[Any]], tuple[int, dict[str, list[int]]]]] = {
    "mark": count_mark,
    "qwixx": count_qwixx,
    "enough": count_enough,
}


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_statistics(table: tuple[str, int]) -> None:
    """Counted a second time, and in another way, over random games with random options."""
    for seed in range(3):
        rng = Random(seed)
        counted, states = last_states(random_match(table, rng), rng)
        assert (counted.length, counted.counts) == COUNTERS[table[0]](states)
