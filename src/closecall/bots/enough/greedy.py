"""A sensible bot for Close Enough: it comes as close as it can, and calls when that seems close enough.

It looks one move ahead at the distance of its own lot, with the best single token it holds. The distance at
which it calls grows with every turn and with the stars of its target, and in the end it always calls (E18).
"""

from collections import Counter
from collections.abc import Iterable
from random import Random

from closecall.core.seen import Seen
from closecall.games.enough.kit import Target, Token
from closecall.games.enough.menus import distinct
from closecall.games.enough.moves import (
    BackOut,
    Call,
    Draw,
    Drop,
    Fold,
    Keep,
    Move,
    Pass,
    PlayLock,
    PlaySilence,
    Stay,
    Swap,
    Take,
    TakePile,
    Total,
    changes_of,
)
from closecall.games.enough.scoring import changed
from closecall.games.enough.state import Stance, with_card, without
from closecall.games.enough.view import PlayerView, View, effect, own_player

MOST_TURNS = 12
"""Own turns in a round after which the bot calls with any lot."""
DANGER = 6
"""Stars at which an opponent is worth a Silence."""


def choose(seen: Seen[Move, View], rng: Random) -> Move:
    """The move of this bot."""
    view, menu = seen.view, seen.menu
    assert menu is not None
    match view.phase:
        case "Turn":
            return _turn(view, list(menu), rng)
        case "GiveUp":
            drops = [move for move in menu if isinstance(move, Drop)]
            return _closest(view, drops, rng)
        case "Declare":
            return _declare(view)
        case "NewFaceUp":
            return _lock(view, list(menu))
        case "BackingOut":
            return _back_out(view, list(menu))
        case "Totalling":
            return _total(view, [move for move in menu if isinstance(move, Total)])
        case "Showing":
            return Keep()
        case _:
            return Pass()


def best_distance(target: Target, cards: Iterable[int], tokens: tuple[Token, ...] = ()) -> int:
    """The distance of a full lot, with the best single token on the best card."""
    lot = tuple(cards)
    plain = sum(lot) - target.number
    changes = dict.fromkeys(change for token in tokens for change in changes_of(token))
    reachable = (plain + changed(card, change) - card for card in lot for change in changes)
    return min(map(abs, (plain, *reachable)))


def _distance(view: View, hand: tuple[int, ...]) -> int:
    own = own_player(view)
    assert own.target is not None
    assert own.face_up is not None
    return best_distance(own.target, (own.face_up, *hand), own.tokens)


def _hand(own: PlayerView) -> tuple[int, ...]:
    assert own.hand is not None
    return own.hand


def _turn(view: View, menu: list[Move], rng: Random) -> Move:
    own = own_player(view)
    if own.hand_size < 2:
        return _fill(view, menu)
    if Call() in menu and _distance(view, _hand(own)) <= _call_at(view):
        return Call()
    silence = _silence(view, menu)
    if silence is not None:
        return silence
    known = [move for move in menu if isinstance(move, Swap | TakePile)]
    if not known:
        return Draw()
    best = _closest(view, known, rng)
    return best if _distance(view, _hand_after(view, best)) < _expected_draw(view) else Draw()


def _call_at(view: View) -> int:
    """The distance at which to call; it grows with the stars of the target and the length of the round."""
    own = own_player(view)
    assert own.target is not None
    turns = view.turns // len(view.players)
    if turns >= MOST_TURNS:
        return own.target.number + 10_000
    return (turns - 1) // 2 + own.target.stars // 2


def _fill(view: View, menu: list[Move]) -> Move:
    """The card that brings the lot closest to the target, with missing cards counted as average."""
    own = own_player(view)
    assert own.target is not None
    assert own.face_up is not None
    average = sum(view.kit.cards) / len(view.kit.cards)
    held = own.face_up + sum(_hand(own))
    missing = 1 - own.hand_size

    def gap(move: Move) -> float:
        assert own.target is not None
        # The deck is a gamble: an average card, and a little worse for being unknown.
        card = float(view.players[move.owner].face_up or 0) if isinstance(move, Take) else average + 2
        return abs(held + card + missing * average - own.target.number)

    return min((move for move in menu if isinstance(move, Take | Draw)), key=gap)


def _hand_after(view: View, move: Swap | TakePile | Drop) -> tuple[int, ...]:
    hand = _hand(own_player(view))
    match move:
        case Drop(card):
            return without(hand, card)
        case TakePile(give):
            return with_card(without(hand, give), view.discard[-1])
        case Swap(owner, give):
            taken = view.players[owner].face_up
            assert taken is not None
            return with_card(without(hand, give), taken)


def _closest(
    view: View, moves: list[Swap] | list[TakePile] | list[Drop] | list[Swap | TakePile], rng: Random
) -> Swap | TakePile | Drop:
    scored = [(_distance(view, _hand_after(view, move)), move) for move in moves]
    least = min(score for score, _ in scored)
    return rng.choice([move for score, move in scored if score == least])


def _expected_draw(view: View) -> float:
    """The mean distance after drawing from the deck and dropping the best card."""
    hand = _hand(own_player(view))
    unseen = Counter(view.kit.cards) - Counter(hand) - Counter(view.discard)
    unseen -= Counter(card for player in view.players if (card := player.face_up) is not None)
    total = 0
    for card, count in unseen.items():
        drawn = with_card(hand, card)
        total += count * min(_distance(view, without(drawn, drop)) for drop in distinct(drawn))
    return total / unseen.total()


def _silence(view: View, menu: list[Move]) -> Move | None:
    """Keep a leader near victory from calling."""
    threats = [
        move for move in menu if isinstance(move, PlaySilence) and view.players[move.whom].stars >= DANGER
    ]
    return max(threats, key=lambda move: view.players[move.whom].stars, default=None)


def _declare(view: View) -> Move:
    """Stay in if about as close as a caller usually is; at 0 stars there is nothing to lose (E12)."""
    own = own_player(view)
    if own.stars == 0 or min(_distance(view, _hand(own)), _expected_draw(view)) <= 2:
        return Stay()
    return Fold()


def _lock(view: View, menu: list[Move]) -> Move:
    """Lock a new face-up card that fits well."""
    own = own_player(view)
    locks = [move for move in menu if isinstance(move, PlayLock)]
    if own.hand_size == 2 and locks and _distance(view, _hand(own)) == 0:
        return locks[0]
    return Pass()


def _back_out(view: View, menu: list[Move]) -> Move:
    """Back out of a hopeless call against which someone has stayed in."""
    hopeless = _distance(view, _hand(own_player(view))) > 5
    if hopeless and any(player.stance is Stance.STAYED for player in view.players):
        return next(move for move in menu if isinstance(move, BackOut))
    return Pass()


def _total(view: View, menu: list[Total]) -> Move:
    """The closest total with the fewest tokens; a caller nobody stayed against pays for the bonus only."""
    unopposed = own_player(view).stance is Stance.CALLED and not any(
        player.stance is Stance.STAYED for player in view.players
    )

    def worth(move: Total) -> tuple[int, int]:
        far = effect(view, move).distance
        assert far is not None
        return (min(far, 1) if unopposed else far, len(move.uses))

    return min(menu, key=worth)
