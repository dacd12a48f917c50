"""A table's own rules: every way to ask about a word obeys them, and every refusal has its sentence."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import (
    REASONS,
    Announcement,
    ArgumentError,
    Check,
    History,
    HouseList,
    HouseRules,
    Judge,
    Lexicon,
    OwnReason,
    OwnRefusal,
    Refusal,
)
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.json_objects import verdict_object
from belettre_lexicon.referee.sentences import verdict_text
from belettre_lexicon.words.decode import decode_verdict
from belettre_lexicon.words.own_rules import MAX_FACTS, MAX_NAME, MAX_NUMBER, MAX_SENTENCE, MAX_TEXT

MOST = 7
LEXICON = Lexicon.open()


def more_than_seven(said: Announcement) -> dict[str, int] | None:
    return {"letters": len(said.key), "most": MOST} if len(said.key) > MOST else None


def doubled(said: Announcement) -> dict[str, str] | None:
    pairs = (a for a, b in zip(said.key, said.key[1:], strict=False) if a == b)
    twice = next(pairs, None)
    return {"letter": twice} if twice else None


TOO_LONG = Check(
    "too_long",
    more_than_seven,
    rule="maison",
    fr="{letters} lettres, {most} au plus",
    en="{letters} letters, {most} at most",
)
DOUBLED = Check("doubled", doubled, rule="maison 2", fr="{letter} est doublé", en="{letter} is doubled")
JUDGE = Judge(LEXICON, checks=[TOO_LONG, DOUBLED])


def reason(**changes: Any) -> OwnReason:
    """Return a custom reason, valid unless the changes make it invalid."""
    return OwnReason(**{"reason": "too_long", "rule": "maison", "fr": "trop long", "en": "too long", **changes})


def always(evidence: Any) -> Judge:
    """Return a judge whose only check returns the same answer for every word; its sentence names no fact."""
    return Judge(LEXICON, checks=[Check("own", lambda said: evidence, rule="maison", fr="non", en="no")])


def test_a_call_refuses_for_the_reason_of_a_check() -> None:
    """A word that only the check refuses is refused, with the reason, the rule and the evidence of the check."""
    (refusal,) = JUDGE("histoire").refusals

    assert (refusal.reason, refusal.rule, refusal.evidence) == ("too_long", "maison", {"letters": 8, "most": 7})


def test_a_word_that_passes_is_valid() -> None:
    """A word that passes every check is judged as without them."""
    assert JUDGE("volonté") == Judge(LEXICON)("volonté")


def test_w10_a_check_is_asked_about_words_that_are_refused_already() -> None:
    """The reasons of the checks come after those of the library, in the order of the checks."""
    assert JUDGE("raclettes", initial="f").reasons == ("wrong_initial", "plural", "too_long", "doubled")


@given(
    words=st.lists(
        st.sampled_from(["volonté", "raclette", "portes", "Ecole", "écoles", "zzzzz", "", "été 2", "peches", "pêche"])
        | st.text(max_size=12)
    ),
    initial=st.sampled_from([None, "f", "R"]),
    letters=st.sampled_from(["", "l,e", "c?"]),
    played=st.sampled_from([(), ("Volonté",)]),
)
def test_streams_give_the_verdicts_of_calls(
    words: list[str], initial: str | None, letters: str, played: tuple[str, ...]
) -> None:
    """``many``, ``reasons`` and ``stream`` obey the checks as single calls do."""
    asked: dict[str, Any] = {"initial": initial, "letters": letters, "played": played}
    order = [*REASONS, "too_long", "doubled"]

    single = [JUDGE(word, **asked) for word in words]

    assert list(JUDGE.many(words, **asked)) == single
    expected = [tuple(sorted(verdict.reasons, key=order.index)) for verdict in single]
    assert list(JUDGE.reasons(words, **asked)) == expected
    assert list(JUDGE.stream(**asked).reasons(words)) == expected


@pytest.mark.parametrize("house", [None, HouseList(), HouseList.parse(["+ chocolatine", "+ frizt", "- facile"])])
@pytest.mark.parametrize("cards", [("F", "lec", 0), ("F", "ec", 1), (None, "zq", 0), (None, "xyz", 0)])
@pytest.mark.parametrize("order", ["zipf", "alpha", "points", "length"])
def test_find_and_count_leave_out_what_the_checks_refuse(
    house: HouseList | None, cards: tuple[str | None, str, int], order: Any
) -> None:
    """A search finds the words of the same search without checks that the judge calls valid, in the same order."""
    initial, letters, jokers = cards
    judge = Judge(LEXICON, house=house, checks=[TOO_LONG, DOUBLED])
    played = ["facilité"]

    everything = Judge(LEXICON, house=house).find(*cards, played=played, order=order)
    expected = [
        word
        for word in everything
        if judge(word.spelling, initial=initial, letters=letters + "?" * jokers, played=played).valid
    ]

    assert judge.find(*cards, played=played, order=order) == expected
    assert judge.count(*cards, played=played) == len(expected)
    for limit in (0, 1, 2, 7, 50, len(expected), len(expected) + 1):
        assert judge.find(*cards, played=played, order=order, limit=limit) == expected[:limit]


def test_a_check_sees_the_cards_and_the_earlier_words() -> None:
    """An announcement has the word, its letters, the cards as letters, the earlier words and the readings."""
    seen: list[Announcement] = []
    check = Check("seen", lambda said: seen.append(said), rule="r", fr="f", en="e")
    judge = Judge(LEXICON, checks=[check])

    judge(" Facilité ", initial="F", letters="É,l,?", played=["Volonté"])

    (said,) = seen
    assert (said.word, said.key, said.initial, said.letters) == ("Facilité", "facilite", "f", "el?")
    assert said.played == ("Volonté",)
    assert said.readings == LEXICON.readings("facilité")


def test_a_check_without_cards_sees_none() -> None:
    """Without cards and earlier words, an announcement has None, "" and ()."""
    seen: list[Announcement] = []
    check = Check("seen", lambda said: seen.append(said), rule="r", fr="f", en="e")

    Judge(LEXICON, checks=[check]).find("X", "qi", limit=1)
    Judge(LEXICON, checks=[check])("zzzzz")

    assert (seen[0].initial, seen[0].letters, seen[0].played) == ("x", "qi", ())
    assert (seen[-1].initial, seen[-1].letters, seen[-1].played, seen[-1].readings) == (None, "", (), ())


def test_w4_no_other_spelling_is_named_that_a_check_refuses() -> None:
    """A remark names another spelling of a refused word only if it passes the checks."""
    accented = Check("accented", lambda said: None if said.word.isascii() else {}, rule="r", fr="accent", en="accent")

    remarks = Judge(LEXICON)("peches", letters="").remarks
    plain = [remark.evidence["reading"].spelling for remark in Judge(LEXICON)("parle").remarks]
    left = Judge(LEXICON, checks=[accented])("parle").remarks

    assert plain == ["parlé"] and left == ()
    assert remarks == Judge(LEXICON, checks=[accented])("peches").remarks == ()


def test_a_word_of_the_house_list_must_pass_the_checks() -> None:
    """A house list overrides the lexicon, not the rules of the table."""
    judge = Judge(LEXICON, house=HouseList.parse(["+ chocolatouille"]), checks=[TOO_LONG])

    assert judge("chocolatouille").reasons == ("too_long",)
    assert "chocolatouille" not in {word.spelling for word in judge.find("c", "hcl")}


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("fr", "« Histoire » : refusé. 8 lettres, 7 au plus."),
        ("en", "“Histoire”: refused. 8 letters, 7 at most."),
    ],
)
def test_the_referee_says_the_sentence_of_the_check(language: str, expected: str) -> None:
    """The sentence of a refusal is that of the check, with its evidence, in both languages."""
    assert verdict_text(JUDGE("Histoire"), Catalogue.load(language)) == expected


def test_french_sentences_elide() -> None:
    """``{name:de}`` in a French sentence is « d' » before a vowel."""
    own = reason(fr="trop près {earlier:de}", en="too close to {earlier}")

    refused = Judge(LEXICON, checks=[Check("near", lambda said: None, rule="r", fr="n", en="n")])("volonté")
    verdict = type(refused).refused("écolier", [own.refusal(earlier="école")])

    assert verdict_text(verdict, Catalogue.load("fr")).endswith("Trop près d'« école ».")


def test_unprintable_evidence_is_escaped() -> None:
    """Characters that a terminal would obey are escaped in the sentence of a check, as in every other."""
    own = reason(fr="dit {said}", en="said {said}")

    for language in LANGUAGES:
        text = verdict_text(
            type(JUDGE("a")).refused("mot", [own.refusal(said="\x1b[31m\u202e")]), Catalogue.load(language)
        )

        assert text.isprintable()


def test_json_has_the_reason_the_rule_the_evidence_and_the_sentences() -> None:
    """The JSON object of a custom refusal has everything needed to explain it later."""
    (described,) = JUDGE("histoire").as_dict()["refusals"]

    assert described == {
        "rule": "maison",
        "reason": "too_long",
        "evidence": {"letters": 8, "most": 7},
        "sentences": {"fr": "{letters} lettres, {most} au plus", "en": "{letters} letters, {most} at most"},
    }
    (told,) = verdict_object(JUDGE("histoire"), LEXICON, Catalogue.load("en"))["refusals"]
    assert told == {**described, "text": "8 letters, 7 at most"}


@given(st.sampled_from(["histoire", "raclettes", "zzzzzzzzzzz", "volonté", "aa"]) | st.text(max_size=80))
def test_decoding_gives_back_the_verdict(word: str) -> None:
    """A verdict with own refusals is equal to the one decoded from its JSON object, and has the same sentence."""
    verdict = JUDGE(word)

    decoded = decode_verdict(verdict.as_dict())

    assert decoded == verdict
    assert verdict.valid or verdict_text(decoded, Catalogue.load("fr")) == verdict_text(verdict, Catalogue.load("fr"))


@pytest.mark.parametrize(
    "changes",
    [
        {"reason": "too_short"},
        {"reason": 3},
        {"reason": []},
        {"rule": ""},
        {"rule": None},
        {"evidence": {"letters": 8}},
        {"evidence": {"letters": 8, "most": None}},
        {"evidence": [1]},
        {"sentences": {}},
        {"sentences": None},
        {"sentences": {"fr": "{letters}", "en": "{letters}", "de": "{letters}"}},
        {"sentences": {"fr": "{letters.__class__} {most}", "en": "{letters} {most}"}},
        {"sentences": {"fr": "{letters:>99999999} {most}", "en": "{letters} {most}"}},
        {"sentences": {"fr": "{letters", "en": "{letters"}},
    ],
)
def test_a_forged_own_refusal_is_not_decoded(changes: dict[str, Any]) -> None:
    """A recorded custom refusal that is malformed is an error."""
    described: Any = JUDGE("histoire").as_dict()
    described["refusals"][0] |= changes

    with pytest.raises(ArgumentError, match="is not a recorded verdict"):
        decode_verdict(described)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_own_refusals_are_copied_and_pickled(copied: Any) -> None:
    """A copied or pickled custom refusal is equal, even if its check's test is a lambda."""
    (refusal,) = always({"n": 1})("volonté").refusals

    assert copied(refusal) == refusal
    assert copied(refusal).rule == "maison"


def test_own_refusals_compare_by_value() -> None:
    """Own refusals with another rule, sentence or evidence differ; none is equal to a refusal of the library."""
    first = reason(fr="{n}", en="{n}").refusal(n=1)

    assert first == reason(fr="{n}", en="{n}").refusal(n=1)
    assert hash(first) == hash(reason(fr="{n}", en="{n}").refusal(n=1))
    assert first != reason(fr="{n}", en="{n}").refusal(n=2)
    assert first != reason(fr="{n}", en="{n}", rule="other").refusal(n=1)
    assert first != reason(fr="{n} !", en="{n}").refusal(n=1)
    assert first != Refusal("unknown", {}) and Refusal("unknown", {}) != first
    assert isinstance(first, OwnRefusal) and first != "too_long"


@pytest.mark.parametrize(
    "changes",
    [
        *({"reason": name} for name in REASONS),
        *(
            {"reason": name}
            for name in ("", "Too_long", "too long", "2long", "trop_près", "a" * (MAX_NAME + 1), None, 3)
        ),
        {"reason": []},
        {"reason": b"too_long"},
        {"reason": "too_long\n"},
        {"reason": "\0"},
        *({"rule": rule} for rule in ("", " ", "a\nb", "x" * (MAX_NAME + 1), None, 3)),
        *({"fr": text} for text in ("", " ", "a\nb", "x" * (MAX_SENTENCE + 1), None, 3, "{", "}", "{}", "{0}")),
        *({"fr": text} for text in ("{a}", "{a!r}", "{a.b}", "{a[0]}", "{a:>9}", "{a:{b}}", "{a b}", "\ud800")),
        {"fr": "{a}", "en": "{b}"},
        {"fr": "{a}", "en": "{a:de}"},
    ],
    ids=repr,
)
def test_an_invalid_reason_is_an_error(changes: dict[str, Any]) -> None:
    """A name that the library has, or an invalid name, rule or sentence, is an error when the reason is made."""
    with pytest.raises(ArgumentError, match=r"^reason "):
        reason(**changes)


@pytest.mark.parametrize(
    "evidence",
    [
        False,
        True,
        "no",
        3,
        [],
        {"n": None},
        {"n": 1.5},
        {"n": True},
        {"n": MAX_NUMBER + 1},
        {"n": "x" * (MAX_TEXT + 1)},
        {"n n": 1},
        {1: 1},
        {f"n{number}": number for number in range(MAX_FACTS + 1)},
    ],
    ids=lambda value: f"{value!r:.20}",
)
def test_invalid_evidence_of_a_test_is_an_error(evidence: Any) -> None:
    """A test that returns neither None nor a dictionary of texts and numbers raises an error that names the reason."""
    with pytest.raises(ArgumentError, match=r"^reason own: "):
        always(evidence)("volonté")


def test_evidence_without_a_fact_of_the_sentence_is_an_error() -> None:
    """The error names the facts that the sentences need and the evidence lacks."""
    with pytest.raises(ArgumentError, match="reason too_long: the evidence lacks n, o"):
        reason(fr="{n}{o}", en="{o}{n}").refusal()


def test_empty_evidence_refuses() -> None:
    """An empty dictionary is evidence: only None lets a word pass."""
    assert always({})("volonté").reasons == ("own",)


@pytest.mark.parametrize("checks", [[None], ["too_long"], 3, TOO_LONG, [reason()], [TOO_LONG, TOO_LONG], "ab"])
def test_invalid_checks_are_an_error(checks: Any) -> None:
    """Anything but checks, and two checks of one reason, are an error of the judge."""
    with pytest.raises(ArgumentError, match=r"^checks: "):
        Judge(LEXICON, checks=checks)


def test_a_test_must_be_a_function() -> None:
    """A check whose test is not callable is an error."""
    with pytest.raises(ArgumentError, match="expected a function"):
        Check("own", None, rule="r", fr="f", en="e")  # type: ignore[arg-type]  # what is tested


def test_an_exception_of_a_test_is_not_hidden() -> None:
    """What a test raises comes out of the call."""
    check = Check("own", lambda said: {"n": 1 // 0}, rule="r", fr="f", en="e")

    with pytest.raises(ZeroDivisionError):
        Judge(LEXICON, checks=[check])("volonté")


@pytest.mark.parametrize("checks", [(), [], iter(())])
def test_no_checks_are_no_checks(checks: Any) -> None:
    """An empty list of checks leaves the judge as it is without."""
    judge = Judge(LEXICON, checks=checks)

    assert judge.checks == ()
    assert judge("volonté").valid


def test_a_reason_that_nobody_defined_is_an_error() -> None:
    """A refusal of an unknown reason says what to use instead, wherever its rule or sentence is asked for."""
    refusal: Refusal = Refusal("too_long", {})  # type: ignore[arg-type]  # what is tested

    with pytest.raises(ArgumentError, match="OwnReason"):
        _ = refusal.rule
    with pytest.raises(ArgumentError, match="OwnReason"):
        refusal.as_dict()


def test_walks_with_every_option() -> None:
    """At random tables, a word that is found is valid, and a refusal by a check has a sentence in both languages."""
    rng = random.Random(16)
    sentences = [Catalogue.load(language) for language in LANGUAGES]
    for _ in range(40):
        rules = HouseRules(
            letters_shared=rng.random() < 0.5,
            accents=rng.choice(["announced", "free"]),
            participles=rng.choice(["listed", "never", "always"]),
        )
        house = HouseList.parse(["+ chocolat", "+ zzzzz", "- facile"]) if rng.random() < 0.5 else None
        judge = Judge(LEXICON, rules, house, rng.sample([TOO_LONG, DOUBLED], rng.randrange(3)))
        initial = rng.choice([None, *"fczx"])
        letters = "".join(rng.choices("aeilnrstcz?", k=rng.randrange(1, 4)))
        letters = letters[:1] + letters[1:].replace("?", "e")
        history = History(rng.choices(["facilité", "chocolat", "zèbre"], k=rng.randrange(3)), rules)

        for word in judge.find(initial, letters, limit=20, played=history):
            assert judge(word.spelling, initial=initial, letters=letters, played=history).valid
        for word in Judge(LEXICON, rules).find(initial, letters, limit=20):
            verdict = judge(word.spelling.upper(), initial=initial, letters=letters, played=history)
            assert all(verdict_text(verdict, say) for say in sentences)
