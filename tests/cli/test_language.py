"""The language of the commands: answers, help pages and errors in French or English."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError, LexiconError
from belettre_lexicon.cli.belote.main import main as belote
from belettre_lexicon.cli.kit.language import answer_language, listen, message_language, spoken
from belettre_lexicon.cli.main import main as belettre
from belettre_lexicon.referee.translation import Translation
from scripts.generated import french_messages
from scripts.generated.english_messages import help_texts
from scripts.pages.commands import help_page, subcommands
from scripts.regenerate import outdated

#: Words that English sentences of ours have, and French ones do not.
_ENGLISH = re.compile(r"\b(the|and|expected|cannot|of|with|without|from|house rule|usage|not|see)\b")
PAGES = [(program, name) for program in ("belettre", "belote") for name in ("", *subcommands(program))]
#: Command lines that cannot be used, each with a part of what is said in French.
UNUSABLE = [
    ("belettre", "check arbre --maj FF", "--maj 'FF' : attendu une lettre"),
    ("belettre", "check arbre --min 123", "--min '123' : attendu des lettres"),
    ("belettre", "check arbre --foo", "arguments inconnus : --foo (voir « belettre --help »)"),
    ("belettre", "check arbre --maj", "--maj : une valeur est attendue"),
    ("belettre", "check arbre --maj F --maj G", "--maj : donné 2 fois ('F', 'G'), attendu une fois"),
    ("belettre", "check arbre --min-letters 40", "--min-letters : '40' : attendu un nombre entier de 1 à 30"),
    ("belettre", "check arbre --lexicon /nope", "/nope : ouverture impossible : fichier ou dossier introuvable"),
    ("belettre", "check arbre --house-list /nope", "/nope : lecture impossible : fichier ou dossier introuvable"),
    ("belettre", "check --brief --json arbre", "--brief et --json s'excluent"),
    ("belettre", "juge arbre", "'juge' (choisissez parmi "),
    ("belettre", "family", "il faut un de ces arguments : MOT --pairs"),
    ("belettre", "atlas --picture x.gif", "attendu un nom qui finit par .svg ou .png"),
    ("belettre", "play --seat XXX", "--seat 'XXX' : attendu un de PON, SEP, LEV, MER"),
    ("belettre", "table --start 9", "--start '9' : attendu manche (1 à 4)"),
    ("belettre", "replay /nope", "/nope : lecture impossible"),
    ("belettre", "simulate --games 0", "--games : '0' : attendu un nombre entier, 1 ou plus"),
    ("belettre", "serve --trusted-proxy x", "'x' n'est ni un réseau IPv4 ni un réseau IPv6"),
    ("belettre", "lexicon", "il manque : action"),
    ("belettre", "find --limit -3", "'-3' : attendu un nombre entier, 0 ou plus"),
    ("belote", "juge", "commande 'juge' : attendu une de check"),
    ("belote", "check", "il manque --atout, l'atout : une couleur, SA ou TA"),
    ("belote", "check --atout x --main A♠", "--atout 'x' : attendu un de"),
    ("belote", "check --atout ♠ --main Z", "--main : carte 'Z' : attendu une valeur et une couleur"),
    ("belote", "check --atout ♠ --main A♠ --pli A♠", "--main : A♠ est dans le pli (BC1)"),
    ("belote", "check --atout ♠ --main A♠ --undertrump x", "--undertrump : 'x' (BP7), attendu 'must' ou 'free'"),
    ("belote", "score --players a,b", "attendu un nom par joueur, dans l'ordre du jeu"),
    ("belote", "simulate --deals 0", "--deals : 0 (BE1), attendu None ou un nombre de 1 à 1000"),
    ("belote", "replay /nope", "/nope : lecture impossible"),
    ("belote", "completion foo", "attendu un de bash, zsh, fish, powershell"),
]


@pytest.mark.parametrize("page", PAGES, ids=" ".join)
def test_every_command_and_option_has_its_help_in_french(page: tuple[str, str]) -> None:
    """A help page with BELETTRE_LANG=fr has no English sentence, and says what the English one says in other words."""
    french, english = help_page(page, "fr"), help_page(page, "en")
    assert french.startswith("utilisation : ")
    assert english.startswith("usage: ")
    prose = re.sub(r"\[.*?\]|\{.*?\}|--[\w-]+|« .*? »", " ", french, flags=re.DOTALL)
    assert not _ENGLISH.search(prose), _ENGLISH.search(prose)
    assert set(re.findall(r"--[a-z][\w-]+", french)) >= set(re.findall(r"^ +(--[a-z][\w-]+)", english, re.MULTILINE))


def test_no_french_help_names_another_rule() -> None:
    """A French help text names the rules that the English one names."""
    translation = Translation.load()
    for text in set(help_texts()):
        rules = re.findall(r"\bB?[A-Z]{1,2}\d+[a-d]?\b", text)
        assert re.findall(r"\bB?[A-Z]{1,2}\d+[a-d]?\b", translation.text(text)) == rules, text


def test_the_french_catalogue_is_complete_and_up_to_date() -> None:
    """Every help text, usage error and message of an exception has its French, and the catalogue has no other."""
    assert outdated(french_messages.generated()) == []


@pytest.mark.parametrize(("program", "line", "said"), UNUSABLE, ids=[line for _, line, _ in UNUSABLE])
def test_an_error_is_said_in_french_and_names_the_option_as_typed(
    program: str, line: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unusable command line is answered in one French line with --lang's variable, and as before without it."""
    command = {"belettre": belettre, "belote": belote}[program]
    assert command(line.split()) == 2
    assert _ENGLISH.search(capsys.readouterr().err)
    monkeypatch.setenv("BELETTRE_LANG", "fr")
    assert command(line.split()) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not _ENGLISH.search(re.sub(r"« .*? »|'.*?'", "", error))


@pytest.mark.parametrize(
    ("variables", "answers", "messages"),
    [
        ({}, "fr", "en"),
        ({"LANG": "C.UTF-8"}, "fr", "en"),
        ({"LANG": "POSIX"}, "fr", "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr", "fr"),
        ({"LANG": "fr_CA"}, "fr", "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en", "en"),
        ({"LANG": "de_DE.UTF-8"}, "en", "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:en"}, "fr", "fr"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "fr", "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr", "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en", "en"),
        ({"LANG": "fr_FR.UTF-8", "BELETTRE_LANG": "en"}, "en", "en"),
        ({"LANG": "en_GB.UTF-8", "BELETTRE_LANG": "fr"}, "fr", "fr"),
        ({"BELETTRE_LANG": ""}, "fr", "en"),
    ],
)
def test_the_language_is_that_of_the_variable_or_the_locale(
    variables: dict[str, str], answers: str, messages: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BELETTRE_LANG decides before the locale; the locale C names no language."""
    for name in ("BELETTRE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    listen([])
    assert (answer_language(), message_language()) == (answers, messages)


def test_lang_decides_before_the_variable(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """--lang chooses the language of answers, help and errors, before the command or behind it."""
    monkeypatch.setenv("BELETTRE_LANG", "fr")
    assert belettre(["--lang", "en", "check", "arbres"]) == 1
    assert "refused" in capsys.readouterr().out
    assert belettre(["check", "arbres"]) == 1
    assert "refusé" in capsys.readouterr().out
    assert belettre(["check", "arbres", "--maj", "FF", "--lang=en"]) == 2
    assert "expected one letter" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        belettre(["--lang", "en", "--help"])
    assert capsys.readouterr().out.startswith("usage: ")
    assert belote(["--lang=fr"]) == 0
    assert "commandes :" in capsys.readouterr().out


def test_the_last_lang_decides_in_whichever_form(capsys: pytest.CaptureFixture[str]) -> None:
    """Of several --lang the last holds for answers and errors alike, written with a space or with =."""
    assert belettre(["--lang=fr", "--lang", "en", "check", "arbres", "--maj", "FF"]) == 2
    assert "expected one letter" in capsys.readouterr().err
    assert belettre(["check", "arbres", "--maj", "FF", "--lang", "en", "--lang=fr"]) == 2
    assert "expected one letter" not in capsys.readouterr().err


@pytest.mark.parametrize("command", [belettre, belote])
def test_an_unknown_language_in_the_variable_is_an_error_that_names_it(
    command: object, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """BELETTRE_LANG=de is not ignored: the error names the variable, its value and the languages."""
    monkeypatch.setenv("BELETTRE_LANG", "de")
    with pytest.raises(ArgumentError, match="BELETTRE_LANG 'de': expected one of fr, en"):
        answer_language()
    assert callable(command)
    assert command(["check", "arbre"]) == 2
    assert "BELETTRE_LANG 'de'" in capsys.readouterr().err


def test_an_error_is_said_in_english_if_the_translation_is_damaged(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the file of the translation, an error is said all the same."""

    def damaged() -> Translation:
        raise LexiconError("damaged")

    monkeypatch.setenv("BELETTRE_LANG", "fr")
    monkeypatch.setattr(Translation, "load", damaged)
    assert belettre(["check", "arbre", "--maj", "FF"]) == 2
    assert "expected one letter" in capsys.readouterr().err


def test_a_part_of_a_sentence_is_said_in_its_language() -> None:
    """An English reason within a French sentence becomes French, whatever the locale; the sentence itself is left."""
    assert spoken("it is a directory", "fr") == "c'est un dossier"
    assert spoken("it is a directory", "en") == "it is a directory"
    sentence = "/, ligne 1 : la partie ne peut pas être reprise (journal, ligne 1 : la ligne est coupée)."
    assert spoken(sentence, "fr") == sentence


def test_a_number_of_one_has_the_singular() -> None:
    """French has the singular for 0 and 1, the plural from 2 on."""
    messages = [
        f"journal, line 4: the record ends here, but has {count} lines: its end is missing" for count in (0, 1, 2)
    ]
    said = [Translation.load().message(message) for message in messages]
    assert [re.search(r"\d (ligne|lignes) :", text)[1] for text in said] == ["ligne", "ligne", "lignes"]  # type: ignore[index]


@given(st.text(max_size=300))
def test_a_message_of_any_text_is_translated_without_an_error(text: str) -> None:
    """What a user typed cannot break the translation, whatever it is, and stays as it is within a message."""
    translation = Translation.load()
    assert isinstance(translation.message(text), str)
    assert repr(text) in translation.message(f"suit {text!r}: expected one of ♣, ♦")


def test_a_check_without_an_error_does_not_import_the_translation() -> None:
    """The translation, argparse and re stay out of a one-word check, in French as in English."""
    program = (
        "import sys; sys.argv = ['belettre', 'check', 'arbre', '--lang', 'fr']\n"
        "from belettre_lexicon.cli.main import main\n"
        "assert main() == 0\n"
        "assert not {'argparse', 'gettext', 're', 'belettre_lexicon.referee.translation'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"], check=True)
