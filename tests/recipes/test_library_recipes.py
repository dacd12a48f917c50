"""The recipes about the library: each program runs and does what it says."""

from __future__ import annotations

import asyncio
import io
import pickle
from pathlib import Path

import pytest

from belettre_lexicon import Judge, LayerError, Lexicon, Partie
from recipes import answer_lines, export_words, judge_in_processes, keep_partie, own_lexicon


@pytest.fixture(scope="module")
def own_words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A list of words that is big enough for a game: the nouns of the package's lexicon in -age."""
    path = tmp_path_factory.mktemp("own") / "words.tsv"
    words = [word for word in Lexicon.open() if word.endswith("age")]
    path.write_text("".join(f"{word}\t=\tN.m.s\n" for word in words) + "plages\tplage\tN.f.p\n", encoding="utf-8")
    return path


def test_a_pool_judges_a_file_in_its_order(tmp_path: Path, capsys: pytest.CaptureFixture[str], judge: Judge) -> None:
    """The lines are those of one process, in the order of the file, and the rules travel along."""
    words = ["raclette", "portes", "zzz", "chat", "école"] * 5_000
    (tmp_path / "words.txt").write_text("\n".join(words) + "\n\n", encoding="utf-8")

    status = judge_in_processes.main([str(tmp_path / "words.txt"), "--workers", "2", "--min-letters", "4"])

    assert status == 0
    assert capsys.readouterr().out.splitlines()[:4] == [
        "raclette\t+",
        "portes\t-\tplural,conjugated",
        "zzz\t-\ttoo_short,unknown",
        "chat\t+",
    ]
    text = "\n".join(words)
    judged = "".join(judge_in_processes.judge_in_processes(judge, io.StringIO(text), 1))
    assert judged == judge_in_processes.judge_text(judge, text)
    assert len(judged.splitlines()) == len(words)


def test_a_pool_reads_a_file_as_fast_as_it_judges(judge: Judge) -> None:
    """However long the file is, only a few tasks are read ahead; a task ends where a line ends."""
    text = "raclette\nportes\n" * 400_000
    stream = io.StringIO(text)

    first = next(judge_in_processes.judge_in_processes(judge, stream, 1))

    assert stream.tell() < 4 * (judge_in_processes.CHARACTERS_IN_A_TASK + 100) < len(text) / 2
    assert set(first.splitlines()) == {"raclette\t+", "portes\t-\tplural,conjugated"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("check facile F lec", "facile +"),
        ("check portes", "portes - plural,conjugated"),
        ("check facile . z", "facile - missing_letters"),
        ("check facile 3", "error: initial '3'"),
        ("find F lec", "facile facilement faculté"),
        ("family jouet", "jeu 36"),
        ("family zzz", ""),
        ("check a b c d", "error: unknown question"),
        ("hello", "error: unknown question 'hello'"),
    ],
)
def test_the_endpoint_answers(judge: Judge, question: str, answer: str) -> None:
    """Each kind of question, and questions that are wrong."""
    assert asyncio.run(answer_lines.answer(judge, question)).startswith(answer)


def test_the_endpoint_serves_several_clients_at_once(judge: Judge) -> None:
    """Two clients talk in turns; a line that is too long ends its own connection alone."""

    async def talk() -> list[bytes]:
        async with await answer_lines.serve(judge, 0) as server:
            port = server.sockets[0].getsockname()[1]
            clients = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            clients[2][1].write(b"x" * 100_000 + b"\n")
            answers = []
            for question in (b"check facile\n", b"\xff\xfe\n", b"find F lec\n"):
                for reader, writer in clients[:2]:
                    writer.write(question)
                    answers.append(await reader.readline())
            for _, writer in clients:
                writer.close()
            return answers

    answers = asyncio.run(talk())

    assert answers[:2] == [b"facile +\n"] * 2
    assert all(answer.startswith(b"error: ") for answer in answers[2:4])
    assert answers[4] == answers[5]
    assert answers[4].startswith(b"facile facilement ")


def test_a_partie_is_kept_between_two_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each run goes on where the last one ended; at the end nothing more happens."""
    path = tmp_path / "game.pickle"

    for cards in (5, 7, 100, 1):
        assert keep_partie.main([str(path), "--cards", str(cards)]) == 0
    partie = keep_partie.restore(path)

    assert partie.over
    assert partie.actions_done >= 32
    assert "over" in capsys.readouterr().out.splitlines()[-1]
    partie.undo(partie.actions_done)
    assert partie != keep_partie.restore(path)


@pytest.mark.parametrize("data", [b"", b"no pickle", pickle.dumps("a text")])
def test_a_file_without_a_partie_is_refused(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error names the file, which stays as it is."""
    path = tmp_path / "game.pickle"
    path.write_bytes(data)

    assert keep_partie.main([str(path)]) == 2
    assert f"keep_partie: {path}" in capsys.readouterr().err
    assert path.read_bytes() == data


def test_the_export_has_every_word_and_family(own_words: Path, tmp_path: Path) -> None:
    """The files of a small lexicon have all its words, with their letters; a missing lexicon is an error."""
    own_lexicon.compile_list(own_words, tmp_path / "own.lexicon")
    files = [str(tmp_path / "words.tsv"), "--families", str(tmp_path / "families.txt")]

    status = export_words.main([*files, "--lexicon", str(tmp_path / "own.lexicon")])

    assert status == 0
    rows = [row.split("\t") for row in (tmp_path / "words.tsv").read_text(encoding="utf-8").splitlines()]
    assert [row[0] for row in rows] == list(Lexicon.open(tmp_path / "own.lexicon"))
    assert all(row[1].isascii() for row in rows)
    assert (tmp_path / "families.txt").read_text(encoding="utf-8") == ""
    assert export_words.main([*files, "--lexicon", str(tmp_path / "none")]) == 2


def test_the_rows_of_families_begin_with_the_root(lexicon: Lexicon) -> None:
    """The first rows of the package's families are what ``families`` yields."""
    row = next(export_words.family_rows(lexicon)).split()

    assert row[0] == next(lexicon.families()).root.spelling
    assert len(row) == len(set(row)) > 1


def test_bots_play_with_a_lexicon_of_ones_own(
    own_words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They say words of the list alone, and the plural of the list is refused."""
    path = tmp_path / "own.lexicon"

    status = own_lexicon.main([str(own_words), str(path), "--games", "2"])

    lines = capsys.readouterr().out.splitlines()
    assert (status, len(lines)) == (0, 3)
    partie: Partie = own_lexicon.play(Lexicon.open(path), 1)
    assert partie.over
    assert all(word.lower().endswith("age") for word in partie.history)
    assert Judge(Lexicon.open(path))("plages").reasons == ("plural",)
    assert Judge(Lexicon.open(path))("volonté").reasons == ("unknown",)


@pytest.mark.parametrize("line", ["mot", "mot\t=\t", "mot\t=\tY.s", "a\tb\tN.m.s\tc", ""])
def test_an_invalid_line_of_a_list_is_named(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error begins with the file and the line, and no lexicon is written."""
    path = tmp_path / "words.tsv"
    path.write_text(f"chat\t=\tN.m.s\n{line}\n", encoding="utf-8")

    with pytest.raises(LayerError, match=r"words\.tsv:2: "):
        own_lexicon.compile_list(path, tmp_path / "own.lexicon")
    assert own_lexicon.main([str(path), str(tmp_path / "own.lexicon")]) == 2
    assert "own_lexicon: " in capsys.readouterr().err
    assert not (tmp_path / "own.lexicon").exists()
