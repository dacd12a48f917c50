"""The state of a game as lines of text for the terminal.

Start reading at ``board_lines``, which shows what a player sees, and ``watched_lines``, which shows what an arbiter
sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...french.cards import CARDS, Card, Case
from ...games.belettre.actions import AnnounceBelettre, Discard, Lay
from ...games.belettre.analysis import analyse
from ...games.belettre.bots.amateur import joker_letters_for_belettre
from ...games.belettre.events import WordRefused
from ...games.belettre.partie import Partie
from ...games.belettre.pli import Laid, TrapPhase
from ...games.belettre.seats import TEAMS
from ...games.belettre.state import LAY, PICK_UP, REVEAL, SWAP
from ...games.belettre.view import View
from ...games.kit.seats import Points
from ...lexicon.lexicon import Lexicon
from ...referee.analysis import analysis_lines
from ...referee.catalogue import Catalogue
from ...referee.game import awaits_text, question_text
from ...referee.names import capital, cards_text, points_text, seat_text, team_heading
from ...referee.sentences import near_words, printable
from ...words.judge import Judge
from ..kit.terminal import paint

#: The catalogue key of the text shown for an unknown card, by the pack of the card; None if the pack is unknown too.
_BACKS = {Case.MAJ: "play.majuscule_back", Case.MIN: "play.minuscule_back", None: "table.unseen_back"}


def board_lines(view: View, points: Mapping[Card, int], say: Catalogue) -> Iterator[str]:
    """Yield the lines that show the game to a player.

    They show the numbers of the manche and the pli, the points of both teams, the cards laid in this pli, how many
    cards the other players hold, and the player's own hand.

    points  the value of each card (S1)
    """
    ours, theirs = view.points[view.seat.team.index], view.points[view.seat.team.other.index]
    yield paint(
        say("play.header", manche=view.manche, manches=view.manches, pli=view.pli_number, ours=ours, theirs=theirs),
        "bold",
    )
    yield from _table_lines(view, say)
    players = []
    for seat in view.seat.in_order[1:]:
        cards, _, majuscules = view.left[seat.index]
        players.append(say("play.left_one", seat=seat_text(seat, say), cards=cards, majuscules=majuscules))
    yield paint(say("play.left", players=", ".join(players)), "dim")
    yield hand_line(view, points, say)


def prompt_lines(view: View, say: Catalogue) -> Iterator[str]:
    """Yield the sentences that tell a player what they may or must do now.

    view  the view of a player who may act now
    """
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
        yield say(f"play.{_prompt_key(view)}")
        if CARDS["JOKER"] in view.hand and (names := joker_letters_for_belettre(view)):
            yield say("play.belettre_names", letters=", ".join(names).upper())


def hand_line(view: View, points: Mapping[Card, int], say: Catalogue) -> str:
    """Return a line with the cards of the player's hand and their *points* (S1): « Votre main : F (6), l (2). »"""
    return say("play.hand", cards=", ".join(f"{card.text} ({points[card]})" for card in view.hand))


def score_lines(points: Points, say: Catalogue) -> Iterator[str]:
    """Yield one line for each team with its points so far (S5). *points* has them by ``Team.index``."""
    for team in TEAMS:
        yield say("play.score", team=capital(team_heading(team, say)), points=points_text(points[team.index], say))


def words_line(played: Iterable[str], say: Catalogue) -> str:
    """Return a line that lists *played*, the valid words that W7 and W8 take into account, each after its number.

    If there are none, the line says so.
    """
    words = ", ".join(f"{turn} {printable(word)}" for turn, word in enumerate(played, 1))
    return say("play.words", words=words) if words else say("play.words_none")


def near_lines(event: WordRefused, lexicon: Lexicon, say: Catalogue, key: str = "play.near") -> Iterator[str]:
    """Yield a line with words that are spelled nearly like a refused word, if it was refused as unknown.

    An unknown word is often only a typing error, which the player can then undo. *key* is the catalogue key of the
    sentence. There is no line for a word that was refused for another reason, or that resembles no word.
    """
    if near := near_words(event.verdict, lexicon):
        yield say(key, words=", ".join(near))


def watched_lines(partie: Partie, say: Catalogue) -> Iterator[str]:
    """Yield the lines that show a game with real cards to an arbiter.

    The first line shows the cards laid in the pli or, before the first card, the numbers of the manche and the pli and
    the points of both teams. The second line says what is expected now: a card to lay (P3, P9), or another action. A
    game that is over has no second line.
    """
    manche, pli = partie.state.manche, partie.state.manche.pli
    if not pli.laid and not partie.over:
        points = [say("table.points", team=team_heading(team, say), points=partie.points[team.index]) for team in TEAMS]
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
        holder = ""
        if pli.holder is not None and not pli.lost_by:
            holder = capital(say("play.holder", seat=seat_text(pli.holder, say)))
        yield "  " + " ".join(filter(None, (holder, say(f"table.{_layable_key(partie)}"))))


def _layable_key(partie: Partie) -> str:
    """Return the key of the text that says which cards may be laid now (P3), in the catalogue section [table]."""
    pli, turn = partie.state.manche.pli, partie.turn
    if pli.lost_by is not None:
        return "may_discard"
    if pli.trap is TrapPhase.SET and turn is not None:
        hand = partie.state.manche.hands[turn.index]
        return "may_majuscule" if hand.must_have(Case.MAJ) else "may_majuscule_or_trap"
    if pli.majuscules:
        return "may_minuscule"
    return "may_both"


def _prompt_key(view: View) -> str:
    """Return the key of the prompt for the player's legal actions, in the catalogue section [play]."""
    kinds = {type(action) for action in view.actions}
    if Lay in kinds:
        return "lay_must" if len(view.pli) < 2 else "lay"
    return "discard" if Discard in kinds else "down_only"


def _table_lines(view: View, say: Catalogue) -> Iterator[str]:
    """Yield one line for each card laid in this pli, then who holds the pli and which cards the next word must fit."""
    if not view.pli:
        yield say("play.empty")
        return
    own = {view.seat: say("play.you", seat=seat_text(view.seat, say))}
    rows = [(own.get(laid.seat) or seat_text(laid.seat, say), *_card_of(laid, say)) for laid in view.pli]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    for seat, card, word in rows:
        yield f"  {seat:<{widths[0]}}  {card:<{widths[1]}}  {word}"
    # If cards can only be discarded, the pli may be lost (P9, T2); nobody holds it then.
    if view.holder is not None and view.awaits == LAY and _prompt_key(view) != "discard":
        mine = view.holder is view.seat
        yield say("play.holder_you") if mine else capital(say("play.holder", seat=seat_text(view.holder, say)))
    if len(view.pli) < 4:
        yield say("play.fit", cards=cards_text(view.initial, view.letters, say))


def _card_of(laid: Laid, say: Catalogue) -> tuple[str, str]:
    """Return the text of a card or its back, and the word announced with it, or a text that it was laid face down."""
    card = laid.card
    text = card.text if card.known else say(_BACKS[card.case])
    if laid.letter:
        text += f"={laid.letter.upper()}"
    if laid.word is None:
        return text, say("play.down")
    return text, say("play.word" if laid.up else "play.refused", word=printable(laid.word))


def last_manche_lines(partie: Partie, judge: Judge, say: Catalogue) -> Iterator[str]:
    """Yield the lines of the analysis of the last manche that is over; if there is none, a line that says so.

    The analysis says which words could have been played, and which points the teams missed. *judge* finds the words
    under the rules of the partie. *say* may call the players by name (``names.with_players``).
    """
    ended = partie.state.ended
    analyses = analyse(partie, judge, ended[-1].number) if ended else ()
    if not analyses:
        yield say("analysis.not_yet")
    for analysis in analyses:
        yield from analysis_lines(analysis, say)
