"""The commands ``play`` of both games: a person, in any seat, plays against three bots, and the game is saved.

The game of a session at a keyboard is saved in a file and resumed from it; the file contains all hands. A game whose
lines come from a pipe is saved only if ``--save`` names a file. Start reading at ``PlayCommand.run``; the session is
``session.PlaySession``.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from ...games.kit.journal import EntryJournal
from ...referee.catalogue import Catalogue, printable
from .save_file import OpenedJournal, SavegameError, choose_file, open_saved
from .session import PlaySession
from .terminal import EXIT_OK, UnusableInputError, paint, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.file_kinds import FileKind

J = TypeVar("J", bound=EntryJournal[Any, Any, Any, Any])

#: Seeds drawn at random are below this limit, so that they are short enough to type.
_SEED_LIMIT = 1_000_000


class SavingOptions(Protocol):
    """The options about the file of a game.

    save         the file that ``--save`` names; None or "" for the one in the user's data folder
    new          whether to begin a new game even if another one is saved
    accept_loss  whether to resume a game whose last lines are missing
    """

    save: str | None
    new: bool
    accept_loss: bool


class PlayCommand(ABC, Generic[J]):
    """A command ``play``. A game says how it begins, how it is resumed, and how its session is made.

    options  the options of the command line
    say      the catalogue of the output language
    """

    #: The file of the current game, in the user's data folder. Earlier games are in the same folder, with dates in
    #: their names.
    CURRENT: ClassVar[str]
    #: The kinds of files that contain such a game.
    KINDS: ClassVar[Collection[FileKind]]
    #: The seats, the kinds of bot that ``--level`` accepts, and what is expected of the players of a saved game.
    SEATS: ClassVar[Sequence[Any]]
    LEVELS: ClassVar[Sequence[str]]
    EXPECTED: ClassVar[str]

    def __init__(self, options: SavingOptions, say: Catalogue) -> None:
        self.options = options
        self.say = say

    @abstractmethod
    def begin(self) -> J:
        """Return a new game on the terms of the options; an unusable one raises ArgumentError or UnusableInputError."""

    @abstractmethod
    def resume(self, lines: list[str], path: Path | None) -> J:
        """Return the game with these lines of a file.

        Raises JournalError if they are damaged, SavegameError, which names *path*, if its game is of another kind.
        """

    @abstractmethod
    def asks_other_terms(self, journal: J, seat: Any, level: str) -> bool:
        """Return whether the options ask for terms (cards, seats, rules) that a resumed game does not have."""

    @abstractmethod
    def resumed_text(self, journal: J, path: str) -> str:
        """Return the sentence that a game was resumed from its file."""

    @abstractmethod
    def session(self, game: OpenedJournal[J], seat: Any, level: str) -> PlaySession[J]:
        """Return the session in which the person plays the game from *seat*."""

    def run(self) -> int:
        """Play a game until it is over or the person leaves, and return EXIT_OK.

        Raises ArgumentError or UnusableInputError for unusable options, before the game begins, and UnusableInputError
        if the file of the game cannot be used.
        """
        say, chosen = self.say, choose_file(self.options.save, self.CURRENT)
        path = chosen.path
        try:
            game = open_saved(
                self.begin(),
                path,
                lambda lines: self.resume(lines, path),
                new=self.options.new,
                done=lambda journal: chosen.folder is not None and journal.game.over,
                accept_loss=self.options.accept_loss,
                kinds=self.KINDS,
            )
            try:
                seat, level = self.opponents(game.journal, path)
                self._greet(game, game.resumed and self.asks_other_terms(game.journal, seat, level))
                if chosen.keyboard and path is None:
                    write(paint(say("play.not_saved"), "dim"))
                try:
                    self.session(game, seat, level).play()
                except KeyboardInterrupt:
                    write("")
                    write(say("play.left_game"))
            finally:
                game.close()
        except SavegameError as error:
            raise UnusableInputError(error.text(say)) from error
        if path is not None:
            over = game.journal.game.over
            write(say("play.over_kept" if over else "play.kept", path=printable(str(path))))
        return EXIT_OK

    def opponents(self, journal: J, path: Path | None = None) -> tuple[Any, str]:
        """Return the seat of the person and the kind of the bots, from the names of the players in the journal.

        Raises SavegameError, which names *path*, if the game is not one of a person against three bots of one kind.
        """
        players: Mapping[Any, str] = journal.players  # type: ignore[attr-defined]  # a game has players
        name = re.compile(rf".* \((?P<kind>{'|'.join(self.LEVELS)})\)")
        kinds = {seat: found["kind"] for seat in self.SEATS if (found := name.fullmatch(players.get(seat, "")))}
        persons = [seat for seat in self.SEATS if seat not in kinds]
        level = next((kind for kind in self.LEVELS if set(kinds.values()) == {kind}), None)
        if len(persons) != 1 or level is None:
            raise SavegameError("damaged", path or Path(), line=1, why=self.EXPECTED)
        return persons[0], level

    def bot_names(self, person: Any, level: str) -> dict[Any, str]:
        """Return the names of the bots by seat, which contain their kind: « machine (strong) »."""
        return {seat: f"{self.say('play.bot')} ({level})" for seat in self.SEATS if seat is not person}

    def _greet(self, game: OpenedJournal[J], other_terms: bool) -> None:
        """Print the seed of the game, and whether the game is new or resumed.

        other_terms  whether the options ask for terms that the resumed game does not have
        """
        say = self.say
        if game.aside is not None:
            write(say("savegame.retired", path=printable(str(game.aside))))
        write(say("play.seed", seed=game.journal.game.setup.seed))
        if game.file is not None and game.resumed:
            write(self.resumed_text(game.journal, printable(str(game.file.path))))
        if game.end is not None and (remark := game.end.text(say)):
            write(remark)
        if other_terms:
            write(say("play.other_terms"))


def chosen_seed(seed: int | None) -> int:
    """Return the seed of ``--seed``; one that is drawn at random if it is None."""
    return random.SystemRandom().randrange(_SEED_LIMIT) if seed is None else seed
