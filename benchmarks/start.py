"""Start-up time: CPU time of `closecall --help` and other quick commands.

Run: python benchmarks/start.py [--rounds N]

The commands run in turn, several times, each in a new process. `closecall --help` should take less than
150 ms of CPU time. The yardstick is an empty Python program.
"""

import argparse
import os
import subprocess
import sys
from statistics import median

PROGRAM = (
    "-c",
    "import sys; from closecall.cli.main import main; sys.exit(main())",
)  # As in the script that pip installs.
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "closecall --version": [*PROGRAM, "--version"],
    "closecall --help": [*PROGRAM, "--help"],
    "closecall play --help": [*PROGRAM, "play", "--help"],
    "closecall rules mark": [*PROGRAM, "rules", "mark"],
}
TARGET_MS = {"closecall --help": 150}


def cpu_ms(words: list[str]) -> float:
    """User and system time of one run in ms."""
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{words} failed")
    return 1000 * (used.ru_utime + used.ru_stime)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=9, help="rounds (default 9)")
    rounds = parser.parse_args().rounds
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, words in COMMANDS.items():
            times[name].append(cpu_ms(words))
    print(f"{'CPU ms':26}{'median':>8}{'min':>8}{'max':>8}{'target':>9}")
    for name, found in times.items():
        target = f"< {TARGET_MS[name]}" if name in TARGET_MS else ""
        print(f"{name:26}{median(found):8.0f}{min(found):8.0f}{max(found):8.0f}{target:>9}")


if __name__ == "__main__":
    main()
