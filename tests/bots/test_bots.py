"""Every bot plays every game legally, from what its seat sees and nothing else."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from closecall import games
from closecall.bots import LEVELS, NAMES, AnyBot, compiled_play, find_bot, has_bot, usual_bot
from closecall.bots import random as random_bot
from closecall.bots.external import ExternalBot
from closecall.bots.view_check import is_possible
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Menu, Over, Seat
from closecall.core.seen import Seen, decode_seen, encode_seen
from closecall.games import game_of, mark, qwixx, rules_of, slugs
from rules.qwixx.table import A, B, played, rolled, sheet, table
from support import mark as mark_table


def bot_of(name: str, game: str) -> AnyBot:
    """A bot that is known to exist."""
    bot = find_bot(name, game)
    assert bot is not None, (name, game)
    return bot


def whole_game(game: str, names: tuple[str, ...], seed: int) -> tuple[AnyMatch, Over]:
    """A game between these bots; the match refuses an illegal move."""
    rules = rules_of(game)
    match: AnyMatch = Match.start(rules, len(names))
    bots = [bot_of(name, game) for name in names]
    source, rng = RandomSource(Random(f"dice {seed}")), Random(f"bots {seed}")
    while not isinstance(match.pending, Over):
        if isinstance(match.pending, Chance):
            match = match.fate(rules.draw(match.state, source))
        else:
            match = decided(match, bots, rng)
    return match, match.pending


def decided(match: AnyMatch, bots: list[AnyBot], rng: Random) -> AnyMatch:
    """The match after all deciding seats have chosen."""
    assert isinstance(match.pending, Decision)
    point = match.point
    for seat in match.pending.menus:
        match = match.commit(seat, bots[seat].choose(match.seen_by(seat), rng), point=point)
    return match


def test_bots_are_found_by_name() -> None:
    """Bots are found by name and game; an unknown one is None."""
    assert all(find_bot(name, game) is not None for name in NAMES for game in slugs())
    assert find_bot("clever", "mark") is None
    assert find_bot("greedy", "chess") is None
    assert not has_bot("bot:true", "mark")
    for slug in slugs():
        game = game_of(slug)
        assert all(find_bot(name, slug) is not None for name in (*game.bot_names, *game.sparring_names))
        assert not any(has_bot(name, slug) for name in game.sparring_names)


def test_a_game_without_bots_has_the_random_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the usual bot and the fallback of programs, no compiled code plays, and any view is accepted."""
    plain = replace(game_of("mark"), slug="plain", bots=None, kernel=None, bot_names=("random",))
    monkeypatch.setitem(games._registered, "plain", plain)
    assert (has_bot("random", "plain"), has_bot("greedy", "plain")) == (True, False)
    assert find_bot("greedy", "plain") is None
    assert find_bot("random", "plain") is random_bot
    assert usual_bot(game_of("plain").bot_names) == "random"
    assert isinstance(find_bot("bot:true", "plain"), ExternalBot)
    assert compiled_play("plain", ("random", "random")) is None
    assert is_possible("plain", Match.start(mark, 1).seen_by(Seat(0)))


def test_views_are_checked_for_compiled_bots_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots in plain Python need no `rebuild` in their module."""
    plain = replace(game_of("mark"), slug="plain", bots="closecall.bots.random", kernel=None)
    monkeypatch.setitem(games._registered, "plain", plain)
    assert is_possible("plain", Match.start(mark, 1).seen_by(Seat(0)))


@pytest.mark.parametrize(
    ("name", "game", "seats"),
    [(name, game, seats) for name in NAMES for game in slugs() for seats in rules_of(game).SEATS],
)
def test_every_bot_plays_whole_games(name: str, game: str, seats: int) -> None:
    """Only legal moves, at every number of seats, until the game is over."""
    for seed in range(1 if name in LEVELS else 3):  # Strong bots are slow, and have tests of their own.
        match, over = whole_game(game, (name,) * seats, seed)
        assert len(over.scores) == seats
        assert over.winners
        assert isinstance(match.pending, Over)


@pytest.mark.parametrize("game", slugs())
@pytest.mark.parametrize("name", NAMES)
def test_the_same_numbers_give_the_same_game(name: str, game: str) -> None:
    """A bot has no memory, and no randomness but the numbers it is given."""
    names = (name,) * rules_of(game).SEATS[0 if name in LEVELS else -1]
    first, again = whole_game(game, names, 5)[0], whole_game(game, names, 5)[0]
    assert first == again
    if name not in LEVELS:
        assert whole_game(game, names, 6)[0].log != first.log


@pytest.mark.parametrize("game", slugs())
def test_greedy_beats_random(game: str) -> None:
    """One greedy bot among random ones wins most games, wherever it sits."""
    seats = max(2, rules_of(game).SEATS[0])
    wins = 0
    for seed in range(30):
        own = seed % seats
        names = tuple("greedy" if seat == own else "random" for seat in range(seats))
        wins += whole_game(game, names, seed)[1].winners == (own,)
    assert wins >= 27


@pytest.mark.parametrize(("game", "least"), [("mark", 78), ("qwixx", 90)])
def test_greedy_plays_well_alone(game: str, least: int) -> None:
    """The means of 1000 games are 82 and 105; those of the random bot 31 and 0."""
    scores = [whole_game(game, ("greedy",), seed)[1].scores[0] for seed in range(40)]
    assert sum(scores) / len(scores) > least


@pytest.mark.parametrize("game", slugs())
def test_greedy_needs_only_what_is_sent(game: str) -> None:
    """The bot chooses the same move from an encoded view."""
    rules, greedy = rules_of(game), bot_of("greedy", game)
    match: AnyMatch = Match.start(rules, rules.SEATS[-1])
    source, decisions = RandomSource(Random(3)), 0
    while decisions < 30:
        while isinstance(match.pending, Chance):
            match = match.fate(rules.draw(match.state, source))
        if not isinstance(match.pending, Decision):
            break
        for seat in match.pending.menus:
            seen = match.seen_by(seat)
            sent = decode_seen(rules, encode_seen(rules, seen))
            assert greedy.choose(sent, Random(seat)) == greedy.choose(seen, Random(seat))
            decisions += 1
        match = decided(match, [greedy] * match.seats, Random(decisions))
    assert decisions >= 30


class CountedMenu(Menu[int]):
    """A menu of a hundred numbers that counts how often it is listed."""

    def __init__(self) -> None:
        self.listed = 0

    def __iter__(self) -> Iterator[int]:
        self.listed += 1
        return iter(range(100))

    def __len__(self) -> int:
        self.listed += 1
        return 100

    def __contains__(self, move: object, /) -> bool:
        return move in range(100)


def test_random_lists_a_menu_once() -> None:
    """Long menus are slow to list."""
    menu = CountedMenu()
    seen: Seen[int, None] = Seen(Seat(0), 0, None, menu, None, (Seat(0),), None)
    assert random_bot.choose(seen, Random(1)) in menu
    assert menu.listed == 1


def test_random_chooses_every_move() -> None:
    """Every move of the menu can be chosen."""
    seen: Seen[int, None] = Seen(Seat(0), 0, None, CountedMenu(), None, (Seat(0),), None)
    rng = Random(1)
    assert {random_bot.choose(seen, rng) for _ in range(2000)} == set(range(100))


def choice(match: Match[Any, qwixx.Move, Any, qwixx.View, Any], seat: Seat) -> str:
    """What the greedy bot of Qwixx chooses."""
    move: qwixx.Move = bot_of("greedy", "qwixx").choose(match.seen_by(seat), Random(1))
    return qwixx.format_move(move)


def test_qwixx_does_not_skip_half_a_row() -> None:
    """With an empty sheet and a white 7, a player who is not active passes."""
    match = rolled(table(sheet(), sheet()), "w3 w4 r1 y1 g1 b1")
    assert choice(match, B) == "pass"


def test_qwixx_takes_the_next_number() -> None:
    """Everyone crosses a number that skips nothing."""
    match = rolled(table(sheet("Y  -  x  4  5  6  7  8  9 10 11 12  L"), sheet()), "w1 w3 r6 y6 g1 b1")
    assert choice(match, A) == "y4"


def test_qwixx_avoids_a_cheap_misthrow() -> None:
    """Skipping four numbers is better than a misthrow, but worse than a free pass."""
    match = rolled(table(sheet(), sheet()), "w3 w3 r3 y4 g3 b4")
    crossed = played(match, "A b6, B pass")
    assert choice(crossed, A) == "pass"
    passed = played(match, "A pass, B pass")
    assert choice(passed, A) == "r6"


def test_qwixx_locks_a_row_that_has_nothing_else() -> None:
    """The last number and the lock are two crosses."""
    match = rolled(table(sheet("R  x  x  x  -  x  x  x  -  x  x 12  L"), sheet()), "w6 w6 r1 y1 g1 b1")
    assert choice(match, A) == "r12"


def test_mark_crosses_two_boxes_and_saves_its_own_circle() -> None:
    """A number is entered where it fits two neighbours; of two such circles the own colour's is kept free."""
    match = mark_table.table(
        """
             a     b     c     d     e
        1   .K -  4B -  .G -  .Y -  .R   0
             |     |     |     |     |
        2   8G -  .Y -  6R -  .K -  .B   0
             |     |     |     |     |
        3   .R -  9K -  .B -  .G -  .Y   0
             |     |     |     |     |
        4   .B -  .G -  .Y -  .R -  .K   0
             |     |     |     |     |
        5   .Y -  .R -  .K -  .B -  .G   0
             0     0     0     0     0
        """,
        players="Y",
        roll="K3 B3 G1 Y4 R3",
    )
    move: mark.Move = bot_of("greedy", "mark").choose(match.seen_by(A), Random(1))
    assert mark.format_move(move) == "c1+g"
