r"""The user's data and cache folders: where this system keeps them, or where the environment says.

| | data | cache |
|---|---|---|
| variable | `$CLOSECALL_HOME` | `$CLOSECALL_CACHE` |
| Linux | `~/.local/share/closecall` | `~/.cache/closecall` |
| macOS | `~/Library/Application Support/closecall` | `~/Library/Caches/closecall` |
| Windows | `%LOCALAPPDATA%\closecall` | `%LOCALAPPDATA%\closecall\Cache` |

`$XDG_DATA_HOME` and `$XDG_CACHE_HOME` replace the parent folder on Linux and macOS if they are absolute.

Earlier versions used the Linux data folder on macOS too, ignored `$XDG_CACHE_HOME` there, and trusted
`%LOCALAPPDATA%` on Windows. Such an old folder stays in use as long as the new one does not exist.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from closecall.core.errors import GameError

if TYPE_CHECKING:
    from platformdirs.api import PlatformDirsABC


def data_folder(platform: str = sys.platform) -> Path:
    """The folder for saved games, leagues, the database and the hall of fame.

    GameError if the home folder is unknown, as it often is in a container.
    """
    given = os.environ.get("CLOSECALL_HOME")
    if given:
        return Path(given)
    old = {"darwin": ".local/share/closecall", "win32": "closecall"}.get(platform)
    try:
        return _in_use(_standard_folders(platform).user_data_path, old, platform)
    except (RuntimeError, ValueError) as error:
        raise GameError("no_home") from error


def cache_folder(platform: str = sys.platform) -> Path:
    """The folder for files that can be computed again; RuntimeError if the home folder is unknown."""
    given = os.environ.get("CLOSECALL_CACHE")
    if given:
        return Path(given).absolute()
    try:
        new = _standard_folders(platform).user_cache_path
    except ValueError as error:
        raise RuntimeError("no home folder") from error
    old = {"darwin": "Library/Caches/closecall", "win32": "closecall/cache"}.get(platform)
    return _in_use(new, old, platform)


def _standard_folders(platform: str) -> "PlatformDirsABC":
    # Imported here because `closecall --help` needs no folders.
    if platform == "win32":
        from platformdirs.windows import Windows  # noqa: PLC0415

        return Windows("closecall", appauthor=False)
    if platform == "darwin":
        from platformdirs.macos import MacOS  # noqa: PLC0415

        return MacOS("closecall")
    from platformdirs.unix import Unix  # noqa: PLC0415

    return Unix("closecall")


def _in_use(new: Path, old: str | None, platform: str) -> Path:
    """The new folder, unless only that of an earlier version exists."""
    if old is None or new.exists():
        return new
    if platform == "win32":
        parent = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        parent = Path.home()
    return parent / old if (parent / old).exists() else new
