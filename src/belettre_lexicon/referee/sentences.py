"""Sentences about a verdict: the decision first, then each reason with its proof.

Start reading at ``verdict_text``. A one-word ``belettre check`` imports this module, so this module must not import
slow modules.
"""

from __future__ import annotations

from ..base.errors import ArgumentError
from ..french.grammar import BASE_PARTICIPLES
from ..french.letters import APOSTROPHES, announced
from ..lexicon.readings import Reading
from ..words.verdicts import REASONS, Refusal, Verdict
from .catalogue import Catalogue, filled
from .catalogue import printable as printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Literal

    from ..lexicon.lexicon import Lexicon
    from ..literals import PartOfSpeech


#: The largest number of similar words that are suggested for an unknown word, in a sentence and in a dossier.
MAX_NEAR, MAX_NEAR_IN_DOSSIER = 3, 5
#: The largest number of earlier words of the family that one line names; JSON and the dossier have all of them (W10).
_MOST_KIN = 3
#: The sources of readings (``grammar.SOURCES``) that players know, which are named first, and the others.
_KNOWN_SOURCES, _OTHER_SOURCES = ("littre", "wiktionary"), ("lefff", "dela", "lexique", "grammalecte")
#: The tags of feminine adjectives and determiners.
_FEMININES = frozenset({"A.f.s", "D.f.s"})
#: What players put before a noun that they announce.
_ARTICLES = frozenset({"un", "une", "le", "la", "l'"})
#: The number of sources that a sentence names if there are at least two more, which it counts.
_MOST_SOURCES = 3


def verdict_text(verdict: Verdict, say: Catalogue, near: Iterable[str] = ()) -> str:
    """Return a verdict and its proof in one line, such as: « Portes » : refusé. Pluriel de « porte » (nom).

    *near* are the words to suggest instead of a refused word (``near_words``). If a verdict from a record accepts a
    word, its proof is usually empty, because records do not contain readings.
    """
    head, proof = verdict_head(verdict.word, verdict.valid, say), verdict_proof(verdict, say, near)
    return f"{head} {proof}".rstrip()


def verdict_head(word: str, valid: bool, say: Catalogue) -> str:
    """Return only the decision about a word as a sentence: « Portes » : refusé. *valid* is the decision."""
    return say("verdict.valid" if valid else "verdict.refused", word=printable(word))


def verdict_proof(verdict: Verdict, say: Catalogue, near: Iterable[str] = ()) -> str:
    """Return the proof of a verdict as sentences; "" if there is nothing to say.

    The proof consists of the readings of a valid word, or the reasons for refusing a refused word, and of the remarks.
    *near* are the words to suggest instead of a refused word (``near_words``).
    """
    remarks = " ".join(map(_sentence, _texts("remark", verdict.remarks, verdict.word, say)))
    if verdict.valid:
        return f"{_sentence(say('list.clause').join(_playable_readings(verdict, say)))} {remarks}".strip()
    proofs = _texts("reason", verdict.refusals, verdict.word, say)
    words = ", ".join(near)
    offer = f" {say('verdict.near', words=words)}." if words else ""
    return f"{_sentence(say('list.clause').join(proofs))}{offer} {remarks}".rstrip()


def first_proof(verdict: Verdict, say: Catalogue) -> str:
    """Return the first part of the proof of a verdict as a short sentence: one reading of a valid word, or one reason.

    Returns "" if a valid word comes without readings, from the record of a game. The remarks are left out.
    """
    if verdict.valid:
        return _sentence("".join(_playable_readings(verdict, say)[:1]))
    return _sentence("".join(refusal_text(refusal, say, verdict.word) for refusal in verdict.refusals[:1]))


def near_words(verdict: Verdict, lexicon: Lexicon, *, in_dossier: bool = False) -> list[str]:
    """Return playable words with a similar spelling if a word was refused as unknown, best first; [] otherwise.

    By default, the result has up to MAX_NEAR words that differ by one edit. This takes less than a millisecond and is
    enough to spot a typing error. If *in_dossier* is true, the result has up to MAX_NEAR_IN_DOSSIER words, which may
    differ by two edits. This takes 10 ms or more.
    """
    if "unknown" not in verdict.reasons or _noun_of(verdict.word):
        return []
    if in_dossier:
        return lexicon.suggest(verdict.word, limit=MAX_NEAR_IN_DOSSIER)
    return lexicon.suggest(verdict.word, limit=MAX_NEAR, deep=False)


def editions_text(recorded: Mapping[str, str], current: Mapping[str, str], say: Catalogue) -> str:
    """Return a sentence that says that a game was judged with a lexicon other than the current one.

    *recorded* and *current* are identities of lexicons (``Lexicon.identity``). Returns "" if they are equal, or if
    *recorded* is empty because the record does not name its lexicon.
    """
    if not recorded or recorded == current:
        return ""
    return say(
        "replay.edition",
        edition=printable(recorded.get("edition", "?")),
        hash=printable(recorded.get("hash", "?"))[:12],
        own=current["edition"],
        own_hash=current["hash"][:12],
    )


def remark_text(remark: Refusal, say: Catalogue, word: str = "") -> str:
    """Return the text of a remark: distant kin among the earlier words (W8), or another spelling of the letters (W4).

    *word* is the word of the verdict; it is needed if it and the earlier word are forms of one word, or if the spelling
    is the one that was typed. The text is
    part of a sentence and therefore has no capital letter at its start and no full stop.
    """
    if remark.reason == "other_spelling":
        reading = remark.evidence["reading"]
        if reading.spelling.lower() == word.lower():
            return say("remark.as_typed", what=_reading_refusal(reading.status, reading, {}, say))
        what = with_gloss(say(f"pos.{reading.pos}"), reading, say)
        return say("remark.other_spelling", spelling=reading.spelling, pos=what)
    return _kinship_refusal("remark", remark, word, say)


def _kinship_refusal(section: Literal["reason", "remark"], refusal: Refusal, word: str, say: Catalogue) -> str:
    """Return the message that *word* belongs to the family of an earlier word (W8), with what proves it."""
    from .families import kinship_text  # most checks find no kin and need not load it

    evidence, kinship = refusal.evidence, refusal.evidence["kinship"]
    earlier = printable(evidence["earlier"])
    return say(
        f"{section}.same_family{'' if kinship.tier == 'core' else '_near'}",
        earlier=earlier,
        turn=evidence["turn"],
        chain=kinship_text(kinship, printable(word), earlier, say),
    )


def _texts(section: Literal["reason", "remark"], refusals: Iterable[Refusal], word: str, say: Catalogue) -> list[str]:
    """Return the texts of refusals or remarks. Of the earlier words of the same family, only _MOST_KIN are named."""
    texts: list[str] = []
    kin = 0
    for refusal in _once(list(refusals)):
        kin += refusal.reason == "same_family"
        if refusal.reason != "same_family" or kin <= _MOST_KIN:
            text = refusal_text(refusal, say, word) if section == "reason" else remark_text(refusal, say, word)
            texts.append(text)
        elif kin == _MOST_KIN + 1:
            place = len(texts)
    if kin > _MOST_KIN:
        count = kin - _MOST_KIN
        texts.insert(place, say(f"{section}.same_family_more{'_one' if count == 1 else ''}", count=count))
    return texts


def _once(refusals: list[Refusal]) -> list[Refusal]:
    """Return refusals without those that another one's text says too.

    That a word is a feminine adjective is said with its plural, and of « SNCF », that it is an abbreviation is enough.
    """
    told = {
        (refusal.reason, refusal.evidence["reading"].lemma) for refusal in refusals if "reading" in refusal.evidence
    }
    telling = {"feminine_adjective": "plural", "proper_noun": "abbreviation"}
    return [
        refusal
        for refusal in refusals
        if refusal.reason not in telling or (telling[refusal.reason], refusal.evidence["reading"].lemma) not in told
    ]


def refusal_text(refusal: Refusal, say: Catalogue, word: str = "") -> str:
    """Return the reason for refusing a word with its proof, as part of a sentence: no capital letter and no full stop.

    *word* is the refused word; it is needed only if it and an earlier word are forms of one word (W8). Raises
    ArgumentError if the reason is neither one of ``REASONS`` nor that of a table's own rule (``words.own_rules``).
    """
    reason, evidence = refusal.reason, refusal.evidence
    if reason not in REASONS:
        return _own_refusal(refusal, say)
    reading = evidence.get("reading")
    if reading is not None:
        return _reading_refusal(reason, reading, evidence, say)
    if reason == "same_family":
        return _kinship_refusal("reason", refusal, word, say)
    if reason == "too_short":
        suffix = {0: "_none", 1: "_one"}.get(evidence["letters"], "")
        return say(f"reason.too_short{suffix}", **evidence)
    if reason == "wrong_initial":
        initial, expected = printable(evidence["found"].upper()), evidence["expected"].upper()
        return say(f"reason.wrong_initial{'' if initial else '_none'}", found=initial, expected=expected)
    if reason == "missing_letters":
        return _missing_letters_text(evidence["missing"], evidence["letters"], evidence.get("initial", ""), say)
    if reason == "unknown" and ("space" in evidence or "apostrophe" in evidence) and (noun := _noun_of(word)):
        return say("reason.unknown_article", noun=noun)
    if reason == "unknown" and evidence:
        name = next(iter(evidence))
        return say(f"reason.unknown_{name}", **{name: printable(str(evidence[name]))})
    if reason == "house_list" and not evidence["note"]:
        return say("reason.house_list_silent")
    return say(f"reason.{reason}", **{name: printable(str(value)) for name, value in evidence.items()})


def _noun_of(word: str) -> str:
    """Return the noun of a text such as « un éléphant » or « l'arbre »; "" for a text that is no article and a noun."""
    apart = "".join("' " if letter in APOSTROPHES else letter for letter in printable(word))
    article, _, noun = apart.partition(" ")
    return noun if article.lower() in _ARTICLES and noun.isalpha() else ""


def _own_refusal(refusal: Refusal, say: Catalogue) -> str:
    """Return a reason of a table's own rule: the sentence that came with it, with its evidence (``own_rules``)."""
    from ..words.own_rules import OwnRefusal  # most tables have no rules of their own

    if not isinstance(refusal, OwnRefusal):
        raise ArgumentError(f"reason {refusal.reason!r}: expected one of REASONS, or an OwnReason")
    evidence = {name: printable(str(value)) for name, value in refusal.evidence.items()}
    return filled(refusal.own.sentences[say.language], evidence, say.language)


def _missing_letters_text(missing: str, letters: str, initial: str, say: Catalogue) -> str:
    """Return what a word lacks for the minuscules of the pli (W3).

    missing  the letters that it lacks, with ``?`` for a joker
    letters  the minuscules of the pli, with ``?`` for a joker
    initial  the first letter of the word, if it would have served a minuscule but serves the majuscule; "" otherwise
    """
    texts = []
    plain, jokers = missing.replace("?", ""), missing.count("?")
    spent = ""
    if initial:
        left = letters.count(initial) - missing.count(initial)
        values = {"initial": initial.upper(), "letter": initial, "left": left, "wanted": letters.count(initial)}
        spent = say("reason.initial_spent", initial=initial.upper())
        if plain == initial:
            suffix = {0: "none", 1: "one"}.get(left, "some")
            plain, spent = "", say(f"reason.initial_spent_{suffix}", **values)
    if plain:
        cards = ", ".join("joker" if letter == "?" else letter for letter in letters)
        second = len(plain) == 1 and letters.count(plain) == 2 and not jokers
        key = "reason.missing_second" if second else "reason.missing_letters"
        texts.append(say(key, missing=", ".join(plain), letters=cards))
    if jokers:
        texts.append(say(f"reason.missing_joker{'s' if jokers > 1 else ''}", count=jokers))
    if spent:
        texts.append(spent)
    return say("list.clause").join(texts)


def _reading_refusal(reason: str, reading: Reading, evidence: Mapping[str, object], say: Catalogue) -> str:
    """Return a reason that concerns one reading of the word, such as a plural, a conjugated form or a compound."""
    if reason == "house_list":
        return say("reason.house_list_label", spelling=reading.spelling, labels=", ".join(_labels(reading, say)))
    if reason == "participle":
        return _with_labels(_participle_text(reading, evidence, say), reading, say)
    values = {"spelling": reading.spelling, "lemma": reading.lemma}
    if reason == "plural" and reading.tag.startswith("A.f"):
        return _with_labels(say("reason.feminine_plural", **values), reading, say)
    if reason == "plural" and reading.lemma != reading.spelling:
        return say("reason.plural", **values, pos=", ".join([say(f"pos.{reading.pos}"), *_labels(reading, say)]))
    if reason == "conjugated":
        moods = [say(f"mood.{mood}") for mood in dict.fromkeys(form.split()[0] for form in reading.forms)]
        marks = [", ".join(moods), *([", ".join(_labels(reading, say))] if reading.labels else [])]
        return say("reason.conjugated", **values, moods=say("list.clause").join(marks))
    if reason == "feminine_adjective" and reading.tag[0] != "A":
        return _with_labels(say("reason.feminine", **values, pos=say(f"pos.{reading.pos}")), reading, say)
    suffix = "_alone" if reason == "plural" else ""
    if reason == "compound" and "'" in reading.spelling:
        suffix = "_apostrophe"
    return _with_labels(say(f"reason.{reason}{suffix}", **values), reading, say)


def _participle_text(reading: Reading, evidence: Mapping[str, object], say: Catalogue) -> str:
    """Return why a participle is refused, with who lists it as an adjective or noun, or that nobody does (W6a)."""
    if reading.tag[0] != "V" and reading.status != "participle":
        return say("reason.participle_refused", spelling=reading.spelling, pos=say(f"pos.{reading.pos}"))
    if reading.tag[0] != "V":
        sources = who_lists(reading, say)
        if not sources:
            return say("status.participle")
        return say("reason.participle_alone", pos=say(f"pos.{reading.pos}"), sources=sources)
    values = {"kind": say(f"mood.{reading.forms[0]}"), "lemma": reading.lemma}
    listed = evidence.get("listed")
    if isinstance(listed, Reading) and (sources := who_lists(listed, say)):
        return say("reason.participle_listed", **values, pos=say(f"pos.{listed.pos}"), sources=sources)
    return say(f"reason.participle{'_unlisted' if 'listed' in evidence and listed is None else ''}", **values)


def who_lists(reading: Reading, say: Catalogue) -> str:
    """Return the names of the dictionaries and other sources that list a reading: « Littré, Wiktionnaire et Robert ».

    Dictionaries that players know come first; if there are five or more, three are named and the others are counted.
    Returns "" if none of them lists it, because the reading was added by the review of this lexicon.
    """
    names = [say(f"source.{name}") for name in _KNOWN_SOURCES if name in reading.sources]
    names += reading.dictionaries
    names += [say(f"source.{name}") for name in _OTHER_SOURCES if name in reading.sources]
    if len(names) > _MOST_SOURCES + 1:
        return say("list.others", items=", ".join(names[:_MOST_SOURCES]), count=len(names) - _MOST_SOURCES)
    return items_text(names, say)


def items_text(items: Sequence[str], say: Catalogue) -> str:
    """Return the items as a list in words, « et » or "and" before the last: « F, k et V »; "" if there are none."""
    return say("list.and", items=", ".join(items[:-1]), last=items[-1]) if items[1:] else "".join(items)


def grammar_text(reading: Reading, say: Catalogue, also: Iterable[PartOfSpeech] = ()) -> str:
    """Return a reading's part of speech, gender, number and moods as text: « nom féminin », « verbe, infinitif ».

    *also* are parts of speech that the text names as well: « adjectif et nom masculin ».
    """
    text = items_text([say(f"pos.{pos}") for pos in dict.fromkeys((reading.pos, *also))], say)
    agreement = [say(f"gender.{reading.gender}")] if reading.gender else []
    if reading.tag.startswith("A.m.i"):
        agreement.append(say("number.both"))  # « heureux » has a feminine: it is not invariable
    elif reading.number and reading.number != "singular":
        agreement.append(say(f"number.{reading.number}"))
    if agreement:
        text = say("word.grammar", pos=text, agreement=" ".join(agreement))
    moods = list(dict.fromkeys(form.split()[0] for form in reading.forms))
    return ", ".join([text, *(say(f"mood.{mood}") for mood in moods)])


def labels_text(reading: Reading, say: Catalogue) -> str:
    """Return the usage labels of a reading in parentheses, « (vieux, régional) »; "" if it has none."""
    return f"({', '.join(_labels(reading, say))})" if reading.labels else ""


def _labels(reading: Reading, say: Catalogue) -> list[str]:
    """Return the usage labels of a reading, each as text."""
    return [say(f"label.{label}") for label in reading.labels]


def _spelling(verdict: Verdict) -> str:
    """Return the spelling that a word announces (W4), in lower case."""
    spelling = verdict.word.lower()
    if verdict.word.isupper() or all(reading.spelling.lower() != spelling for reading in verdict.readings):
        return announced(verdict.word)  # most words need not load what this function needs
    return spelling


def announced_readings(verdict: Verdict) -> list[Reading]:
    """Return the playable readings that make a word valid: those of the announced spelling convince players best.

    If it has none, these are the readings of the other spellings of its letters (W4), the most frequent spelling first.
    """
    playable = [reading for reading in verdict.readings if reading.status in ("playable", "plural_only")]
    spelling = _spelling(verdict)
    announced_ones = [reading for reading in playable if reading.spelling.lower() == spelling]
    return announced_ones or sorted(playable, key=lambda reading: -reading.zipf)


def _playable_readings(verdict: Verdict, say: Catalogue) -> list[str]:
    """Return what makes a word valid: its playable readings or the note in the house list, as parts of a sentence.

    Returns [] if the verdict has no readings, because it comes from a record, and the house list does not accept the
    word.
    """
    if verdict.house is not None:
        note = printable(verdict.house)
        return [say("verdict.house", note=note) if note else say("verdict.house_silent")]
    playable, spelling = announced_readings(verdict), _spelling(verdict)
    if not playable:  # the table accepts participles (W6a)
        readings = [reading for reading in verdict.readings if reading.tag in BASE_PARTICIPLES]
        readings = [reading for reading in readings if reading.spelling.lower() == spelling] or readings
        return list(dict.fromkeys(_participle_text(reading, {}, say) for reading in readings))
    participles = {reading.spelling for reading in verdict.readings if reading.tag.startswith("V.pp")}
    groups: dict[tuple[object, ...], list[Reading]] = {}
    for reading in playable:
        agreement = (reading.spelling, reading.gender, reading.labels, reading.gloss)
        is_alone = not reading.gloss or reading.spelling in participles
        groups.setdefault((*agreement, reading.pos if is_alone else ""), []).append(reading)
    texts: dict[str, None] = {}
    for group in groups.values():
        text = _playable_text(group, verdict.readings, participles, say)
        other = group[0].spelling.lower() != spelling
        texts[say("verdict.other", spelling=group[0].spelling, text=text) if other else text] = None
    plurals = [one for one in verdict.readings if one.status == "plural" and one.spelling.lower() == spelling]
    lemmas = {one.lemma for one in plurals if any(_looks_like_plural(reading, [one]) for reading in playable)}
    return [*texts, *(say("verdict.no_plural", lemma=lemma) for lemma in sorted(lemmas))]


def _looks_like_plural(reading: Reading, plurals: Iterable[Reading]) -> bool:
    """Return whether a playable reading is not what players take its spelling for: one of *plurals* of another word."""
    surprises = reading.tag[0] in "AN" and (reading.gloss != "" or reading.marked)
    return surprises and any(one.spelling == reading.spelling != one.lemma for one in plurals)


def _playable_text(
    group: Sequence[Reading], readings: Sequence[Reading], participles: Collection[str], say: Catalogue
) -> str:
    """Return the text of playable readings of one spelling that agree and mean the same.

    An invariable noun beside one in the singular is named once (« spaghetti »), as are an adjective and a noun with one
    meaning. Of participles (W6a), of pronouns beside a feminine adjective (W5) and of what looks like a plural, the
    text says who lists them; of a noun beside a feminine adjective, that it is said alone as the masculine is (W6d).

    readings     all readings of the word
    participles  the spellings among them that are participles
    """
    reading = min(group, key=lambda one: one.number == "invariable")
    text = grammar_text(reading, say, also=[one.pos for one in group])
    tags = {one.tag for one in readings if one.spelling == reading.spelling}
    contested = (reading.spelling in participles and reading.tag[0] in "AN") or (
        reading.tag[0] == "O" and not tags.isdisjoint(_FEMININES) and len({*reading.sources} - {"review"}) > 1
    )
    contested |= _looks_like_plural(reading, [one for one in readings if one.status == "plural"])
    if contested and (sources := who_lists(reading, say)):
        text = say("verdict.according", grammar=text, sources=sources)
    text = with_gloss(_with_labels(text, reading, say), reading, say)
    feminine = reading.tag.startswith("N.f") and not reading.gloss and "gentile" not in reading.labels
    adjectives = [one.lemma for one in readings if one.tag == "A.f.s" and one.spelling == reading.spelling]
    if feminine and adjectives and adjectives[0] != reading.spelling:
        return say("verdict.pair", grammar=text, feminine=reading.spelling, masculine=adjectives[0])
    return text


def _with_labels(text: str, reading: Reading, say: Catalogue) -> str:
    """Return *text* with the usage labels of a reading in parentheses after it, if the reading has any."""
    return f"{text} {labels_text(reading, say)}".rstrip()


def with_gloss(text: str, reading: Reading, say: Catalogue) -> str:
    """Return *text* with the meaning of a reading after it, if the lexicon has it: « nom féminin : danse en rond »."""
    return say("word.gloss", text=text, gloss=reading.gloss) if reading.gloss else text


def _sentence(text: str) -> str:
    """Return *text* with a capital letter at the start and a full stop at the end; "" is returned unchanged."""
    return text[:1].upper() + text[1:] + "." if text else ""
