"""A game of Belettre at a table: with real cards and an arbiter, or a practice game of one person against bots.

The human player's decisions in a practice game are those of ``games.belettre.practice``. The random choices of a bot
depend only on the seed of the game, the bot's seat and the number of entries so far, so that any process can continue a
game. The other modules of this package define what devices are shown; ``kind`` puts them together. Start reading at
``BelettreGame``.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Literal, Self

import msgspec

from ....base.errors import ArgumentError
from ....french.cards import points
from ....games.belettre.actions import (
    LEFT_ALONE,
    THINKING_TIME,
    Action,
    Discard,
    Lay,
    Overrule,
    Overtime,
    Passe,
    PickUp,
)
from ....games.belettre.analysis import Moment, moments
from ....games.belettre.bots.simulation import BotFactory
from ....games.belettre.events import BelettreAnnounced, PliTaken, WordRefused, WordSaid
from ....games.belettre.partie import HistoryCache, Partie
from ....games.belettre.practice import Practice, bot_names
from ....games.belettre.records.json_lines import (
    EVENT_CODEC,
    Journal,
    LaidWord,
    Record,
    correcting_word,
    format_record,
    last_word,
)
from ....games.belettre.seats import PLAYERS, SEATS, Seat
from ....games.belettre.state import LAY, State
from ....lexicon.lexicon import Lexicon
from ....words.house_list import HouseList
from ....words.judge import Judge
from ...tables.kind import NewGame, SeatedKind, catalogue
from ...tables.loaded_game import LoadedRows, NotYoursError, Viewer
from ...tables.table_state import Confirmation, Pace, Proposal, TableState
from .requests import BotLevel

#: The kinds of game: with real cards and an arbiter, and of one person against bots.
TABLE: Final = "table"
PRACTICE: Final = "practice"
GameKind = Literal["table", "practice"]
#: Seeds chosen at random for practice games are below this number, so that they are short enough to type.
_SEEDS = 1_000_000


class GameTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms of a game that are not part of the setup of its partie.

    kind     TABLE or PRACTICE
    seat     the seat of the human player in a practice game; unused in other games
    level    how well the bots of a practice game play (``BotLevel``); unused in other games
    patient  whether the bots of a practice game wait until the human player has seen a refusal of their own word or the
             end of a pli; unused in other games
    """

    kind: GameKind = TABLE
    seat: Seat = Seat.PONANTAIS
    level: BotLevel = "strong"
    patient: bool = False


def new_game(
    terms: GameTerms,
    judge: Judge,
    *,
    players: dict[Seat, str] | None = None,
    seed: int | None = None,
    confirm: Confirmation = "arbiter",
    pace: Pace = "normal",
    **setup: Any,
) -> NewGame:
    """Return a new game.

    terms    the kind of game, and for a practice game the human player's seat and the level of the bots
    judge    judges the words, with the house rules and the house list
    players  the names of the players by seat; seats without a name may be left out. Bots without a name are given one
    seed     the seed for the deals and the bots of a practice game; None for a random seed. Unused in a game with real
             cards
    confirm  who confirms what players enter on their own phones: "arbiter", "any" (the other phones too) or "none"
    pace     how fast the bots of a practice game move
    setup    for a game with real cards, arguments of ``Partie.watched`` (manches, deck, first, before, opener, points);
             for a practice game only manches and deck

    Raises ArgumentError for an invalid setup.
    """
    if terms.kind == PRACTICE:
        seed = secrets.randbelow(_SEEDS) if seed is None else seed
        partie = Partie.new(judge, random.Random(seed), seed=seed, **setup)
        players = bot_names(terms.seat, seed) | (players or {})
    else:
        partie = Partie.watched(judge, **setup)
    return NewGame(terms, Journal(partie, players).header, TableState(confirm, pace))


def judge_of(record: Record, lexicon: Lexicon) -> Judge:
    """Return a judge with the house rules and the house list of a recorded game."""
    house = HouseList.parse(record.house_list) if record.house_list else None
    return Judge(lexicon, record.setup.rules, house)


class BelettreGame(SeatedKind[Journal, Action, Seat]):
    """A game of Belettre. Its common attributes are those of ``LoadedGame``.

    practice       the state that only a practice game has; None in a game with real cards. The human player's decisions
                   not to announce a Belettre (S3) are kept only here, not in the database
    card_points    the points of each card (S1)
    """

    TERMS = GameTerms
    SEATS: ClassVar[tuple[Seat, ...]] = SEATS
    STATE_CODEC = EVENT_CODEC.of_type(TableState[Seat, Action])
    ALLOWED_SECONDS, LEFT_ALONE = THINKING_TIME, LEFT_ALONE

    def __init__(self, rows: LoadedRows, journal: Journal) -> None:
        super().__init__(rows, journal)
        self.practice = Practice(journal.partie, self.terms.seat) if self.terms.kind == PRACTICE else None
        self.card_points = points(journal.partie.setup.deck)
        #: The number of entries at which the human player went on after a pause; -1 if they never did.
        self._went_on_at = -1

    @classmethod
    def resume(cls, rows: LoadedRows) -> Self:
        """Return a stored game. Raises JournalError if its journal cannot be read."""
        return cls(rows, Journal.resume(rows.lines, lambda record: judge_of(record, rows.lexicon)))

    def again(self) -> NewGame:
        """Return a new game with the same players, house rules and house list; a practice game is dealt other cards.

        The new game is a whole partie, even if this one was entered from a later manche or pli on.
        """
        record = self.journal.record()
        setup: dict[str, Any] = {"manches": record.setup.manches, "deck": record.setup.deck}
        return new_game(self.terms, judge_of(record, self.lexicon), players=record.players, **setup)

    @property
    def partie(self) -> Partie:
        """The partie in its current state."""
        return self.journal.partie

    @property
    def over(self) -> bool:
        """Whether the partie is over."""
        return self.partie.over

    @property
    def seat(self) -> Seat | None:
        """The seat of the human player in a practice game; None in a game with real cards."""
        return self.practice.person if self.practice is not None else None

    @property
    def has_phones(self) -> bool:
        """Whether phones can hold seats: not in a practice game, whose other seats belong to bots."""
        return self.practice is None

    def seat_of(self, secret: str, may: bool) -> Seat | None:
        """Return the seat whose cards a device may see. The arguments are those of ``LoadedGame.seat_of``.

        In a practice game, this is the seat of the human player if the device may change the game, otherwise None. In a
        game with real cards, it is the seat that the phone holds; None if it holds none.
        """
        if self.practice is None:
            return super().seat_of(secret, may)
        return self.practice.person if may else None

    def check_actions(self, seat: Seat | None, actions: Sequence[Action]) -> None:
        """Raise NotYoursError if the player at *seat* may not enter one of *actions*.

        A player may enter their own actions and choose which player of their team picks up a pli (P9), but no other
        action of another player, and no action of an arbiter. *seat* None is an arbiter, who may enter
        everything, or in a practice game the human player.

        Also raises ArgumentError if an action would follow the fourth card of a pli in the same entry while a card lies
        face down that its player alone knows: whether it is legal could depend on that card (P7), and an entry that is
        refused leaves no trace.
        """
        self._check_after_fourth(actions)
        seat = seat or self.seat
        if seat is None:
            return
        for action in actions:
            if isinstance(action, Overrule | Overtime):
                raise NotYoursError(str(type(action).__struct_config__.tag))
            is_team_choice = isinstance(action, PickUp) and action.seat.team is seat.team
            if action.seat is not seat and not is_team_choice:
                raise NotYoursError(action.seat.value)

    def _check_after_fourth(self, actions: Sequence[Action]) -> None:
        laid = self.partie.state.manche.pli.laid
        if all(card.told is None for card in laid):
            return
        count = len(laid)
        for action in actions[:-1]:
            count += isinstance(action, Lay | Passe | Discard)
            if count >= PLAYERS:
                raise ArgumentError("actions: expected none after the fourth card, which turns up the hidden ones (P7)")

    @property
    def elapsed(self) -> float:
        """As in ``LoadedGame``, but 0 until the first card of a manche: nobody knows when all have taken their places
        and their cards in hand (P13).
        """
        return super().elapsed if self.clock_runs else 0.0

    @property
    def clock_runs(self) -> bool:
        """Whether a player is thinking about a card, and their time is known (P13)."""
        partie = self.partie
        return self.practice is None and partie.awaits == LAY and partie.state.manche.begun

    def may_take_back(self, seat: Seat | None) -> bool:
        """Return whether the player of a seat may undo the last entry on their own phone.

        They may take back their announcement of a Belettre until the next card (S3), because it is made by one tap.
        """
        events = self.journal.last
        announced = [event.seat for event in events if isinstance(event, BelettreAnnounced)]
        return seat is not None and len(events) == 1 and announced == [seat] and self.journal.undoable > 0

    def hidden_in(self, seat: Seat) -> str:
        """Return the numbers of the manche and the pli in which a card of a seat lies face down; "" if none does."""
        manche = self.partie.state.manche
        down = [card for card in manche.pli.laid if card.seat is seat and not card.up and card.word is None]
        hides = any(card.told is not None or card.card.known for card in down)
        return f"{manche.number}.{manche.pli_number}" if hides else ""

    def overtime_of(self, proposal: Proposal[Seat, Action]) -> list[Action]:
        """Return the action that notes that a player took too long to lay a card (P13); [] if they did not."""
        seconds = self.overrun(proposal.elapsed)
        return [Overtime(proposal.seat, seconds)] if seconds and isinstance(proposal.actions[0], Lay) else []

    def seat_name(self, seat: Seat, language: str) -> str:
        """Return the name of the player at a seat, or that of the seat, without an article, if the player has none."""
        return self.journal.players.get(seat) or catalogue(language)(f"web.seat_{seat.name.lower()}")

    def shows_record(self, viewer: Viewer) -> bool:
        """Return whether a device may see the hidden cards of the game.

        Once the partie is over, every device may see them. Before that, only the arbiter's device in a game with real
        cards may see them, because the arbiter entered the cards. If phones hold seats, or have held them, that device
        may not see them either while a card lies face down that its player alone knows, and does not show (P7). In a
        practice game, no device may see them before the end, because the human player would see the bots' cards.
        """
        phones = bool(self.table_state.holders) or any(one.secret for one in self.table_state.knowers.values())
        hidden = {seat: self.hidden_in(seat) for seat in SEATS}
        hides_cards = phones and any(pli and self.table_state.shown.get(seat) != pli for seat, pli in hidden.items())
        return self.over or (self.practice is None and viewer.may and not hides_cards)

    def record_text(self) -> str:
        """Return the engine's record of the game as JSON Lines."""
        return format_record(self.journal.record())

    def take_back(self, number: int) -> None:
        """Undo the last entry, or in a practice game the human player's last decision and all entries after it.

        *number* and the errors are as in ``enter``. Also raises ArgumentError if there is nothing to undo.
        """
        super().take_back(number)
        if self.practice is not None:
            self.practice.after_undo()

    @property
    def undoable(self) -> int:
        """The number of entries that ``take_back`` would undo; 0 if there is nothing to undo."""
        if self.practice is None:
            return super().undoable
        return self.practice.actions_since_decision(silences=False) or 0

    @property
    def redoable(self) -> int:
        """The number of entries that ``redo`` would enter again; 0 if there is nothing to enter again.

        In a practice game, these entries are a decision of the human player and the moves of the bots that followed it.
        If the next entry is not such a decision, the number is 0: the bots move by themselves.
        """
        if self.practice is None:
            return super().redoable
        decisions = [self.practice.includes_decision(events) for events in self.journal.taken_back]
        if not decisions or not decisions[0]:
            return 0
        return next((count for count in range(1, len(decisions)) if decisions[count]), len(decisions))

    def correct(self, number: int, word: str) -> None:
        """Replace the last word laid (``correctable``), which was mistyped, by *word*. The correction is one entry.

        *number* and the errors are as in ``enter``. Also raises IllegalActionError if a later action is not legal any
        more with *word*, and ArgumentError if there is no word to correct.
        """
        self._check_number(number)
        if self.correctable is None:
            raise ArgumentError(f"{self.code}: there is no word to correct")
        self._store_entry(correcting_word(self.journal, word))

    @property
    def correctable(self) -> LaidWord | None:
        """The word that ``correct`` replaces: the last word laid; None if there is none.

        In a practice game, the word must be one of the human player, and nothing may have been entered after it. Once
        the bots have answered the mistyped word, only an undo can correct it, which takes their moves back too.
        """
        last = last_word(self.journal)
        if last is not None and self.practice is not None and (last.entries > 1 or last.seat is not self.seat):
            return None
        return last

    def keep_silent(self) -> None:
        """Record that the human player of a practice game does not announce a Belettre in this manche (S3).

        The decision is kept in memory only. In a game with real cards nothing is recorded. The human player has seen
        the table by then, so that the bots need not pause for them (``pauses``).
        """
        if self.practice is not None:
            self.practice.keep_silent()
        self.go_on()

    @property
    def pauses(self) -> bool:
        """Whether the bots of a patient practice game leave the human player time to look at what the last entry did.

        This is the case after the human player's own word was refused and after the end of a pli, until ``go_on`` is
        called or another entry is made.
        """
        if self.practice is None or not self.terms.patient or self._went_on_at == self.number:
            return False
        person = self.practice.person
        return any(
            isinstance(event, PliTaken) or (isinstance(event, WordRefused) and event.seat is person)
            for event in self.journal.last
        )

    def go_on(self) -> None:
        """Record, in memory only, that the human player of a practice game has seen what the last entry did."""
        self._went_on_at = self.number
        self.rendered.clear()

    @property
    def asked(self) -> bool:
        """Whether the human player must now decide if they announce a Belettre, before another player opens (S3).

        Always False in a game with real cards.
        """
        return self.practice is not None and self.practice.may_announce

    @property
    def waiting(self) -> bool:
        """Whether bots wait until the human player has seen what the last entry did (``pauses``)."""
        return self.pauses and self._next_bot() is not None

    def is_player(self, viewer: Viewer) -> bool:
        """Return whether the device belongs to the human player of a practice game, whose bots then move."""
        return self.practice is not None and viewer.seat is not None

    @property
    def due(self) -> bool:
        """Whether a bot has to act next, and does not wait for the human player."""
        return not self.pauses and self._next_bot() is not None

    def advance(self) -> bool:
        """Enter the next move of a bot and return True; return False if no bot has to act.

        Raises the same errors as ``enter``, and TypeError if the game's judge cannot search for words.
        """
        seat, partie = self._next_bot(), self.partie
        if seat is None or self.pauses:
            return False
        judge = self.judge
        chance = random.Random(f"{partie.setup.seed}:{seat.value}:{self.number}")
        bot = BotFactory(judge).bot(self.terms.level, chance, HistoryCache(judge.rules))
        self.enter(self.number, bot.choose(partie.view(seat)))
        return True

    @property
    def judge(self) -> Judge:
        """The judge of the game, which finds words. Raises TypeError if the game's judge cannot search for words."""
        judge = self.partie.judge
        if not isinstance(judge, Judge):
            raise TypeError(f"{type(judge).__name__} finds no words for bots")
        return judge

    def _next_bot(self) -> Seat | None:
        """Return the seat of the bot that acts next, or None if no bot has to act.

        No bot has to act in a game with real cards, when the game is over, when it is the turn of the human player, or
        while the human player decides whether to announce a Belettre (S3).
        """
        if self.practice is None or self.practice.may_announce:
            return None
        seat = self.practice.mover()
        return None if seat is self.practice.person else seat

    def find_finish(self) -> tuple[int, PliTaken, State] | None:
        """Return the end of the last pli if no card was laid since; None otherwise, and before the first pli has ended.

        The end is a tuple: the index of the event that ended the pli, the event, and the state before it, in which the
        four cards of the pli lie on the table, all of them known (P7). A pli stays finished when its manche or the
        partie ends with it.
        """
        if self.partie.state.manche.pli.laid:
            return None
        log = self.partie.log
        for index in range(len(log) - 1, -1, -1):
            event = log[index]
            if isinstance(event, PliTaken):
                return index, event, self.partie.state_before(index)
        return None

    def word_number(self, index: int) -> str:
        """Return the number of the word of an event. It identifies the word in the addresses of pages.

        *index* is the index of the event in the log of the partie. The number is that of the journal line with the
        word. Lines are never removed or changed, so a number never means another word: after an undo, it means no word,
        and a word that is said again has a new number. If a line has several words, the numbers of all but the first
        have a suffix: ``17``, ``17.2``.
        """
        log, line = self.partie.log, self.journal.line_of(index)
        place, earlier = 1, index - 1
        while earlier and self.journal.line_of(earlier) == line:
            place += isinstance(log[earlier], WordSaid)
            earlier -= 1
        return str(line) if place == 1 else f"{line}.{place}"

    def word_path(self, index: int) -> str:
        """Return the path of the page with the verdict on the word of an event. *index* is as in ``word_number``."""
        return f"/{self.PAGES}/{self.code}/words/{self.word_number(index)}"

    def find_word(self, number: str) -> Moment | None:
        """Return the moment when the word with a number was said; None if no word has it, or if it was taken back."""
        said = (moment for moment in moments(self.partie) if isinstance(moment.event, WordSaid))
        return next((moment for moment in said if self.word_number(moment.at) == number), None)
