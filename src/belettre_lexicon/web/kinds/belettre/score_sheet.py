"""Writes the score sheet of a game as CSV for spreadsheets: the points of each manche by team, then every pli.

The text begins with a byte order mark, because some spreadsheets misread accents without it. An apostrophe is put in
front of cells that a spreadsheet would interpret as a formula. Start reading at ``score_sheet``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from ....games.belettre.events import DIX_DE_DER, Dealt, MancheEnded, PliTaken
from ....games.belettre.pli import Laid
from ....games.belettre.seats import SEATS, TEAMS
from ....games.belettre.state import with_states
from ....referee.catalogue import Catalogue
from ....referee.names import capital, team_heading, with_players
from ....referee.sentences import printable
from .game import BelettreGame
from .snapshot import player_text

#: Characters that spreadsheets interpret as the beginning of a formula.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_MANCHE_COLUMNS = ("manche", "team", "plis", "belettres", "dix_de_der", "points")
_PLI_COLUMNS = ("manche", "pli", "opener", *("seat", "card", "word", "verdict") * 4, "taker", "points")


def score_sheet(game: BelettreGame, say: Catalogue) -> str:
    """Return the score sheet of a game as CSV text, with headings in the language of *say*."""
    say = with_players(say, game.journal.players)
    text = io.StringIO()
    text.write("\ufeff")  # byte order mark
    writer = csv.writer(text)
    for row in (*_manche_rows(game, say), (), *_pli_rows(game, say)):
        writer.writerow(map(_cell, row))
    return text.getvalue()


def _manche_rows(game: BelettreGame, say: Catalogue) -> Iterator[tuple[object, ...]]:
    """Yield the rows about manches: headings, starting points if any, two rows per finished manche, and totals.

    There is one row of starting points per team, but only if points were scored before the arbiter began to watch.
    """
    yield tuple(say(f"sheet.{column}") for column in _MANCHE_COLUMNS)
    if any(game.partie.setup.points):  # without this row the column would not add up to the total
        for team in TEAMS:
            yield say("sheet.begun"), capital(team_heading(team, say)), "", "", "", game.partie.setup.points[team.index]
    for event in game.partie.log:
        if isinstance(event, MancheEnded):
            for team in TEAMS:
                dix = DIX_DE_DER if event.dix_de_der is team else 0
                counts = event.plis[team.index], event.belettres[team.index], dix, event.points[team.index]
                yield event.number, capital(team_heading(team, say)), *counts
    for team in TEAMS:
        yield say("sheet.total"), capital(team_heading(team, say)), "", "", "", game.partie.points[team.index]


def _pli_rows(game: BelettreGame, say: Catalogue) -> Iterator[tuple[object, ...]]:
    """Yield the rows about plis: headings, then one row per finished pli.

    A row contains the opener, then the player, card, word and verdict of each move, then the taker and the points.
    """
    yield tuple(say(f"sheet.{column}") for column in _PLI_COLUMNS)
    names = {seat: player_text(seat, game, say) for seat in SEATS}
    manche = 0
    for before, event in with_states(game.partie.log, game.partie.setup):
        if isinstance(event, Dealt):
            manche = event.manche
        elif isinstance(event, PliTaken) and before is not None:
            cells = [
                cell
                for laid in before.manche.pli.laid
                for cell in (names[laid.seat], _card_text(laid), laid.word, _verdict_text(laid, say))
            ]
            yield manche, event.number, names[before.manche.pli.opener], *cells, names[event.seat], event.points


def _card_text(laid: Laid) -> str:
    """Return the text of a card. The JOKER is followed by the letter that its player named: "JOKER=K"."""
    return f"{laid.card.text}={laid.letter.upper()}" if laid.letter else laid.card.text


def _verdict_text(laid: Laid, say: Catalogue) -> str:
    return say("sheet.down" if laid.word is None else "sheet.valid" if laid.up else "sheet.refused")


def _cell(value: object) -> object:
    """Return a value as a cell. In texts, escape unprintable characters and prevent interpretation as a formula."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
