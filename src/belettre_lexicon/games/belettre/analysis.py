"""What happened in a partie: its moments, and for a finished manche the words and points that players left.

Start reading at ``analyse``; ``moments`` lists the events of a partie as they count in the end. A manche is analysed
once it is over, when all its cards have been seen. The manche being played is left out, so that no hidden card is
revealed. If the hands are known (games against bots, simulated games), the cards that a player held are considered too.
In games with real cards, only the cards that were laid are considered.

A team *leaves* the points of a pli if the other team picked the pli up, and a word that existed would have given it to
the first team. This is so if a player of the team laid a card without a valid word although there was one, and no
player of the other team said a valid word afterwards: the missing word would have been the last valid one (P8). The
analysis assumes that everything else would have been laid and said in the same way. After a pass that loses the pli at
once (P9), the other players may not speak, so the team missed only a chance to win the pli. Nobody leaves the points of
a pli with a trap, because T2 to T4 decide who picks it up, whatever was said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ...french.cards import Card, Case
from ...french.letters import ALPHABET, fold
from ...lexicon.find.search import Word
from ...words.judge import Judge
from ...words.verdicts import Verdict
from . import events
from .events import Event, WordSaid
from .hands import KnownHand
from .manche import PLIS
from .partie import HistoryCache, Partie
from .pli import Pli
from .seats import SEATS, Seat, Team
from .state import State, with_states

#: The most words that are named as examples for one card.
EXAMPLES = 4
#: How many more words are searched, since the word that was said and other spellings of the same letters are left out.
_SPARE = 4


class CardWords(msgspec.Struct, frozen=True):
    """The words that could be said with one card at one moment.

    card   the card
    count  how many words were playable, as ``Judge.count`` says; a valid word that was said is one of them
    words  the most frequent of them, at most EXAMPLES, apart from the word that was said
    """

    card: Card
    count: int
    words: tuple[str, ...]


class AnalysedPlay(msgspec.Struct, frozen=True):
    """One card of a pli, and the words that its player could have said.

    seat      the player
    position  the player's position in the pli, 1 to 4
    card      the card, also if it was laid face down; a back if it was taken back in a trap and never seen
    letter    the letter named for a JOKER (J3); "" for any other card
    initial   the initial that a word needed on the face-up cards and *card* (W2); "" for any initial
    letters   the letters that a word needed on the face-up cards and *card*, ``?`` for the joker (W3)
    verdict   the verdict on the word that was said; None if none was said
    valid     whether the word counted as valid; an arbiter may have overruled the verdict
    fault     whether the player lost the pli for their team by passing in position 1 or 2 (P9)
    words     the words that fitted this card; None if no word could be said with it: its letter is unknown, the player
              was trapped (T1), it was a second joker (J1, J4), or the pli was already lost (P9)
    in_hand   an element for each other card that the player held and for which there was a word; () if the player's
              word was valid, if no word could be said (J4, P9), or if the hands are not known
    """

    seat: Seat
    position: int
    card: Card
    letter: str
    initial: str
    letters: str
    verdict: Verdict | None
    valid: bool
    fault: bool
    words: CardWords | None
    in_hand: tuple[CardWords, ...] = ()

    @property
    def overruled(self) -> bool:
        """Whether an arbiter overruled the verdict."""
        return self.verdict is not None and self.verdict.valid is not self.valid

    @property
    def had_word(self) -> bool:
        """Whether the player said no valid word although there was one for the card that they laid."""
        return not self.valid and self.words is not None and bool(self.words.words)

    @property
    def word_in_hand(self) -> CardWords | None:
        """The words for another card of the same pack in the player's hand; None if there was no word for such a card.

        If there are several such cards, these are the words for the card with the most. A card of the same pack would
        not have changed what the other players could lay (P3).
        """
        same_pack = [held for held in self.in_hand if held.card.case is self.card.case]
        return max(same_pack, key=lambda held: held.count, default=None)


class PointsLeft(msgspec.Struct, frozen=True):
    """A missed chance of a team to pick up a pli: a word that existed and was not said (see the module).

    play     the play of the player who could have said the word
    points   the points of the pli, with the Dix de Der in the last pli
    in_hand  whether the word existed only for another card of the player's hand, not for the card that was laid
    """

    play: AnalysedPlay
    points: int
    in_hand: bool

    @property
    def team(self) -> Team:
        """The team that left the points."""
        return self.play.seat.team


class AnalysedPli(msgspec.Struct, frozen=True):
    """One pli of an analysed manche.

    number  the number of the pli, 1 to 8
    plays   its cards in the order in which they were laid
    swap    the swap after a trap (T2 to T4); None if there was no trap
    taker   the seat that picked it up
    points  the points that it gave: those of its four cards (S1) and, in the last pli, the Dix de Der (S2)
    left    how the other team could have picked it up with a word that existed; None if it could not
    """

    number: int
    plays: tuple[AnalysedPlay, ...]
    swap: events.Swapped | None
    taker: Seat
    points: int
    left: PointsLeft | None


class MancheAnalysis(msgspec.Struct, frozen=True):
    """The analysis of a manche that is over.

    plis         its plis, from the first that was watched
    ended        the event that ended it, with the points
    hands_known  whether the cards that players held were considered, not only those that they laid
    forfeited    the seats that forfeited a Belettre that they had announced (S3). Its points are not counted by
                 ``points_left``, which counts only points missed for want of a valid word
    """

    plis: tuple[AnalysedPli, ...]
    ended: events.MancheEnded
    hands_known: bool
    forfeited: tuple[Seat, ...]

    @property
    def number(self) -> int:
        """The number of the manche, 1 to 4."""
        return self.ended.number

    def left_by(self, team: Team, *, in_hand: bool = False) -> tuple[AnalysedPli, ...]:
        """Return the plis that *team* could have picked up with a word for a card that its player laid.

        If *in_hand* is True, return instead those that it could have picked up only with another card of its player's
        hand.
        """
        return tuple(pli for pli in self.plis if pli.left and pli.left.team is team and pli.left.in_hand is in_hand)

    def points_left(self, team: Team, *, in_hand: bool = False) -> int:
        """Return the sum of the points of the plis that ``left_by`` returns."""
        return sum(pli.points for pli in self.left_by(team, in_hand=in_hand))


def analyse(partie: Partie, judge: Judge, manche: int | None = None) -> tuple[MancheAnalysis, ...]:
    """Return the analysis of each finished manche of a partie.

    judge   finds the words; its rules must be those of the partie
    manche  the number of the only manche to analyse; None for all

    The result is () if no such manche is over. The analysis of a manche takes some 2 ms, with a short house list 10 ms.
    It takes a second if participles are always valid (W6a), and several seconds with checks that the table has added,
    because every word that fits then has to be read in order to count the words.
    """
    ended = {event.number for event in partie.state.ended}
    wanted = ended if manche is None else ended & {manche}
    if not wanted:
        return ()
    finder = _Finder(judge)
    analyses: list[MancheAnalysis] = []
    plis: list[AnalysedPli] = []
    in_pli: list[Moment] = []
    for moment in moments(partie):
        event, manche_now = moment.event, moment.state.manche
        if manche_now.number not in wanted:
            continue
        if isinstance(event, events.PliTaken):
            plis.append(_analysed_pli(event, manche_now.pli, in_pli, finder))
            in_pli = []
        elif isinstance(event, events.MancheEnded):
            forfeited = tuple(seat for seat in SEATS if manche_now.belettres[seat.index].stage == events.FORFEITED)
            analyses.append(MancheAnalysis(tuple(plis), event, manche_now.hands_known, forfeited))
            plis = []
        else:
            in_pli.append(moment)
    return tuple(analyses)


def _analysed_pli(taken: events.PliTaken, pli: Pli, in_pli: Sequence[Moment], finder: _Finder) -> AnalysedPli:
    """Return the analysis of a pli when it was picked up, when its cards are known (P7). *in_pli* are its events."""
    swap = next((moment.event for moment in in_pli if isinstance(moment.event, events.Swapped)), None)
    plays = []
    for moment in in_pli:
        event = moment.event
        if not isinstance(event, WordSaid | events.Passed | events.Discarded):
            continue
        # A card laid face down is known by now, unless it was taken back in a trap.
        swapped = swap is not None and swap.seat is event.seat
        card = event.card if swapped else pli.laid_by(event.seat).card
        plays.append(_analysed_play(moment.state, event, card, moment.valid, finder))
    points = taken.points + (events.DIX_DE_DER if taken.number == PLIS else 0)
    left = None if swap is not None else _points_left(plays, taken.seat.team, points)
    return AnalysedPli(taken.number, tuple(plays), swap, taken.seat, points, left)


def _analysed_play(
    state: State, event: WordSaid | events.Passed | events.Discarded, card: Card, valid: bool, finder: _Finder
) -> AnalysedPlay:
    """Return the analysis of one card.

    state  the state before the card was laid
    card   the card, if it is known by now
    valid  whether its word counts as valid, after the arbiter's decision if there was one
    """
    pli, seat = state.manche.pli, event.seat
    verdict = event.verdict if isinstance(event, WordSaid) else None
    letter = event.letter if isinstance(event, WordSaid) else ""
    initial, letters = pli.constraints(card, letter) if card.known else (pli.initial, pli.letters)
    words = None
    in_hand: tuple[CardWords, ...] = ()
    if not isinstance(event, events.Discarded):  # J4, P9: the player could only lay a card face down
        finder.look_at(state, verdict.word if verdict is not None else "")
        if _may_speak(pli, card):
            words = finder.words(pli, card, letter)
        hand = state.manche.hands[seat.index]
        if not valid and isinstance(hand, KnownHand):
            others = [held for held in dict.fromkeys(hand.cards) if held is not card and _may_speak(pli, held)]
            in_hand = tuple(found for found in (finder.words(pli, held) for held in others) if found.words)
    return AnalysedPlay(
        seat=seat,
        position=pli.position(seat),
        card=card,
        letter=letter,
        initial=initial,
        letters=letters,
        verdict=verdict,
        valid=valid,
        fault=not valid and isinstance(event, events.WordRefused | events.Passed) and event.fault,
        words=words,
        in_hand=in_hand,
    )


def _may_speak(pli: Pli, card: Card) -> bool:
    """Return whether a card could be laid with a word in a pli that is not lost yet (P3, J1)."""
    return card.known and card.case is not None and pli.allows(card.case) and not (card.wild and pli.wild)


def _points_left(plays: Sequence[AnalysedPlay], taker: Team, points: int) -> PointsLeft | None:
    """Return the last chance that the other team left of a pli that *taker* picked up without a trap, if any."""
    chances = []
    for play in reversed(plays):
        if play.seat.team is not taker:
            chances.append(play)
        elif play.valid:
            break
    for play in chances:
        if play.had_word:
            return PointsLeft(play, points, in_hand=False)
    for play in chances:
        if play.word_in_hand is not None:
            return PointsLeft(play, points, in_hand=True)
    return None


class _Finder:
    """Finds the words that could be said at one moment of a partie: ``look_at`` the moment, then ask for ``words``."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._courteous = judge.courteous()
        self._cache = HistoryCache(judge.rules, judge.lexicon)
        self._played = self._cache.of(())
        self._said = ""

    def look_at(self, state: State, said: str) -> None:
        """Consider the words played before *state*, and leave *said*, the word that was said then, out of examples."""
        self._played = self._cache.of(state.words)
        self._said = fold(said)

    def words(self, pli: Pli, card: Card, letter: str = "") -> CardWords:
        """Return the words that could be said with a card. Without a *letter*, a JOKER may be named any letter (J3)."""
        names = ALPHABET if card.wild and card.case is Case.MAJ and not letter else (letter,)
        count, found = 0, list[Word]()
        for name in names:
            initial, letters = pli.constraints(card, name)
            found += self._courteous.find(initial or None, letters, limit=EXAMPLES + _SPARE, played=self._played)
            count += self._judge.count(initial or None, letters, played=self._played)
        if len(names) > 1:
            found.sort(key=lambda word: -word.zipf)
        examples: dict[str, str] = {}
        for word in found:
            if word.key != self._said:
                examples.setdefault(word.key, word.spelling)
        return CardWords(card, count, tuple(examples.values())[:EXAMPLES])


class Moment(NamedTuple):
    """An event of a partie that an arbiter's decision has not taken back.

    at       the index of the event in the log, from 0
    state    the state before the event
    event    the event; never an ``Overruled``, which is in *rulings* of the word that it is about
    rulings  the decisions of the arbiter about the word of *event*, in order; () if there are none
    """

    at: int
    state: State
    event: Event
    rulings: tuple[events.Overruled, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether ``event`` is a word that counts as valid, by the last decision of the arbiter if there was one."""
        return self.rulings[-1].accept if self.rulings else isinstance(self.event, events.WordAccepted)


def moments(partie: Partie) -> list[Moment]:
    """Return the moments of a partie: its events after the first deal, except those that an arbiter took back.

    An arbiter who overrules a word takes back all that followed from the verdict, such as the end of the pli.
    """
    found: list[Moment] = []
    for index, (state, event) in enumerate(with_states(partie.log, partie.setup)):
        if isinstance(event, events.Overruled):
            word = max(place for place, moment in enumerate(found) if isinstance(moment.event, WordSaid))
            found[word] = found[word]._replace(rulings=(*found[word].rulings, event))
            found[word + 1 :] = [moment for moment in found[word + 1 :] if isinstance(moment.event, events.Overran)]
        elif state is not None:
            found.append(Moment(index, state, event))
    return found
