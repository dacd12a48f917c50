"""The pages without a browser: every state can be rendered, URLs can be read back, and no input can run as code."""

from __future__ import annotations

import csv
import html
import io
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import REASONS, Lexicon
from belettre_lexicon.french.cards import UNSEEN, Card
from belettre_lexicon.french.rules import HouseRules
from belettre_lexicon.games.belettre.actions import AnnounceBelettre, Lay, Passe
from belettre_lexicon.games.belettre.bots.simulation import BotFactory
from belettre_lexicon.games.belettre.events import WordAccepted, WordRefused, action_of
from belettre_lexicon.games.belettre.partie import HistoryCache
from belettre_lexicon.games.belettre.records.shorthand import read_shorthand
from belettre_lexicon.games.belettre.seats import Seat
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.families import tree_lines
from belettre_lexicon.web import app
from belettre_lexicon.web.api.operations import judge_query
from belettre_lexicon.web.api.requests import VerdictQuery
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.fragment import page_state
from belettre_lexicon.web.kinds.belettre.game import GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.kinds.belettre.operations import score_sheet
from belettre_lexicon.web.pages import render
from belettre_lexicon.web.pages.verdict import Branch, FormError, family_tree, read_form, verdict_url
from belettre_lexicon.web.services import Settings, open_services
from belettre_lexicon.web.store.database import GameStore
from belettre_lexicon.web.tables.loaded_game import Viewer
from belettre_lexicon.web.tables.registry import GameRegistry
from belettre_lexicon.words.judge import Judge
from tests.conftest import ROOT
from tests.web.asgi import Browser
from tests.web.tables import create_game

WEB = ROOT / "src/belettre_lexicon/web"
TEMPLATES = sorted((WEB / "pages" / "templates").glob("*.html"))
EXAMPLES = re.findall(r"^E\d+: (.+)$", (ROOT / "tests/engine/examples.txt").read_text(encoding="utf-8"), re.MULTILINE)
#: What a template has beside HTML.
_JINJA = re.compile(r"{% block kind %}.*?{% endblock %}|{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
SAY = {language: Catalogue.load(language) for language in LANGUAGES}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser at a server for one machine."""
    database = f"sqlite:///{tmp_path_factory.mktemp('pages') / 'games.sqlite'}"
    with Browser(app.build(open_services(Settings(database), KINDS)), base_url="http://localhost") as client:
        client.headers["accept"] = "text/html"
        yield client


@pytest.fixture
def games(lexicon: Lexicon) -> GameRegistry:
    """A registry of games in memory."""
    return GameRegistry(GameStore("sqlite://"), lexicon, KINDS)


def test_every_sentence_of_the_pages_is_used_and_exists() -> None:
    """The catalogues contain exactly the messages that templates and modules name."""
    source = "".join(path.read_text(encoding="utf-8") for path in [*TEMPLATES, *WEB.rglob("*.py")])
    keys = SAY["fr"].keys()
    own = {key.removeprefix("web.") for key in keys if key.startswith("web.")}
    used = set(re.findall(r"""["']web\.(\w+)["']""", source))
    begun = tuple(filter(None, re.findall(r"""["']web\.(\w*)(?:["'] ~|\{)""", source)))

    assert {name for name in used if name not in begun} <= own

    # Of « web. » alone the rest is named beside it: sayings of the scripts, kinds of games, acts.
    beside = set(re.findall(r"""["'](\w+)["']""", source)) | {"table", "practice"}
    beside |= {f"{option.name}_{value}" for option in HouseRules.OPTIONS for value in option.values}

    assert not {name for name in own if name not in used | beside and not name.startswith(begun)}


def test_w10_every_rule_that_refuses_a_word_is_explained() -> None:
    """W10: each rule has an explanation in both languages."""
    for rule in REASONS.values():
        assert all(say(f"web.about_{rule}") for say in SAY.values())


def test_templates_have_no_sentences_styles_or_scripts() -> None:
    """Texts come from the catalogues; styles and scripts are files, as the content security policy requires."""
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
        assert not re.search(r"[A-Za-zÀ-ÿ]{2,}", re.sub(r"Belettre|CSV|JSON", "", written)), path.name


@given(
    st.builds(
        VerdictQuery,
        word=st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=40).map(str.strip).filter(bool),
        maj=st.sampled_from(["", "A", "z", "É"]),
        min=st.lists(st.sampled_from("abcé?"), max_size=3).map(",".join),
        played=st.lists(st.text("abcéï-' ", min_size=1, max_size=9), max_size=5).map(",".join),
        min_letters=st.integers(1, 30),
        compounds=st.booleans(),
        accents_differ=st.booleans(),
        memory=st.sampled_from(["partie", "manche", "pli"]),
    )
)
def test_a_verdict_url_can_be_read_back(query: VerdictQuery) -> None:
    """Reading the URL of a query gives the same query; empty lists of words may be dropped."""
    again = read_form(dict(parse_qsl(urlsplit(verdict_url(query)).query, keep_blank_values=True)))
    if query.played.strip():
        assert again == query
    else:
        assert msgspec.structs.replace(again, played="") == msgspec.structs.replace(query, played="")


@given(st.dictionaries(st.sampled_from([*VerdictQuery.__struct_fields__, "x"]), st.text(max_size=300)))
def test_any_form_is_judged_or_refused(asked: dict[str, str]) -> None:
    """Whatever a form contains, reading it raises FormError or gives a query that can be judged."""
    try:
        query = read_form(asked)
    except FormError:
        return
    judge_query(query, Lexicon.open())


@pytest.mark.parametrize("game", EXAMPLES)
def test_w10_the_felt_leads_to_the_verdicts_of_the_game(game: str, games: GameRegistry, judge: Judge) -> None:
    """W10: at every move of the examples, the address of each word is that of the verdict that the game gave."""
    code, _ = create_game(
        games, GameTerms(), before=2 if " / " in game else 0, opener=Seat.PONANTAIS if " / " in game else None
    )
    log = read_shorthand(game.replace(" / ", "\n"), judge).log
    said = 0
    with games.open_game(code, BelettreTable) as table:
        for event in log:
            if (action := action_of(event)) is None:
                continue
            table.enter(table.number, action)
            html = page_state(table, Viewer("fr", None, True))["html"]
            numbers = re.findall(rf'href="/g/{code}/words/([^"]+)"', html)
            for number in numbers:
                moment = table.find_word(number)
                assert moment is not None
                assert isinstance(moment.event, WordAccepted | WordRefused)
                assert moment.event.verdict.word in html
            if isinstance(event, WordAccepted | WordRefused):
                assert table.word_number(table.partie.log.index(event)) in numbers
                said += 1

    assert said >= 2


@pytest.mark.parametrize("seed", range(3))
def test_every_state_of_a_practice_game_can_be_shown(seed: int, games: GameRegistry) -> None:
    """A whole manche against bots, for the person and for spectators, in both languages; spectators see no hand."""
    code, _ = create_game(games, GameTerms("practice", Seat.LEVANTIN, "random"), manches=1, seed=seed)
    with games.open_game(code, BelettreTable) as game:
        judge = game.partie.judge

        assert isinstance(judge, Judge)

        person = BotFactory(judge).bot("random", random.Random(seed), HistoryCache(judge.rules))
        while not game.partie.over:
            if game.asked:
                game.keep_silent()
            hand = game.partie.view(Seat.LEVANTIN).hand
            for say in SAY.values():
                own = game.partie.turn is Seat.LEVANTIN
                assert (say("web.your_turn") in page_state(game, Viewer(say.language, game.seat, True))["html"]) is own
                assert page_state(game, Viewer(say.language, game.seat, True))["html"].count('name="card"') == len(hand)
                assert 'name="card"' not in page_state(game, Viewer(say.language, None, False))["html"]
            if not game.advance():
                game.enter(game.number, person.choose(game.partie.view(Seat.LEVANTIN)))

        assert "dock" not in page_state(game, Viewer("fr", game.seat, True))["html"]


@pytest.mark.parametrize("seed", range(3))
def test_every_state_of_a_table_can_be_shown(seed: int, games: GameRegistry) -> None:
    """Two manches of random legal entries: every state has a form to continue."""
    chance = random.Random(seed)
    code, _ = create_game(games, GameTerms(), manches=2)
    ways = {"lay": 'id="lay"', "swap": 'id="swap"', "reveal": 'id="reveal"', "pick_up": 'id="pick_up"'}
    seen = set()
    with games.open_game(code, BelettreTable) as game:
        while not game.partie.over:
            seen.add(game.partie.awaits)
            html = page_state(game, Viewer(chance.choice(LANGUAGES), None, True))["html"]
            assert ways[game.partie.awaits] in html
            action = chance.choice(game.partie.legal_actions())
            game.enter(game.number, action.saying("anticonstitutionnel") if isinstance(action, Lay) else action)

    assert {"lay", "reveal"} <= seen


def test_s3_an_announced_belettre_is_not_shown_as_a_card(games: GameRegistry) -> None:
    """S3: events before a player's card are not shown as a card that lies face down."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        game.enter(0, AnnounceBelettre(Seat.MERIDIONAL))
        html = page_state(game, Viewer("fr", None, False))["html"]

        assert SAY["fr"]("web.down") not in html
        assert "popover" not in html


def test_p7_a_question_about_a_pack_says_how_to_answer_it(games: GameRegistry) -> None:
    """P7: the arbiter is told how to answer; spectators are not."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        game.enter(0, Passe(Seat.PONANTAIS, UNSEEN))
        about = SAY["fr"]("web.which_pack_about").partition(" ;")[0]

        assert about in page_state(game, Viewer("fr", None, True))["html"]
        assert about not in page_state(game, Viewer("fr", None, False))["html"]


def test_w8_a_distant_kinship_is_remarked_once(client: Browser) -> None:
    """W8: the remark appears once, beside valid and refused words alike."""
    for word, before in (("hôpital", "hôtel"), ("chef", "capitaine")):
        page = client.get("/verdict", params={"word": word, "played": before, "lang": "fr"}).text
        assert page.count("ce qui reste permis") == 1, word


def test_w4_one_tap_judges_the_other_spelling(client: Browser) -> None:
    """The remark about « utilisé » is a link to its verdict with the same cards, earlier words and rules."""
    asked = {"word": "utilise", "maj": "U", "min": "t", "played": "école", "plural_only": "true", "lang": "fr"}
    page = client.get("/verdict", params=asked).text

    ((address, text),) = re.findall(r'<p class="note"><a href="([^"]+)">([^<]+)</a>', page)
    followed = client.get(html.unescape(address), headers={"Accept-Language": "fr"}).text

    assert re.sub(r"\s", " ", html.unescape(text)) == "« utilisé » (adjectif) serait valide."
    asked.pop("lang")
    assert dict(parse_qsl(urlsplit(html.unescape(address)).query)) == {**asked, "word": "utilisé"}
    assert 'class="verdict valid"' in followed


def test_w4_the_page_has_a_switch_for_the_option(client: Browser) -> None:
    """With the switch on, every spelling counts, and the sheet says so."""
    page = client.get("/verdict", params={"word": "parle", "accents": "free", "lang": "fr"}).text

    assert 'class="verdict valid"' in page
    assert 'name="accents" value="free" checked' in page
    assert "<dd>Toutes les graphies des lettres comptent, avec ou sans accents</dd>" in page


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"refuse_labels": "familiar,vulgar,offensive"}, "Refuser les mots familiers, vulgaires et choquants"),
        ({"refuse_labels": "familiar"}, "Mots refusés : familier"),
        ({"participles": "never"}, "Participes : jamais comme adjectif"),
        ({"participles": ""}, ""),
    ],
)
def test_w6a_the_page_has_the_options_about_labels_and_participles(
    client: Browser, options: dict[str, str], said: str
) -> None:
    """The form keeps them, and the sheet says which ones are not the published ones."""
    page = client.get("/verdict", params={"word": "facile", "lang": "fr", **options})

    assert page.status_code == 200
    assert re.sub(r"\s", " ", html.unescape(page.text)).count(f"<dd>{said}</dd>") == bool(said)
    if options == {"participles": "never"}:
        assert '<option value="never" selected>' in page.text


def test_an_unknown_label_on_a_page_is_a_bad_option(client: Browser) -> None:
    """The form is shown again with status 400, and the API answers with a problem."""
    for value in ("x", "old,x", ",old", "old;rare", "old,"):
        assert client.get("/verdict", params={"word": "facile", "refuse_labels": value}).status_code == 400
        assert client.get("/api/verdict", params={"word": "facile", "refuse_labels": value}).status_code == 400


def test_the_history_numbers_plis_only(lexicon: Lexicon, tmp_path: Path) -> None:
    """A table that began at pli 8 has one item with number 8; the end of the manche has no number."""
    services = open_services(Settings(f"sqlite:///{tmp_path / 'games.sqlite'}"), KINDS)
    code, _ = create_game(services.games, GameTerms(), manches=1, before=7, opener=Seat.PONANTAIS)
    cards = (("l", "Volonté"), ("e", "École"), ("c", "Raclette"), ("F", "Facile"))
    with services.games.open_game(code, BelettreTable) as game:
        for seat, (card, word) in zip(Seat, cards, strict=True):
            game.enter(game.number, Lay(seat, Card.of(card), word))
    with Browser(app.build(services), base_url="http://localhost") as client:
        page = client.get(f"/g/{code}/history?lang=fr").text
    items = re.search(r'<ol class="plis" start="8">(.*?)</ol>', page, re.DOTALL)

    assert items
    assert items[1].count("<li ") == 1
    assert "Fin de la manche" not in items[1]
    assert "Fin de la manche 1." in page


def test_s5_the_points_of_a_late_start_are_on_the_sheet(games: GameRegistry) -> None:
    """S5: the points at a late start have a row for each team, so that the column adds up to the total."""
    code, _ = create_game(games, GameTerms(), first=2, points=(84, 61))
    with games.open_game(code, BelettreTable) as game:
        rows = list(csv.reader(io.StringIO(score_sheet(game, SAY["fr"]))))

    assert [(row[0], row[5]) for row in rows[1:5]] == [
        ("au départ", "84"),
        ("au départ", "61"),
        ("total", "84"),
        ("total", "61"),
    ]


def test_w8_the_tree_equals_the_one_of_the_terminal(lexicon: Lexicon) -> None:
    """W8: the nested branches have the lines of ``tree_lines``, in their order and depth."""

    def flat(branch: Branch, depth: int = 0) -> Iterator[tuple[int, str]]:
        """The words of a branch with their depth, in order."""
        yield depth, branch.line.word
        for child in branch.children:
            yield from flat(child, depth + 1)

    for word in ("jouet", "porter", "raclette"):
        for family in lexicon.family(word):
            root, _ = family_tree(family, word, frozenset(), SAY["fr"])
            lines = [(line.depth, line.word) for line in tree_lines(family, word, SAY["fr"])]
            assert list(flat(root)) == lines


def test_french_punctuation_does_not_break_from_its_word() -> None:
    """In French text, spaces beside punctuation marks become unbreakable; tags and English stay as they are."""
    french = render.render_template("problem.html", SAY["fr"], **_problem("« jouet » : refusé"))

    assert "<h1>«\u00a0jouet\u00a0»\u00a0: refusé</h1>" in french
    assert "<h1>a : b</h1>" in render.render_template("problem.html", SAY["en"], **_problem("a : b"))


@pytest.mark.parametrize(
    "path", ["/", "/verdict?word=jouet&played=joueur", "/about", "/offline", "/g/ZZZZZZZZ", "/nothing"]
)
def test_pages_are_in_the_requested_language(path: str, client: Browser) -> None:
    """The language is that of ``?lang=``, which a cookie keeps, or the browser's preference."""
    client.cookies.clear()

    assert '<html lang="en"' in client.get(path, headers={"accept-language": "en-GB,fr;q=0.5"}).text
    assert '<html lang="fr"' in client.get(path, headers={"accept-language": "de,fr;q=0.5"}).text
    assert '<html lang="en"' in client.get(path, params={"lang": "en"}, headers={"accept-language": "fr"}).text

    if path == "/":
        assert client.cookies.get("lang") == "en"


def test_static_files_are_cached_and_nothing_else_is_served(client: Browser) -> None:
    """URLs of static files contain their version, so browsers may cache them; no path leads out of the folder."""
    sheet = re.search(r'href="(/static/\w+/belettre\.css)"', client.get("/").text)

    assert sheet is not None
    assert "immutable" in client.get(sheet[1]).headers["cache-control"]

    for path in ("../render.py", "%2e%2e/render.py", "..%2frender.py", "//etc/passwd", "", "belettre.css/../../app.py"):
        assert client.get(f"{render.static_path()}/{path}").status_code in (404, 405), path

    assert client.get("/static/old/belettre.css").status_code == 404


@pytest.mark.parametrize("word", ["", "xqzw", "porter" * 99, "écrire", "<svg>"])
def test_w8_no_picture_without_a_family_or_of_a_large_one(word: str, client: Browser) -> None:
    """W8: Graphviz is only asked for pictures that can be read."""
    assert client.get("/family.svg", params={"word": word}).status_code == 404


def test_the_service_worker_has_the_version_of_the_files(client: Browser) -> None:
    """New static files give a new service worker, which deletes the old cache."""
    worker = client.get("/worker.js")

    assert render.static_version() in worker.text
    assert "{version}" not in worker.text

    needed = re.findall(r'"([\w.]+)"', worker.text.partition("NEEDED = ")[2].partition("]")[0])

    assert all((Path(render.STATIC_FILES) / name).is_file() for name in needed)


def test_a_typed_code_leads_to_its_game(client: Browser) -> None:
    """« bcdf-ghjk » leads to the page of BCDFGHJK; an invalid code gives an error page."""
    answer = client.get("/join", params={"code": "bcdf-ghjk"}, follow_redirects=False)

    assert (answer.status_code, answer.headers["location"]) == (303, "/g/BCDFGHJK")
    assert client.get("/join", params={"code": "nope"}).status_code == 404


@pytest.mark.parametrize(("language", "advice"), [("fr", "Vérifiez le code"), ("en", "Check the code")])
@pytest.mark.parametrize(("path", "typed"), [("/join?code=B%22a", "B&#34;a"), ("/g/BCDFGHJK", "BCDFGHJK")])
def test_a_wrong_code_stays_in_the_field(client: Browser, language: str, advice: str, path: str, typed: str) -> None:
    """The error page of a wrong code says what to do, and its form has the code as it was typed."""
    client.cookies.clear()
    answer = client.get(path, headers={"accept": "text/html", "accept-language": language})

    assert answer.status_code == 404
    assert advice in answer.text
    assert f'value="{typed}"' in answer.text


def _problem(text: str) -> dict[str, Any]:
    return {
        "name": "x",
        "text": text,
        "detail": "",
        "theme": "",
        "static": "",
        "other_language": ("en", "/"),
        "lexicon": {"edition": ""},
    }


def test_spectators_do_not_make_bots_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a shared server, viewing a practice game without its token does not make the bots move."""
    services = open_services(Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", shared=True), KINDS)
    driven: list[str] = []
    monkeypatch.setattr(services.driver, "drive", driven.append)
    code, token = create_game(services.games, GameTerms("practice"))
    with Browser(app.build(services), base_url="http://localhost") as client:
        assert client.get(f"/g/{code}").status_code == 200
        assert driven == []
        assert client.get(f"/g/{code}", headers={"Authorization": f"Bearer {token}"}).status_code == 200
        assert driven == [code]


def test_no_link_leads_to_another_site(client: Browser) -> None:
    """A path that begins with two slashes does not become a link to another site."""
    html = client.get("http://localhost//evil.example/").text

    assert "//evil.example" not in html
    assert 'href="/evil.example' in html


def test_the_number_of_earlier_words_is_limited() -> None:
    """As in the API, a form may not have more earlier words than a partie has."""
    assert len(read_form({"word": "table", "played": ",".join(["mot"] * 128)}).played) > 500
    with pytest.raises(FormError, match="played"):
        read_form({"word": "table", "played": ",".join(["mot"] * 129)})
