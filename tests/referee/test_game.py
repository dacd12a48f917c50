"""Sentences about a game: every event, refused move and question has one, in both languages."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.french.cards import MAJ_BACK, MIN_BACK, UNSEEN, Card
from belettre_lexicon.games.belettre.bots.amateur import FuzzerBot
from belettre_lexicon.games.belettre.bots.simulation import play_out
from belettre_lexicon.games.belettre.checks import MOVE_REASONS, MoveReason, MoveRefusal
from belettre_lexicon.games.belettre.events import (
    BEGUN,
    FORFEITED,
    SCORED,
    BelettreAnnounced,
    Dealt,
    Discarded,
    Event,
    MancheEnded,
    Overran,
    Overruled,
    PartieEnded,
    Passed,
    PliTaken,
    Revealed,
    Swapped,
    TakerNamed,
    Trapped,
    WordAccepted,
    WordRefused,
)
from belettre_lexicon.games.belettre.legality import NO_MAJUSCULE, WHICH_CARD, WHICH_PACK, Question
from belettre_lexicon.games.belettre.partie import HistoryCache, Partie
from belettre_lexicon.games.belettre.seats import SEATS, TEAMS, Seat
from belettre_lexicon.games.belettre.state import LAY, OVER, PICK_UP, REVEAL, SWAP
from belettre_lexicon.games.belettre.view import seen_by
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.game import awaits_text, event_text, move_refusal_text, question_text
from belettre_lexicon.referee.names import seat_text, with_players
from belettre_lexicon.words.decode import decode_verdict
from belettre_lexicon.words.verdicts import Verdict

FR, EN = (Catalogue.load(language) for language in LANGUAGES)
PON, SEP, LEV, MER = SEATS
#: A sequence that clears a terminal, a mark that turns the direction of text, and a line feed.
ESCAPE = "\x1b[2J\u202e\n"
GAGE = Card.of("G")


def accepted(word: str, **more: Any) -> Verdict:
    """The recorded verdict on a valid word; *more* are further keys of the record."""
    return decode_verdict({"word": word, "valid": True, **more})


def refused(word: str, reason: str = "too_short", rule: str = "W1", **evidence: Any) -> Verdict:
    """The recorded verdict on a word that is refused for one reason."""
    refusal = {"rule": rule, "reason": reason, "evidence": evidence or {"letters": 3, "minimum": 5}}
    return decode_verdict({"word": word, "valid": False, "refusals": [refusal]})


#: Events, each with its sentences in French.
EVENTS: list[tuple[Event, str]] = [
    (Dealt(2, PON, SEP), "Manche 2 : le Ponantais donne, le Septentrional ouvre."),
    (BelettreAnnounced(LEV), "Le Levantin annonce « Belettre »."),
    (WordAccepted(PON, Card.of("l"), accepted("Volonté")), "Le Ponantais pose la minuscule l. « Volonté » : valide."),
    (
        WordAccepted(MER, Card.of("JOKER"), accepted("Kiosque"), "k"),
        "Le Méridional pose le JOKER (K). « Kiosque » : valide.",
    ),
    (
        WordRefused(SEP, Card.of("?"), refused("été")),
        "Le Septentrional pose le joker. « été » : refusé. 3 lettres, il en faut au moins 5. La carte est retournée.",
    ),
    (
        WordRefused(SEP, Card.of("F"), refused("fzz"), fault=True),
        "Le Septentrional pose la majuscule F. « fzz » : refusé. 3 lettres, il en faut au moins 5. La carte est "
        "retournée, et un mot inconnu en première ou en deuxième position compte ici comme une passe : le pli est "
        "perdu pour l'équipe Septentrional-Méridional.",
    ),
    (Passed(MER, Card.of("k")), "Le Méridional dit « Passe ! » et pose la minuscule k, face cachée."),
    (
        Passed(SEP, MIN_BACK, fault=True),
        "Le Septentrional dit « Passe ! » en posant une minuscule, face cachée, alors qu'il faut un mot en première et "
        "en deuxième position : le pli est perdu pour l'équipe Septentrional-Méridional.",
    ),
    (
        Discarded(LEV, Card.of("?"), "J4"),
        "Le Levantin n'a que des jokers à poser, et un joker est déjà visible : le joker va sur la table face cachée, "
        "sans mot.",
    ),
    (
        Discarded(LEV, MAJ_BACK, "P9"),
        "Le Levantin pose une majuscule, face cachée et sans mot, puisque le pli est déjà perdu.",
    ),
    (Discarded(LEV, UNSEEN, "?"), "Le Levantin pose une carte, face cachée et sans mot."),
    (
        Trapped(MER, (SEP,)),
        "Piège : trois minuscules sont posées et le Méridional n'a plus de majuscule. En faute : le Septentrional, "
        "en face, qui en a encore une.",
    ),
    (
        Trapped(MER, (LEV,)),
        "Piège : trois minuscules sont posées et le Méridional n'a plus de majuscule. En faute : le Levantin, "
        "qui en a encore une ; le Septentrional n'en a plus.",
    ),
    (
        Trapped(MER, (PON,)),
        "Piège : trois minuscules sont posées et le Méridional n'a plus de majuscule. En faute : le Ponantais, "
        "puisque personne d'autre n'en a plus.",
    ),
    (
        Trapped(MER, (SEP, LEV)),
        "Piège : trois minuscules sont posées et le Méridional n'a plus de majuscule. En faute, le premier joueur "
        "qui en a encore une, dans cet ordre : le Septentrional, le Levantin.",
    ),
    (
        Swapped(SEP, MAJ_BACK, Card.of("o")),
        "Le Septentrional reprend la minuscule o et pose une majuscule à la place, face cachée.",
    ),
    (Revealed(MER, Card.of("JOKER")), "Le Méridional avait posé le JOKER."),
    (TakerNamed(LEV), "L'équipe Ponantais-Levantin choisit : le Levantin ramasse."),
    (
        PliTaken(MER, 3, tuple(map(Card.of, ("e", "?", "c", "F"))), 10),
        "Le Méridional ramasse le pli 3 : 10 points (e, joker, c, F).",
    ),
    (
        PliTaken(MER, 8, tuple(map(Card.of, ("e", "?", "?", "JOKER"))), 1),
        "Le Méridional ramasse le pli 8 : 1 point (e, joker, joker, JOKER).\n"
        "Dix de Der : 10 points de plus pour l'équipe Septentrional-Méridional.",
    ),
    (
        MancheEnded(1, (42, 51), (0, 20), TEAMS[0]),
        "Fin de la manche 1.\n"
        "L'équipe Ponantais-Levantin : plis 42, Belettres 0, Dix de Der 10, en tout 52 points.\n"
        "L'équipe Septentrional-Méridional : plis 51, Belettres 20, Dix de Der 0, en tout 71 points.",
    ),
    (PartieEnded((52, 71), TEAMS[1]), "L'équipe Septentrional-Méridional gagne la partie, 71 points à 52."),
    (PartieEnded((60, 60)), "Partie nulle, 60 points partout."),
    (Overruled(MER, "zut", True, "dans le Littré"), "L'arbitre accepte « zut » (le Méridional) : dans le Littré"),
    (Overruled(MER, "zut", False, "trop court"), "L'arbitre refuse « zut » (le Méridional) : trop court"),
    (
        Overran(MER, 45),
        "Le Méridional a réfléchi 45 secondes, pour 30 permises : il n'y a pas de sanction.",
    ),
]


@pytest.mark.parametrize(("event", "text"), EVENTS, ids=lambda value: type(value).__name__)
def test_events_in_french(event: Event, text: str) -> None:
    """Each kind of event has its sentences in French."""
    assert event_text(event, FR) == text


def test_every_kind_of_event_is_in_the_list() -> None:
    """The list of events that these tests go through is complete."""
    assert {type(event) for event, _ in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize(("event", "french"), EVENTS, ids=lambda value: type(value).__name__)
def test_events_in_english(event: Event, french: str) -> None:
    """Each kind of event has as many sentences in English, and no placeholder is left in either language."""
    english = event_text(event, EN)

    assert english
    assert english != french
    assert "{" not in english
    assert "{" not in french
    assert english.count("\n") == french.count("\n")


def test_a_valid_word_is_shown_with_its_reading(judge: Judge) -> None:
    """The sentence of an accepted word says what the word is (W10)."""
    text = event_text(WordAccepted(PON, Card.of("v"), judge("Volonté")), FR)

    assert text == "Le Ponantais pose la minuscule v. « Volonté » : valide. Nom féminin."


def test_a_refused_word_is_shown_with_every_reason(judge: Judge) -> None:
    """The sentence of a refused word gives every reason against it, then what becomes of the card (W10)."""
    text = event_text(WordRefused(PON, Card.of("P"), judge("portes")), FR)

    assert "Pluriel de « porte » (nom) ; forme conjuguée" in text
    assert text.endswith("La carte est retournée.")


def test_distant_kin_is_remarked_on(judge: Judge) -> None:
    """A valid word with distant kin among the earlier words gets a remark, also when it is read from a record (W8)."""
    verdict = judge("hôpital", played=["hôtel"])
    recorded = decode_verdict(verdict.as_dict())

    assert verdict.valid
    assert verdict.remarks
    for shown in (verdict, recorded):
        text = event_text(WordAccepted(PON, Card.of("h"), shown), FR)
        assert "À noter : de même origine lointaine qu'« hôtel » (mot nº 1)" in text
        assert "  " not in text


#: Verdicts with control and bidirectional characters in every place where a record or a player can bring them in.
HOSTILE = [
    accepted(ESCAPE),
    accepted("mot", house=ESCAPE),
    refused(ESCAPE),
    refused("mot", "unknown", "W5", character=ESCAPE),
    refused("mot", "house_list", "house", note=ESCAPE),
    refused("mot", "repeated", "W7", earlier=ESCAPE, turn=1),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_text_is_escaped(language: str) -> None:
    """No sentence lets a control or bidirectional character of a record or a player through."""
    say = Catalogue.load(language)

    texts = [event_text(WordAccepted(PON, Card.of("e"), verdict), say) for verdict in HOSTILE]
    texts += [event_text(WordRefused(PON, Card.of("e"), verdict), say) for verdict in HOSTILE if not verdict.valid]
    texts.append(event_text(Overruled(PON, ESCAPE, True, ESCAPE), say))
    texts += [move_refusal_text(MoveRefusal(reason, ESCAPE, ESCAPE), say) for reason in MOVE_REASONS]

    assert all(text.isprintable() for text in texts)
    assert sum("\\u001b" in text for text in texts) > len(HOSTILE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", MOVE_REASONS)
def test_every_move_refusal_has_a_sentence(reason: MoveReason, language: str) -> None:
    """Each reason against a move has a whole sentence, which calls seats and cards by name."""
    say = Catalogue.load(language)

    about_seats = move_refusal_text(MoveRefusal(reason, "MER", "SEP, LEV", "PON", ("F", "V")), say)
    about_cards = move_refusal_text(MoveRefusal(reason, "JOKER", "maj", "PON"), say)

    assert about_seats[0].isupper() or about_seats.startswith("MER")
    assert about_seats.endswith(".")
    assert "{" not in about_seats
    assert "SEP, LEV" not in about_seats
    assert "{" not in about_cards


@pytest.mark.parametrize(
    ("refusal", "text"),
    [
        (MoveRefusal("not_his_turn", "MER", "PON"), "Le Méridional doit attendre : le Ponantais joue."),
        (
            MoveRefusal("shown_already", "K", seat="MER", shown=("F", "V")),
            "Le Méridional a déjà montré F et V ; une entrée est peut-être fausse.",
        ),
        (
            MoveRefusal("told_before", "K", seat="MER", shown=("?",)),
            "Le Méridional ne peut pas avoir la majuscule K, après ce qui a été posé ou dit (montré : joker) ; "
            "une entrée est peut-être fausse.",
        ),
        (MoveRefusal("not_held", "q"), "Cette carte n'est pas en main : la minuscule q."),
        (MoveRefusal("told_otherwise", "F", "min"), "Ce ne peut être la majuscule F : l'annonce était une minuscule."),
        (MoveRefusal("holds_already", "maj"), "Le verdict sur « maj » est déjà celui-là."),
        (MoveRefusal("not_named", "''", "a-z"), "Le JOKER se pose avec la lettre qu'il vaut (a-z)."),
    ],
)
def test_move_refusals_in_french(refusal: MoveRefusal, text: str) -> None:
    """Seats and cards are named as players name them; text that somebody typed stays as it is."""
    assert move_refusal_text(refusal, FR) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_and_what_is_awaited(language: str) -> None:
    """Each kind of question, and each state of a game, has a sentence that names the seat."""
    say = Catalogue.load(language)

    for kind in (NO_MAJUSCULE, WHICH_PACK, WHICH_CARD):
        assert "Méridional" in question_text(Question(kind, MER), say)
    for awaits in (LAY, SWAP, REVEAL, PICK_UP):
        assert "Septentrional" in awaits_text(awaits, (SEP,), say)
    assert awaits_text(OVER, (), say)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_swap_by_one_of_several_seats(language: str) -> None:
    """When it is not known who has to swap, the sentence differs from the one about a single seat (T2)."""
    say = Catalogue.load(language)

    assert awaits_text(SWAP, (SEP, LEV), say) != awaits_text(SWAP, (SEP,), say)


def test_a_question_in_french() -> None:
    """A question reads as a player would ask it."""
    assert question_text(Question(NO_MAJUSCULE, MER), FR) == "Le Méridional n'a plus de majuscule ?"


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (WordAccepted(PON, GAGE, accepted("Gage"), belettre=BEGUN), "Le Ponantais dit « Belettre »."),
        (WordRefused(PON, GAGE, refused("ga"), belettre=SCORED), "Le Ponantais dit « Re-belettre » : 20 points."),
        (WordAccepted(PON, GAGE, accepted("Gage"), says=False, belettre=FORFEITED), "Le Ponantais perd sa Belettre."),
        (Passed(PON, MAJ_BACK, belettre=FORFEITED), "Le Ponantais perd sa Belettre."),
        (Discarded(PON, MAJ_BACK, "P9", FORFEITED), "Le Ponantais perd sa Belettre."),
        (Swapped(PON, MAJ_BACK, MIN_BACK, belettre=FORFEITED), "Le Ponantais perd sa Belettre."),
        (Revealed(PON, GAGE, FORFEITED), "Le Ponantais perd sa Belettre."),
    ],
)
def test_belettres_have_a_line_of_their_own(event: Event, line: str) -> None:
    """S3: a Belettre said, scored or lost is a second line, which the other players see too."""
    assert event_text(event, FR).splitlines()[1:] == [line]
    assert event_text(seen_by(event, SEP), FR).splitlines()[1:] == [line]
    assert len(event_text(event, EN).splitlines()) == 2


@pytest.mark.parametrize(
    "event",
    [Passed(MER, Card.of("K")), Discarded(MER, Card.of("K"), "P9"), Swapped(MER, Card.of("K"), Card.of("o"))],
    ids=lambda event: type(event).__name__,
)
def test_hidden_cards_are_backs_for_others(event: Event) -> None:
    """P7: other players learn only the pack of a card that was laid face down; its player sees the card."""
    assert seen_by(event, MER) is event

    text = event_text(seen_by(event, SEP), FR)
    assert "une majuscule" in text
    assert "la m" not in text


def test_a_card_laid_with_a_refused_word_is_public() -> None:
    """P7: a card that was turned over after a refused word had been seen by all."""
    event = WordRefused(MER, Card.of("K"), refused("ka"))

    assert seen_by(event, SEP) is event


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_a_game_has_sentences(judge: Judge, language: str) -> None:
    """The whole log of a game can be shown, and every line of it is printable."""
    say = Catalogue.load(language)
    partie = Partie.new(judge, random.Random(3), manches=2)
    bot = FuzzerBot(judge, random.Random(3), HistoryCache(judge.rules))
    play_out(partie, dict.fromkeys(Seat, bot))

    texts = [event_text(event, say) for event in partie.log]

    assert len(texts) == len(partie.log)
    assert all(line.isprintable() for text in texts for line in text.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_are_called_by_their_names(language: str) -> None:
    """A player's name replaces the name of the seat, escaped, unless another player has the same name."""
    say = Catalogue.load(language)
    named = with_players(say, {PON: "Ana", SEP: " ana ", LEV: "{seat} \u202e", MER: "Zoé"})

    assert event_text(Revealed(MER, Card.of("k")), named).startswith("Zoé ")
    assert event_text(Revealed(LEV, Card.of("k")), named).startswith("{seat} \\u202e ")
    for seat in (PON, SEP):
        assert event_text(Revealed(seat, Card.of("k")), named) == event_text(Revealed(seat, Card.of("k")), say)
    assert seat_text(MER, say) != "Zoé"
