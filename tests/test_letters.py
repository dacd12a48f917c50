"""Letters as the cards have them: counting (W1), containment (W3), folding (W4), neighbours (S3)."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unidecode import unidecode, unidecode_expect_nonascii

from belettre_lexicon import ArgumentError
from belettre_lexicon.french.letters import (
    _LATIN1,
    _LATIN1_JOINERS,
    ALPHABET,
    APOSTROPHES,
    HYPHENS,
    JOINERS,
    MAX_WORD,
    _table,
    first_non_letter,
    fold,
    fold_many,
    missing,
    missing_shared,
    neighbours,
    parse_demand,
    spelled,
)
from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "belettre_lexicon"
LATIN = st.text("abcdefghijklmnopqrstuvwxyzéèêëàâçîïôûùœæÉÈÀÇŒ-'’", max_size=20)


@pytest.mark.parametrize(
    ("word", "letters"),
    [
        ("École", "ecole"),
        ("cœur", "coeur"),
        ("ex æquo"[3:], "aequo"),
        ("arc-en-ciel", "arcenciel"),
        ("aujourd’hui", "aujourdhui"),
        ("GARÇON", "garcon"),
        ("e\u0301cole", "ecole"),
        ("Ｆａｃｉｌｅ", "facile"),
        ("İle", "ile"),
        ("I\u0307LE", "ile"),
        ("J\u030cade", "jade"),
    ],
)
def test_w4_folding(word: str, letters: str) -> None:
    """Accents, cedilla, ligatures, case, hyphens and apostrophes do not count."""
    assert fold(word) == letters


def test_w4_table_agrees_with_unidecode() -> None:
    """The folding table agrees with unidecode on every letter; signs that join words are left out."""
    for code, plain in _table().items():
        character = chr(code)
        if plain is not None and character != "ŉ":  # unidecode keeps the apostrophe of ŉ
            assert unidecode(character).lower() == plain, character


def test_w4_rare_letters_agree_with_unidecode() -> None:
    """Every other Latin letter but one folds as in Unidecode; letters in circles or boxes are signs."""
    differing = ""
    for character in map(chr, range(sys.maxunicode + 1)):
        lower = character.lower()
        if len(lower) > 1 or ord(lower) in _table() or "LATIN" not in unicodedata.name(lower, ""):
            continue
        letters = unidecode_expect_nonascii(lower, errors="preserve").lower()
        folds = lower.isalpha() and letters.isascii() and letters.isalpha()
        if fold(character) != (letters if folds else lower):
            differing += character

    assert differing == "ⱼ"


def test_unidecode_is_not_needed_at_run_time() -> None:
    """Unidecode (GPL) is a tool of the tests: no module of the package imports it, and rare letters fold without."""
    code = (
        "import sys; sys.modules['unidecode'] = None\n"  # importing it fails
        "from belettre_lexicon.french.letters import fold; print(fold('Ｆǣɓʃ'))"
    )
    done = subprocess.run([sys.executable, "-X", "utf8", "-c", code], capture_output=True, encoding="utf-8", check=True)
    naming = re.compile("(import|from) unidecode")
    importing = [path for path in PACKAGE.rglob("*.py") if naming.search(path.read_text(encoding="utf-8"))]

    assert done.stdout == "faebs\n"
    assert importing == []


def test_w4_the_two_ways_of_folding_agree() -> None:
    """Folding by Latin-1 bytes gives what the table gives, or a byte that is not ASCII, which leads to the table."""
    for code in range(256):
        character = chr(code)
        by_table = character.lower().translate(_table())
        by_bytes = character.encode("latin-1").translate(_LATIN1, _LATIN1_JOINERS)
        assert by_bytes.decode("latin-1") == by_table or not by_bytes.isascii(), character


@given(LATIN)
def test_w4_folding_is_idempotent(word: str) -> None:
    """A folded word has letters a-z only, and folding it again changes nothing."""
    folded = fold(word)

    assert fold(folded) == folded
    assert first_non_letter(folded) == ""


@given(LATIN)
def test_w4_case_and_composition_do_not_matter(word: str) -> None:
    """Capitals and decomposed accents fold like the word itself, up to MAX_WORD characters."""
    decomposed = unicodedata.normalize("NFD", word)

    assert fold(word.upper()) == fold(word)
    if len(decomposed) <= MAX_WORD:
        assert fold(decomposed) == fold(word)


@given(st.text(max_size=80))
def test_folding_never_fails(text: str) -> None:
    """Any text folds without an error, and ``first_non_letter`` is empty exactly if the result has letters a-z only."""
    folded = fold(text)

    only_letters = all("a" <= character <= "z" for character in folded)
    assert (first_non_letter(folded) == "") == only_letters


@pytest.mark.parametrize("text", ["Париж", "mot2", "a b", "\u202eelcaf", "\x00", "日本語"])
def test_w5_other_characters_stay(text: str) -> None:
    """Characters that are not Latin letters are not folded, so that no lexicon contains the result."""
    assert first_non_letter(fold(text))


@given(st.text(ALPHABET, max_size=12), st.text(ALPHABET[:6] + "?", max_size=5))
def test_w3_containment_against_brute_force(pool: str, letters: str) -> None:
    """``missing`` agrees with a model of multisets: a letter of its own for each minuscule and each joker."""
    have, wanted = Counter(pool), Counter(letters)
    jokers = wanted.pop("?", 0)
    spare = len(pool) - sum((wanted & have).values())

    lacking = missing(pool, parse_demand(letters))

    assert Counter(lacking.replace("?", "")) == wanted - have
    assert lacking.count("?") == max(jokers - spare, 0)


@given(st.text(ALPHABET, max_size=12), st.text(ALPHABET[:6], max_size=5))
def test_w3_shared_letters_against_brute_force(word: str, letters: str) -> None:
    """If cards may share letters, each distinct letter is needed once."""
    assert set(missing_shared(word, parse_demand(letters))) == set(letters) - set(word)


@pytest.mark.parametrize("letters", ["l1", "l e", "é€", "l\n", "l-e", "l’e", "l\u00ade", "l\0", "\u0301l"])
def test_w3_bad_letters(letters: str) -> None:
    """A character that is neither a letter nor ``?`` raises ArgumentError."""
    with pytest.raises(ArgumentError, match="expected letters a-z"):
        parse_demand(letters)


def test_w3_letters_with_commas_capitals_and_accents() -> None:
    """Minuscules may be written with commas, capitals and accents."""
    wanted = parse_demand("L,É,c,?")

    assert wanted.counts == (("c", 1), ("e", 1), ("l", 1))
    assert wanted.jokers == 1


def test_s3_neighbours_in_a_circle() -> None:
    """The alphabet is a circle: Z and A are neighbours."""
    assert neighbours("Z") == ("y", "a")
    assert neighbours("a") == ("z", "b")


def test_w1_joiners_do_not_count() -> None:
    """Hyphens and apostrophes of every kind fold to nothing, one by one and together."""
    assert fold(f"a{JOINERS}b") == "ab"
    assert {fold(f"a{sign}b") for sign in JOINERS} == {"ab"}
    assert set(fold_many([f"é{sign}b" for sign in JOINERS])) == {"eb"}


def test_w7_hyphens_and_apostrophes_of_every_kind_are_one() -> None:
    """A spelling has - for every hyphen and ' for every apostrophe; a soft hyphen is not part of it."""
    assert {spelled(f"pique{sign}niqué") for sign in HYPHENS} == {"pique-niqué"}
    assert {spelled(f"aujourd{sign}hui") for sign in APOSTROPHES} == {"aujourd'hui"}
    assert spelled("rac\u00adlette") == "raclette"


@pytest.mark.parametrize("text", ["facile", "École", "cœur", "arc-en-ciel", "aujourd'hui", "Ÿonne", "ǰ"])
def test_w7_a_spelling_has_one_form(text: str) -> None:
    """Capitals, decomposed and full-width letters and white space make no other spelling."""
    spelling = spelled(text)

    assert spelled(spelling) == spelling
    assert spelled(text.upper()) == spelling
    assert spelled(unicodedata.normalize("NFD", text)) == spelling
    assert spelled(f" \t\u00a0{text}\u202f\r\n") == spelling
    assert spelled("".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalpha() else c for c in text)) == spelling


@pytest.mark.parametrize(
    "text", ["fa\u0327cile", "\u0301facile", "fac\u034file", "fac\u0369ile", "e\u00ad\u0301cole", "i\u0307le"]
)
def test_w4_a_mark_that_fits_no_letter_is_no_letter(text: str) -> None:
    """A combining mark counts only as part of a letter that Unicode has as one character."""
    assert first_non_letter(fold(text))
    assert first_non_letter(fold_many([text])[0])
