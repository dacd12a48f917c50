"""The story of a recorded game of Belote, deal by deal, as lines of text. Start reading at ``narrated_lines``."""

from __future__ import annotations

from collections.abc import Iterator

from ....games.belote.events import Completed, DealEnded, Dealt, Event, Laid, PassedOn, PliTaken, Taken
from ....games.belote.partie import Partie
from ....games.belote.rules import BeloteRules
from ....games.belote.seats import SEATS, TEAMS
from ....games.belote.state import State, evolve, with_states
from ....games.kit.seats import Points
from ....referee.belote.game import contract_text, event_text, points_text, seat_text, team_text
from ....referee.belote.names import capital, card_text
from ....referee.catalogue import Catalogue
from .board import hand_text


def narrated_lines(partie: Partie, say: Catalogue, deal: int | None = None) -> Iterator[str]:
    """Yield the lines that tell a game: for each deal the prise, the hands, a line for each pli, and the score.

    An empty line stands between two deals.

    deal  the number of the only deal to tell, from 1; None for all
    """
    teller = _Teller(partie.rules, say)
    number = 0
    for before, event in with_states(partie.log, partie.setup):
        if isinstance(event, Dealt):
            number = event.number
            if deal is None and number > 1:
                yield ""
        if deal in (None, number):
            yield from teller.tell(event, before, before and evolve(before, event, partie.setup))
    yield from teller.rest()


class _Teller:
    """Tells events one after the other, and collects those that a line tells together."""

    def __init__(self, rules: BeloteRules, say: Catalogue) -> None:
        self._rules = rules
        self._say = say
        #: What was said in this round of the prise, and the number of the round.
        self._spoken: list[str] = []
        self._round = 1
        #: The cards of this pli with their players, and the number of the pli.
        self._laid: list[str] = []
        self._pli = 1

    def tell(self, event: Event, before: State | None, after: State | None) -> Iterator[str]:
        """Yield the lines that an event completes, from the states before and after it; None for the first deal."""
        say = self._say
        match event:
            case PassedOn() | Taken():
                yield from self._speak(event, before)
            case Completed():
                yield from self.rest()
                for seat in SEATS:
                    hand = "" if after is None else hand_text(after.hands[seat.index], event.contract, say)
                    yield say("replay.hand", seat=seat_text(seat, say), cards=hand)
            case Laid():
                name, card = seat_text(event.seat, say), card_text(event.card, say)
                word = capital(event.said)
                self._laid.append(say("replay.card_said" if word else "replay.card", seat=name, card=card, word=word))
            case PliTaken():
                name, points = seat_text(event.seat, say), points_text(event.points, say)
                yield say("replay.pli", number=event.number, cards=", ".join(self._laid), seat=name, points=points)
                self._laid, self._pli = [], event.number + 1
            case _:
                yield from self.rest() if not self._laid else ()
                yield from event_text(event, self._rules, say).split("\n")
                if isinstance(event, DealEnded) and after is not None:
                    self._pli = 1
                    yield totals_line(after.sheet.points, say)

    def rest(self) -> Iterator[str]:
        """Yield the line of what was collected but is not complete: a round of the prise, or a pli."""
        if self._spoken:
            yield self._say(f"replay.round_{self._round}", list=", ".join(self._spoken))
            self._spoken = []
        if self._laid:
            yield self._say("replay.pli_open", number=self._pli, cards=", ".join(self._laid))
            self._laid = []

    def _speak(self, event: PassedOn | Taken, before: State | None) -> Iterator[str]:
        """Collect what a player said in the prise; yield the line of the first round when the second begins."""
        speech = None if before is None else before.donne.speech
        number = 1 if speech is None else speech.round
        if number != self._round:
            yield from self.rest()
            self._round = number
        seat = seat_text(event.seat, self._say)
        if isinstance(event, PassedOn):
            self._spoken.append(self._say("replay.passes", seat=seat))
        else:
            contract = contract_text(event.contract, self._say)
            self._spoken.append(self._say("replay.takes", seat=seat, contract=contract))


def totals_line(points: Points, say: Catalogue) -> str:
    """Return a line with the points of both teams so far."""
    first, second = (team_text(team, say) for team in TEAMS)
    return say("play.total_teams", first=first, points=points[0], second=second, other=points[1])
