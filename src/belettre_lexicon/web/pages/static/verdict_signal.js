// The sign of a verdict for ears and hands: two rising notes and a short vibration if the word is valid, a low note and a
// long vibration if it is refused.

/** The notes of a verdict as [frequency in Hz, start in seconds, length in seconds]. */
const NOTES = {
  valid: [[587, 0, 0.12], [880, 0.13, 0.2]],
  refused: [[156, 0, 0.45]],
};
/** Milliseconds of vibration and of rest in turn. */
const VIBRATIONS = { valid: [40, 60, 40], refused: [350] };
/** How loud the notes are, from 0 to 1. */
const LOUDNESS = 0.25;

/**
 * Give the sign of each verdict that arrives while the page is open, unless the person switched it off.
 *
 * Browsers allow neither sound nor vibration before the person has touched the page or pressed a key.
 * Returns « shown », to be called with every state of the game.
 */
export function startSignals(game) {
  const box = document.getElementById("signal-switch");
  let number = Number(game.dataset.number);
  let done = Number(game.dataset.done);
  let touched = false;
  let audio = null;

  box.checked = localStorage.getItem("signal") !== "off";
  box.addEventListener("change", () => localStorage.setItem("signal", box.checked ? "on" : "off"));

  for (const gesture of ["click", "keydown"]) addEventListener(gesture, allow, true);

  function allow() {
    if (navigator.userActivation?.hasBeenActive === false) return; // by Tab or Escape, browsers allow nothing
    touched = true;
    if (box.checked && window.AudioContext) audio ??= new AudioContext();
    if (audio?.state === "suspended") audio.resume().catch(() => {});
  }

  function sound(notes) {
    if (audio?.state !== "running") return;
    for (const [frequency, start, length] of notes) {
      const [begin, end] = [audio.currentTime + start, audio.currentTime + start + length];
      const note = new OscillatorNode(audio, { type: "triangle", frequency });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02);
      volume.gain.linearRampToValueAtTime(0, end);
      note.connect(volume).connect(audio.destination);
      note.start(begin);
      note.stop(end);
    }
  }

  return {
    shown(state) {
      // After an undo, the verdict that is shown again is an old one.
      const fresh = state.number > number && state.done >= done;
      [number, done] = [state.number, state.done];
      if (!fresh || !state.verdict || !box.checked || !touched || document.hidden) return;
      sound(NOTES[state.verdict]);
      navigator.vibrate?.(VIBRATIONS[state.verdict]);
    },
  };
}
