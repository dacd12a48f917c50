"""The recipes for tables with words and rules of their own: each does what its first line says."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from belettre_lexicon import History, HouseList, Judge, Lexicon, Verdict, WordJudge
from belettre_lexicon.engine import parse_record, partie_of
from belettre_lexicon.engine.bots import WordFinder
from recipes import four_bots, list_from_spreadsheet, other_language, own_rule, two_languages

ENGLISH = Path(other_language.__file__).parent.parent / "RULES.md"


def test_the_own_rule_refuses_chains(capsys: pytest.CaptureFixture[str]) -> None:
    """A word that begins as the last valid one ended is refused, in both languages."""
    assert own_rule.main(["Volonté", "École", "Raclette", "Élan"]) == 0
    french = capsys.readouterr().out.splitlines()
    assert own_rule.main(["Volonté", "École", "--lang", "en"]) == 0
    english = capsys.readouterr().out.splitlines()

    assert [line.partition(" : ")[2].split(".")[0].split(" ")[0] for line in french] == [
        "valide",
        "refusé",
        "valide",
        "refusé",
    ]
    assert english[1] == "“École”: refused. Begins with E, the last letter of “Volonté”."


def test_a_search_obeys_the_own_rule(lexicon: Lexicon) -> None:
    """The words that a search finds do not begin as the last word ended."""
    judge = Judge(lexicon, checks=[own_rule.NO_CHAINS])

    found = judge.find(None, "zq", played=["Volonté"])

    assert found
    assert not [word for word in found if word.key.startswith("e")]


def test_the_spreadsheet_becomes_a_house_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The script prints the lines of the list, and names the decisions that change nothing."""
    path = tmp_path / "decisions.csv"
    path.write_text("mot;accepté;note\nfrizt;oui;mot de la table\nwagon;non;\nfacile;oui;\n", encoding="utf-8")

    assert list_from_spreadsheet.main([str(path)]) == 0

    out, err = capsys.readouterr()
    assert out.splitlines() == ["+ facile", "+ frizt mot de la table", "- wagon"]
    assert err.splitlines() == ["facile: the lexicon decides the same"]
    assert HouseList.parse(out.splitlines()).lines() == out.splitlines()


def test_a_bad_spreadsheet_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error names the file and the line, and the status is 2."""
    path = tmp_path / "decisions.csv"
    path.write_text("mot;accepté\nwagon;peut-être\n", encoding="utf-8")

    assert list_from_spreadsheet.main([str(path)]) == 2

    assert f"{path}:2: 'peut-être'" in capsys.readouterr().err


def test_a_game_in_another_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bots play a whole manche with the English words of a text, and its sentences are printed."""
    words = {word for word in ENGLISH.read_text(encoding="utf-8").lower().split() if word.isascii() and word.isalpha()}
    (tmp_path / "words.txt").write_text("\n".join(sorted(words)), encoding="utf-8")

    other_language.main([str(tmp_path / "words.txt"), "--seed", "3"])

    out = capsys.readouterr().out
    assert out.count("valid") > 8
    assert "wins" in out.splitlines()[-1]


def test_the_judge_of_another_language_agrees_with_its_search() -> None:
    """Every word that is found is valid, every other word of the list is refused, whatever the cards."""
    words = ["teapot", "kettle", "coffee", "toffee", "tea", "trumpet", "cotton"]
    stub = other_language.WordListJudge(words)
    judge: WordJudge = stub
    finder: WordFinder = stub
    chance = random.Random(1)
    for _ in range(300):
        initial = chance.choice([None, "t", "C"])
        letters = "".join(chance.choices("tefo?", k=chance.randrange(4)))
        played = History(chance.sample(words, 1))

        found = {word.spelling for word in finder.find(initial, letters, played=played)}
        verdicts = {word: judge(word, initial=initial, letters=letters, played=played) for word in words}

        assert {word for word, verdict in verdicts.items() if verdict.valid} == found
        assert len(found) == finder.count(initial, letters, played=played)


def test_the_judge_of_another_language_names_every_reason() -> None:
    """A word that breaks all its rules is refused for all of them (W10)."""
    judge = other_language.WordListJudge(["teapot"])

    verdict: Verdict = judge("tea", initial="k", letters="e", played=["Tea"])

    assert verdict.reasons == ("misfit", "unknown", "repeated")


def test_four_bots_play_a_game_that_can_be_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record has the names of the players and gives the points that were printed, and is told in two languages."""
    path = tmp_path / "game.jsonl"

    assert four_bots.main([str(path), "--manches", "1"]) == 0
    printed = capsys.readouterr().out.splitlines()
    record = parse_record(path.read_text(encoding="utf-8"))
    partie = partie_of(record, Judge(Lexicon.open()))
    assert two_languages.main([str(path), "--width", "40"]) == 0
    told = capsys.readouterr().out

    assert record.players == four_bots.PLAYERS
    assert printed[-1] == f"Total: Ada and Cléo {partie.points[0]}, Bo and Dan {partie.points[1]}"
    assert max(map(len, told.splitlines())) <= 82
    assert "Cléo" in told


def test_a_missing_record_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An invalid or missing record file ends with status 2 and a message."""
    (tmp_path / "other.txt").write_text("bonjour", encoding="utf-8")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")

    assert two_languages.main([str(tmp_path / "none")]) == 2
    assert two_languages.main([str(tmp_path / "other.txt")]) == 2
    assert two_languages.main([str(tmp_path / "bytes")]) == 2
    assert capsys.readouterr().err.count("two_languages: ") == 3
