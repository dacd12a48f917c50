"""``OPERATIONS``, the table of all API operations.

The routes and the OpenAPI document are generated from the table.
"""

from __future__ import annotations

from typing import Literal

from litestar import Response, get

from ...lexicon.objects import LexiconIdentity
from ...words.objects import SCHEMA_FILE as VERDICT_SCHEMA
from ...words.objects import VerdictObject
from ..kinds.belote_snapshot import SheetSnapshot
from ..tables.snapshot import Snapshot
from . import again, belote, changes, games, keys, openapi, seats, words
from . import responses as answers
from .belote_requests import NewSheet, SheetEntry
from .operation import AnswerType, Operation
from .requests import (
    Again,
    ArbiterToken,
    ConfirmationRule,
    Correction,
    Entry,
    FindQuery,
    KeyChange,
    NewPractice,
    NewTable,
    NumberOnly,
    PairQuery,
    ProposalAnswer,
    SeatAnswer,
    SeatInvitation,
    SeatOnly,
    VerdictQuery,
)

_GAME = "/api/games/{code}"
_SHEET = "/api/belote/{code}"
_CHANGED = {200: AnswerType(changes.ChangedGame, description="the changed game")}
_CHANGED_SHEET = {200: AnswerType(belote.ChangedSheet, description="the changed sheet")}
_ASKED_SEAT = {201: AnswerType(seats.AskedSeat, description="the token of the phone")}
_CHANGED_KEY = {200: AnswerType(keys.ChangedKey, description="the new token")}

OPERATIONS = (
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
        games.check_health,
    ),
    Operation(
        "GET",
        "/api/games",
        "The latest games; not on shared servers",
        {200: AnswerType(games.GameList)},
        games.list_games,
    ),
    Operation(
        "POST",
        "/api/games",
        "Create a game; sets the cookie that allows this device to change it",
        {201: AnswerType(games.CreatedGame)},
        games.create_game,
        body=NewTable | NewPractice,
    ),
    Operation("GET", _GAME, "A game as the device may see it", {200: AnswerType(Snapshot)}, games.show_game),
    Operation(
        "GET",
        f"{_GAME}/events",
        "The game now and after every change, as server-sent events « state »",
        {200: AnswerType(Snapshot, "text/event-stream")},
        games.stream_events,
    ),
    Operation(
        "GET",
        f"{_GAME}/history",
        "All events of a game so far, in sentences",
        {200: AnswerType(games.GameHistory)},
        games.show_history,
    ),
    Operation(
        "GET",
        f"{_GAME}/analysis",
        "The manches that are over: the words that were there, and the points left",
        {200: AnswerType(games.GameAnalysis)},
        games.show_analysis,
    ),
    Operation(
        "POST",
        f"{_GAME}/entries",
        "Enter actions; they are stored when the answer is sent",
        _CHANGED,
        games.enter_actions,
        body=Entry,
    ),
    Operation(
        "POST",
        f"{_GAME}/undo",
        "Undo the last entry; in a practice game, back to the person's last decision",
        _CHANGED,
        games.undo_entry,
        body=NumberOnly,
    ),
    Operation(
        "POST",
        f"{_GAME}/redo",
        "Enter again what the last undo took back; in a practice game, with what the bots did then",
        _CHANGED,
        games.redo_entry,
        body=NumberOnly,
    ),
    Operation(
        "POST",
        f"{_GAME}/correction",
        "Correct the last word laid, which was mistyped; in a practice game, until a bot has moved",
        _CHANGED,
        games.correct_word,
        body=Correction,
    ),
    Operation(
        "POST",
        f"{_GAME}/silence",
        "Decline to announce a Belettre in this manche of a practice game (S3)",
        _CHANGED,
        games.keep_silent,
        body=NumberOnly,
    ),
    Operation(
        "POST",
        f"{_GAME}/continue",
        "Let the bots of a patient practice game go on after a refusal or the end of a pli",
        _CHANGED,
        games.continue_game,
        body=NumberOnly,
    ),
    Operation(
        "POST",
        f"{_GAME}/again",
        "Begin the game after this one, on the same terms, or find it; sets the cookies. Once the partie is over",
        {201: AnswerType(games.CreatedGame)},
        again.play_again,
        body=Again,
    ),
    Operation(
        "POST",
        f"{_GAME}/arbiter",
        "Allow this device to change the game; sets the cookie",
        {204: AnswerType(description="the token is right")},
        keys.claim_arbiter,
        body=ArbiterToken,
    ),
    Operation(
        "POST",
        f"{_GAME}/keys",
        "Replace the token of the game; sets the cookie. The old token and invitations stop",
        _CHANGED_KEY,
        keys.change_key,
        body=KeyChange,
    ),
    Operation(
        "POST",
        f"{_GAME}/seats",
        "Ask for a seat for this phone, at a table of real cards; sets the cookie",
        _ASKED_SEAT,
        seats.ask_seat,
        body=SeatOnly,
    ),
    Operation(
        "POST",
        f"{_GAME}/seats/answer",
        "Give a seat to the phone that asked for it and shows the two digits, or refuse it: for the arbiter",
        _CHANGED,
        seats.answer_request,
        body=SeatAnswer,
    ),
    Operation(
        "POST",
        f"{_GAME}/seats/free",
        "Take a seat from its phone: for the arbiter, and for the phone itself",
        _CHANGED,
        seats.free_seat,
        body=SeatOnly,
    ),
    Operation(
        "POST",
        f"{_GAME}/seats/invitation",
        "An invitation to a seat, valid for 15 minutes and for one phone: for the arbiter",
        {200: AnswerType(seats.InvitedSeat)},
        seats.invite_to_seat,
        body=SeatOnly,
    ),
    Operation(
        "POST",
        f"{_GAME}/seats/claim",
        "Take a seat with an invitation to it; sets the cookie",
        _ASKED_SEAT,
        seats.claim_seat,
        body=SeatInvitation,
    ),
    Operation(
        "POST",
        f"{_GAME}/confirmation",
        "Say who confirms what players enter on their own phones: for the arbiter",
        _CHANGED,
        seats.set_confirmation,
        body=ConfirmationRule,
    ),
    Operation(
        "POST",
        f"{_GAME}/proposal",
        "Confirm or reject what a player has entered on their own phone",
        _CHANGED,
        seats.answer_proposal,
        body=ProposalAnswer,
    ),
    Operation(
        "POST",
        f"{_GAME}/pause",
        "Stop the clock while a dispute lasts: for the arbiter",
        _CHANGED,
        seats.stop_clock,
        body=NumberOnly,
    ),
    Operation(
        "POST",
        f"{_GAME}/resume",
        "Start the stopped clock again: for the arbiter",
        _CHANGED,
        seats.start_clock,
        body=NumberOnly,
    ),
    Operation(
        "GET",
        f"{_GAME}/record",
        "The engine's record: for the arbiter, and for everyone once the partie is over",
        {200: AnswerType(str, "text/plain")},
        games.download_record,
    ),
    Operation(
        "GET",
        f"{_GAME}/notation",
        "The game in the short notation: for those who may get the record",
        {200: AnswerType(str, "text/plain")},
        games.show_notation,
    ),
    Operation(
        "GET",
        f"{_GAME}/sheet.csv",
        "The score sheet as CSV for spreadsheets",
        {200: AnswerType(str, "text/csv")},
        games.download_score_sheet,
    ),
    Operation(
        "POST",
        "/api/belote",
        "Begin a score sheet of Belote; sets the cookie that allows this device to change it",
        {201: AnswerType(games.CreatedGame)},
        belote.create_sheet,
        body=NewSheet,
    ),
    Operation("GET", _SHEET, "A score sheet of Belote", {200: AnswerType(SheetSnapshot)}, belote.show_sheet),
    Operation(
        "GET",
        f"{_SHEET}/events",
        "The score sheet now and after every change, as server-sent events « state »",
        {200: AnswerType(SheetSnapshot, "text/event-stream")},
        belote.stream_sheet,
    ),
    Operation(
        "POST",
        f"{_SHEET}/entries",
        "Enter a deal, a correction, names or the dealer; they are stored when the answer is sent",
        _CHANGED_SHEET,
        belote.enter_deals,
        body=SheetEntry,
    ),
    Operation(
        "POST",
        f"{_SHEET}/undo",
        "Undo the last entry of the score sheet",
        _CHANGED_SHEET,
        belote.undo_deal,
        body=NumberOnly,
    ),
    Operation(
        "POST",
        f"{_SHEET}/redo",
        "Enter again what the last undo of the score sheet took back",
        _CHANGED_SHEET,
        belote.redo_deal,
        body=NumberOnly,
    ),
    Operation(
        "POST",
        f"{_SHEET}/arbiter",
        "Allow this device to change the score sheet; sets the cookie",
        {204: AnswerType(description="the token is right")},
        keys.claim_arbiter,
        body=ArbiterToken,
    ),
    Operation(
        "POST",
        f"{_SHEET}/keys",
        "Replace the token of the score sheet; sets the cookie. The old token and invitations stop",
        _CHANGED_KEY,
        keys.change_key,
        body=KeyChange,
    ),
)


def operation(method: Literal["GET", "POST"], path: str) -> Operation:
    """Return the operation with a method and a path. Raises KeyError if there is none."""
    return {(one.method, one.path): one for one in OPERATIONS}[method, path]


#: The OpenAPI document of all operations, encoded as JSON.
DOCUMENT = openapi.build_document(OPERATIONS)
_VERDICT_SCHEMA = VERDICT_SCHEMA.read_bytes()


@get("/api/openapi.json", sync_to_thread=False)
def openapi_document() -> Response[bytes]:
    """Return the OpenAPI document."""
    return Response(DOCUMENT, media_type="application/json")


@get("/api/verdict.schema.json", sync_to_thread=False)
def show_verdict_schema() -> Response[bytes]:
    """Return the JSON Schema of verdicts."""
    return Response(_VERDICT_SCHEMA, media_type="application/schema+json")


#: The handlers of the API.
ROUTES = [*(one.handler() for one in OPERATIONS), openapi_document, show_verdict_schema]
