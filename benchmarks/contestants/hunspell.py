"""Hunspell's C library and its French dictionary, as Debian packages them (libhunspell, hunspell-fr)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

LIBRARY = "libhunspell-1.7.so.0"
AFFIXES, DICTIONARY = "/usr/share/hunspell/fr.aff", "/usr/share/hunspell/fr.dic"


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Load the dictionary; return tasks for spelling, analysis and suggestions."""
    c = ctypes.CDLL(LIBRARY)
    c.Hunspell_create.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(c.Hunspell_create(AFFIXES.encode(), DICTIONARY.encode()))
    found = ctypes.POINTER(ctypes.c_char_p)()

    def listed(call: Callable[..., int], word: str) -> list[bytes]:
        count = call(handle, ctypes.byref(found), word.encode())
        answers = [found[i] or b"" for i in range(count)]
        c.Hunspell_free_list(handle, ctypes.byref(found), count)
        return answers

    return {
        "Hunspell (C): membership": lambda word: c.Hunspell_spell(handle, word.encode()),
        "Hunspell (C): readings": lambda word: listed(c.Hunspell_analyze, word),
        "Hunspell (C): suggest": lambda word: listed(c.Hunspell_suggest, word),
    }
