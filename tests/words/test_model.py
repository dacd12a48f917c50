"""The judge compared with a slow and simple model of W1 to W7 on random input (hypothesis)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import History, HouseRules, Judge, Lexicon, Reading
from belettre_lexicon.french.letters import first_non_letter, fold

LEXICON = Lexicon.open()
SOME_WORDS = [LEXICON.store.key(key_id) for key_id in range(0, LEXICON.store.key_count, 1009)]
ACCENTED = sorted({r.spelling for key in SOME_WORDS for r in LEXICON.readings(key)})

words = st.one_of(
    st.sampled_from(SOME_WORDS),
    st.sampled_from(ACCENTED),
    st.sampled_from(SOME_WORDS).map(str.upper),
    st.text("aeiorstlé-", max_size=9),
)
rules = st.builds(
    HouseRules,
    min_letters=st.integers(3, 7),
    letters_shared=st.booleans(),
    plural_only=st.booleans(),
    compounds=st.booleans(),
    current_only=st.booleans(),
    accents_differ=st.booleans(),
    accents=st.sampled_from(["announced", "announced", "free"]),
    refuse_labels=st.sets(st.sampled_from(["old", "rare", "regional", "familiar", "vulgar"])),
    participles=st.sampled_from(["listed", "listed", "never", "always"]),
)


def model(word: str, initial: str, letters: str, played: list[str], house: HouseRules) -> set[str]:
    """Return the reasons against a word, rule by rule, without the shortcuts of the library."""
    key = fold(word)
    reasons = set()
    if sum(character.isalpha() for character in key) < house.min_letters:
        reasons.add("too_short")
    if initial and not key.startswith(initial):
        reasons.add("wrong_initial")
    initial_is_spent = initial and key.startswith(initial) and not house.letters_shared
    pool = Counter(key[1:] if initial_is_spent else key)
    cards = Counter(letters.replace("?", ""))
    jokers = letters.count("?")
    if house.letters_shared:
        if any(letter not in pool for letter in cards):
            reasons.add("missing_letters")
    elif cards - pool or sum(pool.values()) - sum(cards.values()) < jokers:
        reasons.add("missing_letters")
    if jokers > 1:
        reasons.add("too_many_jokers")
    reasons |= lexical(word, key, house)
    for earlier in played:
        if fold(earlier) == key and (not house.accents_differ or may_be_the_same(word, earlier, house)):
            reasons.add("repeated" if earlier.lower() == word.lower() else "same_spelling")
            break
    return reasons | kinship(word, key, played, house)


def kinship(word: str, key: str, played: list[str], house: HouseRules) -> set[str]:
    """Return the reason of W8, asking about one pair of words after the other."""
    if first_non_letter(key):
        return set()
    for earlier in played:
        repeats = fold(earlier) == key and (not house.accents_differ or may_be_the_same(word, earlier, house))
        known = not repeats and not first_non_letter(fold(earlier))
        kin = LEXICON.kinship(word, earlier, accents=house.accents) if known else None
        if kin and kin.tier == "core":
            return {"same_family"}
    return set()


def may_be_the_same(word: str, earlier: str, house: HouseRules) -> bool:
    """Whether two words of the same letters have the same spelling, or one of them stands for every spelling (W4)."""
    return word.lower() == earlier.lower() or stands_for_all(word, house) or stands_for_all(earlier, house)


def stands_for_all(word: str, house: HouseRules) -> bool:
    """Whether a word is in no known spelling, or in capitals without accents; if accents are free, also a form."""
    readings = LEXICON.readings(word)
    headwords = {reading.spelling.lower() for reading in readings if reading.status in ("playable", "plural_only")}
    if house.accents == "free" and headwords and word.lower() not in headwords:
        return True
    return not spelled_as(word, list(readings))


def spelled_as(word: str, readings: list[Reading]) -> list[Reading]:
    """Return the readings of the spelling that a word announces (W4); [] if it announces no known spelling."""
    if word.isascii() and word.isupper():
        return []
    return [reading for reading in readings if reading.spelling.lower() == word.lower()]


def lexical(word: str, key: str, house: HouseRules) -> set[str]:
    """Return the reasons by W4 to W6, from the readings alone."""
    readings = [] if first_non_letter(key) else list(LEXICON.readings(word))
    if not readings:
        return {"unknown"}
    meant = spelled_as(word, readings) or readings
    counted = readings if house.accents == "free" else meant
    if any(not reasons_against(reading, house) for reading in counted):
        return set()
    return set().union(*(reasons_against(reading, house) for reading in meant if not is_evidence(reading, meant)))


def is_evidence(reading: Reading, readings: list[Reading]) -> bool:
    """Whether a reading only says who lists a participle as an adjective or noun: the verb form is refused for it."""
    verb_forms = {other.spelling for other in readings if other.tag.startswith("V.pp")}
    return reading.tag[0] != "V" and reading.status == "participle" and reading.spelling in verb_forms


def is_participial(reading: Reading) -> bool:
    """Whether a reading is an adjective whose spelling is a participle too."""
    others = LEXICON.readings(reading.spelling)
    return reading.tag[0] == "A" and any(
        other.tag[:4] in ("V.pp",) and other.spelling.lower() == reading.spelling.lower() for other in others
    )


def reasons_against(reading: Reading, house: HouseRules) -> set[str]:
    """Return the reasons against one reading."""
    groups = {
        "regional": {"regional", "belgian", "swiss", "quebec", "african"},
        "familiar": {"familiar", "slang"},
    }
    marks = set().union(*(groups.get(group, {group}) for group in house.refuse_labels))
    labelled = {"house_list"} if marks & set(reading.labels) else set()
    composed = {"compound"} if not house.compounds and set(reading.spelling) & set("-'") else set()
    if house.participles == "always" and reading.tag in ("V.ppr", "V.ppa.m.s", "V.ppa.e.i"):
        return labelled | composed
    if reading.status == "plural_only" and not house.plural_only:
        return {"plural_only"}
    if reading.status in ("playable", "plural_only"):
        never = house.participles == "never" and reading.status == "playable" and is_participial(reading)
        return labelled | composed | ({"participle"} if never else set())
    if reading.status == "plural" and reading.tag.startswith("A.f"):
        return {"plural", "feminine_adjective"}
    return {reading.status}


@settings(max_examples=600, deadline=None)
@given(words, st.sampled_from(["", "a", "e", "r"]), st.text("aelrs?", max_size=3), st.lists(words, max_size=3), rules)
def test_the_judge_agrees_with_the_model(
    word: str, initial: str, letters: str, played: list[str], house: HouseRules
) -> None:
    """The judge gives the verdict and the reasons of the model, whatever the options."""
    word = word.strip()
    judge = Judge(LEXICON, house)

    verdict = judge(word, initial=initial or None, letters=letters, played=History(played, house))

    expected = model(word, initial, letters, played, house)
    assert set(verdict.reasons) == expected
    assert verdict.valid == (not expected)
    assert bool(verdict) is verdict.valid
    assert [refusal.as_dict()["rule"] for refusal in verdict.refusals] == [refusal.rule for refusal in verdict.refusals]


@settings(max_examples=300, deadline=None)
@given(words, st.lists(words, max_size=2), rules)
def test_w4_a_remark_names_the_other_spellings_that_would_be_valid(
    word: str, played: list[str], house: HouseRules
) -> None:
    """A refused word gets a remark for each other spelling that the model accepts in its place, and no other word."""
    judge, history, readings = Judge(LEXICON, house), History(played, house), LEXICON.readings(word)

    verdict = judge(word, played=history)

    own = {reading.spelling.lower() for reading in spelled_as(word, list(readings))}
    others = {
        reading.spelling
        for reading in readings
        if reading.spelling.lower() not in own
        and not reasons_against(reading, house)
        and not model(reading.spelling, "", "", played, house)
    }
    named = [remark.evidence["reading"].spelling for remark in verdict.remarks if remark.reason == "other_spelling"]
    assert sorted(named) == sorted(set() if verdict.valid or house.accents == "free" else others)
    if not played:
        assert next(judge.many([word])).remarks == verdict.remarks


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=90), st.text(max_size=10))
def test_any_text_gets_a_verdict(word: str, earlier: str) -> None:
    """Every text gets a verdict, and a refused word always has a reason."""
    verdict = Judge(LEXICON)(word, played=[earlier])
    assert verdict.valid != bool(verdict.refusals)
