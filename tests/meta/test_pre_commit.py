"""The pre-commit hooks are the checks that scripts/test runs first, and use the checkout's own programs."""

import re
import subprocess
import sys

from support.source import ROOT

CONFIG = ROOT / ".pre-commit-config.yaml"


def test_pre_commit_accepts_the_configuration() -> None:
    """As `pre-commit` itself reads it."""
    command = [sys.executable, "-m", "pre_commit", "validate-config", str(CONFIG)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_hooks_are_the_checks_of_the_script() -> None:
    """Each command word for word; every hook is local."""
    config = CONFIG.read_text("utf-8")
    assert re.findall(r"repo: (.*)", config) == ["local"]
    script = (ROOT / "scripts" / "test").read_text("utf-8")
    checks = re.findall(r'"\$bin/(ruff|mypy|lint-imports)"(.*)', script)
    assert len(checks) == 4
    hooks = re.findall(r"entry: (.*)", config)
    assert hooks == [f".venv/bin/{program}{arguments}" for program, arguments in checks]
