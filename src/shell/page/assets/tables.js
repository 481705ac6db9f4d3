// Standings, cross table, schedule.

import { h, put } from "./dom.js";
import { result } from "./overview.js";
import { load, name, state } from "./store.js";

/** The standings; short: what fits beside the boards. */
export function standings(short) {
  const { rows, tie_breaks: codes } = state.standings;
  if (!rows.length) return h("p", { class: "none" }, "None yet.");
  const out = new Set(state.withdrawn.map((withdrawn) => withdrawn.player));
  const shown = short ? rows.slice(0, 20) : rows;
  const head = ["#", "Player", "Points", "Games", ...(short ? [] : ["Won", "Drawn", "Lost", ...codes])];
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Standings" },
    h("table", { class: "list", "aria-label": "Standings" },
      h("thead", null, h("tr", null, head.map((text, index) =>
        h("th", { scope: "col", class: index === 1 ? "text" : null }, text)))),
      h("tbody", null, shown.map((row) =>
        h("tr", null,
          h("td", null, String(row.rank)),
          h("th", { scope: "row", class: "text" }, name(row.player), out.has(row.player) ? h("span", { class: "note" }, " (withdrawn)") : null),
          h("td", { class: "points" }, row.points),
          h("td", null, String(row.games)),
          short ? null : [row.wins, row.draws, row.losses].map((count) => h("td", null, String(count))),
          short ? null : row.values.map((value) => h("td", null, value || "–")))))));
}

/** Who scored what against whom. */
export function cross() {
  const { rows } = state.standings;
  if (!rows[0]?.cells.length) return h("p", { class: "note" }, "There are too many players for a cross table.");
  const shown = rows;
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Cross table" },
    h("table", { class: "list cross", "aria-label": "Cross table" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "#"), h("th", { scope: "col", class: "text" }, "Player"),
        shown.map((row, index) => h("th", { scope: "col", title: name(row.player) }, h("span", { "aria-hidden": "true" }, String(index + 1)), h("span", { class: "unseen" }, name(row.player)))),
        h("th", { scope: "col" }, "Points"))),
      h("tbody", null, shown.map((row, index) =>
        h("tr", null, h("td", null, String(index + 1)), h("th", { scope: "row", class: "text" }, name(row.player)),
          row.cells.map((cell) => cell === null ? h("td", { class: "self" }, h("span", { class: "unseen" }, "itself")) : h("td", null, cell.replaceAll("=", "½") || "·")),
          h("td", { class: "points" }, row.points))))));
}

/** The teams, where teams play. */
function teams() {
  const { teams: rows } = state.standings;
  if (!rows?.length) return null;
  return [h("h2", null, "Teams"), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Teams" },
    h("table", { class: "list", "aria-label": "Teams" },
      h("thead", null, h("tr", null, ["#", "Team", "Match points", "Game points", "Won", "Drawn", "Lost"].map((text, index) =>
        h("th", { scope: "col", class: index === 1 ? "text" : null }, text)))),
      h("tbody", null, rows.map((row) => h("tr", null, h("td", null, String(row.rank)),
        h("th", { scope: "row", class: "text" }, row.name), h("td", { class: "points" }, String(row.match_points)),
        h("td", null, row.game_points), row.matches.map((count) => h("td", null, String(count))))))))];
}

export class Tables {
  constructor() {
    this.title = "Standings";
    this.element = h("div", { class: "tables" });
    this.update({ tables: true });
  }

  update(change) {
    if (!change.all && !change.tables) return;
    const withdrawn = state.withdrawn.map((gone) => h("li", null, h("strong", null, name(gone.player)), ` has left: ${gone.reason}`));
    put(this.element, teams(), h("h2", null, "Standings"), standings(false),
      withdrawn.length ? h("ul", { class: "plain" }, withdrawn) : null,
      state.standings.rows.length ? [h("h2", null, "Cross table"),
        h("p", { class: "note" }, "Each game in order: 1 won, ½ drawn, 0 lost. The columns stand in the order of the rows."), cross()] : null);
  }
}

const SHOWN = 200;

export class Schedule {
  constructor() {
    this.title = "Schedule";
    this.element = h("div", { class: "schedule" });
    this.from = null;
    this.update({ tables: true });
  }

  update(change) {
    if (!change.all && !change.tables && !change.begun?.length) return;
    const { counts } = state;
    const playing = [...state.playing.values()].filter((game) => !game.summary);
    const results = [...state.results.values()].sort((a, b) => a.n - b.n);
    const shown = results.slice(-SHOWN);
    const first = shown[0]?.n ?? 1;
    put(this.element,
      h("h2", null, "Schedule"),
      h("p", { class: "note" }, `${counts.finished} of ${counts.total} games are over, ${counts.playing} in play.`),
      state.bracket.length ? this.bracket() : null,
      playing.length ? [h("h3", null, "In play"), this.games(playing, "In play", (game) => h("a", { href: `#/game/${game.n}` }, "watch"))] : null,
      state.rounds?.length ? this.rounds() : null,
      h("h3", null, "To come"),
      state.upcoming.length ? this.games(state.upcoming, "To come", () => "–")
        : h("p", { class: "none" }, state.closed === "complete" ? "Nothing: all games are played." : "No pairing is known yet."),
      h("h3", null, "Played"),
      shown.length ? this.games([...shown].reverse(), "Played", (game) =>
        h("a", { href: `#/game/${game.n}` }, result(game.decided?.result ?? game.result))) : h("p", { class: "none" }, "None yet."),
      first > 1 && results.length < counts.finished ? h("button", { type: "button", onclick: () => this.earlier(first) }, "Earlier games") : null);
  }

  async earlier(first) {
    const from = Math.max(1, first - SHOWN);
    for (const summary of await load(`/games.json?from=${from}&count=${SHOWN}`)) {
      if (summary.n < first) state.results.set(summary.n, summary);
    }
    const kept = [...state.results.values()].sort((a, b) => a.n - b.n).filter((game) => game.n < first);
    const before = this.element.querySelector("button");
    before?.before(this.games(kept.reverse(), "Earlier games", (game) => h("a", { href: `#/game/${game.n}` }, result(game.result))));
    if (from === 1) before?.remove();
  }

  games(list, label, last) {
    return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
      h("table", { class: "list", "aria-label": label },
        h("thead", null, h("tr", null, ["Game", "Round", "White", "Black", "Result"].map((text, index) =>
          h("th", { scope: "col", class: index === 2 || index === 3 ? "text" : null }, text)))),
        h("tbody", null, list.map((game) => h("tr", null,
          h("td", null, String(game.n)), h("td", null, String(game.round)),
          h("td", { class: "text" }, name(game.white)), h("td", { class: "text" }, name(game.black)), h("td", null, last(game)))))));
  }

  /** Rounds of a Swiss event: who paired them, and who has no opponent. */
  rounds() {
    const last = [...state.rounds].sort((a, b) => b.round - a.round);
    return [h("h3", null, "Rounds"), h("ul", { class: "plain" }, last.map((round) => h("li", null,
      h("strong", null, `Round ${round.round}`), ` paired by ${round.by}`,
      round.byes.map((bye) => h("span", null, ` · ${name(bye.player)} has no opponent (${bye.why})`)))))];
  }

  bracket() {
    const one = (player, points, winner) => player === null ? h("p", { class: "note" }, "bye")
      : h("p", { class: winner === player ? "won" : null }, h("span", null, name(player)), h("span", { class: "points" }, points));
    return [h("h3", null, "Knockout"), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Knockout" },
      h("div", { class: "bracket" }, state.bracket.map((round, index) =>
        h("section", { "aria-label": `Round ${index + 1}` }, h("h4", null, `Round ${index + 1}`), round.map((meeting) =>
          h("div", { class: "meeting" }, one(meeting.higher, meeting.points[0], meeting.winner), one(meeting.lower, meeting.points[1], meeting.winner)))))))];
  }
}
