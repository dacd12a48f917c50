"""The JSON API on games: a whole one entered, mistakes and quicker hands, who may see and who may change."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import msgspec
import pytest
from starlette.testclient import TestClient

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.engine import Action, Partie, PickUp, parse_record, partie_of, read_shorthand, write_shorthand
from belettre_lexicon.engine.events import action_of
from belettre_lexicon.engine.records.json_lines import json_reader, to_json
from belettre_lexicon.engine.seats import Seat
from belettre_lexicon.web.api.games import _check_own
from belettre_lexicon.web.edge.problems import ProblemError
from belettre_lexicon.web.games.database import GameStore
from belettre_lexicon.web.games.games import GameRegistry, UnknownGameError
from belettre_lexicon.web.games.snapshot import Snapshot
from tests.engine.published_examples import EXAMPLES, TAKERS
from tests.engine.random_games import random_game_with_words
from tests.web.asgi import client

VOLONTE = {"action": "lay", "seat": "PON", "card": "l", "word": "Volonté"}
ECOLE = {"action": "lay", "seat": "SEP", "card": "e", "word": "École"}
KILO = {"action": "lay", "seat": "SEP", "card": "k", "word": "kilo"}
JSON = dict[str, Any]


@pytest.fixture
def database(tmp_path: object) -> str:
    return f"sqlite:///{tmp_path}/games.sqlite"


@pytest.fixture
def device() -> Iterator[TestClient]:
    """A device at a server that nobody else reaches."""
    with client() as one:
        yield one


@pytest.fixture
def shared(database: str) -> Iterator[TestClient]:
    """A device without a token at a server that others reach."""
    with client(database, shared=True) as one:
        yield one


def begin(device: TestClient, **terms: object) -> tuple[str, dict[str, str]]:
    """Begin a game: where it is, and the header that lets a program change it. The device forgets the token."""
    answer = device.post("/api/games", json={"kind": "table", **terms})
    assert answer.status_code == 201, answer.text
    device.cookies.clear()
    return f"/api/games/{answer.json()['code']}", {"Authorization": f"Bearer {answer.json()['token']}"}


def enter(device: TestClient, game: str, number: int, *actions: object, **options: Any) -> httpx2.Response:
    """What comes of an entry of a device that had seen *number*."""
    raw = to_json({"number": number, "actions": actions})
    headers = {"Content-Type": "application/json", **options.get("headers", {})}
    answer: httpx2.Response = device.post(f"{game}/entries", content=raw, headers=headers)
    return answer


def refused(answer: httpx2.Response, status: int, problem: str) -> JSON:
    """The object of a refusal, after seeing that it is that one."""
    assert (answer.status_code, answer.json()["problem"]) == (status, problem), answer.text
    found: JSON = answer.json()
    return found


@pytest.mark.parametrize("example", TAKERS)
def test_the_published_examples_are_entered(device: TestClient, judge: Judge, example: str) -> None:
    """E1 to E10, entry by entry: the pli goes where the rules say, with the points of the engine."""
    expected = read_shorthand(EXAMPLES[example], judge)
    setup = expected.setup
    start = {"first": setup.first, "before": setup.before, "opener": setup.opener.value} if setup.before else {}
    game, _ = begin(device, **start)
    sight: JSON = {}
    for number, event in enumerate(actions(expected)):
        answer = enter(device, game, number, event)
        assert answer.status_code == 200, answer.text
        sight = answer.json()["sight"]
    assert tuple(score["points"] for score in sight["scores"]) == expected.points
    assert sight["last"][-1]["kind"] == "taken" and sight["turn"] == TAKERS[example].value
    record = parse_record(device.get(f"{game}/record").text)
    assert partie_of(record, judge).log == expected.log
    assert device.get(f"{game}/notation").text.splitlines()[-1] == EXAMPLES[example].splitlines()[-1]


def test_an_entry_of_several_actions_is_one(device: TestClient) -> None:
    """P13: an overrun and the card after it are entered together and taken back together."""
    game, _ = begin(device)
    overran = {"action": "overtime", "seat": "PON", "seconds": 42}
    assert enter(device, game, 0, overran, VOLONTE).json()["number"] == 1
    assert [one["kind"] for one in device.get(game).json()["last"]] == ["overran", "accepted"]
    undone = device.post(f"{game}/undo", json={"number": 1}).json()
    assert undone["number"] == 2 and undone["sight"]["table"] == [] and not undone["sight"]["undoable"]
    refused(device.post(f"{game}/undo", json={"number": 2}), 422, "unusable")


def test_an_illegal_move_changes_nothing(device: TestClient) -> None:
    """P1: every rule against it is told with its id and in a sentence of the device's language; nothing is entered."""
    game, _ = begin(device)
    for language, sentence in (("fr", "doit attendre"), ("en", "has to wait")):
        answer = enter(device, game, 0, {**ECOLE}, headers={"Accept-Language": language})
        (refusal,) = refused(answer, 422, "illegal")["refusals"]
        assert (refusal["reason"], refusal["rule"]) == ("not_his_turn", "P1")
        assert sentence in refusal["text"], refusal
    refused(enter(device, game, 0, VOLONTE, VOLONTE), 422, "illegal")
    assert device.get(game).json()["number"] == 0


def test_of_two_devices_one_is_quicker(device: TestClient) -> None:
    """Both had seen the same game: one wins, the other gets the game as it stands now, and nothing is lost."""
    game, _ = begin(device)
    assert enter(device, game, 0, VOLONTE).status_code == 200
    answers: list[httpx2.Response] = []
    together = threading.Barrier(2)

    def at_once(action: JSON) -> None:
        together.wait()
        answers.append(enter(device, game, 1, action))

    threads = [threading.Thread(target=at_once, args=(action,)) for action in (ECOLE, KILO)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    won, late = sorted(answers, key=lambda answer: answer.status_code)
    assert won.status_code == 200
    now = refused(late, 409, "stale")["sight"]
    assert now["number"] == 2 and now["table"] == won.json()["sight"]["table"]
    assert len(device.get(f"{game}/record").text.splitlines()) == 4  # header, deal, two words
    for path in ("undo", "entries"):
        body: JSON = {"number": 1, "actions": [KILO]} if path == "entries" else {"number": 1}
        assert refused(device.post(f"{game}/{path}", json=body), 409, "stale")["sight"]["number"] == 2


def test_another_process_was_quicker(
    database: str, lexicon: Lexicon, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database lets one of two servers in, in the very moment; the other's device gets the new state."""
    with client(database) as here:
        game, _ = begin(here)
        other = GameRegistry(GameStore(database), lexicon)
        tables: GameRegistry = here.app.state.tables  # type: ignore[attr-defined]  # Starlette's
        code = game.rpartition("/")[2]
        append = tables.store.append

        def too_late(*arguments: Any) -> float:
            """The other server appends while this one is about to."""
            monkeypatch.undo()
            with other.open(code) as theirs:
                theirs.enter(0, actions(read_shorthand("PON g Iguane", judge))[0])
            return append(*arguments)

        monkeypatch.setattr(tables.store, "append", too_late)
        now = refused(enter(here, game, 0, VOLONTE), 409, "stale")["sight"]
        assert [laid["word"] for laid in now["table"]] == ["Iguane"]
        assert enter(here, game, 1, {**ECOLE, "card": "P", "word": "Plage"}).status_code == 200
        other.store.close()


def actions(partie: Partie) -> list[Action]:
    """What was done in a game."""
    return [action for event in partie.log if (action := action_of(event)) is not None]


def test_a_server_begins_again(database: str) -> None:
    """What was acknowledged is there for the next server, to the letter; the game goes on."""
    with client(database) as first:
        game, _ = begin(first, players={"PON": " Ana\n Lena "}, house_list=["+ chocolatine on est à Toulouse"])
        before = enter(first, game, 0, VOLONTE).json()["sight"]
    with client(database) as second:
        after = second.get(game).json()
        assert {**after, "elapsed": 0} == {**before, "elapsed": 0}
        assert after["players"][0]["name"] == "Ana Lena"
        word = {"action": "lay", "seat": "SEP", "card": "c", "word": "chocolatine"}
        assert enter(second, game, 1, word).json()["sight"]["words"] == ["Volonté", "chocolatine"]


@pytest.mark.parametrize(
    ("body", "status", "problem"),
    [
        ({}, 400, "body"),
        ({"kind": "chess"}, 400, "body"),
        ({"kind": "table", "manches": 5}, 400, "body"),
        ({"kind": "table", "seed": 1}, 400, "body"),
        ({"kind": "practice", "first": 2}, 400, "body"),
        ({"kind": "table", "rules": {"min_letters": 0}}, 400, "body"),
        ({"kind": "table", "players": {"NORD": "x"}}, 400, "body"),
        ({"kind": "table", "players": {"PON": "x" * 41}}, 400, "body"),
        ({"kind": "table", "opener": "SEP"}, 422, "unusable"),
        ({"kind": "table", "first": 3, "manches": 2}, 422, "unusable"),
        ({"kind": "table", "house_list": ["chocolatine"]}, 422, "unusable"),
    ],
)
def test_terms_that_no_game_has(device: TestClient, body: JSON, status: int, problem: str) -> None:
    """They are refused with the place and the value, and no game is begun."""
    assert refused(device.post("/api/games", json=body), status, problem)["detail"]
    assert device.get("/api/games").json() == {"games": []}


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "json"),
        (b"{", "json"),
        (b"\xff", "json"),
        (b'{"number":0,"actions":[]}', "body"),
        (b"[]", "body"),
        (b'{"number":"0","actions":[]}', "body"),
        (b'{"number":0,"actions":[{"action":"fly","seat":"PON"}]}', "body"),
        (b'{"number":0,"actions":[{"action":"lay","seat":"PON","card":"aa"}]}', "body"),
        (b'{"number":0,"actions":[{"action":"lay","seat":"PON","card":"a","word":"\\ud800"}]}', "json"),
        (b'{"number":1e400,"actions":[]}', "body"),
    ],
)
def test_bodies_that_are_none(device: TestClient, raw: bytes, problem: str) -> None:
    """What is no JSON, or not of the right shape, is refused before the game is looked at."""
    game, _ = begin(device)
    headers = {"Content-Type": "application/json; charset=utf-8"}
    refused(device.post(f"{game}/entries", content=raw, headers=headers), 400, problem)
    refused(device.post(f"{game}/entries", content=raw, headers={"Content-Type": "text/plain"}), 415, "type")
    refused(device.put(f"{game}/entries", content=raw), 405, "method")
    assert device.get(game).json()["number"] == 0


def test_a_shared_game_is_seen_with_its_code_and_changed_with_its_token(shared: TestClient) -> None:
    """Without the token a device sees everything but the record, and changes nothing; a cookie may hold the token."""
    game, token = begin(shared)
    for path in ("", "/history", "/sheet.csv"):
        assert shared.get(game + path).status_code == 200
    for wrong in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic wrong"}):
        refused(enter(shared, game, 0, VOLONTE, headers=wrong), 403, "token")
        refused(shared.post(f"{game}/undo", json={"number": 0}, headers=wrong), 403, "token")
        refused(shared.get(f"{game}/record", headers=wrong), 403, "hidden")
    refused(shared.post(f"{game}/arbiter", json={"token": "wrong"}), 403, "token")
    assert not shared.cookies
    assert enter(shared, game, 0, VOLONTE, headers=token).status_code == 200
    right = shared.post(f"{game}/arbiter", json={"token": token["Authorization"].removeprefix("Bearer ")})
    assert right.status_code == 204 and right.content == b""
    kept = right.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=strict", "path=/", "max-age=15552000"):
        assert part in kept
    assert "secure" not in kept
    cookie = {"Cookie": right.headers["set-cookie"].partition(";")[0]}
    assert enter(shared, game, 1, ECOLE, headers=cookie).status_code == 200
    assert shared.get(f"{game}/record", headers=cookie).status_code == 200
    refused(shared.get("/api/games"), 403, "private")


def test_behind_https_a_token_is_never_sent_in_the_open(device: TestClient) -> None:
    """A page that came by https, also through a proxy, gets a cookie for https alone."""
    answer = device.post("/api/games", json={"kind": "table"}, headers={"Origin": "https://localhost"})
    assert "Secure" in answer.headers["set-cookie"]


def test_the_token_of_one_game_opens_no_other(shared: TestClient) -> None:
    """A token is a game's own."""
    game, _ = begin(shared)
    _, token = begin(shared)
    refused(enter(shared, game, 0, VOLONTE, headers=token), 403, "token")


def test_the_games_of_a_machine(device: TestClient) -> None:
    """The newest first; one that can no longer be read hides no other, and says so itself."""
    table, _ = begin(device)
    practice, _ = begin(device, kind="practice", seed=1)
    tables: GameRegistry = device.app.state.tables  # type: ignore[attr-defined]  # Starlette's
    tables.store.create("BCDFGHJK", secret="", terms='{"kind":"table"}', header="nothing")
    games = device.get("/api/games").json()["games"]
    assert [(f"/api/games/{one['code']}", one["kind"], one["over"]) for one in games] == [
        (practice, "practice", False),
        (table, "table", False),
    ]
    assert games[1]["text"] == "Le Ponantais joue."
    refused(device.get("/api/games/BCDFGHJK"), 503, "damaged")


def test_a_code_may_be_typed_as_people_do(device: TestClient) -> None:
    """Small letters, hyphens and spaces do not matter."""
    game, _ = begin(device)
    code = game.rpartition("/")[2]
    typed = f"/api/games/{code[:4].lower()}-{code[4:]}%20"
    assert device.get(typed).json()["code"] == code
    assert enter(device, typed, 0, VOLONTE).status_code == 200


def test_who_practises_plays_for_himself(device: TestClient) -> None:
    """The person's seat alone may act, there is no arbiter, and the bots' cards are in no answer until the end."""
    game, _ = begin(device, kind="practice", seat="PON", seed=3, manches=1)
    sight = device.get(game).json()
    assert (sight["seat"], sight["turn"], len(sight["hand"])) == ("PON", "PON", 8)
    assert sight["movers"] == ["PON"]
    others = [
        {"action": "passe", "seat": "SEP", "card": "e"},
        {"action": "announce", "seat": "LEV"},
        {"action": "pick_up", "seat": "SEP"},
        {"action": "overrule", "accept": True, "reason": "non"},
        {"action": "overtime", "seat": "PON", "seconds": 40},
    ]
    for action in others:
        refused(enter(device, game, 0, action), 422, "not_yours")
    refused(device.get(f"{game}/record"), 403, "hidden")
    refused(device.get(f"{game}/notation"), 403, "hidden")
    refused(device.post(f"{game}/silence", json={"number": 1}), 409, "stale")
    assert device.post(f"{game}/silence", json={"number": 0}).json()["number"] == 0
    card = next(action for action in sight["actions"] if action["action"] == "lay")
    assert enter(device, game, 0, {**card, "word": "zzzzz"}).json()["sight"]["last"][0]["kind"] == "refused"


def test_nobody_is_silent_at_a_table(device: TestClient) -> None:
    """S3: only who practises is asked for his Belettre."""
    game, _ = begin(device)
    refused(device.post(f"{game}/silence", json={"number": 0}), 422, "not_yours")


def test_who_watches_a_practice_game_sees_no_hand(shared: TestClient) -> None:
    """The code alone shows what lies on the table; the token shows the own cards."""
    game, token = begin(shared, kind="practice", seat="LEV", seed=3)
    watched, own = shared.get(game).json(), shared.get(game, headers=token).json()
    assert (watched["seat"], watched["hand"], watched["actions"], watched["asked"]) == (None, [], [], False)
    assert own["seat"] == "LEV" and len(own["hand"]) == 8


def test_p9_who_practises_chooses_for_his_team(device: TestClient) -> None:
    """P9: he may leave a pli to his partner; a seat of the other team he may not name."""
    game, _ = begin(device, kind="practice", seat="PON", seed=3)
    tables: GameRegistry = device.app.state.tables  # type: ignore[attr-defined]  # Starlette's
    with tables.open(game.rpartition("/")[2]) as found:
        _check_own(found, [PickUp(Seat.PONANTAIS), PickUp(Seat.LEVANTIN)])
        with pytest.raises(ProblemError):
            _check_own(found, [PickUp(Seat.MERIDIONAL)])


@contextmanager
def over(database: str, judge: Judge, **options: Any) -> Iterator[tuple[TestClient, str]]:
    """A device at a server with a whole game that was played at a table."""
    partie = read_shorthand(_whole(judge), judge)
    with client(database, **options) as device:
        game, token = begin(device, manches=1, players={"PON": '=cmd|"/c calc"!A1', "LEV": "-Léa", "MER": "\u202eMax"})
        code = game.rpartition("/")[2]
        tables: GameRegistry = device.app.state.tables  # type: ignore[attr-defined]  # Starlette's
        with tables.open(code) as found:
            for number, action in enumerate(actions(partie)):
                found.enter(number, action)
        assert token
        yield device, game


def _whole(judge: Judge) -> str:
    return write_shorthand(random_game_with_words(judge, 4, manches=1))


def test_s5_the_score_sheet(database: str, judge: Judge) -> None:
    """Points by manche and team add up, every pli has its four cards, and no cell is a formula."""
    with over(database, judge) as (device, game):
        answer = device.get(f"{game}/sheet.csv?lang=en")
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        assert answer.headers["content-disposition"].startswith("attachment; filename=")
        text = answer.content.decode("utf-8")
        assert text.startswith("\ufeffmanche,team,plis,")
        rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
        sight = device.get(game).json()
    first, second, *totals = rows[1:5]
    for row, total, score in zip((first, second), totals, sight["scores"], strict=True):
        assert sum(map(int, row[2:5])) == int(row[5]) == int(total[5]) == score["points"]
    plis = rows[7:]
    assert len(plis) == 8 and {len(row) for row in plis} == {21}
    by_taker = {seat["name"]: seat["team"] for seat in sight["players"]}
    assert len(by_taker) == 4
    assert sum(int(row[-1]) for row in plis) == int(first[2]) + int(second[2])
    cells = [cell for row in rows for cell in row]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for cell in cells)
    assert '\'=cmd|"/c calc"!A1' in cells and "\\u202eMax" in cells


def test_what_is_over_is_open(database: str, judge: Judge) -> None:
    """When the partie is over, the record and the notation are for whoever has the code; it can be played again."""
    with over(database, judge, shared=True) as (device, game):
        record = device.get(f"{game}/record")
        assert partie_of(parse_record(record.text), judge).over
        assert record.headers["content-type"] == "text/plain; charset=utf-8"
        assert read_shorthand(device.get(f"{game}/notation").text, judge).over
        history = device.get(f"{game}/history").json()
        assert history["over"] and len(history["chapters"][0]["plis"]) >= 8
        refused(enter(device, game, 0, VOLONTE), 403, "token")


def test_the_history_of_a_game(device: TestClient) -> None:
    """Its sentences by manche and pli, in the device's language; a refused word that may be mistyped has near ones."""
    game, _ = begin(device)
    enter(device, game, 0, {**VOLONTE, "word": "volontée"})
    plis = device.get(f"{game}/history?lang=en").json()["chapters"][0]["plis"]
    assert [one["kind"] for one in plis[0]] == ["dealt", "refused"] and "volonté" in plis[0][1]["near"]
    assert "« volontée »" in plis[0][1]["text"] or "“volontée”" in plis[0][1]["text"]


def test_unknown_games(device: TestClient) -> None:
    """Every path of a game that is none says so alike, whatever it is asked."""
    for path in ("", "/history", "/record", "/notation", "/sheet.csv", "/events"):
        refused(device.get(f"/api/games/BCDFGHJK{path}"), 404, "game")
    for path, body in (
        ("entries", {"number": 0, "actions": [VOLONTE]}),
        ("undo", {"number": 0}),
        ("silence", {"number": 0}),
        ("arbiter", {"token": "x"}),
    ):
        refused(device.post(f"/api/games/BCDFGHJK/{path}", json=body), 404, "game")
    with pytest.raises(UnknownGameError):
        device.app.state.tables.open("BCDFGHJK").__enter__()  # type: ignore[attr-defined]  # Starlette's


def test_too_many_devices_follow(device: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """One device more than may follow is told so, and when to come again."""
    monkeypatch.setattr("belettre_lexicon.web.games.live.MOST_FOLLOWERS", 0)
    game, _ = begin(device)
    answer = device.get(f"{game}/events")
    refused(answer, 503, "crowded")
    assert int(answer.headers["retry-after"]) > 0


def test_sights_have_the_shape_of_the_document(device: TestClient) -> None:
    """What a device gets reads back strictly as the type that the document tells."""
    game, _ = begin(device)
    enter(device, game, 0, VOLONTE)
    sight = json_reader(Snapshot).decode(device.get(game).content)
    assert msgspec.structs.replace(sight, elapsed=0.0).table[0].word == "Volonté"
