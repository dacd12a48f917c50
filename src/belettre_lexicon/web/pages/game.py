"""Floor 5. A game's pages: the table with its forms, its history, its QR code, and the events that keep them live.

What depends on the game alone is a fragment (``table_view``): made once for all devices that see the same, kept with
the game until its next entry, and sent to the page's script whenever the game changes. Start reading at ``game_page``.
"""

from __future__ import annotations

import io
from typing import Any

import msgspec
import segno
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ...engine.seats import SEATS
from ..edge import request_context as device
from ..games.games import PRACTICE, Game, code_of
from ..games.snapshot import chronicle
from .game_fragment import name_of, shown
from .render import own_address, page


async def game_page(request: Request) -> Response:
    """The page of a game; its person's look lets the bots of a practice game go on."""
    code = code_of(request.path_params["code"])
    response = await run_in_threadpool(_game_page, request, code)
    if await run_in_threadpool(_plays, request, code):
        request.app.state.driver.drive(code)
    return response


def _game_page(request: Request, code: str) -> Response:
    with device.tables_of(request).open(code) as game:
        may = device.may_change(request, game)
        now = _now(request, game)
        practice = game.terms.kind == PRACTICE
    shared = device.settings_of(request).shared
    token = device.token_of(request, code) if shared and may else ""
    address = f"{own_address(request)}/g/{code}"
    return page(
        request,
        "game.html",
        code=code,
        practice=practice,
        may=may,
        now=now,
        address=address,
        arbiter=f"{address}#arbiter={token}" if token else "",
        shared=shared,
    )


async def live(request: Request) -> Response:
    """The events of a game for its page: each is what ``state`` answers."""
    code = code_of(request.path_params["code"])
    plays = await run_in_threadpool(_plays, request, code)
    response = device.hub_of(request).stream(code, lambda game: msgspec.json.encode(_now(request, game)).decode())
    if plays:
        request.app.state.driver.drive(code)
    return response


def state(request: Request) -> Response:
    """The game as it stands, for a page that has no live connection at the moment."""
    with device.tables_of(request).open(code_of(request.path_params["code"])) as game:
        return JSONResponse(_now(request, game))


def history_page(request: Request) -> Response:
    """The whole game: every event by manche and pli, and the score sheet."""
    say, lexicon = device.say_of(request), device.tables_of(request).lexicon
    code = code_of(request.path_params["code"])
    with device.tables_of(request).open(code) as game:
        seat = device.seat_of(request, game)
        return page(
            request,
            "history.html",
            code=code,
            number=game.number,
            chapters=chronicle(game, say, lexicon, seat),
            first_pli=game.partie.setup.before + 1,
            players=[name_of(one, game, say) for one in SEATS],
            points=game.partie.points,
            begun=game.partie.setup.points,
            over=game.partie.over,
            record=(game.seat is None and device.may_change(request, game)) or game.partie.over,
        )


def qr_code(request: Request) -> Response:
    """The address of a game as a QR code, for a phone's camera."""
    code = code_of(request.path_params["code"])
    picture = io.BytesIO()
    segno.make(f"{own_address(request)}/g/{code}", error="m").save(
        picture, kind="svg", scale=8, border=3, light="#ffffff"
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


def _plays(request: Request, code: str) -> bool:
    """Whether the device is the person's of a practice game. Raises UnknownGameError, which a stream that has begun
    could not say any more."""
    with device.tables_of(request).open(code) as game:
        return device.seat_of(request, game) is not None


def _now(request: Request, game: Game) -> dict[str, Any]:
    """A game as its page's script takes it; under the game's lock."""
    say, lexicon = device.say_of(request), device.tables_of(request).lexicon
    may, seat = device.may_change(request, game), device.seat_of(request, game)
    key = ("page", say.language, may, seat)
    if key not in game.shown:
        game.shown[key] = shown(game, say, lexicon, seat, may)
    return {**game.shown[key], "elapsed": game.elapsed}


ROUTES = [
    Route("/g/{code}", game_page),
    Route("/g/{code}/live", live),
    Route("/g/{code}/state", state),
    Route("/g/{code}/history", history_page),
    Route("/g/{code}/qr.svg", qr_code),
]
