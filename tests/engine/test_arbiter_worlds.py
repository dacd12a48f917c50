"""Games with real cards: an entry is legal only if hands remain that fit it and all entries before (D2).

Strings such as ``"l e! m- W"`` are scripts, explained in ``scripted_games``. ``arbiter_walks`` enters random listed
actions, and ``arbiter_model`` keeps every possible deal, to compare with what the engine works out.
"""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from belettre_lexicon.french.cards import FACES, MAJ_BACK, MIN_BACK, UNSEEN, Card, Case
from belettre_lexicon.french.decks import Deck
from belettre_lexicon.games.belettre.actions import Action, Discard, Lay, Passe, Reveal, Swap
from belettre_lexicon.games.belettre.hands import UnknownHand
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.pli import Pli
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from belettre_lexicon.games.belettre.worlds import Stock, worlds
from tests.engine.arbiter_model import ArbiterModel
from tests.engine.arbiter_walks import WILD_DECK, choose_entry, walk
from tests.engine.scripted_games import LEV, MER, PON, SEP, VALID_WORD, StubJudge, play, refusals_of, rules_against

#: Decks of so few cards that all deals can be listed, with the plis played before the arbiter watches.
SMALL_GAMES = [
    (Deck.parse(["e 22 1 7 2", "? 2 0 1 0"]), 0),
    (Deck.parse(["e 22 1 7 2", "? 2 0 1 0"]), 5),
    (Deck.parse(["e 20 1 6 2", "k 1 5 1 10", "? 3 0 1 0"]), 7),
    (Deck.parse(["e 16 1 6 2", "? 8 0 2 0"]), 6),
    (Deck.parse(["e 9 1 5 2", "? 16 0 4 0"]), 6),
    (Deck.parse(["e 9 1 5 2", "? 16 0 4 0"]), 7),
]
#: Plis after which the Méridional holds no majuscule, then plis in which the Septentrional takes ``k`` back.
NO_MAJ_MER = "l e! m! S-   d a! e! W-"


def watched(**start: int) -> Partie:
    """Return a game of real cards with the boxed deck, of one manche by default."""
    return Partie.watched(StubJudge(), manches=start.pop("manches", 1), **start)  # type: ignore[arg-type]  # by name


def entries(partie: Partie, deck: Deck) -> list[Action]:
    """Return every action that an arbiter could try with the cards of a deck, legal or not."""
    cards = [card for card in FACES if (deck.majuscules if card.case is Case.MAJ else deck.minuscules).get(card.letter)]
    backs, seat = [MAJ_BACK, MIN_BACK, UNSEEN], partie.turn
    if seat is not None:
        lays: list[Action] = [Lay(seat, card, VALID_WORD, "k" if card.text == "JOKER" else "") for card in cards]
        return lays + [kind(seat, card) for kind in (Passe, Discard) for card in cards + backs]
    if partie.awaits == "reveal":
        return [Reveal(seat, card) for seat in partie.state.manche.pli.hidden for card in cards]
    if partie.awaits == "swap":
        return [Swap(seat, card) for seat in SEATS for card in [*cards, MAJ_BACK] if card.case is Case.MAJ]
    return []


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("deck", "before"), SMALL_GAMES)
def test_d2_an_entry_is_legal_if_and_only_if_a_deal_fits_it(deck: Deck, before: int, seed: int) -> None:
    """The legal entries, the majuscules that a player may hold and the faults of a trap are those of all deals."""
    rng = random.Random(seed)
    opener = rng.choice(SEATS) if before else PON
    partie = Partie.watched(StubJudge(), manches=1, deck=deck, before=before, opener=opener)
    model = ArbiterModel(deck, before, opener)

    while not partie.over:
        for action in entries(partie, deck):
            assert partie.can(action) == model.possible(action), (action, partie.log)

        for seat, hand in zip(SEATS, partie.state.manche.hands, strict=True):
            assert hand.majuscules_left == model.majuscules_left(seat)  # type: ignore[union-attr]  # an unknown hand

        if partie.awaits == "swap":
            assert set(partie.state.manche.pli.fault) == model.faults()

        if any(question.kind == "lies_twice" for question in partie.questions()):
            assert not model.fits([laid.told or laid.card for laid in partie.state.manche.pli.laid])

        chosen = choose_entry(partie, rng)

        assert chosen is not None

        model.follow(partie, chosen, partie.apply(chosen))


@pytest.mark.parametrize("seed", range(12))
def test_t5_an_arbiter_who_enters_anything_listed_is_never_stuck(seed: int) -> None:
    """Random listed entries, with unknown cards, undo and overruled words, lead to the end of any game."""
    *_, (partie, _) = walk(seed)

    assert partie.over
    assert not partie.legal_actions()
    assert Partie.replay(StubJudge(), partie.setup, partie.log).state == partie.state

    for taken in partie.state.manche.taken:
        assert sum(laid.card.case is Case.MAJ for laid in taken.laid) == 1

    if not partie.state.manche.before:
        all_laid = [laid for taken in partie.state.manche.taken for laid in taken.laid]
        for seat in Seat:
            assert sum(laid.seat is seat and laid.card.case is Case.MAJ for laid in all_laid) == 2
            assert sum(laid.seat is seat for laid in all_laid) == 8


@pytest.mark.parametrize("seed", [2, 6])
def test_d2_the_list_of_legal_actions_agrees_with_what_may_be_applied(seed: int) -> None:
    """Each listed action can be applied, and each entry that can be applied is listed, at every moment of a walk."""
    for number, (partie, _) in enumerate(walk(seed)):
        if number % 5:
            continue
        listed = partie.legal_actions()

        assert all(map(partie.can, listed))

        bare = {action.saying("") if isinstance(action, Lay) else action for action in listed}
        for action in entries(partie, partie.setup.deck):
            known = action.saying("") if isinstance(action, Lay) else action
            assert partie.can(action) == (known in bare), action


def test_j4_a_discarded_card_can_be_told() -> None:
    """No hand holds jokers alone once the JOKER was laid and the pli allows both packs: nothing is discarded (J4)."""
    partie = watched()

    partie.apply(Lay(PON, Card.of("JOKER"), "maison", "m"))
    play(partie, "e! i! o!", "?")

    assert rules_against(partie, "maj.") == rules_against(partie, "unseen.") == rules_against(partie, "?.") == {"D2"}

    play(partie, "e l! A-")

    assert partie.legal_actions()


def test_j4_a_hand_of_jokers_alone_stays_one() -> None:
    """A player who discarded a joker under J4 beside a majuscule holds no other minuscule than jokers afterwards."""
    partie = watched(before=3, first=1)

    play(partie, "A ? ?. e!")

    assert partie.turn is SEP

    play(partie, "? ")

    assert rules_against(partie, "e") == {"D2"}
    assert partie.can(Lay(LEV, Card.of("B"), VALID_WORD))


def test_j4_a_card_of_unknown_pack_may_trap_a_player_who_holds_jokers_alone() -> None:
    """Position 4 holds minuscule jokers alone: trapped (T1) if the unseen card is a minuscule, else J4 holds."""
    partie = Partie.watched(StubJudge(), manches=1, deck=WILD_DECK)

    play(partie, "? ?. e! A!", "e! JOKER:b e! e!", "JOKER:c a a! a!", "? a! unseen-")

    assert partie.turn is SEP
    assert partie.can(Passe(SEP, Card.of("?")))
    assert partie.can(Discard(SEP, Card.of("?")))


def test_j4_a_player_who_passes_beside_a_joker_holds_another_card() -> None:
    """A player who passed a joker had another card to lay: their last card is not a joker."""
    partie = Partie.watched(StubJudge(), manches=1, before=6, opener=PON)

    play(partie, "A ? ?- e!")

    assert partie.turn is SEP

    play(partie, "e")

    assert rules_against(partie, "?") == {"D2"}
    assert partie.can(Lay(LEV, Card.of("i"), VALID_WORD))


def test_p9_j4_silence_tells_what_a_pass_tells() -> None:
    """The last card of a player is no joker if they pass it beside another, with « Passe ! » or in silence."""
    partie = Partie.watched(StubJudge(), manches=1, before=7, opener=PON)

    play(partie, "A ?")

    assert {refusal.rule for refusal in refusals_of(partie, Passe(LEV, Card.of("?")))} == {"D2"}
    assert {refusal.rule for refusal in refusals_of(partie, Lay(LEV, Card.of("?"), "…"))} == {"D2"}
    assert partie.can(Discard(LEV, Card.of("?")))
    assert partie.can(Lay(LEV, Card.of("e"), ""))
    assert partie.can(Lay(LEV, Card.of("e"), VALID_WORD))


def test_t2_a_card_taken_back_is_no_majuscule() -> None:
    """Who holds one card, which they took back, does not hold the majuscule of the last pli, jokers or not (J4)."""
    either = UnknownHand(size=1, majuscules=(0, 1), majuscules_left=(0, 1))
    holder = replace(either, taken_back=(Card.of("k"),), all_wild=frozenset({Case.MIN}))
    stock = (Stock(4, 20, 0), Stock(4, 80, 0))

    found = list(worlds(Pli(PON), (holder, either, either, either), 1, lambda: stock))

    assert [world.majuscules for world in found] == [(0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 0, 0)]
    assert {world.author for world in found} == {None}


@pytest.mark.parametrize(
    ("others", "with_majuscule"),
    [((0, 0), set()), ((0, 1), {SEP, LEV, MER}), ((1, 0), {PON}), ((1, 1), set(SEATS))],
)
def test_j4_a_card_that_is_not_wild_is_of_a_pack_that_has_one(
    others: tuple[int, int], with_majuscule: set[Seat]
) -> None:
    """The Ponantais passed beside a joker: their last card is not wild, so their pack is one with another card left."""
    either = UnknownHand(size=1, majuscules=(0, 1), majuscules_left=(0, 1))
    passed = replace(either, not_wild=frozenset({frozenset(Case)}))
    stock = (Stock(4, others[0], 0), Stock(4, others[1], 0))

    found = worlds(Pli(PON), (passed, either, either, either), 1, lambda: stock)

    assert {SEATS[world.majuscules.index(1)] for world in found} == with_majuscule


def test_t1_no_trap_is_ruled_if_the_player_in_position_4_holds_a_majuscule() -> None:
    """In pli 1 everybody holds two majuscules: a card laid unseen before a fourth minuscule was a majuscule."""
    partie = watched()

    play(partie, "s o")
    partie.apply(Passe(LEV, UNSEEN))
    partie.apply(Lay(MER, Card.of("a"), "arrosoir"))

    assert partie.awaits == "reveal"
    assert {refusal.rule for refusal in refusals_of(partie, Reveal(LEV, Card.of("d")))} == {"D2"}
    assert all(isinstance(action, Reveal) and action.card.case is Case.MAJ for action in partie.legal_actions())

    play(partie, "LEV=D")

    assert partie.turn is MER


def test_t5_entries_after_a_late_start_leave_a_majuscule_for_each_pli() -> None:
    """With a majuscule for each of three plis left, of which the Méridional laid two, another player lays the last."""
    partie = watched(before=5)

    play(partie, "a i! e! A!   o e! r! B!   l d")

    assert rules_against(partie, "m") == {"D2"}
    assert {action.card.case for action in partie.legal_actions() if isinstance(action, Lay)} == {Case.MAJ}


def test_t2_nobody_else_lays_the_only_copy_of_a_card_that_was_taken_back() -> None:
    """A minuscule taken back in a swap is in that hand: the deck has no other copy for anybody else (D1)."""
    partie = watched()

    play(partie, NO_MAJ_MER, "i k r b-", "SEP>G")

    assert partie.turn is LEV
    assert rules_against(partie, "k") == {"D1"}

    play(partie, "a e A")

    assert partie.can(Lay(SEP, Card.of("k"), VALID_WORD))

    play(partie, "min-")

    assert partie.can(Reveal(SEP, Card.of("k")))

    play(partie, "SEP=n")

    assert "D1" in rules_against(partie, "k")


def test_p12_a_swap_shows_that_those_before_hold_no_majuscule() -> None:
    """If position 3 swaps, position 2 has none: the arbiter cannot enter one later (T3)."""
    partie = watched(before=4)

    play(partie, "l e m min- LEV>A MER=o")

    assert partie.turn is SEP
    assert rules_against(partie, "E") == {"D2"}
