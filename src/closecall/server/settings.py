"""The settings of a server: from flags, the environment, a TOML file, or the defaults, in this order.

A setting `bot_pause_ms` is the flag `--bot-pause-ms`, the variable `$CLOSECALL_BOT_PAUSE_MS` and the key
`bot_pause_ms` of the file; an error message names the place where a wrong value came from.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from closecall.atomic_files import write_atomically
from closecall.bots import NAMES
from closecall.core.errors import GameError, excerpt, short_repr
from closecall.cpu import cores

LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")
DATABASE_FILE = "closecall.db"
SETTINGS_FILE = "settings.toml"
"""In the data folder; read if no other file is named."""
LARGEST_FILE = 64 * 1024

EVERYWHERE = "0.0.0.0"
"""The host of a server that listens on all addresses."""
_ANYWHERE = {EVERYWHERE: "127.0.0.1", "": "127.0.0.1", "::": "::1"}


class BadSetting(GameError):
    """A setting has an invalid value; the sentence says which one and where it came from."""


def _usual_bots() -> int:
    return max(1, cores() - 1)  # One core is left for the server itself.


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs."""

    database: str | Path = field(repr=False)
    """A file (SQLite), or the URL of an SQLite or PostgreSQL database, which may hold a password."""
    host: str = "127.0.0.1"
    port: int = 8000
    lan: bool = False
    """Whether devices on the local network can join: it listens on all addresses and announces a name."""
    url: str | None = None
    """The public address, without a path, for links and allowed origins; None: as in the request."""
    trusted_proxies: tuple[str, ...] = ()
    """The networks whose X-Forwarded-For and X-Forwarded-Proto headers are trusted."""
    bots: int = field(default_factory=_usual_bots)
    """The number of processes in which bots think."""
    bot_pause_ms: int = 500
    """How long a bot waits before it moves, so that people can follow."""
    stand_in: str = "greedy"
    """The bot that plays for somebody who is away."""
    grace_s: int = 30
    """How long people may be disconnected before others may replace them by a bot, or close the table."""
    answer_s: int = 20
    """How long a person may take for a brief decision while others wait."""
    sealed_daily: bool = False
    """Whether the dice of daily games also depend on a secret that is revealed when the day is over."""
    log_level: str = "info"
    log_format: str = "text"
    metrics: bool = False
    """Whether /metrics answers."""
    may_upgrade: bool = True
    """Whether an older database is upgraded when the server starts."""
    drain_seconds: int = 10
    """How long a stopping server waits for open requests."""
    most_sockets_per_address: int = 500
    most_frames_per_second: int = 20
    most_frames_at_once: int = 60
    """The burst that is allowed beyond the limit of frames per second."""
    most_cpu_per_person: int = 5
    most_cpu_per_address: int = 25
    """CPU time of the server that a person, or everybody at one address, may use, in percent of a core."""
    most_rooms: int = 20_000
    """The most tables in memory at once."""
    most_guesses: int = 20
    """The most wrong codes, invitations and tokens from one address in ten minutes."""
    most_guesses_everywhere: int = 1000
    """The most wrong ones from all addresses in ten minutes; then short codes have to wait."""
    most_new: int = 300
    """The most new people, bots and tables from one address in ten minutes."""
    chosen: frozenset[str] = field(default=frozenset(), repr=False, compare=False)
    """The names of the settings that were set, as opposed to defaults."""

    @property
    def listens_everywhere(self) -> bool:
        """Whether other machines can reach it, as far as this one is concerned."""
        return self.host in _ANYWHERE

    @property
    def address(self) -> str:
        """The public address or, without one, where to open the page on this machine."""
        if self.url is not None:
            return self.url
        host = _ANYWHERE.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    @property
    def shown_database(self) -> str:
        """The database without user, password and parameters, for logs."""
        if isinstance(self.database, Path):
            return str(self.database)
        found = _HARMLESS_URL.fullmatch(self.database)
        return f"{found[1]}://{found[2]}" if found else f"{self.database.partition('://')[0]}://…"

    @property
    def database_secrets(self) -> tuple[str, ...]:
        """The passwords in the database's URL."""
        if isinstance(self.database, Path):
            return ()
        texts = {text for pattern in _PASSWORDS for text in pattern.findall(self.database)}
        return tuple(sorted(texts | {unquote(text) for text in texts}))


# A URL that does not match exactly is not shown: a stray @ or ? may belong to a password.
_HARMLESS_URL = re.compile(r"([a-z+]+)://(?:[^@/?#]*@)?([\w.:\[\]-]*/[\w./-]*)(?:\?[^@]*)?")
# A password that should have been escaped may contain an @, so both readings are hidden.
_PASSWORDS = tuple(
    re.compile(pattern) for pattern in (r"://[^:@]*:([^@]+)@", r"://[^:@]*:(.+)@", r"[?&]\w*password=([^&]+)")
)


# Readers check one setting each. They get a text, or a value from the file, and the place it came from.

Reader = Callable[[Any, str], Any]


def _number(least: int, most: int) -> Reader:
    def read(value: Any, where: str) -> int:
        if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value):
            value = int(value)
        if type(value) is not int or not least <= value <= most:
            raise BadSetting("setting_number", where=where, least=least, most=most, text=_short(value))
        return value

    return read


def _one_of(*choices: str) -> Reader:
    def read(value: Any, where: str) -> str:
        if not isinstance(value, str) or value.lower() not in choices:
            listed = ", ".join(choices)
            raise BadSetting("setting_choice", where=where, choices=listed, text=_short(value))
        return value.lower()

    return read


_WORDS = {
    **dict.fromkeys(("yes", "true", "on", "1"), True),
    **dict.fromkeys(("no", "false", "off", "0"), False),
}


def _yes_or_no(value: Any, where: str) -> bool:
    found = _WORDS.get(value.lower()) if isinstance(value, str) else value
    if not isinstance(found, bool):
        raise BadSetting("setting_yes_or_no", where=where, text=_short(value))
    return found


def _host(value: Any, where: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9_.:%-]{1,253}", value):
        raise BadSetting("setting_host", where=where, text=_short(value))
    return value


def _url(value: Any, where: str) -> str:
    text = value.lower().removesuffix("/") if isinstance(value, str) else ""
    found = re.fullmatch(r"https?://(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::([0-9]{1,5}))?", text)
    if found is None or int(found[1] or 1) not in range(1, 65536):
        raise BadSetting("setting_url", where=where, text=_short(value))
    return text


def _networks(value: Any, where: str) -> tuple[str, ...]:
    texts = [part.strip() for part in value.split(",")] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadSetting("setting_networks", where=where, text=_short(value))
    try:
        return tuple(str(ip_network(text, strict=False)) for text in texts)
    except ValueError:
        raise BadSetting("setting_networks", where=where, text=_short(value)) from None


def _database(value: Any, where: str) -> str | Path:
    # The value is not quoted: it may be a password.
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise BadSetting("setting_database", where=where)
    if "://" not in value:
        try:
            return Path(value).expanduser().absolute()
        except RuntimeError:
            raise BadSetting("setting_unknown_home", where=where) from None
    kind, _, rest = value.partition("://")
    if kind not in ("sqlite", "postgresql", "postgres", "postgresql+psycopg"):
        raise BadSetting("setting_database", where=where)
    if kind == "sqlite" and not re.fullmatch(r"/(?!:memory:$)[^?]+", rest):
        raise BadSetting("setting_database", where=where)
    return value


_READERS: dict[str, Reader] = {
    "database": _database,
    "host": _host,
    "port": _number(0, 65535),
    "lan": _yes_or_no,
    "url": _url,
    "trusted_proxies": _networks,
    "bots": _number(1, 256),
    "bot_pause_ms": _number(0, 60_000),
    "stand_in": _one_of(*NAMES),
    "grace_s": _number(0, 3600),
    "answer_s": _number(1, 3600),
    "sealed_daily": _yes_or_no,
    "log_level": _one_of(*LOG_LEVELS),
    "log_format": _one_of(*LOG_FORMATS),
    "metrics": _yes_or_no,
    "may_upgrade": _yes_or_no,
    "drain_seconds": _number(0, 600),
    "most_sockets_per_address": _number(1, 1_000_000),
    "most_frames_per_second": _number(1, 100_000),
    "most_frames_at_once": _number(1, 100_000),
    "most_cpu_per_person": _number(1, 1000),
    "most_cpu_per_address": _number(1, 1000),
    "most_rooms": _number(1, 1_000_000),
    "most_guesses": _number(1, 1_000_000),
    "most_guesses_everywhere": _number(1, 1_000_000),
    "most_new": _number(1, 1_000_000),
}
NAMES_OF_SETTINGS = tuple(_READERS)
assert {*NAMES_OF_SETTINGS, "chosen"} == {one.name for one in fields(Settings)}


def _short(value: Any) -> str:
    return excerpt(value) if isinstance(value, str) else short_repr(value)


# Sources.


OTHER_VARIABLES = frozenset(
    # Used by the program itself, its bots, examples and tests.
    ("CONFIG", "HOME", "CACHE", "LANG", "PROGRAM", "BOT_SECONDS", "BOT_TOKEN", "SERVER", "PAGE")
)
"""Other variables `$CLOSECALL_…` that are not settings."""


def load(flags: Mapping[str, str | None], environ: Mapping[str, str], folder: Callable[[], Path]) -> Settings:
    """The settings: flags before `$CLOSECALL_…` before the file of `--config` or `$CLOSECALL_CONFIG`.

    `flags` maps names of settings to values, None for a flag that was not given; `folder` is the place of the
    database if no setting names it, and of SETTINGS_FILE, which is read if no file is named. BadSetting says
    what is wrong; OSError if the file cannot be read.
    """
    file = flags.get("config") or environ.get("CLOSECALL_CONFIG") or _usual_file(folder)
    found: dict[str, Any] = {}
    chosen = set()
    for name, value, where in (
        *(_in_file(Path(file)) if file else ()),
        *_in_environment(environ),
        *_in_flags(flags),
    ):
        found[name] = _READERS[name](value, where)
        chosen.add(name)
    if "database" not in found:
        found["database"] = _usual_database(folder)
    if found.get("lan"):
        found.setdefault("host", EVERYWHERE)
    return Settings(**found, chosen=frozenset(chosen))


def remember_lan(folder: Path, *, is_on: bool) -> Path:
    """Keep in the usual file whether others on the network may join; OSError if that is impossible.

    Other settings in the file stay as they are.
    """
    file, line = folder / SETTINGS_FILE, f"lan = {str(is_on).lower()}"
    before = file.read_text("utf-8") if file.exists() else ""
    text, found = _LAN_LINE.subn(line, before)
    if not found:
        text = f"{line}\n{before}"
    write_atomically(file, text.encode())
    return file


_LAN_LINE = re.compile(r"^[ \t]*(?:lan|\"lan\"|'lan')[ \t]*=.*$", re.MULTILINE)


def _usual_file(folder: Callable[[], Path]) -> Path | None:
    try:
        file = folder() / SETTINGS_FILE
    except (RuntimeError, GameError):  # There is no home folder.
        return None
    return file if file.is_file() else None


def _usual_database(folder: Callable[[], Path]) -> Path:
    try:
        return folder() / DATABASE_FILE
    except (RuntimeError, GameError):  # There is no home folder.
        raise BadSetting("setting_no_home") from None


def _in_file(path: Path) -> Iterator[tuple[str, Any, str]]:
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise BadSetting("setting_file_size", where=str(path), most=LARGEST_FILE // 1024)
    try:
        table = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadSetting("not_utf8", where=str(path), position=error.start) from None
    except (ValueError, RecursionError) as error:  # Invalid TOML, or a limit of Python.
        raise BadSetting("setting_not_toml", where=str(path), place=_place_in(error)) from None
    for name, value in table.items():
        if name not in _READERS:
            raise BadSetting("setting_unknown", where=str(path), text=_short(name), names=", ".join(_READERS))
        yield name, value, f"{path}: {name}"


def _place_in(error: Exception) -> str:
    """The line and column of an error; the rest of its text may quote the file, and so a password."""
    place = re.search(r"line ([0-9]+), column ([0-9]+)", str(error))
    return f"{place[1]}:{place[2]}" if place else "…"


def _in_environment(environ: Mapping[str, str]) -> Iterator[tuple[str, Any, str]]:
    settings = {name.upper(): name for name in _READERS}
    for variable, value in environ.items():
        if not variable.startswith("CLOSECALL_") or not value:  # An empty variable counts as not set.
            continue
        name = variable.removeprefix("CLOSECALL_")
        if name in settings:
            yield settings[name], value, f"${variable}"
        elif name not in OTHER_VARIABLES:
            names = ", ".join(settings)
            raise BadSetting("setting_unknown", where=f"${_short(variable)}", text=_short(name), names=names)


def _in_flags(flags: Mapping[str, str | None]) -> Iterator[tuple[str, Any, str]]:
    for name in _READERS:
        value = flags.get(name)
        if value is not None:
            yield name, value, f"--{name.replace('_', '-')}"
