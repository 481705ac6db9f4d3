// The men, drawn for this page, as symbols that every board uses.

import { svg } from "./dom.js";

const SHAPES = {
  p: [["path", "M30 85h40v-8c0-7-11-10-13-23h-14c-2 13-13 16-13 23z"], ["circle", 50, 38, 15.5]],
  r: [
    ["path", "M27 85h46v-10l-8-6v-24h-30v24l-8 6z"],
    ["path", "M27 18h12v8h6v-8h10v8h6v-8h12v18l-7 9h-32l-7-9z"],
  ],
  n: [
    ["path", "M31 85h43c3-22 0-40-10-50-4-5-9-8-15-9l-3-10-8 10c-9 6-14 15-18 26-2 5-1 9 2 12 3 2 7 2 9-1 4-4 8-4 13-5 1 9-12 13-13 27z"],
    ["eye", 43, 41, 3],
  ],
  b: [
    ["path", "M28 85h44v-7c-9-2-14-5-15-10h-14c-1 5-6 8-15 10z"],
    ["path", "M50 25c13 9 20 18 20 28 0 8-5 12-9 15h-22c-4-3-9-7-9-15 0-10 7-19 20-28z"],
    ["circle", 50, 19, 5.5],
    ["line", "M50 39v17M41.500 47.500h17"],
  ],
  q: [
    ["path", "M27 85h46v-11h-46z"],
    ["path", "M27 74l-12-39 18 17 5-27 12 25 12-25 5 27 18-17-12 39z"],
    ["circle", 15, 32, 5], ["circle", 38, 22, 5], ["circle", 62, 22, 5], ["circle", 85, 32, 5],
  ],
  k: [
    ["path", "M27 85h46v-11h-46z"],
    ["path", "M29 74c-13-11-17-22-10-30 7-7 20-5 31 8 11-13 24-15 31-8 7 8 3 19-10 30z"],
    ["line", "M50 50v-35M40 24h20"],
  ],
};

const NAMES = { p: "pawn", r: "rook", n: "knight", b: "bishop", q: "queen", k: "king" };

function shape([kind, ...at]) {
  if (kind === "path") return svg("path", { d: at[0] });
  if (kind === "line") return svg("path", { d: at[0], class: "stroke" });
  return svg("circle", { cx: at[0], cy: at[1], r: at[2], class: kind === "eye" ? "eye" : null });
}

/** Puts the symbols into the page, once. */
export function install() {
  const symbols = Object.entries(SHAPES).map(([letter, shapes]) =>
    svg("symbol", { id: `man-${letter}`, viewBox: "0 0 100 100" }, shapes.map(shape)));
  document.body.append(svg("svg", { class: "sprite", width: 0, height: 0, "aria-hidden": "true" }, symbols));
}

/** A man by its letter in a FEN. */
export function man(letter) {
  const low = letter.toLowerCase();
  const colour = low === letter ? "black" : "white";
  return svg("svg", { class: `man ${colour}`, "aria-hidden": "true" }, svg("use", { href: `#man-${low}` }));
}

export function manName(letter) {
  const low = letter.toLowerCase();
  return `${low === letter ? "black" : "white"} ${NAMES[low] ?? "man"}`;
}
