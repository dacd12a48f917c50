"""How ``belote score`` begins: its options, the names of the players, the first dealer and the first prompts.

Nothing here imports the sheet itself, because the first prompt must come quickly. Start reading at ``SheetOpening``.
"""

from __future__ import annotations

from ...base.errors import ArgumentError
from ...games.belote.marque.vocabulary import (
    NAMES_EXPECTED,
    PLAYERS,
    VERB_OF,
    find_players,
    fold,
    names_problem,
    split_names,
)
from ...referee.belote.names import printable_name
from ...referee.catalogue import Catalogue
from .output import write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...games.belote.rules import BeloteRules
    from .commands import BeloteScoreCommand

#: The names of the players while they have none, by their index.
_NO_NAMES = ("",) * PLAYERS


class SheetOpening:
    """The terms on which a sheet begins, as far as they are known before its first line.

    rules   the house rules
    names   the names of the players in playing order, "" for a player without one
    dealer  the index of the first dealer
    path    the file of the sheet; None if it is not saved
    """

    def __init__(self, command: BeloteScoreCommand, rules: BeloteRules, path: str | None) -> None:
        """Raise ArgumentError if the options name impossible players or an unknown dealer."""
        self.rules = rules
        self.path = path
        self.names = _NO_NAMES if command.players is None else _checked_names("--players", command.players)
        self.dealer = 0
        if command.dealer is not None:
            found = find_players(fold(command.dealer), self.names)
            if len(found) != 1:
                raise ArgumentError(f"--dealer {command.dealer!r:.40}: expected the name of a player, or a seat")
            self.dealer = found[0]


class KeyboardStart:
    """The questions before the first deal of a new sheet, and the prompts of all lines.

    sheet_prompt  returns the prompt of the open sheet; None before the sheet is open
    asked         whether the questions were answered, or need not be asked
    """

    def __init__(self, opening: SheetOpening, say: Catalogue) -> None:
        self.sheet_prompt: Callable[[], str] | None = None
        self.asked = False
        self._opening = opening
        self._say = say
        self._prompt = ""

    def prompt(self) -> str:
        """Return the prompt of the next line."""
        return self._prompt if self.sheet_prompt is None else self.sheet_prompt()

    def ready(self) -> None:
        """Set the prompt to that of the first deal."""
        opening = self._opening
        dealer, speaker = (self._player(index % PLAYERS) for index in (opening.dealer, opening.dealer + 1))
        self._prompt = self._say("marque.prompt", number=1, dealer=dealer, speaker=speaker)
        self.asked = True

    def ask(self, lines: Iterator[str], for_dealer: bool) -> bool:
        """Ask for the names and, if wanted, the first dealer; return False if the user leaves."""
        self.asked = self._ask_names(lines) and (not for_dealer or self._ask_dealer(lines))
        return self.asked

    def _ask_names(self, lines: Iterator[str]) -> bool:
        """Ask for the names of the players until they can be used; return False if the input has ended."""
        self._prompt = self._say("score.ask_players")
        for line in lines:
            if not line.strip():
                return True
            if VERB_OF.get(fold(line)) == "quit":
                return False
            names = split_names(line)
            if (found := names_problem(names)) is None:
                self._opening.names = names
                return True
            write(self._say(f"marque_refusal.{found[0]}", value=printable_name(found[1])))
        return False

    def _ask_dealer(self, lines: Iterator[str]) -> bool:
        """Ask who deals first until a player is named; return False if the input has ended."""
        self._prompt = self._say("score.ask_dealer", dealer=self._player(0))
        for line in lines:
            if not line.strip():
                return True
            if VERB_OF.get(fold(line)) == "quit":
                return False
            found = find_players(fold(line), self._opening.names)
            if len(found) == 1:
                self._opening.dealer = found[0]
                return True
            known = ", ".join(map(self._player, range(PLAYERS)))
            write(self._say("marque_unclear.dealer_who", known=known))
        return False

    def _player(self, index: int) -> str:
        name = self._opening.names[index]
        return printable_name(name) or self._say(f"seats.{('sud', 'est', 'nord', 'ouest')[index]}")


def _checked_names(flag: str, text: str) -> tuple[str, ...]:
    """Return the four names in the value of a flag. Raises ArgumentError if they cannot be those of the players."""
    names = split_names(text)
    if (found := names_problem(names)) is not None:
        raise ArgumentError(f"{flag} {text!r:.80}: {found[1]!r:.40}: {NAMES_EXPECTED[found[0]]}")
    return names
