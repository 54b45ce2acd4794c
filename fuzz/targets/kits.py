"""Kits of Close Enough as TOML: BadOptions, or a kit that can be played.

Some kits have too few pieces for some numbers of seats; the set-up refuses those with BadOptions.
"""

from closecall.core.errors import BadOptions
from closecall.games import enough
from closecall.games.enough.kit import parse_kit, sorted_kit
from fuzz.checks import check_options, check_refusal, text_of

WORDS = (
    'name = "', "tokens = [", '["subtract", "double"]', '"ignore"', '"nudge"', '"lock"', '"silence"',
    "[[cards]]\n", "values = [", "copies = ", "[[targets]]\n", "stars = ", "numbers = [", "cards = [",
    "targets = [", "{ ", " }", "0", "1", "7", "200", "999", "1000", "-1", "0x7", "1_0", "1.0", "inf",
    "true", "1979-05-27", "'''", '"""', "# ", "\n", "cards.values", "9" * 5000, "[" * 1000,
)  # fmt: skip


def test_one_input(data: bytes) -> None:
    """A text as a kit, and a short game with it for every number of seats."""
    try:
        kit = parse_kit(text_of(data))
    except BadOptions as error:
        check_refusal(error)
        return
    assert kit == sorted_kit(kit.name, kit.cards, kit.targets, kit.tokens)
    is_advanced = len(data) % 2 == 1
    check_options(enough, enough.Options(kit=kit, advanced=is_advanced), data)
