"""Floor 4. Seats, teams, cards and points as players say them: « le Ponantais », « la majuscule F », « 1 point »."""

from __future__ import annotations

from .catalogue import Catalogue
from .sentences import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..cards import Card
    from ..engine.seats import Seat, Team


def seat_text(seat: Seat, say: Catalogue) -> str:
    """« le Ponantais »."""
    return say(f"seats.{seat.name.lower()}")


def with_players(say: Catalogue, players: Mapping[Seat, str]) -> Catalogue:
    """Sentences that call the players by their names where they have one that is nobody else's: « Chloé joue. »"""
    names = [" ".join(name.split()).casefold() for name in players.values()]
    return say.saying(
        {
            f"seats.{seat.name.lower()}": printable(name)
            for seat, name in players.items()
            if names.count(" ".join(name.split()).casefold()) == 1
        }
    )


def seats_text(seats: Iterable[Seat], say: Catalogue) -> str:
    """« le Levantin, le Ponantais », in the order given."""
    return ", ".join(seat_text(seat, say) for seat in seats)


def team_text(team: Team, say: Catalogue) -> str:
    """« l'équipe Ponantais-Levantin »."""
    return say(f"teams.{team.name.lower()}")


def card_text(card: Card, say: Catalogue, letter: str = "") -> str:
    """A card with its article: « la majuscule F », « le joker », « une minuscule » for a back.

    *letter* is what a JOKER was named (J3): « le JOKER (K) ».
    """
    if card.case is None:
        return say("cards.unseen")
    pack = "majuscule" if card.case.value == "maj" else "minuscule"
    if not card.known:
        return say(f"cards.{pack}_back")
    if not card.wild:
        return say(f"cards.{pack}", letter=card.text)
    if card.case.value == "min":
        return say("cards.joker")
    return say("cards.named", letter=letter.upper()) if letter else say("cards.wild_majuscule")


def cards_text(initial: str | None, letters: str, say: Catalogue) -> str:
    """The cards on the table, the majuscule first; commas between *letters* are skipped.

    >>> cards_text("f", "le?", Catalogue.load("fr"))
    'F + l, e, joker'
    """
    cards = ", ".join(say("find.joker") if c == "?" else printable(c) for c in letters.lower() if c != ",")
    return " + ".join(filter(None, [printable(initial or "").upper(), cards])) or say("find.no_cards")


def points_text(points: int, say: Catalogue) -> str:
    """« 0 point », « 1 point », « 12 points »."""
    return say(f"points.{ {0: 'none', 1: 'one'}.get(points, 'many') }", points=points)


def capital(text: str) -> str:
    """*text* with a capital at its start."""
    return text[:1].upper() + text[1:]
