"""A scorekeeper in simulations, where the bot keeps the score, and in leagues, where the seat does."""

import json
from pathlib import Path

import pytest

from closecall.cli.main import main
from closecall.core.errors import BadOptions
from closecall.core.rules import Seat
from closecall.games.enough.kit import Target, sorted_kit
from closecall.games.enough.moves import parse_token
from closecall.games.enough.state import Options
from closecall.sim import simulate
from closecall.sim.league import Standing, league_of
from closecall.sim.plan import plan_of
from closecall.sim.run import play_chunks
from closecall.sim.statistics import SIXTIETHS
from terminal.shown import Shown

KIT = sorted_kit("exact", (5,) * 12, (Target(15, 7),) * 6, (parse_token("lh"),))
"""Every lot is exactly on its target: the first to call, who is the scorekeeper, wins eight stars at once."""


@pytest.mark.parametrize("seat", [Seat(0), Seat(1), Seat(2)])
@pytest.mark.parametrize("readable", [False, True])
def test_the_scorekeeper_starts(seat: Seat, readable: bool) -> None:
    """E2: at every table the bot in that seat."""
    options = Options(KIT, scorekeeper=seat)
    result = simulate("enough", ["greedy"] * 3, 7, 3, options=options, readable=readable)
    assert result.is_compiled is not readable
    assert result.won.argmax(axis=1).tolist() == [seat] * 7
    assert result.won.sum() == 7


@pytest.mark.parametrize("readable", [False, True])
def test_the_same_bot_keeps_the_score_in_every_seat(readable: bool) -> None:
    """With rotating seats, too: the results are per bot, and the second bot starts at every table."""
    options = Options(KIT, scorekeeper=Seat(1))
    result = simulate("enough", ["greedy"] * 3, 7, 3, options=options, rotate=True, readable=readable)
    assert result.won.argmax(axis=1).tolist() == [1] * 7


def test_a_league_lets_every_bot_keep_the_score() -> None:
    """All seating orders are played, so all bots sit there equally often."""
    league = league_of(
        "enough", ["greedy", "hard", "easy"], 3, 60, seed=4, options=Options(KIT, scorekeeper=Seat(2))
    )
    standing = Standing.empty(league)
    for chunk in play_chunks(league, 1):
        standing.add(chunk.tally)
    for fixture, order in enumerate(league.fixtures):
        if order[2] != "easy":  # It overlooks a call now and then.
            assert standing.wins[fixture] == [0, 0, 10 * SIXTIETHS]


def test_a_seat_that_is_not_there() -> None:
    """A table of three has no seat E."""
    with pytest.raises(BadOptions) as refused:
        plan_of("enough", ["greedy"] * 3, 5, options=Options(scorekeeper=Seat(4)))
    assert refused.value.code == "enough_scorekeeper"


def test_the_flag(tmp_path: Path, capsys: Shown) -> None:
    """`--scorekeeper B` is the second seat, and a table of three has no seat E."""
    (tmp_path / "kit.toml").write_text(
        'name = "exact"\ntokens = [["lock", "silence"]]\n'
        "[[cards]]\nvalues = [5]\ncopies = 12\n"
        "[[targets]]\nstars = 7\nnumbers = [15, 15, 15, 15, 15, 15]\n"
    )
    words = ["simulate", "enough", "--bots", "greedy,greedy,greedy", "--games", "5", "--readable", "--json"]
    words += ["--kit", str(tmp_path / "kit.toml"), "--scorekeeper"]
    assert main([*words, "B"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["options"]["scorekeeper"] == 1
    assert [seat["wins"] for seat in told["seats"]] == [0, 5, 0]
    assert main([*words, "E"]) == 2
