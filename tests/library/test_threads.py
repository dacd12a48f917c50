"""Threads and asyncio: what may be shared gives every thread the answers that one thread gets."""

from __future__ import annotations

import asyncio
import copy
import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from belettre_lexicon import History, HouseRules, Judge, Lexicon, Partie, Seat, Word
from belettre_lexicon.games.belettre.bots.amateur import AmateurBot
from belettre_lexicon.games.belettre.partie import HistoryCache
from belettre_lexicon.lexicon.find.bitsets import FREQUENT
from tests.library.samples import RULES, house_list

THREADS = 8
EARLIER = ["joueur", "hôtel", "École", "pêche", "danse"]


@pytest.fixture(autouse=True)
def _switching_often() -> Iterator[None]:
    """Threads take turns after 10 microseconds instead of 5 milliseconds."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def in_threads(work: Callable[[int], Any], threads: int = THREADS) -> list[Any]:
    """What each thread returns, given its number; all begin at the same moment."""
    barrier = Barrier(threads)

    def run(number: int) -> Any:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, range(threads)))


def sample(lexicon: Lexicon, size: int) -> list[str]:
    """Spellings of all kinds, some in capitals or without accents, and words that do not exist."""
    chooser = random.Random(16)
    spellings = [
        chooser.choice(lexicon.store.readings(chooser.randrange(lexicon.store.key_count))).spelling for _ in range(size)
    ]
    return [chooser.choice([word, word.upper(), word[::-1], f" {word}"]) for word in spellings] + EARLIER


def answers(judge: Judge, words: list[str], played: History | list[str]) -> list[object]:
    """Everything that a judge and its lexicon say about some words."""
    lexicon = judge.lexicon
    return [
        *((verdict := judge(word, played=played)).as_dict() | {"readings": len(verdict.readings)} for word in words),
        *judge.reasons(words),
        *(lexicon.spelling_of(word) for word in words),
        *(lexicon.lemmas(word) for word in words),
        *(repr(lexicon.kinship(word, "jouet")) for word in words),
        [word.as_dict() for word in judge.find("f", "lec", limit=20, played=played)],
        [word.as_dict() for word in judge.find(None, "ou", limit=20, played=played)],
        judge.count(None, "ou", played=played),
        judge.count("p", played=played),
        lexicon.family("jouet"),
        lexicon.suggest("bellete"),
    ]


@pytest.mark.parametrize(
    "rules", [HouseRules(), RULES, HouseRules(participles="always", refuse_near_kin=True)], ids=repr
)
def test_threads_share_a_judge_and_its_lexicon(rules: HouseRules) -> None:
    """Eight threads, which meet each part of the file for the first time together, get the answers of one thread."""
    words = sample(Lexicon.open(), 8)
    expected = answers(Judge(Lexicon.open(), rules, house_list()), words, EARLIER)
    judge = Judge(Lexicon.open(), rules, house_list())

    found = in_threads(lambda _: answers(judge, words, EARLIER))

    assert all(answer == expected for answer in found)


def search(judge: Judge, history: History, _: int) -> list[Word]:
    """The most frequent words that may follow a history."""
    return judge.find(limit=40, played=history)


def test_w7_w8_searches_of_threads_leave_out_the_same_words() -> None:
    """Each of many lexicons is searched over all initials by threads at once: repeats and kin are left out for all."""
    expected = Judge(Lexicon.open()).find(limit=40, played=EARLIER)

    for _ in range(15):
        judge = Judge(Lexicon.open())
        history = judge.history(EARLIER)

        found = in_threads(partial(search, judge, history), 4)

        assert all(words == expected for words in found)


def test_w7_w8_two_threads_that_made_the_zone_hide_the_same_words() -> None:
    """Two threads may each make the block of the frequent words: earlier words are left out of both blocks."""
    search = Lexicon.open().search
    exclusion = History(EARLIER).exclusion(search, HouseRules())
    first = search.matrix.blocks[FREQUENT]
    del search.matrix.blocks[FREQUENT]  # as the other thread saw it
    second = search.matrix.blocks[FREQUENT]

    assert exclusion is not None
    assert first is not second
    assert exclusion.hidden(first) == exclusion.hidden(second) > 0


def test_threads_share_a_history() -> None:
    """Every verdict is one on the words before or after another thread's change, and no word is lost."""
    judge = Judge(Lexicon.open())
    history = judge.history(["joueur"])
    words = ["volonté", "école", "raclette", "facile"]

    def work(number: int) -> set[tuple[str, ...]]:
        found: set[tuple[str, ...]] = set()
        for turn in range(30):
            found.add(judge("jouet", played=history).reasons)
            history.add(f"{words[number % 4]}{'abcdefghij'[turn % 10] * number}")
            judge.find("f", "lec", limit=3, played=history)
        return found

    found = in_threads(work)

    assert found == [{("same_family",)}] * THREADS
    assert len(history) == 1 + 30 * THREADS
    assert len(list(history)) == len(history)


def test_threads_share_a_stream() -> None:
    """A ``StreamJudge`` gives each thread the reasons for its own words."""
    lexicon = Lexicon.open()
    words = sample(lexicon, 2_000)
    stream = Judge(Lexicon.open(), RULES).stream(initial="p", letters="r")
    expected = list(Judge(lexicon, RULES).reasons(words, initial="p", letters="r"))

    found = in_threads(lambda number: list(stream.reasons(words[number:])), 4)

    for number, reasons in enumerate(found):
        assert reasons == expected[number:]


def test_threads_play_copies_of_a_partie() -> None:
    """A partie belongs to one thread; copies of it, with the same judge, are played by several at once."""
    judge = Judge(Lexicon.open())
    partie = Partie.new(judge, random.Random(7), manches=1)

    def work(number: int) -> Partie:
        copied = copy.copy(partie)
        bot = AmateurBot(judge, random.Random(5), HistoryCache(judge.rules))
        while seats := copied.acting_seats():
            copied.apply(bot.choose(copied.view(seats[0])))
        return copied

    first, *others = in_threads(work, 4)

    assert first.over
    assert all(other == first for other in others)
    assert partie.actions_done == 0
    assert copy.copy(first).history.find("introuvable") == []  # a copy knows the lexicon of its judge


def opened_parts(lexicon: Lexicon, _: int) -> tuple[object, object]:
    """The families and the search of a lexicon."""
    return lexicon.family_index, lexicon.search


def test_threads_that_open_the_parts_get_the_same_ones() -> None:
    """The families and the search of a lexicon are opened once, whoever comes first."""
    for _ in range(20):
        lexicon = Lexicon.open()

        found = in_threads(partial(opened_parts, lexicon))

        assert len({(id(index), id(search)) for index, search in found}) == 1
        assert lexicon.search.families() is lexicon.family_index


def test_asyncio_judges_directly_and_thinks_in_threads() -> None:
    """A check is called directly; ``find``, ``family`` and a bot's thinking run in threads, and agree."""
    judge = Judge(Lexicon.open())
    partie = Partie.new(judge, random.Random(7), manches=1)
    view = partie.view(Seat.PONANTAIS)

    def bot() -> AmateurBot:
        return AmateurBot(judge, random.Random(1), HistoryCache(judge.rules))

    async def answer() -> tuple[object, ...]:
        verdict = judge("Facile", initial="F", letters="lec")
        found, family, action = await asyncio.gather(
            asyncio.to_thread(judge.find, "F", "lec"),
            asyncio.to_thread(judge.lexicon.family, "jouet"),
            asyncio.to_thread(bot().choose, view),
        )
        return verdict.valid, found, family, action

    valid, found, family, action = asyncio.run(answer())

    assert valid
    assert found == judge.find("F", "lec")
    assert family == judge.lexicon.family("jouet")
    assert action == bot().choose(view)
