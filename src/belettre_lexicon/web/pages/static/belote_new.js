// The page for a new score sheet of Belote: begins the sheet that its form describes.

import { post, problemsOf, showProblems } from "./api.js";

const form = document.getElementById("new-sheet");
const sayings = document.getElementById("sayings").dataset;

// The players and rules of the last sheet that this device began are there again, but for what was typed meanwhile.
const last = lastSheet();
const set = document.getElementById("set");
set.value = [...set.options].some((one) => one.value === last.set) ? last.set : set.options[0].value;
set.addEventListener("change", () => {
  for (const field of form.querySelectorAll(".table-rules :is(input, select)")) {
    const value = ofSet()[field.name];
    if (field.type === "checkbox") field.checked = value ?? field.defaultChecked;
    else if (field.localName === "select") field.value = value ?? field.options[0].value;
    else field.value = value ?? field.defaultValue;
  }
});
for (const [index, field] of form.querySelectorAll("[name=name]").entries()) field.value ||= last.names?.[index] ?? "";
for (const field of form.querySelectorAll(".table-rules :is(input, select)")) {
  const value = last.rules?.[field.name];
  if (value !== undefined && isUsual(field)) field[field.type === "checkbox" ? "checked" : "value"] = value;
  if (!isUsual(field) && field.closest("details")) field.closest("details").open = true;
}

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
function ofSet() {
  return JSON.parse(set.selectedOptions[0].dataset.rules);
}

/** Whether a field of the rules is as the page has it when it arrives. */
function isUsual(field) {
  if (field.type === "checkbox") return field.checked === field.defaultChecked;
  return field.localName === "select" ? !field.selectedIndex : field.value === field.defaultValue;
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
  const rules = ofSet();
  for (const field of form.querySelectorAll(".table-rules :is(input, select)")) {
    if (field.type === "checkbox") rules[field.name] = field.checked;
    else if (field.value) rules[field.name] = "number" in field.dataset ? Number(field.value) : field.value;
  }
  return {
    names: [...form.querySelectorAll("[name=name]")].map((field) => field.value.trim()),
    dealer: form.querySelector("[name=dealer]:checked").value,
    rules,
  };
}
