"""A record as readable text: the whole state after every step, for golden tests and curious people."""

from collections.abc import Iterator

from closecall.core import codec
from closecall.core.match import Commit, Fate, TakeBack
from closecall.core.record import AnyEntry, AnyMatch, Record, replay, steps
from closecall.core.rules import AnyRules, Over, letter


def playthrough(rules: AnyRules, record: Record) -> str:
    """Every entry of a record, and the picture of the state whenever it has changed."""
    return "\n".join(_lines(rules, record)) + "\n"


def _lines(rules: AnyRules, record: Record) -> Iterator[str]:
    yield f"game: {rules.SLUG}, rules {rules.VERSION}, {len(record.players)} seats"
    yield f"options: {codec.encode(rules.OPTIONS, record.options)}"
    point = -1
    for before, entry in steps(rules, record):
        if before.point != point:
            point = before.point
            yield from ("", f"== {point}", rules.picture(before.state))
        yield f"> {_told(rules, entry)}"
    yield from ("", *_ending(replay(rules, record)))


def _told(rules: AnyRules, entry: AnyEntry) -> str:
    match entry:
        case Fate(outcome):
            return f"fate: {codec.encode(rules.OUTCOME, outcome)}"
        case Commit(seat, move):
            return f"{letter(seat)}: {rules.format_move(move)}"
        case TakeBack(seat):
            return f"{letter(seat)} takes it back"


def _ending(match: AnyMatch) -> Iterator[str]:
    yield f"== {match.point}"
    yield match.rules.picture(match.state)
    if isinstance(match.pending, Over):
        over = match.pending
        yield f"over: {over.reason}, scores {list(over.scores)}, winners {[letter(w) for w in over.winners]}"
    else:
        yield "not over yet"
