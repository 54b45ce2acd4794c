"""The arguments of `closecall bench`."""

from closecall.cli.arguments import Parser
from closecall.messages import Catalogue


def bench_parser(say: Catalogue) -> Parser:
    """`closecall bench`."""
    parser = Parser(say, "bench", "bench")
    parser.value("games", say("cli.meta_games"), say("cli.about_bench_games"))
    parser.value("rounds", "N", say("cli.about_rounds"))
    parser.value("seed", "N", say("cli.about_bench_seed"))
    parser.switch("peers", say("cli.about_peers"))
    parser.switch("growth", say("cli.about_growth"))
    parser.value("most", "N", say("cli.about_bench_most"))
    parser.value("workers", "N", say("cli.about_bench_workers"))
    parser.switch("json", say("cli.about_bench_json"))
    parser.common()
    return parser
