"""``belettre table`` at a pseudo-terminal, with line editing: a whole manche typed in, killed on the way and resumed.

``table_scripts`` explains the lines that are typed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.cli.belettre.answers import help_lines
from belettre_lexicon.games.belettre.records.json_lines import Journal
from tests.cli.pseudo_terminal import Terminal, terminal
from tests.cli.table_scripts import FR, new_session, random_game, typed_lines

pytest.importorskip("prompt_toolkit")


def lines_with_prompts(judge: Judge, seed: int) -> Iterator[tuple[str, str]]:
    """Yield the lines of a manche, each with the prompt that follows it."""
    live = new_session(judge, manches=1)
    for line in typed_lines(random_game(judge, seed), live.partie, random.Random(seed)):
        assert live.enter(line)
        yield line, live.prompt().removesuffix(" ")


def load_game(home: Path, judge: Judge) -> Journal:
    """Return the game that the session has kept in the data folder."""
    (path,) = (home / "belettre" / "tables").glob("*.jsonl")
    return Journal.resume(path.read_text(encoding="utf-8").split("\n")[:-1], lambda record: judge)


@pytest.mark.parametrize("every", [1000, 7])
def test_a_whole_manche_typed_and_killed_on_the_way(
    judge: Judge, every: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game can be played to its end although its session is killed every few lines, within a line and with a torn
    last line in its file."""
    lines = list(lines_with_prompts(judge, 2))
    opened = Terminal("table", "--manches", "1", home=tmp_path)
    opened.until("pli 1 >")
    for number, (line, prompt) in enumerate(lines, 1):
        opened.type(line + "\r")
        opened.until(prompt)
        if number % every == 0:
            opened.type("k éco")
            opened.until("k éco")
            opened.kill()

            assert load_game(tmp_path, judge).number == number

            with (tmp_path / "belettre" / "tables" / "partie.jsonl").open("ab") as file:
                file.write(b'{"check":"' * (number % 2))
            opened = Terminal("table", home=tmp_path)
            opened.until("Reprise de la partie")
            opened.until(prompt)

    opened.type("score\r")
    opened.until("L'équipe Septentrional-Méridional")
    opened.until(">")
    opened.type("quitter\r")

    assert opened.leave() == 0
    assert "Traceback" not in opened.shown

    whole = new_session(judge, manches=1)
    for line, _ in lines:
        whole.enter(line)
    resumed = load_game(tmp_path, judge)

    assert resumed.partie.over
    assert resumed.partie.state == whole.partie.state
    assert resumed.undoable == resumed.number == len(lines)


def test_keys_of_the_editor(judge: Judge, tmp_path: Path) -> None:
    """Tab completes a verb, Ctrl-C clears a line or ends the session on an empty one, arrow up brings back the last
    line, the toolbar shows the clock; undecodable bytes and an endless line are not understood."""
    with terminal("table", home=tmp_path) as opened:
        opened.until("pli 1 >")
        opened.type("l volonté\r")
        opened.until("Le Septentrional · pli 1 : l >")
        opened.until("Le Septentrional : 0 s")
        opened.type("ann\t")
        opened.until("annuler")
        opened.type("\x03")
        opened.press("\x1b[A", "l volonté")
        opened.type("\x03")
        opened.type(b"\xff\xfe\x01\r")
        opened.until("Pas compris")
        opened.until("pli 1 : l >")
        opened.type("x" * 3000 + "\r")
        opened.until("Pas compris : « xxxx")
        opened.until("pli 1 : l >")
        opened.type("annuler\r")
        opened.until("Annulé")
        opened.until("pli 1 >")
        opened.type("\x03")

        assert opened.leave() == 0
        assert "Traceback" not in opened.shown
        assert "Séance finie." in opened.shown

    assert load_game(tmp_path, judge).number == 2

    history = tmp_path / "belettre" / "history"
    assert history.stat().st_mode & 0o777 == 0o600
    assert "l volonté" in history.read_text(encoding="utf-8")


def test_undone_redone_and_corrected_at_the_terminal(judge: Judge, tmp_path: Path) -> None:
    """Tab completes the commands; a session that is killed after an undo is resumed and can redo; a mistyped command
    gets a suggestion."""
    with terminal("table", home=tmp_path) as opened:
        opened.until("pli 1 >")
        opened.type("l volonté\r")
        opened.until("Le Septentrional · pli 1 : l >")
        opened.type("e écolle\r")
        opened.until("« faute MOT »")
        opened.until("Le Levantin · pli 1 : l >")
        opened.type("annuler\r")
        opened.until("Annulé")
        opened.until("Le Septentrional · pli 1 : l >")
        opened.kill()

    with terminal("table", home=tmp_path) as opened:
        opened.until("Le Septentrional · pli 1 : l >")
        opened.type("anuler\r")
        opened.until("Vouliez-vous dire « annuler » ?")
        opened.until("Le Septentrional · pli 1 : l >")
        opened.type("ref\t")
        opened.until("aire")  # what Tab adds may be drawn apart from what was typed
        opened.type("\r")
        opened.until("« écolle » : refusé.")
        opened.until("Le Levantin · pli 1 : l >")
        opened.type("faute école\r")
        opened.until("« école » remplace « écolle »")
        opened.until("Le Levantin · pli 1 : l, e >")
        opened.type("\x04")

        assert opened.leave() == 0
        assert "Traceback" not in opened.shown

    game = load_game(tmp_path, judge)
    assert (game.number, game.undoable, game.redoable) == (5, 2, 0)
    assert game.partie.state.words == ("volonté", "école")


@pytest.mark.parametrize("editor", [True, False])
def test_lines_wrap_between_words(editor: bool, tmp_path: Path) -> None:
    """At 40 columns no line of the help is wider, and every word of it is whole."""
    words = " ".join(help_lines(FR)).split()[:-1]
    with terminal("table", "--no-clock", home=tmp_path, editor=editor, columns=40) as opened:
        opened.until("pli 1 >")
        opened.type("aide\r")
        shown = opened.until("chaque")
        opened.until("pli 1 >")
        opened.type("\x04")

        assert opened.leave() == 0

    assert shown.split()[-len(words) :] == words
    assert max(map(len, shown[shown.index("l volonté") :].split("\n"))) <= 40


def test_two_terminals_on_one_game(tmp_path: Path) -> None:
    """A second session is refused in one line; once the first is killed, another can resume the game."""
    with terminal("table", "--lang", "en", home=tmp_path) as first:
        first.until("pli 1 >")
        with terminal("table", "--lang", "en", home=tmp_path) as second:
            assert second.leave() == 2
            assert "another session has this game" in second.shown
            assert "Traceback" not in second.shown

        first.type("l volonté\r")
        first.until("pli 1: l >")
        first.kill()
        with terminal("table", "--lang", "en", home=tmp_path) as third:
            third.until("The game goes on: manche 1, pli 1")
            third.until("pli 1: l >")


def test_without_prompt_toolkit(tmp_path: Path) -> None:
    """Without prompt_toolkit lines can still be typed, and one line says how to install it."""
    with terminal("table", "--no-clock", home=tmp_path, editor=False) as opened:
        opened.until("pip install 'belettre-lexicon[table]'")
        opened.until("pli 1 >")
        opened.type("l volonté\r")
        opened.until("pli 1 : l >")
        opened.type("\x04")

        assert opened.leave() == 0
        assert "Séance finie." in opened.shown


def test_w4_unreadable_bytes_are_no_move(judge: Judge, tmp_path: Path) -> None:
    """A line with bytes that cannot be decoded is not understood, even after a card: no word is refused for them."""
    with terminal("table", home=tmp_path) as opened:
        opened.until("pli 1 >")
        opened.type(b"l \xe9cole\r")
        opened.until("Pas compris")
        opened.until("pli 1 >")
        opened.type("\x04")

        assert opened.leave() == 0

    assert load_game(tmp_path, judge).number == 0
