"""S1 to S5: points, Belettres, Dix de Der, and who wins."""

from __future__ import annotations

import random

import pytest

from belettre_lexicon.cards import Card
from belettre_lexicon.engine.actions import AnnounceBelettre, Lay
from belettre_lexicon.engine.events import ANNOUNCED, BEGUN, FORFEITED, NONE, SCORED, MancheEnded, PartieEnded, PliTaken
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.seats import Seat, Team
from tests.engine.tables import (
    GOOD,
    LEV,
    MER,
    PLAIN,
    PON,
    SEP,
    StubJudge,
    finish,
    last,
    play,
    refused,
    table,
    worth,
)


def announced(majuscules: str) -> Partie:
    """A partie whose Ponantais has these two majuscules and has announced « Belettre »."""
    partie = table(majuscules + PLAIN[0][2:], *PLAIN[1:])
    partie.apply(AnnounceBelettre(PON))
    return partie


def stage(partie: Partie, seat: Seat = PON) -> str:
    return partie.state.manche.belettres[seat.index].stage


#: After the Ponantais laid a majuscule or a minuscule: refused words, so that he opens the next pli too.
REST, REST2 = "e! m! b!", "a! e! a!"


@pytest.mark.parametrize(
    ("script", "points"), [("l e m W", 16), ("l! e! m- W!", 16), ("A e! m! ?", 6), ("l- e. m. W.", 16)]
)
def test_s1_a_pli_is_worth_its_four_cards(script: str, points: int) -> None:
    """Face-down cards are counted, jokers are worth nothing; the team that picks up gets all."""
    partie = table()
    play(partie, script)
    if partie.awaits == "pick_up":
        play(partie, "SEP^")
    taken = last(partie, PliTaken)
    assert taken.points == points == worth(taken.cards)
    assert partie.points[taken.seat.team.index] == points and sum(partie.points) == points


@pytest.mark.parametrize("seed", range(5))
def test_s2_the_last_pli_of_each_manche_is_worth_ten_more(seed: int) -> None:
    """The Dix de Der go to the team that picks up the 8th pli."""
    partie = Partie.new(StubJudge(), random.Random(seed), manches=2)
    finish(partie)
    for number in (1, 2):
        ended = next(event for event in partie.log if isinstance(event, MancheEnded) and event.number == number)
        before = partie.log[: partie.log.index(ended)]
        eighth = next(event for event in reversed(before) if isinstance(event, PliTaken))
        assert eighth.number == 8 and ended.dix_de_der is eighth.seat.team
        ten = [ended.points[team.index] - ended.plis[team.index] - ended.belettres[team.index] for team in Team]
        assert ten == ([10, 0] if eighth.seat.team is Team.PONANTAIS_LEVANTIN else [0, 10])


@pytest.mark.parametrize("first_two", ["GH", "QR", "AZ", "HG", "RQ", "ZA", "AB", "YZ"])
def test_s3_two_majuscules_that_follow_each_other_are_worth_20_points(first_two: str) -> None:
    """In either order, Z and A too, once both are laid with « Belettre » and « Re-belettre »."""
    first, second = first_two[0], first_two[1]
    hands = [hand.replace("GM", "KM").replace("AJ", first_two) for hand in PLAIN]
    partie = table(*hands)
    partie.apply(AnnounceBelettre(PON))
    assert stage(partie) == ANNOUNCED
    play(partie, first, REST)
    assert stage(partie) == BEGUN and partie.points == (worth(last(partie, PliTaken).cards), 0)
    play(partie, second)
    assert stage(partie) == SCORED
    play(partie, REST2)
    assert partie.points[0] == 20 + sum(pli.points for pli in partie.state.manche.taken)
    finish(partie)
    assert last(partie, MancheEnded).belettres == (20, 0)


@pytest.mark.parametrize("majuscules", ["AJ", "GI", "AY"])
def test_s3_no_belettre_without_neighbours(majuscules: str) -> None:
    """The announcement is refused."""
    partie = table(majuscules + PLAIN[0][2:], PLAIN[1].replace("G", "K"), *PLAIN[2:])
    (wrong,) = refused(partie, AnnounceBelettre(PON))
    assert (wrong.rule, wrong.value) == ("S3", "PON")


def test_s3_it_is_announced_before_the_manche_starts() -> None:
    """By anybody who has one, whoever opens; not after the first card, and not twice."""
    hands = ("AJdiruul", "QRaelnos", "CPmeetir", "XYbaoeu?")
    partie = table(*hands)
    assert {move for move in partie.legal_actions() if isinstance(move, AnnounceBelettre)} == {
        AnnounceBelettre(SEP),
        AnnounceBelettre(MER),
    }
    partie.apply(AnnounceBelettre(MER))
    assert [one.reason for one in refused(partie, AnnounceBelettre(MER))] == ["announced"]
    play(partie, "l")
    assert [(one.rule, one.reason) for one in refused(partie, AnnounceBelettre(SEP))] == [("S3", "too_late")]


def test_s3_nothing_is_scored_without_an_announcement() -> None:
    """Two neighbours laid by a player who announced nothing are worth nothing more."""
    partie = table("QR" + PLAIN[0][2:], *PLAIN[1:])
    play(partie, "Q", REST, "R", REST2)
    assert stage(partie) == NONE
    finish(partie)
    assert last(partie, MancheEnded).belettres == (0, 0)


@pytest.mark.parametrize("forgets", ["Q", "R"])
def test_s3_who_forgets_to_say_it_forfeits_it(forgets: str) -> None:
    """« Belettre » with the first, « Re-belettre » with the second."""
    partie = announced("QR")
    for majuscule, rest in (("Q", REST), ("R", REST2)):
        partie.apply(Lay(PON, Card.of(majuscule), GOOD, says=majuscule != forgets))
        play(partie, rest)
    assert stage(partie) == FORFEITED
    finish(partie)
    assert last(partie, MancheEnded).belettres == (0, 0)


def test_s3_a_refused_word_keeps_it() -> None:
    """Reading: laid face up with a word, even if that word is refused."""
    partie = announced("QR")
    play(partie, "Q! e! m! b")
    assert stage(partie) == BEGUN and partie.turn is MER
    play(partie, "a! R!")
    assert stage(partie) == SCORED


@pytest.mark.parametrize("script", ["Q-", "l e! m! S-   R-", "Q e! m! b!   R-"])
def test_s3_a_majuscule_that_is_passed_face_down_forfeits_it(script: str) -> None:
    """The first or the second of the two."""
    partie = announced("QR")
    play(partie, script)
    assert stage(partie) == FORFEITED


def test_s3_a_majuscule_discarded_in_a_lost_pli_forfeits_it() -> None:
    """Face down without a word (P9)."""
    partie = table("AJdiruul", "QRaelnos", *PLAIN[2:])
    partie.apply(AnnounceBelettre(SEP))
    play(partie, "l- Q.")
    assert stage(partie, SEP) == FORFEITED


def test_s3_the_swap_of_a_trap_forfeits_it() -> None:
    """The majuscule goes face down; the other then scores nothing."""
    partie = table("AJdiruul", "QRaelnos", *PLAIN[2:])
    partie.apply(AnnounceBelettre(SEP))
    play(partie, "l e! m! S-   d a! e! W-   i n r! b-   SEP>Q")
    assert stage(partie, SEP) == FORFEITED
    play(partie, "r R")
    assert stage(partie, SEP) == FORFEITED


def test_s3_a_belettre_counts_in_its_manche_alone() -> None:
    """It has to be announced again with the next deal."""
    partie = table("QR" + PLAIN[0][2:], *PLAIN[1:], manches=2)
    partie.apply(AnnounceBelettre(PON))
    play(partie, "Q", REST, "R", REST2)
    finish(partie, before=2)
    assert all(one.stage == NONE for one in partie.state.manche.belettres)
    assert last(partie, MancheEnded).belettres == (20, 0)


@pytest.mark.parametrize(
    ("first", "second"),
    [("JOKER:k", "L"), ("JOKER:m", "L"), ("L", "JOKER:k"), ("L", "JOKER:m")],
)
def test_s4_the_joker_named_as_a_neighbour_makes_a_belettre(first: str, second: str) -> None:
    """With L: K or M."""
    partie = announced("*L")
    play(partie, first, REST, second)
    assert stage(partie) == SCORED


def test_s4_a_refused_word_keeps_the_belettre_of_a_joker() -> None:
    """As S3 has it for other majuscules."""
    partie = announced("*L")
    play(partie, "JOKER:m! e! m! b", "a! L!")
    assert stage(partie) == SCORED


@pytest.mark.parametrize("other", ["A", "Z"])
def test_s4_z_and_a_are_neighbours_of_the_joker_too(other: str) -> None:
    """The JOKER is named the other end of the alphabet."""
    partie = announced("*" + other)
    play(partie, f"JOKER:{'z' if other == 'A' else 'a'}", REST, other)
    assert stage(partie) == SCORED


@pytest.mark.parametrize(("first", "second"), [("JOKER:b", "L"), ("L", "JOKER:n"), ("L", "JOKER:l")])
def test_s4_the_joker_named_anything_else_forfeits_it(first: str, second: str) -> None:
    """Reading: he may name it so, and scores nothing."""
    partie = announced("*L")
    play(partie, first, REST, second, REST2)
    assert stage(partie) == FORFEITED
    finish(partie)
    assert last(partie, MancheEnded).belettres == (0, 0)


def test_s4_the_joker_and_any_majuscule_may_be_announced() -> None:
    """Whatever the other majuscule is."""
    assert all(stage(announced("*" + letter)) == ANNOUNCED for letter in "ABEKLNZ")


def test_s5_a_manche_counts_plis_belettres_and_dix_de_der() -> None:
    """Both teams' points are the sum of the three."""
    partie = announced("QR")
    play(partie, "Q", REST, "R", REST2)
    finish(partie)
    ended = last(partie, MancheEnded)
    plis = [0, 0]
    for event in partie.log:
        if isinstance(event, PliTaken):
            plis[event.seat.team.index] += worth(event.cards)
    assert ended.plis == tuple(plis) and ended.belettres == (20, 0)
    assert sum(ended.points) == sum(plis) + 20 + 10
    assert partie.points == ended.points == last(partie, PartieEnded).points


@pytest.mark.parametrize("manches", [1, 2, 3, 4])
def test_s5_the_points_of_a_partie_are_those_of_its_manches(manches: int) -> None:
    """The team with more points wins."""
    partie = Partie.new(StubJudge(), random.Random(8), manches=manches)
    finish(partie)
    ended = [event.points for event in partie.log if isinstance(event, MancheEnded)]
    over = last(partie, PartieEnded)
    assert len(ended) == manches and partie.log[-1] is over and partie.over
    assert over.points == partie.points == (sum(one[0] for one in ended), sum(one[1] for one in ended))
    assert over.winner is list(Team)[over.points[1] > over.points[0]]


@pytest.mark.parametrize(
    ("points", "winner"),
    [((0, 18), None), ((0, 17), Team.PONANTAIS_LEVANTIN), ((0, 19), Team.SEPTENTRIONAL_MERIDIONAL), ((99, 117), None)],
)
def test_s5_equal_points_are_a_draw(points: tuple[int, int], winner: Team | None) -> None:
    """Reading. The 8th pli brings the Ponantais 2 + 1 + 3 + 2 and the Dix de Der."""
    partie = Partie.watched(StubJudge(), manches=1, before=7, points=points)
    play(partie, "A e! m! o!")
    assert last(partie, PartieEnded) == PartieEnded((points[0] + 18, points[1]), winner)


def test_s5_nothing_can_be_done_when_the_partie_is_over() -> None:
    """Every card is refused with S5."""
    partie = table()
    finish(partie)
    for seat in (PON, SEP, LEV, MER):
        for move in (Lay(seat, Card.of("A"), GOOD), AnnounceBelettre(seat)):
            assert {one.rule for one in refused(partie, move)} == {"S5"}
