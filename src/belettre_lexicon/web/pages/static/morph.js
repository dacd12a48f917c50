// Changes an element to match new HTML while keeping the person's input: focus, typed text, choices and open dialogs.
// Existing elements are reused where possible, because they keep this state by themselves.

/** Attributes that the person's actions set, and that the new HTML does not change. */
const OWN = new Set(["open"]);

export function morph(element, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  children(element, template.content);
}

function children(old, fresh) {
  if (old.nodeType === Node.ELEMENT_NODE && "keep" in old.dataset) return;
  let at = old.firstChild;
  const ids = new Set([...fresh.childNodes].map((wanted) => wanted.id).filter(Boolean));
  for (const wanted of [...fresh.childNodes]) {
    const found = find(at, wanted, ids);
    if (!found) {
      old.insertBefore(wanted, at);
      continue;
    }
    while (at !== found) at = remove(at);
    node(found, wanted);
    at = found.nextSibling;
  }
  while (at) at = remove(at);
}

/**
 * The first old node from *at* on that can be changed into *wanted*: same kind and same id; null if none. The nodes before
 * it are removed, so a node without an id, such as the space between two rows, is not looked for beyond one of the *ids*.
 */
function find(at, wanted, ids) {
  for (let node = at; node; node = node.nextSibling) {
    if (node.nodeName === wanted.nodeName && (node.id ?? "") === (wanted.id ?? "")) return node;
    if (!wanted.id && ids.has(node.id)) return null;
  }
  return null;
}

function remove(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

function node(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !OWN.has(name)) old.setAttribute(name, value);
  }
  children(old, fresh);
}
