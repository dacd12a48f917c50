"""Reads the lines that are typed on a score sheet: ``ana 61 belote bob``. Start reading at ``read_line``.

    ana 92                      she took; her team's plis have 92 points, with the dix de der
    eux ♥ 70 92                 a team for a player, the contract, the points of both teams
    ana capot · ana capot eux   all plis to the takers, or to the defence
    ana 61 belote bob           who said the belote; « belote rebelote bob » is the same
    ana 50 annonces nous 50 20  whose annonces count, and what each is worth
    ana renonce bob             a renonce of Bob's team ended the deal
    ana dedans                  her team has fallen; nobody counted the points
    passe                       nobody took
    maldonne                    the dealer has misdealt; « maldonne eux » if the sheet does not know who deals
    pénalité eux 50 bavardage   they lose 50 points, and why
    corrige 3 ana 82            deal 3, entered anew

The words of a deal may come in any order. A player is named by their name, its first letters, or their seat. Upper
case and accents make no difference. An entry that is understood may still be refused (``refusals``). If a line is not
understood, ``read_line`` raises no exception but returns an ``UnclearEntry``; an answer to its question completes the
line.
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
from .entries import BeginPartie, CorrectDeal, DealEntry, MarqueAction, PlayerNames, SeatPlayers, SetDealer, WriteDeal
from .refusals import annonce_values
from .vocabulary import FILLERS, REBELOTE, VERB_OF, fold, is_number, parts_of

#: Bounds of a line that is read: its characters, its words, and the digits of a number.
_MOST_CHARACTERS, _MOST_WORDS, _MOST_DIGITS = 400, 60, 6
#: Words that may follow the contract: « sans atout », « no trumps ».
_TRUMP_WORDS = frozenset({"atout", "atouts", "trump", "trumps"})
_AT = "à"

#: What a line asks for that enters nothing; "nothing" for an empty line.
SheetRequest = Literal["undo", "redo", "show", "why", "needs", "help", "rules", "quit", "nothing"]
#: Why a line is not understood.
UnclearReason = Literal[
    "too_long", "who", "several", "points", "word", "two_totals", "belote_who", "renonce_who", "annonces_who",
    "annonces_what", "correct_what", "dealer_who", "players", "number", "misdeal_who", "penalty_who", "penalty_what",
]  # fmt: skip
#: The reasons that ask for a word, which completes the line. Of each other one the line must be typed again.
_QUESTIONS: frozenset[UnclearReason] = frozenset({
    "who", "several", "points", "two_totals", "belote_who", "renonce_who", "annonces_who", "annonces_what",
    "dealer_who", "misdeal_who", "penalty_who", "penalty_what",
})  # fmt: skip


class UnclearEntry(NamedTuple):
    """Why a line is not understood.

    reason    the reason, such as "who" if it is not clear who took; ``referee`` has a sentence for each
    value     the words that are not understood; "" if the reason needs none
    expected  what could be meant, as text; "" if there is no short answer
    around    what stands before and after the place of the answer; None if no answer completes the line
    """

    reason: UnclearReason
    value: str = ""
    expected: str = ""
    around: tuple[str, str] | None = None

    def answered(self, answer: str) -> str:
        """Return the line with an answer to its question: « bob » completes « ana 92 belote »."""
        before, after = self.around or ("", "")
        return f"{before} {answer} {after}"


class SheetCommand(NamedTuple):
    """A line that enters nothing new: it asks for something, takes entries back, or enters them again.

    verb      what the line asks for, such as "show" for the sheet; "nothing" if the line is empty
    argument  how many entries to take back ("undo") or to enter again ("redo"); the number of a deal, or 0 for the last
              ("why"); 1 for any other verb
    """

    verb: SheetRequest
    argument: int = 1


class _UnclearError(Exception):
    """Raised inside this module for a line that is not understood."""

    def __init__(self, reason: UnclearReason, value: str = "", expected: str = "") -> None:
        super().__init__(reason)
        self.entry = UnclearEntry(reason, value, expected)


def read_line(
    text: str, names: PlayerNames, rules: BeloteRules, lang: str = "fr", *, dealer: Seat | None = None
) -> MarqueAction | SheetCommand | UnclearEntry:
    """Return what a typed line means: an action, a command, or why it is not understood.

    names  the names of the players in playing order; "" for a player without a name
    rules  the house rules, which decide the points of a whole deal and of a tierce
    lang   "fr" or "en": how letters for suits are read. « c » is ♥ in French and ♣ in English. The words of both
           languages are always understood
    dealer the player who deals, whose misdeal « maldonne » is; None if that is not known

    >>> from .entries import NO_NAMES
    >>> rules = BeloteRules()
    >>> read_line("nord 92", NO_NAMES, rules).entry.plis, read_line("Marque", NO_NAMES, rules).verb
    (92, 'show')
    """
    words = text.replace(";", " ").split()
    if len(text) > _MOST_CHARACTERS or len(words) > _MOST_WORDS:
        return UnclearEntry("too_long", text[:20])
    line = _Line(words, names, rules, lang, dealer)
    try:
        return line.read()
    except _UnclearError as error:
        return line.question(error.entry) if error.entry.reason in _QUESTIONS else error.entry


class _Line:
    """A line as its words, and how far it is read.

    words  the words as they are read: punctuation apart; *at* is the index of the next one
    counts  where the numbers of points stand
    """

    def __init__(
        self, typed: list[str], names: PlayerNames, rules: BeloteRules, lang: str, dealer: Seat | None = None
    ) -> None:
        self.typed = typed
        named = {word for name in names for word in fold(name).split()}
        self.words = [part for word in typed for part in ([word] if fold(word) in named else parts_of(word))]
        while len(self.words) > 1 and self.words[-1] == ":":
            self.words.pop()
        self.folded = list(map(fold, self.words))
        self.at = 0
        self.names = names
        self.rules = rules
        self.lang = lang
        self.dealer = dealer
        self.counts: list[int] = []

    def question(self, unclear: UnclearEntry) -> UnclearEntry:
        """Return the question of an unclear line with the words around its answer, which replaces what is wrong."""
        words, at = self.words, self.at
        if unclear.reason == "two_totals":
            kept = [word for index, word in enumerate(words) if index not in self.counts]
            return unclear._replace(around=(" ".join(kept), ""))
        wrong = at < len(words) and unclear.value == words[at]
        if unclear.reason not in ("points", "several") and wrong:
            wrong = not is_number(words[at]) and self.folded[at] not in vocabulary.RESERVED
        return unclear._replace(around=(" ".join(words[:at]), " ".join(words[at + wrong :])))

    def read(self) -> MarqueAction | SheetCommand:
        """Return what the line means. Raises _UnclearError if it is not understood."""
        if not self.words:
            return SheetCommand("nothing")
        verb = VERB_OF.get(self.folded[0]) if self._full_name(0) is None else None
        if verb in (None, "pass", "misdeal", "penalty"):
            return WriteDeal(self._entry())
        self.at = 1
        if verb == "correct":
            return self._correction()
        if verb == "players":
            return self._players()
        if verb == "dealer":
            return self._dealer()
        if verb == "partie":
            return self._partie()
        if verb == "help" and not self._done and is_number(self.words[self.at]):
            verb = "why"  # « ? 3 »
        argument = int(verb != "why")
        if verb in ("undo", "redo", "why") and not self._done:
            argument = self._number("number")
        if verb == "needs" and not self._done and self.folded[self.at] == "?":
            self.at += 1
        self._end()
        return SheetCommand(cast("SheetRequest", verb), argument)

    def _entry(self) -> DealEntry | None:
        """Read the entry of a deal, a misdeal or a penalty; None if nobody took."""
        verb = VERB_OF.get(self.folded[self.at]) if self._full_name(self.at) is None else None
        if verb not in ("pass", "misdeal", "penalty"):
            return self._deal()
        self.at += 1
        entry = None
        if verb == "misdeal":
            default = None if self.dealer is None else self.dealer.team
            entry = DealEntry(self._team("misdeal_who", default=default), misdeal=True)
        elif verb == "penalty":
            return self._penalty()
        self._end()
        return entry

    def _penalty(self) -> DealEntry:
        points = None if self._done or not is_number(self.words[self.at]) else self._number("penalty_what")
        team = self._team("penalty_who")
        self._skip()
        if points is None:
            if self._done:
                raise _UnclearError("penalty_what")
            points = self._number("penalty_what")
        self._skip()
        reason, self.at = " ".join(self.words[self.at :]), len(self.words)
        return DealEntry(team, penalty=points, reason=reason)

    def _correction(self) -> CorrectDeal:
        if self._done or not is_number(self.words[self.at]):
            raise _UnclearError("correct_what")
        number = self._number("correct_what")
        if not self._done and self.words[self.at] == ":":
            self.at += 1
        if self._done:
            raise _UnclearError("correct_what")
        return CorrectDeal(number, self._entry())

    def _players(self) -> SeatPlayers:
        return SeatPlayers(self._names(1))

    def _partie(self) -> BeginPartie:
        start = 2 if len(self.folded) > 1 and self.folded[1] in vocabulary.PARTIE else 1
        return BeginPartie(self._names(start) if self.typed[start:] else None)

    def _names(self, start: int) -> PlayerNames:
        """Return the names of the players, in playing order in the line, by ``Seat.index``."""
        text = " ".join(self.typed[start:])
        names = vocabulary.split_names(text)
        if len(names) != len(SEATS):
            raise _UnclearError("players", text[:60])
        return vocabulary.in_seats(names, clockwise=self.rules.clockwise)

    def _dealer(self) -> SetDealer:
        start = self.at
        who = self._who("dealer_who")
        if isinstance(who, Team):
            raise _UnclearError("dealer_who", self.words[start])
        self._end()
        return SetDealer(who)

    def _deal(self) -> DealEntry:
        who: Seat | Team | None = None
        contract: Contract | None = None
        points: list[int] = []
        capot: Team | Literal["takers"] | None = None
        renonce: Team | None = None
        fallen = False
        belotes = [0, 0]
        halves: list[Seat | Team] = []
        annonces: list[tuple[int, ...]] = [(), ()]
        start = self.at
        while not self._done:
            word = self.folded[self.at]
            if who is None and self._names_player():
                who = self._who("who")
            elif word in FILLERS:
                self.at += 1
            elif is_number(word) and len(points) < len(TEAMS):
                self.counts.append(self.at)
                points.append(self._number("points"))
            elif word in vocabulary.CAPOT and capot is None:
                self.at += 1
                capot = "takers" if who is None or not self._names_player() else self._team("who")
            elif word in vocabulary.FALLEN and not fallen:
                self.at += 1
                fallen = True
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
                annonces[index] += self._annonces(points)
                while who is not None and self._names_annonces():  # those of the other team do not count (BN7)
                    index = self._team("annonces_who").index
                    annonces[index] += self._annonces(points)
            elif contract is not None or (contract := self._contract()) is None:
                raise _UnclearError("word" if who is not None else "who", self.words[self.at])
        if who is None:
            self.at = start
            raise _UnclearError("who")
        team, taker = (who, None) if isinstance(who, Team) else (who.team, who)
        winner = team if capot == "takers" else capot
        plis = self._plis(points, team, winner, contract)
        if not points and winner is None and renonce is None and not fallen:
            raise _UnclearError("points", " ".join(self.words)[:40])
        pair = belotes[0], belotes[1]
        said = annonces[0], annonces[1]
        return DealEntry(team, plis, taker, winner, renonce, contract, pair, said, fallen=fallen)

    def _contract(self) -> Contract | None:
        """Read a contract; None if the next word is none."""
        try:
            contract = read_contract(self.words[self.at], self.lang)
        except ArgumentError:
            return None
        self.at += 1
        if not self._done and self.folded[self.at] in _TRUMP_WORDS:
            self.at += 1
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

    def _annonces(self, points: list[int]) -> tuple[int, ...]:
        """Read what annonces are worth. A number that none is worth is the points of plis, unless *points* has any."""
        values: list[int] = []
        possible = annonce_values(TOUT_ATOUT, self.rules) | annonce_values("SA", self.rules)
        while not self._done:
            self._skip()
            word = "" if self._done else self.folded[self.at]
            if is_number(word):
                if values and not points and len(word) <= _MOST_DIGITS and int(word) not in possible:
                    break
                values.append(self._number("annonces_what"))
            elif word in vocabulary.ANNONCE_POINTS:
                self.at += 1
                values.append(vocabulary.ANNONCE_POINTS[word] or self.rules.tierce)
            else:
                break
        if not values:
            raise _UnclearError("annonces_what", "" if self._done else self.words[self.at])
        return tuple(values)

    def _names_player(self) -> bool:
        """Return whether a player or a team is named here; a word such as « de » may come before it."""
        if self._done:
            return False
        following = self.at + 1
        return self._found(self.at) is not None or (
            self.folded[self.at] in FILLERS and following < len(self.words) and self._found(following) is not None
        )

    def _names_annonces(self) -> bool:
        """Return whether a player or a team is named here, and a number or an annonce follows."""
        self._skip()
        found = None if self._done else self._found(self.at)
        following = self.at + (0 if found is None else found[1])
        return (
            found is not None
            and following < len(self.words)
            and (is_number(self.words[following]) or self.folded[following] in vocabulary.ANNONCE_POINTS)
        )

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
        if self.words[at].casefold() == _AT:
            return None  # « à cœur », though « a » may be Ana
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
        if not is_number(word) or len(word) > _MOST_DIGITS:
            raise _UnclearError(reason, word)
        self.at += 1
        return int(word)
