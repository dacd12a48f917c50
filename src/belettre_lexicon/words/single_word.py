"""Floor 2. Judges one word: the word, the cards it must fit and the words played before → a verdict.

Start reading at ``SingleWordJudge.__call__``. Each rule is a function of ``checks``. Streams of words (``stream``) and
searches with a house list (``house_list_search``) build on this class. ``judge.Judge``, the public class, adds both.
"""

from __future__ import annotations

from ..errors import ArgumentError
from ..grammar import ACCENTS_MATTER
from ..letters import MAX_WORD, fold, parse_demand, parse_initial, spelled
from ..lexicon.lexicon import Lexicon
from ..lexicon.readings import Reading
from ..options import HouseRules
from . import checks
from .history import History
from .verdicts import Refusal, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .house_list import HouseList


class SingleWordJudge:
    """Judges one word at a time under the rules and the house list of a table.

    It keeps nothing between words: earlier words come with each call.
    """

    __slots__ = ("_accepted", "_classes", "_key_id", "_masks", "_readings", "house_list", "lexicon", "rules")

    def __init__(self, lexicon: Lexicon, rules: HouseRules | None = None, house: HouseList | None = None) -> None:
        """Create a judge.

        lexicon  the words and their readings
        rules    the options of the table; None for the published rules
        house    the table's own word list, if it has one
        """
        self.lexicon = lexicon
        self.rules = rules or HouseRules()
        self.house_list = house
        # Bound once, not looked up again for every word.
        self._key_id = lexicon.store.key_id
        self._readings = lexicon.readings
        self._masks = lexicon.store.masks
        self._classes = lexicon.store.classes
        self._accepted = self.rules.accepted

    def __call__(
        self,
        word: str,
        *,
        initial: str | None = None,
        letters: str = "",
        played: History | Iterable[str] = (),
    ) -> Verdict:
        """Judge *word*.

        initial  the face-up majuscule (W2), one letter in either case; None when there is none.
                 Give a JOKER as the letter it was named (J3): ``"?"`` is an error.
        letters  the face-up minuscules (W3), ``?`` for the joker: ``"lec"``, ``"le?"``
        played   the valid words before this one, as far back as the table looks (W9)

        Raises ArgumentError if *word* is not text, *initial* is not one letter, *letters* holds anything but letters
        and ``?``, or *played* is not a list of words.
        """
        if not isinstance(word, str):
            raise ArgumentError(f"word: expected text, got {type(word).__name__}")
        first = parse_initial(initial) if initial is not None else ""
        word = word[: MAX_WORD + 1] if len(word) > MAX_WORD else word.strip()
        key = fold(word)
        rules = self.rules

        before: list[Refusal] = []
        # Without cards, a word of letters only that is long enough passes W1 to W3.
        if first or letters or len(key) < rules.min_letters or not key.isalpha():
            before = self.refusals_by_letters(key, first, letters)
        after: list[Refusal] = []
        remarks: tuple[Refusal, ...] = ()
        key_id = self._key_id(key) if key.isascii() else None
        if played:
            history = self.history(played)
            if refusal := checks.repeated(word, key, history):
                after.append(refusal)
            kin = history.kin(self.lexicon, word, key_id) if key_id is not None else None
            if kin and (refusal := checks.same_family(self.lexicon, word, key, kin[0], history)):
                if kin[1] == "core" or rules.refuse_near_kin:
                    after.append(refusal)
                else:
                    remarks = (refusal,)
        house_note = None
        if self.house_list is not None:
            house_note = self.house_list.accepted.get(key)
            if (note := self.house_list.refused.get(key)) is not None:
                after.append(Refusal("house_list", {"note": note}))
        lexical = None if house_note is not None or self._playable(word, key_id) else self._lexical_refusals
        proof = (before, lexical, after) if lexical or before or after else None
        return Verdict(word, key, proof, self._readings, house_note, remarks)

    def history(self, played: History | Iterable[str]) -> History:
        """Return the earlier words as a history under the rules of this table; a ``History`` is returned unchanged.

        Raises ArgumentError if *played* is not a list of words.
        """
        return played if isinstance(played, History) else History(_words(played), self.rules)

    def refusals_by_letters(self, key: str, initial: str, letters: str) -> list[Refusal]:
        """Return the refusals that follow from the letters of a folded word alone (W1 to W3, J1)."""
        refusals = []
        rules = self.rules
        if refusal := checks.too_short(key, rules.min_letters):
            refusals.append(refusal)
        if initial and (refusal := checks.wrong_initial(key, initial)):
            refusals.append(refusal)
        if letters:
            wanted = parse_demand(letters)
            if refusal := checks.missing_letters(key, initial, wanted, rules.letters_shared):
                refusals.append(refusal)
            if refusal := checks.too_many_jokers(wanted):
                refusals.append(refusal)
        return refusals

    def _playable(self, word: str, key_id: int | None) -> bool:
        """Whether some reading of the word is accepted (W4 to W6).

        The mask of the folded word decides; where accents matter, the mask of the spelling as written.
        """
        if key_id is None:
            return False
        mask = self._masks[self._classes[key_id]]
        if mask & ACCENTS_MATTER and not word.isascii():
            mask = self.lexicon.store.masks_of_spellings(key_id).get(spelled(word), mask)
        return bool(mask & self._accepted)

    def _meant_readings(self, word: str, key_id: int) -> list[Reading]:
        """Return the readings that a word stands for (W4).

        These are the readings of its exact spelling if that is known, else those of every spelling of its letters.
        """
        readings = self.lexicon.store.readings(key_id)
        spelling = spelled(word)
        return [reading for reading in readings if reading.spelling.lower() == spelling] or list(readings)

    def _lexical_refusals(self, word: str, key: str) -> list[Refusal]:
        """Return the reasons against a word that is not playable (W5, W6)."""
        key_id = self._key_id(key) if key.isascii() else None
        if key_id is None:
            return [checks.unknown_word(word, key)]
        # No reading is accepted. Name those of the exact spelling: they convince the player best.
        return checks.refused_readings(self._meant_readings(word, key_id), self.rules)


def _words(played: object) -> Iterable[str]:
    """Return *played* if it may be a list of words. Raises ArgumentError for text and for what cannot be iterated."""
    if isinstance(played, str | bytes) or not hasattr(played, "__iter__"):
        raise ArgumentError(f"played: expected the earlier words, got {played!r:.80}")
    words: Iterable[str] = played
    return words
