"""Ideas for a person at a loss for a word: words that their own cards allow, from what they may know alone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import Judge
from belettre_lexicon.french.cards import Card
from belettre_lexicon.french.letters import fold
from belettre_lexicon.games.belettre.actions import Lay
from belettre_lexicon.games.belettre.bots.ideas import IDEAS, find_ideas
from belettre_lexicon.games.belettre.bots.simulation import AMATEUR, BotFactory
from belettre_lexicon.games.belettre.events import BEGUN, WordAccepted
from belettre_lexicon.games.belettre.manche import Belettre
from belettre_lexicon.games.belettre.partie import HistoryCache, Partie
from belettre_lexicon.games.belettre.view import View
from belettre_lexicon.words.history import History
from tests.engine.test_bots import view_of

NOTHING = History()


def test_every_idea_is_accepted_if_it_is_played(judge: Judge) -> None:
    """Ideas differ, are courteous words of cards in hand, and the engine accepts each of them (P4, W1 to W8)."""
    bots, courteous = BotFactory(judge), judge.courteous()
    for seed in range(4):
        partie = Partie.new(judge, random.Random(seed), manches=1)
        bot = bots.bot(AMATEUR, random.Random(seed), HistoryCache(judge.rules))
        while seats := partie.acting_seats():
            seen = partie.view(seats[0])
            ideas = find_ideas(seen, judge, partie.history)

            assert len(ideas) == len({idea.word for idea in ideas}) <= IDEAS
            for idea in ideas:
                assert idea.card in seen.hand
                assert courteous(idea.word).readings
                event = partie.apply(Lay(seen.seat, idea.card, idea.word, idea.letter))[0]
                assert isinstance(event, WordAccepted)
                partie.undo()
            partie.apply(bot.choose(seen))


@settings(max_examples=30, deadline=None)
@given(st.permutations("cpqxeefgmrtt"), st.sampled_from(["", "e", "eC"]))
def test_ideas_do_not_depend_on_hidden_cards(judge: Judge, hidden: list[str], table: str) -> None:
    """In two deals that differ only in cards hidden from the person, the ideas are the same."""
    turn = len(table)

    def seen(cards: list[str]) -> View:
        hands = ["".join(cards[4 * other : 4 * other + 4]) for other in range(3)]
        return view_of([*hands[:turn], "GMaeln", *hands[turn:]], list(table))

    assert find_ideas(seen(hidden), judge, NOTHING) == find_ideas(seen(sorted(hidden)), judge, NOTHING)


def test_each_idea_has_a_card_of_its_own_if_several_cards_have_words(judge: Judge) -> None:
    """The most frequent words come first, each with another card; a joker is not used up for an idea."""
    ideas = find_ideas(view_of(["GMaelnos", "", "", "SWbaoeui"], []), judge, NOTHING)
    with_joker = find_ideas(view_of(["ae?", "", "", "Sbc"], []), judge, NOTHING)

    assert len({idea.card for idea in ideas}) == IDEAS
    assert {idea.card.text for idea in with_joker} == {"a", "e"}
    assert len(with_joker) == IDEAS


def test_j3_a_joker_that_is_left_is_named(judge: Judge) -> None:
    """J3, S4: the JOKER comes with the letter that it stands for, which keeps the Belettre that was begun."""
    alone = find_ideas(view_of(["", "", "", "*"], ["e", "a", "t"]), judge, NOTHING)
    begun = find_ideas(view_of(["", "", "", "*"], ["e", "a", "t"], Belettre(BEGUN, "l")), judge, NOTHING)

    assert alone and all(idea.card == Card.of("JOKER") and fold(idea.word)[0] == idea.letter for idea in alone)
    assert begun and {idea.letter for idea in begun} <= {"k", "m"}


@pytest.mark.parametrize("hands", [["", "", "", "wkjx"], ["", "", "", "w"]])
def test_without_a_word_there_is_no_idea(judge: Judge, hands: list[str]) -> None:
    """Where no card has a word, the list is empty."""
    assert find_ideas(view_of(hands, ["Q", "h", "c"]), judge, NOTHING) == []


def test_w7_w8_ideas_leave_out_what_was_said(judge: Judge) -> None:
    """W7, W8: a word that was said, and its kin, are no ideas any more."""
    seen = view_of(["GMaelnos", "", "", "SWbaoeui"], [])
    first = find_ideas(seen, judge, NOTHING)[0].word

    later = find_ideas(seen, judge, judge.history([first]))

    assert first not in {idea.word for idea in later}
    assert len(later) == IDEAS
