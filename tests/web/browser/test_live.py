"""Several devices at one game: live updates, simultaneous entries, tokens, and a server that is killed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import begin, choose, enter, entered, invitation, lay, laying, open_game, passe, use_tool
from tests.web.browser.test_judge import HOSTILE
from tests.web.servers import Server


def test_a_change_on_one_phone_is_seen_on_the_other(shared: Server, device: Device) -> None:
    """A spectator sees the arbiter's card at once, and has no form to change anything."""
    arbiter, viewer = device(), device(locale="en-GB")
    arbiter.goto(shared.url)
    arbiter.locator("form[data-create=table] button.main").click()
    arbiter.wait_for_url("**/g/*")
    viewer.goto(arbiter.url)

    expect(viewer.locator("form.entry")).to_have_count(0)

    lay(arbiter, "l", "Volonté")

    expect(viewer.locator(".place").first).to_contain_text("Volonté")
    expect(viewer.locator("#turn")).to_contain_text("the Septentrional", ignore_case=True)
    expect(viewer.get_by_role("status").last).to_contain_text("Volonté")

    viewer.get_by_text("Are you the arbiter?").click()
    viewer.locator("#token").fill("not the key")
    viewer.locator("#arbiter button").click()

    expect(viewer.locator("#arbiter").get_by_role("alert")).not_to_be_empty()


def test_the_arbiters_link_makes_another_phone_an_arbiters(shared: Server, device: Device) -> None:
    """The invitation behind « # » is posted once and removed from the address bar; then both phones can enter."""
    arbiter, second = device(), device()
    arbiter.goto(shared.url)
    arbiter.locator("form[data-create=table] button.main").click()
    arbiter.wait_for_url("**/g/*")
    arbiter.locator("[data-open=invite]").click()

    expect(arbiter.locator("img[src$='qr.svg']")).to_be_visible()

    key = invitation(arbiter)
    second.goto(f"{arbiter.url}?{key.partition('?')[2]}")
    lay(second, "l", "Volonté")

    assert re.search(r"\?key=[\w-]{16}$", second.url)  # a reload needs no cookie
    expect(arbiter.locator(".place").first).to_contain_text("Volonté")
    assert "#arbiter" not in second.request.get(second.url).text().replace(key, "")


@pytest.mark.exhaustive
def test_a_new_key_ends_the_old_one(shared: Server, device: Device) -> None:
    """After a tap the phone has the new key, and another arbiter's phone is told that it has lost its own."""
    arbiter, second = device(), device()
    arbiter.goto(shared.url)
    arbiter.locator("form[data-create=table] button.main").click()
    arbiter.wait_for_url("**/g/*")
    arbiter.locator("[data-open=invite]").click()
    second.goto(f"{arbiter.url}#{invitation(arbiter).partition('#')[2]}")

    expect(second.locator("#lay")).to_be_visible()

    arbiter.get_by_role("button", name="Nouvelle clé").click()

    expect(arbiter.get_by_role("button", name="C'est fait")).to_be_visible()

    arbiter.locator("#invite [data-close]").click()

    expect(second.locator("#banner")).to_contain_text("n'a plus la place ou la clé")
    expect(second.locator("#lay")).to_have_count(0)
    expect(arbiter.locator("#banner")).to_be_hidden()

    lay(arbiter, "l", "Volonté")
    arbiter.locator("[data-open=invite]").click()
    second.goto("about:blank")
    second.goto(f"{arbiter.url}#{invitation(arbiter).partition('#')[2]}")
    lay(second, "e", "École")

    expect(arbiter.locator(".pli")).to_contain_text("École")


def test_a_spectators_page_never_contains_the_token(shared: Server, phone: Page) -> None:
    """Neither the page nor its updates contain the token."""
    code, token = begin(shared)
    open_game(phone, shared, code)
    enter(shared, code, laying("PON", "l", "Volonté"), token=token)

    expect(phone.locator(".place").first).to_contain_text("Volonté")
    assert token not in phone.content()
    assert "arbiter=" not in phone.content()


@pytest.mark.exhaustive
def test_of_simultaneous_entries_the_later_one_keeps_its_word(server: Server, device: Device) -> None:
    """Status 409: the new state is shown, typed text stays and can be entered at once."""
    code, _ = begin(server)
    slow, quick = device(), device()
    slow.route("**/live", lambda route: route.abort())  # it does not hear of the other in time
    slow.goto(f"{server.url}/g/{code}")
    open_game(quick, server, code)
    choose(slow, "e")
    slow.locator("#word").fill("École")
    lay(quick, "l", "Volonté")
    with slow.expect_response(re.compile("/entries$")) as answered:
        slow.locator("[data-act=lay]").click()

    assert answered.value.status == 409
    expect(slow.locator("#banner")).to_contain_text("plus rapide")
    expect(slow.locator(".place").first).to_contain_text("Volonté")
    expect(slow.locator("#word")).to_have_value("École")
    expect(slow.locator("#card-e")).to_be_checked()

    slow.locator("[data-act=lay]").click()

    expect(quick.locator(".place").nth(1)).to_contain_text("École")


def test_typed_text_stays_when_another_device_enters(server: Server, phone: Page) -> None:
    """When a new state arrives, the word, the card, the focus and the caret stay."""
    code, _ = begin(server)
    open_game(phone, server, code)
    choose(phone, "e")
    phone.locator("#word").press_sequentially("Écol")
    enter(server, code, laying("PON", "l", "Volonté"))

    expect(phone.locator(".place").first).to_contain_text("Volonté")
    expect(phone.locator("#word")).to_be_focused()

    phone.keyboard.type("e")

    expect(phone.locator("#word")).to_have_value("École")
    expect(phone.locator("#card-e")).to_be_checked()


def test_after_an_entry_the_form_is_empty(server: Server, phone: Page) -> None:
    """P3: word and card are cleared after an entry, also if the next card is of the other pack."""
    code, _ = begin(server)
    open_game(phone, server, code)
    for card, word in (("l", "Volonté"), ("e", "École"), ("c", "Raclette")):
        lay(phone, card, word)
        expect(phone.locator("#word")).to_have_value("")
        expect(phone.locator("input[name=card]:checked")).to_have_count(0)

    expect(phone.locator(".tiles.min")).to_have_count(0)


def test_an_entry_leaves_the_page_where_it_is(server: Server, phone: Page) -> None:
    """No entry scrolls the page, neither its own nor those of other devices."""
    code, _ = begin(server)
    open_game(phone, server, code)
    phone.locator("#word").fill("zigzag")
    phone.locator("label:has(#card-z)").click()
    phone.evaluate("scrollTo(0, 1000)")

    expect(phone.locator("#turn")).not_to_be_in_viewport()

    with entered(phone):
        phone.locator("[data-act=lay]").click()

    expect(phone.locator("#turn")).not_to_be_in_viewport()

    enter(server, code, laying("SEP", "e", "École"))

    expect(phone.locator(".place").nth(1)).to_contain_text("École")
    expect(phone.locator("#turn")).not_to_be_in_viewport()


def test_a_tap_just_after_a_change_enters_nothing(server: Server, phone: Page) -> None:
    """If another device enters just before a tap, the word is not entered for the next player."""
    code, _ = begin(server)
    phone.clock.install()
    open_game(phone, server, code)
    phone.locator("[data-open=down]").click()

    expect(phone.locator("#down")).to_be_visible()

    phone.clock.pause_at(phone.evaluate("Date.now() + 1000"))
    enter(server, code, laying("PON", "l", "Volonté"))

    expect(phone.locator("#down")).to_be_hidden()

    choose(phone, "e")
    phone.locator("#word").fill("École")
    phone.locator("#word").press("Enter")

    expect(phone.locator("#banner")).to_contain_text("plus rapide")
    expect(phone.locator("[data-act=lay]")).to_be_disabled()

    phone.clock.resume()
    phone.locator("[data-act=lay]").click()

    expect(phone.locator(".place").nth(1)).to_contain_text("École")


def test_a_refused_move_says_why_beside_the_form(server: Server, phone: Page) -> None:
    """Status 422: all broken rules are shown beside the form, and the word stays."""
    code, _ = begin(server)
    open_game(phone, server, code)
    phone.locator("#word").fill("Volonté")
    phone.locator("[data-act=lay]").click()

    expect(phone.locator("#refusals")).to_contain_text("Choisissez d'abord une carte")

    choose(phone, "e")

    expect(phone.locator("#refusals")).to_be_empty()

    phone.route(
        "**/entries", lambda route: route.continue_(post_data={"number": 0, "actions": [laying("SEP", "l", "Volonté")]})
    )
    choose(phone, "l")
    phone.locator("[data-act=lay]").click()

    expect(phone.locator("#refusals")).to_contain_text("Le Septentrional doit attendre")
    expect(phone.locator("#word")).to_have_value("Volonté")


def test_a_table_has_its_players_rules_and_words(server: Server, phone: Page) -> None:
    """The game has the names, house rules and word list of the form on the home page."""
    phone.goto(server.url)
    form = phone.locator("form[data-create=table]")
    form.get_by_text("Noms des joueurs").click()
    form.get_by_label("Ponantais").fill("Chloé")
    form.locator("summary", has_text="Règles maison").click()
    form.get_by_label("Accepter les noms toujours au pluriel").check()
    form.get_by_label("Lettres au moins").fill("4")
    form.get_by_label("Mots de la table").fill("+ zwip on est à Toulouse\n\n- wagon")
    form.get_by_label("2", exact=True).check()
    form.get_by_role("button", name="Commencer", exact=True).click()
    phone.wait_for_url("**/g/*")

    expect(phone.locator(".who").first).to_have_text("Chloé")
    expect(phone.locator("h1 .full")).to_have_text("Manche 1 sur 2, pli 1")

    lay(phone, "z", "zwip")
    lay(phone, "f", "funérailles")

    expect(phone.locator(".place .said.yes")).to_have_count(1)
    expect(phone.locator(".place .said.no")).to_have_count(1)  # no z in it

    lay(phone, "W", "wagon")

    expect(phone.locator(".last")).to_contain_text("refusé par la liste de la table", ignore_case=True)


def test_an_invalid_word_list_is_refused_beside_its_form(server: Server, phone: Page) -> None:
    """One sentence is shown, and no game is created."""
    phone.goto(server.url)
    form = phone.locator("form[data-create=table]")
    form.locator("summary", has_text="Règles maison").click()
    form.get_by_label("Mots de la table").fill("zwip")
    form.get_by_role("button", name="Commencer", exact=True).click()

    expect(form.get_by_role("alert")).not_to_be_empty()
    assert phone.url == f"{server.url}/"


def test_w10_a_word_on_the_table_leads_to_its_dispute_sheet(server: Server, phone: Page) -> None:
    """W10: the sheet has the cards and earlier words of the moment when the word was said."""
    code, _ = begin(server)
    enter(server, code, laying("PON", "l", "Volonté"), laying("SEP", "e", "volontiers"), laying("LEV", "F", "fidèle"))
    open_game(phone, server, code)
    phone.locator(".place .said").nth(1).click()
    phone.locator("#told-SEP").get_by_role("link", name="Fiche du verdict").click()

    expect(phone.get_by_role("heading", level=1)).to_contain_text("« volontiers » : refusé")
    expect(phone.locator(".reasons")).to_contain_text("De la famille de « Volonté »")

    phone.go_back()
    phone.locator(".place .said").nth(2).click()
    phone.locator("#told-LEV").get_by_role("link", name="Fiche du verdict").click()

    expect(phone.get_by_role("heading", level=1)).to_contain_text("« fidèle » : valide")
    expect(phone.locator(".asked")).to_contain_text("F")


def test_undo_and_overrule(server: Server, phone: Page) -> None:
    """The arbiter undoes entries, and overrules the judge with a reason."""
    code, _ = begin(server)
    open_game(phone, server, code)
    lay(phone, "s", "Blousons")

    expect(phone.locator(".place .said.no")).to_contain_text("Blousons")

    use_tool(phone, "Arbitrer…")
    phone.get_by_label("Motif").fill("il avait dit « blouson »")
    phone.get_by_role("button", name="Accepter quand même").click()

    expect(phone.locator(".place .said.yes")).to_contain_text("Blousons")
    expect(phone.locator("#ruling")).to_be_hidden()

    phone.get_by_role("button", name="Annuler").click()

    expect(phone.locator(".place .said.no")).to_be_visible()

    phone.wait_for_timeout(450)  # any sooner it would be the second tap of a double tap
    phone.get_by_role("button", name="Annuler").click()

    expect(phone.locator(".place .said")).to_have_count(0)


def test_s3_a_belettre_is_announced_and_may_go_unsaid(server: Server, phone: Page) -> None:
    """S3: a Belettre is announced before the first card; the box marks that « Belettre » was not said with a card."""
    code, _ = begin(server)
    open_game(phone, server, code)
    phone.get_by_role("button", name="Belettre…").click()
    phone.locator("#belettre-dialog").get_by_role("button", name="Ponantais").click()

    expect(phone.locator(".around")).to_contain_text("Belettre annoncée")
    expect(phone.locator("#unsaid")).to_be_hidden()

    choose(phone, "G")
    phone.locator("#unsaid").check()
    lay(phone, "G", "Gothique")

    expect(phone.locator(".around")).to_contain_text("Belettre perdue")


def test_j3_the_joker_is_named(server: Server, phone: Page) -> None:
    """J3: the form asks for the letter of the JOKER, and the page shows it."""
    code, _ = begin(server)
    open_game(phone, server, code)

    expect(phone.locator("#letter")).to_be_hidden()

    choose(phone, "JOKER")
    phone.locator("#letter").select_option("k")
    lay(phone, "JOKER", "Kiosque")

    expect(phone.locator(".fit")).to_contain_text("K")


def test_p9_a_team_chooses_who_picks_up(server: Server, phone: Page) -> None:
    """P9: after a lost pli the hidden cards are revealed, and the winning team chooses who picks up."""
    code, _ = begin(server)
    open_game(phone, server, code)
    passe(phone, "maj")
    for _ in range(3):
        phone.locator("[data-open=down]").click()
        phone.locator("#down [data-act=discard][data-card=min]").click()
        expect(phone.locator("#down")).to_be_hidden()
    for seat, card in (("PON", "A"), ("SEP", "e"), ("LEV", "e"), ("MER", "e")):
        enter(server, code, {"action": "reveal", "seat": seat, "card": card})

    expect(phone.get_by_text("Qui ramasse le pli ?")).to_be_visible()

    phone.locator("#pick_up").get_by_role("button", name="Méridional").click()

    expect(phone.locator("#turn")).to_contain_text("Le Méridional joue")


def test_p13_an_overrun_is_entered_with_the_card(server: Server, phone: Page) -> None:
    """P13: a card laid too late enters an overrun too, unless the clock is switched off."""
    code, _ = begin(server)
    enter(server, code, laying("PON", "c", "Cheval"))
    phone.clock.install()
    phone.route("**/live", lambda route: route.abort())  # a state that comes late would set the clock anew
    phone.goto(f"{server.url}/g/{code}")
    phone.clock.fast_forward(34_000)

    expect(phone.locator("#clock")).to_contain_text("de trop")

    lay(phone, "l", "Couloir")

    expect(phone.locator(".last")).to_contain_text("a réfléchi")

    phone.clock.fast_forward(40_000)
    phone.locator("#clock-switch").uncheck()

    expect(phone.locator("#clock")).to_be_empty()

    lay(phone, "e", "Cancel")

    expect(phone.locator(".last")).not_to_contain_text("a réfléchi")


def test_hostile_names_are_shown_as_text(server: Server, phone: Page) -> None:
    """Names, words and reasons never run as code: at the table, in the history and in dialogs."""
    code, _ = begin(server, players=dict(zip(("PON", "SEP", "LEV", "MER"), HOSTILE, strict=False)))
    enter(server, code, laying("PON", "l", HOSTILE[0]))
    enter(server, code, {"action": "overrule", "accept": True, "reason": HOSTILE[1]})
    open_game(phone, server, code)

    expect(phone.locator(".who").first).to_contain_text(HOSTILE[0])
    expect(phone.locator(".who").nth(3)).to_contain_text("\\u202e")

    phone.locator(".place .said").first.click()

    expect(phone.locator("#told-PON")).to_be_visible()

    phone.goto(f"{server.url}/g/{code}/history")

    expect(phone.locator(".plis")).to_contain_text(HOSTILE[1])


def test_the_history_follows_the_game(server: Server, phone: Page) -> None:
    """The history page updates itself, and its downloads work."""
    code, _ = begin(server, manches=1)
    with phone.expect_response(re.compile("/live$")):
        phone.goto(f"{server.url}/g/{code}/history")
    enter(
        server,
        code,
        laying("PON", "l", "Volonté"),
        laying("SEP", "e", "École"),
        laying("LEV", "c", "Raclette"),
        laying("MER", "F", "Facile"),
    )

    expect(phone.locator(".plis")).to_contain_text("Le Méridional ramasse le pli 1")
    expect(phone.locator("tfoot tr").nth(1)).to_contain_text("12")

    for link in phone.locator(".exports a").all():
        assert phone.request.get(server.url + str(link.get_attribute("href"))).ok


@pytest.fixture
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server that the test kills."""
    return Server(f"sqlite:///{tmp_path_factory.mktemp('mortal') / 'games.sqlite'}")


def test_a_killed_server_resumes_and_the_page_goes_on(mortal: Server, phone: Page) -> None:
    """While the server is down, the page says so and keeps typed text; then it sends the failed entry again."""
    try:
        code, _ = begin(mortal)
        open_game(phone, mortal, code)
        lay(phone, "l", "Volonté")
        mortal.kill()

        expect(phone.locator("#banner")).to_contain_text("ne répond pas")

        choose(phone, "e")
        phone.locator("#word").fill("École")
        phone.locator("[data-act=lay]").click()

        expect(phone.locator("#word")).to_have_value("École")

        mortal.restart()

        expect(phone.locator(".place").nth(1)).to_contain_text("École", timeout=15_000)
        expect(phone.locator(".place").first).to_contain_text("Volonté")
        expect(phone.locator("#turn")).to_contain_text("Le Levantin joue")
    finally:
        mortal.kill()


@pytest.mark.exhaustive
def test_a_reload_while_the_server_is_down_shows_the_offline_page(mortal: Server, device: Device) -> None:
    """The service worker shows the offline page, which reloads when the server is back."""
    phone = device(service_workers="allow")
    try:
        code, _ = begin(mortal)
        open_game(phone, mortal, code)
        lay(phone, "l", "Volonté")
        phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
        mortal.kill()
        phone.reload()

        expect(phone.get_by_role("heading", level=1)).to_have_text("Le serveur ne répond pas")

        mortal.restart()

        expect(phone.locator(".place").first).to_contain_text("Volonté", timeout=15_000)
    finally:
        mortal.kill()
