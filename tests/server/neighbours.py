"""People who want to play on while others do what they should not."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from server.serving import Running, Somebody


@dataclass(slots=True)
class Neighbour:
    """Somebody who plays against a bot at a public table, again and again, and measures how quick it is."""

    person: Somebody
    game: str
    seats: int
    table_id: str = ""
    games: int = 0
    waits: list[float] = field(default_factory=list)
    """From each commit to its ack, in seconds."""
    failure: BaseException | None = None

    def sit(self) -> None:
        """A new table, which waits for its host to begin."""
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": "greedy"} for _ in range(self.seats - 1))]
        order = {"game": self.game, "seats": seats, "public": True, "start": "host"}
        self.table_id = self.person.did("/tables", **order)["table"]["id"]

    def play_until(self, done: threading.Event) -> None:
        """Whole games, until the last one ends after the signal."""
        try:
            self._play(self.table_id)
            while not done.is_set():
                self.sit()
                self._play(self.table_id)
        except BaseException as failure:
            self.failure = failure

    def _play(self, table_id: str) -> None:
        self.person.did(f"/tables/{table_id}/start")
        with self.person.socket(table_id) as seated:
            sent: dict[int, float] = {}
            known: set[tuple[int, int]] = set()
            while True:
                told = seated.next()
                assert told["t"] not in ("refused", "bye"), told
                if told["t"] == "ack":
                    self.waits.append(time.perf_counter() - sent.pop(told["id"]))
                if told["t"] != "seen":
                    continue
                seen = told["seen"]
                if seen["over"] is not None:
                    self.games += 1
                    return
                turn = seen["point"], told["nth"]
                if seen["menu"] is not None and turn not in known:
                    known.add(turn)
                    move = "call" if "call" in seen["menu"] else seen["menu"][-1]
                    number = seated.send("commit", point=turn[0], nth=turn[1], move=move)
                    sent[number] = time.perf_counter()


@contextmanager
def neighbours(running: Running) -> Iterator[list[Neighbour]]:
    """One for each game, who play as long as this lasts; each has finished a game at the end."""
    found = [Neighbour(running.person(f"N {game}"), game, 3) for game in ("mark", "qwixx", "enough")]
    for neighbour in found:
        neighbour.sit()
    done = threading.Event()
    threads = [threading.Thread(target=neighbour.play_until, args=(done,)) for neighbour in found]
    for thread in threads:
        thread.start()
    try:
        yield found
    finally:
        done.set()
        for thread in threads:
            thread.join(60)
    for neighbour in found:
        assert neighbour.failure is None, (neighbour.game, neighbour.failure)
        assert neighbour.games > 0
