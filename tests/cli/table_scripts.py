"""Games as the arbiter of ``belettre table`` types them, for the tests of the command.

An arbiter types one line per move, as docs/table.md explains:

    l volonté      lay the minuscule l, with a word
    F facile       lay the majuscule F, with a word
    ~F facile      the same, without announcing the Belettre
    passe k        pass with the card k, which may also be « maj » or « min »
    k              the same as « défausse k », or at the pick-up: the hidden card was k
    MER k          the same for the Méridional
    SEP échange A  swap in the majuscule A, for the trap
    belettre SEP   announce a Belettre
    ramasse MER    pick up

Three sources of such lines:

- ``random_game`` plays a game with bots, and ``typed_lines`` writes its actions as lines.
- ``published_examples`` translates the examples E1 to E10 of tests/engine/examples.txt.
- The tests themselves write short games out.

``new_session`` makes the session that the lines are entered into.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from belettre_lexicon import Judge
from belettre_lexicon.cli.belettre.clock import Clock
from belettre_lexicon.cli.belettre.table import RefereeSession
from belettre_lexicon.french.cards import Card, Case
from belettre_lexicon.games.belettre.actions import Action, AnnounceBelettre, Discard, Lay, Passe, PickUp, Swap
from belettre_lexicon.games.belettre.bots.amateur import AmateurBot, FuzzerBot
from belettre_lexicon.games.belettre.bots.simulation import play_out
from belettre_lexicon.games.belettre.events import action_of
from belettre_lexicon.games.belettre.partie import HistoryCache, Partie
from belettre_lexicon.games.belettre.records.json_lines import Journal
from belettre_lexicon.games.belettre.seats import Seat
from belettre_lexicon.games.belettre.state import REVEAL
from belettre_lexicon.referee.catalogue import Catalogue
from tests.conftest import ROOT

FR = Catalogue.load("fr")
#: A line of examples.txt: « E1: PON l Volonté · SEP e École · LEV c Raclette · MER F Facile → MER ».
_EXAMPLE = re.compile(r"^(E\d+): (.*)$", re.MULTILINE)
#: A move of an example: a seat, and what it does.
_MOVE = re.compile(r"(?P<seat>\w{3}) (?P<rest>.+)")


def as_line(action: Action, rng: random.Random | None = None) -> str:
    """Return the line that an arbiter types for an action.

    With *rng* some cards that go face down are described only by their pack, « maj » or « min », as if the arbiter had
    not seen them.
    """
    match action:
        case Lay():
            card = f"JOKER={action.letter.upper()}" if action.letter else action.card.text
            return f"{'' if action.says else '~'}{card} {action.word}"
        case Passe() | Discard():
            verb = "passe" if isinstance(action, Passe) else "défausse"
            pack = "maj" if action.card.case is Case.MAJ else "min"
            return f"{verb} {rng.choice([action.card.text, pack]) if rng else action.card.text}"
        case Swap():
            return f"{action.seat.value} échange {action.card.text}"
        case PickUp():
            return f"ramasse {action.seat.value}"
        case AnnounceBelettre():
            return f"belettre {action.seat.value}"
    raise TypeError(action)


def random_game(judge: Judge, seed: int, *, manches: int = 1, wild: bool = False) -> list[Action]:
    """Return the actions of a game that random bots play; *wild* bots also make mistakes."""
    partie = Partie.new(judge, random.Random(seed), manches=manches)
    bot = (FuzzerBot if wild else AmateurBot)(judge, random.Random(seed), HistoryCache(judge.rules))
    play_out(partie, dict.fromkeys(Seat, bot))
    return [action for event in partie.log if (action := action_of(event)) is not None]


def typed_lines(actions: list[Action], partie: Partie, rng: random.Random) -> Iterator[str]:
    """Yield the lines by which an arbiter enters these actions, and reveals hidden cards when a pli is picked up.

    *partie* is the game that the lines are entered into, one by one: it says when a card must be revealed.
    """
    down: dict[Seat, Card] = {}
    for action in actions:
        if isinstance(action, Passe | Discard | Swap):
            down[action.seat] = action.card
        yield as_line(action, rng)
        while partie.awaits == REVEAL:
            seat = partie.movers()[0]
            yield f"{seat.value} {down[seat].text}"


def published_examples() -> Iterator[tuple[str, list[str], str, str]]:
    """Yield each published example: its id, the lines typed, the seat that picks up, and a late start, "" for none."""
    text = (ROOT / "tests/engine/examples.txt").read_text(encoding="utf-8")
    for name, game in _EXAMPLE.findall(text):
        start, _, plis = game.rpartition(" / ")
        moves, _, taker = plis.partition(" → ")
        yield name, [_move_as_line(move) for move in moves.split(" · ")], taker, start


def _move_as_line(move: str) -> str:
    """Translate a move of examples.txt into the line that an arbiter types.

    Without a seat, the line is for the player whose turn it is.

    « PON l Volonté »   → « l Volonté »      a card and a word
    « SEP e (Portes) »  → « e Portes »       a word that will be refused
    « LEV [e] Passe »   → « passe e »        a pass with a card face down
    « SEP o>[A] »       → « SEP échange A »  a swap in the trap
    """
    found = _MOVE.fullmatch(move)
    assert found is not None
    seat, rest = found["seat"], found["rest"]
    if passed := re.fullmatch(r"\[(\w)\] Passe", rest):
        return f"passe {passed[1]}"
    if swapped := re.fullmatch(r"\w>\[(\w)\]", rest):
        return f"{seat} échange {swapped[1]}"
    return re.sub(r"\((\w+)\)", r"\1", rest)


def new_session(
    judge: Judge,
    *,
    lines: list[str] | None = None,
    say: Catalogue = FR,
    allows_find: bool = False,
    clock: Clock | None = None,
    players: dict[Seat, str] | None = None,
    **start: object,
) -> RefereeSession:
    """Return a session whose journal is written to *lines*; *start* is passed on to ``Partie.watched``."""
    journal = Journal(Partie.watched(judge, **start), players)  # type: ignore[arg-type]  # by name
    kept = [] if lines is None else lines
    kept.append(journal.header)
    return RefereeSession(journal, say, kept.append, clock=clock or Clock(running=False), allows_find=allows_find)
