"""The checks of single rules at their bounds (W1 to W3, W5, W6, J1), and house lists at theirs."""

from __future__ import annotations

from typing import Any

import pytest

from belettre_lexicon import ArgumentError, HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.french.letters import MAX_WORD, parse_demand
from belettre_lexicon.lexicon.readings import Reading
from belettre_lexicon.words import checks
from belettre_lexicon.words.house_list import MAX_LINES
from belettre_lexicon.words.verdicts import Refusal


@pytest.mark.parametrize(
    ("key", "minimum", "letters"),
    [("abcd", 5, 4), ("abcde", 5, None), ("abcdef", 5, None), ("ab1cd", 5, 4), ("ab1cde", 5, None), ("", 1, 0)],
)
def test_w1_a_word_has_at_least_as_many_letters(key: str, minimum: int, letters: int | None) -> None:
    """What is no letter does not count; the refusal names both numbers."""
    refusal = checks.too_short(key, minimum)

    expected = None if letters is None else Refusal("too_short", {"letters": letters, "minimum": minimum})
    assert refusal == expected


@pytest.mark.parametrize(("key", "found"), [("facile", None), ("raclette", "r"), ("", "")])
def test_w2_a_word_starts_with_the_majuscule(key: str, found: str | None) -> None:
    """The refusal names what it starts with; "" for an empty word."""
    expected = None if found is None else Refusal("wrong_initial", {"found": found, "expected": "f"})

    assert checks.wrong_initial(key, "f") == expected


@pytest.mark.parametrize(
    ("key", "initial", "letters", "shared", "missing"),
    [
        ("ecole", "e", "e", False, ""),
        ("ecole", "e", "ee", False, "e"),
        ("ecole", "", "ee", False, ""),
        ("ecole", "x", "ee", False, ""),  # a wrong initial is free for a minuscule
        ("ecole", "e", "ee", True, ""),
        ("ecole", "e", "xx", True, "x"),
        ("ab", "a", "b?", False, "?"),
        ("ab", "", "b?", False, ""),
    ],
)
def test_w3_each_card_needs_a_letter(key: str, initial: str, letters: str, shared: bool, missing: str) -> None:
    """The initial that serves the majuscule serves no minuscule, unless cards share letters."""
    refusal = checks.missing_letters(key, initial, parse_demand(letters), shared)

    assert (refusal.evidence["missing"] if refusal else "") == missing
    assert refusal is None or refusal.evidence["letters"] == letters


@pytest.mark.parametrize(
    ("key", "initial", "letters", "shared", "spent"),
    [
        ("ecole", "e", "ee", False, True),
        ("exact", "e", "e", False, True),
        ("exact", "e", "ez", False, True),
        ("exact", "e", "z", False, False),
        ("exact", "", "ee", False, False),
        ("exact", "x", "ee", False, False),
        ("exact", "e", "eez", True, False),
        ("ab", "a", "b?", False, True),
        ("ab", "a", "bz?", False, True),
        ("abc", "a", "b??", False, True),
    ],
)
def test_w3_the_evidence_says_if_the_first_letter_is_spent(
    key: str, initial: str, letters: str, shared: bool, spent: bool
) -> None:
    """The first letter is named if the word would lack fewer letters, did it not serve the majuscule."""
    refusal = checks.missing_letters(key, initial, parse_demand(letters), shared)

    assert refusal is not None
    assert refusal.evidence.get("initial") == (initial if spent else None)


def test_w3_the_letters_of_a_refusal_are_all_cards() -> None:
    """Each as often as it lies, in alphabetical order, jokers last."""
    refusal = checks.missing_letters("x", "", parse_demand("e?ae"), False)

    assert refusal == Refusal("missing_letters", {"missing": "aee", "letters": "aee?"})


@pytest.mark.parametrize(("letters", "jokers"), [("a", None), ("a?", None), ("a??", 2), ("???", 3)])
def test_j1_one_joker_at_most(letters: str, jokers: int | None) -> None:
    """The refusal names how many lie."""
    expected = None if jokers is None else Refusal("too_many_jokers", {"jokers": jokers})

    assert checks.too_many_jokers(parse_demand(letters)) == expected


@pytest.mark.parametrize(
    ("word", "evidence"),
    [
        ("a" * MAX_WORD, {}),
        ("a" * (MAX_WORD + 1), {"length": MAX_WORD}),
        ("ab cd", {"space": " "}),
        ("ab\tcd", {"space": "\t"}),
        ("ab3cd", {"character": "3"}),
    ],
)
def test_w5_an_unknown_word_says_why_it_cannot_be_one(word: str, evidence: dict[str, Any]) -> None:
    """Too long, a space, another character; nothing if it only looks like a word."""
    assert checks.unknown_word(word, word) == Refusal("unknown", evidence)


def test_w6_a_reason_is_given_once_for_each_lemma(judge: Judge, lexicon: Lexicon) -> None:
    """Readings are refused in the order of the parts of speech, nouns first; one accepted reading accepts the word."""
    portes = judge("portes").refusals

    assert [refusal.reason for refusal in portes] == ["plural", "conjugated"]
    assert [refusal.evidence["reading"].lemma for refusal in portes] == ["porte", "porter"]
    assert checks.refused_readings(lexicon.readings("marche"), HouseRules()) == []
    assert checks.refused_readings([], HouseRules()) == []
    jouions = checks.refused_readings(lexicon.readings("jouions"), HouseRules())
    assert len({(refusal.reason, refusal.evidence["reading"].lemma) for refusal in jouions}) == len(jouions) == 1


def test_w6_forms_of_two_verbs_are_two_refusals(lexicon: Lexicon) -> None:
    """« suis » is a form of être and of suivre, whatever its spelling; a form of one verb is refused once."""
    suis = checks.refused_readings(lexicon.readings("suis"), HouseRules())

    conjugated = [refusal for refusal in suis if refusal.reason == "conjugated"]
    assert sorted(refusal.evidence["reading"].lemma for refusal in conjugated) == ["suivre", "être"]


def test_w5_a_name_is_refused_once(lexicon: Lexicon) -> None:
    """Reasons that concern the spelling count once for each spelling, even if its readings have other lemmas."""
    (paris, *_) = [r for r in lexicon.readings("Paris") if r.status == "proper_noun"]
    other_lemma = Reading(paris.spelling, "pari", paris.tag, paris.status, (), paris.sources, 0.0)
    other_spelling = Reading("paris", paris.lemma, paris.tag, paris.status, (), paris.sources, 0.0)

    assert len(checks.refused_readings([paris, other_lemma], HouseRules())) == 1
    assert len(checks.refused_readings([paris, other_spelling], HouseRules())) == 2


@pytest.mark.parametrize(
    ("word", "rules", "reasons"),
    [
        ("arc-en-ciel", HouseRules(), ()),
        ("arc-en-ciel", HouseRules(compounds=False), ("compound",)),
        ("arc-en-ciel", HouseRules(compounds=False, current_only=True), ("compound",)),
        ("mère-grand", HouseRules(compounds=False), ("compound",)),
        ("mère-grand", HouseRules(compounds=False, current_only=True), ("compound", "house_list")),
        ("funérailles", HouseRules(), ("plural_only",)),
        ("funérailles", HouseRules(plural_only=True), ()),
        ("raclette", HouseRules(compounds=False, current_only=True, plural_only=True), ()),
    ],
)
def test_w6_options_refuse_only_what_they_name(
    lexicon: Lexicon, word: str, rules: HouseRules, reasons: tuple[str, ...]
) -> None:
    """By a single call and in a stream; the reasons by the mask of the word are the same."""
    judge = Judge(lexicon, rules)
    key_id = lexicon.store.key_id(judge(word).key)
    assert key_id is not None

    assert judge(word).reasons == reasons
    assert list(judge.reasons([word])) == [reasons]
    if reasons and not lexicon.store.mask(key_id) & rules.undecided:
        assert checks.mask_reasons(lexicon.store.mask(key_id), rules) == set(reasons)


# House lists


def test_a_house_list_has_100_000_lines_at_most() -> None:
    """Comments and empty lines count; one line more is refused."""
    lines = ["# une remarque"] * (MAX_LINES - 1) + ["+ chocolatine"]

    assert MAX_LINES == 100_000
    assert list(HouseList.parse(lines).accepted) == ["chocolatine"]
    with pytest.raises(ArgumentError, match=r"^maison: more than 100000 lines$"):
        HouseList.parse([*lines, ""], "maison")


def test_a_word_of_a_house_list_is_no_longer_than_a_word() -> None:
    """One character more is refused with the line."""
    longest = "a" * MAX_WORD

    assert list(HouseList.parse([f"- {longest}"]).refused) == [longest]
    with pytest.raises(ArgumentError, match=r"^house list:1: "):
        HouseList.parse([f"- {longest}a"])


def test_a_line_of_a_house_list_is_named_by_its_number() -> None:
    """Lines without a word count; a word that was refused before cannot be accepted, nor the other way round."""
    for second in ("+ Wagon", "- wagon", "+ wágon"):
        for first in ("+ wagon", "- wagon"):
            with pytest.raises(ArgumentError, match=r"^maison:4: .* is listed already$"):
                HouseList.parse(["# trop", first, "", second], "maison")


def test_an_invalid_line_of_a_house_list_is_shown_up_to_60_characters() -> None:
    """The rest is cut."""
    for length, shown in ((60, 60), (61, 60), (1000, 60)):
        line = "*" * length
        with pytest.raises(ArgumentError, match=rf"^maison:1: '\*{{{shown}}}', expected"):
            HouseList.parse([line], "maison")


def test_a_house_list_keeps_spellings_and_notes() -> None:
    """A note begins behind the word; blanks around it do not belong to it."""
    house = HouseList.parse(["  +   Chocolatine    on est à Toulouse  ", "- cœur"])

    assert house.accepted == {"chocolatine": "on est à Toulouse"}
    assert house.refused == {"coeur": ""}
    assert house.spellings == {"chocolatine": "chocolatine", "coeur": "cœur"}
    assert house.lines() == ["+ chocolatine on est à Toulouse", "- cœur"]
    assert HouseList.parse(["+ wagon", "- abricot"]).lines() == ["- abricot", "+ wagon"]


def test_j2_the_judge_counts_and_finds_without_a_joker_unless_told(judge: Judge) -> None:
    """« arbre » has no letter for one beside five cards."""
    found = judge.find("a", "brre")

    assert "arbre" in {word.spelling for word in found}
    assert judge.count("a", "brre") == len(found)
    assert judge.count("a", "brre", 1) == len(judge.find("a", "brre", 1)) < len(found)
