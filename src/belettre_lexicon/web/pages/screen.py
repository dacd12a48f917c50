"""The screen for everybody: a page for a television or laptop that shows a game to the whole room.

It shows what a guest may see, whatever rights its device has, and nothing on it can be tapped. The part that changes
with the game is a fragment of HTML, rendered once for all screens with the same language and cached until the game
changes, as that of the game page is (``game``). Start reading at ``screen_page``.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response

from ...games.belettre.events import PartieEnded
from ...games.belettre.state import LAY
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.game import event_text
from ...referee.names import with_players
from ..edge.request_context import catalogue_of
from ..live.live import DeviceView, Follower
from ..services import Request, Services, services_of
from ..tables.registry import PRACTICE, Game, parse_code
from ..tables.snapshot import Snapshot, current_snapshot
from .band import drawn_size, told_lines, verdict_band
from .game import state_answer
from .game_fragment import card_macros, team_names, word_due
from .places import finished_strip, table_places
from .render import page, render_page, render_template


@page("/g/{code:str}/screen")
def screen_page(request: Request) -> Response[bytes]:
    """Return the screen of a game of Belettre."""
    services, code = services_of(request), parse_code(request.path_params["code"])
    with services.games.open_game(code) as game:
        state = _state(request, game)
    return render_page(
        request,
        "screen.html",
        code=code,
        state=state,
    )


@page("/g/{code:str}/screen/live")
async def live_screen(request: Request) -> Follower:
    """Stream the state of a game to its screens as server-sent events. Raises UnknownGameError if there is no game."""
    code, services, say = parse_code(request.path_params["code"]), services_of(request), catalogue_of(request)

    def check_kind() -> None:
        with services.games.open_game(code):
            pass

    await asyncio.to_thread(check_kind)

    def render(game: Game) -> bytes:
        return msgspec.json.encode(_current_state(game, say, services))

    return services.hub.stream(code, DeviceView(("screen", say.language), render, ()))


@page("/g/{code:str}/screen/state")
def current_screen(request: Request) -> Response[bytes]:
    """Return the current state of a game as JSON, for a screen without a live connection (``game.current_state``)."""
    with services_of(request).games.open_game(parse_code(request.path_params["code"])) as game:
        return state_answer(request, game, _state)


def screen_state(game: Game, say: Catalogue, lexicon: Lexicon, *, guests: bool) -> dict[str, Any]:
    """Return the state of a game for the script of the screen: its HTML fragment, and what updates the rest.

    *guests* says whether other devices can follow the game, so that the screen shows the QR code of its page.

    The keys of the result are those of ``game_fragment.page_state`` that the script needs: number, version, html,
    clock, said and title.
    """
    snapshot, ended = current_snapshot(game, say, lexicon), _ending(game)
    band = verdict_band(game, snapshot, say)
    html = render_template(
        "_screen.html",
        say,
        snapshot=snapshot,
        guests=guests,
        places=table_places(game, snapshot, say, lexicon, None),
        belettres={player.seat: player.belettre for player in snapshot.players},
        finished=finished_strip(game, snapshot, say),
        ending=event_text(ended, with_players(say, game.journal.players)) if ended else "",
        winner=ended.winner.index if ended and ended.winner is not None else None,
        band=band,
        word_due=word_due(game),
        lines=_lines(snapshot),
        teams=team_names(game, say),
        cards=card_macros(say),
        drawn_size=drawn_size,
    )
    return {
        "number": snapshot.number,
        "version": snapshot.version,
        "html": html,
        "clock": snapshot.awaits == LAY and snapshot.kind != PRACTICE,
        "said": " ".join(event.text for event in snapshot.last),
        "title": snapshot.awaits_text,
    }


def _ending(game: Game) -> PartieEnded | None:
    """Return the event with the winner and the points of a game that is over; None before."""
    if not game.partie.over:
        return None
    return next(event for event in reversed(game.partie.log) if isinstance(event, PartieEnded))


def _lines(snapshot: Snapshot) -> list[str]:
    """Return the sentences about the last entry that stand below the verdict, without the winner."""
    told = told_lines(snapshot)
    ending = {line for event in snapshot.last if event.kind == "over" for line in event.text.splitlines()}
    return [line for line in (*told.lines, *told.manche) if line not in ending]


def _state(request: Request, game: Game) -> dict[str, Any]:
    """Return the state of a game for the screen that sent a request. The game must be locked."""
    return _current_state(game, catalogue_of(request), services_of(request))


def _current_state(game: Game, say: Catalogue, services: Services) -> dict[str, Any]:
    """Return the result of ``screen_state``, from the cache if possible, with the current value of ``elapsed``.

    The game must be locked.
    """
    key = ("screen", say.language)
    if key not in game.rendered:
        game.rendered[key] = screen_state(game, say, services.games.lexicon, guests=services.settings.shared)
    return {**game.rendered[key], "elapsed": game.elapsed}


ROUTES = [screen_page, live_screen, current_screen]
