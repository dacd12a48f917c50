"""``belote check`` as a player meets it, and what the command ``belote`` does around it."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import __version__
from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.base.options import parse_number
from belettre_lexicon.cli.belote import main as command
from belettre_lexicon.cli.belote.check import HandCheck
from belettre_lexicon.cli.belote.commands import (
    BELOTE_LEVELS,
    BeloteCheckCommand,
    BelotePlayCommand,
    BeloteReplayCommand,
)
from belettre_lexicon.cli.kit.parser import command_parser
from belettre_lexicon.cli.kit.parser import parse as parse_arguments
from belettre_lexicon.games.belote.bots.simulation import BOT_KINDS
from belettre_lexicon.games.belote.cards import CONTRACTS, PACK, Card, mask_of
from belettre_lexicon.games.belote.deals.deal import MOST_SEED
from belettre_lexicon.games.belote.options import OPTIONS_OF
from belettre_lexicon.games.belote.play import legal, obligation
from belettre_lexicon.games.belote.rules import OPTION_OF, OPTIONS, BeloteRules
from belettre_lexicon.games.belote.seats import ALL_SEATS
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from tests.conftest import ROOT

if TYPE_CHECKING:
    from belettre_lexicon.cli.kit.commands import AnyCommand

SCRIPT = [sys.executable, str(ROOT / "bin" / "belote")]


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the script in a process of its own, with *environment* added to the variables of this one."""
    return subprocess.run(
        [*SCRIPT, *arguments], input=stdin, capture_output=True, env={**os.environ, **environment}, check=False
    )


class Answer:
    """What the command printed, in this process, and its exit status."""

    def __init__(self, status: int, printed: str, error: str) -> None:
        self.status = status
        self.lines = printed.splitlines()
        self.error = error


@pytest.fixture
def belote(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command in this process: ``belote("check", "--atout", "♥") → Answer``."""

    def answer(*arguments: str) -> Answer:
        status = command.main(list(arguments))
        printed = capsys.readouterr()
        return Answer(status, printed.out, printed.err)

    return answer


def test_bp7_the_example_of_the_help(belote: Any) -> None:
    """Each card has a line with the decision first, then why, with the rule; the status is 1 for a refused card."""
    answer = belote("check", "--atout", "♥", "--pli", "A♠ 7♠ 10♥", "--main", "A♥ 8♥ 9♦")

    assert answer.lines == [
        "A♥ : permise. Elle surcoupe 10♥ (BP7).",
        "8♥ : refusée. Il faut surcouper 10♥ (BP7).",
        "9♦ : refusée. Il faut surcouper 10♥ (BP7).",
    ]
    assert (answer.status, answer.error) == (1, "")


@pytest.mark.parametrize(
    ("atout", "pli", "main", "lines"),
    [
        ("c", "", "vc 7p", ["V♥ : permise. L'entame est libre (BP1)."]),
        ("♦", "9♣", "A♣ V♦", ["A♣ : permise. Elle fournit à ♣ (BP3).", "V♦ : refusée. Il faut fournir à ♣ (BP3)."]),
        ("♦", "R♦", "A♦ 8♦", ["A♦ : permise. Elle monte au-dessus de R♦ (BP4)."]),
        ("♦", "A♦", "10♦ 7♥", ["10♦ : permise. Rien dans la main ne dépasse A♦ : toute carte à ♦ convient (BP4)."]),
        ("♦", "A♣ 7♣", "7♥ 8♦", ["7♥ : permise. Le partenaire tient avec A♣ : toute carte convient (BP5)."]),
        ("♦", "A♣", "8♦ 7♥", ["8♦ : permise. Elle coupe (BP6).", "7♥ : refusée. Il faut couper (BP6)."]),
        ("♦", "A♣ V♦", "8♦ 7♥", ["8♦ : permise. Aucun atout de la main ne dépasse V♦ : tout atout convient (BP7)."]),
        ("♦", "A♣", "7♠ 7♥", ["7♠ : permise. Ni ♣ ni atout en main : toute carte convient (BP8)."]),
        ("♦", "A♦", "7♠ 7♥", ["7♠ : permise. Pas d'atout en main : toute carte convient (BP8)."]),
        ("SA", "A♦", "7♠ 7♥", ["7♠ : permise. Pas de ♦ en main : toute carte convient (BV2)."]),
        ("tout atout", "A♦", "7♠ 7♥", ["7♠ : permise. Pas de ♦ en main : toute carte convient (BV3)."]),
        ("ta", "A♦", "9♦ 10♦", ["9♦ : permise. Elle monte au-dessus de A♦ (BV3)."]),
    ],
)
def test_the_sentence_of_each_obligation(belote: Any, atout: str, pli: str, main: str, lines: list[str]) -> None:
    """What a card does, or what was owed, is said in French; cards and trump are read as signs, letters or names."""
    answer = belote("check", "--atout", atout, "--pli", pli, "--main", main)

    assert answer.lines[: len(lines)] == lines


def test_english(belote: Any) -> None:
    """--lang en answers in English and reads and writes English cards."""
    answer = belote("check", "--atout", "h", "--pli", "as 7s 10h", "--main", "ah jd", "--lang", "en")

    assert answer.lines == [
        "A♥: permitted. It overtrumps 10♥ (BP7).",
        "J♦: refused. The player has to overtrump 10♥ (BP7).",
    ]


def test_all_permitted_is_status_0(belote: Any) -> None:
    """The status is 0 if every card of the hand may be laid."""
    assert belote("check", "--atout", "♥", "--main", "A♥ 8♥").status == 0


def test_bp9_all_rules_say_which_house_rules_decide_otherwise(belote: Any) -> None:
    """--all-rules names, below each card, the smallest changes of house rules that turn the answer."""
    answer = belote("check", "--atout", "♥", "--pli", "9♦ R♥ 7♦", "--main", "A♥ 8♥ 10♣", "--all-rules")

    assert answer.lines == [
        "A♥ : permise. Le partenaire tient avec R♥ : toute carte convient (BP9).",
        "8♥ : permise. Le partenaire tient avec R♥ : toute carte convient (BP9).",
        "  avec « pas sous l'atout du partenaire » : refusée",
        "  avec « on monte aussi sur l'atout du partenaire » : refusée",
        "10♣ : permise. Le partenaire tient avec R♥ : toute carte convient (BP9).",
        "  avec « on monte aussi sur l'atout du partenaire » : refusée",
    ]
    assert answer.status == 0


def test_v3_6_the_other_defender_of_three_is_a_partner_and_the_taker_is_not(belote: Any) -> None:
    """--partner names the card of the other defender; without it a player who is void must overtrump."""
    pli = ("check", "--game", "three", "--deck", "30", "--atout", "♥", "--pli", "10♠ 10♥", "--main", "8♥ R♦")

    assert (
        belote(*pli, "--partner", "10♥").lines[0]
        == "8♥ : permise. Le partenaire tient avec 10♥ : toute carte convient (BP9)."
    )
    assert belote(*pli, "--partner", "10♥", "--no-defenders-partners").status == 1
    assert belote(*pli).lines == [
        "8♥ : permise. Aucun atout de la main ne dépasse 10♥ : tout atout convient (BP7).",
        "R♦ : refusée. Il faut couper, même plus bas que 10♥ : pisser (BP7).",
    ]


def test_v2_6_the_face_up_cards_of_the_row_bind_like_the_hand(belote: Any) -> None:
    """With two players the row is checked with the hand: its trump must be laid, and its own cards are judged too."""
    answer = belote("check", "--game", "bis", "--atout", "♥", "--pli", "10♠", "--main", "A♦", "--rangee", "7♥ V♦")

    assert answer.lines == [
        "A♦ : refusée. Il faut couper (BP6).",
        "7♥ : permise. Elle coupe (BP6).",
        "V♦ : refusée. Il faut couper (BP6).",
    ]


def test_vk6_nobody_has_a_partner_de_comptoir(belote: Any) -> None:
    """A player who is void must trump whoever holds the pli; with four players too."""
    answer = belote("check", "--game", "comptoir", "--atout", "♣", "--pli", "A♠ 7♠", "--main", "9♣ R♦", "--all-rules")

    assert answer.lines[1] == "R♦ : refusée. Il faut couper (BP6)."
    assert answer.lines[-1] == "Aucune règle de table n'y change rien."


def test_v3_6_renonces_of_three_players_know_who_took(belote: Any, tmp_path: Path) -> None:
    """A defender whose partner holds is free, the taker is not; --taker says who is who, and what each one scores."""
    file = tmp_path / "plis"
    file.write_text("A♠ V♣ 9♠\nA♦ 10♦ D♦\nE 9♥ N A♥ S V♥\n", encoding="utf-8")  # Est was void and kept the 9♥
    plis = ("check", "--game", "three", "--atout", "♥", "--plis", str(file))

    assert belote(*plis, "--taker", "S").status == 2  # the third pli is opened by Sud, not by Est
    file.write_text("A♠ V♣ 9♠\nA♦ 10♦ D♦\nS V♥ E 9♥ N A♥\n", encoding="utf-8")

    assert belote(*plis, "--taker", "S", "--belote", "S").lines == [
        "Pli 1, Est : V♣ est une renonce. Il fallait couper (BP6) : 9♥ est tombé au pli 3.",
        "La donne est perdue pour la défense (BF1) : Sud 182 (162 + 20 de belote), Est 0, Nord 0.",
    ]
    assert belote(*plis, "--taker", "N").lines == ["Aucune renonce n'est prouvée."]


def test_v3_9_a_renonce_of_the_taker_gives_each_defender_the_whole_or_the_half(belote: Any, tmp_path: Path) -> None:
    """The two others score 162 each, or half of it; the taker scores nothing."""
    file = tmp_path / "plis"
    file.write_text("S A♠ E V♣ N 9♠\nS V♥ E 9♥ N A♥\n", encoding="utf-8")
    plis = ("check", "--game", "three", "--atout", "♥", "--plis", str(file), "--taker", "E")

    assert belote(*plis).lines[-1] == "La donne est perdue pour le preneur (BF1) : Sud 162, Est 0, Nord 162."
    assert belote(*plis, "--defence-scores", "half", "--json").lines[0].endswith('"score": {"S": 81, "E": 0, "N": 81}}')


def test_vk5_the_first_card_of_the_plis_makes_trump_de_comptoir(belote: Any, tmp_path: Path) -> None:
    """Without --atout the suit of the first card laid is trump; players of five have five seats."""
    file = tmp_path / "plis"
    file.write_text("S V♥ E A♥\nS A♣ E 7♦\nS 10♣ E 9♣", encoding="utf-8")

    answer = belote("check", "--game", "comptoir", "--seats", "2", "--plis", str(file))

    assert answer.lines == ["Pli 2, Est : 7♦ est une renonce. Il fallait fournir à ♣ (BP3) : 9♣ est tombé au pli 3."]


@pytest.mark.parametrize(
    ("arguments", "lines", "status"),
    [
        (
            ["--auction", "90♥ coinche", "--say", "surcoinche"],
            ["Sud a dit : 90 cœur, coinché. À Nord de parler.", "Nord, « surcoinche » : permis (VC10)."],
            0,
        ),
        (
            ["--auction", "S 90 coeur, E contre, N passe", "--say", "surcontre"],
            [
                "Sud a dit : 90 cœur, coinché. À Ouest de parler.",
                "Ouest, « surcoinche » : refusé. Seul le camp coinché peut surcoincher (VC10).",
            ],
            1,
        ),
        (
            ["--auction", "90♥ coinche", "--say", "S surcoinche"],
            [
                "Sud a dit : 90 cœur, coinché. À Nord de parler.",
                "Sud, « surcoinche » : refusé. C'est à Nord de parler, pas à Sud (BF4).",
            ],
            1,
        ),
        (
            ["--auction", "90♥ coinche", "--say", "S surcoinche", "--volley"],
            ["Sud a dit : 90 cœur, coinché. À Nord de parler.", "Sud, « surcoinche » : permis (VC10)."],
            0,
        ),
        (
            ["--auction", "90♥ passe", "--opener", "E"],
            ["Est a dit : 90 cœur. À Ouest de parler.", "Ouest peut dire : « passe », « 100 trèfle » ou plus."],
            0,
        ),
        (
            ["--auction", "je demande 110 sans atout", "--sa-ta", "--clockwise"],
            [
                "Sud a dit : 110 sans atout. À Ouest de parler.",
                "Ouest peut dire : « passe », « coinche », « 120 trèfle » ou plus.",
            ],
            0,
        ),
        (
            ["--auction", "90♥ passe 80♠ passe"],
            [
                "Sud a dit : 90 cœur. À Nord de parler.",
                "Nord, « 80 pique » : refusé. 80 pique ne dépasse pas la dernière enchère (VC6).",
            ],
            1,
        ),
        (["--auction", "capot pique passe passe passe"], ["Les enchères sont finies. Sud joue : capot pique."], 0),
        (
            ["--auction", "passe passe passe passe"],
            ["Les enchères sont finies : personne n'a rien demandé, on redonne."],
            0,
        ),
    ],
)
def test_vc_an_auction_is_followed_and_a_word_is_judged(
    belote: Any, arguments: list[str], lines: list[str], status: int
) -> None:
    """Where the auction stands is said, then whether the word may be said, with its rule, or what may be."""
    answer = belote("check", "--game", "coinche", *arguments)

    assert (answer.lines, answer.status, answer.error) == (lines, status, "")


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        (["--retourne", "9k", "--auction", "passe prends"], "Les enchères sont finies. Est joue : carreau."),
        (["--retourne", "9k", "--auction", "passe"], "Est peut dire : « passe », « carreau »."),
        (
            ["--game", "comptoir", "--seats", "3", "--auction", "20 passe 35"],
            "Sud peut dire : « passe », « 36 » ou plus.",
        ),
        (
            ["--game", "comptoir", "--bid-step", "5", "--auction", "20", "--say", "33"],
            "Est, « 33 » : refusé. 33 n'est pas un multiple du pas des enchères (VK3).",
        ),
        (
            ["--game", "lyonnaise", "--auction", "20 passe passe passe", "--say", "direct"],
            "Sud, « direct » : permis (VL3).",
        ),
    ],
)
def test_the_auction_of_every_game_is_followed(belote: Any, arguments: list[str], last: str) -> None:
    """A prise needs the card turned up, and « prends » takes its suit; bids de comptoir are numbers alone."""
    assert belote("check", *arguments).lines[-1] == last


def test_the_json_of_an_auction(belote: Any) -> None:
    """--json has the words, whose turn it is, and the word that was asked for with rule, reason and sentence."""
    answer = belote("check", "--game", "coinche", "--auction", "90♥", "--say", "90♠", "--json")

    assert json.loads(answer.lines[0]) == {
        "options": {"game": "coinche"},
        "words": [{"seat": "S", "word": "90 cœur"}],
        "over": False,
        "turn": "E",
        "taker": "S",
        "permitted": False,
        "word": {"seat": "E", "word": "90 pique"},
        "rule": "VC6",
        "reason": "bid_low",
        "text": "Est, « 90 pique » : refusé. 90 pique ne dépasse pas la dernière enchère (VC6).",
        "may": None,
    }


def test_vc34_a_renonce_in_coinche_scores_the_contract_of_the_auction(belote: Any, tmp_path: Path) -> None:
    """With --auction the other team scores what a missed contract gives: (160 + 90) · 2, and the belotes (VC31)."""
    file = tmp_path / "plis"
    file.write_text("A♠ 9♦ 8♠ 9♠\nR♠ V♥ D♠ 10♠\n", encoding="utf-8")
    plis = ("check", "--game", "coinche", "--auction", "90♥ coinche passe passe passe", "--plis", str(file))

    assert belote(*plis, "--belote", "E+O").lines[-1] == (
        "La donne est perdue pour Est et Ouest (VC34) : Nord et Sud 520 (320 + 180 demandés + 20 de belote adverse), "
        "Est et Ouest 0."
    )
    assert "20 de belote" in belote(*plis, "--belote", "E+O", "--coinche-belote", "own").lines[-1].rpartition(",")[2]


def test_bd1_the_seats_of_a_clockwise_table_follow_to_the_left(belote: Any, tmp_path: Path) -> None:
    """At a clockwise table Ouest plays after Sud."""
    file = tmp_path / "plis"
    file.write_text("A♠ 9♦ 8♠ 9♠\nR♠ V♥ D♠ 10♠\n", encoding="utf-8")

    answer = belote("check", "--clockwise", "--atout", "♥", "--plis", str(file))

    assert answer.lines[0].startswith("Pli 1, Ouest : 9♦ est une renonce.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--auction", "90 passe"], "--auction: '90': expected a colour too"),
        (["--auction", "zut"], "--auction: 'zut': expected a word of this auction"),
        (["--auction", "90♥", "--say", "passe passe"], "--say 'passe passe': expected one word"),
        (["--auction", "90♥", "--main", "A♥"], "--main does not go with --auction"),
        (["--auction", "90♥", "--retourne", "A♥"], "--retourne: game 'coinche' turns up no card"),
        (["--auction", "90♥", "--opener", "5"], "--opener '5': expected one of S, E, N, O"),
        (["--auction", "90♥", "--plis", "/nonexistent"], "expected a whole auction with a contract (VC12)"),
        (["--main", "A♥", "--atout", "♥", "--say", "passe"], "--say does not go with --main"),
    ],
)
def test_unusable_auctions_are_one_line(belote: Any, arguments: list[str], message: str) -> None:
    """What is not understood, or does not go together, is named in one line, with status 2."""
    answer = belote("check", "--game", "coinche", *arguments)

    assert (answer.status, answer.error.count("\n"), answer.lines) == (2, 1, [])
    assert message in answer.error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "three", "--main", "7♥"], "7♥: not in the pack of 24 cards (V3.2)"),
        (["--game", "three", "--main", "9♥", "--pli", "A♥ 10♥ V♥"], "--pli: 3 cards, expected 2 at most"),
        (["--game", "three", "--main", "9♥", "--pli", "A♥", "--partner", "10♥"], "--partner: expected one card of the"),
        (["--main", "9♥", "--pli", "A♥", "--partner", "A♥"], "--partner: game 'classic' needs no card"),
        (["--main", "9♥", "--rangee", "A♥"], "--rangee: game 'classic' has no rows"),
        (["--game", "bis", "--main", "9♥", "--rangee", "7♥ 8♥ V♥ D♥ R♥"], "--rangee: 5 cards, expected 4 at most"),
        (["--game", "bis", "--main", "9♥", "--rangee", "9♥"], "--rangee: 9♥ lies in the hand (BC1)"),
        (["--game", "comptoir", "--cards", "2", "--main", "9♥ 7♥ 8♥"], "--main: 3 cards, expected 1 to 2 (VK2)"),
        (["--game", "bis", "--plis", "-"], "--plis: with two players a card laid later may have lain face down (V2.6)"),
        (["--game", "coinche", "--generale-leads", "--main", "9♥"], "generale_leads: True (VC16)"),
    ],
)
def test_unusable_input_of_the_variants(belote: Any, arguments: list[str], message: str) -> None:
    """Cards, rows and options that a game does not have are named in one line with the rule."""
    answer = belote("check", "--atout", "♥", *arguments)

    assert (answer.status, answer.error.count("\n")) == (2, 1)
    assert message in answer.error


def test_bp7_two_house_rules_together_decide_otherwise(belote: Any) -> None:
    """A change of two rules is named only if neither of them suffices, and nothing is said twice."""
    pli = ("check", "--atout", "♥", "--pli", "9♦ V♥ 7♦", "--main", "8♥ 10♣", "--all-rules")

    assert belote(*pli, "--undertrump", "free").lines[-2:] == [
        "10♣ : permise. Le partenaire tient avec V♥ : toute carte convient (BP9).",
        "  avec « qui ne peut surcouper pisse » + « on monte aussi sur l'atout du partenaire » : refusée",
    ]
    assert belote(*pli, "--on-partners-trump", "trump").lines[-4:] == [
        "10♣ : refusée. Il faut couper, même plus bas que V♥ : pisser (BP9).",
        "  avec « libre sur l'atout du partenaire » : permise",
        "  avec « pas sous l'atout du partenaire » : permise",
        "  avec « qui ne peut surcouper est libre » : permise",
    ]


def test_all_rules_may_agree(belote: Any) -> None:
    """If no house rule turns the answer about any card, one line says so."""
    answer = belote("check", "--atout", "♥", "--main", "8♥", "--all-rules")

    assert answer.lines == ["8♥ : permise. L'entame est libre (BP1).", "Aucune règle de table n'y change rien."]


def test_options_of_the_table_decide(belote: Any) -> None:
    """The flags of the house rules are those of BeloteRules, and change the answer."""
    pli = ("check", "--atout", "♥", "--pli", "A♠ V♥", "--main", "8♥ 9♦")

    assert belote(*pli).status == 1
    free = belote(*pli, "--undertrump", "free")
    assert free.status == 0
    assert free.lines[1] == "9♦ : permise. Aucun atout de la main ne dépasse V♥ : toute carte convient (BP7)."


def test_json_of_cards(belote: Any) -> None:
    """--json prints one object: the question, and for each card the decision, its reason and its sentence."""
    answer = belote("check", "--atout", "♥", "--pli", "A♠ V♥", "--main", "8♥ 9♦", "--json", "--tierce", "30")
    described = json.loads("\n".join(answer.lines))

    assert {key: described[key] for key in ("contract", "pli", "options")} == {
        "contract": "♥",
        "pli": ["A♠", "V♥"],
        "options": {"tierce": 30},
    }
    assert described["cards"][1] == {
        "card": "9♦",
        "permitted": False,
        "rule": "BP7",
        "reason": "undertrump",
        "text": "9♦ : refusée. Il faut couper, même plus bas que V♥ : pisser (BP7).",
    }

    answer = belote("check", "--atout", "♥", "--pli", "A♠ V♥", "--main", "8♥ 9♦", "--json", "--all-rules")
    cards = json.loads("\n".join(answer.lines))["cards"]
    assert [card["otherwise"] for card in cards] == [[], [{"undertrump": "free"}]]


PLIS = "S A♠ · E 9♦ · N 8♠ · O 9♠ → S\n# the second one without seats\nR♠ V♥ D♠ 10♠\n"


def test_bf1_proven_renonces_and_the_score(belote: Any, tmp_path: Path) -> None:
    """Each renonce has a line with who, what, which rule and the proof; then the score after it."""
    path = tmp_path / "plis.txt"
    path.write_text(PLIS, encoding="utf-8")

    answer = belote(
        "check", "--atout", "♥", "--plis", str(path), "--waiting", "81", "--belote", "E+O", "--announced", "20,0"
    )

    assert answer.lines == [
        "Pli 1, Est : 9♦ est une renonce. Il fallait couper (BP6) : V♥ est tombé au pli 2.",
        "La donne est perdue pour Est et Ouest (BF1) : Nord et Sud 263 (162 + 20 d'annonces + 81 en attente), "
        "Est et Ouest 20 (20 de belote).",
    ]
    assert answer.status == 1


def test_bf2_no_renonce_is_status_0(belote: Any, tmp_path: Path) -> None:
    """Plis in which nothing is proved have the status 0; a file without plis is an error that says what is expected."""
    path = tmp_path / "plis.txt"
    path.write_text("A♠ 9♠ 8♠ 7♠\nR♦", encoding="utf-8")
    answer = belote("check", "--atout", "♥", "--plis", str(path))

    assert (answer.status, answer.lines) == (0, ["Aucune renonce n'est prouvée."])

    path.write_text("# no plis\n\n", encoding="utf-8")
    answer = belote("check", "--atout", "♥", "--plis", str(path))

    assert answer.status == 2
    assert "no plis; expected a line for each" in answer.error


def test_bf1_both_teams_at_fault(belote: Any, tmp_path: Path) -> None:
    """Where both teams have renounced, the first proof decides and is named."""
    path = tmp_path / "plis.txt"
    path.write_text("A♣ 7♥ 7♣ 8♣\nA♠ 7♠ 8♥ 8♠\nA♥ V♥ 9♠ 9♥\n10♥ D♣ D♠ R♥\n", encoding="utf-8")

    answer = belote("check", "--atout", "♦", "--plis", str(path), "--lang", "en", "--opener", "W")

    assert answer.lines == [
        "Pli 1, South: 7♥ is a renonce. The player had to follow ♣ (BP3): Q♣ came in pli 4.",
        "Pli 2, East: 8♥ is a renonce. The player had to follow ♠ (BP3): 9♠ came in pli 3.",
        "Both teams are at fault: the renonce that was proved first decides, that of pli 2.",
        "The deal is lost for East and West (BF1): North and South 162, East and West 0.",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_broken_obligation_has_a_sentence(lang: str) -> None:
    """A renonce against any obligation can be told in both languages."""
    say = Catalogue.load(lang, "belote")
    for reason in ("follow", "go_up", "cannot_go_up", "trump", "overtrump", "undertrump", "over_partner"):
        assert "V♥" in say(f"disputes.owed_{reason}", suit="V♥", best="V♥") or reason == "trump"


def test_bb2_a_belote_that_the_plis_say_counts(belote: Any, tmp_path: Path) -> None:
    """« belote » behind a card counts for its team, unless another player laid the other card (BF3)."""
    path = tmp_path / "plis.txt"
    renonce = "A♠ 9♦ 8♠ 9♠\nR♠ V♥ D♠ 10♠\n"
    for second in ("rebelote", "belote"):  # one belote, whatever is written after its second card
        path.write_text(f"{renonce}R♥ belote 8♥ 7♥ 9♥\nA♦ D♥ {second} 7♦ R♦ belote", encoding="utf-8")
        assert "Est et Ouest 20 (20 de belote)" in belote("check", "--atout", "♥", "--plis", str(path)).lines[-1]

    path.write_text(f"{renonce}R♥ belote 8♥ D♥ 9♥\n", encoding="utf-8")
    assert "belote" not in belote("check", "--atout", "♥", "--plis", str(path)).lines[-1]


def test_json_of_plis(belote: Any, tmp_path: Path) -> None:
    """--json prints the renonces and the score; the score is null if there are none."""
    path = tmp_path / "plis.txt"
    path.write_text(PLIS, encoding="utf-8")
    described = json.loads("\n".join(belote("check", "--atout", "♥", "--plis", str(path), "--json").lines))

    assert described == {
        "contract": "♥",
        "options": {},
        "renonces": [
            {
                "pli": 1,
                "seat": "E",
                "card": "9♦",
                "rule": "BP6",
                "reason": "trump",
                "instead": ["V♥"],
                "proof": "V♥",
                "proved": 2,
                "text": "Pli 1, Est : 9♦ est une renonce. Il fallait couper (BP6) : V♥ est tombé au pli 2.",
            }
        ],
        "score": {"N+S": 162, "E+O": 0},
    }
    path.write_text("A♠", encoding="utf-8")
    assert json.loads(belote("check", "--atout", "♥", "--plis", str(path), "--json").lines[0])["score"] is None


def test_the_module_is_the_command() -> None:
    """``python -m belettre_lexicon.cli.belote`` does the same as the script."""
    done = subprocess.run(
        [sys.executable, "-m", "belettre_lexicon.cli.belote", "--version"], capture_output=True, text=True, check=True
    )

    assert done.stdout == f"belote {__version__}\n"


def test_plis_from_standard_input() -> None:
    """« - » reads the plis from standard input, with any line ends and a byte order mark."""
    done = run("check", "--atout", "♥", "--plis", "-", stdin=("\ufeff" + PLIS.replace("\n", "\r\n")).encode())

    assert done.stdout.decode().startswith("Pli 1, Est : 9♦ est une renonce.")
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "check: --atout is missing"),
        (["--atout", "♥"], "check: --main is missing"),
        (["--atout", "X", "--main", "7♥"], "--atout 'X': expected one of ♣, ♦, ♥, ♠, SA, TA"),
        (["--atout", "♥", "--main", "1♥"], "--main: card '1♥': expected a rank and a suit"),
        (["--atout", "♥", "--main", ""], "--main: 0 cards, expected 1 to 8 (BD7)"),
        (["--atout", "♥", "--main", "7♥ 7♥"], "--main: cards: 7♥ is named twice (BC1)"),
        (["--atout", "♥", "--main", "7♥", "--pli", "7♥"], "--main: 7♥ lies in the pli (BC1)"),
        (["--atout", "♥", "--main", "7♥", "--pli", "8♥ 9♥ V♥ D♥"], "--pli: 4 cards, expected 3 at most"),
        (["--atout", "♥", "--main", "7♣ 8♣ 9♣ V♣ D♣ R♣ A♣ 10♣ 7♥"], "--main: 9 cards, expected 1 to 8"),
        (["--atout", "♥", "--main", "7♥", "--waiting", "81"], "check: --waiting does not go with --main"),
        (["--atout", "♥", "--plis", "-", "--main", "7♥"], "check: --main does not go with --plis"),
        (["--atout", "♥", "--plis", "-", "--all-rules"], "check: --all-rules does not go with --plis"),
        (["--atout", "♥", "--plis", "/nonexistent"], "/nonexistent: cannot be read"),
        (["--atout", "♥", "--plis", "a\0b"], "is not a path"),
        (["--atout", "♥", "--main", "7♥", "--contracts", "coinche"], "--contracts: 'coinche' (BV1), expected"),
        (["--atout", "♥", "--main", "7♥", "--undertrump", "x"], "--undertrump: 'x' (BP7), expected 'must' or 'free'"),
        (["--atout", "♥", "--main", "7♥", "--target", "0"], "--target: 0 (BE1), expected a number from 1 to 10000"),
        (["--atout", "♥", "--main", "7♥", "--lang", "de"], "--lang: invalid choice: 'de'"),
        (["--atout", "♥", "--main", "7♥", "--nope"], "unrecognized arguments: --nope"),
        (["--atout"], "expected one argument"),
        (["--atout", "\udcff"], "--atout: « \\xff » cannot be read: expected text in"),
        (["--atout", "♥", "--main", "7♥" * 1000], "400 characters at most"),
        (["--atout", "\u202e\x1b[31m", "--main", "7♥"], "--atout '\\u202e\\x1b[31m': expected"),
    ],
)
def test_unusable_input_is_one_line(belote: Any, arguments: list[str], message: str) -> None:
    """What the command cannot work with is named in one printable line, and the status is 2."""
    answer = belote("check", *arguments)

    assert answer.status == 2
    assert message in answer.error
    assert answer.error.startswith("belote: ")
    assert answer.error.count("\n") == 1
    assert answer.error.strip().isprintable()
    assert answer.lines == []


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("A♠ 9♦ 8♠\nR♠", [], ": pli 1: 3 cards, expected 4 (BP2)"),
        ("\nA♠ bonjour", [], ": line 2: card 'bonjour': expected a rank and a suit"),
        ("A♠ 9♦ 8♠ 9♠\nA♠", [], ": pli 2: A♠ was laid before (BC1)"),
        ("S A♠ · O 9♦", [], ": pli 1: 9♦ is said to be from O, it was the turn of E"),
        ("E A♠", ["--opener", "S"], "--opener S: the plis say E"),
        ("A♠", ["--opener", "X"], "--opener: seat 'X': expected one of S, E, N, O"),
        ("A♠", ["--belote", "nous"], "--belote 'nous': expected N+S or E+O"),
        ("A♠ 7♠ R♥ belote", ["--belote", "N+S"], "--belote: the plis say « belote » already"),
        ("A♠", ["--announced", "50"], "--announced '50': expected the points of N+S and of E+O, such as 50,0"),
        ("A♠", ["--announced", "50,x"], "--announced '50,x': expected the points"),
        ("A♠", ["--waiting", "-1"], "--waiting"),
        ("\x00" * 20_000, [], "more than 16384 bytes"),
        ("A♠ 9♦ 8♠ 9♠\nR♠ V♥ D♠ 10♠", ["--announced", "5,0"], "annonces 5: expected a number"),
        (
            "A♠ 9♦ 8♠ 9♠\nR♠ V♥ D♠ 10♠",
            ["--belote", "N+S", "--belote", "E+O"],
            "belote (20, 20): expected 20 points at most",
        ),
    ],
)
def test_unusable_plis_are_one_line(belote: Any, tmp_path: Path, text: str, options: list[str], message: str) -> None:
    """Plis and options of the score that cannot be are named, and the status is 2."""
    path = tmp_path / "plis.txt"
    path.write_text(text, encoding="utf-8")

    answer = belote("check", "--atout", "♥", "--plis", str(path), *options)

    assert answer.status == 2
    assert message in answer.error
    assert answer.error.count("\n") == 1
    assert answer.lines == []


def test_plis_that_are_not_utf_8(belote: Any, tmp_path: Path) -> None:
    """A byte that is no text is named."""
    path = tmp_path / "plis.txt"
    path.write_bytes(b"A\xff")

    assert "not UTF-8 at byte 1" in belote("check", "--atout", "♥", "--plis", str(path)).error


cards = st.lists(st.sampled_from(PACK), min_size=4, max_size=11, unique=True)


@given(cards, st.integers(0, 3), st.sampled_from(CONTRACTS), st.sampled_from(("fr", "en")), st.booleans())
def test_bp12_the_command_says_what_the_library_decides(
    drawn: list[Card], laid: int, contract: str, lang: str, as_json: bool
) -> None:
    """For any hand and pli, under all house rules of the play, each card has its decision and a sentence."""
    pli, hand = tuple(drawn[:laid]), tuple(drawn[laid:])[:8]
    say = Catalogue.load(lang, "belote")
    for undertrump in ("must", "free"):
        for on_partners_trump in ("free", "over", "trump"):
            rules = BeloteRules(undertrump=undertrump, on_partners_trump=on_partners_trump)
            owed = obligation(mask_of(hand), pli, contract, rules)
            check = HandCheck(hand, pli, contract, rules, owed, say)  # type: ignore[arg-type]  # one of CONTRACTS

            described = check.described(all_rules=True)

            permitted = [card["card"] for card in described["cards"] if card["permitted"]]
            assert permitted == [card.text for card in legal(hand, pli, contract, rules)]
            for row, card in zip(described["cards"], hand, strict=True):
                assert row["text"].endswith(f"({row['rule']}).")
                assert "{" not in row["text"]
                for changes in row["otherwise"]:
                    other = BeloteRules.from_dict({**rules.as_dict(), **changes})
                    assert (card in legal(hand, pli, contract, other)) is not row["permitted"]


def parse(command: AnyCommand, typed: list[str]) -> AnyCommand:
    """Return a command with the options that are typed."""
    return parse_arguments(command, command_parser(type(command), "belote"), typed)


#: What else must be typed for the values of some options, which need another option besides the game.
_BESIDES: dict[str, dict[str, Any]] = {"generale_leads": {"generale": True}, "sevens": {"deck": "30"}}


def test_every_option_of_the_rules_has_a_flag() -> None:
    """Each option with something to choose has one flag, and every value of it can be typed in a game that has it."""
    offered = BeloteCheckCommand.offered()

    assert [option for option in OPTIONS if option.is_offered] == offered

    for option in offered:
        besides = _BESIDES.get(option.name, {})
        typed_besides = [OPTION_OF[name].flag for name in besides if besides[name] is True]
        typed_besides += [
            part for name in besides if besides[name] is not True for part in (f"--{name}", besides[name])
        ]
        for value in option.values[1:] if option.least is None else (option.least, option.most):
            games = [game for game, names in OPTIONS_OF.items() if option.name in names]
            game = value if option.name == "game" else next(game for game in games if takes(game, option.name, value))
            typed = [option.flag] if option.switched is not None else [option.flag, str(value)]
            rules = {"game": game, option.name: value, **besides}

            parsed = parse(BeloteCheckCommand(), ["--game", str(game), *typed, *typed_besides]).rules()

            assert parsed == BeloteRules(**rules)
        for value in option.unbuilt:
            with pytest.raises(ArgumentError, match=r"is not built yet"):
                parse(BeloteCheckCommand(), [option.flag, str(value)])


def takes(game: str, name: str, value: object) -> bool:
    """Return whether a game may be played with a value of one of its options."""
    try:
        BeloteRules(**{"game": game, name: value, **_BESIDES.get(name, {})})
    except ArgumentError:
        return False
    return True


def test_an_option_with_one_legal_value_is_not_offered() -> None:
    """There is no flag for it; records may state it, and its other values are said to be not built."""
    for option in OPTIONS:
        if option.is_offered:
            continue
        with pytest.raises(ArgumentError, match="unrecognized arguments"):
            parse(BeloteCheckCommand(), [option.flag])
        assert BeloteRules.from_dict({option.name: option.default}) == BeloteRules()
        for value in option.unbuilt:
            with pytest.raises(ArgumentError, match="is not built yet"):
                BeloteRules.from_dict({option.name: value})


def test_options_are_those_that_are_typed() -> None:
    """A list adds up, a number is one, and house rules are kept by name; abbreviations and « = » are known."""
    typed = ["--belote", "x", "--belote", "y", "--waiting", "3", "--target", "1001", "--no-litige-belote", "--annonces"]
    command = parse(BeloteCheckCommand(), [*typed, "--atout=♥", "--mai", "7♥"])

    assert (command.belote, command.waiting, command.atout, command.main) == ("x,y", 3, "♥", "7♥")
    assert command.rules() == BeloteRules(target=1001, litige_belote=False, annonces=True)
    assert parse(BeloteCheckCommand(), []).belote == ""


def test_a_command_may_have_an_operand() -> None:
    """An operand must be given, may be « - », and may have any bytes if it names a file."""
    for file in ("a.txt", "-", "caf\udce9"):
        assert parse(BeloteReplayCommand(), [file, "--lang", "en"]).file == file
        assert parse(BeloteReplayCommand(), ["--lang=en", file]).lang == "en"
    for wrong in ([], ["a", "b"]):
        with pytest.raises(ArgumentError, match=r"FILE|unrecognized"):
            parse(BeloteReplayCommand(), wrong)


def test_numbers_have_limits() -> None:
    """A number out of its limits, or with more digits than any option needs, is none."""
    assert (parse_number("8", 0, 8), parse_number("9", 0, 8), parse_number("-1", 0)) == (8, None, None)
    assert (parse_number("٣"), parse_number("9" * 19), parse_number("²")) == (3, None, None)


def test_values_are_those_of_the_game() -> None:
    """The seats and the kinds of bot that ``commands`` spells out are those of the game."""
    arguments = BelotePlayCommand.ARGUMENTS
    assert arguments["seat"].values == tuple(seat.name.lower() for seat in ALL_SEATS)
    assert (arguments["seed"].least, arguments["seed"].most) == (-MOST_SEED, MOST_SEED - 1)
    assert set(BELOTE_LEVELS) < set(BOT_KINDS)


def test_help_and_version(belote: Any) -> None:
    """Without a command, and with --help, the commands are listed; --version prints that of the package."""
    for arguments in ([], ["--help"], ["-h"]):
        answer = belote(*arguments)
        assert answer.status == 0
        for name in command.SUMMARIES:
            assert any(line.startswith(f"  {name} ") for line in answer.lines)
    assert belote("--version").lines == [f"belote {__version__}"]


def test_help_of_check(capsys: pytest.CaptureFixture[str]) -> None:
    """« belote check --help » explains every flag, with the rule of each house rule."""
    with pytest.raises(SystemExit) as leaving:
        command.main(["check", "--help"])

    page = capsys.readouterr().out
    assert leaving.value.code == 0
    for made in BeloteCheckCommand.arguments():
        assert made.flag in page
    assert "must lay a lower trump, or is free (BP7, default must)" in " ".join(page.split())
    assert all(option.about for option in BeloteCheckCommand.offered())


def test_unknown_commands_are_named(belote: Any) -> None:
    """A command that does not exist is an error that lists those that do."""
    answer = belote("danser")

    assert answer.status == 2
    assert answer.error == (
        "belote: command 'danser': expected one of check, score, play, replay, simulate, completion "
        "(see « belote --help »)\n"
    )


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (ZeroDivisionError("x"), 3, "belote: internal error: ZeroDivisionError: x (tests.belote."),
        (ArgumentError("no\nline"), 2, "belote: no\\u000aline\n"),
        (KeyboardInterrupt(), 130, "belote: interrupted\n"),
        (OSError(28, "No space left on device"), 2, "belote: cannot write the answer: No space left on device\n"),
    ],
)
def test_no_error_is_a_traceback(error: BaseException, status: int, message: str) -> None:
    """An error of any kind is one line on standard error and an exit status."""
    code = (
        "import sys\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "from belettre_lexicon.cli.belote import check, main\n"
        "from tests.belote.test_check_command import ArgumentError, raising\n"
        f"check.run = raising({type(error).__name__}, {error.args!r})\n"
        "sys.exit(main.main(['check']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)

    assert done.returncode == status, done.stderr.decode()
    assert done.stderr.decode().startswith(message)
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_full_disk() -> None:
    """A full disk ends the command with one clear line."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*SCRIPT, "--version"], stdout=full, stderr=subprocess.PIPE, check=False)

    assert done.returncode == 2
    assert done.stderr == b"belote: cannot write the answer: No space left on device\n"


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """Return what the script prints on a terminal."""
    leader, follower = pty.openpty()
    subprocess.run([*SCRIPT, *arguments], stdout=follower, env={**os.environ, **environment}, check=False)
    os.close(follower)
    text = b""
    try:
        while block := os.read(leader, 10_000):
            text += block
    except OSError:  # nobody writes to the terminal any more
        pass
    os.close(leader)
    return text.decode().replace("\r\n", "\n")


def test_colours_and_wrapping_on_a_terminal_only() -> None:
    """On a terminal, decisions are coloured unless it has no styles, and long lines are wrapped."""
    question = ("check", "--atout", "♥", "--pli", "A♠ 7♠ 10♥", "--main", "8♥ A♥")
    whole = "8♥ : refusée. Il faut surcouper 10♥ (BP7).\nA♥ : permise. Elle surcoupe 10♥ (BP7).\n"

    assert on_a_terminal(*question, TERM="xterm", COLUMNS="80").startswith("\x1b[31m8♥ : refusée.\x1b[0m Il faut")
    assert on_a_terminal(*question, TERM="dumb", COLUMNS="80") == whole
    assert on_a_terminal(*question, TERM="xterm", NO_COLOR="1", COLUMNS="80") == whole
    assert on_a_terminal(*question, TERM="dumb", COLUMNS="30") == (
        "8♥ : refusée. Il faut\n  surcouper 10♥ (BP7).\nA♥ : permise. Elle surcoupe\n  10♥ (BP7).\n"
    )
    assert run(*question, COLUMNS="30").stdout.decode() == whole


def test_an_encoding_without_the_suits() -> None:
    """Characters that the encoding of standard output lacks are escaped."""
    done = run("check", "--atout", "c", "--main", "7c", PYTHONIOENCODING="ascii")

    assert done.stdout.startswith(b"7\\u2665 : permise.")
    assert done.returncode == 0


def raising(kind: type[BaseException], args: tuple[Any, ...]) -> Any:
    """Return a function that raises an error, whatever its arguments."""

    def raise_it(arguments: list[str]) -> int:
        raise kind(*args)

    return raise_it
