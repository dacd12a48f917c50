"""``belote score`` as players meet it: a batch from a pipe, JSON, a session at a terminal, killed and resumed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon.cli.belote import score
from belettre_lexicon.cli.belote.main import main
from belettre_lexicon.cli.kit.terminal import wrapped
from belettre_lexicon.games.belote.marque import typed
from belettre_lexicon.games.belote.marque.marque import MarqueJournal
from belettre_lexicon.games.belote.marque.refusals import MARQUE_REASONS, MarqueRefusal
from belettre_lexicon.games.belote.options import OPTIONS_OF
from belettre_lexicon.games.belote.rules import OPTION_OF, OPTIONS, BeloteRules
from belettre_lexicon.referee.belote import load_belote
from belettre_lexicon.referee.belote.house_rules import table_rules_lines
from belettre_lexicon.referee.belote.replies import marque_refusal_text, sheet_help_lines, unclear_entry_text
from tests.belote.test_evening import EVENING, PLAYERS
from tests.belote.typed_sheet import Sheet, without_rules
from tests.conftest import ROOT

SCRIPT = [sys.executable, str(ROOT / "bin" / "belote"), "score"]
NAMES = ["--players", ",".join(PLAYERS)]


class Batch:
    """What the command printed in a process of its own, and its exit status."""

    def __init__(self, *arguments: str, lines: str | bytes = "", **environment: str) -> None:
        stdin = lines.encode() if isinstance(lines, str) else lines
        done = subprocess.run(
            [*SCRIPT, *arguments], input=stdin, capture_output=True, env={**os.environ, **environment}, check=False
        )
        self.status = done.returncode
        self.out = done.stdout.decode()
        self.errors = done.stderr.decode()


# Sentences


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["ana 92"], "Donne 1, Ana : réussi, 92 contre 70 (BS4) ; nous 92, eux 70."),
        (
            ["ana 61 belote bob"],
            "Donne 1, Ana : dedans, 61 contre 121 (BS5) ; nous 0 ; eux 182 : chute 162 (BS5), belote 20 (BB4).",
        ),
        (["eux 81"], "Donne 1, eux : litige, 81 partout (BS6) ; nous 81 : plis 81 (BS6) ; eux 0 ; en attente 81."),
        (["ana capot"], "Donne 1, Ana : capot (BS7) ; nous 252 : capot 252 (BS7) ; eux 0."),
        (["ana capot bob"], "Donne 1, Ana : capot de la défense (BS7) ; nous 0 ; eux 252 : capot 252 (BS7)."),
        (
            ["ana renonce bob"],
            "Donne 1, Ana : renonce, la donne est perdue pour eux (BF1) ; nous 162 : renonce 162 (BF1) ; eux 0.",
        ),
        (
            ["ana 81", "bob 81"],
            "Donne 2, Bob : litige, 81 partout (BS6) ; nous 81 : plis 81 (BS6) ; eux 0 ; "
            "en attente 162 : plis 81 (BS6), attente 81 (BS6).",
        ),
        (
            ["ana 81", "bob 100"],
            "Donne 2, Bob : réussi, 100 contre 62 (BS4) ; nous 62 : plis 62 (BS4) ; "
            "eux 181 : plis 100 (BS4), attente 81 (BS6).",
        ),
        (["passe"], "Donne 1 : personne ne prend (BA6)."),
        (["ana 92", "corrige 1 passe"], "Corrigé. Donne 1 : personne ne prend (BA6)."),
        (["ana 92", "annuler"], "Annulé : donne 1, Ana 92"),
        (["passe", "corrige 1 ana ♥ 92", "annuler"], "Annulé : correction de la donne 1, Ana ♥ 92"),
        (["joueurs Zoé, Bob, Chloé, Li"], "Nous : Zoé et Chloé. Eux : Bob et Li."),
        (["donneur chloé"], "Donne 1 : Chloé donne, David parle."),
        (["donneur chloé", "annuler"], "Annulé : donneur"),
        (["ana 161"], "Refusé : 161 ne peut pas être, aucun tas de plis ne fait ce compte : recomptez (BC6)."),
        (
            ["ana 163"],
            "Refusé : 163 points, une donne n'en a que 162 ; tous les plis : « capot », sans points (BC6).",
        ),
        (["ana 92", "annuler", "refaire"], "Refait : donne 1, Ana 92"),
        (["refaire"], "Rien à refaire."),
        (["ana 92", "annuler", "refaire 2"], "Il n'y a pas tant à refaire : 1 au plus."),
        (["annuler"], "Rien à annuler."),
        (["passe", "annuler 2"], "Il n'y a pas tant à annuler : 1 au plus."),
    ],
)
def test_one_sentence_says_why(lines: list[str], said: str) -> None:
    """Each line is answered in one sentence; of a deal « pourquoi » says the rule behind every number too."""
    typed_sheet = Sheet()
    shown = typed_sheet.say(*lines)[0]

    if said.startswith("Donne") and "parle" not in said:
        assert shown == without_rules(said)
        assert typed_sheet.say("pourquoi") == [said]
    else:
        assert shown == (said if said.startswith("Refusé") else without_rules(said))


@pytest.mark.parametrize(
    ("options", "lines", "said"),
    [
        (
            {"chute": 160},
            ["ana 60"],
            "Donne 1, Ana : dedans, 60 contre 102 (BS5) ; nous 0 ; eux 160 : chute 160 (BS5, choix de la table).",
        ),
        (
            {"belote_lost": True},
            ["ana 60 belote ana"],
            "Donne 1, Ana : dedans, 80 contre 102 (BS5) ; nous 0 ; "
            "eux 182 : chute 162 (BS5), belote adverse 20 (BB4, perdue dedans).",
        ),
        (
            {"capot_defence": "chute"},
            ["ana capot bob"],
            "Donne 1, Ana : dedans sans un pli (BS7, celui de la défense compte comme une chute) ; nous 0 ; "
            "eux 162 : chute 162 (BS5).",
        ),
        (
            {"rounding": "ten", "ballotage": True},
            ["ana 78"],
            "Donne 1, Ana : ballotage, 78 contre 84 (BR6, ballotage de 75 à 81) ; nous 0 ; "
            "eux 80 : plis 80 (BR6, ballotage de 75 à 81) ; en attente 80.",
        ),
        (
            {"annonces": True},
            ["ana 50 annonces nous 50 20"],
            "Donne 1, Ana : réussi, 120 contre 112 (BS4) ; nous 120 : plis 50 (BS4), annonces 70 (BN12) ; "
            "eux 112 : plis 112 (BS4).",
        ),
    ],
)
def test_the_option_that_changed_a_number_is_named(options: dict[str, Any], lines: list[str], said: str) -> None:
    """A number that the table has changed says how, in words of players; « pourquoi » says its rule too."""
    typed_sheet = Sheet(**options)

    assert typed_sheet.say(*lines)[0] == without_rules(said)
    assert typed_sheet.say("pourquoi 1") == [said]


def test_be_the_end_is_said_with_its_rule() -> None:
    """Who has won, or why the partie goes on at the target, stands under the deal."""
    assert Sheet(target=90).say("ana 92")[1:] == ["Nous gagnons la partie, 92 à 70."]
    assert Sheet(target=60).say("ana 60 belote ana")[1:] == ["Ils gagnent la partie, 162 à 20."]
    assert Sheet(target=60).say("ana 82")[1].startswith("Les deux camps y sont ; nous avons le plus")
    assert Sheet(target=60, both_over="last_deal").say("bob 82")[1].startswith("Les deux camps y sont ; la dernière")
    assert Sheet(deals=1).say("ana 92")[1].startswith("Toutes les donnes sont jouées : nous gagnons")
    assert Sheet(target=162).say("ana 100", "bob 100")[1] == "Égalité : encore une donne."
    assert "belote" in Sheet(target=180).say("bob 70", "ana 60 belote ana")[1]
    over = Sheet(target=90)
    assert over.say("ana 92", "ana 92") == [
        "Refusé : la partie est finie ; « revanche » ou « nouvelle partie » en commence une autre, "
        "« corrige » et « annuler » restent possibles (BE2)."
    ]
    assert over.session.prompt() == "fin · « revanche » ou « nouvelle partie » > "


def test_deals_after_a_corrected_end_are_named() -> None:
    """Where a correction ends the partie earlier, a sentence says which deals do not count, and so does the sheet."""
    typed_sheet = Sheet(target=300)
    said = typed_sheet.say("ana 82", "bob 82", "ana 82", "corrige 1 ana capot")

    assert said[1].endswith("La partie était finie à la donne 2 : la donne 3 ne compte pas.")
    assert any(line.endswith("Ana 82 · ne compte pas") for line in typed_sheet.say("marque"))


def test_the_sheet_is_a_table() -> None:
    """« marque » shows the deals with dealer and points in columns, the totals, and what waits."""
    assert Sheet().say("ana ♥ 92 belote bob", "bob 81", "passe", "marque") == [
        "n°  donneur  nous  eux  donne",
        " 1  Ana        92   90  Ana ♥ 92 belote eux · réussi",
        " 2  Bob        81    0  Bob 81 · litige",
        " 3  Chloé               passe",
        "    total     173   90",
        "En attente : 81, pour le gagnant de la prochaine donne.",
    ]
    assert Sheet().say("marque") == ["Aucune donne encore."]


def test_needs_are_said() -> None:
    """« fin ? » says what is missing, and with which points the next deal is enough."""
    assert Sheet(target=200).say("ana 92", "fin ?") == [
        "Nous 92, eux 70.",
        "Nous : il nous manque 108.",
        "  La prochaine donne suffit : en prenant, 108 de plis ou en défense, 82 de plis.",
        "Eux : il leur manque 130.",
        "  La prochaine donne leur suffit : en prenant, 130 de plis ou en défense, 82 de plis.",
        "Comptés sans belote ni annonces.",
    ]
    assert Sheet(target=240).say("fin ?")[2] == "  La prochaine donne suffit : un capot."
    assert Sheet(deals=1).say("fin ?")[1] == "C'est la dernière donne, le plus haut total gagne."
    assert Sheet(target=90).say("ana 92", "fin ?") == ["La partie est finie."]
    assert Sheet(target=162).say("ana 100", "bob 100", "fin ?")[1].startswith("Nous avons le but, 162")


def test_bs7_zero_points_ask_for_the_capot() -> None:
    """No points, or all of them, can be a capot or not: a hint says how to type one."""
    assert "capot" in Sheet().say("ana 0")[1]
    assert "capot" in Sheet().say("ana 162")[1]
    assert len(Sheet().say("ana 60")) == 2


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_reason_has_a_sentence(language: str) -> None:
    """Each reason why an entry is refused or not understood has a sentence, with the rule."""
    say = load_belote(language)
    for reason, (rule, _) in MARQUE_REASONS.items():
        text = marque_refusal_text(MarqueRefusal(reason, "7", "1"), say)
        assert text.endswith(f"({rule})."), reason
        assert "{" not in text
    for unclear in typed.UnclearReason.__args__:  # type: ignore[attr-defined]  # a Literal
        for value in ("", "\x1b[31m"):
            assert unclear_entry_text(typed.UnclearEntry(unclear, value), PLAYERS, say).isprintable()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_help_can_be_typed(language: str) -> None:
    """Each line of the help begins with lines that are understood at that table."""
    rules = BeloteRules(annonces=True)
    for text in sheet_help_lines(PLAYERS, load_belote(language)):
        line = text.split(" :" if language == "fr" else ":")[0]
        entry = typed.read_line(line, PLAYERS, rules, language)
        assert not isinstance(entry, typed.UnclearEntry), (line, entry)


def test_english() -> None:
    """The same in English, with English words and letters of suits."""
    english = Sheet("en")

    assert english.say("ana h 61 belote bob")[0].startswith("Deal 1, Ana: fallen, 61 against 121; we 0; they 182:")
    assert english.session.prompt() == "2 · Bob deals, Chloé speaks > "
    assert english.say("end ?")[0] == "We 0, they 182."
    assert english.say("sheet")[-1] == "    total    0   182"


# The rules of the table


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_rules_of_any_table_are_one_screen(language: str) -> None:
    """The rules of a table fit 24 lines of 80 columns, whatever it has chosen; few choices are listed as flags."""
    say = load_belote(language)
    usual = list(table_rules_lines(BeloteRules(), say))
    for number in (0, 1, -1):
        chosen = {
            option.name: option.values[min(number, len(option.values) - 1)]
            for option in OPTIONS
            if option.least is None and option.name in OPTIONS_OF["classic"]
        }
        chosen |= {"rounding": "ten", "ta_values": "plain"} if number else {}
        for ended in ({"target": 1001}, {"deals": 12}):
            rules = BeloteRules.from_dict({**chosen, **ended})
            lines = [part for text in table_rules_lines(rules, say) for part in wrapped(text, 80).split("\n")]
            assert len(lines) <= 24, lines
    assert not any("*" in line for line in usual[1:])


#: The options that make others visible, by game; values that a game does not have.
_SHOWN: dict[str, dict[str, Any]] = {
    "classic": {"annonces": True, "contracts": "overcall"},
    "coinche": {"annonces": True, "sa_ta": True, "generale": True},
    "three": {"annonces": True, "deck": "30", "moderne": True},
}
_IMPOSSIBLE: dict[tuple[str, str], tuple[Any, ...]] = {
    **{(game, "rounding"): ("nearest",) for game in ("three", "decouverte", "bis")},
    ("classic", "ta_values"): ("proportional",),
    ("three", "ta_values"): ("proportional",),
    ("coinche", "weak_hand"): ("no_trump",),
    ("coinche", "generale"): (False,),
}


def test_every_option_of_the_rules_is_on_the_screen() -> None:
    """Each option that this version plays in several ways has a clause for each of its values."""
    say = load_belote("fr")
    for game, names in OPTIONS_OF.items():
        for option in map(OPTION_OF.__getitem__, sorted(names)):
            usual = BeloteRules.from_dict({"game": game, **_SHOWN.get(game, {})})
            ends = () if option.least is None else (option.least, option.most)
            shown = {}
            for value in (*option.values, *ends):
                if value not in _IMPOSSIBLE.get((game, option.name), ()):
                    rules = usual.replace(**{option.name: value})
                    shown[value] = " ".join(list(table_rules_lines(rules, say))[:-1])
            assert len(set(shown.values())) == len(shown), (game, option.name)


def test_rules_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """--rules prints the rules that the other flags select, and keeps no sheet."""
    assert main(["score", "--rules", "--rounding", "ten", "--target", "1001", "--annonces"]) == 0

    shown = capsys.readouterr().out
    assert "*à 1001 points (BE1)" in shown
    assert "*à la dizaine, 6 monte (BR2)" in shown
    assert "Choix de la table : --rounding ten --target 1001 --annonces" in shown
    assert not any("--" in line for line in Sheet(target=1001).say("règles"))


# From a pipe


def test_a_whole_evening_from_a_pipe() -> None:
    """The evening that test_evening works out by hand gives its totals when it is typed from a pipe."""
    lines = "".join(f"{line}\n" for line, _, _ in EVENING)
    batch = Batch(*NAMES, "--target", "2200", lines=lines)

    assert batch.status == 1  # one line could not be
    assert "Ligne 24 non acceptée." in batch.out
    assert batch.out.splitlines()[-2:] == ["    total    2215  1721", "Nous gagnons la partie, 2215 à 1721."]
    assert batch.errors == ""


def test_a_pipe_says_who_deals_next() -> None:
    """Where no prompt says who deals and speaks, the line about the totals does."""
    batch = Batch(*NAMES, "--dealer", "bob", lines="ana 92\nquitter\nana 92\n")

    assert batch.status == 0
    assert batch.out.splitlines()[:3] == [
        "> ana 92",
        "Donne 1, Ana : réussi, 92 contre 70 ; nous 92, eux 70.",
        "Nous 92, eux 70. Donne 2 : Chloé donne, David parle.",
    ]
    assert batch.out.count("> ana 92") == 1


def test_nothing_typed() -> None:
    """An empty pipe is an empty sheet."""
    assert (batch := Batch()).status == 0
    assert batch.out == "Aucune donne encore.\n"


def test_json_for_programs() -> None:
    """With --json each « marque » and the end are one JSON object; refused lines are on standard error."""
    batch = Batch("--json", *NAMES, lines="ana 92\nmarque\nana 161\nbob 81\n")
    first, last = map(json.loads, batch.out.splitlines())

    assert (first["totals"], last["totals"], last["waiting"]) == ([92, 70], [173, 70], 81)
    assert last["deals"][1]["outcome"] == "litige"
    assert batch.status == 1
    assert batch.errors.startswith("belote: Ligne 3 non acceptée. Refusé : 161")
    assert len(Batch("--json", lines="ana 92\nmarque\n").out.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "Ana,Bob"], "--players 'Ana,Bob'"),
        (["--players", "Ana,Bob,Ana,David"], "two players have this name"),
        (["--players", "Ana,Bob,Capot,David"], "a word of the sheet"),
        (["--dealer", "zoé"], "--dealer 'zoé'"),
        (["--rounding", "two"], "rounding"),
        (["--save", "no\0such"], "belote:"),
        (["--save", "/proc/version/x"], "/proc/version"),
    ],
)
def test_unusable_options(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Options that no sheet can be kept with are one line on standard error, and status 2."""
    assert main(["score", *arguments]) == 2

    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_bytes_that_are_no_text() -> None:
    """A line of a pipe that is not UTF-8 ends the batch with its number; nothing is a traceback."""
    batch = Batch(lines=b"sud 92\nsud \xff\n")

    assert batch.status == 2
    assert "line 2" in batch.errors


# The file of the sheet


def test_a_sheet_is_saved_and_goes_on(tmp_path: Path) -> None:
    """A sheet in a file goes on with its names and its rules, whatever the options say then."""
    path = tmp_path / "soir.jsonl"
    Batch("--save", str(path), *NAMES, "--target", "500", lines="ana 92\npasse\n")
    batch = Batch("--save", str(path), lines="chloé 81\nannuler 2\n")

    assert batch.status == 0
    assert batch.out.splitlines()[-2:] == [" 1  Ana        92   70  Ana 92 · réussi", "    total      92   70"]
    resumed = MarqueJournal.resume(path.read_text(encoding="utf-8").splitlines())
    assert (resumed.marque.names, resumed.marque.rules.target, resumed.marque.totals) == (PLAYERS, 500, (92, 70))


def test_a_torn_line_is_overwritten(tmp_path: Path) -> None:
    """A line that a killed process was writing is ignored, and the next line takes its place."""
    path = tmp_path / "soir.jsonl"
    Batch("--save", str(path), *NAMES, lines="ana 92\n")
    with path.open("ab") as file:
        file.write(b'{"check":"12')
    batch = Batch("--save", str(path), lines="bob 60\n")

    assert batch.status == 0
    assert "total     254   70" in batch.out


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda raw: raw.replace(b'"plis":92', b'"plis":93'), b"ligne 2"),
        (lambda raw: b"\x7fELF" + raw, b"ligne 1"),
        (lambda raw: raw[: raw.index(b"\n") + 1], b"dern"),
    ],
)
def test_a_damaged_sheet_is_refused(damage: Any, message: bytes, tmp_path: Path) -> None:
    """A file that was changed is refused with the number of the line, and is left as it is."""
    path = tmp_path / "soir.jsonl"
    Batch("--save", str(path), *NAMES, lines="ana 92\nbob 60\n")
    raw = damage(path.read_bytes())
    path.write_bytes(raw)
    batch = Batch("--save", str(path), lines="bob 60\n")

    assert batch.status == 2
    assert path.read_bytes() == raw


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """If a line cannot be saved, it is not entered, and a sentence says so."""
    typed_sheet = Sheet()
    typed_sheet.say("ana 92")

    def full(line: str) -> None:
        raise OSError(28, "No space left on device", "soir.jsonl")

    typed_sheet.session._keep = full

    assert "il n'y a plus de place sur le disque" in typed_sheet.say("bob 60")[0]
    assert "il n'y a plus de place sur le disque" in typed_sheet.say("annuler")[0]
    assert typed_sheet.session.marque.totals == (92, 70)


# At a terminal

pty = pytest.importorskip("pty")  # Windows has none
from tests.cli import pseudo_terminal  # noqa: E402  # needs pty
from tests.cli.pseudo_terminal import Terminal  # noqa: E402  # needs pty


@pytest.fixture(autouse=True)
def belote_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pseudo-terminal runs ``belote``."""
    command = "import sys\nfrom belettre_lexicon.cli.belote.main import main\nsys.exit(main(sys.argv[1:]))"
    monkeypatch.setattr(pseudo_terminal, "COMMAND", command)


def test_an_evening_typed_and_killed_on_the_way(tmp_path: Path) -> None:
    """A sheet at a keyboard asks for names and dealer, and goes on after it was killed while a line was typed."""
    opened = Terminal("score", home=tmp_path)
    opened.until("Quatre noms dans l'ordre du jeu (Entrée : nous et eux) >")
    opened.type("Ana Bob\r")
    opened.until("il faut quatre noms")
    opened.until(">")
    opened.type("Ana, Bob, Chloé, David\r")
    opened.until("Qui donne ? (Entrée : Ana) >")
    opened.type("zoé\r")
    opened.until("Qui donne ? Un joueur : Ana, Bob, Chloé, David")
    opened.until(">")
    opened.type("bob\r")
    opened.until("Nouvelle feuille, gardée dans")
    opened.until("1 · Bob donne, Chloé parle >")
    opened.type("ana 92\r")
    opened.until("2 · Chloé donne, David parle >")
    opened.type("bob 60 be")
    opened.until("bob 60 be")
    opened.kill()

    again = Terminal("score", home=tmp_path)
    again.until("Feuille reprise de")
    again.until("Nous 92, eux 70.")
    again.until("2 · Chloé donne, David parle >")
    again.type("bob 60\r")
    again.until("3 · David donne, Ana parle >")
    again.type("quitter\r")
    again.until("Feuille gardée dans")

    assert again.leave() == 0
    assert "Traceback" not in opened.shown + again.shown
    (path,) = (tmp_path / "belettre" / "belote").glob("*.jsonl")
    assert MarqueJournal.resume(path.read_text(encoding="utf-8").splitlines()).marque.totals == (254, 70)


def test_be_an_evening_at_a_terminal_is_resumed(tmp_path: Path) -> None:
    """A question, its answer and a rematch typed at a keyboard are in the file, which goes on where it was left."""
    opened = Terminal("score", "--players", ",".join(PLAYERS), "--target", "90", home=tmp_path)
    for line, shown in (
        ("ana 92 belote", "La belote de qui ?"),
        ("bob", "nous gagnons la partie, 92 à 90."),
        ("revanche", "1 · Bob donne, Chloé parle >"),
        ("bob 60", "Parties gagnées : nous 2, eux 0."),
        ("revanche", "1 · Chloé donne, David parle >"),
        ("quitter", ""),
    ):
        opened.type(f"{line}\r")
        opened.until(shown)
    assert opened.leave() == 0

    resumed = Terminal("score", home=tmp_path)
    resumed.until("Feuille reprise")
    resumed.until("1 · Chloé donne, David parle >")
    resumed.type("marque\r")
    resumed.until("Partie 2, Ana et Chloé, Bob et David : 162 à 0.")
    resumed.type("quitter\r")
    assert resumed.leave() == 0


def test_a_new_sheet_follows_a_finished_one(tmp_path: Path) -> None:
    """After the end of a partie the next sheet has the same players; the old one is kept beside it."""
    opened = Terminal("score", *NAMES, "--target", "90", home=tmp_path)
    opened.until("1 · Ana donne, Bob parle >")
    opened.type("ana 92\r")
    opened.until("Nous gagnons la partie, 92 à 70.")
    opened.until("fin ·")
    opened.type("\x04")
    assert opened.leave() == 0

    again = Terminal("score", home=tmp_path)
    again.until("La feuille d'avant est gardée dans")
    again.until("Mêmes joueurs")
    again.until("1 · Bob donne, Chloé parle >")
    again.type("\x04")

    assert again.leave() == 0
    assert len(list((tmp_path / "belettre" / "belote").glob("*.jsonl"))) == 2


def test_one_session_at_a_time(tmp_path: Path) -> None:
    """A sheet that is open in another session is not opened again."""
    opened = Terminal("score", *NAMES, home=tmp_path)
    opened.until("1 · Ana donne, Bob parle >")
    opened.type("ana 92\r")
    opened.until("2 · Bob donne, Chloé parle >")

    other = Terminal("score", home=tmp_path)
    other.until("belote: ")

    assert other.leave() == 2
    opened.type("quit\r")
    assert opened.leave() == 0


@pytest.mark.parametrize(
    ("environment", "styled"), [({"NO_COLOR": ""}, True), ({"TERM": "dumb", "NO_COLOR": ""}, False)]
)
def test_colours_and_narrow_terminals(environment: dict[str, Any], styled: bool, tmp_path: Path) -> None:
    """Deals have colours where the terminal has, and long lines are wrapped between words."""
    opened = Terminal("score", *NAMES, home=tmp_path, columns=40, **environment)
    opened.until("parle >")
    opened.type("ana 61 belote bob\r")
    opened.until("2 · Bob donne, Chloé parle >")
    opened.type("quitter\r")

    assert opened.leave() == 0
    assert opened.styled is styled
    assert "\nDonne 1, Ana : dedans, 61 contre 121 ;\n  nous 0 ; eux 182 : chute 162, belote\n" in opened.shown


def test_leaving_before_the_first_deal_keeps_nothing(tmp_path: Path) -> None:
    """Who leaves at the first question has begun no sheet."""
    for keys in ("\x04", "quitter\r", "\r\x04", "\rquitter\r"):
        opened = Terminal("score", home=tmp_path)
        opened.until("eux) >")
        opened.type(keys)
        assert opened.leave() == 0
    assert not (tmp_path / "belettre").exists()


def interrupted_after(*lines: str) -> Any:
    """Return what takes the place of a keyboard at which lines are typed, and then Ctrl-C."""

    def plain_lines(prompt: Any) -> Iterator[str]:
        for line in lines:
            prompt()
            yield line
        raise KeyboardInterrupt

    return plain_lines


@pytest.mark.parametrize("lines", [(), ("",), ("", ""), ("", "", "sud 92")])
def test_ctrl_c_leaves_in_order(
    lines: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends a session wherever it is pressed; what was entered is in the file."""
    monkeypatch.setattr(score, "at_keyboard", lambda: True)
    monkeypatch.setattr(score, "plain_lines", interrupted_after(*lines))
    path = tmp_path / "soir.jsonl"

    assert main(["score", "--save", str(path)]) == 0

    assert path.exists() is (len(lines) > 1)
    assert capsys.readouterr().err == ""
    if path.exists():
        totals = MarqueJournal.resume(path.read_text(encoding="utf-8").splitlines()).marque.totals
        assert totals == ((92, 70) if len(lines) > 2 else (0, 0))


def test_the_default_file_is_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is where platformdirs has the user's data folder, with and without the variable for it."""
    platformdirs = pytest.importorskip("platformdirs")
    for home in (str(tmp_path), ""):
        monkeypatch.setenv("XDG_DATA_HOME", home)
        expected = Path(platformdirs.user_data_dir("belettre", appauthor=False), "belote", "marque.jsonl")
        assert Path(score._default_path() or "") == expected
