// Practice: words that the person could say, when they ask for them, and how fast the bots move.

import { get, post, problemsOf, showProblems } from "./api.js";

/**
 * Start the button that asks for ideas, and the choice of the pace. Returns « shown », to be called when a state is shown.
 *
 * game      the element whose data-number is the number of entries of the state that is shown
 * api       the path of the game in the API
 * sayings   the sentences of the page
 * announce  shows a text in the banner
 * picked    called when a script has chosen a card
 */
export function startIdeas({ game, api, sayings, announce, picked }) {
  /** The number of entries for which the ideas are shown. */
  let asked = "";

  async function ask() {
    let answer;
    try {
      answer = await get(`${api}/ideas`);
    } catch {
      return announce(sayings.silentServer);
    }
    const { status, data } = answer;
    if (status !== 200) return showProblems(document.getElementById("refusals"), problemsOf(data, sayings.failed));
    if (String(data.number) !== game.dataset.number) return;
    asked = game.dataset.number;
    showProblems(document.getElementById("refusals"), []);
    show(data);
    document.getElementById("said").textContent = data.text;
  }

  function show({ ideas, text }) {
    const place = document.getElementById("ideas");
    if (!place) return;
    if (!ideas.length) {
      const line = document.createElement("p");
      line.textContent = text;
      return place.replaceChildren(line);
    }
    place.replaceChildren(...ideas.map(buttonOf));
    place.firstElementChild.focus({ preventScroll: true });
  }

  /** A button that fills in the word and chooses its card. */
  function buttonOf({ word, card, letter, text }) {
    const button = document.createElement("button");
    button.type = "button";
    Object.assign(button.dataset, { idea: word, card, letter });
    button.setAttribute("aria-label", text);
    const drawn = document.createElement("span");
    const joker = card === "?" || card === "JOKER";
    drawn.className = `card small ${card === card.toUpperCase() && card !== "?" ? "maj" : "min"}${joker ? " wild" : ""}`;
    drawn.textContent = joker ? letter.toUpperCase() || "\u2731" : card;
    const said = document.createElement("span");
    said.lang = "fr";
    said.textContent = word;
    button.append(drawn, said);
    return button;
  }

  function fill({ idea, card, letter }) {
    const form = document.getElementById("hand");
    const tile = [...form.querySelectorAll("input[name=card]")].find((one) => one.value === card && !one.disabled);
    if (!tile) return;
    tile.checked = true;
    form.elements.word.value = idea;
    if (letter) form.elements.letter.value = letter;
    picked();
    form.querySelector("[data-act=lay]").focus({ preventScroll: true });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if ("ideas" in button.dataset) ask();
    else if ("idea" in button.dataset) fill(button.dataset);
  });

  document.getElementById("pace")?.addEventListener("change", async (event) => {
    try {
      const { status, data } = await post(`${api}/pace`, { pace: event.target.value });
      if (status !== 200) announce(problemsOf(data, sayings.failed).join(" "));
    } catch {
      announce(sayings.silentServer);
    }
  });

  return {
    shown() {
      if (asked !== game.dataset.number) document.getElementById("ideas")?.replaceChildren();
    },
  };
}
