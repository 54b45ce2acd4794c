"""A bot that does not import closecall: lines of JSON in, lines of JSON out.

    closecall play qwixx --seats "you,bot:python3 examples/json_bot.py"

It plays Qwixx by a simple rule (take the cross that skips least, pass rather than skip many) and anything
else at random. To write your own bot, in any language, change `choose`; docs/bots.md describes the lines.
"""

import json
import sys
from random import Random
from typing import Any

VERSION = 1
"""The version of the line format that this bot understands."""
MOST_SKIPPED = 2
"""Pass rather than skip more numbers than this."""


def choose(game: str, seen: dict[str, Any], rng: Random) -> str:
    """One of the moves in `seen["menu"]`."""
    menu: list[str] = seen["menu"]
    if game == "qwixx" and "more" not in menu:  # Otherwise we are asked for one more game.
        rows = {row["colour"].lower(): row for row in seen["view"]["sheets"][seen["viewer"]]["rows"]}
        skipped = {move: skips(rows[move[0]], int(move[1:])) for move in menu if move != "pass"}
        good = [move for move, n in skipped.items() if n <= MOST_SKIPPED]
        return min(good, key=lambda move: skipped[move]) if good else menu[-1]
    return rng.choice(menu)


def skips(row: dict[str, Any], number: int) -> int:
    """How many numbers of a row this cross would skip; rows are filled from left to right."""
    gone = len(row["crossed"]) + len(row["lost"])
    place: int = row["numbers"].index(number)
    return place - gone


def main() -> None:
    """Answer every question until the input ends."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


def answer(question: dict[str, Any]) -> dict[str, str]:
    """A move, or an error if the question has another version."""
    if question.get("closecall") != VERSION:
        return {"error": f"This bot understands version {VERSION} of the lines."}
    return {"move": choose(question["game"], question["seen"], Random(question["seed"]))}


if __name__ == "__main__":
    main()
