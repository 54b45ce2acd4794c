"""Rewrite all golden playthroughs: `python tests/golden/regenerate.py`; then read the difference."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.golden import golden_file, golden_text
from support.random_games import TABLES


def main() -> None:
    """One file for every game and number of seats."""
    for table in TABLES:
        path = golden_file(table)
        path.write_text(golden_text(table), "utf-8")
        print(path)


if __name__ == "__main__":
    main()
