"""BA, BV1, BV4, BV5: who may take at what, who may pass, and when the prise is over."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.auction.prise import (
    Speech,
    after_pass,
    after_take,
    may_pass,
    pass_refusal,
    take_refusal,
    takes,
)
from belettre_lexicon.games.belote.auction.refusals import SpeechRefusal
from belettre_lexicon.games.belote.cards import CONTRACTS, PACK, Card
from belettre_lexicon.games.belote.rules import BeloteRules

NINE, JACK = Card.of("9♦"), Card.of("V♣")

tables_of_rules = st.builds(
    BeloteRules,
    second_round=st.sampled_from(["others", "any"]),
    all_pass=st.sampled_from(["redeal", "dealer_takes"]),
    jack_forces=st.booleans(),
    contracts=st.sampled_from(["suits", "overcall", "ladder"]),
)


def offered(speech: Speech, **options: Any) -> str:
    """Return the contracts at which a player may take, with spaces."""
    return " ".join(takes(speech, BeloteRules(**options)))


def refused(speech: Speech, contract: str, **options: Any) -> tuple[str, str] | None:
    """Return the rule and the reason against a take, or None."""
    refusal = take_refusal(speech, contract, BeloteRules(**options))
    return None if refusal is None else (refusal.rule, refusal.reason)


def test_ba2_the_first_round_knows_the_suit_of_the_retourne_alone() -> None:
    """Neither another suit nor sans atout nor tout atout can be named, whoever speaks."""
    for passed in range(4):
        assert offered(Speech(1, passed, NINE)) == "♦"
    assert refused(Speech(1, 0, NINE), "♥") == ("BA2", "other_suit")
    assert refused(Speech(1, 0, NINE), "SA") == ("BA2", "contract")
    assert refused(Speech(2, 0, NINE), "TA") == ("BA2", "contract")


def test_ba3_the_second_round_names_one_of_the_three_other_suits() -> None:
    """By the option any suit may be named."""
    assert offered(Speech(2, 0, NINE)) == "♣ ♥ ♠"
    assert refused(Speech(2, 0, NINE), "♦") == ("BA3", "same_suit")
    assert offered(Speech(2, 2, NINE), second_round="any") == "♣ ♦ ♥ ♠"
    assert offered(Speech(1, 2, NINE), second_round="any") == "♦"


def test_ba3_four_passes_bring_the_second_round() -> None:
    """Each player speaks once a round."""
    speech: Speech | None = Speech(1, 0, NINE)
    rounds = []
    while speech is not None:
        rounds.append((speech.round, speech.passed))
        speech = after_pass(speech)

    assert rounds == [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3)]


def test_ba4_the_first_take_ends_the_prise() -> None:
    """Nothing can be said after it."""
    assert after_take(Speech(1, 2, NINE), "♦", BeloteRules()) is None
    assert after_take(Speech(2, 3, NINE), "♠", BeloteRules()) is None
    assert refused(Speech(1, 0, NINE, "♦"), "♠") == ("BA4", "taken")
    assert offered(Speech(1, 0, NINE, "♦")) == ""


def test_ba6_the_dealer_may_not_pass_as_the_last_by_the_option() -> None:
    """La vache binds the last to speak in the second round alone."""
    vache = BeloteRules(all_pass="dealer_takes")
    last = Speech(2, 3, NINE)

    assert not may_pass(last, vache)
    assert pass_refusal(last, vache) == SpeechRefusal("BA6", "dealer_takes")
    assert may_pass(last, BeloteRules())
    assert may_pass(Speech(2, 2, NINE), vache)
    assert may_pass(Speech(1, 3, NINE), vache)


def test_ba7_a_jack_forces_the_first_to_speak_by_the_option() -> None:
    """The others, and the second round, are free; other cards force nobody."""
    forced = BeloteRules(jack_forces=True)

    assert not may_pass(Speech(1, 0, JACK), forced)
    assert pass_refusal(Speech(1, 0, JACK), forced) == SpeechRefusal("BA7", "jack_forces")
    assert takes(Speech(1, 0, JACK), forced) == ("♣",)
    assert may_pass(Speech(1, 0, NINE), forced)
    assert may_pass(Speech(1, 1, JACK), forced)
    assert may_pass(Speech(2, 0, JACK), forced)
    assert may_pass(Speech(1, 0, JACK), BeloteRules())
    assert may_pass(Speech(1, 0, JACK, "♣"), BeloteRules(jack_forces=True, contracts="overcall"))


@pytest.mark.parametrize("contracts", ["overcall", "ladder"])
def test_bv4_sans_atout_and_tout_atout_may_be_taken_at_once(contracts: str) -> None:
    """In both rounds, beside the suits of the round."""
    assert offered(Speech(1, 0, NINE), contracts=contracts) == "♦ SA TA"
    assert offered(Speech(2, 0, NINE), contracts=contracts) == "♣ ♥ ♠ SA TA"
    assert offered(Speech(2, 0, NINE), contracts=contracts, second_round="any") == "♣ ♦ ♥ ♠ SA TA"
    assert refused(Speech(1, 0, NINE), "♠", contracts=contracts) == ("BA2", "other_suit")


def test_bv1_overcalls_go_from_suit_to_sans_atout_to_tout_atout() -> None:
    """No suit overcalls a suit, and nothing tout atout."""
    assert offered(Speech(1, 0, NINE, "♦"), contracts="overcall") == "SA TA"
    assert offered(Speech(2, 2, NINE, "♠"), contracts="overcall") == "SA TA"
    assert offered(Speech(1, 0, NINE, "SA"), contracts="overcall") == "TA"
    assert offered(Speech(1, 0, NINE, "TA"), contracts="overcall") == ""
    assert refused(Speech(1, 0, NINE, "♣"), "♠", contracts="overcall") == ("BV1", "lower")
    assert refused(Speech(1, 0, NINE, "SA"), "SA", contracts="overcall") == ("BV1", "lower")


def test_bv5_the_ladder_goes_up_by_suits_too() -> None:
    """From clubs to tout atout, in either round, the suit of the retourne included."""
    for round in (1, 2):
        assert offered(Speech(round, 0, NINE, "♣"), contracts="ladder") == "♦ ♥ ♠ SA TA"
        assert offered(Speech(round, 1, NINE, "♥"), contracts="ladder") == "♠ SA TA"
        assert offered(Speech(round, 2, NINE, "SA"), contracts="ladder") == "TA"
    assert refused(Speech(1, 0, NINE, "♥"), "♦", contracts="ladder") == ("BV5", "lower")


def test_bv1_three_passes_after_the_last_take_end_the_prise() -> None:
    """An overcall gives all others the word again; nobody can overcall tout atout, so it ends at once."""
    rules = BeloteRules(contracts="overcall")

    taken = after_take(Speech(1, 3, NINE), "♦", rules)

    assert taken == Speech(1, 0, NINE, "♦")
    once = after_pass(taken)
    assert once == Speech(1, 1, NINE, "♦")
    over = after_take(once, "SA", rules)
    assert over == Speech(1, 0, NINE, "SA")
    assert after_take(over, "TA", rules) is None
    for _ in range(2):
        assert may_pass(over, rules)
        over = after_pass(over)
        assert over is not None
    assert after_pass(over) is None


@given(st.data(), st.sampled_from(PACK), tables_of_rules)
def test_ba_every_prise_comes_to_an_end(data: st.DataObject, retourne: Card, rules: BeloteRules) -> None:
    """Whoever speaks has something to say, takes go up, and after at most 8 passes or 6 takes it is over."""
    speech: Speech | None = Speech(1, 0, retourne)
    said = 0
    while speech is not None:
        offers = takes(speech, rules)
        assert offers or may_pass(speech, rules)
        assert all((take_refusal(speech, contract, rules) is None) == (contract in offers) for contract in CONTRACTS)
        choices: list[str | None] = [*offers, *([None] if may_pass(speech, rules) else [])]
        choice: Any = data.draw(st.sampled_from(choices))
        if choice is not None and speech.taken is not None:
            assert CONTRACTS.index(choice) > CONTRACTS.index(speech.taken)
        speech = after_pass(speech) if choice is None else after_take(speech, choice, rules)
        said += 1

    assert said <= 8 + 3 * len(CONTRACTS)


@pytest.mark.parametrize(
    "values",
    [
        (0, 0, NINE),
        (3, 0, NINE),
        (1, 4, NINE),
        (1, -1, NINE),
        (1, 3, NINE, "♦"),
        (1, 0, "9♦"),
        (1, 0, NINE, "♦♦"),
        ("1", 0, NINE),
        (1, None, NINE),
    ],
)
def test_ba_impossible_speeches_are_refused(values: tuple[Any, ...]) -> None:
    """Bad input raises ArgumentError with what was expected."""
    with pytest.raises(ArgumentError, match="expected"):
        Speech(*values)


def test_ba_unknown_contracts_are_refused() -> None:
    """An unknown contract is no refusal by a rule but bad input."""
    with pytest.raises(ArgumentError, match="contract"):
        take_refusal(Speech(1, 0, NINE), "coinche", BeloteRules())


def test_speeches_are_values() -> None:
    """Equal speeches have the same hash."""
    assert Speech(1, 0, NINE) == Speech(1, 0, NINE)
    assert hash(Speech(1, 0, NINE, "SA")) == hash(Speech(1, 0, NINE, "SA"))
    assert Speech(1, 0, NINE) != Speech(1, 1, NINE)
    assert repr(Speech(1, 2, NINE, "SA")) == "Speech(1, 2, 9♦, 'SA')"
