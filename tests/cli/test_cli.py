"""The command line as a user meets it: real processes, pipes, a pseudo-terminal, a full disk."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon import __version__
from belettre_lexicon.cli.kit.terminal import UnusableInputError, read_stdin_lines
from tests.exhaustive import EXHAUSTIVE
from tests.words.verdict_schema import faults

BELETTRE = [sys.executable, "-m", "belettre_lexicon"]


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own, with *environment* added to the variables of this one."""
    return subprocess.run(
        [*BELETTRE, *arguments], input=stdin, capture_output=True, env={**os.environ, **environment}, check=False
    )


def out(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return standard output; fail if there was a traceback."""
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.stdout.decode()


def one_line(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return standard error, which must be one clear line."""
    text = done.stderr.decode()
    assert text.count("\n") == 1, text
    assert text.startswith("belettre: "), text
    return text


def test_verdict_first_then_each_reason() -> None:
    """The verdict comes first, then every reason, and the exit status is 1."""
    done = run("check", "Portes")

    assert out(done) == (
        "« Portes » : refusé. Pluriel de « porte » (nom) ; forme conjuguée de « porter » (présent, subjonctif).\n"
    )
    assert done.returncode == 1


def test_valid_word_says_what_it_is() -> None:
    """A valid word is answered with its grammar, and the exit status is 0."""
    done = run("check", "Facile", "--maj", "F", "--min", "l,e,c", "--played", "Volonté,École,Raclette")

    assert out(done) == "« Facile » : valide. Adjectif masculin ou féminin.\n"
    assert done.returncode == 0


def test_english() -> None:
    """--lang en answers in English."""
    assert out(run("check", "portes", "--lang", "en")).startswith("“portes”: refused. Plural of “porte” (noun);"[:20])


@pytest.mark.parametrize("plain", [["--maj", "F", "--min", "l,e"], ["--maj=F", "--min=l,e"]])
def test_both_parsers_agree(plain: list[str]) -> None:
    """The quick parser and argparse give the same answer."""
    assert out(run("check", "Facile", "volonté", *plain)) == out(run("check", *plain, "Facile", "volonté"))
    assert run("check", "Facile", *plain).returncode == 0


def test_json_object() -> None:
    """--json prints the documented object for each word."""
    done = run("check", "portes", "Facile", "--json", "--maj", "F", "--joker")
    first, second = (json.loads(line) for line in out(done).splitlines())

    assert faults(first) == []
    assert faults(second) == []
    assert (first["question"]["initial"], first["question"]["letters"]) == ("f", "?")
    assert set(first["lexicon"]) == {"edition", "hash"}
    assert [set(refusal) for refusal in first["refusals"]] == [{"rule", "reason", "text", "evidence"}] * 3
    assert [refusal["reason"] for refusal in first["refusals"]] == ["wrong_initial", "plural", "conjugated"]
    assert first["refusals"][1]["evidence"]["reading"]["lemma"] == "porte"
    assert second["valid"]
    assert second["readings"][0]["spelling"] == "facile"


def test_house_options() -> None:
    """Each house rule changes the verdict that it is about."""
    assert run("check", "funérailles").returncode == 1
    assert run("check", "funérailles", "--plural-only").returncode == 0
    assert run("check", "arc-en-ciel", "--no-compounds").returncode == 1
    assert run("check", "septante", "--current-only").returncode == 1
    assert run("check", "plage", "--min", "e,e", "--shared-letters").returncode == 0
    assert run("check", "pêcher", "--played", "pécher", "--accents-differ").returncode == 0
    assert run("check", "parle").returncode == 1
    assert run("check", "parle", "--accents", "free").returncode == 0
    assert run("check", "boulot", "--refuse-labels", "old", "--refuse-labels", "familiar").returncode == 1
    assert run("check", "boulot", "--refuse-labels", "old").returncode == 0
    assert run("check", "boulot", "--refuse-labels", "slang").returncode == 2
    assert run("check", "fatigué", "--participles", "never").returncode == 1
    assert run("check", "mangé", "--participles", "always").returncode == 0


def test_house_list_file(tmp_path: Path) -> None:
    """The table's own list is read from a file and named in the answer."""
    path = tmp_path / "table.txt"
    path.write_text("+ zzzzy mot de la table\n- wagon\n", encoding="utf-8")
    done = run("check", "zzzzy", "wagon", "--house-list", str(path))

    assert "Accepté par la liste de la table : mot de la table." in out(done)
    assert "Refusé par la liste de la table." in out(done)


def test_stream_from_a_pipe() -> None:
    """Words are read one per line from standard input, with « - » or without."""
    words = "école\r\n\nportes\n".encode()
    for arguments in (["check", "-"], ["check"]):
        done = run(*arguments, stdin=words)

        assert [line[:10] for line in out(done).splitlines()] == ["« école » ", "« portes »"]
        assert done.returncode == 1


@pytest.mark.sampled
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
def test_stream_in_constant_memory() -> None:
    """Very many words and one line of 50 MB take hardly more memory than ten words and one short line."""
    count = 200_000 if EXHAUSTIVE else 40_000

    short_peak, _ = peak_and_lines(b"raclette\n" * 10 + b"a" * 100 + b"\nportes\n")
    peak, lines = peak_and_lines(b"raclette\n" * count + b"a" * 50_000_000 + b"\nportes\n")

    assert len(lines) == count + 2
    assert "dépasse 64 signes" in lines[-2].decode()
    assert peak - short_peak < 4_000  # KiB: if all words of the smaller number were kept, it would be more


def peak_and_lines(stdin: bytes) -> tuple[int, list[bytes]]:
    """Judge a stream; return the peak of the memory that its process used, in KiB, and the lines of its answer."""
    code = (
        "import sys\n"
        "from belettre_lexicon.cli.main import main\n"
        "status = main(['check', '-'])\n"
        "peak = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "sys.stderr.write(peak.split()[1])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=stdin, capture_output=True, check=True)
    return int(done.stderr), done.stdout.splitlines()


def test_undecodable_input() -> None:
    """A line that is not UTF-8 is named in the error, after the answers to the lines before it."""
    done = run("check", "-", stdin=b"raclette\nabc\xff\n")

    assert done.stdout.decode().startswith("« raclette » : valide.")
    assert one_line(done) == "belettre: standard input, line 2: byte 4 is not UTF-8\n"
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "x", "--maj", "FF"], "expected one letter"),
        (["check", "x", "--min", "1"], "expected letters a-z"),
        (["check", "x", "--lang", "de"], "--lang: invalid choice: 'de'"),
        (["check", "x", "--nope"], "unrecognized arguments: --nope"),
        (["check", "x", "--maj"], "expected one argument"),
        (["check", "x", "--house-list", "/nonexistent"], "cannot be read"),
        (["check", "x", "--lexicon", "/nonexistent"], "cannot be opened"),
        (["lexicon", "verify", "--lexicon", "/dev/null"], "not a regular file"),
        (["word"], "required: WORD"),
        (["nope"], "invalid choice"),
    ],
)
def test_unusable_arguments(arguments: list[str], message: str) -> None:
    """Bad options and missing files end in one clear line and exit status 2."""
    done = run(*arguments)

    assert message in one_line(done)
    assert done.returncode == 2


def test_no_word_on_a_terminal() -> None:
    """Without a word and without a pipe the command says what it expects."""
    leader, follower = pty.openpty()
    done = subprocess.run([*BELETTRE, "check"], stdin=follower, capture_output=True, check=False)
    os.close(leader)
    os.close(follower)

    assert "no word given" in one_line(done)


def test_colours_on_a_terminal_only() -> None:
    """Verdicts are coloured on a terminal, but not in a pipe, under NO_COLOR or on a terminal without styles."""
    for environment, coloured in (
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ):
        leader, follower = pty.openpty()
        subprocess.run([*BELETTRE, "check", "portes"], stdout=follower, env={**os.environ, **environment}, check=False)
        os.close(follower)
        text = os.read(leader, 1000)
        os.close(leader)

        assert (b"\x1b[31m" in text) is coloured

    assert "\x1b" not in out(run("check", "portes"))


def test_broken_pipe() -> None:
    """A closed pipe ends the command in the middle of its input, silently and with the status of SIGPIPE."""
    process = subprocess.Popen(
        [*BELETTRE, "check", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    assert process.stdin
    assert process.stderr

    process.stdout.close()
    try:
        process.stdin.write(b"raclette\n" * 100_000)
        process.stdin.close()
    except BrokenPipeError:
        pass

    text = process.stderr.read().decode()

    assert process.wait() == 141
    assert text == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_full_disk() -> None:
    """A full disk ends the command with one clear line."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*BELETTRE, "check", "raclette"], stdout=full, stderr=subprocess.PIPE, check=False)

    assert done.returncode == 2
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_hostile_words_are_escaped() -> None:
    """Control characters and bidi marks are escaped on a terminal."""
    text = out(
        run(
            "check",
            "\u202efacile",
            "a\x1b[31mb",
            "abc\ue000",
        )
    )

    assert "\u202e" not in text
    assert "\x1b" not in text
    assert "\\u202e" in text


def test_hostile_text_is_escaped_everywhere() -> None:
    """Earlier words in JSON and arguments in an error are escaped too, and the error stays one line."""
    text = out(run("check", "facile", "--json", "--played", "fa\u202ecile,facile"))

    assert "\u202e" not in text
    assert json.loads(text)["refusals"]
    assert "\x1b" not in one_line(run("check", "x", "--a\x1b[31m\nb"))


#: Variables of a locale whose encoding is ASCII, as on a server that was never set up.
ASCII_LOCALE: dict[str, Any] = {
    "LC_ALL": "C",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONUTF8": "0",
    "PYTHONIOENCODING": "utf-8",
}


@pytest.mark.parametrize(
    "arguments",
    [["check", "facile", "école"], ["check", "facile", "--played", "école"], ["word", "école"], ["family", "école"]],
)
def test_w4_a_locale_that_cannot_read_a_word_is_an_error(arguments: list[str]) -> None:
    """A word that the locale cannot read is named in an error with status 2; it is not judged, let alone refused."""
    done = run(*arguments, **ASCII_LOCALE)

    assert done.returncode == 2
    assert done.stdout == b""
    assert "« école » cannot be read: expected text in ascii" in one_line(done)


def test_w4_bytes_that_are_no_word_are_an_error() -> None:
    """A word in another encoding than that of the locale is named with its bytes."""
    done = subprocess.run([*BELETTRE, "check", b"caf\xe9"], capture_output=True, check=False)

    assert done.returncode == 2
    assert "« caf\\xe9 » cannot be read: expected text in utf-8" in one_line(done)


def test_words_of_a_pipe_do_not_depend_on_the_locale() -> None:
    """Standard input is UTF-8 in every locale."""
    assert out(run("check", "-", stdin="école\n".encode(), **ASCII_LOCALE)).startswith("« école » : valide.")


def test_version() -> None:
    """--version prints the version of the package."""
    done = run("--version")

    assert out(done) == f"belettre {__version__}\n"
    assert done.returncode == 0


def test_no_command_prints_the_help() -> None:
    """``belettre`` alone prints the help page, as --help does, with exit status 0."""
    done = run()

    assert out(done) == out(run("--help"))
    assert "judge words" in out(done)
    assert done.returncode == 0


def test_no_standard_output() -> None:
    """A closed standard output ends the command with one clear line."""
    command = " ".join([*BELETTRE, "check", "porte", ">&-"])
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)

    assert "no standard output" in one_line(done)
    assert done.returncode == 2


def test_unreadable_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failing standard input is reported as such, not as lost output."""

    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, _: object) -> int:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(Broken())))

    with pytest.raises(UnusableInputError, match="standard input cannot be read: Input/output error"):
        list(read_stdin_lines())


def test_ascii_terminal() -> None:
    """An output whose encoding lacks accents gets them escaped."""
    done = run("check", "École", PYTHONIOENCODING="ascii")
    assert "\\xc9cole" in out(done)


def test_word_shows_everything() -> None:
    """belettre word shows every reading with lemma, status, sources and frequency."""
    text = out(run("word", "marche"))
    for part in ("marche", "marché", "nom féminin : jouable", "de « marcher »", "Littré", "fréquence 5,"):
        assert part in text


def test_word_unknown_offers_near_words() -> None:
    """belettre word offers near words for an unknown word, with exit status 1."""
    done = run("word", "bellete")

    assert "belette" in out(done)
    assert done.returncode == 1


def test_word_json() -> None:
    """belettre word --json prints one object."""
    assert json.loads(out(run("word", "marche", "--json")))["readings"][0]["lemma"] == "marche"


def test_lexicon_info_and_verify() -> None:
    """belettre lexicon prints edition, layers and licences, and verifies the lexicon."""
    assert "MPL-2.0" in out(run("lexicon", "info"))
    assert "intact" in out(run("lexicon", "verify"))


def test_w6_adjectives_in_x_are_not_called_invariable() -> None:
    """« heureux », one form for both numbers, is not called invariable, since it has a feminine; « souris » is."""
    assert out(run("check", "heureux")).startswith("« heureux » : valide. Adjectif masculin singulier et pluriel ;")
    assert "Nom féminin invariable" in out(run("check", "souris"))
