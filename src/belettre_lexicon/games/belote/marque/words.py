"""The words of a typed line of a score sheet, and who is named by them. Start reading at ``Words``.

``typed`` reads lines with it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..cards import Contract
from ..rules import BeloteRules
from ..scoring.coinche import BidValue
from ..seats import TEAMS, Seat, Team
from . import vocabulary
from .entries import DealEntry, PlayerNames
from .vocabulary import FILLERS, fold, is_number, parts_of

#: The most digits of a number.
MOST_DIGITS = 6
_AT = "à"

#: Why a line is not understood.
UnclearReason = Literal[
    "too_long", "who", "several", "points", "word", "two_totals", "belote_who", "renonce_who", "annonces_who",
    "annonces_what", "correct_what", "dealer_who", "players", "number", "misdeal_who", "penalty_who", "penalty_what",
    "bid", "bid_points", "doubled_who",
]  # fmt: skip
#: The reasons that ask for a word, which completes the line. Of each other one the line must be typed again.
_QUESTIONS: frozenset[UnclearReason] = frozenset({
    "who", "several", "points", "two_totals", "belote_who", "renonce_who", "annonces_who", "annonces_what",
    "dealer_who", "misdeal_who", "penalty_who", "penalty_what", "bid", "bid_points",
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


class UnclearError(Exception):
    """Raised while a line is read, for a line that is not understood."""

    def __init__(self, reason: UnclearReason, value: str = "", expected: str = "") -> None:
        super().__init__(reason)
        self.entry = UnclearEntry(reason, value, expected)


class Told:
    """What the words of a deal have told so far; the attributes are those of ``DealEntry``.

    who     who took
    points  the numbers that are no points of belotes or annonces
    capot   "takers" if no side was named
    halves  who said « belote » without « rebelote » so far
    """

    def __init__(self, sides: int) -> None:
        self.who: Seat | Team | None = None
        self.contract: Contract | None = None
        self.points: list[int] = []
        self.capot: Team | Literal["takers"] | None = None
        self.renonce: Team | None = None
        self.fallen = self.made = False
        self.bid: BidValue | None = None
        self.mult = 1
        self.belotes = [0] * sides
        self.halves: list[Seat | Team] = []
        self.annonces: list[tuple[int, ...]] = [()] * sides

    def entry(
        self,
        team: Team,
        plis: int | None,
        taker: Seat | None,
        capot: Team | None,
        *,
        bid: BidValue | None,
        made: bool = False,
        mult: int = 1,
    ) -> DealEntry:
        """Return the entry of the deal."""
        return DealEntry(
            team,
            plis,
            taker,
            capot,
            self.renonce,
            self.contract,
            tuple(self.belotes) if any(self.belotes) else (0, 0),
            tuple(self.annonces) if any(self.annonces) else ((), ()),
            fallen=self.fallen,
            made=made,
            bid=bid,
            mult=mult,
        )


class Words:
    """A line as its words, and how far it is read.

    words   the words as they are read: punctuation apart; *at* is the index of the next one
    counts  where the numbers of points stand
    table   the seats and the sides of the game
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
        self.table = rules.variant.table

    def question(self, unclear: UnclearEntry) -> UnclearEntry:
        """Return an unclear line; if it asks for a word, with those around the answer, which replaces what is wrong."""
        if unclear.reason not in _QUESTIONS:
            return unclear
        words, at = self.words, self.at
        if unclear.reason == "two_totals":
            kept = [word for index, word in enumerate(words) if index not in self.counts]
            return unclear._replace(around=(" ".join(kept), ""))
        wrong = at < len(words) and unclear.value == words[at]
        if unclear.reason not in ("points", "bid_points", "several") and wrong:
            wrong = not is_number(words[at]) and self.folded[at] not in vocabulary.RESERVED
        return unclear._replace(around=(" ".join(words[:at]), " ".join(words[at + wrong :])))

    def _names_player(self) -> bool:
        """Return whether a player or a team is named here; a word such as « de » may come before it."""
        if self._done:
            return False
        following = self.at + 1
        return self._found(self.at) is not None or (
            self.folded[self.at] in FILLERS and following < len(self.words) and self._found(following) is not None
        )

    def _team(self, reason: UnclearReason, default: Team | None = None) -> Team:
        """Read whose something is. *default* is returned if no player or team follows; None requires one."""
        if default is not None and (self._done or self._found(self.at) is None):
            return default
        return self._side(self._who(reason))

    def _side(self, who: Seat | Team) -> Team:
        """Return the side of a player: their team, or they alone."""
        return who if isinstance(who, Team) else self.table.side(who)

    def _who(self, reason: UnclearReason) -> Seat | Team:
        """Read a player or a team. Raises UnclearError with *reason* if there is none."""
        if self._done:
            raise UnclearError(reason)
        following = self.at + 1
        if self.folded[self.at] in FILLERS and following < len(self.words) and self._found(following) is not None:
            self.at = following
        found = self._found(self.at)
        if found is None:
            raise UnclearError(reason, self.words[self.at])
        who, words = found
        if who is None:
            raise UnclearError("several", self.words[self.at])
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
        if word in vocabulary.TEAM_WORDS and self.rules.variant.teams:
            return TEAMS[vocabulary.TEAM_WORDS[word]], 1
        found = vocabulary.find_players(word, self.names)
        return (self.table.seats[found[0]] if len(found) == 1 else None, 1) if found else None

    def _full_name(self, at: int) -> tuple[Seat, int] | None:
        """Return the player whose whole name stands at a place, and its number of words; the longest name counts."""
        found: tuple[Seat, int] | None = None
        for seat, name in zip(self.table.seats, self.names, strict=True):
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
        """Raise UnclearError if there are more words."""
        if not self._done:
            raise UnclearError("word", self.words[self.at])

    def _number(self, reason: UnclearReason) -> int:
        word = self.words[self.at]
        if not is_number(word) or len(word) > MOST_DIGITS:
            raise UnclearError(reason, word)
        self.at += 1
        return int(word)
