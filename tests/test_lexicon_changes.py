"""What changed in the lexicon: the script tells every kind of change, and the page has the figures of this lexicon."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from belettre_lexicon import Lexicon
from belettre_lexicon.lexicon.compile.layers import LayerReading
from belettre_lexicon.lexicon.compile.lexicon import compile_readings
from belettre_lexicon.lexicon.compile.links import LexemeKey, LinkRow
from scripts import lexicon_changes
from scripts.lexicon_changes import compare, main, read_contents
from tests.conftest import ROOT
from tests.pipeline.test_reproducible_build import LAYERS

PAGE = (ROOT / "docs" / "lexicon-changes.md").read_text(encoding="utf-8")


def reading(spelling: str, tag: str, status: str = "+", lemma: str = "") -> LayerReading:
    return LayerReading(spelling, lemma or spelling, tag, status, (), "G")


def link(base: str) -> LinkRow:
    return LinkRow((LexemeKey(base, "N"),), "suffix", "-et", "R")


def origin(etymon: str) -> LinkRow:
    return LinkRow((), "", "", "R", (etymon,))


OLD = [
    reading("livre", "N.m.s"),
    reading("livret", "N.m.s"),
    reading("carte", "N.f.s"),
    reading("carton", "N.m.s"),
    reading("fantôme", "N.m.s"),
    reading("lentes", "A.f.p", "p", "lent"),
    reading("grande", "A.f.s", "f", "grand"),
]
NEW = [
    *OLD[:4],
    reading("cartes", "N.f.p", "p", "carte"),
    reading("selfie", "N.m.s"),
    reading("lentes", "N.f.s"),
    reading("grande", "N.f.s"),
]
OLD_LINKS = {
    LexemeKey("livret", "N"): link("livre"),
    LexemeKey("carton", "N"): origin("lat. charta"),
    LexemeKey("carte", "N"): origin("lat. charta"),
}
NEW_LINKS = {
    LexemeKey("livret", "N"): origin("lat. liber"),
    LexemeKey("livre", "N"): origin("lat. liber"),
    LexemeKey("carton", "N"): link("carte"),
}
ZIPF = {"selfie": 3.0, "grande": 5.0}


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """The compiled files of the old and the new toy lexicon."""

    def write(name: str, readings: Sequence[LayerReading], links: dict[LexemeKey, LinkRow]) -> str:
        path = tmp_path / name
        path.write_bytes(compile_readings(readings, ZIPF, {"edition": name, "layers": "toy"}, links))
        return str(path)

    return write("2026.11", OLD, OLD_LINKS), write("2026.12", NEW, NEW_LINKS)


def test_every_kind_of_change_is_found(files: tuple[str, str]) -> None:
    """Words change sides or reasons, links and etymons come and go; frequent words stand first."""
    old, new = (Lexicon.open(path) for path in files)

    changes = compare(old, new, read_contents(old), read_contents(new))

    assert changes.gained == {
        ("feminine_adjective",): ["grande"],
        ("unknown",): ["selfie"],
        ("plural", "feminine_adjective"): ["lentes"],
    }
    assert changes.lost == {("unknown",): ["fantôme"]}
    assert changes.others == {(("unknown",), ("plural",)): ["cartes"]}
    assert changes.added == [
        ("carton (noun)", "carte (noun)"),
        ("livre (noun)", "lat. liber"),
        ("livret (noun)", "lat. liber"),
    ]
    assert changes.removed == [
        ("carte (noun)", "lat. charta"),
        ("carton (noun)", "lat. charta"),
        ("livret (noun)", "livre (noun)"),
    ]


def test_the_section_of_two_lexicons(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """The script prints a section with the figures before and now, and each kind of change with its words."""
    status = main([*files, "--title", "Version 2", "--since", "version 1"])

    assert status == 0
    text = capsys.readouterr().out
    assert text.startswith("## Version 2\n\nEdition 2026.12, hash `")
    assert "compared with that of version 1:\nedition 2026.11, hash `" in text
    assert "| words that may be played | 5 | 7 |" in text
    assert "### Became playable: 3\n" in text
    assert "- 1 `plural` + `feminine_adjective` before: lentes\n" in text
    assert "### No longer playable: 1\n\n- 1 `unknown` now: fantôme\n" in text
    assert "- 1 `unknown` before, `plural` now: cartes\n" in text
    assert (
        "- 3 removed: carte (noun) ← lat. charta, carton (noun) ← lat. charta, livret (noun) ← livre (noun)\n" in text
    )


def test_a_lexicon_compared_with_itself_has_no_changes(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Kinds of words that did not change are left out, and no link is told."""
    main([files[0], files[0]])

    text = capsys.readouterr().out
    assert re.findall(r"^### .*", text, re.MULTILINE) == ["### Links of families"]
    assert text.endswith("- 0 added.\n- 0 removed.\n")


def test_the_layers_of_a_commit_are_compiled(
    files: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A lexicon may be named by a commit; layers that it does not have yet are taken to be empty."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    root = tmp_path / "repository"
    (root / "lexicons" / "fr").mkdir(parents=True)
    for name, text in LAYERS.items():
        if not name.startswith("glosses"):
            (root / "lexicons" / "fr" / name).write_text(text, encoding="utf-8")
    who = ["-c", "user.name=Toy", "-c", "user.email=toy@example.org"]
    for command in (["init", "--quiet"], ["add", "."], [*who, "commit", "--quiet", "--message", "layers"]):
        subprocess.run(["git", *command], cwd=root, check=True)
    monkeypatch.setattr(lexicon_changes, "ROOT", root)

    status = main(["HEAD", files[1]])

    assert status == 0
    assert "| words that may be played | 3 | 7 |" in capsys.readouterr().out


def test_a_name_that_is_no_lexicon_is_refused(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """The error names what is neither a file nor a commit."""
    status = main([files[0], "no-such-commit"])

    assert status == 1
    assert capsys.readouterr().err.startswith(
        "lexicon_changes: no-such-commit: neither a compiled lexicon nor a commit"
    )


# The page


def figures(section: str) -> dict[str, tuple[int, int]]:
    """The table of a section: name → figures before and now."""
    rows = re.findall(r"^\| ([\w ]+) \| ([\d,]+) \| ([\d,]+) \|$", section, re.MULTILINE)
    return {name: (int(before.replace(",", "")), int(now.replace(",", ""))) for name, before, now in rows}


#: Every section but that of the first version, which has nothing before it.
SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:-1]


def test_the_newest_section_is_about_this_lexicon(lexicon: Lexicon) -> None:
    """The newest section names the edition and the hash of the lexicon of the package, and its readings."""
    newest = SECTIONS[0]

    assert f"Edition {lexicon.edition}, hash `{lexicon.hash[:12]}`, compared" in newest
    assert figures(newest)["readings"][1] == lexicon.store.reading_count


@pytest.mark.exhaustive
def test_the_page_has_the_figures_of_this_lexicon(lexicon: Lexicon) -> None:
    """Every figure in the table of the newest section is that of the lexicon of the package."""
    contents = read_contents(lexicon)

    assert {name: now for name, (_, now) in figures(SECTIONS[0]).items()} == {
        "spellings": len(contents.zipf),
        "readings": contents.readings,
        "words that may be played": contents.playable,
        "links between a word and a base": len(contents.links),
    }


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.partition("\n")[0])
def test_the_figures_of_a_section_agree(section: str) -> None:
    """What became playable and what no longer is make the difference of the playable words; so do the links."""

    def count(pattern: str) -> int:
        found = re.search(pattern, section, re.MULTILINE)
        return int(found[1].replace(",", "")) if found else 0

    before, now = figures(section)["words that may be played"]
    assert now - before == count(r"^### Became playable: ([\d,]+)$") - count(r"^### No longer playable: ([\d,]+)$")
    before, now = figures(section)["links between a word and a base"]
    assert now - before == count(r"^- ([\d,]+) added") - count(r"^- ([\d,]+) removed")


def test_each_section_goes_on_from_the_one_below() -> None:
    """The lexicon that a section starts from is the one that the section below ends with, by its hash and figures."""
    for later, earlier in pairwise(SECTIONS):
        hashes = re.findall(r"hash `(\w+)`", later)
        assert hashes[1] == re.findall(r"hash `(\w+)`", earlier)[0]
        assert {k: b for k, (b, _) in figures(later).items()} == {k: n for k, (_, n) in figures(earlier).items()}
