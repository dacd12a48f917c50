// The page of a score sheet of Belote: builds entries from its forms, and fills the form to correct a deal.

import { showProblems } from "./api.js";
import { startEntries } from "./entries.js";

const game = document.getElementById("game");
const sheetSayings = document.getElementById("sheet-sayings").dataset;
const sayings = { ...document.getElementById("sayings").dataset, ...sheetSayings };
const code = game.dataset.code;
/** The points of all plis with the dix de der, unless the contract says otherwise. */
const WHOLE = 162;
/** The number of the deal that the form corrects; 0 if it notes the next deal. */
let corrected = 0;

const { send } = startEntries({
  game,
  page: `/belote/${code}`,
  api: `/api/belote/${code}`,
  sayings,
  shown: showCorrection,
  pauses: () => true,
  sending(path) {
    const where = document.activeElement;
    return {
      accepted() {
        if (path === "/entries" && !where?.closest("#seating")) clear();
        where?.closest("#penalty")?.reset();
      },
      shown() {
        if (![where, document.body].includes(document.activeElement) || where?.closest("#seating")) return;
        document.getElementById("main").focus({ preventScroll: true });
        scrollTo({ top: 0 });
      },
    };
  },
});

const field = (name) => document.getElementById(name);
const form = () => field("deal");
/** The checked radio button of a name; undefined if none is checked. */
const chosen = (name) => form().querySelector(`[name=${name}]:checked`) ?? undefined;
/** The sides as the API calls them, in the order of scores: two teams, or the players of a game without teams. */
const sides = () => form().dataset.sides.split(" ");
/** Whether nobody has a partner. */
const alone = () => "alone" in form().dataset;
const whole = () => Number(chosen("contract")?.dataset.whole ?? WHOLE);

/** Empty the form, and leave the correction. */
function clear() {
  corrected = 0;
  form()?.reset();
  typed.clear();
  showPoints();
  showCorrection();
}

/** Show whether the form corrects a deal. */
function showCorrection() {
  if (!form()) return;
  const note = field("correcting");
  const next = Number(form().dataset.next);
  if (corrected >= next) corrected = 0; // the deal was undone
  form().classList.toggle("corrects", corrected > 0);
  note.hidden = !corrected;
  field("save").textContent = (corrected ? sayings.correct : sayings.save).replace("{number}", corrected || next);
  if (!corrected || note.dataset.deal === String(corrected)) return;
  note.dataset.deal = corrected;
  const leave = Object.assign(document.createElement("button"), { type: "button", textContent: sayings.abandon });
  leave.addEventListener("click", () => {
    clear();
    note.dataset.deal = "";
    field("main").focus({ preventScroll: true });
  });
  note.replaceChildren(sayings.correcting.replace("{number}", corrected), leave);
}

/** Show the points of the takers on the slider, and tell screen readers both counts. */
function showPoints() {
  const slider = field("slider");
  if (!slider) return; // what the others have is not counted
  for (const input of [slider, field("takers"), field("defence")]) input.max = whole();
  const takers = field("takers").value;
  slider.value = takers === "" ? whole() / 2 : takers;
  const text = (alone() ? sayings.slider_one : sayings.slider).replace("{takers}", takers).replace("{defence}", field("defence").value);
  slider.setAttribute("aria-valuetext", takers === "" ? "–" : text);
  field("whole-hint").hidden = takers === "" || ![0, whole()].includes(Number(takers));
}

/** The counts that the person has typed, by the ids of their fields: « takers », « defence ». */
const typed = new Set();

/** Keep both counts together: *from* was changed, and the other side has the rest. A count that was typed stays: two that
 *  do not make the whole are counted again (BC6). */
function share(from) {
  const other = field(from.id === "defence" ? "takers" : "defence");
  if (!other) return;
  if (from.id === "slider") field("takers").value = from.value;
  if (!typed.has(other.id)) other.value = from.value === "" ? "" : Math.max(0, whole() - Number(from.value));
  showPoints();
}

/** Note that a person has changed a count: by its field, or both by the slider. */
function noteTyped(from) {
  if (from.id === "slider") typed.clear();
  else if (from.value === "") typed.delete(from.id);
  else typed.add(from.id);
}

/** What both typed counts make together, as a sentence if it is not the whole (BC6). */
function wrongSum() {
  if (!field("defence")) return [];
  const sum = Number(field("takers").value) + Number(field("defence").value);
  return typed.size < 2 || sum === whole() ? [] : [sayings.sum.replace("{sum}", sum).replace("{whole}", whole())];
}

/** The points of the annonces of a side, as an array; null if its field holds something else. */
function annoncesOf(index) {
  const counts = chosen("ending").value === "renonce" || field(`announcers-${index}`)?.checked;
  const words = counts ? field(`annonces-${index}`)?.value.split(/[\s,+]+/).filter(Boolean) ?? [] : [];
  const points = words.map(Number);
  return points.every(Number.isInteger) ? points : null;
}

/** Whether a field for a number is empty or has a whole number. Which numbers are possible is up to the server. */
const isWhole = (input) => !input.validity.badInput && Number.isInteger(Number(input.value));
/** Whether a bid is given: a whole number or a word. */
const isBid = (input) => input.value !== "" && (input.localName === "select" || isWhole(input));

/** The side that won all plis, or whose renonce it was; undefined if none is chosen. The defence is any of the others. */
function sideOf(ending, taker) {
  if (ending !== "capot" || !alone()) return sides()[chosen("side")?.value];
  const own = sides()[taker?.dataset.team];
  return { taker: own, defence: sides().find((side) => side !== own) }[chosen("capot")?.value];
}

/** The deal in the form, and what is missing: an array of sentences. */
function deal() {
  const taker = chosen("taker");
  const ending = chosen("ending").value;
  const side = ["capot", "renonce"].includes(ending) && sideOf(ending, taker);
  const bid = field("bid")?.value;
  const contract = chosen("contract")?.value;
  const several = contract === "TA";
  const annonces = sides().map((_, index) => annoncesOf(index));
  const numbers = [
    ...(ending === "points" ? ["takers"] : []), ...(several ? sides().map((_, index) => `belotes-${index}`) : []),
  ];
  const missing = [
    ...(taker ? [] : [sayings.taker]),
    ...(field("bid")?.required && !isBid(field("bid")) ? [sayings.bid] : []),
    ...(side === undefined ? [sayings.side] : []),
    ...(numbers.map(field).every(isWhole) ? [] : [sayings.points]),
    ...(ending === "points" ? wrongSum() : []),
    ...(annonces.includes(null) ? [sayings.annonces] : []),
  ];
  if (missing.length) return { missing };
  const belote = chosen("belote")?.value;
  const belotes = sides().map((_, index) =>
    several ? Number(field(`belotes-${index}`).value) : Number(belote === String(index)));
  const points = field("takers").value;
  const entry = {
    team: sides()[taker.dataset.team], taker: taker.value,
    ...(belote === undefined ? {} : { belotes, annonces }),
    ...(contract ? { contract } : {}),
    ...(bid ? { bid: Number.isNaN(Number(bid)) ? bid : Number(bid) } : {}),
    ...(bid && field("mult") ? { mult: Number(field("mult").value) } : {}),
    ...(ending === "points" ? (points === "" ? {} : { plis: Number(points) }) : {}),
    ...(["fallen", "made"].includes(ending) ? { [ending]: true } : {}),
    ...(side ? { [ending]: side } : {}),
  };
  return { entry, missing };
}

/** Fill the form with a deal that was noted, to correct it. *entry* is null if nobody took. */
function correct(number, entry) {
  clear();
  showProblems(field("refusals"), []);
  corrected = number;
  showCorrection();
  if (entry) {
    const check = (name, value) => {
      const radio = [...form().querySelectorAll(`[name=${name}]`)].find((one) => one.value === String(value));
      if (radio) radio.checked = true;
    };
    const uncounted = ["fallen", "made"].find((one) => entry[one] && !("plis" in entry));
    const ending = entry.capot ? "capot" : entry.renonce ? "renonce" : uncounted ?? "points";
    check("taker", entry.taker ?? entry.team);
    check("contract", entry.contract ?? "");
    check("ending", ending);
    check("side", sides().indexOf(entry[ending]));
    check("capot", entry.capot === entry.team ? "taker" : entry.capot ? "defence" : "");
    if (field("bid")) field("bid").value = entry.bid ?? "";
    if (field("mult")) field("mult").value = entry.mult ?? 1;
    for (const index of sides().keys()) {
      const belotes = entry.belotes?.[index] ?? 0;
      const annonces = entry.annonces?.[index] ?? [];
      if (belotes) check("belote", index);
      if (annonces.length) check("announcers", index);
      if (field(`belotes-${index}`)) field(`belotes-${index}`).value = belotes || "";
      if (field(`annonces-${index}`)) field(`annonces-${index}`).value = annonces.join(" ");
    }
    field("takers").value = entry.plis ?? "";
    share(field("takers"));
  }
  form().scrollIntoView();
  form().querySelector("[name=taker]:checked, [name=taker]").focus({ preventScroll: true });
}

/** The action that notes an entry: a correction, if the form corrects a deal. */
const write = (entry) => (corrected ? { action: "correct", number: corrected, entry } : { action: "write", entry });

/** Enter what a button stands for. */
function enter(button, from) {
  const act = button.dataset.act;
  if (act === "seat") {
    const names = [...from.querySelectorAll("[name=name]")].map((one) => one.value.trim().replace(/\s+/g, " "));
    return send("/entries", { actions: [{ action: "seat", names }] }, from);
  }
  if (act === "dealer") {
    const seat = from.querySelector("[name=dealer]:checked").value;
    return send("/entries", { actions: [{ action: "dealer", seat }] }, from);
  }
  if (act === "partie") return send("/entries", { actions: [{ action: "partie" }] }, from);
  if (act === "penalty") {
    const team = from.querySelector("[name=penalty]:checked");
    const points = Number(field("penalty-points").value);
    const reason = field("penalty-reason").value.trim();
    if (!team || !points) return showProblems(from.querySelector("[data-problems]"), [team ? sayings.points : sayings.side]);
    const entry = { team: sides()[team.value], penalty: points, ...(reason ? { reason } : {}) };
    return send("/entries", { actions: [{ action: "write", entry }] }, from);
  }
  if (act === "misdeal") return send("/entries", { actions: [write({ team: button.value, misdeal: true })] }, from);
  const { entry = null, missing } = act === "passed" ? { missing: [] } : deal();
  if (missing.length) return showProblems(field("refusals"), missing);
  send("/entries", { actions: [write(entry)] }, from);
}

document.addEventListener("input", (event) => {
  if (["takers", "defence", "slider"].includes(event.target.id)) {
    noteTyped(event.target);
    share(event.target);
  }
  else if (event.target.name === "contract") share(field("takers"));
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.act && button.type === "button") enter(button, button.form);
  else if (button?.dataset.correct) correct(Number(button.dataset.correct), JSON.parse(button.dataset.entry));
  else if (button?.dataset.add) {
    const input = field(`annonces-${button.dataset.add}`);
    input.value = `${input.value} ${button.value}`.trim();
  }
});

document.addEventListener("submit", (event) => {
  const button = event.submitter ?? event.target.querySelector("button[data-act]:not([type=button])");
  if (button?.dataset.act) enter(button, event.target);
});

showPoints();
