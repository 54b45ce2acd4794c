"""Questions before a choice: what the moves do, and why another move is not possible."""

from collections.abc import Iterator
from typing import Any

import pytest

from closecall.core import codec
from closecall.core.seen import decode_seen
from closecall.games import enough, rules_of, slugs
from server.long_totals import WITH_ONE, play_to_long_total
from server.server_process import RunningServer, TableConnection, running_server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("looking")) as server:
        yield server


def table_of(running: RunningServer, game: str) -> tuple[str, Any]:
    """A table where Ann sits between bots that never choose before her."""
    ann = running.person("Ann")
    seats = [{"kind": "me"}, *[{"kind": "local", "name": f"P{n}"} for n in range(2)]]
    return ann.create_table(game=game, seats=seats)["table"]["id"], ann


def to_choose(seat: TableConnection) -> Any:
    """The first view that has a menu."""
    while True:
        frame = seat.await_frame("seen")
        if frame["seen"]["menu"]:
            return frame["seen"]


@pytest.mark.parametrize("game", slugs())
def test_effects(running: RunningServer, game: str) -> None:
    """One for each move of the menu, as the rules compute it from the view alone."""
    table, ann = table_of(running, game)
    with ann.socket(table) as seat:
        seen = to_choose(seat)
        seat.send("look", point=seen["point"], seat=seen["viewer"])
        answer = seat.await_frame("effects")
        rules = rules_of(game)
        known = decode_seen(rules, seen)
        assert answer["point"] == seen["point"]
        assert answer["effects"] == [
            codec.encode(rules.EFFECT, rules.effect(known.view, move)) for move in known.menu or ()
        ]
        assert answer["moves"] == seen["menu"]


def test_a_move_that_is_not_listed(running: RunningServer) -> None:
    """It is found by adding to listed ones, one part at a time, and it can be chosen."""
    ann = running.person("Ann")
    with ann.socket(play_to_long_total(running, ann)) as seat:
        seen = to_choose(seat)
        known = decode_seen(enough, seen)
        view, menu = known.view, known.menu
        assert menu is not None
        assert len(seen["menu"]) == WITH_ONE < len(menu)
        move, tokens = "total", 0
        while True:
            seat.send("look", point=seen["point"], move=move)
            answer = seat.await_frame("effects")
            longer = [enough.format_move(other) for other in menu.extending(enough.parse_move(move))]
            assert answer["moves"] == [move, *longer]
            assert answer["effects"] == [
                codec.encode(enough.EFFECT, enough.effect(view, enough.parse_move(other)))
                for other in answer["moves"]
            ]
            if not longer:
                break
            move, tokens = longer[-1], tokens + 1
        assert tokens == 3
        assert move not in seen["menu"]
        seat.send("look", point=seen["point"], move="total sl:s@up")
        assert seat.await_frame("refused")["code"] == "enough_no_token"
        seat.send("look", point=seen["point"], move="deck")
        assert seat.await_frame("refused")["code"] == "enough_now_total"
        seat.send("commit", point=seen["point"], nth=0, move=move)
        seat.await_frame("ack")


def test_why_not(running: RunningServer) -> None:
    """The reason in a sentence; a move that is possible is not chosen by asking."""
    table, ann = table_of(running, "qwixx")
    with ann.socket(table) as seat:
        seen = to_choose(seat)
        viewer, point = seen["viewer"], seen["point"]
        white = sum(seen["view"]["dice"]["white"])
        other = 7 if white != 7 else 6
        seat.send("why", point=point, seat=viewer, move=f"r{other}")
        assert seat.await_frame("refused")["code"] == "qwixx_white_sum"
        seat.send("why", point=point, seat=viewer, move=f"r{white}" if white < 12 else "g12")
        seat.await_frame("ack")
        seat.send("why", point=point, seat=viewer, move="nonsense")
        assert seat.await_frame("refused")["code"] == "qwixx_notation"
        seat.send("commit", point=point, nth=0, seat=viewer, move="pass")
        seat.await_frame("ack")


def test_a_reason_names_players_as_the_table_does(running: RunningServer) -> None:
    """Nobody at a table sees the letters of the seats."""
    ann = running.person("Ann")
    assert ann.browser.patch("/api/me", json={"language": "de"}).status_code == 200
    seats = [{"kind": "me"}, {"kind": "local", "name": "Zoë"}]
    table = ann.create_table(game="mark", seats=seats)["table"]["id"]
    with ann.socket(table) as seat:
        first = to_choose(seat)
        seat.send("commit", point=first["point"], nth=0, seat=first["viewer"], move="yellow")
        then = to_choose(seat)
        name = ("Ann", "Zoë")[first["viewer"]]
        for kind, fields in (("why", {}), ("commit", {"nth": 0})):
            seat.send(kind, point=then["point"], seat=then["viewer"], move="yellow", **fields)
            assert (
                seat.await_frame("refused")["sentence"]
                == f"{name} spielt schon Gelb; wähle eine freie Farbe."
            )


@pytest.mark.parametrize(("kind", "move"), [("look", {}), ("why", {"move": "pass"})])
def test_only_deciding_seats_may_ask(running: RunningServer, kind: str, move: dict[str, str]) -> None:
    """Only for seats that have to choose at this point."""
    table, ann = table_of(running, "qwixx")
    with ann.socket(table) as seat:
        seen = to_choose(seat)
        point, viewer = seen["point"], seen["viewer"]
        for asked, code in (((point + 1, viewer), "stale"), ((point, 4), "not_your_seat")):
            seat.send(kind, point=asked[0], seat=asked[1], **move)
            assert seat.await_frame("refused")["code"] == code
        seat.send("commit", point=point, nth=0, seat=viewer, move="pass")
        seat.await_frame("ack")
        seat.send(kind, point=point, seat=viewer, **move)
        assert seat.await_frame("refused")["code"] == "not_your_decision"
    made = running.person("Ben").post_ok(
        "/tables", game="qwixx", seats=[{"kind": "me"}, {"kind": "local", "name": "P"}], public=True
    )
    with running.person("Cem").socket(made["table"]["id"]) as watching:
        watching.send(kind, point=point, **move)
        assert watching.await_frame("refused")["code"] == "not_allowed"
