// Changes an element to match new HTML while keeping the person's input: focus, typed text, choices and open dialogs.

import { Idiomorph } from "./idiomorph.esm.js";

/** What an element has in the new HTML, and what the person may have changed since. */
const VALUES = ["value", "checked", "selected"];
/** Attributes that the person's actions set, and that the new HTML does not change. */
const OWN = new Set([...VALUES, "open"]);

export function morph(element, html) {
  Idiomorph.morph(element, html, {
    morphStyle: "innerHTML",
    callbacks: { beforeNodeMorphed, beforeAttributeUpdated: (name) => !OWN.has(name) },
  });
}

/** Elements with « data-keep » belong to the scripts, which fill them. */
function beforeNodeMorphed(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  if ("keep" in old.dataset && "keep" in fresh.dataset) return false;
  // Values are changed as attributes: a field that the person has changed keeps its value, any other gets the new one.
  for (const name of VALUES) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    else if (old.getAttribute(name) !== fresh.getAttribute(name)) old.setAttribute(name, fresh.getAttribute(name));
  }
  return true;
}
