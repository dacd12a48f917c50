"""Floor 4. Verdicts as sentences: the verdict first, then each reason with its proof."""

from __future__ import annotations

from ..lexicon.readings import Reading
from ..words.verdicts import Refusal, Verdict
from .catalogue import Catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from ..lexicon.lexicon import Lexicon


def verdict_line(verdict: Verdict, say: Catalogue, near: Iterable[str] = ()) -> tuple[str, str]:
    """(verdict, proof): « Portes » : refusé. / Pluriel de « porte » (nom) ; …

    *near* are near words to offer when the word is unknown.
    """
    word = printable(verdict.word)
    remarks = " ".join(_sentence(remark_text(remark, say)) for remark in verdict.remarks)
    if verdict.valid:
        return say("verdict.valid", word=word), f"{_what_it_is(verdict, say)} {remarks}".strip()
    proofs = [refusal_text(refusal, say) for refusal in verdict.refusals]
    words = ", ".join(near)
    offer = f" {say('verdict.near', words=words)}." if words else ""
    return say("verdict.refused", word=word), f"{_sentence(' ; '.join(proofs))}{offer} {remarks}".rstrip()


def described(verdict: Verdict, lexicon: Lexicon, say: Catalogue) -> dict[str, Any]:
    """The verdict object of every JSON answer: each reason with its rule, its proof and its sentence; what the word can
    be; and the edition of the lexicon that says so."""
    return {
        "word": verdict.word,
        "valid": verdict.valid,
        "refusals": [{**refusal.as_dict(), "text": refusal_text(refusal, say)} for refusal in verdict.refusals],
        "remarks": [{**remark.as_dict(), "text": remark_text(remark, say)} for remark in verdict.remarks],
        "readings": [reading.as_dict() for reading in verdict.readings],
        "lexicon": lexicon.identity,
    }


def editions_text(was: Mapping[str, str], now: Mapping[str, str], say: Catalogue) -> str:
    """That a game was judged with another lexicon than the one at hand; "" when it was not, or nobody knows.

    *was* and *now* are identities (``Lexicon.identity``), *was* of a record.
    """
    if not was or was == now:
        return ""
    return say(
        "replay.edition",
        edition=printable(was.get("edition", "?")),
        hash=printable(was.get("hash", "?"))[:12],
        own=now["edition"],
        own_hash=now["hash"][:12],
    )


def remark_text(remark: Refusal, say: Catalogue) -> str:
    """What the table may want to know of a word that is not refused for it (W8, near kin)."""
    return _kin_text("remark", remark, say)


def _kin_text(section: str, refusal: Refusal, say: Catalogue) -> str:
    # Loaded where a kin was found, so that other checks do not pay for it.
    from .kin import chain_text

    evidence, kinship = refusal.evidence, refusal.evidence["kinship"]
    return say(
        f"{section}.same_family{'' if kinship.tier == 'core' else '_near'}",
        earlier=printable(evidence["earlier"]),
        turn=evidence["turn"],
        chain=chain_text(kinship, say),
    )


def refusal_text(refusal: Refusal, say: Catalogue) -> str:
    """One reason with its proof, without capital and full stop."""
    reason, evidence = refusal.reason, refusal.evidence
    reading = evidence.get("reading")
    if reading is not None:
        return _reading_refusal(reason, reading, say)
    if reason == "same_family":
        return _kin_text("reason", refusal, say)
    if reason == "too_short":
        suffix = {0: "_none", 1: "_one"}.get(evidence["letters"], "")
        return say(f"reason.too_short{suffix}", **evidence)
    if reason == "wrong_initial":
        found, expected = printable(evidence["found"].upper()), evidence["expected"].upper()
        return say(f"reason.wrong_initial{'' if found else '_none'}", found=found, expected=expected)
    if reason == "missing_letters":
        return say("reason.missing_letters", **{name: _cards(letters) for name, letters in evidence.items()})
    if reason == "unknown" and evidence:
        name = next(iter(evidence))
        return say(f"reason.unknown_{name}", **{name: printable(str(evidence[name]))})
    if reason == "house_list" and not evidence["note"]:
        return say("reason.house_list_silent")
    return say(f"reason.{reason}", **{name: printable(str(value)) for name, value in evidence.items()})


def _reading_refusal(reason: str, reading: Reading, say: Catalogue) -> str:
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
    """« nom féminin », « verbe, infinitif », « adjectif masculin pluriel »."""
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
    """« (vieux, régional) » or ''."""
    return f"({', '.join(say(f'label.{label}') for label in reading.labels)})" if reading.labels else ""


def _what_it_is(verdict: Verdict, say: Catalogue) -> str:
    if verdict.house is not None:
        note = printable(verdict.house)
        return _sentence(say("verdict.house", note=note) if note else say("verdict.house_silent"))
    playable = [reading for reading in verdict.readings if reading.status in ("playable", "plural_only")]
    # The word as it was written convinces best; other spellings of its letters only when it has none (W4).
    playable = [reading for reading in playable if reading.spelling.lower() == verdict.word.lower()] or playable
    described: dict[str, None] = {}
    for reading in playable:
        other = "" if reading.spelling.lower() == verdict.word.lower() else f"« {reading.spelling} », "
        labels = labels_text(reading, say)
        described[f"{other}{grammar_text(reading, say)}{' ' + labels if labels else ''}"] = None
    return _sentence(" ; ".join(described))


def _cards(letters: str) -> str:
    return ", ".join("joker" if letter == "?" else letter for letter in letters)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "." if text else ""


def printable(text: str) -> str:
    """Text from outside, safe on a terminal: control, bidi and unprintable characters become ``\\u…``."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
