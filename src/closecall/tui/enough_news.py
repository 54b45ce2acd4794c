"""The news of Close Enough, from two views of the same viewer, so that nothing hidden is told."""

from collections import Counter
from collections.abc import Iterator

from closecall.core.rules import Seat
from closecall.games.enough.kit import Target, Token
from closecall.games.enough.moves import Use
from closecall.games.enough.refusals import ability_word
from closecall.games.enough.state import RoundEnd, Shown, Stance, Standing
from closecall.games.enough.view import PlayerView, View
from closecall.tui.show import Display, signed


def news(display: Display, before: View, after: View) -> list[str]:
    """The end of a round and the beginning of the next, or what one player has done."""
    say = display.say
    lines = []
    if after.last is not None and (before.last is None or before.last.round != after.last.round):
        lines += list(_round_end(display, after.last))
    if after.last is not None and after.last.token is not None and _has_drawn_token(before, after):
        lines.append(_token_drawn(display, after.last))
    if before.phase == "Showing" and before.last is not None and after.last is not None:
        lines += _shows(display, before.last, after.last)
    if before.first is None and after.first is not None:
        lines.append(say("enough.scorekeeper", name=display.name(after.first)))
    if before.round == after.round and before.last == after.last:
        lines += _deeds(display, before, after)
    return lines


def _has_drawn_token(before: View, after: View) -> bool:
    return before.last is None or after.last is None or before.last.token != after.last.token


def _token_drawn(display: Display, end: RoundEnd) -> str:
    say = display.say
    assert end.caller is not None
    assert end.token is not None
    return say("enough.did_token", name=display.name(end.caller), token=token_words(display, (end.token,)))


def _shows(display: Display, before: RoundEnd, after: RoundEnd) -> Iterator[str]:
    """Who has shown their cards without having to (E14)."""
    say = display.say
    for n, (old, new) in enumerate(zip(before.standings, after.standings, strict=True)):
        if old.shown is None and new.shown is not None:
            key = "enough.did_show" if new.shown.distance else "enough.did_show_exact"
            facts = _shown_words(display, new, new.shown)
            yield say(key, name=display.name(Seat(n)), distance=new.shown.distance, **facts)


def _deeds(display: Display, before: View, after: View) -> Iterator[str]:
    say = display.say
    if before.phase == "DrawTarget" and before.first is not None and before.acting == before.first:
        yield say("enough.round_begins", round=before.round, name=display.name(before.first))
    if after.deck_size > before.deck_size:
        yield say("enough.reshuffled")
    if before.caller is None and after.caller is not None:
        key = "enough.did_call_first" if after.caller == after.first else "enough.did_call"
        yield say(key, name=display.name(after.caller))
    if after.backed_out and not before.backed_out and after.caller is not None:
        yield say("enough.did_back_out", name=display.name(after.caller))
    for n, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old.target is None and new.target is not None:
            yield _target_taken(display, before, Seat(n), new.target)
        yield from _changes(display, Seat(n), old, new)
    if before.acting is not None:
        yield from _card_move(display, before, after, before.acting)


def _target_taken(display: Display, before: View, seat: Seat, target: Target) -> str:
    """Which target a player has taken, and from among how many (E2)."""
    say = display.say
    assert before.first is not None
    held = (seat - before.first) % len(before.players)
    left = len(before.kit.targets) - len(before.resting) - held
    return say("enough.did_target", name=display.name(seat), n=left, target=target_words(display, target))


def _changes(display: Display, seat: Seat, old: PlayerView, new: PlayerView) -> Iterator[str]:
    """What can be told of one player alone: stance, tokens."""
    say, name = display.say, display.name(seat)
    if old.stance is not new.stance and new.stance in (Stance.STAYED, Stance.FOLDED):
        yield say("play.did", name=name, what=say(f"enough.stance.{new.stance.value}"))
    if new.lock_token and not old.lock_token:
        yield say("enough.did_lock", name=name)
    if new.silenced and not old.silenced:
        yield say("enough.did_silence", name=name)


def _card_move(display: Display, before: View, after: View, seat: Seat) -> Iterator[str]:
    """Which card the acting player has taken and given up, and whose face-up card is new."""
    say, name = display.say, display.name(seat)
    old, new = before.players[seat], after.players[seat]
    lost = next((Seat(n) for n, was in enumerate(before.players) if _has_lost(was, after.players[n])), None)
    if before.phase == "DrawCard":
        drawn = _one_more(old.hand or (), new.hand or ())
        if drawn is None:
            yield say("enough.did_draw", name=name)
        else:
            yield say("enough.did_draw_card", name=name, card=drawn)
    elif before.phase == "GiveUp" and len(after.discard) > len(before.discard):
        yield say("enough.did_drop", name=name, card=after.discard[-1])
    elif before.phase == "Turn" and lost is not None:
        yield _taken(display, before, after, seat, lost)
    elif before.phase == "Turn" and after.discard != before.discard and before.discard:
        yield say("enough.did_pile", name=name, card=before.discard[-1], give=after.discard[-1])
    elif before.phase == "ReplaceFaceUp":
        owner = next(Seat(n) for n, player in enumerate(before.players) if player.face_up is None)
        yield say("enough.new_face_up", name=display.name(owner), card=after.players[owner].face_up)
    elif _is_even_swap(before, after, seat):
        yield say("enough.did_even_swap", name=name)


def _is_even_swap(before: View, after: View, seat: Seat) -> bool:
    """Whether a fine-tuning turn has passed without changing any value: equal cards may be swapped (E4)."""
    has_ended = after.phase != "DrawCard" and not (after.phase == "Turn" and after.acting == seat)
    has_called = after.caller != before.caller and after.round == before.round
    return before.phase == "Turn" and before.players[seat].hand_size == 2 and has_ended and not has_called


def _has_lost(was: PlayerView, is_now: PlayerView) -> bool:
    return was.face_up is not None and was.face_up != is_now.face_up


def _taken(display: Display, before: View, after: View, seat: Seat, owner: Seat) -> str:
    say = display.say
    facts = {"name": display.name(seat), "owner": display.name(owner), "card": before.players[owner].face_up}
    give = after.players[owner].face_up
    if give is None:
        return say("enough.did_take", **facts)
    return say("enough.did_swap", give=give, **facts)


def _one_more(old: tuple[int, ...], new: tuple[int, ...]) -> int | None:
    """The new card in a hand that the viewer sees."""
    more = Counter(new) - Counter(old)
    return next(iter(more), None)


def _round_end(display: Display, end: RoundEnd) -> Iterator[str]:
    say = display.say
    targets = ", ".join(str(target.number) for target in end.targets)
    if end.caller is None:
        yield say("enough.no_call", round=end.round, targets=targets)
        return
    how = "backed_out" if end.backed_out else "won" if end.won else "beaten"
    yield say(f"enough.round_{how}", round=end.round, name=display.name(end.caller))
    for n, standing in enumerate(end.standings):
        yield f"· {_standing(display, Seat(n), standing)}"
    yield "· " + say("enough.round_targets", targets=targets)


def _standing(display: Display, seat: Seat, standing: Standing) -> str:
    say, shown = display.say, standing.shown
    stars = say("enough.stars_change", change=signed(standing.change), stars=standing.stars)
    stance = say(f"enough.stance.{standing.stance.value}")
    facts = {"name": display.name(seat), "stance": stance, "stars": stars}
    if shown is None:
        return say("enough.standing_mucked", **facts)
    facts |= _shown_words(display, standing, shown)
    if standing.exact:
        return say("enough.standing_exact", **facts)
    return say("enough.standing", distance=shown.distance, **facts)


def _shown_words(display: Display, standing: Standing, shown: Shown) -> dict[str, str]:
    """The cards on the table with their tokens, their total and the target."""
    cards = " ".join([f"[{standing.face_up}]", *map(str, shown.hand)])
    if shown.uses:
        cards += ", " + ", ".join(use_words(display, use) for use in shown.uses)
    return {"cards": cards, "total": str(shown.total), "target": str(shown.target.number)}


def token_words(display: Display, tokens: tuple[Token, ...]) -> str:
    """Tokens by their letters, with what they can do."""
    say = display.say
    return ", ".join(
        say("enough.token", token=token, one=ability_word(token.one), other=ability_word(token.other))
        for token in tokens
    )


def target_words(display: Display, target: Target) -> str:
    """A target and what it is worth."""
    say = display.say
    return say("enough.target", number=target.number, stars=target.stars)


def use_words(display: Display, use: Use) -> str:
    """A token on a card while totalling."""
    say = display.say
    card = say("enough.face_up_card") if use.card is None else str(use.card)
    return say(f"enough.change.{use.change.name.lower()}", card=card, token=use.token)
