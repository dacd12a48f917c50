"""Pickles and copies: every object of the library survives them, equal to what it was and on its own from then on."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import (
    ArgumentError,
    BelettreError,
    Card,
    History,
    HouseList,
    HouseRules,
    Judge,
    LayerError,
    Lexicon,
    LexiconError,
    Partie,
    Seat,
    SourceError,
)
from belettre_lexicon.engine import (
    IllegalActionError,
    Journal,
    JournalError,
    Lay,
    RecordError,
    ReplayError,
    ShorthandError,
    parse_record,
    read_shorthand,
)
from belettre_lexicon.games.belettre.bots.playout import Vocabulary
from belettre_lexicon.games.belettre.practice import Practice
from belettre_lexicon.games.kit.matches import WorkerError
from belettre_lexicon.lexicon.compile.lexicon import compile_readings
from belettre_lexicon.lexicon.file import lexicon_file as lexicon_module
from belettre_lexicon.words.verdicts import Verdict
from tests.lexicon.toy_lexicon import READINGS, opened, toy
from tests.library.samples import RULES, bots, house_list, played, values

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def again(value: Any, protocol: int = pickle.HIGHEST_PROTOCOL) -> Any:
    """The value, pickled and unpickled."""
    return pickle.loads(pickle.dumps(value, protocol))


LEXICON = Lexicon.open()
VALUES = values(LEXICON)
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deep copy": copy.deepcopy,
    **{f"protocol {number}": partial(again, protocol=number) for number in PROTOCOLS},
}


@pytest.fixture
def toy_path(tmp_path: Path) -> Path:
    """The path of a compiled toy lexicon."""
    path = tmp_path / "toy.lexicon"
    path.write_bytes(toy())
    return path


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", VALUES)
def test_every_value_is_equal_after_a_pickle_or_a_copy(name: str, way: str) -> None:
    """A copy of each value has its type, is equal to it, and looks the same."""
    value = VALUES[name]

    copied = WAYS[way](value)

    assert type(copied) is type(value)
    assert copied == value
    assert repr(copied) == repr(value)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [name for name in VALUES if name.startswith("verdict")])
def test_a_copied_verdict_says_everything_that_it_said(name: str, way: str) -> None:
    """Reasons, evidence, remarks, readings, the note of the list and the question are the same."""
    verdict: Verdict = VALUES[name]

    copied: Verdict = WAYS[way](verdict)

    assert copied.refusals == verdict.refusals
    assert copied.remarks == verdict.remarks
    assert copied.readings == verdict.readings
    assert copied.question == verdict.question
    assert copied.as_dict() == verdict.as_dict()
    assert (copied.key, copied.house, bool(copied)) == (verdict.key, verdict.house, bool(verdict))


@pytest.mark.parametrize("word", ["jouet", "portes", "peche", "école"])
def test_a_pickled_verdict_needs_no_lexicon(word: str, toy_path: Path) -> None:
    """Everything that a verdict tells can be read after the lexicon was closed."""
    with Lexicon.open() as lexicon:
        verdict = Judge(lexicon)(word, played=["joueur"])
        expected = verdict.as_dict()
        data = pickle.dumps(Judge(lexicon)(word, played=["joueur"]))

    assert pickle.loads(data).as_dict() == expected
    assert b"Lexicon" not in data


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_pickled_judge_is_small(protocol: int) -> None:
    """A judge without a house list is less than 1 KB, whatever the size of its lexicon."""
    assert len(pickle.dumps(Judge(LEXICON, RULES), protocol)) < 1024


def test_an_unpickled_judge_gives_the_same_verdicts() -> None:
    """Rules and house list of a table come along."""
    judge = Judge(LEXICON, RULES, house_list())

    copied = again(judge)

    for word in ("chocolatine", "wagon", "portes", "loup", "employé", "peche", "zzz"):
        assert copied(word) == judge(word)
    assert list(copied.reasons(["wagon", "portes"])) == list(judge.reasons(["wagon", "portes"]))
    assert copied.find("c", "hoc") == judge.find("c", "hoc")


class OwnJudge(Judge):
    """A judge of a program, with another constructor and an attribute."""

    def __init__(self, name: str) -> None:
        super().__init__(LEXICON, RULES)
        self.name = name


@pytest.mark.parametrize("way", WAYS)
def test_a_subclass_of_judge_keeps_its_attributes(way: str) -> None:
    """A constructor with other parameters is no obstacle."""
    copied: OwnJudge = WAYS[way](OwnJudge("club"))

    assert copied.name == "club"
    assert copied.rules == RULES
    assert copied("jouet").valid


@pytest.mark.parametrize("way", WAYS)
def test_a_journal_is_copied(way: str) -> None:
    """Its partie, its lines and what can be taken back are the same."""
    journal = Journal(Partie.watched(Judge(LEXICON)))
    with journal.entering(Lay(Seat.PONANTAIS, Card.of("l"), "volonté")):
        pass

    copied: Journal = WAYS[way](journal)

    assert copied.partie == journal.partie
    assert (copied.header, copied.check, copied.number) == (journal.header, journal.check, journal.number)
    assert copied.undoable == 1


def test_a_lexicon_copies_as_itself() -> None:
    """Copies and deep copies share the lexicon, also inside of what holds it."""
    assert copy.copy(LEXICON) is LEXICON
    assert copy.deepcopy(LEXICON) is LEXICON
    assert copy.deepcopy([Judge(LEXICON)])[0].lexicon is LEXICON


def test_a_process_opens_a_pickled_lexicon_once() -> None:
    """Two pickles of a lexicon become one object, which is another one than the original."""
    first, second = again(LEXICON), again(Judge(LEXICON)).lexicon

    assert first is second
    assert first is not LEXICON
    assert first == LEXICON
    assert hash(first) == hash(LEXICON)


def test_a_closed_copy_is_opened_again() -> None:
    """After the unpickled lexicon was closed, the next pickle becomes an open one."""
    again(LEXICON).close()

    assert not again(LEXICON).closed
    assert not LEXICON.closed
    assert "raclette" in again(LEXICON)


def test_a_lexicon_of_a_path_is_found_from_another_folder(toy_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path is remembered as an absolute one."""
    monkeypatch.chdir(toy_path.parent)
    data = pickle.dumps(Lexicon.open(toy_path.name))
    monkeypatch.chdir("/")

    assert "cœur" in pickle.loads(data)


def test_another_lexicon_at_the_path_is_refused(toy_path: Path) -> None:
    """The error names the path and both hashes."""
    lexicon = Lexicon.open(toy_path)
    data = pickle.dumps(lexicon)
    toy_path.with_suffix(".new").write_bytes(compile_readings(READINGS[:3], {}, {"edition": "2026.12"}))
    toy_path.with_suffix(".new").replace(toy_path)
    found = Lexicon.open(toy_path).hash

    with pytest.raises(LexiconError) as refused:
        pickle.loads(data)

    assert found != lexicon.hash
    for part in (str(toy_path), found, lexicon.hash):
        assert part in str(refused.value)


def test_a_packaged_lexicon_of_another_edition_is_refused(toy_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process whose package has another lexicon says so, whatever the path of the first one."""
    data = pickle.dumps(LEXICON)
    monkeypatch.setattr(lexicon_module, "_REOPENED", {})
    monkeypatch.setattr(lexicon_module, "bundled_path", lambda: str(toy_path))

    with pytest.raises(LexiconError, match=LEXICON.hash):
        pickle.loads(data)


def test_the_packaged_lexicon_pickles_without_a_path() -> None:
    """Another machine finds its own file."""
    data = pickle.dumps(LEXICON)

    assert b"packaged" in data
    assert b"fr.lexicon" not in data


def test_a_missing_file_is_named(toy_path: Path) -> None:
    """A lexicon whose file is gone is refused when it is unpickled."""
    data = pickle.dumps(Lexicon.open(toy_path))
    toy_path.unlink()

    with pytest.raises(LexiconError, match=r"toy\.lexicon: cannot be opened"):
        pickle.loads(data)


def test_a_lexicon_in_memory_is_not_pickled() -> None:
    """The error says why."""
    with pytest.raises(LexiconError, match="toy: a lexicon that is in no file cannot be pickled"):
        pickle.dumps(Lexicon(opened(toy())))


def test_a_verified_lexicon_is_verified_again(toy_path: Path) -> None:
    """A copy of a lexicon that was read and verified as a whole was verified too."""
    assert not again(Lexicon.open(toy_path)).store.container.verified
    assert again(Lexicon.open(toy_path, verify=True)).store.container.verified


def test_few_reopened_lexicons_are_kept(tmp_path: Path) -> None:
    """A process that unpickles many lexicons does not keep all of them open for ever."""
    for number in range(20):
        path = tmp_path / f"{number}.lexicon"
        path.write_bytes(compile_readings(READINGS, {}, {"edition": f"20{number + 10}.01"}))
        again(Lexicon.open(path))

    assert len(lexicon_module._REOPENED) <= lexicon_module._MOST_REOPENED


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_partie_goes_on_independently(way: str) -> None:
    """Actions and undos on one side leave the other side as it was."""
    partie = played(Judge(LEXICON), 5, 17)
    state, log, history = partie.state, partie.log, list(partie.history)

    copied: Partie = WAYS[way](partie)
    copied.undo(3)
    copied.apply(copied.legal_actions()[0])
    copied.undo(copied.actions_done)

    assert (partie.state, partie.log, list(partie.history)) == (state, log, history)
    assert copied.actions_done == 0
    assert copied.log == partie.log[: len(copied.log)]
    assert copied != partie


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_partie_continues_as_the_original_would(way: str) -> None:
    """The same actions lead to the same states, and undo goes as far back."""
    whole = played(Judge(LEXICON), 5)
    partie = played(Judge(LEXICON), 5, 17)

    copied: Partie = WAYS[way](partie)
    copied.follow(whole.log[len(copied.log) :])

    assert copied == whole
    assert copied.state == whole.state
    assert copied.points == whole.points
    assert list(copied.history) == list(whole.history)
    assert copied.actions_done == whole.actions_done


def test_a_partie_keeps_the_verdicts_of_its_log() -> None:
    """A word that was accepted stays accepted, even if the judge would refuse it today."""
    partie = Partie.new(Judge(LEXICON, house=HouseList.parse(["+ iii"])), random.Random(7), manches=1)
    partie.apply(Lay(Seat.PONANTAIS, Card.of("i"), "histoire"))
    partie._judge = Judge(LEXICON, house=HouseList.parse(["- histoire"]))

    assert again(partie).log == partie.log


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_history_goes_on_independently(way: str) -> None:
    """Words added to a copy are unknown to the original; both find repeats and kin."""
    history = History(["Volonté", "joueur"])
    judge = Judge(LEXICON)
    assert judge("jouet", played=history).reasons == ("same_family",)

    copied: History = WAYS[way](history)
    copied.add("école")

    assert list(history) == ["Volonté", "joueur"]
    assert judge("école", played=history).valid
    assert judge("école", played=copied).reasons == ("repeated",)
    assert judge("jouet", played=copied).reasons == ("same_family",)


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_house_list_is_independent(way: str) -> None:
    """What is added to a copy does not reach the judges of the original."""
    house = house_list()

    copied: HouseList = WAYS[way](house)
    copied.accepted["abcde"] = ""

    assert "abcde" not in house.accepted
    assert copied != house


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["random", "fuzzer", "strong", "factory"])
def test_a_copied_bot_chooses_the_same(name: str, way: str) -> None:
    """A bot and its copy make the same choices, one after the other."""
    judge = Judge(LEXICON)
    bot = bots(judge)[name]
    partie = Partie.new(judge, random.Random(2), manches=1)
    views = [partie.view(seat) for seat in partie.acting_seats()]

    copied = WAYS[way](bot) if way != "copy" else copy.deepcopy(bot)

    assert [copied.choose(view) for view in views] == [bot.choose(view) for view in views]


def all_errors() -> list[BelettreError]:
    """An exception of each kind that the library raises, with the attributes that it has."""
    partie = played(Judge(LEXICON), 5, 1)
    with pytest.raises(IllegalActionError) as illegal:
        partie.apply(Lay(Seat.PONANTAIS, Card.of("min")))
    with pytest.raises(ReplayError) as replayed:
        Partie.replay(partie.judge, partie.setup, [partie.log[0], partie.log[0]])
    with pytest.raises(RecordError) as recorded:
        parse_record(["{}"])
    with pytest.raises(JournalError) as journal:
        Journal.resume(["{}"], lambda record: partie.judge)
    with pytest.raises(ShorthandError) as shorthand:
        read_shorthand("?", partie.judge)
    with pytest.raises(ArgumentError) as argument:
        HouseRules(min_letters=99)
    with pytest.raises(LexiconError) as lexicon:
        Lexicon.open("/nowhere")
    raised = (illegal, replayed, recorded, journal, shorthand, argument, lexicon)
    return [*(info.value for info in raised), LayerError("a:1: b"), SourceError("c"), WorkerError("d")]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_exceptions_reach_another_process(protocol: int) -> None:
    """An exception has its type, its message and its attributes; otherwise a process pool would break."""
    for error in all_errors():
        copied = again(error, protocol)

        assert type(copied) is type(error)
        assert str(copied) == str(error)
        assert vars(copied) == vars(error)


def test_a_practice_and_a_stream_are_copied() -> None:
    """A practice keeps its partie and its silences, a stream its cards and earlier words."""
    practice = Practice(played(Judge(LEXICON), 5, 3), Seat.LEVANTIN)
    practice.keep_silent()
    stream = Judge(LEXICON).stream(initial="F", letters="lec", played=["facilité"])

    for protocol in PROTOCOLS:
        assert again(practice, protocol).keeps_silent
        assert again(practice, protocol).partie == practice.partie
        words = ["facile", "faculté", "portes"]
        assert list(again(stream, protocol).reasons(words)) == list(stream.reasons(words))


def test_bots_that_share_a_vocabulary_share_the_copy() -> None:
    """What is shared before a deep copy is shared after it."""
    vocabulary = Vocabulary(Judge(LEXICON))

    first, second = copy.deepcopy([vocabulary, vocabulary])

    assert first is second


@given(st.dictionaries(st.sampled_from(sorted(HouseRules().as_dict())), st.booleans(), max_size=3))
def test_house_rules_of_any_options_are_equal_after_a_pickle(options: dict[str, bool]) -> None:
    """Each combination of options survives every protocol."""
    texts = ("memory", "accents", "participles", "refuse_labels", "min_letters")
    rules = HouseRules(**{name: value for name, value in options.items() if name not in texts})  # type: ignore[arg-type]

    for protocol in PROTOCOLS:
        copied = again(rules, protocol)
        assert copied == rules
        assert (copied.accepted, copied.undecided) == (rules.accepted, rules.undecided)
