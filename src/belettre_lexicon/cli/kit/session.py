"""The keyboard session of every game and score sheet: read a line, save its entry, then say what happened.

A line that is typed is parsed and entered in the journal; its line of the journal is on the disk before the resulting
events are told::

    line → KeyboardSession.enter → Journal.entering → the file (fsync) → KeyboardSession.tell

A subclass for each game says what a line means (``enter``), how events and refusals read, and what is shown at the
prompt. Undo, redo, entries that cannot be saved, and leaving are the same for all. Start reading at
``KeyboardSession``; ``PlaySession`` adds bots in the other seats.
"""

from __future__ import annotations

import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from ...games.kit.journal import EntryJournal
from ...games.kit.machine import IllegalActionError
from ...referee.catalogue import Catalogue, printable
from .save_file import not_kept_text
from .terminal import EXIT_NEGATIVE, EXIT_OK, UnusableInputError, is_dumb, paint, plain_lines, write

J = TypeVar("J", bound=EntryJournal[Any, Any, Any, Any])

#: A sentence quotes at most this many of the characters that were typed.
MAX_QUOTED = 60


class UnclearLine(NamedTuple):
    """The reason why a line was not understood, as a sentence of the catalogues (``referee.catalogue``).

    key      the key of the sentence
    values   the values of the placeholders in the sentence
    section  the section of the catalogues that contains the key
    """

    key: str
    values: dict[str, str]
    section: str = "play"

    def text(self, say: Catalogue) -> str:
        """Return the sentence in the language of *say*, safe to print on a terminal."""
        quoted = {name: printable(value[:MAX_QUOTED]) for name, value in self.values.items()}
        return say(f"{self.section}.{self.key}", **quoted)


class TypedSession(ABC):
    """A session that carries out lines of text, which a user types or a pipe delivers.

    left  whether the user has asked to end the session
    """

    def __init__(self, say: Catalogue, show: Callable[[str], None] = write) -> None:
        """Begin a session with the catalogue of the output language; *show* prints a line."""
        self.left = False
        self._say = say
        self._show = show

    @abstractmethod
    def enter(self, line: str) -> bool | None:
        """Carry out a line that was typed and print the result. Some subclasses return whether it was accepted."""

    def prompt(self) -> str:
        """Return the prompt of the next line."""
        return "> "

    def run(self, lines: Iterable[str]) -> None:
        """Enter lines until there are no more, or the user leaves."""
        for line in lines:
            self.enter(line)
            if self.left:
                return

    def show_lines(self, lines: Iterable[str]) -> None:
        """Print each line with the function *show* of the session."""
        for line in lines:
            self._show(line)


class KeyboardSession(TypedSession, Generic[J]):
    """A session about one game or score sheet, whose entries are saved before they are acknowledged.

    journal  the game with its entries
    """

    #: The catalogue keys of two replies to an undo, and of two to a redo: that there is nothing to take back or enter
    #: again, and that there are fewer entries than were asked for.
    UNDO_REPLIES: ClassVar[tuple[str, str]]
    REDO_REPLIES: ClassVar[tuple[str, str]]

    def __init__(
        self, journal: J, say: Catalogue, keep: Callable[[str], None], show: Callable[[str], None] = write
    ) -> None:
        """Begin a session.

        say   the catalogue of the output language
        keep  writes a line of the journal to the disk; it raises OSError if that fails
        show  prints a line
        """
        super().__init__(say, show)
        self.journal = journal
        self._keep = keep

    @abstractmethod
    def enter(self, line: str) -> bool:
        """Carry out a line that was typed and print the result.

        Return False if the line was not accepted: it was not understood, is not legal now, or could not be saved. The
        game has not changed in that case.
        """

    @staticmethod
    @abstractmethod
    def refusal_text(refusal: Any, say: Catalogue, /) -> str:
        """Return a sentence that says why an action is illegal. *refusal* is one of ``IllegalActionError.refusals``."""

    @abstractmethod
    def tell(self, events: Iterable[Any]) -> None:
        """Print what has happened. *events* are those of an entry that was made, or entered again after an undo."""

    def undone_lines(self, events: tuple[Any, ...]) -> Iterable[str]:
        """Return the lines to print after entries are taken back. *events* are those of the entries, oldest first."""
        return ()

    def act(self, *actions: Any) -> bool:
        """Enter one or more actions as one entry and print its events; return False if it is illegal or not saved."""
        if not self.change(self.journal.entering(*actions)):
            return False
        self.tell(self.journal.last)
        return True

    def undo(self, entries: int = 1) -> bool:
        """Take back the last *entries* entries and print them; return False if there are fewer, or it is not saved."""
        if not self._possible(entries, self.journal.undoable, self.UNDO_REPLIES):
            return False
        undone = list(self.undone_lines(self.journal.events_of_last(entries)))
        if not self.change(self.journal.taking_back(entries)):
            return False
        self.show_lines(undone)
        return True

    def redo(self, entries: int = 1) -> bool:
        """Enter *entries* entries again that were taken back; return False if there are fewer, or one is not saved."""
        if not self._possible(entries, self.journal.redoable, self.REDO_REPLIES):
            return False
        for _ in range(entries):
            if not self.change(self.journal.redoing()):
                return False
            self.tell_again(self.journal.last)
        return True

    def tell_again(self, events: Iterable[Any]) -> None:
        """Print the events of an entry that was entered again after it was taken back."""
        self.tell(events)

    def change(self, change: AbstractContextManager[str], advice: str = "") -> bool:
        """Change the game after its line of the journal is saved, and return True.

        Return False, after printing why, if the change is not legal or its line could not be saved; the game is then
        unchanged.

        change  one of the context managers of the journal, which yields the line
        advice  what is printed after the reasons if the change is not legal; "" for nothing
        """
        try:
            with change as line:
                self._keep(line)
        except IllegalActionError as error:
            self.refuse(error)
            self.show_lines(filter(None, [advice]))
        except OSError as error:
            self._show(paint(not_kept_text(error, self._say), "red"))
        else:
            return True
        return False

    def refuse(self, error: IllegalActionError) -> None:
        """Print why an action is illegal."""
        for refusal in error.refusals:
            self._show(paint(self.refusal_text(refusal, self._say), "red"))

    def run_batch(self, lines: Iterable[str], key: str) -> int:
        """Enter the lines of a pipe or a file and return the exit status.

        The number of each line that was not accepted is printed, in the sentence *key*, and the status is
        EXIT_NEGATIVE; otherwise it is EXIT_OK.
        """
        status = EXIT_OK
        for number, line in enumerate(lines, 1):
            if not self.enter(line):
                self._show(self._say(key, number=number))
                status = EXIT_NEGATIVE
            if self.left:
                break
        return status

    def _possible(self, entries: int, most: int, replies: tuple[str, str]) -> bool:
        """Return whether *entries* is a number from 1 to *most*, after printing that it is not."""
        if 1 <= entries <= most:
            return True
        self._show(self._say(replies[1 if most else 0], most=most))
        return False


class GameBot(Protocol):
    """The interface of a bot that plays in one seat of a game."""

    def choose(self, view: Any) -> Any:
        """Return the action that the bot takes now. *view* is the game as a player in the bot's seat sees it."""


class SeededBot:
    """A bot whose random choices depend only on the seed of the game, on its seat and on the number of entries.

    A resumed game therefore goes on exactly as it would have done without the interruption.
    """

    def __init__(
        self, journal: EntryJournal[Any, Any, Any, Any], seed: int | None, seat: Any, make: Callable[..., GameBot]
    ) -> None:
        """*make* returns a bot, given the random generator for one choice. *seed* and *seat* make it reproducible."""
        self._journal = journal
        self._seed = seed
        self._seat = seat
        self._make = make

    def choose(self, view: Any) -> Any:
        """Return the action that the bot takes now. *view* is the game as a player in the bot's seat sees it."""
        return self._make(random.Random(f"{self._seed}:{self._seat.value}:{self._journal.number}")).choose(view)


class PlaySession(KeyboardSession[J]):
    """A session in which a person plays a game against bots. Its arguments besides those of ``KeyboardSession``:

    bots   the bot in each seat except the person's
    seat   the seat of the person
    lines  the lines that the person types; the session ends when there are no more
    """

    UNDO_REPLIES = ("play.nothing_to_undo", "play.nothing_to_undo")

    def __init__(
        self,
        journal: J,
        bots: Mapping[Any, GameBot],
        seat: Any,
        lines: Iterator[str],
        say: Catalogue,
        keep: Callable[[str], None],
    ) -> None:
        super().__init__(journal, say, keep)
        self._bots = bots
        self._seat = seat
        self._lines = lines

    @abstractmethod
    def enter(self, line: str) -> bool:
        """Carry out a line and print the result; return whether the person has decided: made a move, or undone one."""

    @staticmethod
    @abstractmethod
    def seat_text(seat: Any, say: Catalogue, /) -> str:
        """Return the name of a seat."""

    @staticmethod
    @abstractmethod
    def prompt_lines(view: Any, say: Catalogue, /) -> Iterable[str]:
        """Return sentences that tell the player whose view of the game is *view* what they may do now."""

    @abstractmethod
    def mover(self) -> Any:
        """Return the seat that acts next, the person's if they have to type a line; None if the game is over."""

    @abstractmethod
    def board_lines(self) -> Iterable[str]:
        """Return the lines that show the game to the person."""

    @abstractmethod
    def entries_since_decision(self) -> int | None:
        """Return how many entries an undo takes back: the person's last decision and all entries after it.

        Return None if there was no decision yet, and 0 if it was no entry, such as the decision to say nothing.
        """

    @property
    def view(self) -> Any:
        """The game as the person sees it."""
        return self.journal.game.view(self._seat)

    def welcome_text(self) -> str:
        """Return the first line of the session, which names the seats of the person and their partner."""
        seat, partner = (self.seat_text(seat, self._say) for seat in (self._seat, self._seat.partner))
        return self._say("play.welcome", seat=seat, partner=partner)

    @abstractmethod
    def resumed_text(self, path: str) -> str:
        """Return the sentence that the game was resumed from the file *path*."""

    def answer_after_end(self) -> None:
        """Answer questions about a game that is over, until the person leaves. By default there is nothing to ask."""

    def play(self) -> None:
        """Play until the game is over or the person leaves.

        Raises UnusableInputError if the action of a bot cannot be saved.
        """
        game = self.journal.game
        self._show(self.welcome_text())
        self.tell(game.log[-1:] if game.actions_done else game.log)  # a resumed game begins with its last event
        while (seat := self.mover()) is not None:
            if seat is not self._seat:
                self._enter_bot(self._bots[seat].choose(game.view(seat)))
            elif not self._decide():
                self._show(self._say("play.left_game"))
                return
        self.answer_after_end()

    def show_game(self) -> None:
        """Print the game as the person sees it, then what they may do."""
        self._show("")
        self.show_lines(self.board_lines())
        self.show_lines(paint(line, "bold") for line in self.prompt_lines(self.view, self._say))

    def undo_decision(self) -> bool:
        """Take back the person's last decision and all that followed; False if there is none, or it is not saved."""
        entries = self.entries_since_decision()
        if entries != 0 and not self.undo(entries or 0):
            return False
        self._show(self._say("play.undone"))
        return True

    def next_line(self) -> str | None:
        """Return the next line that the person types; None if there are no more."""
        sys.stdout.flush()
        return next(self._lines, None)

    def _decide(self) -> bool:
        """Enter lines of the person until they have decided; return False if they leave."""
        self.show_game()
        while (line := self.next_line()) is not None:
            if self.enter(line):
                return True
            if self.left:
                break
        return False

    def _enter_bot(self, action: Any) -> None:
        """Enter an action of a bot. Raises UnusableInputError if it could not be saved; the game is then unchanged."""
        try:
            with self.journal.entering(action) as line:
                self._keep(line)
        except OSError as error:
            raise UnusableInputError(not_kept_text(error, self._say)) from error
        self.tell(self.journal.last)


def typed_lines(
    prompt: Callable[[], str],
    toolbar: Callable[[], tuple[str, str]],
    complete: Callable[[str], Iterable[str]],
    typing: Callable[[bool], None],
    history: Path | None,
    say: Catalogue,
) -> Iterator[str]:
    """Return an iterator over the lines that are typed at a keyboard.

    The lines are edited with prompt_toolkit if it is installed and standard output is a terminal that can move its
    cursor, otherwise with ``plain_lines``. If only the library is missing, a sentence of *say* tells how to install it.

    prompt    returns the prompt of the next line
    toolbar   returns the style and the text of the toolbar; without prompt_toolkit there is none
    complete  returns the completions of the text that is before the cursor
    typing    called whenever the line changes, with True if the line has text and False if it is empty
    history   the file in which typed lines are stored for later sessions; None to store them in memory only
    """
    if not sys.stdout.isatty() or is_dumb():
        return plain_lines(prompt)
    try:
        from .line_editor import edited_lines  # needs an extra and takes 200 ms to import
    except ImportError:
        write(paint(say("table.no_editor"), "dim"))
        return plain_lines(prompt)
    return edited_lines(prompt, toolbar, complete, typing, history)
