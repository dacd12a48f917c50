"""The command ``belote check``: which cards of a hand may be laid, and which obligation forbids the others.

With ``--plis`` it finds the renonces of a deal instead (``renonces``), with ``--auction`` it says who may say what in
an auction (``spoken``). Start reading at ``run``.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from ...base.errors import ArgumentError
from ...base.values import Value
from ...games.belote.cards import Card, Contract, cards_of, mask_of, read_cards
from ...games.belote.options import OPTIONS_OF
from ...games.belote.play import Obligation, holder, obligation
from ...games.belote.rules import OPTION_OF, BeloteRules
from ...referee.belote.names import card_text, choice_text
from ...referee.catalogue import Catalogue
from ..kit.terminal import EXIT_NEGATIVE, EXIT_OK, paint, write, write_json
from .commands import BeloteCheckCommand

#: A change of the house rules: the new values of some options, by name.
Changes = dict[str, bool | int | str | None]
#: The options that decide which cards may be laid.
_PLAY = ("undertrump", "on_partners_trump")
#: With two players, the most cards of a hand and the most columns of a row (V2.3, V2.4).
_TWO = {"decouverte": (6, 5), "bis": (8, 4)}


def run(command: BeloteCheckCommand) -> int:
    """Check the cards of a hand, the plis of a file or an auction, and print the answer; return the exit status.

    The status is EXIT_NEGATIVE if a card or a word is refused or a renonce is proved, otherwise EXIT_OK. Raises
    ArgumentError if options are missing or contradict each other, or cards or words cannot be read.
    """
    rules = command.rules()
    if command.auction is not None:
        _refuse_unused(command, "--auction", ("pli", "main", "rangee", "partner", "all_rules", "taker", "atout"))
        if command.plis is None:
            _refuse_unused(command, "--auction", ("belote", "announced", "waiting"))
            from . import spoken  # needs seats, which are enums

            return spoken.run(command, rules)
    if command.plis is not None:
        _refuse_unused(command, "--plis", ("pli", "main", "rangee", "partner", "all_rules", "say"))
        from . import renonces

        return renonces.run(command, rules)
    _refuse_unused(command, "--main", ("opener", "belote", "announced", "waiting", "taker", "say"))
    contract = command.contract(rules)
    if command.main is None:
        raise ArgumentError("check: --main is missing, the cards of the hand; or --plis FILE, or --auction WORDS")
    hand, pli, row, partner = (
        _read_cards(flag, text, command.lang)
        for flag, text in (
            ("--main", command.main),
            ("--pli", command.pli),
            ("--rangee", command.rangee),
            ("--partner", command.partner),
        )
    )
    _check_cards(hand, row, pli, rules)
    cards, back = (*hand, *row), _partner_back(partner, pli, rules)
    owed = obligation(mask_of(cards), pli, contract, rules, back)
    check = HandCheck(cards, pli, contract, rules, owed, Catalogue.load(command.lang, "belote"), back)
    if command.json:
        write_json(check.described(command.all_rules))
    else:
        check.write(command.all_rules)
    return EXIT_OK if all(map(check.permits, cards)) else EXIT_NEGATIVE


class HandCheck(Value):
    """Which cards of a hand may be laid on a pli, and why: ``write`` prints it, ``described`` returns it for --json.

    hand      the cards of the hand, with two players also the face-up cards of the row (V2.6)
    pli       the cards of the pli in the order laid; () if the player opens it
    contract  the trump suit, "SA" (no trumps) or "TA" (all suits are trumps)
    rules     the house rules of the table
    owed      which cards the rules oblige the player to lay on the pli, and why
    say       the catalogue of Belote in the language of the output
    back      how many cards ago the player's partner laid (``play.obligation``)
    """

    hand: tuple[Card, ...]
    pli: tuple[Card, ...]
    contract: Contract
    rules: BeloteRules
    owed: Obligation
    say: Catalogue
    back: int | None = None

    def permits(self, card: Card) -> bool:
        """Return whether a card of the hand may be laid on the pli under the house rules of the table (BP12)."""
        return bool(self.owed.cards & card.bit)

    def write(self, all_rules: bool) -> None:
        """Print for each card whether it may be laid; with *all_rules*, also the house rules that decide otherwise."""
        others = self.other_rules() if all_rules else []
        for card in self.hand:
            permitted = self.permits(card)
            write(f"{paint(self._head(card), 'green' if permitted else 'red')} {self._why(card)}")
            for changes in self.otherwise(card, others):
                chosen = (choice_text(OPTION_OF[name], value, self.say) for name, value in changes.items())
                options = " + ".join(self.say("check.rule", rule=rule) for rule in chosen)
                write(self.say(f"check.otherwise_{'refused' if permitted else 'permitted'}", options=options))
        if all_rules and not any(self.otherwise(card, others) for card in self.hand):
            write(self.say("check.all_agree"))

    def described(self, all_rules: bool) -> dict[str, Any]:
        """Return the answer as an object for JSON: contract, pli, the house rules that are not the default, and cards.

        Each card has its text, whether it may be laid, the id of the rule, the reason and a sentence; with *all_rules*
        also "otherwise", the changes of house rules that would decide otherwise.
        """
        others = self.other_rules() if all_rules else []
        cards: list[dict[str, Any]] = [
            {
                "card": card.text,
                "permitted": self.permits(card),
                "rule": self.owed.rule,
                "reason": self.owed.reason,
                "text": f"{self._head(card)} {self._why(card)}",
            }
            | ({"otherwise": self.otherwise(card, others)} if all_rules else {})
            for card in self.hand
        ]
        pli = [card.text for card in self.pli]
        return {"contract": self.contract, "pli": pli, "options": self.rules.as_dict(), "cards": cards}

    def _head(self, card: Card) -> str:
        return self.say("check.permitted" if self.permits(card) else "check.refused", card=card_text(card, self.say))

    def _why(self, card: Card) -> str:
        """Return why a card is permitted or refused, with the id of the rule: « Il faut couper (BP6). »"""
        owed = self.owed
        led = self.pli[0].suit if self.pli else ""
        best = card_text(self.pli[holder(self.pli, self.contract)], self.say) if self.pli else ""
        key = f"check.{'may' if self.permits(card) else 'owed'}_{owed.reason}"
        if owed.reason == "free":
            key = f"{key}_{owed.rule.lower()}{'_led' if led == self.contract else ''}"
        return self.say("check.proof", why=self.say(key, suit=led, best=best), rule=owed.rule)

    def other_rules(self) -> list[tuple[Changes, int]]:
        """Return all combinations of the house rules about the cards that may be laid, those with few changes first.

        Each is a pair: the changes to the rules of the table ({} for these rules themselves), and the mask of the
        cards that the combination permits (one bit for each card: ``Card.bit``).
        """
        found = []
        names = [name for name in _PLAY if name in OPTIONS_OF[self.rules.game]]
        for values in product(*(OPTION_OF[name].values for name in names)):
            chosen = dict(zip(names, values, strict=True))
            changes = {name: value for name, value in chosen.items() if value != getattr(self.rules, name)}
            other = BeloteRules.from_dict({**self.rules.as_dict(), **chosen})
            found.append((changes, obligation(mask_of(self.hand), self.pli, self.contract, other, self.back).cards))
        found.sort(key=lambda other: len(other[0]))
        return found

    def otherwise(self, card: Card, others: list[tuple[Changes, int]]) -> list[Changes]:
        """Return the changes of house rules that would permit a refused card, or refuse a permitted one; [] for none.

        *others* is the result of ``other_rules``. Changes that include others of the result are left out.
        """
        found: list[Changes] = []
        for changes, permitted in others:
            differs = (permitted ^ self.owed.cards) & card.bit
            if differs and not any(known.items() <= changes.items() for known in found):
                found.append(changes)
        return found


def _read_cards(flag: str, text: str, lang: str) -> tuple[Card, ...]:
    try:
        return read_cards(text, lang)
    except ArgumentError as error:
        raise ArgumentError(f"{flag}: {error}") from error


def _check_cards(hand: tuple[Card, ...], row: tuple[Card, ...], pli: tuple[Card, ...], rules: BeloteRules) -> None:
    """Raise ArgumentError if a hand, row or pli has an impossible number of cards, or a card cannot be in it."""
    variant = rules.variant
    most, columns = _TWO.get(rules.game, (variant.hand, 0))
    rule = {"classic": "BD7", "coinche": "VC2", "three": "V3.2", "decouverte": "V2.3", "bis": "V2.4"}.get(
        rules.game, "VK2"
    )
    if row and not columns:
        raise ArgumentError(f"--rangee: game {rules.game!r} has no rows, expected 'decouverte' or 'bis' (V2.2)")
    if len(hand) > most or not (hand or row):
        raise ArgumentError(f"--main: {len(hand)} cards, expected 1 to {most} ({rule})")
    if len(row) > columns:
        raise ArgumentError(f"--rangee: {len(row)} cards, expected {columns} at most ({rule})")
    before = variant.players - 1
    if len(pli) > before:
        raise ArgumentError(f"--pli: {len(pli)} cards, expected {before} at most, laid before the card to check (BP2)")
    if both := mask_of(hand) & mask_of(pli):
        raise ArgumentError(f"--main: {cards_of(both)[0]} lies in the pli (BC1)")
    if both := mask_of(row) & mask_of(pli):
        raise ArgumentError(f"--rangee: {cards_of(both)[0]} lies in the pli (BC1)")
    if both := mask_of(row) & mask_of(hand):
        raise ArgumentError(f"--rangee: {cards_of(both)[0]} lies in the hand (BC1)")
    for card in (*hand, *row, *pli):
        if card not in variant.pack:
            raise ArgumentError(f"{card}: not in the pack of {len(variant.pack)} cards (V3.2)")


def _partner_back(partner: tuple[Card, ...], pli: tuple[Card, ...], rules: BeloteRules) -> int | None:
    """Return how many cards ago the partner of a defender of three laid, as --partner says; None in other games."""
    if rules.game != "three":
        if partner:
            raise ArgumentError(f"--partner: game {rules.game!r} needs no card, expected it in game 'three' (V3.6)")
        return None
    if len(partner) > 1 or not set(partner) <= set(pli):
        raise ArgumentError("--partner: expected one card of the pli, which the other defender laid (V3.6)")
    return len(pli) - pli.index(partner[0]) if partner and rules.defenders_partners else 0


def _refuse_unused(command: BeloteCheckCommand, flag: str, names: tuple[str, ...]) -> None:
    """Raise ArgumentError if one of the options *names* is given, which have no effect together with *flag*."""
    for name in names:
        if getattr(command, name):
            raise ArgumentError(f"check: --{name.replace('_', '-')} does not go with {flag}")
