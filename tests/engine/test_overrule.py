"""Overruling the judge's verdict on the last word, and undoing it.

Strings such as ``"l e! m- W"`` are scripts, explained in ``scripted_games``: cards laid in turn with a valid word,
``!`` with a refused word, ``-`` with a pass, ``.`` face down without a word.
"""

from __future__ import annotations

import pytest

from belettre_lexicon.games.belettre.actions import AnnounceBelettre, Overrule, Overtime
from belettre_lexicon.games.belettre.events import ANNOUNCED, MancheEnded, Overruled, PartieEnded, PliTaken
from belettre_lexicon.games.belettre.partie import HistoryCache, Partie
from belettre_lexicon.words.history import History
from tests.engine.scripted_games import (
    LEV,
    MER,
    PLAIN_HANDS,
    PON,
    REFUSED_WORD,
    SEP,
    VALID_WORD,
    StubJudge,
    finish,
    last_event,
    new_partie,
    play,
    refusals_of,
)

#: The two rulings of an arbiter on the last word.
ACCEPT, REFUSE = Overrule(True, "heard « bon »"), Overrule(False, "no such word")


def test_p6_an_overruled_refusal_turns_the_card_up_again() -> None:
    """The pli goes on as if the judge had accepted the word: same holder, letters and history."""
    partie, other = new_partie(), new_partie()

    play(partie, "l e!")
    play(other, "l e")

    assert partie.apply(ACCEPT) == (Overruled(SEP, REFUSED_WORD, True, "heard « bon »"),)

    pli, wanted = partie.state.manche.pli, other.state.manche.pli

    assert (pli.holder, pli.letters, pli.laid[1].up) == (wanted.holder, wanted.letters, True) == (SEP, "le", True)
    assert partie.state.words == (VALID_WORD, REFUSED_WORD)
    assert tuple(partie.history) == (VALID_WORD, REFUSED_WORD)
    assert partie.turn is LEV


def test_p6_only_one_word_is_kept_for_an_overruling() -> None:
    """The state before the last word has none, so that a long game does not keep all of its states."""
    partie = new_partie()

    play(partie, "l e m")
    last = partie.state.last_word

    assert last is not None
    assert last.before.last_word is None
    assert last.before.turn is LEV


def test_w7_the_history_forgets_as_few_words_as_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that stay are not looked up again; the history has exactly the words that it is asked for."""
    kept: list[int] = []
    forget_after = History.forget_after

    def recorded(history: History, count: int) -> None:
        kept.append(count)
        forget_after(history, count)

    monkeypatch.setattr(History, "forget_after", recorded)
    cache = HistoryCache(StubJudge().rules)

    for words in (("volonté", "école", "raclette"), ("volonté", "école", "facile"), ("volonté",), ("volonté", "oui")):
        assert tuple(cache.of(words)) == words

    assert kept == [2, 1]


def test_p6_an_overruled_word_turns_the_card_down() -> None:
    """Its card gives no letter and does not hold the pli, and the word is not an earlier word any more."""
    partie = new_partie()

    play(partie, "A e")
    partie.apply(REFUSE)
    pli = partie.state.manche.pli

    assert (pli.holder, pli.initial, pli.letters, pli.laid[1].up) == (PON, "a", "", False)
    assert partie.state.words == (VALID_WORD,)


def test_p6_an_overruling_is_logged_after_the_word() -> None:
    """The judge's verdict stays in the log; the reason is stored without surrounding blanks."""
    partie = new_partie()

    (word_event,) = play(partie, "l!")
    partie.apply(Overrule(True, "  dictionary of 1932 "))

    assert partie.log[-2:] == (word_event, Overruled(PON, REFUSED_WORD, True, "dictionary of 1932"))


def test_p6_the_last_word_may_be_overruled_after_the_pli_was_picked_up() -> None:
    """The pli and its points go to another player, who opens the next pli."""
    partie = new_partie()

    assert isinstance(play(partie, "l e m W")[-1], PliTaken)
    assert partie.turn is MER

    overruled, taken = partie.apply(REFUSE)

    assert isinstance(overruled, Overruled)
    assert isinstance(taken, PliTaken)
    assert taken.seat is LEV
    assert partie.turn is LEV
    assert partie.points == (16, 0)
    assert len(partie.state.manche.taken) == 1
    assert partie.apply(ACCEPT)[-1] == PliTaken(MER, 1, taken.cards, 16)
    assert partie.points == (0, 16)


def test_p11_overruling_may_leave_the_choice_to_a_team() -> None:
    """Without any valid word a team chooses; when the word is accepted again, the choice is gone."""
    partie = new_partie()

    play(partie, "l! e! m! W")
    partie.apply(REFUSE)

    assert partie.awaits == "pick_up"
    assert isinstance(partie.apply(ACCEPT)[-1], PliTaken)
    assert partie.turn is MER


def test_p11_the_last_word_may_be_overruled_after_the_choice() -> None:
    """The last word may be overruled after a team chose who picks up, until the next card is laid."""
    partie = new_partie()

    play(partie, "l! e! m! W!   SEP^")
    partie.apply(ACCEPT)

    assert partie.turn is MER


def test_p7_the_last_word_may_be_overruled_after_a_card_was_revealed() -> None:
    """The last word may be overruled after a hidden card was revealed, until the next card is laid."""
    partie = Partie.watched(StubJudge(), manches=1)

    play(partie, "A e min- o   LEV=m")
    (overruled, *_) = partie.apply(REFUSE)

    assert isinstance(overruled, Overruled)


def test_p6_no_word_is_overruled_after_the_next_card() -> None:
    """Once a card is laid, with or without a word, it is too late; reporting an overrun changes nothing."""
    partie = new_partie()

    assert [refusal.reason for refusal in refusals_of(partie, ACCEPT)] == ["nothing_said"]

    play(partie, "l e!")
    partie.apply(Overtime(LEV, 40))

    assert partie.can(ACCEPT)

    play(partie, "m-")

    assert [(refusal.rule, refusal.reason) for refusal in refusals_of(partie, ACCEPT)] == [("P6", "nothing_said")]


def test_p6_the_same_verdict_is_refused() -> None:
    """An overruling that agrees with the verdict is refused, with the word."""
    partie = new_partie()

    play(partie, "l")

    assert [(refusal.reason, refusal.value) for refusal in refusals_of(partie, ACCEPT)] == [
        ("holds_already", VALID_WORD)
    ]

    partie.apply(REFUSE)

    assert [refusal.reason for refusal in refusals_of(partie, REFUSE)] == ["holds_already"]

    partie.apply(ACCEPT)  # the other verdict is allowed


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501, None, 3])
def test_w10_overruling_needs_a_reason(reason: str) -> None:
    """The reason of an overruling must have 1 to 500 characters."""
    partie = new_partie()

    play(partie, "l!")

    assert [refusal.rule for refusal in refusals_of(partie, Overrule(True, reason))] == ["W10"]


@pytest.mark.parametrize("accept", ["no", 1, [0]])
def test_overruling_needs_a_bool(accept: bool) -> None:
    """Values such as 1 or « no » are not taken for true or false."""
    partie = new_partie()

    play(partie, "l!")

    assert not partie.can(Overrule(accept, "reason"))


def test_s5_the_last_word_of_a_manche_may_be_overruled() -> None:
    """The Dix de Der and the points go to the other team, and the next manche keeps its deal."""
    partie = new_partie(manches=2)
    while not partie.state.ended:
        play(partie, _next_card(partie))

    before, deal = last_event(partie, MancheEnded), partie.state.manche.hands

    assert partie.state.manche.number == 2

    partie.apply(REFUSE)
    after = last_event(partie, MancheEnded)

    assert after.number == 1
    assert after.dix_de_der is not before.dix_de_der
    assert after != before
    assert partie.state.ended == (after,)
    assert partie.points == after.points
    assert partie.state.manche.number == 2
    assert partie.state.manche.hands == deal


def _next_card(partie: Partie) -> str:
    """Return the card to lay for the seat whose turn it is; in position 4 a majuscule."""
    pli, seat = partie.state.manche.pli, partie.turn

    assert seat is not None

    hand = partie.view(seat).hand
    majuscule = (len(pli.laid) == 3 and not pli.majuscules) or all(card.text.isupper() for card in hand)
    return next((card.text for card in hand if card.text.isupper() is majuscule and not card.wild), hand[-1].text)


def test_s5_the_last_word_of_a_partie_may_be_overruled() -> None:
    """After an overruling, the final points are computed again."""
    partie = new_partie()
    while not partie.over:
        play(partie, _next_card(partie))

    before = last_event(partie, PartieEnded)

    partie.apply(REFUSE)

    assert partie.over
    assert last_event(partie, PartieEnded).points == partie.points != before.points


def test_s3_no_word_is_overruled_after_an_announcement_in_the_next_manche() -> None:
    """Once the announcement is undone, the last word of the manche before may be overruled again."""
    partie = new_partie(manches=2)

    finish(partie, before=2)
    announcing = next(move for move in partie.legal_actions() if isinstance(move, AnnounceBelettre))

    assert partie.can(REFUSE)

    partie.apply(announcing)

    assert [refusal.reason for refusal in refusals_of(partie, REFUSE)] == ["nothing_said"]
    assert partie.state.manche.belettres[announcing.seat.index].stage == ANNOUNCED

    partie.undo()

    assert partie.can(REFUSE)


def test_undo_of_an_overruling_is_exact() -> None:
    """The undo restores state, log and history, in the middle of a pli and after the pick-up."""
    for script, overrule in (("l e!", ACCEPT), ("l e m W", REFUSE)):
        partie = new_partie()
        play(partie, script)
        state, log = partie.state, partie.log
        partie.apply(overrule)
        partie.undo()
        assert partie.state == state
        assert partie.log == log
        assert tuple(partie.history) == state.words


def test_a_log_with_an_overruling_is_replayed() -> None:
    """The replayed game has the same state and log."""
    partie = new_partie()

    play(partie, "l e m W")
    partie.apply(REFUSE)
    play(partie, "e o!")
    again = Partie.replay(StubJudge(), partie.setup, partie.log)

    assert again.state == partie.state
    assert again.log == partie.log


def test_a_replay_keeps_the_recorded_verdicts() -> None:
    """A judge that would decide otherwise today changes neither valid nor refused words."""
    partie = new_partie()

    play(partie, "l e! m")
    again = Partie.replay(StubJudge(refused={VALID_WORD}), partie.setup, partie.log)

    assert again.state == partie.state

    again = Partie.replay(StubJudge(refused=()), partie.setup, partie.log)

    assert again.state == partie.state


def test_a_replay_does_not_call_the_judge() -> None:
    """The verdicts are taken from the log."""
    partie = new_partie(*PLAIN_HANDS)

    play(partie, "l e m W")
    silent = StubJudge()

    assert Partie.replay(silent, partie.setup, partie.log).state == partie.state
    assert silent.calls == []
