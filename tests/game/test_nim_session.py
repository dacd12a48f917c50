"""A new game is played in the terminal on the session kit: what it says and means are all it has to bring."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from belettre_lexicon.cli.kit.save_file import OpenedJournal, open_saved
from belettre_lexicon.cli.kit.session import KeyboardSession, PlaySession, SeededBot
from belettre_lexicon.referee.catalogue import Catalogue
from tests.game.toy_nim import Corner, Event, Heap, Nim, NimJournal, NimRefusal, Over, Take

N, E, S, W = Corner
#: The messages of the sessions of Nim.
SAY = Catalogue(
    "en",
    {
        "nim.welcome": "You are {seat}.",
        "play.left_game": "Left.",
        "play.nothing_to_undo": "Nothing to undo.",
        "play.undone": "Undone.",
        "nim.most": "1 to {most}.",
        "nim.bad_line": "Line {number} was refused.",
        "savegame.not_kept": "Not kept: {why}.",
    },
)


class OpenNim(Nim):
    """Nim as its players see it: all of it."""

    def view(self, seat: Corner) -> OpenNim:
        """The game as the player in a seat sees it."""
        return self


class Words:
    """What both sessions of Nim say."""

    UNDO_REPLIES = REDO_REPLIES = ("play.nothing_to_undo", "nim.most")

    @staticmethod
    def refusal_text(refusal: NimRefusal, say: Catalogue, /) -> str:
        return f"{refusal.rule}: {refusal.REASONS[refusal.reason][1]}."

    @staticmethod
    def told(events: Iterable[Event]) -> Iterator[str]:
        for event in events:
            if isinstance(event, Take):
                yield f"{event.corner.value} takes {event.matches}."
            if isinstance(event, Over):
                yield f"{event.loser.value} has lost."


class NimTable(Words, KeyboardSession[NimJournal]):
    """A session in which one arbiter types how many matches the players take."""

    def enter(self, line: str) -> bool:
        """Carry out a number, « undo », « redo » or « quit »."""
        if line in ("undo", "redo"):
            return self.undo() if line == "undo" else self.redo()
        self.left = line == "quit"
        return self.left or self.act(Take(self.journal.game.state.turn, int(line)))

    def tell(self, events: Iterable[Event]) -> None:
        self.show_lines(self.told(events))

    def undone_lines(self, events: tuple[Event, ...]) -> Iterator[str]:
        return (f"Undone: {line}" for line in self.told(events))


class NimPlay(Words, PlaySession[NimJournal]):
    """A session in which a person plays against bots."""

    def enter(self, line: str) -> bool:
        """Carry out a number, « undo » or « quit »."""
        if line == "undo":
            return self.undo_decision()
        self.left = line == "quit"
        return not self.left and self.act(Take(self._seat, int(line)))

    def tell(self, events: Iterable[Event]) -> None:
        self.show_lines(self.told(events))

    @staticmethod
    def seat_text(seat: Corner, say: Catalogue, /) -> str:
        return seat.name.capitalize()

    @staticmethod
    def prompt_lines(view: OpenNim, say: Catalogue, /) -> Iterable[str]:
        return ["How many?"]

    def welcome_text(self) -> str:
        return self._say("nim.welcome", seat=self.seat_text(self._seat, self._say))

    def resumed_text(self, path: str) -> str:
        """Return that the game goes on."""
        return path

    def board_lines(self) -> Iterable[str]:
        heap: Heap = self.view.state
        return [f"{heap.left} matches are left."]

    def mover(self) -> Corner | None:
        game = self.journal.game
        return None if game.state.loser is not None else game.state.turn

    def entries_since_decision(self) -> int | None:
        done = [event for event in self.journal.game.log if isinstance(event, Take)]
        return next((back for back, take in enumerate(reversed(done), 1) if take.corner is self._seat), None)


class OneMatch:
    """A bot that takes one match."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, view: OpenNim) -> Take:
        return Take(view.state.turn, 1)


def test_an_arbiter_enters_takes_back_and_enters_again(capsys: pytest.CaptureFixture[str]) -> None:
    """Every accepted line is kept before it is told; a refused one changes nothing and gives its number."""
    journal, kept = NimJournal(OpenNim(6, 2)), list[str]()
    session = NimTable(journal, SAY, kept.append)

    status = session.run_batch(iter(["4", "3", "undo", "undo", "redo", "2", "quit", "1"]), "nim.bad_line")

    assert status == 1
    assert capsys.readouterr().out.splitlines() == [
        "N2: a player takes 1 to 3 matches and leaves at least one.",
        "Line 1 was refused.",
        "N takes 3.",
        "Undone: N takes 3.",
        "Nothing to undo.",
        "Line 4 was refused.",
        "N takes 3.",
        "E takes 2.",
        "N has lost.",
    ]
    assert NimJournal.resume([journal.header, *kept]).game.log == journal.game.log


def test_what_cannot_be_kept_is_not_entered(capsys: pytest.CaptureFixture[str]) -> None:
    """On a full disk the line is refused, and the game stays as it was."""
    journal = NimJournal(OpenNim(6, 2))

    def full(line: str) -> None:
        raise OSError(28, "No space left on device")

    assert not NimTable(journal, SAY, full).enter("2")

    assert capsys.readouterr().out.startswith("Not kept: ")
    assert not journal.game.actions_done


def test_a_person_plays_against_bots(capsys: pytest.CaptureFixture[str]) -> None:
    """The person is asked at their turn, may undo, and leaves or plays to the end."""
    journal = NimJournal(OpenNim(9, 4))
    bots = {seat: SeededBot(journal, 7, seat, OneMatch) for seat in (E, S, W)}
    lines = iter(["9", "2", "undo", "1", "2"])

    NimPlay(journal, bots, N, lines, SAY, lambda line: None).play()

    out = capsys.readouterr().out.splitlines()
    assert out[0] == "You are North."
    assert "N2: a player takes 1 to 3 matches and leaves at least one." in out
    assert out.count("How many?") == 4
    assert "Undone." in out
    assert journal.game.state.loser is not None


def test_a_saved_game_is_resumed(tmp_path: Path) -> None:
    """A game goes on from its file, undos included."""
    path = tmp_path / "nim" / "game.jsonl"

    def opened() -> OpenedJournal[NimJournal]:
        fresh, resume = NimJournal(OpenNim(9, 2)), NimJournal.resume
        return open_saved(fresh, path, resume, new=False, done=lambda journal: journal.game.state.loser is not None)

    first = opened()
    NimTable(first.journal, SAY, first.keep).run(["3", "1", "undo", "quit"])
    first.close()
    second = opened()
    NimTable(second.journal, SAY, second.keep).run(["redo", "3", "1"])
    second.close()
    third = opened()
    third.close()

    assert (first.resumed, second.resumed, third.resumed) == (False, True, False)
    assert second.journal.game.log[1:] == (Take(N, 3), Take(E, 1), Take(N, 3), Take(E, 1), Over(N))
    assert third.aside is not None
