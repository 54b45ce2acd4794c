"""The options of a game at a table: decoded from requests, stored, and shown.

>>> from closecall.games import game_of, mark
>>> decode_options(game_of("qwixx"), {"games": 3})
Options(games=3)
>>> options_at(game_of("mark"), mark.Options(ages=(9, 40, 38)), (2, 0)).ages
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
from closecall.games import find_game
from closecall.games.descriptor import Choice, Game, PerSeat
from closecall.server.people.names import is_plain

LONGEST_TEXT = 40
"""Of any text in the options: everybody at the table reads it."""


def known_game(slug: str) -> Game:
    """The descriptor of a game; BadRecord if there is no such game."""
    game = find_game(slug)
    if game is None:
        raise BadRecord("unknown_game", "game", game=slug[:LONGEST_TEXT])
    return game


def decode_options(game: Game, value: Any) -> Any:
    """Options from JSON; missing ones get their default, and a `Choice` may be given by name."""
    rules = game.rules
    defaults = rules.OPTIONS()
    if value is None:
        return defaults
    whole = encode_options(rules, defaults) | value if type(value) is dict else value
    if type(whole) is dict:
        for option in game.options:
            if isinstance(option, Choice) and whole[option.name] in option.values:
                chosen = rules.OPTIONS(**{option.name: option.load(whole[option.name])})
                whole[option.name] = encode_options(rules, chosen)[option.name]
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
    """Refuse options that the game cannot be set up with; BadOptions names the rule."""
    Match.start(rules, seats, options)


def options_at(game: Game, options: Any, seats: Sequence[int]) -> Any:
    """The options when only these seats remain, in this order: a `PerSeat` value moves with its seat."""
    moved = {}
    for option in game.options:
        if isinstance(option, PerSeat) and (values := getattr(options, option.name)) is not None:
            moved[option.name] = tuple(values[seat] for seat in seats)
    return replace(options, **moved) if moved else options


def options_text(rules: AnyRules, options: Any) -> str:
    """The text that is stored."""
    return json.dumps(encode_options(rules, options), ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=256)
def stored_options(game: str, text: str) -> Any:
    """Options from the stored text. Thousands of tables have the same few options, and share the objects."""
    return codec.decode(known_game(game).rules.OPTIONS, codec.parse_json(text), "options")
