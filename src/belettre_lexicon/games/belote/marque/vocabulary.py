"""The words that may be typed on a score sheet, in French and in English, and the names of its players.

Both languages are always understood. Seats are given by their indexes, 0 to 3 in playing order (BD1), teams by 0 and 1.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal

from ..seats import MAX_PLAYER_NAME, PLAYERS

#: What a line asks for that begins with a word, not with who took.
SheetVerb = Literal[
    "pass", "undo", "redo", "correct", "show", "needs", "help", "rules", "players", "dealer", "quit", "misdeal",
    "penalty", "partie", "why",
]  # fmt: skip
#: Why names cannot be used: there are not as many as players; one is too long or without a letter; two are the same;
#: one is a word of the sheet.
NamesProblem = Literal["not_four_names", "not_a_name", "same_name", "reserved_name"]
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
    "misdeal": (("maldonne",), ("misdeal",)),
    "penalty": (("pénalité",), ("penalty",)),
    "why": (("pourquoi", "preuve"), ("why", "proof")),
    "partie": (("revanche", "nouvelle"), ("rematch", "new")),
}
#: Words of a deal, after who took. *FILLERS* mean nothing: « Ana prend à cœur : 92 points ».
CAPOT = frozenset({"capot"})
PARTIE = frozenset({"partie", "game"})
RENONCE = frozenset({"renonce", "revoke"})
FALLEN = frozenset({"dedans", "chute", "chutent", "rate", "down", "fallen", "missed"})
#: Words of a contract: it was made, doubled, doubled again; a bid for all plis by the bidder alone; and in the classic
#: game a capot that was asked for: « capot demandé ».
MADE = frozenset({"reussi", "reussie", "fait", "faits", "made"})
DOUBLED = frozenset({"coinche", "coinchee", "contre", "contree", "doubled"})
REDOUBLED = frozenset({"surcoinche", "surcoinchee", "surcontre", "surcontree", "redoubled"})
GENERALE = frozenset({"generale", "slam"})
ASKED = frozenset({"demande", "demandes", "asked", "bid"})
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
_SEATS = (
    ("sud", "est", "nord", "ouest", "cinq", "six"),
    ("south", "east", "north", "west", "five", "six"),
)
SEAT_WORDS = {word: index for words in _SEATS for index, word in enumerate(words)}
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
#: Every word with a meaning of its own on a sheet.
RESERVED = frozenset(
    {*VERB_OF, *CAPOT, *RENONCE, *FALLEN, *MADE, *DOUBLED, *REDOUBLED, *GENERALE, *ASKED}
    | {*BELOTE_WORDS, *ANNONCES, *FILLERS, *ANNONCE_POINTS, *TEAM_WORDS, *SEAT_WORDS}
)


#: What was expected of names, by the problem that they have.
NAMES_EXPECTED: dict[NamesProblem, str] = {
    "not_four_names": "expected a name for each player, in playing order",
    "not_a_name": f"expected a name of up to {MAX_PLAYER_NAME} printable characters, with a letter and without a comma",
    "same_name": "two players have this name, expected different ones",
    "reserved_name": "a word of the sheet, expected another name",
}


def names_problem(names: object, players: int = PLAYERS) -> tuple[NamesProblem, str] | None:
    """Return why *names* cannot be the names of the players, and the name with the problem; None if they can be.

    *names* must be a tuple of as many strings as there are players; "" is a player without a name. Names that differ
    only in upper case or accents are the same.
    """
    if not isinstance(names, tuple) or len(names) != players or not all(isinstance(name, str) for name in names):
        return "not_four_names", repr(names)[:60]
    seen: set[str] = set()
    for seat, name in enumerate(names):
        if not name:
            continue
        folded = fold(name)
        if not (len(name) <= MAX_PLAYER_NAME and name.isprintable() and any(map(str.isalpha, name))):
            return "not_a_name", name
        if name != " ".join(name.split()) or "," in name:
            return "not_a_name", name
        if folded in seen:
            return "same_name", name
        if folded in RESERVED and SEAT_WORDS.get(folded) != seat:
            return "reserved_name", name
        seen.add(folded)
    return None


def split_names(text: str) -> tuple[str, ...]:
    """Return the names that a text contains, in the order of the text.

    Names are separated by commas or, if there is no comma, by spaces.

    >>> split_names("Ana, Jean Paul,, Zoé"), split_names("Ana Bob Chloé Zoé")
    (('Ana', 'Jean Paul', '', 'Zoé'), ('Ana', 'Bob', 'Chloé', 'Zoé'))
    """
    return tuple(" ".join(name.split()) for name in text.split(",")) if "," in text else tuple(text.split())


def in_seats(names: Sequence[str], *, clockwise: bool) -> tuple[str, ...]:
    """Return names, given in playing order from Sud, by ``Seat.index``; the order may be clockwise (BD1)."""
    return (names[0], *names[:0:-1]) if clockwise and names else tuple(names)


def find_players(word: str, names: Sequence[str]) -> list[int]:
    """Return the indexes of the players that a word can mean; [] if it means none.

    A word means the player with this name, or the player in the seat with this name, or else all players whose names
    begin with it. If no player has a name, the letters of the seats are understood too. A word with a meaning of its
    own on a sheet, such as "capot", means no player.

    word   the word, as ``fold`` returns it
    names  the names of the players in playing order; "" for a player without a name

    >>> find_players("b", ("Ana", "Bob", "", "")), find_players("nord", ("Ana", "Bob", "", ""))
    ([1], [2])
    """
    if not word:
        return []  # a lone accent folds to nothing, which is not the name of a player without one
    folded = [fold(name) for name in names]
    if word in folded:
        return [folded.index(word)]
    if SEAT_WORDS.get(word, len(names)) < len(names):
        return [SEAT_WORDS[word]]
    if word in RESERVED and not (word in FILLERS and len(word) == 1):
        return []
    if not any(names):
        return [SEAT_LETTERS[word]] if SEAT_LETTERS.get(word, len(names)) < len(names) else []
    return [index for index, name in enumerate(folded) if name and name.startswith(word)]


def is_number(word: str) -> bool:
    """Return whether a typed word is a number of points."""
    return word.isascii() and word.isdigit()


def parts_of(word: str) -> list[str]:
    """Return the parts of a typed word: « 92-70 », « ana: » and « fin? » have two; a comma at its end is left out."""
    word = word.rstrip(",.;") or word
    if word.endswith("?") and len(word) > 1:
        return [*parts_of(word[:-1]), "?"]
    head, colon, tail = word.partition(":")
    if colon and head and (not tail or (is_number(tail) and not is_number(head))):
        return [head, colon, *filter(None, [tail])]
    for separator in ("-", *DASHES, "/", ",", ":"):
        numbers = word.split(separator)
        if len(numbers) == 2 and all(map(is_number, numbers)):
            return numbers
    return [word]
