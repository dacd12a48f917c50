"""The routes of a game of any kind: its page with live updates, and its QR code.

The part of the page that changes with the game is a fragment of HTML (``Kind.page_state``). It is rendered once for all
devices that see the same, and cached until the game changes. After every change, it is sent to the scripts of the
pages. The script sends entries to addresses below that of the page. They run the operations of the API and answer with
the state of the page, so that it needs no second request. Start reading at ``page_routes``.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec
import segno
from litestar import Response
from litestar.response import Redirect

from ..api.call import follow
from ..api.tables import is_change, operations_of
from ..edge.request_context import game_url, language_of, viewer_of
from ..live.live import Follower
from ..services import Request, Services, services_of
from ..tables.loaded_game import OtherKindError, Viewer
from ..tables.registry import AnyGame, parse_code
from .render import page, render_page


class PageView(NamedTuple):
    """A page that follows a game of a kind.

    kind   the kind
    path   the path of the page below that of the game; "" for the page of the game
    state  returns the state of the game for the script of the page
    guest  whether the page shows what a guest may see, whatever rights its device has
    """

    kind: type[AnyGame]
    path: str
    state: Callable[[Any, Viewer, Services], dict[str, Any]]
    guest: bool = False

    @property
    def url(self) -> str:
        """The URL path of the page as Litestar writes it, with ``{code:str}`` for the game code."""
        return f"/{self.kind.PAGES}/{{code:str}}{self.path}"

    def viewer(self, request: Request, game: AnyGame) -> Viewer:
        """Return what the device may see on this page."""
        return Viewer(language_of(request)) if self.guest else viewer_of(request, game)


def page_routes(kind: type[AnyGame]) -> list[Any]:
    """Return the routes of games of a kind: their page, the requests of its script, and the other pages of the kind."""
    view = PageView(kind, "", lambda game, viewer, services: game.current_page_state(viewer))

    @page(view.url)
    async def game_page(request: Request) -> Response[bytes]:
        """Return the page of a game. The code of a game of another kind redirects to the page of that game.

        If a player opens it, the game continues to move by itself.
        """
        try:
            response, drives = await services_of(request).for_games.run(_render_game_page, request, view)
        except OtherKindError as error:
            return Redirect(f"{error.path}?{request.url.query}".rstrip("?"), status_code=303)
        if drives:
            services_of(request).driver.drive(code_of(request))
        return response

    @page(f"{view.url}/qr.svg")
    def qr_code(request: Request) -> Response[bytes]:
        """Return a picture (SVG) of the QR code that contains the link to a game."""
        with services_of(request).games.open_game(code_of(request), kind) as game:
            link = game_url(request, game)
        picture = io.BytesIO()
        segno.make(link, error="m").save(picture, kind="svg", scale=8, border=3, light="#ffffff")
        return Response(picture.getvalue(), media_type="image/svg+xml")

    changes = [one for one in operations_of(kind) if is_change(one)]
    return [
        game_page,
        *live_routes(view),
        *(one.handler(one.path.replace(f"/api/{kind.API}/", f"/{kind.PAGES}/", 1)) for one in changes),
        qr_code,
        *kind.ROUTES,
    ]


def live_routes(view: PageView) -> list[Any]:
    """Return the routes that send the state of a game to the script of a page: as a stream, and once."""

    @page(f"{view.url}/live")
    async def live_events(request: Request) -> Follower:
        """Stream the state of a game to its page as server-sent events, each the object that ``current_state`` returns.

        If a player connects, the game continues to move by itself.
        """
        services = services_of(request)

        def render(game: AnyGame, viewer: Viewer) -> bytes:
            return msgspec.json.encode(view.state(game, viewer, services))

        return await follow(request, view.kind, partial(view.viewer, request), view.url, render)

    @page(f"{view.url}/state")
    def current_state(request: Request) -> Response[bytes]:
        """Return the current state of a game as JSON, for a page without a live connection.

        If the page shows this version already, which it says with the parameter ``seen``, the response is empty (204).
        """
        services = services_of(request)
        with services.games.open_game(code_of(request), view.kind) as game:
            if request.query_params.get("seen") == str(game.version):
                return Response(b"", status_code=204)
            state = view.state(game, view.viewer(request, game), services)
        return Response(msgspec.json.encode(state), media_type="application/json")

    return [live_events, current_state]


def code_of(request: Request) -> str:
    """Return the game code in the path. Raises UnknownGameError if it is not a valid code."""
    return parse_code(request.path_params["code"])


def _render_game_page(request: Request, view: PageView) -> tuple[Response[bytes], bool]:
    """Return the page, and whether the request comes from a player for whom the game moves by itself."""
    code, services, kind = code_of(request), services_of(request), view.kind
    with services.games.open_game(code, kind) as game:
        viewer = view.viewer(request, game)
        state, values = view.state(game, viewer, services), game.page_values(viewer)
        drives, address = game.is_player(viewer), game_url(request, game)
    shared = services.settings.shared
    response = render_page(
        request,
        kind.TEMPLATE,
        folder=kind.TEMPLATES,
        code=code,
        api=kind.API,
        may=viewer.may,
        state=state,
        address=address,
        invites=shared and viewer.may,
        shared=shared,
        **values,
    )
    return response, drives
