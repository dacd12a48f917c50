"""In-process registry of games of all kinds: creates them, loads them and keeps them in memory.

    with games.open_game(code) as game:    # the game is locked, and up to date with the database
        game.enter(number, action, …)      # checks the rules, stores a journal line, then returns

An *entry* is what a device enters at once: one or more actions, or an undo. Each entry is one line of the game's
journal. With every change, a device sends the number of entries that it has seen. If the game has more entries by then,
``StaleError`` is raised and the game is not changed (``loaded_game``). Start reading at ``GameRegistry.open_game``.
"""

from __future__ import annotations

import random
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from copy import copy
from typing import Any

import msgspec

from ...base.errors import ArgumentError
from ...french.cards import points
from ...french.rules import HouseRules
from ...games.belettre.actions import Action
from ...games.belettre.events import PliTaken, WordRefused
from ...games.belettre.partie import Partie
from ...games.belettre.practice import Practice
from ...games.belettre.records.json_lines import Journal, Record, to_json
from ...games.belettre.records.last_word import LaidWord, correcting_word, last_word
from ...games.belettre.seats import Seat
from ...games.belote.marque.entries import PlayerNames
from ...games.belote.rules import BeloteRules
from ...games.belote.seats import Seat as BeloteSeat
from ...lexicon.lexicon import Lexicon
from ...words.house_list import HouseList
from ...words.judge import Judge
from ..kinds.belote_sheet import BeloteSheet
from ..store.database import ConflictError, GameStore, StoredGame, StoreError
from .loaded_game import (
    BELOTE,
    PRACTICE,
    TABLE,
    BotLevel,
    GameKind,
    GameTerms,
    LoadedGame,
    OtherKindError,
    StaleError,
    UnknownGameError,
    draw_token,
    hash_token,
)
from .table_state import Confirmation, TableState

__all__ = [
    "BELOTE",
    "PRACTICE",
    "TABLE",
    "AnyGame",
    "BotLevel",
    "Game",
    "GameKind",
    "GameRegistry",
    "GameTerms",
    "OtherKindError",
    "StaleError",
    "UnknownGameError",
    "parse_code",
]

#: The 19 letters of game codes. There are no vowels, so that codes do not spell words, and no L, which is easily
#: confused with other characters.
CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
#: The number of letters of a game code. There are 19 ** 8 (17 billion) codes.
CODE_LENGTH = 8
#: The number of codes that are drawn for a new game before giving up. Even with a million games, a code is taken in one
#: of 17,000 draws, so that many taken codes in a row mean that the database is wrong.
_MAX_DRAWS = 20
#: How often a change of the table's state is tried again if another process was quicker.
_TRIES = 5
#: The maximum number of games that a process keeps in memory, and of those that nobody has opened for IDLE_SECONDS. The
#: least recently used game is dropped first; a dropped game is loaded again when it is needed. A game takes 20 to 240
#: KB, and loading it 1 to 11 ms of processor time: the tables of a tournament that are being played should all stay.
MAX_LOADED_GAMES, MAX_IDLE_GAMES = 3000, 400
IDLE_SECONDS = 15 * 60
#: Seeds chosen at random for practice games are below this number, so that they are short enough to type.
_SEEDS = 1_000_000


class Game(LoadedGame[Journal, Action]):
    """A game of Belettre. Its common attributes are those of ``LoadedGame``.

    practice       the state that only a practice game has; None in a game with real cards. The human player's decisions
                   not to announce a Belettre (S3) are kept only here, not in the database
    card_points    the points of each card (S1)
    """

    def __init__(self, stored: StoredGame, journal: Journal, last_entry_at: float, store: GameStore) -> None:
        super().__init__(stored, journal, last_entry_at, store)
        self.practice = Practice(journal.partie, self.terms.seat) if self.terms.kind == PRACTICE else None
        self.card_points = points(journal.partie.setup.deck)
        #: The number of entries at which the human player went on after a pause; -1 if they never did.
        self._went_on_at = -1

    @property
    def partie(self) -> Partie:
        """The partie in its current state."""
        return self.journal.partie

    @property
    def seat(self) -> Seat | None:
        """The seat of the human player in a practice game; None in a game with real cards."""
        return self.practice.person if self.practice is not None else None

    @property
    def hides_cards(self) -> bool:
        """Whether a card lies on the table that only its player knows, who has entered it on their own phone (P7)."""
        laid = self.partie.state.manche.pli.laid
        return bool(self.table_state.holders) and any(
            not one.up and one.word is None and one.card.known for one in laid
        )

    def try_actions(self, *actions: Action) -> None:
        """Raise IllegalActionError if the rules forbid one of *actions* after those before it. Nothing is changed."""
        trial = copy(self.partie)
        for action in actions:
            trial.apply(action)

    def take_back(self, number: int) -> None:
        """Undo the last entry, or in a practice game the human player's last decision and all entries after it.

        Raises the same errors as ``enter``, and ArgumentError if there is nothing to undo.
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

        In a practice game, they are a decision of the human player and what the bots did until the next one. Entries of
        bots alone are not entered again: the bots move by themselves.
        """
        if self.practice is None:
            return super().redoable
        decisions = [self.practice.includes_decision(events) for events in self.journal.taken_back]
        if not decisions or not decisions[0]:
            return 0
        return next((count for count in range(1, len(decisions)) if decisions[count]), len(decisions))

    def correct(self, number: int, word: str) -> None:
        """Put *word* in the place of ``correctable``, the last word laid, which was mistyped, in one entry.

        Raises the same errors as ``enter``, IllegalActionError also if what was entered after the mistyped word is not
        legal any more, and ArgumentError if there is no word to correct.
        """
        self._check_number(number)
        if self.correctable is None:
            raise ArgumentError(f"{self.code}: there is no word to correct")
        with correcting_word(self.journal, word) as line:
            at = self._store_line(line)
        self._mark_changed(at)

    @property
    def correctable(self) -> LaidWord | None:
        """The word that ``correct`` replaces: the last word laid; None if there is none.

        In a practice game, it is a word of the human player while nothing was entered after it: the bots have answered
        to the mistyped word as soon as they have moved, and an undo takes their answer back too.
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
        """Record that the human player of a practice game has seen what the last entry did (``pauses``).

        This is kept in memory only.
        """
        self._went_on_at = self.number
        self.rendered.clear()


#: A game of any kind.
AnyGame = Game | BeloteSheet


class GameRegistry:
    """Creates, loads and keeps the games of a server. Safe to use from several threads.

    At most MAX_LOADED_GAMES games are in memory at a time, and MAX_IDLE_GAMES if nobody has opened them lately.

    store    the database of the games
    lexicon  the lexicon used to judge the words of the games
    """

    def __init__(self, store: GameStore, lexicon: Lexicon) -> None:
        self.store = store
        self.lexicon = lexicon
        self._games: OrderedDict[str, AnyGame] = OrderedDict()
        self._lock = threading.Lock()

    def create_game(
        self,
        terms: GameTerms,
        rules: HouseRules | None = None,
        *,
        house: HouseList | None = None,
        players: dict[Seat, str] | None = None,
        seed: int | None = None,
        confirm: Confirmation = "arbiter",
        **setup: Any,
    ) -> tuple[str, str]:
        """Create a game and return its code and its token. The token allows its holder to change the game.

        terms    the kind of game, and for a practice game the human player's seat and the level of the bots
        rules    the house rules; None for the published rules
        house    the house list; None if there is none
        players  the names of the players by seat; seats without a name may be left out
        seed     the seed for the deals and the bots of a practice game; None for a random seed. Unused in a game with
                 real cards
        confirm  who confirms what players enter on their own phones (``table_state``)
        setup    for a game with real cards, arguments of ``Partie.watched`` (manches, deck, first, before, opener,
                 points); for a practice game only manches and deck

        Raises ArgumentError for an impossible setup, and StoreError if the database cannot be used.
        """
        token = draw_token()
        header = self._header(terms, Judge(self.lexicon, rules or HouseRules(), house), players, seed, setup)
        return self._create(terms, header, hash_token(token), TableState(confirm)), token

    def begin_again(self, game: Game) -> str:
        """Create the game that the players of a game begin after it, and return its code; if it exists, do no more.

        The terms, the players, the house rules and the house list are the same, and so are the tokens of the devices. A
        practice game has other cards. The partie is whole, also if the arbiter came late to the earlier one. The game
        must be locked. Raises the same errors as ``create_game``, and StaleError if other processes change the state of
        the table all the time, or the earlier game was deleted from the database.
        """
        if game.table_state.next and self.store.load_game(game.table_state.next) is not None:
            return game.table_state.next
        record, table = game.journal.record(), game.table_state
        setup = {"manches": record.setup.manches, "deck": record.setup.deck}
        header = self._header(game.terms, self.judge_of(record), record.players, None, setup)
        begun = TableState(table.confirm, table.holders)
        earlier, code = table.next, self._create(game.terms, header, game.token_hash, begun)
        for _ in range(_TRIES):
            if game.table_state.next != earlier:  # another process was quicker
                return game.table_state.next
            with suppress(StaleError):
                game.change_table_state(msgspec.structs.replace(game.table_state, next=code))
                return code
        raise StaleError(f"{game.code}: other processes were quicker {_TRIES} times")

    def create_sheet(self, rules: BeloteRules, names: PlayerNames, dealer: BeloteSeat) -> tuple[str, str]:
        """Create a score sheet of Belote and return its code and its token, as ``create_game`` does.

        The parameters are those of ``BeloteSheet.header``. Raises the same errors as ``create_game``.
        """
        token = draw_token()
        header = BeloteSheet.header(rules, names, dealer)
        return self._create(GameTerms(BELOTE), header, hash_token(token)), token

    def _header(
        self, terms: GameTerms, judge: Judge, players: dict[Seat, str] | None, seed: int | None, setup: dict[str, Any]
    ) -> str:
        """Return the first line of the journal of a new game. The parameters are those of ``create_game``."""
        if terms.kind == PRACTICE:
            seed = secrets.randbelow(_SEEDS) if seed is None else seed
            partie = Partie.new(judge, random.Random(seed), seed=seed, **setup)
        else:
            partie = Partie.watched(judge, **setup)
        return Journal(partie, players).header

    def _create(self, terms: GameTerms, header: str, secret: str, table: TableState | None = None) -> str:
        """Store a new game under a code that is not taken, and return its code.

        *secret* is the SHA-256 of its token, *table* the state of its table; None for a sheet of Belote.
        """
        terms_json = msgspec.json.encode(terms).decode("utf-8")
        state = to_json(table).decode("utf-8") if table is not None else ""
        for _ in range(_MAX_DRAWS):
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            try:
                self.store.create_game(code, secret=secret, terms=terms_json, header=header, state=state)
            except ConflictError:  # the code is taken: draw another
                continue
            return code
        raise StoreError(f"{_MAX_DRAWS} codes were drawn, and the database took none")

    @contextmanager
    def open_game(self, code: str) -> Iterator[Game]:
        """Lock a game of Belettre for the duration of a ``with`` block, and bring it up to date first.

        Raises UnknownGameError if no game has the code, OtherKindError if a score sheet of Belote has it, and
        JournalError if its journal cannot be read.
        """
        with self.open_any(code) as game:
            if not isinstance(game, Game):
                raise OtherKindError(f"{code} is the code of a score sheet of Belote")
            yield game

    @contextmanager
    def open_sheet(self, code: str) -> Iterator[BeloteSheet]:
        """Lock a score sheet of Belote, as ``open_game`` does.

        Raises OtherKindError if a game of Belettre has the code.
        """
        with self.open_any(code) as game:
            if not isinstance(game, BeloteSheet):
                raise OtherKindError(f"{code} is the code of a game of Belettre")
            yield game

    @contextmanager
    def open_any(self, code: str) -> Iterator[AnyGame]:
        """Lock a game of any kind, as ``open_game`` does."""
        game = self._loaded_game(code)
        with game.lock:
            game.opened_at = time.time()
            game.catch_up()
            yield game

    def is_loaded(self, code: str) -> bool:
        """Return whether the game with this code is in memory. Does not access the database.

        If True, the code is the code of a game. If False, the game may still be in the database.
        """
        with self._lock:
            return code in self._games

    def accepts_token(self, code: str, token: str) -> bool:
        """Return whether the game with this code is in memory and *token* is its token. Does not access the database.

        If another process has changed the token, the answer may be that of the earlier token.
        """
        with self._lock:
            game = self._games.get(code)
        return game is not None and game.accepts_token(token)

    def opened_since(self, at: float) -> set[str]:
        """Return the codes of the games that were opened since a time, in seconds since 1970, and are in memory."""
        with self._lock:
            return {code for code, game in self._games.items() if game.opened_at >= at}

    def forget(self, codes: Iterable[str]) -> None:
        """Drop games that were deleted from the database from memory."""
        with self._lock:
            for code in codes:
                self._games.pop(code, None)

    def _loaded_game(self, code: str) -> AnyGame:
        """Return the game with this code from memory; load it from the database if it is not in memory."""
        with self._lock:
            if (game := self._games.get(code)) is not None:
                self._games.move_to_end(code)
                return game
        game = self._load_game(code)
        with self._lock:
            game = self._games.setdefault(code, game)  # another thread may have loaded it meanwhile
            self._drop_least_used()
        return game

    def _drop_least_used(self) -> None:
        """Drop the games that are too many from memory. The caller holds the lock of the registry."""
        idle_since = time.time() - IDLE_SECONDS
        while len(self._games) > MAX_LOADED_GAMES or (
            len(self._games) > MAX_IDLE_GAMES and next(iter(self._games.values())).opened_at < idle_since
        ):
            self._games.popitem(last=False)

    def _load_game(self, code: str) -> AnyGame:
        stored = self.store.load_game(code)
        if stored is None:
            raise UnknownGameError(f"{code!r:.40} is the code of no game")
        lines = self.store.load_lines(code)
        texts = [stored.header, *(line.line for line in lines)]
        last_entry_at = lines[-1].at if lines else stored.created
        if msgspec.json.decode(stored.terms, type=GameTerms).kind == BELOTE:
            return BeloteSheet.resume(stored, texts, last_entry_at, self.store)
        return Game(stored, Journal.resume(texts, self.judge_of), last_entry_at, self.store)

    def judge_of(self, record: Record) -> Judge:
        """Return a judge with the house rules and the house list of a recorded game."""
        house = HouseList.parse(record.house_list) if record.house_list else None
        return Judge(self.lexicon, record.setup.rules, house)


def parse_code(text: str) -> str:
    """Return the game code that *text* contains, ignoring case, spaces and hyphens.

    Raises UnknownGameError if *text* is not a game code. Does not check whether the game exists.

    >>> parse_code("bcdf-ghjk")
    'BCDFGHJK'
    """
    code = "".join(text.split()).replace("-", "").upper() if len(text) <= 2 * CODE_LENGTH else ""
    if len(code) != CODE_LENGTH or any(letter not in CODE_LETTERS for letter in code):
        raise UnknownGameError(f"{text!r:.40} is the code of no game")
    return code
