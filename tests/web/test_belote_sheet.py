"""Score sheets of Belote on the server: deals, corrections, several devices, tokens, pages without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest

from belettre_lexicon.games.belote.rules import OPTION_OF, BeloteRules
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.web.kinds.belote.kind import NewSheet, form_options, form_sets
from belettre_lexicon.web.kinds.belote.snapshot import SheetSnapshot
from tests.belote.typed_sheet import without_rules
from tests.conftest import ROOT
from tests.web.asgi import Device, client

JSON = dict[str, Any]
NAMES = ["Ana", "Bob", "Chloé", "David"]
HTML = {"Accept": "text/html"}
TEMPLATES = sorted((ROOT / "src/belettre_lexicon/web/pages/templates").glob("*belote*.html"))
HOSTILE = "<img src=x onerror=alert(1)>&{points}"


@pytest.fixture
def device() -> Iterator[Device]:
    """A device at a server for one machine."""
    with client() as device:
        yield device


@pytest.fixture
def shared() -> Iterator[Device]:
    """A device without a token at a shared server."""
    with client(shared=True) as device:
        yield device


def begin(device: Device, **terms: object) -> tuple[str, dict[str, str]]:
    """Begin a sheet. Return its code and the header with its token; the device's cookie is deleted."""
    answer = device.post("/api/belote", json={"names": NAMES, **terms})
    assert answer.status_code == 201, answer.text
    device.cookies.clear()
    return answer.json()["code"], {"Authorization": f"Bearer {answer.json()['token']}"}


def taken(seat: str, points: int | None = None, **more: object) -> JSON:
    """A deal that a player took, with the points of the takers' plis."""
    return {"team": "N+S" if seat in "SN" else "E+O", "taker": seat, "plis": points, **more}


def write(device: Device, code: str, number: int, entry: JSON | None, **options: Any) -> httpx2.Response:
    """Enter the next deal from a device that has seen *number* entries, and return the answer."""
    body = {"number": number, "actions": [{"action": "write", "entry": entry}]}
    answer: httpx2.Response = device.post(f"/api/belote/{code}/entries", json=body, **options)
    return answer


def sheet_of(device: Device, code: str, language: str = "fr") -> JSON:
    """The sheet as the API shows it."""
    sheet: JSON = device.get(f"/api/belote/{code}?lang={language}").json()
    return sheet


def page_of(device: Device, code: str, language: str = "fr") -> str:
    """The HTML of the sheet's page."""
    answer = device.get(f"/belote/{code}?lang={language}", headers=HTML)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def points_of(sheet: JSON) -> list[int]:
    return [team["points"] for team in sheet["teams"]]


def test_deals_are_scored_and_explained(device: Device) -> None:
    """BS4 to BS7: made, fallen, litige and capot, each with its rules; what waited goes to the next winner."""
    code, _ = begin(device, rules={"annonces": True})
    expected = [
        (taken("S", 92), [92, 70], 0, "BS4"),
        (taken("E", 61, belotes=[0, 1]), [254, 90], 0, "BS5"),
        (taken("N", 71, belotes=[1, 0]), [274, 181], 71, "BS6"),
        (taken("O", capot="E+O", annonces=[[], [20, 50]]), [274, 574], 0, "BS7"),
    ]
    for number, (entry, points, waiting, rule) in enumerate(expected):
        answer = write(device, code, number, entry)

        assert answer.status_code == 200, answer.text
        sheet = answer.json()["sheet"]
        assert (points_of(sheet), sheet["waiting"]) == (points, waiting)
        assert rule in sheet["deals"][-1]["text"]
        assert sheet["last"] == [without_rules(sheet["deals"][-1]["text"])]


def test_bd10_the_deal_passes_on(device: Device) -> None:
    """BD10, BA1: the next dealer sits right of the last one, also after a deal that nobody took."""
    code, _ = begin(device, dealer="O")
    seats = []
    for number in range(3):
        sheet = sheet_of(device, code)
        seats.append((sheet["dealer"], sheet["speaker"]))
        write(device, code, number, None if number == 1 else taken("S", 100))

    assert seats == [("O", "S"), ("S", "E"), ("E", "N")]
    assert [deal["outcome"] for deal in sheet_of(device, code)["deals"]] == ["made", "passed", "made"]


def test_an_impossible_deal_is_refused_in_a_sentence(device: Device) -> None:
    """BC6: points that no plis have are refused with the rule, and nothing is written."""
    code, _ = begin(device)
    for entry, rule in (
        (taken("S", 161), "BC6"),
        (taken("S", 163), "BC6"),
        (taken("S"), "BS1"),
        (taken("S", 100, annonces=[[20], []]), "BN1"),
        (taken("S", 100, contract="SA"), "BA2"),
        ({**taken("S", 100), "team": "E+O"}, "BA5"),
    ):
        answer = write(device, code, 0, entry)

        assert (answer.status_code, answer.json()["problem"]) == (422, "illegal"), answer.text
        assert [one["rule"] for one in answer.json()["refusals"]] == [rule]
        assert rule in answer.json()["refusals"][0]["text"]
    assert sheet_of(device, code)["number"] == 0


def test_a_correction_scores_later_deals_again(device: Device) -> None:
    """BS6: a deal that was no litige after all leaves nothing waiting; undo brings back what stood there."""
    code, _ = begin(device)
    write(device, code, 0, taken("S", 81))
    write(device, code, 1, taken("E", 100))

    assert points_of(sheet_of(device, code)) == [62, 81 + 100 + 81]

    body = {"number": 2, "actions": [{"action": "correct", "number": 1, "entry": taken("S", 82)}]}
    corrected = device.post(f"/api/belote/{code}/entries", json=body).json()["sheet"]

    assert points_of(corrected) == [82 + 62, 80 + 100]

    undone = device.post(f"/api/belote/{code}/undo", json={"number": 3}).json()["sheet"]

    assert points_of(undone) == [62, 81 + 100 + 81]
    assert undone["number"] == 4


def test_the_partie_ends_and_can_still_be_corrected(device: Device) -> None:
    """BE2: the winner is named, no deal can be added, and a correction may reopen the partie."""
    code, _ = begin(device, rules={"target": 200})
    write(device, code, 0, taken("S", capot="N+S"))
    sheet = sheet_of(device, code)

    assert (sheet["over"], sheet["winner"], sheet["dealer"]) == (True, 0, None)
    assert "Ana et Chloé" in sheet["awaits"]
    assert write(device, code, 1, taken("E", 100)).json()["refusals"][0]["reason"] == "over"

    body = {"number": 1, "actions": [{"action": "correct", "number": 1, "entry": taken("S", 100)}]}

    assert not device.post(f"/api/belote/{code}/entries", json=body).json()["sheet"]["over"]


def test_what_each_team_needs_is_said(device: Device) -> None:
    """BE1: the points up to the target, and the points with which the next deal is enough."""
    code, _ = begin(device, rules={"target": 300})
    write(device, code, 0, taken("S", capot="N+S"))
    first, second = sheet_of(device, code)["teams"]

    assert (first["missing"], second["missing"]) == (48, 300)
    assert re.search(r"encore 48 .*\d+ en prenant", first["needs"])
    assert second["needs"] == "encore 300"


def test_of_two_devices_the_later_one_is_shown_what_came_first(device: Device) -> None:
    """A device that has not seen the last entry gets status 409 and the sheet; its deal is not written."""
    code, _ = begin(device)
    write(device, code, 0, taken("S", 92))
    late = write(device, code, 0, taken("S", 92))

    assert (late.status_code, late.json()["problem"]) == (409, "stale")
    assert points_of(late.json()["sheet"]) == [92, 70]
    assert device.post(f"/api/belote/{code}/undo", json={"number": 0}).status_code == 409
    assert sheet_of(device, code)["number"] == 1


def test_a_sheet_is_kept_in_the_database(tmp_path: Path) -> None:
    """Another process sees each entry at once, and a sheet goes on after the server was restarted."""
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with client(database) as one, client(database) as two:
        code, _ = begin(one, rules={"rounding": "ten", "target": 1001})
        write(one, code, 0, taken("S", 105))

        assert write(two, code, 1, taken("E", 106)).status_code == 200
        assert points_of(sheet_of(one, code)) == [100 + 60, 60 + 110]
    with client(database) as later:
        sheet = sheet_of(later, code)

    assert (points_of(sheet), sheet["number"]) == ([160, 170], 2)
    assert sheet["rules"] == {"rounding": "ten", "target": 1001}


def test_names_and_dealer_can_be_changed(device: Device) -> None:
    """BD1, BD2: players may be named later, and the sheet told who deals; two players of one name are refused."""
    code, _ = begin(device, names=["", "", "", ""])

    assert [player["name"] for player in sheet_of(device, code)["players"]] == ["Sud", "Est", "Nord", "Ouest"]
    assert sheet_of(device, code, "en")["players"][0]["name"] == "South"

    actions = [{"action": "seat", "names": NAMES}, {"action": "dealer", "seat": "N"}]
    sheet = device.post(f"/api/belote/{code}/entries", json={"number": 0, "actions": actions}).json()["sheet"]

    assert (sheet["teams"][1]["name"], sheet["dealer"]) == ("Bob et David", "N")

    same = {"number": 1, "actions": [{"action": "seat", "names": ["Ana", "ana", "", ""]}]}

    assert device.post(f"/api/belote/{code}/entries", json=same).json()["refusals"][0]["reason"] == "same_name"
    refused = device.post("/api/belote", json={"names": ["Ana", "ana", "", ""]})
    assert (refused.status_code, refused.json()["refusals"][0]["reason"]) == (422, "same_name")


def test_changes_need_the_token_on_a_shared_server(shared: Device) -> None:
    """Anyone with the code may look; entering and undoing take the token, which the device may claim."""
    code, token = begin(shared)

    assert write(shared, code, 0, taken("S", 92)).json()["problem"] == "token"
    assert shared.post(f"/api/belote/{code}/undo", json={"number": 0}).status_code == 403
    assert write(shared, code, 0, taken("S", 92), headers=token).status_code == 200
    assert 'id="deal"' not in page_of(shared, code)
    assert "data-entry" not in page_of(shared, code)
    assert shared.post(f"/api/belote/{code}/arbiter", json={"token": "wrong"}).status_code == 403

    secret = token["Authorization"].removeprefix("Bearer ")

    assert secret not in page_of(shared, code)
    assert shared.post(f"/api/belote/{code}/arbiter", json={"token": secret}).status_code == 204
    assert write(shared, code, 1, taken("S", 92)).status_code == 200
    assert f"/api/belote/{code}/invitation" in page_of(shared, code)
    assert secret not in page_of(shared, code)


def test_sheets_and_games_of_belettre_are_told_apart(device: Device) -> None:
    """A code opens the page of its own kind, whichever address is used; the operations of the other kind refuse it."""
    sheet, _ = begin(device)
    game = device.post("/api/games", json={"kind": "table"}).json()["code"]

    assert device.get(f"/g/{sheet}", follow_redirects=False).headers["location"] == f"/belote/{sheet}"
    assert device.get(f"/belote/{game}", follow_redirects=False).headers["location"] == f"/g/{game}"
    for path in (f"/api/games/{sheet}", f"/api/games/{sheet}/history", f"/api/belote/{game}", f"/belote/{game}/state"):
        answer = device.get(path)
        assert answer.status_code == 404, path
    assert device.get(f"/api/belote/{game}/events").json()["problem"] == "game"

    listed = {one["code"]: one["kind"] for one in device.get("/api/games").json()["games"]}

    assert listed == {sheet: "belote", game: "table"}
    assert f'href="/belote/{sheet}"' in device.get("/", headers=HTML).text


def test_options_that_are_not_built_are_refused(device: Device) -> None:
    """An unknown option, a wrong value and one that this version does not play are refused, never ignored."""
    for rules in ({"unknown": 1}, {"chute": 161}, {"contracts": "coinche"}, {"target": 0}):
        assert device.post("/api/belote", json={"rules": rules}).status_code == 400, rules
    assert set(NewSheet().house_rules().as_dict()) == set()


def test_every_choice_of_the_form_is_a_value_of_its_option(device: Device) -> None:
    """Each field of the form for a new sheet has the default first, and the API takes all its values."""
    main, more = form_options()
    page = device.get("/belote", headers=HTML).text
    for option in (*main, *more):
        name, default = option.name, option.default
        assert f'name="{name}"' in page
        if option.takes_number:
            assert f'value="{"" if default is None else default}"' in page
        elif isinstance(default, bool):
            assert f'name="{name}"{" checked" if default else ""}>' in page
        else:
            assert option.values[0] == default
            for value in option.values:
                assert f'<option value="{value}">' in page
                msgspec.convert({"rules": {name: value}}, NewSheet)


def test_the_page_shows_the_deals_and_the_rules(device: Device) -> None:
    """Without a script the page has the totals, each deal with its reason, and the rules of the table."""
    code, _ = begin(device, rules={"chute": 160, "rounding": "ten"})
    write(device, code, 0, taken("E", 60, contract="♥"))
    write(device, code, 1, None)
    french, english = page_of(device, code), page_of(device, code, "en")

    assert "Bob prend à cœur" in french
    assert "BS5, choix de la table" in french
    assert "Bob took at hearts" in english
    assert "Personne n&#39;a pris" in french
    assert "BR2" in french


@pytest.mark.parametrize(
    "rules",
    [
        {"target": 1501},
        {
            "target": 1501,
            "chute": 160,
            "capot": 250,
            "undertrump": "free",
            "make": "plis",
            "second_round": "any",
            "all_pass": "dealer_takes",
            "both_over": "last_deal",
            "rebelote": "required",
        },
    ],
)
def test_the_page_shows_every_topic_of_the_rules(device: Device, rules: JSON) -> None:
    """Few choices or many: each topic has its line, the end included, and no flag of the command line is shown."""
    code, _ = begin(device, rules=rules)

    page = page_of(device, code)

    for head in ("Donne", "Prise", "Jeu", "Chute", "Capot", "Fin"):
        assert f"{head}&nbsp;:" in page or f"{head} :" in page or f"{head}\u00a0:" in page, head
    assert "1501" in page
    assert "--target" not in page


@pytest.mark.parametrize("rules", [{}, {"annonces": True, "contracts": "overcall"}, {"deals": 3}])
def test_every_state_can_be_shown(device: Device, rules: JSON) -> None:
    """The page of each state in both languages: empty, with deals, with deals that do not count, and over."""
    code, _ = begin(device, rules={"target": 400, **rules})
    entries = [None, taken("S", 81), taken("E", capot="N+S"), taken("N", renonce="E+O"), taken("S", 100)]
    for number, entry in enumerate(entries):
        write(device, code, number, entry)
        assert all(page_of(device, code, language) for language in LANGUAGES)
    number = sheet_of(device, code)["number"]
    body = {"number": number, "actions": [{"action": "correct", "number": 1, "entry": taken("S", capot="N+S")}]}
    device.post(f"/api/belote/{code}/entries", json=body)

    msgspec.convert(sheet_of(device, code), SheetSnapshot)
    assert all(page_of(device, code, language) for language in LANGUAGES)


def test_names_cannot_run_as_code(device: Device) -> None:
    """A hostile name is shown as text on every part of the page, and braces in it are not placeholders."""
    code, _ = begin(device, names=[HOSTILE, "Bob", "Chloé", "{0}a"])
    write(device, code, 0, taken("S", 61))
    write(device, code, 1, taken("O", 81))
    page = page_of(device, code)

    assert "<img src=x" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;&amp;{points}" in page
    assert "{0}a" in page


def test_changes_are_limited_and_codes_cannot_be_guessed(device: Device) -> None:
    """Wrong codes of sheets count like those of games: after twenty there is no further try."""
    for number in range(20):
        assert device.get(f"/api/belote/BBBBBBB{'BCDFGHJKMNPQRSTVWXZB'[number]}").status_code == 404

    assert device.get("/belote/BBBBBBCC").status_code == 429


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_of_the_pages_is_used_and_exists(language: str) -> None:
    """The catalogues contain exactly the messages that templates and modules name."""
    keys = Catalogue.load(language, "belote_web").keys()
    web = ROOT / "src/belettre_lexicon/web"
    source = "".join(
        path.read_text(encoding="utf-8") for path in (*TEMPLATES, *(web / "kinds" / "belote").glob("*.py"))
    )
    script = {key.removeprefix("script.") for key in keys if key.startswith("script.")}

    for section in ("page", "practice"):
        used = set(re.findall(rf"""["']{section}\.(\w+)["']""", source))
        begun = tuple(set(re.findall(rf"""["']{section}\.(\w+_)(?:["'] ~|\{{)""", source)))
        known = {key.removeprefix(f"{section}.") for key in keys if key.startswith(f"{section}.")}
        assert used - set(begun) <= known
        computed = ("announce", "claim") if section == "practice" else ()  # the words of actions
        assert {key for key in known - used if not key.startswith((*begun, *computed))} == set()
    assert script == set(re.findall(r'"(\w+)"', re.findall(r"for name in \((.*?)\)", source)[0]))
    assert {key.partition(".")[0] for key in keys} == {"page", "practice", "script", "option"}


def test_vc_a_sheet_of_coinche(device: Device) -> None:
    """Bids are entered and scored; the page has a choice of bids, and a bid that cannot be is refused in words."""
    code, token = begin(device, rules={"game": "coinche", "target": 2000})
    bid = taken("S", 134, contract="♦", bid=120)

    assert write(device, code, 0, bid, headers=token).status_code == 200
    assert write(device, code, 1, taken("E", bid="capot", capot="E+O", mult=2), headers=token).status_code == 200
    refused = write(device, code, 2, taken("S", 134, bid=125), headers=token)

    assert points_of(sheet_of(device, code)) == [254, 28 + 1000]
    assert refused.status_code == 422, refused.text
    assert "80-160" in refused.text
    page = page_of(device, code)
    assert '<option value="160">160</option>' in page and "Ana prend à 120 carreau" in page


def test_the_new_sheet_offers_every_game_with_its_own_options() -> None:
    """VX: each game is there, with sets that have a name; a field or value that the game refuses is left out."""
    sets = {one.name: one for one in form_sets()}
    without = {name: one.without.split() for name, one in sets.items()}

    assert list(dict.fromkeys(one.game for one in form_sets())) == list(OPTION_OF["game"].values)
    assert [sets[name].players for name in ("contree", "moderne", "bis", "comptoir")] == [4, 3, 2, 0]
    assert [name for name in sets if not sets[name].alone] == [
        "classique", "arrondi", "club-belote", "annonces", "federation", "contree", "club", "points-demandes",
        "iscool", "bga",
    ]  # fmt: skip
    assert "annonces" in without["decouverte"] and "annonces" not in without["three"]
    assert "seats" in without["three"] and "seats" not in without["lyonnaise"]
    assert "rounding=nearest" in without["three"] and "rounding=nearest" not in without["classique"]
    assert "ta_values" in without["three"] and "ta_values" not in without["moderne"]
    assert "target" in without["comptoir"] and "sheet" not in without["comptoir"]


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ({}, NAMES[:3]),
        ({"game": "three"}, NAMES),
        ({"game": "bis"}, NAMES[:3]),
        ({"game": "comptoir", "seats": 6}, NAMES),
    ],
)
def test_bd1_a_sheet_has_as_many_names_as_players(rules: JSON, names: list[str], device: Device) -> None:
    """BD1, VK1: more or fewer names than the game has players are refused, with the number that is needed."""
    players = BeloteRules(**rules).variant.players
    refused = device.post("/api/belote?lang=fr", json={"names": names, "rules": rules})

    assert refused.status_code == 422, refused.text
    assert refused.json()["refusals"][0]["reason"] == "not_four_names"
    assert f"il faut {'quatre' if players == 4 else players} noms" in refused.json()["refusals"][0]["text"]

    code = device.post("/api/belote", json={"rules": rules}).json()["code"]

    assert len(sheet_of(device, code)["players"]) == players


def alone(seat: str, points: int | None = None, **more: object) -> JSON:
    """A deal that a player took who has no partner."""
    return {"team": seat, "taker": seat, "plis": points, **more}


def test_v3_each_of_three_players_has_a_column(device: Device) -> None:
    """V3.8 to V3.10: each defender scores the whole; a litige waits for the next taker or for both defenders."""
    code, _ = begin(device, names=NAMES[:3], rules={"game": "three", "annonces": True})
    expected = [
        (alone("E", 92, belotes=[0, 1, 0]), [70, 112, 70]),
        (alone("S", 61, belotes=[0, 0, 1]), [70, 112 + 182, 70 + 182]),
        (alone("N", 81), [70 + 81, 294 + 81, 252]),
        (alone("S", capot="S", annonces=[[20], [], []]), [151 + 252 + 81 + 20, 375, 252]),
        (alone("S", renonce="N"), [504 + 162, 375, 252]),
    ]
    for number, (entry, points) in enumerate(expected):
        answer = write(device, code, number, entry)

        assert answer.status_code == 200, answer.text
        assert points_of(answer.json()["sheet"]) == points
    sheet = sheet_of(device, code)

    assert [team["name"] for team in sheet["teams"]] == NAMES[:3]
    assert sheet["deals"][1]["points"] == [0, 182, 182]
    assert [team["needs"] for team in sheet["teams"]] == ["encore 334", "encore 625", "encore 748"]
    assert all(page_of(device, code, language) for language in LANGUAGES)


def test_v3_15_values_of_belote_moderne(device: Device) -> None:
    """V3.15: sans atout has 130 points and tout atout 258, unless the table chooses 162 in all."""
    code, _ = begin(device, names=NAMES[:3], rules={"game": "three", "moderne": True})
    write(device, code, 0, alone("S", 60, contract="SA"))
    write(device, code, 1, alone("E", 200, contract="TA", belotes=[0, 2, 0]))

    assert points_of(sheet_of(device, code)) == [58, 130 + 240, 130 + 58]

    code, _ = begin(device, names=NAMES[:3], rules={"game": "three", "moderne": True, "ta_values": "rescaled"})

    assert write(device, code, 0, alone("S", 92, contract="SA")).json()["sheet"]["deals"][0]["points"] == [92, 70, 70]


def test_vk_sheets_fall_and_players_leave(device: Device) -> None:
    """VK9 to VK13: sheets with their dice, who leaves and who has lost; then no deal is added, but a partie begins."""
    code, _ = begin(device, names=NAMES[:3], rules={"game": "comptoir", "seats": 3})
    expected = [
        (alone("E", 62, bid=60), [6, 4, 6], [0, -2, 0]),
        (alone("N", 75, bid=80), [3, 1, 6], [-3, -3, 0]),
        (alone("S", bid=95, made=True), [0, 1, 6], [-3, 0, 0]),
    ]
    for number, (entry, left, fell) in enumerate(expected):
        sheet = write(device, code, number, entry).json()["sheet"]

        assert (points_of(sheet), sheet["deals"][-1]["points"]) == (left, fell)
    assert [team["die"] for team in sheet["teams"]] == [None, [1, 1], [6, 1]]
    assert [team["needs"] for team in sheet["teams"]] == ["plus en lice", "dé 1", "dé 6"]
    assert (sheet["dealer"], sheet["speaker"], sheet["deals_left"]) == ("E", "N", None)
    page = page_of(device, code)
    assert 'id="dealer-S"' not in page and 'id="penalty"' not in page and 'id="belote-none"' not in page
    assert write(device, code, 3, alone("S", bid=10, made=True)).json()["refusals"][0]["reason"] == "has_left"

    over = write(device, code, 3, alone("E", bid=30, made=True)).json()["sheet"]

    assert (over["over"], over["winner"], over["loser"]) == (True, None, 2)
    assert over["awaits"].startswith("Chloé reste en lice et a perdu la partie")
    assert over["teams"][2]["needs"] == "a perdu"
    assert write(device, code, 4, alone("N", bid=30, made=True)).json()["refusals"][0]["reason"] == "over"

    body = {"number": 4, "actions": [{"action": "partie"}]}
    rematch = device.post(f"/api/belote/{code}/entries", json=body).json()["sheet"]

    assert points_of(rematch) == [6, 6, 6]
    assert "Chloé 1" in rematch["tally"]
    assert all(page_of(device, code, language) for language in LANGUAGES)


def test_vk12_a_sheet_of_twelve_is_two_rounds_of_the_die(device: Device) -> None:
    """VK12: 12 is the 6 in the second round from the end, 7 the 1."""
    code, _ = begin(device, names=[*NAMES, "Eva", "Fred"], rules={"game": "lyonnaise", "seats": 6, "sheet": 12})
    sheet = write(device, code, 0, alone("6", bid=120, fallen=True)).json()["sheet"]

    assert [team["die"] for team in sheet["teams"]] == [[1, 2]] * 5 + [[6, 2]]
    assert sheet["teams"][0]["needs"] == "dé 1, puis un tour"


@pytest.mark.parametrize(
    ("game", "rules", "has", "has_not"),
    [
        ("classic", {}, {"capot", "belote", "contract", "defence"}, {"bid", "mult", "made", "announcers"}),
        ("classic", {"capot_asked": True}, {"bid"}, {"mult"}),
        ("coinche", {}, {"bid", "mult", "renonce"}, {"made"}),
        ("coinche", {"coinche_score": "bid"}, {"made"}, set()),
        ("three", {"annonces": True}, {"announcers", "capot", "renonce"}, {"bid"}),
        ("bis", {}, {"defence", "belote", "capot"}, {"announcers", "bid"}),
        ("comptoir", {}, {"bid", "takers", "made", "fallen"}, {"defence", "belote", "contract", "capot", "renonce"}),
        ("lyonnaise", {}, {"bid", "takers", "made", "fallen"}, {"defence", "belote", "contract", "capot", "renonce"}),
    ],
)
def test_the_form_asks_what_the_game_counts(
    game: str, rules: JSON, has: set[str], has_not: set[str], device: Device
) -> None:
    """VX: a field or an ending that the game does not have is not on the page."""
    rules = {"game": game, **rules}
    code = device.post("/api/belote", json={"rules": rules}).json()["code"]
    device.cookies.clear()
    page = page_of(device, code)
    found = {name for name in has | has_not if f'name="{name}"' in page or f'id="ending-{name}"' in page}

    assert found == has
