"""The spaCy component: verdicts, readings and families of the words of a text, in every way that a pipeline runs."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

import pytest

spacy = pytest.importorskip("spacy", reason="spaCy is not installed (extra spacy)")
from spacy.language import Language  # noqa: E402  # skipped without it
from spacy.tokens import Doc, DocBin, Token  # noqa: E402

from belettre_lexicon import ArgumentError, Judge, Lexicon  # noqa: E402
from belettre_lexicon.harvest.spacy_component import NAME, make_component  # noqa: E402

TEXT = "La raclette des écoliers plaît à l'école scolaire : les funérailles, jouer, Joueurs ; JOUET !"


@Language.component("tags_by_hand")
def tags_by_hand(doc: Doc) -> Doc:
    """Give « porte » a part of speech, as a trained model would: a noun after « la », else a verb."""
    for token in doc[1:]:
        token.pos_ = "NOUN" if doc[token.i - 1].lower_ == "la" else "VERB"
    return doc


@pytest.fixture(scope="module")
def nlp() -> Language:
    """A blank French pipeline with the component."""
    pipeline: Language = spacy.blank("fr")
    pipeline.add_pipe(NAME)
    return pipeline


def word(doc: Doc, text: str) -> Token:
    """The first token of a text with this spelling."""
    return next(token for token in doc if token.text == text)


def test_spacy_finds_the_component() -> None:
    """The package has an entry point of spaCy, so that « add_pipe » needs no import."""
    found = list(entry_points(group="spacy_factories", name=NAME))
    if not found:
        pytest.skip("the installed package has no entry point of spaCy: install it again (pip install -e .)")

    (entry,) = found

    assert entry.load() is make_component


def test_verdicts_are_those_of_the_judge(nlp: Language) -> None:
    """Every word of a text has the verdict that the judge gives; what is no word has none."""
    judge = Judge(Lexicon.open())
    doc = nlp(TEXT)

    for token in doc:
        if any(map(str.isalpha, token.text)):
            assert token._.belettre == judge(token.text)
    assert word(doc, "raclette")._.belettre.valid
    assert word(doc, "écoliers")._.belettre.reasons == ("plural",)
    assert word(doc, ":")._.belettre is None
    assert (word(doc, ":")._.readings, word(doc, ":")._.family) == ((), None)


def test_w8_families_are_counted(nlp: Language) -> None:
    """W8: forms have the family of their headword, « kin » proves it, and the families of a text are counted."""
    doc = nlp(TEXT)
    school, pupils = word(doc, "école"), word(doc, "écoliers")

    assert (school._.family, pupils._.family) == ("école", "école")
    assert pupils._.kin(school).tier == "core"
    assert word(doc, "jouer")._.kin("jouet").tier == "core"
    assert school._.kin(word(doc, "raclette")) is None
    assert list(doc._.families.items())[:2] == [("jeu", 3), ("école", 3)]


def test_w6b_house_rules_are_options() -> None:
    """W6b: with « plural_only » the noun « funérailles » is playable; an unknown rule is an error that names it."""
    pipeline = spacy.blank("fr")
    pipeline.add_pipe(NAME, config={"rules": {"plural_only": True}})

    assert word(pipeline(TEXT), "funérailles")._.belettre.valid
    with pytest.raises(ArgumentError, match="plural_onyl"):
        spacy.blank("fr").add_pipe(NAME, config={"rules": {"plural_onyl": True}})


def test_a_part_of_speech_chooses_the_readings() -> None:
    """« porte » is a noun where a model says so, and a verb elsewhere; without a model it is both."""
    tagged = spacy.blank("fr")
    tagged.add_pipe("tags_by_hand")
    tagged.add_pipe(NAME)
    untagged = spacy.blank("fr")
    untagged.add_pipe(NAME)
    text = "la porte porte"

    noun, verb = tagged(text)[1:]

    assert {one.pos for one in noun._.readings} == {"noun"}
    assert {one.pos for one in verb._.readings} == {"verb"}
    assert {one.pos for one in untagged(text)[1]._.readings} >= {"noun", "verb"}


def test_a_pipeline_is_saved_with_its_rules(tmp_path: Path) -> None:
    """« to_disk » and « load » keep the house rules, and a text in a DocBin keeps those it was judged by."""
    pipeline = spacy.blank("fr")
    pipeline.add_pipe(NAME, config={"rules": {"plural_only": True}})
    pipeline.to_disk(tmp_path / "pipeline")

    loaded = spacy.load(tmp_path / "pipeline")
    kept = DocBin(store_user_data=True)
    kept.add(loaded(TEXT))
    (doc,) = kept.get_docs(spacy.blank("fr").vocab)

    assert word(doc, "funérailles")._.belettre.valid


def test_the_settings_of_a_pipeline_make_an_equal_one() -> None:
    """A pipeline made from the settings of another one, or from its bytes, has the same house rules."""
    pipeline = spacy.blank("fr")
    pipeline.add_pipe(NAME, config={"rules": {"plural_only": True, "min_letters": 2}})

    copy = spacy.util.load_model_from_config(pipeline.config).from_bytes(pipeline.to_bytes())

    assert copy.get_pipe_meta(NAME).factory == NAME
    assert [token._.belettre for token in copy(TEXT)] == [token._.belettre for token in pipeline(TEXT)]
    assert word(copy(TEXT), "des")._.belettre.reasons == pipeline(TEXT)[2]._.belettre.reasons


def test_texts_of_other_processes_are_judged(nlp: Language) -> None:
    """With two processes every text has the attributes that it has with one."""
    texts = [TEXT, "porte", "", "chat-huant et arc-en-ciel"] * 5

    several = list(nlp.pipe(texts, n_process=2, batch_size=4))

    for doc, text in zip(several, texts, strict=True):
        alone = nlp(text)
        assert [token._.belettre for token in doc] == [token._.belettre for token in alone]
        assert doc._.families == alone._.families


def test_a_text_that_no_component_has_seen_has_nothing() -> None:
    """Attributes of other pipelines' texts are None or empty, never an error."""
    doc = spacy.blank("fr")(TEXT)

    assert [token._.belettre for token in doc] == [None] * len(doc)
    assert (doc[1]._.readings, doc[1]._.family, doc[1]._.kin("école"), doc._.families) == ((), None, None, {})


@pytest.mark.parametrize("text", ["\0", "é" * 100_000, "\u202eelocé", "\U0001f600", "a\u0301cole"])
def test_texts_that_nobody_writes_are_judged(text: str, nlp: Language) -> None:
    """Control characters, endless words, marks and emoji get a verdict or none, never an error."""
    for token in nlp(text):
        assert token._.belettre is None or not token._.belettre.valid
        assert token._.family is None
