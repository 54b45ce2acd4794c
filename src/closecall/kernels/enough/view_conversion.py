"""Conversion of a player's view to a state to search from; in plain Python."""

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
    Showing,
    Shown,
    State,
    Totalling,
    Turn,
)
from closecall.games.enough.view import PlayerView, View


def readable_state(seen: View) -> State:
    """A state in which a deciding player has this view; the kernel's `redeal` makes it a fair sample."""
    cards, targets = _unseen_cards(seen), _unseen_targets(seen)
    players = []
    for player, shown in zip(seen.players, _shown(seen), strict=True):
        known = _known_hand(player, shown)
        hand = (*known, *[cards.pop() for _ in range(player.hand_size - len(known))])
        target = _known_target(player, shown) or targets.pop()
        players.append(_player(player, tuple(sorted(hand)), target, shown))
    return State(
        kit=seen.kit,
        advanced=seen.advanced,
        showing=seen.showing,
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


def _shown(seen: View) -> tuple[Shown | None, ...]:
    """What each player had to show of the round that is over, if it is (E14)."""
    if not _is_scored(seen):
        return (None,) * len(seen.players)
    assert seen.last is not None
    return tuple(standing.shown for standing in seen.last.standings)


def _is_scored(seen: View) -> bool:
    return seen.phase == Showing.__name__


def _known_hand(player: PlayerView, shown: Shown | None) -> tuple[int, ...]:
    """The viewer's own hand, a hand that was shown, or the cards that everyone saw being taken."""
    if player.hand is not None:
        return player.hand
    return player.known if shown is None else shown.hand


def _known_target(player: PlayerView, shown: Shown | None) -> Target | None:
    return player.target if shown is None else shown.target


def _unseen_cards(seen: View) -> list[int]:
    """The cards in the deck, and the unseen ones in others' hands."""
    known = Counter(seen.discard)
    for player, shown in zip(seen.players, _shown(seen), strict=True):
        known.update(_known_hand(player, shown))
        known.update(() if player.face_up is None else (player.face_up,))
    return list((Counter(seen.kit.cards) - known).elements())


def _unseen_targets(seen: View) -> list[Target]:
    """The free targets and those of the others; of a scored round, everyone knows the targets (E15)."""
    pairs = zip(seen.players, _shown(seen), strict=True)
    known = [target for player, shown in pairs if (target := _known_target(player, shown)) is not None]
    if not _is_scored(seen):
        return list((Counter(seen.kit.targets) - Counter((*seen.resting, *known))).elements())
    assert seen.last is not None
    return list((Counter(seen.last.targets) - Counter(known)).elements())


def _box(seen: View) -> tuple[Token, ...]:
    """The tokens that nobody holds or has used; those used return to the box when a round is scored (E15)."""
    taken = Counter(token for player in seen.players for token in player.tokens)
    if not _is_scored(seen):
        taken.update(token for player in seen.players for token in player.used)
    return tuple(sorted((Counter(seen.kit.tokens) - taken).elements(), key=token_order))


def _player(player: PlayerView, hand: tuple[int, ...], target: Target, shown: Shown | None) -> Player:
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
        uses=player.uses if shown is None else shown.uses,
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
        case "Showing":
            return Showing()
        case name:
            return _OF_ONE_SEAT[name](Seat(viewer))
