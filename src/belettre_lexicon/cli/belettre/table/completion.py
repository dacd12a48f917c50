"""What Tab completes in ``belettre table``: verbs, seats and cards.

Words to play are not completed, because that would be cheating. Start reading at ``completions``.
"""

from __future__ import annotations

from collections.abc import Iterable

from ....french.cards import Card
from ....french.letters import fold
from ....games.belettre.partie import Partie
from ....games.belettre.seats import SEATS, Seat
from .entries import CARD_VERBS, RULING_VERBS, RULINGS, SEAT_VERBS, VERBS


def completions(text: str, partie: Partie, players: Iterable[str], language_index: int) -> list[str]:
    """Return the possible completions of the last word of *text*; [] if there are none.

    players         the names of the players
    language_index  the language of the verbs: 0 for French, 1 for English

    >>> from belettre_lexicon import Judge
    >>> partie = Partie.watched(Judge(Lexicon.open()))
    >>> completions("arbitre a", partie, (), 0), completions("ann", partie, (), 0)
    (['accepte'], ['annuler'])
    """
    *before, token = text.split(" ")
    first = fold(before[0]) if before else ""
    seats = [*(seat.value for seat in SEATS), *players]
    if first == fold(RULING_VERBS[language_index]):
        candidates = list(RULINGS[language_index]) if len(before) == 1 else []
    elif first in map(fold, SEAT_VERBS[language_index]):
        candidates = seats
    elif not before or (len(before) == 1 and first in map(fold, seats)):
        verbs = [words[language_index][0] for words in VERBS.values()]
        moves = [*CARD_VERBS[language_index], *SEAT_VERBS[language_index], RULING_VERBS[language_index]]
        candidates = [*moves, *verbs, *seats, *_cards(partie)]
    elif first in map(fold, CARD_VERBS[language_index]) or fold(before[-1]) in map(fold, CARD_VERBS[language_index]):
        candidates = _cards(partie)
    else:
        candidates = []
    # A single letter is a card, and its case matters. In longer words, case and accents are ignored.
    folded = fold(token)
    return [word for word in candidates if word.startswith(token) or (len(word) > 1 and fold(word).startswith(folded))]


def _cards(partie: Partie) -> list[str]:
    """Return the text (``Card.text``) of each card that may be laid or revealed now, backs included."""
    mover: Seat | None = next(iter(partie.movers()), None)
    actions = partie.view(partie.turn or mover).actions if mover is not None else ()
    cards: dict[str, None] = {}
    for action in actions:
        card = getattr(action, "card", None)
        if isinstance(card, Card) and card.case is not None:
            cards[card.text] = None
    return list(cards)
