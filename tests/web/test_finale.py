"""The end of a game without a browser: the pli that decided, the word of the game, and the analysis pli by pli."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre.actions import Action, Lay, Overrule, Passe
from belettre_lexicon.games.belettre.seats import TEAMS, Seat
from belettre_lexicon.web.kinds.belettre import operations
from belettre_lexicon.web.kinds.belettre.finale import DecidingPli, deciding_pli, ending_view
from belettre_lexicon.web.kinds.belettre.game import BelettreGame, GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.kinds.belettre.snapshot import game_history
from belettre_lexicon.web.kinds.belettre.story import PliPoints
from belettre_lexicon.web.slow_tasks import BusyError
from belettre_lexicon.web.tables.loaded_game import Viewer
from belettre_lexicon.web.tables.registry import GameRegistry
from belettre_lexicon.words.house_list import HouseList
from tests.web.asgi import Device
from tests.web.tables import create_game
from tests.web.test_amend import played

PON, SEP, LEV, MER = Seat
FIRST, SECOND = TEAMS
#: The last pli of a manche, 12 points and the Dix de Der: « Facile » takes it.
VALID = ("Volonté", "École", "Raclette", "Facile")


def _enter(game: BelettreGame, *actions: Action) -> None:
    for action in actions:
        game.enter(game.number, action)


def _pli(*words: str, cards: str = "lecF") -> list[Action]:
    """Return the actions of a pli that the Ponantais opens; "" is a pass."""
    said = zip(Seat, map(Card.of, cards), words, strict=True)
    return [Lay(seat, card, word) if word else Passe(seat, card) for seat, card, word in said]


def _finished(games: GameRegistry, *actions: Action, **setup: Any) -> str:
    """Enter the last pli of a game of one manche and return its code."""
    code, _ = create_game(games, GameTerms(), manches=1, before=7, opener=PON, **setup)
    with games.open_game(code, BelettreTable) as game:
        _enter(game, *actions)
        assert game.over
    return code


def _ending(games: GameRegistry, code: str) -> dict[str, Any]:
    with games.open_game(code, BelettreTable) as game:
        view = ending_view(game, Viewer("fr"), ["A", "B"])
    assert view is not None
    return view


def _decided(*totals: tuple[int, int], start: tuple[int, int] = (0, 0)) -> DecidingPli | None:
    """Return the pli that decided a game with these points after each pli."""
    plis = [PliPoints(1 + at // 8, 1 + at % 8, PON, "Ana", 0, points, ()) for at, points in enumerate(totals)]
    first, second = totals[-1]
    return deciding_pli(plis, start, FIRST if first > second else SECOND if second > first else None)


@pytest.mark.parametrize(
    ("totals", "start", "pli", "grew", "turned"),
    [
        # The lead changes twice: the second change decides, and not the larger pli after it.
        ([(10, 0), (10, 15), (19, 15), (40, 15)], (0, 0), 3, 9, True),
        # Level on the way: whoever only draws level has not taken the lead.
        ([(10, 0), (10, 10), (10, 13), (22, 13)], (0, 0), 4, 12, True),
        # The losers may come closer afterwards.
        ([(0, 9), (12, 9), (12, 11)], (0, 0), 2, 12, True),
        # In the lead after every pli: the pli with which the lead grew most, of equal ones the first.
        ([(5, 0), (17, 0), (17, 6), (29, 6)], (0, 0), 2, 12, False),
        # One pli only, and a game that is level until it begins.
        ([(22, 0)], (0, 0), 1, 22, False),
        # Behind when the arbiter came: the first pli turned the game.
        ([(32, 30), (40, 30)], (10, 30), 1, 22, True),
        # Ahead when the arbiter came, caught, and ahead again.
        ([(30, 30), (30, 38), (52, 38)], (30, 12), 3, 22, True),
        # Ahead from before to the end.
        ([(50, 12), (60, 12)], (42, 12), 2, 10, False),
    ],
)
def test_s5_the_pli_that_decided(
    totals: Sequence[tuple[int, int]], start: tuple[int, int], pli: int, grew: int, turned: bool
) -> None:
    """S5: it is the one after which the winners never lost the lead, or that widened a lead they always had."""
    for mirrored in (False, True):
        seen = [(b, a) if mirrored else (a, b) for a, b in (*totals, start)]
        decided = _decided(*seen[:-1], start=seen[-1])

        assert decided is not None
        assert (decided.pli.pli, decided.grew, decided.turned) == (pli, grew, turned)


def test_s5_no_pli_decides_a_draw_nor_a_game_decided_before() -> None:
    """S5: equal points have no winner; a lead that only melts was won before the arbiter came."""
    assert _decided((10, 0), (10, 10)) is None
    assert _decided((60, 10), (60, 22), start=(60, 0)) is None


def test_the_deciding_pli_is_drawn_with_its_words(games: GameRegistry) -> None:
    """Its cards, words and taker, who took the lead, and its points with the Dix de Der, which the last pli gives."""
    code = _finished(games, *_pli("Volonté", "Écoles", "Raclette", "Facile"), points=(20, 15), players={MER: "David"})
    view = _ending(games, code)
    decided = view["deciding"]

    assert view["best"] == 1
    assert view["winner"] == "L'équipe le Septentrional et David gagne la partie, 37 points à 20."
    assert decided["where"] == "manche 1, pli 8"
    assert view["ring"] == (1, 0)
    assert (decided["seat"], decided["points"]) == (MER, "22 points, Dix de Der compris")
    assert decided["about"] == "L'équipe le Septentrional et David passe en tête pour de bon : 37 à 20."
    assert [(card.card, card.word, card.up) for card in decided["cards"]] == [
        ("l", "Volonté", True),
        ("e", "Écoles", False),
        ("c", "Raclette", True),
        ("F", "Facile", True),
    ]
    assert [card.name for card in decided["cards"]] == ["Ponantais", "Septentrional", "Levantin", "David"]


def test_a_draw_has_a_finale_without_a_deciding_pli(games: GameRegistry, device: Device) -> None:
    """Nobody is marked as the winner, and the page and the screen say so."""
    code = _finished(games, *_pli(*VALID), points=(22, 0))
    view = _ending(games, code)

    assert (view["best"], view["deciding"]) == (None, None)
    for path in (f"/g/{code}", f"/g/{code}/screen"):
        page = html.unescape(device.get(path).text)
        assert view["winner"] in page.replace("\u00a0", " ")
        assert 'class="decided"' not in page
        assert "★</span></dd>" not in page


def test_the_word_of_the_game_is_the_longest_that_counts(games: GameRegistry) -> None:
    """A refused word does not count, whatever its length, and one that the arbiter refused does not either."""
    word = _ending(games, _finished(games, *_pli(*VALID)))["word"]
    assert (word["word"], word["letters"], word["name"]) == ("Raclette", 8, "Levantin")

    word = _ending(games, _finished(games, *_pli("Volonté", "Écolières", "Raclette", "Facile")))["word"]
    assert word["word"] == "Raclette"

    refused = _pli("Volonté", "École", "Raclette", "Facilement")
    code = _finished(games, *refused, Overrule(False, "il avait dit autre chose"))
    assert _ending(games, code)["word"]["word"] == "Raclette"


def test_the_word_of_the_game_is_courteous(games: GameRegistry, device: Device) -> None:
    """An offensive word, or one that only the arbiter knows, is not shown in large letters; the house list decides."""
    plis = _pli("femmelette", "fenêtre", "facile", "", cards="fecF")
    code = _finished(games, *plis)

    assert _ending(games, code)["word"]["word"] == "fenêtre"
    assert "femmelette" not in device.get(f"/g/{code}/screen").text.partition("best-word")[2].partition("</p>")[0]

    plis = _pli("feblurgandise", "fenêtre", "facile", "", cards="fecF")
    code = _finished(games, plis[0], Overrule(True, "on le dit chez nous"), *plis[1:])
    assert _ending(games, code)["word"]["word"] == "fenêtre"

    house = HouseList.parse(["+ feblurgandise mot de la maison"])
    assert _ending(games, _finished(games, *plis, house=house))["word"]["word"] == "feblurgandise"


def test_a_game_without_a_valid_word_has_no_word(games: GameRegistry, device: Device) -> None:
    """P9: a pli lost by a pass: the finale shows the pli, and its page and screen have no word of the game."""
    code, _ = create_game(games, GameTerms(), manches=1, before=7, opener=PON)
    with games.open_game(code, BelettreTable) as game:
        _enter(game, Passe(PON, Card.of("A")))
        while not game.over:
            _enter(game, game.partie.legal_actions()[0])
    view = _ending(games, code)

    assert view["word"] is None
    assert view["deciding"]["where"] == "manche 1, pli 8"
    for path in ("", "/screen", "/history", "/analysis"):
        page = device.get(f"/g/{code}{path}")
        assert page.status_code == 200
        assert "best-word" not in page.text


def test_the_analysis_starts_where_the_most_was_left(games: GameRegistry, device: Device) -> None:
    """« 22 points laissés : … » of the last pli comes first; each pli has its cards and what was possible."""
    code, _ = create_game(games, GameTerms(), manches=1, before=6, opener=PON)
    with games.open_game(code, BelettreTable) as game:
        _enter(game, *_pli(*VALID))
        last: list[Action] = [
            Lay(MER, Card.of("t"), "Route"),
            Lay(PON, Card.of("u"), "Tourteau"),
            Lay(SEP, Card.of("n"), "zzzzz"),
            Passe(LEV, Card.of("P")),
        ]
        _enter(game, *last)
        assert game.over
    fragment = html.unescape(device.get(f"/g/{code}/analysis").text).replace("\u00a0", " ")
    left = re.findall(r'<p class="missed(?: nothing)?">([^<]*)</p>', fragment)

    assert left[0] == "Rien de laissé dans ce pli."
    assert re.fullmatch(r"\d+ points laissés : le Septentrional pouvait dire « \w+ ».", left[1])
    assert 'data-start="1"' in fragment
    assert fragment.count('class="step"') == 2
    assert "Manche 1, pli 7" in fragment and "Manche 1, pli 8" in fragment
    assert "Septentrional (t, u, n) : « zzzzz », refusé" in fragment.replace("Le ", "")


def test_nothing_is_analysed_before_the_end(games: GameRegistry, device: Device) -> None:
    """A table and a practice game that go on have no analysis, and no page of theirs a finale or a place for one."""
    table, _ = create_game(games, GameTerms(), manches=2, before=7, opener=PON)
    with games.open_game(table, BelettreTable) as game:
        _enter(game, *_pli(*VALID))
        assert game.partie.state.ended and not game.over
    practice = played(device).rpartition("/")[2]
    made: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "analyse", lambda *given: made.append(given))
        for code in (table, practice):
            refused = device.get(f"/g/{code}/analysis")
            assert refused.status_code == 422
            assert "pas finie" in refused.text
            for path in ("", "/screen"):
                page = device.get(f"/g/{code}{path}").text
                assert 'id="steps"' not in page and 'id="winner"' not in page

    assert not made


def test_a_practice_game_that_is_over_is_analysed(device: Device) -> None:
    """The person's game has all its plis once it is over, as any other, and calls the person « vous »."""
    code = device.post("/api/games", json={"kind": "practice", "manches": 1, "seed": 3}).json()["code"]
    device.cookies.clear()
    chance = random.Random(4)
    with device.services.games.open_game(code, BelettreTable) as game:
        while not game.over:
            if not game.advance() and not game.over:
                if game.asked:
                    game.keep_silent()
                    continue
                actions = game.partie.view(PON).actions
                action = chance.choice(actions)
                _enter(game, action.saying("zzzzz") if isinstance(action, Lay) else action)
    fragment = device.get(f"/g/{code}/analysis").text

    assert fragment.count('class="step"') == 8
    assert "vous pouviez dire" in fragment
    assert '<span class="by">Vous' in fragment


def test_an_analysis_that_takes_long_is_asked_for_again(
    games: GameRegistry, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The script is told to come back (429); the page of the game itself does not wait."""
    code = _finished(games, *_pli(*VALID))

    async def busy(*given: object) -> None:
        raise BusyError("later")

    monkeypatch.setattr("belettre_lexicon.web.kinds.belettre.pages.analyses_of", busy)

    assert device.get(f"/g/{code}/analysis").status_code == 429
    assert device.get(f"/g/{code}").status_code == 200


def test_the_history_tells_a_ruling_in_its_pli(games: GameRegistry, device: Device) -> None:
    """An arbiter who overrules the last word of a manche changes that pli: the next manche is told once."""
    code, _ = create_game(games, GameTerms(), manches=2, before=7, opener=PON)
    with games.open_game(code, BelettreTable) as game:
        _enter(game, *_pli(*VALID), Overrule(False, "il avait dit autre chose"))
        first, second = game_history(game, Viewer("fr"))

    assert [len(manche.plis) for manche in (first, second)] == [2, 1]
    assert [text.kind for text in first.plis[0]][-3:] == ["taken", "overruled", "taken"]
    assert [text.kind for text in first.plis[1]] == ["manche"]
    assert first.ended is not None and first.ended.dix_de_der is FIRST
    assert [text.kind for text in second.plis[0]] == ["dealt"]

    page = device.get(f"/g/{code}/history").text

    assert page.count('id="manche-2"') == 1
    assert page.count('href="#manche-') == 2


def test_the_history_folds_each_pli_with_what_was_possible(games: GameRegistry, device: Device) -> None:
    """Its line has the words and the taker; what it unfolds has its events and, folded again, the words that fitted."""
    code = _finished(games, *_pli("Volonté", "Écoles", "Raclette", ""))
    page = html.unescape(device.get(f"/g/{code}/history").text).replace("\u00a0", " ")
    (item,) = re.findall(r'<li id="pli-1-8">(.*?)</li>', page, re.DOTALL)
    summary = item.partition("</summary>")[0]

    assert "Volonté, <s>Écoles</s>, Raclette" in summary
    assert "face cachée" in summary
    assert "Levantin, 12 pts" in summary
    assert item.count("<details") == 2
    assert "ou encore" in item.partition('class="possible"')[2]
    assert 'href="#manche-1"' not in page  # one manche needs no contents
