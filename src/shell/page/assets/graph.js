// The graphs of a game: both evaluations from White's side, and both clocks.

import { h, put, svg } from "./dom.js";

const HEIGHT = 150;
const LEFT = 42;
const RIGHT = 14;
const TOP = 8;
const BOTTOM = 18;

/** A score in pawns for drawing: a mate is at the edge. */
function pawns(score) {
  if (!score) return null;
  if ("mate" in score) return score.mate > 0 ? 10 : score.mate < 0 ? -10 : null;
  return Math.max(-10, Math.min(10, score.cp / 100));
}

/** Small differences near zero show, great ones do not run off. */
const bend = (value) => Math.sign(value) * Math.log1p(Math.abs(value)) / Math.log1p(10);

function seconds(millis) {
  const total = Math.round(millis / 1000);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (value) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function path(points) {
  return points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

class Graph {
  constructor(title, pick) {
    this.title = title;
    this.width = 640;
    this.drawing = svg("svg", { role: "img" });
    this.drawing.addEventListener("pointerdown", (event) => {
      const box = this.drawing.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * this.width;
      if (this.count > 0) pick(Math.round((x - LEFT) / (this.width - LEFT - RIGHT) * this.count));
    });
    this.legend = h("p", { class: "legend" });
    this.element = h("figure", { class: "graph" }, h("figcaption", null, h("span", null, title), this.legend), this.drawing);
  }

  x(ply) {
    return LEFT + (this.count ? ply / this.count : 0) * (this.width - LEFT - RIGHT);
  }

  draw(lines, levels, count, at, names, summary) {
    this.count = count;
    // One unit is one pixel, so that letters are as large on a phone.
    this.width = this.drawing.clientWidth || 640;
    this.drawing.setAttribute("viewBox", `0 0 ${this.width} ${HEIGHT}`);
    const y = (part) => TOP + (1 - part) * (HEIGHT - TOP - BOTTOM);
    const marks = levels.map(([part, text]) => [
      svg("line", { class: part === 0.5 && levels.length > 3 ? "zero" : "level", x1: LEFT, x2: this.width - RIGHT, y1: y(part), y2: y(part) }),
      svg("text", { x: LEFT - 6, y: y(part) + 4, "text-anchor": "end" }, text),
    ]);
    const curves = lines.map((points, side) => {
      const on = points.map(([ply, part]) => [this.x(ply), y(part)]);
      const dots = on.length === 1 ? svg("circle", { class: `side${side} dot`, cx: on[0][0], cy: on[0][1], r: 3 }) : null;
      return [svg("path", { class: `side${side}`, d: path(on) }), dots];
    });
    const cursor = svg("line", { class: "cursor", x1: this.x(at), x2: this.x(at), y1: TOP, y2: HEIGHT - BOTTOM });
    const step = Math.max(1, Math.ceil(count / 2 / (this.width > 480 ? 8 : 5)));
    const moves = [];
    for (let move = step; move * 2 <= count; move += step) {
      moves.push(svg("text", { x: this.x(move * 2), y: HEIGHT - 4, "text-anchor": "middle" }, String(move)));
    }
    put(this.drawing, marks, moves, cursor, curves);
    this.drawing.setAttribute("aria-label", `${this.title}. ${summary}`);
    put(this.legend, names.map((name, side) => h("span", { class: `key key${side}` }, name)));
  }
}

export class Graphs {
  constructor(pick) {
    this.scores = new Graph("Evaluation, from White’s side", pick);
    this.clocks = new Graph("Time left", pick);
    this.element = h("div", { class: "graphs" }, this.scores.element, this.clocks.element);
  }

  show(game, at, names) {
    const count = game.plies.length;
    const of = (side, value) => game.plies.flatMap((ply, index) =>
      ply.white === (side === 0) && value(ply) !== null ? [[index + 1, value(ply)]] : []);
    const scores = [0, 1].map((side) => of(side, (ply) => pawns(ply.score)));
    const words = (list, side) => list.length ? `${names[side]}: last ${list.at(-1)[1].toFixed(2)}` : `${names[side]}: none`;
    this.scores.element.hidden = scores.every((list) => list.length === 0);
    this.scores.draw(scores.map((list) => list.map(([ply, value]) => [ply, 0.5 + bend(value) / 2])),
      [-10, -3, -1, 0, 1, 3, 10].map((value) => [0.5 + bend(value) / 2, value > 0 ? `+${value}` : String(value)]),
      count, at, names, scores.map(words).join("; "));
    const clocks = [0, 1].map((side) => {
      const first = game.clocks[side];
      const rest = of(side, (ply) => ply.left_ms ?? null);
      return first === null || rest.length === 0 ? rest : [[0, first], ...rest];
    });
    const most = Math.max(1, ...clocks.flat().map(([, value]) => value));
    const left = (list, side) => list.length ? `${names[side]}: ${seconds(Math.max(0, list.at(-1)[1]))} left` : `${names[side]}: no clock`;
    this.clocks.element.hidden = clocks.every((list) => list.length === 0);
    this.clocks.draw(clocks.map((list) => list.map(([ply, value]) => [ply, Math.max(0, value) / most])),
      [0, 0.5, 1].map((part) => [part, seconds(part * most)]), count, at, names, clocks.map(left).join("; "));
  }
}
