"""``belettre check``: judge words, one line or one JSON object each."""

from __future__ import annotations

import sys

from ..lexicon.lexicon import Lexicon
from ..options import HouseRules
from ..referee.catalogue import Catalogue
from ..referee.sentences import near_words
from ..words.history import History
from ..words.judge import Judge
from ..words.verdicts import Verdict
from .terminal import ALL_VALID, SOME_REFUSED, UnusableInputError, blocks_of_stdin, verdict_line, write, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..words.houselist import HouseList
    from .arguments import CheckOptions


def run(options: CheckOptions) -> int:
    """Judge the words of the options, or of standard input; the exit status."""
    say = Catalogue.load(options.lang)
    rules = options.rules()
    judge = Judge(Lexicon.open(options.lexicon), rules, read_house_list(options.house_list))
    history = read_history(options.played, rules)
    letters = options.letters
    if options.brief:
        if options.json:
            raise UnusableInputError("check: --brief and --json are two forms of answer, choose one")
        return _answer_in_brief(judge, options.words, options.maj, letters, history)
    answer = _answer_in_json if options.json else _answer_in_text
    status = ALL_VALID
    for words in _words(options.words):
        for word in words:
            verdict = judge(word, initial=options.maj, letters=letters, played=history)
            answer(verdict, judge.lexicon, say)
            if not verdict.valid:
                status = SOME_REFUSED
    return status


def read_house_list(path: str | None) -> HouseList | None:
    """The table's own words, from the file of ``--house-list``. Raises ArgumentError when it cannot be read."""
    if not path:
        return None
    from ..words.houselist import HouseList

    return HouseList.read(path)


def read_history(played: str, rules: HouseRules) -> History:
    """The earlier words, from the text of ``--played``."""
    return History(filter(None, (word.strip() for word in played.split(","))), rules)


def _words(words: list[str]) -> Iterable[list[str]]:
    """The words of the command line, or those of standard input as they arrive."""
    if words and words != ["-"]:
        return [words]
    if not words and (sys.stdin is None or sys.stdin.isatty()):
        raise UnusableInputError("check: no word given: « belettre check MOT… », or « - » for standard input")
    return (list(filter(str.strip, lines)) for lines in blocks_of_stdin())


def _answer_in_text(verdict: Verdict, lexicon: Lexicon, say: Catalogue) -> None:
    write(verdict_line(verdict, say, near_words(verdict, lexicon)))


def _answer_in_brief(judge: Judge, words: list[str], initial: str | None, letters: str, played: History) -> int:
    """Short lines, as fast as a corpus asks for; the exit status."""
    from ..referee.brief_lines import BriefReporter

    reporter = BriefReporter(judge.sieve(initial=initial, letters=letters, played=played or ()))
    for block in _words(words):
        if block:
            write("\n".join(reporter.lines(block)))
    return SOME_REFUSED if reporter.any_refused else ALL_VALID


def _answer_in_json(verdict: Verdict, lexicon: Lexicon, say: Catalogue) -> None:
    from ..referee.json_objects import verdict_object

    write_json(verdict_object(verdict, lexicon, say))
