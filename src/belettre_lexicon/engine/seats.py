"""Floor 3. The four seats of Belettre in playing order, and the two teams: partners sit opposite (D4)."""

from __future__ import annotations

from ..game.places import Partnership, Place, in_order

__all__ = ["MAX_PLAYER_NAME", "SEATS", "TEAMS", "Seat", "Team", "in_order"]

#: Characters in a player's name at most, in records and on every screen.
MAX_PLAYER_NAME = 40


class Team(Partnership):
    """Two seats that play together; ``index`` is the team's place in a pair of scores."""

    PONANTAIS_LEVANTIN = "PON+LEV"
    SEPTENTRIONAL_MERIDIONAL = "SEP+MER"


class Seat(Place, teams=Team):
    """West, North, East, South. The value is the short name used in notations, ``index`` the place in playing order.

    >>> Seat.of("MER") is Seat.of("Méridional") is Seat.MERIDIONAL
    True
    >>> Seat.MERIDIONAL.next, Seat.MERIDIONAL.partner.team is Seat.MERIDIONAL.team
    (<Seat.PONANTAIS: 'PON'>, True)
    """

    PONANTAIS = "PON"
    SEPTENTRIONAL = "SEP"
    LEVANTIN = "LEV"
    MERIDIONAL = "MER"

    team: Team


SEATS = tuple(Seat)
TEAMS = tuple(Team)
