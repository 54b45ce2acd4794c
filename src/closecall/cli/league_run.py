"""What `closecall league` does: play on from the saved standing, and save it after every chunk of games."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, redirect_stdout
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from math import comb, factorial
from pathlib import Path
from secrets import token_hex

from closecall.atomic_files import LockHeld, deferred_interrupt, exclusive_lock, write_atomically
from closecall.bots.external import program_fingerprint
from closecall.bots.fingerprint import source_fingerprint
from closecall.cli.league import MOST_SEATS, USUAL_SEED, Arguments
from closecall.cli.league_report import as_json, page, picture, report
from closecall.cli.number_format import grouped
from closecall.cli.parser import INTERRUPTED, UsageError
from closecall.cli.progress import Progress
from closecall.cli.simulate import parse_bots
from closecall.cli.simulate_run import check_engine, chunks_of
from closecall.core import codec
from closecall.core.errors import GameError
from closecall.folders import data_folder
from closecall.games import rules_of
from closecall.messages import Catalogue
from closecall.sim.league import League, Standing, TableWins, league_of
from closecall.sim.plan import check_programs
from closecall.tui.screen import Console

USUAL_GAMES = 200
"""For every lineup of bots, by default."""


def run_league(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Play the rest of the league, and show its standing."""
    league = _league(arguments)
    if arguments.page and not Path(arguments.page).is_dir():
        raise GameError("league_no_folder", folder=arguments.page)
    check_engine(arguments)
    file = _file_of(league)
    with _locked(file):
        # With --fresh, the earlier standing is replaced only once something has been played.
        standing = Standing.empty(league) if arguments.fresh else _load(league, file, say)
        is_complete = _play(league, standing, file, arguments, say)
    if arguments.json:
        print(json.dumps(as_json(league, standing), indent=2, ensure_ascii=False))
    else:
        console.show(*report(league, standing, say, console.style()))
    if not is_complete:
        print(say("league.stopped", played=standing.played, games=league.games), file=sys.stderr)
        return INTERRUPTED
    if arguments.page:
        _write_page(league, standing, Path(arguments.page), arguments.options.words(), say)
    return 0


def _league(arguments: Arguments) -> League:
    game = arguments.game
    bots = parse_bots(arguments.bots) if arguments.bots else list(game.bot_names)
    seats = game.league_seats if arguments.seats is None else arguments.seats
    each = USUAL_GAMES if arguments.games is None else arguments.games
    if each < 1:
        raise UsageError("league_games")
    games = -(-each // _orders(seats)) * _orders(seats) * comb(len(bots), seats)
    seed = USUAL_SEED if arguments.seed is None else arguments.seed
    return league_of(game.slug, bots, seats, max(1, games), seed=seed, options=arguments.options.of(game))


def _orders(seats: int) -> int:
    """The number of orders of seats, each of which plays equally many games."""
    return factorial(seats) if 2 <= seats <= MOST_SEATS else 1  # Out-of-range counts are rejected later.


# The standing is saved, so that a league can be stopped, resumed, and extended.


def _file_of(league: League) -> Path:
    options = codec.encode(rules_of(league.game).OPTIONS, league.options)
    # A changed bot starts a league of its own; so does a program if our rules, dice or its stand-in change.
    versions = [source_fingerprint("sim"), *[program_fingerprint(bot) for bot in league.bots]]
    rules = [league.game, rules_of(league.game).VERSION, options]
    about = json.dumps([rules, league.bots, league.seats, league.seed, versions])
    return data_folder() / "leagues" / f"{league.game}-{sha256(about.encode()).hexdigest()[:12]}.json"


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Keep other processes from this league: they would overwrite each other's games."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        try:
            stack.enter_context(exclusive_lock(file.with_name(f".{file.stem}.lock")))
        except LockHeld as error:
            raise GameError("league_busy") from error
        yield


def _load(league: League, file: Path, say: Catalogue) -> Standing:
    """The saved standing; a damaged file is set aside, never lost, and a sentence says so."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return Standing.empty(league)
    standing = _decode(league, content)
    if standing is not None:
        return standing
    aside = file.with_name(f"{file.stem}-damaged-{datetime.now():%Y-%m-%d-%H%M%S}-{token_hex(3)}.json")
    file.rename(aside)
    print(say("league.damaged", file=aside), file=sys.stderr)
    return Standing.empty(league)


def _decode(league: League, content: bytes) -> Standing | None:
    """The standing in a file; None if it makes no sense."""
    try:
        found = json.loads(content.decode("utf-8"))
        tables = TableWins(**found.pop("tables"))
        standing = Standing(**found, tables=tables)
        return standing if standing.fits(league) else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _save(standing: Standing, file: Path) -> None:
    write_atomically(file, json.dumps(asdict(standing)).encode())


def _play(league: League, standing: Standing, file: Path, arguments: Arguments, say: Catalogue) -> bool:
    """Play on; False after Ctrl-C."""
    if standing.played >= league.games:
        if standing.played > league.games:
            facts = {"played": grouped(say, standing.played), "games": grouped(say, league.games)}
            print(say("league.kept_more", **facts), file=sys.stderr)
        return True
    _tell_rounded(league, arguments.games, say)
    check_programs(league.game, league.bots, league.seats, league.options)
    progress = Progress(say, league.games, sys.stderr, is_plain=arguments.plain)
    chunks = chunks_of(league, arguments, progress, first=standing.played)
    try:
        with closing(progress), closing(chunks), redirect_stdout(sys.stderr):
            for played in chunks:
                with deferred_interrupt():  # Ctrl-C never comes between counting and saving.
                    standing.add(played.tally)
                    _save(standing, file)
                progress.show(standing.played)
    except KeyboardInterrupt:
        return False
    return True


def _tell_rounded(league: League, asked: int | None, say: Catalogue) -> None:
    """Tell that the number of games was rounded up, so that every order of seats plays equally many."""
    each = league.games // comb(len(league.bots), league.seats)
    if asked is not None and asked != each:
        orders = _orders(league.seats)
        print(say("league.rounded", games=each, orders=orders, asked=asked), file=sys.stderr)


def _write_page(league: League, standing: Standing, folder: Path, options: list[str], say: Catalogue) -> None:
    name = f"league-{league.game}"
    text = page(league, standing, f"{name}.svg", options, say)
    for file, content in ((f"{name}.svg", picture(league, standing, say)), (f"{name}.md", text)):
        write_atomically(folder / file, content.encode())
