// Shows the chosen card beside the word: the keyboard of a phone may cover the keypad.

/** Follow the keypad: *chosen* returns the tile of the chosen card, or null. Returns « shown », to be called when a state is
 *  shown, or a tile was chosen or cleared by a script. */
export function startChosenCard(chosen) {
  function shown() {
    const place = document.getElementById("chosen-card");
    if (!place) return;
    const card = chosen()?.nextElementSibling;
    place.hidden = !card;
    place.textContent = card?.firstChild.textContent ?? ""; // without its points
    place.classList.toggle("maj", Boolean(card?.classList.contains("maj")));
  }

  document.addEventListener("change", (event) => {
    if (event.target.closest(".picker")) shown();
  });
  shown();
  return { shown };
}
