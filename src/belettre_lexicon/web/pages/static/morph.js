// Make an element look like new HTML while it keeps what the person made of it: focus, what is typed and chosen, what
// is open. Elements that stay the same element keep all of that by themselves.

/** Attributes that say what the person did, not what the server said. */
const OWN = new Set(["open"]);

export function morph(element, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  children(element, template.content);
}

function children(old, fresh) {
  if (old.nodeType === Node.ELEMENT_NODE && "keep" in old.dataset) return;
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const found = find(at, wanted);
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

/** The first of the old nodes from *at* on that may become *wanted*. */
function find(at, wanted) {
  for (let node = at; node; node = node.nextSibling) {
    if (node.nodeName !== wanted.nodeName) continue;
    if ((node.id ?? "") === (wanted.id ?? "")) return node;
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
