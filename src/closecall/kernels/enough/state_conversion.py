"""Conversion of readable states to arrays, in plain Python."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from closecall.games.enough.kit import Kit, Target, Token
from closecall.games.enough.state import (
    BackingOut,
    DealFaceUp,
    Declare,
    DrawCard,
    DrawScorekeeper,
    DrawTarget,
    DrawToken,
    Ended,
    EndOfTurn,
    GiveUp,
    NewFaceUp,
    Player,
    ReplaceFaceUp,
    Showing,
    Stance,
    State,
    Totalling,
    Turn,
)
from closecall.kernels.enough.array_layout import (
    COPIES,
    FREE,
    PILE,
    REASONS,
    STATE,
    TARGET_NUMBERS,
    TARGET_STARS,
    TOKEN_KINDS,
    VALUES,
)
from closecall.kernels.enough.move_conversion import kind_of

_PHASES = (
    DrawScorekeeper,
    DrawTarget,
    DealFaceUp,
    Turn,
    DrawCard,
    GiveUp,
    ReplaceFaceUp,
    NewFaceUp,
    EndOfTurn,
    Declare,
    BackingOut,
    Totalling,
    DrawToken,
    Showing,
    Ended,
)
_STANCES = tuple(Stance)


class _Kinds(NamedTuple):
    """The indices of the distinct pieces of a kit."""

    kit: Kit
    cards: dict[int | None, int]
    targets: dict[Target | None, int]
    blank: "array[int]"
    """A state with the kit and all its targets free, and nothing else."""


_kinds_of: dict[int, _Kinds] = {}


def _kinds(kit: Kit) -> _Kinds:
    """Looked up by identity: hashing a kit would take longer than everything else."""
    found = _kinds_of.get(id(kit))
    if found is None:
        if len(_kinds_of) == 100:
            _kinds_of.clear()
        found = _kinds_of[id(kit)] = _sorted_out(kit)
    return found


def _sorted_out(kit: Kit) -> _Kinds:
    cards, targets = Counter(kit.cards), Counter(kit.targets)
    blank = array("q", [0] * STATE)
    _write(blank, PILE, [-1] * (FREE - PILE))
    _write(blank, FREE, targets.values())
    _write(blank, VALUES, cards)
    _write(blank, COPIES, cards.values())
    _write(blank, TARGET_NUMBERS, [target.number for target in targets])
    _write(blank, TARGET_STARS, [target.stars for target in targets])
    return _Kinds(
        kit,
        {None: -1} | {card: kind for kind, card in enumerate(cards)},
        {None: -1} | {target: kind for kind, target in enumerate(targets)},
        blank,
    )


def encode_state(state: State) -> "array[int]":
    """A readable state as an array."""
    _, cards, targets, blank = _kinds(state.kit)
    numbers = [*_header(state, cards), *_resting(state, targets)]
    for seat, player in enumerate(state.players):
        has_shown = state.last is not None and state.last.standings[seat].shown is not None
        numbers += _player(player, cards, targets[player.target], has_shown=has_shown)
    numbers += _NOBODY * (5 - len(state.players))
    numbers += _counts(state.box)
    deck = Counter[int | None](state.deck)
    numbers += [deck[card] for card in cards][1:]
    made = blank[:]
    _write(made, 0, numbers)
    _write(made, PILE, [cards[card] for card in state.discard])
    for target in (*state.resting, *[player.target for player in state.players if player.target]):
        made[FREE + targets[target]] -= 1
    return made


def _write(numbers: "array[int]", at: int, written: Iterable[int]) -> None:
    """Write numbers from a place on."""
    new = array("q", written)
    numbers[at : at + len(new)] = new


def _header(state: State, cards: Mapping[int | None, int]) -> list[int]:
    phase, last = state.phase, state.last
    seat = state.caller if isinstance(phase, BackingOut) else getattr(phase, "owner", None)
    return [
        len(state.players),
        int(state.advanced),
        int(state.showing),
        len(cards) - 1,
        len(state.kit.cards),
        len(_kinds(state.kit).targets) - 1,
        _PHASES.index(type(phase)),
        _or_none(getattr(phase, "seat", seat)),
        _or_none(getattr(phase, "taker", None)),
        cards[getattr(phase, "drawn", None)],
        state.round,
        state.turns,
        _or_none(state.first),
        _or_none(state.caller),
        int(state.backed_out),
        state.redeals,
        REASONS.index(getattr(phase, "reason", "")),
        0 if last is None else last.round,
        -1 if last is None else _or_none(last.caller),
        0 if last is None else int(last.won),
        len(state.deck),
        len(state.discard),
        len(state.box),
    ]


def _or_none(seat: int | None) -> int:
    return -1 if seat is None else seat


def _resting(state: State, targets: Mapping[Target | None, int]) -> list[int]:
    return [*[targets[target] for target in state.resting], *(-1,) * (5 - len(state.resting))]


def _player(player: Player, cards: Mapping[int | None, int], target: int, *, has_shown: bool) -> list[int]:
    hand, known = player.hand, player.known
    return [
        player.stars,
        target,
        cards[player.face_up],
        *[cards[card] for card in hand],
        *(-1,) * (3 - len(hand)),
        *[cards[card] for card in known],
        *(-1,) * (2 - len(known)),
        player.lock_token,
        player.silenced,
        _STANCES.index(player.stance),
        has_shown,
        -1,
        len(player.tokens),
        *_counts(player.tokens),
        *_counts(player.used),
    ]


def _counts(tokens: tuple[Token, ...]) -> Sequence[int]:
    """The count of each kind."""
    if not tokens:
        return _NO_TOKENS
    counts = [0] * TOKEN_KINDS
    for token in tokens:
        counts[kind_of(token)] += 1
    return counts


_NO_TOKENS = (0,) * TOKEN_KINDS
_NOBODY = _player(Player(), {None: -1}, -1, has_shown=False)
