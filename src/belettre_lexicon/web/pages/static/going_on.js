// « Continuer »: clears a finished pli from the felt of this device, and lets bots that wait go on.

/** Follow the states of a game; *motion* shows how the cards of a finished pli leave. Returns « shown », to be called when a state is shown. */
export function startGoingOn(game, motion) {
  const kept = `cleared-${game.dataset.code}`;
  const felt = () => document.querySelector(".felt[data-finished]");

  function clear() {
    const finished = felt()?.dataset.finished;
    if (finished) sessionStorage.setItem(kept, finished);
    motion.change(shown);
  }

  function shown() {
    const shownFelt = felt();
    if (shownFelt) shownFelt.classList.toggle("cleared", shownFelt.dataset.finished === sessionStorage.getItem(kept));
    else sessionStorage.removeItem(kept); // the next card is laid, or the last one was taken back
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-clear], [data-post=continue]");
    if (!button || button.getAttribute("aria-disabled")) return;
    clear();
    if ("clear" in button.dataset) (document.querySelector(".picker input:not(:disabled)") ?? document.getElementById("main")).focus({ preventScroll: true });
  });

  // Enter goes on, wherever the focus is, unless it is on something that Enter works on.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.repeat || event.target.closest("a, button, input, select, textarea, summary")) return;
    document.querySelector("[data-post=continue]")?.click();
  });

  shown();
  return { shown };
}
