"""The library and the slow model of the whole family agree: auctions, cards, events, scores and ends."""

from __future__ import annotations

import random
from typing import Any

import pytest

from belettre_lexicon.games.belote.options import Game
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.coinche import score_coinche
from belettre_lexicon.games.belote.scoring.ends import end_of_totals
from belettre_lexicon.games.belote.scoring.flat import score_flat
from belettre_lexicon.games.belote.scoring.sheets import settle
from belettre_lexicon.games.belote.scoring.totals import DealTotals, proportional
from tests.belote import naive_scores
from tests.belote.compared import compare, options_for
from tests.belote.naive_variants import COLOURS, pack_of, points_of
from tests.belote.random_rules import GAMES, random_options
from tests.exhaustive import EXHAUSTIVE

#: How many games of each kind are compared, and how many deals of each kind are counted by both.
PARTIES, COUNTS = (2000, 40_000) if EXHAUSTIVE else (8, 800)


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_that_of_the_slow_model(game: Game) -> None:
    """At every step of random games with random house rules both allow the same, and the same follows."""
    deals = 0
    for seed in range(1, PARTIES + 1):
        deals += compare(options_for(game, random.Random(seed)), seed)

    assert deals > PARTIES


def pair(rng: random.Random, *, whole: int) -> tuple[int, int]:
    """Return how the points of a deal may be split, often close to a half or to the bids."""
    first = rng.choice((rng.randint(0, whole), whole // 2 + rng.randint(-3, 3), rng.randrange(80, 121, 10)))
    first = min(max(first, 2), whole - 2)
    return first, whole - first


def counted(rng: random.Random, rules: BeloteRules, colour: str, plis: int) -> naive_scores.Counted:
    """Return what was won in a random deal; sometimes one side has all plis."""
    whole = naive_scores.whole(colour, rules)
    won = rng.choice((0, plis, *range(1, plis), plis // 2, plis // 2))
    p = (0, whole) if won == 0 else (whole, 0) if won == plis else pair(rng, whole=whole)
    b = [0, 0]
    for _ in range({"SA": 0, "TA": rng.randrange(5)}.get(colour, rng.randrange(2))):
        b[rng.randrange(2)] += 20
    a = [0, 0]
    if rng.random() < 0.5:
        a[rng.randrange(2)] = rng.choice((20, 50, 70, 100, 200))
    return naive_scores.Counted(colour, p, (won, plis - won), b, a, held=rng.choice((0, 0, 81, 162)))


def swapped(values: Any, taker: int) -> tuple[Any, ...]:
    """Return what T and D have as what team 0 and team 1 have."""
    return tuple(values[::-1] if taker else values)


def totals_of(deal: naive_scores.Counted, taker: int, colour: Any, **more: Any) -> DealTotals:
    """Return what was won in a deal in the form of the library."""
    p, won, b, a = (swapped(part, taker) for part in (deal.p, deal.won, deal.b, deal.a))
    return DealTotals(taker, p, won, b, a, colour, **more)


@pytest.mark.sampled
def test_vc22_to_vc33_contracts_are_scored_as_by_the_slow_model() -> None:
    """Made or missed, the points of both teams and those without rounding, for any bid and house rules."""
    for seed in range(COUNTS):
        rng = random.Random(seed)
        rules = BeloteRules(**{**random_options(rng, "coinche", 14), "sa_ta": True, "bid_max": 650})
        colour: Any = rng.choice(COLOURS)
        deal = counted(rng, rules, colour, 8)
        deal.held = 0
        value: Any = rng.choice(("capot", "generale", rng.randrange(80, 200, 10), rng.randrange(80, 110, 10)))
        mult = rng.choice((1, 1, 2, rules.surcoinche))
        alone = rng.choice((8, rng.randrange(9))) if deal.won[0] == 8 else rng.randint(0, deal.won[0])
        made, points = naive_scores.coinche(value, mult, deal, alone, rules, rules.rounding)
        exact = naive_scores.coinche(value, mult, deal, alone, rules, "exact")[1]
        taker = rng.randrange(2)
        totals = totals_of(deal, taker, colour)

        result = score_coinche(totals, value, mult, rules, taker_plis=alone)

        found = result.outcome == "made", result.won_by, result.points, result.exact
        winner = taker if made else 1 - taker
        assert found == (made, winner, swapped(points, taker), swapped(exact, taker)), (seed, rules, value, vars(deal))


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["classic", "three", "decouverte", "bis"])
def test_bs_v38_v212_deals_are_scored_as_by_the_slow_model(game: Game) -> None:
    """The outcome, the points of every side, those without rounding, and what waits, for any house rules."""
    for seed in range(COUNTS):
        rng = random.Random(seed)
        options = random_options(rng, game, 14)
        if game == "three":
            options["moderne"] = options.get("ta_values", "rescaled") != "rescaled" or rng.random() < 0.3
        rules = BeloteRules(**options)
        colour: Any = rng.choice(COLOURS) if game in ("classic", "three") else "♥"
        deal, taker = counted(rng, rules, colour, rules.variant.plis), rng.randrange(rules.variant.players)
        deal.asked = rules.capot_asked and rng.random() < 0.5
        results = [naive_scores.flat(deal, rules, rounding) for rounding in (rules.rounding, "exact")]
        belote = [0] * rules.variant.players
        belote[taker] = deal.b[0]
        for _ in range(deal.b[1] // 20):
            belote[rng.choice([seat for seat in range(len(belote)) if seat != taker])] += 20
        totals = totals_of(deal, 0, colour, waiting=deal.held, all_plis=rules.variant.plis, asked=deal.asked)

        result = score_flat(totals, taker, tuple(belote), rules)

        expected = [tuple(naive_scores.spread(score, taker, belote, rules)) for _, score, _ in results]
        if game == "classic":
            continue_with = result.outcome, tuple(result.points[seat] for seat in (taker, (taker + 1) % 4))
            assert continue_with == (results[0][0], tuple(results[0][1])), (seed, rules, vars(deal))
        else:
            found = result.outcome, result.points, result.exact
            assert found == (results[0][0], *expected), (seed, rules, vars(deal))
        assert (result.waiting, result.exact_waiting) == (results[0][2], results[1][2]), (seed, rules, vars(deal))


@pytest.mark.sampled
def test_ve_the_end_is_that_of_the_slow_model() -> None:
    """Two or three sides, totals near the target, any side that scored and won: the same side has won, or none."""
    for seed in range(COUNTS):
        rng = random.Random(seed)
        game: Game = rng.choice(("coinche", "three", "bis", "classic"))
        rules = BeloteRules(
            game=game,
            target=300,
            both_over=rng.choice(("higher", "last_deal")),
            deals=rng.choice((None, None, 4)),
        )
        sides = 3 if game == "three" else 2
        totals = tuple(rng.choice((300, 301, 340, 299, rng.randrange(500))) for _ in range(sides))
        scored = tuple(rng.random() < 0.7 for _ in range(sides))
        side = rng.randrange(sides)
        others = tuple(other for other in range(sides) if other != side)
        won_by = rng.choice(((), (side,), others if sides == 3 else (side,)))
        deals = rng.randrange(1, 7)

        end = end_of_totals(totals, scored, won_by, rules, deals=deals)

        assert end.winner == naive_scores.winner_of(totals, scored, won_by, deals, rules), (seed, end, scored, won_by)


@pytest.mark.sampled
def test_vk8_to_vk11_sheets_fall_as_by_the_slow_model() -> None:
    """For any sheets, bid and points, with each scale."""
    for seed in range(COUNTS):
        rng = random.Random(seed)
        players = rng.randint(2, 6)
        rules = BeloteRules(game="comptoir", seats=players, scale=rng.choice(("banco", "one")))
        sheets = tuple(rng.choice((0, rng.randint(1, 12))) for _ in range(players))
        playing = [seat for seat in range(players) if sheets[seat]]
        if len(playing) < 2:
            continue
        taker, bid = rng.choice(playing), rng.randint(1, 152)
        points = rng.choice((bid, bid - 1, rng.randint(0, 152)))

        result = settle(sheets, taker, bid, points, rng.choice(playing), rules)

        assert list(result.sheets) == naive_scores.sheets_after(sheets, taker, bid, points, rules), seed


@pytest.mark.parametrize(("colour", "whole"), [("SA", 120), ("TA", 248)])
def test_vc19_proportional_points_are_those_of_the_slow_model(colour: Any, whole: int) -> None:
    """Every split of the cards' points, with the takers as either team."""
    rules = BeloteRules(game="coinche", sa_ta=True, ta_values="proportional")
    for raw in range(whole + 1):
        first, second = naive_scores.proportional((raw, whole - raw), colour, 1)

        assert proportional((raw, whole - raw), colour, rules) == (first, second - 10)
        assert proportional((whole - raw, raw), colour, rules) == (second - 10, first)


@pytest.mark.parametrize("game", GAMES)
def test_bc6_v32_the_cards_of_every_game_are_those_of_the_slow_model(game: Game) -> None:
    """The pack, and the points of its cards at a trump suit: 152 together."""
    decks: list[dict[str, Any]] = [{}, {"deck": "30"}, {"deck": "30", "sevens": "red"}]
    for options in decks if game == "three" else decks[:1]:
        rules = BeloteRules(**{"game": game, **options})
        texts = [card.text for card in rules.variant.pack]

        assert texts == pack_of(rules)
        assert sum(points_of(card, "♥", rules) for card in texts) == 152
