"""All kin of a word among the earlier words (W8, W10), compared with each pair by itself."""

from __future__ import annotations

import random

from belettre_lexicon import History, HouseRules, Judge, Lexicon
from belettre_lexicon.french.letters import fold
from tests.words.test_kin import nearest_kin


def random_words(lexicon: Lexicon, chance: random.Random, count: int) -> list[str]:
    """Spellings of random words, many of them of one family or forms of one word."""
    families = lexicon.family_index
    words: list[str] = []
    while len(words) < count:
        keys = lexicon.matrix.keys_of_family(chance.randrange(families.single))
        key_ids = [*chance.sample(keys, min(3, len(keys))), chance.randrange(lexicon.store.key_count)]
        words += [chance.choice(lexicon.store.readings(key_id)).spelling for key_id in key_ids]
    return words[:count]


def test_w8_w10_all_kin_are_those_of_each_pair(lexicon: Lexicon) -> None:
    """In 60 random histories of 12 words, the kin of each word and their tiers are those that ``kinship`` gives."""
    chance = random.Random(15)
    found_some = 0
    for _ in range(60):
        words = random_words(lexicon, chance, 12)
        history = History(words)
        for word in words:
            key = fold(word)
            _, kin = history.repeats_and_kin(lexicon, word, key, lexicon.store.key_id(key))

            expected = {
                (turn, kinship.tier)
                for turn, earlier in enumerate(words, 1)
                if fold(earlier) != key and (kinship := lexicon.kinship(word, earlier))
            }
            assert {(played.turn, tier) for played, tier in kin} == expected
            assert [played.turn for played, _ in kin] == sorted(turn for turn, _ in expected)
            found_some += bool(expected)
    assert found_some > 100


def test_w8_a_form_and_its_headword_are_core_kin_whatever_their_families(lexicon: Lexicon) -> None:
    """The history says so of forms of random headwords with core families, near families alone and no family."""
    families, seen = lexicon.family_index, set()
    for key_id in random.Random(15).sample(range(lexicon.store.key_count), 3_000):
        reading = lexicon.store.readings(key_id)[0]
        word, lemma = reading.spelling, reading.lemma
        lemma_id = lexicon.store.key_id(fold(lemma))
        kinship = lexicon.kinship(word, lemma)
        if lemma_id is None or kinship is None or fold(word) == fold(lemma):
            continue
        core, near = families.of_headword(lemma, lemma_id)
        seen.add((bool(core), bool(near)))

        assert kinship.tier == "core", word
        for first, second in ((word, lemma), (lemma, word)):
            kin = nearest_kin(History([first]), lexicon, second)
            assert kin is not None, word
            assert kin[1] == "core", word
    assert len(seen) == 4


def test_w8_w10_each_core_kin_refuses_and_each_near_kin_is_remarked(lexicon: Lexicon) -> None:
    """With the option ``refuse_near_kin`` the near kin refuse too, and no remark is left."""
    played = ["hôtel", "hospitalier", "niche", "hospice"]

    verdict = Judge(lexicon)("hôpital", played=played)
    strict = Judge(lexicon, HouseRules(refuse_near_kin=True))("hôpital", played=played)

    assert [refusal.evidence["turn"] for refusal in verdict.refusals] == [2]
    assert [remark.evidence["turn"] for remark in verdict.remarks] == [1, 4]
    assert [refusal.evidence["turn"] for refusal in strict.refusals] == [1, 2, 4]
    assert strict.remarks == ()


def test_w8_w10_forgotten_kin_are_not_named(lexicon: Lexicon) -> None:
    """After an undo the words before it are named, and only those."""
    judge, history = Judge(lexicon), History(["danse", "danser", "danseuse"])
    assert len(judge("danseur", played=history).refusals) == 3

    history.forget_after(1)

    assert [refusal.evidence["earlier"] for refusal in judge("danseur", played=history).refusals] == ["danse"]
