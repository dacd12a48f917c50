// The script of every page: theme, links, printing, and the service worker.

import { changeKey, invite } from "./invite.js";
import { openPasted } from "./join.js";
import { share } from "./share.js";

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
  if (button?.dataset.share) await share(button, button.dataset.share, button.dataset.as);
  if (button?.dataset.invite) await invite(button);
  if (button?.dataset.newKey) await changeKey(button);
  if (button && "print" in button.dataset) print();
});

document.addEventListener("submit", (event) => {
  if (event.target.matches("form.join") && openPasted(event.target.elements.code.value)) event.preventDefault();
});

// Unfold the families that prove a kinship before printing.
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll(".family details:has(.earlier)")) folded.open = true;
});

// Browsers allow service workers only over https and on this machine; elsewhere there is only the banner.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js").catch(() => {});
  // Store the offline page in the current language.
  if (!location.pathname.startsWith("/offline")) {
    caches.open("offline").then((cache) => cache.add("/offline")).catch(() => {});
  }
}
