"""S1 to S5: points, Belettres, Dix de Der, and who wins.

Strings such as ``"l e! m- W"`` are scripts, explained in ``scripted_games``: cards laid in turn with a valid word,
``!`` with a refused word, ``-`` with a pass, ``.`` face down without a word.
"""

from __future__ import annotations

import random

import pytest

from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre.actions import AnnounceBelettre, Lay
from belettre_lexicon.games.belettre.events import (
    ANNOUNCED,
    BEGUN,
    FORFEITED,
    NONE,
    SCORED,
    MancheEnded,
    PartieEnded,
    PliTaken,
)
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.seats import Seat, Team
from tests.engine.scripted_games import (
    LEV,
    MER,
    PLAIN_HANDS,
    PON,
    SEP,
    VALID_WORD,
    StubJudge,
    finish,
    first_move,
    last_event,
    new_partie,
    play,
    points_of,
    refusals_of,
)


def announced(majuscules: str) -> Partie:
    """Return a partie whose Ponantais has these two majuscules and has announced « Belettre »."""
    partie = new_partie(majuscules + PLAIN_HANDS[0][2:], *PLAIN_HANDS[1:])
    partie.apply(AnnounceBelettre(PON))
    return partie


def stage(partie: Partie, seat: Seat = PON) -> str:
    """Return the stage of the Belettre of a seat: ``none``, ``announced``, ``begun``, ``scored`` or ``forfeited``."""
    return partie.state.manche.belettres[seat.index].stage


#: Scripts of the three cards after a card of the Ponantais: refused words, so that the Ponantais opens the next pli.
REST_OF_PLI_1, REST_OF_PLI_2 = "e! m! b!", "a! e! a!"


@pytest.mark.parametrize(
    ("script", "points"), [("l e m W", 16), ("l! e! m- W!", 16), ("A e! m! ?", 6), ("l- e. m. W.", 16)]
)
def test_s1_a_pli_is_worth_its_four_cards(script: str, points: int) -> None:
    """Face-down cards count, jokers are worth nothing, and the team that picks up gets all points."""
    partie = new_partie()

    play(partie, script)
    if partie.awaits == "pick_up":
        play(partie, "SEP^")

    taken = last_event(partie, PliTaken)

    assert taken.points == points == points_of(taken.cards)
    assert partie.points[taken.seat.team.index] == points
    assert sum(partie.points) == points


def test_s2_there_is_no_dix_de_der_before_the_last_pli_is_picked_up() -> None:
    """While the eighth pli lies on the table, the points are those of seven plis."""
    partie = new_partie()
    while partie.state.manche.pli_number < 8:
        partie.apply(first_move(partie))
    seven = points_of(card for event in partie.log if isinstance(event, PliTaken) for card in event.cards)

    assert sum(partie.points) == seven

    finish(partie)

    assert sum(partie.points) == seven + last_event(partie, PliTaken).points + 10


@pytest.mark.parametrize("seed", range(5))
def test_s2_the_last_pli_of_each_manche_is_worth_ten_more(seed: int) -> None:
    """The Dix de Der goes to the team that picks up the 8th pli."""
    partie = Partie.new(StubJudge(), random.Random(seed), manches=2)

    finish(partie)

    for number in (1, 2):
        ended = next(event for event in partie.log if isinstance(event, MancheEnded) and event.number == number)
        before = partie.log[: partie.log.index(ended)]
        eighth = next(event for event in reversed(before) if isinstance(event, PliTaken))

        assert eighth.number == 8
        assert ended.dix_de_der is eighth.seat.team

        ten = [ended.points[team.index] - ended.plis[team.index] - ended.belettres[team.index] for team in Team]

        assert ten == ([10, 0] if eighth.seat.team is Team.PONANTAIS_LEVANTIN else [0, 10])


@pytest.mark.parametrize("first_two", ["GH", "QR", "AZ", "HG", "RQ", "ZA", "AB", "YZ"])
def test_s3_two_majuscules_that_follow_each_other_are_worth_20_points(first_two: str) -> None:
    """They score in either order, Z and A included, once laid with « Belettre » and « Re-belettre »."""
    first, second = first_two[0], first_two[1]
    hands = [hand.replace("GM", "KM").replace("AJ", first_two) for hand in PLAIN_HANDS]
    partie = new_partie(*hands)

    partie.apply(AnnounceBelettre(PON))

    assert stage(partie) == ANNOUNCED

    play(partie, first, REST_OF_PLI_1)

    assert stage(partie) == BEGUN
    assert partie.points == (points_of(last_event(partie, PliTaken).cards), 0)

    play(partie, second)

    assert stage(partie) == SCORED

    play(partie, REST_OF_PLI_2)

    assert partie.points[0] == 20 + sum(pli.points for pli in partie.state.manche.taken)

    finish(partie)

    assert last_event(partie, MancheEnded).belettres == (20, 0)


@pytest.mark.parametrize("majuscules", ["AJ", "GI", "AY"])
def test_s3_no_belettre_without_neighbours(majuscules: str) -> None:
    """An announcement is refused if the two majuscules are not neighbours in the alphabet."""
    partie = new_partie(majuscules + PLAIN_HANDS[0][2:], PLAIN_HANDS[1].replace("G", "K"), *PLAIN_HANDS[2:])
    (refusal,) = refusals_of(partie, AnnounceBelettre(PON))

    assert (refusal.rule, refusal.value) == ("S3", "PON")


def test_s3_a_belettre_is_announced_before_the_first_card() -> None:
    """Any player who has one may announce it, whoever opens; not after the first card, and not twice."""
    hands = ("AJdiruul", "QRaelnos", "CPmeetir", "XYbaoeu?")
    partie = new_partie(*hands)

    assert {move for move in partie.legal_actions() if isinstance(move, AnnounceBelettre)} == {
        AnnounceBelettre(SEP),
        AnnounceBelettre(MER),
    }

    partie.apply(AnnounceBelettre(MER))

    assert [refusal.reason for refusal in refusals_of(partie, AnnounceBelettre(MER))] == ["announced"]

    play(partie, "l")

    assert [(refusal.rule, refusal.reason) for refusal in refusals_of(partie, AnnounceBelettre(SEP))] == [
        ("S3", "too_late")
    ]


def test_s3_nothing_is_scored_without_an_announcement() -> None:
    """Two neighbours laid by a player who announced nothing score nothing."""
    partie = new_partie("QR" + PLAIN_HANDS[0][2:], *PLAIN_HANDS[1:])

    play(partie, "Q", REST_OF_PLI_1, "R", REST_OF_PLI_2)

    assert stage(partie) == NONE

    finish(partie)

    assert last_event(partie, MancheEnded).belettres == (0, 0)


@pytest.mark.parametrize("forgets", ["Q", "R"])
def test_s3_a_player_who_forgets_to_say_it_forfeits_it(forgets: str) -> None:
    """A player must say « Belettre » with the first majuscule and « Re-belettre » with the second."""
    partie = announced("QR")
    for majuscule, rest in (("Q", REST_OF_PLI_1), ("R", REST_OF_PLI_2)):
        partie.apply(Lay(PON, Card.of(majuscule), VALID_WORD, says=majuscule != forgets))
        play(partie, rest)

    assert stage(partie) == FORFEITED

    finish(partie)

    assert last_event(partie, MancheEnded).belettres == (0, 0)


def test_s3_a_refused_word_keeps_the_belettre() -> None:
    """Reading: a majuscule laid with a word counts, even if the word is refused."""
    partie = announced("QR")

    play(partie, "Q! e! m! b")

    assert stage(partie) == BEGUN
    assert partie.turn is MER

    play(partie, "a! R!")

    assert stage(partie) == SCORED


@pytest.mark.parametrize("script", ["Q-", "l e! m! S-   R-", "Q e! m! b!   R-"])
def test_s3_a_majuscule_that_is_passed_face_down_forfeits_the_belettre(script: str) -> None:
    """Passing the first or the second of the two majuscules forfeits the Belettre."""
    partie = announced("QR")

    play(partie, script)

    assert stage(partie) == FORFEITED


def test_s3_a_majuscule_discarded_in_a_lost_pli_forfeits_the_belettre() -> None:
    """A majuscule laid face down without a word (P9) forfeits the Belettre."""
    partie = new_partie("AJdiruul", "QRaelnos", *PLAIN_HANDS[2:])

    partie.apply(AnnounceBelettre(SEP))
    play(partie, "l- Q.")

    assert stage(partie, SEP) == FORFEITED


def test_s3_the_swap_of_a_trap_forfeits_the_belettre() -> None:
    """The swapped majuscule goes face down, and the other one then scores nothing."""
    partie = new_partie("AJdiruul", "QRaelnos", *PLAIN_HANDS[2:])

    partie.apply(AnnounceBelettre(SEP))
    play(partie, "l e! m! S-   d a! e! W-   i n r! b-   SEP>Q")

    assert stage(partie, SEP) == FORFEITED

    play(partie, "r R")

    assert stage(partie, SEP) == FORFEITED


def test_s3_a_belettre_counts_in_its_manche_only() -> None:
    """In the next manche nothing is announced yet."""
    partie = new_partie("QR" + PLAIN_HANDS[0][2:], *PLAIN_HANDS[1:], manches=2)

    partie.apply(AnnounceBelettre(PON))
    play(partie, "Q", REST_OF_PLI_1, "R", REST_OF_PLI_2)
    finish(partie, before=2)

    assert all(belettre.stage == NONE for belettre in partie.state.manche.belettres)
    assert last_event(partie, MancheEnded).belettres == (20, 0)


@pytest.mark.parametrize(
    ("first", "second"),
    [("JOKER:k", "L"), ("JOKER:m", "L"), ("L", "JOKER:k"), ("L", "JOKER:m")],
)
def test_s4_the_joker_named_as_a_neighbour_makes_a_belettre(first: str, second: str) -> None:
    """With the majuscule L, the JOKER scores a Belettre if it is named K or M."""
    partie = announced("*L")

    play(partie, first, REST_OF_PLI_1, second)

    assert stage(partie) == SCORED


def test_s4_a_refused_word_keeps_the_belettre_of_a_joker() -> None:
    """As for other majuscules (S3), a refused word keeps the Belettre."""
    partie = announced("*L")

    play(partie, "JOKER:m! e! m! b", "a! L!")

    assert stage(partie) == SCORED


@pytest.mark.parametrize("other", ["A", "Z"])
def test_s4_a_joker_named_z_makes_a_belettre_with_a(other: str) -> None:
    """With A or Z, the JOKER scores if it is named the other end of the alphabet."""
    partie = announced("*" + other)

    play(partie, f"JOKER:{'z' if other == 'A' else 'a'}", REST_OF_PLI_1, other)

    assert stage(partie) == SCORED


@pytest.mark.parametrize(("first", "second"), [("JOKER:b", "L"), ("L", "JOKER:n"), ("L", "JOKER:l")])
def test_s4_the_joker_named_anything_else_forfeits_the_belettre(first: str, second: str) -> None:
    """Reading: the JOKER may be named any letter, but then the Belettre scores nothing."""
    partie = announced("*L")

    play(partie, first, REST_OF_PLI_1, second, REST_OF_PLI_2)

    assert stage(partie) == FORFEITED

    finish(partie)

    assert last_event(partie, MancheEnded).belettres == (0, 0)


def test_s4_the_joker_and_any_majuscule_may_be_announced() -> None:
    """The JOKER and any other majuscule may be announced as a Belettre."""
    assert all(stage(announced("*" + letter)) == ANNOUNCED for letter in "ABEKLNZ")


def test_s5_a_manche_counts_plis_belettres_and_dix_de_der() -> None:
    """The points of a manche are the sum of plis, Belettres and Dix de Der."""
    partie = announced("QR")

    play(partie, "Q", REST_OF_PLI_1, "R", REST_OF_PLI_2)
    finish(partie)
    ended = last_event(partie, MancheEnded)
    plis = [0, 0]
    for event in partie.log:
        if isinstance(event, PliTaken):
            plis[event.seat.team.index] += points_of(event.cards)

    assert ended.plis == tuple(plis)
    assert ended.belettres == (20, 0)
    assert sum(ended.points) == sum(plis) + 20 + 10
    assert partie.points == ended.points == last_event(partie, PartieEnded).points


@pytest.mark.parametrize("manches", [1, 2, 3, 4])
def test_s5_the_points_of_a_partie_are_the_sum_of_its_manches(manches: int) -> None:
    """A partie counts the points of all its manches, and the team with more points wins."""
    partie = Partie.new(StubJudge(), random.Random(8), manches=manches)

    finish(partie)
    ended = [event.points for event in partie.log if isinstance(event, MancheEnded)]
    over = last_event(partie, PartieEnded)

    assert len(ended) == manches
    assert partie.log[-1] is over
    assert partie.over
    assert over.points == partie.points == (sum(points[0] for points in ended), sum(points[1] for points in ended))
    assert over.winner is list(Team)[over.points[1] > over.points[0]]


@pytest.mark.parametrize(
    ("points", "winner"),
    [((0, 18), None), ((0, 17), Team.PONANTAIS_LEVANTIN), ((0, 19), Team.SEPTENTRIONAL_MERIDIONAL), ((99, 117), None)],
)
def test_s5_equal_points_are_a_draw(points: tuple[int, int], winner: Team | None) -> None:
    """Reading: equal points have no winner. The only pli brings the Ponantais 2 + 1 + 3 + 2 + 10 = 18 points."""
    partie = Partie.watched(StubJudge(), manches=1, before=7, points=points)

    play(partie, "A e! m! o!")

    assert last_event(partie, PartieEnded) == PartieEnded((points[0] + 18, points[1]), winner)


def test_s5_nothing_can_be_done_when_the_partie_is_over() -> None:
    """After the end of the partie, cards and announcements are refused with S5."""
    partie = new_partie()

    finish(partie)

    for seat in (PON, SEP, LEV, MER):
        for move in (Lay(seat, Card.of("A"), VALID_WORD), AnnounceBelettre(seat)):
            assert {refusal.rule for refusal in refusals_of(partie, move)} == {"S5"}
