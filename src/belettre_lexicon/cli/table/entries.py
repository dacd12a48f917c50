"""What an arbiter types: « l volonté », « SEP: passe », « annuler 2 », as an action, a query or an unclear line.

Cards, words and « passe » are read as for a player (``moves``), for whoever's turn it is unless the line begins with a
seat or a player's name. Nothing is checked here that the engine checks: start reading at ``read_entry``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from ...cards import Card, Case
from ...engine.actions import Action, AnnounceBelettre, Lay, Overrule, Overtime, PickUp, Reveal
from ...engine.partie import Partie
from ...engine.seats import SEATS, Seat
from ...engine.state import LAY, PICK_UP
from ...errors import ArgumentError
from ...letters import fold
from ..moves import MARKS, Command, Unclear, clean, read_line


class TableQuery(NamedTuple):
    """What is asked of the session: ``verb`` is a key of ``VERBS``, ``argument`` what stands behind it."""

    verb: str
    argument: str = ""


#: What may be asked, by its name in the code: the words for it, French and English, that of the helps first.
VERBS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "undo": (("annuler", "annule"), ("undo",)),
    "contest": (("conteste", "contester"), ("contest",)),
    "judge": (("juge", "juger"), ("judge",)),
    "score": (("score",), ("score", "points")),
    "table": (("table",), ("table", "board")),
    "words": (("mots",), ("words",)),
    "plis": (("plis", "pli"), ("plis", "tricks")),
    "clock": (("horloge",), ("clock",)),
    "find": (("trouve", "trouver"), ("find",)),
    "save": (("sauve", "sauver", "enregistrer"), ("save",)),
    "help": (("aide",), ("help",)),
    "quit": (("quitter",), ("quit", "exit")),
}
#: The words of moves, for completion: those that take a card, and those that take a seat.
CARD_VERBS = (("passe", "défausse", "échange", "muet"), ("pass", "discard", "swap", "silent"))
SEAT_VERBS = (("ramasse", "belettre"), ("take", "belettre"))
#: An arbiter's ruling, and the two it may be.
RULING_VERBS = ("arbitre", "overrule")
RULINGS = (("accepte", "refuse"), ("accept", "refuse"))

_QUERIES = {fold(word): verb for verb, languages in VERBS.items() for words in languages for word in words}
_TAKE, _ANNOUNCE = ("ramasse", "ramasser", "take"), ("belettre", "belettres")
_SILENT = ("muet", "silent")
_ACCEPT = {"accepte": True, "accepter": True, "accept": True, "refuse": False, "refuser": False}
_SECONDS = re.compile(r"(\d{1,6})\s*s")
#: « k passe », in the order of what happens, is « passe k » (P1, P5).
_PASSES = ("passe", "pass")
#: What is wanting in a line that lays a card: of no help where none is awaited.
_WANTING = ("no_word", "joker_unnamed")
#: What somebody says at the table that is no move of an arbiter.
_PLAYERS_ONLY = ("oui", "yes")


def read_entry(line: str, partie: Partie, players: Mapping[Seat, str]) -> Action | TableQuery | Unclear:
    """What a line means now; *players* are names that seats may be called by.

    >>> from belettre_lexicon import Judge
    >>> partie = Partie.watched(Judge(Lexicon.open()))
    >>> read_entry("PON: « Passe ! »", partie, {}), read_entry("annuler 2", partie, {})
    (Passe(seat=<Seat.PONANTAIS: 'PON'>, card=Card.of('unseen')), TableQuery(verb='undo', argument='2'))
    """
    text = clean(line)
    if not text or text.startswith("#"):
        return TableQuery("nothing")
    seat, text = _addressed(text, players)
    mover = seat or partie.turn or next(iter(partie.movers()), SEATS[0])
    first, _, rest = text.partition(" ")
    name, rest = fold(first.strip(MARKS)), rest.strip(MARKS)
    raw = line.strip().partition(" ")[2].strip()
    if name in _QUERIES:
        return TableQuery(_QUERIES[name], raw if _QUERIES[name] == "save" else rest)
    if name in RULING_VERBS or name in _ACCEPT:
        return _ruling(line.strip() if name in _ACCEPT else raw)
    if name in _TAKE or name in _ANNOUNCE:
        return _by_seat(PickUp if name in _TAKE else AnnounceBelettre, rest, mover, players)
    if seat is not None and not text:
        return PickUp(seat) if partie.awaits == PICK_UP else Unclear("seat_alone", {}, "table")
    if took := _SECONDS.fullmatch(text):
        return Overtime(mover, int(took[1]))
    if name in _PLAYERS_ONLY:
        return Unclear("unknown", {"line": line.strip()})
    if text.startswith("~") or name in _SILENT:
        return _without_belettre(text[1:] if text.startswith("~") else rest, line, mover, partie)
    return _move(text, line, mover, partie)


def seat_called(text: str, players: Mapping[Seat, str]) -> Seat | None:
    """The seat of a short or long name, or of a player whose name begins so and no other's."""
    try:
        return Seat.of(text)
    except ArgumentError:
        key = fold(text)
        called = [seat for seat, name in players.items() if len(key) > 1 and fold(name.partition(" ")[0]) == key]
        return called[0] if len(called) == 1 else None


def _addressed(text: str, players: Mapping[Seat, str]) -> tuple[Seat | None, str]:
    """The seat that a line begins with, and the rest; verbs come before players of such a name."""
    first, _, rest = text.partition(" ")
    name = first.strip(MARKS)
    if fold(name) in _QUERIES or fold(name) in (*RULING_VERBS, *_ACCEPT, *_TAKE, *_ANNOUNCE, *_SILENT):
        return None, text
    seat = seat_called(name, players)
    return (seat, rest.strip(MARKS)) if seat is not None else (None, text)


def _move(text: str, line: str, mover: Seat, partie: Partie) -> Action | Unclear:
    """A move as a player types it."""
    move = read_line(text, partie.view(mover))
    if isinstance(move, Lay) and fold(move.word) in _PASSES:  # what is announced so is a pass, though also a word
        move = read_line(f"passe {move.card.text}", partie.view(mover))
    if isinstance(move, Command):
        return Unclear("unknown", {"line": line.strip()})
    if isinstance(move, Unclear) and move.key in _WANTING and partie.awaits != LAY:
        return Unclear("not_now", {}, "table")
    if isinstance(move, Unclear) and move.key == "which_card":  # hands are not known, so any card would do in its turn
        return Unclear("not_now", {}, "table")
    if isinstance(move, Reveal) and mover in partie.state.manche.pli.hidden:
        told = partie.state.manche.pli.laid_by(mover).card.case
        if told is Case.MAJ and move.card.known:  # the pack was said already: a small letter is enough
            return Reveal(mover, Card(Case.MAJ, move.card.letter))
    return move


def _without_belettre(text: str, line: str, mover: Seat, partie: Partie) -> Action | Unclear:
    """A majuscule laid without « Belettre » or « Re-belettre » (S3)."""
    move = _move(text.strip(MARKS), line, mover, partie)
    if isinstance(move, Lay):
        return replace(move, says=False)
    return move if isinstance(move, Unclear) else Unclear("silent_what", {}, "table")


def _ruling(text: str) -> Action | Unclear:
    """« accepte MOTIF » or « refuse MOTIF »: the reason stays as it was typed."""
    sign, _, reason = text.partition(" ")
    accept = _ACCEPT.get(fold(sign.strip(MARKS)))
    if accept is None:
        return Unclear("which_ruling", {}, "table")
    return Overrule(accept, reason.strip()) if reason.strip() else Unclear("no_motive", {}, "table")


def _by_seat(
    kind: type[PickUp] | type[AnnounceBelettre], rest: str, mover: Seat, players: Mapping[Seat, str]
) -> Action | Unclear:
    if not rest:
        return kind(mover)
    called = (seat_called(word, players) for word in rest.split())
    seat = next((seat for seat in called if seat is not None), None)
    return kind(seat) if seat is not None else Unclear("no_seat", {"text": rest})
