"""Who sits at the table, from a list such as `Ann,Ben,greedy`."""

from closecall.bots import NAMES, OUTSIDE, USUAL, AnyBot, seat_bot
from closecall.bots.external import program_name
from closecall.cli.arguments import UsageError
from closecall.core.record import Player
from closecall.core.rules import Seat
from closecall.messages import Word
from closecall.tui.screen import printable
from closecall.tui.show import LONGEST_NAME, YOU

_BOT_WORDS = {"bot": USUAL, **{name: name for name in NAMES}}
_PERSON_WORDS = ("you", "human")


def parse_seats(text: str) -> tuple[Player, ...]:
    """The players: `you` or a name is a person; a bot is `bot`, the name of a bot, or `bot:` and a command.

    >>> parse_seats("you,bot")
    (Player(name='you', bot=None), Player(name='Bot', bot='greedy'))
    >>> parse_seats("bot:python3 mine.py")
    (Player(name='mine', bot='bot:python3 mine.py'),)
    """
    words = [word.strip() for word in text.split(",")]
    names = [_bot_name(word) for word in words]
    players = [_player(word, names[: n + 1], names) for n, word in enumerate(words)]
    for n, player in enumerate(players):
        if player.name.lower() in [other.name.lower() for other in players[:n]]:
            raise UsageError("seats_same_name", name=player.name)
    return tuple(players)


def _bot_name(word: str) -> str | None:
    """What a bot is called; None for a person."""
    if word.lower() in _BOT_WORDS:
        return word.capitalize()
    # A program is found by its very letters; what it is called must not be longer than a person's name.
    return program_name(word)[: LONGEST_NAME - 3] if word.lower().startswith(OUTSIDE) else None


def _player(word: str, so_far: list[str | None], names: list[str | None]) -> Player:
    kind, name = word.lower(), so_far[-1]
    if name is not None:
        number = f" {so_far.count(name)}" if names.count(name) > 1 else ""
        return Player(name + number, _BOT_WORDS.get(kind, word))
    if kind in _PERSON_WORDS:
        return Player(YOU)
    if not word:
        raise UsageError("seats_empty")
    if len(word) > LONGEST_NAME or not word.isprintable():
        raise UsageError("seats_name", name=printable(word[:40]), most=LONGEST_NAME)
    return Player(word)


def bots_of(game: str, players: tuple[Player, ...]) -> dict[Seat, AnyBot]:
    """The bots at their seats."""
    bots = {}
    for n, player in enumerate(players):
        if player.bot is not None:
            bot = seat_bot(player.bot, game)
            if bot is None:
                raise UsageError("unknown_bot", bot=player.bot[:40], game=Word(f"game.{game}"))
            bots[Seat(n)] = bot
    return bots
