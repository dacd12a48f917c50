"""The pages without a browser: every state of a game can be shown, addresses come back, nothing in them may run."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from belettre_lexicon import REASONS, Lexicon
from belettre_lexicon.cards import UNSEEN, Card
from belettre_lexicon.engine.actions import AnnounceBelettre, Lay, Passe
from belettre_lexicon.engine.bots.simulation import BotFactory
from belettre_lexicon.engine.events import WordAccepted, WordRefused, action_of
from belettre_lexicon.engine.history_cache import HistoryCache
from belettre_lexicon.engine.records.shorthand import read_shorthand
from belettre_lexicon.engine.seats import Seat
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.families import tree_lines
from belettre_lexicon.web import app
from belettre_lexicon.web.api.requests import VerdictQuery
from belettre_lexicon.web.edge.settings import Settings
from belettre_lexicon.web.games import bot_driver as players
from belettre_lexicon.web.games.database import GameStore
from belettre_lexicon.web.games.games import GameRegistry, GameTerms
from belettre_lexicon.web.games.score_sheet import sheet
from belettre_lexicon.web.pages import render
from belettre_lexicon.web.pages.game_fragment import shown
from belettre_lexicon.web.pages.verdict import Branch, family_tree
from belettre_lexicon.web.pages.verdict_form import InquiryError, address_of, judged, read_inquiry
from belettre_lexicon.words.judge import Judge
from belettre_lexicon.words.verdicts import Verdict
from tests.conftest import ROOT

WEB = ROOT / "src/belettre_lexicon/web"
TEMPLATES = sorted((WEB / "pages" / "templates").glob("*.html"))
EXAMPLES = re.findall(r"^E\d+: (.+)$", (ROOT / "tests/engine/examples.txt").read_text(encoding="utf-8"), re.MULTILINE)
#: What a template has beside HTML.
_JINJA = re.compile(r"{% block kind %}.*?{% endblock %}|{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
SAY = {language: Catalogue.load(language) for language in LANGUAGES}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A browser of a server for this machine."""
    database = f"sqlite:///{tmp_path_factory.mktemp('pages') / 'games.sqlite'}"
    with TestClient(app.build(Settings(database)), base_url="http://localhost") as client:
        client.headers["accept"] = "text/html"
        yield client


@pytest.fixture
def tables(lexicon: Lexicon) -> GameRegistry:
    """Games in memory."""
    return GameRegistry(GameStore("sqlite://"), lexicon)


def test_every_sentence_of_the_pages_is_used_and_exists() -> None:
    """The templates and modules name what the catalogues have, and no more stands there than they name."""
    source = "".join(path.read_text(encoding="utf-8") for path in [*TEMPLATES, *WEB.rglob("*.py")])
    keys = SAY["fr"].keys()
    own = {key.removeprefix("web.") for key in keys if key.startswith("web.")}
    used = set(re.findall(r"""["']web\.(\w+)["']""", source))
    begun = tuple(filter(None, re.findall(r"""["']web\.(\w*)(?:["'] ~|\{)""", source)))
    assert {name for name in used if name not in begun} <= own
    # Of « web. » alone the rest is named beside it: sayings of the scripts, kinds of games, acts.
    beside = set(re.findall(r"""["'](\w+)["']""", source)) | {"table", "practice"}
    assert not {name for name in own if name not in used | beside and not name.startswith(begun)}


def test_every_rule_that_refuses_a_word_is_explained() -> None:
    """W10: beside its id each reason has the rule in a sentence."""
    for rule in REASONS.values():
        assert all(say(f"web.about_{rule}") for say in SAY.values())


def test_no_template_has_a_sentence_a_style_or_a_script_of_its_own() -> None:
    """Texts come from the catalogues, looks and behaviour from files: the content security policy allows no others."""
    for path in TEMPLATES:
        text = re.sub(
            r"{% block kind %}.*?{% endblock %}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}",
            "",
            path.read_text(encoding="utf-8"),
            flags=re.DOTALL,
        )
        assert not re.search(r"\sstyle=|\son\w+=|<style", text), path.name
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text)), path.name
        written = re.sub(r"<[^>]*>", "", text)
        assert not re.search(r"[A-Za-zÀ-ÿ]{2,}", re.sub(r"Belettre|CSV", "", written)), path.name


@given(
    st.builds(
        VerdictQuery,
        word=st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=40).map(str.strip).filter(bool),
        maj=st.sampled_from(["", "A", "z", "É"]),
        min=st.text("abcé?,", max_size=12),
        played=st.lists(st.text("abcéï-' ", min_size=1, max_size=9), max_size=5).map(",".join),
        min_letters=st.integers(1, 30),
        compounds=st.booleans(),
        accents_differ=st.booleans(),
        memory=st.sampled_from(["partie", "manche", "pli"]),
    )
)
def test_an_address_asks_what_it_was_made_of(query: VerdictQuery) -> None:
    """What a link says is judged as what it was made from; empty lists of words need not stay."""
    again = read_inquiry(dict(parse_qsl(urlsplit(address_of(query)).query, keep_blank_values=True)))
    if query.played.strip():
        assert again == query
    else:
        assert msgspec.structs.replace(again, played="") == msgspec.structs.replace(query, played="")


@given(st.dictionaries(st.sampled_from([*VerdictQuery.__struct_fields__, "x"]), st.text(max_size=300)))
def test_any_form_asks_something_or_is_refused(asked: dict[str, str]) -> None:
    """Nothing but InquiryError comes of a form, whatever stands in it; what is read is judged."""
    try:
        query = read_inquiry(asked)
    except InquiryError:
        return
    judged(query, Lexicon.open())


@pytest.mark.parametrize("game", EXAMPLES)
def test_w10_the_sheet_of_a_word_says_what_the_game_said(game: str, tables: GameRegistry, judge: Judge) -> None:
    """At every move of the examples, the address under each word leads to the verdict that the word had."""
    code, _ = tables.create(
        GameTerms(), before=2 if " / " in game else 0, opener=Seat.PONANTAIS if " / " in game else None
    )
    log = read_shorthand(game.replace(" / ", "\n"), judge).log
    verdicts: dict[str, Verdict] = {}
    found = 0
    with tables.open(code) as table:
        for event in log:
            if (action := action_of(event)) is None:
                continue
            table.enter(table.number, action)
            if isinstance(event, WordAccepted | WordRefused):
                verdicts[event.verdict.word] = event.verdict
            html = shown(table, SAY["fr"], tables.lexicon, None, True)["html"]
            for address in re.findall(r'href="(/verdict[^"]+)"', html):
                query = read_inquiry(dict(parse_qsl(urlsplit(address.replace("&amp;", "&")).query)))
                assert judged(query, tables.lexicon) == verdicts[query.word]
                found += 1
    assert found >= 3


@pytest.mark.parametrize("seed", range(3))
def test_every_state_of_a_practice_game_can_be_shown(seed: int, tables: GameRegistry) -> None:
    """A whole manche against amateurs: for the person and for who looks on, in both languages, no hand but the own."""
    code, _ = tables.create(GameTerms("practice", Seat.LEVANTIN, "random"), manches=1, seed=seed)
    with tables.open(code) as game:
        judge = game.partie.judge
        assert isinstance(judge, Judge)
        person = BotFactory(judge).bot("random", random.Random(seed), HistoryCache(judge.rules))
        while not game.partie.over:
            if players.asked(game):
                game.keep_silent()
            hand = game.partie.view(Seat.LEVANTIN).hand
            for say in SAY.values():
                own = game.partie.turn is Seat.LEVANTIN
                assert (say("web.your_turn") in shown(game, say, tables.lexicon, game.seat, True)["html"]) is own
                assert shown(game, say, tables.lexicon, game.seat, True)["html"].count('name="card"') == len(hand)
                assert 'name="card"' not in shown(game, say, tables.lexicon, None, False)["html"]
            if not players.move(game):
                game.enter(game.number, person.choose(game.partie.view(Seat.LEVANTIN)))
        assert "dock" not in shown(game, SAY["fr"], tables.lexicon, game.seat, True)["html"]


@pytest.mark.parametrize("seed", range(3))
def test_every_state_of_a_table_can_be_shown(seed: int, tables: GameRegistry) -> None:
    """Wild entries of an arbiter, traps and lost plis among them: there is always a way on, in a form."""
    chance = random.Random(seed)
    code, _ = tables.create(GameTerms(), manches=1)
    ways = {"lay": 'id="lay"', "swap": 'id="swap"', "reveal": 'id="reveal"', "pick_up": 'id="pick_up"'}
    seen = set()
    with tables.open(code) as game:
        while not game.partie.over:
            seen.add(game.partie.awaits)
            html = shown(game, SAY[chance.choice(LANGUAGES)], tables.lexicon, None, True)["html"]
            assert ways[game.partie.awaits] in html
            action = chance.choice(game.partie.legal_actions())
            game.enter(game.number, action.saying("anticonstitutionnel") if isinstance(action, Lay) else action)
    assert {"lay", "reveal"} <= seen


def test_s3_who_announced_a_belettre_has_laid_no_card(tables: GameRegistry) -> None:
    """What was told of a player before his card is not shown as a card that lies face down."""
    code, _ = tables.create(GameTerms())
    with tables.open(code) as game:
        game.enter(0, AnnounceBelettre(Seat.MERIDIONAL))
        html = shown(game, SAY["fr"], tables.lexicon, None, False)["html"]
        assert SAY["fr"]("web.down") not in html and "popover" not in html


def test_p7_a_question_about_a_pack_says_how_it_is_answered(tables: GameRegistry) -> None:
    """Nobody has to answer, and the way to do it is to enter the pass again."""
    code, _ = tables.create(GameTerms())
    with tables.open(code) as game:
        game.enter(0, Passe(Seat.PONANTAIS, UNSEEN))
        about = SAY["fr"]("web.which_pack_about").partition(" ;")[0]
        assert about in shown(game, SAY["fr"], tables.lexicon, None, True)["html"]
        assert about not in shown(game, SAY["fr"], tables.lexicon, None, False)["html"]


def test_w8_a_distant_kinship_is_remarked_once(client: TestClient) -> None:
    """Beside a valid word and beside a refused one."""
    for word, before in (("hôpital", "hôtel"), ("chef", "capitaine")):
        page = client.get("/verdict", params={"word": word, "played": before, "lang": "fr"}).text
        assert page.count("ce qui reste permis") == 1, word


def test_the_sheet_numbers_plis_and_nothing_else(lexicon: Lexicon, tmp_path: Path) -> None:
    """A table that began at pli 8 has one item, number 8; the end of the manche is no pli."""
    server = app.build(Settings(f"sqlite:///{tmp_path / 'games.sqlite'}"))
    code, _ = server.state.tables.create(GameTerms(), manches=1, before=7, opener=Seat.PONANTAIS)
    cards = (("l", "Volonté"), ("e", "École"), ("c", "Raclette"), ("F", "Facile"))
    with server.state.tables.open(code) as game:
        for seat, (card, word) in zip(Seat, cards, strict=True):
            game.enter(game.number, Lay(seat, Card.of(card), word))
    with TestClient(server, base_url="http://localhost") as client:
        page = client.get(f"/g/{code}/history?lang=fr").text
    items = re.search(r'<ol class="plis" start="8">(.*?)</ol>', page, re.DOTALL)
    assert items and items[1].count("<li>") == 1 and "Fin de la manche" not in items[1]
    assert "Fin de la manche 1." in page


def test_s5_the_points_of_a_late_start_are_on_the_sheet(tables: GameRegistry) -> None:
    """What a table began with has a row for each team, so that the column adds up to the total."""
    code, _ = tables.create(GameTerms(), first=2, points=(84, 61))
    with tables.open(code) as game:
        rows = list(csv.reader(io.StringIO(sheet(game, SAY["fr"]))))
    assert [(row[0], row[5]) for row in rows[1:5]] == [
        ("au départ", "84"),
        ("au départ", "61"),
        ("total", "84"),
        ("total", "61"),
    ]


def test_w8_the_tree_is_the_tree_of_the_terminal(lexicon: Lexicon) -> None:
    """Nested branches hold the lines of ``tree_lines`` in their order, at their depth."""

    def flat(branch: Branch, depth: int = 0) -> Iterator[tuple[int, str]]:
        yield depth, branch.line.word
        for child in branch.children:
            yield from flat(child, depth + 1)

    for word in ("jouet", "porter", "raclette"):
        for family in lexicon.family(word):
            tree = family_tree(family, word, frozenset(), SAY["fr"])
            lines = [(line.depth, line.word) for line in tree_lines(family, word, SAY["fr"])]
            assert list(flat(tree.root)) == lines


def test_french_signs_stay_with_their_word() -> None:
    """Spaces before « : » and inside « … » do not break in French text, tags and English are left alone."""
    french = render.fragment("problem.html", SAY["fr"], **_problem("« jouet » : refusé"))
    assert "<h1>«\u00a0jouet\u00a0»\u00a0: refusé</h1>" in french
    assert "<h1>a : b</h1>" in render.fragment("problem.html", SAY["en"], **_problem("a : b"))


@pytest.mark.parametrize(
    "path", ["/", "/verdict?word=jouet&played=joueur", "/about", "/offline", "/g/ZZZZZZZZ", "/nothing"]
)
def test_pages_are_in_the_language_that_is_asked_for(path: str, client: TestClient) -> None:
    """By ``?lang=``, which a cookie keeps, else by the browser's preference."""
    client.cookies.clear()
    assert '<html lang="en"' in client.get(path, headers={"accept-language": "en-GB,fr;q=0.5"}).text
    assert '<html lang="fr"' in client.get(path, headers={"accept-language": "de,fr;q=0.5"}).text
    assert '<html lang="en"' in client.get(path, params={"lang": "en"}, headers={"accept-language": "fr"}).text
    if path == "/":
        assert client.cookies.get("lang") == "en"


def test_static_files_last_and_nothing_else_is_served(client: TestClient) -> None:
    """Their address has their version, so that browsers may keep them; no path leads out of their folder."""
    sheet = re.search(r'href="(/static/\w+/belettre\.css)"', client.get("/").text)
    assert sheet is not None
    assert "immutable" in client.get(sheet[1]).headers["cache-control"]
    for path in ("../render.py", "%2e%2e/render.py", "..%2frender.py", "//etc/passwd", "", "belettre.css/../../app.py"):
        assert client.get(f"{render.static_path()}/{path}").status_code in (404, 405), path
    assert client.get("/static/old/belettre.css").status_code == 404


@pytest.mark.parametrize("word", ["", "xqzw", "porter" * 99, "écrire", "<svg>"])
def test_w8_no_picture_of_what_has_no_family_or_too_large_a_one(word: str, client: TestClient) -> None:
    """Graphviz is asked for pictures that can be looked at, and for no others."""
    assert client.get("/family.svg", params={"word": word}).status_code == 404


def test_the_worker_has_the_version_of_the_files(client: TestClient) -> None:
    """New files make a new worker, which forgets the old ones."""
    worker = client.get("/worker.js")
    assert render.version() in worker.text
    assert "{version}" not in worker.text
    needed = re.findall(r'"([\w.]+)"', worker.text.partition("NEEDED = ")[2].partition("]")[0])
    assert all((Path(render.STATIC_FILES) / name).is_file() for name in needed)


def test_a_joined_code_may_be_typed_as_it_is_said(client: TestClient) -> None:
    """« bcdf-ghjk » leads to the page of BCDFGHJK; what is no code gets a page that says so."""
    answer = client.get("/join", params={"code": "bcdf-ghjk"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/g/BCDFGHJK")
    assert client.get("/join", params={"code": "nope"}).status_code == 404


def _problem(text: str) -> dict[str, object]:
    return {
        "name": "x",
        "text": text,
        "detail": "",
        "theme": "",
        "static": "",
        "other_language": ("en", "/"),
        "lexicon": {"edition": ""},
    }


def test_bots_move_for_their_person_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a token is needed to change a game, who only watches a practice game does not set its bots going."""
    server = app.build(Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", shared=True))
    driven: list[str] = []
    monkeypatch.setattr(server.state.driver, "drive", driven.append)
    code, token = server.state.tables.create(GameTerms("practice"))
    with TestClient(server, base_url="http://localhost") as client:
        assert client.get(f"/g/{code}").status_code == 200 and driven == []
        assert client.get(f"/g/{code}", headers={"Authorization": f"Bearer {token}"}).status_code == 200
        assert driven == [code]


def test_no_link_leads_to_another_site(client: TestClient) -> None:
    """A path that begins with two strokes is no address of somebody else in the links of its page."""
    html = client.get("http://localhost//evil.example/").text
    assert "//evil.example" not in html and 'href="/evil.example' in html


def test_the_words_before_are_bounded() -> None:
    """As the API has it: more words than a partie has are no history."""
    assert len(read_inquiry({"word": "table", "played": ",".join(["mot"] * 128)}).played) > 500
    with pytest.raises(InquiryError, match="played"):
        read_inquiry({"word": "table", "played": ",".join(["mot"] * 129)})
