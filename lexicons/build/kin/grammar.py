"""Read the grammar of French derivation from the tables ``lexicons/derivation/*.tsv``.

The tables list affixes, exchanges of endings, stem changes and more; ``-`` is an empty field. Endings and stems are
*folded*, which means written without accents (« -ité » is ``ite``), so a change between é and è costs nothing. The
*cost* of a rule says how doubtful an analysis by this rule is, from 0 (« -ment » after an adjective) to 5.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar, get_args

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.french.grammar import POS
from belettre_lexicon.french.letters import fold

Rule = TypeVar("Rule")
#: The relations that a prefix may create between a word and its base.
PrefixKind = Literal["prefix", "compound"]
_PREFIX_KINDS: tuple[PrefixKind, ...] = get_args(PrefixKind)


class Suffix(NamedTuple):
    """A suffix: « joueur » is « jou- » + ``eur``.

    name     the suffix as it is shown, such as "-eur"
    written  the folded letters of the suffix at the end of the derivative
    derived  the part of speech of the derivative
    bases    the parts of speech of possible bases, the commonest first
    cost     how doubtful an analysis by this suffix is, from 0 to 5
    """

    name: str
    written: str
    derived: str
    bases: tuple[str, ...]
    cost: float


class Prefix(NamedTuple):
    """A prefix: « refaire » is ``re`` + « faire ».

    name     the prefix as it is shown, such as "re-"
    written  the folded letters of the prefix at the start of the derivative
    bases    the parts of speech of possible bases
    kind     the relation between derivative and base: "prefix", or "compound" for combining forms
    cost     how doubtful an analysis by this prefix is, from 0 to 5
    """

    name: str
    written: str
    bases: tuple[str, ...]
    kind: PrefixKind
    cost: float


class StemRule(NamedTuple):
    """A change of the base before a suffix: in « chapelier », the ``eau`` of « chapeau » becomes ``el``.

    bases   the parts of speech of the bases that change like this, one letter each
    ending  the folded ending of the base
    stem    the folded letters that replace this ending; "" if it is dropped
    cost    how doubtful the change is, from 0 to 5
    """

    bases: str
    ending: str
    stem: str
    cost: float


class Exchange(NamedTuple):
    """The exchange of one ending for another: « typographe » from « typographie », ``graphe`` for ``graphie``.

    name         the affix as it is shown, such as "-graphe"
    ending       the folded ending of the derivative
    pos          the parts of speech of the derivative
    base_ending  the folded ending of the base
    bases        the parts of speech of the base
    cost         how doubtful the exchange is, from 0 to 5
    """

    name: str
    ending: str
    pos: tuple[str, ...]
    base_ending: str
    bases: tuple[str, ...]
    cost: float


class Learned(NamedTuple):
    """A learned stem, which follows no rule: « école » has the stem ``scol``, as in « scolaire ».

    base  the spelling of the word that has the stem
    pos   the part of speech of this word
    stem  the stem, folded
    """

    base: str
    pos: str
    stem: str


class Grammar(NamedTuple):
    """The grammar of derivation: the contents of all its tables.

    suffixes         the suffixes
    prefixes         the prefixes
    exchanges        the exchanges of endings
    stems            the changes of stem
    learned          the learned stems
    feminines        pairs: ending of a masculine noun, ending of its feminine
    participles      pairs: ending of a participle used as a noun or adjective, endings of its infinitive
    compound_verbs   verbs that stand first in compounds: « porter » in « porte-clé »
    unbound          words that are only a combining form at the end of another word: « graphe » in « télégraphe »
    hyphen_prefixes  first parts that count as prefixes, so that « contre-jour » and « contre-pied » are unrelated
    hyphen_links     small words between the parts of a compound: « en » in « arc-en-ciel »
    """

    suffixes: tuple[Suffix, ...]
    prefixes: tuple[Prefix, ...]
    exchanges: tuple[Exchange, ...]
    stems: tuple[StemRule, ...]
    learned: tuple[Learned, ...]
    feminines: tuple[tuple[str, str], ...]
    participles: tuple[tuple[str, tuple[str, ...]], ...]
    compound_verbs: frozenset[str]
    unbound: frozenset[str]
    hyphen_prefixes: frozenset[str]
    hyphen_links: frozenset[str]


def read_grammar(folder: Path) -> Grammar:
    """Return the grammar in the tables of a folder.

    Raises LayerError for an invalid row; the message starts with ``file:line:``.
    """
    hyphenated = _rows(folder / "hyphenated.tsv", 2, lambda part, kind: (part, kind))
    return Grammar(
        _rows(folder / "suffixes.tsv", 5, lambda n, w, d, b, c: Suffix(n, w, _pos(d), _bases(b), _cost(c))),
        _rows(folder / "prefixes.tsv", 5, lambda n, w, b, k, c: Prefix(n, w, _bases(b), _kind(k), _cost(c))),
        _rows(
            folder / "exchanges.tsv", 6, lambda n, e, p, b, of, c: Exchange(n, e, _bases(p), b, _bases(of), _cost(c))
        ),
        _rows(folder / "stems.tsv", 4, lambda b, e, s, c: StemRule(_pos(b), e, _none(s), _cost(c))),
        _rows(folder / "learned.tsv", 3, lambda b, p, s: Learned(b, _pos(p), fold(s))),
        _rows(folder / "feminines.tsv", 2, lambda m, f: (_none(m), f)),
        _rows(folder / "participles.tsv", 2, lambda ending, verbs: (ending, tuple(verbs.split()))),
        frozenset(_rows(folder / "compound_verbs.tsv", 1, str)),
        frozenset(_rows(folder / "unbound.tsv", 1, str)),
        frozenset(part for part, kind in hyphenated if kind == "prefix"),
        frozenset(part for part, kind in hyphenated if kind == "link"),
    )


def _rows(path: Path, width: int, make: Callable[..., Rule]) -> tuple[Rule, ...]:
    """Return ``make(*fields)`` for each row of a table after its header. *width* is the number of fields.

    Raises LayerError for a row with the wrong number of fields, or with fields that *make* rejects.
    """
    rows = []
    with path.open(encoding="utf-8") as stream:
        next(stream, None)
        for number, line in enumerate(stream, 2):
            fields = line.rstrip("\n").split("\t")
            if len(fields) != width:
                raise LayerError(f"{path.name}:{number}: {len(fields)} fields, expected {width} separated by tabs")
            try:
                rows.append(make(*fields))
            except LayerError as error:
                raise LayerError(f"{path.name}:{number}: {error}") from None
    return tuple(rows)


def _kind(text: str) -> PrefixKind:
    for kind in _PREFIX_KINDS:
        if text == kind:
            return kind
    raise LayerError(f"{text!r}: expected prefix or compound")


def _none(text: str) -> str:
    return "" if text == "-" else text


def _pos(text: str) -> str:
    if not text or any(letter not in POS for letter in text):
        raise LayerError(f"{text!r}: expected parts of speech such as N, V, NA")
    return text


def _bases(text: str) -> tuple[str, ...]:
    return tuple(_pos(part) for part in text.split())


def _cost(text: str) -> float:
    if not text.replace(".", "", 1).isdigit() or float(text) > 5:
        raise LayerError(f"cost {text!r}: expected a number from 0 to 5")
    return float(text)
