"""All API operations: those on words, and those on games of each kind.

The operations on words return the same JSON objects as the commands of ``belettre`` with ``--json``. The routes and the
OpenAPI document are made from the table of operations. Start reading at ``operations_of``.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from litestar import Response, get

from ...french.letters import MAX_WORD, parse_pli
from ...lexicon.lexicon import Lexicon
from ...lexicon.objects import LexiconIdentity
from ...referee.json_objects import family_object, kinship_object, search_object, verdict_object, word_object
from ...words.judge import Judge
from ...words.objects import SCHEMA_FILE as VERDICT_SCHEMA
from ...words.objects import VerdictObject
from ...words.verdicts import Verdict
from ..edge.problems import ProblemError
from ..services import services_of
from ..tables.registry import AnyGame
from . import openapi, tables
from . import responses as answers
from .call import Call, json_answer
from .operation import Operation
from .requests import MAX_PLAYED, CardsQuery, FindQuery, PairQuery, Query, VerdictQuery

Q = TypeVar("Q", bound=CardsQuery)


def judge_query(query: VerdictQuery, lexicon: Lexicon) -> Verdict:
    """Return the verdict on the word of a query, given its cards, earlier words and house rules."""
    judge = Judge(lexicon, query.rules())
    history = judge.history(query.words())
    return judge(query.word, initial=query.maj or None, letters=query.min, played=history)


@Operation(
    "/api/verdict",
    "Judge a word, as « belettre check --json » does",
    answer=VerdictObject,
    query=VerdictQuery,
    words=True,
)
def verdict(call: Call[VerdictQuery, None]) -> Response[bytes]:
    """Return the verdict on a word, in the format of ``belettre check --json``."""
    lexicon = call.games.lexicon
    return json_answer(verdict_object(judge_query(_checked(call.query), lexicon), lexicon, call.say))


@Operation(
    "/api/words/{word}",
    "Everything about a word: readings, similar words, families (W8)",
    answer=answers.WordObject,
    words=True,
)
def word(call: Call[Query, None]) -> Response[bytes]:
    """Return the readings and families of a word.

    The response combines the objects of ``belettre word --json`` and ``belettre family --json``, without entries from
    StarDict dictionaries installed on the server. Raises ProblemError if the word has more than MAX_WORD characters.
    """
    text = call.request.path_params["word"]
    if len(text) > MAX_WORD:
        raise ProblemError("query", f"word: {len(text)} characters, expected {MAX_WORD} at most")
    lexicon = call.games.lexicon
    return json_answer({**word_object(text, lexicon), **family_object(text, lexicon)})


@Operation(
    "/api/kinship", "Whether two words are related (W8)", answer=answers.KinshipObject, query=PairQuery, words=True
)
def kinship(call: Call[PairQuery, None]) -> Response[bytes]:
    """Return whether two words are related (W8), in the format of ``belettre family --pairs --json``."""
    lexicon = call.games.lexicon
    return json_answer({**kinship_object(call.query.a, call.query.b, lexicon), "lexicon": lexicon.identity})


@Operation(
    "/api/find",
    "Find words that fit the cards; only on servers started with « --find »",
    answer=answers.FoundObject,
    query=FindQuery,
    words=True,
)
def find(call: Call[FindQuery, None]) -> Response[bytes]:
    """Return words that fit the cards, in the format of ``belettre find --json``.

    Raises ProblemError unless the server was started with ``--find``.
    """
    if not services_of(call.request).settings.hints:
        raise ProblemError("no_hints", "belettre serve --find")
    query, lexicon = _checked(call.query), call.games.lexicon
    judge = Judge(lexicon, query.rules())
    initial, history = query.maj or None, judge.history(query.words())
    count = judge.count(initial, query.min, played=history, min_length=query.min_length)
    words = judge.find(
        initial,
        query.min,
        limit=query.limit,
        played=history,
        order=query.order,
        min_length=query.min_length,
    )
    return json_answer(search_object(initial, query.min, list(history), count, words, lexicon))


@Operation("/api/lexicon", "The edition and hash of the lexicon", answer=LexiconIdentity, words=True)
def lexicon(call: Call[Query, None]) -> Response[bytes]:
    """Return the edition and the hash of the server's lexicon."""
    return json_answer(call.games.lexicon.identity)


def _checked(query: Q) -> Q:
    """Return *query* unchanged.

    Raises ProblemError if it has more earlier words than a partie can have, and ArgumentError if its minuscules are no
    letters or more than a pli has (P3).
    """
    parse_pli(query.min)
    if (count := len(query.words())) > MAX_PLAYED:
        raise ProblemError("query", f"played: {count} words, expected {MAX_PLAYED} at most")
    return query


#: The operations that are not about games of one kind.
_OPERATIONS = (
    *(verdict, word, kinship, find, lexicon),
    Operation(
        "/api/health", "Whether games can be stored and read", answer=answers.HealthStatus, run=tables.check_health
    ),
    Operation("/api/games", "The latest games; not on shared servers", answer=tables.GameList, run=tables.list_games),
)

#: The kinds of games of a server.
Kinds = tuple[type[AnyGame], ...]


def operations_of(kinds: Kinds) -> list[Operation]:
    """Return all operations of a server that offers these kinds of games."""
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
    """Return the handlers of all operations, of the OpenAPI document and of the JSON Schema of verdicts."""

    @get("/api/openapi.json", sync_to_thread=False)
    def openapi_document() -> Response[bytes]:
        """Return the OpenAPI document."""
        return Response(document_of(kinds), media_type="application/json")

    return [*(one.handler() for one in operations_of(kinds)), openapi_document, show_verdict_schema]
