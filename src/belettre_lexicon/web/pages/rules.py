"""The pages with the rules of the games: ``/rules/belettre`` and ``/rules/belote``, with an anchor for each rule.

Their texts are made by the build (``referee.rule_pages``).
"""

from __future__ import annotations

from litestar import Response

from ...referee.rule_pages import GAMES, load_pictures, load_rules
from ..edge.problems import ProblemError
from ..edge.request_context import language_of
from ..services import Request
from .lessons import learn_catalogue
from .render import page, render_page


@page("/rules/{game:str}", words=True)
def rules_page(request: Request) -> Response[bytes]:
    """Return the rules of a game in the language of the request. Raises ProblemError for an unknown game."""
    game, language = request.path_params["game"], language_of(request)
    if game not in GAMES:
        raise ProblemError("path")
    tell, html = learn_catalogue(language), load_rules(game, language)
    return render_page(request, "rules.html", tell=tell, game=game, html=html)


@page("/rules/pictures/{name:str}", words=True)
def rules_picture(request: Request) -> Response[bytes]:
    """Return a picture of the rules (SVG). Raises ProblemError for an unknown one."""
    picture = load_pictures().get(request.path_params["name"])
    if picture is None:
        raise ProblemError("path")
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})
