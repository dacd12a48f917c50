"""The arbiter's table (``Partie.watched``): real cards, of which only what lies on the table is entered."""

from __future__ import annotations

import random

import pytest

from belettre_lexicon import ArgumentError
from belettre_lexicon.cards import MAJ_BACK, MIN_BACK, UNSEEN, Card, Case
from belettre_lexicon.decks import Deck
from belettre_lexicon.engine.actions import Action, AnnounceBelettre, Discard, Lay, Overrule, Passe, Reveal, Swap
from belettre_lexicon.engine.events import SCORED, Dealt, MancheEnded, PliTaken, Swapped, Trapped
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.questions import NO_MAJUSCULE, WHICH_CARD, WHICH_PACK, Question
from belettre_lexicon.engine.seats import Seat
from tests.engine.tables import BAD, GOOD, LEV, MER, PON, SEP, StubJudge, last, play, refused, rules_against, table


def watched(**start: int) -> Partie:
    return Partie.watched(StubJudge(), manches=start.pop("manches", 1), **start)  # type: ignore[arg-type]  # numbers by name


def test_p3_any_card_of_the_deck_may_be_laid() -> None:
    """Nothing is known of the hands at first."""
    laid = {move.card for move in watched().legal_actions() if isinstance(move, Lay)}
    assert len(laid) == 27 + 27


def test_d2_nobody_lays_a_third_majuscule() -> None:
    """Two majuscules were dealt to each."""
    partie = watched()
    play(partie, "A e! m! o!", "B e! m! o!")
    assert rules_against(partie, "C") == rules_against(partie, "maj-") == {"D2"}
    assert partie.view(PON).left[PON.index] == (6, 0, 0)


def test_d2_nobody_is_revealed_to_have_laid_a_third_majuscule() -> None:
    """The pack of a card that nobody saw is checked against the hand at the pick-up."""
    partie = watched()
    play(partie, "A e! m! o!", "B e! m! o!", "unseen- n. a. r.")
    assert {one.rule for one in refused(partie, Reveal(PON, Card.of("C")))} == {"D2"}


def test_d2_the_last_two_cards_are_the_two_majuscules() -> None:
    """Who laid six minuscules has nothing else left."""
    partie = watched()
    play(partie, "a E! m! o!", "e L! m! o!", "i s! M! o!", "o s! N! r!", "a i! i! P!", "a i! i! R!")
    assert rules_against(partie, "a") == {"D2"}
    play(partie, "A")


def test_d1_a_card_that_the_deck_has_once_is_not_laid_twice() -> None:
    """Seen in an earlier pli of the manche, on the table, or in an earlier manche since the last shuffle."""
    partie = watched(manches=2)
    play(partie, "A k")
    assert rules_against(partie, "k") == {"D1"}
    play(partie, "b c")
    assert rules_against(partie, "k") == {"D1"}
    assert rules_against(partie, "A") == {"D1"}


def test_d1_the_count_goes_on_in_the_next_manche_and_starts_again_after_a_shuffle() -> None:
    """Packs are not reshuffled before manche 2 (D3), but they are before manche 4."""
    partie = watched(manches=4, first=3, before=7)
    play(partie, "k e! m! A")
    assert partie.state.manche.number == 4
    play(partie, "k")
    partie = watched(manches=3, first=2, before=7)
    play(partie, "k e! m! A")
    assert partie.state.manche.number == 3 and rules_against(partie, "k") == rules_against(partie, "A-") == {"D1"}


def test_d1_a_card_that_the_deck_does_not_have_is_not_laid() -> None:
    """A table's own deck."""
    partie = Partie.watched(StubJudge(), deck=Deck.parse(["e 24 1 8 2"]))
    assert rules_against(partie, "f") == {"D1"}
    play(partie, "E")


@pytest.mark.parametrize("card", ["maj", "min", "unseen"])
def test_p7_a_card_may_be_passed_without_being_told(card: str) -> None:
    """A back does for what lies face down, never for what lies face up."""
    partie = watched()
    play(partie, "l e")
    assert rules_against(partie, card) == {"P1"}
    assert Passe(LEV, Card.of(card)) in partie.legal_actions()
    play(partie, card + "-")


def test_p7_hidden_cards_are_revealed_at_the_pick_up() -> None:
    """Each is asked for, and its points are counted."""
    partie = watched()
    play(partie, "l e min- maj-")
    assert partie.awaits == "reveal" and partie.turn is None
    assert partie.questions() == (Question(WHICH_CARD, LEV), Question(WHICH_CARD, MER))
    play(partie, "MER=K")
    assert partie.questions() == (Question(WHICH_CARD, LEV),)
    taken = play(partie, "LEV=k")[-1]
    assert isinstance(taken, PliTaken) and taken.seat is SEP and taken.points == 2 + 1 + 5 + 10


def test_p7_what_is_revealed_is_of_the_pack_that_was_told() -> None:
    """A majuscule cannot have been a minuscule; a card that was seen is not revealed; a back tells nothing."""
    partie = watched()
    play(partie, "l e min- maj-")
    assert [one.rule for one in refused(partie, Reveal(LEV, Card.of("K")))] == ["P7"]
    assert [one.rule for one in refused(partie, Reveal(PON, Card.of("l")))] == ["P7"]
    assert refused(partie, Reveal(LEV, Card.of("min")))
    assert {one.rule for one in refused(partie, Lay(PON, Card.of("a"), GOOD))} == {"P7"}


def test_p7_the_pack_may_be_left_open_and_p3_is_checked_at_the_pick_up() -> None:
    """A majuscule lies, so that the unseen card is none."""
    partie = watched()
    play(partie, "l unseen- m. W.")
    assert [one.rule for one in refused(partie, Reveal(SEP, Card.of("E")))] == ["P3"]
    taken = play(partie, "SEP=e PON^")[-1]
    assert isinstance(taken, PliTaken) and taken.seat is PON  # position 2 passed: P9


def test_p7_an_open_pack_is_asked_for() -> None:
    """The unseen card may be either."""
    partie = watched()
    play(partie, "l e unseen-")
    assert partie.questions() == (Question(WHICH_PACK, LEV),)
    assert {move.card.case for move in partie.legal_actions() if isinstance(move, Lay)} == {Case.MAJ, Case.MIN}


def test_p7_a_pack_that_the_cards_prove_is_not_asked_for() -> None:
    """A majuscule lies already, so that the unseen card is a minuscule."""
    partie = watched()
    play(partie, "A e unseen-")
    assert partie.questions() == ()


def test_t1_an_unseen_minuscule_springs_the_trap_at_the_pick_up() -> None:
    """Three minuscules lie and the fourth turns out to be one."""
    partie = watched(before=4)
    play(partie, "l e m unseen-")
    assert play(partie, "MER=b")[-1] == Trapped(MER, (SEP, LEV, PON))
    assert partie.questions() == tuple(Question(NO_MAJUSCULE, seat) for seat in (SEP, LEV, PON))


def test_t1_position_4_is_asked_for_a_majuscule() -> None:
    """Nobody knows whether he holds one."""
    partie = watched(before=4)
    play(partie, "l e m")
    assert partie.questions() == (Question(NO_MAJUSCULE, MER),)
    play(partie, "min-")
    assert partie.awaits == "swap"


@pytest.mark.parametrize(("swap", "taker"), [("SEP>A", LEV), ("LEV>A", SEP), ("PON>A", SEP)])
def test_t2_whoever_swaps_says_that_those_before_him_have_no_majuscule(swap: str, taker: Seat) -> None:
    """The pli goes as T2 to T4 have it."""
    partie = watched(before=4)
    play(partie, "l e m b-")
    swapped = play(partie, swap)
    assert isinstance(swapped[0], Swapped) and isinstance(swapped[-1], PliTaken) and swapped[-1].seat is taker


def test_t2_a_swap_may_be_made_with_a_back() -> None:
    """It is told at the pick-up."""
    partie = watched(before=4)
    play(partie, "l e m b-")
    partie.apply(Swap(SEP, Card.of("maj")))
    assert partie.awaits == "reveal" and partie.questions() == (Question(WHICH_CARD, SEP),)
    assert isinstance(play(partie, "SEP=E")[-1], PliTaken)
    assert partie.view(SEP).left[SEP.index][0] == 4 - 1


def test_t2_the_known_majuscules_bound_who_may_be_at_fault() -> None:
    """Two were dealt to each: who laid none still has both, who laid both has none."""
    partie = watched()
    play(partie, "l e! m! S-", "d a! e! W-", "i n r min-")
    assert partie.log[-1] == Trapped(MER, (SEP,)) and partie.questions() == ()
    partie = watched()
    play(partie, "l G! m! b-", "d M! e! a-", "i a! e! S-", "r e! t! W-", "u l i min-")
    assert partie.log[-1] == Trapped(MER, (LEV,))


def test_t1_in_the_first_pli_nobody_is_trapped() -> None:
    """All have their majuscules yet: nothing has to be asked."""
    partie = watched()
    play(partie, "l e m")
    assert partie.questions() == () and rules_against(partie, "min-") == {"P3"}


def test_j4_jokers_alone_are_taken_on_trust() -> None:
    """Whether he has nothing but jokers nobody knows: a joker is discarded, any other card is not."""
    partie = watched()
    play(partie, "?")
    assert rules_against(partie, "e.") == {"J4"}
    assert {Discard(SEP, Card.of("?")), Discard(SEP, Card.of("JOKER"))} <= set(partie.legal_actions())
    play(partie, "?.")


def test_s3_a_belettre_is_taken_on_trust_and_checked_when_it_is_laid() -> None:
    """Any seat may announce; the two majuscules decide."""
    partie = watched()
    assert {move for move in partie.legal_actions() if isinstance(move, AnnounceBelettre)} == set(
        map(AnnounceBelettre, Seat)
    )
    partie.apply(AnnounceBelettre(PON))
    partie.apply(AnnounceBelettre(SEP))
    play(partie, "A e! m! b!", "B a! m! b")
    assert partie.state.manche.belettres[PON.index].stage == SCORED


def test_p8_a_start_in_the_middle() -> None:
    """Manche 2, three plis played: five plis follow, who opens is said, points go on from what they were."""
    partie = Partie.watched(StubJudge(), manches=2, first=2, before=3, opener=MER, points=(100, 90))
    assert partie.log == (Dealt(2, PON, MER),) and partie.turn is MER and partie.points == (100, 90)
    assert partie.view(MER).pli_number == 4 and partie.view(MER).left[0] == (5, 0, 2)
    assert [one.rule for one in refused(partie, AnnounceBelettre(MER))] == ["S3"]
    play(partie, "A e! m! o!", "B e! m! o!")
    assert partie.points == (100, 90 + 2 + 1 + 3 + 2 + 6 + 1 + 3 + 2)
    play(partie, "l! C! r! o", "l! r! D! o", "E! i! i! l")
    assert last(partie, MancheEnded).number == 2 and partie.over


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_d4_a_late_start_at_the_first_pli_is_opened_by_rule(first: int) -> None:
    """Nobody has to say who opens."""
    assert Partie.watched(StubJudge(), first=first).turn is list(Seat)[first - 1]


def test_d4_a_start_that_no_partie_has_is_refused() -> None:
    """Manche 1 is opened by the Ponantais."""
    with pytest.raises(ArgumentError, match="opener"):
        Partie.watched(StubJudge(), opener=LEV)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"first": 0}, "first: 0"),
        ({"first": 5}, "first: 5"),
        ({"first": "1"}, "first: '1'"),
        ({"first": 2, "manches": 1}, "first: 2"),
        ({"before": 8}, "before: 8"),
        ({"before": -1}, "before: -1"),
        ({"before": 1.5}, "before: 1.5"),
        ({"opener": "PON"}, "opener: 'PON'"),
        ({"points": (1,)}, "points"),
        ({"points": (-1, 0)}, "points"),
        ({"points": ("1", 2)}, "points"),
    ],
)
def test_d4_a_malformed_start_names_what_is_wrong(start: dict[str, object], message: str) -> None:
    """ArgumentError with the value."""
    with pytest.raises(ArgumentError, match=message):
        Partie.watched(StubJudge(), **start)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("points", [None, 5])
def test_d4_points_of_another_type_are_refused(points: tuple[int, int]) -> None:
    """As any malformed start."""
    with pytest.raises(ArgumentError, match="points"):
        Partie.watched(StubJudge(), points=points)


@pytest.mark.parametrize("start", [{"first": True}, {"before": True}, {"points": (True, False)}])
def test_d4_a_truth_value_is_no_number(start: dict[str, bool]) -> None:
    """As with the number of manches."""
    with pytest.raises(ArgumentError):
        Partie.watched(StubJudge(), **start)  # type: ignore[arg-type]  # wrong on purpose


def test_questions_are_asked_of_a_watched_table_only() -> None:
    """Where hands are known, nothing is asked; overruling is for any table."""
    partie = table()
    play(partie, "l e m")
    assert partie.questions() == ()
    play(partie, "W!")
    assert partie.can(Overrule(True, "heard wrong"))


@pytest.mark.parametrize("seed", range(12))
def test_t5_an_arbiter_who_enters_anything_legal_is_never_stuck(seed: int) -> None:
    """Backs and open packs too: the manche ends, each has laid 2 majuscules and 6 minuscules, each pli has 1 and 3."""
    rng = random.Random(seed)
    partie = watched()
    while not partie.over:
        partie.apply(_entered(partie, rng))
        assert partie.legal_actions() or partie.over
    laid = [one for taken in partie.state.manche.taken for one in taken.laid]
    for seat in Seat:
        assert sum(one.seat is seat and one.card.case is Case.MAJ for one in laid) == 2
        assert sum(one.seat is seat for one in laid) == 8
    for taken in partie.state.manche.taken:
        assert sum(one.card.case is Case.MAJ for one in taken.laid) == 1
    assert Partie.replay(StubJudge(), partie.setup, partie.log).state == partie.state


def test_t5_entries_that_contradict_each_other_are_undone() -> None:
    """Late start: the Méridional laid both majuscules, and nobody else can swap for a fourth minuscule; undo helps."""
    partie = watched(before=5)
    play(partie, "a i! e! A!   o e! r! B!")
    play(partie, "l d m unseen-")
    assert partie.awaits == "reveal" and not partie.legal_actions()
    assert [one.rule for one in partie.refusals(Reveal(MER, Card.of("C")))] == ["D2"]
    assert [one.rule for one in partie.refusals(Reveal(MER, Card.of("e")))] == ["T5"]
    partie.undo()
    assert partie.turn is MER and partie.legal_actions()


def _entered(partie: Partie, rng: random.Random) -> Action:
    """Anything legal; of what goes face down often the back."""
    moves = partie.legal_actions()
    words: list[Action] = [move for move in moves if isinstance(move, Lay)]
    move = rng.choice(words if words and rng.random() < 0.7 else moves)
    if isinstance(move, Lay):
        return move.saying(rng.choice([GOOD, BAD]))
    if isinstance(move, Passe | Discard | Swap):
        back = type(move)(move.seat, rng.choice([MAJ_BACK, MIN_BACK, UNSEEN]))
        return back if partie.can(back) else move
    return move


@pytest.mark.parametrize(("laid", "expected"), [("unseen", "?"), ("min", "?"), ("maj", "JOKER")])
def test_j4_what_was_discarded_as_a_joker_is_told_as_one(laid: str, expected: str) -> None:
    """Who said that nothing but jokers was left cannot have laid a letter: that would have been a pass."""
    partie = watched()
    play(partie, "l ?")
    partie.apply(Discard(LEV, Card.of(laid)))
    play(partie, "e-" if laid == "maj" else "A-")
    letter = "K" if laid == "maj" else "k"
    (refusal,) = partie.refusals(Reveal(LEV, Card.of(letter)))
    assert (refusal.reason, refusal.expected) == ("told_otherwise", expected)
    assert partie.can(Reveal(LEV, Card.of(expected)))
