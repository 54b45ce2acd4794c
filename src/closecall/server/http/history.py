"""Games that were played: one's own, their replays, records and proofs."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from closecall.core.errors import GameError
from closecall.core.rules import Seat
from closecall.messages import catalogue
from closecall.server.http import replay_access
from closecall.server.http.openapi import problems
from closecall.server.http.replay_access import Proof, Step
from closecall.server.http.request_context import Asking
from closecall.server.tables import Table, TableInfo, table_info
from closecall.server.tables.permissions import Action
from closecall.store import ResultRow, Status, TableRow
from closecall.store.rows import LARGEST

MOST_STEPS = 200
MOST_GAMES = 100

_TAGS = ["history"]
_RECORD = ResponseSpec(dict[str, Any], description="The record.", generate_examples=False)


class Replay(msgspec.Struct, frozen=True):
    """Some steps of a game through one viewer's eyes."""

    steps: int
    """How many steps there are, the first with nothing played."""
    viewer: int | None
    items: tuple[Step, ...]


class Result(msgspec.Struct, frozen=True):
    """How a game ended for one seat."""

    seat: int
    name: str
    score: int
    won: bool


class PlayedGame(msgspec.Struct, frozen=True):
    """A table of mine, and how its game ended if it did."""

    table: TableInfo
    results: tuple[Result, ...]
    waiting: tuple[int, ...]
    """The seats that have to choose now."""


class PlayedGames(msgspec.Struct, frozen=True):
    """Games, the newest first."""

    games: tuple[PlayedGame, ...]
    before: int | None
    """What to ask for the next ones with; None if there are no more."""


@get(
    "/tables/{table_id:str}/replay",
    tags=_TAGS,
    summary="A game step by step",
    description=(
        "Step n is the match after n entries of its log. After the game everybody who may see it may look "
        "through any seat's eyes; in a game that was given up, everybody through their own."
    ),
    responses=problems(403, 404),
)
async def show_replay(
    asking: Asking,
    table_id: str,
    step: Annotated[int, Parameter(ge=0, le=1_000_000, description="The first step to show.")] = 0,
    limit: Annotated[int, Parameter(ge=1, le=MOST_STEPS, description="How many steps at most.")] = 50,
    viewer: Annotated[
        int | None, Parameter(ge=0, le=9, description="Whose eyes; without a seat, a spectator's.")
    ] = None,
) -> Replay:
    """Steps of a game."""
    room = await asking.room(table_id, Action.REPLAY)
    table, live, eyes = room.table, room.live, None if viewer is None else Seat(viewer)
    assert live is not None
    replay_access.check_eyes(table, asking.id, eyes)
    async with asking.services.replaying:
        items = await asyncio.to_thread(replay_access.replayed, table, live.match, eyes, step, limit)
    return Replay(len(live.match.log) + 1, viewer, items)


@get(
    "/tables/{table_id:str}/record",
    tags=_TAGS,
    summary="The record of a game that is over, as a file",
    description="The format is described in docs/records.md; `closecall verify` checks it.",
    responses={**problems(403, 404, 409), 200: _RECORD},
)
async def download_record(asking: Asking, table_id: str) -> Response[bytes]:
    """The record."""
    table = (await asking.room(table_id, Action.RECORD)).table
    async with asking.services.replaying:
        stored = await asyncio.to_thread(asking.services.store.load_table, table_id)
        assert stored is not None
        content = await asyncio.to_thread(replay_access.record_file, stored)
    name = f"closecall-{table.game}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/json", headers=headers)


@get(
    "/tables/{table_id:str}/proof",
    tags=_TAGS,
    summary="What shows that the dice were fair",
    description="Before the end the promise; after it the secret seed too.",
    responses=problems(404),
)
async def show_proof(asking: Asking, table_id: str) -> Proof:
    """The proof."""
    room = await asking.room(table_id, Action.PROOF)
    seed = None
    if room.table.status is Status.OVER:
        stored = await asyncio.to_thread(asking.services.store.load_table, table_id, LARGEST)
        assert stored is not None
        assert stored.table.status is Status.OVER
        seed = stored.seed
    return replay_access.proof(room.table, room.live, seed, catalogue(asking.language))


@get(
    "/me/games",
    tags=_TAGS,
    summary="The tables where I sit or sat",
    responses=problems(401),
)
async def list_my_games(
    asking: Asking,
    before: Annotated[int, Parameter(ge=0, le=LARGEST, description="Made before this time.")] = LARGEST,
    limit: Annotated[int, Parameter(ge=1, le=MOST_GAMES, description="How many at most.")] = 20,
) -> PlayedGames:
    """One's games."""
    me, store = asking.me, asking.services.store
    rows = await asyncio.to_thread(store.games_of, me.id, before, limit)
    over = [row.id for row in rows if row.status is Status.OVER]
    results = await asyncio.to_thread(store.results_of, *over) if over else ()
    games = [
        PlayedGame(table_info(Table.of(row), me.id), _results(row.id, results), await _waiting(asking, row))
        for row in rows
    ]
    return PlayedGames(tuple(games), rows[-1].created_at if len(rows) == limit else None)


async def _waiting(asking: Asking, row: TableRow) -> tuple[int, ...]:
    if row.status is not Status.PLAYING:
        return ()
    try:
        live = (await asking.services.hub.room(row.id)).live
    except GameError:
        return ()  # Old rules, or no room: whoever opens the table hears why, and sees the others until then.
    return () if live is None else live.match.seen_by(None).waiting


def _results(table_id: str, results: tuple[ResultRow, ...]) -> tuple[Result, ...]:
    return tuple(
        Result(row.seat, row.name, row.score, row.won) for row in results if row.table_id == table_id
    )


HISTORY_ROUTES = [show_replay, download_record, show_proof, list_my_games]
