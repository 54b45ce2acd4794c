"""Records: a whole match as one JSON file that can be replayed, shared and verified.

docs/records.md describes the format. `decode_record(encode_record(record)) == record`, and reading a record
that we wrote and writing it again gives the same bytes.
"""

import json
import unicodedata
from collections.abc import Callable, Hashable, Iterator, Sized
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from closecall.core import codec
from closecall.core.errors import AlreadyChosen, BadRecord, GameError, excerpt, short_repr
from closecall.core.match import Commit, Entry, Fate, Match, TakeBack, check_options
from closecall.core.rules import AnyRules, Seat, letter
from closecall.daily import Daily, parse_day

FORMAT = "closecall-record"
FORMAT_VERSION = 3
"""The newest version; all from 1 on are read. Version 1 had no `words`, version 2 no `daily`."""
LONGEST_NAME = 1000
"""Far longer than any name our programs let people enter."""
MOST_ENTRIES = 20_000
"""Far more than any game has; a longer log could only be an attack on the reader."""
LONGEST_WORDS = 80

AnyEntry = Entry[Any, Any]
AnyMatch = Match[Any, Any, Any, Any, Any]
FindRules = Callable[[str], AnyRules | None]


@dataclass(frozen=True, slots=True)
class Player:
    """The player of a seat: a name, and the bot's name if it was a bot."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A match in the form that is saved: the header and the log."""

    game: str
    rules_version: int
    players: tuple[Player, ...]
    options: Any
    commitment: str | None
    """The SHA-256 of the secret seed, published before the first roll; None if the dice were real."""
    seed: bytes | None
    """Kept secret until the game is over."""
    log: tuple[AnyEntry, ...]
    words: tuple[str, ...] = ()
    """What each player added to the seed, or an empty text; an empty tuple if nobody was asked."""
    daily: Daily | None = None
    """The day whose dice were played."""


def record_of(
    match: AnyMatch,
    players: tuple[Player, ...],
    commitment: str | None = None,
    seed: bytes | None = None,
    words: tuple[str, ...] = (),
) -> Record:
    """The record of a match so far; BadRecord unless there is a player for each seat."""
    rules = match.rules
    if len(players) != match.seats:
        raise BadRecord("wrong_length", "players", length=len(players), expected=match.seats)
    return Record(rules.SLUG, rules.VERSION, players, match.options, commitment, seed, match.log, words)


def start(rules: AnyRules, record: Record) -> AnyMatch:
    """The match of a record before its first entry."""
    return Match.start(rules, len(record.players), record.options)


def replay(rules: AnyRules, record: Record) -> AnyMatch:
    """Play a record again to its end; BadRecord where it breaks the rules."""
    match = _started(rules, record)
    for n, entry in enumerate(record.log):
        match = _after(match, entry, n)
    return match


def steps(rules: AnyRules, record: Record) -> Iterator[tuple[AnyMatch, AnyEntry]]:
    """Every entry of a record with the match just before it."""
    match = _started(rules, record)
    for n, entry in enumerate(record.log):
        after = _after(match, entry, n)
        yield match, entry
        match = after


def _check_game(rules: AnyRules, record: Record) -> None:
    """BadRecord if a record is of another game, or its options are."""
    if record.game != rules.SLUG:
        raise BadRecord("other_game", "game", game=excerpt(str(record.game)), expected=rules.SLUG)
    try:
        check_options(rules, record.options)
    except GameError as error:
        raise BadRecord("breaks_rules", "options", reason=error) from error


def _started(rules: AnyRules, record: Record) -> AnyMatch:
    _check_game(rules, record)
    try:
        return start(rules, record)
    except GameError as error:
        raise BadRecord("breaks_rules", "options", reason=error) from error


def after_entry(match: AnyMatch, entry: AnyEntry) -> AnyMatch:
    """The match after one more entry of a log; GameError if the rules do not allow it here."""
    match entry:
        case Fate(outcome):
            return match.fate(outcome)
        case Commit(seat, move):
            if seat in match.sealed:  # A repeated commit is accepted, but never logged.
                raise AlreadyChosen("already_chosen", seat=letter(seat))
            return match.commit(seat, move, point=match.point)
        case TakeBack(seat):
            return match.take_back(seat, point=match.point)


def _after(match: AnyMatch, entry: AnyEntry, n: int) -> AnyMatch:
    try:
        return after_entry(match, entry)
    except GameError as error:
        raise BadRecord("breaks_rules", f"log[{n}]", reason=error) from error


def encode_record(rules: AnyRules, record: Record, version: int | None = None) -> bytes:
    """A record as a file: one line for each part of the header and each entry of the log.

    Without a version it is 2, which most programs read, or 3 for a daily game. Version 1 cannot hold words.
    Anything that could not be read back (a seed of the wrong length, words with a line break, an unknown
    version) is a BadRecord that says where.
    """
    _check_game(rules, record)
    if version is None:
        version = 2 if record.daily is None else 3
    if type(version) is not int or version not in _FIELDS:
        raise BadRecord("other_version", "version", version=short_repr(version), ours=FORMAT_VERSION)
    if version == 1 and any(record.words):
        raise BadRecord("no_words_before", "words", version=version)
    if version < 3 and record.daily is not None:
        raise BadRecord("no_daily_before", "daily", version=version)
    header = {
        "format": FORMAT,
        "version": version,
        "game": record.game,
        "rules": record.rules_version,
        "players": codec.encode(tuple[Player, ...], record.players),
        "options": encode_options(rules, record.rules_version, record.options),
        "commitment": record.commitment,
        "seed": None if record.seed is None else record.seed.hex(),
    }
    if version != 1:
        header["words"] = list(record.words)
    if version > 2:
        header["daily"] = _encode_daily(record.daily)
    _decode(lambda game: rules if game == rules.SLUG else None, {**header, "log": []})
    _check_length(record.log)
    lines = [f"  {_dump(key)}: {_dump(value)}," for key, value in header.items()]
    entries = [_line(rules, entry, f"log[{n}]") for n, entry in enumerate(record.log)]
    log = ['  "log": [', *([",\n".join(entries)] if entries else []), "  ]"]
    return ("\n".join(["{", *lines, *log, "}"]) + "\n").encode()


def decode_record(find_rules: FindRules, data: bytes) -> Record:
    """Read a record; BadRecord says where it is damaged. `replay` checks its moves."""
    return _decode(find_rules, codec.parse_json(data))


_FIELDS_1 = ("format", "version", "game", "rules", "players", "options", "commitment", "seed", "log")
_FIELDS = {1: _FIELDS_1, 2: (*_FIELDS_1, "words"), 3: (*_FIELDS_1, "words", "daily")}


def _decode(find_rules: FindRules, value: Any) -> Record:
    if type(value) is not dict or value.get("format") != FORMAT:
        raise BadRecord("foreign", "format", format=FORMAT)
    version = codec.decode(int, value.get("version"), "version")
    if version not in _FIELDS:
        raise BadRecord("other_version", "version", version=version, ours=FORMAT_VERSION)
    codec.check_fields(value, _FIELDS[version], "record")
    game = codec.decode(str, value["game"], "game")
    rules = find_rules(game)
    if rules is None:
        raise BadRecord("unknown_game", "game", game=excerpt(game))
    rules_version = codec.decode(int, value["rules"], "rules")
    if not knows_version(rules, rules_version):
        raise BadRecord("other_rules", "rules", version=rules_version, ours=rules.VERSION)
    players = _decode_players(value["players"])
    return Record(
        game=game,
        rules_version=rules_version,
        players=players,
        options=decode_options(rules, rules_version, value["options"]),
        commitment=_decode_hex(value["commitment"], "commitment"),
        seed=None if value["seed"] is None else bytes.fromhex(_decode_hex(value["seed"], "seed") or ""),
        words=() if version == 1 else _decode_words(value["words"], len(players)),
        log=_decode_log(rules, value["log"]),
        daily=None if version < 3 else _decode_daily(value["daily"], "daily"),
    )


def knows_version(rules: AnyRules, version: int) -> bool:
    """Whether games that follow this version of the rules can be replayed and continued."""
    return 1 <= version <= rules.VERSION


def decode_options(rules: AnyRules, version: int, value: Any) -> Any:
    """The options of a record that follows this version of the rules.

    >>> from closecall.games import qwixx
    >>> decode_options(qwixx, 1, {"games": 3})
    Options(games=3, one_more=False)
    """
    implied = rules.OPTIONS_BEFORE.get(version, {})
    if type(value) is dict:
        codec.check_fields(value, [name for name in value if name not in implied], "options")
        value = {**value, **implied}
    return codec.decode(rules.OPTIONS, value, "options")


def encode_options(rules: AnyRules, version: int, options: Any) -> dict[str, Any]:
    """Options in the form of this version of the rules; BadRecord if it cannot express them.

    >>> from closecall.games import qwixx
    >>> encode_options(qwixx, 1, qwixx.Options(games=3))
    {'games': 3}
    """
    value: dict[str, Any] = codec.encode(rules.OPTIONS, options)
    implied = rules.OPTIONS_BEFORE.get(version, {})
    if any(value[name] != meaning for name, meaning in implied.items()):
        raise BadRecord("not_in_version", "options", version=version)
    return {name: part for name, part in value.items() if name not in implied}


def _decode_players(value: Any) -> tuple[Player, ...]:
    players: tuple[Player, ...] = codec.decode(tuple[Player, ...], value, "players")
    for n, player in enumerate(players):
        if len(player.name) > LONGEST_NAME:
            raise BadRecord("name_too_long", f"players[{n}].name", most=LONGEST_NAME)
    return players


def _decode_hex(value: Any, where: str) -> str | None:
    text: str | None = codec.decode(str | None, value, where)
    if text is not None and (len(text) != 64 or not set(text) <= set("0123456789abcdef")):
        raise BadRecord("not_hex", where)
    return text


def _encode_daily(daily: Daily | None) -> dict[str, str | None] | None:
    if daily is None:
        return None
    return {"day": daily.day.isoformat(), "secret": None if daily.secret is None else daily.secret.hex()}


def _decode_daily(value: Any, where: str) -> Daily | None:
    if value is None:
        return None
    if type(value) is not dict:
        raise BadRecord("not_a_day", where)
    codec.check_fields(value, ("day", "secret"), where)
    day = parse_day(codec.decode(str, value["day"], f"{where}.day"))
    if day is None:
        raise BadRecord("not_a_day", f"{where}.day")
    secret = _decode_hex(value["secret"], f"{where}.secret")
    return Daily(day, None if secret is None else bytes.fromhex(secret))


def can_be_words(text: str) -> bool:
    """Whether a player may add this text to the seed: one line of at most 80 characters, possibly empty.

    >>> can_be_words("seven grey geese"), can_be_words("seven\\ngeese")
    (True, False)
    """
    return len(text) <= LONGEST_WORDS and not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text)


def _decode_words(value: Any, players: int) -> tuple[str, ...]:
    words: tuple[str, ...] = codec.decode(tuple[str, ...], value, "words")
    if len(words) not in (0, players):
        raise BadRecord("wrong_length", "words", length=len(words), expected=players)
    check_words(words)
    return words


def check_words(words: tuple[str, ...]) -> None:
    """BadRecord if one of these texts cannot be the words of a player."""
    for n, text in enumerate(words):
        if not can_be_words(text):
            raise BadRecord("not_words", f"words[{n}]", most=LONGEST_WORDS)


def _line(rules: AnyRules, entry: AnyEntry, where: str) -> str:
    # A running game is saved again after every move, with mostly the same lines, so lines are cached. Entries
    # that are equal but not exactly typed (True for seat 1) must not share a line.
    try:
        if codec.has_exact_types(entry):
            return _known_line(cast(Hashable, rules), entry)
        return _new_line(rules, entry)
    except BadRecord as error:
        raise _moved(error, where + error.where) from error
    except (AttributeError, LookupError, TypeError, ValueError) as error:  # Not encodable.
        raise BadRecord("not_an_entry", where) from error


def _new_line(rules: AnyRules, entry: AnyEntry) -> str:
    encoded = encode_entry(rules, entry)
    if decode_entry(rules, encoded, "") != entry:  # It could not be read back.
        raise BadRecord("not_an_entry", "")
    return f"    {_dump(encoded)}"


_known_line = lru_cache(maxsize=1 << 12)(_new_line)


def _moved(error: BadRecord, where: str) -> BadRecord:
    """The same refusal at another place."""
    facts = {name: fact for name, fact in error.facts.items() if name != "where"}
    return BadRecord(error.code, where, **facts)


def encode_entry(rules: AnyRules, entry: AnyEntry) -> dict[str, Any]:
    """An entry of a log as JSON values."""
    match entry:
        case Fate(outcome):
            return {"fate": codec.encode(rules.OUTCOME, outcome)}
        case Commit(seat, move):
            return {"seat": seat, "move": rules.format_move(move)}
        case TakeBack(seat):
            return {"take_back": seat}


def _decode_log(rules: AnyRules, value: Any) -> tuple[AnyEntry, ...]:
    if type(value) is not list:
        raise BadRecord("not_a_log", "log")
    _check_length(value)
    return tuple(decode_entry(rules, entry, f"log[{n}]") for n, entry in enumerate(value))


def _check_length(log: Sized) -> None:
    if len(log) > MOST_ENTRIES:
        raise BadRecord("log_too_long", "log", most=MOST_ENTRIES)


def decode_entry(rules: AnyRules, value: Any, where: str) -> AnyEntry:
    """An entry from JSON values; BadRecord if this game has no such entry. `replay` checks its move."""
    keys = set(value) if type(value) is dict else set()
    if keys == {"fate"}:
        return Fate(codec.decode(rules.OUTCOME, value["fate"], f"{where}.fate"))
    if keys == {"take_back"}:
        return TakeBack(Seat(codec.decode(int, value["take_back"], f"{where}.take_back")))
    if keys != {"seat", "move"}:
        raise BadRecord("not_an_entry", where)
    seat = Seat(codec.decode(int, value["seat"], f"{where}.seat"))
    return Commit(seat, codec.decode_move(rules, value["move"], f"{where}.move"))


def entry_text(rules: AnyRules, entry: AnyEntry) -> str:
    """An entry as one line of compact JSON; equal entries give equal texts.

    >>> from closecall.games import mark
    >>> entry_text(mark, Commit(Seat(1), mark.parse_move("b2+g")))
    '{"seat":1,"move":"b2+g"}'
    """
    return _compact(encode_entry(rules, entry))


_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def parse_entry(rules: AnyRules, text: str, where: str) -> AnyEntry:
    """Read what `entry_text` wrote; `where` names the place in error messages."""
    try:
        value = codec.parse_json(text)
    except BadRecord as error:  # The entry says more than a position within its text.
        raise _moved(error, where) from error
    return decode_entry(rules, value, where)


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
