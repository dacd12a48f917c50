"""In-process registry of games of all kinds: creates them, loads them and keeps them in memory.

    with games.open_game(code) as game:    # the game is locked, and up to date with the database
        game.enter(number, action, …)      # checks the rules, stores a journal line, then returns

An *entry* is what a device enters at once: one or more actions, or an undo. Each entry is one line of the game's
journal. With every change, a device sends the number of entries that it has seen. If the game has more entries by then,
``StaleError`` is raised and the game is not changed (``loaded_game``). Start reading at ``GameRegistry.open_game``.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVar, overload

import msgspec

from ...lexicon.lexicon import Lexicon
from ..store.database import ConflictError, GameStore, StoredGame, StoreError
from .keys import Keys, draw_token, hash_token
from .kind import Kind, NewGame, SeatedKind
from .loaded_game import LoadedRows, OtherKindError, Terms, UnknownGameError
from .table_state import TableState

#: A game of any kind, and one whose players sit at seats.
AnyGame = Kind[Any, Any, Any]
AnySeated = SeatedKind[Any, Any, Any]
KindT = TypeVar("KindT", bound=AnyGame)

#: The 19 letters of game codes. There are no vowels, so that codes do not spell words, and no L, which is easily
#: confused with other characters.
CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
#: The number of letters of a game code. There are 19 ** 8 (17 billion) codes.
CODE_LENGTH = 8
#: The number of codes that are drawn for a new game before giving up. Even with a million games, a code is taken in one
#: of 17,000 draws, so that many taken codes in a row mean that the database is wrong.
_MAX_DRAWS = 20
#: The maximum number of games that a process keeps in memory, and of those that nobody has opened for IDLE_SECONDS. The
#: least recently used game is dropped first; a dropped game is loaded again when it is needed. A game takes 20 to 240
#: KB, and loading it 1 to 11 ms of processor time: the tables of a tournament that are being played should all stay.
MAX_LOADED_GAMES, MAX_IDLE_GAMES = 3000, 400
IDLE_SECONDS = 15 * 60


class GameRegistry:
    """Creates, loads and keeps the games of a server. Safe to use from several threads.

    At most MAX_LOADED_GAMES games are in memory; beyond MAX_IDLE_GAMES, those not opened for IDLE_SECONDS are dropped.

    store    the database of the games
    lexicon  the lexicon used to judge the words of the games
    kinds    the kinds of games that this server offers
    keys     issues the keys of all games
    """

    def __init__(self, store: GameStore, lexicon: Lexicon, kinds: Sequence[type[AnyGame]]) -> None:
        self.store = store
        self.lexicon = lexicon
        self.kinds = tuple(kinds)
        self.keys = Keys(store.signing_key)
        self._games: OrderedDict[str, AnyGame] = OrderedDict()
        self._lock = threading.Lock()

    def create(self, new: NewGame) -> tuple[str, str]:
        """Store a new game and return its code and its token. The token allows its holder to change the game.

        Raises StoreError if the database cannot be used.
        """
        token = draw_token()
        code = self._create(new, hash_token(token))
        return code, self.keys.sign(code, token)

    def begin_again(self, game: AnySeated) -> str:
        """Return the code of the game that the players of *game* begin after it. Create it if it does not exist yet.

        The new game has the same terms (``SeatedKind.again``) and accepts the same tokens. *game* must be locked.
        Raises the same errors as ``create``, and StaleError if other processes keep changing the state of the table or
        if *game* was deleted from the database.
        """
        if game.table_state.next and self.store.load_game(game.table_state.next) is not None:
            return game.table_state.next
        table = game.table_state
        begun: TableState[Any, Any] = TableState(table.confirm, table.pace, table.holders)
        earlier, code = table.next, self._create(game.again()._replace(table=begun), game.secret)

        def with_next(state: TableState[Any, Any]) -> TableState[Any, Any]:
            return state if state.next != earlier else msgspec.structs.replace(state, next=code)

        game.change_table_state(with_next)
        return game.table_state.next

    def _create(self, new: NewGame, secret: str) -> str:
        """Store a new game under a free code, and return the code. *secret* is the SHA-256 of its token."""
        terms = msgspec.json.encode(new.terms).decode("utf-8")
        state = msgspec.json.encode(new.table).decode("utf-8") if new.table is not None else ""
        for _ in range(_MAX_DRAWS):
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            try:
                self.store.create_game(code, secret=secret, terms=terms, header=new.header, state=state)
            except ConflictError:  # the code is taken: draw another
                continue
            return code
        raise StoreError(f"{_MAX_DRAWS} codes were drawn, and the database took none")

    @overload
    def open_game(self, code: str) -> AbstractContextManager[AnyGame]: ...

    @overload
    def open_game(self, code: str, kind: Callable[..., KindT]) -> AbstractContextManager[KindT]: ...

    @contextmanager
    def open_game(self, code: str, kind: Any = Kind) -> Iterator[Any]:
        """Lock a game for the duration of a ``with`` block, after bringing it up to date with the database.

        *kind* is the class that the game must belong to. Raises UnknownGameError if no game has the code,
        OtherKindError if a game of another kind has it, and JournalError if its journal cannot be read.
        """
        game = self._loaded_game(code)
        if not isinstance(game, kind):
            raise OtherKindError(f"{code} is the code of a {game.TITLE}", f"/{game.PAGES}/{code}")
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

    def opened_since(self, at: float) -> set[str]:
        """Return the codes of the games in memory that this process last opened or loaded at the time *at* or later.

        *at* is in seconds since 1970, as ``time.time()`` returns it. ``open_game`` opens a game; creating one does not.
        """
        with self._lock:
            return {code for code, game in self._games.items() if game.opened_at >= at}

    def forget(self, codes: Iterable[str]) -> None:
        """Remove games from memory that were deleted from the database."""
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

    def kind_of(self, stored: StoredGame) -> tuple[type[AnyGame], str]:
        """Return the kind of a stored game, and the name of the kind in the terms of the game, one of ``Kind.NAMES``.

        Raises UnknownGameError if this server has no such kind.
        """
        name = msgspec.json.decode(stored.terms, type=Terms).kind
        for kind in self.kinds:
            if name in kind.NAMES:
                return kind, name
        raise UnknownGameError(f"{stored.code}: this server has no games of the kind {name!r:.40}")

    def _load_game(self, code: str) -> AnyGame:
        stored = self.store.load_game(code)
        if stored is None:
            raise UnknownGameError(f"{code!r:.40} is the code of no game")
        lines = self.store.load_lines(code)
        texts = [stored.header, *(line.line for line in lines)]
        last_entry_at = lines[-1].at if lines else stored.created
        kind, _ = self.kind_of(stored)
        return kind.resume(LoadedRows(stored, texts, last_entry_at, self.store, self.lexicon))


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
