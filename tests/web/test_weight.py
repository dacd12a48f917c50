"""What the pages weigh: a phone on a slow network gets each of them, with all its files, in a few seconds."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from belettre_lexicon.web import app
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.services import Settings, open_services
from tests.web.asgi import Browser

#: The most that a page may weigh as it is sent, with its styles, scripts, pictures and letters, in bytes.
LIMIT = 120_000
#: A pli and the first card of the next: the felt shows as much as it ever does.
ENTRIES = [("PON", "l", "Volonté"), ("SEP", "e", "Écoles"), ("LEV", "c", "Raclette"), ("MER", "F", "Facile")]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser at a server for one machine."""
    database = f"sqlite:///{tmp_path_factory.mktemp('weight') / 'games.sqlite'}"
    with Browser(app.build(open_services(Settings(database), KINDS)), base_url="http://localhost") as client:
        yield client


def begin(client: Browser) -> str:
    """Begin a game with a pli on the felt; return the path of its page."""
    origin = {"Origin": "http://localhost"}
    code = client.post("/api/games", json={"kind": "table"}, headers=origin).json()["code"]
    for number, (seat, card, word) in enumerate(ENTRIES):
        action = {"action": "lay", "seat": seat, "card": card, "word": word}
        answer = client.post(f"/api/games/{code}/entries", json={"number": number, "actions": [action]}, headers=origin)
        assert answer.status_code == 200, answer.text
    return f"/g/{code}"


def files_of(client: Browser, page: str) -> dict[str, int]:
    """The static files that a page loads, directly or by other files, and the bytes that the server sends for each."""
    sizes: dict[str, int] = {}
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    while found:
        path = found.pop()
        if path in sizes:
            continue
        answer = client.get(path, headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200, path
        sizes[path] = int(answer.headers["content-length"])
        if Path(path).suffix in (".js", ".css"):
            others = re.findall(r"""from "\./([\w.]+)";|url\("([\w.]+)"\)""", answer.text)
            found += [f"{path.rpartition('/')[0]}/{script or picture}" for script, picture in others]
    return sizes


@pytest.mark.parametrize("page", ["home", "game", "screen"])
def test_a_page_weighs_at_most_120_kb(page: str, client: Browser) -> None:
    """The page itself, its styles, scripts and pictures are compressed; the letters come compressed."""
    path = "/" if page == "home" else begin(client) + ("/screen" if page == "screen" else "")
    text = client.get(path, headers={"accept": "text/html"}).text
    files = files_of(client, text)
    weight = len(gzip.compress(text.encode())) + sum(files.values())

    assert any(name.endswith("fraunces.woff2") for name in files)
    assert any(name.endswith("weasel.svg") for name in files)
    assert any(name.endswith("motion.js") for name in files) == (page != "home")
    assert weight <= LIMIT, (weight, files)


def test_files_are_compressed_for_those_who_accept_it(client: Browser) -> None:
    """A style sheet is compressed if the request accepts gzip; a typeface is sent as it is."""
    page = client.get("/", headers={"accept": "text/html"}).text
    sheet, letters = (
        re.findall(rf'"(/static/\w+/{name})"', page)[0] for name in (r"belettre\.css", r"fraunces\.woff2")
    )
    packed = client.get(sheet, headers={"accept-encoding": "gzip"})
    plain = client.get(sheet, headers={"accept-encoding": "identity"})

    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert {answer.headers["vary"] for answer in (packed, plain)} == {"Accept-Encoding"}
    assert "content-encoding" not in client.get(letters, headers={"accept-encoding": "gzip"}).headers
