// Shares a link.

/** Share a link with the phone's share dialog; else copy it; else, if copying is not allowed, show it in a field. */
export async function share(button, url) {
  try {
    if (navigator.share) return await navigator.share({ url });
    await navigator.clipboard.writeText(url);
    button.textContent = button.dataset.done;
  } catch (error) {
    if (error.name === "AbortError") return; // the person closed the sheet
    const field = Object.assign(document.createElement("input"), { value: url, readOnly: true });
    field.setAttribute("aria-label", button.textContent);
    button.hidden = true; // it stays in the page: its dialog may be opened again, for another link
    button.after(field);
    field.focus();
    field.select();
  }
}
