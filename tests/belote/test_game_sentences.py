"""Sentences about a game of Belote: every event and refused move has one, in both languages, and it names its rule."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import get_args

import pytest

from belettre_lexicon import referee
from belettre_lexicon.games.belote.actions import Action, Announce, Claim, Lay, Pass, Take
from belettre_lexicon.games.belote.cards import Card, read_cards
from belettre_lexicon.games.belote.events import (
    AnnoncesJudged,
    Announced,
    BidMade,
    Cancelled,
    CardsSaid,
    ChienTaken,
    Claimed,
    Coinched,
    Completed,
    DealEnded,
    Dealt,
    Event,
    Laid,
    PartieEnded,
    PassedOn,
    PliTaken,
    ShownAnnonce,
    Surcoinched,
    Swapped,
    Taken,
    Turned,
    Voided,
    WentDirect,
)
from belettre_lexicon.games.belote.legality import BELOTE_MOVE_REASONS, BeloteMoveReason, MoveRefusal
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS, Seat, Team
from belettre_lexicon.referee.belote import load_belote
from belettre_lexicon.referee.belote.game import event_text, refusal_text, seat_text, total_lines, with_names
from belettre_lexicon.referee.belote.names import card_text
from belettre_lexicon.referee.catalogue import LANGUAGES
from tests.belote.played import turned

#: French quotation marks, which English sentences do not have.
_GUILLEMETS = re.compile("[«»]")
FR, EN = (load_belote(language) for language in LANGUAGES)
SUD, EST, NORD, OUEST = SEATS
RULES = BeloteRules()
JACK = Card.of("V♥")


def ended(outcome: str, plis: tuple[int, int], **more: object) -> DealEnded:
    """The end of a deal that Est took at hearts."""
    values = {"taker": EST, "contract": "♥", "plis": plis, "plis_won": (4, 4), **more}
    return DealEnded(3, outcome, **values)  # type: ignore[arg-type]  # the values of a deal


#: Events, each with its sentences in French, as anybody reads them.
EVENTS: list[tuple[Event, str]] = [
    (Dealt(2, OUEST, JACK), "Donne 2 : Ouest donne, Sud parle en premier. Retourne : V♥."),
    (PassedOn(EST), "Est passe."),
    (PassedOn(EST, 2), "Est passe encore."),
    (Taken(EST, "♥"), "Est prend à cœur."),
    (Taken(EST, "SA"), "Est prend à sans atout."),
    (Taken(EST, "♥", capot=True), "Est prend à cœur et demande le capot."),
    (Cancelled(EST, "8"), "Est montre quatre 8 : les annonces sont annulées."),
    (Voided(EST), "Est annule la donne."),
    (
        Completed(EST, "♠"),
        "Est reçoit la retourne et deux cartes, les autres joueurs trois. Atout : pique.",
    ),
    (
        Completed(EST, "TA"),
        "Est reçoit la retourne et deux cartes, les autres joueurs trois. On joue à tout atout.",
    ),
    (BidMade(EST, 90, "♥"), "Est demande 90 cœur."),
    (BidMade(EST, "capot", "SA"), "Est demande capot sans atout."),
    (BidMade(EST, 35), "Est demande 35."),
    (Coinched(EST), "Est coinche."),
    (Surcoinched(EST), "Est surcoinche."),
    (CardsSaid(EST, 4), "Est donne 4 cartes à chacun."),
    (CardsSaid(EST, 1), "Est donne 1 carte à chacun."),
    (WentDirect(EST), "Est joue direct : le chien reste caché."),
    (ChienTaken(EST, read_cards("7♠ V♥")), "Est prend le chien : 7♠ V♥."),
    (Swapped(EST, (JACK,), read_cards("7♣")), "Est prend V♥ et remet 7♣."),
    (Completed(EST, None), "Est prend la main et entame : sa première carte fait l'atout."),
    (Announced(EST, ("carré", "tierce")), "Est annonce : carré, tierce."),
    (Laid(EST, JACK), "Est joue V♥."),
    (Turned(EST, JACK), "Est retourne V♥."),
    (Laid(EST, Card.of("D♥"), "belote"), "Est joue D♥ : « Belote »."),
    (Laid(EST, Card.of("R♥"), "rebelote"), "Est joue R♥ : « Rebelote »."),
    (
        PliTaken(3, EST, SUD, read_cards("7♠ A♠ 8♠ 9♠"), 11),
        "Est prend le pli 3 : 11 points (7♠ A♠ 8♠ 9♠).",
    ),
    (
        PliTaken(8, EST, SUD, read_cards("7♠ A♠ 8♠ 9♠"), 11),
        "Est prend le dernier pli, donc le dix de der : 11 points de cartes (7♠ A♠ 8♠ 9♠).",
    ),
    (
        AnnoncesJudged(Team.EO, 20, (ShownAnnonce(EST, "tierce", 20, read_cards("7♠ 8♠ 9♠")),)),
        "Est montre : tierce, 20 points (7♠ 8♠ 9♠).\nLes annonces comptent pour Est-Ouest : 20 points.",
    ),
    (
        AnnoncesJudged(None, 0, ()),
        "Les annonces les plus fortes sont égales : elles ne comptent pour personne.",
    ),
    (Claimed(Team.EO), "Est-Ouest réclame la belote, « Rebelote » ayant été oublié : 20 points."),
    (Claimed(Team.EO, claims=False), "Est-Ouest laisse la belote, « Rebelote » ayant été oublié."),
    (DealEnded(3, "passed"), "Fin de la donne 3 : personne n'a pris."),
    (
        ended("made", (70, 92), points=(70, 112), belote=(0, 20)),
        "Fin de la donne 3 : Est-Ouest a pris à cœur et l'emporte, 112 à 70.\n"
        "Nord-Sud marque 70 points : 70 de plis.\n"
        "Est-Ouest marque 112 points : 92 de plis, 20 de belote.",
    ),
    (
        ended("chute", (92, 70), points=(182, 0), annonces=(0, 20)),
        "Fin de la donne 3 : Est-Ouest a pris à cœur et chute, 90 à 92.\n"
        "Nord-Sud marque 182 points : 162 pour la chute, 20 d'annonces adverses.\n"
        "Est-Ouest marque 0 point : rien pour les plis.",
    ),
    (
        ended("litige", (81, 81), points=(81, 0), waiting=(81, 81)),
        "Fin de la donne 3 : Est-Ouest a pris à cœur, litige, 81 partout ; ses points attendent.\n"
        "Nord-Sud marque 81 points : 81 de plis.\n"
        "Est-Ouest marque 0 point : rien pour les plis.\n"
        "En attente : 81 points.",
    ),
    (
        ended("capot", (0, 162), plis_won=(0, 8), points=(0, 333), waited=(81, 81)),
        "Fin de la donne 3 : Est-Ouest a pris à cœur et fait capot.\n"
        "Nord-Sud marque 0 point : rien pour les plis.\n"
        "Est-Ouest marque 333 points : 252 pour le capot, 81 qui attendaient.",
    ),
    (
        ended("capot_defence", (162, 0), plis_won=(8, 0), points=(252, 0)),
        "Fin de la donne 3 : Est-Ouest a pris à cœur et finit capot.\n"
        "Nord-Sud marque 252 points : 252 pour le capot.\n"
        "Est-Ouest marque 0 point : rien pour les plis.",
    ),
    (PartieEnded((890, 1012), Team.EO), "Est-Ouest gagne la partie, 1012 à 890 points."),
]
#: The same for a reader at Est or beside them, where it differs in more than the verb.
ADDRESSED: list[tuple[Event, Seat, str]] = [
    (Dealt(2, OUEST, JACK), OUEST, "Donne 2 : vous donnez, Sud parle en premier. Retourne : V♥."),
    (Dealt(2, OUEST, JACK), SUD, "Donne 2 : Ouest donne, vous parlez en premier. Retourne : V♥."),
    (Laid(EST, Card.of("D♥"), "belote"), EST, "Vous jouez D♥ : « Belote »."),
    (Turned(EST, JACK), EST, "Vous retournez V♥."),
    (Claimed(Team.EO), OUEST, "Votre camp réclame la belote, « Rebelote » ayant été oublié : 20 points."),
    (PartieEnded((890, 1012), Team.EO), OUEST, "Vous gagnez la partie, 1012 à 890 points."),
    (PartieEnded((890, 1012), Team.EO), SUD, "Vous perdez la partie, 890 à 1012 points."),
]


@pytest.mark.parametrize(("event", "text"), EVENTS, ids=lambda value: type(value).__name__)
def test_an_event_has_its_sentences(event: Event, text: str) -> None:
    """What happened is said in full, with points and the rule that decided."""
    assert event_text(event, RULES, FR) == text


@pytest.mark.parametrize(("event", "you", "text"), ADDRESSED, ids=lambda value: type(value).__name__)
def test_the_reader_is_addressed(event: Event, you: Seat, text: str) -> None:
    """A reader at the table is called « vous », their team « votre camp »."""
    assert event_text(event, RULES, FR, you) == text


COINCHE = BeloteRules(game="coinche", generale=True)


@pytest.mark.parametrize(
    ("event", "you", "text"),
    [
        (Dealt(2, OUEST), None, "Donne 2 : Ouest donne, Sud parle en premier."),
        (Dealt(2, OUEST), SUD, "Donne 2 : Ouest donne, vous parlez en premier."),
        (BidMade(EST, 110, "♠"), EST, "Vous demandez 110 pique."),
        (Coinched(EST), EST, "Vous coinchez."),
        (Completed(EST, "♥"), None, "Les enchères sont finies : Est joue à cœur."),
        (Completed(EST, "TA"), EST, "Les enchères sont finies : vous jouez à tout atout."),
        (
            ended("made", (62, 100), value=90, points=(62, 190)),
            None,
            "Fin de la donne 3 : Est-Ouest a demandé 90 cœur : contrat fait, 100 à 62.\n"
            "Nord-Sud marque 62 points : 62 de plis.\n"
            "Est-Ouest marque 190 points : 100 de plis, 90 demandés.",
        ),
        (
            ended("chute", (100, 62), value=90, mult=2, points=(500, 0)),
            SUD,
            "Fin de la donne 3 : le camp adverse a demandé 90 cœur, coinché : contrat chuté, 62 à 100.\n"
            "Votre camp marque 500 points : 320 pour la chute, 180 demandés.\n"
            "Le camp adverse marque 0 point : rien pour les plis.",
        ),
        (
            ended("made", (0, 162), plis_won=(0, 8), value="capot", mult=4, points=(0, 2000)),
            None,
            "Fin de la donne 3 : Est-Ouest a demandé capot cœur, surcoinché : contrat fait.\n"
            "Nord-Sud marque 0 point : rien pour les plis.\n"
            "Est-Ouest marque 2000 points : 2000 pour le capot.",
        ),
    ],
)
def test_vc_what_happens_in_coinche_is_told(event: Event, you: Seat | None, text: str) -> None:
    """Bids, coinches and how a contract ended are told as players say them, with points by their parts."""
    assert event_text(event, COINCHE, FR, you) == text


def test_vk9_the_end_of_a_deal_de_comptoir_is_told() -> None:
    """What was bid and made is said, and whose sheets fall; who is left at the end has lost."""
    comptoir = BeloteRules(game="comptoir", seats=3)
    made = DealEnded(2, "made", EST, "♥", plis=(10, 70, 0), points=(0, -2, 0), value=60)
    fallen = DealEnded(2, "chute", EST, "♥", plis=(30, 50, 0), points=(-2, 0, -2), value=60)

    assert event_text(made, comptoir, FR) == (
        "Fin de la donne 2 : Est a demandé 60 et fait 70 points : sa feuille baisse de 2."
    )
    assert event_text(fallen, comptoir, FR, EST) == (
        "Fin de la donne 2 : vous avez demandé 60 et n'avez que 50 points : la feuille de tous les autres baisse de 2."
    )
    assert list(total_lines((4, 0, 6), (0, -2, 0), comptoir, FR, SUD)) == [
        "Feuilles : vous 4, Est 0, Nord 6.",
        "Est arrive à 0 et sort.",
    ]
    assert event_text(PartieEnded((0, 0, 3), loser=Team.NORD), comptoir, FR) == (
        "Nord reste le dernier et perd la partie."
    )


def test_v3_a_player_of_three_is_a_side() -> None:
    """Where each player plays alone, the sides are called by their seats, and the reader « vous »."""
    three = BeloteRules(game="three")
    end = PartieEnded((1010, 300, 870), Team.SUD)

    assert event_text(end, three, FR) == "Sud gagne la partie : Sud 1010, Est 300, Nord 870."
    assert event_text(end, three, FR, SUD) == "Vous gagnez la partie : vous 1010, Est 300, Nord 870."
    assert event_text(end, three, FR, EST) == "Sud gagne la partie : vous 300, Sud 1010, Nord 870."


def test_every_kind_of_event_is_tested() -> None:
    """No event is without a sentence in this file."""
    assert {type(event) for event, _ in EVENTS} == set(get_args(Event))


def random_log(seed: int, rules: BeloteRules) -> tuple[Event, ...]:
    """The log of a game of random moves, in which « Belote » and « Rebelote » are sometimes not said."""
    partie, rng = Partie.new(rules, seed=seed), random.Random(seed)
    while not partie.over:
        action: Action = rng.choice(partie.legal_actions())
        if isinstance(action, Lay) and rng.random() < 0.2:
            action = Lay(action.seat, action.card, says=False)
        partie.apply(action)
    return partie.log


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_names_its_reader(language: str) -> None:
    """Whoever reads, no sentence of whole games calls them by their seat, and every event has a sentence."""
    say = load_belote(language)
    for seed in range(4):
        rules = BeloteRules(target=200, annonces=True, contracts="overcall")
        for event in random_log(seed, rules):
            for you in SEATS:
                text = event_text(event, rules, say, you)

                assert text
                assert seat_text(you, say) not in text.replace("North-South", "").replace("Est-Ouest", ""), text


def test_rounded_scores_say_what_is_written() -> None:
    """BR: what a team scores is said rounded, what decided is said exact."""
    rules = BeloteRules(rounding="ten")
    event = ended("made", (57, 105), points=(60, 100))

    assert event_text(event, rules, FR).split("\n") == [
        "Fin de la donne 3 : Est-Ouest a pris à cœur et l'emporte, 105 à 57.",
        "Nord-Sud marque 60 points : 60 de plis.",
        "Est-Ouest marque 100 points : 100 de plis.",
    ]


@pytest.mark.parametrize("reason", get_args(BeloteMoveReason))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence(language: str, reason: BeloteMoveReason) -> None:
    """Each reason is said in a sentence that ends with the id of its rule."""
    text = refusal_text(MoveRefusal(reason, "V♥", "A♠ 10♠"), load_belote(language))

    assert text[0].isupper()
    assert text.endswith(f"({BELOTE_MOVE_REASONS[reason][0]}).")


def laying(card: str, hand: str, pli: str, rules: BeloteRules = RULES) -> str:
    """The refusal of a card, with hearts as trump: the hand and the pli are put into a game."""
    from belettre_lexicon.games.belote.cards import cards_of, mask_of
    from belettre_lexicon.games.belote.play import obligation

    owed = obligation(mask_of(read_cards(hand)), read_cards(pli), "♥", rules)
    expected = " ".join(one.text for one in cards_of(owed.cards))
    return refusal_text(MoveRefusal(owed.reason, card, expected), FR)  # type: ignore[arg-type]  # a reason of both


@pytest.mark.parametrize(
    ("card", "hand", "pli", "text"),
    [
        ("7♦", "7♦ A♠ 8♠", "10♠", "Il faut fournir à la couleur demandée, pas jouer 7♦ : 8♠ ou A♠ (BP3)."),
        ("7♥", "7♥ V♥ 8♠", "9♥", "Atout est demandé et il faut monter, 7♥ est trop bas : V♥ (BP4)."),
        ("7♦", "7♦ 8♥ 7♥", "10♠", "Il faut couper, pas jouer 7♦ : 7♥ ou 8♥ (BP6)."),
        ("7♥", "7♦ V♥ 7♥", "10♠ 8♥", "Il faut surcouper, pas jouer 7♥ : V♥ (BP7)."),
        (
            "7♦",
            "7♦ 8♥ 7♥",
            "10♠ 9♥",
            "Il faut couper, même plus bas, faute de pouvoir surcouper, pas jouer 7♦ : 7♥ ou 8♥ (BP7).",
        ),
    ],
)
def test_a_refused_card_says_the_obligation(card: str, hand: str, pli: str, text: str) -> None:
    """BP3 to BP7: the obligation is said with its rule and the cards that fulfil it."""
    assert laying(card, hand, pli) == text


def test_refusals_of_a_game_name_seats_and_contracts() -> None:
    """BA2, BF4: seats and contracts in refusals are named as players name them."""
    partie = Partie.new(RULES, seed=1, dealer=SUD)
    suit = turned(partie.view(EST)).suit
    other = next(one for one in ("♥", "♠") if one != suit)

    assert refusal_text(partie.refusals(Pass(NORD))[0], FR) == "C'est à Est de parler, pas à Nord (BF4)."
    assert refusal_text(partie.refusals(Take(EST, "SA"))[0], EN).startswith("No trump and all trump are not played")
    assert refusal_text(partie.refusals(Take(EST, other))[0], FR).startswith("Au premier tour, on ne prend qu'à")  # type: ignore[arg-type]  # a suit
    assert refusal_text(partie.refusals(Announce(EST, ("cent",)))[0], FR).endswith("(BA1).")
    assert refusal_text(partie.refusals(Claim(Team.EO))[0], FR) == "Il n'y a pas de belote à réclamer (BB3)."


def test_ranks_have_the_letters_of_the_language() -> None:
    """BC1: V D R in French, J Q K in English; the other ranks and the suits are the same."""
    cards = read_cards("V♥ D♥ R♥ A♥ 10♥ 7♥")

    assert [card_text(card, FR) for card in cards] == ["V♥", "D♥", "R♥", "A♥", "10♥", "7♥"]
    assert [card_text(card, EN) for card in cards] == ["J♥", "Q♥", "K♥", "A♥", "10♥", "7♥"]


def test_players_are_called_by_their_names() -> None:
    """A name of one's own replaces the seat, and a hostile one is escaped; names that two players have do not."""
    named = with_names(FR, {SUD: "Ana", EST: "Bob\x1b[2J\n", NORD: "ana", OUEST: ""})

    assert event_text(PassedOn(SUD), RULES, named) == "Sud passe."
    assert event_text(PassedOn(EST), RULES, named) == "Bob\\u001b[2J\\u000a passe."
    assert event_text(PassedOn(OUEST), RULES, named) == "Ouest passe."


def test_both_languages_have_the_same_sentences_of_the_game() -> None:
    """Each sentence about what a seat does has one for the player of that seat."""
    keys = FR.keys()
    about = {key for key in keys if key.startswith("events.") and FR(key).startswith("{seat}")}

    assert keys == EN.keys()
    assert len(about) >= 10
    assert {f"you.{key.removeprefix('events.')}" for key in about} <= keys


@pytest.mark.parametrize("domain", ["belote", "belote_web"])
def test_english_sentences_have_english_quotation_marks(domain: str) -> None:
    """What players can type stands between “ and ” in every English sentence, as in the sentences of Belettre."""
    sentences = (Path(referee.__file__).parent / f"{domain}_en.toml").read_text(encoding="utf-8")

    assert _GUILLEMETS.findall(sentences) == []
