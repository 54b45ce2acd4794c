"""`closecall fame`: the hall of fame (E17), lifetime victories of persons in each game, kept in one file."""

import hashlib
import json
import secrets
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from closecall.atomic_files import write_atomically
from closecall.cli.parser import Parser
from closecall.cli.saved_games import read_limited, trouble_with
from closecall.core import codec
from closecall.core.errors import BadRecord, GameError
from closecall.core.record import FORMAT_VERSION, Player, Record, encode_record
from closecall.core.rules import Over
from closecall.folders import data_folder
from closecall.games import rules_of, slugs
from closecall.messages import Catalogue
from closecall.tui.screen import Console, Style, centred, display_width, padded
from closecall.tui.show import listed, shown_name

FORMAT = "closecall-fame"

_CUP = (
    r"   ._________.   ",
    r"  _|    *    |_  ",
    r" ( |  * * *  | ) ",
    r"  \|    *    |/  ",
    r"    \       /    ",
    r"     `-. .-'     ",
    r"      __|__      ",
    r"     |_____|     ",
)
"""The champion's trophy (E17), our own drawing."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """None."""


def add_arguments(parser: Parser) -> None:
    """`closecall fame` has no arguments of its own."""


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Show the hall of fame."""
    page, sentences = read_fame(say)
    console.show(*sentences)
    if not page.entries:
        console.show(say("fame.empty"))
    for game in slugs():
        entries = [entry for entry in page.entries if entry.game == game]
        if entries:
            console.show(*_ranking(game, entries, console.style(), say))
    return 0


def _ranking(game: str, entries: "list[Entry]", style: Style, say: Catalogue) -> list[str]:
    ranked = sorted(entries, key=lambda entry: (-entry.wins, entry.played, entry.name))
    lines = [style.paint(say(f"game.{game}"), "bold")]
    for entry in ranked:
        played = say("fame.played", n=entry.played)
        name = shown_name(say, Player(entry.name))
        lines.append(say("fame.line", name=padded(name, 20), n=entry.wins, played=played))
    best = [shown_name(say, Player(entry.name)) for entry in ranked if entry.wins == ranked[0].wins]
    if ranked[0].wins:
        champions = listed(say, best)
        lines += [say("fame.champion", n=len(best), names=champions), *trophy(style, champions)]
    return [*lines, ""]


def trophy(style: Style, name: str) -> list[str]:
    """A cup with a name under it; nothing in plain text, which may be read aloud."""
    if style.is_plain:
        return []
    width = max(len(_CUP[0]), display_width(name))
    return [style.paint(centred(line, width), "bold") for line in [*_CUP, name]]


# The file.


@dataclass(frozen=True, slots=True)
class Entry:
    """One person in one game."""

    game: str
    name: str
    wins: int
    played: int


@dataclass(frozen=True, slots=True)
class Fame:
    """Everybody's victories, and which games have been counted, so that none counts twice."""

    format: str
    entries: tuple[Entry, ...]
    counted: tuple[str, ...]


EMPTY = Fame(FORMAT, (), ())


def fame_file() -> Path:
    """Where the hall of fame is kept."""
    return data_folder() / "fame.json"


def read_fame(say: Catalogue) -> tuple[Fame, list[str]]:
    """The hall of fame; a damaged file is set aside, never lost, and a sentence says so."""
    path = fame_file()
    try:
        fame: Fame = codec.decode(Fame, codec.parse_json(read_limited(path)), "fame")
        if fame.format != FORMAT:
            raise BadRecord("foreign", "fame.format", format=FORMAT)
        return fame, []
    except FileNotFoundError:
        return EMPTY, []
    except BadRecord as error:
        aside = path.with_name(f"fame-damaged-{datetime.now():%Y-%m-%d-%H%M%S}-{secrets.token_hex(3)}.json")
        path.rename(aside)
        return EMPTY, [say("fame.damaged", file=aside, reason=error.sentence(say))]


def _encoded(fame: Fame) -> bytes:
    return (json.dumps(codec.encode(Fame, fame), ensure_ascii=False, indent=1) + "\n").encode()


def count_game(say: Catalogue, record: Record, over: Over) -> list[str]:
    """Write a finished game into the hall of fame, once; sentences if something went wrong."""
    people = [(n, player.name) for n, player in enumerate(record.players) if player.bot is None]
    if not people:
        return []
    digest = _digest(record)
    try:
        fame, sentences = read_fame(say)
        if digest in fame.counted:
            return sentences
        is_contest = len(record.players) > 1  # Playing alone beats nobody.
        for seat, name in people:
            fame = _with_game(fame, record.game, name, has_won=is_contest and seat in over.winners)
        fame = replace(fame, counted=(*fame.counted, digest))
        write_atomically(fame_file(), _encoded(fame), is_private=True)
    except OSError as error:
        return [say("fame.not_written", file=fame_file(), reason=trouble_with(say, error))]
    except GameError as error:  # No home folder: fame has no other place.
        return [error.sentence(say)]
    return sentences


def _digest(record: Record) -> str:
    # Keep the digest of version 1, so that a game counted then is not counted again.
    version = FORMAT_VERSION if any(record.words) else 1
    return hashlib.sha256(encode_record(rules_of(record.game), record, version)).hexdigest()[:16]


def _with_game(fame: Fame, game: str, name: str, *, has_won: bool) -> Fame:
    others = tuple(entry for entry in fame.entries if (entry.game, entry.name) != (game, name))
    known = [entry for entry in fame.entries if (entry.game, entry.name) == (game, name)]
    old = known[0] if known else Entry(game, name, 0, 0)
    return replace(fame, entries=(*others, Entry(game, name, old.wins + has_won, old.played + 1)))
