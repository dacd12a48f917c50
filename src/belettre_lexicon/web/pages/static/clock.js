// The clock (P13): how long the current player has been thinking. It has no penalty and can be switched off.

/** Run the clock #clock. An element around it says how many seconds are allowed, after how many the clock stops
    because nobody is at the table, and whether it is stopped. */
export function startClock(game, sayings) {
  const box = document.getElementById("clock-switch");
  /** How many seconds the player had been thinking at a time of « performance.now() », in milliseconds. */
  let known = { elapsed: Number(game.dataset.elapsed), at: performance.now() };
  let running = "clock" in game.dataset;

  if (box) {
    box.checked = localStorage.getItem("clock") !== "off";
    box.addEventListener("change", () => {
      localStorage.setItem("clock", box.checked ? "on" : "off");
      show();
    });
  }

  const terms = () => document.getElementById("clock")?.closest("[data-allowed]").dataset;
  const isOn = () => box?.checked ?? true;

  function seconds() {
    const since = "paused" in terms() ? 0 : (performance.now() - known.at) / 1000;
    return Math.floor(known.elapsed + since);
  }

  const counts = () => running && terms() && isOn() && seconds() <= Number(terms().alone);

  function show() {
    const face = document.getElementById("clock");
    if (!face) return;
    const left = Number(terms().allowed) - seconds();
    const time = left >= 0 ? sayings.clock.replace("{seconds}", left) : sayings.overrun.replace("{seconds}", -left);
    face.textContent = counts() ? time : "";
    face.classList.toggle("over", counts() && left < 0);
    for (const button of document.querySelectorAll(".pause")) button.hidden = !isOn();
  }

  setInterval(show, 500);
  show();
  return {
    restart(elapsed, clock) {
      known = { elapsed, at: performance.now() };
      running = clock;
      show();
    },
    /** The overrun to enter before a card, as an array of one action; an empty array within the time. */
    overrun(seat) {
      return counts() && seconds() > Number(terms().allowed) ? [{ action: "overtime", seat, seconds: seconds() }] : [];
    },
  };
}
