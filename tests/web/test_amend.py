"""What puts entries right: redo, the correction of a mistyped word, the paused clock, and the analysis afterwards."""

from __future__ import annotations

import html
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from httpx2 import Response

from belettre_lexicon import Lexicon
from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre import analysis as engine_analysis
from belettre_lexicon.games.belettre.actions import Lay
from belettre_lexicon.games.belettre.bots.simulation import BotFactory
from belettre_lexicon.games.belettre.partie import HistoryCache
from belettre_lexicon.games.belettre.records.json_lines import json_reader
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.web import slow_tasks
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre import operations
from belettre_lexicon.web.kinds.belettre.fragment import page_state
from belettre_lexicon.web.kinds.belettre.game import BelettreGame, GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.kinds.belettre.operations import GameAnalysis
from belettre_lexicon.web.kinds.belettre.snapshot import Snapshot
from belettre_lexicon.web.store.database import GameStore
from belettre_lexicon.web.tables import loaded_game
from belettre_lexicon.web.tables.loaded_game import Viewer
from belettre_lexicon.web.tables.registry import GameRegistry
from belettre_lexicon.words.judge import Judge
from tests.web.asgi import Device, client
from tests.web.tables import create_game

FR, EN = Catalogue.load("fr"), Catalogue.load("en")
VOLONTE = {"action": "lay", "seat": "PON", "card": "l", "word": "Volonté"}
MISTYPED = {"action": "lay", "seat": "SEP", "card": "e", "word": "écolle"}
LATE = {"action": "overtime", "seat": "SEP", "seconds": 42}
PASSE = {"action": "passe", "seat": "LEV", "card": "min"}
DEAL = {"action": "write", "entry": {"team": "N+S", "taker": "S", "plis": 100, "belotes": [0, 0], "annonces": [[], []]}}


@pytest.fixture
def device() -> Iterator[Device]:
    """A device at a server for its machine."""
    with client() as opened:
        yield opened


@pytest.fixture
def games(lexicon: Lexicon) -> GameRegistry:
    """A registry of games in memory."""
    return GameRegistry(GameStore("sqlite://"), lexicon, KINDS)


def begin(device: Device, *entries: object, **terms: object) -> str:
    """Create a game, make *entries*, each a list of actions, and return the path of the game."""
    code = device.post("/api/games", json={"kind": "table", **terms}).json()["code"]
    device.cookies.clear()
    for number, actions in enumerate(entries):
        answer = device.post(f"/api/games/{code}/entries", json={"number": number, "actions": actions})
        assert answer.status_code == 200, answer.text
    return f"/api/games/{code}"


def post(device: Device, path: str, number: int, **body: object) -> Response:
    """Change a game as a device that has seen *number* entries."""
    answer: Response = device.post(path, json={"number": number, **body})
    return answer


def words(sight: dict[str, Any]) -> list[tuple[str, bool]]:
    """The words on the table, and whether each is valid."""
    return [(laid["word"], laid["up"]) for laid in sight["table"] if laid["word"]]


def choose(game: BelettreGame, chance: random.Random) -> None:
    """Let the person of a practice game do what a bot would do in their place."""
    assert game.seat is not None and isinstance(game.partie.judge, Judge)
    if game.asked:
        game.keep_silent()
        return
    bot = BotFactory(game.partie.judge).bot("random", chance, HistoryCache(game.partie.setup.rules))
    game.enter(game.number, bot.choose(game.partie.view(game.seat)))


def seen(game: BelettreGame, lexicon: Lexicon) -> Snapshot:
    """A practice game as its person sees it."""
    snapshot: Snapshot = game.current_snapshot(Viewer("fr", game.seat, True))
    return snapshot


def test_a_redo_enters_again_what_an_undo_took_back(device: Device) -> None:
    """Undone entries return one by one until another entry is made; then there is nothing to enter again."""
    game = begin(device, [VOLONTE], [LATE, MISTYPED])
    before = device.get(game).json()
    assert (before["redoable"], before["undoing"]) == (False, 1)
    assert post(device, f"{game}/redo", 2).json()["problem"] == "unusable"

    post(device, f"{game}/undo", 2)
    assert post(device, f"{game}/undo", 3).json()["sight"]["redoable"]
    first = post(device, f"{game}/redo", 4).json()["sight"]
    second = post(device, f"{game}/redo", 5).json()["sight"]

    assert (words(first), first["redoable"]) == ([("Volonté", True)], True)
    assert (second["table"], second["last"], second["redoable"]) == (before["table"], before["last"], False)

    post(device, f"{game}/undo", 6)
    other = post(device, f"{game}/entries", 7, actions=[{**MISTYPED, "word": "école"}]).json()["sight"]
    assert not other["redoable"]


def test_a_redo_of_a_device_that_missed_an_entry_changes_nothing(device: Device) -> None:
    """It is refused with the game as it is now, at the address of the page too."""
    game = begin(device, [VOLONTE])
    post(device, f"{game}/undo", 1)
    late = post(device, f"{game}/redo", 1)

    assert (late.status_code, late.json()["problem"], late.json()["sight"]["number"]) == (409, "stale", 2)

    page = device.post(game.replace("/api/games", "/g") + "/redo", json={"number": 2}).json()
    assert page["number"] == 3 and "Volonté" in page["html"]


def test_a_mistyped_word_is_judged_anew(device: Device) -> None:
    """The word is replaced in one entry; the overrun before it and the card after it stay, the ruling on it goes."""
    game = begin(
        device, [VOLONTE], [LATE, MISTYPED], [{"action": "overrule", "accept": True, "reason": "oui"}], [PASSE]
    )
    assert device.get(game).json()["correctable"] == "écolle"

    answer = post(device, f"{game}/correction", 4, word="école").json()

    assert answer["number"] == 5
    assert words(answer["sight"]) == [("Volonté", True), ("école", True)]
    assert [event["kind"] for event in answer["sight"]["last"]] == ["overran", "accepted", "passed"]
    assert answer["sight"]["undoing"] == 1

    undone = post(device, f"{game}/undo", 5).json()["sight"]
    assert (words(undone), undone["correctable"]) == ([("Volonté", True)], "Volonté")


def test_no_word_and_no_correction(device: Device) -> None:
    """Before a word was laid there is nothing to correct; an empty word is refused."""
    game = begin(device)
    assert device.get(game).json()["correctable"] is None
    assert post(device, f"{game}/correction", 0, word="école").json()["problem"] == "unusable"
    assert post(device, f"{game}/correction", 0, word="").json()["problem"] == "body"
    assert post(device, f"{game}/correction", 3, word="école").json()["problem"] == "stale"


def test_p9_a_correction_that_later_entries_contradict_is_refused(device: Device) -> None:
    """P9: a team chose who picks up since nobody had said a valid word; with one, this would not have been asked."""
    lays = [("PON", "l", "volonntée"), ("SEP", "o", "maissonne"), ("LEV", "a", "maissonne")]
    entries = [[{"action": "lay", "seat": seat, "card": card, "word": word}] for seat, card, word in lays]
    passes = [[{"action": "passe", "seat": "MER", "card": "K"}], [{"action": "pick_up", "seat": "SEP"}]]
    game = begin(device, *entries, *passes)

    answer = post(device, f"{game}/correction", 5, word="lavande")

    assert (answer.status_code, answer.json()["problem"]) == (422, "later")
    assert "annulez" in answer.json()["text"]
    assert device.get(game).json()["number"] == 5


def test_only_an_arbiter_puts_entries_right() -> None:
    """Guests of a shared server neither redo nor correct nor stop the clock, and see no buttons for it."""
    with client(shared=True) as guest:
        begun = guest.post("/api/games", json={"kind": "table"}).json()
        guest.cookies.clear()
        game = f"/api/games/{begun['code']}"
        for path, body in (("redo", {}), ("correction", {"word": "école"}), ("pause", {}), ("resume", {})):
            assert post(guest, f"{game}/{path}", 0, **body).json()["problem"] == "token"
            assert guest.post(f"/g/{begun['code']}/{path}", json={"number": 0, **body}).status_code == 403
        state = guest.get(f"/g/{begun['code']}/state").json()["html"]
        assert "data-post" not in state and "correcting" not in state


def test_the_tools_keep_their_places(device: Device) -> None:
    """A tool that cannot be used leaves an empty place; the dialog has the word that was entered."""
    game = begin(device)
    page = game.replace("/api/games", "/g")
    before = device.get(f"{page}/state").json()["html"]
    assert before.count("away") == 2  # the undo, and the menu of all else
    assert 'data-open="correcting"' not in before

    post(device, f"{page}/entries", 0, actions=[{**VOLONTE, "word": 'Vol"onté'}])
    after = device.get(f"{page}/state").json()["html"]
    assert after.count("away") == 0
    assert 'value="Vol&#34;onté"' in after

    undone = post(device, f"{page}/undo", 1).json()["html"]
    assert 'data-post="redo"' in undone


def test_a_redo_in_practice_restores_the_answers_of_the_bots(games: GameRegistry, lexicon: Lexicon) -> None:
    """Undo and redo lead to the same game, decision by decision, and nothing else is offered in between."""
    code, _ = create_game(games, GameTerms("practice"), manches=1, seed=3)
    chance, several = random.Random(5), 0
    with games.open_game(code, BelettreTable) as game:
        while not game.partie.over:
            while game.advance():
                pass
            if game.undoable:
                log, undoing = game.partie.log, seen(game, lexicon).undoing
                game.take_back(game.number)
                assert game.redoable == undoing == len(game.journal.taken_back)
                game.redo(game.number)
                assert (game.partie.log, game.redoable) == (log, 0)
                several += undoing > 1
            if not game.partie.over:
                choose(game, chance)
    assert several > 4


def test_a_redo_in_practice_waits_for_the_bots(games: GameRegistry) -> None:
    """If the person lays the same card again, the answers of the bots are not entered again by hand."""
    code, _ = create_game(games, GameTerms("practice"), manches=1, seed=3)
    with games.open_game(code, BelettreTable) as game:
        while game.advance():
            pass
        assert game.seat is not None
        lay = Lay(game.seat, game.partie.view(game.seat).hand[-1], "xyzzy")
        game.enter(game.number, lay)
        assert game.advance()
        game.take_back(game.number)
        game.enter(game.number, lay)

        assert game.journal.redoable and not game.redoable
        with pytest.raises(ArgumentError):
            game.redo(game.number)


def test_an_undo_in_practice_says_what_it_takes_back(games: GameRegistry, lexicon: Lexicon) -> None:
    """The dialog lists the actions in order; a card that a bot laid face down is not named."""
    code, _ = create_game(games, GameTerms("practice"), manches=1, seed=3)
    with games.open_game(code, BelettreTable) as game:
        while game.advance():
            pass
        choose(game, random.Random(1))
        while game.advance():
            pass
        state = html.unescape(page_state(game, Viewer("fr", game.seat, True))["html"])
        taken = game.undoable

        assert taken > 1
        assert 'data-open="undoing"' in state and 'data-post="undo">' in state
        assert state.partition('class="undone"')[2].partition("</ol>")[0].count("<li>") == taken


def test_a_word_is_corrected_in_practice_until_a_bot_has_moved(games: GameRegistry, lexicon: Lexicon) -> None:
    """The person's own mistyped word is judged anew while the bots wait; afterwards only an undo remains."""
    code, _ = create_game(games, GameTerms("practice", patient=True), seed=7)
    with games.open_game(code, BelettreTable) as game:
        assert game.seat is not None
        game.enter(game.number, Lay(game.seat, Card.of("i"), "histoires"))
        assert seen(game, lexicon).correctable == "histoires"

        game.correct(game.number, "histoire")

        assert game.partie.state.words == ("histoire",)
        assert seen(game, lexicon).correctable == "histoire"
        assert game.advance()
        assert seen(game, lexicon).correctable is None
        with pytest.raises(ArgumentError):
            game.correct(game.number, "histoires")


def test_the_limit_of_entries_counts_for_redo_and_correction(
    games: GameRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is full takes neither."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        game.enter(0, Lay(game.partie.setup.opener, Card.of("l"), "volonté"))
        monkeypatch.setattr(loaded_game, "MAX_ENTRIES", 1)
        with pytest.raises(ArgumentError, match="no game has more"):
            game.correct(1, "lenteur")
        monkeypatch.setattr(loaded_game, "MAX_ENTRIES", 2)
        game.take_back(1)
        with pytest.raises(ArgumentError, match="no game has more"):
            game.redo(2)


def test_a_sheet_of_belote_has_a_redo(device: Device) -> None:
    """The deal that an undo took back returns, through the API and the page."""
    code = device.post("/api/belote", json={}).json()["code"]
    sheet = f"/api/belote/{code}"
    written = post(device, f"{sheet}/entries", 0, actions=[DEAL]).json()["sheet"]
    undone = post(device, f"{sheet}/undo", 1).json()["sheet"]

    assert (written["redoable"], undone["redoable"]) == (False, True)
    assert 'data-post="redo"' in device.get(f"/belote/{code}/state").json()["html"]
    assert post(device, f"{sheet}/redo", 1).status_code == 409

    redone = post(device, f"/belote/{code}/redo", 2).json()

    assert redone["number"] == 3 and 'data-post="redo"' not in redone["html"]
    assert {**device.get(sheet).json(), "number": 1} == written


def test_p13_a_pause_does_not_count(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """P13: while the clock is stopped the seconds stand still, for everybody; the next entry starts it again."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    game = begin(device, [VOLONTE])
    page = game.replace("/api/games", "/g")

    def elapsed() -> int:
        return round(float(device.get(game).json()["elapsed"]))

    start = elapsed()
    now += 10
    stopped = post(device, f"{page}/pause", 1).json()["html"]
    assert "data-paused" in stopped and 'data-post="resume"' in stopped
    assert 'data-allowed="30"' in stopped
    now += 100
    assert elapsed() == start + 10
    running = post(device, f"{page}/resume", 1).json()["html"]
    assert "data-paused" not in running and 'data-post="pause"' in running
    now += 5
    assert elapsed() == start + 15

    post(device, f"{game}/pause", 1)
    now += 50
    entered = post(device, f"{game}/entries", 1, actions=[MISTYPED]).json()["sight"]
    assert not entered["seats"]["paused"]


def played(device: Device, chance: int = 4) -> str:
    """Play the first manche of a practice game of two, and return the path of the game."""
    code = device.post("/api/games", json={"kind": "practice", "manches": 2, "seed": 3}).json()["code"]
    device.cookies.clear()
    drawn = random.Random(chance)
    with device.services.games.open_game(code, BelettreTable) as game:
        while not game.partie.state.ended:
            while not game.partie.state.ended and game.advance():
                pass
            if not game.partie.state.ended:
                choose(game, drawn)
    return f"/api/games/{code}"


def test_a_manche_that_is_over_is_analysed(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that were there are told once its cards are known, in the device's language; the next manche is not."""
    game = begin(device, [VOLONTE])
    assert device.get(f"{game}/analysis").json()["manches"] == []

    game = played(device)
    answer = device.get(f"{game}/analysis?lang=en")
    analysed = json_reader(GameAnalysis).decode(answer.content).manches

    assert len(analysed) == 1
    assert (analysed[0].analysis.number, len(analysed[0].analysis.plis)) == (1, 8)
    assert analysed[0].lines[0] == EN("analysis.head", number=1)
    assert any(play.words for pli in analysed[0].analysis.plis for play in pli.plays)

    made: list[int] = []
    monkeypatch.setattr(operations, "analyse", lambda *given: made.append(1))
    assert device.get(f"{game}/analysis").status_code == 200
    assert not made  # it was kept


def test_an_analysis_that_takes_too_long_is_not_waited_for(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """The device is told to ask later, and then finds it; too many at a time are refused."""
    game = played(device)
    monkeypatch.setattr(operations, "_SECONDS", 0.05)

    def slow(*given: Any) -> Any:
        time.sleep(0.6)
        return engine_analysis.analyse(*given)

    monkeypatch.setattr(operations, "analyse", slow)
    late = device.get(f"{game}/analysis")
    assert (late.status_code, late.json()["problem"], late.headers["retry-after"]) == (429, "often", "5")

    time.sleep(1)
    assert len(device.get(f"{game}/analysis").json()["manches"]) == 1

    monkeypatch.setattr(slow_tasks, "_MAX_WAITING", 0)
    assert device.get(f"{played(device, 5)}/analysis").status_code == 429


def test_an_analysis_that_fails_is_tried_again(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure is not kept."""
    game = played(device)

    def fail(*given: Any) -> Any:
        raise RuntimeError("no")

    with monkeypatch.context() as failing:
        failing.setattr(operations, "analyse", fail)
        assert device.get(f"{game}/analysis").status_code == 500

    assert device.get(f"{game}/analysis").status_code == 200
