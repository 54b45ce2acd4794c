"""Shared games: the link, what it opens for everybody, what it does not, and how it ends."""

from pathlib import Path
from typing import Any

import pytest

import closecall
from closecall.server.people import identity
from server.room_fixtures import RoleServer, role_server
from server.server_process import BrowserUser, RunningServer, problem, running_server

# The framework will want its arguments marked one day, and everything will fail on that day.
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning"),
]

QUESTIONS = ("", "/replay", "/record", "/proof")


async def asked(found: RoleServer, role: str, token: str) -> list[int]:
    """What somebody with this token is answered."""
    answers = [await found.request(role, "POST", f"/shared{path}", {"token": token}) for path in QUESTIONS]
    return [answer.status_code for answer in answers]


async def test_everybody_with_the_link_sees_the_game(tmp_path: Path) -> None:
    """A stranger, a person and a guest; without it the replay stays closed to those who were not there."""
    async with role_server(tmp_path) as found:
        table, _ = await found.table("over", "player", is_public=False)
        shared = (await found.request("player", "POST", f"/tables/{table.id}/share")).json()
        for role in ("stranger", "person", "guest", "player"):
            assert await asked(found, role, shared["token"]) == [200] * len(QUESTIONS)
        for path in ("", "/replay", "/record", "/proof", "/socket"):
            answer = await found.request("stranger", "GET", f"/tables/{table.id}{path}")
            assert answer.status_code == 404
        answer = await found.request("person", "GET", f"/tables/{table.id}/replay")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_table")


async def test_all_players_share_the_same_link(tmp_path: Path) -> None:
    """Once anybody stops sharing, it is dead; the next one is new."""
    async with role_server(tmp_path) as found:
        table, _ = await found.table("over", "player", is_public=False)
        path = f"/tables/{table.id}"
        by_player, by_host = [
            (await found.request(role, "POST", f"{path}/share")).json()
            for role in ("player", "host who plays")
        ]
        token = by_player["token"]
        assert by_player == by_host
        assert identity.is_secret(token)
        assert by_player["link"].endswith(f"/shared#{token}")
        for _ in range(2):  # Stopping twice does no harm.
            assert (await found.request("player", "POST", f"{path}/stop-sharing")).status_code == 204
        assert await asked(found, "stranger", token) == [404] * len(QUESTIONS)
        again = (await found.request("player", "POST", f"{path}/share")).json()["token"]
        assert again != token
        assert await asked(found, "stranger", token) == [404] * len(QUESTIONS)
        assert await asked(found, "stranger", again) == [200] * len(QUESTIONS)


async def test_a_link_opens_one_game_only(tmp_path: Path) -> None:
    """Neither another table, nor anything that leads to this one or to its people."""
    async with role_server(tmp_path) as found:
        table, invite = await found.table("over", "player", is_public=False)
        other, _ = await found.table("over", "player", is_public=False)
        token = (await found.request("player", "POST", f"/tables/{table.id}/share")).json()["token"]
        texts = [
            (await found.request("stranger", "POST", f"/shared{path}", {"token": token})).text
            for path in QUESTIONS
        ]
        people = [person.id for person in found.people.values() if person.id is not None]
        hidden = [table.id, other.id, table.host, invite, table.invite_hash, token, *people]
        assert not [(text[:99], secret) for text in texts for secret in hidden if secret in text]
        told = (await found.request("stranger", "POST", "/shared", {"token": token})).json()
        assert [seat["name"] for seat in told["seats"]] == [place.name for place in table.places]


async def test_wrong_links_are_counted_as_guesses(tmp_path: Path) -> None:
    """Whatever is asked with them; right ones are not counted."""
    async with role_server(tmp_path, most_guesses=4) as found:
        table, _ = await found.table("over", "player", is_public=False)
        token = (await found.request("player", "POST", f"/tables/{table.id}/share")).json()["token"]
        for _ in range(3):
            assert await asked(found, "stranger", token) == [200] * len(QUESTIONS)
        wrong = token[:-1] + ("A" if token[-1] != "A" else "B")
        assert await asked(found, "stranger", wrong) == [404] * 4
        assert await asked(found, "stranger", "short") == [429] * 4
        assert await asked(found, "stranger", token) == [429] * 4


# Over real connections.


def finished_game(running: RunningServer) -> tuple[BrowserUser, str]:
    """A private game that Ann has played to its end."""
    ann = running.person("Ann")
    bot = {"kind": "bot", "bot": "greedy"}
    table = ann.create_table(game="qwixx", seats=[{"kind": "me"}, bot], words="seven grey geese")["table"]
    with ann.socket(table["id"]) as connection:
        connection.play_to_end()
        while connection.await_frame("table")["table"]["status"] != "over":
            pass
    return ann, table["id"]


def test_a_shared_game_is_the_game(tmp_path: Path) -> None:
    """The same steps through every seat's eyes, and a record whose dice can be verified."""
    with running_server(tmp_path) as running:
        ann, table_id = finished_game(running)
        token = ann.post_ok(f"/tables/{table_id}/share")["token"]
        browser = running.client()

        def seen(path: str, **body: Any) -> Any:
            return browser.post(f"/api/shared{path}", json={"token": token, **body})

        for viewer in (None, 0, 1):
            query = {} if viewer is None else {"viewer": viewer}
            page = seen("/replay", step=3, limit=7, viewer=viewer).json()
            assert page == ann.get_ok(f"/tables/{table_id}/replay", step=3, limit=7, **query)
        assert problem(seen("/replay", viewer=2)) == (404, "table_no_place")
        for bad in ({"limit": 201}, {"limit": 0}, {"step": -1}, {"viewer": -1}, {"table": table_id}):
            assert problem(seen("/replay", **bad)) == (400, "bad_request")
        record, match = closecall.load(seen("/record").content)
        assert closecall.verify(match.rules, record) > 5
        proof = seen("/proof").json()
        assert (proof["commitment"], proof["words"]) == (record.commitment, ["seven grey geese", ""])
        told = seen("").json()
        assert [(seat["name"], seat["bot"]) for seat in told["seats"]] == [
            ("Ann", None),
            ("Greedy", "greedy"),
        ]
        assert told["ended_at"] == ann.get_ok(f"/tables/{table_id}")["ended_at"]


def test_links_survive_a_restart(tmp_path: Path) -> None:
    """They are stored."""
    with running_server(tmp_path) as running:
        ann, table_id = finished_game(running)
        token = ann.post_ok(f"/tables/{table_id}/share")["token"]
    with running_server(tmp_path) as running:
        assert running.client().post("/api/shared", json={"token": token}).status_code == 200
