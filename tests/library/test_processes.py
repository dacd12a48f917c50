"""Process pools: a judge travels to other processes, as an argument or in an initializer, however they are started."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from belettre_lexicon import History, Judge, Lexicon, LexiconError, Partie, Verdict
from tests.lexicon.toy_lexicon import toy
from tests.library.samples import RULES, house_list, played

WORDS = ["raclette", "portes", "jouet", "chocolatine", "wagon", "zzz", "a b"]
_JUDGES: list[Judge] = []


def keep(judge: Judge) -> None:
    """Keep the judge of this process; this is an initializer."""
    _JUDGES[:] = [judge]


def judged_by_kept(word: str) -> Verdict:
    """The verdict of the judge that the initializer kept."""
    return _JUDGES[0](word, played=["joueur"])


def judged(judge: Judge, word: str, history: History) -> Verdict:
    """The verdict of a judge that came as an argument."""
    return judge(word, played=history)


def lexicon_id(judge: Judge) -> int:
    """What identifies the lexicon object of a judge in this process."""
    return id(judge.lexicon)


def undone(partie: Partie) -> Partie:
    """A partie that came as an argument, without its last action."""
    partie.undo()
    return partie


@pytest.mark.parametrize("method", sorted({"fork", "spawn", "forkserver"} & {*multiprocessing.get_all_start_methods()}))
def test_a_process_pool_with_a_judge_gives_the_same_verdicts(method: str, lexicon: Lexicon) -> None:
    """As an argument and in an initializer; parties and histories travel, too, and verdicts come back complete."""
    judge = Judge(lexicon, RULES, house_list())
    context = multiprocessing.get_context(method)
    expected = [judge(word, played=["joueur"]) for word in WORDS]
    partie = played(judge, 5, 17)

    with ProcessPoolExecutor(2, mp_context=context, initializer=keep, initargs=(judge,)) as pool:
        in_initializer = list(pool.map(judged_by_kept, WORDS))
        history = judge.history(["joueur"])
        as_argument = list(pool.map(judged, [judge] * len(WORDS), WORDS, [history] * len(WORDS)))
        as_task = list(pool.map(judge, WORDS))
        returned = pool.submit(undone, partie).result()

    assert in_initializer == expected
    assert as_argument == expected
    assert [verdict.readings for verdict in as_argument] == [verdict.readings for verdict in expected]
    assert as_task == [judge(word) for word in WORDS]
    partie.undo()
    assert returned == partie


def test_a_process_opens_the_lexicon_of_its_tasks_once(lexicon: Lexicon) -> None:
    """Each task brings a judge, and all judges of a process have one lexicon."""
    with ProcessPoolExecutor(1) as pool:
        ids = set(pool.map(lexicon_id, [Judge(lexicon)] * 20))

    assert len(ids) == 1


def test_a_process_without_the_file_says_so(tmp_path: Path) -> None:
    """The process that cannot open the lexicon ends, which the one that waits for the result is told."""
    path = tmp_path / "toy.lexicon"
    path.write_bytes(toy())
    judge = Judge(Lexicon.open(path))
    path.unlink()

    with ProcessPoolExecutor(1) as pool:
        task = pool.submit(judge, "marche")
        with pytest.raises((LexiconError, BrokenProcessPool)):
            task.result()
