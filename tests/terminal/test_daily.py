"""The daily game at a terminal: the same dice for everyone, the first try counts, days in a row."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from closecall.atomic_files import write_atomically
from closecall.cli import daily
from closecall.cli.daily import Arguments, daily_file, daily_games, daily_scores, today
from closecall.cli.main import main
from closecall.cli.saved_games import load_record
from closecall.core.fate import commitment, mixed, with_fate
from closecall.core.match import Commit, Fate, Match
from closecall.core.record import AnyMatch, Player, Record, encode_record, record_of
from closecall.core.rules import Over, Seat
from closecall.daily import Daily, daily_seed, sealed_daily_seed, streak
from closecall.games import game_of, rules_of
from closecall.messages import LANGUAGES, catalogue
from terminal.scripted_console import ScriptedConsole
from terminal.shown import Shown, complaint, said

SAY = catalogue("en")
DAY = date(2026, 11, 18)


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is this day."""
    monkeypatch.setattr(daily, "today", lambda: DAY)


def played(slug: str, day: date, *, choice: int = 0) -> AnyMatch:
    """A whole game on a day's dice, by somebody who always makes the same choice, as far as possible."""
    return finished(slug, daily_seed(slug, day), choice=choice)


def finished(slug: str, seed: bytes, *, choice: int = 0) -> AnyMatch:
    """The same with the dice of any seed."""
    match: AnyMatch = with_fate(Match.start(rules_of(slug), 1), seed)
    while (menu := match.seen_by(Seat(0)).menu) is not None:
        moves = list(menu)
        match = match.commit(Seat(0), moves[min(choice, len(moves) - 1)], point=match.point)
        match = with_fate(match, seed)
    return match


def typed_moves(match: AnyMatch) -> list[str]:
    """The moves of a game as one types them."""
    return [match.rules.format_move(entry.move) for entry in match.log if isinstance(entry, Commit)]


def save(slug: str, day: date, seed: bytes | None = None) -> int:
    """Save a finished game of a day; its score."""
    match = played(slug, day)
    seed = seed or daily_seed(slug, day)
    record = record_of(match, (Player("you"),), commitment=commitment(seed), seed=seed)
    write_atomically(daily_file(slug, day), encode_record(match.rules, record), is_private=True)
    assert isinstance(match.pending, Over)
    return match.pending.scores[0]


def run(slug: str, lines: list[str], **more: object) -> ScriptedConsole:
    """`closecall daily` with these lines typed."""
    console = ScriptedConsole(lines)
    arguments = Arguments(game_of(slug), **{"day": None, "again": False, "no_confirm": True, **more})  # type: ignore[arg-type]  # given by name
    assert daily.run(arguments, console, SAY) == 0
    return console


# Dice.


@pytest.mark.parametrize("slug", daily_games())
def test_the_dice_do_not_depend_on_the_choices(slug: str) -> None:
    """Whoever plays on has the same dice, as long as no die has left the game (Q8)."""
    rolls = [
        [entry for entry in played(slug, DAY, choice=choice).log if isinstance(entry, Fate)]
        for choice in (0, 1, 5)
    ]
    # A Qwixx player who never crosses anything still has four turns.
    assert rolls[0][:4] == rolls[1][:4] == rolls[2][:4]


def test_every_day_and_game_has_its_own_dice() -> None:
    """And a sealed day has other dice than the public formula, and other ones on every server."""
    seeds = [
        daily_seed("mark", DAY),
        daily_seed("qwixx", DAY),
        daily_seed("mark", DAY + timedelta(days=1)),
        sealed_daily_seed(bytes(32), "mark", DAY),
        sealed_daily_seed(bytes([1] * 32), "mark", DAY),
    ]
    assert len(set(seeds)) == len(seeds)
    assert all(len(seed) == 32 for seed in seeds)


def test_a_day_is_a_day_in_utc() -> None:
    """Also where the clock on the wall says something else."""
    before = datetime.now(UTC).date()
    assert before <= today() <= datetime.now(UTC).date()


# Playing.


def test_the_first_try_counts() -> None:
    """A finished game is shown with a text to share; the next one is for practice."""
    match = played("mark", DAY)
    assert isinstance(match.pending, Over)
    [score] = match.pending.scores
    shown = run("mark", typed_moves(match)).text
    assert "Your first try counts" in shown
    assert f"closecall daily · Close to the Mark! · 2026-11-18 · {score}" in shown
    assert dict(daily_scores("mark")) == {DAY: score}
    shown = run("mark", []).text
    assert "You have played today’s game" in shown
    assert f"· {score}" in shown
    shown = run("mark", typed_moves(played("mark", DAY, choice=3)), again=True).text
    assert "does not count" in shown
    assert dict(daily_scores("mark")) == {DAY: score}


def test_going_on() -> None:
    """Whoever leaves continues the same game, on the same dice."""
    match = played("mark", DAY)
    moves = typed_moves(match)
    assert "closecall resume" in run("mark", moves[:3]).text
    assert dict(daily_scores("mark")) == {}
    run("mark", moves[3:])
    assert isinstance(match.pending, Over)
    assert dict(daily_scores("mark")) == {DAY: match.pending.scores[0]}


def test_an_earlier_day_is_practice() -> None:
    """It has that day's dice and does not count."""
    earlier = DAY - timedelta(days=3)
    shown = run("mark", typed_moves(played("mark", earlier)), day=earlier).text
    assert "does not count" in shown
    assert dict(daily_scores("mark")) == {}


# Verifying.


def verified(record: Record, path: Path, capsys: Shown, *words: str) -> tuple[int, str]:
    """The exit code of `closecall verify`, and what it says."""
    path.write_bytes(encode_record(rules_of(record.game), record))
    code = main(["verify", str(path), *words])
    return code, said(capsys) if code == 0 else complaint(capsys)


def daily_record(slug: str, daily: Daily) -> Record:
    """The record of a whole game with a day's dice."""
    seed = daily.seed(slug)
    match = finished(slug, seed)
    record = record_of(match, (Player("you"),), commitment=commitment(seed), seed=seed)
    return replace(record, daily=daily)


@pytest.mark.parametrize("slug", daily_games())
def test_verifying_a_public_day(slug: str, tmp_path: Path, capsys: Shown) -> None:
    """The seed is computed from the date, and another date is noticed."""
    record, path = daily_record(slug, Daily(DAY)), tmp_path / "game.json"
    code, shown = verified(record, path, capsys)
    assert code == 0
    assert "It is the daily game of 2026-11-18: the seed follows from the date." in shown
    other = replace(record, daily=Daily(DAY - timedelta(days=1)))
    assert verified(other, path, capsys) == (1, "The dice are not those of the daily game of 2026-11-17.")
    assert verified(replace(record, daily=Daily(DAY, bytes(32))), path, capsys)[0] == 1


@pytest.mark.parametrize("slug", daily_games())
def test_verifying_a_sealed_day(slug: str, tmp_path: Path, capsys: Shown) -> None:
    """The seed follows from the secret and the date; the commitment is what was published the day before."""
    secret = bytes(range(32))
    record, path = daily_record(slug, Daily(DAY, secret)), tmp_path / "game.json"
    for words in ([], ["--commitment", commitment(secret)], ["--commitment", str(record.commitment)]):
        code, shown = verified(record, path, capsys, *words)
        assert code == 0
        assert "sealed daily game of 2026-11-18" in shown
        assert commitment(secret) in shown
    other = replace(record, daily=Daily(DAY, bytes(32)))
    assert verified(other, path, capsys)[0] == 1
    assert verified(record, path, capsys, "--commitment", "0" * 64)[0] == 1
    assert verified(replace(record, daily=Daily(DAY)), path, capsys)[0] == 1


def test_words_would_change_the_dice(tmp_path: Path, capsys: Shown) -> None:
    """A daily game has none."""
    seed = daily_seed("mark", DAY)
    match = finished("mark", mixed(seed, ("geese",)))
    record = record_of(match, (Player("you"),), commitment(seed), seed, ("geese",))
    assert verified(record, tmp_path / "game.json", capsys)[0] == 0
    code, _ = verified(replace(record, daily=Daily(DAY)), tmp_path / "game.json", capsys)
    assert code == 1


def test_a_saved_game_names_its_day(tmp_path: Path) -> None:
    """Also one that was continued."""
    moves = typed_moves(played("mark", DAY))
    run("mark", moves[:3])
    run("mark", moves[3:])
    assert load_record(daily_file("mark", DAY)).daily == Daily(DAY)


# How you have done.


def test_the_overview(capsys: Shown) -> None:
    """Scores, days in a row and a calendar of each game."""
    scores = [save("mark", DAY - timedelta(days=back)) for back in (1, 2, 4)]
    assert main(["daily"]) == 0
    shown = said(capsys)
    assert f"3 games so far: best {max(scores)}, average {round(sum(scores) / 3)}" in shown
    assert "2 days in a row" in shown
    assert f"{'.' * 23}#.##." in shown
    assert "Qwixx, 2026-11-18 Not played yet." in shown


def test_only_that_days_dice_count(tmp_path: Path) -> None:
    """A game on other dice under the name of a day, a damaged one, or some other file."""
    save("mark", DAY, seed=bytes(32))
    daily_file("mark", DAY - timedelta(days=1)).write_text("{")
    daily_file("mark", DAY).with_name("daily-mark-someday.json").write_text("{}")
    assert dict(daily_scores("mark")) == {}


@given(st.sets(st.integers(0, 30)))
def test_days_in_a_row(back: set[int]) -> None:
    """Counted from today, or from yesterday while today's game can still be played."""
    days = {DAY - timedelta(days=n) for n in back}
    first = 0 if 0 in back else 1
    expected = next(n for n in range(40) if first + n not in back)
    assert streak(days, DAY) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_mistakes(language: str, capsys: Shown) -> None:
    """A game without a daily one, a day to come, and no day at all."""
    say = catalogue(language)
    games = ", ".join(daily_games())
    for words, sentence in (
        (["enough"], say("error.usage_no_daily", game=say("game.enough"), games=games)),
        (["mark", "--day", "2026-11-19"], say("error.usage_future", day="2026-11-19")),
        (["mark", "--day", "tomorrow"], say("error.usage_date", text="tomorrow")),
    ):
        assert main(["daily", *words, "--lang", language]) == 2
        assert complaint(capsys) == sentence
