"""Tables in a given state, for the tests of what people see and type there."""

from dataclasses import replace
from typing import Any

from closecall.core.record import AnyMatch
from closecall.core.rules import Seat
from closecall.games import enough, qwixx
from closecall.games.enough.kit import Ability, Target, Token
from closecall.games.enough.state import Player, Turn
from closecall.games.enough.state import State as EnoughState
from closecall.games.qwixx.state import Colour, Roll, Row, Sheet
from closecall.games.qwixx.state import State as QwixxState
from support.matches import match_at

Crossed = tuple[tuple[int, ...], ...]
EMPTY: Crossed = ((), (), (), ())
_LOCKED = Row((2, 3, 4, 5, 6, 12), True)


def qwixx_table(roll: Roll | None, *, closed: tuple[Colour, ...] = (), crossed: Crossed = EMPTY) -> AnyMatch:
    """One player whose rows hold these crosses, or are closed."""
    first, second, third, fourth = (
        _LOCKED if colour in closed else Row(crossed[n], False) for n, colour in enumerate(Colour)
    )
    sheet = Sheet((first, second, third, fourth), 0)
    options = qwixx.Options()
    state = QwixxState(
        games=1,
        one_more=False,
        results=(),
        active=Seat(0),
        action=None if roll is None else 1,
        roll=roll,
        has_crossed=False,
        sheets=(sheet,),
    )
    return match_at(qwixx, state, options, 1)


def enough_table(**told: Any) -> AnyMatch:
    """Ann fine-tunes: target 26, lot 5, 4, 9, two tokens; Ben shows 12, Cem a locked 7; the pile is 3.

    Any field of the state can be told otherwise.
    """
    options = enough.Options()
    tokens = (Token(Ability.SUBTRACT, Ability.LOCK), Token(Ability.DOUBLE, Ability.SILENCE))
    players = (
        Player(stars=2, tokens=tokens, target=Target(26, 1), face_up=5, hand=(4, 9)),
        Player(stars=1, target=Target(30, 1), face_up=12, hand=(1, 20)),
        Player(target=Target(44, 3), face_up=7, hand=(8, 10), lock_token=True),
    )
    used = [5, 4, 9, 12, 1, 20, 7, 8, 10, 3]
    deck = list(options.kit.cards)
    for card in used:
        deck.remove(card)
    state = EnoughState(
        kit=options.kit,
        advanced=False,
        showing=True,
        players=players,
        phase=Turn(Seat(0)),
        round=2,
        first=Seat(0),
        resting=(),
        deck=tuple(deck),
        discard=(3,),
        box=tuple(token for token in options.kit.tokens if token not in tokens),
        turns=6,
        caller=None,
        backed_out=False,
        redeals=0,
        last=None,
    )
    return match_at(enough, replace(state, **told), options, 3)
