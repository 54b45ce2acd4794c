"""`closecall fame`: the hall of fame (E17), lifetime victories of persons in each game, kept in one file."""

import hashlib
import json
import secrets
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from closecall.atomic_files import write_atomically
from closecall.cli.parser import Parser
from closecall.cli.saved_games import read_limited, trouble_with
from closecall.core import codec
from closecall.core.errors import BadRecord, GameError, excerpt
from closecall.core.record import Player, Record, encode_record
from closecall.core.rules import Over
from closecall.folders import data_folder
from closecall.games import rules_of, slugs
from closecall.messages import Catalogue
from closecall.tui.screen import Console, Style, centred, display_width, padded
from closecall.tui.show import listed, shown_name

FORMAT = "closecall-fame"
VERSION = 2
"""The version that is written; all versions from 1 are read. Version 1 had no dates, and no number either."""

_DAYS_SHOWN = 3

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
        lines += _trophy_dates(entry, say)
    best = [shown_name(say, Player(entry.name)) for entry in ranked if entry.wins == ranked[0].wins]
    if ranked[0].wins:
        champions = listed(say, best)
        lines += [say("fame.champion", n=len(best), names=champions), *trophy(style, champions)]
    return [*lines, ""]


def _trophy_dates(entry: "Entry", say: Catalogue) -> list[str]:
    """The latest days with victories, the newest first, and the number of earlier victories."""
    latest = sorted(Counter(entry.trophies).items(), reverse=True)[:_DAYS_SHOWN]
    if not latest:
        return []
    dates = [
        _day(day, say) if n == 1 else say("fame.day_times", day=_day(day, say), n=n) for day, n in latest
    ]
    earlier = entry.wins - sum(n for _, n in latest)
    if earlier <= 0:
        return [say("fame.trophies", dates=", ".join(dates))]
    return [say("fame.trophies_earlier", dates=", ".join(dates), n=earlier)]


def _day(text: str, say: Catalogue) -> str:
    day = date.fromisoformat(text)
    return say("fame.day", day=str(day.day), month=say(f"fame.month.{day.month}"), year=str(day.year))


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
    trophies: tuple[str, ...]
    """The dates of the victories (ISO), in the order in which they were counted; none from version 1."""


@dataclass(frozen=True, slots=True)
class Fame:
    """Everybody's victories, and which games have been counted, so that none counts twice."""

    format: str
    version: int
    entries: tuple[Entry, ...]
    counted: tuple[str, ...]


EMPTY = Fame(FORMAT, VERSION, (), ())


def fame_file() -> Path:
    """Where the hall of fame is kept."""
    return data_folder() / "fame.json"


def read_fame(say: Catalogue) -> tuple[Fame, list[str]]:
    """The hall of fame; a damaged file is set aside, never lost, and a sentence says so.

    A GameError if a newer program wrote it: that file is not damaged, and stays where it is.
    """
    path = fame_file()
    try:
        value = codec.parse_json(read_limited(path))
        if not _is_newer(value):
            return _decoded(value), []
    except FileNotFoundError:
        return EMPTY, []
    except BadRecord as error:
        aside = path.with_name(f"fame-damaged-{datetime.now():%Y-%m-%d-%H%M%S}-{secrets.token_hex(3)}.json")
        path.rename(aside)
        return EMPTY, [say("fame.damaged", file=aside, reason=error.sentence(say))]
    raise GameError("fame_newer", file=str(path))


def _is_newer(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        return False
    version = value.get("version")
    return type(version) is int and version > VERSION


def _decoded(value: Any) -> Fame:
    if isinstance(value, dict) and "version" not in value:
        value = _from_version_1(value)
    fame: Fame = codec.decode(Fame, value, "fame")
    if (fame.format, fame.version) != (FORMAT, VERSION):
        raise BadRecord("foreign", "fame.format", format=FORMAT)
    for n, entry in enumerate(fame.entries):
        for text in entry.trophies:
            _check_date(text, f"fame.entries[{n}].trophies")
    return fame


def _from_version_1(value: dict[str, Any]) -> dict[str, Any]:
    """The same as version 2; what is damaged stays so."""
    entries = value.get("entries")
    if isinstance(entries, list):
        entries = [{**entry, "trophies": []} if isinstance(entry, dict) else entry for entry in entries]
    return {**value, "version": VERSION, "entries": entries}


def _check_date(text: str, where: str) -> None:
    try:
        if date.fromisoformat(text).isoformat() == text:
            return
    except ValueError:
        pass
    raise BadRecord("bad_date", where, date=excerpt(text))


def _encoded(fame: Fame) -> bytes:
    return (json.dumps(codec.encode(Fame, fame), ensure_ascii=False, indent=1) + "\n").encode()


def count_game(say: Catalogue, record: Record, over: Over, today: date) -> list[str]:
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
            trophies = (today.isoformat(),) if is_contest and seat in over.winners else ()
            fame = _with_game(fame, record.game, name, trophies)
        fame = replace(fame, counted=(*fame.counted, digest))
        write_atomically(fame_file(), _encoded(fame), is_private=True)
    except OSError as error:
        return [say("fame.not_written", file=fame_file(), reason=trouble_with(say, error))]
    except GameError as error:  # No home folder, and fame has no other place; or the file of a newer program.
        return [error.sentence(say)]
    return sentences


def _digest(record: Record) -> str:
    # Keep the digest of older versions, so that a game counted then is not counted again.
    version = 2 if any(record.words) else 1
    encoded = encode_record(rules_of(record.game), replace(record, daily=None), version)
    return hashlib.sha256(encoded).hexdigest()[:16]


def _with_game(fame: Fame, game: str, name: str, trophies: tuple[str, ...]) -> Fame:
    others = tuple(entry for entry in fame.entries if (entry.game, entry.name) != (game, name))
    known = [entry for entry in fame.entries if (entry.game, entry.name) == (game, name)]
    old = known[0] if known else Entry(game, name, 0, 0, ())
    new = replace(old, wins=old.wins + len(trophies), played=old.played + 1, trophies=old.trophies + trophies)
    return replace(fame, entries=(*others, new))
