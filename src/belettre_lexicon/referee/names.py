"""The names that players use for seats, teams, cards and points: « le Ponantais », « la majuscule F ».

To keep the start of ``belettre find`` quick, this module imports the cards and the engine for type annotations only.
"""

from __future__ import annotations

from .catalogue import Catalogue
from .sentences import items_text, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..french.cards import Card
    from ..games.belettre.seats import Seat, Team


def seat_text(seat: Seat, say: Catalogue) -> str:
    """Return the name of a seat with its article: « le Ponantais »; its player's name if *say* has it."""
    return say(f"seats.{seat.name.lower()}")


def with_players(say: Catalogue, players: Mapping[Seat, str], you: Seat | None = None) -> Catalogue:
    """Return a catalogue whose sentences call players by name: « Chloé joue. » instead of « Le Levantin joue. »

    *players* maps seats to the names of the players. Seats that are missing keep their own names, and so do seats whose
    players have the same name (upper case and extra spaces are ignored). Teams are called by their players too, in
    seating order, if at least one of the two has a name: « l'équipe Ana et Chloé ».

    *you* is the seat of the only reader, who is called « vous », as is their team: « votre équipe ». Sentences whose
    verb agrees with that player have another key (``addressed``).
    """
    names = [" ".join(name.split()).casefold() for name in players.values()]
    named = {
        seat: printable(name) for seat, name in players.items() if names.count(" ".join(name.split()).casefold()) == 1
    }
    if you is not None:
        named[you] = say("you.seat")
    say = say.with_messages({f"seats.{seat.name.lower()}": name for seat, name in named.items()})
    teams: dict[str, str] = {}
    for seat in named:
        pair = sorted((seat, seat.partner), key=lambda one: one.index)
        together = items_text([seat_text(one, say) for one in pair], say)
        key = f"teams.{seat.team.name.lower()}"
        ours = you is not None and seat.team is you.team
        teams |= {key: say("you.team" if ours else "teams.named", players=together), f"{key}_heading": together}
    return say.with_messages(teams)


def addressed(key: str, say: Catalogue, seat: Seat | None, you: Seat | None) -> str:
    """Return the key of a sentence about the player at *seat*: that of « vous jouez » if *seat* is *you*, the reader's.

    Only sentences whose verb agrees with the player have a second key, which ends in ``_you``.
    """
    theirs = f"{key}_you"
    return theirs if you is not None and seat is you and theirs in say else key


def seats_text(seats: Iterable[Seat], say: Catalogue) -> str:
    """Return the names of several seats, in the given order: « le Levantin, le Ponantais »."""
    return ", ".join(seat_text(seat, say) for seat in seats)


def team_text(team: Team, say: Catalogue) -> str:
    """Return the name of a team in a sentence: « l'équipe Ponantais-Levantin », « l'équipe Ana et Chloé ».

    Grammatically, the name is singular in both languages, even if it consists of the names of two players.
    """
    return say(f"teams.{team.name.lower()}")


def team_heading(team: Team, say: Catalogue) -> str:
    """Return the name of a team in front of its points: its players, « Ana et Chloé », if *say* has their names."""
    return say(f"teams.{team.name.lower()}_heading")


def card_text(card: Card, say: Catalogue, letter: str = "") -> str:
    """Return the name of a card with its article: « la majuscule F », « le joker »; « une minuscule » for its back.

    *letter* is the letter that a JOKER stands for (J3): « le JOKER (K) ». Pass "" for any other card.
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
    """Return the cards on the table as text, the majuscule first; « Sans carte » if there are no cards.

    initial  the letter of the majuscule; None if there is no majuscule
    letters  the minuscules, with ``?`` for a joker; commas are ignored

    >>> cards_text("f", "le?", Catalogue.load("fr"))
    'F + l, e, joker'
    """
    cards = ", ".join(say("find.joker") if c == "?" else printable(c) for c in letters.lower() if c != ",")
    return " + ".join(filter(None, [printable(initial or "").upper(), cards])) or say("find.no_cards")


def points_text(points: int, say: Catalogue) -> str:
    """Return a number of points with its unit: « 0 point », « 1 point », « 12 points »."""
    return say(f"points.{ {0: 'none', 1: 'one'}.get(points, 'many') }", points=points)


def capital(text: str) -> str:
    """Return *text* with its first letter in upper case."""
    return text[:1].upper() + text[1:]
