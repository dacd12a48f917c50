"""The session of ``belettre check``: words, cards, played words, undo, and hostile lines."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from belettre_lexicon import HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.cli.belettre.clock import Clock
from belettre_lexicon.cli.belettre.entries import VERBS
from belettre_lexicon.cli.belettre.judging import MAJ, MIN, JudgeSession, KeptPosition, Position
from belettre_lexicon.cli.kit.terminal import MAX_LINE, UNREADABLE
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from tests.conftest import ROOT

FR = Catalogue.load("fr")
#: Enters a line in a session and returns what is printed.
Enter = Callable[..., str]


@pytest.fixture
def session(judge: Judge) -> JudgeSession:
    """A session without cards and words, in French."""
    return JudgeSession(judge, FR)


@pytest.fixture
def enter(session: JudgeSession, capsys: pytest.CaptureFixture[str]) -> Enter:
    """Enters lines in the session and returns what is printed."""

    def enter_lines(*lines: str) -> str:
        capsys.readouterr()
        for line in lines:
            session.enter(line)
        return capsys.readouterr().out

    return enter_lines


def test_a_word_is_judged_for_the_cards_and_the_words_played(session: JudgeSession, enter: Enter) -> None:
    """« maj », « min » and « + » say what the next words are judged by (W2, W3, W7, W8)."""
    assert enter("facile").startswith("« facile » : valide.")
    assert enter("maj F", "min l e c", "facile").startswith("« facile » : valide.")
    assert "ommence par R, pas par F" in enter("raclette")
    assert "l manque" in enter("fumer")
    assert enter("+ volonté, école") == "Mot nº 1 : « volonté ».\nMot nº 2 : « école ».\n"
    assert "e la famille d'« école »" in enter("scolaire")
    assert session.position == Position("f", "lec", ("volonté", "école"))


def test_a_word_is_taken_as_it_is_said(enter: Enter) -> None:
    """Quotation marks, « ! » and spaces around a word do not count."""
    assert enter("  « Raclette ! » ").startswith("« Raclette » : valide.")


@pytest.mark.parametrize("word", ["annuler", "horloge", "table", "score", "aide", "quitter", "famille", "mots", "max"])
def test_w5_no_word_is_a_command(word: str, session: JudgeSession, enter: Enter) -> None:
    """Every French word is judged; for a word that is a command of ``belettre table``, a line explains that."""
    enter("maj F")

    answer = enter(word)

    assert answer.startswith(f"« {word} » : ")
    assert session.position == Position("f")
    assert ("« ? » montre les commandes" in answer) is any(word in fr for fr, _ in VERBS.values())


def test_w5_words_of_commands_are_not_playable(lexicon: Lexicon) -> None:
    """The words that are commands here take no word from the judge."""
    for word in (MAJ, MIN, "undo", "help", "quit"):
        assert not any(reading.playable and len(word) >= 4 for reading in lexicon.readings(word)), word


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("maj F", ("f", "")),
        ("MAJ f", ("f", "")),
        ("maj É", ("e", "")),
        ("min l e c", ("", "lec")),
        ("min l,e,c", ("", "lec")),
        ("min LEC", ("", "lec")),
        ("min é ?", ("", "e?")),
        ("min l joker", ("", "l?")),
        ("maj F min l e", ("f", "le")),
        ("min l,e maj F", ("f", "le")),
        ("maj", ("", "")),
        ("min", ("", "")),
    ],
)
def test_w2_w3_cards(line: str, cards: tuple[str, str], session: JudgeSession, enter: Enter) -> None:
    """Cards are typed together or apart, in either case, with commas or spaces; without letters there are no cards."""
    assert enter(line) == ""
    assert session.position == Position(*cards)


@pytest.mark.parametrize(
    "line", ["maj FF", "maj ?", "maj 1", "min a b c d", "min 1", "maj - min l", "min " + "a" * 900]
)
def test_p3_cards_that_are_none_change_nothing(line: str, session: JudgeSession, enter: Enter) -> None:
    """What is no card, and more cards than a pli has, is answered with an example."""
    enter("maj F min l e")

    assert "comme « maj F min l e c »" in enter(line)
    assert session.position == Position("f", "le")


def test_a_valid_word_is_recorded_with_plus(session: JudgeSession, enter: Enter) -> None:
    """« + » alone records the word that was judged last, once; the session says so after the first valid word."""
    assert "« + » l'ajoute aux mots joués." in enter("volonté")
    assert "« + »" not in enter("école")
    assert enter("+") == "Mot nº 1 : « école ».\n"
    assert "Quel mot ?" in enter("+")
    assert session.position.words == ("école",)


def test_w10_a_refused_word_is_recorded_by_name_only(session: JudgeSession, enter: Enter) -> None:
    """« + » alone records no refused word; by its name the table may accept it, and is told the reasons."""
    assert "« + portes » l'ajoute quand même" in enter("portes", "+")
    assert not session.position.words

    answer = enter("+ portes")

    assert "Pluriel de « porte »" in answer
    assert session.position.words == ("portes",)
    assert "est une forme de « porte »" in enter("porte")


@pytest.mark.parametrize("word", ["", "!", "1234", "deux mots", "a\x00b", "x" * 65, "日本"])
def test_w5_only_words_are_recorded(word: str, session: JudgeSession, enter: Enter) -> None:
    """What has other signs than letters, or is too long, is no word that was played."""
    enter("raclette")
    enter(f"+ volonté, {word}")

    assert session.position.words == ("volonté",)


def test_undo_takes_back_cards_and_words_one_by_one(session: JudgeSession, enter: Enter) -> None:
    """« - », or « undo », goes back over every change of cards or words, down to the beginning."""
    positions = [session.position]
    for line in ("maj F", "min l", "+ volonté", "min l e", "/", "maj G", "+ école", "- volonté"):
        enter(line)
        positions.append(session.position)

    for sign, position in zip(["-", "undo", "–", "UNDO"] * 2, reversed(positions[:-1]), strict=True):
        assert " joué" in enter(sign)
        assert session.position == position
    assert enter("-") == "Il n'y a rien à annuler.\n"


def test_w7_a_word_taken_back_may_be_played(session: JudgeSession, enter: Enter) -> None:
    """A word that was taken back counts no more, neither by « - » nor by its name, in any spelling of its letters."""
    enter("+ école, volonté")
    assert "éjà joué" in enter("école")

    assert "1 volonté" in enter("- Ecole")
    assert "valide" in enter("école")
    assert "n'est pas parmi les mots joués" in enter("- école")
    assert session.position.words == ("volonté",)


def test_the_next_pli_has_no_cards(session: JudgeSession, enter: Enter) -> None:
    """« / » takes the cards away; the words played stay (W9)."""
    enter("maj F min l e", "+ volonté", "/")

    assert session.position == Position("", "", ("volonté",))


def test_a_change_that_changes_nothing_is_not_undone(session: JudgeSession, enter: Enter) -> None:
    """The same cards typed again are no change."""
    enter("maj F", "maj F", "/", "/", "-")

    assert session.position == Position("f")


def test_the_prompt_shows_cards_and_words(session: JudgeSession, enter: Enter) -> None:
    """The prompt is short: the cards, and how many words were played; « = » shows the words."""
    assert session.prompt() == "> "
    enter("+ volonté")
    assert session.prompt() == "1 mot > "
    enter("maj F min l ?", "+ école")
    assert session.prompt() == "F + l, joker · 2 mots > "
    assert enter("=") == "F + l, joker.\nMots joués : 1 volonté, 2 école.\n"


def test_questions_about_a_word(enter: Enter) -> None:
    """« ? mot » shows everything about a word, « ?? mot » its whole family; without a word, about the last one."""
    dossier, family = enter("? portes"), enter("?? jouet")

    assert "W6  pluriel de « porte » (nom)" in dossier
    assert "Lexique 20" in dossier
    assert "multijoueur" in family
    assert "« ?? jouet » montre tout l'arbre" in enter("? jouet")
    assert enter("raclette", "??").endswith(enter("?? raclette"))
    assert "n'a pas de parent" in enter("?? xyzzy")


def test_a_question_before_any_word(enter: Enter) -> None:
    """« ?? » alone asks which word is meant, if none was judged."""
    assert "Quel mot ?" in enter("??")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_sign(language: str, judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """« ? » lists all there is to type, in both languages, with few lines; « help » does too."""
    session = JudgeSession(judge, Catalogue.load(language))

    session.enter("?")
    text = capsys.readouterr().out
    session.enter("help")

    assert capsys.readouterr().out == text
    assert re.findall(r"^  (\S+)", text, re.MULTILINE) == [
        "volonté",
        "maj",
        "+",
        "-",
        "/",
        "=",
        "<",
        "?",
        "??",
        "Ctrl-D",
    ]


def test_a_later_session_goes_on_with_the_words(
    judge: Judge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However a session ends, « < » takes up its cards and words; a session without words replaces nothing."""
    path = tmp_path / "data" / "check.json"
    first = JudgeSession(judge, FR, kept=KeptPosition(path))
    for line in ("<", "maj F", "+ volonté, école", "+ facile", "-", "min l"):
        first.enter(line)
    assert "Rien n'est gardé" in capsys.readouterr().out
    JudgeSession(judge, FR, kept=KeptPosition(path)).enter("maj B")

    later = JudgeSession(judge, FR, kept=KeptPosition(path))
    later.enter("<")
    assert later.position == first.position == Position("f", "l", ("volonté", "école"))
    later.enter("école")
    assert "déjà joué" in capsys.readouterr().out
    later.enter("-")
    assert later.position == Position()


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        b"[" * 9000,
        b'{"initial": "", "letters": "", "words": []}',
        b'{"initial": "", "letters": "", "words": ["a b!"]}',
        b'{"initial": "", "letters": "", "words": [3]}',
        b'{"initial": "FF", "letters": "", "words": ["bonjour"]}',
        b'{"initial": "", "letters": "abcde", "words": ["bonjour"]}',
    ],
)
def test_a_damaged_file_keeps_nothing_and_is_no_error(damaged: bytes, tmp_path: Path) -> None:
    """What cannot be read counts as no earlier session."""
    path = tmp_path / "check.json"
    path.write_bytes(damaged)

    assert KeptPosition(path).earlier is None


def test_words_that_cannot_be_kept_are_told_once(
    judge: Judge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of another program stays as it is; the session says so once and goes on."""
    path = tmp_path / "check.json"
    path.write_text("shopping list", encoding="utf-8")
    session = JudgeSession(judge, FR, kept=KeptPosition(path))
    for line in ("+ volonté", "+ école"):
        session.enter(line)

    assert capsys.readouterr().out.count("ne peuvent pas être gardés") == 1
    assert path.read_text(encoding="utf-8") == "shopping list"
    assert session.position.words == ("volonté", "école")


def test_quit_ends_the_session(session: JudgeSession, enter: Enter) -> None:
    """« quit » ends the session; nothing else does."""
    enter("quitter", "exit")
    assert not session.left

    enter(" QUIT ")
    assert session.left


def test_the_rules_and_the_list_of_the_table_hold(lexicon: Lexicon, capsys: pytest.CaptureFixture[str]) -> None:
    """House rules and the house list decide in the session as they do in a check."""
    house = HouseList.parse(["+ zzzzy de chez nous"])
    session = JudgeSession(Judge(lexicon, HouseRules(min_letters=4, accents="free"), house), FR)

    session.enter("chat")
    session.enter("parle")
    session.enter("+ zzzzy")
    session.enter("zzzzy")

    text = capsys.readouterr().out
    assert "« chat » : valide." in text
    assert "« parle » : valide." in text
    assert "éjà joué" in text


def test_p13_the_clock_counts_from_the_last_word(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """The toolbar shows the seconds since the last word was recorded, in red after thirty; undo stops it."""
    now = [0.0]
    session = JudgeSession(judge, FR, clock=Clock(now=lambda: now[0]))
    assert session.toolbar() == ("", FR("judging.toolbar"))

    session.enter("+ volonté")
    now[0] = 12
    assert session.toolbar()[1].startswith("12 s · ")
    now[0] = 35
    style, text = session.toolbar()
    assert "red" in style
    assert text.startswith("35 s, 5 de trop · ")
    session.enter("-")
    assert session.toolbar() == ("", FR("judging.toolbar"))


def test_tab_completes_cards_and_words_played(session: JudgeSession, enter: Enter) -> None:
    """Tab offers what says nothing about the words that could be played."""
    enter("+ volonté, école")

    assert session.completions("m") == ["maj ", "min "]
    assert session.completions("ma") == ["maj "]
    assert session.completions("- É") == ["école"]
    assert session.completions("rac") == []
    assert session.completions("maj ") == []


HOSTILE = [
    "",
    " ",
    "\x00",
    "a\x00b",
    "\x1b[31mx",
    "\u202e",
    "\ud800",
    UNREADABLE,
    "+",
    "-",
    "=",
    "/",
    "?",
    "??",
    "???",
    "+,,,",
    "+ ,",
    "- ,",
    "-" * 50,
    "+" * 50,
    "? " + "x" * MAX_LINE,
    "x" * MAX_LINE,
    "+ " + "mot," * 40,
    "maj maj min min",
    "maj min",
    "min,maj",
    "maj,F",
    "\x0b",
    "\u3000",
    "min " + "?" * 4,
    "«»",
    "« »",
    "{word}",
    "%s",
    "İ",
    "ß",
]


@pytest.mark.parametrize("line", HOSTILE, ids=ascii)
def test_hostile_lines(line: str, session: JudgeSession, enter: Enter) -> None:
    """No line ends the session or prints a sign that a terminal obeys."""
    for before in ("raclette", "+ volonté"):
        text = enter(before, line, line)

        assert all(character.isprintable() or character == "\n" for character in text)
        assert not session.left


def test_a_random_walk(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is typed, the cards fit a pli, verdicts are those of the judge, and undo leads back to the beginning."""
    rng = random.Random(16)
    session = JudgeSession(judge, FR)
    words = ["volonté", "école", "Facile", "portes", "scolaire", "xyzzy", "annuler", "jouet", "joueur"]
    lines = [*HOSTILE, "maj F", "maj", "min l e", "min ?", "min", "-", "-", "/", *words, *(f"+ {w}" for w in words)]
    lines += [f"- {word}" for word in words]
    for _ in range(300):
        session.enter(rng.choice(lines))
        position = session.position
        assert len(position.initial) <= 1
        assert len(position.letters) <= 3
        capsys.readouterr()
        word = rng.choice(words)
        session.enter(word)
        verdict = judge(word, initial=position.initial or None, letters=position.letters, played=list(position.words))
        assert capsys.readouterr().out.startswith(f"« {word} » : {'valide' if verdict.valid else 'refusé'}.")

    for _ in range(400):
        session.enter("-")
    assert session.position == Position()


def test_the_session_of_the_docs(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """The session in docs/table.md matches what the program prints."""
    page = (ROOT / "docs/table.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```text\n\$ belettre check\n(.*?)```", page, re.DOTALL)
    session = JudgeSession(judge, FR)
    shown = [FR("judging.welcome")]
    for line in block.splitlines()[1:]:
        prompt = session.prompt()
        if line.startswith(prompt) and "> " in line:
            session.enter(line.removeprefix(prompt))
            shown += [line, *capsys.readouterr().out.splitlines()]

    assert shown == block.splitlines()
    assert len(shown) > 12
