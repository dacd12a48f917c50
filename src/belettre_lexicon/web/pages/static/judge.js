// The judge of a table with real cards and one phone: cards are tapped, words judged, and the words of the game kept.

import { showProblems } from "./api.js";
import { startAsking } from "./asking.js";
import { showKept } from "./judge_list.js";
import { fits, counts, isMaj, load, onStored, store } from "./judge_store.js";

const sayings = document.getElementById("sayings").dataset;
const texts = Object.fromEntries([...document.querySelectorAll("#judge-texts > *")].map((one) => [one.dataset.name, one.textContent]));
const field = document.getElementById("word");
const keypad = document.getElementById("keypad");
const refusals = document.getElementById("refusals");
const verdict = document.getElementById("verdict");
const house = document.querySelector("#house form");
const contest = document.getElementById("contest");
const hint = verdict.innerHTML;

let state = load();
/** What « Annuler » takes back: { state, text, left }, the state before the last change of the list, what that was, and the cards
 *  that it left; null if there is nothing. */
let before = null;
/** Whether the JOKER was tapped, so that the next majuscule is the letter that it is named (J3). */
let naming = false;

const verdicts = startAsking(sayings);
const lookups = startAsking(sayings);

/** The filled fields of the house rules. */
function rules() {
  return [...new FormData(house)].filter(([, value]) => value !== "");
}

/** The parameters that ask for the verdict on a word with the cards and words of this moment. */
function question(word) {
  const maj = state.cards.find(isMaj);
  const min = state.cards.filter((card) => !isMaj(card)).map((card) => card.text);
  const played = state.entries.filter(counts).map((entry) => entry.word.replaceAll(",", " "));
  const parameters = new URLSearchParams({ word, ...Object.fromEntries(rules()) });
  if (maj) parameters.set("maj", maj.letter || maj.text);
  if (min.length) parameters.set("min", min.join(","));
  if (played.length) parameters.set("played", played.join(","));
  return parameters.toString();
}

/** The parameters of a ruling of the table against a verdict; "" without one. */
function ruled(ruling) {
  return ruling ? `&${new URLSearchParams({ accept: ruling.accept, reason: ruling.reason })}` : "";
}

function judge(word) {
  if (!word) {
    showProblems(refusals, [sayings.say]);
    field.focus();
    return;
  }
  const query = question(word);
  // The card that was laid with the word, or with an earlier attempt at it: a refused word turns it face down (P6).
  const fresh = state.cards.filter((card) => card.turned !== false);
  const where = document.activeElement;
  verdicts.ask({ path: `/judge/verdict?${query}`, problems: refusals, shown(answer) {
    const at = state.number + 1;
    const { valid } = answer;
    for (const card of fresh) Object.assign(card, { turned: !valid, at });
    if (valid) state.entries.push({ word, valid, ruling: null, at });
    Object.assign(state, { number: at, last: { query, word, valid, ruling: null, at } });
    before = null;
    if (valid && field.value.trim() === word) field.value = "";
    kept();
    show(answer);
    // On a phone this closes the keyboard too. Who has moved on already stays there.
    if ([where, document.body].includes(document.activeElement)) keypad.focus({ preventScroll: true });
  } });
}

/** Show a verdict, or the place where it will be. */
function show(answer) {
  verdict.innerHTML = answer ? answer.html : hint;
  if (answer) document.getElementById("said").textContent = answer.said;
}

/** Show the last verdict as it is now, after a ruling was taken back or the page was opened again. */
function showLast() {
  const { last } = state;
  if (!last) return show(null);
  verdicts.ask({ path: `/judge/verdict?${last.query}${ruled(last.ruling)}`, shown: show, refused() {
    state.last = null; // what was kept is no question any more
    show(null);
  } });
}

/** The table decides about the last word, against the judge. */
function rule(accept, reasonField) {
  const { last } = state;
  const asking = { accept, reason: reasonField.value.trim() };
  if (!asking.reason) return reasonField.focus();
  verdicts.ask({ path: `/judge/verdict?${last.query}${ruled(asking)}`, problems: contest.querySelector("[data-problems]"), shown(answer) {
    const ruling = { ...asking, text: answer.shared };
    let entry = state.entries.find((one) => one.at === last.at);
    if (!entry) state.entries.push(entry = { word: last.word, valid: last.valid, at: last.at });
    entry.ruling = ruling;
    last.ruling = ruling;
    turn(last.at, !accept);
    before = null;
    contest.close();
    kept();
    show(answer);
    keypad.focus({ preventScroll: true });
  } });
}

/** Turn the cards that were laid with a word face down or up again. If another card was laid since, they are gone (P7). */
function turn(at, turned) {
  for (const card of state.cards) if (card.at === at) card.turned = turned;
  if (state.cards.some((card) => card.turned === null)) state.cards = state.cards.filter((card) => !card.turned);
}

/** Change the list so that « Annuler » can take it back, and say so. */
function change(text, word, changed) {
  before = { state: structuredClone(state), text: text.replace("{word}", word) };
  changed();
  before.left = JSON.stringify(state.cards);
  document.getElementById("said").textContent = before.text;
  kept();
}

/** Store the state and show it. */
function kept() {
  store(state);
  render();
}

function render() {
  const lying = state.cards.filter((card) => !card.turned);
  for (const tile of keypad.querySelectorAll("[data-card]")) {
    const card = { text: tile.dataset.card };
    tile.disabled = naming ? !isMaj(card) : !fits(card, lying);
    if (card.text === "JOKER") tile.setAttribute("aria-pressed", String(naming));
  }
  keypad.querySelector("[data-next-pli]").classList.toggle("main", lying.length === 4);
  document.getElementById("joker-asked").hidden = !naming;
  showKept(state, before, texts, (text) => keypad.querySelector(`[data-card="${CSS.escape(text)}"]`));
}

/** Lay a card. A card whose word was refused lies face down by now and gives no letter (P7). */
function lay(text) {
  if (text === "JOKER") {
    naming = !naming;
    return render();
  }
  if (naming && text === "?") return;
  const card = naming ? { text: "JOKER", letter: text.toLowerCase() } : { text, letter: "" };
  const lying = state.cards.filter((one) => !one.turned);
  if (!fits(card, lying)) return;
  naming = false;
  verdicts.giveUp();
  showProblems(refusals, []);
  if (field.value.trim() === state.last?.word) field.value = "";
  state.cards = [...lying, { ...card, turned: null, at: 0 }];
  showPack(state.cards.some(isMaj) ? "min" : state.cards.length === 3 ? "maj" : "");
  kept();
  field.focus();
}

/** Show the pack from which the next card must come; "" leaves it. */
function showPack(pack) {
  if (pack) document.getElementById(`pack-${pack}`).checked = true;
}

function nextPli() {
  verdicts.giveUp();
  naming = false;
  state.cards = [];
  showPack("min");
  kept();
  keypad.focus({ preventScroll: true });
}

/** What the buttons of the page do, by the name of their data attribute. */
const acts = {
  card: (button) => lay(button.dataset.card),
  take(button) {
    verdicts.giveUp();
    state.cards.splice(Number(button.dataset.take), 1);
    kept();
    (document.querySelector("#laid button") ?? keypad).focus({ preventScroll: true });
  },
  nextPli,
  another() {
    field.value = "";
    field.focus();
  },
  word(button) {
    field.value = button.dataset.word;
    judge(button.dataset.word);
  },
  open(button) {
    const dialog = document.getElementById(button.dataset.open);
    if (dialog === contest) {
      document.getElementById("contest-title").textContent = document.getElementById("head").textContent;
      for (const one of contest.querySelectorAll("[data-ruling]")) one.hidden = (one.dataset.ruling === "true") === state.last.valid;
      contest.querySelector("form").reset();
      showProblems(contest.querySelector("[data-problems]"), []);
    }
    dialog.showModal();
  },
  close: (button) => button.closest("dialog").close(),
  newGame(button) {
    button.closest("dialog").close();
    verdicts.giveUp();
    change(texts.emptied, "", () => Object.assign(state, { cards: [], entries: [], last: null }));
    show(null);
  },
  remove(button) {
    const entry = entryOf(button);
    change(texts.removed, entry.word, () => state.entries.splice(state.entries.indexOf(entry), 1));
    document.getElementById("words").focus();
  },
  withdraw(button) {
    const entry = entryOf(button);
    change(texts.withdrawn, entry.word, () => {
      entry.ruling = null;
      if (!entry.valid) state.entries.splice(state.entries.indexOf(entry), 1);
      turn(entry.at, !entry.valid);
      if (state.last?.at === entry.at) state.last.ruling = null;
    });
    if (state.last?.at === entry.at) showLast();
    document.getElementById("words").focus();
  },
  undo() {
    const { entries, last, cards } = before.state;
    const touched = JSON.stringify(state.cards) !== before.left; // cards that were laid since stay
    Object.assign(state, { entries, last, cards: touched ? state.cards : cards });
    before = null;
    document.getElementById("said").textContent = texts.restored;
    kept();
    showLast();
    document.getElementById("words").focus();
  },
};

const entryOf = (button) => state.entries[Number(button.closest("li").dataset.index)];

document.addEventListener("click", (event) => {
  const button = event.target.closest("main button[type=button]");
  const act = button && Object.keys(acts).find((name) => name in button.dataset);
  if (act) acts[act](button);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  event.preventDefault();
  if (form.id === "judging") judge(field.value.trim());
  else if (form.id === "lookup") lookUp(form);
  else if (form.closest("#contest")) rule(!state.last.valid, form.elements.reason);
});

/** Show what the lexicon knows about a word. The verdict and the list stay as they are. */
function lookUp(form) {
  const word = form.elements.word.value.trim();
  lookups.ask({ path: `/judge/word?${new URLSearchParams({ word })}`, problems: form.querySelector("[data-problems]"), shown(answer) {
    document.getElementById("found").innerHTML = answer.html;
  } });
}

contest.addEventListener("close", () => verdicts.giveUp());

// A word that is being changed is not judged as it was.
field.addEventListener("input", () => {
  verdicts.giveUp();
  showProblems(refusals, []);
});

// While the cards have the focus, typing a letter lays its card: a capital letter a majuscule.
keypad.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[a-z?]$/i.test(event.key)) return;
  event.preventDefault();
  lay(event.key);
});

/** Fill the fields of the house rules with what is kept, as far as they allow it. */
function fillRules() {
  for (const one of house.elements) {
    const value = Object.hasOwn(state.rules, one.name) ? state.rules[one.name] : "";
    if (one.type === "checkbox") one.checked = one.value === value;
    else if (one.localName === "select") one.value = [...one.options].some((option) => option.value === value) ? value : "";
    else if (one.localName === "input") one.value = Number(value) >= Number(one.min) && Number(value) <= Number(one.max) ? value : "";
  }
  countRules();
}

function countRules() {
  const { length } = rules();
  document.getElementById("rules-set").textContent = length ? `(${length})` : "";
}

house.addEventListener("change", () => {
  state.rules = Object.fromEntries(rules());
  store(state);
  countRules();
});

function open() {
  fillRules();
  render();
  showLast();
}

onStored(() => {
  state = load();
  before = null;
  open();
});
open();
document.getElementById("bench").hidden = false;
