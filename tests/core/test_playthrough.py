"""A record as readable text."""

from dataclasses import replace
from random import Random

from closecall.core.match import Match
from closecall.core.playthrough import playthrough
from closecall.core.record import Player, record_of
from closecall.core.rules import Over
from closecall.games import enough, mark
from closecall.games.enough.kit import shipped_kit
from closecall.games.mark.state import Lot
from support.mark import A, B, dice
from support.random_games import finished_match

PLAYERS = (Player("Ann"), Player("Bob"))


def test_a_playthrough_shows_every_input() -> None:
    """Fate, moves and take-backs in order, each under the picture of the state it was made in."""
    match = Match.start(mark, 2).fate(Lot(B)).commit(B, mark.parse_move("y"), point=1)
    match = match.commit(A, mark.parse_move("k"), point=2).fate(dice("K1 B2 G1 Y4 R6"))
    match = match.commit(B, mark.parse_move("b2+g"), point=4).take_back(B, point=4)
    match = match.commit(B, mark.parse_move("d3+g"), point=4).commit(A, mark.parse_move("e1+r"), point=4)
    text = playthrough(mark, record_of(match, PLAYERS))
    told = [line for line in text.splitlines() if line.startswith("> ")]
    assert told == [
        "> fate: Lot seat 1",
        "> B: yellow",
        "> A: black",
        "> fate: Roll dice [1, 2, 1, 4, 6]",
        "> B: b2+g",
        "> B takes it back",
        "> B: d3+g",
        "> A: e1+r",
    ]
    points = [line for line in text.splitlines() if line.startswith("== ")]
    assert points[:5] == [
        "== 0 the lot decides who starts",
        "== 1 0 rounds played, B started, B rolls next",
        "== 2 0 rounds played, B started, B rolls next",
        "== 3 0 rounds played, B started, B rolls next",
        "== 4 0 rounds played, roll K1 B2 G1 Y4 R6",
    ]
    assert text.endswith(f"\n== 5 {mark.picture(match.state)}\nnot over yet\n")


def test_the_table_is_drawn_when_it_has_changed() -> None:
    """A roll changes the headline alone, so the sheets are not drawn again under it."""
    match = Match.start(mark, 1).commit(A, mark.parse_move("y"), point=0)
    rolled = match.fate(dice("K1 B2 G1 Y4 R6")).commit(A, mark.parse_move("b2+g"), point=2)
    text = playthrough(mark, record_of(rolled, PLAYERS[:1]))
    _, _, chance, decision, end = text.split("\n\n")
    _, sheets = mark.picture(match.state).split("\n", 1)
    assert (
        chance
        == f"== 1 0 rounds played, A started, A rolls next\n{sheets}\n> fate: Roll dice [1, 2, 1, 4, 6]"
    )
    assert decision == "== 2 0 rounds played, roll K1 B2 G1 Y4 R6\n> A: b2+g"
    assert end.startswith("== 3 1 rounds played, A started, A rolls next\nA yellow: lines 0")


def test_names_are_written_as_they_are() -> None:
    """Options with letters of other languages stay readable."""
    options = enough.Options(kit=replace(shipped_kit("classic"), name="Für Zoë"))
    match = Match.start(enough, 3, options)
    text = playthrough(enough, record_of(match, (*PLAYERS, Player("Cem"))))
    assert '"name": "Für Zoë"' in text.splitlines()[1]


def test_the_end() -> None:
    """Why it ended, with what scores, and who won."""
    match = finished_match(("mark", 2), Random(1))
    text = playthrough(mark, record_of(match, PLAYERS))
    over = match.pending
    assert isinstance(over, Over)
    winners = ", ".join("AB"[seat] for seat in over.winners)
    ending = ["over: over.sheets_full", f"scores: {over.scores[0]}, {over.scores[1]}", f"winners: {winners}"]
    assert text.splitlines()[-3:] == ending


def test_the_beginning_alone() -> None:
    """A record without entries shows the table as it was set up."""
    text = playthrough(mark, record_of(Match.start(mark, 2), PLAYERS))
    assert text.splitlines()[0] == "game: mark, rules 2, seats 2"
    assert text.splitlines()[-2:] == ["== 0 the lot decides who starts", "not over yet"]
