"""Whatever the published interface allows, and what it does not: a plain answer, never a failure of the server."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from litestar.routes import HTTPRoute
from litestar.testing import TestClient
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from server.helpers import key, start

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
    response_headers_conformance,
]  # fmt: skip
FEW = settings(max_examples=8, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_the_published_interface_never_fails(client: TestClient, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_dict(client.get("/api/schema/openapi.json").json())
    tried: set[str] = set()
    for found in schema.get_all_operations():
        operation = found.ok()
        tried.add(f"{operation.method.upper()} {operation.path}")
        ask_much(client, operation, mode)
    assert tried == served(client)


def test_every_address_of_a_game_wants_its_key(client: TestClient) -> None:
    paths = client.get("/api/schema/openapi.json").json()["paths"]
    for path, verbs in paths.items():
        for verb, operation in verbs.items():
            if path == "/api/game" or path.startswith("/api/game/"):
                assert operation["security"] == [{"seat": []}]
                body = {"json": {}} if verb == "post" else {}
                assert client.request(verb, path, **body).status_code in (400, 401), path


def served(client: TestClient) -> set[str]:
    """Every route of the interface: one that the schema left out would not be tried."""
    routes = [route for route in client.app.routes if isinstance(route, HTTPRoute)]
    ours = [route for route in routes if route.path.startswith("/api/") and not route.path.startswith("/api/schema")]
    return {f"{method} {re.sub(':str', '', route.path)}" for route in ours for method in route.methods - {"OPTIONS"}}


def ask_much(client: TestClient, operation: Any, mode: GenerationMode) -> None:
    secret = start(client)["table"]

    @FEW
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        body = {} if isinstance(case.body, type(schemathesis.core.NOT_SET)) else {"json": case.body}
        if isinstance(case.body, bytes):
            body = {"content": case.body}
        path = case.formatted_path
        reply = client.request(case.method, path, headers=key(secret), params=dict(case.query or {}), **body)
        case.validate_response(reply, checks=CHECKS)
        if reply.status_code >= 400:
            assert reply.json()["message"]

    with suppress(Unsatisfiable):  # what takes nothing cannot be given anything wrong
        ask()
