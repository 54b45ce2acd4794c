"""Every test of the store runs on a real SQLite file and on a real PostgreSQL server, starting empty."""

import shutil
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

from closecall.store import Store, schema, upgrade
from store.postgres_wheel import running_postgres
from store.store_helpers import execute, new_schema


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a server; what these tests are about does not need its disk to be waited for."""
    with running_postgres("fsync=off", "autovacuum=off", "max_connections=60") as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database with nothing in it, not even tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/closecall.db"
    return new_schema(request.getfixturevalue("postgres"))


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file that is ready, to be copied."""
    path = tmp_path_factory.mktemp("model") / "closecall.db"
    upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def shared(postgres: str) -> str:
    """The URL of a PostgreSQL database that is ready, to be emptied by each test that uses it."""
    url = new_schema(postgres)
    upgrade(url)
    return url


def emptied(url: str) -> str:
    """The same database without rows."""
    execute(url, *(f"DELETE FROM {table.name}" for table in reversed(schema.metadata.sorted_tables)))
    return url


@pytest.fixture
def sqlite_database(model: Path, tmp_path: Path) -> str:
    """The URL of an SQLite database without rows."""
    shutil.copy(model, tmp_path / "closecall.db")
    return f"sqlite:///{tmp_path}/closecall.db"


@pytest.fixture
def postgres_database(shared: str) -> str:
    """The URL of a PostgreSQL database without rows."""
    return emptied(shared)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of a database without rows, of both kinds in turn."""
    found: str = request.getfixturevalue(f"{request.param}_database")
    return found


@pytest.fixture(scope="session")
def sqlite_store(model: Path) -> Iterator[Store]:
    """A store that stays open, as opening one takes longer than most tests."""
    with Store.open(f"sqlite:///{model}.opened") as store:
        yield store


@pytest.fixture(scope="session")
def postgres_store(shared: str) -> Iterator[Store]:
    """A store that stays open."""
    with Store.open(shared) as store:
        yield store


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> Store:
    """A store without rows, of both kinds in turn."""
    found: Store = request.getfixturevalue(f"{request.param}_store")
    emptied(
        f"sqlite:///{request.getfixturevalue('model')}.opened"
        if request.param == "sqlite"
        else request.getfixturevalue("shared")
    )
    return found


@pytest.fixture(scope="session")
def processes() -> ForkServerContext:
    """Other processes, which begin with what we need already loaded."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["closecall.store", "psycopg", "sqlalchemy.dialects.postgresql"])
    return context
