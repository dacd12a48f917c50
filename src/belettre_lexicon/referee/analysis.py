"""Sentences and JSON about a finished manche: the words that could have been said, and the points that teams left.

A team leaves the points of a pli if the other team picked it up, although a word would have given it to the first
team. Start reading at ``analysis_lines``. ``analysis_object`` returns the same as a JSON object; its keys are a public
format: do not change them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..french.cards import Card
from ..french.decks import JOKER
from ..games.belettre.analysis import AnalysedPlay, AnalysedPli, CardWords, MancheAnalysis, PointsLeft
from ..games.belettre.events import BELETTRE
from ..games.belettre.seats import TEAMS, Seat
from .catalogue import Catalogue
from .names import addressed, capital, card_text, cards_text, points_text, seat_text, team_text
from .sentences import printable, refusal_text

#: The most other cards in hand that a line names, those with the most words first.
_MOST_IN_HAND = 3


def analysis_lines(analysis: MancheAnalysis, say: Catalogue, you: Seat | None = None) -> Iterator[str]:
    """Yield the lines about a manche: the points that each team left, then each pli card by card.

    *say* may call the players by name, and the reader at the seat *you* « vous » (``names.with_players``).
    """
    yield say("analysis.head", number=analysis.number)
    for line in summary_lines(analysis, say, you):
        yield f"  {line}"
    for pli in analysis.plis:
        points = points_text(pli.points, say)
        yield say("analysis.pli", number=pli.number, points=points, seat=seat_text(pli.taker, say))
        for line in pli_lines(pli, say, you):
            yield f"  {line}"
        if left := left_line(pli, say, you):
            yield f"  → {left}"


def summary_lines(analysis: MancheAnalysis, say: Catalogue, you: Seat | None = None) -> Iterator[str]:
    """Yield lines about the whole manche: the points left by each team, forfeited Belettres, unknown hands."""
    if not any(pli.left for pli in analysis.plis):
        yield say("analysis.nothing_left")
    for team in TEAMS:
        for in_hand in (False, True):
            if plis := analysis.left_by(team, in_hand=in_hand):
                key = "analysis.one_pli" if len(plis) == 1 else "analysis.several_plis"
                yield say(
                    "analysis.team_in_hand" if in_hand else "analysis.team_left",
                    team=capital(team_text(team, say)),
                    points=points_text(analysis.points_left(team, in_hand=in_hand), say),
                    plis=say(key, numbers=", ".join(str(pli.number) for pli in plis)),
                )
    for seat in analysis.forfeited:
        points = points_text(BELETTRE, say)
        yield say(addressed("analysis.forfeited", say, seat, you), seat=capital(seat_text(seat, say)), points=points)
    if not analysis.hands_known:
        yield say("analysis.hands_unknown")


def pli_lines(pli: AnalysedPli, say: Catalogue, you: Seat | None = None) -> Iterator[str]:
    """Yield the lines about the cards of a pli. Those that belong to the one above begin with spaces."""
    speechless: list[AnalysedPlay] = []
    for play in pli.plays:
        held = _in_hand_text(play, pli, say)
        if play.verdict is None and play.words is None and held is None:
            speechless.append(play)
            continue
        yield _play_text(play, say)
        if held is not None:
            yield f"  {held}"
    if speechless:
        cards = [f"{seat_text(play.seat, say)} ({_sign(play.card, say)})" for play in speechless]
        yield say("analysis.speechless", cards=", ".join(cards))
    if pli.swap is not None:
        key = addressed("analysis.trap", say, pli.swap.seat, you)
        yield say(key, seat=seat_text(pli.swap.seat, say))


def analysis_object(analysis: MancheAnalysis) -> dict[str, Any]:
    """Return the analysis of a manche as a JSON-ready object.

    number       the number of the manche
    hands_known  whether the words for other cards in hand were searched too
    points_left  for each team, the points that it left although there was a word for the card laid ("card_laid"), or
                 for another card in hand ("card_in_hand")
    forfeited    the seats that forfeited a Belettre (S3)
    plis         its plis with their cards; "left" is null if the other team could not have picked the pli up
    """
    return {
        "number": analysis.number,
        "hands_known": analysis.hands_known,
        "points_left": {
            team.value: {
                "card_laid": analysis.points_left(team),
                "card_in_hand": analysis.points_left(team, in_hand=True),
            }
            for team in TEAMS
        },
        "forfeited": [seat.value for seat in analysis.forfeited],
        "plis": [_pli_object(pli) for pli in analysis.plis],
    }


def _pli_object(pli: AnalysedPli) -> dict[str, Any]:
    """Return the analysis of a pli as a JSON-ready object."""
    left = pli.left
    return {
        "number": pli.number,
        "taker": pli.taker.value,
        "points": pli.points,
        "trap": pli.swap is not None,
        "left": left and {"team": left.team.value, "seat": left.play.seat.value, "in_hand": left.in_hand},
        "plays": [_play_object(play) for play in pli.plays],
    }


def _play_object(play: AnalysedPlay) -> dict[str, Any]:
    """Return the analysis of a card as a JSON-ready object; ``words`` is null if no word could be said with it."""
    return {
        "seat": play.seat.value,
        "card": play.card.text,
        "letter": play.letter,
        "initial": play.initial,
        "letters": play.letters,
        "word": play.verdict.word if play.verdict is not None else None,
        "valid": play.valid,
        "reasons": list(play.verdict.reasons) if play.verdict is not None else [],
        "overruled": play.overruled,
        "words": play.words and _words_object(play.words),
        "in_hand": [_words_object(held) for held in play.in_hand],
    }


def _words_object(found: CardWords) -> dict[str, Any]:
    """Return the words for a card as a JSON-ready object."""
    return {"card": found.card.text, "count": found.count, "words": list(found.words)}


def _play_text(play: AnalysedPlay, say: Catalogue) -> str:
    """Return the line about a card: the cards that a word had to fit, what was said, and words that were possible."""
    cards = cards_text("JOKER" if play.initial == JOKER else play.initial or None, play.letters, say)
    values = {"seat": capital(seat_text(play.seat, say)), "cards": cards}
    verdict = play.verdict
    if verdict is None:
        said = say("analysis.passed", **values)
    elif play.overruled or play.valid:
        key = "valid" if not play.overruled else "overruled_accept" if play.valid else "overruled_refuse"
        said = say(f"analysis.{key}", **values, word=printable(verdict.word))
    else:
        reason = refusal_text(verdict.refusals[0], say, verdict.word)
        said = say("analysis.refused", **values, word=printable(verdict.word), reason=reason)
    found = play.words
    suffix = "others" if play.valid else "words"
    if found is None or not found.words:
        return say(f"analysis.no_{suffix}", said=said)
    if len(found.words) == found.count - play.valid:
        return say(f"analysis.all_{suffix}", said=said, words=", ".join(found.words))
    return say(f"analysis.some_{suffix}", said=said, words=", ".join(found.words), count=found.count)


def _in_hand_text(play: AnalysedPlay, pli: AnalysedPli, say: Catalogue) -> str | None:
    """Return a line with the words for other cards that a player held; None if there are none, or they do not matter.

    They matter if no word fitted the card that was laid, and the other team picked the pli up.
    """
    if play.had_word or not play.in_hand or pli.taker.team is play.seat.team:
        return None
    best = sorted(play.in_hand, key=lambda held: -held.count)[:_MOST_IN_HAND]
    return say(
        "analysis.in_hand",
        cards=say("list.clause").join(
            say("analysis.card_in_hand", card=_sign(held.card, say), words=", ".join(held.words[:2]), count=held.count)
            for held in best
        ),
    )


def left_line(pli: AnalysedPli, say: Catalogue, you: Seat | None = None) -> str:
    """Return the sentence that says which word would have given a pli to the other team, and what it would have given.

    It is "" if the other team could not have picked the pli up.
    """
    left: PointsLeft | None = pli.left
    if left is None:
        return ""
    play, points, seat = left.play, points_text(left.points, say), seat_text(left.play.seat, say)
    found = play.word_in_hand if left.in_hand else play.words
    word = found.words[0] if found else ""
    if left.in_hand and found:
        key = addressed("analysis.left_in_hand", say, play.seat, you)
        return say(key, points=points, seat=seat, card=card_text(found.card, say), word=word)
    key = addressed(f"analysis.{'left_by_fault' if play.fault else 'left'}", say, play.seat, you)
    return say(key, points=points, seat=seat, word=word)


def _sign(card: Card, say: Catalogue) -> str:
    """Return a card as players write it: « F », « e »; the name of the joker, or of the back if it was never seen."""
    return card_text(card, say) if not card.known else say("find.joker") if card.text == JOKER else card.text
