"""Ids, secrets, signatures and codes."""

import base64
import hashlib
import hmac
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from closecall.server.people import identity
from closecall.server.people.identity import SessionCookie

KEY = "the key of this server"
PERSON = "0123456789abcdef"
SECRET = "abcdefghijklmnopqrstuvwxyz_-0123"

Sign = Callable[[str, str, str], str]
Read = Callable[[str, str], tuple[str, str] | None]


def sign_plain(key: str, person_id: str, secret: str) -> str:
    """The value of a cookie without https."""
    return identity.sign_session(key, person_id, secret, is_secure=False).value


def read_plain(key: str, value: str) -> tuple[str, str] | None:
    """A cookie without https as it is sent."""
    return identity.read_session(key, SessionCookie(value, is_secure=False))


def sign_secure(key: str, person_id: str, secret: str) -> str:
    """The value of a cookie over https."""
    return identity.sign_session(key, person_id, secret, is_secure=True).value


def read_secure(key: str, value: str) -> tuple[str, str] | None:
    """A cookie over https as it is sent."""
    return identity.read_session(key, SessionCookie(value, is_secure=True))


def read_bearer(key: str, token: str) -> tuple[str, str] | None:
    """A bot token as it is sent."""
    return identity.read_bot_token(key, f"Bearer {token}")


KINDS = {
    "session": (sign_plain, read_plain),
    "host-session": (sign_secure, read_secure),
    "bot": (identity.sign_bot_token, read_bearer),
}
every_kind = pytest.mark.parametrize(("sign", "read"), KINDS.values(), ids=list(KINDS))


def test_ids_and_secrets_are_new_and_long_enough() -> None:
    """80 bits for names, 192 for secrets, 256 for keys, 30 for codes; no two are the same."""
    for make, shape in (
        (identity.new_id, r"[0-9a-hjkmnp-tv-z]{16}"),
        (identity.new_secret, r"[\w-]{32}"),
        (identity.new_key, r"[\w-]{43}"),
        (identity.new_code, r"[2-9A-HJ-NP-Z]{6}"),
    ):
        made = [make() for _ in range(200)]
        assert all(re.fullmatch(shape, text, re.ASCII) for text in made)
        # Two of 200 codes are the same by chance once in fifty thousand times, more never.
        assert len(set(made)) >= (199 if make is identity.new_code else 200)
        assert len(set("".join(made))) >= 30, "every letter comes up"


def test_only_hashes_are_stored() -> None:
    """SHA-256, in hexadecimal digits."""
    assert identity.hash_secret(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()


def test_shapes() -> None:
    """The store is not asked for a text that cannot be an id or a secret."""
    assert identity.is_id(PERSON)
    assert identity.is_secret(SECRET)
    for text in ("", PERSON[1:], PERSON + "0", PERSON.upper(), "o" * 16, "0123456789abcde\n", "٣" * 16):
        assert not identity.is_id(text)
    for text in ("", SECRET[1:], SECRET + "a", SECRET[1:] + "=", SECRET[1:] + "\n", "é" * 32):
        assert not identity.is_secret(text)


@every_kind
def test_a_signature_is_read_again(sign: Sign, read: Read) -> None:
    """Person and secret are read back with the signing key."""
    signed = sign(KEY, PERSON, SECRET)
    assert read(KEY, signed) == (PERSON, SECRET)
    assert read(KEY + "!", signed) is None


def test_the_signature_is_the_one_that_was_agreed_on() -> None:
    """HMAC-SHA-256 over the kind, the person and the secret, base64 without padding."""
    signature = sign_plain(KEY, PERSON, SECRET).split(".")[2]
    digest = hmac.new(KEY.encode(), f"session:{PERSON}.{SECRET}".encode(), hashlib.sha256).digest()
    assert base64.urlsafe_b64decode(signature + "=") == digest


@every_kind
def test_whatever_is_changed_is_refused(sign: Sign, read: Read) -> None:
    """Every letter counts, the last one too, whose lowest bits base64 ignores."""
    signed = sign(KEY, PERSON, SECRET)
    for n, letter in enumerate(signed):
        for other in "0Aa_.":
            if other != letter:
                assert read(KEY, signed[:n] + other + signed[n + 1 :]) is None
        assert read(KEY, signed[:n] + signed[n + 1 :]) is None
        assert read(KEY, signed[:n] + letter + signed[n:]) is None
    last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    assert [one for one in last if read(KEY, signed[:-1] + one)] == [signed[-1]]


@every_kind
@given(text=st.text(max_size=200))
def test_any_text_is_refused(sign: Sign, read: Read, text: str) -> None:
    """Without an exception, whatever it holds."""
    assert read(KEY, text) is None
    assert not text or read(KEY, sign(KEY, PERSON, SECRET) + text) is None
    assert read(KEY, sign(KEY, PERSON, SECRET) + "." + text) is None


def test_huge_texts_are_refused() -> None:
    """And quickly."""
    assert read_plain(KEY, "a" * 10_000_000) is None
    assert identity.read_bot_token(KEY, "Bearer " + "a." * 5_000_000) is None


def test_one_kind_is_no_other() -> None:
    """A cookie is no bot token, and one from https cannot be planted under the other name."""
    for signed, (sign, _) in KINDS.items():
        read_as = {kind for kind, (_, read) in KINDS.items() if read(KEY, sign(KEY, PERSON, SECRET))}
        assert read_as == {signed}


def test_access_ids_are_public() -> None:
    """They have the shape of an id, depend on the key and the secret, and contain neither."""
    hashes = [identity.hash_secret(f"{n}") for n in range(100)]
    ids = [identity.access_id(KEY, each) for each in hashes]
    assert all(identity.is_id(each) for each in ids)
    assert len({*ids, *(identity.access_id("another key", each) for each in hashes)}) == 200
    assert ids == [identity.access_id(KEY, each) for each in hashes]
    assert not any(each[:8] in secret_hash for each, secret_hash in zip(ids, hashes, strict=True))


def test_authorization() -> None:
    """The scheme is Bearer, in upper or lower case, and no other."""
    token = identity.sign_bot_token(KEY, PERSON, SECRET)
    assert identity.read_bot_token(KEY, f"bearer {token}") == (PERSON, SECRET)
    for header in (
        token,
        f"Basic {token}",
        f"Bearer  {token}",
        f"Bearer{token}",
        f"Bearer {token} ",
        "Bearer",
        "",
    ):
        assert identity.read_bot_token(KEY, header) is None


# Cookies.


def test_cookies_are_out_of_reach_of_scripts() -> None:
    """HttpOnly and SameSite always, 400 days; over https Secure, and a name that only this host can set."""
    header = identity.cookie_header(SessionCookie("abc", is_secure=False))
    assert header == "closecall=abc; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"
    secure = identity.cookie_header(SessionCookie("abc", is_secure=True))
    assert secure == f"__Host-{header}; Secure"
    assert "abc" not in repr(SessionCookie("abc", is_secure=True))
    ended = identity.ended_cookie_header(is_secure=True)
    assert ended == "__Host-closecall=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"
    assert identity.ended_cookie_header(is_secure=False).startswith("closecall=; Path=/; Max-Age=0; ")


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("closecall=a.b.c", "a.b.c"),
        ("a=1;closecall=x=y; b=2", "x=y"),
        ("closecall=first; closecall=second", "first"),
        ("", None),
        ("closecall", ""),
        ("xclosecall=1; CLOSECALL=2; other=closecall=3", None),
        ("closecall=1;" + "x" * 20_000, None),
        ("__host-closecall=1; Host-closecall=2; __Host-=3", None),
    ],
)
def test_finding_our_cookie(header: str, value: str | None) -> None:
    """By its exact name, among others."""
    found = identity.find_cookie(header)
    assert found == (None if value is None else SessionCookie(value, is_secure=False))


@pytest.mark.parametrize("header", ["closecall=a; __Host-closecall=b", "__Host-closecall=b; closecall=a"])
def test_the_cookie_for_https_comes_first(header: str) -> None:
    """A neighbouring site can plant the other one, but not replace this one."""
    assert identity.find_cookie(header) == SessionCookie("b", is_secure=True)


# Codes.


@pytest.mark.parametrize("typed", ["ABC7XZ", "abc7xz", " aBc 7xZ\n", "ABC-7XZ", "A B C 7 X Z"])
def test_codes_are_typed_as_people_like(typed: str) -> None:
    """In upper or lower case, with spaces and hyphens."""
    assert identity.clean_code(typed) == "ABC7XZ"


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "",
            "ABC7X",
            "ABC7XZZ",
            "ABC7X0",
            "ABCO23",
            "ABC1XZ",
            "ABCIXZ",
            "ABC7X.",
            "ßßß",
            "ABC7XŽ",
            "٢٣٤٥٦٧",
        ),
        " " * 20 + "ABC7XZ",
    ],
)
def test_texts_that_are_not_codes(typed: str) -> None:
    """Wrong letters, wrong length, other alphabets, too much of anything."""
    assert identity.clean_code(typed) is None
