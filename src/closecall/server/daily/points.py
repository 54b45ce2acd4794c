"""The points of a solo game after each of its rounds, from the rules alone."""

from closecall.core.match import Fate, Match
from closecall.core.record import AnyMatch, after_entry
from closecall.core.rules import Over
from closecall.games import game_of
from closecall.server.polite_threads import politely


def points_by_round(match: AnyMatch) -> tuple[int, ...]:
    """The points after each complete round of a solo game: a round is a roll and the choices after it.

    >>> from closecall.core.fate import with_fate
    >>> from closecall.games import qwixx
    >>> match = with_fate(Match.start(qwixx, 1), bytes(32))
    >>> for move in ("y9", "pass"):
    ...     match = match.commit(0, qwixx.parse_move(move), point=match.point)
    >>> points_by_round(with_fate(match, bytes(32)))
    (1,)
    """
    points = game_of(match.rules.SLUG).points
    assert points is not None
    found: list[int] = []
    at: AnyMatch = Match.start(match.rules, match.seats, match.options)
    has_rolled = False  # What is chosen before the first roll belongs to no round.
    for entry in politely(match.log):
        if isinstance(entry, Fate):
            if has_rolled:
                found.append(points(at.state)[0])
            has_rolled = True
        at = after_entry(at, entry)
    if isinstance(at.pending, Over):
        found.append(points(at.state)[0])
    return tuple(found)
