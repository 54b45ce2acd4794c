"""Simulations: both engines against games that are played and counted here, and refused arguments."""

import json
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from closecall import new_match
from closecall.bots import compiled_play, find_bot
from closecall.core.errors import BadOptions, GameError
from closecall.core.fate import RandomSource
from closecall.core.match import Commit, Fate
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Over, Seat
from closecall.games import enough, mark, qwixx
from closecall.kernels.mark import kernel as mark_kernel
from closecall.kernels.qwixx import kernel as qwixx_kernel
from closecall.messages import LANGUAGES, catalogue
from closecall.sim import readable, simulate
from closecall.sim.chunks import Chunk, play_chunk
from closecall.sim.limits import LARGEST_SEED
from closecall.sim.plan import Plan, plan_of
from closecall.sim.statistics import Tally

TABLES = [
    ("mark", ("greedy", "random")),
    ("qwixx", ("random", "greedy", "random")),
    ("enough", ("random",) * 3),
]
BY_AGE = mark.Options(ages=(9, None, 38))
"""The third player starts."""
TABLES_WITH_OPTIONS = [
    *[(*table, None) for table in TABLES],
    ("qwixx", ("greedy", "random"), qwixx.Options(games=2)),
    ("qwixx", ("greedy", "random"), qwixx.Options(one_more=True)),
    ("mark", ("greedy", "random", "greedy"), BY_AGE),
    ("enough", ("random",) * 3, enough.Options(scorekeeper=Seat(1))),
]
KERNELS: dict[str, Any] = {"mark": mark_kernel, "qwixx": qwixx_kernel}


def match_of(plan: Plan, table: int) -> tuple[AnyMatch, list[int]]:
    """A table of a plan, played here, and the bot at each seat."""
    seats, moved = len(plan.bots), table * plan.rotate
    bots = [(seat - moved) % seats for seat in range(seats)]
    rngs = [Random(f"closecall/{plan.seed}/{table}/{bot}") for bot in bots]
    fate = RandomSource(Random(f"closecall/{plan.seed}/{table}/fate"))
    match = new_match(plan.game, seats, seated_options(plan.options, bots))
    while not isinstance(match.pending, Over):
        if isinstance(match.pending, Chance):
            match = match.fate(match.rules.draw(match.state, fate))
            continue
        assert isinstance(match.pending, Decision)
        asked, point = list(match.pending.menus), match.point
        for seat in asked:
            bot = find_bot(plan.bots[bots[seat]], plan.game)
            assert bot is not None
            match = match.commit(seat, bot.choose(match.seen_by(seat), rngs[seat]), point=point)
    return match, bots


def seated_options(options: Any, bots: list[int]) -> Any:
    """The options of a table where these bots sit: the ages and the scorekeeper are given by bot."""
    if options == BY_AGE:
        return mark.Options(ages=tuple((9, None, 38)[bot] for bot in bots))
    if isinstance(options, enough.Options) and options.scorekeeper is not None:
        return enough.Options(scorekeeper=Seat(bots.index(options.scorekeeper)))
    return options


def counted(match: AnyMatch) -> tuple[int, dict[str, list[int]]]:
    """The length and the counts of a finished match, from its log and its last sheets."""
    seats = range(match.seats)
    if match.rules.SLUG == "mark":
        sheets = [np.reshape(sheet, (5, 5)) for sheet in match.state.sheets]
        crosses = [int((abs(np.diff(s, axis=0)) == 1).sum() + (abs(np.diff(s)) == 1).sum()) for s in sheets]
        extremes = [sum(2 if n in (2, 12) else n in (3, 4, 10, 11) for n in s.ravel()) for s in sheets]
        return 25, {"crosses": crosses, "extreme_crosses": extremes}
    outcomes = [entry.outcome for entry in match.log if isinstance(entry, Fate)]
    if match.rules.SLUG == "qwixx":
        crossed = [
            (entry.seat, entry.move)
            for entry in match.log
            if isinstance(entry, Commit) and isinstance(entry.move, qwixx.Cross)
        ]
        locks = [sum(seat == n and move.number == move.colour.last for seat, move in crossed) for n in seats]
        rolls = sum(isinstance(one, qwixx.Roll) for one in outcomes)
        return rolls, {"misthrows": [passed_twice(match, n) for n in seats], "locks": locks}
    calls = [
        [
            isinstance(entry, Commit) and entry.seat == n and match.rules.format_move(entry.move) == "call"
            for entry in match.log
        ].count(True)
        for n in seats
    ]
    return match.state.round, {"calls": calls}


def passed_twice(match: AnyMatch, seat: int) -> int:
    """The turns in which a seat of Qwixx passed in both actions: its misthrows."""
    turns, passes = 0, 0
    for entry in match.log:
        if isinstance(entry, Fate):
            passes = 0
        elif isinstance(entry, Commit) and entry.seat == seat and entry.move == qwixx.PASS:
            passes += 1
            turns += passes == 2
    return turns


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize(("game", "bots", "options"), TABLES_WITH_OPTIONS)
def test_readable_tables(game: str, bots: tuple[str, ...], options: Any, rotate: bool) -> None:
    """Every number is that of the match, assigned to the right bot."""
    result = simulate(game, bots, 4, seed=11, options=options, readable=True, rotate=rotate)
    for table in range(4):
        match, seated = match_of(result.plan, table)
        assert isinstance(match.pending, Over)
        length, counts = counted(match)
        assert result.lengths[table] == length
        for seat, bot in enumerate(seated):
            assert result.scores[table, bot] == match.pending.scores[seat]
            assert result.won[table, bot] == (seat in match.pending.winners)
            for name, numbers in counts.items():
                assert result.counts[name][table, bot] == numbers[seat], name


def test_won_calls() -> None:
    """No more calls are won than made, and each round has at most one."""
    result = simulate("enough", ["greedy", "random", "greedy"], 3, seed=2, readable=True)
    assert (result.counts["calls_won"] <= result.counts["calls"]).all()
    assert (result.counts["calls"].sum(axis=1) <= result.lengths).all()
    assert result.counts["calls_won"].sum() > 0


def test_matches_of_several_games() -> None:
    """The counts of all games of a match are summed, not only those of the last one."""
    once = simulate("qwixx", ["random", "random"], 10, seed=3, readable=True)
    match = simulate("qwixx", ["random", "random"], 10, seed=3, readable=True, options=qwixx.Options(games=3))
    assert match.lengths.mean() > 2 * once.lengths.mean()
    assert match.counts["misthrows"].mean() > 2 * once.counts["misthrows"].mean()


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("is_readable", [False, True])
def test_one_more_game_up_to_five(is_readable: bool, rotate: bool) -> None:
    """Bots that always want one more game play five, with the numbers of a match of five."""
    fixed, asked = (
        simulate(
            "qwixx",
            ["greedy"] * 3,
            3,
            seed=4,
            options=options,
            readable=is_readable,
            rotate=rotate,
        )
        for options in (qwixx.Options(games=5), qwixx.Options(games=2, one_more=True))
    )
    assert asked.is_compiled != is_readable
    assert asked.tally == fixed.tally
    assert (asked.scores == fixed.scores).all()
    assert (asked.lengths == fixed.lengths).all()


@pytest.mark.parametrize("is_readable", [False, True])
def test_one_more_game_only_if_all_want_it(is_readable: bool) -> None:
    """A random bot ends half of the matches after the first game, and few have five."""
    once, asked = (
        simulate("qwixx", ["random", "greedy"], 40, seed=6, options=options, readable=is_readable)
        for options in (qwixx.Options(), qwixx.Options(one_more=True))
    )
    longer = asked.lengths > once.lengths
    assert 10 <= longer.sum() <= 30
    assert (asked.scores[~longer] == once.scores[~longer]).all()


@pytest.mark.parametrize(
    ("game", "bots", "options"), [table for table in TABLES_WITH_OPTIONS if table[0] in KERNELS]
)
def test_compiled_tables(game: str, bots: tuple[str, ...], options: Any) -> None:
    """As compiled code plays these bots at these seats."""
    kernel, seats = KERNELS[game], len(bots)
    wanted, play = kernel.new_results(50, seats), compiled_play(game, bots)
    assert play is not None
    play(7, 0, kernel.new_state(seats, options), wanted)
    result = simulate(game, bots, 50, seed=7, options=options)
    assert result.is_compiled
    assert (result.scores == wanted.scores).all()
    assert (result.won == wanted.won).all()
    for name, numbers in result.counts.items():
        assert (numbers == getattr(wanted, name)).all()
    rotated = simulate(game, bots, 50, seed=7, options=options, rotate=True)
    for moved in range(seats):
        some = kernel.new_results(len(range(moved, 50, seats)), seats)
        order = [*range(seats)[-moved:], *range(seats)[:-moved]] if moved else list(range(seats))
        play = compiled_play(game, tuple(bots[bot] for bot in order))
        assert play is not None
        play(7, moved << 40, kernel.new_state(seats, seated_options(options, order)), some)
        assert (rotated.scores[moved::seats] == np.roll(some.scores, -moved, axis=1)).all()
        assert (rotated.won[moved::seats] == np.roll(some.won, -moved, axis=1)).all()


@pytest.mark.parametrize("is_readable", [False, True])
@pytest.mark.parametrize("rotate", [False, True])
def test_chunks_change_nothing(is_readable: bool, rotate: bool) -> None:
    """Tables play the same in chunks of any size."""
    plan = plan_of(
        "qwixx", ["random", "greedy", "random"], 12, 5, readable=is_readable, rotate=rotate, wanted="arrays"
    )
    whole = play_chunk(plan, Chunk(0, 12))
    for cuts in ([0, 1, 12], [0, 5, 7, 12]):
        parts = [play_chunk(plan, Chunk(a, b - a)) for a, b in pairwise(cuts)]
        tally = Tally()
        for part in parts:
            tally.add(part.tally)
        assert tally == whole.tally
        assert (np.concatenate([part.more.scores for part in parts]) == whole.more.scores).all()


def test_the_tally_is_that_of_the_arrays() -> None:
    """Both give the same statistics."""
    result = simulate("qwixx", ["random"] * 5, 3000, seed=1)
    winners = result.won.sum(axis=1)
    for n, seat in enumerate(result.seats):
        scores = result.scores[:, n].astype(float)
        assert seat.score.mean == pytest.approx(scores.mean())
        assert seat.score.sd == pytest.approx(scores.std(ddof=1))
        assert seat.scores == Counter(result.scores[:, n].tolist())
        assert seat.win_share == pytest.approx((result.won[:, n] / winners).mean())
        assert seat.wins == (result.won[:, n] & (winners == 1)).sum()
        assert seat.shared_wins == (result.won[:, n] & (winners > 1)).sum() > 0
        assert seat.counts["misthrows"].mean == pytest.approx(result.counts["misthrows"][:, n].mean())
    assert sum(seat.win_share or 0 for seat in result.seats) == pytest.approx(1)
    assert result.length.mean == pytest.approx(result.lengths.mean())


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "bots", "games"), [("mark", ["random"] * 2, 100), ("qwixx", ["greedy", "random"], 60)]
)
def test_both_engines_agree(game: str, bots: list[str], games: int) -> None:
    """Their means differ no more than chance allows."""
    slow = simulate(game, bots, games, seed=3, readable=True)
    fast = simulate(game, bots, 4000, seed=3)
    assert not slow.is_compiled
    for one, other in zip(slow.seats, fast.seats, strict=True):
        for a, b in (
            (one.score, other.score),
            *((one.counts[name], other.counts[name]) for name in one.counts),
        ):
            assert a.mean is not None
            assert b.mean is not None
            assert abs(a.mean - b.mean) < 4 * np.hypot(a.se or 0, b.se or 0) + 1e-9


def test_another_seed_gives_other_games() -> None:
    """Without a seed, every simulation has its own."""
    games = [simulate("mark", ["random"], 40, seed=seed).scores.tolist() for seed in (1, 2, 1, LARGEST_SEED)]
    assert games[0] == games[2]
    assert len({str(one) for one in games}) == 3
    assert simulate("mark", ["random"], 1).plan.seed != simulate("mark", ["random"], 1).plan.seed


def test_options_reach_the_table() -> None:
    """With both engines; the classic kit has other cards, so the same seed gives other games."""
    for is_readable in (True, False):
        scores = [
            simulate(
                "qwixx", ["random"] * 2, 20, 1, options=qwixx.Options(games), readable=is_readable
            ).scores.sum()
            for games in (1, 5)
        ]
        assert scores[0] != scores[1]
    kits = [enough.shipped_kit(name) for name in ("standard", "classic")]
    tallies = [
        simulate("enough", ["random"] * 3, 2, 1, options=enough.Options(kit), readable=True).tally
        for kit in kits
    ]
    assert tallies[0] != tallies[1]


class Cheat:
    """A bot that crosses an illegal number."""

    def choose(self, seen: Any, rng: Random) -> Any:
        """Never on the menu of a first turn."""
        return qwixx.parse_move("r12")


class Fool:
    """A bot that fails."""

    def choose(self, seen: Any, rng: Random) -> Any:
        """Never a move."""
        raise ZeroDivisionError("no idea")


@pytest.mark.parametrize(("bot", "said"), [(Cheat(), "Table 0 "), (Fool(), "ZeroDivisionError: no idea")])
def test_a_bot_that_fails(bot: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the table and the reason, in every language."""
    monkeypatch.setattr(readable, "seat_bot", lambda _name, _game: bot)
    with pytest.raises(GameError) as refused:
        simulate("qwixx", ["random", "random"], 3, seed=1, readable=True)
    assert said in str(refused.value)
    assert len({refused.value.sentence(catalogue(language)) for language in LANGUAGES}) == 4


@pytest.mark.parametrize(
    ("game", "bots", "games", "seed", "code"),
    [
        ("chess", ["random"], 1, 1, "usage_game"),
        ("mark", ["nobody"], 1, 1, "unknown_bot"),
        ("mark", [], 1, 1, "seats"),
        ("mark", ["random"] * 6, 1, 1, "seats"),
        ("enough", ["random"] * 2, 1, 1, "seats"),
        ("mark", ["random"], 0, 1, "sim_games"),
        ("mark", ["random"], -5, 1, "sim_games"),
        ("mark", ["random"], 10**13, 1, "sim_games"),
        ("mark", ["random"], 1, -1, "sim_seed"),
        ("mark", ["random"], 1, 2**63, "sim_seed"),
    ],
)
def test_impossible_simulations(game: str, bots: list[str], games: int, seed: int, code: str) -> None:
    """Refused before anything is played."""
    with pytest.raises(BadOptions) as refused:
        plan_of(game, bots, games, seed)
    assert code in refused.value.code


@pytest.mark.parametrize("engine", ["foo", "Local", "", None])
def test_an_unknown_engine(engine: Any) -> None:
    """Refused, as on the command line; no other engine plays instead."""
    with pytest.raises(BadOptions) as refused:
        simulate("qwixx", ["random", "random"], 1, seed=1, readable=True, engine=engine)
    assert refused.value.code == "sim_engine"
    assert refused.value.facts == {"text": str(engine), "engines": "local, ray"}


def test_numpy_integers() -> None:
    """As good as Python's, in the result too."""
    result = simulate("mark", ["random"], np.int32(3), np.int64(5), readable=True)
    assert result.as_json() == simulate("mark", ["random"], 3, 5, readable=True).as_json()
    assert json.loads(json.dumps(result.as_json()))["seed"] == 5


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"games": True}, "sim_games"),
        ({"games": 2.0}, "sim_games"),
        ({"games": "2"}, "sim_games"),
        ({"seed": True}, "sim_seed"),
        ({"seed": 1.0}, "sim_seed"),
        ({"workers": True}, "sim_workers"),
        ({"workers": 1.5}, "sim_workers"),
        ({"bots": "greedy"}, "sim_bots_text"),
        ({"options": {"games": 3}}, "no_options"),
        ({"options": enough.Options()}, "no_options"),
        ({"game": 7}, "usage_game"),
    ],
)
def test_arguments_of_wrong_types(wrong: dict[str, Any], code: str) -> None:
    """A sentence in every language, not a traceback from inside the compiler."""
    asked: dict[str, Any] = {"game": "qwixx", "bots": ["greedy", "random"], "games": 2, "seed": 1}
    with pytest.raises(BadOptions) as refusal:
        simulate(**asked | wrong)
    assert refusal.value.code == code
    assert all(refusal.value.sentence(catalogue(language)) for language in LANGUAGES)


def test_a_program_that_cannot_play_is_refused() -> None:
    """Otherwise its fallback would win in its name."""
    with pytest.raises(GameError) as refusal:
        simulate("qwixx", ["bot:no-such-program", "random"], 2, 1)
    assert refusal.value.code == "bot_not_ready"
