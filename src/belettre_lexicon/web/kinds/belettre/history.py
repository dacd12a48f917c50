"""The history page of a game: its story, the score sheet, and all events; printed, a page for each manche.

Start reading at ``history_page``.
"""

from __future__ import annotations

import asyncio

from litestar import Response

from ....games.belettre.analysis import MancheAnalysis
from ....games.belettre.seats import SEATS
from ....referee.analysis import analysis_lines
from ...edge.request_context import viewer_of
from ...pages.render import local_day, render_page
from ...pages.table import code_of
from ...services import Request, services_of
from ...slow_tasks import BusyError
from ...tables.kind import catalogue
from .analyses import analyses_of
from .fragment import team_names
from .game import BelettreGame
from .places import short_name
from .snapshot import game_history, naming
from .story import manche_points, story_view

#: How long the page waits for what was possible in a manche, in seconds. Later it is there at once.
_PATIENCE = 1.0


async def history_page(request: Request) -> Response[bytes]:
    """Return the history page: all events of a game by manche and pli, the score sheet, and what was possible."""
    code = code_of(request)
    try:
        analyses = (await analyses_of(services_of(request), code, _PATIENCE)).manches
    except BusyError:
        analyses = []
    return await asyncio.to_thread(_render, request, code, analyses)


def _render(request: Request, code: str, analyses: list[MancheAnalysis]) -> Response[bytes]:
    with services_of(request).games.open_game(code, BelettreGame) as game:
        viewer = viewer_of(request, game)
        say, naming_say = catalogue(viewer.language), naming(game, viewer.language)
        teams = team_names(game, say)
        return render_page(
            request,
            "history.html",
            code=code,
            number=game.number,
            version=game.version,
            manches=game_history(game, viewer),
            first_pli=game.partie.setup.before + 1,
            players=[short_name(place, game, say) for place in SEATS],
            teams=teams,
            points=game.partie.points,
            start_points=game.partie.setup.points,
            over=game.over,
            record=(game.seat is None and viewer.may) or game.over,
            story=story_view(game, say, teams),
            sums={one.number: one.teams for one in manche_points(game)},
            possible={one.number: list(analysis_lines(one, naming_say))[1:] for one in analyses},
            day=local_day(game.created),
            edition=game.journal.record().lexicon.get("edition", ""),
        )
