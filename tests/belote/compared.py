"""Random games of every kind in the library and in the slow model at once: whatever differs is told.

    python -m tests.belote.compared [--deals N] [--seed N] [--game GAME] …

Each game has random house rules and random players. At every step both must allow the same actions, and what follows
from an action must be the same. Exit status: 0 nothing differs, 1 something does. Start at ``compare``.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from typing import Any

from belettre_lexicon.belote import PACK, BeloteRules, Card, Partie
from belettre_lexicon.games.belote import actions
from belettre_lexicon.games.belote import events as of
from belettre_lexicon.games.belote.cards import cards_of
from belettre_lexicon.games.belote.deals.rows import Column
from belettre_lexicon.games.belote.options import Game as GameName
from belettre_lexicon.games.belote.seats import SEATS_OF
from tests.belote.naive_partie import Game
from tests.belote.naive_variants import COLOURS, Word, pack_of
from tests.belote.random_rules import GAMES, random_options

SEATS = SEATS_OF[6]
#: Options that the model does not play: what an arbiter or a player decides outside of the rules of a deal.
NOT_MODELLED = frozenset({"misdeal", "shuffle", "cut"})
#: Short parties end more often, and so their ends are compared more often.
TARGETS = (1, 50, 162, 300, 500, 1000)


class DifferentError(AssertionError):
    """Raised if the library and the model differ. The message says where, and what each has."""


def act_of(action: Any, partie: Partie) -> Word:
    """Return an action of the library as the model has it."""
    seat = getattr(action, "seat", partie.turn)
    kind, place = type(action).__name__, seat.index if seat is not None else -1
    match kind:
        case "Take":
            return ("take", place, action.contract, *((True,) if getattr(action, "capot", False) else ()))
        case "Bid":
            return "bid", place, action.value, action.colour
        case "Swap":
            return "swap", place, *(frozenset(card.text for card in cards) for cards in (action.taken, action.put))
        case "SayCards":
            return "say_cards", place, action.cards
        case "Announce":
            return "announce", place, tuple(sorted(action.kinds))
        case "Lay":
            return "lay", place, action.card.text, action.says
        case "Claim":
            return "claim", place, action.claims
        case _:
            names = {"Double": "coinche", "Redouble": "surcoinche", "TakeChien": "take_chien", "VoidDeal": "void"}
            return names.get(kind, kind.lower()), place


def follows(event: of.Event, partie: Partie, game: Game) -> Word | None:
    """Return an event of the library as the model has it; None for one that the model does not tell."""
    match event:
        case of.Laid():
            return "laid", event.seat.index, event.card.text, event.said
        case of.PliTaken():
            cards = tuple(card.text for card in event.cards)
            return "pli", event.seat.index, event.opener.index, cards, event.points
        case of.AnnoncesJudged():
            rows = frozenset(
                (one.seat.index, one.kind, one.points, frozenset(card.text for card in one.cards))
                for one in event.shown
            )
            of_taker = None if event.team is None else 0 if is_taker(event.team.index, game) else 1
            return "annonces", of_taker, event.points, rows
        case of.DealEnded() if game.rules.game in ("comptoir", "lyonnaise"):
            made_or_missed = "missed" if event.outcome == "chute" else event.outcome
            return "deal_over", made_or_missed, tuple(event.points), tuple(event.plis)
        case of.DealEnded():
            outcome = "missed" if game.rules.game == "coinche" and event.outcome == "chute" else event.outcome
            winners: tuple[int, ...] = () if event.won_by is None else (event.won_by.index,)
            if len(event.points) == 3 and winners and not is_taker(winners[0], game):  # two defenders win together
                winners = tuple(side for side in range(3) if not is_taker(side, game))
            return "deal_over", outcome, tuple(event.points), tuple(event.exact), tuple(event.waiting), winners
        case of.PartieEnded():
            last = event.loser if event.winner is None else event.winner
            return "over", tuple(event.points), None if last is None else last.index
        case _:
            return None


def is_taker(side: int, game: Game) -> bool:
    """Return whether a side is that of the taker."""
    assert game.taker is not None
    return side == game.side(game.taker)


def sees(partie: Partie, game: Game, seat: int) -> tuple[Any, Any]:
    """Return what a seat sees in the library and in the model: hands, rows, the chien, and what it may do."""
    view, hands = partie.view(SEATS[seat]), game.hands_seen(seat)
    library: dict[str, Any] = {
        "hand": {card.text for card in view.hand},
        "hands": {other: {card.text for card in cards_of(mask)} for other, mask in enumerate(view.seen) if mask},
        "rows": [[column_text(column) for column in row] for row in view.rows],
        "chien": {card.text for card in view.chien},
        "order": [other.index for other in view.order],
        "opener": view.opener.index if game.phase == "lay" else None,
        "pli": [card.text for card in view.pli],
        "points": list(view.points),
        "allowed": {card.text for card in cards_of(view.allowed)},
        "actions": {act_of(action, partie) for action in view.actions},
    }
    model: dict[str, Any] = {
        "hand": hands.get(seat, set()),
        "hands": {other: hand for other, hand in hands.items() if hand},
        "rows": [game.row_seen(other) for other in range(2)] if view.rows else [],
        "chien": game.chien_seen() or set(),
        "order": game.order,
        "opener": game.opener if game.phase == "lay" else None,
        "pli": game.pli,
        "points": game.sheets if game.rules.game in ("comptoir", "lyonnaise") else game.totals,
    }
    mine = game.phase == "lay" and game.turn == seat
    model["allowed"] = game.may_lay() if mine else set()
    claims = game.phase == "claim" and game.turn is not None and game.side(game.turn) == game.side(seat)
    model["actions"] = game.legal() if claims else {act for act in game.legal() if act[1] == seat}
    if game.rules.game not in ("comptoir", "lyonnaise"):
        model["hands"] = {seat: hands[seat]} if hands.get(seat) else {}
    return library, model


def column_text(column: Column) -> str:
    """Return a column of a row as the model and vectors have it (``Game.row_seen``)."""
    text = "" if column.card is None else column.card.text
    return "-" if column.empty else f"{text}/?" if text and column.hidden else text or "?"


def any_action(partie: Partie, rng: random.Random) -> actions.Action:
    """Return any action of any seat, legal or not."""
    rules = partie.rules
    seat = rng.choice(SEATS[: rules.variant.players])
    if rng.random() < 0.5 and partie.turn is not None:
        seat = partie.turn
    pack = rules.variant.pack
    value: Any = rng.choice((rng.randrange(-1, 200), rng.randrange(70, 180, 10), "capot", "generale"))
    colour: Any = rng.choice((None, *COLOURS))
    size = rng.randint(1, 3)
    auction: Any = partie.state.donne.auction
    offered = cards_of(getattr(auction, "offered", 0)) or pack[:2]
    held = cards_of(partie.state.hand(seat.index)) or pack[:2]
    swap = actions.Swap(seat, tuple(rng.choices(offered, k=size)), tuple(rng.choices(held, k=rng.choice((size, 1)))))
    some: list[actions.Action] = [
        *(
            actions.Pass(seat),
            actions.Double(seat),
            actions.Redouble(seat),
            actions.Direct(seat),
            actions.TakeChien(seat),
            actions.Cancel(seat),
        ),
        *(actions.VoidDeal(seat), actions.Bid(seat, value, colour), actions.SayCards(seat, rng.randint(0, 6)), swap),
        *(actions.Take(seat, colour or "♥"), actions.Lay(seat, rng.choice(held)), actions.Lay(seat, rng.choice(pack))),
    ]
    return rng.choice(some)


def choose(acts: Sequence[Word], rng: random.Random, shy: float) -> Word:
    """Return one of the acts that are allowed. High bids are rarer than others.

    shy  the probability of a pass where something else may be said
    """
    kinds = sorted({act[0] for act in acts} - {"pass"})
    passes = [act for act in acts if act[0] == "pass"]
    if passes and (not kinds or rng.random() < shy):
        return rng.choice(passes)
    kind = rng.choice(kinds)
    some = [act for act in acts if act[0] == kind]
    if kind == "bid" and rng.random() < 0.8:
        numbers = sorted({act[2] for act in some if isinstance(act[2], int)})
        low = numbers[: 1 + len(numbers) // 8]
        some = [act for act in some if act[2] in low] or some
    return rng.choice(some)


def compare(options: dict[str, Any], seed: int, deals: int = 8) -> int:
    """Play a random game with both and return how many deals were compared. Raises DifferentError.

    deals  after this number of deals the game is left
    """
    rng = random.Random(seed)
    rules = BeloteRules(**options)
    players = rules.variant.players
    packs, shy = [deck(rules, rng) for _ in range(deals)], rng.choice((0.3, 0.6, 0.9))
    dealer = rng.randrange(players)
    game = Game(rules, dealer)
    partie = Partie.new(rules, seed=seed, dealer=SEATS[dealer], packs=packs)
    step = 0

    def differ(what: str, library: Any, model: Any) -> DifferentError:
        last = [repr(event) for event in partie.log[-6:]]
        return DifferentError(
            f"{options} seed {seed} step {step}: {what}\n  library {library}\n  model   {model}\n  " + "\n  ".join(last)
        )

    def follow(events: Sequence[of.Event], before: int) -> int:
        """Compare what follows in both; return how many deals are over."""
        told, over = [], 0
        for event in events:
            if (word := follows(event, partie, game)) is not None:
                told.append(word)
            over += isinstance(event, of.DealEnded)
            if isinstance(event, of.Dealt):
                if (event.dealer.index, event.number, "deal") != (game.dealer, game.number + 1, game.phase):
                    raise differ("deal", (event.dealer, event.number), (game.dealer, game.number, game.phase))
                game.begin([card.text for card in event.pack])
        expected = game.events[before:]
        if told != expected:
            raise differ("events", told, expected)
        return over

    done = follow(partie.log, 0)
    while done < deals:
        library = {act_of(action, partie): action for action in partie.legal_actions()}
        model = game.legal()
        if library.keys() != model:
            only, lacks = sorted(library.keys() - model, key=repr), sorted(model - library.keys(), key=repr)
            raise differ("actions", f"only {only[:5]} …{len(only)}", f"only {lacks[:5]} …{len(lacks)}")
        if not model:
            break
        if (turn := -1 if partie.turn is None else partie.turn.index) != game.turn:
            raise differ("turn", turn, game.turn)
        if rng.random() < 0.1:
            seat = rng.randrange(players)
            mine, its = sees(partie, game, seat)
            if mine != its:
                raise differ(f"views of {seat}", mine, its)
        other = any_action(partie, rng)
        twice = isinstance(other, actions.Swap) and len({*other.taken, *other.put}) < len(other.taken) + len(other.put)
        if partie.can(other) is not (act_of(other, partie) in model and not twice):
            raise differ(f"{other}", partie.refusals(other), act_of(other, partie) in model)
        act = choose([*library], rng, shy)
        action = library[act]
        if isinstance(action, actions.Lay) and rng.random() < 0.15:
            act, action = (*act[:3], False), actions.Lay(action.seat, action.card, says=False)
        before = len(game.events)
        events = partie.apply(action)
        game.do(act)
        step += 1
        done += follow(events, before)
    return done


def deck(rules: BeloteRules, rng: random.Random) -> tuple[Card, ...]:
    """Return a shuffled pack; now and then cards of one suit or rank lie together, so that annonces come up."""
    texts = pack_of(rules)
    pack = [card for card in PACK if card.text in texts]
    if rng.random() < 0.5:
        rng.shuffle(pack)
    else:
        pack.sort(key=lambda card: (card.index % 8 if rng.random() < 0.5 else 0, card.index))
        for _ in range(rng.randrange(20)):
            one, other = rng.randrange(len(pack)), rng.randrange(len(pack))
            pack[one], pack[other] = pack[other], pack[one]
    return tuple(pack)


def options_for(game: GameName, rng: random.Random, all_options: bool = False) -> dict[str, Any]:
    """Return random house rules of a game; those that the model does not play are left out unless *all_options*."""
    while True:
        options = random_options(rng, game, changes=rng.randrange(12))
        if all_options or not NOT_MODELLED & options.keys():
            break
    if "target" in options or rng.random() < 0.5:
        options.pop("target", None)
        if game not in ("comptoir", "lyonnaise"):
            options["target"] = rng.choice(TARGETS)
    if options.get("deals", 0):
        options["deals"] = rng.randint(1, 6)
    return options


def main(arguments: Sequence[str]) -> int:
    """Compare games until so many deals were played, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.belote.compared")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--most", type=int, default=20, help="differences after which it stops")
    chosen = parser.parse_args(arguments)
    games: Sequence[GameName] = chosen.game or GAMES
    deals, wrong, seed, began = dict.fromkeys(games, 0), 0, chosen.seed, time.monotonic()
    while sum(deals.values()) < chosen.deals and wrong < chosen.most:
        game = min(games, key=lambda name: deals[name])
        seed += 1
        try:
            deals[game] += compare(options_for(game, random.Random(seed)), seed)
        except Exception as error:  # noqa: BLE001  # whatever is raised is told with the game that raised it
            deals[game] += 1
            wrong += 1
            sys.stdout.write(f"seed {seed}, {game}: {type(error).__name__}: {error}\n")
    told = ", ".join(f"{game} {number}" for game, number in deals.items())
    seconds = time.monotonic() - began
    sys.stdout.write(f"{sum(deals.values())} deals ({told}), {wrong} games differ, {seconds:.0f} s\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
