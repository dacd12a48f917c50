"""BN: what a hand may announce, which annonce is stronger, and which team scores; BB1: who holds a belote."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.cards import CONTRACTS, PACK, RANKS, SUITS, Card, cards_of, mask_of, read_cards
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.annonces import (
    Annonce,
    AnnonceResult,
    compare_annonces,
    find_annonces,
    name_annonces,
    strength,
)
from belettre_lexicon.games.belote.state import PAIRS

DEFAULT = BeloteRules(annonces=True)
#: The orders of BC5 from the lowest rank, written down once more.
ORDERS = {
    "natural": ["7", "8", "9", "10", "V", "D", "R", "A"],
    "trick": ["7", "8", "9", "V", "D", "R", "10", "A"],
}

contracts = st.sampled_from(CONTRACTS)
tables_of_rules = st.builds(
    BeloteRules,
    annonces=st.just(True),
    tierce=st.sampled_from([20, 30]),
    carre_ace=st.sampled_from([100, 110]),
    carre_nine=st.sampled_from([150, 140]),
    annonce_order=st.sampled_from(["natural", "trick"]),
    shared_cards=st.booleans(),
)


@st.composite
def hands(draw: st.DrawFn) -> int:
    """Draw eight cards that hold annonces more often than cards from a shuffled pack."""
    kept = draw(st.lists(st.sampled_from(PACK), min_size=1, max_size=8, unique=True))
    rank, suit, first = draw(st.sampled_from(RANKS)), draw(st.sampled_from(SUITS)), draw(st.integers(0, 5))
    wished = [card for card in PACK if card.rank == rank] if draw(st.booleans()) else []
    if draw(st.booleans()):
        wished += [card for card in PACK if card.suit == suit][first : first + draw(st.integers(3, 8))]
    cards = list(dict.fromkeys([*wished, *kept, *PACK]))
    return mask_of(cards[:8])


def told(annonces: Iterable[Annonce]) -> str:
    """Return annonces as text: their kind, points and cards."""
    return ", ".join(
        f"{annonce.kind} {annonce.points} {' '.join(card.text for card in cards_of(annonce.cards))}"
        for annonce in annonces
    )


def found_in(hand: str, contract: str = "♦", **options: Any) -> str:
    """Return the annonces of a hand as text, strongest first."""
    return told(find_annonces(mask_of(read_cards(hand)), contract, BeloteRules(annonces=True, **options)))


def compared(*teams: str, contract: str = "♦", **options: Any) -> AnnonceResult:
    """Return the result for two teams. The hands of partners are separated by a stroke."""
    rules = BeloteRules(annonces=True, **options)
    said = [
        [annonce for hand in team.split("|") for annonce in find_annonces(mask_of(read_cards(hand)), contract, rules)]
        for team in teams
    ]
    return compare_annonces(said, contract, rules)


@pytest.mark.parametrize(
    ("hand", "annonces"),
    [
        ("9♣ 10♣ V♣ 7♦ 8♥ R♥ A♠ 8♠", "tierce 20 9♣ 10♣ V♣"),
        ("D♣ R♣ A♣ 7♦ 8♥ R♥ A♠ 8♠", "tierce 20 D♣ R♣ A♣"),
        ("8♣ 9♣ 10♣ V♣ 8♥ R♥ A♠ 8♠", "cinquante 50 8♣ 9♣ 10♣ V♣"),
        ("7♣ 8♣ 9♣ 10♣ V♣ R♥ A♠ 8♠", "cent 100 7♣ 8♣ 9♣ 10♣ V♣"),
        ("A♣ 7♣ 8♣ 7♦ 8♥ R♥ A♠ 8♠", ""),
        ("9♣ 10♣ 9♦ 10♦ 9♥ 10♥ 8♠ R♠", ""),
        ("9♣ 10♦ V♣ 8♥ D♣ 8♠ A♠ 7♦", ""),
        ("7♣ 8♣ 9♣ V♣ D♣ R♣ A♠ 8♠", "tierce 20 V♣ D♣ R♣, tierce 20 7♣ 8♣ 9♣"),
    ],
)
def test_bn2_sequences(hand: str, annonces: str) -> None:
    """Three cards that follow each other in a suit are a tierce, four a cinquante, five a cent; the order has ends."""
    assert found_in(hand) == annonces


def test_bn2_a_tierce_may_be_worth_30() -> None:
    """The option changes tierces alone."""
    assert found_in("9♣ 10♣ V♣ 9♥ 10♥ V♥ D♥ 8♠", tierce=30) == "cinquante 50 9♥ 10♥ V♥ D♥, tierce 30 9♣ 10♣ V♣"


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_bn3_a_run_counts_once_as_long_as_it_is(size: int) -> None:
    """Five to eight cards in a row are one cent of all of them."""
    run = mask_of(PACK[:size])

    (annonce,) = find_annonces(run, "♦", DEFAULT)

    assert (annonce.kind, annonce.points, annonce.size, annonce.cards) == ("cent", 100, size, run)
    assert annonce.top is PACK[size - 1]


@pytest.mark.parametrize(
    ("rank", "points"),
    [("V", 200), ("9", 150), ("A", 100), ("10", 100), ("R", 100), ("D", 100), ("8", None), ("7", None)],
)
def test_bn4_carres(rank: str, points: int | None) -> None:
    """Carrés of 7 and 8 are worth nothing."""
    cards = [card for card in PACK if card.rank == rank]

    found = find_annonces(mask_of(cards), "♦", DEFAULT)

    assert [annonce.points for annonce in found] == ([] if points is None else [points])
    assert all((annonce.kind, annonce.top.rank, annonce.size) == ("carré", rank, 4) for annonce in found)


def test_bn4_bv2_bv3_values_of_carres_by_option_and_contract() -> None:
    """The options change the A and the 9; sans atout has values of its own, tout atout those of a suit."""
    four = {rank: mask_of(card for card in PACK if card.rank == rank) for rank in RANKS}
    rules = BeloteRules(annonces=True, carre_ace=110, carre_nine=140)

    def values(contract: str, rules: BeloteRules) -> dict[str, int]:
        found = {rank: find_annonces(four[rank], contract, rules) for rank in RANKS}
        return {rank: annonces[0].points for rank, annonces in found.items() if annonces}

    assert values("♠", rules) == {"V": 200, "9": 140, "A": 110, "10": 100, "R": 100, "D": 100}
    assert values("TA", rules) == values("♠", rules)
    assert values("TA", DEFAULT) == values("♠", DEFAULT)
    assert values("SA", DEFAULT) == {"A": 200, "10": 150, "R": 100, "D": 100, "V": 100, "9": 100}
    assert values("SA", rules) == values("SA", DEFAULT)


def test_bn5_a_card_may_serve_several_annonces() -> None:
    """The D of the carré is in the tierce too."""
    assert found_in("D♣ D♦ D♥ D♠ V♥ R♥ 7♣ 8♠") == "carré 100 D♣ D♦ D♥ D♠, tierce 20 V♥ D♥ R♥"


@pytest.mark.parametrize(
    ("hand", "annonces"),
    [
        ("D♣ D♦ D♥ D♠ V♥ R♥ 7♣ 8♠", "carré 100 D♣ D♦ D♥ D♠"),
        ("D♣ D♦ D♥ D♠ V♥ 10♥ 9♥ 8♠", "carré 100 D♣ D♦ D♥ D♠, tierce 20 9♥ 10♥ V♥"),
        ("10♣ 10♦ 10♥ 10♠ 9♥ V♥ D♥ R♥", "carré 100 10♣ 10♦ 10♥ 10♠, tierce 20 V♥ D♥ R♥"),
        ("8♣ 8♦ 8♥ 8♠ 7♥ 9♥ 7♣ 9♣", "tierce 20 7♥ 8♥ 9♥, tierce 20 7♣ 8♣ 9♣"),
        ("R♥ D♥ V♥ 10♥ 9♥ 7♣ 7♠ 8♦", "cent 100 9♥ 10♥ V♥ D♥ R♥"),
    ],
)
def test_bn5_each_card_serves_one_annonce_by_the_option(hand: str, annonces: str) -> None:
    """A carré takes its cards from the sequences; carrés that are worth nothing do not."""
    assert sorted(found_in(hand, shared_cards=False).split(", ")) == sorted(annonces.split(", "))


@given(hands(), contracts, tables_of_rules)
def test_bn5_the_choice_without_shared_cards_is_worth_most(hand: int, contract: str, rules: BeloteRules) -> None:
    """No other choice of carrés leaves annonces without a common card that are worth more together."""
    rules = BeloteRules(**rules.as_dict() | {"shared_cards": False})
    carres = [one for one in find_annonces(hand, contract, DEFAULT) if one.kind == "carré"]
    carres = [one for carre in carres for one in find_annonces(carre.cards, contract, rules)]

    def worth(annonces: Iterable[Annonce]) -> tuple[int, list[Any]]:
        annonces = list(annonces)
        keys = sorted((strength(annonce, contract, rules) for annonce in annonces), reverse=True)
        return sum(annonce.points for annonce in annonces), keys

    choices = []
    for number in range(len(carres) + 1):
        for said in combinations(carres, number):
            rest = hand & ~mask_of(card for one in said for card in cards_of(one.cards))
            free = [one for one in find_annonces(rest, contract, rules) if one.kind != "carré"]
            if all(not one.cards & other.cards for one, other in combinations([*said, *free], 2)):
                choices.append(worth([*said, *free]))

    assert worth(find_annonces(hand, contract, rules)) == max(choices)


@given(hands(), contracts, tables_of_rules)
def test_bn2_bn3_bn4_bn5_annonces_are_what_they_are_said_to_be(hand: int, contract: str, rules: BeloteRules) -> None:
    """They lie in the hand, strongest first; sequences follow each other in a suit and cannot be made longer."""
    found = find_annonces(hand, contract, rules)
    order = ORDERS[rules.annonce_order]

    keys = [strength(annonce, contract, rules) for annonce in found]

    assert keys == sorted(keys, reverse=True)
    for annonce in found:
        cards = cards_of(annonce.cards)
        assert annonce.cards & ~hand == 0
        assert annonce.size == len(cards)
        assert find_annonces(annonce.cards, contract, rules) == (annonce,)
        if annonce.kind == "carré":
            assert {card.suit for card in cards} == set(SUITS)
            assert {card.rank for card in cards} == {annonce.top.rank}
            continue
        places = sorted(order.index(card.rank) for card in cards)
        assert places == list(range(places[0], places[0] + len(cards)))
        assert order[places[-1]] == annonce.top.rank
        assert {card.suit for card in cards} == {annonce.top.suit}
        assert annonce.kind == ["tierce", "cinquante", "cent"][min(len(cards), 5) - 3]
        if rules.shared_cards:
            around = [place for place in (places[0] - 1, places[-1] + 1) if 0 <= place < len(order)]
            assert not any(hand & Card(annonce.top.suit, order[place]).bit for place in around)
    if not rules.shared_cards:
        assert (
            sum(annonce.size for annonce in found)
            == mask_of(card for annonce in found for card in cards_of(annonce.cards)).bit_count()
        )


def test_bc5_in_the_order_of_plis_other_cards_follow_each_other() -> None:
    """By annonce_order="trick" the 10 stands between R and A, and the V follows the 9."""
    hand = "9♣ V♣ D♣ R♥ 10♥ A♥ 8♠ 9♠"

    assert found_in(hand) == ""
    assert found_in(hand, annonce_order="trick") == "tierce 20 10♥ R♥ A♥, tierce 20 9♣ V♣ D♣"
    assert found_in("9♣ 10♣ V♣ R♥ 10♥ A♥ 8♠ 9♠") == "tierce 20 9♣ 10♣ V♣"
    assert found_in("D♣ R♣ 10♣ 7♥", annonce_order="trick") == "tierce 20 10♣ D♣ R♣"
    # The tierce to the 10 is higher than the one to the R.
    assert compared("D♣ R♣ 10♣", "V♥ D♥ R♥", annonce_order="trick").team == 0


def test_bn6_a_player_says_kinds_and_the_strongest_are_meant() -> None:
    """Of two tierces of which one is said, the higher one is meant; a kind that is not there is None."""
    hand = mask_of(read_cards("7♣ 8♣ 9♣ V♥ D♥ R♥ A♠ 8♠"))

    assert told(name_annonces(hand, ["tierce"], "♦", DEFAULT) or ()) == "tierce 20 V♥ D♥ R♥"
    assert told(name_annonces(hand, ["tierce", "tierce"], "♦", DEFAULT) or ()) == told(
        find_annonces(hand, "♦", DEFAULT)
    )
    assert name_annonces(hand, [], "♦", DEFAULT) == ()
    for kinds in (["cinquante"], ["tierce"] * 3, ["tierce", "carré"]):
        assert name_annonces(hand, kinds, "♦", DEFAULT) is None  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="carre"):
        name_annonces(hand, ["carre"], "♦", DEFAULT)  # type: ignore[list-item]


@pytest.mark.parametrize("shared_cards", [True, False])
def test_bn6_of_two_carres_the_stronger_is_meant(shared_cards: bool) -> None:
    """Whichever has the higher rank in the order of sequences."""
    hand = mask_of(read_cards("V♣ V♦ V♥ V♠ R♣ R♦ R♥ R♠"))
    rules = BeloteRules(annonces=True, shared_cards=shared_cards)

    assert told(name_annonces(hand, ["carré"], "♦", rules) or ()) == "carré 200 V♣ V♦ V♥ V♠"
    assert told(name_annonces(hand, ["carré"], "SA", rules) or ()) == "carré 100 R♣ R♦ R♥ R♠"


def test_bn5_bn6_without_shared_cards_the_player_chooses() -> None:
    """The cent may be said in place of the carré, or the carré and what it leaves of the cent."""
    hand = mask_of(read_cards("D♣ D♦ D♥ D♠ V♥ 10♥ 9♥ 8♥"))
    rules = BeloteRules(annonces=True, shared_cards=False)

    assert told(name_annonces(hand, ["cent"], "♦", rules) or ()) == "cent 100 8♥ 9♥ 10♥ V♥ D♥"
    assert (
        told(name_annonces(hand, ["cinquante", "carré"], "♦", rules) or ())
        == "carré 100 D♣ D♦ D♥ D♠, cinquante 50 8♥ 9♥ 10♥ V♥"
    )
    assert name_annonces(hand, ["cent", "carré"], "♦", rules) is None
    assert name_annonces(hand, ["cent", "carré"], "♦", DEFAULT) == find_annonces(hand, "♦", DEFAULT)


@given(hands(), contracts, tables_of_rules)
def test_bn6_all_that_a_hand_holds_can_be_said(hand: int, contract: str, rules: BeloteRules) -> None:
    """Who says the kinds of all annonces means all of them; who says one kind means the strongest of it."""
    found = find_annonces(hand, contract, rules)

    assert name_annonces(hand, [annonce.kind for annonce in found], contract, rules) == found
    if not found:
        return
    (meant,) = name_annonces(hand, [found[0].kind], contract, rules) or ()
    assert strength(meant, contract, rules) >= strength(found[0], contract, rules)


@pytest.mark.parametrize(
    ("first", "second", "team", "reason"),
    [
        ("8♠ 9♠ 10♠ V♠", "D♥ R♥ A♥", 0, "points"),
        ("D♣ D♦ D♥ D♠", "7♥ 8♥ 9♥ 10♥ V♥", 0, "carré"),
        ("7♥ 8♥ 9♥ 10♥ V♥ D♥", "10♠ V♠ D♠ R♠ A♠", 0, "cards"),
        ("7♠ 8♠ 9♠", "8♥ 9♥ 10♥", 1, "height"),
        ("10♣ 10♦ 10♥ 10♠", "A♣ A♦ A♥ A♠", 1, "height"),
        ("R♣ R♦ R♥ R♠", "D♣ D♦ D♥ D♠", 0, "height"),
        ("7♠ 8♠ 9♠", "7♦ 8♦ 9♦", 1, "trump"),
        ("7♦ 8♦ 9♦", "8♥ 9♥ 10♥", 1, "height"),
        ("9♣ 9♦ 9♥ 9♠", "V♣ V♦ V♥ V♠", 1, "points"),
    ],
)
def test_bn8_what_makes_an_annonce_stronger(first: str, second: str, team: int, reason: str) -> None:
    """Points, then carrés, then the number of cards, then the height, then trump; whichever team has which."""
    found, turned = compared(first, second), compared(second, first)

    assert (found.team, found.reason, found.rule) == (team, reason, "BN8")
    assert (turned.team, turned.reason) == (1 - team, reason)


def test_bn8_carre_values_by_option_decide_by_points() -> None:
    """Aces of 110 beat a cent by points, and the 9s of 140 still beat them."""
    assert compared("A♣ A♦ A♥ A♠", "7♠ 8♠ 9♠ 10♠ V♠", carre_ace=110).reason == "points"
    assert compared("A♣ A♦ A♥ A♠", "9♣ 9♦ 9♥ 9♠", carre_ace=110, carre_nine=140).team == 1
    assert compared("V♥ D♥ R♥ A♥", "7♠ 8♠ 9♠", tierce=30).points == 50


def test_bv2_height_of_carres_at_sans_atout() -> None:
    """A, 10, then R, D, V, 9 of 100 each."""
    order = ["A", "10", "R", "D", "V", "9"]

    for higher, lower in combinations(order, 2):
        four = [" ".join(f"{rank}{suit}" for suit in SUITS) for rank in (higher, lower)]
        assert compared(*four, contract="SA").team == 0


@pytest.mark.parametrize("contract", ["SA", "TA"])
def test_bv3_no_suit_is_stronger_without_a_trump_suit(contract: str) -> None:
    """At sans atout and tout atout equal tierces are equal in every suit."""
    for first, second in combinations(SUITS, 2):
        found = compared(f"7{first} 8{first} 9{first}", f"7{second} 8{second} 9{second}", contract=contract)
        assert (found.team, found.reason) == (None, "equal")


def test_bn7_one_team_scores_all_annonces_of_both_players() -> None:
    """The weaker annonces of the winning team count, the stronger ones of the other do not."""
    found = compared("7♣ 8♣ 9♣|D♥ R♥ A♥ V♥", "10♠ V♠ D♠|8♦ 9♦ 10♦")

    assert (found.team, found.points) == (0, 70)
    assert told(found.shown[0]) == "cinquante 50 V♥ D♥ R♥ A♥, tierce 20 7♣ 8♣ 9♣"
    assert found.shown[1] == ()


def test_bn7_a_team_alone_scores_and_without_annonces_nobody_does() -> None:
    """The team that said something need not be compared."""
    assert (compared("7♣ 8♣ 9♣", "").team, compared("7♣ 8♣ 9♣", "").reason) == (0, "alone")
    assert compared("", "7♣ 8♣ 9♣|V♠ D♠ R♠").points == 40
    assert (compared("", "").team, compared("", "").points, compared("", "").reason) == (None, 0, "none")


def test_bn9_equal_annonces_cancel_all_of_the_deal() -> None:
    """The weaker ones of both teams do not count either, and only the equal ones are shown (BN10)."""
    found = compared("V♣ D♣ R♣|7♦ 8♦ 9♦", "V♠ D♠ R♠|7♥ 8♥ 9♥")

    assert (found.team, found.points, found.rule, found.reason) == (None, 0, "BN9", "equal")
    assert tuple(map(told, found.shown)) == ("tierce 20 V♣ D♣ R♣", "tierce 20 V♠ D♠ R♠")


def test_bn9_two_equal_annonces_of_one_team_do_not_cancel() -> None:
    """Teams are compared, not players."""
    found = compared("V♣ D♣ R♣|V♠ D♠ R♠", "7♥ 8♥ 9♥")

    assert (found.team, found.points) == (0, 40)


@given(hands(), hands(), contracts, tables_of_rules)
def test_bn7_bn8_bn9_comparison_is_antisymmetric(first: int, second: int, contract: str, rules: BeloteRules) -> None:
    """Exchanging the teams exchanges the result; only a team with the strongest annonce of all scores."""
    said = [find_annonces(hand, contract, rules) for hand in (first, second)]

    found, turned = compare_annonces(said, contract, rules), compare_annonces(said[::-1], contract, rules)

    assert turned.team == (None if found.team is None else 1 - found.team)
    assert (turned.points, turned.reason, turned.shown) == (found.points, found.reason, found.shown[::-1])
    if found.team is not None:
        best = max(strength(annonce, contract, rules) for team in said for annonce in team)
        assert best == strength(said[found.team][0], contract, rules)
        assert found.points == sum(annonce.points for annonce in said[found.team])
        assert found.shown[found.team] == said[found.team]


@given(st.lists(hands(), min_size=3, max_size=3), contracts, tables_of_rules)
def test_bn8_strength_is_transitive(three: list[int], contract: str, rules: BeloteRules) -> None:
    """If the first beats the second and the second the third, the first beats the third."""
    said = [find_annonces(hand, contract, rules) for hand in three]

    for first, second, third in permutations(said):
        if [compare_annonces(pair, contract, rules).team for pair in ((first, second), (second, third))] == [0, 0]:
            assert compare_annonces((first, third), contract, rules).team == 0


@pytest.mark.parametrize(
    ("hand", "contract", "suits"),
    [
        ("R♦ D♦ R♠ D♠", "♦", "♦"),
        ("R♦ D♦ R♠ D♠", "♥", ""),
        ("R♦ D♠", "♦", ""),
        ("R♦ D♦ R♠ D♠", "SA", ""),
        ("R♦ D♦ R♠ D♠ R♣ D♣ R♥ D♥", "TA", "♣♦♥♠"),
        ("R♦ D♦ R♠ D♥", "TA", "♦"),
    ],
)
def test_bb1_a_belote_is_king_and_queen_of_trumps_in_one_hand(hand: str, contract: str, suits: str) -> None:
    """One at most in a suit, none at sans atout, up to four at tout atout (BV2, BV3)."""
    held = mask_of(read_cards(hand))

    assert "".join(cards_of(pair)[0].suit for pair in PAIRS[contract] if held & pair == pair) == suits


def test_annonces_of_an_unknown_contract_or_of_three_teams_are_refused() -> None:
    """Bad input raises ArgumentError with what was expected."""
    for ask in (
        lambda: find_annonces(0, "♥♥", DEFAULT),
        lambda: name_annonces(0, [], "♥♥", DEFAULT),
        lambda: compare_annonces([(), ()], "♥♥", DEFAULT),
        lambda: compare_annonces([(), (), ()], "♥", DEFAULT),
    ):
        with pytest.raises(ArgumentError, match="expected"):
            ask()


def test_annonces_are_values() -> None:
    """Equal annonces have the same hash, and they say what they are."""
    annonce, same = (find_annonces(mask_of(read_cards("7♣ 8♣ 9♣")), "♦", DEFAULT)[0] for _ in range(2))

    assert annonce == same
    assert hash(annonce) == hash(same)
    assert annonce != "tierce"
    assert repr(annonce) == "Annonce('tierce', 20, 7♣ 8♣ 9♣)"
    assert repr(compared("7♣ 8♣ 9♣", "")) == "AnnonceResult(0, 20, BN7, 'alone')"
