"""Completion in real shells: bash everywhere, zsh and fish where they are installed."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from closecall.cli.main import COMMANDS, main
from closecall.games import slugs
from closecall.messages import LANGUAGES, catalogue
from terminal.pseudo import TIMEOUT_S, environment
from terminal.shown import Shown, complaint

# What bash does when somebody presses Tab behind a line.
_PRESS_TAB = """
source <(closecall completion bash)
COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9
read -ra COMP_WORDS <<<"$1"
[[ $1 == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
[[ $(complete -p closecall) == *"-F _python_argcomplete closecall" ]] || exit 1
_python_argcomplete closecall "${COMP_WORDS[$COMP_CWORD]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def shell_environment(home: Path) -> dict[str, str]:
    """The program is on the path."""
    return environment(home, PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


def suggested(home: Path, line: str) -> list[str]:
    """What bash suggests after a line."""
    done = subprocess.run(
        ["bash", "-c", _PRESS_TAB, "bash", line],
        capture_output=True,
        text=True,
        env=shell_environment(home),
        timeout=TIMEOUT_S,
        check=True,
    )
    return [word.strip() for word in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("closecall ", [*COMMANDS, "games"]),
        ("closecall re", ["resume", "replay"]),
        ("closecall play ", slugs()),
        ("closecall --lang de rules q", ["qwixx"]),
        ("closecall play mark --la", ["--lang", "--layout"]),
        ("closecall play mark --lang ", LANGUAGES),
        ("closecall play mark --seats you,h", ["you,hard"]),
        ("closecall simulate qwixx --bots greedy,sk", ["greedy,skipper"]),
        ("closecall simulate mark --bots sk", [""]),
        ("closecall league enough --kit ", ["standard", "classic"]),
        ("closecall play qwixx --games ", ["1", "2", "3", "4", "5"]),
        ("closecall play qwixx --one", ["--one-more"]),
        ("closecall play enough --scorekeeper ", ["A", "B", "C", "D", "E"]),
        ("closecall play mark --ages ", ["ask"]),
        ("closecall bot qwixx --level solo", ["solo"]),
        ("closecall train mark --folder x --only bl", ["blue", "black"]),
        ("closecall solve ", ["qwixx"]),
        ("closecall completion ", ["bash", "zsh", "fish"]),
    ],
)
def test_bash(line: str, words: list[str], home: Path) -> None:
    """Commands, games, flags, languages, bots, names of options."""
    assert sorted(suggested(home, line)) == sorted(words)


def test_bash_completes_files(home: Path, tmp_path: Path) -> None:
    """Saved games by their names, and any file by its path."""
    (home / "games").mkdir(parents=True)
    (home / "games" / "mark-yesterday.json").touch()
    (tmp_path / "layout.toml").touch()
    assert suggested(home, "closecall verify mark-y") == ["mark-yesterday.json"]
    assert suggested(home, f"closecall replay {tmp_path}/lay") == [f"{tmp_path}/layout.toml"]
    assert suggested(home, f"closecall play mark --layout {tmp_path}/lay") == [f"{tmp_path}/layout.toml"]


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish(home: Path) -> None:
    """With a description, in the reader's language."""
    done = subprocess.run(
        ["fish", "--no-config", "-c", 'closecall completion fish | source; complete -C "closecall rul"'],
        capture_output=True,
        text=True,
        env={**shell_environment(home), "CLOSECALL_LANG": "de", "HOME": str(home)},
        timeout=TIMEOUT_S,
        check=True,
    )
    assert done.stdout == f"rules\t{catalogue('de')('cli.rules')}\n"


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh(home: Path) -> None:
    """Tab in a real terminal."""
    home.mkdir()
    own, theirs = pty.openpty()
    shell = subprocess.Popen(
        ["zsh", "-f", "-i"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**shell_environment(home), "HOME": str(home)},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        os.write(own, b"autoload -Uz compinit && compinit -u -D\n")
        os.write(own, b"source <(closecall completion zsh) && echo 'rea'dy\n")
        read_until(own, "ready")
        os.write(own, b"closecall rules qw\t")
        read_until(own, "qwixx")
    finally:
        shell.kill()
        shell.wait()
        os.close(own)


def read_until(terminal: int, text: str) -> None:
    """Read what a terminal shows until a text has been shown."""
    shown, until = "", time.monotonic() + TIMEOUT_S
    while text not in shown:
        assert time.monotonic() < until, f"{text!r} was not shown: {shown!r}"
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 65536).decode("utf-8", "replace")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_scripts(shell: str, capsys: Shown) -> None:
    """Each asks this program, also where the shell itself is not installed."""
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "_ARGCOMPLETE" in script
    assert "closecall" in script


@pytest.mark.parametrize("words", [[], ["tcsh"]])
def test_another_shell(words: list[str], capsys: Shown) -> None:
    """Is refused with the names of those that there are."""
    assert main(["completion", *words]) == 2
    assert complaint(capsys) == "Name the shell: one of bash, zsh, fish."
