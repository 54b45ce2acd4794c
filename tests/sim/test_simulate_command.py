"""`closecall simulate`: reports, files, drawings and refusals."""

import csv
import errno
import io
import json
import os
import re
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from closecall.cli import simulate_run as simulate_command
from closecall.cli.main import main
from closecall.cli.progress import Progress, clock
from closecall.cli.simulate_report import bins_of, report, shares
from closecall.games import qwixx
from closecall.messages import LANGUAGES, catalogue
from closecall.sim import cluster, simulate
from closecall.sim.limits import LARGEST_SEED
from closecall.sim.result import Result
from closecall.sim.statistics import Tally
from closecall.tui.screen import Style
from support.source import ROOT
from terminal.pseudo import Pseudo, command, environment, run
from terminal.shown import Shown, arguments, complaint

MARK = ["simulate", "mark", "--bots", "random,random"]
SHORT = [*MARK, "--games", "5", "--seed", "1", "--readable"]


# Reports.


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report(language: str, capsys: Shown) -> None:
    """Every number is that of the library, formatted as the language does; lines fit the screen."""
    words = [
        "simulate",
        "qwixx",
        "--bots",
        "greedy,random",
        "--games",
        "400",
        "--seed",
        "3",
        "--lang",
        language,
    ]
    assert main(words) == 0
    text = capsys.readouterr().out
    result, say = simulate("qwixx", ["greedy", "random"], 400, seed=3), catalogue(language)
    sign = say("sim.number")[5]
    assert text.splitlines()[0].endswith(f"3, {say('sim.compiled')}")
    rows = {line[:22].strip(): line[22:].split() for line in text.splitlines()}
    for label, seats in (
        ("sim.mean", [f"{seat.score.mean:.2f}" for seat in result.seats]),
        ("sim.median", [str(seat.score.percentiles[50]) for seat in result.seats]),
        ("count.misthrows", [f"{seat.counts['misthrows'].mean:.2f}" for seat in result.seats]),
    ):
        shown = next(cells for name, cells in rows.items() if name.startswith(say(label)))
        assert shown == [number.replace(".", sign).replace("-", "−") for number in seats]
    assert f"{100 * (result.seats[0].win_share or 0):.2f} %".replace(".", sign) in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_five_bots_fit_the_screen() -> None:
    """In every language, with a histogram for each."""
    result = simulate("mark", ["random"] * 5, 300, seed=1, arrays=False)
    for language in LANGUAGES:
        lines = report(result, catalogue(language), Style(is_plain=True, has_colour=False))
        assert all(len(line) <= 80 for line in lines[1:])
        assert "E random" in lines[2]


def test_a_solo_game_has_no_winner(capsys: Shown) -> None:
    """A solo game has points, but no share of wins."""
    assert main(["simulate", "mark", "--bots", "random", "--games", "3", "--seed", "1", "--readable"]) == 0
    assert "wins" not in capsys.readouterr().out
    assert simulate("mark", ["random"], 3, seed=1, readable=True).seats[0].win_ci == (1.0, 1.0)


def test_json(capsys: Shown) -> None:
    """The same as the library's, with the arguments."""
    words = [
        "simulate",
        "qwixx",
        "--bots",
        "Greedy, random",
        "--games",
        "6",
        "--seed",
        "8",
        "--json",
        "--rotate",
    ]
    assert main([*words, "--match", "2", "--readable"]) == 0
    shown = json.loads(capsys.readouterr().out)
    options = qwixx.Options(games=2)
    result = simulate("qwixx", ["greedy", "random"], 6, 8, options=options, readable=True, rotate=True)
    assert shown == result.as_json()
    assert (shown["game"], shown["games"], shown["asked"], shown["seed"]) == ("qwixx", 6, 6, 8)
    assert shown["options"] == {"games": 2, "one_more": False}
    assert (shown["rotate"], shown["compiled"]) == (True, False)
    seat = shown["seats"][0]
    assert {"bot", "mean", "se", "sd", "win_share", "win_ci", "percentiles", "counts"} <= set(seat)
    assert seat["win_ci"][0] <= seat["win_share"] <= seat["win_ci"][1]
    assert list(seat["percentiles"]) == ["5", "25", "50", "75", "95"]


@pytest.mark.parametrize("engine", [[], ["--readable"]])
def test_one_more_game(engine: list[str], tmp_path: Path, capsys: Shown) -> None:
    """The greedy bot always wants one more game, so the file is that of matches of five."""
    texts = []
    for options in (["--match", "5"], ["--match", "2", "--one-more"]):
        file = tmp_path / "games.csv"
        bots = ["--bots", "greedy,greedy", "--games", "4", "--seed", "8", "--rotate"]
        assert main(["simulate", "qwixx", *bots, *options, *engine, "--csv", str(file)]) == 0
        texts.append((file.read_text(), capsys.readouterr().out))
    assert texts[0] == texts[1]


@pytest.mark.parametrize("is_readable", [False, True])
def test_ages(is_readable: bool, capsys: Shown) -> None:
    """A dash stands for no age; with two of three ages the elder of the two starts, wherever it sits."""
    words = ["simulate", "mark", "--bots", "greedy,random,greedy", "--games", "6", "--seed", "8", "--json"]
    shown = []
    for ages in ("9,-,38", "1,-,2", "38,-,9"):
        assert main([*words, "--rotate", "--ages", ages, *["--readable"] * is_readable]) == 0
        shown.append(json.loads(capsys.readouterr().out))
    assert [each.pop("options")["ages"] for each in shown] == [[9, None, 38], [1, None, 2], [38, None, 9]]
    assert shown[0] == shown[1] != shown[2]


def test_json_of_one_game(capsys: Shown) -> None:
    """Unknown values are null, not NaN, which not every reader understands."""
    assert main([*MARK, "--games", "1", "--json", "--readable"]) == 0
    shown = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert shown["seats"][0]["sd"] is shown["seats"][0]["se"] is None


def test_stopped_before_the_first_game() -> None:
    """Nothing is divided by zero."""
    plan = simulate("mark", ["random"], 1, readable=True).plan
    nothing = Result(plan, False, Tally())
    assert len(report(nothing, catalogue("en"), Style(is_plain=True, has_colour=False))) == 1
    shown = json.loads(json.dumps(nothing.as_json()))
    assert (shown["games"], shown["seats"][0]["mean"], shown["seats"][0]["win_ci"]) == (0, None, None)


@pytest.mark.parametrize("way", [["--readable"], []])
def test_csv(way: list[str], tmp_path: Path, capsys: Shown) -> None:
    """A line for each table and bot, with the numbers of the library's arrays."""
    file = tmp_path / "games.csv"
    bots = ("greedy", "random", "random")
    words = ["simulate", "qwixx", "--bots", ",".join(bots), "--games", "7", "--seed", "2", "--rotate"]
    assert main([*words, *way, "--csv", str(file)]) == 0
    rows: list[dict[str, Any]] = list(csv.DictReader(io.StringIO(file.read_text("utf-8"))))
    result = simulate("qwixx", bots, 7, 2, rotate=True, readable=bool(way))
    assert len(rows) == 21
    for n, row in enumerate(rows):
        table, bot = divmod(n, 3)
        assert (int(row["table"]), int(row["bot"]), row["name"]) == (
            table,
            bot + 1,
            bots[bot],
        )
        assert int(row["seat"]) == (bot + table) % 3 + 1
        assert int(row["score"]) == result.scores[table, bot]
        assert int(row["won"]) == result.won[table, bot]
        assert int(row["winners"]) == result.won[table].sum()
        assert int(row["turns"]) == result.lengths[table]
        assert int(row["locks"]) == result.counts["locks"][table, bot]


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_between_writing_and_counting(
    tmp_path: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every game in the file has been counted."""
    add = Tally.add

    def add_late(tally: Tally, more: Tally) -> None:
        signal.raise_signal(signal.SIGINT)
        add(tally, more)

    monkeypatch.setattr(Tally, "add", add_late)
    file = tmp_path / "games.csv"
    assert main([*SHORT, "--csv", str(file), "--json"]) == 130
    games = json.loads(capsys.readouterr().out)["games"]
    assert games > 0
    assert len(file.read_text().splitlines()) == 1 + 2 * games


@pytest.mark.parametrize("content", ["precious\n", None])
def test_an_old_file_stays_if_nothing_can_be_played(
    content: str | None, tmp_path: Path, capsys: Shown
) -> None:
    """It is replaced once there are games to write; if there was none, none is created."""
    file = tmp_path / "games.csv"
    if content is not None:
        file.write_text(content)
    words = [*SHORT, "--csv", str(file)]
    assert main([*words, "--engine", "ray", "--ray-address", "127.0.0.1:1"]) == 1
    assert (file.read_text() if file.exists() else None) == content
    assert main(words) == 0
    assert file.read_text().startswith("table,bot,name,")
    assert len(file.read_text().splitlines()) == 11


def test_csv_through_a_named_pipe(home: Path, tmp_path: Path) -> None:
    """The pipe is opened once, so its reader gets every line."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no named pipes here")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as others:
        read = others.submit(pipe.read_text)
        assert run(home, *SHORT, "--csv", str(pipe)).returncode == 0
        assert len(read.result(timeout=60).splitlines()) == 11


# Histograms.


def test_a_histogram_in_the_terminal(capsys: Shown) -> None:
    """Each bot has a column; the shares of each add up to all games."""
    assert main([*SHORT, "--games", "40", "--plot", "--plain"]) == 0
    text = capsys.readouterr().out.partition("Distribution")[2]
    assert "A random" in text
    assert "\x1b" not in text
    shares = [float(number) for number in re.findall(r"([\d.]+) %", text)]
    assert sum(shares) == pytest.approx(200, abs=0.1 * len(shares))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_drawing(language: str, tmp_path: Path, capsys: Shown) -> None:
    """Well-formed, with a title, a panel for each bot, and colours for light and dark screens."""
    file = tmp_path / "a & b.svg"
    assert main([*SHORT, "--plot", str(file), "--lang", language]) == 0
    assert str(file) in capsys.readouterr().out.replace("\n", " ")
    text = file.read_text("utf-8")
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    title = root.find(f"{space}title")
    assert title is not None
    assert "5" in (title.text or "")
    written = [node.text or "" for node in root.iter(f"{space}text")]
    assert {"A random", "B random"} <= set(written)
    assert len([node for node in root.iter(f"{space}line") if node.get("class") == "mean"]) == 2
    assert "prefers-color-scheme: dark" in text
    width = float((root.get("viewBox") or "").split()[2])
    for bar in root.iter(f"{space}rect"):
        assert float(bar.get("x", 0)) + float(bar.get("width", 0)) <= width


def test_bins_hold_every_score() -> None:
    """Few bins of equal width, with every score in one of them."""
    for scores in ({0: 1}, {-20: 1, 266: 2}, {5: 1, 6: 1}, {-1: 1, 0: 1}, {0: 1, 1330: 3}):
        plan = simulate("mark", ["random"], 1, readable=True).plan
        result = Result(plan, False, Tally(1, {("score", 0): scores, ("winners", 0): {1: 1}}))
        bins, games = bins_of(result), sum(scores.values())
        found = [sum(scores.get(score, 0) for score in part) / games for part in bins]
        assert shares(result.seats[0], bins) == found
        assert len(bins) <= 20
        assert len({len(part) for part in bins}) == 1
        assert all(sum(score in part for part in bins) == 1 for score in scores)


# Progress.


class Screen(io.StringIO):
    """A stream that claims to be a terminal, or not."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        """As `io.IOBase.isatty`."""
        return self._is_terminal


@pytest.mark.parametrize("language", LANGUAGES)
def test_progress(language: str) -> None:
    """Percentage, speed and time left, from the first games on, not from the start of the workers."""
    screen = Screen(is_terminal=True)
    progress = Progress(catalogue(language), 1000, screen)
    progress.show(100, now=50.0)
    progress.show(500, now=52.0)
    assert "50 %" in screen.getvalue()
    assert "200" in screen.getvalue()
    assert "0:03" in screen.getvalue()
    progress.close()
    assert screen.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize(("is_terminal", "is_plain"), [(False, False), (True, True)])
def test_no_progress(is_terminal: bool, is_plain: bool) -> None:
    """Neither a pipe nor a plain terminal gets cursor movements."""
    screen = Screen(is_terminal=is_terminal)
    progress = Progress(catalogue("en"), 10, screen, is_plain=is_plain)
    progress.show(5)
    progress.show(9)
    progress.close()
    assert screen.getvalue() == ""
    progress.compiling()
    assert screen.getvalue() == catalogue("en")("compile.begun") + "\n"


def test_the_time_left() -> None:
    """Rounded up, so that 0:00 means done."""
    assert [clock(seconds) for seconds in (0, 0.1, 60, 3600, 90061)] == [
        "0:00",
        "0:01",
        "1:00",
        "1:00:00",
        "25:01:01",
    ]


def test_progress_at_a_terminal(home: Path) -> None:
    """A bar on standard error, gone before the results; none with --plain."""
    words = [*MARK, "--games", "200", "--seed", "1", "--readable", "--workers", "1"]
    with Pseudo(home, *words) as terminal:
        assert terminal.end() == 0
        bar, _, table = terminal.shown.rpartition("\x1b[K")
        assert "games/s" in bar
        assert "mean" in table
    with Pseudo(home, *words, "--plain") as terminal:
        assert terminal.end() == 0
        assert "\x1b" not in terminal.shown
        assert "games/s" not in terminal.shown


def test_pipes_are_plain(home: Path) -> None:
    """Nothing but the table on standard output, and nothing on standard error."""
    done = run(home, *SHORT, "--workers", "2")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert done.stdout.startswith("Close to the Mark!: 5 games, seed 1, readable engine\n")


# Refusals.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "code", "facts"),
    [
        ([], "usage_no_game", {"games": "mark, qwixx, enough"}),
        (["chess"], "usage_game", {"text": "chess", "games": "mark, qwixx, enough"}),
        (["mark"], "sim_no_bots", {}),
        (["mark", "--bots", "random"], "sim_no_games", {}),
        (
            ["mark", "--bots", "random", "--games", "many"],
            "usage_number",
            {"option": "--games", "text": "many"},
        ),
        (["mark", "--bots", "random", "--games", "-1"], "usage_number", {"option": "--games", "text": "-1"}),
        (["mark", "--bots", "random", "--games", "0"], "sim_games", {"games": 0, "most": 10**12}),
        (
            ["mark", "--bots", "random", "--games", str(10**12 + 1)],
            "sim_games",
            {"games": 10**12 + 1, "most": 10**12},
        ),
        (["mark", "--bots", "random", "--games", "1" + 15 * "0"], "usage_large", {"option": "--games"}),
        (["mark", "--bots", "random", "--games", "9" * 5000], "usage_large", {"option": "--games"}),
        ([*MARK[1:], "--games", "1", "--workers", str(10**10)], "sim_workers", {"most": 1024}),
        ([*MARK[1:], "--games", "1", "--seed", "x"], "sim_seed", {"largest": LARGEST_SEED}),
        ([*MARK[1:], "--games", "1", "--seed", "-1"], "sim_seed", {"largest": LARGEST_SEED}),
        ([*MARK[1:], "--games", "1", "--seed", "9" * 5000], "sim_seed", {"largest": LARGEST_SEED}),
        ([*MARK[1:], "--games", "1", "--seed", "²"], "sim_seed", {"largest": LARGEST_SEED}),
        ([*MARK[1:], "--games", "1", "--workers", "0"], "sim_workers", {"most": 1024}),
        (
            [*MARK[1:], "--games", "1", "--engine", "abacus"],
            "sim_engine",
            {"text": "abacus", "engines": "local, ray"},
        ),
        ([*MARK[1:], "--games", "1", "--ray-address", "x:1"], "sim_ray_address", {}),
        ([*MARK[1:], "--games", "1", "--plot", "x.png"], "sim_plot_name", {"text": "x.png"}),
        ([*MARK[1:], "--games", "1", "--json", "--plot"], "sim_plot_and_json", {}),
        (
            ["qwixx", "--bots", "random", "--games", "1", "--match", "9"],
            "usage_range",
            {"option": "--match", "least": 1, "most": 5, "number": 9},
        ),
        (
            ["qwixx", "--bots", "random", "--games", "1", "--match", "0"],
            "usage_range",
            {"option": "--match", "least": 1, "most": 5, "number": 0},
        ),
        (
            ["qwixx", "--bots", "random", "--games", "1", "--match", "z"],
            "usage_number",
            {"option": "--match", "text": "z"},
        ),
        ([*MARK[1:], "--games", "1", "--ages", "8"], "mark_ages_count", {"ages": 1, "seats": 2}),
    ],
)
def test_a_wrong_argument_gives_a_sentence(
    words: list[str], code: str, facts: dict[str, str | int], language: str, capsys: Shown
) -> None:
    """In the reader's language, on standard error, with exit code 2, before anything is played."""
    assert main(["simulate", *words, "--lang", language]) == 2
    assert complaint(capsys) == catalogue(language)(f"error.{code}", **facts)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mark", "--bots", "nobody", "--games", "1"], "There is no bot “nobody” for Close to the Mark!."),
        (["mark", "--bots", "random,", "--games", "1"], "There is no bot “” for Close to the Mark!."),
        (["mark", "--bots", "bot:", "--games", "1"], catalogue("en")("error.bot_command", command="")),
        (
            ["mark", "--bots", "../random", "--games", "1"],
            "There is no bot “../random” for Close to the Mark!.",
        ),
        (["enough", "--bots", "random", "--games", "1"], "Close Enough needs 3 to 5 players, not 1."),
        (
            ["mark", "--bots", ",".join(["random"] * 6), "--games", "1"],
            "Close to the Mark! needs 1 to 5 players, not 6.",
        ),
        (
            ["mark", "--bots", "random", "--games", "1", "--match", "2"],
            "The option --match belongs to Qwixx, not to Close to the Mark!.",
        ),
        (
            ["mark", "--bots", "random", "--games", "1", "--csv", "/none/x.csv"],
            "/none/x.csv: there is no such file or folder",
        ),
        (
            ["mark", "--bots", "random", "--games", "1", "--plot", "/none/x.svg"],
            "/none/x.svg: there is no such file or folder",
        ),
        (["mark", "--bots", "random", "--games", "1", "--csv", "/"], "/: this is a folder, not a file"),
    ],
)
def test_wrong_bots_options_and_files(words: list[str], said: str, capsys: Shown) -> None:
    """Unknown bots, too few or too many bots, options of other games, files that cannot be written."""
    assert main(["simulate", *words]) == 2
    assert complaint(capsys) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_match_length_names_its_flag(language: str, capsys: Shown) -> None:
    """The option is called `games` in the rules, but here --games is the number of simulated games."""
    words = ["simulate", "qwixx", "--bots", "random", "--games", "1", "--match", "6"]
    assert main([*words, "--lang", language]) == 2
    sentence = complaint(capsys)
    assert sentence.startswith("--match")
    assert "“games”" not in sentence


@pytest.mark.parametrize("text", ["1000000000", "1000000000000", "000000000000000000007"])
def test_as_many_games_as_the_limit_says(text: str) -> None:
    """Every number up to the limit is understood."""
    asked = arguments("simulate", "qwixx", "--bots", "random,random", "--games", text, "--seed", "1")
    assert simulate_command.plan_for(asked).games == int(text)


def test_a_full_disk(home: Path) -> None:
    """The sentence names the file or standard output, buffered or not."""
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    done = run(home, *SHORT, "--csv", "/dev/full")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "/dev/full: the disk is full\n")
    for words in (SHORT, [*SHORT, "--json"], ["simulate", "--help"], ["rules", "mark"], ["--version"]):
        for unbuffered in ("", "1"):
            with Path("/dev/full").open("w") as full:
                told = subprocess.run(
                    command(*words),
                    stdout=full,
                    stderr=subprocess.PIPE,
                    text=True,
                    env=environment(home, PYTHONUNBUFFERED=unbuffered),
                    timeout=60,
                    check=False,
                )
            assert (told.returncode, told.stderr) == (1, "standard output: the disk is full\n"), words


def test_an_error_without_a_file_name(capsys: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence neither begins with a colon nor blames the wrong file."""

    def fail(*_: object) -> int:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(simulate_command, "run_simulation", fail)
    assert main(SHORT) == 1
    shown = capsys.readouterr()
    assert shown.err == "Something could not be read or written: the disk is full\n"
    assert shown.out.strip() == ""


def test_without_ray(monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    """A sentence says how to install it."""

    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(cluster, "import_module", missing)
    assert main([*SHORT, "--engine", "ray"]) == 1
    assert "pip install 'closecall[ray]'" in complaint(capsys)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "localhost:99999999", "a..b:1"])
def test_an_unreachable_cluster(address: str, capsys: Shown) -> None:
    """Reported at once, not after minutes."""
    assert main([*SHORT, "--engine", "ray", "--ray-address", address]) == 1
    assert complaint(capsys).startswith(f"No Ray answers at {address}: ")


# The documentation.


def test_the_documented_example(capsys: Shown) -> None:
    """docs/simulate.md shows exactly what the command prints."""
    text = (ROOT / "docs" / "simulate.md").read_text("utf-8")
    shown = re.search(r"^```text\n\$ closecall (.*?)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert shown is not None
    assert main(shown[1].split()) == 0
    assert capsys.readouterr().out == shown[2]
