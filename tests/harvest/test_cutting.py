"""Text is cut into the words that French writes: elisions, pronouns, compounds, capitals, and what is no word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import Lexicon
from belettre_lexicon.harvest.cutting import MOST_CHARACTERS, context, cut, paragraphs, repaired

TEXTS = st.text(alphabet="aéÉoM-'’.!?\n\r\t 1_/@\x00\x92\u00ad\u0301\u202e«—XV", max_size=80)


def words(text: str, lexicon: Lexicon) -> list[str]:
    """The words of a paragraph, as they are written."""
    return [one.text for one in cut(text, lexicon.__contains__)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("l'école d’aujourd'hui", ["école", "aujourd'hui"]),
        ("jusqu'au zorglub", ["au", "zorglub"]),
        ("Qu'est-ce que l'arc-en-ciel ?", ["est", "que", "arc-en-ciel"]),
        ("zorglube-t-il, zorglubons-nous-en", ["zorglube", "zorglubons"]),
        ("rendez-vous, celui-là, va-t'en", ["rendez-vous", "celui-là", "va"]),
        ("un porte-zorglub", ["un", "porte-zorglub"]),
        ("une anima-\n  tion", ["une", "animation"]),
        ("un porte-\nzorglub", ["un", "porte-zorglub"]),
        ("mot(1), x2, a_b, fichier.txt, www.x.fr, a@b.fr", ["mot"]),
        ("/usr/share ~/x --option a=b et/ou", ["et", "ou"]),
        ("au XVIIIe siècle, Louis XIV", ["au", "siècle", "Louis"]),
        ("-Bonjour 'chat' mot--autre", ["Bonjour", "chat", "mot", "autre"]),
        ("ça—là… bon", ["ça", "là", "bon"]),
    ],
)
def test_words_of_a_text(text: str, expected: list[str], lexicon: Lexicon) -> None:
    """What is elided and pronouns are cut off, unless the lexicon knows the whole; code and numbers are left out."""
    assert words(text, lexicon) == expected


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("Zorglub dort.", "opening"),
        ("Il dort. Zorglub aussi.", "opening"),
        ("Il dit : « Zorglub ! »", "opening"),
        ("un vers\nZorglub dort", "opening"),
        ("LE CHÂTEAU DE ZORGLUB", "opening"),
        ("Il voit Zorglub.", "capital"),
        ("Il voit M. Zorglub.", "capital"),
        ("Voici J. Zorglub.", "capital"),
        ("L'Zorglub dort.", "capital"),
        ("Il voit la ZORGLUB.", "capital"),
        ("Le zorGlub dort.", "capital"),
        ("Le zorglub dort.", "small"),
    ],
)
def test_capitals_that_tell_a_name(text: str, case: str, lexicon: Lexicon) -> None:
    """A capital tells a name only where other words have none."""
    (found,) = [one for one in cut(text, lexicon.__contains__) if one.text.lower() == "zorglub"]

    assert found.case == case


@given(TEXTS)
def test_every_text_can_be_cut(text: str) -> None:
    """Any text gives words in their order, each of letters and joiners, at places of the text, and never an error."""
    known = Lexicon.open()
    end = 0
    for one in cut(text, known.__contains__):
        assert end <= one.start < one.end <= len(text)
        assert one.text[0].isalpha()
        assert one.text[-1].isalpha() or one.text[-1] == "\u0301"
        assert "\n" not in one.text
        assert text[one.start] == one.text[0]
        end = one.end


@given(TEXTS, TEXTS, st.integers(1, 9))
def test_paragraphs_do_not_depend_on_the_pieces(first: str, second: str, size: int) -> None:
    """A text has the same paragraphs in whatever pieces it comes, and nothing of it is lost."""
    text = f"{first}\n\n{second}"

    whole = list(paragraphs([text]))

    assert [*map(str.strip, paragraphs(text[place : place + size] for place in range(0, len(text), size)))] == [
        *map(str.strip, whole)
    ]
    assert "".join("".join(whole).split()) == "".join(text.split())


def test_endless_paragraphs_are_cut_between_words() -> None:
    """A paragraph longer than the limit is cut at white space, or anywhere if it has none."""
    pieces = list(paragraphs(["mot " * MOST_CHARACTERS, "é" * (3 * MOST_CHARACTERS)]))

    assert max(map(len, pieces)) <= MOST_CHARACTERS
    assert sum(piece.count("mot") for piece in pieces) == MOST_CHARACTERS
    assert sum(piece.count("é") for piece in pieces) == 3 * MOST_CHARACTERS


@pytest.mark.parametrize(
    "text", ["a," * 30_000, "a." * 30_000, "a-" * 30_000, "d'" * 30_000, "a@" * 30_000, "a-\n" * 20_000]
)
def test_hostile_text_takes_no_longer_than_prose(text: str, lexicon: Lexicon) -> None:
    """Endless text without spaces is cut in a time that grows as its length."""
    assert all(len(word) <= 128 for word in words(text, lexicon))


@given(TEXTS, st.integers(0, 80), st.integers(0, 9))
def test_context_is_one_printable_line(text: str, start: int, length: int) -> None:
    """The context of any place is one line without tabs and control characters, and holds what is there."""
    line = context(text, start, start + length)

    assert line.isprintable()
    assert (
        "".join(c for c in text[start : start + length] if c.isprintable() and not c.isspace()) in line.replace(" ", "")
        or "\\u" in line
    )


def test_texts_of_windows_are_repaired() -> None:
    """Apostrophes and « œ » of Windows-1252 in a text that was read as Latin-1 become what they were meant to be."""
    assert repaired("c\x92est \x9cuvre") == "c’est œuvre"
