"""What a person types at the table, as an action of the engine or a command of the session: « l volonté », « passe k ».

French and English words both work, whatever the language of the answers; accents, quotation marks and « ! » do not
matter. Nothing is checked here that the engine checks: start reading at ``read_line``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from ..cards import CARDS, MAJ_BACK, MIN_BACK, UNSEEN, Card, Case
from ..engine.actions import Action, AnnounceBelettre, Discard, Lay, Passe, PickUp, Reveal, Swap
from ..engine.seats import Seat
from ..engine.view import View
from ..errors import ArgumentError
from ..letters import ALPHABET, fold
from ..referee.catalogue import Catalogue
from ..referee.sentences import printable

_WITH_CARD = type[Passe] | type[Discard] | type[Swap]


class Command(Enum):
    """What a person may ask of the session; SILENT is an empty line or a no."""

    TABLE = "table"
    HAND = "hand"
    SCORE = "score"
    WORDS = "words"
    HELP = "help"
    UNDO = "undo"
    QUIT = "quit"
    SILENT = "silent"


class Unclear(NamedTuple):
    """A line that is no move: a key of the catalogues, what its placeholders hold, and the section of the key."""

    key: str
    values: dict[str, str]
    section: str = "play"

    def text(self, say: Catalogue) -> str:
        """The sentence, safe on a terminal."""
        return say(
            f"{self.section}.{self.key}", **{name: printable(value[:_SHOWN]) for name, value in self.values.items()}
        )


_COMMANDS = {
    "table": Command.TABLE,
    "board": Command.TABLE,
    "main": Command.HAND,
    "hand": Command.HAND,
    "score": Command.SCORE,
    "points": Command.SCORE,
    "mots": Command.WORDS,
    "words": Command.WORDS,
    "aide": Command.HELP,
    "help": Command.HELP,
    "annuler": Command.UNDO,
    "annule": Command.UNDO,
    "undo": Command.UNDO,
    "quitter": Command.QUIT,
    "quit": Command.QUIT,
    "exit": Command.QUIT,
    "non": Command.SILENT,
    "no": Command.SILENT,
    "": Command.SILENT,
}
#: Characters of what was typed, at most, when a sentence shows it again.
_SHOWN = 60
_BACKS = {"maj": MAJ_BACK, "majuscule": MAJ_BACK, "min": MIN_BACK, "minuscule": MIN_BACK}
_JOKER = re.compile(r"\?=?\w?")
#: What stands around words and cards without meaning anything.
MARKS = ' \t,;:.«»“”"!'
_CLEAN = str.maketrans(dict.fromkeys('\t«»“”"!', " "))
_JOKER_LETTER = re.compile(r"\s*\w\s+(?=\w)")
_NAMED_JOKER = re.compile(r"joker\s*=\s*(\S)(?:\s+(.*))?", re.IGNORECASE)


def read_line(line: str, view: View) -> Action | Command | Unclear:
    """What a line means for the seat of *view*.

    >>> from belettre_lexicon import Judge
    >>> from belettre_lexicon.engine.partie import Partie
    >>> import random
    >>> view = Partie.new(Judge(Lexicon.open()), random.Random(7)).view(Seat.PONANTAIS)
    >>> read_line("« Passe ! » F", view), read_line("mots", view)
    (Passe(seat=<Seat.PONANTAIS: 'PON'>, card=Card.of('F')), <Command.WORDS: 'words'>)
    """
    text = clean(line)
    first, _, rest = text.partition(" ")
    name = fold(first.strip(MARKS))
    rest = rest.strip(MARKS)
    if name in _COMMANDS:
        return _COMMANDS[name]
    if name in _VERBS:
        return _VERBS[name](first, rest, view)
    return _lay(text, view) or Unclear("unknown", {"line": line.strip()})


def clean(line: str) -> str:
    """A line without quotation marks, and without marks around it.

    >>> clean("« Volonté ! »")
    'Volonté'
    """
    return line.translate(_CLEAN).strip(MARKS)


def _lay(text: str, view: View) -> Action | Unclear | None:
    """A card and a word; None when the line does not begin with a card."""
    letter = ""
    if named := _NAMED_JOKER.fullmatch(text):
        card, letter, word = CARDS["JOKER"], fold(named[1]), named[2] or ""
    else:
        first, _, word = text.partition(" ")
        found = _card(first.strip(MARKS), view)
        if found is None:
            return None
        card = found
        if card is CARDS["?"] and (said := _JOKER_LETTER.match(word)):  # ? e école: the letter binds nobody (J2)
            word = word[said.end() :]
        if card is CARDS["JOKER"] and re.match(r"\s*\w\s+\w", word):  # JOKER K kiosque
            letter, _, word = word.strip().partition(" ")
            letter = fold(letter)
    word = word.strip(MARKS)
    if not word and (alone := _alone(card, view)):
        return alone
    if card is CARDS["JOKER"] and not (letter and word):
        return Unclear("joker_unnamed", {})
    return Lay(view.seat, card, word, letter) if word else Unclear("no_word", {})


def _alone(card: Card, view: View) -> Action | None:
    """What a card alone means where no word may be said; None where the word is wanting."""
    kinds = {type(action) for action in view.actions}
    if Swap in kinds:
        return Swap(view.seat, card)
    if Reveal in kinds:
        return Reveal(view.seat, card)
    return Discard(view.seat, card) if kinds == {Discard} else None


def _card(text: str, view: View) -> Card | None:
    """The card that somebody types, in his hand or not; None when it is none."""
    folded = fold(text)
    if folded in _BACKS:
        return _BACKS[folded]
    if folded == "joker":
        wild = CARDS["JOKER"]
        return wild if text == "JOKER" or (CARDS["?"] not in view.hand and wild in view.hand) else CARDS["?"]
    if _JOKER.fullmatch(text):  # the letter it stands for may be said; it binds nobody (J2)
        return CARDS["?"]
    if len(folded) != 1 or folded not in ALPHABET:
        return None
    return CARDS[folded.upper() if text.isupper() else folded]


def _down(kind: _WITH_CARD, verb: str, rest: str, view: View) -> Action | Unclear:
    """A verb that needs a card, which may be left out where only one will do."""
    if not rest:
        unnamed = _unnamed({action.card for action in view.actions if isinstance(action, kind)})
        return kind(view.seat, unnamed) if unnamed else Unclear("which_card", {"verb": verb})
    card = _card(rest.partition("=")[0].strip(), view)
    if card is None:
        return Unclear("no_card", {"text": rest})
    if kind is Swap and card.case is Case.MIN:  # a majuscule is meant: nothing else is swapped in
        card = Card(Case.MAJ, card.letter)
    return kind(view.seat, card)


def _unnamed(cards: set[Card]) -> Card | None:
    """The card that is meant when none is named: the only one or, where hands are not known, a back (P7)."""
    backs = cards & {MAJ_BACK, MIN_BACK}
    if len(backs) == 1:
        return backs.pop()
    if UNSEEN in cards:
        return UNSEEN
    return cards.pop() if len(cards) == 1 else None


def _pass(verb: str, rest: str, view: View) -> Action | Unclear:
    kinds = {type(action) for action in view.actions}
    return _down(Discard if Discard in kinds and Passe not in kinds else Passe, verb, rest, view)


def _discard(verb: str, rest: str, view: View) -> Action | Unclear:
    return _down(Discard, verb, rest, view)


def _swap(verb: str, rest: str, view: View) -> Action | Unclear:
    return _down(Swap, verb, rest, view)


def _take(verb: str, rest: str, view: View) -> Action | Unclear:
    if not rest:
        return PickUp(view.seat)
    try:
        return PickUp(Seat.of(rest.rpartition(" ")[2]))
    except ArgumentError:
        return Unclear("no_seat", {"text": rest})


def _announce(verb: str, rest: str, view: View) -> Action | Unclear:
    return AnnounceBelettre(view.seat)


_VERBS: dict[str, Callable[[str, str, View], Action | Unclear]] = {
    "passe": _pass,
    "passer": _pass,
    "pass": _pass,
    "defausse": _discard,
    "defausser": _discard,
    "discard": _discard,
    "echange": _swap,
    "echanger": _swap,
    "swap": _swap,
    "ramasse": _take,
    "ramasser": _take,
    "take": _take,
    "belettre": _announce,
    "oui": _announce,
    "yes": _announce,
}
