"""The messages: the same keys in all languages, all of them used, none missing, and all facts filled in."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from closecall.core import errors
from closecall.messages import LANGUAGES, catalogue, placeholders
from support.source import PACKAGE, calls, python_files, syntax_tree

ENGLISH = catalogue("en").messages
KEY = re.compile(r"[a-z]+(\.\w+)+")
FOLDERS = [PACKAGE / "messages", *sorted((PACKAGE / "games").glob("*/messages"))]
AREAS = [path for folder in FOLDERS for path in sorted((folder / "en").glob("*.json"))]
each_area = pytest.mark.parametrize("area", AREAS, ids=lambda path: str(path.relative_to(PACKAGE)))
each_language = pytest.mark.parametrize("language", LANGUAGES)


def translated(area: Path, language: str) -> Path:
    """The file of an area in another language."""
    return area.parents[1] / language / area.name


def area_of(language: str, area: Path) -> dict[str, Any]:
    """The messages of one file."""
    read: dict[str, Any] = json.loads(translated(area, language).read_text("utf-8"))
    return read


# The files.


@each_language
@each_area
def test_files_are_tidy(language: str, area: Path) -> None:
    """Flat, sorted by key, indented by two, unescaped UTF-8, without empty texts."""
    messages = area_of(language, area)
    text = translated(area, language).read_text("utf-8")
    assert text == json.dumps(dict(sorted(messages.items())), ensure_ascii=False, indent=2) + "\n"
    for key, message in messages.items():
        assert KEY.fullmatch(key), key
        texts = [message] if isinstance(message, str) else list(message.values())
        assert all(text.strip() for text in texts), key


@each_language
def test_take_back_and_continue_differ(language: str) -> None:
    """The button that takes a choice back is not labelled like the one that continues a game."""
    say = catalogue(language)
    assert say("page.play.take_back") != say("home.go_on_button")


def test_no_other_files() -> None:
    """Every area of the package and of each game exists in every language, and there is nothing else."""
    found = {path for folder in FOLDERS for path in folder.rglob("*.json")}
    assert found == {translated(area, language) for language in LANGUAGES for area in AREAS}


def test_no_key_in_two_areas() -> None:
    """Otherwise one file would silently override another."""
    keys = [key for area in AREAS for key in area_of("en", area)]
    assert sorted(set(keys)) == sorted(keys)


@each_area
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_the_same_messages_in_every_language(area: Path, language: str) -> None:
    """The same keys, and under each the same placeholders and the same plural forms."""
    english, other = area_of("en", area), area_of(language, area)
    assert set(other) == set(english)
    for key, message in english.items():
        assert placeholders(other[key]) == placeholders(message), key
        assert forms(other[key]) == forms(message), key


def forms(message: Any) -> set[str]:
    """The plural forms of a message; none if it counts nothing."""
    return set() if isinstance(message, str) else set(message)


@each_language
def test_plural_messages_have_two_forms(language: str) -> None:
    """`one` and `other`, even in a language where both are the same."""
    for key, message in catalogue(language).messages.items():
        if not isinstance(message, str):
            assert set(message) == {"one", "other"}, key


@each_language
def test_braces_are_placeholders(language: str) -> None:
    """Everything that looks like a placeholder is one."""
    for key, message in catalogue(language).messages.items():
        for text in [message] if isinstance(message, str) else message.values():
            assert not re.search(r"[{}]", re.sub(r"\{[a-z_]+\}", "", text)), key


@pytest.mark.parametrize(
    ("language", "unwanted"),
    [
        ("de", r"\bsich (zu )?melde"),  # To call is „ansagen“.
        ("fr", r"\b(un|les|des|chaque|par) bots?\b"),  # … « robot ».
        ("fr", r"\bfeuille"),  # … « fiche ».
        ("fr", r"\bmusel|\bau silence\b"),  # … « faire taire », « se taire ».
        ("it", r"\bsfid"),  # … «incontro».
        ("it", r"\bdi turno\b"),  # … «attivo».
        ("it", r"\bobiettiv"),  # … «bersaglio».
        ("it", r"\b(una|la) fila\b"),  # … «riga».
    ],
)
def test_one_word_for_one_thing(language: str, unwanted: str) -> None:
    """Every text uses the word of the rules, so that readers do not look for a difference."""
    for key, message in catalogue(language).messages.items():
        for text in [message] if isinstance(message, str) else message.values():
            assert not re.search(unwanted, text, re.IGNORECASE), f"{key}: {text}"


# The source. A key is named by the first argument of say(…) or Word(…), by the code of a GameError
# (`error.<code>`), or by a text that stands elsewhere, such as the reason of an Over. An f-string names every
# key that fits, and must fit one.


def error_kinds() -> set[str]:
    """The names of all kinds of GameError, those of the clients too."""
    kinds = {
        name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)
    }
    bases = [
        (node.name, base.id)
        for path in python_files()
        for node in ast.walk(syntax_tree(path))
        if isinstance(node, ast.ClassDef)
        for base in node.bases
        if isinstance(base, ast.Name)
    ]
    for name, base in bases * 2:
        if base in kinds:
            kinds.add(name)
    return kinds


def named_by(node: ast.expr, prefix: str = "") -> Iterator[tuple[str, bool]]:
    """The keys that an argument names, as patterns, and whether it is a plain text."""
    match node:
        case ast.Constant(str(text)):
            yield re.escape(prefix + text), True
        case ast.IfExp():
            yield from named_by(node.body, prefix)
            yield from named_by(node.orelse, prefix)
        case ast.JoinedStr(values):
            parts = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else r"\w+" for v in values]
            yield re.escape(prefix) + "".join(parts), False


def references() -> Iterator[tuple[str, Path, ast.Call, bool]]:
    """Every place of the source that asks for a message: the pattern of its key, and where."""
    kinds = error_kinds()
    for path in python_files():
        if path == PACKAGE / "core" / "errors.py":
            continue  # There `error.<code>` is put together.
        for name, call in calls(path):
            if call.args and (name in ("say", "Word") or name in kinds):
                for pattern, is_plain in named_by(call.args[0], "error." if name in kinds else ""):
                    yield pattern, path, call, is_plain


def test_no_message_is_missing() -> None:
    """Every key that the source uses exists; a composed key begins with a fixed part."""
    for pattern, path, call, is_plain in references():
        where = f"{path.relative_to(PACKAGE)}:{call.lineno} asks for {pattern}"
        assert is_plain or re.match(r"[a-z]+\\\.", pattern), where
        assert any(re.fullmatch(pattern, key) for key in ENGLISH), where


WRITING = re.compile(r"\b(write|schreib|écrivez|scrivi)\b", re.IGNORECASE)
NOTATION = re.compile(r"\b(deck|drop|take|pile|stay|fold|pass)\b|\{token\}")
TYPED_ONLY = {"error.enough_no_change", "error.enough_total_order"}
"""Mistakes that only a player who types notation can make."""


@each_language
def test_reasons_make_sense_without_the_notation(language: str) -> None:
    """Why a move is not possible is read on the page too, where nobody writes moves."""
    reasons = {
        key
        for pattern, path, *_ in references()
        if path.name == "refusals.py"  # Of Close Enough; in the other games numbers are really written.
        for key in ENGLISH
        if key.startswith("error.") and re.fullmatch(pattern, key)
    }
    assert len(reasons) > 20
    for key in reasons - TYPED_ONLY:
        message = catalogue(language).messages[key]
        for text in [message] if isinstance(message, str) else message.values():
            assert not WRITING.search(text), f"{key}: {text}"
            # In English the words of the notation are plain words.
            assert language == "en" or not NOTATION.search(text), f"{key}: {text}"


def test_every_text_that_looks_like_a_key_is_one() -> None:
    """Such as the reason of an Over, which the rules name and a client says."""
    areas = {key.split(".")[0] for key in ENGLISH}
    for path in python_files("core", "games"):
        for text in texts_in(path):
            if KEY.fullmatch(text) and text.split(".")[0] in areas:
                assert text in ENGLISH, f"{path.relative_to(PACKAGE)}: {text}"


def texts_in(path: Path) -> set[str]:
    """Every plain text in a file."""
    nodes = ast.walk(syntax_tree(path))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


WEB = PACKAGE.parents[1] / "web" / "src"
_WEB_TEXT = re.compile(r"""["'`]([a-z]+(?:\.[\w${}.]+)+)["'`]""")


def web_references() -> Iterator[str]:
    """The keys that the page's sources name, as patterns: `board.${x}` names every key that fits."""
    for path in (*WEB.rglob("*.ts"), *WEB.rglob("*.svelte")):
        if path.parent.name != "generated":
            for text in _WEB_TEXT.findall(path.read_text("utf-8")):
                parts = re.split(r"\$\{[^}]*\}", text)
                yield r"\w+".join(map(re.escape, parts))


def test_no_message_is_unused() -> None:
    """Every message is asked for somewhere, by the package or by the page."""
    texts = {text for path in python_files() for text in texts_in(path)}
    patterns = {*(pattern for pattern, *_ in references()), *web_references()}
    named = texts | {pattern.replace("\\", "") for pattern in patterns if r"\w+" not in pattern}
    fitting = [re.compile(pattern) for pattern in patterns if r"\w+" in pattern]
    unused = [
        key for key in ENGLISH if key not in named and not any(pattern.fullmatch(key) for pattern in fitting)
    ]
    assert unused == []


def test_every_message_gets_its_facts() -> None:
    """Where a message is asked for by its plain key, the facts it needs are given."""
    checked = 0
    for pattern, path, call, is_plain in references():
        key = pattern.replace("\\", "")
        if not is_plain or key not in ENGLISH or any(keyword.arg is None for keyword in call.keywords):
            continue
        facts = {keyword.arg for keyword in call.keywords}
        if len(call.args) > 1:
            facts.add("where")  # The place in a BadRecord.
        needed = placeholders(ENGLISH[key]) | ({"n"} if forms(ENGLISH[key]) else set())
        where = f"{path.relative_to(PACKAGE)}:{call.lineno}: {key}"
        assert needed <= facts, where
        checked += 1
    assert checked > 100
