"""The rules of a game as people read them."""

from importlib import resources


def rules_text(game: str, language: str) -> str:
    """The text of a game's rules, in English if there is none in this language."""
    folder = resources.files(f"closecall.games.{game}")
    own = folder / f"RULES.{language}.md"
    return (own if own.is_file() else folder / "RULES.md").read_text("utf-8")
