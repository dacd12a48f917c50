"""Records, journals and shorthand of Belote: exact round trips; damage and forgery give the promised errors."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError
from belettre_lexicon.belote import (
    PACK,
    Action,
    Announce,
    BeloteRules,
    Card,
    Claim,
    Dealt,
    Event,
    IllegalActionError,
    Journal,
    JournalError,
    Lay,
    Partie,
    Pass,
    Record,
    RecordError,
    Seat,
    ShorthandError,
    Take,
    Team,
    fingerprint,
    format_record,
    parse_record,
    partie_of,
    read_shorthand,
    record_of,
    write_shorthand,
)
from belettre_lexicon.games.belote.records import event_from_json, json_reader, to_json
from belettre_lexicon.games.kit.chain import ChainedLine, encode_line, next_check
from tests.belote.played import actions_in, play_on, random_action, random_rules, rules_of_houses
from tests.exhaustive import EXHAUSTIVE

#: Values of every JSON type that no field expects, or that lie just outside what a field allows.
NASTY: list[Any] = [
    None,
    True,
    0,
    1,
    -1,
    9,
    2**63,
    10**30,
    10**400,
    1e308,
    1.5,
    "",
    "é",
    "\0",
    "S",
    "N+S",
    "V♥",
    "1♥",
    "♥",
    "passed",
    "a" * 5000,
    [],
    [[]],
    {},
    ["7♥"] * 33,
    {"event": "passed"},
    {"annonces": 2},
    {"chute": 1.5},
]
#: Pieces of text that no JSON library would write, or that break a careless one.
ODD_TEXTS = [
    "NaN",
    "9" * 5000,
    "[" * 100_000,
    "[" * 900 + "]" * 900,
    '{"a":' * 800 + "1" + "}" * 800,
    '{"a":1,"a":2}',
    "\x00",
    "",
]


def played(seed: int = 1, actions: int = 1_000_000) -> Partie:
    """Return a partie played at random."""
    rules = BeloteRules(annonces=True, contracts="overcall", deals=2)
    return play_on(Partie.new(rules, seed=seed), random.Random(seed), actions)


def forged(text: str) -> str:
    """Return the lines of a record or journal with the right numbers and checks, as a careful forger writes them."""
    check, lines = "", []
    for number, line in enumerate(text.splitlines(), 1):
        decoded = msgspec.json.decode(line, type=ChainedLine)
        check = next_check(check, decoded.content())
        place = number if number > 1 else 0
        lines.append(encode_line(msgspec.structs.replace(decoded, check=check, line=place)).decode())
    return "\n".join(lines) + "\n"


# Records


@pytest.mark.sampled
@settings(max_examples=300 if EXHAUSTIVE else 40)
@given(rules_of_houses, st.integers(0, 10**6), st.integers(0, 150))
def test_a_record_is_read_as_it_was_written(rules: BeloteRules, seed: int, actions: int) -> None:
    """At any moment of any game: the same record, the same game, the same text."""
    partie = play_on(Partie.new(rules, seed=seed), random.Random(seed), actions)
    record = record_of(partie, {Seat.SUD: "Ana", Seat.OUEST: "« \u2028 »"})
    text = format_record(record)

    assert parse_record(text) == parse_record(text.split("\n")[:-1]) == record
    assert partie_of(record) == partie
    assert partie_of(record).state == partie.state
    assert format_record(parse_record(text)) == text
    assert f'"check":"{fingerprint(record)}"' in text.rstrip("\n").rpartition("\n")[2]


def test_a_record_keeps_given_packs() -> None:
    """They stand in its header."""
    partie = Partie.new(seed=1, dealer=Seat.NORD, packs=(PACK, PACK[::-1]))
    record = parse_record(format_record(record_of(partie)))

    assert record.setup == partie.setup
    assert record.setup.packs == (PACK, PACK[::-1])
    assert record.players == {}


def test_the_lines_of_a_record() -> None:
    """The format, as programs in other languages may read it."""
    partie = Partie.new(seed=7)
    partie.apply(Pass(Seat.EST))
    header, dealt, passed = format_record(record_of(partie, {Seat.EST: "Zoé"})).splitlines()

    assert json.loads(header)["header"] == {
        "version": 1,
        "game": "belote",
        "kind": "record",
        "lines": 3,
        "rules": {},
        "seed": 7,
        "dealer": "S",
        "players": {"E": "Zoé"},
    }
    pack = [card.text for card in partie.state.donne.dealt.pack]
    assert json.loads(dealt)["event"] == {
        "event": "dealt",
        "number": 1,
        "dealer": "S",
        "retourne": pack[20],
        "pack": pack,
    }
    assert json.loads(passed) == {
        "check": json.loads(passed)["check"],
        "line": 3,
        "event": {"event": "passed", "seat": "E"},
    }


@pytest.mark.parametrize(
    "action",
    [
        Pass(Seat.SUD),
        Take(Seat.EST, "TA"),
        Announce(Seat.NORD, ("carré", "tierce")),
        Lay(Seat.OUEST, Card.of("10♠"), says=False),
        Claim(Team.EO, claims=False),
    ],
)
def test_actions_are_json_too(action: Action) -> None:
    """For servers: each kind is read as it was written."""
    raw = to_json(action)

    assert json_reader(Action).decode(raw) == action  # type: ignore[arg-type]  # a union of types


def same_game_or_error(text: str, partie: Partie) -> bool:
    """Return whether a changed record is refused by a RecordError; if it is not, it must be the same game."""
    try:
        again = partie_of(parse_record(text))
    except RecordError as error:
        assert error.line >= 1
        return True
    assert again == partie
    return False


def changed(text: str, rng: random.Random) -> str:
    """Return a record with one change: a character, a line, the order of lines, or a part that is missing."""
    lines = text.splitlines()
    place = rng.randrange(len(text))
    line, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(8)
    if kind == 0:
        return text[:place] + text[place + 1 :]
    if kind == 1:
        return text[:place] + rng.choice('"{}[],:0123456789abcdefSENO♣♦♥♠VDRA\\\n ') + text[place + 1 :]
    if kind == 2:
        return text[:place] + rng.choice(["é", "\0", "\ud800", "\u2028", "1", '"', "null"]) + text[place:]
    if kind == 3:
        return text[:place]
    if kind == 4:
        del lines[line]
    elif kind == 5:
        lines.insert(line, lines[other])
    elif kind == 6:
        lines[line], lines[other] = lines[other], lines[line]
    else:
        start, end = sorted((place, rng.randrange(len(text))))
        return text[:start] + text[end:]
    return "\n".join(lines) + "\n"


@pytest.mark.sampled
def test_changed_records_are_refused_or_the_same_game() -> None:
    """500 changes of every kind: a RecordError, or, where nothing was lost, the same game."""
    partie = played()
    text = format_record(record_of(partie))
    rng = random.Random(1)
    changes = 5000 if EXHAUSTIVE else 500

    refused = sum(same_game_or_error(changed(text, rng), partie) for _ in range(changes))

    assert refused > changes * 0.9


@pytest.mark.sampled
def test_forged_records_break_the_rules_or_follow_them() -> None:
    """Events changed with right checks: a RecordError, or a game that the rules allow."""
    partie = played()
    lines = format_record(record_of(partie)).splitlines()
    rng = random.Random(2)
    refused = 0
    for _ in range(2000 if EXHAUSTIVE else 200):
        decoded = [json.loads(line) for line in lines]
        event = decoded[rng.randrange(1, len(lines))]["event"]
        name = rng.choice(list(event))
        event[name] = rng.choice([*NASTY, *(other["event"].get(name) for other in decoded[1:20])])
        text = forged("\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in decoded))
        try:
            again = partie_of(parse_record(text))
        except RecordError:
            refused += 1
        else:
            assert Partie.replay(again.setup, again.log) == again
    assert refused > 100


@pytest.mark.parametrize(
    "name", ["version", "game", "kind", "lines", "rules", "seed", "dealer", "packs", "players", "check", "other"]
)
def test_nasty_headers_are_refused(name: str) -> None:
    """Every field with every value that it does not expect; what is allowed gives a game."""
    lines = format_record(record_of(played(actions=3), {Seat.SUD: "Ana"})).splitlines()
    for value in NASTY:
        header = json.loads(lines[0])
        header["header"][name] = value
        text = "\n".join([json.dumps(header, ensure_ascii=False), *lines[1:]])
        try:
            partie_of(parse_record(forged(text)))
        except RecordError as error:
            assert len(str(error)) < 2000
        else:
            assert name in ("seed", "dealer", "players", "rules", "lines", "packs") or value == 1


@pytest.mark.parametrize("odd", ODD_TEXTS)
def test_odd_texts_are_refused(odd: str) -> None:
    """Anywhere in a record: as a line, an event, a header or a value."""
    lines = format_record(record_of(played(actions=2))).splitlines()
    texts = [
        odd,
        "\n".join([odd, *lines[1:]]),
        "\n".join([*lines, odd]),
        "\n".join([lines[0], f'{{"check":"","line":2,"event":{odd}}}']),
        f'{{"check":"","header":{odd}}}',
        "\n".join([lines[0].replace('"seed":1', f'"seed":{odd}'), *lines[1:]]),
    ]
    for number, text in enumerate(texts):
        if odd or number not in (2,):
            with pytest.raises(RecordError):
                partie_of(parse_record(text))


def test_records_of_other_games_and_versions_are_refused() -> None:
    """The error says what the file is."""
    text = format_record(record_of(Partie.new(seed=1)))
    with pytest.raises(RecordError, match="of another game, expected 'belote'"):
        parse_record(forged(text.replace('"game":"belote",', "")))
    with pytest.raises(RecordError, match="format version 2, expected 1"):
        parse_record(forged(text.replace('"version":1', '"version":2')))
    with pytest.raises(RecordError, match="the journal of a game"):
        parse_record([Journal(Partie.new(seed=1)).header])
    with pytest.raises(JournalError, match="the record of a game"):
        Journal.resume(text.splitlines())
    with pytest.raises(RecordError, match="number of lines"):
        parse_record(forged(text.replace('"lines":2,', "")))
    with pytest.raises(RecordError, match="empty"):
        parse_record([])


def test_a_seed_that_deals_other_cards_is_refused() -> None:
    """BD3: the packs of a record are those of its seed, unless its header gives them."""
    text = format_record(record_of(Partie.new(seed=1, dealer=Seat.SUD)))

    with pytest.raises(RecordError, match="record, line 2: Dealt"):
        partie_of(parse_record(forged(text.replace('"seed":1', '"seed":2'))))


@pytest.mark.parametrize("raw", [b"{}", b'{"event":"laid"}', b'{"event":"laid","seat":"S","card":"V"}', b"[]", b"\xff"])
def test_json_that_is_no_event_is_a_decode_error(raw: bytes) -> None:
    """Its message says where the error is."""
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        event_from_json(raw)
    with pytest.raises(TypeError, match="cannot be part of an event"):
        to_json(object())


def test_a_record_of_impossible_terms_is_refused() -> None:
    """A Record made by a program is checked like one that is read."""
    partie = Partie.new(seed=1)
    setup = msgspec.structs.replace(partie.setup, packs=(PACK[1:],))

    with pytest.raises(RecordError, match="record, line 1: pack 1"):
        partie_of(Record(setup, partie.log))


# Journals


@pytest.mark.sampled
@settings(max_examples=100 if EXHAUSTIVE else 15)
@given(st.integers(0, 10**6))
def test_a_journal_resumes_where_it_was(seed: int) -> None:
    """With its undos, from any line on; and another journal follows its lines."""
    rng = random.Random(seed)
    journal = Journal(Partie.new(random_rules(rng), seed=seed), {Seat.NORD: "Léo"})
    other = Journal.resume([journal.header])
    lines = [journal.header]
    for _ in range(60):
        if journal.undoable and rng.random() < 0.2:
            with journal.taking_back(rng.randint(1, min(3, journal.undoable))) as line:
                lines.append(line)
        elif not journal.partie.over:
            with journal.entering(random_action(journal.partie, rng)) as line:
                lines.append(line)
    again = Journal.resume([f"{line}\n" for line in lines])
    other.follow(lines[1:])

    for one in (again, other):
        assert one.partie == journal.partie
        assert (one.check, one.number, one.undoable) == (journal.check, journal.number, journal.undoable)
        assert one.players == {Seat.NORD: "Léo"}
    assert partie_of(journal.record()) == journal.partie
    assert again.header == journal.header


def test_a_line_that_cannot_be_kept_is_not_entered() -> None:
    """If writing it fails, the game is as before."""
    journal = Journal(Partie.new(seed=7))
    check = journal.check

    with pytest.raises(OSError, match="disk"), journal.entering(Pass(Seat.EST)):
        raise OSError("disk is full")
    with pytest.raises(IllegalActionError), journal.entering(Pass(Seat.EST), Pass(Seat.EST)):
        pass

    assert (journal.partie.actions_done, journal.check, journal.number) == (0, check, 0)


def test_changed_journals_are_refused() -> None:
    """The error names the line; the terms of a header are checked too."""
    journal = Journal(Partie.new(seed=7))
    lines = [journal.header]
    with journal.entering(Pass(Seat.EST)) as line:
        lines.append(line)
    with pytest.raises(JournalError, match="journal, line 2"):
        Journal.resume([lines[0], lines[1].replace('"E"', '"N"')])
    with pytest.raises(JournalError, match="journal, line 2: event 2: BF4"):
        Journal.resume(forged("\n".join(lines).replace('"seat":"E"', '"seat":"N"')).splitlines())
    with pytest.raises(JournalError, match="journal, line 1"):
        Journal.resume([forged(lines[0].replace('"rules":{}', '"rules":{"sa_ta":true}')).strip()])
    with pytest.raises(ArgumentError, match="actions were done already"):
        Journal(journal.partie)


# Shorthand


def without_deals(events: tuple[Event, ...]) -> list[Event]:
    """Return the events of a log without the packs."""
    return [event for event in events if not isinstance(event, Dealt)]


@pytest.mark.sampled
@settings(max_examples=200 if EXHAUSTIVE else 30)
@given(rules_of_houses, st.integers(0, 10**6), st.integers(0, 150))
def test_shorthand_is_read_as_it_was_written(rules: BeloteRules, seed: int, actions: int) -> None:
    """At any moment of any game: the same log, and the same text again."""
    partie = play_on(Partie.new(rules, seed=seed), random.Random(seed), actions)
    text = write_shorthand(partie)
    again = read_shorthand(text, seed=seed)

    assert again.log == partie.log
    assert again.rules == partie.rules
    assert write_shorthand(again) == text
    assert read_shorthand(text.lower().replace("·", ";").replace("→", "->").split("\n"), seed=seed) == again


DEAL = """
# a deal without its cards: the retourne and the plis are enough
donne 1 SUD retourne 9♥
est passe · nord passe; ouest prend ♥
EST A♠ · NORD 7♠ · OUEST 8♠ · SUD 9♠ → EST
EST 10♠ · NORD D♠ · OUEST V♥ · SUD R♠ → OUEST  # cut
OUEST 9♥ ; SUD 7♥ ; EST D♥ belote ; NORD A♥ -> OUEST
O 10♥ · S 8♥ · E R♥ rebelote · N 7♦
OUEST A♦ · SUD R♦ · EST 8♦ · NORD 9♦ → OUEST
OUEST 10♦ · SUD D♦ · EST V♠ · NORD V♦
OUEST A♣ · SUD R♣ · EST 7♣ · NORD 8♣
OUEST 10♣ · SUD D♣ · EST V♣ · NORD 9♣ → OUEST
"""


def test_a_deal_is_read_from_its_plis_alone() -> None:
    """The hands are those of the cards laid; the deal is scored by the rules."""
    partie = read_shorthand(DEAL)

    ended = partie.state.sheet.ended[0]
    assert (ended.outcome, ended.taker, ended.belote, ended.points) == ("capot", Seat.OUEST, (0, 20), (0, 272))
    assert partie.log[0].retourne is Card.of("9♥")  # type: ignore[union-attr]  # a Dealt
    assert len(list(actions_in(partie.log))) == 3 + 32
    assert without_deals(read_shorthand(write_shorthand(partie)).log) == without_deals(partie.log)


def test_bf2_a_renonce_in_a_text_is_refused() -> None:
    """Nord follows in the text only later: the error names the line and the rule."""
    text = DEAL.replace("NORD 7♠", "NORD x").replace("N 7♦", "N 7♠").replace("NORD x", "NORD 7♦")

    with pytest.raises(ShorthandError, match="line 5: NORD 7♦: Lay: BP3"):
        read_shorthand(text)


def test_an_empty_text_is_a_new_partie() -> None:
    """Comments and blank lines are nothing."""
    assert read_shorthand("\n# nothing\n   \n").actions_done == 0
    assert read_shorthand("rules target=500 annonces=true deals=none").rules == BeloteRules(target=500, annonces=True)
    assert read_shorthand("donne 1 NORD retourne 7♣").turn is Seat.OUEST


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("SUD 9♠ → EST", "SUD 9♠ → NORD", 5, "the pli goes to EST"),
        ("EST A♠ · NORD 7♠ · OUEST 8♠ ·", "EST A♠ · NORD 7♠ → EST\nOUEST 8♠ ·", 5, "the pli is not complete"),
        ("D♥ belote", "D♥ rebelote", 7, "the player says 'belote'"),
        ("7♦\n", "7♦ belote\n", 8, "the player says 'nothing'"),
        ("est passe · nord", "est passe · est", 4, "BF4"),
        ("donne 1", "donne 2", 3, "expected deal 1"),
        ("donne 1 SUD retourne 9♥", "donne 1 SUD retourne 7♠", 3, "did not lay 7♠"),
        ("donne 1 SUD retourne 9♥", "donne 1 SUD retourne", 3, "expected its number"),
        ("donne 1 SUD retourne 9♥", "donne 1 SUD 9♥", 3, "BC1"),
        ("donne 1 SUD retourne 9♥", "donne 1 SUD 9♥ 9♥", 3, "twice"),
        ("donne 1 SUD retourne 9♥", "donne un SUD retourne 9♥", 3, "expected its number"),
        ("donne 1 SUD retourne 9♥", "donne 1 X retourne 9♥", 3, "seat"),
        ("donne 1 SUD retourne 9♥", "EST passe", 3, "expected a deal first"),
        ("donne 1 SUD", "rules chute=161\ndonne 1 SUD", 3, "BS5"),
        ("donne 1 SUD", "rules sa_ta=true\ndonne 1 SUD", 3, "no such option"),
        ("donne 1 SUD", "rules =\ndonne 1 SUD", 3, "unknown"),
        ("SUD D♣ · EST V♣ · NORD 9♣ → OUEST", "", 3, "not all were laid"),
        ("EST A♠ ·", "EST ·", 5, "expected a move"),
        ("EST A♠ ·", "EST A♠ donc ·", 5, "expected a move"),
        ("EST A♠ ·", "EST 1♠ ·", 5, "card"),
        ("EST A♠ ·", "EST annonce ·", 5, "BN6"),
        ("EST A♠ ·", "EST annonce quinte · EST A♠ ·", 5, "BN6"),
        ("EST A♠ ·", "EST annonce tierce · EST A♠ ·", 5, "BN1"),
        ("EST A♠ ·", "N+S réclame · EST A♠ ·", 5, "BB3"),
        ("EST A♠ ·", "N+E laisse · EST A♠ ·", 5, "team"),
        ("prend ♥", "prend", 4, "contract"),
        ("prend ♥", "prend un coeur", 4, "contract"),
        ("prend ♥", "prend sa", 4, "BA2"),
        ("# cut", "→", 6, "seat"),
        ("EST A♠ · NORD 7♠ · OUEST 8♠ · SUD 9♠ → EST", "→ EST", 5, "before the arrow"),
        ("\nO 10♥", "\ndonne 2 EST retourne 7♥\nO 10♥", 3, "not all were laid"),
    ],
)
def test_a_text_that_is_no_game_is_refused_with_its_line(old: str, new: str, line: int, message: str) -> None:
    """The error names the line and the rule, or what was expected."""
    assert old in DEAL
    with pytest.raises(ShorthandError, match=message) as caught:
        read_shorthand(DEAL.replace(old, new, 1))
    assert caught.value.line == line


def test_a_deal_after_an_unfinished_one_is_refused() -> None:
    """Also one by the wrong dealer, or after the end of the partie."""
    pack = " ".join(card.text for card in PACK)
    with pytest.raises(ShorthandError, match="line 2: deal 2: expected the rest of deal 1"):
        read_shorthand(f"donne 1 SUD {pack}\ndonne 2 EST {pack}")
    with pytest.raises(ShorthandError, match="line 14: deal 2: SUD deals, expected EST"):
        read_shorthand(f"{DEAL}\ndonne 2 SUD {pack}")
    with pytest.raises(ShorthandError, match="deal 2: the partie is over"):
        read_shorthand(f"rules target=200\n{DEAL}\ndonne 2 EST {pack}")


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_001,
        "\n" * 10_001,
        "donne 1 SUD retourne 7♣\n" * 1001,
        "rules target=" + "9" * 5000,
        "donne " + "9" * 5000,
    ],
)
def test_texts_that_are_too_long_are_refused(text: str) -> None:
    """Lines, characters, deals and digits are bounded."""
    with pytest.raises(ShorthandError):
        read_shorthand(text)
