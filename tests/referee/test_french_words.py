"""What players read in French has no English words, no names of options, and no ids of rules where nobody asks."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.options import OPTIONS_OF, Game
from belettre_lexicon.games.belote.rules import OPTIONS
from tests.belote.typed_sheet import Sheet
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


#: The id of a rule in brackets.
_RULE = re.compile(r"\((?:B[A-Z]|V[CKLE23])\.?\d+")


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
    numbered = [key for key, text in sentences(path) if _RULE.search(text)]

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


#: For each game the lines of a sheet whose answers are read, and the names of its players.
TYPED: dict[Game, tuple[str, str]] = {
    "classic": (
        "Ana Bob Chloé David",
        "ana 92; bob 60 belote ana; ana 81 belote ana; ana capot; ana capot eux; ana dedans; maldonne; passe; ana 78;"
        "pénalité eux 20; ana renonce bob; ana 92 annonces nous 50; ana 161; ana sa 100; zoé; ana 92 belote; revanche",
    ),
    "coinche": (
        "Ana Bob Chloé David",
        "ana 120 coeur 134; ana 120 coeur 100; ana 90 pique coinche 80; ana 90 coeur surcoinche dedans;"
        "ana 85 coeur 90; ana capot coeur capot; ana 90 coeur; ana 90 coeur 100 belote eux; ana renonce bob;"
        "ana 90 sa 100",
    ),
    "three": ("Ana Bob Chloé", "ana 92; bob 60; ana capot; chloé dedans; maldonne; ana 81; ana 92 belote bob"),
    "decouverte": ("Ana Bob", "ana 92; bob 60; ana capot; maldonne; passe; ana 81"),
    "comptoir": ("Ana Bob Chloé David", "ana 60 70; ana 60 50; bob 55 55; passe; bob 152; ana 60 dedans"),
}


@pytest.mark.parametrize("game", TYPED)
def test_the_answers_of_a_sheet_are_french(game: Game) -> None:
    """Whatever a table has chosen, no answer has English words or names, and ids only where the sheet is asked."""
    names, lines = TYPED[game]
    changed: list[dict[str, Any]] = [
        {},
        *({one.name: one.values[1]} for one in OPTIONS if one.name in OPTIONS_OF[game] and one.values[1:]),
    ]
    for chosen in changed:
        with suppress(ArgumentError):
            sheet = Sheet(names=tuple(names.split()), **{"game": game, **chosen})
            for line in (*lines.split(";"), "marque", "fin ?", "aide", "règles", "pourquoi 1"):
                for text in sheet.say(line):
                    assert not english_words(text), (chosen, line)
                    asked = line in ("règles", "pourquoi 1") or text.startswith("Refusé")
                    assert asked or not _RULE.search(text), (chosen, line, text)


def test_french_texts_cite_the_french_rules() -> None:
    """No French text sends players to a rule book in English."""
    texts = [text for path in CATALOGUES for _, text in sentences(path)]

    assert not [text for text in (*texts, *translations()) if re.search(r"RULES(?:-BELOTE)?\.md", text)]
