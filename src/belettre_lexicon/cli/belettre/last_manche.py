"""The analysis of the last manche that is over, as the command « analyse » of a session prints it."""

from __future__ import annotations

from collections.abc import Iterator

from ...games.belettre.analysis import analyse
from ...games.belettre.partie import Partie
from ...referee.analysis import analysis_lines
from ...referee.catalogue import Catalogue
from ...words.judge import Judge


def last_manche_lines(partie: Partie, judge: Judge, say: Catalogue) -> Iterator[str]:
    """Yield the lines of the analysis of the last manche that is over; if there is none, a line that says so.

    *judge* finds words under the rules of the partie. *say* may call the players by name (``names.with_players``).
    """
    ended = partie.state.ended
    analyses = analyse(partie, judge, ended[-1].number) if ended else ()
    if not analyses:
        yield say("analysis.not_yet")
    for analysis in analyses:
        yield from analysis_lines(analysis, say)
