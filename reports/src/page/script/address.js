// The state of the page in its address: `#view?key=value&key=value`. Back and forward work, and a link shows the same.

const START = "start";

// The characters of our ids stay readable.
const encoded = (text) => encodeURIComponent(text).replace(/%2F/g, "/").replace(/~/g, "%7E");

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// A fragment as { view, keys }.
function parsed(fragment) {
  const text = fragment.replace(/^#/, "");
  const cut = text.indexOf("?");
  const view = decoded(cut < 0 ? text : text.slice(0, cut)) || START;
  const keys = {};
  for (const pair of cut < 0 ? [] : text.slice(cut + 1).split("&")) {
    const at = pair.indexOf("=");
    if (at > 0) keys[decoded(pair.slice(0, at))] = pair.slice(at + 1);
  }
  return { view, keys };
}

// The fragment of a view; empty values are left out. Lists are joined by `~`.
function fragment(view, keys = {}) {
  const given = Object.entries(keys).filter(([, value]) => value !== "" && value !== null && value !== undefined && value.length !== 0);
  const text = (value) => (Array.isArray(value) ? value.map(encoded).join("~") : encoded(value));
  const pairs = given.map(([key, value]) => `${encoded(key)}=${text(value)}`);
  return pairs.length ? `#${view}?${pairs.join("&")}` : `#${view}`;
}

// The value of a key, and a value that is a list.
const one = (keys, key) => decoded(keys[key] || "");
const list = (keys, key) => (keys[key] ? keys[key].split("~").map(decoded) : []);

// Every key as it was, with some replaced.
function changed({ view, keys }, changes) {
  const kept = Object.fromEntries(Object.keys(keys).map((key) => [key, key in LISTS ? list(keys, key) : one(keys, key)]));
  return fragment(view, { ...kept, ...changes });
}

const LISTS = { cell: 1, open: 1, compare: 1, ids: 1 };

// Goes to a fragment; `quiet` keeps the entry of the history, as for every letter that is typed.
function go(target, quiet = false) {
  if (target === location.hash) return;
  const kept = { ...history.state, scroll: scrollY };
  if (!quiet) history.replaceState(kept, "");
  history[quiet ? "replaceState" : "pushState"](quiet ? kept : null, "", target);
  render();
}

const current = () => parsed(location.hash);
const change = (changes, quiet) => go(changed(current(), changes), quiet);

const link = {
  problem: (id) => fragment("problem", { id }),
  variant: (id) => fragment("variant", { id }),
  method: (id) => fragment("method", { id }),
  cell: (variant, problem) => fragment("explore", { cell: [variant, problem] }),
  board: (board) => fragment("boards", { board: board.id, with: board.with }),
};
