"""Games of a server: acting in two processes, resuming, undoing, bots; everything through the database."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, text

from belettre_lexicon import HouseList, HouseRules, Lexicon
from belettre_lexicon.cards import Card, Case
from belettre_lexicon.engine import Action, Discard, IllegalActionError, Lay, Overrule, Passe, PickUp
from belettre_lexicon.engine.actions import AnnounceBelettre
from belettre_lexicon.engine.bots.amateur import RandomBot
from belettre_lexicon.engine.history_cache import HistoryCache
from belettre_lexicon.engine.state import PICK_UP
from belettre_lexicon.errors import ArgumentError
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.web.games import bot_driver as players
from belettre_lexicon.web.games import games as tables
from belettre_lexicon.web.games.database import GameStore, StoreError
from belettre_lexicon.web.games.games import (
    CODE_LETTERS,
    PRACTICE,
    Game,
    GameRegistry,
    GameTerms,
    StaleError,
    UnknownGameError,
    code_of,
)
from belettre_lexicon.web.games.snapshot import chronicle, sight
from tests.engine.scripted_games import LEV, MER, PON, SEP

FR = Catalogue.load("fr")
VOLONTE = Lay(PON, Card.of("l"), "Volonté")


@pytest.fixture
def one(url: str, lexicon: Lexicon) -> Iterator[GameRegistry]:
    """The games of one process."""
    some = GameRegistry(GameStore(url), lexicon)
    yield some
    some.store.close()


@pytest.fixture
def other(one: GameRegistry, url: str, lexicon: Lexicon) -> Iterator[GameRegistry]:
    """The same games in another."""
    some = GameRegistry(GameStore(url), lexicon)
    yield some
    some.store.close()


def test_an_entry_is_seen_by_the_other_process(one: GameRegistry, other: GameRegistry) -> None:
    """Both enter by turns; both have the same game with the same words, verdicts and readings."""
    code, _ = one.create(GameTerms(), players={SEP: "Bob"})
    script: list[Action] = [
        VOLONTE,
        Lay(SEP, Card.of("e"), "Écoles"),
        Overrule(True, "bon"),
        Lay(LEV, Card.of("c"), "Raclette"),
    ]
    for number, action in enumerate(script):
        with (one, other)[number % 2].open(code) as game:
            game.enter(number, action)
    with one.open(code) as here, other.open(code) as there:
        assert here.partie.log == there.partie.log and here.number == there.number == 4
        assert here.partie.state.words == ("Volonté", "Écoles", "Raclette")
        assert sight(here, FR, one.lexicon).last == sight(there, FR, one.lexicon).last
        told = [[one.text for one in pli] for chapter in chronicle(there, FR, one.lexicon) for pli in chapter.plis]
        assert "« Volonté » : valide. Nom féminin." in told[0][1]
        assert there.journal.players == {SEP: "Bob"}
        assert told[0][2].startswith("Bob pose la minuscule e.") and told[0][3].endswith("« Écoles » (Bob) : bon")


def test_of_two_devices_one_wins(one: GameRegistry, other: GameRegistry) -> None:
    """Both had seen the same game: the first entry stands, the second is told, and nothing of it is kept."""
    code, _ = one.create(GameTerms())
    with one.open(code) as game:
        game.enter(0, VOLONTE)
    for late in (one, other):
        with late.open(code) as game:
            with pytest.raises(StaleError):
                game.enter(0, Lay(PON, Card.of("k"), "kiosque"))
            with pytest.raises(StaleError):
                game.take_back(0)
            assert game.number == 1 and game.partie.state.words == ("Volonté",)
    assert len(one.store.lines(code)) == 1


def test_of_two_processes_in_the_same_moment_one_wins(
    one: GameRegistry, other: GameRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry that comes between the look and the append: the database refuses, the game is as it was."""
    code, _ = one.create(GameTerms())
    with one.open(code) as game:
        with other.open(code) as there:
            there.enter(0, VOLONTE)
        with pytest.raises(StaleError, match="quicker"):
            game.enter(0, Lay(PON, Card.of("k"), "kiosque"))
        assert game.number == 0 and game.partie.actions_done == 0
    with one.open(code) as game:
        assert game.partie.state.words == ("Volonté",)


def test_many_threads_and_nothing_lost(one: GameRegistry, other: GameRegistry) -> None:
    """Sixteen threads in two processes' tables enter until each has let one entry in: all are in the lines, once."""
    code, _ = one.create(GameTerms())
    kept: list[int] = []

    def enter(who: int) -> None:
        some = (one, other)[who % 2]
        while True:
            try:
                with some.open(code) as game:
                    number = game.number
                    if game.journal.undoable:
                        game.take_back(number)
                    else:
                        game.enter(number, VOLONTE)
                kept.append(number + 1)
                return
            except StaleError:
                continue

    threads = [threading.Thread(target=enter, args=(who,)) for who in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kept) == list(range(1, 17)) == [line.number for line in one.store.lines(code)]
    with one.open(code) as here, other.open(code) as there:
        assert here.journal.check == there.journal.check


def test_a_disk_that_is_full(one: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that the database does not take is not in the game."""

    def fail(*_: object) -> float:
        raise StoreError("disk full")

    code, _ = one.create(GameTerms())
    with one.open(code) as game:
        monkeypatch.setattr(one.store, "append", fail)
        with pytest.raises(StoreError):
            game.enter(0, VOLONTE)
        assert game.number == 0 and not game.partie.state.words


def test_more_games_than_memory_holds(one: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """The least used are read again from the database when they are asked for."""
    monkeypatch.setattr(tables, "IN_MEMORY", 2)
    codes = [one.create(GameTerms(), manches=1)[0] for _ in range(5)]
    for code in codes * 2:
        with one.open(code) as game:
            if not game.number:
                game.enter(0, VOLONTE)
            assert game.number == 1
    assert len(one._games) == 2


def test_a_game_has_an_end_whatever_is_entered(one: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """At MOST_ENTRIES lines, undos included, no more are let in, so that nobody fills the disk; it is still there."""
    monkeypatch.setattr(tables, "MOST_ENTRIES", 3)
    code, _ = one.create(GameTerms())
    with one.open(code) as game:
        game.enter(0, VOLONTE)
        game.take_back(1)
        game.enter(2, VOLONTE)
        with pytest.raises(ArgumentError, match="3 entries"):
            game.take_back(3)
        with pytest.raises(ArgumentError, match="3 entries"):
            game.enter(3, Lay(SEP, Card.of("e"), "école"))
        assert game.number == 3 == len(one.store.lines(code)) and game.partie.turn is SEP


def test_a_game_that_was_deleted(one: GameRegistry, url: str) -> None:
    """Who changes a game whose rows somebody deleted is told that there is none, and not that he was late."""
    code, _ = one.create(GameTerms())
    with one.open(code) as game, create_engine(url).begin() as connection:
        connection.execute(text("DELETE FROM games"))
    with one.open(code) as game:
        with pytest.raises(UnknownGameError, match="deleted"):
            game.enter(0, VOLONTE)
        assert game.number == 0 and game.partie.turn is PON


def test_house_rules_and_words_are_resumed(one: GameRegistry, other: GameRegistry) -> None:
    """The terms of a game go with it: options, own words, deck, a late start."""
    rules, house = HouseRules(plural_only=True), HouseList.parse(["+ volontex chez nous"])
    code, _ = one.create(GameTerms(), rules, house=house, first=2, before=3, opener=LEV, points=(84, 61))
    with other.open(code) as game:
        assert game.partie.setup.rules == rules and game.partie.points == (84, 61)
        game.enter(0, Lay(LEV, Card.of("l"), "Volontex"))
        assert game.partie.state.words == ("Volontex",)
    with pytest.raises(ArgumentError, match="manches"):
        one.create(GameTerms(), manches=9)


def test_codes_and_tokens(one: GameRegistry) -> None:
    """A code is eight consonants, read as people type it; a token opens its own game alone, and is nowhere kept."""
    made = [one.create(GameTerms()) for _ in range(3)]
    for code, token in made:
        assert len(code) == 8 and set(code) <= set(CODE_LETTERS)
        assert code_of(f" {code[:4].lower()}-{code[4:].lower()} ") == code
        with one.open(code) as game:
            assert [game.opened_by(other) for _, other in made] == [other == token for _, other in made]
            assert not game.opened_by("") and not game.opened_by("\ud800")
        kept = one.store.game(code)
        assert kept is not None and token not in "".join(map(str, kept))
    for wrong in ("", "BCDF", "ABCDEFGH", "BCDFGHJKM", "x" * 10_000, "BCDF\0GHJK", "ΒCDFGHJK"):
        with pytest.raises(UnknownGameError):
            code_of(wrong)
    with pytest.raises(UnknownGameError), one.open("ZZZZZZZZ"):
        pass


def practise(some: GameRegistry, seed: int, level: str = "random") -> str:
    terms = GameTerms(PRACTICE, SEP, level)  # type: ignore[arg-type]  # a level by its name
    return some.create(terms, manches=1, seed=seed)[0]


def person(game: Game, chance: random.Random) -> None:
    """What somebody does who plays at random."""
    partie, seat = game.partie, game.seat
    assert seat is not None
    if players.asked(game):
        game.keep_silent()
        return
    view = partie.view(seat)
    bot = RandomBot(partie.judge, chance, HistoryCache(partie.judge.rules))  # type: ignore[arg-type]  # a judge that finds
    game.enter(game.number, bot.choose(view))


@pytest.mark.parametrize("seed", range(4))
def test_a_practice_game_goes_on_in_any_process(one: GameRegistry, other: GameRegistry, seed: int) -> None:
    """Bots move from seed and number alone: played in two processes by turns, or in one, it is the same game."""
    games = []
    for turns in ((one, other), (one, one)):
        code, chance, turn = practise(one, seed), random.Random(seed), 0
        while True:
            turn += 1
            with turns[turn % 2].open(code) as game:
                if game.partie.over:
                    games.append(game.partie.log)
                    break
                if players.asked(game) and turns[0] is not turns[1]:
                    other_game = turns[(turn + 1) % 2]
                    game.keep_silent()
                    with other_game.open(code) as there:
                        there.keep_silent()
                elif not players.move(game):
                    person(game, chance)
    assert games[0] == games[1] and len(games[0]) > 40


def test_undo_in_practice_goes_back_to_the_own_decision(one: GameRegistry) -> None:
    """It takes the bots' moves with it, and the person is to move again as before."""
    code, chance = practise(one, 3), random.Random(5)
    with one.open(code) as game:
        while not game.partie.over:
            while players.move(game):
                pass
            if game.partie.over:
                break
            if players.asked(game):
                game.keep_silent()
                continue
            before = game.partie.log
            assert not players.due(game)
            person(game, chance)
            while players.move(game):
                pass
            assert game.undoable >= 1
            game.take_back(game.number)
            assert game.partie.log == before and not players.due(game)
            person(game, chance)
    with one.open(practise(one, 3)) as fresh:
        while players.move(fresh):
            pass
        with pytest.raises(ArgumentError):
            fresh.take_back(fresh.number)


def test_who_is_asked_for_a_belettre(one: GameRegistry) -> None:
    """S3: bots wait until the person has announced his Belettre or keeps silent; after that nobody asks again."""
    seed = next(seed for seed in range(300) if _asked(one, practise(one, seed)))
    code = practise(one, seed)
    with one.open(code) as game:
        while players.move(game):
            pass
        assert players.asked(game) and not players.due(game)
        shown = sight(game, FR, one.lexicon, SEP)
        assert shown.asked and any(isinstance(action, AnnounceBelettre) for action in shown.actions)
        game.keep_silent()
        assert not players.asked(game) and players.due(game)
        assert not sight(game, FR, one.lexicon).asked


def _asked(some: GameRegistry, code: str) -> bool:
    with some.open(code) as game:
        while players.move(game):
            pass
        return players.asked(game)


def test_the_person_chooses_before_his_partner(one: GameRegistry) -> None:
    """P9: where a team may choose who picks up, its person is asked, not the bot; undo takes the choice back."""
    code = practise(one, 1)
    with one.open(code) as game:
        hand = game.partie.view(PON).hand
        game.enter(0, Passe(PON, next(card for card in hand if card.case is Case.MIN)))
        while game.partie.awaits != PICK_UP:
            moves = [action for action in game.partie.legal_actions() if isinstance(action, Discard)]
            game.enter(game.number, moves[0])
        assert game.seat is SEP and game.partie.movers() == (SEP, MER) and not players.due(game)
        game.enter(game.number, PickUp(MER))
        assert game.partie.turn is MER and players.due(game)
        game.take_back(game.number)
        assert game.partie.awaits == PICK_UP and game.undoable


def test_p7_hidden_cards_are_backs(one: GameRegistry) -> None:
    """In a table of real cards even the arbiter's device shows what was passed as a back, until it is picked up."""
    code, _ = one.create(GameTerms())
    with one.open(code) as game:
        game.enter(0, VOLONTE)
        game.enter(1, Lay(SEP, Card.of("e"), "École"))
        game.enter(2, Passe(LEV, Card.of("k")))
        shown = sight(game, FR, one.lexicon)
        assert shown.table[2].card == "min" and shown.table[2].points is None
        assert "minuscule k" not in str(shown) and "minuscule k" not in str(chronicle(game, FR, one.lexicon))
        assert shown.may_lay == ["maj"] and (shown.initial, shown.letters) == ("", "le")
        with pytest.raises(IllegalActionError):
            game.enter(3, Lay(MER, Card.of("f"), "facile"))
        game.enter(3, Lay(MER, Card.of("F"), "Facile"))
        assert "(l, e, k, F)" in str(chronicle(game, FR, one.lexicon)) and game.partie.turn is MER
