"""Answers of a program that plays as a bot: BotTrouble that can be shown, or a move of the menu."""

from functools import cache
from typing import Any

from closecall.bots import random
from closecall.bots.external import BotTrouble, ExternalBot
from closecall.core.match import Match
from closecall.core.rules import Decision
from closecall.core.seen import Seen
from closecall.games import rules_of, slugs
from fuzz.checks import check_refusal, play_on, text_of

WORDS = (
    '{"move":"', '"}', '"yellow"', '"b2+g"', '"r7"', '"pass"', '"deck"', '"take B 7"', '"drop 12"',
    '"call"', "null", "[]", "{}", "1e999", "NaN", "9" * 5000, '"\\ud800"', "\x1b[2J", "\u202e",
    "[" * 1000,
)  # fmt: skip


@cache
def _asked(slug: str) -> tuple[Seen[Any, Any], ...]:
    """What the deciding seats see at several moments."""
    rules = rules_of(slug)
    matches = [play_on(Match.start(rules, rules.SEATS[0]), b"", entries) for entries in range(20)]
    return tuple(
        match.seen_by(seat)
        for match in matches
        if isinstance(match.pending, Decision)
        for seat in match.pending.menus
        if seat not in match.sealed
    )


@cache
def _bot(slug: str) -> ExternalBot:
    return ExternalBot(slug, "program", random, timeout_s=1)


def test_one_input(data: bytes) -> None:
    """A line as the answer to several questions of every game."""
    line = text_of(data)
    for slug in slugs():
        for seen in _asked(slug):
            try:
                move = _bot(slug)._parse(line, seen)  # The program itself is not started.
            except BotTrouble as error:
                check_refusal(error)
            else:
                assert move in (seen.menu or ())
