"""Floor 3. A game as a person reads and writes it, a pli a line::

    # what stands behind a sign like this is a comment
    partie 1
    manche 1
    belettre SEP
    PON l Volonté · SEP e École · LEV c Raclette · MER F Facile → MER
    MER b (Portes) · PON q Oblique · SEP ~G Gothique · LEV [k] Passe → SEP

``partie 1`` gives the number of manches (4 without it). ``manche 2 pli 3 LEV 84-61`` begins late: at pli 3 of manche 2,
which the Levantin opens, with 84 and 61 points. Then each move is a seat and what he does:

=====================  ================================================================================================
``l Volonté``          a minuscule with a word; ``F Facile`` a majuscule; ``? École`` the joker; ``JOKER=K Kiosque``
``l (Portes)``         the word is refused: the card is turned face down
``~G Gothique``        without « Belettre » or « Re-belettre », though he had announced it
``[k] Passe``          face down with « Passe ! »; ``[maj]``, ``[min]``, ``[]`` when no more is known
``[?]``                face down without a word (J4, P9)
``s>[A]``              the trap's swap: takes s back, lays A face down
``ARB + "reason"``     the arbiter accepts the last word (``-`` refuses it), why in quotation marks
``42 s``               he thought for so long (behind the seat, as all moves: ``LEV 42 s``)
``→ MER``              who picks up, at the end of every complete pli, whose cards are then all named
=====================  ================================================================================================

Where a keyboard lacks the signs, ``;`` stands for ``·`` and ``->`` for ``→``. A word of anything but letters, hyphens
and apostrophes stands in quotation marks, as JSON. Hands are not written: what is read is a partie of real cards
(``Partie.watched``). It is checked as it is read: marks that the judge does not confirm, or a pli that goes elsewhere,
are errors with their line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NoReturn

from ...cards import CARDS, UNSEEN, Card
from ...decks import BOXED, Deck
from ...errors import BelettreError
from ..actions import AnnounceBelettre, Discard, Lay, Overrule, Overtime, Passe, PickUp, Swap
from ..deal import MANCHES, check_manches
from ..events import (
    BelettreAnnounced,
    Dealt,
    Discarded,
    Event,
    Overran,
    Overruled,
    Passed,
    PliTaken,
    Revealed,
    Swapped,
    WordAccepted,
    WordRefused,
)
from ..partie import Partie, WordJudge
from ..seats import Seat
from ..setup import Setup
from ..state import LAY, PICK_UP, REVEAL

#: Characters of a line, and lines, at most.
MAX_LINE, MAX_LINES = 10_000, 10_000
_BETWEEN, _ARROW = " · ", " → "
_ARBITER = "ARB"

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_PLAIN = re.compile(r"[^\W\d_](?:[^\W\d_]|['’-])*")
_TOKEN = re.compile(rf"(?:{_QUOTED}|(?!->)[^\"·;→])+|->|.")
_LAID = re.compile(
    rf"(?P<silent>~)?(?P<card>[A-Za-z?]|JOKER=(?P<letter>[A-Za-z])) (?P<word>\(?(?:{_QUOTED}|[^\s\"()]+)\)?)"
)
_DOWN = re.compile(r"\[(?P<card>[A-Za-z?]|JOKER|maj|min|)\](?P<passe> Passe)?")
_SWAP = re.compile(r"(?P<back>[a-z?]|min|\[\])>\[(?P<card>[A-Z]|JOKER|maj)\]")
_RULING = re.compile(rf"(?P<sign>[+-]) (?P<reason>{_QUOTED})")
_TIME = re.compile(r"(?P<seconds>\d{1,6}) s")
_MANCHE = re.compile(r"manche (?P<manche>\d)(?: pli (?P<pli>\d) (?P<opener>\w{3})(?: (?P<a>\d{1,4})-(?P<b>\d{1,4}))?)?")


class ShorthandError(BelettreError):
    """A text that is no game; ``line`` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


def write_shorthand(partie: Partie) -> str:
    """A game as far as it was played, without the hands."""
    setup = partie.setup
    lines = [f"partie {setup.manches}"] if setup.manches != MANCHES else []
    moves: list[str] = []
    for event in _told_at_once(partie.log):
        match event:
            case Dealt():
                lines.append(_manche_line(event, setup))
            case BelettreAnnounced():
                lines.append(f"belettre {event.seat.value}")
            case PliTaken():
                lines.append(_BETWEEN.join(moves) + _ARROW + event.seat.value)
                moves = []
            case Overruled() if not moves:  # the pli was picked up on a word that does not stand, or stands after all
                while not lines[-1].startswith(_SEATS):
                    lines.pop()
                moves = [lines.pop().rpartition(_ARROW)[0], _move(event)]
            case _:
                if written := _move(event):
                    moves.append(written)
    if moves:
        lines.append(_BETWEEN.join(moves))
    return "\n".join(lines) + "\n"


def read_shorthand(text: str | Iterable[str], judge: WordJudge, deck: Deck = BOXED) -> Partie:
    """The game of a text, played by the rules of *judge*.

    Raises ShorthandError naming the line that is not understood, not legal, or not as the judge and the rules have it.
    """
    partie: Partie | None = None
    manches = MANCHES
    # Not splitlines: a quoted word may hold a sign that ends a line elsewhere.
    for number, line in enumerate(text.split("\n") if isinstance(text, str) else text, 1):
        if number > MAX_LINES or len(line) > MAX_LINE:
            raise ShorthandError(number, f"more than {MAX_LINES} lines or {MAX_LINE} characters, expected a game")
        moves = line.partition("#")[0].strip() if '"' not in line else line.strip()
        try:
            if not moves or moves.startswith("#"):
                continue
            if partie is None and (length := re.fullmatch(r"partie (\S+)", moves)):
                manches = check_manches(int(length[1]) if length[1].isdecimal() else 0)
            elif begins := _MANCHE.fullmatch(moves):
                partie = _begin(partie, begins, manches, judge, deck, number)
            else:
                partie = partie or Partie.watched(judge, manches=manches, deck=deck)
                if moves.startswith("belettre "):
                    for seat in moves.split()[1:]:
                        partie.apply(AnnounceBelettre(Seat.of(seat)))
                else:
                    _Pli(partie, number).read(moves)
        except BelettreError as error:
            if isinstance(error, ShorthandError):
                raise
            raise ShorthandError(number, str(error)) from error
    return partie or Partie.watched(judge, manches=manches, deck=deck)


_SEATS = tuple(seat.value for seat in Seat)


def _told_at_once(log: tuple[Event, ...]) -> list[Event]:
    """The events, where a card that was told later (P7) is known from the start."""
    told: list[Event] = []
    for event in log:
        if isinstance(event, Revealed):
            place = max(i for i, e in enumerate(told) if getattr(e, "seat", None) is event.seat and hasattr(e, "card"))
            before = told[place]
            if isinstance(before, Passed):
                told[place] = Passed(before.seat, event.card, before.fault)
            elif isinstance(before, Discarded):
                told[place] = Discarded(before.seat, event.card, before.rule)
            elif isinstance(before, Swapped):
                told[place] = Swapped(before.seat, event.card, before.back)
        else:
            told.append(event)
    return told


def _manche_line(event: Dealt, setup: Setup) -> str:
    line = f"manche {event.manche}"
    if event.manche == setup.first and (setup.before or setup.points != (0, 0)):
        line += f" pli {setup.before + 1} {event.opener.value} {setup.points[0]}-{setup.points[1]}"
    return line


def _move(event: Event) -> str:
    """A move as it is written; "" for what follows by itself."""
    match event:
        case WordAccepted() | WordRefused():
            word = _write_word(event.verdict.word)
            card = f"JOKER={event.letter.upper()}" if event.letter else event.card.text
            said = f"({word})" if isinstance(event, WordRefused) else word
            return f"{event.seat.value} {'' if event.says else '~'}{card} {said}"
        case Passed():
            return f"{event.seat.value} {_write_down(event.card)} Passe"
        case Discarded():
            return f"{event.seat.value} {_write_down(event.card)}"
        case Swapped():
            return f"{event.seat.value} {event.back.text if event.back.known else 'min'}>{_write_down(event.card)}"
        case Overruled():
            return f"{_ARBITER} {'+' if event.accept else '-'} {json.dumps(event.reason, ensure_ascii=False)}"
        case Overran():
            return f"{event.seat.value} {event.seconds} s"
        case _:
            return ""


def _write_word(word: str) -> str:
    return word if _PLAIN.fullmatch(word) else json.dumps(word, ensure_ascii=False)


def _unquoted(text: str) -> str:
    """A word or a reason as it was meant. Raises BelettreError for what is no JSON text."""
    try:
        return str(json.loads(text)) if text.startswith('"') else text
    except ValueError as error:
        raise BelettreError(f"{text!r:.60}: {error}") from error


def _write_down(card: Card) -> str:
    return f"[{'' if card is UNSEEN else card.text}]"


def _read_down(text: str) -> Card:
    return CARDS[text] if text else UNSEEN


def _begin(
    partie: Partie | None, line: re.Match[str], manches: int, judge: WordJudge, deck: Deck, number: int
) -> Partie:
    """What a line « manche … » says: the start of the text, or a manche that has just been dealt."""
    manche = int(line["manche"])
    if partie is None:
        return Partie.watched(
            judge,
            manches=manches,
            deck=deck,
            first=manche,
            before=int(line["pli"] or 1) - 1,
            opener=Seat.of(line["opener"]) if line["opener"] else None,
            points=(int(line["a"] or 0), int(line["b"] or 0)),
        )
    if line["pli"] or partie.state.manche.number != manche or partie.state.manche.begun or partie.over:
        raise ShorthandError(number, f"{line[0]!r}: manche {partie.state.manche.number} is being played")
    return partie


class _Pli:
    """Reads the line of one pli into a partie."""

    def __init__(self, partie: Partie, number: int) -> None:
        self._partie = partie
        self._number = number

    def read(self, line: str) -> None:
        """Play the moves of a line and check where the pli goes."""
        before = len(self._partie.log)
        taker = None
        for move, is_taker in _moves(line):
            if taker is not None:
                self._fail(f"{move!r:.60} stands behind the arrow")
            if is_taker:
                taker = Seat.of(move)
            else:
                self._play(move)
        partie = self._partie
        if taker is not None:
            if partie.awaits == PICK_UP:
                partie.apply(PickUp(taker))
            taken = [event.seat for event in partie.log[before:] if isinstance(event, PliTaken)]
            if not taken or taken[-1] is not taker:
                self._fail(f"→ {taker.value}, but {self._goes_to(taken)}")
        elif partie.awaits != LAY or any(isinstance(event, PliTaken) for event in partie.log[before:]):
            self._fail("a complete pli ends with → and who picks it up")

    def _goes_to(self, taken: list[Seat]) -> str:
        if taken:
            return f"the pli goes to {taken[-1].value}"
        hidden = ", ".join(seat.value for seat in self._partie.state.manche.pli.hidden)
        if self._partie.awaits == REVEAL:
            return f"a complete pli names its cards: what did {hidden} lay?"
        return "the pli is not complete"

    def _play(self, move: str) -> None:
        who, _, what = move.partition(" ")
        partie = self._partie
        if who == _ARBITER:
            ruling = _RULING.fullmatch(what) or self._fail(f"{move!r:.60}, expected {_ARBITER} + or - and a reason")
            partie.apply(Overrule(ruling["sign"] == "+", _unquoted(ruling["reason"])))
            return
        seat = Seat.of(who)
        if laid := _LAID.fullmatch(what):
            self._lay(seat, laid)
        elif down := _DOWN.fullmatch(what):
            card = _read_down(down["card"])
            partie.apply(Passe(seat, card) if down["passe"] else Discard(seat, card))
        elif swap := _SWAP.fullmatch(what):
            partie.apply(Swap(seat, _read_down(swap["card"])))
        elif time := _TIME.fullmatch(what):
            partie.apply(Overtime(seat, int(time["seconds"])))
        else:
            self._fail(
                f"{move[:60]!r} is no move: expected a seat, a card and a word, as in PON l Volonté; a word of several "
                "parts stands in quotation marks, and · or ; between moves"
            )

    def _lay(self, seat: Seat, laid: re.Match[str]) -> None:
        said, letter = laid["word"], (laid["letter"] or "").lower()
        refused = said.startswith("(") and said.endswith(")")
        word = _unquoted(said[1:-1] if refused else said)
        card = CARDS["JOKER"] if letter else CARDS[laid["card"]]
        event = self._partie.apply(Lay(seat, card, word, letter, not laid["silent"]))[0]
        if isinstance(event, WordAccepted) is refused:
            reasons = ", ".join(event.verdict.reasons) if isinstance(event, WordRefused) else ""
            if refused:
                self._fail(f"{word[:60]!r} is accepted by the judge: write it without brackets")
            self._fail(
                f"{word[:60]!r} is refused ({reasons}) by the judge: write it in brackets, or let {_ARBITER} rule"
            )

    def _fail(self, message: str) -> NoReturn:
        raise ShorthandError(self._number, message)


def _moves(line: str) -> Iterator[tuple[str, bool]]:
    """The moves of a line, and whether each stands behind the arrow."""
    behind = False
    for token in _TOKEN.findall(line):
        if token in ("→", "->"):
            behind = True
        elif token not in ("·", ";") and token.strip():
            yield token.strip(), behind
