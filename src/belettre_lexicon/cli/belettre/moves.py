"""Parse the lines that a player types: « l volonté », « passe k », « annuler ». Start reading at ``parse_line``.

A line becomes an action of the engine or a command for the session. French and English verbs are both understood,
whatever the output language. Verbs are compared folded, that is in lower case and without accents (``letters.fold``);
quotation marks and « ! » are ignored. Whether an action is legal is checked by the engine, not here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from functools import partial

from ...base.errors import ArgumentError
from ...french.cards import CARDS, MAJ_BACK, MIN_BACK, UNSEEN, Card, Case
from ...french.letters import ALPHABET, fold
from ...games.belettre.actions import Action, AnnounceBelettre, Discard, Lay, Passe, PickUp, Reveal, Swap
from ...games.belettre.seats import Seat
from ...games.belettre.view import View
from ..kit.session import UnclearLine

_ActionWithCard = type[Passe] | type[Discard] | type[Swap]


class Command(Enum):
    """A command that a player may give to the session instead of making a move.

    SILENT, an empty line or « non », means that the player does not announce a Belettre (S3).
    """

    TABLE = "table"
    HAND = "hand"
    SCORE = "score"
    WORDS = "words"
    ANALYSIS = "analysis"
    HELP = "help"
    UNDO = "undo"
    QUIT = "quit"
    SILENT = "silent"


#: The folded words for each command.
_WORDS = {
    Command.TABLE: ("table", "board"),
    Command.HAND: ("main", "hand"),
    Command.SCORE: ("score", "points"),
    Command.WORDS: ("mots", "words"),
    Command.ANALYSIS: ("analyse", "analyze", "analysis"),
    Command.HELP: ("aide", "help"),
    Command.UNDO: ("annuler", "annule", "undo"),
    Command.QUIT: ("quitter", "quit", "exit"),
    Command.SILENT: ("non", "no", ""),
}
_COMMANDS = {word: command for command, words in _WORDS.items() for word in words}
#: The folded words that introduce the name of the file to which the record is written, in French and in English.
_SAVE_VERBS = ("sauve", "sauver", "enregistrer", "save")
#: The back of the cards of each pack, by the folded names of the pack.
_BACKS = {"maj": MAJ_BACK, "majuscule": MAJ_BACK, "min": MIN_BACK, "minuscule": MIN_BACK}
#: A joker, alone or with the letter that it stands for (J2): « ? », « ?e », « ?=e ».
_JOKER = re.compile(r"\?=?\w?")
#: Characters without meaning, which are removed from both ends of words and cards.
PUNCTUATION = ' \t,;:.«»“”"!'
_TO_SPACES = str.maketrans(dict.fromkeys('\t«»“”"!', " "))
#: The letter that a joker stands for, typed between the joker and the word: the first « e » of « ? e école ».
_JOKER_LETTER = re.compile(r"\s*\w\s+(?=\w)")
#: The majuscule JOKER with the letter it is given (J3), alone or followed by a word: « JOKER=K kiosque ».
_NAMED_JOKER = re.compile(r"joker\s*=\s*(\S)(?:\s+(.*))?", re.IGNORECASE)


def parse_line(line: str, view: View) -> Action | Command | UnclearLine:
    """Return the action or the command that a line stands for when the player of *view* types it.

    An UnclearLine is returned if the line is not understood.

    >>> from belettre_lexicon import Judge
    >>> from belettre_lexicon.games.belettre.partie import Partie
    >>> import random
    >>> view = Partie.new(Judge(Lexicon.open()), random.Random(7)).view(Seat.PONANTAIS)
    >>> parse_line("« Passe ! » F", view), parse_line("mots", view)
    (Passe(seat=<Seat.PONANTAIS: 'PON'>, card=Card.of('F')), <Command.WORDS: 'words'>)
    """
    text = clean(line)
    first, _, rest = text.partition(" ")
    name = fold(first.strip(PUNCTUATION))
    rest = rest.strip(PUNCTUATION)
    if name in _COMMANDS:
        return _COMMANDS[name]
    if name in _VERBS:
        return _VERBS[name](first, rest, view)
    return _parse_lay(text, view) or UnclearLine("unknown", {"line": line.strip()})


def clean(line: str) -> str:
    """Return *line* without quotation marks and « ! », and without punctuation at its ends.

    >>> clean("« Volonté ! »")
    'Volonté'
    """
    return line.translate(_TO_SPACES).strip(PUNCTUATION)


def parse_saving(line: str) -> str | None:
    """Return the path in a line that asks for the record of the game to be saved: « sauve partie.jsonl ».

    Return "" if the line asks for that without naming a file, and None if it does not ask for that.

    >>> parse_saving(" sauve «a».jsonl "), parse_saving("s sauver")
    ('«a».jsonl', None)
    """
    first, _, path = line.strip().partition(" ")
    return path.strip() if fold(first) in _SAVE_VERBS else None


def _parse_lay(text: str, view: View) -> Action | UnclearLine | None:
    """Parse « l volonté »; return None if the line begins with no card, an UnclearLine if something is missing."""
    letter = ""
    if named := _NAMED_JOKER.fullmatch(text):
        card, letter, word = CARDS["JOKER"], fold(named[1]), named[2] or ""
    else:
        first, _, word = text.partition(" ")
        named_card = _parse_card(first.strip(PUNCTUATION), view)
        if named_card is None:
            return None
        card = named_card
        if card is CARDS["?"] and (joker_letter := _JOKER_LETTER.match(word)):  # « ? e école »; not binding (J2)
            word = word[joker_letter.end() :]
        if card is CARDS["JOKER"] and re.match(r"\s*\w\s+\w", word):  # as in « JOKER K kiosque »
            letter, _, word = word.strip().partition(" ")
            letter = fold(letter)
    word = word.strip(PUNCTUATION)
    if not word and (action := _card_alone(card, view)):
        return action
    if card is CARDS["JOKER"] and not (letter and word):
        return UnclearLine("joker_unnamed", {})
    return Lay(view.seat, card, word, letter) if word else UnclearLine("no_word", {})


def _card_alone(card: Card, view: View) -> Action | None:
    """Return the action meant by a card without a word (a swap, a reveal or a discard); None if a word is required."""
    kinds = {type(action) for action in view.actions}
    if Swap in kinds:
        return Swap(view.seat, card)
    if Reveal in kinds:
        return Reveal(view.seat, card)
    return Discard(view.seat, card) if kinds == {Discard} else None


def _parse_card(text: str, view: View) -> Card | None:
    """Return the card that *text* names, even if the player does not hold it; None if *text* is not a card."""
    folded = fold(text)
    if folded in _BACKS:
        return _BACKS[folded]
    if folded == "joker":
        wild = CARDS["JOKER"]
        return wild if text == "JOKER" or (CARDS["?"] not in view.hand and wild in view.hand) else CARDS["?"]
    if _JOKER.fullmatch(text):  # the player may say which letter the joker stands for; this is not binding (J2)
        return CARDS["?"]
    if len(folded) != 1 or folded not in ALPHABET:
        return None
    return CARDS[folded.upper() if text.isupper() else folded]


def _parse_face_down(kind: _ActionWithCard, verb: str, rest: str, view: View) -> Action | UnclearLine:
    """Return the action of type *kind* with the card named after a verb; if none is named, that of ``_only_card``."""
    if not rest:
        only = _only_card({action.card for action in view.actions if isinstance(action, kind)})
        return kind(view.seat, only) if only else UnclearLine("which_card", {"verb": verb})
    card = _parse_card(rest.partition("=")[0].strip(), view)
    if card is None:
        return UnclearLine("no_card", {"text": rest})
    if kind is Swap and card.case is Case.MIN:  # only a majuscule can be swapped in, so the player means one
        card = Card(Case.MAJ, card.letter)
    return kind(view.seat, card)


def _only_card(cards: set[Card]) -> Card | None:
    """Return the card meant by a player who names none: the only back or card, else a card of unknown pack (P7)."""
    backs = cards & {MAJ_BACK, MIN_BACK}
    if len(backs) == 1:
        return backs.pop()
    if UNSEEN in cards:
        return UNSEEN
    return cards.pop() if len(cards) == 1 else None


def _pass(verb: str, rest: str, view: View) -> Action | UnclearLine:
    kinds = {type(action) for action in view.actions}
    return _parse_face_down(Discard if Discard in kinds and Passe not in kinds else Passe, verb, rest, view)


def _take(verb: str, rest: str, view: View) -> Action | UnclearLine:
    if not rest:
        return PickUp(view.seat)
    try:
        return PickUp(Seat.of(rest.rpartition(" ")[2]))
    except ArgumentError:
        return UnclearLine("no_seat", {"text": rest})


#: The functions that parse the rest of a line after a verb, with the folded words for the verb. Their arguments are the
#: verb as it was typed, the rest of the line and the view of the player.
_PARSERS: dict[Callable[[str, str, View], Action | UnclearLine], tuple[str, ...]] = {
    _pass: ("passe", "passer", "pass"),
    partial(_parse_face_down, Discard): ("defausse", "defausser", "discard"),
    partial(_parse_face_down, Swap): ("echange", "echanger", "swap"),
    _take: ("ramasse", "ramasser", "take"),
    lambda verb, rest, view: AnnounceBelettre(view.seat): ("belettre", "oui", "yes"),
}
_VERBS = {word: parser for parser, words in _PARSERS.items() for word in words}
