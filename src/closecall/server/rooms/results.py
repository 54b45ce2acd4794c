"""How a finished match is remembered for everybody who sat at the table."""

from collections.abc import Sequence

from closecall.core.record import AnyMatch
from closecall.core.rules import Over
from closecall.store.rows import ResultRow

Sitter = tuple[str | None, str | None, str]
"""Who sat at a seat: the person, the bot, and the name that was shown."""


def results_of(
    table_id: str, match: AnyMatch, players: Sequence[Sitter], ended_at: int
) -> tuple[ResultRow, ...]:
    """The result of every seat.

    A place belongs to its person even if a bot held it at the end. Of several places of one person, who has
    passed a device around, the first is their own; at the others sat names that nobody is known by.
    """
    over = match.pending
    assert isinstance(over, Over)
    assert len(players) == match.seats
    people = [person for person, _, _ in players]
    return tuple(
        ResultRow(
            table_id=table_id,
            seat=seat,
            person_id=person if people.index(person) == seat else None,
            bot=bot if person is None else None,
            name=name,
            game=match.rules.SLUG,
            score=over.scores[seat],
            won=seat in over.winners and match.seats > 1,  # Alone there is nobody to win against.
            ended_at=ended_at,
        )
        for seat, (person, bot, name) in enumerate(players)
    )
