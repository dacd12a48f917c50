"""The judge on the real lexicon, rule by rule (W1 to W10)."""

from __future__ import annotations

import pytest

from belettre_lexicon import ArgumentError, History, HouseList, HouseRules, Judge, Lexicon

#: The published examples: initial ("" for no majuscule yet), letters on the table and word, in playing order.
EXAMPLES = {
    "E1": [("", "l", "Volonté"), ("", "le", "École"), ("", "lec", "Raclette"), ("F", "lec", "Facile")],
    "E2": [("A", "", "Aztèque"), ("A", "r", "Arbitre"), ("A", "rp", "Après"), ("A", "rpo", "Aéroport")],
    "E3": [("", "g", "Iguane"), ("P", "g", "Plage"), ("P", "gu", "Purgatoire"), ("P", "gue", "Plongeur")],
    "E4": [("", "i", "Niche"), ("", "ix", "Mixité"), ("", "ixe", "Sixième"), ("S", "ixe", "Suffixe")],
    "E5": [("", "b", "Arbre"), ("", "bq", "Oblique"), ("", "bqm", "Symbolique")],
    "E6": [("T", "", "Toucan"), ("T", "j", "Tajine"), ("T", "jc", "Trajectoire")],
    "E7": [("", "w", "Crawl"), ("T", "w", "Tweed"), ("T", "wn", "Taïwanais")],
    "E8": [("", "n", "Dolmen"), ("W", "n", "Wagon"), ("W", "nc", "Winchester")],
    "E9": [("", "n", "Dolmen"), ("W", "n", "Wagon")],
    "E10": [("", "s", "Veste"), ("", "so", "Blouson"), ("", "sod", "Adosser")],
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_published_examples_are_valid(judge: Judge, example: str) -> None:
    """Every word of a published example is valid with its cards and the words before it."""
    history = History()
    for initial, letters, word in EXAMPLES[example]:
        verdict = judge(word, initial=initial or None, letters=letters, played=history)
        assert verdict.valid, verdict
        history.add(word)


@pytest.mark.parametrize(
    ("word", "reasons"),
    [
        ("portes", {"plural", "conjugated"}),
        ("grande", {"feminine_adjective"}),
        ("heureuse", {"feminine_adjective"}),
        ("mangeant", {"participle"}),
        ("chevaux", {"plural"}),
        ("belles", {"plural", "feminine_adjective"}),
        ("Paris", {"proper_noun", "plural"}),
        ("UNESCO", {"proper_noun", "abbreviation"}),
        ("jouions", {"conjugated"}),
        ("funérailles", {"plural_only"}),
        ("raclate", {"unknown"}),
        ("terminé", {"participle"}),
        ("mangées", {"participle"}),
    ],
)
def test_w5_w6_refused_words_and_their_reasons(judge: Judge, word: str, reasons: set[str]) -> None:
    """A refused word has exactly the reasons that hold (W10)."""
    assert set(judge(word).reasons) == reasons


@pytest.mark.parametrize(
    "word",
    [
        "marche",
        "souris",
        "actrice",
        "ouvrière",
        "amusant",
        "employé",
        "taïwanais",
        "taïwanaise",
        "parisienne",
        "après",
        "winchester",
        "arc-en-ciel",
        "madame",
        "maître",
        "compliqué",
        "menteuse",
        "belle",
        "veuve",
        "houillère",
        "voltaire",
        "grenade",
        "aujourd'hui",
        "selfie",
        "covoiturage",
    ],
)
def test_w5_w6_playable_words(judge: Judge, word: str) -> None:
    """A word is valid if one of its readings is accepted."""
    assert judge(word).valid, judge(word)


def test_w1_letters_are_counted_after_folding(judge: Judge) -> None:
    """œ counts as two letters; hyphens, apostrophes and other characters do not count."""
    assert judge("nœud").valid
    assert "too_short" in judge("a-b'c").reasons
    assert judge("abc 12?").refusals[0].evidence == {"letters": 3, "minimum": 5}


def test_w2_initial(judge: Judge) -> None:
    """A word starts with the majuscule, whatever the accents; a refusal names both letters."""
    assert judge("École", initial="e").valid

    (refusal,) = judge("Facile", initial="G").refusals

    assert refusal.rule == "W2"
    assert refusal.evidence == {"found": "f", "expected": "g"}


def test_w3_each_card_needs_its_own_letter(judge: Judge) -> None:
    """Two cards « e » need two e's in the word, and the initial of the majuscule does not serve a minuscule."""
    assert judge("plage", letters="ee").reasons == ("missing_letters",)
    assert judge("facile", initial="F", letters="f").reasons == ("missing_letters",)
    assert judge("facile", letters="f").valid


def test_w3_option_letters_shared(lexicon: Lexicon) -> None:
    """With the option, one e serves two cards, and the initial serves a minuscule too."""
    shared = Judge(lexicon, HouseRules(letters_shared=True))

    assert shared("plage", letters="ee").valid
    assert shared("facile", initial="F", letters="f").valid


def test_j1_j2_jokers(judge: Judge) -> None:
    """A joker stands for any letter that is left; two jokers are refused."""
    assert judge("facile", initial="F", letters="le?").valid
    assert judge("plage", initial="P", letters="lage?").reasons == ("missing_letters",)
    assert judge("facile", letters="??").reasons == ("too_many_jokers",)


@pytest.mark.parametrize(("word", "valid"), [("levè", False), ("marché", True), ("Ecole", True), ("ÉCOLE", True)])
def test_w4_accents(judge: Judge, word: str, valid: bool) -> None:
    """A known spelling with accents is judged as itself, any other word as all spellings with its letters."""
    assert judge(word).valid is valid


def test_w6b_option_plural_only(lexicon: Lexicon) -> None:
    """With the option, nouns that exist only in the plural are accepted."""
    assert Judge(lexicon, HouseRules(plural_only=True))("funérailles").valid


def test_w6c_option_no_compounds(lexicon: Lexicon) -> None:
    """With the option, words with a hyphen are refused for a reason of their own."""
    strict = Judge(lexicon, HouseRules(compounds=False))

    assert strict("arc-en-ciel").reasons == ("compound",)
    assert strict("raclette").valid


def test_current_words_option(lexicon: Lexicon, judge: Judge) -> None:
    """With the option, old, rare and regional words are refused, and the evidence is the marked reading."""
    assert judge("septante").valid

    refusal = Judge(lexicon, HouseRules(current_only=True))("septante").refusals[0]

    assert refusal.reason == "house_list"
    assert refusal.evidence["reading"].marked


def test_w7_repeats(judge: Judge) -> None:
    """A repeated word is refused with the turn of the earlier one; so are the same letters with other accents."""
    history = History(["Flipper", "pécher"])

    assert judge("flipper", played=history).refusals[0].evidence == {"earlier": "Flipper", "turn": 1}
    assert judge("pêcher", played=history).reasons == ("same_spelling",)
    assert judge("flipper", played=["Flipper"]).reasons == ("repeated",)


def test_w7_option_accents_differ(lexicon: Lexicon) -> None:
    """With the option, « pêcher » may follow « pécher »."""
    rules = HouseRules(accents_differ=True)

    assert Judge(lexicon, rules)("pêcher", played=History(["pécher"], rules)).valid


def test_w9_memory() -> None:
    """The history forgets at the start of a pli or a manche, as the option ``memory`` says."""
    for rules, words_after_pli, words_after_manche in (
        (HouseRules(memory="partie"), 1, 1),
        (HouseRules(memory="manche"), 1, 0),
        (HouseRules(memory="pli"), 0, 0),
    ):
        history = History(["école"], rules)

        history.start_pli()
        assert len(history) == words_after_pli

        history.start_manche()
        assert len(history) == words_after_manche


@pytest.mark.parametrize(
    ("option", "fault"),
    [
        ({"memory": "hier"}, "'hier' is not one of partie"),
        ({"min_letters": 0}, "number between 1 and 30"),
        ({"min_letters": "5"}, "number between"),
    ],
)
def test_bad_house_rules(option: dict[str, object], fault: str) -> None:
    """An option with an invalid value raises ArgumentError naming it."""
    with pytest.raises(ArgumentError, match=fault):
        HouseRules(**option)  # type: ignore[arg-type]


def test_w10_every_reason_at_once(judge: Judge) -> None:
    """A word that breaks several rules is refused for all of them, in the order of the rules."""
    verdict = judge("mots", initial="F", letters="lec", played=["mots"])

    assert verdict.reasons == ("too_short", "wrong_initial", "missing_letters", "plural", "repeated")


def test_house_list(lexicon: Lexicon) -> None:
    """A house list decides before the lexicon, its notes are in the verdict, and the cards still count."""
    house = HouseList.parse(["# la table", "+ zzzzy mot de la table", "- wagon trop facile"])
    judge = Judge(lexicon, house=house)

    assert judge("zzzzy").valid
    assert judge("zzzzy").house == "mot de la table"
    assert judge("wagon").refusals[0].evidence == {"note": "trop facile"}
    assert judge("zzzzy", initial="F").reasons == ("wrong_initial",)


@pytest.mark.parametrize("line", ["wagon", "* wagon", "+", "+ 123", "- " + "a" * 100, "+ wagon\n- wagon"])
def test_house_list_bad_lines(line: str) -> None:
    """An invalid line, or a word that is listed twice, raises ArgumentError with the number of the line."""
    with pytest.raises(ArgumentError, match=r"list:\d+:"):
        HouseList.parse(line.split("\n"), "list")


@pytest.mark.parametrize("initial", ["?", "FF", "1", "é€", " ", 5, ["F"], b"F"])
def test_bad_initial(judge: Judge, initial: object) -> None:
    """An initial that is not one letter raises ArgumentError; it does not refuse the word."""
    with pytest.raises(ArgumentError, match="expected one letter"):
        judge("facile", initial=initial)  # type: ignore[arg-type]


@pytest.mark.parametrize("letters", [["l", "e"], b"le", 5])
def test_bad_letters(judge: Judge, letters: object) -> None:
    """Letters that are not text raise ArgumentError."""
    with pytest.raises(ArgumentError, match="letters: expected text"):
        judge("facile", letters=letters)  # type: ignore[arg-type]


@pytest.mark.parametrize("word", [b"facile", None, 12, ["facile"]])
def test_bad_word_type(judge: Judge, word: object) -> None:
    """A word that is not text raises ArgumentError, from the judge and from the lexicon."""
    with pytest.raises(ArgumentError, match="expected text"):
        judge(word)  # type: ignore[arg-type]
    for ask in (judge.lexicon.readings, judge.lexicon.suggest):
        with pytest.raises(ArgumentError, match="expected text"):
            ask(word)  # type: ignore[arg-type]


@pytest.mark.parametrize("played", ["école", b"x", 3])
def test_bad_history(judge: Judge, played: object) -> None:
    """Earlier words that are not a list of words raise ArgumentError; a single string is not a list."""
    with pytest.raises(ArgumentError, match="expected the earlier words"):
        judge("facile", played=played)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("word", "evidence"),
    [
        ("a" * 100_000, {"length": 64}),
        ("a" + "\u0301" * 5000, {"length": 64}),
        ("\u202efacile", {"character": "\u202e"}),
        ("faci\x00le", {"character": "\x00"}),
        ("рaris", {"character": "р"}),
        ("abc\ud800de", {"character": "\ud800"}),
        ("pomme de terre", {"space": " "}),
    ],
)
def test_hostile_words_are_refused(judge: Judge, word: str, evidence: dict[str, object]) -> None:
    """Hostile text is refused as unknown, and the evidence says what is wrong with it."""
    refusals = {refusal.reason: refusal.evidence for refusal in judge(word).refusals}

    assert refusals["unknown"] == evidence


@pytest.mark.parametrize("word", ["", " ", "-", "'", "\u00ad"])
def test_empty_words_are_refused(judge: Judge, word: str) -> None:
    """A word without letters is refused as too short and unknown."""
    assert judge(word).reasons == ("too_short", "unknown")


@pytest.mark.parametrize("word", ["joueur", "Jouet", "enjoué"])
def test_w8_a_word_of_the_family_of_an_earlier_one_is_refused(judge: Judge, word: str) -> None:
    """A word of the family of « Jouer » is refused, with the earlier word, its turn and the kinship as evidence."""
    history = History(["Volonté", "Jouer", "Raclette"])

    verdict = judge(word, played=history)

    assert verdict.reasons == ("same_family",)
    evidence = verdict.refusals[0].evidence
    assert evidence["earlier"] == "Jouer"
    assert evidence["turn"] == 2
    assert evidence["kinship"].tier == "core"
    assert evidence["kinship"].chain


def test_w8_a_look_alike_is_not_refused(judge: Judge) -> None:
    """« souris » may follow « sourire »: they are not of one family."""
    assert judge("souris", played=["sourire"]).valid


def test_w8_a_history_grows_and_forgets_between_questions(lexicon: Lexicon) -> None:
    """Words added after the first question count, for another lexicon too; forgotten words do not count."""
    rules = HouseRules(memory="manche")
    judge, history = Judge(lexicon, rules), History(["sourire"], rules)
    assert judge("jouet", played=history).valid

    history.add("joueur")
    assert not judge("jouet", played=history).valid
    assert not Judge(Lexicon.open(), rules)("jouet", played=history).valid

    history.start_manche()
    assert judge("jouet", played=history).valid
    assert len(history) == 0


def test_w8_near_kin_get_a_remark(judge: Judge) -> None:
    """« hôpital » after « hôtel » is valid, with a remark on their near kinship."""
    verdict = judge("hôpital", played=["hôtel"])

    assert verdict.valid
    (remark,) = verdict.remarks
    assert remark.rule == "W8"
    assert remark.reason == "same_family"
    assert remark.evidence["kinship"].tier == "near"


def test_w8_option_refuse_near_kin(lexicon: Lexicon) -> None:
    """With the option, « hôpital » after « hôtel » is refused and there is no remark."""
    strict = Judge(lexicon, HouseRules(refuse_near_kin=True))

    verdict = strict("hôpital", played=["hôtel"])

    assert verdict.reasons == ("same_family",)
    assert verdict.remarks == ()


def test_w7_w8_a_repeated_word_is_not_refused_as_kin(judge: Judge) -> None:
    """A repeated word is refused for W7 only; earlier words that are unknown or not playable have no family."""
    assert judge("jouer", played=["jouer"]).reasons == ("repeated",)
    assert judge("jouer", played=["xyzzy", "Paris"]).valid


def test_w7_w8_kin_of_the_same_letters_where_accents_differ(lexicon: Lexicon) -> None:
    """With the option, « marque » and « marqué » do not repeat each other, but they are of one family."""
    rules = HouseRules(accents_differ=True)
    judge = Judge(lexicon, rules)

    assert judge("marqué", played=["marque"]).reasons == ("same_family",)
    assert judge("marque", played=["marque"]).reasons == ("repeated",)
    assert judge("pécher", played=["pêcher"]).valid


def test_w8_homographs_and_accents(judge: Judge) -> None:
    """A compound is kin of each of its parts; accents tell the families of the same letters apart (W4)."""
    assert judge("portefeuille", played=["feuillage"]).reasons == ("same_family",)
    assert judge("feuillage", played=["portefeuille"]).reasons == ("same_family",)
    assert judge("feuillage", played=["porteur"]).valid
    assert judge("pécheur", played=["pêche"]).valid
    assert judge("pecheur", played=["pêche"]).reasons == ("same_family",)


def test_w7_w8_forgotten_words_refuse_nothing(judge: Judge) -> None:
    """A word that an undo takes back refuses nothing, neither as a repeat nor as kin, and hides nothing in a search."""
    history = History(["joueur", "école", "danseur"])
    assert not judge("danser", played=history).valid  # the first question makes the history look up families
    count_before = judge.count(letters="ecolier", played=history)

    history.forget_after(1)

    assert list(history) == ["joueur"]
    assert judge("danser", played=history).valid
    assert judge("école", played=history).valid
    assert judge("écolier", played=history).valid
    assert judge("jouet", played=history).reasons == ("same_family",)
    count_after = judge.count(letters="ecolier", played=history)
    assert count_after == judge.count(letters="ecolier", played=["joueur"])
    assert count_after > count_before

    history.add("danse")
    assert judge("danser", played=history).refusals[0].evidence["turn"] == 2


def test_w3_a_wrong_initial_may_serve_a_minuscule(judge: Judge) -> None:
    """A wrong initial does not serve the majuscule, so it may serve a minuscule: only W2 refuses the word (W10)."""
    assert judge("profil", initial="F", letters="p").reasons == ("wrong_initial",)
    assert judge("facile", initial="F", letters="f").reasons == ("missing_letters",)
    assert judge("orgue", initial="G", letters="eroo").reasons == ("wrong_initial", "missing_letters")
