"""Daily games on a server: whose dice they have, which try counts, midnight, clocks, ranking and par."""

import asyncio
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import closecall
from closecall.core.fate import commitment
from closecall.core.match import Fate
from closecall.core.record import AnyMatch, Player, record_of, steps
from closecall.core.rules import Over
from closecall.daily import DAY_MS, Daily, daily_seed
from closecall.games import game_of
from closecall.server.daily.par import Pars
from server.daily_fixtures import DAY, NEXT, DailyServer, daily_server, live, rolls_of
from server.room_fixtures import choose, enter, rooms_in_memory
from terminal.test_daily import played

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning"),
]

GAMES = ("mark", "qwixx")


@pytest.fixture(autouse=True)
def without_par(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot thinks in the background, except where par is tested."""
    if "par" not in request.node.name:
        monkeypatch.setattr(Pars, "begin", lambda *_: None)


async def result_of(found: DailyServer, who: dict[str, str], day: Any = DAY, game: str = "mark") -> Any:
    """The ranking of a day as somebody sees it."""
    return await found.get(who, f"/daily/{game}/{day.isoformat()}")


# Dice.


@pytest.mark.parametrize("game", GAMES)
async def test_the_dice_are_those_of_the_terminal(tmp_path: Path, game: str) -> None:
    """The seed follows from the date, nobody adds words, and the record says so."""
    async with daily_server(tmp_path) as found:
        ann = await found.person("Ann")
        table = await found.play(ann, game)
        assert table["commitment"] == commitment(daily_seed(game, DAY))
        assert table["daily"] == {"day": "2026-11-18", "counts": True, "is_sealed": False}
        match = live(await found.room(table["id"]))
        assert rolls_of(match) == rolls_of(played(game, DAY))
        data = (await found.browser.get(f"/api/tables/{table['id']}/record", headers=ann)).content
    record, _ = closecall.load(data)
    assert record.daily == Daily(DAY)
    assert closecall.verify(match.rules, record) == len(rolls_of(match))


async def test_nobody_changes_the_dice_or_looks_on(tmp_path: Path) -> None:
    """No words, no guests, no bots: the table is played alone."""
    async with daily_server(tmp_path) as found:
        ann, ben = await found.person("Ann"), await found.person("Ben")
        table = await found.post(ann, "/daily/mark")
        assert (table["code"], table["status"]) == (None, "playing")
        assert set(table["allowed"]) == {"see", "watch", "close", "commit", "take_back", "proof"}
        path = f"/tables/{table['id']}"
        for step, body in (
            ("words", {"words": "geese"}), ("leave", {}), ("stand-in", {"seat": 0}), ("invite", {}),
            ("rematch", {}), ("sit", {}), ("start", {}),
        ):  # fmt: skip
            answer = await found.post(ann, f"{path}/{step}", 403, **body)
            assert answer["code"] == "not_allowed"
        for what in ("", "/replay", "/record", "/proof"):
            await found.get(ben, path + what, 404)
        await found.finish(table["id"])
        assert "rematch" not in (await found.get(ann, path))["allowed"]


async def test_games_without_a_daily_one_and_other_days(tmp_path: Path) -> None:
    """There is none of Close Enough, none tomorrow, and a day is written in one way."""
    async with daily_server(tmp_path) as found:
        ann = await found.person("Ann")
        for path in (
            "/daily/enough/2026-11-18",
            "/daily/mark/2026-11-19",
            "/daily/mark/20261118",
            "/daily/x/y",
        ):
            assert (await found.get(ann, path, 404))["code"] == "not_found"
        assert (await found.post(ann, "/daily/enough", 404))["code"] == "not_found"
        assert (await found.post(ann, "/daily/mark", 404, day="2026-11-19"))["code"] == "not_found"
        assert (await found.post({}, "/daily/mark", 401))["code"] == "nobody"
        overview = await found.get({}, "/daily")
        assert [(game["game"], game["mine"]) for game in overview["games"]] == [
            ("mark", None),
            ("qwixx", None),
        ]


# Tries.


async def test_only_the_first_try_counts(tmp_path: Path) -> None:
    """Another device gets the same table; later tries are marked, and not ranked."""
    async with daily_server(tmp_path) as found:
        ann = await found.person("Ann")
        first = await found.post(ann, "/daily/mark")
        assert (await found.post(ann, "/daily/mark"))["id"] == first["id"]
        assert (await found.post(ann, "/daily/mark", again=True))["id"] == first["id"]
        score = await found.finish(first["id"])
        assert (await found.post(ann, "/daily/mark"))["id"] == first["id"]
        second = await found.post(ann, "/daily/mark", again=True)
        assert second["id"] != first["id"]
        assert not second["daily"]["counts"]
        assert (await found.post(ann, "/daily/mark", again=True))["id"] == second["id"]
        await found.finish(second["id"], which=3)
        assert (await found.post(ann, "/daily/mark", again=True))["id"] not in (first["id"], second["id"])
        result = await result_of(found, ann)
        assert [(row["name"], row["score"], row["table"]) for row in result["ranking"]] == [
            ("Ann", score, first["id"])
        ]
        assert result["points"][-1] == score


async def test_two_devices_at_the_same_moment(tmp_path: Path) -> None:
    """The database decides, and both get the same table; also for a later try."""
    async with daily_server(tmp_path) as found:
        ann = await found.person("Ann")
        for again in (False, True):
            tables = await asyncio.gather(*(found.post(ann, "/daily/mark", again=again) for _ in range(8)))
            assert len({table["id"] for table in tables}) == 1
            await found.finish(tables[0]["id"])
        assert len(rooms_in_memory(found.server)) == 2


async def test_an_abandoned_try_is_a_try(tmp_path: Path) -> None:
    """Closing the table gives no second chance, and no points."""
    async with daily_server(tmp_path) as found:
        ann = await found.person("Ann")
        table = await found.post(ann, "/daily/qwixx")
        await choose(await found.room(table["id"]), 0)
        await found.post(ann, f"/tables/{table['id']}/close")
        again = await found.post(ann, "/daily/qwixx")
        assert (again["id"], again["status"]) == (table["id"], "closed")
        await found.play(ann, "qwixx", again=True)
        result = await result_of(found, ann, game="qwixx")
        assert (result["ranking"], result["players"], result["rank"], result["streak"]) == ([], 0, None, 0)
        assert (result["mine"]["status"], result["mine"]["score"], result["is_open"]) == (
            "closed",
            None,
            True,
        )


async def test_an_earlier_day_is_practice(tmp_path: Path) -> None:
    """It has that day's dice and does not count, even as a first try."""
    async with daily_server(tmp_path) as found:
        ann = await found.person("Ann")
        earlier = DAY - timedelta(days=3)
        table = await found.play(ann, day=earlier.isoformat())
        assert table["daily"] == {"day": earlier.isoformat(), "counts": False, "is_sealed": False}
        assert table["commitment"] == commitment(daily_seed("mark", earlier))
        assert (await result_of(found, ann, earlier))["ranking"] == []


async def test_bots_do_not_play(tmp_path: Path) -> None:
    """A bot of somebody's would be in the ranking under a person's name."""
    async with daily_server(tmp_path) as found:
        ann, cookie = await found.server.people.welcome("Ann", "en")
        session = found.server.people.secret_of([(b"cookie", f"closecall={cookie.value}".encode())])
        assert session is not None
        _, token = await found.server.people.new_bot(ann, session, "Robby")
        bot = {"Authorization": f"Bearer {token}"}
        assert (await found.post(bot, "/daily/mark", 403))["code"] == "people_only"


async def test_it_is_in_no_other_statistics(tmp_path: Path) -> None:
    """Dice that anybody can know give no place in the hall of fame, and no rating."""
    async with daily_server(tmp_path) as found:
        ann = await found.person("Ann")
        table = await found.play(ann)
        assert (await found.get(ann, "/fame/mark"))["people"] == []
        assert (await found.get(ann, "/ratings/mark"))["people"] == []
        [mine] = (await found.get(ann, "/me/games"))["games"]
        assert mine["table"]["daily"]["day"] == "2026-11-18"
        assert [result["name"] for result in mine["results"]] == ["Ann"]
        assert mine["table"]["id"] == table["id"]


# Midnight and clocks.


async def test_a_day_begins_and_ends_at_midnight_utc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the server stands."""
    for zone in ("Pacific/Kiritimati", "Pacific/Honolulu", "UTC"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        folder = tmp_path / zone.replace("/", "-")
        folder.mkdir()
        async with daily_server(folder) as found:
            for ms, day in ((0, DAY), (DAY_MS - 1, DAY), (DAY_MS, NEXT)):
                found.set_time(DAY, ms)
                overview = await found.get({}, "/daily")
                assert overview["today"]["day"] == day.isoformat(), zone
                assert overview["tomorrow"]["day"] == (day + timedelta(days=1)).isoformat()
                assert overview["ends_at"] == found.clock.now() // DAY_MS * DAY_MS + DAY_MS
    monkeypatch.undo()
    time.tzset()


async def test_a_game_over_midnight_counts_for_its_own_day(tmp_path: Path) -> None:
    """It was begun in time; the ranking says that it was finished late, and today's is another one."""
    async with daily_server(tmp_path) as found:
        ann, ben = await found.person("Ann"), await found.person("Ben")
        await found.play(ben)
        found.set_time(DAY, DAY_MS - 1)
        table = await found.post(ann, "/daily/mark")
        await choose(await found.room(table["id"]), 0)
        found.set_time(NEXT, 0)
        today = await found.post(ann, "/daily/mark")
        assert (today["id"] != table["id"], today["daily"]["day"]) == (True, NEXT.isoformat())
        score = await found.finish(table["id"])
        result = await result_of(found, ann)
        assert {(row["name"], row["is_late"]) for row in result["ranking"]} == {("Ann", True), ("Ben", False)}
        assert (result["mine"]["score"], result["rank"]) == (score, 1)
        assert rolls_of(live(await found.room(today["id"])))[:3] != rolls_of(played("mark", DAY))[:3]


async def test_a_clock_that_is_set_back(tmp_path: Path) -> None:
    """Each day keeps its tries, whichever comes first."""
    async with daily_server(tmp_path) as found:
        ann = await found.person("Ann")
        found.set_time(NEXT)
        ahead = await found.play(ann)
        found.set_time(DAY)
        table = await found.play(ann)
        assert (table["daily"]["day"], table["daily"]["counts"]) == (DAY.isoformat(), True)
        found.set_time(NEXT)
        assert (await found.post(ann, "/daily/mark"))["id"] == ahead["id"]
        assert [day["day"] for day in (await overview_of(found, ann))["days"]] == ["2026-11-19", "2026-11-18"]


async def overview_of(found: DailyServer, who: dict[str, str], game: str = "mark") -> Any:
    """What the overview says of a game."""
    games = (await found.get(who, "/daily"))["games"]
    return next(one for one in games if one["game"] == game)


# Ranking and calendar.


async def test_ranks_and_streaks(tmp_path: Path) -> None:
    """Equal points share a rank; days in a row count up to today or yesterday."""
    async with daily_server(tmp_path) as found:
        names = ("Ann", "Ben", "Cleo")
        people = {name: await found.person(name) for name in names}
        for name, which in zip(names, (0, 0, 7), strict=True):
            await found.play(people[name], which=which)
        rows = (await result_of(found, people["Ann"]))["ranking"]
        scores = {row["name"]: row["score"] for row in rows}
        assert scores["Ann"] == scores["Ben"]
        assert [row["score"] for row in rows] == sorted(scores.values(), reverse=True)
        for row in rows:
            assert row["rank"] == 1 + sum(score > row["score"] for score in scores.values())
        assert [row["name"] for row in rows if row["mine"]] == ["Ann"]
        for ahead, expected in ((1, 1), (2, 0)):
            found.set_time(DAY + timedelta(days=ahead))
            assert (await overview_of(found, people["Ann"]))["streak"] == expected
        found.set_time(NEXT)
        await found.play(people["Ann"])
        overview = await overview_of(found, people["Ann"])
        assert (overview["streak"], overview["players"], overview["rank"]) == (2, 1, 1)
        assert [day["day"] for day in overview["days"]] == ["2026-11-19", "2026-11-18"]
        assert overview["best"] == max(day["score"] for day in overview["days"])
        found.set_time(DAY + timedelta(days=100))
        assert (await overview_of(found, people["Ann"]))["days"] == []


async def test_replays_open_after_ones_own_game_or_when_the_day_is_over(tmp_path: Path) -> None:
    """Until then nobody learns the dice from others."""
    async with daily_server(tmp_path) as found:
        ann, ben, cleo = [await found.person(name) for name in ("Ann", "Ben", "Cleo")]
        table = await found.play(ann)
        path = f"/tables/{table['id']}"
        started = await found.post(cleo, "/daily/mark")
        for who in (ben, cleo, {}):
            result = await result_of(found, who)
            assert (result["is_open"], result["par"], result["ranking"][0]["table"]) == (False, None, None)
            for what in ("", "/replay", "/record", "/proof"):
                await found.get(who, path + what, 404)
        await found.finish(started["id"])
        assert (await result_of(found, cleo))["ranking"][0]["table"] is not None
        assert (await found.get(cleo, path + "/replay"))["steps"] > 25
        assert (await found.get(cleo, path))["role"] == "person"
        await found.get(ben, path, 404)
        later = await found.play(ann, again=True)
        await found.get(cleo, f"/tables/{later['id']}", 404)
        found.set_time(NEXT, 0)
        for who in (ben, {}):
            assert (await found.get(who, path + "/replay"))["steps"] > 25
            assert (await result_of(found, who))["is_open"]


# Sealed days.


async def test_a_sealed_day(tmp_path: Path) -> None:
    """Published a day before, unreadable until it is over, then revealed and verified."""
    async with daily_server(tmp_path, sealed_daily=True) as found:
        ann, ben = await found.person("Ann"), await found.person("Ben")
        tomorrow = (await found.get({}, "/daily"))["tomorrow"]
        assert tomorrow["is_sealed"]
        found.set_time(NEXT)
        today = (await found.get({}, "/daily"))["today"]
        assert today == tomorrow
        table = await found.post(ann, "/daily/mark")
        room = await found.room(table["id"])
        listener = await enter(room, room.table.host)
        await found.finish(table["id"])
        path = f"/tables/{table['id']}"
        assert (await found.get(ann, f"{path}/proof"))["seed"] is None
        assert (await found.get(ann, f"{path}/record", 403))["code"] == "not_allowed"
        await found.play(ben)
        for who in (ann, ben, {}):
            await found.get(who, "/daily")
            assert (await result_of(found, who, NEXT))["day"]["secret"] is None
        await found.get(ben, f"{path}/replay")
        await found.get(ben, f"{path}/record", 403)
        row = found.server.store.find_day(NEXT.isoformat())
        assert row is not None
        assert row.secret is not None
        stored = found.server.store.load_table(table["id"])
        assert stored is not None
        for secret in (row.secret, stored.seed):
            assert secret not in "".join([*found.sent, *listener.texts, repr(row), repr(stored)])
        found.set_time(NEXT + timedelta(days=1), 0)
        result = await result_of(found, {}, NEXT)
        assert result["day"]["secret"] == row.secret
        assert commitment(bytes.fromhex(row.secret)) == tomorrow["commitment"] == result["day"]["commitment"]
        data = (await found.browser.get(f"/api{path}/record")).content
    record, match = closecall.load(data)
    assert rolls_of(match) != rolls_of(played("mark", NEXT))
    assert record.daily is not None
    assert (record.daily.day, record.daily.secret) == (NEXT, bytes.fromhex(row.secret))
    assert closecall.verify(match.rules, record) == len(rolls_of(match))


async def test_a_revealed_day_counts_no_more(tmp_path: Path) -> None:
    """Whoever sets the clock back after the dice are known plays for practice."""
    async with daily_server(tmp_path, sealed_daily=True) as found:
        ann, ben = await found.person("Ann"), await found.person("Ben")
        await found.play(ann)
        found.set_time(NEXT)
        assert (await result_of(found, ben))["day"]["secret"] is not None
        found.set_time(DAY)
        table = await found.play(ben)
        assert not table["daily"]["counts"]
        assert [row["name"] for row in (await result_of(found, ben))["ranking"]] == ["Ann"]


@pytest.mark.parametrize("is_sealed", [False, True])
async def test_another_setting_changes_no_day_that_has_begun(tmp_path: Path, is_sealed: bool) -> None:
    """Today stays as it was played, and a published commitment stays valid."""
    async with daily_server(tmp_path, sealed_daily=is_sealed) as found:
        table = await found.play(await found.person("Ann"))
        before = await found.get({}, "/daily")
    async with daily_server(tmp_path, sealed_daily=not is_sealed) as found:
        other = await found.play(await found.person("Ben"))
        after = await found.get({}, "/daily")
        assert other["commitment"] == table["commitment"]
        assert after["today"] == before["today"]
        assert after["tomorrow"]["is_sealed"]
        assert not is_sealed or after["tomorrow"] == before["tomorrow"]
        found.set_time(DAY + timedelta(days=2))
        assert (await found.get({}, "/daily"))["today"]["is_sealed"] is not is_sealed


async def test_days_before_the_server_follow_from_the_date(tmp_path: Path) -> None:
    """Nothing was published then."""
    async with daily_server(tmp_path, sealed_daily=True) as found:
        ann = await found.person("Ann")
        earlier = DAY - timedelta(days=9)
        table = await found.play(ann, day=earlier.isoformat())
        assert table["commitment"] == commitment(daily_seed("mark", earlier))


# Par.


@pytest.mark.parametrize("game", GAMES)
async def test_par(tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest bot plays the same dice in a bot worker, once; the line has a number for each round."""
    monkeypatch.setattr("closecall.server.daily.par.strongest_bot", lambda game: "greedy")
    async with daily_server(tmp_path) as found:
        ann = await found.person("Ann")
        table = await found.play(ann, game)
        result = await result_of(found, ann, game=game)
        while result["is_par_coming"]:
            await asyncio.sleep(0.05)
            result = await result_of(found, ann, game=game)
        par = result["par"]
        assert par["bot"] == "greedy"
        match = live(await found.room(table["id"]))
        assert result["points"] == counted_points(match)
        stored = found.server.store.find_par(game, DAY.isoformat())
    async with daily_server(tmp_path) as found:
        again = await result_of(found, {}, game=game)
        assert (again["par"], again["is_par_coming"]) == (None, False)  # Not before one has played.
        found.set_time(NEXT)
        assert (await result_of(found, {}, game=game))["par"] == par
        assert found.server.store.find_par(game, DAY.isoformat()) == stored


def counted_points(match: AnyMatch) -> list[int]:
    """The points before each roll but the first, and at the end."""
    points = game_of(match.rules.SLUG).points
    assert points is not None
    assert isinstance(match.pending, Over)
    record = record_of(match, (Player("Ann"),))
    rolled = [
        points(before.state)[0] for before, entry in steps(match.rules, record) if isinstance(entry, Fate)
    ]
    return [*rolled[1:], match.pending.scores[0]]


async def test_par_that_fails_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that gives no move leaves no par behind, and is not asked again at once."""
    monkeypatch.setattr("closecall.server.daily.par.strongest_bot", lambda game: "nobody")
    async with daily_server(tmp_path) as found:
        ann = await found.person("Ann")
        await found.play(ann)
        pars = found.server.daily.pars
        while not pars._failed_at:
            await asyncio.sleep(0.02)
        assert (await result_of(found, ann))["is_par_coming"]
        assert not pars._computing
        monkeypatch.setattr("closecall.server.daily.par.strongest_bot", lambda game: "greedy")
        found.clock.elapsed_ms += 60_000
        while (await result_of(found, ann))["par"] is None:
            await asyncio.sleep(0.05)
