"""Called rounds with given distances, for the clauses about scoring.

Everybody's target is 30 and every lot is [10] 10 and a third card, so that the third card alone says how far
the lot is from its target: `+2` is 32, `-2` is 28. A is the caller; the others sit at A's left in order.
"""

from dataclasses import dataclass

from rules.enough.table import EnoughMatch, do, kit_of, moment, position

KIT = kit_of("0-20x5 10x15", "30(2*) 30(3*) " + "30(1*) " * 10, "sd si sn sl sh di dn")


@dataclass(frozen=True, slots=True)
class At:
    """A player before the round is scored: stars, how far from the target (None: folds), and tokens."""

    stars: int = 0
    off: int | None = None
    tokens: str = "-"


def round_of(
    caller: At, *others: At, worth: int = 1, advanced: bool = False, box: str | None = None
) -> EnoughMatch:
    """A match just after the last final turn of a round that A has called."""
    lines = [_line("A", caller, worth, "called")]
    for name, other in zip("BCDE", others[:-1], strict=False):
        lines.append(_line(name, other, 1, "folded" if other.off is None else "stayed"))
    last = "BCDE"[len(others) - 1]
    lines.append(_line(last, others[-1], 1, "playing"))
    match = position("\n".join(lines), turn=last, kit=KIT, advanced=advanced, box=box)
    if others[-1].off is None:
        return do(match, f"{last}: fold")
    return do(match, f"{last}: stay", f"{last}: deck => 0", f"{last}: drop 0")


def _line(name: str, at: At, worth: int, stance: str) -> str:
    third = 10 if at.off is None else 10 + at.off
    return f"{name} {at.stars}*  target 30({worth}*)  lot [10] 10 {third}  tokens {at.tokens}  {stance}"


def drawn_token(match: EnoughMatch, token: str) -> EnoughMatch:
    """The caller has won and draws this token."""
    assert moment(match) == "DrawToken"
    return do(match, f"=> {token}")
