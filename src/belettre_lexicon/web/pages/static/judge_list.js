// Draws what the judge of a table keeps: the cards of the pli, and the words of the game with their rulings.

import { counts, isMaj, isWild } from "./judge_store.js";

/**
 * Show the cards and words of a state.
 *
 * before  { text }, what « Annuler » takes back; null if there is nothing
 * texts   the sentences of the page
 * tile    returns the tile of a card of the keypad, whose name the card on the table bears too
 */
export function showKept(state, before, texts, tile) {
  const cards = state.cards.map((card, index) => cardButton(card, index, texts, tile(card.text).getAttribute("aria-label")));
  document.getElementById("laid").replaceChildren(...cards);
  const { length } = state.entries.filter(counts);
  const count = document.getElementById("count");
  count.textContent = length === 1 ? texts.count_one : texts.count.replace("{count}", length);
  count.classList.toggle("none", length === 0);
  document.getElementById("no-words").hidden = state.entries.length > 0;
  document.getElementById("list").replaceChildren(...state.entries.map(row).reverse());
  const undone = document.getElementById("undone");
  undone.hidden = before === null;
  undone.querySelector("span").textContent = before?.text ?? "";
}

/** A card of the pli as a button that takes it back. */
function cardButton(card, index, texts, name) {
  const item = document.createElement("li");
  const button = Object.assign(document.createElement("button"), { type: "button", className: card.turned ? "tile turned" : "tile" });
  const face = document.createElement("span");
  face.className = `card ${isMaj(card) ? "maj" : "min"}${isWild(card) ? " wild" : ""}`;
  face.lang = "fr";
  face.textContent = card.letter.toUpperCase() || (card.text === "?" ? "✱" : card.text);
  const named = card.letter ? `${name} (${card.letter.toUpperCase()})` : name;
  button.dataset.take = index;
  button.setAttribute("aria-label", (card.turned ? texts.turned_card : texts.take_card).replace("{card}", named));
  button.append(face);
  item.append(button);
  return item;
}

/** A word of the game, with the ruling about it. */
function row(entry, index) {
  const item = document.getElementById("row").content.firstElementChild.cloneNode(true);
  item.dataset.index = index;
  item.classList.toggle("out", !counts(entry));
  item.querySelector(".kept-word").textContent = entry.word;
  for (const ruled of item.querySelectorAll(".ruled")) {
    if (!entry.ruling || ruled.classList.contains("yes") !== entry.ruling.accept) ruled.remove();
    else ruled.querySelector(".why").textContent = entry.ruling.reason;
  }
  const remove = item.querySelector("[data-remove]");
  remove.setAttribute("aria-label", remove.dataset.label.replace("{word}", entry.word));
  const share = item.querySelector("[data-as]");
  if (entry.ruling) {
    share.dataset.share = entry.ruling.text;
    remove.remove();
  } else {
    share.remove();
    item.querySelector("[data-withdraw]").remove();
  }
  return item;
}
