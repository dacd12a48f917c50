"""What an arbiter may ask about a game, in lines for the terminal; nothing here changes it.

Start reading at ``contest_lines``: everything about a word.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.events import Overruled, WordAccepted, WordRefused
from ...engine.partie import Partie
from ...engine.seats import SEATS
from ...letters import fold
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.dossier import build_dossier
from ...referee.families import tree_lines
from ...referee.names import capital, points_text, seat_text, team_text
from ...referee.sentences import near_words, printable
from ...words.judge import Judge
from ...words.verdicts import Verdict
from ..board import score_lines
from ..terminal import paint, verdict_line

#: Words found at most, and the number without one named.
MOST_FOUND, FOUND = 200, 10
#: Lines of a family tree at most: the dossier of a dispute fits a screen.
_TREE = 20
_HELP = (
    "lay",
    "majuscule",
    "joker",
    "seat",
    "pass",
    "trap",
    "take",
    "belettre",
    "silent",
    "undo",
    "contest",
    "judge",
    "overrule",
    "show",
    "clock",
    "save",
    "quit",
)


def verdict_on(word: str, partie: Partie, judge: Judge) -> Verdict | None:
    """The verdict that was given on a word in this game, the last one without a word; else that of now, for the cards
    that lie face up. None when no word was said yet and none is asked about."""
    said = [event.verdict for event in partie.log if isinstance(event, WordAccepted | WordRefused)]
    if not word:
        return said[-1] if said else None
    key = fold(word)
    for verdict in reversed(said):
        if verdict.key == key:
            return verdict
    return judged(word, partie, judge)


def ruling_on(verdict: Verdict, partie: Partie) -> Overruled | None:
    """What the arbiter decided last on a verdict of this game (``verdict_on``); None when it stands."""
    for event in reversed(partie.log):
        if isinstance(event, Overruled) and fold(event.word) == verdict.key:
            return event
        if isinstance(event, WordAccepted | WordRefused) and event.verdict is verdict:
            break
    return None


def judged(word: str, partie: Partie, judge: Judge) -> Verdict:
    """The verdict on a word that nobody plays, for the cards that lie face up and after the words of the game."""
    pli = partie.state.manche.pli
    return judge(word, initial=pli.initial or None, letters=pli.letters, played=partie.history)


def verdict_lines(verdict: Verdict, lexicon: Lexicon, say: Catalogue) -> Iterator[str]:
    """The verdict and its proof in a line, as ``belettre check`` has it."""
    yield verdict_line(verdict, say, near_words(verdict, lexicon))


def contest_lines(verdict: Verdict, lexicon: Lexicon, say: Catalogue) -> Iterator[str]:
    """Everything about a word: reasons with their rules, readings, kinship and family, edition."""
    found = build_dossier(lexicon, verdict, say)
    yield verdict_line(verdict, say, found.near)
    for rule, text in found.reasons:
        yield f"  {rule}  {text}"
    for reading in found.readings:
        status = paint(reading.status, "green" if reading.playable else "red")
        labels = f" {reading.labels}" if reading.labels else ""
        yield f"  {reading.spelling}, {reading.grammar} : {status}{labels} {paint('· ' + reading.attested, 'dim')}"
    for chain in found.chains:
        yield "  " + say("table.chain", chain=chain)
    for family in found.families:
        lines = list(tree_lines(family, verdict.word, say))
        for line in lines[:_TREE]:
            word = paint(line.word, "bold") if line.meant else line.word
            yield f"  {line.branch}{word}  {paint(line.about, 'dim')}"
        if len(lines) > _TREE:
            yield "  " + say("table.tree_more", count=len(lines) - _TREE, word=printable(verdict.word))
    yield paint(say("table.edition", edition=found.edition, hash=found.hash[:12]), "dim")


def points_lines(partie: Partie, say: Catalogue) -> Iterator[str]:
    """The points of each manche that is over, and those so far (S5)."""
    for ended in partie.state.ended:
        yield say("table.manche_points", manche=ended.number, first=ended.points[0], second=ended.points[1])
    yield from score_lines(partie.points, say)


def plis_lines(partie: Partie, say: Catalogue) -> Iterator[str]:
    """The plis picked up in this manche, and the majuscules seen of each player (P12)."""
    manche = partie.state.manche
    for taken in manche.taken:
        yield say(
            "table.pli",
            number=taken.number,
            seat=seat_text(taken.taker, say),
            team=team_text(taken.taker.team, say),
            points=points_text(taken.points, say),
            cards=", ".join(laid.card.text for laid in taken.laid),
        )
    if not manche.taken:
        yield say("table.no_pli")
    majuscules = partie.view(SEATS[0]).majuscules
    for seat in SEATS:
        if cards := ", ".join(card.text for card in majuscules[seat.index]):
            yield capital(say("table.majuscules", seat=seat_text(seat, say), cards=cards))


def help_lines(say: Catalogue) -> Iterator[str]:
    """What may be typed."""
    for key in _HELP:
        yield f"  {say(f'table.help_{key}')}"
