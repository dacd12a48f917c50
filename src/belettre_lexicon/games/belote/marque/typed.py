"""Reads the lines that are typed on a score sheet: ``ana 61 belote bob``. Start reading at ``read_line``.

    ana 92                      she took; her team's plis have 92 points, with the dix de der
    eux ♥ 70 92                 a team for a player, the contract, the points of both teams
    ana capot · ana capot eux   all plis to the takers, or to the defence
    ana 61 belote bob           who said the belote; « belote rebelote bob » is the same
    ana 50 annonces nous 50 20  whose annonces count, and what each is worth
    ana renonce bob             a renonce of Bob's team ended the deal
    passe                       nobody took
    corrige 3 ana 82            deal 3, entered anew

A player is named by their name, its first letters, or their seat. Upper case and accents make no difference. An entry
that is understood may still be refused (``refusals``). If a line is not understood, ``read_line`` raises no exception
but returns an ``UnclearEntry``.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, cast

from ....base.errors import ArgumentError
from ..cards import SUITS, TOUT_ATOUT, Contract, read_contract
from ..rules import BeloteRules
from ..scoring.scores import CAPOT_DE_DER
from ..scoring.totals import BELOTE_POINTS, DIX_DE_DER, whole_deal
from ..seats import SEATS, TEAMS, Seat, Team
from . import vocabulary
from .entries import CorrectDeal, DealEntry, MarqueAction, PlayerNames, SeatPlayers, SetDealer, WriteDeal
from .vocabulary import FILLERS, REBELOTE, VERB_OF, fold

#: Bounds of a line that is read: its characters, its words, and the digits of a number.
_MOST_CHARACTERS, _MOST_WORDS, _MOST_DIGITS = 400, 60, 6
#: Words that may follow the contract: « sans atout », « no trumps ».
_TRUMP_WORDS = frozenset({"atout", "atouts", "trump", "trumps"})

#: What a line asks for that enters nothing; "nothing" for an empty line.
SheetRequest = Literal["undo", "redo", "show", "needs", "help", "rules", "quit", "nothing"]
#: Why a line is not understood.
UnclearReason = Literal[
    "too_long", "who", "several", "points", "word", "two_totals", "belote_who", "renonce_who", "annonces_who",
    "annonces_what", "correct_what", "dealer_who", "players", "number",
]  # fmt: skip


class UnclearEntry(NamedTuple):
    """Why a line is not understood.

    reason    the reason, such as "who" if it is not clear who took; ``referee`` has a sentence for each
    value     the words that are not understood; "" if the reason needs none
    expected  what could be meant, as text; "" if there is no short answer
    """

    reason: UnclearReason
    value: str = ""
    expected: str = ""


class SheetCommand(NamedTuple):
    """A line that enters nothing new: it asks for something, takes entries back, or enters them again.

    verb      what the line asks for, such as "show" for the sheet; "nothing" if the line is empty
    argument  how many entries to take back ("undo") or to enter again ("redo"); 1 for any other verb
    """

    verb: SheetRequest
    argument: int = 1


class _UnclearError(Exception):
    """Raised inside this module for a line that is not understood."""

    def __init__(self, reason: UnclearReason, value: str = "", expected: str = "") -> None:
        super().__init__(reason)
        self.entry = UnclearEntry(reason, value, expected)


def read_line(
    text: str, names: PlayerNames, rules: BeloteRules, lang: str = "fr"
) -> MarqueAction | SheetCommand | UnclearEntry:
    """Return what a typed line means: an action, a command, or why it is not understood.

    names  the names of the players in playing order; "" for a player without a name
    rules  the house rules, which decide the points of a whole deal and of a tierce
    lang   "fr" or "en": how letters for suits are read. « c » is ♥ in French and ♣ in English. The words of both
           languages are always understood

    >>> from .entries import NO_NAMES
    >>> rules = BeloteRules()
    >>> read_line("nord 92", NO_NAMES, rules).entry.plis, read_line("Marque", NO_NAMES, rules).verb
    (92, 'show')
    """
    words = text.replace(";", " ").split()
    if len(text) > _MOST_CHARACTERS or len(words) > _MOST_WORDS:
        return UnclearEntry("too_long", text[:20])
    try:
        return _Line(words, names, rules, lang).read()
    except _UnclearError as error:
        return error.entry


class _Line:
    """A line as its words, and how far it is read.

    words  the words as they are read: punctuation apart; *at* is the index of the next one
    """

    def __init__(self, typed: list[str], names: PlayerNames, rules: BeloteRules, lang: str) -> None:
        self.typed = typed
        named = {word for name in names for word in fold(name).split()}
        self.words = [part for word in typed for part in ([word] if fold(word) in named else _parts(word))]
        while len(self.words) > 1 and self.words[-1] == ":":
            self.words.pop()
        self.folded = list(map(fold, self.words))
        self.at = 0
        self.names = names
        self.rules = rules
        self.lang = lang

    def read(self) -> MarqueAction | SheetCommand:
        """Return what the line means. Raises _UnclearError if it is not understood."""
        if not self.words:
            return SheetCommand("nothing")
        verb = VERB_OF.get(self.folded[0]) if self._full_name(0) is None else None
        if verb is None:
            return WriteDeal(self._deal())
        self.at = 1
        if verb == "correct":
            return self._correction()
        if verb == "players":
            return self._players()
        if verb == "dealer":
            return self._dealer()
        argument = self._number("number") if verb in ("undo", "redo") and not self._done else 1
        if verb == "needs" and not self._done and self.folded[self.at] == "?":
            self.at += 1
        self._end()
        return WriteDeal() if verb == "pass" else SheetCommand(cast("SheetRequest", verb), argument)

    def _correction(self) -> CorrectDeal:
        if self._done or not _is_number(self.words[self.at]):
            raise _UnclearError("correct_what")
        number = self._number("correct_what")
        if not self._done and self.words[self.at] == ":":
            self.at += 1
        if self._done:
            raise _UnclearError("correct_what")
        if VERB_OF.get(self.folded[self.at]) == "pass" and self._full_name(self.at) is None:
            self.at += 1
            self._end()
            return CorrectDeal(number)
        return CorrectDeal(number, self._deal())

    def _players(self) -> SeatPlayers:
        text = " ".join(self.typed[1:])
        names = vocabulary.split_names(text)
        if len(names) != len(SEATS):
            raise _UnclearError("players", text[:60])
        return SeatPlayers((names[0], names[1], names[2], names[3]))

    def _dealer(self) -> SetDealer:
        start = self.at
        who = self._who("dealer_who")
        if isinstance(who, Team):
            raise _UnclearError("dealer_who", self.words[start])
        self._end()
        return SetDealer(who)

    def _deal(self) -> DealEntry:
        who = self._who("who")
        team, taker = (who, None) if isinstance(who, Team) else (who.team, who)
        self._skip()
        contract = self._contract()
        points: list[int] = []
        capot: Team | None = None
        renonce: Team | None = None
        belotes = [0, 0]
        halves: list[Seat | Team] = []
        annonces: list[tuple[int, ...]] = [(), ()]
        while not self._done:
            word = self.folded[self.at]
            if _is_number(word) and len(points) < len(TEAMS):
                points.append(self._number("points"))
            elif word in vocabulary.CAPOT and capot is None:
                self.at += 1
                capot = self._team("who", default=team)
            elif word in vocabulary.RENONCE and renonce is None:
                self.at += 1
                renonce = self._team("renonce_who")
            elif word in vocabulary.BELOTE_WORDS:
                whole = self._skip_rebelote()
                sayer = self._who("belote_who")
                counted = bool(points) or capot is not None or renonce is not None
                number = self._belotes(contract) if counted else 1
                if word == REBELOTE and sayer in halves:
                    halves.remove(sayer)  # the other half of a belote that is counted already
                else:
                    belotes[(sayer if isinstance(sayer, Team) else sayer.team).index] += number
                    if word != REBELOTE and not whole:
                        halves.append(sayer)
            elif word in vocabulary.ANNONCES:
                self.at += 1
                index = self._team("annonces_who").index
                annonces[index] += self._annonces()
            else:
                raise _UnclearError("word", self.words[self.at])
            self._skip()
        plis = self._plis(points, team, capot, contract)
        if not points and capot is None and renonce is None:
            raise _UnclearError("points", " ".join(self.words)[:40])
        pair = belotes[0], belotes[1]
        return DealEntry(team, plis, taker, capot, renonce, contract, pair, (annonces[0], annonces[1]))

    def _contract(self) -> Contract | None:
        if self._done or _is_number(self.words[self.at]):
            return None
        try:
            contract = read_contract(self.words[self.at], self.lang)
        except ArgumentError:
            return None
        self.at += 1
        if not self._done and self.folded[self.at] in _TRUMP_WORDS:
            self.at += 1
        self._skip()
        return contract

    def _plis(self, points: list[int], team: Team, capot: Team | None, contract: str | None) -> int | None:
        """Return the points of the takers' plis; None if the capot says it all."""
        if not points:
            return None
        whole = whole_deal(contract or SUITS[0], self.rules)
        if capot is not None:
            winner = {whole, whole - DIX_DE_DER + CAPOT_DE_DER, self.rules.capot}
            fits = (winner, {0}) if capot is team else ({0}, winner)
            return None if all(number in fit for number, fit in zip(points, fits, strict=False)) else points[0]
        if len(points) == len(TEAMS) and sum(points) != whole:
            raise _UnclearError("two_totals", " + ".join(map(str, points)), str(whole))
        return points[0]

    def _skip_rebelote(self) -> bool:
        """Go over « belote », and « rebelote » if it follows; return whether it does: « belote et rebelote Bob »."""
        whole, self.at = self.folded[self.at] != REBELOTE, self.at + 1
        following = self.at
        while following < len(self.words) and self.folded[following] in FILLERS and self._full_name(following) is None:
            following += 1
        whole = whole and following < len(self.words) and self.folded[following] == REBELOTE
        if whole:
            self.at = following + 1
        return whole

    def _belotes(self, contract: str | None) -> int:
        """Read the points of the belotes of a team, if they are typed, and return how many belotes these are."""
        most = len(SUITS) if contract == TOUT_ATOUT else 1
        word = "" if self._done else self.words[self.at]
        for number in range(1, most + 1):
            if word == str(number * BELOTE_POINTS):
                self.at += 1
                return number
        return 1

    def _annonces(self) -> tuple[int, ...]:
        values: list[int] = []
        while not self._done:
            self._skip()
            word = "" if self._done else self.folded[self.at]
            if _is_number(word):
                values.append(self._number("annonces_what"))
            elif word in vocabulary.ANNONCE_POINTS:
                self.at += 1
                values.append(vocabulary.ANNONCE_POINTS[word] or self.rules.tierce)
            else:
                break
        if not values:
            raise _UnclearError("annonces_what", "" if self._done else self.words[self.at])
        return tuple(values)

    def _team(self, reason: UnclearReason, default: Team | None = None) -> Team:
        """Read whose something is. *default* is returned if no player or team follows; None requires one."""
        if default is not None and (self._done or self._found(self.at) is None):
            return default
        who = self._who(reason)
        return who if isinstance(who, Team) else who.team

    def _who(self, reason: UnclearReason) -> Seat | Team:
        """Read a player or a team. Raises _UnclearError with *reason* if there is none."""
        if self._done:
            raise _UnclearError(reason)
        following = self.at + 1
        if self.folded[self.at] in FILLERS and following < len(self.words) and self._found(following) is not None:
            self.at = following
        found = self._found(self.at)
        if found is None:
            raise _UnclearError(reason, self.words[self.at])
        who, words = found
        if who is None:
            raise _UnclearError("several", self.words[self.at])
        self.at += words
        return who

    def _found(self, at: int) -> tuple[Seat | Team | None, int] | None:
        """Return the player or team that is named at a place, and in how many words; None if none is.

        The player is None if the word could mean several.
        """
        if (named := self._full_name(at)) is not None:
            return named
        word = self.folded[at]
        if word in vocabulary.TEAM_WORDS:
            return TEAMS[vocabulary.TEAM_WORDS[word]], 1
        found = vocabulary.find_players(word, self.names)
        return (SEATS[found[0]] if len(found) == 1 else None, 1) if found else None

    def _full_name(self, at: int) -> tuple[Seat, int] | None:
        """Return the player whose whole name stands at a place, and its number of words; the longest name counts."""
        found: tuple[Seat, int] | None = None
        for seat, name in zip(SEATS, self.names, strict=True):
            words = fold(name).split()
            if words and self.folded[at : at + len(words)] == words and (found is None or len(words) > found[1]):
                found = seat, len(words)
        return found

    @property
    def _done(self) -> bool:
        return self.at >= len(self.words)

    def _skip(self) -> None:
        while not self._done and self.folded[self.at] in FILLERS:
            self.at += 1

    def _end(self) -> None:
        """Raise _UnclearError if there are more words."""
        if not self._done:
            raise _UnclearError("word", self.words[self.at])

    def _number(self, reason: UnclearReason) -> int:
        word = self.words[self.at]
        if not _is_number(word) or len(word) > _MOST_DIGITS:
            raise _UnclearError(reason, word)
        self.at += 1
        return int(word)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _parts(word: str) -> list[str]:
    """Return the parts of a typed word: « 92-70 », « ana: » and « fin? » have two; a comma at its end is left out."""
    word = word.rstrip(",.;") or word
    if word.endswith("?") and len(word) > 1:
        return [*_parts(word[:-1]), "?"]
    head, colon, tail = word.partition(":")
    if colon and head and (not tail or (_is_number(tail) and not _is_number(head))):
        return [head, colon, *filter(None, [tail])]
    for separator in ("-", *vocabulary.DASHES, "/", ",", ":"):
        numbers = word.split(separator)
        if len(numbers) == len(TEAMS) and all(map(_is_number, numbers)):
            return numbers
    return [word]
