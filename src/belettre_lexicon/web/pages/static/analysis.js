// What was possible in a game that is over, one pli at a time: asked for once its page is shown, and stepped through by
// buttons, arrow keys and swipes.

/** Milliseconds after which a request fails: the server waits for the analysis for 8 seconds. */
const PATIENCE = 15_000;
/** Milliseconds between two requests while the analysis takes longer, and after how many of them a person has to ask. */
const AGAIN = 3000;
const ATTEMPTS = 10;
/** How many pixels to the left or right are a swipe. */
const SWIPE = 50;

/** Follow the end of a game: call « shown » when a state is shown. *game* is the element with the number of entries. */
export function startAnalysis(game, code) {
  /** The number of entries whose analysis is shown or asked for; -1 for none. */
  let asked = -1;
  /** Whether the game went on when its state was shown before. */
  let wentOn = false;

  function shown() {
    const place = document.getElementById("steps");
    const number = Number(game.dataset.number);
    if (place && wentOn) game.scrollIntoView(); // the finale begins above what the person looked at
    wentOn = !place;
    if (!place) asked = -1;
    else if (asked !== number) {
      asked = number;
      load(place, number, ATTEMPTS);
    }
  }

  /** Ask for the analysis and show it, unless the game has changed meanwhile. */
  async function load(place, number, attempts) {
    tell(place, place.dataset.analysing);
    let busy = false;
    try {
      const response = await fetch(`/g/${code}/analysis`, { signal: AbortSignal.timeout(PATIENCE) });
      busy = response.status === 429;
      const html = response.ok ? await response.text() : "";
      if (asked !== number) return;
      if (html) return show(place, html);
    } catch {
      if (asked !== number) return;
    }
    if (busy && attempts > 1) return void setTimeout(() => asked === number && load(place, number, attempts - 1), AGAIN);
    tell(place, place.dataset.failed);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = place.dataset.retry;
    button.addEventListener("click", () => load(place, number, ATTEMPTS));
    place.append(button);
  }

  shown();
  return { shown };
}

/** The manche and the pli of a step, as a screen reader names it. */
const name = (step) => step.getAttribute("aria-label");

/** Show a sentence in place of the analysis. */
function tell(place, text) {
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.textContent = text;
  place.replaceChildren(line);
}

/** Show the analysis, which the server has rendered, at the step from which the most can be learned. */
function show(place, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  place.replaceChildren(...page.body.children);
  const group = place.firstElementChild;
  const steps = [...group.querySelectorAll(".step")];
  const bar = group.querySelector(".step-bar");
  let at = Number(group.dataset.start);

  function draw(aloud) {
    const open = steps.some((step) => !step.hidden && step.querySelector("details").open);
    for (const [index, step] of steps.entries()) {
      step.hidden = index !== at;
      step.querySelector("details").open = open;
    }
    const step = steps[at];
    bar.querySelector("b").textContent = name(step);
    bar.querySelector("small").textContent = step.dataset.of;
    for (const button of bar.querySelectorAll("button")) {
      // A button at an end keeps the focus, so that the arrow keys go on working.
      button.setAttribute("aria-disabled", String(!steps[at + Number(button.dataset.step)]));
    }
    if (aloud) document.getElementById("said").textContent = `${name(step)}. ${step.querySelector(".missed").textContent}`;
  }

  function go(by) {
    if (!steps[at + by]) return;
    at += by;
    draw(true);
  }

  group.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) go(Number(button.dataset.step));
  });
  group.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(by);
  });
  let from = null;
  group.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  group.addEventListener("touchend", (event) => {
    if (!from) return;
    const moved = event.changedTouches[0].clientX - from.clientX;
    const down = event.changedTouches[0].clientY - from.clientY;
    if (Math.abs(moved) > SWIPE && Math.abs(moved) > 2 * Math.abs(down)) go(moved < 0 ? 1 : -1);
  }, { passive: true });
  draw(false);
}
