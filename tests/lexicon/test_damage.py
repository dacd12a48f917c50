"""Damaged lexicons: no flipped bit and no lost page gives a wrong answer, whether the file was verified or not."""

from __future__ import annotations

import errno
import os
import random
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from belettre_lexicon import History, Judge, Lexicon, LexiconError
from belettre_lexicon.lexicon.file.container import read_container
from belettre_lexicon.lexicon.file.lexicon_file import bundled_path
from belettre_lexicon.lexicon.file.store import Store
from tests.lexicon.toy_lexicon import ENTRY, TABLE, changed, opened, place_of, toy, with_checksum

#: Words of the French lexicon: valid, refused for every kind of reason, unknown, with accents that matter.
WORDS = ("raclette", "portes", "jouons", "raclete", "pêcher", "cote", "arc-en-ciel", "Paris", "funérailles", "zythum")


def answers(lexicon: Lexicon) -> list[object]:
    """What a lexicon answers to questions that read every part of a toy lexicon."""
    played = History(["marché", "huis"])
    return [
        [reading.as_dict() for key_id in range(lexicon.store.key_count) for reading in lexicon.store.readings(key_id)],
        [lexicon.suggest(word, deep=deep) for word in ("marce", "couer") for deep in (False, True)],
        [[link.as_dict() for family in lexicon.family(word) for link in family.links] for word in ("marche", "huis")],
        [Judge(lexicon)(word, played=played).as_dict() for word in ("marche", "marché", "cœur", "paris", "x")],
        [word.as_dict() for order in ("zipf", "alpha") for word in lexicon.find(order=order, played=played)],
        [lexicon.count(initial, "a", labels=()) for initial in "amch"],
        lexicon.about,
        lexicon.identity,
    ]


def test_a_flipped_bit_anywhere_gives_the_same_answers_or_an_error() -> None:
    """Wherever a bit of a toy lexicon is flipped: every answer stays right, or the error has one line."""
    data = bytearray(toy())
    expected = answers(Lexicon(opened(bytes(data))))
    chooser = random.Random(14)
    places = [*range(TABLE), *chooser.sample(range(TABLE, len(data)), 600)]
    noticed = 0

    for place in places:
        before = data[place]
        data[place] ^= 1 << chooser.randrange(8)
        try:
            found = answers(Lexicon(opened(bytes(data))))
        except LexiconError as error:
            noticed += 1
            assert "\n" not in str(error)
        else:
            assert found == expected, place
        data[place] = before

    assert noticed > len(places) * 0.95  # all except the bytes that pad the parts


def test_verification_notices_a_flipped_bit_anywhere() -> None:
    """Each byte of a toy lexicon is changed in turn, in its header, its parts and between them: all are noticed."""
    data = bytearray(toy())

    for place in range(len(data)):
        data[place] ^= 1 << place % 8
        with pytest.raises(LexiconError):
            read_container(memoryview(data), "toy").verify()
        data[place] ^= 1 << place % 8


@pytest.mark.parametrize(
    ("what", "place", "change"),
    [("edition", 48, b"2026.12"), ("items", TABLE + 24, b"\7"), ("checksum of a page", -1, b"\7")],
)
def test_the_whole_header_is_under_the_hash(what: str, place: int, change: bytes) -> None:
    """Another edition, table of parts or checksum of a page needs another hash, even if the header's checksum fits."""
    data = toy()
    pages = len(read_container(memoryview(data), "toy").parts)  # one each, the parts are small
    place = place if place >= 0 else TABLE + ENTRY * pages + 4 * pages - 4
    container = read_container(memoryview(with_checksum(changed(data, change, place), pages)), "toy")

    with pytest.raises(LexiconError, match="damaged"):
        container.verify()


def test_the_damaged_part_is_named() -> None:
    """Verification names the part with the damage."""
    data = toy()
    for name, part in read_container(memoryview(data), "toy").parts.items():
        damaged = bytearray(data)
        damaged[part.offset + part.size // 2] ^= 0x40

        with pytest.raises(LexiconError, match=f"part '{name}' is damaged"):
            read_container(memoryview(damaged), "toy").verify()


def test_damage_after_a_page_was_read_is_found_by_verify() -> None:
    """Verification reads every page again, even those that were checked before."""
    data = bytearray(toy())
    lexicon = Lexicon(opened(data))  # type: ignore[arg-type]  # a buffer, so that it can change
    assert lexicon.readings("marche")

    data[place_of(bytes(data), "kinds")[0] + 9] ^= 1

    with pytest.raises(LexiconError, match="part 'kinds' is damaged"):
        lexicon.verify()


def _flip(data: bytearray, chooser: random.Random) -> tuple[int, bytes]:
    """Flip a bit of *data*; return the place, and the bytes that were there."""
    place = chooser.randrange(len(data))
    before = bytes(data[place : place + 1])
    data[place] ^= 1 << chooser.randrange(8)
    return place, before


def _zero_a_page(data: bytearray, chooser: random.Random) -> tuple[int, bytes]:
    """Overwrite 4 KiB of *data* with zeros; return the place, and the bytes that were there."""
    place = chooser.randrange(0, len(data) - 4096, 4096)
    before = bytes(data[place : place + 4096])
    data[place : place + 4096] = bytes(4096)
    return place, before


@pytest.mark.parametrize("damage", [_flip, _zero_a_page])
def test_damage_to_the_lexicon_of_the_package(damage: Callable[[bytearray, random.Random], tuple[int, bytes]]) -> None:
    """Verification notices all damage; without it, words are judged and found as before, or the damage is named."""
    data = bytearray(Path(bundled_path()).read_bytes())
    chooser = random.Random(2026)

    def verdicts() -> list[object]:
        lexicon = Lexicon(Store(read_container(memoryview(data), "fr")))
        judge = Judge(lexicon)
        return [
            *([judge(word, played=["jouet"]).as_dict(), lexicon.suggest(word, deep=False)] for word in WORDS),
            *(word.as_dict() for word in lexicon.find("f", "lec", limit=5, played=History(["facile"]))),
        ]

    expected = verdicts()
    for _ in range(40):
        place, before = damage(data, chooser)
        with pytest.raises(LexiconError):
            read_container(memoryview(data), "fr").verify()
        try:
            assert verdicts() == expected, place
        except LexiconError as error:
            assert "damaged" in str(error)
        data[place : place + len(before)] = before


def test_the_lexicon_of_the_package_is_intact(lexicon: Lexicon) -> None:
    """The file that was built and installed has an edition and a hash, and every byte of it is as it was compiled."""
    verified = Lexicon.open(verify=True)

    assert verified.edition
    assert len(verified.hash) == 64
    assert verified.identity == lexicon.identity


def test_a_verified_lexicon_does_not_depend_on_its_file(tmp_path: Path) -> None:
    """What happens to the file after it was verified changes nothing: it was read, not mapped."""
    path = tmp_path / "toy.lexicon"
    path.write_bytes(toy())
    lexicon = Lexicon.open(path, verify=True)
    before = answers(lexicon)

    path.write_bytes(b"")

    assert answers(lexicon) == before


@pytest.mark.parametrize("verify", [False, True])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing", "cannot be opened: No such file"),
        ("folder", "cannot be opened: Is a directory"),
        ("pipe", "not a regular file, expected a compiled lexicon"),
        ("socket", "cannot be opened: No such device or address"),
        ("device", "not a regular file, expected a compiled lexicon"),
        ("loop", "cannot be opened: Too many levels of symbolic links"),
        ("empty", "0 bytes are too few for a lexicon"),
        ("text", "not a compiled lexicon (it starts with b'+ chocol'"),
        ("within/text", "cannot be opened: Not a directory"),
        ("nul\0byte", "cannot be opened: embedded null byte"),
        ("long" * 2000, "cannot be opened: File name too long"),
        ("\udcff" * 5, "cannot be opened: No such file"),
        ("\ud800", "cannot be opened: 'utf-8' codec can't encode"),
    ],
)
def test_what_is_no_lexicon_is_refused(tmp_path: Path, name: str, message: str, verify: bool) -> None:
    """Whatever a path leads to, the error is a short one that gives the cause, and nothing waits for a writer."""
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
    (tmp_path / "device").symlink_to("/dev/zero")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("+ chocolatine notre région\n" * 10)
    (tmp_path / "within").touch()

    with pytest.raises(LexiconError) as caught:
        Lexicon.open(f"{tmp_path}/{name}", verify=verify)

    assert message in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that may not be read is refused with the system's reason."""

    def refuse(path: str, flags: int) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr(os, "open", refuse)  # root may read every file

    with pytest.raises(LexiconError, match="cannot be opened: Permission denied"):
        Lexicon.open(tmp_path / "toy.lexicon")
