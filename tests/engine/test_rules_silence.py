"""P9: who lays a card and says no word has passed; by option, so has who invents a word in position 1 or 2.

Strings such as ``"l e! m- W"`` are scripts, explained in ``scripted_games``.
"""

from __future__ import annotations

import pytest

from belettre_lexicon import HouseRules
from belettre_lexicon.french.cards import MIN_BACK, Card
from belettre_lexicon.games.belettre.actions import AnnounceBelettre, Lay, Overrule, Passe
from belettre_lexicon.games.belettre.events import FORFEITED, Passed, WordRefused
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.words.history import History
from belettre_lexicon.words.verdicts import Refusal, Verdict
from tests.engine.scripted_games import LEV, MER, PON, SEP, StubJudge, new_partie, play, refusals_of

#: Texts without any letter: whoever says one of them says no word.
NO_WORDS = ("", " ", "-", "…", "!?", "12345", "’", "\u0301", "\0")
BELETTRE_HANDS = ("GHdiruul", "AMaelnos", "CPmeetir", "SWbaoeu?")


class NonsenseJudge(StubJudge):
    """A judge that refuses « zzz » as unknown, « zzzs » as unknown and a repeat, and « faux » for another reason."""

    def __call__(self, word: str, *, initial: str | None, letters: str, played: History) -> Verdict:
        refusals: list[Refusal] = [Refusal("unknown", {})] if word.startswith("zzz") else []
        refusals += [Refusal("repeated", {"earlier": "zzzs", "turn": 1})] if word == "zzzs" else []
        if refusals:
            return Verdict(word, word, (refusals, None, []), lambda _: (), None)
        return super().__call__(word, initial=initial, letters=letters, played=played)


def nonsense_partie(*hands: str) -> Partie:
    """Return a game in which an invented word is a pass in positions 1 and 2."""
    return new_partie(*hands, judge=NonsenseJudge(rules=HouseRules(nonsense_is_pass=True)))


@pytest.mark.parametrize("text", NO_WORDS)
def test_p9_silence_in_position_1_loses_the_pli(text: str) -> None:
    """A card laid without a word is passed: the card lies face down and the other team picks up."""
    partie = new_partie()

    (event,) = partie.apply(Lay(PON, Card.of("l"), text))

    assert event == Passed(PON, Card.of("l"), fault=True)
    assert partie.state.manche.pli.lost_by is PON
    assert partie.view(SEP).pli[0].card is MIN_BACK

    play(partie, "e. m. W.")

    assert partie.movers() == (SEP, MER)


def test_p9_silence_in_position_2_loses_the_pli() -> None:
    """The opener's team picks up, although its word is the only one."""
    partie = new_partie()

    play(partie, "l")
    partie.apply(Lay(SEP, Card.of("e"), ""))
    play(partie, "m. W.")

    assert partie.movers() == (PON, LEV)


def test_p10_silence_in_positions_3_and_4_is_an_ordinary_pass() -> None:
    """Positions 3 and 4 may pass, so they may be silent."""
    partie = new_partie()

    play(partie, "l e")

    assert partie.apply(Lay(LEV, Card.of("m"), ""))[0] == Passed(LEV, Card.of("m"))
    assert partie.apply(Lay(MER, Card.of("W"), "..."))[0] == Passed(MER, Card.of("W"))
    assert partie.turn is SEP


@pytest.mark.parametrize("word", ["слово", "zz", "œ", "d'", "ª"])
def test_p9_a_text_with_a_letter_is_a_word(word: str) -> None:
    """A refused word is no pass, however strange."""
    partie = new_partie(judge=StubJudge(refused={word}))

    assert isinstance(partie.apply(Lay(PON, Card.of("l"), word))[0], WordRefused)
    assert partie.state.manche.pli.lost_by is None


def test_p9_silence_is_no_word_that_an_arbiter_may_overrule() -> None:
    """After a silent lay, as after a pass, there is no word to overrule; the judge is not asked."""
    judge = StubJudge()
    partie = new_partie(judge=judge)

    partie.apply(Lay(PON, Card.of("l"), ""))

    assert {refusal.reason for refusal in refusals_of(partie, Overrule(True, "I heard one"))} == {"nothing_said"}
    assert judge.calls == []
    assert partie.state.words == ()


def test_s3_silence_forfeits_a_belettre() -> None:
    """A majuscule laid without a word is discarded, so its Belettre is forfeited."""
    partie = new_partie(*BELETTRE_HANDS)
    partie.apply(AnnounceBelettre(PON))

    (event,) = partie.apply(Lay(PON, Card.of("G"), ""))

    assert isinstance(event, Passed)
    assert event.belettre == FORFEITED


def test_j3_a_silent_player_names_no_letter() -> None:
    """A JOKER laid without a word needs no letter; an invalid letter is refused all the same."""
    hands = ("*Adiruul", "GMaelnos", "CPmeetir", "SWbaoeu?")
    joker = Card.of("JOKER")

    assert new_partie(*hands).can(Lay(PON, joker, ""))
    assert new_partie(*hands).can(Lay(PON, joker, "", "k"))
    assert {one.reason for one in new_partie(*hands).refusals(Lay(PON, joker, "", "ké"))} == {"not_named"}


def test_p9_silence_is_legal_where_a_pass_is() -> None:
    """In a lost pli and in a trap, silence is allowed or refused as « Passe ! » is, for the same rules."""
    lost, trap = new_partie(), new_partie()

    play(lost, "l-")
    play(trap, "l e! m! S-   d a! e! W-   i n r")

    for partie, seat, card in ((lost, SEP, "e"), (trap, MER, "b")):
        silent, passed = Lay(seat, Card.of(card), ""), Passe(seat, Card.of(card))

        assert [one.rule for one in partie.refusals(silent)] == [one.rule for one in partie.refusals(passed)]


def test_p9_a_game_with_silence_replays() -> None:
    """The log keeps silence as a pass, so a replay needs no word."""
    partie = new_partie()

    partie.apply(Lay(PON, Card.of("l"), ""))
    play(partie, "e. m. W. SEP^")

    assert Partie.replay(StubJudge(), partie.setup, partie.log).state == partie.state


@pytest.mark.parametrize(("before", "seat", "card"), [("", PON, "l"), ("l", SEP, "e")])
def test_p9_option_an_invented_word_in_position_1_or_2_loses_the_pli(before: str, seat: object, card: str) -> None:
    """With ``nonsense_is_pass``, a word refused as unknown alone counts as a pass; the event keeps the word."""
    partie = nonsense_partie()
    play(partie, before)

    assert partie.turn is seat

    (event,) = partie.apply(Lay(partie.turn, Card.of(card), "zzz"))  # type: ignore[arg-type]  # a seat

    assert isinstance(event, WordRefused)
    assert event.fault
    assert partie.state.manche.pli.lost_by is seat


@pytest.mark.parametrize("word", ["zzzs", "faux"])
def test_p9_option_a_word_with_another_reason_is_no_pass(word: str) -> None:
    """A word that is refused for another reason, alone or beside ``unknown``, only turns its card face down."""
    partie = nonsense_partie()

    partie.apply(Lay(PON, Card.of("l"), word))

    assert partie.state.manche.pli.lost_by is None


def test_p9_option_does_not_reach_positions_3_and_4() -> None:
    """There a pass is no fault, and a refused word still keeps a Belettre (S3)."""
    partie = nonsense_partie("AMaelnos", "CPmeetir", "GHdiruul", "SWbaoeu?")
    partie.apply(AnnounceBelettre(LEV))
    play(partie, "l e")

    (event,) = partie.apply(Lay(LEV, Card.of("G"), "zzz"))

    assert isinstance(event, WordRefused)
    assert not event.fault
    assert event.belettre == "begun"


def test_p9_without_the_option_an_invented_word_is_no_pass() -> None:
    """By default a refused word is no pass."""
    partie = new_partie(judge=NonsenseJudge())

    partie.apply(Lay(PON, Card.of("l"), "zzz"))

    assert partie.state.manche.pli.lost_by is None


def test_s3_option_an_invented_word_forfeits_a_belettre_where_it_is_a_pass() -> None:
    """What counts as a pass discards the majuscule."""
    partie = nonsense_partie(*BELETTRE_HANDS)
    partie.apply(AnnounceBelettre(PON))

    (event,) = partie.apply(Lay(PON, Card.of("G"), "zzz"))

    assert isinstance(event, WordRefused)
    assert event.belettre == FORFEITED


def test_p9_option_an_arbiter_who_accepts_the_word_takes_the_fault_back() -> None:
    """Accepted, the word is valid and the Belettre begun; refused again, it is a pass again. The game replays."""
    partie = nonsense_partie(*BELETTRE_HANDS)
    partie.apply(AnnounceBelettre(PON))
    partie.apply(Lay(PON, Card.of("G"), "zzz"))

    partie.apply(Overrule(True, "a word of my village"))

    assert partie.state.manche.pli.lost_by is None
    assert partie.state.manche.belettres[0].stage == "begun"

    partie.apply(Overrule(False, "not in this village"))

    assert partie.state.manche.pli.lost_by is PON
    assert partie.state.manche.belettres[0].stage == FORFEITED

    again = Partie.replay(NonsenseJudge(rules=partie.setup.rules), partie.setup, partie.log)

    assert again.state == partie.state
