// What moves on the felt when the game goes on: cards fly in from the side of their player, turn over, and go to who takes the
// pli; points count up.
//
// The page shows the new state at once, and what moves is drawn over it, so nothing waits for it and a screen reader hears the
// real points. Only « transform » and « opacity » change, which need no layout.

/** How cards and points move: they start fast and arrive softly. */
const ARRIVE = "cubic-bezier(.2, .8, .2, 1)";
/** Milliseconds of each movement. */
const FLIGHT = 320;
const HALF_TURN = 140;
const COLLECT = 420;
const COUNT = 700;
/** Through how many numbers points count at most. */
const STEPS = 12;
const LESS = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Show how the state of a game changes. *game* is the element whose data-number is the number of entries that the page shows,
 * and data-done that of the actions.
 *
 * showing  to be called with a state before the page is changed to show it
 * shown    to be called when it is shown
 * change   calls a function that changes what the felt shows of the same state
 */
export function startMotion(game) {
  let [number, done] = [Number(game.dataset.number), Number(game.dataset.done)];
  let before = null;
  /** What moves now: animations, and the elements that are drawn for them. */
  let animations = [];
  let drawn = [];

  /** End all movements at once: the page already shows where they lead. */
  function finish() {
    for (const animation of animations) animation.cancel();
    for (const element of drawn) element.remove();
    [animations, drawn] = [[], []];
  }

  function move(element, frames, timing) {
    animations.push(element.animate(frames, { fill: "backwards", easing: ARRIVE, ...timing }));
  }

  /** Draw *element* over the page until all movements have ended, in a box that cuts off what leaves it. */
  function draw(box, ...elements) {
    const layer = document.createElement("div");
    layer.className = "moving";
    layer.ariaHidden = "true";
    place(layer, { left: box.left + scrollX, top: box.top + scrollY, width: box.width, height: box.height });
    layer.append(...elements);
    document.body.append(layer);
    drawn.push(layer);
  }

  function play(old, now) {
    const collected = old.finished && !now.finished;
    if (collected) collect(old);
    for (const [seat, card] of now.cards) {
      const former = collected ? undefined : old.cards.get(seat);
      if (!former) lay(card, now.felt, collected ? COLLECT / 2 : 0);
      else if (former.face !== card.face) {
        draw(now.felt, former.ghost);
        turn(former.ghost, card, old.cards.size < now.cards.size ? FLIGHT : 0);
      }
    }
    now.points.forEach(({ element, value }, at) => {
      if (value > old.points[at]?.value) count(element, old.points[at].value, value);
    });
    const mine = animations;
    Promise.allSettled(mine.map((animation) => animation.finished)).then(() => {
      if (mine === animations) finish();
    });
  }

  /** A card flies in from its player's side of the felt. One whose word was refused arrives face up, and turns over. */
  function lay(card, felt, delay) {
    const away = `translate(${card.away.x}px, ${card.away.y}px) rotate(${card.away.x ? 12 : -8}deg)`;
    const landed = delay + FLIGHT;
    const ghost = ghostOf(card);
    if (card.refused) {
      ghost.classList.remove("down");
      ghost.replaceChildren();
    }
    draw(felt, ghost);
    move(ghost, [{ transform: away }, { transform: "none" }], { duration: FLIGHT, delay });
    if (card.refused) {
      turn(ghost, card, landed);
    } else {
      move(card.element, [{ opacity: 0 }, { opacity: 0 }], { duration: landed });
      move(ghost, [{ opacity: 0 }, { opacity: 0 }], { delay: landed, duration: 1, fill: "forwards" });
    }
    if (card.sign) move(card.sign, [{ transform: "scale(.2)", opacity: 0 }, {}], { duration: HALF_TURN, delay: landed - HALF_TURN / 2 });
  }

  /** Turn a card over: *former* is a drawing of the face that it had. */
  function turn(former, card, delay) {
    const edge = "perspective(20em) rotateY(90deg)";
    const flat = "perspective(20em) rotateY(0)";
    move(former, [{ transform: flat }, { transform: edge }], { duration: HALF_TURN, delay, easing: "ease-in", fill: "forwards", composite: "add" });
    move(card.element, [{ transform: edge, opacity: 0 }, { transform: flat, opacity: 1 }], { duration: HALF_TURN, delay: delay + HALF_TURN });
  }

  /** The cards of a finished pli go to who takes it, and leave the felt on that side. */
  function collect({ felt, cards, taker }) {
    const heap = cards.get(taker);
    if (!heap) return;
    const ghosts = [...cards.values()].map((card, at) => {
      const [x, y] = [heap.left - card.left, heap.top - card.top];
      const there = `translate(${x}px, ${y}px) rotate(${at * 5 - 8}deg)`;
      const gone = `translate(${x + heap.away.x}px, ${y + heap.away.y}px) rotate(${at * 5 - 8}deg)`;
      const frames = [{ transform: "none" }, { transform: there, opacity: 1, offset: 0.6 }, { transform: gone, opacity: 0 }];
      move(card.ghost, frames, { duration: COLLECT, easing: "ease-in-out", fill: "both" });
      return card.ghost;
    });
    draw(felt, ...ghosts);
  }

  /** Points count up: a strip of numbers runs through a window over the real ones. */
  function count(element, from, to) {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const steps = Math.min(to - from, STEPS);
    const strip = document.createElement("div");
    for (let step = 0; step <= steps; step += 1) {
      const line = document.createElement("div");
      line.textContent = from + Math.round(((to - from) * step) / steps);
      line.style.height = line.style.lineHeight = `${box.height}px`;
      strip.append(line);
    }
    for (const name of ["color", "fontFamily", "fontSize", "fontVariantNumeric", "fontWeight", "textAlign"]) strip.style[name] = style[name];
    draw(box, strip);
    const end = { transform: `translateY(${-steps * box.height}px)` };
    move(strip, [{ transform: "none" }, end], { duration: COUNT, delay: FLIGHT, fill: "both", easing: `steps(${steps})` });
    move(element, [{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT + COUNT });
  }

  return {
    showing(state) {
      if (state.number === number) return; // nothing was entered: what moves goes on
      finish();
      // After an undo, or when several entries are shown at once, there is nothing to follow with the eyes.
      if (state.number === number + 1 && state.done >= done) before = remember();
      [number, done] = [state.number, state.done];
    },
    shown() {
      const now = before && look();
      if (now) play(before, now);
      before = null;
    },
    change(action) {
      finish();
      const old = remember();
      action();
      const now = old && look();
      if (now) play(old, now);
    },
  };
}

/** What the felt shows now: its box, its cards by their seats, who takes the pli, and the points. Null if nothing may move. */
function look() {
  const felt = document.querySelector(".felt");
  if (LESS.matches || document.hidden || !felt) return null;
  const edges = felt.getBoundingClientRect();
  const cards = new Map();
  for (const seat of felt.querySelectorAll("[data-seat]")) {
    const element = seat.querySelector(".spot .card:not(.empty)");
    if (element?.checkVisibility()) cards.set(seat.dataset.seat, cardOf(seat, element, edges));
  }
  return {
    felt: edges,
    cards,
    taker: felt.querySelector(".takes")?.dataset.seat,
    finished: felt.matches(".finished:not(.cleared)"),
    points: [...document.querySelectorAll(".scores dd")].map((element) => ({ element, value: Number(element.textContent) })),
  };
}

/** A card on the felt, in pixels from the corner of the felt, and with its way out of it on the side of its player. */
function cardOf(seat, element, edges) {
  const box = element.getBoundingClientRect();
  const [width, height] = [element.offsetWidth, element.offsetHeight];
  const left = (box.left + box.right - width) / 2 - edges.left;
  const top = (box.top + box.bottom - height) / 2 - edges.top;
  const sides = {
    left: { x: -left - width, y: 0 },
    right: { x: edges.width - left, y: 0 },
    top: { x: 0, y: -top - height },
    bottom: { x: 0, y: edges.height - top },
  };
  return {
    element,
    left, top, width, height,
    face: `${element.className} ${element.textContent}`,
    sign: seat.querySelector(".spot .sign"),
    refused: element.matches(".down") && seat.querySelector(".sign.no") !== null,
    away: sides[Object.keys(sides).find((side) => seat.classList.contains(side))],
  };
}

/** What the felt shows now, with drawings of its cards, which the page is about to change. */
function remember() {
  const now = look();
  for (const card of now?.cards.values() ?? []) card.ghost = ghostOf(card);
  return now;
}

/** A drawing of a card where it lies on the felt, with the sizes of its letters, which depend on where it lies. */
function ghostOf({ element, ...box }) {
  const ghost = element.cloneNode(true);
  const [from, to] = [[element, ...element.querySelectorAll("*")], [ghost, ...ghost.querySelectorAll("*")]];
  to.forEach((one, at) => {
    one.style.fontSize = getComputedStyle(from[at]).fontSize;
  });
  ghost.style.borderRadius = getComputedStyle(element).borderRadius;
  place(ghost, box);
  return ghost;
}

function place(element, box) {
  for (const side of ["left", "top", "width", "height"]) element.style[side] = `${box[side]}px`;
}
