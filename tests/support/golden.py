"""Golden playthroughs: one whole game for every table, with fixed chance and choices.

Both come from SHA-256 alone (`SeededSource`), so no version of Python can change them.
"""

from hashlib import sha256
from pathlib import Path
from typing import Any

from closecall.core.fate import SeededSource, commitment, with_fate
from closecall.core.match import Match
from closecall.core.playthrough import playthrough
from closecall.core.record import AnyMatch, Player, Record, record_of
from closecall.core.rules import Decision, Seat
from closecall.games import enough, qwixx, rules_of
from support.random_games import Table, table_name

FOLDER = Path(__file__).parents[1] / "golden"

# Seeds that give games short enough to read.
SEEDS = {("qwixx", 2): 4, ("enough", 3): 47, ("enough", 4): 10, ("enough", 5): 29}
OPTIONS: dict[Table, Any] = {
    ("qwixx", 2): qwixx.Options(one_more=True),
    ("enough", 4): enough.Options(advanced=True, scorekeeper=Seat(2)),
}


def golden_file(table: Table) -> Path:
    """The file of a table's playthrough."""
    return FOLDER / f"{table_name(table)}.txt"


def golden_text(table: Table) -> str:
    """The playthrough of a table under the current rules."""
    return playthrough(rules_of(table[0]), golden_record(table, SEEDS.get(table, 0)))


def golden_record(table: Table, number: int) -> Record:
    """The game of a table: every outcome from one seed, every choice from another."""
    slug, seats = table
    chance, choice = (
        sha256(f"{kind} {table_name(table)} {number}".encode()).digest() for kind in ("fate", "will")
    )
    match: AnyMatch = with_fate(Match.start(rules_of(slug), seats, OPTIONS.get(table)), chance)
    while isinstance(match.pending, Decision):
        match = with_fate(_decided(match, choice), chance)
    players = tuple(Player(name) for name in ("Ann", "Ben", "Cleo", "Dan", "Eve")[:seats])
    return record_of(match, players, commitment(chance), chance)


def _decided(match: AnyMatch, choice: bytes) -> AnyMatch:
    """The match after every seat has chosen, last seat first; about one choice in twenty is taken back."""
    assert isinstance(match.pending, Decision)
    source, point = SeededSource(choice, match.point), match.point
    for seat, menu in reversed(list(match.pending.menus.items())):
        match = _chosen(match, seat, list(menu), source)
        if match.point == point and source.below(20) == 0:
            match = _chosen(match.take_back(seat, point=point), seat, list(menu), source)
    return match


def _chosen(match: AnyMatch, seat: Seat, moves: list[object], source: SeededSource) -> AnyMatch:
    """The match after a choice: first a kind of move, then a move of that kind, so that rare kinds occur."""
    kinds = list(dict.fromkeys(map(type, moves)))
    kind = kinds[source.below(len(kinds))]
    of_kind = [move for move in moves if type(move) is kind]
    return match.commit(seat, of_kind[source.below(len(of_kind))], point=match.point)
