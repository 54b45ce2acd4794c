"""The mutants of benchmarks/mutants.py: which slips are tried, and which are listed as equivalent."""

import pytest
from benchmarks.mutation.equivalent import equivalent_mutants
from benchmarks.mutation.mutations import compiles, mutants_of

from support.source import PACKAGE

EXAMPLES = [
    ("x = a < b", {"x = a <= b"}),
    ("x = a is not None", {"x = a is None"}),
    ("x = a not in b", {"x = a in b"}),
    ("x = a and b", {"x = a or b"}),
    ("x = not a", {"x = a"}),
    ("x = a - 1", {"x = a + 1", "x = a - 2", "x = a - 0"}),
    ("x += a", {"x -= a"}),
    ("x = True", {"x = False"}),
    ('x = "é" + a', {'x = "mutant" + a', 'x = "é" - a'}),
    ("x = (a, b)", {"x = (b)", "x = (a)"}),
    ("x = {a: b, **c}", {"x = {**c}", "x = {a: b}"}),
    ("x = f(a, b=c)", {"x = f(a)"}),
    ("x = max(a)", {"x = min(a)"}),
    ("x = [a for a in b if c]", {"x = [a for a in b if True]"}),
    ("x = a if b else c", {"x = a if True else c", "x = a if False else c"}),
    ("f(a)", {"pass"}),
    ("x.y = a", {"pass"}),
    ("del x", {"pass"}),
    ("if a: b()", {"if True: b()", "if False: b()", "if a: pass"}),
    ("def f(a: int = 1) -> int: return a", {
        "def f(a: int = 2) -> int: return a",
        "def f(a: int = 0) -> int: return a",
        "def f(a: int = 1) -> int: return None",
    }),
    ("while a: break", {"while False: break", "while a: pass"}),
    ('raise ValueError("a")', {"pass", 'raise ValueError("mutant")'}),
    # What nobody can notice, or what is for type checkers.
    ('"""A docstring."""', set()),
    ("assert a > 1", set()),
    ('X = TypeVar("X")', set()),
    ("x: dict[int, str]", set()),
    ("if TYPE_CHECKING: f(a)", set()),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), EXAMPLES, ids=lambda part: part if type(part) is str else "")
def test_each_kind_of_slip(source: str, expected: set[str]) -> None:
    """One small change each, at the right place, whatever the characters before it."""
    text = source.encode()
    mutants = [mutant for mutant in mutants_of("m.py", text) if compiles(mutant.applied(text))]
    assert {mutant.applied(text).decode() for mutant in mutants} == expected
    assert all((mutant.before, mutant.line) == (" ".join(source.split()), 1) for mutant in mutants)


def test_where_a_mutant_is() -> None:
    """Its function, its line, and the lines of its statement without those of the statements in it."""
    source = b"class A:\n  def f(self):\n    if (\n      self.x\n      > 1\n    ):\n      g()\n"
    places = {(one.scope, one.line, one.statement, one.after) for one in mutants_of("m.py", source)}
    assert ("A.f", 7, (7, 7), "pass") in places
    assert ("A.f", 5, (3, 6), ">= 1") in places


def test_equivalent_mutants_exist() -> None:
    """Each entry is a mutant of the source as it is, and says why nobody can notice it."""
    for key, reason in equivalent_mutants().items():
        file = key[0]
        assert key in {mutant.key for mutant in mutants_of(file, (PACKAGE / file).read_bytes())}, key
        assert reason.endswith(".")
