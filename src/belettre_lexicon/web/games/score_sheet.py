"""Floor 5. The score sheet of a game for spreadsheets (CSV, UTF-8 with BOM): points by manche, then every pli.

A cell that a spreadsheet would take for a formula gets an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from ...cards import Card
from ...engine.events import DIX_DE_DER, Dealt, Event, MancheEnded, PliTaken
from ...engine.pli import Laid
from ...engine.seats import SEATS, TEAMS
from ...engine.state import State, with_states
from ...referee.catalogue import Catalogue
from ...referee.names import capital, team_text
from ...referee.sentences import printable
from .games import Game
from .snapshot import player_text

#: What spreadsheets take for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_COLUMNS_OF_MANCHES = ("manche", "team", "plis", "belettres", "dix_de_der", "points")
_COLUMNS_OF_PLIS = ("manche", "pli", "opener", *("seat", "card", "word", "verdict") * 4, "taker", "points")


def sheet(game: Game, say: Catalogue) -> str:
    """The sheet as text."""
    text = io.StringIO()
    text.write("\ufeff")  # else some spreadsheets read é as two signs
    writer = csv.writer(text)
    for row in (*_manches(game, say), (), *_plis(game, say)):
        writer.writerow(map(_cell, row))
    return text.getvalue()


def _manches(game: Game, say: Catalogue) -> Iterator[tuple[object, ...]]:
    yield tuple(say(f"sheet.{column}") for column in _COLUMNS_OF_MANCHES)
    if any(game.partie.setup.points):  # so that the points add up
        for team in TEAMS:
            yield say("sheet.begun"), capital(team_text(team, say)), "", "", "", game.partie.setup.points[team.index]
    for event in game.partie.log:
        if isinstance(event, MancheEnded):
            for team in TEAMS:
                dix = DIX_DE_DER if event.dix_de_der is team else 0
                counted = event.plis[team.index], event.belettres[team.index], dix, event.points[team.index]
                yield event.number, capital(team_text(team, say)), *counted
    for team in TEAMS:
        yield say("sheet.total"), capital(team_text(team, say)), "", "", "", game.partie.points[team.index]


def _plis(game: Game, say: Catalogue) -> Iterator[tuple[object, ...]]:
    yield tuple(say(f"sheet.{column}") for column in _COLUMNS_OF_PLIS)
    names = {seat: player_text(seat, game, say) for seat in SEATS}
    manche = 0
    for before, event in _taken(game):
        if isinstance(event, Dealt):
            manche = event.manche
        elif isinstance(event, PliTaken) and before is not None:
            laid = before.manche.pli.laid
            cells = [
                cell for one in laid for cell in (names[one.seat], _card(one.card, one), one.word, _verdict(one, say))
            ]
            yield manche, event.number, names[before.manche.pli.opener], *cells, names[event.seat], event.points


def _taken(game: Game) -> Iterator[tuple[State | None, Event]]:
    """Every event, and the state before it."""
    return with_states(game.partie.log, game.partie.setup)


def _card(card: Card, laid: Laid) -> str:
    return f"{card.text}={laid.letter.upper()}" if laid.letter else card.text


def _verdict(laid: Laid, say: Catalogue) -> str:
    return say("sheet.down" if laid.word is None else "sheet.valid" if laid.up else "sheet.refused")


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
