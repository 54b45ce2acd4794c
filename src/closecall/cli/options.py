"""The options of each game, from the words of the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from closecall.cli.arguments import UsageError
from closecall.cli.storage import read_limited
from closecall.core.errors import BadOptions
from closecall.games import enough, mark, qwixx
from closecall.games.enough.kit import SHIPPED
from closecall.games.qwixx.state import MOST_GAMES as LONGEST_MATCH
from closecall.messages import Word

Arguments = dict[str, Any]

MOST_DIGITS = 15
"""So long a number is beyond every limit there is, and short enough for every sentence and every record."""

_GAME_OF = {"layout": "mark", "ages": "mark", "games": "qwixx", "kit": "enough", "advanced": "enough"}


def options_of(game: str, arguments: Arguments) -> Any:
    """The game's options; UsageError for an option of another game, BadOptions for a bad value."""
    for name, owner in _GAME_OF.items():
        if arguments[name] and owner != game:
            raise _of_another(name, owner, game)
    return _OPTIONS[game](arguments)


def _of_another(name: str, owner: str, game: str) -> UsageError:
    facts = {"owner": Word(f"game.{owner}"), "game": Word(f"game.{game}")}
    return UsageError("usage_other_game", option=f"--{name}", **facts)


def options_of_many(game: str, arguments: Arguments) -> Any:
    """The game's options; where many are played, --match says how many of them make a match."""
    match = arguments["match"]
    if match:
        if game != "qwixx":
            raise _of_another("match", "qwixx", game)
        games = whole_number("--match", match)
        if not 1 <= games <= LONGEST_MATCH:  # The game itself would speak of --games.
            raise UsageError("sim_match", games=games, most=LONGEST_MATCH)
    return options_of(game, {**arguments, "games": match})


def option_words(arguments: Arguments) -> list[str]:
    """The options of a game of which many are played, as they were given; to be given again."""
    words: list[str] = []
    for name in (*_GAME_OF, "match"):
        if name != "games" and arguments[name]:
            words += [f"--{name}"] if arguments[name] is True else [f"--{name}", arguments[name]]
    return words


def whole_number(option: str, text: str) -> int:
    """A number without sign or fraction; how large it may be is for whoever asks to say."""
    if not (text.isascii() and text.isdigit()):
        raise UsageError("usage_number", option=option, text=text[:40])
    if len(text.lstrip("0")) > MOST_DIGITS:
        raise UsageError("usage_large", option=option)
    return int(text.lstrip("0") or "0")


def _mark_options(arguments: Arguments) -> Any:
    layout, ages = arguments["layout"], arguments["ages"]
    return mark.Options(
        layout=mark.parse_layout(_text(layout)) if layout else None,
        ages=tuple(whole_number("--ages", age.strip()) for age in ages.split(",")) if ages else None,
    )


def _qwixx_options(arguments: Arguments) -> Any:
    games = arguments["games"]
    return qwixx.Options(games=whole_number("--games", games)) if games else qwixx.Options()


def _enough_options(arguments: Arguments) -> Any:
    kit = arguments["kit"] or "standard"
    found = enough.shipped_kit(kit) if kit in SHIPPED else enough.parse_kit(_text(kit))
    return enough.Options(kit=found, advanced=arguments["advanced"])


def _text(name: str) -> str:
    try:
        return read_limited(Path(name)).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadOptions("not_utf8", where=name, position=error.start) from error


_OPTIONS: dict[str, Callable[[Arguments], Any]] = {
    "mark": _mark_options,
    "qwixx": _qwixx_options,
    "enough": _enough_options,
}
