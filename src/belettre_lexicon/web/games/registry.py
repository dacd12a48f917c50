"""Floor 5. In-process registry of games: loads them, applies entries made by other processes, and persists changes.

    with games.open_game(code) as game:    # the game is locked, and up to date with the database
        game.enter(number, action, …)      # checks the rules, stores a journal line, then returns

An *entry* is what a device enters at once: one or more actions, or an undo. Each entry is one line of the game's
journal. With every change, a device sends the number of entries that it has seen. If the game has more entries by then,
``StaleError`` is raised and the game is not changed. Start reading at ``GameRegistry.open_game``.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal

import msgspec

from ...cards import points
from ...engine.actions import Action
from ...engine.partie import Partie
from ...engine.practice import Practice
from ...engine.records.journal import Journal
from ...engine.records.json_lines import Record
from ...engine.seats import Seat
from ...errors import ArgumentError, BelettreError
from ...lexicon.lexicon import Lexicon
from ...options import HouseRules
from ...words.house_list import HouseList
from ...words.judge import Judge
from .database import ConflictError, GameStore, StoredGame, StoreError

#: The 19 letters of game codes. There are no vowels, so that codes do not spell words, and no L, which is easily
#: confused with other characters.
CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
#: The number of letters of a game code. There are 19 ** 8 (17 billion) codes.
CODE_LENGTH = 8
#: The number of codes that are drawn for a new game before giving up. Even with a million games, a code is taken in one
#: of 17,000 draws, so that many taken codes in a row mean that the database is wrong.
_MAX_DRAWS = 20
#: The maximum number of games that a process keeps in memory. The least recently used game is dropped first; a dropped
#: game is loaded again when it is needed.
MAX_LOADED_GAMES = 400
#: The maximum number of entries of a game, including undos. Loading a game reads all its entries. A full partie takes
#: about 150 entries.
MAX_ENTRIES = 5000
#: The kinds of game: with real cards and an arbiter (TABLE), or one person against bots (PRACTICE).
TABLE: Final = "table"
PRACTICE: Final = "practice"
GameKind = Literal["table", "practice"]
BotLevel = Literal["strong", "random"]
#: Seeds chosen at random for practice games are below this number, so that they are short enough to type.
_SEEDS = 1_000_000


class UnknownGameError(BelettreError):
    """Raised if a text is not a game code, or if no game has the code."""


class StaleError(BelettreError):
    """Raised if the game has entries that the device has not seen. The game is not changed."""


class GameTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms of a game that are not part of the setup of its partie.

    kind   TABLE (a game with real cards) or PRACTICE
    seat   the seat of the human player in a practice game; unused in a game with real cards
    level  how well the bots of a practice game play: "strong" or "random"; unused in a game with real cards
    """

    kind: GameKind = TABLE
    seat: Seat = Seat.PONANTAIS
    level: BotLevel = "strong"


class Game:
    """A game loaded by this process. Use it only inside ``GameRegistry.open_game``, which holds its lock.

    code           the game code
    terms          the terms of the game
    journal        all entries of the game, and the partie that they lead to
    created        when the game was created, in seconds since 1970
    last_entry_at  when the last entry was made, in seconds since 1970; if there is none, when the game was created
    practice       the state that only a practice game has; None in a game with real cards. The human player's decisions
                   not to announce a Belettre (S3) are kept only here, not in the database
    card_points    the points of each card (S1)
    rendered       a cache of values computed from the current state, under keys chosen by the callers; every change
                   clears it
    lock           held by the thread that uses the game
    """

    def __init__(self, stored: StoredGame, journal: Journal, last_entry_at: float, store: GameStore) -> None:
        self.code = stored.code
        self.terms = msgspec.json.decode(stored.terms, type=GameTerms)
        self.journal = journal
        self.created = stored.created
        self.last_entry_at = last_entry_at
        self.practice = Practice(journal.partie, self.terms.seat) if self.terms.kind == PRACTICE else None
        self.card_points = points(journal.partie.setup.deck)
        self.rendered: dict[object, Any] = {}
        self.lock = threading.Lock()
        self._secret = stored.secret
        self._store = store

    @property
    def partie(self) -> Partie:
        """The partie in its current state."""
        return self.journal.partie

    @property
    def number(self) -> int:
        """The number of entries so far, including undos."""
        return self.journal.number

    @property
    def elapsed(self) -> float:
        """The number of seconds since the last entry, rounded to a tenth; never negative."""
        return max(0.0, round(time.time() - self.last_entry_at, 1))

    @property
    def seat(self) -> Seat | None:
        """The seat of the human player in a practice game; None in a game with real cards."""
        return self.practice.person if self.practice is not None else None

    def accepts_token(self, token: str) -> bool:
        """Return whether *token* is the token of this game. The token allows its holder to change the game."""
        return hmac.compare_digest(hash_token(token), self._secret)

    def enter(self, number: int, *actions: Action) -> None:
        """Apply *actions* as one entry. The entry is in the database when this method returns.

        *number* is the number of entries that the device has seen. The game is not changed if an error is raised:

        StaleError          if the game does not have exactly *number* entries
        IllegalActionError  if the rules forbid an action
        ArgumentError       if the game already has MAX_ENTRIES entries
        UnknownGameError    if the game was deleted from the database
        StoreError          if the database cannot be used
        """
        self._check_number(number)
        with self.journal.entering(*actions) as line:
            at = self._store_line(line)
        self._mark_changed(at)

    def take_back(self, number: int) -> None:
        """Undo the last entry, or in a practice game the human player's last decision and all entries after it.

        Raises the same errors as ``enter``, and ArgumentError if there is nothing to undo.
        """
        self._check_number(number)
        with self.journal.taking_back(self.undoable) as line:
            at = self._store_line(line)
        if self.practice is not None:
            self.practice.after_undo()
        self._mark_changed(at)

    @property
    def undoable(self) -> int:
        """The number of entries that ``take_back`` would undo; 0 if there is nothing to undo."""
        if self.practice is None:
            return min(1, self.journal.undoable)
        return self.practice.actions_since_decision(silences=False) or 0

    def keep_silent(self) -> None:
        """Record that the human player of a practice game does not announce a Belettre in this manche (S3).

        The decision is kept in memory only. In a game with real cards nothing is recorded.
        """
        if self.practice is not None:
            self.practice.keep_silent()
        self.rendered.clear()

    def catch_up(self) -> bool:
        """Apply the entries that other processes have stored since the last call. Return whether there were any."""
        lines = self._store.load_lines(self.code, self.number)
        if not lines:
            return False
        self.journal.follow(line.line for line in lines)
        self._mark_changed(lines[-1].at)
        return True

    def _check_number(self, number: int) -> None:
        """Raise StaleError if *number* is not the number of entries, ArgumentError if no more entries are allowed."""
        if number != self.number:
            raise StaleError(f"{self.code}: the device had seen {number} entries, there are {self.number}")
        if number >= MAX_ENTRIES:
            raise ArgumentError(f"{self.code}: {number} entries, undos included; no game has more")

    def _store_line(self, line: str) -> float:
        """Store the next journal line and return when it was stored, in seconds since 1970.

        Raises StaleError if another process has already stored a line with this number, and UnknownGameError if the
        game was deleted from the database.
        """
        try:
            return self._store.append_line(self.code, self.number + 1, line)
        except ConflictError as error:
            if self._store.load_game(self.code) is None:
                raise UnknownGameError(f"{self.code} was deleted") from error
            raise StaleError(f"{self.code}: another process was quicker") from error

    def _mark_changed(self, at: float) -> None:
        self.last_entry_at = at
        self.rendered.clear()


class GameRegistry:
    """Creates, loads and keeps the games of a server. Safe to use from several threads.

    At most MAX_LOADED_GAMES games are in memory at a time.

    store    the database of the games
    lexicon  the lexicon used to judge the words of the games
    """

    def __init__(self, store: GameStore, lexicon: Lexicon) -> None:
        self.store = store
        self.lexicon = lexicon
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def create_game(
        self,
        terms: GameTerms,
        rules: HouseRules | None = None,
        *,
        house: HouseList | None = None,
        players: dict[Seat, str] | None = None,
        seed: int | None = None,
        **setup: Any,
    ) -> tuple[str, str]:
        """Create a game and return its code and its token. The token allows its holder to change the game.

        terms    the kind of game, and for a practice game the human player's seat and the level of the bots
        rules    the house rules; None for the published rules
        house    the house list; None if there is none
        players  the names of the players by seat; seats without a name may be left out
        seed     the seed for the deals and the bots of a practice game; None for a random seed. Unused in a game with
                 real cards
        setup    for a game with real cards, arguments of ``Partie.watched`` (manches, deck, first, before, opener,
                 points); for a practice game only manches and deck

        Raises ArgumentError for an impossible setup, and StoreError if the database cannot be used.
        """
        judge = Judge(self.lexicon, rules or HouseRules(), house)
        if terms.kind == PRACTICE:
            seed = secrets.randbelow(_SEEDS) if seed is None else seed
            partie = Partie.new(judge, random.Random(seed), seed=seed, **setup)
        else:
            partie = Partie.watched(judge, **setup)
        header = Journal(partie, players).header
        token = secrets.token_urlsafe(16)
        terms_json = msgspec.json.encode(terms).decode("utf-8")
        for _ in range(_MAX_DRAWS):
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            try:
                self.store.create_game(code, secret=hash_token(token), terms=terms_json, header=header)
            except ConflictError:  # the code is taken: draw another
                continue
            return code, token
        raise StoreError(f"{_MAX_DRAWS} codes were drawn, and the database took none")

    @contextmanager
    def open_game(self, code: str) -> Iterator[Game]:
        """Lock a game for the duration of a ``with`` block, and bring it up to date with the database first.

        Raises UnknownGameError if no game has the code, and JournalError if its journal cannot be read.
        """
        game = self._loaded_game(code)
        with game.lock:
            game.catch_up()
            yield game

    def is_loaded(self, code: str) -> bool:
        """Return whether the game with this code is in memory. Does not access the database.

        If True, the code is the code of a game. If False, the game may still be in the database.
        """
        with self._lock:
            return code in self._games

    def _loaded_game(self, code: str) -> Game:
        """Return the game with this code from memory; load it from the database if it is not in memory."""
        with self._lock:
            if (game := self._games.get(code)) is not None:
                self._games.move_to_end(code)
                return game
        game = self._load_game(code)
        with self._lock:
            game = self._games.setdefault(code, game)  # another thread may have loaded it meanwhile
            while len(self._games) > MAX_LOADED_GAMES:
                self._games.popitem(last=False)
        return game

    def _load_game(self, code: str) -> Game:
        stored = self.store.load_game(code)
        if stored is None:
            raise UnknownGameError(f"{code!r:.40} is the code of no game")
        lines = self.store.load_lines(code)
        journal = Journal.resume([stored.header, *(line.line for line in lines)], self._judge_of)
        return Game(stored, journal, lines[-1].at if lines else stored.created, self.store)

    def _judge_of(self, record: Record) -> Judge:
        """Return a judge with the house rules and the house list of a recorded game."""
        house = HouseList.parse(record.house_list) if record.house_list else None
        return Judge(self.lexicon, record.setup.rules, house)


def hash_token(token: str) -> str:
    """Return the SHA-256 of a token in hexadecimal. The database stores this hash instead of the token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


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
