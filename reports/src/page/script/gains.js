// Gains: which α and β are stable with an integrator at a step, and what violation they leave.

// Levels of the factor by which a violation shrinks in a step: the same for every map.
const SHRINKS = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 1];
const MAP = { width: 560, height: 400, left: 56, right: 16, top: 14, bottom: 48 };

const inside = (x, low, high) => Math.min(Math.max(x, low), high);

// A value between the points of a grid, by straight lines.
function between(map, values, c1, c2) {
  const place = (axis, x) => {
    const step = axis[1] - axis[0];
    const at = inside((x - axis[0]) / step, 0, axis.length - 1);
    const low = Math.min(Math.floor(at), axis.length - 2);
    return [low, at - low];
  };
  const [column, s] = place(map.c1, c1);
  const [row, t] = place(map.c2, c2);
  const corners = [[row, column, (1 - s) * (1 - t)], [row, column + 1, s * (1 - t)], [row + 1, column, (1 - s) * t], [row + 1, column + 1, s * t]];
  let sum = 0;
  for (const [r, c, weight] of corners) {
    if (weight === 0) continue;
    const value = values[r][c];
    if (!isNumber(value)) return null;
    sum += weight * value;
  }
  return sum;
}

const logarithms = (values) => values.map((row) => row.map((x) => (isNumber(x) && x > 0 ? Math.log10(x) : null)));

// What gains mean at a step.
function gainsAt(map, h, c1, c2) {
  const radius = between(map, map.radius, c1, c2);
  const logarithm = radius < 1 ? between(map, logarithms(map.violation), c1, c2) : null;
  const none = radius < 1 && between(map, map.violation, c1, c2) === 0;
  const power = map.violation_power;
  return {
    alpha: c1 / h,
    beta: c2 / (h * h),
    radius,
    stable: radius < 1,
    steps: radius > 0 && radius < 1 ? Math.log(10) / -Math.log(radius) : null,
    violation: none ? 0 : isNumber(logarithm) && isNumber(power) ? 10 ** logarithm * (h / map.h) ** power : null,
  };
}

// The part of a triangle in which a value is below a limit, as a path; corners are [x, y, value].
function below(corners, limit) {
  const kept = [];
  corners.forEach((a, k) => {
    const b = corners[(k + 1) % corners.length];
    if (a[2] < limit) kept.push(a);
    if (a[2] < limit !== b[2] < limit) {
      const s = (limit - a[2]) / (b[2] - a[2]);
      kept.push([a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), limit]);
    }
  });
  return kept.length > 2 ? `M${kept.map(point).join("L")}Z` : "";
}

// Every triangle of a grid, with the values at its corners.
function triangles(map, values, place) {
  const out = [];
  const corner = (row, column) => [...place(map.c1[column], map.c2[row]), values(row, column)];
  for (let row = 1; row < map.c2.length; row++) {
    for (let column = 1; column < map.c1.length; column++) {
      const [a, b, c, d] = [corner(row - 1, column - 1), corner(row - 1, column), corner(row, column), corner(row, column - 1)];
      out.push([a, b, c], [a, c, d]);
    }
  }
  return out;
}

// Every square of a map: its corners with their factors, and the points at which the edge of stability, which the harness
// found exactly, crosses its sides.
function squares(map, place) {
  const out = [];
  const corner = (row, column) => [...place(map.c1[column], map.c2[row]), map.radius[row][column]];
  for (let row = 1; row < map.c2.length; row++) {
    for (let column = 1; column < map.c1.length; column++) {
      const [above, before] = [row - 1, column - 1];
      const onRow = (k) => (isNumber(map.edge_c1[k][before]) ? place(map.edge_c1[k][before], map.c2[k]) : null);
      const onColumn = (k) => (isNumber(map.edge_c2[above][k]) ? place(map.c1[k], map.edge_c2[above][k]) : null);
      out.push({
        corners: [corner(above, before), corner(above, column), corner(row, column), corner(row, before)],
        crossings: [onRow(above), onColumn(column), onRow(row), onColumn(before)],
      });
    }
  }
  return out;
}

const point = ([x, y]) => `${px(x)} ${px(y)}`;

// The stable part of a square, and the edge through it, as paths.
function stablePart({ corners, crossings }) {
  const kept = corners.flatMap((corner, k) => [corner[2] < 1 ? corner : null, crossings[k]]).filter(Boolean);
  return kept.length > 2 ? `M${kept.map(point).join("L")}Z` : "";
}

function stableEdge({ crossings }) {
  const ends = crossings.filter(Boolean).map(point);
  return ends.length < 2 ? "" : ends.length < 4 ? `M${ends[0]}L${ends[1]}` : `M${ends[0]}L${ends[1]}M${ends[2]}L${ends[3]}`;
}

// The line on which a value has a level, as a path.
function contour(all, level_) {
  const pieces = [];
  for (const corners of all) {
    if (corners.some((c) => c[2] === null)) continue;
    const ends = [];
    corners.forEach((a, k) => {
      const b = corners[(k + 1) % 3];
      if (a[2] < level_ === b[2] < level_) return;
      const s = (level_ - a[2]) / (b[2] - a[2]);
      ends.push(point([a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])]));
    });
    if (ends.length === 2) pieces.push(`M${ends.join("L")}`);
  }
  return pieces.join("");
}

function gainMap(map, chosen) {
  const { left, right, top, bottom } = MAP;
  const [width, height] = isNarrow() ? [NARROW_CHART, 300] : [MAP.width, MAP.height];
  const end = (axis) => axis[axis.length - 1] + 0.5 * (axis[1] - axis[0]);
  const across = scale([0, end(map.c1)], false, [left, width - right], width / 80);
  const up = scale([0, end(map.c2)], false, [height - bottom, top], height / 50);
  const place = (c1, c2) => [across.at(c1), up.at(c2)];
  const all = triangles(map, (row, column) => Math.min(map.radius[row][column], 2), place);
  const whole = squares(map, place);
  const shades = SHRINKS.slice(1).map((limit, k) => [limit, k]).reverse();
  const shaded = (limit) => (limit === 1 ? whole.map(stablePart) : all.map((t) => below(t, limit))).join("");
  const logs = logarithms(map.violation);
  const left_ = triangles(map, (row, column) => logs[row][column], place);
  const decades = [...new Set(logs.flat().filter(isNumber).map(Math.floor))].sort((a, b) => a - b).slice(1);
  const [x, y] = place(chosen.c1, chosen.c2);
  const parabola = [];
  const limit = isNumber(map.critical_limit) ? map.critical_limit : end(map.c1) / 2;
  for (let k = 0; k <= 40; k++) parabola.push(place((2 * limit * k) / 40, ((limit * k) / 40) ** 2));
  const keys = keysOf(height, left, decades.length > 0, Boolean(map.dead_beat), width);
  return html`<svg class="plot gain-map" id="gain-map" data-name="${slug("gains", map.integrator, map.placement)}" viewBox="0 0 ${width} ${height + keys.height}" role="img"
      aria-label="Stable gains of ${map.integrator}, feedback ${map.placement}" data-frame="${[across.at(0), across.at(end(map.c1)), up.at(0), up.at(end(map.c2)), end(map.c1), end(map.c2)].map(px).join(" ")}">
    <g class="levels">${shades.map(([level_, k]) => html`<path class="level h${k}" d="${shaded(level_)}"/>`)}</g>
    <g class="grid">
      ${across.ticks.map(([value, text]) => html`<line x1="${px(across.at(value))}" x2="${px(across.at(value))}" y1="${top}" y2="${height - bottom}"/><text x="${px(across.at(value))}" y="${height - bottom + 15}" text-anchor="middle">${text}</text>`)}
      ${up.ticks.map(([value, text]) => html`<line x1="${left}" x2="${width - right}" y1="${px(up.at(value))}" y2="${px(up.at(value))}"/><text x="${left - 6}" y="${px(up.at(value) + 4)}" text-anchor="end">${text}</text>`)}
    </g>
    <path class="edge" d="${whole.map(stableEdge).join("")}"/>
    ${decades.map((d) => html`<path class="decade" d="${contour(left_, d)}"/>`)}
    <polyline class="critical" points="${parabola.filter(([a, b]) => a <= width - right && b >= top).map(([a, b]) => `${px(a)},${px(b)}`).join(" ")}"/>
    ${map.dead_beat ? html`<path class="dead-beat" d="${marker(2, ...place(...map.dead_beat), 5)}"/>` : ""}
    <path class="cross" d="M${px(x - 9)} ${px(y)}H${px(x + 9)}M${px(x)} ${px(y - 9)}V${px(y + 9)}"/>
    <text class="axis-name" x="${px((left + width - right) / 2)}" y="${height - 12}" text-anchor="middle">α h</text>
    <text class="axis-name" transform="translate(14 ${px((top + height - bottom) / 2)}) rotate(-90)" text-anchor="middle">β h²</text>
    ${keys.markup}</svg>`;
}

// The legend of a map.
function keysOf(top, left, decades, deadBeat, width) {
  const entries_ = [
    ...SHRINKS.slice(1).map((high, k) => [html`<rect class="level h${k}" x="0" y="-9" width="26" height="12"/>`, `shrinks to ${SHRINKS[k]}–${high} × per step`]),
    [html`<path class="edge" d="M0 -4H26"/>`, "edge of stability"],
    ...(decades ? [[html`<path class="decade" d="M0 -4H26"/>`, "predicted |Φ| changes tenfold"]] : []),
    [html`<polyline class="critical" points="0,-4 26,-4"/>`, "critical damping β = α²/4"],
    ...(deadBeat ? [[html`<path class="dead-beat" d="${marker(2, 13, -4, 5)}"/>`, "dead-beat: gone in two steps"]] : []),
    [html`<path class="cross" d="M4 -4H22M13 -13V5"/>`, "your gains"],
  ];
  const each = 232;
  const perRow = Math.max(1, Math.floor((width - left) / each));
  const rows = Math.ceil(entries_.length / perRow);
  const markup = entries_.map(([sign, text], k) => html`<g transform="translate(${left + (k % perRow) * each} ${top + 16 + LINE * Math.floor(k / perRow)})">${sign}<text x="34" y="0">${text}</text></g>`);
  return { markup: html`<g class="keys">${markup}</g>`, height: LINE * rows + 10 };
}

function gains(section, state) {
  const { keys } = state;
  if (data.gains.length === 0) {
    show(section, html`<h1>Gains</h1><p class="nothing">This report has no maps of gains: they come with the complete report, <code>cargo xtask report</code>.</p>`);
    return;
  }
  const integrators = [...new Set(data.gains.map((g) => g.integrator))];
  const asked = one(keys, "integrator");
  const integrator = integrators.includes(asked) ? asked : integrators.includes("rk4") ? "rk4" : integrators[0];
  const maps = data.gains.filter((g) => g.integrator === integrator);
  const map = maps.find((g) => g.placement === one(keys, "place")) || maps[0];
  const number = (key, fallback, low, high) => {
    const x = parseFloat(one(keys, key));
    return isNumber(x) && x > 0 ? inside(x, low, high) : fallback;
  };
  const h = number("h", 0.005, 1e-9, 1e3);
  const [first, last] = [(axis) => axis[0], (axis) => axis[axis.length - 1]];
  const s = isNumber(map.critical_limit) ? 0.5 * map.critical_limit : 1;
  const c1 = number("c1", inside(2 * s, first(map.c1), last(map.c1)), first(map.c1), last(map.c1));
  const c2 = number("c2", inside(s * s, first(map.c2), last(map.c2)), first(map.c2), last(map.c2));
  const found = gainsAt(map, h, c1, c2);
  if (!section.querySelector(".filters")) {
    show(section, html`<h1>Gains: stable, and how small a drift do they leave?</h1>
      <p>Feedback <i>Φ″ + α Φ′ + β Φ = 0</i> with steps of h. Choose an integrator, where its feedback acts and a step; then pick gains in the map or type them.</p>
      <form class="filters" aria-label="Gains"></form><div class="result"></div>`);
  }
  showForm(section.querySelector(".filters"), html`
    ${choice("integrator", "Integrator", integrators.map((i) => [i, i]), integrator)}
    ${choice("place", "Feedback", maps.map((g) => [g.placement, g.placement]), map.placement)}
    <label>Step h in s <input type="number" data-key="h" value="${rounded(h, 6)}" min="0" step="any"></label>
    <label>α h <input type="number" data-key="c1" value="${rounded(c1, 4)}" min="0" step="any"></label>
    <label>β h² <input type="number" data-key="c2" value="${rounded(c2, 4)}" min="0" step="any"></label>`);
  const margin = found.stable ? `stable, margin ${rounded(1 - found.radius, 2)}` : "not stable: violations grow";
  const wrong = asked && asked !== integrator ? html`<p class="warn">There is no map for “${asked}”; this is ${integrator}.</p>` : "";
  show(section.querySelector(".result"), html`${wrong}
    <dl class="readout" aria-live="polite">
      <div><dt>α</dt><dd>${setting(found.alpha)} 1/s</dd></div>
      <div><dt>β</dt><dd>${setting(found.beta)} 1/s²</dd></div>
      <div><dt>Stability</dt><dd class="${found.stable ? "" : "warn"}">${margin}</dd></div>
      <div><dt>A violation falls to a tenth in</dt><dd>${isNumber(found.steps) ? `${rounded(found.steps, 2)} steps` : found.stable ? "one step" : "no time"}</dd></div>
      <div><dt>Predicted |Φ| on the unit circle</dt><dd>${isNumber(found.violation) ? level(found.violation) : found.stable ? "no prediction for this feedback" : ABSENT}</dd></div>
    </dl>
    ${figure(gainMap(map, { c1, c2 }), criticalWords(map))}`);
}

function criticalWords(map) {
  const limit = map.critical_limit;
  const critical = !isNumber(limit) ? "Critical damping is stable for every step." : limit > 0 ? `Critical damping α = 2 s/h, β = (s/h)² is stable up to s = ${rounded(limit, 4)}.` : "Critical damping is not stable for any step.";
  const dead = map.dead_beat ? ` Dead-beat at αh = ${rounded(map.dead_beat[0], 4)}, βh² = ${rounded(map.dead_beat[1], 4)}: a violation is gone after two steps.` : " No gains remove a violation in finitely many steps.";
  return `${critical}${dead} All maps have the same colours.`;
}

// The gains at a point of the map that was clicked.
function pickedGains(event) {
  const svg = document.getElementById("gain-map");
  const box = svg.getBoundingClientRect();
  const unit = svg.viewBox.baseVal.width / box.width;
  const [x0, x1, y0, y1, c1, c2] = svg.dataset.frame.split(" ").map(Number);
  const [x, y] = [(event.clientX - box.left) * unit, (event.clientY - box.top) * unit];
  if (x < x0 || x > x1 || y < y1 || y > y0) return null;
  return { c1: rounded((c1 * (x - x0)) / (x1 - x0), 4), c2: rounded((c2 * (y0 - y)) / (y0 - y1), 4) };
}
