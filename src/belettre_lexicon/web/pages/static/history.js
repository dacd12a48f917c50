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
