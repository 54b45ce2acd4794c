"""A bot that plays over the network: it sits down at a table, plays until the game is over, and ends.

    python examples/network_bot.py --url http://127.0.0.1:8000 --code ABC234

The token comes from `POST /api/me/bots` and is best given as $CLOSECALL_BOT_TOKEN, since everybody on this
machine can read the arguments of a program.

To make a bot of your own, change `choose`. The rest is what every client does: send each choice with its
number, keep it until it is answered, and send it again after a lost connection. How the server talks is
described in docs/api.md and docs/protocol.md.
"""

import argparse
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from http.client import HTTPException
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

from websockets.exceptions import InvalidHandshake, InvalidStatus, InvalidURI, WebSocketException
from websockets.sync.client import ClientConnection, connect

from closecall.bots import find_bot
from closecall.core.seen import decode_seen
from closecall.games import rules_of

PATIENCE_S = 20
"""How long the server may take to answer a request."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 10.0
"""How long to wait before coming back: longer and longer, until the server has taken a choice again."""
PASSING = ("server_busy", "server_failed", "store_not_kept", "store_in_doubt", "store_not_read")
"""Refusals that say: try the same again."""
STALE = ("stale", "stale_choice")
"""Refusals that say: the match has gone on, and the newest `seen` counts."""


def choose(game: str, bot: str, seen: Any, rng: Random) -> str:
    """A move, in notation, for what our seat sees: here one of the bots that come with closecall decides."""
    rules, mind = rules_of(game), find_bot(bot, game)
    if mind is None:
        raise SystemExit(f"There is no bot {bot} for {game}.")
    # A later server may tell more than this version knows.
    return rules.format_move(mind.choose(decode_seen(rules, seen, is_lenient=True), rng))


class TryAgain(Exception):
    """The connection is of no use any more, and another one may be."""


# Before the game: requests.


@dataclass(frozen=True, slots=True)
class Server:
    """Where the server is, and who we are there."""

    url: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        """What makes us known; a program that is no page sends no Origin."""
        return {"Authorization": f"Bearer {self.token}"}

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """GET something, or POST a body; a refusal has a sentence, with which we end."""
        content = None if body is None else json.dumps(body).encode()
        headers = self.headers | {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/api{path}", content, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise SystemExit(sentence_of(refusal.read())) from None
        except json.JSONDecodeError:
            raise SystemExit(f"{self.url} is no server of closecall.") from None
        except (OSError, ValueError, HTTPException) as trouble:  # A host's name may be none, too.
            raise SystemExit(f"{self.url} does not answer: {trouble}") from None

    def socket(self, table_id: str) -> str:
        """The address of a table's socket: ws for http, wss for https."""
        address = urlsplit(self.url)
        scheme = {"http": "ws", "https": "wss"}[address.scheme]
        return f"{scheme}://{address.netloc}/api/tables/{quote(table_id, safe='')}/socket"


def sentence_of(body: bytes | bytearray | None) -> str:
    """Why we were refused, in the language of the bot's owner."""
    try:
        return str(json.loads(body or b"")["sentence"])
    except (ValueError, KeyError, TypeError):
        return "The server refused, but this is no answer of closecall."


def sit_down(server: Server, arguments: argparse.Namespace) -> Any:
    """Find the table, be let in if we must, and sit down if we do not sit there yet."""
    if arguments.table:
        table = server.ask(f"/tables/{quote(arguments.table, safe='')}")
    elif arguments.code:
        table = server.ask("/join", {"code": arguments.code})
    else:
        # A whole link will do: the invitation is the part behind the #.
        table = server.ask("/join", {"invite": arguments.invite.rpartition("#")[2]})
    if any(seat["mine"] for seat in table["seats"]):
        return table
    return server.ask(f"/tables/{quote(table['id'], safe='')}/sit", {"words": arguments.words})


# The game: a socket, and what must not be forgotten when it breaks.


@dataclass(slots=True)
class Player:
    """One seat at one table, over as many connections as it takes."""

    game: str
    bot: str
    rng: Random = field(default_factory=Random)
    sent: int = 0
    acknowledged: int = 0
    chosen: set[tuple[int, int]] = field(default_factory=set)
    """The decisions (point, nth) that we have thought about already."""
    unanswered: dict[int, str] = field(default_factory=dict)
    """The frames that were neither acknowledged nor refused, by their ids."""

    def play(self, connection: ClientConnection) -> Any:
        """Play on until the game is over; what we saw last."""
        for text in self.unanswered.values():
            connection.send(text)  # If it had arrived before, it is acknowledged and has no second effect.
        while True:
            frame = json.loads(connection.recv())
            match frame["t"]:
                case "seen":
                    if frame["seen"]["over"] is not None:
                        return frame["seen"]
                    self.decide(connection, frame)
                case "ack":
                    self.acknowledged += 1
                    self.unanswered.pop(frame["id"], None)
                case "refused":
                    self.hear_refusal(frame)
                case "table":
                    if frame["table"]["status"] == "closed":
                        raise SystemExit("The table was given up.")
                case "bye":
                    raise TryAgain(frame["sentence"]) if frame["again"] else SystemExit(frame["sentence"])

    def decide(self, connection: ClientConnection, frame: Any) -> None:
        """Choose, if we are asked to and have not done so."""
        seen, nth = frame["seen"], frame["nth"]
        decision = seen["point"], nth
        if seen["menu"] is None or decision in self.chosen:
            return
        self.chosen.add(decision)
        self.sent += 1
        move = choose(self.game, self.bot, seen, self.rng)
        choice = {"t": "commit", "id": self.sent, "point": seen["point"], "nth": nth, "move": move}
        self.unanswered[self.sent] = json.dumps(choice)
        connection.send(self.unanswered[self.sent])

    def hear_refusal(self, frame: Any) -> None:
        """Give the choice up if the match has gone on; try it again if the server has trouble."""
        if frame["code"] in PASSING:
            raise TryAgain(frame["sentence"])
        self.unanswered.pop(frame["id"], None)
        if frame["code"] not in STALE:
            raise SystemExit(frame["sentence"])


def play_to_the_end(server: Server, table_id: str, player: Player) -> Any:
    """Play over one connection after another; what we saw last."""
    pause = FIRST_PAUSE_S
    while True:
        before = player.acknowledged
        try:
            with connect(server.socket(table_id), additional_headers=server.headers) as connection:
                tell("at the table")
                return player.play(connection)
        except InvalidStatus as refusal:
            if refusal.response.status_code < 500:  # Who is not let in now will not be later.
                raise SystemExit(sentence_of(refusal.response.body)) from None
            tell(f"not now: status {refusal.response.status_code}")
        except InvalidURI as trouble:  # It will be none the next time, either.
            raise SystemExit(str(trouble)) from None
        except (OSError, EOFError, InvalidHandshake, WebSocketException, TryAgain) as trouble:
            tell(f"connection lost: {trouble}")
        pause = min(2 * pause, LONGEST_PAUSE_S) if player.acknowledged == before else FIRST_PAUSE_S
        time.sleep(pause * player.rng.uniform(0.5, 1))  # Not all at the same moment.


# The command line.


def tell(news: str) -> None:
    """One line for whoever watches; standard output is for the result."""
    print(news, file=sys.stderr, flush=True)


def parsed(words: list[str] | None) -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(description="A bot that plays at a table of a closecall server.")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="the server")
    parser.add_argument("--token", default=os.environ.get("CLOSECALL_BOT_TOKEN"), help="the bot's token")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--table", metavar="ID", help="a table that is public, or where the bot is known")
    where.add_argument("--code", help="the short code of a table")
    where.add_argument("--invite", help="an invitation, or the whole link")
    parser.add_argument("--bot", choices=("greedy", "random"), default="greedy", help="who decides")
    parser.add_argument("--words", default="", help="the bot's own words for the dice")
    arguments = parser.parse_args(words)
    arguments.token = (arguments.token or "").strip()  # A file that it came from ends with a line break.
    if not arguments.token:
        parser.error("a token is needed: --token, or better $CLOSECALL_BOT_TOKEN")
    if not re.fullmatch(r"[!-~]+", arguments.token):
        parser.error("the token is not one: it has neither spaces nor line breaks nor special letters")
    address = address_of(arguments.url)
    if address is None:
        parser.error("--url is an address such as https://games.example.org, without a path")
    arguments.url = address
    return arguments


def address_of(text: str) -> str | None:
    """The scheme and the host of an address, and nothing else; None if it is none, or has more."""
    try:
        address = urlsplit(text.strip())
        is_host = bool(address.hostname) and address.port != 0  # A port that is none is a ValueError.
    except ValueError:
        return None
    is_alone = not (address.path.strip("/") or address.query or address.fragment or address.username)
    is_plain = bool(re.fullmatch(r"[\w.:%\[\]-]+", address.netloc))
    if address.scheme not in ("http", "https") or not (is_host and is_alone and is_plain):
        return None
    return f"{address.scheme}://{address.netloc}"


def main(words: list[str] | None = None) -> None:
    """Play one game."""
    arguments = parsed(words)
    server = Server(arguments.url, arguments.token)
    table = sit_down(server, arguments)
    seen = play_to_the_end(server, table["id"], Player(table["game"], arguments.bot))
    won = seen["viewer"] in seen["over"]["winners"]
    print(f"{'won' if won else 'lost'}: {seen['over']['scores']}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
