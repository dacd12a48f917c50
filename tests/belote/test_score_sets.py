"""``belote score`` for the other games: sets of house rules, sentences of each game, names, resumed sheets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon.games.belote.marque.entries import DealEntry
from belettre_lexicon.games.belote.marque.marque import MarqueJournal
from belettre_lexicon.games.belote.marque.sets import SETS
from belettre_lexicon.games.belote.seats import Team
from tests.belote.test_score_command import Batch
from tests.belote.typed_sheet import Sheet

THREE = ("Ana", "Bob", "Chloé")


@pytest.mark.parametrize(
    ("options", "lines", "said"),
    [
        (
            {},
            ["ana 120 ♦ 134"],
            "Donne 1, Ana 120 ♦ : réussi, 134 pour 120 (VC22) ; nous 254 : plis 134 (VC27), demandé 120 (VC27) ; "
            "eux 28 : plis 28 (VC27).",
        ),
        (
            {"fall": 162, "coinche_belote": "own"},
            ["bob 100 ♥ coinche 60 belote bob"],
            "Donne 1, Bob 100 ♥ coinche : chuté, 80 pour 100 (VC22) ; "
            "nous 524 : chute 324 (VC27, choix de la table), demandé 200 (VC27) ; "
            "eux 20 : belote 20 (VC31, imprenable).",
        ),
        (
            {},
            ["ana capot ♠ fait belote bob"],
            "Donne 1, Ana capot ♠ : réussi (VC24) ; nous 500 : capot 500 (VC28) ; eux 20 : belote 20 (VC20).",
        ),
        (
            {},
            ["ana 100 ♥ renonce bob"],
            "Donne 1, Ana 100 ♥ : renonce, la donne est perdue pour eux (VC34) ; "
            "nous 260 : renonce 160 (VC27), demandé 100 (VC27) ; eux 0.",
        ),
    ],
)
def test_vc_every_number_of_coinche_explains_itself(options: dict[str, Any], lines: list[str], said: str) -> None:
    """« pourquoi » says the rule and the choice of the table behind each number."""
    sheet = Sheet(game="coinche", **options)
    sheet.say(*lines)

    assert sheet.say("pourquoi")[0] == said


def test_vk_every_number_of_comptoir_explains_itself() -> None:
    """What a bid is worth, who falls and who leaves; sheets above 6 tell the face of the die."""
    sheet = Sheet(names=THREE, game="comptoir", seats=3, sheet=12)

    said = sheet.say("ana 75 60")
    why = sheet.say("pourquoi")
    left = sheet.say("chloé 60 20", "bob 130 dedans", "ana 100 20", "bob 20 30")

    assert said[0] == "Donne 1, Ana 75 : chuté, 60 points ; vaut 3 : Bob -3, Chloé -3."
    assert said[1] == "Ana 12 (dé 6), Bob 9 (dé 3), Chloé 9 (dé 3)."
    assert why[0] == "Donne 1, Ana 75 : chuté, 60 points (VK9) ; vaut 3 (VK8) : Bob -3, Chloé -3."
    assert left[0].startswith("Donne 5, Bob 20 : réussi, 30 points")
    # Ana 12 - 2 - 5, Bob 9 - 2 - 4 - 1, Chloé 9 - 5 - 4
    assert left[1] == "Ana 5, Bob 2, Chloé sorti."


def test_vk11_the_end_of_comptoir_is_said() -> None:
    """The last one left has lost; the next partie begins with full sheets, and the tally counts who lost."""
    sheet = Sheet(names=THREE, game="comptoir", seats=3)

    said = sheet.say("ana 131 dedans")
    again = sheet.say("revanche")
    shown = sheet.say("marque")

    assert said[:2] == [
        "Donne 1, Ana 131 : chuté ; vaut 6 : Bob -6, Chloé -6. Sort : Bob, Chloé.",
        "Ana reste en lice et a perdu la partie.",
    ]
    assert again[0] == "Partie 2 : Ana, Bob, Chloé."
    assert again[1].startswith("Ana 6, Bob 6, Chloé 6.")
    assert "Parties perdues : Ana 1, Bob 0, Chloé 0." in shown


def test_v3_sentences_name_the_players() -> None:
    """With three players each number is somebody's, and so is the end."""
    sheet = Sheet(names=THREE, game="three", target=150)

    assert sheet.say("ana 92")[0] == "Donne 1, Ana : réussi, 92 contre 70 ; Ana 92, Bob 70, Chloé 70."
    assert sheet.say("fin ?")[1:] == ["Ana : il manque 58.", "Bob : il manque 80.", "Chloé : il manque 80."]
    assert sheet.say("eux 92")[0].startswith("Qui a pris ? « eux » n'est ni")
    assert (
        sheet.say("bob 100")[1] == "Plusieurs y sont ; Bob a le plus et gagne la partie, Ana 154, Bob 170, Chloé 132."
    )


def test_v3_7_annonces_of_both_defenders_count() -> None:
    """Both together stand against the taker; the sheet lists what each has. A nameless seat is called by its word."""
    three = Sheet(names=THREE, game="three", annonces=True)
    six = Sheet(names=("",) * 6, game="comptoir", seats=6)

    three.say("ana 40 belote chloé annonces bob 50 chloé 20")
    six.say("cinq 60 70")

    assert three.session.marque.totals == (0, 162 + 20 + 70, 162 + 20 + 70)
    assert "Ana 40 belote Chloé annonces Bob 50 annonces Chloé 20 · dedans" in three.say("marque")[1]
    assert six.session.marque.totals == (6, 6, 6, 6, 4, 6)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ["coinche", "three", "bis", "comptoir", "lyonnaise"])
def test_the_help_shows_lines_of_the_game(language: str, game: str) -> None:
    """Each line of the help can be said, and the first one is a deal of the game."""
    sheet = (
        Sheet(language, names=("Ana", "Bob") if game == "bis" else ("Ana", "Bob", "Chloé", "David"), game=game)
        if (game != "three")
        else Sheet(language, names=THREE, game=game)
    )

    lines = sheet.say("aide")

    assert len(lines) > 8
    assert lines[0].startswith(
        "ana 100 ♥ 112" if game == "coinche" else "ana 92" if game in ("three", "bis") else "ana 60"
    )


@pytest.mark.parametrize("name", SETS)
def test_a_set_begins_a_sheet(name: str) -> None:
    """``--set`` takes its options, and a flag beside it changes one."""
    done = Batch("--set", name, "--target", "777", "--json")

    assert done.status == 0, done.errors
    assert json.loads(done.out)["rules"] == {**SETS[name], "target": 777}


def test_a_table_keeps_its_own_set(tmp_path: Path) -> None:
    """``--keep-set`` keeps the rules under a name, ``--set`` takes them again, ``--list-sets`` shows them."""
    home = {"XDG_DATA_HOME": str(tmp_path)}

    kept = Batch("--set", "club", "--target", "1500", "--keep-set", "jeudi", "--json", **home)
    taken = Batch("--set", "jeudi", "--json", **home)
    listed = Batch("--list-sets", **home)

    assert kept.status == taken.status == 0, kept.errors + taken.errors
    assert json.loads(taken.out)["rules"] == {**SETS["club"], "target": 1500}
    assert "jeudi : de cette table --game coinche" in listed.out
    assert "contree : " in listed.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--set", "truc"], "truc"),
        (["--set", "club", "--game", "three"], "game 'three' has no such option"),
        (["--keep-set", "club"], "club"),
        (["--keep-set", "a b"], "a b"),
    ],
)
def test_sets_that_cannot_be_are_refused(tmp_path: Path, arguments: list[str], message: str) -> None:
    """An unknown set, one that contradicts the flags, and a name that is taken or no name."""
    done = Batch(*arguments, lang="en", XDG_DATA_HOME=str(tmp_path))

    assert done.status == 2
    assert message in done.errors
    assert "Traceback" not in done.errors


def test_a_damaged_file_of_sets_is_an_error(tmp_path: Path) -> None:
    """The error names the file; nothing is overwritten."""
    path = tmp_path / "belettre" / "belote" / "sets.json"
    path.parent.mkdir(parents=True)
    path.write_text("{", encoding="utf-8")

    done = Batch("--keep-set", "jeudi", XDG_DATA_HOME=str(tmp_path))

    assert done.status == 2
    assert "sets.json" in done.errors and "Traceback" not in done.errors
    assert path.read_text(encoding="utf-8") == "{"


def test_vk1_the_names_say_how_many_play() -> None:
    """In a game with sheets as many play as are named; « --game trois » is the game of three."""
    five = Batch("--game", "comptoir", "--players", "Ana,Bob,Chloé,David,Ève", "--json", lines="ève 60 70\n")
    three = Batch("--game", "trois", "--players", "Ana,Bob,Chloé", "--json")
    wrong = Batch("--game", "comptoir", "--seats", "3", "--players", "Ana,Bob", "--json")

    assert json.loads(five.out)["totals"] == [6, 6, 6, 6, 4]
    assert json.loads(three.out)["rules"] == {"game": "three"}
    assert wrong.status == 2 and "Traceback" not in wrong.errors


def test_an_evening_of_three_at_a_keyboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are asked for, the sheet is resumed, and after its end a new one has the same players and rules."""
    pytest.importorskip("pty")  # Windows has none
    from tests.cli import pseudo_terminal

    command = "import sys\nfrom belettre_lexicon.cli.belote.main import main\nsys.exit(main(sys.argv[1:]))"
    monkeypatch.setattr(pseudo_terminal, "COMMAND", command)
    opened = pseudo_terminal.Terminal("score", "--game", "comptoir", home=tmp_path)
    opened.until("Les noms dans l'ordre du jeu")
    opened.type("Ana, Bob, Chloé\r")
    opened.until("Qui donne ? (Entrée : Ana) >")
    opened.type("bob\r")
    opened.until("1 · Bob donne, Chloé parle >")
    opened.type("ana 60 70\r")
    opened.until("2 · Chloé donne, Ana parle >")
    opened.type("\x04")
    assert opened.leave() == 0

    again = pseudo_terminal.Terminal("score", home=tmp_path)
    again.until("Ana 4, Bob 6, Chloé 6.")
    again.type("bob 151 dedans\r")
    again.until("nouvelle partie » >")
    again.type("\x04")
    assert again.leave() == 0

    new = pseudo_terminal.Terminal("score", home=tmp_path)
    new.until("Mêmes joueurs et mêmes règles")
    new.until("1 · Ana donne, Bob parle >")
    new.type("chloé 20 20\r")
    new.until("2 · Bob donne, Chloé parle >")
    new.type("\x04")

    assert new.leave() == 0
    assert "Traceback" not in opened.shown + again.shown + new.shown
    path = tmp_path / "belettre" / "belote" / "marque.jsonl"
    marque = MarqueJournal.resume(path.read_text(encoding="utf-8").splitlines()).marque
    assert (marque.rules.game, marque.names) == ("comptoir", THREE)
    assert marque.deals[0].entry == DealEntry(Team.NORD, 20, marque.state.table.seats[2], bid=20)
