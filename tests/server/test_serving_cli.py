"""`closecall serve`, `backup` and `db` at the command line; the server itself is a stand-in here."""

import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest

from closecall.cli import serve
from closecall.cli.main import main
from closecall.cli.serve import settings_of
from closecall.messages import LANGUAGES, catalogue
from closecall.server import bind
from closecall.server.settings import NAMES_OF_SETTINGS, Settings
from closecall.store import upgrade
from support.source import ROOT
from terminal.shown import Shown, arguments, complaint, said

FLAG_OF = {"log_format": "json_logs", "may_upgrade": "no_upgrade"}
"""Settings whose flag has another name."""


class Server:
    """Stands in for the server: remembers how it was started."""

    def __init__(self) -> None:
        self.started: list[Settings] = []

    def serve(
        self,
        settings: Settings,
        listeners: list[socket.socket],
        opened: Callable[[], None],
        announced_as: Callable[[str], None],
        lan_changed: Callable[[str | None], None],
    ) -> int:
        """Returns at once if somebody with the address could have reached the server."""
        opened()
        with socket.create_connection((settings.host, settings.port), timeout=10) as early:
            assert early.getpeername() in {listener.getsockname() for listener in listeners}
        for listener in listeners:
            listener.close()
        self.started.append(settings)
        return 0

    @property
    def settings(self) -> Settings:
        """Those of the only start."""
        [settings] = self.started
        return settings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Its own data folder, no settings from outside; English."""
    for name in os.environ:
        if name.startswith(("CLOSECALL_", "LC_", "LANG")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("CLOSECALL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CLOSECALL_LANG", "en")
    return tmp_path / "home"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """Stands in for `closecall.server.run` in these tests."""
    stand_in = Server()
    module = ModuleType("closecall.server.run")
    monkeypatch.setattr(module, "serve", stand_in.serve, raising=False)
    monkeypatch.setitem(sys.modules, "closecall.server.run", module)
    return stand_in


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that is in use."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


# Serving.


def test_bare_serves(server: Server, home: Path, capsys: Shown) -> None:
    """`closecall` without arguments prints the page's address."""
    assert main([]) == 0
    settings = server.settings
    assert settings.database == home / "closecall.db"
    assert settings.host == "127.0.0.1"
    assert 8000 <= settings.port <= 8010
    assert f"Open http://127.0.0.1:{settings.port} in your browser to play." in said(capsys)


def test_bare_in_another_language(server: Server, capsys: Shown) -> None:
    """It is said in the language that was asked for."""
    assert main(["--lang", "de"]) == 0
    assert len(server.started) == 1
    assert "im Browser" in said(capsys)


def test_bare_takes_no_other_words(server: Server, capsys: Shown) -> None:
    """A wrong argument starts nothing."""
    assert main(["--colour"]) == 2
    assert complaint(capsys) == "“--colour” is not understood here; see --help."
    assert server.started == []


@pytest.mark.parametrize(
    "words",
    [["--port", "0"], ["--port=0"], ["--lang", "de", "--port", "0"], ["--metrics", "--port", "0"]],
    ids=" ".join,
)
def test_the_bare_command_takes_the_servers_flags(words: list[str], server: Server) -> None:
    """A port can be chosen without the word serve."""
    assert main(words) == 0
    assert server.settings.port > 1024
    assert server.settings.metrics == ("--metrics" in words)


@pytest.mark.parametrize("words", [["--lang", "de", "--version"], ["--plain", "--version"]], ids=" ".join)
def test_common_flags_do_not_start_the_server(words: list[str], server: Server, capsys: Shown) -> None:
    """It may come first, and the version is still printed."""
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("closecall ")
    assert server.started == []


def test_bare_with_mistakes(server: Server, capsys: Shown) -> None:
    """Flags of the server are explained as those of `closecall serve`; an unknown command is still
    reported."""
    assert main(["--port"]) == 2
    assert complaint(capsys) == "The option --port needs a value; see --help."
    assert main(["--port", "0", "mark"]) == 2
    assert complaint(capsys) == "“mark” is not understood here; see --help."
    assert main(["paly", "--port", "0"]) == 2
    assert complaint(capsys).startswith("There is no command “paly”")
    assert server.started == []
    assert main(["--port", "1", "--help"]) == 0
    assert "--drain-seconds" in capsys.readouterr().out


def test_flags(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All kinds of them, before the environment and the file."""
    file = tmp_path / "x.toml"
    file.write_text('url = "https://games.example.org"\nport = 1\nmost_rooms = 7\n')
    monkeypatch.setenv("CLOSECALL_BOTS", "3")
    words = [
        "--config",
        str(file),
        "--port",
        "0",
        "--json-logs",
        "--metrics",
        "--no-upgrade",
        "--log-level=debug",
    ]
    assert main(["serve", *words]) == 0
    settings = server.settings
    assert settings.port > 1024
    assert (settings.log_format, settings.log_level) == ("json", "debug")
    assert (settings.metrics, settings.may_upgrade, settings.bots) == (True, False, 3)
    assert (settings.url, settings.most_rooms) == ("https://games.example.org", 7)


def test_every_setting_has_a_flag() -> None:
    """Besides `--config`, the command has exactly the settings as flags."""
    flags = {field.name for field in fields(serve.Arguments)}
    assert {FLAG_OF.get(name, name) for name in NAMES_OF_SETTINGS} == flags - {"config"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_mistakes_are_sentences(language: str, server: Server, tmp_path: Path, capsys: Shown) -> None:
    """With exit code 2, which tells systemd not to try again."""
    assert main(["serve", "--port", "many", "--lang", language]) == 2
    facts: dict[str, str | int] = {"where": "--port", "least": 0, "most": 65535, "text": "many"}
    assert complaint(capsys) == catalogue(language)("error.setting_number", **facts)
    for file in (tmp_path / "none.toml", tmp_path):
        assert main(["serve", "--config", str(file), "--lang", language]) == 2
        assert complaint(capsys).startswith(str(file))
    for database in ("sqlite:///", "postgresql://ann@host:port/games"):
        assert main(["serve", "--database", database, "--lang", language]) == 2
        assert "postgresql://user@host/" in complaint(capsys)
    assert server.started == []


def test_without_a_home(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    """As in a container with an unknown user: no home is needed if the database is named."""

    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(serve, "data_folder", nobody)
    assert main(["serve"]) == 2
    assert complaint(capsys).startswith("Your home folder cannot be found; name the database")
    assert main(["serve", "--database", str(tmp_path / "x.db"), "--port", "0"]) == 0
    assert server.settings.database == tmp_path / "x.db"


def test_the_next_free_port(
    server: Server, taken: int, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    """Only if nobody asked for one; and it is said."""
    monkeypatch.setattr(bind, "LAST_PORT", taken + 10)
    monkeypatch.setattr(serve, "load", lambda *_: Settings(Path("x.db"), port=taken))
    assert main(["serve"]) == 0
    port = server.settings.port
    assert taken < port <= taken + 10
    assert said(capsys).startswith(
        f"Port {taken} is in use by another program, so the next free one is used. "
        f"Open http://127.0.0.1:{port} in your browser"
    )


def test_no_free_port(server: Server, taken: int, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    """The search ends somewhere."""
    monkeypatch.setattr(bind, "LAST_PORT", taken)
    monkeypatch.setattr(serve, "load", lambda *_: Settings(Path("x.db"), port=taken))
    assert main(["serve"]) == 1
    assert complaint(capsys).startswith(f"The ports {taken} to {taken} are all in use")
    assert server.started == []


def test_a_port_that_was_asked_for(server: Server, taken: int, capsys: Shown) -> None:
    """Is used or refused, never replaced."""
    assert main(["serve", "--port", str(taken)]) == 1
    assert complaint(capsys) == f"Port {taken} is in use by another program; choose another one with --port."
    assert server.started == []


def test_addresses_that_are_not_here(server: Server, capsys: Shown) -> None:
    """An unknown name, an address of another machine."""
    assert main(["serve", "--host", "no-such-host.invalid"]) == 1
    assert complaint(capsys) == "The host no-such-host.invalid is unknown; see --host."
    assert main(["serve", "--host", "192.0.2.1", "--port", "0"]) == 1
    assert complaint(capsys).startswith("The server cannot listen on 192.0.2.1, port 0; the system says: ")
    assert server.started == []


def loaded_by(program: str) -> set[str]:
    """The modules that a program has loaded in the end."""
    ran = subprocess.run(
        [sys.executable, "-c", f"import sys\n{program}\nprint(*sys.modules, file=sys.stderr)"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(ran.stderr.split())


HEAVY = {"litestar", "uvicorn", "sqlalchemy", "alembic", "msgspec", "prometheus_client", "asyncio"}


def test_help_loads_nothing_heavy() -> None:
    """Help loads no web server, no database and no settings."""
    loaded = loaded_by("from closecall.cli.main import main; main(['--help']); main(['serve', '--help'])")
    assert loaded & HEAVY == set()


def test_other_commands_do_not_load_the_server() -> None:
    """Playing in the terminal needs the standard library only."""
    loaded = loaded_by("import closecall.cli.play, closecall.cli.serve")
    assert loaded & HEAVY == set()


# The database.


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    """A query on a database."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def test_upgrade_and_backup(home: Path, tmp_path: Path, capsys: Shown) -> None:
    """A new database is created; a copy has the same content and never replaces a file."""
    assert main(["db", "upgrade"]) == 0
    database, copy = home / "closecall.db", tmp_path / "copy.db"
    version = upgrade(database)
    assert said(capsys) == f"The database {database} is at version {version}."
    assert main(["backup", str(copy)]) == 0
    assert said(capsys) == f"The backup is in {copy}."
    assert rows(copy, "SELECT version_num FROM closecall_version") == [(version,)]
    assert main(["backup", str(copy)]) == 1
    assert complaint(capsys) == f"The file {copy} already exists; a backup never overwrites a file."


def test_an_old_database_is_backed_up_as_it_is(tmp_path: Path, capsys: Shown) -> None:
    """Before an upgrade is the best time for a backup, so it must not need the upgrade."""
    old, copy = tmp_path / "old.db", tmp_path / "copy.db"
    upgrade(old)
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("UPDATE closecall_version SET version_num = '0000'")
    assert main(["backup", str(copy), "--database", str(old)]) == 0
    for path in (old, copy):
        assert rows(path, "SELECT version_num FROM closecall_version") == [("0000",)]


def test_a_missing_database_is_not_backed_up(home: Path, tmp_path: Path, capsys: Shown) -> None:
    """And it is not created."""
    assert main(["backup", str(tmp_path / "copy.db")]) == 1
    assert complaint(capsys) == f"There is no database {home}/closecall.db yet; see --database."
    assert list(tmp_path.iterdir()) == []
    assert main(["backup"]) == 2
    assert complaint(capsys) == "Name the new file for the backup."
    assert main(["db"]) == main(["db", "drop"]) == 2
    assert "closecall db upgrade" in capsys.readouterr().err
    assert (
        main(["db", "upgrade", "--database", "postgresql://ann:canary@127.0.0.1:1/x?connect_timeout=1"]) == 1
    )
    assert "canary" not in complaint(capsys)


# scripts/play and deploy/.


def test_scripts_play(tmp_path: Path) -> None:
    """Without arguments the server; a game's name in the terminal; everything else unchanged."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "play").write_bytes((ROOT / "scripts" / "play").read_bytes())
    (tmp_path / "scripts" / "_setup").write_text(f'set_up() {{ bin="{tmp_path}" root="{ROOT}"; }}\n')
    program = tmp_path / "closecall"
    program.write_text('#!/bin/sh\necho "closecall" "$@"\n')
    program.chmod(0o755)
    for words, expected in (
        ([], "closecall"),
        (["qwixx", "--seats", "you,bot"], "closecall play qwixx --seats you,bot"),
        (["resume"], "closecall resume"),
        (["serve", "--port", "9000"], "closecall serve --port 9000"),
        (["--help"], "closecall --help"),
    ):
        ran = subprocess.run(
            ["bash", str(tmp_path / "scripts" / "play"), *words], capture_output=True, text=True, check=True
        )
        assert ran.stdout.strip() == expected


def parsed(words: list[str]) -> Settings:
    """The settings of a command in deploy/; an unknown flag raises."""
    program, command, *rest = words
    assert Path(program).name == "closecall"
    return settings_of(arguments(command, *rest), catalogue("en"))


def test_the_unit() -> None:
    """Its command is valid; it is confined, and has enough time to drain."""
    text = (ROOT / "deploy" / "closecall.service").read_text("utf-8")
    sections: dict[str, list[tuple[str, str]]] = {}
    section: list[tuple[str, str]] = []
    for line in text.splitlines():
        if line.startswith("["):
            section = sections.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            name, separator, value = line.partition("=")
            assert separator, line
            assert re.fullmatch(r"[A-Z][A-Za-z]+", name), line
            section.append((name, value))
    assert list(sections) == ["Unit", "Service", "Install"]
    service = dict(sections["Service"])
    words = (
        service["ExecStart"].replace("/etc/closecall.toml", str(ROOT / "deploy" / "closecall.toml")).split()
    )
    settings = parsed(words)
    assert settings.log_format == "json"
    assert int(service["TimeoutStopSec"]) > settings.drain_seconds
    confined = (
        "DynamicUser",
        "NoNewPrivileges",
        "PrivateTmp",
        "ProtectHome",
        "PrivateDevices",
        "LockPersonality",
    )
    assert {name: service[name] for name in confined} == dict.fromkeys(confined, "yes")
    assert service["ProtectSystem"] == "strict"
    assert service["RestartPreventExitStatus"] == "2"
    assert [value for name, value in sections["Service"] if name == "Environment"] == [
        f"CLOSECALL_HOME=/var/lib/{service['StateDirectory']}",
        f"CLOSECALL_CACHE=/var/cache/{service['CacheDirectory']}",  # so that no restart compiles again
    ]
    assert service["StateDirectoryMode"] == service["CacheDirectoryMode"] == "0700"


def test_the_containerfile() -> None:
    """Not root, a volume that is the data folder, a health check of the port that is served."""
    text = (ROOT / "deploy" / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]
    last = {name: " ".join(rest.split()) for name, rest in lines}
    assert set(last) <= {
        "FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK",
        "ENTRYPOINT", "CMD",
    }  # fmt: skip
    words = [word for name in ("ENTRYPOINT", "CMD") for word in re.findall(r'"([^"]*)"', last[name])]
    settings = parsed(words)
    assert (settings.host, str(settings.port)) == ("0.0.0.0", last["EXPOSE"])
    assert last["USER"] == "closecall"
    assert f"CLOSECALL_HOME={last['VOLUME']}" in last["ENV"]
    check = re.findall(r'"([^"]*)"', last["HEALTHCHECK"])
    assert check[:2] == ["python", "-c"]
    compile(check[2], "HEALTHCHECK", "exec")
    assert f"http://127.0.0.1:{settings.port}/health" in check[2]
    copied = [rest.split()[:-1] for name, rest in lines if name == "COPY" and "--from" not in rest]
    assert all((ROOT / path).exists() for paths in copied for path in paths)


def test_the_settings_file() -> None:
    """It is accepted as it is, and mentions every setting."""
    path = ROOT / "deploy" / "closecall.toml"
    settings = parsed(["closecall", "serve", "--config", str(path)])
    assert settings.url == "https://games.example.org"
    assert settings.trusted_proxies == ("127.0.0.1/32", "::1/128")
    mentioned = set(re.findall(r"^(?:# )?(\w+) = ", path.read_text("utf-8"), re.MULTILINE))
    assert mentioned == set(NAMES_OF_SETTINGS)


def test_the_commands_of_the_readme() -> None:
    """Each command in deploy/README.md uses existing flags; each file it names exists."""
    text = (ROOT / "deploy" / "README.md").read_text("utf-8")
    blocks = "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    ours = re.findall(
        r"^(?:podman exec closecall )?(closecall (?:serve|backup|db) .*)$", blocks, re.MULTILINE
    )
    assert len(ours) == 4
    for command in ours:
        assert parsed(re.sub(r"\$\(.*?\)", "today", command).split()).database
    for name in re.findall(r"\bdeploy/([\w.]+)", blocks):
        assert (ROOT / "deploy" / name).is_file()
