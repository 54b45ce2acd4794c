"""Conversion of a player's view to a state to search from; nothing here is compiled."""

from collections import Counter

from closecall.core.rules import Seat
from closecall.games.enough.kit import Target, Token, token_order
from closecall.games.enough.state import (
    BackingOut,
    Declare,
    EndOfTurn,
    GiveUp,
    NewFaceUp,
    Phase,
    Player,
    State,
    Totalling,
    Turn,
)
from closecall.games.enough.view import PlayerView, View, own_player
from closecall.kernels.enough.array_layout import Table
from closecall.kernels.enough.state_conversion import state_of


def possible_state(seen: View) -> Table:
    """A state in which a deciding player has this view; `redeal` makes it a fair sample."""
    return state_of(readable_state(seen))


def readable_state(seen: View) -> State:
    """The same as a readable state."""
    own = own_player(seen)
    cards, targets = _unseen_cards(seen), _unseen_targets(seen)
    players = []
    for player in seen.players:
        hidden = 0 if player is own else player.hand_size - len(player.known)
        hand = own.hand if player is own else (*player.known, *[cards.pop() for _ in range(hidden)])
        target = own.target if player is own else targets.pop()
        assert hand is not None
        players.append(_player(player, tuple(sorted(hand)), target))
    return State(
        kit=seen.kit,
        advanced=seen.advanced,
        players=tuple(players),
        phase=_phase(seen),
        round=seen.round,
        first=seen.first,
        resting=seen.resting,
        deck=tuple(sorted(cards)),
        discard=seen.discard,
        box=_box(seen),
        turns=seen.turns,
        caller=seen.caller,
        backed_out=seen.backed_out,
        redeals=seen.redeals,
        last=seen.last,
    )


def _unseen_cards(seen: View) -> list[int]:
    """The cards in the deck, and the unseen ones in others' hands."""
    known = Counter(seen.discard)
    for player in seen.players:
        known.update(player.known if player.hand is None else player.hand)
        known.update(() if player.face_up is None else (player.face_up,))
    return list((Counter(seen.kit.cards) - known).elements())


def _unseen_targets(seen: View) -> list[Target]:
    """The free targets and those of the others."""
    own = own_player(seen).target
    assert own is not None
    return list((Counter(seen.kit.targets) - Counter((*seen.resting, own))).elements())


def _box(seen: View) -> tuple[Token, ...]:
    """The tokens that nobody holds or has used."""
    taken = Counter(token for player in seen.players for token in (*player.tokens, *player.used))
    return tuple(sorted((Counter(seen.kit.tokens) - taken).elements(), key=token_order))


def _player(player: PlayerView, hand: tuple[int, ...], target: Target | None) -> Player:
    return Player(
        stars=player.stars,
        tokens=player.tokens,
        used=player.used,
        target=target,
        face_up=player.face_up,
        hand=hand,
        known=player.known,
        lock_token=player.lock_token,
        silenced=player.silenced,
        stance=player.stance,
    )


_OF_ONE_SEAT = {kind.__name__: kind for kind in (Turn, EndOfTurn, Declare)}


def _phase(seen: View) -> Phase:
    """The phase, of which the view has only the name."""
    viewer = seen.viewer
    assert viewer is not None
    match seen.phase:
        case "GiveUp":
            assert seen.drawn is not None
            return GiveUp(viewer, seen.drawn)
        case "NewFaceUp":
            assert seen.acting is not None
            return NewFaceUp(viewer, seen.acting)
        case "BackingOut":
            return BackingOut()
        case "Totalling":
            return Totalling()
        case name:
            return _OF_ONE_SEAT[name](Seat(viewer))
