"""The registry of games: two processes, loading, undo, and bots, all through the database."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, text

from belettre_lexicon import HouseList, HouseRules, Lexicon
from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.engine import Action, Discard, IllegalActionError, Lay, Overrule, Passe, PickUp
from belettre_lexicon.french.cards import Card, Case
from belettre_lexicon.games.belettre.actions import AnnounceBelettre
from belettre_lexicon.games.belettre.bots.amateur import AmateurBot
from belettre_lexicon.games.belettre.partie import HistoryCache
from belettre_lexicon.games.belettre.state import PICK_UP
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.game import PRACTICE, BelettreGame, GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.kinds.belettre.snapshot import game_history, take_snapshot
from belettre_lexicon.web.store.database import GameStore, StoreError
from belettre_lexicon.web.tables import loaded_game, registry
from belettre_lexicon.web.tables.loaded_game import StaleError, UnknownGameError, Viewer
from belettre_lexicon.web.tables.registry import CODE_LETTERS, GameRegistry, parse_code
from tests.engine.scripted_games import LEV, MER, PON, SEP
from tests.web.tables import create_game

FR = Catalogue.load("fr")
VOLONTE = Lay(PON, Card.of("l"), "Volonté")


@pytest.fixture
def first(url: str, lexicon: Lexicon) -> Iterator[GameRegistry]:
    """The registry of one process."""
    games = GameRegistry(GameStore(url), lexicon, KINDS)
    yield games
    games.store.close()


@pytest.fixture
def second(first: GameRegistry, url: str, lexicon: Lexicon) -> Iterator[GameRegistry]:
    """The registry of another process on the same database."""
    games = GameRegistry(GameStore(url), lexicon, KINDS)
    yield games
    games.store.close()


def test_an_entry_is_seen_by_the_other_process(first: GameRegistry, second: GameRegistry) -> None:
    """Two processes enter by turns: both have the same events, words and readings."""
    code, _ = create_game(first, GameTerms(), players={SEP: "Bob"})
    script: list[Action] = [
        VOLONTE,
        Lay(SEP, Card.of("e"), "Écoles"),
        Overrule(True, "bon"),
        Lay(LEV, Card.of("c"), "Raclette"),
    ]
    for number, action in enumerate(script):
        with (first, second)[number % 2].open_game(code, BelettreTable) as game:
            game.enter(number, action)
    with first.open_game(code, BelettreTable) as here, second.open_game(code, BelettreTable) as there:
        assert here.partie.log == there.partie.log
        assert here.number == there.number == 4
        assert here.partie.state.words == ("Volonté", "Écoles", "Raclette")
        assert take_snapshot(here, Viewer("fr")).last == take_snapshot(there, Viewer("fr")).last

        texts = [[event.text for event in pli] for manche in game_history(there, Viewer("fr")) for pli in manche.plis]

        assert "« Volonté » : valide. Nom féminin." in texts[0][1]
        assert there.journal.players == {SEP: "Bob"}
        assert texts[0][2].startswith("Bob pose la minuscule e.")
        assert texts[0][3].endswith("« Écoles » (Bob) : bon")


def test_an_entry_with_an_old_number_is_refused(first: GameRegistry, second: GameRegistry) -> None:
    """Two devices have seen the same state: the first entry stands, the second gets StaleError and is not stored."""
    code, _ = create_game(first, GameTerms())
    with first.open_game(code, BelettreTable) as game:
        game.enter(0, VOLONTE)
    for late in (first, second):
        with late.open_game(code, BelettreTable) as game:
            with pytest.raises(StaleError):
                game.enter(0, Lay(PON, Card.of("k"), "kiosque"))
            with pytest.raises(StaleError):
                game.take_back(0)
            assert game.number == 1
            assert game.partie.state.words == ("Volonté",)

    assert len(first.store.load_lines(code)) == 1


def test_of_two_processes_one_is_accepted(
    first: GameRegistry, second: GameRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If another process stores an entry first, StaleError is raised and the game is unchanged."""
    code, _ = create_game(first, GameTerms())
    with first.open_game(code, BelettreTable) as game:
        with second.open_game(code, BelettreTable) as there:
            there.enter(0, VOLONTE)

        with pytest.raises(StaleError, match="quicker"):
            game.enter(0, Lay(PON, Card.of("k"), "kiosque"))
        assert game.number == 0
        assert game.partie.actions_done == 0
    with first.open_game(code, BelettreTable) as game:
        assert game.partie.state.words == ("Volonté",)


def test_entries_of_many_threads_are_all_stored_once(first: GameRegistry, second: GameRegistry) -> None:
    """Sixteen threads in two processes enter until each has succeeded once: the lines are numbered without gaps."""
    code, _ = create_game(first, GameTerms())
    stored: list[int] = []

    def enter(who: int) -> None:
        games = (first, second)[who % 2]
        while True:
            try:
                with games.open_game(code, BelettreTable) as game:
                    number = game.number
                    if game.journal.undoable:
                        game.take_back(number)
                    else:
                        game.enter(number, VOLONTE)
                stored.append(number + 1)
                return
            except StaleError:
                continue

    threads = [threading.Thread(target=enter, args=(who,)) for who in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(stored) == list(range(1, 17)) == [line.number for line in first.store.load_lines(code)]

    with first.open_game(code, BelettreTable) as here, second.open_game(code, BelettreTable) as there:
        assert here.journal.check == there.journal.check


def test_an_entry_that_cannot_be_stored_is_not_made(first: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the database fails, the entry is not in the game."""

    def fail(*_: object) -> float:
        raise StoreError("disk full")

    code, _ = create_game(first, GameTerms())
    with first.open_game(code, BelettreTable) as game:
        monkeypatch.setattr(first.store, "append_line", fail)

        with pytest.raises(StoreError):
            game.enter(0, VOLONTE)
        assert game.number == 0
        assert not game.partie.state.words


def test_least_used_games_are_dropped_from_memory(first: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games dropped from memory are loaded again when they are needed."""
    monkeypatch.setattr(registry, "MAX_LOADED_GAMES", 2)
    codes = [create_game(first, GameTerms(), manches=1)[0] for _ in range(5)]
    for code in codes * 2:
        with first.open_game(code, BelettreTable) as game:
            if not game.number:
                game.enter(0, VOLONTE)
            assert game.number == 1

    assert len(first._games) == 2


def test_the_number_of_entries_is_limited(first: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """At MAX_ENTRIES lines, undos included, further changes are refused; the game can still be viewed."""
    monkeypatch.setattr(loaded_game, "MAX_ENTRIES", 3)
    code, _ = create_game(first, GameTerms())
    with first.open_game(code, BelettreTable) as game:
        game.enter(0, VOLONTE)
        game.take_back(1)
        game.enter(2, VOLONTE)

        with pytest.raises(ArgumentError, match="3 entries"):
            game.take_back(3)
        with pytest.raises(ArgumentError, match="3 entries"):
            game.enter(3, Lay(SEP, Card.of("e"), "école"))
        assert game.number == 3 == len(first.store.load_lines(code))
        assert game.partie.turn is SEP


def test_changing_a_deleted_game_is_refused(first: GameRegistry, url: str) -> None:
    """Changing a game whose rows were deleted raises UnknownGameError, not StaleError."""
    code, _ = create_game(first, GameTerms())
    with first.open_game(code, BelettreTable) as game, create_engine(url).begin() as connection:
        connection.execute(text("DELETE FROM games"))
    with first.open_game(code, BelettreTable) as game:
        with pytest.raises(UnknownGameError, match="deleted"):
            game.enter(0, VOLONTE)
        assert game.number == 0
        assert game.partie.turn is PON


def test_house_rules_and_words_are_resumed(first: GameRegistry, second: GameRegistry) -> None:
    """House rules, the table's words and a late start are loaded with the game."""
    rules, house = HouseRules(plural_only=True), HouseList.parse(["+ volontex chez nous"])
    code, _ = create_game(first, GameTerms(), rules, house=house, first=2, before=3, opener=LEV, points=(84, 61))
    with second.open_game(code, BelettreTable) as game:
        assert game.partie.setup.rules == rules
        assert game.partie.points == (84, 61)

        game.enter(0, Lay(LEV, Card.of("l"), "Volontex"))

        assert game.partie.state.words == ("Volontex",)

    with pytest.raises(ArgumentError, match="manches"):
        create_game(first, GameTerms(), manches=9)


def test_codes_and_tokens(first: GameRegistry) -> None:
    """Codes are read in any spelling; a token is valid for its own game only and is not stored."""
    made = [create_game(first, GameTerms()) for _ in range(3)]
    for code, token in made:
        assert len(code) == 8
        assert set(code) <= set(CODE_LETTERS)
        assert parse_code(f" {code[:4].lower()}-{code[4:].lower()} ") == code

        with first.open_game(code, BelettreTable) as game:
            assert [game.accepts_token(candidate) for _, candidate in made] == [
                candidate == token for _, candidate in made
            ]
            assert not game.accepts_token("")
            assert not game.accepts_token("\ud800")
        stored_game = first.store.load_game(code)

        assert stored_game is not None
        assert token not in "".join(map(str, stored_game))
    for wrong in ("", "BCDF", "ABCDEFGH", "BCDFGHJKM", "x" * 10_000, "BCDF\0GHJK", "ΒCDFGHJK"):
        with pytest.raises(UnknownGameError):
            parse_code(wrong)

    with pytest.raises(UnknownGameError), first.open_game("ZZZZZZZZ", BelettreTable):
        pass


def test_a_new_token_replaces_the_old_one_in_every_process(first: GameRegistry, second: GameRegistry) -> None:
    """The old token allows nothing any more, here or in another process, and the game goes on with the new one."""
    code, old = create_game(first, GameTerms())
    with second.open_game(code, BelettreTable) as there:
        assert there.accepts_token(old)

    with first.open_game(code, BelettreTable) as game:
        new = game.new_token()

        assert (game.accepts_token(old), game.accepts_token(new)) == (False, True)

        game.enter(0, VOLONTE)
    with second.open_game(code, BelettreTable) as there:
        assert (there.accepts_token(old), there.accepts_token(new), there.number) == (False, True, 1)

    stored = first.store.load_game(code)

    assert stored is not None
    assert new not in "".join(map(str, stored))


def test_of_two_processes_that_replace_a_token_one_succeeds(first: GameRegistry, second: GameRegistry) -> None:
    """The other gets StaleError, and its process knows the token that counts."""
    code, _ = create_game(first, GameTerms())
    with first.open_game(code, BelettreTable) as here, second.open_game(code, BelettreTable) as there:
        token = here.new_token()
        with pytest.raises(StaleError):
            there.new_token()

        assert there.accepts_token(token)


def practise(games: GameRegistry, seed: int, level: str = "random") -> str:
    """Create a practice game and return its code."""
    terms = GameTerms(PRACTICE, SEP, level)  # type: ignore[arg-type]  # a str, for brevity
    return create_game(games, terms, manches=1, seed=seed)[0]


def act_for_person(game: BelettreGame, chance: random.Random) -> None:
    """Make a random decision for the person."""
    partie, seat = game.partie, game.seat
    assert seat is not None
    if game.asked:
        game.keep_silent()
        return
    view = partie.view(seat)
    bot = AmateurBot(partie.judge, chance, HistoryCache(partie.judge.rules))  # type: ignore[arg-type]  # the judge can find words
    game.enter(game.number, bot.choose(view))


@pytest.mark.parametrize("seed", range(4))
def test_a_practice_game_is_the_same_in_any_process(first: GameRegistry, second: GameRegistry, seed: int) -> None:
    """Bots depend on seed and entry number only: two processes by turns play the same game as one."""
    games = []
    for turns in ((first, second), (first, first)):
        code, chance, turn = practise(first, seed), random.Random(seed), 0
        while True:
            turn += 1
            with turns[turn % 2].open_game(code, BelettreTable) as game:
                if game.partie.over:
                    games.append(game.partie.log)
                    break
                if game.asked and turns[0] is not turns[1]:
                    other_game = turns[(turn + 1) % 2]
                    game.keep_silent()
                    with other_game.open_game(code, BelettreTable) as there:
                        there.keep_silent()
                elif not game.advance():
                    act_for_person(game, chance)

    assert games[0] == games[1]
    assert len(games[0]) > 40


def test_undo_in_practice_goes_back_to_the_last_decision(first: GameRegistry) -> None:
    """Undo also removes the bots' moves, and the person decides again in the same state."""
    code, chance = practise(first, 3), random.Random(5)
    with first.open_game(code, BelettreTable) as game:
        while not game.partie.over:
            while game.advance():
                pass
            if game.partie.over:
                break
            if game.asked:
                game.keep_silent()
                continue
            before = game.partie.log
            assert not game.due
            act_for_person(game, chance)
            while game.advance():
                pass
            assert game.undoable >= 1
            game.take_back(game.number)
            assert game.partie.log == before
            assert not game.due
            act_for_person(game, chance)
    with first.open_game(practise(first, 3), BelettreTable) as fresh:
        while fresh.advance():
            pass
        with pytest.raises(ArgumentError):
            fresh.take_back(fresh.number)


def test_s3_bots_wait_for_an_announcement(first: GameRegistry) -> None:
    """S3: bots wait until the person has announced a Belettre or declined; after that they do not wait again."""
    seed = next(seed for seed in range(300) if _asked(first, practise(first, seed)))
    code = practise(first, seed)
    with first.open_game(code, BelettreTable) as game:
        while game.advance():
            pass

        assert game.asked
        assert not game.due

        snapshot = take_snapshot(game, Viewer("fr", SEP))

        assert snapshot.asked
        assert any(isinstance(action, AnnounceBelettre) for action in snapshot.actions)

        game.keep_silent()

        assert not game.asked
        assert game.due
        assert not take_snapshot(game, Viewer("fr")).asked


def _asked(games: GameRegistry, code: str) -> bool:
    """Whether the person is asked about a Belettre after the bots' first moves."""
    with games.open_game(code, BelettreTable) as game:
        while game.advance():
            pass
        return game.asked


def test_p9_the_person_chooses_before_their_partner(first: GameRegistry) -> None:
    """P9: if a team may choose who picks up, its person decides, not the bot; undo takes the choice back."""
    code = practise(first, 1)
    with first.open_game(code, BelettreTable) as game:
        hand = game.partie.view(PON).hand
        game.enter(0, Passe(PON, next(card for card in hand if card.case is Case.MIN)))
        while game.partie.awaits != PICK_UP:
            moves = [action for action in game.partie.legal_actions() if isinstance(action, Discard)]
            game.enter(game.number, moves[0])

        assert game.seat is SEP
        assert game.partie.movers() == (SEP, MER)
        assert not game.due

        game.enter(game.number, PickUp(MER))

        assert game.partie.turn is MER
        assert game.due

        game.take_back(game.number)

        assert game.partie.awaits == PICK_UP
        assert game.undoable


def test_p7_hidden_cards_are_backs(first: GameRegistry) -> None:
    """P7: even the arbiter's device shows a passed card as a back until the pli is picked up."""
    code, _ = create_game(first, GameTerms())
    with first.open_game(code, BelettreTable) as game:
        game.enter(0, VOLONTE)
        game.enter(1, Lay(SEP, Card.of("e"), "École"))
        game.enter(2, Passe(LEV, Card.of("k")))
        snapshot = take_snapshot(game, Viewer("fr"))

        assert snapshot.table[2].card == "min"
        assert snapshot.table[2].points is None
        assert "minuscule k" not in str(snapshot)
        assert "minuscule k" not in str(game_history(game, Viewer("fr")))
        assert snapshot.may_lay == ["maj"]
        assert (snapshot.initial, snapshot.letters) == ("", "le")
        with pytest.raises(IllegalActionError):
            game.enter(3, Lay(MER, Card.of("f"), "facile"))

        game.enter(3, Lay(MER, Card.of("F"), "Facile"))

        assert "(l, e, k, F)" in str(game_history(game, Viewer("fr")))
        assert game.partie.turn is MER
