// The page shown while the server does not answer: it reloads the requested page when the server is back.

document.querySelector("[data-reload]").addEventListener("click", () => location.reload());

async function look() {
  try {
    if ((await fetch("/api/health", { cache: "no-store" })).ok) return location.reload();
  } catch {
    // still away
  }
  setTimeout(look, 1500);
}

// The URL is still that of the requested page, unless this page was opened by its own URL.
if (location.pathname !== "/offline") look();
