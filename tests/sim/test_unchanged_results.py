"""The same seeds give the same games as in earlier versions, for every bot, compiled and readable.

The files in `unchanged/` hold one simulation per line. To write them again, with any version of the package:

    python tests/sim/test_unchanged_results.py FOLDER
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from closecall.core.rules import Seat
from closecall.games import enough, mark, qwixx
from closecall.games.enough.kit import shipped_kit
from closecall.games.mark.layout import parse_layout
from closecall.sim import simulate

FOLDER = Path(__file__).parent / "unchanged"
LEVELS = ("expert", "hard", "medium", "easy", "greedy", "random")
SPARRING = ("skipper", "rusher", "weigher", "evaluator", "scorer", "expectimax", "solo")
BOTS = {"mark": LEVELS, "qwixx": (*LEVELS, *SPARRING), "enough": LEVELS}
OPPONENTS: dict[str, tuple[list[str], list[str]]] = {
    "mark": ([], ["greedy", "easy"]),
    "qwixx": (["greedy"], ["easy", "random"]),
    "enough": (["greedy", "random"], ["easy", "medium", "greedy", "random"]),
}
OPTIONS: dict[str, tuple[Any, ...]] = {
    "mark": (None, mark.OPTIONS(parse_layout('rows = ["RYGBK", "KBGYR", "RYGBK", "KBGYR", "GYRKB"]'))),
    "qwixx": (None, qwixx.OPTIONS(games=3)),
    "enough": (
        # Results from before players could show their cards.
        enough.OPTIONS(showing=False),
        enough.OPTIONS(shipped_kit("classic"), advanced=True, showing=False),
        None,
        enough.OPTIONS(shipped_kit("classic"), advanced=True, scorekeeper=Seat(1)),
    ),
}
"""By the number that stands for them in a file (false and true for 0 and 1)."""

Case = dict[str, Any]


def cases(game: str) -> Iterator[Case]:
    """Every bot at a small table and, with rotating seats, at a larger one; with each set of options."""
    small, large = OPPONENTS[game]
    for bot in BOTS[game]:
        for options in range(len(OPTIONS[game])):
            for readable, games in ((False, 8), (True, 2)):
                usual = {"games": games, "seed": 7, "options": options, "readable": readable}
                yield {"bots": [bot, *small], "rotate": False, **usual}
                yield {"bots": [bot, *large], "rotate": True, **usual}


def outcome(game: str, case: Case) -> dict[str, Any]:
    """The numbers of every game of a simulation."""
    result = simulate(
        game,
        case["bots"],
        case["games"],
        case["seed"],
        options=OPTIONS[game][case["options"]],
        rotate=case["rotate"],
        readable=case["readable"],
    )
    return {
        "compiled": result.is_compiled,
        "scores": result.scores.tolist(),
        "won": result.won.astype(int).tolist(),
        "lengths": result.lengths.tolist(),
        "counts": {name: counts.tolist() for name, counts in result.counts.items()},
    }


def stored(game: str) -> list[Case]:
    """The simulations of a file."""
    return [json.loads(line) for line in (FOLDER / f"{game}.jsonl").read_text().splitlines()]


@pytest.mark.parametrize(("game", "bot"), [(game, bot) for game, bots in BOTS.items() for bot in bots])
def test_results_are_unchanged(game: str, bot: str) -> None:
    """Scores, winners, lengths and counts of every game."""
    chosen = [case for case in stored(game) if case["bots"][0] == bot]
    assert len(chosen) == 4 * len(OPTIONS[game])
    for case in chosen:
        expected = case.pop("outcome")
        assert outcome(game, case) == expected, case


def write(folder: Path) -> None:
    """Simulate everything and write the files."""
    for game in BOTS:
        found = [{**case, "outcome": outcome(game, case)} for case in cases(game)]
        lines = [json.dumps(line, separators=(",", ":")) + "\n" for line in found]
        (folder / f"{game}.jsonl").write_text("".join(lines))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
