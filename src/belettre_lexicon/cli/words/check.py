"""The command ``belettre check``, which judges words and prints a line or a JSON object for each of them.

Start reading at ``run``. Other commands share the base classes of ``CheckOptions`` (``cli.commands``).
"""

from __future__ import annotations

import sys

from ...french.letters import parse_initial, parse_pli
from ...french.rules import HouseRules
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.precedents import rule_text
from ...referee.sentences import near_words, verdict_head, verdict_proof
from ...words.history import History
from ...words.judge import Judge
from ...words.verdicts import Verdict
from ..kit.commands import CommandOptions, argument, split_words, typed_as
from ..kit.terminal import (
    EXIT_NEGATIVE,
    EXIT_OK,
    UnusableInputError,
    paint,
    read_stdin_blocks,
    write,
    write_exactly,
    write_json,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...words.house_list import HouseList


#: The house rules that matter only in a whole game.
_GAME = frozenset({"memory", "nonsense_is_pass"})
#: The help text of ``--house-list``.
HOUSE_LIST = "file of the table's own words, one per line: « + word note » or « - word note »"


class LexiconOptions(CommandOptions):
    """The options that all commands but ``completion`` have: language and lexicon."""

    lexicon: str | None = argument("path of another compiled lexicon", path=True)


class HouseOptions(LexiconOptions):
    """The options that most commands share: language, lexicon and the house rules that are not about a whole game."""

    RULES = HouseRules
    LEFT_OUT = _GAME

    def rules(self) -> HouseRules:
        """Return the house rules that the options select; the published rules if no option for them was typed."""
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
        """The value of ``--maj`` as typed; None without it. Raises ArgumentError if it is not one letter (W2)."""
        if self.maj is not None:
            typed_as("--maj", "initial", parse_initial, self.maj)
        return self.maj

    @property
    def letters(self) -> str:
        """The value of ``--min`` as typed, perhaps with commas, with a ``?`` appended for ``--joker``; "" for no cards.

        Raises ArgumentError if it contains anything but letters, jokers and commas, or more cards than a pli has (P3).
        """
        letters = self.min + ("?" if self.joker else "")
        typed_as("--min", "letters", parse_pli, letters)
        return letters


class CheckOptions(CardOptions):
    """The options of ``belettre check``, which judges *words*."""

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


def run(options: CheckOptions) -> int:
    """Judge the words of the command line or of standard input and print the verdicts; return the exit status.

    The status is EXIT_NEGATIVE if any word was refused, otherwise EXIT_OK. Raises UnusableInputError if no words are
    given and standard input is a terminal, or if options contradict each other.
    """
    say = Catalogue.load(options.lang)
    rules = options.rules()
    judge = Judge(open_lexicon(options.lexicon), rules, read_house_list(options.house_list))
    history = parse_history(options.played, rules)
    initial, letters = options.initial, options.letters
    if options.brief:
        if options.json:
            raise UnusableInputError("check: --brief and --json exclude each other")
        return _answer_in_brief(judge, options.words, initial, letters, history)
    answer = _answer_in_json if options.json else _answer_in_text
    status = EXIT_OK
    for words in _words(options.words):
        told: dict[str, None] = {}  # the rules behind the verdicts, each once
        for word in words:
            verdict = judge(word, initial=initial, letters=letters, played=history)
            answer(verdict, judge.lexicon, say)
            if not verdict.valid:
                status = EXIT_NEGATIVE
            if not options.json and (rule := rule_text(verdict, say)):
                told[rule] = None
        for rule in told:
            write(rule)
    return status


def open_lexicon(path: str | None) -> Lexicon:
    """Open the lexicon for a command that answers at once, such as ``check``, or that plays or tells a game.

    *path* is the value of ``--lexicon``; the file that it names is verified. If it is None, the lexicon of the package
    is opened, which was verified when it was built, so the answer need not wait 15 ms for its hash; each page is still
    checked before it is read (``lexicon.file.container``). Commands that read all of it verify every lexicon.

    Raises LexiconError if the file is missing, damaged or has another format version.
    """
    return Lexicon.open(path, verify=path is not None)


def read_house_list(path: str | None) -> HouseList | None:
    """Read the house list (the table's own list of accepted and refused words) that ``--house-list`` names.

    Return None if *path* is None or "". Raises ArgumentError if the file cannot be read.
    """
    if not path:
        return None
    from ...words.house_list import HouseList

    return HouseList.read(path)


def parse_history(played: str, rules: HouseRules) -> History:
    """Return the history of the earlier words, in order, from the comma-separated value of ``--played``.

    *rules* are the house rules of the table. Raises ArgumentError if a word is too long.
    """
    return typed_as("--played", "played", lambda text: History(split_words(text), rules), played)


def verdict_line(verdict: Verdict, say: Catalogue, near: Iterable[str] = ()) -> str:
    """Return a verdict and its proof in one line, with the decision in green (valid) or red (refused).

    near  words to suggest instead, which are spelled nearly like a word that was refused as unknown; () for none
    """
    head = paint(verdict_head(verdict.word, verdict.valid, say), "green" if verdict.valid else "red")
    return f"{head} {verdict_proof(verdict, say, near)}".rstrip()


def _words(words: list[str]) -> Iterable[list[str]]:
    """Return the words to judge, grouped in lists.

    *words* are the words of the command line. If there are none, or only ``-``, the words are read from standard input,
    one list for each block of lines that arrives. Raises UnusableInputError if there are no words and standard input
    is a terminal.
    """
    if words and words != ["-"]:
        return [words]
    if not words and (sys.stdin is None or sys.stdin.isatty()):
        raise UnusableInputError("check: no word given: « belettre check MOT… », or « - » for standard input")
    return (list(filter(str.strip, lines)) for lines in read_stdin_blocks())


def _answer_in_text(verdict: Verdict, lexicon: Lexicon, say: Catalogue) -> None:
    write(verdict_line(verdict, say, near_words(verdict, lexicon)))


def _answer_in_brief(judge: Judge, words: list[str], initial: str | None, letters: str, played: History) -> int:
    """Judge words in large blocks, print one short line per word, and return the exit status."""
    from ...referee.json_objects import BriefReporter

    reporter = BriefReporter(judge.stream(initial=initial, letters=letters, played=played or ()))
    for block in _words(words):
        if block:
            write_exactly("\n".join(reporter.lines(block)))
    return EXIT_NEGATIVE if reporter.any_refused else EXIT_OK


def _answer_in_json(verdict: Verdict, lexicon: Lexicon, say: Catalogue) -> None:
    from ...referee.json_objects import verdict_object

    write_json({**verdict_object(verdict, lexicon, say)})
