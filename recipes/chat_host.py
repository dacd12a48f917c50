"""Host a game of Belettre for four in a chat: each player writes to the bot and is told what they may know.

    python -m recipes.chat_host [--seed 7] [--manches 1]

At the terminal, the line « Ana: i histoire » is what Ana writes, and « → Bo: … » is what the bot writes to Bo. A bot
for a chat network calls ``Host.receive`` for every private message and sends what it returns. A player writes:

    je joue       to take a free seat; the fourth player starts the game
    i histoire    to lay the card i and say a word; with the JOKER, « JOKER=k képi »
    i             to lay the card i face down
    belettre      to announce a Belettre before the first card
    ramasse Bo    to choose who picks up the pli
    main          to see their hand again
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from belettre_lexicon import ArgumentError, Card, Judge, Lexicon, Partie, Seat
from belettre_lexicon.engine import (
    SEATS,
    Action,
    AnnounceBelettre,
    Discard,
    Event,
    IllegalActionError,
    Lay,
    Passe,
    PickUp,
    Swap,
    seen_by,
)
from belettre_lexicon.referee import Catalogue, awaits_text, cards_text, event_text, move_refusal_text, with_players

#: The most characters of a message and of a player's name.
MOST_TEXT, MOST_NAME = 100, 40
HELP = "Je ne comprends pas. Écrivez « i histoire », « i » (carte cachée), « belettre », « ramasse Bo » ou « main »."


class Message(NamedTuple):
    """What the bot writes to one player."""

    player: str
    text: str


class Host:
    """One game: the players in the order in which they came, and the partie once there are four."""

    def __init__(self, judge: Judge, rng: random.Random, manches: int = 4) -> None:
        self.players: list[str] = []
        self.partie: Partie | None = None
        self._judge, self._rng, self._manches = judge, rng, manches
        self._say = Catalogue.load("fr")

    def receive(self, player: str, text: str) -> list[Message]:
        """Return what to write, and to whom, after a player has written *text*."""
        text = " ".join(text.split())
        if len(text) > MOST_TEXT:
            return [Message(player, f"Message trop long : {MOST_TEXT} signes au plus.")]
        if len(player) > MOST_NAME or not player.isprintable():
            return [Message(player, f"Nom refusé : {MOST_NAME} signes imprimables au plus.")]
        if player not in self.players:
            return self._welcome(player, text)
        if self.partie is None:
            return [Message(player, f"Joueurs : {', '.join(self.players)}. On commence à quatre.")]
        seat = SEATS[self.players.index(player)]
        if text == "main":
            return [Message(player, self._hand(self.partie, seat))]
        try:
            events = self.partie.apply(self._read_action(self.partie, seat, text))
        except IllegalActionError as error:
            return [Message(player, move_refusal_text(refusal, self._say)) for refusal in error.refusals]
        except ArgumentError:
            return [Message(player, HELP)]
        return self._tell(self.partie, events)

    def _welcome(self, player: str, text: str) -> list[Message]:
        """Give a free seat to a player who asks for one, and begin if it was the last."""
        if self.partie is not None:
            return [Message(player, "La table est complète.")]
        if text != "je joue":
            return [Message(player, "Écrivez « je joue » pour prendre une place.")]
        self.players.append(player)
        if len(self.players) < len(SEATS):
            return [Message(other, f"{player} prend place ({len(self.players)} sur 4).") for other in self.players]
        self._say = with_players(self._say, dict(zip(SEATS, self.players, strict=True)))
        self.partie = Partie.new(self._judge, self._rng, manches=self._manches)
        return self._tell(self.partie, self.partie.log)

    def _read_action(self, partie: Partie, seat: Seat, text: str) -> Action:
        """Return the action that a player has written. Raises ArgumentError if it is none."""
        first, _, rest = text.partition(" ")
        if first == "belettre" and not rest:
            return AnnounceBelettre(seat)
        if first == "ramasse" and rest in self.players and seat in partie.movers():
            return PickUp(SEATS[self.players.index(rest)])
        name, _, letter = first.partition("=")
        card = Card.of(name)
        if rest:
            return Lay(seat, card, rest, letter.lower())
        face_down: list[Action] = [Passe(seat, card), Discard(seat, card), Swap(seat, card)]
        return next(filter(partie.can, face_down), face_down[0])

    def _tell(self, partie: Partie, events: Iterable[Event]) -> list[Message]:
        """Return a message for each player: what happened as they saw it, who plays, and their hand if it is them."""
        events = list(events)
        turn, waiting = partie.turn, partie.movers()
        awaits = awaits_text(partie.awaits, waiting if turn is None else (turn,), self._say)
        messages: list[Message] = []
        for seat, player in zip(SEATS, self.players, strict=True):
            lines = [event_text(seen_by(event, seat), self._say, seat) for event in events]
            lines.append("À vous de jouer." if seat is turn else awaits)
            if seat in waiting:
                lines.append(self._hand(partie, seat))
            messages.append(Message(player, "\n".join(lines)))
        return messages

    def _hand(self, partie: Partie, seat: Seat) -> str:
        """Return the hand of a seat, and the cards that its word has to fit, as text for its player alone."""
        view = partie.view(seat)
        hand = f"Votre main : {' '.join(card.text for card in view.hand)}"
        if not (view.initial or view.letters):
            return hand
        return f"{hand}\nÀ placer dans le mot : {cards_text(view.initial, view.letters, self._say)}"


def chat(host: Host, lines: Iterable[str]) -> Iterator[str]:
    """Yield what the bot writes, given lines « player: text »."""
    for line in lines:
        player, colon, text = line.partition(":")
        if not (colon and player.strip()):
            yield f"? {line.strip()[:MOST_TEXT]!r}: expected « player: text »"
            continue
        for message in host.receive(player.strip(), text):
            yield f"→ {message.player}: " + message.text.replace("\n", "\n      ")


def main(arguments: list[str] | None = None) -> int:
    """Run the program on the standard input; return its exit status: 0, 2 if it is not text, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, help="the seed of the shuffle, to play the same game again")
    parser.add_argument("--manches", type=int, default=4, choices=range(1, 5), help="how many manches (4)")
    options = parser.parse_args(arguments)
    rng = random.Random(options.seed) if options.seed is not None else random.SystemRandom()
    try:
        for written in chat(Host(Judge(Lexicon.open()), rng, options.manches), sys.stdin):
            print(written, flush=True)
    except KeyboardInterrupt:
        return 130
    except UnicodeDecodeError as error:
        print(f"chat_host: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
