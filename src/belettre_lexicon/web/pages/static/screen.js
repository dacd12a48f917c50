// The screen for everybody: follows a game and those after it, and needs no hand: it keeps the display awake where browsers
// allow it.

import { startClock } from "./clock.js";
import { follow } from "./live.js";
import { morph } from "./morph.js";
import { startMotion } from "./motion.js";

const game = document.getElementById("game");
const sayings = document.getElementById("sayings").dataset;
const clock = startClock(game, sayings);
const motion = startMotion(game);
/** The HTML that is shown; "" for that of the page as it was loaded. */
let html = "";

follow(`/g/${game.dataset.code}/screen`, { sayings, version: () => game.dataset.version, show });

/** Show a state, unless a newer one is already shown. */
function show(state) {
  const before = Number(game.dataset.number);
  if (state.version < Number(game.dataset.version)) return;
  game.dataset.number = state.number;
  game.dataset.version = state.version;
  motion.showing(state);
  if (state.html !== html) morph(document.getElementById("state"), state.html);
  html = state.html;
  motion.shown();
  clock.restart(state.elapsed, state.clock);
  if (state.next) location.assign(`/g/${state.next}/screen`);
  if (state.number > before) document.getElementById("said").textContent = `${state.said} ${state.title}`;
}

/** Keep the display awake. Browsers allow it over https and on this machine, and end it when the page is hidden. */
async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // the battery is low, or the browser does not allow it: the display sleeps as it does elsewhere
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
