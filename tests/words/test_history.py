"""The history: repeats with accents (W7), forms accepted against the lexicon (W8), one owner of the rules, threads."""

from __future__ import annotations

import copy
import pickle
import random
import sys
import threading
import unicodedata
from collections.abc import Iterator

import pytest

from belettre_lexicon import ArgumentError, History, HouseList, HouseRules, Judge, Lexicon, Verdict
from belettre_lexicon.french.letters import fold

ACCENTS = HouseRules(accents_differ=True)


@pytest.mark.parametrize(
    ("earlier", "word", "repeats"),
    [
        ("pêcher", "pe\u0302cher", "repeated"),
        ("pêcher", "PÊCHER", "repeated"),
        ("pêcher", "pecher", "same_spelling"),
        ("pecher", "pêcher", "same_spelling"),
        ("pecher", "pécher", "same_spelling"),
        ("École", "Ecole", "same_spelling"),
        ("cœur-à-cœur", "coeur\u2011a\u2011coeur", "same_spelling"),
        ("pêcher", "pécher", None),
        ("aujourd'hui", "aujourd’hui", "repeated"),
    ],
)
def test_w7_accents_differ_compares_spellings(lexicon: Lexicon, earlier: str, word: str, repeats: str | None) -> None:
    """With the option, a word repeats its own spelling; in no known spelling, it repeats every one of its letters."""
    judge = Judge(lexicon, ACCENTS)

    reasons = judge(word, played=[earlier]).reasons

    assert [reason for reason in reasons if reason in ("repeated", "same_spelling")] == ([repeats] if repeats else [])


def test_w7_accents_differ_no_spelling_is_accepted_twice(lexicon: Lexicon) -> None:
    """With the option, no accented word is accepted again in NFD, in capitals or without its accents; find agrees."""
    judge, letters = Judge(lexicon, ACCENTS), random.Random(7)
    spellings = [lexicon.store.readings(letters.randrange(lexicon.store.key_count))[0].spelling for _ in range(5000)]
    accented = [word for word in spellings if not word.isascii() and judge(word).valid]
    assert len(accented) > 200

    for word in accented:
        plain = fold(word)
        history = History([word], ACCENTS)
        assert not judge(unicodedata.normalize("NFD", word), played=history).valid
        assert not judge(word.upper(), played=history).valid
        if not lexicon.spelling_of(plain):
            assert not judge(plain, played=history).valid
            words = judge.find(plain[0], plain[1:], played=History([plain], ACCENTS))
            assert word not in {found.spelling for found in words}


#: An accepted form, and a headword of its lemma's family (the lemma itself, or a word built on the same root).
FORMS = [
    ("arbres", "arbre"),
    ("arbres", "arbuste"),
    ("vouloirs", "vouloir"),
    ("vouloirs", "volonté"),
    ("xylophones", "xylophone"),
    ("jouons", "joueur"),
    ("grande", "grandeur"),
    ("élèves", "élève"),
    ("ELEVES", "élève"),
    ("pêché", "pêcheur"),
]


@pytest.mark.parametrize(("form", "headword"), FORMS)
def test_w8_an_accepted_form_has_the_family_of_its_lemma(judge: Judge, form: str, headword: str) -> None:
    """After an accepted form, its lemma and its kin are refused, not found and not counted."""
    history = History(["niche", form])

    verdict = judge(headword, played=history)

    assert verdict.reasons == ("same_family",)
    evidence = verdict.refusals[0].evidence
    assert (evidence["earlier"], evidence["turn"]) == (form, 2)
    assert evidence["kinship"].tier == "core"
    assert list(judge.reasons([headword], played=history)) == [("same_family",)]
    letters = fold(headword)
    found = {word.spelling for word in judge.find(letters[0], letters[1:], played=history)}
    assert headword not in found
    assert len(found) == judge.count(letters[0], letters[1:], played=history)


@pytest.mark.parametrize(("form", "headword"), FORMS)
def test_w10_a_refused_form_names_the_kinship_too(judge: Judge, form: str, headword: str) -> None:
    """A form that the lexicon refuses is refused for its kinship as well, with the chain of its lemma as evidence."""
    verdict = judge(form, played=[headword])

    assert verdict.reasons[-1] == "same_family"
    assert len(verdict.reasons) > 1
    assert verdict.refusals[-1].evidence["kinship"].second.spelling == headword


def test_w8_a_form_that_a_house_list_accepts_is_kin_in_both_directions(lexicon: Lexicon) -> None:
    """A house list does not lift W8 for a form: « arbres » is refused after « arbre » and refuses it."""
    judge = Judge(lexicon, house=HouseList.parse(["+ arbres", "+ xylophones"]))

    assert judge("arbres").valid
    assert judge("arbres", played=["arbre"]).reasons == ("same_family",)
    assert judge("arbre", played=["arbres"]).reasons == ("same_family",)
    assert judge("xylophones", played=["xylophone"]).reasons == ("same_family",)
    assert "arbres" not in {word.spelling for word in judge.find("A", "b", played=["arbre"])}


@pytest.mark.parametrize(("earlier", "word"), [("marche", "marcher"), ("souris", "sourire"), ("bouche", "boucher")])
def test_w8_a_headword_that_is_also_a_form_keeps_its_own_family(judge: Judge, earlier: str, word: str) -> None:
    """The lemma counts only for a form without an accepted reading: « souris » is the mouse, no form of « sourire »."""
    kin = judge.lexicon.kinship(earlier, word) is not None

    assert kin == (earlier == "marche")
    assert judge(word, played=[earlier]).valid != kin


def test_w8_accents_tell_a_form_from_a_headword(judge: Judge) -> None:
    """« pêché » is a form of « pêcher », not the noun « péché »; without accents, the letters stand for both."""
    assert judge.lexicon.kinship("pêché", "pêcheur") is not None
    assert judge.lexicon.kinship("pêché", "pécheur") is None
    assert judge.lexicon.kinship("peche", "pécheur") is not None


def test_w10_a_repeat_does_not_hide_another_kin(judge: Judge) -> None:
    """A word that is repeated and also kin to another earlier word is refused for both, in either order."""
    for played in (["arbre", "arbres"], ["arbres", "arbre"]):
        assert judge("arbre", played=played).reasons == ("repeated", "same_family")


@pytest.mark.parametrize("rules", [ACCENTS, HouseRules(memory="pli")])
def test_a_history_of_other_rules_raises(lexicon: Lexicon, rules: HouseRules) -> None:
    """The rules have one owner: a history under other rules than the judge's raises, also before the first word."""
    judge, name = Judge(lexicon, rules), "accents_differ" if rules.accents_differ else "memory"

    for history in (History(), History(["volonté"])):
        for ask in (
            lambda history: judge("facile", played=history),
            lambda history: judge.many(["facile"], played=history),
            lambda history: judge.reasons(["facile"], played=history),
            lambda history: judge.find("F", played=history),
            lambda history: judge.count("F", played=history),
            lambda history: lexicon.find("F", played=history, rules=rules),
            judge.history,
        ):
            with pytest.raises(ArgumentError, match=f"this history has {name}="):
                ask(history)
    assert judge("facile", played=judge.history(["volonté"])).valid
    assert judge("facile", played=History(["volonté"], HouseRules.from_dict(rules.as_dict()))).valid


def test_a_history_can_be_copied(judge: Judge) -> None:
    """A copied or pickled history has the same words and rules, and is independent of the first."""
    history = History(["joueur"])
    assert not judge("jouet", played=history).valid

    copies = [copy.copy(history), copy.deepcopy(history), pickle.loads(pickle.dumps(history))]
    history.forget_after(0)

    for copied in copies:
        assert list(copied) == ["joueur"]
        assert judge("jouet", played=copied).refusals[0].evidence["turn"] == 1


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Threads that take turns a thousand times as often as usual."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("eager_threads")
def test_threads_that_undo_and_judge_get_a_verdict_on_one_state(lexicon: Lexicon) -> None:
    """While a thread adds and forgets words, every verdict and count of another is on one state."""
    judge = Judge(lexicon)
    words = ["joueur", "arbres", "danseur", "xylophones"]
    history = History(words[:1])
    asked = ["jouet", "arbre", "danse", "xylophone", "raclette", "joueur"]
    states = [words[:count] for count in range(1, 5)]
    allowed = {word: {judge(word, played=state).reasons for state in states} for word in asked}
    counts = {judge.count("D", played=state) for state in states}
    faults: list[object] = []
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            for word in asked:
                if (verdict := judge(word, played=history)).reasons not in allowed[word]:
                    faults.append(verdict)
            if (count := judge.count("D", played=history)) not in counts:
                faults.append(count)

    def run() -> None:
        try:
            ask()
        except Exception as error:  # noqa: BLE001  # any error of a thread must reach the test
            faults.append(error)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(400):
        for word in words[1:]:
            history.add(word)
        history.forget_after(1)
    done.set()
    for thread in threads:
        thread.join()

    assert faults == []
    assert list(history) == words[:1]
    for word in asked:
        verdict: Verdict = judge(word, played=history)
        assert verdict.reasons == judge(word, played=words[:1]).reasons
    assert judge.count("D", played=history) == judge.count("D", played=words[:1])
