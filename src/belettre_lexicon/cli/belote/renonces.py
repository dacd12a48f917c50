"""``belote check --plis``: the renonces of a deal that later cards prove, and the score after them (BF1).

The file has a line for each pli, with its cards in the order laid. Lines that are empty or begin with # are skipped. A
seat may stand before its card, and « belote » after the card with which it was said, as in the short notation of
games; the text after an arrow is ignored::

    # the trump is ♥
    S A♠ · E 9♦ · N 8♠ · O 9♠ → S
    R♠ V♥ D♠ 10♠

Start reading at ``run`` and ``read_plis``.
"""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from msgspec import field

from ...base.errors import ArgumentError
from ...base.options import parse_number
from ...games.belote.auction import Bidding
from ...games.belote.cards import Card, Contract, tables
from ...games.belote.options import SHEETS, TWO_PLAYERS
from ...games.belote.rules import BeloteRules
from ...games.belote.scoring.coinche import score_coinche_renonce
from ...games.belote.scoring.disputes import Renonce, deciding, find_renonces, seats_of
from ...games.belote.scoring.flat import spread
from ...games.belote.scoring.scores import DealResult, score_renonce
from ...games.belote.scoring.totals import BELOTE_POINTS
from ...games.belote.seats import ALL_SEATS, TEAMS, Seat, Team
from ...games.kit.seats import Points
from ...referee.belote.names import card_text
from ...referee.catalogue import Catalogue
from ..kit.terminal import EXIT_NEGATIVE, EXIT_OK, paint, write, write_json
from .commands import BeloteCheckCommand
from .spoken import follow, playing_seats, read_seat, seat_place

#: The most bytes of a file of plis, which has some 300.
_MAX_BYTES = 1 << 14
#: The most points of annonces that --announced takes.
_MOST_ANNONCES = 2_000


def run(command: BeloteCheckCommand, rules: BeloteRules) -> int:
    """Find the renonces in the file of plis that ``--plis`` names, print them and the score, and return the status.

    The status is EXIT_NEGATIVE if there is a renonce, otherwise EXIT_OK. Raises ArgumentError if the plis cannot be
    read or are impossible, or if an option about the score cannot be used.
    """
    if rules.game in TWO_PLAYERS:
        raise ArgumentError("--plis: with two players a card laid later may have lain face down (V2.6): no proof")
    path, bidding = command.plis or "-", _bidding(command, rules)
    text = _read_text(path)
    try:
        laid = read_plis(text, command.lang)
        if not laid.plis:
            raise ArgumentError("no plis; expected a line for each, such as « A♠ 9♦ 8♠ 9♠ »")
        contract = _contract(command, laid, rules) if bidding is None else bidding.trump or "♥"
        opener = _opener(command, laid, rules)
        laid_by = seats_of(laid.plis, opener, contract, rules)
        laid.check_seats(laid_by, playing_seats(rules))
    except ArgumentError as error:
        raise ArgumentError(f"{_name(path)}: {error}") from error
    taker = _taker(command, rules)
    found = find_renonces(laid.plis, opener, contract, rules, taker)
    decides = deciding(found)
    # The options are read even if nothing is scored, so that a wrong one is always named.
    result = None
    if rules.game == "classic" or bidding is not None:
        belote, annonces = _belote_points(command, laid.belotes(contract, laid_by)), _announced(command.announced)
        if decides is not None:
            result = _score(decides.team, bidding, command, rules, belote=belote, annonces=annonces, contract=contract)
    elif taker is not None:
        result = _score_of_three(decides, taker, laid.belotes_by_place(contract, laid_by), contract, command, rules)
    else:
        _refuse_unscored(command, rules)
    say = Catalogue.load(command.lang, "belote")
    if command.json:
        write_json(_described(found, contract, rules, result, say))
    else:
        for line in _lines(found, decides, rules, result, say):
            write(line)
    return EXIT_NEGATIVE if found else EXIT_OK


def _bidding(command: BeloteCheckCommand, rules: BeloteRules) -> Bidding | None:
    """Return the auction of coinche that --auction says, which the score needs (VC34); None without it.

    Raises ArgumentError if it is not over or has a word that is refused, or in another game.
    """
    if command.auction is None:
        return None
    if rules.game != "coinche":
        raise ArgumentError(f"check: --auction does not go with --plis and --game {rules.game}")
    if command.atout is not None:
        raise ArgumentError("check: --atout does not go with --auction")
    spoken = follow(command, rules)
    if spoken.refused is not None or spoken.auction.turn is not None or spoken.auction.taker is None:
        raise ArgumentError(f"--auction {command.auction!r:.60}: expected a whole auction with a contract (VC12)")
    return spoken.auction if isinstance(spoken.auction, Bidding) else None


def _score(
    at_fault: int,
    bidding: Bidding | None,
    command: BeloteCheckCommand,
    rules: BeloteRules,
    *,
    belote: Points,
    annonces: Points,
    contract: Contract,
) -> DealResult:
    """Return what the teams score after a renonce of the team *at_fault* (BF1, VC34)."""
    said: dict[str, Any] = {"belote": belote, "annonces": annonces, "contract": contract}
    if bidding is None or bidding.contract is None:
        # BF1 asks for the team at fault, not for the taker.
        return score_renonce(at_fault, at_fault, rules, waiting=command.waiting, **said)
    bid = bidding.contract
    if command.waiting:
        raise ArgumentError("check: --waiting does not go with --game coinche")
    return score_coinche_renonce(at_fault, bid.taker % len(TEAMS), bid.value, bid.mult, rules, **said)


def _score_of_three(
    decides: Renonce | None,
    taker: int,
    said: tuple[int, ...],
    contract: Contract,
    command: BeloteCheckCommand,
    rules: BeloteRules,
) -> DealResult | None:
    """Return what each of three players scores after a renonce (BF1, V3.9); None without a renonce.

    taker  the place of the seat that took
    said   how often each player said a belote, as the plis have it
    """
    named = [seat_place("--belote", text, command.lang, rules) for text in command.belote.split(",") if text.strip()]
    if named and any(said):
        raise ArgumentError(f"--belote: the plis say « {BELOTE} » already")
    belote = tuple(BELOTE_POINTS * (named.count(place) if named else count) for place, count in enumerate(said))
    annonces = _announced(command.announced)
    if decides is None:
        return None
    sides = belote[taker], sum(belote) - belote[taker]
    at_fault = int(decides.seat != taker)
    result = score_renonce(
        at_fault, 0, rules, belote=sides, annonces=annonces, contract=contract, waiting=command.waiting
    )
    return spread(result, taker, belote, rules)


def _contract(command: BeloteCheckCommand, laid: LaidPlis, rules: BeloteRules) -> Contract:
    """Return the contract of --atout; without it, of de comptoir the suit of the first card laid (VK5)."""
    if command.atout is not None or rules.game not in SHEETS:
        return command.contract(rules)
    return laid.plis[0][0].suit


def _taker(command: BeloteCheckCommand, rules: BeloteRules) -> int | None:
    """Return the place of the seat of --taker, which says who are partners with three players (V3.6)."""
    if rules.game != "three":
        if command.taker is not None:
            raise ArgumentError(f"--taker: game {rules.game!r} needs no taker, expected it in game 'three' (V3.6)")
        return None
    if command.taker is None:
        raise ArgumentError("--taker is missing, the seat that took: the two others are partners (V3.6)")
    return seat_place("--taker", command.taker, command.lang, rules)


def _refuse_unscored(command: BeloteCheckCommand, rules: BeloteRules) -> None:
    """Raise ArgumentError if options about the score are given in a game whose renonces are not scored here."""
    for name in ("belote", "announced", "waiting"):
        if getattr(command, name):
            raise ArgumentError(f"check: --{name} does not go with --game {rules.game}")


def _name(path: str) -> str:
    return "--plis -" if path == "-" else path


def _read_text(path: str) -> str:
    """Return the text of a file, or of standard input if *path* is "-". Raises ArgumentError if it cannot be read."""
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(_MAX_BYTES + 1) if sys.stdin is not None else b""
        else:
            with Path(path).open("rb") as stream:
                raw = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        raise ArgumentError(f"{_name(path)}: cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in the name
        raise ArgumentError(f"{path!r:.80} is not a path: {error}") from error
    if len(raw) > _MAX_BYTES:
        raise ArgumentError(f"{_name(path)}: more than {_MAX_BYTES} bytes, expected the plis of one deal")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ArgumentError(f"{_name(path)}: not UTF-8 at byte {error.start}") from error


def _opener(command: BeloteCheckCommand, laid: LaidPlis, rules: BeloteRules) -> int:
    """Return the place of the seat that opened, from the file or --opener. Raises ArgumentError if they differ."""
    seats = playing_seats(rules)
    written = laid.opener(seats)
    if command.opener is None:
        return written or 0
    opener = seat_place("--opener", command.opener, command.lang, rules)
    if written not in (None, opener):
        raise ArgumentError(f"--opener {seats[opener].value}: the plis say {seats[written or 0].value}")
    return opener


def _belote_points(command: BeloteCheckCommand, said: tuple[int, int]) -> tuple[int, int]:
    """Return the points of each team for belotes, as --belote says, or else *said*, how often the plis have them."""
    named = [_team(text) for text in command.belote.split(",") if text.strip()]
    if named and any(said):
        raise ArgumentError(f"--belote: the plis say « {BELOTE} » already")
    counts = (named.count(TEAMS[0]), named.count(TEAMS[1])) if named else said
    return BELOTE_POINTS * counts[0], BELOTE_POINTS * counts[1]


def _team(text: str) -> Team:
    for team in TEAMS:
        if text.strip().upper().replace("W", "O") in (team.value, team.name):
            return team
    raise ArgumentError(f"--belote {text!r:.40}: expected {' or '.join(team.value for team in TEAMS)}")


def _announced(text: str) -> tuple[int, int]:
    """Return the points of --announced; 0 for both teams if it is not given."""
    if not text:
        return 0, 0
    numbers = [parse_number(part.strip(), 0, _MOST_ANNONCES) for part in text.split(",")]
    if len(numbers) != len(TEAMS) or numbers[0] is None or numbers[1] is None:
        raise ArgumentError(f"--announced {text!r:.40}: expected the points of N+S and of E+O, such as 50,0")
    return numbers[0], numbers[1]


def _lines(
    found: tuple[Renonce, ...], decides: Renonce | None, rules: BeloteRules, result: DealResult | None, say: Catalogue
) -> list[str]:
    if decides is None:
        return [paint(say("disputes.none"), "green")]
    lines = [paint(_renonce_text(renonce, rules, say), "red") for renonce in found]
    if result is None:
        return lines
    if rules.game == "three":
        seats = playing_seats(rules)
        loser = "disputes.taker" if result.won_by != result.taker else "disputes.defence"
        told = ", ".join(
            f"{seat_name(seat, say)} {_points_text(result, place, say)}" for place, seat in enumerate(seats)
        )
        return [*lines, say("disputes.score_alone", loser=say(loser), rule=result.rule, points=told)]
    if len({renonce.team for renonce in found}) > 1:
        lines.append(say("disputes.both", pli=decides.pli))
    winner = 1 - decides.team
    lines.append(
        say(
            "disputes.score",
            rule=result.rule,
            winner=_team_name(winner, say),
            points=_points_text(result, winner, say),
            loser=_team_name(decides.team, say),
            rest=_points_text(result, decides.team, say),
        )
    )
    return lines


def _renonce_text(renonce: Renonce, rules: BeloteRules, say: Catalogue) -> str:
    """Return a sentence about a renonce: « Pli 1, Est : 9♦ est une renonce. Il fallait couper (BP6) … »"""
    return say(
        "disputes.renonce",
        pli=renonce.pli,
        seat=seat_name(playing_seats(rules)[renonce.seat], say),
        card=card_text(renonce.card, say),
        why=say(f"disputes.owed_{renonce.reason}", suit=renonce.led.suit, best=card_text(renonce.best, say)),
        rule=renonce.rule,
        proof=card_text(renonce.proof, say),
        proved=renonce.proved,
    )


def seat_name(seat: Seat, say: Catalogue) -> str:
    """Return the name of a seat."""
    return say(f"seats.{seat.name.lower()}")


def _team_name(team: int, say: Catalogue) -> str:
    return say(f"disputes.team_{TEAMS[team].name.lower()}")


def _points_text(result: DealResult, team: int, say: Catalogue) -> str:
    """Return what a team scores, with the parts if there are several or they need a name: « 182 (162 + 20 …) »."""
    parts = [
        say(f"disputes.part_{line.kind}", points=line.points)
        for line in result.lines
        if line.team == team and line.points
    ]
    total = str(result.points[team])
    return total if parts in ([], [total]) else f"{total} ({' + '.join(parts)})"


def _described(
    found: tuple[Renonce, ...], contract: str, rules: BeloteRules, result: DealResult | None, say: Catalogue
) -> dict[str, Any]:
    return {
        "contract": contract,
        "options": rules.as_dict(),
        "renonces": [
            {
                "pli": renonce.pli,
                "seat": playing_seats(rules)[renonce.seat].value,
                "card": renonce.card.text,
                "rule": renonce.rule,
                "reason": renonce.reason,
                "instead": [card.text for card in renonce.instead],
                "proof": renonce.proof.text,
                "proved": renonce.proved,
                "text": _renonce_text(renonce, rules, say),
            }
            for renonce in found
        ],
        "score": None if result is None else _score_by_side(result, rules),
    }


def _score_by_side(result: DealResult, rules: BeloteRules) -> dict[str, int]:
    """Return the points by team, or by seat with three players."""
    sides = TEAMS if rules.variant.sides == len(TEAMS) else playing_seats(rules)
    return {side.value: result.points[place] for place, side in enumerate(sides)}


#: What a player says with the cards of a belote (BB2).
BELOTE, _REBELOTE = "belote", "rebelote"
#: The ranks of the two cards of a belote (BB1), each with the rank of the other card.
_PAIR = {"R": "D", "D": "R"}
#: What separates the cards of a line, besides spaces, and what ends them.
_SEPARATORS, _ARROWS = str.maketrans({"·": " ", ";": " ", ",": " "}), ("→", "->", "#")


class LaidPlis(msgspec.Struct):
    """The plis of a deal, as they are written in a file.

    plis    the cards of each pli, in the order laid
    seats   for each card of each pli, the seat that is written before it; None if there is none
    belote  the cards after which « belote » is written
    """

    plis: list[tuple[Card, ...]] = field(default_factory=list)
    seats: list[tuple[Seat | None, ...]] = field(default_factory=list)
    belote: list[Card] = field(default_factory=list)

    def opener(self, seats: tuple[Seat, ...]) -> int | None:
        """Return the place in playing order of the seat that opened the first pli; None if the first line has no seat.

        *seats* are those of the table in playing order. Raises ArgumentError for another seat.
        """
        for place, seat in enumerate(self.seats[0] if self.seats else ()):
            if seat is not None:
                if seat not in seats:
                    raise ArgumentError(f"pli 1: nobody sits at {seat.value} in a game of {len(seats)}")
                return (seats.index(seat) - place) % len(seats)
        return None

    def check_seats(self, laid_by: tuple[tuple[int, ...], ...], seats: tuple[Seat, ...]) -> None:
        """Raise ArgumentError if a seat is written before a card that another seat laid according to the rules.

        laid_by  for each card of each pli, the place of the seat whose turn it was (``disputes.seats_of``)
        seats    the seats of the table in playing order
        """
        for number, (cards, named, indexes) in enumerate(zip(self.plis, self.seats, laid_by, strict=True), 1):
            for card, seat, index in zip(cards, named, indexes, strict=True):
                if seat is not None and seat is not seats[index]:
                    turn = seats[index].value
                    raise ArgumentError(
                        f"pli {number}: {card} is said to be from {seat.value}, it was the turn of {turn}"
                    )

    def belotes(self, contract: str, laid_by: tuple[tuple[int, ...], ...]) -> tuple[int, int]:
        """Return the numbers of belotes of N+S and of E+O, as ``belotes_by_place``."""
        said = self.belotes_by_place(contract, laid_by)
        return sum(said[::2]), sum(said[1::2])

    def belotes_by_place(self, contract: str, laid_by: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        """Return the number of belotes of each player: « belote » written after a king or queen of trumps (BB1).

        « Belote » after both cards counts once, and not at all if another seat laid the other card of the pair (BF3).

        laid_by  for each card of each pli, the place of the seat that laid it
        """
        layer = dict(zip(chain.from_iterable(self.plis), chain.from_iterable(laid_by), strict=True))
        pairs = {
            (layer[card], card.suit)
            for card in self.belote
            if card.rank in _PAIR
            and tables(contract).is_trump(card)
            and layer.get(Card.of(_PAIR[card.rank] + card.suit), layer[card]) == layer[card]
        }
        said = [seat for seat, _ in pairs]
        return tuple(said.count(place) for place in range(len(ALL_SEATS)))


def read_plis(text: str, lang: str) -> LaidPlis:
    """Return the plis of a text in the format that the module docstring describes.

    *lang* is the language of the cards and seats: "fr" or "en". Raises ArgumentError, which names the line, if a word
    is neither a card nor a seat. Whether the plis are possible is not checked.
    """
    laid = LaidPlis()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        for end in _ARROWS:
            line = line.partition(end)[0]
        words = line.translate(_SEPARATORS).split()
        if words:
            try:
                _add_pli(laid, words, lang)
            except ArgumentError as error:
                raise ArgumentError(f"line {number}: {error}") from error
    return laid


def _add_pli(laid: LaidPlis, words: list[str], lang: str) -> None:
    cards: list[Card] = []
    seats: list[Seat | None] = []
    seat: Seat | None = None
    for word in words:
        if cards and word.lower() in (BELOTE, _REBELOTE):
            laid.belote += [cards[-1]] if word.lower() == BELOTE else []
            continue
        try:
            seat = read_seat(word, lang)
        except ArgumentError:
            cards.append(Card.of(word, lang))
            seats.append(seat)
            seat = None
    laid.plis.append(tuple(cards))
    laid.seats.append(tuple(seats))
