// A page for every method, variant and problem.

function unknownPage(section, kind, id, ids) {
  const near = ids.filter((other) => other.includes(id) || id.includes(other)).slice(0, 5);
  show(section, html`<h1>No ${kind} “${id}”</h1><p class="nothing">This report has no ${kind} of that name. ${near.length ? "Did you mean one of these?" : "It may be in another report."}</p>
    ${near.length ? html`<ul>${near.map((other) => html`<li><a href="${fragment(kind, { id: other })}">${other}</a></li>`)}</ul>` : ""}
    <p><a href="${fragment("explore")}">All variants and problems</a></p>`);
}

const cite = (method) => html`<details class="cite"><summary>Cite: ${method.citation || "Driftbench"}</summary><pre><code>${method.bibtex}</code></pre>${button("copy", "Copy BibTeX")}</details>`;

// Columns of tables of cells.
function cellColumns(state, first) {
  const ratio = (id, title) => {
    const k = data.factors.indexOf(id);
    return { id, title, value: (c) => (c.ran ? ratioOf(c, k) : null), cell: (c) => entry(shownIn(c, metricOf(`relative-${id}`))) };
  };
  const drift = metricOf("at-drift_position");
  const error = metricOf("at-position");
  const absoluteColumn = (metric, id, title) => ({ id, title, value: (c) => (c.ran ? metric.value(c) : null), cell: (c) => entry(shownIn(c, metric)) });
  const open = (c) => changed(state, { cell: [c.variant.id, c.problem.id] });
  return [
    first,
    { id: "verdict", title: "Cell", words: true, value: (c) => c.mark, cell: (c) => html`<a href="${open(c)}">${badge(c.look)}</a>` },
    ratio("drift_position", "Drift of Φ ×"), ratio("position", "Error ×"), ratio("energy", "Energy ×"), ratio("time", "Time ×"),
    absoluteColumn(drift, "phi", "|Φ| at 5 ms"), absoluteColumn(error, "error", "Error at 5 ms"),
    { id: "order", title: "Order of q", high: true, value: (c) => (Array.isArray(c.orders[0]) ? c.orders[0][0] : null), cell: (c) => (Array.isArray(c.orders[0]) ? orderText(c.orders[0][0]) : c.orders[0] || ABSENT) },
    absoluteColumn(metricOf("step-time"), "time-per-step", "Time per step"),
  ];
}

function variantPage(section, state) {
  const id = one(state.keys, "id");
  const variant = data.variant.get(id);
  if (!variant) return unknownPage(section, "variant", id, data.variants.map((v) => v.id));
  const { owner } = variant;
  const cells = data.problems.map((p) => variant.cells.get(p.id)).filter(Boolean);
  const siblings = data.variants.filter((v) => v.owner.baseline && v.integrator === variant.integrator && v !== variant);
  const rival = siblings.concat(owner.variants.filter((v) => v !== variant))[0];
  const problem = { id: "problem", title: "Problem", words: true, value: (c) => c.problem.id, cell: (c) => html`<a href="${link.problem(c.problem.id)}">${c.problem.name}</a>` };
  show(section, html`
    <h1>${fullName(variant)}</h1>
    <p><code>${variant.id}</code> · method <a href="${link.method(owner.id)}">${owner.name}</a> · integrator <a href="${fragment("explore", { integrator: variant.integrator })}">${variant.integrator}</a>${variant.adaptive ? " · adaptive steps" : ""}</p>
    <p>${owner.summary}</p>
    ${typicalParameters(variant)}
    ${variant.breaks.map(([what, why]) => html`<p class="aside">Its steps do not share a symmetry of the equations, ${what}: ${why}.</p>`)}
    ${buysTable(variant)}
    ${ranksOf(variant)}
    <h2>On every problem</h2>
    ${tallyOf(cells)}
    ${cells.length ? sortedTable({ caption: `${variant.id} on every problem`, columns: cellColumns(state, problem), rows: cells, state, name: slug("variant", variant.id) }) : html`<p class="nothing">It was not run on any problem.</p>`}
    ${rival ? html`<p><a href="${fragment("compare", { ids: [variant.id, rival.id] })}">Compare with ${fullName(rival)}</a></p>` : ""}
    ${cite(owner)}`);
}

const typicalParameters = (variant) => html`<p><b>Parameters.</b> ${variant.parameters.length ? variant.parameters.map((p) => p.text).join(", ") : "None: there is nothing to tune"}.
  <b>Claimed orders.</b> ${data.quantities.map((q, k) => (isNumber(variant.claims[k]) ? `${q.symbol}: ${rounded(variant.claims[k], 3)}` : "")).filter(Boolean).join(", ") || "none"}.</p>`;

function tallyOf(cells) {
  const counted = data.marks.map((_, k) => [mark(k), cells.filter((c) => c.mark === k).length]).filter(([, n]) => n);
  return html`<p>${counted.map(([look, n]) => html`${badge(look)} ${n} `)}</p>`;
}

// What a variant buys over all problems.
function buysTable(variant) {
  if (variant.owner.baseline) return html`<p>This is the integrator alone, with which the others are compared.</p>`;
  return variant.buys.filter((b) => b.ladder === "practice" || variant.buys.length === 1).map((b) => {
    const rows = Object.keys(FACTOR_NAMES).map((id) => [id, b.factors[data.factors.indexOf(id)]]).filter(([, f]) => f);
    const cells = rows.map(([id, [middle, low, high, worst]]) => [FACTOR_NAMES[id], entry(ratioShown(middle)), `${factor(low)} to ${factor(high)}`, factor(worst)]);
    return html`<h2>What it buys</h2><p>Relative to <a href="${link.variant(b.with)}"><code>${b.with}</code></a>${b.stand_in ? ` (${b.stand_in})` : ""} on ${count(b.problems, "problem")}, at the steps of practice.
      ${b.lost ? html`<b class="warn">It stops in ${count(b.lost, "run")} that the other finishes.</b> ` : ""}${b.saved ? `It finishes ${count(b.saved, "run")} in which the other stops.` : ""}</p>
      ${plainTable(slug("buys", variant.id), "Ratios over the problems", ["Quantity", "Median", "Quartiles", "Worst"], cells)}`;
  });
}

// The places of a variant on the boards.
function ranksOf(variant) {
  const places = data.boards.map((board) => [board, board.lines.find((l) => l.variant === variant.id)]).filter(([, line]) => line);
  if (places.length === 0) return "";
  const rank = (line) => (line.rank_low === line.rank_high ? `${line.rank_low}` : `${line.rank_low} to ${line.rank_high}`);
  return html`<details><summary>Ranks on ${count(places.length, "board")}</summary>${plainTable(slug("ranks", variant.id), "Ranks with 95 % intervals", ["Question", "Rank", "Of"],
    places.map(([board, line]) => [html`<a href="${link.board(board)}">${boardTitle(board)}</a>`, rank(line), board.lines.length]))}</details>`;
}

function methodPage(section, state) {
  const id = one(state.keys, "id");
  const method = data.method.get(id);
  if (!method) return unknownPage(section, "method", id, data.methods.map((m) => m.id));
  const practice = (v) => v.buys.find((b) => b.ladder === "practice") || v.buys[0];
  const column = (factorId, title) => {
    const k = data.factors.indexOf(factorId);
    const value = (v) => (practice(v) && practice(v).factors[k] ? practice(v).factors[k][0] : null);
    return { id: factorId, title, value, cell: (v) => (isNumber(value(v)) ? entry(ratioShown(value(v))) : ABSENT) };
  };
  const finished = (v) => [...v.cells.values()].filter((c) => c.ran).length;
  const columns = [
    { id: "variant", title: "Variant", words: true, value: (v) => v.id, cell: (v) => html`<a href="${link.variant(v.id)}">${v.name || v.gains || v.id}</a><br><code>${breakable(v.id)}</code>` },
    column("drift_position", "Drift of Φ ×"), column("position", "Error ×"), column("energy", "Energy ×"), column("time", "Time ×"),
    { id: "ran", title: "Problems run", high: true, value: finished, cell: (v) => `${finished(v)} of ${data.problems.length}` },
  ];
  show(section, html`
    <h1>${method.name}</h1>
    <p><code>${method.id}</code> · ${method.kind}</p>
    <p>${method.summary}</p>
    ${method.citation ? html`<p class="aside">${method.citation}</p>` : ""}
    ${tallyOf(method.variants.flatMap((v) => [...v.cells.values()]))}
    <h2>Variants</h2>
    ${sortedTable({ caption: "Medians over the problems, relative to no stabilization at the steps of practice", columns, rows: method.variants, state, name: slug("method", method.id) })}
    <p><a href="${fragment("explore", { method: method.id })}">On every problem</a></p>
    ${cite(method)}`);
}

// The variants that the figures of a problem show first: the best of three methods, and no stabilization.
function shownFirst(problem) {
  const fixed = problem.cells.filter((c) => c.ran && !c.variant.adaptive);
  const with_ = fixed.some((c) => c.variant.integrator === "rk4") ? fixed.filter((c) => c.variant.integrator === "rk4") : fixed;
  const drift = metricOf(FIRST_METRIC);
  const best = new Map();
  for (const cell of with_) {
    const old = best.get(cell.variant.method);
    if (!old || compareBy(drift, drift.value(cell), drift.value(old)) < 0) best.set(cell.variant.method, cell);
  }
  const own = [...best.values()];
  const alone = own.filter((c) => c.variant.owner.baseline);
  const others = own.filter((c) => !c.variant.owner.baseline).sort((a, b) => compareBy(drift, drift.value(a), drift.value(b)));
  return [...alone, ...others].slice(0, 4);
}

// The cheapest way to each accuracy: by time where it was measured, by evaluations elsewhere.
function cheapest(problem) {
  const reaching = problem.cells.flatMap((cell) => (cell.reach || []).map(([accuracy, ns, evaluations, bound]) => ({ cell, accuracy, ns, evaluations, bound })));
  if (reaching.length === 0) return "";
  const timed = reaching.some((r) => isNumber(r.ns));
  const price = (r) => (timed ? r.ns : r.evaluations);
  const rows = [...new Set(reaching.map((r) => r.accuracy))].sort((a, b) => b - a).map((accuracy) => {
    const those = reaching.filter((r) => r.accuracy === accuracy && isNumber(price(r)));
    const best = those.reduce((a, b) => (price(b) < price(a) ? b : a), those[0]);
    if (!best) return [scientific(accuracy, 1), ABSENT, ABSENT, 0];
    const cost = timed ? durationText(best.ns) : setting(best.evaluations);
    return [scientific(accuracy, 1), html`<a href="${link.variant(best.cell.variant.id)}"><code>${best.cell.variant.id}</code></a>`, `${best.bound ? "≤ " : ""}${cost}`, `${those.length} of ${problem.cells.length}`];
  });
  return html`<h2>The cheapest way to an accuracy</h2>${plainTable(slug("accuracy", problem.id), "Position error relative to the size of the motion, and the cheapest run that reaches it", ["Error", "Variant", timed ? "Time" : "Evaluations", "Variants that reach it"], rows)}`;
}

function problemPage(section, state) {
  const id = one(state.keys, "id");
  const problem = data.problem.get(id);
  if (!problem) return unknownPage(section, "problem", id, data.problems.map((p) => p.id));
  const chosen = list(state.keys, "compare").map((v) => cellOf(v, id)).filter((c) => c && c.ran);
  const shown = chosen.length ? chosen.slice(0, SERIES) : shownFirst(problem);
  const box = (c) => html`<input type="checkbox" data-compare="${c.variant.id}" id="compare-${c.variant.id}"${shown.includes(c) ? trusted(" checked") : ""} aria-label="Show ${c.variant.id} in the figures"> `;
  const variant = { id: "variant", title: "Variant", words: true, value: (c) => c.variant.id, cell: (c) => html`${box(c)}<a href="${link.variant(c.variant.id)}">${fullName(c.variant)}</a><br><code>${breakable(c.variant.id)}</code>` };
  const others = problem.cells.filter((c) => c.ran && !shown.includes(c));
  const field = (HISTORIES.find(([key]) => key === one(state.keys, "drift")) || HISTORIES[0])[0];
  const history = historyChart(slug("history", id, field), shown, field);
  show(section, html`
    <h1>${problem.name}</h1>
    <p><code>${problem.id}</code></p>
    <p>${problem.summary}</p>
    ${mechanismFigure(problem)}
    <p class="aside">${problem.facts.join(" ")} ${problem.tags.length ? html`Tags: ${problem.tags.map((tag, k) => html`${k ? ", " : ""}<a href="${fragment("explore", { tag })}">${tag}</a>`)}.` : ""}</p>
    ${shown.length ? html`<h2>In figures</h2><p class="aside">${shown.length === 1 ? "One variant" : `${shown.length} variants`}; tick others in the table below, up to ${SERIES}. ${LOST_WORDS}</p>
    ${history && shown.filter((c) => c.history).length > 1 ? html`<p class="filters">${choice("drift", "Drift against time", HISTORIES, field)}</p>` : ""}
    <div class="figures">
      ${history ? figure(history, "Drift against time, at the step of practice nearest to 5 ms × the time scale.") : ""}
      ${figure(convergence(slug("drift", id), shown, 3, "Drift |Φ|"), "Drift against the step.")}
      ${figure(convergence(slug("error", id), shown, 0, "Position error"), "Error against the step.")}
      ${figure(workPrecision(slug("work", id), shown, others, 3, "Drift |Φ|", false), "Drift against work; the pale lines are all other variants.")}
    </div>` : ""}
    ${cheapest(problem)}
    <h2>Every variant</h2>
    ${tallyOf(problem.cells)}
    ${problem.cells.length ? sortedTable({ caption: `Every variant on ${problem.id}`, columns: cellColumns(state, variant), rows: problem.cells, state, fallback: "drift_position", name: slug("problem", id) }) : html`<p class="nothing">No variant was run on it.</p>`}`);
  animate(section, problem);
}
