"""``belettre harvest``: texts in, lists out, and errors that name the text."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from belettre_lexicon.cli.main import main
from belettre_lexicon.cli.words import harvest

#: A sentence without anything to harvest: a text in which too many words are unknown is taken for a foreign one.
FRENCH = "Dans la petite maison au bord de la rivière, on parle souvent de tout et de rien."
TEXT = "Une trimule et une bellete. Voici Glorbux, dit la trimule : « Trimule ! » Un c\u0153ur. " + FRENCH


@pytest.fixture
def text(tmp_path: Path) -> str:
    """The path of a short text."""
    path = tmp_path / "texte.txt"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


def rows(told: str) -> list[list[str]]:
    """The first two columns of a table, without its header."""
    return [line.split("\t")[:2] for line in told.splitlines()[1:]]


def test_texts_are_harvested_together(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The words of several texts are counted together, the most frequent first; names are listed apart."""
    assert main(["harvest", "--plain", text, text]) == 0
    assert rows(capsys.readouterr().out) == [["6", "trimule"], ["2", "bellete"]]

    assert main(["harvest", "--plain", "--names", "--min-count", "2", text, text]) == 0
    assert rows(capsys.readouterr().out) == [["2", "Glorbux"]]


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """« - » reads standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode()), encoding="utf-8"))

    assert main(["harvest", "--plain", "--min-count", "2", "-"]) == 0

    assert rows(capsys.readouterr().out) == [["3", "trimule"]]


def test_a_house_list_is_written_once(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A house list can be used at once, and a file that exists is never replaced: somebody may have edited it."""
    target = tmp_path / "maison.txt"
    command = ["harvest", "--plain", text, "--format", "house", "--output", str(target)]

    assert main(command) == 0
    assert main(["check", "Trimule", "--house-list", str(target)]) == 0
    written = target.read_bytes()
    capsys.readouterr()

    assert main(command) == 2
    assert "maison.txt: cannot be written: it exists" in capsys.readouterr().err
    assert target.read_bytes() == written


def test_rows_for_the_tables_of_decisions(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows for the tables of decisions have their header, and wait for a verdict."""
    assert main(["harvest", "--plain", "--format", "decisions", "--min-count", "2", text]) == 0

    head, row = capsys.readouterr().out.splitlines()
    assert head == "spelling\tverdict\ttags\tlabels\treason\tsource"
    assert row.startswith("trimule\t?\t?\t-\t? 3 × : Une trimule")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (
            "Une trimule, déjà".encode("latin-1"),
            "texte.txt: byte 15 is not utf-8; name its encoding, as --encoding latin-1",
        ),
        (b"a" * 65_535 + "é".encode()[:1], "texte.txt: byte 65536 is not utf-8"),
        (b"BLTRLEX\n\0\0", "texte.txt is a compiled lexicon"),
    ],
)
def test_texts_that_cannot_be_read(
    raw: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bytes of another encoding and compiled lexicons are errors that name the path and the first wrong byte."""
    path = tmp_path / "texte.txt"
    path.write_bytes(raw)

    assert main(["harvest", str(path), "--plain"]) == 2

    told = capsys.readouterr()
    assert message in told.err
    assert (told.err.count("\n"), told.out) == (1, "")


def test_other_encodings_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A text in another encoding, with whatever line ends, is the same text."""
    for encoding in ("latin-1", "utf-16", "cp1252"):
        path = tmp_path / f"{encoding}.txt"
        path.write_bytes("Une trimulé\r\n\r\ntrès zorglubée\r".encode(encoding))

        assert main(["harvest", "--plain", "--encoding", encoding, str(path)]) == 0

        assert rows(capsys.readouterr().out) == [["1", "trimulé"], ["1", "zorglubée"]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such.txt"], "no-such.txt: cannot be read: No such file or directory"),
        (["."], ".: cannot be read: Is a directory"),
        (["a\0b"], "cannot be read"),
        (["texte.txt", "--encoding", "klingon"], "--encoding 'klingon': expected an encoding"),
        (["texte.txt", "--encoding", "zlib"], "--encoding 'zlib': expected an encoding"),
        (["texte.txt", "--min-count", "0"], "--min-count: '0': expected a whole number, 1 or more"),
        (["texte.txt", "--format", "xml"], "'xml'"),
    ],
)
def test_unusable_arguments_are_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An argument that cannot be used is named in one line, with exit status 2."""
    assert main(["harvest", "--plain", *arguments]) == 2

    told = capsys.readouterr()
    assert message in told.err
    assert (told.err.count("\n"), told.out) == (1, "")


def test_hostile_text_prints_lines_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """NULs, control characters and marks of direction end a word, and are escaped in its context."""
    path = tmp_path / "texte.txt"
    path.write_bytes("trimule\0\x1b[31m\u202e zorglube\t\x07\n".encode() + b"x" * 200_000)

    assert main(["harvest", "--plain", str(path)]) == 0

    told = capsys.readouterr().out
    assert rows(told) == [["1", "trimule"], ["1", "zorglube"]]
    assert all(part.isprintable() for line in told.splitlines() for part in line.split("\t"))
    assert "\\u0000\\u001b[31m\\u202e" in told


def test_a_model_is_asked_where_it_is_installed(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lemmas and names are those of a model of spaCy, if there is one and --plain does not forbid it."""
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed (extra spacy)")
    model = spacy.blank("fr")
    model.add_pipe("entity_ruler").add_patterns([{"label": "PER", "pattern": [{"LOWER": "bellete"}]}])
    model.add_pipe("attribute_ruler").add([[{"LOWER": "trimule"}]], {"LEMMA": "trimuler"})
    monkeypatch.setattr(harvest, "is_installed", lambda: True)
    monkeypatch.setattr(harvest, "load_model", lambda: model)

    assert main(["harvest", text]) == 0
    assert [line.split("\t")[:3] for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["3", "trimule", "trimuler"],
        ["1", "glorbux", "glorbux"],
    ]
    assert main(["harvest", "--names", text]) == 0
    assert rows(capsys.readouterr().out) == [["1", "bellete"]]


def test_spacy_is_not_loaded_without_the_model(text: str) -> None:
    """Without a model, or with --plain, the command does not import spaCy, which takes a second."""
    code = f"import sys; from belettre_lexicon.cli.main import main; main(['harvest', '--plain', {text!r}])"

    done = subprocess.run(
        [sys.executable, "-c", f"{code}; print('spacy' in sys.modules)"], capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "False"


def test_the_progress_of_reading_is_shown(text: str) -> None:
    """The bytes that are read are shown, those of earlier texts included."""
    shown: list[int] = []
    size = Path(text).stat().st_size

    assert "".join(harvest._chunks(text, "utf-8", shown.append, done=10)) == TEXT

    assert shown[-1] == 10 + size
