"""Games are kept: whole or not at all, after every move, and whatever ends the program."""

import os
import time
from pathlib import Path

import pytest

from closecall.cli.main import main
from closecall.cli.saved_games import SavedGame, load_record, saved_games
from closecall.core.match import Commit
from closecall.core.record import AnyMatch, Record, replay
from closecall.core.rules import Over, Seat
from closecall.games import mark, rules_of
from closecall.messages import catalogue
from terminal.pseudo import Pseudo, run
from terminal.scripted_console import SEED, MemoryFile, ScriptedConsole, played, session_at

A = Seat(0)


def only_record(home: Path) -> tuple[Record, AnyMatch]:
    """The one saved game; nothing else is left in its folder."""
    (file,) = (home / "games").iterdir()
    record = load_record(file)
    return record, replay(rules_of(record.game), record)


# Trouble with the disk


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_full_disk_is_a_sentence_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """It is said once, not after every move, and the game can still be finished."""
    say = catalogue(language)
    console = ScriptedConsole(["k", "", "moves"])
    session = session_at(console, "mark", "you,random", language=language)
    session._file = SavedGame(tmp_path / "game.json", say, is_usual=True)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    session.run()
    shown = " ".join(console.text.split())
    assert shown.count(say("disk.full")) == 1
    assert shown.count(say("play.goes_on_unsaved")) == 1
    assert session.match.seen_by(None).view.dice is not None
    assert session.trouble is not None
    assert os.listdir(tmp_path) == []
    monkeypatch.undo()
    assert session._file.save(session.record) is None
    assert load_record(tmp_path / "game.json") == session.record


def test_a_folder_that_cannot_be_made(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The path runs through a file: the game is played unsaved, and says so."""
    home.write_text("I am a file")
    assert main(["play", "mark", "--seats", "random,random"]) == 0
    shown = capsys.readouterr().out
    assert "could not be saved in" in shown
    assert "part of this path is not a folder" in " ".join(shown.split())
    assert "Winner: " in shown or "Shared victory: " in shown
    assert "lost when the program ends" in shown
    assert "hall of fame" not in shown, "bots have no fame"


# After every move


def test_the_game_is_kept_after_every_entry() -> None:
    """Each commit, taking back and roll is written down before anything else happens."""
    file = MemoryFile()
    _, session = played("mark", "you,random", ["y", "undo", "k", ""], file=file)
    assert file.saved_lengths == sorted(file.saved_lengths)
    assert sorted(set(file.saved_lengths)) == list(range(len(session.match.log) + 1))


class Interrupted(MemoryFile):
    """A file during whose saving somebody presses Ctrl-C."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._after = after

    def save(self, record: Record) -> str | None:
        """Interrupted once, before anything is kept."""
        self._after -= 1
        if self._after == 0:
            raise KeyboardInterrupt
        return super().save(record)


@pytest.mark.parametrize("after", [2, 3, 4])
def test_ctrl_c_while_saving(after: int) -> None:
    """The move that was being saved is saved before the program ends."""
    file = Interrupted(after)
    session = session_at(ScriptedConsole(["y", ""]), "mark", "you,random", file=file)
    with pytest.raises(KeyboardInterrupt):
        session.run()
    assert file.record == session.record
    assert len(session.match.log) == after - 1


def first_move(match: AnyMatch) -> str:
    """The first move on A's menu."""
    return match.rules.format_move(next(iter(match.seen_by(A).menu or ())))


def test_resuming_goes_on_exactly_there() -> None:
    """A choice that was sealed is still sealed, and can still be taken back; the bot has not moved yet."""
    _, session = played("mark", "you,random", ["k", ""])
    move = first_move(session.match)
    _, session = played("mark", "you,random", ["k", "", move])
    assert session.match.sealed == {A: mark.parse_move(move)}
    console, same = played("mark", "you,random", [], match=session.match)
    assert "The game continues where it left off." in console.text
    assert "Sealed: " in console.text.splitlines()[-2]
    assert same.match == session.match
    console, after = played("mark", "you,random", [""], match=session.match)
    assert after.match.seen_by(None).view.round == 1
    console, taken = played("mark", "you,random", ["undo"], match=session.match)
    assert taken.match.sealed == {}
    assert "Your entry" in console.text.splitlines()[-1]


def test_leaving_does_not_change_a_bots_mind() -> None:
    """The same game with and without leaving in the middle, move by move."""
    _, whole = played("mark", "you,random", ["k", ""])
    moves = []
    for _ in range(4):
        moves += [first_move(whole.match), ""]
        _, whole = played("mark", "you,random", ["k", "", *moves])
    _, part = played("mark", "you,random", ["k", ""])
    for at in range(0, len(moves), 2):
        _, part = played("mark", "you,random", moves[at : at + 2], match=part.match)
    assert part.match.log == whole.match.log


def test_resuming_tells_what_one_has_missed() -> None:
    """Everything since the player's last choice is told again, and nothing older."""
    _, session = played("mark", "you,random", ["k", ""])
    first = first_move(session.match)
    _, session = played("mark", "you,random", ["k", "", first, ""])
    console, _ = played("mark", "you,random", [], match=session.match)
    assert "You – " in console.text
    assert "Random 1 – " in console.text
    assert "You – black" not in console.text


# The real program


def test_ctrl_c_at_a_prompt_saves(tmp_path: Path) -> None:
    """Interrupted in a real terminal: the game is saved, and continues exactly there."""
    home = tmp_path / "home"
    with Pseudo(home, "play", "mark", "--seats", "you,random", "--seed", SEED.hex()) as terminal:
        terminal.wait_for("Your colour")
        terminal.type("y")
        terminal.wait_for("Sealed: you play yellow.")
        terminal.type("")
        table = terminal.wait_for("Your entry")
        assert terminal.interrupt() == 130
        assert "The game is saved in" in terminal.shown
        assert "closecall resume" in terminal.shown
        assert "Traceback" not in terminal.shown
    _, match = only_record(home)
    assert match.seen_by(A).menu is not None
    with Pseudo(home, "resume") as terminal:
        again = terminal.wait_for("Your entry")
        assert "continues where it left off" in again
        assert table.split("Roll")[1] == again.split("Roll")[1], "the same dice, the same offer"
        terminal.type(first_move(match))
        terminal.wait_for("Sealed: ")
        terminal.type("")
        terminal.wait_for("round 2 of 25")
        terminal.type("quit")
        assert terminal.end() == 0
    _, match = only_record(home)
    assert match.seen_by(None).view.round == 1


_SLOW_BOT = "import closecall.bots.random as bot, time; bot.choose = lambda seen, rng: time.sleep(60); "


def test_ctrl_c_while_a_bot_thinks(tmp_path: Path) -> None:
    """The own sealed choice is saved although the bot never answered."""
    with Pseudo(tmp_path, "play", "qwixx", "--seats", "you,random", before=_SLOW_BOT) as terminal:
        terminal.wait_for("Action 1, such as")
        terminal.type("-")
        terminal.wait_for("Sealed: pass.")
        terminal.type("")
        time.sleep(0.5)
        assert terminal.interrupt() == 130
        assert "closecall resume" in terminal.shown
        assert "Traceback" not in terminal.shown
    _, match = only_record(tmp_path)
    assert match.rules.format_move(match.sealed[A]) == "pass"


def test_ctrl_c_in_a_storm(tmp_path: Path) -> None:
    """Many interrupts at once cannot damage the last save."""
    with Pseudo(tmp_path, "play", "mark", "--seats", "you,random") as terminal:
        terminal.wait_for("Your colour")
        for _ in range(20):
            terminal.process.send_signal(2)
        assert terminal.end() in (130, -2)
    record, match = only_record(tmp_path)
    assert record.log == match.log


_STAYS = "import closecall.cli.play as play, time; play._congratulation = lambda *_: time.sleep(60); "
"""However late it is killed, the program is still there, at the latest at the end of its game."""


@pytest.mark.parametrize("delay", [0.0, 0.01, 0.02, 0.04, 0.08])
def test_a_killed_program_leaves_a_loadable_save(tmp_path: Path, delay: float) -> None:
    """kill -9 in the middle of a game of bots: what is on the disk can be resumed and finished."""
    games = tmp_path / "games"
    words = ("play", "enough", "--seats", "bot,bot,bot", "--plain")
    with Pseudo(tmp_path, *words, before=_STAYS) as terminal:
        until = time.monotonic() + 30
        while not (games.is_dir() and [name for name in os.listdir(games) if name.endswith(".json")]):
            assert time.monotonic() < until
            time.sleep(0.001)
        time.sleep(delay)
        terminal.process.kill()
        assert terminal.process.wait() == -9
    (file,) = [games / name for name in os.listdir(games) if not name.startswith(".")]
    record = load_record(file)
    match = replay(rules_of("enough"), record)
    assert record.seed is not None
    done = run(tmp_path, "resume", str(file))
    assert done.returncode == 0, done.stderr
    finished, match = only_record(tmp_path)
    assert isinstance(match.pending, Over)
    assert finished.log[: len(record.log)] == record.log
    assert run(tmp_path, "verify", str(file)).stdout.startswith("Fair: ")


def test_the_end_of_a_pipe_is_like_quit(tmp_path: Path) -> None:
    """Scripted lines that end early leave a game that can be resumed."""
    done = run(tmp_path, "play", "mark", "--seats", "you,random", "--seed", SEED.hex(), typed="y\n\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.endswith("Continue with:\n  closecall resume\n")
    record, match = only_record(tmp_path)
    assert [type(entry) for entry in record.log].count(Commit) == 2
    assert match.seen_by(A).menu is not None


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    """--save names the file; it is never overwritten by another game; resume continues in it."""
    file = tmp_path / "my game.json"
    words = ("play", "mark", "--seats", "you,random", "--seed", SEED.hex(), "--save", str(file))
    done = run(tmp_path, *words, typed="y\n\n")
    assert f"closecall resume '{file}'" in done.stdout
    before = file.read_bytes()
    done = run(tmp_path, *words)
    assert done.returncode == 1
    assert "already exists and is not overwritten" in done.stderr
    assert file.read_bytes() == before
    assert run(tmp_path, "resume", str(file), typed="quit").stdout.startswith("Close to the Mark! – round 1")
    assert not (tmp_path / "games").exists()


def test_resume_finds_the_latest_unfinished_game(tmp_path: Path) -> None:
    """Finished and damaged ones are passed over."""
    assert run(tmp_path, "resume").returncode == 1
    assert "There is no unfinished game." in run(tmp_path, "resume").stderr
    run(tmp_path, "play", "qwixx", "--seats", "you,random")
    run(tmp_path, "play", "mark", "--seats", "random,random")
    (tmp_path / "games" / "zzz.json").write_text("{")
    done = run(tmp_path, "resume")
    assert done.returncode == 0
    assert done.stdout.startswith("Qwixx")


def test_leftovers_of_a_killed_program_are_removed(tmp_path: Path) -> None:
    """Only those of the game that is resumed."""
    run(tmp_path, "play", "mark", "--seats", "you,random")
    (file,) = (tmp_path / "games").iterdir()
    mine, other = file.with_name(f".{file.name}.abc.part"), file.with_name(".other.json.abc.part")
    mine.write_text("half")
    other.write_text("half")
    run(tmp_path, "resume")
    assert not mine.exists()
    assert other.exists()


def test_a_link_that_leads_nowhere_hides_no_other_game(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is skipped wherever it is in the folder."""
    folder = home / "games"
    folder.mkdir(parents=True)
    names = [f"{letter}.json" for letter in "abcdefgh"]
    for name in names:
        (folder / name).write_text("{")
        (folder / f"link-{name}").symlink_to(folder / "gone.json")
    assert sorted(path.name for path in saved_games()) == names
    assert main(["saved"]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name}\n" in shown for name in names)
