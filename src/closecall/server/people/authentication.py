"""Authentication: the person behind a cookie or a bot token, and everything else that gives access."""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from closecall.server.people import identity
from closecall.server.people.devices import device_of
from closecall.server.people.identity import SessionCookie
from closecall.server.time_source import TimeSource
from closecall.store import AccessRow, PersonRow, SecretKind, SecretRow, SecretUse, Spent, Store

KEY = "session"
MOST_KNOWN = 20_000
KNOWN_MS = 60_000
"""How long an answer of the store is cached; signing out on another server takes effect here after this."""
USES_AT_ONCE = 200

MOST_LINKS = 3
"""A person's open links to other devices; one more replaces the oldest."""
MOST_DEVICES = 50
MOST_BOTS = 20

Headers = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Person:
    """A person with a name, or a bot that connects over the network."""

    id: str
    name: str
    language: str
    is_bot: bool


@dataclass(frozen=True, slots=True)
class Access:
    """A way to act as a person or as one of their bots: a device, an open link or a token."""

    id: str
    """Public, unlike the secret and its hash."""
    name: str
    secret: SecretRow


@dataclass(frozen=True, slots=True)
class _Credentials:
    """What a request says about its sender."""

    cookie: SessionCookie | None
    authorization: str | None = field(repr=False)
    device: str | None


@dataclass(slots=True, eq=False)
class _Lookup:
    """A question to the store whose answer may be outdated when it arrives."""

    person_id: str
    is_outdated: bool = False


class People:
    """The people of one database, with a cache."""

    def __init__(self, store: Store, key: str, time_source: TimeSource) -> None:
        self._store = store
        self._key = key
        self._time = time_source
        self._known: OrderedDict[str, tuple[int, Person]] = OrderedDict()
        self._lookups: set[_Lookup] = set()
        self._uses: dict[str, SecretUse] = {}
        """What has been used since the uses were last recorded."""

    @classmethod
    def of(cls, store: Store, time_source: TimeSource) -> "People":
        """The people of a store; the key that signs their cookies is made at the first start."""
        return cls(store, store.keep_key(KEY, identity.new_key()).result(), time_source)

    # Who sends a request.

    async def identify(self, headers: Headers) -> Person | None:
        """The person whose cookie or token is in a request's headers, or None."""
        credentials = _credentials(headers)
        claim = self._claim(credentials)
        if claim is None:
            return None
        kind = SecretKind.SESSION if credentials.authorization is None else SecretKind.BOT
        person_id, secret_hash = claim
        person = await self._find(person_id, secret_hash, kind)
        if person is not None:
            self._uses[secret_hash] = SecretUse(secret_hash, self._time.now(), credentials.device)
        return person

    def secret_of(self, headers: Headers) -> str | None:
        """The hash of the session or bot token of a request; None without a valid signature."""
        claim = self._claim(_credentials(headers))
        return None if claim is None else claim[1]

    def renewed_cookie(self, headers: Headers) -> SessionCookie | None:
        """The same session in a cookie for https, if a request has only one of the other kind."""
        credentials = _credentials(headers)
        if (
            credentials.authorization is not None
            or credentials.cookie is None
            or credentials.cookie.is_secure
        ):
            return None
        claim = identity.read_session(self._key, credentials.cookie)
        return None if claim is None else identity.sign_session(self._key, *claim, is_secure=True)

    def _claim(self, credentials: _Credentials) -> tuple[str, str] | None:
        """The person and the hash of the secret that a request claims to have, with our signature."""
        claim = None
        if credentials.authorization is not None:
            claim = identity.read_bot_token(self._key, credentials.authorization)
        elif credentials.cookie is not None:
            claim = identity.read_session(self._key, credentials.cookie)
        return None if claim is None else (claim[0], identity.hash_secret(claim[1]))

    async def _find(self, person_id: str, secret_hash: str, kind: SecretKind) -> Person | None:
        known = self._known.get(secret_hash)
        if known is not None and self._time.elapsed() - known[0] < KNOWN_MS:
            return known[1]
        while True:
            lookup = _Lookup(person_id)
            self._lookups.add(lookup)
            try:
                person = await asyncio.to_thread(self._look_up, person_id, secret_hash, kind)
            finally:
                self._lookups.remove(lookup)
            if not lookup.is_outdated:  # Otherwise they have signed out, or changed their name.
                break
        if person is not None:
            self._remember(secret_hash, person)
        return person

    def _look_up(self, person_id: str, secret_hash: str, kind: SecretKind) -> Person | None:
        secret = self._store.find_secret(secret_hash)
        if secret is None or (secret.person_id, secret.kind) != (person_id, kind):
            return None
        if secret.expires_at is not None and secret.expires_at <= self._time.now():
            return None
        row = self._store.find_person(person_id)
        return None if row is None else Person(row.id, row.name, row.language, row.is_bot)

    def _remember(self, secret_hash: str, person: Person) -> None:
        self._known[secret_hash] = (self._time.elapsed(), person)
        self._known.move_to_end(secret_hash)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def _forget(self, people: Collection[str]) -> None:
        """Ask the store again about some people, even where an answer is already on its way."""
        for secret_hash in [each for each, (_, person) in self._known.items() if person.id in people]:
            del self._known[secret_hash]
        for lookup in self._lookups:
            lookup.is_outdated |= lookup.person_id in people

    # Arriving.

    async def welcome(
        self, name: str, language: str, *, device: str | None = None, is_secure: bool = False
    ) -> tuple[Person, SessionCookie]:
        """A new person, and their cookie."""
        person = Person(identity.new_id(), name, language, is_bot=False)
        secret = identity.new_secret()
        row = self._secret(secret, person.id, SecretKind.SESSION, device=device)
        await asyncio.wrap_future(self._store.add_person(self._row(person), row))
        return person, identity.sign_session(self._key, person.id, secret, is_secure=is_secure)

    async def new_bot(self, owner: Person, session: str, name: str) -> tuple[Person, str]:
        """A new bot that connects over the network, and its token; `session` is the hash of the owner's.

        The store refuses too many bots, and a session that has ended.
        """
        bot = Person(identity.new_id(), name, owner.language, is_bot=True)
        secret = identity.new_secret()
        row = self._secret(secret, bot.id, SecretKind.BOT)
        future = self._store.add_person(self._row(bot, owner.id), row, by=session, most=MOST_BOTS)
        await asyncio.wrap_future(future)
        return bot, identity.sign_bot_token(self._key, bot.id, secret)

    async def rename(self, person: Person, name: str, language: str) -> Person:
        """Change a person's name or language."""
        await asyncio.wrap_future(self._store.rename_person(person.id, name, language))
        self._forget([person.id])
        return Person(person.id, name, language, person.is_bot)

    async def carry_token(self, person: Person, session: str) -> tuple[str, int]:
        """A token that signs another device in as this person, once, and when it expires.

        `session` is the hash of the person's; the store refuses one that has ended.
        """
        token = identity.new_secret()
        expires_at = self._time.now() + identity.CARRY_MS
        row = self._secret(token, person.id, SecretKind.CARRY, expires_at=expires_at)
        await asyncio.wrap_future(self._store.add_secret(row, by=session, most=MOST_LINKS))
        return token, expires_at

    async def carried(
        self, token: str, *, device: str | None = None, is_secure: bool = False
    ) -> tuple[Person, SessionCookie]:
        """The person of a carry token, and a cookie; the store refuses an unknown or used token."""
        token_hash, secret = identity.hash_secret(token), identity.new_secret()
        link = await asyncio.to_thread(self._store.find_secret, token_hash)
        if link is None:
            raise Spent("store_spent")
        session = self._secret(secret, link.person_id, SecretKind.SESSION, device=device)
        await asyncio.wrap_future(
            self._store.use_secret(
                token_hash, SecretKind.CARRY, self._time.now(), instead=session, most=MOST_DEVICES
            )
        )
        row = await asyncio.to_thread(self._store.find_person, link.person_id)
        assert row is not None
        cookie = identity.sign_session(self._key, row.id, secret, is_secure=is_secure)
        return Person(row.id, row.name, row.language, row.is_bot), cookie

    def _row(self, person: Person, owner: str | None = None) -> PersonRow:
        now = self._time.now()
        return PersonRow(person.id, person.name, person.language, person.is_bot, now, now, owner)

    def _secret(
        self,
        secret: str,
        person_id: str,
        kind: SecretKind,
        *,
        expires_at: int | None = None,
        device: str | None = None,
    ) -> SecretRow:
        secret_hash = identity.hash_secret(secret)
        return SecretRow(secret_hash, person_id, kind, self._time.now(), expires_at, None, device)

    # Leaving.

    async def accesses(self, person: Person) -> tuple[Access, ...]:
        """All devices, open links and bots of a person, the oldest first."""
        rows = await asyncio.to_thread(self._store.access_of, person.id, self._time.now())
        return tuple(self._access(row) for row in rows)

    def _access(self, row: AccessRow) -> Access:
        secret, use = row.secret, self._uses.get(row.secret.hash)
        if use is not None:  # Newer than what is stored.
            secret = replace(secret, seen_at=use.at, device=use.device or secret.device)
        return Access(identity.access_id(self._key, secret.hash), row.name, secret)

    async def sign_out(self, person_id: str, secret_hash: str) -> None:
        """End one session, open link or bot token."""
        await asyncio.wrap_future(self._store.drop_secret(secret_hash))
        self._forget([person_id])

    async def sign_out_everywhere(self, person: Person) -> frozenset[str]:
        """End all sessions, open links and bot tokens of a person; the ids of the person and their bots."""
        ended = await asyncio.wrap_future(self._store.end_access(person.id)) | {person.id}
        self._forget(ended)
        return ended

    async def record_uses(self, connected: Iterable[str]) -> None:
        """Store when and where secrets were used, some at a time so that no move has to wait.

        `connected` are the hashes of those with an open socket.
        """
        now = self._time.now()
        uses, self._uses = self._uses, {}
        for secret_hash in connected:
            use = uses.get(secret_hash)
            uses[secret_hash] = SecretUse(secret_hash, now, None if use is None else use.device)
        pending = list(uses.values())
        for start in range(0, len(pending), USES_AT_ONCE):
            await asyncio.wrap_future(self._store.record_uses(pending[start : start + USES_AT_ONCE]))


def _credentials(headers: Headers) -> _Credentials:
    cookies: list[str] = []
    authorization, user_agent = None, ""
    for name, value in headers:
        match name:
            case b"cookie":
                cookies.append(value.decode("latin-1"))
            case b"authorization":
                authorization = value.decode("latin-1")
            case b"user-agent":
                user_agent = value.decode("latin-1")
    return _Credentials(identity.find_cookie("; ".join(cookies)), authorization, device_of(user_agent))
