// Shares a link or a text.

import { copy } from "./copy.js";

/**
 * Share a link with the phone's share dialog; else copy it; else show it, selected, in a field after the button.
 *
 * kind  "url" for a link, "text" for any other text
 *
 * The button stays in the page and visible: it may be used again, for another one.
 */
export async function share(button, content, kind = "url") {
  forgetShared(button);
  if (navigator.share) {
    try {
      return await navigator.share({ [kind]: content });
    } catch (error) {
      if (error.name === "AbortError") return; // the person closed the sheet
    }
  }
  if (await copy(content)) {
    button.textContent = button.dataset.done;
    return;
  }
  const field = Object.assign(document.createElement(kind === "url" ? "input" : "textarea"), { value: content, readOnly: true });
  field.setAttribute("aria-label", button.textContent);
  button.after(field);
  field.focus();
  field.select();
}

/** Remove the field that shows what this button shares. */
export function forgetShared(button) {
  if (button.nextElementSibling?.matches(":is(input, textarea)[readonly]")) button.nextElementSibling.remove();
}
