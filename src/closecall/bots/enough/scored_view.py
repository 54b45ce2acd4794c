"""Whether a view of a scored round can come from a table (E8 to E15)."""

from collections import Counter

from closecall.bots.view_check import expect
from closecall.core.immutable import replace
from closecall.core.rules import Seat
from closecall.games.enough.menus import total_menu
from closecall.games.enough.moves import Total
from closecall.games.enough.rounds import contenders, shown_lot
from closecall.games.enough.scoring import Contest, stars_after
from closecall.games.enough.state import STARS_TO_WIN, RoundEnd, Stance, State

_UNSEEN = 1 << 30
"""Stands for the distance of a mucked lot: neither exact nor closer than the caller's."""


def check_scored(state: State) -> None:
    """Refuse a state, rebuilt from a view of the phase Showing, that no round has led to."""
    last, players = state.last, state.players
    assert last is not None
    expect(state.showing, (last.round, last.caller) == (state.round, state.caller))
    expect(last.backed_out == state.backed_out <= state.advanced, last.targets == tuple(sorted(last.targets)))
    expect(len(last.targets) == len(players), Counter(last.targets) <= Counter(state.kit.targets))
    for player, standing in zip(players, last.standings, strict=True):
        expect(player.stance is not Stance.PLAYING, len(player.hand) == 2)
        expect(player.stars == standing.stars < STARS_TO_WIN, player.target in last.targets)
        expect((player.stance, player.face_up) == (standing.stance, standing.face_up))
        expect(player.used == standing.used)
        # Committed tokens have been used by now.
        expect(Total(player.uses) in total_menu(replace(player, tokens=player.used)))
        expect(standing.shown is None or standing.shown == shown_lot(player, by_choice=False))
    _check_score(state, last)


def _check_score(state: State, last: RoundEnd) -> None:
    """Compare the score with what the shown lots make of it."""
    caller, standings = last.caller, last.standings
    assert caller is not None
    lots = {seat: standings[seat].shown for seat in contenders(state)}
    is_unseen = lots[caller] is None and last.won
    target = state.players[caller].target
    assert target is not None
    contest = Contest(
        caller=caller,
        distances={seat: _UNSEEN if lot is None else lot.distance for seat, lot in lots.items()},
        # Nobody knows which target an unseen caller has won with.
        worth=standings[caller].change if is_unseen else target.stars,
        backed_out=last.backed_out,
    )
    expect(contest.worth in {each.stars for each in last.targets}, contest.caller_won == last.won)
    for n, standing in enumerate(standings):
        expect(contest.must_show(Seat(n)) == (standing.shown is not None))
        expect(standing.exact == (Seat(n) in contest.exact))
    before = tuple(standing.stars - standing.change for standing in standings)
    expect(min(before) >= 0, stars_after(before, contest) == tuple(each.stars for each in standings))
    expect(last.token is None or (last.won and last.token in state.players[caller].tokens))
