"""Settings: their sources, precedence, and messages about wrong ones."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from closecall.core.errors import GameError
from closecall.messages import LANGUAGES, catalogue
from closecall.server.settings import (
    LARGEST_FILE,
    NAMES_OF_SETTINGS,
    OTHER_VARIABLES,
    BadSetting,
    Settings,
    load,
)
from support.source import ROOT, python_files

HOME = Path("/home/ann/closecall")
CANARY = "canary-password"


def home() -> Path:
    """The data folder."""
    return HOME


def loaded(
    flags: dict[str, str | None] | None = None,
    environ: dict[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """The settings, with a file if there is one."""
    return load({**(flags or {}), "config": None if file is None else str(file)}, environ or {}, home)


def written(folder: Path, text: str | bytes) -> Path:
    """A file of settings."""
    path = folder / "closecall.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_the_usual_settings() -> None:
    """Only this machine, port 8000, a file in the data folder."""
    usual = loaded()
    assert usual == Settings(HOME / "closecall.db")
    assert (usual.host, usual.port, usual.url, usual.trusted_proxies) == ("127.0.0.1", 8000, None, ())
    assert (usual.most_frames_per_second, usual.most_frames_at_once) == (20, 60)
    assert (usual.bot_pause_ms, usual.stand_in, usual.drain_seconds) == (500, "greedy", 10)
    assert (usual.grace_s, usual.answer_s) == (30, 20)
    assert (usual.metrics, usual.may_upgrade, usual.sealed_daily) == (False, True, False)
    assert usual.bots >= 1
    assert usual.chosen == frozenset()


def test_which_comes_first(tmp_path: Path) -> None:
    """Flags, then the environment, then the file."""
    file = written(tmp_path, "port = 1\nbots = 1\nmost_rooms = 1\n")
    environ = {"CLOSECALL_PORT": "2", "CLOSECALL_BOTS": "2"}
    settings = loaded({"port": "3", "bots": None}, environ, file)
    assert (settings.port, settings.bots, settings.most_rooms) == (3, 2, 1)
    assert settings.chosen == {"port", "bots", "most_rooms"}


def test_the_file_may_be_named_in_the_environment(tmp_path: Path) -> None:
    """$CLOSECALL_CONFIG, unless --config names another."""
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text("port = 1")
    other.write_text("port = 2")
    assert load({}, {"CLOSECALL_CONFIG": str(one)}, home).port == 1
    assert load({"config": str(other)}, {"CLOSECALL_CONFIG": str(one)}, home).port == 2
    with pytest.raises(FileNotFoundError):
        load({"config": str(tmp_path / "none.toml")}, {}, home)


def test_every_setting_can_be_set_everywhere(tmp_path: Path) -> None:
    """By a flag, a variable and the file, with the same result; nothing is forgotten."""
    texts: dict[str, tuple[str, Any]] = {
        "database": ("postgresql://ann@host/games", "postgresql://ann@host/games"),
        "host": ("::1", "::1"),
        "port": ("0", 0),
        "url": ("HTTPS://Games.Example.org/", "https://games.example.org"),
        "trusted_proxies": ("10.1.2.3/8, ::1", ("10.0.0.0/8", "::1/128")),
        "bots": ("7", 7),
        "bot_pause_ms": ("0", 0),
        "lan": ("yes", True),
        "stand_in": ("random", "random"),
        "grace_s": ("0", 0),
        "answer_s": ("12", 12),
        "log_level": ("DEBUG", "debug"),
        "log_format": ("json", "json"),
        "sealed_daily": ("on", True),
        "metrics": ("on", True),
        "may_upgrade": ("no", False),
        "drain_seconds": ("3", 3),
        "most_sockets_per_address": ("4", 4),
        "most_frames_per_second": ("5", 5),
        "most_frames_at_once": ("6", 6),
        "most_cpu_per_person": ("7", 7),
        "most_cpu_per_address": ("70", 70),
        "most_rooms": ("8", 8),
        "most_guesses": ("9", 9),
        "most_guesses_everywhere": ("11", 11),
        "most_new": ("10", 10),
    }
    assert set(texts) == set(NAMES_OF_SETTINGS) == {one.name for one in fields(Settings)} - {"chosen"}
    wanted = Settings(**{name: value for name, (_, value) in texts.items()})
    assert all(getattr(wanted, name) != getattr(Settings(HOME), name) for name in texts)
    assert loaded({name: text for name, (text, _) in texts.items()}) == wanted
    assert loaded({}, {f"CLOSECALL_{name.upper()}": text for name, (text, _) in texts.items()}) == wanted
    lines = []
    for name, (text, value) in texts.items():
        if isinstance(value, tuple):
            lines.append(f"{name} = {[part.strip() for part in text.split(',')]}")
        else:
            lines.append(f"{name} = {str(value).lower() if isinstance(value, bool | int) else repr(text)}")
    assert loaded({}, {}, written(tmp_path, "\n".join(lines))) == wanted


def test_an_empty_variable_is_none() -> None:
    """As in `CLOSECALL_URL= closecall serve`."""
    empty = {"CLOSECALL_URL": "", "CLOSECALL_PORT": "", "CLOSECALL_CONFIG": "", "CLOSECALL_BOGUS": ""}
    assert loaded({}, empty) == loaded()


@pytest.mark.parametrize("variable", ["CLOSECALL_PRT", "CLOSECALL_port", "CLOSECALL_", "CLOSECALL_CHOSEN"])
def test_unknown_variables(variable: str) -> None:
    """Refused like unknown keys of the file: they were meant to have an effect."""
    with pytest.raises(BadSetting) as refused:
        loaded({}, {"HOME": "/root", "CLOSECALL": "x", variable: "9000"})
    assert str(refused.value).startswith(
        f"${variable}: there is no setting “{variable.removeprefix('CLOSECALL_')}”"
    )


def test_every_variable_we_use_is_known() -> None:
    """All variables that our programs, examples and tests use are settings, or listed as others."""
    files = [*python_files(), *(ROOT / "scripts").iterdir(), *(ROOT / "examples").glob("*.py")]
    files += [
        *(ROOT / "deploy").iterdir(),
        *(ROOT / "web").glob("*.ts"),
        *(ROOT / "tests" / "page").glob("*.py"),
    ]
    texts = [path.read_text("utf-8") for path in files if path.is_file()]
    named = {name for text in texts for name in re.findall(r"CLOSECALL_([A-Z_]*[A-Z])", text)}
    assert named >= OTHER_VARIABLES
    assert named - OTHER_VARIABLES <= {name.upper() for name in NAMES_OF_SETTINGS}


@pytest.mark.parametrize("trouble", [RuntimeError("no home"), GameError("server_busy")])
def test_without_a_home(trouble: Exception) -> None:
    """It is only asked for where nobody has named a database."""

    def nowhere() -> Path:
        raise trouble

    assert load({"database": "/x.db"}, {}, nowhere).database == Path("/x.db")
    with pytest.raises(BadSetting) as refused:
        load({}, {}, nowhere)
    assert refused.value.code == "setting_no_home"


WRONG = [
    ("port", "70000", "this must be a whole number from 0 to 65535, not “70000”."),
    ("port", "-1", "this must be a whole number from 0 to 65535, not “-1”."),
    ("port", "80.0", "this must be a whole number from 0 to 65535, not “80.0”."),
    ("port", "٨٠", "this must be a whole number from 0 to 65535, not “٨٠”."),
    ("bots", "0", "this must be a whole number from 1 to 256, not “0”."),
    ("bots", "9" * 50, f"this must be a whole number from 1 to 256, not “{'9' * 40}…”."),
    ("stand_in", "hal", "choose one of expert, hard, medium, easy, greedy, random, not “hal”."),
    ("log_level", "loud", "choose one of debug, info, warning, error, not “loud”."),
    ("log_format", "xml", "choose one of text, json, not “xml”."),
    ("metrics", "maybe", "this must be true or false, not “maybe”."),
    ("host", "a b", "“a b” is neither an IP address nor a host name."),
    ("host", "http://x", "“http://x” is neither an IP address nor a host name."),
    ("url", "games.example.org", None),
    ("url", "https://games.example.org/play", None),
    ("url", "https://ann@games.example.org", None),
    ("url", "https://games.example.org:0", None),
    ("url", "https://games.example.org:99999", None),
    ("url", "ftp://games.example.org", None),
    ("trusted_proxies", "10.0.0.0/99", None),
    ("trusted_proxies", "*", None),
    ("trusted_proxies", "10.0.0.1,,", None),
    ("database", f"mysql://ann:{CANARY}@host/x", None),
    ("database", "a\nb", None),
    ("database", " ", None),
    ("database", "sqlite://", None),
    ("database", "sqlite:///", None),
    ("database", "sqlite:///:memory:", None),
    ("database", "sqlite:///x.db?mode=ro", None),
    ("database", "sqlite://folder/x.db", None),
    ("database", "~nosuchuser/x.db", "there is no such home folder; write the full path instead of “~”."),
]


@pytest.mark.parametrize(("name", "text", "sentence"), WRONG)
def test_wrong_values(name: str, text: str, sentence: str | None) -> None:
    """Refused with the name of the setting and the place it came from; a password is not repeated."""
    for settings, where in (
        (({name: text}, {}), f"--{name.replace('_', '-')}: "),
        (({}, {f"CLOSECALL_{name.upper()}": text}), f"$CLOSECALL_{name.upper()}: "),
    ):
        with pytest.raises(BadSetting) as refused:
            loaded(*settings)
        said = str(refused.value)
        assert said.startswith(where)
        assert sentence is None or said == where + sentence
        assert CANARY not in said
        for language in LANGUAGES:
            assert where.rstrip(": ") in refused.value.sentence(catalogue(language))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('port = "8000000"', ": port: this must be a whole number from 0 to 65535, not “8000000”."),
        ("port = true", ": port: this must be a whole number from 0 to 65535, not “True”."),
        ("port = 80.5", ": port: this must be a whole number from 0 to 65535, not “80.5”."),
        ("metrics = 1", ": metrics: this must be true or false, not “1”."),
        ("log_level = ['info']", None),
        ("trusted_proxies = [1]", None),
        ("trusted_proxies = {}", None),
        ("host = 1", None),
        ("url = false", None),
        ("database = 1", None),
        ("database = ''", ": database: a database is a file, "),
        (f"port = {'9' * 5000}", ": this is not valid TOML (line and column …)."),
        (f"port = 0x{'f' * 5000}", ": port: this must be a whole number from 0 to 65535, not “…”."),
        (f"port = {'[' * 5000}", ": this is not valid TOML (line and column …)."),
        ("chosen = []", None),
        ("config = 'x.toml'", None),
        ("[server]\nport = 1", None),
        ("prot = 8000", f": there is no setting “prot”; the settings are {', '.join(NAMES_OF_SETTINGS)}."),
        ("port = \n", ": this is not valid TOML (line and column 1:8)."),
        (f"x = 1\ndatabase = 'postgresql://ann:{CANARY}@host", ": this is not valid TOML (line and column "),
        (b"# \xff", ": the file is not UTF-8 text (byte 2)."),
        ("#" * (LARGEST_FILE + 1), ": a settings file may have at most 64 KiB."),
    ],
)
def test_wrong_files(line: str | bytes, sentence: str | None, tmp_path: Path) -> None:
    """The file and the key are named; unknown keys are refused, because they were meant to have an effect."""
    file = written(tmp_path, line)
    with pytest.raises(BadSetting) as refused:
        loaded({}, {}, file)
    said = str(refused.value)
    assert said.startswith(str(file))
    assert sentence is None or said.startswith(f"{file}{sentence}")
    assert CANARY not in said


def test_a_file_or_a_url(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file may be given as people name files; a URL stays as it is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert loaded({"database": "a/b c?.db"}).database == tmp_path / "a/b c?.db"
    assert loaded({"database": "~/x.db"}).database == tmp_path / "x.db"
    assert loaded({"database": "sqlite:///x.db"}).database == "sqlite:///x.db"


@pytest.mark.parametrize(
    ("database", "shown"),
    [
        ("sqlite:////var/lib/x.db", "sqlite:////var/lib/x.db"),
        ("postgresql://host/games", "postgresql://host/games"),
        (f"postgresql://ann:{CANARY}@host:5432/games", "postgresql://host:5432/games"),
        (f"postgresql://ann:{CANARY}@[::1]/games?sslmode=require", "postgresql://[::1]/games"),
        (f"postgresql://host/games?user=ann&password={CANARY}", "postgresql://host/games"),
        (f"postgresql://ann:x@{CANARY}@host/games", "postgresql://…"),
        (f"postgresql://ann:x?{CANARY}@host/games", "postgresql://…"),
        (f"postgresql://ann:x/{CANARY}@host/games", "postgresql://…"),
        (f"postgresql://ann:x@host/games?password=x@{CANARY}", "postgresql://…"),
    ],
)
def test_passwords_are_not_shown(database: str, shown: str) -> None:
    """Neither in the shown database nor in the repr, however they are written."""
    settings = loaded({"database": database})
    assert settings.shown_database == shown
    for text in (settings.shown_database, repr(settings), str(settings)):
        assert CANARY not in text
    assert (CANARY in database) == any(CANARY in secret for secret in settings.database_secrets)


def test_escaped_passwords_are_known_both_ways() -> None:
    """A driver's complaint may have it unescaped."""
    settings = loaded({"database": "postgresql://ann:p%40ss%2Fword@host/games"})
    assert settings.database_secrets == ("p%40ss%2Fword", "p@ss/word")
    assert loaded().database_secrets == ()


@pytest.mark.parametrize(
    ("flags", "address"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"host": "0.0.0.0", "port": "80"}, "http://127.0.0.1:80"),
        ({"host": "::"}, "http://[::1]:8000"),
        ({"host": "192.0.2.1"}, "http://192.0.2.1:8000"),
        ({"url": "https://games.example.org/", "port": "9"}, "https://games.example.org"),
    ],
)
def test_where_to_open_the_page(flags: dict[str, str | None], address: str) -> None:
    """This machine if it listens everywhere; otherwise as configured."""
    assert loaded(flags).address == address
