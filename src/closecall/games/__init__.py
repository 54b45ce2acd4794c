"""The games, and the registry that finds them by their slug.

A game is a package with its rules and a descriptor (see `closecall.games.descriptor`). A game outside this
package is added with one call:

    closecall.games.register(GAME)
"""

from importlib import import_module, resources

from closecall.core.errors import BadOptions, excerpt
from closecall.core.rules import AnyRules
from closecall.games.descriptor import Game
from closecall.messages import add_messages

_SHIPPED = ("mark", "qwixx", "enough")
_registered: dict[str, Game] = {}


def slugs() -> tuple[str, ...]:
    """The slugs of all games, in the order in which they are offered.

    >>> slugs()
    ('mark', 'qwixx', 'enough')
    """
    return (*_SHIPPED, *_registered)


def register(game: Game) -> None:
    """Add a game from outside this package; its slug must not be taken."""
    if game.slug in slugs():
        raise ValueError(f"a game named {game.slug!r} exists already")
    _registered[game.slug] = game
    add_messages(resources.files(game.package) / "messages")


def registered_games() -> tuple[Game, ...]:
    """The games added by `register`; child processes have to register them again."""
    return tuple(_registered.values())


def find_game(slug: str) -> Game | None:
    """The descriptor of a game, or None if there is no such game."""
    if slug in _SHIPPED:
        game: Game = import_module(f"{__name__}.{slug}.game").GAME
        return game
    return _registered.get(slug)


def game_of(slug: str) -> Game:
    """The descriptor of a game; BadOptions lists the games if there is no such game."""
    game = find_game(slug)
    if game is None:
        raise BadOptions("usage_game", text=excerpt(str(slug)), games=", ".join(slugs()))
    return game


def find_rules(slug: str) -> AnyRules | None:
    """The rules of a game, or None if there is no such game."""
    game = find_game(slug)
    return None if game is None else game.rules


def rules_of(slug: str) -> AnyRules:
    """The rules of a game; BadOptions lists the games if there is no such game.

    >>> rules_of("mark").SEATS
    range(1, 6)
    """
    return game_of(slug).rules


def rules_text(slug: str, language: str) -> str:
    """The text of a game's rules, in English if there is no translation."""
    folder = resources.files(game_of(slug).package)
    translated = folder / f"RULES.{language}.md"
    return (translated if translated.is_file() else folder / "RULES.md").read_text("utf-8")
