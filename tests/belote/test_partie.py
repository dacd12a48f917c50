"""A whole game of Belote: prise, plis, belotes, annonces, scores and end, rule by rule."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon import ArgumentError
from belettre_lexicon.belote import (
    PACK,
    SEATS,
    Action,
    AnnoncesJudged,
    Announce,
    Announced,
    BeloteRules,
    Card,
    Claim,
    Claimed,
    Completed,
    DealEnded,
    Dealt,
    IllegalActionError,
    Laid,
    Lay,
    Partie,
    PartieEnded,
    Pass,
    PassedOn,
    PliTaken,
    ReplayError,
    Seat,
    Setup,
    ShownAnnonce,
    Take,
    Taken,
    Team,
    cards_of,
    legal,
    read_cards,
    result_of,
)
from belettre_lexicon.belote.legality import BELOTE_MOVE_REASONS
from tests.belote.played import dealt_partie, lay, pack_with, play_on

#: A deal at ♥ that Est took: Est has V 9 A of trumps, Ouest R and D.
HANDS = {
    Seat.EST: "V♥ 9♥ A♥ 7♠ 8♠ 9♠ A♦ 7♦",
    Seat.NORD: "10♥ 8♥ A♠ 10♠ 8♦ 9♦ 7♣ 8♣",
    Seat.OUEST: "R♥ D♥ R♠ D♠ 10♦ V♦ 9♣ 10♣",
    Seat.SUD: "7♥ V♠ R♦ D♦ A♣ R♣ D♣ V♣",
}


def new(retourne: str = "9♦", **options: Any) -> Partie:
    """Return a partie that Sud dealt, with this retourne."""
    pack = pack_with({}, retourne)
    return Partie.new(BeloteRules(**options), seed=1, dealer=Seat.SUD, packs=(pack,))


def passes(partie: Partie, number: int) -> None:
    """Let that many players pass."""
    for _ in range(number):
        partie.apply(Pass(partie.turn or Seat.SUD))


def refused(partie: Partie, action: Action) -> list[tuple[str, str]]:
    """Return the rule and the reason of each refusal."""
    return [(refusal.rule, refusal.reason) for refusal in partie.refusals(action)]


def deal_ended(partie: Partie) -> DealEnded:
    """Return the end of the first deal."""
    return next(event for event in partie.log if isinstance(event, DealEnded))


def finish(partie: Partie, seed: int = 1) -> DealEnded:
    """Play the first deal to its end with random cards, of which every belote is said; return its end."""
    rng = random.Random(seed)
    while not partie.state.sheet.ended:
        partie.apply(rng.choice(partie.legal_actions()))
    return deal_ended(partie)


# BA: the prise


def test_ba1_ba2_speech_begins_right_of_the_dealer() -> None:
    """In the first round a player passes or takes at the suit of the retourne."""
    partie = new("9♦")

    assert (partie.turn, partie.awaits) == (Seat.EST, "speak")
    assert partie.legal_actions() == [Pass(Seat.EST), Take(Seat.EST, "♦")]
    assert refused(partie, Take(Seat.EST, "♥")) == [("BA2", "other_suit")]
    assert refused(partie, Take(Seat.EST, "SA")) == [("BA2", "contract")]


def test_ba3_the_second_round_names_another_suit() -> None:
    """After four passes, one of the three other suits is taken; by an option any suit."""
    partie = new("9♦")
    passes(partie, 4)

    assert partie.log[-1] == PassedOn(Seat.SUD, 1)
    assert partie.legal_actions() == [Pass(Seat.EST), *(Take(Seat.EST, suit) for suit in ("♣", "♥", "♠"))]
    assert refused(partie, Take(Seat.EST, "♦")) == [("BA3", "same_suit")]
    passes(partie, 1)
    assert partie.log[-1] == PassedOn(Seat.EST, 2)

    partie = new("9♦", second_round="any")
    passes(partie, 4)
    assert partie.can(Take(Seat.EST, "♦"))


def test_ba4_the_first_take_ends_the_prise() -> None:
    """The cards are completed at once, and the seat right of the dealer opens (BP1)."""
    partie = new("9♦")
    passes(partie, 1)

    assert partie.apply(Take(Seat.NORD, "♦")) == (Taken(Seat.NORD, "♦"), Completed(Seat.NORD, "♦"))
    assert (partie.turn, partie.awaits) == (Seat.EST, "lay")
    assert refused(partie, Pass(Seat.EST)) == [("BA4", "awaits_lay")]
    assert refused(partie, Take(Seat.EST, "♦")) == [("BA4", "awaits_lay")]
    assert refused(partie, Claim(Team.NS)) == [("BB3", "nothing_to_claim")]


def test_ba6_eight_passes_end_the_deal_without_points() -> None:
    """The next dealer deals, and what waits goes on waiting (BS6)."""
    partie = new()
    passes(partie, 7)
    events = partie.apply(Pass(Seat.SUD))

    assert events[:2] == (PassedOn(Seat.SUD, 2), DealEnded(1, "passed"))
    assert isinstance(events[2], Dealt)
    assert (events[2].number, events[2].dealer, partie.turn, partie.points) == (2, Seat.EST, Seat.NORD, (0, 0))


def test_ba6_the_dealer_takes_by_an_option() -> None:
    """The last to speak in the second round may not pass."""
    partie = new("9♦", all_pass="dealer_takes")
    passes(partie, 7)

    assert refused(partie, Pass(Seat.SUD)) == [("BA6", "dealer_takes")]
    assert [type(action) for action in partie.legal_actions()] == [Take] * 3


def test_ba7_a_jack_forces_by_an_option() -> None:
    """If a V is turned up, the first to speak must take it."""
    partie = new("V♦", jack_forces=True)

    assert refused(partie, Pass(Seat.EST)) == [("BA7", "jack_forces")]
    assert partie.legal_actions() == [Take(Seat.EST, "♦")]
    assert new("D♦", jack_forces=True).can(Pass(Seat.EST))


def test_bf4_speech_out_of_turn_is_void() -> None:
    """It is refused and changes nothing."""
    partie = new("9♦")

    assert refused(partie, Take(Seat.NORD, "♦")) == [("BF4", "speaks_out_of_turn")]
    assert refused(partie, Pass(Seat.OUEST)) == [("BF4", "speaks_out_of_turn")]
    assert refused(partie, Lay(Seat.EST, Card.of("7♦"))) == [("BA1", "awaits_speak")]
    with pytest.raises(IllegalActionError, match="BF4"):
        partie.apply(Pass(Seat.NORD))
    assert len(partie.log) == 1


def test_bv1_overcalls_end_after_three_passes() -> None:
    """A suit is overcalled at SA and TA, even one's partner's; who took last is the taker."""
    partie = new("9♦", contracts="overcall")
    partie.apply(Take(Seat.EST, "♦"))
    assert refused(partie, Take(Seat.NORD, "♥")) == [("BV1", "lower")]
    passes(partie, 1)
    partie.apply(Take(Seat.OUEST, "SA"))
    passes(partie, 2)
    assert partie.awaits == "speak"
    assert partie.apply(Pass(Seat.NORD))[-1] == Completed(Seat.OUEST, "SA")
    assert Card.of("9♦") in partie.view(Seat.OUEST).hand
    assert partie.turn is Seat.EST


def test_bv5_the_ladder_goes_up_by_contract() -> None:
    """Any higher contract overcalls; nothing overcalls tout atout."""
    partie = new("9♦", contracts="ladder")
    partie.apply(Take(Seat.EST, "♦"))

    assert refused(partie, Take(Seat.NORD, "♣")) == [("BV5", "lower_ladder")]
    assert [str(action.contract) for action in partie.legal_actions() if isinstance(action, Take)] == [
        "♥",
        "♠",
        "SA",
        "TA",
    ]
    assert partie.apply(Take(Seat.NORD, "TA"))[-1] == Completed(Seat.NORD, "TA")


# BP: the plis


def test_bp1_bp2_bp10_players_lay_in_turn_and_the_holder_opens() -> None:
    """The player right of the dealer opens whoever took; who takes the pli opens the next."""
    partie = dealt_partie(HANDS, "V♥")
    assert partie.view(Seat.NORD).turn is Seat.EST

    events = lay(partie, "A♦ 8♦ 10♦ R♦")
    assert events[-1] == PliTaken(1, Seat.EST, Seat.EST, read_cards("A♦ 8♦ 10♦ R♦"), 25)
    lay(partie, "7♠")
    assert (partie.turn, partie.view(Seat.NORD).holder) == (Seat.NORD, Seat.EST)
    lay(partie, "A♠ R♠ V♠")
    assert partie.state.taken[-1].seat == partie.turn == Seat.NORD


def test_bp2_a_card_of_another_player_or_hand_is_refused() -> None:
    """All rules that forbid a card are named."""
    partie = dealt_partie(HANDS, "V♥")

    assert refused(partie, Lay(Seat.NORD, Card.of("10♥"))) == [("BP2", "not_their_turn")]
    assert refused(partie, Lay(Seat.EST, Card.of("10♥"))) == [("BP2", "not_held")]
    assert refused(partie, Lay(Seat.NORD, Card.of("V♥"))) == [("BP2", "not_their_turn"), ("BP2", "not_held")]


#: Deals at ♥ in which Est opens A♠ and Nord, without ♠, cuts with the 9. In the first two Ouest has no ♠ either; in the
#: others Sud has none, the partner of Nord.
_EST, _NORD = "A♠ R♠ D♠ V♠ A♣ R♣ D♣ 10♥", "9♥ R♥ A♦ R♦ D♦ V♦ 10♦ 9♦"
OVER = {Seat.EST: _EST, Seat.NORD: _NORD, Seat.OUEST: "V♥ 7♥ 8♦ 7♦ V♣ 10♣ 9♣ 8♣", Seat.SUD: "10♠ 9♠ 8♠ 7♠ A♥ D♥ 8♥ 7♣"}
UNDER = OVER | {Seat.OUEST: "8♥ 7♥ 8♦ 7♦ V♣ 10♣ 9♣ 8♣", Seat.SUD: "10♠ 9♠ 8♠ 7♠ A♥ D♥ V♥ 7♣"}
PARTNER = OVER | {Seat.OUEST: OVER[Seat.SUD], Seat.SUD: OVER[Seat.OUEST]}
PARTNER_UNDER = OVER | {Seat.OUEST: UNDER[Seat.SUD], Seat.SUD: UNDER[Seat.OUEST]}


@pytest.mark.parametrize(
    ("hands", "laid", "card", "options", "refusal"),
    [
        (OVER, "A♠", "A♦", {}, ("BP6", "trump", "9♥ R♥")),
        (OVER, "A♠ 9♥", "7♥", {}, ("BP7", "overtrump", "V♥")),
        (OVER, "A♠ 9♥", "8♦", {}, ("BP7", "overtrump", "V♥")),
        (UNDER, "A♠ 9♥", "8♦", {}, ("BP7", "undertrump", "7♥ 8♥")),
        (UNDER, "A♠ 9♥", "8♦", {"undertrump": "free"}, None),
        (OVER, "A♠ 9♥ V♥", "A♥", {}, ("BP3", "follow", "7♠ 8♠ 9♠ 10♠")),
        (OVER, "10♥", "A♦", {}, ("BP4", "go_up", "9♥")),
        (OVER, "10♥", "R♥", {}, ("BP4", "go_up", "9♥")),
        (PARTNER, "A♠ 9♥ 7♠", "7♥", {}, None),
        (PARTNER, "A♠ 9♥ 7♠", "8♦", {"on_partners_trump": "over"}, None),
        (
            PARTNER,
            "A♠ 9♥ 7♠",
            "7♥",
            {"on_partners_trump": "over"},
            ("BP9", "over_partner", "8♣ 9♣ 10♣ V♣ 7♦ 8♦ V♥"),
        ),
        (PARTNER, "A♠ 9♥ 7♠", "8♦", {"on_partners_trump": "trump"}, ("BP9", "overtrump_partner", "V♥")),
        (PARTNER_UNDER, "A♠ 9♥ 7♠", "8♦", {"on_partners_trump": "trump"}, ("BP9", "undertrump_partner", "7♥ 8♥")),
        (PARTNER_UNDER, "A♠ 9♥ 7♠", "7♥", {"on_partners_trump": "trump"}, None),
    ],
)
def test_bp_a_renonce_is_refused_with_its_rule(
    hands: dict[Seat, str], laid: str, card: str, options: dict[str, Any], refusal: tuple[str, str, str] | None
) -> None:
    """BF2: where hands are known, only the cards that a player may lay are allowed; the refusal names them."""
    partie = dealt_partie(hands, "10♥", **options)
    lay(partie, laid)
    found = partie.refusals(Lay(partie.turn or Seat.SUD, Card.of(card)))

    assert [(one.rule, one.reason, one.expected) for one in found] == ([refusal] if refusal else [])


def test_bp4_who_can_go_up_at_trump_must() -> None:
    """Even over the partner; who cannot lays any trump."""
    partie = dealt_partie(HANDS, "V♥")
    lay(partie, "A♥")
    assert [card.text for card in cards_of(partie.view(Seat.NORD).allowed)] == ["8♥", "10♥"]
    lay(partie, "8♥ D♥ 7♥")


def test_bv3_at_tout_atout_every_suit_goes_up() -> None:
    """The refusal names the rule of tout atout."""
    partie = dealt_partie(HANDS, "V♥", contract="TA", contracts="overcall")
    lay(partie, "7♦")
    assert [card.text for card in cards_of(partie.view(Seat.NORD).allowed)] == ["8♦", "9♦"]
    lay(partie, "8♦")

    assert refused(partie, Lay(Seat.OUEST, Card.of("R♠"))) == [("BV3", "go_up_tout_atout")]


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


# The machine


def test_every_reason_is_met_in_these_tests() -> None:
    """Each reason of a refusal stands in a test of this module."""
    text = Path(__file__).read_text(encoding="utf-8")

    for reason in BELOTE_MOVE_REASONS:
        assert f'"{reason}"' in text, reason


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Pass("S"), "not_a_seat"),  # type: ignore[arg-type]
        (Lay(None, Card.of("7♥")), "not_a_seat"),  # type: ignore[arg-type]
        (Take(Seat.EST, "coeur"), "not_a_contract"),  # type: ignore[arg-type]
        (Take(Seat.EST, ["♥"]), "not_a_contract"),  # type: ignore[arg-type]
        (Lay(Seat.EST, "7♥"), "not_a_card"),  # type: ignore[arg-type]
        (Lay(Seat.EST, Card.of("7♥"), says="yes"), "not_yes_or_no"),  # type: ignore[arg-type]
        (Announce(Seat.EST, ()), "not_annonces"),
        (Announce(Seat.EST, ["tierce"]), "not_annonces"),  # type: ignore[arg-type]
        (Announce(Seat.EST, ("tierce",) * 5), "not_annonces"),
        (Announce(Seat.EST, (["tierce"],)), "not_annonces"),  # type: ignore[arg-type]
        (Announce(Seat.EST, ("quinte",)), "not_annonces"),  # type: ignore[arg-type]
        (Claim("N+S"), "not_a_team"),  # type: ignore[arg-type]
        (Claim(Team.NS, claims=1), "not_yes_or_no"),  # type: ignore[arg-type]
    ],
)
def test_values_of_other_types_are_refused(action: Action, reason: str) -> None:
    """Python does not check the fields of actions, so the game does, in every phase."""
    for partie in (new(), dealt_partie(HANDS, "V♥", annonces=True)):
        assert [refusal.reason for refusal in partie.refusals(action)] == [reason]
        with pytest.raises(IllegalActionError):
            partie.apply(action)


@pytest.mark.parametrize("action", [None, "pass", Card.of("7♥"), Passed := PassedOn(Seat.EST), Pass])
def test_what_is_not_an_action_is_an_argument_error(action: Any) -> None:
    """Nothing is lost."""
    partie = new()

    with pytest.raises(ArgumentError, match="expected one of Pass, Take, Announce, Lay, Claim"):
        partie.apply(action)
    assert partie == new()


def test_a_partie_copies_pickles_and_compares() -> None:
    """A copy goes on independently; a pickle holds the terms and the log."""
    partie = play_on(new(), random.Random(3), 60)
    twin = copy.deepcopy(partie)
    assert twin == partie == pickle.loads(pickle.dumps(partie))

    play_on(twin, random.Random(1), 1)
    assert twin != partie
    assert len(twin.log) > len(partie.log)
    assert repr(partie).startswith("Partie(deal ")


def test_a_log_of_other_cards_does_not_replay() -> None:
    """The first event that differs is named by its number."""
    partie = play_on(new(), random.Random(3), 20)
    other = Setup(partie.setup.rules, 2, partie.setup.dealer)

    with pytest.raises(ReplayError) as caught:
        Partie.replay(other, partie.log)
    assert caught.value.number == 1
    forged = list(partie.log)
    place = next(place for place, event in enumerate(forged) if isinstance(event, PliTaken))
    forged[place] = PliTaken(1, Seat.SUD, Seat.EST, PACK[:4], 0)
    with pytest.raises(ReplayError) as caught:
        Partie.replay(partie.setup, forged)
    assert caught.value.number == place + 1


def test_bf3_a_forged_belote_does_not_replay() -> None:
    """A log that says « Belote » where there is none is refused."""
    partie = dealt_partie(HANDS, "V♥")
    lay(partie, "7♦")
    forged = [*partie.log[:-1], Laid(Seat.EST, Card.of("7♦"), "belote")]

    with pytest.raises(ReplayError, match="belote"):
        Partie.replay(partie.setup, forged)


# Counts of all ways to play


def ways(partie: Partie, plis: int) -> int:
    """Return in how many ways the deal can be played until that many plis are taken, by apply and undo."""
    if len(partie.state.taken) == plis or partie.state.sheet.ended:
        return 1
    count = 0
    for action in partie.legal_actions():
        partie.apply(action)
        count += ways(partie, plis)
        partie.undo()
    return count


def ways_of_hands(hands: list[frozenset[Card]], pli: tuple[Card, ...], turn: int, plis: int, partie: Partie) -> int:
    """Return the same, from sets of cards and ``legal`` alone."""
    if plis == 0:
        return 1
    contract = partie.state.donne.contract or ""
    count = 0
    for card in legal(hands[turn], pli, contract, partie.rules):
        left = [hand - {card} for hand in hands]
        laid = (*pli, card)
        if len(laid) < 4:
            count += ways_of_hands(left, laid, (turn + 1) % 4, plis, partie)
            continue
        suit, best = laid[0].suit, laid[0]
        for other in laid[1:]:
            if _beats(other, best, contract, suit):
                best = other
        opener = (turn + 1) % 4
        count += ways_of_hands(left, (), (opener + laid.index(best)) % 4, plis - 1, partie)
    return count


def _beats(card: Card, best: Card, contract: str, led: str) -> bool:
    """Return whether a card takes the pli from the best one, by the orders of BC2 and BC3."""
    if card.suit != best.suit:
        return card.suit == contract
    order = "7 8 D R 10 A 9 V" if contract in (card.suit, "TA") else "7 8 9 V D R 10 A"
    return order.split().index(card.rank) > order.split().index(best.rank)


@pytest.mark.parametrize(
    ("seed", "options", "contract", "count"),
    [
        (1, {}, "", 1296),
        (2, {"undertrump": "free", "on_partners_trump": "over"}, "", 76),
        (3, {"contracts": "overcall"}, "TA", 136),
    ],
)
def test_bp_all_ways_to_play_are_counted(seed: int, options: dict[str, Any], contract: str, count: int) -> None:
    """The last three plis of a deal: as many ways by the game as by the pure rules, and a known number."""
    partie = Partie.new(BeloteRules(**options), seed=seed)
    while partie.awaits == "speak":
        takes = [action for action in partie.legal_actions() if isinstance(action, Take)]
        wanted = [take for take in takes if take.contract == contract] or takes[:1]
        partie.apply(wanted[0])
    rng = random.Random(seed)
    while len(partie.state.taken) < 5:
        partie.apply(rng.choice(partie.legal_actions()))
    hands = [frozenset(cards_of(hand)) for hand in partie.state.hands]

    found = ways(partie, 8)

    assert found == ways_of_hands(hands, (), partie.state.turn, 3, partie) == count
    assert SEATS[partie.state.turn] is partie.turn
