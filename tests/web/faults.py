"""Phones that enter cards while something fails, and what has to be in the database afterwards."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import httpx2

from belettre_lexicon import Lexicon
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.game import GameTerms
from belettre_lexicon.web.store.database import GameStore
from belettre_lexicon.web.tables.registry import GameRegistry
from tests.web.servers import Server
from tests.web.tables import create_game

#: Seconds between two entries of a phone: one address may make ten changes of a game a second.
PACE = 0.1
#: Seconds after which a phone gives up: much more than any fault of the tests lasts.
PATIENCE = 60
#: Words that may be laid with the minuscule l. A phone says one after the other, so that its entries differ.
WORDS = ("lapin", "lundi", "village", "ligne", "cheval")


def make_tables(url: str, number: int) -> list[str]:
    """Create tables in a database without a server, and return their codes."""
    with Lexicon.open() as lexicon:
        games = GameRegistry(GameStore(url), lexicon, KINDS)
        codes = [create_game(games, GameTerms("table"))[0] for _ in range(number)]
        games.store.close()
    return codes


def next_entry(number: int) -> tuple[str, str, dict[str, object]]:
    """Return the word, the path and the body of the entry after *number* entries: a card and an undo take turns."""
    if number % 2:
        return "", "/undo", {"number": number}
    word = WORDS[number // 2 % len(WORDS)]
    lay = {"action": "lay", "seat": "PON", "card": "l", "word": word}
    return word, "/entries", {"number": number, "actions": [lay]}


class Phone(threading.Thread):
    """A phone at a table of its own, which lays a card and takes it back until the test ends.

    If a server does not answer, it goes on at the next one, as a phone behind a proxy does.

    acknowledged  the word of each acknowledged entry by its number; "" for an undo
    statuses      how many answers had each status; 0 for a lost connection
    refusals      the answers with status 503
    """

    def __init__(self, servers: Sequence[Server], code: str, halt: threading.Event) -> None:
        super().__init__(daemon=True)
        self.code = code
        self.acknowledged: dict[int, str] = {}
        self.statuses: Counter[int] = Counter()
        self.refusals: list[httpx2.Response] = []
        self._servers = list(servers)
        self._halt = halt
        self.start()

    def run(self) -> None:
        """Enter cards. After each answer that is no acknowledgement, ask first what the game is now."""
        with httpx2.Client(timeout=PATIENCE) as client:
            number = None
            while not self._halt.wait(PACE):
                if number is None:
                    answer = self._answer(client, "GET", "")
                    number = answer.json()["number"] if answer is not None else None
                    continue
                word, path, body = next_entry(number)
                answer = self._answer(client, "POST", path, body)
                number = number + 1 if answer is not None else None
                if number is not None:
                    self.acknowledged[number] = word

    def _answer(self, client: httpx2.Client, method: str, path: str, body: object = None) -> httpx2.Response | None:
        """Return the answer of a server if its status is 200, otherwise None."""
        url = f"{self._servers[0].url}/api/games/{self.code}{path}"
        try:
            answer = client.request(method, url, **({} if body is None else {"json": body}))  # type: ignore[arg-type]
        except httpx2.HTTPError:
            self.statuses[0] += 1
            self._servers.append(self._servers.pop(0))
            return None
        self.statuses[answer.status_code] += 1
        if answer.status_code == 503:
            self.refusals.append(answer)
        return answer if answer.status_code == 200 else None

    def lost(self, store: GameStore) -> list[int]:
        """Return the numbers of the acknowledged entries that are not in a database as they were acknowledged."""
        lines = {line.number: line.line for line in store.load_lines(self.code)}
        known = self.acknowledged.items()
        return [number for number, word in known if f'"{word or "undid"}"' not in lines.get(number, "")]


@contextmanager
def entering(servers: Sequence[Server], codes: Sequence[str]) -> Iterator[list[Phone]]:
    """Let a phone at each table enter cards for the length of a ``with`` block; half of them begin at each server.

    At the end each phone must have stopped, no answer may have another status than 200, 409 or 503, and the database of
    the servers must have every acknowledged entry.
    """
    halt = threading.Event()
    turned = [[*servers[index % len(servers) :], *servers[: index % len(servers)]] for index in range(len(codes))]
    phones = [Phone(order, code, halt) for order, code in zip(turned, codes, strict=True)]
    try:
        yield phones
    finally:
        halt.set()
        for phone in phones:
            phone.join(PATIENCE)
    assert not any(phone.is_alive() for phone in phones), "a phone hangs"
    statuses = sum((phone.statuses for phone in phones), Counter[int]())
    assert set(statuses) <= {0, 200, 409, 503}, statuses
    store = GameStore(servers[0].database)
    try:
        lost = {phone.code: numbers for phone in phones if (numbers := phone.lost(store))}
        assert not lost, f"acknowledged entries are lost: {lost}"
    finally:
        store.close()


def wait_for_entries(phones: Sequence[Phone]) -> None:
    """Wait until each phone has got another acknowledgement. Raises AssertionError if one gets none."""
    before = [len(phone.acknowledged) for phone in phones]
    end = time.monotonic() + PATIENCE
    while any(len(phone.acknowledged) <= count for phone, count in zip(phones, before, strict=True)):
        assert time.monotonic() < end, [phone.statuses for phone in phones]
        time.sleep(0.05)
