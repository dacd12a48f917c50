"""Random games of every kind: walks, changed records, and the same deal with other hidden cards.

    python -m tests.belote.family [--walks N] [--changes N] [--twins N] [--seed N] [--game GAME] …

Each number is that of one kind of game. Exit status: 0 all is as it must be, 1 something is not.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.belote import (
    Action,
    Announce,
    BeloteRules,
    Card,
    IllegalActionError,
    Lay,
    Partie,
    RecordError,
    Setup,
    action_of,
    format_record,
    parse_record,
    partie_of,
    read_shorthand,
    record_of,
    seen_by,
    write_shorthand,
)
from belettre_lexicon.games.belote.options import Game as GameName
from belettre_lexicon.games.kit.chain import ChainedLine, encode_line, next_check
from tests.belote.compared import SEATS, act_of, choose, deck, options_for
from tests.belote.naive_partie import Game
from tests.belote.random_rules import GAMES

#: Values of every JSON type that no field expects, or that lie just outside what a field allows.
NASTY: list[Any] = [
    *(
        None,
        True,
        0,
        1,
        -1,
        9,
        153,
        2**63,
        10**400,
        1.5,
        "",
        "é",
        "\0",
        "S",
        "5",
        "6",
        "7",
        "N+S",
        "V♥",
        "1♥",
        "♥",
        "SA",
    ),
    *("capot", "generale", "passed", "a" * 5000, [], [[]], {}, ["7♥"] * 33, {"event": "passed"}),
]


def random_step(partie: Partie, rng: random.Random, shy: float = 0.5) -> Action:
    """Return a random legal action, among them those that ``legal_actions`` does not list."""
    acts = {act_of(action, partie): action for action in partie.legal_actions()}
    action = acts[choose([*acts], rng, shy)]
    if isinstance(action, Lay) and rng.random() < 0.15:
        return replace(action, says=False)
    if isinstance(action, Announce) and rng.random() < 0.3:
        return replace(action, kinds=tuple(rng.sample(action.kinds, rng.randint(1, len(action.kinds)))))
    return action


def new_partie(options: dict[str, Any], seed: int) -> Partie:
    """Return a new partie; half of them have given packs, which are rich in annonces."""
    rng, rules = random.Random(seed), BeloteRules(**options)
    packs = [deck(rules, rng) for _ in range(rng.randrange(3))] if rules.shuffle == "each" else []
    return Partie.new(rules, seed=seed, packs=packs)


def walk(options: dict[str, Any], seed: int, actions: int = 2000) -> Counter[str]:
    """Play a random game with undos, and check that it is rebuilt exactly from its record, text and log.

    Returns how often each kind of event was met.
    """
    rng = random.Random(seed)
    partie = new_partie(options, seed)
    states, shy = [partie.state], rng.choice((0.3, 0.6, 0.9))
    for _ in range(actions):
        if partie.over:
            break
        if rng.random() < 0.05 and len(states) > 1:
            steps = rng.randint(1, min(5, len(states) - 1))
            partie.undo(steps)
            del states[-steps:]
            assert partie.state == states[-1]
            continue
        action = random_step(partie, rng, shy)
        assert partie.can(action)
        partie.apply(action)
        states.append(partie.state)
        if rng.random() < 0.02:
            for seat in SEATS[: partie.rules.variant.players]:
                repr(partie.view(seat))
    text = format_record(record_of(partie))
    assert partie_of(parse_record(text)) == partie
    assert partie_of(parse_record(text)).state == partie.state
    again = read_shorthand(write_shorthand(partie), seed=seed)
    assert (again.log, again.rules) == (partie.log, partie.rules)
    return Counter(type(event).__name__ for event in partie.log)


def change_text(text: str, rng: random.Random) -> str:
    """Return a record with one change: a character, a line, the order of lines, or a part that is missing."""
    lines, place = text.splitlines(), rng.randrange(len(text))
    line, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(6):
        case 0:
            return text[:place] + text[place + 1 :]
        case 1:
            return text[:place] + rng.choice('"{}[],:0123456789abcdefSENO56♣♦♥♠VDRA\\\n ') + text[place + 1 :]
        case 2:
            return text[:place]
        case 3:
            del lines[line]
        case 4:
            lines.insert(line, lines[other])
        case _:
            lines[line], lines[other] = lines[other], lines[line]
    return "\n".join(lines) + "\n"


def forge(text: str, rng: random.Random) -> str:
    """Return a record with another value in one place, and with the right checks, as a careful forger writes it."""
    lines = [json.loads(line) for line in text.splitlines()]
    place = rng.randrange(len(lines))
    content = lines[place]["header" if place == 0 else "event"]
    name = rng.choice(list(content))
    others = [other["event"].get(name) for other in rng.sample(lines[1:], min(20, len(lines) - 1))]
    content[name] = rng.choice([*NASTY, *others])
    check, forged = "", []
    for number, line in enumerate(lines, 1):
        decoded = msgspec.json.decode(json.dumps(line, ensure_ascii=False), type=ChainedLine)
        check = next_check(check, decoded.content())
        forged.append(encode_line(replace(decoded, check=check, line=number if number > 1 else 0)).decode())
    return "\n".join(forged) + "\n"


def changed(options: dict[str, Any], seed: int, changes: int = 10) -> Counter[str]:
    """Change the record of a random game; return how many changes were refused, and how many left a legal game.

    A RecordError, which names a line, is the only error that may be raised.
    """
    rng = random.Random(seed)
    partie = new_partie(options, seed)
    while not partie.over and partie.actions_done < 120:
        partie.apply(random_step(partie, rng))
    text, found = format_record(record_of(partie)), Counter[str]()
    for number in range(changes):
        other = forge(text, rng) if number % 2 else change_text(text, rng)
        try:
            again = partie_of(parse_record(other))
        except RecordError as error:
            assert error.line >= 1
            found["refused"] += 1
        else:
            assert Partie.replay(again.setup, again.log) == again
            found["legal"] += 1
    return found


def known_places(game: Game, seat: int, known: dict[int, set[str]]) -> set[int]:
    """Return the places in the pack of the cards that a seat has seen in this deal, and where they lie or lay."""
    known[seat] |= set(game.laid) | ({game.retourne} if game.auction is not None and game.retourne else set())
    for cards in game.hands_seen(seat).values():
        known[seat] |= cards
    if game.auction is not None:
        known[seat] |= {card for row in game.up.values() for card in row if card} | (game.chien_seen() or set())
    return {place for place, card in enumerate(game.pack) if card in known[seat]}


def twins(options: dict[str, Any], seed: int, number: int = 4) -> Counter[str]:
    """Compare what seats see of a random deal and of others that differ in cards which they do not know.

    Returns how many views were compared. Raises AssertionError for a view that shows a hidden card.
    """
    rng = random.Random(seed)
    rules = BeloteRules(**options)
    players = rules.variant.players
    pack, dealer = deck(rules, rng), rng.randrange(players)
    partie = Partie.new(rules, seed=seed, dealer=SEATS[dealer], packs=(pack,))
    game = Game(rules, dealer)
    game.begin([card.text for card in pack])
    if game.phase == "deal":  # a weak hand made the deal void before the first word
        return Counter()
    known: dict[int, set[str]] = {seat: set() for seat in range(players)}
    found, stop, shy = Counter[str](), rng.randrange(45), rng.choice((0.3, 0.6))
    for step in range(stop + 1):
        places = [known_places(game, seat, known) for seat in range(players)]
        if step == stop:
            break
        acts = {act_of(action, partie): action for action in partie.legal_actions()}
        act = choose([*acts], rng, shy)
        before = partie.actions_done
        events = partie.apply(acts[act])
        if any(type(event).__name__ == "DealEnded" for event in events):
            partie.undo(partie.actions_done - before)
            break
        game.do(act)
    for seat in range(players):
        hidden = [place for place in range(len(pack)) if place not in places[seat]]
        view, seen = partie.view(SEATS[seat]), seen_of(partie, seat)
        for _ in range(number):
            other = twin_of(partie, pack, hidden, rng)
            if other is None:
                found["no twin"] += 1
                continue
            found["compared"] += 1
            assert other.view(SEATS[seat]) == view, (options, seed, seat)
            assert repr(other.view(SEATS[seat])) == repr(view), (options, seed, seat)
            assert seen_of(other, seat) == seen, (options, seed, seat)
    return found


def seen_of(partie: Partie, seat: int) -> list[object]:
    """Return the events of a partie as a seat may know them."""
    return [seen_by(event, SEATS[seat], rules=partie.rules) for event in partie.log]


def twin_of(partie: Partie, pack: Sequence[Card], hidden: Sequence[int], rng: random.Random) -> Partie | None:
    """Return the partie with other cards in the hidden places, after the same actions; None if these are not legal.

    None also if all would have seen something else.
    """
    cards, other = [pack[place] for place in hidden], list(pack)
    rng.shuffle(cards)
    for place, card in zip(hidden, cards, strict=True):
        other[place] = card
    if other == list(pack):
        return None
    twin = Partie(Setup(partie.rules, partie.setup.seed, partie.setup.dealer, (tuple(other),)))
    try:
        for event in partie.log:
            action = action_of(event)
            if action is not None:
                twin.apply(action)
    except (IllegalActionError, ArgumentError):
        return None
    public = [[seen_by(event, None, rules=one.rules) for event in one.log] for one in (partie, twin)]
    return twin if public[0] == public[1] else None


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.belote.family")
    for name in ("walks", "changes", "twins"):
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--most", type=int, default=20, help="failures after which it stops")
    chosen = parser.parse_args(arguments)
    games: Sequence[GameName] = chosen.game or GAMES
    tasks: list[tuple[str, int, Callable[[dict[str, Any], int], Counter[str]]]] = [
        ("walks", chosen.walks, walk),
        ("changes", chosen.changes, changed),
        ("twins", chosen.twins, twins),
    ]
    wrong = 0
    for name, number, task in tasks:
        for game in games if number else ():
            seed, met, began = chosen.seed, Counter[str](), time.monotonic()
            while (seed - chosen.seed if name == "walks" else met["compared"] + met["refused"] + met["legal"]) < number:
                seed += 1
                try:
                    met += task(options_for(game, random.Random(seed), name != "twins"), seed)
                except Exception as error:  # noqa: BLE001  # whatever is raised is told with the game that raised it
                    wrong += 1
                    sys.stdout.write(f"{name}, seed {seed}, {game}: {type(error).__name__}: {error!s:.1000}\n")
                    if wrong >= chosen.most:
                        return 1
            told = ", ".join(f"{key} {count}" for key, count in sorted(met.items()))
            sys.stdout.write(f"{name} {game}: {seed - chosen.seed} games, {told}, {time.monotonic() - began:.0f} s\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
