"""The options of a game at a table: decoded from requests, stored, and shown.

>>> from closecall.games import game_of
>>> decode_options(game_of("qwixx"), {"games": 3})
Options(games=3, one_more=False)
"""

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from closecall.core import codec, record
from closecall.core.errors import BadOptions, BadRecord
from closecall.core.match import Match
from closecall.core.rules import AnyRules, Seat
from closecall.games import find_game
from closecall.games.descriptor import Ages, Choice, Game, OneSeat
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
    for name in _not_offered(game):
        if getattr(options, name) != getattr(defaults, name):
            raise BadOptions("option_not_offered", option=name)
    if not all(len(text) <= LONGEST_TEXT and is_plain(text) for text in _texts(whole)):
        raise BadOptions("option_text", most=LONGEST_TEXT)
    return options


def _not_offered(game: Game) -> list[str]:
    """The options that only the rules set."""
    offered = {option.name for option in game.options}
    return [field.name for field in fields(game.rules.OPTIONS) if field.name not in offered]


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


def renewed_options(game: Game, version: int, options: Any) -> Any:
    """The options of a table that followed this version of the rules, for a game that follows the newest.

    Only what people chose is kept.
    """
    implied, defaults = game.rules.OPTIONS_BEFORE.get(version, {}), game.rules.OPTIONS()
    return replace(options, **{name: getattr(defaults, name) for name in (*implied, *_not_offered(game))})


def ages_option(game: Game) -> Ages | None:
    """The option that asks for the players' ages, if the game has one."""
    return next((option for option in game.options if isinstance(option, Ages)), None)


def seat_options(game: Game) -> tuple[str, ...]:
    """The names of the options that name one of the seats."""
    return tuple(option.name for option in game.options if isinstance(option, OneSeat))


def ages_in(game: Game, options: Any) -> tuple[int | None, ...] | None:
    """The ages in the options, one for each seat; None if the game does not depend on ages."""
    option = ages_option(game)
    return None if option is None else getattr(options, option.name)


def without_ages(game: Game, options: Any) -> Any:
    """The options with no age in place of each age: an age is only for its owner to see."""
    option, ages = ages_option(game), ages_in(game, options)
    return (
        options if option is None or ages is None else replace(options, **{option.name: (None,) * len(ages)})
    )


def with_named_seat(game: Game, options: Any, seat: int, to: int | None) -> Any:
    """The options with another seat, or nobody, wherever they name this one."""
    named = [name for name in seat_options(game) if getattr(options, name) == seat]
    return replace(options, **dict.fromkeys(named, None if to is None else Seat(to))) if named else options


def options_text(rules: AnyRules, version: int, options: Any) -> str:
    """The text that is stored for a table that follows this version of the rules."""
    value = record.encode_options(rules, version, options)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=256)
def stored_options(game: str, version: int, text: str) -> Any:
    """Options from the stored text. Thousands of tables have the same few options, and share the objects."""
    return record.decode_options(known_game(game).rules, version, codec.parse_json(text))
