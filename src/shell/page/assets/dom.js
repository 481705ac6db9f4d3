// Elements from code. Data becomes text nodes and attributes, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(4).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

export function svg(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

export function put(element, ...children) {
  element.replaceChildren(...children.flat(4).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets a text only if it is another: what has not changed is not read out again. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let waiting = null;
let last = 0;

/** Reads something out politely. What the user asked for at once, what happens by itself not oftener than this. */
export function announce(text, unasked) {
  clearTimeout(waiting);
  const pause = unasked ? Math.max(0, last + 4000 - Date.now()) : 0;
  waiting = setTimeout(() => {
    last = Date.now();
    say(document.getElementById("announcer"), text);
  }, pause);
}

export const motion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
