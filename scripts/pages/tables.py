"""Pages of the reference that are tables: options, reasons for refusing a word, and errors."""

from __future__ import annotations

import inspect

from belettre_lexicon import REASONS, HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.belote import OPTIONS
from belettre_lexicon.referee import Catalogue, refusal_text, remark_text
from scripts.generated.house_map import first_sentence
from scripts.pages.docstrings import columns
from scripts.pages.public_names import PACKAGES, public_names

#: A word for each reason, with what makes it one: cards, earlier words, options.
EXAMPLES: dict[str, tuple[str, dict[str, str], HouseRules]] = {
    "too_short": ("mot", {}, HouseRules()),
    "wrong_initial": ("volonté", {"initial": "F"}, HouseRules()),
    "missing_letters": ("facile", {"letters": "lex"}, HouseRules()),
    "too_many_jokers": ("facile", {"letters": "l??"}, HouseRules()),
    "unknown": ("chocolatinne", {}, HouseRules()),
    "proper_noun": ("Toulouse", {}, HouseRules()),
    "abbreviation": ("UNESCO", {}, HouseRules()),
    "plural": ("maisons", {}, HouseRules()),
    "plural_only": ("funérailles", {}, HouseRules()),
    "feminine_adjective": ("heureuse", {}, HouseRules()),
    "conjugated": ("jouons", {}, HouseRules()),
    "participle": ("mangeant", {}, HouseRules()),
    "compound": ("arc-en-ciel", {}, HouseRules(compounds=False)),
    "repeated": ("école", {"played": "école"}, HouseRules()),
    "same_spelling": ("pécher", {"played": "pêcher"}, HouseRules()),
    "same_family": ("jouet", {"played": "joueur"}, HouseRules()),
    "house_list": ("wagon", {}, HouseRules()),
    "other_spelling": ("parle", {}, HouseRules()),
}


def pages() -> dict[str, str]:
    """Return the pages by their paths below the folder of the reference."""
    return {"options.rst": _options(), "reasons.md": _reasons(), "errors.md": _errors()}


def _options() -> str:
    """Return the page with every option of the house rules of both games."""
    lines = [*_title("Options"), "Every option of the house rules: its name in Python and in records, its flag in the"]
    lines += ["commands, and what it changes. The ids are those of the rules: :doc:`../project/RULES` and"]
    lines += [":doc:`../project/RULES-BELOTE`.", "", *_title("Belettre", "-")]
    lines += ["The attributes of :py:obj:`belettre_lexicon.HouseRules`.", "", *_table("option", "flag", "meaning")]
    for name, about in columns(inspect.getdoc(HouseRules) or ""):
        lines += _row(f"``{name}``", f"``{HouseRules.OF_NAME[name].flag}``", about.replace("*", r"\*"))
    lines += ["", *_title("Belote", "-"), "The attributes of :py:obj:`belettre_lexicon.belote.BeloteRules`.", ""]
    lines += _table("option", "flag", "rule", "values, the default first")
    for option in OPTIONS:
        values = ", ".join(f"``{value!r}``" for value in option.values)
        if option.least is not None:
            values += f", {option.least} to {option.most}"
        if option.unbuilt:
            values += f"; known, but not played yet: {', '.join(f'``{value!r}``' for value in option.unbuilt)}"
        lines += _row(f"``{option.name}``", f"``{option.flag}``" if option.is_offered else "—", option.rule, values)
    return "\n".join(lines) + "\n"


def _title(text: str, line: str = "=") -> list[str]:
    return [text, line * len(text), ""]


def _table(*heads: str) -> list[str]:
    return [".. list-table::", "   :header-rows: 1", "", *_row(*heads)]


def _row(*cells: str) -> list[str]:
    return [f"   {'*' if number == 0 else ' '} - {cell}" for number, cell in enumerate(cells)]


def _reasons() -> str:
    """Return the page with every reason, and what the judge says of a word that is refused for it.

    Raises ValueError for a reason without an example.
    """
    lines = [
        "# Reasons",
        "",
        "Why a word is refused: the reason, a name that never changes; its rule in [RULES](../project/RULES.md); a",
        "word that is refused for it, on the cards and after the words that are given, and the sentence in both",
        "languages. `other_spelling` is the reason of a remark, which does not decide.",
        "",
        "| reason | rule | a word | French | English |",
        "|---|---|---|---|---|",
    ]
    french, english = Catalogue.load("fr"), Catalogue.load("en")
    for reason, rule in REASONS.items():
        word, asked, rules = EXAMPLES[reason]
        judge = Judge(Lexicon.open(), rules, HouseList.parse(["- wagon trop facile"]))
        played = asked.get("played")
        verdict = judge(
            word, initial=asked.get("initial"), letters=asked.get("letters", ""), played=[played] if played else []
        )
        given = next((one for one in verdict.refusals if one.reason == reason), None)
        if given is not None:
            texts = [refusal_text(given, say) for say in (french, english)]
        else:
            remark = next((one for one in verdict.remarks if one.reason == reason), None)
            if remark is None:
                raise ValueError(f"{reason}: « {word} » is no example of it")
            texts = [remark_text(remark, say) for say in (french, english)]
        cards = [f"{name}: {value}" for name, value in asked.items()]
        lines.append(
            f"| `{reason}` | {rule} | « {word} »{''.join(f', {card}' for card in cards)} | {' | '.join(texts)} |"
        )
    return "\n".join(lines) + "\n"


def _errors() -> str:
    """Return the page with every exception that the public functions raise."""
    lines = [
        "# Errors",
        "",
        "A refused word or move is a value or an `IllegalActionError` with every rule that forbids it. Exceptions are",
        "for misuse and for damaged files; all derive from `BelettreError`, and all pickle.",
        "",
        "| exception | derives from | when |",
        "|---|---|---|",
    ]
    seen = set()
    for package in PACKAGES:
        for one in public_names(package):
            if inspect.isclass(one.value) and issubclass(one.value, Exception) and one.value not in seen:
                seen.add(one.value)
                base = one.value.__mro__[1].__name__
                about = first_sentence(inspect.getdoc(one.value) or "")
                lines.append(f"| {{py:obj}}`{one.name} <{one.path}>` | `{base}` | {about} |")
    lines += [
        "",
        "The commands answer with an exit status: 0 for yes or done, 1 for no, 2 for unusable input or a damaged",
        "lexicon, 3 for an internal error, 130 after Ctrl-C. The server answers with the object « Problem »",
        "([The API of the server](api.md)).",
    ]
    return "\n".join(lines) + "\n"
