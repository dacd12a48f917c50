"""The API operations on games of every kind: create, list, view, follow, change and download them.

An entry of a game is one stored change: actions that were entered together, or an undo. ``shared_operations`` makes the
operations of one kind; those about phones at seats are in ``seats``, those about tokens in ``keys``. Start reading at
``enter_actions``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from litestar import Response

from ...base.errors import BelettreError
from ...games.belettre.records.json_lines import to_json
from ..edge.problems import ProblemError
from ..edge.request_context import may_change, seat_cookie_name, seat_token_of, token_of, viewer_of
from ..live.live import DeviceView, Follower
from ..services import services_of
from ..store.database import StoreError
from ..tables.loaded_game import Viewer, hash_token
from ..tables.registry import AnyGame
from . import keys, seats
from .call import Call, json_answer
from .changes import changed, check_seen, enter, explain
from .operation import AnswerType, Operation
from .requests import Again, ArbiterToken, ConfirmationRule, KeyChange, NumberOnly, Query, SeatInvitation

#: Maximum number of games in the list of games.
_MAX_LISTED = 20

_LOG = logging.getLogger(__name__)


class CreatedGame(msgspec.Struct):
    """A new game.

    code    the code of the game
    token   the token that allows its holder to change the game; "" if the device has no right to it, because somebody
            else began the game
    number  the number of entries of the game
    """

    code: str
    token: str
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
    """Return the status "ok" if entries can be stored. Raises StoreError if they cannot."""
    call.games.store.check_writable()
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


def create_game(call: Call[Query, Any]) -> Response[bytes]:
    """Create a game and return its code and token.

    The response also sets the token as a cookie, so that the browser may change the game.
    """
    code, token = call.games.create(call.kind.begin(call.body, call.games.lexicon, call.language))
    response = _created(call, CreatedGame(code, token))
    keys.set_token_cookie(call, response, code, token)
    return response


def play_again(call: Call[Query, Again]) -> Response[bytes]:
    """Begin the game after this one, or find it if it was begun already, and return its code.

    The devices of the earlier game keep their rights: the token of the new game is the same, and so are those of seats.
    They are set as cookies, and returned if the request had them.

    Raises ProblemError if the game is not over, or if nobody has begun another and the device may not change this one.
    """
    request = call.request
    with call.open() as game:
        if not game.table_state.next:
            call.check_token(game)
            if not game.over:
                raise ProblemError("unfinished")
        with explain(call, game):
            code = call.games.begin_again(game)
        services_of(request).hub.publish(game)
    token, seat_token = token_of(request, call.code), seat_token_of(request, call.code)
    with call.games.open_game(code) as begun:
        arbiter, number = begun.accepts_token(token), begun.number
        seated = begun.table_state.seat_of(hash_token(seat_token)) is not None
    response = _created(call, CreatedGame(code, token if arbiter else "", number))
    if arbiter:
        keys.set_token_cookie(call, response, code, token)
    if seated:
        keys.set_cookie(call, response, seat_cookie_name(code), seat_token)
    return response


def show_game(call: Call[Query, None]) -> Response[bytes]:
    """Return a snapshot of the game as the device may see it."""
    with call.open() as game:
        return json_answer(game.current_snapshot(call.viewer(game)))


async def stream_events(call: Call[Query, None]) -> Follower:
    """Stream a snapshot of the game as the device may see it, now and after every change, as server-sent events."""

    def find_viewer() -> tuple[Viewer, tuple[str, ...]]:
        with call.open() as game:
            viewer = call.viewer(game)
            return viewer, game.rights_of(viewer)

    viewer, rights = await asyncio.to_thread(find_viewer)
    view = DeviceView(("api", viewer), lambda game: to_json(game.current_snapshot(viewer)), rights)
    return services_of(call.request).hub.stream(call.code, view)


def show_history(call: Call[Query, None]) -> Response[bytes]:
    """Return all events of the game so far as sentences, without cards that the device may not see."""
    with call.open() as game:
        return json_answer(game.history(viewer_of(call.request, game)))


def enter_actions(call: Call[Query, Any]) -> Response[bytes]:
    """Apply the actions of the body as one entry, and return the changed game.

    What a player enters on their own phone may have to be confirmed first (``seats``).

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
                return seats.propose(call, game, seat, number, actions)
        game.check_actions(None, actions)
        return enter(call, game, number, actions)


def undo_entry(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Undo the last entries, as many as ``undoable`` says, and return the changed game."""
    with call.open() as game:
        call.check_token(game)
        with explain(call, game):
            game.take_back(call.body.number)
        return changed(call, game)


def redo_entry(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Enter again what the last undo took back, and return the changed game."""
    with call.open() as game:
        call.check_token(game)
        with explain(call, game):
            game.redo(call.body.number)
        return changed(call, game)


def stop_clock(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Stop the clock while a dispute lasts. Only for an arbiter's device. Return the changed game."""
    return _turn_clock(call, stopped=True)


def start_clock(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Start a stopped clock again. Only for an arbiter's device. Return the changed game."""
    return _turn_clock(call, stopped=False)


def _turn_clock(call: Call[Query, NumberOnly], *, stopped: bool) -> Response[bytes]:
    with call.open() as game:
        seats.check_phones(game)
        call.check_token(game)
        check_seen(call, game)
        seats.change(call, game, lambda state: state.with_clock(game.number, stopped=stopped))
        return changed(call, game)


def download_record(call: Call[Query, None]) -> Response[bytes]:
    """Return the record of the game, which contains every known card, as a JSON Lines file."""
    with call.open() as game:
        check_visible(call, game)
        return file_answer(game.record_text(), "text/plain", f"{game.FILE}-{call.code}.jsonl")


def check_visible(call: Call[Query, None], game: AnyGame) -> None:
    """Raise ProblemError unless the device may see the hidden cards of a game (``Kind.shows_record``)."""
    if not game.shows_record(viewer_of(call.request, game)):
        raise ProblemError("hidden")


def file_answer(text: str, media: str, name: str) -> Response[bytes]:
    """Return a response that browsers save as a file called *name*, with the content *text*."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), headers=headers, media_type=media)


def _created(call: Call[Any, Any], created: CreatedGame) -> Response[bytes]:
    response = json_answer(created, 201)
    response.headers["Location"] = f"/api/{call.kind.API}/{created.code}"
    return response


class _Shared(NamedTuple):
    """An operation that all kinds share.

    run      its function
    summary  its summary; ``{noun}`` stands for what a game of the kind is called
    body     the type of its body; the name of an attribute of the kind if the kind says it, "" if it has none
    answer   the type of its answer, likewise, with its HTTP status, description and media type
    """

    run: Callable[[Call[Any, Any]], Any]
    summary: str
    body: Any = ""
    answer: Any = "CHANGED"
    status: int = 200
    description: str = ""
    media: str = "application/json"

    def of(self, name: str, kind: type[AnyGame]) -> Operation:
        """Return the operation of a kind."""
        folder = f"/api/{kind.API}"
        path = {"create": folder, "show": f"{folder}/{{code}}"}.get(name, f"{folder}/{{code}}/{name}")
        description = f"the changed {kind.NOUN.split()[-1]}" if self.answer == "CHANGED" else self.description
        return Operation(
            "POST" if self.body else "GET",
            path,
            kind.SUMMARIES.get(name, self.summary).format(noun=kind.NOUN),
            {self.status: AnswerType(_type(self.answer, kind), self.media, description)},
            self.run,
            body=_type(self.body, kind) or None,
            kind=kind,
        )


def _type(named: Any, kind: type[AnyGame]) -> Any:
    """Return the type that an operation has for a kind: that of an attribute, or one with the seats of the kind."""
    if isinstance(named, str):
        return getattr(kind, named) if named else None
    if getattr(named, "__parameters__", ()):
        return named[type(kind.SEATS[0])]
    return named


_TOKEN: Final = "the token of the phone"
#: The operations that all kinds share, by the last part of their path.
SHARED: Mapping[str, _Shared] = {
    "create": _Shared(
        create_game,
        "Create a {noun}; sets the cookie that allows this device to change it",
        "NEW",
        CreatedGame,
        201,
    ),
    "show": _Shared(show_game, "A {noun} as the device may see it", answer="SNAPSHOT"),
    "events": _Shared(
        stream_events,
        "The {noun} now and after every change, as server-sent events « state »",
        answer="SNAPSHOT",
        media="text/event-stream",
    ),
    "history": _Shared(show_history, "All events of a {noun} so far, in sentences", answer="HISTORY"),
    "entries": _Shared(enter_actions, "Enter actions; they are stored when the answer is sent", "ENTRY"),
    "undo": _Shared(undo_entry, "Undo the last entry of the {noun}", NumberOnly),
    "redo": _Shared(redo_entry, "Enter again what the last undo of the {noun} took back", NumberOnly),
    "again": _Shared(
        play_again,
        "Begin the {noun} after this one, on the same terms, or find it; sets the cookies. Once the partie is over",
        Again,
        CreatedGame,
        201,
    ),
    "arbiter": _Shared(
        keys.claim_arbiter,
        "Allow this device to change the {noun}; sets the cookie",
        ArbiterToken,
        None,
        204,
        "the token is right",
    ),
    "keys": _Shared(
        keys.change_key,
        "Replace the token of the {noun}; sets the cookie. The old token and invitations stop",
        KeyChange,
        keys.ChangedKey,
        description="the new token",
    ),
    "seats": _Shared(
        seats.ask_seat,
        "Ask for a seat for this phone, at a table of real cards; sets the cookie",
        seats.SeatOnly,
        seats.AskedSeat,
        201,
        _TOKEN,
    ),
    "seats/answer": _Shared(
        seats.answer_request,
        "Give a seat to the phone that asked for it and shows the two digits, or refuse it: for the arbiter",
        seats.SeatAnswer,
    ),
    "seats/free": _Shared(
        seats.free_seat, "Take a seat from its phone: for the arbiter, and for the phone itself", seats.SeatOnly
    ),
    "seats/invitation": _Shared(
        seats.invite_to_seat,
        "An invitation to a seat, valid for 15 minutes and for one phone: for the arbiter",
        seats.SeatOnly,
        seats.InvitedSeat,
    ),
    "seats/claim": _Shared(
        seats.claim_seat,
        "Take a seat with an invitation to it; sets the cookie",
        SeatInvitation,
        seats.AskedSeat,
        201,
        _TOKEN,
    ),
    "confirmation": _Shared(
        seats.set_confirmation,
        "Say who confirms what players enter on their own phones: for the arbiter",
        ConfirmationRule,
    ),
    "proposal": _Shared(
        seats.answer_proposal,
        "Confirm or reject what a player has entered on their own phone",
        seats.ProposalAnswer,
    ),
    "pause": _Shared(stop_clock, "Stop the clock while a dispute lasts: for the arbiter", NumberOnly),
    "resume": _Shared(start_clock, "Start the stopped clock again: for the arbiter", NumberOnly),
    "record": _Shared(
        download_record,
        "The engine's record: for the arbiter, and for everyone once the partie is over",
        answer=str,
        media="text/plain",
    ),
}


def operations_of(kind: type[AnyGame]) -> list[Operation]:
    """Return the operations on games of a kind, in the order of ``Kind.OFFERS``."""
    return [SHARED[one].of(one, kind) if isinstance(one, str) else one._replace(kind=kind) for one in kind.OFFERS]


def is_change(operation: Operation) -> bool:
    """Return whether an operation answers with the changed game, so that the page of the game uses it as well."""
    answer = operation.answers.get(200)
    return answer is not None and answer.type is operation.kind.CHANGED
