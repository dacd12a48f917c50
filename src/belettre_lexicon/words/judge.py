"""Floor 2. The judge: one word, the cards it must fit, the words before it → a verdict.

Start reading at ``Judge.__call__``; the rules themselves are in ``checks``.
"""

from __future__ import annotations

from ..errors import ArgumentError
from ..grammar import ACCENTS_MATTER, accepted_mask
from ..letters import ALPHABET, MAX_WORD, demand, fold, spelled
from ..lexicon.lexicon import Lexicon
from ..lexicon.readings import Reading
from ..options import HouseRules
from . import checks
from .history import History
from .verdicts import Refusal, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .houselist import HouseList

_INITIALS = {"": "", **{letter: letter for letter in ALPHABET}, **{letter.upper(): letter for letter in ALPHABET}}


class Judge:
    """Says whether a word may be played, and every reason why not.

    >>> judge = Judge(Lexicon.open())
    >>> judge("Facile", initial="F", letters="lec", played=["Volonté", "École", "Raclette"]).valid
    True
    >>> judge("Portes").reasons
    ('plural', 'conjugated')

    It keeps nothing between words: earlier words come with each call, best as a ``History``
    that grows with the game (looked up in constant time).
    """

    __slots__ = ("_accepted", "_classes", "_house", "_key_id", "_masks", "_readings", "lexicon", "rules")

    def __init__(self, lexicon: Lexicon, rules: HouseRules | None = None, house: HouseList | None = None) -> None:
        self.lexicon = lexicon
        self.rules = rules or HouseRules()
        self._house = house
        # Bound once: each would be looked up and bound again for every word.
        self._key_id = lexicon.store.key_id
        self._readings = lexicon.readings
        self._masks = lexicon.store.masks
        self._classes = lexicon.store.classes
        self._accepted = accepted_mask(
            plural_only=self.rules.plural_only,
            compounds=self.rules.compounds,
            current_only=self.rules.current_only,
        )

    def __call__(
        self,
        word: str,
        *,
        initial: str | None = None,
        letters: str = "",
        played: History | Iterable[str] = (),
    ) -> Verdict:
        """Judge *word*.

        initial  the face-up majuscule (W2), one letter in either case; None when none lies there.
                 A JOKER has been named (J3), so ``"?"`` is an error.
        letters  the face-up minuscules (W3), ``?`` for the joker: ``"lec"``, ``"le?"``
        played   the valid words before it, as far back as the table looks (W9)

        Raises ArgumentError for an argument that is no word, no letter or no list of words.
        """
        if not isinstance(word, str):
            raise ArgumentError(f"word: expected text, got {type(word).__name__}")
        first = _INITIALS.get(initial or "") if initial is None or isinstance(initial, str) else None
        if first is None:
            first = _read_initial(initial)
        word = word[: MAX_WORD + 1] if len(word) > MAX_WORD else word.strip()
        key = fold(word)
        rules = self.rules

        before: list[Refusal] = []
        if refusal := checks.too_short(key, rules.min_letters):
            before.append(refusal)
        if first and (refusal := checks.wrong_initial(key, first)):
            before.append(refusal)
        if letters:
            wanted = demand(letters)
            if refusal := checks.missing_letters(key, first, wanted, rules.letters_shared):
                before.append(refusal)
            if refusal := checks.too_many_jokers(wanted):
                before.append(refusal)
        after: list[Refusal] = []
        remarks: tuple[Refusal, ...] = ()
        key_id = self._key_id(key) if key.isascii() else None
        if played:
            history = played if isinstance(played, History) else History(_words(played), rules)
            if refusal := checks.repeated(word, key, history):
                after.append(refusal)
            found = history.kin(self.lexicon, word, key_id) if key_id is not None else None
            if found and (kin := checks.same_family(self.lexicon, word, key, found[0], history)):
                if found[1] == "core" or rules.refuse_near_kin:
                    after.append(kin)
                else:
                    remarks = (kin,)
        house_note = None
        if self._house is not None:
            house_note = self._house.accepted.get(key)
            if (note := self._house.refused.get(key)) is not None:
                after.append(Refusal("house_list", {"note": note}))
        lexical = None if house_note is not None or self._playable(word, key_id) else self._lexical_refusals
        proof = (before, lexical, after) if lexical or before or after else None
        return Verdict(word, key, proof, self._readings, house_note, remarks)

    def _playable(self, word: str, key_id: int | None) -> bool:
        """W4 to W6 by the mask of the key; by its readings only where accents decide."""
        if key_id is None:
            return False
        mask = self._masks[self._classes[key_id]]
        if mask & ACCENTS_MATTER and not word.isascii():
            return any(not checks.refusal_reasons(reading, self.rules) for reading in self._meant(word, key_id))
        return bool(mask & self._accepted)

    def _meant(self, word: str, key_id: int) -> list[Reading]:
        """The readings that a word stands for (W4): those of its spelling when it is written with
        accents and known so; otherwise those of every spelling of its letters."""
        readings = self.lexicon.store.readings(key_id)
        return _of_spelling(word, readings) or list(readings)

    def _lexical_refusals(self, word: str, key: str) -> list[Refusal]:
        """W5, W6: the reasons against a word that is not playable."""
        key_id = self._key_id(key) if key.isascii() else None
        if key_id is None:
            return [checks.no_word(word, key)]
        # None of its readings is accepted; those of the spelling as written convince best.
        return checks.refused_readings(self._meant(word, key_id), self.rules)


def _of_spelling(word: str, readings: Iterable[Reading]) -> list[Reading]:
    spelling = spelled(word)
    return [reading for reading in readings if reading.spelling.lower() == spelling]


def _read_initial(initial: object) -> str:
    letter = fold(initial) if isinstance(initial, str) else ""
    if len(letter) != 1 or letter not in ALPHABET:
        raise ArgumentError(
            f"initial {initial!r}: expected one letter; a JOKER is given as the letter it was named (J3)"
        )
    return letter


def _words(played: object) -> Iterable[str]:
    if isinstance(played, str | bytes) or not hasattr(played, "__iter__"):
        raise ArgumentError(f"played: expected the earlier words, got {played!r:.80}")
    words: Iterable[str] = played
    return words
