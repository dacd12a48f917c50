"""P1 to P13: playing a pli."""

from __future__ import annotations

import pytest

from belettre_lexicon.cards import MAJ_BACK, MIN_BACK, Card, Case
from belettre_lexicon.engine.actions import AnnounceBelettre, Lay, Overtime, Passe, PickUp
from belettre_lexicon.engine.events import (
    Discarded,
    Overran,
    Passed,
    PliTaken,
    TakerNamed,
    WordAccepted,
    WordRefused,
)
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.seats import Seat
from tests.engine.scripted_games import (
    LEV,
    MER,
    PON,
    REFUSED_WORD,
    SEP,
    VALID_WORD,
    StubJudge,
    last_event,
    legal_moves,
    new_partie,
    parse_action,
    play,
    points_of,
    refusals_of,
    rules_against,
)


def laid_kinds(partie: Partie) -> set[Case | None]:
    """The packs of the cards that may be laid now."""
    return {move.card.case for move in legal_moves(partie) if isinstance(move, Lay)}


def test_p1_each_player_lays_one_card_with_a_word_or_a_pass() -> None:
    """A card and what is said are one action; then it is the next seat's turn."""
    partie = new_partie()

    (said,) = play(partie, "l")

    assert isinstance(said, WordAccepted)
    assert said.verdict.word == VALID_WORD
    assert partie.turn is SEP

    play(partie, "e")
    (passed,) = play(partie, "m-")

    assert passed == Passed(LEV, Card.of("m"))
    assert partie.turn is MER


def test_p1_who_lays_a_card_and_says_nothing_has_no_valid_word() -> None:
    """Reading: the empty word is judged as any word is."""
    partie = new_partie(judge=StubJudge(refused={""}))

    (said,) = partie.apply(Lay(PON, Card.of("l")))

    assert isinstance(said, WordRefused)
    assert not partie.state.manche.pli.laid[0].up


def test_p1_nobody_plays_out_of_turn() -> None:
    """Only the seat whose turn it is may lay or pass."""
    partie = new_partie()

    for seat in (SEP, LEV, MER):
        card = partie.view(seat).hand[0]

        for move in (Lay(seat, card, VALID_WORD), Passe(seat, card)):
            (wrong,) = refusals_of(partie, move)

            assert (wrong.rule, wrong.value, wrong.expected) == ("P1", seat.value, "PON")


@pytest.mark.parametrize("card", ["A", "l"])
def test_p2_the_opener_lays_a_majuscule_or_a_minuscule(card: str) -> None:
    """Both packs are allowed."""
    partie = new_partie()

    assert laid_kinds(partie) == {Case.MAJ, Case.MIN}

    play(partie, card)


@pytest.mark.parametrize(
    ("opening", "rest"), [("A", "eGn"), ("l G", "mC"), ("l e C", "bS"), ("A!", "eG"), ("l G!", "mC")]
)
def test_p3_after_a_majuscule_all_others_are_minuscules(opening: str, rest: str) -> None:
    """Also when the majuscule was turned face down."""
    partie = new_partie()

    play(partie, opening)

    assert laid_kinds(partie) == {Case.MIN}

    (majuscule,) = [Card.of(letter) for letter in rest if letter.isupper()]
    turn = partie.turn
    assert turn is not None

    for move in (Lay(turn, majuscule, VALID_WORD), Passe(turn, majuscule)):
        assert [wrong.rule for wrong in refusals_of(partie, move)] == ["P3"]


def test_p3_a_majuscule_that_was_passed_counts() -> None:
    """Face-down cards are counted."""
    partie = new_partie()

    play(partie, "l e C-")

    assert laid_kinds(partie) == {Case.MIN}
    assert rules_against(partie, "S") == rules_against(partie, "S-") == {"P3"}


@pytest.mark.parametrize("opening", ["l e m", "l! e m", "l e m-", "l! e! m-"])
def test_p3_the_fourth_card_is_a_majuscule_when_three_minuscules_lie(opening: str) -> None:
    """Whatever of them lies face down."""
    partie = new_partie()

    play(partie, opening)

    assert laid_kinds(partie) == {Case.MAJ}
    assert rules_against(partie, "b") == rules_against(partie, "b-") == {"P3"}


def test_p4_the_word_must_fit_all_face_up_letters_and_its_own() -> None:
    """The judge is asked with the majuscule as initial, the minuscules as letters, the new card included."""
    judge = StubJudge()

    play(new_partie(judge=judge), "l e m W")

    assert judge.constraints == [
        (None, "l"),
        (None, "le"),
        (None, "lem"),
        ("w", "lem"),
    ]


def test_p4_the_majuscule_serves_all_later_words() -> None:
    """A majuscule that opens is the initial of all four words."""
    judge = StubJudge()

    play(new_partie(judge=judge), "A e m b")

    assert judge.constraints == [("a", ""), ("a", "e"), ("a", "em"), ("a", "emb")]


@pytest.mark.parametrize("card", ["C", "m"])
def test_p5_a_player_who_passes_lays_any_card_face_down(card: str) -> None:
    """A majuscule or a minuscule, within P3; it counts for the pli's points alone."""
    partie = new_partie()

    play(partie, "l e")

    assert {move.card for move in legal_moves(partie) if isinstance(move, Passe)} == set(partie.view(LEV).hand)

    play(partie, card + "-")
    laid = partie.state.manche.pli.laid[2]

    assert (laid.seat, laid.card, laid.up, laid.word) == (LEV, Card.of(card), False, None)


def test_p6_an_invalid_word_turns_the_card_face_down_and_cannot_win() -> None:
    """The pli goes to the last valid word although later words were said."""
    partie = new_partie()

    play(partie, "l e m!")

    assert [laid.up for laid in partie.state.manche.pli.laid] == [True, True, False]

    taken = play(partie, "W!")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is SEP


def test_p6_the_refusal_holds_the_verdict() -> None:
    """The event names the word with the judge's reasons (W10)."""
    partie = new_partie()

    (said,) = play(partie, "l!")

    assert isinstance(said, WordRefused)
    assert said.verdict.word == REFUSED_WORD
    assert said.verdict.reasons == ("house_list",)


def test_p7_a_face_down_card_gives_no_letter() -> None:
    """Neither an invalid word's card nor a pass is asked of later words."""
    judge = StubJudge()

    play(new_partie(judge=judge), "A! e! m- b")

    assert judge.constraints[-1] == (None, "b")


def test_p7_others_see_the_pack_of_a_passed_card_and_its_letter_at_the_pick_up() -> None:
    """A pass shows a back, to its player his card; once picked up everybody knows the letter."""
    partie = new_partie()

    play(partie, "l e m-")

    assert partie.view(LEV).pli[2].card is Card.of("m")

    for seat in (PON, SEP, MER):
        assert partie.view(seat).pli[2].card is MIN_BACK

    play(partie, "S-")

    for seat in Seat:
        assert [laid.card.text for laid in partie.view(seat).taken[0].laid] == ["l", "e", "m", "S"]


def test_p7_a_passed_majuscule_shows_a_majuscules_back() -> None:
    """Its player says of which pack it is, since P3 counts it."""
    partie = new_partie()

    play(partie, "l e C-")
    view = partie.view(MER)

    assert view.pli[2].card is MAJ_BACK
    assert view.majuscules[LEV.index] == ()
    assert view.left[LEV.index] == (7, 1, 1)


def test_p7_a_card_turned_down_for_a_refused_word_was_seen() -> None:
    """Reading: everybody saw it when it was laid."""
    partie = new_partie()

    play(partie, "l!")

    assert all(partie.view(seat).pli[0].card is Card.of("l") for seat in Seat)


@pytest.mark.parametrize(
    ("script", "taker"),
    [
        ("l e m W", MER),
        ("l e m W!", LEV),
        ("l e m! W!", SEP),
        ("l e! m! W!", PON),
        ("l! e m! W-", SEP),
        ("l e m- W-", SEP),
        ("l! e! m! W", MER),
    ],
)
def test_p8_the_last_valid_word_takes_the_pli_and_opens_the_next(script: str, taker: Seat) -> None:
    """Whoever spoke after him without a valid word."""
    partie = new_partie()

    taken = play(partie, script)[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is taker
    assert partie.turn is taker
    assert partie.state.manche.pli.opener is taker


def test_p9_a_pass_in_position_1_loses_the_pli_at_once() -> None:
    """The other team may choose who picks it up; the rest lay a card face down without a word."""
    partie = new_partie()

    (passed,) = play(partie, "l-")

    assert passed == Passed(PON, Card.of("l"), fault=True)
    assert rules_against(partie, "e") == rules_against(partie, "e-") == {"P9"}

    (discarded,) = play(partie, "e.")

    assert discarded == Discarded(SEP, Card.of("e"), "P9")

    play(partie, "m. W.")

    assert partie.awaits == "pick_up"
    assert partie.turn is None
    assert partie.legal_actions() == [PickUp(SEP), PickUp(MER)]


def test_p9_a_pass_in_position_2_loses_the_pli() -> None:
    """Even after a valid word in position 1; that team chooses, first of all the first in playing order."""
    partie = new_partie()

    play(partie, "l e- m. W.")

    assert partie.legal_actions() == [PickUp(PON), PickUp(LEV)]


def test_p9_a_pass_in_position_2_loses_the_pli_when_position_1_had_no_valid_word() -> None:
    """An invalid word is no fault under P9, a pass is."""
    partie = new_partie()

    play(partie, "l! e- m. W.")

    assert partie.legal_actions() == [PickUp(PON), PickUp(LEV)]


@pytest.mark.parametrize("taker", [SEP, MER])
def test_p9_the_team_names_who_picks_up(taker: Seat) -> None:
    """He gets the points for his team and opens the next pli; the others are refused."""
    partie = new_partie()

    play(partie, "l- e. m. W.")

    for other in (PON, LEV):
        (wrong,) = refusals_of(partie, PickUp(other))

        assert (wrong.rule, wrong.value, wrong.expected) == ("P9", other.value, "SEP, MER")

    named, taken = partie.apply(PickUp(taker))

    assert named == TakerNamed(taker)
    assert isinstance(taken, PliTaken)
    assert taken.seat is taker
    assert partie.turn is taker
    assert partie.points == (0, points_of(taken.cards))


def test_p9_the_rest_of_a_lost_pli_keeps_to_p3() -> None:
    """A majuscule lies, so that only minuscules are discarded."""
    partie = new_partie()

    play(partie, "A-")

    assert rules_against(partie, "G.") == {"P3"}

    play(partie, "e. m.")

    assert rules_against(partie, "W.") == {"P3"}

    play(partie, "b.")

    assert partie.awaits == "pick_up"


def test_p9_nothing_is_awaited_but_the_choice() -> None:
    """No card is laid before the pli is picked up."""
    partie = new_partie()

    play(partie, "l- e. m. W.")

    for seat in Seat:
        wrong = refusals_of(partie, Lay(seat, partie.view(seat).hand[0], VALID_WORD))

        assert {one.rule for one in wrong} == {"P9"}


@pytest.mark.parametrize(("script", "taker"), [("l e m- W", MER), ("l e m W-", LEV), ("l e m- W-", SEP)])
def test_p10_positions_3_and_4_may_pass_on_purpose(script: str, taker: Seat) -> None:
    """It is no fault: the pli goes by P8."""
    partie = new_partie()

    taken = play(partie, script)[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is taker
    assert not any(isinstance(event, Passed) and event.fault for event in partie.log)


@pytest.mark.parametrize("script", ["l! e! m! W!", "l! e! m- W-", "A! e! m- b!"])
def test_p11_a_pli_without_any_valid_word_goes_to_the_team_of_position_2(script: str) -> None:
    """Reading: the team of position 1 failed first, the other chooses as in P9."""
    partie = new_partie()

    play(partie, script)

    assert partie.legal_actions() == [PickUp(SEP), PickUp(MER)]

    taken = play(partie, "MER^")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is MER
    assert partie.points[0] == 0


def test_p12_the_majuscules_that_were_played_and_by_whom_are_public() -> None:
    """Every seat sees them, those discarded face down too once they are picked up."""
    partie = new_partie()

    play(partie, "A e! m! b!", "l a C- o!")

    assert last_event(partie, PliTaken).number == 2

    for seat in Seat:
        assert [tuple(map(str, of)) for of in partie.view(seat).majuscules] == [("A",), (), ("C",), ()]


def test_p12_the_majuscule_on_the_table_is_public_when_it_lies_face_up() -> None:
    """It counts before the pli is picked up."""
    partie = new_partie()

    play(partie, "A")

    assert partie.view(MER).majuscules[PON.index] == (Card.of("A"),)
    assert partie.view(MER).left[PON.index] == (7, 1, 1)


def test_p13_an_overrun_is_reported_and_sanctions_nothing() -> None:
    """The clock's report joins the log; the state stays as it is."""
    partie = new_partie()
    before = partie.state

    assert partie.apply(Overtime(PON, 31)) == (Overran(PON, 31),)
    assert partie.state == before
    assert partie.log[-1] == Overran(PON, 31)

    play(partie, "l")


@pytest.mark.parametrize("seconds", [30, 0, -1, "31", None])
def test_p13_thirty_seconds_are_no_overrun(seconds: int) -> None:
    """Thirty seconds are allowed."""
    (wrong,) = refusals_of(new_partie(), Overtime(PON, seconds))

    assert wrong.rule == "P13"
    assert wrong.value == repr(seconds)


def test_p13_only_the_player_to_lay_can_overrun() -> None:
    """The others do not think."""
    (wrong,) = refusals_of(new_partie(), Overtime(SEP, 31))

    assert wrong.rule == "P1"


def test_p1_an_action_of_a_script_is_the_listed_one() -> None:
    """A listed Lay has no word yet; with one it is what is applied."""
    partie = new_partie()
    listed = {move.saying(VALID_WORD) if isinstance(move, Lay) else move for move in legal_moves(partie)}

    assert {parse_action(partie, "l"), parse_action(partie, "l-"), parse_action(partie, "A")} <= listed


def test_p1_movers_are_those_who_may_act() -> None:
    """Who may announce a Belettre comes before the opener (S3); then whose turn it is, or the team that chooses."""
    partie = new_partie()

    assert partie.movers() == (PON,)

    announcing = new_partie("AJdiruul", "GMaelnos", "CPmeetir", "RSbaoeu?")

    assert announcing.movers() == (MER, PON)

    announcing.apply(AnnounceBelettre(MER))

    assert announcing.movers() == (PON,)

    play(partie, "l!")

    assert partie.movers() == (SEP,)

    play(partie, "e! m! W!")

    assert partie.awaits == "pick_up"
    assert partie.movers() == (SEP, MER)
