"""Floor 5. ``ROUTES``, the routes of all pages, and the small pages: home, lexicon, errors, manifest, worker."""

from __future__ import annotations

import time

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ...engine.seats import SEATS
from ...options import MEMORIES
from ..edge.request_context import catalogue_of
from ..games.registry import CODE_LENGTH, GameTerms, parse_code
from ..services import services_of
from . import game as game_page
from . import verdict as verdict_page
from .render import STATIC_FILES, render_page, static_path, static_route, static_version
from .verdict_form import SWITCHES

#: How many recent games the home page lists, on a server for one machine.
_MAX_LATEST = 8


def home(request: Request) -> Response:
    """The home page: the judge's form, then the forms to join or create a game."""
    services = services_of(request)
    latest = [] if services.settings.shared else services.games.store.load_latest(_MAX_LATEST)
    kinds = [msgspec.json.decode(game.terms, type=GameTerms).kind for game in latest]
    games = [(game.code, kind, _day(game.created)) for game, kind in zip(latest, kinds, strict=True)]
    return render_page(
        request,
        "home.html",
        form={},
        switches=SWITCHES,
        memories=MEMORIES,
        seats=SEATS,
        games=games,
        problem="",
        code_length=CODE_LENGTH,
    )


def join(request: Request) -> Response:
    """Redirect to the game with the typed code. Raises UnknownGameError if it is not a code."""
    return RedirectResponse(f"/g/{parse_code(request.query_params.get('code', ''))}", 303)


def about(request: Request) -> Response:
    """The page about the lexicon: its edition, hash, layers and licences."""
    return render_page(request, "about.html", layers=_layers(request))


def offline(request: Request) -> Response:
    """The page that the service worker shows while the server does not answer."""
    return render_page(request, "offline.html")


def manifest(request: Request) -> Response:
    """The web app manifest: the name, icon and colours of the installed app."""
    say = catalogue_of(request)
    return JSONResponse(
        {
            "name": "Belettre",
            "short_name": "Belettre",
            "description": say("web.tagline"),
            "lang": say.language,
            "start_url": "/",
            "display": "standalone",
            "background_color": "#f5efe3",
            "theme_color": "#1d5142",
            "icons": [
                {"src": f"{static_path()}/icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any maskable"}
            ],
        },
        media_type="application/manifest+json",
    )


def service_worker(request: Request) -> Response:
    """The script of the service worker, at the root because a worker only serves paths below its own.

    Its text contains the version of the static files, so that browsers install a new worker when they change.
    """
    text = (STATIC_FILES / "worker.js").read_text(encoding="utf-8").replace("{version}", static_version())
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


def favicon(request: Request) -> Response:
    """The icon, for browsers that request /favicon.ico without being told to."""
    return FileResponse(STATIC_FILES / "icon.svg", media_type="image/svg+xml")


def problem_page(request: Request, status: int, name: str, text: str, detail: str = "") -> Response:
    """The error page. *name* is the name of the problem, *text* its sentence, *detail* the offending value."""
    return render_page(request, "problem.html", status=status, name=name, text=text, detail=detail)


def _layers(request: Request) -> list[str]:
    """One sentence about each layer of the lexicon."""
    say, about = catalogue_of(request), services_of(request).games.lexicon.about
    names = [key.removesuffix(".licence") for key in about if key.endswith(".licence")]
    parts = ("rows", "licence", "sources")
    return [say("lexicon.layer", name=name, **{part: about[f"{name}.{part}"] for part in parts}) for name in names]


def _day(moment: float) -> str:
    """The local date of a time in seconds since 1970, as 2026-11-22."""
    return time.strftime("%Y-%m-%d", time.localtime(moment))


ROUTES = [
    Route("/", home),
    Route("/join", join),
    Route("/about", about),
    Route("/offline", offline),
    Route("/manifest.webmanifest", manifest),
    Route("/worker.js", service_worker),
    Route("/favicon.ico", favicon),
    *verdict_page.ROUTES,
    *game_page.ROUTES,
    static_route(),
]
