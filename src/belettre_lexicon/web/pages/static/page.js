// The script of every page: theme, sharing, printing, and the service worker.

import { post } from "./api.js";

for (const element of document.querySelectorAll("[data-scripted]")) element.hidden = false;

const year = 365 * 24 * 3600;

document.querySelector("[data-theme-switch]")?.addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  document.querySelector("meta[name=color-scheme]").content = root.dataset.theme;
  // A cookie, so that the server renders the next page in this theme.
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=${year}; samesite=strict`;
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.share) await share(button, button.dataset.share);
  if (button?.dataset.invite) await invite(button);
  if (button?.dataset.newKey) await changeKey(button);
  if (button && "print" in button.dataset) print();
});

// Unfold the families that prove a kinship before printing.
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll(".family details:has(.earlier)")) folded.open = true;
});

/** Share a link that makes another phone an arbiter's. It is made now, because it is valid for some minutes only. */
async function invite(button) {
  try {
    const { status, data } = await post(button.dataset.invite, {});
    if (status === 200) await share(button, data.link);
  } catch {
    // the banner says that the server does not answer
  }
}

/** Replace the arbiter's key, whose earlier links and cookies then stop working; this device has the new one. */
async function changeKey(button) {
  try {
    const { status } = await post(button.dataset.newKey, {});
    button.textContent = status === 200 ? button.dataset.done : document.getElementById("sayings").dataset.failed;
  } catch {
    // the banner says that the server does not answer
  }
}

/** Share a link with the phone's share dialog; else copy it; else, if copying is not allowed, show it in a field. */
async function share(button, url) {
  try {
    if (navigator.share) return await navigator.share({ url });
    await navigator.clipboard.writeText(url);
    button.textContent = button.dataset.done;
  } catch (error) {
    if (error.name === "AbortError") return; // the person closed the sheet
    const field = Object.assign(document.createElement("input"), { value: url, readOnly: true });
    field.setAttribute("aria-label", button.textContent);
    button.replaceWith(field);
    field.focus();
    field.select();
  }
}

// Browsers allow service workers only over https and on this machine; elsewhere there is only the banner.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js").catch(() => {});
  // Store the offline page in the current language.
  if (!location.pathname.startsWith("/offline")) {
    caches.open("offline").then((cache) => cache.add("/offline")).catch(() => {});
  }
}
