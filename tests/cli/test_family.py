"""``belettre family`` as a user meets it: tree, JSON, pairs, picture, and every kind of bad input."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.test_cli import one_line, out, run


def test_the_tree_shows_relations_labels_and_frequency() -> None:
    """The root comes first, then each word under its base, with the affix that builds it."""
    done = run("family", "joueur")
    lines = out(done).splitlines()

    assert lines[0].startswith("jeu  nom · ")
    assert any(line.lstrip("│├└─ ").startswith("joueur  -eur · nom · ") for line in lines)
    assert any("joueuse  féminin · nom" in line for line in lines)
    assert done.returncode == 0
    assert "noun" in out(run("family", "joueur", "--lang", "en"))


def test_json_says_the_same_as_the_tree() -> None:
    """The JSON object has every member with its link, bases, tier and sources, and the edition of the lexicon."""
    described = json.loads(out(run("family", "joueur", "--json")))
    members = {member["spelling"]: member for member in described["families"][0]["members"]}

    assert members["jeu"]["link"] is None
    assert members["joueur"]["link"]["bases"][0]["word"] == "jouer"
    assert members["joueur"]["link"]["tier"] == "core"
    assert set(described["lexicon"]) == {"edition", "hash"}


def test_pairs_from_a_pipe() -> None:
    """Each pair gives a JSON object: known if both words are playable, same for core kin only, with the proof."""
    stdin = "jouet\tjoueur\nsouris\tsourire\nhôtel\thôpital\njouet\txyzzy\n".encode()
    done = run("family", "--pairs", "-", "--json", stdin=stdin)
    kin, apart, near, unknown = map(json.loads, out(done).splitlines())

    assert (kin["known"], kin["same"], kin["tier"]) == (True, True, "core")
    assert [link["word"] for link in kin["chain"]] == ["jouet", "joueur"]
    assert (apart["known"], apart["same"], apart["tier"], apart["chain"]) == (True, False, None, [])
    assert (near["known"], near["same"], near["tier"]) == (True, False, "near")
    assert (near["etymon"], near["chain"]) == ("lat. hospes", [])
    assert (unknown["known"], unknown["same"], unknown["chain"]) == (False, False, [])
    assert list(kin) == ["a", "b", "known", "same", "tier", "etymon", "chain"]
    assert done.returncode == 1


def test_pairs_in_words(tmp_path: Path) -> None:
    """Without --json each pair gives a sentence with its proof; pairs can also come from a file."""
    path = tmp_path / "pairs.tsv"
    path.write_text("jouet\tjoueur\n\nsouris\tsourire\n", encoding="utf-8")
    first, second = out(run("family", "--pairs", str(path))).splitlines()

    proof = "« jouet » (-et) et « joueur » (-eur) viennent tous deux de « jouer »"
    assert first == f"« jouet » et « joueur » : même famille — {proof}"
    assert second == "« souris » et « sourire » : pas de la même famille"


@pytest.mark.parametrize("line", ["jouet", "a\tb\tc", "\tjouer", "jouer\t "])
def test_a_line_that_is_not_a_pair_is_named(line: str) -> None:
    """The error names the line, its text, and what was expected."""
    done = run("family", "--pairs", "-", stdin=f"jouet\tjoueur\n{line}\n".encode())

    assert "line 2" in one_line(done)
    assert "word TAB word" in one_line(done)
    assert done.returncode == 2


def test_words_without_a_family_say_why() -> None:
    """Forms that are not playable and unknown words say so, with exit status 1."""
    assert "pas un mot jouable" in out(run("family", "jouons"))
    assert "pas un mot jouable" in out(run("family", "xyzzy\x1b[31m"))
    assert run("family", "xyzzy").returncode == 1


def test_bad_arguments_are_one_line() -> None:
    """Missing or contradictory arguments, and files that are missing or not UTF-8, end in one clear line."""
    for arguments in (
        [],
        ["mot", "--pairs", "-"],
        ["--pairs", "-", "--svg", "x.svg"],
        ["--pairs", "/nowhere/pairs"],
        ["--lang", "it", "mot"],
    ):
        assert one_line(run("family", *arguments))

    assert "UTF-8" in one_line(run("family", "--pairs", "-", stdin=b"\xff\tmot\n"))


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_the_picture_is_svg_with_every_word(tmp_path: Path) -> None:
    """Graphviz draws every member as SVG; a missing folder ends in one clear line."""
    target = tmp_path / "famille.svg"
    done = run("family", "scolaire", "--svg", str(target))
    assert str(target) in out(done)

    root = ET.parse(target).getroot()
    texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    described = json.loads(out(run("family", "scolaire", "--json")))

    assert {member["spelling"] for family in described["families"] for member in family["members"]} <= texts
    assert "cannot be written" in one_line(run("family", "scolaire", "--svg", str(tmp_path / "no" / "x.svg")))


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_a_picture_replaces_our_pictures_alone(tmp_path: Path) -> None:
    """An earlier picture of the command is replaced; the picture of another program stays, with or without line end."""
    target = tmp_path / "famille.svg"
    out(run("family", "scolaire", "--svg", str(target)))
    first = target.read_bytes()
    out(run("family", "jouet", "--svg", str(target)))

    assert target.read_bytes() != first

    for foreign in (first.replace(b"<!-- belettre -->", b""), b"<svg/>", b"<svg/>\n<!-- belettre -->", b"notes"):
        target.write_bytes(foreign)

        assert str(target) in one_line(run("family", "jouet", "--svg", str(target)))
        assert target.read_bytes() == foreign

    assert list(tmp_path.iterdir()) == [target]


def test_without_graphviz_a_picture_says_what_to_install(tmp_path: Path) -> None:
    """Without the program « dot » the command ends in one clear line that names Graphviz."""
    done = run("family", "scolaire", "--svg", str(tmp_path / "x.svg"), PATH="/nonexistent")

    assert "graphviz" in one_line(done).lower()
    assert done.returncode == 2


def test_check_refuses_kin_with_the_chain() -> None:
    """W8: the refusal names the earlier word, its turn and the chain; near kin are only remarked upon, or refused by
    option."""
    assert out(run("check", "jouet", "--played", "volonté,joueur")) == (
        "« jouet » : refusé. De la famille de « joueur », déjà joué (mot nº 2) : "
        "« jouet » (-et) et « joueur » (-eur) viennent tous deux de « jouer ».\n"
    )

    remark = out(run("check", "hôpital", "--played", "hôtel"))
    assert remark.startswith("« hôpital » : valide.")
    assert "À noter" in remark
    assert "refusé" in out(run("check", "hôpital", "--played", "hôtel", "--refuse-near-kin"))

    described = json.loads(out(run("check", "jouet", "--played", "joueur", "--json")))
    (refusal,) = described["refusals"]
    assert (refusal["rule"], refusal["reason"], refusal["evidence"]["kinship"]["tier"]) == ("W8", "same_family", "core")
    assert [link["word"] for link in refusal["evidence"]["kinship"]["chain"]] == ["jouet", "joueur"]

    described = json.loads(out(run("check", "hôpital", "--played", "hôtel", "--json")))
    assert described["valid"]
    assert described["remarks"][0]["evidence"]["kinship"]["tier"] == "near"
