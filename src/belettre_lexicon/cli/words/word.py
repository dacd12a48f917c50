"""The command ``belettre word``, which prints what the lexicon and StarDict dictionaries say about a word.

Start reading at ``run``.
"""

from __future__ import annotations

from ...lexicon.readings import Reading
from ...referee.catalogue import Catalogue
from ...referee.dossier import reading_line
from ...referee.json_objects import word_object
from ...referee.sentences import printable
from ..kit.terminal import EXIT_NEGATIVE, EXIT_OK, paint, write, write_json
from . import stardict
from .check import open_lexicon


def run(word: str, language: str, as_json: bool, lexicon_path: str | None) -> int:
    """Print the readings of a word and its entries in StarDict dictionaries, and return the exit status.

    If the word is unknown, words that are spelled nearly like it are printed instead of readings, and the status is
    EXIT_NEGATIVE; otherwise it is EXIT_OK.
    """
    say = Catalogue.load(language)
    lexicon = open_lexicon(lexicon_path)
    readings = lexicon.readings(word)
    near = [] if readings else lexicon.suggest(word)
    entries = list(stardict.entries(word, [reading.lemma for reading in readings]))
    if as_json:
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
    if stardict.present() and not stardict.readable():
        write(paint(say("word.no_stardict"), "dim"))
    return EXIT_OK if readings else EXIT_NEGATIVE


def _line(reading: Reading, say: Catalogue) -> str:
    """Return a reading as a line with grammar, status (green if playable, otherwise red), labels and sources."""
    line = reading_line(reading, say)
    status = paint(line.status, "green" if line.playable else "red")
    gloss = f"« {line.gloss} »" if line.gloss else ""
    attested = paint(f"· {line.attested}", "dim")
    return " ".join(filter(None, [f"{line.grammar} : {status}", line.labels, gloss, attested]))
