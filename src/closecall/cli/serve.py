"""`closecall serve`: run the server."""

import io
import os
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from importlib import import_module

from closecall.bots import NAMES
from closecall.bots.runtime import has_runtime
from closecall.cli.bot_notices import no_runtime_sentence
from closecall.cli.parser import Parser, UsageError
from closecall.cli.saved_games import trouble_with
from closecall.core.errors import GameError
from closecall.folders import data_folder
from closecall.messages import Catalogue
from closecall.server.bind import listeners_for, port_of
from closecall.server.lan import lan_url
from closecall.server.settings import EVERYWHERE, NAMES_OF_SETTINGS, Settings, load, remember_lan
from closecall.tui.screen import Console

_LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, slots=True)
class Location:
    """Where the database and the settings are."""

    database: str | None
    config: str | None


@dataclass(frozen=True, slots=True)
class Arguments(Location):
    """The settings on the command line; `settings_of` adds those of the environment and the file."""

    host: str | None
    port: str | None
    lan: bool
    url: str | None
    trusted_proxies: str | None
    bots: str | None
    bot_pause_ms: str | None
    stand_in: str | None
    grace_s: str | None
    answer_s: str | None
    sealed_daily: bool
    log_level: str | None
    json_logs: bool
    metrics: bool
    no_upgrade: bool
    drain_seconds: str | None
    most_sockets_per_address: str | None
    most_frames_per_second: str | None
    most_frames_at_once: str | None
    most_cpu_per_person: str | None
    most_cpu_per_address: str | None
    most_rooms: str | None
    most_guesses: str | None
    most_guesses_everywhere: str | None
    most_new: str | None


def add_arguments(parser: Parser) -> None:
    """`closecall serve`."""
    say = parser.say
    levels = ", ".join(NAMES)
    parser.value("host", say("cli.meta_host"), say("cli.about_host"), complete=lambda **_: ())
    parser.value("port", "N", say("cli.about_port"), complete=lambda **_: ())
    add_location(parser)
    parser.switch("lan", say("cli.about_lan"))
    parser.value("url", "URL", say("cli.about_url"), complete=lambda **_: ())
    parser.value("trusted-proxies", say("cli.meta_networks"), say("cli.about_trusted_proxies"))
    parser.value("bots", "N", say("cli.about_bots"))
    parser.value("bot-pause-ms", "MS", say("cli.about_bot_pause"))
    parser.value("stand-in", "BOT", say("cli.about_stand_in", levels=levels), complete=lambda **_: NAMES)
    parser.value("grace-s", "S", say("cli.about_grace"))
    parser.value("answer-s", "S", say("cli.about_answer"))
    parser.switch("sealed-daily", say("cli.about_sealed_daily"))
    parser.group(say("cli.title_running"))
    parser.value(
        "log-level",
        "|".join(_LOG_LEVELS),
        say("cli.about_log_level"),
        complete=lambda **_: _LOG_LEVELS,
    )
    parser.switch("json-logs", say("cli.about_json_logs"))
    parser.switch("metrics", say("cli.about_metrics"))
    parser.switch("no-upgrade", say("cli.about_no_upgrade"))
    parser.value("drain-seconds", "N", say("cli.about_drain"))
    parser.group(say("cli.title_limits"))
    parser.value("most-sockets-per-address", "N", say("cli.about_most_sockets"))
    parser.value("most-frames-per-second", "N", say("cli.about_most_frames"))
    parser.value("most-frames-at-once", "N", say("cli.about_most_at_once"))
    parser.value("most-cpu-per-person", "N", say("cli.about_most_cpu_person"))
    parser.value("most-cpu-per-address", "N", say("cli.about_most_cpu_address"))
    parser.value("most-rooms", "N", say("cli.about_most_rooms"))
    parser.value("most-guesses", "N", say("cli.about_most_guesses"))
    parser.value("most-guesses-everywhere", "N", say("cli.about_most_guesses_everywhere"))
    parser.value("most-new", "N", say("cli.about_most_new"))


def add_location(parser: Parser) -> None:
    """`--database` and `--config`, for the commands that open the database."""
    say = parser.say
    parser.value("database", say("cli.meta_database"), say("cli.about_database"))
    parser.value("config", say("cli.meta_file"), say("cli.about_config"))


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Run the server until it is stopped."""
    asked = settings_of(arguments, say)
    if console.is_interactive and not asked.chosen & {"host", "lan", "url"}:
        asked = _with_answer(asked, console, say)
    listeners = listeners_for(asked)
    settings = replace(asked, port=port_of(listeners))

    def invite() -> None:
        if not has_runtime():
            console.show(no_runtime_sentence(say))
        if asked.port not in (0, settings.port):  # 0 asks for any.
            console.show(say("serve.other_port", port=asked.port))
        console.show(say("serve.open", url=settings.address))
        if settings.url is None:
            _show_way_in(lan_url(settings), console, say)
        console.show(say("serve.stop"))

    def announce(url: str) -> None:
        console.show(say("serve.name", url=url))

    # The web server takes long to import, and no other command needs it.
    code: int = import_module("closecall.server.run").serve(
        settings, listeners, invite, announce, lambda url: _show_way_in(url, console, say)
    )
    return code


def _with_answer(settings: Settings, console: Console, say: Catalogue) -> Settings:
    """Ask at the first start whether others on the network may join, and keep the answer."""
    try:
        answer = console.ask(say("serve.ask_lan") + " ")
    except EOFError:
        return settings
    may_join = not answer.lower().startswith("n")  # As no does in all our languages.
    with suppress(OSError):  # Then it is asked again next time.
        file = remember_lan(data_folder(), is_on=may_join)
        console.show(say("serve.kept", file=str(file)))
    return replace(settings, lan=True, host=EVERYWHERE) if may_join else settings


def _show_way_in(url: str | None, console: Console, say: Catalogue) -> None:
    """How a phone reaches this server: the address, and a QR code where somebody can photograph it."""
    if url is None:
        console.show(say("serve.only_here"))
        return
    console.show(say("serve.on_phone", url=url))
    if console.is_interactive and not console.style().is_plain:
        console.show(*_qr_lines(url))


def _qr_lines(text: str) -> list[str]:
    import segno  # noqa: PLC0415  # seldom needed

    picture = io.StringIO()
    segno.make_qr(text).terminal(picture, border=2, compact=True)
    return picture.getvalue().splitlines()


def settings_of(arguments: Location, say: Catalogue) -> Settings:
    """The settings from the arguments, the environment and the file; a mistake is one of usage."""
    try:
        settings = load(_flags(arguments), os.environ, data_folder)
        if isinstance(settings.database, str):
            # Check the address now, before the server begins to start.
            import_module("closecall.store.engines").parse_url(settings.database)
    except GameError as error:
        raise UsageError(error.code, **error.facts) from error
    except OSError as error:
        file = error.filename or arguments.config or os.environ.get("CLOSECALL_CONFIG", "")
        raise UsageError("disk_failed", file=str(file), reason=trouble_with(say, error)) from error
    return settings


def _flags(arguments: Location) -> dict[str, str | None]:
    """The arguments as the server reads settings: by name, as text."""
    flags = dict.fromkeys((*NAMES_OF_SETTINGS, "config"))
    for field in fields(arguments):
        value = getattr(arguments, field.name)
        if field.name in flags and isinstance(value, str):
            flags[field.name] = value
    if isinstance(arguments, Arguments):
        flags["log_format"] = "json" if arguments.json_logs else None
        flags["metrics"] = "yes" if arguments.metrics else None
        flags["sealed_daily"] = "yes" if arguments.sealed_daily else None
        flags["lan"] = "yes" if arguments.lan else None
        flags["may_upgrade"] = "no" if arguments.no_upgrade else None
    return flags
