"""Floor 5. The JSON API: ``OPERATIONS`` is the table that the routes and the API document are both made of."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..games.snapshot import Snapshot
from . import games as games
from . import openapi
from . import responses as answers
from . import words as words
from .call import Answer, Operation
from .requests import Arbiter, Counted, Entry, FindQuery, NewPractice, NewTable, PairQuery, VerdictQuery

_GAME = "/api/games/{code}"
_CHANGED = {200: Answer(games.Entered, about="the game after it")}

OPERATIONS = (
    Operation(
        "GET",
        "/api/verdict",
        "Judge a word, as « belettre check --json »",
        {200: Answer(answers.Judged)},
        words.verdict,
        query=VerdictQuery,
    ),
    Operation(
        "GET",
        "/api/words/{word}",
        "All about a word: readings, near words, families (W8)",
        {200: Answer(answers.Known)},
        words.word,
    ),
    Operation(
        "GET",
        "/api/kinship",
        "Whether two words are of one family (W8)",
        {200: Answer(answers.Kin)},
        words.kinship,
        query=PairQuery,
    ),
    Operation(
        "GET",
        "/api/find",
        "Words that fit the cards; only of a server that was started for it",
        {200: Answer(answers.Found)},
        words.find,
        query=FindQuery,
    ),
    Operation("GET", "/api/lexicon", "Which lexicon judges", {200: Answer(answers.Identity)}, words.lexicon),
    Operation("GET", "/api/health", "Whether the database answers", {200: Answer(answers.Health)}, games.health),
    Operation("GET", "/api/games", "The latest games of this machine", {200: Answer(games.Games)}, games.games),
    Operation(
        "POST",
        "/api/games",
        "Begin a game; sets the cookie that lets this device change it",
        {201: Answer(games.Begun)},
        games.create,
        body=NewTable | NewPractice,
    ),
    Operation("GET", _GAME, "A game as the device may see it", {200: Answer(Snapshot)}, games.look),
    Operation(
        "GET",
        f"{_GAME}/events",
        "The same again whenever it has changed, as server-sent events « state »",
        {200: Answer(Snapshot, "text/event-stream")},
        games.events,
    ),
    Operation(
        "GET", f"{_GAME}/history", "A whole game so far, in sentences", {200: Answer(games.GameHistory)}, games.history
    ),
    Operation(
        "POST",
        f"{_GAME}/entries",
        "Enter what was played, durable when it is answered",
        _CHANGED,
        games.enter,
        body=Entry,
    ),
    Operation("POST", f"{_GAME}/undo", "Take the last entry back", _CHANGED, games.undo, body=Counted),
    Operation(
        "POST",
        f"{_GAME}/silence",
        "Keep silent about a Belettre in a practice game (S3)",
        _CHANGED,
        games.silence,
        body=Counted,
    ),
    Operation(
        "POST",
        f"{_GAME}/arbiter",
        "Make this device one that may change the game; sets the cookie",
        {204: Answer(about="the token is the game's")},
        games.arbiter,
        body=Arbiter,
    ),
    Operation(
        "GET",
        f"{_GAME}/record",
        "The record of the engine: for the arbiter, and for all once the partie is over",
        {200: Answer(str, "text/plain")},
        games.record,
    ),
    Operation(
        "GET",
        f"{_GAME}/notation",
        "The game in the short notation: for the same as the record",
        {200: Answer(str, "text/plain")},
        games.notation,
    ),
    Operation(
        "GET",
        f"{_GAME}/sheet.csv",
        "The score sheet for spreadsheets",
        {200: Answer(str, "text/csv")},
        games.score_sheet,
    ),
)

#: The API document, as JSON.
DOCUMENT = openapi.document(OPERATIONS)


async def _openapi(request: Request) -> Response:
    return Response(DOCUMENT, media_type="application/json")


ROUTES: list[BaseRoute] = [*(one.route() for one in OPERATIONS), Route("/api/openapi.json", _openapi)]
