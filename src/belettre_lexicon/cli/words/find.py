"""The command ``belettre find``, which lists or counts the words that may be played with the cards on the table.

Start reading at ``run``.
"""

from __future__ import annotations

from ...lexicon.find.search import Word
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.names import cards_text
from ...words.judge import Judge
from ..commands import FindOptions
from ..kit.commands import split_words
from ..kit.terminal import EXIT_NEGATIVE, EXIT_OK, paint, write, write_json
from .check import open_lexicon, parse_history, read_house_list

#: The mark printed before a word with a usage label. A word that has both labels gets the mark listed first.
LABEL_MARKS = {"old": "†", "rare": "°"}


def run(options: FindOptions) -> int:
    """Print the words that fit the cards, or only their number.

    Return EXIT_NEGATIVE if no word fits, otherwise EXIT_OK. Raises ArgumentError for unusable options.
    """
    say = Catalogue.load(options.lang)
    rules = options.rules()
    judge = Judge(open_lexicon(options.lexicon), rules, read_house_list(options.house_list))
    history = parse_history(options.played, rules)
    initial, letters = options.initial, options.letters
    labels = None if options.labels is None else split_words(options.labels)
    count = judge.count(initial, letters, played=history, min_length=options.min_length, labels=labels)
    words: list[Word] = []
    if not options.count:
        words = judge.find(
            initial,
            letters,
            limit=options.limit or None,
            played=history,
            order=options.order,
            min_length=options.min_length,
            labels=labels,
        )
    if options.json:
        _write_json(options, list(history), count, words, judge.lexicon)
    elif options.count:
        write(str(count))
    else:
        write_list(cards_text(initial, letters, say), count, words, say)
    return EXIT_OK if count else EXIT_NEGATIVE


def write_list(cards: str, count: int, words: list[Word], say: Catalogue) -> None:
    """Print the number of words that fit, then a line for each word with its frequency and usage labels.

    cards  the cards as text, for the first line
    count  the number of words that fit the cards
    words  the words to list, which may be only some of those that fit
    """
    key = "find.none" if not count else "find.one" if count == 1 else "find.all" if count == len(words) else "find.some"
    write(say(key, cards=cards, count=count, shown=len(words)))
    width = max((len(word.spelling) for word in words), default=0)
    for word in words:
        mark = next((LABEL_MARKS[label] for label in LABEL_MARKS if label in word.labels), " ")
        labels = f"  ({', '.join(say(f'label.{label}') for label in word.labels)})" if word.labels else ""
        write(f"{mark} {word.spelling:<{width}}  {paint(say.number(word.zipf, '.1f') + labels, 'dim')}")


def _write_json(options: FindOptions, played: list[str], count: int, words: list[Word], lexicon: Lexicon) -> None:
    from ...referee.json_objects import search_object

    described = search_object(options.maj, options.letters, played, count, words, lexicon)
    if options.count:
        del described["words"]
    write_json(described)
