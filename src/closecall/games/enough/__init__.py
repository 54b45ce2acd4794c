"""Close Enough by Fred LeBlanc: cards, secret targets, and calling it.

The package satisfies the Rules protocol, so it can be passed to `Match.start`.
"""

from closecall.games.enough.chance import (
    DrawnCard,
    DrawnTarget,
    DrawnToken,
    Lot,
    Outcome,
    after_chance,
    draw,
    odds,
)
from closecall.games.enough.kit import Ability, Kit, Target, Token, parse_kit, shipped_kit
from closecall.games.enough.moves import Move, format_move, parse_move
from closecall.games.enough.picture import picture
from closecall.games.enough.refusals import why_not
from closecall.games.enough.rules import SEATS, after_choices, pending, setup
from closecall.games.enough.state import Options, State
from closecall.games.enough.view import Effect, View, effect, redeal, view, whole_menu

__all__ = [
    "EFFECT", "OPTIONS", "OPTIONS_BEFORE", "OUTCOME", "SEATS", "SLUG", "VERSION", "VIEW", "Ability",
    "DrawnCard", "DrawnTarget", "DrawnToken", "Effect", "Kit", "Lot", "Move", "Options", "Outcome", "State",
    "Target", "Token", "View", "after_chance", "after_choices", "draw", "effect", "format_move", "odds",
    "parse_kit", "parse_move", "pending", "picture", "redeal", "setup", "shipped_kit", "view", "whole_menu",
    "why_not",
]  # fmt: skip

SLUG = "enough"
VERSION = 2
OPTIONS_BEFORE = {1: {"scorekeeper": None, "showing": False}}
OPTIONS = Options
OUTCOME = Outcome
VIEW = View
EFFECT = Effect
