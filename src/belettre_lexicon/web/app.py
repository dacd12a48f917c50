"""The ASGI application: ``build`` creates it from the handlers, the middleware and the services."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import cast

from litestar import Litestar

from .api import operations as api
from .asgi import ASGIApp
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
            services.close()

    kinds = services.games.kinds
    responder = ProblemResponder(pages.problem_page)
    app = Litestar(
        [*api.routes(kinds), *pages.routes(kinds)],
        exception_handlers={Exception: responder.handle},
        lifespan=[lifespan],
        logging_config=None,
        openapi_config=None,
        request_max_body_size=None,  # the middleware has its own limit
    )
    return wrap(cast(ASGIApp, app), services, responder)
