"""A bot for closecall that needs nothing of closecall: lines of JSON in, lines of JSON out.

    closecall play qwixx --seats "you,bot:python3 examples/json_bot.py"

It knows a little of Qwixx (cross what skips least, and pass rather than skip many) and plays any other game
at random. To make a bot of your own, in any language, change `choose`; docs/bots.md describes the lines.
"""

import json
import sys
from random import Random
from typing import Any

VERSION = 1
"""Of the lines: a greater one says something that this bot would misunderstand."""
MOST_SKIPPED = 2
"""Crosses that skip more numbers than this are left alone."""


def choose(game: str, seen: dict[str, Any], rng: Random) -> str:
    """One of the moves in `seen["menu"]`."""
    menu: list[str] = seen["menu"]
    if game == "qwixx":
        rows = {row["colour"].lower(): row for row in seen["view"]["sheets"][seen["viewer"]]["rows"]}
        skipped = {move: skips(rows[move[0]], int(move[1:])) for move in menu if move != "pass"}
        good = [move for move, n in skipped.items() if n <= MOST_SKIPPED]
        return min(good, key=lambda move: skipped[move]) if good else menu[-1]
    return rng.choice(menu)


def skips(row: dict[str, Any], number: int) -> int:
    """How many numbers of a row would be lost by this cross: rows are filled from left to right."""
    gone = len(row["crossed"]) + len(row["lost"])
    place: int = row["numbers"].index(number)
    return place - gone


def main() -> None:
    """Answer every question with a move, until there are no more questions."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


def answer(question: dict[str, Any]) -> dict[str, str]:
    """A move; to a question of another version only why there is none."""
    if question.get("closecall") != VERSION:
        return {"error": f"This bot understands version {VERSION} of the lines."}
    return {"move": choose(question["game"], question["seen"], Random(question["seed"]))}


if __name__ == "__main__":
    main()
