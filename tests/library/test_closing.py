"""Closing a lexicon: the file is let go, and every later use says that the lexicon is closed."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from mmap import mmap
from pathlib import Path
from typing import Any, cast

import pytest

from belettre_lexicon import Atlas, History, HouseList, HouseRules, Judge, Lexicon, LexiconError, Partie, Word
from belettre_lexicon.engine import Lay
from tests.lexicon.toy_lexicon import opened, toy

CLOSED = "this lexicon is closed; open it again to use it"


@pytest.fixture
def lexicon() -> Iterator[Lexicon]:
    """A lexicon of its own, all parts of which have been used."""
    with Lexicon.open() as lexicon:
        warm(lexicon)
        yield lexicon


def warm(lexicon: Lexicon) -> None:
    """Use every part of a lexicon, so that all caches hold something."""
    judge = Judge(lexicon)
    history = History(["joueur", "hôtel"])
    assert judge("jouet", played=history).reasons == ("same_family",)
    assert judge.find("f", "lec", limit=3, played=history)
    assert judge.find(limit=3, played=history)
    assert lexicon.kinship("jouet", "jouer")
    assert lexicon.family("jouet")
    assert lexicon.suggest("bellete")
    assert lexicon.count(rules=HouseRules(refuse_labels="old"))


#: A use of a lexicon → the use.
USES: dict[str, Callable[[Lexicon], object]] = {
    "in": lambda lexicon: "raclette" in lexicon,
    "readings": lambda lexicon: lexicon.readings("raclette"),
    "lemmas": lambda lexicon: lexicon.lemmas("parlais"),
    "suggest": lambda lexicon: lexicon.suggest("bellete"),
    "spelling_of": lambda lexicon: lexicon.spelling_of("école"),
    "kinship": lambda lexicon: lexicon.kinship("jouet", "joueur"),
    "family": lambda lexicon: lexicon.family("jouet"),
    "families": lambda lexicon: list(lexicon.families()),
    "find": lambda lexicon: lexicon.find("f", "lec"),
    "find all": lambda lexicon: lexicon.find(limit=3),
    "find after words": lambda lexicon: lexicon.find("f", limit=3, played=History(["facile"])),
    "count": lambda lexicon: lexicon.count("f"),
    "len": len,
    "iterate": list,
    "about": lambda lexicon: lexicon.about,
    "verify": lambda lexicon: lexicon.verify(),
    "with": lambda lexicon: lexicon.__enter__(),
    "pickle": lambda lexicon: lexicon.__reduce__(),
    "family_index": lambda lexicon: lexicon.family_index.lexemes(0),
    "search": lambda lexicon: lexicon.search.matrix.blocks["q"],
    "atlas": lambda lexicon: Atlas(lexicon, most=0),
    "judge": lambda lexicon: Judge(lexicon)("raclette"),
}


@pytest.mark.parametrize("used", [True, False], ids=["used", "unused"])
@pytest.mark.parametrize("use", USES)
def test_every_use_of_a_closed_lexicon_says_so(use: str, used: bool) -> None:
    """Each method raises LexiconError that names the file, whether it was used before closing or not."""
    lexicon = Lexicon.open()
    if used:
        warm(lexicon)
    lexicon.close()

    with pytest.raises(LexiconError, match=f"fr.lexicon: {CLOSED}"):
        USES[use](lexicon)


#: What a program may hold when the lexicon is closed → functions that make it and that use it.
HELD: dict[str, tuple[Callable[[Lexicon], Any], Callable[[Any], object]]] = {
    "judge": (Judge, lambda judge: judge("raclette")),
    "judge, unknown word": (Judge, lambda judge: judge("zzzzz")),
    "judge, no letters": (Judge, lambda judge: judge("a b")),
    "judge, empty": (Judge, lambda judge: judge("")),
    "judge with cards": (Judge, lambda judge: judge("facile", initial="f", letters="lec")),
    "judge with words": (Judge, lambda judge: judge("jouet", played=["joueur"])),
    "judge with a history": (
        lambda lexicon: (Judge(lexicon), warm_history(lexicon)),
        lambda held: held[0]("joueur", played=held[1]),
    ),
    "judge with a list": (
        lambda lexicon: Judge(lexicon, house=HouseList.parse(["+ zzzzz"])),
        lambda judge: judge("zzzzz"),
    ),
    "judge with free accents": (
        lambda lexicon: Judge(lexicon, HouseRules(accents="free")),
        lambda judge: judge("peche"),
    ),
    "many": (Judge, lambda judge: list(judge.many(["raclette"]))),
    "reasons": (Judge, lambda judge: list(judge.reasons(["raclette"]))),
    "found by a judge": (Judge, lambda judge: judge.find("f", limit=3)),
    "counted by a judge": (Judge, lambda judge: judge.count("f")),
    "stream": (lambda lexicon: Judge(lexicon).stream(), lambda stream: list(stream.reasons(["raclette", "a b"]))),
    "stream of odd words": (lambda lexicon: Judge(lexicon).stream(), lambda stream: list(stream.verdicts(["a b"]))),
    "spelling": (lambda lexicon: lexicon.find("f", limit=1)[0], lambda word: word.spelling),
    "frequency": (lambda lexicon: lexicon.find("f", limit=1)[0], lambda word: word.zipf),
    "labels": (lambda lexicon: lexicon.find("f", limit=1)[0], lambda word: word.labels),
    "kinship": (lambda lexicon: lexicon.kinship("jouet", "joueur"), lambda kinship: kinship.chain),
    "refusals": (lambda lexicon: Judge(lexicon)("portes"), lambda verdict: verdict.refusals),
    "readings": (lambda lexicon: Judge(lexicon)("portes"), lambda verdict: verdict.readings),
    "remarks": (lambda lexicon: Judge(lexicon)("parle"), lambda verdict: verdict.remarks),
    "iterator": (iter, list),
    "begun iterator": (lambda lexicon: begun(iter(lexicon)), list),
    "trees": (lambda lexicon: begun(lexicon.families()), list),
    "search": (lambda lexicon: lexicon.search, lambda search: Word(search, 7).spelling),
    "partie": (lambda lexicon: Partie.watched(Judge(lexicon)), lambda partie: partie.apply(some_word(partie))),
}


def warm_history(lexicon: Lexicon) -> History:
    """A history that a judge has used."""
    history = History(["jouet", "hôtel"])
    assert not Judge(lexicon)("joueur", played=history).valid
    return history


def begun(iterator: Iterator[Any]) -> Iterator[Any]:
    """An iterator that has given its first value."""
    next(iterator)
    return iterator


def some_word(partie: Partie) -> Lay:
    """A word that the opener says."""
    return next(action.saying("volonté") for action in partie.legal_actions() if isinstance(action, Lay))


@pytest.mark.parametrize("held", HELD)
def test_what_a_closed_lexicon_gave_says_so_too(held: str) -> None:
    """Whatever is not read yet raises the same error; nothing meets memory that is gone."""
    lexicon = Lexicon.open()
    make, use = HELD[held]
    value = make(lexicon)
    lexicon.close()

    with pytest.raises(LexiconError, match=CLOSED):
        use(value)


@pytest.mark.parametrize("held", HELD)
def test_the_memory_is_let_go_whatever_is_held(held: str) -> None:
    """The file is unmapped at once, so that Windows lets it be deleted."""
    lexicon = Lexicon.open()
    warm(lexicon)
    mapped = cast(mmap, lexicon.store.container._view.obj)
    value = HELD[held][0](lexicon)

    lexicon.close()

    assert value is not None
    assert mapped.closed


def test_what_was_read_stays_readable(lexicon: Lexicon) -> None:
    """Values that need nothing more from the file are as good as before."""
    verdict = Judge(lexicon)("portes")
    reasons, readings = verdict.reasons, verdict.readings
    word = lexicon.find("f", limit=1)[0]
    assert word.spelling == "faire"
    family = lexicon.family("jouet")[0]

    lexicon.close()

    assert verdict.reasons == reasons
    assert readings[0].lemma
    assert word.spelling == "faire"
    assert family.root.spelling == "jeu"


def test_closing_twice_does_nothing(lexicon: Lexicon) -> None:
    """``close`` may be called again, also by a ``with`` block around it."""
    lexicon.close()
    lexicon.close()

    assert lexicon.closed


def test_a_with_block_closes_the_lexicon() -> None:
    """It is open inside and closed outside, also after an error."""
    with pytest.raises(KeyError), Lexicon.open() as lexicon:
        assert not lexicon.closed
        raise KeyError

    assert lexicon.closed


def test_a_closed_lexicon_still_says_which_it_was(lexicon: Lexicon) -> None:
    """Edition, hash, equality and ``repr`` need no file."""
    other = Lexicon.open()

    lexicon.close()

    assert lexicon.hash == other.hash
    assert lexicon.identity == other.identity
    assert lexicon == other
    assert repr(lexicon).endswith(", closed)")


def test_other_lexicons_of_the_same_file_stay_open(lexicon: Lexicon) -> None:
    """Each ``open`` returns a lexicon of its own."""
    other = Lexicon.open()

    lexicon.close()

    assert "raclette" in other


def test_a_verified_lexicon_and_one_in_memory_can_be_closed(tmp_path: Path) -> None:
    """A lexicon that was read instead of mapped is closed in the same way."""
    path = tmp_path / "toy.lexicon"
    path.write_bytes(toy())
    for lexicon in (Lexicon.open(path, verify=True), Lexicon(opened(toy()))):
        judge = Judge(lexicon)
        assert judge("marche").valid

        lexicon.close()

        with pytest.raises(LexiconError, match=CLOSED):
            judge("marche")


def test_a_closed_file_can_be_replaced_and_opened_again(tmp_path: Path) -> None:
    """After closing, the same path may hold another lexicon."""
    path = tmp_path / "toy.lexicon"
    path.write_bytes(toy())
    lexicon = Lexicon.open(path)
    lexicon.close()
    path.write_bytes(toy()[:100])
    path.write_bytes(toy())

    assert "marche" in Lexicon.open(path)


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform != "linux", reason="the list of a process's mappings is Linux's")
def test_no_mapping_is_left_after_many_lexicons() -> None:
    """Opening and closing in a loop leaves no mapping and no open file behind."""
    gc.collect()  # lexicons of earlier tests may still wait for it
    before = mapped_and_open()

    for _ in range(20):
        with Lexicon.open() as lexicon:
            warm(lexicon)
    gc.collect()

    assert mapped_and_open() == before


def mapped_and_open() -> tuple[int, int]:
    """How often this process has mapped the packaged lexicon, and how many files it has open."""
    return Path("/proc/self/maps").read_text().count("fr.lexicon"), len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("part", ["readings", "families", "bitsets"])
def test_the_readers_of_a_closed_file_read_nothing(lexicon: Lexicon, part: str) -> None:
    """A reader that a program kept raises ValueError, which public functions turn into the message above."""
    store, families, matrix = lexicon.store, lexicon.family_index, lexicon.matrix
    reads: dict[str, Callable[[], object]] = {
        "readings": lambda: store.zipf(0),
        "families": lambda: families.number(5),
        "bitsets": lambda: matrix.columns_of_family(0),
    }

    lexicon.close()

    with pytest.raises(ValueError, match="released memoryview"):
        reads[part]()


def test_a_thread_that_judges_while_the_lexicon_is_closed_does_not_crash() -> None:
    """The process lives on, whenever another thread closes the lexicon; only then do calls fail."""
    code = (
        "import sys, threading\n"
        "from belettre_lexicon import Judge, Lexicon\n"
        "sys.setswitchinterval(1e-6)\n"
        "def work(judge, words):\n"
        "    try:\n"
        "        while True:\n"
        "            for word in words:\n"
        "                judge(word, played=['jouet']).refusals\n"
        "    except Exception as error:\n"
        "        errors.append(error)\n"
        "errors = []\n"
        "for _ in range(15):\n"
        "    judge = Judge(Lexicon.open())\n"
        "    words = ['portes', 'joueur', 'zzz', 'pêche']\n"
        "    threads = [threading.Thread(target=work, args=(judge, words)) for _ in 'ab']\n"
        "    for thread in threads: thread.start()\n"
        "    judge.lexicon.close()\n"
        "    for thread in threads: thread.join()\n"
        "print(len(errors))\n"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, "30\n", "")
