"""Lines on a terminal: wrapped between words, at every width; lines in a pipe never are."""

from __future__ import annotations

import io
import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.cli.kit import terminal
from belettre_lexicon.cli.kit.terminal import columns, wrapped

VERDICT = "« jouet » : refusé. De la famille de « joueur », déjà joué (mot nº 1) : « jouet » (-et) et « joueur »."
STYLE = re.compile(r"\x1b\[\d+m")


@given(
    st.text(st.sampled_from("ab«»:;!?·— \n"), max_size=80), st.integers(1, 90), st.none() | st.text(" │", max_size=9)
)
def test_wrapping_changes_nothing_but_spaces(text: str, width: int, indent: str | None) -> None:
    """The words of the text stay in order and whole, whatever the text and the width."""
    lines = wrapped(text, width, indent)

    assert lines.replace("│", " ").split() == text.split()


@given(st.lists(st.text("abcdé", min_size=1, max_size=9), min_size=1), st.integers(24, 200))
def test_no_line_is_wider_than_the_terminal(words: list[str], width: int) -> None:
    """Words that fit give lines that fit."""
    assert max(map(len, wrapped(" ".join(words), width).split("\n"))) <= width


@pytest.mark.parametrize("width", [20, 40, 80])
def test_signs_stay_with_their_word(width: int) -> None:
    """No line ends after « and none begins with », a colon or a semicolon."""
    for line in wrapped(VERDICT, width).split("\n"):
        assert not line.endswith("«")
        assert not line.lstrip().startswith(("»", ":", ";"))


def test_styles_take_no_columns() -> None:
    """A coloured line is wrapped where the same line without colours is."""
    styled = VERDICT.replace("refusé", "\x1b[31mrefusé\x1b[0m")

    assert columns(styled) == len(VERDICT)
    assert STYLE.sub("", wrapped(styled, 40)) == wrapped(VERDICT, 40)


def test_a_line_that_fits_is_not_changed() -> None:
    """Spaces of columns are kept in a line that fits, and the margin in one that is wrapped."""
    assert wrapped("a    b", 6) == "a    b"
    assert wrapped("  aaaa bbbb", 7) == "  aaaa\n  bbbb"
    assert wrapped("  aa bb cc", 9) == "  aa bb\n    cc"


class Screen(io.StringIO):
    """A terminal of 40 columns; its encoding is UTF-8."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return -1


def test_write_wraps_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """``write`` wraps on a terminal; in a pipe each answer is one line, and lines for programs are never wrapped."""
    terminal.write(VERDICT)
    assert capsys.readouterr().out == VERDICT + "\n"

    screen = Screen()
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setattr("os.get_terminal_size", lambda number: os.terminal_size((40, 10)))
    monkeypatch.delenv("COLUMNS", raising=False)
    terminal.write(VERDICT)
    assert screen.getvalue() == wrapped(VERDICT, 40) + "\n"

    screen.truncate(0)
    screen.seek(0)
    terminal.write_exactly(VERDICT)
    terminal.write_json({"word": VERDICT})
    assert screen.getvalue().count("\n") == 2


@pytest.mark.parametrize(("columns", "expected"), [("33", 33), ("0", None), ("x", None), ("9" * 30, None), ("", None)])
def test_screen_width(columns: str, expected: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """COLUMNS says how wide the terminal is; otherwise the system does, or nobody."""
    monkeypatch.setattr("sys.stdout", Screen())
    monkeypatch.setenv("COLUMNS", columns)

    assert terminal.screen_width() == expected


@pytest.mark.parametrize("line", ["éc\udce9", "\ud800", "l \udcff"])
def test_w4_a_line_with_unreadable_bytes_is_not_judged(line: str) -> None:
    """A typed line with a byte that the encoding does not explain stands for no word and no command at all."""
    assert terminal.legible(line) == terminal.UNREADABLE


def test_a_long_line_is_cut() -> None:
    """A typed line keeps its first MAX_LINE characters."""
    assert terminal.legible("é" * 5000) == "é" * terminal.MAX_LINE
