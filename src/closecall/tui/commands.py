"""The words that people can type instead of a move, in English and in their own language."""

from closecall.messages import Catalogue


class Leave(Exception):
    """The people at the terminal stop playing; the game is kept."""


COMMANDS = ("help", "moves", "sheet", "rules", "undo", "save", "quit")
_SHORT = {"?": "help", "u": "undo", "q": "quit", "exit": "quit"}


def command_of(say: Catalogue, text: str) -> tuple[str, str] | None:
    """The command that a line begins with and the rest of the line, or None if it is no command.

    >>> from closecall.messages import catalogue
    >>> command_of(catalogue("en"), "sheet b")
    ('sheet', 'b')
    """
    word, _, rest = text.strip().partition(" ")
    word = word.lower()
    name = _SHORT.get(word, word)
    if name not in COMMANDS:
        own = {say(f"command.{command}").lower(): command for command in COMMANDS}
        if word not in own:
            return None
        name = own[word]
    return name, rest.strip()


def command_help(say: Catalogue) -> list[str]:
    """Every command with what it does."""
    words = {command: say(f"command.{command}") for command in COMMANDS}
    width = max(len(word) for word in words.values())
    return [f"  {words[command]:{width}}  {say(f'help.{command}')}" for command in COMMANDS]
