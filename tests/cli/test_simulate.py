"""``belettre simulate``: statistics as text and JSON, and unusable arguments."""

from __future__ import annotations

import json

import pytest

from belettre_lexicon.cli.main import main

QUICK = ["simulate", "--games", "4", "--manches", "1", "--players", "random", "--seed", "5"]


def test_statistics_are_the_same_whatever_the_processes(capsys: pytest.CaptureFixture[str]) -> None:
    """One process and two processes give the same statistics."""
    assert main([*QUICK, "--json", "--processes", "1"]) == 0

    one = json.loads(capsys.readouterr().out)
    assert main([*QUICK, "--json", "--processes", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == one
    assert one["games"] == 4
    assert one["sides"][0]["wins"] + one["sides"][1]["wins"] + one["draws"] == 4
    assert set(one["seats"]) == {"PON", "SEP", "LEV", "MER"}
    assert one["longest"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_statistics_as_text(capsys: pytest.CaptureFixture[str], language: str) -> None:
    """The statistics are printed in either language, without unfilled placeholders."""
    assert main([*QUICK, "--lang", language, "--processes", "1"]) == 0

    told = capsys.readouterr().out
    assert "PON" in told
    assert "Dix de Der" in told
    assert "{" not in told
    assert len(told.splitlines()) >= 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "genius"], "'genius'"),
        (["--players", "random,random,random"], "one or two"),
        (["--games", "0"], "--games: '0': expected a whole number, 1 or more"),
        (["--manches", "5"], "--manches: '5': expected a whole number from 1 to 4"),
        (["--processes", "0"], "--processes: '0': expected a whole number, 1 or more"),
        (["--games", "many"], "many"),
        (["--memory", "life"], "life"),
    ],
)
def test_unusable_arguments_are_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    """An unusable argument ends in one line that names it, with exit status 2."""
    assert main(["simulate", *arguments]) == 2

    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out
