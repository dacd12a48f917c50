"""``belettre check``: judge words, one line or one JSON object each."""

from __future__ import annotations

import sys

from ..lexicon.lexicon import Lexicon
from ..options import HouseRules
from ..referee.catalogue import Catalogue
from ..referee.sentences import refusal_text, verdict_line
from ..words.history import History
from ..words.judge import Judge
from ..words.verdicts import Verdict
from .terminal import ALL_VALID, SOME_REFUSED, UnusableInputError, lines_of_stdin, paint, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
    )
    house = _read_house_list(options.house_list) if options.house_list else None
    judge = Judge(Lexicon.open(options.lexicon), rules, house)
    history = History(filter(None, (word.strip() for word in options.played.split(","))), rules)
    letters = options.min + ("?" if options.joker else "")
    answer = _json_answer(judge.lexicon, say) if options.json else _text_answer(judge.lexicon, say)
    status = ALL_VALID
    for word in _words(options.words):
        verdict = judge(word, initial=options.maj, letters=letters, played=history)
        write(answer(verdict))
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


def _text_answer(lexicon: Lexicon, say: Catalogue) -> Callable[[Verdict], str]:
    def answer(verdict: Verdict) -> str:
        near = lexicon.suggest(verdict.word, limit=3, deep=False) if "unknown" in verdict.reasons else ()
        head, proof = verdict_line(verdict, say, near)
        return f"{paint(head, 'green' if verdict.valid else 'red')} {proof}".rstrip()

    return answer


def _json_answer(lexicon: Lexicon, say: Catalogue) -> Callable[[Verdict], str]:
    import json

    identity = {"edition": lexicon.edition, "hash": lexicon.hash}

    def answer(verdict: Verdict) -> str:
        refusals = []
        for refusal in verdict.refusals:
            described = refusal.as_dict()
            refusals.append(
                {
                    "rule": described["rule"],
                    "reason": described["reason"],
                    "text": refusal_text(refusal, say),
                    "evidence": described["evidence"],
                }
            )
        return json.dumps(
            {
                "word": verdict.word,
                "valid": verdict.valid,
                "refusals": refusals,
                "readings": [reading.as_dict() for reading in verdict.readings],
                "lexicon": identity,
            },
            ensure_ascii=not verdict.word.isprintable(),
        )

    return answer
