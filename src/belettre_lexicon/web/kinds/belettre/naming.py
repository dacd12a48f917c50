"""How a device calls the players of a game: by their names, by their seats, and « vous » the one who reads it.

In a practice game, sentences address the human player, on their own device and on the screen. In a game with real cards
several people read the same device, so that nobody is « vous ». Start reading at ``naming``.
"""

from __future__ import annotations

from ....games.belettre.seats import SEATS, Seat
from ....referee.catalogue import Catalogue
from ....referee.names import capital, seat_text, with_players
from ...tables.kind import catalogue
from ...tables.loaded_game import Viewer
from .game import BelettreGame


def reader_of(game: BelettreGame, viewer: Viewer) -> Seat | None:
    """Return the seat whose player a device calls « vous »: that of the human player of a practice game.

    This is so on the human player's own device, and on a device whose ``Viewer`` says so. Otherwise return None.
    """
    if game.practice is None:
        return None
    return game.practice.person if viewer.seat is not None else viewer.reader


def naming(game: BelettreGame, viewer: Viewer) -> Catalogue:
    """Return the catalogue of a device, whose sentences call the players by their names, and the reader « vous »."""
    return with_players(catalogue(viewer.language), game.journal.players, reader_of(game, viewer))


def name_for(game: BelettreGame, seat: Seat, viewer: Viewer) -> str:
    """Return the name of the player at a seat as a device shows it on its own: « Vous » for the reader."""
    if seat is reader_of(game, viewer):
        return catalogue(viewer.language)("practice.you")
    return game.seat_name(seat, viewer.language)


def player_text(seat: Seat, game: BelettreGame, say: Catalogue, reader: Seat | None = None) -> str:
    """Return the name of the player at a seat, or the name of the seat if they have none; « Vous » for *reader*.

    Unlike that of ``name_for``, the name of a seat has its article.
    """
    if seat is reader:
        return say("practice.you")
    return game.journal.players.get(seat) or capital(seat_text(seat, say))


def bots_of(game: BelettreGame) -> frozenset[Seat]:
    """Return the seats of the bots of a practice game, whose names pages mark; none in a game with real cards."""
    return frozenset(SEATS) - {game.seat} if game.practice is not None else frozenset()
