"""The legal moves of each player in each phase (E3 to E8, E13, E14)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from closecall.core.rules import Listed, Menu, Outline, Seat
from closecall.games.enough.kit import Ability, Token
from closecall.games.enough.moves import (
    CALL,
    DRAW,
    FOLD,
    KEEP,
    PASS,
    SHOW,
    STAY,
    BackOut,
    Move,
    PlayLock,
    PlaySilence,
    Total,
    Use,
    changes_of,
    drop,
    in_order,
    swap,
    take,
    take_pile,
)
from closecall.games.enough.state import Player, Stance, State


def turn_menu(state: State, seat: Seat) -> Menu[Move]:
    """Fill (E3), or fine-tune (E4) or call (E5); Lock and Silence are free extras (E7)."""
    player = state.players[seat]
    if not player.is_full:
        return Listed((DRAW, *map(take, takeable(state, seat)), *extras(state, seat)))
    moves = tunings(player.hand, takeable(state, seat), has_pile=bool(state.discard))
    if player.stance is Stance.STAYED:  # E6: fine-tune once more, and the card is about to be locked
        return Listed(tuple(moves))
    if not player.silenced:
        moves.append(CALL)
    return Listed((*moves, *extras(state, seat)))


def tunings(hand: tuple[int, ...], owners: tuple[Seat, ...], *, has_pile: bool) -> list[Move]:
    """The ways to take one card and give one up (E4)."""
    moves: list[Move] = [DRAW]
    gifts = distinct(hand)
    if has_pile:
        moves += map(take_pile, gifts)
    moves += [swap(owner, give) for owner in owners for give in gifts]
    return moves


def drop_menu(state: State, seat: Seat) -> Menu[Move]:
    """Discard any card of the hand, the drawn one too (E4)."""
    player = state.players[seat]
    drops = map(drop, distinct(player.hand))
    if player.stance is Stance.STAYED:
        return Listed(tuple(drops))
    return Listed((*drops, *extras(state, seat)))


def declare_menu(state: State, seat: Seat) -> Menu[Move]:
    """Stay in or fold (E6); a Lock may come first, to protect a folded player's card."""
    return Listed((STAY, FOLD, *locks(state.players[seat])))


def new_face_up_menu(state: State, owner: Seat) -> Menu[Move]:
    """Lock the card just received, or not (E7)."""
    return Listed((*locks(state.players[owner]), PASS))


def end_of_turn_menu(state: State, seat: Seat) -> Menu[Move]:
    """Lock and Silence once more, now that the card that came while filling is known (E7)."""
    return Listed((*extras(state, seat), PASS))


def back_out_menu(player: Player) -> Menu[Move]:
    """Return any unused token to back out, or stand by the call (E13)."""
    return Listed((*map(BackOut, dict.fromkeys(player.tokens)), PASS))


SHOW_MENU: Menu[Move] = Listed((SHOW, KEEP))
"""Show your cards, or keep them hidden (E14)."""


def takeable(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whose face-up card can be taken: another player's, and not locked (E3, E4)."""
    return tuple([Seat(n) for n, owner in enumerate(state.players) if n != seat and not owner.is_locked])


def distinct(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The values in a hand; equal cards are interchangeable."""
    return tuple(dict.fromkeys(cards))


def extras(state: State, seat: Seat) -> tuple[Move, ...]:
    """The tokens that can be played on one's own turn (E7)."""
    player = state.players[seat]
    if not player.tokens:
        return ()
    return (*locks(player), *_silences(state, seat))


def locks(player: Player) -> tuple[PlayLock, ...]:
    """A token locks the face-up card, unless one lies on it already (E7)."""
    if player.lock_token:
        return ()
    return tuple(map(PlayLock, _having(player, Ability.LOCK)))


def can_be_silenced(state: State) -> tuple[Seat, ...]:
    """Those who can still call, unless only one can: someone must be left (E7)."""
    if state.caller is not None:
        return ()
    able = [Seat(n) for n, player in enumerate(state.players) if not player.silenced]
    return tuple(able) if len(able) > 1 else ()


def _silences(state: State, seat: Seat) -> tuple[PlaySilence, ...]:
    tokens = _having(state.players[seat], Ability.SILENCE)
    others = [whom for whom in can_be_silenced(state) if whom != seat]
    return tuple([PlaySilence(token, whom) for token in tokens for whom in others])


def _having(player: Player, ability: Ability) -> tuple[Token, ...]:
    return tuple(dict.fromkeys([token for token in player.tokens if token.has(ability)]))


LONGEST_OUTLINE = 400
"""More ways to total are not listed; the ways with one token are 76 at most."""


@dataclass(frozen=True, slots=True)
class TotalMenu(Menu[Total]):
    """Every way to place totalling tokens, at most one per card (E7, E8)."""

    tokens: tuple[Token, ...]
    cards: tuple[int | None, ...]
    """The cards that can carry a token; None is the face-up card."""

    def __iter__(self) -> Iterator[Total]:
        return self._placing(len(self.cards))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, move: object, /) -> bool:
        if not isinstance(move, Total):
            return False
        return (
            move == in_order(list(move.uses))
            and all(use.change in changes_of(use.token) for use in move.uses)
            and Counter(use.token for use in move.uses) <= Counter(self.tokens)
            and Counter(use.card for use in move.uses) <= Counter(self.cards)
        )

    def outline(self) -> Outline[Total]:
        """All ways or, if they are too many, those that place at most two tokens or at most one."""
        most = len(self.cards)
        while len(moves := tuple(islice(self._placing(most), LONGEST_OUTLINE + 1))) > LONGEST_OUTLINE:
            most -= 1
        return Outline(moves, is_whole=most == len(self.cards))

    def extending(self, move: object, /) -> tuple[Total, ...]:
        """The ways that place one token more."""
        if not isinstance(move, Total) or move not in self:
            return ()
        tokens = Counter(self.tokens) - Counter(use.token for use in move.uses)
        cards = Counter(self.cards) - Counter(use.card for use in move.uses)
        return tuple(
            in_order([*move.uses, Use(token, change, card)])
            for card in cards
            for token in tokens
            for change in changes_of(token)
        )

    def _placing(self, most: int) -> Iterator[Total]:
        """Every way to place at most this many tokens, each once."""
        copies = Counter(self.tokens)
        changes = [(kind, token, change) for kind, token in enumerate(copies) for change in changes_of(token)]
        uses = in_order(
            [Use(token, change, card) for card in set(self.cards) for _, token, change in changes]
        ).uses
        number = {use: n for n, use in enumerate(uses)}
        offers = [
            [(kind, number[Use(token, change, card)]) for kind, token, change in changes]
            for card in self.cards
        ]
        found: set[tuple[int, ...]] = set()
        for placed in _placements(offers, list(copies.values()), most):
            way = tuple(sorted(placed))
            if way not in found:  # On equal cards the same tokens are the same way.
                found.add(way)
                yield Total(tuple([uses[n] for n in way]))


def _placements(offers: list[list[tuple[int, int]]], left: list[int], most: int) -> Iterator[tuple[int, ...]]:
    """Every way to choose at most `most` uses, at most one for each card, with the tokens that are left.

    `offers` has the uses of each card by number, each with the kind of its token; `left` counts the tokens of
    each kind.
    """
    if not offers or not most:
        yield ()
        return
    first, *others = offers
    yield from _placements(others, left, most)
    for kind, use in first:
        if left[kind]:
            left[kind] -= 1
            for rest in _placements(others, left, most - 1):
                yield (use, *rest)
            left[kind] += 1


def total_menu(player: Player) -> TotalMenu:
    """A lock token counts for the face-up card; a lock by calling or staying does not (E7)."""
    tokens = tuple(token for token in player.tokens if changes_of(token))
    face_up: tuple[int | None, ...] = () if player.lock_token else (None,)
    return TotalMenu(tokens, face_up + player.hand)


def can_change_total(player: Player) -> bool:
    """Whether a player holds a token to use while totalling."""
    return any(changes_of(token) for token in player.tokens)
