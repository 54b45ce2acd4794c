"""`closecall saved`: list the saved games."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from closecall.cli.parser import Parser
from closecall.cli.saved_games import games_folder, load_record, saved_games, trouble_with
from closecall.core.errors import GameError
from closecall.core.record import AnyMatch, Record, replay
from closecall.core.rules import Over
from closecall.games import rules_of
from closecall.messages import Catalogue
from closecall.tui.screen import Console
from closecall.tui.show import listed, shown_name


@dataclass(frozen=True, slots=True)
class Arguments:
    """None."""


def add_arguments(parser: Parser) -> None:
    """`closecall saved` has no arguments of its own."""


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """List the games, the latest first; a damaged one with what is wrong."""
    lines = [line for path in saved_games() for line in _lines(path, say)]
    if not lines:
        console.show(say("saved.none", folder=games_folder()))
    else:
        console.show(say("saved.folder", folder=games_folder()), *lines)
    return 0


def _lines(path: Path, say: Catalogue) -> Iterator[str]:
    yield f"  {path.name}"
    try:
        record = load_record(path)
        match = replay(rules_of(record.game), record)
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
