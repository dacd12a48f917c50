"""A session of ``belettre table`` as an arbiter meets it: what they type and what they are told.

``table_scripts`` explains the lines that the tests enter.
"""

from __future__ import annotations

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.cli.belettre.clock import Clock
from belettre_lexicon.cli.belettre.entries import VERBS, parse_entry
from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre.actions import (
    Reveal,
)
from belettre_lexicon.games.belettre.events import SCORED, BelettreAnnounced, Overran, PliTaken, Swapped
from belettre_lexicon.games.belettre.records.json_lines import Journal
from belettre_lexicon.games.belettre.seats import SEATS
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.game import event_text
from tests.cli.table_scripts import FR, new_session

PON, SEP, LEV, MER = SEATS


def test_p3_the_session_says_what_may_be_laid(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P3, P8: after each card the session says who holds the pli, what may be laid next, and whose turn it is."""
    session = new_session(judge, players={LEV: "Chloé"})
    assert session.prompt() == "Le Ponantais · pli 1 > "

    assert session.enter("l volonté")
    assert session.enter("e école")
    assert session.prompt() == "Chloé (LEV) · pli 1 : l, e > "

    assert session.enter("c raclette")
    assert session.enter("table")
    out = capsys.readouterr().out

    assert out.endswith(
        "  PON l « volonté » · SEP e « école » · LEV c « raclette »\n  Chloé tient le pli. À poser : une majuscule.\n"
    )

    assert not session.enter("f facile")
    assert "Trois minuscules sont déjà dans le pli : il faut une majuscule" in capsys.readouterr().out


def test_p7_hidden_cards_are_asked_for_one_by_one(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P7: at the pick-up a card alone is the first hidden one; a small letter is enough for a known majuscule."""
    session = new_session(judge)
    for line in ("n dolmen", "o maison", "passe min", "passe maj"):
        assert session.enter(line)
    assert session.prompt() == "Carte cachée (LEV, MER) > "
    assert session.expected() == "Le Levantin avait posé quelle carte ?"

    assert not session.enter("passe")
    assert "Ce n'est pas le moment." in capsys.readouterr().out

    assert not session.enter("K")
    assert "Ce ne peut être la majuscule K" in capsys.readouterr().out

    assert not session.enter("s veste")
    assert capsys.readouterr().out.endswith("Le Levantin avait posé quelle carte ?\n")

    assert session.enter("k")
    assert session.prompt() == "Carte cachée (MER) > "

    assert session.enter("MER b")
    taken = session.partie.log[-1]
    assert isinstance(taken, PliTaken)
    assert [card.text for card in taken.cards] == ["n", "o", "k", "B"]


def test_p9_a_lost_pli_and_who_picks_it_up(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P9: after a pass in position 1 cards are laid without words, and the first player of the other team picks up
    unless another is named."""
    for named, taker in (("ramasse", SEP), ("ramasse MER", MER), ("MER", MER)):
        session = new_session(judge)
        assert session.enter("passe e")
        assert "Le pli est perdu" not in session.prompt()

        assert not session.enter("l volonté")
        assert "sans mot, comme « défausse »" in session.expected()

        assert session.enter("passe A")
        assert session.enter("l")
        assert session.enter("défausse t")

        assert session.prompt() == "Qui ramasse ? (SEP, MER) > "

        assert not session.enter("k")
        assert not session.enter("passe")
        assert not session.enter("LEV")
        assert session.enter(named)
        taken = session.partie.log[-1]

        assert isinstance(taken, PliTaken)
        assert taken.seat is taker

    assert "le pli est perdu" in capsys.readouterr().out


def test_t2_the_trap_through_the_session(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """T1, T2: « passe min » as a fourth minuscule springs the trap; « échange A » swaps in A, « échange » an unknown
    card."""
    for swap, told in (("SEP échange A", ()), ("SEP A", ()), ("sep: swap a", ()), ("SEP échange", ("SEP a",))):
        session = new_session(judge, before=4, opener=PON)
        for line in ("s veste", "o blouson", "d adosser", "passe min"):
            assert session.enter(line)
        assert "Doit échanger sa minuscule" in session.expected()
        assert session.prompt() == "Échange (SEP, LEV) > "

        assert not session.enter("JOKER=K kiosque")
        assert session.enter(swap)
        for line in ("MER e", *told) if not told else (*told, "MER e"):
            assert session.enter(line), (swap, line)
        assert any(isinstance(event, Swapped) for event in session.partie.log)

        taken = session.partie.log[-1]
        assert isinstance(taken, PliTaken)
        assert taken.seat is LEV
        assert taken.cards[1] is Card.of("A")

    assert "Piège : " in capsys.readouterr().out


def test_s3_a_belettre_announced_and_one_forgotten(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """S3: a Belettre can be announced for any seat before the first card; « muet » loses it."""
    session = new_session(judge)
    assert session.enter("belettre SEP")
    assert session.enter("belettre LEV")
    for line in ("l volonté", "G gorille", "s glaise", "e gazelle", "e table", "H habile", "r hibiscrus"):
        session.enter(line)

    assert session.partie.state.manche.belettres[SEP.index].stage != SCORED

    out = capsys.readouterr().out
    assert event_text(BelettreAnnounced(SEP), FR) in out
    assert "Le Septentrional dit « Belettre »." in out

    silent = new_session(judge)
    assert silent.enter("belettre SEP")
    assert silent.enter("l volonté")
    assert silent.enter("~G gorille")

    assert "Le Septentrional perd sa Belettre." in capsys.readouterr().out

    assert not silent.enter("belettre MER")


def test_s2_dix_de_der_and_the_points(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """S1, S2, S5: a manche ends with its points, a partie with its winner; after that no move can be entered."""
    session = new_session(judge, manches=1, before=7, opener=PON, points=(50, 20))
    for line in ("l volonté", "e école", "c raclette", "F facile"):
        assert session.enter(line)

    assert session.enter("score")
    assert session.enter("plis")
    assert session.enter("table")
    out = capsys.readouterr().out

    assert "Dix de Der : 10 points de plus pour l'équipe Septentrional-Méridional." in out
    assert "L'équipe Ponantais-Levantin gagne la partie, 50 points à 42." in out
    assert "Manche 1 : 0 à 22." in out
    assert "Le Méridional a montré : F" in out
    assert session.prompt() == "Partie finie > "

    assert not session.enter("l volonté")
    assert session.enter("annuler")
    assert session.enter("~F facile")


def test_p12_plis_show_their_cards(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P12: « plis » shows the plis picked up, and the majuscules that each player has shown."""
    session = new_session(judge)
    session.enter("plis")
    assert "Aucun pli n'est ramassé" in capsys.readouterr().out

    for line in ("l volonté", "e école", "c raclette", "F facile", "pli"):
        session.enter(line)
    assert capsys.readouterr().out.endswith(
        "Pli 1 à l'équipe Septentrional-Méridional (le Méridional), 12 points : l, e, c, F\n"
        "Le Méridional a montré : F\n"
    )


def test_a_typing_slip_offers_near_words_and_undo(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """Near words are offered for an unknown word; « annuler » gives the card back and says what was undone."""
    session = new_session(judge)
    assert session.enter("l volontée")
    assert "Mots proches : volonté" in capsys.readouterr().out

    assert session.enter("annuler")
    assert session.prompt() == "Le Ponantais · pli 1 > "
    assert capsys.readouterr().out.startswith("Annulé : Le Ponantais pose la minuscule l. « volontée » : refusé.")
    for wrong in ("annuler", "annuler 0", "undo x", "annuler 99999999999999999999"):
        assert not session.enter(wrong)

    assert session.enter("l volonté")
    assert session.enter("e école")
    assert not session.enter("annuler 3")

    assert "De 1 à 2." in capsys.readouterr().out

    assert session.enter("annuler 2")
    assert not session.partie.actions_done


def test_what_was_undone_is_redone(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """« refaire » enters again what « annuler » took back, with its verdicts, until something else is entered."""
    session = new_session(judge)
    for line in ("l volonté", "e écolle", "annuler 2", "refaire"):
        assert session.enter(line)
    assert capsys.readouterr().out.endswith("\nLe Ponantais pose la minuscule l. « volonté » : valide. Nom féminin.\n")
    assert session.prompt() == "Le Septentrional · pli 1 : l > "

    assert not session.enter("refaire 2")
    assert "De 1 à 1." in capsys.readouterr().out

    assert session.enter("refais")
    assert "« écolle » : refusé." in capsys.readouterr().out

    for line in ("annuler", "e école"):
        assert session.enter(line)
    capsys.readouterr()
    for wrong in ("refaire", "refaire 0", "redo x"):
        assert not session.enter(wrong)
    assert "Il n'y a rien à refaire." in capsys.readouterr().out
    assert session.partie.state.words == ("volonté", "école")


def test_a_mistyped_word_is_corrected(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """« faute » puts the word that was said in the place of the last word laid, in one line of the journal; the
    overrun before it stays, and so does what was entered after it, but for rulings on the mistyped word."""
    lines: list[str] = []
    session = new_session(judge, lines=lines)
    assert not session.enter("faute école")
    assert "Aucun mot n'a encore été dit." in capsys.readouterr().out

    for line in ("l volonté", "42 s", "e écolle", "arbitre accepte on l'a compris", "passe k"):
        assert session.enter(line)
    assert not session.enter("faute")
    assert "Quel mot a été dit ?" in capsys.readouterr().out

    assert session.enter("faute école")
    assert capsys.readouterr().out == (
        "Faute de frappe : « école » remplace « écolle ».\n"
        "Le Septentrional pose la minuscule e. « école » : valide. Nom féminin.\n"
        "Le Levantin dit « Passe ! » et pose la minuscule k, face cachée.\n"
    )
    assert '"undid":3,"did":[' in lines[-1]
    assert list(session.partie.state.words) == ["volonté", "école"]
    assert sum(isinstance(event, Overran) for event in session.partie.log) == 1

    resumed = Journal.resume(lines, lambda record: judge)
    assert resumed.partie.state == session.partie.state

    assert session.enter("annuler")
    assert list(session.partie.state.words) == ["volonté"]
    assert session.enter("typo lavabo")
    assert list(session.partie.state.words) == ["lavabo"]


def test_a_correction_after_which_the_rest_is_illegal_changes_nothing(
    judge: Judge, capsys: pytest.CaptureFixture[str]
) -> None:
    """P9: nobody had said a valid word, so that a team chose who picks up; with a valid word there is no choice."""
    session = new_session(judge)
    for line in ("l volonntée", "o maissonne", "a maissonne", "passe K", "ramasse SEP"):
        assert session.enter(line)
    before = session.partie.log, session.journal.number, session.journal.undoable, session.partie.awaits
    capsys.readouterr()

    assert not session.enter("faute lavande")

    out = capsys.readouterr().out
    assert out.startswith("C'est une carte que l'on attend.")
    assert out.endswith("Ce qui a été entré après ce mot n'irait plus avec lui : d'abord « annuler 2 ».\n")
    assert (session.partie.log, session.journal.number, session.journal.undoable, session.partie.awaits) == before

    assert session.enter("annuler 2")
    assert session.enter("faute lavande")


@pytest.mark.parametrize(
    ("line", "language", "verb"),
    [
        ("anuler", "fr", "annuler"),
        ("anuler 2", "fr", "annuler"),
        ("Ana: pase k", "fr", "passe"),
        ("defause k", "fr", "défausse"),
        ("contste portes", "fr", "conteste"),
        ("refair", "fr", "refaire"),
        ("ref", "fr", "refaire"),
        ("udno", "en", "undo"),
        ("tipo volonté", "en", "typo"),
        ("jude portes", "en", "judge"),
    ],
)
def test_a_mistyped_command_gets_a_suggestion(
    judge: Judge, line: str, language: str, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not taken for a word that is laid: nothing changes."""
    session = new_session(judge, say=Catalogue.load(language), players={PON: "Ana"})

    assert not session.enter(line)
    assert (f"Vouliez-vous dire « {verb} » ?" if language == "fr" else f"Did you mean “{verb}”?") in (
        capsys.readouterr().out
    )
    assert not session.journal.number


def test_d2_a_card_that_cannot_be_is_refused_with_the_cards_shown(
    judge: Judge, capsys: pytest.CaptureFixture[str]
) -> None:
    """Either this card or an earlier entry is wrong; a player's name and the majuscules they showed say which."""
    session = new_session(judge, players={PON: "David"})
    for line in ("F facile", "e école", "l lavabo", "c carotte", "V valise", "a arbre", "e étoile", "i image"):
        assert session.enter(line)
    capsys.readouterr()

    assert not session.enter("D danse")
    assert capsys.readouterr().out == "David a déjà montré F et V ; une entrée est peut-être fausse.\n"

    assert not session.enter("passe K")
    assert "David a déjà montré F et V" in capsys.readouterr().out


class Seconds:
    """A clock that only the test advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_p13_an_overrun_is_noted_before_the_card(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P13: more than 30 seconds between an entry and the first key of the next are noted with it; 30 are not."""
    time = Seconds()
    session = new_session(judge, clock=Clock(now=time))
    assert session.toolbar() == ("", FR("table.toolbar"))

    time.now = 500
    assert session.enter("l volonté")  # players sort their cards before the first
    time.now += 30.9

    assert session.toolbar() == ("", "Le Septentrional : 30 s")

    assert session.enter("e école")
    time.now += 42
    style, text = session.toolbar()

    assert "red" in style
    assert text == "Le Levantin : 42 s, 12 de trop"

    session.clock.hold(True)
    time.now += 100  # the card lies: the arbiter types
    assert session.toolbar()[1] == "Le Levantin : 42 s, 12 de trop"

    session.clock.hold(False)
    assert session.clock.seconds == 142

    time.now -= 100
    assert session.enter("c raclette")
    events = [event for event in session.partie.log if isinstance(event, Overran)]

    assert len(events) == 1
    assert events[0].seconds == 42
    assert events[0].seat is LEV
    assert "Le Levantin a réfléchi 42 secondes, pour 30 permises" in capsys.readouterr().out


def test_p13_the_clock_waits_where_nobody_thinks(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P13: no time runs after an undo, in a dispute, while hidden cards are revealed, or when the clock is off; an
    arbiter may note an overrun by hand."""
    time = Seconds()
    session = new_session(judge, clock=Clock(now=time))
    for line in ("l volonté", "e école", "annuler"):
        assert session.enter(line)
    assert session.clock.seconds is None

    session.enter("e école")
    session.enter("conteste")
    assert session.clock.seconds is None

    session.enter("horloge")
    assert not session.clock.running

    assert session.enter("c raclette")
    assert session.clock.seconds is None

    session.enter("clock")
    assert session.clock.seconds == 0

    assert session.enter("42 s")
    assert session.enter("passe maj")
    assert session.clock.seconds is None

    assert not session.enter("42 s")
    assert "L'horloge est arrêtée." in capsys.readouterr().out

    assert not new_session(judge).enter("30 s")


def test_mistakes_change_nothing(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """Each mistake is answered by one sentence that is safe on a terminal, and the game stays as it was."""
    slips = {
        "volonté": "Pas compris : « volonté ».",
        "l": "Et le mot ?",
        "SEP l volonté": "Le Septentrional doit attendre",
        "passe 7": "« 7 » n'est pas une carte",
        "échange A": "C'est une carte que l'on attend.",
        "ramasse Nord": "« Nord » n'est pas une place",
        "min volonté": "il faut dire quelle carte on pose",
        "\x1b[2J\u202e": "« \\u001b[2J\\u202e »",
        "x" * 10_000: "Pas compris : « xxxx",
        "\x00": "\\u0000",
        "🦦 loutre": "Pas compris : « 🦦 loutre ».",
        "arbitre accepte \x1b[31m": "Aucun mot n'a été annoncé",
        "sauve": "Dans quel fichier ?",
        "sauve \x00": "n'a pas pu être écrit",
        "sauve /dev/null/x": "n'a pas pu être écrit",
    }
    session = new_session(judge)
    before = (session.partie.state, session.journal.number)
    for slip, answer in slips.items():
        assert not session.enter(slip), slip
        out = capsys.readouterr().out

        assert answer in out, slip
        assert all(line.isprintable() and len(line) < 300 for line in out.splitlines()), slip

    assert (session.partie.state, session.journal.number) == before

    assert session.enter("l " + "é" * 5000)
    assert session.enter("a \x1b[2Jtable\u202e")
    assert all(line.isprintable() and len(line) < 5000 for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages(judge: Judge, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every verb of both languages works in a session of either language, and the help is in the session's language."""
    say = Catalogue.load(language)
    session = new_session(judge, say=say, allows_find=True)
    for line in ("l volonté", "pass k" if language == "en" else "passe k", "undo", "annuler", "help"):
        assert session.enter(line)

    out = capsys.readouterr().out
    for key in ("events.dealt", "table.help_lay", "table.help_quit"):
        assert key == "events.dealt" or say(key) in out

    for verb in VERBS:
        if verb not in ("save", "quit"):
            for words in VERBS[verb]:
                for word in words:
                    session.enter(word)

    assert session.partie.actions_done == 2  # all was undone, then all redone
    assert not session.left


def test_p7_a_joker_can_be_revealed(judge: Judge) -> None:
    """P7: « JOKER » alone reveals a hidden majuscule, « ? » a hidden minuscule."""
    session = new_session(judge)
    for line in ("n dolmen", "o maison", "passe min", "passe maj"):
        session.enter(line)
    assert parse_entry("?", session.partie, {}) == Reveal(LEV, Card.of("?"))

    assert session.enter("?")
    assert parse_entry("JOKER", session.partie, {}) == Reveal(MER, Card.of("JOKER"))
    assert parse_entry("?", session.partie, {}) == Reveal(MER, Card.of("JOKER"))
