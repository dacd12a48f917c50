"""Floor 4. Sentences about a verdict: the decision first, then each reason with its proof.

Start reading at ``verdict_text``. A one-word ``belettre check`` imports this module, so this module must not import
slow modules.
"""

from __future__ import annotations

from ..letters import spelled
from ..lexicon.readings import Reading
from ..words.verdicts import Refusal, Verdict
from .catalogue import Catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Literal

    from ..lexicon.lexicon import Lexicon


#: The largest number of similar words that are suggested for an unknown word, in a sentence and in a dossier.
MAX_NEAR, MAX_NEAR_IN_DOSSIER = 3, 5


def verdict_text(verdict: Verdict, say: Catalogue, near: Iterable[str] = ()) -> str:
    """Return a verdict and its proof in one line, such as: « Portes » : refusé. Pluriel de « porte » (nom).

    *near* are the words to suggest instead of a refused word (``near_words``). If a verdict from a record accepts a
    word, its proof is usually empty, because records keep no readings.
    """
    head, proof = verdict_head(verdict.word, verdict.valid, say), verdict_proof(verdict, say, near)
    return f"{head} {proof}".rstrip()


def verdict_head(word: str, valid: bool, say: Catalogue) -> str:
    """Return only the decision as a sentence, such as: « Portes » : refusé."""
    return say("verdict.valid" if valid else "verdict.refused", word=printable(word))


def verdict_proof(verdict: Verdict, say: Catalogue, near: Iterable[str] = ()) -> str:
    """Return the proof of a verdict as sentences; "" if there is nothing to say.

    The proof consists of the readings of a valid word, or the reasons for refusing a refused word, and of the remarks.
    *near* are the words to suggest instead of a refused word (``near_words``).
    """
    remarks = " ".join(_sentence(remark_text(remark, say)) for remark in verdict.remarks)
    if verdict.valid:
        return f"{_playable_readings_text(verdict, say)} {remarks}".strip()
    proofs = [refusal_text(refusal, say) for refusal in verdict.refusals]
    words = ", ".join(near)
    offer = f" {say('verdict.near', words=words)}." if words else ""
    return f"{_sentence(' ; '.join(proofs))}{offer} {remarks}".rstrip()


def near_words(verdict: Verdict, lexicon: Lexicon, *, in_dossier: bool = False) -> list[str]:
    """Return playable words with a similar spelling if a word was refused as unknown, best first; [] otherwise.

    By default, the result has up to MAX_NEAR words that differ by one edit. This takes less than a millisecond and is
    enough to spot a typing error. If *in_dossier* is true, the result has up to MAX_NEAR_IN_DOSSIER words, which may
    differ by two edits. This takes 10 ms or more.
    """
    if "unknown" not in verdict.reasons:
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


def remark_text(remark: Refusal, say: Catalogue) -> str:
    """Return the text of a remark, which says that a valid word is distant kin of an earlier word (W8).

    The text is part of a sentence and therefore has no capital letter at its start and no full stop.
    """
    return _kinship_text("remark", remark, say)


def _kinship_text(section: Literal["reason", "remark"], refusal: Refusal, say: Catalogue) -> str:
    """Return the message that a word belongs to the family of an earlier word (W8), with the chain that proves it.

    *section* is the section of the catalogue from which the message is taken.
    """
    from .families import chain_text  # most checks find no kin and need not load it

    evidence, kinship = refusal.evidence, refusal.evidence["kinship"]
    return say(
        f"{section}.same_family{'' if kinship.tier == 'core' else '_near'}",
        earlier=printable(evidence["earlier"]),
        turn=evidence["turn"],
        chain=chain_text(kinship, say),
    )


def refusal_text(refusal: Refusal, say: Catalogue) -> str:
    """Return the reason for a refusal with its proof, as part of a sentence (no capital at the start, no full stop)."""
    reason, evidence = refusal.reason, refusal.evidence
    reading = evidence.get("reading")
    if reading is not None:
        return _reading_refusal(reason, reading, say)
    if reason == "same_family":
        return _kinship_text("reason", refusal, say)
    if reason == "too_short":
        suffix = {0: "_none", 1: "_one"}.get(evidence["letters"], "")
        return say(f"reason.too_short{suffix}", **evidence)
    if reason == "wrong_initial":
        initial, expected = printable(evidence["found"].upper()), evidence["expected"].upper()
        return say(f"reason.wrong_initial{'' if initial else '_none'}", found=initial, expected=expected)
    if reason == "missing_letters":
        return say("reason.missing_letters", **{name: _card_names(letters) for name, letters in evidence.items()})
    if reason == "unknown" and evidence:
        name = next(iter(evidence))
        return say(f"reason.unknown_{name}", **{name: printable(str(evidence[name]))})
    if reason == "house_list" and not evidence["note"]:
        return say("reason.house_list_silent")
    return say(f"reason.{reason}", **{name: printable(str(value)) for name, value in evidence.items()})


def _reading_refusal(reason: str, reading: Reading, say: Catalogue) -> str:
    """Return a reason that concerns one reading of the word, such as a plural, a conjugated form or a compound."""
    if reason == "plural" and reading.lemma == reading.spelling:
        return say("reason.plural_alone", spelling=reading.spelling)
    if reason == "house_list":
        labels = ", ".join(say(f"label.{label}") for label in reading.labels)
        return say("reason.house_list_label", spelling=reading.spelling, labels=labels)
    values: dict[str, str] = {"spelling": reading.spelling, "lemma": reading.lemma, "pos": say(f"pos.{reading.pos}")}
    if reason == "conjugated":
        values["moods"] = ", ".join(say(f"mood.{mood}") for mood in dict.fromkeys(f.split()[0] for f in reading.forms))
    if reason == "participle":
        values["kind"] = say(f"mood.{reading.forms[0]}")
    return say(f"reason.{reason}", **values)


def grammar_text(reading: Reading, say: Catalogue) -> str:
    """Return a reading's part of speech, gender, number and moods as text: « nom féminin », « verbe, infinitif »."""
    words = [say(f"pos.{reading.pos}")]
    if reading.gender:
        words.append(say(f"gender.{reading.gender}"))
    if reading.tag.startswith("A.m.i"):
        words.append(say("number.both"))  # « heureux » has a feminine: it is not invariable
    elif reading.number and reading.number != "singular":
        words.append(say(f"number.{reading.number}"))
    text = " ".join(words)
    moods = list(dict.fromkeys(form.split()[0] for form in reading.forms))
    return ", ".join([text, *(say(f"mood.{mood}") for mood in moods)])


def labels_text(reading: Reading, say: Catalogue) -> str:
    """Return the usage labels of a reading in parentheses, « (vieux, régional) »; "" if it has none."""
    return f"({', '.join(say(f'label.{label}') for label in reading.labels)})" if reading.labels else ""


def _playable_readings_text(verdict: Verdict, say: Catalogue) -> str:
    """Return a sentence that says why a word is valid: its playable readings, or the note in the house list.

    Returns "" if the verdict has no readings, because it comes from a record, and the house list does not accept the
    word.
    """
    if verdict.house is not None:
        note = printable(verdict.house)
        return _sentence(say("verdict.house", note=note) if note else say("verdict.house_silent"))
    playable = [reading for reading in verdict.readings if reading.status in ("playable", "plural_only")]
    # The readings of the given spelling convince players best. Other spellings with the same letters are named only if
    # there are no such readings (W4).
    spelling = verdict.word.lower()
    if spelling not in {reading.spelling.lower() for reading in playable}:
        spelling = spelled(verdict.word)  # most words need not load what this function needs
    playable = [reading for reading in playable if reading.spelling.lower() == spelling] or playable
    texts: dict[str, None] = {}
    for reading in playable:
        other = "" if reading.spelling.lower() == spelling else f"« {reading.spelling} », "
        labels = labels_text(reading, say)
        texts[f"{other}{grammar_text(reading, say)}{' ' + labels if labels else ''}"] = None
    return _sentence(" ; ".join(texts))


def _card_names(letters: str) -> str:
    """Return the names of minuscules, separated by commas, with « joker » for ``?``."""
    return ", ".join("joker" if letter == "?" else letter for letter in letters)


def _sentence(text: str) -> str:
    """Return *text* with a capital letter at the start and a full stop at the end; "" is returned unchanged."""
    return text[:1].upper() + text[1:] + "." if text else ""


def printable(text: str) -> str:
    """Return *text* with unprintable characters, such as control characters and bidirectional marks, escaped.

    The escape is ``\\u`` followed by the code point in hexadecimal digits.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
