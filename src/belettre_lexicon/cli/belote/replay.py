"""The command ``belote replay``, which checks a recorded game and tells it deal by deal.

It reads records, journals of ``belote play``, shorthand, and score sheets of ``belote score``. Start reading at
``run``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from ...games.belote.auction import Prise
from ...games.belote.bots.hindsight import best_in
from ...games.belote.cards import SANS_ATOUT
from ...games.belote.events import Completed, DealEnded, Dealt, Event, Laid, PassedOn, PliTaken, Spoken, Taken
from ...games.belote.marque.marque import Marque, MarqueJournal, summary
from ...games.belote.partie import Partie
from ...games.belote.records import fingerprint, record_of
from ...games.belote.rules import BeloteRules
from ...games.belote.shorthand import write_shorthand
from ...games.belote.state import State, with_states
from ...referee.belote import load_belote
from ...referee.belote.game import (
    best_lines,
    contract_text,
    event_text,
    points_text,
    seat_text,
    total_lines,
    with_names,
)
from ...referee.belote.names import capital, card_text
from ...referee.belote.sheet import sheet_event_text, sheet_lines
from ...referee.belote.spoken import spoken_text
from ...referee.catalogue import Catalogue, player_name_text
from ..kit.terminal import UnusableInputError, paint, write, write_exactly, write_json
from ..kit.text_files import complete_lines, read_game_file, report_doubts
from .board import hand_text
from .commands import BeloteReplayCommand
from .recorded import RecordedPartie, format_of, game_object, read_game


def run(command: BeloteReplayCommand) -> int:
    """Check the game in a file, print it and return the exit status.

    The status is EXIT_NEGATIVE if the results in the file differ from those that the rules give, or if the end of a
    journal is missing; otherwise EXIT_OK. Raises RecordError, JournalError, ShorthandError or ArgumentError if the game
    cannot be read, UnusableInputError if options do not fit the file.
    """
    say = load_belote(command.lang)
    file = read_game_file(
        command.file,
        expected="a game or a score sheet of Belote",
        kinds=["belote_record", "belote_journal", "score_sheet", "shorthand"],
        journals=["belote_journal", "score_sheet"],
    )
    if format_of(file.text) == "marque":
        doubts = _replay_sheet(command, file.text, say)
    else:
        doubts = _replay_game(command, read_game(file.text), file.end_is_missing, say)
    return report_doubts([*doubts, *file.end_doubts(say)], as_json=command.json)


def _replay_game(command: BeloteReplayCommand, game: RecordedPartie, end_missing: bool, say: Catalogue) -> list[str]:
    """Print a game; return a sentence for each result in its file that differs from what the rules give.

    Raises UnusableInputError if the game has no deal with the number that is asked for.
    """
    partie = game.partie
    deals = partie.state.donne.dealt.number
    if command.deal is not None and command.deal > deals:
        raise UnusableInputError(say("replay.no_deal", number=command.deal, deals=deals))
    doubts = [
        say("replay.differs", line=difference.line, event=event, field=field, recorded=recorded, found=found)
        for difference in game.differences
        for event, field, recorded, found in difference.changes()
    ]
    if command.json:
        write_json({**game_object(game, command.deal), "end_missing": end_missing})
    elif command.shorthand:
        write_exactly(write_shorthand(partie).rstrip("\n"))
    else:
        _narrate(game, command, say, intact=not doubts)
    return doubts


def _narrate(game: RecordedPartie, command: BeloteReplayCommand, say: Catalogue, *, intact: bool) -> None:
    """Print the players, the deals and what was checked. If *intact*, also print that the results are correct."""
    partie = game.partie
    for seat in partie.rules.variant.table.seats:
        if name := game.players.get(seat):
            write(say("replay.player", seat=capital(seat_text(seat, say)), name=player_name_text(name, say)))
    named = with_names(say, game.players)
    for line in narrated_lines(partie, named, command.deal, best=command.best):
        write(line)
    if partie.turn is not None:  # where an unfinished game stopped, and what it awaits
        number, pli = partie.state.donne.dealt.number, min(len(partie.state.taken) + 1, partie.rules.variant.plis)
        text = named(f"replay.awaits_{partie.awaits}", number=number, pli=pli, seat=seat_text(partie.turn, named))
        write(paint(text, "bold"))
    check = fingerprint(record_of(partie, game.players))
    write(paint(say("replay.sound" if intact else "replay.counted", events=len(partie.log), check=check), "dim"))
    if game.torn:
        write(say("replay.torn"))


def _replay_sheet(command: BeloteReplayCommand, text: str, say: Catalogue) -> list[str]:
    """Print a score sheet and its entries, given the text of its journal. Return []: it has no results to compare.

    Raises JournalError if it cannot be read, UnusableInputError for the options of a single deal or of shorthand.
    """
    if command.deal is not None or command.shorthand:
        raise UnusableInputError(say("replay.of_games"))
    marque = MarqueJournal.resume(complete_lines(text)[0]).marque
    if command.json:
        write_json(summary(marque))
        return []
    told = Marque(marque.setup)
    for event in marque.log[1:]:
        told.follow([event])
        write(sheet_event_text(event, told, say))
    for line in sheet_lines(marque, say):
        write(line)
    return []


def narrated_lines(partie: Partie, say: Catalogue, deal: int | None = None, *, best: bool = False) -> Iterator[str]:
    """Yield the lines that tell a game: for each deal the prise, the hands, a line for each pli, and the score.

    An empty line stands between two deals. A round of the prise or a pli that is not complete is told as far as it got.

    say   the catalogue of Belote, which may call the players by name
    deal  the number of the only deal to tell, from 1; None for all
    best  whether to tell after each deal what should have been played
    """
    teller = _Teller(partie.rules, say)
    number = 0
    for before, event, after in with_states(partie.log, partie.setup):
        if isinstance(event, Dealt):
            number = event.number
            if deal is None and number > 1:
                yield ""
        if deal in (None, number):
            yield from teller.tell(event, before, after)
            if best and isinstance(event, DealEnded):
                cards = best_in(partie.log, event, partie.rules)
                yield from best_lines(cards, number, say) if cards is not None else ()
    yield from teller.rest()


class _Teller:
    """Tells events one after the other. It collects the events that one line tells together, such as those of a pli."""

    def __init__(self, rules: BeloteRules, say: Catalogue) -> None:
        self._rules = rules
        self._say = say
        #: What was said in this round of the prise, and the number of the round.
        self._spoken: list[str] = []
        self._round = 1
        #: The cards of this pli with their players, and the number of the pli.
        self._laid: list[str] = []
        self._pli = 1

    def tell(self, event: Event, before: State | None, after: State) -> Iterator[str]:
        """Yield the lines that an event completes; *before* (None for the first deal) and *after* are the states."""
        say = self._say
        match event:
            case PassedOn() | Taken() if before is not None and isinstance(before.donne.auction, Prise):
                yield from self._speak(event, before.donne.auction.now.round)
            case _ if isinstance(event, get_args(Spoken)):
                self._spoken.append(spoken_text(event, seat_text(event.seat, say), say))
                self._round = 0
            case Completed():
                yield from self.rest()
                for seat in self._rules.variant.table.seats:
                    held = after.hands[seat.index]
                    if held:  # a player who has left holds no cards
                        hand = hand_text(held, event.contract or SANS_ATOUT, say)
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
                if isinstance(event, DealEnded):
                    self._pli = 1
                    yield from total_lines(after.sheet.points, event.points, self._rules, say)

    def rest(self) -> Iterator[str]:
        """Yield a line with the events that were collected and not told yet: of a round of the prise, or of a pli."""
        if self._spoken:
            key = f"replay.round_{self._round}" if self._round else "replay.auction"
            yield self._say(key, list=", ".join(self._spoken))
            self._spoken = []
        if self._laid:
            yield self._say("replay.pli_open", number=self._pli, cards=", ".join(self._laid))
            self._laid = []

    def _speak(self, event: PassedOn | Taken, number: int) -> Iterator[str]:
        """Collect what a player said in round *number* of the prise; yield the line of round 1 when round 2 begins."""
        if number != self._round:
            yield from self.rest()
            self._round = number
        seat = seat_text(event.seat, self._say)
        if isinstance(event, PassedOn):
            self._spoken.append(self._say("replay.passes", seat=seat))
        else:
            contract = contract_text(event.contract, self._say)
            self._spoken.append(self._say("replay.takes", seat=seat, contract=contract))
