"""Floor 5. The games of a server: opened from the store, caught up with what other processes entered, changed durably.

    with tables.open(code) as game:      # under its lock, and as the database has it now
        game.enter(number, action, …)    # legality → journal line → database → acknowledged

An entry names the number of entries that its device had seen: when somebody was quicker, ``StaleError`` says so and
nothing is changed. Start reading at ``GameRegistry.open``.
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
from ...words.house_list import HouseList
from ...words.judge import Judge
from .database import ConflictError, GameStore, StoredGame

#: Letters of a code: consonants spell no word, and none is taken for another. 19 ** 8 codes, some 17 milliards.
CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
CODE_LENGTH = 8
#: Games that a process keeps in memory; others are read again from the database when they are asked for.
IN_MEMORY = 400
#: Entries of a game at most, all of which are read when it is resumed: a partie of four manches takes some 150.
MOST_ENTRIES = 5000
#: A real table with an arbiter, or one person against bots.
TABLE: Final = "table"
PRACTICE: Final = "practice"
#: Seeds of practice games are below this: short enough to be typed.
_SEEDS = 1_000_000


class UnknownGameError(BelettreError):
    """There is no game of this code."""


class StaleError(BelettreError):
    """Somebody else acted first; nothing was changed."""


class GameTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game is, beside the setup that its journal has.

    kind   TABLE or PRACTICE; for practice ``seat`` is the person's and ``level`` how the bots play
    """

    kind: Literal["table", "practice"] = "table"
    seat: Seat = Seat.PONANTAIS
    level: Literal["strong", "random"] = "strong"


class Game:
    """A game in this process; used only inside ``GameRegistry.open``, which holds its lock.

    since   when the last entry was made, in seconds since 1970
    silent  the manche in which the person of a practice game keeps silent about a Belettre (S3); not kept
    points  those of the cards (S1)
    shown   what was made of the game as it stands, for all devices that look at it: emptied by every entry
    """

    def __init__(self, kept: StoredGame, journal: Journal, since: float, store: GameStore) -> None:
        self.code = kept.code
        self.terms = msgspec.json.decode(kept.terms, type=GameTerms)
        self.journal = journal
        self.created = kept.created
        self.since = since
        self.silent = 0
        self.points = points(journal.partie.setup.deck)
        self.shown: dict[object, Any] = {}
        self.lock = threading.Lock()
        self._secret = kept.secret
        self._store = store

    @property
    def partie(self) -> Partie:
        """The game as it stands."""
        return self.journal.partie

    @property
    def number(self) -> int:
        """How many entries it has."""
        return self.journal.number

    @property
    def elapsed(self) -> float:
        """Seconds since the last entry, to a tenth."""
        return max(0.0, round(time.time() - self.since, 1))

    @property
    def seat(self) -> Seat | None:
        """The person's seat in a practice game."""
        return self.terms.seat if self.terms.kind == PRACTICE else None

    def opened_by(self, token: str) -> bool:
        """Whether *token* lets its holder change the game."""
        return hmac.compare_digest(digest(token), self._secret)

    def enter(self, number: int, *actions: Action) -> None:
        """Do these actions as one entry, durably.

        *number* is how many entries the device had seen. Raises StaleError when there are others by now,
        IllegalActionError when the rules are against it, ArgumentError when the game has MOST_ENTRIES, UnknownGameError
        when it was deleted; then nothing has changed.
        """
        self._check(number)
        with self.journal.entering(*actions) as line:
            at = self._keep(line)
        self._moved(at)

    def take_back(self, number: int) -> None:
        """Take the last entry back; in a practice game everything since the person's last decision, it included.

        Raises as ``enter``; ArgumentError when there is nothing to take back.
        """
        self._check(number)
        with self.journal.taking_back(self.undoable) as line:
            at = self._keep(line)
        self.silent = 0
        self._moved(at)

    @property
    def undoable(self) -> int:
        """How many entries ``take_back`` takes back; 0 when there are none."""
        if self.seat is None:
            return min(1, self.journal.undoable)
        done = [event for event in self.partie.log if action_of(event) is not None]
        for back, event in enumerate(reversed(done), 1):
            chosen = isinstance(event, TakerNamed) and event.seat.team is self.seat.team
            if chosen or getattr(event, "seat", None) is self.seat:
                return back
        return 0

    def keep_silent(self) -> None:
        """The person of a practice game does not announce a Belettre in this manche (S3)."""
        self.silent = self.partie.state.manche.number
        self.shown.clear()

    def catch_up(self) -> bool:
        """Read what other processes entered; whether there was something."""
        lines = self._store.lines(self.code, self.number)
        if not lines:
            return False
        self.journal.follow(line.line for line in lines)
        self._moved(lines[-1].at)
        return True

    def _check(self, number: int) -> None:
        if number != self.number:
            raise StaleError(f"{self.code}: the device had seen {number} entries, there are {self.number}")
        if number >= MOST_ENTRIES:
            raise ArgumentError(f"{self.code}: {number} entries, undos included; no game has more")

    def _keep(self, line: str) -> float:
        try:
            return self._store.append(self.code, self.number + 1, line)
        except ConflictError as error:
            if self._store.game(self.code) is None:
                raise UnknownGameError(f"{self.code} was deleted") from error
            raise StaleError(f"{self.code}: another process was quicker") from error

    def _moved(self, at: float) -> None:
        self.since = at
        self.shown.clear()


class GameRegistry:
    """The games of a server.

    store    where they are kept; lexicon  who judges the words
    """

    def __init__(self, store: GameStore, lexicon: Lexicon) -> None:
        self.store = store
        self.lexicon = lexicon
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def create(
        self,
        terms: GameTerms,
        rules: HouseRules | None = None,
        *,
        house: HouseList | None = None,
        players: dict[Seat, str] | None = None,
        seed: int | None = None,
        **watched: Any,
    ) -> tuple[str, str]:
        """Begin a game: its code, and the token that lets its holder change it.

        *watched* is what ``Partie.watched`` takes (manches, deck, first, before, opener, points); a practice game takes
        manches, deck and *seed*. Raises ArgumentError for terms that no partie has.
        """
        judge = Judge(self.lexicon, rules or HouseRules(), house)
        if terms.kind == PRACTICE:
            seed = secrets.randbelow(_SEEDS) if seed is None else seed
            partie = Partie.new(judge, random.Random(seed), seed=seed, **watched)
        else:
            partie = Partie.watched(judge, **watched)
        header = Journal(partie, players).header
        token = secrets.token_urlsafe(16)
        described = msgspec.json.encode(terms).decode("utf-8")
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            try:
                self.store.create(code, secret=digest(token), terms=described, header=header)
            except ConflictError:  # somebody drew the same code: draw again
                continue
            return code, token

    @contextmanager
    def open(self, code: str) -> Iterator[Game]:
        """A game under its lock, caught up with the database. Raises UnknownGameError."""
        game = self._game(code)
        with game.lock:
            game.catch_up()
            yield game

    def holds(self, code: str) -> bool:
        """Whether a game is in memory, and so was found here lately; does not wait for the database."""
        with self._lock:
            return code in self._games

    def _game(self, code: str) -> Game:
        with self._lock:
            if (game := self._games.get(code)) is not None:
                self._games.move_to_end(code)
                return game
        game = self._read(code)
        with self._lock:
            game = self._games.setdefault(code, game)  # another thread may have read it meanwhile
            while len(self._games) > IN_MEMORY:
                self._games.popitem(last=False)
        return game

    def _read(self, code: str) -> Game:
        kept = self.store.game(code)
        if kept is None:
            raise UnknownGameError(f"{code!r:.40} is the code of no game")
        lines = self.store.lines(code)
        journal = Journal.resume([kept.header, *(line.line for line in lines)], self._judge_of)
        return Game(kept, journal, lines[-1].at if lines else kept.created, self.store)

    def _judge_of(self, record: Record) -> Judge:
        house = HouseList.parse(record.house_list) if record.house_list else None
        return Judge(self.lexicon, record.setup.rules, house)


def digest(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def code_of(text: str) -> str:
    """The code that somebody typed or said: « bcdf-ghjk » is BCDFGHJK. Raises UnknownGameError for what is none."""
    code = "".join(text.split()).replace("-", "").upper() if len(text) <= 2 * CODE_LENGTH else ""
    if len(code) != CODE_LENGTH or any(letter not in CODE_LETTERS for letter in code):
        raise UnknownGameError(f"{text!r:.40} is the code of no game")
    return code
