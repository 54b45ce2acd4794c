"""Rules to read and lessons to play, over real connections."""

from collections.abc import Iterator

import msgspec
import pytest

from closecall.core.seen import decode_seen
from closecall.games import game_of, rules_of, rules_text, slugs
from closecall.games.introduction import LEARNER, lessons_of
from closecall.messages import LANGUAGES
from closecall.server.http.games import introduction
from server.server_process import RunningServer, problem, running_server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all of these tests."""
    with running_server(tmp_path_factory.mktemp("learning")) as found:
        yield found


@pytest.mark.parametrize("game", slugs())
def test_the_rules_in_every_language(running: RunningServer, game: str) -> None:
    """The text in the requested language, for anybody."""
    for language in LANGUAGES:
        answer = running.client().get(f"/api/games/{game}/rules", params={"language": language})
        told = {"game": game, "language": language, "markdown": rules_text(game, language)}
        assert (answer.status_code, answer.json()) == (200, told)


def test_the_rules_in_the_readers_language(running: RunningServer) -> None:
    """The browser's preference; for a person, their own choice."""
    nobody = running.client()
    told = nobody.get("/api/games/mark/rules", headers={"accept-language": "it"}).json()
    assert (told["language"], told["markdown"].splitlines()[0]) == ("it", "# Ci sei quasi!")
    assert nobody.get("/api/games/mark/rules", headers={"accept-language": "pt"}).json()["language"] == "en"
    ann = running.person("Ann")
    assert ann.browser.patch("/api/me", json={"language": "fr"}).status_code == 200
    assert ann.get_ok("/games/mark/rules")["language"] == "fr"
    assert problem(nobody.get("/api/games/mark/rules?language=es")) == (400, "bad_request")


@pytest.mark.parametrize("game", slugs())
def test_the_introduction_as_it_is_sent(running: RunningServer, game: str) -> None:
    """Clients get what the rules produced, and the real decoder can read it."""
    sent = running.client().get(f"/api/games/{game}/introduction").json()
    assert sent == msgspec.json.decode(msgspec.json.encode(introduction(game_of(game))))
    for received, lesson in zip(sent["lessons"], lessons_of(game_of(game)), strict=True):
        seen = lesson.match.seen_by(LEARNER)
        read = decode_seen(rules_of(game), received["seen"])
        assert (read.view, read.point, read.over) == (seen.view, seen.point, seen.over)
        for reply in received["replies"]:
            decode_seen(rules_of(game), reply["seen"])


def test_why_a_move_is_not_possible(running: RunningServer) -> None:
    """The same sentence as at a table; nothing about a move that is possible."""
    path = "/api/games/qwixx/introduction/0/why"
    asked = running.client().get(path, params={"move": "r7"})
    assert asked.json() == {"sentence": "In action 1 the white dice make 3, so 7 cannot be crossed."}
    french = running.client().get(path, params={"move": "r7"}, headers={"accept-language": "fr"})
    assert running.client().get(path, params={"move": "r7", "language": "fr"}).json() == french.json()
    assert "7" in french.json()["sentence"]
    assert french.json() != asked.json()
    assert running.client().get(path, params={"move": "r3"}).json() == {"sentence": None}


def test_why_nothing_is_possible_where_nothing_is_asked(running: RunningServer) -> None:
    """The last lesson is only read."""
    last = len(introduction(game_of("mark")).lessons) - 1
    answer = running.client().get(f"/api/games/mark/introduction/{last}/why", params={"move": "a1+k"})
    assert answer.json() == {"sentence": None}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/games/chess/rules", (404, "not_found")),
        ("/games/chess/introduction", (404, "not_found")),
        ("/games/chess/introduction/0/why?move=e4", (404, "not_found")),
        ("/games/mark/introduction/98/why?move=a1%2Bk", (404, "not_found")),
        ("/games/mark/introduction/-1/why?move=a1%2Bk", (400, "bad_request")),
        ("/games/mark/introduction/0/why", (400, "bad_request")),
        ("/games/mark/introduction/0/why?move=e4", (400, "mark_notation")),
        (f"/games/mark/introduction/0/why?move={'a' * 401}", (400, "bad_request")),
    ],
)
def test_unknown_games_lessons_and_moves(
    running: RunningServer, path: str, expected: tuple[int, str]
) -> None:
    """Other games, other lessons, other notations."""
    assert problem(running.client().get(f"/api{path}")) == expected
