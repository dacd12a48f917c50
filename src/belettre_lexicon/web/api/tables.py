"""The API operations on games of every kind: create, list, view, follow, change and download them.

An entry of a game is one stored change: actions that were entered together, or an undo. The operations on tokens and
on seats are in ``rights``. ``operations_of`` makes those of one kind. Start reading at ``enter_actions``.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

import msgspec
from litestar import Response

from ...base.errors import BelettreError
from ...games.belettre.records.json_lines import to_json
from ..edge.new_games import count_new_game
from ..edge.problems import ProblemError
from ..edge.request_context import key_cookie, may_change, token_of, viewer_of
from ..live.live import Follower
from ..services import services_of
from ..store.database import StoreError
from ..tables.keys import hash_token
from ..tables.registry import AnyGame, AnySeated
from . import rights
from .call import Call, change_game, changed, check_seen, enter, explain, follow, json_answer
from .operation import Operation
from .requests import Nothing, NumberOnly, Query

#: Maximum number of games in the list of games.
_MAX_LISTED = 20

_LOG = logging.getLogger(__name__)


class CreatedGame(msgspec.Struct):
    """A new game.

    code    the code of the game
    token   the token that allows its holder to change the game; "" if the device has no right to it, because somebody
            else began the game
    key     the view key, for links to the page of the game: « ?key= »
    number  the number of entries of the game
    """

    code: str
    token: str
    key: str
    number: int = 0


class ListedGame(msgspec.Struct):
    """A game in the list of games.

    code     the code of the game
    kind     "table" for a game with real cards, "practice", or "belote" for a score sheet of Belote
    created  the creation time, in seconds since 1970
    over     whether the partie is over
    text     a sentence that says what the game is waiting for
    """

    code: str
    kind: str
    created: float
    over: bool
    text: str


class GameList(msgspec.Struct):
    """The list of games.

    games  the most recently created games, newest first
    """

    games: list[ListedGame]


def check_health(call: Call[Query, None]) -> Response[bytes]:
    """Return the status "ok" if entries can be stored and read. Raises StoreError if they cannot."""
    call.games.store.check_health()
    return json_answer({"status": "ok"})


def list_games(call: Call[Query, None]) -> Response[bytes]:
    """Return the most recently created games; damaged games are left out.

    Raises ProblemError on a shared server, because the codes in the list would let anyone view the games.
    """
    if services_of(call.request).settings.shared:
        raise ProblemError("private")
    listed = []
    for stored in call.games.store.load_latest(_MAX_LISTED):
        try:
            with call.games.open_game(stored.code) as game:
                listed.append(
                    ListedGame(game.code, game.terms.kind, game.created, game.over, game.awaits_text(call.language))
                )
        except StoreError:
            raise
        except BelettreError as error:  # skip a damaged game, so that the others are listed
            _LOG.warning("%s: %s", stored.code, error)
    return json_answer(GameList(listed))


@Operation(
    "create",
    "Create a {noun}; sets the cookie that allows this device to change it",
    "NEW",
    answer=CreatedGame,
    status=201,
)
def create_game(call: Call[Query, Any]) -> Response[bytes]:
    """Create a game and return its code and token.

    The response also sets the token as a cookie, so that the browser may change the game. Raises ProblemError if too
    much was begun lately (``edge.new_games``).
    """
    new = call.kind.begin(call.body, call.games.lexicon, call.language)
    count_new_game(call.request, new)
    code, token = call.games.create(new)
    response = _created(call, code, token)
    response.set_cookie(key_cookie(call.request, code, token))
    return response


@Operation(
    "again",
    "Begin the {noun} after this one, on the same terms, or find it; sets the cookies. Once the partie is over",
    Nothing,
    answer=CreatedGame,
    status=201,
)
def play_again(call: Call[Query, Nothing]) -> Response[bytes]:
    """Begin the game after this one, or find it if it was begun already, and return its code.

    The devices of the earlier game keep their rights. The tokens that the request had are signed for the new game and
    set as cookies for it, and that of the game is returned too.

    Unless the next game was begun already, raises ProblemError if this one is not over, if the device may not change
    it, or if too much was begun lately.
    """
    request = call.request
    with call.open() as game:
        if not game.table_state.next:
            call.check_token(game)
            if not game.over:
                raise ProblemError("unfinished")
            count_new_game(request, game.again())
        with explain(call, game):
            code = call.games.begin_again(game)
        services_of(request).hub.publish(game)
    token, seat_token = token_of(request, call.code), token_of(request, call.code, seat=True)
    with call.games.open_game(code) as begun:
        arbiter, number = begun.accepts_token(token), begun.number
        seated = begun.table_state.seat_of(hash_token(seat_token)) is not None
    token, seat_token = (call.games.keys.sign(code, one) for one in (token, seat_token))
    response = _created(call, code, token if arbiter else "", number)
    if arbiter:
        response.set_cookie(key_cookie(request, code, token))
    if seated:
        response.set_cookie(key_cookie(request, code, seat_token, "-seat"))
    return response


@Operation("show", "A {noun} as the device may see it", answer="SNAPSHOT")
def show_game(call: Call[Query, None]) -> Response[bytes]:
    """Return a snapshot of the game as the device may see it."""
    with call.open() as game:
        return json_answer(game.current_snapshot(call.viewer(game)))


@Operation(
    "events",
    "The {noun} now and after every change, as server-sent events « state »",
    answer="SNAPSHOT",
    media="text/event-stream",
)
async def stream_events(call: Call[Query, None]) -> Follower:
    """Stream a snapshot of the game as the device may see it, now and after every change, as server-sent events."""
    kind, show = call.kind, lambda game, viewer: to_json(game.current_snapshot(viewer))
    return await follow(call.request, kind, partial(viewer_of, call.request), "api", show)


@Operation("history", "All events of a {noun} so far, in sentences", answer="HISTORY")
def show_history(call: Call[Query, None]) -> Response[bytes]:
    """Return all events of the game so far as sentences, without cards that the device may not see."""
    with call.open() as game:
        return json_answer(game.history(viewer_of(call.request, game)))


@Operation("entries", "Enter actions; they are stored when the answer is sent", "ENTRY")
def enter_actions(call: Call[Query, Any]) -> Response[bytes]:
    """Apply the actions of the body as one entry, and return the changed game.

    What a player enters on their own phone may have to be confirmed first (``rights.propose``).

    Raises ProblemError if the device may not enter the actions, if the device had not seen all entries, or if the rules
    forbid an action. The game is unchanged in these cases.
    """
    number, actions = call.body.number, call.body.actions
    with call.open() as game:
        if not may_change(call.request, game):
            seat = viewer_of(call.request, game).seat
            if seat is None:
                call.check_token(game)  # raises the problem
            else:
                return rights.propose(call, game, seat, number, actions)
        game.check_actions(None, actions)
        return enter(call, game, number, actions)


@Operation("undo", "Undo the last entry of the {noun}", NumberOnly)
def undo_entry(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Undo the last entry and return the changed game.

    In a practice game, undo the human player's last decision and all entries after it (``LoadedGame.undoable``). Raises
    ProblemError if the device may not change it or had not seen all entries, ArgumentError if there is nothing to undo.

    A player's phone may take back what ``LoadedGame.may_take_back`` says.
    """
    with call.open() as game:
        if not game.may_take_back(viewer_of(call.request, game).seat):
            call.check_token(game)
        with explain(call, game):
            game.take_back(call.body.number)
        return changed(call, game)


@Operation("redo", "Enter again what the last undo of the {noun} took back", NumberOnly)
def redo_entry(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Enter again what the last undo took back, and return the changed game.

    Raises the same errors as ``undo_entry``; ArgumentError if there is nothing to enter again, as after a new entry.
    """
    return change_game(call, lambda game: game.redo(call.body.number))


@Operation("pause", "Stop the clock while a dispute lasts: for the arbiter", NumberOnly)
def stop_clock(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Stop the clock while a dispute lasts. Only for an arbiter's device. Return the changed game.

    Raises ProblemError if phones cannot hold seats in the game, if the device may not change it, or if it had not seen
    all entries. The next entry starts the clock again.
    """
    return _turn_clock(call, stopped=True)


@Operation("resume", "Start the stopped clock again: for the arbiter", NumberOnly)
def start_clock(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Start a stopped clock again. Only for an arbiter's device. Return the changed game.

    The seconds for which it was stopped do not count for the player (P13). Raises the same errors as ``stop_clock``.
    """
    return _turn_clock(call, stopped=False)


def _turn_clock(call: Call[Query, NumberOnly], *, stopped: bool) -> Response[bytes]:
    with call.open() as game:
        rights.check_phones(game)
        call.check_token(game)
        check_seen(call, game)
        rights.change(call, game, lambda state: state.with_clock(game.number, stopped=stopped))
        return changed(call, game)


@Operation(
    "record",
    "The engine's record: for the arbiter, and for everyone once the partie is over",
    answer=str,
    media="text/plain",
)
def download_record(call: Call[Query, None]) -> Response[bytes]:
    """Return the record of the game, which contains every known card, as a JSON Lines file."""
    with call.open() as game:
        check_visible(call, game)
        return file_answer(game.record_text(), "text/plain", f"{game.FILE}-{call.code}.jsonl")


def check_visible(call: Call[Query, None], game: AnySeated) -> None:
    """Raise ProblemError unless the device may see the hidden cards of a game (``SeatedKind.shows_record``)."""
    if not game.shows_record(viewer_of(call.request, game)):
        raise ProblemError("hidden")


def file_answer(text: str, media: str, name: str) -> Response[bytes]:
    """Return a response that browsers save as a file called *name*, with the content *text*."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), headers=headers, media_type=media)


def _created(call: Call[Any, Any], code: str, token: str, number: int = 0) -> Response[bytes]:
    response = json_answer(CreatedGame(code, token, call.games.keys.sign(code), number), 201)
    response.headers["Location"] = f"/api/{call.kind.API}/{code}"
    return response


#: The operations that all kinds may offer, by name.
SHARED = {
    one.path: one
    for one in (
        *(create_game, show_game, stream_events, show_history, enter_actions, undo_entry, redo_entry, play_again),
        *(stop_clock, start_clock, download_record, rights.claim_arbiter, rights.invite_arbiter, rights.change_key),
        *(rights.ask_seat, rights.answer_request, rights.free_seat, rights.show_card, rights.invite_to_seat),
        *(rights.claim_seat, rights.set_confirmation, rights.answer_proposal),
    )
}


def operations_of(kind: type[AnyGame]) -> list[Operation]:
    """Return the operations on games of a kind, in the order of ``Kind.OFFERS``."""
    return [(SHARED[one] if isinstance(one, str) else one).of(kind) for one in kind.OFFERS]


def is_change(operation: Operation) -> bool:
    """Return whether an operation answers with the changed game, so that the script of its page uses it as well."""
    return operation.status == 200 and operation.answer is operation.kind.CHANGED
