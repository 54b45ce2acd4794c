"""What a simulation may ask for. This module is light: the command line's help needs it, and no arrays."""

from typing import Literal, get_args

MOST_GAMES = 10**12
MOST_WORKERS = 1024
LARGEST_SEED = 2**63 - 1

Engine = Literal["local", "ray"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
