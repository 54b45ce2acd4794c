"""CPU budgets: what is charged, to whom, and what happens to somebody who has spent everything."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from closecall.server.cpu_budgets import (
    LONGEST_DEBT_S,
    CpuBudget,
    CpuBudgets,
    PaidThreads,
    charged,
    metered,
    paid_by,
    paying,
)
from closecall.server.event_loop import start_eagerly
from closecall.server.settings import Settings
from closecall.store import Status
from server.room_fixtures import (
    AsgiSocket,
    RoleServer,
    enter,
    new_room,
    person,
    point_of,
    role_server,
    run_ready_tasks,
    server_on,
    wait_until,
)
from server.room_fixtures import waiting as waiting_seats_of
from server.server_process import BrowserUser, problem, running_server

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning"),
]


# Budgets, at given times.


def test_a_budget_allows_a_rate_and_a_burst() -> None:
    """Half a core, saved up for ten seconds: five seconds at once, then half a second per second."""
    budget = CpuBudget(rate=0.5, burst_s=10)
    assert (budget.left("ann", 0), budget.wait_s("ann", 0)) == (1, 0)
    budget.charge("ann", 4, 0)
    assert budget.left("ann", 0) == pytest.approx(0.2)
    assert budget.wait_s("ann", 0) == 0
    budget.charge("ann", 2, 0)
    assert budget.wait_s("ann", 0) == pytest.approx(2), "a second too much is paid back in two"
    assert budget.wait_s("ann", 1) == pytest.approx(1)
    assert budget.wait_s("ann", 2) == 0
    assert budget.wait_s("ben", 0) == 0, "everybody has their own"
    assert budget.left("ann", 1000) == 1, "nobody saves up more than the burst"


def test_debts_are_limited() -> None:
    """However much somebody has caused, they wait at most a minute."""
    budget = CpuBudget(rate=0.5, burst_s=10)
    for _ in range(3):
        budget.charge("ann", 100, 0)
    assert budget.wait_s("ann", 0) == pytest.approx(LONGEST_DEBT_S)


def test_a_clock_that_stands_still_gives_nothing() -> None:
    """Nor does one that is a little behind, as a thread's may be."""
    budget = CpuBudget(rate=1, burst_s=1)
    budget.charge("ann", 3, 10)
    assert budget.wait_s("ann", 9.5) == pytest.approx(2)


def test_the_memory_of_budgets_is_bounded() -> None:
    """Those who were charged longest ago are forgotten first."""
    budget = CpuBudget(rate=1, burst_s=1, most_keys=2)
    for key in ("ann", "ben", "ann", "cat"):
        budget.charge(key, 2, 0)
    assert len(budget) == 2
    assert [budget.wait_s(key, 0) > 0 for key in ("ann", "ben", "cat")] == [True, False, True]


def test_person_and_address_both_pay() -> None:
    """The address of a family pays for all of them; a person pays wherever they are."""
    budgets = CpuBudgets(0.05, 0.25, clock=lambda: 0.0)
    ann, ben, nobody = (budgets.payer("home", name) for name in ("ann", "ben", None))
    ann.charge(1)
    assert ann.wait_s() == pytest.approx(10)
    assert (ben.wait_s(), nobody.wait_s()) == (0, 0), "the address has some left"
    assert budgets.payer("train", "ann").wait_s() > 0
    ben.charge(2)
    assert nobody.wait_s() == pytest.approx(2)
    assert budgets.payer("train").wait_s() == 0


# What is charged.


def _work(seconds: float = 0.01) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def test_a_coroutine_is_charged_while_it_runs() -> None:
    """Each time it runs, but not while it waits for others who work."""
    charges: list[float] = []
    go = asyncio.Event()

    async def inner() -> str:
        _work()
        await go.wait()
        _work()
        return "done"

    async def other() -> None:
        _work(0.1)
        go.set()

    result, _ = await asyncio.gather(_awaited(metered(inner(), charges.append)), other())
    assert result == "done"
    assert len(charges) == 2
    assert all(0.01 <= charge < 0.1 for charge in charges), charges


async def _awaited(awaitable: object) -> object:
    return await awaitable  # type: ignore[misc]  # A generator-based coroutine.


async def test_failures_and_cancellations_reach_the_coroutine() -> None:
    """It can catch both, wait again, and fail."""
    charges: list[float] = []
    forever = asyncio.Event()

    async def inner() -> None:
        try:
            await forever.wait()
        except asyncio.CancelledError:
            with pytest.raises(ZeroDivisionError):
                await _divide()
            raise LookupError from None

    task = asyncio.ensure_future(_awaited(metered(inner(), charges.append)))
    await run_ready_tasks()
    task.cancel()
    with pytest.raises(LookupError):
        await task
    assert len(charges) == 3


async def _divide() -> None:
    await asyncio.sleep(0)
    _ = 1 / 0


async def test_consequences_are_charged_to_who_caused_them() -> None:
    """Tasks that continue later, callbacks and threads; and nobody pays twice for the beginning."""
    budgets = CpuBudgets(1, 1, clock=lambda: 0.0)
    ann = budgets.payer(None, "ann")
    threads = PaidThreads(1)
    finished = asyncio.Event()

    async def eager() -> None:
        _work()
        await asyncio.sleep(0)
        _work()

    def callback() -> None:
        with charged():
            _work()
        finished.set()

    async def request() -> None:
        start_eagerly(eager())
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(threads, _work)
        loop.call_soon(callback)
        await finished.wait()

    await asyncio.ensure_future(paid_by(ann, request))
    spent = 10 * (1 - budgets.of_people.left("ann", 0))
    assert 0.04 <= spent < 0.05, spent
    with paying(None), charged():
        _work()
    assert 10 * (1 - budgets.of_people.left("ann", 0)) == pytest.approx(spent)
    threads.shutdown()


# Turns.


async def test_those_who_spend_much_take_turns() -> None:
    """One of theirs after the other, however many each of them sends; others do not wait."""
    budgets = CpuBudgets(1, 1, clock=lambda: 0.0)
    payers = {name: budgets.payer(None, name) for name in ("ann", "ben", "cat")}
    payers["ann"].charge(5)
    payers["ben"].charge(5)
    order: list[str] = []

    async def request(name: str) -> None:
        await payers[name].turn()
        order.append(name)
        payers[name].charge(0.001)

    asked = [asyncio.ensure_future(request(name)) for name in ("ann", "ann", "ann", "ben")]
    await asyncio.sleep(0)
    assert order == []
    await request("cat")
    assert order == ["cat"]
    await asyncio.gather(*asked)
    assert order == ["cat", "ann", "ben", "ann", "ann"]


async def test_a_turn_passes_over_those_who_have_gone() -> None:
    """A client that disconnects while it waits does not hold up the others."""
    budgets = CpuBudgets(1, 1, clock=lambda: 0.0)
    ann = budgets.payer(None, "ann")
    ann.charge(5)
    gone = asyncio.ensure_future(ann.turn())
    later = asyncio.ensure_future(ann.turn())
    await asyncio.sleep(0)
    gone.cancel()
    await later
    await ann.turn()


# At a server.


async def test_a_frame_far_beyond_the_budget_ends_the_connection(tmp_path: Path) -> None:
    """It says why, and that one may come back; the answer to the next handshake says when."""
    async with role_server(tmp_path, most_cpu_per_person=1) as found:
        table, _ = await found.table("playing", "host who plays", is_public=True)
        socket = AsgiSocket(found, "host who plays", table.id)
        async with socket.opened() as status:
            assert status == 101
            assert await _ping(socket) == "pong"
            _spend(found, "host who plays")
            assert await _ping(socket) == "bye"
            closed = await socket.outgoing.get()
            assert (closed["type"], closed["reason"]) == ("websocket.close", "too_expensive")
        refused = AsgiSocket(found, "host who plays", table.id)
        async with refused.opened() as status:
            assert status == 429
            body = json.loads((await refused.outgoing.get())["body"])
            assert body["code"] == "too_expensive"
        async with AsgiSocket(found, "player", table.id).opened() as status:
            assert status == 101, "others are not affected"


def _spend(found: RoleServer, role: str) -> None:
    found.server.cpu_budgets.payer(None, found.id_of(role)).charge(100)


async def _ping(socket: AsgiSocket) -> str:
    socket.incoming.put_nowait({"type": "websocket.receive", "text": '{"t":"ping","id":1}'})
    told = await socket.await_frame("pong", "bye")
    if told["t"] == "bye":
        assert told["code"] == "too_expensive"
        assert told["again"] is True
    return str(told["t"])


async def test_a_frame_just_beyond_the_budget_waits(tmp_path: Path) -> None:
    """And those behind it; all of them are answered."""
    async with role_server(tmp_path, most_cpu_per_person=100) as found:
        table, _ = await found.table("playing", "host who plays", is_public=True)
        socket = AsgiSocket(found, "host who plays", table.id)
        async with socket.opened():
            assert await _ping(socket) == "pong"
            found.server.cpu_budgets.payer(None, found.id_of("host who plays")).charge(10.05)
            assert [await _ping(socket) for _ in range(3)] == ["pong"] * 3
        assert b"closecall_frames_delayed_total 1.0" in found.server.metrics.text()


async def test_bots_without_people_wait_for_the_budget_of_their_host(tmp_path: Path) -> None:
    """Where somebody is waiting for them, they do not."""
    async with server_on(tmp_path, most_cpu_per_person=1) as server:
        rich, poor = await person(server, "Rich"), await person(server, "Poor")
        server.cpu_budgets.payer(None, poor).charge(1000)
        waiting = await new_room(server, "mark", "bot:random", "bot:random", host=poor)
        going = await new_room(server, "mark", "bot:random", "bot:random", host=rich)
        attended = await new_room(server, "mark", poor, "bot:random")
        await enter(attended, poor)
        await wait_until(lambda: point_of(going) > 2 and 1 not in waiting_seats_of(attended))
        assert point_of(waiting) == 1


async def test_the_moves_of_bots_are_charged_to_the_host(tmp_path: Path) -> None:
    """Everything that follows from their choices too, though no request has caused it."""
    async with server_on(tmp_path) as server:
        ann = await person(server, "Ann")
        room = await new_room(server, "mark", "bot:random", "bot:random", host=ann)
        await wait_until(lambda: room.table.status is Status.OVER)
        assert server.cpu_budgets.of_people.left(ann, server.cpu_budgets.clock()) < 1


async def test_health_is_answered_whoever_asks(tmp_path: Path) -> None:
    """A monitor at a busy address must not take the server for dead."""
    async with role_server(tmp_path) as found:
        found.server.cpu_budgets.payer("127.0.0.1").charge(1000)
        headers = {"Accept-Language": "de"}
        assert (await found.browser.get("/health")).status_code == 200
        refused = await found.browser.get("/api/games", headers=headers)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) == LONGEST_DEBT_S
        assert "Warte bitte 60 s" in refused.json()["sentence"]


@contextmanager
def _limited(folder: Path) -> Iterator[tuple[BrowserUser, BrowserUser]]:
    with running_server(folder, None, "--most-cpu-per-person=1") as running:
        yield running.person("Ann"), running.person("Ben")


def test_who_asks_for_too_much_is_told_to_wait(tmp_path: Path) -> None:
    """At a real server: one person exhausts their budget, and the other, at the same address, does not."""
    with _limited(tmp_path) as (ann, ben):
        answer = ann.get("/games")
        for _ in range(10_000):
            if answer.status_code != 200:
                break
            answer = ann.get("/games/enough/introduction")
        assert problem(answer) == (429, "too_expensive")
        assert int(answer.headers["retry-after"]) >= 1
        assert ben.get("/games/enough/introduction").status_code == 200


def test_a_school_class_at_one_address_notices_nothing(tmp_path: Path) -> None:
    """Thirty people arrive, open the page, start a game against a bot and make their first choices."""
    usual = Settings(tmp_path)
    flags = [
        f"--most-cpu-per-person={usual.most_cpu_per_person}",
        f"--most-cpu-per-address={usual.most_cpu_per_address}",
        "--metrics",
    ]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    with running_server(tmp_path, None, *flags) as running:
        for n in range(30):
            pupil = running.person(f"Pupil {n}")
            for path in ("/me", "/games", "/tables", "/me/games", "/games/qwixx/introduction"):
                pupil.get_ok(path)
            table = pupil.create_table(game="qwixx", seats=seats)["table"]
            with pupil.socket(table["id"]) as socket:
                told = socket.await_frame("seen")
                while not told["seen"]["menu"]:
                    told = socket.await_frame("seen")
                choice = {"point": told["seen"]["point"], "nth": told["nth"]}
                socket.send("commit", move=told["seen"]["menu"][-1], **choice)
                socket.await_frame("ack")
        figures = running.client().get("/metrics").text
    assert "closecall_frames_delayed_total 0.0" in figures
    assert "too_expensive" not in figures
