// The page of a game of Belettre: builds entries from its forms, and keeps what was typed.

import { showProblems } from "./api.js";
import { startAgain } from "./again.js";
import { startAnalysis } from "./analysis.js";
import { startChosenCard } from "./chosen_card.js";
import { startClock } from "./clock.js";
import { startEntries } from "./entries.js";
import { startGoingOn } from "./going_on.js";
import { startMotion } from "./motion.js";
import { startIdeas } from "./ideas.js";
import { startSeats } from "./seats.js";
import { startSignals } from "./verdict_signal.js";

/** What is sent without the fields of the next entry, which stay filled. */
const KEEP_TYPED = new Set(["/continue", "/correction", "/pause", "/resume", "/proposal"]);

// The table is what one sees first, also after the page was loaded again.
history.scrollRestoration = "manual";

const game = document.getElementById("game");
const sayings = document.getElementById("sayings").dataset;
const code = game.dataset.code;
const clock = startClock(game, sayings);
const signals = startSignals(game);
const motion = startMotion(game);
const goingOn = startGoingOn(game, motion);
const chosen = startChosenCard(() => chosenTile(document.querySelector("form.entry")));
const again = startAgain(code, sayings);
const analysis = startAnalysis(game, code);

const paths = { page: `/g/${code}`, api: `/api/games/${code}` };
const entries = startEntries({
  game,
  ...paths,
  sayings,
  showing: motion.showing,
  shown(state) {
    game.dataset.turn = state.turn;
    clock.restart(state.elapsed, state.clock);
    signals.shown(state);
    goingOn.shown();
    seats.shown();
    again.shown();
    analysis.shown();
    for (const tile of document.querySelectorAll("#state input[name=card]:checked:disabled")) tile.checked = false;
    if (!document.querySelector("#state input[name=pack]:checked:not(:disabled)")) showFirstPack();
    clearConfirmed(state.said_here);
    chosen.shown();
    motion.shown();
    ideas.shown();
  },
  // Bots never move in the person's turn, so a practice game needs no pause.
  pauses: () => !document.querySelector("form.practice"),
  sending(path) {
    const where = document.activeElement;
    const sent = [...fields()].map((field) => field.value);
    const before = Number(game.dataset.number);
    return {
      // What must be confirmed first stays: it may have to be corrected.
      accepted: (state) => KEEP_TYPED.has(path) || state.number === before || clear(sent),
      shown() {
        if (path === "/pause" || path === "/resume") return; // the button keeps the focus
        focusNext(where);
      },
    };
  },
});

const { send } = entries;
const seats = startSeats({ game, ...paths, sayings, ...entries });
const ideas = startIdeas({ game, api: paths.api, sayings, ...entries, picked });

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
  showFirstPack();
  chosen.shown();
}

/** Show the pack with which the keypad begins: the minuscules, if they may be laid. */
function showFirstPack() {
  const pack = document.querySelector("#state input[name=pack]:not(:disabled)");
  if (pack) pack.checked = true;
}

/** After an entry, move the focus to the cards; on a phone this also closes the keyboard. Do nothing if the person has
 *  moved the focus away from *where* it was when they entered. */
function focusNext(where) {
  if (![where, document.body].includes(document.activeElement)) return;
  const next = document.querySelector("[data-post=continue], .picker input:not(:disabled)") ?? document.getElementById("main");
  next.focus({ preventScroll: true });
}

/** Clear the word of this phone's player once another device has confirmed it: the next word is another one. */
function clearConfirmed(word) {
  const field = document.getElementById("word");
  if (word && field?.value.trim() === word) clear([...fields()].map((one) => one.value));
}

/** The action that a button enters, made from the fields of its form; null if no card is chosen. */
function actionOf(button, form) {
  const entry = document.querySelector("form.entry");
  const value = (name) => form?.elements.namedItem(name)?.value || entry?.elements.namedItem(name)?.value || "";
  const seat = button.dataset.seat || value("seat") || entry?.dataset.seat;
  const given = button.dataset.card;
  const card = given && given !== "chosen" ? given : chosenTile(entry)?.value ?? null;
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

/** The tile of the chosen card among the visible ones: a card of the hidden pack may be checked too. */
function chosenTile(entry) {
  const checked = [...(entry?.querySelectorAll("input[name=card]:checked") ?? [])];
  return checked.find((tile) => tile.closest(".tiles").offsetParent !== null) ?? null;
}

function enter(button, form) {
  const action = actionOf(button, form);
  const dialog = button.closest("dialog");
  const missing = !action ? sayings.choose : action.word === "" ? sayings.say : "";
  if (missing) {
    dialog?.close();
    return showProblems(document.getElementById("refusals"), [missing]);
  }
  // A player's phone does not judge its own time: who confirms the card does.
  const late = action.action === "lay" && form?.id !== "player" ? clock.overrun(action.seat) : [];
  const actions = [...late, action];
  send("/entries", { actions }, dialog ?? form);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.act && button.type === "button") enter(button, button.form);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter ?? form.querySelector("button[data-act]:not([type=button])");
  if (button?.dataset.act) enter(button, form);
});

/** A chosen card answers what was refused before: its message goes. */
function cardChosen() {
  showProblems(document.getElementById("refusals"), []);
}

/** Show a card that a script has chosen. */
function picked() {
  cardChosen();
  chosen.shown();
}

document.addEventListener("change", (event) => {
  if (event.target.closest(".picker") && event.target.name === "card") cardChosen();
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
  picked();
  event.preventDefault();
});
