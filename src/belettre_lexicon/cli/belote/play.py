"""The command ``belote play``: a person, in any seat, plays against three bots in the terminal.

``kit.play`` saves and resumes the game, ``kit.session`` reads the lines; here is what they mean in Belote. The output
contains only what the person may know. Start reading at ``BelotePlaySession``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from ...games.belote.bots.simulation import BotKind, make_bot
from ...games.belote.events import Claimed, DealEnded, Event, action_of
from ...games.belote.partie import Partie
from ...games.belote.records.json_lines import Journal
from ...games.belote.rules import BeloteRules
from ...games.belote.scoring.totals import PLIS
from ...games.belote.seats import SEATS, Seat
from ...games.belote.view import seen_by
from ...games.kit.seats import Points
from ...referee.belote import load_belote
from ...referee.belote.game import event_text, refusal_text, seat_text
from ...referee.belote.table_rules import table_rules_lines
from ..kit.play import PlayedGame, bot_names, chosen_seed, play_saved
from ..kit.session import PlaySession, UnclearLine
from ..kit.terminal import write
from .board import (
    board_lines,
    hand_line,
    help_lines,
    last_pli_line,
    legal_line,
    prompt_lines,
    sheet_lines,
    total_line,
)
from .commands import BELOTE_LEVELS, BelotePlayCommand
from .moves import BeloteEntry, parse_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.files import FileKind


#: What is expected of the players of a saved game.
BELOTE_PLAYERS_EXPECTED = "expected a person and three bots of one kind"
#: The file of the current game, in the user's data folder, and the kinds of files that contain such a game.
_CURRENT_GAME = "belote/partie.jsonl"
_JOURNALS: tuple[FileKind, ...] = ("belote_journal",)


def run(command: BelotePlayCommand) -> int:
    """Play a game until it is over or the person leaves, and return EXIT_OK.

    Raises ArgumentError for unusable options, before the game begins, and UnusableInputError if the file of the game
    cannot be used.
    """
    say = load_belote(command.lang)
    partie = Partie.new(command.rules(), seed=chosen_seed(command.seed))
    players = bot_names(SEATS, Seat.of(command.seat), command.level, say)

    def asks_other_terms(journal: Journal, person: Seat, level: str) -> bool:
        default, begun = BelotePlayCommand(), journal.partie.setup
        seed = begun.seed if command.seed is None else command.seed
        asked = (seed, command.rules(), Seat.of(command.seat), command.level)
        by_default = (begun.seed, BeloteRules(), Seat.of(default.seat), default.level)
        return asked not in ((begun.seed, begun.rules, person, level), by_default)

    return play_saved(
        PlayedGame(
            BelotePlaySession,
            SEATS,
            BELOTE_LEVELS,
            _CURRENT_GAME,
            _JOURNALS,
            BELOTE_PLAYERS_EXPECTED,
        ),
        Journal(partie, players),
        command,
        say,
        resume=lambda lines, path: Journal.resume(lines),
        asks_other_terms=asks_other_terms,
        bot_maker=lambda journal, level: lambda chance: make_bot(cast(BotKind, level), chance),
    )


def entries_since_decision(partie: Partie, person: Seat) -> int | None:
    """Return how many actions an undo takes back: the person's last decision and all actions after it.

    A decision is an action of the person's seat, or a claim of their team (BB3). Return None if there was none yet.
    """
    done = [event for event in partie.log if action_of(event) is not None]
    for back, event in enumerate(reversed(done), 1):
        if isinstance(event, Claimed):
            if event.team is person.team:
                return back
        elif getattr(event, "seat", None) is person:
            return back
    return None


class BelotePlaySession(PlaySession[Journal]):
    """A session in which a person plays a game against three bots."""

    refusal_text = staticmethod(refusal_text)
    seat_text = staticmethod(seat_text)
    prompt_lines = staticmethod(prompt_lines)

    def enter(self, line: str) -> bool:
        """Carry out a line and print the result; return whether the person has decided."""
        entry = parse_line(line, self.view, self._say.language)
        if isinstance(entry, UnclearLine):
            write(entry.text(self._say))
            return False
        return self._run_command(entry) if isinstance(entry, BeloteEntry) else self.act(entry)

    def tell(self, events: Iterable[Event]) -> None:
        """Print events, hiding what the person may not know."""
        partie, say = self.journal.partie, self._say
        for event in events:
            write(event_text(seen_by(event, self._seat), partie.rules, say, self._seat))
            if isinstance(event, DealEnded):
                write(total_line(_points_after(event, partie), self._seat, say))

    def resumed_text(self, path: str) -> str:
        """Return the sentence that the game was resumed from a file."""
        state = self.journal.partie.state
        number, pli = state.donne.dealt.number, min(len(state.taken) + 1, PLIS)
        return self._say("play.resumed", number=number, pli=pli, path=path)

    def mover(self) -> Seat | None:
        """Return the seat that acts next, the person's if their team may claim (BB3); None if the game is over."""
        partie, person = self.journal.partie, self._seat
        turn = partie.turn
        return person if turn is not None and partie.awaits == "claim" and turn.team is person.team else turn

    def board_lines(self) -> Iterator[str]:
        """Return the lines that show the game to the person."""
        return board_lines(self.view, self._say)

    def entries_since_decision(self) -> int | None:
        """Return how many entries an undo takes back: the person's last decision and all entries after it."""
        return entries_since_decision(self.journal.partie, self._seat)

    def _run_command(self, command: BeloteEntry) -> bool:
        """Carry out a command and return whether the person has decided."""
        view, say = self.view, self._say
        match command:
            case BeloteEntry.UNDO:
                return self.undo_decision()
            case BeloteEntry.QUIT:
                self.left = True
            case BeloteEntry.TABLE:
                self.show_game()
            case BeloteEntry.HAND:
                write(hand_line(view, say))
            case BeloteEntry.LAST:
                write(last_pli_line(view, say))
            case BeloteEntry.LEGAL:
                self.show_lines((legal_line(view, say),) if view.allowed else prompt_lines(view, say))
            case BeloteEntry.SCORE:
                self.show_lines(sheet_lines(view, say))
            case BeloteEntry.RULES:
                self.show_lines(table_rules_lines(view.rules, say))
            case BeloteEntry.HELP:
                self.show_lines(f"  {line}" for line in help_lines(view.rules, say))
        return False


def _points_after(ended: DealEnded, partie: Partie) -> Points:
    """Return the points of both teams after a deal that is over."""
    deals = [event for event in partie.state.sheet.ended if event.number <= ended.number]
    return sum(deal.points[0] for deal in deals), sum(deal.points[1] for deal in deals)
