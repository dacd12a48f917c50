"""Parse the lines that an arbiter types: « l volonté », « SEP: passe », « annuler 2 ».

A line becomes an action of the engine, a command for the session, or an UnclearLine. Moves are parsed by ``moves``, as
if they were typed by the player whose turn it is, or by another player if the line begins with their seat or name.
Words are compared folded, that is in lower case and without accents (``letters.fold``). Whether an action is legal is
checked by the engine, not here. Start reading at ``parse_entry``; ``completions`` completes a line when Tab is pressed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from msgspec.structs import replace

from ...base.errors import ArgumentError
from ...french.cards import Card, Case
from ...french.letters import fold
from ...games.belettre.actions import Action, AnnounceBelettre, Lay, Overrule, Overtime, PickUp, Reveal
from ...games.belettre.partie import Partie
from ...games.belettre.seats import SEATS, Seat
from ...games.belettre.state import LAY, PICK_UP
from ..kit.session import UnclearLine
from .moves import PUNCTUATION, Command, clean, parse_line


class ArbiterCommand(NamedTuple):
    """A command that the arbiter gives to the session.

    verb      a key of ``VERBS``, or "nothing" for an empty line or a comment
    argument  the rest of the line; "" if there is nothing after the verb
    """

    verb: str
    argument: str = ""


#: The words for each verb, in French and in English. The first word in each language is the one that the help uses.
VERBS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "undo": (("annuler", "annule"), ("undo",)),
    "redo": (("refaire", "refais"), ("redo",)),
    "correct": (("faute",), ("typo",)),
    "contest": (("conteste", "contester"), ("contest",)),
    "family": (("famille",), ("family",)),
    "judge": (("juge", "juger"), ("judge",)),
    "score": (("score",), ("score", "points")),
    "table": (("table",), ("table", "board")),
    "words": (("mots",), ("words",)),
    "plis": (("plis", "pli"), ("plis", "tricks")),
    "analysis": (("analyse",), ("analyse", "analysis")),
    "clock": (("horloge",), ("clock",)),
    "find": (("trouve", "trouver"), ("find",)),
    "save": (("sauve", "sauver", "enregistrer"), ("save",)),
    "help": (("aide",), ("help",)),
    "quit": (("quitter",), ("quit", "exit")),
}
#: The verbs of moves in French and in English, which the line editor completes. A card follows those in _CARD_VERBS, a
#: seat those in _SEAT_VERBS.
_CARD_VERBS = (("passe", "défausse", "échange", "muet"), ("pass", "discard", "swap", "silent"))
_SEAT_VERBS = (("ramasse", "belettre"), ("take", "belettre"))
#: The verb that introduces a ruling of the arbiter, in French and in English, and the two possible rulings in each
#: language.
_RULING_VERBS = ("arbitre", "overrule")
_RULINGS = (("accepte", "refuse"), ("accept", "refuse"))

#: The verb that each folded word stands for.
_COMMANDS = {fold(word): verb for verb, languages in VERBS.items() for words in languages for word in words}
_TAKE, _ANNOUNCE = ("ramasse", "ramasser", "take"), ("belettre", "belettres")
_SILENT = ("muet", "silent")
#: How alike a mistyped command and a suggestion must be at least, from 0 to 1 (``difflib``), and its fewest letters.
_ALIKE, _SUGGESTED_LETTERS = 0.75, 3
#: Whether a ruling accepts or refuses the disputed word, by the folded word for the ruling.
_ACCEPT = {"accepte": True, "accepter": True, "accept": True, "refuse": False, "refuser": False}
#: The seconds of a turn that exceeded the thinking time (P13), as an arbiter types them: « 42 s ».
_SECONDS = re.compile(r"(\d{1,6})\s*s")
#: The folded words for passing. An arbiter may also type them after the card: « k passe » means « passe k » (P1, P5).
_PASSES = ("passe", "pass")
#: The keys of sentences that say what is missing to lay a card. They are of no use if no card is to be laid.
_INCOMPLETE_LAY = ("no_word", "joker_unnamed")
#: Folded answers that a player may type, but that mean nothing if an arbiter types them.
_PLAYERS_ONLY = ("oui", "yes")


def parse_entry(
    line: str, partie: Partie, players: Mapping[Seat, str], language_index: int = 0
) -> Action | ArbiterCommand | UnclearLine:
    """Return the action or the command that a line stands for in the current state of the game.

    An UnclearLine is returned if the line is not understood. If it begins with a word that is nearly a command, the
    UnclearLine suggests this command.

    players         the names of the players by seat; their first names may be typed instead of the seats
    language_index  the language of the commands that are suggested: 0 for French, 1 for English

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
    if name in _RULING_VERBS or name in _ACCEPT:
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
    move = _parse_move(text, line, mover, partie)
    if isinstance(move, UnclearLine) and move.key == "unknown" and (verb := _nearest_verb(name, language_index)):
        return UnclearLine("did_you_mean", {"line": line.strip(), "verb": verb}, "table")
    return move


def _nearest_verb(name: str, language_index: int) -> str:
    """Return a verb that begins with *name* or resembles it, if possible of the given language; "" if there is none."""
    if len(name) < _SUGGESTED_LETTERS:
        return ""
    for index in (language_index, 1 - language_index):
        moves = (*_CARD_VERBS[index], *_SEAT_VERBS[index], _RULING_VERBS[index])
        verbs = {fold(verb): verb for verb in (*moves, *(word for words in VERBS.values() for word in words[index]))}
        begun = [verb for verb in verbs if verb.startswith(name)]
        if near := begun or get_close_matches(name, verbs, 1, _ALIKE):
            return verbs[near[0]]
    return ""


def _find_seat(text: str, players: Mapping[Seat, str]) -> Seat | None:
    """Return the seat with the short or long name *text*, or of the only player with this first name; else None."""
    try:
        return Seat.of(text)
    except ArgumentError:
        key = fold(text)
        seats = [seat for seat, name in players.items() if len(key) > 1 and fold(name.partition(" ")[0]) == key]
        return seats[0] if len(seats) == 1 else None


def _split_seat(text: str, players: Mapping[Seat, str]) -> tuple[Seat | None, str]:
    """Return the seat that a line begins with, and the rest of the line; None and the line if it begins otherwise."""
    first, _, rest = text.partition(" ")
    name = first.strip(PUNCTUATION)
    if fold(name) in _COMMANDS or fold(name) in (*_RULING_VERBS, *_ACCEPT, *_TAKE, *_ANNOUNCE, *_SILENT):
        return None, text
    seat = _find_seat(name, players)
    return (seat, rest.strip(PUNCTUATION)) if seat is not None else (None, text)


def _parse_move(text: str, line: str, mover: Seat, partie: Partie) -> Action | UnclearLine:
    """Parse *text*, a part of *line*, as a move of the player at the seat *mover*."""
    move = parse_line(text, partie.view(mover))
    if isinstance(move, Lay) and fold(move.word) in _PASSES:  # « passe » is also a French word, but means a pass here
        move = parse_line(f"passe {move.card.text}", partie.view(mover))
    if isinstance(move, Command):
        return UnclearLine("unknown", {"line": line.strip()})
    if isinstance(move, UnclearLine) and move.key in _INCOMPLETE_LAY and partie.awaits != LAY:
        return UnclearLine("not_now", {}, "table")
    # Hands are unknown, so a player whose turn it is may pass without naming a card. If ``parse_line`` asks for the
    # card, it is therefore not the player's turn.
    if isinstance(move, UnclearLine) and move.key == "which_card":
        return UnclearLine("not_now", {}, "table")
    if isinstance(move, Reveal) and mover in partie.state.manche.pli.hidden:
        pack = partie.state.manche.pli.laid_by(mover).card.case
        if pack is Case.MAJ and move.card.known:  # laid as a majuscule, so a small letter may be typed
            return Reveal(mover, Card(Case.MAJ, move.card.letter))
    return move


def _parse_silent_lay(text: str, line: str, mover: Seat, partie: Partie) -> Action | UnclearLine:
    """Parse the laying of a majuscule whose player does not say « Belettre » or « Re-belettre » (S3)."""
    move = _parse_move(text.strip(PUNCTUATION), line, mover, partie)
    if isinstance(move, Lay):
        return replace(move, says=False)
    return move if isinstance(move, UnclearLine) else UnclearLine("silent_what", {}, "table")


def _parse_ruling(text: str) -> Action | UnclearLine:
    """Parse a ruling of the arbiter, « accepte MOTIF » or « refuse MOTIF »; the reason is kept as it was typed."""
    sign, _, reason = text.partition(" ")
    accept = _ACCEPT.get(fold(sign.strip(PUNCTUATION)))
    if accept is None:
        return UnclearLine("which_ruling", {}, "table")
    return Overrule(accept, reason.strip()) if reason.strip() else UnclearLine("no_motive", {}, "table")


def _parse_seat_verb(
    kind: type[PickUp] | type[AnnounceBelettre], rest: str, mover: Seat, players: Mapping[Seat, str]
) -> Action | UnclearLine:
    """Return the action of the seat that *rest* names after « ramasse » or « belettre »; of *mover* if it is empty."""
    if not rest:
        return kind(mover)
    named = (_find_seat(word, players) for word in rest.split())
    seat = next((seat for seat in named if seat is not None), None)
    return kind(seat) if seat is not None else UnclearLine("no_seat", {"text": rest})


def completions(text: str, partie: Partie, players: Iterable[str], language_index: int) -> list[str]:
    """Return the possible completions of the last word of *text*; [] if there are none.

    players         the names of the players
    language_index  the language of the verbs: 0 for French, 1 for English

    >>> from belettre_lexicon import Judge
    >>> partie = Partie.watched(Judge(Lexicon.open()))
    >>> completions("arbitre a", partie, (), 0), completions("ann", partie, (), 0)
    (['accepte'], ['annuler'])
    """
    *before, token = text.split(" ")
    first = fold(before[0]) if before else ""
    seats = [*(seat.value for seat in SEATS), *players]
    if first == fold(_RULING_VERBS[language_index]):
        candidates = list(_RULINGS[language_index]) if len(before) == 1 else []
    elif first in map(fold, _SEAT_VERBS[language_index]):
        candidates = seats
    elif not before or (len(before) == 1 and first in map(fold, seats)):
        verbs = [words[language_index][0] for words in VERBS.values()]
        moves = [*_CARD_VERBS[language_index], *_SEAT_VERBS[language_index], _RULING_VERBS[language_index]]
        candidates = [*moves, *verbs, *seats, *_cards(partie)]
    elif first in map(fold, _CARD_VERBS[language_index]) or fold(before[-1]) in map(fold, _CARD_VERBS[language_index]):
        candidates = _cards(partie)
    else:
        candidates = []
    # A single letter is a card, and its case matters. In longer words, case and accents are ignored.
    folded = fold(token)
    return [word for word in candidates if word.startswith(token) or (len(word) > 1 and fold(word).startswith(folded))]


def _cards(partie: Partie) -> list[str]:
    """Return the text (``Card.text``) of each card that may be laid or revealed now, backs included."""
    mover: Seat | None = next(iter(partie.movers()), None)
    actions = partie.view(partie.turn or mover).actions if mover is not None else ()
    cards: dict[str, None] = {}
    for action in actions:
        card = getattr(action, "card", None)
        if isinstance(card, Card) and card.case is not None:
            cards[card.text] = None
    return list(cards)
