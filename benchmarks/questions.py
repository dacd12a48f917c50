"""The questions to the contestants: seeded samples of the text layers of the lexicon, the same in every run."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.lexicon.compile.layers import read_readings
from belettre_lexicon.lexicon.compile.links import read_links

#: Words in one measurement.
WORDS = 5000
#: Letters for questions about three minuscules, as frequent as in the deck of the box; rare letters are left out.
_LETTERS = "aaaeeeiiooulnrstbcdfghmpv"


class Questions(NamedTuple):
    """Lists of questions, each a text.

    known          words of the lexicon
    unknown        misspelled words
    fitting        words that are valid with the initial C and the letters E, R and I
    kin            pairs « word TAB base »
    apart          pairs « word TAB word » of random words
    searches       « initial TAB three letters »
    open_searches  the same without an initial: « TAB three letters »
    """

    known: list[str]
    unknown: list[str]
    fitting: list[str]
    kin: list[str]
    apart: list[str]
    searches: list[str]
    open_searches: list[str]


def draw_questions(lexicon: Lexicon, layers: Path) -> Questions:
    """Draw the questions from the text layers of the lexicon in the folder *layers*."""
    chooser = random.Random(7)
    spellings = sorted({r.spelling for r in read_readings(layers / "core.tsv") if r.status == "+" and "X" in r.sources})
    known = [word for word in chooser.sample(spellings, WORDS) if len(word) >= 5]
    changed = (word[:3] + chooser.choice("kwxz") + word[4:] for word in known)
    judge = Judge(lexicon)
    linked = [
        f"{lexeme.spelling}\t{link.bases[0].spelling}"
        for lexeme, link in read_links(layers / "families.tsv").items()
        if link.bases and link.bases[0].spelling != lexeme.spelling
    ]
    searches: list[str] = []
    while len(searches) < 1000:
        initial, letters = chooser.choice("abcdefghijklmnoprstuv"), chooser.sample(_LETTERS, 3)
        if len({initial, *letters}) == 4:
            searches.append(f"{initial}\t{''.join(letters)}")
    return Questions(
        known,
        [word for word in changed if word not in lexicon],
        [word for word in spellings if judge(word, initial="c", letters="eri").valid],
        chooser.sample(linked, WORDS),
        [f"{a}\t{b}" for a, b in zip(known, reversed(known), strict=True)],
        searches,
        ["\t" + question.split("\t")[1] for question in searches],
    )


def write_words(lexicon: Lexicon, layers: Path, folder: Path) -> dict[str, Path]:
    """Write the files of words that contestants load, one word per line; return the path for each loader.

    Most load all spellings of the core layer. For searches they load every playable word.
    """
    folder.mkdir(parents=True, exist_ok=True)
    known, playable = folder / "core.txt", folder / "playable.txt"
    spellings = {r.spelling for r in read_readings(layers / "core.tsv")}
    known.write_text("\n".join(sorted(s for s in spellings if " " not in s)), encoding="utf-8")
    # A search counts spellings, so two words with the same letters count twice (« pécher », « pêcher »).
    playable.write_text("\n".join(word.spelling for word in lexicon.find()), encoding="utf-8")
    return {"load": known, "load_table": known, "load_search": playable}


def draw_running_words(lexicon: Lexicon, size: int, seed: int = 7) -> list[str]:
    """Return *size* words as in running text: drawn by frequency, one in ten misspelled, one in fifty in capitals."""
    chooser = random.Random(seed)
    spellings, weights = [], []
    for key_id in range(0, lexicon.store.key_count, 3):
        reading = lexicon.store.readings(key_id)[0]
        spellings.append(reading.spelling)
        weights.append(10**reading.zipf)
    drawn = chooser.choices(spellings, weights, k=size)
    for place in range(0, size, 10):
        drawn[place] = drawn[place][:3] + chooser.choice("kwxz") + drawn[place][4:]
    for place in range(5, size, 50):
        drawn[place] = drawn[place].upper()
    return drawn


def draw_different_words(lexicon: Lexicon, size: int, seed: int = 7) -> list[str]:
    """Return *size* words as in an unsorted word list: words of any kind, one in four misspelled.

    Words differ until the lexicon is used up; then the list repeats.
    """
    chooser = random.Random(seed)
    keys = chooser.sample(range(lexicon.store.key_count), min(size, lexicon.store.key_count))
    words = [lexicon.store.readings(key_id)[0].spelling for key_id in keys]
    words = [w if n % 4 else w[:3] + chooser.choice("kwxz") + w[4:] for n, w in enumerate(words)]
    return (words * (size // len(words) + 1))[:size] if words else []
