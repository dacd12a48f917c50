"""Searches at a table with a house list: the words of the list are added and left out, whatever the query."""

from __future__ import annotations

import random

import pytest

from belettre_lexicon import HouseRules, Judge
from belettre_lexicon.lexicon.find.search import SORT_KEYS, Word
from belettre_lexicon.literals import SortOrder
from belettre_lexicon.words.house_list import HouseList
from tests.exhaustive import EXHAUSTIVE

#: Words that tables accept: unknown ones, plurals, and one that the lexicon has already.
ACCEPTED = ("faclette", "chocolatouille", "portes", "facile", "grande", "lecafé", "pêche", "où", "arc-en-ciel")
REFUSED = ("facilement", "fiscalité", "wagon", "inconnue", "école", "zzzzz", "parlé")
#: How many random queries each rules and order are compared for.
QUERIES = 12 if EXHAUSTIVE else 2


@pytest.mark.sampled
@pytest.mark.parametrize("order", SORT_KEYS if EXHAUSTIVE else ("zipf",))
def test_the_house_list_decides_what_is_found(judge: Judge, order: SortOrder) -> None:
    """A search finds what the lexicon finds without the refused words, with the accepted ones that the judge accepts.

    With a limit it finds the first of them, and a count is their number, with any cards, rules and earlier words.
    """
    rng = random.Random(order)
    listed = 0
    for rules in (HouseRules(), HouseRules(min_letters=6), HouseRules(letters_shared=True, accents_differ=True)):
        house = HouseList.of([*((word, True, "") for word in ACCEPTED), *((word, False, "") for word in REFUSED)])
        plain, table = Judge(judge.lexicon, rules), Judge(judge.lexicon, rules, house)
        for _ in range(QUERIES):
            model = rng.choice((*ACCEPTED, *REFUSED, "facile")).translate(str.maketrans("éêù", "eeu", "-"))
            initial = rng.choice((None, model[0]))
            letters = "".join(rng.sample(model[1:], min(2, len(model) - 1)))
            jokers = rng.choice((0, 0, 1))
            played = rng.sample(["facture", "wagonnet", "choc", "grandeur"], rng.randrange(3))
            least = rng.choice((None, 8))
            query = {"played": played, "min_length": least}
            from_lexicon = plain.find(initial, letters, jokers, **query)  # type: ignore[arg-type]
            expected = {word for word in from_lexicon if word.key not in house.refused}
            keys = {word.key for word in expected}
            for key in house.accepted:
                spelling = house.spellings[key]
                fits = table(spelling, initial=initial, letters=letters + "?" * jokers, played=played).valid
                if fits and key not in keys and len(key) >= (least or 0):
                    listed += 1
                    expected.add(Word.of(spelling))
            found = table.find(initial, letters, jokers, order=order, **query)  # type: ignore[arg-type]

            assert set(found) == expected
            assert found == sorted(found, key=SORT_KEYS[order])
            assert len(found) == len(expected) == table.count(initial, letters, jokers, **query)  # type: ignore[arg-type]
            for limit in (0, 1, 5):
                assert table.find(initial, letters, jokers, limit=limit, order=order, **query) == found[:limit]  # type: ignore[arg-type]

    assert listed > QUERIES // 2
