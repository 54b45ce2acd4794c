"""A real game of Close Enough in which one player has won so many tokens that the ways to total are not all
listed."""

from contextlib import ExitStack
from itertools import combinations
from typing import Any

from server.server_process import BrowserUser, RunningServer, TableConnection

KIT = {
    "name": "six tokens",
    "cards": [*range(1, 41)],
    "targets": [{"number": number, "stars": 1} for number in range(900, 910)],
    "tokens": [
        {"one": one, "other": other}
        for one, other in combinations(("subtract", "double", "ignore", "nudge"), 2)
    ],
}
WITH_ONE = 1 + 3 * 15
"""The ways with at most one of the six tokens; those with two would be more than are listed."""


def play_to_long_total(running: RunningServer, ann: BrowserUser) -> str:
    """Let Ann win six rounds and call the seventh, in which she has to total; the id of the table."""
    ben, cem = running.person("Ben"), running.person("Cem")
    seats = [{"kind": "open"}, {"kind": "me"}, {"kind": "open"}]
    made = ben.create_table(game="enough", seats=seats, options={"kit": KIT, "scorekeeper": 0})
    table_id: str = made["table"]["id"]
    for who, seat in ((ann, 0), (cem, 2)):
        who.post_ok("/join", code=made["table"]["code"])
        who.post_ok(f"/tables/{table_id}/sit", seat=seat)
    with ExitStack() as stack:
        players = [stack.enter_context(who.socket(table_id)) for who in (ann, ben, cem)]
        seen = _seen_from(players[0], point=0)
        while not (seen["has_more_moves"] and len(seen["view"]["players"][0]["tokens"]) == 6):
            for seat in seen["waiting"]:
                _choose(players[seat], seen if seat == 0 else _seen_from(players[seat], seen["point"]))
            seen = _seen_from(players[0], seen["point"] + 1)
    return table_id


def _seen_from(player: TableConnection, point: int) -> Any:
    """What a player sees at this point or a later one."""
    while True:
        seen = player.await_frame("seen")["seen"]
        if seen["point"] >= point:
            return seen


def _choose(player: TableConnection, seen: Any) -> None:
    """Ann calls as soon as she can, and the others fold."""
    wishes = ("fold", "total", "keep", "deck") if seen["viewer"] else ("call", "total", "keep", "deck")
    move = next((wish for wish in wishes if wish in seen["menu"]), seen["menu"][0])
    player.send("commit", point=seen["point"], nth=0, move=move)
