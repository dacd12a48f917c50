"""The layer of glosses: read strictly, compiled for the readings that it names, and read back unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from belettre_lexicon import Lexicon
from belettre_lexicon.base.errors import LayerError, LexiconError
from belettre_lexicon.lexicon.compile.layers import (
    MAX_GLOSS,
    Gloss,
    LayerReading,
    check_glosses,
    read_glosses,
    read_readings,
)
from belettre_lexicon.lexicon.compile.lexicon import compile_folder, compile_readings
from belettre_lexicon.lexicon.file.store import Store
from belettre_lexicon.words.decode import _decode_reading
from tests.conftest import ROOT
from tests.lexicon.toy_lexicon import ABOUT, GLOSSES, READINGS, changed, opened, place_of, resealed, toy

LAYERS = ROOT / "lexicons" / "fr"


def layer(tmp_path: Path, text: str) -> Path:
    """The path of a layer of glosses with this text."""
    path = tmp_path / "glosses.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_row_gives_a_gloss_or_dictionaries_or_both(tmp_path: Path) -> None:
    """A dash stands for no gloss or no dictionaries; each row keeps its line."""
    path = layer(tmp_path, "carole\tN\tdanse en rond\t-\ngagné\tA\t-\tLarousse,Petit Robert\nlas\tA\tépuisé\tRobert\n")

    assert read_glosses(path) == {
        ("carole", "N"): Gloss("danse en rond", (), 1),
        ("gagné", "A"): Gloss("", ("Larousse", "Petit Robert"), 2),
        ("las", "A"): Gloss("épuisé", ("Robert",), 3),
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("carole\tN\tdanse\n", r"glosses.tsv:1: 3 fields, expected 4"),
        ("\n", r"glosses.tsv:1: 1 fields, expected 4"),
        ("\tN\tdanse\t-\n", r"glosses.tsv:1: spelling ''"),
        ("ca role\tN\tdanse\t-\n", r"glosses.tsv:1: spelling 'ca role'"),
        ("carole\tX\tdanse\t-\n", r"glosses.tsv:1: part of speech 'X'"),
        ("carole\tNA\tdanse\t-\n", r"glosses.tsv:1: part of speech 'NA'"),
        ("carole\tN\t-\t-\n", r"glosses.tsv:1: 'carole' has neither"),
        ("carole\tN\t\t-\n", r"glosses.tsv:1: gloss ''"),
        ("carole\tN\tdanse \t-\n", r"glosses.tsv:1: gloss 'danse '"),
        ("carole\tN\tdanse.\t-\n", r"glosses.tsv:1: gloss 'danse.'"),
        ("carole\tN\tdan\x1bse\t-\n", r"glosses.tsv:1: gloss 'dan\\x1bse'"),
        (f"carole\tN\t{'a' * (MAX_GLOSS + 1)}\t-\n", r"glosses.tsv:1: the gloss has 61 characters, expected 60"),
        ("carole\tN\tdanse\t\n", r"glosses.tsv:1: dictionary ''"),
        ("carole\tN\tdanse\tlarousse\n", r"glosses.tsv:1: dictionary 'larousse'"),
        ("carole\tN\tdanse\tLarousse, Robert\n", r"glosses.tsv:1: dictionary ' Robert'"),
        ("carole\tN\tdanse\tRobert,Robert\n", r"glosses.tsv:1: dictionary 'Robert'"),
        ("las\tN\tfatigué\t-\ncarole\tN\tdanse\t-\n", r"glosses.tsv:2: 'carole' as N is out of order"),
        ("carole\tN\tdanse\t-\ncarole\tN\tronde\t-\n", r"glosses.tsv:2: 'carole' as N is repeated"),
    ],
)
def test_an_invalid_row_is_an_error_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    """The error names the file, the line, the value and what was expected."""
    with pytest.raises(LayerError, match=message):
        read_glosses(layer(tmp_path, text))


def test_a_missing_or_unreadable_layer_is_an_error(tmp_path: Path) -> None:
    """A file that is missing or is not UTF-8 is named."""
    with pytest.raises(LayerError, match=r"glosses.tsv: the layer of glosses cannot be read"):
        read_glosses(tmp_path / "glosses.tsv")

    (tmp_path / "glosses.tsv").write_bytes(b"\xff")

    with pytest.raises(LayerError, match="not UTF-8"):
        read_glosses(tmp_path / "glosses.tsv")


def test_a_folder_without_a_layer_file_is_an_error(tmp_path: Path) -> None:
    """The compiler names the first file that the folder of layers lacks."""
    with pytest.raises(LayerError, match=r"the layer file core\.tsv is missing"):
        compile_folder(tmp_path, tmp_path / "fr.lexicon")


def test_a_gloss_of_no_word_fails_the_build() -> None:
    """A row that applies to no headword and no listed participle names its line: plurals and verb forms have none."""
    readings = [
        LayerReading("portes", "porte", "N.f.p", "p", (), "G"),
        LayerReading("portés", "porter", "V.ppa.m.p", "q", (), "G"),
        LayerReading("osé", "osé", "A.m.s", "q", (), "D"),
    ]

    check_glosses({("osé", "A"): Gloss("hardi", (), 1)}, readings)
    for name in (("portes", "N"), ("portés", "V"), ("osé", "N")):
        with pytest.raises(LayerError, match=r"glosses\.tsv:7: '.*' as . is no word"):
            check_glosses({name: Gloss("chose", (), 7)}, readings)


@pytest.mark.exhaustive
def test_the_layer_of_the_project_applies() -> None:
    """Each row of the layer names a word of the layers of readings, as the build requires too."""
    readings = [reading for name in ("core", "extra") for reading in read_readings(LAYERS / f"{name}.tsv")]

    check_glosses(read_glosses(LAYERS / "glosses.tsv"), readings)


def test_the_readings_named_have_their_gloss_and_no_others() -> None:
    """A compiled gloss is read back for its spelling and part of speech; other readings have none."""
    store = opened(toy())

    found = {
        (reading.spelling, reading.tag[0]): (reading.gloss, reading.dictionaries)
        for key_id in range(store.key_count)
        for reading in store.readings(key_id)
        if reading.gloss or reading.dictionaries
    }

    assert found == {name: (gloss.text, gloss.dictionaries) for name, gloss in GLOSSES.items()}


def test_a_lexicon_without_glosses_has_none() -> None:
    """Readings of a lexicon that was compiled without glosses have the empty gloss."""
    store: Store = opened(compile_readings(READINGS, {}, ABOUT))

    glosses = {reading.gloss for key_id in range(store.key_count) for reading in store.readings(key_id)}

    assert glosses == {""}


def test_a_gloss_of_a_word_that_is_left_out_is_left_out() -> None:
    """A lexicon of some layers only has no place for the glosses of the other words, and compiles."""
    glosses = {("absent", "N"): Gloss("qui n'est pas là", (), 1), **GLOSSES}

    assert compile_readings(READINGS, {}, ABOUT, {}, glosses) == compile_readings(READINGS, {}, ABOUT, {}, GLOSSES)


def test_a_forged_number_of_glosses_is_noticed() -> None:
    """A file whose glosses do not match the readings that have one is not opened."""
    data = toy()
    offset, _ = place_of(data, "glosses")

    with pytest.raises(LexiconError, match="gloss"):
        opened(resealed(changed(data, b"\1", offset)))


def test_readings_compare_and_are_recorded_with_their_gloss(lexicon: Lexicon) -> None:
    """A reading with a gloss is told apart, and its JSON object is decoded unchanged; older objects lack both keys."""
    reading = next(reading for reading in lexicon.readings("carole") if reading.spelling == "carole")
    described = reading.as_dict()
    older = {name: value for name, value in described.items() if name not in ("gloss", "dictionaries")}

    decoded, decoded_older = _decode_reading(described), _decode_reading(older)

    assert reading.gloss == "danse en rond du Moyen Âge"
    assert decoded == reading
    assert decoded_older != reading
    assert decoded_older.gloss == ""
