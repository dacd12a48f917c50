"""The library and a slow model of annonces and scores agree. The model of legal cards is in ``test_play``."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon.games.belote.cards import CONTRACTS, PACK, Card, cards_of, mask_of
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.annonces import compare_annonces, find_annonces
from belettre_lexicon.games.belote.scoring.scores import score
from belettre_lexicon.games.belote.scoring.totals import DealTotals, rounded
from tests.belote.naive import annonces_of, beats, scored, who_scores, written
from tests.exhaustive import EXHAUSTIVE


def tables_of(*names: str) -> st.SearchStrategy[BeloteRules]:
    """Return house rules with random values of some options."""
    known: dict[str, list[Any]] = {
        "tierce": [20, 30],
        "carre_ace": [100, 110],
        "carre_nine": [150, 140],
        "annonce_order": ["natural", "trick"],
        "belote_lost": [False, True],
        "litige_belote": [True, False],
        "make": ["all", "belote", "plis"],
        "chute": [162, 160, 250],
        "capot": [252, 250],
        "capot_defence": ["capot", "chute"],
        "rounding": ["exact", "ten", "ten160", "five"],
        "ballotage": [False, True],
        "capot_scores_annonces": [False, True],
    }
    return st.fixed_dictionaries({name: st.sampled_from(known[name]) for name in names}).map(
        lambda options: BeloteRules(**options)
    )


annonce_tables = tables_of("tierce", "carre_ace", "carre_nine", "annonce_order")
score_tables = tables_of(
    "belote_lost",
    "litige_belote",
    "make",
    "chute",
    "capot",
    "capot_defence",
    "rounding",
    "ballotage",
    "capot_scores_annonces",
)
#: The pack by ranks and by suits: hands cut from either are rich in carrés and in sequences.
BY_RANK = sorted(PACK, key=lambda card: (card.index % 8, card.index))


@st.composite
def four_hands(draw: st.DrawFn) -> list[list[Card]]:
    """Return four hands of eight cards. Few cards are exchanged in a sorted pack, so there are many annonces."""
    pack = list(draw(st.sampled_from([PACK, BY_RANK])))
    for _ in range(draw(st.integers(0, 14))):
        one, other = draw(st.integers(0, 31)), draw(st.integers(0, 31))
        pack[one], pack[other] = pack[other], pack[one]
    shift = draw(st.integers(0, 7))
    pack = pack[shift:] + pack[:shift]
    return [pack[first : first + 8] for first in range(0, 32, 8)]


@pytest.mark.sampled
@settings(max_examples=400 if EXHAUSTIVE else 150, deadline=None)
@given(four_hands(), st.sampled_from(CONTRACTS), annonce_tables)
def test_bn2_to_bn9_lists_of_texts_lead_to_the_same_annonces(
    hands: list[list[Card]], contract: str, rules: BeloteRules
) -> None:
    """Both find the same annonces in each hand, and the same team scores the same points."""
    found = [find_annonces(mask_of(hand), contract, rules) for hand in hands]
    slow = [annonces_of([card.text for card in hand], contract, rules) for hand in hands]

    for one, other in zip(found, slow, strict=True):
        as_texts = [(a.kind == "carré", a.points, {card.text for card in cards_of(a.cards)}) for a in one]
        strongest_first = sorted(other, key=lambda a: sum(beats(b, a, contract, rules) for b in other))
        assert [row[:2] for row in as_texts] == [row[:2] for row in strongest_first]
        assert all((kind, points, set(cards)) in as_texts for kind, points, cards in other)
    result = compare_annonces([(*found[0], *found[2]), (*found[1], *found[3])], contract, rules)
    assert (result.team, result.points) == who_scores([slow[0] + slow[2], slow[1] + slow[3]], contract, rules)


@pytest.mark.sampled
@settings(max_examples=1000 if EXHAUSTIVE else 400, deadline=None)
@given(st.data(), score_tables, st.sampled_from([0, 81, 180]), st.sampled_from([0, 1]))
def test_bs_plain_sums_lead_to_the_same_scores(data: st.DataObject, rules: BeloteRules, held: int, taker: int) -> None:
    """Outcome, scores and waiting points are those of the slow model, for any house rules and either team."""
    won = data.draw(st.sampled_from([0, 1, 4, 7, 8]))
    near = st.sampled_from([46, 56, 66, 71, 74, 75, 76, 81, 82, 86, 91, 96, 106, 116])
    points = {0: 0, 8: 162}.get(won)
    points = data.draw(near | st.integers(20, 140)) if points is None else points
    belote = data.draw(st.sampled_from([[0, 0], [20, 0], [0, 20]]))
    worth = data.draw(st.sampled_from([0, 0, 20, 50, 70, 100, 200]))
    annonces = [worth, 0] if data.draw(st.booleans()) else [0, worth]

    def by_team(pair: list[int]) -> tuple[int, int]:
        return (pair[1], pair[0]) if taker else (pair[0], pair[1])

    totals = DealTotals(
        taker, by_team([points, 162 - points]), by_team([won, 8 - won]), by_team(belote), by_team(annonces), "♥", held
    )
    result = score(totals, rules)

    expected = scored(points, won, belote, annonces, held, rules)
    assert (result.outcome, result.points[taker], result.points[1 - taker], result.waiting) == expected


def test_br2_br3_br4_every_split_is_rounded_as_the_digits_say() -> None:
    """All splits of 162 points are written as the last digits, or the nearest five, say."""
    for rounding in ("exact", "ten", "ten160", "five"):
        for points in range(163):
            other = 162 - points
            assert rounded((points, other), rounding) == (
                written(points, other, rounding),
                written(other, points, rounding),
            )
