// The page that stands in for any other while the server does not answer: it comes back by itself.

document.querySelector("[data-reload]").addEventListener("click", () => location.reload());

async function look() {
  try {
    if ((await fetch("/api/health", { cache: "no-store" })).ok) return location.reload();
  } catch {
    // not yet
  }
  setTimeout(look, 1500);
}

// The address is the one that was asked for; who opened this page by its own name stays on it.
if (location.pathname !== "/offline") look();
