"""The types of the protocol and the API as TypeScript, generated from the Python types.

`python -m closecall.server.typescript` rewrites web/src/generated/closecall.ts. One test checks that it is
up to date, another lets the TypeScript compiler check real frames against it. EXPORTED lists the types.

>>> print(Declarations().of(tuple[int, str | None]))
readonly [number, string | null]
"""

import ast
import enum
import inspect
import json
import re
import textwrap
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from closecall.bots.cast import CAST
from closecall.core import seen
from closecall.core.rules import Over
from closecall.games import game_of, rules_of, slugs
from closecall.games.descriptor import Ages, Choice, File, Number, OneSeat, Option, Switch
from closecall.messages import LANGUAGES, catalogue
from closecall.server import replays
from closecall.server.http import (
    access,
    bodies,
    daily,
    games,
    history,
    households,
    invitations,
    people,
    shared_games,
    statistics,
    tables,
)
from closecall.server.http.errors import Problem
from closecall.server.sockets import protocol
from closecall.server.tables.info import TableInfo

TARGET = Path(__file__).parents[3] / "web" / "src" / "generated" / "closecall.ts"

_WIRE = seen._Wire  # What encode_seen writes, which nobody else has to know.


@dataclass(frozen=True, slots=True)
class Export:
    """A type that clients know by a name."""

    name: str
    kind: Any
    from_client: bool = False
    """Whether clients send it: then they may leave out a field that has a default."""


EXPORTED = (
    Export("Over", Over),
    Export("TableInfo", TableInfo),
    Export("FromClient", protocol.FromClient, from_client=True),
    Export("FromServer", protocol.FromServer),
    # What the HTTP API takes and gives.
    Export("NewPerson", bodies.NewPerson, from_client=True),
    Export("PersonChange", bodies.PersonChange, from_client=True),
    Export("NewTable", bodies.NewTable, from_client=True),
    Export("Join", bodies.Join, from_client=True),
    Export("Sit", bodies.Sit, from_client=True),
    Export("Words", bodies.Words, from_client=True),
    Export("Ready", bodies.Ready, from_client=True),
    Export("AgeChange", bodies.AgeChange, from_client=True),
    Export("Appointment", bodies.Appointment, from_client=True),
    Export("LanChange", bodies.LanChange, from_client=True),
    Export("Me", people.Me),
    Export("Carry", people.Carry),
    Export("AccessList", access.AccessList),
    Export("Offer", games.Offer),
    Export("PageOfFame", households.PageOfFame),
    Export("HallOfFame", games.HallOfFame),
    Export("Ratings", games.Ratings),
    Export("RulesText", games.RulesText),
    Export("Introduction", games.Introduction),
    Export("Reason", games.Reason),
    Export("MadeTable", tables.MadeTable),
    Export("TableList", tables.TableList),
    Export("Invitation", invitations.Invitation),
    Export("Invited", invitations.Invited),
    Export("Replay", replays.Replay),
    Export("PlayedGames", history.PlayedGames),
    Export("Statistics", statistics.Statistics),
    Export("DailyStart", bodies.DailyStart, from_client=True),
    Export("DailyOverview", daily.DailyOverview),
    Export("DayResult", daily.DayResult),
    Export("Proof", history.Proof),
    Export("SharedSteps", bodies.SharedSteps, from_client=True),
    Export("ShareLink", shared_games.ShareLink),
    Export("SharedGame", shared_games.SharedGame),
    Export("Problem", Problem),
)

INSTEAD: Mapping[tuple[str, str], str] = {
    ("TableInfo", "game"): "Game",
    ("Invited", "game"): "Game",
    ("TableInfo", "options"): "AnyOptions",
    ("SharedGame", "game"): "Game",
    ("SharedGame", "options"): "AnyOptions",
    ("TableFrame", "table"): "TableInfo",
    ("SeenFrame", "seen"): "AnySeen",
    ("Effects", "effects"): "ReadonlyArray<AnyEffect>",
    ("Step", "seen"): "AnySeen",
    ("GameInfo", "game"): "Game",
    ("RulesText", "game"): "Game",
    ("RulesText", "language"): "Language",
    ("Introduction", "game"): "Game",
    ("Lesson", "text"): "MessageKey",
    ("Lesson", "hint"): "MessageKey | null",
    ("Lesson", "praise"): "MessageKey | null",
    ("Lesson", "seen"): "AnySeen",
    ("Lesson", "effects"): "ReadonlyArray<AnyEffect>",
    ("Reply", "seen"): "AnySeen",
    ("GameFame", "game"): "Game",
    ("GameStatistics", "game"): "Game",
    ("HallOfFame", "game"): "Game",
    ("DailyGame", "game"): "Game",
    ("DayResult", "game"): "Game",
    ("Ratings", "game"): "Game",
    ("NewTable", "game"): "Game",
    ("Me", "language"): "Language",
    ("PhraseInfo", "phrase"): "Phrase",
    ("Say", "phrase"): "Phrase",
    ("Said", "phrase"): "Phrase",
    ("Refused", "code"): "ErrorCode",
}
"""Fields that Python does not describe closely enough, and what they are."""

_PLAIN: Mapping[Any, str] = {
    Any: "unknown", object: "unknown", msgspec.Raw: "unknown", int: "number", float: "number", str: "string",
    bool: "boolean", type(None): "null",
}  # fmt: skip

_HEAD = """\
// The types of closecall's server. Made by `python -m closecall.server.typescript`: change the Python types.

/** One of several kinds, told apart by `is`. */
type Tagged<Kind extends string, Fields> = { readonly is: Kind } & Fields;
"""


class Declarations:
    """The declarations of all types that were asked for, and of those that they need."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self._names: dict[Any, str] = {}
        self._from_client = False

    def export(self, exported: Export) -> None:
        """Declare a type under a name of its own."""
        self._from_client = exported.from_client
        if _is_named(exported.kind):
            assert self.of(exported.kind) == exported.name, f"{exported.name} has a name already"
        else:
            self.alias(exported.name, self.of(exported.kind))
            self._names[exported.kind] = exported.name
        self._from_client = False

    def alias(self, name: str, text: str, doc: str | None = None) -> None:
        """Declare a name for a type that is already written."""
        self._declare(name, f"export type {name} = {text};".replace("= \n", "=\n"), doc)

    def interface(
        self, name: str, members: Iterable[tuple[str, str]], docs: Mapping[str, str], doc: str | None
    ) -> None:
        """Declare an object with these members; each is a key, with `?` if it may be missing, and a type."""
        lines = []
        for key, text in members:
            lines += _comment(docs.get(key.removesuffix("?")), "  ")
            lines.append(f"  readonly {key}: {text};")
        self._declare(name, "\n".join([f"export interface {name} {{", *lines, "}"]), doc)

    def of(self, kind: Any) -> str:
        """A type as it is written where it is used."""
        if kind in self._names:
            return self._names[kind]
        if _is_named(kind):
            return self._named(kind)
        if kind in _PLAIN:
            return _PLAIN[kind]
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self.of(args[0])
        if origin is Literal:
            return _one_of(args)
        if origin in (Union, types.UnionType):
            return self._union(args)
        if origin is tuple and args[-1] is not Ellipsis:
            return f"readonly [{', '.join(map(self.of, args))}]"
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return f"Readonly<Record<string, {self.of(args[1])}>>"
        if isinstance(origin, type) and issubclass(origin, Iterable):
            return f"ReadonlyArray<{self.of(args[0])}>"
        raise TypeError(f"There is no TypeScript for {kind}.")

    def _union(self, args: tuple[Any, ...]) -> str:
        """One of several; core.codec marks dataclasses by their names, and msgspec's structs do it alone."""
        some = [arg for arg in args if arg not in (type(None), msgspec.UnsetType)]
        is_tagged = len(some) > 1 and all(map(is_dataclass, some))
        parts = [f'Tagged<"{arg.__name__}", {self.of(arg)}>' if is_tagged else self.of(arg) for arg in some]
        return " | ".join(parts + ["null"] * (type(None) in args))

    def _named(self, kind: Any) -> str:
        """The name of a class or a new type, declared when it is met first."""
        name = self._names[kind] = _name(kind)  # Known before its fields are, which may need it.
        if isinstance(kind, NewType):
            self.alias(name, self.of(kind.__supertype__))
        elif issubclass(kind, enum.Enum):
            self.alias(name, _one_of([member.value for member in kind]), _doc(kind))
        else:
            parts = self._of_struct(kind) if issubclass(kind, msgspec.Struct) else self._of_dataclass(kind)
            self.interface(name, list(parts), _field_docs(kind), _doc(kind))
        return name

    def _of_dataclass(self, kind: Any) -> Iterator[tuple[str, str]]:
        hints = get_type_hints(kind, include_extras=True)
        for field in fields(kind):
            yield field.name, self._of_field(kind, field.name, hints[field.name])

    def _of_struct(self, kind: Any) -> Iterator[tuple[str, str]]:
        config = kind.__struct_config__
        if config.tag is not None:
            yield config.tag_field, json.dumps(config.tag)
        for field in msgspec.structs.fields(kind):
            may_lack = not field.required and (self._from_client or config.omit_defaults)
            may_lack = may_lack or msgspec.UnsetType in get_args(field.type)
            text = self._of_field(kind, field.name, field.type)
            yield field.encode_name + "?" * may_lack, text

    def _of_field(self, kind: Any, field: str, hint: Any) -> str:
        return INSTEAD.get((kind.__name__, field)) or self.of(hint)

    def _declare(self, name: str, text: str, doc: str | None) -> None:
        assert name not in self.texts, f"two types are called {name}"
        self.texts[name] = "\n".join([*_comment(doc), text])


def _is_named(kind: Any) -> bool:
    is_ours = isinstance(kind, type) and issubclass(kind, enum.Enum | msgspec.Struct)
    return isinstance(kind, NewType) or is_ours or (isinstance(kind, type) and is_dataclass(kind))


def _name(kind: Any) -> str:
    """The name of a type; those of a game bear its name before their own, such as MarkView."""
    module, games = f"{kind.__module__}.", map(game_of, slugs())
    owner = next((game.slug.title() for game in games if module.startswith(f"{game.package}.")), "")
    return owner + str(kind.__name__).lstrip("_")


def _one_of(values: Iterable[Any]) -> str:
    return " | ".join(json.dumps(value) for value in values)


def _comment(doc: str | None, indent: str = "") -> list[str]:
    if not doc:
        return []
    told = re.sub(r"\bNone\b", "null", doc).replace("*/", "* /")
    return [f"{indent}/** {told} */"]


def _doc(kind: type) -> str | None:
    """The first sentence about a class, unless the dataclass decorator wrote it."""
    doc = vars(kind).get("__doc__")
    return None if not doc or doc.startswith(f"{kind.__name__}(") else " ".join(doc.split("\n\n")[0].split())


def _field_docs(kind: type) -> dict[str, str]:
    """What the texts below the fields of a class say, which only its source knows."""
    docs: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if not base.__module__.startswith("closecall"):
            continue
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(tree, ast.ClassDef)
        for field, below in zip(tree.body, tree.body[1:], strict=False):
            match field, below:
                case ast.AnnAssign(target=ast.Name(name)), ast.Expr(value=ast.Constant(value=str(text))):
                    docs[name] = " ".join(text.split())
    return docs


def declarations() -> str:
    """The whole file."""
    written = Declarations()
    keys = sorted(catalogue("en").messages)
    written.alias("Language", _one_of(LANGUAGES))
    written.alias("Phrase", _one_of(protocol.PHRASES), "What can be said at a table: `phrase.<name>`.")
    _export_games(written)
    written.alias("CharacterSlug", _one_of(one.slug for one in CAST), "A character by its short name.")
    written.texts["CAST"] = _cast()
    for exported in EXPORTED:
        written.export(exported)
    codes = [key.removeprefix("error.") for key in keys if key.startswith("error.")]
    written.alias("ErrorCode", _lines(codes), "Why something was refused: `error.<code>` says it.")
    written.alias("MessageKey", _lines(keys), "The key of a message in the catalogue.")
    return "\n\n".join([_HEAD.rstrip("\n"), *written.texts.values()]) + "\n"


def _export_games(written: Declarations) -> None:
    wire = [*written._of_dataclass(_WIRE), ("view", "View")]
    written.interface("Seen<View>", wire, {}, "A match through the eyes of a viewer, moves in notation.")
    for game in slugs():
        rules, prefix = rules_of(game), game.title()
        for name in ("View", "Effect", "Outcome", "Options"):
            kind = getattr(rules, name.upper())
            if _is_named(kind) and _name(kind) != prefix + name:  # One kind of outcome, say, not a union.
                written.alias(prefix + name, written.of(kind))
            else:
                written.export(Export(prefix + name, kind))
        written.alias(f"{prefix}Seen", f"Seen<{prefix}View>")
    parts = ("View", "Effect", "Outcome", "Options", "Seen")
    of_game = {
        game: "; ".join(f"readonly {part.lower()}: {game.title()}{part}" for part in parts)
        for game in slugs()
    }
    written.interface(
        "Games", [(game, f"{{ {text} }}") for game, text in of_game.items()], {}, "The types of every game."
    )
    written.alias("Game", "keyof Games", "A game by its short name.")
    written.alias("AnySeen", 'Games[Game]["seen"]')
    written.alias("AnyEffect", 'Games[Game]["effect"]')
    written.alias("AnyOptions", 'Games[Game]["options"]')
    written.texts["GAMES"] = _GAME_SPECS + json.dumps(dict(map(_game_spec, slugs())), indent=2) + ";"
    for game in slugs():
        if constants := game_of(game).constants:
            written.texts[game.upper()] = _constants(game, constants)


def _constants(game: str, constants: Mapping[str, int | tuple[int, ...]]) -> str:
    """The numbers of a game that clients show, as one constant."""
    lines = [f"  {name}: {json.dumps(value)}," for name, value in constants.items()]
    (comment,) = _comment(f"Numbers of the rules of `{game}`.")
    return "\n".join([comment, f"export const {game.upper()} = {{", *lines, "} as const;"])


_GAME_SPECS = """\
/** An option of a game: what kind of value it takes, and within which limits. */
export interface OptionSpec {
  readonly name: string;
  readonly kind: "switch" | "number" | "choice" | "file" | "ages" | "seat";
  /** Whether a switch is on in the form of a new table. */
  readonly preselected?: boolean;
  readonly least?: number;
  readonly most?: number;
  readonly values?: readonly string[];
}

/** What a table of a game can be like, and whether the game can be learnt on the page. */
export interface GameSpec {
  readonly seats: { readonly least: number; readonly most: number };
  readonly options: readonly OptionSpec[];
  /** The bots that can sit at any table, strongest first. */
  readonly bots: readonly string[];
  readonly has_introduction: boolean;
  /** Whether there is a solo game of it with the same dice for everyone each day. */
  readonly has_daily: boolean;
}

/** All games, in the order in which they are offered. */
export const GAMES: Readonly<Record<Game, GameSpec>> = """


def _cast() -> str:
    """The named opponents, so that the page can show them before the server has answered."""
    lines = [
        f"  {{ slug: {json.dumps(one.slug)}, name: {json.dumps(one.name)}, level: {json.dumps(one.level)} }},"
        for one in CAST
    ]
    return "\n".join([_CHARACTER, "export const CAST: readonly Character[] = [", *lines, "];"])


_CHARACTER = """\
/** A named opponent; `level` is the bot that it is. */
export interface Character {
  readonly slug: CharacterSlug;
  readonly name: string;
  readonly level: string;
}

/** The same in all games that have the levels; weakest first. */"""


def _game_spec(slug: str) -> tuple[str, dict[str, Any]]:
    game = game_of(slug)
    seats = {"least": game.rules.SEATS.start, "most": game.rules.SEATS.stop - 1}
    options = [_option_spec(option) for option in game.options]
    return slug, {
        "seats": seats,
        "options": options,
        "bots": game.bot_names,
        "has_introduction": game.introduction is not None,
        "has_daily": game.has_daily,
    }


def _option_spec(option: Option) -> dict[str, Any]:
    match option:
        case Switch(name, is_preselected):
            return {"name": name, "kind": "switch", "preselected": is_preselected}
        case Number(name, least, most):
            return {"name": name, "kind": "number", "least": least, "most": most}
        case Choice(name, values):
            return {"name": name, "kind": "choice", "values": values}
        case File(name):
            return {"name": name, "kind": "file"}
        case Ages(name):
            return {"name": name, "kind": "ages"}
        case OneSeat(name):
            return {"name": name, "kind": "seat"}


def _lines(texts: Iterable[str]) -> str:
    return "".join(f"\n  | {json.dumps(text)}" for text in texts)


def main() -> None:
    """Rewrite the generated file of this checkout."""
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(declarations(), "utf-8")


if __name__ == "__main__":
    main()
