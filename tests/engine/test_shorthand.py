"""Shorthand, the text notation that people write: it reads and writes back, and errors name their line.

The file examples.txt contains the published examples E1 to E10 in this notation.
"""

from __future__ import annotations

import random

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.french.cards import MAJ_BACK, MIN_BACK, UNSEEN, Card
from belettre_lexicon.french.decks import Deck
from belettre_lexicon.games.belettre.actions import (
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Overtime,
    Passe,
    Reveal,
    Swap,
)
from belettre_lexicon.games.belettre.events import Overruled, PliTaken, WordAccepted
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.records.shorthand import ShorthandError, read_shorthand, write_shorthand
from belettre_lexicon.games.belettre.seats import Seat
from tests.engine.published_examples import EXAMPLES, TAKERS
from tests.engine.random_games import random_game_with_words
from tests.engine.scripted_games import StubJudge, finish, new_partie

PON, SEP, LEV, MER = Seat


@pytest.mark.parametrize("example", TAKERS)
def test_the_published_examples_read_and_write_back(judge: Judge, example: str) -> None:
    """In E1 to E10, every word has the verdict and every pli the taker of the rules, and the text writes back."""
    partie = read_shorthand(EXAMPLES[example], judge)
    taken = [event for event in partie.log if isinstance(event, PliTaken)]

    assert [event.seat for event in taken] == [TAKERS[example]]

    written = write_shorthand(partie)

    assert written.splitlines()[-1] == EXAMPLES[example].splitlines()[-1]
    assert write_shorthand(read_shorthand(written, judge)) == written


def test_all_ten_examples_are_in_the_file() -> None:
    """The file contains E1 to E10 in order."""
    assert list(EXAMPLES) == list(TAKERS)


def test_e9_the_passed_card_counts_for_the_partner(judge: Judge) -> None:
    """E9, P10: the k passed by the Méridional is worth five points to the team."""
    partie = read_shorthand(EXAMPLES["E9"], judge)

    assert partie.points == (0, 2 + 10 + 1 + 5)


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_game_reads_back(judge: Judge, seed: int) -> None:
    """Points, words and text of a random game are the same after reading; only the hands are not known any more."""
    partie = random_game_with_words(judge, seed, manches=1 + seed % 4)

    text = write_shorthand(partie)
    again = read_shorthand(text, judge)

    assert write_shorthand(again) == text
    assert (again.points, again.state.words, again.over) == (partie.points, partie.state.words, True)
    assert not again.setup.hands_known


def test_every_sign_of_the_notation_reads_back(judge: Judge) -> None:
    """Comments, announcements, the JOKER, refused words, a ruling, an overrun and unknown cards read and write back."""
    text = """# a game with everything
partie 2
manche 1
belettre SEP LEV
PON JOKER=K Kiosque · SEP o (Portes) · LEV s Kiosque-à-rien   # comment
"""

    with pytest.raises(ShorthandError, match=r"line 5: 'Kiosque-à-rien' is refused \(unknown"):
        read_shorthand(text, judge)

    text = """partie 2
manche 1
belettre SEP
belettre LEV
PON JOKER=K Kiosque · SEP 42 s · SEP o (Portes) · ARB + "c'est une ville · → ici" · LEV e ("a b") · MER [k] Passe → SEP
SEP ~G Gamme · LEV a (Gammes) · MER [] Passe"""

    partie = read_shorthand(text, judge)

    assert write_shorthand(partie) == text + "\n"
    assert partie.log[-1].card is UNSEEN  # type: ignore[union-attr]
    assert [event.reason for event in partie.log if isinstance(event, Overruled)] == ["c'est une ville · → ici"]


@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_another_deck_names_its_deck(judge: Judge, seed: int) -> None:
    """D1: the deck is read back with its cards and points, with those of a deck file in any order."""
    deck = Deck.parse(["ae 20 2 4 3", "iou 9 1 2 9", "s 12 4 3 7", "? 2 0 1 0"])
    partie = Partie.new(judge, random.Random(seed), manches=1, deck=deck)
    rng = random.Random(seed)
    while not partie.over:
        move = rng.choice(partie.legal_actions())
        partie.apply(move.saying("arrosoir") if isinstance(move, Lay) else move)

    text = write_shorthand(partie)
    again = read_shorthand(text, judge)

    assert text.splitlines()[1] == "deck ? 2 0 1 0 · ae 20 2 4 3 · iou 9 1 2 9 · s 12 4 3 7"
    assert again.setup.deck == deck
    assert again.points == partie.points
    assert write_shorthand(again) == text


def test_the_boxed_deck_is_not_written(judge: Judge) -> None:
    """D1: a game with the boxed deck has no deck line; a deck line before the first manche replaces any deck."""
    partie = Partie.watched(judge)

    assert "deck" not in write_shorthand(partie)

    other = read_shorthand("deck ae 30 1 9 1 ; ? 1 0 1 0", judge)

    assert other.setup.deck.minuscules["a"] == 30


def test_semicolons_and_ascii_arrows_are_read(judge: Judge) -> None:
    """« ; » is read as « · » and « -> » as « → », except in quotation marks."""
    plain = 'PON l Volonté ; SEP e ("a ; b -> c"); LEV c Raclette;MER F Facile->MER'

    text = write_shorthand(read_shorthand(plain, judge))

    assert text.splitlines()[-1] == 'PON l Volonté · SEP e ("a ; b -> c") · LEV c Raclette · MER F Facile → MER'


def test_the_example_in_the_docstring_reads_and_writes_back(judge: Judge) -> None:
    """The example in the module's docstring is a valid game."""
    from belettre_lexicon.games.belettre.records import shorthand

    shown = (shorthand.__doc__ or "").partition("::")[2].partition("Start reading")[0]

    partie = read_shorthand(shown, judge)

    assert write_shorthand(partie).splitlines()[3:] == [line.strip() for line in shown.strip().splitlines()[4:]]


def test_t2_the_card_taken_back_in_a_swap_is_known(judge: Judge) -> None:
    """In the last pli, the player can only lay the minuscule that they took back in the seventh."""
    text = """partie 1
manche 1 pli 7 PON 40-52
PON b Arbre · SEP u Bureau · LEV t Tribut · MER [a] Passe · SEP u>[O] → LEV
"""

    for card, legal in (("o", False), ("u", True)):
        last = f"LEV K Kebab · MER l Kilogramme · PON [e] Passe · SEP [{card}] Passe → MER"

        if legal:
            assert read_shorthand(text + last, judge).over
        else:
            with pytest.raises(ShorthandError, match="line 4: Passe: D2"):
                read_shorthand(text + last, judge)


def test_p7_a_card_revealed_later_is_written_where_it_was_laid(judge: Judge) -> None:
    """A hidden card is written with the name that was revealed at the pick-up."""
    partie = Partie.watched(judge, before=2, opener=PON)
    for action in (
        Lay(PON, Card.of("s"), "Veste"),
        Lay(SEP, Card.of("o"), "Blouson"),
        Lay(LEV, Card.of("d"), "Adosser"),
        Passe(MER, MIN_BACK),
        Swap(SEP, MAJ_BACK),
        Reveal(SEP, Card.of("A")),
        Reveal(MER, Card.of("e")),
    ):
        partie.apply(action)

    assert write_shorthand(partie).splitlines()[-1] == EXAMPLES["E10"].splitlines()[-1]


def test_a_ruling_after_the_pick_up_is_written_in_the_line_of_its_pli(judge: Judge) -> None:
    """The line with the ruling ends with the seat that picks up after it."""
    partie = Partie.watched(judge)
    for seat, card, word in ((PON, "l", "Volonté"), (SEP, "e", "École"), (LEV, "c", "Raclette"), (MER, "F", "Facile")):
        partie.apply(Lay(seat, Card.of(card), word))

    partie.apply(Overrule(False, "trop tard"))
    text = write_shorthand(partie)

    assert text.splitlines()[-1] == (
        'PON l Volonté · SEP e École · LEV c Raclette · MER F Facile · ARB - "trop tard" → LEV'
    )

    again = read_shorthand(text, judge)

    assert again.points == partie.points
    assert write_shorthand(again) == text


def test_a_ruling_after_the_last_pli_is_written_before_the_next_manche() -> None:
    """S5: the deal that followed is undone, and so is its line; the last pli goes to another seat."""
    judge = StubJudge()
    partie = new_partie(judge=judge, manches=2)
    finish(partie, before=2)
    lines = write_shorthand(partie).splitlines()

    assert lines[-1] == "manche 2"

    partie.apply(Overrule(False, "trop tard"))
    text = write_shorthand(partie)

    assert text.splitlines()[:-2] == lines[:-2]
    assert text.splitlines()[-2].startswith(lines[-2].rpartition(" → ")[0] + ' · ARB - "trop tard" → ')
    assert text.splitlines()[-1] == "manche 2"

    again = read_shorthand(text, judge)

    assert again.points == partie.points
    assert again.state.manche.number == 2
    assert write_shorthand(again) == text


def test_an_unfinished_pli_has_no_arrow(judge: Judge) -> None:
    """A pli written before its end reads back unfinished; a forced discard is written without a word (J4)."""
    partie = Partie.watched(judge)

    partie.apply(AnnounceBelettre(PON))
    partie.apply(Overtime(PON, 31))
    partie.apply(Lay(PON, Card.of("V"), "Volonté"))
    partie.apply(Lay(SEP, Card.of("?"), "Voile"))
    partie.apply(Discard(LEV, Card.of("?")))
    text = write_shorthand(partie)

    assert text == "manche 1\nbelettre PON\nPON 31 s · PON V Volonté · SEP ? Voile · LEV [?]\n"

    again = read_shorthand(text, judge)

    assert again.turn is MER
    assert isinstance(again.log[3], WordAccepted)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("PON l Volonté · SEP", 1, "'SEP' is not a move"),
        ("PON é Volonté", 1, "is not a move"),
        ("NOR l Volonté", 1, "seat 'NOR'"),
        ("SEP l Volonté", 1, "P1"),
        ("\n\nPON l Volonté · SEP e École · LEV c Raclette · MER f Facile → MER", 3, "P3"),
        ("PON l Volonté · SEP e École · LEV c Raclette · MER F Facile → PON", 1, "the pli goes to MER"),
        ("PON l Volonté · SEP e École · LEV c Raclette · MER F Facile", 1, "ends with →"),
        ("PON l Volonté → PON", 1, "not complete"),
        ("PON l Volonté · SEP e École · LEV c Raclette · MER [maj] Passe → LEV", 1, "which card did MER lay"),
        ("PON l (Volonté)", 1, "accepted by the judge"),
        ("PON l Volontés", 1, r"refused \(plural"),
        ('PON l "Volonté', 1, "is not a move"),
        ('PON l "\\x"', 1, "Invalid .*escape: line 1 column 2"),
        ('ARB + "oui"', 1, "P6"),
        ("ARB + oui", 1, "expected ARB"),
        ("partie 5", 1, "5"),
        ("partie deux", 1, "manches: 0 is not a number from 1 to 4"),
        ("PON l (Volontés) · SEP e (Ecolle) · LEV c (Racletter) · MER F (Facilo)", 1, "ends with →"),
        ("manche 2\nmanche 3", 2, "manche 2 is still being played"),
        ("partie 2\nmanche 3", 2, "3"),
        ("manche 1 pli 9 PON", 1, "before"),
        ("belettre NOR", 1, "NOR"),
        ("belettre PON\nbelettre PON", 2, "S3"),
        ("PON l Volonté → → PON", 1, "not complete"),
        ("PON JOKER Kiosque", 1, "is not a move"),
        ("deck a 1 1 1 1", 1, "majuscules, expected"),
        ("deck a 1 1 1", 1, "expected four numbers"),
        ("deck ", 1, "not a move|expected"),
        ("manche 1\ndeck ae 30 1 9 1", 2, "'deck'|seat"),
        ("deck a" + " 9" * 200, 1, "characters"),
        ("x" * 20_000, 1, "10000 characters"),
        ('"' * 9_000, 1, "not a move|seat"),
        ("· " * 4_000 + "PON", 1, "not a move"),
    ],
)
def test_the_error_for_invalid_text_names_the_line(judge: Judge, text: str, line: int, message: str) -> None:
    """Invalid text is an error that is short and contains the line and the wrong value."""
    with pytest.raises(ShorthandError, match=f"(?s)line {line}: .*({message})") as caught:
        read_shorthand(text, judge)

    assert len(str(caught.value)) < 300


def test_a_text_has_10000_lines_of_10000_characters_at_most() -> None:
    """One more is an error that names its line."""
    judge, comment = StubJudge(), "#" * 10_000
    limits = "more than 10000 lines, or 10000 characters in a line"

    assert len(read_shorthand([*["\n"] * 9_999, comment], judge).log) == 1
    with pytest.raises(ShorthandError, match=f"^line 10001: {limits}$") as caught:
        read_shorthand(["\n"] * 10_001, judge)

    assert caught.value.line == 10_001
    with pytest.raises(ShorthandError, match=f"^line 1: {limits}$"):
        read_shorthand(f"{comment}#", judge)


def test_errors_show_the_first_60_characters_of_a_word() -> None:
    """Of a move that is not one, too."""
    judge, word = StubJudge(refused=["b" * 61]), "a" * 61

    for text, message in (
        (f"PON {word}", f"'PON {word[:56]}' is not a move: "),
        (f"PON l ({word})", f"'{word[:60]}' is accepted by the judge: "),
        (f"PON l {'b' * 61}", rf"'{'b' * 60}' is refused \(house_list\) by the judge: "),
    ):
        with pytest.raises(ShorthandError, match=f"^line 1: {message}"):
            read_shorthand(text, judge)


def test_d4_a_late_start_without_points_begins_at_0() -> None:
    """The opener is named; the teams have no points yet."""
    partie = read_shorthand("manche 2 pli 3 LEV", StubJudge())
    with_points = read_shorthand("manche 2 pli 3 LEV 84-61", StubJudge())

    assert (partie.setup.first, partie.setup.before, partie.setup.opener) == (2, 2, LEV)
    assert partie.points == (0, 0)
    assert with_points.points == (84, 61)
    assert write_shorthand(partie) == "manche 2 pli 3 LEV 0-0\n"
    assert write_shorthand(with_points) == "manche 2 pli 3 LEV 84-61\n"
