"""The documents tell the truth: their links lead somewhere, and what they say of the server is so."""

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from closecall.cli.main import command_line
from closecall.core.seen import decode_seen
from closecall.games import rules_of
from closecall.messages import catalogue
from closecall.server.settings import NAMES_OF_SETTINGS, Settings
from closecall.server.sockets import connection, protocol
from closecall.server.sockets.table_socket import MOST_BAD_FRAMES
from closecall.server.tables import TableInfo
from server.server_process import RunningServer, running_server
from support.source import ROOT, each_document

LINK = re.compile(r"\]\(([^)\s]+)\)")
PICTURE = re.compile(r'(?:src|href)="([^"]+)"')


@each_document
def test_the_links_lead_somewhere(document: Path) -> None:
    """Relative links name files that are there."""
    text = document.read_text("utf-8")
    for link in LINK.findall(text) + PICTURE.findall(text):
        if not re.match(r"[a-z]+:|#", link):
            assert (document.parent / link.partition("#")[0]).exists(), link


def document(name: str) -> str:
    """The text of a document."""
    return (ROOT / "docs" / name).read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The examples of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its head."""
    lines = text.partition(f"## {heading}\n")[2].splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("|---"))
    found = []
    for line in lines[first + 1 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


# The socket protocol.


def examples(heading: str) -> list[Any]:
    """The frames that a section shows."""
    section = document("protocol.md").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [json.loads(block) for block in blocks(section, "json")]


def kinds(union: Any) -> set[str]:
    """The names of the frames of a union."""
    return {kind.__struct_config__.tag for kind in get_args(union)}


def test_frames_of_clients() -> None:
    """Each kind is shown, and the server understands every example."""
    shown = examples("What a client sends")
    assert {frame["t"] for frame in shown} == kinds(protocol.FromClient)
    for frame in shown:
        read = protocol.decode_frame(json.dumps(frame))
        assert {**msgspec.to_builtins(read), **frame} == msgspec.to_builtins(read)
    assert {phrase for phrase in protocol.PHRASES if f"`{phrase}`" in document("protocol.md")} == {
        *protocol.PHRASES
    }


def test_frames_of_the_server() -> None:
    """Each kind is shown with exactly its fields, and says what the server would say."""
    shown = examples("What the server sends")
    assert {frame["t"] for frame in shown} == kinds(protocol.FromServer)
    say = catalogue("en")
    for frame in shown:
        read = msgspec.convert(frame, protocol.FromServer)
        assert json.loads(protocol.encode_frame(read)) == frame
        match read:
            case protocol.TableFrame():
                table = msgspec.convert(read.table, TableInfo)
                assert json.loads(msgspec.json.encode(table)) == read.table
            case protocol.SeenFrame():
                assert decode_seen(rules_of("qwixx"), read.seen).viewer == 0
            case protocol.Refused():
                assert read.sentence == say(f"error.{read.code}")
            case protocol.Bye():
                assert read.sentence == say(f"bye.{read.code}")


def test_goodbyes_and_limits() -> None:
    """Every reason to hang up is listed with its code, and the limits are those of the program."""
    listed = {row[1].strip("`"): row[0] for row in rows(document("protocol.md"), "Closing")}
    english = json.loads((ROOT / "src/closecall/messages/en/server.json").read_text("utf-8"))
    codes = {key.removeprefix("bye.") for key in english if key.startswith("bye.")}
    assert set(listed) == codes | {"none"}
    assert listed["server_restarts"] == str(connection.TRY_AGAIN)
    assert {listed[code] for code in codes - {"server_restarts"}} == {str(connection.POLICY)}
    text = document("protocol.md")
    assert f"{protocol.MOST_BYTES} bytes" in text
    assert f"more than {MOST_BAD_FRAMES} frames" in text
    for _, number, setting in rows(text, "Limits"):
        assert not setting or number == str(usual(setting.strip("`")))


# The HTTP API.


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for the examples."""
    with running_server(tmp_path_factory.mktemp("documents")) as found:
        yield found


def test_the_session_runs(running: RunningServer) -> None:
    """All examples one after the other, at a real server."""
    program = "\n".join(blocks(document("api.md"), "python"))
    assert program.count("assert") > 15
    program = program.replace("http://127.0.0.1:8000", running.url)
    names: dict[str, Any] = {}
    try:
        exec(compile(program, "docs/api.md", "exec"), names)
    finally:
        for value in names.values():
            if isinstance(value, httpx.Client):
                value.close()


def test_every_route_is_listed(running: RunningServer) -> None:
    """None is missing, and none is there that the server does not have."""
    paths = running.client().get("/api/openapi.json").json()["paths"]
    routes = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert {row[0].strip("`") for row in rows(document("api.md"), "Every route")} == routes


# The settings.


def usual(setting: str) -> Any:
    """What a setting is if nobody sets it."""
    one = {one.name: one for one in fields(Settings)}[setting]
    return None if one.default is MISSING else one.default


def test_every_setting_is_listed() -> None:
    """With its flag and its default."""
    listed = rows(document("running.md"), "Settings")
    assert [row[0].strip("`") for row in listed] == list(NAMES_OF_SETTINGS)
    help_text = command_line(catalogue("en"), ["serve"])[2]["serve"].help()
    for name, flag, shown, about in listed:
        value = usual(name.strip("`"))
        assert re.search(rf"{flag.strip('`')}\b", help_text), flag
        assert about
        if shown.startswith("`") and value is not None:
            assert shown.strip("`") == str(value).lower()
        else:
            assert value in (None, ()), name
