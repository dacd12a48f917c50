"""T1 to T5: the trap.

Strings such as ``"l e! m- W"`` are scripts, explained in ``scripted_games``: cards laid in turn with a valid word,
``!`` with a refused word, ``-`` with a pass, ``.`` face down without a word.
"""

from __future__ import annotations

import random

import pytest

from belettre_lexicon.french.cards import MAJ_BACK, Card, Case, in_rank
from belettre_lexicon.games.belettre.actions import Discard, Lay, Passe, PickUp, Swap
from belettre_lexicon.games.belettre.events import PliTaken, Swapped, Trapped
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.pli import Pli, seats_at_fault
from belettre_lexicon.games.belettre.seats import Seat
from tests.engine.scripted_games import (
    LEV,
    MER,
    PON,
    SEP,
    StubJudge,
    legal_moves,
    new_partie,
    parse_action,
    parse_hand,
    play,
    points_of,
    refusals_of,
    rules_against,
)

#: Script of two plis in which the Méridional, in position 4, lays both of their majuscules; the Ponantais opens pli 3.
NO_MAJ_MER = "l e! m! S-   d a! e! W-"
#: Script of four plis in which the Septentrional and Méridional lay all their majuscules; the Ponantais opens pli 5.
NO_MAJ_SEP_MER = "l G! m! b-   d M! e! a-   i a! e! S-   r e! t! W-"


def trapped(opening: str = NO_MAJ_MER, pli: str = "i n r b-") -> Partie:
    """Return a partie in which the Méridional has just laid the fourth minuscule of a pli."""
    partie = new_partie()
    play(partie, opening, pli)
    return partie


def test_t1_position_4_without_a_majuscule_lays_a_minuscule_face_down() -> None:
    """After three minuscules, a player without a majuscule may only pass with one of their minuscules."""
    partie = new_partie()

    play(partie, NO_MAJ_MER, "i n r")

    assert partie.turn is MER
    assert set(legal_moves(partie)) == {Passe(MER, card) for card in parse_hand("baoeu?")}
    assert "P3" in rules_against(partie, "b")  # not with a word: position 4 cannot win


def test_t1_position_4_with_a_majuscule_is_not_trapped() -> None:
    """A fourth minuscule is refused while the player holds a majuscule."""
    partie = new_partie()

    play(partie, "l e m")

    assert rules_against(partie, "b-") == {"P3"}


def test_t1_a_pli_with_a_majuscule_traps_nobody() -> None:
    """If a majuscule already lies, position 4 may say a word without holding one."""
    partie = new_partie()

    play(partie, NO_MAJ_MER, "i G r b")

    assert partie.turn is MER


def test_t2_position_2_swaps_their_minuscule_for_a_majuscule_of_their_choice() -> None:
    """Position 2 chooses one of their majuscules, lays it face down and gets the minuscule back."""
    partie = trapped()

    assert partie.awaits == "swap"
    assert partie.log[-1] == Trapped(MER, (SEP,))
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
    """Position 2 never gets the pli, whatever they said: it goes to the last valid word of positions 1 and 3."""
    partie = trapped(pli=pli)

    taken = play(partie, "SEP>G")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is taker
    assert taken.points == points_of(taken.cards) == points_of([Card.of(c) for c in ("i", "G", "r", "b")])
    assert partie.turn is taker


@pytest.mark.parametrize("pli", ["i! n r! b-", "i! n! r! b-", "i! n r- b-"])
def test_t2_without_a_valid_word_of_the_other_team_it_chooses(pli: str) -> None:
    """Reading: without a valid word of the other team, either of its players may pick up, as in P9."""
    partie = trapped(pli=pli)

    play(partie, "SEP>G")

    assert partie.legal_actions() == [PickUp(PON), PickUp(LEV)]
    assert {refusal.rule for refusal in refusals_of(partie, PickUp(SEP))} == {"P9"}

    play(partie, "LEV^")

    assert partie.turn is LEV


def test_t2_only_the_player_at_fault_swaps_a_majuscule_that_they_hold() -> None:
    """A swap by another seat, of a minuscule or of a card not held is refused, and so is laying a card."""
    partie = trapped()

    assert {refusal.reason for refusal in refusals_of(partie, Swap(LEV, Card.of("C")))} == {"not_at_fault"}
    assert {refusal.reason for refusal in refusals_of(partie, Swap(SEP, Card.of("s")))} == {"not_a_majuscule"}
    assert {refusal.reason for refusal in refusals_of(partie, Swap(SEP, Card.of("C")))} == {"not_held"}
    assert {refusal.rule for refusal in refusals_of(partie, Lay(SEP, Card.of("G"), "bon"))} == {"T2"}


def test_t2_no_swap_without_a_trap() -> None:
    """A swap is refused while a card is to be laid."""
    assert {refusal.rule for refusal in refusals_of(new_partie(), Swap(PON, Card.of("A")))} == {"P1"}


def test_t2_the_majuscule_of_a_swap_lies_face_down() -> None:
    """Until the pli is picked up, the other players see only the back of the swapped majuscule."""
    partie = trapped(pli="i! n r! b-")

    play(partie, "SEP>G")

    assert partie.view(PON).pli[1].card is MAJ_BACK
    assert partie.view(SEP).pli[1].card is Card.of("G")
    assert not partie.state.manche.pli.laid[1].up


def test_t2_after_the_swap_position_2_no_longer_holds_the_pli() -> None:
    """``View.holder``, who would pick up now, is not the player who swapped."""
    partie = trapped(pli="i! n r! b-")

    play(partie, "SEP>G")

    assert partie.view(PON).holder is not SEP


def test_t2_a_trap_in_a_pli_lost_by_p9_needs_a_swap_and_the_pli_stays_lost() -> None:
    """Reading: the swap is made, and the team named by P9 still picks up; position 4, who is trapped, does not (T3)."""
    partie = new_partie()

    play(partie, NO_MAJ_MER, "i- n. r.")

    assert set(legal_moves(partie)) == {Discard(MER, card) for card in parse_hand("baoeu?")}

    taken = play(partie, "b. SEP>G")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is SEP


def test_t3_position_3_is_at_fault_when_position_2_has_no_majuscule() -> None:
    """Position 3 swaps a majuscule, and the pli goes to position 2."""
    partie = trapped(NO_MAJ_SEP_MER, "u l i o-")

    assert partie.log[-1] == Trapped(MER, (LEV,))
    assert partie.legal_actions() == [Swap(LEV, Card.of("C")), Swap(LEV, Card.of("P"))]

    taken = play(partie, "LEV>C")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is SEP
    assert Card.of("i") in partie.view(LEV).hand
    assert Card.of("C") not in partie.view(LEV).hand


def test_t3_the_pli_goes_to_position_2_even_when_position_3_spoke_last() -> None:
    """The word of position 3 no longer counts after the swap, and position 1 does not get the pli either."""
    partie = trapped(NO_MAJ_SEP_MER, "u! l i o-")

    assert isinstance(taken := play(partie, "LEV>P")[-1], PliTaken)
    assert taken.seat is SEP


@pytest.mark.parametrize("pli", ["u l! i o-", "u! l! i! o-"])
def test_t3_position_2_picks_up_without_a_valid_word_too(pli: str) -> None:
    """The pli goes to position 2 whether their word was valid or not; the trapped player never picks it up."""
    partie = trapped(NO_MAJ_SEP_MER, pli)

    assert isinstance(taken := play(partie, "LEV>C")[-1], PliTaken)
    assert taken.seat is SEP


def test_t4_position_1_is_at_fault_when_positions_2_and_3_have_no_majuscule() -> None:
    """Position 1 is at fault if positions 2 and 3 have no majuscule; nobody is if position 1 has none either."""
    assert seats_at_fault(Pli(PON), [(1, 0, 0, 0)]) == (PON,)
    assert seats_at_fault(Pli(SEP), [(0, 1, 0, 0)]) == (SEP,)
    assert seats_at_fault(Pli(PON), [(0, 0, 0, 0)]) == ()


@pytest.mark.parametrize("word", [True, False])
def test_t4_the_pli_goes_as_in_t3(word: bool) -> None:
    """Reading: if position 1 is at fault, position 2 gets the pli, whether their word was valid or not.

    No whole game can come to this: only the pli is looked at.
    """
    pli = Pli(PON).with_word(PON, Card.of("l"), "mot", "", True).with_word(SEP, Card.of("e"), "mot", "", word)
    pli = pli.with_word(LEV, Card.of("m"), "mot", "", True).with_card_down(MER, Card.of("o"))

    assert pli.with_swap(PON, Card.of("A")).takers() == (SEP,)


@pytest.mark.parametrize("before", range(8))
def test_t4_nobody_can_come_to_it(before: int) -> None:
    """As position 1 holds no more majuscules than plis are left, they are never the only player who can swap."""
    partie = Partie.watched(StubJudge(), manches=1, before=before)

    for token in ["l", "e", "m", "min-"]:
        action = parse_action(partie, token)
        if not partie.can(action):
            return
        partie.apply(action)

    assert PON not in partie.state.manche.pli.fault


def expected_takers(swapper: int | None, said: str) -> tuple[int, ...]:
    """Return the positions that may pick up, by the text of P8, P9, P11 and T2 to T4.

    swapper  the position that swapped; None without a trap
    said     for positions 1 to 4: "v" a valid word, "x" a refused word or a card face down, "f" a pass that loses the
             pli (P9)
    """
    valid = [position for position in (1, 2, 3, 4) if said[position - 1] == "v" and position != swapper]
    if "f" in said:  # P9: the other team, but not the trapped player
        other_team = (2, 4) if said.index("f") == 0 else (1, 3)
        return tuple(position for position in other_team if swapper is None or position != 4)
    if swapper == 2:  # T2: the last valid word of positions 1 and 3, or either of them
        of_the_others = [position for position in valid if position in (1, 3)]
        return (of_the_others[-1],) if of_the_others else (1, 3)
    if swapper is not None:  # T3, T4
        return (2,)
    return (valid[-1],) if valid else (2, 4)  # P8, P11


def all_plis() -> list[tuple[int | None, str]]:
    """Return every combination of a swapper and of what the four players said."""
    said = [f"{a}{b}{c}{d}" for a in "vxf" for b in "vxf" for c in "vx" for d in "vx"]
    lost = {text for text in said if "f" in text}
    possible = [text for text in said if text not in lost or set(text[text.index("f") + 1 :]) == {"x"}]
    return [(swapper, text) for swapper in (None, 1, 2, 3) for text in possible if swapper is None or text[3] == "x"]


@pytest.mark.parametrize(("swapper", "said"), all_plis())
@pytest.mark.parametrize("opener", list(Seat))
def test_t2_to_t4_the_truth_table_of_who_picks_up(opener: Seat, swapper: int | None, said: str) -> None:
    """Whoever opens, swaps and says what, the pli goes where P8, P9, P11 and T2 to T4 send it."""
    pli = Pli(opener)
    for position, kind in enumerate(said, 1):
        seat, card = pli.at(position), Card.of("A" if swapper is None and position == 1 else "e")
        if kind == "f":
            pli = pli.with_card_down(seat, card, fault=True)
        else:
            pli = pli.with_word(seat, card, "mot", "", kind == "v")
    if swapper is not None:
        pli = pli.with_swap(pli.at(swapper), Card.of("A"))

    takers = pli.takers()

    assert takers == tuple(pli.at(position) for position in expected_takers(swapper, said))
    assert swapper is None or pli.at(4) not in takers


@pytest.mark.parametrize("seed", range(20))
def test_t5_every_pli_leaves_one_majuscule_and_three_minuscules(seed: int) -> None:
    """In random games, each of the eight plis has 1 majuscule and 3 minuscules, and no card is left over."""
    rng = random.Random(seed)
    partie = Partie.new(StubJudge(), rng, manches=1)
    while not partie.over:
        move = rng.choice(legal_moves(partie))

        partie.apply(move.saying(rng.choice(["bon", "faux"])) if isinstance(move, Lay) else move)

    plis = [event for event in partie.log if isinstance(event, PliTaken)]

    assert len(plis) == 8

    for pli in plis:
        assert sorted(card.case is Case.MAJ for card in pli.cards) == [False, False, False, True]

    assert all(partie.view(seat).hand == () for seat in Seat)
