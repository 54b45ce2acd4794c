"""A key for a module's machine code: a hash of its source, of all our modules it imports, and of versions."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

Roots = Mapping[str, Path]
"""The folders of the packages whose imports are followed, by package name."""


def source_key(module: str, file: Path, roots: Roots, versions: str = "") -> str:
    """The module's name and a hash of everything that its machine code depends on."""
    digest = sha256(versions.encode())
    for name, text in sorted(sources(module, file, roots).items()):
        digest.update(name.encode() + b"\0" + text + b"\0")
    return f"{module.removeprefix('closecall.')}-{digest.hexdigest()[:16]}"


def sources(module: str, file: Path, roots: Roots) -> dict[str, bytes]:
    """The source of a module and of every module of the roots that it imports, directly or not, by name."""
    found: dict[str, bytes] = {}
    pending: list[tuple[str, Path | None]] = [(module, file)]
    while pending:
        name, path = pending.pop()
        if path is not None and name not in found:
            found[name] = path.read_bytes()
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            pending += [(other, _file_of(other, roots)) for other in _imports(package, found[name])]
    return found


def _file_of(module: str, roots: Roots) -> Path | None:
    """The source file of a module; None if it is outside the roots or is not a module."""
    first, *names = module.split(".")
    if first not in roots:
        return None
    path = roots[first].joinpath(*names)
    candidates = (path / "__init__.py", path.with_suffix(".py"))
    return next((file for file in candidates if file.is_file()), None)


@cache
def _imports(package: str, text: bytes) -> list[str]:
    """Everything a file imports, at any level: modules, and names in modules, which may be modules too."""
    names: list[str] = []
    for node in _statements(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            # One dot is the package itself; each further dot goes up by one.
            above = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return names


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node. Skipping expressions, which cannot import, saves most of the walk."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from _statements(child)
