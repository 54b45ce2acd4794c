"""`closecall league`: all bots of a game against each other, on the same dice, in every order of seats."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, redirect_stdout
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from math import comb, factorial
from pathlib import Path
from secrets import token_hex
from typing import Any

from closecall.atomic_files import LockHeld, deferred_interrupt, exclusive_lock, write_atomically
from closecall.bots import NAMES, has_bot
from closecall.bots.external import program_fingerprint
from closecall.bots.fingerprint import source_fingerprint
from closecall.cli.arguments import UsageError
from closecall.cli.league_shown import as_json, page, picture, report
from closecall.cli.numbers import grouped
from closecall.cli.options import option_words, options_of_many, whole_number
from closecall.cli.playing import game_named
from closecall.cli.progress import Progress
from closecall.cli.simulating import chosen_engine, chosen_seed, is_plain, known_bots
from closecall.core import codec
from closecall.core.errors import GameError
from closecall.folders import data_folder
from closecall.games import rules_of
from closecall.messages import Catalogue
from closecall.sim.league import League, Standing, TableWins, league_of
from closecall.sim.plan import check_programs, check_workers
from closecall.sim.run import Engine, default_workers, play_chunks
from closecall.tui.screen import Console

INTERRUPTED = 130
USUAL_GAMES = 200
"""For every table of bots, if nobody says."""
MOST_SEATS = 5
USUAL_SEATS = {"mark": 2, "qwixx": 2, "enough": 3}
USUAL_SEED = 2018
"""No course has trained with it, so nobody knows the dice."""

Arguments = dict[str, Any]


def league(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Play what is left of the league, and show what has come of it."""
    asked = _asked(arguments)
    if arguments["page"] and not Path(arguments["page"]).is_dir():
        raise GameError("league_no_folder", folder=arguments["page"])
    way = _way(asked, arguments)
    file = _file_of(asked)
    with _alone_with(file):
        # What was played before is replaced as soon as something has been played instead.
        standing = Standing.empty(asked) if arguments["fresh"] else _kept(asked, file, say)
        is_whole = _play(asked, standing, file, way, say)
    if arguments["json"]:
        print(json.dumps(as_json(asked, standing), indent=2, ensure_ascii=False))
    else:
        console.show(*report(asked, standing, say, console.style()))
    if not is_whole:
        print(say("league.stopped", played=standing.played, games=asked.games), file=sys.stderr)
        return INTERRUPTED
    if arguments["page"]:
        _write_page(asked, standing, arguments, say)
    return 0


def _asked(arguments: Arguments) -> League:
    game = game_named(arguments["game"])
    own = [name for name in NAMES if has_bot(name, game)]
    bots = known_bots(arguments["bots"]) if arguments["bots"] else own
    seats = whole_number("--seats", arguments["seats"]) if arguments["seats"] else USUAL_SEATS[game]
    each = whole_number("--games", arguments["games"]) if arguments["games"] else USUAL_GAMES
    if each < 1:
        raise UsageError("league_games")
    seed = chosen_seed(arguments["seed"])
    games = -(-each // _orders(seats)) * _orders(seats) * comb(len(bots), seats)
    options = options_of_many(game, arguments)
    chosen = USUAL_SEED if seed is None else seed
    return league_of(game, bots, seats, max(1, games), seed=chosen, options=options)


def _orders(seats: int) -> int:
    """In each of so many orders of seats as many games are played."""
    return factorial(seats) if 2 <= seats <= MOST_SEATS else 1  # Whoever wants others is told so later.


@dataclass(frozen=True, slots=True)
class _Way:
    """How a league is played."""

    workers: int
    may_fill: bool
    """Whether nobody has said how many workers there are to be."""
    engine: Engine
    address: str | None
    asked_each: int | None
    """How many games of each table of bots were asked for; None if nobody has said."""
    is_plain: bool


def _way(asked: League, arguments: Arguments) -> _Way:
    """How somebody wants it to be played; refused before anything is touched."""
    may_fill = not arguments["workers"]
    workers = default_workers(asked) if may_fill else whole_number("--workers", arguments["workers"])
    check_workers(workers)
    engine, address = chosen_engine(arguments), arguments["ray_address"]
    each = whole_number("--games", arguments["games"]) if arguments["games"] else None
    return _Way(workers, may_fill, engine, address, each, is_plain(arguments))


# What has been played is kept, so that a league can be stopped, and go on with more games.


def _file_of(asked: League) -> Path:
    options = codec.encode(rules_of(asked.game).OPTIONS, asked.options)
    # A bot that somebody has changed is another one, and plays a league of its own; so does a program if our
    # rules, our dice or the bot that moves where it fails have changed.
    makings = [source_fingerprint("sim"), *[program_fingerprint(bot) for bot in asked.bots]]
    about = json.dumps([asked.game, asked.bots, asked.seats, asked.seed, options, makings])
    return data_folder() / "leagues" / f"{asked.game}-{sha256(about.encode()).hexdigest()[:12]}.json"


@contextmanager
def _alone_with(file: Path) -> Iterator[None]:
    """Keep others from this league: whoever has played less would write over what has been played more."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        try:
            stack.enter_context(exclusive_lock(file.with_name(f".{file.stem}.lock")))
        except LockHeld as error:
            raise GameError("league_busy") from error
        yield


def _kept(asked: League, file: Path, say: Catalogue) -> Standing:
    """What has been played before; a damaged file is set aside, never lost, and a sentence says so."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return Standing.empty(asked)
    standing = _standing(asked, content)
    if standing is not None:
        return standing
    aside = file.with_name(f"{file.stem}-damaged-{datetime.now():%Y-%m-%d-%H%M%S}-{token_hex(3)}.json")
    file.rename(aside)
    print(say("league.damaged", file=aside), file=sys.stderr)
    return Standing.empty(asked)


def _standing(asked: League, content: bytes) -> Standing | None:
    """What a file says has been played; None if that makes no sense."""
    try:
        found = json.loads(content.decode("utf-8"))
        tables = TableWins(**found.pop("tables"))
        standing = Standing(**found, tables=tables)
        return standing if standing.fits(asked) else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _keep(standing: Standing, file: Path) -> None:
    write_atomically(file, json.dumps(asdict(standing)).encode())


def _play(asked: League, standing: Standing, file: Path, way: _Way, say: Catalogue) -> bool:
    """Play on; False if somebody has stopped it."""
    if standing.played >= asked.games:
        if standing.played > asked.games:
            told = {"played": grouped(say, standing.played), "games": grouped(say, asked.games)}
            print(say("league.kept_more", **told), file=sys.stderr)
        return True
    _tell_rounded(asked, way, say)
    check_programs(asked.game, asked.bots, asked.seats, asked.options)
    progress = Progress(say, asked.games, sys.stderr, is_plain=way.is_plain)
    chunks = play_chunks(
        asked,
        way.workers,
        way.engine,
        way.address,
        progress.compiling,
        first=standing.played,
        may_fill=way.may_fill,
    )
    try:
        with closing(progress), closing(chunks), redirect_stdout(sys.stderr):
            for played in chunks:
                with deferred_interrupt():  # What is shown has been kept, whenever Ctrl-C comes.
                    standing.add(played.tally)
                    _keep(standing, file)
                progress.show(standing.played)
    except KeyboardInterrupt:
        return False
    return True


def _tell_rounded(asked: League, way: _Way, say: Catalogue) -> None:
    """A few more games than were asked for are played, so that each order of seats has as many."""
    even = asked.games // comb(len(asked.bots), asked.seats)
    if way.asked_each is not None and way.asked_each != even:
        orders = _orders(asked.seats)
        print(say("league.rounded", games=even, orders=orders, asked=way.asked_each), file=sys.stderr)


def _write_page(asked: League, standing: Standing, arguments: Arguments, say: Catalogue) -> None:
    folder, name = Path(arguments["page"]), f"league-{asked.game}"
    text = page(asked, standing, f"{name}.svg", option_words(arguments), say)
    for file, content in ((f"{name}.svg", picture(asked, standing, say)), (f"{name}.md", text)):
        write_atomically(folder / file, content.encode())
