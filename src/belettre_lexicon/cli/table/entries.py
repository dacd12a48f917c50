"""Parse the lines that an arbiter types: « l volonté », « SEP: passe », « annuler 2 ».

Start reading at ``parse_entry``. A line becomes an action of the engine, a command of the session, or an unclear line.
Cards, words and « passe » are parsed as for a player (``moves``): for the player whose turn it is, unless the line
begins with a seat or a player's name. Legality is left to the engine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from msgspec.structs import replace

from ...cards import Card, Case
from ...engine.actions import Action, AnnounceBelettre, Lay, Overrule, Overtime, PickUp, Reveal
from ...engine.partie import Partie
from ...engine.seats import SEATS, Seat
from ...engine.state import LAY, PICK_UP
from ...errors import ArgumentError
from ...letters import fold
from ..moves import PUNCTUATION, Command, UnclearLine, clean, parse_line

Verb = Literal[
    "undo", "contest", "judge", "score", "table", "words", "plis", "clock", "find", "save", "help", "quit", "nothing"
]


class ArbiterCommand(NamedTuple):
    """A command of the session.

    verb      a key of ``VERBS``, or "nothing" for an empty line and a comment
    argument  the rest of the line, "" for none
    """

    verb: Verb
    argument: str = ""


#: Verb → its words in French and in English, the one that help texts use first.
VERBS: dict[Verb, tuple[tuple[str, ...], tuple[str, ...]]] = {
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
#: Verbs of moves, French and English, for completion: those followed by a card, and those followed by a seat.
CARD_VERBS = (("passe", "défausse", "échange", "muet"), ("pass", "discard", "swap", "silent"))
SEAT_VERBS = (("ramasse", "belettre"), ("take", "belettre"))
#: The verb of an arbiter's ruling, French and English, and the two rulings.
RULING_VERBS = ("arbitre", "overrule")
RULINGS = (("accepte", "refuse"), ("accept", "refuse"))

#: Folded word → verb of a command.
_COMMANDS = {fold(word): verb for verb, languages in VERBS.items() for words in languages for word in words}
_TAKE, _ANNOUNCE = ("ramasse", "ramasser", "take"), ("belettre", "belettres")
_SILENT = ("muet", "silent")
#: Folded word → whether the ruling accepts the word.
_ACCEPT = {"accepte": True, "accepter": True, "accept": True, "refuse": False, "refuser": False}
#: An overrun of the clock, in seconds (P13): « 42 s ».
_SECONDS = re.compile(r"(\d{1,6})\s*s")
#: Folded « passe ». « k passe », in the order in which it happens, means « passe k » (P1, P5).
_PASSES = ("passe", "pass")
#: Keys of unclear lines that say what is missing to lay a card: no help where no card is awaited.
_INCOMPLETE_LAY = ("no_word", "joker_unnamed")
#: Folded answers of a player that mean nothing when an arbiter types them.
_PLAYERS_ONLY = ("oui", "yes")


def parse_entry(line: str, partie: Partie, players: Mapping[Seat, str]) -> Action | ArbiterCommand | UnclearLine:
    """Return what a line means now; *players* are the names by which seats may be called.

    >>> from belettre_lexicon import Judge
    >>> partie = Partie.watched(Judge(Lexicon.open()))
    >>> parse_entry("PON: « Passe ! »", partie, {}), parse_entry("annuler 2", partie, {})
    (Passe(seat=<Seat.PONANTAIS: 'PON'>, card=Card.of('unseen')), ArbiterCommand(verb='undo', argument='2'))
    """
    text = clean(line)
    if not text or text.startswith("#"):
        return ArbiterCommand("nothing")
    seat, text = _split_seat(text, players)
    mover = seat or partie.turn or next(iter(partie.movers()), SEATS[0])
    first, _, rest = text.partition(" ")
    name, rest = fold(first.strip(PUNCTUATION)), rest.strip(PUNCTUATION)
    raw = line.strip().partition(" ")[2].strip()
    if name in _COMMANDS:
        return ArbiterCommand(_COMMANDS[name], raw if _COMMANDS[name] == "save" else rest)
    if name in RULING_VERBS or name in _ACCEPT:
        return _parse_ruling(line.strip() if name in _ACCEPT else raw)
    if name in _TAKE or name in _ANNOUNCE:
        return _parse_seat_verb(PickUp if name in _TAKE else AnnounceBelettre, rest, mover, players)
    if seat is not None and not text:
        return PickUp(seat) if partie.awaits == PICK_UP else UnclearLine("seat_alone", {}, "table")
    if seconds := _SECONDS.fullmatch(text):
        return Overtime(mover, int(seconds[1]))
    if name in _PLAYERS_ONLY:
        return UnclearLine("unknown", {"line": line.strip()})
    if text.startswith("~") or name in _SILENT:
        return _parse_silent_lay(text[1:] if text.startswith("~") else rest, line, mover, partie)
    return _parse_move(text, line, mover, partie)


def find_seat(text: str, players: Mapping[Seat, str]) -> Seat | None:
    """Return the seat of a short or long name, or of a player's first name.

    Return None for an unknown name, and for a first name that two players share.
    """
    try:
        return Seat.of(text)
    except ArgumentError:
        key = fold(text)
        seats = [seat for seat, name in players.items() if len(key) > 1 and fold(name.partition(" ")[0]) == key]
        return seats[0] if len(seats) == 1 else None


def _split_seat(text: str, players: Mapping[Seat, str]) -> tuple[Seat | None, str]:
    """Return the seat that a line begins with, or None, and the rest. A verb is never taken for a player's name."""
    first, _, rest = text.partition(" ")
    name = first.strip(PUNCTUATION)
    if fold(name) in _COMMANDS or fold(name) in (*RULING_VERBS, *_ACCEPT, *_TAKE, *_ANNOUNCE, *_SILENT):
        return None, text
    seat = find_seat(name, players)
    return (seat, rest.strip(PUNCTUATION)) if seat is not None else (None, text)


def _parse_move(text: str, line: str, mover: Seat, partie: Partie) -> Action | UnclearLine:
    """Parse a move as a player would type it, for the seat of *mover*."""
    move = parse_line(text, partie.view(mover))
    if isinstance(move, Lay) and fold(move.word) in _PASSES:  # « passe » is a word too, but means the pass
        move = parse_line(f"passe {move.card.text}", partie.view(mover))
    if isinstance(move, Command):
        return UnclearLine("unknown", {"line": line.strip()})
    if isinstance(move, UnclearLine) and move.key in _INCOMPLETE_LAY and partie.awaits != LAY:
        return UnclearLine("not_now", {}, "table")
    # Hands are unknown, so in turn the card may be left out: where one is asked for, it is not the player's turn.
    if isinstance(move, UnclearLine) and move.key == "which_card":
        return UnclearLine("not_now", {}, "table")
    if isinstance(move, Reveal) and mover in partie.state.manche.pli.hidden:
        pack = partie.state.manche.pli.laid_by(mover).card.case
        if pack is Case.MAJ and move.card.known:  # the card is known to be a majuscule: a small letter is enough
            return Reveal(mover, Card(Case.MAJ, move.card.letter))
    return move


def _parse_silent_lay(text: str, line: str, mover: Seat, partie: Partie) -> Action | UnclearLine:
    """Parse a majuscule laid without « Belettre » or « Re-belettre » (S3)."""
    move = _parse_move(text.strip(PUNCTUATION), line, mover, partie)
    if isinstance(move, Lay):
        return replace(move, says=False)
    return move if isinstance(move, UnclearLine) else UnclearLine("silent_what", {}, "table")


def _parse_ruling(text: str) -> Action | UnclearLine:
    """Parse « accepte MOTIF » or « refuse MOTIF »; the reason is kept as it was typed."""
    sign, _, reason = text.partition(" ")
    accept = _ACCEPT.get(fold(sign.strip(PUNCTUATION)))
    if accept is None:
        return UnclearLine("which_ruling", {}, "table")
    return Overrule(accept, reason.strip()) if reason.strip() else UnclearLine("no_motive", {}, "table")


def _parse_seat_verb(
    kind: type[PickUp] | type[AnnounceBelettre], rest: str, mover: Seat, players: Mapping[Seat, str]
) -> Action | UnclearLine:
    """Parse the seat after « ramasse » or « belettre »; *mover* is meant where none is named."""
    if not rest:
        return kind(mover)
    named = (find_seat(word, players) for word in rest.split())
    seat = next((seat for seat in named if seat is not None), None)
    return kind(seat) if seat is not None else UnclearLine("no_seat", {"text": rest})
