// Live updates of a game by server-sent events: reconnects by itself, and shows a banner while the server is away.

import { announce, banner } from "./banner.js";

/** Milliseconds until the next attempt to connect. */
const AGAIN = 1500;
/** Milliseconds between two questions while too many devices follow the game, which the text of the banner names too. */
const ASK = 5000;
/** After so many questions, the page tries to follow the game again. */
const QUESTIONS = 6;

/**
 * Call *show* with the state of a game now and after every change, and *connected* after each of these calls.
 *
 * page       the path of the page; « /live » and « /state » below it give the state
 * sayings    the sentences of the page
 * version    returns the version of the state that is shown
 *
 * If too many devices follow the game already, the page asks for the state every few seconds instead. A hidden page
 * disconnects, to save connections and battery. Returns a function that shows a text in the banner, for some seconds or,
 * with its second argument true, until the next text.
 */
export function follow(page, { sayings, version, show, connected = () => {} }) {
  let stream = null;
  /** The timer of the next question, or of the next attempt to connect; null if none is running. */
  let timer = null;
  let questions = 0;
  /** Whether the server does not answer, and whether it has no room for this device. */
  let lost = false;
  let crowded = false;
  /** Whether the stream ended because a token of this device is void: the next state shows what it may do now. */
  let moved = false;

  function connect() {
    if (stream || document.hidden) return;
    clearTimeout(timer);
    stream = new EventSource(`${page}/live`);
    stream.addEventListener("state", (event) => {
      if (crowded && !lost) banner.hidden = true;
      crowded = false;
      questions = 0;
      tell(JSON.parse(event.data));
    });
    stream.addEventListener("crowded", () => {
      hangUp();
      ask();
    });
    stream.addEventListener("moved", () => {
      moved = true;
      hangUp();
      connect();
    });
    stream.addEventListener("error", () => {
      if (stream?.readyState !== EventSource.CLOSED) return loseServer();
      // Browsers do not reconnect after an answer that is not a stream, and do not say what it was.
      hangUp();
      lookWhy();
    });
  }

  function tell(state) {
    if (lost) announce(sayings.back);
    lost = false;
    show(state);
    if (moved && !document.querySelector("form.entry")) announce(sayings.moved); // no form: it has no new token instead
    moved = false;
    connected();
  }

  function loseServer() {
    lost = true;
    announce(sayings.silentServer, true);
  }

  /** Find out why the server sent no stream: it may have no room, or just be starting. */
  async function lookWhy() {
    const left = new AbortController();
    try {
      const response = await fetch(`${page}/live`, { headers: { Accept: "application/json" }, signal: left.signal });
      const problem = response.ok ? "" : (await response.json()).problem;
      left.abort();
      if (problem === "crowded") return ask();
      if (!response.ok) loseServer();
    } catch {
      loseServer();
    }
    later(connect, AGAIN);
  }

  /** Say that there is no room to follow the game, and ask for its state until there is. */
  function ask() {
    crowded = true;
    if (!lost && (banner.hidden || !banner.classList.contains("good"))) announce(sayings.asking, true);
    later(async () => {
      questions += 1;
      if (questions % QUESTIONS === 0) return connect();
      try {
        const response = await fetch(`${page}/state?seen=${version()}`, { signal: AbortSignal.timeout(2 * ASK) });
        if (!response.ok) throw new Error(response.status);
        if (response.status === 200) tell(await response.json());
        else if (lost) announce(sayings.back);
        lost = false;
      } catch {
        loseServer();
      }
      if (!stream) ask();
    }, ASK);
  }

  function later(action, milliseconds) {
    clearTimeout(timer);
    timer = document.hidden ? null : setTimeout(action, milliseconds);
  }

  function hangUp() {
    clearTimeout(timer);
    timer = null;
    stream?.close();
    stream = null;
  }

  addEventListener("pagehide", hangUp);
  addEventListener("pageshow", connect);
  document.addEventListener("visibilitychange", () => (document.hidden ? hangUp() : connect()));
  connect();
  return announce;
}
