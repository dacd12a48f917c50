"""Run hand-worked vectors of the other games of the Belote family, and print which of them hold.

    python -m tests.belote.variant_vectors FILE…

The form of a file, what a reader of vectors does and the exit status are those of ``vectors``. Seats are numbers in
playing order, so the functions here use the first seats in the order of ``SEATS_OF``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from belettre_lexicon.games.belote.actions import (
    Action,
    Bid,
    Direct,
    Double,
    Lay,
    Pass,
    Redouble,
    Swap,
    Take,
    TakeChien,
)
from belettre_lexicon.games.belote.auction import coinche, comptoir, lyonnaise, prise
from belettre_lexicon.games.belote.cards import PACK, Card, cards_of, mask_of, points_in, read_contract
from belettre_lexicon.games.belote.deals.comptoir import cards_seen, dealt_out
from belettre_lexicon.games.belote.events import DealEnded
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.play import holder, obligation
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.coinche import score_coinche, score_coinche_renonce
from belettre_lexicon.games.belote.scoring.ends import end_of_totals
from belettre_lexicon.games.belote.scoring.flat import score_flat
from belettre_lexicon.games.belote.scoring.sheets import bid_worth, die_of, settle
from belettre_lexicon.games.belote.scoring.totals import DIX_DE_DER, DealTotals, proportional, whole_deal
from belettre_lexicon.games.belote.seats import SEATS_OF
from belettre_lexicon.games.belote.state import OVER, SPEAK, with_states
from belettre_lexicon.games.belote.view import view as view_of
from tests.belote import vectors
from tests.belote.compared import column_text
from tests.belote.vectors import Groups, MalformedError, Reader, cards_in, same

SEATS = SEATS_OF[6]
#: The factor of a contract, by what was said of it.
SAID = {"no": 1, "coinche": 2, "surcoinche": 4}


def rules_of(read: Reader, game: str, **more: Any) -> BeloteRules:
    """Return the house rules of a vector. *more* are options that the vector supposes."""
    options = {name: value for name, value in (read("options", {}) or {}).items() if name != "players"}
    return BeloteRules(**{"game": game, **more, **options})


def action_of(seat: int, word: Any, *cards: Any) -> Action:
    """Return the action that is written as a word of an auction."""
    speaker = SEATS[seat]
    if isinstance(word, int):
        return Bid(speaker, word)
    if word == "swap":
        return Swap(speaker, *(tuple(map(Card.of, some)) for some in cards))
    words: dict[str, Any] = {
        "pass": Pass,
        "coinche": Double,
        "surcoinche": Redouble,
        "direct": Direct,
        "take": TakeChien,
    }
    if word in words:
        said: Action = words[word](speaker)
        return said
    value, _, colour = word.partition(" ")
    if not colour:
        return Take(speaker, read_contract(word))
    return Bid(speaker, int(value) if value.isdigit() else value, read_contract(colour))


def run(module: Any, auction: Any, words: Sequence[Any], rules: BeloteRules) -> tuple[Any, int | None]:
    """Return the auction after the words that are legal, and the place of the first one that is refused."""
    for place, (seat, word, *cards) in enumerate(words):
        action = action_of(seat, word, *cards)
        refused = module.refusal(auction, action, rules)
        listed = module.legal(auction, rules)
        if (action in listed) == (refused is not None):
            raise MalformedError(f"{action}: listed is {action in listed}, but refused {refused}")
        if refused is not None:
            return auction, place
        auction = module.after(auction, action, rules)
    return auction, None


def order_of(players: Sequence[int], dealer: int) -> tuple[int, ...]:
    """Return the players in playing order from the one after the dealer, who is the last."""
    place = players.index(dealer) + 1
    return (*players[place:], *players[:place])


def coinche_auctions(read: Reader) -> str | None:
    """dealer, words → over, next, contract and the first illegal word."""
    rules, order = rules_of(read, "coinche"), order_of(range(4), read("dealer"))
    auction, illegal = run(coinche, coinche.opened(order), read("words"), rules)
    last = auction.contract
    contract = last and {"value": last.value, "colour": last.colour, "taker": last.taker, "mult": last.mult}
    found = {"over": auction.turn is None, "next": auction.turn, "contract": contract, "illegal": illegal}
    return same(found, read("result"))


def totals_of(read: Reader, taker: int) -> DealTotals:
    """Return what was won in a deal of coinche, with a team as the takers."""
    p, plis, belote, annonces = ([*read(key)] for key in ("p", "plis", "belote", "annonces"))
    pairs: list[Any] = [tuple(pair[::-1] if taker else pair) for pair in (p, plis, belote, annonces)]
    return DealTotals(taker, pairs[0], pairs[1], pairs[2], pairs[3], read_contract(read("colour")))


def factor(read: Reader, rules: BeloteRules) -> int:
    """Return the factor of a contract (VC14)."""
    said = SAID[read("said")]
    return rules.surcoinche if said == SAID["surcoinche"] else said


def coinche_scores(read: Reader) -> str | None:
    """value, colour, said, p, plis, taker_plis, belote, annonces → result, score."""
    value = read("value")
    high = {"bid_max": value} if isinstance(value, int) and value > 160 else {}
    rules = rules_of(read, "coinche", **high)
    for taker in (0, 1):
        result = score_coinche(
            totals_of(read, taker), value, factor(read, rules), rules, taker_plis=read("taker_plis", None)
        )
        points = result.points[::-1] if taker else result.points
        made = "made" if result.won_by == taker else "missed"
        if difference := same((made, list(points)), (read("result"), read("score"))):
            return f"{difference} (team {taker} took)"
    return None


def renonces(read: Reader) -> str | None:
    """value, colour, said, fault, belote, annonces → score of T and D."""
    rules = rules_of(read, "coinche")
    for taker in (0, 1):
        belote, annonces = ([*read(key)][:: -1 if taker else 1] for key in ("belote", "annonces"))
        at_fault = taker if read("fault") == "T" else 1 - taker
        result = score_coinche_renonce(
            at_fault,
            taker,
            read("value"),
            factor(read, rules),
            rules,
            belote=tuple(belote),
            annonces=tuple(annonces),
            contract=read_contract(read("colour")),
        )
        if difference := same(list(result.points[:: -1 if taker else 1]), read("score")):
            return f"{difference} (team {taker} took)"
    return None


def proportions(read: Reader) -> str | None:
    """colour, raw_takers, der_takers → points of plis of T and D."""
    rules, colour = BeloteRules(game="coinche", sa_ta=True, ta_values="proportional"), read_contract(read("colour"))
    raw, everything = read("raw_takers"), points_in(mask_of(PACK), colour, "plain")
    first, second = proportional((raw, everything - raw), colour, rules)
    der = (10, 0) if read("der_takers") else (0, 10)
    return same([first + der[0], second + der[1]], read("p"))


def packs(read: Reader) -> str | None:
    """game, options → cards that are missing, size of a hand, plis, points of the cards."""
    variant = rules_of(read, read("game")).variant
    missing = [card.text for card in PACK if card not in variant.pack]
    found = sorted(missing), variant.hand, variant.plis, points_in(mask_of(variant.pack), "♥")
    return same(found, (sorted(read("missing")), read("hand"), read("plis"), read("card_points")))


def plis(read: Reader) -> str | None:
    """trump, pli → winner (from 1) and points of the cards."""
    pli, contract, rules = read.cards("pli"), read.contract(), rules_of(read, "coinche")
    found = holder(pli, contract) + 1, points_in(mask_of(pli), contract, rules.ta_values)
    return same(found, (read("winner"), read("points")))


def legal_cards(read: Reader) -> str | None:
    """trump, pli, hand, partner, open, hidden → cards that may be laid."""
    hand, pli, partners = read.cards("hand"), read.cards("pli"), read.cards("partner")
    read("hidden", None)
    rules = rules_of(read, "coinche")
    back = next((len(pli) - place for place, card in enumerate(pli) if card in partners), 0)
    binding = mask_of((*hand, *cards_in(read("open", None))))
    found = obligation(binding, pli, read.contract(), rules, partner_back=back).cards
    return same({card.text for card in cards_of(found)}, set(read("legal")))


def prises(read: Reader) -> str | None:
    """players, dealer, retourne, words → over, taker, trump, next and the first illegal word."""
    players = read("players")
    rules = rules_of(read, "three" if players == 3 else "bis")
    order = order_of(range(players), read("dealer"))
    auction, illegal = run(prise, prise.opened(order, Card.of(read("retourne"))), read("words"), rules)
    found = {
        "over": auction.turn is None,
        "taker": auction.taker,
        "trump": auction.trump,
        "next": auction.turn,
        "illegal": illegal,
    }
    return same(found, read("result"))


def flat_scores(read: Reader) -> str | None:
    """players, taker, trump, p, plis_won, plis, belote, annonces, held_before → result, scores, held."""
    players, taker, trump, p = read("players"), read("taker"), read_contract(read("trump")), read("p")
    more = {"moderne": True} if trump in ("SA", "TA") else {}
    rules = rules_of(read, "three" if players == 3 else "bis", **more)
    said = read("belote")
    said = [] if said is None else said if isinstance(said, list) else [said]
    belote = tuple(20 * said.count(seat) for seat in range(players))
    won, all_plis, annonces = read("plis_won"), read("plis"), read("annonces")
    totals = DealTotals(
        0,
        (p, whole_deal(trump, rules) - p),
        (won, all_plis - won),
        (belote[taker], sum(belote) - belote[taker]),
        tuple(annonces),
        trump,
        waiting=read("held_before"),
        all_plis=all_plis,
    )
    result = score_flat(totals, taker, belote, rules)
    outcome = {"capot_defence": "capot of the defence"}.get(result.outcome, result.outcome)
    return same({"result": outcome, "scores": list(result.points), "held": result.waiting}, read("result"))


def comptoir_bids(read: Reader) -> str | None:
    """players, dealer, acts → phase, taker, bid, next and the first illegal act."""
    rules = rules_of(read, "comptoir")
    auction, illegal = run(comptoir, comptoir.opened(order_of(read("players"), read("dealer")), 5), read("acts"), rules)
    found = {
        "phase": "over" if auction.turn is None else "bids",
        "taker": auction.taker,
        "bid": auction.bid,
        "next": auction.turn,
        "illegal": illegal,
    }
    return same(found, read("result"))


def lyonnaises(read: Reader) -> str | None:
    """players, dealer, deck, acts → phase, taker, bid, next, illegal, chien if it is seen, hands."""
    order, deck = order_of(read("players"), read("dealer")), read.cards("deck")
    rules = rules_of(read, "lyonnaise", seats=len(order))
    cards = rules.cards if isinstance(rules.cards, int) else 5
    auction, illegal = run(lyonnaise, dealt_out(deck, order, cards, rules)[1], read("acts"), rules)
    seen = rules.chien_open or auction.turned_up
    found = {
        "phase": "over" if auction.turn is None else auction.stage,
        "taker": auction.taker,
        "bid": auction.bid,
        "next": auction.turn,
        "illegal": illegal,
        "chien": {card.text for card in cards_of(auction.chien)} if seen else None,
        "hands": [{card.text for card in cards_of(hand)} for hand in auction.hands],
    }
    expected = {**read("result")}
    expected["chien"] = None if expected["chien"] is None else set(expected["chien"])
    expected["hands"] = [set(hand) for hand in expected["hands"]]
    return same(found, expected)


def partie_of(read: Reader, rules: BeloteRules, deck: Sequence[Card], dealer: int) -> Partie:
    """Return a partie whose first deal is that of a pack."""
    return Partie.new(rules, seed=0, dealer=SEATS[dealer], packs=(deck,))


def take(partie: Partie, taker: int, value: Any = 100) -> None:
    """Let a seat win the auction: all others pass, and it takes or bids."""
    while partie.awaits == "speak" and partie.turn is not None:
        seat, legal = partie.turn, partie.legal_actions()
        takes = [one for one in legal if isinstance(one, Take) or (isinstance(one, Bid) and one.value == value)]
        mine = seat.index == taker and takes and partie.state.donne.taker is None
        partie.apply(takes[0] if mine else next((one for one in legal if isinstance(one, Pass)), legal[0]))


def deals(read: Reader) -> str | None:
    """game, dealer, taker (null: before the prise) → places in the pack of hands, rows, retourne and chien."""
    options, expected = read("options", {}) or {}, read("result")
    seats = {"seats": len(options["players"])} if "players" in options else {}
    rules = rules_of(read, read("game"), **seats)
    deck, taker = rules.variant.pack, read("taker")
    partie = partie_of(read, rules, deck, read("dealer"))
    if taker is not None:
        take(partie, taker)
    views = [partie.view(SEATS[seat]) for seat in range(rules.variant.players)]
    found: dict[str, Any] = {"hands": [sorted(deck.index(card) for card in view.hand) for view in views]}
    if "retourne" in expected:
        retourne: Any = views[0].retourne
        found["retourne"] = deck.index(retourne)
    if "chien" in expected:
        auction: Any = partie.state.donne.auction
        found["chien"] = [deck.index(card) for card in cards_of(auction.chien)]
    if "down" in expected:
        rows: Any = partie.state.donne.rows
        found["down"] = [[deck.index(card) for card in row] for row in rows.down]
        found["up"] = [[deck.index(card) for card in row] for row in rows.up]
    return same(found, expected)


def openers(read: Reader) -> str | None:
    """game, dealer, taker, value → opener of pli 1."""
    rules = rules_of(read, read("game"))
    partie = partie_of(read, rules, rules.variant.pack, read("dealer"))
    take(partie, read("taker"), read("value") or 100)
    return same(partie.turn and partie.turn.index, read("opener"))


def comptoir_points(read: Reader) -> str | None:
    """players, opener, plis → points by seat. The first card makes its suit trump."""
    players, opener = read("players"), read("opener")
    laid = [cards_in(pli) for pli in read("plis")]
    contract = laid[0][0].suit
    points = [0] * players
    for pli in laid:
        opener = (opener + holder(pli, contract)) % players
        points[opener] += points_in(mask_of(pli), contract)
    return same(points, read("points"))


def two_play(read: Reader) -> str | None:
    """game, dealer, deck, words, plays → what a seat sees, and where the deal stands."""
    rules, seat = rules_of(read, read("game")), read("seat")
    partie = partie_of(read, rules, read.cards("deck"), read("dealer"))
    for speaker, word in read("words"):
        partie.apply(action_of(speaker, word))
    illegal = None
    for place, (player, card) in enumerate(read("plays")):
        action = Lay(SEATS[player], Card.of(card))
        if partie.refusals(action):
            illegal = place
            break
        partie.apply(action)
    state, ended = partie.state, False
    for before, event, _ in with_states(partie.log, partie.setup):
        if isinstance(event, DealEnded) and before is not None:  # what is told is the deal before the next one
            state, ended = replace(before, phase=OVER), True
    view = view_of(state, partie.setup, SEATS[seat])
    retourne: Any = view.retourne
    sees = {
        "hand": {card.text for card in view.hand},
        "own": [column_text(column) for column in view.rows[seat]],
        "other": [column_text(column) for column in view.rows[1 - seat]],
        "retourne": None if retourne.bit & state.played else retourne.text,
    }
    counted, won, last = [0, 0], [0, 0], 0
    for pli in state.taken:
        last = pli.seat.index
        counted[last], won[last] = counted[last] + pli.points, won[last] + 1
    if ended:
        counted[last] += DIX_DE_DER
    legal = [action.card.text for action in partie.legal_actions() if isinstance(action, Lay)]
    speaking = state.phase == SPEAK
    found = {
        "sees": sees,
        "next": last if ended else partie.turn and partie.turn.index,
        "legal": None if speaking else set() if ended else set(legal),
        "plis": won,
        "points": counted,
        "belotes": [one.seat.index for one in state.donne.belotes],
        "illegal": illegal,
    }
    expected = {key: read(key) for key in found}
    expected["sees"] = {**expected["sees"], "hand": set(expected["sees"]["hand"])}
    expected["legal"] = None if expected["legal"] is None else set(expected["legal"])
    return same(found, expected)


def worth(read: Reader) -> str | None:
    """bid → value."""
    return same(bid_worth(read("bid"), rules_of(read, "comptoir")), read("value"))


def dice(read: Reader) -> str | None:
    """sheet → die: face, round counted from the end."""
    die = die_of(read("sheet"))
    return same(die and list(die), read("die"))


def sheets(read: Reader) -> str | None:
    """sheets, taker, bid, points, dealer → made, sheets, leave, over, loser, dealer."""
    before = tuple(read("sheets"))
    rules = rules_of(read, "comptoir", seats=len(before))
    result = settle(before, read("taker"), read("bid"), read("points"), read("dealer"), rules)
    found = {
        "made": result.made,
        "sheets": list(result.sheets),
        "leave": list(result.left),
        "over": result.over,
        "loser": result.loser,
        "dealer": result.dealer,
    }
    return same(found, read("result"))


def comptoir_sees(read: Reader) -> str | None:
    """seat, hands as dealt, auction_over → cards of each hand that the seat sees."""
    rules = rules_of(read, "comptoir", cards=2)
    hands = [cards_in(hand) for hand in read("hands")]
    masks = [mask_of(hand) for hand in hands]
    known = [mask_of(hand[: rules.shown]) for hand in hands]
    seen = cards_seen(read("seat"), masks, known, blind=rules.blind, auction_over=read("auction_over"))
    return same([{card.text for card in cards_of(mask)} for mask in seen], [set(hand) for hand in read("sees")])


def ends(read: Reader) -> str | None:
    """target, before, deal, belote, won_deal → winner."""
    before, deal, belote = read("before"), read("deal"), read("belote")
    rules = rules_of(read, "three" if len(before) == 3 else "coinche", target=read("target"))
    totals = tuple(total + points for total, points in zip(before, deal, strict=True))
    scored = tuple(points > said for points, said in zip(deal, belote, strict=True))
    end = end_of_totals(totals, scored, tuple(read("won_deal")) or None, rules)
    return same(end.winner, read("winner"))


#: The function of each kind.
GROUPS: Groups = {
    "deals": deals,
    "openers": openers,
    "two_play": two_play,
    "comptoir_points": comptoir_points,
    "coinche_auctions": coinche_auctions,
    "coinche_scores": coinche_scores,
    "renonces": renonces,
    "proportional": proportions,
    "packs": packs,
    "plis": plis,
    "legal": legal_cards,
    "prises": prises,
    "flat_scores": flat_scores,
    "comptoir_bids": comptoir_bids,
    "lyonnaise": lyonnaises,
    "worth": worth,
    "dice": dice,
    "sheets": sheets,
    "comptoir_sees": comptoir_sees,
    "ends": ends,
}

if __name__ == "__main__":
    raise SystemExit(vectors.main(sys.argv[1:], GROUPS))
