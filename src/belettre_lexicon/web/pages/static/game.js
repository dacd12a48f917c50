// The page of a game: shows the live state, sends entries to the API, and keeps what was typed.

import { post, problemsOf, showProblems } from "./api.js";
import { startClock } from "./clock.js";
import { follow } from "./live.js";
import { morph } from "./morph.js";

const game = document.getElementById("game");
const sayings = document.getElementById("sayings").dataset;
const code = game.dataset.code;
const clock = startClock(game, sayings);
/** An entry that got no answer. It is sent again when the server is back; it may have arrived the first time. */
let unanswered = null;
/** Whether an entry is being sent, so that a second tap does not send it again. */
let busy = false;

/** Whether another device has just changed the game: a tap in this moment was meant for the earlier state. */
let fresh = false;

/** Milliseconds until an entry is sent again, and for which buttons are blocked after a change by another device. */
const AGAIN = 3000;
const LOOK = 600;

const announce = follow(code, sayings, show, sendAgain);

function sendAgain() {
  if (unanswered) send(unanswered.path, unanswered.body, unanswered.form, true);
}

/** Show a state, unless a newer one is already shown. */
function show(state) {
  if (state.number < Number(game.dataset.number)) return;
  const changed = state.number > Number(game.dataset.number);
  game.dataset.number = state.number;
  game.dataset.turn = state.turn;
  morph(document.getElementById("state"), state.html);
  clock.restart(state.elapsed, state.clock);
  document.title = document.title.replace(/^.*?(?= [A-Z]{4}-[A-Z]{4})/, () => state.title);
  for (const tile of document.querySelectorAll("#state input:checked:disabled")) tile.checked = false;
  holdButtons();
  if (!changed) return;
  document.getElementById("said").textContent = `${state.said} ${state.title}`;
  showProblems(document.getElementById("refusals"), []);
  // Bots never move in the person's turn, so a practice game needs no pause.
  if (!busy && !document.querySelector("form.practice")) pause();
}

let looking = 0;

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
  for (const button of document.querySelectorAll("#state :is([data-act], [data-post])")) {
    if (busy || fresh) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

/** The filled fields of the next entry: the word, the chosen cards and the ticked box. */
function fields() {
  return document.querySelectorAll("#word, form.entry input[name=card]:checked, #unsaid:checked");
}

/** Clear the fields that still hold what was *sent*. The next word may already be typed, because the new state can
 *  arrive before the answer. */
function clear(sent) {
  for (const field of fields()) {
    if (!sent.includes(field.value)) continue;
    if (field.id === "word") field.value = "";
    else field.checked = false;
  }
  document.getElementById("overrule")?.reset();
}

/** After an entry, move the focus to the cards; on a phone this also closes the keyboard. Do nothing if the person has
 *  moved the focus away from *where* it was when they entered. */
function focusNext(where) {
  if (![where, document.body].includes(document.activeElement)) return;
  const next = document.querySelector(".picker input:not(:disabled)") ?? document.getElementById("main");
  next.focus({ preventScroll: true });
}

/** Scroll the table into view after an entry, so that its result can be seen. */
function lookUp() {
  if (document.querySelector(".felt").getBoundingClientRect().top < 0) game.scrollIntoView();
}

async function refresh() {
  try {
    const response = await fetch(`/g/${code}/state`);
    if (response.ok) show(await response.json());
  } catch {
    // the next connection sends the state
  }
}

/** Send an entry; typed text stays until it is accepted. */
async function send(path, body, form, again = false) {
  if (busy) return;
  if (fresh && !again) return announce(sayings.stale);
  const problems = form?.querySelector("[data-problems]") ?? document.getElementById("refusals");
  const where = document.activeElement;
  const sent = [...fields()].map((field) => field.value);
  busy = true;
  holdButtons();
  showProblems(problems, []);
  try {
    const { status, data } = await post(path, body);
    unanswered = null;
    if (status === 200) {
      form?.closest("dialog")?.close();
      clear(sent);
      await refresh();
      focusNext(where);
      lookUp();
    } else if (status === 409) {
      form?.closest("dialog")?.close();
      await refresh();
      announce(again ? sayings.retried : sayings.stale);
    } else {
      showProblems(problems, problemsOf(data, sayings.failed));
    }
  } catch {
    unanswered = { path, body, form };
    announce(sayings.silentServer, true);
    setTimeout(sendAgain, AGAIN);
  } finally {
    busy = false;
    holdButtons();
  }
}

/** The action that a button enters, made from the fields of its form; null if no card is chosen. */
function actionOf(button, form) {
  const entry = document.querySelector("form.entry");
  const value = (name) => form?.elements.namedItem(name)?.value || entry?.elements.namedItem(name)?.value || "";
  const seat = button.dataset.seat || value("seat") || entry?.dataset.seat;
  const given = button.dataset.card;
  const card = given && given !== "chosen" ? given : chosenCard(entry);
  switch (button.dataset.act) {
    case "announce":
      return { action: "announce", seat };
    case "pick_up":
      return { action: "pick_up", seat };
    case "overrule":
      return { action: "overrule", accept: button.dataset.accept === "yes", reason: value("reason") };
    case "lay":
      return card && {
        action: "lay", seat, card, word: value("word").trim(),
        ...(card === "JOKER" ? { letter: value("letter") } : {}),
        ...(entry.elements.namedItem("unsaid")?.checked ? { says: false } : {}),
      };
    default:
      return card && { action: button.dataset.act, seat, card };
  }
}

/** The chosen card among the visible ones: a card of the hidden pack may be checked too. */
function chosenCard(entry) {
  const chosen = [...(entry?.querySelectorAll("input[name=card]:checked") ?? [])];
  return chosen.find((tile) => tile.closest(".tiles").offsetParent !== null)?.value ?? null;
}

function enter(button, form) {
  const action = actionOf(button, form);
  const dialog = button.closest("dialog");
  const missing = !action ? sayings.choose : action.word === "" ? sayings.say : "";
  if (missing) {
    dialog?.close();
    return showProblems(document.getElementById("refusals"), [missing]);
  }
  const actions = action.action === "lay" ? [...clock.overrun(action.seat), action] : [action];
  send(`/api/games/${code}/entries`, { number: Number(game.dataset.number), actions }, dialog ?? form);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.open) document.getElementById(button.dataset.open).showModal();
  else if ("close" in button.dataset) button.closest("dialog").close();
  else if (button.dataset.post) {
    send(`/api/games/${code}/${button.dataset.post}`, { number: Number(game.dataset.number) }, button.form);
  } else if (button.dataset.act && button.type === "button") enter(button, button.form);
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  event.preventDefault();
  if (form.id === "arbiter") return becomeArbiter(form.elements.token.value.trim(), form);
  const button = event.submitter ?? form.querySelector("button[data-act]:not([type=button])");
  if (button?.dataset.act) enter(button, form);
});

// While the cards have the focus, typing a letter chooses its card: a capital letter a majuscule.
document.addEventListener("keydown", (event) => {
  const picker = event.target.closest?.(".picker");
  if (!picker || event.ctrlKey || event.metaKey || event.altKey || !/^[a-z?]$/i.test(event.key)) return;
  const tile = [...picker.querySelectorAll("input[name=card]")].find((one) => one.value === event.key && !one.disabled);
  if (!tile) return;
  const pack = document.getElementById(event.key === event.key.toLowerCase() ? "pack-min" : "pack-maj");
  if (pack) pack.checked = true;
  tile.checked = true;
  tile.focus();
  event.preventDefault();
});

async function becomeArbiter(token, form) {
  try {
    const { status, data } = await post(`/api/games/${code}/arbiter`, { token });
    if (status === 204) return location.reload();
    if (form) showProblems(form.querySelector("[data-problems]"), problemsOf(data, sayings.failed));
  } catch {
    announce(sayings.silentServer, true);
  }
}

// The arbiter's link carries the token behind « # », so that it is neither sent in a URL nor kept in the history.
if (location.hash.startsWith("#arbiter=")) {
  const token = location.hash.slice("#arbiter=".length);
  history.replaceState(null, "", location.pathname);
  becomeArbiter(token, document.getElementById("arbiter"));
}
