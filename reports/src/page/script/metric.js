// What a cell of the explorer shows: a number, its text, a sign, and a class for its colour.

const FACTOR_NAMES = {
  drift_position: "Drift of Φ",
  drift_velocity: "Drift of Φ′",
  position: "Position error",
  velocity: "Velocity error",
  multiplier: "Multiplier error",
  energy: "Energy error",
  time: "Time per step",
  evaluations: "Evaluations",
};

// The ratio that the explorer shows first.
const FIRST_METRIC = "relative-drift_position";

// Ratios closer to 1 than this are told as equal.
const EQUAL = 1.1;

// Ratios at which colours change.
const RATIO_LEVELS = [1e-4, 1e-2, 1 / EQUAL, EQUAL, 10, 100];
const RATIO_CLASSES = ["g3", "g2", "g1", "e0", "b1", "b2", "b3"];

function ratioShown(x) {
  const place = RATIO_LEVELS.filter((limit) => x > limit).length;
  const sign = x < 1 / EQUAL ? "▾" : x > EQUAL ? "▴" : "≈";
  return { text: factor(x), sign, kind: RATIO_CLASSES[place] };
}

// A ratio to the unstabilized run: at the steps of practice, or on the ladder of orders where there is none.
function ratioOf(cell, k) {
  if (cell.variant.owner.baseline) return 1;
  for (const ratios of [cell.practice, cell.order]) if (ratios && isNumber(ratios[k])) return ratios[k];
  return null;
}

function relative(id, k) {
  return {
    id: `relative-${id}`,
    group: "Relative to no stabilization",
    name: FACTOR_NAMES[id],
    note: "Ratio to the same integrator and steps without stabilization: ÷ 91 is 91 times less, × 3 is three times more. Geometric mean over the steps of practice that both finish (1 to 50 ms), or over the steps that show orders where there are none.",
    value: (cell) => ratioOf(cell, k),
    shown: ratioShown,
    text: factor,
  };
}

function observedOrder(quantity, k) {
  const value = (cell) => (Array.isArray(cell.orders[k]) ? cell.orders[k][0] : null);
  return {
    id: `order-${quantity.id}`,
    group: "Observed order",
    name: `Order of ${quantity.words}`,
    note: "Observed order. Sign and colour are the verdict of the cell over all quantities.",
    value,
    shown: (x, cell) => ({ text: orderText(x), sign: cell ? cell.look.sign : "", kind: cell ? cell.look.kind : "none" }),
    absent: (cell) => ({ text: typeof cell.orders[k] === "string" ? cell.orders[k] : ABSENT, sign: cell.look.sign, kind: cell.look.kind }),
    text: orderText,
    high: true,
  };
}

function absolute(quantity, k) {
  const of = quantity.error ? `Error of ${quantity.words}` : `Drift: |${quantity.symbol}|`;
  return {
    id: `at-${quantity.id}`,
    group: "At the usual step (5 ms × the time scale of the problem)",
    name: of,
    note: `${of} of the run of practice whose step is nearest to 5 ms × the time scale of the problem; of tolerances, the middle one.`,
    value: (cell) => {
      const found = typicalRun(cell);
      return found ? found.values[k] : null;
    },
    shown: (x) => ({ text: level(x), sign: "", kind: "" }),
    text: level,
    graded: true,
  };
}

function stepTime() {
  return {
    id: "step-time",
    group: "Cost",
    name: "Time per step",
    note: "Median time of one step on this machine.",
    value: (cell) => (cell.speed ? cell.speed[0] : null),
    shown: (x) => ({ text: durationText(x), sign: "", kind: "" }),
    text: durationText,
    graded: true,
  };
}

function largestStep() {
  const value = (cell) => (cell.largest ? cell.largest[0] : null);
  const text = (x, cell) => (cell && cell.largest && cell.largest[1] ? `≥ ${stepText(x)}` : stepText(x));
  return {
    id: "largest-step",
    group: "Cost",
    name: "Largest usable step",
    note: "The largest fixed step at which the run finishes with a position error of at most 1 % of the size of the motion; ≥ where no larger step was tried.",
    value,
    shown: (x, cell) => ({ text: text(x, cell), sign: "", kind: "" }),
    text: stepText,
    graded: true,
    high: true,
  };
}

// Every metric, in the order of the list.
function metrics() {
  if (!data.metrics) {
    const order = Object.keys(FACTOR_NAMES);
    const ratios = order.filter((id) => data.factors.includes(id)).map((id) => relative(id, data.factors.indexOf(id)));
    data.metrics = [...ratios, ...data.quantities.map(observedOrder), ...data.quantities.map(absolute), stepTime(), largestStep()];
  }
  return data.metrics;
}

const metricOf = (id) => metrics().find((m) => m.id === (id || FIRST_METRIC));

// What a cell shows under a metric.
function shownIn(cell, metric) {
  if (!cell) return { text: ABSENT, sign: "", kind: "none" };
  if (!cell.ran) return { text: cell.look.word, sign: cell.look.sign, kind: cell.look.kind };
  const x = metric.value(cell);
  if (isNumber(x)) return metric.shown(x, cell);
  if (metric.absent) return metric.absent(cell);
  if (cell.runs.some((r) => r.ladder === PRACTICE && r.stopped)) return { text: "stops", sign: "!", kind: "failed" };
  return { text: ABSENT, sign: "", kind: "none" };
}

// Shades of numbers that have no neutral value: five equal parts of the logarithms in a column, the best lightest.
function grader(values, high) {
  const logs = values.filter((x) => isNumber(x) && x > 0).map(Math.log10);
  const [low, top] = [Math.min(...logs), Math.max(...logs)];
  return (x) => {
    if (!isNumber(x) || logs.length === 0 || top === low) return "q0";
    const share = x > 0 ? (Math.log10(x) - low) / (top - low) : 0;
    return `q${Math.min(4, Math.floor(5 * (high ? 1 - share : share)))}`;
  };
}

// The best of values under a metric, and their order with what is missing last.
const isBetter = (metric, a, b) => (metric.high ? a > b : a < b);

function compareBy(metric, a, b) {
  if (!isNumber(a) || !isNumber(b)) return (isNumber(b) ? 1 : 0) - (isNumber(a) ? 1 : 0);
  return metric.high ? b - a : a - b;
}
