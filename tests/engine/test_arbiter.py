"""Games of real cards (``Partie.watched``): the arbiter enters only the cards laid, and the hands are not known.

Strings such as ``"l e! m- W"`` are scripts, explained in ``scripted_games``: cards laid in turn with a valid word,
``!`` with a refused word, ``-`` with a pass, ``.`` face down without a word.
"""

from __future__ import annotations

import pytest

from belettre_lexicon import ArgumentError
from belettre_lexicon.french.cards import Card, Case
from belettre_lexicon.french.decks import Deck
from belettre_lexicon.games.belettre.actions import (
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Passe,
    Reveal,
    Swap,
)
from belettre_lexicon.games.belettre.events import SCORED, Dealt, MancheEnded, PliTaken, Swapped, Trapped
from belettre_lexicon.games.belettre.legality import NO_MAJUSCULE, WHICH_CARD, WHICH_PACK, Question
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.seats import Seat
from tests.engine.scripted_games import (
    LEV,
    MER,
    PON,
    SEP,
    VALID_WORD,
    StubJudge,
    last_event,
    new_partie,
    play,
    refusals_of,
    rules_against,
)


def watched(**start: int) -> Partie:
    """Return a game of real cards, of one manche by default; *start* as in ``Partie.watched``."""
    return Partie.watched(StubJudge(), manches=start.pop("manches", 1), **start)  # type: ignore[arg-type]  # numbers by name


def test_p3_any_card_of_the_deck_may_be_laid() -> None:
    """At first nothing is known of the hands."""
    laid = {move.card for move in watched().legal_actions() if isinstance(move, Lay)}

    assert len(laid) == 27 + 27


def test_d2_nobody_lays_a_third_majuscule() -> None:
    """A player who laid two majuscules has none left, so a third one is refused, known or not."""
    partie = watched()

    play(partie, "A e! m! o!", "B e! m! o!")

    assert rules_against(partie, "C") == rules_against(partie, "maj-") == {"D2"}
    assert partie.view(PON).left[PON.index] == (6, 0, 0)


def test_d2_a_revealed_card_cannot_be_a_third_majuscule() -> None:
    """A card laid unseen is checked against the hand when it is revealed."""
    partie = watched()

    play(partie, "A e! m! o!", "B e! m! o!", "unseen- n. a. maj.")

    assert "shown_already" in {refusal.reason for refusal in refusals_of(partie, Reveal(PON, Card.of("C")))}


def evidence(partie: Partie, action: Action) -> list[tuple[str, str, tuple[str, ...]]]:
    """The reason, the seat and the cards shown of each refusal of an action."""
    return [(refusal.reason, refusal.seat, refusal.shown) for refusal in partie.refusals(action)]


def test_d2_a_refusal_carries_the_cards_that_the_player_has_shown() -> None:
    """A third majuscule or a seventh minuscule: the cards of its pack that were laid, those in the pli included."""
    partie = watched()
    play(partie, "A e! m! o!", "B e! m! o!")
    assert evidence(partie, Lay(PON, Card.of("C"), VALID_WORD)) == [("shown_already", "PON", ("A", "B"))]
    assert evidence(partie, Passe(PON, Card.of("maj"))) == [("shown_already", "PON", ("A", "B"))]

    partie = watched()
    play(partie, "a E! m! o!", "e L! m! o!", "i s! M! o!", "o s! N! r!", "a i! i! P!", "a i! i! R!")
    (refused,) = evidence(partie, Lay(PON, Card.of("a"), VALID_WORD))
    assert refused == ("shown_already", "PON", ("a", "e", "i", "o", "a", "a"))


def test_d2_what_was_said_forbids_a_card_as_well() -> None:
    """T1: who was trapped has no majuscule, though they have shown none in what the arbiter has seen."""
    partie = watched(before=4)
    play(partie, "l e m b-", "SEP>A", "b")

    assert partie.turn is MER
    assert evidence(partie, Lay(MER, Card.of("K"), VALID_WORD)) == [("told_before", "MER", ())]


def test_d2_the_last_two_cards_are_the_two_majuscules() -> None:
    """A player who laid six minuscules has only majuscules left."""
    partie = watched()

    play(partie, "a E! m! o!", "e L! m! o!", "i s! M! o!", "o s! N! r!", "a i! i! P!", "a i! i! R!")

    assert rules_against(partie, "a") == {"D2"}

    play(partie, "A")  # a majuscule is allowed


def test_d1_a_card_that_the_deck_has_once_is_not_laid_twice() -> None:
    """A card of which the deck has one is refused once it was seen in the same or an earlier pli."""
    partie = watched(manches=2)

    play(partie, "A k")

    assert rules_against(partie, "k") == {"D1"}

    play(partie, "b c")

    assert rules_against(partie, "k") == {"D1"}
    assert rules_against(partie, "A") == {"D1"}


def test_d1_the_count_goes_on_in_the_next_manche_and_starts_again_after_a_shuffle() -> None:
    """Cards of earlier manches count until the shuffle before manche 4 (D3)."""
    partie = watched(manches=4, first=3, before=7)

    play(partie, "k e! m! A")

    assert partie.state.manche.number == 4

    play(partie, "k")  # allowed again
    partie = watched(manches=3, first=2, before=7)

    play(partie, "k e! m! A")

    assert partie.state.manche.number == 3
    assert rules_against(partie, "k") == rules_against(partie, "A-") == {"D1"}


def test_d1_a_card_that_the_deck_does_not_have_is_not_laid() -> None:
    """With a deck that consists of e only, f is refused."""
    partie = Partie.watched(StubJudge(), deck=Deck.parse(["e 24 1 8 2"]))

    assert rules_against(partie, "f") == {"D1"}

    play(partie, "E")  # a card of the deck is allowed


@pytest.mark.parametrize("card", ["maj", "min", "unseen"])
def test_p7_a_card_may_be_passed_without_being_named(card: str) -> None:
    """A card back or an unseen card may be passed, but not laid face up."""
    partie = watched()

    play(partie, "l e")

    assert rules_against(partie, card) == {"P1"}
    assert Passe(LEV, Card.of(card)) in partie.legal_actions()

    play(partie, card + "-")  # the pass is allowed


def test_p7_hidden_cards_are_revealed_at_the_pick_up() -> None:
    """The arbiter is asked for each hidden card, and its points count."""
    partie = watched()

    play(partie, "l e min- maj-")

    assert partie.awaits == "reveal"
    assert partie.turn is None
    assert partie.questions() == (Question(WHICH_CARD, LEV), Question(WHICH_CARD, MER))

    play(partie, "MER=K")

    assert partie.questions() == (Question(WHICH_CARD, LEV),)

    taken = play(partie, "LEV=k")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is SEP
    assert taken.points == 2 + 1 + 5 + 10


def test_p7_a_revealed_card_is_of_the_pack_that_was_entered() -> None:
    """A card entered as a minuscule is not revealed as a majuscule, a card that was seen is not revealed at all."""
    partie = watched()

    play(partie, "l e min- maj-")

    assert [refusal.rule for refusal in refusals_of(partie, Reveal(LEV, Card.of("K")))] == ["P7"]
    assert [refusal.rule for refusal in refusals_of(partie, Reveal(PON, Card.of("l")))] == ["P7"]
    assert refusals_of(partie, Reveal(LEV, Card.of("min")))
    assert {refusal.rule for refusal in refusals_of(partie, Lay(PON, Card.of("a"), VALID_WORD))} == {"P7"}


def test_p7_the_pack_may_be_left_open_and_p3_is_checked_at_the_pick_up() -> None:
    """With a majuscule in the pli, the unseen card cannot be revealed as a majuscule."""
    partie = watched()

    play(partie, "l unseen- m. W.")

    assert [refusal.rule for refusal in refusals_of(partie, Reveal(SEP, Card.of("E")))] == ["P3"]

    taken = play(partie, "SEP=e PON^")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is PON  # position 2 passed: P9


def test_p7_the_pack_of_an_unseen_card_is_asked_for() -> None:
    """Until the arbiter answers, a card of either pack may be laid."""
    partie = watched()

    play(partie, "l e unseen-")

    assert partie.questions() == (Question(WHICH_PACK, LEV),)
    assert {move.card.case for move in partie.legal_actions() if isinstance(move, Lay)} == {Case.MAJ, Case.MIN}


def test_p7_a_pack_that_the_cards_prove_is_not_asked_for() -> None:
    """After a majuscule, the unseen card must be a minuscule."""
    partie = watched()

    play(partie, "A e unseen-")

    assert partie.questions() == ()


def test_t1_an_unseen_minuscule_springs_the_trap_at_the_pick_up() -> None:
    """Three minuscules lie, and the unseen fourth card is revealed as a minuscule."""
    partie = watched(before=4)

    play(partie, "l e m unseen-")

    assert play(partie, "MER=b")[-1] == Trapped(MER, (SEP, LEV))  # never the Ponantais alone (T4)
    assert partie.questions() == tuple(Question(NO_MAJUSCULE, seat) for seat in (SEP, LEV))


def test_t1_the_arbiter_is_asked_whether_position_4_has_a_majuscule() -> None:
    """The cards laid do not tell whether the player holds one."""
    partie = watched(before=4)

    play(partie, "l e m")

    assert partie.questions() == (Question(NO_MAJUSCULE, MER),)

    play(partie, "min-")

    assert partie.awaits == "swap"


@pytest.mark.parametrize(("swap", "taker"), [("SEP>A", LEV), ("LEV>A", SEP)])
def test_t2_a_swap_shows_that_the_seats_before_it_have_no_majuscule(swap: str, taker: Seat) -> None:
    """The pli goes to the seat that T2 to T4 name for the player who swaps."""
    partie = watched(before=4)

    play(partie, "l e m b-")
    swapped = play(partie, swap)

    assert isinstance(swapped[0], Swapped)
    assert isinstance(swapped[-1], PliTaken)
    assert swapped[-1].seat is taker


def test_t2_the_card_of_a_swap_may_be_unknown() -> None:
    """The majuscule is revealed when the pli is picked up."""
    partie = watched(before=4)

    play(partie, "l e m b-")
    partie.apply(Swap(SEP, Card.of("maj")))

    assert partie.awaits == "reveal"
    assert partie.questions() == (Question(WHICH_CARD, SEP),)
    assert isinstance(play(partie, "SEP=E")[-1], PliTaken)
    assert partie.view(SEP).left[SEP.index][0] == 4 - 1


def test_t2_the_majuscules_laid_tell_who_may_be_at_fault() -> None:
    """A player who laid no majuscule still has both, a player who laid both has none."""
    partie = watched()

    play(partie, "l e! m! S-", "d a! e! W-", "i n r min-")

    assert partie.log[-1] == Trapped(MER, (SEP,))
    assert partie.questions() == ()

    partie = watched()

    play(partie, "l G! m! b-", "d M! e! a-", "i a! e! S-", "r e! t! W-", "u l i min-")

    assert partie.log[-1] == Trapped(MER, (LEV,))


def test_t1_in_the_first_pli_nobody_is_trapped() -> None:
    """In the first pli all players still have their majuscules, so nothing is asked."""
    partie = watched()

    play(partie, "l e m")

    assert partie.questions() == ()
    assert rules_against(partie, "min-") == {"P3"}


def test_j4_any_seat_may_discard_a_joker() -> None:
    """Whether a player has only jokers is not known, so discarding a joker is allowed; any other card is refused."""
    partie = watched()

    play(partie, "A ?")

    assert rules_against(partie, "e.") == {"J4"}
    assert Discard(LEV, Card.of("?")) in partie.legal_actions()

    play(partie, "?.")  # the discard is allowed


def test_s3_a_belettre_is_taken_on_trust_and_checked_when_it_is_laid() -> None:
    """Any seat may announce a Belettre; the majuscules laid decide whether it scores."""
    partie = watched()

    assert {move for move in partie.legal_actions() if isinstance(move, AnnounceBelettre)} == set(
        map(AnnounceBelettre, Seat)
    )

    partie.apply(AnnounceBelettre(PON))
    partie.apply(AnnounceBelettre(SEP))
    play(partie, "A e! m! b!", "B a! m! b")

    assert partie.state.manche.belettres[PON.index].stage == SCORED


def test_p8_a_game_may_start_in_the_middle_of_a_manche() -> None:
    """A game that starts after three plis of manche 2 has five plis left and counts on from the points given."""
    partie = Partie.watched(StubJudge(), manches=2, first=2, before=3, opener=MER, points=(100, 90))

    assert partie.log == (Dealt(2, PON, MER),)
    assert partie.turn is MER
    assert partie.points == (100, 90)
    assert partie.view(MER).pli_number == 4
    assert partie.view(MER).left[0] == (5, 0, 2)
    assert [refusal.rule for refusal in refusals_of(partie, AnnounceBelettre(MER))] == ["S3"]

    play(partie, "A e! m! o!", "B e! m! o!")

    assert partie.points == (100, 90 + 2 + 1 + 3 + 2 + 6 + 1 + 3 + 2)

    play(partie, "l! C! r! o", "l! r! D! o", "E! i! i! l")

    assert last_event(partie, MancheEnded).number == 2
    assert partie.over


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_d4_the_opener_of_a_first_pli_follows_from_the_manche(first: int) -> None:
    """A game that starts with the first pli of any manche needs no opener."""
    assert Partie.watched(StubJudge(), first=first).turn is list(Seat)[first - 1]


def test_d4_a_wrong_opener_is_refused() -> None:
    """Manche 1 can only be opened by the Ponantais."""
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
def test_d4_the_error_for_an_invalid_start_names_the_value(start: dict[str, object], message: str) -> None:
    """An invalid start raises ArgumentError with the parameter and its value."""
    with pytest.raises(ArgumentError, match=message):
        Partie.watched(StubJudge(), **start)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("points", [None, 5])
def test_d4_points_of_another_type_are_refused(points: tuple[int, int]) -> None:
    """Points at the start that are not a pair raise ArgumentError."""
    with pytest.raises(ArgumentError, match="points"):
        Partie.watched(StubJudge(), points=points)


@pytest.mark.parametrize("start", [{"first": True}, {"before": True}, {"points": (True, False)}])
def test_d4_a_bool_is_not_accepted_as_a_number(start: dict[str, bool]) -> None:
    """True and False are refused as a manche, a number of plis or points."""
    with pytest.raises(ArgumentError):
        Partie.watched(StubJudge(), **start)  # type: ignore[arg-type]  # wrong on purpose


def test_questions_are_asked_in_watched_games_only() -> None:
    """Where hands are known there are no questions, but a word may be overruled."""
    partie = new_partie()

    play(partie, "l e m")

    assert partie.questions() == ()

    play(partie, "W!")

    assert partie.can(Overrule(True, "heard wrong"))


@pytest.mark.parametrize("laid", ["unseen", "min", "?"])
def test_j4_a_card_discarded_as_a_joker_is_revealed_as_one(laid: str) -> None:
    """A card discarded under J4 must be revealed as a joker: any other card would have been a pass."""
    partie = watched()

    play(partie, "A ?")
    partie.apply(Discard(LEV, Card.of(laid)))
    play(partie, "e-")

    if laid == "min":
        told = [(refusal.reason, refusal.expected) for refusal in partie.refusals(Reveal(LEV, Card.of("K")))]

        assert told == [("told_otherwise", "?"), ("told_otherwise", "min")]

    if laid != "?":
        (refusal,) = partie.refusals(Reveal(LEV, Card.of("k")))

        assert (refusal.reason, refusal.expected) == ("told_otherwise", "?")

        play(partie, "LEV=?")

    assert partie.turn is SEP
