"""The table in lines for the terminal: ``board_lines`` as a player sees it, ``watched_lines`` as an arbiter does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..cards import CARDS, Card, Case
from ..engine.actions import AnnounceBelettre, Discard, Lay
from ..engine.bots.amateur import joker_letters_for_belettre
from ..engine.events import WordRefused
from ..engine.partie import Partie
from ..engine.pli import Laid, TrapPhase
from ..engine.seats import TEAMS, in_order
from ..engine.state import LAY, PICK_UP, REVEAL, SWAP
from ..engine.view import View
from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import Catalogue
from ..referee.game import awaits_text, question_text
from ..referee.names import capital, cards_text, points_text, seat_text, team_text
from ..referee.sentences import near_words, printable
from .terminal import paint

#: How a card that is not known is shown, by its pack.
_BACKS = {Case.MAJ: "play.majuscule_back", Case.MIN: "play.minuscule_back", None: "table.unseen_back"}


def board_lines(view: View, points: Mapping[Card, int], say: Catalogue) -> Iterator[str]:
    """Manche and pli, the cards on the table, what the others hold, the hand; *points* are those of the cards (S1)."""
    ours, theirs = view.points[view.seat.team.index], view.points[view.seat.team.other.index]
    yield paint(
        say("play.header", manche=view.manche, manches=view.manches, pli=view.pli_number, ours=ours, theirs=theirs),
        "bold",
    )
    yield from _table_lines(view, say)
    yield paint(_left_line(view, say), "dim")
    yield hand_line(view, points, say)


def prompt_lines(view: View, say: Catalogue) -> Iterator[str]:
    """What is awaited of this seat."""
    if any(isinstance(action, AnnounceBelettre) and action.seat is view.seat for action in view.actions):
        yield say("play.belettre")
        if view.turn is not view.seat:
            yield say("play.silent")
            return
    if view.awaits == SWAP:
        yield say("play.swap")
    elif view.awaits == PICK_UP:
        yield say("play.pick_up", partner=view.seat.partner.value)
    elif view.awaits == LAY:
        yield say(f"play.{_how_to_lay(view)}")
        if CARDS["JOKER"] in view.hand and (names := joker_letters_for_belettre(view)):
            yield say("play.belettre_names", letters=", ".join(names).upper())


def hand_line(view: View, points: Mapping[Card, int], say: Catalogue) -> str:
    """« Votre main : F (6), l (2), ? (0). »"""
    return say("play.hand", cards=", ".join(f"{card.text} ({points[card]})" for card in view.hand))


def score_lines(points: tuple[int, int], say: Catalogue) -> Iterator[str]:
    """The points of both teams so far (S5)."""
    for team in TEAMS:
        yield say("play.score", team=capital(team_text(team, say)), points=points_text(points[team.index], say))


def words_line(said: Iterable[str], say: Catalogue) -> str:
    """The valid words that W7 and W8 look back on."""
    words = ", ".join(f"{turn} {printable(word)}" for turn, word in enumerate(said, 1))
    return say("play.words", words=words) if words else say("play.words_none")


def near_lines(event: WordRefused, lexicon: Lexicon, say: Catalogue) -> Iterator[str]:
    """Near words after one that is not known: often it was only mistyped, and undo takes it back."""
    if near := near_words(event.verdict, lexicon):
        yield say("play.near", words=", ".join(near))


def watched_lines(partie: Partie, say: Catalogue) -> Iterator[str]:
    """Before a pli manche and points; then its cards in one line, and what may be laid in another (P3, P9)."""
    manche, pli = partie.state.manche, partie.state.manche.pli
    if not pli.laid and not partie.over:
        points = [say("table.points", team=team_text(team, say), points=partie.points[team.index]) for team in TEAMS]
        yield say(
            "table.header",
            manche=manche.number,
            manches=partie.setup.manches,
            pli=manche.pli_number,
            points=", ".join(points),
        )
    elif pli.laid:
        yield "  " + " · ".join(" ".join((laid.seat.value, *_card_of(laid, say))) for laid in pli.laid)
    if partie.awaits == REVEAL:
        yield "  " + question_text(partie.questions()[0], say)
    elif partie.awaits in (SWAP, PICK_UP):
        yield "  " + awaits_text(partie.awaits, partie.movers(), say)
    elif partie.awaits == LAY:
        held = "" if pli.holder is None or pli.lost_by else capital(say("play.holder", seat=seat_text(pli.holder, say)))
        yield "  " + " ".join(filter(None, (held, say(f"table.{_wanted(partie)}"))))


def _wanted(partie: Partie) -> str:
    """What may be laid (P3), as a key of the section [table]."""
    pli, turn = partie.state.manche.pli, partie.turn
    if pli.lost_by is not None:
        return "may_discard"
    if pli.trap is TrapPhase.SET and turn is not None:
        hand = partie.state.manche.hands[turn.index]
        return "may_majuscule" if hand.must_have(Case.MAJ) else "may_majuscule_or_trap"
    if pli.majuscules:
        return "may_minuscule"
    return "may_both"


def _how_to_lay(view: View) -> str:
    kinds = {type(action) for action in view.actions}
    if Lay in kinds:
        return "lay_must" if len(view.pli) < 2 else "lay"
    return "discard" if Discard in kinds else "down_only"


def _table_lines(view: View, say: Catalogue) -> Iterator[str]:
    if not view.pli:
        yield say("play.empty")
        return
    rows = [(_seat_of(laid, view, say), *_card_of(laid, say)) for laid in view.pli]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    for seat, card, word in rows:
        yield f"  {seat:<{widths[0]}}  {card:<{widths[1]}}  {word}"
    if (
        view.holder is not None and view.awaits == LAY and _how_to_lay(view) != "discard"
    ):  # else it may be lost (P9, T2)
        yield capital(say("play.holder", seat=seat_text(view.holder, say)))
    if len(view.pli) < 4:
        yield say("play.fit", cards=cards_text(view.initial, view.letters, say))


def _seat_of(laid: Laid, view: View, say: Catalogue) -> str:
    seat = seat_text(laid.seat, say)
    return say("play.you", seat=seat) if laid.seat is view.seat else seat


def _card_of(laid: Laid, say: Catalogue) -> tuple[str, str]:
    """The card as it lies, and what was said with it."""
    card = laid.card
    text = card.text if card.known else say(_BACKS[card.case])
    if laid.letter:
        text += f"={laid.letter.upper()}"
    if laid.word is None:
        return text, say("play.down")
    return text, say("play.word" if laid.up else "play.refused", word=printable(laid.word))


def _left_line(view: View, say: Catalogue) -> str:
    players = []
    for seat in in_order(view.seat)[1:]:
        cards, _, majuscules = view.left[seat.index]
        players.append(say("play.left_one", seat=seat_text(seat, say), cards=cards, majuscules=majuscules))
    return say("play.left", players=", ".join(players))
