"""`closecall league`: all bots of a game against each other, on the same dice, in every order of seats."""

import json
import sys
from contextlib import closing, redirect_stdout
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from math import comb, factorial
from pathlib import Path
from secrets import token_hex
from typing import Any

from closecall.bots import NAMES, has_bot
from closecall.bots.marks import sources_mark
from closecall.bots.outside import program_mark
from closecall.cli.arguments import UsageError
from closecall.cli.league_shown import as_json, page, picture, report
from closecall.cli.options import option_words, options_of, whole_number
from closecall.cli.playing import game_named
from closecall.cli.progress import Progress
from closecall.cli.rehearsing import rehearse
from closecall.cli.simulating import chosen_engine, chosen_seed, is_plain, known_bots
from closecall.cli.storage import data_folder, naming
from closecall.core import codec
from closecall.core.errors import GameError
from closecall.cores import cores
from closecall.games import rules_of
from closecall.messages import Catalogue
from closecall.sim.league import League, Standing, league_of
from closecall.sim.plan import check_workers
from closecall.sim.running import played_chunks
from closecall.tui.screen import Console
from closecall.whole import write_whole

INTERRUPTED = 130
USUAL_GAMES = 200
"""For every table of bots, if nobody says."""
MOST_SEATS = 5
USUAL_SEATS = {"mark": 2, "qwixx": 2, "enough": 3}
USUAL_SEED = 1

Arguments = dict[str, Any]


def league(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Play what is left of the league, and show what has come of it."""
    asked = _asked(arguments, say)
    if arguments["page"] and not Path(arguments["page"]).is_dir():
        raise GameError("league_no_folder", folder=arguments["page"])
    file = _file_of(asked)
    if arguments["fresh"]:
        file.unlink(missing_ok=True)
    standing = _kept(asked, file, say)
    is_whole = _play(asked, standing, file, arguments, say)
    if arguments["json"]:
        print(json.dumps(as_json(asked, standing), indent=2, ensure_ascii=False))
    else:
        console.show(*report(asked, standing, say, console.style()))
    if arguments["page"]:
        _write_page(asked, standing, arguments, say)
    if is_whole:
        return 0
    print(say("league.stopped", played=standing.played, games=asked.games), file=sys.stderr)
    return INTERRUPTED


def _asked(arguments: Arguments, say: Catalogue) -> League:
    game = game_named(arguments["game"])
    own = [name for name in NAMES if has_bot(name, game)]
    bots = known_bots(arguments["bots"]) if arguments["bots"] else own
    seats = whole_number("--seats", arguments["seats"]) if arguments["seats"] else USUAL_SEATS[game]
    each = whole_number("--games", arguments["games"]) if arguments["games"] else USUAL_GAMES
    if each < 1:
        raise UsageError("league_games")
    seed = chosen_seed(arguments["seed"])
    games = _even(each, seats, arguments["games"] is not None, say) * comb(len(bots), seats)
    options = options_of(game, {**arguments, "games": None})
    chosen = USUAL_SEED if seed is None else seed
    return league_of(game, bots, seats, max(1, games), seed=chosen, options=options)


def _even(each: int, seats: int, is_asked: bool, say: Catalogue) -> int:
    """So many games, or a few more, that as many are played in each order of seats."""
    orders = factorial(seats) if seats <= MOST_SEATS else 1  # Who wants more is told so later.
    even = -(-each // orders) * orders
    if even != each and is_asked:
        print(say("league.rounded", games=even, orders=orders, asked=each), file=sys.stderr)
    return even


# What has been played is kept, so that a league can be stopped, and go on with more games.


def _file_of(asked: League) -> Path:
    options = codec.encode(rules_of(asked.game).OPTIONS, asked.options)
    # A bot that somebody has changed is another one, and plays a league of its own: ours or a program.
    makings = [program_mark(bot) or sources_mark() for bot in asked.bots]
    about = json.dumps([asked.game, asked.bots, asked.seats, asked.seed, options, makings])
    return data_folder() / "leagues" / f"{asked.game}-{sha256(about.encode()).hexdigest()[:12]}.json"


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
        lost = found.get("lost", Standing.empty(asked).lost)  # The oldest files do not have it.
        standing = Standing(found["games"], found["wins"], found["points"], lost)
        return standing if standing.fits(asked) else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _keep(standing: Standing, file: Path) -> None:
    write_whole(file, json.dumps(asdict(standing)).encode())


def _play(asked: League, standing: Standing, file: Path, arguments: Arguments, say: Catalogue) -> bool:
    """Play on; False if somebody has stopped it."""
    workers = whole_number("--workers", arguments["workers"]) if arguments["workers"] else cores()
    check_workers(workers)
    engine = chosen_engine(arguments)
    if standing.played >= asked.games:
        return True
    rehearse(asked.game, asked.bots, asked.seats, asked.options)
    progress = Progress(say, asked.games, sys.stderr, is_plain=is_plain(arguments))
    chunks = played_chunks(
        asked, workers, engine, arguments["ray_address"], progress.compiling, first=standing.played
    )
    try:
        with closing(progress), closing(chunks), redirect_stdout(sys.stderr):
            for played in chunks:
                standing.add(played.tally)
                progress.show(standing.played)
                _keep(standing, file)
    except KeyboardInterrupt:
        return False
    return True


def _write_page(asked: League, standing: Standing, arguments: Arguments, say: Catalogue) -> None:
    folder, name = Path(arguments["page"]), f"league-{asked.game}"
    text = page(asked, standing, f"{name}.svg", option_words(arguments), say)
    for file, content in ((f"{name}.svg", picture(asked, standing, say)), (f"{name}.md", text)):
        with naming(folder / file):
            (folder / file).write_text(content, "utf-8")
