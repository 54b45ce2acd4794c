"""Every route of the server, at its worst input."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

from benchmarks.costs.world import HOARD, LONG, LONGEST_NAME, Visitor, World, store_results

from closecall.core.rules import Seat
from closecall.games import game_of, rules_of, slugs
from closecall.games.introduction import LEARNER, lessons_of
from closecall.server.http.bodies import MOST_STEPS
from closecall.server.http.history import MOST_GAMES
from closecall.server.http.middleware import LONGEST_BODY
from closecall.server.http.statistics import MOST_RESULTS
from closecall.server.replays import Replays

Act = Callable[[], Awaitable[object]]
Prepare = Callable[[World], Awaitable[Act]]
"""Prepares something; what it returns is measured."""

NOBODY = Visitor("", "")
WORDS = "Ж" * 80
BRACKETS = b"[" * LONGEST_BODY
SEATS = [{"kind": "me"}, *({"kind": "local", "name": f"{LONGEST_NAME[:-1]}{n}"} for n in range(4))]


def _plain(method: str, path: str, body: Any = None, who: Visitor | None = None) -> Prepare:
    """A request that can be sent again and again."""

    async def prepare(world: World) -> Act:
        return lambda: world.call(method, path, body, who)

    return prepare


def _asked(method: str, path: str, body: Any) -> Prepare:
    """A request that may be refused; bytes are sent as they are."""

    async def prepare(world: World) -> Act:
        return lambda: world.ask(method, path, body)

    return prepare


def _malformed(method: str, path: str) -> Prepare:
    return _asked(method, path, BRACKETS)


def _of(path: str, which: str) -> Prepare:
    """A question about the long game or about the busiest one."""

    async def prepare(world: World) -> Act:
        return lambda: world.call("GET", f"/api/tables/{getattr(world, which)}{path}")

    return prepare


def _at_full_table(path: str, body: Any = None) -> Prepare:
    """A change of an open table with all the guests that there may be."""

    async def prepare(world: World) -> Act:
        table_id = await world.full_table()
        return lambda: world.call("POST", f"/api/tables/{table_id}/{path}", body)

    return prepare


def _while_playing(path: str, body: Any = None) -> Prepare:
    """A change of a table with a running game."""

    async def prepare(world: World) -> Act:
        table_id = json.loads(await _made(world, SEATS))["table"]["id"]
        return lambda: world.call("POST", f"/api/tables/{table_id}/{path}", body)

    return prepare


async def _made(world: World, seats: Any, **more: Any) -> bytes:
    made = await world.call("POST", "/api/tables", _new(seats) | more)
    await world.call("POST", f"/api/tables/{json.loads(made)['table']['id']}/ready", {"words": WORDS})
    return made


def _new(seats: Any) -> dict[str, Any]:
    return {"game": "enough", "seats": seats, "options": HOARD, "public": True}


async def _carry(world: World) -> Act:
    owner = await world.new_person("Owner")  # Ann has as many devices as anybody may have.
    token = json.loads(await world.call("POST", "/api/me/carry", None, owner))["token"]
    return lambda: world.call("POST", "/api/carry", {"token": token}, NOBODY)


async def _new_bot(world: World) -> Act:
    owner = await world.new_person("Owner")
    return lambda: world.call("POST", "/api/me/bots", {"name": LONGEST_NAME}, owner)


async def _end_access(world: World) -> Act:
    listed = json.loads(await world.call("GET", "/api/me/access"))
    access = next(device["id"] for device in listed["devices"] if not device["is_this"])
    return lambda: world.call("DELETE", f"/api/me/access/{access}")


async def _sign_out(world: World) -> Act:
    somebody = await world.new_person("Somebody")
    return lambda: world.call("POST", "/api/me/sign-out", {"everywhere": True}, somebody)


async def _sit(world: World) -> Act:
    table_id, cat = await world.full_table(), await world.new_person("Cat")
    body = {"seat": 4, "words": WORDS}
    return lambda: world.call("POST", f"/api/tables/{table_id}/sit", body, cat)


async def _appoint(world: World) -> Act:
    table_id = await world.full_table()
    body = {"option": "scorekeeper", "seat": 2}
    return lambda: world.call("POST", f"/api/tables/{table_id}/appoint", body)


async def _age(world: World) -> Act:
    made = await world.new_table("mark", people=2, options={"ages": [None] * 5})
    path = f"/api/tables/{made['table']['id']}/age"
    return lambda: world.call("POST", path, {"age": 99, "seat": 0})


async def _begin(world: World) -> Act:
    made = json.loads(await world.call("POST", "/api/tables", _new(SEATS)))
    path = f"/api/tables/{made['table']['id']}/ready"
    return lambda: world.call("POST", path, {"words": WORDS})


async def _rematch(world: World) -> Act:
    table_id = json.loads(await _made(world, SEATS))["table"]["id"]
    await world.call("POST", f"/api/tables/{table_id}/close")
    return lambda: world.ask("POST", f"/api/tables/{table_id}/rematch")


async def _new_daily(world: World) -> Act:
    somebody = await world.new_person("Somebody")
    return lambda: world.call("POST", "/api/daily/qwixx", {}, somebody)


async def _daily_result(world: World) -> Act:
    """The result of somebody who has played, and whose points are computed again."""
    somebody = await world.new_person("Somebody")
    table = json.loads(await world.call("POST", "/api/daily/mark", {}, somebody))
    room = await world.server.hub.room(table["id"])
    while room.live is not None and (menu := room.live.match.seen_by(Seat(0)).menu) is not None:
        match = room.live.match
        await room.commit(Seat(0), match.rules.format_move(next(iter(menu))), point=match.point, nth=0)
    world.server.replays = Replays()
    return lambda: world.call("GET", f"/api/daily/mark/{table['daily']['day']}", None, somebody)


async def _join(world: World) -> Act:
    made = await world.new_table(people=2)
    cat = await world.new_person("Cat")
    return lambda: world.call("POST", "/api/join", {"invite": made["invite"]}, cat)


async def _invitation(world: World) -> Act:
    made = await world.new_table(people=2)
    return lambda: world.call("POST", "/api/invitation", {"invite": made["invite"]})


async def _qr(world: World) -> Act:
    made = await world.new_table(people=2)
    path = f"/api/tables/{made['table']['id']}/qr"
    return lambda: world.call("POST", path, {"invite": made["invite"]})


async def _statistics(world: World) -> Act:
    grinder = await world.new_person("Grinder")
    await asyncio.to_thread(store_results, world.server.store, grinder.id, MOST_RESULTS)
    return lambda: world.call("GET", "/api/me/statistics", None, grinder)


async def _replay(world: World) -> Act:
    world.server.replays = Replays()
    path = f"/api/tables/{world.finished}/replay?step={LONG - MOST_STEPS}&limit={MOST_STEPS}&viewer=0"
    return lambda: world.call("GET", path)


async def _replay_again(world: World) -> Act:
    path = f"/api/tables/{world.finished}/replay?step={LONG - MOST_STEPS}&limit={MOST_STEPS}&viewer=0"
    await world.call("GET", path)
    return lambda: world.call("GET", path)


async def _record(world: World) -> Act:
    world.server.replays = Replays()
    return lambda: world.call("GET", f"/api/tables/{world.finished}/record")


async def _share(world: World) -> Act:
    return lambda: world.call("POST", f"/api/tables/{world.finished}/share")


async def _stop_sharing(world: World) -> Act:
    await world.call("POST", f"/api/tables/{world.finished}/share")
    return lambda: world.call("POST", f"/api/tables/{world.finished}/stop-sharing")


def _shared(path: str, **more: Any) -> Prepare:
    """A question about the long game by somebody who has only its link."""

    async def prepare(world: World) -> Act:
        world.server.replays = Replays()
        token = json.loads(await world.call("POST", f"/api/tables/{world.finished}/share"))["token"]
        return lambda: world.call("POST", f"/api/shared{path}", {"token": token, **more}, NOBODY)

    return prepare


async def _loading(world: World) -> Act:
    world.server.hub._drop_idle(-1)
    return lambda: world.call("GET", f"/api/tables/{world.finished}")


def _each_game(path: str) -> list[tuple[str, Prepare]]:
    return [(game, _plain("GET", path.format(game=game))) for game in slugs()]


def _why() -> list[tuple[str, Prepare]]:
    """A move of another lesson, which is not on the menu of the one it is asked in."""
    found: list[tuple[str, Prepare]] = []
    for game in slugs():
        rules = rules_of(game)
        seen = [lesson.match.seen_by(LEARNER) for lesson in lessons_of(game_of(game))]
        menus = {n: tuple(each.menu) for n, each in enumerate(seen) if each.menu is not None}
        longest = max(menus, key=lambda n: len(menus[n]))
        other = next(move for menu in menus.values() for move in menu if move not in menus[longest])
        move = quote(rules.format_move(other))
        found.append((game, _plain("GET", f"/api/games/{game}/introduction/{longest}/why?move={move}")))
    return found


REQUESTS: dict[tuple[str, str], list[tuple[str, Prepare]]] = {
    ("post", "/api/people"): [
        ("", _plain("POST", "/api/people", {"name": LONGEST_NAME}, NOBODY)),
        ("malformed", _malformed("POST", "/api/people")),
    ],
    ("get", "/api/me"): [("", _plain("GET", "/api/me"))],
    ("patch", "/api/me"): [("", _plain("PATCH", "/api/me", {"name": LONGEST_NAME}))],
    # Only from a page at the machine itself; others are refused.
    ("put", "/api/lan"): [("refused", _asked("PUT", "/api/lan", {"is_on": True}))],
    ("post", "/api/me/carry"): [("", _plain("POST", "/api/me/carry"))],
    ("post", "/api/carry"): [("", _carry)],
    ("post", "/api/me/bots"): [("", _new_bot)],
    ("get", "/api/me/access"): [("many devices", _plain("GET", "/api/me/access"))],
    ("delete", "/api/me/access/{access_id}"): [("many devices", _end_access)],
    ("post", "/api/me/sign-out"): [("everywhere", _sign_out)],
    ("get", "/api/me/fame"): [("", _plain("GET", "/api/me/fame"))],
    ("get", "/api/me/statistics"): [("5000 games", _statistics)],
    ("get", "/api/me/games"): [("100 games", _plain("GET", f"/api/me/games?limit={MOST_GAMES}"))],
    ("get", "/api/daily"): [("", _plain("GET", "/api/daily"))],
    ("post", "/api/daily/{game}"): [("begins", _new_daily)],
    ("get", "/api/daily/{game}/{day}"): [("played", _daily_result)],
    ("get", "/api/games"): [("", _plain("GET", "/api/games"))],
    ("get", "/api/games/{game}/rules"): _each_game("/api/games/{game}/rules?language=de"),
    ("get", "/api/games/{game}/introduction"): _each_game("/api/games/{game}/introduction"),
    ("get", "/api/games/{game}/introduction/{lesson}/why"): _why(),
    ("get", "/api/fame/{game}"): _each_game("/api/fame/{game}"),
    ("get", "/api/ratings/{game}"): _each_game("/api/ratings/{game}"),
    ("get", "/api/tables"): [("100 tables", _plain("GET", "/api/tables"))],
    ("post", "/api/tables"): [
        ("largest kit", _plain("POST", "/api/tables", _new(SEATS))),
        ("malformed", _malformed("POST", "/api/tables")),
    ],
    ("get", "/api/tables/{table_id}"): [("many viewers", _of("", "crowded")), ("to be loaded", _loading)],
    ("post", "/api/tables/{table_id}/sit"): [("200 guests", _sit)],
    ("post", "/api/tables/{table_id}/leave"): [("200 guests", _at_full_table("leave"))],
    ("post", "/api/tables/{table_id}/places/{seat}"): [
        ("200 guests", _at_full_table("places/4", {"kind": "local", "name": LONGEST_NAME[::-1][:-2] + "zz"}))
    ],
    ("post", "/api/tables/{table_id}/appoint"): [("200 guests", _appoint)],
    ("post", "/api/tables/{table_id}/words"): [
        ("200 guests", _at_full_table("words", {"words": WORDS, "seat": 0}))
    ],
    ("post", "/api/tables/{table_id}/age"): [("", _age)],
    ("post", "/api/tables/{table_id}/ready"): [
        ("200 guests", _at_full_table("ready", {"ready": False})),
        ("largest kit, begins", _begin),
    ],
    ("post", "/api/tables/{table_id}/start"): [("200 guests", _at_full_table("start"))],
    ("post", "/api/tables/{table_id}/close"): [
        ("200 guests", _at_full_table("close")),
        ("while playing", _while_playing("close")),
    ],
    ("post", "/api/tables/{table_id}/keep-playing"): [("", _while_playing("keep-playing"))],
    ("post", "/api/tables/{table_id}/stand-in"): [("", _while_playing("stand-in", {"seat": 0}))],
    ("post", "/api/tables/{table_id}/return"): [("", _while_playing("return"))],
    ("post", "/api/tables/{table_id}/rematch"): [("", _rematch)],
    ("post", "/api/join"): [("", _join)],
    ("post", "/api/invitation"): [("", _invitation)],
    ("post", "/api/tables/{table_id}/invite"): [("200 guests", _at_full_table("invite"))],
    ("post", "/api/tables/{table_id}/qr"): [("", _qr)],
    ("get", "/api/tables/{table_id}/replay"): [("end of a long game", _replay), ("again", _replay_again)],
    ("get", "/api/tables/{table_id}/record"): [("long game", _record)],
    ("get", "/api/tables/{table_id}/proof"): [("long game", _of("/proof", "finished"))],
    ("post", "/api/tables/{table_id}/share"): [("long game", _share)],
    ("post", "/api/tables/{table_id}/stop-sharing"): [("long game", _stop_sharing)],
    ("post", "/api/shared"): [("long game", _shared(""))],
    ("post", "/api/shared/replay"): [
        ("end of a long game", _shared("/replay", step=LONG - MOST_STEPS, limit=MOST_STEPS, viewer=0))
    ],
    ("post", "/api/shared/record"): [("long game", _shared("/record"))],
    ("post", "/api/shared/proof"): [("long game", _shared("/proof"))],
    ("get", "/health"): [("", _plain("GET", "/health"))],
    ("get", "/metrics"): [("", _plain("GET", "/metrics"))],
    ("get", "/api/page"): [("", _plain("GET", "/api/page"))],
    ("get", "/"): [("", _plain("GET", "/"))],
    ("get", "/icon.svg"): [("", _plain("GET", "/icon.svg"))],
    ("get", "/api/openapi.json"): [("", _plain("GET", "/api/openapi.json"))],
    ("get", "/nowhere"): [("", _malformed("GET", "/nowhere"))],
}
"""By method and path, as in the description of the API: variations of the request."""
