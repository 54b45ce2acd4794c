"""A fourth game joins with one call: played, simulated, recorded and served, and the package is not edited.

The game is `tests/nines`. `python -m nines` is the `closecall` program with it.
"""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

import nines
from closecall import games, messages
from closecall.bots import find_bot, has_bot
from closecall.core.rules import Rules
from closecall.server.typescript import declarations
from nines import Move, Options, Roll, State, View
from nines.game import GAME
from support.game_checks import check_game
from support.source import ROOT

# mypy accepts this assignment only if the package has everything that Rules asks for.
NINES: Rules[State, Move, Roll, View, Options] = nines
SEED = "07" * 32
TIMEOUT_S = 60


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nines is a game in this process, for one test."""
    monkeypatch.setattr(games, "_registered", {})
    monkeypatch.setattr(messages, "_added", [])
    games.register(GAME)
    yield
    messages.catalogue.cache_clear()


def environment(folder: Path) -> dict[str, str]:
    """The environment of the program: its own data folder, and `nines` on the path."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("CLOSECALL_")}
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    return {**ours, "PYTHONPATH": path, "CLOSECALL_HOME": str(folder), "CLOSECALL_LANG": "en"}


def run(folder: Path, *words: str, typed: str = "") -> str:
    """What the program prints; it must succeed."""
    ran = _run(folder, words, typed)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def refusal(folder: Path, *words: str) -> str:
    """The sentence with which the program refuses a command."""
    ran = _run(folder, words, "")
    assert (ran.returncode, ran.stdout) == (2, ""), ran.stdout + ran.stderr
    return ran.stderr


def _run(folder: Path, words: tuple[str, ...], typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nines", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        env=environment(folder),
        check=False,
    )


def test_rules_are_short() -> None:
    """A small game is a small file."""
    assert len(Path(nines.__file__ or "").read_text("utf-8").splitlines()) <= 155


@pytest.mark.usefixtures("registered")
def test_registry() -> None:
    """It is found like the others, has the random bot, and reads in English in every language."""
    assert games.slugs()[-1] == "nines"
    assert games.rules_of("nines") is NINES
    assert has_bot("random", "nines")
    assert find_bot("expert", "nines") is None
    assert messages.catalogue("it")("game.nines") == "Nines"
    assert "N3 Score" in games.rules_text("nines", "fr")
    with pytest.raises(ValueError, match="nines"):
        games.register(GAME)


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("seats", nines.SEATS)
def test_properties(seats: int) -> None:
    """The properties, secrecy and round trips that hold for every game hold for this one."""
    check_game("nines", seats, games=20, seed=4)


def test_terminal(tmp_path: Path) -> None:
    """A person plays it, and the record can be replayed and verified."""
    file = str(tmp_path / "game.json")
    told = run(
        *(tmp_path, "play", "nines", "--seats", "Ann,random", "--rounds", "2", "--no-confirm", "--plain"),
        *("--seed", SEED, "--save", file),
        typed="?\nstand\nnonsense\nroll\n",
    )
    assert "All rounds are played." in told
    assert "“nonsense” is no move: stand or roll." in told
    record = json.loads(Path(file).read_text("utf-8"))
    assert (record["game"], record["options"]) == ("nines", {"rounds": 2})
    assert [entry["move"] for entry in record["log"] if entry.get("seat") == 0] == ["stand", "roll"]
    assert "All rounds are played." in run(tmp_path, "replay", file)
    run(tmp_path, "verify", file)
    record["log"] = [({"fate": {"pips": 6}} if "fate" in entry else entry) for entry in record["log"]]
    Path(file).write_text(json.dumps(record), "utf-8")
    with pytest.raises(AssertionError):
        run(tmp_path, "verify", file)


def test_help_and_rules(tmp_path: Path) -> None:
    """Its options are flags, and its rules can be read."""
    assert re.search(r"--rounds\s+1-9\s+how many rounds are played", run(tmp_path, "play", "--help"))
    assert "nines" in run(tmp_path, "--help")
    assert "closest to nine" in run(tmp_path, "rules", "nines")


@pytest.mark.usefixtures("registered")
def test_types_of_the_page() -> None:
    """The page would know its options, and that there is no introduction to link to."""
    specs = declarations().partition("export const GAMES")[2].partition(" = ")[2].partition(";")[0]
    assert json.loads(specs)["nines"] == {
        "seats": {"least": nines.SEATS.start, "most": nines.SEATS.stop - 1},
        "options": [{"name": "rounds", "kind": "number", "least": 1, "most": nines.MOST_ROUNDS}],
        "bots": ["random"],
        "has_introduction": False,
        "has_daily": False,
    }


def test_commands_that_need_more(tmp_path: Path) -> None:
    """Without trainers, a solver or other bots, commands that need them say so."""
    nothing = "There is nothing to train for Nines.\n"
    assert refusal(tmp_path, "train", "nines", "--folder", "values") == nothing
    assert refusal(tmp_path, "bot", "nines", "--values", "values") == nothing
    assert refusal(tmp_path, "solve", "nines") == "Nines cannot be solved; these can: qwixx.\n"
    assert "they are random." in refusal(tmp_path, "bot", "nines", "--level", "expert")
    kernels = refusal(tmp_path, "bench", "--growth", "--games", "nines")
    assert kernels == "There is no compiled kernel to follow for nines.\n"
    assert "at least two seats" in refusal(tmp_path, "league", "nines", "--games", "10")
    assert refusal(tmp_path, "play", "nines", "--dice", "real").startswith("Nines cannot be played")


def test_simulation(tmp_path: Path) -> None:
    """In this process and in workers of their own: the same games."""
    words = ["simulate", "nines", "--bots", "random,random", "--readable", "--json"]
    words += ["--games", "60", "--seed", "3"]
    one, two = (json.loads(run(tmp_path, *words, "--workers", workers)) for workers in ("1", "2"))
    assert one["seats"] == two["seats"]
    assert one["games"] == 60
    counts = [seat["counts"]["stands"]["mean"] for seat in one["seats"]]
    assert all(0.5 < mean < 2.5 for mean in counts), counts


def test_served_over_a_socket(tmp_path: Path) -> None:
    """A table with a random bot: made over HTTP, played over a socket, and its record handed out."""
    with served(tmp_path) as url:
        cookie, table = new_table(url)
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table['id']}/socket"
        with connect(address, additional_headers={"Cookie": cookie, "Origin": url}) as connection:
            over = play_to_the_end(connection)
        assert over["reason"] == "over.nines"
        assert len(over["scores"]) == 2
        record, _ = asked(url, f"/tables/{table['id']}/record", cookie)
    file = tmp_path / "served.json"
    file.write_text(json.dumps(record), "utf-8")
    run(tmp_path, "verify", str(file))


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server with the fourth game, for a while; its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "nines", "serve", "--port=0", "--bots=1", "--bot-pause-ms=0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**environment(folder), "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    try:
        said = ""
        while (found := re.search(r"http://[\w.:\[\]]+", said)) is None:
            line = process.stdout.readline()
            assert line, f"the server has ended: {said}"
            said += line
        yield found[0]
    finally:
        process.terminate()
        try:
            process.wait(TIMEOUT_S)
        finally:
            process.kill()
            process.stdout.close()


def asked(url: str, path: str, cookie: str = "", body: dict[str, Any] | None = None) -> tuple[Any, str]:
    """The answer to a request, and the cookie that came with it."""
    headers = {"Content-Type": "application/json", "Origin": url} | ({"Cookie": cookie} if cookie else {})
    content = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(
        urllib.request.Request(f"{url}/api{path}", content, headers), timeout=TIMEOUT_S
    ) as answer:
        baked = SimpleCookie(answer.headers.get("Set-Cookie", ""))
        return json.load(answer), "; ".join(f"{name}={morsel.value}" for name, morsel in baked.items())


def new_table(url: str) -> tuple[str, Any]:
    """A table for a new person and a random bot, and the person's cookie."""
    offered, _ = asked(url, "/games")
    assert [game["bots"] for game in offered["games"] if game["game"] == "nines"] == [["random"]]
    _, cookie = asked(url, "/people", body={"name": "Ann"})
    wanted = {
        "game": "nines",
        "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}],
        "options": {"rounds": 2},
    }
    made, _ = asked(url, "/tables", cookie, wanted)
    ready, _ = asked(url, f"/tables/{made['table']['id']}/ready", cookie, {"words": "nine lives"})
    return cookie, ready


def play_to_the_end(connection: Any) -> Any:
    """Always stand; how the game ended."""
    chosen = set()
    while True:
        frame = json.loads(connection.recv(TIMEOUT_S))
        assert frame["t"] not in ("refused", "bye"), frame
        if frame["t"] != "seen":
            continue
        seen = frame["seen"]
        if seen["over"] is not None:
            return seen["over"]
        if seen["menu"] is not None and (key := (seen["point"], frame["nth"])) not in chosen:
            chosen.add(key)
            move = {
                "t": "commit",
                "id": len(chosen),
                "point": seen["point"],
                "nth": frame["nth"],
                "move": "stand",
            }
            connection.send(json.dumps(move))
