// The machines of a fleet: what each is, and what it plays.

import { h, put } from "./dom.js";
import { name, now, state } from "./store.js";

const HEAD = ["Worker", "Processor", "Threads", "Nodes/s", "Slots", "Playing", "Units done", "Heard"];

function heard(worker) {
  const seconds = Math.max(0, Math.round((now() - worker.heard) / 1000));
  return seconds < 2 ? "just now" : `${seconds} s ago`;
}

/** The games that it has for this event, and how much for others. */
function playing(worker) {
  const games = [...state.playing.values()].filter((game) => !game.summary && game.place?.host === worker.name);
  const links = games.map((game) => h("a", { href: `#/game/${game.n}`, title: `${name(game.white)} – ${name(game.black)}` }, `game ${game.n}`));
  const parts = links.flatMap((link, index) => index ? [", ", link] : [link]);
  const units = worker.playing[1];
  const others = units ? `${parts.length ? ", " : ""}${units} for other events` : null;
  return parts.length || others ? [parts, others] : "–";
}

function note(worker) {
  const notes = [worker.state === "draining" ? "leaves when it has played what it has" : null, worker.refused ? `does not serve this event: ${worker.refused}` : null];
  const text = notes.filter(Boolean).join("; ");
  return text ? h("p", { class: "note" }, text) : null;
}

export class Workers {
  constructor() {
    this.title = "Workers";
    this.element = h("div", { class: "tables" });
    this.update({ all: true });
    this.timer = setInterval(() => this.draw(), 2000);
  }

  close() {
    clearInterval(this.timer);
  }

  update(change) {
    if (change.all || change.workers || change.begun?.length || change.over?.length) this.draw();
  }

  draw() {
    const { count, slots, shown } = state.workers ?? { count: 0, slots: 0, shown: [] };
    const more = count > shown.length ? ` The first ${shown.length} are shown.` : "";
    put(this.element, h("h2", null, "Workers"),
      h("p", { class: "note" }, `${count} ${count === 1 ? "worker" : "workers"} with ${slots} ${slots === 1 ? "slot" : "slots"}.${more}`),
      shown.length ? h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Workers" },
        h("table", { class: "list", "aria-label": "Workers" },
          h("thead", null, h("tr", null, HEAD.map((text, index) => h("th", { scope: "col", class: index < 2 || index === 5 ? "text" : null }, text)))),
          h("tbody", null, shown.map((worker) => h("tr", null,
            h("th", { scope: "row", class: "text" }, worker.name, note(worker)),
            h("td", { class: "text" }, worker.processor),
            h("td", null, String(worker.threads)),
            h("td", null, worker.speed.toLocaleString("en")),
            h("td", null, String(worker.slots)),
            h("td", { class: "text" }, playing(worker)),
            h("td", null, String(worker.finished)),
            h("td", null, heard(worker)))))))
        : h("p", { class: "none" }, "None is there: games wait for one."));
  }
}
