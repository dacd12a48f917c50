"""Floor 5. The pages of a game: the game page with its forms and live updates, the history page and the QR code.

The part of the game page that changes with the game is a fragment of HTML (``game_fragment``). It is rendered once for
all devices with the same language, rights and seat, and cached until the game changes. After every change, it is sent
to the script of the page. Start reading at ``game_page``.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response
from litestar.response import Redirect
from litestar.types import ASGIApp

from ...engine.seats import SEATS
from ..api.call import json_answer
from ..edge.request_context import catalogue_of, may_change, seat_of, token_of
from ..games.registry import PRACTICE, Game, OtherKindError, parse_code
from ..games.snapshot import game_history
from ..services import Request, services_of
from .game_fragment import page_state, short_name
from .render import page, qr_picture, render_page, server_url


@page("/g/{code:str}")
async def game_page(request: Request) -> Response[bytes]:
    """Return the page of a game. If the human player of a practice game opens it, let the bots continue to move.

    The code of a score sheet of Belote redirects to the page of the sheet.
    """
    code = parse_code(request.path_params["code"])
    try:
        response = await asyncio.to_thread(_render_game_page, request, code)
    except OtherKindError:
        return Redirect(f"/belote/{code}", status_code=303)
    if await asyncio.to_thread(_is_person, request, code):
        services_of(request).bot_driver.drive(code)
    return response


def _render_game_page(request: Request, code: str) -> Response[bytes]:
    with services_of(request).games.open_game(code) as game:
        may = may_change(request, game)
        state = _state(request, game)
        practice = game.terms.kind == PRACTICE
    shared = services_of(request).settings.shared
    token = token_of(request, code) if shared and may else ""
    address = f"{server_url(request)}/g/{code}"
    return render_page(
        request,
        "game.html",
        code=code,
        practice=practice,
        may=may,
        state=state,
        address=address,
        arbiter=f"{address}#arbiter={token}" if token else "",
        shared=shared,
    )


@page("/g/{code:str}/live")
async def live_events(request: Request) -> ASGIApp:
    """Stream the state of a game to its page as server-sent events.

    The data of each event is the same JSON object that ``current_state`` returns. If the human player of a practice
    game connects, let the bots continue to move.
    """
    code = parse_code(request.path_params["code"])
    is_person = await asyncio.to_thread(_is_person, request, code)
    services = services_of(request)
    response = services.hub.stream(
        code, services.games.open_game, lambda game: msgspec.json.encode(_state(request, game)).decode()
    )
    if is_person:
        services_of(request).bot_driver.drive(code)
    return response


@page("/g/{code:str}/state")
def current_state(request: Request) -> Response[bytes]:
    """Return the current state of a game as JSON, for a page whose live connection is interrupted."""
    with services_of(request).games.open_game(parse_code(request.path_params["code"])) as game:
        return json_answer(_state(request, game))


@page("/g/{code:str}/history")
def history_page(request: Request) -> Response[bytes]:
    """Return the history page: all events of a game by manche and pli, and the score sheet."""
    say, lexicon = catalogue_of(request), services_of(request).games.lexicon
    code = parse_code(request.path_params["code"])
    with services_of(request).games.open_game(code) as game:
        seat = seat_of(request, game)
        return render_page(
            request,
            "history.html",
            code=code,
            number=game.number,
            manches=game_history(game, say, lexicon, seat),
            first_pli=game.partie.setup.before + 1,
            players=[short_name(place, game, say) for place in SEATS],
            points=game.partie.points,
            start_points=game.partie.setup.points,
            over=game.partie.over,
            record=(game.seat is None and may_change(request, game)) or game.partie.over,
        )


@page("/g/{code:str}/qr.svg")
def qr_code(request: Request) -> Response[bytes]:
    """Return a picture (SVG) of the QR code that contains the URL of a game."""
    code = parse_code(request.path_params["code"])
    return qr_picture(f"{server_url(request)}/g/{code}")


def _is_person(request: Request, code: str) -> bool:
    """Return whether the request comes from the human player of a practice game.

    Raises UnknownGameError if there is no such game. ``live_events`` calls this function first, because an error
    response is no longer possible once a stream has started.
    """
    with services_of(request).games.open_game(code) as game:
        return seat_of(request, game) is not None


def _state(request: Request, game: Game) -> dict[str, Any]:
    """Return the state of a game for the page's script (``page_state``), from the cache if possible.

    The result also contains the current value of ``elapsed``. The game must be locked.
    """
    say, lexicon = catalogue_of(request), services_of(request).games.lexicon
    may, seat = may_change(request, game), seat_of(request, game)
    key = ("page", say.language, may, seat)
    if key not in game.rendered:
        game.rendered[key] = page_state(game, say, lexicon, seat, may)
    return {**game.rendered[key], "elapsed": game.elapsed}


ROUTES = [
    game_page,
    live_events,
    current_state,
    history_page,
    qr_code,
]
