// The page for a new score sheet of Belote: begins the sheet that its form describes.

import { post, problemsOf, showProblems } from "./api.js";

const form = document.getElementById("new-sheet");
const sayings = document.getElementById("sayings").dataset;

// The players and rules of the last sheet that this device began are there again, but for what was typed meanwhile.
const last = lastSheet();
const set = document.getElementById("set");
const seats = document.getElementById("rule-seats");
set.value = [...set.options].some((one) => one.value === last.set) ? last.set : set.options[0].value;
set.addEventListener("change", () => {
  useSet();
  showGame();
});
seats.addEventListener("change", showGame);
for (const [index, field] of form.querySelectorAll("[name=name]").entries()) field.value ||= last.names?.[index] ?? "";
for (const field of ruleFields()) {
  const value = last.rules?.[field.name];
  if (value !== undefined && isUsual(field)) field[field.type === "checkbox" ? "checked" : "value"] = value;
  if (!isUsual(field) && field.closest("details")) field.closest("details").open = true;
}
showGame();

// The choice of the dealer shows the names as they are typed.
for (const field of form.querySelectorAll("[name=name]")) {
  const shown = form.querySelector(`[data-seat="${field.id.replace("name-", "")}"]`);
  const place = shown.textContent;
  const show = () => { shown.textContent = field.value.trim() || place; };
  field.addEventListener("input", show);
  show();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button.main");
  const problems = form.querySelector("[data-problems]");
  button.disabled = true;
  try {
    const sheet = terms();
    const { status, data } = await post("/api/belote", sheet);
    if (status === 201) {
      remember({ ...sheet, set: set.value });
      return location.assign(`/belote/${data.code}`);
    }
    showProblems(problems, problemsOf(data, String(status)));
  } catch {
    showProblems(problems, [sayings.silentServer]);
  }
  button.disabled = false;
});

/** The options of the set of house rules that is chosen, by name. */
function setRules() {
  return JSON.parse(set.selectedOptions[0].dataset.rules);
}

/** The fields of the options. */
function ruleFields() {
  return form.querySelectorAll("[data-rule] :is(input, select)");
}

/** Fill the fields of the options with those of the set that is chosen. */
function useSet() {
  for (const field of ruleFields()) {
    const value = setRules()[field.name];
    if (field.type === "checkbox") field.checked = value ?? field.defaultChecked;
    else if (field === seats) field.value = value ?? seats.value;
    else if (field.localName === "select") field.value = value ?? field.options[0].value;
    else field.value = value ?? field.defaultValue;
  }
}

/** Show the players and the options that the chosen game has. */
function showGame() {
  const { players, without, alone } = set.selectedOptions[0].dataset;
  const missing = new Set(without.split(" "));
  for (const field of ruleFields()) {
    field.closest("[data-rule]").hidden = missing.has(field.name);
    for (const one of field.options ?? []) one.hidden = one.disabled = missing.has(`${field.name}=${one.value}`);
  }
  const more = form.querySelector("[data-more]");
  more.hidden = ![...more.querySelectorAll("[data-rule]")].some((one) => !one.hidden);
  for (const one of form.querySelectorAll("[data-for]")) one.hidden = (one.dataset.for === "alone") !== (alone !== undefined);
  const number = Number(players) || Number(seats.value);
  for (const one of form.querySelectorAll("[data-place]")) {
    one.hidden = one.dataset.place >= number;
    for (const field of one.querySelectorAll("input")) field.disabled = one.hidden;
  }
  if (!form.querySelector("[name=dealer]:enabled:checked")) form.querySelector("[name=dealer]").checked = true;
}

/** Whether a field of the rules is as the page has it when it arrives. */
function isUsual(field) {
  if (field.type === "checkbox") return field.checked === field.defaultChecked;
  if (field.localName !== "select") return field.value === field.defaultValue;
  return field.selectedOptions[0] === ([...field.options].find((one) => one.defaultSelected) ?? field.options[0]);
}

/** The last sheet that this device began; an empty one if there is none, or nothing that can be read. */
function lastSheet() {
  try {
    return JSON.parse(localStorage.getItem("belote")) ?? {};
  } catch {
    return {};
  }
}

/** Keep a sheet for the next one. A browser that keeps nothing can begin sheets too. */
function remember(sheet) {
  try {
    localStorage.setItem("belote", JSON.stringify(sheet));
  } catch {
    // the next sheet begins with empty names
  }
}

/** The body for the API from the form. Options that were left as they are need not be sent. */
function terms() {
  const rules = setRules();
  for (const field of ruleFields()) {
    if (field.closest("[data-rule]").hidden) continue;
    if (field.type === "checkbox") rules[field.name] = field.checked;
    else if (field.value) rules[field.name] = "number" in field.dataset && !isNaN(field.value) ? Number(field.value) : field.value;
  }
  return {
    names: [...form.querySelectorAll("[name=name]:enabled")].map((field) => field.value.trim()),
    dealer: form.querySelector("[name=dealer]:checked").value,
    rules,
  };
}
