"""The registry of games at its edges: times, codes that are taken, games that are not found."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator

import pytest

from belettre_lexicon import Lexicon
from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre.actions import Lay
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.game import GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.store.database import ConflictError, GameStore, StoreError
from belettre_lexicon.web.tables import loaded_game, registry
from belettre_lexicon.web.tables.loaded_game import UnknownGameError
from belettre_lexicon.web.tables.registry import CODE_LETTERS, GameRegistry, parse_code
from tests.engine.scripted_games import PON
from tests.web.tables import create_game

VOLONTE = Lay(PON, Card.of("l"), "Volonté")
CODE = "BCDFGHJK"


@pytest.fixture
def games(lexicon: Lexicon) -> Iterator[GameRegistry]:
    """A registry on a database in memory."""
    games = GameRegistry(GameStore("sqlite://"), lexicon, KINDS)
    yield games
    games.store.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """The time that the registry and its database see: the only number in the list."""
    now = [1_000_000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    yield now


def test_elapsed_is_the_time_since_the_last_entry(games: GameRegistry, clock: list[float]) -> None:
    """It is counted in seconds rounded to a tenth, but not before the first card: nobody can be late then (P13)."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        assert game.elapsed == 0.0
        clock[0] += 61.26
        assert game.elapsed == 0.0

        game.enter(0, VOLONTE)

        assert game.elapsed == 0.0
        clock[0] += 5.06
        assert game.elapsed == 5.1

        game.take_back(1)

        assert game.elapsed == 0.0


def test_elapsed_is_never_negative(games: GameRegistry, clock: list[float]) -> None:
    """If another machine's clock is ahead, no time has elapsed."""
    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        clock[0] -= 3600

        assert game.elapsed == 0.0


def test_elapsed_survives_the_loading_of_a_game(
    games: GameRegistry, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that was dropped from memory has the times of its creation and of its last entry."""
    code, _ = create_game(games, GameTerms())
    clock[0] += 10
    with games.open_game(code, BelettreTable) as game:
        game.enter(0, VOLONTE)
        created = game.created
    games._games.clear()
    clock[0] += 7
    with games.open_game(code, BelettreTable) as game:
        assert game.elapsed == 7.0
        assert game.created == created == 1_000_000.0

    untouched, _ = create_game(games, GameTerms())
    games._games.clear()
    clock[0] += 4
    with games.open_game(untouched, BelettreTable) as game:
        assert game.elapsed == 0.0


def draw(monkeypatch: pytest.MonkeyPatch, *codes: str) -> None:
    """Make the registry draw these codes, one after the other; a further draw fails."""
    letters = iter("".join(codes))
    monkeypatch.setattr(secrets, "choice", lambda _: next(letters))


def test_a_code_that_is_taken_is_drawn_again(games: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the database has a game with the code, another code is drawn, and the first game stays as it is."""
    other = CODE[::-1]
    draw(monkeypatch, CODE, CODE, CODE, other)

    first, second = create_game(games, GameTerms())[0], create_game(games, GameTerms())[0]

    assert (first, second) == (CODE, other)


def test_a_free_code_is_drawn_once(games: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes are drawn from all letters of codes, and the first free one is used."""
    seen: list[str] = []
    monkeypatch.setattr(secrets, "choice", lambda letters: seen.append(letters) or CODE[len(seen) - 1])  # type: ignore[func-returns-value]  # None or a letter

    assert create_game(games, GameTerms())[0] == CODE
    assert seen == [CODE_LETTERS] * 8


def test_a_database_that_takes_no_code_is_an_error(games: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """If every code is taken, something is wrong: after twenty draws StoreError is raised, and nothing hangs."""
    draw(monkeypatch, *[CODE] * 21)
    assert create_game(games, GameTerms())[0] == CODE

    with pytest.raises(StoreError, match="20 codes were drawn, and the database took none"):
        create_game(games, GameTerms())


def test_other_failures_of_the_database_are_not_taken_for_a_taken_code(
    games: GameRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a conflict leads to another draw; any other error reaches the caller at once."""

    def fail(*_: object, **__: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(games.store, "create_game", fail)

    with pytest.raises(OSError, match="disk full"):
        create_game(games, GameTerms())


def test_a_conflict_in_a_game_that_exists_is_stale(games: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that another process was quicker with is stale; in a deleted game it is unknown."""

    def conflict(*_: object) -> float:
        raise ConflictError("taken")

    code, _ = create_game(games, GameTerms())
    with games.open_game(code, BelettreTable) as game:
        monkeypatch.setattr(games.store, "append_line", conflict)
        with pytest.raises(loaded_game.StaleError, match="quicker"):
            game.enter(0, VOLONTE)

        monkeypatch.setattr(games.store, "load_game", lambda code: None)
        with pytest.raises(UnknownGameError, match="deleted"):
            game.enter(0, VOLONTE)


def test_the_games_used_last_stay_in_memory(games: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """The least recently opened game leaves memory first, and exactly MAX_LOADED_GAMES stay."""
    monkeypatch.setattr(registry, "MAX_LOADED_GAMES", 2)
    first, second, third = (create_game(games, GameTerms())[0] for _ in range(3))
    for code in (first, second, first, third):
        with games.open_game(code, BelettreTable):
            pass

    assert [games.is_loaded(code) for code in (first, second, third)] == [True, False, True]


def test_games_that_nobody_opens_leave_memory_sooner(games: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond MAX_IDLE_GAMES, only games that were opened lately stay: those of a tournament, and no longer."""
    monkeypatch.setattr(registry, "MAX_IDLE_GAMES", 1)
    codes = [create_game(games, GameTerms())[0] for _ in range(4)]
    for code in codes[:3]:
        with games.open_game(code, BelettreTable):
            pass
    assert all(games.is_loaded(code) for code in codes[:3])

    for code in codes[:2]:
        games._games[code].opened_at -= registry.IDLE_SECONDS + 1
    with games.open_game(codes[3], BelettreTable):
        pass

    assert [games.is_loaded(code) for code in codes] == [False, False, True, True]


@pytest.mark.parametrize("text", ["B C D F G H J K ", "  bcdf - ghjk  ", "bcdf-ghjk"])
def test_a_code_is_read_up_to_twice_its_length(text: str) -> None:
    """Spaces and hyphens may double the length of a code, and no more is read."""
    assert len(text) <= 16
    assert parse_code(text) == CODE
    with pytest.raises(UnknownGameError):
        parse_code(text.ljust(17))
