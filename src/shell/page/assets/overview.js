// Boards in play, the first places, the last results.

import { Board, START } from "./board.js";
import { h, put, say } from "./dom.js";
import { name, now, state } from "./store.js";
import { cross, standings } from "./tables.js";

export function score(value) {
  if (!value) return "";
  if ("mate" in value) return `#${value.mate}`;
  return `${value.cp > 0 ? "+" : value.cp < 0 ? "−" : ""}${(Math.abs(value.cp) / 100).toFixed(2)}`;
}

export function nodes(count) {
  if (count === null || count === undefined) return "";
  for (const [size, unit] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (count >= size) return `${(count / size).toFixed(1)}${unit} nodes`;
  }
  return `${count} nodes`;
}

export function clock(millis) {
  const left = Math.max(0, millis);
  const total = Math.floor(left / 1000);
  const two = (value) => String(value).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  if (hours) return `${hours}:${two(minutes)}:${two(seconds)}`;
  return left < 20000 ? `${minutes}:${two(seconds)}.${Math.floor(left / 100) % 10}` : `${minutes}:${two(seconds)}`;
}

export function moveText(ply) {
  return `${ply.number}${ply.white ? "." : "…"} ${ply.san}`;
}

const RESULTS = { "1/2-1/2": "½–½", "1-0": "1–0", "0-1": "0–1", "0-0": "0–0", "1/2-0": "½–0", "0-1/2": "0–½" };
export const result = (text) => RESULTS[text] ?? text ?? "–";

/** What a side has left after the first `count` half-moves; for the side to move of a game in play, just now. */
export function left(game, white, count = game.plies.length) {
  let millis = game.clocks[white ? 0 : 1];
  let timed = millis !== null;
  for (let index = count - 1; index >= 0; index--) {
    const ply = game.plies[index];
    if (ply.white === white && ply.left_ms !== undefined) {
      millis = ply.left_ms;
      timed = true;
      break;
    }
  }
  if (!timed) return null;
  const runs = count === game.plies.length && !game.summary && !game.ending && whiteToMove(game) === white;
  return runs ? millis - Math.max(0, now() - game.since) : millis;
}

export function whiteToMove(game, count = game.plies.length) {
  const fen = count > 0 ? game.plies[count - 1].fen : game.start ?? START;
  return String(fen).split(" ")[1] !== "b";
}

/** The last score of a side among the first half-moves, or what it thinks just now. */
export function lastScore(game, white, count = game.plies.length) {
  if (game.thought && count === game.plies.length && whiteToMove(game) === white) return game.thought;
  for (let index = count - 1; index >= 0; index--) {
    const ply = game.plies[index];
    if (ply.white === white) return ply.book ? null : ply;
  }
  return null;
}

/** A player's line above or below a board. */
export class Strip {
  constructor(white) {
    this.white = white;
    this.name = h("span", { class: "name" });
    this.score = h("span", { class: "score" });
    this.clock = h("span", { class: "clock" });
    this.element = h("div", { class: `strip ${white ? "white" : "black"}` },
      h("span", { class: "side", "aria-hidden": "true" }), h("span", { class: "unseen" }, white ? "White: " : "Black: "),
      this.name, this.score, this.clock);
  }

  show(game, count) {
    say(this.name, name(this.white ? game.white : game.black));
    const thought = lastScore(game, this.white, count);
    const depth = thought?.depth ? h("span", { class: "depth" }, ` at depth ${thought.depth}`) : null;
    put(this.score, thought?.score ? score(thought.score) : null, thought?.score ? depth : null);
    this.tick(game, count);
    const live = count === game.plies.length && !game.summary && !game.ending;
    this.element.classList.toggle("turn", live && whiteToMove(game) === this.white);
  }

  tick(game, count) {
    const millis = left(game, this.white, count);
    say(this.clock, millis === null ? "" : clock(millis));
    this.element.classList.toggle("low", millis !== null && millis < 10000);
  }
}

class Card {
  constructor(game) {
    this.n = game.n;
    this.board = new Board("", true);
    this.black = new Strip(false);
    this.white = new Strip(true);
    this.line = h("p", { class: "pv" });
    this.move = h("p", { class: "now" });
    this.link = h("a", { href: `#/game/${game.n}` });
    this.element = h("article", { class: "card" },
      h("h3", null, this.link), this.black.element, h("a", { class: "look", href: `#/game/${game.n}`, tabindex: -1, "aria-hidden": "true" }, this.board.element),
      this.white.element, this.move, this.line);
    this.show(game);
  }

  show(game) {
    const last = game.plies.at(-1);
    const place = game.place?.host ? ` · ${game.place.host}` : "";
    say(this.link, `Game ${game.n} · round ${game.round}${place}`);
    this.board.show(last?.fen ?? game.start ?? START, last?.from, last?.to, last?.check);
    this.black.show(game, game.plies.length);
    this.white.show(game, game.plies.length);
    const over = game.summary;
    this.element.classList.toggle("over", Boolean(over));
    if (over) put(this.move, h("strong", null, result(over.result)), ` ${over.title}`);
    else say(this.move, last ? moveText(last) : game.start === null ? "Moves are shown when the game is over" : "No move yet");
    const thought = game.thought;
    say(this.line, over ? "" : thought?.pv || last?.pv || "");
  }

  tick(game) {
    this.black.tick(game, game.plies.length);
    this.white.tick(game, game.plies.length);
  }
}

export function resultLine(summary) {
  const decided = summary.decided;
  return h("li", null,
    h("a", { href: `#/game/${summary.n}` }, h("span", { class: "pair" }, `${name(summary.white)} – ${name(summary.black)}`)),
    h("span", { class: "result" }, result(decided?.result ?? summary.result)),
    h("a", { class: "why", href: `#/ruling/${summary.n}` }, decided ? `Decided by ${decided.by}` : summary.title,
      summary.articles.length ? h("span", { class: "article" }, ` ${summary.articles[0]}`) : null));
}

export class Overview {
  constructor() {
    this.title = "Boards";
    this.cards = new Map();
    this.boards = h("div", { class: "boards" });
    this.none = h("p", { class: "none" });
    this.final = h("div", { class: "final", hidden: true });
    this.table = h("div");
    this.short = h("section", { "aria-labelledby": "h-table" }, h("h2", { id: "h-table" }, "Standings"), this.table);
    this.results = h("ol", { class: "results", reversed: true });
    this.element = h("div", { class: "overview" },
      h("section", { "aria-labelledby": "h-play" }, h("h2", { id: "h-play" }, "In play"), this.none, this.boards, this.final),
      h("div", { class: "aside" },
        this.short,
        h("section", { "aria-labelledby": "h-results" }, h("h2", { id: "h-results" }, "Last results"), this.results)));
    this.all();
    this.timer = setInterval(() => this.tick(), 200);
  }

  close() {
    clearInterval(this.timer);
  }

  all() {
    for (const card of this.cards.values()) card.element.remove();
    this.cards.clear();
    this.update({ games: new Set(state.playing.keys()), tables: true });
  }

  update(change) {
    if (change.all) return this.all();
    for (const n of change.games) {
      const game = state.playing.get(n);
      const card = this.cards.get(n);
      if (!game) {
        card?.element.remove();
        this.cards.delete(n);
      } else if (card) {
        card.show(game);
      } else {
        const made = new Card(game);
        this.cards.set(n, made);
        const after = [...this.cards.values()].filter((other) => other.n > n).sort((a, b) => a.n - b.n)[0];
        this.boards.insertBefore(made.element, after?.element ?? null);
      }
    }
    this.boards.classList.toggle("single", this.cards.size === 1);
    const idle = this.cards.size === 0;
    say(this.none, !idle ? "" : state.closed ? "No game is in play: the event is over." : "No game is in play just now.");
    if (change.tables || idle === this.final.hidden) {
      // Where no board is to be seen there is room for the whole table.
      this.final.hidden = !(idle && state.closed);
      this.short.hidden = !this.final.hidden;
      if (!this.final.hidden) put(this.final, h("h3", null, "Final standings"), standings(false), cross());
    }
    if (change.tables) {
      put(this.table, standings(true));
      const last = [...state.results.values()].sort((a, b) => b.ended - a.ended || b.n - a.n).slice(0, 12);
      put(this.results, last.length ? last.map(resultLine) : h("li", { class: "none" }, "None yet."));
    }
  }

  tick() {
    for (const [n, card] of this.cards) {
      const game = state.playing.get(n);
      if (game && !game.summary) card.tick(game);
    }
  }
}
