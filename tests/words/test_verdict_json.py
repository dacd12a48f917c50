"""A verdict as JSON is the whole question and the whole answer (W10), in one documented format."""

from __future__ import annotations

import json
import random
from typing import Any, get_type_hints

import pytest

from belettre_lexicon import ArgumentError, History, HouseList, HouseRules, Judge, Lexicon, Verdict, decode_verdict
from belettre_lexicon.french.letters import fold
from belettre_lexicon.french.rules import ACCENTS, MEMORIES, PARTICIPLES
from belettre_lexicon.words import objects
from belettre_lexicon.words.decode import encode_record
from belettre_lexicon.words.verdicts import REASONS
from scripts.generated import verdict_schema
from scripts.regenerate import outdated
from tests.words.test_decode import WORDS
from tests.words.verdict_schema import faults, shipped

#: Words whose letters and text are odd; judges take them as they take any other.
ODD = ("", " ", "?", "aujourd'hui", "l’arbre", "a" * 200, "mot\0", "\ud800", "ŒUVRE", "été 3", "🂡🂢🂣🂤🂥", "\u202ewagon")
#: How many random verdicts are validated.
RANDOM = 4000


def random_verdicts(lexicon: Lexicon, count: int) -> list[tuple[Verdict, HouseList | None]]:
    """Return verdicts on random words under random options, cards, earlier words and house lists."""
    draw = random.Random(16)
    store = lexicon.store
    keys = [store.key(draw.randrange(store.key_count)) for _ in range(3000)]
    families = ["jouer", "joueur", "jouet", "danse", "danser", "école", "scolaire", "hôtel", "hôpital", "pécher"]
    families += ["pêcher", "pecher"]
    pool = [
        *keys,
        *families * 20,
        *ODD * 5,
        *(word for word, _ in WORDS * 30),
        *(lexicon.readings(key)[0].spelling for key in keys),
    ]
    made: list[tuple[Verdict, HouseList | None]] = []
    while len(made) < count:
        switches: dict[str, Any] = {
            name: draw.random() < 0.3
            for name in ("letters_shared", "plural_only", "compounds", "accents_differ", "refuse_near_kin")
        }
        rules = HouseRules(
            min_letters=draw.choice((1, 5, 5, 9)),
            accents=draw.choice(ACCENTS),
            participles=draw.choice(PARTICIPLES),
            memory=draw.choice(MEMORIES),
            refuse_labels=draw.choice(("", "old,rare,regional", "familiar", "vulgar,old")),
            **switches,
        )
        own = [f"{draw.choice('+-')} {word} {note}" for word, note in (("wagon", "trop facile"), ("danse", ""))]
        house = draw.choice((None, HouseList.parse(own)))
        judge = Judge(lexicon, rules, house)
        for _ in range(20):
            words = [word for word in draw.sample(pool, draw.choice((0, 0, 3, 8))) if len(word) < 60]
            word = draw.choice((draw.choice(pool), draw.choice((*words, *map(fold, words), "wagon")), "danse"))
            initial = draw.choice((None, None, word[:1] if word[:1].isalpha() and word.isascii() else "F"))
            letters = "".join(draw.sample("aeilnrst??", draw.choice((0, 0, 1, 3))))
            made.append((judge(word, initial=initial, letters=letters, played=words), house))
    return made


@pytest.fixture(scope="module")
def verdicts(lexicon: Lexicon) -> list[tuple[Verdict, HouseList | None]]:
    """Thousands of random verdicts, each with the house list of its judge."""
    return random_verdicts(lexicon, RANDOM)


def test_w10_every_random_verdict_fits_the_schema(verdicts: list[tuple[Verdict, HouseList | None]]) -> None:
    """It has the keys that the schema names and no others, and every reason occurs."""
    reasons: set[str] = set()
    for verdict, _ in verdicts:
        described = verdict.as_dict()
        reasons.update(verdict.reasons)

        assert faults(described) == [], described
    assert reasons >= set(REASONS) - {"other_spelling"}


def test_w10_every_random_verdict_survives_json(verdicts: list[tuple[Verdict, HouseList | None]]) -> None:
    """Written, read and decoded, it is equal, has the same question and readings, and is written the same again."""
    for verdict, _ in verdicts:
        text = json.dumps(verdict.as_dict())

        decoded = decode_verdict(json.loads(text))

        assert decoded == verdict
        assert decoded.question == verdict.question
        assert decoded.readings == verdict.readings
        assert json.dumps(decoded.as_dict()) == text


def test_w10_the_json_alone_gives_the_verdict_again(
    lexicon: Lexicon, verdicts: list[tuple[Verdict, HouseList | None]]
) -> None:
    """A judge that is made from the question, and asked it, gives the same verdict."""
    for verdict, _ in verdicts[::4]:
        question = decode_verdict(json.loads(json.dumps(verdict.as_dict()))).question

        assert question is not None
        assert question.lexicon == lexicon.identity
        house = None if question.house_list is None else HouseList.parse(question.house_list)
        judge = Judge(lexicon, question.rules, house)
        again = judge(verdict.word, initial=question.initial, letters=question.letters, played=question.played)
        assert again == verdict
        assert json.dumps(again.as_dict()) == json.dumps(verdict.as_dict())


def test_w10_the_question_stands_in_the_json(lexicon: Lexicon) -> None:
    """Cards, earlier words, options, house list with its note, lexicon."""
    house = HouseList.parse(["+ chocolatine on est à Toulouse", "- wagon trop facile"])
    judge = Judge(lexicon, HouseRules(min_letters=4, memory="pli"), house)

    described = judge("wagon", initial="W", letters="G,A?", played=["Volonté", "école"]).as_dict()

    assert described["schema"] == 1
    assert described["lexicon"] == lexicon.identity
    question = described["question"]
    assert question is not None
    assert (question["initial"], question["letters"]) == ("w", "ga?")
    assert question["played"] == ["Volonté", "école"]
    assert question["rules"]["min_letters"] == 4
    assert question["rules"]["memory"] == "pli"
    assert set(question["rules"]) == set(get_type_hints(objects.RulesObject))
    assert question["house_list"] == ["- wagon trop facile"]
    assert judge("chocolatine").as_dict()["house"] == "on est à Toulouse"


def test_w10_a_table_without_a_list_and_a_list_without_the_word_differ(lexicon: Lexicon) -> None:
    """The first has null, the second an empty list."""
    without = Judge(lexicon)("raclette").question
    unlisted = Judge(lexicon, None, HouseList.parse(["- wagon"]))("raclette").question

    assert without is not None
    assert unlisted is not None
    assert (without.house_list, unlisted.house_list) == (None, ())


def test_w9_a_question_keeps_the_words_before_the_verdict(lexicon: Lexicon) -> None:
    """What is added to the history afterwards, forgotten or undone, was not asked about."""
    history = History(["volonté", "école"])
    verdict = Judge(lexicon)("raclette", played=history)
    history.forget_after(1)
    history.add("facile")
    history.forget_after(0)
    history.add("arbre")

    assert verdict.question is not None
    assert verdict.question.played == ("volonté", "école")


def test_house_a_question_keeps_the_list_as_it_was(lexicon: Lexicon) -> None:
    """A note that is changed afterwards did not decide."""
    house = HouseList.parse(["- wagon trop facile"])
    verdict = Judge(lexicon, None, house)("Wagon")
    house.refused["wagon"] = "another note"

    assert verdict.as_dict()["question"] is not None
    assert verdict.question is not None
    assert verdict.question.house_list == ("- wagon trop facile",)


def test_w10_streams_give_the_same_question(lexicon: Lexicon) -> None:
    """Verdicts of ``many`` are written as those of single calls."""
    judge = Judge(lexicon)
    words = ["facile", "portes", "flâcon", "arc-en-ciel", "\0", "parle"]

    many = [verdict.as_dict() for verdict in judge.many(words, initial="F", letters="l,e")]

    assert many == [judge(word, initial="F", letters="l,e").as_dict() for word in words]


def test_w10_equal_questions_are_equal_and_short_to_print(lexicon: Lexicon) -> None:
    """They compare by value; another card is another question."""
    judge = Judge(lexicon)
    first, same = (judge("facile", initial="F", played=["arbre"]).question for _ in range(2))
    other = judge("facile", initial="G", played=["arbre"]).question

    assert first == same
    assert hash(first) == hash(same)
    assert first != other
    assert first != "facile"
    assert repr(first) == "WordQuestion(initial='f', letters='', 1 played)"


def test_the_shipped_schema_is_current() -> None:
    """The schema file matches the types."""
    assert outdated(verdict_schema.generated()) == []


def test_every_key_of_the_schema_is_described() -> None:
    """A reader of the schema finds a sentence for every object, and for every key that is not one of an envelope."""
    for name, definition in objects.verdict_schema()["$defs"].items():
        assert definition["description"], name
        for key, value in definition["properties"].items():
            assert "description" in value or key in ("reason", "rule", "evidence"), (name, key)


def test_every_reason_has_its_rule_in_the_schema() -> None:
    """The pairs of reasons and rules are those of the program."""
    pairs = {}
    for definition in objects.verdict_schema()["$defs"].values():
        reason = definition["properties"].get("reason")
        if reason and reason.get("type") != "string":  # that is the reason of a table's own rule
            rule = definition["properties"]["rule"]["const"]
            pairs.update(dict.fromkeys(reason.get("enum", [reason.get("const")]), rule))

    assert pairs == REASONS


def test_a_type_without_a_schema_is_an_error() -> None:
    """The generator says which type it cannot describe."""
    with pytest.raises(TypeError, match="bytes"):
        verdict_schema._schema(bytes, {}, {})


def test_the_schema_allows_keys_of_a_later_minor_version(judge: Judge) -> None:
    """A reader of version 1 takes what it does not know."""
    described: dict[str, Any] = {**judge("raclette").as_dict(), "mood": "cheerful"}

    assert shipped().is_valid(described)
    assert faults(described)


@pytest.mark.parametrize(("word", "arguments"), WORDS)
def test_w10_records_keep_the_short_form(judge: Judge, word: str, arguments: dict[str, Any]) -> None:
    """The short form omits the question, the readings and empty values, and reads back as the same verdict."""
    verdict = judge(word, **arguments)

    described = encode_record(verdict)

    assert set(described) <= {"word", "valid", "refusals", "remarks", "house"}
    assert decode_verdict(described) == verdict
    assert decode_verdict(described).question is None
    assert encode_record(decode_verdict(described)) == described


def test_w10_a_verdict_from_a_record_fits_the_schema(judge: Judge) -> None:
    """Its question, its readings and its lexicon are unknown, which the format can say."""
    described = decode_verdict(encode_record(judge("portes", initial="F"))).as_dict()

    assert faults(described) == []
    assert (described["question"], described["lexicon"], described["readings"]) == (None, None, [])


@pytest.mark.parametrize("version", [0, 2, "1", 1.0, True, None])
def test_another_version_is_refused_by_its_number(judge: Judge, version: object) -> None:
    """It may mean something else, and is never guessed at."""
    with pytest.raises(ArgumentError, match=r"schema .*, expected 1"):
        decode_verdict({**judge("raclette").as_dict(), "schema": version})


#: What may be wrong with a question: the path of a key in it and the value that is put there.
WRONG: list[tuple[tuple[str, ...], Any]] = [
    (("initial",), "fa"),
    (("initial",), "?"),
    (("initial",), 3),
    (("letters",), "l,e"),
    (("letters",), "3"),
    (("letters",), None),
    (("letters",), "a" * 10_000),
    (("played",), "facile"),
    (("played",), [1]),
    (("played",), ["a" * 10_000]),
    (("played",), ["a"] * 100_001),
    (("rules",), []),
    (("rules", "min_letters"), 0),
    (("rules", "min_letters"), True),
    (("rules", "memory"), "week"),
    (("rules", "speed"), 1),
    (("house_list",), "- wagon"),
    (("house_list",), [3]),
    (("house_list",), ["wagon"]),
    (("house_list",), ["- wagon", "+ wagon"]),
]


@pytest.mark.parametrize(("path", "value"), WRONG, ids=lambda value: repr(value)[:30])
def test_a_wrong_question_is_an_error(judge: Judge, path: tuple[str, ...], value: object) -> None:
    """Each key is read strictly, and the error stays short."""
    described: Any = json.loads(json.dumps(judge("raclette", initial="r").as_dict()))
    place = described["question"]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value

    with pytest.raises(ArgumentError) as caught:
        decode_verdict(described)

    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("key", ["lexicon", "readings", "question"])
@pytest.mark.parametrize("value", [3, "x", [3], {"edition": 1}, {"edition": "\x1b", "hash": ""}])
def test_a_wrong_part_is_an_error(judge: Judge, key: str, value: object) -> None:
    """Lexicon, readings and question are objects of their own kind."""
    with pytest.raises(ArgumentError):
        decode_verdict({**judge("raclette").as_dict(), key: value})


#: Values that are put where a verdict has another one.
STRANGE: tuple[Any, ...] = (
    *(None, True, 0, -1, 2**70, 1.5, float("nan"), "", "x", "\ud800", "\0", "a" * 10_000),
    *([], {}, [[]], {"a": 1}, ["x"], [None], "+ wagon", "core", "W1", "plural"),
)


def test_a_damaged_object_is_refused_or_read_as_a_verdict(verdicts: list[tuple[Verdict, HouseList | None]]) -> None:
    """Whatever is changed in it, the answer is ArgumentError, or a verdict that fits the schema and survives JSON."""
    draw = random.Random(61)
    read = 0
    for verdict, _ in draw.sample(verdicts, 1500):
        described: Any = json.loads(json.dumps(verdict.as_dict()))
        place, key = described, draw.choice(list(described))
        while isinstance(place[key], dict | list) and place[key] and draw.random() < 0.8:
            place = place[key]
            key = draw.choice(list(place)) if isinstance(place, dict) else draw.randrange(len(place))
        place[key] = draw.choice(STRANGE)

        try:
            decoded = decode_verdict(described)
        except ArgumentError as error:
            assert len(str(error)) < 300
            continue
        read += 1
        again = json.loads(json.dumps(decoded.as_dict()))
        assert faults(again) == []
        assert decode_verdict(again) == decoded
    assert read > 50


@pytest.mark.parametrize("value", [None, [], "verdict", 3, {"schema": 1}])
def test_what_is_no_object_is_an_error(value: Any) -> None:
    """A line of a log that is not a verdict raises nothing but ArgumentError."""
    with pytest.raises(ArgumentError):
        decode_verdict(value)
