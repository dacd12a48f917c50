"""Floor 4. Cards as players write them: « F + l, e, joker »."""

from __future__ import annotations

from .catalogue import Catalogue
from .sentences import printable


def cards_text(initial: str | None, letters: str, say: Catalogue) -> str:
    """The cards on the table, the majuscule first; commas between *letters* are skipped.

    >>> cards_text("f", "le?", Catalogue.load("fr"))
    'F + l, e, joker'
    """
    cards = ", ".join(say("find.joker") if c == "?" else printable(c) for c in letters.lower() if c != ",")
    return " + ".join(filter(None, [printable(initial or "").upper(), cards])) or say("find.no_cards")
