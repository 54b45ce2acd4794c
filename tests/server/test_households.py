"""The page of fame of a household (E17): who is on it, with what, and who may see it."""

from collections.abc import Iterator
from typing import Any

import pytest

from closecall.games import slugs
from closecall.server.http.households import Member, page_of_fame
from closecall.store import HouseholdRow
from server.server_process import BrowserUser, RunningServer, problem, running_server
from store.postgres_wheel import running_postgres
from store.store_helpers import new_schema

# The page from the rows of the store.


def members(owner: str, *rows: HouseholdRow) -> tuple[Member, ...]:
    """The members on the page of this owner."""
    return page_of_fame(owner, rows).members


def row(name: str | None, victories: int, games: int, game: str = "mark", last_at: int = 9) -> HouseholdRow:
    """A row whose latest victories were won just before the last game."""
    return HouseholdRow(name, game, victories, games, last_at, tuple(range(last_at, last_at - victories, -1)))


def test_an_empty_page() -> None:
    """Nobody has played yet."""
    assert members("Ann") == ()


def test_every_game_is_on_the_page() -> None:
    """Also one that a member has never played."""
    (ann,) = members("Ann", row(None, 1, 2, "qwixx"))
    assert tuple(fame.game for fame in ann.fame) == slugs()
    assert {fame.game: (fame.victories, fame.games, fame.trophies) for fame in ann.fame} == {
        game: (1, 2, (9,)) if game == "qwixx" else (0, 0, ()) for game in slugs()
    }


def test_names_that_differ_in_case_are_one_member() -> None:
    """By the spelling that was used last; counts add up, and the dates are sorted."""
    kim, _ = members(
        "Ann",
        row("KIM", 1, 2, last_at=5),
        row("Kim", 2, 3, last_at=7),
        row("kim", 1, 1, last_at=3),
        row(None, 0, 1),
    )
    assert (kim.name, kim.mine) == ("Kim", False)
    assert [(fame.victories, fame.games, fame.trophies) for fame in kim.fame if fame.games] == [
        (4, 6, (7, 6, 5, 3))
    ]
    (strasse,) = members("Ann", row("Frau Straße", 1, 1), row("FRAU STRASSE", 1, 1))
    assert sum(fame.victories for fame in strasse.fame) == 2


def test_the_owner_may_play_as_a_name() -> None:
    """A name equal to the owner's is the owner, who is shown by the present name."""
    (ann,) = members("Ann", row("ANN", 2, 2, last_at=99), row(None, 1, 1))
    assert (ann.name, ann.mine, ann.fame[0].victories) == ("Ann", True, 3)


def test_champions() -> None:
    """Those with the most victories at a game, several if they are equal; nobody without a victory."""
    page = members("Ann", row(None, 2, 9), row("Ben", 2, 2), row("Cem", 1, 1), row("Cem", 0, 5, "qwixx"))
    champions = {(member.name, fame.game) for member in page for fame in member.fame if fame.champion}
    assert champions == {("Ann", "mark"), ("Ben", "mark")}


def test_the_order_of_the_page() -> None:
    """The most victories at all games together first; ties go to fewer games, then by name."""
    page = members(
        "Ann",
        row(None, 2, 9),
        row("Ben", 1, 1),
        row("Ben", 1, 1, "qwixx"),
        row("dan", 0, 1),
        row("Cem", 0, 1),
    )
    assert [member.name for member in page] == ["Ben", "Ann", "Cem", "dan"]


def test_the_page_is_bounded() -> None:
    """Names and dates; the number of victories stays complete."""
    page = members("Ann", *(row(f"Name {n}", n, n, last_at=1000 + n) for n in range(150)))
    assert [member.name for member in page] == [f"Name {n}" for n in range(149, 49, -1)]
    assert (page[0].fame[0].victories, page[0].fame[0].trophies) == (149, tuple(range(1149, 1129, -1)))


# Over real connections.


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    """One server on each kind of database."""
    folder = tmp_path_factory.mktemp("households")
    fast = "--most-frames-at-once=100000"  # Nobody here thinks about a move.
    if request.param == "sqlite":
        with running_server(folder, None, fast) as found:
            yield found
        return
    with running_postgres("fsync=off") as url, running_server(folder, new_schema(url), fast) as found:
        yield found


def finish(owner: BrowserUser, table_id: str) -> None:
    """Play on the owner's device until the game is over."""
    with owner.socket(table_id) as connection:
        connection.play_to_end()
        while connection.await_frame("table")["table"]["status"] != "over":
            pass


def play(owner: BrowserUser, game: str, *others: str) -> tuple[Any, int]:
    """Play a game of the owner and names on the device against a bot; the results by seat, and the time."""
    seats = [
        {"kind": "me"},
        *({"kind": "local", "name": name} for name in others),
        {"kind": "bot", "bot": "random"},
    ]
    table_id = owner.create_table(game=game, seats=seats)["table"]["id"]
    finish(owner, table_id)
    (played,) = (each for each in owner.get_ok("/me/games")["games"] if each["table"]["id"] == table_id)
    return played["results"], played["table"]["ended_at"]


def test_a_household_plays(running: RunningServer) -> None:
    """The owner and the names are on the page with what they have won, and no bot; the hall of fame has none
    of the names."""
    ann = running.person("Ann")
    assert ann.get_ok("/me/fame") == {"members": []}
    wanted: dict[tuple[str, str], tuple[int, int, list[int]]] = {}
    for game, *others in (("mark", "Kim"), ("mark", "kim", "Ben"), ("qwixx", "Ben")):
        results, ended_at = play(ann, game, *others)
        for result in results[:-1]:
            key = result["name"].casefold(), game
            victories, games, trophies = wanted.get(key, (0, 0, []))
            won = [ended_at] if result["won"] else []
            wanted[key] = victories + len(won), games + 1, won + trophies
    page = ann.get_ok("/me/fame")["members"]
    assert {member["name"] for member in page} == {"Ann", "kim", "Ben"}
    assert [member["name"] for member in page if member["mine"]] == ["Ann"]
    found = {
        (member["name"].casefold(), fame["game"]): (fame["victories"], fame["games"], fame["trophies"])
        for member in page
        for fame in member["fame"]
        if fame["games"]
    }
    assert found == wanted
    assert ann.get_ok("/me")["id"] not in ann.get("/me/fame").text
    for game in ("mark", "qwixx"):
        hall = ann.get_ok(f"/fame/{game}")
        assert {person["name"] for person in hall["shared"]} == {"Ann"}
        assert hall["people"] == hall["bots"] == []


def test_a_new_name_takes_the_victories_along(running: RunningServer) -> None:
    """The owner's own games, but not those of a name on the device."""
    cleo = running.person("Cleo")
    play(cleo, "mark", "Dan")
    assert cleo.browser.patch("/api/me", json={"name": "Dana"}).is_success
    page = cleo.get_ok("/me/fame")["members"]
    assert {(member["name"], member["mine"]) for member in page} == {("Dana", True), ("Dan", False)}


def test_a_household_is_private(running: RunningServer) -> None:
    """A guest at the table has a page of their own; without a name there is none, and bots have none."""
    eve, finn = running.person("Eve"), running.person("Finn")
    seats = [{"kind": "me"}, {"kind": "local", "name": "Gus"}, {"kind": "open"}]
    made = eve.create_table(game="mark", seats=seats)
    finn.post_ok("/join", code=made["table"]["code"])
    finn.post_ok(f"/tables/{made['table']['id']}/sit")
    finn.post_ok(f"/tables/{made['table']['id']}/leave")  # A bot ends the game for Finn: it does not count.
    finish(eve, made["table"]["id"])
    assert {member["name"] for member in eve.get_ok("/me/fame")["members"]} == {"Eve", "Gus"}
    assert finn.get_ok("/me/fame")["members"] == []
    assert problem(running.client().get("/api/me/fame")) == (401, "nobody")
    token = eve.post_ok("/me/bots", name="Robby")["token"]
    assert problem(running.client(Authorization=f"Bearer {token}").get("/api/me/fame")) == (
        403,
        "people_only",
    )


def test_alone_nobody_wins(running: RunningServer) -> None:
    """A solo game is played, but no victory."""
    gus = running.person("Gus")
    table_id = gus.create_table(game="mark", seats=[{"kind": "me"}])["table"]["id"]
    finish(gus, table_id)
    (member,) = gus.get_ok("/me/fame")["members"]
    played = [
        (fame["victories"], fame["games"], fame["champion"]) for fame in member["fame"] if fame["games"]
    ]
    assert played == [(0, 1, False)]
