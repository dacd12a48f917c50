"""Parse the lines that a player of ``belote play`` types: « vc », « prends pique ». Start reading at ``parse_line``.

A line becomes an action of the game or a command for the session. French and English words are both understood,
whatever the output language; only the letters of cards and suits are those of one language. Words are compared folded,
that is in lower case and without accents; quotation marks and punctuation at the ends are ignored. Whether an action is
legal is checked by the game, not here.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from ...base.errors import ArgumentError
from ...french.letters import fold
from ...games.belote.actions import Action, AnnonceKind, Announce, Claim, Lay, Pass, Take
from ...games.belote.cards import Card, read_contract
from ...games.belote.events import PassedOn
from ...games.belote.prise import PLAYERS
from ...games.belote.scoring.annonces import ANNONCE_KINDS
from ...games.belote.view import View
from ..kit.session import UnclearLine


class BeloteEntry(Enum):
    """A command that a player may give to the session instead of making a move."""

    TABLE = "table"
    HAND = "hand"
    LAST = "last"
    LEGAL = "legal"
    SCORE = "score"
    RULES = "rules"
    HELP = "help"
    UNDO = "undo"
    QUIT = "quit"


#: The command that each folded line stands for.
_COMMANDS = {
    "table": BeloteEntry.TABLE,
    "board": BeloteEntry.TABLE,
    "main": BeloteEntry.HAND,
    "hand": BeloteEntry.HAND,
    "dernier": BeloteEntry.LAST,
    "dernier pli": BeloteEntry.LAST,
    "last": BeloteEntry.LAST,
    "last pli": BeloteEntry.LAST,
    "jouables": BeloteEntry.LEGAL,
    "legal": BeloteEntry.LEGAL,
    "marque": BeloteEntry.SCORE,
    "score": BeloteEntry.SCORE,
    "sheet": BeloteEntry.SCORE,
    "points": BeloteEntry.SCORE,
    "regles": BeloteEntry.RULES,
    "rules": BeloteEntry.RULES,
    "aide": BeloteEntry.HELP,
    "help": BeloteEntry.HELP,
    "?": BeloteEntry.HELP,
    "annuler": BeloteEntry.UNDO,
    "annule": BeloteEntry.UNDO,
    "retour": BeloteEntry.UNDO,
    "back": BeloteEntry.UNDO,
    "undo": BeloteEntry.UNDO,
    "quitter": BeloteEntry.QUIT,
    "quitte": BeloteEntry.QUIT,
    "quit": BeloteEntry.QUIT,
    "exit": BeloteEntry.QUIT,
}
#: The first words of a pass (BA2: « une » in the first round, « deux » in the second), a take, an announcement, and a
#: card, which may also be typed alone.
_PASSES = frozenset({"passe", "passer", "pass", "une", "deux"})
_TAKES = frozenset({"prends", "prend", "prendre", "take"})
_ANNOUNCES = frozenset({"annonce", "annonces", "annoncer", "announce"})
_LAYS = frozenset({"joue", "jouer", "pose", "poser", "play", "lay"})
#: The words behind a card that say or keep back « Belote » and « Rebelote » (BB2, BB5).
_SAYS = {"belote": True, "rebelote": True, "muet": False, "muette": False, "silence": False, "silent": False}
#: What a player may answer when a team may claim a forgotten « Rebelote » (BB3).
_ANSWERS = {
    "oui": True,
    "yes": True,
    "reclame": True,
    "claim": True,
    "non": False,
    "no": False,
    "laisse": False,
}
#: Words that may stand before a move, and before the contract of a take.
_SPEAKERS, _AT = frozenset({"je", "i"}), frozenset({"a", "at"})
#: The kind of annonce of each folded word.
_KINDS: dict[str, AnnonceKind] = {fold(kind): kind for kind in ANNONCE_KINDS}
#: Characters without meaning, which are removed from both ends of a line and of its words.
_PUNCTUATION = ' \t,;:.!«»“”"'


def parse_line(line: str, view: View, lang: str = "fr") -> Action | BeloteEntry | UnclearLine:
    """Return the action or the command that a line stands for when the player of *view* types it.

    An UnclearLine is returned if the line is not understood. *lang* is the language of the letters of cards and suits.

    >>> from belettre_lexicon.games.belote.partie import Partie
    >>> from belettre_lexicon.games.belote.seats import Seat
    >>> view = Partie.new(seed=7, dealer=Seat.SUD).view(Seat.EST)
    >>> parse_line("« Je passe ! »", view), parse_line("Prends pique", view)
    (Pass(seat=<Seat.EST: 'E'>), Take(seat=<Seat.EST: 'E'>, contract='♠'))
    >>> parse_line("vc muet", view), parse_line("annuler", view)
    (Lay(seat=<Seat.EST: 'E'>, card=Card('V♥'), says=False), <BeloteEntry.UNDO: 'undo'>)
    """
    typed = [word for word in (part.strip(_PUNCTUATION) for part in line.split()) if word]
    words = [fold(word) for word in typed]
    command = _COMMANDS.get(" ".join(words))
    if command is not None:
        return command
    if words and words[0] in _SPEAKERS:
        del typed[0], words[0]
    first = words[0] if words else ""
    unknown = UnclearLine("unknown", {"line": line.strip()})
    if first in _PASSES:
        return Pass(view.seat) if len(words) == 1 else unknown
    if first in _TAKES:
        return _parse_take(typed[1:], view, lang)
    if first in _ANSWERS:
        return _parse_answer(first, view) if len(words) == 1 else unknown
    if first in _ANNOUNCES or first in _KINDS:
        return _parse_announce(words[first in _ANNOUNCES :], view)
    return _parse_lay(typed[first in _LAYS :], view, lang) or unknown


def _parse_take(typed: Sequence[str], view: View, lang: str) -> Action | UnclearLine:
    """Return a take at the contract that is typed, or at the only one that is possible (BA2).

    In the first round, « prends » alone means the suit of the retourne, also where others may be taken (BV4).
    """
    words = list(typed[1:] if typed and fold(typed[0]) in _AT else typed)
    if words:
        try:
            return Take(view.seat, read_contract(" ".join(words), lang))
        except ArgumentError:
            return UnclearLine("no_contract", {"text": " ".join(words)})
    possible = [action.contract for action in view.actions if isinstance(action, Take)]
    turned = view.retourne.suit
    if not possible or (turned in possible and not second_round(view)):  # if none is possible, the game says why
        return Take(view.seat, turned)
    return Take(view.seat, possible[0]) if len(possible) == 1 else UnclearLine("which_contract", {})


def second_round(view: View) -> bool:
    """Return whether the prise is, or was, in its second round: the first four players passed (BA3)."""
    return len(view.spoken) >= PLAYERS and all(isinstance(said, PassedOn) for said in view.spoken[:PLAYERS])


def _parse_announce(words: Sequence[str], view: View) -> Action | UnclearLine:
    """Return the announcement of the kinds that are typed, or of everything in the hand (BN6)."""
    if not words:
        everything = next((action for action in view.actions if isinstance(action, Announce)), None)
        if everything is not None:
            return everything
        kinds = tuple(annonce.kind for annonce in view.annonces)
        return Announce(view.seat, kinds) if kinds else UnclearLine("no_annonces", {})
    for word in words:
        if word not in _KINDS:
            return UnclearLine("no_kind", {"text": word})
    return Announce(view.seat, tuple(_KINDS[word] for word in words))


def _parse_answer(word: str, view: View) -> Action | UnclearLine:
    """Return the claim of a forgotten « Rebelote », or that it is let go (BB3)."""
    if view.awaits != "claim":
        return UnclearLine("no_claim", {})
    return Claim(view.seat.team, _ANSWERS[word])


def _parse_lay(typed: Sequence[str], view: View, lang: str) -> Action | UnclearLine | None:
    """Return the action that lays the typed card, with or without a word about « Belote »; None if it is not a card.

    The word may stand before the card or behind it.
    """
    says, words = True, list(typed)
    for place in (-1, 0):
        if words and fold(words[place]) in _SAYS:
            says = _SAYS[fold(words.pop(place))]
            break
    if not words:
        return UnclearLine("belote_alone", {}) if typed else None
    try:
        return Lay(view.seat, Card.of(" ".join(words), lang), says)
    except ArgumentError:
        return None
