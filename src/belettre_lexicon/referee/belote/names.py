"""The catalogue of Belote, and the names of seats, players and teams in its sentences.

The parameter ``say`` is always the catalogue that ``load_belote`` returns. A player is called by name, or by the seat
if the name is not known. This module is imported by commands that must start quickly.
"""

from __future__ import annotations

from ..catalogue import Catalogue, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.options import Option
    from ...games.belote.cards import Card
    from ...games.belote.seats import Seat, Team

#: The ranks that have another letter in English.
_RANKS = {"V": "valet", "D": "dame", "R": "roi"}
#: Options that are off by default and are not mentioned if they are off.
SILENT = frozenset(
    {"jack_forces", "king_first", "ballotage", "exact_end", "capot_scores_annonces", "capot_asked", "clockwise"}
    | {"generale", "generale_leads", "volley", "coinche_ends", "must_beat", "moderne", "belote_hidden", "shown"}
    | {"blind", "chien_open", "exchanges"}
)


def load_belote(language: str) -> Catalogue:
    """Return the sentences of Belote in *language*, which must be one of ``LANGUAGES``.

    Raises ArgumentError if the language is unknown, and LexiconError if the sentences were not built or are damaged.

    >>> load_belote("fr")("seats.sud")
    'Sud'
    """
    return Catalogue.load(language, "belote")


def card_text(card: Card, say: Catalogue) -> str:
    """Return a card as players who speak the language of *say* write it: « V♥ », in English « J♥ »."""
    return f"{say(f'names.{_RANKS[card.rank]}') if card.rank in _RANKS else card.rank}{card.suit}"


def player_text(seat: Seat, players: Sequence[str], say: Catalogue) -> str:
    """Return the name of a player, or of the seat if the player has none.

    players  the four names in playing order, "" for a player without one
    """
    return printable(players[seat.index]) or say(f"seats.{seat.name.lower()}")


def side_text(team: Team, say: Catalogue) -> str:
    """Return the word for a team that heads its column on a score sheet (BR7): « nous » (N+S) or « eux » (E+O)."""
    return say(f"teams.{team.name.lower()}")


def capital(text: str) -> str:
    """Return *text* with its first letter in upper case, for the start of a sentence; other letters are unchanged."""
    return text[:1].upper() + text[1:]


def choice_text(option: Option, value: object, say: Catalogue) -> str:
    """Return what a table has chosen, « à la dizaine », or only that it has, for a number that stands there anyway."""
    return say("marque.choice" if type(value) is int else clause_key(option, value), value=value)


def clause_key(option: Option, value: object) -> str:
    """Return the key of the clause of a value. One clause serves all numbers, and one all switches that are on."""
    key = f"table_rules.{option.name}"
    if type(value) is int or option.name in SILENT:
        return key
    return f"{key}_{('no', 'yes')[value] if isinstance(value, bool) else value}"
