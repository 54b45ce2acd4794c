"""The arguments of `closecall train`."""

from closecall.cli.arguments import Parser
from closecall.messages import Catalogue


def train_parser(say: Catalogue) -> Parser:
    """`closecall train`."""
    parser = Parser(say, "train", f"train {say('cli.meta_game')} --folder {say('cli.meta_folder')}")
    parser.positional("game", say("cli.meta_game"), say("cli.about_game"))
    parser.value("folder", say("cli.meta_folder"), say("cli.about_train_folder"))
    parser.value("only", say("cli.meta_course"), say("cli.about_only"))
    parser.value("length", "N", say("cli.about_length"))
    parser.value("start", say("cli.meta_file"), say("cli.about_start"))
    parser.value("seed", "N", say("cli.about_train_seed"))
    parser.common()
    return parser
