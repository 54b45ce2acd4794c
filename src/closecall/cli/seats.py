"""Who sits at the table, from a list such as `Ann,Ben,greedy`."""

from closecall.bots import NAMES, OUTSIDE, USUAL, AnyBot, find_bot
from closecall.bots.outside import program_name
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
    kinds = [word.lower() for word in words]
    players = [_player(word, n, kinds) for n, word in enumerate(words)]
    for n, player in enumerate(players):
        if player.name.lower() in [other.name.lower() for other in players[:n]]:
            raise UsageError("seats_same_name", name=player.name)
    return tuple(players)


def _player(word: str, n: int, kinds: list[str]) -> Player:
    kind = kinds[n]
    if kind in _BOT_WORDS or kind.startswith(OUTSIDE):
        return _bot(word, n, kinds)
    if kind in _PERSON_WORDS:
        return Player(YOU)
    if not word:
        raise UsageError("seats_empty")
    if len(word) > LONGEST_NAME or not word.isprintable():
        raise UsageError("seats_name", name=printable(word[:40]), most=LONGEST_NAME)
    return Player(word)


def _bot(word: str, n: int, kinds: list[str]) -> Player:
    kind = kinds[n]
    # A program is found by its very letters; what it is called must not be longer than a person's name.
    name = word.capitalize() if kind in _BOT_WORDS else program_name(word)[: LONGEST_NAME - 3]
    number = f" {kinds[: n + 1].count(kind)}" if kinds.count(kind) > 1 else ""
    return Player(name + number, _BOT_WORDS.get(kind, word))


def bots_of(game: str, players: tuple[Player, ...]) -> dict[Seat, AnyBot]:
    """The bots at their seats."""
    bots = {}
    for n, player in enumerate(players):
        if player.bot is not None:
            bot = find_bot(player.bot, game)
            if bot is None:
                raise UsageError("unknown_bot", bot=player.bot[:40], game=Word(f"game.{game}"))
            bots[Seat(n)] = bot
    return bots
