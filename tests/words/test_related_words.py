"""``History.find``: the earlier words that a word repeats (W7) or is kin to (W8)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from belettre_lexicon import ArgumentError, Card, History, HouseRules, Judge, Lexicon, Partie, Seat
from belettre_lexicon.engine import Lay
from tests.words.test_all_kin import random_words


def told(history: History, word: str) -> list[tuple[str, int, str]]:
    return [(related.word, related.turn, related.relation) for related in history.find(word)]


def test_w7_w8_repeats_and_kin_are_found_in_the_order_of_the_turns(lexicon: Lexicon) -> None:
    """Each earlier word of the same letters or family is found once, with what relates it."""
    history = History(["Jouet", "hôtel", "niche", "jouer", "JOUET"], lexicon=lexicon)

    assert told(history, "jouet") == [("Jouet", 1, "repeat"), ("jouer", 4, "core"), ("JOUET", 5, "repeat")]
    assert told(history, "hôpital") == [("hôtel", 2, "near")]
    assert told(history, " Volonté ") == told(history, "zzzzz") == told(history, "") == []


@pytest.mark.parametrize("rules", [HouseRules(), HouseRules(accents_differ=True), HouseRules(refuse_near_kin=True)])
def test_find_agrees_with_the_verdict(lexicon: Lexicon, rules: HouseRules) -> None:
    """The words that are found are those that the refusals and remarks of the judge name, and the repeats."""
    chance = random.Random(7)
    judge = Judge(lexicon, rules)
    for _ in range(60):
        words = random_words(lexicon, chance, 9)
        history, word = judge.history(words[1:]), words[0]
        verdict = judge(word, played=history)

        named = {
            notice.evidence["turn"]: {"same_family": "kin"}.get(notice.reason, "repeat")
            for notice in (*verdict.refusals, *verdict.remarks)
            if "turn" in notice.evidence
        }
        found = {turn: "repeat" if relation == "repeat" else "kin" for _, turn, relation in told(history, word)}

        assert named.items() <= found.items()
        assert {turn for turn, kind in found.items() if kind == "kin"} <= set(named)


def test_the_lexicon_is_that_of_the_judge(lexicon: Lexicon) -> None:
    """A history that a judge made, or that was used by one, needs no lexicon of its own."""
    history = History(["jouer"])
    with pytest.raises(ArgumentError, match="knows no lexicon"):
        history.find("jouet")

    Judge(lexicon)("niche", played=history)

    assert told(history, "jouet") == told(Judge(lexicon).history(["jouer"]), "jouet") == [("jouer", 1, "core")]


def test_a_partie_knows_which_words_are_related(judge: Judge) -> None:
    """The history of a game answers before and after its first word."""
    partie = Partie.new(judge, random.Random(7), manches=1)
    assert partie.history.find("historien") == []

    partie.apply(Lay(Seat.PONANTAIS, Card.of("i"), "histoire"))

    assert told(partie.history, "historien") == [("histoire", 1, "core")]


@pytest.mark.parametrize("word", [None, 3, b"jouet", ["jouet"]])
def test_a_word_that_is_not_text_is_an_error(lexicon: Lexicon, word: Any) -> None:
    """The error names the type."""
    with pytest.raises(ArgumentError, match="word: expected text"):
        History(lexicon=lexicon).find(word)
