"""``belettre play`` as a person meets it: whole games of typed lines, mistakes of every kind, and no hidden letter.

Lines are those that a player types: « F facile » lays a card with a word, « passe k » passes, « swap A » swaps in the
trap, « ramasse LEV » chooses who picks up. Games are dealt from a seed, so that hands are known: with seed 7 and one
manche the Ponantais holds F, J, d, i, r, u, u and the joker.
"""

from __future__ import annotations

import fcntl
import io
import os
import pty
import random
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from belettre_lexicon import ArgumentError, Judge
from belettre_lexicon.cli.belettre.moves import Command, parse_line
from belettre_lexicon.cli.belettre.play import PracticeSession, run
from belettre_lexicon.cli.commands import PlayOptions
from belettre_lexicon.cli.kit.session import UnclearLine
from belettre_lexicon.cli.kit.terminal import UnusableInputError
from belettre_lexicon.french.cards import Card, Case, pack
from belettre_lexicon.french.decks import BOXED
from belettre_lexicon.games.belettre.actions import (
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Passe,
    PickUp,
    Swap,
)
from belettre_lexicon.games.belettre.bots.amateur import AmateurBot, FuzzerBot
from belettre_lexicon.games.belettre.events import Discarded, Passed, Swapped
from belettre_lexicon.games.belettre.partie import HistoryCache, Partie
from belettre_lexicon.games.belettre.records.json_lines import Journal
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from belettre_lexicon.games.belettre.setup import Deal, Setup
from belettre_lexicon.games.belettre.view import View, seen_by
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.game import event_text

FR = Catalogue.load("fr")
PON, SEP, LEV, MER = SEATS
#: The command, in a process of its own.
PLAY = [
    sys.executable,
    "-c",
    "import sys\nfrom belettre_lexicon.cli import main\nsys.exit(main.main(['play', *sys.argv[1:]]))",
]


def options(**values: object) -> PlayOptions:
    """Return the options of a short game against random bots, changed by *values*."""
    play_options = PlayOptions()
    vars(play_options).update({"seed": 7, "manches": 1, "level": "random", **values})
    return play_options


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, **values: object) -> str:
    """Run the command with the lines *typed* piped in; return its output."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    assert run(options(**values)) == 0
    return capsys.readouterr().out


def as_line(action: Action) -> str:
    """Return the line that a person types for an action."""
    match action:
        case Lay() if action.letter:
            return f"JOKER={action.letter.upper()} {action.word}"
        case Lay():
            return f"{action.card} {action.word}"
        case Passe():
            return f"passe {action.card}"
        case Discard():
            return f"défausse {action.card}"
        case Swap():
            return f"swap {action.card}"
        case PickUp():
            return f"ramasse {action.seat.value}"
    return "belettre"


def keep_nothing(line: str) -> None:
    """Keep no line of the journal."""


def load_game(path: Path, judge: Judge) -> Journal:
    """Return the game that a file keeps."""
    return Journal.resume(path.read_text(encoding="utf-8").splitlines(), lambda record: judge)


class TypedGame:
    """A game whose person types what a bot would do.

    partie  the game, played to its end
    done    the actions that were typed
    after   the lines that are typed once the game is over
    """

    def __init__(
        self, judge: Judge, seat: Seat, seed: int, *, wild: bool, say: Catalogue = FR, after: Iterable[str] = ()
    ) -> None:
        self.partie = Partie.new(judge, random.Random(seed), manches=1)
        self.seat = seat
        self.bot = (FuzzerBot if wild else AmateurBot)(judge, random.Random(seed), HistoryCache(judge.rules))
        self.done: list[Action] = []
        self.after = after
        bots = dict.fromkeys(Seat, self.bot)
        PracticeSession(Journal(self.partie), bots, seat, self._lines(), say, keep_nothing).play()

    def _lines(self) -> Iterator[str]:
        while not self.partie.over:
            action = self.bot.choose(self.partie.view(self.seat))
            if isinstance(action, Lay) and not action.word:
                action = action.saying("zut")
            self.done.append(action)
            yield as_line(action)
        yield from self.after


@pytest.mark.parametrize("seat", SEATS)
def test_no_hidden_letter_is_shown(judge: Judge, seat: Seat, capsys: pytest.CaptureFixture[str]) -> None:
    """P7: of a card that another player laid face down, the person sees only the pack until the pick-up."""
    hidden = 0
    for seed in range(3):
        game = TypedGame(judge, seat, seed, wild=True)
        out = capsys.readouterr().out
        assert game.partie.over
        assert "Fin de la manche 1." in out

        lines = out.splitlines()
        for event in game.partie.log:
            if isinstance(event, Passed | Discarded | Swapped) and event.seat is not seat:
                hidden += 1

                assert event_text(event, FR).splitlines()[0] not in out
                assert event_text(seen_by(event, seat), FR) in out

        for line in lines:
            if line.endswith("  face cachée"):
                assert "(vous)" in line or " maj." in line or " min." in line, line
        held = {line for line in lines if line.startswith("Votre main")}
        own = game.partie.setup.deals[0].hands[seat.index]

        assert held
        assert all(len(line.split(", ")) <= len(own) for line in held)

    assert hidden > 10


def test_the_analysis_comes_when_a_manche_is_over(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """« analyse » tells nothing of the manche being played; after the last one it is offered, until an empty line."""
    assert "L'analyse vient quand une manche est finie." in play(monkeypatch, capsys, "analyse\nquitter\n")

    game = TypedGame(judge, PON, 2, wild=True, after=["analyse", "zut", "mots", "score", "", "analyse"])
    told, _, after = capsys.readouterr().out.partition("Une ligne vide : finir.\n")

    assert "ce qui était possible :" not in told
    assert after.count("Manche 1, ce qui était possible :") == 1
    assert after.count("ramassé par") == 8
    assert "(vous) (" in after
    assert after.count("« analyse » : ") == 1  # the answer to « zut »
    assert after.index("Mots joués : ") < after.index("L'équipe Ponantais-Levantin : ")
    assert game.partie.over


def test_a_typed_action_is_the_action(judge: Judge) -> None:
    """Every kind of action can be typed, and whole games are played that way."""
    kinds: set[type] = set()
    for seed in range(12):
        game = TypedGame(judge, SEATS[seed % 4], seed, wild=True)

        assert game.partie.over

        kinds |= {type(action) for action in game.done}

    assert {Lay, Passe, Discard, PickUp, AnnounceBelettre} <= kinds


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_through_a_pipe(judge: Judge, language: str, tmp_path: Path) -> None:
    """The same seed and lines give the same output twice, and a journal that reads back as a finished partie."""
    path = tmp_path / "game"
    arguments = ["--seed", "7", "--manches", "1", "--level", "random", "--lang", language, "--save", str(path)]
    # Every card of the first hand with every verb, again and again: whatever is legal at the time is done.
    lines = [f"{verb} {card}" for card in "FJdiru?" for verb in ("passe", "défausse", "ramasse")] * 12
    done = []
    for _ in range(2):
        for old in tmp_path.iterdir():
            old.unlink()
        done.append(
            subprocess.run([*PLAY, *arguments], input="\n".join(lines).encode(), capture_output=True, check=True)
        )

    assert done[0].stdout == done[1].stdout
    assert not done[0].stderr
    assert b"\x1b" not in done[0].stdout

    partie = load_game(path, judge).partie
    assert partie.over
    assert partie.setup.seed == 7

    final = event_text(partie.log[-1], Catalogue.load(language))
    assert final in done[0].stdout.decode()


def test_mistakes_change_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each mistake is answered by a sentence, and the person is asked again."""
    slips = {
        "l volonté": "Cette carte n'est pas en main : la minuscule l.",
        "F": "Et le mot ?",
        "volonté": "Pas compris : « volonté ».",
        "passe": "Quelle carte ? Écrivez par exemple « passe k ».",
        "discard": "Quelle carte ? Écrivez par exemple « discard k ».",
        "passe 7": "« 7 » n'est pas une carte",
        "défausse d": "avec la minuscule d, il faut un mot ou « Passe ! ».",
        "échange J": "C'est une carte que l'on attend.",
        "ramasse Nord": "« Nord » n'est pas une place",
        "ramasse": "C'est une carte que l'on attend.",
        "belettre": "le Ponantais n'a pas de Belettre.",
        "JOKER kiosque": "Le JOKER se pose avec sa lettre et un mot, comme « JOKER=K kiosque ».",
        "JOKER=K kiosque": "Cette carte n'est pas en main : le JOKER.",
        "annuler": "Il n'y a rien à annuler.",
        "\x1b[2J\u202e": "Pas compris : « \\u001b[2J\\u202e ».",
        "x" * 10_000: "Pas compris : « xxxx",
        "\x00": "Pas compris : « \\u0000 ».",
        "🦦 loutre": "Pas compris : « 🦦 loutre ».",
        "": "",
        "non": "",
    }
    out = play(monkeypatch, capsys, "\n".join([*slips, "table"]))
    for answer in slips.values():
        assert answer in out, answer

    boards = [part.partition("\n>")[0] for part in out.split("\nManche 1 sur 1, pli 1 — vous 0, eux 0\n")[1:]]
    assert len(boards) == 2
    assert boards[1].startswith(boards[0])
    assert out.endswith("Partie interrompue.\n")
    assert all(line.isprintable() for line in out.splitlines())
    assert max(map(len, out.splitlines())) < 5000


def test_what_can_be_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Help, hand, words and score can be asked for in French and in English."""
    out = play(monkeypatch, capsys, "aide\nmots\nF facile\nhand\nwords\npoints\nquit\nnever read")

    assert "JOKER=K kiosque" in out
    assert "Aucun mot joué." in out
    assert "Mots joués : 1 facile, 2 " in out
    assert "Votre main : J (10), d (3)" in out
    assert "L'équipe Ponantais-Levantin : " in out
    assert "never read" not in out
    assert out.endswith("Partie interrompue.\n")


def test_undo_goes_back_to_the_decision_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Undo returns the card to the hand and undoes what the bots did since."""
    out = play(monkeypatch, capsys, "F facile\nannuler\nundo\nF fatal\nmots")

    assert out.count("Votre main : F (6), J (10)") == 2
    assert "Retour à votre décision précédente." in out
    assert "Il n'y a rien à annuler." in out
    assert "Mots joués : 1 fatal, 2 " in out


def belettre_seed(judge: Judge, seat: Seat) -> int:
    """Return a seed whose first deal gives the seat a Belettre."""
    for seed in range(200):
        partie = Partie.new(judge, random.Random(seed), manches=1)
        if partie.can(AnnounceBelettre(seat)):
            return seed
    raise AssertionError


@pytest.mark.parametrize("seat", [PON, LEV])
def test_s3_a_belettre_is_asked_for_before_the_first_card(
    judge: Judge, seat: Seat, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """S3: whoever opens, the person may announce a Belettre or keep silent, and may undo that."""
    seed = belettre_seed(judge, seat)
    # Where another player opens, an empty line keeps silent, which is undone. The opener is not asked for silence.
    silent, announce = ("", "annuler\nbelettre") if seat is not PON else ("table", "belettre")
    out = play(monkeypatch, capsys, f"{silent}\n{announce}\nmain", seed=seed, seat=seat.value)

    assert "Vous avez une Belettre : « belettre » l'annonce." in out
    assert ("Une ligne vide : vous vous taisez." in out) is (seat is not PON)
    assert out.count("Vous annoncez « Belettre ».") == 1


def test_an_unfinished_game_is_kept(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """An interrupted game is kept with its players; a file that cannot be written is refused before the game."""
    path = tmp_path / "game"
    out = play(monkeypatch, capsys, "F facile\nquitter", save=str(path))
    assert "Partie interrompue.\n" in out
    assert f"La partie est gardée dans {path}" in out

    game = load_game(path, judge)
    assert game.players[PON] == "joueur"
    assert game.players[SEP] == "machine (random)"
    assert "facile" in game.partie.state.words
    with pytest.raises(UnusableInputError, match="c'est un dossier"):
        play(monkeypatch, capsys, "", save=str(tmp_path))


def test_unusable_options_are_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An unusable seat, level, seed, number of manches or deck raises one clear error."""
    wrongs: list[dict[str, object]] = [
        {"seat": "Nord"},
        {"manches": 5},
        {"manches": 0},
        {"deck": "nowhere"},
        {"lang": "de"},
        {"seed": 1 << 64},
    ]
    for wrong in wrongs:
        with pytest.raises(ArgumentError):
            run(options(**wrong))

    with pytest.raises(UnusableInputError):
        run(options(level="wild"))
    assert "Graine " in play(monkeypatch, capsys, "", seed=None)


def test_lines_that_are_not_utf8_end_the_game_and_keep_it(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A line that is not UTF-8 raises an error that names it, and the game is still kept."""
    path = tmp_path / "game"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"main\n\xff\n")))
    with pytest.raises(UnusableInputError, match="line 2"):
        run(options(save=str(path)))
    assert load_game(path, judge).partie.setup.seed == 7

    monkeypatch.setattr(sys, "stdin", None)
    assert run(options()) == 0


def _own_terminal() -> None:
    """Make Ctrl-C reach the process, even if the tests themselves run in the background and ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.mark.parametrize("keys", [b"main\n\xff\n\x04", b"F fac\x03"])
def test_at_a_terminal(keys: bytes, tmp_path: Path) -> None:
    """End of file and Ctrl-C end the session cleanly; undecodable bytes are not understood."""
    master, slave = pty.openpty()
    with subprocess.Popen(
        [*PLAY, "--seed", "7", "--manches", "1", "--level", "random"],
        stdin=slave,
        stdout=slave,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=_own_terminal,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    ) as process:
        os.close(slave)
        shown, interrupted = b"", False
        while True:
            if not select.select([master], [], [], 0.2)[0]:
                if b"> " in shown and not interrupted:  # it waits for a line
                    os.write(master, keys)
                    interrupted = b"\x03" in keys  # a second Ctrl-C would hit the process while it ends
                continue
            try:
                shown += os.read(master, 4096)
            except OSError:  # the terminal is gone with the process
                break

        assert process.wait() == 0

    os.close(master)
    text = shown.decode("utf-8", "replace")

    assert "Traceback" not in text
    assert "Partie interrompue." in text


class ScriptedBot:
    """A bot that plays a fixed list of actions, in order."""

    def __init__(self, *actions: Action) -> None:
        self._actions = iter(actions)

    def choose(self, view: View) -> Action:
        return next(self._actions)


def trapped_partie(judge: Judge) -> Partie:
    """Return a partie with fixed hands, in whose third pli the Méridional can be trapped (T1).

    The Septentrional, who then still holds a majuscule, is at fault (T2).
    """
    hands = tuple(tuple(map(Card.of, cards)) for cards in ("BDaceelo", "ACaaeeei", "EHiinrtu", "GKkoosuu"))
    kept = [pack(BOXED, case) for case in Case]
    for card in (card for hand in hands for card in hand):
        kept[card.case is Case.MIN].remove(card)
    first, second, third, fourth = hands
    dealt = Deal(1, (first, second, third, fourth), (tuple(kept[0]), tuple(kept[1])))
    return Partie(judge, Setup(manches=1, deals=(dealt,)))


def test_t2_the_trap_asks_for_a_majuscule(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """T2: the player at fault swaps, by a verb or by the card alone; a small letter stands for the majuscule."""
    # Plis 1 and 2 use up the majuscules of the Méridional, who passes with a minuscule in pli 3: the trap. The person
    # (SEP) types a pass and two swaps that are not accepted, then a swap that is.
    for swap, laid in (("échange c", "C"), ("A", "A"), ("swap A", "A")):
        others = ScriptedBot(
            Lay(PON, Card.of("l"), "volonté"),
            Passe(LEV, Card.of("t")),
            Passe(MER, Card.of("G")),
            Lay(LEV, Card.of("r"), "arbre"),
            Passe(MER, Card.of("K")),
            Lay(PON, Card.of("c"), "carton"),
            Lay(PON, Card.of("o"), "piano"),
            Lay(LEV, Card.of("n"), "maison"),
            Passe(MER, Card.of("k")),
            Lay(LEV, Card.of("u"), "bureau"),
            Passe(MER, Card.of("u")),
            Discard(PON, Card.of("e")),
        )
        lines = iter(["e école", "a table", "i avion", "passe e", "échange", "échange Z", swap, "quitter"])
        PracticeSession(
            Journal(trapped_partie(judge)), dict.fromkeys(SEATS, others), SEP, lines, FR, keep_nothing
        ).play()
        out = capsys.readouterr().out

        assert "En faute : vous, en face, qui en avez encore une." in out
        assert "À vous : vous êtes en faute." in out
        assert "Quelle carte ? Écrivez par exemple « échange k »." in out
        assert "Il faut d'abord que le joueur en faute échange sa minuscule contre une majuscule." in out
        assert "Cette carte n'est pas en main : la majuscule Z." in out

        told = f"Vous reprenez la minuscule i et posez la majuscule {laid} à la place, face cachée."
        assert told in out
        assert f"Le Levantin ramasse le pli 3 : {15 if laid == 'C' else 11} points" in out


def test_t2_the_majuscule_of_another_player_is_hidden(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P7, T2: the other players learn which minuscule was taken back in the swap, but not which majuscule was laid."""
    others = ScriptedBot(
        Lay(SEP, Card.of("e"), "école"),
        Passe(LEV, Card.of("t")),
        Passe(MER, Card.of("G")),
        Lay(SEP, Card.of("a"), "table"),
        Lay(LEV, Card.of("r"), "arbre"),
        Passe(MER, Card.of("K")),
        Lay(SEP, Card.of("i"), "avion"),
        Lay(LEV, Card.of("n"), "maison"),
        Passe(MER, Card.of("k")),
        Swap(SEP, Card.of("A")),
        Lay(LEV, Card.of("u"), "bureau"),
        Passe(MER, Card.of("u")),
    )
    lines = iter(["l volonté", "c carton", "o piano"])
    PracticeSession(Journal(trapped_partie(judge)), dict.fromkeys(SEATS, others), PON, lines, FR, keep_nothing).play()
    out = capsys.readouterr().out

    assert "Le Septentrional reprend la minuscule i et pose une majuscule à la place, face cachée." in out
    assert "Le Méridional dit « Passe ! » et pose une minuscule, face cachée." in out


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("F facile", Lay(PON, Card.of("F"), "facile")),
        ("  f,  « Facile » . ", Lay(PON, Card.of("f"), "Facile")),
        ("É école", Lay(PON, Card.of("E"), "école")),
        ("? école", Lay(PON, Card.of("?"), "école")),
        ("joker école", Lay(PON, Card.of("?"), "école")),
        ("JOKER=K kiosque", Lay(PON, Card.of("JOKER"), "kiosque", "k")),
        ("joker = é école", Lay(PON, Card.of("JOKER"), "école", "e")),
        ("JOKER K kiosque", Lay(PON, Card.of("JOKER"), "kiosque", "k")),
        ("i histoire naturelle", Lay(PON, Card.of("i"), "histoire naturelle")),
        ("passe k", Passe(PON, Card.of("k"))),
        ("« Passe ! » K", Passe(PON, Card.of("K"))),
        ("PASS JOKER=K", Passe(PON, Card.of("JOKER"))),
        ("défausse ?", Discard(PON, Card.of("?"))),
        ("échange a", Swap(PON, Card.of("A"))),
        ("ramasse", PickUp(PON)),
        ("take le Levantin", PickUp(LEV)),
        ("Belettre !", AnnounceBelettre(PON)),
        ("oui", AnnounceBelettre(PON)),
        ("HELP", Command.HELP),
        ("Annuler", Command.UNDO),
        ("", Command.SILENT),
        ("k", UnclearLine("no_word", {})),
        ("JOKER=K", UnclearLine("joker_unnamed", {})),
        ("JOKER wagon", UnclearLine("joker_unnamed", {})),
        ("?e école", Lay(PON, Card.of("?"), "école")),
        ("? e école", Lay(PON, Card.of("?"), "école")),
        ("passe kk", UnclearLine("no_card", {"text": "kk"})),
        ("ramasse ici", UnclearLine("no_seat", {"text": "ici"})),
        ("qui", UnclearLine("unknown", {"line": "qui"})),
    ],
)
def test_what_a_line_means(judge: Judge, line: str, action: Action | Command | UnclearLine) -> None:
    """Lines are parsed leniently, in French and English."""
    view = Partie.new(judge, random.Random(7), manches=1).view(PON)
    assert parse_line(line, view) == action
