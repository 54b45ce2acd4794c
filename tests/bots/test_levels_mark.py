"""The levels of Close to the Mark! play in the arena as they do at a table."""

from random import Random

import pytest

from closecall.bots import compiled_play, find_bot
from closecall.bots.mark.arena import play_tables, seated
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Over
from closecall.games import mark
from closecall.games.mark import scoring
from closecall.games.mark.state import Options
from closecall.kernels.mark import kernel
from kernels.reference_rng import TableNumbers
from kernels.replay import begun
from kernels.test_mark import fate
from support.matches import over
from support.random_games import OPTIONS


def engine_table(match: AnyMatch, names: tuple[str, ...], numbers: TableNumbers) -> AnyMatch:
    """A table played by the engine: the dice are shared, every seat has its own random numbers."""
    bots = [find_bot(name, "mark") for name in names]
    while not isinstance(match.pending, Over):
        if isinstance(match.pending, Chance):
            match = match.fate(fate(match.state, numbers.fate))
            continue
        for seat in match.pending.menus:
            bot = bots[seat]
            assert bot is not None
            move = bot.choose(match.seen_by(seat), numbers.own[seat].as_random())
            match = match.commit(seat, move, point=match.point)
    return match


@pytest.mark.parametrize(
    "names",
    [
        ("expert",),
        ("medium", "expert"),
        ("greedy", "hard", "easy"),
        ("easy", "random", "medium", "hard"),
        ("random", "expert", "easy", "greedy", "hard"),
    ],
)
@pytest.mark.parametrize("is_usual", [True, False])
def test_whole_tables_of_levels(names: tuple[str, ...], is_usual: bool) -> None:
    """Colours, points, winners and crosses equal those of the engine, on two layouts."""
    seats, rng = len(names), Random(len(names))
    options = Options() if is_usual else OPTIONS["mark"](seats, rng)
    results, play = kernel.new_results(3, seats), compiled_play("mark", names)
    assert play is not None
    play(13, 4, kernel.new_state(seats, options), results)
    for n in range(3):
        match = engine_table(Match.start(mark, seats, options), names, TableNumbers.of(13, 4 + n))
        assert tuple(results.scores[n]) == over(match).scores
        assert tuple(results.won[n].nonzero()[0]) == over(match).winners
        sheets = [scoring.score(sheet) for sheet in match.state.sheets]
        assert results.crosses[n].tolist() == [sum(sheet.crosses) for sheet in sheets]
        assert results.extreme_crosses[n].tolist() == [sheet.extreme_crosses for sheet in sheets]
        assert results.rounds[n] == match.state.round


@pytest.mark.parametrize("seats", range(1, 6))
def test_random_players_play_as_in_the_kernel(seats: int) -> None:
    """The same dice fall, and each player draws the same random numbers."""
    start = kernel.new_state(seats)
    results, wanted = kernel.new_results(100, seats), kernel.new_results(100, seats)
    play_tables(3, 5, start, seated(("random",) * seats, start), results)
    kernel.play(3, 5, start, wanted)
    for ours, theirs in zip(results, wanted, strict=True):
        assert (ours == theirs).all()


def test_a_table_goes_on_from_any_state() -> None:
    """From a state before the colours are chosen, or after a roll; the start is not modified."""
    names = ("expert", "random", "hard")
    for entries in (0, 1, 2, 4, 5, 30, 31, 61):
        match = begun(Match.start(mark, 3), entries, Random(entries))
        start, results = kernel.state_of(match.state), kernel.new_results(2, 3)
        play_tables(77, 0, start, seated(names, start), results)
        assert start.tobytes() == kernel.state_of(match.state).tobytes()
        for table in range(2):
            ended = over(engine_table(match, names, TableNumbers.of(77, table)))
            assert tuple(results.scores[table]) == ended.scores


def test_results_and_players_are_for_the_seats_there_are() -> None:
    """Compiled code would write outside an array."""
    start = kernel.new_state(3)
    for seats, names in ((2, ("easy",) * 3), (3, ("easy",) * 2)):
        with pytest.raises(ValueError, match="another number of seats"):
            play_tables(1, 0, start, seated(names, start), kernel.new_results(1, seats))
