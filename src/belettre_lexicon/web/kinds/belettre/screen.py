"""The screen for everybody: a page for a television or laptop that shows a game to the whole room.

It shows what a guest may see, whatever rights its device has, and nothing on it can be tapped. The part that changes
with the game is a fragment of HTML, rendered once for all screens with the same language and cached until the game
changes, as that of the game page is (``pages.table``). Start reading at ``screen_state``.
"""

from __future__ import annotations

from typing import Any

from ....games.belettre.events import PartieEnded
from ....games.belettre.state import LAY
from ....referee.game import event_text
from ...pages.render import render_template
from ...services import Services
from ...tables.kind import catalogue
from ...tables.loaded_game import Viewer
from .band import drawn_size, told_lines, verdict_band
from .fragment import card_macros, team_names, word_due
from .game import PRACTICE, BelettreGame
from .places import finished_strip, table_places
from .snapshot import Snapshot, naming


def screen_state(game: BelettreGame, viewer: Viewer, services: Services) -> dict[str, Any]:
    """Return the state of a game for the script of the screen: its HTML fragment, and what updates the rest.

    The keys of the result are those of ``fragment.page_state`` that the script needs: number, version, html, clock,
    said, title, and the current value of ``elapsed``. The game must be locked.
    """
    guests = services.settings.shared
    state = game.cached(("screen", viewer), lambda: render_screen(game, viewer, guests=guests))
    return {**state, "elapsed": game.elapsed}


def render_screen(game: BelettreGame, viewer: Viewer, *, guests: bool) -> dict[str, Any]:
    """Return the state of the screen without ``elapsed``.

    *guests* says whether other devices can follow the game, so that the screen shows the QR code of its page.
    """
    say = catalogue(viewer.language)
    snapshot, ended = game.current_snapshot(viewer), _ending(game)
    band = verdict_band(game, snapshot, say)
    html = render_template(
        "_screen.html",
        say,
        snapshot=snapshot,
        guests=guests,
        places=table_places(game, snapshot, viewer),
        belettres={player.seat: player.belettre for player in snapshot.players},
        finished=finished_strip(game, snapshot, say),
        ending=event_text(ended, naming(game, viewer.language)) if ended else "",
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


def _ending(game: BelettreGame) -> PartieEnded | None:
    """Return the event with the winner and the points of a game that is over; None before."""
    if not game.partie.over:
        return None
    return next(event for event in reversed(game.partie.log) if isinstance(event, PartieEnded))


def _lines(snapshot: Snapshot) -> list[str]:
    """Return the sentences about the last entry that stand below the verdict, without the winner."""
    told = told_lines(snapshot)
    ending = {line for event in snapshot.last if event.kind == "over" for line in event.text.splitlines()}
    return [line for line in (*told.lines, *told.manche) if line not in ending]
