"""Floor 5. In-process registry of games: loads them, applies entries made by other processes, and persists changes.

    with games.open_game(code) as game:    # locked, and up to date with the database
        game.enter(number, action, …)      # checks the rules, stores a journal line, then returns

Every change states how many entries its device had seen. If there are more by now, ``StaleError`` is raised and nothing
changes. Start reading at ``GameRegistry.open_game``.
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
from ...engine.events import TakerNamed, action_of
from ...engine.partie import Partie
from ...engine.records.journal import Journal
from ...engine.records.json_lines import Record
from ...engine.seats import Seat
from ...errors import ArgumentError, BelettreError
from ...lexicon.lexicon import Lexicon
from ...options import HouseRules
from ...words.houselist import HouseList
from ...words.judge import Judge
from .database import ConflictError, GameStore, StoredGame

#: Letters of game codes: consonants that are hard to confuse and spell no words. There are 19 ** 8 (17 billion) codes.
CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
CODE_LENGTH = 8
#: How many games a process keeps in memory. The least recently used are dropped and loaded again when needed.
MAX_LOADED_GAMES = 400
#: Maximum number of entries of a game, undos included; loading a game reads them all. A full partie takes about 150.
MAX_ENTRIES = 5000
#: A game with real cards and an arbiter, or one of a person against bots.
TABLE: Final = "table"
PRACTICE: Final = "practice"
GameKind = Literal["table", "practice"]
BotLevel = Literal["strong", "random"]
#: Random seeds of practice games are below this number, which keeps them short enough to type.
_SEEDS = 1_000_000


class UnknownGameError(BelettreError):
    """Raised if no game has the code."""


class StaleError(BelettreError):
    """Raised if the game has entries that the device had not seen. Nothing has changed."""


class GameTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms of a game that are not in the setup of its partie.

    kind   TABLE or PRACTICE
    seat   the person's seat in a practice game; unused at a table
    level  how well the bots of a practice game play; unused at a table
    """

    kind: GameKind = TABLE
    seat: Seat = Seat.PONANTAIS
    level: BotLevel = "strong"


class Game:
    """A game loaded by this process. Use it only inside ``GameRegistry.open_game``, which holds its lock.

    last_entry_at  when the last entry was made, or the game created, in seconds since 1970
    silent         the manche in which the person of a practice game declined to announce a Belettre (S3); 0 for none.
                   Not stored in the database
    card_points    the points of each card (S1)
    rendered       cache of answers about the current state, by keys that the callers choose; cleared by every change
    """

    def __init__(self, stored: StoredGame, journal: Journal, last_entry_at: float, store: GameStore) -> None:
        self.code = stored.code
        self.terms = msgspec.json.decode(stored.terms, type=GameTerms)
        self.journal = journal
        self.created = stored.created
        self.last_entry_at = last_entry_at
        self.silent = 0
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
        """The number of entries so far, undos included."""
        return self.journal.number

    @property
    def elapsed(self) -> float:
        """Seconds since the last entry, rounded to a tenth."""
        return max(0.0, round(time.time() - self.last_entry_at, 1))

    @property
    def seat(self) -> Seat | None:
        """The person's seat in a practice game; None at a table."""
        return self.terms.seat if self.terms.kind == PRACTICE else None

    def accepts_token(self, token: str) -> bool:
        """Whether *token* is the token of the game, which allows its holder to change it."""
        return hmac.compare_digest(hash_token(token), self._secret)

    def enter(self, number: int, *actions: Action) -> None:
        """Apply *actions* as one entry; it is in the database when this returns.

        *number* is how many entries the device had seen. Raises StaleError if the game has more by now,
        IllegalActionError if the rules forbid an action, ArgumentError if the game already has MAX_ENTRIES, and
        UnknownGameError if the game was deleted from the database. Nothing changes in these cases.
        """
        self._check_number(number)
        with self.journal.entering(*actions) as line:
            at = self._store_line(line)
        self._mark_changed(at)

    def take_back(self, number: int) -> None:
        """Undo the last entry, or in a practice game all entries from the person's last decision on.

        Raises the same errors as ``enter``, and ArgumentError if there is nothing to undo.
        """
        self._check_number(number)
        with self.journal.taking_back(self.undoable) as line:
            at = self._store_line(line)
        self.silent = 0
        self._mark_changed(at)

    @property
    def undoable(self) -> int:
        """How many entries ``take_back`` would undo; 0 if it cannot undo any."""
        if self.seat is None:
            return min(1, self.journal.undoable)
        done = [event for event in self.partie.log if action_of(event) is not None]
        for back, event in enumerate(reversed(done), 1):
            chosen = isinstance(event, TakerNamed) and event.seat.team is self.seat.team
            if chosen or getattr(event, "seat", None) is self.seat:
                return back
        return 0

    def keep_silent(self) -> None:
        """Record that the person of a practice game does not announce a Belettre in this manche (S3)."""
        self.silent = self.partie.state.manche.number
        self.rendered.clear()

    def catch_up(self) -> bool:
        """Apply the entries that other processes stored since. Return whether there were any."""
        lines = self._store.load_lines(self.code, self.number)
        if not lines:
            return False
        self.journal.follow(line.line for line in lines)
        self._mark_changed(lines[-1].at)
        return True

    def _check_number(self, number: int) -> None:
        """Raise StaleError unless the device had seen all entries, ArgumentError if there is no room for another."""
        if number != self.number:
            raise StaleError(f"{self.code}: the device had seen {number} entries, there are {self.number}")
        if number >= MAX_ENTRIES:
            raise ArgumentError(f"{self.code}: {number} entries, undos included; no game has more")

    def _store_line(self, line: str) -> float:
        """Store the next journal line and return its time. Raises StaleError if another process was quicker."""
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
    """The games of a server, at most MAX_LOADED_GAMES of them in memory. Safe to use from several threads.

    store    the database of the games
    lexicon  the lexicon that judges their words
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
        """Create a game and return its code and its token; the token allows its holder to change the game.

        *house* is the table's own word list, *players* the names of the players by seat, *seed* deals a practice game
        (a random seed if None). *setup* takes the arguments of ``Partie.watched`` (manches, deck, first, before,
        opener, points) for a table, manches and deck for a practice game. Raises ArgumentError for an impossible setup.
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
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            try:
                self.store.create_game(code, secret=hash_token(token), terms=terms_json, header=header)
            except ConflictError:  # the code is taken: draw another
                continue
            return code, token

    @contextmanager
    def open_game(self, code: str) -> Iterator[Game]:
        """Lock a game for the length of a ``with`` block, brought up to date with the database.

        Raises UnknownGameError if no game has the code, JournalError if its journal cannot be read.
        """
        game = self._loaded_game(code)
        with game.lock:
            game.catch_up()
            yield game

    def is_loaded(self, code: str) -> bool:
        """Whether a game is in memory, which means that the code is right; does not access the database."""
        with self._lock:
            return code in self._games

    def _loaded_game(self, code: str) -> Game:
        """The game from memory, or else from the database."""
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
        """The judge of a recorded game, with its house rules and its table's word list."""
        house = HouseList.parse(record.house_list) if record.house_list else None
        return Judge(self.lexicon, record.setup.rules, house)


def hash_token(token: str) -> str:
    """The SHA-256 of a token in hexadecimal, which the database stores in place of the token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def parse_code(text: str) -> str:
    """The game code in *text*, whatever its case, spaces and hyphens. Raises UnknownGameError for anything else.

    >>> parse_code("bcdf-ghjk")
    'BCDFGHJK'
    """
    code = "".join(text.split()).replace("-", "").upper() if len(text) <= 2 * CODE_LENGTH else ""
    if len(code) != CODE_LENGTH or any(letter not in CODE_LETTERS for letter in code):
        raise UnknownGameError(f"{text!r:.40} is the code of no game")
    return code
