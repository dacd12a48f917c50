"""Practice games: a human player plays against bots in the three other seats.

``Practice`` tells front-ends whose move it is, whether the human player may still announce a Belettre (S3), and how
many actions an undo takes back. ``bot_names`` names the bots. Start reading at ``Practice.mover``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from .events import Event, TakerNamed, action_of
from .partie import Partie
from .seats import PLAYERS, SEATS, Seat
from .state import LAY, PICK_UP

#: First names for bots. No two begin alike, so that they cannot be confused at a glance.
BOT_NAMES = (
    "Anaïs",
    "Basile",
    "Célia",
    "Damien",
    "Fanny",
    "Gaspard",
    "Hugo",
    "Inès",
    "Karim",
    "Noémie",
    "Victor",
    "Zoé",
)


def bot_names(person: Seat, seed: int) -> dict[Seat, str]:
    """Return a name for each bot of a practice game, by seat. The names differ, and depend only on *seed*."""
    chosen = iter(random.Random(f"{seed}:names").sample(BOT_NAMES, PLAYERS - 1))
    return {seat: next(chosen) for seat in SEATS if seat is not person}


class Practice:
    """A partie in which a human player plays with bots. *person* is the seat of the human player.

    Before another player opens the manche, the human player may decide not to announce a Belettre. Such a decision,
    called a silence, is not an action of the partie, so it is stored only here.
    """

    def __init__(self, partie: Partie, person: Seat) -> None:
        self.partie = partie
        self.person = person
        #: The manche in which the person keeps silent; 0 for none.
        self._silent_manche = 0
        #: How many actions were done before each silence, in order: an undo goes back there.
        self._silences: list[int] = []

    @property
    def keeps_silent(self) -> bool:
        """Whether the human player has decided not to announce a Belettre in this manche."""
        return self._silent_manche == self.partie.state.manche.number

    def keep_silent(self) -> None:
        """Record that the human player does not announce a Belettre in this manche (S3).

        Calling this method again in the same manche has no effect.
        """
        if not self.keeps_silent:
            self._silent_manche = self.partie.state.manche.number
            self._silences.append(self.partie.actions_done)

    @property
    def may_announce(self) -> bool:
        """Whether the human player has a Belettre (S3) and should be asked now to announce it, before a bot opens."""
        partie = self.partie
        opens_another = partie.awaits == LAY and partie.turn is not self.person
        return opens_another and not self.keeps_silent and self.person in partie.acting_seats()

    def mover(self) -> Seat | None:
        """Return the seat that acts next; None if the partie is over.

        If the human player's team may choose who picks up the pli, the human player chooses.
        """
        partie, person = self.partie, self.person
        movers = partie.acting_seats()
        if partie.awaits == PICK_UP and person in movers:
            return person
        silent = partie.turn not in (None, person) and self.keeps_silent
        return next((seat for seat in movers if not (silent and seat is person)), None)

    def actions_since_decision(self, *, silences: bool = True) -> int | None:
        """Return how many actions an undo takes back: the human player's last decision and all actions after it.

        A decision is an action of the human player's seat, their team's choice of who picks up or, unless *silences* is
        False, a silence. Return None if there was no decision yet; 0 if only a silence has to be undone.
        """
        done = [event for event in self.partie.log if action_of(event) is not None]
        since = next((back for back, event in enumerate(reversed(done), 1) if self._decided(event)), None)
        if silences and self._silences:
            since_silence = len(done) - self._silences[-1]
            return since_silence if since is None else min(since, since_silence)
        return since

    def includes_decision(self, events: Iterable[Event]) -> bool:
        """Return whether one of *events* is a decision of the human player, as ``actions_since_decision`` defines it.

        Silences are not events, so they do not count.
        """
        return any(action_of(event) is not None and self._decided(event) for event in events)

    def after_undo(self) -> None:
        """Update the silences after an undo in the partie, so that the human player is asked again about a Belettre."""
        self._silent_manche = 0
        done = self.partie.actions_done
        self._silences = [actions for actions in self._silences if actions < done]

    def _decided(self, event: object) -> bool:
        chosen = isinstance(event, TakerNamed) and event.seat.team is self.person.team
        return chosen or getattr(event, "seat", None) is self.person
