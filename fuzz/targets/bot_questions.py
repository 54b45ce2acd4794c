"""Questions to `closecall bot`: one line answers each, with a move of its menu or with an error."""

import json

from closecall.cli.bot import answer, find_level
from closecall.games import game_of, slugs
from closecall.messages import catalogue
from fuzz.checks import text_of

WORDS = (
    '{"closecall":1,"game":"', '"seed":1', '"seen":{', '"viewer":0', '"point":', '"view":{',
    '"menu":["', '"has_more_moves":true', '"pass"', '"yellow"', '"b2+g"', '"r7"', '"deck"', '"total"',
    '"sealed":null', '"waiting":[0]', '"over":null', "null", "-1", "true", "9007199254740991", "1.5",
    '"\\ud800"', "[]", "{}", "[" * 1000,
)  # fmt: skip


def test_one_input(data: bytes) -> None:
    """A line as a question to the greedy bot of every game."""
    line, say = text_of(data), catalogue("en")
    for slug in slugs():
        game = game_of(slug)
        told = answer(line, slug, find_level("greedy", game, say), say)
        assert "\n" not in told
        reply = json.loads(told)
        assert reply.keys() in ({"move"}, {"error"})
        if "move" in reply:
            seen = json.loads(line)["seen"]
            assert reply["move"] in seen["menu"] or seen["has_more_moves"]
        else:
            assert reply["error"]
