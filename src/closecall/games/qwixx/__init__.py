"""Qwixx by Steffen Benndorf: six dice and four rows of numbers to cross from left to right.

The package satisfies the Rules protocol, so it can be passed to `Match.start`.
"""

from closecall.core.rules import listed_menu as whole_menu
from closecall.games.qwixx.moves import (
    MORE,
    PASS,
    STOP,
    Cross,
    More,
    Move,
    Pass,
    Stop,
    format_move,
    parse_move,
)
from closecall.games.qwixx.picture import picture
from closecall.games.qwixx.rules import SEATS, after_chance, after_choices, draw, odds, pending, setup
from closecall.games.qwixx.state import Colour, Lot, Options, Outcome, Result, Roll, Row, Sheet, State
from closecall.games.qwixx.view import Effect, View, effect, redeal, view, why_not

__all__ = [
    "EFFECT", "MORE", "OPTIONS", "OPTIONS_BEFORE", "OUTCOME", "PASS", "SEATS", "SLUG", "STOP", "VERSION",
    "VIEW", "Colour", "Cross", "Effect", "Lot", "More", "Move", "Options", "Outcome", "Pass", "Result",
    "Roll", "Row", "Sheet", "State", "Stop", "View", "after_chance", "after_choices", "draw", "effect",
    "format_move", "odds", "parse_move", "pending", "picture", "redeal", "setup", "view", "whole_menu",
    "why_not",
]  # fmt: skip

SLUG = "qwixx"
VERSION = 2
OPTIONS_BEFORE = {1: {"one_more": False}}
OPTIONS = Options
OUTCOME = Outcome
VIEW = View
EFFECT = Effect
