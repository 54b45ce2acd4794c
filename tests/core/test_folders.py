"""Data and cache folders on every platform, and those of earlier versions."""

from pathlib import Path, PureWindowsPath

import pytest

from closecall.folders import cache_folder, data_folder

VARIABLES = ("CLOSECALL_HOME", "CLOSECALL_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, and no variable that names another one."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("platform", "environ", "data", "cache"),
    [
        ("linux", {}, "~/.local/share/closecall", "~/.cache/closecall"),
        ("linux", {"XDG_DATA_HOME": "/x", "XDG_CACHE_HOME": "/y"}, "/x/closecall", "/y/closecall"),
        (
            "linux",
            {"XDG_DATA_HOME": "x", "XDG_CACHE_HOME": "y"},
            "~/.local/share/closecall",
            "~/.cache/closecall",
        ),
        ("linux", {"CLOSECALL_HOME": "/a", "CLOSECALL_CACHE": "/b", "XDG_DATA_HOME": "/x"}, "/a", "/b"),
        ("darwin", {}, "~/Library/Application Support/closecall", "~/Library/Caches/closecall"),
        ("darwin", {"XDG_DATA_HOME": "/x", "XDG_CACHE_HOME": "/y"}, "/x/closecall", "/y/closecall"),
        ("darwin", {"CLOSECALL_HOME": "/a", "CLOSECALL_CACHE": "/b"}, "/a", "/b"),
        ("win32", {"CLOSECALL_HOME": "/a", "CLOSECALL_CACHE": "/b"}, "/a", "/b"),
    ],
)
@pytest.mark.usefixtures("home")
def test_the_folders(
    monkeypatch: pytest.MonkeyPatch, platform: str, environ: dict[str, str], data: str, cache: str
) -> None:
    """Our own variables come first, then the system's, then its standard folders."""
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert data_folder(platform) == Path(data).expanduser()
    assert cache_folder(platform) == Path(cache).expanduser()


@pytest.mark.usefixtures("home")
def test_the_folders_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the folder for local application data, without an author's name between."""
    # Only Windows itself can say where that folder is; platformdirs accepts this answer instead.
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", r"C:\Users\Ann\AppData\Local")
    local = PureWindowsPath(r"C:\Users\Ann\AppData\Local\closecall")
    assert PureWindowsPath(data_folder("win32")) == local
    assert PureWindowsPath(cache_folder("win32")) == local / "Cache"


def test_an_old_folder_on_macos_stays_in_use(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until somebody makes the new one."""
    old, new = home / ".local/share/closecall", home / "Library/Application Support/closecall"
    old.mkdir(parents=True)
    assert data_folder("darwin") == old
    new.mkdir(parents=True)
    assert data_folder("darwin") == new

    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "caches"))
    (home / "Library/Caches/closecall").mkdir(parents=True)
    assert cache_folder("darwin") == home / "Library/Caches/closecall"
    (home / "caches/closecall").mkdir(parents=True)
    assert cache_folder("darwin") == home / "caches/closecall"


def test_an_old_folder_on_windows_stays_in_use(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable may name another folder than the one that the system knows."""
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", r"C:\Users\Ann\AppData\Local")
    monkeypatch.setenv("LOCALAPPDATA", str(home / "local"))
    assert data_folder("win32") != home / "local/closecall"
    (home / "local/closecall/cache").mkdir(parents=True)
    assert data_folder("win32") == home / "local/closecall"
    assert cache_folder("win32") == home / "local/closecall/cache"
    monkeypatch.delenv("LOCALAPPDATA")
    (home / "AppData/Local/closecall").mkdir(parents=True)
    assert data_folder("win32") == home / "AppData/Local/closecall"
