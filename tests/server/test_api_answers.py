"""Which status, sentence and language a refusal gets."""

import pytest

from closecall.core.errors import BadOptions, GameError, IllegalMove, StaleDecision
from closecall.messages import LANGUAGES
from closecall.server.http.errors import (
    BadRequest,
    Nobody,
    Throttled,
    Unknown,
    language_of,
    problem_of,
    reader_language,
    retry_after,
    status_of,
)
from closecall.server.people.authentication import Person
from closecall.server.rooms.hub import NoTable
from closecall.server.tables import TableError
from closecall.server.tables.permissions import NotAllowed
from closecall.store import InDoubt, LostRace, NotKept, Spent, StoreError, Taken


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (BadRequest("bad_request", where="$"), 400),
        (BadOptions("wrong_seats"), 400),
        (IllegalMove("not_on_menu"), 400),
        (StoreError("store_nul"), 400),
        (Nobody("nobody"), 401),
        (NotAllowed("not_allowed"), 403),
        (NotAllowed("foreign_origin"), 403),
        (NoTable("no_table"), 404),
        (Unknown("unknown_invite"), 404),
        (Spent("store_spent"), 404),
        (TableError("table_no_place"), 404),
        (TableError("table_full"), 409),
        (StaleDecision("stale_choice"), 409),
        (LostRace("store_lost_race"), 409),
        (Taken("store_taken"), 409),
        (GameError("request_too_long"), 413),
        (Throttled("too_many_guesses", seconds=1, minutes=1), 429),
        (GameError("server_failed"), 500),
        (GameError("server_busy"), 503),
        (GameError("server_full"), 503),
        (StoreError("store_closed"), 503),
        (NotKept("store_not_kept"), 503),
        (InDoubt("store_in_doubt"), 503),
    ],
)
def test_the_status_of_a_refusal(error: GameError, status: int) -> None:
    """By its kind, and for some by its code."""
    assert status_of(error) == status
    assert bool(retry_after(error)) == (status in (429, 503))


def test_how_long_to_wait() -> None:
    """Programs get seconds, people minutes."""
    error = Throttled("too_many_guesses", seconds=61, minutes=2)
    assert retry_after(error) == {"retry-after": "61"}
    assert problem_of(error, "en").sentence == "Too many wrong tries; please wait about 2 min."


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("DE-ch", "de"),
        ("pt, fr;q=0.5, it;q=0.9", "it"),
        ("de;q=0, fr;q=0.001", "fr"),
        ("den, frr", "en"),
        ("*", "en"),
        ("fr;q=oops", "fr"),
        ("it, de", "it"),
        (";;;,,,=", "en"),
    ],
)
def test_the_language_of_a_browser(accepted: str, language: str) -> None:
    """The best match among our languages."""
    assert language_of(accepted) == language


def test_the_language_of_a_person() -> None:
    """Their own choice takes precedence over the browser's."""
    headers = [(b"accept-language", b"it")]
    assert reader_language(Person("x", "Ann", "de", is_bot=False), headers) == "de"
    assert reader_language(Person("x", "Ann", "tlh", is_bot=False), headers) == "it"
    assert reader_language(None, headers) == "it"
    sentences = {problem_of(Nobody("nobody"), language).sentence for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
