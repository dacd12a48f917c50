"""All API operations: those on words, and those on games of each kind.

The routes and the OpenAPI document are made from them. Start reading at ``operations_of``.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from litestar import Response, get

from ...lexicon.objects import LexiconIdentity
from ...words.objects import SCHEMA_FILE as VERDICT_SCHEMA
from ...words.objects import VerdictObject
from ..tables.registry import AnyGame
from . import openapi, tables, words
from . import responses as answers
from .operation import AnswerType, Operation
from .requests import FindQuery, PairQuery, VerdictQuery

#: The operations that are not about a game.
_OPERATIONS = (
    Operation(
        "GET",
        "/api/verdict",
        "Judge a word, as « belettre check --json » does",
        {200: AnswerType(VerdictObject)},
        words.verdict,
        query=VerdictQuery,
    ),
    Operation(
        "GET",
        "/api/words/{word}",
        "Everything about a word: readings, similar words, families (W8)",
        {200: AnswerType(answers.WordObject)},
        words.word,
    ),
    Operation(
        "GET",
        "/api/kinship",
        "Whether two words are related (W8)",
        {200: AnswerType(answers.KinshipObject)},
        words.kinship,
        query=PairQuery,
    ),
    Operation(
        "GET",
        "/api/find",
        "Find words that fit the cards; only on servers started with « --find »",
        {200: AnswerType(answers.FoundObject)},
        words.find,
        query=FindQuery,
    ),
    Operation(
        "GET",
        "/api/lexicon",
        "The edition and hash of the lexicon",
        {200: AnswerType(LexiconIdentity)},
        words.lexicon,
    ),
    Operation(
        "GET",
        "/api/health",
        "Whether the database answers",
        {200: AnswerType(answers.HealthStatus)},
        tables.check_health,
    ),
    Operation(
        "GET",
        "/api/games",
        "The latest games; not on shared servers",
        {200: AnswerType(tables.GameList)},
        tables.list_games,
    ),
)

#: The kinds of games of a server.
Kinds = tuple[type[AnyGame], ...]


def operations_of(kinds: Kinds) -> list[Operation]:
    """Return all operations of a server with kinds of games."""
    return [*_OPERATIONS, *(one for kind in kinds for one in tables.operations_of(kind))]


@cache
def document_of(kinds: Kinds) -> bytes:
    """Return the OpenAPI document of all operations, encoded as JSON."""
    return openapi.build_document(operations_of(kinds), kinds)


@get("/api/verdict.schema.json", sync_to_thread=False)
def show_verdict_schema() -> Response[bytes]:
    """Return the JSON Schema of verdicts."""
    return Response(VERDICT_SCHEMA.read_bytes(), media_type="application/schema+json")


def routes(kinds: Kinds) -> list[Any]:
    """Return the handlers of the API."""

    @get("/api/openapi.json", sync_to_thread=False)
    def openapi_document() -> Response[bytes]:
        """Return the OpenAPI document."""
        return Response(document_of(kinds), media_type="application/json")

    return [*(one.handler() for one in operations_of(kinds)), openapi_document, show_verdict_schema]
