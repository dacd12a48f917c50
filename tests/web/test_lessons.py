"""The guided lessons without a browser: every step is legal, shows what it says and ends, whatever is played in it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.french.letters import MAX_WORD
from belettre_lexicon.games.belettre.events import Trapped, WordAccepted, WordRefused
from belettre_lexicon.games.belote.cards import PACK
from belettre_lexicon.games.belote.events import DealEnded, Laid
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.web.edge import rate_limit
from belettre_lexicon.web.edge.moving_window import Limit
from belettre_lexicon.web.kinds.belettre import lesson as belettre
from belettre_lexicon.web.kinds.belote import lesson as belote
from belettre_lexicon.web.pages.lessons import SHOW, Answer, Shown, read_answer
from tests.conftest import ROOT
from tests.web.asgi import Device, client

WEB = ROOT / "src/belettre_lexicon/web"
#: Words that a person may say in each step in which the lesson of Belettre asks for one.
WORDS = {2: "soleil", 3: "ordre", 4: "gratuit", 5: "cadeau", 8: "service", 9: "hérisson"}


@pytest.fixture
def device() -> Iterator[Device]:
    """A device at a server for one machine, whose pages are asked for."""
    with client() as device:
        device.headers["accept"] = "text/html"
        yield device


def shown(lexicon: Lexicon, step: int, card: str = "", word: str = "", act: str = "lay", **said: Any) -> Shown:
    """What a step of the lesson of Belettre shows in French; *said* are words of earlier steps, such as « w2 »."""
    words = {int(name[1:]): text for name, text in said.items()}
    return belettre.show_step(Answer(step, act, card, word, words), lexicon, "fr")


def step_of_belote(step: int, card: str = "", act: str = "") -> Shown:
    """What a step of the lesson of Belote shows in French."""
    return belote.show_step(Answer(step, act, card, "", {}), Lexicon.open(), "fr")


def link(text: str, label: str) -> str:
    """The address of the link with a text in a page."""
    found = re.search(rf'<a class="button[^"]*" href="([^"]+)">{re.escape(label)}</a>', html.unescape(text))
    assert found, label
    return found[1]


@pytest.mark.parametrize(("name", "end"), [("belettre", "87 à 34"), ("belote", "169 à 13")])
def test_a_lesson_ends_if_one_is_always_shown_a_move(name: str, end: str, device: Device) -> None:
    """« Montrez-moi » and « Continuer » lead from the first step to the last, whose points the engine has counted."""
    page = device.get(f"/learn/{name}").text
    for step in range(1, 10):
        assert f"Étape {step} sur 9" in page
        address = f"/learn/{name}?{_fields(page)}&do=show"
        page = device.get(address).text
        if step < 9:
            page = device.get(link(page, "Continuer")).text

    assert end in page.replace("\u00a0", " ")
    assert "Voilà, vous savez jouer." in page


def _fields(page: str) -> str:
    """The hidden fields of the form of a page, as parameters."""
    return "&".join(f"{name}={value}" for name, value in re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', page))


@pytest.mark.parametrize("step", [2, 3, 4, 5, 8, 9])
def test_any_word_that_fits_ends_a_step(step: int, lexicon: Lexicon) -> None:
    """Another word than that of the script is as good; the next steps remember it (W7, W8)."""
    said = {f"w{number}": word for number, word in WORDS.items() if number < step}
    invited = shown(lexicon, step, act="").values["invited"]

    done = shown(lexicon, step, invited, WORDS[step], **said)

    assert done.done
    assert done.values["band"].valid
    assert done.said == {number: word for number, word in WORDS.items() if number <= step}


@pytest.mark.parametrize("step", [2, 3, 4, 5, 8, 9])
@pytest.mark.parametrize("word", ["tables", "Paris", "xxxxx", "a" * 64, "<b>mots</b>"])
def test_a_refused_word_is_never_a_dead_end(step: int, word: str, lexicon: Lexicon) -> None:
    """The judge's reason is shown, the step begins anew, and the words that it names would be valid there."""
    before = shown(lexicon, step, act="")
    invited = before.values["invited"]

    again = shown(lexicon, step, invited, word)

    assert again.refused
    assert not again.done
    assert not again.values["band"].valid
    assert again.values["places"] == before.values["places"]
    words = re.findall(r"[\w-]+", again.problem.partition(" : ")[2])
    assert len(words) == 3
    for possible in words:
        assert shown(lexicon, step, invited, possible).done, possible


def test_w6_a_plural_is_refused_and_its_card_is_turned(lexicon: Lexicon) -> None:
    """In the step about refusals, the refused word ends the step: the card lies face down, Sam takes the pli."""
    refused, good = shown(lexicon, 6, "t", "tomates"), shown(lexicon, 6, "t", "tomate")

    assert refused.done
    assert refused.values["band"].rule == "W6"
    assert [place.down for place in refused.values["places"]] == [True, False, True, True]
    assert "retournée" in refused.text
    assert good.done
    assert good.values["band"].valid
    assert "tomates" in good.text
    for shown_step in (refused, good):
        assert [place.name for place in shown_step.values["places"] if place.holds] == ["Sam"]


def test_w7_a_word_of_an_earlier_step_is_refused(lexicon: Lexicon) -> None:
    """The lesson remembers what the person has said: a word is not said twice."""
    assert shown(lexicon, 3, "r", "ordre", w2="soleil").done
    again = shown(lexicon, 3, "r", "colorier", w2="colorier")

    assert again.refused
    assert again.values["band"].rule == "W7"


def test_the_others_find_another_word(lexicon: Lexicon) -> None:
    """If the person says the word that another player has in the script, that player says another."""
    done = shown(lexicon, 2, "l", "facile")

    words = [place.laid.word for place in done.values["places"]]
    assert words == ["facile", "école", "raclette", "ficelle"]
    assert [place.name for place in done.values["places"] if place.holds] == ["Max"]
    assert "ficelle" in done.text


@pytest.mark.parametrize("word", ["tables", "", "écoles", "zzz", "a" * MAX_WORD])
def test_words_that_lead_elsewhere_are_forgotten(word: str, lexicon: Lexicon) -> None:
    """An address whose earlier words would have been refused shows the step as the script has it."""
    scripted, other = shown(lexicon, 5, act=""), shown(lexicon, 5, act="", w2="soleil", w4=word)

    assert other.values["places"] == scripted.values["places"]


def test_t2_the_trap_is_the_engines(lexicon: Lexicon) -> None:
    """In the eighth step the engine finds Sam trapped and Max at fault, and gives the pli to the person."""
    done = shown(lexicon, 8, act=SHOW)

    partie = belettre._scripted(Judge(lexicon), 9)
    (trap,) = [event for event in partie.log if isinstance(event, Trapped)]
    assert [trap.seat.value, *(seat.value for seat in trap.fault)] == ["SEP", "MER"]
    assert [place.name for place in done.values["places"] if place.holds] == ["Vous"]


def test_s3_both_majuscules_score_the_belettre(lexicon: Lexicon) -> None:
    """The person announces in the first step, and lays G and H with a word: 20 points, and 10 for the last pli."""
    done = shown(lexicon, 9, "H", "hérisson")

    assert done.values["points"] == (87, 34)
    assert "20 points" in shown(lexicon, 1, act="announce").text


@pytest.mark.parametrize(("card", "word"), [("", ""), ("", "soleil"), ("k", "kiosque"), ("JOKER", "x"), ("l", "")])
def test_what_is_missing_is_asked_for(card: str, word: str, lexicon: Lexicon) -> None:
    """Without the card of the step, or without a word, the step waits and says what it needs."""
    again = shown(lexicon, 2, card, word)

    assert not again.done
    assert not again.refused
    assert again.problem == (
        "Et le mot ? Écrivez-le avant de poser."
        if card == "l"
        else "Pour cette étape, posez la minuscule l."
        if card
        else "Touchez d'abord votre carte : la minuscule l."
    )


@pytest.mark.parametrize("step", range(2, 10))
def test_belote_says_why_a_card_may_not_be_played(step: int) -> None:
    """Every card but the invited one gets the engine's reason, without ids, or is allowed but not for this step."""
    invited = step_of_belote(step).values["invited"]
    hand = set(step_of_belote(step).values["hand"])

    for card in PACK:
        answer = step_of_belote(step, card.text)
        assert answer.done == (card is invited)
        if card not in hand:
            assert answer.problem.endswith("n'est pas en main.")
        elif card is not invited:
            assert re.search(r"Il faut|Un atout|Atout est|serait permis", answer.problem), answer.problem
        assert not re.search(r"\(B[A-Z]\d", answer.problem)


def test_bp6_bp7_the_steps_of_belote_forbid_what_they_teach() -> None:
    """Where one has to follow suit, to ruff and to overruff, another card is refused by that very rule."""
    refused = {
        (step, card): step_of_belote(step, card).problem.split(",")[0].split(" à ")[0]
        for step, card in ((2, "8♠"), (3, "9♦"), (6, "R♦"))
    }

    assert list(refused.values()) == ["Il faut fournir", "Il faut couper", "Il faut surcouper"]


def test_bb2_bs2_belote_and_dix_de_der_are_the_engines() -> None:
    """The engine hears « Belote » and « Rebelote », and counts the deal: 162 points and 20."""
    partie = belote._replay(9)
    done = step_of_belote(9, act=SHOW)

    assert [event.said for event in partie.log if isinstance(event, Laid) and event.said] == ["belote", "rebelote"]
    assert not [event for event in partie.log if isinstance(event, DealEnded)]
    assert done.values["points"] == (169, 13)


@pytest.mark.parametrize(
    "query",
    [
        "step=0",
        "step=99&do=show",
        "step=-1",
        "step=deux",
        "step=²",
        "step=4&card=%00&do=lay&word=%F0%9F%82%A1",
        "step=9&" + "&".join(f"w{number}={'a' * 200}" for number in range(12)),
        "do=%3Cscript%3E&card=%22%3E%3Cscript%3E&word=%3Cscript%3Ealert(1)%3C/script%3E&step=3",
        "step=2&card=l&do=lay&word=%3Cscript%3Ealert(1)%3C/script%3E",
    ],
)
@pytest.mark.parametrize("name", ["belettre", "belote"])
def test_no_address_breaks_a_lesson(name: str, query: str, device: Device) -> None:
    """What is not understood counts as missing, and nothing of it becomes a tag."""
    answer = device.get(f"/learn/{name}?{query}")

    assert answer.status_code == 200
    assert "<script>" not in answer.text


@given(
    fields=st.dictionaries(
        st.sampled_from(["do", "card", "word", *(f"w{number}" for number in range(1, 10))]),
        st.one_of(
            st.text(max_size=8), st.sampled_from([SHOW, "lay", "announce", "l", "G", "9♦", "'", *WORDS.values()])
        ),
    ),
    step=st.integers(0, 10),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_an_address_says_a_step_is_shown(fields: dict[str, str], step: int, lexicon: Lexicon) -> None:
    """Random acts, cards and words, also of earlier steps, lead to a step with a text, in both lessons."""
    for lesson in (belettre.LESSON, belote.LESSON):
        answer = read_answer(fields | {"step": str(step)}, lesson.steps)

        assert lesson.show(answer, lexicon, "fr").text


def test_the_list_of_lessons_remembers_the_step(device: Device) -> None:
    """Who comes back goes on at the step that they have reached; after the last one the lesson begins anew."""
    first = device.get("/learn").text
    device.get("/learn/belettre?step=4")
    later = device.get("/learn").text
    device.get("/learn/belettre?step=9&do=show")
    done = device.get("/learn").text

    assert "Reprendre" not in first + done
    assert link(later, "Reprendre à l'étape 4") == "/learn/belettre?step=4"


def test_the_home_page_leads_to_the_lessons(device: Device) -> None:
    """A person who has never heard of the game finds them on the home page."""
    assert 'href="/learn"' in device.get("/").text


def test_steps_of_lessons_count_as_verdicts(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step judges words: an address that asks for very many has to wait."""
    monkeypatch.setattr(rate_limit, "VERDICTS", Limit(3, 3600))
    statuses = [device.get("/learn/belote?step=2").status_code for _ in range(4)]

    assert statuses == [200, 200, 200, 429]


def test_every_sentence_of_the_lessons_is_used_and_exists() -> None:
    """The catalogues have exactly the messages that templates and modules name, and the steps that there are."""
    templates = [*WEB.glob("pages/templates/le*.html"), WEB / "pages/templates/rules.html"]
    modules = [WEB / "pages/lessons.py", *WEB.glob("kinds/*/lesson.py")]
    source = "".join(path.read_text(encoding="utf-8") for path in [*templates, *modules])
    used = set(re.findall(r"""["']((?:lesson|belettre|belote)\.\w+)["']""", source))
    used |= {
        f"{game}.{key}_{step}"
        for game in ("belettre", "belote")
        for key in ("title", "do", "done")
        for step in range(1, 10)
    }
    used |= {f"lesson.{name}" for name in (*belettre._NAMES, *belote._NAMES)}
    used |= {f"lesson.{prefix}{game}" for game in ("belettre", "belote") for prefix in ("", "rules_")}
    used |= {f"lesson.{game}_about" for game in ("belettre", "belote")}
    used |= {f"belote.{key}" for key in ("belote", "rebelote", *(f"rank_{rank}" for rank in "VDRA"))}
    used |= {"belettre.done_6_good"}
    used -= {"lesson.html", "lesson.rules_"}  # a template, and the beginning of others

    assert used == Catalogue.load("fr", "learn").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_of_a_lesson_has_two_sentences_at_most(language: str) -> None:
    """Whoever plays reads little at a time."""
    say = Catalogue.load(language, "learn")

    for key in say.keys():  # noqa: SIM118  # a catalogue is no mapping
        if re.match(r"bel\w+\.(do|done)", key):
            assert len(re.findall(r"[.!?](?= [A-ZÉÀ]|$)", say(key))) <= 2, key
            assert len(say(key).split()) <= 50, key


def test_every_word_of_the_script_is_valid_in_its_place(lexicon: Lexicon) -> None:
    """In the whole manche, the judge refuses the plural of the sixth step and nothing else."""
    partie = belettre._scripted(Judge(lexicon), 9)
    said = [event for event in partie.log if isinstance(event, WordAccepted | WordRefused)]

    assert [event.verdict.word for event in said if not event.verdict.valid] == ["tomates"]
    assert len(said) == 23
