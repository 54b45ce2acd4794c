"""`closecall rules`, `verify`, `replay` and `saved`."""

import re
from pathlib import Path

import pytest

from closecall.cli.main import main
from closecall.cli.saved_games import load_record
from closecall.core.record import encode_record
from closecall.games import rules_of, slugs
from closecall.messages import LANGUAGES
from terminal.pseudo import Pseudo, run
from terminal.scripted_console import SEED, MemoryFile, played
from terminal.shown import Shown, complaint, said


def bot_game(home: Path, game: str = "mark") -> Path:
    """A finished game of bots."""
    assert main(["play", game, "--seats", "bot,bot,bot", "--seed", SEED.hex()]) == 0
    return next(file for file in (home / "games").iterdir() if file.name.startswith(game))


def test_rules(capsys: Shown) -> None:
    """Every game in every language, without Markdown signs, with all clauses."""
    clauses = {"mark": "M11", "qwixx": "Q11", "enough": "E18"}
    texts = set()
    for game, last in clauses.items():
        for language in LANGUAGES:
            assert main(["rules", game, "--lang", language]) == 0
            text = capsys.readouterr().out
            texts.add(text)
            assert last in text
            assert "*" not in text
            assert "`" not in text
            assert not re.search(r"^#", text, re.MULTILINE)
    assert len(texts) == 12


def test_verify(home: Path, capsys: Shown) -> None:
    """A finished game is fair; a changed roll is not; an unfinished one is refused."""
    file = bot_game(home)
    capsys.readouterr()
    assert main(["verify", file.name]) == 0
    assert said(capsys).startswith("Fair: 26 rolls and draws were recomputed")
    text = file.read_text("utf-8")
    roll = re.search(r'"dice": \[(\d)', text)
    assert roll is not None
    at = roll.start(1)
    changed = str(int(text[at]) % 6 + 1)
    (file.parent / "changed.json").write_text(text[:at] + changed + text[at + 1 :], "utf-8")
    assert main(["verify", "changed.json"]) == 1
    assert "does not follow from the seed" in complaint(capsys)


def unfinished(tmp_path: Path, game: str) -> Path:
    """An unfinished game with a sealed choice or a hand."""
    memory = MemoryFile()
    played(game, "Ann,Ben,random", ["", *["1", ""] * 3], file=memory)
    assert memory.record is not None
    file = tmp_path / f"{game}.json"
    file.write_bytes(encode_record(rules_of(game), memory.record))
    return file


def test_an_unfinished_game_is_not_verified(tmp_path: Path, capsys: Shown) -> None:
    """Its seed is still secret."""
    assert main(["verify", str(unfinished(tmp_path, "enough"))]) == 1
    shown = complaint(capsys)
    assert "This game is not over yet" in shown
    assert SEED.hex() not in shown


def test_replay_of_an_unfinished_game_shows_what_spectators_see(tmp_path: Path, capsys: Shown) -> None:
    """No target, no hidden card, no sealed choice (E14)."""
    file = unfinished(tmp_path, "enough")
    record = load_record(file)
    assert main(["replay", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "only what a spectator may see is shown" in shown
    assert "target" not in shown.lower()
    assert "hand ?" in shown
    assert SEED.hex() not in shown
    assert record.seed == SEED


def test_replay_hides_a_sealed_choice(tmp_path: Path, capsys: Shown) -> None:
    """What Ann has sealed and Ben has not answered changes nothing in the replay."""
    shown = set()
    for entry in ("a1", "b2=4", "c3"):
        memory = MemoryFile()
        played("mark", "Ann,Ben", ["k", "", "y", "", entry], file=memory)
        assert memory.record is not None
        file = tmp_path / "sealed.json"
        file.write_bytes(encode_record(rules_of("mark"), memory.record))
        assert main(["replay", str(file)]) == 0
        shown.add(capsys.readouterr().out)
    assert len(shown) == 1


@pytest.mark.parametrize("game", slugs())
def test_replay_of_a_finished_game_is_open(game: str, home: Path, capsys: Shown) -> None:
    """Every step, and in Close Enough every hand and target."""
    file = bot_game(home, game)
    capsys.readouterr()
    assert main(["replay", str(file)]) == 0
    text = capsys.readouterr().out
    steps = [int(n) for n in re.findall(r"^Step (\d+) of", text, re.MULTILINE)]
    assert steps == list(range(len(steps)))
    assert len(steps) > 20
    assert "\x1b" not in text
    if game == "enough":
        assert text.count(" face-down targets: ") > 6
        assert "hand ?" not in text
    assert main(["replay", str(file), "--from", "10"]) == 0
    assert capsys.readouterr().out == text[text.index("Step 10 of") :]
    assert main(["replay", str(file), "--from", "99999"]) == 2
    assert "are numbered 0 to" in complaint(capsys)


def test_replay_by_steps(tmp_path: Path, home: Path) -> None:
    """Enter goes on, b goes back, q leaves; also through a pipe if asked for."""
    file = bot_game(home)
    done = run(home, "replay", str(file), "--step", typed="\n\nb\nx\nq\n")
    steps = re.findall(r"^Step (\d+) of", done.stdout, re.MULTILINE)
    assert steps == ["0", "1", "2", "1", "1"]
    assert done.returncode == 0
    done = run(home, "replay", str(file), "--step", "--from", "27", typed="\n\n\n")
    assert done.stdout.count("Step 27 of 27") + done.stdout.count("Step 28") >= 1
    with Pseudo(home, "replay", str(file)) as terminal:
        terminal.wait_for("Step 0 of")
        terminal.type("")
        terminal.wait_for("Step 1 of")
        terminal.type("q")
        assert terminal.end() == 0


def test_saved_games(home: Path, capsys: Shown) -> None:
    """The latest first, finished or not, damaged ones with what is wrong."""
    assert main(["saved"]) == 0
    assert "No games are saved in" in said(capsys)
    bot_game(home)
    run(home, "play", "qwixx", "--seats", "Ann,random")
    (home / "games" / "broken.json").write_text("{")
    capsys.readouterr()
    for name in ("saved", "games"):
        assert main([name]) == 0
        shown = said(capsys)
        assert "Close to the Mark!: Bot 1, Bot 2 and Bot 3; over, points" in shown
        assert "Qwixx: Ann and Random; unfinished" in shown
        assert "broken.json" in shown
        assert "not valid JSON" in shown
