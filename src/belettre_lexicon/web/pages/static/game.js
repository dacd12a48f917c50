// A game: its state kept live, what is entered sent to the API, nothing that was typed lost.

import { post, problemsOf, showProblems } from "./api.js";
import { startClock } from "./clock.js";
import { follow } from "./live.js";
import { morph } from "./morph.js";

const game = document.getElementById("game");
const sayings = document.getElementById("sayings").dataset;
const code = game.dataset.code;
const clock = startClock(game, sayings);
/** An entry whose answer the network swallowed: sent again when the server is back. It may have arrived. */
let unanswered = null;
/** Whether an entry is on its way: a second tap does not send it twice. */
let busy = false;

/** Whether somebody else has just changed the table: a tap that was on its way meant the table before. */
let fresh = false;

/** Milliseconds until an entry is sent again, and that a changed table is looked at before it is changed. */
const AGAIN = 3000;
const LOOK = 600;

const announce = follow(code, sayings, show, sendAgain);

function sendAgain() {
  if (unanswered) send(unanswered.path, unanswered.body, unanswered.form, true);
}

/** Show a state, unless a newer one is shown already. */
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
  // Of machines nobody's tap can mean the turn: they wait for the person.
  if (!busy && !document.querySelector("form.practice")) pause();
}

let looking = 0;

/** Let a change of somebody else be seen: what is typed stays, dialogs close, buttons wait for a moment. */
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

/** Buttons that enter something wait while an entry is on its way, or a change of somebody else is new. */
function holdButtons() {
  for (const button of document.querySelectorAll("#state :is([data-act], [data-post])")) {
    if (busy || fresh) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

/** The fields of the next card: its word, the chosen tiles, what is ticked. */
function fields() {
  return document.querySelectorAll("#word, form.entry input[name=card]:checked, #unsaid:checked");
}

/** Empty the fields that hold what was *sent*: the new state may come before the answer, the next word be typed already. */
function clear(sent) {
  for (const field of fields()) {
    if (!sent.includes(field.value)) continue;
    if (field.id === "word") field.value = "";
    else field.checked = false;
  }
  document.getElementById("overrule")?.reset();
}

/** After an entry the next thing to do is to choose a card; on a phone that closes the keyboard too. Who has left
 *  *where* he entered, on his own, is not taken away. */
function focusNext(where) {
  if (![where, document.body].includes(document.activeElement)) return;
  const next = document.querySelector(".picker input:not(:disabled)") ?? document.getElementById("main");
  next.focus({ preventScroll: true });
}

/** What was entered gets an answer: it may have been scrolled out of sight on the way to a card. */
function lookUp() {
  if (document.querySelector(".felt").getBoundingClientRect().top < 0) game.scrollIntoView();
}

async function refresh() {
  try {
    const response = await fetch(`/g/${code}/state`);
    if (response.ok) show(await response.json());
  } catch {
    // the next connection brings the state
  }
}

/** Send an entry; what is typed stays until it is in. */
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

/** The action of a button, from what is chosen around it; null when a card is missing. */
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

/** The chosen card that can be seen: one of the other pack may still be checked behind it. */
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

// A letter typed while the cards have the focus chooses its card; a capital is a majuscule.
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

// A link with the arbiter's key: the key is behind « # », which no server is sent and no page keeps.
if (location.hash.startsWith("#arbiter=")) {
  const token = location.hash.slice("#arbiter=".length);
  history.replaceState(null, "", location.pathname);
  becomeArbiter(token, document.getElementById("arbiter"));
}
