"""What the tests of ``belettre table`` share: games as an arbiter types them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from belettre_lexicon import Judge
from belettre_lexicon.cards import Card, Case
from belettre_lexicon.cli.table.clock import Clock
from belettre_lexicon.cli.table.session import RefereeSession
from belettre_lexicon.engine.actions import Action, AnnounceBelettre, Discard, Lay, Passe, PickUp, Swap
from belettre_lexicon.engine.bots.amateur import RandomBot
from belettre_lexicon.engine.bots.simulation import play_out
from belettre_lexicon.engine.events import action_of
from belettre_lexicon.engine.history_cache import HistoryCache
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.records.journal import Journal
from belettre_lexicon.engine.seats import Seat
from belettre_lexicon.engine.state import REVEAL
from belettre_lexicon.referee.catalogue import Catalogue
from tests.conftest import ROOT

FR = Catalogue.load("fr")
_EXAMPLE = re.compile(r"^(E\d+): (.*)$", re.MULTILINE)
_MOVE = re.compile(r"(?P<seat>\w{3}) (?P<rest>.+)")


def typed(action: Action, rng: random.Random | None = None) -> str:
    """An action as an arbiter types it; with *rng* he has not always seen the cards that lie face down."""
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


def manche(judge: Judge, seed: int, *, manches: int = 1, wild: bool = False) -> list[Action]:
    """What is done in a game that amateurs play from a seed."""
    partie = Partie.new(judge, random.Random(seed), manches=manches)
    bot = RandomBot(judge, random.Random(seed), HistoryCache(judge.rules), wild=wild)
    play_out(partie, dict.fromkeys(Seat, bot))
    return [action for event in partie.log if (action := action_of(event)) is not None]


def lines_of(actions: list[Action], partie: Partie, rng: random.Random) -> Iterator[str]:
    """The lines by which an arbiter enters these actions, hidden cards told when the pli is picked up.

    *partie* is the game that the lines are entered into one by one.
    """
    down: dict[Seat, Card] = {}
    for action in actions:
        if isinstance(action, Passe | Discard | Swap):
            down[action.seat] = action.card
        yield typed(action, rng)
        while partie.awaits == REVEAL:
            seat = partie.movers()[0]
            yield f"{seat.value} {down[seat].text}"


def examples() -> Iterator[tuple[str, list[str], str, str]]:
    """The published examples: id, what the arbiter types, who picks up, and a late start if there is one."""
    text = (ROOT / "tests/engine/examples.txt").read_text(encoding="utf-8")
    for name, game in _EXAMPLE.findall(text):
        start, _, plis = game.rpartition(" / ")
        moves, _, taker = plis.partition(" → ")
        yield name, [_as_typed(move) for move in moves.split(" · ")], taker, start


def _as_typed(move: str) -> str:
    """« LEV [e] Passe » as « passe e », « SEP o>[A] » as « SEP échange A », « SEP e (Portes) » as « e Portes »."""
    found = _MOVE.fullmatch(move)
    assert found is not None
    seat, rest = found["seat"], found["rest"]
    if passed := re.fullmatch(r"\[(\w)\] Passe", rest):
        return f"passe {passed[1]}"
    if swapped := re.fullmatch(r"\w>\[(\w)\]", rest):
        return f"{seat} échange {swapped[1]}"
    return re.sub(r"\((\w+)\)", r"\1", rest)


def session(
    judge: Judge,
    *,
    lines: list[str] | None = None,
    say: Catalogue = FR,
    allows_find: bool = False,
    clock: Clock | None = None,
    players: dict[Seat, str] | None = None,
    **start: object,
) -> RefereeSession:
    """A session whose lines are kept in *lines*."""
    journal = Journal(Partie.watched(judge, **start), players)  # type: ignore[arg-type]  # by name
    kept = [] if lines is None else lines
    kept.append(journal.header)
    return RefereeSession(journal, say, kept.append, clock=clock or Clock(running=False), allows_find=allows_find)
