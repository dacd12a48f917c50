"""W7 to W10: which earlier words the engine gives to the judge.

Strings such as ``"l! m- B-"`` are scripts, explained in ``scripted_games``: a refused word with l, passes with m and B.
"""

from __future__ import annotations

import random
from typing import Literal

import pytest

from belettre_lexicon import ArgumentError, HouseRules, Judge, Lexicon
from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre.actions import Lay, Overrule
from belettre_lexicon.games.belettre.events import Event, WordAccepted, WordRefused
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.setup import Setup
from tests.engine.scripted_games import StubJudge, finish, new_partie, new_partie_of_deal, play

MEMORIES = ("partie", "manche", "pli")


def say(partie: Partie, card: str, word: str) -> Event:
    """Lay a card with a word for the seat whose turn it is; return the first event."""
    turn = partie.turn
    assert turn is not None
    return partie.apply(Lay(turn, Card.of(card), word))[0]


@pytest.mark.parametrize("memory", MEMORIES)
def test_w9_the_judge_gets_the_valid_words_of_the_remembered_span(memory: Literal["partie", "manche", "pli"]) -> None:
    """As ``memory`` says, the judge gets all earlier valid words of the partie, of the manche or of the pli."""
    judge = StubJudge(rules=HouseRules(memory=memory))
    partie = Partie.new(judge, random.Random(2), manches=2)
    #: Value of ``memory`` → the earlier words that the judge must get.
    expected: dict[str, list[str]] = {name: [] for name in MEMORIES}
    manche, plis, count = 1, 0, 0

    while not partie.over:
        state = partie.state
        if state.manche.number != manche:
            manche, expected["manche"] = state.manche.number, []

        if (number := 8 * manche + len(state.manche.taken)) != plis:
            plis, expected["pli"] = number, []

        move = next(move for move in partie.legal_actions() if type(move).__name__ != "AnnounceBelettre")
        if isinstance(move, Lay):
            count += 1
            move = move.saying("faux" if count % 3 == 0 else f"mot{count}")

        partie.apply(move)

        if isinstance(move, Lay):
            assert judge.calls[-1].played == tuple(expected[memory])

            if count % 3:
                for words in expected.values():
                    words.append(move.word)

    assert partie.state.ended[1].number == 2


@pytest.mark.parametrize(
    ("memory", "pli", "manche"), [("partie", False, False), ("manche", False, True), ("pli", True, True)]
)
def test_w9_a_word_may_be_repeated_after_the_remembered_span(
    lexicon: Lexicon, memory: Literal["partie", "manche", "pli"], pli: bool, manche: bool
) -> None:
    """With each setting of ``memory``, a word is valid again in the next pli, the next manche or never."""
    judge = Judge(lexicon, HouseRules(memory=memory))
    partie = Partie(judge, Setup(rules=judge.rules, manches=2))

    assert isinstance(say(partie, "e", "Étoile"), WordAccepted)

    again = say(partie, "l", "étoile")

    assert isinstance(again, WordRefused)
    assert "repeated" in again.verdict.reasons

    play(partie, "m- A-")

    assert isinstance(say(partie, "e", "étoile"), WordAccepted if pli else WordRefused)

    play(partie, "l! m- B-")
    finish(partie, before=2)

    assert isinstance(say(partie, "e", "étoile"), WordAccepted if manche else WordRefused)


def test_w9_the_family_of_an_earlier_word_is_remembered_and_undone(judge: Judge) -> None:
    """« jouer » is refused as kin of « joueur » (W8) until « joueur » is undone."""
    partie = Partie(judge, Setup(manches=1))

    say(partie, "j", "joueur")
    refused = say(partie, "o", "jouer")

    assert isinstance(refused, WordRefused)
    assert refused.verdict.reasons == ("same_family",)

    partie.undo(2)
    say(partie, "u", "rouge")

    assert isinstance(say(partie, "o", "jouer"), WordAccepted)


def test_w9_refused_words_are_not_remembered(judge: Judge) -> None:
    """A refused word may be said again later, and is then valid if it fits."""
    partie = Partie(judge, Setup(manches=1))

    assert isinstance(say(partie, "z", "étoile"), WordRefused)
    assert isinstance(say(partie, "e", "étoile"), WordAccepted)
    assert partie.view(partie.state.manche.opener).words == ("étoile",)


def test_w10_a_refused_word_gets_every_reason(judge: Judge) -> None:
    """The verdict of the event has the reasons of the cards and of the lexicon together."""
    partie = Partie(judge, Setup(manches=1))

    say(partie, "F", "Facile")
    refused = say(partie, "z", "portes")

    assert isinstance(refused, WordRefused)
    assert set(refused.verdict.reasons) >= {"wrong_initial", "missing_letters", "plural"}


def test_w9_the_judge_and_the_setup_must_have_the_same_rules() -> None:
    """A judge with another ``memory`` is an error that names it."""
    with pytest.raises(ArgumentError, match="memory='pli'"):
        Partie(StubJudge(rules=HouseRules(memory="pli")), new_partie().setup)


def test_w9_an_arbiter_accepts_a_word_of_any_length(judge: Judge) -> None:
    """The game goes on after an arbiter accepted a word of 100 letters."""
    partie = Partie(judge, Setup(manches=1))

    say(partie, "e", "a" * 100)
    partie.apply(Overrule(True, "it is in our list"))
    say(partie, "l", "école")


def test_w9_undo_takes_words_back() -> None:
    """After an undo, the history has the words of the state."""
    partie = new_partie_of_deal(StubJudge(), new_partie().setup.deals[0])

    play(partie, "l e m")

    assert tuple(partie.history) == ("bon",) * 3

    partie.undo(2)

    assert tuple(partie.history) == partie.state.words == ("bon",)
