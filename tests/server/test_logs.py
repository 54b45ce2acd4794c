"""Logs: one line per event, and never a secret."""

import ast
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from closecall.server import logs
from closecall.server.logs import HIDDEN, Log, redacted
from closecall.server.people import identity
from closecall.server.settings import Settings
from support.source import calls, python_files

KEY = identity.new_key()
PERSON = identity.new_id()
SECRETS = {
    "session": identity.sign_session(KEY, PERSON, identity.new_secret(), is_secure=False).value,
    "bot": identity.sign_bot_token(KEY, PERSON, identity.new_secret()),
    "invite": identity.new_secret(),
    "carry": identity.new_secret(),
    "key": KEY,
    "seed": "5f" * 32,
    "code": "XK7P2M",
}
PASSWORD = "hunter2 & more"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """The captured log; the loggers are restored afterwards."""
    root, ours = logging.getLogger(), logging.getLogger("closecall")
    before = root.handlers[:], root.level, ours.level
    yield io.StringIO()
    root.handlers[:], root.level, ours.level = before[0], before[1], before[2]


def begin(stream: io.StringIO, log_format: str = "json", log_level: str = "info", **more: str) -> Log:
    """A log that is set up."""
    settings = Settings(more.get("database", Path("x.db")), log_format=log_format, log_level=log_level)
    logs.set_up(settings, stream, hide=[KEY])
    return Log("closecall.tests")


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    """The lines of a JSON log."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_json_lines(stream: io.StringIO) -> None:
    """An object a line: when, how bad, what, and the fields; a field cannot pretend to be one of these."""
    log = begin(stream)
    log.info("table_started", table=PERSON, seats=4, quick=True, note="two\nlines", event="other", level=1)
    [line] = lines(stream)
    assert str(line.pop("at")).endswith("Z")
    fields = {"table": PERSON, "seats": 4, "quick": True, "note": "two\nlines"}
    assert line == {"level": "info", "event": "table_started", **fields}


def test_text_lines(stream: io.StringIO) -> None:
    """The same for people; a value cannot pretend to be two, or another line."""
    begin(stream, "text").warning("strange", who="Ann", what="a=b c\n2026 info", none=None, ms=1.5)
    moment, rest = stream.getvalue().split(" ", 1)
    assert moment.endswith("Z")
    assert rest == 'warning strange who=Ann what="a=b c\\n2026 info" none=null ms=1.5\n'


def test_the_moment_is_utc() -> None:
    """To the millisecond."""
    record = logging.LogRecord("closecall", logging.INFO, "", 0, "now", None, None)
    record.created = 1_000_000_000.0625
    assert logs.Lines(as_json=False).format(record).startswith("2001-09-09T01:46:40.062Z info ")


def test_levels(stream: io.StringIO) -> None:
    """Events below the level are not written."""
    log = begin(stream, log_level="warning")
    log.debug("a")
    log.info("b")
    log.warning("c")
    log.error("d")
    assert [line["event"] for line in lines(stream)] == ["c", "d"]


def test_setting_up_again_replaces(stream: io.StringIO) -> None:
    """Nothing is written twice."""
    begin(stream)
    begin(stream).info("once")
    assert len(lines(stream)) == 1


def test_requests(stream: io.StringIO) -> None:
    """Method, template, status and time, and nothing more."""
    begin(stream).request("DELETE", "/api/tables/{table_id}", 204, 1.2345)
    [line] = lines(stream)
    del line["at"]
    assert line == {
        "level": "info", "event": "request", "method": "DELETE", "route": "/api/tables/{table_id}",
        "status": 204, "ms": 1.2,
    }  # fmt: skip


# Secrets.


@pytest.mark.parametrize("log_format", ["text", "json"])
@pytest.mark.parametrize("kind", SECRETS)
def test_no_secret_is_written(kind: str, log_format: str, stream: io.StringIO) -> None:
    """Wherever it is: in a field of any name, a text, an event, an exception or a container."""
    secret = SECRETS[kind]
    log = begin(stream, log_format, log_level="debug")
    log.info("a", **{kind: secret})
    log.info("b", harmless=secret, text=f"it was {secret}!", more=[secret], mapping={"x": secret})
    log.info("c", raw=f"({secret})".encode(), pair=(1, secret))
    log.info(f"d {secret}")
    log.debug("e", url=f"https://games.example.org/join#{secret}", path=f"/x?code={secret}&y=1")
    log.info("f", header=f"closecall={secret}; Path=/", other=f"Authorization: Bearer {secret}")
    log.info("f", secure=f"__Host-closecall={secret}; Path=/")
    try:
        raise ValueError(f"refused: {secret}") from RuntimeError(secret)
    except ValueError:
        log.exception("g")
    shown = stream.getvalue()
    assert shown.count("\n") == 8
    assert "ValueError" in shown
    for part in {secret, *(part for part in secret.split(".") if part != PERSON)}:
        assert part not in shown
    assert shown.count(HIDDEN) >= 12


def test_secrets_by_the_hundred() -> None:
    """No secret that we make looks harmless by chance."""
    for _ in range(2000):
        secret, code = identity.new_secret(), identity.new_code()
        assert redacted(f"x {secret} y") == f"x {HIDDEN} y"
        assert redacted(f"x {code}.") == f"x {HIDDEN}."


@pytest.mark.parametrize(
    "name", ["cookie", "Set-Cookie", "authorization", "bot_token", "invite_hash", "code", "seed"]
)
def test_fields_that_are_never_written(name: str, stream: io.StringIO) -> None:
    """Whatever they hold."""
    begin(stream).info("a", **{name: "x"})
    assert lines(stream)[0][name] == HIDDEN


@pytest.mark.parametrize(
    "database",
    ["postgresql://ann:hunter2%20%26%20more@host/x", "postgresql://host/x?password=hunter2%20%26%20more"],
)
def test_the_password_of_the_database(database: str, stream: io.StringIO) -> None:
    """Neither in a URL nor alone, escaped or not."""
    log = begin(stream, database=database)
    log.error("a", url=database, reason=f"no entry for ann with {PASSWORD}", other="hunter2%20%26%20more x")
    assert "hunter2" not in stream.getvalue()
    assert redacted("at postgresql://ann:abc@host/x") == f"at postgresql://{HIDDEN}@host/x"


def test_innocent_texts_stay() -> None:
    """A log in which everything is hidden would help nobody."""
    for text in (
        f"table {PERSON} of mark, 4 seats",
        "test_a_very_long_name_of_a_function_in_a_traceback",
        "File /usr/lib/python3/site-packages/closecall/server/room.py, line 12, in commit",
        "DELETE FROM secrets",
        "http://127.0.0.1:8000/health",
        "OSError: [Errno 98] Address already in use",
    ):
        assert redacted(text) == text


def test_libraries_are_heard_from_a_warning_on(stream: io.StringIO) -> None:
    """Below warnings they write headers, queries and frames; and their warnings contain no query either."""
    begin(stream, log_level="debug")
    for name in ("uvicorn.error", "uvicorn.access", "websockets.server", "sqlalchemy.engine", "closecallx"):
        logger = logging.getLogger(name)
        before = logger.level
        logger.setLevel(logging.DEBUG)
        logger.debug("< Cookie: closecall=%s", SECRETS["session"])
        logger.info('%s - "WebSocket %s" [accepted]', "127.0.0.1", "/socket?canary")
        logger.warning('"GET %s HTTP/1.1"', "/socket?canary=1")
        logger.setLevel(before)
    found = lines(stream)
    assert [line["event"] for line in found] == [
        "uvicorn.error", "uvicorn.access", "websockets.server", "sqlalchemy.engine", "closecallx",
    ]  # fmt: skip
    assert {line["message"] for line in found} == {f'"GET /socket?{HIDDEN} HTTP/1.1"'}
    assert "canary" not in stream.getvalue()


def test_every_log_is_ours() -> None:
    """The level is set for `closecall` and what is below it, so an event elsewhere would be lost."""
    named = [
        call.args[0].value
        for path in python_files("server", "store", "kernels")
        for name, call in calls(path)
        if name in ("Log", "getLogger") and call.args and isinstance(call.args[0], ast.Constant)
    ]
    assert len(named) > 5
    foreign = [name for name in named if not str(name).startswith("closecall.")]
    assert foreign == ["uvicorn.error"], "its start and stop are filtered"
