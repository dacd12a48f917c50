"""The grammar of French derivation, read from the tables ``lexicons/derivation/*.tsv``.

The tables list affixes, exchanges of endings, stem changes and more; ``-`` is an empty field. Endings and stems are
folded (« -ité » is written ``ite``), so a change between é and è is free. The *cost* of a rule says how doubtful an
analysis by it is, from 0 (« -ment » on an adjective) to 5.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar, get_args

from ...errors import LayerError
from ...grammar import POS
from ...letters import fold

Rule = TypeVar("Rule")
#: The relations that prefixes make.
PrefixKind = Literal["prefix", "compound"]
_PREFIX_KINDS: tuple[PrefixKind, ...] = get_args(PrefixKind)


class Suffix(NamedTuple):
    """A suffix: « joueur » is « jou- » + ``eur``.

    written  its folded letters at the end of a word of part of speech *derived*
    bases    parts of speech of its bases, the commonest first
    """

    name: str
    written: str
    derived: str
    bases: tuple[str, ...]
    cost: float


class Prefix(NamedTuple):
    """A prefix: « refaire » is ``re`` + « faire ».

    bases  parts of speech of its bases
    kind   the relation that it makes: "prefix", or "compound" for combining forms
    """

    name: str
    written: str
    bases: tuple[str, ...]
    kind: PrefixKind
    cost: float


class StemRule(NamedTuple):
    """A change of the base before a suffix: its *ending* becomes *stem* (« chapeau », ``eau`` → ``el``: chapel-ier).

    bases  parts of speech of the bases that change so, one letter each
    """

    bases: str
    ending: str
    stem: str
    cost: float


class Exchange(NamedTuple):
    """One ending in place of another: « typographe » from « typographie », ``graphe`` for ``graphie``.

    pos    parts of speech of the derivative
    bases  parts of speech of the base
    """

    name: str
    ending: str
    pos: tuple[str, ...]
    base_ending: str
    bases: tuple[str, ...]
    cost: float


class Learned(NamedTuple):
    """A learned stem, which follows no rule: « école » has the stem ``scol``, as in « scolaire »."""

    base: str
    pos: str
    stem: str


class Grammar(NamedTuple):
    """The grammar of derivation: all its tables.

    feminines        ending of a masculine noun, ending of its feminine
    participles      ending of a participle used as a noun or adjective, endings of its infinitive
    compound_verbs   verbs that stand first in compounds: « porte-clé »
    unbound          words that are only a combining form at the end of another word: « graphe » in « télégraphe »
    hyphen_prefixes  first parts that work as prefixes: « contre-jour » and « contre-pied » are not kin
    hyphen_links     small words between the parts: « arc-en-ciel »
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
    """Return the tables of a folder. Raises LayerError with ``file:line:`` for a row that does not parse."""
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
    """Return ``make(*fields)`` for each row after the header. *width* is the number of fields."""
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
