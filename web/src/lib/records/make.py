"""Regenerate the records beside this script: whole games by the real rules, to test draw verification.

Each file holds a record and the point of each of its draws: `python web/src/lib/records/make.py`. Records of
version 1 of the rules are not made again: enough-three, enough-small, and those named after it.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from closecall.core.fate import commitment, mixed, with_fate
from closecall.core.match import Fate, Match
from closecall.core.record import AnyMatch, Player, encode_record, record_of, steps
from closecall.core.rules import AnyRules, Decision, Over, Seat
from closecall.games import enough, mark, qwixx
from closecall.games.enough.kit import Kit, shipped_kit
from closecall.games.mark.rules import conceal_ages

FOLDER = Path(__file__).parent
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def small_kit() -> Kit:
    """Few enough cards that the deck runs out and the pile is shuffled into it (E16)."""
    standard = shipped_kit("standard")
    return Kit("small", (1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11), standard.targets, standard.tokens)


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to play."""

    rules: AnyRules
    options: Any
    seats: int
    words: tuple[str, ...]
    number: int
    """Seeds the players and the draws."""

    @property
    def seed(self) -> bytes:
        """The secret seed."""
        return Random(1000 + self.number).randbytes(32)


def played(plan: Plan) -> AnyMatch:
    """Random players who sometimes take a choice back."""
    chance, match = Random(plan.number), Match.start(plan.rules, plan.seats, plan.options)
    seed = mixed(plan.seed, plan.words)
    while not isinstance(match.pending, Over):
        match = with_fate(match, seed)
        if not isinstance(match.pending, Decision):
            continue
        deciding = [seat for seat in match.pending.menus if seat not in match.sealed]
        seat = chance.choice(deciding)
        match = match.commit(seat, chosen(match, seat, chance), point=match.point)
        if seat in match.sealed and chance.random() < 0.2:
            match = match.take_back(seat, point=match.point)
    return match


def chosen(match: AnyMatch, seat: Seat, chance: Random) -> Any:
    """A random move; in Close Enough few calls, so that rounds are long, and many tokens."""
    assert isinstance(match.pending, Decision)
    moves = list(match.pending.menus[seat])
    if match.rules is enough:
        texts = {match.rules.format_move(move): move for move in moves}
        tokens = [text for text in texts if ":" in text or text.split()[0] in ("lock", "silence", "out")]
        if tokens and chance.random() < 0.7:
            return texts[chance.choice(tokens)]
        if "call" in texts and len(texts) > 1 and chance.random() < 0.7:
            del texts["call"]
        if "deck" in texts and chance.random() < 0.6:
            return texts["deck"]
        return texts[chance.choice(list(texts))]
    if match.rules is qwixx and len(moves) > 1 and chance.random() < 0.7:
        moves = moves[:-1]
    return chance.choice(moves)


def make(name: str, plan: Plan) -> None:
    """Play a game and write its record."""
    match, rules = played(plan), plan.rules
    players = tuple(Player(who) for who in NAMES[: plan.seats])
    record = record_of(match, players, commitment(plan.seed), plan.seed, plan.words)
    points = [before.point for before, entry in steps(rules, record) if isinstance(entry, Fate)]
    text = encode_record(rules, record).decode().rstrip()
    (FOLDER / f"{name}.json").write_text(
        f'{{"points": {json.dumps(points)},\n"record": {text}}}\n', encoding="utf-8"
    )


def main() -> None:
    """Make all records."""
    second_youngest = mark.Options(ages=(9, 40, 40))
    make("mark-three", Plan(mark, second_youngest, 3, ("seven grey geese", "", "elf Elfen ✓"), 1))
    concealed = conceal_ages(mark.Options(), (8, 40, None, 40))
    make("mark-four", Plan(mark, concealed, 4, (), 10))
    make("mark-alone", Plan(mark, mark.Options(), 1, ("",), 2))
    make("qwixx-four", Plan(qwixx, qwixx.Options(games=2), 4, ("", "ein Wort", "", ""), 3))
    make("qwixx-alone", Plan(qwixx, qwixx.Options(games=5), 1, (), 4))
    make("qwixx-more", Plan(qwixx, qwixx.Options(one_more=True), 3, (), 12))
    make("qwixx-more-alone", Plan(qwixx, qwixx.Options(one_more=True), 1, (), 26))
    shown = enough.Options(small_kit(), advanced=True, scorekeeper=Seat(2))
    make("enough-showing", Plan(enough, shown, 3, ("a", "b", "c"), 2))


if __name__ == "__main__":
    main()
