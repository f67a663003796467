// The data of the page: unpacked once, with indices to find things by.

const data = {};

async function unpacked(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// The text is dropped once it is read: it would only take memory.
async function load() {
  const packed = document.getElementById("data");
  const text = packed.textContent.trim();
  packed.textContent = "";
  prepare(await unpacked(text));
}

// Fills `data`; everything knows what it belongs to.
function prepare(raw) {
  Object.assign(data, raw);
  data.variant = new Map(raw.variants.map((v) => [v.id, v]));
  data.problem = new Map(raw.problems.map((p) => [p.id, p]));
  data.method = new Map(raw.methods.map((m) => [m.id, m]));
  raw.methods.forEach((m) => (m.variants = []));
  for (const v of raw.variants) {
    v.owner = raw.methods[v.method];
    v.owner.variants.push(v);
    v.cells = new Map();
  }
  raw.problems.forEach((p) => (p.cells = []));
  const looks = raw.marks.map((_, k) => mark(k));
  const runs = runTable(raw);
  let first = 0;
  data.cells = rowsOf(raw.cells).map((row) => {
    const cell = new Cell(row, runs, first);
    first += row.runs;
    cell.variant = raw.variants[row.v];
    cell.problem = raw.problems[row.p];
    cell.look = looks[row.mark];
    cell.ran = row.mark < RAN;
    cell.variant.cells.set(cell.problem.id, cell);
    cell.problem.cells.push(cell);
    return cell;
  });
  for (const table of ["runs", "stops", "predictions"]) delete data[table];
}

// The rows of a table that is stored by columns.
function rowsOf(columns) {
  const names = Object.keys(columns);
  const row = (k) => {
    const out = {};
    for (const name of names) out[name] = columns[name][k];
    return out;
  };
  return names.length ? columns[names[0]].map((_, k) => row(k)) : [];
}

// Marks before this one are of cells that ran.
const RAN = 5;
const QUANTITIES = 6;
const ORDER = 0;
const PRACTICE = 1;

function mark(k) {
  const [kind, sign, word, meaning] = data.marks[k];
  return { kind, sign, word, meaning };
}

// All runs of the report by columns of numbers; what only some of them have, by their place.
function runTable({ runs, stops, predictions, quantities }) {
  const numbers = (name) => new Float64Array(runs[name] || []).map((x, k) => (runs[name][k] === null ? NaN : x));
  const some = (columns) => new Map(rowsOf(columns).map((row) => [row.run, row]));
  return {
    ladder: numbers("ladder"),
    h: numbers("h"),
    tolerance: numbers("tolerance"),
    steps: numbers("steps"),
    evaluations: numbers("evaluations"),
    values: quantities.map((q) => numbers(q.id)),
    stops: some(stops),
    predictions: some(predictions),
  };
}

// One variant on one problem. Its runs are made when they are asked for: all of them would take tens of megabytes.
class Cell {
  #runs;
  #first;
  #count;

  constructor({ runs: count, ...row }, runs, first) {
    Object.assign(this, row);
    this.#runs = runs;
    this.#first = first;
    this.#count = count;
  }

  get runs() {
    return Array.from({ length: this.#count }, (_, k) => runAt(this.#runs, this.#first + k));
  }
}

function runAt(table, k) {
  const stop = table.stops.get(k);
  return {
    ladder: table.ladder[k],
    h: table.h[k],
    tolerance: Number.isNaN(table.tolerance[k]) ? null : table.tolerance[k],
    steps: table.steps[k],
    evaluations: table.evaluations[k],
    values: stop ? null : table.values.map((column) => column[k]),
    stopped: stop ? stop.why : null,
    predicted: table.predictions.get(k) || null,
  };
}

// The name of a variant for people; where several stand side by side, its id is beside it.
const fullName = (variant) => `${variant.owner.name} · ${variant.name || variant.gains || variant.integrator}`;

const cellOf = (variant, problem) => {
  const found = data.variant.get(variant);
  return found ? found.cells.get(problem) : undefined;
};

// The step for a mechanism of human size at which cells are compared.
const TYPICAL_STEP = 0.005;

// The run of practice nearest to the typical step; of tolerances, the middle one.
function typicalRun(cell) {
  const practice = cell.runs.filter((r) => r.ladder === PRACTICE);
  const runs = practice.length ? practice : cell.runs.filter((r) => r.ladder === ORDER);
  const finished = runs.filter((r) => r.values);
  if (finished.length === 0) return null;
  if (cell.variant.adaptive) return finished[(finished.length - 1) >> 1];
  const off = (r) => Math.abs(Math.log(r.h / (TYPICAL_STEP * cell.problem.timeScale)));
  return finished.reduce((best, r) => (off(r) < off(best) ? r : best));
}
