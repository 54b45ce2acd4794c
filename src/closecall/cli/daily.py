"""`closecall daily`: today's game, with the same dice for everyone, and how you have done so far.

The first try counts. It is saved under a name with the date, so what counts follows from the saved games.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from closecall.cli import resume
from closecall.cli.parser import Parser, UsageError, game_named
from closecall.cli.play import play_on
from closecall.cli.saved_games import ENDING, SavedGame, fresh_path, games_folder, load_record, program
from closecall.core.errors import GameError
from closecall.core.fate import commitment
from closecall.core.match import Match
from closecall.core.record import AnyMatch, Player, replay
from closecall.core.rules import Over
from closecall.daily import Daily, daily_seed, streak
from closecall.games import game_of, rules_of, slugs
from closecall.games.descriptor import Game
from closecall.messages import Catalogue, Word
from closecall.tui.screen import Console
from closecall.tui.session import Setup
from closecall.tui.show import YOU

_DAYS_SHOWN = 28


@dataclass(frozen=True, slots=True)
class Arguments:
    """Which game, and on which day's dice."""

    game: Game | None
    day: date | None
    again: bool
    no_confirm: bool


def add_arguments(parser: Parser) -> None:
    """`closecall daily [GAME]`."""
    say = parser.say
    games = daily_games()
    parser.positional(
        "game",
        say("cli.meta_game"),
        say("play.or", first=", ".join(games[:-1]), last=games[-1]),
        optional=True,
        convert=_daily_game,
        complete=lambda **_: games,
    )
    parser.value(
        "day", say("cli.meta_date"), say("cli.about_day"), convert=_past_day, complete=lambda **_: ()
    )
    parser.switch("again", say("cli.about_again"))
    parser.switch("no-confirm", say("cli.about_no_confirm"))


def daily_games() -> tuple[str, ...]:
    """The games that have a daily one."""
    return tuple(slug for slug in slugs() if game_of(slug).has_daily)


def _daily_game(text: str | None) -> Game | None:
    if text is None:
        return None
    game = game_named(text)
    if not game.has_daily:
        raise UsageError("usage_no_daily", game=Word(f"game.{game.slug}"), games=", ".join(daily_games()))
    return game


def today() -> date:
    """The current day, in UTC."""
    return datetime.now(UTC).date()


def _past_day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise UsageError("usage_date", text=text[:40]) from None
    if day > today():
        raise UsageError("usage_future", day=day.isoformat())
    return day


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Play, go on with or look at a daily game."""
    now = today()
    game = arguments.game
    if game is None:
        for slug in daily_games():
            console.show(*_overview(slug, now, say))
        return 0
    day = arguments.day or now
    setup = _setup(game, day, confirm=not arguments.no_confirm)
    match: AnyMatch = Match.start(game.rules, len(setup.players))
    if arguments.again or day != now:
        console.show(say("daily.practice"))
        file = SavedGame(fresh_path(game.slug), say, is_usual=False)
        return play_on(match, setup, file, console, say)
    path = daily_file(game.slug, day)
    if not path.exists():
        console.show(say("daily.begin", game=Word(f"game.{game.slug}"), day=day.isoformat()))
        file = SavedGame(path, say, is_usual=False)
        code = play_on(match, setup, file, console, say)
    elif _score_in(path, game.slug, day) is None:
        code = resume.run(resume.Arguments(str(path), arguments.no_confirm), console, say)
    else:
        console.show(say("daily.played", command=f"{program()} daily {game.slug} --again"))
        code = 0
    if (score := _score_in(path, game.slug, day)) is not None:
        console.show("", _share_text(game.slug, day, score, say))
    return code


def _setup(game: Game, day: date, *, confirm: bool) -> Setup:
    daily = Daily(day)
    seed = daily.seed(game.slug)
    return Setup((Player(YOU),), {}, commitment(seed), seed, confirm=confirm, daily=daily)


def _overview(slug: str, now: date, say: Catalogue) -> list[str]:
    """Today's score, the days in a row, the best, and a calendar."""
    scores = dict(daily_scores(slug))
    title = say("daily.title", game=Word(f"game.{slug}"), day=now.isoformat())
    if now in scores:
        state = say("daily.score", score=scores[now])
    else:
        state = say("daily.waiting", command=f"{program()} daily {slug}")
    lines = [title, state]
    if scores:
        average = round(sum(scores.values()) / len(scores))
        n = streak(set(scores), now)
        lines.append(say("daily.so_far", n=len(scores), best=max(scores.values()), average=average))
        lines.append(say("daily.streak", n=n))
    shown = [now - timedelta(days=back) for back in reversed(range(_DAYS_SHOWN))]
    marks = "".join("#" if day in scores else "." for day in shown)
    return [*lines, say("daily.calendar", n=_DAYS_SHOWN, marks=marks), ""]


def _share_text(slug: str, day: date, score: int, say: Catalogue) -> str:
    """What people can send each other without telling the dice."""
    n = streak({played for played, _ in daily_scores(slug)}, day)
    return say("daily.share", game=Word(f"game.{slug}"), day=day.isoformat(), score=score, n=n)


# The saved games that count.


def daily_file(slug: str, day: date) -> Path:
    """Where the first try of a day is saved."""
    return games_folder() / f"daily-{slug}-{day.isoformat()}{ENDING}"


def daily_scores(slug: str) -> Iterator[tuple[date, int]]:
    """The days on which a game was finished, with the scores."""
    start = f"daily-{slug}-"
    for path in sorted(games_folder().glob(f"{start}*{ENDING}")):
        try:
            day = date.fromisoformat(path.name.removeprefix(start).removesuffix(ENDING))
        except ValueError:
            continue  # Some other file.
        score = _score_in(path, slug, day)
        if score is not None:
            yield day, score


def _score_in(path: Path, slug: str, day: date) -> int | None:
    """The score in a file, if it is a finished game with that day's dice."""
    try:
        record = load_record(path)
        if record.game != slug or record.seed != daily_seed(slug, day):
            return None
        pending = replay(rules_of(slug), record).pending
    except (OSError, GameError):
        return None  # Missing or damaged: it does not count.
    return pending.scores[0] if isinstance(pending, Over) else None
