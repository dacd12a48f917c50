"""Floor 5. The pages of the server that are not a game's or a verdict's; start reading at ``ROUTES``."""

from __future__ import annotations

import time

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ...engine.seats import SEATS
from ...options import MEMORIES
from ..edge import request_context as device
from ..games.games import CODE_LENGTH, GameTerms, code_of
from . import game as game_page
from . import verdict as verdict_page
from .render import STATIC_FILES, page, static_path, static_route, version
from .verdict_form import SWITCHES

#: Games that the home page of a server for one machine offers to go on with.
_LATEST = 8


def home(request: Request) -> Response:
    """The judge first, since a player wants a verdict at once; then the ways to a game."""
    latest = [] if device.settings_of(request).shared else device.tables_of(request).store.latest(_LATEST)
    kinds = [msgspec.json.decode(game.terms, type=GameTerms).kind for game in latest]
    games = [(game.code, kind, _day(game.created)) for game, kind in zip(latest, kinds, strict=True)]
    return page(
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
    """To the game whose code was typed. Raises UnknownGameError."""
    return RedirectResponse(f"/g/{code_of(request.query_params.get('code', ''))}", 303)


def about(request: Request) -> Response:
    """What the judge says is founded on: edition, hash, layers and licences of the lexicon."""
    return page(request, "about.html", layers=_layers(request))


def offline(request: Request) -> Response:
    """What the service worker shows while the server does not answer."""
    return page(request, "offline.html")


def manifest(request: Request) -> Response:
    """The web app manifest: name, icon, colours."""
    say = device.say_of(request)
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
    """The service worker; it stands at the root, since it may answer for what lies below it only.

    Its text changes with the version of the static files, so that browsers take a new one.
    """
    text = (STATIC_FILES / "worker.js").read_text(encoding="utf-8").replace("{version}", version())
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


def favicon(request: Request) -> Response:
    """For browsers that ask without reading the page."""
    return FileResponse(STATIC_FILES / "icon.svg", media_type="image/svg+xml")


def problem_page(request: Request, status: int, name: str, text: str, detail: str = "") -> Response:
    """A page that says why there is no other: *name* is the machine's word for it, *text* a sentence, *detail* what
    value offends."""
    return page(request, "problem.html", status=status, name=name, text=text, detail=detail)


def _layers(request: Request) -> list[str]:
    """What the lexicon is made of, a sentence a layer."""
    say, about = device.say_of(request), device.tables_of(request).lexicon.about
    names = [key.removesuffix(".licence") for key in about if key.endswith(".licence")]
    parts = ("rows", "licence", "sources")
    return [say("lexicon.layer", name=name, **{part: about[f"{name}.{part}"] for part in parts}) for name in names]


def _day(moment: float) -> str:
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
