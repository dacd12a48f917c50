"""P1 to P13: playing a pli.

Strings such as ``"l e! m- W"`` are scripts, explained in ``scripted_games``: cards laid in turn with a valid word,
``!`` with a refused word, ``-`` with a pass, ``.`` face down without a word.
"""

from __future__ import annotations

import pytest

from belettre_lexicon.french.cards import MAJ_BACK, MIN_BACK, Card, Case
from belettre_lexicon.games.belettre.actions import AnnounceBelettre, Lay, Overtime, Passe, PickUp
from belettre_lexicon.games.belettre.events import (
    Discarded,
    Overran,
    Passed,
    PliTaken,
    TakerNamed,
    WordAccepted,
    WordRefused,
)
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.seats import Seat
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
    """Return the packs of the cards that may be laid with a word now."""
    return {move.card.case for move in legal_moves(partie) if isinstance(move, Lay)}


def test_p1_each_player_lays_one_card_with_a_word_or_a_pass() -> None:
    """Laying a card and speaking is one action; then it is the next seat's turn."""
    partie = new_partie()

    (word_event,) = play(partie, "l")

    assert isinstance(word_event, WordAccepted)
    assert word_event.verdict.word == VALID_WORD
    assert partie.turn is SEP

    play(partie, "e")
    (pass_event,) = play(partie, "m-")

    assert pass_event == Passed(LEV, Card.of("m"))
    assert partie.turn is MER


def test_p1_nobody_plays_out_of_turn() -> None:
    """Only the seat whose turn it is may lay a card or pass."""
    partie = new_partie()

    for seat in (SEP, LEV, MER):
        card = partie.view(seat).hand[0]

        for move in (Lay(seat, card, VALID_WORD), Passe(seat, card)):
            (refusal,) = refusals_of(partie, move)

            assert (refusal.rule, refusal.value, refusal.expected) == ("P1", seat.value, "PON")


@pytest.mark.parametrize("card", ["A", "l"])
def test_p2_the_opener_lays_a_majuscule_or_a_minuscule(card: str) -> None:
    """The first card of a pli may be of either pack."""
    partie = new_partie()

    assert laid_kinds(partie) == {Case.MAJ, Case.MIN}

    play(partie, card)

    assert partie.turn is SEP


@pytest.mark.parametrize(
    ("opening", "rest"), [("A", "eGn"), ("l G", "mC"), ("l e C", "bS"), ("A!", "eG"), ("l G!", "mC")]
)
def test_p3_after_a_majuscule_all_others_are_minuscules(opening: str, rest: str) -> None:
    """No second majuscule may be laid or passed, even if the first was turned face down."""
    partie = new_partie()

    play(partie, opening)

    assert laid_kinds(partie) == {Case.MIN}

    (majuscule,) = [Card.of(letter) for letter in rest if letter.isupper()]
    turn = partie.turn
    assert turn is not None

    for move in (Lay(turn, majuscule, VALID_WORD), Passe(turn, majuscule)):
        assert [refusal.rule for refusal in refusals_of(partie, move)] == ["P3"]


def test_p3_a_majuscule_that_was_passed_counts() -> None:
    """A majuscule passed face down is the only one of the pli."""
    partie = new_partie()

    play(partie, "l e C-")

    assert laid_kinds(partie) == {Case.MIN}
    assert rules_against(partie, "S") == rules_against(partie, "S-") == {"P3"}


@pytest.mark.parametrize("opening", ["l e m", "l! e m", "l e m-", "l! e! m-"])
def test_p3_the_fourth_card_is_a_majuscule_when_three_minuscules_lie(opening: str) -> None:
    """After three minuscules, face up or down, only a majuscule may be laid."""
    partie = new_partie()

    play(partie, opening)

    assert laid_kinds(partie) == {Case.MAJ}
    assert rules_against(partie, "b") == rules_against(partie, "b-") == {"P3"}


def test_p4_the_word_must_fit_all_face_up_cards_and_its_own() -> None:
    """The judge gets the majuscule as initial and the minuscules as letters, with the new card included."""
    judge = StubJudge()

    play(new_partie(judge=judge), "l e m W")

    assert judge.constraints == [
        (None, "l"),
        (None, "le"),
        (None, "lem"),
        ("w", "lem"),
    ]


def test_p4_the_majuscule_is_the_initial_of_all_later_words() -> None:
    """A majuscule that opens the pli is the initial of all four words."""
    judge = StubJudge()

    play(new_partie(judge=judge), "A e m b")

    assert judge.constraints == [("a", ""), ("a", "e"), ("a", "em"), ("a", "emb")]


@pytest.mark.parametrize("card", ["C", "m"])
def test_p5_a_player_who_passes_lays_any_card_face_down(card: str) -> None:
    """Any card that P3 allows may be passed; it lies face down without a word."""
    partie = new_partie()

    play(partie, "l e")

    assert {move.card for move in legal_moves(partie) if isinstance(move, Passe)} == set(partie.view(LEV).hand)

    play(partie, card + "-")
    laid = partie.state.manche.pli.laid[2]

    assert (laid.seat, laid.card, laid.up, laid.word) == (LEV, Card.of(card), False, None)


def test_p6_an_invalid_word_turns_the_card_face_down_and_cannot_win() -> None:
    """The pli goes to the last valid word, although refused words came after it."""
    partie = new_partie()

    play(partie, "l e m!")

    assert [laid.up for laid in partie.state.manche.pli.laid] == [True, True, False]

    taken = play(partie, "W!")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is SEP


def test_p6_the_event_of_a_refused_word_has_the_verdict() -> None:
    """The event names the word and the judge's reasons (W10)."""
    partie = new_partie()

    (word_event,) = play(partie, "l!")

    assert isinstance(word_event, WordRefused)
    assert word_event.verdict.word == REFUSED_WORD
    assert word_event.verdict.reasons == ("house_list",)


def test_p7_a_face_down_card_gives_no_letter() -> None:
    """Neither the card of a refused word nor a passed card restricts later words."""
    judge = StubJudge()

    play(new_partie(judge=judge), "A! e! m- b")

    assert judge.constraints[-1] == (None, "b")


def test_p7_others_see_the_pack_of_a_passed_card_and_its_letter_at_the_pick_up() -> None:
    """The player sees their own passed card, the others its back until the pli is picked up."""
    partie = new_partie()

    play(partie, "l e m-")

    assert partie.view(LEV).pli[2].card is Card.of("m")

    for seat in (PON, SEP, MER):
        assert partie.view(seat).pli[2].card is MIN_BACK

    play(partie, "S-")

    for seat in Seat:
        assert [laid.card.text for laid in partie.view(seat).taken[0].laid] == ["l", "e", "m", "S"]


def test_p7_a_passed_majuscule_shows_a_majuscules_back() -> None:
    """The pack of a passed card is public, because P3 depends on it."""
    partie = new_partie()

    play(partie, "l e C-")
    view = partie.view(MER)

    assert view.pli[2].card is MAJ_BACK
    assert view.majuscules[LEV.index] == ()
    assert view.left[LEV.index] == (7, 1, 1)


def test_p7_a_card_turned_down_for_a_refused_word_was_seen() -> None:
    """Reading: every view still shows it, because everybody saw it when it was laid."""
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
    """Refused words and passes after the last valid word change nothing."""
    partie = new_partie()

    taken = play(partie, script)[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is taker
    assert partie.turn is taker
    assert partie.state.manche.pli.opener is taker


def test_p9_a_pass_in_position_1_loses_the_pli_at_once() -> None:
    """The others discard a card without a word, and the other team chooses who picks up."""
    partie = new_partie()

    (pass_event,) = play(partie, "l-")

    assert pass_event == Passed(PON, Card.of("l"), fault=True)
    assert rules_against(partie, "e") == rules_against(partie, "e-") == {"P9"}

    (discard_event,) = play(partie, "e.")

    assert discard_event == Discarded(SEP, Card.of("e"), "P9")

    play(partie, "m. W.")

    assert partie.awaits == "pick_up"
    assert partie.turn is None
    assert partie.legal_actions() == [PickUp(SEP), PickUp(MER)]


def test_p9_a_pass_in_position_2_loses_the_pli() -> None:
    """It loses the pli even after a valid word in position 1; the other team chooses who picks up."""
    partie = new_partie()

    play(partie, "l e- m. W.")

    assert partie.legal_actions() == [PickUp(PON), PickUp(LEV)]


def test_p9_a_pass_in_position_2_loses_the_pli_when_position_1_had_no_valid_word() -> None:
    """A refused word in position 1 is not a fault under P9, the pass in position 2 is."""
    partie = new_partie()

    play(partie, "l! e- m. W.")

    assert partie.legal_actions() == [PickUp(PON), PickUp(LEV)]


@pytest.mark.parametrize("taker", [SEP, MER])
def test_p9_the_team_names_who_picks_up(taker: Seat) -> None:
    """The player named gets the points for the team and opens the next pli; the other team cannot pick up."""
    partie = new_partie()

    play(partie, "l- e. m. W.")

    for other in (PON, LEV):
        (refusal,) = refusals_of(partie, PickUp(other))

        assert (refusal.rule, refusal.value, refusal.expected) == ("P9", other.value, "SEP, MER")

    named, taken = partie.apply(PickUp(taker))

    assert named == TakerNamed(taker)
    assert isinstance(taken, PliTaken)
    assert taken.seat is taker
    assert partie.turn is taker
    assert partie.points == (0, points_of(taken.cards))


def test_p9_the_rest_of_a_lost_pli_keeps_to_p3() -> None:
    """After a majuscule, only minuscules may be discarded."""
    partie = new_partie()

    play(partie, "A-")

    assert rules_against(partie, "G.") == {"P3"}

    play(partie, "e. m.")

    assert rules_against(partie, "W.") == {"P3"}

    play(partie, "b.")

    assert partie.awaits == "pick_up"


def test_p9_no_card_is_laid_before_the_choice() -> None:
    """While a team chooses who picks up, laying any card is refused."""
    partie = new_partie()

    play(partie, "l- e. m. W.")

    for seat in Seat:
        refusals = refusals_of(partie, Lay(seat, partie.view(seat).hand[0], VALID_WORD))

        assert {refusal.rule for refusal in refusals} == {"P9"}


@pytest.mark.parametrize(("script", "taker"), [("l e m- W", MER), ("l e m W-", LEV), ("l e m- W-", SEP)])
def test_p10_positions_3_and_4_may_pass_on_purpose(script: str, taker: Seat) -> None:
    """A pass in position 3 or 4 is not a fault: the pli goes to the last valid word (P8)."""
    partie = new_partie()

    taken = play(partie, script)[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is taker
    assert not any(isinstance(event, Passed) and event.fault for event in partie.log)


@pytest.mark.parametrize("script", ["l! e! m! W!", "l! e! m- W-", "A! e! m- b!"])
def test_p11_a_pli_without_any_valid_word_goes_to_the_team_of_position_2(script: str) -> None:
    """Reading: the team of position 1 failed first, so the other team chooses who picks up, as in P9."""
    partie = new_partie()

    play(partie, script)

    assert partie.legal_actions() == [PickUp(SEP), PickUp(MER)]

    taken = play(partie, "MER^")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is MER
    assert partie.points[0] == 0


def test_p12_the_majuscules_that_were_played_and_by_whom_are_public() -> None:
    """Every view lists the majuscules of each seat, once the pli is picked up also those laid face down."""
    partie = new_partie()

    play(partie, "A e! m! b!", "l a C- o!")

    assert last_event(partie, PliTaken).number == 2

    for seat in Seat:
        assert [tuple(map(str, majuscules)) for majuscules in partie.view(seat).majuscules] == [("A",), (), ("C",), ()]


def test_p12_the_majuscule_on_the_table_is_public_when_it_lies_face_up() -> None:
    """A face-up majuscule is listed before the pli is picked up."""
    partie = new_partie()

    play(partie, "A")

    assert partie.view(MER).majuscules[PON.index] == (Card.of("A"),)
    assert partie.view(MER).left[PON.index] == (7, 1, 1)


def test_p13_an_overrun_is_reported_and_costs_nothing() -> None:
    """The overrun is an event in the log and does not change the state."""
    partie = new_partie()
    before = partie.state

    assert partie.apply(Overtime(PON, 31)) == (Overran(PON, 31),)
    assert partie.state == before
    assert partie.log[-1] == Overran(PON, 31)

    play(partie, "l")  # the player may still lay a card


@pytest.mark.parametrize("seconds", [30, 0, -1, "31", None])
def test_p13_thirty_seconds_are_not_an_overrun(seconds: int) -> None:
    """Thirty seconds or less, and values that are not numbers, are refused."""
    (refusal,) = refusals_of(new_partie(), Overtime(PON, seconds))

    assert refusal.rule == "P13"
    assert refusal.value == repr(seconds)


def test_p13_only_the_player_to_lay_can_overrun() -> None:
    """An overrun of another seat is refused."""
    (refusal,) = refusals_of(new_partie(), Overtime(SEP, 31))

    assert refusal.rule == "P1"


def test_p1_a_listed_lay_with_a_word_is_the_action_that_is_applied() -> None:
    """A listed ``Lay`` has no word; with a word filled in it equals the action of a script."""
    partie = new_partie()
    listed = {move.saying(VALID_WORD) if isinstance(move, Lay) else move for move in legal_moves(partie)}

    assert {parse_action(partie, "l"), parse_action(partie, "l-"), parse_action(partie, "A")} <= listed


def test_p1_movers_are_the_seats_that_may_act() -> None:
    """Seats that have announced no Belettre (S3) come first, then the seat that plays, or the team that chooses."""
    partie = new_partie()
    announcing = new_partie("AJdiruul", "GMaelnos", "CPmeetir", "RSbaoeu?")

    assert partie.movers() == announcing.movers() == (SEP, LEV, MER, PON)
    assert partie.acting_seats() == (PON,)
    assert announcing.acting_seats() == (MER, PON)

    announcing.apply(AnnounceBelettre(MER))

    assert announcing.movers() == (SEP, LEV, PON)
    assert announcing.acting_seats() == (PON,)

    play(partie, "l!")

    assert partie.movers() == (SEP,)

    play(partie, "e! m! W!")

    assert partie.awaits == "pick_up"
    assert partie.movers() == (SEP, MER)
