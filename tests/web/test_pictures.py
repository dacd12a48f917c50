"""Pictures of families: drawn apart from the threads of requests; their number and their time are bounded."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon.base.errors import BelettreError
from belettre_lexicon.lexicon.lexicon import Lexicon
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.referee.picture import draw_families
from belettre_lexicon.web import slow_tasks
from belettre_lexicon.web.slow_tasks import BusyError, Pictures
from tests.web.asgi import Answer, Request, build, running, send

HOST = (b"host", b"localhost")
#: Words with families that are small enough for a picture.
WORDS = ("chanter", "grand", "jouer", "fort", "froid", "libre", "cheval", "chien", "femme", "fleur", "arbre", "fruit")


class Drawings:
    """A stub of the drawing: it records the words, and holds each one until it is told to go on."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.go_on = threading.Event()
        self.fails = False

    def draw(self, families: Any, word: str, say: Any, *, seconds: float | None = None) -> str:
        """Draw a picture that says nothing but the word."""
        assert seconds is not None
        self.words.append(word)
        assert self.go_on.wait(20)
        if self.fails:
            raise BelettreError("stopped")
        return f"<svg>{word}</svg>"


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawings]:
    """Pictures that are drawn when the test says so."""
    stub = Drawings()
    monkeypatch.setattr(slow_tasks, "draw_families", stub.draw)
    monkeypatch.setattr(slow_tasks, "has_graphviz", lambda: True)
    yield stub
    stub.go_on.set()


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.open(None)


def picture_of(word: str, address: str) -> Request:
    """A request for the picture of a word."""
    return Request("GET", f"/family.svg?word={word}".encode(), (HOST,), address=address)


def test_pictures_that_are_drawn_keep_nobody_waiting(drawings: Drawings) -> None:
    """While pictures are drawn that never end, the server creates games and answers as ever."""

    async def play() -> list[Answer]:
        async with running(build()) as built:
            waiting = [
                asyncio.create_task(send(built, picture_of(word, f"192.0.2.{at}"))) for at, word in enumerate(WORDS)
            ]
            while not drawings.words:
                await asyncio.sleep(0.01)
            begun = Request(
                "POST", b"/api/games", (HOST, (b"content-type", b"application/json")), (b'{"kind":"table"}',)
            )
            assert [(await send(built, begun)).status for _ in range(20)] == [201] * 20
            assert drawings.words == [drawings.words[0]]  # one at a time
            assert not any(task.done() for task in waiting)

            drawings.go_on.set()
            return await asyncio.gather(*waiting)

    answers = asyncio.run(asyncio.wait_for(play(), 60))

    assert [answer.body.decode() for answer in answers] == [f"<svg>{word}</svg>" for word in WORDS]
    assert answers[0].headers["content-type"] == "image/svg+xml"


def test_too_many_pictures_are_refused(drawings: Drawings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over the maximum, a picture is refused with a time to wait; one that is already being drawn is not."""
    monkeypatch.setattr(slow_tasks, "_MAX_WAITING", 3)

    async def ask() -> tuple[list[Answer], Answer]:
        async with running(build()) as built:
            first = [asyncio.create_task(send(built, picture_of(word, "192.0.2.1"))) for word in (*WORDS[:3], WORDS[0])]
            while not drawings.words:
                await asyncio.sleep(0.01)
            refused = await send(built, picture_of(WORDS[3], "192.0.2.2"))
            drawings.go_on.set()
            return await asyncio.gather(*first), refused

    drawn, refused = asyncio.run(asyncio.wait_for(ask(), 60))

    assert [answer.status for answer in drawn] == [200] * 4
    assert drawings.words == list(WORDS[:3])
    assert (refused.status, refused.headers["retry-after"]) == (429, "5")


def test_pictures_are_kept_and_failures_are_not(drawings: Drawings, lexicon: Lexicon) -> None:
    """A picture is drawn once for each language; one that failed is tried again, and nothing remains waiting."""
    drawings.go_on.set()
    french, english = Catalogue.load("fr"), Catalogue.load("en")

    async def draw() -> None:
        drawn = Pictures(lexicon)
        drawings.fails = True
        assert await drawn.draw("chanter", french) == ""
        drawings.fails = False
        for _ in range(3):
            assert await drawn.draw("chanter", french) == "<svg>chanter</svg>"
        assert await drawn.draw("chanter", english) == "<svg>chanter</svg>"
        assert await drawn.draw("xqzw", french) == ""
        drawn.close()

    asyncio.run(draw())

    assert drawings.words == ["chanter"] * 3


def test_a_client_that_leaves_does_not_stop_the_picture_for_others(
    drawings: Drawings, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two devices wait for the same picture; one leaves, and the other gets it. A free place can be used again."""
    monkeypatch.setattr(slow_tasks, "_MAX_WAITING", 1)

    async def draw() -> str:
        drawn, say = Pictures(lexicon), Catalogue.load("fr")
        leaves, stays = (asyncio.create_task(drawn.draw("chanter", say)) for _ in range(2))
        while not drawings.words:
            await asyncio.sleep(0.01)
        with pytest.raises(BusyError):
            await drawn.draw("grand", say)
        leaves.cancel()
        drawings.go_on.set()
        picture = await stays
        assert await drawn.draw("grand", say)
        drawn.close()
        return picture

    assert asyncio.run(asyncio.wait_for(draw(), 60)) == "<svg>chanter</svg>"


@pytest.mark.skipif(os.name != "posix", reason="the stub of « dot » is a shell script")
@pytest.mark.parametrize(("script", "message"), [("exec sleep 60", "was stopped"), ("exit 3", "cannot draw")])
def test_graphviz_is_stopped_after_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lexicon: Lexicon, script: str, message: str
) -> None:
    """A program that hangs is killed, and one that fails is an error; neither leaves a process behind."""
    pytest.importorskip("graphviz", reason="Graphviz's Python package is missing")
    fake = tmp_path / "dot"
    fake.write_text(f"#!/bin/sh\necho $$ > {tmp_path / 'pid'}\n{script}\n", encoding="utf-8")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(BelettreError, match=message):
        draw_families(lexicon.family("chanter"), "chanter", Catalogue.load("fr"), seconds=1)

    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text(encoding="utf-8")), 0)


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_a_picture_is_drawn(lexicon: Lexicon) -> None:
    """With Graphviz, a picture contains the words of the family."""
    pytest.importorskip("graphviz", reason="Graphviz's Python package is missing")

    async def draw() -> str:
        drawn = Pictures(lexicon)
        try:
            return await drawn.draw("chanter", Catalogue.load("fr"))
        finally:
            drawn.close()

    picture = asyncio.run(draw())

    assert "<svg" in picture
    assert "chanteur" in picture
