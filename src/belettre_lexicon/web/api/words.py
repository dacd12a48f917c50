"""Floor 5. The operations of the JSON API on words: the same objects as on the command line."""

from __future__ import annotations

from typing import TypeVar

from starlette.responses import Response

from ...letters import MAX_WORD
from ...referee.json_objects import family_object, kinship_object, search_object, verdict_object, word_object
from ...words.judge import Judge
from ..edge.problems import ProblemError
from ..edge.request_context import settings_of
from ..pages.verdict_form import judged
from .call import Call, json_answer
from .requests import MOST_PLAYED, CardsQuery, FindQuery, PairQuery, Query, VerdictQuery

Q = TypeVar("Q", bound=CardsQuery)


def verdict(call: Call[VerdictQuery, None]) -> Response:
    """As ``belettre check --json``."""
    lexicon = call.tables.lexicon
    return json_answer(verdict_object(judged(_bounded(call.query), lexicon), lexicon, call.say))


def word(call: Call[Query, None]) -> Response:
    """As ``belettre word --json``, without the dictionaries of the machine, and ``belettre family --json``."""
    asked = call.request.path_params["word"]
    if len(asked) > MAX_WORD:
        raise ProblemError("query", f"word: {len(asked)} characters, expected {MAX_WORD} at most")
    lexicon = call.tables.lexicon
    return json_answer({**word_object(asked, lexicon), **family_object(asked, lexicon)})


def kinship(call: Call[PairQuery, None]) -> Response:
    """As ``belettre family --pairs --json``."""
    lexicon = call.tables.lexicon
    return json_answer({**kinship_object(call.query.a, call.query.b, lexicon), "lexicon": lexicon.identity})


def find(call: Call[FindQuery, None]) -> Response:
    """As ``belettre find --json``; a cheat, and so only where the server was started for it."""
    if not settings_of(call.request).hints:
        raise ProblemError("no_hints", "belettre serve --find")
    query, lexicon = _bounded(call.query), call.tables.lexicon
    judge = Judge(lexicon, query.rules())
    initial, history = query.maj or None, judge.history(query.words())
    count = judge.count(initial, query.min, played=history, min_length=query.min_length)
    found = judge.find(
        initial,
        query.min,
        limit=query.limit,
        played=history,
        order=query.order,
        min_length=query.min_length,
    )
    return json_answer(search_object(initial, query.min, list(history), count, found, lexicon))


def lexicon(call: Call[Query, None]) -> Response:
    """Which lexicon judges."""
    return json_answer(call.tables.lexicon.identity)


def _bounded(query: Q) -> Q:
    """The query. Raises ProblemError for more words before than a partie has."""
    if (played := len(query.words())) > MOST_PLAYED:
        raise ProblemError("query", f"played: {played} words, expected {MOST_PLAYED} at most")
    return query
