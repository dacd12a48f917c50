"""Answers to an arbiter's questions about a game, as lines of text for the terminal.

Nothing in this module changes the game. Start reading at ``write_dossier``, which shows everything about a disputed
word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...french.letters import fold
from ...games.belettre.events import Overruled, WordAccepted, WordRefused
from ...games.belettre.partie import Partie
from ...games.belettre.seats import SEATS
from ...lexicon.kin.kinship import Family
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.dossier import build_dossier
from ...referee.families import nearest_kin, origin_lines, tree_size
from ...referee.names import capital, points_text, seat_text, team_text
from ...referee.sentences import printable
from ...words.judge import Judge
from ...words.verdicts import Verdict
from ..kit.terminal import paint, write
from ..words.check import verdict_line
from ..words.family import write_tree
from .board import score_lines

#: The maximum and the default number of words that the command « trouve » lists.
MAX_FOUND, DEFAULT_FOUND = 200, 10
#: About how many lines a dossier may have, to fit a screen; how many lines at least are left for the kin of the word.
_MOST_LINES, _FEWEST_KIN = 22, 6
#: The topics of the help, in order. Each of them completes a key « table.help_… » of the catalogues.
_HELP = (
    "lay majuscule joker seat pass trap take belettre silent undo redo correct contest family judge overrule show "
    "analysis clock save quit"
)


def verdict_on(word: str, partie: Partie, judge: Judge) -> Verdict | None:
    """Return the last verdict on a word in this game or, if the word was not played, the verdict it would get now.

    If *word* is empty, return the verdict on the last word played, or None if no word has been played yet.
    """
    verdicts = [event.verdict for event in partie.log if isinstance(event, WordAccepted | WordRefused)]
    if not word:
        return verdicts[-1] if verdicts else None
    key = fold(word)
    for verdict in reversed(verdicts):
        if verdict.key == key:
            return verdict
    return judge_now(word, partie, judge)


def ruling_on(verdict: Verdict, partie: Partie) -> Overruled | None:
    """Return the arbiter's last ruling on a verdict of this game (W10); None if the verdict has not been overruled.

    *verdict* is a result of ``verdict_on``.
    """
    for event in reversed(partie.log):
        if isinstance(event, Overruled) and fold(event.word) == verdict.key:
            return event
        if isinstance(event, WordAccepted | WordRefused) and event.verdict is verdict:
            break
    return None


def judge_now(word: str, partie: Partie, judge: Judge) -> Verdict:
    """Return the verdict that a word would get now, with the cards face up in this pli and the words played so far."""
    pli = partie.state.manche.pli
    return judge(word, initial=pli.initial or None, letters=pli.letters, played=partie.history)


def write_dossier(verdict: Verdict, lexicon: Lexicon, say: Catalogue, command: str) -> None:
    """Print everything about the word of a verdict.

    The lines show the verdict, each reason for refusing the word with the id of the rule, the readings, the links to
    earlier words of the same family, the close kin of the word and the edition of the lexicon.

    command  what the arbiter types to see the whole family of the word
    """
    case = build_dossier(lexicon, verdict, say)
    write(verdict_line(verdict, say, case.near))
    if case.rule:
        write(case.rule)
    for rule, text in case.reasons:
        write(f"  {rule}  {text}", " " * (len(rule) + 4))
    for reading in case.readings:
        status = paint(reading.status, "green" if reading.playable else "red")
        labels = f" {reading.labels}" if reading.labels else ""
        labels += f" « {reading.gloss} »" if reading.gloss else ""
        write(f"  {reading.spelling}, {reading.grammar} : {status}{labels} {paint('· ' + reading.attested, 'dim')}")
    for chain in case.chains:
        write("  " + say("table.chain", chain=chain))
    before = 1 + bool(case.rule) + len(case.reasons) + len(case.readings) + len(case.chains) + len(case.origins)
    _write_kin(case.families, verdict.word, say, command, max(_FEWEST_KIN, _MOST_LINES - before))
    for line in case.origins:
        write("  " + line, "    ")
    write(paint(say("table.edition", edition=case.edition, hash=case.hash[:12]), "dim"))


def _write_kin(families: Sequence[Family], word: str, say: Catalogue, command: str, most: int) -> None:
    """Print the paths to a word in its families and its nearest kin, in about *most* lines; count further families."""
    for place, family in enumerate(families):
        shown = nearest_kin(family, word, most)
        most -= tree_size(family, shown) + 1
        if place and most < 0:
            rest = len(families) - place
            text = say(f"table.more_families{'_one' if rest == 1 else ''}", count=rest, command=printable(command))
            write("  " + paint(text, "dim"))
            return
        write_tree(family, word, say, shown, command=command, margin="  ")


def write_families(word: str, lexicon: Lexicon, say: Catalogue) -> None:
    """Print the families of a word as whole trees (W8); if it has none, print a line that says so."""
    families, origins = lexicon.family(word), lexicon.origins(word)
    for family in families:
        write_tree(family, word, say, None, command="")
    for line in origin_lines(origins, families, say):
        write(line)
    if not families and not origins:
        write(say("family.none", word=printable(word)))


def points_lines(partie: Partie, say: Catalogue) -> Iterator[str]:
    """Yield a line with the points of each finished manche, then a line for each team with its points so far (S5)."""
    for ended in partie.state.ended:
        yield say("table.manche_points", manche=ended.number, first=ended.points[0], second=ended.points[1])
    yield from score_lines(partie.points, say)


def plis_lines(partie: Partie, say: Catalogue) -> Iterator[str]:
    """Yield a line for each pli picked up in this manche, then a line for each player with the majuscules they showed.

    If there is no such pli, a line says so. Majuscules in these plis are public (P12); players without any get no line.
    """
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
    """Yield the lines of the help, which list what the arbiter may type."""
    for key in _HELP.split():
        yield f"  {say(f'table.help_{key}')}"
