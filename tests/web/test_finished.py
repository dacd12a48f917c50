"""The pli that was finished last, the verdict band, and bots that wait: what devices see of them, without a browser."""

from __future__ import annotations

import html
import random
import re

import pytest

from belettre_lexicon import Lexicon
from belettre_lexicon.french.cards import MAJ_BACK, MIN_BACK, UNSEEN, Card
from belettre_lexicon.french.rules import HouseRules
from belettre_lexicon.games.belettre.actions import (
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Passe,
    PickUp,
    Reveal,
    Swap,
)
from belettre_lexicon.games.belettre.bots.simulation import BotFactory
from belettre_lexicon.games.belettre.events import PliTaken, WordRefused
from belettre_lexicon.games.belettre.partie import HistoryCache
from belettre_lexicon.games.belettre.seats import Seat
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.fragment import page_state
from belettre_lexicon.web.kinds.belettre.game import BelettreGame, GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.kinds.belettre.pages import word_question
from belettre_lexicon.web.kinds.belettre.snapshot import FinishedPli, Snapshot
from belettre_lexicon.web.store.database import GameStore
from belettre_lexicon.web.tables.loaded_game import Viewer
from belettre_lexicon.web.tables.registry import GameRegistry
from belettre_lexicon.words.judge import Judge
from tests.web.asgi import client
from tests.web.tables import create_game

FR, EN = Catalogue.load("fr"), Catalogue.load("en")
PON, SEP, LEV, MER = Seat
SIDES = ("left", "top", "right", "bottom")


@pytest.fixture
def games(lexicon: Lexicon) -> GameRegistry:
    """A registry of games in memory."""
    return GameRegistry(GameStore("sqlite://"), lexicon, KINDS)


def _lay(seat: Seat, card: str, word: str) -> Lay:
    return Lay(seat, Card.of(card), word)


#: A pli whose second word is refused.
PLI = (_lay(PON, "l", "Volonté"), _lay(SEP, "e", "Écoles"), _lay(LEV, "c", "Raclette"), _lay(MER, "F", "Facile"))


def _enter(game: BelettreGame, *actions: Action) -> None:
    for action in actions:
        game.enter(game.number, action)


def _seen(game: BelettreGame, lexicon: Lexicon, seat: Seat | None = None) -> Snapshot:
    seen: Snapshot = game.current_snapshot(Viewer("fr", seat))
    return seen


def _finished(game: BelettreGame, lexicon: Lexicon) -> FinishedPli:
    finished = _seen(game, lexicon).finished
    assert finished is not None
    return finished


def _page(game: BelettreGame, lexicon: Lexicon, seat: Seat | None = None, say: Catalogue = FR) -> str:
    return html.unescape(page_state(game, Viewer(say.language, seat, True))["html"])


def test_a_finished_pli_is_seen_until_the_next_card(games: GameRegistry) -> None:
    """Its four cards, words, taker and points are in the snapshot and on the felt, and go with the next card."""
    code, _ = create_game(games, GameTerms(), players={MER: "David"})
    with games.open_game(code, BelettreTable) as game:
        _enter(game, *PLI[:3])

        assert _seen(game, games.lexicon).finished is None

        _enter(game, PLI[3])
        finished = _finished(game, games.lexicon)

        assert (finished.manche, finished.number, finished.opener) == (1, 1, PON)
        assert (finished.taker, finished.points) == (MER, 12)
        assert [card.word for card in finished.cards] == ["Volonté", "Écoles", "Raclette", "Facile"]
        assert [card.card for card in finished.cards] == ["l", "e", "c", "F"]
        assert [card.up for card in finished.cards] == [True, False, True, True]
        assert "Pli 1\u00a0: David ramasse · 12 points" in _page(game, games.lexicon)
        assert "Pli 1: David picks up · 12 points" in _page(game, games.lexicon, say=EN)
        assert _page(game, games.lexicon).count('class="said ') == 4

        _enter(game, _lay(MER, "b", "Bateau"))

        assert _seen(game, games.lexicon).finished is None
        assert _page(game, games.lexicon).count('class="said ') == 1


def test_an_undo_brings_the_running_pli_back(games: GameRegistry) -> None:
    """The last card taken back, the pli runs again; the next card taken back, it is finished again."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        _enter(game, *PLI, _lay(MER, "b", "Bateau"))
        game.take_back(game.number)

        assert _finished(game, games.lexicon).number == 1

        game.take_back(game.number)

        assert _seen(game, games.lexicon).finished is None
        assert len(_seen(game, games.lexicon).table) == 3


def test_p7_cards_laid_face_down_are_known_in_the_finished_pli(games: GameRegistry) -> None:
    """P7: they were revealed when the pli was picked up; they are told as laid without a word."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        _enter(game, _lay(PON, "l", "Volonté"), PLI[1], _lay(LEV, "c", "Raclette"), Passe(MER, UNSEEN))

        assert _seen(game, games.lexicon).finished is None  # the card is not revealed yet

        _enter(game, Reveal(MER, Card.of("F")))
        finished = _finished(game, games.lexicon)

        assert (finished.cards[3].card, finished.cards[3].up, finished.cards[3].word) == ("F", False, None)
        assert finished.taker is LEV


def test_t2_a_swapped_pli_shows_the_card_that_lies_there(games: GameRegistry) -> None:
    """T2: the majuscule of the swap is in the place of the minuscule and its word; no word has a sheet."""
    code, _ = create_game(games, GameTerms(), before=2, opener=PON)
    with games.open_game(code, BelettreTable) as game:
        _enter(game, _lay(PON, "s", "Veste"), _lay(SEP, "o", "Blouson"), _lay(LEV, "d", "Adosser"))
        _enter(game, Passe(MER, Card.of("e")), Swap(SEP, Card.of("A")))
        finished = _finished(game, games.lexicon)

        assert [card.card for card in finished.cards] == ["s", "A", "d", "e"]
        assert finished.cards[1].word is None
        assert "/verdict?" not in _page(game, games.lexicon)
        assert "Blouson" in _page(game, games.lexicon)  # what happened at this place is still told


def test_p9_a_pli_is_finished_when_its_taker_is_named(games: GameRegistry) -> None:
    """P9: while the team chooses who picks up, the pli runs; then it is finished."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        _enter(game, Passe(PON, MAJ_BACK), *(Discard(seat, MIN_BACK) for seat in (SEP, LEV, MER)))
        _enter(game, Reveal(PON, Card.of("A")), *(Reveal(seat, Card.of("e")) for seat in (SEP, LEV, MER)))

        assert _seen(game, games.lexicon).finished is None

        _enter(game, PickUp(MER))

        assert _finished(game, games.lexicon).taker is MER


@pytest.mark.parametrize(("manches", "over"), [(1, True), (2, False)])
def test_the_last_pli_of_a_manche_and_of_a_game_is_seen(games: GameRegistry, manches: int, over: bool) -> None:
    """At the end of a manche the pli stays while the next is dealt, even if a Belettre is announced (S3)."""
    code, _ = create_game(games, GameTerms(), manches=manches, before=7, opener=PON)
    with games.open_game(code, BelettreTable) as game:
        _enter(game, *PLI)
        finished = _finished(game, games.lexicon)

        assert game.partie.over is over
        assert (finished.manche, finished.number, finished.taker) == (1, 8, MER)
        assert "Facile" in _page(game, games.lexicon)
        assert "data-clear" not in _page(game, games.lexicon) or not over
        if not over:
            _enter(game, AnnounceBelettre(PON))
            assert _finished(game, games.lexicon).number == 8


def test_an_overruled_last_word_finishes_the_pli_anew(games: GameRegistry) -> None:
    """The arbiter may overrule the deciding word after the end: the taker changes, and each place tells its words."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        _enter(game, *PLI, Overrule(False, "il avait dit autre chose"))
        finished = _finished(game, games.lexicon)
        page = _page(game, games.lexicon)

        assert (finished.taker, finished.number) == (LEV, 1)
        assert [card.up for card in finished.cards] == [True, False, True, False]
        assert page.count('yes" popovertarget="told-') == 2
        assert "«\u00a0Volonté\u00a0»" in page
        assert "il avait dit autre chose" in page.partition('class="band')[2]
        assert 'class="band no' in page


@pytest.mark.parametrize("memory", ["partie", "manche", "pli"])
def test_w9_words_of_the_finished_pli_keep_their_sheets(games: GameRegistry, memory: str) -> None:
    """W9: a sheet has the earlier words of its moment, also if words are forgotten when the pli ends."""
    code, _ = create_game(games, GameTerms(), HouseRules(memory=memory))  # type: ignore[arg-type]
    with games.open_game(code, BelettreTable) as game:
        _enter(game, *PLI)
        numbers = re.findall(rf'href="/g/{code}/words/([^"]*)"', _page(game, games.lexicon))
        moments = [game.find_word(number) for number in numbers]
        asked = [word_question(game, moment) for moment in moments if moment is not None]

    assert {query.word: query.words() for query in asked}["Facile"] == ["Volonté", "Raclette"]


def test_places_stay_where_they_are(games: GameRegistry) -> None:
    """The four places are at the same sides whoever opens; the person's own place is at the bottom."""
    order = re.compile(r'class="place (\w+)')
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        assert order.findall(_page(game, games.lexicon)) == list(SIDES)

        _enter(game, *PLI)
        assert order.findall(_page(game, games.lexicon)) == list(SIDES)

        _enter(game, _lay(MER, "b", "Bateau"))
        assert order.findall(_page(game, games.lexicon)) == list(SIDES)

    for seat in Seat:
        code, _ = create_game(games, GameTerms("practice", seat), seed=1)
        with games.open_game(code, BelettreTable) as game:
            sides = order.findall(_page(game, games.lexicon, seat))
            assert sides[seat.index] == "bottom"
            assert sides[seat.partner.index] == "top"
            assert sides[seat.next.index] == "left"  # the next player sits on the left, as the cards go round


def test_w4_a_refused_spelling_names_its_siblings(games: GameRegistry) -> None:
    """W4: the event of the refusal has the spellings that would be valid in its place; others have none."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        _enter(game, _lay(PON, "l", "utilise"))
        (event,) = _seen(game, games.lexicon).last

        assert (event.kind, event.siblings) == ("refused", ["utilisé"])

        _enter(game, _lay(SEP, "e", "École"))

        assert _seen(game, games.lexicon).last[0].siblings == []


def test_w10_the_band_has_the_first_reason(games: GameRegistry) -> None:
    """W10: the band has the word, the sign and the first reason with its rule; what else happened stands below it."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        assert 'class="band' not in _page(game, games.lexicon)

        _enter(game, *PLI[:2])
        page = _page(game, games.lexicon)

        assert 'class="band no' in page
        assert "<b>W6</b>" in page

        _enter(game, Passe(LEV, MIN_BACK))

        assert 'class="band' not in _page(game, games.lexicon)
        assert page_state(game, Viewer("fr", None, True))["verdict"] == ""


def _play(game: BelettreGame, until: type) -> None:
    """Let the person, who plays as a bot does, and the bots move until an entry has an event of a type."""
    judge = game.partie.judge
    assert isinstance(judge, Judge) and game.seat is not None
    person = BotFactory(judge).bot("random", random.Random(1), HistoryCache(judge.rules))
    while True:
        if game.asked:
            game.keep_silent()
        if not game.advance():
            assert not game.waiting
            _enter(game, person.choose(game.partie.view(game.seat)))
        if any(isinstance(event, until) for event in game.journal.last):
            return


def _refuse(game: BelettreGame) -> None:
    """Lay the person's first card with a word that does not exist."""
    assert game.seat is not None
    _enter(game, Lay(game.seat, game.partie.view(game.seat).hand[-2], "xyzzy"))


def test_bots_wait_after_a_refusal_of_the_persons_word(games: GameRegistry) -> None:
    """In a patient game no bot moves until the person continues, and then they do; an undo works meanwhile."""
    code, _ = create_game(games, GameTerms("practice", patient=True), seed=7)
    with games.open_game(code, BelettreTable) as game:
        _refuse(game)

        assert isinstance(game.journal.last[0], WordRefused)
        assert game.waiting and not game.advance()
        assert _seen(game, games.lexicon, game.seat).waiting
        assert not _seen(game, games.lexicon).waiting  # only the person can continue
        assert 'data-post="continue"' in _page(game, games.lexicon, game.seat)

        game.take_back(game.number)

        assert not game.waiting and game.partie.turn is game.seat

        _refuse(game)

        assert game.waiting

        game.go_on()

        assert not game.waiting
        assert 'data-post="continue"' not in _page(game, games.lexicon, game.seat)
        assert game.advance()


def test_bots_wait_after_a_pli(games: GameRegistry) -> None:
    """After each pli that a bot would open next, the bots wait; if the person opens, they are not asked to continue."""
    code, _ = create_game(games, GameTerms("practice", patient=True), manches=1, seed=3)
    waited = 0
    with games.open_game(code, BelettreTable) as game:
        while not game.partie.over:
            _play(game, PliTaken)
            opens = game.partie.turn is game.seat
            assert game.waiting is (not opens and not game.partie.over)
            waited += game.waiting
            game.go_on()

    assert waited


def test_impatient_bots_go_on(games: GameRegistry) -> None:
    """Games of programs, which did not ask for patience, are as they were."""
    code, _ = create_game(games, GameTerms("practice"), seed=7)
    with games.open_game(code, BelettreTable) as game:
        _refuse(game)

        assert not game.waiting and game.advance()


def test_p4_a_refused_person_is_told_what_was_possible(games: GameRegistry) -> None:
    """P4: up to three words that the card allowed, only for the person and only after the refusal."""
    code, _ = create_game(games, GameTerms("practice", patient=True), seed=7)
    with games.open_game(code, BelettreTable) as game:
        _refuse(game)
        card = game.partie.state.manche.pli.laid[0].card
        own, other = _page(game, games.lexicon, game.seat), _page(game, games.lexicon)
        (words,) = re.findall(r'Étaient possibles\u00a0: <b lang="fr">([^<]+)<', own)

        assert "Étaient possibles" not in other
        assert 1 <= len(words.split(", ")) <= 3
        judge = game.partie.judge
        assert isinstance(judge, Judge)
        assert all(judge(word, letters=card.letter).valid for word in words.split(", "))


def test_continue_is_an_operation_of_practice_games() -> None:
    """The person's device continues a patient game; at a table of real cards there is nothing to continue."""
    with client() as device:
        begun = device.post("/api/games", json={"kind": "practice", "seed": 7, "patient": True}).json()
        path = f"/api/games/{begun['code']}"
        hand = device.get(path).json()["hand"]
        action = {"action": "lay", "seat": "PON", "card": hand[-2], "word": "xyzzy"}
        laid = device.post(f"{path}/entries", json={"number": 0, "actions": [action]}).json()["sight"]

        assert laid["waiting"] is True
        assert device.get(path).json()["number"] == 1

        assert device.post(f"{path}/continue", json={"number": 0}).status_code == 409

        answer = device.post(f"{path}/continue", json={"number": 1})

        assert answer.status_code == 200
        assert answer.json()["sight"]["waiting"] is False

        table = device.post("/api/games", json={"kind": "table"}).json()["code"]

        assert device.post(f"/api/games/{table}/continue", json={"number": 0}).status_code == 422
