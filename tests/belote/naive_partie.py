"""A second, slow model of whole games of the family, read from the rules alone: what may be done, and what follows.

Acts are tuples that begin with their kind: those of the auctions (``naive_variants``), ``("say_cards", seat, number)``,
``("announce", seat, kinds)``, ``("lay", seat, card, says)`` and ``("claim", side, claims)``. Start at ``Game``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from belettre_lexicon.games.belote.rules import BeloteRules
from tests.belote.naive import Found, annonces_of, beats, who_scores
from tests.belote.naive_scores import Counted, coinche, flat, proportional, sheets_after, spread, winner_of
from tests.belote.naive_variants import (
    SUITS,
    Bids,
    Coinche,
    Prise,
    Word,
    deal,
    holder,
    legal,
    plain_points,
    points_of,
    rank_of,
    suit_of,
)

PLAYERS = {"classic": 4, "coinche": 4, "three": 3, "decouverte": 2, "bis": 2}
TWO = ("decouverte", "bis")
SHEETS = ("comptoir", "lyonnaise")


class Game:
    """A game between random players.

    phase   "speak", "lay", "claim", "deal" (the next pack is awaited) or "over"
    events  what followed from the acts so far: plis, words of belotes, judged annonces, scores and ends
    """

    def __init__(self, rules: BeloteRules, dealer: int) -> None:
        self.rules, self.dealer, self.number = rules, dealer, 0
        self.players = PLAYERS.get(rules.game, rules.seats)
        self.teams = rules.game in ("classic", "coinche")
        self.sides = 2 if self.teams else self.players
        self.totals, self.exact = [0] * self.sides, [0] * self.sides
        self.held = [0, 0]
        self.claimed: set[int] = set()
        self.sheets = [rules.sheet] * self.players
        self.played_deals = 0
        #: The number of cards of the deal before this one if all passed in it (VK4); otherwise 0.
        self.same_size = 0
        self.events: list[Word] = []
        self.phase = "deal"

    # -- the table ----------------------------------------------------------------------------------------------

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return seat % 2 if self.teams else seat

    def is_in(self, seat: int) -> bool:
        """Return whether a player is still in (VK11)."""
        return self.rules.game not in SHEETS or self.sheets[seat] > 0

    def next(self, seat: int) -> int:
        """Return the player after a seat, in whom nobody has left (BD1, VK13)."""
        step = -1 if self.rules.clockwise else 1
        while True:
            seat = (seat + step) % self.players
            if self.is_in(seat):
                return seat

    def order_now(self) -> list[int]:
        """Return the players that are in, the one after the dealer first and the dealer last."""
        seats = [self.next(self.dealer)]
        while len(seats) < sum(map(self.is_in, range(self.players))):
            seats.append(self.next(seats[-1]))
        return seats

    def partner_of(self, seat: int) -> int | None:
        """Return the partner of a seat in the play (V3.6)."""
        if self.teams:
            return (seat + 2) % 4
        if self.rules.game == "three" and self.rules.defenders_partners and seat != self.taker:
            return next(other for other in range(3) if other not in (seat, self.taker))
        return None

    # -- the deal -----------------------------------------------------------------------------------------------

    @property
    def deal_size(self) -> int:
        """How many cards each player gets (VK2)."""
        cards = self.rules.cards
        return cards if isinstance(cards, int) else 5 - self.played_deals % 5

    def begin(self, pack: Sequence[str]) -> None:
        """Deal the cards of a pack."""
        self.pack, self.number, self.phase = list(pack), self.number + 1, "speak"
        self.order = self.order_now()
        self.taker: int | None = None
        self.trump: str | None = None
        self.turn: int | None = None
        self.bid: Any = None
        self.mult = 1
        self.laid: list[str] = []
        self.pli: list[str] = []
        self.plis: list[tuple[int, list[str]]] = []
        self.opener = self.order[0]
        self.belotes: list[dict[str, Any]] = []
        self.said: dict[int, list[Found]] = {}
        self.asked = self.cancelled = False
        self.annonce_points: dict[int, int] | None = None
        self.down: dict[int, list[str | None]] = {seat: [] for seat in range(self.players)}
        self.up: dict[int, list[str | None]] = {seat: [] for seat in range(self.players)}
        self.chien: set[str] = set()
        self.auction: Any = None
        if self.rules.cards == "dealer" and self.rules.game in SHEETS and not self.same_size:
            self.turn = self.dealer
            return
        self.lay_out(self.same_size or self.deal_size)

    def lay_out(self, size: int) -> None:
        """Put the cards before the players, and open the auction."""
        self.put(size)
        game, order = self.rules.game, self.order
        if game == "coinche":
            if self.is_weak():
                return self.void()
            self.auction = Coinche(order, self.rules)
        elif game in SHEETS:
            self.auction = Bids(order, self.rules, self.hands, self.chien)
        else:
            self.auction = Prise(order, self.retourne, self.rules)
        self.turn = self.auction.turn
        return None

    def is_weak(self) -> bool:
        """Return whether a hand has fewer than 11 points, by BC3 before the auction (BD11, VC3)."""
        if self.rules.weak_hand != "any":
            return False
        trump = self.trump or "SA"
        return any(sum(plain_points(card, trump) for card in hand) < 11 for hand in self.hands.values())

    def void(self) -> None:
        """BD10, BD11: nobody scores, and the next player deals."""
        self.end_deal("void", [[0] * self.sides] * 2, [], [False] * self.sides)

    def put(self, size: int = 5) -> None:
        """Put the cards of the deal where they lie before or after the auction."""
        dealt = deal(self.rules, self.order, self.taker, size)
        self.hands = {seat: {self.pack[place] for place in places} for seat, places in dealt.hands.items()}
        self.down = {seat: [self.pack[place] for place in places] for seat, places in dealt.down.items()}
        self.up = {seat: [self.pack[place] for place in places] for seat, places in dealt.up.items()}
        self.retourne = self.pack[dealt.retourne] if dealt.retourne is not None else ""
        self.chien = {self.pack[place] for place in dealt.chien}
        self.shown = {
            seat: {self.pack[place] for place in places[: self.rules.shown]} for seat, places in dealt.hands.items()
        }

    def all_cards(self, seat: int) -> set[str]:
        """Return the cards of a seat that were not laid, in hand or row, open or not."""
        return {card for card in (*self.hands[seat], *self.down[seat], *self.up[seat]) if card}

    def open_cards(self, seat: int) -> set[str]:
        """Return the cards that a seat may lay and that bind it (V2.6)."""
        return self.hands[seat] | {card for card in self.up[seat] if card}

    # -- what may be done ---------------------------------------------------------------------------------------

    def legal(self) -> set[Word]:
        """Return all acts; of cards those in which the player says what can be said."""
        if self.phase == "speak":
            if self.auction is None:
                return {("say_cards", self.dealer, size) for size in range(1, 6)}
            words: set[Word] = self.auction.legal()
            return words
        if self.phase == "claim":
            return {("claim", self.turn, True), ("claim", self.turn, False)}
        if self.phase != "lay" or self.turn is None:
            return set()
        acts: set[Word] = {("lay", self.turn, card, True) for card in self.may_lay()}
        acts |= self.rights()
        if self.rules.annonces and not self.plis and self.turn not in self.said and not self.cancelled:
            held = self.annonces(self.turn)
            if held:
                acts.add(("announce", self.turn, tuple(sorted(kind_of(one) for one in held))))
        return acts

    def rights(self) -> set[Word]:
        """Return who may cancel the annonces or void the deal now (BN4, BD11)."""
        acts: set[Word] = set()
        if self.plis or (not self.rules.annonces and self.rules.weak_hand != "no_trump"):
            return acts
        for seat, hand in self.hands.items():
            first = seat == self.turn and not self.plis and self.rules.annonces
            four = [rank for rank in ("8", "7") if all(rank + suit in hand for suit in SUITS)]
            options = {"8": self.rules.carre_eight, "7": self.rules.carre_seven}
            if first and not self.cancelled and any(options[rank] == "cancels" for rank in four):
                acts.add(("cancel", seat))
            if first and any(options[rank] == "void" for rank in four):
                acts.add(("void", seat))
            trump = self.trump or ""
            has_trump = trump == "TA" or any(suit_of(card) == trump for card in hand)
            weak = sum(plain_points(card, trump) for card in hand) < 11 and not has_trump
            if self.rules.weak_hand == "no_trump" and not self.laid and weak:
                acts.add(("void", seat))
        return acts

    def may_lay(self) -> set[str]:
        """Return the cards that may be laid."""
        seat = self.turn
        assert seat is not None
        partner = self.partner_of(seat)
        laid_by = [(self.opener_order()[place], card) for place, card in enumerate(self.pli)]
        partners = [card for player, card in laid_by if player == partner]
        return legal(sorted(self.open_cards(seat)), self.pli, self.trump or "", partners, self.rules)

    def opener_order(self) -> list[int]:
        """Return the players in the order in which they lay cards in this pli."""
        seats = [self.opener]
        while len(seats) < len(self.order):
            seats.append(self.next(seats[-1]))
        return seats

    def annonces(self, seat: int) -> list[Found]:
        """Return the annonces of a player (BN2 to BN5)."""
        hand = sorted(self.hands[seat])
        assert self.trump is not None
        if self.rules.shared_cards:
            return annonces_of(hand, self.trump, self.rules)
        carres = [one for one in annonces_of(hand, self.trump, self.rules) if one[0]]
        choices = []
        for size in range(len(carres) + 1):
            for chosen in combinations(carres, size):
                rest = [card for card in hand if not any(card in one[2] for one in chosen)]
                runs = [one for one in annonces_of(rest, self.trump, self.rules) if not one[0]]
                choices.append([*chosen, *runs])
        return max(choices, key=lambda one: (sum(points for _, points, _ in one), sum(found[0] for found in one)))

    # -- what is done -------------------------------------------------------------------------------------------

    def do(self, act: Word) -> None:
        """Do an act that is allowed, and whatever follows from it."""
        kind = act[0]
        if kind == "say_cards":
            self.lay_out(act[2])
        elif kind == "lay":
            self.lay(act[1], act[2], says=act[3])
        elif kind == "void":
            self.void()
        elif kind == "cancel":
            self.cancelled = True
        elif kind == "announce":
            self.announce(act[1], act[2])
        elif kind == "claim":
            forgotten = next(one for one in self.belotes if one["stage"] == "forgotten")
            forgotten["stage"] = "scored" if act[2] else "lost"
            if act[2]:
                self.claimed.add(self.side(act[1]))
            self.count()
        else:
            self.auction.say(act)
            self.turn = self.auction.turn
            if self.auction.over:
                self.close_auction()

    def close_auction(self) -> None:
        """Begin the play, or the next deal if nobody took."""
        rules, auction = self.rules, self.auction
        if isinstance(auction, Coinche):
            if auction.bid is None:
                return self.nobody_took()
            _, self.taker, self.bid, self.trump = auction.bid
            self.mult = auction.mult
            if rules.generale_leads and self.bid == "generale":
                self.opener = self.taker
        elif isinstance(auction, Bids):
            if auction.taker is None:
                return self.nobody_took()
            self.taker, self.bid, self.chien = auction.taker, auction.bid, auction.chien
            self.opener = self.taker
        else:
            if not auction.takes:
                return self.nobody_took()
            _, self.taker, self.trump, *capot = auction.takes[-1]
            self.asked = bool(capot)
            self.put()
            if self.is_weak():
                return self.void()
        self.pairs = {
            (seat, suit): (f"R{suit}", f"D{suit}")
            for seat in self.hands
            for suit in self.belote_suits()
            if {f"R{suit}", f"D{suit}"} <= self.all_cards(seat)
        }
        self.hand_size = len(self.all_cards(self.opener))
        self.phase, self.turn = "lay", self.opener
        return None

    def belote_suits(self) -> str:
        """Return the suits in which there may be a belote (BB1, BV2, BV3, VC20, VK7)."""
        if self.rules.game in SHEETS or self.trump == "SA":
            return ""
        if self.trump == "TA":
            return SUITS if self.rules.ta_belote else ""
        return self.trump or ""

    def announce(self, seat: int, kinds: Sequence[str]) -> None:
        """BN6: of each kind that is said the strongest annonces are meant."""
        left, meant = list(kinds), []
        trump = self.trump or ""
        held = self.annonces(seat)
        if not self.rules.shared_cards and sorted(kinds) != sorted(kind_of(one) for one in held):
            raise AssertionError("only all annonces are said where cards are not shared")
        for one in sorted(held, key=lambda one: sum(beats(other, one, trump, self.rules) for other in held)):
            if kind_of(one) in left:
                left.remove(kind_of(one))
                meant.append(one)
        self.said[seat] = meant

    def lay(self, seat: int, card: str, *, says: bool) -> None:
        """BP2, BP10, V2.7: lay a card."""
        self.events.append(("laid", seat, card, self.word_of(seat, card, says)))
        if self.trump is None:
            self.trump = suit_of(card)
        self.laid.append(card)
        self.hands[seat].discard(card)
        turned = []
        if card in self.up[seat]:
            column = self.up[seat].index(card)
            self.up[seat][column] = None
            if self.down[seat][column] is not None:
                turned.append((seat, column))
        self.waiting_to_turn = [*getattr(self, "waiting_to_turn", []), *turned]
        self.pli.append(card)
        if self.rules.turn == "play":
            self.turn_up()
        full = len(self.pli) == len(self.order)
        if len(self.plis) == 1 and len(self.pli) == 1 and self.said and not self.cancelled:
            self.judge()
        if not full:
            self.turn = self.next(seat)
            return
        self.turn_up()
        winner = self.opener_order()[holder(self.pli, self.trump)]
        points = sum(points_of(one, self.trump, self.rules) for one in self.pli)
        self.events.append(("pli", winner, self.opener, tuple(self.pli), points))
        self.plis.append((winner, self.pli))
        self.pli, self.opener, self.turn = [], winner, winner
        if len(self.plis) == self.hand_size:
            self.count()

    def turn_up(self) -> None:
        """V2.7: turn up the cards that lie free."""
        for seat, column in self.waiting_to_turn:
            self.up[seat][column], self.down[seat][column] = self.down[seat][column], None
        self.waiting_to_turn = []

    def word_of(self, seat: int, card: str, says: bool) -> str:
        """BB2, V2.11: what is said with a card, and how far the belote comes by it."""
        suit, rules = suit_of(card), self.rules
        pair = self.pairs.get((seat, suit), ())
        if card not in pair:
            return ""
        other = next(one for one in pair if one != card)
        side = self.side(seat)
        if other not in self.laid:
            wrong_first = rules.king_first and rank_of(card) == "D"
            if other in self.down[seat]:
                if rules.belote_hidden and not wrong_first:
                    self.belotes.append({"seat": seat, "suit": suit, "stage": "hidden"})
                return ""
            if wrong_first or not says:
                return ""
            stage = "scored" if rules.rebelote == "optional" else "begun"
            self.belotes.append({"seat": seat, "suit": suit, "stage": stage})
            return "belote"
        for one in self.belotes:
            if one["suit"] == suit and one["stage"] == "hidden":
                one["stage"] = "scored" if says else "lost"
                return "belote" if says else ""
            if one["suit"] == suit and one["stage"] == "begun":
                may_claim = rules.rebelote == "once" and side not in self.claimed
                one["stage"] = "scored" if says else "forgotten" if may_claim else "lost"
                return "rebelote" if says else ""
            if one["suit"] == suit:
                return "rebelote" if says else ""
        return ""

    # -- what is counted ----------------------------------------------------------------------------------------

    def judge(self) -> None:
        """BN7 to BN10, V3.7."""
        trump = self.trump or ""
        groups = [
            [one for seat, said in self.said.items() if self.of_taker(seat) != bool(side) for one in said]
            for side in (0, 1)
        ]
        winner, points = who_scores(groups, trump, self.rules)
        shown = [
            (seat, one)
            for seat, said in self.said.items()
            for one in said
            if (winner is not None and self.of_taker(seat) != bool(winner))
            or (winner is None and not any(beats(other, one, trump, self.rules) for group in groups for other in group))
        ]
        self.annonce_points = {0: 0, 1: 0}
        if winner is not None:
            self.annonce_points[winner] = points
        rows = frozenset((seat, kind_of(one), one[1], frozenset(one[2])) for seat, one in shown)
        self.events.append(("annonces", winner, points, rows))

    def of_taker(self, seat: int) -> bool:
        """Return whether a seat plays with the taker, or is the taker."""
        assert self.taker is not None
        return seat == self.taker or (self.teams and seat % 2 == self.taker % 2)

    def count(self) -> None:
        """BB3, then the score of the deal."""
        for one in self.belotes:
            if one["stage"] == "forgotten" and self.side(one["seat"]) not in self.claimed:
                self.phase, self.turn = "claim", one["seat"]
                return None
        assert self.taker is not None
        if self.rules.game in SHEETS:
            return self.count_sheets()
        rules, trump, last = self.rules, self.trump or "", self.plis[-1][0]
        p, won = [0, 0], [0, 0]
        for winner, cards in self.plis:
            side = 0 if self.of_taker(winner) else 1
            p[side] += sum(points_of(card, trump, rules) for card in cards)
            won[side] += 1
        der = 0 if self.of_taker(last) else 1
        if rules.ta_values == "proportional" and trump in ("SA", "TA"):
            p = proportional(p, trump, der)
        else:
            p[der] += 10
        belotes = [0] * self.players
        for one in self.belotes:
            belotes[one["seat"]] += 20 * (one["stage"] == "scored")
        b = [sum(points for seat, points in enumerate(belotes) if self.of_taker(seat) != bool(side)) for side in (0, 1)]
        a = [(self.annonce_points or {}).get(side, 0) for side in (0, 1)]
        scores: list[list[int]] = []
        waits: list[int] = []
        outcome = ""
        for place, rounding in enumerate((rules.rounding, "exact")):
            counted = Counted(trump, p, won, b, a, held=self.held[place])
            counted.annonces_said, counted.asked = bool(self.said), self.asked
            if rules.game == "coinche":
                own = sum(winner == self.taker for winner, _ in self.plis)
                made, pair = coinche(self.bid, self.mult, counted, own, rules, rounding)
                outcome = "made" if made else "missed"
                waits.append(0)
            else:
                outcome, pair, held = flat(counted, rules, rounding)
                waits.append(held)
            if self.teams:
                scores.append(pair if self.taker % 2 == 0 else pair[::-1])
            else:
                scores.append(spread(pair, self.taker, belotes, rules))
        self.held = waits
        took = {"made": True, "capot": True, "chute": False, "missed": False, "capot_defence": False}.get(outcome)
        won_by = [] if took is None else sorted({self.side(s) for s in range(self.players) if self.of_taker(s) == took})
        self.end_deal(outcome, scores, won_by, self.scored(outcome, scores[1], b, a, won))
        return None

    def scored(
        self, outcome: str, exact: Sequence[int], b: Sequence[int], a: Sequence[int], won: Sequence[int]
    ) -> list[bool]:
        """Return which sides scored anything but belotes (VE2), or but annonces without a pli (BN13)."""
        rules, result = self.rules, []
        lost = rules.game != "coinche" and rules.belote_lost and outcome in ("chute", "capot_defence")
        for side in range(self.sides):
            seat = next(s for s in range(self.players) if self.side(s) == side)
            mine = 0 if self.of_taker(seat) else 1
            points = exact[side]
            if rules.game == "coinche":
                if rules.coinche_score != "bid":
                    winner = 0 if outcome == "made" else 1
                    shared = outcome == "made" and self.mult == 1
                    if shared or rules.coinche_belote == "own":
                        points -= b[mine]
                    elif mine == winner:
                        points -= sum(b)
            elif rules.game == "three" and rules.defence_scores == "half" and mine:
                points -= sum(20 for one in self.belotes if one["stage"] == "scored" and one["seat"] == seat)
            elif outcome == "litige" and not mine and not rules.litige_belote:
                pass
            elif lost:
                points -= sum(b) if mine else 0
            else:
                points -= b[mine]
            if rules.capot_scores_annonces and won[mine] == 0 and points == a[mine]:
                points = 0
            result.append(points > 0)
        return result

    def nobody_took(self) -> None:
        """BA6, VK4."""
        same = self.rules.all_pass == "same_dealer"
        if self.rules.game in SHEETS:
            self.same_size = len(self.hands[self.dealer])
            self.events.append(("deal_over", "passed", (0,) * self.players, (0,) * self.players))
            self.dealer, self.phase, self.turn = self.next(self.dealer), "deal", None
            return
        self.end_deal("passed", [[0] * self.sides] * 2, [], [False] * self.sides, same_dealer=same)

    def end_deal(
        self,
        outcome: str,
        scores: Sequence[Sequence[int]],
        won_by: Sequence[int],
        scored: Sequence[bool],
        *,
        same_dealer: bool = False,
    ) -> None:
        """Write the points and see whether the partie is over (BE, VE)."""
        self.totals = [total + points for total, points in zip(self.totals, scores[0], strict=True)]
        self.exact = [total + points for total, points in zip(self.exact, scores[1], strict=True)]
        self.events.append(("deal_over", outcome, tuple(scores[0]), tuple(scores[1]), tuple(self.held), tuple(won_by)))
        exact = self.rules.exact_end and self.rules.rounding != "exact"
        winner = winner_of(self.exact if exact else self.totals, scored, won_by, self.number, self.rules)
        self.phase, self.turn = "deal", None
        if winner is not None:
            self.phase = "over"
            self.events.append(("over", tuple(self.totals), winner))
        elif not same_dealer:
            self.dealer = self.next(self.dealer)

    def count_sheets(self) -> None:
        """VK7 to VK13."""
        assert self.taker is not None
        trump = self.trump or ""
        points = [0] * self.players
        for winner, cards in self.plis:
            points[winner] += sum(points_of(card, trump, self.rules) for card in cards)
        made, before = points[self.taker] >= self.bid, self.sheets
        self.sheets = sheets_after(before, self.taker, self.bid, points[self.taker], self.rules)
        self.played_deals += 1
        self.same_size = 0
        falls = tuple(after - sheet for after, sheet in zip(self.sheets, before, strict=True))
        self.events.append(("deal_over", "made" if made else "missed", falls, tuple(points)))
        left = [seat for seat in range(self.players) if self.sheets[seat]]
        self.phase, self.turn = "deal", None
        if len(left) == 1:
            self.phase = "over"
            self.events.append(("over", tuple(self.sheets), left[0]))
        elif self.rules.next_dealer == "next":
            self.dealer = self.next(self.dealer)
        else:
            self.dealer = self.taker if made and self.sheets[self.taker] else self.next(self.taker)

    # -- what is seen -------------------------------------------------------------------------------------------

    def hands_seen(self, seat: int) -> dict[int, set[str]]:
        """Return which cards in hands a seat sees, by seat (VK14 to VK16, V2.8)."""
        speaking = self.phase == "speak"
        if self.auction is None:
            return {}
        seen: dict[int, set[str]] = {}
        for other, hand in self.hands.items():
            sees = other == seat
            if self.rules.blind:
                sees = not sees or not speaking
            seen[other] = set(hand) if sees else set()
            seen[other] |= self.shown[other] & hand
            if isinstance(self.auction, Bids):
                seen[other] |= self.auction.public[other] & hand
        return seen

    def chien_seen(self) -> set[str] | None:
        """Return the chien if it lies open (VL2, VL3)."""
        if not isinstance(self.auction, Bids) or not (self.rules.chien_open or self.auction.taken_up):
            return None
        return set(self.auction.chien)

    def row_seen(self, seat: int) -> list[str]:
        """Return the columns of the row of a seat as both players see them: "X/?", "X", "?" or "-" (V2.8)."""
        rows = []
        for column, under in enumerate(self.down[seat]):
            over = self.up[seat][column] if column < len(self.up[seat]) else None
            rows.append(f"{over}/?" if over and under else over or ("?" if under else "-"))
        return rows


def kind_of(one: Found) -> str:
    """Return the kind of an annonce (BN2, BN4)."""
    if one[0]:
        return "carré"
    return {3: "tierce", 4: "cinquante"}.get(len(one[2]), "cent")
