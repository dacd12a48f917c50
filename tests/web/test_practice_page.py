"""Practice games: how the person and the bots are called, ideas for words, the levels and the pace of the bots."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator

import msgspec
import pytest

from belettre_lexicon import Lexicon
from belettre_lexicon.games.belettre.analysis import analyse
from belettre_lexicon.games.belettre.bots.simulation import WILD, BotFactory, BotKind
from belettre_lexicon.games.belettre.partie import HistoryCache
from belettre_lexicon.games.belettre.practice import BOT_NAMES
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from belettre_lexicon.referee.analysis import analysis_lines
from belettre_lexicon.referee.catalogue import LANGUAGES
from belettre_lexicon.referee.dossier import MOST_MEANING, meaning_text
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.fragment import page_state
from belettre_lexicon.web.kinds.belettre.game import BelettreGame, GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.kinds.belettre.naming import naming
from belettre_lexicon.web.kinds.belettre.pages import screen_state
from belettre_lexicon.web.kinds.belettre.snapshot import game_history
from belettre_lexicon.web.services import Settings, open_services
from belettre_lexicon.web.store.database import GameStore
from belettre_lexicon.web.tables.kind import MOVE_INTERVALS, catalogue
from belettre_lexicon.web.tables.loaded_game import Viewer
from belettre_lexicon.web.tables.registry import GameRegistry
from belettre_lexicon.words.judge import Judge
from tests.web.asgi import Device, client
from tests.web.tables import create_game

#: A practice game in which the person opens: the cards of seed 7 have words.
PRACTICE = {"kind": "practice", "manches": 1, "seed": 7}
#: « vous » or "you" with a verb that agrees with somebody else.
WRONG_VERBS = {
    "fr": r"\bvous (pose|joue|ramasse|dit|annonce|reprend|doit|perd|pouvait|était|avait|a|n'a|ouvre|donne|peut)\b",
    "en": r"\byou (lays|plays|picks|says|announces|takes|loses|has|is|was|deals|opens|forfeits|swaps)\b",
}


@pytest.fixture
def games(lexicon: Lexicon) -> GameRegistry:
    """A registry of games in memory."""
    return GameRegistry(GameStore("sqlite://"), lexicon, KINDS)


@pytest.fixture
def device() -> Iterator[Device]:
    """The person's device at a server for its machine."""
    with client() as opened:
        yield opened


def begin(device: Device, **terms: object) -> str:
    """Create a practice game and return its code."""
    answer = device.post("/api/games", json={**PRACTICE, **terms})
    assert answer.status_code == 201, answer.text
    code: str = answer.json()["code"]
    return code


def play(game: BelettreGame, kind: BotKind, chance: random.Random) -> Iterator[None]:
    """Play a practice game to its end with a bot in the person's place; yield after every move."""
    person, bots = game.seat, BotFactory(game.judge)
    assert person is not None
    while not game.partie.over:
        if game.asked:
            game.keep_silent()
        if not game.advance():
            bot = bots.bot(kind, chance, HistoryCache(game.judge.rules))
            game.enter(game.number, bot.choose(game.partie.view(person)))
        yield


@pytest.mark.parametrize("seed", range(4))
def test_sentences_agree_with_the_person(seed: int, games: GameRegistry) -> None:
    """In a whole game with refusals, faults and traps the person is « vous », with the verb that belongs to it."""
    person = SEATS[seed]
    services = open_services(Settings("sqlite://"), KINDS)
    code, _ = create_game(games, GameTerms("practice", person, "amateur"), manches=1, seed=seed)
    texts: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    with games.open_game(code, BelettreTable) as game:
        for _ in play(game, WILD, random.Random(seed)):
            for language in LANGUAGES:
                own = page_state(game, Viewer(language, person, True))
                screen = screen_state(game, Viewer(language), services)
                texts[language] += [own["html"], own["said"], own["title"], screen["html"], screen["title"]]
        for language in LANGUAGES:
            texts[language].append(str(msgspec.to_builtins(game_history(game, Viewer(language, person, True)))))

    for language, pages in texts.items():
        seen = " ".join(re.sub(r"\s+", " ", html.unescape(page)).replace("\xa0", " ") for page in pages)
        seat = catalogue(language)(f"web.seat_{person.name.lower()}")
        assert re.findall(WRONG_VERBS[language], seen, re.IGNORECASE) == []
        assert seat not in seen
        assert catalogue(language)("practice.you") in seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_analysis_addresses_the_person(language: str, games: GameRegistry) -> None:
    """What was possible in a manche is told to the person as « vous », with the verb that belongs to it."""
    lines: list[str] = []
    for seed in range(3):
        code, _ = create_game(games, GameTerms("practice", Seat.LEVANTIN, "amateur"), manches=1, seed=seed)
        with games.open_game(code, BelettreTable) as game:
            for _ in play(game, WILD, random.Random(seed)):
                pass
            analysis = analyse(game.partie, game.judge, 1)[0]
            lines += analysis_lines(analysis, naming(game, Viewer(language, game.seat, True)), game.seat)

    text = " ".join(lines)
    assert re.findall(WRONG_VERBS[language], text, re.IGNORECASE) == []
    assert catalogue(language)("you.seat") in text


def test_the_bots_have_names_that_differ_by_the_seed(device: Device) -> None:
    """The three bots have different first names, the same for the same seed; the record has them, marked as bots."""
    codes = [begin(device), begin(device), begin(device, seed=8)]
    players = [device.get(f"/api/games/{code}").json()["players"] for code in codes]
    names = [[player["name"] for player in seen[1:]] for seen in players]

    assert players[0][0]["name"] == "Vous"
    assert names[0] == names[1] != names[2]
    assert len(set(names[0])) == 3 and set(names[0]) <= set(BOT_NAMES)
    assert html.unescape(device.get(f"/g/{codes[0]}").text).count(f"{names[0][0]} (machine)") == 1
    assert f"{names[0][0]} (machine)" in html.unescape(device.get(f"/g/{codes[0]}/history").text)


def test_names_from_the_request_are_kept(device: Device) -> None:
    """Who names the bots finds these names; the others get one."""
    code = begin(device, players={"SEP": "Ada"})
    names = [player["name"] for player in device.get(f"/api/games/{code}").json()["players"]]

    assert names[1] == "Ada"
    assert set(names[2:]) <= set(BOT_NAMES)


def test_a_stored_game_without_names_goes_on(games: GameRegistry) -> None:
    """A game that was begun before bots had names, at the level "random", is shown and goes on."""
    code, _ = create_game(games, GameTerms("practice", Seat.PONANTAIS, "random"), manches=1, seed=3)
    with games.open_game(code, BelettreTable) as game:
        game.journal.players.clear()
        moves = sum(1 for _ in play(game, "random", random.Random(1)))
        shown = page_state(game, Viewer("fr", game.seat, True))["html"]

    assert moves > 30
    assert "Vous" in shown and "Septentrional" in shown


def test_spectators_are_not_addressed() -> None:
    """On another device at a shared server the person is called by their seat, but on the screen « Vous »."""
    with client(shared=True) as device:
        code = begin(device)
        device.cookies.clear()
        page, screen = device.get(f"/g/{code}").text, device.get(f"/g/{code}/screen").text

    state = page.split('id="state"')[1].split('id="said"')[0]
    assert "Vous" not in state and "Ponantais" in state
    assert "Vous" in screen


def test_ideas_are_for_the_person_in_their_turn(device: Device) -> None:
    """Three words of cards in hand, one sentence, and the same again; nothing moves because of the question."""
    code = begin(device, level="easy")
    sight = device.get(f"/api/games/{code}").json()
    answer = device.get(f"/api/games/{code}/ideas")
    found = answer.json()

    assert answer.status_code == 200
    assert found["number"] == sight["number"]
    assert len(found["ideas"]) == 3
    assert {idea["card"] for idea in found["ideas"]} <= set(sight["hand"])
    assert all(idea["word"] in found["text"] for idea in found["ideas"])
    assert device.get(f"/api/games/{code}/ideas").json() == found
    judge = Judge(device.services.games.lexicon)
    assert all(judge(idea["word"]).valid for idea in found["ideas"])


def test_ideas_are_not_for_others() -> None:
    """A spectator of a practice game, anybody at a table of real cards, and the person out of turn are refused."""
    with client(shared=True) as device:
        begun = device.post("/api/games", json=PRACTICE).json()
        table = device.post("/api/games", json={"kind": "table"}).json()
        others = device.post("/api/games", json={**PRACTICE, "seat": "SEP"}).json()
        device.cookies.clear()
        asked = [
            device.get(f"/api/games/{one['code']}/ideas", headers=headers)
            for one, headers in (
                (begun, {}),
                (table, {"Authorization": f"Bearer {table['token']}"}),
                (others, {"Authorization": f"Bearer {others['token']}"}),
                (begun, {"Authorization": f"Bearer {begun['token']}"}),
            )
        ]

    assert [answer.status_code for answer in asked] == [422, 422, 422, 200]
    assert asked[0].json()["problem"] == "not_yours"


def test_p9_without_an_idea_the_person_is_told_what_to_do(device: Device) -> None:
    """If no card has a word, the sentence names « Passe ! » and, for the opener, what it costs (P9)."""
    longest = "dichlorodiphényltrichloroéthane"  # the only word of 30 letters
    code = begin(device, rules={"min_letters": 30}, house_list=[f"- {longest}"])
    answer = device.get(f"/api/games/{code}/ideas").json()

    assert answer["ideas"] == []
    assert "« Passe ! », qui perd le pli ici" in answer["text"]


@pytest.mark.parametrize("level", ["easy", "amateur", "strong", "random"])
def test_every_level_can_be_chosen(device: Device, level: str) -> None:
    """All levels begin a game, "random" too; an unknown one is refused with the value that was sent."""
    begin(device, level=level)
    refused = device.post("/api/games", json={**PRACTICE, "level": "expert"})

    assert refused.status_code == 400
    assert "expert" in refused.text


def test_the_pace_is_kept_and_can_be_changed(device: Device) -> None:
    """A game begins at a pace, which is changed at once, kept by the table and taken over by the next game."""
    code = begin(device, pace="slow")
    games = device.services.games

    def interval() -> float:
        with games.open_game(code, BelettreTable) as game:
            return game.move_interval

    assert interval() == MOVE_INTERVALS["slow"] > MOVE_INTERVALS["normal"] > MOVE_INTERVALS["fast"]
    assert 'id="pace-slow" value="slow" checked' in device.get(f"/g/{code}").text
    device.cookies.clear()
    assert device.post(f"/api/games/{code}/pace", json={"pace": "fast"}).status_code == 200
    assert interval() == MOVE_INTERVALS["fast"]
    assert device.post(f"/api/games/{code}/pace", json={"pace": "quick"}).status_code == 400
    table = device.post("/api/games", json={"kind": "table"}).json()["code"]
    device.cookies.clear()
    assert device.post(f"/api/games/{table}/pace", json={"pace": "fast"}).status_code == 422


def test_a_meaning_is_one_line(lexicon: Lexicon) -> None:
    """The line has the gloss or, without one, the families of the word; a form is told with its lemma."""
    say = catalogue("fr")

    assert meaning_text(lexicon, "zelkova", say) == "nom masculin : orme de Sibérie"
    assert meaning_text(lexicon, "volonté", say) == "nom féminin ; famille de « vouloir »"
    assert meaning_text(lexicon, "ozonothérapie", say).endswith("famille d'« ozone » et de « thérapie »")
    assert "de « grand »" in meaning_text(lexicon, "grandes", say)
    assert meaning_text(lexicon, "zzzzz", say) == ""
    chance = random.Random(5)
    for word in chance.sample(list(lexicon), 300):
        line = meaning_text(lexicon, word, say)
        assert line and len(line) <= MOST_MEANING and "\n" not in line


def test_the_felt_tells_why_a_pli_was_won_and_what_words_mean(device: Device) -> None:
    """At a table of real cards too: the taker's word is the last valid one (P8), and each word has its meaning."""
    code = device.post("/api/games", json={"kind": "table"}).json()["code"]
    device.cookies.clear()
    words = (("PON", "l", "Volonté"), ("SEP", "e", "École"), ("LEV", "c", "Raclette"), ("MER", "F", "Facile"))
    actions = [{"action": "lay", "seat": seat, "card": card, "word": word} for seat, card, word in words]
    for number, action in enumerate(actions):
        device.post(f"/api/games/{code}/entries", json={"number": number, "actions": [action]})
    page = html.unescape(device.get(f"/g/{code}").text).replace("\xa0", " ")

    assert page.count("« Facile » est le dernier mot valide du pli") == 1
    assert "famille de « vouloir »" in page
    assert page.count('class="meaning"') == 4


def test_p9_the_felt_tells_who_lost_the_pli(device: Device) -> None:
    """P9: a pass of the opener gives the pli to the other team, and the felt says so."""
    code = device.post("/api/games", json={"kind": "table"}).json()["code"]
    device.cookies.clear()
    entries = [{"action": "passe", "seat": "PON", "card": "A"}]
    entries += [{"action": "discard", "seat": seat, "card": "e"} for seat in ("SEP", "LEV", "MER")]
    entries += [{"action": "pick_up", "seat": "MER"}]
    for number, action in enumerate(entries):
        answer = device.post(f"/api/games/{code}/entries", json={"number": number, "actions": [action]})
        assert answer.status_code == 200, answer.text
    page = html.unescape(device.get(f"/g/{code}").text).replace("\xa0", " ")

    assert page.count("le Ponantais n'a pas dit de mot en position 1") == 1
