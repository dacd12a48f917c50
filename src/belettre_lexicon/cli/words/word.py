"""The command ``belettre word``, which prints what the lexicon and StarDict dictionaries say about a word.

Entries of installed StarDict dictionaries are read with the library pystardict (extra ``stardict``). No dictionary is
included; the Littré, for example, is Debian's package stardict-xmlittre. Entries are only displayed and have no
influence on verdicts. Start reading at ``run``.
"""

from __future__ import annotations

import html
import importlib.util
import os
import re
from collections.abc import Iterator
from pathlib import Path

from ...french.letters import fold
from ...lexicon.readings import Reading
from ...referee.catalogue import Catalogue
from ...referee.dossier import reading_line
from ...referee.json_objects import word_object
from ...referee.sentences import printable
from ..commands import WordOptions
from ..kit.terminal import EXIT_NEGATIVE, EXIT_OK, paint, write, write_json
from .check import open_lexicon

#: The folders in which StarDict dictionaries are installed.
_FOLDERS = (
    "/usr/share/stardict/dic",
    "/usr/local/share/stardict/dic",
    "~/.stardict/dic",
    "~/.local/share/stardict/dic",
)
#: The maximum number of characters of an entry to display. Some entries are very long, such as « faire » in the Littré.
MAX_TEXT = 4000
_TAG = re.compile(r"<[^<>]{0,200}>")


def run(options: WordOptions) -> int:
    """Print the readings of a word and its entries in StarDict dictionaries, and return the exit status.

    If the word is unknown, words that are spelled nearly like it are printed instead of readings, and the status is
    EXIT_NEGATIVE; otherwise it is EXIT_OK.
    """
    word, say = options.word, Catalogue.load(options.lang)
    lexicon = open_lexicon(options.lexicon)
    readings = lexicon.readings(word)
    near = [] if readings else lexicon.suggest(word)
    entries = list(_entries(word, [reading.lemma for reading in readings]))
    if options.json:
        dictionaries = [{"name": name, "text": text} for name, text in entries]
        write_json({**word_object(word, lexicon), "dictionaries": dictionaries})
        return EXIT_OK if readings else EXIT_NEGATIVE
    if not readings:
        write(paint(say("word.unknown", word=printable(word)), "red"))
        if near:
            write(say("verdict.near", words=", ".join(near)))
    for spelling in dict.fromkeys(reading.spelling for reading in readings):
        same = [reading for reading in readings if reading.spelling == spelling]
        frequency = say("word.frequency", zipf=say.number(same[0].zipf, ".1f"))
        write(f"{paint(spelling, 'bold')}  {paint(frequency, 'dim')}")
        for reading in same:
            write("  " + _line(reading, say))
    for name, text in entries:
        write("")
        write(paint(say("word.dictionary", name=printable(name)), "bold"))
        write(text)
    if _dictionaries() and not _readable():
        write(paint(say("word.no_stardict"), "dim"))
    return EXIT_OK if readings else EXIT_NEGATIVE


def _line(reading: Reading, say: Catalogue) -> str:
    """Return a reading as a line with grammar, status (green if playable, otherwise red), labels and sources."""
    line = reading_line(reading, say)
    status = paint(line.status, "green" if line.playable else "red")
    gloss = f"« {line.gloss} »" if line.gloss else ""
    attested = paint(f"· {line.attested}", "dim")
    return " ".join(filter(None, [f"{line.grammar} : {status}", line.labels, gloss, attested]))


def _dictionaries() -> list[Path]:
    """Return the paths of the .ifo files of all installed dictionaries.

    The folders in the environment variable STARDICT_DATA_DIR are searched first.
    """
    folders = os.environ.get("STARDICT_DATA_DIR", "").split(os.pathsep) + list(_FOLDERS)
    return [path for folder in folders if folder for path in sorted(Path(folder).expanduser().glob("**/*.ifo"))]


def _readable() -> bool:
    """Return whether the library pystardict, which reads the dictionaries, is installed."""
    return importlib.util.find_spec("pystardict") is not None


def _entries(word: str, lemmas: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the entries for *word* in each dictionary, at most three per dictionary, as pairs (heading, text).

    If a dictionary has no entry for the word itself, its entries for the first of *lemmas* that it contains are
    yielded. Nothing is yielded if pystardict is not installed. Damaged dictionaries are skipped silently, because the
    entries only supplement what the lexicon says about the word.
    """
    if not _readable():
        return
    from pystardict import Dictionary

    for path in _dictionaries():
        try:
            dictionary = Dictionary(str(path.with_suffix("")))
            headwords = _index(dictionary)
            for candidate in dict.fromkeys([word, *lemmas]):
                for headword in headwords.get(fold(candidate), ())[:3]:
                    yield f"{dictionary.ifo.bookname} — {headword}", _plain(dictionary[headword])
                if fold(candidate) in headwords:
                    break
        except Exception:  # noqa: BLE001  the library raises bare Exception for every kind of damage
            continue


def _index(dictionary: object) -> dict[str, list[str]]:
    """Return the headwords of a dictionary, grouped by their first word."""
    headwords: dict[str, list[str]] = {}
    for headword in dictionary.idx._idx:  # type: ignore[attr-defined]
        text = headword.decode("utf-8", "replace") if isinstance(headword, bytes) else str(headword)
        headwords.setdefault(fold(re.split(r"[,.( ]", text)[0]), []).append(text)
    return headwords


def _plain(text: str) -> str:
    """Return the text of an entry without markup and control characters, cut to about MAX_TEXT characters."""
    plain = html.unescape(_TAG.sub("", text)).strip()
    plain = "".join(c for c in plain if c.isprintable() or c in "\n")
    return plain if len(plain) <= MAX_TEXT else plain[:MAX_TEXT].rsplit(" ", 1)[0] + " …"
