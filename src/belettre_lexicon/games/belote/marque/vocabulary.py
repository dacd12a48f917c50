"""The words that may be typed on a score sheet, in French and in English; both are always understood.

Front-ends that have to start quickly import this module and ``names``: seats and teams are indexes here, 0 to 3 in
playing order, 0 and 1.
"""

from __future__ import annotations

import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    #: What a line asks for that begins with a word, not with who took.
    SheetVerb = Literal[
        "pass", "undo", "redo", "correct", "show", "needs", "help", "rules", "players", "dealer", "quit"
    ]

#: The first words of lines. The first of each language is the one that help pages and completions show.
VERBS: dict[SheetVerb, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "pass": (("passe", "personne"), ("pass", "passed", "nobody")),
    "undo": (("annuler", "annule", "retour"), ("undo", "back")),
    "redo": (("refaire", "refais"), ("redo",)),
    "correct": (("corrige", "corriger"), ("correct", "fix")),
    "show": (("marque", "feuille", "score", "points"), ("sheet", "show")),
    "needs": (("fin",), ("end", "needs")),
    "help": (("aide", "?"), ("help",)),
    "rules": (("règles", "règle"), ("rules",)),
    "players": (("joueurs", "noms"), ("players", "names")),
    "dealer": (("donneur",), ("dealer",)),
    "quit": (("quitter", "quitte"), ("quit", "exit")),
}
#: Words of a deal, after who took. *FILLERS* mean nothing: « Ana prend à cœur : 92 points ».
CAPOT = frozenset({"capot"})
RENONCE = frozenset({"renonce", "revoke"})
REBELOTE = "rebelote"
BELOTE_WORDS = frozenset({"belote", REBELOTE})
ANNONCES = frozenset({"annonces", "annonce", "melds", "meld", "declarations"})
_FRENCH_FILLERS = ("prend", "prends", "pris", "a", "en", "fait", "et", "avec", "de", "points", "point", "pts")
_ENGLISH_FILLERS = ("takes", "took", "at", "in", "makes", "made", "and", "with", "of")
#: What is typed or pasted for a hyphen: its other form, the dashes, the minus sign.
DASHES = "\u2010\u2013\u2014\u2212"
FILLERS = frozenset({*_FRENCH_FILLERS, *_ENGLISH_FILLERS, "+", ":", "·", "-", "/", *DASHES})
#: Words for annonces, and what they are worth; None for a tierce, whose value is an option (BN2).
ANNONCE_POINTS: dict[str, int | None] = {"tierce": None, "cinquante": 50, "fifty": 50, "cent": 100, "hundred": 100}
#: The index of each team and seat by the words for it.
TEAM_WORDS = dict.fromkeys(("nous", "us", "we"), 0) | dict.fromkeys(("eux", "elles", "them", "they"), 1)
SEAT_WORDS = {
    word: index
    for words in (("sud", "est", "nord", "ouest"), ("south", "east", "north", "west"))
    for index, word in enumerate(words)
}
#: The short names of the seats, understood where no player has a name.
SEAT_LETTERS = {letter: index for letters in ("seno", "senw") for index, letter in enumerate(letters)}


def fold(text: str) -> str:
    """Return *text* in lower case, without accents, and with single spaces.

    >>> fold("  Chloé  Œillet")
    'chloe oeillet'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


#: The verb of each first word.
VERB_OF: dict[str, SheetVerb] = {
    fold(word): verb for verb, languages in VERBS.items() for words in languages for word in words
}
_RESERVED = frozenset(
    {*VERB_OF, *CAPOT, *RENONCE, *BELOTE_WORDS, *ANNONCES, *FILLERS, *ANNONCE_POINTS, *TEAM_WORDS, *SEAT_WORDS}
)


def is_reserved(folded: str) -> bool:
    """Return whether a folded name would be taken for a word of the sheet."""
    return folded in _RESERVED
