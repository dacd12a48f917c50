"""The options of ``belettre check``, and the base classes that they share with those of other commands.

A plain check imports this module, but none of the other commands (``cli.commands``). Start reading at ``CheckOptions``.
"""

from __future__ import annotations

from ...french.letters import parse_initial, parse_pli
from ...french.rules import HouseRules
from ..kit.commands import CommandOptions, argument, typed_as

#: The house rules that matter only in a whole game.
_GAME = frozenset({"memory", "nonsense_is_pass"})
#: The help text of ``--house-list``.
HOUSE_LIST = "file of the table's own words, one per line: « + word note » or « - word note »"


class LexiconOptions(CommandOptions):
    """The options that all commands have: language and lexicon."""

    lexicon: str | None = argument("path of another compiled lexicon", path=True)


class HouseOptions(LexiconOptions):
    """The options that most commands share: language, lexicon and the house rules about words."""

    RULES = HouseRules
    LEFT_OUT = _GAME

    def rules(self) -> HouseRules:
        """Return the house rules that the options select; the published rules if there are none."""
        rules: HouseRules = self.RULES(**self.chosen)  # type: ignore[arg-type]  # by name
        return rules


class CardOptions(HouseOptions):
    """The options that ``check`` and ``find`` share: cards on the table, earlier words, house list and JSON output."""

    maj: str | None = argument("upper-case card on the table: the word must start with it (W2)", once=True)
    min: str = argument(
        "lower-case cards on the table, separated by commas, as l,e,c; ? is the joker (W3)", default="", adds=True
    )
    played: str = argument("valid words played so far, in order, separated by commas (W7, W8)", default="", adds=True)
    house_list: str | None = argument(HOUSE_LIST, path=True, once=True)
    joker: bool = argument("a joker lies face up as well (J2)", default=False)

    @property
    def initial(self) -> str | None:
        """The majuscule of ``--maj``; None if it is not given. Raises ArgumentError if it is not one letter (W2)."""
        if self.maj is not None:
            typed_as("--maj", "initial", parse_initial, self.maj)
        return self.maj

    @property
    def letters(self) -> str:
        """The minuscules of ``--min``, with a ``?`` appended for ``--joker``.

        Raises ArgumentError if they are not letters, or more than a pli has (P3).
        """
        letters = self.min + ("?" if self.joker else "")
        typed_as("--min", "letters", parse_pli, letters)
        return letters


class CheckOptions(CardOptions):
    """The options of ``belettre check``."""

    NAME = "check"
    SUMMARY = "judge words"
    DESCRIPTION = (
        "Print the verdict on each word with its reasons. Without words at a terminal, a session begins: "
        "type words, cards (maj F, min l e c), and + for a word that was played; ? shows the rest. Exit status: 0 all "
        "valid, or a session, 1 some refused, 2 unusable input."
    )

    words: list[str] = argument(
        "words to judge; - reads one per line from standard input; without words at a terminal, a session",
        flag="",
        many="*",
        metavar="WORD",
    )
    json: bool = argument("print one JSON object per word", default=False)
    brief: bool = argument(
        "print one short line per word, for corpora: word, + or -, reasons, separated by tabs", default=False
    )
