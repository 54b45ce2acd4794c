"""Tables and matches as the store keeps them, and back."""

from collections.abc import Sequence

from closecall.core.errors import GameError
from closecall.core.fate import mixed
from closecall.core.record import AnyEntry, entry_text, parse_entry
from closecall.core.rules import AnyRules
from closecall.games import rules_of
from closecall.server.rooms.live_match import Live, begun, resumed
from closecall.server.tables import Table
from closecall.store import Status, StoredTable


def loaded(stored: StoredTable) -> tuple[Table, Live | None]:
    """A table as it was kept, and its match if it has begun."""
    table = Table.of(stored.table)
    if table.started_at is None:
        return table, None
    rules = rules_of(table.game)
    if table.rules_version != rules.VERSION:
        raise GameError("table_old_rules", version=table.rules_version, ours=rules.VERSION)
    log = tuple(parse_entry(rules, kept.entry, f"log[{kept.n}]") for kept in stored.entries)
    return table, resumed(rules, len(table.places), table.options, effective_seed(table, stored.seed), log)


def first_moment(table: Table, seed: str) -> Live:
    """The match of a table that has just started."""
    return begun(rules_of(table.game), len(table.places), table.options, effective_seed(table, seed))


def effective_seed(table: Table, seed: str) -> bytes:
    """What a table's outcomes are drawn from: its secret seed, with the words that players added."""
    return mixed(bytes.fromhex(seed), table.words)


def texts(rules: AnyRules, entries: Sequence[AnyEntry]) -> list[str]:
    """Entries as the store keeps them."""
    return [entry_text(rules, entry) for entry in entries]


def is_running(table: Table) -> bool:
    """Whether moves can be made at a table."""
    return table.status is Status.PLAYING
