"""``belettre check``: judge words, one line or one JSON object each."""

from __future__ import annotations

import sys

from ..lexicon.lexicon import Lexicon
from ..options import HouseRules
from ..referee.catalogue import Catalogue
from ..referee.sentences import refusal_text, remark_text, verdict_line
from ..words.history import History
from ..words.judge import Judge
from ..words.verdicts import Verdict
from .terminal import ALL_VALID, SOME_REFUSED, UnusableInputError, lines_of_stdin, paint, write, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..words.houselist import HouseList
    from .arguments import CheckOptions


def run(options: CheckOptions) -> int:
    """Judge the words of the options, or of standard input; the exit status."""
    say = Catalogue.load(options.lang)
    rules = HouseRules(
        letters_shared=options.letters_shared,
        plural_only=options.plural_only,
        compounds=not options.no_compounds,
        current_only=options.current_only,
        accents_differ=options.accents_differ,
        refuse_near_kin=options.refuse_near_kin,
    )
    house = _read_house_list(options.house_list) if options.house_list else None
    judge = Judge(Lexicon.open(options.lexicon), rules, house)
    history = History(filter(None, (word.strip() for word in options.played.split(","))), rules)
    letters = options.min + ("?" if options.joker else "")
    answer = _answer_in_json if options.json else _answer_in_text
    status = ALL_VALID
    for word in _words(options.words):
        verdict = judge(word, initial=options.maj, letters=letters, played=history)
        answer(verdict, judge.lexicon, say)
        if not verdict.valid:
            status = SOME_REFUSED
    return status


def _read_house_list(path: str) -> HouseList:
    from ..words.houselist import HouseList

    return HouseList.read(path)


def _words(words: list[str]) -> Iterable[str]:
    if words and words != ["-"]:
        return words
    if not words and (sys.stdin is None or sys.stdin.isatty()):
        raise UnusableInputError("check: no word given: « belettre check MOT… », or « - » for standard input")
    return (line for line in lines_of_stdin() if line.strip())


def _answer_in_text(verdict: Verdict, lexicon: Lexicon, say: Catalogue) -> None:
    near = lexicon.suggest(verdict.word, limit=3, deep=False) if "unknown" in verdict.reasons else ()
    head, proof = verdict_line(verdict, say, near)
    write(f"{paint(head, 'green' if verdict.valid else 'red')} {proof}".rstrip())


def _answer_in_json(verdict: Verdict, lexicon: Lexicon, say: Catalogue) -> None:
    write_json(
        {
            "word": verdict.word,
            "valid": verdict.valid,
            "refusals": [{**refusal.as_dict(), "text": refusal_text(refusal, say)} for refusal in verdict.refusals],
            "remarks": [{**remark.as_dict(), "text": remark_text(remark, say)} for remark in verdict.remarks],
            "readings": [reading.as_dict() for reading in verdict.readings],
            "lexicon": lexicon.identity,
        }
    )
