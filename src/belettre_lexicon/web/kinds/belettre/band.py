"""The verdict band: the verdict on the last word, seen across the table. Start at ``verdict_band``."""

from __future__ import annotations

from typing import NamedTuple

from ....games.belettre.events import Overruled, WordAccepted, WordRefused, WordSaid
from ....games.belettre.seats import Seat
from ....referee.catalogue import Catalogue
from ....referee.sentences import first_proof, printable
from ....words.judge import Judge
from .game import BelettreGame
from .snapshot import Snapshot

#: The largest number of words that the band names as possible in place of a refused one.
_MAX_POSSIBLE = 3

#: The steps in which long words are drawn smaller, by their number of letters.
_SIZES = (8, 11, 14, 18, 22, 26)


#: The kinds of events that decide on a word, as records name them.
_DECIDING = ("accepted", "refused", "overruled")


class VerdictBand(NamedTuple):
    """The verdict on the last word that was said.

    key       a text that differs for every entry, so that each verdict is drawn anew
    seat      the seat of the player who said it
    word      the word
    valid     whether it counts as valid
    why       the first reason or reading, as a short sentence; "" if there is nothing to say
    rule      the id of the rule behind the first reason; "" if the word is valid or an arbiter decided
    lines     the sentences about the entry that decided, one for each line
    near      playable words spelled almost like a word that was refused as unknown
    siblings  other spellings of its letters that would be valid in its place (W4)
    possible  words that the human player of a practice game could have said with their card instead
    """

    key: str
    seat: Seat
    word: str
    valid: bool
    why: str
    rule: str = ""
    lines: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    siblings: tuple[str, ...] = ()
    possible: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of letters for which the word is drawn: long words are drawn smaller, in a few steps."""
        return drawn_size(self.word)


def drawn_size(word: str) -> int:
    """Return the number of letters for which a word is drawn: long words are drawn smaller, in a few steps."""
    return next((step for step in _SIZES if len(word) <= step), _SIZES[-1])


class ToldLines(NamedTuple):
    """The sentences about the last entry that stand below the band, one for each line.

    lines   those that are always shown
    manche  those about the end of a manche, of which the first is shown and unfolds the others; [] if none has ended
    """

    lines: list[str]
    manche: list[str]


def verdict_band(game: BelettreGame, snapshot: Snapshot, say: Catalogue) -> VerdictBand | None:
    """Return the verdict on the word of the last entry; None if nobody said a word with it."""
    event = _deciding(game)
    if event is None:
        return None
    told = next(text for text in snapshot.last if text.kind in _DECIDING)
    key, lines = str(game.number), tuple(told.text.splitlines())
    if isinstance(event, Overruled):
        why = say("band.overruled", reason=printable(event.reason))
        return VerdictBand(key, event.seat, event.word, event.accept, why, lines=lines)
    verdict = event.verdict
    band = VerdictBand(key, event.seat, verdict.word, verdict.valid, first_proof(verdict, say), lines=lines)
    if verdict.valid:
        return band
    return band._replace(
        rule=verdict.refusals[0].rule if verdict.refusals else "",
        near=tuple(told.near),
        siblings=tuple(told.siblings),
        possible=_possible_words(game) if snapshot.seat is event.seat else (),
    )


def verdict_sign(game: BelettreGame) -> str:
    """Return "valid" or "refused" if a word was said with the last entry, or an arbiter decided on it; otherwise ""."""
    event = _deciding(game)
    if event is None:
        return ""
    valid = event.accept if isinstance(event, Overruled) else event.verdict.valid
    return "valid" if valid else "refused"


def told_lines(snapshot: Snapshot) -> ToldLines:
    """Return the sentences about the last entry that stand below the band.

    They leave out what the band tells, and who picked up the pli, which the felt shows with the finished pli.
    """
    ends = any(event.kind == "manche" for event in snapshot.last)
    told = ToldLines([], [])
    for event in snapshot.last:
        lines = event.text.splitlines()[event.kind == "taken" :]
        if event.kind == "manche":
            told.manche[:0] = lines
        elif event.kind not in _DECIDING:
            (told.manche if ends and event.kind == "taken" else told.lines).extend(lines)
    return told


def _deciding(game: BelettreGame) -> WordSaid | Overruled | None:
    """Return the event of the last entry that decided on a word; None if there is none."""
    decided = (event for event in game.journal.last if isinstance(event, WordAccepted | WordRefused | Overruled))
    return next(decided, None)


def _possible_words(game: BelettreGame) -> tuple[str, ...]:
    """Return words that could have been said with the card of the last word, which was refused (P4); the best known."""
    last, judge = game.partie.state.last_word, game.partie.judge
    if last is None or not isinstance(judge, Judge):
        return ()
    initial, letters = last.before.manche.pli.constraints(last.event.card, last.event.letter)
    words = judge.find(initial or None, letters, limit=_MAX_POSSIBLE, played=last.before.words)
    return tuple(word.spelling for word in words)
