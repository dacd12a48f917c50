"""Games with chosen hands, played from a script, for the tests of the rules.

``new_partie`` deals the hands that a test wants; ``play`` plays a script on it. The judge is a ``StubJudge`` without a
dictionary, so that the test decides which words are valid.

A hand is written with one character for each card: ``a`` a minuscule, ``A`` a majuscule, ``?`` the joker, ``*`` the
JOKER.

A script is a string of tokens separated by blanks. Each is played by the seat whose turn it is; the seat is written
only where it is nobody's turn:

    l         lays the minuscule l with a valid word
    F!        lays the majuscule F with a word that the judge refuses
    k-        passes, with k face down
    k.        lays k face down without a word (``Discard``: P9, J4)
    JOKER:m   lays the JOKER, named m; ``JOKER:m!``, ``JOKER-`` and ``JOKER.`` as above
    maj- min- unseen-   passes with a card that is not known, at a table of real cards (``Partie.watched``)
    SEP>F     the Septentrional swaps F for the minuscule that they laid (T2)
    SEP=f     reveals that the card laid face down by the Septentrional was f (P7)
    SEP^      names the Septentrional to pick up the pli (P9)

For example, ``"l e! m- W"`` is a pli: a valid word with l, a refused word with e, a pass with m, a valid word with W.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

import pytest

from belettre_lexicon import HouseRules
from belettre_lexicon.french.cards import Card, Case, in_rank, pack
from belettre_lexicon.french.decks import BOXED
from belettre_lexicon.french.letters import fold
from belettre_lexicon.games.belettre.actions import Action, AnnounceBelettre, Discard, Lay, Passe, PickUp, Reveal, Swap
from belettre_lexicon.games.belettre.events import Event
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.seats import Seat
from belettre_lexicon.games.belettre.setup import Cards, Deal, Setup, deal
from belettre_lexicon.games.kit.machine import ActionRefusal, IllegalActionError
from belettre_lexicon.words.history import History
from belettre_lexicon.words.verdicts import Refusal, Verdict

E = TypeVar("E")
PON, SEP, LEV, MER = Seat.PONANTAIS, Seat.SEPTENTRIONAL, Seat.LEVANTIN, Seat.MERIDIONAL
#: The words said in a script: one that ``StubJudge`` accepts and one that it refuses.
VALID_WORD, REFUSED_WORD = "bon", "faux"
RULES = HouseRules()
#: Plain hands, in the order of the seats: no Belettre, no JOKER, and one joker, held by the Méridional.
PLAIN_HANDS = ("AJdiruul", "GMaelnos", "CPmeetir", "SWbaoeu?")
#: The points of the published rules (D1, S1): letters → points of the minuscule, points of the majuscule.
_POINTS = {"ae": (1, 2), "iou": (2, 4), "lnrst": (2, 4), "bcdfghmpv": (3, 6), "jkqwxyz": (5, 10), "?": (0, 0)}


class JudgeCall(NamedTuple):
    """The arguments of one call of ``StubJudge``; *played* are the earlier words."""

    word: str
    initial: str | None
    letters: str
    played: tuple[str, ...]


class StubJudge:
    """A judge that accepts every word except some, whatever the cards. ``calls`` records what it was asked."""

    def __init__(self, refused: Iterable[str] = (REFUSED_WORD,), rules: HouseRules = RULES) -> None:
        self.rules = rules
        self.refused = frozenset(refused)
        self.calls: list[JudgeCall] = []

    def __call__(self, word: str, *, initial: str | None, letters: str, played: History) -> Verdict:
        self.calls.append(JudgeCall(word, initial, letters, tuple(played)))
        refusal = Refusal("house_list", {"note": "refused by the stub"})
        return Verdict(word, fold(word), ([refusal], None, []) if word in self.refused else None, lambda _: (), None)

    @property
    def constraints(self) -> list[tuple[str | None, str]]:
        """The initial and the letters of each call, which the word had to fit."""
        return [(call.initial, call.letters) for call in self.calls]


def parse_hand(text: str) -> Cards:
    """Return the cards of a hand, in their usual order; the module docstring explains how a hand is written."""
    return in_rank(Card.of("JOKER" if letter == "*" else letter) for letter in text)


def points_of(cards: Iterable[Card]) -> int:
    """Return what the cards are worth (S1) by the table of the published rules, not by the engine's own table."""
    points = {letter: pair for letters, pair in _POINTS.items() for letter in letters}
    return sum(points[card.letter][card.case is Case.MAJ] for card in cards)


def deal_with_hands(*hands: str) -> Deal:
    """Return a deal of manche 1 from the boxed deck with these hands. The cards kept lie in alphabetical order."""
    given = [parse_hand(hand) for hand in hands]
    packs = [Counter(pack(BOXED, case)) for case in Case]
    for hand in given:
        assert len(hand) == 8
        assert sum(card.case is Case.MAJ for card in hand) == 2
        for left, case in zip(packs, Case, strict=True):
            left.subtract(card for card in hand if card.case is case)
    assert all(count >= 0 for left in packs for count in left.values()), "more cards than the deck has"
    kept = tuple(in_rank(left.elements()) for left in packs)
    return Deal(1, (given[0], given[1], given[2], given[3]), (kept[0], kept[1]))


def new_partie(*hands: str, judge: StubJudge | None = None, manches: int = 1) -> Partie:
    """Return a partie whose first manche has these hands, in the order of the seats; ``PLAIN_HANDS`` by default."""
    judge = judge or StubJudge()
    first_deal = deal_with_hands(*(hands or PLAIN_HANDS))
    deals = deal(BOXED, random.Random(1), manches, [first_deal])
    return Partie(judge, Setup(rules=judge.rules, manches=manches, deals=deals))


def new_partie_of_deal(judge: StubJudge, deal: Deal) -> Partie:
    """Return a partie of one manche with this deal."""
    return Partie(judge, Setup(rules=judge.rules, manches=1, deals=(deal,)))


def parse_action(partie: Partie, token: str) -> Action:
    """Return the action of one token of a script, for the seat whose turn it is."""
    for sign, kind in ((">", Swap), ("=", Reveal)):
        seat_name, found_sign, card_name = token.partition(sign)
        if found_sign:
            return kind(Seat.of(seat_name), Card.of(card_name))
    if token.endswith("^"):
        return PickUp(Seat.of(token[:-1]))
    turn = partie.turn
    assert turn is not None, f"{token}: it is nobody's turn"
    if token.endswith("-"):
        return Passe(turn, Card.of(token[:-1]))
    if token.endswith("."):
        return Discard(turn, Card.of(token[:-1]))
    card_name, _, letter = token.removesuffix("!").partition(":")
    return Lay(turn, Card.of(card_name), REFUSED_WORD if token.endswith("!") else VALID_WORD, letter)


def play(partie: Partie, *script: str) -> tuple[Event, ...]:
    """Play a script, given in one or more strings, and return the events of its last action."""
    events: tuple[Event, ...] = ()
    for token in " ".join(script).split():
        events = partie.apply(parse_action(partie, token))
    return events


def legal_moves(partie: Partie) -> list[Action]:
    """Return the legal actions without the announcements of a Belettre."""
    return [move for move in partie.legal_actions() if not isinstance(move, AnnounceBelettre)]


def first_move(partie: Partie) -> Action:
    """Return the first legal action that is not an announcement, with a valid word if it lays a card face up."""
    move = legal_moves(partie)[0]
    return move.saying(VALID_WORD) if isinstance(move, Lay) else move


def finish(partie: Partie, choose: Callable[[Partie], Action] = first_move, *, before: int = 99) -> None:
    """Play on until the partie is over or manche number *before* begins."""
    while not partie.over and partie.state.manche.number < before:
        partie.apply(choose(partie))


def last_event(partie: Partie, kind: type[E]) -> E:
    """Return the last event of this type in the log."""
    return next(event for event in reversed(partie.log) if isinstance(event, kind))


def refusals_of(partie: Partie, move: Action) -> tuple[ActionRefusal, ...]:
    """Return the refusals of an illegal action.

    Checks first that ``apply``, ``refusals``, ``can`` and ``legal_actions`` all treat it as illegal, and that it does
    not change the partie.
    """
    state, log, done, words = partie.state, partie.log, partie.actions_done, tuple(partie.history)

    with pytest.raises(IllegalActionError) as error:
        partie.apply(move)

    assert (partie.state, partie.log, partie.actions_done, tuple(partie.history)) == (state, log, done, words)
    refusals = error.value.refusals
    assert refusals
    assert refusals == partie.refusals(move)
    assert not partie.can(move)
    assert move not in partie.legal_actions()
    assert error.value.action is move
    for refusal in refusals:
        assert refusal.rule in str(error.value)
        assert refusal.value in str(error.value)
    return refusals


def rules_against(partie: Partie, token: str) -> set[str]:
    """Return the ids of the rules that refuse one token of a script, which must be illegal."""
    return {refusal.rule for refusal in refusals_of(partie, parse_action(partie, token))}
