"""The arguments of `closecall simulate`."""

from closecall.cli.arguments import Parser
from closecall.messages import Catalogue


def simulate_parser(say: Catalogue) -> Parser:
    """`closecall simulate`."""
    parser = Parser(
        say, "simulate", f"simulate {say('cli.meta_game')} --bots {say('cli.meta_bots')} --games N"
    )
    parser.positional("game", say("cli.meta_game"), say("cli.about_game"))
    parser.value("bots", say("cli.meta_bots"), say("cli.about_sim_bots"))
    parser.value("games", "N", say("cli.about_sim_games"))
    parser.value("seed", "N", say("cli.about_sim_seed"))
    parser.switch("rotate", say("cli.about_rotate"))
    parser.switch("readable", say("cli.about_readable"))
    parser.group(say("cli.title_shown"))
    parser.switch("json", say("cli.about_json"))
    parser.value("csv", say("cli.meta_file"), say("cli.about_csv"))
    parser.maybe_value("plot", f"{say('cli.meta_file')}.svg", say("cli.about_plot"))
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
