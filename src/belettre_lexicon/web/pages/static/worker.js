// Service worker: answers static files from the cache, and shows the offline page while the server does not answer.

const FILES = "files-{version}";
const OFFLINE = "offline";
/** The files of the offline page. Other files are cached when a page first requests them. */
const NEEDED = ["api.js", "belettre.css", "copy.js", "fraunces.woff2", "icon.svg", "invite.js", "join.js", "offline.js", "page.js", "share.js", "weasel.svg"].map((name) => `/static/{version}/${name}`);

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    await (await caches.open(FILES)).addAll(NEEDED);
    await (await caches.open(OFFLINE)).add("/offline");
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== FILES && name !== OFFLINE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline")));
  } else if (new URL(request.url).pathname.startsWith("/static/")) {
    event.respondWith(kept(request));
  }
});

/** A static file from the cache or the server. Its URL contains its version, so cached files are never outdated. */
async function kept(request) {
  const cache = await caches.open(FILES);
  const found = await caches.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
