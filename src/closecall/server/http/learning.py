"""Getting to know a game: its rules to read, and an introduction to play."""

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from closecall.games import rules_text, slugs
from closecall.messages import catalogue
from closecall.server.http.bodies import Language
from closecall.server.http.errors import Unknown
from closecall.server.http.games import Game
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import Asking
from closecall.server.introductions import LEARNER, Introduction, introduction, scenes_of

_TAGS = ["games"]
_LESSONS = ResponseSpec(dict[str, Any], description="The lessons.", generate_examples=False)
_Wanted = Annotated[
    Language | None, Parameter(description="Which language; without one, what the reader likes best.")
]


class RulesText(msgspec.Struct, frozen=True):
    """The rules of a game in our own words."""

    game: str
    language: str
    markdown: str
    """Headings, paragraphs, lists, tables, `code`, **strong words**, and *(ours)* after what we decided."""


class Reason(msgspec.Struct, frozen=True):
    """Why a move is not possible; None if it is."""

    sentence: str | None


@get("/games/{game:str}/rules", tags=_TAGS, summary="The rules of a game", responses=problems(404))
async def show_rules(asking: Asking, game: Game, language: _Wanted = None) -> RulesText:
    """The rules."""
    _check(game)
    chosen = language or asking.language
    return RulesText(game, chosen, rules_text(game, chosen))


@get(
    "/games/{game:str}/introduction",
    tags=_TAGS,
    summary="A game in a few lessons",
    description="Real situations with the moves to try; every text is the key of a message.",
    responses={**problems(404), 200: _LESSONS},
)
async def show_introduction(game: Game) -> Introduction:
    """The introduction."""
    _check(game)
    return introduction(game)


@get(
    "/games/{game:str}/introduction/{lesson:int}/why",
    tags=_TAGS,
    summary="Why a move is not possible in a lesson",
    responses=problems(404),
)
async def explain_move(
    asking: Asking,
    game: Game,
    lesson: Annotated[int, Parameter(ge=0, le=99, description="Which lesson, from 0.")],
    move: Annotated[str, Parameter(max_length=400, description="The move in the game's notation.")],
    language: _Wanted = None,
) -> Reason:
    """The rules' own reason."""
    _check(game)
    scenes = scenes_of(game)
    if lesson >= len(scenes):
        raise Unknown("not_found")
    match = scenes[lesson].match
    seen, wanted = match.seen_by(LEARNER), match.rules.parse_move(move)
    if seen.menu is None or wanted in seen.menu:
        return Reason(None)
    refusal = match.rules.why_not(seen.view, wanted)
    return Reason(refusal.sentence(catalogue(language or asking.language)))


def _check(game: str) -> None:
    if game not in slugs():
        raise Unknown("not_found")


LEARNING_ROUTES = [show_rules, show_introduction, explain_move]
