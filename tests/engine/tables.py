"""What the tests of the engine share: a judge without a dictionary, tables with chosen hands, a script for plays.

A script is cards in playing order, the seat being whoever's turn it is:

    l         lays the minuscule l with a word that the judge accepts
    F!        lays the majuscule F with a word that it refuses
    k-  k.    passes with k; discards k without a word
    JOKER:m   lays the JOKER as m; ``JOKER:m!``, ``JOKER-`` and ``JOKER.`` as above
    SEP>F     the Septentrional swaps F for his minuscule (T2)
    SEP=f     what the Septentrional laid face down was f (P7)
    SEP^      the Septentrional is named to pick up (P9)
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

from belettre_lexicon import HouseRules
from belettre_lexicon.cards import Card, Case, in_rank, pack
from belettre_lexicon.decks import BOXED
from belettre_lexicon.engine.actions import Action, AnnounceBelettre, Discard, Lay, Passe, PickUp, Reveal, Swap
from belettre_lexicon.engine.deal import Cards, Deal
from belettre_lexicon.engine.events import Event
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.seats import Seat
from belettre_lexicon.engine.setup import Setup, dealt_setup
from belettre_lexicon.game.refusals import ActionRefusal, IllegalActionError
from belettre_lexicon.letters import fold
from belettre_lexicon.words.history import History
from belettre_lexicon.words.verdicts import Refusal, Verdict

E = TypeVar("E")
PON, SEP, LEV, MER = Seat.PONANTAIS, Seat.SEPTENTRIONAL, Seat.LEVANTIN, Seat.MERIDIONAL
#: Words that a script says: the first holds, the second does not.
GOOD, BAD = "bon", "faux"
RULES = HouseRules()
#: A plain deal: no Belettre, no JOKER, one joker (of the Méridional).
PLAIN = ("AJdiruul", "GMaelnos", "CPmeetir", "SWbaoeu?")
#: S1, from the table of D1: letters → points of the minuscule, points of the majuscule.
_WORTH = {"ae": (1, 2), "iou": (2, 4), "lnrst": (2, 4), "bcdfghmpv": (3, 6), "jkqwxyz": (5, 10), "?": (0, 0)}


class StubJudge:
    """Accepts every word but some, whatever lies on the table; ``asked`` keeps what it was asked."""

    def __init__(self, refused: Iterable[str] = (BAD,), rules: HouseRules = RULES) -> None:
        self.rules = rules
        self.refused = frozenset(refused)
        self.asked: list[tuple[str, str | None, str, tuple[str, ...]]] = []

    def __call__(self, word: str, *, initial: str | None, letters: str, played: History) -> Verdict:
        self.asked.append((word, initial, letters, tuple(played)))
        refusal = Refusal("house_list", {"note": "refused by the stub"})
        return Verdict(word, fold(word), ([refusal], None, []) if word in self.refused else None, lambda _: (), None)


def cards(text: str) -> Cards:
    """The cards of a hand: one letter each, ``?`` the joker, ``*`` the JOKER."""
    return in_rank(Card.of("JOKER" if letter == "*" else letter) for letter in text)


def worth(laid: Iterable[Card]) -> int:
    """S1 by the table of the rules, not by the engine's."""
    points = {letter: pair for letters, pair in _WORTH.items() for letter in letters}
    return sum(points[card.letter][card.case is Case.MAJ] for card in laid)


def deal_of(*hands: str) -> Deal:
    """A deal of manche 1 with these hands, from the boxed deck. What is kept lies in the order of the alphabet."""
    given = [cards(hand) for hand in hands]
    packs = [Counter(pack(BOXED, case)) for case in Case]
    for hand in given:
        assert sum(card.case is Case.MAJ for card in hand) == 2 and len(hand) == 8
        for left, case in zip(packs, Case, strict=True):
            left.subtract(card for card in hand if card.case is case)
    assert all(count >= 0 for left in packs for count in left.values())
    kept = tuple(in_rank(left.elements()) for left in packs)
    return Deal(1, (given[0], given[1], given[2], given[3]), (kept[0], kept[1]))


def table(*hands: str, judge: StubJudge | None = None, manches: int = 1) -> Partie:
    """A partie whose first manche has these hands (Ponantais, Septentrional, Levantin, Méridional)."""
    judge = judge or StubJudge()
    setup = dealt_setup(BOXED, judge.rules, random.Random(1), manches, done=[deal_of(*(hands or PLAIN))])
    return Partie(judge, setup)


def one_deal(judge: StubJudge, deal: Deal) -> Partie:
    """A partie of one manche."""
    return Partie(judge, Setup(rules=judge.rules, manches=1, deals=(deal,)))


def action(partie: Partie, token: str) -> Action:
    """The action of one token of a script, for the seat whose turn it is."""
    for sign, kind in ((">", Swap), ("=", Reveal)):
        seat, found, card = token.partition(sign)
        if found:
            return kind(Seat.of(seat), Card.of(card))
    if token.endswith("^"):
        return PickUp(Seat.of(token[:-1]))
    turn = partie.turn
    assert turn is not None, f"{token}: nobody's turn"
    if token.endswith("-"):
        return Passe(turn, Card.of(token[:-1]))
    if token.endswith("."):
        return Discard(turn, Card.of(token[:-1]))
    card, _, letter = token.removesuffix("!").partition(":")
    return Lay(turn, Card.of(card), BAD if token.endswith("!") else GOOD, letter)


def play(partie: Partie, *script: str) -> tuple[Event, ...]:
    """Do what a script says; the events of its last action."""
    happened: tuple[Event, ...] = ()
    for token in " ".join(script).split():
        happened = partie.apply(action(partie, token))
    return happened


def moves(partie: Partie) -> list[Action]:
    """The legal actions, announcements aside."""
    return [move for move in partie.legal_actions() if not isinstance(move, AnnounceBelettre)]


def first_move(partie: Partie) -> Action:
    """The first legal action; a card is laid with a word that holds."""
    move = moves(partie)[0]
    return move.saying(GOOD) if isinstance(move, Lay) else move


def finish(partie: Partie, choose: Callable[[Partie], Action] = first_move, *, before: int = 99) -> None:
    """Play on until the partie is over, or manche *before* begins."""
    while not partie.over and partie.state.manche.number < before:
        partie.apply(choose(partie))


def last(partie: Partie, kind: type[E]) -> E:
    """The last event of a kind in the log."""
    return next(event for event in reversed(partie.log) if isinstance(event, kind))


def refused(partie: Partie, move: Action) -> tuple[ActionRefusal, ...]:
    """The refusals of an illegal action, after seeing that all four faces of legality agree and nothing changed."""
    state, log, done, words = partie.state, partie.log, partie.actions_done, tuple(partie.history)
    with pytest.raises(IllegalActionError) as error:
        partie.apply(move)
    assert (partie.state, partie.log, partie.actions_done, tuple(partie.history)) == (state, log, done, words)
    found = error.value.refusals
    assert found and found == partie.refusals(move) and not partie.can(move)
    assert move not in partie.legal_actions()
    assert error.value.action is move
    for refusal in found:
        assert refusal.rule in str(error.value) and refusal.value in str(error.value)
    return found


def rules_against(partie: Partie, token: str) -> set[str]:
    """The rule ids against one token of a script, which must be illegal."""
    return {refusal.rule for refusal in refused(partie, action(partie, token))}
