"""Leagues: every order of seats on the same tables, counted exactly, stopped and gone on with."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import astuple
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from closecall.bots import PARTNERS, find_bot, has_bot
from closecall.cli import leaguing
from closecall.cli.main import main
from closecall.core.errors import BadOptions
from closecall.messages import catalogue
from closecall.sim.league import League, Standing, by_strength, league_of, meeting
from closecall.sim.ratings import ratings_of
from closecall.sim.result import simulate
from closecall.sim.running import played_chunks
from closecall.sim.spread import SIXTIETHS
from terminal import pseudo
from terminal.shown import Shown

PROGRAM = Path(sys.executable).with_name("closecall")


def played(league: League, workers: int = 1, first: int = 0) -> Standing:
    """What comes of a league from a game on."""
    standing = Standing.empty(league)
    for chunk in played_chunks(league, workers, first=first):
        standing.add(chunk.tally)
    return standing


def test_every_order_of_every_table() -> None:
    """Three of four bots, in all six orders."""
    league = league_of("enough", ["greedy", "random", "bot:a", "bot:b"], 3, 100, seed=1)
    assert len(league.fixtures) == len(set(league.fixtures)) == 24
    assert {tuple(sorted(order)) for order in league.fixtures} == {
        ("bot:a", "bot:b", "greedy"),
        ("bot:a", "bot:b", "random"),
        ("bot:a", "greedy", "random"),
        ("bot:b", "greedy", "random"),
    }
    assert set(permutations(("greedy", "random", "bot:a"))) <= set(league.fixtures)


@pytest.mark.parametrize("games", [1, 2, 3, 7, 24, 25, 100])
@pytest.mark.parametrize("cut", [0, 1, 5, 30])
def test_each_game_is_played_once(games: int, cut: int) -> None:
    """However the games are cut, each fixture plays its tables from 0 on, none twice, none left out."""
    league = league_of("qwixx", ["greedy", "random", "bot:a"], 2, games, seed=1)
    cut = min(cut, games)
    for fixture in range(len(league.fixtures)):
        parts = [*league.tables(fixture, 0, cut), *league.tables(fixture, cut, games - cut)]
        assert parts == list(range(len(parts)))
    assert sum(len(league.tables(f, 0, games)) for f in range(len(league.fixtures))) == games


def test_a_fixture_is_a_simulation() -> None:
    """The same games, points and wins as `simulate` with the same seed and the same order of seats."""
    league = league_of("qwixx", ["greedy", "random"], 2, 40, seed=5)
    standing = played(league)
    assert standing.fits(league)
    for fixture, order in enumerate(league.fixtures):
        result = simulate("qwixx", order, 20, seed=5)
        assert standing.games[fixture] == 20
        assert standing.points[fixture] == result.scores.sum(axis=0).tolist()
        shares = [seat.win_share for seat in result.seats]
        assert [wins / SIXTIETHS / 20 for wins in standing.wins[fixture]] == shares


def test_the_same_dice_for_everybody() -> None:
    """On its own sheet of Close to the Mark! the greedy bot does the same, whoever sits beside it."""
    alike = simulate("mark", ("greedy", "greedy"), 50, seed=4).scores
    assert (simulate("mark", ("greedy", "random"), 50, seed=4).scores[:, 0] == alike[:, 0]).all()
    assert (simulate("mark", ("random", "greedy"), 50, seed=4).scores[:, 1] == alike[:, 1]).all()


@pytest.mark.parametrize(
    ("game", "bots", "is_compiled"),
    [
        ("mark", ("greedy", "random"), True),
        ("mark", ("greedy", "random", "expert"), False),
        ("qwixx", ("greedy", "random", "expert"), True),
        ("qwixx", ("greedy", "random", "bot:a"), False),
    ],
)
def test_all_fixtures_are_played_one_way(game: str, bots: tuple[str, ...], is_compiled: bool) -> None:
    """Compiled code and the readable engine roll other dice, so a league is played by one of them."""
    league = league_of(game, bots, 2, 60, seed=1)
    plans = [league.plan(fixture) for fixture in range(len(league.fixtures))]
    assert {plan.is_compiled() for plan in plans} == {league.is_compiled()} == {is_compiled}


@pytest.mark.long
def test_a_league_on_ray() -> None:
    """Real local Ray, two workers: the same league."""
    pytest.importorskip("ray")
    league = league_of("mark", ["greedy", "random"], 2, 40, seed=3)
    standing = Standing.empty(league)
    for chunk in played_chunks(league, 2, "ray"):
        standing.add(chunk.tally)
    assert standing == played(league)


def test_stopped_and_gone_on_with() -> None:
    """A part and the rest are the same as all at once, with one worker or two."""
    whole = league_of("mark", ["greedy", "random"], 2, 30, seed=2)
    part = league_of("mark", ["greedy", "random"], 2, 13, seed=2)
    standing = played(part)
    assert standing.fits(part)
    standing.add(played(whole, first=13))
    assert standing == played(whole) == played(whole, workers=2)


def made_up() -> tuple[League, Standing]:
    """A league whose results are given: a beats b 3:1 with one draw, and c always; b beats c always."""
    league = league_of("mark", ["greedy", "random", "bot:c"], 2, 30, seed=1)
    standing = Standing.empty(league)
    for n, (one, other) in enumerate(league.fixtures):
        strength = {"greedy": 0, "random": 1, "bot:c": 2}
        standing.games[n] = 5
        if {one, other} == {"greedy", "random"}:
            wins = {"greedy": 3 * 60 + 30, "random": 60 + 30}
        else:
            best = min(one, other, key=lambda bot: strength[bot])
            wins = {bot: 300 if bot == best else 0 for bot in (one, other)}
        standing.wins[n] = [wins[one], wins[other]]
        standing.points[n] = [50, 40]
    return league, standing


def test_meetings() -> None:
    """Shares and points over both orders, against one and against all."""
    league, standing = made_up()
    assert standing.fits(league)
    met = meeting(league, standing, "greedy", "random")
    assert met is not None
    assert (met.games, met.share, met.points) == (10, 0.7, 9.0)
    everywhere = meeting(league, standing, "greedy")
    assert everywhere is not None
    assert (everywhere.games, everywhere.share) == (20, 0.85)
    assert by_strength(league, standing) == ["greedy", "random", "bot:c"]


def test_ratings() -> None:
    """Whoever wins is rated higher; more games make it surer; the same games, the same ratings."""
    league, standing = made_up()
    ratings = ratings_of(league, standing)
    means = [ratings[bot].mean for bot in ("greedy", "random", "bot:c")]
    assert means == sorted(means, reverse=True)
    assert ratings == ratings_of(league, standing)
    many = Standing(
        [20 * games for games in standing.games],
        [[20 * win for win in wins] for wins in standing.wins],
        standing.points,
        standing.lost,
    )
    surer = ratings_of(league, many)
    for bot in league.bots:
        assert surer[bot].high - surer[bot].low < ratings[bot].high - ratings[bot].low


def test_ratings_do_not_depend_on_how_bots_are_named() -> None:
    """The same games, whoever was named first: the same ratings."""
    league, standing = made_up()
    turned = league_of("mark", league.bots[::-1], 2, 30, seed=1)
    where = [league.fixtures.index(order) for order in turned.fixtures]
    same = Standing(*[[part[n] for n in where] for part in astuple(standing)])
    assert turned.fixtures != league.fixtures
    assert ratings_of(turned, same) == ratings_of(league, standing)


@pytest.mark.parametrize(
    ("bots", "seats", "code"),
    [
        (["greedy", "greedy"], 2, "league_twice"),
        (["greedy"], 2, "league_few"),
        (["greedy", "random"], 1, "league_few"),
        (["greedy", "deep"], 2, "unknown_bot"),
        (["greedy", "random", "deep"], 2, "unknown_bot"),
        ([f"bot:{n}" for n in range(9)], 5, "league_many"),
    ],
)
def test_leagues_that_cannot_be(bots: list[str], seats: int, code: str) -> None:
    """Refused with a reason."""
    with pytest.raises(BadOptions) as refusal:
        league_of("mark", bots, seats, 10, seed=1)
    assert refusal.value.code == code


def command(home: Path, *words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run `closecall league` with a folder of its own for what it keeps."""
    return subprocess.run(
        [str(PROGRAM), "league", *words],
        env={**os.environ, "CLOSECALL_HOME": str(home), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **settings,
    )


def test_the_command(tmp_path: Path) -> None:
    """More games later are added to those that were played; the page and its picture are written."""
    words = ["qwixx", "--bots", "greedy,random", "--workers", "1", "--json"]
    first = json.loads(command(tmp_path, *words, "--games", "10").stdout)
    assert (first["games"], [bot["bot"] for bot in first["bots"]]) == (10, ["greedy", "random"])
    later = json.loads(command(tmp_path, *words, "--games", "30", "--page", str(tmp_path)).stdout)
    fresh = json.loads(command(tmp_path, *words, "--games", "30", "--fresh").stdout)
    assert later == fresh
    assert later["bots"][0]["against"]["random"]["games"] == 30
    text = (tmp_path / "league-qwixx.md").read_text("utf-8")
    assert "| 1 | greedy |" in text
    assert "</svg>" in (tmp_path / "league-qwixx.svg").read_text("utf-8")
    for language in ("de", "fr", "it"):
        told = command(tmp_path, *words[:-1], "--games", "30", "--lang", language)
        assert (told.returncode, "greedy" in told.stdout) == (0, True)


def test_as_many_games_in_every_order(tmp_path: Path) -> None:
    """A number that does not fit becomes one that does, which is said; the usual one is made to fit."""
    words = ["qwixx", "--bots", "greedy,random", "--workers", "1", "--json"]
    told = command(tmp_path, *words, "--games", "3")
    assert json.loads(told.stdout)["games"] == 4
    assert "plays 4 games instead of 3: as many in each of the 2 orders of seats." in told.stderr
    assert "instead" not in command(tmp_path, *words, "--games", "4").stderr
    three = command(tmp_path, "enough", "--bots", "greedy,random,bot:python3 mine.py", "--games", "1")
    assert "plays 6 games instead of 1" in three.stderr


def test_other_bots_play_another_league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What our own bots have played before somebody changed them is not added to what they play now."""
    monkeypatch.setenv("CLOSECALL_HOME", str(tmp_path))
    words = ["league", "qwixx", "--bots", "greedy,random", "--workers", "1", "--games"]
    assert main([*words, "2"]) == main([*words, "4"]) == 0
    assert len(list((tmp_path / "leagues").iterdir())) == 1
    monkeypatch.setattr(leaguing, "sources_mark", lambda: "changed")
    assert main([*words, "2"]) == 0
    assert len(list((tmp_path / "leagues").iterdir())) == 2


def test_the_page_tells_how_to_play_it_again(tmp_path: Path) -> None:
    """With the options of the game."""
    words = ["mark", "--bots", "greedy,random", "--games", "2", "--seed", "7", "--workers", "1"]
    command(tmp_path, *words, "--ages", "8,40", "--page", str(tmp_path))
    text = (tmp_path / "league-mark.md").read_text("utf-8")
    assert "`closecall league mark --bots greedy,random --seats 2 --games 2 --seed 7 --ages 8,40`" in text


def test_sparring_partners(tmp_path: Path) -> None:
    """They are in a league like others, compiled or readable, but nobody is offered one at a table."""
    for name in PARTNERS["qwixx"]:
        assert find_bot(name, "qwixx") is not None
        assert find_bot(name, "mark") is None
        assert not has_bot(name, "qwixx")
    league = league_of("qwixx", ["expert", "greedy", *PARTNERS["qwixx"]], 2, 144, seed=1)
    assert league.is_compiled()
    words = ["qwixx", "--bots", "skipper,rusher,random", "--games", "200", "--workers", "1", "--json"]
    told = json.loads(command(tmp_path, *words).stdout)
    wins = {bot["bot"]: bot["win_share"] for bot in told["bots"]}
    assert wins["rusher"] > 0.5 > wins["random"]
    assert simulate("qwixx", ("skipper", "evaluator"), 2, seed=2, readable=True).is_compiled is False


LEAGUE = ["league", "qwixx", "--bots", "greedy,random", "--workers", "1", "--json", "--games", "6"]
PLAYED = '{"games": [3, 3], "wins": [[180, 0], [0, 180]], "points": [[0, 0], [0, 0]]}'
DAMAGED = [
    b"",
    b"[]",
    b"\xff",
    b"[" * 100_000,
    PLAYED.encode()[:-10],
    PLAYED.replace("3, 3", '"x", 3').encode(),
    PLAYED.replace("3, 3", "3, 4").replace("0, 180", "0, 240").encode(),
    PLAYED.replace("3, 3", "3, 3.0").encode(),
    PLAYED.replace("[180, 0]", "180").encode(),
    PLAYED.replace("[180, 0]", "[60, 60, 60]").encode(),
    PLAYED.replace("[[0, 0], [0, 0]]", "[]").encode(),
    PLAYED.replace("[[0, 0], [0, 0]]", "[[0, 0], [0]]").encode(),
    PLAYED.replace("}", ', "lost": [[0, 0], [0, "0"]]}').encode(),
]


@pytest.mark.parametrize("content", DAMAGED, ids=lambda content: repr(content)[:30])
def test_a_damaged_file_is_set_aside(home: Path, capsys: Shown, content: bytes) -> None:
    """It is played anew, but what was there is kept under another name, which is said."""
    assert main(LEAGUE) == 0
    good = capsys.readouterr().out
    [file] = (home / "leagues").iterdir()
    file.write_bytes(content)
    assert main(LEAGUE) == 0
    shown = capsys.readouterr()
    assert shown.out == good
    [aside] = set((home / "leagues").iterdir()) - {file}
    assert aside.read_bytes() == content
    assert shown.err == catalogue("en")("league.damaged", file=aside) + "\n"
    assert json.loads(file.read_text())["games"] == [3, 3]


def test_an_old_file_is_not_damaged(home: Path, capsys: Shown) -> None:
    """The oldest files do not say how many moves programs have lost."""
    assert main(LEAGUE) == 0
    [file] = (home / "leagues").iterdir()
    file.write_text(PLAYED)
    capsys.readouterr()
    assert main(LEAGUE) == 0
    shown = capsys.readouterr()
    assert (shown.err, json.loads(shown.out)["bots"][0]["win_share"]) == ("", 1.0)
    assert list((home / "leagues").iterdir()) == [file]


def test_a_file_that_cannot_be_read_is_left_alone(
    home: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sentence says why, and nothing is played or written."""
    assert main(LEAGUE) == 0
    [file] = (home / "leagues").iterdir()
    before = file.read_bytes()
    capsys.readouterr()

    def denied(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", denied)
    assert main([*LEAGUE[:-1], "60"]) == 1
    monkeypatch.undo()
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", f"{file}: permission denied\n")
    assert [path.read_bytes() for path in file.parent.iterdir()] == [before]


def test_a_page_on_a_full_disk(tmp_path: Path, capsys: Shown) -> None:
    """The sentence names the file."""
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    page = tmp_path / "league-qwixx.md"
    page.symlink_to("/dev/full")
    assert main([*LEAGUE, "--page", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{page}: the disk is full\n"


FIRST_MOVES = """
import json, sys
for line in sys.stdin:
    seen = json.loads(line)["seen"]
    print(json.dumps({"move": seen["menu"][0]}), flush=True)
"""


def test_programs_in_a_league(tmp_path: Path) -> None:
    """One that cannot play begins no league; one that was changed begins another; lost moves are told."""
    words = ["qwixx", "--bots", "greedy,bot:python3 mine.py", "--workers", "1", "--games", "2", "--json"]
    missing = command(tmp_path, *words, cwd=tmp_path)
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "Nothing was begun, since mine has no first move." in missing.stderr
    assert not list(tmp_path.glob("leagues/*"))
    (tmp_path / "mine.py").write_text(FIRST_MOVES)
    assert json.loads(command(tmp_path, *words, cwd=tmp_path).stdout)["games"] == 2
    (tmp_path / "mine.py").write_text(
        FIRST_MOVES.replace("print", "seen['point'] < 9 or sys.exit()\n    print")
    )
    changed = json.loads(command(tmp_path, *words, cwd=tmp_path).stdout)
    assert len(list(tmp_path.glob("leagues/*"))) == 2
    lost = {bot["bot"]: bot["lost_moves"] for bot in changed["bots"]}
    assert lost["greedy"] == 0
    assert lost["bot:python3 mine.py"] > 0


def test_programs_that_are_called_alike(tmp_path: Path) -> None:
    """They can be told apart."""
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(FIRST_MOVES)
    bots = "bot:python3 a/mine.py,bot:python3 b/mine.py"
    shown = command(tmp_path, "mark", "--bots", bots, "--games", "2", "--workers", "1", cwd=tmp_path).stdout
    assert "mine 1" in shown
    assert "mine 2" in shown


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    """It says how to go on, and nothing is left of its workers."""
    words = ("league", "qwixx", "--bots", "greedy,random", "--workers", "2", "--games", "100000000")
    with subprocess.Popen(
        pseudo.command(*words, code=pseudo.LISTENING),
        env={**os.environ, "CLOSECALL_HOME": str(tmp_path), "LANG": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            for _ in range(900):
                if list(tmp_path.glob("leagues/*.json")):
                    break
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            said, warned = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert "the same command goes on" in warned
    assert "greedy" in said
    [file] = (tmp_path / "leagues").glob("*.json")
    assert sum(json.loads(file.read_text())["games"]) > 0


@pytest.mark.parametrize(
    "words",
    [
        ["qwixx", "--bots", "greedy"],
        ["qwixx", "--bots", "greedy,deep"],
        ["qwixx", "--games", "0"],
        ["qwixx", "--games", "many"],
        ["qwixx", "--seats", "9"],
        ["qwixx", "--workers", "0"],
        ["chess"],
        [],
    ],
)
def test_what_makes_no_sense(tmp_path: Path, words: list[str]) -> None:
    """A sentence, and the exit code of a misunderstanding."""
    ran = command(tmp_path, *words)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert len(ran.stderr.splitlines()) == 1
