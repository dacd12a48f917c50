"""W7 to W10 as the engine plays them: what the judge is told of earlier words."""

from __future__ import annotations

import random
from typing import Literal

import pytest

from belettre_lexicon import ArgumentError, HouseRules, Judge, Lexicon
from belettre_lexicon.cards import Card
from belettre_lexicon.engine.actions import Lay, Overrule
from belettre_lexicon.engine.events import Event, WordAccepted, WordRefused
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.setup import Setup
from tests.engine.tables import StubJudge, finish, one_deal, play, table

MEMORIES = ("partie", "manche", "pli")


def say(partie: Partie, card: str, word: str) -> Event:
    """Lay a card with a word for whoever's turn it is."""
    turn = partie.turn
    assert turn is not None
    return partie.apply(Lay(turn, Card.of(card), word))[0]


@pytest.mark.parametrize("memory", MEMORIES)
def test_w9_how_far_the_words_are_remembered(memory: Literal["partie", "manche", "pli"]) -> None:
    """All valid words of the partie, of the manche or of the pli are what the judge looks back on."""
    judge = StubJudge(rules=HouseRules(memory=memory))
    partie = Partie.new(judge, random.Random(2), manches=2)
    said: dict[str, list[str]] = {name: [] for name in MEMORIES}
    manche, plis, count = 1, 0, 0
    while not partie.over:
        state = partie.state
        if state.manche.number != manche:
            manche, said["manche"] = state.manche.number, []
        if (number := 8 * manche + len(state.manche.taken)) != plis:
            plis, said["pli"] = number, []
        move = next(move for move in partie.legal_actions() if type(move).__name__ != "AnnounceBelettre")
        if isinstance(move, Lay):
            count += 1
            move = move.saying("faux" if count % 3 == 0 else f"mot{count}")
        partie.apply(move)
        if isinstance(move, Lay):
            assert judge.asked[-1][3] == tuple(said[memory])
            if count % 3:
                for words in said.values():
                    words.append(move.word)
    assert partie.state.ended[1].number == 2


@pytest.mark.parametrize(
    ("memory", "pli", "manche"), [("partie", False, False), ("manche", False, True), ("pli", True, True)]
)
def test_w9_the_real_judge_forgets_with_the_memory_of_the_table(
    lexicon: Lexicon, memory: Literal["partie", "manche", "pli"], pli: bool, manche: bool
) -> None:
    """A word may come again in the next pli, or the next manche, as the option has it; never in the same pli."""
    judge = Judge(lexicon, HouseRules(memory=memory))
    partie = Partie(judge, Setup(rules=judge.rules, manches=2))
    assert isinstance(say(partie, "e", "Étoile"), WordAccepted)
    again = say(partie, "l", "étoile")
    assert isinstance(again, WordRefused) and "repeated" in again.verdict.reasons
    play(partie, "m- A-")
    assert isinstance(say(partie, "e", "étoile"), WordAccepted if pli else WordRefused)
    play(partie, "l! m- B-")
    finish(partie, before=2)
    assert isinstance(say(partie, "e", "étoile"), WordAccepted if manche else WordRefused)


def test_w9_the_family_of_an_earlier_word_is_remembered_and_undone(judge: Judge) -> None:
    """« jouer » is kin of « joueur » (W8) until that word is taken back."""
    partie = Partie(judge, Setup(manches=1))
    say(partie, "j", "joueur")
    refused = say(partie, "o", "jouer")
    assert isinstance(refused, WordRefused) and refused.verdict.reasons == ("same_family",)
    partie.undo(2)
    say(partie, "u", "rouge")
    assert isinstance(say(partie, "o", "jouer"), WordAccepted)


def test_w9_refused_words_are_not_remembered(judge: Judge) -> None:
    """A word that did not hold may be said again where it does."""
    partie = Partie(judge, Setup(manches=1))
    assert isinstance(say(partie, "z", "étoile"), WordRefused)
    assert isinstance(say(partie, "e", "étoile"), WordAccepted)
    assert partie.view(partie.state.manche.opener).words == ("étoile",)


def test_w10_a_refused_word_gets_every_reason(judge: Judge) -> None:
    """The event's verdict has the letters and the lexicon's reasons together."""
    partie = Partie(judge, Setup(manches=1))
    say(partie, "F", "Facile")
    refused = say(partie, "z", "portes")
    assert isinstance(refused, WordRefused)
    assert set(refused.verdict.reasons) >= {"wrong_initial", "missing_letters", "plural"}


def test_w9_the_judge_and_the_setup_must_have_the_same_rules() -> None:
    """A judge of another memory is refused; the message names both."""
    with pytest.raises(ArgumentError, match="memory='pli'"):
        Partie(StubJudge(rules=HouseRules(memory="pli")), table().setup)


def test_w9_an_arbiter_accepts_a_word_of_any_length(judge: Judge) -> None:
    """After it the game goes on."""
    partie = Partie(judge, Setup(manches=1))
    say(partie, "e", "a" * 100)
    partie.apply(Overrule(True, "it is in our list"))
    say(partie, "l", "école")


def test_w9_undo_takes_words_back() -> None:
    """The history after an undo is that of the state."""
    partie = one_deal(StubJudge(), table().setup.deals[0])
    play(partie, "l e m")
    assert tuple(partie.history) == ("bon",) * 3
    partie.undo(2)
    assert tuple(partie.history) == partie.state.words == ("bon",)
