"""Floor 5. The ASGI application: ``build`` creates it from the routes, the middleware and the services."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from anyio import to_thread
from starlette.applications import Starlette
from starlette.middleware.exceptions import ExceptionMiddleware

from .api import operations as api
from .edge.asgi import ASGIApp
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
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        watching = asyncio.create_task(services.hub.watch())
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            services.pictures.close()
            services.games.store.close()

    responder = ProblemResponder(pages.problem_page)
    app = Starlette(routes=[*api.ROUTES, *pages.ROUTES], lifespan=lifespan)
    app.router.redirect_slashes = False  # « wrap » does
    # Without Starlette's own layer for unexpected errors: « wrap » turns them into responses.
    app.middleware_stack = ExceptionMiddleware(app.router, responder.handlers())
    return wrap(app, services, responder)
