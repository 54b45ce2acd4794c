"""Statistics: whatever the server counts equals what is recomputed from the records, naively."""

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import pytest

import closecall
from closecall.core.match import Match
from closecall.core.record import AnyMatch, entry_text
from closecall.core.rules import Over
from closecall.games import game_of, rules_of, slugs
from closecall.games.qwixx.state import Options as QwixxOptions
from closecall.server import tables
from closecall.server.http.statistics import MOST_RECENT, statistics_of
from closecall.server.rooms.results import company_of, new_ratings, results_of
from closecall.server.tables import Place, SeatRequest, TableRequest
from closecall.store import Also, Company, PlayedRow, Status
from server.room_fixtures import SEED, RoleServer, new_identity, role_server
from support.random_games import OPTIONS, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning"),
]

LEVELS = ("expert", "hard", "medium", "easy", "greedy", "random")
PEOPLE = ("player", "host who plays")


# Random games in the store.


@dataclass(frozen=True, slots=True)
class Stored:
    """A table in the store, as the test knows it."""

    id: str
    game: str
    places: tuple[Place, ...]
    ended_at: int
    is_over: bool


def played(rng: Random) -> AnyMatch:
    """A random match; in Qwixx often one of several games."""
    game = rng.choice(slugs())
    seats = rng.choice(rules_of(game).SEATS)
    options = None
    if game == "qwixx":
        options = QwixxOptions(games=rng.choice((1, 1, 2)), one_more=rng.random() < 0.6)
    elif game == "enough":
        options = OPTIONS[game](seats, rng)
    return deque(walk(Match.start(rules_of(game), seats, options), rng), maxlen=1).pop()


@pytest.fixture(scope="module")
def matches() -> Sequence[AnyMatch]:
    """Enough finished matches to choose from."""
    rng = Random("statistics")
    found = [played(rng) for _ in range(40)]
    assert any(len(match.state.results) > 1 for match in found if match.rules.SLUG == "qwixx")
    return found


def random_places(people: Sequence[str], seats: int, rng: Random) -> tuple[Place, ...]:
    """People, their families and bots, some of whom had to stand in."""
    kinds = rng.choice([("own", "bot"), ("own", "local"), ("own", "bot", "local"), ("own",)])
    places: list[Place] = []
    for _ in range(seats):
        person = rng.choice(people)
        kind = rng.choice(kinds)
        is_seated = any(place.person == person and not place.local for place in places)
        if kind == "bot":
            bot = rng.choice(LEVELS)
            places.append(Place(None, bot.capitalize(), bot, ready=True))
        elif kind == "own" and not is_seated:
            places.append(Place(person, "Old name", away=rng.random() < 0.15))
        else:
            places.append(
                Place(person, rng.choice(("Kim", "KIM", "Lou")), local=True, away=rng.random() < 0.1)
            )
    return tuple(places)


async def store_game(found: RoleServer, match: AnyMatch, rng: Random, before: Stored | None) -> Stored:
    """Store a match with random players as a game that is over or abandoned, maybe as a rematch."""
    people = [found.id_of(role) for role in PEOPLE]
    places = random_places(people, match.seats, rng)
    game, ended_at, is_over = match.rules.SLUG, rng.randrange(30), rng.random() < 0.85
    request = TableRequest(game, (SeatRequest(),) * match.seats, is_public=True)
    fresh = replace(
        tables.new_table(new_identity(), request, people[0], "Host"),
        places=places,
        options=match.options,
        rematch_of=None if before is None else before.id,
    )
    store = found.server.store
    stored = await asyncio.wrap_future(store.create_table(fresh.row(), SEED))
    status = Status.OVER if is_over else Status.CLOSED
    table = replace(fresh, status=status, started_at=0, ended_at=ended_at, code=None, version=stored.version)
    log = match.log if is_over else match.log[: len(match.log) // 2 + 1]
    results = results_of(table.id, match, places, ended_at) if is_over else ()
    texts = [entry_text(match.rules, entry) for entry in log]
    also = Also(table.row(), results)
    await asyncio.wrap_future(store.append(table.id, 0, texts, at=ended_at, also=also))
    return Stored(table.id, game, places, ended_at, is_over)


# The naive count.


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game went for one seat, from its record."""

    stored: Stored
    place: Place
    own: bool
    scores: tuple[int, ...]
    """In each game of the match."""
    won: bool

    @property
    def points(self) -> float:
        """Points per game."""
        return mean(self.scores)

    @property
    def company(self) -> tuple[str, str | None]:
        """Who was at the table."""
        places = self.stored.places
        bots = [place.bot for place in places if place.person is None]
        humans = len(places) - len(bots)
        if len(places) == 1:
            return "alone", None
        if humans <= 1:
            return "bots", next(level for level in LEVELS if level in bots)
        return "people" if len({place.person for place in places} - {None}) > 1 else "shared", None


async def recompute(found: RoleServer, games: Sequence[Stored]) -> list[Outcome]:
    """The outcomes of all seats of people, from the records that anybody can download."""
    outcomes: list[Outcome] = []
    for stored in games:
        answer = await found.request("stranger", "GET", f"/tables/{stored.id}/record")
        if not stored.is_over:
            assert answer.status_code == 403  # There is no record.
            continue
        _, match = closecall.load(answer.content)
        assert isinstance(match.pending, Over)
        single = (
            [result.scores for result in match.state.results]
            if stored.game == "qwixx"
            else [match.pending.scores]
        )
        for seat, place in enumerate(stored.places):
            if place.person is None or place.away:
                continue
            won = match.seats > 1 and seat in match.pending.winners
            scores = tuple(each[seat] for each in single)
            outcomes.append(Outcome(stored, place, not place.local, scores, won))
    return sorted(outcomes, key=lambda outcome: (outcome.stored.ended_at, outcome.stored.id))


def figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """What the server must say about these games."""
    contests = [outcome.won for outcome in outcomes if outcome.company[0] != "alone"]
    runs = [len(list(run)) for won, run in groupby(contests) if won]
    before = [score for outcome in outcomes[:-1] for score in outcome.scores]
    rounded = [round(outcome.points) for outcome in outcomes]
    return {
        "games": len(outcomes),
        "contests": len(contests),
        "victories": contests.count(True),
        "best": max(score for outcome in outcomes for score in outcome.scores),
        "best_before": max(before, default=None),
        "average": pytest.approx(mean(outcome.points for outcome in outcomes)),
        "streak": runs[-1] if contests and contests[-1] else 0,
        "longest_streak": max(runs, default=0),
        "scores": [{"score": score, "times": rounded.count(score)} for score in sorted(set(rounded))],
        "recent": [
            {
                "ended_at": each.stored.ended_at,
                "score": pytest.approx(each.points),
                "won": None if each.company[0] == "alone" else each.won,
            }
            for each in outcomes[-MOST_RECENT:]
        ],
    }


def statistics(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The whole answer about somebody's own games."""
    order = [("people", None), ("shared", None), *(("bots", level) for level in LEVELS), ("alone", None)]
    games = []
    for game in slugs():
        at_it = [each for each in outcomes if each.stored.game == game]
        parts = [(kind, [each for each in at_it if each.company == kind]) for kind in order]
        if at_it:
            companies = [
                {"company": company, "level": level, "figures": figures(part)}
                for (company, level), part in parts
                if part
            ]
            games.append({"game": game, "all": figures(at_it), "companies": companies})
    return {"games": games}


def scoreboard(outcomes: Sequence[Outcome], owner: str) -> dict[tuple[str, str], tuple[Any, ...]]:
    """Games, victories, best and average of each member of a household at each game."""
    board: dict[tuple[str, str], list[Outcome]] = {}
    for each in outcomes:
        name = owner if each.own else each.place.name
        board.setdefault((name.casefold(), each.stored.game), []).append(each)
    return {
        key: (
            len(own),
            sum(each.won for each in own),
            max(score for each in own for score in each.scores),
            pytest.approx(mean(each.points for each in own)),
        )
        for key, own in board.items()
    }


def fame(outcomes: Sequence[Outcome], kind: tuple[str, str | None], names: dict[str, str]) -> list[Any]:
    """The entries of one list of a game's hall of fame, in no particular order."""
    found = []
    for person, name in names.items():
        own = [each for each in outcomes if each.own and each.place.person == person and each.company == kind]
        if own:
            best = max(score for each in own for score in each.scores)
            found.append((name, sum(each.won for each in own), len(own), best))
    return sorted(found)


def entries(people: Sequence[dict[str, Any]]) -> list[Any]:
    """The same of what was sent, after a look at its order."""
    order = [(-each["victories"], each["games"], -each["best"]) for each in people]
    assert order == sorted(order)
    return sorted((each["name"], each["victories"], each["games"], each["best"]) for each in people)


@pytest.mark.parametrize("seed", range(4))
async def test_statistics_equal_the_records(tmp_path: Path, matches: Sequence[AnyMatch], seed: int) -> None:
    """For random games of people, families and bots, with ties, matches, rematches, stand-ins and abandoned
    games."""
    rng = Random(seed)
    async with role_server(tmp_path) as found:
        games: list[Stored] = []
        for match in rng.sample(matches, 32):
            games.append(await store_game(found, match, rng, rng.choice([None, *games])))
        outcomes = await recompute(found, games)
        assert len(outcomes) > 20
        names = {found.id_of(role): (await ask(found, role, "/me"))["name"] for role in PEOPLE}
        for role in PEOPLE:
            household = [each for each in outcomes if each.place.person == found.id_of(role)]
            own = [each for each in household if each.own]
            assert await ask(found, role, "/me/statistics") == statistics(own)
            page = await ask(found, role, "/me/fame")
            board = {
                (member["name"].casefold(), each["game"]): (
                    *(each["games"], each["victories"], each["best"], each["average"]),
                )
                for member in page["members"]
                for each in member["fame"]
                if each["games"]
            }
            assert board == scoreboard(household, names[found.id_of(role)])
        for game in slugs():
            hall = await ask(found, "stranger", f"/fame/{game}")
            at_it = [each for each in outcomes if each.stored.game == game]
            lists: dict[tuple[str, str | None], Any] = {
                ("people", None): hall["people"],
                ("shared", None): hall["shared"],
            }
            lists |= {("bots", each["level"]): each["people"] for each in hall["bots"]}
            for kind in {*lists, *(each.company for each in at_it if each.own)} - {("alone", None)}:
                assert entries(lists[kind]) == fame(at_it, kind, names), (game, kind)
            levels = [each["level"] for each in hall["bots"]]
            assert levels == sorted(levels, key=LEVELS.index)


async def ask(found: RoleServer, role: str, path: str) -> Any:
    """An answer as JSON."""
    answer = await found.request(role, "GET", path)
    assert answer.status_code == 200, answer.text
    return answer.json()


# One thing at a time.


def row(won: bool, at: int, company: Company = Company.PEOPLE, score: int = 10) -> PlayedRow:
    """A game of Mark."""
    return PlayedRow("mark", company, None, score, 1, score, won, at)


async def test_nobody_has_played_yet(tmp_path: Path) -> None:
    """Then there is nothing to tell."""
    async with role_server(tmp_path) as found:
        assert await ask(found, "player", "/me/statistics") == {"games": []}


def test_streaks() -> None:
    """Defeats end a streak; solo games, in which nobody wins, do not."""
    wins = [True, True, False, True, True, True]
    (game,) = statistics_of(row(won, at) for at, won in enumerate(wins)).games
    assert (game.all.streak, game.all.longest_streak) == (3, 3)
    mixed = [row(True, 1), row(False, 2, Company.ALONE), row(True, 3)]
    (game,) = statistics_of(mixed).games
    assert (game.all.streak, game.all.contests, game.all.victories, game.all.games) == (2, 2, 2, 3)
    (game,) = statistics_of([row(True, 1), row(True, 2), row(False, 3)]).games
    assert (game.all.streak, game.all.longest_streak) == (0, 2)


def test_a_new_best() -> None:
    """The best before the latest game tells whether that one was a new best."""
    (game,) = statistics_of([row(False, at, score=score) for at, score in enumerate((30, 50, 70))]).games
    assert (game.all.best, game.all.best_before) == (70, 50)
    (game,) = statistics_of([row(False, 1, score=-5)]).games
    assert (game.all.best, game.all.best_before) == (-5, None)


def test_only_the_latest_games_are_listed() -> None:
    """All of them count, though."""
    (game,) = statistics_of(row(True, at) for at in range(MOST_RECENT + 7)).games
    assert game.all.games == game.all.streak == MOST_RECENT + 7
    assert [each.ended_at for each in game.all.recent] == list(range(7, MOST_RECENT + 7))


def test_sums_of_unknown_games() -> None:
    """A match from before single games were stored counts with its points per game, but not for the best."""
    old = PlayedRow("qwixx", Company.PEOPLE, None, 150, 2, None, True, 1)
    (game,) = statistics_of([old]).games
    assert (game.all.best, game.all.average, game.all.scores[0].score) == (None, 75, 75)
    (game,) = statistics_of([old, replace(old, score=60, games=1, best=60)]).games
    assert (game.all.best, game.all.best_before) == (60, None)


def test_companies() -> None:
    """Bots count only for somebody who has nobody else to play with; the strongest of them is the level."""
    ann, kim, ben = Place("ann", "Ann"), Place("ann", "Kim", local=True), Place("ben", "Ben")
    easy, hard = Place(bot="easy", name="Easy"), Place(bot="hard", name="Hard")
    for places, wanted in (
        ((ann,), (Company.ALONE, None)),
        ((ann, easy), (Company.BOTS, "easy")),
        ((easy, ann, hard), (Company.BOTS, "hard")),
        ((kim, easy), (Company.BOTS, "easy")),
        ((ann, kim), (Company.SHARED, None)),
        ((ann, kim, hard), (Company.SHARED, None)),
        ((ann, ben), (Company.PEOPLE, None)),
        ((ann, kim, ben, easy), (Company.PEOPLE, None)),
        ((kim, replace(ben, away=True, bot="greedy")), (Company.PEOPLE, None)),
        ((easy, hard), (Company.BOTS, "hard")),
    ):
        assert company_of(game_of("mark"), places) == wanted, places


def test_a_stand_in_does_not_save_the_rating(matches: Sequence[AnyMatch]) -> None:
    """Leaving a lost game spoils no statistics, but the result still counts for the rating."""
    match = next(match for match in matches if match.seats == 2)
    results = results_of("t", match, (Place("ann", "Ann", away=True), Place("ben", "Ben")), 1)
    assert [result.stood_in for result in results] == [True, False]
    assert {rating.person_id for rating in new_ratings(match.rules.SLUG, results, {})} == {"ann", "ben"}
