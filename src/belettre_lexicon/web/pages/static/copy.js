// Copies a text, on plain http too, where browsers have no navigator.clipboard.

/** Copy a text and return whether it worked. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text);
  }
}

/** Copy from a field that is there for a moment. In front of a dialog nothing but what is in it can be selected. */
function copyFromField(text) {
  const focused = document.activeElement;
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "aloud" });
  (document.querySelector("dialog:modal") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return copied;
}
