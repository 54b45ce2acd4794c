"""Played games: one's own, with replays, records and proofs of fairness."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from closecall.core.errors import GameError
from closecall.core.record import AnyMatch, Player, encode_record, record_of
from closecall.core.rules import Seat, Viewer
from closecall.daily import Daily
from closecall.messages import Catalogue, catalogue
from closecall.server.http.bodies import MOST_STEPS
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.server.polite_threads import politely
from closecall.server.replays import Passage, Replay
from closecall.server.rooms.live_match import LiveMatch, effective_seed
from closecall.server.rooms.room import Room
from closecall.server.tables import Table, TableInfo, readable_tables, seats_of, table_info
from closecall.server.tables.permissions import Action, NotAllowed
from closecall.server.tables.table import expect, place_at
from closecall.store import ResultRow, Status, TableRow
from closecall.store.rows import LARGEST

MOST_GAMES = 100

_TAGS = ["history"]
_REPLAY = ResponseSpec(Replay, description="The steps.", generate_examples=False)
_RECORD = ResponseSpec(dict[str, Any], description="The record.", generate_examples=False)


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
    responses={**problems(403, 404), 200: _REPLAY},
)
async def show_replay(
    context: RequestContext,
    table_id: str,
    step: Annotated[int, Parameter(ge=0, le=1_000_000, description="The first step to show.")] = 0,
    limit: Annotated[int, Parameter(ge=1, le=MOST_STEPS, description="How many steps at most.")] = 50,
    viewer: Annotated[
        int | None, Parameter(ge=0, le=9, description="Whose eyes; without a seat, a spectator's.")
    ] = None,
) -> Response[bytes]:
    """Steps of a game."""
    room = await context.room(table_id, Action.REPLAY)
    content = await replay_of(context, room, Passage(None if viewer is None else Seat(viewer), step, limit))
    return Response(content, media_type="application/json")


async def replay_of(context: RequestContext, room: Room, passage: Passage) -> bytes:
    """Steps of a game, for a reader who may see it."""
    table, live = room.table, room.live
    assert live is not None
    check_eyes(table, context.id, passage.viewer)
    return await context.server.replays.steps(_reader(context), table, live.match, passage)


def _reader(context: RequestContext) -> str:
    """Readers of replays take turns; those without a name count as one for each address."""
    return context.id or context.network


@get(
    "/tables/{table_id:str}/record",
    tags=_TAGS,
    summary="The record of a game that is over, as a file",
    description="The format is described in docs/records.md; `closecall verify` checks it.",
    responses={**problems(403, 404, 409), 200: _RECORD},
)
async def download_record(context: RequestContext, table_id: str) -> Response[bytes]:
    """The record."""
    room = await context.room(table_id, Action.RECORD)
    name = f"closecall-{room.table.game}-{table_id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(await recorded(context, room), media_type="application/json", headers=headers)


async def recorded(context: RequestContext, room: Room) -> bytes:
    """The record of a game that is over, for a reader who may have it."""
    table, live, store = room.table, room.live, context.server.store
    assert live is not None
    dice = await context.server.daily.dice_of(table)

    def compute() -> bytes:
        stored = store.load_table(table.id, LARGEST)
        assert stored is not None
        return record_file(table, live.match, stored.seed, dice)

    return await context.server.replays.answer(_reader(context), (table.id, "record"), compute)


@get(
    "/tables/{table_id:str}/proof",
    tags=_TAGS,
    summary="The proof that the dice were fair",
    description=(
        "During the game the commitment; afterwards the secret seed too, or for a sealed daily game when the "
        "day is over."
    ),
    responses=problems(404),
)
async def show_proof(context: RequestContext, table_id: str) -> Proof:
    """The proof."""
    return await proven(context, await context.room(table_id, Action.PROOF))


async def proven(context: RequestContext, room: Room) -> Proof:
    """The proof, for a reader who may see the table."""
    seed = None
    if room.table.status is Status.OVER and await context.server.daily.may_know_seed(room.table):
        stored = await asyncio.to_thread(context.server.store.load_table, room.table.id, LARGEST)
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
    # Decoding a hundred tables takes too long for the event loop.
    tables = await asyncio.to_thread(_readable, rows, me.id)
    games = [
        PlayedGame(info, _results(row.id, results), await _waiting(context, row)) for row, info in tables
    ]
    return PlayedGames(tuple(games), rows[-1].created_at if len(rows) == limit else None)


def _readable(rows: Iterable[TableRow], person: str) -> list[tuple[TableRow, TableInfo]]:
    return [(row, table_info(table, person)) for row, table in readable_tables(politely(rows))]


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


# The record and the proof.


def record_file(table: Table, match: AnyMatch, seed: str, dice: Daily | None = None) -> bytes:
    """The record of a game that is over, with its seed and, for a daily game, what that follows from."""
    expect(table, Status.OVER)
    record = record_of(match, _players(table), table.commitment, bytes.fromhex(seed), table.words)
    return encode_record(match.rules, replace(record, rules_version=table.rules_version, daily=dice))


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
