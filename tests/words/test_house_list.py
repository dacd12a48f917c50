"""House lists: adding and removing words, rows and tables, and what a judge that has the list sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError, HouseList, Judge, Lexicon
from belettre_lexicon.words import house_list

LEXICON = Lexicon.open()
WORDS = st.sampled_from(["chocolatine", "Cœur", "arc-en-ciel", "l’été", "ZZZZZ", " wagon ", "naïf"])
NOTES = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=30)


def test_a_judge_sees_a_word_that_is_added_and_removed() -> None:
    """Calls, streams and searches obey a change of the list from the next word on."""
    house = HouseList()
    judge = Judge(LEXICON, house=house)
    stream = judge.stream()

    assert not judge("chocolatouille").valid
    house.add("chocolatouille", "on est à Toulouse")
    assert judge("chocolatouille").house == "on est à Toulouse"
    assert list(stream.reasons(["chocolatouille"])) == [()]
    assert "chocolatouille" in {word.spelling for word in judge.find("c", "hcl")}
    house.remove("CHOCOLATOUILLE")
    assert not judge("chocolatouille").valid
    assert "chocolatouille" not in {word.spelling for word in judge.find("c", "hcl")}


def test_a_word_may_be_refused_by_a_call() -> None:
    """``accept=False`` refuses the word with its note."""
    house = HouseList()
    house.add("wagon", "trop facile", accept=False)

    assert Judge(LEXICON, house=house)("wagon").refusals[0].evidence == {"note": "trop facile"}


@given(st.lists(st.tuples(WORDS, st.booleans(), NOTES), unique_by=lambda row: row[0]))
def test_the_lines_of_a_list_give_the_list_back(rows: list[tuple[str, bool, str]]) -> None:
    """A list made of rows has lines that ``parse`` reads back as the same list."""
    house = HouseList.of(rows)

    read = HouseList.parse(house.lines())

    assert (read.accepted, read.refused, read.spellings) == (house.accepted, house.refused, house.spellings)


@given(st.data())
def test_walks_of_additions_and_removals(data: st.DataObject) -> None:
    """After any walk, a word is in one of the two mappings if it was added last, and in none else."""
    house, model = HouseList(), dict[str, tuple[bool, str]]()
    for _ in range(data.draw(st.integers(0, 12))):
        word, note, accept = data.draw(WORDS), data.draw(NOTES), data.draw(st.booleans())
        if data.draw(st.booleans()):
            if word in model:
                with pytest.raises(ArgumentError, match="is listed already"):
                    house.add(word, note, accept=accept)
            else:
                house.add(word, note, accept=accept)
                model[word] = accept, note.strip()
        elif word in model:
            house.remove(word)
            del model[word]
        else:
            with pytest.raises(ArgumentError, match="is not in the list"):
                house.remove(word)

    assert sorted(house.accepted.values()) == sorted(note for accept, note in model.values() if accept)
    assert sorted(house.refused.values()) == sorted(note for accept, note in model.values() if not accept)
    assert set(house.spellings) == {*house.accepted, *house.refused}


@pytest.mark.parametrize(
    ("word", "note", "accept"),
    [
        ("", "", True),
        ("deux mots", "", True),
        ("mot1", "", True),
        ("a" * 100, "", True),
        ("mot\0", "", True),
        ("\ud800", "", True),
        (None, "", True),
        (b"mot", "", True),
        ("mot", None, True),
        ("mot", "a\nb", True),
        ("mot", "\ud800", True),
        ("mot", "", "oui"),
        ("mot", "", 1),
        ("mot", "", None),
    ],
    ids=repr,
)
def test_an_invalid_addition_is_an_error_and_changes_nothing(word: Any, note: Any, accept: Any) -> None:
    """An invalid word, note or decision raises an error that names it, and leaves the list as it was."""
    house = HouseList()

    with pytest.raises(ArgumentError, match="expected"):
        house.add(word, note, accept=accept)

    assert house.lines() == []


def test_a_list_is_full_at_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list has no more words than a file may have lines."""
    monkeypatch.setattr(house_list, "MAX_LINES", 2)
    house = HouseList.of([("wagon", True, ""), ("tramway", True, "")])

    with pytest.raises(ArgumentError, match="the list has 2 words"):
        house.add("train")


@pytest.mark.parametrize(
    "row", [("mot",), ("mot", True), "mot", None, 3, ("mot", "oui", ""), ("wagon", True, ""), ("deux mots", True, "")]
)
def test_an_invalid_row_is_named_by_its_number(row: Any) -> None:
    """The error names the list, the row and the value."""
    with pytest.raises(ArgumentError, match=r"^table:2: "):
        HouseList.of([("wagon", True, ""), row], "table")


@pytest.mark.parametrize("rows", [None, 3])
def test_rows_that_are_none_are_an_error(rows: Any) -> None:
    """Something that has no rows raises ArgumentError."""
    with pytest.raises(ArgumentError, match="expected rows"):
        HouseList.of(rows)


@pytest.mark.parametrize(
    "text",
    [
        'word,accepted,note\nchocolatine,yes,"à Toulouse, oui"\nwagon,no,\n',
        "\ufeffmot;accepté;note;qui\r\nchocolatine;oui;à Toulouse, oui;Chloé\r\n;;;\r\nwagon;non\r\n",
        "Note\tMot\tAccepté\nà Toulouse, oui\tCHOCOLATINE\t+\n\twagon\t-\n",
    ],
    ids=["english", "french spreadsheet", "tabs"],
)
@pytest.mark.parametrize("name", ["liste.csv", "LISTE.TSV"])
def test_a_table_is_a_house_list(tmp_path: Path, name: str, text: str) -> None:
    """A table that a spreadsheet exported gives the list, whatever its separator and the order of its columns."""
    (tmp_path / name).write_bytes(text.encode())

    house = HouseList.read(str(tmp_path / name))

    assert house.lines() == ["+ chocolatine à Toulouse, oui", "- wagon"]


def test_a_table_without_notes(tmp_path: Path) -> None:
    """The column of notes may be missing."""
    (tmp_path / "list.csv").write_text("word,accepted\nwagon,no\n", encoding="utf-8")

    assert HouseList.read(str(tmp_path / "list.csv")).refused == {"wagon": ""}


def test_a_cell_of_several_lines_is_one_note(tmp_path: Path) -> None:
    """Line breaks in a quoted note become spaces, and the rows after it are counted as lines of the file."""
    (tmp_path / "list.csv").write_text('word,accepted,note\nwagon,no,"a\nb"\ntrain,maybe,\n', encoding="utf-8")

    with pytest.raises(ArgumentError, match=r"list\.csv:4: 'maybe' in the column 'accepted'"):
        HouseList.read(str(tmp_path / "list.csv"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1: ''"),
        ("wagon,no\n", ":1: 'wagon,no'"),
        ("word,acepted\nwagon,no\n", ":1: 'word,acepted'"),
        ("word,accepted\nwagon\n", ":2: '' in the column"),
        ("word,accepted\n\nwagon,peut-être\n", ":3: 'peut-être' in the column"),
        ("word,accepted\nwagon,no\nWAGON,yes\n", ":3: 'WAGON' is listed already"),
        ("word,accepted\ndeux mots,no\n", ":2: 'deux mots', expected a word"),
        ("word,accepted\n,no\n", ":2: '', expected a word"),
        ('word,accepted\n"wagon,no\n', ":3: unexpected end of data"),
        ('word,accepted\n"wagon"x,no\n', ":2: "),
        ("word,accepted\n" + "x" * 200_000 + ",no\n", ":2: field larger than field limit"),
        ("word,accepted\nwag\0on,no\n", ":2: "),
    ],
    ids=lambda value: f"{value!r:.30}",
)
def test_an_invalid_table_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    """The error names the file, the line and the value."""
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode())

    with pytest.raises(ArgumentError) as caught:
        HouseList.read(str(path))

    assert str(caught.value).startswith(f"{path}{message}")


@given(st.binary(max_size=200))
def test_any_table_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    """Whatever a file holds, it is read as a table or an ArgumentError is raised."""
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(b"word,accepted,note\n" + raw)

    try:
        house = HouseList.read(str(path))
    except ArgumentError:
        return

    assert HouseList.parse(house.lines()).lines() == house.lines()
