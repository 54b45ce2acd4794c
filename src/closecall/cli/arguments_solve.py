"""The arguments of `closecall solve`."""

from closecall.cli.arguments import Parser
from closecall.messages import Catalogue


def solve_parser(say: Catalogue) -> Parser:
    """`closecall solve`."""
    parser = Parser(say, "solve", "solve qwixx")
    parser.positional("game", "qwixx", say("cli.about_solve_game"))
    parser.switch("json", say("cli.about_json"))
    parser.value("workers", "N", say("cli.about_solve_workers"))
    parser.common()
    return parser
