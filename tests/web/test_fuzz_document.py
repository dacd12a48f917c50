"""The API against its document: schemathesis sends valid and invalid requests to every operation."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.python import asgi
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from belettre_lexicon.web import app
from belettre_lexicon.web.api import operations as api
from belettre_lexicon.web.asgi import ASGIApp, Receive, Scope, Send
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.services import Settings, open_services
from tests.exhaustive import EXHAUSTIVE

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
HOME = "http://localhost"
#: The statuses with which invalid requests may be refused.
REFUSED = [400, 403, 404, 405, 409, 413, 414, 415, 422]
schema = schemathesis.openapi.from_dict(
    json.loads(api.document_of(KINDS)),
    config=SchemathesisConfig.from_dict(
        {
            "checks": {"negative_data_rejection": {"expected-statuses": [str(status) for status in REFUSED]}},
            # Seconds are needed to make these requests, and a minute to send them.
            "phases": {"examples": {"enabled": EXHAUSTIVE}, "coverage": {"enabled": EXHAUSTIVE}},
        }
    ),
)


class ManyAddresses:
    """ASGI middleware that gives every request another client address, so that no rate limit applies."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner
        self._numbers = itertools.count()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return  # no lifespan: the client would shut the server down after each operation
        number = next(self._numbers)
        scope = {**scope, "client": (f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}", 1)}
        await self._inner(scope, receive, send)


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    """A client of a server that also searches words."""
    built = app.build(open_services(Settings("sqlite://", shared=True, hints=True), KINDS))
    with asgi.get_client(ManyAddresses(built)) as client:  # type: ignore[arg-type]  # messages are dicts
        client.headers["Origin"] = HOME
        yield client


@pytest.fixture(scope="module")
def games(session: Any) -> list[tuple[str, str]]:
    """The codes and tokens of a table, of a practice game and of two score sheets of Belote."""
    begun = [
        session.post(f"{HOME}{path}", json=body).json()
        for path, body in (
            ("/api/games", {"kind": "table"}),
            ("/api/games", {"kind": "practice", "seed": 3, "manches": 1}),
            ("/api/belote", {}),
            ("/api/belote", {"rules": {"annonces": True, "contracts": "overcall"}}),
        )
    ]
    return [(game["code"], game["token"]) for game in begun]


@pytest.mark.sampled
@schema.parametrize()
@settings(
    max_examples=12 if EXHAUSTIVE else 6,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_match_the_document(case: schemathesis.Case[Any], session: Any, games: list[tuple[str, str]]) -> None:
    """Status, type and shape of every answer are documented, and requests that the document forbids are refused.

    Half of the requests are about existing games, with their token.
    """
    headers = {}
    place = len(repr(case.body)) % 4
    if "code" in (case.path_parameters or {}) and place < 2:
        code, token = games[place + 2 * case.path.startswith("/api/belote")]
        case.path_parameters["code"] = code
        headers["Authorization"] = f"Bearer {token}"
    if case.path == "/api/find" and isinstance(case.query, dict):
        case.query.setdefault("maj", "K")  # sorting all words takes a second
    case.call_and_validate(HOME, session=session, headers=headers, checks=CHECKS)
