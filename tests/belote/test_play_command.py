"""``belote play`` as a person meets it: whole games of typed lines, undo, silence, claims, and no hidden card."""

from __future__ import annotations

import io
import random
import re
import sys
from collections.abc import Iterator

import pytest

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.cli.belote.board import board_lines, hand_line, last_pli_line, legal_line, prompt_lines
from belettre_lexicon.cli.belote.commands import BelotePlayCommand
from belettre_lexicon.cli.belote.play import BelotePlaySession, run
from belettre_lexicon.games.belote.actions import Announce, Lay
from belettre_lexicon.games.belote.cards import PACK, Card
from belettre_lexicon.games.belote.deals.deal import first_hands
from belettre_lexicon.games.belote.events import AnnoncesJudged, Claimed, Completed, Dealt, Laid
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.records import Journal
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS, Seat
from belettre_lexicon.games.belote.state import with_states
from belettre_lexicon.games.belote.view import View
from belettre_lexicon.referee.belote import load_belote
from tests.belote.play_scripts import DEAL, FR, Person, bots_of, play_session
from tests.belote.played import turned
from tests.belote.typed_options import typed as typed_options

SUD, EST, NORD, OUEST = SEATS
CARD = re.compile(r"(?:10|[789VDRA])[♣♦♥♠]")


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: list[str], *arguments: str) -> str:
    """Run the command with the lines *typed* piped in; return its output."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(typed).encode())))
    assert run(typed_options(BelotePlayCommand, "--seed", "7", "--level", "easy", "--deals", "1", *arguments)) == 0
    return capsys.readouterr().out


def test_a_deal_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A person plays a whole game; its score is said with the rule, and who has won."""
    out = play(monkeypatch, capsys, DEAL)

    assert out.startswith("Graine 7 : --seed 7 redonne les mêmes cartes.\nVous êtes Sud, avec Nord.")
    assert re.search(r"Fin de la donne 1 : .*\.\nVotre camp marque", out)
    assert re.search(r"Vous (gagnez|perdez) la partie", out)


def test_what_should_have_been_played_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After a deal the person asks what they should have played; before the first there is nothing to look at."""
    out = play(monkeypatch, capsys, ["revoir", *DEAL, "Que fallait-il jouer ?", "quitter"], "--deals", "2")

    assert "Aucune donne jouée à revoir." in out
    assert "« revoir » : que fallait-il jouer dans cette donne ?" in out
    after = out.split("Toutes cartes ouvertes, donne 1 :")[1]
    assert re.search(r"Pli \d, Sud .* : il fallait .* \(\+\d+\)\.|Rien de mieux à jouer\.", after)
    assert not re.search(r"Pli \d, (Est|Nord|Ouest) .* : il fallait", after)


@pytest.mark.parametrize("seat", SEATS)
def test_a_person_sits_anywhere(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The person may have any seat, and is never called by it."""
    out = play(monkeypatch, capsys, DEAL, "--seat", seat.name.lower())
    name = FR(f"seats.{seat.name.lower()}")

    assert f"Vous êtes {name}," in out
    told = out.partition("\n")[2].partition("\n")[2]
    assert not re.search(rf"\b{name} (passe|prend|joue|reçoit|montre|annonce)", told)
    assert re.search(r"Vous (gagnez|perdez) la partie", out)


def test_it_speaks_english(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With --lang en, cards are typed and shown in English."""
    cards = [f"{rank}{suit}" for suit in "cdhs" for rank in ("7", "8", "9", "10", "j", "q", "k", "a")]
    out = play(monkeypatch, capsys, ["help", "take", "pass", "pass", *cards * 8], "--lang", "en")

    assert "You are South, with North." in out
    assert re.search(r"You play (10|[789JQKA])[♣♦♥♠]", out)
    assert re.search(r"You (win|lose) the partie", out)
    assert not re.search(r"[VDR][♣♦♥♠]", out)


def test_the_strong_bots_play_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """--level strong lets the strong bots play; it is the default."""
    out = play(monkeypatch, capsys, ["quitte"], "--level", "strong")

    assert out.endswith("Partie interrompue.\n")


@pytest.mark.parametrize(
    ("argument", "value"), [("--seat", "centre"), ("--level", "random"), ("--seed", "x"), ("--target", "0")]
)
def test_unusable_options_are_refused(argument: str, value: str) -> None:
    """An unknown seat, level, seed or rule is refused by name before anything begins."""
    with pytest.raises(ArgumentError, match=argument.strip("-")):
        run(typed_options(BelotePlayCommand, argument, value))


def test_refused_moves_say_the_obligation_and_nothing_changes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every card of the pack is tried at every turn: each one refused is refused with a rule."""
    out = play(monkeypatch, capsys, DEAL)
    refused = [line for line in out.split("\n") if re.search(r"\(B[PA]\d\)\.$", line) and "donne" not in line]

    assert any("(BP2)" in line for line in refused)
    assert any("(BP3)" in line for line in refused)
    assert out.count("Vous jouez") == 8


def test_commands_show_and_change_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Table, hand, last pli, legal cards, sheet, rules and help can be asked for at any time."""
    commands = ["table", "main", "dernier", "jouables", "marque", "règles", "aide", "n'importe quoi", "annuler"]
    out = play(monkeypatch, capsys, [*commands, "prends", *commands[:-1], *DEAL])

    assert "Votre main :" in out
    assert "Aucun pli n'est encore fait" in out
    assert "Aucune donne n'est finie." in out
    assert "Donnes à jouer : 1." in out
    assert "BP7" in out  # the rules of the table
    assert "Pas compris : « n'importe quoi »." in out
    assert "Il n'y a rien à annuler." in out
    assert re.search(r"Vous (gagnez|perdez) la partie", out)


def known_cards(partie: Partie, seat: Seat) -> set[Card]:
    """The cards of this deal that a seat may know: its own, those turned up, laid, and shown with annonces."""
    known: set[Card] = set()
    for _, event, after in with_states(partie.log, partie.setup):
        if isinstance(event, Dealt):
            known = {turned(event)}
            known |= {card for card in PACK if first_hands(event.pack, event.dealer)[seat.index] & card.bit}
        elif isinstance(event, Completed):
            known |= {card for card in PACK if after.hands[seat.index] & card.bit}
        elif isinstance(event, Laid):
            known.add(event.card)
        elif isinstance(event, AnnoncesJudged):
            known |= {card for shown in event.shown for card in shown.cards}
    return known


@pytest.mark.parametrize("seat", SEATS)
def test_no_hidden_card_is_shown(seat: Seat, capsys: pytest.CaptureFixture[str]) -> None:
    """BD8: at every prompt, the output since the beginning of the deal names no card that the person may not know."""
    rules = BeloteRules(annonces=True, contracts="overcall", deals=2)
    person = Person(3)
    shown, checked = "", [0]

    def lines() -> Iterator[str]:
        nonlocal shown
        assert person.partie is not None
        for line in person.lines(seat):
            yield from ("table", "dernier", "jouables", "marque", "main")
            shown += capsys.readouterr().out
            deal = shown[shown.rindex(f"\nDonne {person.partie.state.donne.dealt.number} : ") :]
            named, known = set(CARD.findall(deal)), {card.text for card in known_cards(person.partie, seat)}
            assert known - named <= {turned(person.partie.state.donne.dealt).text}
            assert named <= known
            checked.append(len(named))
            yield line

    journal = Journal(Partie.new(rules, seed=11))
    person.partie = journal.partie
    play_session(lines(), journal=journal, seat=seat)

    assert journal.partie.over
    assert max(checked) > 28


def test_undo_takes_back_the_last_decision(capsys: pytest.CaptureFixture[str]) -> None:
    """« annuler » goes back to the person's last decision, with everything that happened after it, and says so."""
    person = Person(5)
    views: list[View] = []

    def lines() -> Iterator[str]:
        assert person.partie is not None
        typing = person.lines(SUD)
        while True:
            views.append(person.partie.view(SUD))
            yield next(typing)
            if not person.partie.over:
                yield "annuler"
                assert person.partie.view(SUD) == views[-1]
                yield next(typing)

    journal = Journal(Partie.new(BeloteRules(annonces=True, deals=1), seed=3))
    person.partie = journal.partie
    play_session(lines(), journal=journal)

    assert journal.partie.over
    assert "Retour à votre décision précédente." in capsys.readouterr().out
    assert journal.undoable < journal.number


def test_there_is_nothing_to_undo_before_the_first_decision() -> None:
    """What the bots did before the person has decided anything is not taken back."""
    journal = Journal(Partie.new(BeloteRules(), seed=7, dealer=NORD))
    session = BelotePlaySession(
        journal, bots_of(journal, SUD, "easy"), SUD, iter(()), load_belote("en"), lambda line: None
    )

    assert session.entries_since_decision() is None


def with_belote(first_says: bool, second_says: bool, choice: bool) -> tuple[Journal, str]:
    """Play a deal in which Sud takes and has the belote; return its journal and Sud's lines.

    first_says, second_says  whether Sud says « Belote » and « Rebelote »
    choice                   whether Sud's team claims what was forgotten
    """
    for seed in range(200):
        partie = Partie.new(BeloteRules(deals=1), seed=seed, dealer=OUEST)  # Sud speaks first
        suit = turned(partie.view(SUD)).suit
        pair = {Card(suit, "R"), Card(suit, "D")}
        if partie.can(action := next(act for act in partie.legal_actions() if type(act).__name__ == "Take")):
            partie.apply(action)
            if pair <= set(partie.view(SUD).hand):
                break
    else:
        pytest.fail("no seed with a belote")
    said: list[str] = []

    def choose(view: View, rng: random.Random) -> object:
        if view.awaits == "speak":
            return next(act for act in view.actions if type(act).__name__ == "Take")
        if view.awaits == "claim":
            return next(act for act in view.actions if act.claims is choice)  # type: ignore[union-attr]  # a Claim
        action = view.actions[0]
        assert isinstance(action, Lay)
        if action.card in pair:
            says = first_says if pair <= set(view.hand) else second_says
            action = Lay(SUD, action.card, says)
            said.append(action.card.text)
        return action

    journal = Journal(Partie.new(BeloteRules(deals=1), seed=seed, dealer=OUEST))
    person = Person(0, choose)
    play_session(person, journal=journal, seed=seed)
    return journal, " ".join(said)


def test_belote_is_said_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    """BB2: laying R and D of trumps says « Belote » and « Rebelote »; the player is told beforehand."""
    journal, _ = with_belote(True, True, True)
    out = capsys.readouterr().out

    assert journal.partie.state.sheet.ended[0].belote[0] == 20
    assert "« Belote »." in out
    assert "« Rebelote »." in out
    assert "Vous avez la belote : elle se dit avec la carte. «" in out
    assert "20 de belote" in out


def test_a_player_may_keep_silent(capsys: pytest.CaptureFixture[str]) -> None:
    """BB5: with « muet » nothing is said, and the belote does not count."""
    journal, _ = with_belote(False, False, True)

    assert journal.partie.state.sheet.ended[0].belote == (0, 0)
    assert "« Belote »." not in capsys.readouterr().out


@pytest.mark.parametrize("claims", [True, False])
def test_a_forgotten_rebelote_is_claimed_or_let_go(claims: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """BB3: « oui » claims a belote whose « Rebelote » was forgotten, « non » lets it go."""
    journal, _ = with_belote(True, False, claims)
    out = capsys.readouterr().out

    assert [event.claims for event in journal.partie.log if isinstance(event, Claimed)] == [claims]
    assert journal.partie.state.sheet.ended[0].belote[0] == (20 if claims else 0)
    assert "À vous : « oui » réclame la belote" in out
    assert ("Votre camp réclame la belote" if claims else "Votre camp laisse la belote") in out


def test_annonces_are_offered_before_the_first_card(capsys: pytest.CaptureFixture[str]) -> None:
    """BN6: a player who has annonces is told so and may say them with « annonce »."""
    for seed in range(40):
        journal = Journal(Partie.new(BeloteRules(annonces=True, deals=1), seed=seed))
        play_session(Person(seed), journal=journal, seed=seed)
        out = capsys.readouterr().out
        if "Vous pouvez annoncer :" in out and "Vous annoncez :" in out:
            assert any(isinstance(event, Completed) for event in journal.partie.log)
            return
    pytest.fail("no game with annonces of the person")


def test_other_contracts_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    """BV1, BV5: at tables with overcalls, sans atout and tout atout are taken, shown and played."""
    seen = ""
    for seed in range(6):
        for contracts in ("overcall", "ladder"):
            rules = BeloteRules(contracts=contracts, deals=2, annonces=True)
            assert play_session(Person(seed), rules=rules, seed=seed).partie.over
        seen += capsys.readouterr().out
    assert "a pris à sans atout" in seen
    assert "a pris à tout atout" in seen


def test_an_action_that_cannot_be_saved_is_not_made(capsys: pytest.CaptureFixture[str]) -> None:
    """If a line cannot be written, the game is as before, the person is told, and may go on later."""
    full = True

    def keep(line: str) -> None:
        if full:
            raise OSError(28, "No space left on device", "partie.jsonl")

    journal = Journal(Partie.new(BeloteRules(deals=1), seed=7, dealer=OUEST))

    def lines() -> Iterator[str]:
        nonlocal full
        yield "passe"
        assert journal.partie.actions_done == 0
        full = False
        yield "prends"
        assert journal.partie.actions_done > 0

    play_session(lines(), journal=journal, keep=keep)

    assert "Rien n'est entré, car la partie n'a pas pu être gardée dans partie.jsonl" in capsys.readouterr().out


def test_the_hand_is_sorted_with_trump_first() -> None:
    """The trumps stand first, in each suit the strongest card first (BC2, BC3)."""
    partie = Partie.new(BeloteRules(), seed=7, dealer=OUEST)
    view = partie.view(SUD)
    cards = "V♥ 9♥ A♥ 7♥ A♠ 10♠ R♦ D♦"
    mask = sum(Card.of(text).bit for text in cards.split())
    fields = {name: getattr(view, name) for name in view.__struct_fields__}
    sorted_view = View(**fields | {"hand_mask": mask, "contract": "♥"})

    assert hand_line(sorted_view, FR) == "Votre main : V♥ 9♥ A♥ 7♥ · A♠ 10♠ · R♦ D♦."


def test_the_screen_shows_who_holds_the_pli() -> None:
    """BP2, BF7: the board marks the holding card, and the last pli can be looked at."""
    partie = Partie.new(BeloteRules(), seed=7, dealer=OUEST)
    partie.apply(next(act for act in partie.legal_actions() if type(act).__name__ == "Take"))
    for _ in range(5):
        partie.apply(partie.legal_actions()[0])
    seat = partie.turn
    assert seat is not None
    view = partie.view(seat)
    board = "\n".join(board_lines(view, FR))

    assert board.count("tient le pli") == 1
    assert last_pli_line(view, FR).startswith("Pli 1, à ")
    assert set(CARD.findall(last_pli_line(view, FR))) == {card.text for card in view.taken[0].cards}
    assert set(CARD.findall(legal_line(view, FR))) == {card.text for card in PACK if view.allowed & card.bit}
    assert list(prompt_lines(view, FR))[-1].startswith("À vous : une carte, comme «")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "À vous : « prends » (trèfle) ou « passe »."),
        ({"contracts": "overcall"}, "À vous : « prends » avec trèfle, sans atout ou tout atout, ou « passe »."),
    ],
)
def test_the_prompt_says_what_may_be_taken(options: dict[str, str], text: str) -> None:
    """BA2, BV4: the contracts that may be taken now are listed."""
    seed = next(seed for seed in range(99) if turned(Partie.new(seed=seed, dealer=OUEST).view(SUD)).suit == "♣")
    view = Partie.new(BeloteRules.from_dict(options), seed=seed, dealer=OUEST).view(SUD)

    assert list(prompt_lines(view, FR)) == [text]


def test_who_must_take_is_told_so() -> None:
    """BA7: with a V turned up, the first to speak cannot pass, and the prompt says why."""
    seed = next(seed for seed in range(999) if turned(Partie.new(seed=seed, dealer=OUEST).view(SUD)).rank == "V")
    view = Partie.new(BeloteRules(jack_forces=True), seed=seed, dealer=OUEST).view(SUD)

    assert next(iter(prompt_lines(view, FR))).endswith("Vous ne pouvez pas passer.")


def test_the_dealer_must_take_in_the_end() -> None:
    """BA6: where the dealer may not pass, the prompt of their last turn says so."""
    partie = Partie.new(BeloteRules(all_pass="dealer_takes"), seed=7, dealer=SUD)
    while partie.turn is not SUD or not all(type(act).__name__ == "Take" for act in partie.legal_actions()):
        partie.apply(partie.legal_actions()[0])

    assert next(iter(prompt_lines(partie.view(SUD), FR))).endswith("Vous ne pouvez pas passer.")


def test_bots_choose_the_same_again() -> None:
    """What a bot does depends on the seed, its seat and the number of entries: the same lines give the same game."""
    first = play_session(Person(1), seed=5, level="strong", rules=BeloteRules(deals=1))
    second = play_session(Person(1), seed=5, level="strong", rules=BeloteRules(deals=1))

    assert first.partie == second.partie
    assert first.check == second.check


def test_the_session_ends_with_its_lines() -> None:
    """When there are no more lines, the game stops where it is and nothing is lost."""
    journal = Journal(Partie.new(BeloteRules(), seed=7))
    bots = bots_of(journal, SUD, "easy")
    BelotePlaySession(journal, bots, SUD, iter(()), load_belote("en"), lambda line: None).play()

    assert not journal.partie.over
    assert not any(isinstance(action, Announce) for action in journal.partie.legal_actions())
