"""Inflect regular words whose forms no source gives: additions, recent words and inhabitants' names.

With these forms the judge can say why a word is refused (« plural of selfie »). Irregular forms are not covered: they
are unknown to the judge, which refuses unknown words too.
"""

from __future__ import annotations

import re

_FEMININES = (
    ("érieur", "érieure"),
    ("ateur", "atrice"),
    ("cteur", "ctrice"),
    ("epteur", "eptrice"),
    ("ipteur", "iptrice"),
    ("moteur", "motrice"),
    ("eur", "euse"),
    ("eux", "euse"),
    ("if", "ive"),
    ("er", "ère"),
    ("el", "elle"),
    ("eil", "eille"),
    ("en", "enne"),
    ("on", "onne"),
    ("et", "ette"),
    ("long", "longue"),
    ("sec", "sèche"),
    ("blanc", "blanche"),
    ("bref", "brève"),
    ("faux", "fausse"),
    ("profès", "professe"),
    ("c", "que"),
)
#: Adjectives with these endings have one form for both genders: no French feminine is made from them (« écolo »,
#: « kawaï », « skinny »).
_ONE_GENDER = ("a", "e", "o", "w", "y", "ï")


def plural(singular: str) -> str:
    """Return the regular plural of a noun or adjective.

    >>> [plural(w) for w in ("selfie", "oral", "bleu", "tuyau", "souris")]
    ['selfies', 'oraux', 'bleus', 'tuyaux', 'souris']
    """
    if singular.endswith(("s", "x", "z")):
        return singular
    if singular.endswith("al"):
        return singular[:-1] + "ux"
    return singular + ("x" if singular.endswith("au") else "s")


def feminine(masculine: str) -> str:
    """Return the regular feminine of an adjective; the word itself if its ending is no ending of a French masculine.

    >>> [feminine(w) for w in ("lyonnais", "italien", "actif", "rapide", "turc", "fier", "créateur", "écolo")]
    ['lyonnaise', 'italienne', 'active', 'rapide', 'turque', 'fière', 'créatrice', 'écolo']
    """
    for ending, replacement in _FEMININES:
        if masculine.endswith(ending):
            return masculine[: -len(ending)] + replacement
    return masculine if masculine.endswith(_ONE_GENDER) else masculine + "e"


def forms(word: str, tag: str) -> list[tuple[str, str]]:
    """Return (spelling, tag) for every regular form of a word.

    *tag* is a short tag: the part of speech, and for nouns the gender (``N.m``, ``A``, ``V``). An adjective with one
    form for both genders is ``A.e``; ``A.i`` has one form only. The returned tags are full (``N.m.s``). Only verbs in
    -er are conjugated; other verbs get only their infinitive.

    >>> forms("selfie", "N.m"), forms("verdi", "A")[1:3]
    ([('selfie', 'N.m.s'), ('selfies', 'N.m.p')], [('verdis', 'A.m.p'), ('verdie', 'A.f.s')])
    >>> forms("genderfluid", "A.e"), forms("sol-air", "A.i")
    ([('genderfluid', 'A.e.s'), ('genderfluids', 'A.e.p')], [('sol-air', 'A.e.i')])
    """
    pos = tag[0]
    if pos == "N":
        gender = tag[2:] or "e"
        many = plural(word)
        return [(word, f"N.{gender}.i")] if many == word else [(word, f"N.{gender}.s"), (many, f"N.{gender}.p")]
    if pos == "A":
        many = word if tag == "A.i" else plural(word)
        feminine_form = word if tag[1:] else feminine(word)
        if feminine_form == word:
            return [(word, "A.e.i")] if many == word else [(word, "A.e.s"), (many, "A.e.p")]
        masculine = [(word, "A.m.i")] if many == word else [(word, "A.m.s"), (many, "A.m.p")]
        return [*masculine, (feminine_form, "A.f.s"), (plural(feminine_form), "A.f.p")]
    if pos == "V":
        return [(word, "V.inf"), *(_first_group(word) if word.endswith("er") else [])]
    return [(word, pos)]


#: The é or e before the last consonants of a stem, which is è before a mute e: « réglais », « règle ». A stem with two
#: written consonants keeps its e (« rester »), since that e is open already; of « gu », « qu » the u is mute.
_LAST_E = re.compile(r"é(?=(?:[^aeiouyéèêâîôû]|(?<=[gq])u)+$)|e(?=[^aeiouyéèêâîôûx]$)")
#: The y of -oyer and -uyer.
_FINAL_Y = re.compile(r"(?<=[ou])y$")


def _first_group(infinitive: str) -> list[tuple[str, str]]:
    """Return (spelling, tag) for each form of a regular verb in -er, except the infinitive.

    Before a and o, a final g of the stem becomes ge and a final c becomes ç: « mangeons », « lançait ». Before a mute
    e, the last vowel of the stem becomes è (« sème », « règle »; in the future « sèmera », but « réglera »), and the y
    of -oyer and -uyer becomes i (« noie », « noiera »).
    """
    stem = infinitive[:-2]
    soft = stem + "e" if stem.endswith("g") else stem[:-1] + "ç" if stem.endswith("c") else stem
    open_stem = _FINAL_Y.sub("i", _LAST_E.sub("è", stem))
    future = stem if "é" in _LAST_E.findall(stem) else open_stem
    before_mute_e = {
        "e": "pres13s+subj13s+imp2s",
        "es": "pres2s+subj2s",
        "ent": "pres3p+subj3p",
    }
    endings = {
        "ez": "pres2p+imp2p",
        "iez": "impf2p+subj2p",
        "ions": "impf1p+subj1p",
        "èrent": "past3p",
        "é": "ppa.m.s",
        "ée": "ppa.f.s",
        "és": "ppa.m.p",
        "ées": "ppa.f.p",
    }
    futures = {
        "erai": "fut1s",
        "eras": "fut2s",
        "era": "fut3s",
        "erons": "fut1p",
        "erez": "fut2p",
        "eront": "fut3p",
        "erais": "cond12s",
        "erait": "cond3s",
        "erions": "cond1p",
        "eriez": "cond2p",
        "eraient": "cond3p",
    }
    softened = {
        "ons": "pres1p+imp1p",
        "ant": "ppr",
        "ais": "impf12s",
        "ait": "impf3s",
        "aient": "impf3p",
        "ai": "past1s",
        "as": "past2s",
        "a": "past3s",
        "âmes": "past1p",
        "âtes": "past2p",
        "asse": "sbim1s",
        "asses": "sbim2s",
        "ât": "sbim3s",
        "assions": "sbim1p",
        "assiez": "sbim2p",
        "assent": "sbim3p",
    }
    groups = ((open_stem, before_mute_e), (stem, endings), (future, futures), (soft, softened))
    return [(before + end, f"V.{tag}") for before, group in groups for end, tag in group.items()]
