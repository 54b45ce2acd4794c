"""What several targets check, and how they turn bytes into texts and games."""

from random import Random
from typing import Any
from zlib import crc32

from closecall.core import codec
from closecall.core.errors import GameError
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch, Player, decode_record, encode_record, record_of, replay
from closecall.core.rules import AnyRules, Chance, Decision, all_seats
from closecall.core.seen import decode_seen, encode_seen
from closecall.games import find_rules
from closecall.messages import LANGUAGES, catalogue


def text_of(data: bytes) -> str:
    """Any bytes as a text; half characters stay, because JSON can spell them."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def check_refusal(error: GameError) -> None:
    """A refusal has a sentence in every language, and it can be written to a file."""
    for language in LANGUAGES:
        assert error.sentence(catalogue(language)).encode()


def check_match(match: AnyMatch) -> None:
    """Every viewer can be shown the match, and every menu can be listed, written and read."""
    rules = match.rules
    assert rules.picture(match.state)
    for viewer in (*all_seats(match.seats), None):
        seen = match.seen_by(viewer)
        read = decode_seen(rules, encode_seen(rules, seen))
        assert read.view == seen.view
        if seen.menu is not None:
            assert len(seen.menu) == len(read.menu or ()) > 0
            assert all(move in seen.menu for move in read.menu or ())


def play_on(match: AnyMatch, data: bytes, entries: int) -> AnyMatch:
    """The match after at most this many random entries, which depend on the input alone."""
    rng = Random(crc32(data))
    source = RandomSource(rng)
    for _ in range(entries):
        match match.pending:
            case Chance():
                match = match.fate(match.rules.draw(match.state, source))
            case Decision(menus):
                seat = rng.choice([seat for seat in menus if seat not in match.sealed])
                match = match.commit(seat, _any_move(menus[seat], rng), point=match.point)
            case _:
                break
    return match


def _any_move(menu: Any, rng: Random) -> Any:
    moves = list(menu)
    kinds = list(dict.fromkeys(map(type, moves)))
    kind = rng.choice(kinds)  # First a kind of move, so that rare kinds occur.
    return rng.choice([move for move in moves if type(move) is kind])


def check_options(rules: AnyRules, options: Any, data: bytes) -> None:
    """A game with these options is refused, or it can be played, shown, recorded and replayed.

    The input decides the number of seats: all of them would take five times as long, and find little more.
    """
    assert codec.decode(rules.OPTIONS, codec.encode(rules.OPTIONS, options), "options") == options
    seats = rules.SEATS[crc32(data) % len(rules.SEATS)]
    try:
        match = Match.start(rules, seats, options)
    except GameError as error:
        check_refusal(error)
        return
    match = play_on(match, data, entries=25)
    check_match(match)
    written = record_of(match, (Player("Ann"),) * seats)
    read = decode_record(find_rules, encode_record(rules, written))
    assert read == written
    assert replay(rules, read) == match
