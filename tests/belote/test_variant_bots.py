"""Bots of coinche and of tables of three, conventions between partners, and what should have been played."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.actions import Bid, Double, Lay, Pass, Take, VoidDeal
from belettre_lexicon.games.belote.bots.bidding import best_speech, easy_speech
from belettre_lexicon.games.belote.bots.conventions import called_suit, calls
from belettre_lexicon.games.belote.bots.easy import EasyBot, matter_of_course
from belettre_lexicon.games.belote.bots.forecast import chance_to_win
from belettre_lexicon.games.belote.bots.hindsight import best_cards, plis_of
from belettre_lexicon.games.belote.bots.inference import LikelyWorlds, chance_of_take, points_expected
from belettre_lexicon.games.belote.bots.simulation import make_bot, play_out
from belettre_lexicon.games.belote.bots.solo.alone import alone_for
from belettre_lexicon.games.belote.bots.solo.three import PerfectThree, ThreeBot
from belettre_lexicon.games.belote.bots.strong import StrongBot
from belettre_lexicon.games.belote.bots.worlds import ally, hidden_cards
from belettre_lexicon.games.belote.cards import ALL_CARDS, Card, cards_of, mask_of, read_cards
from belettre_lexicon.games.belote.events import PliTaken
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS, Seat
from tests.belote.random_deals import new_deal, seeds
from tests.belote.test_bots import QUICK, after_the_prise, deal_of

COINCHE, THREE = BeloteRules(game="coinche"), BeloteRules(game="three")
#: A bot for auctions that is quick enough for tests.
BIDDER = {**QUICK, "prise_worlds": 40}


def coinche_of(hands: dict[Seat, str], rules: BeloteRules = COINCHE) -> Partie:
    """Return a deal of coinche, dealt by Ouest, in which each seat named gets these eight cards."""
    named = {seat: list(read_cards(text)) for seat, text in hands.items()}
    rest = list(cards_of(ALL_CARDS & ~mask_of(card for cards in named.values() for card in cards)))
    held = [named[seat] if seat in named else [rest.pop(0) for _ in range(8)] for seat in SEATS]
    pack = [card for start, end in ((0, 3), (3, 5), (5, 8)) for cards in held for card in cards[start:end]]
    return Partie.new(rules, seed=1, dealer=Seat.OUEST, packs=(tuple(pack),))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"sa_ta": True, "generale": True, "generale_leads": True},
        {"sa_ta": True, "ta_values": "plain", "annonces": True},
        {"sa_ta": True, "ta_values": "proportional", "coinche_belote": "own"},
        {"volley": True, "coinche_ends": True, "bid_max": 250, "surcoinche": 3},
        {"coinche_score": "bid", "make": "plis", "clockwise": True},
        {"coinche_score": "made", "rounding": "nearest", "must_beat": True, "capot_score": "bid"},
    ],
    ids=lambda options: " ".join(options) or "default",
)
def test_vc_bots_play_whole_parties_of_coinche(options: dict[str, Any]) -> None:
    """Bots end a partie of coinche with legal words and cards alone, whatever the house rules."""
    rules = BeloteRules(game="coinche", target=500, **options)
    partie = Partie.new(rules, seed=4)
    rng = random.Random(4)

    play_out(partie, {seat: StrongBot(rng, **QUICK) if seat.index % 2 else EasyBot() for seat in SEATS})

    assert partie.over


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"deck": "30", "sevens": "red", "annonces": True},
        {"moderne": True},
        {"defence_scores": "half", "defenders_partners": False, "clockwise": True},
        {"all_pass": "dealer_takes", "jack_forces": True, "litige": "chute"},
    ],
    ids=lambda options: " ".join(options) or "default",
)
def test_v3_bots_play_whole_parties_of_three(options: dict[str, Any]) -> None:
    """Bots end a partie of three players with legal words and cards alone, whatever the house rules."""
    partie = Partie.new(BeloteRules(game="three", target=300, **options), seed=4)
    rng = random.Random(4)
    quick = ThreeBot(rng, playout_worlds=2, search_worlds=1, search_plis=3, prise_worlds=4)

    play_out(partie, {Seat.SUD: quick, Seat.EST: EasyBot(), Seat.NORD: quick})

    assert partie.over


@pytest.mark.parametrize("kind", ["strong", "amateur", "easy"])
@settings(max_examples=8)
@given(seed=seeds)
def test_vc_bots_learn_nothing_from_the_other_hands(kind: str, seed: int) -> None:
    """With the same random numbers a bot says the same, whatever the other three hold."""
    partie = new_deal(COINCHE, seed)
    seat, pack = partie.turn or Seat.SUD, list(partie.state.donne.dealt.pack)
    hidden = [place for place in range(32) if not partie.view(seat).hand_mask & pack[place].bit]
    cards = [pack[place] for place in hidden]
    random.Random(seed).shuffle(cards)
    for place, card in zip(hidden, cards, strict=True):
        pack[place] = card
    twin = Partie.new(COINCHE, seed=partie.setup.seed, dealer=partie.setup.dealer, packs=(tuple(pack),))

    words = {
        EasyBot().choose(one.view(seat)) if kind == "easy" else best_speech(one.view(seat), random.Random(1), 10)
        for one in (partie, twin)
    }

    assert len(words) == 1


def test_vc4_the_strong_bot_bids_what_it_has() -> None:
    """With five high trumps and two aces it bids high in their suit; with nothing it passes."""
    partie = coinche_of({Seat.SUD: "V♥ 9♥ A♥ 10♥ 7♥ A♠ A♦ 7♣", Seat.EST: "7♠ 8♠ 9♠ 7♦ 8♦ 9♦ 8♣ 9♣"})

    bid = StrongBot(random.Random(1), **BIDDER).choose(partie.view(Seat.SUD))

    assert isinstance(bid, Bid)
    assert bid.colour == "♥"
    assert bid.value in (130, 140, 150, 160, "capot")
    partie.apply(Bid(Seat.SUD, 130, "♥"))
    assert StrongBot(random.Random(1), **BIDDER).choose(partie.view(Seat.EST)) == Pass(Seat.EST)


def test_vc8_the_strong_bot_raises_its_partner() -> None:
    """With the V, an ace and a void it raises the partner's 80 in a suit in which both have trumps."""
    partie = coinche_of({Seat.NORD: "V♥ R♥ 8♥ A♠ A♦ 10♦ 7♦ 8♦"})
    partie.apply(Bid(Seat.SUD, 80, "♥"))
    partie.apply(Pass(Seat.EST))

    raised = StrongBot(random.Random(1), **BIDDER).choose(partie.view(Seat.NORD))

    assert isinstance(raised, Bid)
    assert raised.colour == "♥"


def test_vc9_the_strong_bot_coinches_what_must_fail() -> None:
    """With the four highest trumps and aces of an opponent's capot it coinches; with a poor hand it does not."""
    partie = coinche_of({Seat.EST: "V♥ 9♥ A♥ 10♥ A♠ A♦ 7♣ 8♣"})
    partie.apply(Bid(Seat.SUD, "capot", "♥"))

    assert StrongBot(random.Random(1), **BIDDER).choose(partie.view(Seat.EST)) == Double(Seat.EST)

    poor = coinche_of({Seat.SUD: "V♥ 9♥ A♥ 10♥ 7♥ A♠ A♦ 7♣", Seat.EST: "7♠ 8♠ 9♠ 7♦ 8♦ 9♦ 8♣ 9♣"})
    poor.apply(Bid(Seat.SUD, 80, "♥"))
    assert StrongBot(random.Random(1), **BIDDER).choose(poor.view(Seat.EST)) == Pass(Seat.EST)


def test_vc4_the_easy_bot_counts_its_hand() -> None:
    """It bids at most 120, leaves its partner's bid alone, and passes with a poor hand."""
    hands = {Seat.SUD: "V♥ 9♥ A♥ 10♥ 7♥ A♠ A♦ 7♣", Seat.NORD: "V♠ 9♠ 10♠ R♠ D♠ A♣ 7♦ 8♦"}
    partie = coinche_of(hands)

    assert easy_speech(partie.view(Seat.SUD)) == Bid(Seat.SUD, 120, "♥")
    partie.apply(Bid(Seat.SUD, 120, "♥"))
    partie.apply(Pass(Seat.EST))
    assert easy_speech(partie.view(Seat.NORD)) == Pass(Seat.NORD)


def test_bf6_a_discard_calls_a_suit() -> None:
    """The first discard on a partner's pli calls its suit, or the other one of its colour; a 10 and trumps do not."""
    led = Card.of("A♠")

    assert [called_suit(Card.of(card), led, "♣", "direct") for card in ("7♦", "10♦", "7♣", "7♠")] == ["♦"] + [None] * 3
    assert called_suit(Card.of("7♦"), led, "♣", "indirect") == "♥"
    assert called_suit(Card.of("7♦"), led, "♥", "indirect") is None
    assert called_suit(Card.of("7♦"), led, "♣", "none") is None


def test_bf6_the_partner_reads_a_call() -> None:
    """After a low diamond on its partner's ace, the caller has the ace of diamonds in most worlds of the partner."""
    hands = {
        Seat.SUD: "A♠ 10♠ 9♥ V♥ 7♣",
        Seat.EST: "7♠ 8♠ D♦ R♦ 10♣",
        Seat.NORD: "7♦ 8♦ A♣ V♣ D♣",
        Seat.OUEST: "9♠ V♠ 9♣ R♣ 8♣",
    }
    with_ace = {}
    for appels in ("direct", "none"):
        partie = deal_of(hands, retourne="7♥", rules=BeloteRules(appels=appels))
        rest = [card for card in partie.state.donne.dealt.pack if card.index >= 0][21:]
        wanted = read_cards("8♥ D♥ R♠ 10♥ R♥ A♥ A♦ 9♦ 10♦ D♠ V♦")
        assert set(rest) == set(wanted)
        order = (*partie.state.donne.dealt.pack[:21], *read_cards("8♥ D♥ 10♥ R♥ R♠ A♦ 9♦ 10♦ A♥ D♠ V♦"))
        partie = Partie.new(partie.rules, seed=1, dealer=Seat.OUEST, packs=(order,))
        partie.apply(Take(Seat.SUD, "♥"))
        for text in ("A♠", "7♠", "7♦"):
            partie.apply(Lay(partie.turn or Seat.SUD, Card.of(text)))
        view = partie.view(Seat.SUD)
        worlds = LikelyWorlds(view, hidden_cards(view), "♥", Seat.SUD, random.Random(1))
        with_ace[appels] = sum(bool(worlds.draw()[Seat.NORD.index] & Card.of("A♦").bit) for _ in range(200))

        assert calls(view) == ({Seat.NORD: "♦"} if appels == "direct" else {})

    assert with_ace["direct"] > 1.3 * with_ace["none"]


def test_bp1_the_taker_draws_trumps_and_defenders_do_not() -> None:
    """The taker with V and two more trumps leads one of the best; a defender with an ace does not open trump."""
    taker = after_the_prise({Seat.SUD: "V♥ 9♥ A♠ 7♠ 8♦"})
    defence = deal_of({Seat.SUD: "8♥ 9♥ A♠ 7♠ 8♦", Seat.EST: "V♥ A♥ A♦ 7♣ 8♣"}, retourne="7♥")
    defence.apply(Pass(Seat.SUD))
    defence.apply(Take(Seat.EST, "♥"))

    led = StrongBot(random.Random(1)).choose(taker.view(Seat.SUD))
    opened = StrongBot(random.Random(1)).choose(defence.view(Seat.SUD))

    assert isinstance(led, Lay)
    assert led.card is Card.of("V♥")
    assert isinstance(opened, Lay)
    assert opened.card.suit != "♥"


def test_ba2_a_hand_with_the_v_is_taken_more_often() -> None:
    """The chance of a take, and the points expected, rise with what a hand holds."""
    weak, strong = (mask_of(read_cards(text)) for text in ("8♥ 7♥ D♥ 7♠ 8♠ 9♠ 7♦ 8♦", "V♥ 9♥ A♥ A♠ 10♠ 8♦ 7♦ 7♣"))

    assert chance_of_take(weak, "♥") < 0.1 < 0.8 < chance_of_take(strong, "♥")
    assert chance_of_take(strong, "♥", second=True) < chance_of_take(strong, "♥")
    for contract in ("♥", "SA", "TA"):
        assert points_expected(weak, contract) < points_expected(strong, contract)


@settings(max_examples=10)
@given(seed=seeds)
def test_likely_worlds_fit_what_is_known(seed: int) -> None:
    """A world has all hidden cards, the right number in each hand, and no card where it cannot be."""
    partie = new_deal(BeloteRules(), seed)
    bots = [make_bot("easy")] * 4
    for _ in range(25):
        if partie.turn is not None and not partie.state.sheet.ended:
            partie.apply(bots[0].choose(partie.view(partie.turn)))
    if partie.state.sheet.ended or partie.awaits != "lay":
        return
    view = partie.view(partie.turn or Seat.SUD)
    hidden = hidden_cards(view)

    hands = LikelyWorlds(view, hidden, view.contract or "♥", view.taker or Seat.SUD, random.Random(seed)).draw()

    assert sum(hands) == sum(partie.state.hands)
    for seat, hand in enumerate(hands):
        assert hand.bit_count() == partie.state.hands[seat].bit_count()
        assert not hand & ~(hidden.hands[seat] | hidden.may[seat])


def test_be1_a_lead_is_worth_more_when_little_is_left() -> None:
    """The chance to win depends on the lead and on what is left to play; equal totals are even."""
    rules = BeloteRules()

    assert chance_to_win(300, 300, 5, rules) == 0.5
    assert 0.5 < chance_to_win(200, 100, 2, rules) < chance_to_win(900, 800, 10, rules) < 1
    assert chance_to_win(100, 300, 5, rules) == pytest.approx(1 - chance_to_win(300, 100, 5, rules))
    assert chance_to_win(50, 0, 4, BeloteRules(deals=4)) > chance_to_win(50, 0, 2, BeloteRules(deals=4))


@pytest.mark.parametrize("game", ["classic", "coinche"])
def test_every_card_of_a_deal_has_its_loss(game: str) -> None:
    """The cards are those that were laid; a best card loses nothing, and no card of the last pli could be better."""
    partie = Partie.new(BeloteRules.from_dict({"game": game}), seed=8)
    while not any(ended.taker is not None for ended in partie.state.sheet.ended):
        partie.apply(make_bot("easy").choose(partie.view(partie.turn or Seat.SUD)))
    ended = partie.state.sheet.ended[-1]
    plis = plis_of(partie.log, ended.number)

    played = best_cards(plis, ended.contract or "♥", partie.rules)

    assert [one.card for one in played] == [card for pli in plis for card in pli.cards]
    assert all(one.loss >= 0 and (one.card in one.best) is (one.loss == 0) for one in played)
    assert not any(one.loss for one in played[-4:])


def test_what_should_have_been_played_needs_a_whole_deal() -> None:
    """A deal that is not over is refused."""
    partie = Partie.new(BeloteRules(), seed=8)

    with pytest.raises(ArgumentError, match="expected the 8 plis"):
        best_cards([event for event in partie.log if isinstance(event, PliTaken)], "♥", partie.rules)


def test_v3_6_two_defenders_are_allies() -> None:
    """At a table of three the player who did not take plays with the other one, and the taker alone."""
    partie = Partie.new(THREE, seed=1, dealer=Seat.NORD)
    while partie.awaits == "speak":
        takes = [action for action in partie.legal_actions() if isinstance(action, Take)]
        partie.apply(takes[0])
    view = partie.view(partie.turn or Seat.SUD)
    taker = view.taker or Seat.SUD

    allies = {seat: ally(view, seat) for seat in THREE.variant.table.seats}

    others = [seat for seat in THREE.variant.table.seats if seat is not taker]
    assert allies == {taker: -1, others[0]: others[1].index, others[1]: others[0].index}


@settings(max_examples=15)
@given(seed=seeds, taker=st.integers(0, 2), leader=st.integers(0, 2))
def test_v3_perfect_play_is_what_the_best_cards_make(seed: int, taker: int, leader: int) -> None:
    """In the last pli nothing can be chosen: a playout and perfect play make the same for the taker."""
    deals = alone_for("♥", THREE)
    cards = random.Random(seed).sample(range(32), 3)
    hands = [deals.ordered(1 << card) for card in cards]
    following, pli = (1, 2, 0), (hands[leader].bit_length() - 1,)
    hands[leader] = 0
    sweeps = (False, False)

    perfect = PerfectThree(deals, taker, following, allied=True, sweeps=sweeps).value(hands, leader, pli)
    playout = deals.finish_alone(hands, taker, leader, following, pli, allied=True, last_pli=10, sweeps=sweeps)

    assert perfect == playout


def test_bv6_a_fair_hand_asks_for_no_capot() -> None:
    """With high trumps the strong bot takes, and with a fair hand it does so without asking for a capot."""
    rules = BeloteRules(capot_asked=True)
    sure = deal_of({Seat.SUD: "V♥ 9♥ A♥ 10♥ A♠"}, retourne="R♥", rules=rules)
    fair = deal_of({Seat.SUD: "V♥ 9♥ 8♥ A♠ 7♦"}, retourne="D♥", rules=rules)

    asked = StrongBot(random.Random(1), prise_worlds=100).choose(sure.view(Seat.SUD))
    taken = StrongBot(random.Random(1), prise_worlds=100).choose(fair.view(Seat.SUD))

    assert isinstance(asked, Take)
    assert taken == Take(Seat.SUD, "♥")


def test_bd11_bots_void_a_deal_unless_their_partner_took() -> None:
    """A deal that a player may void is voided against opponents who took, and played with a partner who did."""
    view = after_the_prise({Seat.SUD: "V♥ 8♥ A♠ 7♠ 8♦"}).view(Seat.SUD)
    cards = tuple(action for action in view.actions if isinstance(action, Lay))

    against = replace(view, seat=Seat.EST, actions=(VoidDeal(Seat.EST), *cards))
    partners = replace(view, seat=Seat.NORD, actions=(VoidDeal(Seat.NORD), *cards))

    assert matter_of_course(against) == VoidDeal(Seat.EST)
    assert matter_of_course(partners) is None
