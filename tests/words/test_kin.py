"""Which earlier word is named as kin (W8), for each way in which words belong to families, and how near it is."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from belettre_lexicon import History, HouseRules, Lexicon, LexiconError
from belettre_lexicon.french.grammar import TIERS
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.kin.families import Families
from belettre_lexicon.words.history import PlayedWord
from tests.lexicon.toy_lexicon import toy

if TYPE_CHECKING:
    from belettre_lexicon.literals import Tier

#: A word, the earlier words, and which of them is named as kin with its tier; None if none is.
KIN: dict[str, list[tuple[str, list[str], tuple[int, str] | None]]] = {
    "headwords of one family": [
        ("pigeon", ["niche", "pigeonnier"], (2, "core")),
        ("pigeon", ["pigeonnier", "pigeonner"], (1, "core")),
        ("pigeon", ["niche"], None),
    ],
    "headwords of none": [
        ("kimono", ["kimonos"], (1, "core")),
        ("kimono", ["niche", "pigeon"], None),
    ],
    "headwords of several families": [
        ("chou-fleur", ["niche", "chouchou"], (2, "core")),
        ("chou-fleur", ["fleurir"], (1, "core")),
        ("chou-fleur", ["fleurir", "chouchou"], (1, "core")),
        ("chou-fleur", ["niche"], None),
    ],
    "headwords of a near family": [
        ("porte-avions", ["sport"], (1, "near")),
        ("hôtel", ["hôpital"], (1, "near")),
        ("besoin", ["niche", "soin"], (2, "near")),
    ],
    "core kin come before near kin": [
        ("hôtel", ["hôpital", "motel"], (2, "core")),
        ("hôtel", ["motel", "hôpital"], (1, "core")),
        ("chou-fleur", ["choucroute", "floraison"], (2, "core")),
    ],
    "headwords whose accents matter": [
        ("pêcheur", ["pécheresse", "pêche"], (2, "core")),
        ("pécheur", ["pêche"], None),
        ("pecheur", ["pêche"], (1, "core")),
    ],
    "forms of one headword": [
        ("pigeons", ["pigeonnier"], (1, "core")),
        ("tissus", ["texte"], (1, "near")),
        ("tissus", ["texte", "tissage"], (2, "core")),
        ("tissus", ["niche"], None),
    ],
    "forms of a headword without a family": [
        ("kimonos", ["niche", "kimono"], (2, "core")),
        ("kimonos", ["niche"], None),
    ],
    "forms of a headword of near families alone": [
        ("galas", ["niche", "gala"], (2, "core")),
        ("galas", ["régal", "gala"], (2, "core")),
        ("gala", ["galas", "régal"], (1, "core")),
        ("galas", ["régal"], (1, "near")),
        ("galas", ["niche"], None),
    ],
    "forms of several headwords": [
        ("étaient", ["essentiel"], (1, "near")),
        ("étaient", ["étayage"], (1, "core")),
        ("étaient", ["essentiel", "étayage"], (2, "core")),
        ("étaient", ["étayage", "être"], (1, "core")),
        ("étaient", ["niche"], None),
    ],
    "forms whose accents matter": [
        ("pêches", ["pécheur"], None),
        ("pêches", ["pécheur", "pêcheur"], (2, "core")),
    ],
}


def nearest_kin(history: History, lexicon: Lexicon, word: str) -> tuple[PlayedWord, Tier] | None:
    """Return the first earlier word that is core kin, or else near kin, with its tier; None if none is kin."""
    key = fold(word)
    kin = history.repeats_and_kin(lexicon, word, key, lexicon.store.key_id(key))[1]
    return min(kin, key=lambda played: TIERS.index(played[1]), default=None)


@pytest.mark.parametrize(("word", "earlier", "named"), [case for cases in KIN.values() for case in cases])
def test_w8_the_first_of_the_nearest_kin_is_named(
    lexicon: Lexicon, word: str, earlier: list[str], named: tuple[int, str] | None
) -> None:
    """Core kin come before near kin, and all families of all lemmas count; pairs of words have the same tiers."""
    kin = nearest_kin(History(earlier), lexicon, word)

    assert (kin and (kin[0].turn, kin[1])) == named
    tiers = [kinship.tier for kinship in (lexicon.kinship(word, other) for other in earlier) if kinship]
    assert (kin and kin[1]) == min(tiers, default=None)


@pytest.mark.parametrize(
    ("repeated", "kin", "tier"),
    [
        ("pigeon", "pigeonnier", "core"),
        ("kimono", "kimonos", "core"),
        ("kimonos", "kimono", "core"),
        ("gala", "galas", "core"),
        ("gala", "régal", "near"),
        ("hôtel", "motel", "core"),
        ("hôtel", "hôpital", "near"),
        ("chou-fleur", "fleurir", "core"),
        ("pêcheur", "pêche", "core"),
        ("tissus", "texte", "near"),
        ("étaient", "étayage", "core"),
        ("étaient", "essentiel", "near"),
    ],
)
def test_w7_w8_a_repeated_word_is_not_named_as_kin_too(lexicon: Lexicon, repeated: str, kin: str, tier: str) -> None:
    """A repeat is left out whether it comes first or last; other kin are named."""
    key = fold(repeated)
    key_id = lexicon.store.key_id(key)

    for earlier in ([repeated], [repeated, kin], [kin, repeated]):
        history = History(earlier)
        found, named = history.repeats_and_kin(lexicon, repeated, key, key_id)

        assert found[0].turn == 1 + earlier.index(repeated)
        assert [(played.word, found_tier) for played, found_tier in named] == [(kin, tier)] * earlier.count(kin)


@pytest.mark.parametrize(
    ("rules", "turns"),
    [
        (HouseRules(), {"pêcher": 2, "pécher": 2, "pecher": 2, "niche": 1, "pigeon": None}),
        (HouseRules(accents_differ=True), {"pêcher": 3, "pécher": 2, "pecher": 2, "niche": 1, "pigeon": None}),
    ],
)
def test_w7_the_first_word_that_is_repeated_is_named(
    lexicon: Lexicon, rules: HouseRules, turns: dict[str, int | None]
) -> None:
    """Also if an arbiter accepted several of them; with ``accents_differ``, the first that may be the same word."""
    history = History(["niche", "pécher", "pêcher", "PÊCHER", "PÉCHER"], rules)

    for word, turn in turns.items():
        key = fold(word)
        repeated, _ = history.repeats_and_kin(lexicon, word, key, lexicon.store.key_id(key))
        assert (repeated[0].turn if repeated else None) == turn


def test_w8_with_accents_differ_another_spelling_is_kin_instead_of_a_repeat(lexicon: Lexicon) -> None:
    """« pêché » is a form of « pêcher »: with the option, it is kin to « pêche » and not a repeat of « péché »."""
    history = History(["péché", "pêche"], HouseRules(accents_differ=True))
    key_id = lexicon.store.key_id("peche")

    repeated, kin = history.repeats_and_kin(lexicon, "pêché", "peche", key_id)

    assert not repeated
    assert [(played.word, tier) for played, tier in kin] == [("pêche", "core")]


def test_w8_an_unknown_word_has_no_kin_and_may_be_a_repeat(lexicon: Lexicon) -> None:
    """An arbiter may have accepted it; words that are known keep their kin."""
    history = History(["zzzzy", "pigeon"])

    repeated, kin = history.repeats_and_kin(lexicon, "zzzzy", "zzzzy", None)

    assert [(played.word, played.turn) for played in repeated] == [("zzzzy", 1)]
    assert not kin
    assert history.repeats_and_kin(lexicon, "zzzzx", "zzzzx", None) == ((), ())
    assert nearest_kin(history, lexicon, "pigeonnier") is not None


def test_w8_another_lexicon_indexes_all_words_again(lexicon: Lexicon) -> None:
    """Kin are named once each, whichever lexicon was asked before."""
    history, other = History(["pigeon", "kimonos", "hôtel"]), Lexicon.open()

    for asked in (lexicon, other, lexicon):
        for word, turn in (("pigeonnier", 1), ("kimono", 2), ("hôpital", 3)):
            kin = nearest_kin(history, asked, word)
            assert kin is not None
            assert kin[0].turn == turn
    assert {len(words) for index in (history._core, history._near, history._lone) for words in index.values()} == {1}
    history.forget_after(0)
    assert nearest_kin(history, lexicon, "kimono") is None


def test_w8_the_family_with_number_0_counts_as_all_others(lexicon: Lexicon) -> None:
    """Its headwords and their forms are kin."""
    first, second = (lexicon.store.key(key_id) for key_id in lexicon.matrix.keys_of_family(0)[:2])
    form = f"{second}s"
    assert form in lexicon

    for word, earlier in itertools.permutations([first, second, form], 2):
        kin = nearest_kin(History(["niche", earlier]), lexicon, word)
        assert kin is not None
        assert (kin[0].turn, kin[1]) == (2, "core")


def test_w8_the_first_word_of_several_families_has_them_all(tmp_path: Path) -> None:
    """« arc-en-ciel » has the lowest number of such words in the toy lexicon, and its own core and near kin there."""
    file = tmp_path / "toy.lexicon"
    file.write_bytes(toy())
    lexicon = Lexicon.open(file)
    assert lexicon.family_index.number_of_headword("arc-en-ciel", 0) == lexicon.family_index.single

    for earlier, tier in (("cœur", "core"), ("marche", "core"), ("huis", "near"), ("marché", None)):
        kin = nearest_kin(History([earlier]), lexicon, "arc-en-ciel")
        assert (kin and kin[1]) == tier


@pytest.mark.parametrize("method", ["headwords", "of_headword", "number_of_headword"])
def test_damaged_families_are_a_damaged_lexicon(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """Whether the earlier words or the word itself cannot be looked up; the error says what to run."""

    def fail(*_: object, **__: object) -> None:
        raise IndexError

    monkeypatch.setattr(Families, method, fail)

    with pytest.raises(LexiconError, match="the word families are damaged; run: belettre lexicon verify"):
        nearest_kin(History(["pigeon"]), lexicon, "pigeonnier")


@pytest.mark.parametrize("word", ["pigeon", "PIGEON", "kimono", "chou-fleur", "pecheur", "tâtonner"])
def test_w8_a_word_that_certainly_is_a_headword_has_the_number_of_its_key(lexicon: Lexicon, word: str) -> None:
    """It stands for itself alone, whether it has one family, none or several."""
    families = lexicon.family_index
    key_id = lexicon.store.key_id(fold(word))
    assert key_id is not None

    assert families.number_of_headword(word, key_id) == families.number(key_id)
    assert families.headwords(word, key_id) == ((word, key_id),)


@pytest.mark.parametrize("word", ["pigeons", "kimonos", "suis", "péché", "pêché"])
def test_w8_a_form_or_a_word_whose_accents_decide_has_no_number(lexicon: Lexicon, word: str) -> None:
    """Its headwords have to be looked up."""
    key_id = lexicon.store.key_id(fold(word))
    assert key_id is not None

    assert lexicon.family_index.number_of_headword(word, key_id) is None
