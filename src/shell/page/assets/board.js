// A board: a table of eight ranks and eight files, so that it can be walked through with a screen reader.

import { h, put } from "./dom.js";
import { man, manName } from "./pieces.js";

const FILES = "abcdefgh";
export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Squares with men, by name, from a FEN. */
export function men(fen) {
  const found = new Map();
  const ranks = String(fen ?? "").split(" ")[0].split("/");
  ranks.slice(0, 8).forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else if (/[prnbqk]/i.test(letter) && file < 8) found.set(FILES[file++] + (8 - row), letter);
    }
  });
  return found;
}

/** A position in words: White's men, Black's, who is to move. */
export function inWords(fen) {
  const order = "kqrbnp";
  const side = (white) => {
    const own = [...men(fen)].filter(([, letter]) => (letter === letter.toUpperCase()) === white);
    own.sort(([, a], [, b]) => order.indexOf(a.toLowerCase()) - order.indexOf(b.toLowerCase()));
    return own.map(([square, letter]) => `${manName(letter).split(" ")[1]} ${square}`).join(", ");
  };
  const turn = String(fen).split(" ")[1] === "b" ? "Black" : "White";
  return `White: ${side(true)}. Black: ${side(false)}. ${turn} is to move.`;
}

export class Board {
  /** `label` says what is on it; a small one is a picture, a large one a table. */
  constructor(label, small) {
    this.small = small;
    this.flipped = false;
    this.cells = new Map();
    this.shown = new Map();
    this.marks = [];
    this.caption = h("caption", { class: "unseen" }, label);
    this.body = h("tbody", small ? { role: "presentation" } : {});
    this.element = small
      ? h("table", { class: "board small", role: "img", "aria-label": label }, this.body)
      : h("table", { class: "board" }, this.caption, h("colgroup", null, h("col", { class: "ranks" }), h("col", { span: 8 })), this.body);
    this.layout();
  }

  layout() {
    const files = this.flipped ? [...FILES].reverse() : [...FILES];
    const ranks = this.flipped ? [1, 2, 3, 4, 5, 6, 7, 8] : [8, 7, 6, 5, 4, 3, 2, 1];
    this.cells.clear();
    const rows = ranks.map((rank) =>
      h("tr", null,
        this.small ? null : h("th", { scope: "row" }, String(rank)),
        files.map((file) => {
          const dark = (FILES.indexOf(file) + rank) % 2 === 1;
          const cell = h("td", { class: dark ? "dark" : "light", "data-square": file + rank });
          this.cells.set(file + rank, cell);
          return cell;
        })));
    const last = this.small ? null : h("tr", { class: "files" }, h("td", null), files.map((file) => h("th", { scope: "col" }, file)));
    put(this.body, rows, last);
    this.shown = new Map();
    this.marks = [];
  }

  flip() {
    this.flipped = !this.flipped;
    this.layout();
    if (this.now) this.show(...this.now);
  }

  /** Shows a position, the squares of the last move, and whether the side to move is in check. */
  show(fen, from, to, check, label) {
    this.now = [fen, from, to, check, label];
    const now = men(fen);
    for (const [square, cell] of this.cells) {
      const letter = now.get(square);
      if (letter === this.shown.get(square)) continue;
      put(cell, letter ? man(letter) : null, letter && !this.small ? h("span", { class: "unseen" }, manName(letter)) : null);
    }
    this.shown = now;
    for (const cell of this.marks) cell.classList.remove("last", "check");
    this.marks = [from, to].map((square) => this.cells.get(square)).filter(Boolean);
    for (const cell of this.marks) cell.classList.add("last");
    if (check) {
      const king = String(fen).split(" ")[1] === "b" ? "k" : "K";
      for (const [square, letter] of now) {
        if (letter === king) {
          this.cells.get(square).classList.add("check");
          this.marks.push(this.cells.get(square));
        }
      }
    }
    if (label) {
      if (this.small) this.element.setAttribute("aria-label", label);
      else if (this.caption.textContent !== label) this.caption.textContent = label;
    }
  }
}
