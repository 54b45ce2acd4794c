"""Mutants: copies of a module that differ in one small place, as a slip of a programmer would."""

import ast
import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

COMPARISONS = {
    "<": ("<=",), "<=": ("<",), ">": (">=",), ">=": (">",), "==": ("!=",), "!=": ("==",),
    "is": ("is not",), "is not": ("is",), "in": ("not in",), "not in": ("in",),
}  # fmt: skip
ARITHMETIC = {
    "+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "//", "**": "*", "|": "&", "&": "|", "<<": ">>",
    ">>": "<<",
}  # fmt: skip
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TYPE_MAKERS = {"TypeVar", "NewType", "ParamSpec", "cast"}
"""What these are told is for type checkers."""
WITHOUT_EFFECT = {"frozen", "maxsize", "slots", "strict"}
"""Keywords that change memory and speed, or forbid what nobody does."""
OPERATOR = re.compile(r"not\s+in|is\s+not|<<|>>|[<>=!]=|[<>]|\bin\b|\bis\b|\*\*|//|[-+*/%|&]|\band\b|\bor\b")

Positioned = ast.expr | ast.stmt | ast.keyword


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module."""

    file: str
    """Relative to the package."""
    scope: str
    """The function or class, dotted; empty for the module."""
    statement: tuple[int, int]
    """The first and the last line of the statement, without the statements in it."""
    line: int
    first: int
    last: int
    """The replaced bytes of the module."""
    replacement: str
    before: str
    """The changed lines as one, …"""
    after: str
    """… and what they become."""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What identifies the mutant when other lines of the module change."""
        return (self.file, self.scope, self.before, self.after)

    def applied(self, source: bytes) -> bytes:
        """The mutated module."""
        return source[: self.first] + self.replacement.encode() + source[self.last :]


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """All mutants of a module, in the order of its lines; none is the same text as another."""
    finder = _Finder(file, source)
    finder.visit(ast.parse(source))
    found: dict[bytes, Mutant] = {}
    for mutant in finder.found:
        found.setdefault(mutant.applied(source), mutant)
    found.pop(source, None)
    return sorted(found.values(), key=lambda mutant: (mutant.line, mutant.first, mutant.replacement))


def compiles(source: bytes) -> bool:
    """Whether a text is a module."""
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


class _Finder(ast.NodeVisitor):
    """Walks a module and collects its mutants."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file, self.source = file, source
        self.found: list[Mutant] = []
        self.scope: tuple[str, ...] = ()
        self.statement = (1, 1)
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def visit(self, node: ast.AST) -> None:
        around = self.statement
        if isinstance(node, ast.stmt):
            assert node.end_lineno is not None
            body = getattr(node, "body", None)
            last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno
            self.statement = (node.lineno, last)
        super().visit(node)
        self.statement = around

    # Positions.

    def first(self, node: Positioned) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def last(self, node: Positioned) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: Positioned) -> str:
        return self.source[self.first(node) : self.last(node)].decode()

    def replace(self, first: int, last: int, replacement: str) -> None:
        line = bisect_right(self.starts, last - 1)
        start, end = self.starts[bisect_right(self.starts, first) - 1], self.starts[line]
        before = self.source[start:end].decode()
        after = (self.source[start:first] + replacement.encode() + self.source[last:end]).decode()
        texts = " ".join(before.split()), " ".join(after.split())
        scope = ".".join(self.scope)
        self.found.append(Mutant(self.file, scope, self.statement, line, first, last, replacement, *texts))

    def replace_node(self, node: Positioned, replacement: str) -> None:
        self.replace(self.first(node), self.last(node), replacement)

    def replace_operator(
        self, left: ast.expr, right: ast.expr, alternatives: Callable[[str], tuple[str, ...]]
    ) -> None:
        """Replace the operator between two expressions."""
        first, last = self.last(left), self.first(right)
        match = OPERATOR.search(self.source[first:last].decode())
        if match is not None:
            for other in alternatives(re.sub(r"\s+", " ", match[0])):
                self.replace(first + match.start(), first + match.end(), other)

    def drop(self, spans: list[tuple[int, int]], n: int) -> None:
        """Drop the nth of several elements that are separated by commas."""
        first, last = spans[n]
        if n > 0:
            first = spans[n - 1][1]
        elif len(spans) > 1:
            last = spans[1][0]
        self.replace(first, last, "")

    # What is left alone: annotations, docstrings, assertions, code for type checkers.

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self._condition(node.test)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        return

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        return  # Before Python 3.12, the parts of these strings have no positions.

    def visit_Assert(self, node: ast.Assert) -> None:
        return

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._enter(node, node.decorator_list)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if any(
            isinstance(decorator, ast.Name) and decorator.id == "overload"
            for decorator in node.decorator_list
        ):
            return
        defaults = [value for value in (*node.args.defaults, *node.args.kw_defaults) if value is not None]
        self._enter(node, [*node.decorator_list, *defaults])

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815  # as in ast

    def _enter(
        self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, expressions: list[ast.expr]
    ) -> None:
        around, self.scope = self.scope, (*self.scope, node.name)
        for child in (*expressions, *node.body):
            self.visit(child)
        self.scope = around

    # Statements.

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):  # a docstring, or an ellipsis
            return
        self.replace_node(node, "pass")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(target, ast.Name) and target.id.startswith("__") for target in node.targets):
            return
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self.replace_node(node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.replace_operator(node.target, node.value, lambda operator: (ARITHMETIC[operator],))
        self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        self.replace_node(node, "pass")

    def visit_Raise(self, node: ast.Raise) -> None:
        if "AssertionError" not in self.text(node):
            self.replace_node(node, "pass")
            self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None or isinstance(node.value, ast.Constant):
            self.replace_node(node, "pass")
        else:
            self.replace_node(node.value, "None")
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.replace_node(node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self.replace_node(node, "pass")

    def visit_While(self, node: ast.While) -> None:
        self.replace_node(node.test, "False")
        self.generic_visit(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self.replace(self.first(node.body[0]), self.last(node.body[-1]), "raise")
        for statement in node.body:
            self.visit(statement)

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            self._condition(node.guard)
        self.generic_visit(node)

    # Expressions.

    def _condition(self, node: ast.expr) -> None:
        for value in ("True", "False"):
            self.replace_node(node, value)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self.replace_node(condition, "True")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, right in pairwise(operands):
            self.replace_operator(left, right, lambda operator: COMPARISONS.get(operator, ()))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = "or" if isinstance(node.op, ast.And) else "and"
        for left, right in pairwise(node.values):
            self.replace_operator(left, right, lambda _: (other,))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self.replace_node(node, self.text(node.operand))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.replace_operator(node.left, node.right, lambda operator: (ARITHMETIC[operator],))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        match node.value:
            case bool():
                self.replace_node(node, str(not node.value))
            case int():
                self.replace_node(node, str(node.value + 1))
                self.replace_node(node, str(node.value - 1))
            case str():
                self.replace_node(node, '"mutant"')

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in TYPE_MAKERS:
            if node.func.id == "cast":
                self.visit(node.args[1])
            return
        if isinstance(node.func, ast.Name) and node.func.id in TWINS:
            self.replace_node(node.func, TWINS[node.func.id])
        spans = [(self.first(argument), self.last(argument)) for argument in node.args]
        spans += [(self.first(keyword), self.last(keyword)) for keyword in node.keywords]
        for n, keyword in enumerate(node.keywords, len(node.args)):  # Positional ones are rarely optional.
            if keyword.arg not in WITHOUT_EFFECT:
                self.drop(spans, n)
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in WITHOUT_EFFECT:
            self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        if not isinstance(node.slice, ast.Tuple):  # A tuple is usually the arguments of a type.
            self.visit(node.slice)

    def visit_Tuple(self, node: ast.Tuple | ast.List | ast.Set) -> None:
        if not isinstance(node, ast.Set) and not isinstance(node.ctx, ast.Load):
            return
        spans = [(self.first(element), self.last(element)) for element in node.elts]
        for n in range(len(spans)):
            self.drop(spans, n)
        self.generic_visit(node)

    visit_List = visit_Set = visit_Tuple  # noqa: N815  # as in ast

    def visit_Dict(self, node: ast.Dict) -> None:
        spans = [
            (self.first(value) - 2 if key is None else self.first(key), self.last(value))
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        for n in range(len(spans)):
            self.drop(spans, n)
        self.generic_visit(node)
