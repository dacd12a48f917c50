"""This library: words, kinship, suggestions and searches."""

from __future__ import annotations

from collections.abc import Callable

from belettre_lexicon import History, Judge, Lexicon

#: Ten earlier words of a game. The judged words start with C, and none of these does.
PLAYED = ["volonté", "école", "raclette", "facile", "aztèque", "arbitre", "aéroport", "iguane", "plage", "purgatoire"]


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Open the bundled lexicon; return a task for each kind of question. A pair or a search is « one TAB other »."""
    lexicon = Lexicon.open()
    judge = Judge(lexicon)
    played, long = History(PLAYED), History(words[:: max(len(words) // 2400, 1)])

    def pair(question: str) -> object:
        return lexicon.kinship(*question.split("\t"))

    def chain(question: str) -> object:
        kinship = lexicon.kinship(*question.split("\t"))
        return kinship.chain if kinship else None

    def searched(search: Callable[[str | None, str], object]) -> Callable[[str], object]:
        def ask(question: str) -> object:
            initial, letters = question.split("\t")
            return search(initial or None, letters)

        return ask

    tasks: dict[str, Callable[[str], object]] = {
        "belettre: membership": lexicon.__contains__,
        "belettre: readings": lexicon.readings,
        "belettre: judge": judge,
        "belettre: judge, with its readings": lambda word: judge(word).readings,
        "belettre: judge, with its refusals": lambda word: judge(word).refusals,
        "belettre: judge, 3 letters, 10 earlier words": lambda word: judge(
            word, initial="c", letters="eri", played=played
        ),
        f"belettre: judge after {len(long)} words": lambda word: judge(word, played=long),
        "belettre: kinship": pair,
        "belettre: kinship, with the chain": chain,
        "belettre: family": lexicon.family,
        "belettre: suggest (two edits)": lexicon.suggest,
        "belettre: suggest (one edit)": lambda word: lexicon.suggest(word, deep=False),
        "belettre: count": searched(lexicon.count),
        "belettre: count, 10 earlier words": searched(lambda i, m: lexicon.count(i, m, played=played)),
        "belettre: find 20": searched(lambda i, m: lexicon.find(i, m, limit=20)),
        "belettre: find 20, one joker": searched(lambda i, m: lexicon.find(i, m[:2], 1, limit=20)),
        "belettre: find 20, 10 earlier words": searched(lambda i, m: lexicon.find(i, m, limit=20, played=played)),
        "belettre: find 20, with the spellings": searched(
            lambda i, m: [word.spelling for word in lexicon.find(i, m, limit=20)]
        ),
        "belettre: find all": searched(lexicon.find),
        "belettre: open": lambda _: Lexicon.open(),
    }
    return tasks
