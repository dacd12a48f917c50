"""Licences: every distribution has the text of every licence in it, and the metadata and NOTICE.md name them all."""

from __future__ import annotations

import hashlib
import re
import tomllib

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

from tests.conftest import ROOT

METADATA = ProjectMetadata(str(ROOT), PluginManager())
#: The licences of the layers as their manifests name them → the SPDX identifiers, and the file with the full text.
LICENCES = {
    "MPL-2.0": ("MPL-2.0", "LICENSE"),
    "LGPL-LR": ("LGPLLR", "LICENSES/LGPLLR.txt"),
    "CC-BY-SA-4.0": ("CC-BY-SA-4.0", "LICENSES/CC-BY-SA-4.0.txt"),
}
#: The SPDX identifiers of the library and the typeface in the package → the file with the full text, and their file and
#: its hash.
VENDORED = {
    "0BSD": (
        "LICENSES/0BSD.txt",
        "src/belettre_lexicon/web/pages/static/idiomorph.esm.js",
        "e1e2c7dbd606233d302bac48074fd1307c15609b77ea485c18f1b13d6be67c14",
    ),
    "OFL-1.1": (
        "LICENSES/OFL-1.1.txt",
        "src/belettre_lexicon/web/pages/static/fraunces.woff2",
        "ac681f3a6c6510bdd08eea204eb728492dd42013a8e2105b2aa5e73c8c8c9d48",
    ),
}
#: The first line of each text, a sentence from its end, and its smallest number of words.
TEXTS = {
    "LICENSE": ("Mozilla Public License Version 2.0", "Incompatible With Secondary Licenses", 2400),
    "LICENSES/LGPLLR.txt": (
        "Lesser General Public License For Linguistic Resources",
        "END OF TERMS AND CONDITIONS",
        2200,
    ),
    "LICENSES/CC-BY-SA-4.0.txt": (
        "Creative Commons Attribution-ShareAlike 4.0 International",
        "Creative Commons may be contacted at creativecommons.org.",
        2600,
    ),
    "LICENSES/0BSD.txt": ("Zero-Clause BSD", "PERFORMANCE OF THIS SOFTWARE.", 90),
    "LICENSES/OFL-1.1.txt": ("Copyright 2020 The Fraunces Project Authors", "DEALINGS IN THE FONT SOFTWARE.", 650),
}


def layer_licences() -> set[str]:
    """The licences that the manifests of the layers name."""
    manifests = (ROOT / "lexicons" / "fr").glob("*.toml")
    return {tomllib.loads(path.read_text(encoding="utf-8"))["licence"] for path in manifests}


def test_every_layer_has_a_known_licence() -> None:
    """The layers have exactly the licences whose texts are distributed."""
    assert layer_licences() == set(LICENCES)


def test_the_licence_expression_names_every_licence() -> None:
    """The expression in the metadata is the conjunction of the licences of code and layers."""
    expression = METADATA.core.license_expression

    assert set(expression.split(" AND ")) == {identifier for identifier, _ in LICENCES.values()} | set(VENDORED)


def test_what_the_package_contains_of_others_is_known() -> None:
    """The library is the published file, the typeface the one made from it; NOTICE.md names both and their licences."""
    notice = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    for identifier, (text, path, digest) in VENDORED.items():
        assert hashlib.sha256((ROOT / path).read_bytes()).hexdigest() == digest
        assert text in TEXTS
        assert {identifier in notice, path in notice, text in notice} == {True}


def test_every_distribution_has_the_texts_and_the_notice() -> None:
    """The licence files of the metadata, which wheels and sdists contain, are all texts and the notice."""
    assert set(METADATA.core.license_files) == {*TEXTS, "NOTICE.md"}


@pytest.mark.parametrize("path", TEXTS)
def test_licence_texts_are_complete(path: str) -> None:
    """A licence text has its title, its last sentence and the length of the whole."""
    title, last, words = TEXTS[path]
    text = (ROOT / path).read_text(encoding="utf-8")

    assert text.startswith(title)
    assert last in text[-500:]
    assert len(text.split()) >= words


def test_the_source_distribution_includes_the_texts() -> None:
    """The folder of licence texts is among the files of the source distribution."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert {"/LICENSE", "/LICENSES"} <= set(pyproject["tool"]["hatch"]["build"]["targets"]["sdist"]["include"])


def test_the_notice_names_every_licence_source_and_attribution() -> None:
    """NOTICE.md names the licences by their identifiers, the people and projects of the sources, and OpenSubtitles."""
    notice = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    for identifier, _ in LICENCES.values():
        assert identifier in notice, identifier
    for name in ("Olivier R.", "Benoît Sagot", "Hubert Tournier", "Robyn Speer", "Boris New", "François Gannaz"):
        assert name in notice, name
    for name in ("<http://www.opensubtitles.org/>", "SUBTLEX", "FreeDict", "Unidecode", "PyStarDict", "spaCy"):
        assert name in notice, name


def test_the_notice_explains_every_letter_of_the_layers() -> None:
    """Each source letter of readings and evidence letter of links has its licence in NOTICE.md."""
    from belettre_lexicon.french.grammar import EVIDENCE, SOURCE_LETTERS

    section = (ROOT / "NOTICE.md").read_text(encoding="utf-8").partition("## Attestations")[2]
    named = set(re.findall(r"\b[A-Z]\b", section.partition("## Building")[0]))

    assert {*SOURCE_LETTERS, *EVIDENCE} <= named


def test_libraries_needed_at_run_time_are_named_in_the_notice() -> None:
    """NOTICE.md gives the licence of every library without which the package does not run."""
    notice = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    for requirement in METADATA.core.dependencies:
        assert re.split("[>=]", requirement)[0] in notice, requirement
