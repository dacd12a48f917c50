"""Floor 5. The ASGI application: ``build`` creates it from the handlers, the middleware and the services."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from urllib.parse import quote

from litestar import Litestar
from litestar.response.redirect import ASGIRedirectResponse
from litestar.types import ASGIApp, Receive, Scope, Send

from .api import operations as api
from .edge.middleware import wrap
from .edge.problems import ProblemResponder
from .pages import site as pages
from .services import Services

#: Number of worker threads for requests. They mostly wait for the database, whose connection pool has the same size.
THREADS = 15


def build(services: Services) -> ASGIApp:
    """Return the ASGI application that serves the pages and the JSON API with the given services.

    While the application runs, it polls the database for changes made by other processes. It closes the database when
    it shuts down.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
        watching = asyncio.create_task(services.hub.watch())
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            services.games.store.close()

    responder = ProblemResponder(pages.problem_page)
    app = Litestar(
        [*api.ROUTES, *pages.ROUTES],
        exception_handlers={Exception: responder.handle},
        lifespan=[lifespan],
        logging_config=None,
        openapi_config=None,
        request_max_body_size=None,  # the middleware has its own limit
    )
    guarded = wrap(_PlainPaths(app), services, responder)

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})["services"] = services
        await guarded(scope, receive, send)

    return serve


class _PlainPaths:
    """ASGI middleware that redirects paths with empty parts, such as ``/about/``, to the same path without them.

    Litestar would serve both. The rate limits apply to paths, and must not depend on slashes.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Redirect a request, or pass it on."""
        path: str = scope["path"] if scope["type"] == "http" else "/"
        plain = "/" + "/".join(part for part in path.split("/") if part)
        if plain == path:
            await self._app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        response = ASGIRedirectResponse(quote(plain) + (f"?{query}" if query else ""), status_code=307)
        await response(scope, receive, send)
