"""The pli that was finished last, which everybody sees until the next card is laid: ``find_finish``."""

from __future__ import annotations

from typing import NamedTuple

from ...games.belettre.events import PliTaken
from ...games.belettre.partie import Partie
from ...games.belettre.state import State


class Finish(NamedTuple):
    """The end of a pli.

    event   the index of *taken* in the log of the partie
    taken   the event that ended the pli
    before  the state before that event, in which the four cards of the pli lie on the table, all of them known (P7)
    """

    event: int
    taken: PliTaken
    before: State


def find_finish(partie: Partie) -> Finish | None:
    """Return the end of the last pli if no card was laid since; None otherwise, and before the first pli has ended.

    A pli stays finished when its manche or the partie ends with it.
    """
    if partie.state.manche.pli.laid:
        return None
    log = partie.log
    for index in range(len(log) - 1, -1, -1):
        event = log[index]
        if isinstance(event, PliTaken):
            return Finish(index, event, partie.state_before(index))
    return None
