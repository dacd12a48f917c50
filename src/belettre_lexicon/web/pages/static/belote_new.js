// The page for a new score sheet of Belote: begins the sheet that its form describes.

import { post, problemsOf, showProblems } from "./api.js";

const form = document.getElementById("new-sheet");
const sayings = document.getElementById("sayings").dataset;

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
    const { status, data } = await post("/api/belote", terms());
    if (status === 201) return location.assign(`/belote/${data.code}`);
    showProblems(problems, problemsOf(data, String(status)));
  } catch {
    showProblems(problems, [sayings.silentServer]);
  }
  button.disabled = false;
});

/** The body for the API from the form. Options that were left as they are need not be sent. */
function terms() {
  const rules = {};
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
