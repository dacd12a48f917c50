"""The build: which layers it compiles, and that what it wrote is verified."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import hatch_build
from belettre_lexicon import LayerError, LexiconError
from belettre_lexicon.lexicon.compile import lexicon as compiler
from belettre_lexicon.lexicon.compile.lexicon import compile_folder, parse_layers
from tests.conftest import ROOT
from tests.lexicon.toy_lexicon import toy


@pytest.mark.parametrize(
    ("text", "layers"),
    [
        (None, ("core", "extra")),
        ("core", ("core",)),
        (" extra\n", ("extra",)),
        ("core extra", ("core", "extra")),
        ("extra\tcore", ("core", "extra")),
    ],
)
def test_layers_are_taken_in_one_order(text: str | None, layers: tuple[str, ...]) -> None:
    """The order in which BELETTRE_LAYERS names layers does not change the compiled bytes."""
    assert parse_layers(text) == layers


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no layer is named"),
        (" \t ", "no layer is named"),
        ("core core", "layer 'core' is named twice"),
        ("core extra core", "layer 'core' is named twice"),
        ("core,extra", "layer 'core,extra' is unknown"),
        ("core;extra", "layer 'core;extra' is unknown"),
        ("Core", "layer 'Core' is unknown"),
        ("core families", "layer 'families' is unknown"),
        ("../core", "layer '../core' is unknown"),
        ("core\0", r"layer 'core\\x00' is unknown"),
    ],
)
def test_a_choice_of_layers_that_is_not_clear_is_refused(text: str, fault: str) -> None:
    """The error names the value, what is wrong with it, and the layers that there are."""
    with pytest.raises(LayerError, match=fault) as caught:
        parse_layers(text)

    assert str(caught.value).startswith(f"BELETTRE_LAYERS={text!r}: ")
    assert "expected one or more of core, extra, separated by spaces" in str(caught.value)


def test_layers_are_checked_before_a_file_is_read(tmp_path: Path) -> None:
    """``compile_folder`` refuses an unknown layer by its name, not by a missing file."""
    with pytest.raises(LayerError, match="layers: layer 'extras' is unknown"):
        compile_folder(tmp_path, tmp_path / "fr.lexicon", ["core", "extras"])


def test_a_file_that_was_written_wrongly_replaces_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The written file is verified first: if the disk has kept other bytes, the earlier file stays."""
    (tmp_path / "fr.lexicon").write_bytes(b"the earlier file")
    damaged = bytearray(toy())
    damaged[-1] ^= 1
    monkeypatch.setattr(compiler, "compile_readings", lambda *_: bytes(damaged))
    monkeypatch.setattr(compiler, "read_readings", lambda _: [])
    for name in ("read_links", "read_frequencies", "check_links", "check_glosses"):
        monkeypatch.setattr(compiler, name, lambda *_: {})

    with pytest.raises(LexiconError, match="is damaged"):
        compile_folder(ROOT / "lexicons" / "fr", tmp_path / "fr.lexicon")

    assert (tmp_path / "fr.lexicon").read_bytes() == b"the earlier file"


def _hook() -> hatch_build.CompileLexicon:
    """The build hook as hatchling makes it for a wheel."""
    return hatch_build.CompileLexicon(str(ROOT), {}, None, None, str(ROOT), "wheel")  # type: ignore[arg-type]  # no project


@pytest.mark.parametrize("flipped", [False, True])
def test_the_lexicon_in_a_wheel_is_verified(tmp_path: Path, flipped: bool) -> None:
    """A finished wheel whose lexicon is damaged fails the build."""
    data = bytearray(toy())
    data[-1] ^= flipped
    wheel = tmp_path / "toy.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(hatch_build.LEXICON, bytes(data))

    if flipped:
        with pytest.raises(LexiconError, match=r"toy\.whl: belettre_lexicon/data/fr\.lexicon: part .* is damaged"):
            _hook().finalize("standard", {}, str(wheel))
    else:
        _hook().finalize("standard", {}, str(wheel))
