"""A bot that plays over the network: it joins a table, plays until the game is over, and exits.

    python examples/network_bot.py --url http://127.0.0.1:8000 --code ABC234

The token comes from `POST /api/me/bots`. Pass it as $CLOSECALL_BOT_TOKEN: everybody on this machine can read
the arguments of a program.

To write your own bot, change `choose`. The rest is what every client does: send each choice with its number,
keep it until it is answered, and send it again after a lost connection. docs/api.md and docs/protocol.md
describe the server.
"""

import argparse
import json
import os
import re
import secrets
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
"""The pause before reconnecting; it doubles until the server accepts a choice again."""
TEMPORARY = ("server_busy", "server_failed", "store_not_kept", "store_in_doubt", "store_not_read")
"""Refusals after which the same choice should be sent again."""
STALE = ("stale", "stale_choice")
"""Refusals because the match has moved on; the latest `seen` counts."""


def choose(game: str, bot: str, seen: Any, rng: Random) -> str:
    """A move, in notation, for what our seat sees. Here one of closecall's own bots decides."""
    rules, player = rules_of(game), find_bot(bot, game)
    if player is None:
        raise SystemExit(f"There is no bot {bot} for {game}.")
    # Lenient, because a newer server may send fields that this version does not know.
    return rules.format_move(player.choose(decode_seen(rules, seen, is_lenient=True), rng))


class TryAgain(Exception):
    """This connection has failed, but another one may work."""


# Before the game: requests.


@dataclass(frozen=True, slots=True)
class Server:
    """The address of the server, and our token."""

    url: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify us; only a web page sends an Origin."""
        return {"Authorization": f"Bearer {self.token}"}

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """GET a path, or POST a body to it; after a refusal, exit with its sentence."""
        content = None if body is None else json.dumps(body).encode()
        headers = self.headers | {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/api{path}", content, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise SystemExit(sentence_of(refusal.read())) from None
        except json.JSONDecodeError:
            raise SystemExit(f"{self.url} is not a closecall server.") from None
        except (OSError, ValueError, HTTPException) as trouble:  # ValueError: an invalid host name.
            raise SystemExit(f"{self.url} does not answer: {trouble}") from None

    def socket(self, table_id: str) -> str:
        """The address of a table's socket: ws for http, wss for https."""
        address = urlsplit(self.url)
        scheme = {"http": "ws", "https": "wss"}[address.scheme]
        return f"{scheme}://{address.netloc}/api/tables/{quote(table_id, safe='')}/socket"


def sentence_of(body: bytes | bytearray | None) -> str:
    """The reason for a refusal, in the language of the bot's owner."""
    try:
        return str(json.loads(body or b"")["sentence"])
    except (ValueError, KeyError, TypeError):
        return "The request was refused, but not by a closecall server."


def sit_down(server: Server, arguments: argparse.Namespace) -> Any:
    """Find the table, join it if necessary, and sit down, or be ready at the seat that we already have."""
    if arguments.table:
        table = server.ask(f"/tables/{quote(arguments.table, safe='')}")
    elif arguments.code:
        table = server.ask("/join", {"code": arguments.code})
    else:
        # In a link, the invitation is the part after the #.
        table = server.ask("/join", {"invite": arguments.invite.rpartition("#")[2]})
    # The server refuses our words if the commitment to its dice is not the one that we were shown.
    body = {"words": arguments.words, "commitment": table["commitment"]}
    if not any(seat["mine"] for seat in table["seats"]):
        return server.ask(f"/tables/{quote(table['id'], safe='')}/sit", body)
    if "ready" in table["allowed"]:  # A rematch.
        return server.ask(f"/tables/{quote(table['id'], safe='')}/ready", body)
    return table


# The game: a socket, and the state that must survive a lost connection.


@dataclass(slots=True)
class Player:
    """One seat at one table, over any number of connections."""

    game: str
    bot: str
    rng: Random = field(default_factory=Random)
    sent: int = 0
    acknowledged: int = 0
    chosen: set[tuple[int, int]] = field(default_factory=set)
    """The decisions (point, nth) that we have already made."""
    unanswered: dict[int, str] = field(default_factory=dict)
    """The frames not yet acknowledged or refused, by id."""

    def play(self, connection: ClientConnection) -> Any:
        """Play until the game is over; return the last `seen`."""
        for text in self.unanswered.values():
            connection.send(text)  # If it arrived before, it is acknowledged again without effect.
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
                    self.on_refused(frame)
                case "table":
                    if frame["table"]["status"] == "closed":
                        raise SystemExit("The table was given up.")
                case "bye":
                    raise TryAgain(frame["sentence"]) if frame["again"] else SystemExit(frame["sentence"])

    def decide(self, connection: ClientConnection, frame: Any) -> None:
        """Choose, if there is a decision that we have not made yet."""
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

    def on_refused(self, frame: Any) -> None:
        """Drop the choice if the match has moved on; reconnect and resend it after a temporary failure."""
        if frame["code"] in TEMPORARY:
            raise TryAgain(frame["sentence"])
        self.unanswered.pop(frame["id"], None)
        if frame["code"] not in STALE:
            raise SystemExit(frame["sentence"])


def play_to_the_end(server: Server, table_id: str, player: Player) -> Any:
    """Play over one connection after another; return the last `seen`."""
    pause = FIRST_PAUSE_S
    while True:
        before = player.acknowledged
        try:
            with connect(server.socket(table_id), additional_headers=server.headers) as connection:
                log("at the table")
                return player.play(connection)
        except InvalidStatus as refusal:
            if refusal.response.status_code < 500:  # Trying again would not help.
                raise SystemExit(sentence_of(refusal.response.body)) from None
            log(f"not now: status {refusal.response.status_code}")
        except InvalidURI as trouble:  # Trying again would not help.
            raise SystemExit(str(trouble)) from None
        except (OSError, EOFError, InvalidHandshake, WebSocketException, TryAgain) as trouble:
            log(f"connection lost: {trouble}")
        pause = min(2 * pause, LONGEST_PAUSE_S) if player.acknowledged == before else FIRST_PAUSE_S
        time.sleep(pause * player.rng.uniform(0.5, 1))  # Spread out the reconnections of many bots.


# The command line.


def log(line: str) -> None:
    """Print a line of progress; standard output is for the result."""
    print(line, file=sys.stderr, flush=True)


def parse_arguments(words: list[str] | None) -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(description="A bot that plays at a table of a closecall server.")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="the server")
    parser.add_argument("--token", default=os.environ.get("CLOSECALL_BOT_TOKEN"), help="the bot's token")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--table", metavar="ID", help="a public table, or one that the bot has joined before")
    where.add_argument("--code", help="the short code of a table")
    where.add_argument("--invite", help="an invitation or its link")
    parser.add_argument("--bot", choices=("greedy", "random"), default="greedy", help="the bot that decides")
    random_words = secrets.token_hex(8)
    parser.add_argument(
        "--words", default=random_words, help="the bot's words for the dice; random by default"
    )
    arguments = parser.parse_args(words)
    arguments.token = (arguments.token or "").strip()  # A token from a file ends with a line break.
    if not arguments.token:
        parser.error("a token is needed: --token, or better $CLOSECALL_BOT_TOKEN")
    if not re.fullmatch(r"[!-~]+", arguments.token):
        parser.error("the token is invalid: it has no spaces, line breaks or special characters")
    address = address_of(arguments.url)
    if address is None:
        parser.error("--url is an address such as https://games.example.org, without a path")
    arguments.url = address
    return arguments


def address_of(text: str) -> str | None:
    """An address reduced to scheme and host; None if it is invalid or has more parts."""
    try:
        address = urlsplit(text.strip())
        is_host = bool(address.hostname) and address.port != 0  # An invalid port is a ValueError.
    except ValueError:
        return None
    is_alone = not (address.path.strip("/") or address.query or address.fragment or address.username)
    is_plain = bool(re.fullmatch(r"[\w.:%\[\]-]+", address.netloc))
    if address.scheme not in ("http", "https") or not (is_host and is_alone and is_plain):
        return None
    return f"{address.scheme}://{address.netloc}"


def main(words: list[str] | None = None) -> None:
    """Play one game."""
    arguments = parse_arguments(words)
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
