"""`closecall verify`: recompute every roll and draw of a finished game."""

import re
from dataclasses import dataclass

from closecall.cli.parser import Parser, UsageError
from closecall.cli.saved_games import add_record_argument, named_record
from closecall.core.errors import GameError, UnfairRecord
from closecall.core.fate import commitment, verify
from closecall.core.record import Record, replay
from closecall.core.rules import Over
from closecall.games import rules_of
from closecall.messages import Catalogue
from closecall.tui.screen import Console

_DIGITS = 64
_COMMITMENT = re.compile(rf"[0-9a-f]{{{_DIGITS}}}")


@dataclass(frozen=True, slots=True)
class Arguments:
    """Which game, and the commitment that a player noted before it began."""

    file: str | None
    commitment: str | None


def add_arguments(parser: Parser) -> None:
    """`closecall verify FILE [--commitment HEX]`."""
    add_record_argument(parser)
    parser.value("commitment", "HEX", parser.say("cli.about_commitment"), complete=lambda **_: ())


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Compare the game with its seed; UnfairRecord says where they differ."""
    noted = arguments.commitment
    if noted is not None and not _COMMITMENT.fullmatch(noted.lower()):
        raise UsageError("usage_commitment", digits=_DIGITS)
    record = named_record(arguments.file)
    rules = rules_of(record.game)
    if noted is not None and noted.lower() not in _commitments(record):
        raise UnfairRecord("other_commitment")
    if not isinstance(replay(rules, record).pending, Over):
        raise GameError("verify_unfinished")
    console.show(say("verify.good", n=verify(rules, record)))
    if (daily := record.daily) is not None:
        day = daily.day.isoformat()
        if daily.secret is None:
            console.show(say("verify.daily_public", day=day))
        else:
            console.show(say("verify.daily_sealed", day=day), f"  {commitment(daily.secret)}")
    return 0


def _commitments(record: Record) -> list[str | None]:
    """What a player may have noted: the table's commitment, or that of a sealed day."""
    secret = None if record.daily is None else record.daily.secret
    return [record.commitment, *([] if secret is None else [commitment(secret)])]
