"""The kernel of Close Enough equals the readable rules: menus, states, scores and whole games."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from closecall.bots.enough import greedy
from closecall.bots.enough.greedy_kernel import greedy_move
from closecall.core.match import Commit, Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Listed, Over, Seat
from closecall.games import enough
from closecall.games.enough.chance import draw
from closecall.games.enough.kit import ABILITIES, MOST_PIECES, Target, Token, sorted_kit
from closecall.games.enough.moves import Call, Fold, Total
from closecall.games.enough.state import DrawToken, Ended, Options, Showing, State, with_tokens
from closecall.games.enough.view import view
from closecall.kernels.counter_rng import begin
from closecall.kernels.enough import array_layout, kernel
from closecall.kernels.enough.table_access import player_at
from kernels.reference_rng import Numbers, TableNumbers
from kernels.replay import Replay, Taste, any_move, begun, compiled_tables, engine_game
from support.matches import match_at, over
from support.random_games import OPTIONS, Style, viewers

SEATS = (3, 3, 3, 3, 3, 3, 4, 5)
"""How often each number of seats is played: games with more players take longer."""
QUICK_GAMES = 240
LONG_GAMES = 10_000
CHUNK = 500


class EnoughReplay(Replay):
    """A replay in which cards are numbered by their index in the hand."""

    def index_of(self, seat: Seat, move: Any) -> int:
        """The number of a move in a hand."""
        return kernel.to_index(move, self.match.state.players[seat].hand)


def late(match: AnyMatch, rng: Random) -> AnyMatch:
    """The same table when some stars and tokens have been won: few rounds are left."""
    state = match.state
    box, players = list(state.box), []
    rng.shuffle(box)
    for player in state.players:
        tokens = tuple([box.pop() for _ in range(min(len(box), rng.choice((0, 0, 0, 1, 1, 2, 3))))])
        players.append(replace(player, stars=rng.choice((0, 5, 6, 7, 7)), tokens=with_tokens((), tokens)))
    state = replace(state, players=tuple(players), box=with_tokens((), tuple(box)))
    return match_at(enough, state, match.options, match.seats)


def styled(rng: Random) -> Taste:
    """A player who prefers some kinds of moves."""
    style = Style(rng)
    return lambda _match, _seat, menu, _rng: style.choose(Listed(tuple(menu)))


def never(*kinds: type) -> Taste:
    """A player who avoids some kinds of moves."""

    def choose(_match: AnyMatch, _seat: Seat, menu: Sequence[Any], rng: Random) -> Any:
        return rng.choice([move for move in menu if not isinstance(move, kinds)] or list(menu))

    return choose


def table(n: int, rng: Random) -> AnyMatch:
    """The table of the nth random game: any kit, simple or advanced, most of them near the end of a game."""
    seats = SEATS[n % len(SEATS)]
    match = Match.start(enough, seats, OPTIONS["enough"](seats, rng))
    return match if n % 40 == 0 else late(match, rng)


def replay(n: int) -> AnyMatch:
    """Play and compare the nth random game."""
    rng = Random(f"enough/{n}")
    return EnoughReplay(kernel, table(n, rng), rng, any_move if n % 3 else styled(rng)).play()


def test_hundreds_of_games() -> None:
    """E1 to E18 at every point of some games, in which every kind of move is made."""
    happened: Counter[str] = Counter()
    for n in range(QUICK_GAMES):
        match = replay(n)
        happened[over(match).reason] += 1
        happened["shared"] += len(over(match).winners) > 1
        happened["rounds"] += match.state.round
        for entry in match.log:
            if isinstance(entry, Commit):
                happened[type(entry.move).__name__] += 1
                happened["tokens"] += len(entry.move.uses) > 1 if isinstance(entry.move, Total) else 0
    kinds = ("Draw", "Take", "Swap", "TakePile", "Drop", "Call", "Stay", "Fold", "Pass", "Total")
    assert all(happened[kind] > 50 for kind in (*kinds, "Show", "Keep"))
    assert all(happened[kind] > 5 for kind in ("PlayLock", "PlaySilence", "BackOut", "tokens"))
    assert happened["shared"]
    assert happened["over.eight_stars"] == QUICK_GAMES
    assert happened["rounds"] > 1.5 * QUICK_GAMES


@pytest.mark.long
@pytest.mark.parametrize("start", range(QUICK_GAMES, LONG_GAMES, CHUNK))
def test_ten_thousand_games(start: int) -> None:
    """The same for many games."""
    for n in range(start, min(start + CHUNK, LONG_GAMES)):
        replay(n)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_scorekeeper_starts(seats: int) -> None:
    """E2: whoever the table has picked holds First!, and no lot is drawn."""
    for seat in range(seats):
        state = kernel.new_state(seats, Options(scorekeeper=Seat(seat)))
        assert kernel.pending(state) == array_layout.DRAW_TARGET
        assert state[array_layout.FIRST] == state[array_layout.SEAT] == seat
        assert state[array_layout.ROUND] == 1
    assert kernel.pending(kernel.new_state(seats)) == array_layout.DRAW_SCOREKEEPER


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_nobody_calls(seats: int) -> None:
    """E16, E18: the deck runs out again and again, and after three rounds without a call the game ends."""
    rng = Random(seats)
    options = OPTIONS["enough"](seats, rng)
    while options.kit.name != "smallest":
        options = OPTIONS["enough"](seats, rng)
    match = Match.start(enough, seats, options)
    ended = EnoughReplay(kernel, match, rng, never(Call)).play()
    assert over(ended).reason == "over.no_call"
    assert ended.state.round == 3


def test_calls_between_rounds_without_one() -> None:
    """E18: a call starts the count of redeals again."""
    for seed in range(40):
        rng = Random(seed)
        match = late(Match.start(enough, 3, OPTIONS["enough"](3, rng)), rng)
        state = replace(match.state, redeals=rng.randrange(3), round=rng.randrange(9))
        EnoughReplay(kernel, match_at(enough, state, match.options, 3), rng, never(Fold)).play()


def many_pieces() -> Options:
    """A kit as large as can be: all cards differ, and tokens and targets are there several times."""
    rng = Random(9)
    tokens = tuple(Token(*rng.sample(ABILITIES[:5], 2)) for _ in range(MOST_PIECES))
    targets = tuple(Target(rng.randrange(60), rng.randrange(1, 3)) for _ in range(MOST_PIECES))
    return Options(sorted_kit("large", tuple(range(MOST_PIECES)), targets, tokens), advanced=True)


def test_large_kits() -> None:
    """E1: nothing is too small for two hundred pieces of each kind, equal ones among them."""
    for seed in range(3):
        rng = Random(seed)
        EnoughReplay(kernel, late(Match.start(enough, 5, many_pieces()), rng), rng).play()


def test_the_moves_have_numbers() -> None:
    """Every move has one number; of two numbers that equal cards give to a move, the first is its own."""
    for hand in ((4, 7, 9), (4, 4)):
        last = len(hand)
        seen: dict[Any, int] = {}
        for index in range(kernel.MOVES):
            is_drop = array_layout.DROP <= index < array_layout.CALL
            if is_drop and index - array_layout.DROP >= last:
                continue
            move = kernel.to_move(index, hand)
            if move not in seen:
                seen[move] = index
            assert kernel.to_index(move, hand) == seen[move]
            if index % 50 == 0:
                assert enough.parse_move(enough.format_move(move)) == move
        assert len(seen) == kernel.MOVES - (3 - last) or hand == (4, 4)


def test_the_tables_are_those_of_the_rules() -> None:
    """Constants that the kernel repeats."""
    assert array_layout.MOST == MOST_PIECES


def fate(state: State, numbers: Numbers) -> Any:
    """The kernel draws chance as the rules do."""
    return draw(state, numbers)


def calls_of(match: AnyMatch, start: AnyMatch) -> list[int]:
    """How often each seat has called since the start."""
    new = match.log[len(start.log) :]
    callers = [entry.seat for entry in new if isinstance(entry, Commit) and isinstance(entry.move, Call)]
    return [callers.count(Seat(seat)) for seat in range(match.seats)]


def compare_play(seed: int, tables: int, policies: list[int], start: AnyMatch) -> None:
    """Games of `play` are those of the engine with the same numbers."""
    results = kernel.new_results(tables, start.seats)
    compiled_tables("enough", policies, (seed, 10), kernel.state_of(start.state), results)
    for table in range(tables):
        match = engine_game(start, TableNumbers.shared(seed, 10 + table), policies, fate)
        ended = over(match)
        assert tuple(results.scores[table]) == ended.scores
        assert tuple(results.won[table].nonzero()[0]) == ended.winners
        assert results.rounds[table] == match.state.round
        assert results.calls[table].tolist() == calls_of(match, start)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_random_games_of_the_kernel_are_games_of_the_engine(seats: int) -> None:
    """With the same numbers the same moves, to the last star."""
    rng = Random(seats)
    compare_play(1000 + seats, 2, [0] * seats, Match.start(enough, seats))
    for n in range(5):
        match = Match.start(enough, seats, OPTIONS["enough"](seats, rng))
        compare_play(2000 + n, 3, [0] * seats, late(match, rng))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_greedy_games_of_the_kernel_are_games_of_the_bot(seats: int) -> None:
    """The very same choices, ties included; alone and against random play."""
    rng = Random(10 + seats)
    compare_play(3000 + seats, 1, [1] * seats, Match.start(enough, seats))
    for n in range(8):
        match = Match.start(enough, seats, OPTIONS["enough"](seats, rng))
        policies = [1] * seats if n % 2 else [rng.randrange(2) for _ in range(seats)]
        compare_play(4000 + n, 2, policies, late(match, rng))


def test_greedy_choices_at_moments_of_random_games() -> None:
    """The same choice and as many numbers drawn, also where the bot would never get by itself."""
    chances, moves = np.zeros(2, np.uint64), np.zeros(kernel.MOVES, np.int64)
    rng = Random(12)
    for n in range(60):
        match = late(Match.start(enough, 3, OPTIONS["enough"](3, rng)), rng)
        while not isinstance(match.pending, Over):
            match = begun(match, len(match.log) + 1, rng)
            state = kernel.state_of(match.state)
            for seat in kernel.deciding(state):
                numbers = Numbers(n, match.point)
                begin(chances, n, match.point)
                count = kernel.list_moves(state, seat, moves)
                move = greedy_move(state, seat, chances, moves, count)
                wanted = greedy.choose(match.seen_by(seat), numbers.as_random())
                assert kernel.to_move(move, kernel.hand_of(state, seat)) == wanted
                assert chances[1] == numbers.drawn


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_many_greedy_games(seats: int) -> None:
    """The same for many kits, and with the standard kit from the beginning."""
    rng = Random(20 + seats)
    compare_play(5000 + seats, 10, [1] * seats, Match.start(enough, seats, Options(advanced=True)))
    for n in range(60):
        match = Match.start(enough, seats, OPTIONS["enough"](seats, rng))
        compare_play(6000 + n, 2, [1] * seats, late(match, rng))


def moments(seed: int, count: int) -> list[AnyMatch]:
    """Unfinished games in every kind of phase."""
    rng, found = Random(seed), []
    for n in range(count):
        match = late(Match.start(enough, SEATS[-1 - n % 3], OPTIONS["enough"](SEATS[-1 - n % 3], rng)), rng)
        found.append(begun(match, rng.randrange(1, 60), rng))
    return found


def test_play_continues_from_any_state() -> None:
    """A game in progress is played to its end, on a copy of the state or in place."""
    for match in moments(3, 30):
        seats, before = match.seats, kernel.state_of(match.state)
        policies = [n % 2 for n in range(seats)]
        results, chances = kernel.new_results(1, seats), np.zeros(2, np.uint64)
        start = before.copy()
        compiled_tables("enough", policies, (77, 5), start, results)
        assert start.tobytes() == before.tobytes()
        ended = engine_game(match, TableNumbers.shared(77, 5), policies, fate)
        assert tuple(results.scores[0]) == over(ended).scores
        ended = engine_game(match, TableNumbers.in_turn(Numbers(77, 5)), [0] * seats, fate)
        begin(chances, 77, 5)
        kernel.play_on(start, chances)
        assert start.tobytes() == kernel.state_of(ended.state).tobytes()


def test_calls_that_were_won_are_counted() -> None:
    """E9: in the results of the kernel, as the ends of the rounds say it."""
    for seed in range(5):
        start = Match.start(enough, 3, OPTIONS["enough"](3, Random(seed)))
        results = kernel.new_results(1, 3)
        kernel.play(seed, 0, kernel.state_of(start.state), results)
        numbers, match, won = TableNumbers.shared(seed, 0), start, [0, 0, 0]
        while not isinstance(match.pending, Over):
            before = match.state.last
            if isinstance(match.pending, Chance):
                match = match.fate(fate(match.state, numbers.fate))
            else:
                for seat, menu in match.pending.menus.items():
                    move = numbers.own[seat].choice(list(menu))
                    match = match.commit(seat, move, point=match.point)
            last = match.state.last
            if last is not None and last.won and (before is None or before.round != last.round):
                assert last.caller is not None
                won[last.caller] += 1
        assert results.calls_won[0].tolist() == won


def test_redeal_is_that_of_the_rules() -> None:
    """The same numbers deal the same cards and targets, and the viewer sees no difference."""
    chances, moved = np.zeros(2, np.uint64), Counter[str]()
    for n, match in enumerate(rare_moments() + moments(4, 60)):
        if is_scored(match):
            with pytest.raises(ValueError, match="scored"):
                kernel.redeal(kernel.state_of(match.state), 0, chances)
            continue
        for viewer in viewers(match):
            begin(chances, 5, n)
            state = kernel.state_of(match.state)
            before = state.copy()
            kernel.redeal(state, kernel.SPECTATOR if viewer is None else viewer, chances)
            wanted = enough.redeal(match.state, viewer, Numbers(5, n))
            assert state.tobytes() == kernel.state_of(wanted).tobytes()
            assert view(wanted, viewer) == view(match.state, viewer)
            moved[type(match.state.phase).__name__] += state.tobytes() != before.tobytes()
    assert {"Turn", "GiveUp", "Declare", "BackingOut", "Totalling"} <= moved.keys()
    assert min(moved["Turn"], moved["GiveUp"], moved["Totalling"]) > 3


def is_scored(match: AnyMatch) -> bool:
    """Whether the round is over and the next has not begun."""
    return isinstance(match.state.phase, DrawToken | Showing | Ended)


RARE = ("DrawToken", "Ended", "GiveUp", "Totalling", "NewFaceUp", "BackingOut", "Showing")


def rare_moments() -> list[AnyMatch]:
    """States in rare phases: eight of each, among them rounds just scored, some with proofs."""
    found = []
    for phase in RARE:
        for seed in range(8):
            rng, seats = Random(f"{phase}/{seed}"), 3 + seed % 3
            match = late(Match.start(enough, seats, OPTIONS["enough"](seats, rng)), rng)
            while type(match.state.phase).__name__ != phase:
                if isinstance(match.pending, Over):
                    match = late(Match.start(enough, seats, OPTIONS["enough"](seats, rng)), rng)
                match = begun(match, len(match.log) + 1, rng)
            found.append(match)
    return found


def test_a_redealt_game_is_played_on() -> None:
    """As in a search: unknown cards are redealt and the game is played to its end. No card is lost."""
    chances = np.zeros(2, np.uint64)
    for n, match in enumerate(match for match in moments(6, 12) if not is_scored(match)):
        known = kernel.state_of(match.state)
        for table in range(20):
            begin(chances, n, table)
            state = known.copy()
            kernel.redeal(state, 0, chances)
            kernel.play_on(state, chances)
            assert kernel.is_over(state)
            cards = Counter[int]()
            values = state[array_layout.VALUES :].tolist()
            for kind, count in enumerate(state[array_layout.DECK : array_layout.PILE].tolist()):
                cards[values[kind]] += count
            for card in state[array_layout.PILE :][: state[array_layout.PILE_SIZE]].tolist():
                cards[values[card]] += 1
            for seat in range(match.seats):
                cards.update(kernel.hand_of(state, seat))
                player = player_at(seat)
                cards[values[state[player + array_layout.FACE_UP]]] += 1
            assert +cards == Counter(match.state.kit.cards)


def cards_by_owner(state: Any, seats: int) -> list[int]:
    """The number of cards that each player holds."""
    return [len(kernel.hand_of(state, seat)) for seat in range(seats)]


def without_secrets(state: Any, viewer: int, seats: int) -> bytes:
    """A state without the deck, the free targets, and what the others hold."""
    shown = state.copy()
    shown[array_layout.DECK : array_layout.PILE] = 0
    shown[array_layout.FREE : array_layout.VALUES] = 0
    for seat in set(range(seats)) - {viewer}:
        player = player_at(seat)
        shown[player + array_layout.TARGET] = 0
        shown[player + array_layout.HAND : player + array_layout.KNOWN] = 0
    return bytes(shown.tobytes())


def secrets(state: Any, first: int, held: int, places: int, seats: int) -> Counter[int]:
    """All pieces of the deck or of the free targets, and those that players hold."""
    pieces = Counter(dict(enumerate(state[first : first + MOST_PIECES].tolist())))
    for seat in range(seats):
        at = player_at(seat) + held
        pieces.update([piece for piece in state[at : at + places].tolist() if piece >= 0])
    return +pieces


def test_a_player_can_search_from_what_they_see() -> None:
    """A possible state has the same pieces, menus and public things as the real one."""
    mask, phases = np.zeros(kernel.MOVES, np.bool_), Counter[str]()
    for match in moments(8, 120) + rare_moments():
        real = kernel.state_of(match.state)
        for seat in kernel.deciding(real):
            seen = match.seen_by(seat)
            phases[seen.view.phase] += 1
            state = kernel.possible_state(seen.view)
            assert without_secrets(state, seat, match.seats) == without_secrets(real, seat, match.seats)
            assert cards_by_owner(state, match.seats) == cards_by_owner(real, match.seats)
            for place in (("DECK", "HAND", 3), ("FREE", "TARGET", 1)):
                first, held = getattr(array_layout, place[0]), getattr(array_layout, place[1])
                ours, theirs = (secrets(each, first, held, place[2], match.seats) for each in (state, real))
                assert ours == theirs
            kernel.menu_mask(state, seat, mask)
            assert seen.menu is not None
            hand = kernel.hand_of(state, seat)
            assert [kernel.to_move(index, hand) for index in mask.nonzero()[0].tolist()] == list(seen.menu)
    assert phases.keys() >= {
        *("Turn", "GiveUp", "NewFaceUp", "EndOfTurn", "Declare", "BackingOut", "Totalling", "Showing")
    }
