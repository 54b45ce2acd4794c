"""A game of Close Enough as plain text, hidden parts included."""

from closecall.core.rules import Seat, letter
from closecall.games.enough.kit import Token
from closecall.games.enough.moves import Total, format_move
from closecall.games.enough.state import Ended, Player, RoundEnd, Stance, Standing, State


def picture(state: State) -> str:
    """The whole table: a line for the table, a line for each player, and how the last round ended."""
    lines = [*_last_round(state.last), _headline(state)] if _is_fresh(state) else [_headline(state)]
    lines += [_line(state, Seat(n), player) for n, player in enumerate(state.players)]
    return "\n".join(lines)


def _is_fresh(state: State) -> bool:
    """The end of a round is shown once, when the next begins or the game is over."""
    if isinstance(state.phase, Ended):
        return True
    return state.last is not None and state.turns == 0 and not state.players[0].target


def _headline(state: State) -> str:
    pile = " ".join(map(str, state.discard)) or "-"
    first = "-" if state.first is None else letter(state.first)
    return (
        f"round {state.round}, First! {first}, turn {state.turns + 1}, deck {len(state.deck)},"
        f" pile {pile}, box {len(state.box)}: {_moment(state)}"
    )


def _moment(state: State) -> str:
    phase = state.phase
    names = [
        f" {letter(seat)}" for field in ("seat", "owner") if (seat := getattr(phase, field, None)) is not None
    ]
    return type(phase).__name__ + "".join(names)


def _line(state: State, seat: Seat, player: Player) -> str:
    target = "-" if player.target is None else f"{player.target.number} ({player.target.stars}*)"
    lock = "L" if player.lock_token else "l" if player.is_locked else ""
    face_up = "-" if player.face_up is None else f"[{player.face_up}]{lock}"
    words = [
        f"{letter(seat)} {player.stars}*",
        f"target {target}",
        f"lot {face_up} {' '.join(map(str, player.hand))}".rstrip(),
        f"tokens {_tokens(player.tokens)}",
    ]
    if player.used:
        words.append(f"used {_tokens(player.used)}")
    if player.silenced:
        words.append("silenced")
    if player.stance is not Stance.PLAYING:
        words.append(player.stance.value)
    return "  ".join(words)


def _tokens(tokens: tuple[Token, ...]) -> str:
    return " ".join(map(str, tokens)) or "-"


def _last_round(end: RoundEnd | None) -> list[str]:
    if end is None:
        return []
    targets = " ".join(str(target.number) for target in end.targets)
    if end.caller is None:
        return [f"round {end.round} had no call, targets {targets}"]
    how = "backed out" if end.backed_out else "won" if end.won else "was beaten"
    token = "" if end.token is None else f" and drew {end.token}"
    lines = [f"round {end.round}: {letter(end.caller)} called and {how}{token}, targets {targets}"]
    return lines + [_standing(Seat(n), standing) for n, standing in enumerate(end.standings)]


def _standing(seat: Seat, standing: Standing) -> str:
    line = f"  {letter(seat)} {standing.stance.value} {standing.change:+d}* = {standing.stars}*"
    if standing.exact:
        line += " exact"
    if standing.shown is None:
        return line
    shown = standing.shown
    hand = " ".join(map(str, shown.hand))
    placed = format_move(Total(shown.uses))
    return (
        f"{line}, shows [{standing.face_up}] {hand}, {placed} = {shown.total}"
        f" for {shown.target.number}: {shown.distance} off"
    )
