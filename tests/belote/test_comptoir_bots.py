"""The bots of Belote de comptoir and of the lyonnaise: what they know, and how they play (VK, VL)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from belettre_lexicon.games.belote.actions import Bid, Pass
from belettre_lexicon.games.belote.bots.simulation import BotKind, make_bot, play_out
from belettre_lexicon.games.belote.bots.solo.alone import alone_for
from belettre_lexicon.games.belote.bots.solo.comptoir import StrongComptoirBot, Worlds, chance_to_lose
from belettre_lexicon.games.belote.bots.solo.comptoir_easy import EasyComptoirBot, SeatsOf, estimate
from belettre_lexicon.games.belote.cards import ALL_CARDS, cards_of, mask_of, read_cards, tables
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.play import legal_mask
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.sheets import bid_worth
from belettre_lexicon.games.belote.seats import SEATS_OF, Seat
from tests.belote.test_partie_comptoir import random_rules, walked
from tests.exhaustive import EXHAUSTIVE

PARTIES = 100 if EXHAUSTIVE else 6
TWO = BeloteRules(game="comptoir", seats=2)


def played(rules: BeloteRules, kinds: Sequence[BotKind], seed: int) -> Partie:
    """Return a partie that bots have played to its end; their kinds are by seat."""
    partie = Partie.new(rules, seed=seed)
    rng = random.Random(seed)
    play_out(partie, {seat: make_bot(kind, rng, rules.game) for seat, kind in zip(SEATS_OF[6], kinds, strict=False)})
    return partie


@pytest.mark.parametrize("game", ["comptoir", "lyonnaise"])
@pytest.mark.parametrize("kind", ["easy", "amateur", "strong"])
def test_bots_play_every_table_to_its_end(game: str, kind: BotKind) -> None:
    """With any house rules, and bots that do anything beside them."""
    for seed in range(PARTIES):
        rules = random_rules(random.Random(seed), game)
        kinds: list[BotKind] = [kind, "easy", "random"]

        partie = played(rules, kinds * 2, seed)

        assert partie.over
        assert partie.loser is not None


@pytest.mark.parametrize("game", ["comptoir", "lyonnaise"])
def test_a_strong_bot_depends_on_its_view_and_its_random_numbers_alone(game: str) -> None:
    """Equal views and equal random generators give equal actions, which are legal."""
    for seed in range(PARTIES * 3):
        partie = walked(seed, game, random.Random(seed).randint(0, 20))
        if partie.turn is None:
            continue
        view = partie.view(partie.turn)

        first, second = (StrongComptoirBot(random.Random(7)).choose(view) for _ in range(2))

        assert first == second
        assert partie.can(first)


def test_worlds_fit_what_a_seat_knows() -> None:
    """Hands have the right numbers of cards, none twice, and no card that the seat knows to be elsewhere."""
    compared = 0
    for seed in range(PARTIES * 10):
        partie = walked(seed, ("comptoir", "lyonnaise")[seed % 2], random.Random(seed).randint(5, 40))
        if partie.turn is None or partie.view(partie.turn).cards == 0:
            continue
        view = partie.view(partie.turn)
        worlds = Worlds(view, SeatsOf(view), random.Random(seed))

        hands = worlds.draw()

        assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in partie.state.hands]
        assert sum(hands).bit_count() == sum(hand.bit_count() for hand in hands)
        assert not sum(hands) & (partie.state.played | mask_of(view.chien))
        assert all(hand & known == known for hand, known in zip(hands, view.seen, strict=True))
        compared += 1
    assert compared > PARTIES * 5


def best_points(hands: list[int], taker: int, leader: int, pli: list[int], trump: str) -> int:
    """Return the points that a taker makes if all see all cards, found by trying every card. Masks are by index."""
    table, players = tables(trump), len(hands)
    if len(pli) == players or not (sum(hands) or pli):
        best = 0
        for place in range(1, len(pli)):
            if table.beats[pli[best]] >> pli[place] & 1:
                best = place
        holder = (leader + best) % players
        points = sum(table.points[card] for card in pli) if pli and holder == taker else 0
        return points + (best_points(hands, taker, holder, [], trump) if sum(hands) else 0)
    seat = (leader + len(pli)) % players
    legal = hands[seat]
    if pli:
        best_card = pli[0]
        for card in pli[1:]:
            if table.beats[best_card] >> card & 1:
                best_card = card
        legal = legal_mask(hands[seat], pli[0], best_card, False, table, TWO)
    found = []
    for one in cards_of(legal):
        rest = [hand & ~one.bit for hand in hands]
        found.append(best_points(rest, taker, leader, [*pli, one.index], trump))
    return max(found) if seat == taker else min(found)


@pytest.mark.parametrize(("players", "cards"), [(2, 4), (3, 3), (4, 2)])
def test_the_search_finds_what_a_taker_can_make(players: int, cards: int) -> None:
    """It agrees with trying every card; a playout never makes more points than there are."""
    rng = random.Random(players)
    following = [(seat + 1) % players for seat in range(players)]
    for _ in range(25):
        dealt = rng.sample(range(32), players * cards)
        hands = [sum(1 << card for card in dealt[seat::players]) for seat in range(players)]
        taker, leader, trump = rng.randrange(players), rng.randrange(players), rng.choice("♣♦♥♠")
        deals = alone_for(trump, TWO)
        ordered = [deals.ordered(hand) for hand in hands]

        best = best_points(hands, taker, leader, [], trump)

        assert deals.makes(ordered, taker, leader, following, (), best)
        assert not deals.makes(ordered, taker, leader, following, (), best + 1)
        whole = sum(tables(trump).points[card] for card in dealt)
        assert 0 <= deals.finish_alone(ordered, taker, leader, following) <= whole


def test_vk11_the_chance_to_lose_follows_the_sheets() -> None:
    """It adds up to 1; a player who has left cannot lose; a higher sheet loses more often."""
    sheets = (6, 3, 0, 1)
    chances = [chance_to_lose(sheets, seat) for seat in range(4)]

    assert sum(chances) == pytest.approx(1)
    assert chances[2] == 0
    assert chances[0] > chances[1] > chances[3] > 0


def test_the_strong_bot_knows_who_is_about_to_leave() -> None:
    """With sheet 1 a bid of 1 is enough; against a player with sheet 1 any miss loses, so it bids for more (VK8)."""
    pack = _pack("V♥ 9♥ A♥ 7♦ 8♦ 7♠ 9♠ 10♥ A♠ 8♠")
    view = Partie.new(TWO, seed=1, dealer=Seat.SUD, packs=[pack]).view(Seat.EST)
    values: dict[tuple[int, int], set[int]] = {(6, 1): set(), (1, 6): set()}
    for sheets, made in values.items():
        for seed in range(5):
            action = StrongComptoirBot(random.Random(seed)).choose(replace(view, points=sheets))
            assert isinstance(action, Bid)
            made.add(bid_worth(int(action.value), TWO))

    assert max(values[6, 1]) == 1
    assert min(values[1, 6]) > 1


def test_the_easy_bot_bids_what_its_cards_are_worth() -> None:
    """A strong hand bids, a hopeless one passes once somebody has bid."""
    hands = "V♥ 9♥ A♥ 7♦ 8♦ 7♠ A♠ 10♥ 9♦ 8♠"
    partie = Partie.new(TWO, seed=1, dealer=Seat.SUD, packs=[_pack(hands)])

    opened = EasyComptoirBot().choose(partie.view(Seat.EST))
    partie.apply(Bid(Seat.EST, 60))

    assert isinstance(opened, Bid)
    assert EasyComptoirBot().choose(partie.view(Seat.SUD)) == Pass(Seat.SUD)
    assert estimate(mask_of(read_cards("V♥ 9♥ A♥ A♠ 10♥")), 1)[1] == "♥"


def _pack(cards: str) -> tuple[Any, ...]:
    first = read_cards(cards)
    return (*first, *cards_of(ALL_CARDS & ~mask_of(first)))


@pytest.mark.sampled
def test_the_strong_bot_loses_less_often_than_the_easy_one() -> None:
    """Of 12 parties of two players, in which both sit in both seats, it loses at most five."""
    lost = 0
    for seed in range(12):
        kinds: list[BotKind] = ["strong", "easy"] if seed % 2 else ["easy", "strong"]
        loser = played(TWO, kinds, seed // 2).loser
        lost += loser is not None and kinds[loser.index] == "strong"

    assert lost <= 5
