"""What a view shows: all that its seat may know (P7, P12, D3), and nothing else.

Strings such as ``"l e! m- W"`` are scripts, explained in ``scripted_games``.
"""

from __future__ import annotations

import random

import pytest

from belettre_lexicon.french.cards import Card, Case
from belettre_lexicon.games.belettre.actions import Action
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from tests.engine.random_games import TwinDeal, play_randomly, random_game
from tests.engine.scripted_games import MER, PON, SEP, StubJudge, finish, new_partie, play

#: Two plis in which the Méridional, in position 4, lays both of their majuscules; the Ponantais opens pli 3.
NO_MAJ_MER = "l e! m! S-   d a! e! W-"


def swapped(pli: str = "i n r! b-") -> Partie:
    """Return a game in which the Septentrional has just taken ``n`` back, and a team chooses who picks up."""
    partie = new_partie()
    play(partie, NO_MAJ_MER, pli, "SEP>G")
    return partie


@pytest.mark.parametrize("seat", SEATS)
def test_t2_the_letter_of_a_card_taken_back_is_no_longer_on_the_table(seat: Seat) -> None:
    """After a swap, the required letters are those of the cards that still lie face up."""
    partie = swapped("i! n r! b-")

    assert partie.awaits == "pick_up"
    assert partie.view(seat).letters == ""
    assert partie.view(seat).initial == ""


def test_t2_everybody_knows_who_holds_a_card_that_was_taken_back() -> None:
    """A minuscule that was laid with a word and taken back is in that hand, until it is seen on the table again."""
    partie = swapped()

    assert [partie.view(seat).taken_back for seat in SEATS] == [((), (Card.of("n"),), (), ())] * 4

    play(partie, "u n")

    assert partie.view(MER).taken_back == ((), (), (), ())


def test_t2_a_card_taken_back_may_be_the_one_that_lies_face_down() -> None:
    """While its player has a minuscule face down, nobody is told; after the pick-up it is known again or has gone."""
    partie = swapped()

    play(partie, "u s-")

    assert partie.view(MER).taken_back[1] == ()

    play(partie, "C. o. PON^")

    assert partie.view(PON).taken_back[1] == (Card.of("n"),)


def test_t2_a_card_that_nobody_saw_is_not_shown_when_it_is_taken_back() -> None:
    """A minuscule that was passed and taken back was never seen by the others."""
    partie = new_partie()

    play(partie, NO_MAJ_MER, "i- n. r. b. SEP>G")

    assert partie.view(MER).taken_back == ((), (), (), ())


def test_d3_the_majuscules_of_earlier_manches_are_shown_until_the_next_shuffle() -> None:
    """Manches 2 and 3 show whose majuscules were played since the shuffle; manche 4 begins with none."""
    partie = new_partie(manches=4)
    for manche in (1, 2, 3):
        dealt = partie.setup.deals[manche - 1].hands
        finish(partie, before=manche + 1)
        played = partie.view(SEP).earlier_majuscules
        if manche < 3:
            for seat in SEATS:
                majuscules = [card for card in dealt[seat.index] if card.case is Case.MAJ]

                assert sorted(map(str, played[seat.index][-2:])) == sorted(map(str, majuscules))

    assert partie.state.manche.number == 4
    assert partie.view(MER).earlier_majuscules == ((), (), (), ())


def test_p12_two_majuscules_of_each_player_are_shown_for_each_manche() -> None:
    """In random games of several manches, every seat's majuscules of earlier manches are counted."""
    for seed in (2, 3, 10):
        partie = random_game(seed)
        for event_count in range(partie.actions_done, 0, -40):
            partie.undo(min(40, event_count))
            number = partie.state.manche.number
            expected = 0 if number == 4 else 2 * (number - 1)
            if partie.setup.deck == new_partie().setup.deck:
                assert {len(cards) for cards in partie.view(PON).earlier_majuscules} == {expected}


def test_s3_nobody_is_told_who_holds_a_belettre_before_it_is_announced() -> None:
    """Two deals that differ in a Belettre of the Méridional alone have the same movers and views for the others."""
    without = new_partie("AJdiruul", "GMaelnos", "CPmeetir", "SWbaoeu?")
    belettre = new_partie("AJdiruul", "GMaelnos", "CPmeetir", "RSbaoeu?")

    assert without.movers() == belettre.movers()
    assert without.acting_seats() != belettre.acting_seats()

    for seat in (PON, SEP):
        assert without.view(seat) == belettre.view(seat)

    assert without.view(MER).actions != belettre.view(MER).actions


def test_p7_twin_deals_have_the_same_movers() -> None:
    """Cards that a seat may not know change neither its view nor who may act, before the first card and later."""
    compared = at_the_start = 0

    for seed in range(30):
        done: list[Action] = []

        for partie, move, rng in play_randomly(5000 + seed):
            if not done or rng.random() < 0.1:
                seat = rng.choice(SEATS)
                twin = TwinDeal(partie, seat, random.Random(seed))
                other = twin.replay(partie, done, seat) if twin.differs else None
                if other is not None:
                    assert other.movers() == partie.movers()
                    assert other.view(seat) == partie.view(seat)

                    compared += 1
                    at_the_start += not done
            done.append(move)

    assert compared > 60
    assert at_the_start > 20


def test_p7_a_swap_leaves_the_same_view_in_a_replay() -> None:
    """A view depends on the log alone."""
    partie = swapped()

    again = Partie.replay(StubJudge(), partie.setup, partie.log)

    assert [again.view(seat) for seat in SEATS] == [partie.view(seat) for seat in SEATS]
