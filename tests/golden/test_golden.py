"""Golden playthroughs: a whole game for every table, as text that people can read and compare."""

import pytest

from closecall.core.fate import verify
from closecall.games import rules_of
from support.golden import FOLDER, SEEDS, golden_file, golden_record, golden_text
from support.random_games import TABLES, Table, table_name

each_table = pytest.mark.parametrize("table", TABLES, ids=table_name)


def test_every_table_has_one_and_no_other() -> None:
    """Each game and number of seats has a playthrough, and no playthrough lacks its table."""
    assert {path.name for path in FOLDER.glob("*.txt")} == {golden_file(table).name for table in TABLES}


@each_table
def test_the_rules_reproduce_the_playthrough(table: Table) -> None:
    """After a deliberate change of the rules, run regenerate.py and read the difference."""
    assert golden_text(table) == golden_file(table).read_text("utf-8")


@each_table
def test_the_game_is_finished_and_fair(table: Table) -> None:
    """Each is a finished game whose draws are those of its seed."""
    record = golden_record(table, SEEDS.get(table, 0))
    assert verify(rules_of(table[0]), record) > 0
    assert "\nover: over." in golden_file(table).read_text("utf-8")
