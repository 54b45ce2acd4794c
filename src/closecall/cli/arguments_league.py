"""The arguments of `closecall league`."""

from closecall.cli.arguments import Parser
from closecall.messages import Catalogue


def league_parser(say: Catalogue) -> Parser:
    """`closecall league`."""
    parser = Parser(say, "league", f"league {say('cli.meta_game')}")
    parser.positional("game", say("cli.meta_game"), say("cli.about_game"))
    parser.value("bots", say("cli.meta_bots"), say("cli.about_league_bots"))
    parser.value("seats", "2-5", say("cli.about_league_seats"))
    parser.value("games", "N", say("cli.about_league_games"))
    parser.value("seed", "N", say("cli.about_league_seed"))
    parser.switch("fresh", say("cli.about_fresh"))
    parser.group(say("cli.title_shown"))
    parser.switch("json", say("cli.about_json"))
    parser.value("page", say("cli.meta_folder"), say("cli.about_page"))
    parser.group(say("cli.title_running"))
    parser.value("workers", "N", say("cli.about_workers"))
    parser.value("engine", "local|ray", say("cli.about_engine"))
    parser.value("ray-address", say("cli.meta_host"), say("cli.about_ray_address"))
    parser.group(say("game.mark"))
    parser.value("layout", say("cli.meta_file"), say("option.mark.layout.about"))
    parser.value("ages", say("option.mark.ages.metavar"), say("option.mark.ages.about"))
    parser.group(say("game.qwixx"))
    parser.value("match", "1-5", say("option.qwixx.match.about"))
    parser.group(say("game.enough"))
    parser.value("kit", say("option.enough.kit.metavar"), say("option.enough.kit.about"))
    parser.switch("advanced", say("option.enough.advanced.about"))
    parser.common()
    return parser
