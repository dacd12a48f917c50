"""The history page of a game: its story, the score sheet, and all events; printed, a page for each manche.

Start reading at ``history_page``.
"""

from __future__ import annotations

import asyncio

from litestar import Response

from ...games.belettre.analysis import MancheAnalysis
from ...games.belettre.seats import SEATS
from ...referee.analysis import analysis_lines
from ...referee.names import with_players
from ..edge.request_context import catalogue_of, may_change, seat_of
from ..services import Request, services_of
from ..tables.analyses import SlowError
from ..tables.registry import parse_code
from ..tables.snapshot import game_history
from .game_fragment import team_names
from .manche_card import manche_points
from .places import short_name
from .render import local_day, page, render_page
from .story import story_view

#: How long the page waits for what was possible in a manche, in seconds. Later it is there at once.
_PATIENCE = 1.0


@page("/g/{code:str}/history")
async def history_page(request: Request) -> Response[bytes]:
    """Return the history page: all events of a game by manche and pli, the score sheet, and what was possible."""
    code = parse_code(request.path_params["code"])
    try:
        analyses = (await services_of(request).analyst.analyse(code, _PATIENCE)).manches
    except SlowError:
        analyses = []
    return await asyncio.to_thread(_render, request, code, analyses)


def _render(request: Request, code: str, analyses: list[MancheAnalysis]) -> Response[bytes]:
    say, lexicon = catalogue_of(request), services_of(request).games.lexicon
    with services_of(request).games.open_game(code) as game:
        teams = team_names(game, say)
        naming = with_players(say, game.journal.players)
        return render_page(
            request,
            "history.html",
            code=code,
            number=game.number,
            version=game.version,
            manches=game_history(game, say, lexicon, seat_of(request, game)),
            first_pli=game.partie.setup.before + 1,
            players=[short_name(place, game, say) for place in SEATS],
            teams=teams,
            points=game.partie.points,
            start_points=game.partie.setup.points,
            over=game.partie.over,
            record=(game.seat is None and may_change(request, game)) or game.partie.over,
            story=story_view(game, say, teams),
            sums={one.number: one.teams for one in manche_points(game)},
            possible={one.number: list(analysis_lines(one, naming))[1:] for one in analyses},
            day=local_day(game.created),
            edition=game.journal.record().lexicon.get("edition", ""),
        )


ROUTES = [history_page]
