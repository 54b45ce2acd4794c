"""What the documents say of the bots' strength is what was measured, with the values that play."""

import pytest
from benchmarks.strength.__main__ import DOCUMENT, document, parts, read_kept, values_of

QUICK = ("mark.levels", "mark.time", "qwixx.shares", "enough.levels")


def test_the_page_says_what_was_measured() -> None:
    """Nobody has changed a figure by hand."""
    kept = read_kept()
    assert set(kept) == set(parts())
    assert DOCUMENT.read_text("utf-8") == document(kept)


@pytest.mark.parametrize("name", read_kept())
def test_figures_belong_to_the_values_that_play(name: str) -> None:
    """Whoever changes the values, or a number that decides how a level plays, has to measure again."""
    assert read_kept()[name]["values"] == values_of(name.partition(".")[0])


@pytest.mark.long
@pytest.mark.parametrize("name", QUICK)
def test_a_part_can_be_measured(name: str) -> None:
    """With a few games; the same seed gives the same table, but for times."""
    table = parts()[name].measure(6, 5)
    assert table.title
    assert table.rows
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert name.endswith("time") or parts()[name].measure(6, 5) == table
