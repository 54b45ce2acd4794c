"""Tables of Close Enough in a given state: lots drawn as text, cards given, moves and draws as lines.

A player is drawn on one line, whose parts stand at least two spaces apart; all but the stars may be missing:

    A 3*  target 30  lot [5] 7 20  tokens sd in
    B 0*  target 14  lot [9]L 4 4  known 4  used nl  silenced  folded

`[9]L` is a face-up card with a Lock token on it, `known 4` the part of the hand that everyone saw being
taken.
"""

import re
from typing import Any

import pytest

from closecall.core.errors import GameError
from closecall.core.match import Match
from closecall.core.rules import Decision, Over, Seat, Viewer, all_seats, letter
from closecall.games import enough
from closecall.games.enough import (
    DrawnCard,
    DrawnTarget,
    DrawnToken,
    Kit,
    Lot,
    Move,
    Options,
    Outcome,
    State,
    Target,
    Token,
    View,
)
from closecall.games.enough.kit import shipped_kit, sorted_kit
from closecall.games.enough.moves import parse_token
from closecall.games.enough.state import (
    Declare,
    DrawScorekeeper,
    DrawTarget,
    DrawToken,
    Phase,
    Player,
    Stance,
    Standing,
    Turn,
    without,
)

EnoughMatch = Match[State, Move, Outcome, View, Options]

A, B, C, D, E = all_seats(5)


def seat_of(name: str) -> Seat:
    """The seat with this letter."""
    return Seat("ABCDE".index(name))


def cards_of(text: str) -> tuple[int, ...]:
    """Cards written with spaces between them."""
    return tuple(map(int, text.split()))


def tokens_of(text: str) -> tuple[Token, ...]:
    """Tokens written with spaces between them; a dash means no tokens."""
    return tuple(parse_token(word) for word in text.split() if word != "-")


def target_of(text: str, kit: Kit) -> Target:
    """The target with this number; `30(2*)` if the kit has the number with different stars."""
    number, _, worth = text.rstrip("*)").partition("(")
    fitting = [t for t in kit.targets if t.number == int(number) and (not worth or t.stars == int(worth))]
    assert len(set(fitting)) == 1, f"which target is {text}?"
    return fitting[0]


def targets_of(text: str, kit: Kit | None = None) -> tuple[Target, ...]:
    """Targets written with spaces between them."""
    return tuple(target_of(word, kit or shipped_kit("standard")) for word in text.split())


def kit_of(cards: str, targets: str, tokens: str = "sd", name: str = "custom") -> Kit:
    """A kit made by hand: cards `1x3 2x3` or `1-20x3`, targets `14(3*) 16(3*)`, tokens `sd sd in`."""
    values: list[int] = []
    for word in cards.split():
        span, _, copies = word.partition("x")
        low, _, high = span.partition("-")
        values += list(range(int(low), int(high or low) + 1)) * int(copies or 1)
    pairs = (word.rstrip("*)").partition("(") for word in targets.split())
    worths = tuple(Target(int(number), int(stars)) for number, _, stars in pairs)
    return sorted_kit(name, tuple(values), worths, tokens_of(tokens))


def position(
    drawing: str,
    turn: str = "A",
    *,
    kit: Kit | None = None,
    advanced: bool = False,
    deck: str | None = None,
    pile: str = "",
    box: str | None = None,
    resting: str = "",
    **fields: Any,
) -> EnoughMatch:
    """A match in the middle of a round; the deck and the box hold what is not on the table.

    It is the turn of `turn`: a final turn, to be declared, if a player is drawn as `called`. Any field of the
    state can be given: `phase`, `round`, `first`, `turns`, `redeals`, `last`.
    """
    kit = kit or shipped_kit("standard")
    players = tuple(_player(line, kit) for line in drawing.strip().splitlines())
    caller = next((Seat(n) for n, player in enumerate(players) if player.stance is Stance.CALLED), None)
    turns: int = fields.pop("turns", _turns(players))
    state = State(
        kit=kit,
        advanced=advanced,
        showing=fields.pop("showing", True),
        players=players,
        phase=fields.pop("phase", None) or _phase(players[seat_of(turn)], seat_of(turn), caller),
        round=fields.pop("round", 1),
        first=fields.pop("first", Seat((seat_of(turn) - turns) % len(players))),
        resting=targets_of(resting, kit),
        deck=_rest(kit, players, cards_of(pile)) if deck is None else cards_of(deck),
        discard=cards_of(pile),
        box=_box(kit, players) if box is None else tokens_of(box),
        turns=turns,
        caller=caller,
        backed_out=False,
        redeals=fields.pop("redeals", 0),
        last=fields.pop("last", None),
    )
    assert not fields, f"unknown: {fields}"
    options = Options(kit, advanced)
    return Match(enough, len(players), options, state, 0, {}, (), enough.pending(state))


def _player(line: str, kit: Kit) -> Player:
    name, *parts = re.split(r"\s{2,}", line.strip())
    fields: dict[str, Any] = {"stars": int(name.split()[1].rstrip("*"))}
    for part in parts:
        word, _, rest = part.partition(" ")
        match word:
            case "target":
                fields["target"] = target_of(rest, kit)
            case "lot":
                face_up, *hand = rest.split()
                value, lock = face_up[1:].split("]")
                fields |= {"face_up": int(value), "lock_token": lock == "L"}
                fields["hand"] = tuple(sorted(map(int, hand)))
            case "tokens" | "used":
                fields[word] = tokens_of(rest)
            case "known":
                fields["known"] = cards_of(rest)
            case "silenced":
                fields["silenced"] = True
            case _:
                fields["stance"] = Stance(word)
    return Player(**fields)


def _turns(players: tuple[Player, ...]) -> int:
    """How many turns must have been taken for such hands and stances."""
    return sum(len(player.hand) + (player.stance is not Stance.PLAYING) for player in players)


def _phase(player: Player, seat: Seat, caller: Seat | None) -> Phase:
    if caller is not None and player.stance is Stance.PLAYING:
        return Declare(seat)
    return Turn(seat)


def _rest(kit: Kit, players: tuple[Player, ...], pile: tuple[int, ...]) -> tuple[int, ...]:
    rest = kit.cards
    for player in players:
        for card in (*player.hand, *(() if player.face_up is None else (player.face_up,))):
            rest = without(rest, card)
    for card in pile:
        rest = without(rest, card)
    return rest


def _box(kit: Kit, players: tuple[Player, ...]) -> tuple[Token, ...]:
    rest = kit.tokens
    for player in players:
        for token in player.tokens + player.used:
            rest = without(rest, token)
    return rest


def do(match: EnoughMatch, *lines: str) -> EnoughMatch:
    """The match after moves and draws, one to a line: `A: deck => 9`, `B: take A 7`, `=> sd` (fate alone).

    What follows the arrow is what fate gives, as many pieces as needed: a seat, targets, cards or a token.
    `all: keep` is the same move for everybody who decides.
    """
    for line in "\n".join(lines).splitlines():
        who, _, given = line.partition("=>")
        if who.strip():
            name, _, move = who.strip().partition(": ")
            point = match.point
            for each in deciding(match) if name == "all" else name:
                match = match.commit(seat_of(each), enough.parse_move(move), point=point)
        for word in given.split():
            match = match.fate(outcome_of(match, word))
    return match


def outcome_of(match: EnoughMatch, word: str) -> Outcome:
    """What a word means at this moment."""
    match match.state.phase:
        case DrawScorekeeper():
            return Lot(seat_of(word))
        case DrawTarget():
            return DrawnTarget(target_of(word, match.state.kit))
        case DrawToken():
            return DrawnToken(parse_token(word))
        case _:
            return DrawnCard(int(word))


def dealt(
    targets: str = "30 32 34",
    face_up: str = "10 11 12",
    first: str = "A",
    *,
    seats: int = 3,
    advanced: bool = False,
    kit: Kit | None = None,
) -> EnoughMatch:
    """A match from its very start to the first turn; targets and face-up cards are listed from A on."""
    match: EnoughMatch = Match.start(enough, seats, Options(kit, advanced))
    return deal(do(match, f"=> {first}"), targets, face_up)


def deal(match: EnoughMatch, targets: str, face_up: str) -> EnoughMatch:
    """A round's targets and face-up cards, listed from A on, given clockwise from First!."""
    first = match.state.first
    assert first is not None
    for pieces in (targets.split(), face_up.split()):
        match = do(match, "=> " + " ".join(pieces[first:] + pieces[:first]))
    return match


def refused(match: EnoughMatch, line: str) -> GameError:
    """The refusal that a line meets; it has a sentence, and the match stays as it was."""
    before = enough.picture(match.state)
    with pytest.raises(GameError) as caught:
        do(match, line)
    assert "{" not in str(caught.value)
    assert enough.picture(match.state) == before
    return caught.value


def menu(match: EnoughMatch, name: str) -> list[str]:
    """What a player may do now, in notation; nothing if they have nothing to decide."""
    if not isinstance(match.pending, Decision) or seat_of(name) not in match.pending.menus:
        return []
    return [enough.format_move(move) for move in match.pending.menus[seat_of(name)]]


def deciding(match: EnoughMatch) -> str:
    """The letters of those who decide now."""
    assert isinstance(match.pending, Decision)
    return "".join(map(letter, match.pending.menus))


def moment(match: EnoughMatch) -> str:
    """What happens next, and to whom: `Turn A`, `NewFaceUp B`, `Totalling`."""
    phase = match.state.phase
    seat = getattr(phase, "owner", getattr(phase, "seat", None))
    return type(phase).__name__ + ("" if seat is None else f" {letter(seat)}")


def player(match: EnoughMatch, name: str) -> Player:
    """A player of the state, hidden things included."""
    return match.state.players[seat_of(name)]


def lot(match: EnoughMatch, name: str) -> str:
    """A player's lot as it is drawn, such as `[5]L 7 20`."""
    own = player(match, name)
    return " ".join([f"[{own.face_up}]" + "L" * own.lock_token, *map(str, own.hand)])


def held(match: EnoughMatch, name: str) -> str:
    """The tokens that a player holds, unused."""
    return " ".join(map(str, player(match, name).tokens))


def stars(match: EnoughMatch) -> tuple[int, ...]:
    """Everybody's stars."""
    return tuple(player.stars for player in match.state.players)


def standing(match: EnoughMatch, name: str) -> Standing:
    """How the last round ended for a player."""
    assert match.state.last is not None
    return match.state.last.standings[seat_of(name)]


def seen(match: EnoughMatch, name: str | None) -> View:
    """The table through the eyes of a player, or of a spectator."""
    viewer: Viewer = None if name is None else seat_of(name)
    return match.seen_by(viewer).view


def over(match: EnoughMatch) -> Over:
    """How a finished match ended."""
    assert isinstance(match.pending, Over)
    return match.pending
