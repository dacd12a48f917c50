"""What the forms of an arbiter offer: the same as all legal actions, of which only a few are looked at."""

from __future__ import annotations

import random
from pathlib import Path

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.engine import Lay, Partie
from belettre_lexicon.french.cards import MAJ_BACK, MIN_BACK, UNSEEN
from belettre_lexicon.games.belettre.actions import AnnounceBelettre
from belettre_lexicon.web.kinds.belettre.fragment import Choices, legal_choices
from tests.web.asgi import client

WORDS = ("volonté", "école", "raclette", "facile", "zzzzz")
BACKS = (MIN_BACK, MAJ_BACK, UNSEEN)


def all_choices(partie: Partie) -> Choices:
    """The choices as every legal action gives them."""
    legal = partie.legal_actions()
    kinds = {str(action.__struct_config__.tag) for action in legal} & {"lay", "passe", "discard", "announce"}
    cards = {kind: {getattr(one, "card", None) for one in legal if one.__struct_config__.tag == kind} for kind in kinds}
    backs = {kind: [back.text for back in BACKS if back in cards[kind]] for kind in kinds & {"passe", "discard"}}
    return Choices(kinds, backs, [action.seat for action in legal if isinstance(action, AnnounceBelettre)])


def test_the_choices_are_those_of_all_legal_actions(lexicon: Lexicon) -> None:
    """In every state of random games with real cards, the kinds, backs and announcers are the same."""
    judge, compared, seen = Judge(lexicon), 0, set[str]()
    for seed in range(16):
        rng, partie = random.Random(seed), Partie.watched(judge, manches=1)
        while not partie.over and compared < 1500:
            expected = all_choices(partie)
            assert legal_choices(partie) == expected
            compared += 1
            seen |= expected.kinds
            action = rng.choice(partie.legal_actions())
            partie.apply(action.saying(rng.choice(WORDS)) if isinstance(action, Lay) else action)

    assert compared > 300
    assert seen == {"lay", "passe", "discard", "announce"}


def test_j4_the_form_says_which_card_face_down_is_a_fault(tmp_path: Path) -> None:
    """J4, P9: where « Passe ! » and a card without a fault are both possible, each group of buttons has its heading."""
    with client(f"sqlite:///{tmp_path / 'games.sqlite'}") as device:
        code = device.post("/api/games", json={"kind": "table"}).json()["code"]
        words = [("PON", "F", "facile"), ("SEP", "?", "fille")]
        for number, (seat, card, word) in enumerate(words):
            action = {"action": "lay", "seat": seat, "card": card, "word": word}
            answer = device.post(f"/api/games/{code}/entries", json={"number": number, "actions": [action]})
            assert answer.status_code == 200, answer.text
        state = device.get(f"/g/{code}/state").json()["html"]

    passed, discarded = state.index("<h3>«\u00a0Passe\u00a0!\u00a0»</h3>"), state.index("<h3>Sans faute\u00a0: il")
    assert passed < state.index('data-act="passe"') < discarded < state.index('data-act="discard"')
