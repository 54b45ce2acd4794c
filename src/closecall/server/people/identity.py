"""Ids, secrets, signed cookies and bot tokens, and short codes.

A session is written `<person id>.<secret>.<signature>`. Without a valid signature it is refused before the
store is asked. The store holds only hashes of secrets. Over https the cookie is called `__Host-closecall`:
browsers take a cookie of that name only from this very host, so that no neighbouring site can plant one.

>>> cookie = sign_session("a server key", "0123456789abcdef", "s" * 32, is_secure=False)
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
from dataclasses import dataclass, field

COOKIE = "closecall"
SECURE_COOKIE = f"__Host-{COOKIE}"
COOKIE_SECONDS = 400 * 24 * 60 * 60
"""Browsers keep no cookie for longer than 400 days."""
CARRY_MS = 10 * 60 * 1000
"""How long a link to another device is valid."""

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
    """The id of a person or a table: 80 bits, public, not a secret."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def is_id(text: str) -> bool:
    """Whether a text has the shape of an id."""
    return _ID.fullmatch(text) is not None


def new_key() -> str:
    """A signing key of the server: 256 bits."""
    return secrets.token_urlsafe(32)


def new_secret() -> str:
    """A session, an invitation, a carry token or a bot's secret: 192 bits."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def is_secret(text: str) -> bool:
    """Whether a text has the shape of a secret, so that it is worth asking the store."""
    return _SECRET.fullmatch(text) is not None


def hash_secret(secret: str) -> str:
    """The hash that is stored instead of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def access_id(key: str, secret_hash: str) -> str:
    """The public id of a secret, from which neither it nor its hash can be found: 80 bits."""
    digest = hmac.digest(key.encode(), f"access:{secret_hash}".encode(), "sha256")
    return "".join(_ID_LETTERS[byte % len(_ID_LETTERS)] for byte in digest[:_ID_LENGTH])


# Sessions and bot tokens.


@dataclass(frozen=True, slots=True)
class SessionCookie:
    """The value of a person's cookie, and whether its name is the one for https."""

    value: str = field(repr=False)
    is_secure: bool


def sign_session(key: str, person_id: str, secret: str, *, is_secure: bool) -> SessionCookie:
    """A person's cookie."""
    return SessionCookie(_signed(key, _SESSION[is_secure], person_id, secret), is_secure)


def read_session(key: str, cookie: SessionCookie) -> tuple[str, str] | None:
    """The person and the secret of a cookie with our signature; None for any other text."""
    return _read(key, _SESSION[cookie.is_secure], cookie.value)


# Signed differently, so that a session from https cannot be planted under the other name.
_SESSION = {False: "session", True: "host-session"}


def sign_bot_token(key: str, person_id: str, secret: str) -> str:
    """The token that a bot sends after `Bearer`."""
    return _signed(key, "bot", person_id, secret)


def read_bot_token(key: str, authorization: str) -> tuple[str, str] | None:
    """The bot and the secret of an `Authorization: Bearer …` header with our signature; None for any
    other."""
    scheme, _, token = authorization.partition(" ")
    return _read(key, "bot", token) if scheme.lower() == "bearer" else None


def _signed(key: str, kind: str, person_id: str, secret: str) -> str:
    assert is_id(person_id)
    assert is_secret(secret)
    return f"{person_id}.{secret}.{_signature(key, kind, person_id, secret)}"


def _signature(key: str, kind: str, person_id: str, secret: str) -> str:
    # The kind is signed too, so that a cookie cannot be used as a bot token.
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


def find_cookie(header: str) -> SessionCookie | None:
    """Our cookie in a `Cookie` header; the one for https, if there are both.

    >>> cookie = find_cookie("theme=dark; closecall=abc; __Host-closecall=def")
    >>> (cookie.value, cookie.is_secure)
    ('def', True)
    """
    if len(header) > _LONGEST_HEADER:
        return None
    found: dict[str, str] = {}
    for pair in header.split(";"):
        name, _, value = pair.strip().partition("=")
        found.setdefault(name, value)
    for name, is_secure in ((SECURE_COOKIE, True), (COOKIE, False)):
        if name in found:
            return SessionCookie(found[name], is_secure)
    return None


def cookie_header(cookie: SessionCookie) -> str:
    """A `Set-Cookie` header that stores a session, out of reach of the page's scripts."""
    return _set_cookie(cookie.value, COOKIE_SECONDS, is_secure=cookie.is_secure)


def ended_cookie_header(*, is_secure: bool) -> str:
    """A `Set-Cookie` header that makes a browser forget its session."""
    return _set_cookie("", 0, is_secure=is_secure)


def _set_cookie(value: str, seconds: int, *, is_secure: bool) -> str:
    name, secure = (SECURE_COOKIE, "; Secure") if is_secure else (COOKIE, "")
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"


# Short codes.


def new_code() -> str:
    """A table's short code: easy to read aloud, but only 30 bits, so wrong guesses are counted."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def clean_code(typed: str) -> str | None:
    """A code as people type it, with spaces or hyphens and in any case; None if it cannot be a code.

    >>> clean_code(" abc-7xz ")
    'ABC7XZ'
    """
    if len(typed) > _LONGEST_TYPED_CODE or not typed.isascii():
        return None
    code = re.sub(r"[\s-]", "", typed).upper()
    return code if len(code) == _CODE_LENGTH and set(code) <= set(_CODE_LETTERS) else None
