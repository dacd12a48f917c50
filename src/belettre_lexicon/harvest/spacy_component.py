"""The spaCy component « belettre_lexicon »: verdicts, readings and word families of the words of a text.

spaCy finds the component by its entry point if the extra ``spacy`` is installed::

    import spacy

    nlp = spacy.blank("fr")
    nlp.add_pipe("belettre_lexicon", config={"rules": {"plural_only": True}})
    doc = nlp("La raclette des écoliers plaît à l'école.")
    doc[1]._.belettre.valid  # True
    doc._.families           # {"école": 2, …}

The component judges the distinct words of each text as a stream (``words.stream``) and stores its options in the text.
Attributes are computed when they are read. A text from another process or from a file therefore has the same
attributes, even without its pipeline.

For a token without letters, such as a comma, and for a text that the component has not processed, an attribute is None
or empty.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from spacy.attrs import ORTH
from spacy.language import Language
from spacy.tokens import Doc, Token

from ..base.errors import ArgumentError
from ..french.rules import HouseRules
from ..lexicon.lexicon import Lexicon
from ..words.judge import Judge

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..lexicon.kin.kinship import Kinship
    from ..lexicon.readings import Reading
    from ..literals import PartOfSpeech
    from ..words.verdicts import Verdict

#: The name of the component, and the key of the options of a text in ``Doc.user_data``.
NAME = "belettre_lexicon"
#: Part of speech in Universal Dependencies, which spaCy's models use → the parts of speech of the lexicon that it may
#: stand for, the likeliest first. Auxiliary verbs are verbs; models often tag participles as adjectives.
PARTS_OF_SPEECH: dict[str, tuple[PartOfSpeech, ...]] = {
    "ADJ": ("adjective", "verb"),
    "ADP": ("preposition",),
    "ADV": ("adverb",),
    "AUX": ("verb",),
    "CCONJ": ("conjunction",),
    "DET": ("determiner",),
    "INTJ": ("interjection",),
    "NOUN": ("noun",),
    "NUM": ("numeral",),
    "PRON": ("pronoun",),
    "PROPN": ("proper_noun",),
    "SCONJ": ("conjunction",),
    "VERB": ("verb",),
}
#: The largest number of distinct words whose verdicts are kept. A novel has some 10,000.
_MOST_WORDS = 1 << 17


class _Words:
    """A judge and a cache of its results, which the attributes of all texts with the same options share.

    judge     the judge with the options
    verdicts  the number of a word in spaCy (``Token.orth``) → its verdict
    roots     (lemma, part of speech) → the root of its family; None if it has no kin
    """

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self._stream = judge.stream()
        self.verdicts: dict[int, Verdict] = {}
        self.roots: dict[tuple[str, PartOfSpeech], str | None] = {}

    def learn(self, doc: Doc) -> None:
        """Add the verdicts on the words of a text that have none yet."""
        new = [number for number in set(doc.to_array(ORTH).tolist()) if number not in self.verdicts]
        if not new:
            return
        if len(self.verdicts) + len(new) > _MOST_WORDS:
            self.verdicts.clear()
        texts = [doc.vocab.strings[number] for number in new]
        self.verdicts.update(zip(new, self._stream.verdicts(texts), strict=True))

    def verdict(self, token: Token) -> Verdict:
        """Return the verdict on a word, from *verdicts* if it is there."""
        found = self.verdicts.get(token.orth)
        return self.judge(token.text) if found is None else found

    def root(self, reading: Reading) -> str | None:
        """Return the root of the family of a reading's headword; None if the headword has no kin."""
        key = reading.lemma, reading.pos
        if key not in self.roots:
            families = self.judge.lexicon.family(reading.lemma)
            members = ({(one.spelling, one.pos) for one in family.members} for family in families)
            fitting = [family for family, has in zip(families, members, strict=True) if key in has]
            self.roots[key] = (fitting or families)[0].root.spelling if families else None
        return self.roots[key]


#: Options as JSON → the shared judge and results for texts with these options.
_WORDS: dict[str, _Words] = {}


def _words(options: str) -> _Words:
    """Return the shared results for options: a JSON array of the path of the lexicon (null: packaged) and the rules."""
    if options not in _WORDS:
        path, rules = json.loads(options)
        _WORDS[options] = _Words(Judge(Lexicon.open(path), HouseRules.from_dict(rules)))
    return _WORDS[options]


class BelettreLexicon:
    """The spaCy component; ``nlp.add_pipe("belettre_lexicon")`` makes one.

    *options* is a JSON array of the path of the lexicon and the house rules, as ``make_component`` passes it.
    ``nlp.to_disk`` stores these settings in the configuration of the pipeline, and pickle stores them too.
    """

    def __init__(self, options: str) -> None:
        self._options = options
        self._words = _words(options)

    def __call__(self, doc: Doc) -> Doc:
        """Judge the words of *doc*, store the options in ``doc.user_data`` for its attributes, and return *doc*."""
        self._words.learn(doc)
        doc.user_data[NAME] = self._options
        return doc

    def __reduce__(self) -> tuple[type[BelettreLexicon], tuple[str]]:
        return BelettreLexicon, (self._options,)


@Language.factory(NAME, default_config={"lexicon": None, "rules": {}})
def make_component(nlp: Language, name: str, lexicon: str | None, rules: dict[str, Any]) -> BelettreLexicon:
    """Return the component for a pipeline; spaCy calls this for ``nlp.add_pipe("belettre_lexicon", config=…)``.

    lexicon  the path of a compiled lexicon; None for the package's own
    rules    house rules by their names (``HouseRules``); options that are missing have their default values

    Raises ArgumentError for an unknown rule or an invalid value; LexiconError if the lexicon cannot be opened.
    """
    if not isinstance(rules, dict):
        raise ArgumentError(f"rules: expected a dictionary of house rules, got {type(rules).__name__}")
    return BelettreLexicon(json.dumps([lexicon, HouseRules.from_dict(rules).as_dict(complete=True)], sort_keys=True))


def _of(doc: Doc) -> _Words | None:
    """Return the shared results for the options of a text; None if the component has not processed it."""
    options = doc.user_data.get(NAME)
    return _words(options) if options is not None else None


def _is_word(token: Token) -> bool:
    return any(map(str.isalpha, token.text))


def _verdict(token: Token) -> Verdict | None:
    """The verdict on the word as it is written: ``token._.belettre``."""
    words = _of(token.doc)
    return words.verdict(token) if words and _is_word(token) else None


def _readings(token: Token) -> tuple[Reading, ...]:
    """The readings of the word: ``token._.readings``. If a model has tagged it, those of the tagged part of speech."""
    words = _of(token.doc)
    if not words or not _is_word(token):
        return ()
    lexicon = words.judge.lexicon
    meant = lexicon.spelling_of(token.text)
    readings = tuple(
        one for one in lexicon.readings(token.text) if not meant or one.spelling in (token.text, meant)
    )  # « et » is no reading of « ET »
    wanted: Collection[PartOfSpeech] = PARTS_OF_SPEECH.get(token.pos_, ())
    for pos in wanted:
        if fitting := tuple(one for one in readings if one.pos == pos):
            return fitting
    return readings


def _family(token: Token) -> str | None:
    """The root of the word's family: ``token._.family``; that of the first reading whose headword has kin."""
    words = _of(token.doc)
    return next((root for one in _readings(token) if (root := words.root(one))), None) if words else None


def _kin(token: Token, other: Token | str) -> Kinship | None:
    """The kinship of the word with another token or word: ``token._.kin(other)``; None if they are not kin (W8)."""
    words = _of(token.doc)
    text = other.text if isinstance(other, Token) else other
    return words.judge.lexicon.kinship(token.text, text) if words and _is_word(token) else None


def _families(doc: Doc) -> dict[str, int]:
    """Family root → the number of its words in the text, largest number first: ``doc._.families``."""
    roots = Counter(root for token in doc if (root := _family(token)))
    return dict(sorted(roots.items(), key=lambda item: (-item[1], item[0])))


Token.set_extension("belettre", getter=_verdict, force=True)
Token.set_extension("readings", getter=_readings, force=True)
Token.set_extension("family", getter=_family, force=True)
Token.set_extension("kin", method=_kin, force=True)
Doc.set_extension("families", getter=_families, force=True)
