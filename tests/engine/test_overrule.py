"""The arbiter's overruling of the judge, and undo."""

from __future__ import annotations

import pytest

from belettre_lexicon.engine.actions import AnnounceBelettre, Overrule, Overtime
from belettre_lexicon.engine.events import ANNOUNCED, MancheEnded, Overruled, PartieEnded, PliTaken
from belettre_lexicon.engine.partie import Partie
from tests.engine.tables import BAD, GOOD, LEV, MER, PLAIN, PON, SEP, StubJudge, finish, last, play, refused, table

ACCEPT, REFUSE = Overrule(True, "heard « bon »"), Overrule(False, "no such word")


def test_p6_an_overruled_refusal_turns_the_card_up_again() -> None:
    """The pli goes on as if the judge had accepted the word: holder, letters and history."""
    partie, other = table(), table()
    play(partie, "l e!")
    play(other, "l e")
    assert partie.apply(ACCEPT) == (Overruled(SEP, BAD, True, "heard « bon »"),)
    pli, wanted = partie.state.manche.pli, other.state.manche.pli
    assert (pli.holder, pli.letters, pli.laid[1].up) == (wanted.holder, wanted.letters, True) == (SEP, "le", True)
    assert partie.state.words == (GOOD, BAD) and tuple(partie.history) == (GOOD, BAD)
    assert partie.turn is LEV


def test_p6_an_overruled_word_turns_the_card_down() -> None:
    """It gives no letter, holds no pli, and is no earlier word any more."""
    partie = table()
    play(partie, "A e")
    partie.apply(REFUSE)
    pli = partie.state.manche.pli
    assert (pli.holder, pli.initial, pli.letters, pli.laid[1].up) == (PON, "a", "", False)
    assert partie.state.words == (GOOD,)


def test_p6_the_word_stays_in_the_log_with_the_reason() -> None:
    """The judge's verdict is not rewritten; the reason is kept without the blanks around it."""
    partie = table()
    (said,) = play(partie, "l!")
    partie.apply(Overrule(True, "  dictionary of 1932 "))
    assert partie.log[-2:] == (said, Overruled(PON, BAD, True, "dictionary of 1932"))


def test_p6_the_last_word_may_be_overruled_after_the_pli_was_picked_up() -> None:
    """The pli goes to another player, with its points, and he opens."""
    partie = table()
    assert isinstance(play(partie, "l e m W")[-1], PliTaken) and partie.turn is MER
    overruled, taken = partie.apply(REFUSE)
    assert isinstance(overruled, Overruled) and isinstance(taken, PliTaken) and taken.seat is LEV
    assert partie.turn is LEV and partie.points == (16, 0) and len(partie.state.manche.taken) == 1
    assert partie.apply(ACCEPT)[-1] == PliTaken(MER, 1, taken.cards, 16)
    assert partie.points == (0, 16)


def test_p11_overruling_may_leave_the_choice_to_a_team() -> None:
    """No valid word is left; and the other way round the choice is gone."""
    partie = table()
    play(partie, "l! e! m! W")
    partie.apply(REFUSE)
    assert partie.awaits == "pick_up"
    assert isinstance(partie.apply(ACCEPT)[-1], PliTaken) and partie.turn is MER


def test_p11_the_last_word_may_be_overruled_after_the_choice() -> None:
    """The next card was not laid yet."""
    partie = table()
    play(partie, "l! e! m! W!   SEP^")
    partie.apply(ACCEPT)
    assert partie.turn is MER


def test_p7_the_last_word_may_be_overruled_after_a_card_was_revealed() -> None:
    """The next card was not laid yet."""
    partie = Partie.watched(StubJudge(), manches=1)
    play(partie, "A e min- o   LEV=m")
    partie.apply(REFUSE)


def test_p6_not_after_the_next_card() -> None:
    """Only the last word, and only until a card is laid, with or without a word; the clock changes nothing."""
    partie = table()
    assert [one.reason for one in refused(partie, ACCEPT)] == ["nothing_said"]
    play(partie, "l e!")
    partie.apply(Overtime(LEV, 40))
    assert partie.can(ACCEPT)
    play(partie, "m-")
    assert [(one.rule, one.reason) for one in refused(partie, ACCEPT)] == [("P6", "nothing_said")]


def test_p6_the_same_verdict_is_refused() -> None:
    """There is nothing to overrule; the refusal names the word."""
    partie = table()
    play(partie, "l")
    assert [(one.reason, one.value) for one in refused(partie, ACCEPT)] == [("holds_already", GOOD)]
    partie.apply(REFUSE)
    assert [one.reason for one in refused(partie, REFUSE)] == ["holds_already"]
    partie.apply(ACCEPT)


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501, None, 3])
def test_w10_overruling_needs_a_reason(reason: str) -> None:
    """Between 1 and 500 characters."""
    partie = table()
    play(partie, "l!")
    assert [one.rule for one in refused(partie, Overrule(True, reason))] == ["W10"]


@pytest.mark.parametrize("accept", ["no", 1, [0]])
def test_overruling_is_yes_or_no(accept: bool) -> None:
    """« no » is not taken for yes."""
    partie = table()
    play(partie, "l!")
    assert not partie.can(Overrule(accept, "reason"))


def test_s5_the_last_word_of_a_manche_may_be_overruled() -> None:
    """The Dix de Der and the points go over, and the next manche is dealt as before."""
    partie = table(manches=2)
    while not partie.state.ended:
        play(partie, _only(partie))
    before, deal = last(partie, MancheEnded), partie.state.manche.hands
    assert partie.state.manche.number == 2
    partie.apply(REFUSE)
    after = last(partie, MancheEnded)
    assert after.number == 1 and after.dix_de_der is not before.dix_de_der and after != before
    assert partie.state.ended == (after,) and partie.points == after.points
    assert partie.state.manche.number == 2 and partie.state.manche.hands == deal


def _only(partie: Partie) -> str:
    """A card for whoever's turn it is, a majuscule in position 4, with a word that holds."""
    pli, seat = partie.state.manche.pli, partie.turn
    assert seat is not None
    hand = partie.view(seat).hand
    majuscule = (len(pli.laid) == 3 and not pli.majuscules) or all(card.text.isupper() for card in hand)
    return next((card.text for card in hand if card.text.isupper() is majuscule and not card.wild), hand[-1].text)


def test_s5_the_last_word_of_a_partie_may_be_overruled() -> None:
    """The final points are counted anew."""
    partie = table()
    while not partie.over:
        play(partie, _only(partie))
    before = last(partie, PartieEnded)
    partie.apply(REFUSE)
    assert partie.over and last(partie, PartieEnded).points == partie.points != before.points


def test_s3_an_announcement_in_the_next_manche_is_not_lost_by_overruling() -> None:
    """It ends the time for overruling the last manche's last word; taken back, that word may be overruled again."""
    partie = table(manches=2)
    finish(partie, before=2)
    announcing = next(move for move in partie.legal_actions() if isinstance(move, AnnounceBelettre))
    assert partie.can(REFUSE)
    partie.apply(announcing)
    assert [one.reason for one in refused(partie, REFUSE)] == ["nothing_said"]
    assert partie.state.manche.belettres[announcing.seat.index].stage == ANNOUNCED
    partie.undo()
    assert partie.can(REFUSE)


def test_undo_of_an_overruling_is_exact() -> None:
    """State, log and history are what they were, in the middle of a pli and after its pick-up."""
    for script, overrule in (("l e!", ACCEPT), ("l e m W", REFUSE)):
        partie = table()
        play(partie, script)
        state, log = partie.state, partie.log
        partie.apply(overrule)
        partie.undo()
        assert partie.state == state and partie.log == log and tuple(partie.history) == state.words


def test_a_log_with_an_overruling_is_replayed() -> None:
    """State and log are the same again."""
    partie = table()
    play(partie, "l e m W")
    partie.apply(REFUSE)
    play(partie, "e o!")
    again = Partie.replay(StubJudge(), partie.setup, partie.log)
    assert again.state == partie.state and again.log == partie.log


def test_a_replay_keeps_the_verdicts_that_words_had() -> None:
    """A judge who thinks otherwise today changes neither valid nor refused words."""
    partie = table()
    play(partie, "l e! m")
    again = Partie.replay(StubJudge(refused={GOOD}), partie.setup, partie.log)
    assert again.state == partie.state
    again = Partie.replay(StubJudge(refused=()), partie.setup, partie.log)
    assert again.state == partie.state


def test_a_replay_asks_no_judge() -> None:
    """Words that held keep holding without a question."""
    partie = table(*PLAIN)
    play(partie, "l e m W")
    silent = StubJudge()
    assert Partie.replay(silent, partie.setup, partie.log).state == partie.state
    assert silent.asked == []
