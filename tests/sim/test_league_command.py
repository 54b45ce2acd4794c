"""`closecall league`: reports, stored standings, pages, interruptions and refusals."""

import errno
import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from closecall.atomic_files import exclusive_lock
from closecall.bots import find_bot, has_bot
from closecall.bots.external import program_fingerprint
from closecall.cli import league_run as league_command
from closecall.cli.league import USUAL_SEED
from closecall.cli.main import main
from closecall.games import game_of
from closecall.messages import LANGUAGES, catalogue
from closecall.sim.league import Standing, league_of
from closecall.sim.run import simulate
from terminal import pseudo
from terminal.shown import Shown

TWO = ["league", "qwixx", "--bots", "greedy,random", "--workers", "1", "--json"]
LEAGUE = [*TWO, "--games", "6"]


def shown(capsys: Shown, *words: str) -> Any:
    """The JSON that a league prints."""
    assert main([*words]) == 0
    return json.loads(capsys.readouterr().out)


def kept(home: Path) -> Path:
    """The one file of a stored league."""
    [file] = (home / "leagues").glob("*.json")
    return file


def test_the_command(tmp_path: Path, capsys: Shown) -> None:
    """Later games are added to earlier ones; the page and its picture are written."""
    first = shown(capsys, *TWO, "--games", "10")
    assert (first["games"], [bot["bot"] for bot in first["bots"]]) == (10, ["greedy", "random"])
    later = shown(capsys, *TWO, "--games", "30", "--page", str(tmp_path))
    fresh = shown(capsys, *TWO, "--games", "30", "--fresh")
    assert later == fresh
    assert later["compiled"]
    assert later["bots"][0]["against"]["random"]["games"] == 30
    assert later["bots"][0]["independent_games"] <= 30
    text = (tmp_path / "league-qwixx.md").read_text("utf-8")
    assert "| 1 | greedy |" in text
    assert "</svg>" in (tmp_path / "league-qwixx.svg").read_text("utf-8")
    for language in ("de", "fr", "it"):
        assert main([*TWO[:-1], "--games", "30", "--lang", language]) == 0
        assert "greedy" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_games_than_were_asked_for(language: str, capsys: Shown) -> None:
    """All stored games are shown, and a sentence says that they are more."""
    assert main([*TWO[:-1], "--games", "30"]) == 0
    capsys.readouterr()
    assert main([*TWO[:-1], "--games", "10", "--lang", language]) == 0
    said = catalogue(language)("league.kept_more", played="30", games="10")
    assert " ".join(said.split()) in " ".join(capsys.readouterr().err.split())
    assert main([*TWO[:-1], "--games", "30"]) == 0
    assert not capsys.readouterr().err


def test_the_number_of_games_is_rounded_up(capsys: Shown) -> None:
    """To a multiple of the seating orders; a sentence says so if games are played."""
    assert main([*TWO, "--games", "3"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["games"] == 4
    assert "plays 4 games instead of 3: equally many in each of the 2 orders of seats." in told.err
    for games in ("3", "4"):
        assert main([*TWO, "--games", games]) == 0
        assert "instead" not in capsys.readouterr().err
    main(["league", "enough", "--bots", "greedy,random,bot:python3 mine.py", "--games", "1"])
    assert "plays 6 games instead of 1" in capsys.readouterr().err


def test_other_bots_play_another_league(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of our bots before their code changed are not mixed with later ones."""
    assert main([*TWO, "--games", "2"]) == main([*TWO, "--games", "4"]) == 0
    before = kept(home)
    monkeypatch.setattr(league_command, "source_fingerprint", lambda *_: "changed")
    assert main([*TWO, "--games", "2"]) == 0
    assert len(list(before.parent.glob("*.json"))) == 2


def test_a_program_on_the_path_that_was_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed program is another one, even if the command names no file."""
    program = tmp_path / "my-bot"
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    marks = set()
    for text in ("#!/bin/sh\n", "#!/bin/sh\n# changed\n"):
        program.write_text(text)
        program.chmod(0o755)
        marks.add(program_fingerprint("bot:my-bot --deep"))
    assert len(marks) == 2


def test_the_page_has_the_command(tmp_path: Path) -> None:
    """With the game's options and the number of games shown, even if fewer were asked for."""
    words = ["league", "mark", "--bots", "greedy,random", "--seed", "7", "--workers", "1", "--ages", "8,40"]
    assert main([*words, "--games", "4"]) == 0
    assert main([*words, "--games", "2", "--page", str(tmp_path)]) == 0
    text = (tmp_path / "league-mark.md").read_text("utf-8")
    assert "`closecall league mark --bots greedy,random --seats 2 --games 4 --seed 7 --ages 8,40`" in text


def test_matches_of_several_games(tmp_path: Path, capsys: Shown) -> None:
    """A league of matches differs from one of single games, and its page says so."""
    words = ["league", "qwixx", "--bots", "greedy,random", "--games", "4", "--seed", "7", "--workers", "1"]
    assert main([*words, "--json"]) == 0
    single = json.loads(capsys.readouterr().out)
    assert main([*words, "--match", "3", "--json", "--page", str(tmp_path)]) == 0
    summed = json.loads(capsys.readouterr().out)
    assert (single["options"]["games"], summed["options"]["games"], summed["games"]) == (1, 3, 4)
    assert summed["bots"][0]["mean"] > 2 * single["bots"][0]["mean"] > 0
    assert "--seed 7 --match 3`" in (tmp_path / "league-qwixx.md").read_text("utf-8")
    assert main(["league", "mark", "--match", "2"]) == 2
    assert "--match belongs to Qwixx" in " ".join(capsys.readouterr().err.split())


def test_sparring_partners(capsys: Shown) -> None:
    """They are in a league like others, compiled or readable, but nobody is offered one at a table."""
    for name in game_of("qwixx").sparring_names:
        assert find_bot(name, "qwixx") is not None
        assert find_bot(name, "mark") is None
        assert not has_bot(name, "qwixx")
    league = league_of("qwixx", ["expert", "greedy", *game_of("qwixx").sparring_names], 2, 144, seed=1)
    assert league.is_compiled()
    words = ["league", "qwixx", "--bots", "skipper,rusher,random", "--games", "200", "--workers", "1"]
    told = shown(capsys, *words, "--json")
    wins = {bot["bot"]: bot["win_share"] for bot in told["bots"]}
    assert wins["rusher"] > 0.5 > wins["random"]
    assert simulate("qwixx", ("skipper", "evaluator"), 2, seed=2, readable=True).is_compiled is False


# Stored standings.


def damaged(good: str) -> list[bytes]:
    """Files that no league of six games can have written."""
    told = json.loads(good)
    tables, none = told["tables"], [[0, 0], [0, 0]]
    changes: list[dict[str, Any]] = [
        {"games": ["x", 3]},
        {"games": [3, 4], "wins": [told["wins"][0], [0, 240]]},
        {"games": [3, 3.0]},
        {"wins": [180, told["wins"][1]]},
        {"wins": [[60, 60, 60], told["wins"][1]]},
        {"points": []},
        {"points": [[0, 0], [0]]},
        {"lost": [[0, 0], [0, "0"]]},
        {"tables": 3},
        {"tables": {**tables, "games": 5}},
        {"tables": {**tables, "first": 1}},
        {"tables": {**tables, "fixtures": 6}},
        {"tables": {**tables, "squares": [[0, 0]]}},
        {"tables": {**tables, "tail": [[0, 0], [0, 0.5]]}},
        {"tables": {**tables, "more": none}},
        {"more": none},
    ]
    texts = [json.dumps(told | change) for change in changes]
    without = json.dumps({name: value for name, value in told.items() if name != "tables"})
    plain = [b"", b"[]", b"\xff", b"[" * 100_000, good.encode()[:-10], without.encode()]
    return [*plain, *[text.encode() for text in texts]]


def test_a_damaged_file_is_set_aside(home: Path, capsys: Shown) -> None:
    """The league starts again; the damaged file is kept under another name, and a sentence says so."""
    good = shown(capsys, *LEAGUE)
    file = kept(home)
    content = file.read_text()
    for wrong in damaged(content):
        file.write_bytes(wrong)
        assert main(LEAGUE) == 0
        told = capsys.readouterr()
        assert json.loads(told.out) == good, wrong[:60]
        [aside] = set(file.parent.glob("*.json")) - {file}
        assert aside.read_bytes() == wrong
        assert told.err == catalogue("en")("league.damaged", file=aside) + "\n"
        assert file.read_text() == content
        aside.unlink()


def test_a_file_that_cannot_be_read_is_left_alone(
    home: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sentence says why; nothing is played or written."""
    assert main(LEAGUE) == 0
    file = kept(home)
    before = file.read_bytes()
    capsys.readouterr()

    def denied(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", denied)
    assert main([*LEAGUE[:-1], "60"]) == 1
    monkeypatch.undo()
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"{file}: permission denied\n")
    assert [path.read_bytes() for path in file.parent.glob("*.json")] == [before]


@pytest.mark.parametrize(
    ("words", "code"),
    [(["--workers", "0"], 2), (["--engine", "cloud"], 2), (["--ray-address", "here"], 2), ([], 1)],
    ids=["workers", "engine", "address", "a program that cannot play"],
)
def test_fresh_keeps_a_league_that_it_cannot_replace(home: Path, words: list[str], code: int) -> None:
    """A stored league is replaced only once games have been played."""
    bots = "greedy,bot:python3 -c pass"
    league = ["league", "qwixx", "--bots", bots, "--workers", "1", "--games", "2", "--fresh"]
    asked = league_of("qwixx", bots.split(","), 2, 2, seed=USUAL_SEED)
    file = league_command._file_of(asked)
    file.parent.mkdir(parents=True)
    file.write_text("what was played before")
    assert main([*league, *words]) == code
    assert kept(home) == file
    assert file.read_text() == "what was played before"


def test_one_at_a_time(home: Path, capsys: Shown) -> None:
    """A second process with the same league is refused; another league can be played."""
    assert main(LEAGUE) == 0
    file = kept(home)
    capsys.readouterr()
    with exclusive_lock(file.with_name(f".{file.stem}.lock")):
        assert main(LEAGUE) == 1
        assert capsys.readouterr().err == catalogue("en")("error.league_busy") + "\n"
        assert main([*LEAGUE, "--seed", "3"]) == 0
    assert main(LEAGUE) == 0


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("part", ["add", "keep"])
def test_ctrl_c_in_the_middle_of_counting(
    home: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """Every chunk is counted completely or not at all, and what is shown is stored."""
    add, keep = Standing.add, league_command._save

    def add_and_press(standing: Standing, other: Standing) -> None:
        if part == "add":
            signal.raise_signal(signal.SIGINT)
        add(standing, other)

    def press_and_keep(standing: Standing, file: Path) -> None:
        if part == "keep":
            signal.raise_signal(signal.SIGINT)
        keep(standing, file)

    monkeypatch.setattr(Standing, "add", add_and_press)
    monkeypatch.setattr(league_command, "_save", press_and_keep)
    words = ["league", "qwixx", "--bots", "greedy,random", "--workers", "1", "--json", "--games", "1000000"]
    assert main(words) == 130
    told = json.loads(capsys.readouterr().out)
    assert told["games"] > 0
    assert sum(bot["win_share"] for bot in told["bots"]) == pytest.approx(1)
    assert sum(json.loads(kept(home).read_text())["games"]) == told["games"]


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    """It says how to continue; no worker is left, and no page shows half a league."""
    words = ("league", "qwixx", "--bots", "greedy,random", "--workers", "2", "--games", "100000000")
    with subprocess.Popen(
        pseudo.command(*words, "--page", str(tmp_path), code=pseudo.LISTENING),
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
    assert "the same command continues" in warned
    assert "greedy" in said
    assert sum(json.loads(kept(tmp_path).read_text())["games"]) > 0
    assert not list(tmp_path.glob("league-*"))


def test_a_page_that_cannot_be_written(tmp_path: Path, capsys: Shown) -> None:
    """The sentence names the file, and the old page stays intact."""
    resource = pytest.importorskip("resource")
    assert main([*LEAGUE, "--page", str(tmp_path)]) == 0
    drawing = tmp_path / "league-qwixx.svg"
    before = drawing.read_bytes()
    capsys.readouterr()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        code = main([*LEAGUE, "--page", str(tmp_path)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert code == 1
    assert capsys.readouterr().err.startswith(f"{drawing}: ")
    assert drawing.read_bytes() == before
    assert {path.name for path in tmp_path.glob("*league*")} == {drawing.name, "league-qwixx.md"}


# External programs.

FIRST_MOVES = """
import json, sys
for line in sys.stdin:
    seen = json.loads(line)["seen"]
    print(json.dumps({"move": seen["menu"][0]}), flush=True)
"""


def test_programs_in_a_league(
    tmp_path: Path, home: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that cannot play starts no league, a changed one starts another, and lost moves are reported."""
    monkeypatch.chdir(tmp_path)
    words = ["league", "qwixx", "--bots", "greedy,bot:python3 mine.py", "--workers", "1", "--games", "2"]
    assert main([*words, "--json"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "Nothing was started, because mine made no first move." in told.err
    assert not list(home.glob("leagues/*.json"))
    Path("mine.py").write_text(FIRST_MOVES)
    assert shown(capsys, *words, "--json")["games"] == 2
    Path("mine.py").write_text(FIRST_MOVES.replace("print", "seen['point'] < 9 or sys.exit()\n    print"))
    changed = shown(capsys, *words, "--json")
    assert len(list(home.glob("leagues/*.json"))) == 2
    lost = {bot["bot"]: bot["lost_moves"] for bot in changed["bots"]}
    assert lost["greedy"] == 0
    assert lost["bot:python3 mine.py"] > 0


def test_programs_with_the_same_name(tmp_path: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are numbered."""
    monkeypatch.chdir(tmp_path)
    for folder in ("a", "b"):
        Path(folder).mkdir()
        Path(folder, "mine.py").write_text(FIRST_MOVES)
    bots = "bot:python3 a/mine.py,bot:python3 b/mine.py"
    assert main(["league", "mark", "--bots", bots, "--games", "2", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert "mine 1" in told
    assert "mine 2" in told


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
def test_wrong_arguments(capsys: Shown, words: list[str]) -> None:
    """One sentence, and exit code 2."""
    assert main(["league", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
