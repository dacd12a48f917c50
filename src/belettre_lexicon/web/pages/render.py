"""Floor 5. Pages from templates: one environment, the values that every page has, where the static files are.

Templates hold no sentence (they call ``say``), escape all values, and raise for a value that nobody gave. Start reading
at ``page``.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ...referee.catalogue import LANGUAGES, Catalogue
from ...referee.sentences import printable, verdict_head
from ..edge import request_context as device

_HERE = Path(__file__).parent
#: Where the files of ``static`` are.
STATIC_FILES = _HERE / "static"
#: What stands between two tags, and the spaces in it before signs that have one in French.
_TEXT, _LEFT = re.compile(r">[^<]+<"), re.compile(r" (?=[»:;!?])")
#: Cookie and ``data-theme`` of a device that chose a theme; others follow the system's.
THEMES = ("light", "dark")


@cache
def version() -> str:
    """The content of the static files in ten characters: part of their addresses, so that no browser shows old ones."""
    digest = hashlib.sha256()
    for path in sorted(STATIC_FILES.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:10]


class _Lasting(StaticFiles):
    """Files whose address has their version: a browser never asks for one twice."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def static_route() -> Mount:
    """The route of the static files."""
    return Mount(static_path(), _Lasting(directory=STATIC_FILES), name="static")


def static_path() -> str:
    """The beginning of their addresses: « /static/0a1b2c3d4e »."""
    return f"/static/{version()}"


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
    """A whole page in the language of the device."""
    language = device.language_of(request)
    values |= {
        "lexicon": device.tables_of(request).lexicon.identity,
        "other_language": _other_language(request, language),
        "theme": theme if (theme := request.cookies.get("theme")) in THEMES else "",
        "static": static_path(),
    }
    response = HTMLResponse(fragment(template, device.say_of(request), **values), status)
    response.headers["Vary"] = "Accept-Language, Cookie"
    if request.query_params.get("lang") == language:
        response.set_cookie("lang", language, max_age=device.KEEP_TOKEN, samesite="strict")
    return response


def fragment(template: str, say: Catalogue, **values: Any) -> str:
    """The text of a template; *say* is the catalogue that its sentences are of."""
    html = _environment().get_template(template).render(say=say, language=say.language, **values)
    return _TEXT.sub(_unbroken, html) if say.language == "fr" else html


def _unbroken(text: re.Match[str]) -> str:
    """French signs stay in the line of their word: « École » never ends in a line that begins with »."""
    return _LEFT.sub("\u00a0", text[0]).replace("« ", "«\u00a0")


def own_address(request: Request) -> str:
    """How other devices reach this server, else how this one did: « http://192.0.2.7:8000 »."""
    return device.settings_of(request).address or f"{request.url.scheme}://{request.url.netloc}"


def _other_language(request: Request, language: str) -> tuple[str, str]:
    """The language that the page is not in, and the address of the same page in it."""
    other = next(one for one in LANGUAGES if one != language)
    asked = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    path = request.url.path.lstrip("/")  # « //elsewhere » would be the address of another site
    return other, f"/{path}?{urlencode([*asked, ('lang', other)])}"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["printable"] = printable
    environment.globals["verdict_head"] = verdict_head
    return environment
