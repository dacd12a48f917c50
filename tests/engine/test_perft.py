"""Perft: the number of sequences of legal actions from four positions, compared with counts made by hand.

Equal cards of a hand are one action. A card laid with a word is one action whatever the word, here always a valid one,
except that the JOKER is 26 actions, one for each name (J3). The comments below show each count. In them, « free » means
that no majuscule lies yet, « bound » that one does (P3), and « lost » a pli lost by P9, in which a card is one action
(discarded) and not two (with a word, or passed).
"""

from __future__ import annotations

import pytest

from belettre_lexicon.games.belettre.actions import Lay
from belettre_lexicon.games.belettre.partie import Partie
from tests.engine.scripted_games import VALID_WORD, first_move, new_partie, play
from tests.engine.test_rules_jokers import SECOND_WILD
from tests.engine.test_rules_trap import NO_MAJ_MER


def perft(partie: Partie, depth: int) -> int:
    """Return how many sequences of *depth* legal actions there are from this position."""
    moves = partie.legal_actions()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        partie.apply(move.saying(VALID_WORD) if isinstance(move, Lay) else move)
        count += perft(partie, depth - 1)
        partie.undo()
    return count


#: Majuscules + different minuscules in hand: Ponantais 2 + 5, Septentrional 2 + 6, Levantin 2 + 5, Méridional 2 + 6.
#: 1  (2 + 5) · 2
#: 2  5 min. with a word · 16  +  2 maj. with a word · 12  +  5 min. passed (lost) · 8  +  2 maj. passed · 6
#: 3  free 5·6 = 30 · 14  +  bound 5·2 + 2·6 = 22 · 10  +  lost and free 2·30 = 60 · 7  +  lost and bound 2·22 = 44 · 5
#: 4  free 30·10 = 300 · 4  +  bound 30·4 + 22·10 = 340 · 12  +  lost 60·5 = 300 · 2  and  60·2 + 44·5 = 340 · 6
#: 5  lost 600 + 2040 · 2 who pick up; else the last word opens with all cards left:
#:    Méridional 2640 · 14  +  Septentrional (both players after them pass) 2·150 + 6·60 + 6·110 = 1320 · 14
#:    +  Levantin, whose second e is another 7th kind: (30·2 + 22·6) · (1·14 + 4·12)  +  the maj. 6·60 · 12
PLAIN_COUNTS = (14, 156, 1280, 7920, 2640 * 2 + 2640 * 14 + 1320 * 14 + 192 * 62 + 360 * 12)

#: The Ponantais has the JOKER, J and 5 different min., the Septentrional 2 maj. and jokers alone; then 2 + 5 and 2 + 6.
#: Announcing (S4: a JOKER and any maj.) changes nothing else, so that f(n) sequences without it give f(n) + f(n - 1).
#: f1  26 named JOKERs  +  6 other cards with a word  +  7 passed
#: f2  26 · 1 (J4: a joker is discarded)  +  J · 2  +  5 min. · 6  +  2 maj. passed · 1  +  5 min. passed · 3
#: f3  26·10  +  J: joker laid 10, passed 5  +  min.: 5·2·10 maj., 5·14 joker, passed 5·2·5, 5·7  +  2·5  +  5·2·5 + 5·7
#: f4  260·12  +  10·12 + 5·6  +  100·12  +  5·(4·12 + 10·4)  +  50·6 + 5·(2·6 + 5·2)  +  10·6  +  50·6 + 5·22
_WITHOUT = (1, 39, 26 + 2 + 30 + 2 + 15, 625, 3120 + 150 + 1200 + 440 + 410 + 60 + 410)
JOKER_COUNTS = tuple(_WITHOUT[n] + _WITHOUT[n - 1] for n in (1, 2, 3, 4))

#: Two plis later: 2 + 3, 2 + 4, 2 + 4, 0 + 6 kinds; every pli that is free when the Méridional plays is a trap.
#: 1  5·2
#: 2  3·12  +  2·8  +  3·6  +  2·4
#: 3  free 3·4 = 12 · 12  +  bound 3·2 + 2·4 = 14 · 8  +  lost 24 · 6  +  28 · 4
#: 4  trapped 12·8 = 96 · 6  +  bound 12·4 + 14·8 = 160 · 12  +  lost: trapped 24·4 = 96 · 6  and  24·2 + 28·4 = 160 · 6
#: 5  both traps 576 + 576 · 2 majuscules to swap (T2)  +  lost 960 · 2 who pick up  +  1920 · 10: five kinds are left
TRAP_COUNTS = (10, 78, 512, 576 + 1920 + 576 + 960, 1152 * 2 + 960 * 2 + 1920 * 10)

#: One card each. Word, word: 2 · 2 ends; position 1 or 2 passes (lost): one way to lay the rest, then 2 who pick up.
LAST_PLI_COUNTS = (2, 3, 4, 4 + 1 + 1, 2 + 2, 0)


def before_the_last_pli() -> Partie:
    """Return a partie of one manche in which each player has one card left."""
    partie = new_partie()
    while len(partie.state.manche.taken) < 7:
        partie.apply(first_move(partie))
    return partie


def before_the_trap() -> Partie:
    """Return a partie in which the Méridional has no majuscule left and the Ponantais opens pli 3."""
    partie = new_partie()
    play(partie, NO_MAJ_MER)
    return partie


@pytest.mark.parametrize(("depth", "count"), list(enumerate(PLAIN_COUNTS, 1)))
def test_plain_deal(depth: int, count: int) -> None:
    """The counts from a plain deal follow from P2, P3, P9, P10, and P8 for the opener of the next pli."""
    assert perft(new_partie(), depth) == count


@pytest.mark.parametrize(("depth", "count"), list(enumerate(JOKER_COUNTS, 1)))
def test_deal_with_jokers(depth: int, count: int) -> None:
    """The counts from a deal with many jokers follow from J1, J3, J4 and S4."""
    assert perft(new_partie(*SECOND_WILD), depth) == count


@pytest.mark.parametrize(("depth", "count"), list(enumerate(TRAP_COUNTS, 1)))
def test_before_a_trap(depth: int, count: int) -> None:
    """The counts before a trap follow from T1 and T2."""
    assert perft(before_the_trap(), depth) == count


@pytest.mark.parametrize(("depth", "count"), list(enumerate(LAST_PLI_COUNTS, 1)))
def test_last_pli(depth: int, count: int) -> None:
    """Nothing can be done after the last pli of the last manche."""
    assert perft(before_the_last_pli(), depth) == count
