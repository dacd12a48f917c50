"""The words of auctions, as players say and type them: « je passe », « 90 cœur », « capot sans atout », « coinche ».

``read_word`` reads one of them, for ``belote play`` and for ``belote check --auction``, whose function is ``run``.
French and English words are both understood; only the letters of suits depend on the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from ...base.errors import ArgumentError
from ...french.letters import fold
from ...games.belote.actions import (
    Action,
    Bid,
    BidValue,
    Direct,
    Double,
    Pass,
    Redouble,
    SayCards,
    Swap,
    Take,
    TakeChien,
)
from ...games.belote.auction import Auction, after, comptoir, legal, lyonnaise, opened, refusal
from ...games.belote.cards import SUITS, Card, Contract, read_contract
from ...games.belote.legality import MoveRefusal, speech_refusal
from ...games.belote.options import SHEETS
from ...games.belote.rules import BeloteRules
from ...games.belote.seats import ALL_SEATS, Seat
from ...referee.belote import load_belote
from ...referee.belote.spoken import Word, auction_text, choices_lines, permitted_text, refused_text, word_text
from ...referee.catalogue import Catalogue
from ..kit.terminal import EXIT_NEGATIVE, EXIT_OK, paint, write, write_json
from .commands import BeloteCheckCommand

#: The folded words of each kind. « une » and « deux » pass in the rounds of the prise (BA2).
_PASSES = frozenset({"passe", "passer", "pass", "une", "deux"})
_DOUBLES = frozenset({"coinche", "contre", "double"})
_REDOUBLES = frozenset({"surcoinche", "surcontre", "redouble"})
_TAKES = frozenset({"prends", "prend", "prendre", "take"})
#: The word that asks for all plis: a bid of coinche, or beside a take (BV6).
CAPOT = "capot"
_VALUES: dict[str, BidValue] = {"capot": "capot", "generale": "generale"}
_CARDS = frozenset({"carte", "cartes", "card", "cards"})
_FOR = frozenset({"contre", "pour", "for"})
#: Words without a meaning of their own, before a word or within it.
_FILLERS = frozenset(
    {"je", "i", "a", "at", "de", "of", "en", "le", "the", "demande", "bid", "say", "dis", "echange", "swap", "joue"}
)
#: A number of points or a value, with or without its colour: « 90 », « 90♥ », « 110sa ».
_VALUE = re.compile(r"(\d{1,3}|capot|generale)(\D.*)?")
#: The most words of one bid, seat included: « S générale à sans atout ».
_MOST_WORDS = 8
#: What separates words that are said, besides spaces.
_SEPARATORS = str.maketrans({"·": " ", ";": " ", ",": " ", "«": " ", "»": " ", "!": " ", ".": " "})


#: The English names of the seats.
_ENGLISH_SEATS = {"w": "O", "west": "O", "south": "S", "east": "E", "north": "N"}
#: The most players of a table (VK1).
_MOST_PLAYERS = 6


class MissingColourError(ArgumentError):
    """A bid of coinche without its colour, or a take that does not say what is trump."""


def read_word(typed: Sequence[str], seat: Seat, rules: BeloteRules, lang: str, *, cards: bool = False) -> Word | None:
    """Return what a player says in an auction of the game, or None if the words are no word of one.

    typed  the words as typed
    cards  whether the dealer has to say how many cards are dealt (VK2); a lone number is that number then

    Raises MissingColourError for a bid or a take that needs a colour.

    >>> read_word("je demande 90 coeur".split(), Seat.SUD, BeloteRules(game="coinche"), "fr")
    Bid(seat=<Seat.SUD: 'S'>, value=90, colour='♥')
    """
    words = [word for word in typed if fold(word) not in _FILLERS]
    folded = [fold(word) for word in words]
    only = folded[0] if len(folded) == 1 else ""
    if only in _PASSES:
        return Pass(seat)
    if rules.game == "coinche":
        if only in _DOUBLES:
            return Double(seat)
        if only in _REDOUBLES:
            return Redouble(seat)
        return _read_bid(words, seat, lang, coloured=True)
    if rules.game in SHEETS:
        if (only.isdecimal() and cards) or (len(folded) > 1 and folded[-1] in _CARDS and folded[0].isdecimal()):
            return SayCards(seat, int(folded[0]))
        return _read_lyonnaise(words, folded, seat, lang) or _read_bid(words, seat, lang, coloured=False)
    if only in _TAKES:
        raise MissingColourError("take")  # the caller knows what may be taken
    named = [word for word in words[bool(folded) and folded[0] in _TAKES :] if fold(word) != CAPOT]
    contract = _contract(named, lang)
    return None if contract is None else Take(seat, contract, CAPOT in folded)


def only_take(actions: Iterable[Action]) -> Take | None:
    """Return the take that « prends » means without a contract: the only suit that can be taken; None if there is none.

    In the first round of a prise this is the suit of the retourne (BA2), even where SA and TA may be taken (BV4).
    """
    suits = [action for action in actions if isinstance(action, Take) and action.contract in SUITS and not action.capot]
    return suits[0] if len(suits) == 1 else None


def _read_lyonnaise(words: Sequence[str], folded: Sequence[str], seat: Seat, lang: str) -> Word | None:
    """Return a word about the chien (VL3 to VL5): « direct », « prends », « vc 10p contre 7k 8k »; None otherwise."""
    if list(folded) == ["direct"]:
        return Direct(seat)
    if folded and set(folded) <= {*_TAKES, "chien"}:
        return TakeChien(seat)
    place = next((place for place, word in enumerate(folded) if word in _FOR), None)
    if place is None:
        return None
    try:
        taken, put = (tuple(Card.of(word, lang) for word in part) for part in (words[:place], words[place + 1 :]))
    except ArgumentError:
        return None
    return Swap(seat, taken, put)


def _read_bid(words: Sequence[str], seat: Seat, lang: str, *, coloured: bool) -> Word | None:
    """Return a bid whose value stands before its colour or behind it; None if there is no value."""
    for place, word in enumerate(words):
        found = _VALUE.fullmatch(fold(word))
        if found is None:
            continue
        value, glued = found.groups()
        rest = [*words[:place], *([word[len(value) :]] if glued else []), *words[place + 1 :]]
        colour = _contract(rest, lang)
        if colour is None and (rest or coloured):
            if rest:
                return None
            raise MissingColourError("bid")
        return Bid(seat, int(value) if value.isdecimal() else _VALUES[value], colour)
    return None


def _contract(words: Sequence[str], lang: str) -> Contract | None:
    try:
        return read_contract(" ".join(words), lang)
    except ArgumentError:
        return None


def run(command: BeloteCheckCommand, rules: BeloteRules) -> int:
    """Follow the auction of --auction, print what may be said next, or whether --say may be; return the exit status.

    The status is EXIT_NEGATIVE if a word of the auction or the word of --say is refused, otherwise EXIT_OK. Raises
    ArgumentError if a word is not understood, or the game needs something else.
    """
    spoken = follow(command, rules)
    if command.json:
        write_json(spoken.described())
    else:
        spoken.write()
    return EXIT_OK if spoken.refused is None else EXIT_NEGATIVE


class Spoken:
    """An auction as far as its words are allowed, and the word to check.

    auction  the state after the words that are allowed
    said     those words, as actions
    asked    the word of --say; None if it is not given or a word before it was refused
    refused  the first word that is refused, with the reason; None if all are allowed
    """

    def __init__(self, auction: Auction, rules: BeloteRules, lang: str) -> None:
        self.auction, self.rules = auction, rules
        self.said: list[Word] = []
        self.asked: Word | None = None
        self.refused: tuple[Word, MoveRefusal] | None = None
        self._say = load_belote(lang)

    def write(self) -> None:
        """Print where the auction stands, then whether a word may be said, or what may be."""
        say = self._say
        write(auction_text(self.auction, say))
        if self.refused is not None:
            write(paint(refused_text(*self.refused, say), "red"))
        elif self.asked is not None:
            write(paint(permitted_text(self.asked, say), "green"))
        else:
            for line in choices_lines(legal(self.auction, self.rules), say):
                write(line)

    def described(self) -> dict[str, Any]:
        """Return the answer as an object for JSON.

        options       the house rules that are not the default
        words         the words that are allowed, each with its seat
        over, turn    whether the auction is over, and the seat that has to speak, or null
        taker         the seat that has bid or taken last, or null
        permitted     whether every word may be said, the one of --say included
        word, rule, reason, text
                      the word that was asked for or refused, with the rule and the reason against it; null for none
        may           what may be said now, each word with its seat; null if a word was asked for or refused
        """
        say, turn, taker = self._say, self.auction.turn, self.auction.taker
        word, why = self.refused or (self.asked, None)
        text = None
        if word is not None:
            asked = permitted_text(word, say)
            text = asked if why is None else refused_text(word, why, say)
        return {
            "options": self.rules.as_dict(),
            "words": [_described(action, say) for action in self.said],
            "over": turn is None,
            "turn": None if turn is None else ALL_SEATS[turn].value,
            "taker": None if taker is None else ALL_SEATS[taker].value,
            "permitted": why is None,
            "word": None if word is None else _described(word, say),
            "rule": None if why is None else why.rule,
            "reason": None if why is None else why.reason,
            "text": text,
            "may": None
            if word is not None
            else [_described(one, say) for one in legal(self.auction, self.rules) if isinstance(one, Word)],
        }


def _described(action: Word, say: Catalogue) -> dict[str, str]:
    return {"seat": action.seat.value, "word": word_text(action, say)}


def follow(command: BeloteCheckCommand, rules: BeloteRules) -> Spoken:
    """Return the auction of --auction, followed until its end or the first word that is refused.

    Raises ArgumentError if a word is not understood, or the game needs another option.
    """
    spoken = Spoken(_opened(command, rules), rules, command.lang)
    words = (command.auction or "").translate(_SEPARATORS).split()
    while words and spoken.refused is None:
        action, words = _next_word(words, spoken, command.lang)
        _speak(spoken, action)
    if command.say is not None and spoken.refused is None:
        asked, rest = _next_word(command.say.translate(_SEPARATORS).split() or [""], spoken, command.lang)
        if rest:
            raise ArgumentError(f"--say {command.say!r:.60}: expected one word, such as « passe »")
        why = refusal(spoken.auction, asked, rules)
        spoken.asked = asked
        if why is not None:
            spoken.refused = asked, speech_refusal(why, asked, spoken.auction, rules)
    return spoken


def _speak(spoken: Spoken, action: Word) -> None:
    why = refusal(spoken.auction, action, spoken.rules)
    if why is not None:
        spoken.refused = action, speech_refusal(why, action, spoken.auction, spoken.rules)
        return
    if isinstance(action, Swap | TakeChien):
        raise ArgumentError("--auction: exchanges with the chien need the cards, expected the words before them (VL4)")
    spoken.said.append(action)
    spoken.auction = after(spoken.auction, action, spoken.rules)


def _opened(command: BeloteCheckCommand, rules: BeloteRules) -> Auction:
    """Return the auction before its first word. The opener speaks first, and the dealer sits before them."""
    seats = playing_seats(rules)
    place = 0 if command.opener is None else seat_place("--opener", command.opener, command.lang, rules)
    order = tuple(seat.index for seat in (*seats[place:], *seats[:place]))
    retourne = None
    if rules.variant.retourne:
        if command.retourne is None:
            raise ArgumentError("--retourne is missing, the card turned up; or --game coinche, comptoir or lyonnaise")
        retourne = Card.of(command.retourne, command.lang)
    elif command.retourne is not None:
        raise ArgumentError(f"--retourne: game {rules.game!r} turns up no card, expected one that does")
    if rules.game in SHEETS:
        cards = rules.cards if isinstance(rules.cards, int) else 0 if rules.cards == "dealer" else 5
        return comptoir.opened(order, cards) if rules.game == "comptoir" else lyonnaise.opened(order, cards)
    return opened(order, retourne, rules)


def playing_seats(rules: BeloteRules) -> tuple[Seat, ...]:
    """Return the seats of a table in playing order, Sud first (BD1). The numbers of ``disputes`` are places in it."""
    first, *others = rules.variant.table.seats
    return (first, *(reversed(others) if rules.clockwise else others))


def seat_place(flag: str, text: str, lang: str, rules: BeloteRules) -> int:
    """Return the place in playing order of the seat that *flag* names. Raises ArgumentError if nobody sits there."""
    seats = playing_seats(rules)
    try:
        seat = read_seat(text, lang)
    except ArgumentError as error:
        raise ArgumentError(f"{flag}: {error}") from error
    if seat not in seats:
        named = ", ".join(one.value for one in rules.variant.table.seats)
        raise ArgumentError(f"{flag} {text!r:.40}: expected one of {named}, the seats of {len(seats)}")
    return seats.index(seat)


def read_seat(text: str, lang: str) -> Seat:
    """Return the seat with the letter (S, E, N or O) or name *text*; if *lang* is "en", W and English names also count.

    Raises ArgumentError if the seat is unknown.
    """
    return Seat.of(_ENGLISH_SEATS.get(text.lower(), text) if lang == "en" else text, _MOST_PLAYERS)


def _next_word(words: list[str], spoken: Spoken, lang: str) -> tuple[Word, list[str]]:
    """Return the first word of an auction as an action, and the words after it. The longest reading is taken.

    A seat may stand before it; without one, the word is of the player whose turn it is.
    """
    turn, rules = spoken.auction.turn, spoken.rules
    seat = ALL_SEATS[turn if turn is not None else spoken.auction.taker or 0]
    named = words[0]
    if len(words) > 1 and not named.isdecimal():  # « 5 » is a bid, not the fifth seat
        with suppress(ArgumentError):
            seat, words = playing_seats(rules)[seat_place("--auction", named, lang, rules)], words[1:]
    cards = rules.game in SHEETS and not getattr(spoken.auction, "cards", 1)
    missing = ""
    for size in range(min(_MOST_WORDS, len(words)), 0, -1):
        try:
            action = read_word(words[:size], seat, rules, lang, cards=cards)
        except MissingColourError:
            action = only_take(legal(spoken.auction, rules))
            missing = words[0]
        if action is not None:
            return action, words[size:]
    if missing:
        raise ArgumentError(f"--auction: {missing!r:.40}: expected a colour too, such as « 90♥ » or « prends ♥ »")
    raise ArgumentError(f"--auction: {named!r:.40}: expected a word of this auction, such as « passe »")
