"""Build the module: `python -m closecall.bots.wasm.build`.

It takes half a minute, and needs Numba. The same sources and the same versions of Numba and LLVM give the
same bytes, so the tests build it again and compare. A hash of the sources in the module tells at once whether
it is up to date.
"""

import time
from hashlib import sha256
from pathlib import Path

import closecall
from closecall.atomic_files import write_atomically
from closecall.bots.wasm.object_file import custom_section, to_module
from closecall.bots.wasm.runtime import MODULE_FILE
from closecall.games import game_of, slugs
from closecall.kernels.source_hash import sources

SOURCES = "closecall.sources"
"""The custom section with the hash of the sources."""
BUILDERS = ("closecall.bots.wasm.lowering", "closecall.bots.wasm.object_file")


def build() -> bytes:
    """Compile the entry points of all games."""
    from closecall.bots.native_runtime import all_entry_points  # noqa: PLC0415  # These load Numba.
    from closecall.bots.wasm import lowering  # noqa: PLC0415

    machine, entry_points = lowering.target_machine(), all_entry_points()
    content = lowering.optimised_object(lowering.lowered_module(entry_points, machine), machine)
    return to_module(content, list(entry_points), ["heap"], {SOURCES: source_digest()})


def source_digest() -> bytes:
    """A hash of everything that is compiled, and of what compiles it."""
    root = Path(closecall.__file__).parent
    modules = {module for slug in slugs() if (module := game_of(slug).entry_points) is not None}
    found: dict[str, bytes] = {}
    for module in (*modules, *BUILDERS):
        path = root.parent.joinpath(*module.split(".")).with_suffix(".py")
        found |= sources(module, path, {"closecall": root})
    digest = sha256()
    for name, text in sorted(found.items()):
        digest.update(name.encode() + b"\0" + text + b"\0")
    return digest.digest()


def is_fresh(content: bytes) -> bool:
    """Whether a module was built from the present sources."""
    return custom_section(content, SOURCES) == source_digest()


def main() -> None:
    """Build it, write it and say how long it took."""
    path, start = Path(__file__).with_name(MODULE_FILE), time.process_time()
    content = build()
    write_atomically(path, content)
    print(f"{path.name}: {len(content):,} bytes, {time.process_time() - start:.0f} s of CPU time")


if __name__ == "__main__":
    main()
