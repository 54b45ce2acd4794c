"""The commands that show something: replay, verify, rules, fame, saved."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from closecall.cli.arguments import UsageError
from closecall.cli.fame import Entry, read_fame
from closecall.cli.options import whole_number
from closecall.cli.playing import game_named
from closecall.cli.storage import find_game, games_folder, load_record, saved_games, trouble_with
from closecall.cli.trophy import trophy
from closecall.core.errors import GameError
from closecall.core.fate import verify as verify_record
from closecall.core.record import AnyMatch, Player, Record
from closecall.core.record import replay as replay_record
from closecall.core.rules import Over
from closecall.games import rules_of, rules_text, slugs
from closecall.messages import Catalogue
from closecall.tui.replayer import Replayer
from closecall.tui.rulebook import formatted
from closecall.tui.screen import Console
from closecall.tui.show import listed, shown_name

Arguments = dict[str, Any]


def _record(arguments: Arguments) -> Record:
    if arguments["file"] is None:
        raise UsageError("usage_no_file")
    return load_record(find_game(arguments["file"]))


def replay(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Show a record again."""
    record = _record(arguments)
    first = 0 if arguments["from"] is None else whole_number("--from", arguments["from"])
    replayer = Replayer(rules_of(record.game), record, console, say)
    if first >= len(replayer):
        raise UsageError("usage_from", last=len(replayer) - 1)
    replayer.run(first, by_steps=arguments["step"] or console.is_interactive)
    return 0


def verify(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Recompute every draw of a finished game."""
    record = _record(arguments)
    rules = rules_of(record.game)
    if not isinstance(replay_record(rules, record).pending, Over):
        raise GameError("verify_unfinished")
    console.show(say("verify.good", n=verify_record(rules, record)))
    return 0


def rules(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Print the rules of a game."""
    console.show(*formatted(rules_text(game_named(arguments["game"]), say.language), console.style()))
    return 0


def fame(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Show the page of fame."""
    page, sentences = read_fame(say)
    console.show(*sentences)
    if not page.entries:
        console.show(say("fame.empty"))
    for game in slugs():
        entries = [entry for entry in page.entries if entry.game == game]
        if entries:
            console.show(*_fame_of(game, entries, console, say))
    return 0


def _fame_of(game: str, entries: list[Entry], console: Console, say: Catalogue) -> list[str]:
    style = console.style()
    ranked = sorted(entries, key=lambda entry: (-entry.wins, entry.played, entry.name))
    lines = [style.paint(say(f"game.{game}"), "bold")]
    for entry in ranked:
        played = say("fame.played", n=entry.played)
        name = shown_name(say, Player(entry.name))
        lines.append(say("fame.line", name=f"{name:20}", n=entry.wins, played=played))
    best = [shown_name(say, Player(entry.name)) for entry in ranked if entry.wins == ranked[0].wins]
    if ranked[0].wins:
        lines += [
            say("fame.champion", n=len(best), names=listed(say, best)),
            *trophy(style, listed(say, best)),
        ]
    return [*lines, ""]


def saved(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """List the saved games."""
    lines = [line for path in saved_games() for line in _saved_line(path, say)]
    if not lines:
        console.show(say("saved.none", folder=games_folder()))
    else:
        console.show(say("saved.folder", folder=games_folder()), *lines)
    return 0


def _saved_line(path: Path, say: Catalogue) -> Iterator[str]:
    yield f"  {path.name}"
    try:
        record = load_record(path)
        match = replay_record(rules_of(record.game), record)
    except GameError as error:
        yield f"    {error.sentence(say)}"
    except OSError as error:
        yield f"    {trouble_with(say, error)}"
    else:
        names = listed(say, [shown_name(say, player) for player in record.players])
        yield f"    {say(f'game.{record.game}')}: {names}; {_status(record, match, say)}"


def _status(record: Record, match: AnyMatch, say: Catalogue) -> str:
    if not isinstance(match.pending, Over):
        return say("saved.unfinished")
    names = [shown_name(say, record.players[seat]) for seat in match.pending.winners]
    scores = ", ".join(map(str, match.pending.scores))
    return say("saved.finished", scores=scores, winners=listed(say, names))
