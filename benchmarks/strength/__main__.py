"""Measure the strength and speed of the bots on held-out dice and cards, with standard errors.

Run: python -m benchmarks.strength [GAME[.PART] …] [--games N] [--seed S] [--write] [--again]

Without names, all parts of all games are measured, which takes some hours of one core. With `--write`, each
part is saved to `benchmarks/strength/measured.json` as soon as it is done, and `docs/strength.md` is written
at the end. Parts already saved for the same bot values, number of games and seed are skipped unless you give
`--again`.
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

This page reports what was measured, on dice and cards that no training run used. Figures after ± are standard
errors. Bots that are compared play the same dice, or start from the same cards. In *Qwixx* every table is
played once from each seat the bot in question can have. In *Close Enough* each table is played once, and the
bots rotate by one seat from table to table. "Times a fair share" is the share of wins multiplied by the
number of seats: 1 means as many wins as everybody else.

`python -m benchmarks.strength --write` measures whatever has not been measured with the current values and
settings of the bots (everything with `--again`) and writes this page. [bots.md](bots.md) says where the
values come from, [experiments.md](experiments.md) what else was tried.
"""

Kept = dict[str, dict[str, Any]]


def parts() -> dict[str, Part]:
    """Everything that can be measured, in document order."""
    return {f"{game}.{name}": part for game, module in GAMES.items() for name, part in module.PARTS.items()}


def values_of(name: str) -> str:
    """A fingerprint of the values and settings of the bots of a part: figures are valid for these alone."""
    game = _game(name)
    folder = ROOT / "src" / "closecall" / "bots" / game / "values"
    digest = sha256(repr((*GAMES[game].SETTINGS, *parts()[name].settings)).encode())
    for file in sorted(folder.iterdir()):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def read_kept() -> Kept:
    """The saved measurements."""
    kept: Kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    return kept


def asked_for(name: str, games: int | None = None, seed: int | None = None) -> dict[str, Any]:
    """The identity of a measurement among those of the same part; None means the default."""
    game = _game(name)
    return {
        "values": values_of(name),
        "games": parts()[name].games if games is None else games,
        "seed": GAMES[game].HELD_OUT if seed is None else seed,
    }


def is_kept(name: str, asked: dict[str, Any]) -> bool:
    """Whether exactly this measurement is saved."""
    return asked.items() <= read_kept().get(name, {}).items()


def keep(name: str, asked: dict[str, Any], table: Table, seconds: float) -> None:
    """Save a part at once: others may take hours."""
    kept = read_kept()
    kept[name] = asked | {"seconds": round(seconds), "table": asdict(table)}
    fresh = KEPT.with_suffix(".new")
    fresh.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    os.replace(fresh, KEPT)


def document(kept: Kept) -> str:
    """The text of docs/strength.md."""
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
    """The requested parts; the name of a game means all of its parts."""
    found = [name for name in parts() if not names or name in names or _game(name) in names]
    strange = [name for name in names if name not in parts() and name not in GAMES]
    if strange:
        sys.exit(f"Unknown: {', '.join(strange)}. Known: {', '.join(parts())}.")
    return found


def main() -> None:
    """Measure the requested parts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME[.PART]")
    parser.add_argument("--games", type=int, help="number of games, instead of each part's default")
    parser.add_argument("--seed", type=int, help="seed for dice and cards, instead of the default")
    parser.add_argument("--write", action="store_true", help="save the figures and write docs/strength.md")
    parser.add_argument("--again", action="store_true", help="measure saved parts again")
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
