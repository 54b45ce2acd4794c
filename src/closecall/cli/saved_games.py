"""Saved games: where they are kept, how they are found, read and written."""

import errno
import os
import secrets
import shlex
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from closecall.atomic_files import write_atomically
from closecall.cli.parser import Parser, UsageError
from closecall.core.errors import GameError
from closecall.core.record import Record, decode_record, encode_record
from closecall.folders import data_folder
from closecall.games import find_rules, rules_of
from closecall.messages import Catalogue

LARGEST_FILE = 8 * 1024 * 1024
ENDING = ".json"


def games_folder() -> Path:
    """The folder of the saved games."""
    return data_folder() / "games"


def is_in_games_folder(path: Path) -> bool:
    """Whether a file is one of the saved games."""
    try:
        return path.parent.resolve() == games_folder().resolve()
    except GameError:
        return False


def fresh_path(game: str) -> Path:
    """A name for a new game: the game, the time, and a few random digits."""
    moment = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return games_folder() / f"{game}-{moment}-{secrets.token_hex(3)}{ENDING}"


def read_limited(path: Path) -> bytes:
    """A file's content up to one byte beyond the limit, so that a longer one is refused as too large."""
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def find_saved_game(name: str) -> Path:
    """The file that was named: a path, or just the name of a file in the games folder."""
    path = Path(name)
    if path.name == name and not path.exists():
        with suppress(GameError):  # No data folder: the name can only be a path.
            own = games_folder() / name
            return own if own.exists() else path
    return path


def load_record(path: Path) -> Record:
    """The record in a file; OSError or BadRecord say what is wrong."""
    return decode_record(find_rules, read_limited(path))


def add_record_argument(parser: Parser) -> None:
    """The file of a saved game, for commands that read one."""
    say = parser.say
    parser.positional("file", say("cli.meta_file"), say("cli.about_file"), complete=complete_records)


def named_record(name: str | None) -> Record:
    """The record in the file that was named; UsageError if none was."""
    if name is None:
        raise UsageError("usage_no_file")
    return load_record(find_saved_game(name))


def complete_records(prefix: str, **_: Any) -> list[str]:
    """Suggest the saved games and other files to a shell."""
    from argcomplete.completers import FilesCompleter  # noqa: PLC0415  # Only shells need it.

    with suppress(GameError):
        return [*(path.name for path in saved_games()), *FilesCompleter()(prefix)]
    return list(FilesCompleter()(prefix))


def saved_games() -> Iterator[Path]:
    """The files of the games folder, the one played last first."""
    found = []
    with suppress(OSError), os.scandir(games_folder()) as entries:
        for entry in entries:
            if entry.name.endswith(ENDING) and not entry.name.startswith("."):
                with suppress(OSError):  # A broken link, or a file that has just gone.
                    found.append((entry.stat().st_mtime_ns, entry.name))
    for _, name in sorted(found, reverse=True):
        yield games_folder() / name


_KNOWN_TROUBLE = {
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EROFS: "read_only",
    errno.ENOSPC: "full",
    getattr(errno, "EDQUOT", errno.ENOSPC): "full",
    errno.ENOENT: "missing",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "not_folder",
    errno.EEXIST: "not_folder",
    errno.ENAMETOOLONG: "name_too_long",
}


def trouble_with(say: Catalogue, error: OSError) -> str:
    """Why a file cannot be read or written, in the reader's language."""
    name = _KNOWN_TROUBLE.get(error.errno or 0)
    return say(f"disk.{name}") if name else say("disk.other", reason=error.strerror or type(error).__name__)


class SavedGame:
    """The file of one game."""

    def __init__(self, path: Path, say: Catalogue, *, is_usual: bool, written: Record | None = None) -> None:
        self.path = path
        self._say = say
        self._is_usual = is_usual
        self._written = written

    def save(self, record: Record) -> str | None:
        """Write the record unless it is there already; a sentence if that failed."""
        say = self._say
        if record == self._written:
            return None
        try:
            write_atomically(self.path, encode_record(rules_of(record.game), record), is_private=True)
        except OSError as error:
            return say("save.failed", file=self.path, reason=trouble_with(say, error))
        self._written = record
        return None

    def location(self) -> str:
        """A sentence that says where the game is."""
        say = self._say
        return say("save.kept", file=self.path)

    def how_to_resume(self) -> list[str]:
        """The command that continues this game."""
        say = self._say
        return [say("save.go_on"), f"  {program()} resume" if self._is_usual else self.command("resume")]

    def command(self, name: str) -> str:
        """A command about this file, as it can be typed."""
        file = self.path.name if is_in_games_folder(self.path) else str(self.path)
        return f"  {program()} {name} {shlex.quote(file)}"


def program(environ: Mapping[str, str] = os.environ) -> str:
    """The command that started this program."""
    return environ.get("CLOSECALL_PROGRAM") or "closecall"
