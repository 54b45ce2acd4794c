"""`closecall completion`: the script that teaches a shell to complete our command line."""

from dataclasses import dataclass

from closecall.cli.parser import Parser, UsageError
from closecall.messages import Catalogue
from closecall.tui.screen import Console

SHELLS = ("bash", "zsh", "fish")


@dataclass(frozen=True, slots=True)
class Arguments:
    """Which shell."""

    shell: str


def add_arguments(parser: Parser) -> None:
    """`closecall completion bash|zsh|fish`."""
    parser.positional(
        "shell",
        "|".join(SHELLS),
        parser.say("cli.about_shell"),
        convert=_shell,
        complete=lambda **_: SHELLS,
    )


def _shell(text: str | None) -> str:
    if text not in SHELLS:
        raise UsageError("usage_shell", shells=", ".join(SHELLS))
    return text


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Print the script as it is: the console would break its lines."""
    from argcomplete.shell_integration import shellcode  # noqa: PLC0415  # Only here and when a shell asks.

    print(shellcode(["closecall"], shell=arguments.shell))
    return 0
