"""``belettre find``: the words that may be played with the cards on the table, or how many they are."""

from __future__ import annotations

from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import Catalogue
from ..referee.json_objects import search_object
from ..referee.names import cards_text
from ..words.judge import Judge
from .check import read_history, read_house_list
from .terminal import ALL_VALID, SOME_REFUSED, paint, write, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..lexicon.search import Word
    from .arguments import FindOptions

#: What stands before a word that a table may frown at: the first of these labels that it carries.
MARKS = {"old": "†", "rare": "°"}


def run(options: FindOptions) -> int:
    """Show the words that fit; exit status 1 when there is none."""
    say = Catalogue.load(options.lang)
    rules = options.rules()
    judge = Judge(Lexicon.open(options.lexicon), rules, read_house_list(options.house_list))
    history = read_history(options.played, rules)
    labels = None if options.labels is None else [label for label in options.labels.split(",") if label]
    count = judge.count(options.maj, options.letters, played=history, min_length=options.min_length, labels=labels)
    found: list[Word] = []
    if not options.count:
        found = judge.find(
            options.maj,
            options.letters,
            limit=options.limit or None,
            played=history,
            order=options.order,
            min_length=options.min_length,
            labels=labels,
        )
    if options.json:
        _write_json(options, list(history), count, found, judge.lexicon)
    elif options.count:
        write(str(count))
    else:
        write_list(cards_text(options.maj, options.letters, say), count, found, say)
    return ALL_VALID if count else SOME_REFUSED


def write_list(cards: str, count: int, found: list[Word], say: Catalogue) -> None:
    """Write how many words fit *cards*, and those that were found."""
    key = "find.none" if not count else "find.one" if count == 1 else "find.all" if count == len(found) else "find.some"
    write(say(key, cards=cards, count=count, shown=len(found)))
    width = max((len(word.spelling) for word in found), default=0)
    for word in found:
        mark = next((MARKS[label] for label in MARKS if label in word.labels), " ")
        labels = f"  ({', '.join(say(f'label.{label}') for label in word.labels)})" if word.labels else ""
        write(f"{mark} {word.spelling:<{width}}  {paint(f'{word.zipf:.1f}{labels}', 'dim')}")


def _write_json(options: FindOptions, played: list[str], count: int, found: list[Word], lexicon: Lexicon) -> None:
    described = search_object(options.maj, options.letters, played, count, found, lexicon)
    if options.count:
        del described["words"]
    write_json(described)
