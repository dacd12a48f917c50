"""Bots: what they choose is legal, the amateur is sensible, the strong player finds the move in made positions."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from belettre_lexicon import Judge
from belettre_lexicon.cards import Card, Case, in_rank, pack
from belettre_lexicon.decks import BOXED
from belettre_lexicon.engine.actions import Action, AnnounceBelettre, Lay, Passe, Swap
from belettre_lexicon.engine.bots.amateur import KNOWN_WORDS, Bot, RandomBot, asking, belettre_names
from belettre_lexicon.engine.bots.playout import PLENTY, Vocabulary, pools, worlds
from belettre_lexicon.engine.bots.simulation import BOT_KINDS, RANDOM, STRONG, WILD, BotFactory, BotKind
from belettre_lexicon.engine.bots.strong import StrongBot
from belettre_lexicon.engine.events import ANNOUNCED, BEGUN, Passed, WordRefused
from belettre_lexicon.engine.hands import KnownHand
from belettre_lexicon.engine.history_cache import HistoryCache
from belettre_lexicon.engine.manche import NO_BELETTRES, PLIS, Belettre, Manche
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.pli import Pli, TrapPhase, seats_at_fault
from belettre_lexicon.engine.seats import SEATS, Seat
from belettre_lexicon.engine.setup import Setup
from belettre_lexicon.engine.state import State
from belettre_lexicon.engine.view import View, view
from belettre_lexicon.words.history import History

PON, SEP, LEV, MER = SEATS
#: Seeds of the made positions: a strong move is found whatever the chance of the playouts.
SEEDS = range(8)


@pytest.fixture(scope="module")
def vocabulary(judge: Judge) -> Vocabulary:
    return Vocabulary(judge)


@pytest.fixture(scope="module")
def table(judge: Judge) -> BotFactory:
    return BotFactory(judge)


def cards(text: str) -> tuple[Card, ...]:
    """A hand: one letter a card, ``?`` the joker, ``*`` the JOKER."""
    return in_rank(Card.of("JOKER" if letter == "*" else letter) for letter in text)


def seen(hands: Sequence[str], laid: Sequence[str], belettre: Belettre | None = None) -> View:
    """A pli that the Ponantais opened, as the next to play sees it.

    hands  of the four, before the cards still to be laid; all plis before were played somehow
    laid   cards with any valid word, as ``e``, or passed face down, as ``e-``
    """
    pli = Pli(PON)
    for seat, text in zip(SEATS, laid, strict=False):
        card = Card.of(text.removesuffix("-"))
        pli = pli.with_card_down(seat, card) if text.endswith("-") else pli.with_word(seat, card, "mot", "", True)
    held = tuple(KnownHand(cards(hand)) for hand in hands)
    seat = SEATS[len(laid) % 4]
    if pli.trap is TrapPhase.SPRUNG:
        pli = replace(pli, fault=seats_at_fault(pli, held))
        seat = pli.fault[0]
    belettres = tuple(belettre if belettre and one is seat else NO_BELETTRES[0] for one in SEATS)
    manche = Manche(1, PON, held, pli, before=PLIS - len(hands[3]) - pli.full, belettres=belettres)
    majuscules = [sum(card.case is Case.MAJ for card in hand.cards) for hand in held]
    left = tuple((hand.size, own, own) for hand, own in zip(held, majuscules, strict=True))
    return replace(view(State(manche), Setup(), seat), left=left)


def strong(vocabulary: Vocabulary, seen: View, seed: int) -> Action:
    """What the strong player does."""
    return StrongBot(vocabulary, random.Random(seed), HistoryCache(vocabulary.finder.rules)).choose(seen)


def amateur(judge: Judge, seen: View, seed: int) -> Action:
    """What the amateur does."""
    return RandomBot(judge, random.Random(seed), HistoryCache(judge.rules)).choose(seen)


def bots_of(table: BotFactory, player: BotKind, seed: int) -> tuple[Partie, dict[Seat, Bot]]:
    """A partie of one manche and four bots of a kind."""
    rng, memory = random.Random(seed), HistoryCache(table.judge.rules)
    partie = Partie.new(table.judge, random.Random(seed), manches=1)
    return partie, {seat: table.bot(player, rng, memory) for seat in SEATS}


@pytest.mark.parametrize("player", BOT_KINDS)
def test_what_a_bot_chooses_is_among_the_actions_of_its_view(table: BotFactory, player: BotKind) -> None:
    """A choice is one of ``view.actions`` once its word, and « Belettre » forgotten by a fuzzer, are left out."""
    for seed in range(4):
        partie, bots = bots_of(table, player, seed)
        while movers := partie.movers():
            seat = movers[0]
            shown = partie.view(seat)
            action = bots[seat].choose(shown)
            bare = replace(action, word="", says=True) if isinstance(action, Lay) else action
            assert bare in shown.actions
            assert partie.can(action)
            partie.apply(action)


def test_a_bot_never_sees_more_than_its_view(judge: Judge, vocabulary: Vocabulary) -> None:
    """Bots of equal chance choose the same in two deals that differ only in cards which the seat cannot see."""
    hands = ["AJdiruul", "GMaelnos", "CPmeetir", "SWbaoeu?"]
    other = ["AJdiruul", "GMaelnos", "SPmeetir", "CWbaoeu?"]
    assert amateur(judge, seen(hands, []), 1) == amateur(judge, seen(other, []), 1)
    assert strong(vocabulary, seen(hands, []), 1) == strong(vocabulary, seen(other, []), 1)


@pytest.mark.parametrize("player", [RANDOM, STRONG])
def test_a_word_is_refused_only_where_no_card_has_one(judge: Judge, table: BotFactory, player: BotKind) -> None:
    """In positions 1 and 2 nobody passes (P9); a word is refused there alone, and only when no card has a word."""
    refused = 0
    for seed in range(12):
        partie, bots = bots_of(table, player, seed)
        while movers := partie.movers():
            seat = movers[0]
            shown, history = partie.view(seat), partie.history
            lays = [action for action in shown.actions if isinstance(action, Lay)]
            playable = any(
                judge.count(initial, letters, played=history) for initial, letters in (asking(shown, a) for a in lays)
            )
            event = partie.apply(bots[seat].choose(shown))[0]
            assert not (isinstance(event, Passed) and event.fault)
            if isinstance(event, WordRefused):
                refused += 1
                # S3: a word that is refused keeps a Belettre, a pass would forfeit it.
                assert (len(shown.pli) < 2 and not playable) or belettre_names(shown)
    assert refused < 12


def test_the_amateur_takes_any_card_that_has_a_word(judge: Judge) -> None:
    """All cards with a word are laid sooner or later, with the more frequent words that fit; others never."""
    shown = seen(["", "", "", "bwkcje"], ["Q", "h", "c"])
    common = {
        letter: {word.spelling for word in judge.find("q", "hc" + letter, limit=KNOWN_WORDS)} for letter in "bwkcje"
    }
    chosen = [amateur(judge, shown, seed) for seed in range(60)]
    lays = [action for action in chosen if isinstance(action, Lay)]
    assert len(lays) == 60
    assert {lay.card.letter for lay in lays} == {letter for letter, words in common.items() if words}
    assert all(lay.word in common[lay.card.letter] for lay in lays)


def test_the_amateur_passes_where_it_may_and_bluffs_where_it_must(judge: Judge) -> None:
    """Without a word position 4 passes (P10) and position 2 says a word that is refused (P6)."""
    assert isinstance(amateur(judge, seen(["", "", "", "wkjx"], ["Q", "h", "c"]), 1), Passe)
    bluff = amateur(judge, seen(["", "z", "", "a"], ["X"]), 1)
    assert isinstance(bluff, Lay)
    assert bluff.word
    assert not judge(bluff.word, initial="x", letters="z").valid


@pytest.mark.parametrize("player", BOT_KINDS)
def test_a_belettre_is_announced_before_a_card_is_laid(table: BotFactory, player: BotKind) -> None:
    """Who has two majuscules that follow each other says so (S3): amateur and strong player at once."""
    shown = seen(["GHdiruul", "AMaelnos", "CPmeetir", "SWbaoeu?"], [])
    memory = HistoryCache(table.judge.rules)
    chosen = [table.bot(player, random.Random(seed), memory).choose(shown) for seed in range(9)]
    announced = sum(isinstance(action, AnnounceBelettre) for action in chosen)
    assert announced == 9 if player != WILD else announced < 9


def test_a_joker_is_named_for_the_belettre(judge: Judge, vocabulary: Vocabulary) -> None:
    """S4: with L laid before, the JOKER is named K or M; with L in hand as well."""
    laid_before = seen(["", "", "", "*"], ["e", "a", "t"], Belettre(BEGUN, "l"))
    for seed in SEEDS:
        for action in (amateur(judge, laid_before, seed), strong(vocabulary, laid_before, seed)):
            assert isinstance(action, Lay)
            assert action.letter in ("k", "m")
    assert belettre_names(seen(["*Lab", "", "", "abcd"], [], Belettre(ANNOUNCED))) == ("k", "m")
    assert belettre_names(seen(["*Lab", "", "", "abcd"], [])) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_loads_its_partners_pli(vocabulary: Vocabulary, seed: int) -> None:
    """P10: when the partner holds the pli and no card has a word, the dearest card goes face down."""
    action = strong(vocabulary, seen(["abc", "abc", "abc", "pewk"], ["b", "Z", "y-"]), seed)
    assert action.card is not Card.of("e")  # type: ignore[union-attr]  # a card is laid
    no_word = seen(["ab", "ab", "ab", "rqx"], ["w", "Y", "a-"])
    assert not any(vocabulary.count("y", "w" + letter) for letter in "qx")
    assert strong(vocabulary, no_word, seed).card in (Card.of("q"), Card.of("x"))  # type: ignore[union-attr]  # as above


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_gives_an_opponents_pli_little(vocabulary: Vocabulary, seed: int) -> None:
    """When the pli is lost the cheapest card goes to it."""
    shown = seen(["pwk", "pwk", "pwk", "pwk"], ["Z", "b", "y"])
    assert not any(vocabulary.count("z", "by" + letter) for letter in "pwk")
    assert strong(vocabulary, shown, seed) == Passe(MER, Card.of("p"))


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_takes_a_pli_with_a_dear_card(vocabulary: Vocabulary, seed: int) -> None:
    """The last to speak takes the pli when a card has a word, with one that is worth much."""
    shown = seen(["abc", "abc", "abc", "eeek"], ["J", "e", "t"])
    action = strong(vocabulary, shown, seed)
    assert isinstance(action, Lay)
    assert action.card is Card.of("k")
    assert action.word


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_springs_the_trap(vocabulary: Vocabulary, seed: int) -> None:
    """T2: position 4 has no majuscule, position 2 has one: position 3 lays no majuscule, though dearer."""
    action = strong(vocabulary, seen(["aetl", "Betu", "Rsetm", "eartn"], ["s", "e"]), seed)
    assert action.card.case is Case.MIN  # type: ignore[union-attr]  # a card is laid


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_does_not_walk_its_partner_into_the_trap(vocabulary: Vocabulary, seed: int) -> None:
    """T2: when the partner in position 4 has no majuscule, position 2 lays his own."""
    action = strong(vocabulary, seen(["Aetl", "Remnu", "Dsetl", "eartn"], ["s"]), seed)
    assert isinstance(action, Lay)
    assert action.card is Card.of("R")


@pytest.mark.parametrize("seed", SEEDS)
def test_strong_keeps_a_belettre(vocabulary: Vocabulary, seed: int) -> None:
    """S3: without a word its majuscule is laid with one that is refused, since a pass would forfeit the Belettre."""
    shown = seen(["", "", "", "X"], ["k", "w", "q"], Belettre(BEGUN, "y"))
    assert not vocabulary.count("x", "kwq")
    action = strong(vocabulary, shown, seed)
    assert isinstance(action, Lay)
    assert action.says


def test_strong_gives_the_cheapest_majuscule_for_a_trap(vocabulary: Vocabulary) -> None:
    """T2: what the player at fault swaps goes to the other team."""
    shown = seen(["ab", "Ek", "ab", "ab"], ["r", "s", "t", "a-"])
    assert shown.fault == (SEP,)
    assert strong(
        vocabulary, replace(shown, hand=cards("EKa"), actions=(Swap(SEP, Card.of("K")), Swap(SEP, Card.of("E")))), 1
    ) == Swap(SEP, Card.of("E"))


def test_worlds_hold_what_is_unseen() -> None:
    """The hands tried have the known sizes and majuscules, and no card beyond those of the deck that are unseen."""
    shown = seen(["aet", "Bet", "Rset", "eart"], ["s", "e"])
    packs = {case: pack(BOXED, case) for case in Case}
    unseen = pools(shown, packs)
    for hands in worlds(shown, unseen, random.Random(1), 20):
        assert [len(hand) for hand in hands] == [3, 3, 0, 4]
        assert [sum(card.case is Case.MAJ for card in hand) for hand in hands] == [0, 1, 0, 0]
        everything = [card for hand in hands for card in hand] + list(shown.hand)
        assert all(everything.count(card) <= packs[card.case].count(card) for card in everything if card.case)


def test_the_vocabulary_counts_as_the_judge_does(judge: Judge) -> None:
    """Few words are counted without those said and their families (W7, W8), many as the lexicon has them."""
    vocabulary = Vocabulary(judge)
    history = History(["kandjar", "quiche"])
    vocabulary.look(("kandjar", "quiche"), history)
    for initial, letters in (("k", "jd"), ("k", "dj"), ("q", "hc"), ("q", "ch"), ("z", "by"), ("", "kwj")):
        exact = judge.count(initial or None, letters, played=history)
        assert vocabulary.count(initial, letters) == exact <= PLENTY
    assert vocabulary.count("", "ea") == judge.count(None, "ea")
    hidden = Vocabulary(judge)
    hidden.look(("maison",), History(["maison"]))
    assert hidden.exact("m", "ai") == judge.count("m", "ai", played=["maison"]) < hidden.count("m", "ai")
    vocabulary.look((), History())
    assert vocabulary.count("k", "jd") == judge.count("k", "jd")
