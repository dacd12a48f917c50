"""The options about labels and participles (W6a): judge, streams and searches decide by the same readings."""

from __future__ import annotations

import random
from typing import Any

import pytest

from belettre_lexicon import ArgumentError, History, HouseRules, Judge, Lexicon
from belettre_lexicon.french.grammar import LABEL_GROUPS, LABELS, reading_mask
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.kin.families import Families
from belettre_lexicon.lexicon.readings import Reading
from belettre_lexicon.words.checks import refused_readings
from belettre_lexicon.words.decode import decode_verdict
from belettre_lexicon.words.house_list import HouseList
from tests.exhaustive import EXHAUSTIVE
from tests.words.test_model import reasons_against

LEXICON = Lexicon.open()
#: For how many random keys the ways to ask are compared.
KEYS = 3_000 if EXHAUSTIVE else 600
RULES = [
    HouseRules(current_only=True),
    HouseRules(refuse_labels=("familiar",)),
    HouseRules(refuse_labels=("old", "rare", "regional", "familiar", "vulgar"), compounds=False),
    HouseRules(participles="never"),
    HouseRules(participles="always"),
    HouseRules(participles="always", refuse_labels=("rare",), plural_only=True),
    HouseRules(participles="never", refuse_labels=("old",), accents="free"),
]


@pytest.mark.sampled
@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_w6a_judge_streams_and_search_agree_under_special_rules(rules: HouseRules) -> None:
    """A search finds exactly the spellings with an accepted reading, and the judge and streams accept them."""
    judge = Judge(LEXICON, rules)
    keys = [LEXICON.store.key(key_id) for key_id in random.Random(6).sample(range(LEXICON.store.key_count), KEYS)]
    for key in (key for key in keys if len(key) >= 5):
        accepted = {r.spelling for r in LEXICON.readings(key) if not reasons_against(r, rules)}
        query: dict[str, Any] = {"initial": key[0], "letters": key[1:], "min_length": len(key)}
        found = [word.spelling for word in judge.find(**query) if word.key == key]

        assert sorted(found) == sorted(accepted)
        assert judge.count(**query) == len(judge.find(**query))
        assert all(judge(spelling).valid for spelling in accepted)

    words = sorted({reading.spelling for key in keys[: KEYS // 4] for reading in LEXICON.readings(key)})
    verdicts = [judge(word) for word in words]
    assert [set(reasons) for reasons in judge.reasons(words)] == [set(verdict.reasons) for verdict in verdicts]
    assert [verdict.refusals for verdict in judge.many(words)] == [verdict.refusals for verdict in verdicts]
    assert [verdict.remarks for verdict in judge.many(words)] == [verdict.remarks for verdict in verdicts]
    assert all(decode_verdict(verdict.as_dict()) == verdict for verdict in verdicts)


@pytest.mark.sampled
@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_searches_agree_whatever_the_initial_and_the_limit(rules: HouseRules) -> None:
    """The most frequent words of all initials are the same with and without a limit, also after earlier words."""
    judge = Judge(LEXICON, rules)
    history = History(["manger", "danse"], rules)

    for letters in ("", "qu", "mang") if EXHAUSTIVE or rules in (RULES[0], RULES[-1]) else ("qu", "mang"):
        found = judge.find(letters=letters, played=history)
        assert [word.spelling for word in judge.find(letters=letters, limit=30, played=history)] == [
            word.spelling for word in found[:30]
        ]
        assert len(found) == judge.count(letters=letters, played=history)
        assert all(judge(word.spelling, letters=letters, played=history).valid for word in found[:300])


@pytest.mark.exhaustive
def test_w8_an_earlier_verb_hides_its_participles(lexicon: Lexicon) -> None:
    """Whether the verb has a family or none, the search finds the participles that the judge accepts."""
    rules = HouseRules(participles="always")
    judge, families = Judge(lexicon, rules), lexicon.family_index
    verbs = [reading for key in range(0, lexicon.store.key_count, 3) for reading in lexicon.store.readings(key)[:1]]
    lone = [reading.spelling for reading in verbs if reading.tag == "V.inf" and is_lone(families, reading.spelling)]
    assert len(lone) > 20

    for verb in [*lone[:20], "manger", "danser"]:
        history = History([verb], rules)
        stem = fold(verb)[:-2]
        found = {word.spelling for word in judge.find(stem[0], stem[1:], played=history)}
        expected = {w.spelling for w in judge.find(stem[0], stem[1:]) if judge(w.spelling, played=history).valid}
        assert found == expected


def is_lone(families: Families, word: str) -> bool:
    """Whether a headword has no family."""
    key_id = LEXICON.store.key_id(fold(word))
    return key_id is not None and families.number(key_id) < 0


@pytest.mark.parametrize(
    ("word", "listed", "never", "always"),
    [
        ("mangé", ("participle",), ("participle",), ()),
        ("mangés", ("participle",), ("participle",), ("participle",)),
        ("mangée", ("participle",), ("participle",), ("participle",)),
        ("mangeant", ("participle",), ("participle",), ()),
        ("permis", (), (), ()),
        ("fatigué", (), ("participle",), ()),
        ("employé", (), (), ()),
        ("amusant", (), (), ()),
        ("content", (), (), ()),
        ("parle", ("conjugated",), ("conjugated",), ("conjugated",)),
    ],
)
def test_w6a_option_participles(word: str, listed: tuple[str], never: tuple[str], always: tuple[str]) -> None:
    """Never: a participle is no adjective, but may be a noun. Always: also one that nobody lists, as its base form."""
    for rules, reasons in (
        (HouseRules(), listed),
        (HouseRules(participles="never"), never),
        (HouseRules(participles="always"), always),
    ):
        assert tuple(dict.fromkeys(Judge(LEXICON, rules)(word).reasons)) == reasons


#: The reasons for which the other readings of such a word are refused.
OTHERS = ("plural", "conjugated", "participle", "feminine_adjective", "proper_noun")


def test_every_group_of_labels_is_refused_alone() -> None:
    """A word is refused for a label of a refused group, and for no other; the evidence is its reading."""
    for group, labels in LABEL_GROUPS.items():
        judge = Judge(LEXICON, HouseRules(refuse_labels=[group]))
        words = [word for word in judge.lexicon.find("B", labels=labels) if word.labels][:40]

        assert words or group == "vulgar"
        for word in words:
            refusals = judge(word.spelling).refusals
            assert {refusal.reason for refusal in refusals} <= {"house_list", *OTHERS}
            (reading, *_) = [one.evidence["reading"] for one in refusals if one.reason == "house_list"]
            assert reading.spelling == word.spelling and {*labels} & {*reading.labels}
            assert Judge(LEXICON)(word.spelling).valid


def test_current_only_is_short_for_three_groups() -> None:
    """Both compare equal and are written as old records have it; other groups are added to it."""
    short, long = HouseRules(current_only=True), HouseRules(refuse_labels=("regional", "rare", "old", "old"))

    assert short == long
    assert hash(short) == hash(long)
    assert short.as_dict() == long.as_dict()
    assert "refuse_labels" not in short.as_dict()
    assert short.as_dict()["current_only"] is True
    more = HouseRules(current_only=True, refuse_labels="familiar")
    assert more.refuse_labels == ("old", "rare", "regional", "familiar")
    assert more.as_dict()["refuse_labels"] == "old,rare,regional,familiar"


@pytest.mark.parametrize("rules", [*RULES, HouseRules()], ids=repr)
def test_the_options_survive_a_record(rules: HouseRules) -> None:
    """They are read as they were written, as a dictionary or as text that Python reads."""
    assert HouseRules.from_dict(rules.as_dict()) == rules
    assert HouseRules(**rules.as_dict()) == rules
    assert eval(repr(rules), {"HouseRules": HouseRules}) == rules  # our own text


@pytest.mark.parametrize("labels", ["slang", ["old", "x"], [1], 5, None, "old;rare", b"old", [None], [["old"]]])
def test_unknown_labels_are_an_error(labels: Any) -> None:
    """It names the value and the groups."""
    with pytest.raises(ArgumentError, match=r"refuse_labels: .*old, rare, regional, familiar, vulgar"):
        HouseRules(refuse_labels=labels)


@pytest.mark.parametrize("value", ["none", "", None, ["never"], "Never"])
def test_w6a_an_unknown_value_of_participles_is_an_error(value: Any) -> None:
    """It names the value and what is expected."""
    with pytest.raises(ArgumentError, match=r"participles: .* is not one of listed, never, always"):
        HouseRules(participles=value)


def test_w6a_an_adjective_that_too_few_list_reads_as_a_participle() -> None:
    """Its status is that of the layer: refused as a participle, once with its verb, and no reason by its tag."""
    adjective = Reading("vissé", "vissé", "A.m.s", "participle", (), ("dela",), 2.0)
    noun = Reading("vissé", "vissé", "N.m.s", "participle", (), ("dela",), 2.0)
    verb = Reading("vissé", "visser", "V.ppa.m.s", "participle", (), ("lefff",), 2.0)

    refusals = refused_readings([adjective, noun, verb], HouseRules())

    assert [(refusal.reason, refusal.evidence["reading"].lemma) for refusal in refusals] == [
        ("participle", "visser"),
    ]
    assert refused_readings([adjective, noun, verb], HouseRules(participles="always")) == []
    assert reading_mask("participle", "A.m.s", (), False) == reading_mask("participle", "V.ppr", (), False)


def test_labels_of_groups_are_known() -> None:
    """Every label of a group is a label of readings."""
    assert {label for labels in LABEL_GROUPS.values() for label in labels} <= {*LABELS}


def test_a_courteous_judge_finds_no_word_that_a_program_should_not_choose(judge: Judge) -> None:
    """It refuses vulgar and offensive words with their labels, and keeps what the house list of the table accepts."""
    courteous = judge.courteous()
    rude = [word for word in judge.find("B", "ch") if word not in courteous.find("B", "ch")]

    assert {"boche", "bitch"} & {word.spelling for word in rude}
    assert all({"vulgar", "offensive"} & {*word.labels} for word in rude)
    assert judge("boche").valid
    assert not courteous("boche").valid
    assert courteous.courteous() == courteous

    listed = Judge(judge.lexicon, house=HouseList.parse(["+ boche in an old film"])).courteous()
    assert "boche" in [word.spelling for word in listed.find("B", "ch")]
