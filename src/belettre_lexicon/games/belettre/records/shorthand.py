"""Shorthand: a text notation for games that people can read and write, with one line for each pli::

    # a line that starts with this sign is a comment
    partie 1
    manche 1
    belettre SEP
    PON l Volonté · SEP e École · LEV c Raclette · MER F Facile → MER
    MER b (Portes) · PON q Oblique · SEP ~G Gothique · LEV [k] Passe → SEP

Start reading at ``write_shorthand`` and ``read_shorthand``.

``partie 1`` gives the number of manches of the game; without this line the game has 4 manches. If the deck is not that
of the boxed game, the next line names it: ``deck ae 20 1 4 2 · ? 2 0 1 0`` has the lines of a deck file (``decks``),
with ``·`` between them. ``manche 1`` starts a manche. A record may also start later: ``manche 2 pli 3 LEV 84-61``
starts with pli 3 of manche 2, which the Levantin opens, when the teams have 84 and 61 points. ``belettre SEP`` lists
the seats that announce a Belettre (S3). Every other line is a pli, written as moves separated by ``·``. A move is a
seat followed by one of these:

=====================  ================================================================================================
``l Volonté``          a minuscule and the word said with it
``F Facile``           a majuscule and the word said with it
``? École``            the joker and the word said with it
``JOKER=K Kiosque``    the JOKER, the letter that its player named for it (J3), and the word said with it
``l (Portes)``         a refused word; its card is turned face down (P6)
``~G Gothique``        a majuscule of an announced Belettre, laid without saying « Belettre » or « Re-belettre » (S3)
``[k] Passe``          a card laid face down with « Passe ! »; ``[maj]``, ``[min]`` or ``[]`` if the card is unknown
``[?]``                a card laid face down without saying anything (J4, P9)
``s>[A]``              the swap after a trap: the player takes s back and lays A face down (T2)
``42 s``               the player thought for 42 seconds, as in ``LEV 42 s`` (P13)
``ARB + "reason"``     a ruling of the arbiter (``ARB`` instead of a seat): the last word is valid, for this reason
``ARB - "reason"``     the same, but the last word is refused
``→ MER``              only at the end of the line: the seat that picks up the pli; all its cards must then be known
=====================  ================================================================================================

``;`` may be typed for ``·``, and ``->`` for ``→``. A word that contains anything except letters, hyphens and
apostrophes is written in quotation marks, as a JSON string. A ``#`` after the moves also starts a comment, unless the
line contains a quotation mark.

Hands are not written. A game that is read from shorthand is therefore a game with real cards whose hands are unknown
(``Partie.watched``). Every line is checked when it is read: it is an error if the judge disagrees with a word that is
marked as valid or refused, or if the rules give the pli to another seat. The error names the number of the line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NoReturn

from msgspec.structs import replace

from ....base.errors import BelettreError
from ....french.cards import CARDS, UNSEEN, Card
from ....french.decks import BOXED, Deck
from .. import events
from ..actions import AnnounceBelettre, Discard, Lay, Overrule, Overtime, Passe, PickUp, Swap
from ..events import Event
from ..partie import Partie, WordJudge
from ..seats import Seat
from ..setup import MANCHES, Setup, check_manches
from ..state import LAY, PICK_UP, REVEAL

#: The maximum length of a line in characters, and the maximum number of lines.
MAX_LINE, MAX_LINES = 10_000, 10_000
_SEPARATOR, _ARROW = " · ", " → "
_ARBITER = "ARB"

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_PLAIN = re.compile(r"[^\W\d_](?:[^\W\d_]|['’-])*")
_TOKEN = re.compile(rf"(?:{_QUOTED}|(?!->)[^\"·;→])+|->|.")
_LAY_MOVE = re.compile(
    rf"(?P<silent>~)?(?P<card>[A-Za-z?]|JOKER=(?P<letter>[A-Za-z])) (?P<word>\(?(?:{_QUOTED}|[^\s\"()]+)\)?)"
)
_FACE_DOWN_MOVE = re.compile(r"\[(?P<card>[A-Za-z?]|JOKER|maj|min|)\](?P<passe> Passe)?")
_SWAP_MOVE = re.compile(r"(?P<back>[a-z?]|min|\[\])>\[(?P<card>[A-Z]|JOKER|maj)\]")
_RULING = re.compile(rf"(?P<sign>[+-]) (?P<reason>{_QUOTED})")
_OVERTIME_MOVE = re.compile(r"(?P<seconds>\d{1,6}) s")
_MANCHE_LINE = re.compile(
    r"manche (?P<manche>\d)(?: pli (?P<pli>\d) (?P<opener>\w{3})(?: (?P<a>\d{1,4})-(?P<b>\d{1,4}))?)?"
)


class ShorthandError(BelettreError):
    """Raised if a text is not a valid game.

    line  the number of the line with the error, from 1
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


def write_shorthand(partie: Partie) -> str:
    """Return a partie in shorthand, up to its last event. The hands are not written."""
    setup = partie.setup
    lines = [f"partie {setup.manches}"] if setup.manches != MANCHES else []
    if setup.deck != BOXED:
        lines.append(f"deck {_SEPARATOR.join(_deck_lines(setup.deck))}")
    moves: list[str] = []
    for event in _with_cards_known(partie.log):
        match event:
            case events.Dealt():
                lines.append(_manche_line(event, setup))
            case events.BelettreAnnounced():
                lines.append(f"belettre {event.seat.value}")
            case events.PliTaken():
                lines.append(_SEPARATOR.join(moves) + _ARROW + event.seat.value)
                moves = []
            case events.Overruled() if not moves:  # the last pli was picked up already: continue its line
                while not lines[-1].startswith(_SEATS):
                    lines.pop()
                moves = [lines.pop().rpartition(_ARROW)[0], _write_move(event)]
            case _:
                if move := _write_move(event):
                    moves.append(move)
    if moves:
        lines.append(_SEPARATOR.join(moves))
    return "\n".join(lines) + "\n"


def read_shorthand(text: str | Iterable[str], judge: WordJudge, deck: Deck = BOXED) -> Partie:
    """Return the partie that a text in shorthand describes.

    text   the text as one string, or its lines
    judge  judges the words; its house rules are those of the partie
    deck   the deck of the game if the text does not name one

    An empty text describes a partie in which nothing has been played. Raises ShorthandError, which names the line, if a
    line cannot be read, contains an illegal move, or contradicts the verdicts of the judge or the rules.
    """
    partie: Partie | None = None
    manches = MANCHES
    # str.splitlines would also split at other characters, which a quoted word may contain.
    for number, line in enumerate(text.split("\n") if isinstance(text, str) else text, 1):
        if number > MAX_LINES or len(line) > MAX_LINE:
            raise ShorthandError(number, f"more than {MAX_LINES} lines, or {MAX_LINE} characters in a line")
        content = line.partition("#")[0].strip() if '"' not in line else line.strip()
        try:
            if not content or content.startswith("#"):
                continue
            if partie is None and (partie_match := re.fullmatch(r"partie (\S+)", content)):
                number_text = partie_match[1]
                manches = check_manches(int(number_text) if number_text.isdecimal() else 0)
            elif partie is None and content.startswith("deck "):
                rows = content.removeprefix("deck ").replace(";", "·").split("·")
                deck = Deck.parse(rows)
            elif manche_match := _MANCHE_LINE.fullmatch(content):
                partie = _start_manche(partie, manche_match, manches, judge, deck, number)
            else:
                partie = partie or Partie.watched(judge, manches=manches, deck=deck)
                if content.startswith("belettre "):
                    for seat_name in content.split()[1:]:
                        partie.apply(AnnounceBelettre(Seat.of(seat_name)))
                else:
                    _PliReader(partie, number).read(content)
        except BelettreError as error:
            if isinstance(error, ShorthandError):
                raise
            raise ShorthandError(number, str(error)) from error
    return partie or Partie.watched(judge, manches=manches, deck=deck)


def _deck_lines(deck: Deck) -> list[str]:
    """Return the lines of a deck file with this deck; letters with the same numbers share a line."""
    letters: dict[tuple[int, ...], str] = {}
    for letter, row in deck.rows().items():
        letters[row] = letters.get(row, "") + letter
    return [" ".join([together, *map(str, row)]) for row, together in letters.items()]


_SEATS = tuple(seat.value for seat in Seat)


def _with_cards_known(log: tuple[Event, ...]) -> list[Event]:
    """Return a log without ``Revealed`` events, whose cards are put into the events that laid them face down (P7)."""
    known: list[Event] = []
    for event in log:
        if isinstance(event, events.Revealed):
            place = max(i for i, e in enumerate(known) if getattr(e, "seat", None) is event.seat and hasattr(e, "card"))
            known[place] = replace(known[place], card=event.card)
        else:
            known.append(event)
    return known


def _manche_line(event: events.Dealt, setup: Setup) -> str:
    line = f"manche {event.manche}"
    if event.manche == setup.first and (setup.before or setup.points != (0, 0)):
        line += f" pli {setup.before + 1} {event.opener.value} {setup.points[0]}-{setup.points[1]}"
    return line


def _write_move(event: Event) -> str:
    """Return an event as a move in shorthand; "" if the event is not written because it follows from other events."""
    match event:
        case events.WordAccepted() | events.WordRefused():
            word = event.verdict.word
            word = word if _PLAIN.fullmatch(word) else json.dumps(word, ensure_ascii=False)
            if isinstance(event, events.WordRefused):
                word = f"({word})"
            card_name = f"JOKER={event.letter.upper()}" if event.letter else event.card.text
            return f"{event.seat.value} {'' if event.says else '~'}{card_name} {word}"
        case events.Passed():
            return f"{event.seat.value} {_write_hidden_card(event.card)} Passe"
        case events.Discarded():
            return f"{event.seat.value} {_write_hidden_card(event.card)}"
        case events.Swapped():
            return (
                f"{event.seat.value} {event.back.text if event.back.known else 'min'}>{_write_hidden_card(event.card)}"
            )
        case events.Overruled():
            return f"{_ARBITER} {'+' if event.accept else '-'} {json.dumps(event.reason, ensure_ascii=False)}"
        case events.Overran():
            return f"{event.seat.value} {event.seconds} s"
        case _:
            return ""


def _unquote(text: str) -> str:
    """Return a text without its quotation marks, if any. Raises BelettreError if the quoted text is invalid JSON."""
    try:
        return str(json.loads(text)) if text.startswith('"') else text
    except ValueError as error:
        raise BelettreError(f"{text!r:.60}: {error}") from error


def _write_hidden_card(card: Card) -> str:
    return f"[{'' if card is UNSEEN else card.text}]"


def _read_hidden_card(text: str) -> Card:
    return CARDS[text] if text else UNSEEN


def _start_manche(
    partie: Partie | None, manche_match: re.Match[str], manches: int, judge: WordJudge, deck: Deck, number: int
) -> Partie:
    """Return the partie that a line « manche … » begins or, if *partie* is not None, goes on with."""
    manche = int(manche_match["manche"])
    if partie is None:
        return Partie.watched(
            judge,
            manches=manches,
            deck=deck,
            first=manche,
            before=int(manche_match["pli"] or 1) - 1,
            opener=Seat.of(manche_match["opener"]) if manche_match["opener"] else None,
            points=(int(manche_match["a"] or 0), int(manche_match["b"] or 0)),
        )
    if manche_match["pli"] or partie.state.manche.number != manche or partie.state.manche.begun or partie.over:
        raise ShorthandError(number, f"{manche_match[0]!r}: manche {partie.state.manche.number} is still being played")
    return partie


class _PliReader:
    def __init__(self, partie: Partie, line_number: int) -> None:
        self._partie = partie
        self._line_number = line_number

    def read(self, line: str) -> None:
        """Play the moves of a line, and check that the pli goes to the seat after the arrow."""
        log_length = len(self._partie.log)
        expected_taker = None
        for move, after_arrow in _split_moves(line):
            if expected_taker is not None:
                self._fail(f"{move!r:.60}: nothing may follow the seat that picks up")
            if after_arrow:
                expected_taker = Seat.of(move)
            else:
                self._play(move)
        partie = self._partie
        if expected_taker is not None:
            if partie.awaits == PICK_UP:
                partie.apply(PickUp(expected_taker))
            takers = [event.seat for event in partie.log[log_length:] if isinstance(event, events.PliTaken)]
            if not takers or takers[-1] is not expected_taker:
                self._fail(f"→ {expected_taker.value}, but {self._actual_taker(takers)}")
        elif partie.awaits != LAY or any(isinstance(event, events.PliTaken) for event in partie.log[log_length:]):
            self._fail("a complete pli ends with → and the seat that picks it up")

    def _actual_taker(self, takers: list[Seat]) -> str:
        """Return, for an error, who picks up the pli or why nobody does; *takers* did so in this line."""
        if takers:
            return f"the pli goes to {takers[-1].value}"
        hidden = ", ".join(seat.value for seat in self._partie.state.manche.pli.hidden)
        if self._partie.awaits == REVEAL:
            return f"the cards of a complete pli must be named: which card did {hidden} lay?"
        return "the pli is not complete"

    def _play(self, move: str) -> None:
        player, _, rest = move.partition(" ")
        partie = self._partie
        if player == _ARBITER:
            ruling_match = _RULING.fullmatch(rest) or self._fail(
                f"{move!r:.60}: expected {_ARBITER}, + or -, and a reason in quotation marks"
            )
            partie.apply(Overrule(ruling_match["sign"] == "+", _unquote(ruling_match["reason"])))
            return
        seat = Seat.of(player)
        if lay_match := _LAY_MOVE.fullmatch(rest):
            self._lay(seat, lay_match)
        elif down_match := _FACE_DOWN_MOVE.fullmatch(rest):
            card = _read_hidden_card(down_match["card"])
            partie.apply(Passe(seat, card) if down_match["passe"] else Discard(seat, card))
        elif swap_match := _SWAP_MOVE.fullmatch(rest):
            partie.apply(Swap(seat, _read_hidden_card(swap_match["card"])))
        elif overtime_match := _OVERTIME_MOVE.fullmatch(rest):
            partie.apply(Overtime(seat, int(overtime_match["seconds"])))
        else:
            self._fail(
                f"{move[:60]!r} is not a move: expected a seat, a card and a word, as in PON l Volonté; put words of "
                "several parts in quotation marks, and · or ; between moves"
            )

    def _lay(self, seat: Seat, lay_match: re.Match[str]) -> None:
        word_text, letter = lay_match["word"], (lay_match["letter"] or "").lower()
        marked_refused = word_text.startswith("(") and word_text.endswith(")")
        word = _unquote(word_text[1:-1] if marked_refused else word_text)
        card = CARDS["JOKER"] if letter else CARDS[lay_match["card"]]
        event = self._partie.apply(Lay(seat, card, word, letter, not lay_match["silent"]))[0]
        if isinstance(event, events.WordAccepted) is marked_refused:
            reasons = ", ".join(event.verdict.reasons) if isinstance(event, events.WordRefused) else ""
            if marked_refused:
                self._fail(f"{word[:60]!r} is accepted by the judge: write it without brackets")
            self._fail(
                f"{word[:60]!r} is refused ({reasons}) by the judge: write it in brackets, or let {_ARBITER} rule"
            )

    def _fail(self, message: str) -> NoReturn:
        raise ShorthandError(self._line_number, message)


def _split_moves(line: str) -> Iterator[tuple[str, bool]]:
    """Yield the moves of a line. The flag after each move says whether the move stands after the arrow."""
    after_arrow = False
    for token in _TOKEN.findall(line):
        if token in ("→", "->"):
            after_arrow = True
        elif token not in ("·", ";") and token.strip():
            yield token.strip(), after_arrow
