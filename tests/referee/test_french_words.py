"""What players read in French has no English words, no names of options, and no ids of rules where nobody asks."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from belettre_lexicon.games.belote.rules import OPTIONS
from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "belettre_lexicon"
CATALOGUES = sorted((PACKAGE / "referee").glob("*fr.toml"))
#: English words that are common in the texts of this package and are no French words.
ENGLISH = frozenset(
    """
    the and of with without from this that these those which when who whose not is are was were has have had been by
    to at than then there their they them you your he she his her its it we our us if else because while game games card
    cards player players deals dealer dealt hand hands trick tricks team teams rule rules bid bids word words line lines
    file files input output error errors wrong expected missing unknown yes true false seat seats sheet number numbers
    name names value values key keys between must free over again once each other others any all both strong easy winner
    loser own half waits rescaled nearest ten higher last first next takes took make makes made lay laid played playing
    play draw drawn holds held back empty left right none
    """.split()  # noqa: SIM905  # a list would take a page
)
#: Names and values of options that are French words as well. Any other name of an option is none of the players'.
FRENCH_TOO = frozenset(
    """
    annonces appels ballotage banco belote bis capot chien chute coinche comptoir direct exact indirect litige lyonnaise
    moderne pli plis surcoinche tierce
    """.split()  # noqa: SIM905  # likewise
)
#: What is typed, filled in or named as it is: placeholders, flags with their values, quotations, addresses.
_AS_IT_IS = re.compile(
    r"\{[^}]*\}|--[\w-]+(?:[ =][\w,.-]+)?|«[^»]*»|`[^`]*`|'[^' ]*'|\"[^\"]*\"|https?:\S+|\S*/\S*|\b[A-Z]+=\S+"
    r"|Board Game Arena"
)
#: In help and errors also what a value or an argument is called: « (free) », « strong (forts) », « rules : », « Seat ».
_FOR_PROGRAMS = re.compile(
    r"^[\w, ]+ :|colonnes : [\w, ]+|\([^)]*\)|\w+(?= \()|\w+,\w+ par|(?<=; )\w+(?=,)|\w+\.\w+|belote \w+|(?<= )[A-Z]\w+"
    r"|\bplay\b|\w+=\w*"
)


def english_words(text: str, *, for_programs: bool = False) -> set[str]:
    """Return the English words and the names of options in a French text."""
    text = _AS_IT_IS.sub(" ", text)
    if for_programs:
        text = _FOR_PROGRAMS.sub(" ", text)
    return {word for word in re.findall(r"[A-Za-zÀ-ÿ_]+", text) if word.lower() in ENGLISH or word in _options()}


def _options() -> set[str]:
    names = {option.name for option in OPTIONS}
    names |= {value for option in OPTIONS for value in option.values if isinstance(value, str)}
    return {name for name in names if re.fullmatch("[a-z_]{3,}", name)} - FRENCH_TOO


def sentences(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a catalogue with their keys."""
    for section, found in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for key, text in found.items():
            yield f"{section}.{key}", text


def translations() -> Iterator[str]:
    """Yield the French texts of help pages and errors."""
    text = (PACKAGE / "cli" / "kit" / "fr.po").read_text(encoding="utf-8")
    for found in re.finditer(r'^msgstr(?:\[\d\])? ((?:".*"\n?)+)', text.partition("\n\n")[2], re.MULTILINE):
        yield "".join(re.findall(r'"(.*)"', found[1])).replace("\\n", "\n").replace('\\"', '"')


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_sentences_for_players_are_french(path: Path) -> None:
    """No sentence has an English word, the name or value of an option, or an id of a rule that nobody asked for."""
    found = {key: words for key, text in sentences(path) if (words := english_words(text))}
    numbered = [key for key, text in sentences(path) if re.search(r"\((?:B[A-Z]|V[CKLE23])\.?\d+", text)]

    assert not found
    assert not numbered
    assert len(list(sentences(path))) > 50


def test_help_and_errors_are_french() -> None:
    """The same holds of help pages and errors, apart from what is typed and the names that programs use."""
    found = {text: words for text in translations() if (words := english_words(text, for_programs=True))}

    assert not found
    assert len(list(translations())) > 500


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plis {points} (rounding=ten)", {"rounding", "ten"}),
        ("standard input, ligne {line}", {"input"}),
        ("une carte, comme vc or 10p with a suit", {"with"}),
        ("machine (strong)", {"strong"}),
        ("on_partners_trump vaut over", {"on_partners_trump", "over"}),
        ("« belote play » la reprend, --level strong", set()),
    ],
)
def test_english_words_are_found(text: str, words: set[str]) -> None:
    """What the sentences had before is found, and what is typed is left alone."""
    assert english_words(text) == words


def test_french_texts_cite_the_french_rules() -> None:
    """No French text sends players to a rule book in English."""
    texts = [text for path in CATALOGUES for _, text in sentences(path)]

    assert not [text for text in (*texts, *translations()) if re.search(r"RULES(?:-BELOTE)?\.md", text)]
