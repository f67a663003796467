// The data of the page: unpacked once, with indices to find things by.

const data = {};

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
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

// Fills `data`; runs become objects, and everything knows what it belongs to.
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
  for (const cell of raw.cells) {
    cell.variant = raw.variants[cell.v];
    cell.problem = raw.problems[cell.p];
    cell.look = mark(cell.mark);
    cell.ran = cell.mark < RAN;
    cell.runs = cell.runs.map(run);
    cell.variant.cells.set(cell.problem.id, cell);
    cell.problem.cells.push(cell);
  }
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

// A run from its list.
function run([ladder, h, tolerance, steps, evaluations, ...rest]) {
  const stopped = typeof rest[0] === "string" ? rest[0] : null;
  const [phi, rate, holds] = rest.slice(stopped === null ? QUANTITIES : 1);
  const values = stopped === null ? rest.slice(0, QUANTITIES) : null;
  const predicted = phi === undefined ? null : { phi, rate, holds };
  return { ladder, h, tolerance, steps, evaluations, values, stopped, predicted };
}

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
