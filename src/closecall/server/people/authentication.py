"""Authentication: the person behind a cookie or a bot token."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from closecall.server.people import identity
from closecall.store import PersonRow, SecretKind, SecretRow, Store

KEY = "session"
MOST_KNOWN = 20_000
KNOWN_MS = 60_000
"""How long an answer of the store is cached; signing out on another server takes effect here after this."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person with a name, or a bot that connects over the network."""

    id: str
    name: str
    language: str
    is_bot: bool


class People:
    """The people of one database, with a cache."""

    def __init__(self, store: Store, key: str) -> None:
        self._store = store
        self._key = key
        self._known: OrderedDict[str, tuple[int, Person]] = OrderedDict()

    @classmethod
    def of(cls, store: Store) -> "People":
        """The people of a store; the key that signs their cookies is made at the first start."""
        return cls(store, store.keep_key(KEY, identity.new_key()).result())

    async def identify(self, headers: Iterable[tuple[bytes, bytes]], now: int) -> Person | None:
        """The person whose cookie or token is in a request's headers, or None."""
        cookie, authorization = _credentials(headers)
        if authorization is not None:
            return await self._find(identity.read_bot_token(self._key, authorization), SecretKind.BOT, now)
        if cookie is not None:
            return await self._find(identity.read_session(self._key, cookie), SecretKind.SESSION, now)
        return None

    def session_of(self, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
        """The hash of a request's session; None without one, or for a bot."""
        cookie, authorization = _credentials(headers)
        if cookie is None or authorization is not None:
            return None
        claim = identity.read_session(self._key, cookie)
        return None if claim is None else identity.hash_secret(claim[1])

    async def _find(self, claim: tuple[str, str] | None, kind: SecretKind, now: int) -> Person | None:
        if claim is None:
            return None
        person_id, secret = claim
        secret_hash = identity.hash_secret(secret)
        known = self._known.get(secret_hash)
        if known is not None and now - known[0] < KNOWN_MS:
            return known[1]
        person = await asyncio.to_thread(self._look_up, person_id, secret_hash, kind, now)
        if person is not None:
            self._remember(secret_hash, person, now)
        return person

    def _look_up(self, person_id: str, secret_hash: str, kind: SecretKind, now: int) -> Person | None:
        secret = self._store.find_secret(secret_hash)
        if secret is None or (secret.person_id, secret.kind) != (person_id, kind):
            return None
        if secret.expires_at is not None and secret.expires_at <= now:
            return None
        row = self._store.find_person(person_id)
        return None if row is None else Person(row.id, row.name, row.language, row.is_bot)

    def _remember(self, secret_hash: str, person: Person, now: int) -> None:
        self._known[secret_hash] = (now, person)
        self._known.move_to_end(secret_hash)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def _forget(self, person_id: str) -> None:
        for secret_hash in [each for each, (_, person) in self._known.items() if person.id == person_id]:
            del self._known[secret_hash]

    # Arriving and leaving.

    async def welcome(self, name: str, language: str, now: int) -> tuple[Person, str]:
        """A new person, and their cookie."""
        person = Person(identity.new_id(), name, language, is_bot=False)
        secret = await self._add(person, None, SecretKind.SESSION, now)
        return person, identity.sign_session(self._key, person.id, secret)

    async def new_bot(self, owner: Person, name: str, now: int) -> tuple[Person, str]:
        """A new bot that connects over the network, and its token."""
        person = Person(identity.new_id(), name, owner.language, is_bot=True)
        secret = await self._add(person, owner.id, SecretKind.BOT, now)
        return person, identity.sign_bot_token(self._key, person.id, secret)

    async def _add(self, person: Person, owner: str | None, kind: SecretKind, now: int) -> str:
        secret = identity.new_secret()
        row = PersonRow(person.id, person.name, person.language, person.is_bot, now, now, owner)
        await asyncio.wrap_future(self._store.add_person(row, _secret(secret, person.id, kind, now)))
        return secret

    async def rename(self, person: Person, name: str, language: str) -> Person:
        """Change a person's name or language."""
        await asyncio.wrap_future(self._store.rename_person(person.id, name, language))
        self._forget(person.id)
        return Person(person.id, name, language, person.is_bot)

    async def carry_token(self, person: Person, now: int) -> str:
        """A token that signs another device in as this person, once and within ten minutes."""
        token = identity.new_secret()
        row = _secret(token, person.id, SecretKind.CARRY, now, now + identity.CARRY_MS)
        await asyncio.wrap_future(self._store.add_secret(row))
        return token

    async def carried(self, token: str, now: int) -> str:
        """The cookie for the person of a carry token; the store refuses an unknown or used token."""
        person_id = await asyncio.wrap_future(
            self._store.use_secret(identity.hash_secret(token), SecretKind.CARRY, now)
        )
        secret = identity.new_secret()
        await asyncio.wrap_future(self._store.add_secret(_secret(secret, person_id, SecretKind.SESSION, now)))
        return identity.sign_session(self._key, person_id, secret)

    async def sign_out(self, session: str) -> None:
        """End one session."""
        await asyncio.wrap_future(self._store.drop_secret(session))
        self._known.pop(session, None)

    async def sign_out_everywhere(self, person: Person) -> None:
        """End all sessions of a person."""
        await asyncio.wrap_future(self._store.drop_secrets_of(person.id, SecretKind.SESSION))
        self._forget(person.id)


def _secret(
    secret: str, person_id: str, kind: SecretKind, now: int, expires_at: int | None = None
) -> SecretRow:
    return SecretRow(identity.hash_secret(secret), person_id, kind, now, expires_at)


def _credentials(headers: Iterable[tuple[bytes, bytes]]) -> tuple[str | None, str | None]:
    """Our cookie and the `Authorization` header of a request."""
    cookie = authorization = None
    for name, value in headers:
        if name == b"cookie" and cookie is None:
            cookie = identity.find_cookie(value.decode("latin-1"))
        elif name == b"authorization":
            authorization = value.decode("latin-1")
    return cookie, authorization
