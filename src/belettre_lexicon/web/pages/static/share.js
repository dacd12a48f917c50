// Shares a link.

import { copy } from "./copy.js";

/**
 * Share a link with the phone's share dialog; else copy it; else show it, selected, in a field after the button.
 *
 * The button stays in the page and visible: it may be used again, for another link.
 */
export async function share(button, url) {
  forgetShared(button);
  if (navigator.share) {
    try {
      return await navigator.share({ url });
    } catch (error) {
      if (error.name === "AbortError") return; // the person closed the sheet
    }
  }
  if (await copy(url)) {
    button.textContent = button.dataset.done;
    return;
  }
  const field = Object.assign(document.createElement("input"), { value: url, readOnly: true });
  field.setAttribute("aria-label", button.textContent);
  button.after(field);
  field.focus();
  field.select();
}

/** Remove the field that shows a link of this button. */
export function forgetShared(button) {
  if (button.nextElementSibling?.matches("input[readonly]")) button.nextElementSibling.remove();
}
