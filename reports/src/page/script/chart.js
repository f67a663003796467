// Charts as SVG: labels in full, a legend below, curves told apart by colour, dashes and markers.

const WIDE_CHART = 640;
const NARROW_CHART = 350;

// Room beside the frame of a chart, and the height of a line of its legend.
const FRAME = { left: 58, right: 22, top: 12, bottom: 44 };
const LINE = 18;
const SERIES = 6;

// The mean width of a character of 12 pixels.
const CHARACTER = 6.7;

const px = (x) => x.toFixed(1);

// A scale from values to pixels, with its ticks.
function scale(values, logarithmic, [from, to], most) {
  const finite = values.filter((x) => isNumber(x) && (!logarithmic || x > 0));
  if (finite.length === 0) return null;
  let [low, high] = [Math.min(...finite), Math.max(...finite)];
  if (logarithmic) return decades(Math.log10(low), Math.log10(high), [from, to], most);
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const raw = (high - low) / Math.max(most, 1);
  const unit = 10 ** Math.floor(Math.log10(raw));
  const every = [1, 2, 5, 10].map((k) => k * unit).find((d) => d >= raw);
  const ticks = [];
  for (let k = Math.ceil(low / every - 1e-9); k <= high / every + 1e-9; k++) ticks.push([k * every, rounded(k * every, 6)]);
  return { at: (x) => from + ((x - low) / (high - low)) * (to - from), ticks, inside: isNumber };
}

// Part of a decade by which numbers may leave the frame of a logarithmic scale before it grows by a mark: a few pixels.
const ROOM = 0.015;

// Powers of ten that are written out.
const WRITTEN_OUT = 3;

// A logarithmic scale: whole decades, with 2 and 5 between them where there are few.
function decades(low, high, [from, to], most) {
  const within = high - low < 2 ? [1, 2, 5] : [1];
  const marks = [];
  for (let k = Math.floor(low) - 1; k <= high + 2; k++) for (const n of within) marks.push({ log: k + Math.log10(n), value: n * 10 ** k, name: k >= 0 && k <= WRITTEN_OUT ? grouped(`${n * 10 ** k}`) : `${n}e${k}` });
  const first = marks.findLastIndex((m) => m.log <= low + ROOM);
  const last = marks.findIndex((m, k) => k > first && m.log >= high - ROOM);
  const [least, greatest] = [marks[first].log, marks[last].log];
  const every = Math.max(1, Math.ceil((last - first) / most));
  const ticks = marks.slice(first, last + 1).filter((_, k) => k % every === 0).map((m) => [m.value, m.name]);
  return { at: (x) => from + ((Math.log10(x) - least) / (greatest - least)) * (to - from), ticks, inside: (x) => isNumber(x) && x > 0 };
}

// A marker around a point: circle, square, diamond, triangles, cross.
function marker(kind, x, y, r = 3.4) {
  const at = (dx, dy) => `${px(x + dx * r)} ${px(y + dy * r)}`;
  const shapes = [
    () => `M${at(-1, 0)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
    () => `M${at(-1, -1)}L${at(1, -1)}L${at(1, 1)}L${at(-1, 1)}Z`,
    () => `M${at(0, -1.3)}L${at(1.3, 0)}L${at(0, 1.3)}L${at(-1.3, 0)}Z`,
    () => `M${at(0, -1.3)}L${at(1.2, 0.9)}L${at(-1.2, 0.9)}Z`,
    () => `M${at(0, 1.3)}L${at(1.2, -0.9)}L${at(-1.2, -0.9)}Z`,
    () => `M${at(-1.3, -0.4)}L${at(1.3, -0.4)}L${at(1.3, 0.4)}L${at(-1.3, 0.4)}Z`,
  ];
  return shapes[kind % shapes.length]();
}

// A name in lines of so many characters, broken at spaces.
function lines(text, most) {
  const out = [""];
  for (const word of text.split(" ")) {
    const longer = out[out.length - 1] ? `${out[out.length - 1]} ${word}` : word;
    if (longer.length > most && out[out.length - 1]) out.push(word);
    else out[out.length - 1] = longer;
  }
  return out;
}

// A chart from { name, label, x, y, series, ghosts }: axes are { name, log }, series { name, points: [[x, y]], line, dots }.
function chart({ name, label, x, y, series, ghosts = [], height = 300 }) {
  const width = isNarrow() ? NARROW_CHART : WIDE_CHART;
  const [right, floor] = [width - FRAME.right, height - FRAME.bottom];
  const all = [...series, ...ghosts].flatMap((s) => s.points);
  const across = scale(all.map((p) => p[0]), x.log, [FRAME.left, right], width / 70);
  const up = scale(all.map((p) => p[1]), y.log, [floor, FRAME.top], height / 40);
  if (!across || !up) return html`<p class="nothing">There is nothing to draw: no run has these numbers.</p>`;
  const placed = (points) => points.filter(([a, b]) => across.inside(a) && up.inside(b)).map(([a, b]) => [across.at(a), up.at(b)]);
  const path = (points) => points.map(([a, b]) => `${px(a)},${px(b)}`).join(" ");
  const curve = (s, k) => {
    const points = placed(s.points);
    return html`<g class="s${k % SERIES} d${k % SERIES}">
      ${s.line === false ? "" : html`<polyline class="curve" points="${path(points)}"/>`}
      ${s.dots === false ? "" : html`<path class="dot" d="${points.map(([a, b]) => marker(k, a, b)).join("")}"/>`}</g>`;
  };
  const legend = legendOf(series, width, height);
  return html`<svg class="plot" data-name="${name}" viewBox="0 0 ${width} ${px(height + legend.height)}" role="img" aria-label="${label}">
    <g class="grid">
      ${across.ticks.map(([value, text]) => html`<line x1="${px(across.at(value))}" x2="${px(across.at(value))}" y1="${FRAME.top}" y2="${px(floor)}"/><text x="${px(across.at(value))}" y="${px(floor + 15)}" text-anchor="middle">${text}</text>`)}
      ${up.ticks.map(([value, text]) => html`<line x1="${FRAME.left}" x2="${px(right)}" y1="${px(up.at(value))}" y2="${px(up.at(value))}"/><text x="${FRAME.left - 6}" y="${px(up.at(value) + 4)}" text-anchor="end">${text}</text>`)}
    </g>
    <text class="axis-name" x="${px((FRAME.left + right) / 2)}" y="${px(floor + 34)}" text-anchor="middle">${x.name}</text>
    <text class="axis-name" transform="translate(13 ${px((FRAME.top + floor) / 2)}) rotate(-90)" text-anchor="middle">${y.name}</text>
    <g class="ghosts">${ghosts.map((s) => html`<polyline points="${path(placed(s.points))}"/>`)}</g>
    ${series.map(curve)}${legend.markup}</svg>`;
}

// The legend: one line for every series, more for long names.
function legendOf(series, width, top) {
  const most = Math.floor((width - FRAME.left - 44) / CHARACTER);
  let at = top + 6;
  const rows = series.map((s, k) => {
    const parts = lines(s.name, most);
    const first = at + 10;
    at += LINE * parts.length;
    return html`<g class="s${k % SERIES} d${k % SERIES}"><polyline class="curve" points="${FRAME.left},${first - 4} ${FRAME.left + 30},${first - 4}"/>${
      s.dots === false ? "" : html`<path class="dot" d="${marker(k, FRAME.left + 15, first - 4)}"/>`
    }<text x="${FRAME.left + 38}" y="${first}">${parts.map((part, n) => html`<tspan x="${FRAME.left + 38}" dy="${n ? LINE : 0}">${part}</tspan>`)}</text></g>`;
  });
  return { markup: html`<g class="keys">${rows}</g>`, height: at - top + 4 };
}

const figure = (drawn, reading = "") => html`<figure>${drawn}${reading ? html`<figcaption>${reading}</figcaption>` : ""}</figure>`;

// The full name of a variant in a legend; the id where two have the same name.
function legendNames(variants) {
  const names = variants.map(fullName);
  return names.map((name, k) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${variants[k].id})`));
}

// Errors and drifts of more than so many times the size of what they are errors of say no more than that the motion is lost:
// some runs end at 1e200, and nothing else could be seen beside them.
const LOST = 10;
const LOST_WORDS = `Runs with an error of more than ${LOST} times the size of the motion or the mechanism are left out.`;

function followed(cell, k) {
  const size = cell.problem.scales[k];
  return cell.runs.filter((r) => r.values && !(size > 0 && r.values[k] > LOST * size));
}

// Error or drift against the step.
function convergence(name, cells, k, quantity) {
  const names = legendNames(cells.map((c) => c.variant));
  const adaptive = cells.every((c) => c.variant.adaptive);
  const series = cells.map((cell, n) => ({
    name: names[n],
    points: followed(cell, k).filter((r) => r.ladder === ORDER).map((r) => [adaptive ? r.tolerance : r.h, r.values[k]]),
  }));
  return chart({
    name,
    label: `${quantity} against the ${adaptive ? "tolerance" : "step"}`,
    x: { name: adaptive ? "Tolerance" : "Step h in s", log: true },
    y: { name: quantity, log: true },
    series,
  });
}

// Work against precision: evaluations or time of whole runs, for chosen variants before all others.
function workPrecision(name, cells, others, k, quantity, byTime) {
  const cost = (cell, r) => (byTime ? (cell.speed ? (cell.speed[0] * r.steps) / 1e9 : null) : r.evaluations);
  const points = (cell) => followed(cell, k).map((r) => [cost(cell, r), r.values[k]]).filter(([a]) => isNumber(a)).sort((a, b) => a[0] - b[0]);
  const names = legendNames(cells.map((c) => c.variant));
  return chart({
    name,
    label: `${quantity} against ${byTime ? "time" : "evaluations"}`,
    x: { name: byTime ? "Time of the run in s" : "Evaluations of the equations of motion", log: true },
    y: { name: quantity, log: true },
    series: cells.map((cell, n) => ({ name: names[n], points: points(cell) })),
    ghosts: others.map((cell) => ({ points: points(cell) })),
    height: 340,
  });
}
