// Live updates of a game by server-sent events: reconnects by itself, and shows a banner while the server is away.

/** Milliseconds until the next attempt to connect, and for which a temporary text is shown. */
const AGAIN = 1500;
const SHOWN = 6000;

/**
 * Call *show* with the state of a game now and after every change, and *connected* after each of these calls. *path* is
 * the path of the events. A hidden page disconnects, to save connections and battery. Returns a function that shows a
 * text in the banner, for some seconds or, with its second argument true, until the next text.
 */
export function follow(path, sayings, show, connected = () => {}) {
  const banner = document.getElementById("banner");
  let stream = null;
  let lost = false;

  function connect() {
    if (stream || document.hidden) return;
    stream = new EventSource(path);
    stream.addEventListener("state", (event) => {
      if (lost) announce(sayings.back);
      lost = false;
      show(JSON.parse(event.data));
      connected();
    });
    stream.addEventListener("error", () => {
      lost = true;
      announce(sayings.silentServer, true);
      // Browsers do not reconnect after an answer that is not a stream, such as an error of a starting server.
      if (stream?.readyState === EventSource.CLOSED) {
        hangUp();
        setTimeout(connect, AGAIN);
      }
    });
  }

  function hangUp() {
    stream?.close();
    stream = null;
  }

  function announce(text, stays = false) {
    banner.textContent = text;
    banner.hidden = false;
    banner.classList.toggle("good", !stays);
    if (!stays) setTimeout(() => { if (banner.textContent === text) banner.hidden = true; }, SHOWN);
  }

  addEventListener("pagehide", hangUp);
  addEventListener("pageshow", connect);
  document.addEventListener("visibilitychange", () => (document.hidden ? hangUp() : connect()));
  connect();
  return announce;
}
