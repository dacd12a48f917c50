"""A harvest counts the words that the lexicon lacks, tells them from names, and can be put together from parts."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError, Lexicon
from belettre_lexicon.harvest import tally
from belettre_lexicon.harvest.tally import Harvest

WORDS = [
    "zorglubisme",
    "Zorglubax",
    "raclette",
    "L'urkelade",
    "urkelades",
    "XIV",
    "ZORGLUB",
    "Elle",
    ".",
    "!",
    "\n\n",
    "cœur",
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join)


def harvested(*texts: str, min_letters: int = 5) -> Harvest:
    """The harvest of texts, one after the other."""
    harvest = Harvest(Lexicon.open(), min_letters)
    for text in texts:
        harvest.read([text])
    return harvest


def test_known_words_are_no_harvest() -> None:
    """Words, plurals, conjugated forms, words without their accents and names that the lexicon has are left out."""
    harvest = harvested("Les écoliers jouaient à Paris ; l'ecole DORMAIT, aujourd'hui, Raclette et chats-huants.")

    assert harvest.found == {}


def test_words_and_names_are_told_apart() -> None:
    """A word that is never written small, and has a capital inside a sentence, is a name; others are words."""
    harvest = harvested(
        "Urkelade ! Le zorglubisme de la maison de Glorbux. Zorglubisme. Voici Glorbux et Trimule ; une trimule dort "
        "au bord de la rivière."
    )

    assert [(one.spelling, one.count) for one in harvest.words()] == [
        ("trimule", 2),
        ("zorglubisme", 2),
        ("urkelade", 1),
    ]
    assert [(one.written, one.count) for one in harvest.names()] == [("Glorbux", 2)]
    assert [one.spelling for one in harvest.words(at_least=2)] == ["trimule", "zorglubisme"]


def test_w1_short_words_are_left_out() -> None:
    """Only words of so many letters are harvested: they are what can be played (W1)."""
    assert [one.spelling for one in harvested("un zorg, des zorgli").words()] == ["zorgli"]
    assert [one.spelling for one in harvested("un zorg, des zorgli", min_letters=4).words()] == ["zorg", "zorgli"]


def test_spellings_of_a_word_are_counted_together() -> None:
    """Capitals, kinds of apostrophes and hyphens, and soft hyphens make no other word."""
    harvest = harvested("Le porte-zorglub, PORTE‑ZORGLUB, porte-zor\u00adglub, le porte-zor-\nglub.")

    assert {one.spelling: one.count for one in harvest.words()} == {"porte-zorglub": 3, "porte-zor-glub": 1}


def test_words_of_other_scripts_are_left_out() -> None:
    """A word that no card could spell is no word that the lexicon lacks."""
    assert harvested("λόγος правильный 学而时习之 zorgl\u0338ubisme").found == {}


def test_paragraphs_in_other_languages_are_left_out() -> None:
    """A paragraph of which many words are unknown is left out and counted, unless all languages are asked for."""
    text = "This paragraph should obviously be left out, because there are English words.\n\nUne trimule dort ici."

    assert (set(harvested(text).found), harvested(text).foreign) == ({"trimule"}, 1)
    everything = Harvest(Lexicon.open(), all_languages=True)
    everything.read([text])
    assert (everything.found.keys() > {"obviously", "trimule"}, everything.foreign) == (True, 0)


def test_a_model_gives_lemmas_and_names() -> None:
    """With a model, most of its lemmas and entities decide, whatever the capitals say."""

    def analyse(paragraph: str) -> tally.Analysis:
        return lambda start, end: (paragraph[start:end].lower().rstrip("s"), paragraph[start:end] == "glorbux")

    harvest = Harvest(Lexicon.open(), analyse=analyse)
    harvest.read(["Les Trimules, des trimules, ", "un glorbux."])

    assert [(one.spelling, one.lemma, one.count) for one in harvest.words()] == [("trimules", "trimule", 2)]
    assert [one.lemma for one in harvest.names()] == ["glorbux"]


@pytest.mark.exhaustive
@given(TEXTS, TEXTS)
def test_harvests_are_put_together(first: str, second: str) -> None:
    """Two harvests merged, also after a pickle, are the harvest of both texts."""
    merged = harvested(first)

    merged.merge(pickle.loads(pickle.dumps(harvested(second))))

    assert merged.found == harvested(first, second).found
    assert merged.foreign == harvested(first, second).foreign


@given(st.text(max_size=200))
def test_any_text_is_harvested(text: str) -> None:
    """Whatever a text holds, what is harvested is printable, is not in the lexicon and is counted."""
    lexicon = Lexicon.open()
    for one in harvested(text, min_letters=1).found.values():
        assert one.count > 0
        assert one.spelling not in lexicon
        assert one.context.isprintable()
        assert one.lemma.isprintable() or "\u00ad" in one.lemma


def test_a_harvest_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """More words than a harvest holds are an error that says what to do."""
    monkeypatch.setattr(tally, "MOST_WORDS", 2)

    with pytest.raises(ArgumentError, match="harvest fewer texts"):
        harvested("zorglubisme trimule urkelade")
