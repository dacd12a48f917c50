"""The page of a game with its forms and live updates, and its QR code.

The part of the game page that changes with the game is a fragment of HTML (``game_fragment``). It is rendered once for
all devices with the same language, rights and seat, and cached until the game changes. After every change, it is sent
to the scripts of the pages. The script sends entries to addresses below that of the page. They run the operations of
the API and answer with the state of the page, so that it needs no second request. Start reading at ``game_page``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from litestar import Response
from litestar.response import Redirect

from ...games.belettre.seats import Seat
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ..api.operations import operation
from ..edge.problems import ProblemError
from ..edge.request_context import Standing, catalogue_of, standing_of, token_of
from ..kinds.belote_sheet import BeloteSheet
from ..live.live import DeviceView, Follower
from ..services import Request, services_of
from ..tables.registry import PRACTICE, AnyGame, Game, OtherKindError, parse_code
from .game_fragment import page_state
from .invitation_link import invitation_answer
from .render import page, qr_picture, render_page, server_url
from .seats import SEAT_CHANGES, seat_invitation

G = TypeVar("G", bound=AnyGame)


@page("/g/{code:str}")
async def game_page(request: Request) -> Response[bytes]:
    """Return the page of a game. If the human player of a practice game opens it, let the bots continue to move.

    The code of a score sheet of Belote redirects to the page of the sheet.
    """
    code = parse_code(request.path_params["code"])
    try:
        response, is_person = await asyncio.to_thread(_render_game_page, request, code)
    except OtherKindError:
        return Redirect(f"/belote/{code}", status_code=303)
    if is_person:
        services_of(request).bot_driver.drive(code)
    return response


def _render_game_page(request: Request, code: str) -> tuple[Response[bytes], bool]:
    """Return the page, and whether the request comes from the human player of a practice game."""
    with services_of(request).games.open_game(code) as game:
        seat, may, _ = standing_of(request, game)
        state = _state(request, game)
        practice = game.terms.kind == PRACTICE
    shared = services_of(request).settings.shared
    address = f"{server_url(request)}/g/{code}"
    response = render_page(
        request,
        "game.html",
        code=code,
        practice=practice,
        may=may,
        state=state,
        address=address,
        invites=shared and may,
        shared=shared,
    )
    return response, practice and seat is not None


@page("/g/{code:str}/live")
async def live_events(request: Request) -> Follower:
    """Stream the state of a game to its page as server-sent events.

    The data of each event is the same JSON object that ``current_state`` returns. If the human player of a practice
    game connects, let the bots continue to move.
    """
    code, services, say = parse_code(request.path_params["code"]), services_of(request), catalogue_of(request)

    def find_standing() -> tuple[Standing, bool]:
        with services.games.open_game(code) as game:
            return standing_of(request, game), game.practice is not None

    (seat, may, rights), practice = await asyncio.to_thread(find_standing)

    def render(game: Game) -> bytes:
        return msgspec.json.encode(_state_as_seen(game, say, services.games.lexicon, seat, may))

    if practice and seat is not None:
        services.bot_driver.drive(code)
    return services.hub.stream(code, DeviceView(("page", say.language, seat, may), render, rights))


@page("/g/{code:str}/state")
def current_state(request: Request) -> Response[bytes]:
    """Return the current state of a game as JSON, for a page without a live connection.

    If the page shows this version already, which it says with the parameter ``seen``, the response is empty (204).
    """
    with services_of(request).games.open_game(parse_code(request.path_params["code"])) as game:
        return state_answer(request, game, _state)


def state_answer(request: Request, game: G, state: Callable[[Request, G], object]) -> Response[bytes]:
    """Return the state of a game as JSON, or an empty response if the page has seen its version."""
    if request.query_params.get("seen") == str(game.version):
        return Response(b"", status_code=204)
    return Response(msgspec.json.encode(state(request, game)), media_type="application/json")


@page("/g/{code:str}/invitation", "/belote/{code:str}/invitation", method="POST")
def invitation(request: Request) -> Response[bytes]:
    """Return a link that makes another device an arbiter's for a while (``games.invitations``), for a game of any kind.

    Raises ProblemError if the device that asks may not change the game itself.
    """
    code = parse_code(request.path_params["code"])
    with services_of(request).games.open_any(code) as game:
        token = token_of(request, code)
        if not game.accepts_token(token):
            raise ProblemError("token")
        path = "belote" if isinstance(game, BeloteSheet) else "g"
        return invitation_answer(request, f"/{path}/{code}", "arbiter", game.invite(token))


@page("/g/{code:str}/qr.svg")
def qr_code(request: Request) -> Response[bytes]:
    """Return a picture (SVG) of the QR code that contains the URL of a game."""
    code = parse_code(request.path_params["code"])
    return qr_picture(f"{server_url(request)}/g/{code}")


def _state(request: Request, game: Game) -> dict[str, Any]:
    """Return the state of a game for the script of the page that sent a request. The game must be locked."""
    say, lexicon = catalogue_of(request), services_of(request).games.lexicon
    seat, may, _ = standing_of(request, game)
    return _state_as_seen(game, say, lexicon, seat, may)


def _state_as_seen(game: Game, say: Catalogue, lexicon: Lexicon, seat: Seat | None, may: bool) -> dict[str, Any]:
    """Return the result of ``page_state``, from the cache if possible, with the current value of ``elapsed``.

    The game must be locked.
    """
    key = ("page", say.language, may, seat)
    if key not in game.rendered:
        game.rendered[key] = page_state(game, say, lexicon, seat, may)
    return {**game.rendered[key], "elapsed": game.elapsed}


ROUTES = [
    game_page,
    live_events,
    current_state,
    *(
        operation("POST", f"/api/games/{{code}}/{change}").handler(f"/g/{{code}}/{change}", _state)
        for change in ("entries", "undo", "redo", "correction", "silence", "continue", "pause", "resume", *SEAT_CHANGES)
    ),
    qr_code,
    invitation,
    seat_invitation,
]
