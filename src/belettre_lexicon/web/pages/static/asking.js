// Questions to the server about words, which change nothing there: one at a time, asked again until they are answered.

import { get, problemsOf, showProblems } from "./api.js";
import { announce, banner } from "./banner.js";

/** Milliseconds until a question is asked again that got no answer. */
const AGAIN = 3000;

/** Return { ask, giveUp }, functions that ask a question, and forget one that the server left unanswered. */
export function startAsking(sayings) {
  /** The question that waits for an answer, and the timer that asks it again. */
  let asked = null;
  let timer = 0;

  /**
   * Ask for a path, and call *shown* with the answer. A later question takes the place of one that has no answer yet; the same
   * one, by a second tap, is asked once. Refusals are shown in *problems*, or given to *refused*.
   */
  function ask({ path, problems, shown, refused = (sentences) => showProblems(problems, sentences) }) {
    if (asked?.path === path && !asked.silent) return;
    const question = { path, silent: asked?.silent ?? false };
    asked = question;
    send();

    async function send() {
      clearTimeout(timer);
      try {
        const { status, data } = await get(path);
        if (asked !== question) return;
        asked = null;
        if (question.silent) announce(sayings.back);
        if (status !== 200) return refused(problemsOf(data, sayings.failed));
        showProblems(problems, []);
        shown(data);
      } catch {
        if (asked !== question) return;
        question.silent = true;
        announce(sayings.silentServer, true);
        if (problems?.closest("dialog")) showProblems(problems, [sayings.silentServer]); // the dialog covers the banner
        timer = setTimeout(send, AGAIN);
      }
    }
  }

  /** Forget a question that the server left unanswered: the person has changed what it asks about. */
  function giveUp() {
    if (!asked?.silent) return;
    asked = null;
    clearTimeout(timer);
    banner.hidden = true;
  }

  return { ask, giveUp };
}
