"""What ``belettre play`` and ``belote play`` share: a person plays against bots, and the game is saved.

The game of a session at a keyboard is saved in a file and resumed from it; the file contains all hands. A game whose
lines come from a pipe is saved only if ``--save`` names a file. Start reading at ``play_saved``; the session is
``session.PlaySession``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from ...games.kit.journal import EntryJournal
from ...referee.catalogue import Catalogue, printable
from .save_file import OpenedJournal, SavegameError, choose_file, open_saved
from .session import GameBot, PlaySession, SeededBot
from .terminal import EXIT_OK, UnusableInputError, paint, plain_lines, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.files import FileKind

J = TypeVar("J", bound=EntryJournal[Any, Any, Any, Any])

#: Seeds drawn at random are below this limit, so that they are short enough to type.
_SEED_LIMIT = 1_000_000


class SavingOptions(Protocol):
    """The options of a command that say in which file a game is saved, and whether it is resumed.

    save         the file that ``--save`` names; None or "" for the one in the user's data folder
    new          whether to begin a new game even if another one is saved
    accept_loss  whether to resume a game whose last lines are missing
    """

    save: str | None
    new: bool
    accept_loss: bool


class PlayedGame(NamedTuple):
    """What ``play_saved`` has to know about the game that is played, Belettre or Belote.

    session   the class of its sessions
    seats     returns the seats of a game in playing order, given its journal
    levels    the kinds of bot that ``--level`` accepts
    current   the file of the current game, relative to the user's data folder. Earlier games are in the same folder,
              with dates in their names
    kinds     the kinds of files that may contain such a game
    expected  the error message for a saved game whose players are not one person and bots of one kind
    """

    session: type[PlaySession[Any]]
    seats: Callable[[Any], Sequence[Any]]
    levels: Sequence[str]
    current: str
    kinds: Collection[FileKind]
    expected: str


def play_saved(
    game: PlayedGame,
    fresh: J,
    options: SavingOptions,
    say: Catalogue,
    *,
    resume: Callable[[list[str], Path | None], J],
    asks_other_terms: Callable[[J, Any, str], bool],
    bot_maker: Callable[[J, str], Callable[[random.Random], GameBot]],
) -> int:
    """Resume the saved game or begin *fresh*, play until it is over or the person leaves, and return EXIT_OK.

    fresh             the journal of a new game with the terms that the options ask for
    resume            returns the journal with the given lines, read from the given file; raises JournalError if they
                      are damaged
    asks_other_terms  returns whether the options ask for terms (cards, seats, rules) that a resumed game does not have,
                      given its journal, the seat of the person and the kind of the bots
    bot_maker         returns, given a journal and a kind of bot, the function that makes a bot from a random generator

    Raises UnusableInputError if the file of the game cannot be used.
    """
    path, folder, keyboard = choose_file(options.save, game.current)
    try:
        opened = open_saved(
            fresh,
            path,
            lambda lines: resume(lines, path),
            new=options.new,
            done=lambda journal: folder is not None and journal.game.over,
            accept_loss=options.accept_loss,
            kinds=game.kinds,
        )
        journal = opened.journal
        try:
            seat, level = _opponents_of(journal, game, path)
            other_terms = opened.resumed and asks_other_terms(journal, seat, level)
            bots = make_bots(journal, game.seats(journal), seat, bot_maker(journal, level))
            session = game.session(journal, bots, seat, plain_lines(), say, opened.keep)
            _greet(opened, session, say, other_terms=other_terms, warns=keyboard and path is None)
            try:
                session.play()
            except KeyboardInterrupt:
                write("")
                write(say("play.left_game"))
        finally:
            opened.close()
    except SavegameError as error:
        raise UnusableInputError(error.text(say)) from error
    if path is not None:
        write(say("play.over_kept" if journal.game.over else "play.kept", path=printable(str(path))))
    return EXIT_OK


def _opponents_of(journal: EntryJournal[Any, Any, Any, Any], game: PlayedGame, path: Path | None) -> tuple[Any, str]:
    """Return the seat of the person and the kind of the bots, which the names of the players in the journal show."""
    players: Mapping[Any, str] = journal.players  # type: ignore[attr-defined]  # the journal of a game has players
    name = re.compile(rf".* \((?P<kind>{'|'.join(game.levels)})\)")
    seats = game.seats(journal)
    kinds = {seat: found["kind"] for seat in seats if (found := name.fullmatch(players.get(seat, "")))}
    persons = [seat for seat in seats if seat not in kinds]
    level = next((kind for kind in game.levels if set(kinds.values()) == {kind}), None)
    if len(persons) != 1 or level is None:
        raise SavegameError("damaged", path or Path(), line=1, why=game.expected)
    return persons[0], level


def bot_names(seats: Iterable[Any], person: Any, level: str, say: Catalogue) -> dict[Any, str]:
    """Return the name of the bot in each of *seats* except *person*; it contains the kind: « machine (strong) »."""
    return {seat: f"{say('play.bot')} ({level})" for seat in seats if seat is not person}


def make_bots(
    journal: J, seats: Iterable[Any], person: Any, make: Callable[[random.Random], GameBot]
) -> dict[Any, GameBot]:
    """Return the bot in each of *seats* except *person*. *make* returns a bot that uses the given random generator."""
    seed = journal.game.setup.seed
    return {seat: SeededBot(journal, seed, seat, make) for seat in seats if seat is not person}


def chosen_seed(seed: int | None) -> int:
    """Return *seed*, the value of ``--seed``; if it is None, a seed below 1,000,000 that is drawn at random."""
    return random.SystemRandom().randrange(_SEED_LIMIT) if seed is None else seed


def _greet(
    opened: OpenedJournal[Any], session: PlaySession[Any], say: Catalogue, *, other_terms: bool, warns: bool
) -> None:
    """Print the seed and whether the game is new or resumed; if *warns* is True, also that it is not saved."""
    if opened.aside is not None:
        write(say("savegame.retired", path=printable(str(opened.aside))))
    write(say("play.seed", seed=opened.journal.game.setup.seed))
    if opened.file is not None and opened.resumed:
        write(session.resumed_text(printable(str(opened.file.path))))
    if opened.end is not None and (remark := opened.end.text(say)):
        write(remark)
    if other_terms:
        write(say("play.other_terms"))
    if warns:
        write(paint(say("play.not_saved"), "dim"))
