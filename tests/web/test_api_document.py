"""The API document: it covers every route, and programs can read it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.routing import Route

from belettre_lexicon.cards import CARDS
from belettre_lexicon.web.api import operations as api
from belettre_lexicon.web.edge.problems import STATUS
from belettre_lexicon.web.games.registry import CODE_LENGTH, CODE_LETTERS
from tests.web.asgi import client

DOCUMENT: dict[str, Any] = json.loads(api.DOCUMENT)


def test_the_document_is_served() -> None:
    """GET /api/openapi.json returns the document."""
    with client() as device:
        answer = device.get("/api/openapi.json")

    assert answer.json() == DOCUMENT
    assert answer.headers["content-type"] == "application/json"
    assert DOCUMENT["openapi"].startswith("3.1")


def test_routes_and_document_are_the_same() -> None:
    """The document describes exactly the routes of the API, except its own."""
    routes = {
        (route.path, method.lower())
        for route in api.ROUTES
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    documented = {(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods}

    assert routes == documented | {("/api/openapi.json", "get")}


def test_every_reference_has_a_schema() -> None:
    """Every referenced schema is in the document."""
    text = json.dumps(DOCUMENT)
    named = {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}

    assert named
    assert named <= set(DOCUMENT["components"]["schemas"])


def test_cards_codes_and_problems_are_described() -> None:
    """D1, P7: the values of a card, the letters of a code, and the statuses of problems are listed."""
    lay = DOCUMENT["components"]["schemas"]["Lay"]

    assert lay["properties"]["card"]["enum"] == list(CARDS)

    code = DOCUMENT["paths"]["/api/games/{code}"]["get"]["parameters"][0]

    assert code["schema"]["pattern"] == f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$"

    statuses = {
        status
        for methods in DOCUMENT["paths"].values()
        for operation in methods.values()
        for status in operation["responses"]
    }

    assert {str(status) for status in STATUS.values()} - statuses == {"405", "500"}


@pytest.mark.parametrize("path", list(DOCUMENT["paths"]))
def test_every_operation_is_described(path: str) -> None:
    """Every operation has a summary, a successful answer, and the problem of a bad request."""
    for operation in DOCUMENT["paths"][path].values():
        assert operation["summary"]
        assert any(status.startswith("2") for status in operation["responses"])
        assert "400" in operation["responses"]
