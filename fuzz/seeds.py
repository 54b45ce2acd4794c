"""Write the first inputs of every target from our own games, kits and layouts: `python -m fuzz.seeds`."""

import json
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

from closecall import games
from closecall.bots.external import VERSION
from closecall.core.fate import SEED_BYTES, commitment, with_fate
from closecall.core.match import Commit, Match
from closecall.core.record import AnyMatch, Player, encode_record, entry_text, record_of
from closecall.core.rules import Decision
from closecall.core.seen import encode_seen
from closecall.server.tables import SeatRequest, SeatRequestKind, TableRequest, new_table
from fuzz.checks import play_on
from fuzz.corpus import CORPUS
from fuzz.targets.frames import MOMENTS, live_match
from fuzz.targets.table_requests import IDENTITY

SEED = bytes(SEED_BYTES)
SMALLEST_KIT = """
tokens = [["lock", "silence"], ["nudge", "double"]]
[[cards]]
values = [0, 7, 12]
copies = 6
[[targets]]
stars = 3
numbers = [3, 9, 9, 12, 20, 33]
"""
Named = Iterator[tuple[str, str]]
"""Inputs, each with the name of its file."""


def seeded_match(slug: str, seats: int, decisions: int) -> AnyMatch:
    """A match after some decisions; its outcomes are those of the seed."""
    match = with_fate(Match.start(games.rules_of(slug), seats), SEED)
    while decisions and isinstance(match.pending, Decision):
        match = with_fate(play_on(match, f"{slug} {match.point}".encode(), entries=1), SEED)
        decisions -= 1
    return match


def matches(decisions: int) -> Iterator[tuple[str, AnyMatch]]:
    """A match of every game at its smallest table, or at one for two."""
    for slug in games.slugs():
        seats = max(2, games.rules_of(slug).SEATS[0])
        yield slug, seeded_match(slug, seats, decisions)


def bot_questions() -> Named:
    """What a seat sees, as an external program is asked."""
    for decisions in (0, 1, 7, 20):
        for slug, match in matches(decisions):
            seats = match.pending.menus if isinstance(match.pending, Decision) else ()
            for seat in [seat for seat in seats if seat not in match.sealed][:1]:
                seen = encode_seen(match.rules, match.seen_by(seat))
                question = {"closecall": VERSION, "game": slug, "seed": 1, "seen": seen}
                yield f"{slug}-{decisions}", json.dumps(question)
                if decisions == 1:  # Whose menu cannot be so long.
                    more = {**question, "seen": {**seen, "has_more_moves": True}}
                    yield f"{slug}-{decisions}-more", json.dumps(more)


def bot_answers() -> Named:
    """Moves, as an external program answers."""
    for name, move in notations():
        yield name, json.dumps({"move": move})


def notations() -> Named:
    """One move of each kind."""
    for slug, match in matches(200):
        written: dict[str, str] = {}
        for entry in match.log:
            if isinstance(entry, Commit):
                written.setdefault(_kind(entry.move), match.rules.format_move(entry.move))
        yield from ((f"{slug}-{kind}", text) for kind, text in written.items())
    yield "total-with-tokens", "total in:n+@up ds:d@7"


def entries() -> Named:
    """One entry of each shape."""
    for slug, match in matches(60):
        written: dict[str, str] = {}
        for entry in match.log:
            part = entry.move if isinstance(entry, Commit) else getattr(entry, "outcome", entry)
            written.setdefault(_kind(part), entry_text(match.rules, entry))
        yield from ((f"{slug}-{kind}", text) for kind, text in written.items())
    yield "take-back", '{"take_back":0}'


def _kind(value: object) -> str:
    return type(value).__name__.lower()


def records() -> Named:
    """The beginnings of games, with a seed and words, and older versions of the format."""
    for decisions in (0, 12):
        for slug, match in matches(decisions):
            players = (Player("Ann"), *(Player("Zoë", "greedy"),) * (match.seats - 1))
            record = record_of(match, players, commitment(SEED), SEED, ("",) * match.seats)
            yield f"{slug}-{decisions}", encode_record(match.rules, record).decode()
            yield f"{slug}-{decisions}-version-1", encode_record(match.rules, record, 1).decode()


def frames() -> Named:
    """The frames of a client from every moment that the target knows."""
    for number in range(len(games.slugs()) * len(MOMENTS)):
        match = live_match(number).match
        lines: list[dict[str, Any]] = []
        for _ in range(3):
            match = with_fate(match, SEED)
            lines += _frames_at(match)
            match = play_on(match, f"{match.rules.SLUG} {match.point}".encode(), entries=1)
        first = chr(48 + number)  # A printable byte; 48 chooses the same as 0.
        yield f"{match.rules.SLUG}-{number}", _one_per_line(first, lines)


def sockets() -> Named:
    """The frames of a client from the beginning of a game."""
    for number, slug in enumerate(games.slugs()):
        match = seeded_match(slug, max(2, games.rules_of(slug).SEATS[0]), decisions=0)
        lines: list[dict[str, Any]] = []
        for n in range(8):
            lines += _frames_at(match)[-1 if n else 0 :]
            match = with_fate(play_on(match, f"{slug} {match.point}".encode(), entries=1), SEED)
        lines += [
            {"t": "take_back", "point": 1, "nth": 1, "seat": 0},
            {"t": "say", "phrase": "wow", "seat": 1},
        ]
        yield slug, _one_per_line(str(number), [*lines, {"t": "ping"}])


def _frames_at(match: AnyMatch) -> list[dict[str, Any]]:
    """What a seat may send now; the last is the choice that `play_on` makes too."""
    assert isinstance(match.pending, Decision)
    key = f"{match.rules.SLUG} {match.point}".encode()
    choice = play_on(match, key, entries=1).log[len(match.log)]
    assert isinstance(choice, Commit)
    about = {"point": match.point, "seat": choice.seat}
    move = match.rules.format_move(choice.move)
    commit = {"t": "commit", **about, "nth": 0, "move": move}
    looks = [{"t": "look", **about}, {"t": "look", **about, "move": move}]
    return [*looks, {"t": "why", **about, "move": move}, commit]


def _one_per_line(first: str, frames: list[dict[str, Any]]) -> str:
    texts = [json.dumps({"id": n, **frame}, separators=(",", ":")) for n, frame in enumerate(frames)]
    return first + "\n".join(texts)


def kits() -> Named:
    """The kits of the box, and the smallest one."""
    for name in ("standard", "classic"):
        yield name, (resources.files("closecall.games.enough") / "kits" / f"{name}.toml").read_text("utf-8")
    yield "smallest", SMALLEST_KIT
    yield "few-cards", SMALLEST_KIT.replace("copies = 6", "copies = 1")
    yield "nested-token", SMALLEST_KIT.replace('"lock"', '["lock"]')
    yield "many-copies", SMALLEST_KIT.replace("copies = 6", "copies = 999")


def layouts() -> Named:
    """Our layout, and one without spaces and a name."""
    folder = resources.files("closecall.games.mark") / "layouts"
    yield "default", (folder / "default.toml").read_text("utf-8")
    yield "shortest", 'rows=["KBGYR","BGYRK","GYRKB","YRKBG","RKBGY"]'


def names() -> Named:
    """Names in several scripts, and what may not be in one."""
    yield "latin", "Zoë O’Hara"
    yield "decomposed", "Zoe\u0308  Ha\u030aka"
    yield "emoji", "\U0001f469\u200d\U0001f680 \u2764\ufe0f"
    yield "persian", "می\u200cخواهم"
    yield "korean", "\u1112\u1161\u11ab\uad6d"
    yield "reversed", "Ann\u202e"
    yield "words", "seven grey geese"


def requests() -> Named:
    """Requests for a table of every game."""
    for slug in games.slugs():
        rules = games.rules_of(slug)
        count = max(2, rules.SEATS[0])
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "local", "name": "Ben"}][:count]
        yield f"{slug}-default", json.dumps({"game": slug, "seats": seats})
        table = new_table(IDENTITY, TableRequest(slug, (SeatRequest(),) * count), "ann", "Ann")
        options = json.loads(table.row().options)
        more = {"public": True, "clock": "brisk", "start": "host"}
        yield f"{slug}-options", json.dumps({"game": slug, "seats": seats, "options": options, **more})


def stored_tables() -> Named:
    """Stored tables of every game, before and during the game."""
    for number, (_, match) in enumerate(matches(4)):
        host, bot = SeatRequest(SeatRequestKind.ME), SeatRequest(SeatRequestKind.BOT, bot="greedy")
        request = TableRequest(match.rules.SLUG, (host, bot, SeatRequest())[: match.seats])
        row = new_table(IDENTITY, request, "ann", "Ann").row()
        header = [f"{number}{row.seats}", row.options, row.words, row.clock]
        log = [entry_text(match.rules, entry) for entry in match.log]
        yield f"{match.rules.SLUG}-open", _with_newest_rules(header, match.rules.VERSION)
        yield f"{match.rules.SLUG}-playing", _with_newest_rules([*header, *log], match.rules.VERSION)


def _with_newest_rules(lines: list[str], version: int) -> str:
    """The lines and as many empty ones as the target needs to choose this version of the rules."""
    text = "\n".join(lines)
    while (len(text.encode()) + 1 - version) % version:
        text += "\n"
    return text


SEEDS: dict[str, Callable[[], Named]] = {
    "bot_answers": bot_answers,
    "bot_questions": bot_questions,
    "entries": entries,
    "frames": frames,
    "kits": kits,
    "layouts": layouts,
    "names": names,
    "notations": notations,
    "records": records,
    "sockets": sockets,
    "stored_tables": stored_tables,
    "table_requests": requests,
}


def write_seeds() -> None:
    """Add the first inputs to every corpus; other files stay."""
    for target, seeds in SEEDS.items():
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in seeds():
            (folder / f"seed-{name}").write_bytes(text.encode())


if __name__ == "__main__":
    write_seeds()
