"""Layouts of Close to the Mark! as TOML: BadOptions, or a layout that can be played."""

from closecall.core.errors import BadOptions
from closecall.games import mark
from closecall.games.mark.layout import parse_layout
from fuzz.checks import check_options, check_refusal, text_of

WORDS = (
    'name = "', 'rows = ["', '"""', "'''", "KBGYR", "kbgyr", "K B G Y R", '", "', '"]', "[rows]",
    "[[rows]]", "{", "}", "rows.name", "name.rows", "# ", "\n", "\\u00df", "ß", "ŉ",
    "1979-05-27T07:32:00Z", "1e9999", "nan", "0x", "true", "9" * 5000, "[" * 1000,
)  # fmt: skip


def test_one_input(data: bytes) -> None:
    """A text as a layout, and a short game with it."""
    try:
        layout = parse_layout(text_of(data))
    except BadOptions as error:
        check_refusal(error)
        return
    layout.check()
    check_options(mark, mark.Options(layout=layout), data)
