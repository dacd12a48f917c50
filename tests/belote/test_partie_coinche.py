"""Coinche in a partie: the deal, the auction, the play and the scores (VC1 to VC26)."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from belettre_lexicon.games.belote.actions import Action, Bid, Claim, Double, Pass, Redouble, Take
from belettre_lexicon.games.belote.auction import coinche
from belettre_lexicon.games.belote.auction.coinche import Bidding, CoincheContract, bid_values
from belettre_lexicon.games.belote.cards import PACK, SANS_ATOUT, Card, mask_of, points_in
from belettre_lexicon.games.belote.deals.deal import shuffled
from belettre_lexicon.games.belote.events import BidMade, Completed, DealEnded, Dealt, PliTaken
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.records import Journal, format_record, parse_record, partie_of, record_of
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS, Seat
from belettre_lexicon.games.belote.shorthand import read_shorthand, write_shorthand
from tests.belote.twins import same_to, twins

SUD, EST, NORD, OUEST = SEATS


def new(seed: int = 3, **options: Any) -> Partie:
    """Return a partie of coinche whose first dealer is South, so that East speaks first."""
    return Partie.new(BeloteRules(game="coinche", **options), seed=seed, dealer=SUD)


def say(partie: Partie, *words: str) -> Partie:
    """Let the players speak in turn: "80♥", "capot SA", "-" for a pass, "x" to coinche, "xx" to surcoinche."""
    for word in words:
        seat = partie.turn
        assert seat is not None
        value, colour = word[:-2].strip(), word[-2:]
        if word.startswith("x"):
            partie.apply(Double(seat) if word == "x" else Redouble(seat))
        elif word == "-":
            partie.apply(Pass(seat))
        else:
            value, colour = (word[:-1].strip(), word[-1]) if word[-1] in "♣♦♥♠" else (value, colour)
            partie.apply(Bid(seat, int(value) if value.isdigit() else value, colour))  # type: ignore[arg-type]
    return partie


def refused(partie: Partie, action: Action) -> list[tuple[str, str]]:
    """Return the rule and the reason of each refusal."""
    return [(refusal.rule, refusal.reason) for refusal in partie.refusals(action)]


def contract_of(partie: Partie) -> CoincheContract | None:
    """Return the last bid."""
    auction = partie.state.donne.auction
    assert isinstance(auction, Bidding)
    return auction.contract


def random_rules(rng: random.Random) -> BeloteRules:
    """Return random house rules of coinche."""
    options: dict[str, Any] = {"game": "coinche"}
    for option in BeloteRules.OPTIONS:
        if option.name in ("game", "target") or rng.random() < 0.5:
            continue
        try:
            options[option.name] = rng.choice(list(option.values))
            BeloteRules(**options)
        except (ValueError, IndexError):
            options.pop(option.name)
    return BeloteRules(target=rng.choice([300, 1000]), **options)


def walked(seed: int, actions: int = 400) -> Partie:
    """Return a partie at a random table after random actions; half of the words are passes."""
    rng = random.Random(seed)
    partie = Partie.new(random_rules(rng), seed=seed)
    for _ in range(actions):
        if partie.over:
            break
        offered = partie.legal_actions()
        assert all(partie.can(action) for action in offered)
        partie.apply(offered[0] if partie.awaits == "speak" and rng.random() < 0.5 else rng.choice(offered))
    return partie


@pytest.mark.parametrize(
    ("deal", "east"),
    [
        ("323", (0, 1, 2, 12, 13, 20, 21, 22)),
        ("332", (0, 1, 2, 12, 13, 14, 24, 25)),
        ("233", (0, 1, 8, 9, 10, 20, 21, 22)),
    ],
)
def test_vc2_all_cards_are_dealt_in_three_packets(deal: str, east: tuple[int, ...]) -> None:
    """Eight cards each before anybody speaks, and no card turned up."""
    partie = new(coinche_deal=deal)
    pack = shuffled(3, 1)

    assert partie.log[0] == Dealt(1, SUD, None, pack)
    assert partie.state.hands[EST.index] == mask_of(pack[place] for place in east)
    assert sum(partie.state.hands) == mask_of(PACK)
    assert (partie.turn, partie.awaits, partie.view(EST).retourne) == (EST, "speak", None)


def test_vc3_a_deal_with_a_weak_hand_is_void_before_the_first_word() -> None:
    """Points by the plain values; the next player deals, and records and undo know such a deal."""
    found = 0
    for seed in range(30):
        partie = new(seed, weak_hand="any")
        dealt = [event for event in partie.log if isinstance(event, Dealt)]
        for number, event in enumerate(dealt, 1):
            weak = any(
                points_in(mask_of(event.pack[place] for place in places), SANS_ATOUT, "plain") < 11 for places in DEALT
            )
            assert weak == (number < len(dealt))
        assert [event.dealer for event in dealt] == [SEATS[number % 4] for number in range(len(dealt))]
        if len(dealt) > 1:
            found += 1
            assert partie.log[1] == DealEnded(1, "void")
            begun = partie.log
            say(partie, "-", "80♥")
            assert partie_of(parse_record(format_record(record_of(partie)))) == partie
            assert pickle.loads(pickle.dumps(partie)) == copy.copy(partie) == partie
            assert read_shorthand(write_shorthand(partie), seed=seed).log == partie.log
            partie.undo(2)
            assert partie.log == begun
            assert Journal.resume([Journal(partie).header]).partie == partie
    assert found >= 5


#: The places in the pack of each hand, whoever holds it (VC2).
DEALT = [[*range(3 * n, 3 * n + 3), *range(12 + 2 * n, 14 + 2 * n), *range(20 + 3 * n, 23 + 3 * n)] for n in range(4)]


def test_vc4_one_word_a_turn_and_the_auction_has_no_take() -> None:
    """A word of another game is refused, and so is one out of turn (VC15)."""
    partie = new()

    assert refused(partie, Take(EST, "♥")) == [("BA1", "no_such_word")]
    assert refused(partie, Bid(NORD, 80, "♥")) == [("BF4", "speaks_out_of_turn")]
    assert refused(Partie.new(dealer=SUD, seed=3), Bid(EST, 80, "♥")) == [("BA1", "no_such_word")]
    assert partie.turn is EST


def test_vc5_vc7_what_can_be_bid() -> None:
    """Tens from the lowest to the highest, capot, and by options générale, SA and TA."""
    assert bid_values(80, 160, generale=False) == (80, 90, 100, 110, 120, 130, 140, 150, 160, "capot")
    partie = new()
    for value in (70, 85, 170, "generale", True, None, 80.0, "80"):
        assert refused(partie, Bid(EST, value, "♥")) == [("VC5", "bid_range")]  # type: ignore[arg-type]
    for colour in ("SA", "TA", None, "x"):
        assert refused(partie, Bid(EST, 80, colour)) == [("VC7", "bid_colour")]  # type: ignore[arg-type]
    wide = new(bid_min=90, bid_max=180, generale=True, sa_ta=True)
    assert refused(wide, Bid(EST, 80, "♥")) == [("VC5", "bid_range")]
    assert not refused(wide, Bid(EST, 180, "SA"))
    assert not refused(wide, Bid(EST, "generale", "TA"))
    assert len(wide.legal_actions()) == 1 + 6 * 12


def test_vc6_a_bid_is_higher_than_the_last_one() -> None:
    """Colours have no rank; the partner's bid may be overbid, in his colour too."""
    partie = say(new(generale=True), "100♥")

    assert refused(partie, Bid(NORD, 100, "♠")) == [("VC6", "bid_low")]
    say(partie, "120♠", "130♠", "capot♥")
    assert refused(partie, Bid(EST, 160, "♥")) == [("VC6", "bid_low")]
    assert partie.legal_actions() == [
        Pass(EST), Double(EST), *(Bid(EST, "generale", suit) for suit in ("♣", "♦", "♥", "♠"))
    ]  # fmt: skip


def test_vc9_vc10_coinche_and_surcoinche() -> None:
    """The other team coinches the last bid; the coinched team surcoinches; then nobody bids."""
    partie = new()
    assert refused(partie, Double(EST)) == [("VC9", "no_bid")]
    assert refused(partie, Redouble(EST)) == [("VC10", "no_coinche")]
    say(partie, "90♥", "-")
    assert refused(partie, Double(OUEST)) == [("VC9", "own_bid")]
    assert refused(partie, Redouble(OUEST)) == [("VC10", "not_coinched")]
    say(partie, "-", "x")
    assert refused(partie, Bid(EST, 100, "♥")) == [("VC10", "coinched")]
    assert refused(partie, Double(EST)) == [("VC10", "coinched")]
    say(partie, "-")
    assert refused(partie, Redouble(NORD)) == [("VC10", "not_own_bid")]
    say(partie, "-", "xx")

    assert contract_of(partie) == CoincheContract(90, "♥", EST.index, 4)
    assert (partie.awaits, partie.turn) == ("lay", EST)


def test_vc11_coinches_out_of_turn() -> None:
    """With volley either opponent may coinche at any time; the turn is then next to the one who said it."""
    partie = say(new(volley=True), "90♥")
    assert partie.turn is NORD
    assert Double(SUD) in partie.legal_actions()
    assert partie.view(SUD).actions == (Double(SUD),)
    assert partie.view(OUEST).actions == ()
    assert refused(partie, Double(OUEST)) == [("VC9", "own_bid")]
    assert refused(partie, Pass(SUD)) == [("BF4", "speaks_out_of_turn")]

    partie.apply(Double(SUD))

    assert partie.turn is EST
    assert refused(new(), Double(SUD)) == [("BF4", "speaks_out_of_turn")]


@pytest.mark.parametrize(
    ("options", "words", "over"),
    [
        ({}, "- - -", False),
        ({}, "- - - -", True),
        ({}, "- - - 80♥ - -", False),
        ({}, "- - - 80♥ - - -", True),
        ({}, "capot♥ - -", False),
        ({}, "80♥ x - -", False),
        ({}, "80♥ x - - -", True),
        ({}, "80♥ x xx", True),
        ({"coinche_ends": True}, "80♥ x", True),
    ],
)
def test_vc12_how_the_auction_ends(options: dict[str, Any], words: str, over: bool) -> None:
    """Four passes at the start, three after a bid or a coinche, or a surcoinche; by an option a coinche."""
    partie = say(new(**options), *words.split())

    assert (partie.awaits != "speak" or len(partie.state.sheet.ended) == 1) is over


def test_vc13_four_passes_and_the_next_dealer_deals() -> None:
    """Nobody scores."""
    partie = say(new(), "-", "-", "-", "-")

    assert partie.log[5] == DealEnded(1, "passed")
    assert (partie.points, partie.turn) == ((0, 0), NORD)


def test_vc14_the_last_bid_is_the_contract() -> None:
    """Who said it is the taker, also when the partner named the colour first."""
    partie = say(new(surcoinche=3), "80♥", "-", "90♥", "x", "-", "-", "xx")

    assert contract_of(partie) == CoincheContract(90, "♥", OUEST.index, 3)
    assert partie.log[-1] == Completed(OUEST, "♥")
    assert partie.view(SUD).taker is OUEST


@pytest.mark.parametrize(("leads", "opener"), [(False, EST), (True, NORD)])
def test_vc16_who_opens(leads: bool, opener: Seat) -> None:
    """The dealer's right, and by an option the taker of a générale."""
    partie = say(new(generale=True, generale_leads=leads), "capot♥", "generale♠", "-", "-", "-")

    assert (partie.turn, partie.view(SUD).opener) == (opener, opener)


def test_vc20_belotes_at_tout_atout_by_an_option() -> None:
    """One in each suit, or none."""
    for belotes in (True, False):
        partie = say(new(sa_ta=True, ta_belote=belotes), "80TA", "-", "-", "-")
        held = sum(
            hand & mask_of((Card(suit, "D"), Card(suit, "R"))) == mask_of((Card(suit, "D"), Card(suit, "R")))
            for hand in partie.state.hands
            for suit in ("♣", "♦", "♥", "♠")
        )
        assert partie.state.donne.pairs.bit_count() == (2 * held if belotes else 0)
        assert held


def test_vc24_vc27_a_deal_is_scored_with_its_contract() -> None:
    """The end of a deal has the bid, and for a générale the plis of the taker alone."""
    partie = say(new(generale=True), "generale♥", "x", "-", "-", "-")
    rng = random.Random(1)
    while not partie.state.sheet.ended:
        partie.apply(rng.choice(partie.legal_actions()))
    ended = partie.state.sheet.ended[0]

    plis = [event for event in partie.log if isinstance(event, PliTaken)]
    assert (ended.value, ended.mult, ended.taker) == ("generale", 2, EST)
    assert ended.taker_plis == sum(pli.seat is EST for pli in plis)
    assert (ended.outcome, ended.points[0]) == ("chute", 2000 + ended.belote[0] + ended.belote[1])


def test_vc19_plis_count_plain_points_and_the_deal_their_share() -> None:
    """Proportional: the cards of the takers become their share of 152, then comes the dix de der."""
    partie = say(new(sa_ta=True, ta_values="proportional"), "80SA", "-", "-", "-")
    rng = random.Random(1)
    while not partie.state.sheet.ended:
        partie.apply(rng.choice(partie.legal_actions()))

    ended = partie.state.sheet.ended[0]
    plis = [event for event in partie.log if isinstance(event, PliTaken)]
    assert sum(pli.points for pli in plis) == 120
    assert sum(ended.plis) == 162


def test_a_partie_of_coinche_is_written_and_read() -> None:
    """Records, journals, shorthand, undo and replay of random parties at random tables."""
    for seed in range(60):
        partie = walked(seed)
        assert partie_of(parse_record(format_record(record_of(partie)))) == partie
        assert read_shorthand(write_shorthand(partie), seed=seed).log == partie.log
        again = copy.copy(partie)
        again.undo(min(30, again.actions_done))
        again.follow(partie.log[len(again.log) :])
        assert again == partie


def test_bd8_nobody_sees_the_cards_of_others() -> None:
    """A seat sees its own eight cards from the deal on, and parties with other hidden cards look the same to it."""
    compared = 0
    for seed in range(80):
        partie = walked(seed, actions=seed % 25)
        if partie.state.sheet.ended:
            continue
        for seat in SEATS:
            for twin in twins(partie, seat, random.Random(seed), 5):
                compared += 1
                assert same_to(partie, twin, seat)
    assert compared >= 200


def test_bids_are_written_as_players_write_them() -> None:
    """The value and the colour together; a card of the same look stays a card."""
    partie = say(new(generale=True, sa_ta=True), "90♥", "110SA", "-", "capotTA", "-", "generale♠", "x", "-", "-", "xx")
    text = write_shorthand(partie)

    assert "EST 90♥ · NORD 110SA · OUEST passe · SUD capot TA · EST passe · NORD generale ♠" in text
    assert "OUEST coinche · SUD passe · EST passe · NORD surcoinche" in text
    assert read_shorthand(text.replace("generale ♠", "générale pique")).log == partie.log
    assert BidMade(NORD, 110, "SA") in partie.log


def test_a_claim_names_a_side_of_the_table() -> None:
    """The side of a single player is none here."""
    partie = new()

    assert refused(partie, Claim(SEATS[0].team)) == [("BB3", "nothing_to_claim")]
    assert coinche.opened((1, 2, 3, 0)).over is False
