"""T1 to T5: the trap."""

from __future__ import annotations

import random

import pytest

from belettre_lexicon.cards import MAJ_BACK, Card, Case, in_rank
from belettre_lexicon.engine.actions import Discard, Lay, Passe, PickUp, Swap
from belettre_lexicon.engine.events import PliTaken, Swapped, Trapped
from belettre_lexicon.engine.hands import KnownHand
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.pli import Pli, seats_at_fault
from belettre_lexicon.engine.seats import Seat
from tests.engine.tables import LEV, MER, PON, SEP, StubJudge, cards, moves, play, refused, rules_against, table, worth

#: The Méridional gets rid of both majuscules in position 4; the Ponantais opens pli 3.
NO_MAJ_MER = "l e! m! S-   d a! e! W-"
#: The Septentrional and the Méridional get rid of theirs; the Ponantais opens pli 5.
NO_MAJ_SEP_MER = "l G! m! b-   d M! e! a-   i a! e! S-   r e! t! W-"


def trapped(opening: str = NO_MAJ_MER, pli: str = "i n r b-") -> Partie:
    """A partie whose Méridional has just laid his minuscule in a trap."""
    partie = table()
    play(partie, opening, pli)
    return partie


def test_t1_position_4_without_a_majuscule_lays_a_minuscule_face_down() -> None:
    """All that he may do is to pass with one of his minuscules."""
    partie = table()
    play(partie, NO_MAJ_MER, "i n r")
    assert partie.turn is MER
    assert set(moves(partie)) == {Passe(MER, card) for card in cards("baoeu?")}
    assert "P3" in rules_against(partie, "b")  # no word: he cannot win


def test_t1_position_4_with_a_majuscule_is_not_trapped() -> None:
    """A minuscule is refused while he holds one."""
    partie = table()
    play(partie, "l e m")
    assert rules_against(partie, "b-") == {"P3"}


def test_t1_a_pli_with_a_majuscule_traps_nobody() -> None:
    """Position 4 without a majuscule then says a word."""
    partie = table()
    play(partie, NO_MAJ_MER, "i G r b")
    assert partie.turn is MER


def test_t2_position_2_swaps_his_minuscule_for_a_majuscule_of_his_choice() -> None:
    """He may choose either; his minuscule is in his hand again, the majuscule lies face down."""
    partie = trapped()
    assert partie.awaits == "swap" and partie.log[-1] == Trapped(MER, (SEP,))
    assert partie.legal_actions() == [Swap(SEP, Card.of("G")), Swap(SEP, Card.of("M"))]
    hand = partie.view(SEP).hand
    swapped = play(partie, "SEP>M")[0]
    assert isinstance(swapped, Swapped)
    assert (swapped.seat, swapped.card, swapped.back) == (SEP, Card.of("M"), Card.of("n"))
    kept = [card for card in hand if card is not Card.of("M")]
    assert in_rank(partie.view(SEP).hand) == in_rank([*kept, Card.of("n")])


@pytest.mark.parametrize(
    ("pli", "taker"), [("i n r b-", LEV), ("i n r! b-", PON), ("i n! r b-", LEV), ("i! n r b-", LEV)]
)
def test_t2_the_pli_goes_to_the_last_valid_word_of_the_other_team(pli: str, taker: Seat) -> None:
    """Never to position 2, whatever he said."""
    partie = trapped(pli=pli)
    taken = play(partie, "SEP>G")[-1]
    assert isinstance(taken, PliTaken) and taken.seat is taker
    assert taken.points == worth(taken.cards) == worth([Card.of(c) for c in ("i", "G", "r", "b")])
    assert partie.turn is taker


@pytest.mark.parametrize("pli", ["i! n r! b-", "i! n! r! b-", "i! n r- b-"])
def test_t2_without_a_valid_word_of_the_other_team_it_chooses(pli: str) -> None:
    """Reading: either of the two picks up, as in P9."""
    partie = trapped(pli=pli)
    play(partie, "SEP>G")
    assert partie.legal_actions() == [PickUp(PON), PickUp(LEV)]
    assert {one.rule for one in refused(partie, PickUp(SEP))} == {"P9"}
    play(partie, "LEV^")
    assert partie.turn is LEV


def test_t2_only_the_player_at_fault_swaps_a_majuscule_that_he_holds() -> None:
    """Another seat, a minuscule and a card not held are refused; so is any card laid."""
    partie = trapped()
    assert {one.reason for one in refused(partie, Swap(LEV, Card.of("C")))} == {"not_at_fault"}
    assert {one.reason for one in refused(partie, Swap(SEP, Card.of("s")))} == {"not_a_majuscule"}
    assert {one.reason for one in refused(partie, Swap(SEP, Card.of("C")))} == {"not_held"}
    assert {one.rule for one in refused(partie, Lay(SEP, Card.of("G"), "bon"))} == {"T2"}


def test_t2_no_swap_without_a_trap() -> None:
    """A swap is refused while a card is awaited."""
    assert {one.rule for one in refused(table(), Swap(PON, Card.of("A")))} == {"P1"}


def test_t2_the_majuscule_of_a_swap_lies_face_down() -> None:
    """While the other team chooses, others see a back of it."""
    partie = trapped(pli="i! n r! b-")
    play(partie, "SEP>G")
    assert partie.view(PON).pli[1].card is MAJ_BACK and partie.view(SEP).pli[1].card is Card.of("G")
    assert not partie.state.manche.pli.laid[1].up


def test_t2_after_the_swap_position_2_no_longer_holds_the_pli() -> None:
    """``View.holder`` is who would pick up now: nobody in particular while the other team chooses."""
    partie = trapped(pli="i! n r! b-")
    play(partie, "SEP>G")
    assert partie.view(PON).holder is not SEP


def test_t2_a_trap_in_a_pli_that_p9_lost_is_made_good_and_stays_lost() -> None:
    """Reading: the swap is made, and the team that P9 names still chooses."""
    partie = table()
    play(partie, NO_MAJ_MER, "i- n. r.")
    assert set(moves(partie)) == {Discard(MER, card) for card in cards("baoeu?")}
    play(partie, "b. SEP>G")
    assert partie.legal_actions() == [PickUp(SEP), PickUp(MER)]


def test_t3_position_3_is_at_fault_when_position_2_has_no_majuscule() -> None:
    """He swaps, and the pli goes to position 2."""
    partie = trapped(NO_MAJ_SEP_MER, "u l i o-")
    assert partie.log[-1] == Trapped(MER, (LEV,))
    assert partie.legal_actions() == [Swap(LEV, Card.of("C")), Swap(LEV, Card.of("P"))]
    taken = play(partie, "LEV>C")[-1]
    assert isinstance(taken, PliTaken) and taken.seat is SEP
    assert Card.of("i") in partie.view(LEV).hand and Card.of("C") not in partie.view(LEV).hand


def test_t3_the_pli_goes_to_position_2_even_when_position_3_spoke_last() -> None:
    """Position 3 loses his word with his card, position 1 gets nothing either."""
    partie = trapped(NO_MAJ_SEP_MER, "u! l i o-")
    assert isinstance(taken := play(partie, "LEV>P")[-1], PliTaken) and taken.seat is SEP


@pytest.mark.parametrize("pli", ["u l! i o-", "u! l! i! o-"])
def test_t3_without_a_valid_word_of_position_2_his_team_chooses(pli: str) -> None:
    """Reading: either of positions 2 and 4 picks up, as in P9."""
    partie = trapped(NO_MAJ_SEP_MER, pli)
    play(partie, "LEV>C")
    assert partie.legal_actions() == [PickUp(SEP), PickUp(MER)]


def test_t4_position_1_is_at_fault_when_positions_2_and_3_have_no_majuscule() -> None:
    """The search goes on to position 1, and to nobody when he has none."""
    few, some = KnownHand(cards("ae")), KnownHand(cards("Ae"))
    assert seats_at_fault(Pli(PON), (some, few, few, few)) == (PON,)
    assert seats_at_fault(Pli(SEP), (few, some, few, few)) == (SEP,)
    assert seats_at_fault(Pli(PON), (few, few, few, few)) == ()


@pytest.mark.parametrize(("pli", "takers"), [("l e m min-", [SEP]), ("l e! m min-", [SEP, MER])])
def test_t4_the_pli_goes_as_in_t3(pli: str, takers: list[Seat]) -> None:
    """Reading. Hands that nobody entered let every table see it."""
    partie = Partie.watched(StubJudge(), manches=1, before=4)
    play(partie, pli)
    assert partie.log[-1] == Trapped(MER, (SEP, LEV, PON))
    play(partie, "PON>A MER=o")
    assert [move.seat for move in partie.legal_actions() if isinstance(move, PickUp)] == (takers if takers[1:] else [])
    assert takers[1:] or partie.turn is takers[0]


@pytest.mark.parametrize("seed", range(20))
def test_t5_every_pli_leaves_one_majuscule_and_three_minuscules(seed: int) -> None:
    """Random play: eight plis use up 8 majuscules and 24 minuscules, traps or not."""
    rng = random.Random(seed)
    partie = Partie.new(StubJudge(), rng, manches=1)
    while not partie.over:
        move = rng.choice(moves(partie))
        partie.apply(move.saying(rng.choice(["bon", "faux"])) if isinstance(move, Lay) else move)
    plis = [event for event in partie.log if isinstance(event, PliTaken)]
    assert len(plis) == 8
    for pli in plis:
        assert sorted(card.case is Case.MAJ for card in pli.cards) == [False, False, False, True]
    assert all(partie.view(seat).hand == () for seat in Seat)
