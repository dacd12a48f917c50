"""A whole game of Belote: belotes, annonces, scores and its end, rule by rule."""

from __future__ import annotations

import random
from typing import Any

import pytest

from belettre_lexicon import ArgumentError
from belettre_lexicon.belote import (
    PACK,
    AnnoncesJudged,
    Announce,
    Announced,
    BeloteRules,
    Card,
    Claim,
    Claimed,
    DealEnded,
    Laid,
    Lay,
    Partie,
    PartieEnded,
    Pass,
    Seat,
    ShownAnnonce,
    Take,
    Team,
    read_cards,
    result_of,
)
from tests.belote.played import HANDS, deal_ended, dealt_partie, finish, lay, pack_with, passes, play_on, refused

# BB: belote and rebelote


def test_bb1_bb2_a_belote_is_said_with_both_cards() -> None:
    """« Belote » with the first, « Rebelote » with the second: 20 points, in either order."""
    for cards in ("D♥ R♥", "R♥ D♥"):
        partie = dealt_partie(HANDS, "V♥")
        first, second = cards.split()
        events = lay(partie, f"A♥ 8♥ {first} 7♥")
        assert Laid(Seat.OUEST, Card.of(first), "belote") in events
        events = lay(partie, f"V♥ 10♥ {second} V♠")
        assert Laid(Seat.OUEST, Card.of(second), "rebelote") in events

        ended = finish(partie)
        assert ended.belote == (0, 20)


@pytest.mark.parametrize(
    ("rebelote", "silent", "points"),
    [
        ("once", "R♥", 0),
        ("once", "R♥ D♥", 0),
        ("required", "", 20),
        ("required", "R♥", 0),
        ("required", "D♥", 0),
        ("optional", "", 20),
        ("optional", "R♥", 0),
        ("optional", "D♥", 20),
    ],
)
def test_bb3_what_is_not_said_is_lost(rebelote: str, silent: str, points: int) -> None:
    """« Belote » always, « Rebelote » as the table plays it; the R is laid first here."""
    partie = dealt_partie(HANDS, "V♥", rebelote=rebelote)
    lay(partie, "A♥ 8♥ R♥ 7♥ V♥ 10♥ D♥ V♠", silent=silent)

    assert finish(partie).belote == (0, points)
    assert not any(isinstance(event, Claimed) for event in partie.log)


def forgotten(partie: Partie) -> None:
    """Play a deal of HANDS in which Ouest forgets « Rebelote », up to the claim."""
    lay(partie, "A♥ 8♥ R♥ 7♥ V♥ 10♥ D♥ V♠", silent="D♥")
    rng = random.Random(1)
    while partie.awaits == "lay":
        partie.apply(rng.choice(partie.legal_actions()))


def test_bb3_a_forgotten_rebelote_is_claimed_once_a_partie() -> None:
    """The team claims when the points are counted; the second time it is lost at once."""
    packs = tuple(pack_with(HANDS, "V♥", dealer=dealer) for dealer in (Seat.SUD, Seat.EST))
    partie = Partie.new(BeloteRules(), seed=1, dealer=Seat.SUD, packs=packs)
    partie.apply(Take(Seat.EST, "♥"))
    forgotten(partie)

    assert (partie.awaits, partie.turn) == ("claim", Seat.OUEST)
    assert partie.legal_actions() == [Claim(Team.EO), Claim(Team.EO, claims=False)]
    assert refused(partie, Claim(Team.NS)) == [("BB3", "not_their_claim")]
    assert refused(partie, Lay(Seat.OUEST, Card.of("7♦"))) == [("BB3", "awaits_claim")]
    assert partie.view(Seat.EST).actions == partie.view(Seat.OUEST).actions == tuple(partie.legal_actions())
    assert partie.view(Seat.SUD).actions == ()
    events = partie.apply(Claim(Team.EO))
    assert events[0] == Claimed(Team.EO)
    assert deal_ended(partie).belote == (0, 20)
    assert partie.view(Seat.SUD).claimed == (False, True)

    passes(partie, 3)
    partie.apply(Take(Seat.EST, "♥"))
    assert partie.turn is Seat.NORD
    lay(partie, "8♥ R♥ 7♥ V♥ A♥ 10♥ D♥ V♠", silent="D♥")
    rng = random.Random(1)
    while len(partie.state.sheet.ended) == 1:
        partie.apply(rng.choice(partie.legal_actions()))
    assert partie.state.sheet.ended[1].belote == (0, 0)


def test_bb3_a_team_may_let_its_claim_go() -> None:
    """Then the belote is lost, and the claim is kept for later."""
    partie = dealt_partie(HANDS, "V♥")
    forgotten(partie)
    partie.apply(Claim(Team.EO, claims=False))

    assert deal_ended(partie).belote == (0, 0)
    assert partie.view(Seat.SUD).claimed == (False, False)
    partie.undo()
    assert partie.awaits == "claim"


def test_bb2_the_king_first_by_an_option() -> None:
    """Who lays the D first loses the belote, whatever they say."""
    for first, second, points in (("R♥", "D♥", 20), ("D♥", "R♥", 0)):
        partie = dealt_partie(HANDS, "V♥", king_first=True)
        events = lay(partie, f"A♥ 8♥ {first} 7♥ V♥ 10♥ {second} V♠")
        assert [event.said for event in events if isinstance(event, Laid) and event.said] == (
            ["belote", "rebelote"] if points else []
        )
        assert finish(partie).belote == (0, points)


def test_bb5_bf3_nothing_is_said_without_a_belote() -> None:
    """A R or D alone, or of another suit, says nothing, though players say what they may."""
    partie = dealt_partie(HANDS, "V♥")
    lay(partie, "7♦ 8♦ 10♦")
    events = lay(partie, "R♦")

    assert events[0] == Laid(Seat.SUD, Card.of("R♦"))


def test_bv2_sans_atout_has_no_belote() -> None:
    """R and D of a suit are nothing."""
    partie = dealt_partie(HANDS, "V♥", contract="SA", contracts="overcall")

    assert partie.state.donne.pairs == 0
    assert finish(partie).belote == (0, 0)


def test_bv3_tout_atout_has_a_belote_in_each_suit() -> None:
    """Several belotes of one game count, here three, by two players."""
    partie = dealt_partie(HANDS, "V♥", contract="TA", contracts="overcall")

    assert finish(partie).belote == (40, 40)


# BN: annonces

#: Est has a tierce at ♠ and a cinquante at ♥, Sud a cent, Nord and Ouest a tierce each.
SHOWN = {
    Seat.EST: "7♠ 8♠ 9♠ 7♥ 8♥ 9♥ 10♥ A♣",
    Seat.NORD: "7♦ 8♦ 9♦ 10♠ R♥ 9♣ 10♣ V♥",
    Seat.OUEST: "D♠ R♠ A♠ 7♣ 8♣ A♥ 10♦ V♦",
    Seat.SUD: "V♣ D♣ R♣ D♦ R♦ A♦ V♠ D♥",
}


def test_bn1_annonces_are_an_option() -> None:
    """Without it nothing can be said."""
    partie = dealt_partie(SHOWN, "9♥")

    assert refused(partie, Announce(Seat.EST, ("tierce",))) == [("BN1", "annonces_not_played")]
    assert not any(isinstance(action, Announce) for action in partie.legal_actions())


def test_bn6_annonces_are_said_with_the_first_card() -> None:
    """The kinds only, before one's first card; later is too late, and twice is once too often."""
    partie = dealt_partie(SHOWN, "9♥", annonces=True)
    assert partie.legal_actions()[0] == Announce(Seat.EST, ("cinquante", "tierce"))
    assert refused(partie, Announce(Seat.NORD, ("tierce",))) == [("BP2", "not_their_turn")]
    assert refused(partie, Announce(Seat.EST, ("cent",))) == [("BF5", "no_such_annonce")]
    assert refused(partie, Announce(Seat.EST, ("tierce", "tierce"))) == [("BF5", "no_such_annonce")]

    assert partie.apply(Announce(Seat.EST, ("tierce",))) == (Announced(Seat.EST, ("tierce",)),)
    assert refused(partie, Announce(Seat.EST, ("cinquante",))) == [("BN6", "announced")]
    lay(partie, "7♠")
    assert partie.legal_actions()[0] == Announce(Seat.NORD, ("tierce",))
    lay(partie, "10♠")

    assert refused(partie, Announce(Seat.NORD, ("tierce",))) == [("BN6", "annonces_too_late")]


def test_bn7_bn10_annonces_are_judged_at_the_second_pli() -> None:
    """With the fifth card, the annonces of the team of the strongest one are shown and score."""
    partie = dealt_partie(SHOWN, "9♥", annonces=True)
    for card in ("A♣", "9♣", "7♣", "V♣"):
        partie.apply(partie.legal_actions()[0])  # each says all that they have
        assert not any(isinstance(event, AnnoncesJudged) for event in lay(partie, card))
    events = lay(partie, "8♠")

    assert events[1:] == [
        AnnoncesJudged(
            Team.EO,
            90,
            (
                ShownAnnonce(Seat.EST, "cinquante", 50, read_cards("7♥ 8♥ 9♥ 10♥")),
                ShownAnnonce(Seat.EST, "tierce", 20, read_cards("7♠ 8♠ 9♠")),
                ShownAnnonce(Seat.OUEST, "tierce", 20, read_cards("D♠ R♠ A♠")),
            ),
        )
    ]
    assert partie.view(Seat.SUD).judged == events[1]
    ended = finish(partie)
    assert (ended.annonces, ended.annonces_said) == ((0, 90), True)
    assert result_of(ended, partie.rules).points == ended.points


def test_bn7_what_nobody_said_is_not_judged() -> None:
    """Who keeps silent scores nothing."""
    partie = dealt_partie(SHOWN, "9♥", annonces=True)
    lay(partie, "A♣ 9♣ 7♣ V♣ 8♠")
    ended = finish(partie)

    assert (ended.annonces, ended.annonces_said) == ((0, 0), False)
    assert not any(isinstance(event, AnnoncesJudged) for event in partie.log)


def test_bn9_equal_annonces_are_shown_and_nobody_scores() -> None:
    """Two tierces of the same height, neither in trumps: both are shown."""
    hands = {Seat.EST: "7♠ 8♠ 9♠ 7♥ A♣ D♣ 10♦ 7♣", Seat.NORD: "7♦ 8♦ 9♦ 10♠ R♥ 9♣ 10♣ V♥"}
    partie = dealt_partie(hands, "7♥", annonces=True)
    for card in ("A♣", "9♣"):
        partie.apply(partie.legal_actions()[0])
        lay(partie, card)
    while not partie.state.donne.judged:
        partie.apply(next(action for action in partie.legal_actions() if isinstance(action, Lay)))

    judged = partie.state.donne.judged
    assert (judged.team, judged.points, [shown.seat for shown in judged.shown]) == (None, 0, [Seat.EST, Seat.NORD])


# BS, BE: scores and the end


def one_deal(hands: dict[Seat, str], retourne: str, cards: str, **options: Any) -> Partie:
    """Return a partie after a deal of these cards, all laid in turn."""
    partie = dealt_partie(hands, retourne, **options)
    lay(partie, cards)
    return partie


#: One suit each: Est has all trumps, so the others never take a pli.
SUITS_EACH = {
    Seat.EST: "7♥ 8♥ 9♥ 10♥ V♥ D♥ R♥ A♥",
    Seat.NORD: "7♦ 8♦ 9♦ 10♦ V♦ D♦ R♦ A♦",
    Seat.OUEST: "7♠ 8♠ 9♠ 10♠ V♠ D♠ R♠ A♠",
    Seat.SUD: "7♣ 8♣ 9♣ 10♣ V♣ D♣ R♣ A♣",
}


def test_bs7_a_capot_scores_252() -> None:
    """Est takes all plis, and says a belote."""
    partie = dealt_partie(SUITS_EACH, "9♥")
    ended = finish(partie)

    assert (ended.outcome, ended.plis, ended.plis_won, ended.points) == ("capot", (0, 162), (0, 8), (0, 272))
    assert ended.won_by is Team.EO


def test_bs7_a_capot_against_the_taker() -> None:
    """Nord takes, but Est has the other trumps and opens."""
    hands = SUITS_EACH | {Seat.EST: "A♦ 8♥ 9♥ 10♥ V♥ D♥ R♥ A♥", Seat.NORD: "7♥ 7♦ 8♦ 9♦ 10♦ V♦ D♦ R♦"}
    partie = dealt_partie(hands, "7♥", taker=Seat.NORD)
    lay(partie, "V♥")
    ended = finish(partie)

    assert (ended.outcome, ended.taker, ended.points, ended.won_by) == ("capot_defence", Seat.NORD, (0, 272), Team.EO)


def test_be2_the_partie_ends_when_a_team_reaches_the_target() -> None:
    """The winner is named, and nobody may do anything any more."""
    partie = dealt_partie(SUITS_EACH, "9♥", target=272)
    finish(partie)

    assert partie.log[-1] == PartieEnded((0, 272), Team.EO)
    assert (partie.over, partie.turn, partie.awaits, partie.winner) == (True, None, "over", Team.EO)
    assert partie.legal_actions() == []
    for action in (
        Pass(Seat.SUD),
        Take(Seat.SUD, "♥"),
        Lay(Seat.SUD, PACK[0]),
        Claim(Team.NS),
        Announce(Seat.EST, ("cent",)),
    ):
        assert refused(partie, action) == [("BE2", "over")]
    view = partie.view(Seat.SUD)
    assert (view.turn, view.actions, view.allowed) == (None, (), 0)


def test_be1_the_partie_ends_after_a_number_of_deals() -> None:
    """By the option *deals*; the higher total wins."""
    partie = play_on(Partie.new(BeloteRules(deals=3), seed=8), random.Random(8))

    ended = partie.state.sheet.ended
    assert len(ended) >= 3
    assert isinstance(partie.log[-1], PartieEnded)


def litige_partie(**options: Any) -> Partie:
    """Return a partie after a deal that ended in litige, found by playing at random."""
    for seed in range(4000):
        partie = Partie.new(BeloteRules(**options), seed=seed)
        rng = random.Random(seed)
        while not partie.state.sheet.ended:
            partie.apply(rng.choice(partie.legal_actions()[-2:]))
        if partie.state.sheet.ended[0].outcome == "litige":
            return partie
    raise AssertionError("no litige in 4000 deals")


def test_bs6_what_waits_goes_to_who_wins_the_next_deal() -> None:
    """In litige the takers' points wait; a deal that nobody takes leaves them waiting."""
    partie = litige_partie()
    litige = partie.state.sheet.ended[0]
    taker = litige.taker
    assert taker is not None
    waits = litige.waiting[0]
    assert waits == litige.plis[taker.team.index]
    assert partie.view(Seat.SUD).waiting == waits

    passes(partie, 8)
    passed = partie.state.sheet.ended[1]
    assert (passed.outcome, passed.waiting[0], partie.view(Seat.SUD).waiting) == ("passed", waits, waits)

    rng = random.Random(1)
    while len(partie.state.sheet.ended) == 2:
        partie.apply(rng.choice([action for action in partie.legal_actions() if not isinstance(action, Pass)]))
    third = partie.state.sheet.ended[2]
    assert third.waited == (waits, waits)
    assert sum(third.points) + third.waiting[0] - waits in (162 + sum(third.belote), 252 + sum(third.belote))


def test_be5_exact_points_stand_beside_rounded_ones() -> None:
    """The sheet keeps both, and the deals say what was written."""
    partie = play_on(Partie.new(BeloteRules(rounding="ten", exact_end=True), seed=5), random.Random(5))

    sheet = partie.state.sheet
    assert [sum(event.points[team] for event in sheet.ended) for team in (0, 1)] == [*sheet.points]
    assert [sum(event.exact[team] for event in sheet.ended) for team in (0, 1)] == [*sheet.exact]
    assert all(points % 10 == 0 for points in sheet.points)
    assert sheet.points != sheet.exact
    assert partie.winner is (Team.NS if sheet.exact[0] > sheet.exact[1] else Team.EO)


def test_a_deal_that_nobody_took_has_no_score() -> None:
    """Its result is an error, since there is nothing to explain."""
    with pytest.raises(ArgumentError, match="BA6"):
        result_of(DealEnded(1, "passed"), BeloteRules())
