"""A table on a real server with viewers of every kind, and what each of them must not learn.

The truth is computed from the server's database: the seed, the log, hands, targets, sealed choices, ages.
Every frame and every answer that a viewer gets is compared with it at once.
"""

import base64
import hashlib
import json
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from closecall.core import codec
from closecall.core.fate import commitment
from closecall.core.match import Commit, TakeBack
from closecall.core.record import AnyMatch
from closecall.core.rules import Decision, Menu, Over, Seat, Viewer
from closecall.games import enough
from closecall.games.enough import state as phases
from closecall.server import tables
from closecall.server.people import identity
from closecall.server.rooms.live_match import (
    LiveMatch,
    after_commit,
    after_take_back,
    effective_seed,
    entry_count,
    load_table,
)
from closecall.server.tables import SeatRequest, SeatRequestKind, TableIdentity, TableRequest
from closecall.store import Store
from server.server_process import TIMEOUT_S, BrowserUser, RunningServer
from support.random_games import Style

CARDS = range(601, 661)
TARGETS = range(801, 831)
AGES = (137, 139, 149)
"""Of the players, by seat, in games that ask for them."""
WORDS = "canary-words-{}"
SEED = hashlib.sha256(b"a seed that is easily recognised").digest()

NUMBER = re.compile(r"(?<!\w)[0-9]{3}(?!\w)")


def canary_kit() -> dict[str, Any]:
    """Every card and every target has a unique number."""
    abilities = ["subtract", "double", "ignore", "nudge", "lock", "silence"]
    pairs = [(one, other) for n, one in enumerate(abilities) for other in abilities[n + 1 :]]
    return {
        "name": "canaries",
        "cards": list(CARDS),
        "targets": [{"number": number, "stars": 2} for number in TARGETS],
        "tokens": [{"one": one, "other": other} for one, other in pairs],
    }


OPTIONS: dict[str, dict[str, Any] | None] = {
    "mark": {"ages": [None] * len(AGES)},
    "qwixx": None,
    "enough": {"kit": canary_kit(), "advanced": True},
}


# Secrets of a position.


def hidden_numbers(match: AnyMatch, viewer: Viewer) -> set[int]:
    """The cards and targets that are hidden from this viewer now; only one game has any."""
    if match.rules is not enough:
        return set()
    state = match.state
    is_scored = isinstance(state.phase, phases.DrawToken | phases.Showing | phases.Ended)
    hidden = set(state.deck)
    for seat, player in enumerate(state.players):
        is_shown = is_scored and state.last is not None and state.last.standings[seat].shown is not None
        if seat == viewer or is_shown:
            continue
        hidden |= set(player.hand) - set(player.known)
        if player.target is not None and not is_scored:
            hidden.add(player.target.number)
    return hidden


def menus_of(match: AnyMatch) -> Mapping[Seat, Menu[Any]]:
    """The seats that decide, with their menus."""
    return match.pending.menus if isinstance(match.pending, Decision) else {}


def mucked_cards(before: AnyMatch, after: AnyMatch) -> set[int]:
    """The hands that were not shown at the end of a round (E14), before the move that ended it.

    That move may have put one of the cards on the table.
    """
    standings = after.state.last.standings
    players = zip(before.state.players, standings, strict=True)
    hands = {card for player, standing in players if standing.shown is None for card in player.hand}
    return hands - {standing.face_up for standing in standings}


def others_ages(viewer: Viewer) -> set[int]:
    """The ages that this viewer must not see."""
    return {age for seat, age in enumerate(AGES) if seat != viewer}


def numbers_in(value: Any, *without: str) -> set[int]:
    """All numbers in a JSON value, including those in notation, except in these fields."""
    match value:
        case bool():
            return set()
        case int():
            return {value}
        case str():
            return {int(text) for text in NUMBER.findall(value)}
        case dict():
            return {
                number
                for name, part in value.items()
                if name not in without
                for number in numbers_in(part, *without)
            }
        case list():
            return {number for part in value for number in numbers_in(part, *without)}
        case _:
            return set()


def spellings(secret: bytes) -> list[str]:
    """How bytes might be written; of each the beginning, which is long enough to be no accident."""
    encoded = (base64.b64encode(secret), base64.urlsafe_b64encode(secret))
    found = [secret.hex(), secret.hex().upper(), *(text.decode() for text in encoded)]
    return [text[:20] for text in found] + [str(int.from_bytes(secret, "big"))[:30]]


# The viewers.


@dataclass(slots=True)
class Watcher:
    """A viewer whose frames are recorded: a seat, a guest, a person who was not let in, or a stranger."""

    name: str
    viewer: Viewer
    browser: httpx.Client
    connection: ClientConnection
    is_inside: bool
    """Whether they may see the table's code."""
    texts: list[str] = field(default_factory=list)

    def frames_until(self, n: int) -> list[dict[str, Any]]:
        """All frames until one reports a log of at least this length."""
        found: list[dict[str, Any]] = []
        while not found or found[-1]["t"] not in ("seen", "waiting") or found[-1]["n"] < n:
            found.append(self.next())
        return found

    def next(self) -> dict[str, Any]:
        """The next frame."""
        text = self.connection.recv(TIMEOUT_S)
        assert isinstance(text, str)
        self.texts.append(text)
        frame: dict[str, Any] = json.loads(text)
        return frame


@dataclass(slots=True)
class WatchedTable:
    """A public table with people at every seat, a guest, a person who was not let in, and a stranger."""

    running: RunningServer
    folder: Path
    store: Store
    table_id: str
    watchers: list[Watcher]
    people: list[BrowserUser]
    told: dict[str, str]
    """Secrets that were shown once, by name."""
    live: LiveMatch
    moments: dict[int, AnyMatch] = field(default_factory=dict)
    """The true match for every length of the log that was shown."""
    mucked: dict[int, set[int]] = field(default_factory=dict)
    """For every finished round, the cards that nobody was shown."""
    always: dict[str, str] = field(default_factory=dict)
    """Texts that no frame, answer or log may contain, by name."""
    seeds: list[str] = field(default_factory=list)
    """Spellings of the seed, which is secret until the end."""

    # Checks.

    def learn_secrets(self) -> None:
        """Collect all secrets in the database, and all that were shown to one person only."""
        stored = self.store.load_table(self.table_id)
        assert stored is not None
        database = sqlite3.connect(self.folder / "tables.db")
        try:
            hashes = [row[0] for row in database.execute("select hash from secrets")]
            ids = [row[0] for row in database.execute("select id from people")]
        finally:
            database.close()
        key = self.store.keep_key("session", "").result()
        assert key
        self.always = {**self.told, "server key": key, "invite hash": stored.table.invite_hash}
        self.always |= {f"secret hash {n}": text for n, text in enumerate(hashes)}
        self.always |= {f"person {n}": text for n, text in enumerate(ids)}
        for name, person in enumerate(self.people):
            cookie = person.browser.cookies["closecall"]
            self.always |= {f"cookie {name} {n}": part for n, part in enumerate(cookie.split(".")[1:])}
        effective = effective_seed(load_table(stored)[0], stored.seed)
        assert effective.hex() != stored.seed
        self.seeds = [*spellings(bytes.fromhex(stored.seed)), *spellings(effective)]

    def check_text(self, text: str, where: str, *allowed: str, is_over: bool = False) -> None:
        """A text contains no secret except the allowed ones."""
        for name, secret in self.always.items():
            assert secret in allowed or secret not in text, f"{name} in {where}"
        for seed in () if is_over else self.seeds:
            assert seed not in text, f"the seed in {where}"

    def check_code(self, text: str, watcher: Watcher) -> None:
        """The short code is shown only to those inside."""
        code = self.told_code()
        assert watcher.is_inside or code is None or code not in text, f"the code for {watcher.name}"

    def told_code(self) -> str | None:
        """The table's short code, while it has one."""
        stored = self.store.load_table(self.table_id)
        assert stored is not None
        return stored.table.code

    # Viewers.

    def look(self) -> None:
        """Check that every watcher has received the new state, and no more than they may see."""
        length = len(self.live.match.log)
        self.moments[length] = self.live.match
        for watcher in self.watchers:
            for frame in watcher.frames_until(length):
                self.check_frame(watcher, frame)

    def check_frame(self, watcher: Watcher, frame: dict[str, Any]) -> None:
        """Check one frame of one watcher."""
        self.check_text(watcher.texts[-1], f"a frame for {watcher.name}")
        match frame["t"]:
            case "seen":
                self.check_seen(watcher.viewer, frame["seen"], self.moments[frame["n"]])
            case "waiting":
                match = self.moments[frame["n"]]
                waiting = [seat for seat in menus_of(match) if seat not in match.sealed]
                expected = {"t": "waiting", "n": frame["n"], "point": match.point, "waiting": waiting}
                assert frame == expected
            case "table":
                self.check_code(watcher.texts[-1], watcher)
                self.check_table(watcher.viewer, frame["table"])
                assert frame["table"]["code"] is None or watcher.is_inside
            case kind:
                assert kind == "ack", frame

    def check_table(self, viewer: Viewer, table: dict[str, Any]) -> None:
        """A table: one's own age at one's own seat, and no other."""
        assert not numbers_in(table, "version") & others_ages(viewer), viewer
        shown = [seat["age"] for seat in table["seats"]]
        own = AGES[viewer] if viewer is not None and table["asks_age"] else None
        assert [age for age in shown if age is not None] == ([] if own is None else [own])
        assert table["asks_age"] == (table["game"] == "mark")

    def check_seen(self, viewer: Viewer, seen: dict[str, Any], match: AnyMatch) -> None:
        """A view: one's own menu, one's own choice, one's own hand, and no number that is hidden."""
        assert seen["viewer"] == viewer
        is_asked = viewer is not None and viewer not in match.sealed
        own = menus_of(match).get(viewer) if viewer is not None and is_asked else None
        assert seen["menu"] == (
            None if own is None else [match.rules.format_move(move) for move in own.outline().moves]
        )
        sealed = match.sealed.get(viewer) if viewer is not None else None
        assert seen["sealed"] == (None if sealed is None else match.rules.format_move(sealed))
        assert not numbers_in({**seen, "point": None}) & set(AGES)
        if match.rules is enough:
            self._check_numbers(viewer, seen, match)

    def _check_numbers(self, viewer: Viewer, seen: dict[str, Any], match: AnyMatch) -> None:
        view = seen["view"]
        for seat, player in enumerate(view["players"]):
            assert seat == viewer or (player["hand"], player["target"]) == (None, None)
        now = numbers_in({**view, "menu": seen["menu"], "sealed": seen["sealed"]}, "kit", "last")
        assert not now & hidden_numbers(match, viewer), (viewer, match.state.phase)
        last = view["last"]
        if last is not None:
            assert not numbers_in(last, "total", "distance") & self.mucked[last["round"]]

    # Actions.

    def commit(self, seat: Seat, notation: str) -> None:
        """A seat chooses; the others see only that it has."""
        match = self.live.match
        nth, watcher = entry_count(self.live, seat), self.watchers[seat]
        frame = {"t": "commit", "id": nth + 1, "point": match.point, "nth": nth, "move": notation}
        watcher.connection.send(json.dumps(frame))
        move = match.rules.parse_move(notation)
        self._go_on(after_commit(self.live, seat, move, point=match.point, nth=nth))

    def ask(self, seat: Seat, notation: str) -> None:
        """A seat asks what its moves would do, and why it may not make one; only its own view counts."""
        match = self.live.match
        seen, rules = match.seen_by(seat), match.rules
        told = self._answer(seat, {"t": "look", "id": 998})
        moves = () if seen.menu is None else seen.menu.outline().moves
        effects = [codec.encode(rules.EFFECT, rules.effect(seen.view, move)) for move in moves]
        assert told["effects"] == effects
        told = self._answer(seat, {"t": "why", "id": 999, "move": notation})
        assert told["t"] == "refused"
        assert not numbers_in(told, "id") & hidden_numbers(match, seat)

    def _answer(self, seat: Seat, question: dict[str, Any]) -> dict[str, Any]:
        watcher = self.watchers[seat]
        watcher.connection.send(json.dumps({**question, "point": self.live.match.point}))
        while (frame := watcher.next()).get("id") != question["id"]:
            self.check_frame(watcher, frame)
        self.check_text(watcher.texts[-1], f"an answer for {watcher.name}")
        return frame

    def take_back(self, seat: Seat) -> None:
        """A seat takes its choice back."""
        point, nth = self.live.match.point, entry_count(self.live, seat)
        frame = {"t": "take_back", "id": nth + 1, "point": point, "nth": nth}
        self.watchers[seat].connection.send(json.dumps(frame))
        self._go_on(after_take_back(self.live, seat, point=point, nth=nth))

    def _go_on(self, after: LiveMatch) -> None:
        before, self.live = self.live, after
        if after.match.rules is enough and after.match.state.last != before.match.state.last:
            last = after.match.state.last
            self.mucked[last.round] = mucked_cards(before.match, after.match)
        is_sealed = before.match.point == after.match.point
        seen_before = [sum('"t":"seen"' in text for text in watcher.texts) for watcher in self.watchers]
        self.look()
        entry = after.match.log[len(before.match.log)]
        assert isinstance(entry, Commit | TakeBack)
        if is_sealed:
            for watcher, count in zip(self.watchers, seen_before, strict=True):
                if watcher.viewer != entry.seat:
                    assert sum('"t":"seen"' in text for text in watcher.texts) == count
        self._check_kept(entry.seat)

    def _check_kept(self, seat: Seat) -> None:
        """Wait for the answer, if it has not arrived yet."""
        watcher = self.watchers[seat]
        while not any('"t":"ack"' in text for text in watcher.texts[-3:]):
            self.check_frame(watcher, watcher.next())

    def step(self, rng: Random, style: Style) -> bool:
        """Make a choice, sometimes taking it back first; False if the game is over."""
        pending = self.live.match.pending
        if isinstance(pending, Over):
            return False
        assert isinstance(pending, Decision)
        seat = rng.choice([seat for seat in pending.menus if seat not in self.live.match.sealed])
        rules, point = self.live.match.rules, self.live.match.point
        if pending.is_brief:
            self.ask(seat, "deck")
        self.commit(seat, rules.format_move(style.choose(pending.menus[seat])))
        if self.live.match.point == point and rng.random() < 0.2:
            self.take_back(seat)
            self.commit(seat, rules.format_move(style.choose(pending.menus[seat])))
        return True


@contextmanager
def watched_table(running: RunningServer, folder: Path, game: str, seats: int) -> Iterator[WatchedTable]:
    """The table, with everybody at it and the game begun."""
    people = [running.person(f"Player {n}") for n in range(seats)]
    guest, other = running.person("Guest"), running.person("Other")
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(folder / "tables.db", may_upgrade=False))
        table_id, code, told = _create_table(store, people[0], game, seats)
        guest.post_ok("/join", code=code)
        ages = AGES if game == "mark" else (None,) * seats
        for n, person in enumerate(people[1:], 1):
            person.post_ok(f"/tables/{table_id}/sit", words=WORDS.format(n), age=ages[n])
        stored = store.load_table(table_id)
        assert stored is not None
        live = load_table(stored)[1]
        assert live is not None
        found = WatchedTable(running, folder, store, table_id, [], [*people, guest, other], told, live)
        found.learn_secrets()
        found.moments[len(live.match.log)] = live.match
        roles: list[tuple[str, Viewer, httpx.Client, bool]] = [
            *((f"seat {n}", Seat(n), person.browser, True) for n, person in enumerate(people)),
            ("guest", None, guest.browser, True),
            ("other", None, other.browser, False),
            ("stranger", None, running.client(), False),
        ]
        for name, viewer, browser, is_inside in roles:
            connection = stack.enter_context(open_socket(running, table_id, browser))
            found.watchers.append(Watcher(name, viewer, browser, connection, is_inside))
            for frame in found.watchers[-1].frames_until(len(live.match.log)):
                found.check_frame(found.watchers[-1], frame)
        yield found


def _create_table(store: Store, host: BrowserUser, game: str, seats: int) -> tuple[str, str, dict[str, str]]:
    """A table in the database, as if another server had created it, with a known seed; and its secrets."""
    invite, me = identity.new_secret(), host.get_ok("/me")
    fresh = TableIdentity(
        identity.new_id(), identity.new_code(), identity.hash_secret(invite), commitment(SEED), 0
    )
    me_there = SeatRequest(SeatRequestKind.ME, age=AGES[0] if game == "mark" else None)
    places = (me_there, *[SeatRequest()] * (seats - 1))
    order = TableRequest(game, places, OPTIONS[game], is_public=True)
    store.create_table(tables.new_table(fresh, order, me["id"], me["name"]).row(), SEED.hex()).result()
    host.post_ok(f"/tables/{fresh.id}/ready", words=WORDS.format(0), commitment=fresh.commitment)
    told = {"invite": invite, "carry token": host.post_ok("/me/carry")["token"]}
    for n, part in enumerate(host.post_ok("/me/bots", name="Robby")["token"].split(".")[1:]):
        told[f"bot token {n}"] = part
    told["new invite"] = host.post_ok(f"/tables/{fresh.id}/invite")["invite"]
    return fresh.id, fresh.code, told


def open_socket(running: RunningServer, table_id: str, browser: httpx.Client) -> ClientConnection:
    """The socket of a browser's person."""
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    address = f"{running.url.replace('http', 'ws', 1)}/api/tables/{table_id}/socket"
    return connect(address, additional_headers={"Cookie": cookie, "Origin": running.url})
