"""The routes of all pages, and the small pages: home, about, the API, errors and the installable app.

Start reading at ``routes``, at the end of the module.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from litestar import Response
from litestar.response import Redirect

from ..api.operations import document_of
from ..edge.request_context import KEY, catalogue_of
from ..services import Request, services_of
from ..store.database import StoredGame
from ..tables.loaded_game import UnknownGameError
from ..tables.registry import AnyGame, GameRegistry, parse_code
from .judge import judge_page, looked_up, table_verdict
from .lessons import learn_page
from .render import STATIC_FILES, local_day, page, render_page, static_file, static_path, static_version
from .rules import rules_page, rules_picture
from .table import page_routes
from .verdict import family_picture, house_fields, verdict_page

#: The maximum length of what is typed.
_MAX_TYPED = 500
#: The maximum number of recent games that the home page lists. A shared server lists none.
_MAX_LATEST = 8


@page("/")
def home(request: Request) -> Response[bytes]:
    """Return the home page: the judge's form, then the forms to join or create a game."""
    services, say = services_of(request), catalogue_of(request)
    latest = [] if services.settings.shared else services.games.store.load_latest(_MAX_LATEST)
    kinds = services.games.kinds
    return render_page(
        request,
        "home.html",
        form={},
        house_fields=house_fields(say),
        panels=[panel for _, panel in sorted(part for kind in kinds for part in kind.HOME.items())],
        games=list(_listed(latest, services.games, say.language)),
        problem="",
        max_typed=_MAX_TYPED,
        **{name: value for kind in kinds for name, value in kind.home_values(say.language).items()},
    )


def _listed(latest: Sequence[StoredGame], games: GameRegistry, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield the path of the page, the kind and the day of each game, without those of unknown kinds."""
    for stored in latest:
        with suppress(UnknownGameError):
            kind, name = games.kind_of(stored)
            yield f"/{kind.PAGES}/{stored.code}", kind.label(name, language), local_day(stored.created)


@page("/join")
def join(request: Request) -> Response[bytes]:
    """Redirect to the game whose code was typed, or whose link was pasted.

    The address is that of a game of the first kind; if the game is of another kind, it redirects to the right page.

    Raises UnknownGameError if the text is neither a game code nor contains the link of a game.
    """
    typed = request.query_params.get("code", "")
    kinds = services_of(request).games.kinds
    paths = "|".join(kind.PAGES for kind in kinds)
    link = re.search(rf"/(?:{paths})/([^/?#\s]+)(?:\?{KEY}=([\w-]+))?", typed[:_MAX_TYPED], re.ASCII)
    code, key = parse_code(link[1] if link else typed), link[2] if link else None
    return Redirect(f"/{kinds[0].PAGES}/{code}" + (f"?{KEY}={key}" if key else ""), status_code=303)


@page("/about", words=True)
def about(request: Request) -> Response[bytes]:
    """Return the page about the lexicon: its edition, its hash, and its layers with their licences.

    A layer is a text file, under one licence, from which the lexicon was compiled.
    """
    say, about = catalogue_of(request), services_of(request).games.lexicon.about
    names = [key.removesuffix(".licence") for key in about if key.endswith(".licence")]
    parts = ("rows", "licence", "sources")
    layers = [say("lexicon.layer", name=name, **{part: about[f"{name}.{part}"] for part in parts}) for name in names]
    return render_page(request, "about.html", layers=layers)


@page("/api/docs", words=True)
def api_page(request: Request) -> Response[bytes]:
    """Return the page about the API for programs: all operations, and the types of their bodies.

    It is made of the OpenAPI document, whose texts stay in English; the rest is in the language of the page.
    """
    document = json.loads(document_of(services_of(request).games.kinds))
    return render_page(request, "api.html", document=document, type_text=type_text)


def type_text(schema: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a text that describes a JSON schema, such as ``"fr" | "en"`` or ``[Seat, …]``.

    Each piece is a tuple: the text, and whether it is the name of another type, to which the page links.
    """
    if "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2], True
    elif choices := schema.get("anyOf") or schema.get("oneOf"):
        yield from _joined(choices, " | ")
    elif "enum" in schema or "const" in schema:
        values = schema.get("enum") or [schema["const"]]
        yield " | ".join(json.dumps(value, ensure_ascii=False) for value in values), False
    elif "prefixItems" in schema:
        yield "[", False
        yield from _joined(schema["prefixItems"], ", ")
        yield "]", False
    elif isinstance(schema.get("items"), dict):
        yield "[", False
        yield from type_text(schema["items"])
        yield ", …]", False
    else:
        kinds = schema.get("type", "object")
        yield kinds if isinstance(kinds, str) else " | ".join(kinds), False


def _joined(schemas: list[Mapping[str, Any]], mark: str) -> Iterator[tuple[str, bool]]:
    for number, schema in enumerate(schemas):
        if number:
            yield mark, False
        yield from type_text(schema)


@page("/offline", words=True)
def offline(request: Request) -> Response[bytes]:
    """Return the page that the service worker shows while the server cannot be reached."""
    return render_page(request, "offline.html")


@page("/manifest.webmanifest", words=True)
def manifest(request: Request) -> Response[bytes]:
    """Return the web app manifest, which contains the name, the icon and the colours of the installed app."""
    say = catalogue_of(request)
    icon = {"src": f"{static_path()}/icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any maskable"}
    content = {
        "name": "Belettre",
        "short_name": "Belettre",
        "description": say("web.tagline"),
        "lang": say.language,
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f5efe3",
        "theme_color": "#1d5142",
        "icons": [icon],
    }
    return Response(msgspec.json.encode(content), media_type="application/manifest+json")


@page("/worker.js", words=True)
def service_worker(request: Request) -> Response[bytes]:
    """Return the script of the service worker.

    Its URL is at the root of the server, because a worker only controls pages below the path of its own script. The
    script contains the version of the static files, so that browsers install a new worker when a static file changes.
    """
    text = (STATIC_FILES / "worker.js").read_text(encoding="utf-8").replace("{version}", static_version())
    return Response(text.encode(), media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@page("/favicon.ico", words=True)
def favicon(request: Request) -> Response[bytes]:
    """Return the icon of the site. Some browsers request /favicon.ico even if no page refers to it."""
    return Response((STATIC_FILES / "icon.svg").read_bytes(), media_type="image/svg+xml")


def problem_page(request: Request, status: int, name: str, text: str, detail: str = "") -> Response[bytes]:
    """Return the error page for a problem.

    status  the HTTP status
    name    the name of the problem
    text    a sentence that describes the problem
    detail  the offending value; "" if there is nothing to show
    """
    return render_page(
        request,
        "problem.html",
        status=status,
        name=name,
        text=text,
        detail=detail,
        typed_code=_typed_code(request),
        max_typed=_MAX_TYPED,
    )


def _typed_code(request: Request) -> str:
    """Return the game code as it was typed into the form or the address, cut to the length of the field."""
    path = request.scope["path"]
    if path == "/join":
        return request.query_params.get("code", "")[:_MAX_TYPED]
    folders = tuple(f"/{kind.PAGES}/" for kind in services_of(request).games.kinds)
    return path.split("/")[2][:_MAX_TYPED] if path.startswith(folders) else ""


def routes(kinds: tuple[type[AnyGame], ...]) -> list[Any]:
    """Return the routes of all pages, including the pages of games of *kinds*."""
    return [
        *(home, join, about, offline, manifest, service_worker, favicon, api_page, static_file),
        *(verdict_page, family_picture, learn_page, rules_page, rules_picture),
        *(judge_page, table_verdict, looked_up),
        *(route for kind in kinds for route in page_routes(kind)),
    ]
