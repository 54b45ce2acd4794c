"""Everything that the description of the API allows, and much that it does not: answered as described."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from schemathesis import Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok

from server.attacks import cookie_of, expect_health
from server.server_process import RunningServer, running_server

EXAMPLES = 10
"""Of each operation, for each way to ask."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}]
WAYS = {
    "as described": (GenerationMode.POSITIVE, False),
    "as described, at a table that there is": (GenerationMode.POSITIVE, True),
    "not as described": (GenerationMode.NEGATIVE, True),
}

quick = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all of these tests; it does not mind guesses."""
    flags = ("--json-logs", "--metrics", "--most-guesses=1000000")
    with running_server(tmp_path_factory.mktemp("api"), None, *flags) as found:
        yield found
        expect_health(found)


@pytest.mark.parametrize("way", WAYS)
def test_the_api_as_it_is_described(running: RunningServer, way: str) -> None:
    """No failure, and no status, type or field that is not described."""
    mode, has_table = WAYS[way]
    schema = schemathesis.openapi.from_url(f"{running.url}/api/openapi.json")
    statuses: dict[str, set[int]] = {}
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        person = running.person("Schema")  # A new person, since one of the operations signs out.
        table_id = person.create_table(game="qwixx", seats=SEATS, start="host")["table"]["id"]
        known = {"table_id": table_id} if has_table and "{table_id}" in operation.path else None
        cases = operation.as_strategy(mode, path_parameters=known)
        statuses[operation.label] = asked(cases, {"Cookie": cookie_of(person)})
    assert len(statuses) > 30
    if mode is GenerationMode.POSITIVE:
        assert all(statuses.values())
        assert sum(any(status < 300 for status in got) for got in statuses.values()) > 8
    else:
        assert sum(any(400 <= status < 500 for status in got) for got in statuses.values()) > 15


def asked(cases: SearchStrategy[Case[Any]], headers: dict[str, str]) -> set[int]:
    """Ask for an operation in several ways; the statuses of the answers."""
    statuses = set()

    @quick
    @given(case=cases)
    def ask(case: Case[Any]) -> None:
        response = case.call(headers=headers)
        statuses.add(response.status_code)
        case.validate_response(response, checks=CHECKS, headers=headers)

    with suppress(Unsatisfiable):  # Where nothing is sent, nothing can be wrong.
        ask()
    return statuses


def test_the_description_itself(running: RunningServer) -> None:
    """It lists every refusal, and its schemas allow no other fields where possible."""
    text = running.client().get("/api/openapi.json")
    told: dict[str, Any] = json.loads(text.content)
    assert told["openapi"].startswith("3.1")
    for path, methods in told["paths"].items():
        for method, route in methods.items():
            assert route["operationId"], (method, path)
            assert any(status.startswith("2") for status in route["responses"]), (method, path)
            if path.startswith("/api"):
                assert {"400", "500", "503"} <= set(route["responses"]), (method, path)
