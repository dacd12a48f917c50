"""The recipes that face users: the web endpoint, the hand viewer, the notebook, the server that stays responsive."""

from __future__ import annotations

import asyncio
import curses
import json
import os
import pty
import re
import select
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen
from wsgiref.simple_server import WSGIRequestHandler, make_server
from wsgiref.validate import validator

import pytest

from belettre_lexicon import ArgumentError, Card, Judge, decode_verdict
from belettre_lexicon.words.verdicts import Verdict
from recipes import answer_lines, check_endpoint, hand_viewer
from tests.conftest import ROOT


class QuietHandler(WSGIRequestHandler):
    """Handles requests and logs none."""

    def log_message(self, format: str, *arguments: Any) -> None:
        """Print nothing."""


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """The address of a running server; wsgiref's validator checks that the application obeys WSGI."""
    application = validator(check_endpoint.application())
    with make_server("127.0.0.1", 0, application, handler_class=QuietHandler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def ask(endpoint: str, query: str | dict[str, str], path: str = "/check", method: str = "GET") -> tuple[int, Any]:
    """Return the status and the object that the server answers."""
    text = query if isinstance(query, str) else urlencode(query)
    try:
        with urlopen(Request(f"{endpoint}{path}?{text}", method=method), timeout=30) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


@pytest.mark.parametrize(
    "question",
    [
        {"word": "facile", "maj": "F", "min": "lec", "played": "école,raclette"},
        {"word": "Portes"},
        {"word": "jouet", "played": " joueur , "},
        {"word": "x" * 500, "maj": "", "min": "?"},
        {"word": "<b>\"'&"},
    ],
)
def test_the_endpoint_answers_with_the_verdict(endpoint: str, judge: Judge, question: dict[str, str]) -> None:
    """The answer is the object of the verdict that the judge gives, whatever the word."""
    status, answer = ask(endpoint, question)
    played = [word for word in question.get("played", "").split(",") if word.strip()]
    letters = question.get("min", "")

    verdict: Verdict = judge(question["word"], initial=question.get("maj"), letters=letters, played=played)

    assert status == 200
    assert answer == json.loads(json.dumps(verdict.as_dict()))
    assert decode_verdict(answer).reasons == verdict.reasons


@pytest.mark.parametrize(
    ("query", "status", "why"),
    [
        ("", 400, "word: missing"),
        ("word=%20", 400, "word: missing"),
        ("word=facile&maj=12", 400, "initial '12'"),
        ("word=facile&min=1", 400, "'1'"),
        ("word=facile&word=portes", 400, "word: given twice"),
        ("word=facile&lang=fr", 400, "'lang': unknown, expected maj, min, played, word"),
        ("word=%FF%FE", 400, "utf-8"),
        ("a=1&b=2&c=3&d=4&e=5", 400, "fields"),
        ("word=facile&played=" + ",".join(["a"] * 129), 400, "played: 129 words, expected 128 at most"),
        ("word=" + "a" * 3000, 414, "3005 bytes, expected 2000 at most"),
    ],
)
def test_the_endpoint_refuses_bad_input(endpoint: str, query: str, status: int, why: str) -> None:
    """The status is of the 4xx, and the message says what was expected."""
    answered, answer = ask(endpoint, query)

    assert answered == status
    assert why in answer["error"]


def test_the_endpoint_has_one_path_and_one_method(endpoint: str) -> None:
    """Other paths are not found, and POST is not allowed."""
    assert ask(endpoint, "word=facile", path="/")[0] == 404
    assert ask(endpoint, "word=facile", method="POST")[0] == 405


def test_a_port_that_is_taken_is_named(endpoint: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The program ends with status 2 and names the port."""
    port = endpoint.rpartition(":")[2]

    assert check_endpoint.main(["--port", port]) == 2
    assert capsys.readouterr().err.startswith(f"check_endpoint: port {port}: ")


def viewer(judge: Judge, cards: str, initial: str = "", letters: str = "", played: str = "") -> hand_viewer.Viewer:
    """Return a viewer of the cards in a text, separated by spaces."""
    return hand_viewer.Viewer(judge, [Card.of(text) for text in cards.split()], initial, letters, played.split())


def test_the_viewer_shows_the_words_that_a_card_allows(judge: Judge) -> None:
    """Every word that is shown for a card is valid with it and the table; the arrows go round."""
    shown = viewer(judge, "d i ? k", "f", "l,e", "facile")

    for card in ("d", "i", "?", "k"):
        hand, table, _, *words = shown.lines()
        assert f"[{card}]" in hand
        assert table == "table: F l e"
        assert all(judge(word, initial="f", letters=f"le{card}", played=["facile"]) for word in words)
        shown.move(1)
    assert "[d]" in shown.lines()[0]
    shown.move(-1)
    assert "[k]" in shown.lines()[0]


def test_the_viewer_says_why_there_are_no_words(judge: Judge) -> None:
    """A second majuscule may not be laid (P3); a card without a word means to pass; the JOKER is any letter (J3)."""
    assert viewer(judge, "F", "a").lines()[3:] == ["(a majuscule lies already)"]
    assert viewer(judge, "z", "x", "q").lines()[3:] == ["(no word: pass)"]
    assert len(viewer(judge, "JOKER").lines()) == 3 + hand_viewer.MOST_WORDS


@pytest.mark.parametrize(("initial", "letters"), [("12", ""), ("", "1"), ("?", "")])
def test_an_invalid_table_is_an_error(judge: Judge, initial: str, letters: str) -> None:
    """The viewer is not made, so the message comes before the screen is cleared."""
    with pytest.raises(ArgumentError):
        viewer(judge, "F a", initial, letters)


class FakeScreen:
    """A window of some size that plays keys and notes what is drawn."""

    def __init__(self, height: int, width: int, keys: list[int]) -> None:
        self.height, self.width, self.keys = height, width, keys
        self.frames: list[list[str]] = []

    def getmaxyx(self) -> tuple[int, int]:
        """Return the size."""
        return self.height, self.width

    def erase(self) -> None:
        """Begin a new frame."""
        self.frames.append([])

    def insnstr(self, row: int, column: int, text: str, most: int, style: int) -> None:
        """Note a line. As curses does, fail outside the window."""
        assert row < self.height and column == 0
        self.frames[-1].append(text[:most])

    def getch(self) -> int:
        """Return the next key."""
        return self.keys.pop(0)


@pytest.mark.parametrize("size", [(24, 80), (3, 5), (1, 1)])
def test_keys_choose_a_card_in_windows_of_any_size(judge: Judge, size: tuple[int, int]) -> None:
    """Arrows choose, other keys and a change of size do nothing, q ends; nothing is drawn outside the window."""
    keys = [curses.KEY_RIGHT, curses.KEY_RESIZE, ord("x"), curses.KEY_LEFT, ord("q")]
    screen: Any = FakeScreen(*size, keys)
    shown = viewer(judge, "F d i")

    hand_viewer.show(screen, shown)

    assert [len(frame) for frame in screen.frames] == [min(size[0], 3 + hand_viewer.MOST_WORDS)] * 5
    assert shown.chosen == 0
    assert screen.frames[1][0] == " F [d] i "[: size[1]]


def test_the_viewer_runs_at_a_terminal() -> None:
    """In a pseudo-terminal, the program draws words with their accents and ends with status 0 after q."""
    master, slave = pty.openpty()
    environment = {
        **os.environ,
        "TERM": "xterm",
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
    }
    command = [sys.executable, "-m", "recipes.hand_viewer", "F", "u", "--min", "l,e,c"]
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    raw = b""
    while "fiscalité".encode() not in raw:
        assert select.select([master], [], [], 60)[0], raw
        raw += os.read(master, 1 << 16)

    os.write(master, b"\x1b[Cq")

    assert process.wait(60) == 0
    assert b"table: l e c" in raw
    os.close(master)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["F", "xx"], "card 'xx'"),
        (["min"], "expected up to 8 cards, without backs"),
        (list("abcdefghi"), "expected up to 8 cards"),
        (["a", "--maj", "12"], "initial '12'"),
        (["a"], "no terminal"),
    ],
)
def test_the_viewer_names_what_is_wrong(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Invalid cards and a missing terminal end with status 2 and a message."""
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert hand_viewer.main(arguments) == 2

    assert message in capsys.readouterr().err


def test_the_cells_of_the_notebook_run_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Each cell runs after those before it, and every cell with code prints what it found."""
    source = (ROOT / "recipes" / "families_session.py").read_text(encoding="utf-8")
    heads, cells = source.split("# %%")[0], source.split("# %%")[1:]
    names: dict[str, Any] = {}
    printed = []

    for cell in cells:
        exec(f"#{cell}", names)
        printed.append(capsys.readouterr().out)

    assert heads == ""
    assert printed[0] == ""
    assert all(printed[1:])
    assert len(cells) == 8
    assert "Latin “hospes”" in printed[4]
    assert "similar: belette" in printed[7]


def test_a_long_search_lets_other_clients_be_answered(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a search of one client runs, another client gets its verdicts; the search is answered when it is done."""
    started, go_on = threading.Event(), threading.Event()
    find = Judge.find

    def slow_find(self: Judge, *arguments: Any, **options: Any) -> Any:
        started.set()
        assert go_on.wait(60)
        return find(self, *arguments, **options)

    monkeypatch.setattr(Judge, "find", slow_find)

    async def talk() -> tuple[list[bytes], bytes]:
        async with await answer_lines.serve(judge, 0) as server:
            port = server.sockets[0].getsockname()[1]
            (slow, ask_slow), (quick, ask_quick) = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            ask_slow.write(b"find F lec\n")
            while not started.is_set():
                await asyncio.sleep(0.01)
            answers = []
            for _ in range(3):
                ask_quick.write(b"check facile\n")
                answers.append(await quick.readline())
            go_on.set()
            found = await slow.readline()
            ask_slow.close()
            ask_quick.close()
            return answers, found

    answers, found = asyncio.run(asyncio.wait_for(talk(), 100))

    assert answers == [b"facile +\n"] * 3
    assert found.startswith(b"facile facilement ")


def test_a_line_that_is_too_long_is_named(judge: Judge) -> None:
    """The client is told the limit before its connection is closed."""

    async def talk() -> bytes:
        async with await answer_lines.serve(judge, 0) as server:
            port = server.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"check " + b"x" * answer_lines.MOST_BYTES + b"\n")
            answer = await reader.read()
            writer.close()
            return answer

    assert asyncio.run(talk()) == b"error: more than 1000 bytes in a line\n"


def picture(name: str) -> str:
    """Return the block of text on a page that shows what a user sees."""
    page = (ROOT / "docs" / "cookbook" / f"{name}.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return str(block)


def test_the_page_of_the_endpoint_shows_its_answers(endpoint: str) -> None:
    """Each « curl » of the page gets the answer below it; « … » is the end of a long one."""
    requests = re.findall(r"^\$ curl 'http://127\.0\.0\.1:8080/check\?(.*)'\n(.*)\n", picture("check_endpoint"), re.M)

    assert len(requests) == 2
    for query, shown in requests:
        answer = json.dumps(ask(endpoint, query)[1], ensure_ascii=False)
        assert answer.startswith(shown.removesuffix("…")) if shown.endswith("…") else answer == shown


def test_the_page_of_the_viewer_shows_its_screen(judge: Judge) -> None:
    """The screen of the page is what the program draws once the third card is chosen."""
    command, *screen, end = picture("hand_viewer").splitlines()
    shown = viewer(judge, "F J d i r u u ?", "a", "c")
    shown.move(2)

    assert command == "$ python -m recipes.hand_viewer F J d i r u u ? --maj a --min c"
    assert shown.lines()[: len(screen)] == screen
    assert end == "…"


def test_the_page_of_the_server_shows_its_answers(judge: Judge) -> None:
    """After the two commands, lines of a client and answers take turns."""
    lines = picture("answer_lines").splitlines()[2:]

    assert len(lines) >= 6
    for question, answer in zip(lines[::2], lines[1::2], strict=True):
        assert asyncio.run(answer_lines.answer(judge, question)) == answer
