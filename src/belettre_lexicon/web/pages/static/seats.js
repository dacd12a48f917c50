// Players' phones: a phone asks for a seat, the arbiter gives it or invites a phone to it, and confirms what a player enters.

import { post, problemsOf, showProblems } from "./api.js";
import { forgetShared } from "./share.js";

/** Milliseconds after which a request for a seat ends, and after which the page looks for requests that have ended. */
const REQUEST_ENDS = 15 * 60 * 1000;
const LOOK = 30 * 1000;

/**
 * Follow the seats of a game. Returns « shown », to be called when a state is shown.
 *
 * game, page, api and sayings are as in « startEntries », and send, announce and show are what that returns.
 */
export function startSeats({ game, page, api, sayings, send, announce, show }) {
  const texts = document.getElementById("seat-sayings")?.dataset;
  if (!texts) return { shown() {} }; // a practice game
  const dialog = document.getElementById("seat-dialog");
  /** Where this phone keeps what it asked for: { phone, check, name, at, seen }. « seen » is whether a state has shown the request. */
  const kept = `seat-${game.dataset.code}`;
  /** What this phone has entered and nobody has confirmed: the number of entries then; null if nothing waits. */
  let waitsAt = null;
  /** The digits of the phones that ask for a seat, and when this page has seen them first. */
  const asking = new Map();
  /** The seat that the dialog is about, and the phone that held it when the dialog was opened. */
  let open = { seat: "", phone: "" };

  const seats = () => document.getElementById("seats");
  const problemsIn = (element) => element?.querySelector("[data-problems]");

  /** POST and return the data of a successful answer; null after a refusal, which is shown in *place* or the banner. */
  async function request(path, body, place) {
    showProblems(place, []);
    try {
      const { status, data } = await post(path, body);
      if (status === 200 || status === 201) return data;
      if (data.state) show(data.state);
      const problems = problemsOf(data, sayings.failed);
      if (place?.isConnected) showProblems(place, problems);
      else announce(problems.join(" "));
    } catch {
      announce(sayings.silentServer, true);
    }
    return null;
  }

  /** Change something about the seats, and show the state that the answer contains. */
  async function change(path, body, place) {
    const state = await request(page + path, body, place);
    if (state) show(state);
    return state !== null;
  }

  /** Ask for a seat for this phone. An arbiter's phone has it at once. */
  async function ask(seat, name, place) {
    const data = await request(`${api}/seats`, { seat }, place);
    if (!data) return;
    if (!data.check) return location.reload();
    localStorage.setItem(kept, JSON.stringify({ phone: data.phone, check: data.check, name, at: Date.now(), seen: false }));
    showAsked();
  }

  /** Show the digits of this phone while it waits for a seat; begin anew when it has got it. */
  function showAsked() {
    const note = document.getElementById("asked");
    const asked = JSON.parse(localStorage.getItem(kept) ?? "null");
    if (!note || !asked) return;
    const { held, waiting } = seats().dataset;
    if (held.split(" ").includes(asked.phone)) {
      localStorage.removeItem(kept);
      return location.reload(); // the stream of the page is that of a guest
    }
    const waits = waiting.split(" ").includes(asked.phone);
    if ((asked.seen && !waits) || Date.now() - asked.at > REQUEST_ENDS) {
      localStorage.removeItem(kept);
      note.hidden = true;
      return showProblems(problemsIn(seats()), [texts.gone]);
    }
    if (waits && !asked.seen) localStorage.setItem(kept, JSON.stringify({ ...asked, seen: true }));
    const text = note.querySelector("p");
    text.textContent = text.dataset.text.replace("{name}", asked.name);
    note.querySelector(".check").textContent = asked.check;
    const appears = note.hidden;
    note.hidden = false;
    if (appears) note.scrollIntoView({ block: "center" });
  }

  /** Tell the arbiter of phones that ask for a seat if this is shown where the arbiter does not look; remove old requests. */
  function showAsking() {
    const before = new Map(asking);
    asking.clear();
    for (const section of document.querySelectorAll(".news")) {
      const { check } = section.querySelector("[data-request]").dataset;
      const since = before.get(check) ?? Date.now();
      asking.set(check, since);
      if (!before.has(check) && section.getBoundingClientRect().bottom < 0) announce(section.querySelector("p").textContent);
      if (Date.now() - since > REQUEST_ENDS) section.hidden = true;
    }
  }

  /** Tell the player if what they entered was neither confirmed nor withdrawn by themselves. */
  function showRejected() {
    const waits = document.querySelector(".proposal[data-own]") !== null;
    const number = Number(game.dataset.number);
    if (!waits && waitsAt === number) announce(texts.rejected);
    waitsAt = waits ? number : null;
  }

  /** Open the dialog for a seat, with a new link to it. */
  async function openSeat({ seatOpen: seat, name, phone }) {
    open = { seat, phone };
    const title = document.getElementById("seat-title");
    title.textContent = title.dataset.text.replace("{name}", name);
    const picture = dialog.querySelector("img");
    const link = dialog.querySelector(".link a");
    const share = dialog.querySelector("[data-share]");
    forgetShared(share);
    picture.hidden = true;
    share.textContent = share.dataset.text;
    share.hidden = true;
    link.textContent = "";
    dialog.querySelector("[data-seat-free]").hidden = !phone;
    dialog.showModal();
    const data = await request(`${api}/seats/invitation`, { seat }, problemsIn(dialog));
    if (!data || open.seat !== seat) return;
    picture.src = data.qr;
    picture.hidden = false;
    dialog.scrollTop = 0;
    link.href = link.textContent = data.link;
    share.dataset.share = data.link;
    share.hidden = false;
  }

  /** Close the dialog when its seat was given to a phone: its link has done its work. */
  function closeGiven() {
    const button = document.querySelector(`[data-seat-open="${open.seat}"]`);
    if (!dialog.open || !button || button.dataset.phone === open.phone) return;
    dialog.close();
    if (button.dataset.phone) announce(texts.taken.replace("{name}", button.dataset.name));
  }

  async function free(seat, text, place) {
    const done = await change("/seats/free", { seat }, place);
    if (done) announce(text);
    if (done && dialog.open) dialog.close();
  }

  /** Confirm or reject what a player has entered. The version that was seen goes with it: the player may enter another word. */
  function answer(button) {
    const section = button.closest(".proposal");
    const accept = button.dataset.proposal === "yes";
    const clock = document.getElementById("clock-switch")?.checked ?? false;
    if ("own" in section.dataset) waitsAt = null;
    const body = { seat: section.dataset.seat, accept, version: Number(game.dataset.version) };
    send("/proposal", { ...body, overtime: accept && clock && "late" in section.dataset }, section);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || button.getAttribute("aria-disabled")) return;
    const { ask: asked, leave, show: shown, proposal, request: given, seatOpen } = button.dataset;
    if (asked) ask(asked, button.dataset.name, problemsIn(seats()));
    else if (leave) free(leave, texts.left);
    else if (shown) change("/seats/show", { seat: shown }).then((done) => done && announce(texts.shown));
    else if (proposal) answer(button);
    else if (given) change("/seats/answer", { seat: button.dataset.seat, check: button.dataset.check, accept: given === "yes" }, problemsIn(button.closest(".news")));
    else if (seatOpen) openSeat(button.dataset);
    else if ("seatHere" in button.dataset) ask(open.seat, "", problemsIn(dialog));
    else if ("seatFree" in button.dataset) free(open.seat, texts.left, problemsIn(dialog));
  });

  document.addEventListener("change", (event) => {
    if (event.target.name === "confirm" && seats()?.contains(event.target)) change("/confirmation", { confirm: event.target.value });
  });

  /** The link to a seat carries an invitation behind « # », so that it is not sent in a URL. */
  async function claimByLink() {
    if (!location.hash.startsWith("#seat=")) return;
    const invitation = location.hash.slice("#seat=".length);
    history.replaceState(null, "", location.pathname + location.search);
    try {
      const { status, data } = await post(`${api}/seats/claim`, { invitation });
      if (status === 201) return location.reload();
      announce(problemsOf(data, sayings.failed).join(" "));
    } catch {
      announce(sayings.silentServer, true);
    }
  }

  function shown() {
    showAsked();
    showAsking();
    showRejected();
    closeGiven();
  }

  addEventListener("hashchange", claimByLink); // the link was opened while its page is shown
  claimByLink();
  shown();
  setInterval(() => {
    showAsked();
    showAsking();
  }, LOOK);
  return { shown };
}
