"""Custom trained values can be played with: `closecall bot GAME --values FOLDER`."""

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from closecall import new_match, with_fate
from closecall.bots import custom_values, find_bot
from closecall.bots.enough import level_values
from closecall.bots.enough import levels as levels_enough
from closecall.bots.enough.threshold_names import NAMES
from closecall.bots.external import BotTrouble, ExternalBot, log_trouble, program_fingerprint, tell_troubles
from closecall.bots.mark import net_values as of_mark
from closecall.bots.mark.net_file import all_files
from closecall.bots.qwixx import levels as levels_qwixx
from closecall.bots.qwixx import net_values as of_qwixx
from closecall.bots.qwixx.net_layout import CONTEXT_AT, LAST_AT, SCORE_AT
from closecall.bots.qwixx.sparring import weights_for
from closecall.cli.main import main
from closecall.core.rules import Seat
from closecall.messages import LANGUAGES, catalogue
from support.source import ROOT

EXPERT: Any = find_bot("expert", "qwixx")
Shown = pytest.CaptureFixture[str]

SHIPPED = ROOT / "src" / "closecall" / "bots"
CACHED = (
    weights_for,
    all_files,
    level_values.current_values,
    levels_enough._knowledge,
    levels_qwixx._weights,
)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder for custom values; afterwards the shipped values are used again."""
    _forget()
    yield tmp_path / "trained"
    custom_values._folder = None
    _forget()


def _forget() -> None:
    for cached in CACHED:
        cached.cache_clear()


def contrary_net(folder: Path) -> Path:
    """The net for two seats with the sign of its chances reversed, so that it plays to lose."""
    path = folder / "net2" / "values.npz"
    path.parent.mkdir(parents=True)
    parts = of_qwixx.parts_for(2)
    rest = parts.rest.copy()
    rest[LAST_AT - SCORE_AT : CONTEXT_AT - SCORE_AT] *= -1  # The last layer and its offset.
    of_qwixx.write_values(path, parts._replace(rest=rest))
    return path


def test_a_net_replaces_the_one_for_its_seats(folder: Path) -> None:
    """Other numbers of seats keep the shipped net."""
    path = contrary_net(folder)
    custom_values.use_values(folder)
    assert np.array_equal(of_qwixx.values_for(2), of_qwixx.read_values(path))
    assert np.array_equal(of_qwixx.values_for(3), of_qwixx.net_of(of_qwixx.parts_for(3)))
    assert not np.array_equal(of_qwixx.values_for(2), of_qwixx.net_of(of_qwixx.parts_for(2)))


def test_a_net_of_mark_replaces_the_shipped_one(folder: Path) -> None:
    """The other nets stay as shipped."""
    (folder / "blue").mkdir(parents=True)
    blue = of_mark.read_values(SHIPPED / "mark" / "values" / "blue.npz")
    of_mark.write_values(folder / "blue" / "values.npz", blue._replace(mean=12.5))
    means = sorted(values.mean for values in all_files() if values.mean != blue.mean)
    _forget()
    custom_values.use_values(folder)
    assert sorted(values.mean for values in all_files()) == sorted([12.5, *means])


def test_custom_thresholds_are_used(folder: Path) -> None:
    """The hard bot calls by them, and the expert models the others by them."""
    course = folder / "thresholds"
    course.mkdir(parents=True)
    kept = json.loads((SHIPPED / "enough" / "values" / "thresholds.json").read_text("utf-8"))
    kept["tuned"]["4"]["call_0"] = 17.0
    (course / "thresholds.json").write_text(json.dumps(kept), "utf-8")
    knowledge = (SHIPPED / "enough" / "values" / "knowledge.npz").read_bytes()
    (course / "knowledge.npz").write_bytes(knowledge)
    custom_values.use_values(folder)
    assert level_values.thresholds_of("hard", 4)["call_0"] == 17.0
    assert 17.0 in level_values.models_of(level_values.current_values(), 4, 1.0)[: len(NAMES)]


def test_the_program_plays_with_custom_values(folder: Path) -> None:
    """Every move of a game is that of the custom values, and many differ from the shipped ones."""
    contrary_net(folder)
    command = shlex.join(
        [str(Path(sys.executable).with_name("closecall")), "bot", "qwixx", "--values", str(folder)]
    )
    troubles: list[BotTrouble] = []
    tell_troubles(troubles.append)
    bot = ExternalBot("qwixx", command, find_bot("random", "qwixx"), timeout_s=60)
    told = []
    try:
        for seed in range(12):
            seen = with_fate(new_match("qwixx", seats=2), seed=bytes([seed] * 32)).seen_by(Seat(0))
            told.append((seen, seed, bot.choose(seen, Random(seed))))
    finally:
        bot.close()
        tell_troubles(log_trouble)
    assert not [trouble.code for trouble in troubles if trouble.code != "bot_gets_ready"]
    usual = [EXPERT.choose(seen, asked(seed)) for seen, seed, _ in told]
    _forget()
    custom_values.use_values(folder)
    contrary = [EXPERT.choose(seen, asked(seed)) for seen, seed, _ in told]
    moves = [move for _, _, move in told]
    assert moves == contrary
    assert sum(one != other for one, other in zip(moves, usual, strict=True)) > 6


def asked(seed: int) -> Random:
    """The random numbers of a program, seeded as we seed it."""
    return Random(Random(seed).getrandbits(53))


def damaged(folder: Path) -> None:
    """A file that is not an archive."""
    (folder / "net2").mkdir(parents=True)
    (folder / "net2" / "values.npz").write_bytes(b"PK nonsense")


def for_others(folder: Path) -> None:
    """Values for another number of seats."""
    (folder / "net2").mkdir(parents=True)
    net3 = (SHIPPED / "qwixx" / "values" / "net3.npz").read_bytes()
    (folder / "net2" / "values.npz").write_bytes(net3)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("made", "error"),
    [
        (Path.mkdir, "bot_values_none"),
        (str, "bot_values_none"),
        (contrary_net, "bot_values_level"),
        (damaged, "bot_values_damaged"),
        (for_others, "bot_values_damaged"),
    ],
)
def test_useless_values_are_refused(
    made: Callable[[Path], object], error: str, language: str, folder: Path, capsys: Shown
) -> None:
    """A sentence, before any line is read or answered."""
    made(folder)
    level = "hard" if error == "bot_values_level" else "expert"
    words = ["bot", "qwixx", "--level", level, "--values", str(folder), "--lang", language]
    assert main(words) != 0
    facts = {
        "bot_values_none": {"folder": str(folder), "slug": "qwixx"},
        "bot_values_level": {"level": level, "levels": "expert"},
        "bot_values_damaged": {"file": str(folder / "net2" / "values.npz")},
    }
    shown = capsys.readouterr()
    said = catalogue(language)(f"error.{error}", game=catalogue(language)("game.qwixx"), **facts[error])
    assert "".join(said.split()) in "".join(shown.err.split())
    assert not shown.out


@pytest.mark.parametrize("joint", [" ", "="])
def test_custom_values_change_the_fingerprint(
    joint: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A league must not reuse games that were played with other values."""
    path = contrary_net(folder)
    bot = f"bot:closecall bot qwixx --values{joint}{folder}"
    before = program_fingerprint(bot)
    path.write_bytes(path.read_bytes() + b"more")
    assert program_fingerprint(bot) != before
    # Not every word can be a file name.
    assert program_fingerprint(f"bot:python3 -c {'x' * 300} --prompt={'y/' * 300}")
    # Other files in the folder are not part of a program.
    with_option = program_fingerprint("bot:closecall bot qwixx --plain")
    monkeypatch.chdir(folder)
    assert program_fingerprint("bot:closecall bot qwixx --plain") == with_option
