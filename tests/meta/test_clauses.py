"""Every clause is in the rules of all languages, and is tested in the right file."""

import ast
import re
from pathlib import Path

import pytest

from closecall.games import slugs
from closecall.messages import LANGUAGES
from support.source import PACKAGE, ROOT, find_tests

CLAUSES = {
    "mark": [f"M{n}" for n in range(1, 12)],
    "qwixx": [f"Q{n}" for n in range(1, 12)],
    "enough": [f"E{n}" for n in range(1, 19)],
}

HEADING = re.compile(r"^## ([A-Z]\d+) (\S.*)$", re.MULTILINE)
CITED = re.compile(r"\b[MQE]\d+\b")

every_clause = pytest.mark.parametrize(
    ("game", "clause"), [(game, clause) for game in CLAUSES for clause in CLAUSES[game]]
)


def rule_text(game: str, language: str) -> str:
    """The rules of a game in a language."""
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    return (PACKAGE / "games" / game / name).read_text("utf-8")


def test_every_game_has_clauses() -> None:
    """A new game needs rules."""
    assert set(CLAUSES) == set(slugs())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", slugs())
def test_every_clause_is_in_the_rules(game: str, language: str) -> None:
    """All clauses, each once and in order, each with a title and a text."""
    text = rule_text(game, language)
    assert [clause for clause, _ in HEADING.findall(text)] == CLAUSES[game]
    parts = re.split(r"^## .*$", text, flags=re.MULTILINE)
    assert all(len(part.split()) > 5 for part in parts), "a clause without a text"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", slugs())
def test_the_rules_begin_with_a_summary(game: str, language: str) -> None:
    """The first section has a few points that cite the same clauses in every language."""
    cited = [CITED.findall(summary(game, each)) for each in (language, LANGUAGES[0])]
    assert len(set(cited[0])) >= 5
    assert sorted(cited[0]) == sorted(cited[1])


def summary(game: str, language: str) -> str:
    """The first section of the rules, a list."""
    section = re.split(r"^## .*$", rule_text(game, language), flags=re.MULTILINE)[1].strip()
    assert all(line.startswith(("- ", "  ")) for line in section.splitlines())
    return section


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", slugs())
def test_the_rules_cite_only_clauses_that_exist(game: str, language: str) -> None:
    """A reference inside a rule text leads somewhere."""
    assert set(CITED.findall(rule_text(game, language))) <= set(CLAUSES[game])


def files_of(game: str, clause: str) -> list[Path]:
    """The test files named after a clause: `test_m05_entry.py`."""
    return sorted(
        (ROOT / "tests" / "rules" / game).glob(f"test_{clause[0].lower()}{int(clause[1:]):02}_*.py")
    )


def clause_of(test: ast.FunctionDef) -> str:
    """The clause with which a test's docstring begins."""
    found = re.match(r"([MQE]\d+): \S", ast.get_docstring(test) or "")
    return found[1] if found else ""


@every_clause
def test_every_clause_is_tested_in_its_own_file(game: str, clause: str) -> None:
    """At least one test says that it tests this clause."""
    cited = {clause_of(test) for path in files_of(game, clause) for test in find_tests(path)}
    assert clause in cited, [path.name for path in files_of(game, clause)]


@pytest.mark.parametrize("game", slugs())
def test_every_rule_test_names_its_clause(game: str) -> None:
    """Each test of the rules begins with the clause it tests."""
    for path in (ROOT / "tests" / "rules" / game).glob("test_*.py"):
        for test in find_tests(path):
            assert clause_of(test) in CLAUSES[game], f"{path.name}: {test.name}"


@pytest.mark.parametrize("game", slugs())
def test_the_code_cites_only_clauses_that_exist(game: str) -> None:
    """Comments and docstrings of a game cite its own clauses."""
    for path in (PACKAGE / "games" / game).rglob("*.py"):
        assert set(CITED.findall(path.read_text("utf-8"))) <= set(CLAUSES[game]), path.name
