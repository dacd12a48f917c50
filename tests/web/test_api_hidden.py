"""P7: no answer reveals hidden cards. Pairs of games that differ only in hidden cards give equal answers."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Literal

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.french.cards import MIN_BACK, Card
from belettre_lexicon.games.belettre.actions import Action, Lay, Passe
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.records.json_lines import Journal, to_json
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.web.kinds.belettre.game import GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.kinds.belettre.operations import score_sheet
from belettre_lexicon.web.kinds.belettre.snapshot import game_history, take_snapshot
from belettre_lexicon.web.store.database import GameStore, StoredGame
from belettre_lexicon.web.tables.loaded_game import LoadedRows, Viewer
from tests.engine.random_games import TwinDeal, play_randomly
from tests.engine.scripted_games import LEV, PON, SEP, StubJudge

FR = Catalogue.load("fr")


#: Never asked: what is compared is not kept.
STORE = GameStore("sqlite://")


def answers_for(partie: Partie, kind: Literal["table", "practice"], seat: Seat, viewer: Seat | None) -> bytes:
    """Everything that a device is sent about a game, as JSON."""
    journal = Journal(Partie(StubJudge(), partie.setup))
    journal._game = partie
    terms = to_json(GameTerms(kind, seat)).decode("utf-8")
    rows = LoadedRows(StoredGame("BCDFGHJK", 0.0, "", terms, ""), [], 0.0, STORE, Lexicon.open())
    game = BelettreTable(rows, journal)
    seen = take_snapshot(game, Viewer("fr", viewer))
    seen.elapsed = 0.0
    return to_json([seen, game_history(game, Viewer("fr", viewer)), score_sheet(game, FR)])


def test_p7_twin_deals_give_equal_answers() -> None:
    """P7: cards that neither the person nor the table has seen never change a byte of any answer."""
    compared = 0
    for seed in range(50):
        rng, done = random.Random(seed), list[Action]()
        for partie, move, _ in play_randomly(seed):
            if rng.random() < 0.15:
                seat = rng.choice(SEATS)
                twin = TwinDeal(partie, seat, rng)
                other = twin.replay(partie, done, seat) if twin.differs else None
                if other is not None:
                    compared += 1
                    for viewer in (seat, None):
                        assert answers_for(partie, "practice", seat, viewer) == answers_for(
                            other, "practice", seat, viewer
                        )
            done.append(move)

    assert compared > 100


def test_p7_a_table_hides_the_cards_that_its_arbiter_entered(judge: Judge) -> None:
    """P7: a card that lies face down looks the same on every device, whatever the arbiter entered."""
    sent = []
    for card in (Card.of("k"), Card.of("m"), MIN_BACK):
        partie = Partie.watched(judge)
        for action in (Lay(PON, Card.of("n"), "Dolmen"), Lay(SEP, Card.of("W"), "Wagon"), Passe(LEV, card)):
            partie.apply(action)
        sent.append(answers_for(partie, "table", PON, None))

    assert all(one == other for one, other in pairwise(sent))
