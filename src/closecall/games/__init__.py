"""The games: one package each, and the registry that finds them by their slug."""

from importlib import import_module

from closecall.core.errors import BadOptions
from closecall.core.rules import AnyRules

SLUGS = ("mark", "qwixx", "enough")


def find_rules(slug: str) -> AnyRules | None:
    """The rules of a game, or None if there is no such game; imported when first asked for."""
    if slug not in SLUGS:
        return None
    rules: AnyRules = import_module(f"closecall.games.{slug}")
    return rules


def rules_of(slug: str) -> AnyRules:
    """The rules of a game; BadOptions lists the games if there is no such one.

    >>> rules_of("mark").SEATS
    range(1, 6)
    """
    rules = find_rules(slug)
    if rules is None:
        raise BadOptions("usage_game", text=str(slug)[:40], games=", ".join(SLUGS))
    return rules
