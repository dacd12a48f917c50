// The clock (P13): how long the current player has been thinking. It has no penalty and can be switched off.

/** Seconds that a player may think, and seconds after which the clock stops because nobody is at the table. */
const ALLOWED = 30;
const LEFT_ALONE = 900;

export function startClock(game, sayings) {
  const box = document.getElementById("clock-switch");
  let begun = performance.now() - Number(game.dataset.elapsed) * 1000;
  let running = "clock" in game.dataset;

  if (box) {
    box.checked = localStorage.getItem("clock") !== "off";
    box.addEventListener("change", () => {
      localStorage.setItem("clock", box.checked ? "on" : "off");
      show();
    });
  }

  const seconds = () => Math.floor((performance.now() - begun) / 1000);
  const counts = () => running && (box?.checked ?? true) && seconds() <= LEFT_ALONE;

  function show() {
    const face = document.getElementById("clock");
    if (!face) return;
    const left = ALLOWED - seconds();
    const said = left >= 0 ? sayings.clock.replace("{seconds}", left) : sayings.overrun.replace("{seconds}", -left);
    face.textContent = counts() ? said : "";
    face.classList.toggle("over", counts() && left < 0);
  }

  setInterval(show, 500);
  show();
  return {
    restart(elapsed, clock) {
      begun = performance.now() - elapsed * 1000;
      running = clock;
      show();
    },
    /** The overrun to enter before a card, as an array of one action; an empty array within the time. */
    overrun(seat) {
      return counts() && seconds() > ALLOWED ? [{ action: "overtime", seat, seconds: seconds() }] : [];
    },
  };
}
