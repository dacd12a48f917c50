"""The text notation that people read and write, and the published examples E1 to E10."""

from __future__ import annotations

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.cards import MAJ_BACK, MIN_BACK, UNSEEN, Card
from belettre_lexicon.engine.actions import AnnounceBelettre, Discard, Lay, Overrule, Overtime, Passe, Reveal, Swap
from belettre_lexicon.engine.events import Overruled, PliTaken, WordAccepted
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.records.shorthand import ShorthandError, read_shorthand, write_shorthand
from belettre_lexicon.engine.seats import Seat
from tests.engine.published_examples import EXAMPLES, TAKERS
from tests.engine.random_games import random_game_with_words

PON, SEP, LEV, MER = Seat


@pytest.mark.parametrize("example", TAKERS)
def test_the_published_examples_are_rerandom_game_with_words(judge: Judge, example: str) -> None:
    """E1 to E10: every word has the verdict of the rules, the pli goes where they say, and the text writes back."""
    partie = read_shorthand(EXAMPLES[example], judge)
    taken = [event for event in partie.log if isinstance(event, PliTaken)]

    assert [event.seat for event in taken] == [TAKERS[example]]

    written = write_shorthand(partie)

    assert written.splitlines()[-1] == EXAMPLES[example].splitlines()[-1]
    assert write_shorthand(read_shorthand(written, judge)) == written


def test_the_examples_are_all_there() -> None:
    """Ten examples stand in the file."""
    assert list(EXAMPLES) == list(TAKERS)


def test_e9_loads_the_pli(judge: Judge) -> None:
    """E9, P10: the k that the Méridional passes is worth five points to his team."""
    partie = read_shorthand(EXAMPLES["E9"], judge)

    assert partie.points == (0, 2 + 10 + 1 + 5)


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_game_reads_back(judge: Judge, seed: int) -> None:
    """A game of any kind, written and read, has the same points, words and text; its hands are not known any more."""
    partie = random_game_with_words(judge, seed, manches=1 + seed % 4)

    text = write_shorthand(partie)
    again = read_shorthand(text, judge)

    assert write_shorthand(again) == text
    assert (again.points, again.state.words, again.over) == (partie.points, partie.state.words, True)
    assert not again.setup.hands_known


def test_every_sign_of_the_notation(judge: Judge) -> None:
    """Comments, a late start, Belettre said and forgotten, the JOKER, a refused word, the arbiter, time, the swap."""
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


def test_signs_that_keyboards_lack(judge: Judge) -> None:
    """« ; » and « -> » stand for « · » and « → », within quotation marks they are text."""
    plain = 'PON l Volonté ; SEP e ("a ; b -> c"); LEV c Raclette;MER F Facile->MER'

    text = write_shorthand(read_shorthand(plain, judge))

    assert text.splitlines()[-1] == 'PON l Volonté · SEP e ("a ; b -> c") · LEV c Raclette · MER F Facile → MER'


def test_the_example_of_the_notation_is_a_game(judge: Judge) -> None:
    """What the docstring shows can be read, and writes back."""
    from belettre_lexicon.engine.records import shorthand

    shown = (shorthand.__doc__ or "").partition("::")[2].partition("Start reading")[0]

    partie = read_shorthand(shown, judge)

    assert write_shorthand(partie).splitlines()[3:] == [line.strip() for line in shown.strip().splitlines()[4:]]


def test_t2_what_a_swap_gave_back_is_known(judge: Judge) -> None:
    """In the last pli he can lay nothing but the minuscule that he took back in the seventh."""
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


def test_a_card_told_later_is_written_at_once(judge: Judge) -> None:
    """P7: what lay face down is written as the card that it turned out to be."""
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


def test_a_word_overruled_after_the_pick_up(judge: Judge) -> None:
    """The arbiter's ruling stands in the line of its pli, and the pli goes where it sends it."""
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


def test_an_unfinished_pli_has_no_arrow(judge: Judge) -> None:
    """A pli that is being played ends without an arrow, and is read so; a forced discard has no word (J4)."""
    partie = Partie.watched(judge)

    partie.apply(AnnounceBelettre(PON))
    partie.apply(Overtime(PON, 31))
    partie.apply(Lay(PON, Card.of("?"), "Volonté"))
    partie.apply(Discard(SEP, Card.of("?")))
    text = write_shorthand(partie)

    assert text == "manche 1\nbelettre PON\nPON 31 s · PON ? Volonté · SEP [?]\n"

    again = read_shorthand(text, judge)

    assert again.turn is LEV
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
        ('PON l "\\x"', 1, "x"),
        ('ARB + "oui"', 1, "P6"),
        ("ARB + oui", 1, "expected ARB"),
        ("partie 5", 1, "5"),
        ("manche 2\nmanche 3", 2, "manche 2 is still being played"),
        ("partie 2\nmanche 3", 2, "3"),
        ("manche 1 pli 9 PON", 1, "before"),
        ("belettre NOR", 1, "NOR"),
        ("belettre PON\nbelettre PON", 2, "S3"),
        ("PON l Volonté → → PON", 1, "not complete"),
        ("PON JOKER Kiosque", 1, "is not a move"),
        ("x" * 20_000, 1, "10000 characters"),
        ('"' * 9_000, 1, "not a move|seat"),
        ("· " * 4_000 + "PON", 1, "not a move"),
    ],
)
def test_what_cannot_be_read_is_named(judge: Judge, text: str, line: int, message: str) -> None:
    """A text that is no game gets one clear error with its line and the value."""
    with pytest.raises(ShorthandError, match=f"(?s)line {line}: .*({message})") as caught:
        read_shorthand(text, judge)

    assert len(str(caught.value)) < 300
