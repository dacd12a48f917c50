"""The judge compared with a slow and simple model of W1 to W7 on random input (hypothesis)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import History, HouseRules, Judge, Lexicon, Reading
from belettre_lexicon.letters import first_non_letter, fold

LEXICON = Lexicon.open()
SOME_WORDS = [LEXICON.store.key(key_id) for key_id in range(0, len(LEXICON), 1009)]
ACCENTED = sorted({r.spelling for key in SOME_WORDS for r in LEXICON.readings(key)})

words = st.one_of(st.sampled_from(SOME_WORDS), st.sampled_from(ACCENTED), st.text("aeiorstlé-", max_size=9))
rules = st.builds(
    HouseRules,
    min_letters=st.integers(3, 7),
    letters_shared=st.booleans(),
    plural_only=st.booleans(),
    compounds=st.booleans(),
    current_only=st.booleans(),
    accents_differ=st.booleans(),
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
        if fold(earlier) == key and (not house.accents_differ or may_be_the_same(word, earlier)):
            reasons.add("repeated" if earlier.lower() == word.lower() else "same_spelling")
            break
    return reasons | kinship(word, key, played, house)


def kinship(word: str, key: str, played: list[str], house: HouseRules) -> set[str]:
    """Return the reason of W8, asking about one pair of words after the other."""
    if first_non_letter(key):
        return set()
    for earlier in played:
        repeats = fold(earlier) == key and (not house.accents_differ or may_be_the_same(word, earlier))
        kin = None if repeats or first_non_letter(fold(earlier)) else LEXICON.kinship(word, earlier)
        if kin and kin.tier == "core":
            return {"same_family"}
    return set()


def may_be_the_same(word: str, earlier: str) -> bool:
    """Whether two words of the same letters have the same spelling, or one of them stands for every spelling (W4)."""
    return word.lower() == earlier.lower() or stands_for_all(word) or stands_for_all(earlier)


def stands_for_all(word: str) -> bool:
    """Whether a word is written in no known spelling, or without accents while only accented ones are headwords."""
    readings = LEXICON.readings(word)
    headwords = {reading.spelling.lower() for reading in readings if reading.status in ("playable", "plural_only")}
    if word.isascii() and headwords and word.lower() not in headwords:
        return True
    return word.lower() not in {reading.spelling.lower() for reading in readings}


def lexical(word: str, key: str, house: HouseRules) -> set[str]:
    """Return the reasons by W4 to W6, from the readings alone."""
    readings = [] if first_non_letter(key) else list(LEXICON.readings(word))
    if not readings:
        return {"unknown"}
    exact = [reading for reading in readings if reading.spelling.lower() == word.lower()]
    meant = exact if exact and not word.isascii() else readings
    if any(not reasons_against(reading, house) for reading in meant):
        return set()
    shown = exact or readings
    return set().union(*(reasons_against(reading, house) for reading in shown))


def reasons_against(reading: Reading, house: HouseRules) -> set[str]:
    """Return the reasons against one reading."""
    if reading.status == "plural_only" and not house.plural_only:
        return {"plural_only"}
    if reading.status in ("playable", "plural_only"):
        reasons = set()
        if not house.compounds and set(reading.spelling) & set("-'"):
            reasons.add("compound")
        marks = {"rare", "old", "regional", "belgian", "swiss", "quebec", "african"}
        if house.current_only and marks & set(reading.labels):
            reasons.add("house_list")
        return reasons
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
@given(st.text(max_size=90), st.text(max_size=10))
def test_any_text_gets_a_verdict(word: str, earlier: str) -> None:
    """Every text gets a verdict, and a refused word always has a reason."""
    verdict = Judge(LEXICON)(word, played=[earlier])
    assert verdict.valid != bool(verdict.refusals)
