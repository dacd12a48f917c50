"""A game as sentences: everything that can happen, be refused or be asked has one, in both languages."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.cards import CARDS, MAJ_BACK, MIN_BACK, UNSEEN, Card
from belettre_lexicon.engine.events import (
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
from belettre_lexicon.engine.legality import MOVE_REASONS, MoveReason, MoveRefusal
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.questions import NO_MAJUSCULE, WHICH_CARD, WHICH_PACK, Question
from belettre_lexicon.engine.seats import SEATS, TEAMS, Seat
from belettre_lexicon.engine.state import LAY, OVER, PICK_UP, REVEAL, SWAP
from belettre_lexicon.engine.view import seen_by
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.game import awaits_text, event_text, move_refusal_text, question_text
from belettre_lexicon.referee.names import card_text, points_text, seat_text, team_text, with_players
from belettre_lexicon.words.decode import verdict_of

FR, EN = (Catalogue.load(language) for language in LANGUAGES)
PON, SEP, LEV, MER = SEATS
ESCAPE = "\x1b[2J\u202e\n"


def accepted(word: str, **more: Any) -> Any:
    return verdict_of({"word": word, "valid": True, **more})


def refused(word: str, reason: str = "too_short", rule: str = "W1", **evidence: Any) -> Any:
    refusal = {"rule": rule, "reason": reason, "evidence": evidence or {"letters": 3, "minimum": 5}}
    return verdict_of({"word": word, "valid": False, "refusals": [refusal]})


#: An event, and what is said of it in French.
TOLD: list[tuple[Event, str]] = [
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
        WordRefused(SEP, Card.of("F"), refused("")),
        "Le Septentrional pose la majuscule F et n'annonce rien. La carte est retournée.",
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
        "qui en a encore une alors que le Septentrional n'en a plus.",
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


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_events_in_french(event: Event, text: str) -> None:
    """What a player reads of an event."""
    assert event_text(event, FR) == text


def test_every_event_is_told_in_both_languages() -> None:
    """No kind of event is without a sentence, and none leaves a placeholder."""
    assert {type(event) for event, _ in TOLD} == set(get_args(Event))
    for event, french in TOLD:
        english = event_text(event, EN)
        assert english and english != french and "{" not in english + french
        assert english.count("\n") == french.count("\n")


def test_a_verdict_of_the_judge_brings_its_proof(judge: Judge) -> None:
    """What the word is, every reason against it, and remarks on near kin (W8, W10)."""
    told = event_text(WordAccepted(PON, Card.of("v"), judge("Volonté")), FR)
    assert told == "Le Ponantais pose la minuscule v. « Volonté » : valide. Nom féminin."
    told = event_text(WordRefused(PON, Card.of("P"), judge("portes")), FR)
    assert "Pluriel de « porte » (nom) ; forme conjuguée" in told and told.endswith("La carte est retournée.")
    near = judge("hôpital", played=["hôtel"])
    assert near.valid and near.remarks
    for verdict in (near, verdict_of(near.as_dict())):
        told = event_text(WordAccepted(PON, Card.of("h"), verdict), FR)
        assert "À noter : de même origine lointaine que « hôtel »" in told and "  " not in told


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
    """No control or bidi character of a record or a player gets through, whatever the sentence."""
    say = Catalogue.load(language)
    told = [event_text(WordAccepted(PON, Card.of("e"), verdict), say) for verdict in HOSTILE]
    told += [event_text(WordRefused(PON, Card.of("e"), verdict), say) for verdict in HOSTILE if not verdict.valid]
    told.append(event_text(Overruled(PON, ESCAPE, True, ESCAPE), say))
    told += [move_refusal_text(MoveRefusal(reason, ESCAPE, ESCAPE), say) for reason in MOVE_REASONS]
    assert all(text.isprintable() for text in told)
    assert sum("\\u001b" in text for text in told) > len(HOSTILE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", MOVE_REASONS)
def test_every_move_refusal_has_a_sentence(reason: MoveReason, language: str) -> None:
    """Each rule against a move is said, with seats and cards by name."""
    say = Catalogue.load(language)
    text = move_refusal_text(MoveRefusal(reason, "MER", "SEP, LEV"), say)
    assert text[0].isupper() or text.startswith("MER")
    assert text.endswith(".") and "{" not in text and "SEP, LEV" not in text
    card = move_refusal_text(MoveRefusal(reason, "JOKER", "maj"), say)
    assert "{" not in card


def test_move_refusals_in_french() -> None:
    """Values are said as players say them; what somebody typed stays as it is."""
    for refusal, text in [
        (MoveRefusal("not_his_turn", "MER", "PON"), "Le Méridional doit attendre : le Ponantais joue."),
        (MoveRefusal("not_held", "q"), "Cette carte n'est pas en main : la minuscule q."),
        (MoveRefusal("told_otherwise", "F", "min"), "Ce ne peut être la majuscule F : l'annonce était une minuscule."),
        (MoveRefusal("holds_already", "maj"), "Le verdict sur « maj » est déjà celui-là."),
        (MoveRefusal("not_named", "''", "a-z"), "Le JOKER se pose avec la lettre qu'il vaut (a-z)."),
    ]:
        assert move_refusal_text(refusal, FR) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_and_what_is_awaited(language: str) -> None:
    """Every kind of question and every state has a sentence."""
    say = Catalogue.load(language)
    for kind in (NO_MAJUSCULE, WHICH_PACK, WHICH_CARD):
        assert "Méridional" in question_text(Question(kind, MER), say)
    for awaits in (LAY, SWAP, REVEAL, PICK_UP):
        assert "Septentrional" in awaits_text(awaits, (SEP,), say)
    assert awaits_text(SWAP, (SEP, LEV), say) != awaits_text(SWAP, (SEP,), say)
    assert awaits_text(OVER, (), say)
    assert question_text(Question(NO_MAJUSCULE, MER), FR) == "Le Méridional n'a plus de majuscule ?"


def test_names() -> None:
    """Seats, teams, every card with its back, and points."""
    assert [seat_text(seat, FR) for seat in SEATS][3] == "le Méridional"
    assert team_text(TEAMS[0], EN) == "the team Ponantais-Levantin"
    assert len({card_text(card, FR) for card in CARDS.values()}) == len(CARDS)
    assert [card_text(Card.of(text), FR) for text in ("F", "?", "JOKER")] == ["la majuscule F", "le joker", "le JOKER"]
    assert [points_text(points, FR) for points in (0, 1, 2)] == ["0 point", "1 point", "2 points"]


def test_belettre_and_re_belettre_are_told() -> None:
    """S3: each word of it where it is said, and where it is lost."""
    card, verdict = Card.of("G"), accepted("Gage")
    lines: list[tuple[Event, str]] = [
        (WordAccepted(PON, card, verdict, belettre=BEGUN), "Le Ponantais dit « Belettre »."),
        (WordRefused(PON, card, refused("ga"), belettre=SCORED), "Le Ponantais dit « Re-belettre » : 20 points."),
        (WordAccepted(PON, card, verdict, says=False, belettre=FORFEITED), "Le Ponantais perd sa Belettre."),
        (Passed(PON, MAJ_BACK, belettre=FORFEITED), "Le Ponantais perd sa Belettre."),
        (Discarded(PON, MAJ_BACK, "P9", FORFEITED), "Le Ponantais perd sa Belettre."),
        (Swapped(PON, MAJ_BACK, MIN_BACK, belettre=FORFEITED), "Le Ponantais perd sa Belettre."),
        (Revealed(PON, card, FORFEITED), "Le Ponantais perd sa Belettre."),
    ]
    for event, told in lines:
        assert event_text(event, FR).splitlines()[1:] == [told]
        assert event_text(seen_by(event, SEP), FR).splitlines()[1:] == [told]
        assert len(event_text(event, EN).splitlines()) == 2


def test_hidden_cards_are_backs_for_others() -> None:
    """P7: who did not lay a face-down card hears of its pack alone."""
    k, o = Card.of("K"), Card.of("o")
    for event in (Passed(MER, k), Discarded(MER, k, "P9"), Swapped(MER, k, o)):
        assert seen_by(event, MER) is event
        text = event_text(seen_by(event, SEP), FR)
        assert "une majuscule" in text and "la m" not in text
    said = WordRefused(MER, k, refused("ka"))
    assert seen_by(said, SEP) is said


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_are_told(judge: Judge, language: str) -> None:
    """The log of a game reads as sentences."""
    from belettre_lexicon.engine.bots.amateur import RandomBot
    from belettre_lexicon.engine.bots.simulation import play_out
    from belettre_lexicon.engine.history_cache import HistoryCache

    say = Catalogue.load(language)
    partie = Partie.new(judge, random.Random(3), manches=2)
    bot = RandomBot(judge, random.Random(3), HistoryCache(judge.rules), wild=True)
    play_out(partie, dict.fromkeys(Seat, bot))
    told = [event_text(event, say) for event in partie.log]
    assert len(told) == len(partie.log) and all(line.isprintable() for text in told for line in text.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_are_called_by_their_names(language: str) -> None:
    """Sentences name who has a name that is nobody else's, safe to print; a seat without one keeps its own."""
    players = {PON: "Ana", SEP: " ana ", LEV: "{seat} \u202e", MER: "Zoé"}
    say = Catalogue.load(language)
    named = with_players(say, players)
    assert event_text(Revealed(MER, Card.of("k")), named).startswith("Zoé ")
    assert event_text(Revealed(LEV, Card.of("k")), named).startswith("{seat} \\u202e ")
    for seat in (PON, SEP):
        assert event_text(Revealed(seat, Card.of("k")), named) == event_text(Revealed(seat, Card.of("k")), say)
    assert seat_text(MER, say) != "Zoé"
