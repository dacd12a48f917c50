"""The session of ``belettre check`` at a pseudo-terminal, with the line editor and without it."""

from __future__ import annotations

import importlib.util
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.pseudo_terminal import Terminal, terminal

#: Whether the line editor can be tested: prompt_toolkit is an extra.
HAS_EDITOR = importlib.util.find_spec("prompt_toolkit") is not None
EDITORS = [False, True] if HAS_EDITOR else [False]


def type_lines(opened: Terminal, *pairs: tuple[str, str]) -> None:
    """Type lines, and wait after each for a text that must be shown."""
    for line, text in pairs:
        opened.type(line + "\r")
        opened.until(text)


def begin(opened: Terminal, editor: bool) -> None:
    """Wait until lines can be typed: the editor shows its toolbar last."""
    opened.until("finit.")
    opened.until("· / pli" if editor else "> ")


def end(opened: Terminal, editor: bool) -> None:
    """Press Ctrl-D when lines can be typed again, and check that the session ends well."""
    opened.until("· / pli" if editor else "> ")
    opened.type("\x04")

    assert opened.leave() == 0
    assert "Traceback" not in opened.shown


def press_ctrl_c(opened: Terminal, editor: bool) -> None:
    """Press Ctrl-C: the editor reads the key; without it, the system sends a signal.

    A signal between the last key and the wait for the next one is noticed with the next key only, by Python's input.
    """
    if editor:
        opened.type("\x03")
    else:
        time.sleep(0.5)
        opened.interrupt()


@pytest.mark.parametrize("editor", EDITORS)
def test_a_typed_session(editor: bool, tmp_path: Path) -> None:
    """Words, cards, played words, undo and help as they are typed, with the state in the prompt."""
    with terminal("check", home=tmp_path, editor=editor) as opened:
        begin(opened, editor)
        type_lines(
            opened,
            ("volonté", "« volonté » : valide. Nom féminin."),
            ("+", "Mot nº 1 : « volonté »."),
            ("maj F", "F · 1 mot >"),
            ("min l e c", "F + l, e, c · 1 mot >"),
            ("facile", "« facile » : valide."),
            ("raclette", "Commence par R, pas par F."),
            ("+ école", "F + l, e, c · 2 mots >"),
            ("-", "F + l, e, c · 1 mot >"),
            ("undo", "F · 1 mot >"),
            ("?", "Ctrl-D          finir"),
        )
        end(opened, editor)
        assert ("pip install 'belettre-lexicon[table]'" in opened.shown) is not editor

    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["check.json"]
    with terminal("check", home=tmp_path, editor=editor) as opened:
        begin(opened, editor)
        assert "La dernière fois : 1 mot." in opened.shown
        type_lines(opened, ("<", "1 volonté."))
        end(opened, editor)


@pytest.mark.parametrize("editor", EDITORS)
def test_a_session_in_english_with_cards_from_the_command_line(editor: bool, tmp_path: Path) -> None:
    """The session begins with the options of the command line; --lang en answers in English."""
    options = [
        "--lang",
        "en",
        "--maj",
        "F",
        "--min",
        "L,e",
        "--joker",
        "--played",
        "volonté,école",
        "--min-letters",
        "3",
    ]
    with terminal("check", *options, home=tmp_path, editor=editor) as opened:
        opened.until("F + l, e, joker · 2 words >")
        type_lines(opened, ("fée", "“fée”: refused."), ("quit", "quit"))

        assert opened.leave() == 0


@pytest.mark.parametrize("editor", EDITORS)
def test_ctrl_c_gives_up_the_line(editor: bool, tmp_path: Path) -> None:
    """Ctrl-C within a line keeps cards and words; on an empty line, twice without the editor, it ends the session."""
    with terminal("check", home=tmp_path, editor=editor) as opened:
        begin(opened, editor)
        type_lines(opened, ("+ volonté", "1 mot >"))
        for _ in range(2):
            opened.type("racl")
            opened.until("racl")
            press_ctrl_c(opened, editor)
            if not editor:
                opened.until("pour finir.")
                opened.until("1 mot >")
            type_lines(opened, ("=", "1 volonté."))
            opened.until("1 mot >")
        press_ctrl_c(opened, editor)
        if not editor:
            opened.until("pour finir.")
            opened.until("1 mot >")
            press_ctrl_c(opened, editor)

        assert opened.leave() == 0
        assert "Traceback" not in opened.shown


@pytest.mark.parametrize("editor", EDITORS)
def test_w4_hostile_keys(editor: bool, tmp_path: Path) -> None:
    """Undecodable bytes, NUL, escape sequences and an endless line neither end the session nor are they judged."""
    with terminal("check", home=tmp_path, editor=editor) as opened:
        begin(opened, editor)
        opened.type(b"\xe9cole\r")
        opened.until("n'a pas pu être lue" if editor else "« cole »")  # readline leaves out what it cannot read
        opened.type(b"a\x00b\r")
        opened.until("refusé")
        opened.type("x" * 3000 + "\r")
        opened.until("dépasse")
        type_lines(opened, ("raclette", "« raclette » : valide."))
        end(opened, editor)


@pytest.mark.parametrize("editor", EDITORS)
def test_a_closed_window(editor: bool, tmp_path: Path) -> None:
    """A session whose terminal is closed ends."""
    opened = Terminal("check", home=tmp_path, editor=editor)
    begin(opened, editor)

    assert opened.hang_up() != 0 or editor


@pytest.mark.parametrize("editor", EDITORS)
@pytest.mark.parametrize("columns", [40, 80, 200])
def test_wide_answers_are_wrapped(columns: int, editor: bool, tmp_path: Path) -> None:
    """No line of an answer is wider than the terminal, also after its width has changed."""
    with terminal("check", home=tmp_path, columns=columns, editor=editor) as opened:
        begin(opened, editor)
        for width in (columns, 60):
            opened.resize(width)
            opened.type("? portes\r")
            answer = opened.until("Lexique 20").rpartition("? portes")[2]

            assert max(map(len, answer.split("\n"))) <= width
            assert len(answer.split("\n")) >= 8
        end(opened, editor)


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({"NO_COLOR": "", "TERM": "xterm"}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": "", "TERM": "dumb"}, False)],
)
def test_colours_of_a_session(variables: dict[str, Any], coloured: bool, tmp_path: Path) -> None:
    """A session has colours, but not under NO_COLOR or on a terminal without styles, where lines are typed plainly."""
    with terminal("check", home=tmp_path, editor=HAS_EDITOR, **variables) as opened:
        editor = HAS_EDITOR and variables.get("TERM") != "dumb"
        begin(opened, editor)
        type_lines(opened, ("portes", "refusé."))
        end(opened, editor)
        assert opened.styled is coloured


@pytest.mark.skipif(not HAS_EDITOR, reason="prompt_toolkit is not installed")
def test_history_and_toolbar(tmp_path: Path) -> None:
    """Arrow up brings lines back, Tab completes a word played, and the toolbar shows the signs and the clock."""
    with terminal("check", home=tmp_path) as opened:
        begin(opened, True)
        type_lines(opened, ("+ volonté", "1 mot >"))
        opened.until("0 s · ? aide")
        opened.press("\x1b[A", "+ volonté")
        opened.type("\x03")
        type_lines(opened, ("=", "1 volonté."))
        opened.until("· / pli")  # a screen without the old line: the editor writes only what has changed
        opened.type("- vo\t")
        opened.until("lonté")
        opened.type("\r")
        opened.until("Aucun mot joué.")
        end(opened, True)
