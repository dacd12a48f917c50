"""Renders templates and serves the static files: start reading at ``render_page``.

Templates contain no sentences: they call ``say`` with a message key. All values are escaped. It is an error if a
template uses a value that was not passed to it.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
import time
from collections.abc import Callable
from functools import cache
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.environment import TemplateModule
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from ...french.cards import CARDS
from ...french.letters import ALPHABET
from ...referee.catalogue import LANGUAGES, Catalogue
from ...referee.names import card_text
from ...referee.sentences import printable, verdict_head
from ..asgi import Scope, accepts_gzip
from ..edge.problems import ProblemError
from ..edge.request_context import COOKIE_LIFETIME, KEY, catalogue_of, language_of
from ..services import Request, services_of

_HERE = Path(__file__).parent
#: The folder of the static files.
STATIC_FILES = _HERE / "static"
#: A space of a text in HTML, not of an attribute, before one of the marks ``» : ; ! ?`` or after ``«``. The text ends
#: with a tag; values are escaped, so that every ``<`` and ``>`` belongs to a tag.
_SPACE_AT_MARK = re.compile(r" (?:(?=[»:;!?])|(?<=« ))(?=[^<>]*<)")
#: The steps in which long words are drawn smaller, by their number of letters.
_SIZES = (8, 11, 14, 18, 22, 26)
#: The values of the cookie ``theme`` and of the attribute ``data-theme``. A page without them uses the system's theme.
THEMES = ("light", "dark")


@cache
def _static_files() -> dict[str, bytes]:
    """Return the contents of the static files by their names, in the order of the names."""
    return {path.name: path.read_bytes() for path in sorted(STATIC_FILES.iterdir())}


@cache
def _packed(name: str) -> bytes:
    """Return the content of a static file, compressed with gzip; b"" if that is not shorter, as of a typeface."""
    content = _static_files()[name]
    packed = gzip.compress(content, mtime=0)
    return packed if len(packed) < len(content) else b""


@cache
def static_version() -> str:
    """Return a hash of the static files, as ten hexadecimal digits.

    The hash is part of the URLs of the static files, so that browsers never use outdated files.
    """
    digest = hashlib.sha256()
    for name, content in _static_files().items():
        digest.update(name.encode() + content)
    return digest.hexdigest()[:10]


def static_path() -> str:
    """Return the URL path of the static files, such as ``/static/0a1b2c3d4e``."""
    return f"/static/{static_version()}"


def page(
    *paths: str, method: Literal["GET", "POST"] = "GET", words: bool = False
) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
    """Return a decorator that turns a function that takes a ``Request`` into a Litestar handler.

    paths   the paths of the handler, as Litestar writes them
    method  the HTTP method
    words   whether it needs the lexicon only, so that it runs apart from what waits for the database (``workers``)

    Coroutine functions run on the event loop, other functions in a thread of ``Services``. (Litestar 2.25 would wrap a
    plain function of two paths twice, and answer neither.)
    """

    def decorate(run: Callable[..., Any]) -> HTTPRouteHandler:
        is_coroutine = iscoroutinefunction(run)

        async def answer(request: Request) -> ASGIApp:
            services = services_of(request)
            workers = services.for_words if words else services.for_games
            response: ASGIApp = await (run(request) if is_coroutine else workers.run(run, request))
            return response

        return HTTPRouteHandler([*paths], http_method=method, status_code=200)(answer)

    return decorate


@page(f"{static_path()}/{{name:str}}")
async def static_file(request: Request) -> Response[bytes]:
    """Return a static file, compressed if the browser accepts that: a network of phones has no proxy that does it.

    Browsers may keep it for a year, because its URL changes with the content of the files.
    """
    name = request.path_params["name"]
    content = _static_files().get(name)
    if content is None:
        raise ProblemError("path")
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    if accepts_gzip(cast(Scope, request.scope)) and _packed(name):
        content, headers["Content-Encoding"] = _packed(name), "gzip"
    return Response(content, media_type=mimetypes.guess_type(name)[0], headers=headers)


def render_page(
    request: Request, template: str, *, status: int = 200, folder: Path | None = None, **values: Any
) -> Response[bytes]:
    """Render a whole page in the language of the request and return it as a response.

    *folder* is the folder of the template; None for a template of this package (``render_template``).
    *values* are passed to the template, together with the values that every page needs. If the URL selects a language
    with ``lang``, the response stores that language in a cookie.
    """
    language = language_of(request)
    values |= {
        "lexicon": services_of(request).games.lexicon.identity,
        "other_language": _other_language(request, language),
        "theme": theme if (theme := request.cookies.get("theme")) in THEMES else "",
        "static": static_path(),
    }
    html = render_template(template, catalogue_of(request), folder=folder, **values).encode()
    response = Response(html, status_code=status, media_type="text/html", headers={"Vary": "Accept-Language, Cookie"})
    if request.query_params.get("lang") == language:
        response.set_cookie("lang", language, max_age=COOKIE_LIFETIME, samesite="strict")
    return response


def render_template(template: str, say: Catalogue, *, folder: Path | None = None, **values: Any) -> str:
    """Render a template with the sentences of *say*, and return the HTML.

    *folder* is the folder of the templates of a kind of game, which may use those of this package; None if the template
    is one of this package.
    """
    html = _environment(folder).get_template(template).render(say=say, language=say.language, **values)
    # French writes spaces beside these marks, and a browser must not break a line there.
    return _SPACE_AT_MARK.sub("\u00a0", html) if say.language == "fr" else html


def make_macros(template: str, say: Catalogue, **values: Any) -> TemplateModule:
    """Return the macros of a template as a module object. They can use the sentences of *say* and the *values*.

    A template that imports macros « with context » creates them again each time it is rendered. This takes as long as
    rendering everything that they draw.
    """
    return _environment().get_template(template).make_module({"say": say, **values})


@cache
def names_of_cards(say: Catalogue) -> dict[str, str]:
    """Return the names of all cards and backs by their texts, in the language of a catalogue."""
    return {text: card_text(card, say) for text, card in CARDS.items()}


@cache
def card_macros(say: Catalogue) -> TemplateModule:
    """Return the template macros that draw cards, in the language of a catalogue."""
    return make_macros("_cards.html", say, names_of_cards=names_of_cards(say), letters=ALPHABET)


def drawn_size(word: str) -> int:
    """Return the size in which a word is drawn, given as the number of letters that fit: 8, 11, 14, 18, 22 or 26."""
    return next((step for step in _SIZES if len(word) <= step), _SIZES[-1])


def _other_language(request: Request, language: str) -> tuple[str, str]:
    """Return the language other than *language* ("fr" or "en"), and the URL of the same page in that language."""
    other = next(candidate for candidate in LANGUAGES if candidate != language)
    parameters = [(name, value) for name, value in request.query_params.items() if name not in ("lang", KEY)]
    path = request.scope["path"].lstrip("/")  # a path that begins with « // » would lead to another site
    return other, f"/{path}?{urlencode([*parameters, ('lang', other)])}"


@cache
def _environment(folder: Path | None = None) -> Environment:
    """Return the Jinja environment that all templates share, or that of the templates in another folder."""
    environment = Environment(
        loader=FileSystemLoader([*([folder] if folder is not None else []), _HERE / "templates"]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["printable"] = printable
    environment.globals["verdict_head"] = verdict_head
    return environment


def local_day(moment: float) -> str:
    """Return the local date of a time given in seconds since 1970, in the format 2026-11-22."""
    return time.strftime("%Y-%m-%d", time.localtime(moment))
