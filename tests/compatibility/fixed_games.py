"""Digests of fixed games, to compare versions of Python. Needs no package but ours.

`PYTHONPATH=src:tests python3.13 tests/compatibility/fixed_games.py` prints them as JSON.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

import closecall
from closecall.bots import find_bot
from closecall.core.fate import verify, with_fate
from closecall.core.match import Match
from closecall.core.playthrough import playthrough
from closecall.core.record import AnyMatch, encode_record
from closecall.core.rules import Decision
from closecall.games import rules_of
from support.golden import SEEDS, golden_file, golden_record
from support.random_games import TABLES, Table, record, table_name

READABLE_BOTS = ("random", "greedy")
OLD_RECORDS = Path(__file__).parents[1] / "core" / "old"
GAMES = 4


def digests() -> dict[str, str]:
    """A digest for each kind of game, each golden playthrough and each old record, by name."""
    found = {}
    for table in TABLES:
        found[f"golden {table_name(table)}"] = _golden(table)
        for bot in READABLE_BOTS:
            text = "\n".join(_played(table, bot, number) for number in range(GAMES))
            found[f"{bot} {table_name(table)}"] = _digest(text)
    for path in sorted(OLD_RECORDS.glob("*.json")):
        old, match = closecall.load(path.read_bytes())
        if old.seed is not None:
            verify(match.rules, old)
        found[f"record {path.stem}"] = _digest(encode_record(match.rules, old).decode())
    return found


def _golden(table: Table) -> str:
    golden = golden_record(table, SEEDS.get(table, 0))
    verify(rules_of(table[0]), golden)
    text = playthrough(rules_of(table[0]), golden)
    assert text == golden_file(table).read_text("utf-8"), f"golden playthrough {table_name(table)}"
    return _digest(text)


def _played(table: Table, name: str, number: int) -> str:
    """The record of one game among bots of this name."""
    slug, seats = table
    bot, rng = find_bot(name, slug), Random(number)
    assert bot is not None
    seed = sha256(f"{table_name(table)} {number}".encode()).digest()
    match: AnyMatch = with_fate(Match.start(rules_of(slug), seats), seed)
    while isinstance(match.pending, Decision):
        seat = next(seat for seat in match.pending.menus if seat not in match.sealed)
        move = bot.choose(match.seen_by(seat), rng)
        match = with_fate(match.commit(seat, move, point=match.point), seed)
    return encode_record(match.rules, record(match)).decode()


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


if __name__ == "__main__":
    version = ".".join(map(str, sys.version_info[:3]))
    print(json.dumps({"version": version, "digests": digests()}))
