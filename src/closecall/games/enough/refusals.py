"""Why a move is not legal now, as a sentence for the player who tried it."""

from closecall.core.errors import IllegalMove
from closecall.core.rules import Seat, letter
from closecall.games.enough.kit import Ability, Token
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
    Show,
    Stay,
    Swap,
    Take,
    TakePile,
    Total,
    changes_of,
)
from closecall.games.enough.state import Stance
from closecall.games.enough.view import View, own_player
from closecall.messages import Word


def why_not(seen: View, move: Move) -> IllegalMove:
    """Why a move is not on the viewer's menu."""
    if seen.phase == "Showing":
        return _moment(seen)
    match move:
        case PlayLock(token):
            return _why_not_lock(seen, token)
        case PlaySilence(token, whom):
            return _why_not_silence(seen, token, whom)
        case Stay() | Fold():
            return IllegalMove("enough_not_final") if seen.phase != "Declare" else _moment(seen)
        case BackOut(token):
            return _why_not_back_out(seen, token)
        case Total():
            return _why_not_total(seen, move)
        case Pass() | Show() | Keep():
            return IllegalMove("enough_no_pass" if isinstance(move, Pass) else "enough_show_later")
        case Drop(card):
            has_drawn = seen.phase == "GiveUp"
            return _not_in_hand(seen, card) if has_drawn else IllegalMove("enough_nothing_drawn")
        case Draw() | Take() | Swap() | TakePile() | Call():
            return _moment(seen) if seen.phase != "Turn" else _why_not_turn(seen, move)


def _moment(seen: View) -> IllegalMove:
    """What the player has to do first."""
    return IllegalMove(f"enough_now_{_MOMENTS[seen.phase]}")


_MOMENTS = {
    "Declare": "declare",
    "GiveUp": "drop",
    "NewFaceUp": "lock",
    "EndOfTurn": "end",
    "BackingOut": "back_out",
    "Totalling": "total",
    "Showing": "show",
}


def _why_not_turn(seen: View, move: Draw | Take | Swap | TakePile | Call) -> IllegalMove:
    is_full = own_player(seen).hand_size >= 2
    match move:
        case Call():
            return _why_not_call(seen, is_full=is_full)
        case TakePile(give):
            if not is_full:
                return IllegalMove("enough_pile_filling")
            return _not_in_hand(seen, give) if seen.discard else IllegalMove("enough_no_pile")
        case Take(owner):
            return _why_not_take(seen, owner) or IllegalMove("enough_give_needed")
        case Swap(owner, give):
            refusal = _why_not_take(seen, owner)
            if refusal is None and not is_full:
                refusal = IllegalMove("enough_give_filling")
            return refusal or _not_in_hand(seen, give)
        case Draw():
            raise AssertionError("the deck can always be drawn from on a turn")


def _why_not_take(seen: View, owner: Seat) -> IllegalMove | None:
    if owner == seen.viewer:
        return IllegalMove("enough_own_card")
    if owner >= len(seen.players):
        return IllegalMove("enough_no_seat", letter=letter(owner))
    if seen.players[owner].locked:
        return IllegalMove("enough_locked", seat=letter(owner))
    return None


def _why_not_call(seen: View, *, is_full: bool) -> IllegalMove:
    if seen.caller is not None:
        return IllegalMove("enough_called", seat=letter(seen.caller))
    if not is_full:
        return IllegalMove("enough_call_filling")
    return IllegalMove("enough_silenced")


def _not_in_hand(seen: View, card: int) -> IllegalMove:
    hand = own_player(seen).hand or ()
    return IllegalMove("enough_not_in_hand", card=card, hand=", ".join(map(str, distinct(hand))))


def _why_not_token(seen: View, token: Token, ability: Ability) -> IllegalMove | None:
    if not token.has(ability):
        one, other = _abilities(token)
        return IllegalMove("enough_no_ability", one=one, other=other, ability=ability_word(ability))
    return None if token in own_player(seen).tokens else _no_token(token)


def _no_token(token: Token) -> IllegalMove:
    one, other = _abilities(token)
    return IllegalMove("enough_no_token", one=one, other=other)


def _abilities(token: Token) -> tuple[Word, Word]:
    """The names of a token's two abilities, for people who do not know its letters."""
    return ability_word(token.one), ability_word(token.other)


def _why_not_lock(seen: View, token: Token) -> IllegalMove:
    refusal = _why_not_token(seen, token, Ability.LOCK)
    if refusal is not None:
        return refusal
    own = own_player(seen)
    if own.lock_token:
        return IllegalMove("enough_lock_twice")
    assert own.stance in (Stance.STAYED, Stance.CALLED), "everyone else who decides may lock"
    return IllegalMove("enough_lock_needless")


def _why_not_silence(seen: View, token: Token, whom: Seat) -> IllegalMove:
    refusal = _why_not_token(seen, token, Ability.SILENCE)
    if refusal is not None:
        return refusal
    if seen.caller is not None:
        return IllegalMove("enough_silence_late", seat=letter(seen.caller))
    if whom == seen.viewer:
        return IllegalMove("enough_silence_self")
    if whom >= len(seen.players):
        return IllegalMove("enough_no_seat", letter=letter(whom))
    if seen.phase == "NewFaceUp":
        return IllegalMove("enough_now_lock")
    if seen.players[whom].silenced:
        return IllegalMove("enough_silence_twice", seat=letter(whom))
    return IllegalMove("enough_silence_last", seat=letter(whom))


def _why_not_back_out(seen: View, token: Token) -> IllegalMove:
    if not seen.advanced:
        return IllegalMove("enough_not_advanced")
    if seen.phase != "BackingOut":
        return IllegalMove("enough_back_out_later")
    return _no_token(token)


def _why_not_total(seen: View, move: Total) -> IllegalMove:
    if seen.phase != "Totalling":
        return IllegalMove("enough_total_later")
    own = own_player(seen)
    cards = [None, *(own.hand or ())]
    tokens = list(own.tokens)
    for use in move.uses:
        if use.change not in changes_of(use.token):
            return IllegalMove("enough_no_change", token=str(use.token), change=use.change.value)
        if use.token not in tokens:
            return _no_token(use.token)
        tokens.remove(use.token)
        if use.card is None and own.lock_token:
            return IllegalMove("enough_lock_on_card")
        if use.card not in cards:
            if use.card in (None, *(own.hand or ())):
                return IllegalMove("enough_one_per_card")
            return _not_in_hand(seen, use.card or 0)
        cards.remove(use.card)
    return IllegalMove("enough_total_order")


def ability_word(ability: Ability) -> Word:
    """The name of an ability, to be translated."""
    return Word(f"ability.{ability.value}")
