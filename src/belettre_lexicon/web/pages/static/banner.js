// The banner at the top of a page: whether the server answers, and what another device has changed.

/** Milliseconds for which a temporary text is shown. */
const SHOWN = 6000;

export const banner = document.getElementById("banner");

/** Show a text for some seconds or, if it *stays*, until the next text. */
export function announce(text, stays = false) {
  banner.textContent = text;
  banner.hidden = false;
  banner.classList.toggle("good", !stays);
  if (!stays) setTimeout(() => { if (banner.textContent === text) banner.hidden = true; }, SHOWN);
}
