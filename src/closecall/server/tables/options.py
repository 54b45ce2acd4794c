"""The options of a game as a table gets, keeps and shows them.

>>> from closecall.games import mark, qwixx
>>> decode_options(qwixx, {"games": 3})
Options(games=3)
>>> options_at(mark.Options(ages=(9, 40, 38)), (2, 0)).ages
(38, 9)
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from closecall.core import codec
from closecall.core.errors import BadOptions, BadRecord
from closecall.core.match import Match
from closecall.core.rules import AnyRules
from closecall.games import find_rules
from closecall.games.enough.kit import SHIPPED, Kit, shipped_kit
from closecall.games.mark.state import Options as MarkOptions
from closecall.server.people.names import is_plain

LONGEST_TEXT = 40
"""Of a layout's or a kit's name, which everybody at the table reads."""


def known_rules(game: str) -> AnyRules:
    """The rules of a game, or a refusal if there is none."""
    rules = find_rules(game)
    if rules is None:
        raise BadRecord("unknown_game", "game", game=game[:LONGEST_TEXT])
    return rules


def decode_options(rules: AnyRules, value: Any) -> Any:
    """Options from JSON values; what is left out is as usual, and a kit that we ship goes by its name."""
    usual = rules.OPTIONS()
    if value is None:
        return usual
    whole = encode_options(rules, usual) | value if type(value) is dict else value
    if rules.SLUG == "enough" and type(whole) is dict and whole["kit"] in SHIPPED:
        whole["kit"] = codec.encode(Kit, shipped_kit(whole["kit"]))
    options = codec.decode(rules.OPTIONS, whole, "options")
    if not all(len(text) <= LONGEST_TEXT and is_plain(text) for text in _texts(whole)):
        raise BadOptions("option_text", most=LONGEST_TEXT)
    return options


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for part in value.values():
                yield from _texts(part)
        case list():
            for part in value:
                yield from _texts(part)


def encode_options(rules: AnyRules, options: Any) -> dict[str, Any]:
    """Options as JSON values."""
    value: dict[str, Any] = codec.encode(rules.OPTIONS, options)
    return value


def check_options(rules: AnyRules, seats: int, options: Any) -> None:
    """Refuse what the game cannot be set up with; BadOptions names the rule."""
    Match.start(rules, seats, options)


def options_at(options: Any, seats: Sequence[int]) -> Any:
    """The options when only these seats remain, in this order: ages belong to seats (M3)."""
    if isinstance(options, MarkOptions) and options.ages is not None:
        return replace(options, ages=tuple(options.ages[seat] for seat in seats))
    return options


def options_text(rules: AnyRules, options: Any) -> str:
    """The text that is stored."""
    return json.dumps(encode_options(rules, options), ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=256)
def stored_options(game: str, text: str) -> Any:
    """Read what was stored; thousands of tables have the same few options, and share them."""
    return codec.decode(known_rules(game).OPTIONS, codec.parse_json(text), "options")
