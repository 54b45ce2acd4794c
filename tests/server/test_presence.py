"""Who is connected is stored from time to time, and what has expired is deleted."""

import asyncio
from pathlib import Path

import pytest

from closecall.server.people import identity
from closecall.server.rooms import hub as hub_module
from closecall.server.sockets.connection import Socket
from closecall.store import PersonRow, SecretKind, SecretRow
from server.room_fixtures import Listener, enter, new_room, server_on, wait_until

pytestmark = pytest.mark.anyio


async def test_the_people_and_secrets_of_open_sockets_are_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each of them, many people at a time; others and spectators without a name change nothing."""
    monkeypatch.setattr(hub_module, "SWEEP_S", 0.02)
    monkeypatch.setattr(hub_module, "PEOPLE_AT_ONCE", 2)
    async with server_on(tmp_path) as server:
        store = server.store
        rows = [
            PersonRow(identity.new_id(), f"P{n}", "en", is_bot=False, created_at=0, seen_at=0)
            for n in range(6)
        ]
        secrets = [
            SecretRow(identity.hash_secret(identity.new_secret()), row.id, SecretKind.SESSION, 0)
            for row in rows
        ]
        for row, secret in zip(rows, secrets, strict=True):
            await asyncio.wrap_future(store.add_person(row, secret))
        room = await new_room(server, "qwixx", rows[0].id, "")
        await enter(room)
        for row, secret in list(zip(rows, secrets, strict=True))[:5]:
            await room.enter(Socket(Listener(row.id)._send, row.id, "en", secret.hash))

        def seen(n: int) -> bool:
            person, secret = store.find_person(rows[n].id), store.find_secret(secrets[n].hash)
            assert person is not None
            assert secret is not None
            return person.seen_at > 0 and secret.seen_at is not None and secret.seen_at > 0

        await wait_until(lambda: all(seen(n) for n in range(5)))
        assert not seen(5)


async def test_expired_secrets_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those."""
    monkeypatch.setattr(hub_module, "SWEEP_S", 0.02)
    async with server_on(tmp_path) as server:
        row = PersonRow(identity.new_id(), "Ann", "en", is_bot=False, created_at=0, seen_at=0)
        session, old, new = [identity.hash_secret(identity.new_secret()) for _ in range(3)]
        now = server.now()
        await asyncio.wrap_future(
            server.store.add_person(row, SecretRow(session, row.id, SecretKind.SESSION, 0))
        )
        for hashed, expires_at in ((old, now - 1), (new, now + 3_600_000)):
            secret = SecretRow(hashed, row.id, SecretKind.CARRY, 0, expires_at)
            await asyncio.wrap_future(server.store.add_secret(secret))
        await wait_until(lambda: server.store.find_secret(old) is None)
        assert server.store.find_secret(session) is not None
        assert server.store.find_secret(new) is not None
