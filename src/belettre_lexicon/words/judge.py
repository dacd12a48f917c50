"""Floor 2. ``Judge``, the public class: judges words one by one or as a stream, and searches for words.

How one word is judged is in ``single_word``; streams are in ``stream``, searches with a house list in
``house_list_search``.
"""

from __future__ import annotations

from .history import History
from .single_word import SingleWordJudge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from ..lexicon.search import SortOrder, Word
    from .stream import StreamJudge
    from .verdicts import Reason, Verdict


class Judge(SingleWordJudge):
    """Says whether a word may be played, and gives every reason why not.

    >>> judge = Judge(Lexicon.open())
    >>> judge("Facile", initial="F", letters="lec", played=["Volonté", "École", "Raclette"]).valid
    True
    >>> judge("Portes").reasons
    ('plural', 'conjugated')

    A judge keeps nothing between words. Earlier words come with each call, best as a ``History`` that grows with the
    game: its look-ups take the same time however many words it holds.
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
        """Judge a stream of words against the same cards and the same earlier words; yield one verdict per word.

        Without earlier words and without a house list this takes less than half the time of single calls, since
        refusals are looked up only when they are read. Raises ArgumentError as a call does.

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
    ) -> Iterator[tuple[Reason, ...]]:
        """Yield the reasons against each word of a stream, in the order of ``REASONS``; () for a valid word.

        Meant for corpora: no verdicts are built.

        >>> list(Judge(Lexicon.open()).reasons(["raclette", "portes"]))
        [(), ('plural', 'conjugated')]
        """
        return self.stream(initial=initial, letters=letters, played=played).reasons(words)

    def stream(
        self, *, initial: str | None = None, letters: str = "", played: History | Iterable[str] = ()
    ) -> StreamJudge:
        """Return a judge of streams for these cards and earlier words; ``many`` and ``reasons`` use it.

        Keep it to judge several streams: it reuses what it has worked out for earlier ones.
        """
        from .stream import StreamJudge  # needed for streams only

        return StreamJudge(self, initial, letters, played)

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
        """Return the words that may be played under the rules and the house list of this table.

        The arguments are those of ``Lexicon.find``, with the earlier words as *played*.

        >>> [word.spelling for word in Judge(Lexicon.open()).find("F", "lec", limit=2, played=["facilité"])]
        ['faculté', 'fiscalité']
        """
        history = self.history(played)
        if self.house_list is not None:
            from .house_list_search import find_with_house_list  # needed with a house list only

            return find_with_house_list(
                self, self.house_list, initial, letters, jokers, limit, history, order, min_length, labels
            )
        return self.lexicon.find(
            initial,
            letters,
            jokers,
            limit=limit,
            exclude=history,
            order=order,
            min_length=min_length,
            labels=labels,
            rules=self.rules,
        )

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
        """Return how many words ``find`` gives without a limit."""
        history = self.history(played)
        if self.house_list is not None:
            return len(self.find(initial, letters, jokers, played=history, min_length=min_length, labels=labels))
        return self.lexicon.count(
            initial, letters, jokers, exclude=history, min_length=min_length, labels=labels, rules=self.rules
        )
