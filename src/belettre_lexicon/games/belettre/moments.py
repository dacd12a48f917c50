"""The moments of a partie: its events as they count in the end, each with the state before it: ``moments``."""

from __future__ import annotations

from typing import NamedTuple

from .events import Event, Overran, Overruled, WordAccepted, WordSaid
from .partie import Partie
from .state import State, with_states


class Moment(NamedTuple):
    """An event of a partie that an arbiter's decision has not taken back.

    at       the index of the event in the log
    state    the state before it
    event    the event; a decision of the arbiter is no moment of its own
    rulings  for a word, the decisions of the arbiter about it, in order; () if the judge's verdict stands
    """

    at: int
    state: State
    event: Event
    rulings: tuple[Overruled, ...] = ()

    @property
    def valid(self) -> bool:
        """For a word, whether it counts as valid, after the arbiter's decision if there was one."""
        return self.rulings[-1].accept if self.rulings else isinstance(self.event, WordAccepted)


def moments(partie: Partie) -> list[Moment]:
    """Return the moments of a partie, from the event after the first deal.

    An arbiter who overrules a word takes back all that followed from it, such as the end of the pli.
    """
    found: list[Moment] = []
    for index, (state, event) in enumerate(with_states(partie.log, partie.setup)):
        if isinstance(event, Overruled):
            word = max(place for place, moment in enumerate(found) if isinstance(moment.event, WordSaid))
            found[word] = found[word]._replace(rulings=(*found[word].rulings, event))
            found[word + 1 :] = [moment for moment in found[word + 1 :] if isinstance(moment.event, Overran)]
        elif state is not None:
            found.append(Moment(index, state, event))
    return found
