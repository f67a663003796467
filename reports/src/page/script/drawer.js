// The drawer of a cell: everything that is known of one variant on one problem.

const LADDERS = ["Steps that show orders", "Steps of practice", "Coarser steps"];

function drawer(state) {
  const dialog = document.getElementById("drawer");
  const [variant, problem] = list(state.keys, "cell");
  if (!variant) {
    if (dialog.open) dialog.close();
    return;
  }
  const cell = cellOf(variant, problem);
  show(dialog, html`<div class="drawer-head"><h2 id="drawer-title">${cell ? html`${fullName(cell.variant)} <span class="quiet">on</span> ${cell.problem.name}` : "Unknown cell"}</h2>
    ${button("close", "Close", 'class="close"')}</div>${cell ? cellBody(cell) : noCell(variant, problem)}`);
  if (!dialog.open) {
    dialog.showModal();
    dialog.scrollTop = 0;
  }
  withExports(dialog);
}

function noCell(variant, problem) {
  const has = (map, id) => (map.has(id) ? "is in this report" : "is not in this report");
  return html`<p class="nothing">No run of “${variant}” on “${problem || ""}”: the variant ${has(data.variant, variant)}, the problem ${has(data.problem, problem)}.
    <a href="${fragment("explore")}">All cells</a></p>`;
}

function cellBody(cell) {
  const { variant, problem } = cell;
  return html`
    <p>${badge(cell.look)} ${cell.why}</p>
    <p class="links"><a href="${link.variant(variant.id)}"><code>${variant.id}</code></a> · <a href="${link.method(variant.owner.id)}">${variant.owner.name}</a> · <a href="${link.problem(problem.id)}">${problem.name}</a></p>
    ${cell.ran ? [boughtTable(cell), historyFigure(cell), parametersOf(variant, problem), ordersTable(cell), cellFigure(cell)] : parametersOf(variant, problem)}
    ${[PRACTICE, ORDER, 2].map((ladder) => runsTable(cell, ladder))}
    ${detunedTable(cell)}${speedWords(cell)}
    <h3>Reproduce</h3><pre><code>cargo xtask report --method ${variant.id} --problem ${problem.id} --out target/cell</code></pre>`;
}

const plainTable = (name, caption, head, rows) => html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table data-name="${name}"><caption>${caption}</caption>
  <thead><tr>${head.map((title, k) => html`<th scope="col"${k ? trusted(' class="num"') : ""}>${title}</th>`)}</tr></thead>
  <tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((text) => html`<td class="num">${text}</td>`)}</tr>`)}</tbody></table></div>`;

const slug = (...ids) => ids.join("-").replace(/[^a-z0-9]+/gi, "-");

function boughtTable(cell) {
  if (cell.variant.owner.baseline || !(cell.practice || cell.order)) return "";
  const shown = (ratios, k) => (ratios && isNumber(ratios[k]) ? entry(ratioShown(ratios[k])) : ABSENT);
  const rows = Object.keys(FACTOR_NAMES).map((id) => [FACTOR_NAMES[id], data.factors.indexOf(id)]).map(([name, k]) => [name, shown(cell.practice, k), shown(cell.order, k)]);
  return html`<h3>What the stabilization buys</h3>${plainTable(slug("ratios", cell.variant.id, cell.problem.id), "Ratio to the same integrator without stabilization", ["Quantity", "Steps of practice", "Steps that show orders"], rows)}`;
}

// The parameters in numbers at the usual step.
function parametersOf(variant, problem) {
  const h = TYPICAL_STEP * problem.timeScale;
  if (variant.parameters.length === 0) return html`<p><b>Parameters.</b> None: there is nothing to tune.</p>`;
  const value = (p) => `${setting(p.value * h ** p.power)}${p.unit ? ` ${p.unit}` : ""}`;
  const at = (p) => (p.power ? html` (${value(p)} at h = ${stepText(h)})` : "");
  return html`<p><b>Parameters.</b> ${variant.parameters.map((p, k) => html`${k ? ", " : ""}${p.text}${at(p)}`)}.</p>`;
}

function ordersTable(cell) {
  const claims = cell.claims || cell.variant.claims;
  const observed = (o) => (Array.isArray(o) ? html`<b>${orderText(o[0])}</b> <small>${orderText(o[1])} to ${orderText(o[2])}</small>` : o);
  const rows = data.quantities.map((q, k) => [`${q.words} (${q.symbol})`, isNumber(claims[k]) ? rounded(claims[k], 3) : "no claim", observed(cell.orders[k])]);
  return html`<h3>Orders</h3>${plainTable(slug("orders", cell.variant.id, cell.problem.id), "Claimed and observed orders, with 95 % intervals", ["Quantity", "Claimed", "Observed"], rows)}`;
}

function runsTable(cell, ladder) {
  const runs = cell.runs.filter((r) => r.ladder === ladder);
  if (runs.length === 0) return "";
  const predicted = runs.some((r) => r.predicted);
  const values = (r) => (r.values ? r.values.map((x) => scientific(x, 3)) : [html`<span class="miss">${r.stopped}</span>`, ...Array(QUANTITIES - 1).fill("")]);
  const sign = (p) => (p.holds ? "✓" : html`<span class="miss">✗</span>`);
  const three = (p) => [p.phi, p.rate, p.energy].map((x) => (isNumber(x) ? scientific(x, 3) : ABSENT));
  const theory = (r) => (predicted ? (r.predicted ? [...three(r.predicted), sign(r.predicted)] : [ABSENT, ABSENT, ABSENT, ""]) : []);
  const rows = runs.map((r) => [r.tolerance === null ? stepText(r.h) : `tolerance ${setting(r.tolerance)}`, r.steps, r.evaluations, ...values(r), ...theory(r)]);
  const head = [cell.variant.adaptive ? "Tolerance" : "Step", "Steps", "Evaluations", ...data.quantities.map((q) => (q.error ? `error of ${q.symbol}` : `|${q.symbol}|`)), ...(predicted ? ["|Φ| predicted", "|Φ\u2032| predicted", "|E| predicted", "Holds"] : [])];
  const open = ladder === PRACTICE ? trusted(" open") : "";
  return html`<details${open}><summary>${LADDERS[ladder]}: ${count(runs.length, "run")}</summary>${plainTable(slug("runs", cell.variant.id, cell.problem.id, LADDERS[ladder]), LADDERS[ladder], head, rows)}
    ${predicted && cell.unpredicted ? html`<p class="aside">Why the prediction fails: ${cell.unpredicted}.</p>` : ""}</details>`;
}

function detunedTable(cell) {
  if (!cell.detuned || cell.detuned.length === 0) return "";
  const rows = cell.detuned.map((d) => [`× ${rounded(d.factor, 3)}`, stepText(d.h), ...(d.stopped ? ["stops", ...Array(QUANTITIES - 1).fill(ABSENT)] : d.factors.map((x) => (isNumber(x) ? factor(x) : ABSENT)))]);
  return html`<details><summary>Wrong gains: what they cost</summary>${plainTable(slug("detuned", cell.variant.id, cell.problem.id), "Ratio to the run with the right gains", ["Gains", "Step", ...data.quantities.map((q) => q.symbol)], rows)}</details>`;
}

function speedWords(cell) {
  if (!cell.speed) return "";
  const [ns, low, high, evaluation, limit] = cell.speed;
  const largest = cell.largest ? html` Largest usable step: ${cell.largest[1] ? "at least " : ""}${stepText(cell.largest[0])}.` : "";
  return html`<h3>Cost</h3><p>One step takes ${durationText(ns)} (95 % interval ${durationText(low)} to ${durationText(high)})${isNumber(evaluation) ? html`, one evaluation ${durationText(evaluation)}` : ""}.${
    isNumber(limit) ? html` That is ${factor(limit)} a kernel written by hand for this problem.` : ""}${largest}</p>`;
}

// Drift against time, and the errors against the step.
function historyFigure(cell) {
  const drawn = historyChart(slug("history", cell.variant.id, cell.problem.id), [cell]);
  return drawn ? html`<h3>Drift against time</h3>${figure(drawn, historyWords(cell))}` : "";
}

function historyWords(cell) {
  const { step, tolerance } = cell.history;
  const at = isNumber(tolerance) ? `tolerance ${setting(tolerance)}` : `h = ${stepText(step)}`;
  return `The largest violation in each sixteenth of the time, for ${at}.`;
}

// What a history tells, by its field.
const HISTORIES = [["position", "|Φ|, position level"], ["velocity", "|Φ′|, velocity level"], ["energy", "|Ψ|, energy balance"]];

// The three histories of one cell, or one of them for several.
function historyChart(name, cells, field = "position") {
  const told = cells.filter((c) => c.history);
  if (told.length === 0) return null;
  const middle = (history, values) => values.map((y, k) => [((k + 0.5) / values.length) * history.end, y]);
  const names = legendNames(told.map((c) => c.variant));
  const series = told.length > 1
    ? told.map((c, k) => ({ name: names[k], points: middle(c.history, c.history[field]) }))
    : HISTORIES.map(([key, title]) => ({ name: title, points: middle(told[0].history, told[0].history[key]) }));
  if (series.every((s) => s.points.every(([, y]) => !isNumber(y) || y <= 0))) return null;
  return chart({ name, label: "Drift against time", x: { name: "Time in s" }, y: { name: told.length > 1 ? HISTORIES.find(([key]) => key === field)[1] : "Largest violation", log: true }, series, height: 240 });
}

function cellFigure(cell) {
  const runs = cell.runs.filter((r) => r.ladder === ORDER && r.values);
  if (runs.length < 2) return "";
  const adaptive = cell.variant.adaptive;
  const series = data.quantities.map((q, k) => ({ name: q.error ? `Error of ${q.words}` : `Drift: |${q.symbol}|`, points: runs.map((r) => [adaptive ? r.tolerance : r.h, r.values[k]]) }));
  return figure(chart({
    name: slug("convergence", cell.variant.id, cell.problem.id),
    label: "All quantities against the step",
    x: { name: adaptive ? "Tolerance" : "Step h in s", log: true },
    y: { name: "Error or drift", log: true },
    series,
  }));
}
