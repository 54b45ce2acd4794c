"""How a round begins and ends (E2, E8 to E15, E18)."""

from collections.abc import Mapping

from closecall.core.immutable import replace
from closecall.core.rules import Seat
from closecall.games.enough.kit import Target, Token
from closecall.games.enough.menus import can_change_total
from closecall.games.enough.moves import Move, Show, Total
from closecall.games.enough.scoring import Contest, distance, stars_after, total
from closecall.games.enough.state import (
    CONTENDING,
    REDEALS_IN_A_ROW,
    STARS_TO_WIN,
    BackingOut,
    DrawTarget,
    DrawToken,
    Ended,
    Player,
    RoundEnd,
    Showing,
    Shown,
    Standing,
    State,
    Totalling,
    with_tokens,
    without,
)


def new_round(state: State, first: Seat) -> State:
    """First! is passed, all cards are shuffled, and targets are taken clockwise from First! (E2)."""
    fresh = tuple(Player(stars=player.stars, tokens=player.tokens) for player in state.players)
    return State(
        kit=state.kit,
        advanced=state.advanced,
        showing=state.showing,
        players=fresh,
        phase=DrawTarget(first),
        round=state.round + 1,
        first=first,
        resting=targets_in_play(state),
        deck=state.kit.cards,
        discard=(),
        box=state.box,
        turns=0,
        caller=None,
        backed_out=False,
        redeals=state.redeals,
        last=state.last,
    )


def targets_in_play(state: State) -> tuple[Target, ...]:
    """The targets of the round, sorted so that their order does not reveal who holds which (E15)."""
    return tuple(sorted(player.target for player in state.players if player.target is not None))


def free_targets(state: State) -> tuple[Target, ...]:
    """The unseen targets on the table: neither resting nor held (E2)."""
    free = list(state.kit.targets)
    for target in _taken(state):
        free.remove(target)
    return tuple(free)


def is_free(state: State, target: Target) -> bool:
    """Whether a target is among the free ones; a kit may have several equal targets."""
    return state.kit.targets.count(target) > _taken(state).count(target)


def _taken(state: State) -> tuple[Target, ...]:
    held = [player.target for player in state.players if player.target is not None]
    return (*state.resting, *held)


def after_final_turns(state: State) -> State:
    """The caller may back out, if the advanced variant is played and a token is left (E13)."""
    assert state.caller is not None
    if state.advanced and state.players[state.caller].tokens:
        return replace(state, phase=BackingOut())
    return to_totalling(state)


def to_totalling(state: State) -> State:
    """Caller and stayers total, with tokens if they hold any that change a card (E8)."""
    if any(can_change_total(state.players[seat]) for seat in contenders(state)):
        return replace(state, phase=Totalling())
    return after_totals(state, {})


def contenders(state: State) -> tuple[Seat, ...]:
    """The caller and those who stayed in."""
    return tuple([Seat(n) for n, player in enumerate(state.players) if player.stance in CONTENDING])


def after_totals(state: State, totals: Mapping[Seat, Total]) -> State:
    """All totals are known: score the round, return the used tokens, and draw one if the caller won."""
    state = _tokens_returned(state, totals)
    lots = {seat: shown_lot(state.players[seat], by_choice=False) for seat in contenders(state)}
    assert state.caller is not None
    caller_target = state.players[state.caller].target
    assert caller_target is not None
    contest = Contest(
        caller=state.caller,
        distances={seat: lot.distance for seat, lot in lots.items()},
        worth=caller_target.stars,
        backed_out=state.backed_out,
    )
    state = _scored(state, contest, lots)
    if contest.caller_won and state.box:
        return replace(state, phase=DrawToken())
    return after_round(state)


def shown_lot(player: Player, *, by_choice: bool) -> Shown:
    """What a player shows at the end of a round: the lot after tokens, and the target."""
    assert player.face_up is not None
    assert player.target is not None
    reached = total(player.face_up, player.hand, player.uses)
    return Shown(
        player.hand, player.target, player.uses, reached, distance(reached, player.target), by_choice
    )


def _tokens_returned(state: State, totals: Mapping[Seat, Total]) -> State:
    """Committed tokens are spent (E8); all used tokens go back to the box before one is drawn (E15)."""
    players = list(state.players)
    for seat, move in totals.items():
        if not move.uses:
            continue
        held, spent = players[seat].tokens, tuple(use.token for use in move.uses)
        for token in spent:
            held = without(held, token)
        # E14: sorted, so that the order does not reveal on which cards they lay.
        used = players[seat].used + with_tokens((), spent)
        players[seat] = replace(players[seat], tokens=held, used=used, uses=move.uses)
    back = tuple(token for player in players for token in player.used)
    if not back:
        return state
    return replace(state, players=tuple(players), box=with_tokens(state.box, back))


def _scored(state: State, contest: Contest, lots: Mapping[Seat, Shown]) -> State:
    stars = stars_after(tuple(player.stars for player in state.players), contest)
    exact = contest.exact
    standings = tuple(
        _standing(
            player,
            now,
            exact=Seat(n) in exact,
            shown=lots[Seat(n)] if contest.must_show(Seat(n)) else None,
        )
        for n, (player, now) in enumerate(zip(state.players, stars, strict=True))
    )
    end = RoundEnd(
        state.round,
        contest.caller,
        contest.caller_won,
        contest.backed_out,
        targets_in_play(state),
        standings,
        None,
    )
    players = tuple(
        player if now == player.stars else replace(player, stars=now)
        for player, now in zip(state.players, stars, strict=True)
    )
    return replace(state, players=players, last=end)


def _standing(player: Player, stars: int, *, exact: bool, shown: Shown | None) -> Standing:
    assert player.face_up is not None
    return Standing(player.stance, player.face_up, player.used, stars, stars - player.stars, exact, shown)


def after_drawn_token(state: State, token: Token) -> State:
    """The caller takes a random token for a later round (E9)."""
    assert state.caller is not None
    assert state.last is not None
    players = list(state.players)
    caller = players[state.caller]
    players[state.caller] = replace(caller, tokens=with_tokens(caller.tokens, (token,)))
    last = replace(state.last, token=token)
    box = without(state.box, token)
    return after_round(replace(state, players=tuple(players), box=box, last=last))


def after_round(state: State) -> State:
    """Eight stars end the game (E15), and all cards are open; otherwise players may show theirs (E14)."""
    if any(player.stars >= STARS_TO_WIN for player in state.players):
        return replace(state, phase=Ended("over.eight_stars"))
    if state.showing and may_show(state):
        return replace(state, phase=Showing())
    return _next_round(state)


def may_show(state: State) -> tuple[Seat, ...]:
    """The players who did not have to show their cards (E14)."""
    assert state.last is not None
    return tuple([Seat(n) for n, standing in enumerate(state.last.standings) if standing.shown is None])


def after_showing(state: State, choices: Mapping[Seat, Move]) -> State:
    """What players chose to show is public from now on (E14)."""
    assert state.last is not None
    standings = list(state.last.standings)
    for seat, move in choices.items():
        if isinstance(move, Show):
            shown = shown_lot(state.players[seat], by_choice=True)
            standings[seat] = replace(standings[seat], shown=shown)
    return _next_round(replace(state, last=replace(state.last, standings=tuple(standings))))


def _next_round(state: State) -> State:
    """First! goes to the player right of the caller (E2)."""
    assert state.caller is not None
    return new_round(state, Seat((state.caller - 1) % len(state.players)))


def after_no_call(state: State) -> State:
    """Deal again without scoring, unless that has happened too often in a row (E18)."""
    first = state.first
    assert first is not None
    state = _tokens_returned(state, {})
    stand_still = tuple(_standing(player, player.stars, exact=False, shown=None) for player in state.players)
    end = RoundEnd(state.round, None, False, False, targets_in_play(state), stand_still, None)
    state = replace(state, last=end, redeals=state.redeals + 1)
    if state.redeals == REDEALS_IN_A_ROW:
        return replace(state, phase=Ended("over.no_call"))
    return new_round(state, first)
