"""Several persons at one device: who holds it, and how it changes hands without giving anything away."""

from closecall.core.rules import Seat
from closecall.messages import Catalogue
from closecall.tui.commands import Leave, command_of
from closecall.tui.screen import Console


class Device:
    """The screen and keyboard that several persons share, or that one person has alone."""

    def __init__(self, console: Console, say: Catalogue, *, is_shared: bool) -> None:
        self._console = console
        self._say = say
        self._is_shared = is_shared
        self.holder: Seat | None = None

    def next_of(self, people: list[Seat], seats: int) -> Seat:
        """Whom to ask first: the holder, else the next one clockwise, so the device seldom changes hands."""
        first = self.holder or 0
        return min(people, key=lambda seat: (seat - first) % seats)

    def hand_to(self, seat: Seat, name: str, unread: list[str]) -> None:
        """Hand the device over; the holder first reads the last news, which then go out of sight."""
        say = self._say
        if not self._is_shared or seat == self.holder:
            return
        if unread:
            self._console.show(*unread)
            self._wait_for_enter(say("play.enter_after_news", name=name))
        self._console.wipe()
        self._console.show(say("play.pass_device", name=name))
        self._wait_for_enter(say("play.have_device", name=name))
        self.holder = seat

    def _wait_for_enter(self, prompt: str) -> None:
        """Nothing but Enter goes on, so that nobody sees by mistake what is not for them."""
        while text := self._console.ask(prompt):
            command = command_of(self._say, text)
            if command is not None and command[0] == "quit":
                raise Leave
