"""Who somebody is: ids, secrets, signed cookies and bot tokens, short codes, and brakes on guessing.

A session is written `<person id>.<secret>.<signature>`; whoever has not got the signature from us is refused
without a look into the store, where only hashes of secrets are kept.

>>> cookie = sign_session("a server key", "0123456789abcdef", "s" * 32)
>>> read_session("a server key", cookie) == ("0123456789abcdef", "s" * 32)
True
>>> read_session("another key", cookie) is None
True
"""

import base64
import hashlib
import hmac
import re
import secrets
from collections import OrderedDict, deque
from ipaddress import IPv6Address, ip_address, ip_network

COOKIE = "closecall"
COOKIE_SECONDS = 400 * 24 * 60 * 60
"""Browsers keep no cookie for longer than 400 days."""
CARRY_MS = 10 * 60 * 1000
"""How long a link that carries somebody to another device is good."""
GUESS_WINDOW_MS = 10 * 60 * 1000
"""In how long a time a few wrong guesses are forgiven."""

_ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_ID_LENGTH = 16
_CODE_LENGTH = 6
_SECRET_BYTES = 24

_ID = re.compile(f"[{_ID_LETTERS}]{{{_ID_LENGTH}}}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
_SIGNED = re.compile(rf"({_ID.pattern})\.({_SECRET.pattern})\.([A-Za-z0-9_-]{{43}})")
_LONGEST_HEADER = 16 * 1024
_LONGEST_TYPED_CODE = 20


def new_id() -> str:
    """The id of a person or a table: 80 bits, a public name and no secret."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def is_id(text: str) -> bool:
    """Whether a text has the shape of an id."""
    return _ID.fullmatch(text) is not None


def new_key() -> str:
    """A key with which a server signs: 256 bits."""
    return secrets.token_urlsafe(32)


def new_secret() -> str:
    """A session, an invitation, a carry token or a bot's secret: 192 bits."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def is_secret(text: str) -> bool:
    """Whether a text has the shape of a secret, so that the store may be asked for it."""
    return _SECRET.fullmatch(text) is not None


def hash_secret(secret: str) -> str:
    """What the store keeps instead of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


# Sessions and bot tokens.


def sign_session(key: str, person_id: str, secret: str) -> str:
    """The value of a person's cookie."""
    return _signed(key, "session", person_id, secret)


def read_session(key: str, cookie: str) -> tuple[str, str] | None:
    """The person and the secret of a cookie of ours; None for every other text."""
    return _read(key, "session", cookie)


def sign_bot_token(key: str, person_id: str, secret: str) -> str:
    """What a bot sends after `Bearer`."""
    return _signed(key, "bot", person_id, secret)


def read_bot_token(key: str, authorization: str) -> tuple[str, str] | None:
    """The bot and the secret of an `Authorization: Bearer …` of ours; None for every other text."""
    scheme, _, token = authorization.partition(" ")
    return _read(key, "bot", token) if scheme.lower() == "bearer" else None


def _signed(key: str, kind: str, person_id: str, secret: str) -> str:
    assert is_id(person_id)
    assert is_secret(secret)
    return f"{person_id}.{secret}.{_signature(key, kind, person_id, secret)}"


def _signature(key: str, kind: str, person_id: str, secret: str) -> str:
    # The kind is signed too: a cookie is no bot token.
    digest = hmac.digest(key.encode(), f"{kind}:{person_id}.{secret}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _read(key: str, kind: str, text: str) -> tuple[str, str] | None:
    found = _SIGNED.fullmatch(text)
    if found is None:
        return None
    person_id, secret, signature = found.groups()
    if not hmac.compare_digest(signature, _signature(key, kind, person_id, secret)):
        return None
    return person_id, secret


# Cookies.


def find_cookie(header: str) -> str | None:
    """The value of our cookie in a `Cookie` header.

    >>> find_cookie("theme=dark; closecall=abc")
    'abc'
    """
    if len(header) > _LONGEST_HEADER:
        return None
    for pair in header.split(";"):
        name, _, value = pair.strip().partition("=")
        if name == COOKIE:
            return value
    return None


def cookie_header(value: str, *, is_secure: bool) -> str:
    """The text of a `Set-Cookie` header that keeps a session, out of reach of the page's scripts."""
    return _set_cookie(value, COOKIE_SECONDS, is_secure=is_secure)


def ended_cookie_header(*, is_secure: bool) -> str:
    """The text of a `Set-Cookie` header that makes a browser forget its session."""
    return _set_cookie("", 0, is_secure=is_secure)


def _set_cookie(value: str, seconds: int, *, is_secure: bool) -> str:
    secure = "; Secure" if is_secure else ""
    return f"{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"


# Short codes.


def new_code() -> str:
    """A table's short code: 30 bits, easy to read aloud, and so every wrong guess is counted."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def clean_code(typed: str) -> str | None:
    """A code as people type it, with spaces or hyphens and in any case; None if it can be none.

    >>> clean_code(" abc-7xz ")
    'ABC7XZ'
    """
    if len(typed) > _LONGEST_TYPED_CODE or not typed.isascii():
        return None
    code = re.sub(r"[\s-]", "", typed).upper()
    return code if len(code) == _CODE_LENGTH and set(code) <= set(_CODE_LETTERS) else None


# Guessing.


def network_of(address: str) -> str:
    """Whom to count an address for: itself, or with IPv6 the network, whose addresses one person has all of.

    >>> network_of("2001:db8::1:2:3:4"), network_of("::ffff:10.0.0.1"), network_of("10.0.0.1")
    ('2001:db8::/64', '10.0.0.1', '10.0.0.1')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((int(parsed), 64), strict=False))


class Throttle:
    """Counts for each key (an address, a person) what it did wrong lately; the caller tells the time."""

    def __init__(self, limit: int, window_ms: int, most_keys: int = 10_000) -> None:
        assert limit > 0
        assert most_keys > 0
        self._limit = limit
        self._window_ms = window_ms
        self._most_keys = most_keys
        self._times: OrderedDict[str, deque[int]] = OrderedDict()  # The key that was counted last is last.

    def __len__(self) -> int:
        return len(self._times)

    def wait_ms(self, key: str, now: int) -> int:
        """How long a key must wait until it may try again; 0 if it may now."""
        times = self._times.get(key)
        if times is None or len(times) < self._limit:
            return 0
        return max(0, times[0] + self._window_ms - now)

    def count(self, key: str, now: int) -> None:
        """Remember one wrong try; trying on while one must wait makes it longer."""
        times = self._times.setdefault(key, deque(maxlen=self._limit))
        times.append(now)
        self._times.move_to_end(key)
        self._forget_old(now)

    def forgive(self, key: str) -> None:
        """Take the last try back: it was none, or not wrong."""
        times = self._times.get(key)
        if times is None:
            return  # It was quiet for longer than others, and is forgotten already.
        times.pop()
        if not times:
            del self._times[key]

    def _forget_old(self, now: int) -> None:
        while self._times:
            oldest = next(iter(self._times))
            is_past = self._times[oldest][-1] + self._window_ms <= now
            if not is_past and len(self._times) <= self._most_keys:
                return
            del self._times[oldest]
