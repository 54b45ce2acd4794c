"""The event loop of asynchronous tests, and bot workers whose bots misbehave."""

from pathlib import Path

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio."""
    return "asyncio"


@pytest.fixture
def misbehaving_bots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give worker processes misbehaving bots, through a `sitecustomize` that they import at the start."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys, time\n"
        "from types import SimpleNamespace as Bot\n"
        "import closecall.bots as bots\n"
        "find = bots.find_bot\n"
        "def fail(seen, rng): raise RuntimeError(f'secret {seen.menu}')\n"
        "def dawdle(seen, rng):\n"
        "    while True: pass\n"
        "def muse(seen, rng):\n"
        "    while not os.path.exists(os.path.dirname(__file__) + '/enough'): pass\n"
        "    return next(iter(seen.menu))\n"
        "def die(seen, rng): os._exit(3)\n"
        "def cheat(seen, rng): return None\n"
        "def shout(seen, rng):\n"
        "    print('move r99'); os.system('echo move r98'); sys.stdout.flush()\n"
        "    return next(iter(seen.menu))\n"
        "SILLY = {f.__name__: Bot(choose=f) for f in (fail, dawdle, muse, die, cheat, shout)}\n"
        "bots.find_bot = lambda name, game: SILLY[name] if name in SILLY else find(name, game)\n"
        "bots.has_bot = lambda name, game: name in SILLY or name == 'greedy'\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
