// One game: board, moves, graphs, ruling; and the list of rulings.

import { Board, START, inWords } from "./board.js";
import { announce, h, motion, put, say } from "./dom.js";
import { Graphs } from "./graph.js";
import { Strip, lastScore, moveText, nodes, result, score } from "./overview.js";
import { load, name, state } from "./store.js";

/** Buttons to walk through moves with. */
function steps(go, label) {
  const button = (text, title, by) => h("button", { type: "button", "aria-label": title, title, onclick: () => go(by) }, text);
  return h("div", { class: "steps", role: "group", "aria-label": label },
    button("«", "To the start", -Infinity), button("‹", "One move back", -1),
    button("›", "One move on", 1), button("»", "To the end", Infinity));
}

function spoken(ply) {
  return `${moveText(ply)}${ply.score ? `, evaluation ${score(ply.score)}` : ""}`;
}

/** A helpmate on a board of its own. */
class Helpmate {
  constructor(start, mating) {
    this.start = start;
    this.line = mating.line;
    this.at = 0;
    this.board = new Board(`The final position`, false);
    this.now = h("p", { class: "now", role: "status" });
    this.moves = h("ol", { class: "moves line" }, this.line.map((ply, index) =>
      h("li", null, ply.white || index === 0 ? h("span", { class: "number" }, `${ply.number}${ply.white ? "." : "…"}`) : null,
        h("button", { type: "button", onclick: () => this.go(index + 1) }, ply.san))));
    this.element = h("div", { class: "helpmate" }, this.board.element, h("div", null, steps((by) => this.go(this.at + by), "Through the helpmate"), this.now, this.moves));
    this.element.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.go(this.at + by);
    });
    this.go(0);
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.line.length, at));
    const ply = this.at > 0 ? this.line[this.at - 1] : null;
    const mate = this.at === this.line.length && this.line.length > 0;
    const text = ply ? `${moveText(ply)}${mate ? ": mate" : ""}` : "The final position of the game";
    this.board.show(ply?.fen ?? this.start, ply?.from, ply?.to, ply?.check, text);
    say(this.now, `${text} (${this.at} of ${this.line.length})`);
    [...this.moves.querySelectorAll("button")].forEach((button, index) => {
      if (index + 1 === this.at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }
}

/** How a game ended, with everything that it rests on. */
export function ruling(ending) {
  const decided = ending.decided;
  const articles = ending.cited.map((cited) => h("div", null,
    h("dt", null, `Article ${cited.article}`), h("dd", null, cited.what ? `${cited.what}: ${cited.says}` : "no more is told of it here")));
  const mating = ending.mating.map((mating) => h("section", { class: `mating ${mating.answer}` },
    h("h4", null, { possible: `${mating.side} could mate`, impossible: `${mating.side} could not mate`, undetermined: `Whether ${mating.side} could mate is open` }[mating.answer] ?? mating.side),
    h("p", null, mating.text),
    mating.line?.length ? new Helpmate(ending.final_fen, mating).element : null,
    mating.certificate ? h("p", null, h("a", { href: `/games/${ending.n}-${mating.side.toLowerCase()}.json`, download: true }, "The certificate"),
      h("span", { class: "note" }, ": anybody can check it with “uci-arbiter verify”, which shares no code with what found it.")) : null));
  return h("div", { class: "ruling" },
    decided ? h("p", { class: "decided" }, h("strong", null, result(decided.result)), ` by decision of ${decided.by}: ${decided.reason}. The ruling of the game itself was:`) : null,
    h("p", { class: "verdict" }, h("strong", null, result(ending.result)), ` ${ending.title}`),
    h("p", null, ending.meaning),
    h("p", { class: "quote" }, ending.text),
    h("p", { class: "note" }, `${ending.authority} Edition of the Laws: ${ending.laws}.`),
    articles.length ? h("dl", { class: "articles" }, articles) : h("p", { class: "note" }, "No article of the Laws is cited: they are silent here."),
    mating,
    ending.notes.length ? h("details", null, h("summary", null, `What else the arbiter noted (${ending.notes.length})`), h("ul", null, ending.notes.map((note) => h("li", null, note)))) : null);
}

export class GameView {
  constructor(n) {
    this.n = n;
    this.title = `Game ${n}`;
    this.at = 0;
    this.follows = true;
    this.game = null;
    this.head = h("h2");
    this.sub = h("p", { class: "note" });
    this.board = new Board("Board", false);
    this.black = new Strip(false);
    this.white = new Strip(true);
    this.meter = h("div", { class: "meter", "aria-hidden": "true" }, h("div"));
    this.pv = h("p", { class: "pv" });
    this.facts = h("p", { class: "facts" });
    this.moves = h("ol", { class: "moves" });
    this.words = h("p");
    this.followButton = h("button", { type: "button", class: "follow", "aria-pressed": "true", onclick: () => this.follow(true) }, "Follow");
    this.graphs = new Graphs((ply) => this.go(ply, true));
    this.ending = h("section", { class: "ending", "aria-labelledby": "h-ruling", hidden: true });
    this.files = h("p", { class: "files" });
    this.buttons = []; // of the moves
    this.strips = h("div", { class: "seat" });
    this.element = h("div", { class: "game" },
      h("div", { class: "heading" }, this.head, this.sub),
      h("div", { class: "play" }, this.strips,
        h("div", { class: "controls" }, steps((by) => this.go(this.at + by, true), "Through the game"), this.followButton,
          h("button", { type: "button", onclick: () => this.flip() }, "Turn round")),
        h("details", { class: "words" }, h("summary", null, "The position in words"), this.words)),
      h("div", { class: "record" }, this.facts, this.pv, h("h3", null, "Moves"),
        h("div", { class: "scroll tall", tabindex: 0, role: "region", "aria-label": "Moves" }, this.moves), this.graphs.element),
      this.ending, this.files,
      h("p", { class: "note keys" }, "Keys: ← → through the game, Home and End, F turns the board round."));
    this.seats();
    this.key = (event) => this.pressed(event);
    document.addEventListener("keydown", this.key);
    this.timer = setInterval(() => this.tick(), 200);
    this.open();
  }

  close() {
    this.closed = true;
    document.removeEventListener("keydown", this.key);
    clearInterval(this.timer);
  }

  seats() {
    const middle = h("div", { class: "with-meter" }, this.meter, this.board.element);
    put(this.strips, this.board.flipped ? [this.white.element, middle, this.black.element] : [this.black.element, middle, this.white.element]);
    this.meter.classList.toggle("flipped", this.board.flipped);
  }

  flip() {
    this.board.flip();
    this.seats();
  }

  async open() {
    const playing = state.playing.get(this.n);
    if (playing && !playing.summary) return this.show(playing);
    if (playing && !this.game) this.show(playing);
    try {
      const game = await load(`/games/${this.n}.json`);
      if (!this.closed) this.show(game);
    } catch {
      if (!this.closed && !this.game) put(this.element, h("p", { class: "none" }, state.results.has(this.n)
        ? "This game is no longer kept here; it is in the event’s PGN file." : "There is no such game, or it has not begun."));
    }
  }

  update(change) {
    if (!change.all && !change.games.has(this.n)) return;
    const playing = state.playing.get(this.n);
    if (change.over.some((summary) => summary.n === this.n) || change.all) return void this.open();
    if (playing) this.show(playing, true);
  }

  show(game, unasked) {
    this.game = game;
    say(this.head, `${name(game.white)} – ${name(game.black)}`);
    const where = game.place ? ` · place ${game.place.number + 1}${game.place.host ? ` on ${game.place.host}` : ""}` : "";
    say(this.sub, `Game ${game.n} · round ${game.round}${game.chess960 ? " · Chess960" : ""}${where}`);
    this.list();
    const over = Boolean(game.ending);
    this.followButton.hidden = over;
    this.element.classList.toggle("done", over);
    if (over && this.ending.hidden) {
      put(this.ending, h("h3", { id: "h-ruling" }, "Ruling"), ruling(game.ending));
      this.ending.hidden = false;
    }
    put(this.files, "Download: ", h("a", { href: `/games/${game.n}.pgn`, download: true }, "PGN"), " · ", h("a", { href: `/games/${game.n}.json` }, "JSON"));
    const before = this.at;
    if (this.follows || this.at > game.plies.length) this.at = game.plies.length;
    this.draw();
    if (unasked && this.follows && this.at > before) announce(spoken(game.plies[this.at - 1]), true);
  }

  /** The list of moves, as far as it has changed. */
  list() {
    const { plies } = this.game;
    const same = this.buttons.findIndex((button, index) => button.textContent !== plies[index]?.san);
    const keep = same < 0 ? this.buttons.length : same;
    while (this.buttons.length > keep) this.buttons.pop().parentElement.remove();
    for (let index = this.buttons.length; index < plies.length; index++) {
      const ply = plies[index];
      const button = h("button", { type: "button", class: ply.book ? "book" : null, onclick: () => this.go(index + 1, true) }, ply.san);
      this.moves.append(h("li", { class: ply.white ? "white" : "black" },
        ply.white || index === 0 ? h("span", { class: "number" }, `${ply.number}${ply.white ? "." : "…"}`) : null, button));
      this.buttons.push(button);
    }
    if (!plies.length) say(this.facts, this.game.ending ? "No move was made." : this.game.start === null ? "The moves are shown when the game is over." : "No move yet.");
  }

  go(at, asked) {
    if (!this.game) return;
    const count = this.game.plies.length;
    this.at = Math.max(0, Math.min(count, at));
    this.follow(this.at === count && !this.game.ending, true);
    this.draw();
    if (asked) announce(this.at ? spoken(this.game.plies[this.at - 1]) : "The start", false);
  }

  follow(on, quiet) {
    this.follows = on;
    this.followButton.setAttribute("aria-pressed", String(on));
    if (on && !quiet) this.go(Infinity, true);
  }

  draw() {
    const { game, at } = this;
    const ply = at > 0 ? game.plies[at - 1] : null;
    const fen = ply?.fen ?? game.start ?? START;
    this.board.show(fen, ply?.from, ply?.to, ply?.check, ply ? `Board after ${moveText(ply)}` : "Board at the start");
    this.black.show(game, at);
    this.white.show(game, at);
    const live = at === game.plies.length && game.thought;
    const shown = live || ply;
    if (shown) {
      const facts = [live ? "Thinks" : moveText(ply), shown.score ? score(shown.score) : null, shown.depth ? `depth ${shown.depth}` : null,
        nodes(shown.nodes) || null, !live && ply.spent_ms !== undefined && !ply.book ? `${(ply.spent_ms / 1000).toFixed(ply.spent_ms < 10000 ? 2 : 0)} s` : null, !live && ply.book ? "book" : null];
      say(this.facts, facts.filter(Boolean).join(" · "));
    } else if (game.plies.length) {
      say(this.facts, "The start");
    }
    say(this.pv, shown?.pv ?? "");
    const best = lastScore(game, true, at)?.score && ply?.white === false && !live ? ply.score : shown?.score;
    const value = best ? ("mate" in best ? Math.sign(best.mate) * 12 : best.cp / 100) : 0;
    this.meter.firstChild.style.height = `${(50 + 50 * Math.tanh(value / 4)).toFixed(1)}%`;
    say(this.words, inWords(fen));
    this.graphs.show(game, at, [name(game.white), name(game.black)]);
    this.buttons.forEach((button, index) => {
      if (index + 1 === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = this.buttons[at - 1];
    const box = this.moves.parentElement;
    if (current && box) {
      const top = current.offsetTop - box.offsetTop;
      if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) {
        box.scrollTo({ top: Math.max(0, top - box.clientHeight / 2), behavior: motion() ? "smooth" : "auto" });
      }
    }
  }

  tick() {
    if (!this.game || this.game.ending) return;
    this.black.tick(this.game, this.at);
    this.white.tick(this.game, this.at);
  }

  pressed(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input, select, textarea")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      this.go(this.at + by, true);
    } else if (event.key === "f" || event.key === "F") {
      this.flip();
    }
  }
}

export class Rulings {
  constructor(open) {
    this.title = "Rulings";
    this.asked = open;
    this.list = h("div", { class: "rulings" });
    this.entries = new Map();
    this.element = h("div", null, h("h2", null, "Rulings"),
      h("p", { class: "note" }, "How each game ended, by which article, and what it rests on. The newest first."), this.list);
    this.none = h("p", { class: "none" }, "None yet.");
    this.more = h("button", { type: "button", hidden: true, onclick: () => this.earlier() }, "Earlier rulings");
    this.element.append(this.more);
    this.update({ all: true });
  }

  update(change) {
    if (!change.all && !change.over.length) return;
    for (const summary of change.all ? state.results.values() : change.over) this.enter(summary);
    if (this.entries.size === 0) this.list.append(this.none);
    else this.none.remove();
    this.first = Math.min(this.first ?? Infinity, ...this.entries.keys());
    this.more.hidden = !(this.first > 1 && this.entries.size < state.counts.finished);
  }

  async earlier() {
    const from = Math.max(1, this.first - 200);
    const found = await load(`/games.json?from=${from}&count=200`);
    for (const summary of found) if (!state.results.has(summary.n)) state.results.set(summary.n, summary);
    this.first = from;
    this.update({ over: found });
  }

  enter(summary) {
    if (this.entries.has(summary.n)) {
      this.entries.get(summary.n).remove();
    }
    const body = h("div", { class: "body" });
    const entry = h("details", { id: `ruling-${summary.n}` },
      h("summary", null,
        h("span", { class: "number" }, `Game ${summary.n}`),
        h("span", { class: "pair" }, `${name(summary.white)} – ${name(summary.black)}`),
        h("span", { class: "result" }, result(summary.decided?.result ?? summary.result)),
        h("span", { class: "why" }, summary.title),
        summary.articles.length ? h("span", { class: "article" }, summary.articles.join(", ")) : null,
        [...new Set(summary.evidence ?? [])].map((kind) => h("span", { class: `badge ${kind === "open" ? "" : "shown"}` }, kind))),
      body);
    entry.addEventListener("toggle", () => {
      if (entry.open && !body.firstChild) this.fill(summary.n, body);
    });
    this.entries.set(summary.n, entry);
    const before = [...this.list.children].find((other) => other !== this.none && Number(other.id.slice(7)) < summary.n);
    this.list.insertBefore(entry, before ?? null);
    if (this.asked === summary.n) {
      this.asked = null;
      entry.open = true;
      setTimeout(() => {
        entry.scrollIntoView({ block: "start" });
        entry.querySelector("summary").focus();
      });
    }
  }

  async fill(n, body) {
    put(body, h("p", { class: "note" }, "Loading…"));
    try {
      const game = await load(`/games/${n}.json`);
      put(body, ruling(game.ending), h("p", null, h("a", { href: `#/game/${n}` }, "The whole game"), " · ", h("a", { href: `/games/${n}.pgn`, download: true }, "PGN")));
    } catch {
      put(body, h("p", null, "This game is no longer kept here; it is in the event’s journal."), h("p", null, state.results.get(n)?.text ?? ""));
    }
  }
}
