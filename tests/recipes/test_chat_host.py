"""The chat bot of the cookbook: four players, a whole game, and no hidden card told to anybody else."""

from __future__ import annotations

import io
import random
import re

import pytest
from msgspec.structs import replace

from belettre_lexicon import Card, Judge, Partie, Seat
from belettre_lexicon.engine import SEATS, Action, AnnounceBelettre, Discarded, Lay, Passed, PickUp, Swapped
from belettre_lexicon.engine.bots import AmateurBot, FuzzerBot
from belettre_lexicon.referee import Catalogue, card_text
from recipes.chat_host import HELP, MOST_TEXT, Host, Message, chat, main

PLAYERS = ["Ana", "Bo", "Chloé", "Dan"]


def begun(judge: Judge, seed: int, manches: int = 1) -> Host:
    """Return a host at whose table four players have taken their seats."""
    host = Host(judge, random.Random(seed), manches)
    for player in PLAYERS:
        host.receive(player, "je joue")
    return host


def partie_of(host: Host) -> Partie:
    """Return the game of a host that has begun."""
    assert host.partie is not None
    return host.partie


def written(action: Action) -> str:
    """Return what a player writes to the bot for an action."""
    if isinstance(action, AnnounceBelettre):
        return "belettre"
    if isinstance(action, PickUp):
        return f"ramasse {PLAYERS[action.seat.index]}"
    if isinstance(action, Lay) and not action.silent:
        return f"{action.card}{'=' * bool(action.letter)}{action.letter} {action.word}"
    return action.card.text  # type: ignore[union-attr]  # every other action has a card


def told(messages: list[Message], player: str) -> str:
    """Return what one player was told."""
    return "\n".join(message.text for message in messages if message.player == player)


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_is_played_in_the_chat(judge: Judge, seed: int) -> None:
    """What bots write is understood as the action that they chose, up to the end, with every rule of the game."""
    host = begun(judge, seed)
    partie = partie_of(host)
    bot = (FuzzerBot if seed % 2 == 1 else AmateurBot)(judge, random.Random(seed))

    while not partie.over:
        seat = partie.acting_seats()[0]
        before = len(partie.log)
        action = bot.choose(partie.view(seat))
        messages = host.receive(PLAYERS[seat.index], written(action))

        assert len(partie.log) > before, (action, messages)
        assert [message.player for message in messages] == PLAYERS

    assert "finie" in host.receive("Ana", "a école")[0].text


@pytest.mark.parametrize("seed", range(8))
def test_a_hidden_card_is_told_to_its_player_alone(judge: Judge, seed: int) -> None:
    """Two games that differ only in the hidden cards of two players tell the other two the same, until the pick-up."""
    one, other = begun(judge, seed), begun(judge, seed)
    setup = partie_of(other).setup
    deal = setup.deals[0]
    north, south = Seat.SEPTENTRIONAL, Seat.MERIDIONAL
    hands = list(deal.hands)
    hands[north.index], hands[south.index] = hands[south.index], hands[north.index]
    other.partie = Partie(judge, replace(setup, deals=(replace(deal, hands=tuple(hands)),)))
    opening = partie_of(one).view(Seat.PONANTAIS).hand[-1].text
    messages: dict[Host, list[Message]] = {}
    hidden: dict[Host, Card] = {}

    for host in (one, other):
        partie = partie_of(host)
        others = partie.view(south).hand
        hidden[host] = next(card for card in partie.view(north).hand if card.text.islower() and card not in others)
        own = host.receive("Bo", "main")
        after = host.receive("Ana", f"{opening} " + judge.find(None, opening, limit=1)[0].spelling)
        face_down = host.receive("Bo", hidden[host].text)
        refused = host.receive("Dan", hidden[host].text) + host.receive("Dan", "main")
        messages[host] = own + after + face_down + refused
        assert f"la minuscule {hidden[host]}" in told(face_down, "Bo")

    assert hidden[one] is not hidden[other]
    assert told(messages[one], "Bo") != told(messages[other], "Bo")
    for player in ("Ana", "Chloé"):
        assert told(messages[one], player) == told(messages[other], player)
        assert "une minuscule" in told(messages[one], player)


@pytest.mark.parametrize("seed", range(12))
def test_no_other_player_reads_the_name_of_a_hidden_card(judge: Judge, seed: int) -> None:
    """In games with passes, traps and swaps, the card of each is named to its player, and to nobody else."""
    host = begun(judge, seed)
    partie = partie_of(host)
    bot = FuzzerBot(judge, random.Random(seed))
    hidden = 0

    while not partie.over:
        seat = partie.acting_seats()[0]
        action = bot.choose(partie.view(seat))
        before = len(partie.log)
        messages = host.receive(PLAYERS[seat.index], written(action))
        event = partie.log[before]
        if isinstance(event, Passed | Discarded | Swapped):
            name = card_text(event.card, Catalogue.load("fr"))
            hidden += 1
            first_lines = {message.player: message.text.partition("\n")[0] for message in messages}
            readers = [player for player, line in first_lines.items() if re.search(rf"{name}\b", line)]
            assert readers == [PLAYERS[seat.index]]

    assert hidden > 5


def test_the_program_reads_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Input in another encoding ends the program with status 2 and a message, an empty one with status 0."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Ana: caf\xe9\n"), encoding="utf-8"))
    assert main([]) == 2
    assert capsys.readouterr().err.startswith("chat_host: 'utf-8' codec")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["--seed", "1"]) == 0


def test_a_hand_is_told_to_its_player_alone(judge: Judge) -> None:
    """In a whole game, a message has no hand but that of the player to whom it goes."""
    host = begun(judge, 3)
    partie = partie_of(host)
    bot = AmateurBot(judge, random.Random(3))
    shown = 0

    while not partie.over:
        seat = partie.acting_seats()[0]
        for message in host.receive(PLAYERS[seat.index], written(bot.choose(partie.view(seat)))):
            hand = [card.text for card in partie.view(SEATS[PLAYERS.index(message.player)]).hand]
            for line in re.findall(r"^Votre main : (.*)$", message.text, re.MULTILINE):
                shown += 1
                assert line.split() == hand

    assert shown >= 31


def test_a_question_without_a_move_is_answered_to_its_player_alone(judge: Judge) -> None:
    """Text that is no action, a card of another hand, a move out of turn: one player reads why, nothing happens."""
    host = begun(judge, 7)
    partie = partie_of(host)
    log = partie.log

    assert host.receive("Ana", "bonjour à tous") == [Message("Ana", HELP)]
    assert host.receive("Ana", "") == [Message("Ana", HELP)]
    assert host.receive("Bo", "ramasse Bo") == [Message("Bo", "C'est une carte que l'on attend.")]
    assert [message.player for message in host.receive("Ana", "x taxi")] == ["Ana"]
    assert "doit attendre" in host.receive("Dan", "a")[0].text
    assert "trop long" in host.receive("Ana", "i " + "a" * MOST_TEXT)[0].text
    assert host.receive("Eve", "je joue") == [Message("Eve", "La table est complète.")]
    assert partie.log == log


def test_a_team_that_may_not_choose_picks_nobody(judge: Judge) -> None:
    """Only a player who may choose names who picks up; for the others it is no action."""
    for seed in range(40):
        host = begun(judge, seed)
        partie = partie_of(host)
        bot = FuzzerBot(judge, random.Random(seed))
        while not partie.over and partie.awaits != "pick_up":
            seat = partie.acting_seats()[0]
            host.receive(PLAYERS[seat.index], written(bot.choose(partie.view(seat))))
        if not partie.over:
            break
    takers = partie.movers()
    stranger = takers[0].next

    assert stranger not in takers
    assert host.receive(PLAYERS[stranger.index], f"ramasse {PLAYERS[takers[0].index]}")[0].text == HELP
    assert len(host.receive(PLAYERS[takers[0].index], f"ramasse {PLAYERS[takers[1].index]}")) == 4


def test_players_are_welcomed(judge: Judge) -> None:
    """A seat is given to anyone who asks, once; the game begins with the fourth."""
    host = Host(judge, random.Random(1))

    assert "je joue" in host.receive("Ana", "salut")[0].text
    assert "Nom refusé" in host.receive("A" * 41, "je joue")[0].text
    assert "Nom refusé" in host.receive("A\x1b[2J", "je joue")[0].text
    assert host.receive("Ana", "je  joue") == [Message("Ana", "Ana prend place (1 sur 4).")]
    assert "quatre" in host.receive("Ana", "je joue")[0].text
    assert host.players == ["Ana"]


def test_a_line_without_a_player_is_named(judge: Judge) -> None:
    """The program at the terminal says what it expects, and goes on."""
    lines = list(chat(Host(judge, random.Random(1)), ["hello\n", ": x\n", "Ana: je joue\n"]))

    assert lines[:2] == ["? 'hello': expected « player: text »", "? ': x': expected « player: text »"]
    assert lines[2].startswith("→ Ana: ")
