"""`closecall play` and `closecall resume`: a game from its beginning, or from where it was left."""

import secrets
from pathlib import Path
from typing import Any

from closecall.atomic_files import remove_temporaries
from closecall.bots import OUTSIDE
from closecall.bots.external import tell_troubles
from closecall.cli.arguments import UsageError
from closecall.cli.fame import count_game
from closecall.cli.options import options_of
from closecall.cli.patience import compiling_told
from closecall.cli.seats import bots_of, parse_seats
from closecall.cli.storage import (
    SavedGame,
    find_game,
    fresh_path,
    is_in_games_folder,
    load_record,
    saved_games,
)
from closecall.cli.trophy import trophy
from closecall.core.errors import GameError
from closecall.core.fate import SEED_BYTES, commitment
from closecall.core.match import Match
from closecall.core.record import AnyMatch, Record, replay
from closecall.core.rules import Over
from closecall.games import game_of, rules_of, slugs
from closecall.messages import Catalogue
from closecall.tui.screen import Console, printable
from closecall.tui.session import Session, Setting
from closecall.tui.show import Look, show_of

Arguments = dict[str, Any]


def game_named(text: str | None) -> str:
    """The slug of a game; UsageError lists the games."""
    if text is None:
        raise UsageError("usage_no_game", games=", ".join(slugs()))
    if text.lower() not in slugs():
        raise UsageError("usage_game", text=text[:40], games=", ".join(slugs()))
    return text.lower()


def play(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Begin a new game."""
    game = game_named(arguments["game"])
    players = parse_seats(arguments["seats"] or game_of(game).usual_seats)
    match: AnyMatch = Match.start(rules_of(game), len(players), options_of(game, arguments))
    seed = _seed(game, arguments)
    setting = Setting(
        players=players,
        bots=bots_of(game, players),
        commitment=None if seed is None else commitment(seed),
        seed=seed,
        confirm=not arguments["no_confirm"],
    )
    return _run(match, setting, _new_file(game, arguments["save"], say), console, say)


def _seed(game: str, arguments: Arguments) -> bytes | None:
    dice, text = arguments["dice"], arguments["seed"]
    if dice is None:
        return secrets.token_bytes(SEED_BYTES) if text is None else _parse_seed(text)
    if dice != "real":
        raise UsageError("usage_dice", text=dice[:40])
    if text is not None:
        raise UsageError("usage_seed_and_dice")
    if not show_of(game).HAS_DICE:
        raise UsageError("no_real_dice")
    return None


def _parse_seed(text: str) -> bytes:
    digits = text.lower()
    if len(digits) != 2 * SEED_BYTES or not set(digits) <= set("0123456789abcdef"):
        raise UsageError("usage_seed", digits=2 * SEED_BYTES)
    return bytes.fromhex(digits)


def _new_file(game: str, chosen: str | None, say: Catalogue) -> SavedGame:
    if chosen is None:
        return SavedGame(fresh_path(game), say, is_usual=True)
    path = Path(chosen)
    if path.exists():
        raise GameError("save_exists", file=chosen)
    return SavedGame(path, say, is_usual=False)


def resume(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Go on with a game: the one in a file, or the one that was played last."""
    chosen = arguments["file"]
    path, record, match = _latest() if chosen is None else _loaded(find_game(chosen))
    if not is_in_games_folder(path):
        _ask_about_programs(record, console, say)
    remove_temporaries(path)
    setting = Setting(
        players=record.players,
        bots=bots_of(record.game, record.players),
        commitment=record.commitment,
        seed=record.seed,
        confirm=not arguments["no_confirm"],
        words=record.words,
    )
    if record.commitment is not None and record.seed is None:
        raise GameError("resume_no_seed")
    file = SavedGame(path, say, is_usual=chosen is None, written=record)
    return _run(match, setting, file, console, say)


def _ask_about_programs(record: Record, console: Console, say: Catalogue) -> None:
    """A file that somebody else may have written starts no program unless the person here wants it."""
    for bot in dict.fromkeys([player.bot for player in record.players if player.bot]):
        if bot.startswith(OUTSIDE):
            try:
                answer = console.ask(say("resume.program", command=printable(bot.removeprefix(OUTSIDE))))
            except EOFError:
                answer = ""
            if answer.lower() != say("resume.yes"):
                raise GameError("resume_no_program")


def _loaded(path: Path) -> tuple[Path, Record, AnyMatch]:
    record = load_record(path)
    return path, record, replay(rules_of(record.game), record)


def _latest() -> tuple[Path, Record, AnyMatch]:
    for path in saved_games():
        try:
            found = _loaded(path)
        except (OSError, GameError):
            continue  # A damaged file must not keep anyone from the games that are whole.
        if not isinstance(found[2].pending, Over):
            return found
    raise GameError("nothing_to_resume")


def _run(match: AnyMatch, setting: Setting, file: SavedGame, console: Console, say: Catalogue) -> int:
    tell_troubles(lambda trouble: console.show(trouble.sentence(say)))
    session = Session(match, setting, console, say, file)
    try:
        with compiling_told(say):
            over = session.run()
    except KeyboardInterrupt:
        console.show("", *_farewell(session, file, say))
        raise
    if over is None:
        console.show(*_farewell(session, file, say))
    else:
        console.show(*_celebration(session, over, console, say), *_afterwards(session, file, say))
    return 0


def _farewell(session: Session, file: SavedGame, say: Catalogue) -> list[str]:
    if session.trouble:
        return [say("save.lost")]
    return [file.kept(), *file.how_to_go_on()]


def _celebration(session: Session, over: Over, console: Console, say: Catalogue) -> list[str]:
    record = session.record
    look = Look(say, record.players, console.style())
    people = [seat for seat in over.winners if record.players[seat].bot is None]
    lines = trophy(look.style, look.names(people)) if people and len(over.scores) > 1 else []
    return lines + count_game(say, record, over)


def _afterwards(session: Session, file: SavedGame, say: Catalogue) -> list[str]:
    if session.trouble:
        return [say("save.lost")]
    lines = [file.kept()]
    if session.record.seed is not None:
        lines += [say("save.verify"), file.command("verify")]
    return [*lines, say("save.replay"), file.command("replay")]
