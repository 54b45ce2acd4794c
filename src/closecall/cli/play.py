"""`closecall play`: a new game at this terminal, and everything that `closecall resume` shares with it."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from closecall.bots import EXTERNAL_PREFIX, NAMES, AnyBot, seat_bot, usual_bot
from closecall.bots.cast import character_for
from closecall.bots.external import program_name, tell_troubles
from closecall.cli.bot_notices import prepare_bots
from closecall.cli.fame import count_game, trophy
from closecall.cli.game_options import GivenOptions, add_game_options, ages_option
from closecall.cli.parser import Parser, UsageError, bots_of_game, list_of, whole_number
from closecall.cli.progress import compile_notice
from closecall.cli.saved_games import SavedGame, fresh_path
from closecall.cli.sim_extra import require_sim
from closecall.core.errors import GameError
from closecall.core.fate import SEED_BYTES, commitment
from closecall.core.match import Match
from closecall.core.record import AnyMatch, Player
from closecall.core.rules import Over, Seat
from closecall.games.descriptor import Ages, Game
from closecall.messages import Catalogue, Word
from closecall.tui.screen import Console, printable
from closecall.tui.session import Session, Setup
from closecall.tui.show import LONGEST_NAME, YOU, Display, show_of, shown_name

_PERSON_WORDS = ("you", "human")


@dataclass(frozen=True, slots=True)
class Arguments:
    """Which game, who plays it, and how."""

    game: Game
    seats: str | None
    no_confirm: bool
    save: str | None
    seed: str | None
    dice: str | None
    options: GivenOptions


def add_arguments(parser: Parser) -> None:
    """`closecall play GAME`."""
    say = parser.say
    parser.game()
    parser.value(
        "seats",
        say("cli.meta_seats"),
        say("cli.about_seats", levels=", ".join(NAMES)),
        complete=list_of(lambda found: ("you", "bot", *bots_of_game(found))),
    )
    parser.switch("no-confirm", say("cli.about_no_confirm"))
    parser.value("save", say("cli.meta_file"), say("cli.about_save"))
    parser.value("seed", "HEX", say("cli.about_seed"), complete=lambda **_: ())
    parser.value("dice", "real", say("cli.about_dice"), complete=lambda **_: ("real",))
    add_game_options(parser)


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Play a new game."""
    game = arguments.game
    players = parse_seats(arguments.seats or game.usual_seats, game.bot_names)
    bots = bots_of(game, players)
    seed = _seed(arguments)
    options = _without_ages(game, players, _all_given(arguments, players, console, say).of(game))
    match: AnyMatch = Match.start(game.rules, len(players), options)
    setup = Setup(
        players=players,
        bots=bots,
        commitment=None if seed is None else commitment(seed),
        seed=seed,
        confirm=not arguments.no_confirm,
    )
    return play_on(match, setup, _new_file(game.slug, arguments.save, say), console, say)


def _seed(arguments: Arguments) -> bytes | None:
    """The secret seed; None if people roll real dice."""
    dice, text = arguments.dice, arguments.seed
    if dice is None:
        return secrets.token_bytes(SEED_BYTES) if text is None else _parse_seed(text)
    if dice != "real":
        raise UsageError("usage_dice", text=dice[:40])
    if text is not None:
        raise UsageError("usage_seed_and_dice")
    if not show_of(arguments.game.slug).HAS_DICE:
        raise UsageError("no_real_dice", game=Word(f"game.{arguments.game.slug}"))
    return None


def _parse_seed(text: str) -> bytes:
    digits = text.lower()
    if len(digits) != 2 * SEED_BYTES or not set(digits) <= set("0123456789abcdef"):
        raise UsageError("usage_seed", digits=2 * SEED_BYTES)
    return bytes.fromhex(digits)


def _new_file(game: str, chosen: str | None, say: Catalogue) -> SavedGame:
    if chosen is None:
        return SavedGame(fresh_path(game), say, is_usual=True)
    path = Path(chosen)
    if path.exists():
        raise GameError("save_exists", file=chosen)
    return SavedGame(path, say, is_usual=False)


# How old they are.


def _all_given(
    arguments: Arguments, players: tuple[Player, ...], console: Console, say: Catalogue
) -> GivenOptions:
    """The options on the command line, with the ages that people are asked for."""
    given, ages = arguments.options, ages_option(arguments.game)
    if ages is None or not given.asks_for(ages):
        return given
    Match.start(arguments.game.rules, len(players))  # Nobody is asked in vain if there are too many players.
    texts = ["-" if player.bot else _age(arguments.game, ages, player, console, say) for player in players]
    return given.answered(ages, ",".join(texts))


def _age(game: Game, ages: Ages, player: Player, console: Console, say: Catalogue) -> str:
    """What a person types until it is an age, or nothing."""
    while True:
        try:
            text = console.ask_unseen(say("play.ask_age", name=shown_name(say, player)))
            if text:
                ages.conceal(game.rules.OPTIONS(), (whole_number(f"--{ages.name}", text),))
        except EOFError:
            return "-"
        except GameError as error:
            console.show(error.sentence(say))
        else:
            return text or "-"


def _without_ages(game: Game, players: tuple[Player, ...], options: Any) -> Any:
    """The options with what follows from the ages, which are not saved with the game (M3)."""
    option = ages_option(game)
    if option is None or (ages := getattr(options, option.name)) is None:
        return options
    Match.start(game.rules, len(players), options)  # Refuses a wrong number of ages.
    for player, age in zip(players, ages, strict=True):
        if player.bot and age is not None:
            raise UsageError("usage_age_of_bot", option=f"--{option.name}", name=player.name)
    return option.conceal(options, ages)


# Who sits at the table.


def parse_seats(text: str, bot_names: tuple[str, ...] = NAMES) -> tuple[Player, ...]:
    """The players of a list such as `Ann,Ben,greedy`.

    `you` or a name is a person; a bot is `bot`, the name of a bot, or `bot:` and a command. Levels are played
    by characters.

    >>> parse_seats("you,bot")
    (Player(name='you', bot=None), Player(name='Bot', bot='greedy'))
    >>> parse_seats("bot:python3 mine.py")
    (Player(name='mine', bot='bot:python3 mine.py'),)
    >>> [player.name for player in parse_seats("you,easy,easy")]
    ['you', 'Pip', 'Momo']
    """
    bots = {"bot": usual_bot(bot_names), **{name: name for name in (*NAMES, *bot_names)}}
    words = [word.strip() for word in text.split(",")]
    names: list[str | None] = []
    for word in words:
        names.append(_bot_name(word, bots, [name.lower() for name in (*words, *names) if name]))
    players = [
        Player(_numbered(name, n, names), bots.get(word.lower(), word)) if name is not None else _person(word)
        for n, (word, name) in enumerate(zip(words, names, strict=True))
    ]
    for n, player in enumerate(players):
        if player.name.lower() in [other.name.lower() for other in players[:n]]:
            raise UsageError("seats_same_name", name=player.name)
    return tuple(players)


def _bot_name(word: str, bots: Mapping[str, str], taken: Collection[str]) -> str | None:
    """What a bot is called; None for a person."""
    if word.lower() in bots:
        character = character_for(word.lower(), taken)
        return word.capitalize() if character is None else character.name
    # A program's name has room for a number within the length of a person's.
    return program_name(word)[: LONGEST_NAME - 3] if word.lower().startswith(EXTERNAL_PREFIX) else None


def _numbered(name: str, n: int, names: list[str | None]) -> str:
    """The name of the bot at seat n, with a number where several are called the same."""
    return f"{name} {names[: n + 1].count(name)}" if names.count(name) > 1 else name


def _person(word: str) -> Player:
    if word.lower() in _PERSON_WORDS:
        return Player(YOU)
    if not word:
        raise UsageError("seats_empty")
    if len(word) > LONGEST_NAME or not word.isprintable():
        raise UsageError("seats_name", name=printable(word[:40]), most=LONGEST_NAME)
    return Player(word)


def bots_of(game: Game, players: tuple[Player, ...]) -> dict[Seat, AnyBot]:
    """The bots at their seats."""
    names, bots = (*game.bot_names, *game.sparring_names), {}
    for n, player in enumerate(players):
        if player.bot is not None:
            if player.bot in game.sparring_names:
                require_sim()
            is_known = player.bot in names or player.bot.startswith(EXTERNAL_PREFIX)
            bot = seat_bot(player.bot, game.slug) if is_known else None
            if bot is None:
                raise UsageError("unknown_bot", bot=player.bot[:40], game=Word(f"game.{game.slug}"))
            bots[Seat(n)] = bot
    return bots


# The game and its end.


def play_on(match: AnyMatch, setup: Setup, file: SavedGame, console: Console, say: Catalogue) -> int:
    """Play a match to its end, or until the people leave; the exit code."""
    tell_troubles(lambda trouble: console.show(trouble.sentence(say)))
    prepare_bots(match.rules.SLUG, setup.players, console, say)
    session = Session(match, setup, console, say, file)
    try:
        with compile_notice(say):  # For sparring partners, which Numba compiles.
            over = session.run()
    except KeyboardInterrupt:
        console.show("", *_farewell(session, file, say))
        raise
    if over is None:
        console.show(*_farewell(session, file, say))
    else:
        console.show(*_congratulation(session, over, console, say), *_afterwards(session, file, say))
    return 0


def _farewell(session: Session, file: SavedGame, say: Catalogue) -> list[str]:
    if session.trouble:
        return [say("save.lost")]
    return [file.location(), *file.how_to_resume()]


def _congratulation(session: Session, over: Over, console: Console, say: Catalogue) -> list[str]:
    record = session.record
    display = Display(say, record.players, console.style())
    people = [seat for seat in over.winners if record.players[seat].bot is None]
    lines = trophy(display.style, display.names(people)) if people and len(over.scores) > 1 else []
    return lines + count_game(say, record, over, date.today())


def _afterwards(session: Session, file: SavedGame, say: Catalogue) -> list[str]:
    if session.trouble:
        return [say("save.lost")]
    lines = [file.location()]
    if session.record.seed is not None:
        lines += [say("save.verify"), file.command("verify")]
    return [*lines, say("save.replay"), file.command("replay")]
