"""``belote play`` and ``belote replay`` in every game of the family: what is typed, shown, told and read again."""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from belettre_lexicon.cli.belote import main as command
from belettre_lexicon.cli.belote.board import board_lines, prompt_lines
from belettre_lexicon.cli.belote.play import parse_line
from belettre_lexicon.cli.belote.recorded import game_object, read_game
from belettre_lexicon.cli.belote.replay import narrated_lines
from belettre_lexicon.cli.kit.session import UnclearLine
from belettre_lexicon.games.belote.actions import (
    Action,
    Bid,
    Direct,
    Double,
    Lay,
    Pass,
    Redouble,
    SayCards,
    Swap,
    Take,
    TakeChien,
)
from belettre_lexicon.games.belote.cards import Card
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.records import Journal, format_record, record_of
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import Seat
from tests.belote.play_scripts import FR, Person, line_of, play_session

SUD, EST, NORD, OUEST = Seat.SUD, Seat.EST, Seat.NORD, Seat.OUEST
#: Tables of every game, which are over soon.
TABLES = [
    BeloteRules(game="coinche", deals=2, sa_ta=True, generale=True, annonces=True),
    BeloteRules(game="coinche", deals=1, volley=True, clockwise=True),
    BeloteRules(game="three", deals=2),
    BeloteRules(game="three", deals=2, deck="30", moderne=True),
    BeloteRules(game="decouverte", deals=1),
    BeloteRules(game="bis", deals=1),
    BeloteRules(game="comptoir", seats=3),
    BeloteRules(game="comptoir", seats=5, cards="dealer", shown=1),
    BeloteRules(game="comptoir", seats=2, cards="falling", blind=True),
    BeloteRules(game="lyonnaise", seats=4, exchanges=2),
    BeloteRules(game="lyonnaise", seats=2, chien=6, chien_open=True, cards=3),
]


def named(rules: BeloteRules) -> str:
    """The name of a table in the list of tests."""
    return " ".join(f"{name}={value}" for name, value in rules.as_dict().items())


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_a_person_plays_every_game_to_its_end(rules: BeloteRules, capsys: pytest.CaptureFixture[str]) -> None:
    """What a person types is what they mean, the partie comes to its end, and its record is told and read again."""
    for seed in range(3):
        journal = play_session(Person(seed), rules=rules, seed=seed, level="random")
        out = capsys.readouterr().out
        partie = journal.partie
        text = format_record(record_of(partie, {}))

        told = list(narrated_lines(partie, FR))
        read = read_game(text)

        assert partie.over
        assert "Pas compris" not in out
        assert "partie" in out.splitlines()[-1]
        assert "perd" in out.splitlines()[-1] or "gagne" in out.splitlines()[-1]
        assert (read.partie, read.differences) == (partie, ())
        assert list(narrated_lines(read.partie, FR)) == told
        assert json.loads(json.dumps(game_object(read)))["over"] is True


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_every_game_can_be_left_undone_and_asked_about(
    rules: BeloteRules, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Board, hand, cards, sheet, rules and help are shown at any time, in both languages; undo goes back a decision."""
    rng, journal = random.Random(3), Journal(Partie.new(rules, seed=3), {})

    def lines() -> Iterator[str]:
        for _ in range(12):
            if journal.partie.over:
                return
            yield from ("table", "main", "jouables", "marque", "dernier", "règles", "aide")
            view = journal.partie.view(SUD)
            if rng.random() < 0.3:
                yield "annuler"
            elif view.actions and lang == "fr":
                yield line_of(rng.choice(view.actions))
            else:
                yield rng.choice(["pass", "as", "take", "100", "7c", "8d"])

    play_session(lines(), journal=journal, level="random", lang=lang)

    assert "None" not in capsys.readouterr().out


def coinche(*said: Action) -> Partie:
    """A game of coinche, dealt by Ouest, in which *said* was said."""
    partie = Partie.new(BeloteRules(game="coinche", sa_ta=True, generale=True), seed=1, dealer=OUEST)
    for action in said:
        partie.apply(action)
    return partie


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("90 coeur", Bid(SUD, 90, "♥")),
        ("90♥", Bid(SUD, 90, "♥")),
        ("cœur 90", Bid(SUD, 90, "♥")),
        ("90c", Bid(SUD, 90, "♥")),
        ("Je demande 110 à sans atout.", Bid(SUD, 110, "SA")),
        ("120 ta", Bid(SUD, 120, "TA")),
        ("capot pique", Bid(SUD, "capot", "♠")),
        ("générale sans", Bid(SUD, "generale", "SA")),
        ("je passe", Pass(SUD)),
        ("pass", Pass(SUD)),
        ("« Je coinche ! »", Double(SUD)),
        ("contre", Double(SUD)),
        ("je surcontre", Redouble(SUD)),
    ],
)
def test_vc5_bids_are_read_as_players_say_them(line: str, action: Action) -> None:
    """Value and colour in either order, with or without « je », signs, letters or names."""
    assert parse_line(line, coinche().view(SUD)) == action


@pytest.mark.parametrize(
    ("line", "key"), [("90", "which_colour"), ("prends", "no_word"), ("as de pique", "no_word"), ("90 zut", "no_word")]
)
def test_vc5_what_is_no_bid_is_said_to_be_none(line: str, key: str) -> None:
    """A bid without a colour is asked for it; a word of another auction or a card is not understood as a bid."""
    entry = parse_line(line, coinche().view(SUD))

    assert isinstance(entry, UnclearLine)
    assert entry.key == key


def test_vc_a_card_is_a_card_once_the_auction_is_over() -> None:
    """« 10c » is a bid of ten hearts in the auction, and the ten of hearts after it."""
    spoken = coinche(Bid(SUD, 80, "♥"), Pass(EST), Pass(NORD), Pass(OUEST))

    assert parse_line("10c", coinche().view(SUD)) == Bid(SUD, 10, "♥")
    assert parse_line("10c", spoken.view(SUD)) == Lay(SUD, Card.of("10♥"))
    assert parse_line("coinche", spoken.view(SUD)) == Double(SUD)


def test_vk_words_of_comptoir_and_of_the_lyonnaise() -> None:
    """A lone number is a bid, or how many cards the dealer deals; the chien is taken, left or exchanged with."""
    comptoir = Partie.new(BeloteRules(game="comptoir", seats=2, cards="dealer"), seed=1, dealer=SUD)
    lyonnaise = Partie.new(BeloteRules(game="lyonnaise", seats=2), seed=1, dealer=EST)

    assert parse_line("4", comptoir.view(SUD)) == SayCards(SUD, 4)
    comptoir.apply(SayCards(SUD, 4))
    assert parse_line("4", comptoir.view(SUD)) == Bid(SUD, 4)
    view = lyonnaise.view(SUD)
    assert parse_line("je demande 60", view) == Bid(SUD, 60)
    assert parse_line("direct", view) == Direct(SUD)
    assert parse_line("je prends le chien", view) == TakeChien(SUD)
    swap = Swap(SUD, (Card.of("V♥"), Card.of("10♠")), (Card.of("7♦"), Card.of("8♦")))
    assert parse_line("vc 10p contre 7k 8k", view) == swap


def test_vc_the_board_shows_the_auction_and_the_contract() -> None:
    """What was said is listed, the prompt says what may be, and the contract with its coinche stands above the pli."""
    partie = coinche(Bid(SUD, 80, "♥"), Double(EST))

    assert list(board_lines(partie.view(NORD), FR))[1] == "Ont parlé : Sud : 80 cœur, Est : coinche."
    assert list(prompt_lines(partie.view(NORD), FR)) == ["À vous : « passe » ou « surcoinche »."]

    for seat in (NORD, OUEST, SUD):
        partie.apply(Pass(seat))

    assert list(board_lines(partie.view(SUD), FR))[1] == "Pli 1. Vous jouez 80 cœur, coinché."
    assert list(board_lines(partie.view(EST), FR))[1] == "Pli 1. Sud joue 80 cœur, coinché."


def test_vc11_a_person_coinches_out_of_turn(capsys: pytest.CaptureFixture[str]) -> None:
    """At a table « à la volée » the person is asked after each bid of the others; « passe » lets them go on."""
    rules = BeloteRules(game="coinche", volley=True)
    journal = Journal(Partie.new(rules, seed=5, dealer=SUD), {})

    play_session(iter(["passe", "coinche"]), journal=journal, level="random")

    out = capsys.readouterr().out
    assert out.count("À vous, à la volée : « coinche » ; « passe » laisse parler les autres.") >= 1
    assert "Vous coinchez." in out


@pytest.mark.parametrize("game", ["coinche", "three", "bis", "comptoir", "lyonnaise"])
def test_a_saved_game_goes_on_with_its_own_rules(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same command without options resumes the game: its players, its bots and what was said."""
    file = ("--save", str(tmp_path / "partie.jsonl"), "--level", "easy")
    asks = ["table", "quitter"]

    for typed, options in ((asks, ("--game", game, "--seed", "4", "--seat", "est")), (asks, ())):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(typed).encode())))
        assert command.main(["play", *options, *file]) == 0
    first, second = capsys.readouterr().out.split("Graine 4")[1:]

    assert "Reprise de la partie : donne 1" in second
    assert first.split("> table")[1].splitlines()[2:5] == second.split("> table")[1].splitlines()[2:5]


def test_a_seat_that_nobody_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A seat that the game does not have is named in one line with the seats that it has."""
    assert command.main(["play", "--game", "three", "--seat", "ouest"]) == 2
    assert "--seat 'ouest': expected one of sud, est, nord, the seats of 3" in capsys.readouterr().err


def test_bv6_a_capot_is_asked_for_with_the_take() -> None:
    """At a table that plays so, « prends pique capot » takes and asks for the capot; the prompt says how."""
    partie = Partie.new(BeloteRules(capot_asked=True), seed=7, dealer=OUEST)
    view = partie.view(SUD)
    suit = view.retourne.suit if view.retourne else "♥"

    assert parse_line(f"prends {suit} capot", view) == Take(SUD, suit, capot=True)
    assert parse_line("prends capot", view) == Take(SUD, suit, capot=True)
    assert parse_line("prends", view) == Take(SUD, suit)
    assert any("capot » demande aussi le capot" in line for line in prompt_lines(view, FR))
