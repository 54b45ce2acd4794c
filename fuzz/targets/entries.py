"""Stored entries of a log: BadRecord that names the place, or an entry that survives a round trip.

An entry that can be read either fits the match or is refused with a GameError.
"""

from functools import cache

from closecall.core.errors import BadRecord, GameError
from closecall.core.match import Match
from closecall.core.record import AnyMatch, after_entry, entry_text, parse_entry
from closecall.games import rules_of, slugs
from fuzz.checks import check_match, check_refusal, play_on, text_of

WHERE = "log[7]"
WORDS = (
    '{"fate":', '{"is":"', '{"seat":0,"move":"', '{"take_back":0}', '"yellow"', '"b2+g"', '"r7"',
    '"pass"', '"deck"', '"total sd:d@7"', '"white":[1,2]', '"coloured":[1,null,3,4]',
    '"dice":[1,2,3,4,5]', '"card":7', '"number":', '"stars":', "null", "true", "-1", "9007199254740992",
    "1.5", '"\\ud800"', "[]", "{}", "[" * 1000,
)  # fmt: skip


@cache
def _matches(slug: str) -> tuple[AnyMatch, ...]:
    """Matches of a game at several moments."""
    rules = rules_of(slug)
    starts = [Match.start(rules, seats) for seats in rules.SEATS]
    return tuple(play_on(start, b"", entries) for start in starts for entries in (0, 1, 2, 5, 40))


def test_one_input(data: bytes) -> None:
    """A text as an entry of every game, at several moments of a match."""
    text = text_of(data)
    for slug in slugs():
        rules = rules_of(slug)
        try:
            entry = parse_entry(rules, text, WHERE)
        except BadRecord as error:
            check_refusal(error)
            if not error.where.startswith(WHERE):
                raise AssertionError("the refusal names another place") from error
            continue
        assert parse_entry(rules, entry_text(rules, entry), WHERE) == entry
        for match in _matches(slug):
            try:
                after = after_entry(match, entry)
            except GameError as error:
                check_refusal(error)
            else:
                assert after.log == (*match.log, entry)
                check_match(after)
