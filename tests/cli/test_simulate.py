"""``belettre simulate``: statistics as text and JSON, and arguments that are none."""

from __future__ import annotations

import json

import pytest

from belettre_lexicon.cli.main import main

QUICK = ["simulate", "--games", "4", "--manches", "1", "--players", "random", "--seed", "5"]


def test_statistics_are_the_same_whatever_the_processes(capsys: pytest.CaptureFixture[str]) -> None:
    """One process and two give the very same object."""
    assert main([*QUICK, "--json", "--processes", "1"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert main([*QUICK, "--json", "--processes", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == one
    assert one["games"] == 4 and one["sides"][0]["wins"] + one["sides"][1]["wins"] + one["draws"] == 4
    assert set(one["seats"]) == {"PON", "SEP", "LEV", "MER"} and one["longest"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_statistics_as_text(capsys: pytest.CaptureFixture[str], language: str) -> None:
    """Both sides, seats and words are told in either language, with no key left unfilled."""
    assert main([*QUICK, "--lang", language, "--processes", "1"]) == 0
    told = capsys.readouterr().out
    assert "PON" in told and "Dix de Der" in told and "{" not in told
    assert len(told.splitlines()) >= 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "genius"], "'genius'"),
        (["--players", "random,random,random"], "one or two"),
        (["--games", "0"], "games: 0"),
        (["--manches", "5"], "manches: 5"),
        (["--processes", "0"], "processes: 0"),
        (["--games", "many"], "many"),
        (["--memory", "life"], "life"),
    ],
)
def test_what_cannot_be_played_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    """One line that names the value, exit status 2."""
    assert main(["simulate", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err and captured.err.count("\n") == 1 and not captured.out
