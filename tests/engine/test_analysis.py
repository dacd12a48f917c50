"""The analysis of a manche: the words that were there for each card, and the points that a team left.

Single plis are played at a table of real cards where the arbiter comes before the last pli, so that a manche is one pli
and the answers can be worked out by hand: l is worth 2 points, e 1, c 3, F 6, and the last pli gives 10 more (S1, S2).
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from belettre_lexicon import HouseRules, Judge
from belettre_lexicon.engine import (
    SEATS,
    AnnounceBelettre,
    Discard,
    Journal,
    Lay,
    Overrule,
    Partie,
    Passe,
    PickUp,
    Reveal,
    Seat,
    Swap,
    action_of,
    format_record,
    parse_record,
    partie_of,
    read_shorthand,
    record_of,
    write_shorthand,
)
from belettre_lexicon.french.cards import MIN_BACK, Card
from belettre_lexicon.french.letters import ALPHABET, fold
from belettre_lexicon.games.belettre.actions import Action
from belettre_lexicon.games.belettre.analysis import EXAMPLES, MancheAnalysis, PointsLeft, analyse
from belettre_lexicon.games.belettre.events import Overruled
from belettre_lexicon.games.belettre.setup import Setup
from belettre_lexicon.words.house_list import HouseList
from tests.engine.random_games import random_game_with_words
from tests.engine.scripted_games import deal_with_hands, finish

PON, SEP, LEV, MER = SEATS
WEST_EAST, NORTH_SOUTH = PON.team, SEP.team
c, e, k, l_card, n, o, s, u, w = map(Card.of, "ceklnosuw")
F, W, X, Y, JOKER, joker = map(Card.of, ("F", "W", "X", "Y", "JOKER", "?"))
THREE_WORDS: tuple[Action, ...] = (Lay(PON, l_card, "Volonté"), Lay(SEP, e, "École"), Lay(LEV, c, "Raclette"))
SAID = ["Volonté", "École", "Raclette"]


def last_plis(judge: Judge, actions: Iterable[Action], plis: int = 1) -> MancheAnalysis:
    """Return the analysis of a manche of which only the last *plis* were watched, opened by the Ponantais."""
    partie = Partie.watched(judge, manches=1, before=8 - plis, opener=PON)
    for action in actions:
        partie.apply(action)
    (analysis,) = analyse(partie, judge)
    return analysis


def playable(judge: Judge, initial: str, letters: str, played: Iterable[str] = ()) -> set[str]:
    """Return the words with an initial that the judge accepts, each asked by itself, without a search for letters."""
    words = [word.spelling for word in judge.lexicon.find(initial, order="alpha", rules=judge.rules)]
    return {word for word in words if judge(word, initial=initial, letters=letters, played=list(played)).valid}


def test_a_refused_word_leaves_the_pli(judge: Judge) -> None:
    """P6, P8: the last player says an unknown word; any valid one would have taken the pli with its 22 points."""
    analysis = last_plis(judge, [*THREE_WORDS, Lay(MER, F, "Facille")])
    (pli,) = analysis.plis
    last = pli.plays[3]
    there = playable(judge, "f", "lec", SAID)

    assert (pli.number, pli.taker, pli.points, pli.swap) == (8, LEV, 2 + 1 + 3 + 6 + 10, None)
    assert pli.left == PointsLeft(last, 22, in_hand=False)
    assert (analysis.points_left(WEST_EAST), analysis.points_left(NORTH_SOUTH)) == (0, 22)
    assert analysis.left_by(NORTH_SOUTH) == (pli,)
    assert analysis.left_by(NORTH_SOUTH, in_hand=True) == analysis.left_by(WEST_EAST) == ()
    assert (last.position, last.initial, last.letters, last.valid, last.overruled) == (4, "f", "lec", False, False)
    assert last.verdict is not None
    assert last.verdict.reasons == ("unknown",)
    assert last.words is not None
    assert (last.words.card, last.words.count) == (F, len(there))
    assert last.words.words[0] == "facile"
    assert set(last.words.words) <= there
    assert (analysis.number, analysis.hands_known, last.in_hand) == (1, False, ())


def test_the_word_said_is_no_example_of_itself(judge: Judge) -> None:
    """After a valid word, the others are named, the most frequent first; the count has all of them."""
    analysis = last_plis(judge, [*THREE_WORDS, Lay(MER, F, "Facile")])
    (pli,) = analysis.plis
    first, _, _, last = pli.plays
    found = judge.find("F", "lec", limit=EXAMPLES + 1, played=SAID)

    assert pli.left is None
    assert last.words is not None
    assert last.words.words == tuple(word.spelling for word in found[1:])
    assert last.words.count == judge.count("F", "lec", played=SAID)
    assert first.words is not None
    assert (first.initial, first.letters, first.words.count) == ("", "l", judge.count(None, "l"))


def test_a_card_that_was_turned_face_down_gives_no_letter(judge: Judge) -> None:
    """P6, P7: with the u of a refused word face down, one word starts with Y and contains w and s."""
    said: list[Action] = [Lay(PON, w, "swing"), Lay(SEP, s, "showroom"), Lay(LEV, u, "zzz"), Passe(MER, Y)]
    (pli,) = last_plis(judge, said).plis
    last = pli.plays[3]

    assert playable(judge, "y", "ws", ["swing", "showroom"]) == {"yachtswoman"}
    assert last.words is not None
    assert (last.letters, last.words.count, last.words.words) == ("ws", 1, ("yachtswoman",))


def test_a_pass_without_any_word_leaves_nothing(judge: Judge) -> None:
    """P5: no word starts with Y and contains w, s and u."""
    said: list[Action] = [Lay(PON, w, "swing"), Lay(SEP, s, "showroom"), Lay(LEV, u, "zzz"), Overrule(True, "test")]
    (pli,) = last_plis(judge, [*said, Passe(MER, Y)]).plis
    last = pli.plays[3]

    assert last.words is not None
    assert (last.letters, last.words.count, last.words.words, last.had_word) == ("wsu", 0, (), False)
    assert (pli.taker, pli.left) == (LEV, None)


def test_only_a_word_after_the_last_one_of_the_other_team_counts(judge: Judge) -> None:
    """P8: there was a word for position 2, but position 3 spoke after it; for position 4 there was none."""
    said: list[Action] = [
        Lay(PON, k, "kiosque"),
        Lay(SEP, e, "portes"),
        Lay(LEV, w, "bookmaker"),
        Overrule(True, "test"),
    ]
    (pli,) = last_plis(judge, [*said, Passe(MER, Card.of("Q"))]).plis
    second, last = pli.plays[1], pli.plays[3]

    assert playable(judge, "q", "kw") == set()
    assert (second.had_word, last.had_word) == (True, False)
    assert (pli.taker, pli.left) == (LEV, None)


def test_e9_the_third_player_could_have_taken_the_pli(judge: Judge) -> None:
    """Example E9: Dolmen, Wagon, Passe, Passe (k): the Septentrional takes what the Levantin might have taken."""
    said: list[Action] = [Lay(PON, n, "Dolmen"), Lay(SEP, W, "Wagon"), Passe(LEV, e), Passe(MER, k)]
    analysis = last_plis(judge, said)
    (pli,) = analysis.plis
    third, last = pli.plays[2:]
    there = playable(judge, "w", "ne", ["Dolmen", "Wagon"])

    assert pli.taker is SEP
    assert pli.left == PointsLeft(third, 2 + 10 + 1 + 5 + 10, in_hand=False)
    assert (third.initial, third.letters, third.fault) == ("w", "ne", False)
    assert third.words is not None
    assert third.words.count == len(there)
    assert set(third.words.words) <= there
    assert (last.initial, last.letters) == ("w", "nk")  # the e lies face down and gives no letter (P7)


def test_p9_a_pass_in_position_1_loses_the_pli(judge: Judge) -> None:
    """P9: the pli is lost at once, though there were words for the card; nobody else could speak."""
    discards: list[Action] = [Discard(SEP, e), Discard(LEV, c), Discard(MER, F), PickUp(MER)]
    (pli,) = last_plis(judge, [Passe(PON, l_card), *discards]).plis
    first = pli.plays[0]

    assert pli.left == PointsLeft(first, 22, in_hand=False)
    assert first.fault
    assert first.words is not None
    assert first.words.count == judge.count(None, "l")
    assert [play.words for play in pli.plays[1:]] == [None, None, None]


def test_a_refused_word_of_the_team_that_takes_costs_nothing(judge: Judge) -> None:
    """The Levantin takes the pli after his partner's refused word; the others had no word for their last card."""
    said: list[Action] = [Lay(PON, k, "portes"), Lay(SEP, w, "zzz"), Lay(LEV, s, "showroom"), Passe(MER, JOKER)]
    (pli,) = last_plis(judge, said).plis
    first, second, _, last = pli.plays

    assert pli.taker is LEV
    assert first.had_word
    assert second.had_word  # the Levantin spoke after it
    assert last.had_word
    assert pli.left == PointsLeft(last, 5 + 5 + 2 + 0 + 10, in_hand=False)


def test_p11_all_words_refused(judge: Judge) -> None:
    """P11: the other team takes the pli; the last chance of the first team was its word in position 3."""
    said: list[Action] = [
        Lay(PON, l_card, "zzz"),
        Lay(SEP, e, "zzz"),
        Lay(LEV, c, "zzz"),
        Lay(MER, F, "zzz"),
        PickUp(SEP),
    ]
    (pli,) = last_plis(judge, said).plis

    assert pli.left == PointsLeft(pli.plays[2], 22, in_hand=False)
    assert [(play.initial, play.letters) for play in pli.plays] == [("", "l"), ("", "e"), ("", "c"), ("f", "")]


def test_an_overruled_word_counts_as_the_arbiter_decided(judge: Judge) -> None:
    """An accepted word takes the pli; a refused one leaves it, and is no example of what could be said."""
    (accepted,) = last_plis(judge, [*THREE_WORDS, Lay(MER, F, "Facille"), Overrule(True, "on le dit")]).plis
    (refused,) = last_plis(judge, [*THREE_WORDS, Lay(MER, F, "Facile"), Overrule(False, "non")]).plis
    yes, no = accepted.plays[3], refused.plays[3]

    assert (accepted.taker, accepted.left, yes.valid, yes.overruled) == (MER, None, True, True)
    assert (refused.taker, no.valid, no.overruled) == (LEV, False, True)
    assert refused.left == PointsLeft(no, 22, in_hand=False)
    assert no.words is not None
    assert "facile" not in no.words.words
    assert no.words.count == judge.count("F", "lec", played=SAID)


def test_j3_the_joker_keeps_the_letter_that_was_named(judge: Judge) -> None:
    """J3: laid with a name, the JOKER is that initial; laid face down, it could have been named any letter."""
    (named,) = last_plis(judge, [*THREE_WORDS, Lay(MER, JOKER, "zzz", "f")]).plis
    (face_down,) = last_plis(judge, [*THREE_WORDS, Passe(MER, JOKER)]).plis
    one, any_letter = named.plays[3].words, face_down.plays[3].words

    assert one is not None
    assert any_letter is not None
    assert (named.plays[3].letter, named.plays[3].initial, face_down.plays[3].initial) == ("f", "f", "?")
    assert one.count == judge.count("F", "lec", played=SAID)
    assert any_letter.count == sum(judge.count(letter, "lec", played=SAID) for letter in ALPHABET)
    assert all(judge(word, initial=fold(word)[0], letters="lec", played=SAID).valid for word in any_letter.words)
    found = [word for letter in ALPHABET for word in judge.find(letter, "lec", played=SAID)]
    by_letters = {word.key: word.spelling for word in sorted(found, key=lambda word: word.zipf)}
    frequent = sorted(found, key=lambda word: -word.zipf)
    assert any_letter.words == tuple(dict.fromkeys(by_letters[word.key] for word in frequent))[:EXAMPLES]


def test_j1_no_word_with_a_second_joker(judge: Judge) -> None:
    """J1: beside a joker that lies face up, the JOKER can only be laid face down, so its player left nothing."""
    said: list[Action] = [Lay(PON, joker, "Volonté"), Lay(SEP, F, "Facile"), Lay(LEV, c, "Façade"), Passe(MER, joker)]
    dealt = deal_with_hands("AJdiru??", "GFealnos", "CPcmetir", "XSbaoe??")
    partie = Partie(judge, Setup(rules=judge.rules, manches=1, deals=(dealt,)))
    for action in said:
        partie.apply(action)
    finish(partie)
    pli = analyse(partie, judge)[0].plis[0]
    first, last = pli.plays[0], pli.plays[3]

    assert first.words is not None
    assert (first.letters, first.words.count) == ("?", judge.count(None, "?"))
    assert (last.card, last.words, last.had_word) == (joker, None, False)
    assert [held.card.text for held in last.in_hand] == ["a", "b", "e", "o"]
    assert pli.left is not None
    assert pli.left.in_hand


def all_refused(seats: Iterable[Seat], cards: str) -> list[Action]:
    """Return the actions of a pli of four refused words, so that the team that did not open it picks up (P11)."""
    return [Lay(seat, Card.of(card), "zzz") for seat, card in zip(seats, cards, strict=True)]


def test_t2_a_trap_leaves_nothing(judge: Judge) -> None:
    """T2: after the swap the pli goes to the other team whatever was said; the card laid first is analysed."""
    trap: list[Action] = [
        Lay(PON, s, "Veste"),
        Lay(SEP, o, "Blouson"),
        Lay(LEV, Card.of("d"), "Adosser"),
        Passe(MER, MIN_BACK),
    ]
    swap: list[Action] = [Swap(SEP, Card.of("A")), Reveal(MER, e)]
    end: list[Action] = [*all_refused((LEV, MER, PON, SEP), "maBo"), PickUp(SEP)]
    analysis = last_plis(judge, [*trap, *swap, *end], plis=2)
    pli = analysis.plis[0]
    second, last = pli.plays[1], pli.plays[3]

    assert pli.swap is not None
    assert (pli.taker, pli.swap.seat, pli.left) == (LEV, SEP, None)
    assert (second.card, second.letters, second.valid) == (o, "so", True)
    assert (last.card, last.words) == (e, None)  # T1: a fourth minuscule cannot be laid with a word
    assert len(analysis.plis) == 2


def test_a_card_that_was_never_seen_stays_hidden(judge: Judge) -> None:
    """T3, P7: position 3 takes back the minuscule that they had laid face down; the analysis does not know it."""
    trap: list[Action] = [Lay(PON, s, "Veste"), Lay(SEP, o, "Blouson"), Passe(LEV, MIN_BACK), Passe(MER, MIN_BACK)]
    swap: list[Action] = [Swap(LEV, Card.of("A")), Reveal(MER, e)]
    end: list[Action] = [*all_refused((SEP, LEV, MER, PON), "mdaB"), PickUp(PON)]
    analysis = last_plis(judge, [*trap, *swap, *end], plis=2)
    third = analysis.plis[0].plays[2]

    assert analysis.plis[0].taker is SEP
    assert (third.card, third.words, third.letters) == (MIN_BACK, None, "so")


def test_words_for_cards_that_stayed_in_hand(judge: Judge) -> None:
    """Where hands are known: no word started with X, but the player held E, with which a word took the pli."""
    dealt = deal_with_hands("AJldiruu", "GMevlnos", "CPcmetir", "XEbaoeu?")
    partie = Partie(judge, Setup(rules=judge.rules, manches=1, deals=(dealt,)))
    said = ["Volonté", "ville", "vocal"]
    cards = (l_card, Card.of("v"), c)
    for seat, card, word in zip((PON, SEP, LEV), cards, said, strict=True):
        partie.apply(Lay(seat, card, word))
    partie.apply(Passe(MER, X))
    finish(partie)
    (analysis,) = analyse(partie, judge)
    pli = analysis.plis[0]
    last = pli.plays[3]

    assert playable(judge, "x", "lvc", said) == set()
    assert analysis.hands_known
    assert last.words is not None
    assert (last.words.count, [held.card for held in last.in_hand]) == (
        0,
        [Card.of("E")],
    )  # P3: the fourth card is a majuscule
    assert last.in_hand[0].count == len(playable(judge, "e", "lvc", said))
    assert pli.left == PointsLeft(last, 2 + 3 + 3 + 10, in_hand=True)
    assert analysis.left_by(NORTH_SOUTH, in_hand=True)[0] is pli
    assert pli not in analysis.left_by(NORTH_SOUTH)
    assert pli.plays[0].in_hand == ()  # a valid word was said


def test_a_house_list_and_house_rules_decide(judge: Judge) -> None:
    """Words that the table refuses are not there, those that it accepts are, and its fewest letters hold (W1)."""
    own = Judge(judge.lexicon, HouseRules(min_letters=8), HouseList.parse(["- facilement", "+ feclicol"]))
    said: list[Action] = [Lay(PON, l_card, "Volontaire"), Lay(SEP, e, "École"), Lay(LEV, c, "Raclette"), Passe(MER, F)]
    (pli,) = last_plis(own, said).plis
    second, last = pli.plays[1], pli.plays[3]
    there = playable(own, "f", "lc", ["Volontaire", "Raclette"])

    assert not second.valid  # « École » has five letters, so its e lies face down
    assert last.words is not None
    assert (last.letters, last.words.count) == ("lc", len(there | {"feclicol"}))
    assert "facilement" not in there
    assert "facilement" not in last.words.words
    assert all(len(fold(word)) >= 8 for play in pli.plays if play.words is not None for word in play.words.words)


def test_the_word_of_a_house_list_is_an_example(judge: Judge) -> None:
    """Where no other word fits, the word that the table accepts is the one that would have taken the pli."""
    own = Judge(judge.lexicon, house=HouseList.parse(["+ yawassu"]))
    said: list[Action] = [
        Lay(PON, w, "swing"),
        Lay(SEP, s, "showroom"),
        Lay(LEV, u, "cow-boys"),
        Overrule(True, "test"),
    ]
    (pli,) = last_plis(own, [*said, Passe(MER, Y)]).plis
    last = pli.plays[3]

    assert last.words is not None
    assert (last.words.count, last.words.words) == (1, ("yawassu",))
    assert pli.left is not None
    assert pli.left.play is last


def test_s3_a_forfeited_belettre_is_named(judge: Judge) -> None:
    """S3: a majuscule passed face down forfeits a Belettre that was announced; its points are none of the pli's."""
    dealt = deal_with_hands("AJldiruu", "EMevlnos", "CPcmetir", "GHbaoeu?")
    partie = Partie(judge, Setup(rules=judge.rules, manches=1, deals=(dealt,)))
    for action in [AnnounceBelettre(MER), *THREE_WORDS, Passe(MER, Card.of("G"))]:
        partie.apply(action)
    finish(partie)
    (analysis,) = analyse(partie, judge)

    assert analysis.forfeited == (MER,)
    assert analysis.plis[0].left is not None
    assert analysis.plis[0].left.points == 2 + 1 + 3 + 6


def test_an_overruling_after_the_pli_was_picked_up(judge: Judge) -> None:
    """The last word of a pli, or of a manche, is overruled once the next begins; twice, the last ruling counts."""
    partie = Partie.watched(judge, manches=2, before=7, opener=PON)
    for action in [*THREE_WORDS, Lay(MER, F, "Facille"), Overrule(True, "oui"), Overrule(False, "non")]:
        partie.apply(action)
        if isinstance(action, Overrule):
            (pli,) = analyse(partie, judge)[0].plis

            assert pli.taker is (MER if action.accept else LEV)
            assert (pli.left is None) is pli.plays[3].valid is action.accept

    assert partie.state.manche.number == 2


@pytest.mark.parametrize("seed", range(12))
def test_the_words_could_be_said_at_that_moment(judge: Judge, seed: int) -> None:
    """Played again, at each moment the engine lets the card be laid and the judge accepts every word that is listed."""
    partie = random_game_with_words(judge, seed, 1 + seed % 2)
    plays = iter([play for manche in analyse(partie, judge) for pli in manche.plis for play in pli.plays])
    again = Partie(judge, partie.setup)
    checked = 0
    for event in partie.log:
        if (action := action_of(event)) is None:
            continue
        if isinstance(action, Lay | Passe | Discard):
            play = next(plays)
            assert play.seat is action.seat
            for found in filter(None, (play.words, *play.in_hand)):
                for word in found.words:
                    name = play.letter if found is play.words else ""
                    wild = found.card is JOKER
                    lay = Lay(play.seat, found.card, word, (name or fold(word)[0]) if wild else "")
                    checked += 1

                    assert again.can(lay)
                    initial, letters = again.state.manche.pli.constraints(lay.card, lay.letter)
                    assert judge(word, initial=initial or None, letters=letters, played=again.history).valid
                    assert not again.history.find(word) or all(
                        kin.relation == "near" for kin in again.history.find(word)
                    )
        again.apply(action)

    assert next(plays, None) is None
    assert checked > 50


@pytest.mark.parametrize("seed", range(12))
def test_points_left_are_points_of_plis_that_the_others_took(judge: Judge, seed: int) -> None:
    """A team leaves at most what the other team took, and nothing in a trap; after a fault (P9), it is the fault."""
    partie = random_game_with_words(judge, seed, 2)
    analyses = analyse(partie, judge)
    assert [analysis.ended for analysis in analyses] == list(partie.state.ended)
    for analysis in analyses:
        ten = [10 if analysis.ended.dix_de_der is team else 0 for team in (WEST_EAST, NORTH_SOUTH)]
        assert [pli.number for pli in analysis.plis] == list(range(1, 9))
        for team in (WEST_EAST, NORTH_SOUTH):
            took = analysis.ended.plis[team.other.index] + ten[team.other.index]

            assert analysis.points_left(team) + analysis.points_left(team, in_hand=True) <= took
        for pli in analysis.plis:
            faults = [play for play in pli.plays if play.fault]
            if pli.left is not None:
                assert pli.left.team is not pli.taker.team
                assert pli.swap is None
                assert pli.left.points == pli.points
                assert not pli.left.play.valid
                assert not faults or pli.left.play is faults[0]


@pytest.mark.parametrize("seed", range(4))
def test_a_record_a_journal_and_shorthand_give_the_same_analysis(judge: Judge, seed: int) -> None:
    """A game that was read from a file is analysed like the game itself; shorthand lacks the hands only."""
    partie = random_game_with_words(judge, seed, 1)
    (analysis,) = analyse(partie, judge)
    journal = Journal(Partie(judge, partie.setup))
    lines = [journal.header]
    for event in partie.log:
        if (action := action_of(event)) is not None:
            with journal.entering(action) as line:
                lines.append(line)
    read = partie_of(parse_record(format_record(record_of(partie))), judge)
    (short,) = analyse(read_shorthand(write_shorthand(partie), judge), judge)

    assert analyse(read, judge) == analyse(journal.partie, judge) == (analysis,)
    assert analyse(Journal.resume(lines, lambda record: judge).partie, judge) == (analysis,)
    assert [pli.points for pli in short.plis] == [pli.points for pli in analysis.plis]
    words = [[play.words for play in pli.plays if pli.swap is None] for pli in analysis.plis]
    assert [[play.words for play in pli.plays if pli.swap is None] for pli in short.plis] == words
    assert not any(play.in_hand for pli in short.plis for play in pli.plays)


def test_a_manche_is_analysed_once_it_is_over(judge: Judge) -> None:
    """No card of the manche being played is told: there is no analysis of it until its last pli is picked up."""
    whole = random_game_with_words(judge, 3, 2)
    partie = Partie(judge, whole.setup)
    for event in whole.log:
        if (action := action_of(event)) is not None:
            assert [analysis.number for analysis in analyse(partie, judge)] == [
                ended.number for ended in partie.state.ended
            ]
            assert analyse(partie, judge, partie.state.manche.number) == ()
            partie.apply(action)

    first, second = analyse(partie, judge)
    assert analyse(partie, judge, 1) == (first,)
    assert analyse(partie, judge, 2) == (second,)
    assert analyse(partie, judge, 3) == ()


def test_the_random_games_have_what_is_rare(judge: Judge) -> None:
    """Random games have overruled words, traps and cards in hand with words: the properties above meet them."""
    games = [random_game_with_words(judge, seed, 2) for seed in range(12)]
    analyses = [analysis for game in games for analysis in analyse(game, judge)]
    plays = [play for analysis in analyses for pli in analysis.plis for play in pli.plays]

    assert any(isinstance(event, Overruled) for game in games for event in game.log)
    assert any(play.overruled for play in plays)
    assert any(pli.swap for analysis in analyses for pli in analysis.plis)
    assert any(play.in_hand for play in plays)
