"""The guided manche with which a person learns Belettre: eight plis with open cards, each with one idea.

``_SCRIPT`` has the cards and the words of the whole manche. A step replays it with the engine up to the person's turn,
with the words that they said themselves in earlier steps; then the judge decides about the word that they say, and the
others lay what the script has for them. Start reading at ``show_step``.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, NamedTuple

from ....french.cards import CARDS, Card, Case, in_rank, pack
from ....french.decks import BOXED
from ....games.belettre.actions import AnnounceBelettre, Lay, Passe, Swap
from ....games.belettre.events import PliTaken, WordAccepted, WordRefused
from ....games.belettre.hands import KnownHand
from ....games.belettre.partie import Partie
from ....games.belettre.pli import Pli
from ....games.belettre.seats import SEATS, Seat
from ....games.belettre.setup import Cards, Deal, Setup
from ....games.belettre.state import SWAP, State
from ....lexicon.lexicon import Lexicon
from ....referee.catalogue import Catalogue
from ....referee.names import card_text, points_text
from ....referee.sentences import first_proof, printable
from ....words.judge import Judge
from ...pages.lessons import SHOW, Answer, Lesson, LessonPlace, Shown, learn_catalogue, lesson_route
from ...pages.render import card_macros, drawn_size
from ...tables.kind import catalogue
from .places import VerdictBand

#: The seat of the person, who opens the manche.
_OWN = Seat.PONANTAIS
#: The sides of the table on which the person sees the seats, by ``Seat.index``: their own is at the bottom.
_SIDES = ("bottom", "left", "top", "right")
#: The keys of the names of the players, by ``Seat.index``.
_NAMES = ("you", "sam", "lea", "max")
#: How many words a refusal names that would fit.
_MAX_POSSIBLE = 3
#: The step in which a refused word is asked for.
_REFUSED = 6
#: The manche, a line for each pli and in it a move for each player, in playing order: the card, and the words to say
#: with it. The first word that is valid is said; the others are there because the person may have said one of its
#: family. A card without words is laid face down with « Passe ! ».
_SCRIPT = """
l volonté | e école légume plage | c raclette cercle oncle | F facile ficelle faculté
o montagne mouton lion | r orange carotte | t forêt route mortel | P portrait portail protéine
a jardin canal chaise | i matin laine caisse | G girafe galaxie | e graine galerie gaine
C chemin citron cadeau | a caillou chanson carte | u cauchemar chaussure calcul | ? couteau coupable
t tomates | M moustache marteau monstre | e | v
n nuage prince ananas | R renard requin raison | d | k
s sport sable soupe | i poisson cousin piste | e cerise silence | u
H histoire hibou | e herbe hôtel hanche | r hiver heure horreur | i
"""


class _Move(NamedTuple):
    """A move of the script. *words* are those that may be said with the card; () for « Passe ! »."""

    card: Card
    words: tuple[str, ...]


_PLIS = tuple(
    tuple(_Move(CARDS[card], tuple(words)) for card, *words in (move.split() for move in line.split("|")))
    for line in _SCRIPT.strip().splitlines()
)
#: The majuscule that the script has for the player who falls into the trap of the seventh pli (T2).
_SWAPPED = CARDS["B"]
#: The seat that opens each pli of the script, and the seat that picks it up, which opens the next.
_OPENERS = tuple(Seat.of(name) for name in ("PON", "MER", "LEV", "SEP", "PON", "SEP", "LEV", "PON"))
_TAKERS = (*_OPENERS[1:], Seat.LEVANTIN)
#: The first step is the announcement of the Belettre; then each step is a pli.
STEPS = 1 + len(_PLIS)


class _Texts(NamedTuple):
    """The sentences of a language.

    say    the catalogue of Belettre and of all pages
    tell   that of the lessons
    names  the names of the players, by ``Seat.index``
    """

    say: Catalogue
    tell: Catalogue
    names: tuple[str, ...]


def show_step(answer: Answer, lexicon: Lexicon, language: str) -> Shown:
    """Return what a step of the lesson shows after what the person did in it."""
    judge, tell = Judge(lexicon), learn_catalogue(language)
    texts = _Texts(catalogue(language), tell, tuple(tell(f"lesson.{name}") for name in _NAMES))
    partie, said = _replayed(judge, answer.step, answer.said)
    if answer.step == 1:
        return _announcement(partie, answer, texts)
    move, before = _own_move(answer.step), len(partie.log)
    card, word = answer.card, answer.word
    if answer.act == SHOW:
        card, word = move.card.text, _fitting(partie, move) if move.words else ""
    problem = _play(partie, move, card, word, texts) if answer.act else ""
    laid = bool(answer.act) and not problem
    band = _band(partie, before, texts.say) if laid else None
    refused = band is not None and not band.valid and answer.step != _REFUSED
    if refused:
        problem = tell("belettre.again", words=", ".join(_possible(partie, judge)))
        partie, said = _replayed(judge, answer.step, answer.said)
    done = laid and not refused
    if done:
        _play_others(partie, answer.step)
        if band is not None and answer.step != _REFUSED:
            said = said | {answer.step: word}
    text = _text(answer.step, partie, done, band, texts)
    return Shown(done, text, refused, problem, said, _values(partie, answer, done, band, texts))


LESSON = Lesson("belettre", STEPS, show_step)
lesson_page = lesson_route(LESSON)


def _announcement(partie: Partie, answer: Answer, texts: _Texts) -> Shown:
    """Return the first step, in which the person announces their Belettre (S3)."""
    done = answer.act in ("announce", SHOW)
    if done:
        partie.apply(AnnounceBelettre(_OWN))
    text = texts.tell("belettre.done_1" if done else "belettre.do_1")
    return Shown(done, text, False, "", {}, _values(partie, answer, False, None, texts))


def _play(partie: Partie, move: _Move, card: str, word: str, texts: _Texts) -> str:
    """Lay the person's card, with « Passe ! » if the script says so. Return what is missing; "" if it was laid."""
    if card != move.card.text:
        return texts.tell("belettre.other_card" if card else "belettre.no_card", card=card_text(move.card, texts.say))
    lay = Lay(_OWN, move.card, word)
    if move.words and lay.silent:
        return texts.tell("belettre.no_word")
    partie.apply(lay if move.words else Passe(_OWN, move.card))
    return ""


def _fitting(partie: Partie, move: _Move) -> str:
    """Return the first word of a move that is valid now; its first word if none is."""
    initial, letters = partie.state.manche.pli.constraints(move.card)
    played = partie.history
    valid = (
        word for word in move.words if partie.judge(word, initial=initial or None, letters=letters, played=played).valid
    )
    return next(valid, move.words[0])


def _possible(partie: Partie, judge: Judge) -> list[str]:
    """Return words that could have been said with the card of the last word, which was refused; the best known ones."""
    last = partie.state.last_word
    if last is None:
        return []
    initial, letters = last.before.manche.pli.constraints(last.event.card)
    jokers = letters.count("?")
    letters = letters.replace("?", "")
    found = judge.courteous().find(initial or None, letters, jokers, limit=_MAX_POSSIBLE, played=last.before.words)
    return [word.spelling for word in found]


def _replayed(judge: Judge, step: int, said: dict[int, str]) -> tuple[Partie, dict[int, str]]:
    """Return the manche at the person's turn in a step, and those of the words *said* with which it was replayed.

    The words may lead elsewhere than the script: one was refused, or another player had no word left. Then the manche
    is replayed with the words of the script alone.
    """
    partie = _replay(judge, step, said)
    return (partie, said) if partie is not None else (_scripted(judge, step), {})


def _scripted(judge: Judge, step: int) -> Partie:
    partie = _replay(judge, step, {})
    if partie is None:
        raise RuntimeError(f"lesson of Belettre, step {step}: the judge refuses words of the script")
    return partie


def _replay(judge: Judge, step: int, said: dict[int, str]) -> Partie | None:
    """Return the manche at the person's turn in a step; None if the plis before it do not go as in the script."""
    partie = Partie(judge, _setup())
    if step == 1:
        return partie
    partie.apply(AnnounceBelettre(_OWN))
    for number in range(2, step + 1):
        if partie.turn is not _OPENERS[number - 2]:
            return None
        _play_until_own(partie, number)
        if number == step:
            return partie
        move = _own_move(number)
        if not move.words:
            partie.apply(Passe(_OWN, move.card))
        else:
            lay = Lay(_OWN, move.card, said.get(number) or _fitting(partie, move))
            if lay.silent:  # an address may say anything, and silence would be « Passe ! » (P9)
                return None
            partie.apply(lay)
        _play_others(partie, number)
    return partie


def _play_until_own(partie: Partie, step: int) -> None:
    """Play the moves of the players before the person in the pli of a step."""
    for move in _PLIS[step - 2]:
        if partie.turn is _OWN:
            return
        _play_scripted(partie, move)


def _play_others(partie: Partie, step: int) -> None:
    """Play the moves of the players after the person in the pli of a step, and the swap of a trap (T2)."""
    moves = _PLIS[step - 2]
    for move in moves[len(partie.state.manche.pli.laid) :] if partie.state.manche.pli.laid else ():
        _play_scripted(partie, move)
    if partie.awaits == SWAP:
        partie.apply(Swap(partie.movers()[0], _SWAPPED))


def _play_scripted(partie: Partie, move: _Move) -> None:
    seat = partie.turn
    if seat is None:
        raise RuntimeError("lesson of Belettre: a card of the script comes after the end of its pli")
    partie.apply(Lay(seat, move.card, _fitting(partie, move)) if move.words else Passe(seat, move.card))


def _own_move(step: int) -> _Move:
    """Return the move that the script has for the person in a step from 2 on."""
    return _PLIS[step - 2][_OPENERS[step - 2].in_order.index(_OWN)]


@cache
def _setup() -> Setup:
    """Return the terms of a partie of one manche, with the cards of the script."""
    hands: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
    for opener, moves in zip(_OPENERS, _PLIS, strict=True):
        for seat, move in zip(opener.in_order, moves, strict=True):
            hands[seat].append(move.card)
    trapped = hands[Seat.MERIDIONAL]
    trapped.remove(CARDS["i"])  # the trapped minuscule is taken back and laid again in the last pli
    trapped.append(_SWAPPED)
    left = Counter((*pack(BOXED, Case.MAJ), *pack(BOXED, Case.MIN)))
    left.subtract(card for hand in hands.values() for card in hand)
    kept = in_rank(left.elements())
    first, second, third, fourth = (in_rank(hands[seat]) for seat in SEATS)
    packs = tuple(card for card in kept if card.case is Case.MAJ), tuple(c for c in kept if c.case is Case.MIN)
    return Setup(manches=1, deals=(Deal(1, (first, second, third, fourth), packs),))


def _band(partie: Partie, before: int, say: Catalogue) -> VerdictBand | None:
    """Return the verdict on the word that the person said, whose event has the index *before*; None for « Passe ! »."""
    event = partie.log[before]
    if not isinstance(event, WordAccepted | WordRefused):
        return None
    verdict = event.verdict
    rule = verdict.refusals[0].rule if verdict.refusals else ""
    return VerdictBand(str(before), _OWN, verdict.word, verdict.valid, first_proof(verdict, say), rule)


def _finished(partie: Partie) -> tuple[PliTaken, State]:
    """Return the end of the last pli, and the state before it, in which its four cards lie on the table."""
    log = partie.log
    index = max(index for index, event in enumerate(log) if isinstance(event, PliTaken))
    event = log[index]
    if not isinstance(event, PliTaken):
        raise TypeError(f"{event!r:.80} does not end a pli")
    return event, partie.state_before(index)


def _text(step: int, partie: Partie, done: bool, band: VerdictBand | None, texts: _Texts) -> str:
    """Return what the step asks for or, once it is done, what has happened in its pli."""
    if not done:
        return texts.tell(f"belettre.do_{step}")
    taken, state = _finished(partie)
    laid = state.manche.pli.laid_by(taken.seat)
    key = f"belettre.done_{step}"
    if step == _REFUSED and band is not None and band.valid:
        key += "_good"
    elif taken.seat is not _TAKERS[step - 2]:
        key = "belettre.done_other" if taken.seat is not _OWN else "belettre.done_own"
    ours, theirs = partie.points
    return texts.tell(
        key,
        name=texts.names[taken.seat.index],
        word=printable(laid.word or ""),
        points=points_text(taken.points, texts.say),
        ours=ours,
        theirs=theirs,
    )


def _taken_text(taken: PliTaken, texts: _Texts) -> str:
    """Return who picks up a pli, and its points."""
    key = "lesson.taken_own" if taken.seat is _OWN else "lesson.taken"
    return texts.tell(key, name=texts.names[taken.seat.index], points=points_text(taken.points, texts.say))


def _values(partie: Partie, answer: Answer, done: bool, band: VerdictBand | None, texts: _Texts) -> dict[str, Any]:
    """Return the values of ``learn_belettre.html``."""
    taken, state = _finished(partie) if done else (None, partie.state)
    pli = state.manche.pli
    move = None if answer.step == 1 else _own_move(answer.step)
    hands = [hand.cards if isinstance(hand, KnownHand) else () for hand in partie.state.manche.hands]
    return {
        "places": [_place(seat, pli, texts.names, taken.seat if taken else pli.holder, done, hands) for seat in SEATS],
        "finished": taken is not None,
        "taken": _taken_text(taken, texts) if taken else "",
        "initial": pli.initial,
        "letters": pli.letters,
        "hand": hands[_OWN.index],
        "invited": move.card.text if move is not None else "",
        "says": bool(move and move.words),
        "band": band,
        "points": partie.points,
        "cards": card_macros(texts.say),
        "drawn_size": drawn_size,
        "deck": BOXED,
        "names_of_cards": {card.text: card_text(card, texts.say) for card in hands[_OWN.index]},
    }


def _place(
    seat: Seat, pli: Pli, names: tuple[str, ...], holder: Seat | None, done: bool, hands: list[Cards]
) -> LessonPlace:
    index, position = seat.index, pli.position(seat)
    fresh = max(0, position - pli.position(_OWN)) if done else 0
    laid = pli.laid_by(seat) if position <= len(pli.laid) else None
    down = laid is not None and not laid.up
    return LessonPlace(names[index], _SIDES[index], laid, down, position, seat is holder, fresh, hands[index])
