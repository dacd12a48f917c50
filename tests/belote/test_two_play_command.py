"""V2 in ``belote play``: the rows are drawn, cards are turned up for all to see, and nothing hidden is named."""

from __future__ import annotations

import re
from typing import Any

import pytest

from belettre_lexicon.cli.belote.board import board_lines, help_lines, legal_line
from belettre_lexicon.cli.belote.play import BelotePlaySession
from belettre_lexicon.games.belote.cards import PACK, Card, cards_of
from belettre_lexicon.games.belote.events import Completed, Laid, Turned
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS_OF
from belettre_lexicon.games.belote.state import AWAITS, with_states
from belettre_lexicon.referee.belote import load_belote
from belettre_lexicon.referee.belote.game import event_text
from tests.belote.play_scripts import FR, Person, play_session
from tests.belote.test_two_players import dealt, play

SUD, EST = SEATS_OF[2]
CARD = re.compile(r"(?:10|[789VDRA])[♣♦♥♠]")
WIDTH = 80


def test_v2_2_the_rows_are_drawn_with_what_lies_face_down() -> None:
    """The row of the other player is above, the person's below; under each open card a hidden one is drawn."""
    partie = dealt()
    partie.apply(partie.legal_actions()[1])
    play(partie, PACK[22].text)

    lines = list(board_lines(partie.view(SUD), FR))
    place = next(place for place, line in enumerate(lines) if line.startswith("Rangée (Est)"))

    assert lines[place : place + 4] == [
        "Rangée (Est)  9♦   7♠   9♠   V♠   R♠",
        "                   ▒▒   ▒▒   ▒▒   ▒▒",
        "Votre rangée  A♥   8♠   10♠  D♠   A♠",
        "              ▒▒   ▒▒   ▒▒   ▒▒   ▒▒",
    ]


def test_v2_3_before_the_prise_of_the_decouverte_the_columns_are_face_down() -> None:
    """Each row is one line of five hidden cards, and no card of a row is named."""
    lines = list(board_lines(dealt().view(EST), load_belote("en")))

    assert "Row (South)  ▒▒   ▒▒   ▒▒   ▒▒   ▒▒" in lines
    assert "Your row     ▒▒   ▒▒   ▒▒   ▒▒   ▒▒" in lines


def test_v2_2_columns_that_were_laid_are_empty() -> None:
    """Once both cards of a column were laid, nothing is drawn there."""
    partie = dealt()
    partie.apply(partie.legal_actions()[1])
    play(partie, "R♥", "A♥", "10♦", "9♦")

    lines = list(board_lines(partie.view(EST), FR))

    assert "Votre rangée       7♠   9♠   V♠   R♠" in lines
    assert "Rangée (Sud)       8♠   10♠  D♠   A♠" in lines


def test_v2_6_cards_of_the_row_bind_and_may_be_laid() -> None:
    """« jouables » names the open cards of the row, and the obligation that they bring."""
    partie = dealt()
    partie.apply(partie.legal_actions()[1])
    play(partie, "R♥", "A♥", "10♦", "9♦", "A♠")

    line = legal_line(partie.view(EST), FR)

    assert line == "Il faut fournir (BP3) : R♠, V♠, 9♠ ou 7♠."


def test_the_help_of_two_players_says_what_the_sign_means() -> None:
    """« aide » explains the sign of a hidden card at a table of two, and at no other."""
    two, four = (list(help_lines(BeloteRules(game=game), FR)) for game in ("bis", "classic"))

    assert any("▒▒" in line for line in two)
    assert not any("▒▒" in line for line in four)


def test_v2_3_v2_4_the_referee_says_what_each_player_gets() -> None:
    """At two, the taker gets the retourne alone in the découverte, and two more cards in the bis."""
    told = {game: event_text(Completed(EST, "♥"), BeloteRules(game=game), FR, SUD) for game in ("decouverte", "bis")}

    assert told["decouverte"] == "Est reçoit la retourne, l'autre joueur une carte. Atout : cœur."
    assert told["bis"] == "Est reçoit la retourne et deux cartes, l'autre joueur trois. Atout : cœur."


def seen_cards(partie: Partie) -> set[Card]:
    """Return the cards that Sud saw at any time in the first deal."""
    seen: set[Card] = set()
    replayed = Partie(partie.setup)
    for before, event, after in with_states(partie.log, partie.setup):
        if before is not None and before.sheet.ended:
            break
        if isinstance(event, Laid | Turned):
            seen.add(event.card)
        if after.phase >= len(AWAITS):  # other events follow at once
            continue
        replayed.state = after
        view = replayed.view(SUD)
        seen |= {*cards_of(view.held), *(column.card for row in view.rows for column in row if column.card)}
        seen |= {view.retourne} if view.retourne is not None else set()
    return seen


@pytest.mark.parametrize(("game", "turn"), [("decouverte", "play"), ("decouverte", "pli"), ("bis", "play")])
def test_a_person_plays_a_partie_of_two(game: Any, turn: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """A whole partie at the terminal: cards are turned up, lines fit 80 columns, and hidden cards are not named."""
    rules = BeloteRules(game=game, turn=turn, all_pass="dealer_takes", deals=1)
    journal = play_session(Person(3), rules=rules, seed=5)
    out = capsys.readouterr().out

    assert journal.partie.over
    assert re.search(r"^(Est retourne|Vous retournez) ", out, re.MULTILINE)
    assert re.search(r"(Vous|Est) (gagne|gagnez) la partie", out)
    assert {Card.of(text) for text in CARD.findall(out)} <= seen_cards(journal.partie)
    told = [line for line in out.split("\n") if not line.startswith(("Fin de la donne", "> "))]
    assert [line for line in told if len(line) > WIDTH] == []


def test_an_undo_covers_the_card_again(capsys: pytest.CaptureFixture[str]) -> None:
    """« annuler » takes back the card and what it turned up: the column is drawn as before."""
    rules = BeloteRules(game="bis", all_pass="dealer_takes", deals=1)
    journal = play_session(iter(["prends", "prends pique", "table", "quitte"]), rules=rules, seed=5, seat=EST)
    before = journal.partie.view(EST).rows
    card = next(column.card for column in before[EST.index] if column.card is not None)
    legal = journal.partie.turn is EST and bool(card.bit & journal.partie.state.allowed)
    typed = f"{card.rank.lower()}{'tkcp'['♣♦♥♠'.index(card.suit)]}"

    play_session(iter([typed, "annuler", "quitte"]), journal=journal, seat=EST)

    assert legal
    assert journal.partie.view(EST).rows == before
    assert f"Vous jouez {card.text}." in capsys.readouterr().out


def test_what_should_have_been_played_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    """« revoir » after a deal of two tells the person's dear cards of the last eleven plis."""
    rules = BeloteRules(game="bis", all_pass="dealer_takes", deals=1)
    journal = play_session(Person(3), rules=rules, seed=5)
    capsys.readouterr()

    session = BelotePlaySession(journal, {}, SUD, iter([]), FR, lambda line: None)
    session.enter("revoir")

    assert "du pli 6 à la fin" in capsys.readouterr().out
