"""Hostile words, an oracle that is written apart from the library, and a comparison of all ways to ask about a word.

The tests compare some thousand words. A run of another size is reproducible, because the words follow from a seed::

    python -m tests.words.hostile_words 1000000       the number of words, then a seed if it is to be another
"""

from __future__ import annotations

import random
import sys
import unicodedata
from collections.abc import Callable, Iterator
from itertools import islice

from belettre_lexicon import History, Judge, Lexicon
from belettre_lexicon.french.grammar import HEADWORD_BITS
from belettre_lexicon.french.letters import fold
from belettre_lexicon.web.api.operations import judge_query
from belettre_lexicon.web.api.requests import VerdictQuery


def _of_category(*categories: str) -> list[str]:
    """Return the characters of these categories, as far as the languages and signs of Unicode's first planes reach."""
    return [chr(c) for c in (*range(0x3001), *range(0xFE00, 0xFFFE)) if unicodedata.category(chr(c)) in categories]


#: White space that may stand around a word; the oracle's own list.
_AROUND = "\t\n\r" + "".join(_of_category("Zs"))
_HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d\u00ad"
_APOSTROPHES = "'\u2019\u2018\u02bc\uff07\u00b4`\u2032"
_LIGATURES = {"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o"}
#: Characters that hostile words contain, by kind.
KINDS = {
    "control": _of_category("Cc"),
    "format": [*(c for c in _of_category("Cf") if c != "\u00ad"), "\U000e0001", "\U000e0061"],
    "separator": _of_category("Zs", "Zl", "Zp"),
    "mark": [chr(c) for c in [*range(0x300, 0x370), *range(0x1AB0, 0x1ACF), *range(0x1DC0, 0x1E00), 0x20DD, 0xFE0F]],
    "surrogate": ["\ud800", "\udbff", "\udc00", "\udfff"],
    "nothing": ["\ue000", "\ufdd0", "\uffff", "\U0010ffff", "\u0378"],
    "digit": list("0123456789٣²½Ⅷ"),
    "sign": list('_.,;:!?/*+=()[]{}<>%$€#@&~^|"\\«»…·•°§'),
    "joiner": list(_HYPHENS + _APOSTROPHES),
    "letter": list("qwxzéèêëàâçîïôûùœæÉÈÀÇŒß"),
    "other letter": [*"аеорсхΑΒΕΖ日本יКİıſﬁﬂﬀªºĳŉⓐⓑ🄰", "\U0001d41f", "\uff46", "\uff21", "\u1d00", "\u2090"],
}


def letters_of(text: str) -> str | None:
    """Return the letters a-z of a text, or None if it has anything but letters, hyphens and apostrophes.

    Letters that are neither French nor accented Latin letters count as anything else.
    """
    letters = ""
    composed = unicodedata.normalize("NFC", text.strip(_AROUND))
    for character in unicodedata.normalize("NFC", composed.lower()):
        if character in _HYPHENS or character in _APOSTROPHES:
            continue
        plain = _LIGATURES.get(character) or unicodedata.normalize("NFD", character)[0]
        if not unicodedata.category(character).startswith("L") or not (plain.isascii() and plain.isalpha()):
            return None
        letters += plain
    return letters


def is_exotic(text: str) -> bool:
    """Whether a text has letters on which the oracle may differ: compatibility forms, other alphabets, İ."""
    return any(
        c.isalpha()
        and not c.isascii()
        and c not in _APOSTROPHES
        and (unicodedata.decomposition(c).startswith("<") or letters_of(c) is None or len(c.lower()) > 1)
        for c in unicodedata.normalize("NFC", text)
    )


#: How a known word is written before it is changed.
_WRITINGS: list[Callable[[str], str]] = [str, str, str.upper, fold, lambda word: unicodedata.normalize("NFD", word)]


def hostile_words(lexicon: Lexicon, seed: int) -> Iterator[str]:
    """Yield known words with characters put in, replaced, taken out or appended, without end."""
    chooser = random.Random(seed)
    while True:
        readings = lexicon.store.readings(chooser.randrange(lexicon.store.key_count))
        word = chooser.choice(readings).spelling
        word = chooser.choice(_WRITINGS)(word)
        for _ in range(chooser.choice([0, 1, 1, 1, 1, 2, 3])):
            strange = chooser.choice(KINDS[chooser.choice([*KINDS])])
            place = chooser.choice([0, len(word), chooser.randint(0, len(word))])
            match chooser.randrange(6):
                case 0 | 1 | 2:
                    word = word[:place] + strange + word[place:]
                case 3:
                    word = word[:place] + strange + word[place + 1 :]
                case 4:  # letters behind a character that a look-up might stop at
                    word = word + strange + "".join(chooser.choices("qwxzeaé", k=chooser.randint(1, 5)))
                case _:
                    word = word + strange * chooser.choice([1, 2, 70])
        yield word


def faults(lexicon: Lexicon, words: list[str]) -> Iterator[str]:
    """Yield a line for each way to ask about a word that answers otherwise than another way, or than the oracle."""
    judge, some_earlier = Judge(lexicon), History(["xyzzyx"])
    verdicts = list(judge.many(words))
    for word, streamed, reasons in zip(words, verdicts, judge.reasons(words), strict=True):
        verdict = judge(word)
        known = "unknown" not in verdict.reasons
        answers = {
            "many": (streamed.valid, streamed.key, streamed.reasons) == (verdict.valid, verdict.key, verdict.reasons),
            "reasons": set(reasons) == set(verdict.reasons),
            "earlier words": judge(word, played=some_earlier).reasons == verdict.reasons,
            "in": (word in lexicon) == known,
            "readings": bool(lexicon.readings(word)) == known,
            "kinship": (lexicon.kinship(word, word) is None) == (not known or not judge_has_headword(lexicon, word)),
            "API": judge_query(VerdictQuery(word=word), lexicon).reasons == verdict.reasons,
        }
        if verdict.valid:
            found = judge.find(verdict.key[0], verdict.key[1:], min_length=len(verdict.key))
            answers["find"] = verdict.key in {other.key for other in found}
        letters = letters_of(word)
        if letters is None and not is_exotic(word):
            answers["oracle: no word"] = not known
        elif letters is not None and len(word.strip(_AROUND)) <= 64:
            answers["oracle: letters"] = known == (letters in lexicon) and (not known or verdict.key == letters)
        yield from (f"{name}: {word!a}: {verdict}" for name, agrees in answers.items() if not agrees)


def judge_has_headword(lexicon: Lexicon, word: str) -> bool:
    """Whether a word, or the lemma of a form, is a headword of the lexicon."""
    key_id = lexicon.store.key_id(fold(word.strip(_AROUND)))
    return key_id is not None and any(
        lexicon.store.mask(headword_id) & HEADWORD_BITS
        for _, headword_id in lexicon.family_index.headwords(word.strip(_AROUND), key_id)
    )


def main(count: int, seed: int = 14) -> None:
    """Compare *count* words and print each fault and the number of faults."""
    lexicon, found = Lexicon.open(), 0
    words, left = hostile_words(lexicon, seed), count
    while left:
        some = list(islice(words, min(left, 10_000)))
        left -= len(some)
        for fault in faults(lexicon, some):
            found += 1
            sys.stdout.write(f"{fault}\n")
        sys.stderr.write(f"{count - left} words, {found} faults\n")
    sys.stdout.write(f"{count} words, {found} faults\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
