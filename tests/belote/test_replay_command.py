"""``belote replay``: records, journals, shorthand and sheets are told, and results that are not those of the rules."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from copy import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from belettre_lexicon.base.errors import BelettreError
from belettre_lexicon.cli.belote.commands import BeloteReplayCommand
from belettre_lexicon.cli.belote.recorded import format_of, read_game
from belettre_lexicon.cli.belote.replay import narrated_lines, run
from belettre_lexicon.cli.kit.save_file import SaveFile
from belettre_lexicon.cli.kit.terminal import UnusableInputError
from belettre_lexicon.games.belote.actions import Lay
from belettre_lexicon.games.belote.events import AnnoncesJudged, DealEnded, Event, Laid, PliTaken
from belettre_lexicon.games.belote.marque.entries import DealEntry, WriteDeal
from belettre_lexicon.games.belote.marque.marque import Marque, MarqueJournal
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.records import Journal, Record, format_record, record_of
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS, Team
from belettre_lexicon.games.belote.shorthand import write_shorthand
from belettre_lexicon.games.kit.chain import RecordError, next_check
from belettre_lexicon.games.kit.journal import JournalError
from belettre_lexicon.referee.belote import load_belote
from tests.belote.play_scripts import Person, play_session
from tests.belote.typed_options import typed

SUD, EST, NORD, OUEST = SEATS
RULES = BeloteRules(annonces=True, contracts="overcall", deals=3)
PLAYERS = {SUD: "Ana", EST: "Bob", NORD: "Chloé"}


def played(seed: int = 3, rules: BeloteRules = RULES, actions: int = 10_000) -> Journal:
    """A game of random moves, in which « Belote » and « Rebelote » are sometimes not said; some moves are undone."""
    journal, rng = Journal(Partie.new(rules, seed=seed), PLAYERS), random.Random(seed)
    while not journal.partie.over and journal.number < actions:
        action = rng.choice(journal.partie.legal_actions())
        if isinstance(action, Lay) and rng.random() < 0.3:
            action = Lay(action.seat, action.card, says=False)
        with journal.entering(action):
            pass
        if rng.random() < 0.05:
            with journal.taking_back():
                pass
    return journal


def lines_of(seed: int = 3, rules: BeloteRules = RULES) -> tuple[Journal, list[str]]:
    """A game and the lines of its journal."""
    lines: list[str] = []
    journal = Journal(Partie.new(rules, seed=seed), PLAYERS)
    lines.append(journal.header)
    play_session(Person(seed), journal=journal, seed=seed, keep=lines.append)
    return journal, lines


GAME = played()
RECORD = Record(GAME.partie.setup, GAME.partie.log, PLAYERS)


def replay(path: Path, text: str, capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """Replay a text that is in a file; return the output."""
    path.write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert run(typed(BeloteReplayCommand, str(path), *arguments)) == status
    return capsys.readouterr().out


def told(out: str) -> list[str]:
    """The lines about the deals, without what is said before and behind them."""
    lines = out.split("\n")
    start = next(number for number, line in enumerate(lines) if line.startswith("Donne 1"))
    return [line for line in lines[start:] if line and "empreinte" not in line]


def test_a_record_is_told_deal_by_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Prise, hands, one line for each pli and the score are told, with the names of the players."""
    out = replay(tmp_path / "game.jsonl", format_record(RECORD), capsys)
    deals = len(GAME.partie.state.sheet.ended)

    assert out.startswith("Sud : Ana\nEst : Bob\nNord : Chloé\nDonne 1 : ")
    assert out.count("Fin de la donne") == deals == 3
    assert len(re.findall(r"^Pli \d : ", out, re.MULTILINE)) == sum(
        isinstance(event, PliTaken) for event in RECORD.events
    )
    assert all(card in out for event in RECORD.events if isinstance(event, Laid) for card in [event.card.text])
    assert "Premier tour : " in out
    assert "gagne la partie" in out
    assert "Partie intacte. Événements : " in out
    assert "Est " not in out.partition("\n\n")[2].replace("Nord-Sud", "")  # Bob plays there


def test_journal_and_shorthand_are_told_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The three forms of one game are told in the same words; the journal without what was taken back."""
    journal, lines = lines_of()
    record = format_record(journal.record())
    unnamed = format_record(record_of(journal.partie))
    first = told(replay(tmp_path / "a", record, capsys))

    assert told(replay(tmp_path / "b", "\n".join(lines) + "\n", capsys)) == first
    assert told(replay(tmp_path / "c", write_shorthand(journal.partie), capsys)) == told(
        replay(tmp_path / "d", unnamed, capsys)
    )


def test_entries_that_were_taken_back_are_left_out() -> None:
    """An undo or a correction in a journal takes back the entries before it, a redo enters them again."""
    journal = Journal(Partie.new(RULES, seed=3), PLAYERS)
    lines, rng = [journal.header], random.Random(1)
    for number in range(60):
        if journal.undoable > 2 and number % 7 == 0:
            with journal.taking_back(rng.randint(1, 2)) as line:
                lines.append(line)
        elif journal.redoable and number % 7 == 1:
            with journal.redoing() as line:
                lines.append(line)
        elif journal.undoable and number % 7 == 2:
            before = copy(journal.partie)
            before.undo()
            with journal.correcting(rng.choice(before.legal_actions())) as line:
                lines.append(line)
        elif journal.partie.legal_actions():
            with journal.entering(rng.choice(journal.partie.legal_actions())) as line:
                lines.append(line)
    game = read_game("\n".join(lines) + "\n")

    assert game.partie == journal.partie
    assert game.players == PLAYERS
    assert not game.differences


@pytest.mark.parametrize("actions", range(0, 60, 4))
def test_an_unfinished_game_says_what_it_awaits(
    actions: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game may end anywhere; who has to speak, play or claim is said."""
    journal = played(5, actions=actions)
    out = replay(tmp_path / "game.jsonl", format_record(journal.record()), capsys)
    laid = journal.partie.state.pli

    assert "Partie inachevée : à la donne" in out
    if laid:
        assert all(card.text in out.split("\n")[-4] for card in laid)


def test_one_deal_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--deal tells one deal, and refuses a number that the game does not have."""
    text = format_record(RECORD)
    out = replay(tmp_path / "game.jsonl", text, capsys, "--deal", "2")

    assert "Donne 2 : " in out
    assert "Donne 1" not in out
    assert "donne 3" not in out.lower()
    assert out.count("Fin de la donne") == 1
    with pytest.raises(UnusableInputError, match="La partie n'a pas de donne 4 : elle en a 3"):
        run(typed(BeloteReplayCommand, str(tmp_path / "game.jsonl"), "--deal", "4"))


def test_what_should_have_been_played_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --best a line follows for each card of the deal that cost points; without it, none."""
    text = format_record(record_of(played(3, BeloteRules(deals=1)).partie))

    out = replay(tmp_path / "game.jsonl", text, capsys, "--best")

    assert "Que fallait-il jouer ? Toutes cartes ouvertes, donne 1 :" in out
    assert "il fallait" in out or "Rien de mieux à jouer." in out
    assert "fallait" not in replay(tmp_path / "game.jsonl", text, capsys)


def test_json_has_every_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--json describes each deal: hands, plis, result with rule and option for every number."""
    found: dict[str, Any] = json.loads(replay(tmp_path / "game.jsonl", format_record(RECORD), capsys, "--json"))
    ended = [event for event in RECORD.events if isinstance(event, DealEnded)]

    assert found["over"] is True
    assert found["players"] == {"S": "Ana", "E": "Bob", "N": "Chloé"}
    assert found["rules"] == RULES.as_dict()
    assert found["points"] == list(GAME.partie.points)
    assert found["differences"] == []
    assert [deal["number"] for deal in found["deals"]] == [1, 2, 3]
    for deal, end in zip(found["deals"], ended, strict=True):
        result = deal["result"]
        assert result["outcome"] == end.outcome
        assert result["points"] == list(end.points)
        for team, points in zip(("N+S", "E+O"), end.points, strict=True):
            assert sum(line["points"] for line in result["lines"] if line["team"] == team) == points
        if deal["taker"]:
            assert sorted(len(hand) for hand in deal["hands"].values()) == [8] * 4
            assert [len(pli["laid"]) for pli in deal["plis"]] == [4] * 8
    only = json.loads(replay(tmp_path / "game.jsonl", format_record(RECORD), capsys, "--json", "--deal", "2"))
    assert [deal["number"] for deal in only["deals"]] == [2]


def test_shorthand_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--shorthand prints the game in the short notation, which gives the same game again."""
    out = replay(tmp_path / "game.jsonl", format_record(RECORD), capsys, "--shorthand")

    assert read_game(out).partie.log == GAME.partie.log


def rewritten(event_type: type[Event], **changes: object) -> tuple[str, int]:
    """The record with the first event of a type changed and all checks made anew; and the number of its line."""
    events = list(RECORD.events)
    place = next(number for number, event in enumerate(events) if isinstance(event, event_type))
    events[place] = msgspec.structs.replace(events[place], **changes)
    return format_record(msgspec.structs.replace(RECORD, events=tuple(events))), place + 2


def test_results_that_are_not_those_of_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record that says another score than the rules give is told with the right one; the exit status is 1."""
    real = next(event for event in RECORD.events if isinstance(event, DealEnded))
    text, line = rewritten(DealEnded, points=(1, 2))
    out = replay(tmp_path / "game.jsonl", text, capsys, status=1)

    expected = f"Ligne {line}, deal_over : points = [1, 2] dans le fichier ; d'après les règles, {list(real.points)}."
    assert expected in out
    assert "Partie intacte" not in out
    assert told(out)[:-1] == told(replay(tmp_path / "sound.jsonl", format_record(RECORD), capsys))
    found = json.loads(replay(tmp_path / "game.jsonl", text, capsys, "--json", status=1))
    assert found["differences"] == [
        {"line": line, "event": "deal_over", "field": "points", "recorded": [1, 2], "found": list(real.points)}
    ]


def test_a_pli_that_goes_to_another_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """BP10: a record that gives a pli to the wrong seat, or a wrong number of points, is found out."""
    real = next(event for event in RECORD.events if isinstance(event, PliTaken))
    text, line = rewritten(PliTaken, seat=real.seat.next, points=real.points + 1)
    out = replay(tmp_path / "game.jsonl", text, capsys, status=1)

    assert f"Ligne {line}, pli : seat = " in out
    assert f"Ligne {line}, pli : points = {real.points + 1} " in out


def test_a_result_that_is_missing_or_too_much(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An event that the rules give and the record has not, or the other way round, is a difference."""
    events = list(RECORD.events)
    place = next(number for number, event in enumerate(events) if isinstance(event, PliTaken))
    without = msgspec.structs.replace(RECORD, events=tuple(events[:place] + events[place + 1 :]))
    judged = AnnoncesJudged(Team.NS, 20, ())
    more = msgspec.structs.replace(RECORD, events=(*events[: place + 1], judged, *events[place + 1 :]))

    assert "event = None" in replay(tmp_path / "a", format_record(without), capsys, status=1)
    assert "annonces : event = annonces" in replay(tmp_path / "b", format_record(more), capsys, status=1)


def test_a_record_that_stops_after_any_event_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What follows from the last action may be missing at the end; it is told all the same."""
    for length in range(1, 60, 3):
        record = msgspec.structs.replace(RECORD, events=RECORD.events[:length])

        assert "Partie intacte" in replay(tmp_path / "game.jsonl", format_record(record), capsys)


def test_a_journal_with_another_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The score in the journal of a program with other rules is found out as well; the exit status is 1."""
    journal, lines = lines_of()
    entries = [json.loads(line)["did"] for line in lines[1:]]
    place, ended = next(
        (number, event) for number, did in enumerate(entries, 1) for event in did if event["event"] == "deal_over"
    )
    ended["points"] = [7, 7]
    text, check = [lines[0]], json.loads(lines[0])["check"]
    for number, did in enumerate(entries, 2):
        raws = [json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in did]
        check = next_check(check, "\n".join(raws).encode())
        text.append(f'{{"check":"{check}","line":{number},"did":[{",".join(raws)}]}}')
    out = replay(tmp_path / "game.jsonl", "\n".join(text) + "\n", capsys, status=1)

    assert f"Ligne {place + 1}, deal_over : points = [7, 7] " in out
    assert journal.partie.over


def test_an_illegal_move_cannot_be_read(tmp_path: Path) -> None:
    """A record with a card that may not be laid is refused with the line and the rule; that is no answer."""
    events = list(RECORD.events)
    place = next(number for number, event in enumerate(events) if isinstance(event, Laid))
    laid = events[place]
    assert isinstance(laid, Laid)
    other = next(event for event in events[place + 1 :] if isinstance(event, Laid) and event.seat is not laid.seat)
    events[place] = msgspec.structs.replace(laid, card=other.card, said="")
    path = tmp_path / "game.jsonl"
    path.write_text(format_record(msgspec.structs.replace(RECORD, events=tuple(events))), encoding="utf-8")

    with pytest.raises(RecordError, match=f"line {place + 2}: .*BP"):
        run(typed(BeloteReplayCommand, str(path)))


def test_a_line_that_was_being_written_does_not_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Half a line at the end of a journal was never answered; the rest is told."""
    _, lines = lines_of()
    out = replay(tmp_path / "game.jsonl", "\n".join(lines[:9]) + "\n" + lines[9][:30], capsys)

    assert "La dernière ligne du fichier n'est pas finie" in out
    assert "Partie inachevée" in out


def test_a_journal_whose_end_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If the note beside a journal knows of more lines, the exit status is 1."""
    _, lines = lines_of()
    path = tmp_path / "game.jsonl"
    file = SaveFile(path)
    for line in lines:
        file.append(line)
    file.close()
    out = replay(path, "\n".join(lines[:9]) + "\n", capsys, status=1)

    assert "La fin de la partie manque" in out
    assert json.loads(replay(path, "\n".join(lines[:9]) + "\n", capsys, "--json", status=1))["end_missing"] is True


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """« - » reads the game from a pipe."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(format_record(RECORD).encode())))

    assert run(typed(BeloteReplayCommand, "-", "--lang", "en")) == 0
    assert "The game is sound." in capsys.readouterr().out


def test_a_sheet_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The journal of a score sheet is told as it was entered, then the sheet is shown."""
    journal = MarqueJournal(Marque.new())
    lines = [journal.header]
    with journal.entering(WriteDeal(DealEntry(Team.NS, 92))) as line:
        lines.append(line)
    text = "\n".join(lines) + "\n"
    out = replay(tmp_path / "marque.jsonl", text, capsys)

    assert format_of(text) == "marque"
    assert "92" in out
    assert json.loads(replay(tmp_path / "marque.jsonl", text, capsys, "--json"))["totals"] == [92, 70]
    with pytest.raises(UnusableInputError, match="--deal et --shorthand"):
        run(typed(BeloteReplayCommand, str(tmp_path / "marque.jsonl"), "--deal", "1"))


def test_the_story_has_no_gaps() -> None:
    """Every event of games at several tables is told, in both languages."""
    for language in ("fr", "en"):
        say = load_belote(language)
        for seed, rules in enumerate((BeloteRules(target=100), RULES, BeloteRules(contracts="ladder", deals=2))):
            partie = played(seed, rules).partie
            lines = list(narrated_lines(partie, say))

            assert sum(line == "" for line in lines) == partie.state.donne.dealt.number - 1
            assert len([line for line in lines if line.startswith("  ")]) % 4 == 0
            told_lines = "\n".join(lines)
            assert all(event.said.capitalize() in told_lines for event in partie.log if isinstance(event, Laid))


def test_damaged_files_are_errors_of_one_line() -> None:
    """A record or journal that is changed anywhere is refused, with the line, or is read as the same game."""
    _, lines = lines_of(4, BeloteRules(deals=1))
    rng = random.Random(8)
    for text in (format_record(RECORD), "\n".join(lines) + "\n", write_shorthand(GAME.partie)):
        whole = read_game(text).partie
        for _ in range(60):
            place = rng.randrange(len(text))
            damaged = text[:place] + rng.choice('0aé"}\n{') * rng.randrange(2) + text[place + rng.randrange(1, 9) :]
            try:
                game = read_game(damaged)
            except BelettreError as error:
                assert "\n" not in str(error).replace("\\n", "")
            else:
                assert game.partie.setup.rules == whole.setup.rules


@pytest.mark.parametrize("text", ["", "\n", "{", "{}", '{"header":{"kind":3}}', "[" * 100_000, '{"header":' * 9_000])
def test_other_texts_are_errors(text: str) -> None:
    """Whatever a file contains, reading it ends with an error of this package."""
    with pytest.raises(BelettreError):
        read_game(text)


def test_journal_errors_name_the_line() -> None:
    """An undo of more entries than there are, and JSON that is no event, are refused with their lines."""
    journal = Journal(Partie.new(RULES, seed=3))
    header = journal.header
    check = next_check(json.loads(header)["check"], b"undid 1")
    undone = f'{{"check":"{check}","line":2,"undid":1}}'
    raw = '{"event":"nothing"}'
    unknown = f'{{"check":"{next_check(json.loads(header)["check"], raw.encode())}","line":2,"did":[{raw}]}}'

    for line in (undone, unknown):
        with pytest.raises(JournalError, match="journal, line 2: "):
            read_game(f"{header}\n{line}\n")
