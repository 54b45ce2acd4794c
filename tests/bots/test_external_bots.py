"""External bots: real processes that play well, crash, hang or talk nonsense; the game continues."""

import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any

import pytest

from closecall import new_match, with_fate
from closecall.bots import NAMES, external, external_process, find_bot
from closecall.bots.external import MOST_FAILURES, BotTrouble, ExternalBot, program_name
from closecall.bots.external_process import LONGEST_ANSWER, Program, UnsolicitedOutput
from closecall.bots.view_check import is_possible
from closecall.cli import bot as bot_command
from closecall.cli.bot import answer, find_level
from closecall.cli.main import main
from closecall.core.errors import GameError
from closecall.core.record import AnyMatch
from closecall.core.rules import Decision, Over, Seat
from closecall.core.seen import decode_seen, encode_seen
from closecall.games import game_of
from closecall.kernels.jit import timed_build
from closecall.messages import LANGUAGES, catalogue
from support.processes import end_within, needs_proc
from support.random_games import deciding

ROOT = Path(__file__).parents[2]
EXAMPLE = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'examples' / 'json_bot.py'))}"
GREEDY: Any = find_bot("greedy", "qwixx")


@pytest.fixture
def troubles() -> Iterator[list[BotTrouble]]:
    """The reported troubles."""
    heard: list[BotTrouble] = []
    external.tell_troubles(heard.append)
    yield heard
    external.tell_troubles(external.log_trouble)
    for trouble in heard:
        for language in LANGUAGES:
            assert trouble.sentence(catalogue(language))


def codes(troubles: list[BotTrouble]) -> list[str]:
    """Their codes."""
    return [getattr(trouble.facts.get("reason"), "code", trouble.code) for trouble in troubles]


def program(folder: Path, lines: str) -> str:
    """The command of a program with these lines in its loop over the questions."""
    file = folder / "mine.py"
    body = "\n".join(f"    {line}" for line in lines.splitlines())
    file.write_text(
        f"import json, os, sys, time\nopen({str(folder / 'ready')!r}, 'w').close()\n"
        f"for line in sys.stdin:\n    seen = json.loads(line)['seen']\n{body}\n"
    )
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


def first_roll(seats: int = 2) -> AnyMatch:
    """A match of Qwixx at its first decision."""
    return with_fate(new_match("qwixx", seats=seats), seed=bytes([4] * 32))


def played(bots: list[Any], game: str = "qwixx") -> AnyMatch:
    """A whole game of these bots, with fixed seeds for dice and bots."""
    match, rng = with_fate(new_match(game, seats=len(bots)), seed=bytes([4] * 32)), Random(1)
    while not isinstance(match.pending, Over):
        for seat, _ in deciding(match):
            match = match.commit(seat, bots[seat].choose(match.seen_by(seat), rng), point=match.point)
        match = with_fate(match, seed=bytes([4] * 32))
    return match


@pytest.mark.parametrize("game", ["mark", "qwixx", "enough"])
def test_the_example_plays_whole_games(game: str, troubles: list[BotTrouble]) -> None:
    """It loses no move, and the same seeds give the same game."""
    seats = 3 if game == "enough" else 2
    logs = []
    for _ in range(2):
        bot = ExternalBot(game, EXAMPLE, find_bot("greedy", game))
        logs.append(played([bot] * seats, game).log)
        bot.close()
    assert not troubles
    assert logs[0] == logs[1]


def test_the_example_refuses_another_version() -> None:
    """As docs/bots.md requires of every bot; the next line is answered."""
    lines = [asking(closecall=2), asking(closecall="1"), asking(), json.dumps({"game": "qwixx"})]
    done = subprocess.run(
        shlex.split(EXAMPLE), input="\n".join(lines), capture_output=True, text=True, timeout=60, check=True
    )
    assert [next(iter(json.loads(line))) for line in done.stdout.splitlines()] == [
        "error",
        "error",
        "move",
        "error",
    ]


def test_our_own_bot_as_a_program(troubles: list[BotTrouble]) -> None:
    """`closecall bot` decides as the bot in this process does."""
    command = f"{shlex.quote(str(Path(sys.executable).with_name('closecall')))} bot qwixx --level greedy"
    bot = ExternalBot("qwixx", command, find_bot("random", "qwixx"))
    assert played([bot, bot]).log == played([GREEDY, GREEDY]).log
    bot.close()
    assert not troubles


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("sys.exit(3)", "bot_died"),
        ("os.kill(os.getpid(), 9)", "bot_died"),
        ("raise ValueError", "bot_died"),
        ("time.sleep(60)", "bot_slow"),
        ("print('thinking …', flush=True)", "bot_nonsense"),
        ("print(json.dumps({'mvoe': 'r7'}), flush=True)", "bot_nonsense"),
        ("print(json.dumps({'move': 7}), flush=True)", "bot_nonsense"),
        ("print(json.dumps({'move': 'r99'}), flush=True)", "bot_nonsense"),
        ("print('[' * 100000, flush=True)", "bot_nonsense"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "bot_nonsense"),
        ("print('x' * 1_000_000, flush=True)", "bot_nonsense"),
        ("print(json.dumps({'move': 'r2'}), flush=True)", "bot_illegal"),
    ],
)
def test_a_bad_program(lines: str, code: str, tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """The fallback moves and the reason is reported; after some failures it is not asked again."""
    bot = ExternalBot("qwixx", program(tmp_path, lines), GREEDY, timeout_s=5 if code != "bot_slow" else 0.2)
    seen = first_roll().seen_by(Seat(0))
    for _ in range(MOST_FAILURES + 1):
        assert bot.choose(seen, Random(1)) == GREEDY.choose(seen, Random(1))
    assert codes(troubles) == [code] * MOST_FAILURES + ["bot_given_up"]


def wait_for_line(bot: ExternalBot) -> None:
    """Wait until its program, if it runs, has written an unexpected line."""
    running, until = bot._connection._program, time.monotonic() + 30
    while running is not None and not running._reader.has_unread():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_bad_move_now_and_then(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """After an occasional failure the program is asked again, in a new process."""
    lines = "if seen['point'] % 7 == 0: sys.exit()\nprint(json.dumps({'move': seen['menu'][0]}), flush=True)"
    bot = ExternalBot("qwixx", program(tmp_path, lines), GREEDY)
    assert isinstance(played([bot, GREEDY]).pending, Over)
    assert set(codes(troubles)) == {"bot_died"}
    bot.close()


def test_late_answers_are_not_mistaken(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """A late answer is not taken for the answer to the next question."""
    lines = "print(json.dumps({'move': seen['menu'][0]}), flush=True)\nprint('afterthought', flush=True)"
    bot = ExternalBot("qwixx", program(tmp_path, lines), GREEDY)
    seen = first_roll().seen_by(Seat(0))
    assert bot.choose(seen, Random(1)) == next(iter(seen.menu or ()))
    wait_for_line(bot)
    bot.choose(seen, Random(1))
    assert codes(troubles) == ["bot_unasked"]
    bot.close()


def test_an_extra_line_is_not_an_answer(tmp_path: Path) -> None:
    """A line written before a question is not its answer, even if the reading thread had no turn since."""
    lines = "os.write(1, b'an answer\\n')\ntime.sleep(0.005)\nos.write(1, b'and more\\n')"
    running, interval = Program(shlex.split(program(tmp_path, lines))), sys.getswitchinterval()
    try:
        sys.setswitchinterval(60)  # From here on other threads run only while this one waits.
        assert running.ask('{"seen": 1}', 30, print).strip() == "an answer"
        until = time.monotonic() + 0.2
        while time.monotonic() < until:
            pass
        with pytest.raises(UnsolicitedOutput):
            running.ask('{"seen": 2}', 30, print)
    finally:
        sys.setswitchinterval(interval)
        running.end()


def test_a_long_line_may_come_in_pieces(tmp_path: Path) -> None:
    """Otherwise it would depend on timing whether it is an answer."""
    lines = "os.write(1, b'x' * 9000)\ntime.sleep(0.2)\nos.write(1, b'x' * 9000 + b'\\n')"
    running = Program(shlex.split(program(tmp_path, lines)))
    assert len(running.ask('{"seen": 1}', 30, print)) == LONGEST_ANSWER
    running.end()


@needs_proc
def test_an_ended_program_is_not_read() -> None:
    """A child that has escaped may keep writing; it is not read, and does not delay the end."""
    running = Program(["sh", "-c", "setsid sh -c 'echo $$; exec yes' & exec cat > /dev/null"])
    child = int(running._reader.next_line(time.monotonic(), 30))
    try:
        began, spent = time.monotonic(), time.process_time()
        running.end()
        assert time.monotonic() - began < 5
        time.sleep(0.5)
        assert not running._threads[1].is_alive()
        assert time.process_time() - spent < 2
    finally:
        os.kill(child, signal.SIGKILL)


def test_a_program_that_does_not_listen(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """A program that only writes delays nobody beyond the limit, and does not fill memory."""
    file = tmp_path / "deaf.py"
    file.write_text("import json\nwhile True: print(json.dumps({'move': 'pass'}), flush=True)\n")
    bot = ExternalBot("qwixx", f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}", GREEDY, timeout_s=5)
    seen, began = first_roll().seen_by(Seat(0)), time.monotonic()
    for _ in range(MOST_FAILURES):
        bot.choose(seen, Random(1))
        wait_for_line(bot)
    bot.close()
    assert time.monotonic() - began < 30
    assert "bot_unasked" in codes(troubles)


def test_a_program_that_never_reads(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """Asking and ending it take no longer than usual."""
    bot = ExternalBot("qwixx", "sleep 600", GREEDY, timeout_s=0.3)
    longer = "x" * 1_000_000  # More than a pipe holds.
    began = time.monotonic()
    with bot._connection as ask, pytest.raises(BotTrouble):
        ask(longer)
    bot.close()
    assert time.monotonic() - began < 10


def test_every_table_starts_without_lost_moves(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """Moves lost at one table do not count at another."""
    bot = ExternalBot("qwixx", program(tmp_path, "sys.exit()"), GREEDY)
    seen = first_roll().seen_by(Seat(0))
    for _ in range(MOST_FAILURES + 2):
        bot.choose(seen, Random(1))
    assert bot.lost == MOST_FAILURES + 2
    other = bot.at_new_table()
    assert other.lost == 0
    other.choose(seen, Random(1))
    assert codes(troubles) == [*["bot_died"] * MOST_FAILURES, "bot_given_up", "bot_died"]
    assert (bot.lost, other.lost) == (MOST_FAILURES + 2, 1)


# A program may ask for more time before its first answer.

MOVES = "print(json.dumps({'move': seen['menu'][0]}), flush=True)"


def asks(seconds: Any) -> str:
    """A line of a program that asks for this many seconds."""
    said = json.dumps({"wait": seconds})
    return f"print({said!r}, flush=True)"


def counted(folder: Path, lines: str, times: int = 1, timeout_s: float = 10) -> list[bool]:
    """Whether the move of a program with these lines counted, each time it was asked."""
    bot = ExternalBot("qwixx", program(folder, lines), GREEDY, timeout_s)
    seen = first_roll().seen_by(Seat(0))
    assert seen.menu is not None
    first = next(iter(seen.menu))
    assert GREEDY.choose(seen, Random(1)) != first
    (folder / "ready").unlink(missing_ok=True)
    bot._connection._running_program()
    until = time.monotonic() + 30
    while not (folder / "ready").exists():  # The start of Python is not measured here.
        assert time.monotonic() < until
        time.sleep(0.01)
    moves = [bot.choose(seen, Random(1)) for _ in range(times)]
    bot.close()
    return [move == first for move in moves]


def test_a_program_asks_for_time(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """Its late first move counts, and the wait is reported; later moves have the usual limit."""
    lines = f"if 'has_asked' not in globals(): {asks(20)}\nhas_asked = True\ntime.sleep(1.5)\n{MOVES}"
    assert counted(tmp_path, lines, times=2, timeout_s=1) == [True, False]
    assert codes(troubles) == ["bot_gets_ready", "bot_slow"]
    told = [trouble.sentence(catalogue("en")) for trouble in troubles]
    assert told[0] == "mine is getting ready for its first move, which may take up to 20 s."
    assert "more than 1 s" in told[1]


def test_time_that_was_not_needed(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """Nothing is reported."""
    assert counted(tmp_path, f"{asks(20)}\n{MOVES}") == [True]
    assert not troubles


def test_asking_for_little_time(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """A program that asks for little time still has the usual limit."""
    assert counted(tmp_path, f"{asks(0.1)}\ntime.sleep(0.6)\n{MOVES}") == [True]
    assert counted(tmp_path, f"{asks(0.1)}\ntime.sleep(60)", timeout_s=1) == [False]
    assert codes(troubles) == ["bot_slow"]
    assert "more than 1 s" in troubles[0].sentence(catalogue("en"))


@pytest.mark.parametrize(
    "seconds", [-1, 0, "20", True, None, [20], {"s": 20}, float("nan"), float("inf"), float("-inf")]
)
def test_time_that_makes_no_sense(seconds: Any, tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """Such a line counts as a wrong answer, even if a move follows."""
    assert counted(tmp_path, f"{asks(seconds)}\n{MOVES}") == [False]
    assert codes(troubles) == ["bot_nonsense"]


@pytest.mark.parametrize("timeout_s", [1, 10], ids=["in need", "in time"])
def test_asking_for_time_twice(timeout_s: float, tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """The second request counts as a wrong answer."""
    lines = f"{asks(20)}\ntime.sleep(1.5)\n{asks(20)}\n{MOVES}"
    assert counted(tmp_path, lines, timeout_s=timeout_s) == [False]
    assert codes(troubles)[-1] == "bot_nonsense"


def test_asking_for_time_later(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """It is granted only before the first answer of a process."""
    lines = f"if globals().get('has_answered'): {asks(20)}\nhas_answered = True\n{MOVES}"
    assert counted(tmp_path, lines, times=3) == [True, False, True]
    assert codes(troubles) == ["bot_nonsense"]
    assert counted(tmp_path, f"{asks(20)}\n{MOVES}", times=3) == [True, False, True]


@pytest.mark.parametrize(
    ("seconds", "told"), [(1.5, "1.5 s"), (3600, "2 s"), (10**400, "2 s")], ids=["wanted", "most", "huge"]
)
def test_time_has_an_end(
    seconds: float, told: str, tmp_path: Path, troubles: list[BotTrouble], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that hangs loses its move after the granted time."""
    monkeypatch.setattr(external_process, "MOST_WAIT_S", 2)
    lines, began = f"{asks(seconds)}\ntime.sleep(60)", time.monotonic()
    assert counted(tmp_path, lines, timeout_s=1) == [False]
    assert time.monotonic() - began < 20
    assert codes(troubles) == ["bot_gets_ready", "bot_slow"]
    for trouble in troubles:
        assert told in trouble.sentence(catalogue("en"))


def test_a_move_is_a_move(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """Fields other than the move are ignored."""
    lines = "print(json.dumps({'move': seen['menu'][0], 'wait': 20}), flush=True)"
    assert counted(tmp_path, lines) == [True]
    assert not troubles


def test_it_dies_while_everybody_waits(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """The wait ends at once."""
    began = time.monotonic()
    assert counted(tmp_path, f"{asks(300)}\nsys.exit()") == [False]
    assert codes(troubles) == ["bot_died"]
    assert time.monotonic() - began < 60


@pytest.mark.parametrize("is_ready", [True, False])
@pytest.mark.parametrize("level", ["solo", "evaluator", "expert"])
def test_missing_machine_code_asks_for_time(
    level: str, is_ready: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bot that compiles or computes something for its first answer asks once."""

    class Slow:
        def choose(self, seen: Any, _rng: Random) -> Any:
            with nullcontext() if is_ready else timed_build("a table"):
                return next(iter(seen.menu))

    monkeypatch.setattr(bot_command, "find_bot", lambda *_: Slow())
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{asking()}\n{asking()}\n"))
    assert main(["bot", "qwixx", "--level", level]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [next(iter(line)) for line in said] == ([] if is_ready else ["wait"]) + ["move", "move"]


@pytest.mark.parametrize("level", game_of("qwixx").sparring_names)
def test_sparring_partners_answer_too(
    level: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They help authors of bots; --help names them."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{asking()}\n"))
    assert main(["bot", "qwixx", "--level", level]) == 0
    assert (
        json.loads(capsys.readouterr().out.splitlines()[-1])["move"] in json.loads(asking())["seen"]["menu"]
    )
    assert main(["bot", "--help"]) == 0
    assert level in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "level"), [("qwixx", "bot:true"), ("mark", "solo"), ("enough", "best"), ("qwixx", "bot:")]
)
def test_unknown_bots_are_refused(
    game: str, level: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence lists the bots of the game."""
    assert main(["bot", game, "--level", level, "--lang", language]) == 2
    say, names = catalogue(language), ", ".join((*game_of(game).bot_names, *game_of(game).sparring_names))
    said = say("error.bot_level", text=level, game=say(f"game.{game}"), names=names)
    assert " ".join(capsys.readouterr().err.split()) == " ".join(said.split())


def test_control_characters_are_not_shown(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """Control characters of a program never reach the terminal."""
    bot = ExternalBot("qwixx", program(tmp_path, r"print('\x1b[2J\x07\u202e', flush=True)"), GREEDY)
    bot.choose(first_roll().seen_by(Seat(0)), Random(1))
    bot.close()
    [trouble] = troubles
    assert (
        trouble.sentence(catalogue("en"))
        == "mine answered “?[2J??”, which is not a move. Another bot chooses instead."
    )


@pytest.mark.parametrize("text", ["abc", "nan", "inf", "1e300", "0", "-1"])
def test_seconds_that_make_no_sense(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Invalid limits are refused before the game."""
    monkeypatch.setenv("CLOSECALL_BOT_SECONDS", text)
    with pytest.raises(GameError, match="needs a number of seconds") as refusal:
        ExternalBot("qwixx", "true", GREEDY)
    assert text in refusal.value.sentence(catalogue("en"))


@pytest.mark.parametrize("level", ["greedy", "hard"])
@pytest.mark.parametrize(
    "change",
    [
        {"viewer": 99},
        {"viewer": None},
        {"view": {}},
        {"view": None},
        {"menu": ["nonsense"]},
        {"view": {"sheets": []}},
        {"view": {"dice": None, "roll": None}},
    ],
)
def test_odd_questions_get_an_answer(level: str, change: dict[str, Any]) -> None:
    """It answers with an error or a move, and never crashes."""
    match = first_roll()
    seen = encode_seen(match.rules, match.seen_by(Seat(0)))
    view = {**seen["view"], **(change["view"] or {})} if "view" in change else seen["view"]
    changed = {**seen, **change, **({"view": view} if change.get("view") else {})}
    assert set(answered(asking(seen=changed), level)) in ({"error"}, {"move"})


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
@pytest.mark.parametrize("game", ["mark", "qwixx", "enough"])
def test_views_of_real_tables_are_possible(game: str, seats: int) -> None:
    """Views of real tables pass the check."""
    if seats >= (3 if game == "enough" else 1):
        rng = Random(seats)
        match = with_fate(new_match(game, seats=seats), seed=bytes([seats] * 32))
        while not isinstance(match.pending, Over):
            for seat, menu in deciding(match):
                seen = encode_seen(match.rules, match.seen_by(seat))
                assert is_possible(game, decode_seen(match.rules, seen, is_lenient=True))
                match = match.commit(seat, rng.choice(list(menu)), point=match.point)
            match = with_fate(match, seed=bytes([seats] * 32))


@pytest.mark.parametrize(("game", "level"), [("mark", "hard"), ("qwixx", "expert"), ("enough", "hard")])
def test_impossible_numbers_are_refused(game: str, level: str) -> None:
    """A compiled bot that trusted any number would read outside its arrays, or crash."""
    match = with_fate(new_match(game, seats=3), seed=bytes([4] * 32))
    while len(match.log) < 12 or getattr(match.seen_by(Seat(0)).view, "caller", 0) is None:
        for seat, menu in deciding(match):
            call = [move for move in menu if match.rules.format_move(move) == "call"]
            match = match.commit(seat, next(iter(call or menu)), point=match.point)
        match = with_fate(match, seed=bytes([4] * 32))
    assert isinstance(match.pending, Decision)
    seat = min(match.pending.menus)
    seen, mind, say = (
        encode_seen(match.rules, match.seen_by(seat)),
        find_level(level, game_of(game), catalogue("en")),
        catalogue("en"),
    )
    question = {"closecall": external.VERSION, "game": game, "seed": 1, "seen": seen}
    assert "move" in json.loads(answer(json.dumps(question), game, mind, say))
    for viewer in (-1, 3, 7, 10**9):
        seen["viewer"] = seen["view"]["viewer"] = viewer
        assert set(json.loads(answer(json.dumps(question), game, mind, say))) == {"error"}
    seen["viewer"] = seen["view"]["viewer"] = seat
    for place, key, number in list(numbers_in(seen["view"])):
        for odd in (-1, -(10**9), 10**9):
            place[key] = odd
            assert set(json.loads(answer(json.dumps(question), game, mind, say))) == {"error"}
        place[key] = number


def numbers_in(value: Any) -> Iterator[tuple[Any, Any, int | None]]:
    """Every number in a JSON value with its container and key, and every key without one."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if inner is None or type(inner) is int:
            yield value, key, inner
        elif isinstance(inner, dict | list):
            yield from numbers_in(inner)


def asking(**change: Any) -> str:
    """A line that asks for the first move, with these fields changed."""
    match = first_roll()
    seen = encode_seen(match.rules, match.seen_by(Seat(0)))
    return json.dumps({"closecall": external.VERSION, "game": "qwixx", "seed": 1, "seen": seen} | change)


def answered(line: str, level: str = "greedy", language: str = "en") -> Any:
    """What our bot answers to a line."""
    say = catalogue(language)
    return json.loads(answer(line, "qwixx", find_level(level, game_of("qwixx"), say), say))


@pytest.mark.parametrize("level", NAMES)
def test_our_bot_plays_from_the_menu(level: str) -> None:
    """If its move is not on the given menu, the error says so."""
    seen = json.loads(asking())["seen"]
    move = answered(asking(), level)["move"]
    assert move in seen["menu"]
    for only in seen["menu"]:
        told = answered(asking(seen={**seen, "menu": [only]}), level)
        assert told == {"move": only} or "its menu does not match its view" in told["error"]
    others = [other for other in seen["menu"] if other != move]
    assert answered(asking(seen={**seen, "menu": others}), level).get("move", others[0]) in others


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("version", [2, 0, -1, "x", "1", None, True, [1], ...])
def test_our_bot_is_asked_in_another_version(version: Any, language: str) -> None:
    """The error names the version it understands."""
    line = json.loads(asking(closecall=None if version is ... else version, seen={"new": 1}))
    if version is ...:
        del line["closecall"]
    catalogued = catalogue(language)
    why = catalogued("error.bot_version", version=1)
    expected = {"error": catalogued("error.bot_question", reason=why)}
    assert answered(json.dumps(line), language=language) == expected


def test_unknown_fields_are_ignored() -> None:
    """Unknown fields are ignored."""
    line = json.loads(asking())
    line["seen"]["view"]["sheets"][0]["new"] = line["seen"]["view"]["new"] = line["seen"]["new"] = [1]
    assert answered(json.dumps({**line, "new": {}})) == answered(asking())
    assert "move" in answered(asking())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("\n", "the line is not valid JSON (at character 1)."),
        ('{"seen": \r\n', "the line is not valid JSON (at character 10)."),
        ('{"seed": 1.5}', "the line may contain whole numbers only, not 1.5."),
        ('{"a": 1, "a": 2}', "the key “a” occurs twice in the same object of the line."),
        ("9" * 5000, "a number in the line is too large (at most 9007199254740991)."),
        ("[" * 100_000, "the line is nested too deeply."),
        (" " * (8 * 1024 * 1024 + 1), "the line is larger than 8 MiB."),
        ("[]", "it must be an object with the field “seen”."),
    ],
    ids=lambda part: repr(part)[:20],
)
def test_errors_speak_of_the_line(line: str, reason: str, language: str) -> None:
    """Errors speak of the line, not of a file or a record."""
    told = answered(line, language=language)["error"]
    if language == "en":
        assert told == f"This line does not ask a bot for a move: {reason}"
    for word in ("file", "Datei", "fichier", "record", "Aufzeichnung", "enregistrement", "registrazione"):
        assert word not in told


def test_no_such_program(troubles: list[BotTrouble]) -> None:
    """It cannot be started, and that is reported."""
    bot = ExternalBot("qwixx", "/nowhere/nothing", GREEDY)
    seen = first_roll().seen_by(Seat(0))
    assert bot.choose(seen, Random(1)) == GREEDY.choose(seen, Random(1))
    assert codes(troubles) == ["bot_not_started"]


@pytest.mark.parametrize("command", ["", "  ", "'half"])
def test_no_command(command: str) -> None:
    """An empty or unbalanced command is refused before the game."""
    with pytest.raises(GameError, match="After “bot:”"):
        find_bot(f"bot:{command}", "qwixx")


@needs_proc
def test_a_program_and_its_children_end(tmp_path: Path, troubles: list[BotTrouble]) -> None:
    """A program that does not end is killed with its children."""
    alive = tmp_path / "alive"
    lines = (
        "import signal, subprocess; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"child = subprocess.Popen(['sleep', '600'], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)\n"
        f"open({str(alive)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        "print('I stay', flush=True)\n"
        "time.sleep(600)"
    )
    bot = ExternalBot("qwixx", program(tmp_path, lines), GREEDY, timeout_s=30)
    bot.choose(first_roll().seen_by(Seat(0)), Random(1))
    assert codes(troubles) == ["bot_nonsense"]
    assert end_within(map(int, alive.read_text().split()), within_s=10)


def test_the_name_of_a_program() -> None:
    """It is named after its file."""
    assert program_name("bot:node ./deep-thought.js --depth 3") == "deep-thought"
    assert program_name("bot:closecall bot qwixx") == "closecall"
