"""Close to the Mark! (Knapp daneben!) by Andreas Kuhnekath-Häbler: dice and a 5×5 sheet.

The package satisfies the Rules protocol, so it can be passed to `Match.start`.
"""

from closecall.core.rules import listed_menu as whole_menu
from closecall.games.mark.layout import Colour, Layout, default_layout, parse_layout
from closecall.games.mark.moves import Choose, Enter, Move, format_move, parse_move
from closecall.games.mark.picture import picture
from closecall.games.mark.rules import SEATS, after_chance, after_choices, draw, odds, pending, setup
from closecall.games.mark.state import Lot, Options, Outcome, Roll, State
from closecall.games.mark.view import Effect, View, effect, redeal, view, why_not

__all__ = [
    "EFFECT", "OPTIONS", "OPTIONS_BEFORE", "OUTCOME", "SEATS", "SLUG", "VERSION", "VIEW", "Choose", "Colour",
    "Effect", "Enter", "Layout", "Lot", "Move", "Options", "Outcome", "Roll", "State", "View", "after_chance",
    "after_choices", "default_layout", "draw", "effect", "format_move", "odds", "parse_layout", "parse_move",
    "pending", "picture", "redeal", "setup", "view", "whole_menu", "why_not",
]  # fmt: skip

SLUG = "mark"
VERSION = 2
OPTIONS_BEFORE = {1: {"may_start": None}}
OPTIONS = Options
OUTCOME = Outcome
VIEW = View
EFFECT = Effect
