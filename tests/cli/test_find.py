"""``belettre find`` and ``belettre atlas`` as a user meets them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from belettre_lexicon import Lexicon
from belettre_lexicon.french.decks import BOXED
from belettre_lexicon.lexicon.find.atlas import Atlas, drawn, minuscules
from tests.cli.test_cli import BELETTRE, one_line, out, run


def test_words_with_frequency(lexicon: Lexicon) -> None:
    """The first line counts the words, then the most frequent ones follow with their frequency."""
    done = run("find", "--maj", "F", "--min", "l,e,c", "--limit", "3")
    head, *words = out(done).splitlines()

    assert head == f"F + l, e, c : {lexicon.count('F', 'lec')} mots, dont :"
    assert [line.split()[0] for line in words] == [word.spelling for word in lexicon.find("F", "lec", limit=3)]
    assert words[0].split() == ["facile", "5,1"]
    assert done.returncode == 0


def test_rare_and_old_words_carry_a_mark(lexicon: Lexicon) -> None:
    """† marks old words, ° rare ones; other words have no mark."""
    marks = {
        line[2:].split("  ")[0].strip(): line[0]
        for line in out(run("find", "--maj", "Z", "--limit", "0")).splitlines()[1:]
    }
    assert len(marks) == lexicon.count("Z")

    for word in lexicon.find("Z"):
        expected = "†" if "old" in word.labels else "°" if "rare" in word.labels else " "
        assert marks[word.spelling] == expected, word
    assert {"†", "°", " "} <= set(marks.values())


def test_no_word_gives_exit_status_1() -> None:
    """Where no word fits, a sentence says so and the exit status is 1."""
    done = run("find", "--maj", "X", "--min", "q,z")

    assert out(done) == "X + q, z : aucun mot.\n"
    assert done.returncode == 1
    assert out(run("find", "--maj", "x", "--min", "q,z", "--lang", "en", "--count")) == "0\n"


def test_count_and_json(lexicon: Lexicon) -> None:
    """--count prints the number; --json prints one object, with count and words, or with the count alone."""
    expected = lexicon.count("F", "le?")
    assert out(run("find", "--maj", "F", "--min", "l,e", "--joker", "--count")) == f"{expected}\n"

    described = json.loads(out(run("find", "--maj", "F", "--min", "l,e", "--joker", "--json", "--limit", "2")))
    assert set(described) == {"initial", "letters", "played", "count", "words", "lexicon"}
    assert (described["letters"], described["count"], len(described["words"])) == ("le?", expected, 2)
    assert set(described["words"][0]) == {"spelling", "zipf", "labels", "length", "points"}
    assert "words" not in json.loads(out(run("find", "--maj", "F", "--json", "--count")))


def test_w7_w8_played_words_and_house_rules(tmp_path: Path) -> None:
    """Earlier words and their families are left out; house rules and the table's own list apply."""
    listed = out(run("find", "--maj", "J", "--min", "o,u", "--played", "joueur", "--limit", "0"))
    assert "jouet" not in listed
    assert "journal" in listed
    assert "funérailles" in out(run("find", "--maj", "F", "--min", "n,r,l", "--limit", "0", "--plural-only"))

    path = tmp_path / "table.txt"
    path.write_text("+ wazzzou\n", encoding="utf-8")
    assert "wazzzou" in out(run("find", "--maj", "W", "--min", "z,z", "--house-list", str(path)))


def test_options_of_the_list(lexicon: Lexicon) -> None:
    """--order, --min-length, --labels and --limit apply to the list."""
    shown = out(run("find", "--min", "w", "--order", "length", "--min-length", "9", "--labels", "", "--limit", "4"))
    expected = lexicon.find(None, "w", order="length", min_length=9, labels=(), limit=4)

    assert [line.split()[0] for line in shown.splitlines()[1:]] == [word.spelling for word in expected]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["find", "--min", "l,3"], "'3'"),
        (["find", "--maj", "?"], "JOKER"),
        (["find", "--joker", "--min", "l,?"], "jokers: got 2, expected one at most"),
        (["find", "--order", "\x1b[31m"], "\\x1b[31m"),
        (["find", "--limit", "few"], "'few'"),
        (["find", "--limit", "-2"], "-2"),
        (["find", "--labels", "vintage"], "'vintage'"),
        (["atlas", "--picture", "map.gif"], "'map.gif'"),
        (["atlas", "--table", "table.xlsx"], "'table.xlsx'"),
        (["atlas", "--table", "no/such/folder/table.tsv"], "no/such/folder/table.tsv"),
        (["atlas", "--picture", "no/such/folder/map.svg"], "no/such/folder/map.svg"),
    ],
)
def test_unusable_arguments_are_one_line(arguments: list[str], named: str) -> None:
    """An unusable argument is named in one line, with exit status 2."""
    done = run(*arguments)

    assert done.returncode == 2
    assert named in one_line(done)


def test_atlas_counts_every_combination(lexicon: Lexicon) -> None:
    """The atlas counts every majuscule, and no majuscule, with every hand of up to three minuscules, one joker
    at most (J1)."""
    atlas = Atlas(lexicon)
    hands = list(minuscules())

    assert len(hands) == len(set(hands)) == 1 + 26 + 351 + 3276 + 1 + 26 + 351
    assert len(atlas.words) == 27 * len(hands)
    assert atlas["f", "cel"] == lexicon.count("F", "lec")
    assert atlas["", "kw?"] == lexicon.count(None, "kw?")


def test_d1_hardest_combinations_of_the_deck(lexicon: Lexicon) -> None:
    """The hardest combinations can be drawn from the deck, allow the fewest words, and come the most likely first."""
    atlas = Atlas(lexicon)
    hardest = atlas.hardest(BOXED)
    assert len(hardest) == 20
    for found in hardest:
        assert found.words == lexicon.count(found.initial, found.letters) == 0
        assert found.ways == drawn(BOXED, found.letters) > 0
    assert [found.ways for found in hardest] == sorted((found.ways for found in hardest), reverse=True)

    full = list(atlas.combinations(BOXED))
    assert max(f.ways for f in full if not f.words) == hardest[0].ways
    assert not any("zz" in found.letters or "??" in found.letters for found in full)
    # One joker at most lies in a pli, so that the ways add up to the draws with one joker or none.
    assert sum(f.ways for f in full if f.initial == "a") == 88 * 87 * 86 // 6 + 8 * 88 * 87 // 2


def test_d1_boxed_deck() -> None:
    """The boxed deck has 123 cards, 96 of them minuscules, worth 353 points."""
    cards = [*BOXED.minuscules.values(), *BOXED.majuscules.values()]
    points = sum(count * BOXED.minuscule_points[card] for card, count in BOXED.minuscules.items())
    points += sum(count * BOXED.majuscule_points[card] for card, count in BOXED.majuscules.items())

    assert (sum(cards), sum(BOXED.minuscules.values()), points) == (123, 96, 353)


def test_atlas_summary_table_and_pictures(lexicon: Lexicon, tmp_path: Path) -> None:
    """One run writes the summary, a table and a heat map, another the table as JSON, as its file name asks for."""
    table, picture = tmp_path / "atlas.tsv", tmp_path / "atlas.svg"
    shown = out(run("atlas", "--table", str(table), "--picture", str(picture)))
    assert shown.count(" aucun mot — ") == 20
    assert str(table) in shown
    assert str(picture) in shown
    assert f"F{lexicon.count('F'):>7} mots" in shown

    rows = table.read_text(encoding="utf-8").splitlines()
    assert rows[0] == "maj\tmin\twords"
    assert f"f\tcel\t{lexicon.count('F', 'lec')}" in rows

    svg = picture.read_text(encoding="utf-8")
    assert svg.startswith("<?xml")
    assert "Mots par majuscule et minuscule" in svg

    as_json = tmp_path / "atlas.json"
    described = json.loads(out(run("atlas", "--json", "--table", str(as_json))))
    assert set(described) == {"words", "dead_share", "hardest", "lexicon"}
    assert len(described["hardest"]) == 20
    assert json.loads(as_json.read_text(encoding="utf-8"))["words"]["f"]["cel"] == lexicon.count("F", "lec")


@pytest.mark.exhaustive
def test_atlas_writes_the_same_again(tmp_path: Path) -> None:
    """Run again, the command replaces its files by equal ones; in another language or format the picture differs."""
    table, picture = tmp_path / "atlas.tsv", tmp_path / "atlas.svg"
    out(run("atlas", "--table", str(table), "--picture", str(picture)))
    rows, svg = table.read_text(encoding="utf-8"), picture.read_text(encoding="utf-8")

    out(run("atlas", "--picture", str(picture), "--lang", "fr"))
    assert picture.read_text(encoding="utf-8") == svg

    out(run("atlas", "--picture", str(picture), "--lang", "en", "--table", str(table)))
    assert picture.read_text(encoding="utf-8") != svg
    assert table.read_text(encoding="utf-8") == rows

    png = tmp_path / "atlas.png"
    out(run("atlas", "--picture", str(png)))
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("option", "suffix"), [("--table", "tsv"), ("--table", "json"), ("--picture", "svg"), ("--picture", "png")]
)
def test_atlas_replaces_no_file_of_another_program(option: str, suffix: str, tmp_path: Path) -> None:
    """A file that the command did not write stays as it is, and the command ends before its long work."""
    path = tmp_path / f"atlas.{suffix}"
    picture = b"\x89PNG\r\n\x1a\n" + b"\x00" * 100
    for raw in (b"maj\tmin", b"{}", b"<?xml version='1.0'?>\n<svg/>\n", picture, b"notes"):
        path.write_bytes(raw)

        done = run("atlas", option, str(path))

        assert done.returncode == 2
        assert f"{path}: cannot be written" in done.stderr.decode()
        assert not done.stdout
        assert path.read_bytes() == raw


def test_atlas_shows_progress_on_a_terminal() -> None:
    """A progress bar is shown on standard error if that is a terminal, and nowhere else."""
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (24, 80))
    done = subprocess.run([*BELETTRE, "atlas"], stdout=subprocess.PIPE, stderr=follower, check=True)

    assert b"atlas:" in os.read(leader, 4096)
    assert "atlas:" not in done.stdout.decode()

    os.close(follower)
    os.close(leader)
    assert run("atlas").stderr == b""


def test_pictures_without_matplotlib_say_what_is_missing(tmp_path: Path) -> None:
    """Without matplotlib the picture is refused in one line that names the extra."""
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from belettre_lexicon.cli.main import main\n"
        f"sys.exit(main(['atlas', '--picture', {str(tmp_path / 'a.svg')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)

    assert done.returncode == 2
    assert "belettre-lexicon[plots]" in one_line(done)
