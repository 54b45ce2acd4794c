"""The TypeScript types are fresh, and the TypeScript compiler finds that real frames have them."""

import enum
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NewType

import msgspec
import pytest

from closecall.core import codec
from closecall.core.errors import GameError
from closecall.core.match import Fate
from closecall.core.record import AnyMatch
from closecall.core.seen import decode_seen, encode_seen
from closecall.games import rules_of, slugs
from closecall.messages import catalogue
from closecall.server.sockets import protocol
from closecall.server.tables.info import table_info
from closecall.server.typescript import EXPORTED, INSTEAD, TARGET, Declarations, Export, declarations
from server.room_fixtures import ME, OPEN, bot, local, table_for
from support.random_games import deciding, random_match, viewers, walk
from support.source import ROOT


def test_the_file_is_fresh() -> None:
    """After a change of a type or a message the file must be generated again."""
    assert TARGET == ROOT / "web" / "src" / "generated" / "closecall.ts"
    is_fresh = TARGET.read_text("utf-8") == declarations()
    assert is_fresh, "run: python -m closecall.server.typescript"


def test_the_content_of_the_file() -> None:
    """Every game, message, refusal, phrase and export."""
    text = declarations()
    for name in ("View", "Effect", "Outcome", "Options", "Seen"):
        for game in slugs():
            assert f" {game.title()}{name} " in text
    for exported in EXPORTED:
        assert f" {exported.name} " in text
    for key in catalogue("en").messages:
        assert f'\n  | "{key}"' in text
        if key.startswith("error."):
            assert f'\n  | "{key.removeprefix("error.")}"' in text
    assert all(f'"{phrase}"' in text for phrase in protocol.PHRASES)
    assert all(f"phrase.{phrase}" in catalogue("en") for phrase in protocol.PHRASES)


def test_replaced_fields_are_used() -> None:
    """No entry for a missing field."""
    text = declarations()
    for (kind, field), instead in INSTEAD.items():
        body = text.split(f"export interface {kind} {{")[1].split("\n}")[0]
        assert f"  readonly {field}: {instead};" in body


# Every kind of type.


Circle = NewType("Circle", int)


class Colour(enum.Enum):
    """A colour, or */ an attack."""

    RED = "R"
    NONE = 0


@dataclass(frozen=True)
class One:
    """The first."""

    colour: Colour | None
    many: tuple[Circle, ...]


@dataclass(frozen=True)
class Other:
    deep: "One | Other | None"


class Tidy(msgspec.Struct, rename="camel", tag_field="kind", tag=7):
    """A struct."""

    some_field: Annotated[int, msgspec.Meta(ge=0)]
    other_field: str = ""
    maybe: int | msgspec.UnsetType = msgspec.UNSET


class Brief(msgspec.Struct, omit_defaults=True, tag=True):
    short: list[Tidy] | None = None


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (int, "number"),
        (float, "number"),
        (bool, "boolean"),
        (None | str, "string | null"),
        (Any, "unknown"),
        (msgspec.Raw, "unknown"),
        (Literal["a", 2], '"a" | 2'),
        (tuple[int, ...], "ReadonlyArray<number>"),
        (tuple[int, str], "readonly [number, string]"),
        (list[tuple[bool | None, ...]], "ReadonlyArray<ReadonlyArray<boolean | null>>"),
        (frozenset[str], "ReadonlyArray<string>"),
        (Mapping[str, int], "Readonly<Record<string, number>>"),
        (dict[str, Any], "Readonly<Record<string, unknown>>"),
        (Circle, "Circle"),
        (Colour, "Colour"),
        (One | None, "One | null"),
        (One | Other, 'Tagged<"One", One> | Tagged<"Other", Other>'),
        (One | Other | None, 'Tagged<"One", One> | Tagged<"Other", Other> | null'),
        (Tidy | Brief, "Tidy | Brief"),
    ],
    ids=str,
)
def test_types(kind: Any, text: str) -> None:
    """As they are written where they are used."""
    assert Declarations().of(kind) == text


def declared(kind: Any, *, from_client: bool = False) -> dict[str, str]:
    """The declarations that a type needs."""
    written = Declarations()
    written.export(Export(kind.__name__, kind, from_client))
    return written.texts


def test_declared_dataclasses() -> None:
    """With nested types, documentation, and recursion; enums by value."""
    assert declared(Other) == {
        "Colour": '/** A colour, or * / an attack. */\nexport type Colour = "R" | 0;',
        "Circle": "export type Circle = number;",
        "One": "/** The first. */\nexport interface One {\n  readonly colour: Colour | null;\n"
        "  readonly many: ReadonlyArray<Circle>;\n}",
        "Other": "export interface Other {\n"
        '  readonly deep: Tagged<"One", One> | Tagged<"Other", Other> | null;\n}',
    }


def test_declared_structs() -> None:
    """With msgspec's names and tags; a client may omit fields with a default."""
    assert declared(Brief) == {
        "Tidy": "/** A struct. */\nexport interface Tidy {\n  readonly kind: 7;\n"
        "  readonly someField: number;\n"
        "  readonly otherField: string;\n  readonly maybe?: number;\n}",
        "Brief": 'export interface Brief {\n  readonly type: "Brief";\n'
        "  readonly short?: ReadonlyArray<Tidy> | null;\n}",
    }
    assert "  readonly otherField?: string;\n" in declared(Tidy, from_client=True)["Tidy"]


def test_unsupported_types() -> None:
    """Two types with one name, and types that JSON does not have."""
    written = Declarations()
    written.alias("One", "1")
    with pytest.raises(AssertionError, match="two types are called One"):
        written.of(One)
    with pytest.raises(AssertionError, match="has a name already"):
        Declarations().export(Export("Uno", One))
    with pytest.raises(TypeError, match="There is no TypeScript for"):
        Declarations().of(complex)


# The proof: real frames, and frames that are wrong, before the TypeScript compiler.


@pytest.fixture(scope="session")
def tsc(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The compiler: the web client's own if it is installed, otherwise one fetched for this test."""
    own = ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc"
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None:
        pytest.skip("Node.js is not installed, so TypeScript cannot check the types")
    if own.exists():
        return [node, str(own)]
    if npm is None:
        pytest.skip("npm is not installed, so TypeScript cannot be fetched")
    folder = tmp_path_factory.mktemp("typescript")
    fetch = ["install", "--prefix", str(folder), "--no-audit", "--no-fund", "--prefer-offline"]
    try:
        subprocess.run(
            [npm, *fetch, "typescript@5.9.3"],
            cwd=folder,
            env={**os.environ, "npm_config_update_notifier": "false"},
            capture_output=True,
            check=True,
            timeout=60,
        )
    except (subprocess.SubprocessError, OSError) as error:
        pytest.skip(f"TypeScript could not be fetched: {error}")
    return [node, str(folder / "node_modules" / "typescript" / "bin" / "tsc")]


def compiled(tsc: list[str], folder: Path, lines: list[str]) -> list[str]:
    """The compiler's messages about a program that uses the types."""
    (folder / "closecall.ts").write_text(declarations(), "utf-8")
    (folder / "frames.ts").write_text("\n".join(lines) + "\n", "utf-8")
    options = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--lib", "es2022", "--skipLibCheck"]
    ran = subprocess.run(
        [*tsc, *options, "frames.ts"], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )
    said = ran.stdout.splitlines()
    assert bool(said) == bool(ran.returncode), ran.stderr
    return said


Frame = tuple[str, Any]
"""The name of a type, and a value that has it."""


def matches(game: str, rng: Random) -> Iterator[AnyMatch]:
    """Some moments of random games at every number of seats, the last one included."""
    for seats in rules_of(game).SEATS:
        moments = list(walk(random_match((game, seats), rng), rng))
        yield from (moments[0], *rng.sample(moments, 3), moments[-1])


def real_frames(game: str, rng: Random) -> Iterator[Frame]:
    """Values from real games, as core.codec encodes them."""
    rules, title = rules_of(game), game.title()
    for match in matches(game, rng):
        yield f"{title}Seen", encode_seen(rules, match.seen_by(rng.choice(viewers(match))))
        yield f"{title}Options", codec.encode(rules.OPTIONS, match.options)
        fates = [entry.outcome for entry in match.log if isinstance(entry, Fate)]
        for outcome in fates[:1] + fates[-1:]:
            yield f"{title}Outcome", codec.encode(rules.OUTCOME, outcome)
        for seat, menu in deciding(match)[:1]:
            move = rng.choice(list(menu))
            yield (
                f"{title}Effect",
                codec.encode(rules.EFFECT, rules.effect(rules.view(match.state, seat), move)),
            )


def is_refused(frame: Frame) -> bool:
    """Whether our own decoder refuses a frame."""
    rules = next(rules_of(game) for game in slugs() if frame[0].startswith(game.title()))
    kinds = {"View": rules.VIEW, "Effect": rules.EFFECT, "Outcome": rules.OUTCOME, "Options": rules.OPTIONS}
    try:
        if frame[0].endswith("Seen"):
            decode_seen(rules, frame[1])
        else:
            codec.decode(kinds[frame[0].removeprefix(rules.SLUG.title())], frame[1], "frame")
    except GameError:
        return True
    return False


def spoiled(frame: Frame, rng: Random) -> Frame:
    """The same frame with one error: an extra or missing field, or a value of another type."""
    kind, value = frame[0], deepcopy(frame[1])
    parts = [part for part in _parts(value) if part]
    part = rng.choice([part for part in parts if isinstance(part, dict)] or parts)
    key = rng.choice(list(part))
    match rng.randrange(4):
        case 0:
            part["too_many"] = 1
        case 1:
            del part[key]
        case _:
            part[key] = 7 if isinstance(part[key], str) or part[key] is None else "Z"
            if not is_refused((kind, value)):  # A number where there might be one.
                part[key] = {"too_many": 1}
    return kind, value


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from _parts(part)


def constants(frames: list[Frame]) -> list[str]:
    """Frames as TypeScript constants, one a line."""
    return [
        f"export const frame{n}: types.{kind} = {json.dumps(value)};"
        for n, (kind, value) in enumerate(frames)
    ]


HEAD = 'import type * as types from "./closecall";'


def test_real_frames_have_their_types(tsc: list[str], tmp_path: Path) -> None:
    """The types allow whatever the codec writes, and refuse whatever it refuses to read."""
    rng = Random(20)
    frames = [frame for game in slugs() for frame in real_frames(game, rng)]
    wrong = [spoiled(frame, rng) for frame in frames]
    assert len(frames) > 200
    assert {kind for kind, _ in frames} == {
        f"{game.title()}{part}" for game in slugs() for part in ("Seen", "Options", "Outcome", "Effect")
    }
    assert not any(map(is_refused, frames))
    assert all(map(is_refused, wrong))
    lines = [HEAD, *constants(frames)]
    for n, (kind, value) in enumerate(wrong):
        lines += ["// @ts-expect-error", f"export const wrong{n}: types.{kind} = {json.dumps(value)};"]
    assert compiled(tsc, tmp_path, lines) == []


def test_frames_of_the_socket(tsc: list[str], tmp_path: Path) -> None:
    """Every frame that the server sends; what TypeScript lets a client send, the server reads."""
    rng = Random(4)
    rules = rules_of("enough")
    match = list(walk(random_match(("enough", 3), rng), rng))[-3]
    tables = [table_for(ME, bot(), local("Kid"), OPEN, game=game) for game in slugs()]
    sent: list[protocol.FromServer] = [
        *(
            protocol.TableFrame(
                now=1, here=(True,), stand_in_from=(None,), watching=0, table=table_info(table, viewer)
            )
            for table in tables
            for viewer in ("ann", None)
        ),
        protocol.SeenFrame(n=3, nth=0, deadline=None, seen=protocol.seen_value(rules, match.seen_by(None))),
        protocol.WaitingFrame(n=3, point=2, waiting=(1, 2)),
        protocol.Ack(id=1),
        protocol.Refused(id=None, code="bad_frame", sentence="…"),
        protocol.Said(seat=0, phrase="thanks"),
        protocol.Pong(id=1, now=2),
    ]
    received: list[Any] = [
        {"t": "commit", "id": 7, "point": 12, "nth": 0, "move": "r7"},
        {"t": "commit", "id": 7, "point": 12, "nth": 0, "move": "r7", "seat": 1},
        {"t": "take_back", "id": 8, "point": 12, "nth": 1, "seat": None},
        {"t": "say", "id": 9, "phrase": "well_played"},
        {"t": "ping", "id": 10},
    ]
    for frame in received:
        assert protocol.decode_frame(json.dumps(frame)).id == frame["id"]
    wrong = [
        {"t": "commit", "id": 7, "point": 12, "nth": 0},
        {"t": "say", "id": 9, "phrase": "rubbish"},
        {"t": "pong", "id": 9},
        {"t": "ping", "id": 9, "seat": 1},
    ]
    lines = [HEAD, *constants([("FromServer", json.loads(protocol.encode_frame(frame))) for frame in sent])]
    lines += [
        f"export const mine{n}: types.FromClient = {json.dumps(value)};" for n, value in enumerate(received)
    ]
    for n, value in enumerate(wrong):
        lines += ["// @ts-expect-error", f"export const wrong{n}: types.FromClient = {json.dumps(value)};"]
    assert compiled(tsc, tmp_path, [*lines, NARROWING]) == []


NARROWING = """
export const first = (given: types.MarkOutcome): number => (given.is === "Lot" ? given.seat : given.dice[4]);
export const told = (frame: types.FromServer): unknown => {
  switch (frame.t) {
    case "table": return frame.table.seats[0]?.kind;
    case "seen": return frame.seen.menu;
    case "refused": { const key: types.MessageKey = `error.${frame.code}`; return key; }
    default: return frame.t;
  }
};
export const dice = (seen: types.Games["qwixx"]["seen"]): number => seen.view.dice?.white[1] ?? 0;
// @ts-expect-error
export const sixth = (roll: types.MarkRoll): number => roll.dice[5];
// @ts-expect-error
export const changed = (over: types.Over): void => { over.winners = []; };
"""
"""How a client uses the types: tags distinguish kinds, lengths are known, nothing can be changed."""
