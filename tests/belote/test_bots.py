"""Bots of Belote: legal actions under all rules, nothing learnt from hidden cards, and sense in clear cases."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.actions import Action, Announce, Claim, Lay, Pass, Take
from belettre_lexicon.games.belote.bots import strong
from belettre_lexicon.games.belote.bots.easy import EasyBot, matter_of_course, sensible_cards
from belettre_lexicon.games.belote.bots.forecast import Forecast
from belettre_lexicon.games.belote.bots.inference import LikelyWorlds, looks_like_a_take
from belettre_lexicon.games.belote.bots.playout import Playout, playout_for
from belettre_lexicon.games.belote.bots.search import SWEEP, CardOrders, DoubleDummy
from belettre_lexicon.games.belote.bots.simulation import BOT_KINDS, Bot, make_bot, play_out
from belettre_lexicon.games.belote.bots.strong import StrongBot
from belettre_lexicon.games.belote.bots.worlds import Hidden, hidden_cards
from belettre_lexicon.games.belote.cards import ALL_CARDS, PACK, Card, cards_of, mask_of, points_in, read_cards, tables
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.play import holder, legal, legal_mask
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS, Seat
from belettre_lexicon.games.kit.matches import RandomBot
from tests.belote.random_deals import (
    contracts,
    houses,
    laid_by,
    new_deal,
    play_until,
    random_hands,
    seeds,
    with_full_hands,
)

DEFAULT = BeloteRules()
#: A bot that is as strong as it need be to be tested.
QUICK = {"playout_worlds": 2, "search_worlds": 1, "search_plis": 3, "prise_worlds": 4}
#: Tables that ask bots for something special.
TABLES = [
    DEFAULT,
    BeloteRules(annonces=True, shared_cards=False),
    BeloteRules(contracts="overcall", annonces=True, carre_ace=110),
    BeloteRules(contracts="ladder", ta_values="plain", make="plis", rounding="ten"),
    BeloteRules(all_pass="dealer_takes", second_round="any", on_partners_trump="over"),
    BeloteRules(clockwise=True, appels="indirect", annonces=True),
    BeloteRules(jack_forces=True, king_first=True, undertrump="free", capot_defence="chute", shuffle="once"),
]


def quick_bot(kind: str, seed: int) -> Bot:
    """Return a bot of a kind whose random choices are given."""
    rng = random.Random(seed)
    if kind in ("strong", "amateur"):
        return StrongBot(rng, **QUICK)
    return EasyBot() if kind == "easy" else RandomBot(rng)


def deal_of(
    hands: dict[Seat, str], *, dealer: Seat = Seat.OUEST, retourne: str = "7♣", rules: BeloteRules = DEFAULT
) -> Partie:
    """Return a deal in which each seat named gets these five cards; the others get what is left."""
    given_cards = {seat: list(read_cards(text)) for seat, text in hands.items()}
    used = mask_of([*read_cards(retourne), *(card for cards in given_cards.values() for card in cards)])
    rest = list(cards_of(ALL_CARDS & ~used))
    order = [SEATS[(dealer.index + 1 + place) % 4] for place in range(4)]
    five = {seat: given_cards[seat] if seat in hands else [rest.pop(0) for _ in range(5)] for seat in order}
    pack = [card for seat in order for card in five[seat][:3]] + [card for seat in order for card in five[seat][3:]]
    return Partie.new(rules, seed=1, dealer=dealer, packs=((*pack, Card.of(retourne), *rest),))


@pytest.mark.parametrize("kind", BOT_KINDS)
@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: " ".join(rules.as_dict()) or "default")
def test_bots_play_whole_parties_under_all_rules(kind: str, rules: BeloteRules) -> None:
    """Bots end a partie with legal actions alone, whatever the house rules."""
    short = BeloteRules.from_dict({**rules.as_dict(), "target": 200})
    partie = Partie.new(short, seed=3)

    play_out(partie, {seat: quick_bot(kind, seat.index) for seat in SEATS})

    assert partie.over
    assert max(partie.points) >= 200


@pytest.mark.parametrize("kind", BOT_KINDS)
@settings(max_examples=12)
@given(seed=seeds, actions=st.integers(0, 40))
def test_bots_learn_nothing_from_hidden_cards(kind: str, seed: int, actions: int) -> None:
    """In two states that differ only in hidden cards, a bot with the same random numbers does the same."""
    partie = new_deal(DEFAULT, seed)
    play_until(partie, [RandomBot(random.Random(seed))] * 4, actions)
    seat = partie.turn
    if partie.awaits != "lay" or seat is None or partie.state.sheet.ended:
        return
    left = hidden_cards(partie.view(seat)).sample(random.Random(seed))
    hands = [left[other.index] | mask_of(laid_by(partie, other)) for other in SEATS]

    twin = with_full_hands(partie, hands)

    assert list(twin.state.hands) == left
    assert twin.view(seat) == partie.view(seat)
    assert quick_bot(kind, seed).choose(twin.view(seat)) == quick_bot(kind, seed).choose(partie.view(seat))


@pytest.mark.parametrize("kind", BOT_KINDS)
@given(seed=seeds)
def test_bots_learn_nothing_from_the_stock(kind: str, seed: int) -> None:
    """In the prise, a bot does the same whatever the others and the stock have."""
    partie = new_deal(DEFAULT, seed)
    seat, pack = partie.turn or Seat.SUD, list(partie.state.donne.dealt.pack)
    hidden = [place for place in range(32) if place != 20 and not partie.view(seat).hand_mask & pack[place].bit]
    cards = [pack[place] for place in hidden]
    random.Random(seed).shuffle(cards)
    for place, card in zip(hidden, cards, strict=True):
        pack[place] = card
    twin = Partie.new(DEFAULT, seed=partie.setup.seed, dealer=partie.setup.dealer, packs=(tuple(pack),))

    assert twin.view(seat) == partie.view(seat)
    assert quick_bot(kind, seed).choose(twin.view(seat)) == quick_bot(kind, seed).choose(partie.view(seat))


@pytest.mark.parametrize(
    ("hand", "retourne", "takes"),
    [
        ("V♥ 8♥ A♠ 7♠ 8♦", "7♥", True),
        ("9♥ 8♥ A♠ 7♠ 8♦", "D♥", True),
        ("V♥ 9♥ R♠ 7♠ 8♦", "7♥", False),
        ("V♥ R♦ A♠ 7♠ 8♦", "7♥", False),
        ("A♥ 8♥ A♠ 7♠ 8♦", "10♥", False),
        ("A♥ 8♥ A♠ 7♠ 8♦", "V♥", True),
    ],
    ids=["V third", "9 third", "no ace", "V second", "neither", "V turned up"],
)
def test_ba2_the_easy_bot_takes_with_v_or_9_third_and_an_ace(hand: str, retourne: str, takes: bool) -> None:
    """The retourne counts as a card of the hand; an ace of trumps is not the ace beside."""
    partie = deal_of({Seat.SUD: hand}, retourne=retourne)

    action = EasyBot().choose(partie.view(Seat.SUD))

    assert action == (Take(Seat.SUD, "♥") if takes else Pass(Seat.SUD))


@pytest.mark.parametrize("kind", ["easy", "strong"])
def test_ba6_a_bot_that_must_take_does(kind: str) -> None:
    """The dealer who may not pass takes at some suit, and whoever must take a V does."""
    forced = deal_of({Seat.SUD: "7♠ 8♠ 7♦ 8♦ 9♦"}, retourne="V♥", rules=BeloteRules(jack_forces=True))
    assert quick_bot(kind, 1).choose(forced.view(Seat.SUD)) == Take(Seat.SUD, "♥")

    vache = deal_of({Seat.OUEST: "7♠ 8♠ 7♦ 8♦ A♦"}, rules=BeloteRules(all_pass="dealer_takes"))
    for seat in (*SEATS, *SEATS[:3]):
        vache.apply(Pass(seat))
    action = quick_bot(kind, 1).choose(vache.view(Seat.OUEST))
    assert isinstance(action, Take)


def test_the_strong_bot_takes_what_cannot_fail_and_passes_what_cannot_win() -> None:
    """Five high trumps are taken; a hand without trumps or points is not."""
    good = deal_of({Seat.SUD: "V♥ 9♥ A♥ 10♥ A♠"}, retourne="R♥")
    assert StrongBot(random.Random(1), **QUICK).choose(good.view(Seat.SUD)) == Take(Seat.SUD, "♥")

    bad = deal_of({Seat.SUD: "7♠ 8♠ 7♦ 8♦ 9♦"}, retourne="7♥")
    assert StrongBot(random.Random(1), prise_worlds=30).choose(bad.view(Seat.SUD)) == Pass(Seat.SUD)


def test_bv1_the_strong_bot_overcalls_what_it_would_lose_by() -> None:
    """With four aces it overcalls the other team's suit at sans atout, and leaves its partner's sure contract alone."""
    rules = BeloteRules(contracts="overcall")
    partie = deal_of({Seat.EST: "A♠ A♥ A♦ A♣ 10♠", Seat.SUD: "7♥ 8♥ 9♦ 7♦ 8♣"}, retourne="R♥", rules=rules)
    partie.apply(Take(Seat.SUD, "♥"))

    assert StrongBot(random.Random(1), prise_worlds=30).choose(partie.view(Seat.EST)) == Take(Seat.EST, "SA")

    strong = "V♥ 9♥ A♥ 10♥ A♠"
    partner = deal_of({Seat.SUD: strong, Seat.NORD: "7♠ 8♠ 7♦ 8♦ 9♦"}, retourne="R♥", rules=rules)
    partner.apply(Take(Seat.SUD, "♥"))
    partner.apply(Pass(Seat.EST))
    assert StrongBot(random.Random(1), prise_worlds=30).choose(partner.view(Seat.NORD)) == Pass(Seat.NORD)


def after_the_prise(hands: dict[Seat, str], plays: str = "", rules: BeloteRules = DEFAULT) -> Partie:
    """Return a deal at ♥ that Sud took and opens, after some cards. The hands have five cards; retourne 7♥."""
    partie = deal_of(hands, retourne="7♥", rules=rules)
    partie.apply(Take(Seat.SUD, "♥"))
    for card in read_cards(plays):
        partie.apply(Lay(partie.turn or Seat.SUD, card))
    return partie


def test_the_easy_bot_leads_masters_first() -> None:
    """It leads the V of trumps, which nobody can beat, before anything else."""
    partie = after_the_prise({Seat.SUD: "V♥ 8♥ A♠ 7♠ 8♦"})

    assert EasyBot().choose(partie.view(Seat.SUD)) == Lay(Seat.SUD, Card.of("V♥"))


def test_the_easy_bot_loads_its_partners_pli_and_ducks_otherwise() -> None:
    """On the partner's master it lays points; on an opponent's it lays what costs least."""
    hands = {Seat.SUD: "A♠ 9♥ 8♥ 7♦ 8♦", Seat.EST: "10♠ 7♠ 8♣ 9♣ 10♣", Seat.NORD: "R♠ 8♠ 9♦ 10♦ V♦"}
    partie = after_the_prise(hands, "A♠")

    est = EasyBot().choose(partie.view(Seat.EST))
    assert est == Lay(Seat.EST, Card.of("7♠"))
    partie.apply(est)
    assert EasyBot().choose(partie.view(Seat.NORD)) == Lay(Seat.NORD, Card.of("R♠"))


@pytest.mark.parametrize("kind", ["easy", "strong"])
def test_bn6_bots_say_their_annonces(kind: str) -> None:
    """A bot that has annonces says all of them before its first card."""
    partie = after_the_prise({Seat.SUD: "V♥ 8♥ 9♥ 7♠ 8♦"}, rules=BeloteRules(annonces=True))

    action = quick_bot(kind, 1).choose(partie.view(Seat.SUD))

    assert isinstance(action, Announce)


def test_bb3_bots_claim_a_forgotten_rebelote() -> None:
    """Of claiming and letting go, a sensible player claims."""
    partie = new_deal(DEFAULT, 1)
    view = partie.view(partie.turn or Seat.SUD)
    claims: tuple[Action, ...] = (Claim(Seat.SUD.team, claims=False), Claim(Seat.SUD.team))

    assert matter_of_course(replace(view, actions=claims)) == Claim(Seat.SUD.team)


def test_bb2_bots_lay_the_r_first_where_it_must_be() -> None:
    """With ``king_first`` the D of a belote is held back while the R can be laid."""
    rules = BeloteRules(king_first=True)
    partie = after_the_prise({Seat.SUD: "R♥ D♥ A♠ 7♠ 8♦"}, rules=rules)
    view = partie.view(Seat.SUD)

    assert sensible_cards(view) == view.allowed & ~Card.of("D♥").bit
    assert sensible_cards(after_the_prise({Seat.SUD: "R♥ D♥ A♠ 7♠ 8♦"}).view(Seat.SUD)) & Card.of("D♥").bit


@settings(max_examples=15)
@given(seeds, st.integers(1, 3))
def test_the_strong_bot_plays_exactly_when_all_is_known(seed: int, plis_left: int) -> None:
    """If only one deal fits, the bot lays a card that no other card is better than."""
    partie = new_deal(DEFAULT, seed)
    random_bots = [RandomBot(random.Random(seed))] * 4
    while not partie.state.sheet.ended and len(partie.state.taken) < 8 - plis_left:
        play_until(partie, random_bots, 1)
    while not partie.state.sheet.ended and partie.awaits == "lay":
        view = partie.view(partie.turn or Seat.SUD)
        if hidden_cards(view).deals == 1:
            break
        play_until(partie, random_bots, 1)
    if partie.state.sheet.ended or partie.awaits != "lay":
        return
    view = partie.view(partie.turn or Seat.SUD)
    contract, taker = view.contract or "♥", view.taker or Seat.SUD
    forecast = Forecast(view, contract, taker)
    hands = hidden_cards(view).sample(random.Random(1))
    world = DoubleDummy(hands, contract, DEFAULT, sweeps=forecast.sweeps)
    belotes = forecast.belotes(hands)
    values = {
        card: forecast.margin(points, belotes)
        for card, points in world.card_values(view.opener.index, [card.index for card in view.pli]).items()
    }

    action = StrongBot(random.Random(2)).choose(view)

    assert isinstance(action, Lay)
    assert values[action.card.index] == max(values.values())


@given(seeds, contracts, houses)
def test_bp12_playouts_obey_the_obligations(seed: int, contract: str, rules: BeloteRules) -> None:
    """The cards that a playout may lay are those of ``play.legal_mask``, in its own order of cards."""
    rng = random.Random(seed)
    playout = Playout(contract, rules)
    hand, (led, best) = random_hands(rng, 5)[0], rng.sample(range(32), 2)
    hand &= ~(1 << led | 1 << best)

    for partner_holds in (True, False):
        expected = legal_mask(hand, led, best, partner_holds, tables(contract), rules)
        places = playout.places
        found = playout._legal(playout.ordered(hand), places[led], places[best], partner_holds)
        assert found == playout.ordered(expected)


@settings(max_examples=60)
@given(seeds, contracts, houses, st.integers(0, 3))
def test_bp12_a_playout_is_one_of_the_legal_ways_to_play(
    seed: int, contract: str, rules: BeloteRules, leader: int
) -> None:
    """What a playout makes for team 0 is what some legal way to play two plis makes."""
    hands = random_hands(random.Random(seed), 2)
    playout = playout_for(contract, rules)

    points = playout.finish([playout.ordered(hand) for hand in hands], leader)

    assert points in ways_to_play([cards_of(hand) for hand in hands], leader, (), contract, rules)


def ways_to_play(
    hands: list[tuple[Card, ...]], leader: int, pli: tuple[Card, ...], contract: str, rules: BeloteRules
) -> set[int]:
    """Return the points that team 0 can make from here on, by all legal ways to play."""
    if len(pli) == 4:
        winner = (leader + holder(pli, contract)) % 4
        points = points_in(mask_of(pli), contract) if winner % 2 == 0 else 0
        if not any(hands):
            return {points + 10 if winner % 2 == 0 else points}
        return {points + further for further in ways_to_play(hands, winner, (), contract, rules)}
    player, found = (leader + len(pli)) % 4, set()
    for card in legal(hands[player], pli, contract, rules):
        left = [*hands]
        left[player] = tuple(other for other in hands[player] if other is not card)
        found |= ways_to_play(left, leader, (*pli, card), contract, rules)
    return found


@given(seeds, contracts, st.integers(0, 3), st.integers(0, 3))
def test_a_playout_of_the_last_pli_is_exact(seed: int, contract: str, leader: int, laid: int) -> None:
    """Where nothing can be chosen, a playout makes what the search makes, capot included."""
    hands = random_hands(random.Random(seed), 1)
    pli = [hands[(leader + place) % 4].bit_length() - 1 for place in range(laid)]
    for place in range(laid):
        hands[(leader + place) % 4] = 0
    playout = playout_for(contract, DEFAULT)
    whole = sum(hands) | mask_of(PACK[card] for card in pli)
    rest = points_in(whole, contract) + 10
    world = DoubleDummy(hands, contract, DEFAULT, sweeps=(True, True), orders=CardOrders(contract, DEFAULT, whole))
    (value,) = world.card_values(leader, pli).values()

    points = playout.finish(
        [playout.ordered(hand) for hand in hands], leader, [playout.places[card] for card in pli], (True, True)
    )

    assert points == (value if (leader + laid) % 2 == 0 else rest - value)
    assert points in (rest + SWEEP, -SWEEP)


def test_the_search_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a search has kept enough positions, no other world is searched; one always is."""
    partie = after_the_prise({Seat.SUD: "V♥ 8♥ A♠ 7♠ 8♦"})
    play_until(partie, [EasyBot()] * 4, 4 * 5)
    searched = []

    class Counting(DoubleDummy):
        def card_values(self, leader: int, pli: Sequence[int] = ()) -> dict[int, int]:
            searched.append(leader)
            return super().card_values(leader, pli)

    monkeypatch.setattr(strong, "DoubleDummy", Counting)
    bot = StrongBot(random.Random(1), search_worlds=3)
    bot.choose(partie.view(partie.turn or Seat.SUD))
    assert len(searched) == 3

    monkeypatch.setattr(strong, "MOST_POSITIONS", 0)
    bot.choose(partie.view(partie.turn or Seat.SUD))
    assert len(searched) == 4


@pytest.mark.parametrize(
    ("hand", "contracts_taken"),
    [
        ("V♥ 8♥ 7♥ A♠ 7♠ 8♠ 7♦ 8♦", "♥"),
        ("A♥ 10♥ R♥ A♠ 7♠ 8♠ 7♦ 8♦", "SA"),
        ("V♥ 9♥ V♠ 7♠ 8♦ 7♦ R♦ D♣", "TA"),
        ("9♥ 9♠ 9♦ 9♣ 7♠ 8♦ 7♦ 7♣", ""),
    ],
)
def test_likely_takes(hand: str, contracts_taken: str) -> None:
    """A suit is taken with the V or the 9 third, sans atout with two aces, tout atout with a V and three V or 9."""
    likely = [contract for contract in ("♥", "SA", "TA") if looks_like_a_take(mask_of(read_cards(hand)), contract)]

    assert likely == contracts_taken.split()


def test_worlds_in_which_the_taker_had_no_reason_are_rare() -> None:
    """Worlds are drawn again if the taker has no likely hand; one's own hand is what it is."""
    partie = after_the_prise({Seat.SUD: "8♥ D♥ A♠ 7♠ 8♦"}, "A♠")
    view = partie.view(Seat.EST)
    worlds = LikelyWorlds(view, hidden_cards(view), "♥", Seat.SUD, random.Random(1))
    laid = Card.of("A♠").bit

    likely = sum(looks_like_a_take(worlds.draw()[Seat.SUD.index] | laid, "♥") for _ in range(100))
    plain = sum(
        looks_like_a_take(hidden_cards(view).sample(random.Random(seed))[Seat.SUD.index] | laid, "♥")
        for seed in range(100)
    )
    assert likely > 2 * plain > 0

    own = partie.view(Seat.SUD)
    draws = LikelyWorlds(own, hidden_cards(own), "♥", Seat.SUD, random.Random(1))
    assert draws.draw() == hidden_cards(own).sample(random.Random(1))


def test_playouts_are_kept_by_the_rules_that_matter() -> None:
    """Rules that change no obligation and no points share one object."""
    assert playout_for("♥", DEFAULT) is playout_for("♥", BeloteRules(annonces=True))
    assert playout_for("♥", DEFAULT) is not playout_for("♥", BeloteRules(undertrump="free"))


@pytest.mark.parametrize(
    ("points", "belotes", "margin"),
    [
        (100, (0, 0), 100 - 62),
        (82, (0, 0), 2),
        (80, (0, 0), -162),
        (71, (20, 0), 20 - 91),
        (162, (0, 0), 162),
        (162 + SWEEP, (20, 0), 272),
        (-SWEEP, (0, 20), -272),
    ],
    ids=["made", "just made", "chute", "litige", "all points, no capot", "capot", "capot of the defence"],
)
def test_bs_forecasts_are_scores(points: int, belotes: tuple[int, int], margin: int) -> None:
    """A forecast for the takers is what each team writes (BS4 to BS7), the own points less the others'."""
    partie = new_deal(DEFAULT, 1)

    own, other = (Forecast(partie.view(seat), "♥", Seat.SUD) for seat in (Seat.NORD, Seat.EST))

    assert own.rest == 162
    assert own.sweeps == (True, True)
    assert own.margin(points, belotes) == margin
    assert other.margin(162 - points, belotes) == -margin


def test_forecasts_count_belotes_of_a_world() -> None:
    """R and D of trumps in one hand are 20 points for its team; at tout atout in each suit, at sans atout in none."""
    partie = new_deal(DEFAULT, 1)
    hands = [mask_of(read_cards(text)) for text in ("R♥ D♥", "R♠ D♠", "R♦ D♣", "")]

    found = {
        contract: Forecast(partie.view(Seat.SUD), contract, Seat.SUD).belotes(hands)
        for contract in ("♥", "♦", "TA", "SA")
    }

    assert found == {"♥": (20, 0), "♦": (0, 0), "TA": (20, 20), "SA": (0, 0)}


def test_only_known_bots_are_made() -> None:
    """``make_bot`` makes each kind, and names the kinds if asked for another."""
    makers: dict[str, Callable[..., Bot]] = {"strong": StrongBot, "easy": EasyBot, "random": RandomBot}
    makers["amateur"] = StrongBot

    assert {kind: type(make_bot(kind, random.Random(1))) for kind in BOT_KINDS} == makers
    with pytest.raises(ArgumentError, match="'genius'"):
        make_bot("genius")  # type: ignore[arg-type]  # on purpose


def test_bots_without_a_seed_play_too() -> None:
    """The random numbers of a bot need not be given."""
    partie = new_deal(DEFAULT, 1)
    view = partie.view(partie.turn or Seat.SUD)

    for kind in BOT_KINDS:
        assert make_bot(kind).choose(view) in view.actions


def test_hidden_hands_that_are_known_need_no_luck() -> None:
    """A deal with one way to be dealt is that one."""
    hidden = Hidden((1, 2, 4, 8), (0, 0, 0, 1), (0, 0, 0, 16))

    assert hidden.sample(random.Random(1)) == [1, 2, 4, 24]


def test_bd1_a_clockwise_table_is_played_like_its_mirror() -> None:
    """The strong bot lays the same cards if all seats but the order of play are exchanged."""
    hands = {Seat.SUD: "V♥ 9♥ A♠ 7♠ 8♦", Seat.EST: "A♥ 8♥ A♦ 7♦ 9♣"}
    right = after_the_prise(hands)
    rules = BeloteRules(clockwise=True)
    left = Partie.new(rules, seed=1, dealer=Seat.EST, packs=(right.state.donne.dealt.pack,))
    left.apply(Take(Seat.SUD, "♥"))

    for _ in range(20):
        card, other = (
            StrongBot(random.Random(1), **QUICK).choose(one.view(one.turn or Seat.SUD)) for one in (right, left)
        )
        assert isinstance(card, Lay) and isinstance(other, Lay)
        assert card.card is other.card
        right.apply(card)
        left.apply(other)
