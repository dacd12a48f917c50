"""Bots for two players: legal, blind to hidden cards, exact at the end, and sensible in clear cases (V2)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon.belote import Lay, Partie, cards_of
from belettre_lexicon.games.belote.bots.hindsight import best_in, plis_of
from belettre_lexicon.games.belote.bots.search import SWEEP
from belettre_lexicon.games.belote.bots.simulation import BOT_KINDS, make_bot, simulate
from belettre_lexicon.games.belote.bots.solo.table_of_two import PerfectPlay, TableOfTwo, table_of_two
from belettre_lexicon.games.belote.bots.solo.two import TwoBot, Unseen
from belettre_lexicon.games.belote.cards import ALL_CARDS, PACK, Card, tables
from belettre_lexicon.games.belote.play import legal_mask
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS_OF
from tests.belote.test_two_players import random_rules, twin_of

RULES = BeloteRules(game="decouverte")
TABLE = table_of_two("♥", RULES)
#: A bot that is as strong as it need be to be tested.
QUICK = {"playout_worlds": 2, "search_worlds": 1, "prise_worlds": 3}
seeds = st.integers(0, 10**6)


def position(rng: random.Random, plis: int, columns: int) -> tuple[list[int], list[int]]:
    """Return a random position: the open cards of both players, and the card under each card, in the order of value."""
    cards = rng.sample(range(len(PACK)), 2 * plis)
    under, hands = [0] * len(PACK), [0, 0]
    for player, own in enumerate((cards[:plis], cards[plis:])):
        covered = min(columns, plis // 2)
        for low, high in zip(own, own[covered:], strict=False):
            if low in own[:covered]:
                under[high] = 1 << low
        hands[player] = sum(1 << card for card in own[covered:])
    return hands, under


def bits(mask: int) -> list[int]:
    """Return the places of the bits of a mask."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def best_of(hands: Sequence[int], under: Sequence[int], leader: int, led: int, alive: bool) -> int:
    """Return the points of player 0 with the best play of both, by trying everything."""
    player = leader if led < 0 else 1 - leader
    values = []
    for card in bits(hands[player] if led < 0 else TABLE.legal(hands[player], led)):
        after = list(hands)
        after[player] = after[player] ^ 1 << card | under[card]
        if led < 0:
            values.append(best_of(after, under, leader, card, alive))
            continue
        winner = 1 - leader if TABLE.beats[led] >> card & 1 else leader
        points = (TABLE.points[led] + TABLE.points[card] + (0 if after[0] else 10)) * (winner == 0)
        still = alive and winner == leader
        if after[0]:
            values.append(points + best_of(after, under, winner, -1, still))
        else:
            values.append(points + SWEEP * still * (1 if winner == 0 else -1))
    return max(values) if player == 0 else min(values)


def test_v2_6_a_bot_follows_the_same_obligations_as_the_game() -> None:
    """For any hand and card led, the legal cards of the bots' table are those of ``play.legal_mask``."""
    rng, game = random.Random(1), tables("♥")
    for _ in range(500):
        hand, led = rng.getrandbits(32), rng.randrange(32)

        expected = legal_mask(hand, led, led, False, game, RULES)

        assert TABLE.legal(TABLE.ordered(hand), TABLE.places[led]) == TABLE.ordered(expected)


@given(seeds, st.integers(1, 4), st.integers(0, 2), st.integers(0, 1), st.booleans())
@settings(max_examples=60, deadline=None)
def test_perfect_play_is_the_best_play(seed: int, plis: int, columns: int, leader: int, alive: bool) -> None:
    """The value of the best card to lead, and of the best reply, is that of trying everything."""
    hands, under = position(random.Random(seed), plis, columns)
    rest = 10 + sum(TABLE.points[card] for mask in (*hands, *under) for card in bits(mask))
    play = PerfectPlay(TABLE, under)
    led = bits(hands[leader])[-1]
    after = list(hands)
    after[leader] = after[leader] ^ 1 << led | under[led]

    lead = max(play.card_value(hands, leader, card, alive=alive) for card in bits(hands[leader]))
    legal = TABLE.legal(after[1 - leader], led)
    reply = max(play.card_value(after, leader, card, led, alive=alive) for card in bits(legal))

    by_trying = [best_of(hands, under, leader, -1, alive), best_of(after, under, leader, led, alive)]
    assert lead == (by_trying[0] if leader == 0 else rest - by_trying[0])
    assert reply == (by_trying[1] if leader == 1 else rest - by_trying[1])


@given(seeds, st.integers(2, 16), st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_a_playout_plays_all_cards(seed: int, plis: int, columns: int) -> None:
    """Whoever leads, the points of a playout are some of those there are, and all of them with all plis."""
    hands, under = position(random.Random(seed), plis, columns)
    rest = 10 + sum(TABLE.points[card] for mask in (*hands, *under) for card in bits(mask))

    for leader in (0, 1):
        points, won = TABLE.finish(hands, under, leader)
        assert 0 <= points <= rest
        assert 0 <= won <= plis
        assert (points, won) == (rest, plis) or won < plis


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_worlds_are_deals_that_fit_what_a_player_sees(seed: int) -> None:
    """In every world each player has as many cards as in the game, all 32 are there once, and the known ones are."""
    rng = random.Random(seed)
    partie = Partie.new(random_rules(rng), seed=seed)
    for _ in range(rng.randrange(34)):
        partie.apply(rng.choice(partie.legal_actions()))
        if partie.state.sheet.ended:
            partie.undo()
            break
    view, state = partie.view(SEATS_OF[2][seed % 2]), partie.state
    contract, taker = view.contract or "♥", view.taker or view.seat
    table = table_of_two(contract, view.rules)
    left = [16 - len(view.taken)] * 2
    for seat, _ in view.laid:
        left[seat.index] -= 1

    for hands, under in Unseen(view, contract, taker).worlds(table, 5, rng):
        everything = [*hands, *under]
        assert sum(mask.bit_count() for mask in everything) == sum(left)
        assert sum(everything) == table.ordered(ALL_CARDS & ~state.played)
        held = [hand.bit_count() + sum(under[card].bit_count() for card in bits(hand)) for hand in hands]
        assert held == left
        assert not table.ordered(view.held) & ~hands[view.seat.index]


@pytest.mark.parametrize("kind", BOT_KINDS)
@pytest.mark.parametrize("game", ["decouverte", "bis"])
def test_every_kind_of_bot_plays_whole_deals(kind: str, game: str) -> None:
    """Bots take legal actions only, with random options."""
    for seed in range(3):
        rng = random.Random(seed)
        rules = BeloteRules.from_dict({**random_rules(rng).as_dict(), "game": game})
        partie = Partie.new(rules, seed=seed)
        bot = TwoBot(rng, **QUICK) if kind == "strong" else make_bot(kind, rng, rules.game)  # type: ignore[arg-type]
        while len(partie.state.sheet.ended) < 2:
            seat = partie.turn
            assert seat is not None
            partie.apply(bot.choose(partie.view(seat)))


@pytest.mark.parametrize("actions", [0, 3, 12, 20])
def test_v2_8_bots_learn_nothing_from_hidden_cards(actions: int) -> None:
    """In parties that differ only in cards that the bot cannot know it does the same."""
    compared = 0
    for seed in range(12):
        rng = random.Random(seed)
        partie = Partie.new(random_rules(rng), seed=seed)
        for _ in range(actions):
            partie.apply(rng.choice(partie.legal_actions()))
        seat = partie.turn
        twin = None if seat is None or partie.state.sheet.ended else twin_of(partie, seat, rng)
        if seat is not None and twin is not None:
            compared += 1
            chosen = [TwoBot(random.Random(7), **QUICK).choose(one.view(seat)) for one in (partie, twin)]
            assert chosen[0] == chosen[1]

    assert compared > 3


def test_a_strong_bot_takes_the_last_plis_that_it_can_count() -> None:
    """With all cards known at the end the bot lays a card that is best in perfect play."""
    for seed in range(20):
        rng = random.Random(seed)
        partie = Partie.new(BeloteRules(game="bis", all_pass="dealer_takes"), seed=seed)
        while len(partie.state.taken) < 13 or partie.state.pli:
            partie.apply(rng.choice(partie.legal_actions()))
        seat, donne = partie.turn, partie.state.donne
        assert seat is not None
        assert donne.rows is not None
        if donne.covered or len(partie.legal_actions()) == 1:
            continue
        table: TableOfTwo = table_of_two(donne.contract or "", partie.rules)
        hands = [table.ordered(hand) for hand in partie.state.hands]
        play = PerfectPlay(table, [0] * len(PACK))

        action = TwoBot(rng).choose(partie.view(seat))
        assert isinstance(action, Lay)
        values = {
            card: play.card_value(hands, seat.index, table.places[card.index])
            for card in cards_of(partie.state.allowed)
        }

        known = partie.view(seat).held | partie.state.played
        if (ALL_CARDS & ~known).bit_count() == partie.state.hands[1 - seat.index].bit_count():
            assert values[action.card] == max(values.values())


def test_what_should_have_been_played_is_told_from_the_sixth_pli_on() -> None:
    """The last eleven plis are judged with all cards known: no loss is negative, and a card that costs none is best."""
    rules = BeloteRules(game="bis", all_pass="dealer_takes")
    partie, bot = Partie.new(rules, seed=4), make_bot("easy")
    while not partie.state.sheet.ended:
        assert partie.turn is not None
        partie.apply(bot.choose(partie.view(partie.turn)))
    (ended,) = partie.state.sheet.ended

    judged = best_in(partie.log, ended, rules)

    assert judged is not None
    assert [one.pli for one in judged] == [6 + place // 2 for place in range(22)]
    assert [one.card for one in judged] == [card for pli in plis_of(partie.log, 1)[5:] for card in pli.cards]
    assert all(one.loss >= 0 and (one.card in one.best) == (not one.loss) for one in judged)
    assert any(one.loss for one in judged)


def test_simulate_counts_matches_of_two() -> None:
    """A match of two players has two sides, and the strong bot is ahead of one that plays at random."""
    match = simulate(6, 1, ("easy", "random"), rules=RULES, processes=1)

    assert match.deals == 6
    assert sum(side.takes for side in match.sides) + match.passed == 12
    assert match.margin > 0


def test_the_table_of_two_knows_equal_cards() -> None:
    """8♥ is the twin of 7♥ (both 0, nothing between), and no card of points has one."""
    place = TABLE.places

    assert TABLE.twins[place[Card.of("7♥").index]] == 1 << place[Card.of("8♥").index]
    assert not any(TABLE.twins[card] for card in range(len(PACK)) if TABLE.points[card])
