"""Merge the records of the sources and the manual decisions into the readings of the layers.

A *record* is a reading in one source. Which source wins is stated here, and only here:

1. Grammalecte gives the core: every form with its lemma and grammar.
2. Manual decisions (``overrides``) correct the core: plural-only nouns are marked, ghost words (words that nobody uses)
   are dropped. Participles and feminines are decided afterwards, in both layers (``participles``, ``feminines``).
3. Words that only the other sources have enter the extra layer if a table has a row with the verdict « keep » for them.
4. Recent words and inhabitants' names from our own tables enter the core.
5. Proper names of the other sources enter the extra layer, so that a refusal can give « name » as the reason.

::

    Grammalecte's records ─ gather ─► core ─ Decisions.apply, add_own_words ─► layer core
    kept additions ─ extra_readings, proper_names ───────────────────────────► layer extra
    both ─ assign_headwords, attest ─► headwords and source letters
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator

from belettre_lexicon.french.grammar import LABELS, MOODS, SOURCE_LETTERS, status_of_tag
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.layers import LayerReading
from belettre_lexicon.literals import Label
from lexicons.build.decisions.overrides import DecisionRow, DecisionTable
from lexicons.build.parse.grammalecte import ABBREVIATION
from lexicons.build.readings import inflect
from lexicons.build.readings.votes import Votes
from lexicons.build.records import Rejects, SourceRecord, why_no_word

#: Readings by their key (spelling, lemma, tag).
Readings = dict[tuple[str, str, str], LayerReading]


def tag_of(record: SourceRecord) -> str:
    """Return the tag of a record, in the notation of ``grammar``, such as ``N.f.s``.

    The finite forms of a verb are in the order of a conjugation table. A missing gender becomes "e" (either) or, for
    past participles, "m"; a missing number becomes "s".
    """
    if record.pos == "V":
        if record.forms in (("inf",), ("ppr",)):
            return f"V.{record.forms[0]}"
        if record.forms == ("ppa",):
            return f"V.ppa.{record.gender or 'm'}.{record.number or 's'}"
        return f"V.{_finite(set(record.forms))}"
    if record.pos in "NA":
        return f"{record.pos}.{record.gender or 'e'}.{record.number or 's'}"
    if record.pos in "OD" and record.number:
        return f"{record.pos}.{record.gender or 'e'}.{record.number}"
    return record.pos


def _finite(forms: set[str]) -> str:
    """Return finite verb forms as part of a tag: « pres1s » and « pres3s » become « pres13s »."""
    parts = []
    for mood in MOODS:
        for number in "sp":
            persons = "".join(p for p in "123" if f"{mood}{p}{number}" in forms)
            if persons:
                parts.append(f"{mood}{persons}{number}")
    return "+".join(parts)


def gather(records: Iterable[SourceRecord], letter: str) -> Readings:
    """Return the records of one source as readings.

    The finite forms of one verb that share a spelling become one reading; duplicates become one reading too. A reading
    has a label only if all its duplicates have it. *letter* is the letter of the source in ``grammar.SOURCE_LETTERS``;
    "" if the readings are to have no source.
    """
    finite: dict[tuple[str, str], set[str]] = defaultdict(set)
    marks: dict[tuple[str, str, str], list[set[str]]] = defaultdict(list)
    for record in records:
        if record.pos == "V" and record.forms[0][-1] in "sp" and record.forms[0] != "ppa":
            finite[record.spelling, record.lemma].update(record.forms)
            marks[record.spelling, record.lemma, "V"].append(set(record.labels))
        else:
            marks[record.spelling, record.lemma, tag_of(record)].append(set(record.labels))
    readings: Readings = {}
    for (spelling, lemma, tag), sets in marks.items():
        full = f"V.{_finite(finite[spelling, lemma])}" if tag == "V" else tag
        labels = set.intersection(*sets)
        add(readings, spelling, lemma, full, labels, letter)
    return readings


def add(
    readings: Readings, spelling: str, lemma: str, tag: str, labels: Iterable[str], sources: str, status: str = ""
) -> None:
    """Add a reading to *readings*; if it exists already, add *labels* and *sources* to it.

    If *status* is "", an existing reading keeps its status, and a new one gets the status that its tag implies.
    """
    key = (spelling, lemma, tag)
    known = readings.get(key)
    if known:
        sources = known.sources + sources
    kept = set(labels) | set(known.labels if known else ())
    readings[key] = LayerReading(
        spelling,
        lemma,
        tag,
        status or (known.status if known else _status(lemma, spelling, tag)),
        tuple(label for label in (*LABELS, ABBREVIATION) if label in kept),
        "".join(letter for letter in SOURCE_LETTERS if letter in sources),
    )


def _status(lemma: str, spelling: str, tag: str) -> str:
    if tag[0] in "OD" and tag.endswith(".p"):
        # « plusieurs » and « divers » are headwords; « celles » and « leurs » are plurals of other headwords.
        return "+" if lemma == spelling else "p"
    return "f" if tag == "D.f.s" else status_of_tag(tag)


def attest(readings: Readings, votes: Votes) -> None:
    """Add to each reading the letters of the other sources that attest it.

    Littré and the Wiktionary list headwords, so they attest base forms only.
    """
    for key, reading in readings.items():
        pos = reading.tag[0]
        letters = votes.any(reading.spelling, pos) if pos != "Z" else set()
        if reading.status not in "+o":
            letters = letters - {"T", "W"}
        if letters:
            merged = "".join(c for c in SOURCE_LETTERS if c in letters or c in reading.sources)
            readings[key] = reading._replace(sources=merged)


def relabel(readings: Readings, table: DecisionTable) -> None:
    """Correct the labels of readings: as the rows of the table « labels » say, and those of the reform of 1990.

    A row gives the labels of a headword with one part of speech, and of its forms. The reform changed the plural or the
    gender of some words whose spelling it left alone (« photo »): a spelling with a reading from before the reform is
    none of the reform.
    """
    before = {(r.spelling, r.tag[0]) for r in readings.values() if "reform1990" not in r.labels and r.status in "+o"}
    for key, reading in list(readings.items()):
        spelling, lemma, tag = key
        labels = reading.labels
        if "reform1990" in labels and (spelling, tag[0]) in before:
            labels = tuple(label for label in labels if label != "reform1990")
        row = table.get(lemma)
        if row and tag[0] in {short[0] for short in row.tags}:
            table.mark_used(lemma)
            labels = tuple(label for label in LABELS if label in row.labels or (label == "gentile" and label in labels))
        if labels != reading.labels:
            readings[key] = reading._replace(labels=labels)


def mark(readings: Readings, table: DecisionTable, label: Label, *, playable: bool) -> None:
    """Give a label to the readings of the spellings in a table: to those that may be played, or to all others.

    These are the tables of ghosts, forms that are no headwords (W4), and of words that no program chooses by itself.
    """
    for key, reading in list(readings.items()):
        if (reading.status in "+o") is playable and reading.tag != "P" and table.use(reading.spelling):
            readings[key] = reading._replace(labels=(*reading.labels, label))


#: Forms that the sources list as words of their own → the headwords that a reader looks up.
_HEADWORDS = {
    **dict.fromkeys(("cet", "cette", "ces"), "ce"),
    **dict.fromkeys(("ladite", "lesdits", "lesdites"), "ledit"),
    **dict.fromkeys(("dudit", "desdits", "desdites"), "dudit"),
    **dict.fromkeys(("toute", "tous", "toutes"), "tout"),
    **dict.fromkeys(("icelle", "iceux", "icelles"), "icelui"),
    **dict.fromkeys(("laquelle", "lesquels", "lesquelles"), "lequel"),
    **dict.fromkeys(("desquels", "desquelles"), "duquel"),
    **dict.fromkeys(("auxquels", "auxquelles"), "auquel"),
    "aïeux": "aïeul",
    "cieux": "ciel",
    "yeux": "œil",
    "bonshommes": "bonhomme",
    "gentilshommes": "gentilhomme",
    "messieurs": "monsieur",
    "mesdames": "madame",
    "mesdemoiselles": "mademoiselle",
    "diverses": "divers",
}


def name_headwords(readings: Readings) -> None:
    """Give the refused readings of irregular forms their headwords: « cieux » is the plural of « ciel » (W6)."""
    for key, reading in list(readings.items()):
        spelling, lemma, tag = key
        headword = _HEADWORDS.get(spelling, lemma)
        if lemma == spelling != headword and reading.status in "pf":
            del readings[key]
            add(readings, spelling, headword, tag, reading.labels, reading.sources, reading.status)


def assign_headwords(core: Readings) -> None:
    """Replace the lemma of some nouns with the headword under which a dictionary lists them (W6).

    A feminine noun has its own entry, so « actrices » is the plural of « actrice », not of « acteur ». A unit with a
    prefix has its own entry too: the source lists « hectomètre » under « mètre ».
    """
    singulars = {
        (lemma, inflect.plural(spelling)): spelling
        for spelling, lemma, tag in core
        if tag == "N.f.s" or (tag[0] == "N" and tag.endswith(".s") and spelling.endswith(lemma))
    }
    own = set(singulars.values())
    for key, reading in list(core.items()):
        spelling, lemma, tag = key
        if tag[0] != "N":
            continue
        headword = singulars.get((lemma, spelling)) if tag.endswith(".p") else spelling if spelling in own else None
        if headword and headword != lemma and (tag[2] == "f" or headword.endswith(lemma)):
            del core[key]
            add(core, spelling, headword, tag, reading.labels, reading.sources, reading.status)


class Decisions:
    """Applies the tables of decisions to the core. Each kind of correction has its own method.

    Rows that are applied are marked as used; rows that are still unused at the end are stale.

    tables   name → table of decisions
    rejects  the counts of dropped readings, by reason
    """

    def __init__(self, tables: dict[str, DecisionTable], rejects: Rejects) -> None:
        self.tables = tables
        self.rejects = rejects

    def apply(self, core: Readings) -> None:
        """Correct *core* in place, as the rows of the tables say."""
        self._bare_verbs(core)
        self._abbreviations(core)
        self._plural_pronouns(core)
        self._single(core)
        self._collisions(core)
        self._plurals(core)

    def _drop(self, core: Readings, key: tuple[str, str, str], reason: str) -> None:
        del core[key]
        self.rejects.add(reason, " ".join(key))

    def _bare_verbs(self, core: Readings) -> None:
        """Add the regular forms of verbs for which the source has only the infinitive."""
        conjugated = {lemma for _, lemma, tag in core if tag.startswith("V.ppr")}
        for reading in list(core.values()):
            if reading.tag == "V.inf" and reading.lemma not in conjugated and len(fold(reading.spelling)) >= 5:
                for spelling, tag in inflect.forms(reading.spelling, "V")[1:]:
                    add(core, spelling, reading.lemma, tag, reading.labels, "R")

    def _abbreviations(self, core: Readings) -> None:
        """Give abbreviations, symbols and acronyms the tag Z, unless a row says that they are words (W5).

        For example, a row says that « chrono » is a word.
        """
        table = self.tables["abbreviations"]
        for key, reading in list(core.items()):
            if ABBREVIATION not in reading.labels:
                continue
            row = table.use(reading.spelling)
            kept = (row and row.verdict == "keep") or table.use_verdict(reading.lemma) == "keep"
            labels = tuple(label for label in reading.labels if label != ABBREVIATION)
            if kept:
                core[key] = reading._replace(labels=labels, sources=_reviewed(reading.sources))
            else:
                del core[key]
                add(core, reading.spelling, reading.lemma, "Z", labels, reading.sources, "a")

    def _plurals(self, core: Readings) -> None:
        """Mark the nouns that exist only in the plural, and drop singulars that nobody uses (W6b).

        Singulars that the source wrongly lists as plurals are corrected as well.
        """
        table = self.tables["plurals"]
        for key, reading in list(core.items()):
            spelling, _, tag = key
            if tag[0] not in "NA" or (tag[0] == "A" and not tag.endswith(".p")):
                continue
            verdict = table.use_verdict(spelling)
            if tag[0] == "A":
                if verdict == "plural_only":
                    # « les législatives »: the core has only the plural of the adjective.
                    add(core, spelling, spelling, f"N{tag[1:]}", reading.labels, "R", "o")
            elif verdict == "plural_only" and tag.endswith(".p"):
                core[key] = reading._replace(status="o", sources=_reviewed(reading.sources))
            elif verdict == "singular" and tag.endswith(".p"):
                # « merlus », « loris »: a singular in -s or -x that the source takes for a plural.
                del core[key]
                add(core, spelling, spelling, tag[:-1] + "i", reading.labels, _reviewed(reading.sources))
            elif verdict == "ghost" and not tag.endswith(".p"):
                self._drop(core, key, "ghost_singular")

    def _plural_pronouns(self, core: Readings) -> None:
        """Apply the decisions on plural pronouns and determiners that the source lists as headwords (W6).

        « lesquels » becomes a plural, which is refused; « plusieurs » stays a word.
        """
        table = self.tables["plurals"]
        for key, reading in list(core.items()):
            if reading.tag[0] in "OD" and reading.tag.endswith(".p") and reading.status == "+":
                verdict = table.use_verdict(reading.spelling)
                if verdict in ("plural", "plural_only"):
                    status = "p" if verdict == "plural" else "o"
                    core[key] = reading._replace(status=status, sources=_reviewed(reading.sources))

    def _single(self, core: Readings) -> None:
        """Drop words that only Grammalecte has and that a row rejects, together with all their forms (W5).

        Such words are parts of foreign phrases, misspellings, and feminines that nobody uses as nouns. A row with the
        tag V rejects a verb that does not exist, with its conjugation; all other rows leave verbs alone.
        """
        table = self.tables["single"]
        gone: set[tuple[str, str]] = set()
        for key, reading in list(core.items()):
            if reading.status not in "+o":
                continue
            row = table.use(reading.spelling)
            if row and row.verdict == "reject" and ("V" in row.tags) == (reading.tag == "V.inf"):
                gone.add((reading.spelling, reading.tag[0]))
                self._drop(core, key, "no_word_of_one_source")
        plurals = {(inflect.plural(spelling), pos) for spelling, pos in gone}
        for key, reading in list(core.items()):
            pos = reading.tag[0]
            if (reading.lemma, pos) in gone or (reading.tag.endswith(".p") and (reading.spelling, pos) in plurals):
                self._drop(core, key, "form_of_no_word")

    def _collisions(self, core: Readings) -> None:
        """Drop the base readings of spellings that are base forms only because of an error in the sources (W4).

        These are the spellings with the verdict « reject » in the table « collisions ». Infinitives are kept.
        """
        table = self.tables["collisions"]
        for key, reading in list(core.items()):
            if reading.status in "+o" and table.use_verdict(reading.spelling) == "reject" and reading.tag != "V.inf":
                self._drop(core, key, "no_such_base_reading")

    def mark_attested(self, votes: Votes) -> None:
        """Mark as used the rows on additions and inflected forms whose spelling is a base form in another source.

        The other rows of these two tables stay unused, so they are stale.
        """
        for name in ("additions", "inflected"):
            for row in self.tables[name]:
                if votes.base_parts(row.spelling) - {"P"}:
                    self.tables[name].mark_used(row.spelling)

    def add_own_words(self, core: Readings, is_homonym: Callable[[str], bool]) -> None:
        """Add words of our own tables to the core.

        These are recent and everyday words, inflected forms that are words too, inhabitants' names, well-known names
        and acronyms, and plurals that French took from another language (« antipasti »); the reason of such a row is
        the singular. *is_homonym* returns whether an inhabitants' name is also another word; such a name gets no label
        "gentile".
        """
        for name in ("modern", "everyday", "inflected"):
            for row in self.tables[name]:
                if row.verdict in ("keep", "participle"):  # whether a participle is a word is decided later (W6a)
                    add_regular(core, row)
        self._gentiles(core, is_homonym)
        for row in self.tables["names"]:
            add(core, row.spelling, row.spelling, "Z" if row.verdict == "acronym" else "P", row.labels, "R")
        for row in self.tables["foreign_plurals"]:
            for tag in row.tags:
                add(core, row.spelling, row.reason, f"{tag}.p", row.labels, "R")

    def _gentiles(self, core: Readings, is_homonym: Callable[[str], bool]) -> None:
        """Add inhabitants' names as nouns of both genders (W5).

        The feminine noun is spelled like the feminine adjective if the core has one. Otherwise it is the regular
        feminine, unless the table has a separate row for an irregular feminine. The verdict « other » means that the
        word does not name inhabitants, or that another meaning is commoner (« moche »): it gets no label "gentile".
        """
        table = self.tables["gentiles"]
        kept = [row for row in table if row.verdict != "reject"]
        feminines = {lemma: spelling for spelling, lemma, tag in core if tag == "A.f.s"}
        irregular = {row.reason for row in kept if row.tags == ("N.f",)}
        for row in kept:
            feminine = feminines.get(row.spelling)
            if feminine is None:
                written = row.reason in irregular and "A" in row.tags and "N.m" in row.tags
                feminine = "" if written else inflect.feminine(row.spelling)
            labelled = {word for word in (row.spelling, feminine) if row.verdict == "keep" and not is_homonym(word)}
            add_gentile(core, row, feminine, labelled)


def add_regular(readings: Readings, row: DecisionRow) -> None:
    """Add the word of a decision and its regular forms to *readings*."""
    for tag in row.tags:
        for spelling, form_tag in inflect.forms(row.spelling, tag):
            add(readings, spelling, row.spelling, form_tag, row.labels, "R")


def add_gentile(readings: Readings, row: DecisionRow, feminine: str, labelled: Collection[str]) -> None:
    """Add an inhabitants' name and its forms, with the tags of *row*.

    If the tags include both ``N.m`` and ``A``, *feminine* is added too, as a noun and as an adjective.

    feminine  the feminine noun; "" to add no feminine
    labelled  the words, out of the name and *feminine*, whose forms get the label "gentile"
    """
    word = row.spelling
    both = "A" in row.tags and "N.m" in row.tags
    tags = [tag for tag in row.tags if not both or tag != "A"]
    forms = [(word, form) for tag in tags for form in inflect.forms(word, tag)]
    if both:
        forms += [(word, (spelling, f"A{tag[1:]}")) for spelling, tag in inflect.forms(word, "N.m")]
        if feminine and feminine != word:
            nouns = inflect.forms(feminine, "N.f")
            forms += [(feminine, (spelling, f"{pos}{tag[1:]}")) for spelling, tag in nouns for pos in "NA"]
    for of, (spelling, tag) in forms:
        labels = (*row.labels, "gentile") if of in labelled else row.labels
        add(readings, spelling, word, tag, labels, "R")


def extra_readings(
    table: DecisionTable, core: Readings, inflected: dict[str, list[SourceRecord]], gentiles: set[str]
) -> Iterator[LayerReading]:
    """Yield the readings of the extra layer: all forms of the words to keep, except readings that the core has already.

    table      the table of additions; only rows with the verdict « keep » count
    core       the readings of the core
    inflected  lemma → records of Lefff and DELA; words that are missing here are inflected regularly
    gentiles   inhabitants' names (W5): words that DELA also has with a capital
    """
    extra: Readings = {}
    for row in table:
        if row.verdict != "keep":
            continue
        if row.spelling in gentiles and "A" in row.tags:
            feminine = inflect.feminine(row.spelling)
            add_gentile(extra, row._replace(tags=("N.m", "A")), feminine, (row.spelling, feminine))
        for tag in row.tags:
            records = [record for record in inflected.get(row.spelling, ()) if _fits(record, tag)]
            if any(record.spelling == row.spelling for record in records):
                for (spelling, lemma, full), reading in gather(records, "").items():
                    add(extra, spelling, lemma, full, {*reading.labels, *row.labels}, "R")
            else:
                for spelling, full in inflect.forms(row.spelling, tag):
                    add(extra, spelling, row.spelling, full, row.labels, "R")
    for key, reading in extra.items():
        if key not in core:
            yield reading


def _fits(record: SourceRecord, tag: str) -> bool:
    """Return whether a record is a form of a word with this short tag, such as ``N.m`` or ``V``."""
    return record.pos == tag[0] and (tag[0] != "N" or tag[2:] not in ("m", "f") or record.gender in (tag[2:], ""))


def proper_names(records: Iterable[SourceRecord], letter: str, known: set[str]) -> Iterator[LayerReading]:
    """Yield the proper names of one source whose folded spelling is not in *known*.

    Plurals and single letters are left out. *letter* is the letter of the source in ``grammar.SOURCE_LETTERS``.
    """
    for record in records:
        spelling = record.spelling
        if record.pos != "P" or record.number == "p" or len(spelling) == 1 or why_no_word(spelling):
            continue
        if fold(spelling) not in known:
            yield LayerReading(record.spelling, record.spelling, "P", "n", (), letter)


def _reviewed(sources: str) -> str:
    """Return *sources* with the letter R, which stands for a manual decision; R is added only if it is missing."""
    return sources if "R" in sources else sources + "R"
