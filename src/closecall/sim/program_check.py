"""Before many games: every program of others shows that it can play."""

from collections.abc import Sequence
from random import Random
from typing import Any

from closecall.bots import OUTSIDE, find_bot
from closecall.bots.external import BotTrouble, ExternalBot, program_name
from closecall.core.errors import GameError
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Seat
from closecall.core.seen import Seen
from closecall.games import rules_of


def rehearse(game: str, bots: Sequence[str], seats: int, options: Any) -> None:
    """Ask every program for a first move; whoever has none would only let another bot play in its name."""
    seen = _first_decision(game, seats, options)
    for name in dict.fromkeys([bot for bot in bots if bot.startswith(OUTSIDE)]):
        bot = find_bot(name, game)
        assert isinstance(bot, ExternalBot)
        try:
            bot.asked(seen, 0)
        except BotTrouble as trouble:
            raise GameError("bot_not_ready", name=program_name(name), reason=trouble) from trouble
        finally:
            bot.close()


def _first_decision(game: str, seats: int, options: Any) -> Seen[Any, Any]:
    match: AnyMatch = Match.start(rules_of(game), seats, options)
    fate = RandomSource(Random(0))
    while isinstance(match.pending, Chance):
        match = match.fate(match.rules.draw(match.state, fate))
    assert isinstance(match.pending, Decision)
    return match.seen_by(Seat(min(match.pending.menus)))
