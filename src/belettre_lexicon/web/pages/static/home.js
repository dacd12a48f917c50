// The home page: creates a table or a practice game from its form.

import { post, problemsOf, showProblems } from "./api.js";

const sayings = document.getElementById("sayings").dataset;

for (const form of document.querySelectorAll("form[data-create]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button.main");
    const problems = form.querySelector("[data-problems]");
    button.disabled = true;
    try {
      const { status, data } = await post("/api/games", terms(form));
      if (status === 201) return location.assign(`/g/${data.code}`);
      showProblems(problems, problemsOf(data, String(status)));
    } catch {
      showProblems(problems, [sayings.silentServer]);
    }
    button.disabled = false;
  });
}

/** The value of a house rule from its field: true or false, a number, or a text. */
function ruleValue(field) {
  if (field.type === "number") return Number(field.value);
  return { true: true, false: false }[field.value] ?? field.value;
}

/** The body for the API from a form, without empty fields. */
function terms(form) {
  const fields = new FormData(form);
  const said = (name) => (fields.get(name) ?? "").trim();
  const number = (name) => (said(name) ? { [name]: Number(said(name)) } : {});
  const text = (name) => (said(name) ? { [name]: said(name) } : {});
  const begun = { kind: form.dataset.create, ...number("manches") };
  if (begun.kind === "practice") return { ...begun, ...text("seat"), ...text("level"), ...text("pace"), patient: true };

  const players = {};
  for (const seat of ["PON", "SEP", "LEV", "MER"]) if (said(`player-${seat}`)) players[seat] = said(`player-${seat}`);
  const rules = {};
  for (const field of form.querySelector(".switches").closest("details").querySelectorAll("input, select:not(#confirm)")) {
    if (field.type === "checkbox" ? field.checked : field.value.trim()) rules[field.name] = ruleValue(field);
  }
  const lines = said("house_list").split("\n").filter((line) => line.trim());
  const points = [Number(said("points-0")), Number(said("points-1"))];
  return {
    ...begun, players, rules,
    ...(lines.length ? { house_list: lines } : {}),
    ...number("first"), ...number("before"), ...text("opener"), ...text("confirm"),
    ...(points.some(Boolean) ? { points } : {}),
  };
}
