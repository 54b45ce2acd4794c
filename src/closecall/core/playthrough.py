"""A record as readable text: every input, under a picture of the table at that moment."""

import json
from collections.abc import Iterator
from typing import Any

from closecall.core import codec
from closecall.core.match import Commit, Fate, TakeBack
from closecall.core.record import AnyEntry, AnyMatch, Record, replay, steps
from closecall.core.rules import AnyRules, Over, letter


def playthrough(rules: AnyRules, record: Record) -> str:
    """Every entry of a record, by point, with a picture of the table wherever it has changed."""
    return "\n".join(_lines(rules, record)) + "\n"


def _lines(rules: AnyRules, record: Record) -> Iterator[str]:
    yield f"game: {rules.SLUG}, rules {rules.VERSION}, seats {len(record.players)}"
    yield f"options: {_json(codec.encode(rules.OPTIONS, record.options))}"
    point, table = -1, ""
    for before, entry in steps(rules, record):
        if before.point != point:
            point, last_table = before.point, table
            headline, _, table = rules.picture(before.state).partition("\n")
            yield from ("", f"== {point} {headline}", *([] if table == last_table else [table]))
        yield f"> {_entry_line(rules, entry)}"
    yield from ("", *_ending(replay(rules, record)))


def _entry_line(rules: AnyRules, entry: AnyEntry) -> str:
    match entry:
        case Fate(outcome):
            return f"fate: {_outcome(type(outcome).__name__, codec.encode(rules.OUTCOME, outcome))}"
        case Commit(seat, move):
            return f"{letter(seat)}: {rules.format_move(move)}"
        case TakeBack(seat):
            return f"{letter(seat)} takes it back"


def _outcome(kind: str, encoded: dict[str, Any]) -> str:
    """The name of an outcome and its fields: `Roll dice [1, 2, 1, 4, 6]`."""
    facts = [f"{name} {_json(value)}" for name, value in encoded.items() if name != "is"]
    return " ".join([kind, *facts])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _ending(match: AnyMatch) -> Iterator[str]:
    yield f"== {match.point} {match.rules.picture(match.state)}"
    if isinstance(match.pending, Over):
        over = match.pending
        yield f"over: {over.reason}"
        yield f"scores: {', '.join(map(str, over.scores))}"
        yield f"winners: {', '.join(map(letter, over.winners))}"
    else:
        yield "not over yet"
