// What the judge of a table keeps on the device: the cards of the pli, the words of the game, rulings and house rules.

const KEY = "judge";
/** The largest number of entries, and of characters of a word, a reason, a text to share and a question. */
const MOST = 400;
const WORD = 60;
const REASON = 500;
const TEXT = 10_000;
const QUESTION = 8000;
/** The largest number of house rules that are kept: more than there are. */
const RULES = 40;

const isText = (value, most) => typeof value === "string" && value.length <= most;
const isNumber = (value) => Number.isSafeInteger(value) && value >= 0;
const listOf = (value, clean) => (Array.isArray(value) ? value.map(clean).filter(Boolean) : []);

/**
 * The kept state. What is stored may be anything, written by another version or by hand: what does not fit is left out.
 *
 * cards    the cards of the pli that lie face up: { text, letter, turned, at }: the text of the card; the letter that the JOKER
 *          was named, or ""; whether the word was refused that was said with it, null while none was; the number of its verdict
 * entries  the words of the game: { word, valid, ruling, at }: valid is the verdict, at its number
 * last     the last verdict: { query, word, valid, ruling, at }; null if none is shown
 * rules    the house rules by their names
 * number   the number of verdicts so far
 *
 * A ruling is { accept, reason, text }, of which text is what the table shares; null without one.
 */
export function load() {
  let stored = null;
  try {
    stored = JSON.parse(localStorage.getItem(KEY));
  } catch {
    // not JSON, or the browser allows no storage: begin anew
  }
  const state = stored !== null && typeof stored === "object" ? stored : {};
  const rules = state.rules !== null && typeof state.rules === "object" ? Object.entries(state.rules) : [];
  return {
    cards: withinPli(listOf(state.cards, cleanCard)),
    entries: listOf(state.entries, cleanEntry).slice(-MOST),
    last: cleanLast(state.last),
    rules: Object.fromEntries(rules.filter(([, value]) => isText(value, WORD)).slice(0, RULES)),
    number: isNumber(state.number) ? state.number : 0,
  };
}

/** Keep the state for the next visit. Without storage it lasts as long as the page. */
export function store(state) {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // full, or not allowed
  }
}

/** Call *changed* when another tab has stored its state. */
export function onStored(changed) {
  addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) changed();
  });
}

/** Whether an entry counts as a word of the game: by the ruling of the table, or else by the verdict. */
export const counts = ({ valid, ruling }) => ruling?.accept ?? valid;

/** Whether a card is a majuscule. */
export const isMaj = ({ text }) => text === text.toUpperCase() && text !== "?";

/** Whether a card is wild: the joker or the JOKER. */
export const isWild = ({ text }) => text === "?" || text === "JOKER";

/** Whether a card may lie beside others: a pli has one majuscule, three minuscules (P3), and one wild card face up (J1). */
export function fits(card, cards) {
  const same = cards.filter((one) => isMaj(one) === isMaj(card));
  return same.length < (isMaj(card) ? 1 : 3) && !(isWild(card) && cards.some(isWild));
}

function withinPli(cards) {
  const kept = [];
  for (const card of cards) if (fits(card, kept)) kept.push(card);
  return kept;
}

function cleanCard(card) {
  const { text, letter, turned, at } = card ?? {};
  if (!isText(text, 5) || !/^(?:[a-zA-Z?]|JOKER)$/.test(text) || !isText(letter, 1) || !/^[a-z]?$/.test(letter) || (text === "JOKER") !== (letter !== "")) return null;
  return { text, letter, turned: typeof turned === "boolean" ? turned : null, at: isNumber(at) ? at : 0 };
}

function cleanRuling(ruling) {
  const { accept, reason, text } = ruling ?? {};
  return typeof accept === "boolean" && isText(reason, REASON) && isText(text, TEXT) ? { accept, reason, text } : null;
}

function cleanEntry(entry) {
  const { word, valid, ruling, at } = entry ?? {};
  if (!isText(word, WORD) || !word.trim() || typeof valid !== "boolean" || !isNumber(at)) return null;
  const kept = { word, valid, ruling: cleanRuling(ruling), at };
  return valid || kept.ruling ? kept : null;
}

function cleanLast(last) {
  const { query, word, valid, ruling, at } = last ?? {};
  if (!isText(query, QUESTION) || !isText(word, WORD) || typeof valid !== "boolean" || !isNumber(at)) return null;
  return { query, word, valid, ruling: cleanRuling(ruling), at };
}
