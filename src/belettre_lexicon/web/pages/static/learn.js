// A lesson: shows the next step in the same page, tells it aloud, and moves the focus to what is to be done. Without this script
// every step is a page of its own.

import { startChosenCard } from "./chosen_card.js";

const lesson = document.getElementById("lesson");
const said = document.getElementById("said");
const chosen = startChosenCard(() => lesson.querySelector("input[name=card]:checked"));
/** The number of the last request: the answer to an earlier one is not shown. */
let asked = 0;

/** Show the step at an address; if the server does not answer, let the browser say so. */
async function show(url) {
  const number = ++asked;
  let fresh;
  try {
    const response = await fetch(url, { headers: { Accept: "text/html" } });
    fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    fresh = document.implementation.createHTMLDocument();
  }
  if (number !== asked) return;
  const next = fresh.getElementById("lesson");
  if (!next) return location.assign(url);
  if (next.dataset.step !== lesson.dataset.step && url !== location.href) history.pushState(null, "", url);
  lesson.dataset.step = next.dataset.step;
  lesson.replaceChildren(...next.childNodes);
  document.title = fresh.title;
  document.querySelector("a[hreflang]").href = fresh.querySelector("a[hreflang]").href;
  scrollTo(0, 0);
  chosen.shown();
  const told = [...lesson.querySelectorAll("h1, [data-aloud]")].map((one) => one.textContent.trim().replace(/\s+/g, " "));
  said.textContent = told.filter(Boolean).join(" ");
  focusNext();
}

/** Focus what is to be done next: after a refused word the field, in a new step the card, once it is done the link onward. */
function focusNext() {
  const chosenAlready = lesson.querySelector("input[name=card]:checked");
  const next = lesson.querySelector(chosenAlready ? "#word" : "input[name=card]:not(:disabled)");
  (next ?? lesson.querySelector(".dock .main") ?? document.getElementById("main")).focus({ preventScroll: true });
}

lesson.addEventListener("submit", (event) => {
  const form = event.target;
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  event.preventDefault();
  show(`${form.getAttribute("action")}?${fields}`);
});

lesson.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (new URL(link.href).pathname !== location.pathname) return;
  event.preventDefault();
  show(link.href);
});

addEventListener("popstate", () => show(location.href));
