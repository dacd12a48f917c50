// The history page: updates itself when the game changes.

import { follow } from "./live.js";
import { morph } from "./morph.js";

const sheet = document.getElementById("history");

const sayings = document.getElementById("sayings").dataset;

follow(`/g/${sheet.dataset.code}`, { sayings, version: () => sheet.dataset.version, show });

async function show(state) {
  if (String(state.number) === sheet.dataset.number) return;
  const response = await fetch(location.href);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("history");
  morph(sheet, fresh.innerHTML);
  sheet.dataset.number = fresh.dataset.number;
  sheet.dataset.version = fresh.dataset.version;
  for (const element of sheet.querySelectorAll("[data-scripted]")) element.hidden = false;
}

// On paper every pli is told. Browsers that do not print what is folded need it unfolded, and folded again afterwards.
const unfolded = [];
addEventListener("beforeprint", () => {
  for (const pli of sheet.querySelectorAll(".pli-told:not([open])")) {
    pli.open = true;
    unfolded.push(pli);
  }
});
addEventListener("afterprint", () => {
  for (const pli of unfolded.splice(0)) pli.open = false;
});
