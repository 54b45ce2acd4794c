"""The yardsticks: games in plain C, compiled for this machine when they are needed."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

FLAGS = ("-O3", "-march=native")
COMPILERS = ("cc", "gcc", "clang")


def sources() -> Path:
    """The folder of the C programs: inside the package if it was installed, else that of the benchmarks."""
    installed = Path(__file__).parent / "yardstick"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "benchmarks" / "yardstick"


def compiler() -> list[str] | None:
    """The command of this machine's C compiler: `$CC`, or one that is found; None if there is none."""
    asked = shlex.split(os.environ.get("CC", ""))
    for command in (asked, *([name] for name in COMPILERS)):
        if command and shutil.which(command[0]):
            return command
    return None


class Yardsticks:
    """The C programs, each compiled into a folder when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._programs: dict[str, Path | None] = {}
        self.compiler = compiler()
        self.failed: dict[str, str] = {}
        """What the compiler said about those that it could not compile, by game."""

    def seconds(self, game: str, seats: int, games: int, seed: int) -> tuple[float, int] | None:
        """CPU seconds of so many random games in C, and the sum of their scores; None if that cannot be."""
        program = self._program(game)
        if program is None:
            return None
        words = [str(program), str(seats), str(games), str(seed)]
        said = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
        return float(said[0]), int(said[1])

    def _program(self, game: str) -> Path | None:
        if game not in self._programs:
            source = sources() / f"{game}.c"
            self._programs[game] = self._compiled(game, source) if source.is_file() else None
        return self._programs[game]

    def _compiled(self, game: str, source: Path) -> Path | None:
        if self.compiler is None:
            return None
        program = self._folder / game
        words = [*self.compiler, *FLAGS, "-o", str(program), str(source)]
        ran = subprocess.run(words, check=False, capture_output=True, text=True)
        if ran.returncode:
            said = ran.stderr.strip().splitlines()
            self.failed[game] = said[0] if said else str(ran.returncode)
            return None
        return program
