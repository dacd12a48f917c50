// « Rejouer » and « La partie continue ici »: both lead to the game after this one, and this phone keeps its rights there.

import { post, problemsOf, showProblems } from "./api.js";

/**
 * Go to the game after the game with a code when its button or link is tapped. Returns « shown », to be called when a
 * state is shown: if somebody else began that game while this page was open, the page goes there too.
 */
export function startAgain(code, sayings) {
  const link = () => document.querySelector("a[data-again]");
  let there = link() !== null; // the page of an old game stays: somebody came to read it
  document.addEventListener("click", async (event) => {
    const way = event.target.closest("[data-again]");
    if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (way.getAttribute("aria-disabled")) return;
    way.setAttribute("aria-disabled", "true");
    there = true; // the state that comes meanwhile shows the link, which need not be followed as well
    const problems = way.closest("section").querySelector("[data-problems]");
    try {
      const { status, data } = await post(`/api/games/${code}/again`, {});
      if (status === 201) return location.assign(`/g/${data.code}${data.token ? "" : `?key=${data.key}`}`);
      if (way.href) return location.assign(way.href); // the game is there, only the rights are not
      showProblems(problems, problemsOf(data, sayings.failed));
    } catch {
      showProblems(problems, [sayings.silentServer]);
    }
    way.removeAttribute("aria-disabled");
    there = false;
  });

  function shown() {
    if (there || !link()) return;
    there = true;
    link().click();
  }

  return { shown };
}
