"""Bots: they choose legal actions, the amateur plays sensibly, and the strong bot finds the move in given positions.

``view_of`` makes the view of a position. Hands are written with one character for each card, as in ``scripted_games``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from belettre_lexicon import Judge
from belettre_lexicon.french.cards import Card, Case, pack
from belettre_lexicon.french.decks import BOXED
from belettre_lexicon.games.belettre.actions import Action, AnnounceBelettre, Lay, Passe, Swap
from belettre_lexicon.games.belettre.bots.amateur import (
    EASY_LETTERS,
    EASY_ZIPF,
    KNOWN_WORDS,
    AmateurBot,
    Bot,
    joker_letters_for_belettre,
    word_constraints,
)
from belettre_lexicon.games.belettre.bots.playout import PLENTY, Vocabulary, sample_hands, unseen_cards
from belettre_lexicon.games.belettre.bots.simulation import AMATEUR, BOT_KINDS, EASY, STRONG, WILD, BotFactory, BotKind
from belettre_lexicon.games.belettre.bots.strong import BELETTRE_HASTE, StrongBot, _belettre_value
from belettre_lexicon.games.belettre.events import ANNOUNCED, BEGUN, Passed, WordAccepted, WordRefused
from belettre_lexicon.games.belettre.hands import KnownHand
from belettre_lexicon.games.belettre.manche import NO_BELETTRES, PLIS, Belettre, Manche
from belettre_lexicon.games.belettre.partie import HistoryCache, Partie
from belettre_lexicon.games.belettre.pli import Pli, TrapPhase, seats_at_fault
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from belettre_lexicon.games.belettre.setup import Setup
from belettre_lexicon.games.belettre.state import State
from belettre_lexicon.games.belettre.view import View, view
from belettre_lexicon.words.history import History
from tests.engine.scripted_games import parse_hand

PON, SEP, LEV, MER = SEATS
#: Seeds for the given positions: the strong bot must find the move whatever the chance of its playouts.
SEEDS = range(8)


@pytest.fixture(scope="module")
def vocabulary(judge: Judge) -> Vocabulary:
    return Vocabulary(judge)


@pytest.fixture(scope="module")
def bot_factory(judge: Judge) -> BotFactory:
    return BotFactory(judge)


def view_of(hands: Sequence[str], laid: Sequence[str], belettre: Belettre | None = None) -> View:
    """Return the view of the seat that plays next, in a pli opened by the Ponantais.

    hands     the hands of the four seats, before the cards that they are still to lay in this pli
    laid      the cards laid: ``e`` with a valid word, ``e-`` passed face down
    belettre  the Belettre of the seat that plays next, if any
    """
    pli = Pli(PON)
    for seat, text in zip(SEATS, laid, strict=False):
        card = Card.of(text.removesuffix("-"))
        pli = pli.with_card_down(seat, card) if text.endswith("-") else pli.with_word(seat, card, "mot", "", True)
    held = tuple(KnownHand(parse_hand(hand)) for hand in hands)
    seat = SEATS[len(laid) % 4]
    if pli.trap is TrapPhase.SPRUNG:
        pli = replace(pli, fault=seats_at_fault(pli, [[hand.majuscules for hand in held]]))
        seat = pli.fault[0]
    belettres = tuple(belettre if belettre and other is seat else NO_BELETTRES[0] for other in SEATS)
    manche = Manche(1, PON, held, pli, before=PLIS - len(hands[3]) - pli.full, belettres=belettres)
    majuscules = [sum(card.case is Case.MAJ for card in hand.cards) for hand in held]
    left = tuple((hand.size, count, count) for hand, count in zip(held, majuscules, strict=True))
    return replace(view(State(manche), Setup(), seat), left=left)


def strong(vocabulary: Vocabulary, seat_view: View, seed: int) -> Action:
    """Return what the strong bot does with this view."""
    return StrongBot(vocabulary.finder, random.Random(seed), vocabulary=vocabulary).choose(seat_view)


def amateur(judge: Judge, seat_view: View, seed: int) -> Action:
    """Return what the amateur does with this view."""
    return AmateurBot(judge, random.Random(seed), HistoryCache(judge.rules)).choose(seat_view)


def partie_with_bots(bot_factory: BotFactory, player: BotKind, seed: int) -> tuple[Partie, dict[Seat, Bot]]:
    """Return a partie of one manche and a bot of one kind for each seat."""
    rng, history_cache = random.Random(seed), HistoryCache(bot_factory.judge.rules)
    partie = Partie.new(bot_factory.judge, random.Random(seed), manches=1)
    return partie, {seat: bot_factory.bot(player, rng, history_cache) for seat in SEATS}


@pytest.mark.parametrize("player", BOT_KINDS)
def test_what_a_bot_chooses_is_among_the_actions_of_its_view(bot_factory: BotFactory, player: BotKind) -> None:
    """Without its word and what it says for a Belettre, each choice is one of ``view.actions``."""
    for seed in range(4):
        partie, bots = partie_with_bots(bot_factory, player, seed)
        while seats := partie.acting_seats():
            seat = seats[0]
            seat_view = partie.view(seat)
            action = bots[seat].choose(seat_view)
            bare = replace(action, word="", says=True) if isinstance(action, Lay) else action
            assert bare in seat_view.actions
            assert partie.can(action)
            partie.apply(action)


def test_a_bot_never_sees_more_than_its_view(judge: Judge, vocabulary: Vocabulary) -> None:
    """In two deals that differ only in cards hidden from the seat, a bot with the same seed chooses the same."""
    hands = ["AJdiruul", "GMaelnos", "CPmeetir", "SWbaoeu?"]
    other = ["AJdiruul", "GMaelnos", "SPmeetir", "CWbaoeu?"]

    assert amateur(judge, view_of(hands, []), 1) == amateur(judge, view_of(other, []), 1)
    assert strong(vocabulary, view_of(hands, []), 1) == strong(vocabulary, view_of(other, []), 1)


@pytest.mark.parametrize("player", [AMATEUR, STRONG])
def test_a_bot_says_no_invalid_word(judge: Judge, bot_factory: BotFactory, player: BotKind) -> None:
    """A bot says no word that will be refused, and passes in positions 1 and 2 only where no card has a word (P9)."""
    for seed in range(12):
        partie, bots = partie_with_bots(bot_factory, player, seed)

        while seats := partie.acting_seats():
            seat = seats[0]
            seat_view, history = partie.view(seat), partie.history
            lays = [action for action in seat_view.actions if isinstance(action, Lay)]
            constraints = [word_constraints(seat_view, lay) for lay in lays]
            playable = any(judge.count(initial, letters, played=history) for initial, letters in constraints)

            event = partie.apply(bots[seat].choose(seat_view))[0]

            assert not isinstance(event, WordRefused)
            assert not (isinstance(event, Passed) and event.fault and playable)


def test_the_beginner_says_short_words_of_everyday_talk_or_passes(judge: Judge, bot_factory: BotFactory) -> None:
    """The easy bot says no invalid, rare or long word: where only such words fit its cards, it passes."""
    passed_with_a_word = 0
    for seed in range(12):
        partie, bots = partie_with_bots(bot_factory, EASY, seed)

        while seats := partie.acting_seats():
            seat_view, history = partie.view(seats[0]), partie.history
            lays = [action for action in seat_view.actions if isinstance(action, Lay)]
            fitting = [judge.count(*word_constraints(seat_view, lay), played=history) for lay in lays]

            event = partie.apply(bots[seats[0]].choose(seat_view))[0]

            assert not isinstance(event, WordRefused)
            if isinstance(event, WordAccepted):
                assert len(event.verdict.key) <= EASY_LETTERS
                assert max(reading.zipf for reading in event.verdict.readings) >= EASY_ZIPF
            passed_with_a_word += isinstance(event, Passed) and any(fitting)

    assert passed_with_a_word


def test_the_amateur_lays_any_card_that_has_a_word(judge: Judge) -> None:
    """Over many seeds, the amateur lays every card that has a word, and no other, with a frequent word that fits."""
    seat_view = view_of(["", "", "", "bwkcje"], ["Q", "h", "c"])
    common = {
        letter: {word.spelling for word in judge.find("q", "hc" + letter, limit=KNOWN_WORDS)} for letter in "bwkcje"
    }

    chosen = [amateur(judge, seat_view, seed) for seed in range(60)]
    lays = [action for action in chosen if isinstance(action, Lay)]

    assert len(lays) == 60
    assert {lay.card.letter for lay in lays} == {letter for letter, words in common.items() if words}
    assert all(lay.word in common[lay.card.letter] for lay in lays)


def test_p9_a_bot_without_a_valid_word_passes_in_any_position(judge: Judge, vocabulary: Vocabulary) -> None:
    """Without a valid word, a bot passes in position 4 (P10) and in position 2, where that loses the pli (P9)."""
    for seat_view in (view_of(["", "", "", "wkjx"], ["Q", "h", "c"]), view_of(["", "z", "", "a"], ["X"])):
        assert isinstance(amateur(judge, seat_view, 1), Passe)
        assert isinstance(strong(vocabulary, seat_view, 1), Passe)


@pytest.mark.parametrize("player", BOT_KINDS)
def test_a_belettre_is_announced_before_a_card_is_laid(bot_factory: BotFactory, player: BotKind) -> None:
    """With two majuscules that follow each other (S3), the amateur and the strong bot announce at once."""
    seat_view = view_of(["GHdiruul", "AMaelnos", "CPmeetir", "SWbaoeu?"], [])
    history_cache = HistoryCache(bot_factory.judge.rules)

    chosen = [bot_factory.bot(player, random.Random(seed), history_cache).choose(seat_view) for seed in range(9)]
    announced = sum(isinstance(action, AnnounceBelettre) for action in chosen)

    if player == WILD:
        assert announced < 9
    else:
        assert announced == 9


def test_a_joker_is_named_to_keep_the_belettre(judge: Judge, vocabulary: Vocabulary) -> None:
    """S4: with L laid before or still in hand, the JOKER is named K or M."""
    laid_before = view_of(["", "", "", "*"], ["e", "a", "t"], Belettre(BEGUN, "l"))

    for seed in SEEDS:
        for action in (amateur(judge, laid_before, seed), strong(vocabulary, laid_before, seed)):
            assert isinstance(action, Lay)
            assert action.letter in ("k", "m")

    assert joker_letters_for_belettre(view_of(["*Lab", "", "", "abcd"], [], Belettre(ANNOUNCED))) == ("k", "m")
    assert joker_letters_for_belettre(view_of(["*Lab", "", "", "abcd"], [])) == ()


def test_with_two_jokers_any_letter_keeps_the_belettre(vocabulary: Vocabulary) -> None:
    """S4: a deck may have two jokers; the other one is then the neighbour of whatever letter the first is given."""
    seat_view = view_of(["**ab", "", "", "abcd"], [], Belettre(ANNOUNCED))
    lays = [action for action in seat_view.actions if isinstance(action, Lay) and action.letter]

    assert joker_letters_for_belettre(seat_view) == ()
    assert {_belettre_value(seat_view, lay) for lay in lays} == {BELETTRE_HASTE}


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_adds_points_to_its_partners_pli(vocabulary: Vocabulary, seed: int) -> None:
    """P10: if the partner holds the pli and no card has a word, the dearest card goes face down."""
    action = strong(vocabulary, view_of(["abc", "abc", "abc", "pewk"], ["b", "Z", "y-"]), seed)

    assert action.card is not Card.of("e")  # type: ignore[union-attr]  # a card is laid

    no_word = view_of(["ab", "ab", "ab", "rqx"], ["w", "Y", "a-"])

    assert not any(vocabulary.count("y", "w" + letter) for letter in "qx")
    assert strong(vocabulary, no_word, seed).card in (Card.of("q"), Card.of("x"))  # type: ignore[union-attr]  # as above


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_adds_few_points_to_an_opponents_pli(vocabulary: Vocabulary, seed: int) -> None:
    """If the pli is lost, the strong bot passes its cheapest card."""
    seat_view = view_of(["pwk", "pwk", "pwk", "pwk"], ["Z", "b", "y"])

    assert not any(vocabulary.count("z", "by" + letter) for letter in "pwk")
    assert strong(vocabulary, seat_view, seed) == Passe(MER, Card.of("p"))


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_takes_a_pli_with_a_dear_card(vocabulary: Vocabulary, seed: int) -> None:
    """In the last position, the strong bot takes the pli with a dear card that has a word."""
    seat_view = view_of(["abc", "abc", "abc", "eeek"], ["J", "e", "t"])

    action = strong(vocabulary, seat_view, seed)

    assert isinstance(action, Lay)
    assert action.card is Card.of("k")
    assert action.word


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_leads_its_opponents_into_the_trap(vocabulary: Vocabulary, seed: int) -> None:
    """T2: in position 3, it lays a minuscule if position 4 has no majuscule and position 2 has one."""
    action = strong(vocabulary, view_of(["aetl", "Betu", "Rsetm", "eartn"], ["s", "e"]), seed)

    assert action.card.case is Case.MIN  # type: ignore[union-attr]  # a card is laid


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_keeps_its_partner_out_of_the_trap(vocabulary: Vocabulary, seed: int) -> None:
    """T2: in position 2, the strong bot lays a majuscule if its partner in position 4 has none."""
    action = strong(vocabulary, view_of(["Aetl", "Remnu", "Dsetl", "eartn"], ["s"]), seed)

    assert isinstance(action, Lay)
    assert action.card is Card.of("R")


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_does_not_keep_a_belettre_with_an_invalid_word(vocabulary: Vocabulary, seed: int) -> None:
    """S3: without a valid word, a majuscule of a Belettre is passed, although a refused word would keep it."""
    seat_view = view_of(["", "", "", "X"], ["k", "w", "q"], Belettre(BEGUN, "y"))

    assert not vocabulary.count("x", "kwq")
    assert strong(vocabulary, seat_view, seed) == Passe(MER, Card.of("X"))


def test_strong_swaps_its_cheapest_majuscule(vocabulary: Vocabulary) -> None:
    """T2: the majuscule swapped after a trap goes to the other team, so the strong bot swaps its cheapest."""
    seat_view = view_of(["ab", "Ek", "ab", "ab"], ["r", "s", "t", "a-"])

    assert seat_view.fault == (SEP,)

    swaps = (Swap(SEP, Card.of("K")), Swap(SEP, Card.of("E")))
    view_to_swap = replace(seat_view, hand=parse_hand("EKa"), actions=swaps)

    assert strong(vocabulary, view_to_swap, 1) == Swap(SEP, Card.of("E"))


def test_sampled_hands_are_dealt_from_the_unseen_cards() -> None:
    """The hands have the known sizes and numbers of majuscules, and no card more often than the deck has it."""
    seat_view = view_of(["aet", "Bet", "Rset", "eart"], ["s", "e"])
    packs = {case: pack(BOXED, case) for case in Case}
    unseen = unseen_cards(seat_view, packs)

    for hands in sample_hands(seat_view, unseen, random.Random(1), 20):
        assert [len(hand) for hand in hands] == [3, 3, 0, 4]
        assert [sum(card.case is Case.MAJ for card in hand) for hand in hands] == [0, 1, 0, 0]

        everything = [card for hand in hands for card in hand] + list(seat_view.hand)

        assert all(everything.count(card) <= packs[card.case].count(card) for card in everything if card.case)


def test_the_vocabulary_counts_as_the_judge_does(judge: Judge) -> None:
    """Few words are counted without those said and their families (W7, W8), many as in the whole lexicon.

    The judge is one that refuses what no bot says.
    """
    judge = judge.courteous()
    vocabulary = Vocabulary(judge)
    history = History(["kandjar", "quiche"])
    vocabulary.set_history(("kandjar", "quiche"), history)

    for initial, letters in (("k", "jd"), ("k", "dj"), ("q", "hc"), ("q", "ch"), ("z", "by"), ("", "kwj")):
        exact = judge.count(initial or None, letters, played=history)

        assert vocabulary.count(initial, letters) == exact <= PLENTY

    assert vocabulary.count("", "ea") == judge.count(None, "ea")

    hidden = Vocabulary(judge)
    hidden.set_history(("maison",), History(["maison"]))

    assert hidden.exact_count("m", "ai") == judge.count("m", "ai", played=["maison"]) < hidden.count("m", "ai")

    vocabulary.set_history((), History())

    assert vocabulary.count("k", "jd") == judge.count("k", "jd")
