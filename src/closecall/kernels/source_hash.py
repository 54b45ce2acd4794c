"""A name for the machine code of a module: it changes with its text and that of all of ours it imports."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

Roots = Mapping[str, Path]
"""The folders of the packages whose modules are looked at, by name."""


def source_key(module: str, file: Path, roots: Roots, versions: str = "") -> str:
    """A name that changes with the source of a module, with all of ours that it imports, and with Numba."""
    digest = sha256(versions.encode())
    for name, text in sorted(reached(module, file, roots).items()):
        digest.update(name.encode() + b"\0" + text + b"\0")
    return f"{module.removeprefix('closecall.')}-{digest.hexdigest()[:16]}"


def reached(module: str, file: Path, roots: Roots) -> dict[str, bytes]:
    """The text of a module and of every module of ours that it imports, directly or not, by name."""
    found: dict[str, bytes] = {}
    waiting: list[tuple[str, Path | None]] = [(module, file)]
    while waiting:
        name, path = waiting.pop()
        if path is not None and name not in found:
            found[name] = path.read_bytes()
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            waiting += [(other, _file_of(other, roots)) for other in _imported(package, found[name])]
    return found


def _file_of(module: str, roots: Roots) -> Path | None:
    """The source of one of our modules; None for those of others, and for what is no module."""
    first, *names = module.split(".")
    if first not in roots:
        return None
    path = roots[first].joinpath(*names)
    candidates = (path / "__init__.py", path.with_suffix(".py"))
    return next((file for file in candidates if file.is_file()), None)


@cache
def _imported(package: str, text: bytes) -> list[str]:
    """What a file imports, wherever in it: modules, and names in them that may be modules."""
    names: list[str] = []
    for node in _statements(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            # A dot is the package itself, and each one more goes up by a package.
            above = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return names


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node; nothing is imported in an expression, and most nodes are expressions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from _statements(child)
