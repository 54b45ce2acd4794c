"""How strong are the bots, and how long do they think? On held-out dice and cards, with standard errors.

Run: python -m benchmarks.strength [GAME[.PART] …] [--games N] [--seed S] [--write] [--again]

Without names all parts of all games are measured, which takes some hours of one core. With `--write` a
part is kept in `benchmarks/strength/measured.json` as soon as it is done; those that are kept there for the
same values of the bots, the same number of games and the same seed are not measured again (unless `--again`),
and at last `docs/strength.md` is written.
"""

import argparse
import json
import os
import sys
import time
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmarks.strength import enough, mark, qwixx
from benchmarks.strength.tables import Part, Table, as_markdown, as_text

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(__file__).with_name("measured.json")
DOCUMENT = ROOT / "docs" / "strength.md"
GAMES = {"mark": mark, "qwixx": qwixx, "enough": enough}
NAMES = {"mark": "Close to the Mark!", "qwixx": "Qwixx", "enough": "Close Enough"}
HEAD = """# How strong the bots are

All figures are from dice and cards that no course of ours used; behind ± are standard errors. Whoever is
compared has the same dice, or the same cards at the beginning. In *Qwixx* every table is played in each seat
that the one in question can have; in *Close Enough* it is played once, and everybody moves on by one seat
from table to table. `python -m benchmarks.strength --write` measures what has not been measured with
these values and settings of the bots (with `--again` everything) and writes this page. How the values are
found is in [bots.md](bots.md).
"""

Kept = dict[str, dict[str, Any]]


def parts() -> dict[str, Part]:
    """Everything that can be measured, in the order of the document."""
    return {f"{game}.{name}": part for game, module in GAMES.items() for name, part in module.PARTS.items()}


def values_of(game: str) -> str:
    """What tells the values and settings of a game's bots from others: figures are theirs alone."""
    folder = ROOT / "src" / "closecall" / "bots" / game / "values"
    digest = sha256(repr(GAMES[game].SETTINGS).encode())
    for file in sorted(folder.iterdir()):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def read_kept() -> Kept:
    """What was measured before."""
    kept: Kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    return kept


def asked_for(name: str, games: int | None = None, seed: int | None = None) -> dict[str, Any]:
    """What tells a measurement from others of the same part; what is None is as it usually is."""
    game = _game(name)
    return {
        "values": values_of(game),
        "games": parts()[name].games if games is None else games,
        "seed": GAMES[game].HELD_OUT if seed is None else seed,
    }


def is_kept(name: str, asked: dict[str, Any]) -> bool:
    """Whether just this has been measured before."""
    return asked.items() <= read_kept().get(name, {}).items()


def keep(name: str, asked: dict[str, Any], table: Table, seconds: float) -> None:
    """Keep a part at once: others may take hours."""
    kept = read_kept()
    kept[name] = asked | {"seconds": round(seconds), "table": asdict(table)}
    fresh = KEPT.with_suffix(".new")
    fresh.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    os.replace(fresh, KEPT)


def document(kept: Kept) -> str:
    """The page for the documents."""
    found = [HEAD]
    for game, title in NAMES.items():
        tables = [kept[name]["table"] for name in parts() if name in kept and name.startswith(f"{game}.")]
        if tables:
            found += [f"## {title}\n", *[as_markdown(_table(table)) for table in tables]]
    return "\n".join(found)


def _game(name: str) -> str:
    return name.partition(".")[0]


def _table(found: dict[str, Any]) -> Table:
    rows = tuple(tuple(row) for row in found["rows"])
    return Table(found["title"], tuple(found["columns"]), rows, found["note"])


def _named(names: list[str]) -> list[str]:
    """The parts that are meant: a game means all of its parts."""
    found = [name for name in parts() if not names or name in names or _game(name) in names]
    strange = [name for name in names if name not in parts() and name not in GAMES]
    if strange:
        sys.exit(f"There is no {', '.join(strange)}. There are: {', '.join(parts())}.")
    return found


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME[.PART]")
    parser.add_argument("--games", type=int, help="other than a part usually plays")
    parser.add_argument("--seed", type=int, help="of dice and cards, other than the usual one")
    parser.add_argument("--write", action="store_true", help="keep the figures and write docs/strength.md")
    parser.add_argument("--again", action="store_true", help="measure also what is kept")
    given = parser.parse_args()
    for name in _named(given.names):
        asked = asked_for(name, given.games, given.seed)
        if given.write and not given.again and is_kept(name, asked):
            continue
        start = time.process_time()
        table = parts()[name].measure(asked["games"], asked["seed"])
        seconds = time.process_time() - start
        print(f"{as_text(table)}\n({name}: {seconds:.0f} s)\n", flush=True)
        if given.write:
            keep(name, asked, table, seconds)
    if given.write:
        DOCUMENT.write_text(document(read_kept()), "utf-8")


if __name__ == "__main__":
    main()
