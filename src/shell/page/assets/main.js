// The page: which view is open, and what the header says.

import { h, put, say } from "./dom.js";
import { GameView, Rulings } from "./game.js";
import { Overview } from "./overview.js";
import { install } from "./pieces.js";
import { connect, listen, state } from "./store.js";
import { Schedule, Tables } from "./tables.js";
import { Workers } from "./workers.js";

const main = document.getElementById("main");
let view = null;

function number(text) {
  return /^[1-9][0-9]{0,9}$/.test(text ?? "") ? Number(text) : null;
}

function make() {
  const [, kind, which] = location.hash.split("/");
  const n = number(which);
  if (kind === "game" && n) return ["game", new GameView(n)];
  if (kind === "ruling" || kind === "rulings") return ["rulings", new Rulings(n)];
  if (kind === "schedule") return ["schedule", new Schedule()];
  if (kind === "table") return ["table", new Tables()];
  if (kind === "workers" && state.workers) return ["workers", new Workers()];
  return ["overview", new Overview()];
}

function open(moved) {
  // The link past the header is no view.
  if (location.hash === "#main") return main.focus();
  view?.close?.();
  const [kind, made] = make();
  view = made;
  put(main, view.element);
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === kind) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  header();
  if (moved) {
    scrollTo(0, 0);
    if (kind !== "rulings") main.focus({ preventScroll: true });
  }
}

function status() {
  const { counts, closed, connected } = state;
  const games = `${counts.finished} of ${counts.total} games`;
  if (closed === "complete") return `Over · ${games}`;
  if (closed === "stopped") return `Stopped · ${games}`;
  if (!connected) return "Connection lost, trying again…";
  return `Live · ${games}`;
}

function header() {
  const { event } = state;
  say(document.getElementById("event"), event.name && event.name !== "?" ? event.name : "Event");
  const times = [...new Set(event.players.map((player) => player.time))];
  const about = [event.site && event.site !== "?" ? event.site : null, event.format,
    times.length === 1 ? times[0] : times.length ? "different clocks" : null, event.edition ? `FIDE Laws ${event.edition}` : null];
  say(document.getElementById("about"), about.filter(Boolean).join(" · "));
  const place = document.getElementById("status");
  say(place, status());
  place.className = state.closed ? "closed" : state.connected ? "live" : "lost";
  // There are workers where there is a fleet.
  document.getElementById("workers").hidden = !state.workers;
  say(document.getElementById("program"), event.program ?? "");
  document.title = [view?.title, event.name && event.name !== "?" ? event.name : null].filter(Boolean).join(" · ");
}

install();
put(main, h("p", { class: "none" }, "Connecting…"));
listen((change) => {
  if (!view && state.ready) return open(false);
  if (!change.connection) view?.update(change);
  header();
});
addEventListener("hashchange", () => state.ready && open(true));
connect();
