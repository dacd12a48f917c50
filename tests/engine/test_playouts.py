"""Playouts and values of the strong bot, one rule at a time: who picks up a pli, what it is worth, what is tried.

The words are those of a ``TableFinder``: a table says how many words fit which cards.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from belettre_lexicon.french.cards import UNSEEN, Card, Case, pack, points
from belettre_lexicon.french.decks import BOXED
from belettre_lexicon.french.rules import HouseRules
from belettre_lexicon.games.belettre.actions import Lay
from belettre_lexicon.games.belettre.bots.amateur import NONSENSE, AmateurBot, FuzzerBot
from belettre_lexicon.games.belettre.bots.playout import (
    PLENTY,
    SWAP_POINTS,
    Hands,
    Playout,
    PlayoutState,
    Vocabulary,
    make_playout_state,
    unseen_cards,
)
from belettre_lexicon.games.belettre.bots.strong import SAMPLES, Candidate, StrongBot
from belettre_lexicon.games.belettre.events import BEGUN
from belettre_lexicon.games.belettre.manche import Belettre
from belettre_lexicon.games.belettre.partie import HistoryCache
from belettre_lexicon.games.belettre.view import View
from belettre_lexicon.lexicon.find.search import Word
from belettre_lexicon.words.history import History
from tests.engine.bot_choices import RecordingBot, positions
from tests.engine.scripted_games import parse_hand
from tests.engine.test_bots import view_of

NO_WORDS = History()


class TableFinder:
    """Finds the words of a table: initial and sorted letters, such as ``k-es``, → how many words fit.

    *others* words fit all other cards; each word said excludes one.
    """

    def __init__(self, table: Mapping[str, int], others: int = 0) -> None:
        self.rules = HouseRules()
        self.table = table
        self.others = others

    def count(self, initial: str | None = None, letters: str = "", *, played: History = NO_WORDS) -> int:
        """Return how many words fit the cards."""
        count = self.table.get(f"{initial or ''}-{''.join(sorted(letters))}", self.others)
        return max(0, count - len(played))

    def find(
        self, initial: str | None = None, letters: str = "", *, limit: int | None = None, played: History = NO_WORDS
    ) -> list[Word]:
        """Return as many words as fit, at most *limit*."""
        count = self.count(initial, letters, played=played)
        return [Word.of("mot")] * (count if limit is None else min(limit, count))


class NumberedFinder(TableFinder):
    """A finder whose words are numbered from 0, most frequent first."""

    def find(
        self, initial: str | None = None, letters: str = "", *, limit: int | None = None, played: History = NO_WORDS
    ) -> list[Word]:
        """Return numbered words, at most *limit*."""
        words = super().find(initial, letters, limit=limit, played=played)
        return [Word.of(f"mot {number}") for number, _ in enumerate(words)]


class TryingBot(StrongBot):
    """A strong bot that notes which candidates it tries, on how many samples."""

    __slots__ = ("tried",)
    tried: list[tuple[str, int]]

    def _value(self, view: View, state: PlayoutState, samples: Sequence[Hands], candidate: Candidate) -> float:
        mark = candidate.letter if isinstance(candidate, Lay) else "-"
        self.tried.append((f"{candidate.card}{mark}", len(samples)))
        return 0.0


def finish(table: Mapping[str, int], hands: str, state: PlayoutState, *, parity: int = 0, seed: int = 1) -> float:
    """Return the points of a playout, negative if the other team picks up; *hands* are written with blanks between."""
    held = [list(parse_hand(hand.strip("."))) for hand in hands.split()]
    result, ours = Playout(Vocabulary(TableFinder(table)), points(BOXED), random.Random(seed)).finish(
        state, held, parity
    )
    assert ours is (result > 0)
    return result


def state_at(place: int, letters: str = "", **more: object) -> PlayoutState:
    """Return the state of a pli of 100 points before the card of *place*."""
    fields = {"initial": "", "wild": False, "majuscules": 0, "holder": place - 1, "lost_by": -1, "points": 100, **more}
    return PlayoutState(letters=letters, place=place, **fields)  # type: ignore[arg-type]  # given by name


def tried(table: Mapping[str, int], seat_view: View, others: int = 0) -> dict[str, int]:
    """Return which cards the strong bot tries in a position, with the number of samples."""
    bot = TryingBot(TableFinder(table, others), random.Random(1))
    bot.tried = []
    bot.choose(seat_view)
    return dict(bot.tried)


def values(table: Mapping[str, int], seat_view: View) -> list[str]:
    """Return the values of the candidates of the strong bot in a position."""
    bot = RecordingBot(TableFinder(table), random.Random(1))
    bot.values = []
    bot.choose(seat_view)
    return bot.values


@pytest.mark.parametrize(("lost_by", "expected"), [(0, -100), (1, 100), (2, -100), (3, 100)])
def test_p9_a_lost_pli_goes_to_the_other_team(lost_by: int, expected: int) -> None:
    """A pli that any place lost is not played on: its points count for the other team."""
    state = state_at(3, lost_by=lost_by)

    assert finish({}, ". . . a", state) == expected
    assert finish({}, ". . . a", state, parity=1) == -expected


def test_p8_the_last_valid_word_takes_the_pli() -> None:
    """The last place that has a word picks up; a place without one lays a card face down."""
    assert finish({"z-e": 1}, ". . . e", state_at(3, initial="z", majuscules=1)) == -101
    assert finish({}, ". . . e", state_at(3, initial="z", majuscules=1)) == 101
    assert finish({"z-e": 1, "z-ek": 1}, ". . e k", state_at(2, initial="z", majuscules=1)) == -106
    assert finish({"z-e": 1}, ". . e k", state_at(2, initial="z", majuscules=1)) == 106
    assert finish({"k-e": 1}, ". . . K", state_at(3, "e")) == -110


def test_p9_a_place_without_a_word_loses_the_pli() -> None:
    """Places 0 and 1 lose the pli without a word, and no word is said after that; places 2 and 3 do not."""
    later = {"z-ab": 1, "z-b": 1, "z-a": 1}

    assert finish(later, ". k a b", state_at(1, initial="z", majuscules=1)) == 109
    assert finish(later, "k k a b", state_at(0, initial="z", majuscules=1)) == -114
    assert finish({}, ". . a b", state_at(2, initial="z", majuscules=1)) == -104


def test_p11_a_pli_without_a_valid_word_goes_to_the_team_of_places_1_and_3() -> None:
    """If no word was valid, the team that did not open picks up."""
    state = state_at(2, initial="", majuscules=1, holder=-1)

    assert finish({}, ". . a b", state) == -104
    assert finish({}, ". . a b", state, parity=1) == 104


@pytest.mark.parametrize(
    ("second", "holder", "ours"),
    [("A", 0, True), ("A", 2, True), ("A", 1, True), ("A", 3, True), ("A", -1, True), ("a", 0, False), ("a", 3, False)],
)
def test_t2_a_trap_is_decided_by_the_majuscule_of_place_1(second: str, holder: int, ours: bool) -> None:
    """If place 1 holds a majuscule, the openers' team picks up, else the others; the swap adds points."""
    expected = 101 + SWAP_POINTS

    assert finish({}, f". {second} . a", state_at(3, "eee", holder=holder)) == (expected if ours else -expected)
    assert SWAP_POINTS == 4


def test_t1_a_majuscule_has_to_end_three_minuscules() -> None:
    """Place 3 lays a majuscule if it holds one, with a word or without."""
    for seed in range(6):
        assert finish({"-aeee": 1}, ". . . aK", state_at(3, "eee"), seed=seed) == 110
        assert finish({"k-eee": 1}, ". . . aK", state_at(3, "eee"), seed=seed) == -110


def test_p3_a_second_majuscule_is_not_laid() -> None:
    """After a majuscule, only minuscules are laid."""
    for seed in range(6):
        assert finish({"k-": 1}, ". . . aK", state_at(3, initial="z", majuscules=1), seed=seed) == 101


def test_j1_there_is_one_joker_in_a_word() -> None:
    """A joker has no word if one lies face up; a letter still has."""
    state = state_at(3, "?", initial="z", majuscules=1)

    assert finish({"z-??": 1}, ". . . ?", state) == -100

    state = replace(state, wild=True)

    assert finish({"z-??": 1}, ". . . ?", state) == 100
    assert finish({"z-?k": 1}, ". . . k", state) == -105
    assert finish({"z-??": 1, "z-?": 1}, ". . ? ?", state_at(2, initial="z", majuscules=1)) == 100


def test_the_partner_takes_with_the_dearest_card_and_tightens_before() -> None:
    """In the last place the partner lays the card with the most points, before it the one with the fewest words."""
    table = {"z-e": 1, "z-k": 2, "z-b": 3}
    last = state_at(3, initial="z", majuscules=1)

    for seed in range(6):
        assert finish(table, ". . . ebk", last, parity=1, seed=seed) == 105
        assert finish(table, ". . bke k", state_at(2, initial="z", majuscules=1), seed=seed) == 106


def test_a_partner_without_a_word_adds_points_to_its_own_pli_only() -> None:
    """Face down, the partner lays its dearest card if its team holds the pli, else its cheapest."""
    for holder, expected in ((1, 105), (0, -101), (2, -101), (-1, 101)):
        state = state_at(3, initial="z", majuscules=1, holder=holder)
        for seed in range(6):
            assert finish({}, ". . . bek", state, parity=1, seed=seed) == expected


def test_j3_a_joker_is_counted_with_its_easiest_letter() -> None:
    """The JOKER gets the letter with the most words, whichever letters lie on the table."""
    vocabulary = Vocabulary(TableFinder({"b-e": 2, "q-e": 3, "x-e": 1}))

    assert vocabulary.easiest_letter("e") == "q"
    assert vocabulary.count_with(Card.of("JOKER"), "", "e") == 3
    assert finish({"q-e": 1, "q-ek": 1}, ". . . k", state_at(3, "e", initial="q", majuscules=1)) == -105
    assert finish({"q-e": 1, "q-ek": 1}, ". . * k", state_at(2, "e")) == -105


def test_a_card_face_up_changes_the_state_of_the_pli() -> None:
    """``with_card`` adds a card with its points; face down, it gives no letter and holds nothing."""
    before = state_at(1, "e", holder=0)

    for text, up, name, expected in (
        ("k", True, "", ("", "ek", False, 0, 2, 1, 105)),
        ("k", False, "", ("", "e", False, 0, 2, 0, 105)),
        ("K", True, "", ("k", "e", False, 1, 2, 1, 105)),
        ("K", False, "", ("", "e", False, 1, 2, 0, 105)),
        ("?", True, "", ("", "e?", True, 0, 2, 1, 105)),
        ("?", False, "", ("", "e", False, 0, 2, 0, 105)),
        ("JOKER", True, "m", ("m", "e", True, 1, 2, 1, 105)),
    ):
        after = before.with_card(Card.of(text), 5, up, name)
        found = (after.initial, after.letters, after.wild, after.majuscules, after.place, after.holder, after.points)
        assert found == expected


def test_plenty_of_words_are_counted_without_the_words_said() -> None:
    """Up to PLENTY words, those said are left out; more are counted as in the whole lexicon. No word fits: 0."""
    vocabulary = Vocabulary(TableFinder({"k-": 20, "q-": 21, "z-": 1}))
    vocabulary.set_history(("mot", "sort"), History(["mot", "sort"]))

    assert PLENTY == 20
    assert [vocabulary.count(initial, "") for initial in "kqzx"] == [18, 21, 0, 0]
    assert [vocabulary.exact_count(initial, "") for initial in "kqzx"] == [18, 19, 0, 0]


def test_the_strong_bot_tries_every_card_on_its_samples() -> None:
    """Before position 4 a card is tried on 24 samples; in position 4 nothing is hidden that matters."""
    assert set(tried({}, view_of(["ab", "ab", "ab", "ab"], ["J", "e"]), 5).values()) == {SAMPLES} == {24}
    assert set(tried({}, view_of(["ab", "ab", "ab", "ab"], ["J", "e", "t"]), 5).values()) == {1}


def test_p9_a_pass_is_tried_only_where_it_does_not_lose_the_pli() -> None:
    """With a word, positions 1 and 2 try no pass, positions 3 and 4 do; without a word, every card is passed."""
    hands = ["ab", "ab", "ab", "ab"]
    laid = ["J", "e", "t"]

    assert [set(tried({}, view_of(hands, laid[:count]), 5)) for count in range(4)] == [
        {"a", "b"},
        {"a", "b"},
        {"a", "b", "a-", "b-"},
        {"a", "b", "a-", "b-"},
    ]
    assert set(tried({}, view_of(hands, ["J"]))) == {"a-", "b-"}


def test_j3_the_joker_is_tried_with_extreme_letters() -> None:
    """A JOKER is tried with the letters of the fewest and the most words, and with those that keep a Belettre (S4)."""
    table = {f"{letter}-aet": count for count, letter in enumerate("zcdefghijklmnopqrstuvwxyab", 1)}
    hands = ["", "", "", "*"]

    assert set(tried(table, view_of(hands, ["e", "a", "t"]))) == {"JOKERz", "JOKERb", "JOKER-"}
    assert set(tried(table, view_of(hands, ["e", "a", "t"], Belettre(BEGUN, "l")))) == {
        "JOKERz",
        "JOKERb",
        "JOKERk",
        "JOKERm",
        "JOKER-",
    }
    assert set(tried({"b-aet": 4, "x-aet": 2}, view_of(hands, ["e", "a", "t"]))) == {"JOKERb", "JOKERx", "JOKER-"}


def test_the_value_of_a_card_in_position_4() -> None:
    """The pli, won or lost, the half point for a word, and the cards kept: 0.4 of their points, der and lead.

    J, e and t are worth 13 points. The last pli is 10 points, expected 0.9 times for each pli before it, with the
    other sign; opening a pli costs 2.
    """
    win = {"j-ekt": 1}

    assert values(win, view_of(["ab", "ab", "ab", "ke"], ["J", "e", "t"])) == [
        f"k {13 + 5 + 0.5 - 0.4 * 1 - 9 - 2:.3f}",
        f"e- {-13 - 1 + 0.4 * 5 + 9 + 2:.3f}",
        f"k- {-13 - 5 + 0.4 * 1 + 9 + 2:.3f}",
    ]
    assert values(win, view_of(["abc", "abc", "abc", "keb"], ["J", "e", "t"])) == [
        f"k {13 + 5 + 0.5 + 0.4 * (3 - 1) + 8.1 - 2:.3f}",
        f"b- {-13 - 3 + 0.4 * (5 - 1) - 8.1 + 2:.3f}",
        f"e- {-13 - 1 + 0.4 * (5 - 3) - 8.1 + 2:.3f}",
        f"k- {-13 - 5 + 0.4 * (3 - 1) - 8.1 + 2:.3f}",
    ]


def test_the_value_of_a_last_card() -> None:
    """With the last card, the last pli counts in full and nobody opens another; a joker in hand is worth a point."""
    last = view_of(["", "", "", "?"], ["J", "e", "t"])

    assert values({"j-?et": 1}, last) == [
        f"? {13 + 0.5 + 10 - 1:.3f}",
        f"?- {-13 - 10 - 1:.3f}",
    ]


def test_s3_the_value_of_a_belettre() -> None:
    """A majuscule that keeps a Belettre is worth 2 points more, one that loses it 20 less; other cards neither."""
    hands = ["", "", "", "K"]
    begun = Belettre(BEGUN, "l")
    table = {"k-aet": 1}

    plain = [float(value.split()[1]) for value in values(table, view_of(hands, ["e", "a", "t"]))]
    with_belettre = [float(value.split()[1]) for value in values(table, view_of(hands, ["e", "a", "t"], begun))]

    assert [round(after - before, 3) for before, after in zip(plain, with_belettre, strict=True)] == [2, -20]

    minuscule = view_of(["K", "K", "K", "Ke"], ["J", "a", "t"])
    held = view_of(["K", "K", "K", "Ke"], ["J", "a", "t"], begun)

    assert values({"j-aet": 1}, minuscule) == values({"j-aet": 1}, held)


def test_the_fuzzer_mostly_says_belettre_and_often_a_word_that_fits() -> None:
    """Of its lays, nine in ten say « Belettre » (S3); half have a word that fits, the others nonsense."""
    finder = TableFinder({}, others=5)
    seat_view = view_of(["b", "b", "b", "b"], [])
    bot = FuzzerBot(finder, random.Random(1), HistoryCache(finder.rules))

    chosen = [bot.choose(seat_view) for _ in range(2000)]
    lays = [action for action in chosen if isinstance(action, Lay)]

    assert 0.88 < sum(lay.says for lay in lays) / len(lays) < 0.92
    assert 0.45 < sum(lay.word == "mot" for lay in lays) / len(lays) < 0.55
    assert {lay.word for lay in lays} == {"mot", *NONSENSE}


def test_the_amateur_knows_the_30_most_frequent_words() -> None:
    """The amateur says any of the 30 most frequent words, and no rarer one."""
    finder = NumberedFinder({}, others=40)
    seat_view = view_of(["b", "b", "b", "b"], [])
    bot = AmateurBot(finder, random.Random(1), HistoryCache(finder.rules))

    said = {action.word for action in (bot.choose(seat_view) for _ in range(400)) if isinstance(action, Lay)}

    assert said == {f"mot {number}" for number in range(30)}


def test_the_playout_state_says_what_the_view_says() -> None:
    """In all recorded positions, the places, letters, cards and points of the state are those of the pli."""
    for _, seat_view, deck in positions():
        unseen = unseen_cards(seat_view, {case: pack(deck, case) for case in Case})
        worth = points(deck)
        state = make_playout_state(seat_view, unseen, worth)
        seats = [laid.seat for laid in seat_view.pli]
        expected = 0.0
        for laid in seat_view.pli:
            hidden = unseen[laid.card.case] if laid.card.case and not laid.card.known else [laid.card]
            expected += sum(worth[card] for card in hidden) / len(hidden)

        assert state.place == len(seats)
        assert state.holder == (seats.index(seat_view.holder) if seat_view.holder else -1)
        assert state.lost_by == (seats.index(seat_view.lost_by) if seat_view.lost_by else -1)
        assert (state.initial, state.letters) == (seat_view.initial, seat_view.letters)
        assert state.wild is any(laid.up and laid.card.wild for laid in seat_view.pli)
        assert state.majuscules == sum(laid.card.case is Case.MAJ for laid in seat_view.pli)
        assert state.points == pytest.approx(expected)


def test_a_card_of_unknown_pack_has_no_points() -> None:
    """At a table of real cards, a card may lie face down of which nothing is known (P7); it counts 0 points."""
    seat_view = view_of(["ab", "ab", "ab", "ab"], ["J", "e"])
    pli = (replace(seat_view.pli[0], card=UNSEEN, up=False), seat_view.pli[1])
    packs = {case: pack(BOXED, case) for case in Case}

    assert make_playout_state(replace(seat_view, pli=pli), packs, points(BOXED)).points == 1
