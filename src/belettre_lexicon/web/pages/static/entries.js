// What the page of every game does: it shows the live state, and sends entries one at a time, none of them twice.

import { post, problemsOf, showProblems } from "./api.js";
import { follow } from "./live.js";
import { morph } from "./morph.js";

/** Milliseconds until an entry is sent again, and for which buttons are blocked after a change by another device. */
const AGAIN = 3000;
const LOOK = 600;
/** Milliseconds after an entry in which the same one is the second tap of a double tap: nobody means it so soon. */
const TWICE = 400;

/**
 * Follow a game and return { send, announce, show }, functions that send an entry, show a text in the banner, and show a state.
 *
 * game     the element whose data-number is the number of entries of the state that is shown, and data-version its version
 * page     the path of the page; below it are « /live » and « /state », and where entries are sent
 * api      the path of the game in the API
 * sayings  the sentences of the page
 * showing  called with a state before the element #state is changed to match it
 * shown    called with a state after the element #state has been changed to match it
 * pauses   returns whether a change by another device blocks the buttons for a moment
 * sending  called with the path below that of the page when an entry is sent; returns { accepted, shown }, functions that are
 *          called when the entry was accepted and when its result is shown
 */
export function startEntries({ game, page, api, sayings, showing = () => {}, shown, pauses, sending }) {
  /** An entry that got no answer. It is sent again when the server is back; it may have arrived the first time. */
  let unanswered = null;
  /** The HTML that is shown; "" for that of the page as it was loaded. */
  let html = "";
  /** Whether an entry is being sent, so that a second tap does not send it again. */
  let busy = false;
  /** The newest state that the stream brought while an entry was being sent; null if none came. */
  let waiting = null;
  /** Whether another device has just changed the game: a tap in this moment was meant for the earlier state. */
  let fresh = false;
  let looking = 0;
  /** The last accepted entry, and when its result was shown. */
  let accepted = { entry: "", at: -Infinity };

  const number = () => Number(game.dataset.number);
  const version = () => Number(game.dataset.version);
  const announce = follow(page, { sayings, version, show: receive, connected: sendAgain });

  function sendAgain() {
    if (unanswered) send(unanswered.path, unanswered.body, unanswered.form, true);
  }

  /** Show a state of the stream. While an entry is sent it waits for the answer, which may empty the form: nobody types in
   *  a form that looks accepted and loses what was typed. */
  function receive(state) {
    if (!busy) show(state);
    else if (!waiting || state.version >= waiting.version) waiting = state;
  }

  /** Show a state, unless a newer one is already shown. The answer to an entry and the stream both give it. */
  function show(state) {
    if (state.version < version()) return;
    const changed = state.number !== number();
    const asked = (state.waits ?? "") !== (game.dataset.waits ?? "");
    game.dataset.number = state.number;
    game.dataset.version = state.version;
    game.dataset.waits = state.waits ?? "";
    showing(state);
    if (state.html !== html) morph(document.getElementById("state"), state.html);
    html = state.html;
    document.title = document.title.replace(/^.*?(?= [A-Z]{4}-[A-Z]{4})/, () => state.title);
    shown(state);
    holdButtons();
    if (changed) {
      document.getElementById("said").textContent = `${state.said} ${state.title}`;
      showProblems(document.getElementById("refusals"), []);
    }
    if ((changed || asked) && !busy && pauses()) pause();
  }

  /** Give the person time to see a change by another device: close dialogs and block buttons; typed text stays. */
  function pause() {
    for (const dialog of document.querySelectorAll("#state dialog[open]")) dialog.close();
    fresh = true;
    holdButtons();
    clearTimeout(looking);
    looking = setTimeout(() => {
      fresh = false;
      holdButtons();
    }, LOOK);
  }

  /** Block the buttons that enter something while an entry is being sent, or just after a change by another device. */
  function holdButtons() {
    for (const button of document.querySelectorAll("#state :is([data-act], [data-post], [data-proposal], [data-request])")) {
      if (busy || fresh) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }

  /** Send an entry: *body* with the number of entries seen. Typed text stays until the entry is accepted. */
  async function send(path, body, form, again = false) {
    if (busy) return;
    const entry = JSON.stringify([path, body]);
    if (entry === accepted.entry && performance.now() - accepted.at < TWICE) return;
    if (fresh && !again) return announce(sayings.stale);
    const problems = form?.querySelector("[data-problems]") ?? document.getElementById("refusals");
    const sent = { number: number(), ...body };
    const after = sending(path);
    busy = true;
    holdButtons();
    showProblems(problems, []);
    try {
      const { status, data } = await post(page + path, sent);
      unanswered = null;
      if (status === 200) {
        form?.closest("dialog")?.close();
        after.accepted(data);
        show(data);
        after.shown();
        accepted = { entry, at: performance.now() };
      } else if (status === 409) {
        form?.closest("dialog")?.close();
        show(data.state);
        announce(again ? sayings.retried : sayings.stale);
      } else {
        showProblems(problems, problemsOf(data, sayings.failed));
      }
    } catch {
      unanswered = { path, body: sent, form };
      announce(sayings.silentServer, true);
      setTimeout(sendAgain, AGAIN);
    } finally {
      busy = false;
      holdButtons();
      if (waiting) show(waiting);
      waiting = null;
    }
  }

  /** Open a dialog. A field that has a text to change shows it as it is now, selected. */
  function open(dialog) {
    for (const field of dialog.querySelectorAll("[data-select]")) field.form.reset();
    dialog.showModal();
    dialog.querySelector("[data-select]")?.select();
  }

  /** Claim the right to change the game for this device, with the token of the game. */
  async function claim(token, form) {
    try {
      const { status, data } = await post(`${api}/arbiter`, { token });
      if (status === 204) return location.reload();
      if (form) showProblems(form.querySelector("[data-problems]"), problemsOf(data, sayings.failed));
    } catch {
      announce(sayings.silentServer, true);
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const menu = button.closest(".menu");
    if (menu) menu.hidePopover();
    if (button.dataset.open) open(document.getElementById(button.dataset.open));
    else if ("close" in button.dataset) button.closest("dialog").close();
    else if (button.dataset.post) send(`/${button.dataset.post}`, button.dataset.word ? { word: button.dataset.word } : {}, button.form);
  });

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const { post: path } = event.target.dataset;
    if (path) {
      const fields = [...new FormData(event.target)].map(([name, value]) => [name, value.trim()]);
      send(`/${path}`, Object.fromEntries(fields), event.target);
    }
    if (event.target.id === "arbiter") claim(event.target.elements.token.value.split("#arbiter=").pop().trim(), event.target);
  });

  /** The arbiter's link carries an invitation behind « # », so that it is not sent in a URL. */
  function claimByLink() {
    if (!location.hash.startsWith("#arbiter=")) return;
    const token = location.hash.slice("#arbiter=".length);
    history.replaceState(null, "", location.pathname + location.search);
    claim(token, document.getElementById("arbiter"));
  }

  addEventListener("hashchange", claimByLink); // the link was opened while its page is shown
  claimByLink();

  return { send, announce, show };
}
