"""Every choice is sent three times and more, in every way there is, and has its effect once."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import AsyncExitStack
from functools import partial
from itertools import cycle
from random import Random
from typing import Any

import httpx
import pytest

from server.clients import (
    TIMEOUT_S,
    Choice,
    Client,
    Journal,
    Moment,
    Person,
    ServerAddress,
    Strategy,
    check_table,
    errors_in,
    new_person,
    new_table,
)
from server.server_process import RunningServer, running_server

pytestmark = pytest.mark.anyio

SENT = 3
LOOK_S = 0.005
"""How often a player who waits for the others checks."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that lets us send as often as we like."""
    folder = tmp_path_factory.mktemp("once")
    flags = ("--most-frames-per-second=100000", "--most-frames-at-once=100000")
    with running_server(folder, f"sqlite:///{folder}/tables.db", *flags) as found:
        yield found


class Stutterer:
    """A person with two tabs who sends everything at least three times."""

    def __init__(self, tabs: list[Client], rng: Random) -> None:
        self.tabs = tabs
        self.strategy = Strategy(rng, fickle=0.6)
        self.told: dict[Choice, list[str]] = {}
        """The answers to each choice, in order."""
        self.content: set[tuple[int, int]] = set()
        """The seats and points whose sealed choice is final."""
        self.manners = cycle((self._at_once, self._after_the_answer, self._from_both_tabs, self._reconnected))

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return any(tab.is_over for tab in self.tabs)

    def newest(self, viewer: int | None) -> Moment | None:
        """The newest state that either tab has seen."""
        known = [moment for tab in self.tabs if (moment := tab.moment(viewer)) is not None]
        return max(known, key=lambda moment: moment.n, default=None)

    async def play(self, first_at: Callable[[int], Iterable["Stutterer"]]) -> None:
        """Play to the end, choosing at each point after some others; then send everything once more."""
        while not self.is_over:
            for viewer in list(self.tabs[0].seen_frames):
                moment = self.newest(viewer)
                choice = self.strategy.next_choice(moment)
                if choice is not None:
                    self.strategy.consider(choice, is_done=True)
                    while not all(other.is_content(choice.point) for other in first_at(choice.point)):
                        await asyncio.sleep(LOOK_S)
                    await next(self.manners)(choice)
                    await self._remember()
                    break
                if moment is not None and viewer is not None and moment.seen["sealed"] is not None:
                    self.content.add((viewer, moment.seen["point"]))
            else:
                await self.tabs[0].news()
        for choice in list(self.told):
            await self._send(self.strategy.rng.choice(self.tabs), choice)

    def is_content(self, point: int) -> bool:
        """Whether nothing more will be sent at this point."""
        viewers = list(self.tabs[0].seen_frames)
        return bool(viewers) and all(self._is_content(viewer, point) for viewer in viewers)

    def _is_content(self, viewer: int | None, point: int) -> bool:
        moment = self.newest(viewer)
        if viewer is None or moment is None or moment.seen["point"] != point:
            return moment is not None and moment.seen["point"] > point
        is_asked = moment.seen["menu"] is not None or moment.seen["sealed"] is not None
        return not is_asked or (viewer, point) in self.content

    async def _send(self, tab: Client, choice: Choice) -> None:
        answers = self.told.setdefault(choice, [])
        answers.append(await tab.ask(choice))

    async def _at_once(self, choice: Choice) -> None:
        await asyncio.gather(*(self._send(self.tabs[0], choice) for _ in range(SENT)))

    async def _after_the_answer(self, choice: Choice) -> None:
        for _ in range(SENT):
            await self._send(self.tabs[0], choice)

    async def _from_both_tabs(self, choice: Choice) -> None:
        await asyncio.gather(*(self._send(tab, choice) for tab in (*self.tabs, self.tabs[0])))

    async def _reconnected(self, choice: Choice) -> None:
        sending = asyncio.create_task(self._send(self.tabs[0], choice))
        await asyncio.sleep(self.strategy.rng.choice((0, 0.001, 0.003)))
        self.tabs[0].cut()
        await sending
        for _ in range(SENT - 1):
            await self._send(self.tabs[0], choice)

    async def _remember(self) -> None:
        """Send something old again, whose decision may have resolved since."""
        await self._send(self.strategy.rng.choice(self.tabs), self.strategy.rng.choice(list(self.told)))


def _first(players: list[Stutterer], player: Stutterer, point: int) -> list[Stutterer]:
    """The players who choose before this one; often one waits for all others, so that they can change their
    minds."""
    last = Random(point).choice((None, *players))
    return [other for other in players if other is not last] if player is last else []


async def whole_game(running: RunningServer, game: str, seats: list[Any]) -> None:
    """Play a game and check the log."""
    rng, journal, address = Random(f"{game}{seats}"), Journal(), ServerAddress().open(running.url)
    async with httpx.AsyncClient(base_url=running.url, timeout=TIMEOUT_S) as http, AsyncExitStack() as stack:
        people = [await new_person(http, seat) for seat in seats if seat[0].isupper()]
        by_name = {person.name: person for person in people}
        table_id = await new_table(http, game, [by_name.get(seat, seat) for seat in seats], words="once")

        async def tab(person: Person) -> Client:
            return await stack.enter_async_context(Client(address, table_id, person, journal).connected())

        players = [
            Stutterer([await tab(person), await tab(person)], Random(rng.random())) for person in people
        ]
        await asyncio.gather(*(player.play(partial(_first, players, player)) for player in players))
        clients = [client for player in players for client in player.tabs]
        await asyncio.gather(*(client.ping() for client in clients))
    told = {choice: answers for player in players for choice, answers in player.told.items()}
    log_check = check_table(_database(running), journal, clients, range(len(seats)))
    assert log_check.failures == []
    assert log_check.is_over
    in_log = sum("fate" not in text for text in log_check.texts)
    done = [choice for choice, answers in told.items() if answers[0] == ""]
    assert in_log == len(done)
    for choice, answers in told.items():
        assert len(answers) > SENT
        # A take-back may be too late, and is then refused each time; everything else is acknowledged each
        # time.
        is_late = choice.move is None and set(answers) <= {"stale", "not_allowed"}
        assert set(answers) == {""} or is_late, (choice, answers)
    # In Close Enough hardly anything is chosen by several at once.
    assert game == "enough" or any(choice.move is None for choice in done), "nothing was taken back"


def _database(running: RunningServer) -> str:
    return f"sqlite:///{running.log.parent}/tables.db"


async def test_whole_games(running: RunningServer) -> None:
    """Each choice has one effect and is acknowledged each time, even long after and when all is over."""
    async with asyncio.timeout(10 * TIMEOUT_S):
        await asyncio.gather(
            whole_game(running, "mark", ["Ann", "Bob"]),
            whole_game(running, "qwixx", ["Ann", "+guest", "Bob"]),
            whole_game(running, "enough", ["Ann", "Bob", "Cleo"]),
        )
    assert errors_in(running.log) == []


async def test_the_same_move_as_the_next_choice(running: RunningServer) -> None:
    """A sealed choice must be taken back before it is made again, even the same one."""
    async with httpx.AsyncClient(base_url=running.url, timeout=TIMEOUT_S) as http:
        ann, bob = await new_person(http, "Ann"), await new_person(http, "Bob")
        table_id = await new_table(http, "qwixx", [ann, bob])
    async with Client(ServerAddress().open(running.url), table_id, ann).connected() as client:
        await client.ping()
        moment = client.moment(0)
        assert moment is not None
        point, move = moment.seen["point"], moment.seen["menu"][0]
        codes = [await client.ask(Choice(0, point, nth, move)) for nth in (0, 1, 2, 0)]
        assert codes == ["", "already_chosen", "stale_choice", ""]
        assert await client.ask(Choice(0, point, 1, None)) == ""
        assert await client.ask(Choice(0, point, 2, move)) == ""
    assert errors_in(running.log) == []
