"""Judges one word, given the cards that it must fit and the words played before it.

Start reading at ``SingleWordJudge.__call__``. Each rule is a function in ``checks``. Streams of words (``stream``) and
searches at a table with rules of its own (``table_search``) use this class. ``judge.Judge``, the public class, offers
all three.
"""

from __future__ import annotations

from ..base.errors import ArgumentError
from ..french.grammar import ACCENTS_MATTER, PLAIN_IS_OTHER
from ..french.letters import MAX_WORD, SPACES, fold, parse_demand, parse_initial
from ..french.rules import PUBLISHED_RULES, HouseRules
from ..lexicon.lexicon import Lexicon
from ..lexicon.readings import Reading, participial_spellings, refusal_reasons
from . import checks
from .history import History
from .verdicts import Refusal, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..lexicon.find.search import Word
    from .house_list import HouseList
    from .own_rules import Check, OwnChecks
    from .question import Asked, Terms
    from .verdicts import Remarks

    #: The content of a pickled judge: the arguments of its constructor and the attributes that a subclass may have.
    _State = tuple[Lexicon, HouseRules, HouseList | None, tuple[Check, ...], dict[str, object]]


class SingleWordJudge:
    """Judges one word at a time under the rules and the house list of a table.

    A judge keeps no words from one call to the next: the earlier words are an argument of each call.
    """

    __slots__ = (
        "_accepted",
        "_bare",
        "_classes",
        "_container",
        "_deciding",
        "_free",
        "_masks",
        "_number_of",
        "_own",
        "_terms",
        "_undecided",
        "checks",
        "house",
        "lexicon",
        "rules",
    )

    def __init__(
        self,
        lexicon: Lexicon,
        rules: HouseRules | None = None,
        house: HouseList | None = None,
        checks: Iterable[Check] = (),
    ) -> None:
        """Create a judge.

        lexicon  the words and their readings
        rules    the options of the table; None for the published rules
        house    the house list of the table; None if it has none
        checks   the rules of the table's own, which test every word in this order; () if it has none

        All four are attributes of the judge; its ``checks`` are a tuple. Raises ArgumentError if *checks* has anything
        but ``Check`` objects, or two with the same reason.
        """
        self.lexicon = lexicon
        self.rules = rules or PUBLISHED_RULES
        self.house = house
        self.checks: tuple[Check, ...] = ()
        self._own: OwnChecks | None = None
        if checks != ():
            from .own_rules import OwnChecks  # most tables have no rules of their own

            self._own = OwnChecks(lexicon, checks)
            self.checks = self._own.checks
        # Looked up once here instead of once for every word.
        self._number_of = lexicon.store.number_of
        self._container = lexicon.store.container
        self._masks = lexicon.store.masks
        self._classes = lexicon.store.classes
        self._accepted = self.rules.accepted
        self._undecided = self.rules.undecided
        self._deciding = self._accepted | self._undecided
        self._free = self.rules.accents == "free"
        self._terms: Terms = lexicon, self.rules, house
        #: The values that verdicts store of a question without cards and earlier words (``question.Asked``).
        self._bare: Asked = self._terms, "", "", (), 0

    def __call__(
        self,
        word: str,
        *,
        initial: str | None = None,
        letters: str = "",
        played: History | Iterable[str] = (),
    ) -> Verdict:
        """Return the verdict on *word*.

        initial  the face-up majuscule (W2), one letter in either case; None if there is no majuscule. For a JOKER, pass
                 the letter that its player named (J3): ``"?"`` is an error.
        letters  the face-up minuscules (W3), with ``?`` for the joker: ``"lec"``, ``"le?"``; "" if there are none
        played   the valid words played before this one, as far back as the option ``memory`` says (W9)

        Any number of minuscules is accepted, although a pli has three at most (P3); the command, the API and the web
        pages refuse more.

        Raises ArgumentError if *word* is not text, *initial* is not one letter, *letters* contains anything but
        letters, commas and ``?`` or is too long, or *played* is neither a list of words nor a ``History`` under the
        rules of this judge.
        """
        if not isinstance(word, str):
            raise ArgumentError(f"word: expected text, got {type(word).__name__}")
        first = parse_initial(initial) if initial is not None else ""
        word = word.strip(SPACES)
        if len(word) > MAX_WORD:
            word = word[: MAX_WORD + 1]
        key = fold(word)
        rules = self.rules

        before: list[Refusal] = []
        asked = self._bare
        # Without cards on the table, a word passes W1 to W3 if it is long enough and consists of letters only.
        plain = key.isascii() and key.isalpha()
        if first or letters or not plain or len(key) < rules.min_letters:
            before = self.refusals_by_letters(key, first, letters)
            asked = self._terms, first, letters, (), 0
        after: list[Refusal] = []
        near: tuple[Refusal, ...] = ()
        history = None
        key_id = self._number_of(key) if plain else None  # as Store.key_id does, without its call
        if played or type(played) is History:
            history = self.history(played)
            words = history.so_far()
            asked = self._terms, first, letters, words, len(words)
            repeated, kin = history.repeats_and_kin(self.lexicon, word, key, key_id)
            if repeated:
                after.append(checks.repeated(word, repeated[0]))
            for played_word, tier in kin:
                refusal = checks.same_family(self.lexicon, word, played_word, rules)
                if tier == "core" or rules.refuse_near_kin:
                    after.append(refusal)
                else:
                    near = (*near, refusal)
        house_note = None
        if self.house is not None:
            self._container.check_open()
            house_note = self.house.accepted.get(key)
            if (note := self.house.refused.get(key)) is not None:
                after.append(Refusal("house_list", {"note": note}))
        if self._own is not None:
            if history is None:
                history = self.history(())
            after += self._own.refusals(word, key, first, letters, history)
        lexical = None if house_note is not None or self._playable(word, key_id) else self._lexical_refusals
        proof = (before, lexical, after) if lexical or before or after else None
        remarks: Remarks = near
        if proof is None:
            if key_id is not None and word.isascii() and self._masks[self._classes[key_id]] & ACCENTS_MATTER:
                remarks = (*near, *self._as_typed(word, key_id))
        elif not before:
            # Without earlier words and checks, they are looked up when they are read. A history may be changed until
            # then.
            remarks = self if history is None else (*near, *self.other_spellings(word, history, first, letters))
        return Verdict(word, key, proof, asked, house_note, remarks)

    def asked(self, initial: str, letters: str) -> Asked:
        """Return the values that a verdict stores of a question without earlier words (``question.Asked``).

        *initial* is a lower-case letter, or "" if there is no majuscule; *letters* are as in a call of the judge.
        """
        return self._terms, initial, letters, (), 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SingleWordJudge):
            return NotImplemented
        same_words = self.lexicon == other.lexicon and self.house == other.house and self.checks == other.checks
        return type(self) is type(other) and same_words and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.lexicon, self.rules))

    def __getstate__(self) -> _State:
        attributes: dict[str, object] = getattr(self, "__dict__", {})  # a subclass may have some
        return self.lexicon, self.rules, self.house, self.checks, attributes

    def __setstate__(self, state: _State) -> None:
        lexicon, rules, house, checks, attributes = state
        SingleWordJudge.__init__(self, lexicon, rules, house, checks)
        for name, value in attributes.items():
            setattr(self, name, value)

    def __repr__(self) -> str:
        house = f", {self.house!r}" if self.house is not None else ""
        checks = f", checks={self.checks!r}" if self.checks else ""
        return f"{type(self).__name__}({self.lexicon!r}, {self.rules!r}{house}{checks})"

    @property
    def house_list(self) -> HouseList | None:
        """The former name of ``house``; deprecated, will be removed in 0.7.0."""
        from warnings import warn  # not needed by current programs

        warn("Judge.house_list is deprecated, use Judge.house", DeprecationWarning, stacklevel=2)
        return self.house

    def history(self, played: History | Iterable[str]) -> History:
        """Return *played* as a ``History`` with the rules and the lexicon of this judge; a ``History`` stays as it is.

        Raises ArgumentError if *played* is not a list of words, or is a ``History`` of a table with other rules
        (``History.check_rules``).
        """
        if isinstance(played, History):
            played.check_rules(self.rules)
            return played
        return History(_words(played), self.rules, self.lexicon)

    def refusals_by_letters(self, key: str, initial: str, letters: str) -> list[Refusal]:
        """Return the refusals that follow from the letters of a word and the cards (W1 to W3, J1), or [] if it passes.

        key      the folded word
        initial  the letter of the face-up majuscule, in lower case; "" if there is no majuscule
        letters  the face-up minuscules, as in a call of the judge
        """
        refusals: list[Refusal] = []
        rules = self.rules
        if short := checks.too_short(key, rules.min_letters):
            refusals.append(short)
        if initial and (elsewhere := checks.wrong_initial(key, initial)):
            refusals.append(elsewhere)
        if letters:
            wanted = parse_demand(letters)
            if lacking := checks.missing_letters(key, initial, wanted, rules.letters_shared):
                refusals.append(lacking)
            if jokers := checks.too_many_jokers(wanted):
                refusals.append(jokers)
        return refusals

    def allows(self, word: Word, initial: str, letters: str, history: History) -> bool:
        """Return whether neither the house list nor the table's own checks refuse a word of the lexicon.

        word     a word found by a search, which therefore fits the cards and the earlier words
        initial  the letter of the face-up majuscule, in lower case; "" if there is no majuscule
        letters  the face-up minuscules, as in a call of the judge
        history  the words played before
        """
        if self.house is not None and word.key in self.house.refused:
            return False
        return not (self._own and self._own.refusals(word.spelling, word.key, initial, letters, history))

    def _playable(self, word: str, key_id: int | None) -> bool:
        """Return whether at least one reading of the word is accepted (W4 to W6)."""
        if key_id is None:
            self._container.check_open()  # a closed lexicon finds no word
            return False
        mask = self._masks[self._classes[key_id]]
        if not mask & self._deciding:
            return False  # no spelling of these letters is accepted
        if mask & ACCENTS_MATTER and (mask & PLAIN_IS_OTHER or not word.isascii()):
            mask = self.mask_as_written(word, key_id, mask)
        if mask & self._accepted:
            return True
        return bool(mask & self._undecided) and not self.refusals_by_readings(word, key_id)

    def mask_as_written(self, word: str, key_id: int, mask: int) -> int:
        """Return the mask by which a word is judged if its accents matter (W4).

        word    the word as typed
        key_id  the number of the folded word
        mask    the mask of the folded word, one bit per kind of reading (``grammar.mask_bit``)

        Accents matter if the spellings with the same letters have different masks. A word typed in a known spelling is
        judged as that spelling, any other word by all spellings of its letters. With ``accents="free"``, every word is
        judged by all spellings; its own spelling only decides why it is refused.
        """
        if self._free and mask & self._deciding:
            return mask
        if mask & self._accepted and word.isascii() and not mask & PLAIN_IS_OTHER:
            return mask
        return self.lexicon.store.meant(word, key_id)[1]

    def _meant_readings(self, word: str, key_id: int) -> list[Reading]:
        """Return the readings to name in the refusals of a word.

        These are the readings of the spelling of the word if it announces a spelling that the lexicon knows. Otherwise
        they are the readings of all spellings with the same letters (W4).
        """
        store = self.lexicon.store
        spelling = store.meant(word, key_id)[0]
        return [reading for reading in store.readings(key_id) if not spelling or reading.spelling.lower() == spelling]

    def other_spellings(
        self, word: str, history: History | None = None, initial: str = "", letters: str = ""
    ) -> tuple[Refusal, ...]:
        """Return a remark for each other spelling of a refused word that would be valid instead (W4); () if none would.

        *word* must be a word that fits the cards; its other spellings then fit them too. *history* holds the earlier
        words; None if there are none. *initial* and *letters* are the cards, for the table's own checks. With the
        option ``accents="free"`` the result is (), because the word was judged by all spellings already.
        """
        key, store = fold(word), self.lexicon.store
        key_id = store.key_id(key)
        if self._free or key_id is None or not store.mask(key_id) & self._deciding:
            return ()
        if self.house is not None and key in self.house.refused:
            return ()
        own = store.meant(word, key_id)[0]
        others: dict[str, Reading] = {}
        readings = store.readings(key_id)
        participial = participial_spellings(readings)
        for reading in readings:
            spelling = reading.spelling.lower()
            better = reading.tag.startswith("N.f")  # « facilité » is a noun before it is a participle
            if spelling == own or (spelling in others and not better):
                continue
            if not refusal_reasons(reading, self.rules, participial):
                others[spelling] = reading
        return tuple(
            Refusal("other_spelling", {"reading": reading})
            for reading in others.values()
            if (history is None or self._is_new(reading, key_id, history))
            and not (self._own and self._own.refusals(reading.spelling, key, initial, letters, history))
        )

    def _as_typed(self, word: str, key_id: int) -> tuple[Refusal, ...]:
        """Return a remark on what a valid word is as it was typed, if nobody means that: « detroit », a name (W4).

        *word* has no accents, *key_id* is the number of its folded letters. Returns () if it is meant as it was typed.
        """
        store = self.lexicon.store
        if self._free or word.isupper() or store.meant(word, key_id)[0]:
            return ()
        typed = [reading for reading in store.readings(key_id) if reading.spelling.lower() == word.lower()]
        if not checks.refused_readings(typed, self.rules):
            return ()
        return (Refusal("other_spelling", {"reading": typed[0]}),)

    def _is_new(self, reading: Reading, key_id: int, history: History) -> bool:
        """Return whether a spelling neither repeats an earlier word (W7) nor is kin of one (W8)."""
        repeated, kin = history.repeats_and_kin(self.lexicon, reading.spelling, fold(reading.spelling), key_id)
        refused = any(tier == "core" or self.rules.refuse_near_kin for _, tier in kin)
        return not repeated and not refused

    def _lexical_refusals(self, word: str, key: str) -> list[Refusal]:
        """Return the refusals of a word that has no accepted reading (W5, W6). *key* is the folded word."""
        key_id = self.lexicon.store.key_id(key)
        if key_id is None:
            return [checks.unknown_word(word, key)]
        return self.refusals_by_readings(word, key_id)

    def refusals_by_readings(self, word: str, key_id: int) -> list[Refusal]:
        """Return the refusals of a word of the lexicon by its readings (W5, W6), or [] if a reading is accepted.

        *key_id* is the number of the folded word. With ``accents="free"``, a reading of any spelling of its letters may
        be accepted; those of its own spelling only decide why it is refused (W4).
        """
        if self._free and not checks.refused_readings(self.lexicon.store.readings(key_id), self.rules):
            return []
        return checks.refused_readings(self._meant_readings(word, key_id), self.rules)


def _words(played: object) -> Iterable[str]:
    """Return *played* unchanged. Raises ArgumentError if it is text or bytes, or is not iterable."""
    if isinstance(played, str | bytes) or not hasattr(played, "__iter__"):
        raise ArgumentError(f"played: expected the earlier words, got {played!r:.80}")
    words: Iterable[str] = played
    return words
