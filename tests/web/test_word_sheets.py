"""The verdict sheets of the words of a game: each shows what the game decided, and no address leads to another word."""

from __future__ import annotations

import html
import random
import re
from pathlib import Path

import pytest

from belettre_lexicon import Lexicon
from belettre_lexicon.french.cards import Card
from belettre_lexicon.french.rules import HouseRules
from belettre_lexicon.games.belettre.actions import Action, Lay, Overrule, Overtime, Passe, PickUp, Swap
from belettre_lexicon.games.belettre.analysis import moments
from belettre_lexicon.games.belettre.events import WordAccepted, WordRefused
from belettre_lexicon.games.belettre.seats import Seat
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.web.edge import rate_limit
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.fragment import page_state
from belettre_lexicon.web.kinds.belettre.game import BelettreGame, GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.kinds.belettre.pages import word_question
from belettre_lexicon.web.tables.loaded_game import Viewer
from belettre_lexicon.web.tables.registry import GameRegistry
from belettre_lexicon.words.house_list import HouseList
from belettre_lexicon.words.judge import Judge
from tests.engine.random_games import REFUSED_WORDS
from tests.web.asgi import Device, client
from tests.web.tables import create_game

FR = Catalogue.load("fr")
PON, SEP, LEV, MER = Seat
HOUSE = HouseList.parse(["+ zblorgueuse mot de la maison", "- volonté trop facile"])


def _lay(seat: Seat, card: str, word: str) -> Lay:
    return Lay(seat, Card.of(card), word)


def _enter(game: BelettreGame, *actions: Action) -> None:
    for action in actions:
        game.enter(game.number, action)


def _sheet(device: Device, path: str) -> str:
    """The page at an address, as a reader sees it."""
    answer = device.get(path)
    assert answer.status_code == 200, answer.text
    return re.sub(r"\s", " ", html.unescape(answer.text))


def _saying(game: BelettreGame, chance: random.Random) -> Action:
    """A random legal action; a card is laid with a word that may be valid, refused, or on the house list."""
    actions = game.partie.legal_actions()
    lays = [action for action in actions if isinstance(action, Lay)]
    if not lays or chance.random() < 0.2:
        return chance.choice([action for action in actions if not isinstance(action, Lay)] or lays)
    action = chance.choice(lays)
    judge = game.partie.judge
    assert isinstance(judge, Judge)
    initial, letters = game.partie.state.manche.pli.constraints(action.card, action.letter)
    found = judge.find(initial or None, letters, limit=9, played=game.partie.history)
    words = [word.spelling for word in found]
    return action.saying(
        chance.choice([*words, *words, *REFUSED_WORDS, "zblorgueuse", "volonté", *game.partie.history])
    )


def _play(game: BelettreGame, chance: random.Random, entries: int) -> None:
    """Play at random, with rulings, undos and overrun clocks."""
    for _ in range(entries):
        if game.partie.over:
            return
        _enter(game, _saying(game, chance))
        last = game.partie.state.last_word
        if chance.random() < 0.1 and last is not None:
            _enter(game, Overrule(not last.valid, "décidé à la table"))
        if chance.random() < 0.1 and game.partie.turn is not None:
            _enter(game, Overtime(game.partie.turn, 42))
        if chance.random() < 0.1:
            game.take_back(game.number)


@pytest.mark.parametrize("seed", range(4))
def test_w10_every_sheet_has_the_verdict_that_the_game_recorded(seed: int, games: GameRegistry, device: Device) -> None:
    """W10: in random games with a house list and rules, every word's sheet shows its recorded verdict and reasons."""
    chance = random.Random(seed)
    rules = [
        HouseRules(),
        HouseRules(min_letters=4, memory="manche"),
        HouseRules(accents="free", nonsense_is_pass=True),
    ]
    house = HOUSE if seed % 2 else None
    code, _ = create_game(games, GameTerms(), rules[seed % 3], house=house, manches=2)
    with games.open_game(code, BelettreTable) as game:
        _play(game, chance, 90)
        judge = Judge(games.lexicon, game.partie.setup.rules, house)
        said = [moment for moment in moments(game.partie) if isinstance(moment.event, WordAccepted | WordRefused)]
        expected = {}
        for moment in said:
            assert isinstance(moment.event, WordAccepted | WordRefused)
            query, verdict = word_question(game, moment), moment.event.verdict
            asked = judge(query.word, initial=query.maj or None, letters=query.min, played=query.words())

            assert asked == verdict
            assert game.find_word(game.word_number(moment.at)) == moment

            expected[game.word_path(moment.at)] = (verdict, moment.rulings)
    assert len(expected) == len(said) > 20
    for path, (verdict, rulings) in expected.items():
        page = _sheet(device, path)

        assert f'class="verdict {"valid" if verdict.valid else "refused"}"' in page
        assert page.count('<p class="rule">') == len(verdict.refusals)
        assert page.count("L'arbitre a tranché") == len(rulings)
        assert ("Liste de la table : 2 mots" in page) is bool(house)


def test_an_address_never_leads_to_another_word(games: GameRegistry, device: Device) -> None:
    """After an undo an address has no page any more, whatever is said next; a word entered again has a new address."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        _enter(game, _lay(PON, "l", "Volonté"), _lay(SEP, "e", "Écoles"))
        first, second = game.word_path(1), game.word_path(2)
        game.take_back(game.number)
    assert "« Volonté » : valide" in _sheet(device, first)
    assert device.get(second).status_code == 404
    assert "annulé ou corrigé" in device.get(second).text

    with games.open_game(code, BelettreTable) as game:
        _enter(game, _lay(SEP, "e", "École"))
        third = game.word_path(2)
    assert device.get(second).status_code == 404
    assert "« École » : valide" in _sheet(device, third)

    with games.open_game(code, BelettreTable) as game:
        game.take_back(game.number)
        game.redo(game.number)
        fourth = game.word_path(2)
    assert device.get(third).status_code == 404
    assert "« École » : valide" in _sheet(device, fourth)

    with games.open_game(code, BelettreTable) as game:
        game.correct(game.number, "Écolier")
        fifth = game.word_path(2)
    assert device.get(fourth).status_code == 404
    assert "« Écolier »" in _sheet(device, fifth)


def test_words_of_one_entry_have_numbers_of_their_own(lexicon: Lexicon, games: GameRegistry) -> None:
    """Two words in one entry have two addresses, which a process that loads the game later finds too."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        _enter(game, _lay(PON, "l", "Volonté"))
        game.enter(1, Overtime(SEP, 40), _lay(SEP, "e", "École"), _lay(LEV, "c", "Raclette"))

        assert [game.word_number(index) for index in (1, 3, 4)] == ["2", "3", "3.2"]

    with GameRegistry(games.store, lexicon, KINDS).open_game(code, BelettreTable) as again:
        moment = again.find_word("3.2")

        assert moment is not None
        assert moment.event == again.partie.log[4]


@pytest.mark.parametrize("number", ["0", "1", "3", "2.2", "2.1", "-2", "x", "2x", "٢", "9" * 80])
def test_no_other_number_has_a_sheet(number: str, games: GameRegistry, device: Device) -> None:
    """A game with one word has one sheet; other numbers are answered with 404."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        _enter(game, _lay(PON, "l", "Volonté"))

    assert device.get(f"/g/{code}/words/2").status_code == 200
    assert device.get(f"/g/{code}/words/{number}").status_code == 404


def test_the_sheet_tells_who_said_the_word_and_what_the_arbiter_decided(games: GameRegistry, device: Device) -> None:
    """The judge's verdict stays, and the arbiter's decision stands above it with its reason."""
    code, _ = create_game(games, GameTerms(), players={SEP: "Bob"})
    with games.open_game(code, BelettreTable) as game:
        _enter(game, _lay(PON, "l", "Volonté"), _lay(SEP, "e", "Écoles"), Overrule(True, "on joue <b>gentiment</b>"))
        path = game.word_path(2)
    page = _sheet(device, path)

    assert "« Écoles » : refusé" in page
    assert "Manche 1, pli 1 : Bob" in page
    assert "L'arbitre a tranché : le mot compte. Motif : on joue <b>gentiment</b>" in page
    assert "<b>gentiment</b>" not in device.get(path).text


def test_the_house_list_decides_on_the_sheet_too(games: GameRegistry, device: Device) -> None:
    """Words of the list have their reason and the list; no link leads to a judge who does not know the list."""
    code, _ = create_game(games, GameTerms(), house=HOUSE)
    with games.open_game(code, BelettreTable) as game:
        _enter(game, _lay(PON, "l", "zblorgueuse"), _lay(SEP, "e", "volonté"), _lay(LEV, "c", "raclète"))
        paths = [game.word_path(index) for index in (1, 2, 3)]
    accepted, refused, unknown = (_sheet(device, path) for path in paths)

    assert "Accepté par la liste de la table : mot de la maison" in accepted
    assert "Refusé par la liste de la table : trop facile" in refused
    assert "- volonté trop facile" in refused
    assert "raclette" in unknown
    assert not any("/verdict?" in page or 'action="/verdict"' in page for page in (accepted, refused, unknown))


def test_t2_words_keep_their_sheets_after_a_swap(games: GameRegistry, device: Device) -> None:
    """T2: after a swap, the felt still leads to the sheet of every word that was said in the pli."""
    code, _ = create_game(games, GameTerms(), before=2, opener=PON)
    with games.open_game(code, BelettreTable) as game:
        _enter(
            game, _lay(PON, "s", "sortie"), _lay(SEP, "o", "bosse"), _lay(LEV, "u", "blouson"), Passe(MER, Card.of("n"))
        )
        _enter(game, Swap(SEP, Card.of("A")))
        if game.partie.awaits == "pick_up":
            _enter(game, PickUp(game.partie.movers()[0]))
        page = page_state(game, Viewer("fr", None, True))["html"]
    addresses = set(re.findall(rf"/g/{code}/words/[\d.]+", page))

    assert len(addresses) == 3
    assert all(device.get(path).status_code == 200 for path in addresses)


def test_a_word_of_another_lexicon_is_shown_as_it_was_judged(games: GameRegistry, device: Device) -> None:
    """The page says so if the game was judged with another lexicon than that of the server."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        _enter(game, _lay(PON, "l", "Volonté"))
        game.journal._begun = game.journal.record().__class__(
            game.partie.setup, game.partie.log, {"edition": "2020.01", "hash": "0" * 64}
        )
    assert "jugé avec un autre lexique (2020.01" in _sheet(device, f"/g/{code}/words/2")


def test_guests_may_read_sheets_and_wrong_codes_have_none(tmp_path: Path) -> None:
    """On a shared server, whoever has the code may read the sheets; a wrong code is answered as everywhere."""
    with client(f"sqlite:///{tmp_path / 'games.sqlite'}", shared=True, address="http://localhost") as device:
        code, _ = create_game(device.services.games, GameTerms())
        with device.services.games.open_game(code, BelettreTable) as game:
            _enter(game, _lay(PON, "l", "Volonté"))

        assert device.get(f"/g/{code}/words/2").status_code == 200
        assert device.get("/g/ZZZZZZZZ/words/2").status_code == 404


def test_sheets_are_limited_like_the_pages_of_the_judge(games: GameRegistry, device: Device) -> None:
    """A sheet takes as long as the judge's own, so that both count towards one limit for each address."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        _enter(game, _lay(PON, "l", "Volonté"))
    for path in (f"/g/{code}/words/2", "/verdict?word=a") * (rate_limit.WORD_DETAILS.amount // 2):
        assert device.get(path).status_code == 200

    assert device.get(f"/g/{code}/words/2").status_code == 429
    assert device.get(f"/g/{code}").status_code == 200
