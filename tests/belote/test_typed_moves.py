"""What a player of ``belote play`` types: cards, passes, takes, annonces and commands, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.cli.belote.board import second_round, typed_text
from belettre_lexicon.cli.belote.play import BeloteEntry, parse_line
from belettre_lexicon.cli.kit.session import UnclearLine
from belettre_lexicon.games.belote.actions import Action, Announce, Cancel, Claim, Lay, Pass, Take, VoidDeal
from belettre_lexicon.games.belote.cards import PACK, Card
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.annonces import ANNONCE_KINDS
from belettre_lexicon.games.belote.seats import SEATS
from belettre_lexicon.games.belote.view import View
from belettre_lexicon.referee.belote import load_belote
from belettre_lexicon.referee.catalogue import LANGUAGES
from tests.belote.played import turned

SUD, EST, NORD, OUEST = SEATS
#: Words of moves, which may be typed in any order.
WORDS = ["prends", "passe", "vc", "annonce", "à", "muet", "♥", "oui"]


def first_view(**options: object) -> View:
    """What Est sees, who is the first to speak."""
    rules = BeloteRules(**options)  # type: ignore[arg-type]  # values of options
    return Partie.new(rules, seed=7, dealer=SUD).view(EST)


VIEW = first_view()
TURNED = turned(VIEW).suit


@pytest.mark.parametrize(
    ("line", "lang", "card", "says"),
    [
        ("vc", "fr", "V♥", True),
        ("V♥", "fr", "V♥", True),
        ("  « 10P » ", "fr", "10♠", True),
        ("joue ak", "fr", "A♦", True),
        ("v c", "fr", "V♥", True),
        ("dc muet", "fr", "D♥", False),
        ("dc belote", "fr", "D♥", True),
        ("Belote ! rc", "fr", "R♥", True),
        ("rebelote rc", "fr", "R♥", True),
        ("jh", "en", "V♥", True),
        ("play 10c", "en", "10♣", True),
        ("tc", "en", "10♣", True),
        ("qh silent", "en", "D♥", False),
        ("a♠", "en", "A♠", True),
        ("ac", "en", "A♣", True),
    ],
)
def test_a_card_is_laid(line: str, lang: str, card: str, says: bool) -> None:
    """A card is typed alone or behind a verb; « Belote » is said unless the player keeps silent (BB2, BB5)."""
    assert parse_line(line, VIEW, lang) == Lay(EST, Card.of(card), says)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_typed_as_it_is_suggested(language: str) -> None:
    """The text of a card in prompts, typed back, is that card."""
    say = load_belote(language)

    assert [parse_line(typed_text(card, say), VIEW, language) for card in PACK] == [Lay(EST, card) for card in PACK]


@pytest.mark.parametrize("line", ["passe", "Je passe.", "pass", "I pass", "une", "deux"])
def test_a_pass(line: str) -> None:
    """BA2, BA3: a player passes in several words."""
    assert parse_line(line, VIEW) == Pass(EST)


@pytest.mark.parametrize(
    ("line", "lang", "contract"),
    [
        ("prends", "fr", TURNED),
        ("je prends !", "fr", TURNED),
        ("prends pique", "fr", "♠"),
        ("je prends à cœur", "fr", "♥"),
        ("prends k", "fr", "♦"),
        ("prends sans atout", "fr", "SA"),
        ("prends ta", "fr", "TA"),
        ("take", "en", TURNED),
        ("I take at clubs", "en", "♣"),
        ("take no trump", "en", "SA"),
    ],
)
def test_a_take(line: str, lang: str, contract: str) -> None:
    """BA2, BA3: a take names its contract, or means the suit turned up."""
    assert parse_line(line, VIEW, lang) == Take(EST, contract)  # type: ignore[arg-type]  # a contract


def test_a_take_alone_means_the_retourne_in_the_first_round_only() -> None:
    """BA3, BV4: where several contracts may be taken, « prends » is the retourne's suit, and unclear in round 2."""
    partie = Partie.new(BeloteRules(contracts="overcall", second_round="any"), seed=7, dealer=SUD)
    suit = turned(partie.view(EST)).suit
    assert parse_line("prends", partie.view(EST)) == Take(EST, suit)

    for seat in (EST, NORD, OUEST, SUD):
        assert not second_round(partie.view(EST))
        partie.apply(Pass(seat))

    assert second_round(partie.view(EST))
    assert parse_line("prends", partie.view(EST)) == UnclearLine("which_contract", {})


def test_annonces_are_said_by_their_kinds_or_all_together() -> None:
    """BN6: kinds are typed in any number, with or without the verb and accents."""
    assert parse_line("annonce tierce carre", VIEW) == Announce(EST, ("tierce", "carré"))
    assert parse_line("Cinquante !", VIEW) == Announce(EST, ("cinquante",))
    assert parse_line("annonce quinte", VIEW) == UnclearLine("no_kind", {"text": "quinte"})
    assert parse_line("annonce", VIEW) == UnclearLine("no_annonces", {})


def test_annonce_alone_says_everything_in_the_hand() -> None:
    """BN6: « annonce » alone says what the hand holds, of whatever kinds."""
    for seed in range(60):
        partie = Partie.new(BeloteRules(annonces=True), seed=seed, dealer=SUD)
        partie.apply(Take(EST, turned(partie.view(EST)).suit))
        view = partie.view(EST)
        if view.annonces:
            kinds = tuple(annonce.kind for annonce in view.annonces)
            assert parse_line("annonce", view) == Announce(EST, kinds)
            assert set(kinds) <= set(ANNONCE_KINDS)
            return
    pytest.fail("no hand with annonces")


def test_an_answer_needs_a_question() -> None:
    """BB3: « oui » and « non » answer whether a forgotten « Rebelote » is claimed, and nothing else."""
    assert parse_line("oui", VIEW) == UnclearLine("no_claim", {})
    partie = Partie.new(BeloteRules(), seed=7, dealer=SUD)
    view = partie.view(EST)
    claiming = View(**{name: getattr(view, name) for name in view.__struct_fields__} | {"awaits": "claim"})

    assert parse_line("oui", claiming) == Claim(EST.team)
    assert parse_line("non", claiming) == Claim(EST.team, claims=False)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("annuler", BeloteEntry.UNDO),
        ("undo", BeloteEntry.UNDO),
        ("Marque", BeloteEntry.SCORE),
        ("aide", BeloteEntry.HELP),
        ("quitte", BeloteEntry.QUIT),
        ("dernier pli", BeloteEntry.LAST),
        ("règles", BeloteEntry.RULES),
        ("jouables", BeloteEntry.LEGAL),
        ("table", BeloteEntry.TABLE),
        ("main", BeloteEntry.HAND),
    ],
)
def test_commands(line: str, command: BeloteEntry) -> None:
    """Commands are understood in French and English, with or without accents."""
    assert parse_line(line, VIEW) is command


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("", "unknown"),
        ("1c", "unknown"),
        ("passe la salière", "unknown"),
        ("vc 7c", "unknown"),
        ("prends garde", "no_contract"),
        ("belote", "belote_alone"),
        ("oui mais", "unknown"),
    ],
)
def test_what_is_not_understood_is_said(line: str, key: str) -> None:
    """A line that is no move gets a sentence that quotes it, and no move is guessed."""
    entry = parse_line(line, VIEW)

    assert isinstance(entry, UnclearLine)
    assert entry.key == key
    assert all(entry.text(load_belote(language)) for language in LANGUAGES)


@given(st.text(max_size=5000) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_a_move_a_command_or_unclear(line: str) -> None:
    """Whatever is typed, parsing raises nothing, and the answer is printable and short."""
    entry = parse_line(line, VIEW)

    if isinstance(entry, UnclearLine):
        text = entry.text(load_belote("fr"))
        assert text.isprintable()
        assert len(text) < 800


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("prends capot", Take(EST, "♣", capot=True)),
        ("je prends à pique capot", Take(EST, "♠", capot=True)),
        ("sans annonces", Cancel(EST)),
        ("Donne nulle !", VoidDeal(EST)),
        ("redonne", VoidDeal(EST)),
    ],
)
def test_options_that_change_a_deal_are_said_in_words(line: str, action: Action) -> None:
    """BV6, BN4, BD11: a capot is asked for behind a take; annonces are cancelled and deals voided by a word."""
    view = Partie.new(BeloteRules(capot_asked=True), seed=7, dealer=SUD).view(EST)

    assert parse_line(line, view) == action
