"""P7: what was entered about a face-down card counts for nobody else until the pli is picked up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from belettre_lexicon.french.cards import MIN_BACK, Card
from belettre_lexicon.games.belettre.actions import Lay, Passe, Reveal
from belettre_lexicon.games.belettre.events import PliTaken, Revealed, Swapped, Trapped
from belettre_lexicon.games.belettre.legality import LIES_TWICE, Question
from belettre_lexicon.games.belettre.partie import Partie, ReplayError
from tests.engine.scripted_games import (
    LEV,
    MER,
    PON,
    SEP,
    VALID_WORD,
    StubJudge,
    last_event,
    play,
    refusals_of,
    rules_against,
)


@pytest.fixture
def partie() -> Partie:
    """A manche with real cards."""
    return Partie.watched(StubJudge(), manches=1)


def test_p7_a_hidden_card_makes_no_entry_of_others_illegal(partie: Partie) -> None:
    """The only k lies face down: what the next player may lay is what they may lay beside any other minuscule."""
    other = Partie.watched(StubJudge(), manches=1)
    play(partie, "A e k-")
    play(other, "A e m-")

    assert partie.legal_actions() == other.legal_actions()
    assert partie.can(Lay(MER, Card.of("k"), VALID_WORD))
    assert partie.state.manche.pli.laid[2].card is MIN_BACK


def test_p7_a_card_that_was_entered_is_turned_up_when_the_pli_is_full(partie: Partie) -> None:
    """Nobody is asked for it, its points count, and then it is spent."""
    taken = play(partie, "A e k- m")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.cards[2] is Card.of("k")
    assert rules_against(partie, "k") == {"D1"}


def test_p7_a_card_that_lies_twice_is_told_at_the_pick_up(partie: Partie) -> None:
    """The fourth player lays the only k face up: the player who had entered it is asked for their card."""
    play(partie, "A e k- k!")

    assert partie.awaits == "reveal"
    assert partie.movers() == (LEV,)
    assert partie.questions() == (Question(LIES_TWICE, LEV, Card.of("k")),)
    assert [refusal.rule for refusal in refusals_of(partie, Reveal(LEV, Card.of("k")))] == ["D1"]
    assert [refusal.rule for refusal in refusals_of(partie, Reveal(LEV, Card.of("K")))] == ["P7"]

    play(partie, "LEV=m")

    assert last_event(partie, PliTaken).cards[2] is Card.of("m")
    assert Partie.replay(StubJudge(), partie.setup, partie.log).state == partie.state


def test_p7_two_players_who_entered_the_only_copy_are_both_asked(partie: Partie) -> None:
    """Either may be mistaken; when one of them names another card, the other was right."""
    play(partie, "A e k- k-")

    assert partie.questions() == (Question(LIES_TWICE, LEV, Card.of("k")), Question(LIES_TWICE, MER, Card.of("k")))

    play(partie, "MER=m")

    assert last_event(partie, PliTaken).cards[2:] == (Card.of("k"), Card.of("m"))


def test_p7_one_of_two_who_says_it_again_is_believed(partie: Partie) -> None:
    """The only k is revealed by one of the two players who had entered it: the other is asked again."""
    play(partie, "A e k- k-", "LEV=k")

    assert partie.questions() == (Question(LIES_TWICE, MER, Card.of("k")),)

    play(partie, "MER=m")

    assert [type(event) for event in partie.log[-3:-1]] == [Revealed, Revealed]


def test_p7_nothing_is_turned_up_before_every_hidden_card_was_entered(partie: Partie) -> None:
    """The other hidden card may be named k as long as nobody knows better; then both are compared."""
    play(partie, "A e k- min-")

    assert partie.movers() == (MER,)

    play(partie, "MER=k")

    assert partie.questions() == (Question(LIES_TWICE, LEV, Card.of("k")),)


def test_t2_a_hidden_card_that_was_taken_back_stays_unknown() -> None:
    """Position 2 takes back the only k, which they had laid face down: others may lay it, and the log keeps it."""
    partie = Partie.watched(StubJudge(), manches=1, before=4, opener=PON)
    play(partie, "l k- m. o. SEP>A PON^")

    assert last_event(partie, Swapped).back is Card.of("k")
    assert partie.can(Lay(PON, Card.of("k"), VALID_WORD))
    assert partie.can(Passe(PON, Card.of("k")))


def test_p7_a_log_in_which_a_hidden_card_ruled_out_a_fault_can_be_replayed() -> None:
    """Logs up to version 0.6 may name fewer seats that have to swap; never none, nor another one."""
    partie = Partie.watched(StubJudge(), manches=1, before=4, opener=PON)
    play(partie, "l k- m. o. SEP>A PON^")
    trapped = last_event(partie, Trapped)
    place = partie.log.index(trapped)
    assert len(trapped.fault) > 1

    for fault, fits in (((SEP,), True), ((), False), ((MER,), False)):
        log = [*partie.log[:place], replace(trapped, fault=fault), *partie.log[place + 1 :]]
        if fits:
            assert Partie.replay(StubJudge(), partie.setup, log) == partie
        else:
            with pytest.raises(ReplayError):
                Partie.replay(StubJudge(), partie.setup, log)
