"""Find candidate links: for a lexeme, every base that the grammar of derivation or a source proposes.

::

    lexemes + grammar ─ Finder.candidates ─► [BaseCandidate, …], the likeliest first
                              ▲
    Littré's etymologies, Lexique's segmentations

A *lexeme* is a headword with its part of speech; a *base* is a lexeme on which another lexeme is built. The *cost* of a
candidate says how doubtful it is; candidates of cost 0 or less are certain. The cost is the sum of the costs of the
affix and of the change of stem (``grammar``) and a surcharge for each doubt: a short base, a base rarer than its
derivative, a foreign etymon in Littré. Support by a source lowers the cost.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from belettre_lexicon.french.letters import fold, is_compound
from belettre_lexicon.lexicon.compile.links import LexemeKey
from lexicons.build.parse.littre_etymology import Etymology

from .grammar import Grammar


class BaseCandidate(NamedTuple):
    """A possible link from a lexeme to its bases.

    bases     the lexemes on which the lexeme is built; several for compounds
    relation  one of ``grammar.RELATIONS``
    affix     the name of the affix, such as "-eur"; "" if there is none
    cost      how doubtful the candidate is; 0 or less is certain (see the module docstring)
    evidence  letters: F the grammar of derivation, T Littré names the base, t Littré only refers to it, X Lexique, R a
              manual decision
    """

    bases: tuple[LexemeKey, ...]
    relation: str
    affix: str
    cost: float
    evidence: str


#: The cost of a conversion between words of the same spelling, by the parts of speech of the derivative and its base.
_CONVERSION_COST = {("N", "A"): 0, ("W", "A"): 0, ("A", "N"): 0, ("N", "V"): 0, ("J", "N"): 1, ("W", "N"): 2}
_MOST_STEM_COST = 5


class Finder:
    """Finds the candidates of lexemes. It is built once, over all lexemes.

    lexemes      all lexemes of the layers
    grammar      the grammar of derivation
    zipf         spelling → frequency on the Zipf scale (base-10 logarithm of occurrences per billion words)
    etymologies  the etymologies of Littré
    segments     (lemma, part of speech, segmentation) for the lemmas of Lexique; « jou-eur » is a segmentation
    gentiles     inhabitants' names, which are not built on common words
    """

    def __init__(
        self,
        lexemes: Iterable[LexemeKey],
        grammar: Grammar,
        zipf: dict[str, float],
        etymologies: Iterable[Etymology] = (),
        segments: Iterable[tuple[str, str, str]] = (),
        gentiles: Iterable[str] = (),
    ) -> None:
        self.zipf = zipf
        self.grammar = grammar
        self.by_key: dict[str, list[LexemeKey]] = defaultdict(list)
        for lexeme in sorted(lexemes):
            self.by_key[fold(lexeme.spelling)].append(lexeme)
        self._suffixes: dict[str, list[int]] = defaultdict(list)
        for number, suffix in enumerate(grammar.suffixes):
            self._suffixes[suffix.written].append(number)
        self._prefixes = {prefix.written for prefix in grammar.prefixes} | grammar.hyphen_prefixes
        self._gentiles = frozenset(gentiles)
        self._stems: dict[tuple[str, str], dict[LexemeKey, float]] = defaultdict(dict)
        self._index_stems()
        self._littre: dict[str, list[Etymology]] = defaultdict(list)
        for etymology in etymologies:
            self._littre[fold(etymology.headword)].append(etymology)
        self._lexique: dict[str, set[str]] = defaultdict(set)
        for lemma, _, segmented in segments:
            for part in segmented.split("-"):
                if len(part) > 2:
                    self._lexique[fold(lemma)].add(fold(part.rstrip("0123456789")))

    # -- stems ------------------------------------------------------------------------------------
    def _index_stems(self) -> None:
        rules: dict[str, list[tuple[str, str, float]]] = defaultdict(list)
        for rule in self.grammar.stems:
            for pos in rule.bases:
                rules[pos].append((rule.ending, rule.stem, rule.cost))
        for key, lexemes in self.by_key.items():
            for lexeme in lexemes:
                pos = "N" if lexeme.pos in "BWOJRP" else lexeme.pos
                for ending, stem, cost in rules.get(pos, ()):
                    if key.endswith(ending) and len(key) > len(ending):
                        self._add_stem(key[: len(key) - len(ending)] + stem, lexeme, cost)
        for learned in self.grammar.learned:
            for lexeme in self.by_key.get(fold(learned.base), ()):
                if lexeme.pos == learned.pos:
                    self._add_stem(learned.stem, lexeme, -1)

    def _add_stem(self, stem: str, lexeme: LexemeKey, cost: float) -> None:
        if len(stem) < 2:
            return
        found = self._stems[stem, lexeme.pos]
        found[lexeme] = min(cost, found.get(lexeme, _MOST_STEM_COST))

    # -- candidates -------------------------------------------------------------------------------
    def candidates(self, lexeme: LexemeKey, limit: int = 6) -> list[BaseCandidate]:
        """Return up to *limit* candidates of a lexeme, the cheapest first; [] if there are none.

        If several candidates have the same bases, only the cheapest of them is returned.
        """
        best: dict[tuple[LexemeKey, ...], BaseCandidate] = {}
        for candidate in self._all(lexeme):
            if lexeme in candidate.bases or not self._sensible(lexeme, candidate):
                continue
            weighed = self._weigh(lexeme, candidate)
            known = best.get(weighed.bases)
            if known is None or weighed.cost < known.cost:
                best[weighed.bases] = weighed
        return sorted(best.values(), key=lambda c: (c.cost, c.bases))[:limit]

    def _sensible(self, lexeme: LexemeKey, candidate: BaseCandidate) -> bool:
        """Return whether a candidate makes sense.

        An inhabitants' name may be built only on another inhabitants' name, or as a feminine on its masculine. All
        other candidates make sense.
        """
        return (
            candidate.relation == "feminine"
            or lexeme.spelling not in self._gentiles
            or candidate.bases[-1].spelling in self._gentiles
        )

    def _all(self, lexeme: LexemeKey) -> Iterator[BaseCandidate]:
        """Yield the candidates of every rule, with the cost of the rule alone; ``_weigh`` computes the final cost."""
        key = fold(lexeme.spelling)
        yield from self._conversions(lexeme, key)
        yield from self._feminines(lexeme, key)
        if is_compound(lexeme.spelling):
            yield from self._hyphenated(lexeme)
            return
        yield from self._suffixed(lexeme, key)
        yield from self._prefixed(lexeme, key)
        yield from self._combined(lexeme, key)
        yield from self._named(lexeme, key)

    def _conversions(self, lexeme: LexemeKey, key: str) -> Iterator[BaseCandidate]:
        """Yield bases with the same stem but another part of speech.

        Examples: « blond » (noun) from « blond » (adjective), « un employé » from « employer ».
        """
        for other in self.by_key[key]:
            cost = _CONVERSION_COST.get((lexeme.pos, other.pos))
            if other.spelling == lexeme.spelling and cost is not None:
                yield BaseCandidate((other,), "conversion", "", cost, "F")
        if lexeme.pos in "NA":
            for ending, verbs in self.grammar.participles:
                if key.endswith(ending) and _participle_accents(lexeme.spelling, ending):
                    stem = key[: len(key) - len(ending)]
                    for verb_ending in verbs:
                        for verb in self.by_key.get(stem + verb_ending, ()):
                            if verb.pos == "V":
                                yield BaseCandidate((verb,), "conversion", "", 0.5, "F")
            if lexeme.pos == "N":
                yield from self._deverbal(lexeme, key)

    def _deverbal(self, lexeme: LexemeKey, key: str) -> Iterator[BaseCandidate]:
        """Yield the verbs from which a noun may be made without a suffix.

        Examples: « danse » from « danser », « clou » from « clouer ».
        """
        stem = key[:-1] if key.endswith("e") and not lexeme.spelling.endswith("é") else key
        for ending, change in (("er", ""), ("ir", ""), ("er", stem[-1:]), ("re", "")):
            for verb in self.by_key.get(stem + change + ending, ()):
                if verb.pos == "V" and len(stem) > 1:
                    yield BaseCandidate((verb,), "conversion", "", 1 + (len(stem) < 4), "F")

    def _feminines(self, lexeme: LexemeKey, key: str) -> Iterator[BaseCandidate]:
        """Yield the masculine words of which a noun may be the feminine: « danseur » for « danseuse »."""
        if lexeme.pos != "N" or lexeme.spelling[-1] == "é":  # « broché » is no feminine of « broc »
            return
        for masculine, feminine in self.grammar.feminines:
            if key.endswith(feminine) and len(key) - len(feminine) > 1:
                for other in self.by_key.get(key[: len(key) - len(feminine)] + masculine, ()):
                    if other.pos in "NA" and other.spelling != lexeme.spelling:
                        cost = 0.5 if other.pos == "N" else 1.0
                        if feminine == "e" and other.spelling[-1] == "é":
                            cost -= 1
                        yield BaseCandidate((other,), "feminine", "", cost + (feminine in ("e", "esse")), "F")

    def _suffixed(self, lexeme: LexemeKey, key: str) -> Iterator[BaseCandidate]:
        """Yield bases from which a suffix or an exchange of endings makes the lexeme.

        Examples: « joueur » from « jouer » by a suffix, « typographe » from « typographie » by an exchange.
        """
        for cut in range(2, len(key)):
            for number in self._suffixes.get(key[cut:], ()):
                suffix = self.grammar.suffixes[number]
                if suffix.derived != lexeme.pos or not _accents_agree(lexeme.spelling, suffix.name):
                    continue
                for rank, pos in enumerate(suffix.bases):
                    for base, cost in self._stems.get((key[:cut], pos), {}).items():
                        relation = "learned" if cost < 0 else "suffix"
                        yield BaseCandidate(
                            (base,), relation, suffix.name, suffix.cost + max(cost, 0) + rank * 0.25, "F"
                        )
        for exchange in self.grammar.exchanges:
            if lexeme.pos in exchange.pos and key.endswith(exchange.ending) and len(key) > len(exchange.ending) + 1:
                for base in self.by_key.get(key[: len(key) - len(exchange.ending)] + exchange.base_ending, ()):
                    if base.pos in exchange.bases:
                        yield BaseCandidate((base,), "suffix", exchange.name, exchange.cost, "F")
        if lexeme.pos == "V":
            yield from self._verbs(lexeme, key)

    def _verbs(self, lexeme: LexemeKey, key: str) -> Iterator[BaseCandidate]:
        """Yield the nouns and adjectives from which a verb is made with only a verb ending.

        Examples: « clouer » from « clou », « blanchir » from « blanc ».
        """
        for ending in ("er", "ir"):
            if key.endswith(ending):
                for pos in "NA":
                    for base, cost in self._stems.get((key[: -len(ending)], pos), {}).items():
                        if base.spelling.endswith(_NO_VERB_BASES) and not key.startswith(fold(base.spelling)):
                            continue
                        yield BaseCandidate((base,), "learned" if cost < 0 else "conversion", "", 1 + max(cost, 0), "F")

    def _prefixed(self, lexeme: LexemeKey, key: str) -> Iterator[BaseCandidate]:
        """Yield bases from which a prefix makes the lexeme, alone or together with a verb ending.

        Examples: « refaire » from « faire », « encadrer » from « cadre ».
        """
        for prefix in self.grammar.prefixes:
            if not key.startswith(prefix.written) or len(key) - len(prefix.written) < 3:
                continue
            rest = key[len(prefix.written) :]
            for base in self.by_key.get(rest, ()):
                if not lexeme.spelling.endswith(base.spelling):
                    continue  # the accents differ, so this is another word
                if base.pos == lexeme.pos and lexeme.pos in prefix.bases:
                    yield BaseCandidate((base,), prefix.kind, prefix.name, prefix.cost + 0.5, "F")
                elif {base.pos, lexeme.pos} <= {"N", "A"} and prefix.cost < 2:
                    yield BaseCandidate((base,), prefix.kind, prefix.name, prefix.cost + 1.5, "F")
            if lexeme.pos == "V" and rest[-2:] in ("er", "ir") and "V" in prefix.bases:
                for pos in "NA":
                    for base, cost in self._stems.get((rest[:-2], pos), {}).items():
                        if cost < 3:
                            yield BaseCandidate((base,), "prefix", prefix.name, prefix.cost + max(cost, 0) + 1.5, "F")

    def _combined(self, lexeme: LexemeKey, key: str) -> Iterator[BaseCandidate]:
        """Yield the bases of a compound that is written as one word.

        « chrysothérapie » consists of a first part in -o or -i and its base « thérapie ». « portefeuille » consists of
        a verb and a noun, which are both bases.
        """
        if lexeme.pos not in "NAV":
            return
        for cut in range(3, len(key) - 3):
            rest = key[cut:]
            for base in self.by_key.get(rest, ()):
                if base.pos != lexeme.pos or len(rest) < 5 or not lexeme.spelling.endswith(base.spelling):
                    continue
                if key[cut - 1] in "oi" and cut >= 4:
                    yield BaseCandidate((base,), "compound", "", 2.5, "F")
            if lexeme.pos == "N":
                for second in self.by_key.get(rest, ()):
                    if second.pos != "N" or not lexeme.spelling.endswith(second.spelling):
                        continue
                    if verb := self._verb_first(lexeme.spelling[: len(lexeme.spelling) - len(second.spelling)]):
                        yield BaseCandidate((verb, second), "compound", "", 1.5, "F")

    def _hyphenated(self, lexeme: LexemeKey) -> Iterator[BaseCandidate]:
        """Yield the bases of a word with hyphens.

        Compounds may have several bases (« arc-en-ciel », « porte-clé »). A word that starts with a prefix has one
        base: « contre-attaque ».
        """
        parts = [part for part in lexeme.spelling.replace("'", "-").split("-") if part not in self.grammar.hyphen_links]
        if len(parts) > 1 and fold(parts[0]) in self._prefixes:
            base = self._part("-".join(parts[1:])) or self._part(parts[-1])
            if base is not None:
                yield BaseCandidate((base,), "prefix", f"{parts[0]}-", 1, "F")
            return
        bases = [self._verb_first(parts[0])] if len(parts) == 2 and lexeme.pos == "N" else [None]
        bases += [self._part(part) for part in (parts[1:] if bases[0] else parts)]
        found = tuple(dict.fromkeys(base for base in bases if base is not None))
        if found:
            yield BaseCandidate(found, "compound", "", 1, "F")

    def _verb_first(self, part: str) -> LexemeKey | None:
        """Return the verb that a form at the start of a compound belongs to; None if there is no such verb.

        Such forms are « porte- », « ouvre- », « essuie- ».
        """
        for ending, infinitive in (
            ("e", "er"),
            ("ie", "yer"),
            ("e", "ir"),
            ("it", "ire"),
            ("d", "dre"),
            ("", "re"),
            ("t", "tre"),
        ):
            if (
                part.endswith(ending)
                and (verb := part[: len(part) - len(ending)] + infinitive) in self.grammar.compound_verbs
            ):
                return next((lexeme for lexeme in self.by_key.get(fold(verb), ()) if lexeme.pos == "V"), None)
        return None

    def _part(self, part: str) -> LexemeKey | None:
        """Return the lexeme of a part of a compound; None if it is unknown.

        A plural noun gives the lexeme of its singular, a feminine adjective that of its masculine.
        """
        same = [x for x in self.by_key.get(fold(part), ()) if x.spelling == part and x.pos in "NAVB"]
        if same:
            return min(same, key=lambda lexeme: "NAVB".index(lexeme.pos))
        for ending, whole, pos in (("s", "", "N"), ("x", "", "N"), ("aux", "al", "N"), ("e", "", "A")):
            if part.endswith(ending):
                for lexeme in self.by_key.get(fold(part[: len(part) - len(ending)] + whole), ()):
                    if lexeme.pos == pos:
                        return lexeme
        return None

    def _named(self, lexeme: LexemeKey, key: str) -> Iterator[BaseCandidate]:
        """Yield the base that Littré names in the article of a word, even if no rule of the grammar finds it.

        A base that does not start with the same two letters as the word is left out.
        """
        for etymology in self._littre.get(key, ()):
            for base in etymology.bases[:1]:
                for other in self.by_key.get(fold(base), ()):
                    if other.pos in "NAV" and other.spelling[:2] == lexeme.spelling[:2]:
                        yield BaseCandidate((other,), "suffix", "", 4, "")

    def _participial(self, lexeme: LexemeKey) -> bool:
        """Return whether a noun or adjective looks like a participle. Its verb is then a better base than this word."""
        if lexeme.pos not in "AN" or lexeme.spelling[-1] not in "éiutse":
            return False
        key = fold(lexeme.spelling)
        return any(
            verb.pos == "V"
            for ending, verbs in self.grammar.participles
            if key.endswith(ending) and _participle_accents(lexeme.spelling, ending)
            for verb_ending in verbs
            for verb in self.by_key.get(key[: len(key) - len(ending)] + verb_ending, ())
        )

    # -- weighing ---------------------------------------------------------------------------------
    def _weigh(self, lexeme: LexemeKey, found: BaseCandidate) -> BaseCandidate:
        """Return a candidate with its final cost and evidence; the module docstring explains the cost."""
        cost, evidence = found.cost, found.evidence
        key = fold(lexeme.spelling)
        names = {fold(base.spelling) for base in found.bases}
        etymologies = self._littre.get(key, ())
        named_by_littre = {fold(base) for etymology in etymologies for base in etymology.bases}
        referred_to = {fold(word) for etymology in etymologies for word in etymology.see}
        if names & named_by_littre:
            cost, evidence = cost - 2, evidence + "T"
        elif names & referred_to:
            cost, evidence = cost - 1, evidence + "t"
        elif any(etymology.foreign for etymology in etymologies) and found.relation not in ("feminine",):
            cost += 1.5
        if names & self._lexique.get(key, set()):
            cost, evidence = cost - 1.5, evidence + "X"
        if (
            found.relation != "conversion"
            and any(self._participial(base) for base in found.bases)
            and found.affix != "-ment"
        ):
            cost += 0.75
        if (
            found.relation == "conversion"
            and lexeme.pos == "V"
            and any(self._participial(base) for base in found.bases)
        ):
            cost += 4
        shortest = min(len(name) for name in names)
        if found.relation not in ("feminine", "compound") and shortest < 5:
            cost += 1.0 if shortest == 4 else 2.0
        gap = self.zipf.get(lexeme.spelling, 0.0) - max(self.zipf.get(base.spelling, 0.0) for base in found.bases)
        if gap > 0.5 and found.relation != "conversion":
            cost += min(gap - 0.5, 2.0)
        unbound = "-" not in lexeme.spelling and found.bases[-1].spelling in self.grammar.unbound
        if unbound and found.relation in ("compound", "prefix"):
            cost += 4  # the words share only a combining form: « algie », « névralgie »
        return found._replace(cost=cost, evidence=evidence)


def _participle_accents(spelling: str, ending: str) -> bool:
    """Return whether a spelling may end in this folded ending of a participle.

    For « e » and « ee » it must end in « -é » or « -ée »; for the other endings the result is True.
    """
    return spelling.endswith({"e": "é", "ee": "ée"}.get(ending, ""))


def _accents_agree(spelling: str, suffix: str) -> bool:
    """Return whether a spelling ends in « -é » or « -ée » if the suffix does; True for all other suffixes.

    This has to be checked because the rules of the grammar are written without accents.
    """
    for ending in ("ée", "é"):
        if suffix.endswith(ending):
            return spelling.endswith(ending)
    return True


#: Endings of nouns and adjectives from which no verb is made, unless the verb starts with the whole word.
_NO_VERB_BASES = (
    "ion",
    "if",
    "eur",
    "euse",
    "age",
    "ment",
    "able",
    "isme",
    "iste",
    "ique",
    "eux",
    "ier",
    "ette",
    "erie",
    "té",
    "ance",
    "ence",
)
