"""Elision in French sentences: « d'« école » », but « de « porte » » and « de « hibou » ».

A message asks for it with a format specification (``catalogue``): ``{lemma:de}`` is the word between quotation marks,
after « de » or « d' »; ``{earlier:que}`` has « que » or « qu' ».
"""

from __future__ import annotations

from ..french.letters import fold

_VOWELS = "aeiou"
#: Beginnings of folded words before which nothing is elided, although they start with a vowel or with h: the aspirated
#: h, and semivowels. A dot stands for the end of the word.
_ASPIRATED = (
    "ha heaum hein. helas. heler. hello. hem. henn hep. heraut heriss herni heron heros. hers hetr heurt hi. hibou "
    "hic. hickory hideu hidjab hierarch hierogl hifi. high hihan. hijab hijra hile. hip. hiphop hippie hippo. hippy "
    "hipster hiss hit. hitparade hmong hobb hobereau hocco hoch hockey hodja hogan hola. hold holl holstein homard "
    "home. homespun hong honni hont hood hooligan hop. hoqu hord horion hors hot. hotdog hotline hotspot hott hou "
    "hover huard huart hublot huch hue huguenot huipil huit hul hum. humer. hun. hune hunier hunter hupp hure. hurl "
    "huron hurrah hurric husk huss hutt hutu iouler iourt onemanshow onestep onz ouaf ouah ouais oui. ouighour "
    "ouistiti ouolof oust uhlan"
)
#: Longer beginnings that are elided nevertheless, as in « d'« habit » » and « d'« yeuse » ».
_MUTE = (
    "habil habill habit hagio haiti halcyon halein halicte halieut haliot halit hallali halluc hallux halogen "
    "haloid halop haloth halter hamadr hamamel hamecon hapax haplo hapt harmo haruspice hast huitre. huitri hurlub "
    "yeuse yeux yeble"
)


def with_elision(particle: str, word: str) -> str:
    """Return *word* between quotation marks after *particle*, whose last vowel is elided if the word allows it.

    >>> with_elision("de", "école"), with_elision("de", "hibou"), with_elision("que", "habit")
    ("d'« école »", 'de « hibou »', "qu'« habit »")
    """
    return f"{particle[:-1]}'« {word} »" if _is_elided_before(word) else f"{particle} « {word} »"


def _is_elided_before(word: str) -> bool:
    """Return whether « de » and « que » lose their vowel before *word*: it starts with a vowel or with a mute h."""
    key = fold(word) + "."
    if key[0] == "y":
        return key[1] not in _VOWELS or _starts(key, _MUTE)
    if key[0] not in _VOWELS and key[0] != "h":
        return False
    return _starts(key, _MUTE) or not _starts(key, _ASPIRATED)


def _starts(key: str, beginnings: str) -> bool:
    """Return whether *key*, a folded word and a dot, has one of the *beginnings*, which are separated by spaces."""
    return key.startswith(tuple(beginnings.split()))
