"""Played games: one's own, with replays, records and proofs of fairness."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from closecall.core.errors import GameError
from closecall.core.match import Fate
from closecall.core.record import (
    AnyEntry,
    AnyMatch,
    Player,
    Record,
    encode_entry,
    encode_record,
    record_of,
    steps,
)
from closecall.core.rules import Seat, Viewer
from closecall.messages import Catalogue, catalogue
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.server.rooms.live_match import LiveMatch, effective_seed, load_table
from closecall.server.sockets.protocol import seen_value
from closecall.server.tables import Table, TableInfo, seats_of, table_info
from closecall.server.tables.permissions import Action, NotAllowed
from closecall.server.tables.table import expect, place_at
from closecall.store import ResultRow, Status, StoredTable, TableRow
from closecall.store.rows import LARGEST

MOST_STEPS = 200
MOST_GAMES = 100

_TAGS = ["history"]
_RECORD = ResponseSpec(dict[str, Any], description="The record.", generate_examples=False)


@dataclass(frozen=True, slots=True)
class Step:
    """The match after n entries of its log."""

    n: int
    entry: dict[str, Any] | None
    """The latest entry, as in a record; None at the start, and where it is somebody else's secret."""
    seen: dict[str, Any]
    """The match as the viewer saw it, as in the socket's `seen` frames."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof that nobody chose the dice."""

    commitment: str
    """The SHA-256 of the secret seed, published before the first roll."""
    words: tuple[str, ...]
    """Each seat's words, which are mixed into it."""
    entries: int
    """The length of the log."""
    seed: str | None
    """The secret seed, after the game."""
    effective_seed: str | None
    """The seed with the words mixed in, from which all outcomes are drawn."""
    how: tuple[str, ...]
    """How anybody can recompute the outcomes."""


class Replay(msgspec.Struct, frozen=True):
    """Some steps of a game through a viewer's eyes."""

    steps: int
    """The number of steps, including the start."""
    viewer: int | None
    items: tuple[Step, ...]


class Result(msgspec.Struct, frozen=True):
    """How a game ended for one seat."""

    seat: int
    name: str
    score: int
    won: bool


class PlayedGame(msgspec.Struct, frozen=True):
    """One of my tables, and the results if the game is over."""

    table: TableInfo
    results: tuple[Result, ...]
    waiting: tuple[int, ...]
    """The seats that have to choose now."""


class PlayedGames(msgspec.Struct, frozen=True):
    """Games, the newest first."""

    games: tuple[PlayedGame, ...]
    before: int | None
    """The value of `before` for the next page; None if there are no more."""


@get(
    "/tables/{table_id:str}/replay",
    tags=_TAGS,
    summary="A game step by step",
    description=(
        "Step n is the match after n entries of its log. After the game, everybody who may see it may look "
        "through any seat's eyes; in an abandoned game, only through their own."
    ),
    responses=problems(403, 404),
)
async def show_replay(
    context: RequestContext,
    table_id: str,
    step: Annotated[int, Parameter(ge=0, le=1_000_000, description="The first step to show.")] = 0,
    limit: Annotated[int, Parameter(ge=1, le=MOST_STEPS, description="How many steps at most.")] = 50,
    viewer: Annotated[
        int | None, Parameter(ge=0, le=9, description="Whose eyes; without a seat, a spectator's.")
    ] = None,
) -> Replay:
    """Steps of a game."""
    room = await context.room(table_id, Action.REPLAY)
    table, live, eyes = room.table, room.live, None if viewer is None else Seat(viewer)
    assert live is not None
    check_eyes(table, context.id, eyes)
    async with context.server.replay_lock:
        items = await asyncio.to_thread(replayed, table, live.match, eyes, step, limit)
    return Replay(len(live.match.log) + 1, viewer, items)


@get(
    "/tables/{table_id:str}/record",
    tags=_TAGS,
    summary="The record of a game that is over, as a file",
    description="The format is described in docs/records.md; `closecall verify` checks it.",
    responses={**problems(403, 404, 409), 200: _RECORD},
)
async def download_record(context: RequestContext, table_id: str) -> Response[bytes]:
    """The record."""
    table = (await context.room(table_id, Action.RECORD)).table
    async with context.server.replay_lock:
        stored = await asyncio.to_thread(context.server.store.load_table, table_id)
        assert stored is not None
        content = await asyncio.to_thread(record_file, stored)
    name = f"closecall-{table.game}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/json", headers=headers)


@get(
    "/tables/{table_id:str}/proof",
    tags=_TAGS,
    summary="The proof that the dice were fair",
    description="During the game the commitment; afterwards the secret seed too.",
    responses=problems(404),
)
async def show_proof(context: RequestContext, table_id: str) -> Proof:
    """The proof."""
    room = await context.room(table_id, Action.PROOF)
    seed = None
    if room.table.status is Status.OVER:
        stored = await asyncio.to_thread(context.server.store.load_table, table_id, LARGEST)
        assert stored is not None
        assert stored.table.status is Status.OVER
        seed = stored.seed
    return proof(room.table, room.live, seed, catalogue(context.language))


@get(
    "/me/games",
    tags=_TAGS,
    summary="The tables where I sit or sat",
    responses=problems(401),
)
async def list_my_games(
    context: RequestContext,
    before: Annotated[int, Parameter(ge=0, le=LARGEST, description="Made before this time.")] = LARGEST,
    limit: Annotated[int, Parameter(ge=1, le=MOST_GAMES, description="How many at most.")] = 20,
) -> PlayedGames:
    """One's games."""
    me, store = context.me, context.server.store
    rows = await asyncio.to_thread(store.games_of, me.id, before, limit)
    over = [row.id for row in rows if row.status is Status.OVER]
    results = await asyncio.to_thread(store.results_of, *over) if over else ()
    games = [
        PlayedGame(table_info(Table.of(row), me.id), _results(row.id, results), await _waiting(context, row))
        for row in rows
    ]
    return PlayedGames(tuple(games), rows[-1].created_at if len(rows) == limit else None)


async def _waiting(context: RequestContext, row: TableRow) -> tuple[int, ...]:
    if row.status is not Status.PLAYING:
        return ()
    try:
        live = (await context.server.hub.room(row.id)).live
    except GameError:
        return ()  # Old rules, or the server is full; opening the table tells which.
    return () if live is None else live.match.seen_by(None).waiting


def _results(table_id: str, results: tuple[ResultRow, ...]) -> tuple[Result, ...]:
    return tuple(
        Result(row.seat, row.name, row.score, row.won) for row in results if row.table_id == table_id
    )


# Step by step.


def check_eyes(table: Table, person: str | None, viewer: Viewer) -> None:
    """Refuse a viewer who may see the replay, but not through these eyes.

    After the game everything is public; an abandoned game keeps everybody's secrets.
    """
    if viewer is None:
        return
    place_at(table, viewer)
    if table.status is not Status.OVER and viewer not in seats_of(table, person):
        raise NotAllowed("own_eyes_only")


def replayed(table: Table, match: AnyMatch, viewer: Viewer, first: int, most: int) -> tuple[Step, ...]:
    """Some steps of a match through a viewer's eyes; step n follows n entries."""
    record = record_of(match, _players(table))
    return tuple(
        Step(n, _entry(table, match, n, viewer), seen_value(match.rules, at.seen_by(viewer)))
        for n, at in islice(enumerate(_moments(match, record)), first, first + most)
    )


def _moments(match: AnyMatch, record: Record) -> Iterator[AnyMatch]:
    yield from (before for before, _ in steps(match.rules, record))
    yield match


def _entry(table: Table, match: AnyMatch, n: int, viewer: Viewer) -> dict[str, Any] | None:
    if n == 0:
        return None
    entry = match.log[n - 1]
    may_know = table.status is Status.OVER or _is_own(entry, viewer)
    return encode_entry(match.rules, entry) if may_know else None


def _is_own(entry: AnyEntry, viewer: Viewer) -> bool:
    return not isinstance(entry, Fate) and entry.seat == viewer


# The record and the proof.


def record_file(stored: StoredTable) -> bytes:
    """The record of a game that is over, with its seed."""
    table, live = load_table(stored)
    expect(table, Status.OVER)
    assert live is not None
    seed = bytes.fromhex(stored.seed)
    record = record_of(live.match, _players(table), table.commitment, seed, table.words)
    return encode_record(live.match.rules, record)


def _players(table: Table) -> tuple[Player, ...]:
    return tuple(Player(place.name, place.bot) for place in table.places)


def proof(table: Table, live: LiveMatch | None, seed: str | None, say: Catalogue) -> Proof:
    """The proof as far as it can be given now; `seed` is None until the game is over."""
    assert seed is None or table.status is Status.OVER
    return Proof(
        commitment=table.commitment,
        words=table.words,
        entries=0 if live is None else len(live.match.log),
        seed=seed,
        effective_seed=None if seed is None else effective_seed(table, seed).hex(),
        how=(say("proof.commitment"), say("proof.words"), say("proof.numbers"), say("proof.check")),
    )


HISTORY_ROUTES = [show_replay, download_record, show_proof, list_my_games]
