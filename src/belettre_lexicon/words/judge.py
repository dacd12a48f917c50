"""``Judge``, the public class that judges words one by one or in streams and searches for words.

``single_word`` judges one word, ``stream`` judges streams of words, and ``table_search`` searches at a table with a
house list or checks of its own.
"""

from __future__ import annotations

from ..french.grammar import DISCOURTEOUS
from .history import History
from .single_word import SingleWordJudge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from ..lexicon.find.search import Word
    from ..literals import SortOrder
    from .stream import StreamJudge
    from .table_search import SearchOptions
    from .verdicts import Verdict


class Judge(SingleWordJudge):
    """Judges whether a word may be played, and gives every reason if it may not.

    >>> judge = Judge(Lexicon.open())
    >>> judge("Facile", initial="F", letters="lec", played=["Volonté", "École", "Raclette"]).valid
    True
    >>> judge("Portes").reasons
    ('plural', 'conjugated')

    A judge keeps no words from one call to the next: the earlier words are an argument of each call. In a game, pass a
    ``History`` and add each valid word to it: its look-ups take the same time however many words it holds.

    Threads may share a judge: it does not change, and every answer depends on the arguments alone. From asyncio, call
    it directly, since a verdict takes microseconds; ``find`` without a limit and long streams take milliseconds, so use
    ``asyncio.to_thread`` for them.

    A pickled judge contains its lexicon as a path and a hash (``Lexicon``), its rules, its house list and its checks:
    half a KB without a list. It can therefore be an argument of a task in a process pool. Judges are equal if their
    lexicons, rules, lists and checks are equal.
    """

    __slots__ = ()

    def many(
        self,
        words: Iterable[str],
        *,
        initial: str | None = None,
        letters: str = "",
        played: History | Iterable[str] = (),
    ) -> Iterator[Verdict]:
        """Return an iterator of verdicts, one for each word, all judged with the same cards and earlier words.

        The keyword arguments are those of a call of the judge with one word, and so are the errors. Without earlier
        words, a house list or checks of the table's own, this takes less than half the time of single calls, because
        words are looked up in batches.

        >>> [verdict.valid for verdict in Judge(Lexicon.open()).many(["raclette", "portes"])]
        [True, False]
        """
        return self.stream(initial=initial, letters=letters, played=played).verdicts(words)

    def reasons(
        self,
        words: Iterable[str],
        *,
        initial: str | None = None,
        letters: str = "",
        played: History | Iterable[str] = (),
    ) -> Iterator[tuple[str, ...]]:
        """Return an iterator of the reasons for refusing each word, in the order of ``REASONS``; () for a valid word.

        The reasons of the table's own checks come last. The arguments are those of ``many``. This is meant for corpora:
        it is faster than ``many``, because most words need no ``Verdict``.

        >>> list(Judge(Lexicon.open()).reasons(["raclette", "portes"]))
        [(), ('plural', 'conjugated')]
        """
        return self.stream(initial=initial, letters=letters, played=played).reasons(words)

    def stream(
        self, *, initial: str | None = None, letters: str = "", played: History | Iterable[str] = ()
    ) -> StreamJudge:
        """Return a judge of streams of words for these cards and earlier words; ``many`` and ``reasons`` use one.

        The arguments are those of ``many``. To judge several streams, keep the ``StreamJudge``, which caches reasons.
        """
        from .stream import StreamJudge  # needed for streams only

        return StreamJudge(self, initial, letters, played)

    def courteous(self) -> Judge:
        """Return a judge of the same table that also refuses vulgar and offensive words, to choose words with.

        Players may say such words; bots, hints and examples do not choose them (``grammar.DISCOURTEOUS``). Words that
        the house list accepts stay.

        >>> judge = Judge(Lexicon.open())
        >>> judge("boche").valid, judge.courteous()("boche").valid
        (True, False)
        """
        groups = ",".join({*self.rules.refuse_labels, *DISCOURTEOUS})
        return Judge(self.lexicon, self.rules.replace(refuse_labels=groups), self.house, self.checks)

    def find(
        self,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        *,
        limit: int | None = None,
        played: History | Iterable[str] = (),
        order: SortOrder = "zipf",
        min_length: int | None = None,
        labels: Collection[str] | None = None,
    ) -> list[Word]:
        """Return the words that may be played under the rules, the house list and the checks of this table.

        The arguments are those of ``Lexicon.find``, except that *played* may be any iterable of words and that the
        rules are those of the judge. With checks of the table's own, a word is found only if its spelling in the
        lexicon passes them; ``count`` then takes as long as a search without a limit.

        >>> [word.spelling for word in Judge(Lexicon.open()).find("F", "lec", limit=2, played=["facilité"])]
        ['faculté', 'fiscalité']
        """
        cards = initial, letters, jokers
        options: SearchOptions = {"played": self.history(played), "min_length": min_length, "labels": labels}
        if self.house is not None or self.checks:
            from .table_search import TableSearch  # most tables have neither

            return TableSearch(self, cards, options).find(limit, order)
        return self.lexicon.find(*cards, limit=limit, order=order, rules=self.rules, **options)

    def count(
        self,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        *,
        played: History | Iterable[str] = (),
        min_length: int | None = None,
        labels: Collection[str] | None = None,
    ) -> int:
        """Return the number of words that ``find`` returns for the same arguments without a limit."""
        cards = initial, letters, jokers
        options: SearchOptions = {"played": self.history(played), "min_length": min_length, "labels": labels}
        if self.checks:
            return len(self.find(*cards, **options))
        if self.house is not None:
            from .table_search import TableSearch  # most tables have no list

            return TableSearch(self, cards, options).count()
        return self.lexicon.count(*cards, rules=self.rules, **options)
