"""Reads the lines that are typed on a score sheet: ``ana 61 belote bob``. Start reading at ``read_line``.

    ana 92                      she took; her team's plis have 92 points, with the dix de der
    eux ♥ 70 92                 a team for a player, the contract, the points of both teams
    ana capot · ana capot eux   all plis to the takers, or to the defence
    ana 61 belote bob           who said the belote; « belote rebelote bob » is the same
    ana 50 annonces nous 50 20  whose annonces count, and what each is worth
    ana renonce bob             a renonce of Bob's team ended the deal
    ana dedans                  her team has fallen; nobody counted the points
    passe                       nobody took
    ana 120 ♦ 134 · ana 120 dedans   coinche: the bid, the points made (or missed); « coinche », « surcoinche »,
                                « capot » and « générale » as words of the contract
    ana 60 55                   Belote de comptoir: the bid, and the points made
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
from ..options import SHEETS
from ..rules import BeloteRules
from ..scoring.coinche import BidValue, needs_points
from ..scoring.scores import CAPOT_DE_DER
from ..scoring.totals import BELOTE_POINTS, DIX_DE_DER, whole_deal
from ..seats import TEAMS, Seat, Team
from . import vocabulary
from .entries import BeginPartie, CorrectDeal, DealEntry, MarqueAction, PlayerNames, SeatPlayers, SetDealer, WriteDeal
from .refusals import annonce_values
from .vocabulary import FILLERS, REBELOTE, VERB_OF, is_number
from .words import MOST_DIGITS, Told, UnclearError, Words
from .words import UnclearEntry as UnclearEntry
from .words import UnclearReason as UnclearReason

#: Bounds of a line that is read: its characters and its words.
_MOST_CHARACTERS, _MOST_WORDS = 400, 60
#: Words that may follow the contract: « sans atout », « no trumps ».
_TRUMP_WORDS = frozenset({"atout", "atouts", "trump", "trumps"})

#: What a line asks for that enters nothing; "nothing" for an empty line.
SheetRequest = Literal["undo", "redo", "show", "why", "needs", "help", "rules", "quit", "nothing"]


class SheetCommand(NamedTuple):
    """A line that enters nothing new: it asks for something, takes entries back, or enters them again.

    verb      what the line asks for, such as "show" for the sheet; "nothing" if the line is empty
    argument  how many entries to take back ("undo") or to enter again ("redo"); the number of a deal, or 0 for the last
              ("why"); 1 for any other verb
    """

    verb: SheetRequest
    argument: int = 1


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
    except UnclearError as error:
        return line.question(error.entry)


class _Line(Words):
    """A line that is read."""

    def read(self) -> MarqueAction | SheetCommand:
        """Return what the line means. Raises UnclearError if it is not understood."""
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
            default = None if self.dealer is None else self.table.side(self.dealer)
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
                raise UnclearError("penalty_what")
            points = self._number("penalty_what")
        self._skip()
        reason, self.at = " ".join(self.words[self.at :]), len(self.words)
        return DealEntry(team, penalty=points, reason=reason)

    def _correction(self) -> CorrectDeal:
        if self._done or not is_number(self.words[self.at]):
            raise UnclearError("correct_what")
        number = self._number("correct_what")
        if not self._done and self.words[self.at] == ":":
            self.at += 1
        if self._done:
            raise UnclearError("correct_what")
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
        if len(names) != len(self.table.seats):
            raise UnclearError("players", text[:60], str(len(self.table.seats)))
        return vocabulary.in_seats(names, clockwise=self.rules.clockwise)

    def _dealer(self) -> SetDealer:
        start = self.at
        who = self._who("dealer_who")
        if isinstance(who, Team):
            raise UnclearError("dealer_who", self.words[start])
        self._end()
        return SetDealer(who)

    def _deal(self) -> DealEntry:
        told, start = Told(len(self.table.sides)), self.at
        while not self._done:
            if told.who is None and self._names_player():
                told.who = self._who("who")
            elif not self._result_word(told) and not (self.has_bids and self._bid_word(told)):
                self._more_word(told)
        if told.who is None:
            self.at = start
            raise UnclearError("who")
        return self._with_bid(told) if self.has_bids else self._without_bid(told)

    def _result_word(self, told: Told) -> bool:
        """Read a number of points, a capot, a fall or a renonce; return False if the next word is none of these."""
        word = self.folded[self.at]
        if is_number(word) and len(told.points) < len(("bid", "takers", "defence")) - (not self.has_bids):
            self.counts.append(self.at)
            told.points.append(self._number("points"))
        elif word in vocabulary.FALLEN and not told.fallen:
            self.at += 1
            told.fallen = True
        elif self.rules.game in SHEETS:
            return False
        elif word in vocabulary.CAPOT and told.capot is None:
            self.at += 1
            asked = not self._done and self.folded[self.at] in vocabulary.ASKED
            if told.bid is None and (asked or (self.has_bids and not told.points)):
                told.bid = "capot"
                self.at += asked
            else:
                told.capot = "takers" if told.who is None or not self._names_player() else self._team("who")
        elif word in vocabulary.RENONCE and told.renonce is None:
            self.at += 1
            told.renonce = self._team("renonce_who")
        else:
            return False
        return True

    def _bid_word(self, told: Told) -> bool:
        """Read a word of a contract with a bid (VC5, VC9); return False if the next word is none."""
        word = self.folded[self.at]
        if word in vocabulary.MADE:
            told.made = True
        elif word in vocabulary.GENERALE and told.bid is None:
            told.bid = "generale"
        elif word not in vocabulary.ASKED and (self.rules.game in SHEETS or not self._doubled_word(told)):
            return False
        self.at += 1
        return True

    def _doubled_word(self, told: Told) -> bool:
        """Read « coinche » and who said it: « coinche bob », « bob coinche »."""
        word, player = self.folded[self.at], None
        if told.who is not None and self._names_player():
            start, player = self.at, self._who("word")
            word = "" if self._done else self.folded[self.at]
            if word not in vocabulary.DOUBLED | vocabulary.REDOUBLED:
                self.at = start
                return False
        doubled, redoubled = word in vocabulary.DOUBLED, word in vocabulary.REDOUBLED
        if not doubled and not redoubled:
            return False
        told.mult = max(told.mult, self.rules.surcoinche if redoubled else 2)
        self.at += 1
        if player is None and told.who is not None and self._names_player():
            player = self._who("word")
        self.at -= 1
        if player is not None and told.who is not None:
            own = self._side(player) is self._side(told.who)
            if own == doubled:
                raise UnclearError("doubled_who", self.words[self.at])
        return True

    def _more_word(self, told: Told) -> None:
        """Read a belote, annonces, the contract, or a word that means nothing. Raises UnclearError for any other."""
        word = self.folded[self.at]
        if word in FILLERS:
            self.at += 1
        elif self.rules.game in SHEETS:
            raise UnclearError("word" if told.who is not None else "who", self.words[self.at])
        elif word in vocabulary.BELOTE_WORDS:
            self._belote(told)
        elif word in vocabulary.ANNONCES:
            self.at += 1
            index = self._team("annonces_who").index
            told.annonces[index] += self._annonces(told.points)
            while self._names_annonces(told.who is None):  # those of the other team do not count (BN7)
                index = self._team("annonces_who").index
                told.annonces[index] += self._annonces(told.points)
        elif told.contract is not None or (contract := self._contract()) is None:
            raise UnclearError("word" if told.who is not None else "who", self.words[self.at])
        else:
            told.contract = contract

    def _belote(self, told: Told) -> None:
        word, whole = self.folded[self.at], self._skip_rebelote()
        sayer = self._who("belote_who")
        counted = bool(told.points) or told.capot is not None or told.renonce is not None
        number = self._belotes(told.contract) if counted else 1
        if word == REBELOTE and sayer in told.halves:
            told.halves.remove(sayer)  # the other half of a belote that is counted already
        else:
            told.belotes[self._side(sayer).index] += number
            if word != REBELOTE and not whole:
                told.halves.append(sayer)

    def _without_bid(self, told: Told) -> DealEntry:
        """Return the entry of a deal of a game without bids."""
        team, taker = self._takers(told)
        winner = team if told.capot == "takers" else told.capot
        if told.bid is not None and winner is None and not told.points and not told.fallen:
            winner = team  # « capot demandé » (BV6) without another word was made
        plis = self._plis(told.points, team, winner, told.contract)
        if not told.points and winner is None and told.renonce is None and not told.fallen:
            raise UnclearError("points", " ".join(self.words)[:40])
        return told.entry(team, plis, taker, winner, bid=told.bid)

    def _with_bid(self, told: Told) -> DealEntry:
        """Return the entry of a contract of coinche, or of Belote de comptoir: the first number is the bid."""
        team, taker = self._takers(told)
        numbers, bid = told.points, told.bid
        if bid is None:
            if numbers and len(numbers) > 1 and not self._is_bid(numbers[0]) and self._is_bid(numbers[1]):
                # « ana 134 carreau 120 »
                numbers[:2], self.counts[:2] = numbers[1::-1], self.counts[1::-1]
            if not numbers or (len(numbers) == 1 and not self._is_bid(numbers[0]) and not told.fallen):
                raise UnclearError("bid", " ".join(self.words)[:40])
            bid, _ = numbers.pop(0), self.counts.pop(0)
        winner = team if told.capot == "takers" else told.capot
        whole = whole_deal(told.contract or SUITS[0], self.rules)
        if isinstance(bid, str) and winner is None and (numbers[:1] == [whole] or (told.made and not numbers)):
            winner, numbers = team, []
        said = winner is not None or told.renonce is not None or told.fallen
        made = told.made and not said and not numbers
        if not said and not numbers and (not made or self._points_missing(bid, told.mult)):
            raise UnclearError("bid_points", " ".join(self.words)[:40], str(bid))
        plis = self._plis(numbers, team, winner, told.contract)
        return told.entry(team, plis, taker, winner, bid=bid, made=made, mult=told.mult)

    def _takers(self, told: Told) -> tuple[Team, Seat | None]:
        if told.who is None:
            raise UnclearError("who")
        return self._side(told.who), told.who if isinstance(told.who, Seat) else None

    @property
    def has_bids(self) -> bool:
        """Whether a number of points is bid in the game (VC5, VK3)."""
        return self.rules.game == "coinche" or self.rules.game in SHEETS

    def _is_bid(self, number: int) -> bool:
        """Return whether a number may be bid at coinche; in games with sheets each number may be."""
        rules = self.rules
        return rules.game in SHEETS or (rules.bid_min <= number <= rules.bid_max and not number % 10)

    def _points_missing(self, bid: BidValue, mult: int) -> bool:
        """Return whether a contract that was made needs the points of the plis for its score."""
        return self.rules.game not in SHEETS and needs_points(bid, mult, self.rules)

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
        if len(points) >= len(TEAMS) and sum(points) != whole:
            raise UnclearError("two_totals", " + ".join(map(str, points)), str(whole))
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
        while not self._done:
            self._skip()
            word = "" if self._done else self.folded[self.at]
            if is_number(word):
                if values and not points and not self._is_annonce(word):
                    break
                values.append(self._number("annonces_what"))
            elif word in vocabulary.ANNONCE_POINTS:
                self.at += 1
                values.append(vocabulary.ANNONCE_POINTS[word] or self.rules.tierce)
            else:
                break
        if not values:
            raise UnclearError("annonces_what", "" if self._done else self.words[self.at])
        return tuple(values)

    def _is_annonce(self, word: str) -> bool:
        """Return whether a word is the points of an annonce, or one."""
        possible = annonce_values(TOUT_ATOUT, self.rules) | annonce_values("SA", self.rules)
        return word in vocabulary.ANNONCE_POINTS or (
            is_number(word) and len(word) <= MOST_DIGITS and int(word) in possible
        )

    def _names_annonces(self, may_take: bool) -> bool:
        """Return whether a player or a team is named here, and a number or an annonce follows.

        *may_take*: whether the line may still say who took, so that « ana 92 » are no annonces.
        """
        self._skip()
        found = None if self._done else self._found(self.at)
        following = self.at + (0 if found is None else found[1])
        if found is None or following >= len(self.words):
            return False
        return self._is_annonce(self.folded[following]) or (not may_take and is_number(self.words[following]))
