"""NumPy and Numba, which are for simulations and not needed for playing: the extra `sim`."""

from importlib.util import find_spec

from closecall.cli.parser import UsageError

COMMANDS = ("simulate", "league", "solve", "train", "bench")
"""The commands that need it; `scripts/play` installs it for them."""


def require_sim() -> None:
    """Refuse to go on without the extra."""
    if any(find_spec(name) is None for name in ("numba", "numpy")):
        raise UsageError("needs_sim")
