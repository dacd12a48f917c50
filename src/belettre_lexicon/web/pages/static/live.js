// A game followed live: server-sent events, connected again by itself, with a banner while the server is silent.

/** Milliseconds until another try, and that a passing text is shown. */
const AGAIN = 1500;
const SHOWN = 6000;

/**
 * Call *show* with the state of a game now and whenever it changes, *connected* whenever the server was heard again.
 * A page that nobody sees hangs up: browsers hold few connections, and phones have small batteries. The function that
 * comes back shows a text in the banner; it goes away by itself unless it stays.
 */
export function follow(code, sayings, show, connected = () => {}) {
  const banner = document.getElementById("banner");
  let stream = null;
  let lost = false;

  function connect() {
    if (stream || document.hidden) return;
    stream = new EventSource(`/g/${code}/live`);
    stream.addEventListener("state", (event) => {
      if (lost) announce(sayings.back);
      lost = false;
      show(JSON.parse(event.data));
      connected();
    });
    stream.addEventListener("error", () => {
      lost = true;
      announce(sayings.silentServer, true);
      // A browser gives up by itself when the answer was no stream: a server that starts up, a limit.
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
