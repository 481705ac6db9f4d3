// What the server has told so far: a snapshot, then changes. A lost connection is made again and begins anew.

export const state = {
  ready: false,
  connected: false,
  over: false,
  /** What the server's clock is ahead of ours. */
  ahead: 0,
  event: { players: [] },
  counts: { finished: 0, playing: 0, total: 0 },
  closed: null,
  standings: { tie_breaks: [], rows: [] },
  upcoming: [],
  bracket: [],
  withdrawn: [],
  rounds: [],
  /** Games in play by number, and those just over until their place has another. */
  playing: new Map(),
  /** Finished games by number. */
  results: new Map(),
  /** The machines of a fleet; null where there is none. */
  workers: null,
};

const hearers = new Set();

export function listen(hearer) {
  hearers.add(hearer);
  return () => hearers.delete(hearer);
}

function tell(change) {
  for (const hearer of [...hearers]) {
    try {
      hearer(change);
    } catch (error) {
      console.error(error);
    }
  }
}

const STATE = ["counts", "closed", "standings", "upcoming", "bracket", "withdrawn", "rounds"];

function take(from) {
  for (const key of STATE) state[key] = from[key];
}

function snapshot(from) {
  state.ready = true;
  state.event = from.event;
  take(from);
  state.workers = from.workers ?? null;
  state.playing = new Map(from.playing.map((game) => [game.n, game]));
  const kept = state.results;
  state.results = new Map(from.results.map((game) => [game.n, game]));
  for (const [n, game] of kept) if (!state.results.has(n) && !state.playing.has(n)) state.results.set(n, game);
  tell({ all: true, games: new Set(), over: [], begun: [], tables: true });
}

function delta(from) {
  const games = new Set();
  state.ahead = from.now - Date.now();
  for (const game of from.begun ?? []) {
    state.playing.set(game.n, game);
    games.add(game.n);
  }
  for (const made of from.moves ?? []) {
    const game = state.playing.get(made.n);
    if (!game || made.from > game.plies.length) continue;
    game.plies.splice(made.from, Infinity, ...made.plies);
    game.since = made.since;
    game.thought = null;
    games.add(made.n);
  }
  for (const thought of from.thoughts ?? []) {
    const game = state.playing.get(thought.n);
    if (!game || thought.ply !== game.plies.length) continue;
    game.thought = thought;
    games.add(thought.n);
  }
  for (const summary of from.over ?? []) {
    state.results.set(summary.n, summary);
    const game = state.playing.get(summary.n);
    if (game) {
      game.summary = summary;
      game.thought = null;
    }
    games.add(summary.n);
  }
  for (const n of from.gone ?? []) {
    state.playing.delete(n);
    games.add(n);
  }
  if (from.state) take(from.state);
  if (from.workers) state.workers = from.workers;
  const begun = (from.begun ?? []).map((game) => game.n);
  const gone = from.gone ?? [];
  tell({ all: false, games, over: from.over ?? [], begun, gone, workers: Boolean(from.workers), tables: Boolean(from.state) || (from.over ?? []).length > 0 });
}

/** Our clock set by the server's. */
export const now = () => Date.now() + state.ahead;

export function name(player) {
  return state.event.players[player]?.name ?? `Player ${Number(player) + 1}`;
}

export async function load(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

let source = null;
let again = null;
let pause = 500;

export function connect() {
  clearTimeout(again);
  source?.close();
  source = new EventSource("/events");
  source.addEventListener("time", (message) => {
    state.ahead = Number(message.data) - Date.now();
  });
  source.addEventListener("snapshot", (message) => {
    state.connected = true;
    pause = 500;
    snapshot(JSON.parse(message.data));
  });
  source.addEventListener("delta", (message) => delta(JSON.parse(message.data)));
  source.onerror = () => {
    // The browser would try at once and for ever.
    source.close();
    const was = state.connected;
    state.connected = false;
    again = setTimeout(connect, state.closed ? 10000 : pause + Math.random() * pause);
    pause = Math.min(pause * 2, 15000);
    if (was) tell({ all: false, games: new Set(), over: [], begun: [], connection: true });
  };
}

// Nothing is sent to a page that nobody sees.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && !state.connected) connect();
});
