"""Run hand-worked vectors of Belote through the public functions, and print which of them hold.

    python -m tests.belote.vectors FILE…

A file is a JSON object of groups; a group is a list of vectors, an object of them by id, or one vector. Each group has
a function here, named after it, which says what differs. What a vector may leave out, and in which forms it may be
written, is said there; its content is compared exactly. Exit status: 0 all hold; 1 some do not, a group is unknown, or
nothing was run; 2 a file cannot be read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from belettre_lexicon.base.errors import BelettreError
from belettre_lexicon.games.belote.auction.prise import Speech, may_pass, takes
from belettre_lexicon.games.belote.cards import (
    PACK,
    RANKS,
    SANS_ATOUT,
    SUITS,
    TOUT_ATOUT,
    Card,
    cards_of,
    mask_of,
    points_in,
    read_cards,
    read_contract,
    tables,
)
from belettre_lexicon.games.belote.play import holder, legal, legal_mask, obligation
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.annonces import Annonce, compare_annonces, find_annonces
from belettre_lexicon.games.belote.scoring.coinche import score_coinche
from belettre_lexicon.games.belote.scoring.disputes import find_renonces
from belettre_lexicon.games.belote.scoring.ends import end_of_totals
from belettre_lexicon.games.belote.scoring.scores import score
from belettre_lexicon.games.belote.scoring.totals import DealTotals, rounded, whole_deal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from belettre_lexicon.games.belote.cards import Contract

Vector = Mapping[str, Any]
#: Group → the function that returns what is wrong with one of its vectors, or None.
Groups = Mapping[str, "Callable[[Reader], str | None]"]

#: Options of vectors whose names differ from those of ``BeloteRules``.
OPTION_NAMES = {"order": "annonce_order"}
#: Words for values of options, as the tables of options write them. Null and « none » mean the default.
OPTION_WORDS: Mapping[str, Any] = {"yes": True, "no": False}
#: How many plis a deal has.
PLIS = 8
#: The keys that say about a vector, not what must hold.
REMARKS = frozenset({"id", "why", "note", "source", "rules"})


class MalformedError(Exception):
    """Raised for a vector that lacks something, or has it in a form that is not known."""


class Reader:
    """Reads the values of one vector, and remembers which keys were read."""

    def __init__(self, vector: Vector) -> None:
        self.vector = vector
        self.read: set[str] = set()

    def __call__(self, key: str, *default: Any) -> Any:
        """Return the value of a key, or the default. Raises MalformedError if there is neither."""
        self.read.add(key)
        if key in self.vector:
            return self.vector[key]
        if default:
            return default[0]
        raise MalformedError(f"{key!r} is missing")

    def unread(self) -> list[str]:
        """Return the keys that nobody asked for: what they say is not tested."""
        return sorted(set(self.vector) - self.read - REMARKS)

    def rules(self, **more: Any) -> BeloteRules:
        """Return the house rules of the vector; *more* are options that it may change."""
        options = self("options", None) or {}
        if not isinstance(options, dict):
            raise MalformedError(f"options {options!r:.60}: expected an object")
        given: dict[str, Any] = {
            OPTION_NAMES.get(str(name), str(name)): OPTION_WORDS.get(value, value) if isinstance(value, str) else value
            for name, value in options.items()
            if value is not None and value != "none"
        }
        return BeloteRules(**{**more, **given})

    def contract(self) -> Contract:
        """Return the contract; it may be left out where it does not matter."""
        return read_contract(str(self("trump", self("contract", "♥"))))

    def cards(self, key: str) -> tuple[Card, ...]:
        """Return the cards of a key: a list, or a text with spaces."""
        return cards_in(self(key))


def cards_in(value: Any) -> tuple[Card, ...]:
    """Return the cards of a list of texts, or of a text with spaces; null is no card."""
    if value is None:
        return ()
    return read_cards(value if isinstance(value, str) else " ".join(value))


def legal_cards(read: Reader) -> str | None:
    """trump, pli, hand → legal, rule: which cards may be laid, and which rule decides."""
    hand, pli, contract, rules = read.cards("hand"), read.cards("pli"), read.contract(), read.rules()
    found, expected = legal(hand, pli, contract, rules), read.cards("legal")
    if set(found) != set(expected):
        return differs(texts(found), texts(expected))
    if pli:  # what bots and searches ask must agree
        place = holder(pli, contract)
        mask = legal_mask(mask_of(hand), pli[0].index, pli[place].index, len(pli) - place == 2, tables(contract), rules)
        if mask != mask_of(expected):
            return differs(f"legal_mask {texts(cards_of(mask))}", texts(expected))
    named = read("rule", None)
    rule = obligation(mask_of(hand), pli, contract, rules).rule
    known = {rule} | other_names(hand, pli, contract, rules)
    if named is not None and not known & set(named.split() if isinstance(named, str) else named):
        return differs(f"rule {rule}", f"rule {named}")
    return None


def other_names(hand: Sequence[Card], pli: Sequence[Card], contract: Contract, rules: BeloteRules) -> set[str]:
    """Return the rules that a vector may name as well as the one that decides, where two rules say the same."""
    if contract in (SANS_ATOUT, TOUT_ATOUT):
        # BV2 says that BP3 and BP8 alone bind at sans atout, BV3 that nobody can cut at tout atout.
        void = bool(pli) and all(card.suit != pli[0].suit for card in hand)
        return {"BV2" if contract == SANS_ATOUT else "BV3"} | ({"BP8"} if void else set())
    place = holder(pli, contract) if pli else 0
    if rules.on_partners_trump == "trump" and len(pli) - place == 2 and pli[place].suit == contract != pli[0].suit:
        # By this option of BP9 a trump of the partner binds as BP7 says.
        void = all(card.suit != pli[0].suit for card in hand)
        return {"BP7", "BP9"} if void and any(card.suit == contract for card in hand) else set()
    return set()


def plis(read: Reader) -> str | None:
    """trump, pli → winner (from 1), points of the cards."""
    pli, contract, rules = read.cards("pli"), read.contract(), read.rules()
    found = holder(pli, contract) + 1, points_in(mask_of(pli), contract, rules.ta_values)
    return same(found, (read("winner"), read("points", found[1])))


def annonces(read: Reader) -> str | None:
    """trump, hand → annonces [kind, points, highest card or rank, number of cards], in any order."""
    rules = read.rules(annonces=True)
    found = find_annonces(mask_of(read.cards("hand")), read.contract(), rules)
    return same(sorted(map(annonce_form, found)), sorted(map(expected_annonce, read("annonces"))))


def annonce_form(annonce: Annonce) -> tuple[str, int, str, int]:
    """Return an annonce as vectors have it."""
    if annonce.kind == "carré":
        return "carré", annonce.points, annonce.top.rank, annonce.size
    return "suite", annonce.points, annonce.top.text, annonce.size


def expected_annonce(row: Any) -> tuple[str, int, str, int]:
    """Return a row of a vector, whose kind may also be that of the sequence."""
    kind, points, top, size = row
    if kind in ("tierce", "cinquante", "cent", "suite"):
        return "suite", points, Card.of(top).text, size
    rank = top[:-1] if top[-1:] in SUITS else top
    return "carré" if kind == "carre" else kind, points, rank, size


def comparisons(read: Reader) -> str | None:
    """trump, hands [[hand of each player] of team 0, of team 1] → team that scores or null, points.

    A team may also be one hand, a list of single cards.
    """
    rules, contract = read.rules(annonces=True), read.contract()
    said = [
        [annonce for hand in hands_of_team(team) for annonce in find_annonces(mask_of(cards_in(hand)), contract, rules)]
        for team in read("hands")
    ]
    found = compare_annonces(said, contract, rules)
    return same((found.team, found.points), (read("team"), read("points")))


def hands_of_team(team: Any) -> list[Any]:
    """Return the hands of a team, which may be one hand only."""
    hands = list(team or ())
    one_hand = len(hands) > 2 and all(isinstance(hand, str) and len(hand.split()) == 1 for hand in hands)
    return [hands] if one_hand else hands


#: The outcome of a deal, as vectors and as ``DealResult`` have it.
OUTCOMES = {
    "réussi": "made",
    "chute": "chute",
    "litige": "litige",
    "capot": "capot",
    "capot de la défense": "capot_defence",
    "ballotage": "ballotage",
    "dedans": "chute",
}
#: Other names of outcomes: points wait in ballotage as in litige; a capot of the defence may be scored as a chute.
ALSO_NAMED = {("ballotage", "litige"), ("chute", "capot_defence")}


def scores(read: Reader) -> str | None:
    """takers_plis (points), plis_won, belote, annonces, held → result, takers, defence, held_after.

    belote    "T" or "D", several of them in a list (BV3), the points of takers and defence, or null
    annonces  the points of takers and defence
    """
    rules, contract = read.rules(annonces=True), read.contract()
    points, won = read("takers_plis"), read("plis_won")
    # A capot may have its 100 for the last pli already (BS7).
    points = whole_deal(contract, rules) if won == PLIS else points
    plis, plis_won = (points, whole_deal(contract, rules) - points), (won, PLIS - won)
    belote, held = belote_points(read("belote", None)), read("held", 0)
    takers_annonces, defence_annonces = read("annonces", None) or (0, 0)
    said = takers_annonces, defence_annonces
    named = read("result")
    outcome = OUTCOMES.get(named, named)
    expected = outcome, (read("takers"), read("defence")), read("held_after", 0)
    for taker in (0, 1):  # a deal is worth the same whichever team takes
        points, counts = swapped(plis, taker), swapped(plis_won, taker)
        totals = DealTotals(taker, points, counts, swapped(belote, taker), swapped(said, taker), contract, held)
        result = score(totals, rules)
        alike = (result.outcome, outcome) in ALSO_NAMED and (outcome == "litige" or won == 0)
        found = outcome if alike else result.outcome, swapped(result.points, taker), result.waiting
        if difference := same(found, expected):
            return f"{difference} (team {taker} took)"
    return None


def swapped(pair: Sequence[int], taker: int) -> tuple[int, int]:
    """Return what takers and defence have as what team 0 and team 1 have, or the reverse."""
    return (pair[1], pair[0]) if taker else (pair[0], pair[1])


def belote_points(value: Any) -> tuple[int, int]:
    """Return the points of the belotes of takers and defence."""
    if value is None or isinstance(value, str):
        value = [value] if value else []
    if all(isinstance(one, str) for one in value):
        if set(value) - {"T", "D"}:
            raise MalformedError(f"belote {value!r}: expected T or D")
        return 20 * value.count("T"), 20 * value.count("D")
    takers, defence = value
    return takers, defence


def rounding(read: Reader) -> str | None:
    """rounding, points → written. The rounding may stand in the options."""
    first, second = read("points")
    rules = read.rules()
    return same(rounded((first, second), read("rounding", rules.rounding)), tuple(read("written")))


#: What a vector says of a team that scores no points of its plis (BE4).
FALLEN = ("fell", "chute", "dedans")
#: What a team may score by its belotes alone, of which there are four at most (BV3).
BELOTES = (20, 40, 60, 80)


def ends(read: Reader) -> str | None:
    """target, before, deal, plis (won), says → winner. Also won_deal, the team that won the deal, and deals, how
    many were played (BE1): all by default. The target may be null where the deals decide.
    """
    target = read("target", None)
    rules = read.rules(**({} if target is None else {"target": target}))
    before, deal, won, says = read("before"), read("deal"), read("plis"), read("says", None) or (None, None)
    scored = [
        bool(points and plis and not belote_alone(points, said))
        for points, plis, said in zip(deal, won, says, strict=True)
    ]
    totals = before[0] + deal[0], before[1] + deal[1]
    needed = rules.both_over == "last_deal" and min(totals) >= rules.target
    won_by = read("won_deal") if needed else read("won_deal", None)
    end = end_of_totals(totals, (scored[0], scored[1]), won_by, rules, deals=read("deals", rules.deals or 0))
    return same(end.winner, read("winner"))


def belote_alone(points: int, said: Any) -> bool:
    """Return whether a team that won a pli scores no points of plis, by what a vector says of it, if anything."""
    if not said:
        return False
    return any(word in said for word in FALLEN) or points == 20 or ("litige" in said and points in BELOTES)


def endgames(read: Reader) -> str | None:
    """trump, opener, hands → count of all ways to play them to the end."""
    return same(count_plays(hands_of(read), read("opener", 0), read.contract(), read.rules()), read("count"))


def sequences(read: Reader) -> str | None:
    """trump, opener, hands → counts of the ways to play one card, two cards and so on.

    A hand is a list of cards, whole suits (« ♣ ») or ranks of every suit (« A 10 »).
    """
    counts = read("counts")
    hands, opener, contract, rules = hands_of(read), read("opener", 0), read.contract(), read.rules()
    return same([count_plays(hands, opener, contract, rules, size) for size in range(1, len(counts) + 1)], list(counts))


#: The counts of a whole deal have the form of ``sequences``, and its hands are lists of cards.
full_deal_by_program = sequences


def endgames_by_program(read: Reader) -> str | None:
    """trump, opener, hands → for each « undertrump/on_partners_trump », the count as in ``endgames``."""
    hands, opener, contract = hands_of(read), read("opener", 0), read.contract()
    keys = sorted(key for key in read.vector if "/" in key)
    if not keys:
        raise MalformedError("no count: expected keys such as 'must/free'")
    found, expected = {}, {}
    for key in keys:
        undertrump, on_partners_trump = key.split("/")
        rules = read.rules(undertrump=undertrump, on_partners_trump=on_partners_trump)
        found[key], expected[key] = count_plays(hands, opener, contract, rules), read(key)
    return same(found, expected)


def hands_of(read: Reader) -> list[tuple[Card, ...]]:
    """Return the four hands of a vector."""
    hands = [hand_of(hand) for hand in read("hands")]
    if len(hands) != 4 or len({len(hand) for hand in hands}) > 1 or len(set().union(*hands)) != sum(map(len, hands)):
        raise MalformedError("expected four hands of as many cards, each card once")
    return hands


def hand_of(value: Any) -> tuple[Card, ...]:
    """Return the cards of a hand: as in ``cards_in``, or of whole suits, or ranks of every suit."""
    parts = value.split() if isinstance(value, str) else list(value)
    cards = []
    for part in parts:
        if part in SUITS:
            cards += [card for card in PACK if card.suit == part]
        elif part in RANKS:
            cards += [card for card in PACK if card.rank == part]
        else:
            cards.append(Card.of(part))
    return tuple(cards)


def count_plays(hands: Sequence[tuple[Card, ...]], turn: int, contract: str, rules: BeloteRules, size: int = 32) -> int:
    """Return in how many ways the next *size* cards may be laid, or all cards if there are fewer."""

    @cache
    def count(hands: tuple[tuple[Card, ...], ...], turn: int, pli: tuple[Card, ...], left: int) -> int:
        if len(pli) == 4:
            turn, pli = (turn + holder(pli, contract)) % 4, ()
        if not left:
            return 1
        ways = 0
        for card in legal(hands[turn], pli, contract, rules):
            rest = list(hands)
            rest[turn] = tuple(other for other in rest[turn] if other is not card)
            ways += count(tuple(rest), (turn + 1) % 4, (*pli, card), left - 1)
        return ways

    return count(tuple(hands), turn, (), min(size, sum(map(len, hands))))


#: The keys under which the last take of an auction may stand.
TAKEN = ("taken", "take", "last_take", "last", "bid", "contract", "trump")


def auctions(read: Reader) -> str | None:
    """round, retourne, passed, taken (the contract of the last take, those of all takes, or null) → takes, may_pass."""
    rules = read.rules()
    taken = next((read(key) for key in TAKEN if key in read.vector), None)
    if isinstance(taken, list):
        taken = taken[-1] if taken else None
    speech = Speech(
        read("round"), read("passed", 0), Card.of(read("retourne")), None if taken is None else read_contract(taken)
    )
    expected = {read_contract(contract) for contract in read("takes")}
    return same((set(takes(speech, rules)), may_pass(speech, rules)), (expected, read("may_pass", True)))


def disputes(read: Reader) -> str | None:
    """trump, opener, plis → renonces [number of the pli from 1, index of the seat, card], in any order.

    The rule that was broken may stand after the card.
    """
    laid = [cards_in(pli) for pli in read("plis")]
    found = find_renonces(laid, read("opener", 0), read.contract(), read.rules())
    expected = sorted((pli, seat, Card.of(card).text, *rule) for pli, seat, card, *rule in read("renonces"))
    with_rule = any(len(row) > 3 for row in expected)
    rows = [(one.pli, one.seat, one.card.text, *([one.rule] if with_rule else ())) for one in found]
    return same(sorted(rows), expected)


def coinche(read: Reader) -> str | None:
    """bid, made (the takers' points of plis, 252 for all), belote ("T", "D" or null), doubled (1, 2 or 4) → scores.

    capot says again whether a capot was bid.
    """
    bid, points, rules = read("bid"), read("made"), BeloteRules(game="coinche", bid_max=650)
    if read("capot", bid == "capot") is not (bid == "capot"):
        raise MalformedError(f"capot: expected {bid == 'capot'} for a bid of {bid}")
    everything, belote = whole_deal("♥", rules), belote_points(read("belote", None))
    plis, won = ((everything, 0), (8, 0)) if points > everything else ((points, everything - points), (4, 4))
    expected = read("takers"), read("defence")
    for taker in (0, 1):  # a deal is worth the same whichever team takes
        totals = DealTotals(taker, swapped(plis, taker), swapped(won, taker), swapped(belote, taker))
        result = score_coinche(totals, bid, read("doubled", 1), rules)
        if difference := same(swapped(result.points, taker), expected):
            return f"{difference} (team {taker} took)"
    return None


def same(found: Any, expected: Any) -> str | None:
    """Return None if both are equal, otherwise what differs."""
    return None if found == expected else differs(found, expected)


def differs(found: Any, expected: Any) -> str:
    """Return what was found and what a vector expects."""
    return f"found {found}, expected {expected}"


def texts(cards: Iterable[Card]) -> str:
    """Return cards as text, by suit and rank."""
    return " ".join(card.text for card in sorted(cards, key=lambda card: card.index)) or "none"


#: The function of each group.
GROUPS: Groups = {
    "legal": legal_cards,
    "plis": plis,
    "annonces": annonces,
    "comparisons": comparisons,
    "scores": scores,
    "rounding": rounding,
    "ends": ends,
    "endgames": endgames,
    "sequences": sequences,
    "auctions": auctions,
    "disputes": disputes,
    "coinche": coinche,
    "endgames_by_program": endgames_by_program,
    "full_deal_by_program": full_deal_by_program,
}


class Outcome:
    """What became of the vectors of one group.

    held     how many held
    wrong    those that do not hold or cannot be read, each with what is wrong
    remarks  what else should be known: keys that no test looked at
    """

    def __init__(self) -> None:
        self.held = 0
        self.wrong: list[str] = []
        self.remarks: list[str] = []

    def lines(self, group: str) -> Iterator[str]:
        """Yield the lines to print about the group."""
        run = self.held + len(self.wrong)
        yield f"{group}: {f'{self.held} of {run} hold' if run else 'no vectors'}"
        yield from (f"  {line}" for line in (*self.wrong, *self.remarks))


def run_group(group: str, vectors: Any, groups: Groups | None = None) -> Outcome:
    """Run the vectors of a known group: a list of them, an object of them by id, or one.

    groups  the function of each group; None for those of GROUPS
    """
    check = (GROUPS if groups is None else groups)[group]
    outcome = Outcome()
    if isinstance(vectors, dict) and vectors and all(isinstance(vector, dict) for vector in vectors.values()):
        vectors = [{"id": name, **vector} for name, vector in vectors.items()]
    rows = vectors if isinstance(vectors, list) else [vectors]
    for number, vector in enumerate(rows, 1):
        if not isinstance(vector, dict):
            outcome.wrong.append(f"vector {number}: malformed: expected an object, found {vector!r:.60}")
            continue
        name = str(vector.get("id", f"vector {number}"))
        read = Reader(vector)
        try:
            difference = check(read)
        except (MalformedError, BelettreError, ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
            outcome.wrong.append(f"{name}: malformed: {error!s:.200}")
            continue
        if difference is None:
            outcome.held += 1
        else:
            outcome.wrong.append(f"{name}: {difference}")
        if unread := read.unread():
            outcome.remarks.append(f"{name}: not tested: {', '.join(unread)}")
    return outcome


def run_file(path: str, write: Callable[[str], object], groups: Groups | None = None) -> tuple[int, int]:
    """Run the vectors of a file and write what became of them; return how many held and how many did not.

    *groups* is as in ``run_group``. Raises OSError or ValueError if the file cannot be
    read.
    """
    known = GROUPS if groups is None else groups
    found = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    if not isinstance(found, dict):
        raise ValueError("expected an object of groups")
    held = wrong = 0
    for group, vectors in found.items():
        if group not in known:
            # Texts are notes; vectors that no function knows are not tested, so they do not hold.
            write(f"{group}: unknown group, not tested")
            notes = isinstance(vectors, dict) and all(isinstance(text, str) for text in vectors.values())
            wrong += isinstance(vectors, list | dict) and bool(vectors) and not notes
            continue
        outcome = run_group(group, vectors, known)
        held, wrong = held + outcome.held, wrong + len(outcome.wrong)
        for line in outcome.lines(group):
            write(line)
    write(f"{path}: {held} of {held + wrong} hold")
    return held, wrong


def main(paths: Sequence[str], groups: Groups | None = None) -> int:
    """Run the vectors of files and return the exit status. *groups* is as in ``run_group``."""
    held = wrong = 0
    if not paths:
        sys.stderr.write("usage: python -m tests.belote.vectors FILE…\n")
        return 2
    for path in paths:
        try:
            file_held, file_wrong = run_file(path, lambda line: sys.stdout.write(f"{line}\n"), groups)
        except (OSError, ValueError) as error:
            sys.stderr.write(f"{path}: cannot be read: {error}\n")
            return 2
        held, wrong = held + file_held, wrong + file_wrong
    return 0 if held and not wrong else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
