"""What one viewer sees of a match: the only part of a live match that is ever sent."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic

from closecall.core import codec
from closecall.core.rules import AnyRules, M, Menu, Outline, Over, Rules, Seat, V, Viewer


@dataclass(frozen=True, slots=True)
class Seen(Generic[M, V]):
    """A match through the eyes of a viewer."""

    viewer: Viewer
    point: int
    view: V
    menu: Menu[M] | None
    """Your legal moves, while you have not chosen."""
    sealed: M | None
    """Your own choice, while others still choose."""
    waiting: tuple[Seat, ...]
    """The seats that have not chosen yet."""
    over: Over | None


@dataclass(frozen=True, slots=True)
class _Wire:
    """The fields of a Seen as they are sent, moves in notation; the view is encoded separately."""

    viewer: int | None
    point: int
    menu: tuple[str, ...] | None
    """The outline of the menu."""
    has_more_moves: bool
    sealed: str | None
    waiting: tuple[int, ...]
    over: Over | None


def encode_seen(rules: Rules[Any, M, Any, V, Any], seen: Seen[M, V]) -> dict[str, Any]:
    """A Seen as JSON values, moves in notation; of a long menu, its outline."""
    outline = None if seen.menu is None else written_outline(rules, seen.menu)
    wire = _Wire(
        viewer=seen.viewer,
        point=seen.point,
        menu=None if outline is None else outline.moves,
        has_more_moves=outline is not None and not outline.is_whole,
        sealed=None if seen.sealed is None else rules.format_move(seen.sealed),
        waiting=seen.waiting,
        over=seen.over,
    )
    encoded: dict[str, Any] = codec.encode(_Wire, wire)
    return encoded | {"view": codec.encode(rules.VIEW, seen.view)}


def written_outline(rules: Rules[Any, M, Any, Any, Any], menu: Menu[M]) -> Outline[str]:
    """The outline of a menu in notation."""
    outline = menu.outline()
    return Outline(tuple(map(rules.format_move, outline.moves)), outline.is_whole)


_FIELDS = ("viewer", "point", "view", "menu", "has_more_moves", "sealed", "waiting", "over")


def decode_seen(rules: AnyRules, encoded: Mapping[str, Any], *, is_lenient: bool = False) -> Seen[Any, Any]:
    """Read what encode_seen wrote; BadRecord says where it is wrong.

    Lenient decoding ignores fields that a later version may have added, and takes a menu for whole if nothing
    else is said.
    """
    if not isinstance(encoded, Mapping):
        raise codec.wrong_type(dict, encoded, "seen")
    if is_lenient:
        encoded = {"has_more_moves": False, **encoded}
    codec.check_fields(encoded, _FIELDS, "seen", is_lenient=is_lenient)
    plain = {key: value for key, value in encoded.items() if key != "view"}
    wire: _Wire = codec.decode(_Wire, plain, "seen", is_lenient=is_lenient)
    view = codec.decode(rules.VIEW, encoded["view"], "seen.view", is_lenient=is_lenient)
    return Seen(
        viewer=None if wire.viewer is None else Seat(wire.viewer),
        point=wire.point,
        view=view,
        menu=None if wire.menu is None else rules.whole_menu(view, _outline(rules, wire)),
        sealed=None if wire.sealed is None else codec.decode_move(rules, wire.sealed, "seen.sealed"),
        waiting=tuple(map(Seat, wire.waiting)),
        over=wire.over,
    )


def _outline(rules: AnyRules, wire: _Wire) -> Outline[Any]:
    moves = enumerate(wire.menu or ())
    read = tuple(codec.decode_move(rules, text, f"seen.menu[{n}]") for n, text in moves)
    return Outline(read, is_whole=not wire.has_more_moves)
