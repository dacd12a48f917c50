"""The finale of a game: who has won, the pli that decided, the word of the game, and what was possible pli by pli.

The pli that decided is the one with which the winners took the lead and kept it until the end. If they led after every
pli, it is the one with which their lead grew most (``deciding_pli``). The word of the game is the longest courteous one
(``story.word_of_the_game``). Start reading at ``ending_view``; ``steps_view`` is the analysis, one pli at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ....french.letters import fold
from ....games.belettre.analysis import MancheAnalysis, moments
from ....games.belettre.events import DIX_DE_DER, PartieEnded
from ....games.belettre.manche import PLIS
from ....games.belettre.seats import Team
from ....games.kit.seats import Points
from ....referee.analysis import left_line, pli_lines, summary_lines
from ....referee.game import event_text
from ....referee.names import capital, points_text, team_text
from ...tables.kind import catalogue
from ...tables.loaded_game import Viewer
from .game import BelettreGame
from .naming import name_for, naming, reader_of
from .snapshot import laid_card
from .story import PliPoints, picked_up, story_view, word_of_the_game

#: The facts of the story that the finale tells in larger letters.
_TOLD = ("longest",)


class DecidingPli(NamedTuple):
    """The pli that decided a game.

    pli     the pli
    grew    how many points the winners' lead grew with it, Belettres and the Dix de Der included
    turned  whether the winners took the lead with it and kept it until the end; False if they led after every pli
    """

    pli: PliPoints
    grew: int
    turned: bool


def deciding_pli(plis: Sequence[PliPoints], start: Points, winner: Team | None) -> DecidingPli | None:
    """Return the pli that decided a game that is over: which one it is, is said at the top of this module.

    None if both teams have the same points at the end, or if the winners led from the beginning and their lead never
    grew: a game that is entered from a later manche may have been decided before.

    plis    its plis, in order
    start   the points of both teams before the first of them, by ``Team.index``
    winner  the team that won; None for a draw
    """
    if winner is None:
        return None
    own = winner.index
    leads = [points[own] - points[1 - own] for points in (start, *(pli.totals for pli in plis))]
    behind = max((at for at, lead in enumerate(leads) if lead <= 0), default=-1)
    grew = [after - before for before, after in pairwise(leads)]
    if behind >= 0 and (behind > 0 or leads[0] < 0):
        return DecidingPli(plis[behind], grew[behind], turned=True)
    widest = max(range(len(grew)), key=grew.__getitem__)
    return DecidingPli(plis[widest], grew[widest], turned=False) if grew[widest] > 0 else None


def ending_view(game: BelettreGame, viewer: Viewer, teams: Sequence[str]) -> dict[str, Any] | None:
    """Return the values of the finale, which pages show at the end of a game; None while it is not over.

    The reader of a practice game (``naming.reader_of``) is told that they have won or lost. *teams* are the names of
    both teams. The values are:

    winner    a sentence that says who has won
    best      the index of the winning team; None if both have the same points
    deciding  the pli that decided, with ``where`` (its numbers), ``about`` (how it decided) and the values of
              ``_drawn_pli``; None if there is none (``deciding_pli``)
    word      the word of the game, with ``word``, ``letters`` and ``name``, the player's; None if there is none
    ring      what the chart marks: the index of the winning team and of the deciding pli; None if there is none
    story     the story (``story_view``), without the facts that the finale tells itself
    """
    last = game.partie.log[-1]
    if not isinstance(last, PartieEnded):
        return None
    say, reader = naming(game, viewer), reader_of(game, viewer)
    if reader is None or last.winner is None:
        text = event_text(last, say)
    else:
        key = "story.you_won" if last.winner is reader.team else "story.you_lost"
        text = say(key, points=max(last.points), other=min(last.points))
    told, story = moments(game.partie), story_view(game, viewer, teams)
    decided = deciding_pli(story["rows"], game.partie.setup.points, last.winner)
    said = word_of_the_game(told, game.partie.judge)
    return {
        "winner": text,
        "best": last.winner.index if last.winner is not None else None,
        "deciding": decided and last.winner and _deciding_values(decided, last.winner, game, viewer),
        "ring": decided and last.winner and (last.winner.index, story["rows"].index(decided.pli)),
        "word": said
        and {
            "word": said.verdict.word,
            "letters": len(fold(said.verdict.word)),
            "name": name_for(game, said.seat, viewer),
        },
        "story": {**story, "facts": [fact for fact in story["facts"] if fact[0] not in _TOLD]},
    }


def _deciding_values(decided: DecidingPli, winner: Team, game: BelettreGame, viewer: Viewer) -> dict[str, Any]:
    pli, say = decided.pli, naming(game, viewer)
    if decided.turned:
        own, other = pli.totals[winner.index], pli.totals[1 - winner.index]
        about = say("story.decided_turned", team=capital(team_text(winner, say)), points=own, other=other)
    else:
        about = say("story.decided_widest", points=points_text(decided.grew, say))
    where = say("story.where", manche=pli.manche, pli=pli.pli)
    return {"where": where, "about": about, **_drawn_pli(pli, game, viewer)}


def _drawn_pli(pli: PliPoints, game: BelettreGame, viewer: Viewer) -> dict[str, Any]:
    """Return the values with which a template draws a pli: ``cards``, ``seat``, which picked it up, and ``points``.

    The points, as text, include the Dix de Der (S2), as those of the analysis do.
    """
    say = catalogue(viewer.language)
    cards = [laid_card(laid, game, say, None) for laid in pli.laid]
    for card in cards:
        card.name = name_for(game, card.seat, viewer)
    points = points_text(pli.points + (DIX_DE_DER if pli.pli == PLIS else 0), say)
    return {
        "cards": cards,
        "seat": pli.seat,
        "points": say("story.with_ten", points=points) if pli.pli == PLIS else points,
    }


def steps_view(game: BelettreGame, analyses: Sequence[MancheAnalysis], viewer: Viewer) -> dict[str, Any]:
    """Return the analysis of a game that is over, pli by pli, for its template. The game must be locked.

    *analyses* are those of its manches. The values are:

    steps    the plis in order: for each ``manche`` and ``number``; ``left``, the sentence about the points that a team
             left, "" if none did; ``lines``, what was possible card by card; and the values of ``_drawn_pli``
    start    the index of the step that is shown first: the pli of which the most points were left
    summary  sentences about all manches, each with its number
    """
    say, reader = naming(game, viewer), reader_of(game, viewer)
    drawn = {(pli.manche, pli.pli): pli for pli in picked_up(game, moments(game.partie), viewer)}
    analysed = [(one.number, pli) for one in analyses for pli in one.plis if (one.number, pli.number) in drawn]
    steps = [
        {
            "manche": manche,
            "number": pli.number,
            "left": left_line(pli, say, reader),
            "lines": list(pli_lines(pli, say, reader)),
            **_drawn_pli(drawn[manche, pli.number], game, viewer),
        }
        for manche, pli in analysed
    ]
    left = [pli.points if pli.left else 0 for _, pli in analysed]
    return {
        "steps": steps,
        "start": left.index(max(left)) if left else 0,
        "summary": [(one.number, list(summary_lines(one, say, reader))) for one in analyses],
    }
