"""A history at its bounds (W7 to W9): the longest word, and what is forgotten."""

from __future__ import annotations

import pytest

from belettre_lexicon import ArgumentError, History, HouseRules, Judge, Lexicon
from belettre_lexicon.french.letters import MAX_WORD


def test_a_played_word_is_no_longer_than_a_word() -> None:
    """The longest is kept, one character more is refused."""
    history = History(["a" * MAX_WORD])

    assert list(history) == ["a" * MAX_WORD]
    with pytest.raises(ArgumentError, match=f"expected a word of {MAX_WORD} characters at most"):
        history.add("a" * (MAX_WORD + 1))
    assert len(history) == 1


def test_w9_a_forgotten_word_is_neither_a_repeat_nor_kin(lexicon: Lexicon) -> None:
    """Words played after a manche has started begin at turn 1 again."""
    judge = Judge(lexicon, HouseRules(memory="manche"))
    history = History(["joueur", "hôtel"], judge.rules)
    assert judge("joueur", played=history).reasons == ("repeated",)
    assert judge("jouet", played=history).reasons == ("same_family",)
    assert judge("hôpital", played=history).remarks

    history.start_manche()
    history.add("wagon")

    assert judge("joueur", played=history).valid
    assert judge("jouet", played=history).valid
    assert judge("hôpital", played=history).remarks == ()
    assert [refusal.evidence["turn"] for refusal in judge("wagon", played=history).refusals] == [1]
