"""The JSON API on games: whole games, refused moves, concurrent devices, and who may see and change what."""

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

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.engine import Action, Partie, PickUp, parse_record, partie_of, read_shorthand, write_shorthand
from belettre_lexicon.games.belettre.events import action_of
from belettre_lexicon.games.belettre.records.json_lines import json_reader, to_json
from belettre_lexicon.games.belettre.seats import Seat
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.kinds.belettre.snapshot import Snapshot
from belettre_lexicon.web.store.database import GameStore
from belettre_lexicon.web.tables.loaded_game import NotYoursError, UnknownGameError
from belettre_lexicon.web.tables.registry import GameRegistry
from tests.engine.published_examples import EXAMPLES, TAKERS
from tests.engine.random_games import random_game_with_words
from tests.web.asgi import Device, client

VOLONTE = {"action": "lay", "seat": "PON", "card": "l", "word": "Volonté"}
ECOLE = {"action": "lay", "seat": "SEP", "card": "e", "word": "École"}
KILO = {"action": "lay", "seat": "SEP", "card": "k", "word": "kilo"}
JSON = dict[str, Any]


@pytest.fixture
def database(tmp_path: object) -> str:
    return f"sqlite:///{tmp_path}/games.sqlite"


@pytest.fixture
def device() -> Iterator[Device]:
    """A device at a server for one machine."""
    with client() as device:
        yield device


@pytest.fixture
def shared(database: str) -> Iterator[Device]:
    """A device without a token at a shared server."""
    with client(database, shared=True) as device:
        yield device


def begin(device: Device, **terms: object) -> tuple[str, dict[str, str]]:
    """Create a game. Return its path and the header with its token; the device's cookie is deleted."""
    answer = device.post("/api/games", json={"kind": "table", **terms})
    assert answer.status_code == 201, answer.text
    device.cookies.clear()
    return f"/api/games/{answer.json()['code']}", {"Authorization": f"Bearer {answer.json()['token']}"}


def enter(device: Device, game: str, number: int, *actions: object, **options: Any) -> httpx2.Response:
    """Send an entry from a device that has seen *number* entries, and return the answer."""
    raw = to_json({"number": number, "actions": actions})
    headers = {"Content-Type": "application/json", **options.get("headers", {})}
    answer: httpx2.Response = device.post(f"{game}/entries", content=raw, headers=headers)
    return answer


def refused(answer: httpx2.Response, status: int, problem: str) -> JSON:
    """Check the status and the problem of a refusal, and return its JSON object."""
    assert (answer.status_code, answer.json()["problem"]) == (status, problem), answer.text
    problem_object: JSON = answer.json()
    return problem_object


@pytest.mark.parametrize("example", TAKERS)
def test_the_published_examples_can_be_entered(device: Device, judge: Judge, example: str) -> None:
    """E1 to E10, entered action by action: the right player takes the pli, with the engine's points."""
    expected = read_shorthand(EXAMPLES[example], judge)
    setup = expected.setup
    start = {"first": setup.first, "before": setup.before, "opener": setup.opener.value} if setup.before else {}
    game, _ = begin(device, **start)
    snapshot: JSON = {}
    for number, event in enumerate(actions(expected)):
        answer = enter(device, game, number, event)
        assert answer.status_code == 200, answer.text
        snapshot = answer.json()["sight"]

    assert tuple(score["points"] for score in snapshot["scores"]) == expected.points
    assert snapshot["last"][-1]["kind"] == "taken"
    assert snapshot["turn"] == TAKERS[example].value

    record = parse_record(device.get(f"{game}/record").text)

    assert partie_of(record, judge).log == expected.log
    assert device.get(f"{game}/notation").text.splitlines()[-1] == EXAMPLES[example].splitlines()[-1]


def test_p13_several_actions_can_be_one_entry(device: Device) -> None:
    """P13: an overrun and the card after it are entered together and undone together."""
    game, _ = begin(device)
    overran = {"action": "overtime", "seat": "PON", "seconds": 42}

    assert enter(device, game, 0, overran, VOLONTE).json()["number"] == 1
    assert [event["kind"] for event in device.get(game).json()["last"]] == ["overran", "accepted"]

    undone = device.post(f"{game}/undo", json={"number": 1}).json()

    assert undone["number"] == 2
    assert undone["sight"]["table"] == []
    assert not undone["sight"]["undoable"]
    refused(device.post(f"{game}/undo", json={"number": 2}), 422, "unusable")


def test_an_illegal_move_changes_nothing(device: Device) -> None:
    """P1: an illegal move is answered with the rule's id and a sentence in the device's language."""
    game, _ = begin(device)
    for language, sentence in (("fr", "doit attendre"), ("en", "has to wait")):
        answer = enter(device, game, 0, {**ECOLE}, headers={"Accept-Language": language})
        (refusal,) = refused(answer, 422, "illegal")["refusals"]
        assert (refusal["reason"], refusal["rule"]) == ("not_his_turn", "P1")
        assert sentence in refusal["text"], refusal

    refused(enter(device, game, 0, VOLONTE, VOLONTE), 422, "illegal")
    assert device.get(game).json()["number"] == 0


def test_of_two_simultaneous_entries_one_is_accepted(device: Device) -> None:
    """Two devices have seen the same state: one entry is accepted, the other is answered with the new state."""
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

    assert now["number"] == 2
    assert now["table"] == won.json()["sight"]["table"]
    assert len(device.get(f"{game}/record").text.splitlines()) == 4  # header, deal, two words

    for path in ("undo", "entries"):
        body: JSON = {"number": 1, "actions": [KILO]} if path == "entries" else {"number": 1}
        assert refused(device.post(f"{game}/{path}", json=body), 409, "stale")["sight"]["number"] == 2


def test_an_entry_of_another_process_comes_first(
    database: str, lexicon: Lexicon, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If another server stores an entry at the same moment, the device gets the new state."""
    with client(database) as here:
        game, _ = begin(here)
        other = GameRegistry(GameStore(database), lexicon, KINDS)
        games = here.services.games
        code = game.rpartition("/")[2]
        append = games.store.append_line

        def too_late(*arguments: Any) -> float:
            """Let the other server append its entry just before this one does."""
            monkeypatch.undo()
            with other.open_game(code, BelettreTable) as theirs:
                theirs.enter(0, actions(read_shorthand("PON g Iguane", judge))[0])
            return append(*arguments)

        monkeypatch.setattr(games.store, "append_line", too_late)
        now = refused(enter(here, game, 0, VOLONTE), 409, "stale")["sight"]

        assert [laid["word"] for laid in now["table"]] == ["Iguane"]
        assert enter(here, game, 1, {**ECOLE, "card": "P", "word": "Plage"}).status_code == 200

        other.store.close()


def actions(partie: Partie) -> list[Action]:
    """The actions of a game, in order."""
    return [action for event in partie.log if (action := action_of(event)) is not None]


def test_a_game_survives_a_restart(database: str) -> None:
    """After a restart the game is the same as before, and it can be continued."""
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
def test_invalid_terms_are_refused(device: Device, body: JSON, status: int, problem: str) -> None:
    """Impossible games are refused with a detail, and no game is created."""
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
def test_invalid_bodies_are_refused(device: Device, raw: bytes, problem: str) -> None:
    """Bodies that are not JSON or have the wrong shape are refused, and nothing is entered."""
    game, _ = begin(device)
    headers = {"Content-Type": "application/json; charset=utf-8"}

    refused(device.post(f"{game}/entries", content=raw, headers=headers), 400, problem)
    refused(device.post(f"{game}/entries", content=raw, headers={"Content-Type": "text/plain"}), 415, "type")
    refused(device.put(f"{game}/entries", content=raw), 405, "method")
    assert device.get(game).json()["number"] == 0


def test_a_shared_game_needs_its_code_to_view_and_its_token_to_change(shared: Device) -> None:
    """Without the token, a device sees everything but the record and changes nothing. A cookie may hold the token."""
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

    assert right.status_code == 204
    assert right.content == b""

    set_cookie = right.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=strict", "path=/", "max-age=15552000"):
        assert part in set_cookie

    assert "secure" not in set_cookie

    cookie = {"Cookie": right.headers["set-cookie"].partition(";")[0]}

    assert enter(shared, game, 1, ECOLE, headers=cookie).status_code == 200
    assert shared.get(f"{game}/record", headers=cookie).status_code == 200
    refused(shared.get("/api/games"), 403, "private")


def test_the_cookie_of_an_https_page_is_secure(device: Device) -> None:
    """A page loaded over https, also through a proxy, gets a cookie for https only."""
    answer = device.post("/api/games", json={"kind": "table"}, headers={"Origin": "https://localhost"})
    assert "Secure" in answer.headers["set-cookie"]


def test_a_token_is_valid_for_one_game_only(shared: Device) -> None:
    """The token of one game cannot change another."""
    game, _ = begin(shared)
    _, token = begin(shared)

    refused(enter(shared, game, 0, VOLONTE, headers=token), 403, "token")


def test_games_are_listed_newest_first(device: Device) -> None:
    """A damaged game is left out of the list, and answered with its own problem."""
    table, _ = begin(device)
    practice, _ = begin(device, kind="practice", seed=1)
    games = device.services.games
    games.store.create_game("BCDFGHJK", secret="", terms='{"kind":"table"}', header="nothing")
    games = device.get("/api/games").json()["games"]

    assert [(f"/api/games/{one['code']}", one["kind"], one["over"]) for one in games] == [
        (practice, "practice", False),
        (table, "table", False),
    ]
    assert games[1]["text"] == "Le Ponantais joue."
    refused(device.get("/api/games/BCDFGHJK"), 503, "damaged")


def test_codes_may_contain_hyphens_spaces_and_small_letters(device: Device) -> None:
    """A code is recognised whatever its case, spaces and hyphens."""
    game, _ = begin(device)
    code = game.rpartition("/")[2]
    typed = f"/api/games/{code[:4].lower()}-{code[4:]}%20"

    assert device.get(typed).json()["code"] == code
    assert enter(device, typed, 0, VOLONTE).status_code == 200


def test_the_person_of_a_practice_game_only_enters_their_own_actions(device: Device) -> None:
    """Only the person's seat may act, there is no arbiter, and hidden cards stay hidden until the end."""
    game, _ = begin(device, kind="practice", seat="PON", seed=3, manches=1)
    snapshot = device.get(game).json()

    assert (snapshot["seat"], snapshot["turn"], len(snapshot["hand"])) == ("PON", "PON", 8)
    assert snapshot["movers"] == ["PON"]

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

    card = next(action for action in snapshot["actions"] if action["action"] == "lay")

    assert enter(device, game, 0, {**card, "word": "zzzzz"}).json()["sight"]["last"][0]["kind"] == "refused"


def test_s3_keeping_silent_is_refused_at_a_table(device: Device) -> None:
    """S3: only the person of a practice game is asked about a Belettre."""
    game, _ = begin(device)
    refused(device.post(f"{game}/silence", json={"number": 0}), 422, "not_yours")


def test_spectators_of_a_practice_game_see_no_hand(shared: Device) -> None:
    """With the code alone, a device sees the table; with the token, also the person's cards."""
    game, token = begin(shared, kind="practice", seat="LEV", seed=3)
    watched, own = shared.get(game).json(), shared.get(game, headers=token).json()

    assert (watched["seat"], watched["hand"], watched["actions"], watched["asked"]) == (None, [], [], False)
    assert own["seat"] == "LEV"
    assert len(own["hand"]) == 8


def test_p9_the_person_may_choose_within_their_team(device: Device) -> None:
    """P9: the person may let their partner pick up a pli, but not an opponent."""
    game, _ = begin(device, kind="practice", seat="PON", seed=3)
    games = device.services.games
    with games.open_game(game.rpartition("/")[2], BelettreTable) as opened:
        assert opened.seat is Seat.PONANTAIS
        opened.check_actions(opened.seat, [PickUp(Seat.PONANTAIS), PickUp(Seat.LEVANTIN)])
        with pytest.raises(NotYoursError):
            opened.check_actions(opened.seat, [PickUp(Seat.MERIDIONAL)])


@contextmanager
def over(database: str, judge: Judge, **options: Any) -> Iterator[tuple[Device, str]]:
    """A device at a server with a finished game of a table, and the path of the game."""
    partie = read_shorthand(_whole(judge), judge)
    with client(database, **options) as device:
        game, token = begin(device, manches=1, players={"PON": '=cmd|"/c calc"!A1', "LEV": "-Léa", "MER": "\u202eMax"})
        code = game.rpartition("/")[2]
        games = device.services.games
        with games.open_game(code, BelettreTable) as opened:
            for number, action in enumerate(actions(partie)):
                opened.enter(number, action)
        assert token
        yield device, game


def _whole(judge: Judge) -> str:
    """A whole manche in the short notation."""
    return write_shorthand(random_game_with_words(judge, 4, manches=1))


def test_s5_the_score_sheet(database: str, judge: Judge) -> None:
    """S5: the points add up, every pli has four cards, and no cell can be taken for a formula."""
    with over(database, judge) as (device, game):
        answer = device.get(f"{game}/sheet.csv?lang=en")

        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        assert answer.headers["content-disposition"].startswith("attachment; filename=")

        text = answer.content.decode("utf-8")

        assert text.startswith("\ufeffmanche,team,plis,")

        rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
        snapshot = device.get(game).json()
    first, second, *totals = rows[1:5]
    for row, total, score in zip((first, second), totals, snapshot["scores"], strict=True):
        assert sum(map(int, row[2:5])) == int(row[5]) == int(total[5]) == score["points"]
    plis = rows[7:]

    assert len(plis) == 8
    assert {len(row) for row in plis} == {21}

    by_taker = {seat["name"]: seat["team"] for seat in snapshot["players"]}

    assert len(by_taker) == 4
    assert sum(int(row[-1]) for row in plis) == int(first[2]) + int(second[2])

    cells = [cell for row in rows for cell in row]

    assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for cell in cells)
    assert '\'=cmd|"/c calc"!A1' in cells
    assert "\\u202eMax" in cells


def test_everyone_may_download_a_finished_game(database: str, judge: Judge) -> None:
    """When the partie is over, anyone with the code may get the record and the notation."""
    with over(database, judge, shared=True) as (device, game):
        record = device.get(f"{game}/record")

        assert partie_of(parse_record(record.text), judge).over
        assert record.headers["content-type"] == "text/plain; charset=utf-8"
        assert read_shorthand(device.get(f"{game}/notation").text, judge).over

        history = device.get(f"{game}/history").json()

        assert history["over"]
        assert len(history["chapters"][0]["plis"]) >= 8
        refused(enter(device, game, 0, VOLONTE), 403, "token")


def test_the_history_of_a_game(device: Device) -> None:
    """The history has sentences by manche and pli in the device's language, and suggestions for unknown words."""
    game, _ = begin(device)
    enter(device, game, 0, {**VOLONTE, "word": "volontée"})
    plis = device.get(f"{game}/history?lang=en").json()["chapters"][0]["plis"]

    assert [event["kind"] for event in plis[0]] == ["dealt", "refused"]
    assert "volonté" in plis[0][1]["near"]
    assert "« volontée »" in plis[0][1]["text"] or "“volontée”" in plis[0][1]["text"]


def test_unknown_games(device: Device) -> None:
    """Every path of an unknown game gives the same problem."""
    for path in ("", "/history", "/record", "/notation", "/sheet.csv", "/events", "/analysis"):
        refused(device.get(f"/api/games/BCDFGHJK{path}"), 404, "game")
    for path, body in (
        ("entries", {"number": 0, "actions": [VOLONTE]}),
        ("undo", {"number": 0}),
        ("redo", {"number": 0}),
        ("correction", {"number": 0, "word": "école"}),
        ("silence", {"number": 0}),
        ("arbiter", {"token": "x"}),
    ):
        refused(device.post(f"/api/games/BCDFGHJK/{path}", json=body), 404, "game")

    with pytest.raises(UnknownGameError):
        device.services.games.open_game("BCDFGHJK", BelettreTable).__enter__()


def test_too_many_followers_are_refused(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """One device too many is refused, with the time after which to try again."""
    monkeypatch.setattr("belettre_lexicon.web.live.live.MAX_PER_GAME", 0)
    game, _ = begin(device)
    answer = device.get(f"{game}/events")

    refused(answer, 503, "crowded")
    assert int(answer.headers["retry-after"]) > 0


def test_snapshots_have_the_shape_of_the_document(device: Device) -> None:
    """The answer of a game can be decoded strictly as the documented type."""
    game, _ = begin(device)
    enter(device, game, 0, VOLONTE)
    snapshot = json_reader(Snapshot).decode(device.get(game).content)

    assert msgspec.structs.replace(snapshot, elapsed=0.0).table[0].word == "Volonté"
