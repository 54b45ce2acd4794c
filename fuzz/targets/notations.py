"""Notations of moves, as people type them: BadNotation, or a move that is written and read back as itself."""

from closecall.core.codec import has_exact_types, is_move
from closecall.core.errors import BadNotation
from closecall.games import rules_of, slugs
from fuzz.checks import check_refusal, text_of

WORDS = (
    "yellow", "red", "k", "b2+g", " + ", "r7", "pass", "-", "more", "stop", "deck", "call", "stay",
    "fold", "total ", "show", "keep", "take B", "take B 7", "pile 3", "drop 12", "lock sl",
    "silence dh C", "out in", "sd:d@7", "in:n+@up", "n-@", "@up", "999", "٣", "İ", "ß", "\u2003",
    "\ud800", "\0",
)  # fmt: skip


def test_one_input(data: bytes) -> None:
    """A text as a move of every game."""
    text = text_of(data)
    for slug in slugs():
        rules = rules_of(slug)
        try:
            move = rules.parse_move(text)
        except BadNotation as error:
            check_refusal(error)
            continue
        assert has_exact_types(move)
        assert is_move(rules, move)
        written = rules.format_move(move)
        assert written.isascii()
        assert rules.parse_move(written) == move
        assert rules.format_move(rules.parse_move(written)) == written
