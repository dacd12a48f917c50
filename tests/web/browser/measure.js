// Measures the page that is shown: what is cut or broken, what lies outside the page, what overlaps, what is too small for a
// thumb, what the keyboard reaches but the eye does not, where a line may break before a sign, and what moves. Evaluated by
// test_walk.py; returns the faults, a sentence each.
//
// width, height  the size of the display
// phone          whether it is tapped
// breaking       a selector of texts whose words may be broken anywhere; "" for none
// still          whether to look for what moves, which is the same at all sizes
({ width, height: tall, phone, breaking, still }) => {
  // Of a card in a hand of eight only the height can be so much on a small phone.
  const TOUCH = 44;
  const TOUCH_ACROSS = 34;
  /** Letters of a word that has to stay whole: « Septentrional » is a name of every table. */
  const WORD = 13;
  const faults = [];
  const name = (element) => {
    const id = element.id ? `#${element.id}` : "";
    const classes = typeof element.className === "string" ? element.className.trim().split(/\s+/).filter(Boolean) : [];
    const text = (element.textContent || element.value || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `${element.localName}${id}${classes.map((one) => `.${one}`).join("")} « ${text} »`;
  };
  const all = (selector, root = document.body) => [...root.querySelectorAll(selector)];
  const visible = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  /** What only screen readers are told: it is clipped away whole, by its class or at some sizes only. */
  const clipped = (element) => getComputedStyle(element).clipPath === "inset(50%)";
  const aloud = (element) => element.closest(".aloud, .skip, [inert]") !== null || clipped(element);
  // A modal dialog is a page of its own; what lies behind it was measured before it was opened.
  const modal = document.querySelector("dialog:modal");
  const scope = modal ?? document.body;

  function widths() {
    const wide = document.documentElement.scrollWidth;
    if (wide > width) faults.push(`the page is ${wide} px wide`);
  }

  /** The boxes of the lines of an element's own text. */
  function lines(element) {
    const boxes = [];
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      boxes.push(...[...range.getClientRects()].filter((box) => box.width > 0));
    }
    return boxes;
  }

  /** Whether a line of text is cut by the element or by one around it. Scrolling shows what a scrolling element hides. */
  function cutter(element, box) {
    let free = { x: false, y: false };
    for (let one = element; one && one !== document.documentElement; one = one.parentElement) {
      const style = getComputedStyle(one);
      // An ellipsis says that there is more: the whole is in the title, or a tap unfolds it.
      if (style.textOverflow === "ellipsis" && one.closest("[title]")) return null;
      if (style.webkitLineClamp !== "none" && one.closest("summary")) return null;
      if (style.display === "inline" || style.display === "contents") continue;
      const clip = one.getBoundingClientRect();
      const hides = (overflow) => overflow === "hidden" || overflow === "clip";
      if (!free.x && hides(style.overflowX) && (box.left < clip.left - 1 || box.right > clip.right + 1)) return one;
      const part = box.height / 4; // a line is higher than its letters
      if (!free.y && hides(style.overflowY) && (box.top < clip.top - part || box.bottom > clip.bottom + part)) return one;
      free = { x: free.x || /auto|scroll/.test(style.overflowX), y: free.y || /auto|scroll/.test(style.overflowY) };
      if (style.position === "fixed") break;
    }
    if (!free.x && (box.left < -1 || box.right > width + 1)) return document.documentElement;
    return null;
  }

  function texts() {
    for (const element of all("*", scope)) {
      if (!visible(element) || aloud(element) || element.matches("option, textarea")) continue;
      for (const box of lines(element)) {
        const by = cutter(element, box);
        if (!by) continue;
        faults.push(`cut: ${name(element)} by ${by === document.documentElement ? "the page" : name(by)}`);
        break;
      }
    }
    const pen = document.createElement("canvas").getContext("2d");
    for (const field of all("select, input[placeholder]", scope)) {
      if (!visible(field)) continue;
      const style = getComputedStyle(field);
      pen.font = style.font;
      const text = field.localName === "select" ? field.selectedOptions[0]?.text ?? "" : field.placeholder;
      const arrow = field.localName === "select" ? 16 : 0;
      const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
      if (pen.measureText(text).width > room + 1) faults.push(`cut: « ${text} » in ${name(field)}`);
    }
  }

  /** Words that fit a line are not broken: a reader takes the parts for words. Hyphens and apostrophes may end a line. */
  function words() {
    const tree = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    while (tree.nextNode()) {
      const node = tree.currentNode;
      const element = node.parentElement;
      if (!/\S{4}/.test(node.data) || element.closest(`option, textarea, script, ${breaking || "none"}`) || !visible(element) || aloud(element)) continue;
      const range = document.createRange();
      for (const { 0: word, index } of node.data.matchAll(/\p{L}+/gu)) {
        if (word.length > WORD) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top)));
        if (tops.size > 1) faults.push(`broken: « ${word} » in ${name(element)}`);
      }
    }
  }

  /** French puts a no-break space before « : », « ; », « ! », « ? » and inside quotation marks, also where a script puts texts together. */
  function spaces() {
    const tree = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    while (tree.nextNode()) {
      const { data, parentElement } = tree.currentNode;
      if (parentElement.closest("[lang]")?.lang !== "fr" || parentElement.closest("script, style") || !visible(parentElement) || aloud(parentElement)) continue;
      if (/[ \t\n](?=[:;!?»])|«[ \t\n]/.test(data)) faults.push(`spaces: « ${data.trim()} » in ${name(parentElement)}`);
    }
  }

  const PRESSED = "button, a.button, summary, select, textarea, input, .tile, .choice label, .packs label";

  /** What is pressed: the label of a card or of a choice, instead of the radio button that covers it. */
  function targets() {
    const found = all(PRESSED, scope).filter((one) => visible(one) && !aloud(one));
    return found.filter((one) => !found.some((other) => other !== one && other.contains(one)) && !one.matches("input[type=checkbox]"));
  }

  /** What moves together when the page scrolls. */
  const layer = (element) => element.closest(".dock, dialog, [popover], .banner") ?? scope;

  function overlaps() {
    const boxes = targets().map((element) => ({ element, layer: layer(element), box: element.getBoundingClientRect() }));
    boxes.forEach((one, at) => {
      for (const other of boxes.slice(at + 1)) {
        if (one.layer !== other.layer) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 1 && down > 1) faults.push(`overlap: ${name(one.element)} and ${name(other.element)}`);
      }
    });
  }

  /** The words under a card are left out: their whole card reacts to a tap. */
  function thumbs() {
    for (const element of targets()) {
      if (element.matches(".said") || !element.closest("main, dialog")) continue;
      const { width: across, height: down } = element.getBoundingClientRect();
      if (down < TOUCH - 0.5 || across < TOUCH_ACROSS - 0.5) faults.push(`small: ${name(element)}: ${Math.round(across)} × ${Math.round(down)} px`);
    }
  }

  /** Focus every element in turn: some part of it has to be seen, in front of whatever is fixed. An open popover may cover
   *  what it likes, because Escape closes it. */
  function covered() {
    if (document.querySelector("[popover]:popover-open")) return;
    const before = document.activeElement;
    const [left, top] = [scrollX, scrollY];
    before?.blur(); // what has the focus already is not scrolled to when it is focused again
    for (const element of all("a[href], button, input, select, textarea, summary, [tabindex='0']", scope)) {
      if (element.disabled || !visible(element.closest("label") ?? element) || element.closest(".skip")) continue;
      element.focus();
      if (document.activeElement !== element) continue;
      const seen = element.closest(".tile, .choice label, .packs label") ?? element;
      const shown = [...seen.getClientRects()].some((box) => [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => {
        const front = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        return front !== null && (seen.contains(front) || front.contains(seen));
      })));
      if (!shown) faults.push(`covered: ${name(element)}`);
    }
    if (before && before !== document.body) before.focus({ preventScroll: true });
    else document.activeElement?.blur();
    scrollTo(left, top);
  }

  /** What is fixed leaves room for what scrolls. */
  function docks() {
    if (modal) return;
    for (const dock of all(".dock")) {
      const { height } = dock.getBoundingClientRect();
      if (height > tall / 2) faults.push(`the dock takes ${Math.round(height)} of ${tall} px`);
    }
  }

  /** Nothing moves for people who asked for less motion, as the tests do. */
  function motion() {
    const lasts = (times) => times.split(",").some((time) => parseFloat(time) > 0);
    for (const element of all("*", document.documentElement)) {
      for (const part of [null, "::before", "::after"]) {
        const style = getComputedStyle(element, part);
        const animated = style.animationName !== "none" && lasts(style.animationDuration);
        if (animated || lasts(style.transitionDuration)) faults.push(`moves: ${name(element)}${part ?? ""}`);
      }
      if (getComputedStyle(element).scrollBehavior === "smooth") faults.push(`scrolls smoothly: ${name(element)}`);
    }
  }

  widths();
  if (still) motion();
  texts();
  words();
  spaces();
  overlaps();
  if (phone) thumbs();
  covered();
  docks();
  return [...new Set(faults)];
}
